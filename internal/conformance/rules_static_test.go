package conformance

import (
	"fmt"
	"testing"

	"d3d9vk/d3d9"
)

// staticCase is a pixel shader whose written set depends on b# and i#: written says which targets each setting writes.
type staticCase struct {
	name, body string
	written    func(b uint32, i [4]int32) uint32 // bit n = oCn
}

var white = "def c0, 1, 1, 1, 1\n"

var staticCases = []staticCase{
	{"if b0", "mov oC0, c0\nif b0\nmov oC1, c0\nendif",
		func(b uint32, _ [4]int32) uint32 { return 1 | b&1<<1 }},
	{"if !b0", "mov oC0, c0\nif !b0\nmov oC1, c0\nendif",
		func(b uint32, _ [4]int32) uint32 { return 1 | (b&1^1)<<1 }},
	{"else", "if b1\nmov oC0, c0\nelse\nmov oC1, c0\nmov oC2, c0\nendif",
		func(b uint32, _ [4]int32) uint32 {
			if b&2 != 0 {
				return 1
			}
			return 6
		}},
	{"nested", "if b0\nmov oC0, c0\nif b1\nmov oC1, c0\nelse\nmov oC2, c0\nendif\nendif\nmov oC3, c0",
		func(b uint32, _ [4]int32) uint32 {
			switch b & 3 {
			case 1:
				return 8 | 1 | 4
			case 3:
				return 8 | 1 | 2
			}
			return 8
		}},
	{"rep", "mov oC0, c0\nrep i0\nmov oC1, c0\nendrep",
		func(_ uint32, i [4]int32) uint32 {
			if i[0] > 0 {
				return 3
			}
			return 1
		}},
	{"loop in if", "mov oC0, c0\nif b2\nloop aL, i1\nmov oC2, c0\nendloop\nendif",
		func(b uint32, i [4]int32) uint32 {
			if b&4 != 0 && i[1] > 0 {
				return 5
			}
			return 1
		}},
	{"if in rep", "rep i2\nif b3\nmov oC0, c0\nelse\nmov oC3, c0\nendif\nendrep",
		func(b uint32, i [4]int32) uint32 {
			switch {
			case i[2] <= 0:
				return 0
			case b&8 != 0:
				return 1
			}
			return 8
		}},
	{"defb and defi are static too", "defb b0, false\ndefi i0, 0, 0, 0, 0\nmov oC0, c0\nif b0\nmov oC1, c0\nelse\nmov oC2, c0\nendif\nrep i0\nmov oC3, c0\nendrep",
		func(uint32, [4]int32) uint32 { return 5 }},
	{"static if in dynamic if", "dcl_texcoord v0\nmov oC0, c0\nif_ge v0.w, c0.x\nif b0\nmov oC1, c0\nendif\nendif",
		func(b uint32, _ [4]int32) uint32 { return 1 | b&1<<1 }},
	{"call graph", "call l0\ncallnz l1, b0\nret\nlabel l0\nmov oC0, c0\ncallnz l1, !b1\nret\nlabel l1\nmov oC1, c0\nif b2\ncall l2\nendif\nret\nlabel l2\nmov oC2, c0\nret\nlabel l3\nmov oC3, c0\nret",
		func(b uint32, _ [4]int32) uint32 {
			switch {
			case b&1 == 0 && b&2 != 0:
				return 1
			case b&4 != 0:
				return 7
			}
			return 3
		}},
	{"ret", "mov oC0, c0\ncall l0\nif b1\nret\nendif\nmov oC2, c0\nret\nlabel l0\nif b0\nret\nendif\nmov oC1, c0\nret",
		func(b uint32, _ [4]int32) uint32 { return 1 | (b&1^1)<<1 | (b>>1&1^1)<<2 }},
	{"ret out of a loop", "rep i0\nif b0\nif b1\nbreak\nendif\nmov oC0, c0\nret\nendif\nmov oC2, c0\nendrep\nmov oC1, c0",
		func(b uint32, i [4]int32) uint32 {
			switch {
			case i[0] <= 0 || b&3 == 3:
				return 2
			case b&1 != 0:
				return 1
			}
			return 6
		}},
}

