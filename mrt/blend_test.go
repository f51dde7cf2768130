package mrt_test

import (
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

func blending(t *testing.T, b mrt.Blend, formats ...d3d9.FORMAT) (mrt.Plan, *mrt.Input) {
	in := targets(t, formats...)
	b.Enable = true
	in.Blend = b
	return plan(in), in
}

func TestBlend(t *testing.T) {
	const a8, x8 = d3d9.FMT_A8R8G8B8, d3d9.FMT_X8R8G8B8
	const add = d3d9.BLENDOP_ADD
	t.Run("MRT-6/one equation for all targets", func(t *testing.T) {
		p, _ := blending(t, mrt.Blend{Src: d3d9.BLEND_SRCALPHA, Dest: d3d9.BLEND_INVSRCALPHA, Op: d3d9.BLENDOP_REVSUBTRACT}, a8, d3d9.FMT_A16B16G16R16F, a8, a8)
		want := gpu.BlendState{Enable: true, Mask: 15, SrcColor: gpu.BlendSrcAlpha, DstColor: gpu.BlendOneMinusSrcAlpha, ColorOp: gpu.OpReverseSubtract,
			SrcAlpha: gpu.BlendSrcAlpha, DstAlpha: gpu.BlendOneMinusSrcAlpha, AlphaOp: gpu.OpReverseSubtract}
		for n, b := range p.Blend {
			if b != want {
				t.Errorf("target %d: %+v", n, b)
			}
		}
	})
	t.Run("MRT-6/separate alpha", func(t *testing.T) {
		b := mrt.Blend{Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: add, SrcAlpha: d3d9.BLEND_ZERO, DestAlpha: d3d9.BLEND_BLENDFACTOR, OpAlpha: d3d9.BLENDOP_MAX}
		p, _ := blending(t, b, a8)
		if got := p.Blend[0]; got.SrcAlpha != gpu.BlendOne || got.AlphaOp != gpu.OpAdd {
			t.Errorf("off: %+v", got)
		}
		b.Separate = true
		p, _ = blending(t, b, a8)
		if got := p.Blend[0]; got.SrcColor != gpu.BlendOne || got.SrcAlpha != gpu.BlendZero || got.DstAlpha != gpu.BlendConstantColor || got.AlphaOp != gpu.OpMax {
			t.Errorf("on: %+v", got)
		}
	})
	t.Run("MRT-6/BOTHSRCALPHA and BOTHINVSRCALPHA set the destination too", func(t *testing.T) {
		p, _ := blending(t, mrt.Blend{Src: d3d9.BLEND_BOTHSRCALPHA, Dest: d3d9.BLEND_ONE, Op: add}, a8)
		if got := p.Blend[0]; got.SrcColor != gpu.BlendSrcAlpha || got.DstColor != gpu.BlendOneMinusSrcAlpha {
			t.Errorf("BOTHSRCALPHA: %+v", got)
		}
		p, _ = blending(t, mrt.Blend{Src: d3d9.BLEND_BOTHINVSRCALPHA, Dest: d3d9.BLEND_ONE, Op: add}, a8)
		if got := p.Blend[0]; got.SrcColor != gpu.BlendOneMinusSrcAlpha || got.DstColor != gpu.BlendSrcAlpha {
			t.Errorf("BOTHINVSRCALPHA: %+v", got)
		}
		p, in := blending(t, mrt.Blend{Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_BOTHSRCALPHA, Op: add}, a8)
		explained(t, in, p, "MRT-6", "blend factor")
	})
	t.Run("MRT-6/the alpha of a target without alpha is 1, target by target", func(t *testing.T) {
		for _, c := range []struct {
			factor      d3d9.BLEND
			alpha, none gpu.BlendFactor
		}{
			{d3d9.BLEND_DESTALPHA, gpu.BlendDstAlpha, gpu.BlendOne},
			{d3d9.BLEND_INVDESTALPHA, gpu.BlendOneMinusDstAlpha, gpu.BlendZero},
			{d3d9.BLEND_SRCALPHASAT, gpu.BlendSrcAlphaSaturate, gpu.BlendZero},
			{d3d9.BLEND_INVDESTCOLOR, gpu.BlendOneMinusDstColor, gpu.BlendOneMinusDstColor},
		} {
			p, _ := blending(t, mrt.Blend{Src: c.factor, Dest: c.factor, Op: add}, a8, x8, d3d9.FMT_R16F, d3d9.FMT_X1R5G5B5)
			for n, want := range [4]gpu.BlendFactor{c.alpha, c.none, c.none, c.none} {
				if got := p.Blend[n]; got.SrcColor != want || got.DstColor != want {
					t.Errorf("%v, target %d: %+v", c.factor, n, got)
				}
			}
		}
	})
	t.Run("MRT-6,MRT-13/the alpha equation is the color equation of A8, whose image has the alpha as its red", func(t *testing.T) {
		for f, want := range map[d3d9.BLEND]gpu.BlendFactor{
			d3d9.BLEND_SRCALPHA: gpu.BlendSrcAlpha, d3d9.BLEND_SRCCOLOR: gpu.BlendSrcColor, d3d9.BLEND_DESTALPHA: gpu.BlendDstColor,
			d3d9.BLEND_INVDESTALPHA: gpu.BlendOneMinusDstColor, d3d9.BLEND_DESTCOLOR: gpu.BlendDstColor, d3d9.BLEND_SRCALPHASAT: gpu.BlendOne,
			d3d9.BLEND_BLENDFACTOR: gpu.BlendConstantAlpha, d3d9.BLEND_INVBLENDFACTOR: gpu.BlendOneMinusConstantAlpha,
		} {
			b := mrt.Blend{Src: f, Dest: f, Op: d3d9.BLENDOP_SUBTRACT, SrcAlpha: d3d9.BLEND_ONE, DestAlpha: f, OpAlpha: d3d9.BLENDOP_MAX}
			p, _ := blending(t, b, a8, d3d9.FMT_A8)
			if got := p.Blend[1]; got.Mask != 1 || got.SrcColor != want || got.DstColor != want || got.ColorOp != gpu.OpSubtract {
				t.Errorf("%v: %+v", f, got)
			}
			b.Separate = true
			p, _ = blending(t, b, a8, d3d9.FMT_A8)
			if got := p.Blend[1]; got.SrcColor != gpu.BlendOne || got.DstColor != want || got.ColorOp != gpu.OpMax {
				t.Errorf("%v, separate: %+v", f, got)
			}
		}
		in := targets(t, d3d9.FMT_A8)
		in.Masks[0] = 7
		if p := plan(in); p.Written != 0 || p.Blend[0].Mask != 0 {
			t.Errorf("colors are written to a target of alpha alone: %+v", p)
		}
	})
	t.Run("MRT-5/a format without blending is written as it is", func(t *testing.T) {
		p, in := blending(t, mrt.Blend{Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: add}, a8, d3d9.FMT_G32R32F)
		if p.Blend[1] != (gpu.BlendState{Mask: 3}) || !p.Blend[0].Enable {
			t.Errorf("blend %+v", p.Blend)
		}
		explained(t, in, p, "MRT-5", "target 1", "G32R32F")
	})
	t.Run("MRT-6/without ALPHABLENDENABLE nothing blends", func(t *testing.T) {
		in := targets(t, a8)
		in.Blend = mrt.Blend{Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: add, Separate: true}
		if p := plan(in); p.Blend[0] != (gpu.BlendState{Mask: 15}) {
			t.Errorf("blend %+v", p.Blend[0])
		}
	})
}

func TestSRGBWrite(t *testing.T) {
	in := targets(t, d3d9.FMT_A8R8G8B8, d3d9.FMT_A16B16G16R16F, d3d9.FMT_X8B8G8R8, d3d9.FMT_R5G6B5)
	if p := plan(in); p.Pass.SRGB != 0 {
		t.Errorf("off: %x", p.Pass.SRGB)
	}
	in.SRGBWrite = true
	p := plan(in)
	if p.Pass.SRGB != 5 {
		t.Errorf("on: %x", p.Pass.SRGB)
	}
	explained(t, in, p, "SRGBWRITEENABLE", "target 3")
}
