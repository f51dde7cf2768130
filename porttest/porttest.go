// Package porttest tests how a program that was written for Direct3D 9 fares on hardware that is not here: it draws the author's scene
// once for each entry of a matrix (caps profiles of old hardware, Vulkan features switched off, the drivers of this machine), compares the
// render targets that the scene names, and explains what differs in one HTML page.
//
//	func TestPort(t *testing.T) {
//		porttest.Matrix{Entries: porttest.Profiles("full", "radeon-9700")}.Run(t, func(s *porttest.Stage) error {
//			... draw on s.Device ...
//			return s.Compare("albedo", albedo)
//		})
//	}
//
// The pictures are compared with those of the profile "full" on the same machine, or with golden files (Matrix.Golden). Two
// environment variables matter: D3D9VK_UPDATE=1 rewrites the golden files, D3D9VK_REQUIRE_GPU=1 makes a missing Vulkan device a failure.
//
// The package uses public calls only and must not know what a scene draws, nor how the device does it.
package porttest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Scene draws on the stage and hands the targets that matter to Stage.Compare. It is called once for each entry, with a device of its
// own; everything that it makes is released before it returns or handed to Stage.Keep. An error or a panic is a failure of the entry.
type Scene func(*Stage) error

// Matrix is what a scene is tested on and how. Only Entries must be set.
type Matrix struct {
	Entries       []Entry
	Width, Height int       // of the back buffer in pixels; 0: 256
	Tolerance     Tolerance // the zero value demands equal pictures
	Golden        string    // folder of the expected pictures, NAME.png for each target; "": those of the profile "full" are expected
	Update        bool      // write the pictures of the profile "full" to Golden first, as D3D9VK_UPDATE=1 does
	Require       bool      // a missing Vulkan device is a failure, as with D3D9VK_REQUIRE_GPU=1; else the entry is skipped
	Page          string    // path of the page; "": TEMP/d3d9vk-porttest/NAME OF THE TEST.html
}

// Tolerance says how far a picture may be from the expected one.
type Tolerance struct {
	Channel int     // a pixel differs where a channel is off by more than this, in 255ths
	Share   float64 // of the pixels that may differ, 0 to 1
}

// String is the tolerance as a sentence's part.
func (t Tolerance) String() string {
	return fmt.Sprintf("at most %g%% of the pixels differ by more than %d/255", 100*t.Share, t.Channel)
}

const defaultSize = 256

// Run draws the scene for each entry as a subtest of t with the entry's name. A subtest fails with what is wrong; where there is any
// failure, expected ones (Entry.Known) included, the page is written, and each failure names it. It returns the report.
func (m Matrix) Run(t *testing.T, scene Scene) *Report {
	t.Helper()
	r := m.newRunner(t.Name(), scene)
	defer r.close()
	page := m.Page
	if page == "" {
		page = filepath.Join(os.TempDir(), "d3d9vk-porttest", fileName(t.Name())+".html")
	}
	if len(m.Entries) == 0 {
		t.Error("porttest: the matrix has no entries")
	}
	for _, e := range m.Entries {
		t.Run(e.name(), func(t *testing.T) {
			result := r.run(e)
			for _, note := range result.notes() {
				t.Log(note)
			}
			switch result.Verdict() {
			case Skipped:
				t.Skip(result.Skip)
			case Failed:
				for _, text := range result.Failures() {
					t.Errorf("%s: %s", e.name(), text)
				}
				t.Errorf("%s: the page that explains it: %s", e.name(), page)
			case Known:
				t.Logf("%s fails as expected (%s): %s", e.name(), e.Known, page)
			}
		})
	}
	if !r.report.Clean() {
		if err := r.report.WritePage(page); err != nil {
			t.Errorf("porttest: the page was not written: %v", err)
		} else {
			r.report.Page = page
		}
	}
	return r.report
}

// Check is Run without a test: it draws the scene for each entry and returns the report. The title is the page's.
func (m Matrix) Check(title string, scene Scene) *Report {
	r := m.newRunner(title, scene)
	defer r.close()
	for _, e := range m.Entries {
		r.run(e)
	}
	return r.report
}

// fileName makes a test's name one part of a path.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == ':' {
			return '_'
		}
		return r
	}, name)
}
