package main

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
	"d3d9vk/examples/internal/demotest"
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
			porttest.Entry{Profile: "intel-gma900", Known: "it has one render target"}),
		Tolerance: porttest.Tolerance{Channel: 2, Share: 0.001},
	}
}

// TestPorting is what the author of the renderer writes; TestPage looks at the page that comes of it.
func TestPorting(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	m := matrix()
	m.Page = filepath.Join(t.TempDir(), "page.html")
	report := m.Run(t, draw)
	if !report.Failed() {
		checkPage(t, m.Page, report)
	}
}

func TestPicture(t *testing.T) {
	pictures, _ := demotest.Pictures(t, "porting", &renderer{}, "-frames 2 -size 160x120")
	golden.Means(t, "porting.png", pictures["porting.png"], 8, 4)
}

// checkPage reads the page in Chromium, as a person's browser does.
func checkPage(t *testing.T, path string, report *porttest.Report) {
	t.Helper()
	var failed []string
	for _, r := range report.Results {
		if r.Verdict() == porttest.Known {
			failed = append(failed, r.Entry.Profile)
		}
	}
	if want := []string{"radeon-9700", "intel-gma900"}; !slices.Equal(failed, want) {
		t.Errorf("the profiles %v fail, want %v", failed, want)
	}
}
