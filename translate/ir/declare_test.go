package ir

import (
	"fmt"
	"testing"

	"d3d9vk/translate/sm"
)

// TestEveryUsage: dcl takes every usage with every index, on both ends of a program.
func TestEveryUsage(t *testing.T) {
	for usage := range sm.UsageSample + 1 {
		for index := range uint8(16) {
			want := Semantic{uint8(usage), index}
			s := build(t, fmt.Sprintf("vs_3_0\ndcl_%v%d v3\ndcl_%v%d o5\nmov o5, v3", usage, index, usage, index))
			if s.Inputs[0].Semantic != want || s.Outputs[0].Semantic != want || s.Outputs[0].Kind != outputKind(want) {
				t.Errorf("vs_3_0 %v: %v", want, s)
			}
			s = build(t, fmt.Sprintf("ps_3_0\ndcl_%v%d v3\nmov oC0, v3", usage, index))
			if s.Inputs[0].Semantic != want {
				t.Errorf("ps_3_0 %v: %v", want, s)
			}
		}
	}
}

// TestWithoutDeclarations: registers that nothing declares have Direct3D 8's meaning, that of their names, or none.
func TestWithoutDeclarations(t *testing.T) {
	for n, want := range d3d8Inputs {
		s := build(t, fmt.Sprintf("vs_1_1\nmov oPos, v%d", n))
		if s.Inputs[0].Semantic != want {
			t.Errorf("v%d of vs_1_1 is %v, want %v", n, s.Inputs[0].Semantic, want)
		}
	}
	for src, want := range map[string]Semantic{
		"vs_2_0\nmov oPos, v3": {UsageSample, 3}, "vs_3_0\nmov o1, v3": {UsageSample, 3}, "ps_3_0\nmov oC0, v3": {UsageSample, 3},
		"ps_2_0\nmov oC0, v1": {UsageColor, 1}, "ps_2_0\nmov oC0, t5": {UsageTexCoord, 5},
	} {
		if s := build(t, src); s.Inputs[0].Semantic != want {
			t.Errorf("%s: the input is %v, want %v", src, s.Inputs[0].Semantic, want)
		}
	}
	if s := build(t, "ps_3_0\ntexld r0, c0, s7"); len(s.Samplers) != 1 || s.Samplers[0] != (Sampler{Reg: 7, Dim: Dim2D}) {
		t.Errorf("samplers %v, want a 2D s7", s.Samplers)
	}
}

// TestUnknownComments: comment blocks of any content, anywhere, say nothing.
func TestUnknownComments(t *testing.T) {
	p := assemble(t, "ps_2_x\ncall l0\nmov oC0, c0\nret\nlabel l0\nmov r0, c1\nret")
	want, err := Build(p)
	if err != nil {
		t.Fatal(err)
	}
	with := &sm.Program{Version: p.Version}
	for i, in := range p.Instrs {
		with.Instrs = append(with.Instrs, sm.Instr{Op: sm.OpComment, Comment: []uint32{0x31313131, uint32(i), 0xFFFFFFFF}}, in)
	}
	got, err := Build(with)
	if err != nil || got.String() != want.String() {
		t.Errorf("%v:\n%v\nwant\n%v", err, got, want)
	}
}

// vs_3_sw has more o# than vs_3_0; package validate has the same numbers (REG-2).
func TestSoftwareOutputs(t *testing.T) {
	const src = "_position v0\ndcl_position o0\ndcl_texcoord9 o15\nmov o0, v0\nmov o15, v0"
	if s := build(t, "vs_3_sw\ndcl"+src); len(s.Outputs) != 2 || s.Outputs[1].Reg != 15 {
		t.Errorf("vs_3_sw has the outputs %v", s.Outputs)
	}
	if _, err := Build(assemble(t, "vs_3_0\ndcl"+src)); err == nil {
		t.Error("vs_3_0 has an o15")
	}
}
