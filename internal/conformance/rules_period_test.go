package conformance

import (
	"strings"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// period is a profile of old hardware that lacks some of D3DPMISCCAPS.
func period(lacks uint32) *caps.Profile {
	p := caps.Full()
	p.Name, p.Period = "period", true
	misc := ^uint32(0) &^ lacks
	p.Hardware = &caps.Hardware{Caps: []caps.Value{{Field: "PrimitiveMiscCaps", Number: float64(misc)}}}
	return &p
}

// twoColors is a shader of model 2 that writes yellow with little alpha to two colors, so that it can be fogged.
const twoColors = "ps_2_0\ndef c0, 1, 1, 0, 0.25\nmov r0, c0\nmov oC0, r0\nmov oC1, r0"

// postOperations sets an alpha test that fails, blending that keeps the target, half fog and a mask.
func (r *rig) postOperations(alphaTest bool) {
	r.t.Helper()
	r.rs(d3d9.RS_ALPHATESTENABLE, map[bool]uint32{true: 1}[alphaTest])
	r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATER)
	r.rs(d3d9.RS_ALPHAREF, 128)
	r.rs(d3d9.RS_FOGENABLE, 1)
	r.rs(d3d9.RS_FOGCOLOR, 0x000000ff)
	r.rs(d3d9.RS_ALPHABLENDENABLE, 1)
	r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_ONE)
	r.rs(d3d9.RS_DESTBLEND, d3d9.BLEND_ONE)
	r.rs(d3d9.RS_COLORWRITEENABLE, d3d9.COLORWRITEENABLE_RED|d3d9.COLORWRITEENABLE_BLUE)
	r.useBoth("vs_2_0\ndcl_position v0\ndef c0, 0.5, 0, 0, 0\nmov oPos, v0\nmov oFog, c0.x", twoColors)
}

// TestRulesPeriod proves what profiles of old hardware do with several targets, beside what they do with one.
func TestRulesPeriod(t *testing.T) {
	on := func(name string, p *caps.Profile, f func(r *rig)) {
		t.Run(name, func(t *testing.T) { f(rigOf(t, device.Options{Profile: p})) })
	}
	refused := func(r *rig, rule string) {
		r.t.Helper()
		err := r.tryDraw(d3d9.PT_TRIANGLELIST, 1, triangle(8, left|right, 0, false, 0)...)
		if err == nil || err.Code() != d3d9.ERR_INVALIDCALL || !strings.Contains(err.Error(), rule) {
			r.t.Errorf("the draw returns %v, want INVALIDCALL by %s", err, rule)
		}
	}
	on("MRT-4/no alpha test, fog, blending and masks with several targets", period(d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING), func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.postOperations(true)
		r.cover(0)
		r.want("target 0", s[0], 1, 1, 0, 0.25)
		r.want("target 1", s[1], 1, 1, 0, 0.25)
		r.ok(r.d.SetRenderTarget(1, nil))
		r.clear(grey)
		r.cover(0)
		r.want("one target, alpha test", s[0], greyPixel...)
		r.postOperations(false)
		r.cover(0)
		g := 64. / 255
		r.near("one target, fog, blending and mask", s[0], 1.01, g+0.5, g, g+0.5, g)
		r.set(s[0], r.target(d3d9.FMT_NULL, 8, 8)) // counts as a target
		r.postOperations(true)
		r.cover(0)
		r.want("with FMT_NULL", s[0], 1, 1, 0, 0.25)
	})
	on("MRT-11/masks are 0xF with several targets", period(d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS), func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.rs(d3d9.RS_COLORWRITEENABLE, 1)
		r.rs(d3d9.RS_COLORWRITEENABLE1, 0)
		r.use(allWhite)
		r.cover(0)
		r.want("target 0", s[0], 1, 1, 1, 1)
		r.want("target 1", s[1], 1, 1, 1, 1)
		r.ok(r.d.SetRenderTarget(1, nil))
		r.clear(grey)
		r.cover(0)
		r.want("one target", s[0], 1, greyPixel[1], greyPixel[2], greyPixel[3])
	})
	on("MRT-2/different bit depths are refused at the draw", period(d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS), func(r *rig) {
		s := r.targets(grey, argb, d3d9.FMT_R5G6B5)
		r.use(allWhite)
		refused(r, "MRT-2")
		r.want("target 0", s[0], greyPixel...)
		r.set(s[0], r.target(d3d9.FMT_A2B10G10R10, 8, 8))
		r.cover(0)
		r.want("equal bit depths", s[0], 1, 1, 1, 1)
	})
	on("MRT-10/several multisampled targets are refused at the draw", period(0), func(r *rig) {
		r.fourTargets(grey, argb, argb)
		r.use(allWhite)
		refused(r, "MRT-10")
		r.ok(r.d.SetRenderTarget(1, nil))
		r.cover(0)
	})
	p := period(0)
	p.Hardware.Formats = []caps.FormatAbility{{Format: argb, Can: caps.CanTexture | caps.CanTarget | caps.CanBlend}, {Format: d3d9.FMT_X8R8G8B8, Can: caps.CanTexture | caps.CanTarget | caps.CanBlend},
		{Format: d3d9.FMT_A16B16G16R16F, Can: caps.CanTexture | caps.CanTarget}}
	on("MRT-5/a format without the query has no blending and mask; target 0's decides alpha test and fog", p, func(r *rig) {
		const half = d3d9.FMT_A16B16G16R16F
		g := 64. / 255
		s := r.targets(grey, argb, half)
		r.rs(d3d9.RS_COLORWRITEENABLE1, 1)
		r.postOperations(true)
		r.cover(0)
		r.want("alpha test by target 0", s[0], greyPixel...)
		r.postOperations(false)
		r.cover(0)
		r.near("with the query", s[0], 1.01, g+0.5, g, g+0.5, g)
		r.want("without", s[1], 1, 1, 0, 0.25)
		s = r.targets(grey, half, argb)
		r.rs(d3d9.RS_COLORWRITEENABLE1, 15)
		r.postOperations(true)
		r.cover(0)
		r.want("no alpha test and fog by target 0", s[0], 1, 1, 0, 0.25)
		r.near("blended beside it", s[1], 1.01, 1, 1, g, g+0.25)
	})
}
