package smgen

import (
	"testing"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
	"d3d9vk/translate/validate"
)

// TestProgramsAreValid runs the validator over the programs: it finds no error in any.
func TestProgramsAreValid(t *testing.T) {
	for _, v := range Versions {
		t.Run(v.String(), func(t *testing.T) {
			seen := map[string]int{}
			for seed := range uint64(programs) {
				c := New(seed, v)
				for _, f := range validate.Program(c.Program) {
					if f.Severity != rule.Error {
						continue
					}
					if seen[f.Rule]++; seen[f.Rule] == 1 {
						t.Errorf("seed %d: %+v in\n%s", seed, f, sm.Print(c.Program))
					}
				}
			}
			if len(seen) > 0 {
				t.Errorf("errors by rule: %v", seen)
			}
		})
	}
}
