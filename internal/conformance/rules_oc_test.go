package conformance

import (
	"fmt"
	"testing"

	"d3d9vk/d3d9"
)

// fourColors writes a different constant to each of oC0..oC3.
const fourColors = `ps_3_0
def c0, 1, 0, 0, 0.25
def c1, 0, 1, 0, 0.5
def c2, 0, 0, 1, 0.75
def c3, 1, 1, 0, 1
`

const argb = d3d9.FMT_A8R8G8B8

// grey is what targets are cleared to: nothing that a test draws.
const grey = 0x40404040

var greyPixel = []float64{64. / 255, 64. / 255, 64. / 255, 64. / 255}

// TestRulesOC proves the rules of the output color registers by pixels.
func TestRulesOC(t *testing.T) {
	run(t, "OC-1/oCn is the result for target n", func(r *rig) {
		s := r.targets(grey, argb, argb, argb, argb)
		r.use(fourColors + "mov oC3, c3\nmov oC0, c0\nmov oC2, c2\nmov oC1, c1")
		r.cover(0)
		r.want("target 0", s[0], 1, 0, 0, 0.25)
		r.want("target 1", s[1], 0, 1, 0, 0.5)
		r.want("target 2", s[2], 0, 0, 1, 0.75)
		r.want("target 3", s[3], 1, 1, 0, 1)
	})
	run(t, "OC-2/a color without a target is dropped and slots do not shift", func(r *rig) {
		s := []surface{r.target(argb, 8, 8), nil, r.target(argb, 8, 8), nil}
		r.set(s...)
		r.clear(grey)
		r.use(fourColors + "mov oC0, c0\nmov oC1, c1\nmov oC2, c2\nmov oC3, c3")
		r.cover(0)
		r.want("target 0", s[0], 1, 0, 0, 0.25)
		r.want("target 2", s[2], 0, 0, 1, 0.75)
	})
	run(t, "OC-2/target 0 masked and target 1 written", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.rs(d3d9.RS_COLORWRITEENABLE, 0)
		r.use(fourColors + "mov oC0, c0\nmov oC1, c1")
		r.cover(0)
		r.want("target 0", s[0], greyPixel...)
		r.want("target 1", s[1], 0, 1, 0, 0.5)
	})
	run(t, "OC-3/each target has its mask", rulesMasks)
	run(t, "OC-3/the mask applies after blending", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.additive()
		r.rs(d3d9.RS_COLORWRITEENABLE1, d3d9.COLORWRITEENABLE_GREEN)
		r.use("ps_3_0\ndef c0, 0.4, 0.2, 0, 0\nmov oC0, c0\nmov oC1, c0")
		r.cover(0)
		r.want("target 0", s[0], 166./255, 115./255, 64./255, 64./255)
		r.want("target 1", s[1], 64./255, 115./255, 64./255, 64./255)
	})
	run(t, "OC-4/components that are not written are 0, 0, 0, 1", func(r *rig) {
		for _, tt := range []struct {
			mask string
			want []float64
		}{
			{".x", []float64{0.5, 0, 0, 1}}, {".yz", []float64{0, 0.5, 0.5, 1}}, {".w", []float64{0, 0, 0, 0.5}}, {".xyz", []float64{0.5, 0.5, 0.5, 1}},
		} {
			s := r.targets(grey, d3d9.FMT_A16B16G16R16F, d3d9.FMT_A16B16G16R16F)
			r.use("ps_3_0\ndef c0, 0.5, 0.5, 0.5, 0.5\nmov oC0, c0\nmov oC1" + tt.mask + ", c0")
			r.cover(0)
			r.want("oC1"+tt.mask, s[1], tt.want...)
		}
	})
	run(t, "OC-4/depth that is not written is the interpolated depth", func(r *rig) {
		s := r.targets(grey, argb)
		r.ok(r.d.SetDepthStencilSurface(r.depth(d3d9.FMT_D24S8, 8, 8)))
		r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER, 0, 1, 0))
		r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
		r.use("ps_3_0\ndef c0, 0.5, 1, 0.75, 0\ndcl_texcoord v0\nmov oC0, c0.yyyy\nif_ge v0.x, c0.x\nmov oDepth, c0.z\nendif")
		r.cover(0.25)
		r.rs(d3d9.RS_ZWRITEENABLE, 0)
		r.use(allWhite)
		for _, tt := range []struct {
			z           float32
			left, right bool
		}{{0.2, true, true}, {0.3, false, true}, {0.7, false, true}, {0.8, false, false}} {
			r.clear(grey)
			r.cover(tt.z)
			set := r.covered(s[0])
			if set[[2]int{1, 1}] != tt.left || set[[2]int{6, 1}] != tt.right {
				r.t.Errorf("at %v the left is drawn: %v, the right: %v", tt.z, set[[2]int{1, 1}], set[[2]int{6, 1}])
			}
		}
	})
	run(t, "OC-5/a target without its color keeps its pixels", func(r *rig) {
		s := r.targets(grey, argb, argb, argb)
		r.rs(d3d9.RS_ALPHABLENDENABLE, 1)
		r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_ONE)
		r.rs(d3d9.RS_DESTBLEND, d3d9.BLEND_ZERO)
		r.use(fourColors + "mov oC0, c0\nmov oC2, c2")
		r.cover(0)
		r.want("target 0", s[0], 1, 0, 0, 0.25)
		r.want("target 1", s[1], greyPixel...)
		r.want("target 2", s[2], 0, 0, 1, 0.75)
	})
	run(t, "OC-5/ps_2_0 that writes oC0 only", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.use("ps_2_0\ndef c0, 1, 0, 0, 1\nmov r0, c0\nmov oC0, r0")
		r.cover(0)
		r.want("target 0", s[0], 1, 0, 0, 1)
		r.want("target 1", s[1], greyPixel...)
	})
	run(t, "OC-5/no color at all", func(r *rig) {
		for _, src := range []string{
			"ps_3_0\ndcl_texcoord v0\ntexkill v0", "ps_3_0\ndef c0, 0.5, 0.5, 0.5, 0.5\nmov oDepth, c0.x",
			"ps_3_0\ndef c0, 0.5, 0.5, 0.5, 0.5\nmov oC1, c0",
		} {
			s := r.targets(grey, argb)
			r.use(src)
			r.cover(0.25)
			r.want(src, s[0], greyPixel...)
		}
	})
	run(t, "OC-12/a color written under dynamic flow control counts as written", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.use(`ps_3_0
			def c0, 0.5, 1, 0, 0
			dcl_texcoord v0
			mov oC0, c0.yyyy
			if_gt v0.x, c0.x
			mov oC1, c0.zyzy
			endif`)
		r.cover(0)
		p := r.read(s[1])
		p.wantRect(r.t, "left", 0, 0, 4, 8, [4]float64{0, 0, 0, 1}, 0.51)
		p.wantRect(r.t, "right", 5, 0, 8, 8, [4]float64{0, 1, 0, 1}, 0.51)
	})
	run(t, "OC-12/a color written under a predicate counts as written", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.use(`ps_3_0
			def c0, 0.5, 1, 0, 0
			dcl_texcoord v0
			mov oC0, c0.yyyy
			setp_gt p0, v0.x, c0.x
			(p0) mov oC1, c0.zyzy`)
		r.cover(0)
		p := r.read(s[1])
		p.wantRect(r.t, "left", 0, 0, 4, 8, [4]float64{0, 0, 0, 1}, 0.51)
		p.wantRect(r.t, "right", 5, 0, 8, 8, [4]float64{0, 1, 0, 1}, 0.51)
	})
	run(t, "OC-13/the last of many writes counts", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.use(fourColors + "mov oC1, c0\nmov oC0, c1\nmov oC0.xy, c0\nadd oC1, c0, c2\nmul oC0.w, c3, c3\nmov oC1.w, c3")
		r.cover(0)
		r.want("target 0", s[0], 1, 0, 0, 1)
		r.want("target 1", s[1], 1, 0, 1, 1)
	})
	run(t, "OC-13/the last depth counts", func(r *rig) {
		s := r.targets(grey, argb)
		z := r.depth(d3d9.FMT_D24S8, 8, 8)
		r.ok(r.d.SetDepthStencilSurface(z))
		r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER, 0, 1, 0))
		r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
		r.use("ps_3_0\ndef c0, 0.75, 0.25, 1, 1\nmov oDepth, c0.x\nmov oDepth, c0.y\nmov oC0, c0.zzzz")
		r.cover(0.9)
		r.use("ps_3_0\ndef c0, 0, 1, 0, 1\nmov oC0, c0")
		r.cover(0.3) // behind 0.25, before 0.75 and 0.9
		r.want("behind", s[0], 1, 1, 1, 1)
		r.cover(0.2)
		r.want("before", s[0], 0, 1, 0, 1)
	})
	run(t, "OC-15/any mask on a color", func(r *rig) {
		s := r.targets(grey, argb)
		r.use("ps_3_0\ndef c0, 1, 0.2, 0.4, 0.6\nmov oC0.xz, c0\nmov oC0.y, c0.x\nmov oC0.w, c0.z")
		r.cover(0)
		r.want("target 0", s[0], 1, 1, 0.4, 0.4)
	})
	run(t, "OC-16/a gradient in dynamic flow control still draws", func(r *rig) {
		s := r.targets(grey, argb)
		tex := r.texture(4, 4, argb, func(x, y int) uint32 { return 0xff00ff00 })
		r.ok(r.d.SetTexture(0, tex))
		r.use(`ps_3_0
			def c0, 0.5, 1, 0, 1
			dcl_texcoord v0
			dcl_2d s0
			mov r0, c0.yzzy
			if_gt v0.x, c0.x
			texld r0, v0, s0
			endif
			mov oC0, r0`)
		r.cover(0)
		p := r.read(s[0])
		p.wantRect(r.t, "left", 0, 0, 4, 8, [4]float64{1, 0, 0, 1}, 0.51)
		p.wantRect(r.t, "right", 5, 0, 8, 8, [4]float64{0, 1, 0, 1}, 0.51)
	})
}

// rulesMasks draws with every mask on every target.
func rulesMasks(r *rig) {
	s := r.targets(grey, argb, argb, argb, argb)
	r.use("ps_3_0\ndef c0, 1, 0, 1, 0\nmov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0")
	states := []d3d9.RENDERSTATETYPE{d3d9.RS_COLORWRITEENABLE, d3d9.RS_COLORWRITEENABLE1, d3d9.RS_COLORWRITEENABLE2, d3d9.RS_COLORWRITEENABLE3}
	for m := range uint32(16) {
		r.clear(grey)
		for n, state := range states {
			r.rs(state, (m+5*uint32(n))&15)
		}
		r.cover(0)
		for n := range s {
			want := append([]float64(nil), greyPixel...)
			for c, v := range []float64{1, 0, 1, 0} {
				if (m+5*uint32(n))&15>>c&1 != 0 {
					want[c] = v
				}
			}
			r.want(fmt.Sprintf("mask %x, target %d", (m+5*uint32(n))&15, n), s[n], want...)
		}
	}
}
