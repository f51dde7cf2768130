package mrt

import (
	"fmt"

	"d3d9vk/diagnostic"
	"d3d9vk/internal/gpu"
)

// Diagnostics is a set of reasons why a draw does less, or something else, than its state seems to say. The reasons about one
// target have a bit for each slot, from the reason's bit on: Has tells them apart.
type Diagnostics uint64

// Reasons about a target: the bit is that of slot 0.
const (
	NoTarget          Diagnostics = 1 << (gpu.MaxTargets * iota) // OC-2: oCn is written, no target is bound
	NullTarget                                                   // oCn is written, the target is FMT_NULL
	NotWritten                                                   // OC-5, OC-14: the shader does not write oCn
	Masked                                                       // OC-3: COLORWRITEENABLE leaves nothing that the format stores
	SizeDiffers                                                  // MRT-3
	SamplesDiffer                                                // MRT-10: targets of one draw have equal sample counts
	SameSurface                                                  // a lower slot holds the same surface
	NoBlending                                                   // MRT-5: the format cannot be blended with
	NoSRGBWrite                                                  // SRGBWRITEENABLE does nothing for the format
	SampledTarget                                                // the draw samples the target that it writes
	FormatWithoutMask                                            // MRT-5: a period profile has no write mask for the format
)

// Reasons about the draw.
const (
	BitDepthsDiffer              Diagnostics = 1 << (gpu.MaxTargets*11 + iota) // MRT-2
	MultisampledTargets                                                        // MRT-10
	FogOnFirstTarget                                                           // MRT-8
	UnknownBlend                                                               // a blend factor or operation is none
	DepthTooSmall                                                              // the depth-stencil surface is smaller than the target
	DepthSamplesDiffer                                                         // the depth-stencil surface has another sample count
	DepthSizesArea                                                             // a lone target of one pixel, not written, stands for none
	SampledDepth                                                               // the draw samples its depth-stencil surface
	PostOperationsOff                                                          // MRT-4: the profile has nothing after the pixel shader with several targets
	MasksOff                                                                   // MRT-11: the profile has no write masks with several targets
	FirstTargetWithoutOperations                                               // MRT-5: the format of target 0 leaves no alpha test and fog
	SeveralSteps                                                               // MRT-13: without independentBlend, the draw is done Plan.Steps times
	lastReason                                                                 // one past them
)

// slots is the reason for each slot in the set.
func slots(reason Diagnostics, set uint8) Diagnostics { return reason * Diagnostics(set) }

// Has says whether the reason holds: for slot 0..3 where it is about a target; slot is 0 for the reasons about the draw.
func (d Diagnostics) Has(reason Diagnostics, slot int) bool { return d&(reason<<slot) != 0 }

// slotTexts and drawTexts are the ids (of package diagnostic, which has the rules) and the sentences of Explain, a row for each bit.
var slotTexts = [...]struct {
	reason Diagnostics
	id     string
	text   func(in *Input, p *Plan, slot int) string
}{
	{NoTarget, "output-without-target", func(_ *Input, _ *Plan, n int) string {
		return fmt.Sprintf("oC%d is written but no render target %d is bound: the write is ignored", n, n)
	}},
	{NullTarget, "output-to-null-target", func(_ *Input, _ *Plan, n int) string {
		return fmt.Sprintf("render target %d has the format NULL: what oC%d writes is not stored", n, n)
	}},
	{NotWritten, "target-not-written", func(_ *Input, _ *Plan, n int) string {
		return fmt.Sprintf("render target %d is untouched: the pixel shader does not write oC%d with the current b# and i#", n, n)
	}},
	{Masked, "target-masked", func(in *Input, _ *Plan, n int) string {
		return fmt.Sprintf("render target %d is untouched: %s = 0x%x has no channel of %v", n, maskState(n), in.Masks[n], in.Targets[n].Format.Format)
	}},
	{SizeDiffers, "target-size-differs", func(in *Input, p *Plan, n int) string {
		t := &in.Targets[n]
		return fmt.Sprintf("render target %d is not written: its size is %dx%d, that of the first target %dx%d", n, t.Width, t.Height, p.Pass.Width, p.Pass.Height)
	}},
	{SamplesDiffer, "target-samples-differ", func(in *Input, p *Plan, n int) string {
		return fmt.Sprintf("render target %d is not written: it has %d samples, the first target %d", n, max(1, in.Targets[n].Samples), p.Pass.Samples)
	}},
	{SameSurface, "target-bound-twice", func(_ *Input, _ *Plan, n int) string {
		return fmt.Sprintf("render target %d is not written: a lower slot holds the same surface", n)
	}},
	{NoBlending, "target-cannot-blend", func(in *Input, _ *Plan, n int) string {
		return fmt.Sprintf("render target %d is written without blending: %v has no post-pixel-shader blending", n, in.Targets[n].Format.Format)
	}},
	{NoSRGBWrite, "target-cannot-write-srgb", func(in *Input, _ *Plan, n int) string {
		return fmt.Sprintf("SRGBWRITEENABLE does nothing for render target %d: %v cannot be written as sRGB", n, in.Targets[n].Format.Format)
	}},
	{SampledTarget, "target-sampled", func(_ *Input, _ *Plan, n int) string {
		return fmt.Sprintf("render target %d is sampled by the draw that writes it: the sampler reads what was there before the draw", n)
	}},
	{FormatWithoutMask, "target-cannot-mask", func(in *Input, _ *Plan, n int) string {
		return fmt.Sprintf("%s is ignored: under this profile %v has no post-pixel-shader blending, so no write mask", maskState(n), in.Targets[n].Format.Format)
	}},
}

