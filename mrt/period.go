package mrt

import "d3d9vk/internal/gpu"

// allChannels is a write mask that hides nothing.
const allChannels = 15

// limitOperations says what the limits leave of the operations after the pixel shader: the write mask of each target and, as bits, which of
// them may be blended. bound has the slots that hold a surface, a FMT_NULL one included: there are several targets if one of 1..3 does.
//
//	no PostPixelShaderBlending, several targets   no alpha test, fog, blending and masks in the whole draw (MRT-4)
//	no IndependentWriteMasks, several targets     no masks (MRT-11)
//	Period, a format that does not blend          no blending and mask for its target; that of target 0: no alpha test and fog (MRT-5)
//
// The depth and stencil tests stay, and so does the conversion to sRGB.
func (p *Plan) limitOperations(in *Input, bound uint8) (masks [gpu.MaxTargets]uint8, blend uint8) {
	l := &in.Limits
	masks, blend = in.Masks, 1<<gpu.MaxTargets-1
	if l.PostPixelShaderBlending && l.IndependentWriteMasks && !l.Period {
		return masks, blend
	}
	several := bound&^1 != 0
	if several && !l.PostPixelShaderBlending {
		p.NoAlphaTest, p.NoFog, blend = true, true, 0
		if in.Blend.Enable || in.Fog {
			p.Diagnostics |= PostOperationsOff
		}
	}
	if several && !(l.PostPixelShaderBlending && l.IndependentWriteMasks) {
		masks = [gpu.MaxTargets]uint8{allChannels, allChannels, allChannels, allChannels}
		p.Diagnostics |= in.hiding(bound, l.PostPixelShaderBlending)
	}
	if l.Period && blend != 0 {
		p.limitFormats(in, &masks)
	}
	return masks, blend
}

// limitFormats takes the mask of the targets whose format has no post-pixel-shader blending, and with that of target 0 the alpha test and fog.
func (p *Plan) limitFormats(in *Input, masks *[gpu.MaxTargets]uint8) {
	for i := range in.Targets {
		f := in.Targets[i].Format
		if f == nil || f.Null || f.Blend {
			continue
		}
		if masks[i]&f.Channels != f.Channels {
			p.Diagnostics |= slots(FormatWithoutMask, 1<<i)
		}
		masks[i] = allChannels
		if i == 0 {
			p.NoAlphaTest, p.NoFog = true, true
			p.Diagnostics |= FirstTargetWithoutOperations
		}
	}
}

// hiding is the diagnostics of write masks that would hide a channel and are not applied.
func (in *Input) hiding(bound uint8, postOperations bool) Diagnostics {
	for i := range in.Targets {
		f := in.Targets[i].Format
		if bound>>i&1 == 0 || f.Null || in.Masks[i]&f.Channels == f.Channels {
			continue
		}
		if postOperations {
			return MasksOff
		}
		return PostOperationsOff
	}
	return 0
}

// refuseBreaches finds what a period profile refuses to draw although SetRenderTarget took it: several targets of different bit depths (MRT-2) or
// with more than one sample (MRT-10).
func (p *Plan) refuseBreaches(in *Input) {
	if !in.Limits.Period {
		return
	}
	if !in.Limits.IndependentBitDepths {
		p.Refused |= p.Diagnostics & BitDepthsDiffer
	}
	for i := range in.Targets {
		if t := &in.Targets[i]; t.Format != nil && t.Samples > 1 {
			p.Diagnostics |= MultisampledTargets
			p.Refused |= MultisampledTargets
		}
	}
}
