package conformance

import (
	"testing"
)

// TestRulesSemantics proves the rows of the semantics page that need a device.
func TestRulesSemantics(t *testing.T) {
	run(t, "unbound sampler/2D, cube and volume read 0, 0, 0, 1", func(r *rig) {
		s := r.targets(grey, argb)
		for _, dcl := range []string{"dcl_2d", "dcl_cube", "dcl_volume"} {
			r.clear(grey)
			r.use("ps_3_0\ndcl_texcoord v0\n" + dcl + " s2\ntexld r0, v0, s2\nmov oC0, r0")
			r.cover(0)
			r.want(dcl, s[0], 0, 0, 0, 1)
		}
	})
	run(t, "vs texture/an unbound sampler reads 0, 0, 0, 1", func(r *rig) {
		s := r.targets(grey, argb)
		r.useBoth("vs_3_0\ndcl_position v0\ndcl_2d s1\ndcl_position o0\ndcl_texcoord o1\ntexldl r0, v0, s1\nmov o0, v0\nmov o1, r0", "ps_3_0\ndcl_texcoord v0\nmov oC0, v0")
		r.cover(0)
		r.want("vertex texture", s[0], 0, 0, 0, 1)
	})
	run(t, "call - callnz - ret/in both stages, with aL", func(r *rig) {
		s := r.targets(grey, argb)
		r.useBoth("vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\ndefi i0, 2, 4, 1, 0\ndef c4, 0.25, 0, 0, 0\ndef c5, 0, 0.5, 0, 0\nmov o0, v0\nmov r0, c6\nloop aL, i0\ncall l0\nendloop\nmov o1, r0\nret\nlabel l0\nadd r0, r0, c[aL]\nret\n",
			"ps_3_0\ndcl_texcoord v0\ndef c0, 1, 1, 1, 1\nmov oC0, v0\nrep i0\ncallnz l1, b0\nendrep\nret\nlabel l1\nif_gt v0.x, c0.x\nmov oC0, c0\nret\nendif\nmov oC0.zw, c0\nret\n")
		r.ok(r.d.SetVertexShaderConstantF(6, []float32{0, 0, 0, 0}))
		r.ok(r.d.SetPixelShaderConstantB(0, []int32{1}))
		r.ok(r.d.SetPixelShaderConstantI(0, []int32{2, 0, 0, 0}))
		r.cover(0)
		r.want("oC0", s[0], 0.25, 0.5, 1, 1)
	})
}
