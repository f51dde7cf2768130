package conformance

import (
	"strings"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// under runs the rules on a device of its own with the profile.
func under(t *testing.T, p caps.Profile, rules func(t *testing.T)) {
	t.Helper()
	t.Run(p.Name, func(t *testing.T) {
		onDevice(t, device.Options{Profile: &p})
		rules(t)
	})
}

func profile(t *testing.T, name string) caps.Profile {
	t.Helper()
	p, err := caps.ProfileNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// halfAlpha writes (1, 0.5, 0, 0.25) to oC0 and oC1.
const halfAlpha = "ps_2_0\ndef c0, 1, 0.5, 0, 0.25\nmov r0, c0\nmov oC0, r0\nmov oC1, r0\n"

// operations switches on everything that comes after the pixel shader: masks, additive blending and an alpha test that drops 0.25.
func (r *rig) operations() {
	r.t.Helper()
	r.rs(d3d9.RS_COLORWRITEENABLE, d3d9.COLORWRITEENABLE_RED)
	r.rs(d3d9.RS_COLORWRITEENABLE1, d3d9.COLORWRITEENABLE_GREEN)
	r.additive()
}

func (r *rig) dropQuarter() {
	r.t.Helper()
	r.rs(d3d9.RS_ALPHATESTENABLE, 1)
	r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATER)
	r.rs(d3d9.RS_ALPHAREF, 128)
}

// fogged switches on fog that covers everything in blue.
func (r *rig) fogged() {
	r.t.Helper()
	r.rs(d3d9.RS_FOGENABLE, 1)
	r.rs(d3d9.RS_FOGCOLOR, 0xff0000ff)
	r.rs(d3d9.RS_FOGTABLEMODE, d3d9.FOG_LINEAR)
	r.rs(d3d9.RS_FOGSTART, 0)
	r.rs(d3d9.RS_FOGEND, 0)
}

// refusesDraw fails unless a draw is refused by the rule.
func (r *rig) refusesDraw(rule string) {
	r.t.Helper()
	err := r.tryCover()
	r.fails(err, d3d9.ERR_INVALIDCALL)
	if !strings.Contains(err.Error(), rule) {
		r.t.Errorf("%v, want %s", err, rule)
	}
}

// TestRulesProfile proves what several targets do under period profiles.
func TestRulesProfile(t *testing.T) {
	source := []float64{1, 0.5, 0, 0.25}
	g := 64. / 255
	under(t, profile(t, "radeon-9700"), func(t *testing.T) {
		run(t, "MRT-4/nothing happens after the pixel shader with two targets, all of it with one", func(r *rig) {
			r.use(halfAlpha)
			s := r.targets(grey, argb, argb)
			r.operations()
			r.dropQuarter()
			r.fogged()
			r.cover(0.5)
			r.near("target 0", s[0], 1.01, source...)
			r.near("target 1", s[1], 1.01, source...)

			r.set(s[0], nil)
			r.clear(grey)
			r.rs(d3d9.RS_FOGENABLE, 0)
			r.cover(0.5)
			r.want("alpha test", s[0], greyPixel...)
			r.rs(d3d9.RS_ALPHATESTENABLE, 0)
			r.cover(0.5)
			r.near("mask and blending", s[0], 1.01, 1, g, g, g)
			r.rs(d3d9.RS_FOGENABLE, 1)
			r.rs(d3d9.RS_COLORWRITEENABLE, 15)
			r.clear(0)
			r.cover(0.5)
			r.near("fog", s[0], 1.01, 0, 0, 1, 0.25)
			r.rs(d3d9.RS_COLORWRITEENABLE, d3d9.COLORWRITEENABLE_RED)

			r.set(s...)
			r.clear(grey)
			r.rs(d3d9.RS_ALPHATESTENABLE, 1)
			r.cover(0.5)
			r.near("target 0 with two again", s[0], 1.01, source...)
		})
		run(t, "MRT-4/the depth and stencil tests stay", func(r *rig) {
			r.use(halfAlpha)
			s := r.targets(grey, argb, argb)
			r.ok(r.d.SetDepthStencilSurface(r.depth(d3d9.FMT_D24S8, 8, 8)))
			r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 0.5, 0))
			r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
			r.cover(0.75)
			r.want("behind", s[1], greyPixel...)
			r.cover(0.25)
			r.near("before", s[1], 1.01, source...)
		})
		run(t, "MRT-2/targets of two bit depths are set, and the draw is refused", func(r *rig) {
			r.use(halfAlpha)
			s := r.targets(grey, argb, d3d9.FMT_A16B16G16R16F)
			r.refusesDraw("MRT-2")
			r.want("untouched", s[0], greyPixel...)
			r.set(s[0], nil)
			r.cover(0.5)
			r.near("one target", s[0], 1.01, source...)
			r.targets(grey, argb, d3d9.FMT_R32F)
			r.cover(0.5)
		})
		run(t, "MRT-10/several multisampled targets are set, and the draw is refused", func(r *rig) {
			r.use(halfAlpha)
			s := r.fourTargets(0, argb, argb)
			r.refusesDraw("MRT-10")
			r.set(s[0], nil)
			r.cover(0.5)
		})
		run(t, "MRT-12/SetRenderTarget takes as many as the caps say", func(r *rig) {
			r.set(r.target(argb, 8, 8), r.target(argb, 8, 8), r.target(argb, 8, 8), r.target(argb, 8, 8))
			r.fails(r.d.SetRenderTarget(4, nil), d3d9.ERR_INVALIDCALL)
		})
	})
	under(t, profile(t, "geforce-6"), func(t *testing.T) {
		run(t, "MRT-4/with the caps bit everything happens on each target", func(r *rig) {
			r.use(halfAlpha)
			s := r.targets(grey, argb, argb)
			r.operations()
			r.cover(0.5)
			r.near("target 0", s[0], 1.01, 1, g, g, g)
			r.near("target 1", s[1], 1.01, g, 0.5+g, g, g)
		})
		run(t, "MRT-5/a target that cannot be blended has neither blending nor a mask", func(r *rig) {
			r.use(halfAlpha)
			s := r.targets(grey, argb, d3d9.FMT_R32F)
			r.operations()
			r.cover(0.5)
			r.near("A8R8G8B8", s[0], 1.01, 1, g, g, g)
			r.want("R32F", s[1], 1, 0, 0, 1)
		})
		run(t, "MRT-5/as target 0 it takes alpha test and fog from the draw", func(r *rig) {
			r.use(halfAlpha)
			s := r.targets(0, d3d9.FMT_R32F, argb)
			r.dropQuarter()
			r.fogged()
			r.cover(0.5)
			r.want("R32F", s[0], 1, 0, 0, 1)
			r.near("A8R8G8B8", s[1], 1.01, source...)
			r.set(s[1], s[0])
			r.clear(0)
			r.cover(0.5)
			r.want("A8R8G8B8 first: dropped", s[1], 0, 0, 0, 0)
			r.rs(d3d9.RS_ALPHATESTENABLE, 0)
			r.cover(0.5)
			r.near("A8R8G8B8 first: fogged", s[1], 1.01, 0, 0, 1, 0.25)
		})
	})
	p := caps.Full()
	p.Name, p.Period = "no-independent-masks", true
	p.Hardware = &caps.Hardware{Caps: []caps.Value{{Field: "PrimitiveMiscCaps", Number: float64(^uint32(d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS))}}}
	under(t, p, func(t *testing.T) {
		run(t, "MRT-11/without independent masks there are none with several targets", func(r *rig) {
			r.use(halfAlpha)
			s := r.targets(0, argb, argb)
			r.operations()
			r.cover(0.5)
			r.near("target 0", s[0], 1.01, source...)
			r.near("target 1", s[1], 1.01, source...)
			r.set(s[0], nil)
			r.clear(0)
			r.cover(0.5)
			r.near("one target", s[0], 1.01, 1, 0, 0, 0)
			r.set(s[0], r.target(d3d9.FMT_NULL, 8, 8))
			r.clear(0)
			r.cover(0.5)
			r.near("with one of FMT_NULL, which counts", s[0], 1.01, source...)
		})
	})
}

