package main

import (
	"image"
	"strings"
	"testing"

	"d3d9vk/examples/internal/demotest"
	"d3d9vk/internal/golden"
)

func TestMRT(t *testing.T) {
	pictures, said := demotest.Pictures(t, "mrt", &mrt{}, "-frames 2 -size 240x180")
	if !strings.Contains(said, "mrt: 2 frames of 240x180 on ") || !strings.Contains(said, "mrt.png  A8R8G8B8, ") {
		t.Errorf("the run said %q", said)
	}
	golden.Means(t, "mrt.png", pictures["mrt.png"], 12, 4)
}

// The contact sheet has a picture or a reason for each device. Its first row of them is the golden picture; what is written below changes with
// what the library says.
func TestCompare(t *testing.T) {
	pictures, said := demotest.Pictures(t, "mrt", &mrt{}, "-compare -size 240x180")
	if !strings.Contains(said, "compare.png  the same frame on other devices") {
		t.Errorf("the run said %q", said)
	}
	const gap = 12 // between tiles
	sheet := pictures["compare.png"].(interface {
		SubImage(image.Rectangle) image.Image
	})
	golden.Means(t, "compare.png", sheet.SubImage(image.Rect(0, 0, columns*(240+gap)+gap, gap+180)), 12, 12)
	for tile, name := range []string{"full", "without independentBlend"} {
		x := gap + tile*(240+gap)
		most, pixels := golden.Diff(pictures["mrt.png"], sheet.SubImage(image.Rect(x, gap, x+240, gap+180)))
		if pixels < 0 || most > tile { // blending in several steps may round differently
			t.Errorf("%s: %d pixels differ, by up to %d", name, pixels, most)
		}
	}
}

func TestSoakMRT(t *testing.T) { demotest.Soak(t, "mrt", &mrt{}) }
