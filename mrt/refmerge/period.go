package refmerge

import "d3d9vk/d3d9"

// Period is what a caps profile of old hardware lacks. The zero value is the profile "full", which lacks nothing.
type Period struct {
	On                        bool // a profile of old hardware
	NoIndependentBitDepths    bool // without D3DPMISCCAPS_MRTINDEPENDENTBITDEPTHS
	NoPostPixelShaderBlending bool // without D3DPMISCCAPS_MRTPOSTPIXELSHADERBLENDING
	NoIndependentWriteMasks   bool // without D3DPMISCCAPS_INDEPENDENTWRITEMASKS
}

// several says whether several targets are set: any of slots 1..3 holds a surface, FMT_NULL or not.
func several(s *State) bool {
	for _, t := range s.Targets[1:] {
		if t.Format != d3d9.FMT_UNKNOWN {
			return true
		}
	}
	return false
}

// Refused says whether the draw returns INVALIDCALL: a profile of old hardware neither mixes bit depths without the bit for that
// (MRT-2) nor draws to several targets with more than one sample (MRT-10).
func Refused(s *State) bool {
	if !s.Period.On || !several(s) {
		return false
	}
	depth := uint8(0)
	for _, t := range s.Targets {
		if t.Format == d3d9.FMT_UNKNOWN {
			continue
		}
		if t.Samples > 1 {
			return true
		}
		if t.Format == d3d9.FMT_NULL || !s.Period.NoIndependentBitDepths {
			continue
		}
		desc, _ := d3d9.FormatInfo(t.Format)
		if depth != 0 && desc.BitsPerPixel != depth {
			return true
		}
		depth = desc.BitsPerPixel
	}
	return false
}

// limited is the state with what the profile leaves of it: alpha test, blending and masks.
func limited(s *State, can Support) *State {
	p := s.Period
	if !p.On {
		return s
	}
	l := *s
	switch {
	case several(s) && p.NoPostPixelShaderBlending: // MRT-4: the whole draw
		l.AlphaTestEnable, l.AlphaBlendEnable = false, false
		l.Masks = [Slots]uint32{15, 15, 15, 15}
		return &l
	case several(s) && p.NoIndependentWriteMasks: // MRT-11
		l.Masks = [Slots]uint32{15, 15, 15, 15}
	}
	for n, t := range s.Targets { // MRT-5: blending goes by Support wherever a target is written
		if t.Format == d3d9.FMT_UNKNOWN || t.Format == d3d9.FMT_NULL || can.Blend(t.Format) {
			continue
		}
		l.Masks[n] = 15
		if n == 0 {
			l.AlphaTestEnable = false
		}
	}
	return &l
}
