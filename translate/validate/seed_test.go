package validate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRuleFindings: the rules of the pages on oC# and oT#, and what they do not forbid. The programs are short, so that other rules
// have something to say too; only what the named families say counts here.
func TestRuleFindings(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []string // "rule severity instr register"
	}{
		{"OC-1/ps_2_0 reads oC0", "ps_2_0\nmov oC0, c0\nadd r0, oC0, c0", []string{"OC-1 error 1 oC0"}},
		{"OC-1/ps_3_0 reads oC1", "ps_3_0\nmov oC0, oC1", []string{"OC-1 error 0 oC1"}},
		{"OC-1/in a condition", "ps_3_0\nmov oC0, c0\nif_gt oC0.x, c0.x\nendif", []string{"OC-1 error 1 oC0"}},
		{"OC-6/add writes oC0", "ps_2_0\nadd oC0, c0, c1", []string{"OC-6 error 0 oC0"}},
		{"OC-6/texld writes oC1 in ps_2_x", "ps_2_x\ndcl t0\ndcl_2d s0\nmov oC0, c0\ntexld oC1, t0, s0", []string{"OC-6 error 3 oC1"}},
		{"OC-6/ps_3_0 may", "ps_3_0\nadd oC0, c0, c1", nil},
		{"OC-7/nothing written", "ps_2_0\nmov r0, c0", []string{"OC-7 error -1 oC0"}},
		{"OC-7/ps_3_0 may", "ps_3_0\nmov r0, c0", nil},
		{"OC-7/only depth", "ps_2_0\nmov oDepth, c0.x", []string{"OC-7 error -1 oC0"}},
		{"OC-8/swizzle", "ps_2_0\nmov oC0, c0.wzyx", []string{"OC-8 error 0 oC0"}},
		{"OC-8/modifier", "ps_2_sw\nmov oC0, -c0", []string{"OC-8 error 0 oC0"}},
		{"OC-8/oDepth may", "ps_2_0\nmov oC0, c0\nmov oDepth, c0.x", nil},
		{"OC-9/mask", "ps_2_0\nmov oC0.xyz, c0", []string{"OC-9 error 0 oC0"}},
		{"OC-9/saturate", "ps_2_0\nmov_sat oC0, c0", []string{"OC-9 error 0 oC0"}},
		{"OC-9/partial precision alone", "ps_2_0\nmov_pp oC0, c0", []string{"OC-9 warning 0 oC0"}},
		{"OC-9/mask, modifier and precision", "ps_2_0\nmov_sat_pp oC0.xyz, c0", []string{"OC-9 error 0 oC0", "OC-9 error 0 oC0"}},
		{"OC-10/gap", "ps_2_0\nmov oC0, c0\nmov oC2, c0", []string{"OC-10 error 1 oC2"}},
		{"OC-10/without oC0", "ps_2_0\nmov oC1, c0", []string{"OC-10 error 0 oC1", "OC-7 error -1 oC0"}},
		{"OC-11/twice", "ps_2_0\nmov oC0, c0\nmov oC0, c1", []string{"OC-11 error 1 oC0"}},
		{"OC-12/comparison", "ps_3_0\nif_gt c0.x, c1.x\nmov oC0, c0\nendif", []string{"OC-12 warning 1 oC0"}},
		{"OC-12/predicate register", "ps_2_x\nsetp_gt p0, c0, c1\nmov oC0, c0\nif p0.x\nmov oDepth, c0.x\nendif", []string{"OC-12 warning 3 oDepth"}},
		{"OC-12/predication", "ps_3_0\nsetp_gt p0, c0, c1\n(p0) mov oC0, c0", []string{"OC-12 warning 1 oC0"}},
		{"OC-12/static may", "ps_3_0\nif b0\nrep i0\nmov oC0, c0\nendrep\nelse\nmov oC0, c1\nendif", nil},
		{"OC-12/after a dynamic break", "ps_3_0\nrep i0\nmov oC0, c0\nbreak_gt c0.x, c1.x\nmov oC1, c0\nendrep\nmov oC2, c0", []string{"OC-12 warning 3 oC1"}},
		{"OC-12/after breakp", "ps_3_0\nsetp_gt p0, c0, c1\nrep i0\nbreakp p0.x\nif b0\nmov oC1, c0\nendif\nendrep", []string{"OC-12 warning 4 oC1"}},
		{"OC-12/after a break under a comparison", "ps_3_0\nrep i0\nif_gt c0.x, c1.x\nbreak\nendif\nmov oC1, c0\nendrep", []string{"OC-12 warning 4 oC1"}},
		{"OC-12/a static break is static", "ps_3_0\nrep i0\nif b0\nbreak\nendif\nmov oC1, c0\nendrep", nil},
		{"OC-12/an inner loop's break", "ps_3_0\nrep i0\nrep i1\nbreak_gt c0.x, c1.x\nendrep\nmov oC1, c0\nendrep", nil},
		{"OC-12/in a subroutine, called twice", "ps_3_0\nif_gt c0.x, c1.x\ncall l0\ncall l0\nendif\nret\nlabel l0\nmov oC0, c0\nret", []string{"OC-12 warning 6 oC0"}},
		{"OC-12/callnz of a predicate", "ps_3_0\nsetp_gt p0, c0, c1\ncallnz l0, p0.x\nret\nlabel l0\nmov oC0, c0\nret", []string{"OC-12 warning 4 oC0"}},
		{"OC-12/after a dynamic ret", "ps_3_0\ncall l0\nmov oC1, c0\nret\nlabel l0\nif_gt c0.x, c1.x\nret\nendif\nmov oC0, c0\nret", []string{"OC-12 warning 7 oC0"}},
		{"OC-13/many writes", "ps_3_0\nmov oC0, c0\nmov oC0, c1\nmov oDepth, c0.x\nmov oDepth, c1.x", nil},
		{"OC-15/any mask", "ps_3_0\nmov oC0.x, c0\nmov oC1.yw, c1\nmov_sat oC2.z, -c0.wzyx", nil},
		{"OC-16/texld", "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nif_gt v0.x, c0.x\ntexld r0, v0, s0\ntexldp r0, v0, s0\ntexldb r0, v0, s0\nendif",
			[]string{"OC-16 warning 3 ", "OC-16 warning 4 ", "OC-16 warning 5 "}},
		{"OC-16/dsx and dsy", "ps_3_0\nif_gt c0.x, c1.x\ndsx r0, c0\ndsy r0, c0\nendif", []string{"OC-16 warning 1 ", "OC-16 warning 2 "}},
		{"OC-16/explicit levels may", "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nif_gt v0.x, c0.x\ntexldl r0, v0, s0\ntexldd r0, v0, s0, c0, c0\nendif", nil},
		{"OC-16/static and predicated may", "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nif b0\ntexld r0, v0, s0\nendif\nsetp_gt p0, c0, c1\n(p0) texld r0, v0, s0", nil},
		{"OT-1/oT0 is read", "vs_2_0\nmov oT0, c0\nmov oPos, oT0", []string{"OT-1 error 1 oT0"}},
		{"CONST-1/of ps_1_1", "ps_1_1\ndef c8, 1, 1, 1, 1\nmov r0, c8", []string{"CONST-1 error 0 c8"}},
		{"CONST-1/def beyond the file", "vs_1_1\ndef c256, 1, 1, 1, 1\nmov oPos, c256", []string{"CONST-1 error 0 c256"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range Program(assembleExact(t, tt.src)) {
				if family, _, _ := strings.Cut(f.Rule, "-"); family == "OC" || family == "OT" || family == "CONST" {
					got = append(got, fmt.Sprintf("%s %v %d %s", f.Rule, f.Severity, f.Instr, f.Register))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
