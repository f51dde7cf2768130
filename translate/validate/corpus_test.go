package validate

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"d3d9vk/internal/corpus"
	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// handWritten says of programs that no compiler of Microsoft made which rules they break, and why that is right.
var handWritten = map[string][]string{
	// Wine's tests of what CreateVertexShader and CreatePixelShader refuse.
	"real/ps_1_1_7a4af6d7fb526b3a": {"CONST-1", "REG-2"},
	"real/vs_1_1_6c0f2c3a3a281559": {"CONST-1", "REG-2"},
	"real/vs_3_0_746b2a9c36f8069e": {"CONST-1", "REG-2"},
	// Wine's tests of scalar instructions without a component of their source.
	"real/vs_1_1_b0596dee78d0e094": {"SWZ-2"},
	"real/vs_1_1_c7360493003b48dd": {"SWZ-2"},
	"real/vs_1_1_d150d726d63ff5e0": {"SWZ-2"},
	"real/vs_1_1_d296f220f17c8c0c": {"SWZ-2"},
	// Four nop and a comment.
	"real/vs_3_0_051b7a7480e75368": {"OUT-1"},
	// Written by hand, for what translators must take.
	"synth/ps_1_4_texdepth":            {"INIT-3"},
	"synth/ps_1_4_two_phase":           {"INIT-3"},
	"synth/vs_2_0_crs_pow_abs_sgn_nrm": {"PORT-1"},
	"synth/vs_2_0_loop_nested":         {"FLOW-4"},
	"synth/vs_3_0_const_rel_a0yzw":     {"PORT-2"},
}

// errorsOf gives the rules of which the program breaches break, sorted.
func errorsOf(found []Finding) []string {
	ids := map[string]bool{}
	for _, f := range found {
		if f.Severity == rule.Error {
			ids[f.Rule] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// TestCorpus: what Microsoft's compilers made has no error; what others wrote has those that it was written for.
func TestCorpus(t *testing.T) {
	warnings := map[string]int{}
	known := false
	for _, f := range corpus.Shaders(t) {
		known = known || f.Source != ""
		t.Run(f.Name, func(t *testing.T) {
			p, err := sm.Parse(f.Data)
			if err != nil {
				t.Fatal(err)
			}
			found := Program(p)
			for _, x := range found {
				if x.Severity == rule.Warning {
					warnings[x.Rule]++
				}
			}
			got, want := errorsOf(found), handWritten[f.Name]
			if f.Source == "" && !strings.HasPrefix(f.Name, "synth/") {
				return // of unknown origin: it must do no harm
			}
			if !slices.Equal(got, want) {
				t.Errorf("rules broken: %v, want %v\n%+v\n%s", got, want, found, sm.Print(p))
			}
		})
	}
	if !known {
		t.Log("no MANIFEST.tsv says where the files are from")
	}
	t.Logf("warnings: %v", warnings)
}

// TestCases: the compiler that made the cases writes any swizzle, any number of slots and any temporary in ps_2_0, which
// Microsoft's refuses; nothing else is wrong with them.
func TestCases(t *testing.T) {
	broken := map[string]int{}
	for _, f := range corpus.CaseShaders(t) {
		t.Run(f.Name, func(t *testing.T) {
			p, err := sm.Parse(f.Data)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range errorsOf(Program(p)) {
				broken[id]++
				if p.Version != sm.PS_2_0 || !slices.Contains([]string{"SWZ-1", "SWZ-3", "SLOT-2", "REG-2"}, id) {
					t.Errorf("%v breaks %s\n%s", p.Version, id, sm.Print(p))
				}
			}
		})
	}
	t.Logf("cases that break a rule: %v", broken)
}