// TestProfileTextures: what textures do under profiles.
func TestProfileTextures(t *testing.T) {
	under(t, profile(t, "radeon-9700"), func(t *testing.T) {
		run(t, "OT-5/a size that is no power of two is clamped whatever the sampler says", func(r *rig) {
			tex, err := r.d.CreateTexture(3, 1, 1, 0, argb, d3d9.POOL_MANAGED, 0)
			r.ok(err)
			r.keep(tex.Release)
			lock, err := tex.LockRect(0, nil, 0)
			r.ok(err)
			copy(memory(lock.PBits, 12), []byte{0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255})
			r.ok(tex.UnlockRect(0))
			s := r.targets(0, argb)
			r.use("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n")
			r.ok(r.d.SetTexture(0, tex))
			r.coverRange(0, 2, 3)
			r.want("beyond the right edge", s[0], 0, 0, 1, 1)
		})
	})
}

// TestProfileVertexTextures: a format that vertex shaders of the profile cannot sample refuses the draw.
func TestProfileVertexTextures(t *testing.T) {
	under(t, profile(t, "geforce-6"), func(t *testing.T) {
		run(t, "USAGE_QUERY_VERTEXTEXTURE", func(r *rig) {
			r.targets(0, argb)
			r.useBoth("vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_2d s0\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\ntexldl r0, v1, s0\nmov o1, r0\n", allWhite)
			for format, refused := range map[d3d9.FORMAT]bool{argb: true, d3d9.FMT_R32F: false} {
				r.ok(r.d.SetTexture(d3d9.VERTEXTEXTURESAMPLER0, r.renderTexture(format, 8, 1)))
				if err := r.tryCover(); (err != nil) != refused {
					r.t.Errorf("%v: %v", format, err)
				}
			}
		})
	})
}
