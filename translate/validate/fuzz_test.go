package validate

import (
	"testing"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// FuzzCheck: no program, of tokens or of text, makes the validator panic, or report what the table does not have.
func FuzzCheck(f *testing.F) {
	for _, src := range bases {
		p := assembleExact(f, src)
		f.Add(sm.EncodeBytes(p), src)
	}
	f.Fuzz(func(t *testing.T, code []byte, src string) {
		if p, err := sm.Parse(code); err == nil {
			checkHostile(t, p)
		}
		if p, err := sm.Assemble(src); err == nil {
			checkHostile(t, p)
		}
	})
}

func checkHostile(t *testing.T, p *sm.Program) {
	found := Program(p)
	if len(found) > MaxFindings {
		t.Fatalf("%d findings", len(found))
	}
	for _, x := range found {
		r := rule.Find(x.Rule)
		if r == nil || r.Severity == rule.Grant || x.Text == "" {
			t.Fatalf("%+v is no breach of a rule", x)
		}
		if p.Version.Known() && !r.Holds(p.Version) {
			t.Errorf("%s is no rule of %v: %+v", x.Rule, p.Version, x)
		}
		if x.Instr >= len(p.Instrs) || x.Instr >= 0 && x.Offset != p.Instrs[x.Instr].Offset || x.Instr < 0 && x.Offset != 0 {
			t.Fatalf("%+v is not in the program of %d instructions", x, len(p.Instrs))
		}
	}
	if again := Program(p); len(again) != len(found) {
		t.Fatalf("%d findings, then %d", len(found), len(again))
	}
}

// versions are all of Direct3D 9 and two that do not exist.
var versions = []sm.Version{0, 0xFFFF0500, sm.VS_1_0, sm.VS_1_1, sm.VS_2_0, sm.VS_2_X, sm.VS_2_SW, sm.VS_3_0, sm.VS_3_SW,
	sm.PS_1_0, sm.PS_1_1, sm.PS_1_2, sm.PS_1_3, sm.PS_1_4, sm.PS_2_0, sm.PS_2_X, sm.PS_2_SW, sm.PS_3_0, sm.PS_3_SW}

// TestOtherVersions: programs of one version that say that they are of another, which most of their operands do not fit.
func TestOtherVersions(t *testing.T) {
	for i := range variants {
		p, _ := variants[i].program(t)
		for _, v := range versions {
			checkHostile(t, &sm.Program{Version: v, Instrs: p.Instrs})
		}
	}
}

// TestHostilePrograms: programs that no parser makes.
func TestHostilePrograms(t *testing.T) {
	dst := &sm.Dst{Type: 255, Index: 65535, Mask: 255, Shift: -128, Rel: &sm.Src{Type: 77, Rel: &sm.Src{}}}
	src := sm.Src{Type: 200, Index: 65535, Swizzle: [4]uint8{9, 200, 3, 4}, Mod: 255, Rel: &sm.Src{Type: 3, Swizzle: [4]uint8{99, 99, 99, 99}}}
	for _, v := range versions {
		for op := range 100 {
			for n := range 4 {
				for typ := range 12 {
					s, d := src, *dst
					if typ > 0 {
						s.Type, s.Index, d.Type, d.Index, d.Rel, s.Rel = sm.RegType(typ), uint16(typ), sm.RegType(typ), uint16(n), nil, nil
					}
					in := sm.Instr{Op: sm.Opcode(op), Control: uint8(n), Predicated: n&1 != 0, Pred: s, Decl: sm.Decl{Usage: 200, Index: 99, Texture: 77}}
					for range n {
						in.Src = append(in.Src, s)
					}
					p := &sm.Program{Version: v, Instrs: []sm.Instr{in, in}}
					checkHostile(t, p)
					p.Instrs[0].Dst, p.Instrs[1].Dst = &d, &d
					checkHostile(t, p)
				}
			}
		}
	}
}

// TestManyBreaches: the number of findings is bounded, and so is what a huge program costs.
func TestManyBreaches(t *testing.T) {
	p := &sm.Program{Version: sm.PS_3_0}
	for i := range 80000 {
		in := sm.Instr{Op: sm.OpIf, Src: []sm.Src{{Type: sm.RegConstBool, Index: 99}}}
		switch i % 4 {
		case 1:
			in = sm.Instr{Op: sm.OpCall, Src: []sm.Src{{Type: sm.RegLabel, Index: uint16(i % 2048)}}}
		case 2:
			in = sm.Instr{Op: sm.OpMov, Dst: &sm.Dst{Type: sm.RegTemp, Mask: 15}, Src: []sm.Src{{Type: sm.RegTemp, Index: 5}}}
		case 3:
			in = sm.Instr{Op: sm.OpLabel, Src: []sm.Src{{Type: sm.RegLabel, Index: uint16(i % 2048)}}}
		}
		p.Instrs = append(p.Instrs, in)
	}
	if found := Program(p); len(found) != MaxFindings {
		t.Errorf("%d findings", len(found))
	}
}
