package porttest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"

	"github.com/orisano/pixelmatch"

	"d3d9vk/d3d9"
	"d3d9vk/picture"
)

// Target is a picture that a scene has handed to Stage.Compare, and what came of it.
type Target struct {
	Name     string
	Format   d3d9.FORMAT
	Note     string       // how values became the picture; "" where they are stored as they are shown
	Got      *image.NRGBA // nil where the scene did not come to compare the target
	Expected *image.NRGBA // nil where there is none
	Most     int          // the largest difference of a channel, in 255ths
	Pixels   int          // how many pixels differ by more than Tolerance.Channel
	Failure  string       // why the picture is not as expected; "" where it is
}

// notANumber is what NaN becomes in a picture.
var notANumber = picture.Color{1, 0, 1, 1}

// newTarget makes the picture of the pixels with the values from low to high.
func newTarget(name string, pixels *picture.Pixels, low, high float32) *Target {
	t := &Target{Name: name, Format: pixels.Format}
	info, _ := d3d9.FormatInfo(pixels.Format)
	outside, nan := 0, 0
	t.Got = pixels.Image(func(c picture.Color) picture.Color {
		if info.Green.Bits == 0 && info.Red.Bits != 0 {
			c[1], c[2] = c[0], c[0] // one channel is gray
		} else if info.Blue.Bits == 0 && info.Red.Bits != 0 {
			c[2] = low
		}
		clamped := false
		for i, v := range c[:3] {
			if math.IsNaN(float64(v)) {
				nan++
				return notANumber
			}
			clamped = clamped || v < low || v > high
			c[i] = (v - low) / (high - low)
		}
		if clamped {
			outside++
		}
		return c
	})
	if info.Class == d3d9.ClassFloat || low != 0 || high != 1 {
		t.Note = fmt.Sprintf("the values %g to %g are shown as 0 to 255", low, high)
		if outside != 0 {
			t.Note += fmt.Sprintf("; %d pixels have others, which are clamped", outside)
		}
		if nan != 0 {
			t.Note += fmt.Sprintf("; %d pixels are no number (magenta)", nan)
		}
	}
	return t
}

// compare sets what is wrong with the target; expected is nil where why says so.
func (t *Target) compare(expected *image.NRGBA, why string, tolerance Tolerance) {
	t.Expected = expected
	switch {
	case t.Got == nil:
		t.Failure = "the scene ended before it compared this target"
		return
	case expected == nil:
		t.Failure = why
		return
	case expected.Rect.Size() != t.Got.Rect.Size():
		e, g := expected.Rect.Size(), t.Got.Rect.Size()
		t.Failure = fmt.Sprintf("the target is %dx%d, expected is %dx%d", g.X, g.Y, e.X, e.Y)
		return
	}
	for i := 0; i < len(t.Got.Pix); i += 4 {
		most := 0
		for c := range 4 {
			d := int(t.Got.Pix[i+c]) - int(expected.Pix[i+c])
			most = max(most, d, -d)
		}
		t.Most = max(t.Most, most)
		if most > tolerance.Channel {
			t.Pixels++
		}
	}
	all := len(t.Got.Pix) / 4
	if float64(t.Pixels) > tolerance.Share*float64(all) {
		t.Failure = fmt.Sprintf("%d of %d pixels (%.3g%%) differ by more than %d/255, by up to %d; allowed is %g%%",
			t.Pixels, all, 100*float64(t.Pixels)/float64(all), tolerance.Channel, t.Most, 100*tolerance.Share)
	}
}

// marked is the expected picture, pale, with the pixels red that differ by more than the tolerance.
func marked(expected, got *image.NRGBA, tolerance int) image.Image {
	counted := image.NewNRGBA(got.Rect) // got without what the tolerance allows, so that pixelmatch marks what is counted
	for i := 0; i < len(got.Pix); i += 4 {
		from := expected
		for c := range 4 {
			if d := int(got.Pix[i+c]) - int(expected.Pix[i+c]); max(d, -d) > tolerance {
				from = got
			}
		}
		copy(counted.Pix[i:i+4], from.Pix[i:i+4])
	}
	var out image.Image
	if _, err := pixelmatch.MatchPixel(expected, counted, pixelmatch.Threshold(0), pixelmatch.IncludeAntiAlias, pixelmatch.WriteTo(&out)); err != nil {
		return nil // the sizes differ
	}
	return out
}

// opaque is the picture's red, green and blue; alphas its alpha as gray.
func opaque(m *image.NRGBA) *image.NRGBA {
	return mapped(m, func(c color.NRGBA) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 255} })
}

func alphas(m *image.NRGBA) *image.NRGBA {
	return mapped(m, func(c color.NRGBA) color.NRGBA { return color.NRGBA{c.A, c.A, c.A, 255} })
}

func mapped(m *image.NRGBA, to func(color.NRGBA) color.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(m.Rect)
	for i := 0; i < len(m.Pix); i += 4 {
		c := to(color.NRGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3]})
		copy(out.Pix[i:], []byte{c.R, c.G, c.B, c.A})
	}
	return out
}

// readPicture reads a golden file.
func readPicture(folder, name string) (*image.NRGBA, error) {
	data, err := os.ReadFile(filepath.Join(folder, name+".png"))
	if err != nil {
		return nil, fmt.Errorf("there is no golden picture (D3D9VK_UPDATE=1 makes it): %w", err)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s.png: %w", name, err)
	}
	if same, ok := m.(*image.NRGBA); ok {
		return same, nil // draw.Draw would go through premultiplied alpha and lose bits
	}
	out := image.NewNRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out, nil
}

// writePicture writes a golden file.
func writePicture(folder, name string, m *image.NRGBA) error {
	var data bytes.Buffer
	if err := png.Encode(&data, m); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name+".png"), data.Bytes(), 0o644)
}
