package refmerge

import (
	"math"
	"slices"

	"d3d9vk/d3d9"
)

// Outcome is what a draw leaves in one slot.
type Outcome struct {
	Touched   bool   // the draw writes the target
	Pixel     []byte // after the draw; the pixel before it if untouched
	Tolerance Color  // how far each stored channel may be off: 0 where masked or opaque, a step of the format where blended
}

// Merge returns what one fragment leaves in each slot. One that the alpha test drops touches none (MRT-7).
func Merge(s *State, can Support) [Slots]Outcome {
	var out [Slots]Outcome
	for n := range out {
		out[n] = Outcome{Pixel: slices.Clone(s.Targets[n].Pixel), Tolerance: s.Targets[n].Tolerance}
	}
	s = limited(s, can)
	if Refused(s) || s.AlphaTestEnable && !alphaPasses(s) {
		return out
	}
	first := firstTarget(s)
	for n := range out {
		if first >= 0 && reaches(s, n, first) {
			out[n] = mergeTarget(s, n, can)
		}
	}
	return out
}

// alphaPasses compares oC0's alpha with ALPHAREF, as integers of target 0's precision.
func alphaPasses(s *State) bool {
	const byteMax = 255
	a, ref := s.Out[0][3], float64(s.AlphaRef&byteMax)/byteMax
	if steps := alphaSteps(s.Targets[0].Format); steps > 0 {
		a, ref = math.RoundToEven(clamp(a)*steps), math.Floor(ref*steps+0.5)
	}
	return compare(s.AlphaFunc, a, ref)
}

// alphaSteps is the precision of the alpha test: the widest channel of the format but at least eight bits; 0 for floats.
func alphaSteps(f d3d9.FORMAT) float64 {
	switch f {
	case d3d9.FMT_A2R10G10B10, d3d9.FMT_A2B10G10R10:
		return 1023
	case d3d9.FMT_A16B16G16R16, d3d9.FMT_G16R16, d3d9.FMT_L16:
		return 65535
	case d3d9.FMT_R16F, d3d9.FMT_G16R16F, d3d9.FMT_A16B16G16R16F, d3d9.FMT_R32F, d3d9.FMT_G32R32F, d3d9.FMT_A32B32G32R32F:
		return 0
	}
	return 255
}

// firstTarget is the slot whose size counts: the first with memory; -1 without any.
func firstTarget(s *State) int {
	return slices.IndexFunc(s.Targets[:], func(t Target) bool { return t.Format != d3d9.FMT_UNKNOWN && t.Format != d3d9.FMT_NULL })
}

// reaches says whether the draw writes to slot n at all.
func reaches(s *State, n, first int) bool {
	t, f := &s.Targets[n], &s.Targets[first]
	switch {
	case t.Format == d3d9.FMT_UNKNOWN: // OC-2
	case t.Format == d3d9.FMT_NULL:
	case s.Written>>n&1 == 0: // OC-5, OC-14
	case t.Width != f.Width || t.Height != f.Height: // MRT-3
	case t.Samples != f.Samples:
	default:
		return true
	}
	return false
}

// mergeTarget blends and stores oCn.
func mergeTarget(s *State, n int, can Support) Outcome {
	t := &s.Targets[n]
	desc, _ := d3d9.FormatInfo(t.Format)
	w := writer{s: s, float: desc.Class == d3d9.ClassFloat, srgb: s.SRGBWriteEnable && can.SRGBWrite(t.Format),
		blended: s.AlphaBlendEnable && can.Blend(t.Format), src: s.Out[n]}
	if !w.float {
		w.src = w.src.clamped()
	}
	old := Decode(t.Format, t.Pixel)
	result, scale := w.result(old)
	spread, conversion := Color{}, Color{}
	if w.blended {
		spread = w.spread(old, t.Tolerance, result)
	}
	if w.blended && w.srgb { // drivers convert by approximations, which are off by up to a quarter of a step (llvmpipe)
		quarter := 0.25 / steps(desc.Red)
		conversion = w.spread(old, Color{quarter, quarter, quarter}, result)
	}
	out := Outcome{Tolerance: t.Tolerance}
	for i := range result {
		if s.Masks[n]>>i&1 == 0 { // OC-3
			result[i] = old[i]
			continue
		}
		if !stores(desc, i) {
			continue
		}
		out.Touched = true
		out.Tolerance[i] = tolerance(desc, i, result[i], scale[i], w.blended || w.srgb && i < 3)
		if between := result[i] * steps(channelsOf(desc)[i]); can.Neighbours && !w.float && math.Abs(between-math.Round(between)) > 1e-3 {
			out.Tolerance[i] = max(out.Tolerance[i], 1/steps(channelsOf(desc)[i]))
		}
		if spread[i] > 0 && w.float {
			spread[i] += out.Tolerance[i] / 2 // the reference rounds too, to the nearest, and not from the same value
		} else if spread[i] > 0 {
			spread[i] = math.Ceil(spread[i]*steps(channelsOf(desc)[i])-1e-6) / steps(channelsOf(desc)[i])
		}
		out.Tolerance[i] += spread[i]
		if n := steps(channelsOf(desc)[i]); !w.float { // what is below half a step is rounded away
			out.Tolerance[i] += math.Floor(conversion[i]*n+0.5) / n
		}
		if w.float && !(math.Abs(result[i])+out.Tolerance[i] <= largest(channelsOf(desc)[i])) { // where infinities and NaN begin
			out.Tolerance[i] = math.Inf(1)
		}
	}
	out.Pixel = Encode(t.Format, result)
	if !out.Touched {
		out.Pixel = slices.Clone(t.Pixel)
	}
	return out
}

