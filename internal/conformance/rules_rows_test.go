package conformance

import (
	"fmt"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// fourPixels is what fourColors writes.
var fourPixels = [4][]float64{{1, 0, 0, 0.25}, {0, 1, 0, 0.5}, {0, 0, 1, 0.75}, {1, 1, 0, 1}}

const fourMoves = "mov oC0, c0\nmov oC1, c1\nmov oC2, c2\nmov oC3, c3\n"

var maskStates = [4]d3d9.RENDERSTATETYPE{d3d9.RS_COLORWRITEENABLE, d3d9.RS_COLORWRITEENABLE1, d3d9.RS_COLORWRITEENABLE2, d3d9.RS_COLORWRITEENABLE3}

// everySlot makes four grey targets of the format and binds them.
func (r *rig) everySlot(f d3d9.FORMAT) []surface {
	r.t.Helper()
	return r.targets(grey, f, f, f, f)
}

// TestRulesRows proves, slot by slot, the dynamic cases of several targets that documents leave to the reader and that other layers do
// not test.
func TestRulesRows(t *testing.T) {
	run(t, "MRT-1,OC-5/texkill touches no target and no depth", func(r *rig) { rowsKilled(r, "texkill r0\n", 0.5) })
	run(t, "MRT-1,OC-13/a written depth is tested once for all targets", rowsDepthWritten)
	run(t, "MRT-1/Clear reaches every target, of any size, whatever the masks", rowsClear)
	run(t, "MRT-1/Clear of rectangles reaches every target", func(r *rig) {
		s := r.everySlot(argb)
		r.ok(r.d.Clear([]d3d9.RECT{{Left: 2, Top: 1, Right: 5, Bottom: 7}}, d3d9.CLEAR_TARGET, 0xff00ff00, 1, 0))
		for n, one := range s {
			r.wantCovered(fmt.Sprintf("target %d", n), one, 2, 1, 5, 7)
		}
	})
	run(t, "MRT-1/the same surface in two slots: the lower one writes", func(r *rig) {
		a, b := r.target(argb, 8, 8), r.target(argb, 8, 8)
		r.use(fourColors + fourMoves)
		r.set(a, b, a, b)
		r.cover(0)
		r.want("slots 0 and 2", a, fourPixels[0]...)
		r.want("slots 1 and 3", b, fourPixels[1]...)
	})
	run(t, "OC-2/every set of holes in slots 1 to 3", rowsHoles)
	run(t, "OC-3/one slot alone is written, the others masked", func(r *rig) {
		s := r.everySlot(argb)
		r.use(fourColors + fourMoves)
		for n := range s {
			r.clear(grey)
			for k, state := range maskStates {
				r.rs(state, map[bool]uint32{true: 15}[k == n])
			}
			r.cover(0)
			for k, one := range s {
				want := greyPixel
				if k == n {
					want = fourPixels[k]
				}
				r.want(fmt.Sprintf("%d written, target %d", n, k), one, want...)
			}
		}
	})
	run(t, "MRT-6/blending into each slot alone", rowsBlendOne)
	run(t, "MRT-7/the alpha test of oC0 with targets in every slot", func(r *rig) {
		s := r.everySlot(argb)
		r.rs(d3d9.RS_ALPHATESTENABLE, 1)
		r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATEREQUAL)
		r.rs(d3d9.RS_ALPHAREF, 64) // oC0.a is 64, the others' are more
		for _, alpha := range []float32{63. / 255, 64. / 255} {
			r.use("ps_3_0\ndef c1, 1, 1, 1, 0\nmov oC0, c0\nmov oC1, c1\nmov oC2, c1\nmov oC3, c1")
			r.ok(r.d.SetPixelShaderConstantF(0, []float32{1, 1, 1, alpha}))
			r.clear(grey)
			r.cover(0)
			for n, one := range s[1:] {
				want := greyPixel
				if alpha == 64./255 {
					want = []float64{1, 1, 1, 0}
				}
				r.want(fmt.Sprintf("target %d", n+1), one, want...)
			}
		}
	})
	run(t, "MRT-7/the alpha test where target 0 is masked, FMT_NULL or not written", rowsAlphaWithoutTarget)
	run(t, "MRT-8/fog with targets in every slot and without target 0", rowsFog)
	run(t, "MRT-6/SRGBWRITEENABLE in each slot", rowsSRGB)
	run(t, "MRT-1/feedback in each slot", rowsFeedback)
	run(t, "OC-3/a masked target is sampled as any texture, in each slot", func(r *rig) {
		for n := range 4 {
			tex := r.renderTexture(argb, 8, 1)
			bound := []surface{r.target(argb, 8, 8), r.target(argb, 8, 8), r.target(argb, 8, 8), r.target(argb, 8, 8)}
			bound[n] = r.level(tex, 0)
			r.set(bound...)
			r.clear(grey)
			for k, state := range maskStates {
				r.rs(state, map[bool]uint32{false: 15}[k == n])
			}
			r.ok(r.d.SetTexture(0, tex))
			r.use("ps_3_0\ndef c0, 0.5, 0.5, 0, 0\ndcl_2d s0\ntexldl r0, c0, s0\nadd r0, r0, r0\nmov oC0, r0\nmov oC1, r0\nmov oC2, r0\nmov oC3, r0")
			r.cover(0)
			for k, one := range bound {
				v := 128. / 255
				if k == n {
					v = 64. / 255
				}
				r.want(fmt.Sprintf("%d sampled, target %d", n, k), one, v, v, v, v)
			}
			r.ok(r.d.SetTexture(0, nil))
		}
	})
	run(t, "OC-2/ps_1_x writes target 0 alone", func(r *rig) {
		s := r.everySlot(argb)
		for _, model := range []string{"ps_1_1", "ps_1_3", "ps_1_4"} {
			r.clear(grey)
			r.useBoth("vs_1_1\ndcl_position v0\nmov oPos, v0", model+"\ndef c0, 0, 1, 0, 1\nmov r0, c0")
			r.cover(0)
			r.want(model, s[0], 0, 1, 0, 1)
			for n, one := range s[1:] {
				r.want(fmt.Sprintf("%s, target %d", model, n+1), one, greyPixel...)
			}
		}
	})
	run(t, "OC-4/predicated and dynamic writes in every slot", func(r *rig) {
		s := r.everySlot(argb)
		r.use(`ps_3_0
			def c0, 0.5, 1, 0, 0
			dcl_texcoord v0
			setp_gt p0, v0.x, c0.x
			(p0) mov oC0, c0.yyyy
			(p0) mov oC1.xy, c0.y
			if_gt v0.x, c0.x
			mov oC2, c0.yyzy
			mov oC3.w, c0.z
			endif`)
		r.cover(0)
		for n, right := range [4][4]float64{{1, 1, 1, 1}, {1, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 0, 0}} {
			p := r.read(s[n])
			p.wantRect(r.t, fmt.Sprintf("target %d, left", n), 0, 0, 4, 8, [4]float64{0, 0, 0, 1}, 0.51)
			p.wantRect(r.t, fmt.Sprintf("target %d, right", n), 5, 0, 8, 8, right, 0.51)
		}
	})
}