var drawTexts = [...]struct {
	reason Diagnostics
	id     string
	text   string
}{
	{BitDepthsDiffer, "bit-depths-differ", "the render targets have different bit depths, which needs D3DPMISCCAPS_MRTINDEPENDENTBITDEPTHS"},
	{MultisampledTargets, "targets-multisampled", "several render targets are multisampled, which the documents do not allow"},
	{FogOnFirstTarget, "fog-on-first-target", "only render target 0 is fogged"},
	{UnknownBlend, "blend-unknown", "a blend factor or operation is not one of the caps: a source acts as ONE, a destination as ZERO, an operation as ADD"},
	{DepthTooSmall, "depth-too-small", "the depth-stencil surface is not used: it is smaller than the render target"},
	{DepthSamplesDiffer, "depth-samples-differ", "the depth-stencil surface is not used: its sample count differs from the render target's"},
	{DepthSizesArea, "depth-sizes-area", "render target 0 is one pixel that is not written: the draw covers the depth-stencil surface"},
	{PostOperationsOff, "post-operations-off", "alpha test, fog, blending and write masks are off: the profile has no D3DPMISCCAPS_MRTPOSTPIXELSHADERBLENDING and several targets are set"},
	{MasksOff, "masks-off", "the write masks are ignored: the profile has no D3DPMISCCAPS_INDEPENDENTWRITEMASKS and several targets are set"},
	{FirstTargetWithoutOperations, "first-target-without-operations", "alpha test and fog are off: under this profile the format of render target 0 has no post-pixel-shader blending"},
	{SampledDepth, "depth-sampled", "the depth-stencil surface is sampled by the draw that uses it: the sampler reads what was there before the draw"},
	{SeveralSteps, "draw-repeated", "the adapter has no independentBlend: the draw is done once for each set of targets that are masked and blended alike"},
}

func maskState(n int) string {
	if n == 0 {
		return "COLORWRITEENABLE"
	}
	return fmt.Sprintf("COLORWRITEENABLE%d", n)
}

// Reason is the first of the reasons for which the draw is refused; its ID is empty where there is none.
func (p *Plan) Reason() diagnostic.Finding {
	for _, t := range drawTexts {
		if p.Refused&t.reason != 0 {
			return diagnostic.Finding{ID: t.id, Slot: diagnostic.NoSlot, Text: t.text}
		}
	}
	return diagnostic.Finding{}
}

// Explain says what the diagnostics of the plan mean; in is what Make made it from. Slots are render targets.
func (p *Plan) Explain(in *Input) []diagnostic.Finding {
	var out []diagnostic.Finding
	for _, t := range slotTexts {
		for n := range gpu.MaxTargets {
			if p.Diagnostics.Has(t.reason, n) {
				out = append(out, diagnostic.Finding{ID: t.id, Slot: n, Text: t.text(in, p, n)})
			}
		}
	}
	for _, t := range drawTexts {
		if p.Diagnostics&t.reason != 0 {
			out = append(out, diagnostic.Finding{ID: t.id, Slot: diagnostic.NoSlot, Text: t.text})
		}
	}
	return out
}