// writer is one write of one color to one target.
type writer struct {
	s                    *State
	float, srgb, blended bool
	src                  Color
}

// result is what is stored where old was; scale as blend returns it.
func (w *writer) result(old Color) (result, scale Color) {
	result = w.src
	if w.blended {
		if w.srgb {
			old = toLinear(old)
		}
		result, scale = blend(w.s, w.src, old)
	}
	if !w.float {
		result = result.clamped()
	}
	if w.srgb {
		result = toSRGB(result)
	}
	return result, scale
}

// spread is how far each channel of the result moves if the stored one moves within its tolerance. A channel depends on its own
// stored value and on the stored alpha; the ends of both are tried.
func (w *writer) spread(old, tolerance, result Color) Color {
	var out Color
	if tolerance == (Color{}) {
		return out
	}
	for _, sign := range [][2]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		moved := old
		for i := range moved {
			moved[i] += sign[i/3] * tolerance[i]
		}
		if !w.float {
			moved = moved.clamped()
		}
		other, _ := w.result(moved)
		for i := range out {
			out[i] = max(out[i], math.Abs(other[i]-result[i])) // NaN where a tolerance is infinite
		}
	}
	return out
}

// blend is the blend equation; scale is the sizes of its two terms added, which rounding errors go by.
func blend(s *State, src, dest Color) (result, scale Color) {
	for i := range result {
		sf, df, op := s.SrcBlend, s.DestBlend, s.BlendOp
		if s.SeparateAlphaBlendEnable && i == 3 {
			sf, df, op = s.SrcBlendAlpha, s.DestBlendAlpha, s.BlendOpAlpha
		}
		switch sf {
		case d3d9.BLEND_BOTHSRCALPHA:
			sf, df = d3d9.BLEND_SRCALPHA, d3d9.BLEND_INVSRCALPHA
		case d3d9.BLEND_BOTHINVSRCALPHA:
			sf, df = d3d9.BLEND_INVSRCALPHA, d3d9.BLEND_SRCALPHA
		}
		a, b := src[i]*factor(s, sf, i, src, dest), dest[i]*factor(s, df, i, src, dest)
		scale[i] = math.Abs(a) + math.Abs(b)
		switch op {
		case d3d9.BLENDOP_ADD:
			result[i] = a + b
		case d3d9.BLENDOP_SUBTRACT:
			result[i] = a - b
		case d3d9.BLENDOP_REVSUBTRACT:
			result[i] = b - a
		case d3d9.BLENDOP_MIN: // without factors
			result[i] = min(src[i], dest[i])
		case d3d9.BLENDOP_MAX:
			result[i] = max(src[i], dest[i])
		}
	}
	return result, scale
}

// factor is a blend factor for channel i (3 is alpha).
func factor(s *State, b d3d9.BLEND, i int, src, dest Color) float64 {
	constant := float64(s.BlendFactor>>[4]uint{16, 8, 0, 24}[i]&255) / 255
	switch b {
	case d3d9.BLEND_ZERO:
		return 0
	case d3d9.BLEND_ONE:
		return 1
	case d3d9.BLEND_SRCCOLOR:
		return src[i]
	case d3d9.BLEND_INVSRCCOLOR:
		return 1 - src[i]
	case d3d9.BLEND_SRCALPHA:
		return src[3]
	case d3d9.BLEND_INVSRCALPHA:
		return 1 - src[3]
	case d3d9.BLEND_DESTALPHA:
		return dest[3]
	case d3d9.BLEND_INVDESTALPHA:
		return 1 - dest[3]
	case d3d9.BLEND_DESTCOLOR:
		return dest[i]
	case d3d9.BLEND_INVDESTCOLOR:
		return 1 - dest[i]
	case d3d9.BLEND_SRCALPHASAT:
		if i == 3 {
			return 1
		}
		return min(src[3], 1-dest[3])
	case d3d9.BLEND_BLENDFACTOR:
		return constant
	case d3d9.BLEND_INVBLENDFACTOR:
		return 1 - constant
	}
	return math.NaN()
}