// rowsKilled draws with a shader that drops the left half of the pixels by the instruction, and looks at targets and depth.
func rowsKilled(r *rig, kill string, z float32) {
	s := r.everySlot(argb)
	r.ok(r.d.SetDepthStencilSurface(r.depth(d3d9.FMT_D24S8, 8, 8)))
	r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 1, 0))
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
	r.use(fourColors + "def c4, 0.5, 0, 0, 0\ndcl_texcoord v0\nadd r0, v0.x, -c4.x\n" + fourMoves + kill)
	r.cover(z)
	for n, one := range s {
		p := r.read(one)
		p.wantRect(r.t, fmt.Sprintf("target %d, dropped", n), 0, 0, 4, 8, [4]float64(greyPixel), 0.51)
		p.wantRect(r.t, fmt.Sprintf("target %d, kept", n), 5, 0, 8, 8, [4]float64(fourPixels[n]), 0.51)
	}
	r.clear(grey)
	r.use(allWhite)
	r.cover(z + 0.25)
	p := r.read(s[3])
	p.wantRect(r.t, "no depth was written", 0, 0, 4, 8, [4]float64{1, 1, 1, 1}, 0.51)
	p.wantRect(r.t, "depth was written", 5, 0, 8, 8, [4]float64(greyPixel), 0.51)
}

