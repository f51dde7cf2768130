package emit_test

import (
	"math"
	"testing"

	"d3d9vk/spirv"
	"d3d9vk/translate/emit"
)

// fragCoord is a builtin value; the depth is 0.25 and w is 4.
func fragCoord(x, y float32) map[spirv.BuiltIn][]uint32 {
	return map[spirv.BuiltIn][]uint32{
		spirv.BuiltInFragCoord:   {word(x), word(y), word(0.25), word(0.25)},
		spirv.BuiltInPointCoord:  {word(0.25), word(0.75)},
		spirv.BuiltInFrontFacing: {1},
	}
}

func TestTargets(t *testing.T) {
	const start = "ps_3_0\ndcl_texcoord v0\ndcl_texcoord1 v1\n"
	in := scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, builtIns: fragCoord(3.5, 7.5)}
	r := eval(t, start+"mov oC0.x, v0\nmov oC2, v1\nmov oC2.w, v0.x", in)
	t.Run("OC-4/unwritten components start as 0,0,0,1", func(t *testing.T) { expect(t, "oC0", r.outputs[0], vec{1, 0, 0, 1}) })
	t.Run("OC-13/the last content counts", func(t *testing.T) { expect(t, "oC2", r.outputs[2], vec{5, 6, 7, 1}) })
	t.Run("OC-5/an unwritten target has no output", func(t *testing.T) {
		if _, ok := r.outputs[1]; ok || len(r.outputs) != 2 {
			t.Errorf("outputs %v", r.outputs)
		}
	})
	r = eval(t, start+"mov oC0, v0\nmov oC0.yz, v1", in)
	t.Run("OC-15/any write mask", func(t *testing.T) { expect(t, "oC0", r.outputs[0], vec{1, 6, 7, 4}) })
	r = eval(t, start+"if_gt v0.x, v1.x\nmov oC0, v0\nendif\nmov oC1, v1", in)
	t.Run("OC-12/a path that writes nothing gives OC-4's value", func(t *testing.T) { expect(t, "oC0", r.outputs[0], vec{0, 0, 0, 1}) })
	r = eval(t, start+"mov oC0, v0\nmov oDepth, v0.y", in)
	t.Run("oDepth is within 0..1", func(t *testing.T) {
		if d := r.builtIns[spirv.BuiltInFragDepth][0]; d != 1 {
			t.Errorf("depth %v", d)
		}
	})
	r = eval(t, start+"mov oC0, v0\nmov oDepth.y, v0", in)
	t.Run("OC-4/depth without its component x is the interpolated depth", func(t *testing.T) {
		if d := r.builtIns[spirv.BuiltInFragDepth][0]; d != 0.25 {
			t.Errorf("depth %v", d)
		}
	})
	r = eval(t, start+"mov oC0, v0\nif_gt v0.x, v1.x\nmov oDepth, v0.y\nendif", in)
	t.Run("OC-4/depth starts as the interpolated depth", func(t *testing.T) {
		if d := r.builtIns[spirv.BuiltInFragDepth][0]; d != 0.25 {
			t.Errorf("depth %v", d)
		}
	})
}

