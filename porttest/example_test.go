package porttest_test

import (
	"fmt"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/porttest"
)

// scene clears the back buffer, as a renderer of yours would draw to it.
func scene(s *porttest.Stage) error {
	if err := s.Clear(nil, d3d9.CLEAR_TARGET, d3d9.ColorRGB(0, 0, 64), 1, 0); err != nil {
		return err
	}
	return s.Compare("screen", s.BackBuffer)
}

// In a test: each entry is a subtest, and a failure names the page that explains it.
func ExampleMatrix_Run() {
	_ = func(t *testing.T) {
		porttest.Matrix{
			Entries:   porttest.Profiles("full", "geforce-6", "radeon-9700"),
			Tolerance: porttest.Tolerance{Channel: 2, Share: 0.001},
		}.Run(t, scene)
	}
}

// Outside of a test: the report is data.
func ExampleMatrix_Check() {
	report := porttest.Matrix{Entries: porttest.Profiles("full", "intel-gma900")}.Check("a port", scene)
	for _, r := range report.Results {
		if r.Verdict() == porttest.Skipped {
			fmt.Println("there is no Vulkan device:", r.Skip)
			continue
		}
		fmt.Println(r.Entry.Profile, r.Verdict(), r.Failures())
	}
}
