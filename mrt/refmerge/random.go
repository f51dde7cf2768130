package refmerge

import (
	"math/rand/v2"
	"slices"

	"d3d9vk/d3d9"
)

// Options bound what Random makes.
type Options struct {
	Formats   []d3d9.FORMAT // of targets
	Width     uint32        // of most targets
	Height    uint32
	Mismatch  bool // now and then a target has another size
	Null      bool // now and then a target is FMT_NULL
	Multi     bool // now and then a target has another number of samples
	SRGBWrite bool
	Depth     []d3d9.FORMAT // of depth-stencil surfaces
	Slots     int           // targets 0..Slots-1 only; 0: all
	Prefix    bool          // shaders of model 2: if oCn is written, oC0..oCn-1 are too (OC-7, OC-10)
	Period    Period
}

// MaxFragments is how many fragments a random draw has at most.
const MaxFragments = 4

// RandomDraw makes a draw. Its depths are k/256, so that formats of every kind hold equal ones as equal and different ones as different.
func RandomDraw(r *rand.Rand, o *Options) *Draw {
	d := &Draw{State: *Random(r, o)}
	for n := range 1 + r.IntN(MaxFragments) {
		f := Fragment{Out: d.Out, Depth: randomDepth(r), Back: r.IntN(2) != 0}
		for i := range f.Out {
			if n > 0 && d.Written>>i&1 != 0 {
				f.Out[i] = randomColor(r)
			}
		}
		d.Fragments = append(d.Fragments, f)
	}
	if len(o.Depth) == 0 || r.IntN(6) == 0 {
		return d
	}
	flag := func() bool { return r.IntN(3) != 0 }
	face := func() StencilFace {
		op := func() d3d9.STENCILOP { return d3d9.STENCILOP(d3d9.STENCILOP_KEEP + r.IntN(d3d9.STENCILOP_DECR)) }
		return StencilFace{Func: randomFunc(r), Fail: op(), ZFail: op(), Pass: op()}
	}
	byteOf := func() uint32 {
		return [...]uint32{0, 1, 127, 254, 255, 255, 255, uint32(r.IntN(256))}[r.IntN(8)]
	}
	d.DepthStencil = DepthStencil{
		Format: o.Depth[r.IntN(len(o.Depth))], Width: o.Width + 1, Height: o.Height + 1, Samples: 1,
		Depth: randomDepth(r), Stencil: uint8(byteOf()),
		ZEnable: flag(), ZWriteEnable: flag(), ZFunc: randomFunc(r),
		StencilEnable: flag(), TwoSided: flag(), Front: face(), Back: face(), Ref: byteOf(), Mask: byteOf(), WriteMask: byteOf(),
	}
	if o.Mismatch && r.IntN(8) == 0 {
		d.DepthStencil.Height -= 2
	}
	return d
}

// randomFunc is any function, those that neither pass nor drop all more often.
func randomFunc(r *rand.Rand) d3d9.CMPFUNC {
	f := d3d9.CMPFUNC(d3d9.CMP_NEVER + r.IntN(d3d9.CMP_ALWAYS))
	if f == d3d9.CMP_NEVER && r.IntN(2) == 0 {
		return d3d9.CMP_LESSEQUAL
	}
	return f
}

// randomDepth is k/256, from few values, so that ties happen.
func randomDepth(r *rand.Rand) float64 { return float64(32*r.IntN(8)+r.IntN(2)) / 256 }

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
		Period:                   o.Period,
	}
	if r.IntN(3) == 0 { // all written is the common case
		s.Written = 1<<Slots - 1
	}
	formats := *o
	if o.Period.NoIndependentBitDepths && r.IntN(4) != 0 { // most draws are not refused
		formats.Formats = sameBitDepth(o.Formats, o.Formats[r.IntN(len(o.Formats))])
	}
	if o.Prefix {
		s.Written = 1<<(1+r.IntN(Slots)) - 1
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
		s.Targets[n] = randomTarget(r, &formats, n)
	}
	if r.IntN(4) == 0 { // so that equality happens
		s.AlphaRef = uint32(s.Out[0][3]*255 + 0.5)
	}
	return s
}

func sameBitDepth(formats []d3d9.FORMAT, as d3d9.FORMAT) []d3d9.FORMAT {
	want, _ := d3d9.FormatInfo(as)
	return slices.DeleteFunc(slices.Clone(formats), func(f d3d9.FORMAT) bool {
		desc, _ := d3d9.FormatInfo(f)
		return desc.BitsPerPixel != want.BitsPerPixel
	})
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
	if n > 0 && (r.IntN(5) == 0 || o.Slots != 0 && n >= o.Slots) {
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
			c[i] = float64(r.IntN(9)-4) / 4 // small: a few products of them stay far from what halves hold
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
