package difftest

import (
	"testing"

	"d3d9vk/internal/smgen"
	"d3d9vk/translate/sm"
)

// TestWrongResultsAreFound draws programs that are spoiled after the interpreter has seen them, each time by one mistake that a translator
// could make, and expects the difference to be found and shrunk to a few instructions.
func TestWrongResultsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("one driver is enough")
	}
	for _, test := range []struct {
		name    string
		version sm.Version
		spoil   func(in *sm.Instr)
	}{
		{"max is min", sm.VS_2_0, func(in *sm.Instr) {
			if in.Op == sm.OpMax {
				in.Op = sm.OpMin
			}
		}},
		{"_sat is lost", sm.PS_3_0, func(in *sm.Instr) {
			if in.Dst != nil && in.Dst.Saturate {
				d := *in.Dst
				d.Saturate, in.Dst = false, &d
			}
		}},
		{"if_lt is if_ge", sm.PS_2_X, func(in *sm.Instr) {
			if in.Op == sm.OpIfC && in.Control == uint8(sm.CompareLT) {
				in.Control = uint8(sm.CompareGE)
			}
		}},
		{"c[aL+n] is c[aL+n+1]", sm.VS_3_0, func(in *sm.Instr) {
			for i := range in.Src {
				if rel := in.Src[i].Rel; rel != nil && rel.Type == sm.RegLoop && in.Src[i].Type == sm.RegConst {
					in.Src = append([]sm.Src(nil), in.Src...)
					in.Src[i].Index++
				}
			}
		}},
		{"coissue is ignored", sm.PS_1_1, func(in *sm.Instr) { in.Coissue = false }},
		{"_bx2 is _bias", sm.PS_1_4, func(in *sm.Instr) {
			for i := range in.Src {
				if in.Src[i].Mod == sm.ModSign {
					in.Src = append([]sm.Src(nil), in.Src...)
					in.Src[i].Mod = sm.ModBias
				}
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t)
			r.spoil = test.spoil
			found := 0
			for seed := uint64(0); seed < 1000 && found == 0; seed += batch / 2 {
				var cases []*smgen.Case
				for k := range uint64(batch / 2) {
					cases = append(cases, smgen.New(seed+k, test.version))
				}
				jobs, err := r.run(cases)
				if err != nil {
					t.Fatal(err)
				}
				for _, j := range jobs {
					if j.wrong == "" {
						continue
					}
					found++
					small := r.shrink(j.c, shrinkTries/8)
					if n := len(small.Program.Instrs); n > len(j.c.Program.Instrs) || n > 32 {
						t.Errorf("seed %d shrinks from %d to %d instructions only:\n%s", j.c.Seed, len(j.c.Program.Instrs), n, Format(small))
					}
					break
				}
			}
			if found == 0 {
				t.Error("not found in 1000 programs")
			}
		})
	}
}