func TestPixelInputs(t *testing.T) {
	coord := fragCoord(3.5, 7.5)
	r := eval(t, "ps_3_0\ndcl vPos.xy\nmov oC0, vPos.xyxy", scene{builtIns: coord})
	expect(t, "vPos", r.outputs[0], vec{3, 7, 3, 7})
	r = eval(t, "ps_3_0\ndcl vFace\nmov oC0, vFace", scene{builtIns: coord})
	expect(t, "front vFace", r.outputs[0], vec{1, 1, 1, 1})
	coord[spirv.BuiltInFrontFacing][0] = 0
	r = eval(t, "ps_3_0\ndcl vFace\nmov oC0, vFace", scene{builtIns: coord})
	expect(t, "back vFace", r.outputs[0], vec{-1, -1, -1, -1})

	read := func(asm string, sc scene) vec { return eval(t, asm, sc).outputs[0] }
	unlinked := scene{unlinked: true}
	const two, three = "ps_2_0\ndcl v0\nmov r0, v0\nmov oC0, r0", "ps_3_0\ndcl_color v0\nmov oC0, v0"
	expect(t, "unlinked COLOR0 of ps_2_0", read(two, unlinked), vec{1, 1, 1, 1})
	expect(t, "unlinked COLOR1 of ps_2_0", read("ps_2_0\ndcl v1\nmov r0, v1\nmov oC0, r0", unlinked), vec{0, 0, 0, 1})
	expect(t, "unlinked COLOR0 of ps_3_0", read(three, unlinked), vec{1, 1, 1, 1})
	expect(t, "unlinked t0", read("ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0", unlinked), vec{})
	sprite := scene{inputs: []vec{{1, 2, 3, 4}}, builtIns: coord, pixel: emit.PixelVariant{PointSprite: true}}
	expect(t, "t0 of a point sprite", read("ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0", sprite), vec{0.25, 0.75, 0, 1})
	expect(t, "color of a point sprite", read(two, sprite), vec{1, 2, 3, 4})
	expect(t, "a register of two semantics", read("ps_3_0\ndcl_texcoord v0.xy\ndcl_texcoord1 v0.zw\nmov oC0, v0",
		scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}}), vec{1, 2, 7, 8})
}

func TestTextures(t *testing.T) {
	const start = "ps_3_0\ndcl_texcoord v0\ndcl_texcoord1 v1\ndcl_2d s3\ndcl_volume s4\n"
	same := func(a []float32, b ...float32) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	for _, c := range []struct {
		name, code string
		check      func(s sampleCall) bool
		want       vec
	}{
		{"texld", "texld r0, v0, s3", func(s sampleCall) bool {
			return s.op == spirv.OpImageSampleImplicitLod && s.sampler == 3 && same(s.coordinate, 1, 2)
		}, vec{10, 20, 30, 40}},
		{"OT-5/coordinates of a volume", "texld r0, v0, s4", func(s sampleCall) bool { return s.sampler == 4 && same(s.coordinate, 1, 2, 3) }, vec{10, 20, 30, 40}},
		{"texldp", "texldp r0, v0, s3", func(s sampleCall) bool { return same(s.coordinate, 0.25, 0.5) }, vec{10, 20, 30, 40}},
		{"texldb", "texldb r0, v0, s3", func(s sampleCall) bool { return same(s.bias, 4) && same(s.coordinate, 1, 2) }, vec{10, 20, 30, 40}},
		{"texldl", "texldl r0, v0, s3", func(s sampleCall) bool { return same(s.lod, 4) && s.op == spirv.OpImageSampleExplicitLod }, vec{10, 20, 30, 40}},
		{"texldd", "texldd r0, v0, s3, v1, v1.wzyx", func(s sampleCall) bool { return same(s.dx, 5, 6) && same(s.dy, 8, 7) }, vec{10, 20, 30, 40}},
		{"swizzled coordinate", "texld r0, v0.wz, s3", func(s sampleCall) bool { return same(s.coordinate, 4, 3) }, vec{10, 20, 30, 40}},
		{"sampler swizzle", "texld r0, v0, s3.wzyx", func(s sampleCall) bool { return true }, vec{40, 30, 20, 10}},
		{"masked", "mov r0, v0\ntexld r0.yw, v0, s3", func(s sampleCall) bool { return true }, vec{1, 20, 3, 40}},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls := 0
			r := eval(t, start+c.code+"\nmov oC0, r0", scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, texture: func(s sampleCall) vec {
				calls++
				if !c.check(s) {
					t.Errorf("sampled with %+v", s)
				}
				return vec{10, 20, 30, 40}
			}})
			expect(t, c.code, r.outputs[0], c.want)
			if calls != len(layouts) {
				t.Errorf("%d samples", calls)
			}
		})
	}
	eval(t, "vs_3_0\ndcl_texcoord v0\ndcl_cube s1\ndcl_position o0\ntexldl o0, v0, s1", scene{inputs: []vec{{1, 2, 3, 4}},
		texture: func(s sampleCall) vec {
			if s.sampler != 1 || !same(s.coordinate, 1, 2, 3) || !same(s.lod, 4) {
				t.Errorf("vertex texture sampled with %+v", s)
			}
			return vec{}
		}})
}

