package main

import (
	"errors"
	"strings"
	"testing"

	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
	"d3d9vk/examples/internal/demotest"
	"d3d9vk/internal/browser"
	"d3d9vk/internal/golden"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/porttest"
)

// draw is the scene: one frame of the renderer, whose targets are compared.
func draw(s *porttest.Stage) error {
	r := &renderer{}
	stage, release, err := demo.On(s.Device, s.BackBuffer, s.Width, s.Height, r)
	if err != nil {
		return err
	}
	defer release()
	if err := r.Draw(stage, 0); err != nil {
		return err
	}
	for i, g := range gbuffer {
		err = errors.Join(err, s.CompareRange(g.name, r.targets[i].Surface, 0, 1))
	}
	return errors.Join(err, s.Compare("lit", s.BackBuffer))
}

// matrix is the renderer's: six profiles, two of which are known to be too poor for it.
func matrix() porttest.Matrix {
	entries := porttest.Profiles("full", "geforce-8", "geforce-6", "radeon-x1000")
	return porttest.Matrix{
		Entries: append(entries,
			porttest.Entry{Profile: "radeon-9700", Known: "it neither blends nor masks while several targets are set"},
			porttest.Entry{Profile: "intel-gma900", Known: "it has one render target, and none in R32F"}),
		Tolerance: porttest.Tolerance{Channel: 2, Share: 0.001},
	}
}

// TestPorting is what the author of the renderer writes; then it looks at the page that comes of it, as a person does in a browser.
func TestPorting(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	report := matrix().Run(t, draw)
	if report.Failed() || report.Page == "" {
		t.Fatalf("the page is %q", report.Page)
	}
	page := browser.Open(t, report.Page, 1100)
	if page.Title != "TestPorting: 2 known to fail, 4 passed" {
		t.Errorf("the title is %q", page.Title)
	}
	for _, want := range []string{
		"radeon-9700", "4 of 5 targets are off: albedo, normal, glow, lit", "post-operations-off", "MRT-4", "What to do:", "PMISCCAPS_MRTPOSTPIXELSHADERBLENDING",
		"intel-gma900", "CreateTexture: format: ", "under caps profile intel-gma900 (CheckDeviceFormat)", "format R32F", "NumSimultaneousRTs", "So these targets were not compared: albedo, normal, depth, glow, lit.",
		report.Results[0].Adapter, "geforce-6", "all 5 targets are as expected",
	} {
		if !strings.Contains(page.Text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if len(page.Requests) != 0 {
		t.Errorf("the page asks for %q", page.Requests)
	}
	seen := map[string]int{}
	for _, m := range page.Images {
		seen[m.Alt]++
		if m.NaturalWidth != 256 || m.NaturalHeight != 256 {
			t.Errorf("the picture %q is %dx%d", m.Alt, m.NaturalWidth, m.NaturalHeight)
		}
	}
	for _, alt := range []string{"expected, color", "got, color", "difference (red), color", "expected, alpha", "lit"} {
		if seen[alt] == 0 {
			t.Errorf("no picture is %q: there are %v", alt, seen)
		}
	}
}

func TestPicture(t *testing.T) {
	pictures, _ := demotest.Pictures(t, "porting", &renderer{}, "-frames 2 -size 160x120")
	golden.Means(t, "porting.png", pictures["porting.png"], 8, 4)
}
