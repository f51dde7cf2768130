package window

import (
	"fmt"
	"time"
)

// title is the text of a window's title bar with the mean time of a frame, renewed twice a second.
type title struct {
	text   string
	still  bool // no frame times
	since  time.Time
	frames int
}

// frame counts a frame and returns the new text when it is time to show one.
func (t *title) frame() (text string, changed bool) { return t.frameAt(time.Now()) }

func (t *title) frameAt(now time.Time) (text string, changed bool) {
	if t.still {
		return "", false
	}
	if t.since.IsZero() {
		t.since = now
		return "", false
	}
	t.frames++
	took := now.Sub(t.since)
	if took < time.Second/2 {
		return "", false
	}
	mean := took / time.Duration(t.frames)
	t.since, t.frames = now, 0
	return fmt.Sprintf("%s - %.1f ms (%.0f frames a second)", t.text, float64(mean)/1e6, float64(time.Second)/float64(mean)), true
}
