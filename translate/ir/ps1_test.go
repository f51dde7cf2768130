package ir

import (
	"errors"
	"strings"
	"testing"

	"d3d9vk/internal/golden"
)

// TestPS1Golden shows what becomes of a program of each kind.
func TestPS1Golden(t *testing.T) {
	for name, src := range map[string]string{
		"bump":    "ps_1_1\ntex t0\ntexbeml t1, t0\ntexm3x2pad t2, t0_bx2\ntexm3x2tex t3, t0_bx2\nmad_x2_sat r0, t1, v0, 1-t3",
		"coissue": "ps_1_3\ndef c0, 2, 0.5, -4, 1\ntexcoord t0\nmov r0.rgb, t0\n+mov r0.a, c0.a\nmov r0.a, c1.a\n+mul r0.rgb, r0.a, v1\ncnd r0, r0.a, c0, c1",
		"phases":  "ps_1_4\ntexld r0, t0_dw.xyw\nmov r1.a, r0.a\nphase\ntexld r1, r0_dz\nbem r2.rg, r1, r0\nadd r0, r1, r2",
		"depth":   "ps_1_4\ntexcrd r5.rgb, t1\ntexdepth r5\nmov r0.rgb, v0",
	} {
		t.Run(name, func(t *testing.T) {
			s := build(t, src)
			golden.Text(t, name+".txt", src+"\n\n"+s.String())
		})
	}
}

// TestPS1Errors: what a program of ps_1_x cannot say, and where it says it.
func TestPS1Errors(t *testing.T) {
	for _, tt := range []struct {
		src   string
		instr int
		msg   string
	}{
		{"ps_1_1\nmov r32, c0", 0, "r32 is out of range"},
		{"ps_1_1\nmov r0, c8", 0, "c8 is out of range"},
		{"ps_1_1\nmov r0, v2", 0, "not an input register"},
		{"ps_1_1\ntex t8", 0, "out of range"},
		{"ps_1_1\nmov r0, t9", 0, "not an input register"},
		{"ps_1_4\ntexld r8, t0", 0, "s8 is out of range"},
		{"ps_1_4\nbem r8.rg, r0, r1", 0, "no texture stage 8"},
		{"ps_1_4\nmov t0, r0", 0, "not a register to write"},
		{"ps_1_1\nmov c0, r0", 0, "not a register to write"},
		{"ps_1_1\ntex r0", 0, "r0 is not a texture register"},
		{"ps_1_1\nmov r0, t0_dz", 0, "modifier that it cannot have"},
		{"ps_1_1\ntex t0\ntexm3x3tex t1, t0", 1, "row 1 of a matrix of 3 rows"},
		{"ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2pad t2, t0", 2, "row 2 of a matrix of 2 rows"},
		{"ps_1_1\ntexm3x3pad t1, t0\ntexm3x3pad t0, t0\ntexm3x3vspec t1, t0", 1, "t0 is row 2 of a matrix of 3 rows"},
		{"ps_1_1\nmov r0, oC0", 0, "not a register to read"},
	} {
		_, err := Build(assemble(t, tt.src))
		var e *ProgramError
		if !errors.As(err, &e) || e.Instr != tt.instr || !strings.Contains(e.Msg, tt.msg) {
			t.Errorf("%q: got %v, want instruction %d with %q", tt.src, err, tt.instr, tt.msg)
		}
	}
}

func TestPS1WrittenSet(t *testing.T) {
	for src, want := range map[string]string{
		"ps_1_1\nmov r0.a, v0":            "always=0x1 maybe=0x1",
		"ps_1_4\nphase\ntexcrd r0.rg, t0": "always=0x1 maybe=0x1",
		"ps_1_1\nmov r1, v0":              "always=0x0 maybe=0x0",
	} {
		s := build(t, src)
		if got := s.Written.String(); got != want {
			t.Errorf("OC-5: %q: %s, want %s", src, got, want)
		}
	}
}

// TestPS1States: a program says which texture stage states it reads.
func TestPS1States(t *testing.T) {
	for src, want := range map[string][2]uint8{ // Bumps, Projects
		"ps_1_1\ntex t0\ntexcoord t1\nmov r0, t0":                  {0, 1},
		"ps_1_1\ntex t0\ntexbem t2, t0\nmov r0, t2":                {4, 5},
		"ps_1_4\ntexld r0, t0\nbem r3.rg, r0, r0":                  {8, 0},
		"ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0": {0, 0},
	} {
		s := build(t, src)
		if got := [2]uint8{s.Bumps, s.Projects}; got != want {
			t.Errorf("%q: %v, want %v", src, got, want)
		}
	}
}
