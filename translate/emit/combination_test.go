package emit_test

import "testing"

// TestCombinations: features that meet each other.
func TestCombinations(t *testing.T) {
	c := map[int]vec{}
	for n := range 256 {
		c[n] = vec{float32(n), 1, 0, 1}
	}
	try := func(name, asm string, want vec, sc scene) {
		t.Run(name, func(t *testing.T) {
			sc.c = c
			expect(t, name, eval(t, asm, sc).outputs[0], want)
		})
	}
	in := scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, builtIns: fragCoord(3.5, 7.5)}
	const ps = "ps_3_0\ndcl_texcoord v0\ndcl_texcoord1 v1\n"
	const vs = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\n"
	try("partial mova", vs+"mova a0, v0\nmova a0.y, v1.w\nadd r0, c[a0.y], c[a0.w]\nmov o1, r0", vec{12, 2, 0, 2}, in)
	try("mova swizzled src", vs+"mova a0.xw, v0.yzyz\nadd r0, c[a0.x], c[a0.w]\nmov o1, r0", vec{5, 2, 0, 2}, in)
	try("predicated mova", vs+"setp_gt p0, v0, c2.x\nmova a0, v1\n(p0) mova a0, v0\nmov r0.x, c[a0.x].x\nmov r0.yzw, c[a0.w].x\nmov o1, r0", vec{5, 4, 4, 4}, in)
	try("partial setp", ps+"setp_gt p0, v0, v1\nsetp_lt p0.y, v0, v1\nmov r0, v1\n(p0) mov r0, v0\nmov oC0, r0", vec{5, 2, 7, 8}, in)
	try("predicated setp", ps+"setp_lt p0, v0, v1\n(!p0) setp_gt p0, v0, v1\nmov r0, v1\n(p0) mov r0, v0\nmov oC0, r0", vec{1, 2, 3, 4}, in)
	try("predicated texld", ps+"dcl_2d s0\nsetp_gt p0, v0, c2.x\nmov r0, v1\n(p0) texld r0, v0, s0\nmov oC0, r0", vec{5, 6, 30, 40}, scene{inputs: in.inputs, texture: func(sampleCall) vec { return vec{10, 20, 30, 40} }})
	try("predicated oC0", ps+"setp_gt p0, v0, c2.x\n(p0) mov oC0, v1", vec{0, 0, 7, 8}, in)
	try("predicated relative output", vs+"setp_gt p0, v0, c2.x\nmova a0, c1.x\nmov o1, v0\n(p0) mov o[a0.x], v1", vec{1, 2, 7, 8}, in)
	try("packed output predicated", "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1.xy\ndcl_texcoord1 o1.zw\nmov o0, v0\nsetp_gt p0, v0, c1.x\n(p0) mov o1, v1", vec{0, 6, 0, 0}, in)
	try("const cache in loop with break", ps+"rep i0\nif_gt v0.x, c3.x\nbreak\nendif\nadd r0, r0, c3\nendrep\nadd r0, r0, c3\nmov oC0, r0", vec{9, 3, 0, 3}, scene{inputs: in.inputs, i: map[int][4]int32{0: {2}}})
	try("const in then and else", ps+"if b0\nmov r0, c3\nelse\nadd r0, c3, c3\nendif\nadd r0, r0, c3\nmov oC0, r0", vec{9, 3, 0, 3}, in)
	try("aL beyond loop restores", vs+"defi i0, 3, 5, 2, 0\nloop aL, i0\nadd r0, r0, c[aL]\nendloop\nmov o1, r0", vec{21, 3, 0, 3}, in)
	try("negative aL", vs+"defi i0, 2, -1, 1, 0\nloop aL, i0\nadd r0, r0, c[aL+1]\nendloop\nmov o1, r0", vec{1, 2, 0, 2}, in)
	try("m4x3 pred", vs+"setp_gt p0, v0, c1.x\n(p0) m4x3 r0.xyz, v1, c4\nmov o1, r0", vec{0, 39, 44, 0}, in)
	try("m3x2 mask order", vs+"m3x2 r0.xy, v1, c4\nmov o1, r0", vec{26, 31, 0, 0}, in)
	try("m3x4", vs+"m3x4 r0, v1, c4\nmov o1, r0", vec{26, 31, 36, 41}, in)
	try("sub negated", ps+"sub r0, v0, -v1\nmov oC0, r0", vec{6, 8, 10, 12}, in)
	try("sub abs", ps+"sub r0, v0, -v1_abs\nmov oC0, r0", vec{6, 8, 10, 12}, in)
	try("nested ifs", ps+"if b0\nif b1\nmov r0, v0\nelse\nmov r0, v1\nendif\nadd r0, r0, v0\nelse\nmov r0.x, v0.x\nendif\nmov oC0, r0", vec{6, 8, 10, 12}, scene{inputs: in.inputs, b: 1})
	try("if in rep carries", ps+"rep i0\nif_lt r1.x, v0.y\nadd r0, r0, v0\nelse\nadd r0, r0, v1\nendif\nadd r1.x, r1.x, v0.x\nendrep\nmov oC0, r0", vec{7, 10, 13, 16}, scene{inputs: in.inputs, i: map[int][4]int32{0: {3}}})
	try("crs alias", ps+"mov r0, v0\ncrs r0.xyz, r0, v1\nmov oC0, r0", vec{-4, 8, -4, 4}, in)
	try("dp2add sat neg", ps+"dp2add_sat r0, -v0, v1, v1.w\nmov oC0, r0", vec{0, 0, 0, 0}, in)
	try("if pred swz", ps+"setp_gt p0, v0, c2.x\nif p0.z\nmov r0, v1\nendif\nmov oC0, r0", vec{5, 6, 7, 8}, in)
	try("vface cmp", "ps_3_0\ndcl vFace\ncmp r0, vFace, c1, c2\nmov oC0, r0", vec{1, 1, 0, 1}, in)
	try("write oC0 in loop twice", ps+"rep i0\nmov oC0.x, v0\nmov oC0.y, v1\nendrep", vec{1, 6, 0, 1}, scene{inputs: in.inputs, i: map[int][4]int32{0: {3}}})
	try("many imm", ps+"def c0, 1, 2, 3, 4\ndef c0, 5, 6, 7, 8\nmov oC0, c0", vec{5, 6, 7, 8}, in)
	try("relative with def in sw", "vs_3_sw\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\ndef c5000, 1, 2, 3, 4\nmova a0, v0\nmov o1, c[a0.x+4999]", vec{1, 2, 3, 4}, in)
	try("read oC", ps+"mov oC0, v0\nmov r0, oC0\nmov oC0, r0", vec{0, 0, 0, 1}, in)
	try("abs of c rel", vs+"mova a0, v0\nmov o1, -c[a0.x+3]_abs", vec{-4, -1, 0, -1}, in)
}
