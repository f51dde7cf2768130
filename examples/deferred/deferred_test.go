package main

import (
	"image"
	"os"
	"strconv"
	"testing"

	"d3d9vk/device"
	"d3d9vk/examples/internal/demotest"
	"d3d9vk/internal/golden"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/internal/xvfb"
)

// asProgram makes the test binary be the sample itself.
const asProgram = "D3D9VK_RUN_DEFERRED"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// render is the pictures of a headless run by their names.
func render(t *testing.T, line string) map[string]image.Image {
	t.Helper()
	pictures, _ := demotest.Pictures(t, "deferred", &deferred{}, "-size 192x108 "+line)
	return pictures
}

func TestDeferred(t *testing.T) {
	pictures := render(t, "-frames 3")
	if len(pictures) != 5 {
		t.Errorf("%d pictures, want the four targets and the final one", len(pictures))
	}
	for name, picture := range pictures {
		golden.Means(t, name, picture, 12, 4)
	}
}

func TestShaderModelsAgree(t *testing.T) {
	three, two := render(t, "-frames 2"), render(t, "-frames 2 -sm 2")
	for name, picture := range three {
		if most, pixels := golden.Diff(picture, two[name]); most > 1 {
			t.Errorf("%s: %d pixels differ, by up to %d/255", name, pixels, most)
		}
	}
}

// The render targets are made anew when the window changes its size.
func TestDeferredInAWindow(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	d := xvfb.Start(t, 300, 200)
	program := d.Run(t, asProgram, demotest.Arguments("-size 160x90")...)
	id := d.Window(t, "deferred - ")
	d.Do(t, "windowmove", id, "0", "0")
	for _, size := range []image.Point{{160, 90}, {256, 144}, {96, 160}} {
		d.Do(t, "windowsize", id, strconv.Itoa(size.X), strconv.Itoa(size.Y))
		d.Until(t, "the scene at "+size.String(), func() bool {
			program.Alive(t)
			shot := d.Screenshot(t)
			lit := func(x, y int) bool { c := shot.NRGBAAt(x, y); return int(c.R)+int(c.G)+int(c.B) > 60 }
			// The sky is never black; beside the window the screen is.
			return lit(1, 1) && lit(size.X-2, 1) && lit(size.X/2, size.Y/2) && !lit(size.X+1, 1) && !lit(1, size.Y+1)
		})
	}
	program.Terminate(t)
}

func TestLightsMove(t *testing.T) {
	scene := &scene{}
	a, b := scene.at(0, 1), scene.at(30, 1)
	if len(a.lights) < 32 {
		t.Errorf("%d lights, want at least 32", len(a.lights))
	}
	for i := range a.lights {
		if a.lights[i].position == b.lights[i].position {
			t.Errorf("light %d stands still", i)
		}
	}
}

func TestSoakDeferred(t *testing.T) { demotest.Soak(t, "deferred", &deferred{}) }