// TestRulesStaticFlow proves OC-14: a target whose color is not written on the path that the b# and i# of the draw choose
// keeps its pixels, whatever its mask, its blending and its format are.
func TestRulesStaticFlow(t *testing.T) {
	formats := []d3d9.FORMAT{argb, d3d9.FMT_A16B16G16R16F, d3d9.FMT_R32F, argb}
	for _, c := range staticCases {
		run(t, "OC-14/"+c.name, func(r *rig) {
			s := r.targets(grey, formats...)
			r.use("ps_3_0\n" + white + c.body)
			for b := range uint32(16) {
				for _, i := range [][4]int32{{}, {1, 2, 3, 0}, {0, 1, 1, 0}} {
					r.staticDraw(s, b, i, c.written(b, i), 15)
				}
			}
		})
	}
	run(t, "OC-14/with write masks and blending", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.rs(d3d9.RS_ALPHABLENDENABLE, 1)
		r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_ONE)
		r.rs(d3d9.RS_DESTBLEND, d3d9.BLEND_ZERO)
		r.use("ps_3_0\n" + white + "mov oC0, c0\nif b0\nmov oC1, c0\nendif")
		for m := range uint32(16) {
			r.rs(d3d9.RS_COLORWRITEENABLE1, m)
			for b := range uint32(2) {
				r.staticDraw(s, b, [4]int32{}, 1|b<<1, m)
			}
		}
	})
	run(t, "OC-14/with a hole", func(r *rig) {
		a, b := r.target(argb, 8, 8), r.target(argb, 8, 8)
		r.set(a, nil, b)
		r.use("ps_3_0\n" + white + "mov oC0, c0\nif b0\nmov oC1, c0\nelse\nmov oC2, c0\nendif")
		for v := range uint32(2) {
			r.staticDraw([]surface{a, nil, b}, v, [4]int32{}, 1|(v^1)<<2, 15)
		}
	})
	run(t, "OC-14/constants changed between draws of one scene", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.use("ps_3_0\n" + white + "mov oC0, c0\nif b0\nmov oC1, c0\nendif")
		r.ok(r.d.SetPixelShaderConstantB(0, []int32{1}))
		r.ok(r.d.SetViewport(d3d9.VIEWPORT{Width: 4, Height: 8, MaxZ: 1}))
		r.cover(0)
		r.ok(r.d.SetPixelShaderConstantB(0, []int32{0}))
		r.ok(r.d.SetViewport(d3d9.VIEWPORT{X: 4, Width: 4, Height: 8, MaxZ: 1}))
		r.cover(0)
		p := r.read(s[1])
		p.wantRect(r.t, "b0 true", 0, 0, 4, 8, [4]float64{1, 1, 1, 1}, 0.51)
		p.wantRect(r.t, "b0 false", 4, 0, 8, 8, [4]float64(greyPixel), 0.51)
	})
	run(t, "OC-14/constants of the vertex shader do not count", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.use("ps_3_0\n" + white + "mov oC0, c0\nif b0\nmov oC1, c0\nendif")
		r.ok(r.d.SetVertexShaderConstantB(0, []int32{1}))
		r.staticDraw(s, 0, [4]int32{}, 1, 15)
	})
}

// staticDraw draws white with the constants and checks which targets of it changed, with mask on target 1.
func (r *rig) staticDraw(s []surface, b uint32, i [4]int32, written, mask1 uint32) {
	r.t.Helper()
	var bs []int32
	for n := range 4 {
		bs = append(bs, int32(b>>n&1))
	}
	r.ok(r.d.SetPixelShaderConstantB(0, bs))
	var is []int32
	for _, count := range i {
		is = append(is, count, 0, 1, 0)
	}
	r.ok(r.d.SetPixelShaderConstantI(0, is))
	r.clear(grey)
	r.cover(0)
	for n, target := range s {
		if target == nil {
			continue
		}
		want := append([]float64(nil), greyPixel...)
		for c := range want {
			if written>>n&1 != 0 && (n != 1 || mask1>>c&1 != 0) {
				want[c] = 1
			}
		}
		r.want(fmt.Sprintf("target %d with b# = %04b and i# = %v", n, b, i), target, want...)
	}
}
