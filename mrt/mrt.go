// Package mrt decides what a draw renders to: which of the four targets are attachments and which of those it writes, with
// which mask and blend equation, how large the render area is, whether the depth-stencil surface takes part, and which
// textures are targets of the same draw. It is where the rules OC-1 to OC-5, OC-13, OC-14 and MRT-1 to MRT-13 live. It is
// pure: state in, plan out, both comparable, nothing allocated. It must not know a device, a resource or Vulkan calls.
package mrt

import (
	"math/bits"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// NumSamplers is the length of Input.Sampled: pixel samplers 0..15, then vertex samplers 0..3 (gpu.OpTexture's slots).
const NumSamplers = 20

// Surface is a bound target or depth-stencil surface; without a Format there is none.
type Surface struct {
	Format        *caps.FormatRow
	Width, Height uint32 // of the bound level in pixels
	Samples       uint8  // 1, 2, 4, 8 or 16
	Image         gpu.ID // with Level and Layer (a cube's face) what else may be sampled; 0 for FMT_NULL
	Level, Layer  uint32
}

// SampledRange is the part of an image that a sampler reads: Levels and Layers count from the base. Image 0 is none.
type SampledRange struct {
	Image             gpu.ID
	BaseLevel, Levels uint32
	BaseLayer, Layers uint32
}

// covers says whether the surface lies in the range.
func (r *SampledRange) covers(s *Surface) bool {
	return r.Image == s.Image && s.Level-r.BaseLevel < r.Levels && s.Layer-r.BaseLayer < r.Layers
}

// Blend is the render states of alpha blending, as they were set.
type Blend struct {
	Enable              bool // ALPHABLENDENABLE
	Src, Dest           d3d9.BLEND
	Op                  d3d9.BLENDOP
	Separate            bool // SEPARATEALPHABLENDENABLE
	SrcAlpha, DestAlpha d3d9.BLEND
	OpAlpha             d3d9.BLENDOP
}

// Limits is what the adapter and the caps profile of a device leave to its draws. The zero value is the poorest.
type Limits struct {
	IndependentBlend        bool // Vulkan's feature: attachments of one pass may have different masks and equations (MRT-13)
	IndependentBitDepths    bool // D3DPMISCCAPS_MRTINDEPENDENTBITDEPTHS (MRT-2)
	PostPixelShaderBlending bool // D3DPMISCCAPS_MRTPOSTPIXELSHADERBLENDING (MRT-4)
	IndependentWriteMasks   bool // D3DPMISCCAPS_INDEPENDENTWRITEMASKS (MRT-11)
	Period                  bool // a period profile: breaches of MRT-2 and MRT-10 refuse the draw, a format without blending has no mask (MRT-5)
}

// Full is the limits of the profile "full" on an adapter that has everything.
func Full() Limits {
	return Limits{IndependentBlend: true, IndependentBitDepths: true, PostPixelShaderBlending: true, IndependentWriteMasks: true}
}

// Input is the state that decides what a draw renders to.
type Input struct {
	Limits       Limits
	Targets      [gpu.MaxTargets]Surface
	DepthStencil Surface
	Written      uint8                 // bit n: the pixel shader writes oCn with the draw's b# and i# (1 without a pixel shader, and for ps_1_x)
	Masks        [gpu.MaxTargets]uint8 // COLORWRITEENABLE, COLORWRITEENABLE1..3
	Blend        Blend
	SRGBWrite    bool // SRGBWRITEENABLE
	Fog          bool // fog is computed in the pixel shader (FOGENABLE and a model below 3); only for the diagnostics
	Samplers     uint32
	Sampled      [NumSamplers]SampledRange // valid where Samplers has the bit
}

// Pass is what a render pass begins with: a draw with an equal Pass continues it. Slot i is always attachment i (OC-2).
type Pass struct {
	Width, Height uint32 // the render area, from (0, 0); 0 where nothing can be drawn
	Samples       uint8
	Attached      uint8 // bit i: target i is attachment i; others are holes
	SRGB          uint8 // bit i: by its sRGB view
	Depth         bool  // the depth-stencil surface is attached
}

// Plan is what a draw renders to.
//
// With Limits.IndependentBlend there is one step: Blend[i] is zero, so has mask 0, where target i is not written. Without, the draw is
// done Steps times (MRT-13), Pass and Blend being the first; the four entries of a step's Blend are equal, its Pass has only targets that it writes,
// and all steps together write Written. Each step begins with the same depth and stencil (Restores), and only the first counts pixels.
type Plan struct {
	Pass        Pass
	Blend       [gpu.MaxTargets]gpu.BlendState
	Feedback    uint32                   // bit s: sampler s reads a target that the draw writes, or the depth-stencil surface
	Written     uint8                    // bit i: target i is written
	NoAlphaTest bool                     // the alpha test passes whatever ALPHATESTENABLE says (MRT-4, MRT-5)
	NoFog       bool                     // no target is fogged whatever FOGENABLE says (MRT-4, MRT-5)
	Refused     Diagnostics              // reasons, among Diagnostics, for which a period profile does not draw at all (MRT-2, MRT-10)
	Blended     uint8                    // bit i: target i is written by an equation
	Steps       uint8                    // 1..4
	More        [gpu.MaxTargets - 1]Step // those after the first
	Diagnostics Diagnostics
}

// Make decides. It is total: any input gives a plan that Vulkan accepts.
func Make(in *Input, p *Plan) {
	*p = Plan{Steps: 1}
	real, null := bound(in)
	masks, mayBlend := p.limitOperations(in, real|null)
	chooseArea(in, p, real, masks[0])
	attach := real
	if p.Diagnostics&DepthSizesArea != 0 {
		attach = 0
	}
	write := in.Written & (1<<gpu.MaxTargets - 1)
	p.Diagnostics |= slots(NoTarget, write&^(real|null)) | slots(NullTarget, write&null)
	var equations equations // MRT-6: one for all
	if in.Blend.Enable && write&attach&mayBlend != 0 {
		known := false
		if equations, known = in.Blend.equations(); !known {
			p.Diagnostics |= UnknownBlend
		}
	}
	for i := range in.Targets {
		bit := uint8(1) << i
		if attach&bit == 0 {
			continue
		}
		t := &in.Targets[i]
		if d := refuse(in, p, i); d != 0 {
			p.Diagnostics |= d
			continue
		}
		p.Pass.Attached |= bit
		if in.SRGBWrite {
			if t.Format.SRGBWrite {
				p.Pass.SRGB |= bit
			} else {
				p.Diagnostics |= slots(NoSRGBWrite, bit)
			}
		}
		mask := t.Format.ImageMask(masks[i])
		switch {
		case write&bit == 0:
			p.Diagnostics |= slots(NotWritten, bit)
		case mask == 0:
			p.Diagnostics |= slots(Masked, bit)
		default:
			p.Written |= bit
			switch {
			case mayBlend&bit == 0:
			case in.Blend.Enable && !t.Format.Blend:
				p.Diagnostics |= slots(NoBlending, bit)
			default:
				p.Blend[i] = *equations.of(t.Format)
				if in.Blend.Enable {
					p.Blended |= bit
				}
			}
			p.Blend[i].Mask = mask
		}
	}
	p.attachDepth(in)
	if in.Samplers != 0 {
		p.findFeedback(in)
	}
	p.reportSeveral(in, real|null)
	if !in.Limits.IndependentBlend {
		p.split(in)
	}
}

// bound returns which slots hold a surface with memory and which a FMT_NULL one.
func bound(in *Input) (real, null uint8) {
	for i := range in.Targets {
		switch f := in.Targets[i].Format; {
		case f == nil:
		case f.Null:
			null |= 1 << i
		default:
			real |= 1 << i
		}
	}
	return real, null
}

// chooseArea, with target 0's write mask, takes size and samples from the first target with memory, which is target 0 but for a FMT_NULL there; else from
// the depth-stencil surface, else from the FMT_NULL target. A lone target of one pixel that is not written stands for no target:
// programs bind it to draw depth only.
func chooseArea(in *Input, p *Plan, real, mask uint8) {
	ds := &in.DepthStencil
	from := &in.Targets[0]
	switch {
	case real == 1 && ds.Format != nil && from.Width == 1 && from.Height == 1 && (ds.Width > 1 || ds.Height > 1) &&
		(in.Written&1 == 0 || mask&from.Format.Channels == 0):
		from = ds
		p.Diagnostics |= DepthSizesArea
	case real != 0:
		from = &in.Targets[bits.TrailingZeros8(real)]
	case ds.Format != nil:
		from = ds
	case from.Format == nil:
		return
	}
	p.Pass.Width, p.Pass.Height, p.Pass.Samples = from.Width, from.Height, max(1, from.Samples)
}

// refuse says why target i cannot be an attachment, or nothing.
func refuse(in *Input, p *Plan, i int) Diagnostics {
	t := &in.Targets[i]
	bit := uint8(1) << i
	if t.Width != p.Pass.Width || t.Height != p.Pass.Height {
		return slots(SizeDiffers, bit)
	}
	if max(1, t.Samples) != p.Pass.Samples {
		return slots(SamplesDiffer, bit)
	}
	for k := range i {
		o := &in.Targets[k]
		if o.Image == t.Image && t.Image != 0 && o.Level == t.Level && o.Layer == t.Layer {
			return slots(SameSurface, bit)
		}
	}
	return 0
}

// attachDepth attaches the depth-stencil surface unless it is smaller than the area or has other samples: then the draw has
// none, so depth and stencil tests pass.
func (p *Plan) attachDepth(in *Input) {
	ds := &in.DepthStencil
	switch {
	case ds.Format == nil:
	case ds.Width < p.Pass.Width || ds.Height < p.Pass.Height:
		p.Diagnostics |= DepthTooSmall
	case max(1, ds.Samples) != p.Pass.Samples:
		p.Diagnostics |= DepthSamplesDiffer
	default:
		p.Pass.Depth = true
	}
}

// findFeedback finds the samplers that read a surface which the draw renders to: by image, level and layer, in every slot. A
// target that is sampled but not written leaves the pass, so that it can be read as any texture.
func (p *Plan) findFeedback(in *Input) {
	for left := in.Samplers & (1<<NumSamplers - 1); left != 0; left &= left - 1 {
		s := bits.TrailingZeros32(left)
		r := &in.Sampled[s]
		if r.Image == 0 {
			continue
		}
		for i := range in.Targets {
			bit := uint8(1) << i
			if p.Pass.Attached&bit == 0 || !r.covers(&in.Targets[i]) {
				continue
			}
			if p.Written&bit != 0 {
				p.Feedback |= 1 << s
				p.Diagnostics |= slots(SampledTarget, bit)
				continue
			}
			p.Pass.Attached &^= bit
			p.Pass.SRGB &^= bit
		}
		if p.Pass.Depth && r.covers(&in.DepthStencil) {
			p.Feedback |= 1 << s
			p.Diagnostics |= SampledDepth
		}
	}
}

// reportSeveral adds what holds for several targets together.
func (p *Plan) reportSeveral(in *Input, bound uint8) {
	if bound&^1 == 0 {
		return
	}
	var first uint8
	for i := range in.Targets {
		f := in.Targets[i].Format
		if f == nil || f.Null {
			continue
		}
		if first == 0 {
			first = f.Desc.BitsPerPixel
		}
		if f.Desc.BitsPerPixel != first {
			p.Diagnostics |= BitDepthsDiffer
		}
	}
	if p.Pass.Samples > 1 {
		p.Diagnostics |= MultisampledTargets
	}
	if in.Fog && !p.NoFog {
		p.Diagnostics |= FogOnFirstTarget
	}
	p.refuseBreaches(in)
}
