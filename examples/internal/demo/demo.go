// Package demo is what the samples share: their flags, the loop that draws frames to a window or to pictures, meshes, textures and a
// camera. A sample says what it loads and what it draws; everything it draws follows from the number of the frame alone, so
// that its pictures can be compared.
//
// It uses the public packages as any program would, and knows nothing of the back end.
package demo

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"d3d9vk/device"
	"d3d9vk/window"
)

// Sample is one program: what it loads, draws and shows. Each function gets the stage that it was loaded on.
type Sample interface {
	// Flags declares the sample's own flags.
	Flags(*flag.FlagSet)
	// Load makes what survives a Reset: shaders, and meshes and textures in the managed pool.
	Load(*Stage) error
	// Resize makes what a Reset loses, for Stage.Width x Stage.Height: render targets.
	Resize(*Stage) error
	// Draw draws the frame with the number, from 0, into the back buffer.
	Draw(s *Stage, frame int) error
	// Pictures is what a headless run writes after its last frame, the back buffer included.
	Pictures(*Stage) ([]Picture, error)
}

// Options are the flags that every sample takes.
type Options struct {
	Headless      bool
	Frames        int // 0 = until the window is closed
	Out           string
	Width, Height int
	Validate      bool

	device device.Options
}

// Main runs the sample as the whole program, with the flags of the command line.
func Main(title string, s Sample) {
	window.Main(func() error { return Run(title, s, os.Args[1:], os.Stdout, device.Options{}) })
}

// Run runs the sample with the given command line and device options, and prints a line for each picture to out.
func Run(title string, s Sample, args []string, out io.Writer, options device.Options) error {
	o, err := parse(title, s, args, out)
	o.device = options
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	if o.Headless {
		return headless(title, s, o, out)
	}
	return windowed(title, s, o)
}

func parse(title string, s Sample, args []string, out io.Writer) (Options, error) {
	o := Options{Width: 960, Height: 540}
	flags := flag.NewFlagSet(title, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&o.Headless, "headless", false, "open no window; write the pictures of the last frame")
	flags.IntVar(&o.Frames, "frames", 0, "end after this many frames (headless: 1 by default)")
	flags.StringVar(&o.Out, "out", "out/"+title, "`folder` for the pictures of a headless run")
	flags.Func("size", "`WxH` of the picture or window in pixels (default 960x540)", func(text string) error {
		w, h, _ := strings.Cut(text, "x")
		width, errW := strconv.ParseUint(w, 10, 14)
		height, errH := strconv.ParseUint(h, 10, 14)
		if errW != nil || errH != nil || width == 0 || height == 0 {
			return errors.New("want WxH, each 1 to 16383")
		}
		o.Width, o.Height = int(width), int(height)
		return nil
	})
	flags.BoolVar(&o.Validate, "validate", false, "load the Khronos validation layer; any message of it is an error at the end")
	s.Flags(flags)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, "usage: %s [flags]\n", title)
		flags.SetOutput(out)
		flags.PrintDefaults()
	case err == nil && flags.NArg() != 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case err == nil && o.Frames < 0:
		err = fmt.Errorf("-frames is %d; want 0 or more", o.Frames)
	case err == nil && o.Out == "":
		err = errors.New("-out is empty; want a folder")
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		err = fmt.Errorf("%w (%s -h lists the flags)", err, title)
	}
	return o, err
}