func TestTexKill(t *testing.T) {
	for _, c := range []struct {
		name, asm string
		v         vec
		want      bool
	}{
		{"all four components", "ps_2_0\ndcl t0\ntexkill t0\nmov oC0, c0", vec{1, 1, 1, -1}, true},
		{"zero stays", "ps_2_0\ndcl t0\ntexkill t0\nmov oC0, c0", vec{0, 0, 0, 0}, false},
		{"NaN stays", "ps_2_0\ndcl t0\ntexkill t0\nmov oC0, c0", vec{nan, 0, 0, 0}, false},
		{"masked", "ps_3_0\ndcl_texcoord v0\nmov r0, v0\ntexkill r0.xy\nmov oC0, c0", vec{1, 1, -1, -1}, false},
		{"masked and negative", "ps_3_0\ndcl_texcoord v0\nmov r0, v0\ntexkill r0.xy\nmov oC0, c0", vec{1, -1, 1, 1}, true},
		{"predicated", "ps_3_0\ndcl_texcoord v0\nmov r0, v0\nsetp_gt p0, r0, r0\n(p0) texkill r0\nmov oC0, c0", vec{-1, -1, -1, -1}, false},
		{"predicated by not", "ps_3_0\ndcl_texcoord v0\nmov r0, v0\nsetp_gt p0, r0, r0\n(!p0) texkill r0\nmov oC0, c0", vec{-1, -1, -1, -1}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := eval(t, c.asm, scene{inputs: []vec{c.v}}).demoted; got != c.want {
				t.Errorf("dropped: %v", got)
			}
		})
	}
}

func TestAlphaTest(t *testing.T) {
	const asm = "ps_2_0\ndcl v0\nmov r0, v0\nmov oC0, r0"
	pass := func(alpha, ref, scale float32, cmp uint32) bool {
		sc := scene{inputs: []vec{{0, 0, 0, alpha}}, pixel: emit.PixelVariant{AlphaTest: true},
			state: []vec{{ref, f32(cmp), scale}, {}, {}}}
		return !eval(t, asm, sc).demoted
	}
	// Functions 1..8: NEVER, LESS, EQUAL, LESSEQUAL, GREATER, NOTEQUAL, GREATEREQUAL, ALWAYS, for alpha less, equal, greater.
	want := [9][3]bool{2: {true, false, false}, 3: {false, true, false}, 4: {true, true, false}, 5: {false, false, true},
		6: {true, false, true}, 7: {false, true, true}, 8: {true, true, true}}
	for cmp := uint32(1); cmp <= 8; cmp++ {
		for i, alpha := range []float32{99.0 / 255, 100.0 / 255, 101.0 / 255} {
			if got := pass(alpha, 100, 255, cmp); got != want[cmp][i] {
				t.Errorf("MRT-7: function %d, alpha %d of 3: %v", cmp, i, got)
			}
		}
	}
	if !pass(100.4/255, 100, 255, 3) || pass(100.4, 100, 0, 3) || !pass(100.4, 100.4, 0, 3) {
		t.Error("alpha is rounded to the reference's precision, and not at all for float targets")
	}
	t.Run("MRT-7/the test uses oC0 for all targets", func(t *testing.T) {
		sc := scene{inputs: []vec{{0, 0, 0, 0.5}}, pixel: emit.PixelVariant{AlphaTest: true}, state: []vec{{128, f32(5), 255}, {}, {}}}
		if eval(t, "ps_2_0\ndcl v0\nmov r0, v0\nmov oC0, r0\nmov r1, v0.x\nmov oC1, r1", sc).demoted == false {
			t.Error("passed")
		}
		if eval(t, "ps_3_0\nmov oC1, c0", sc).demoted {
			t.Error("an oC0 that is never written has alpha 1")
		}
	})
}