// rowsDepthWritten writes oDepth, nearer than what is there at the right and farther at the left.
func rowsDepthWritten(r *rig) {
	s := r.everySlot(argb)
	r.ok(r.d.SetDepthStencilSurface(r.depth(d3d9.FMT_D24S8, 8, 8)))
	r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER, 0, 0.5, 0))
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
	r.use(fourColors + "def c4, 0.5, 0.25, 0.75, 0\ndcl_texcoord v0\nadd r0, v0.x, -c4.x\ncmp r0, r0.x, c4.y, c4.z\n" + fourMoves + "mov oDepth, r0.x")
	r.cover(0.1)
	for n, one := range s {
		p := r.read(one)
		p.wantRect(r.t, fmt.Sprintf("target %d, behind", n), 0, 0, 4, 8, [4]float64(greyPixel), 0.51)
		p.wantRect(r.t, fmt.Sprintf("target %d, before", n), 5, 0, 8, 8, [4]float64(fourPixels[n]), 0.51)
	}
	r.clear(grey)
	r.use(allWhite)
	r.cover(0.3) // behind 0.25, before 0.5
	p := r.read(s[1])
	p.wantRect(r.t, "the old depth", 0, 0, 4, 8, [4]float64{1, 1, 1, 1}, 0.51)
	p.wantRect(r.t, "the written depth", 5, 0, 8, 8, [4]float64(greyPixel), 0.51)
}

func rowsClear(r *rig) {
	s := []surface{r.target(argb, 8, 8), r.target(argb, 4, 16), r.target(d3d9.FMT_A16B16G16R16F, 8, 8), r.target(d3d9.FMT_R5G6B5, 8, 8)}
	for n, state := range maskStates {
		r.rs(state, uint32(n))
	}
	r.set(s...)
	r.clear(0xff00ff00)
	for n, one := range []surface{s[0], s[2], s[3]} {
		r.want(fmt.Sprintf("surface %d", n), one, 0, 1, 0, 1)
	}
	r.read(s[1]).wantRect(r.t, "another size, within the viewport", 0, 0, 4, 8, [4]float64{0, 1, 0, 1}, 0.51)
}

// rowsHoles binds every set of slots 1..3.
func rowsHoles(r *rig) {
	all := r.everySlot(argb)
	r.use(fourColors + fourMoves)
	for set := range 8 {
		r.set(all...)
		r.clear(grey)
		for n := 1; n < 4; n++ {
			if set>>(n-1)&1 == 0 {
				r.ok(r.d.SetRenderTarget(uint32(n), nil))
			}
		}
		r.cover(0)
		for n, one := range all {
			want := fourPixels[n]
			if n > 0 && set>>(n-1)&1 == 0 {
				want = greyPixel
			}
			r.want(fmt.Sprintf("set %b, target %d", set, n), one, want...)
		}
	}
}

// rowsBlendOne adds to one slot at a time: the others are not written.
func rowsBlendOne(r *rig) {
	s := r.everySlot(argb)
	r.additive()
	for n := range s {
		r.clear(grey)
		r.use(fmt.Sprintf("ps_3_0\ndef c0, 0.2, 0.4, 0.6, 0.1\nmov oC%d, c0", n))
		for draws := 1; draws <= 2; draws++ {
			r.cover(0)
			for k, one := range s {
				want := append([]float64(nil), greyPixel...)
				for i, v := range []float64{0.2, 0.4, 0.6, 0.1} {
					if k == n {
						want[i] = min(1, want[i]+float64(draws)*v)
					}
				}
				r.near(fmt.Sprintf("oC%d, target %d", n, k), one, float64(draws)+0.01, want...)
			}
		}
	}
}

