package emit_test

import (
	"strings"
	"testing"

	"d3d9vk/spirv"
	"d3d9vk/translate/emit"
)

func TestLayoutCheck(t *testing.T) {
	for _, l := range layouts {
		if err := l.Check(); err != nil {
			t.Errorf("%+v: %v", l, err)
		}
	}
	for _, c := range []struct {
		want   string
		change func(arena, uniform *emit.Layout)
	}{
		{"Const block overlap at 3", func(a, u *emit.Layout) { u.Vertex.Const, u.Pixel.Const = 3, 3; *a = *u }},
		{"State block overlap at 1", func(a, u *emit.Layout) { u.Vertex.Const = 1; *a = *u }},
		{"samplers overlap at 4", func(a, u *emit.Layout) { a.Vertex.SamplerSet, a.Vertex.FirstSampler = 1, 4 }},
		{"push constants overlap at 8", func(a, u *emit.Layout) { a.Vertex.Push = 4 }},
		{"push constants at byte 2", func(a, u *emit.Layout) { a.Vertex.Push = 2 }},
		{"window of 24 bytes", func(a, u *emit.Layout) { a.Pixel.Window = 24 }},
		{"Source is 7", func(a, u *emit.Layout) { a.Source = 7 }},
		{"samplers and the pixel shader's Const block overlap at 4294967295", func(a, u *emit.Layout) {
			a.Pixel.FirstSampler, a.Pixel.SamplerSet, a.Pixel.Const = 0xFFFFFFF0, 0, 0xFFFFFFFF
		}},
	} {
		a, u := emit.ArenaIndex, emit.DynamicUniform
		c.change(&a, &u)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// TestSwitches: a part of a variant that a specialization constant switches off is as if it had not been asked for.
func TestSwitches(t *testing.T) {
	const shader = "ps_2_0\ndcl v0\ndcl t0\nmov r0, v0\nmov r0.xy, t0\nmov oC0, r0"
	alpha := vec{0.75, 0, 0, 0} // reference 0.75, in units of the target
	alpha[1] = f32(5)           // CMP_GREATER
	sc := scene{
		inputs:   []vec{{0.5, 0.5, 0.25, 0.5}, {7, 8, 9, 1}},
		state:    []vec{alpha, {1, 1, 1, f32(emit.FogVertex)}, {0, 1, 1, 1}},
		builtIns: map[spirv.BuiltIn][]uint32{spirv.BuiltInPointCoord: {word(0.5), word(0.125)}, spirv.BuiltInFragCoord: {0, 0, 0, word(1)}},
		pixel:    emit.PixelVariant{AlphaTest: true, Fog: true, PointSprite: true, Link: emit.Link{Fog: 3}},
	}
	sc.inputs = append(sc.inputs, vec{0, 0, 0, 0}) // all fog
	for _, c := range []struct {
		off     uint32
		demoted bool
		want    vec
	}{
		{emit.NumSwitches, true, vec{1, 1, 1, 0.5}},
		{emit.SwitchAlphaTest, false, vec{1, 1, 1, 0.5}},
		{emit.SwitchFog, true, vec{0.5, 0.125, 0.25, 0.5}},
	} {
		sc.switches = map[uint32]uint32{c.off: 0}
		r := eval(t, shader, sc)
		if r.demoted != c.demoted {
			t.Errorf("switch %d off: demoted %v", c.off, r.demoted)
		}
		expect(t, "color", r.outputs[0], c.want)
	}
	sc.switches = map[uint32]uint32{emit.SwitchFog: 0, emit.SwitchPointSprite: 0}
	expect(t, "no sprites", eval(t, shader, sc).outputs[0], vec{7, 8, 0.25, 0.5})

	planes := scene{
		inputs: []vec{{1, 2, 3, 1}}, state: []vec{{}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
		vertex: emit.VertexVariant{ClipPlanes: 3}, switches: map[uint32]uint32{emit.SwitchClipPlanes: 0b101},
	}
	distances := eval(t, "vs_2_0\ndcl_position v0\nmov oPos, v0", planes).builtIns[spirv.BuiltInClipDistance]
	if len(distances) != 3 || distances[0] != 1 || distances[1] != 0 || distances[2] != 3 {
		t.Errorf("clip distances %v", distances)
	}
}