func TestFog(t *testing.T) {
	const asm = "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0\nmov r1, t0\nmov oC1, r1"
	fog := func(mode uint32, link uint8, factor vec) result {
		return eval(t, asm, scene{
			inputs: []vec{{1, 1, 1, 0.5}, factor}, builtIns: fragCoord(0, 0), pixel: emit.PixelVariant{Fog: true, Link: emit.Link{Fog: link}},
			state: []vec{{}, {0, 0.5, 0, f32(mode)}, {0, 2, 0.5, 0.5}},
		})
	}
	for _, c := range []struct {
		name   string
		mode   uint32
		link   uint8
		vertex vec
		factor float64
	}{
		{"vertex", emit.FogVertex, 2, vec{0.25}, 0.25},
		{"vertex, above 1", emit.FogVertex, 2, vec{7}, 1},
		{"vertex, NaN", emit.FogVertex, 2, vec{nan}, 0},
		{"vertex without FOG", emit.FogVertex, 0, vec{0.25}, 1},
		{"vertex from COLOR1", emit.FogVertex, 2 | emit.FogFromColor1, vec{0, 0, 0, 0.75}, 0.75},
		{"linear by depth", emit.FogLinearZ, 0, vec{}, (2 - 0.25) * 0.5},
		{"exp by depth", emit.FogExpZ, 0, vec{}, math.Exp(-0.25 * 0.5)},
		{"exp2 by depth", emit.FogExp2Z, 0, vec{}, math.Exp(-0.25 * 0.5 * 0.25 * 0.5)},
		{"linear by w", emit.FogLinearW, 0, vec{}, 0},
		{"exp by w", emit.FogExpW, 0, vec{}, math.Exp(-4 * 0.5)},
		{"exp2 by w", emit.FogExp2W, 0, vec{}, math.Exp(-4)},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := fog(c.mode, c.link, c.vertex)
			f := float32(c.factor)
			expect(t, "oC0", r.outputs[0], vec{f, f + 0.5*(1-f), f, 0.5})
			expect(t, "MRT-8: oC1", r.outputs[1], vec{1, 1, 1, 0.5})
		})
	}
}

