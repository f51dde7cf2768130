package mrt

import (
	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// RenderStates is the values of the render states, by their numbers.
type RenderStates = [d3d9.RS_BLENDOPALPHA + 1]uint32

// SetStates fills in what the render states say: masks, blending, sRGB, fog. written is the set of oC# that the pixel shader writes,
// major the shader's version, 0 without one.
func (in *Input) SetStates(rs *RenderStates, written, major uint8) {
	in.Written = written
	in.Masks = [gpu.MaxTargets]uint8{
		uint8(rs[d3d9.RS_COLORWRITEENABLE] & 15), uint8(rs[d3d9.RS_COLORWRITEENABLE1] & 15),
		uint8(rs[d3d9.RS_COLORWRITEENABLE2] & 15), uint8(rs[d3d9.RS_COLORWRITEENABLE3] & 15),
	}
	in.Blend = Blend{
		Enable: rs[d3d9.RS_ALPHABLENDENABLE] != 0,
		Src:    d3d9.BLEND(rs[d3d9.RS_SRCBLEND]), Dest: d3d9.BLEND(rs[d3d9.RS_DESTBLEND]), Op: d3d9.BLENDOP(rs[d3d9.RS_BLENDOP]),
		Separate: rs[d3d9.RS_SEPARATEALPHABLENDENABLE] != 0,
		SrcAlpha: d3d9.BLEND(rs[d3d9.RS_SRCBLENDALPHA]), DestAlpha: d3d9.BLEND(rs[d3d9.RS_DESTBLENDALPHA]), OpAlpha: d3d9.BLENDOP(rs[d3d9.RS_BLENDOPALPHA]),
	}
	in.SRGBWrite = rs[d3d9.RS_SRGBWRITEENABLE] != 0
	in.Fog = rs[d3d9.RS_FOGENABLE] != 0 && major < 3
}

// LimitsOf is what an adapter and its profile leave to draws.
func LimitsOf(a *caps.Adapter) Limits {
	misc := a.Caps().PrimitiveMiscCaps
	return Limits{
		IndependentBlend:        a.IndependentBlend(),
		IndependentBitDepths:    misc&d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS != 0,
		PostPixelShaderBlending: misc&d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING != 0,
		IndependentWriteMasks:   misc&d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS != 0,
		Period:                  a.Profile().Period,
	}
}
