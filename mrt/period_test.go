package mrt_test

import (
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

// limited is four targets of the formats under limits, with masks, blending and fog.
func limited(t *testing.T, l mrt.Limits, formats ...d3d9.FORMAT) *mrt.Input {
	in := targets(t, formats...)
	in.Limits = l
	in.Masks = [4]uint8{1, 2, 4, 8}
	in.Blend = mrt.Blend{Enable: true, Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: d3d9.BLENDOP_ADD}
	in.Fog = true
	return in
}

// unblended is a copy of the row of a format that a profile does not blend.
func unblended(t *testing.T, f d3d9.FORMAT) *caps.FormatRow {
	r := *row(t, f)
	r.Blend = false
	return &r
}

func TestPeriod(t *testing.T) {
	const a8, none = d3d9.FMT_A8R8G8B8, d3d9.FMT_UNKNOWN
	period := mrt.Full()
	period.Period = true
	noPost, noMasks, sameDepths := period, period, period
	noPost.PostPixelShaderBlending, noMasks.IndependentWriteMasks, sameDepths.IndependentBitDepths = false, false, false

	t.Run("MRT-4/without post-pixel-shader blending several targets have nothing after the shader", func(t *testing.T) {
		for _, second := range []d3d9.FORMAT{a8, d3d9.FMT_NULL} {
			in := limited(t, noPost, a8, none, second)
			p := plan(in)
			if !p.NoAlphaTest || !p.NoFog || p.Blend[0] != (gpu.BlendState{Mask: 15}) || p.Refused != 0 {
				t.Errorf("%v: %+v", second, p)
			}
			if second == a8 && p.Blend[2] != (gpu.BlendState{Mask: 15}) {
				t.Errorf("target 2: %+v", p.Blend[2])
			}
			explained(t, in, p, "MRT-4", "MRTPOSTPIXELSHADERBLENDING")
		}
		in := limited(t, noPost, a8)
		if p := plan(in); p.NoAlphaTest || p.NoFog || p.Blend[0].Mask != 1 || !p.Blend[0].Enable || p.Diagnostics&mrt.PostOperationsOff != 0 {
			t.Errorf("one target: %+v", p)
		}
	})
	t.Run("MRT-4/a mask of nothing is no mask either, and depth stays", func(t *testing.T) {
		in := limited(t, noPost, a8, a8)
		in.Masks = [4]uint8{}
		in.DepthStencil = surface(t, d3d9.FMT_D24S8, 9)
		in.Blend.Enable, in.Fog = false, false
		p := plan(in)
		if p.Written != 3 || !p.Pass.Depth || p.Diagnostics.Has(mrt.Masked, 0) {
			t.Errorf("%+v", p)
		}
		explained(t, in, p, "MRT-4")
	})
	t.Run("MRT-11/without independent masks several targets have none", func(t *testing.T) {
		in := limited(t, noMasks, a8, d3d9.FMT_X8R8G8B8)
		p := plan(in)
		if masks(p) != [4]uint8{15, 7, 0, 0} || !p.Blend[0].Enable || !p.Blend[1].Enable || p.NoAlphaTest || p.NoFog {
			t.Errorf("%+v", p)
		}
		explained(t, in, p, "MRT-11", "INDEPENDENTWRITEMASKS")
		if p := plan(limited(t, noMasks, a8)); masks(p) != [4]uint8{1} || p.Diagnostics&mrt.MasksOff != 0 {
			t.Errorf("one target: %v", masks(p))
		}
	})
	t.Run("MRT-5/a format without blending has no mask, as target 0 no alpha test and fog", func(t *testing.T) {
		in := limited(t, period, a8, a8, a8)
		in.Targets[1].Format = unblended(t, a8)
		p := plan(in)
		if p.Blend[1] != (gpu.BlendState{Mask: 15}) || p.Blend[0].Mask != 1 || !p.Blend[2].Enable || p.NoAlphaTest || p.NoFog {
			t.Errorf("target 1: %+v", p)
		}
		explained(t, in, p, "MRT-5", "COLORWRITEENABLE1 is ignored")
		explained(t, in, p, "MRT-5", "target 1", "without blending")
		in = limited(t, period, a8, a8)
		in.Targets[0].Format = unblended(t, a8)
		p = plan(in)
		if p.Blend[0] != (gpu.BlendState{Mask: 15}) || p.Blend[1].Mask != 2 || !p.Blend[1].Enable || !p.NoAlphaTest || !p.NoFog {
			t.Errorf("target 0: %+v", p)
		}
		explained(t, in, p, "MRT-5", "alpha test and fog are off")
		in.Limits = mrt.Full()
		if p := plan(in); p.Blend[0] != (gpu.BlendState{Mask: 1}) || p.NoAlphaTest || p.NoFog {
			t.Errorf("full: %+v", p)
		}
		in.Limits = noMasks
		if p := plan(in); masks(p) != [4]uint8{15, 15} || p.Blend[0].Enable || !p.Blend[1].Enable || !p.NoAlphaTest {
			t.Errorf("with MRT-11: %+v", p)
		}
	})
	t.Run("MRT-2/different bit depths are refused by a period profile without the caps bit", func(t *testing.T) {
		for _, c := range []struct {
			limits  mrt.Limits
			second  d3d9.FORMAT
			refused mrt.Diagnostics
		}{
			{sameDepths, d3d9.FMT_A16B16G16R16F, mrt.BitDepthsDiffer},
			{sameDepths, d3d9.FMT_R32F, 0},
			{sameDepths, d3d9.FMT_NULL, 0},
			{period, d3d9.FMT_A16B16G16R16F, 0},
			{mrt.Full(), d3d9.FMT_A16B16G16R16F, 0},
		} {
			p := plan(limited(t, c.limits, a8, none, none, c.second))
			if p.Refused != c.refused || (p.Reason().ID != "") != (c.refused != 0) {
				t.Errorf("%v: refused %x, %q", c.second, p.Refused, p.Reason())
			}
		}
	})
	t.Run("MRT-10/several targets with samples are refused by a period profile", func(t *testing.T) {
		in := limited(t, period, a8, a8)
		in.Targets[0].Samples, in.Targets[1].Samples = 4, 4
		if p := plan(in); p.Refused != mrt.MultisampledTargets {
			t.Errorf("refused %x", p.Refused)
		}
		in.Targets[0].Samples = 1
		if p := plan(in); p.Refused != mrt.MultisampledTargets {
			t.Errorf("target 1 alone: refused %x", p.Refused)
		}
		in.Targets[0].Samples, in.Targets[1] = 4, mrt.Surface{}
		if p := plan(in); p.Refused != 0 {
			t.Errorf("one target: refused %x", p.Refused)
		}
		in = limited(t, mrt.Full(), a8, a8)
		in.Targets[0].Samples, in.Targets[1].Samples = 4, 4
		if p := plan(in); p.Refused != 0 || p.Written != 3 || p.Diagnostics&mrt.MultisampledTargets == 0 {
			t.Errorf("full: %+v", p)
		}
	})
	t.Run("MRT-8/fog that is off is not told to fog target 0", func(t *testing.T) {
		if p := plan(limited(t, noPost, a8, a8)); p.Diagnostics&mrt.FogOnFirstTarget != 0 {
			t.Errorf("%+v", p)
		}
	})
}