func TestVertexOutputs(t *testing.T) {
	const start = "vs_2_0\ndcl_position v0\ndcl_texcoord v7\nmov oPos, v0\n"
	in := []vec{{1, 2, 3, 4}, {5, 6, 7, -8}}
	r := eval(t, start+"mov oT0, v7\nmov oT3.xy, v7\nmov oD0.xy, v7\nmov oD1.x, v0\nmov oFog, v7.x", scene{inputs: in})
	t.Run("OT-8/dcl_texcoord v7 feeds oT0", func(t *testing.T) { expect(t, "oT0", r.outputs[0], vec{5, 6, 7, -8}) })
	t.Run("OT-3/unwritten components are 0", func(t *testing.T) { expect(t, "oT3", r.outputs[1], vec{5, 6, 0, 0}) })
	expect(t, "oD0: within 0..1, unwritten 1", r.outputs[2], vec{1, 1, 1, 1})
	expect(t, "oD1: unwritten 0, 0, 1", r.outputs[3], vec{1, 0, 0, 1})
	expect(t, "oFog", r.outputs[4], vec{5, 1, 1, 1})
	if p := r.builtIns[spirv.BuiltInPosition]; !close4(vec(p), in[0]) {
		t.Errorf("position %v", p)
	}
	if _, ok := r.builtIns[spirv.BuiltInPointSize]; ok {
		t.Error("a point size without points")
	}

	planes := []vec{{8, 1, 16}, {1, 0, 0, 0}, {0, 1, 0, 1}}
	r = eval(t, start, scene{inputs: in, state: planes, vertex: emit.VertexVariant{ClipPlanes: 2, Points: true}})
	if d := r.builtIns[spirv.BuiltInClipDistance]; len(d) != 2 || d[0] != 1 || d[1] != 6 {
		t.Errorf("clip distances %v", d)
	}
	if s := r.builtIns[spirv.BuiltInPointSize]; s[0] != 8 {
		t.Errorf("point size of the state: %v", s)
	}
	r = eval(t, start+"mov oPts, v7.x", scene{inputs: []vec{in[0], {100}}, state: planes, vertex: emit.VertexVariant{Points: true}})
	if s := r.builtIns[spirv.BuiltInPointSize]; s[0] != 16 {
		t.Errorf("point size above the greatest: %v", s)
	}

	offset := append(make([]vec, emit.VertexOffset), vec{0.5, -0.25})
	offset[emit.VertexClipPlane] = vec{1, 0, 0, 0}
	r = eval(t, start, scene{inputs: []vec{{1, 2, 3, 4}}, state: offset, vertex: emit.VertexVariant{ClipPlanes: 1, Offset: true}})
	if p := r.builtIns[spirv.BuiltInPosition]; !close4(vec(p), vec{3, 1, 3, 4}) {
		t.Errorf("position with an offset: %v", p)
	}
	if d := r.builtIns[spirv.BuiltInClipDistance]; d[0] != 1 {
		t.Errorf("clip distance of a position before its offset: %v", d)
	}

	const packed = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1.xyz\ndcl_psize o1.w\nmov o0, v0\nmov o1, v1\n"
	for name, code := range map[string]string{"": packed, ", by a relative write": packed + "mova a0, v0\nmov o[a0.x], v0"} {
		r = eval(t, code, scene{inputs: []vec{{0, 2, 3, 4}, {5, 6, 7, 9}}, state: planes, vertex: emit.VertexVariant{Points: true}})
		expect(t, "texture coordinates beside a point size"+name, r.outputs[0], vec{5, 6, 7, 0})
		if s := r.builtIns[spirv.BuiltInPointSize]; s[0] != 9 {
			t.Errorf("point size beside texture coordinates%s: %v", name, s)
		}
	}

	r = eval(t, "vs_3_0\ndcl_position v0\ndcl_position o3\ndcl_texcoord2 o1.xy\ndcl_texcoord5 o1.zw\ndcl_color o2\nmov o3, v0\nmov o1, v0\nmov o2, v0", scene{inputs: in})
	expect(t, "two semantics in o1, the first", r.outputs[0], vec{1, 2, 0, 0})
	expect(t, "two semantics in o1, the second", r.outputs[1], vec{0, 0, 3, 4})
	expect(t, "colors of vs_3_0 are not limited", r.outputs[2], vec{1, 2, 3, 4})
}

func TestLink(t *testing.T) {
	vs := build(t, "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord3 o1\ndcl_color1 o2\nmov o0, v0\nmov o1, v0\nmov o2, v0")
	ps := build(t, "ps_3_0\ndcl_color1 v0\ndcl_normal v1\ndcl_texcoord3 v2\nadd r0, v0, v1\nadd oC0, r0, v2")
	t.Run("OT-2/outputs reach inputs by semantic", func(t *testing.T) {
		want := emit.Link{Loc: [emit.MaxLinks]uint8{2, 0, 1}, Fog: 2 | emit.FogFromColor1}
		if got := emit.MakeLink(vs, ps); got != want {
			t.Errorf("link %v, want %v", got, want)
		}
	})
	t.Run("OT-8/oT0 reaches t0", func(t *testing.T) {
		vs := build(t, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oFog, v0.x\nmov oT0, v0")
		ps := build(t, "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0")
		if got, want := emit.MakeLink(vs, ps), (emit.Link{Loc: [emit.MaxLinks]uint8{2}, Fog: 1}); got != want {
			t.Errorf("link %v, want %v", got, want)
		}
	})
}
