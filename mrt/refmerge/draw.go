package refmerge

import (
	"math"

	"d3d9vk/d3d9"
)

// Draw is a whole draw at one pixel: the state, and what the primitives that cover the pixel bring to it, in order. The state's own
// Out is not used.
type Draw struct {
	State
	DepthStencil DepthStencil
	Fragments    []Fragment
}

// Fragment is what one primitive brings to the pixel.
type Fragment struct {
	Out   [Slots]Color
	Depth float64 // 0..1
	Back  bool    // its vertices run counterclockwise
}

// DepthStencil is the depth-stencil surface, what the pixel holds in it before the draw, and the states of both tests.
type DepthStencil struct {
	Format        d3d9.FORMAT // FMT_UNKNOWN: none
	Width, Height uint32
	Samples       uint32
	Depth         float64
	Stencil       uint8

	ZEnable, ZWriteEnable   bool
	ZFunc                   d3d9.CMPFUNC
	StencilEnable, TwoSided bool        // TWOSIDEDSTENCILMODE
	Front, Back             StencilFace // STENCIL* and CCW_STENCIL*
	Ref, Mask, WriteMask    uint32      // STENCILREF, STENCILMASK, STENCILWRITEMASK
}

// StencilFace is the stencil states of one side.
type StencilFace struct {
	Func              d3d9.CMPFUNC
	Fail, ZFail, Pass d3d9.STENCILOP
}

// Result is what a whole draw leaves.
type Result struct {
	Refused bool // INVALIDCALL: nothing is drawn
	Targets [Slots]Outcome
	Depth   float64
	Stencil uint8
	Passed  int // fragments that passed every test: what an occlusion query counts
}

// MergeDraw returns what the draw leaves. Each fragment in turn meets the alpha test (MRT-7), the stencil test, the depth test and
// the targets, and finds there what the one before it left.
func MergeDraw(d *Draw, can Support) Result {
	s := d.State
	out := Result{Refused: Refused(&s), Depth: d.DepthStencil.Depth, Stencil: d.DepthStencil.Stencil}
	for n := range out.Targets {
		out.Targets[n] = Outcome{Pixel: s.Targets[n].Pixel, Tolerance: s.Targets[n].Tolerance}
	}
	if out.Refused {
		return out
	}
	ds := d.DepthStencil
	attached := ds.attached(&s)
	for _, f := range d.Fragments {
		s.Out = f.Out
		if l := limited(&s, can); l.AlphaTestEnable && !alphaPasses(l) {
			continue
		}
		if attached && !ds.Test(&f) {
			continue
		}
		out.Passed++
		for n, o := range Merge(&s, can) {
			o.Touched = o.Touched || out.Targets[n].Touched
			out.Targets[n] = o
			s.Targets[n].Pixel, s.Targets[n].Tolerance = o.Pixel, o.Tolerance
		}
	}
	out.Depth, out.Stencil = ds.Depth, ds.Stencil
	return out
}

// attached says whether the surface takes part: it is as large as the target at least and has as many samples.
func (ds *DepthStencil) attached(s *State) bool {
	if ds.Format == d3d9.FMT_UNKNOWN {
		return false
	}
	first := firstTarget(s)
	if first < 0 {
		return true // it gives the draw its size
	}
	t := &s.Targets[first]
	return ds.Width >= t.Width && ds.Height >= t.Height && ds.Samples == t.Samples
}

// Test is the stencil test and the depth test of a fragment: it says whether both pass, and changes what the pixel holds.
func (ds *DepthStencil) Test(f *Fragment) bool {
	face := &ds.Front
	if ds.TwoSided && f.Back {
		face = &ds.Back
	}
	stencil := ds.StencilEnable && hasStencil(ds.Format)
	if stencil && !compare(face.Func, float64(ds.Ref&ds.Mask&255), float64(uint32(ds.Stencil)&ds.Mask&255)) {
		ds.update(face.Fail)
		return false
	}
	depth := quantised(ds.Format, f.Depth)
	if ds.ZEnable && !compare(ds.ZFunc, depth, quantised(ds.Format, ds.Depth)) {
		if stencil {
			ds.update(face.ZFail)
		}
		return false
	}
	if stencil {
		ds.update(face.Pass)
	}
	if ds.ZEnable && ds.ZWriteEnable {
		ds.Depth = f.Depth
	}
	return true
}

// update applies a stencil operation under the write mask.
func (ds *DepthStencil) update(op d3d9.STENCILOP) {
	old, mask := ds.Stencil, uint8(ds.WriteMask)
	v := old
	switch op {
	case d3d9.STENCILOP_ZERO:
		v = 0
	case d3d9.STENCILOP_REPLACE:
		v = uint8(ds.Ref)
	case d3d9.STENCILOP_INCRSAT:
		v = uint8(min(int(old)+1, 255))
	case d3d9.STENCILOP_DECRSAT:
		v = uint8(max(int(old)-1, 0))
	case d3d9.STENCILOP_INVERT:
		v = ^old
	case d3d9.STENCILOP_INCR:
		v = old + 1
	case d3d9.STENCILOP_DECR:
		v = old - 1
	}
	ds.Stencil = old&^mask | v&mask
}

// compare is a D3DCMPFUNC: the new value, or the reference, stands at the left.
func compare(f d3d9.CMPFUNC, a, b float64) bool {
	switch f {
	case d3d9.CMP_NEVER:
		return false
	case d3d9.CMP_LESS:
		return a < b
	case d3d9.CMP_EQUAL:
		return a == b
	case d3d9.CMP_LESSEQUAL:
		return a <= b
	case d3d9.CMP_GREATER:
		return a > b
	case d3d9.CMP_NOTEQUAL:
		return a != b
	case d3d9.CMP_GREATEREQUAL:
		return a >= b
	}
	return true
}

func hasStencil(f d3d9.FORMAT) bool {
	return f == d3d9.FMT_D24S8 || f == d3d9.FMT_D24FS8 || f == d3d9.FMT_D24X4S4 || f == d3d9.FMT_D15S1
}

// quantised is a depth as the format holds it, in the format's own steps.
func quantised(f d3d9.FORMAT, z float64) float64 {
	z = clamp(z)
	switch f {
	case d3d9.FMT_D16, d3d9.FMT_D16_LOCKABLE:
		return math.RoundToEven(z * (1<<16 - 1))
	case d3d9.FMT_D15S1:
		return math.RoundToEven(z * (1<<15 - 1))
	case d3d9.FMT_D24X8, d3d9.FMT_D24S8, d3d9.FMT_D24X4S4:
		return math.RoundToEven(z * (1<<24 - 1))
	}
	return float64(float32(z))
}
