package main

import (
	"image"
	"os"
	"testing"

	"d3d9vk/examples/internal/demotest"
	"d3d9vk/internal/golden"
	"d3d9vk/internal/xvfb"
)

// asProgram makes the test binary be the sample itself.
const asProgram = "D3D9VK_RUN_TRIANGLE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// render is the picture of a headless run.
func render(t *testing.T, size string) image.Image {
	t.Helper()
	pictures, _ := demotest.Pictures(t, "triangle", &triangle{}, "-size "+size)
	return pictures["triangle.png"]
}

func TestTriangleHeadless(t *testing.T) {
	golden.Image(t, "triangle.png", render(t, "96x64"), 2)
}

// onScreen reports the largest difference between the picture and the screen's upper left corner.
func onScreen(t *testing.T, d *xvfb.Display, want image.Image) int {
	shot := d.Screenshot(t)
	most, _ := golden.Diff(want, shot.SubImage(want.Bounds()))
	return most
}

func TestTriangleInAWindow(t *testing.T) {
	small, large := render(t, "200x150"), render(t, "320x240")
	d := xvfb.Start(t, 400, 300)
	program := d.Run(t, asProgram, demotest.Arguments("-size 200x150")...)
	shows := func(want image.Image) func() bool {
		return func() bool {
			program.Alive(t)
			return onScreen(t, d, want) <= 2
		}
	}
	id := d.Window(t, "triangle - ") // the frame time is in the title
	d.Do(t, "windowmove", id, "0", "0")
	d.Until(t, "the triangle on the screen", shows(small))
	d.Do(t, "windowsize", id, "320", "240")
	d.Until(t, "the triangle in the new size, sharp after a Reset", shows(large))
	d.Do(t, "windowunmap", id, "windowmap", id)
	d.Until(t, "the triangle after the window was hidden", shows(large))
	program.Terminate(t)
}
