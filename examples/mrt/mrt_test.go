package main

import (
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

// The contact sheet has a picture or a reason for each device.
func TestCompare(t *testing.T) {
	pictures, said := demotest.Pictures(t, "mrt", &mrt{}, "-compare -size 240x180")
	if !strings.Contains(said, "compare.png  the same frame on other devices") {
		t.Errorf("the run said %q", said)
	}
	golden.Means(t, "compare.png", pictures["compare.png"], 12, 12)
}

func TestSoakMRT(t *testing.T) { demotest.Soak(t, "mrt", &mrt{}) }
