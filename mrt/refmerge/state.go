// Package refmerge is a slow and plain output merger: it says what one pixel of up to four render targets holds after a draw,
// straight from Direct3D 9's state and from the documents' rules (OC-2 to OC-5, MRT-3, MRT-6, MRT-7). Tests hold package mrt
// and real drivers against it. It must not know package mrt, Vulkan or an adapter.
package refmerge

import (
	"math/rand/v2"

	"d3d9vk/d3d9"
)

// Slots is the number of render targets.
const Slots = 4

// Color is red, green, blue, alpha.
type Color [4]float64

// Target is what a slot holds. FMT_UNKNOWN is no target.
type Target struct {
	Format        d3d9.FORMAT
	Width, Height uint32 // of the bound level
	Samples       uint32
	Pixel         []byte // the pixel before the draw, little-endian; none for FMT_NULL
}

// Support says what the adapter's CheckDeviceFormat answers for a format.
type Support struct {
	Blend     func(d3d9.FORMAT) bool // USAGE_QUERY_POSTPIXELSHADER_BLENDING
	SRGBWrite func(d3d9.FORMAT) bool // USAGE_QUERY_SRGBWRITE
}

// State is a draw's output state and what its pixel shader computed.
type State struct {
	Targets [Slots]Target
	Written uint8        // bit n: the shader writes oCn
	Out     [Slots]Color // oC0..oC3; (0, 0, 0, 1) where not written (OC-4)

	Masks                    [Slots]uint32 // COLORWRITEENABLE..3
	AlphaBlendEnable         bool
	SrcBlend, DestBlend      d3d9.BLEND
	BlendOp                  d3d9.BLENDOP
	SeparateAlphaBlendEnable bool
	SrcBlendAlpha            d3d9.BLEND
	DestBlendAlpha           d3d9.BLEND
	BlendOpAlpha             d3d9.BLENDOP
	BlendFactor              d3d9.COLOR
	SRGBWriteEnable          bool
	AlphaTestEnable          bool
	AlphaFunc                d3d9.CMPFUNC
	AlphaRef                 uint32 // 0..255
}

// Options bound what Random makes.
type Options struct {
	Formats   []d3d9.FORMAT // of targets
	Width     uint32        // of most targets
	Height    uint32
	Mismatch  bool // now and then a target has another size
	Null      bool // now and then a target is FMT_NULL
	Multi     bool // now and then a target has another number of samples
	SRGBWrite bool
}

var (
	sourceFactors = []d3d9.BLEND{d3d9.BLEND_ZERO, d3d9.BLEND_ONE, d3d9.BLEND_SRCCOLOR, d3d9.BLEND_INVSRCCOLOR, d3d9.BLEND_SRCALPHA, d3d9.BLEND_INVSRCALPHA,
		d3d9.BLEND_DESTALPHA, d3d9.BLEND_INVDESTALPHA, d3d9.BLEND_DESTCOLOR, d3d9.BLEND_INVDESTCOLOR, d3d9.BLEND_SRCALPHASAT, d3d9.BLEND_BLENDFACTOR,
		d3d9.BLEND_INVBLENDFACTOR, d3d9.BLEND_BOTHSRCALPHA, d3d9.BLEND_BOTHINVSRCALPHA}
	destFactors = sourceFactors[:len(sourceFactors)-2]
)

// Random makes a state. Its colors are k/255, so that no unsigned format has to round a half; its targets' floats are halves and
// quarters, so that they are exact.
func Random(r *rand.Rand, o *Options) *State {
	s := &State{
		Written:                  uint8(r.IntN(1 << Slots)),
		AlphaBlendEnable:         r.IntN(4) != 0,
		SrcBlend:                 sourceFactors[r.IntN(len(sourceFactors))],
		DestBlend:                destFactors[r.IntN(len(destFactors))],
		BlendOp:                  d3d9.BLENDOP(d3d9.BLENDOP_ADD + r.IntN(d3d9.BLENDOP_MAX)),
		SeparateAlphaBlendEnable: r.IntN(2) != 0,
		SrcBlendAlpha:            sourceFactors[r.IntN(len(sourceFactors))],
		DestBlendAlpha:           destFactors[r.IntN(len(destFactors))],
		BlendOpAlpha:             d3d9.BLENDOP(d3d9.BLENDOP_ADD + r.IntN(d3d9.BLENDOP_MAX)),
		BlendFactor:              d3d9.COLOR(r.Uint32()),
		SRGBWriteEnable:          o.SRGBWrite && r.IntN(4) == 0,
		AlphaTestEnable:          r.IntN(4) == 0,
		AlphaFunc:                d3d9.CMPFUNC(d3d9.CMP_NEVER + r.IntN(d3d9.CMP_ALWAYS)),
		AlphaRef:                 uint32(r.IntN(256)),
	}
	if r.IntN(3) == 0 { // all written is the common case
		s.Written = 1<<Slots - 1
	}
	for n := range s.Targets {
		s.Masks[n] = uint32(r.IntN(16))
		if r.IntN(2) == 0 {
			s.Masks[n] = 15
		}
		s.Out[n] = Color{0, 0, 0, 1}
		if s.Written>>n&1 != 0 {
			s.Out[n] = randomColor(r)
		}
		s.Targets[n] = randomTarget(r, o, n)
	}
	if r.IntN(4) == 0 { // so that equality happens
		s.AlphaRef = uint32(s.Out[0][3]*255 + 0.5)
	}
	return s
}

func randomColor(r *rand.Rand) Color {
	var c Color
	for i := range c {
		switch r.IntN(6) {
		case 0:
			c[i] = 0
		case 1:
			c[i] = 1
		default:
			c[i] = float64(r.IntN(256)) / 255
		}
	}
	return c
}

func randomTarget(r *rand.Rand, o *Options, n int) Target {
	if n > 0 && r.IntN(5) == 0 {
		return Target{}
	}
	t := Target{Format: o.Formats[r.IntN(len(o.Formats))], Width: o.Width, Height: o.Height, Samples: 1}
	if o.Mismatch && r.IntN(8) == 0 {
		t.Width, t.Height = t.Width+uint32(r.IntN(2)), t.Height+uint32(r.IntN(2))
	}
	if o.Multi && r.IntN(12) == 0 {
		t.Samples = 4
	}
	if o.Null && r.IntN(10) == 0 {
		t.Format = d3d9.FMT_NULL
		return t
	}
	desc, _ := d3d9.FormatInfo(t.Format)
	if desc.Class == d3d9.ClassFloat {
		var c Color
		for i := range c {
			c[i] = float64(r.IntN(17)-4) / 4
		}
		t.Pixel = Encode(t.Format, c)
		return t
	}
	t.Pixel = make([]byte, desc.BlockBytes)
	for i := range t.Pixel {
		t.Pixel[i] = byte(r.IntN(256))
		if r.IntN(4) == 0 {
			t.Pixel[i] = byte(r.IntN(2) * 255)
		}
	}
	return t
}
