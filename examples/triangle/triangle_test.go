package main

import (
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
	"d3d9vk/internal/golden"
	"d3d9vk/internal/gpuenv"
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

// arguments are the command line with what the environment of the tests demands.
func arguments(line string) []string {
	args := strings.Fields(line)
	if os.Getenv("D3D9VK_VALIDATION") == "1" {
		args = append(args, "-validate")
	}
	return args
}

// render is the picture of a headless run.
func render(t *testing.T, size string) *image.NRGBA {
	t.Helper()
	gpuenv.Open(t, device.Options{})
	dir := t.TempDir()
	if err := demo.Run("triangle", &triangle{}, append(arguments("-headless -size "+size), "-out", dir), io.Discard); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(dir, "triangle.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewNRGBA(picture.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, picture.At(x, y))
		}
	}
	return out
}

func TestTriangleHeadless(t *testing.T) {
	golden.Image(t, "triangle.png", render(t, "96x64"), 2)
}

// onScreen reports the largest difference between the picture and the screen's upper left corner.
func onScreen(t *testing.T, d *xvfb.Display, want *image.NRGBA) int {
	shot := d.Screenshot(t)
	most, _ := golden.Diff(want, shot.SubImage(want.Rect))
	return most
}

func TestTriangleInAWindow(t *testing.T) {
	small, large := render(t, "200x150"), render(t, "320x240")
	d := xvfb.Start(t, 400, 300)
	program := d.Run(t, asProgram, arguments("-size 200x150")...)
	shows := func(want *image.NRGBA) func() bool {
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
