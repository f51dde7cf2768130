package demo

import (
	"errors"
	"fmt"
	"io"
	"os"

	"d3d9vk/window"
)

// headless draws the frames without a window and writes the pictures of the last.
func headless(title string, s Sample, o Options, out io.Writer) (err error) {
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return fmt.Errorf("-out: %w", err) // before the time that the frames take
	}
	stage, err := open(0, s, o, o.Width, o.Height)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stage.close()) }()
	frames := max(o.Frames, 1)
	for frame := range frames {
		if window.Closing() {
			return fmt.Errorf("a signal ended the run after %d of %d frames: no picture was written", frame, frames)
		}
		if err := s.Draw(stage, frame); err != nil {
			return fmt.Errorf("frame %d: %w", frame, err)
		}
		if frame == frames-1 {
			break // the back buffer is read before Present discards it
		}
		if err := stage.Present(nil, nil, 0, nil); err != nil {
			return err
		}
	}
	pictures, err := s.Pictures(stage)
	if err != nil {
		return err
	}
	if err := stage.Present(nil, nil, 0, nil); err != nil {
		return err
	}
	plural := "s"
	if frames == 1 {
		plural = ""
	}
	fmt.Fprintf(out, "%s: %d frame%s of %dx%d on %s\n", title, frames, plural, o.Width, o.Height, stage.Adapter)
	for _, p := range pictures {
		if err := p.write(o.Out, out); err != nil {
			return err
		}
	}
	return nil
}

// windowed draws frames to a window until it is closed, and follows its size with Reset.
func windowed(title string, s Sample, o Options) (err error) {
	w, err := window.Open(title, o.Width, o.Height, window.Options{})
	if err != nil {
		return err
	}
	defer w.Close()
	width, height := w.Size()
	stage, err := open(w.HWND(), s, o, width, height)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stage.close()) }()
	for frame := 0; w.Poll(); frame++ {
		if o.Frames > 0 && frame == o.Frames {
			return nil
		}
		if w.Minimised() {
			frame--
			continue
		}
		if width, height := w.Size(); width != stage.Width || height != stage.Height {
			if err := stage.resize(s, width, height); err != nil {
				return err
			}
		}
		if err := s.Draw(stage, frame); err != nil {
			return fmt.Errorf("frame %d: %w", frame, err)
		}
		if err := stage.Present(nil, nil, 0, nil); err != nil {
			return err
		}
	}
	return nil
}