// rowsAlphaWithoutTarget: the test goes by oC0 whether or not target 0 holds it.
func rowsAlphaWithoutTarget(r *rig) {
	second := r.target(argb, 8, 8)
	r.rs(d3d9.RS_ALPHATESTENABLE, 1)
	r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATER)
	r.rs(d3d9.RS_ALPHAREF, 127)
	for _, c := range []struct {
		name  string
		first surface
		mask  uint32
	}{{"masked", r.target(argb, 8, 8), 0}, {"FMT_NULL", r.target(d3d9.FMT_NULL, 8, 8), 15}} {
		r.set(c.first, second)
		r.rs(d3d9.RS_COLORWRITEENABLE, c.mask)
		for _, alpha := range []float32{0.25, 0.75} {
			r.clear(grey)
			r.use("ps_3_0\ndef c1, 1, 0, 1, 0\nmov oC0, c0\nmov oC1, c1")
			r.ok(r.d.SetPixelShaderConstantF(0, []float32{0, 0, 0, alpha}))
			r.cover(0)
			want := greyPixel
			if alpha > 0.5 {
				want = []float64{1, 0, 1, 0}
			}
			r.want(c.name, second, want...)
		}
	}
	// oC0 that is not written is 0, 0, 0, 1: the test passes.
	r.rs(d3d9.RS_COLORWRITEENABLE, 15)
	r.clear(grey)
	r.use("ps_3_0\ndef c1, 1, 0, 1, 0\nmov oC1, c1")
	r.cover(0)
	r.want("oC0 not written", second, 1, 0, 1, 0)
}

func rowsFog(r *rig) {
	r.rs(d3d9.RS_FOGENABLE, 1)
	r.rs(d3d9.RS_FOGCOLOR, 0x000000ff)
	draw := func(s []surface) {
		r.set(s...)
		r.clear(grey)
		r.useBoth("vs_2_0\ndcl_position v0\ndef c0, 0.5, 0, 0, 0\nmov oPos, v0\nmov oFog, c0.x",
			"ps_2_0\ndef c0, 1, 1, 0, 1\nmov r0, c0\nmov oC0, r0\nmov oC1, r0\nmov oC2, r0\nmov oC3, r0")
		r.cover(0)
	}
	s := []surface{r.target(argb, 8, 8), r.target(argb, 8, 8), r.target(argb, 8, 8), r.target(argb, 8, 8)}
	draw(s)
	r.near("target 0", s[0], 1.01, 0.5, 0.5, 0.5, 1)
	for n, one := range s[1:] {
		r.want(fmt.Sprintf("target %d", n+1), one, 1, 1, 0, 1)
	}
	draw(append([]surface{r.target(d3d9.FMT_NULL, 8, 8)}, s[1:]...))
	for n, one := range s[1:] {
		r.want(fmt.Sprintf("target %d behind a FMT_NULL one", n+1), one, 1, 1, 0, 1)
	}
}

// rowsSRGB: every target whose format can is written as sRGB, the others as they are.
func rowsSRGB(r *rig) {
	const half = 188. / 255 // of 0.5
	for plain := range 4 {
		formats := [4]d3d9.FORMAT{argb, argb, argb, argb}
		formats[plain] = d3d9.FMT_A16B16G16R16F
		s := r.targets(grey, formats[:]...)
		r.rs(d3d9.RS_SRGBWRITEENABLE, 1)
		r.use("ps_3_0\ndef c0, 0.5, 0.5, 0.5, 0.5\n" + "mov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0")
		r.cover(0)
		r.rs(d3d9.RS_SRGBWRITEENABLE, 0)
		for n, one := range s {
			v, a := half, 128./255
			if n == plain {
				v, a = 0.5, 0.5
			}
			r.near(fmt.Sprintf("%v in slot %d", formats[n], n), one, 1.01, v, v, v, a)
		}
	}
}

// rowsFeedback samples one target at a time while all are written.
func rowsFeedback(r *rig) {
	var tex [4]*device.Texture
	var s []surface
	for n := range tex {
		tex[n] = r.renderTexture(argb, 8, 1)
		s = append(s, r.level(tex[n], 0))
	}
	r.set(s...)
	for n := range tex {
		r.clear(grey)
		r.ok(r.d.SetTexture(uint32(n), tex[n]))
		r.use(fmt.Sprintf("ps_3_0\ndef c0, 0.5, 0.5, 0, 0\ndef c1, 0.2, 0.2, 0.2, 0.2\ndcl_2d s%[1]d\ntexldl r0, c0, s%[1]d\nadd r0, r0, c1\nmov oC0, r0\nmov oC1, r0\nmov oC2, r0\nmov oC3, r0", n))
		for draws := 1; draws <= 2; draws++ {
			r.cover(0)
			v := 64./255 + 0.2*float64(draws)
			for k, one := range s {
				r.want(fmt.Sprintf("%d sampled, target %d", n, k), one, v, v, v, v)
			}
		}
		r.ok(r.d.SetTexture(uint32(n), nil))
	}
}
