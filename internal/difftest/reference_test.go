package difftest

import (
	"fmt"
	"math"
	"slices"

	"d3d9vk/internal/refsm"
	"d3d9vk/internal/smgen"
	"d3d9vk/translate/sm"
)

// maxBound is the widest error bound of a channel with which a program counts.
const maxBound = 1.0 / 256

// edge is the width and height, in pixels, of the cell that a draw has to itself. The quad that is compared lies in its corner.
const edge = 4

// channel is a number that a draw leaves in a target: at a pixel of the quad in so many targets.
type channel struct {
	cell, target int
	pixel, comp  int // pixel: 0, 1 above, 2, 3 below
	want         refsm.Value
	untouched    bool // the target keeps what the clear left
	what         string
}

// expectation is what a case must draw.
type expectation struct {
	channels []channel
	depth    [4]refsm.Value     // of each pixel, within [0, 1]; without a bound where nothing is to be compared
	deep     bool               // the program writes depth
	watch    [][]refsm.Semantic // vertex programs: the outputs that each cell shows, one a target
	worst    float64            // the widest bound, infinite where nothing is promised
	why      string             // why the program does not count, or ""
}

// expect runs the case by the interpreter. at gives the left upper pixel of each cell that the case draws in.
func expect(c *smgen.Case, at func(cell int) (x, y int)) (*expectation, error) {
	if c.Program.Version.Stage() == sm.Vertex {
		return expectVertex(c)
	}
	return expectPixel(c, at)
}

// state is the environment as refsm takes it.
func state(env *smgen.Env) *refsm.State {
	st := &refsm.State{Constants: refsm.Constants{F: env.F, I: env.I[:]}}
	for n := range 16 {
		st.B = append(st.B, env.B>>n&1 != 0)
	}
	for i := range env.Textures {
		t := &env.Textures[i]
		s := &refsm.Sampler{Dim: t.Type, Mip: refsm.FilterNone}
		texels := t.Texels
		for n := range t.Levels {
			w, h, slices := t.Level(n)
			level := refsm.Level{W: w, H: h, D: slices, Texels: texels[:w*h*slices]}
			if t.Type == sm.TextureCube {
				level.D = 1
			}
			s.Levels, texels = append(s.Levels, level), texels[w*h*slices:]
		}
		if t.Levels > 1 {
			s.Mip = refsm.FilterPoint
		}
		if t.Linear {
			s.Min, s.Mag = refsm.FilterLinear, refsm.FilterLinear
		}
		for k, a := range t.Address {
			s.Address[k] = []refsm.Address{smgen.Wrap: refsm.AddressWrap, smgen.Mirror: refsm.AddressMirror, smgen.Clamp: refsm.AddressClamp,
				smgen.Border: refsm.AddressBorder}[a]
		}
		st.Samplers[t.Sampler] = s
	}
	for i := range env.Stages {
		s := &env.Stages[i]
		st.Stages[i] = refsm.Stage{BumpMatrix: [4]float32{s.Bump[0][0], s.Bump[0][1], s.Bump[1][0], s.Bump[1][1]},
			LScale: s.Scale, LOffset: s.Offset, Projected: s.Projected}
	}
	return st
}

func (e *expectation) add(c channel) {
	e.channels = append(e.channels, c)
	if !c.untouched {
		e.worst = max(e.worst, c.want.Err)
	}
}

// judge says whether the program counts.
func (e *expectation) judge(ambiguous bool) {
	switch {
	case ambiguous:
		e.why = "ambiguous"
	case math.IsInf(e.worst, 1):
		e.why = "unbounded"
	case e.worst > maxBound:
		e.why = "wide bound"
	}
}

func expectPixel(c *smgen.Case, at func(int) (x, y int)) (*expectation, error) {
	x0, y0 := at(0)
	var in [4]refsm.PixelInput
	for p := range in {
		x, y := p&1, p>>1
		in[p].Pos = [2]float32{float32(x0 + x), float32(y0 + y)}
		if in[p].Face = 1; !c.Env.Face {
			in[p].Face = -1
		}
		in[p].Link(c.Program, func(s refsm.Semantic) refsm.Vec {
			for i := range c.Env.Inputs {
				if a := &c.Env.Inputs[i]; a.Usage == s.Usage && a.Index == s.Index {
					return refsm.ExactVec(a.At(x, y))
				}
			}
			return refsm.Vec{}
		})
	}
	out, err := refsm.Quad(c.Program, &in, state(&c.Env))
	if err != nil {
		return nil, err
	}
	e, ambiguous := &expectation{}, false
	for p := range out {
		o := &out[p]
		ambiguous = ambiguous || o.Ambiguous
		e.depth[p] = refsm.Value{Err: math.Inf(1)}
		if o.DepthWritten && !o.Killed {
			e.depth[p], e.deep = clamped(o.Depth), true
		}
		for n := range o.C {
			for comp, v := range o.C[n] {
				if c.Program.Version.Major() < 2 {
					v = clamped(v)
				}
				if o.Written[n]>>comp&1 == 0 {
					v = refsm.Exact(start[comp])
				}
				e.add(channel{0, n, p, comp, v, o.Killed || o.Written[n] == 0, fmt.Sprintf("oC%d.%c of pixel %d", n, "xyzw"[comp], p)})
			}
		}
	}
	e.judge(ambiguous)
	return e, nil
}

// start is what components of oC# are that nobody writes while others are written (OC-4).
var start = [4]float32{3: 1}

// clamped is the value within [0, 1], as color outputs and ps_1_x give it.
func clamped(v refsm.Value) refsm.Value {
	if v.Known() {
		v.V = min(max(v.V, 0), 1)
	}
	return v
}

func expectVertex(c *smgen.Case) (*expectation, error) {
	in := make([]refsm.Vec, 16)
	for i := range c.Program.Instrs {
		d := &c.Program.Instrs[i]
		if d.Op != sm.OpDcl || d.Dst == nil || d.Dst.Type != sm.RegInput || int(d.Dst.Index) >= len(in) {
			continue
		}
		for k := range c.Env.Inputs {
			if a := &c.Env.Inputs[k]; a.Usage == d.Decl.Usage && a.Index == d.Decl.Index {
				in[d.Dst.Index] = refsm.ExactVec(a.Value)
			}
		}
		if d.Decl.Usage == sm.UsagePosition && d.Decl.Index == 0 {
			in[d.Dst.Index] = refsm.ExactVec([4]float32{-1, 1, 0, 1})
		}
	}
	out, err := refsm.Vertex(c.Program, in, state(&c.Env))
	if err != nil {
		return nil, err
	}
	var list []refsm.Semantic
	for s, v := range out.Varyings {
		hidden := s == refsm.Semantic{Usage: sm.UsagePosition} || s == refsm.Semantic{Usage: sm.UsagePSize}
		if v.Written != 0 && !hidden {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b refsm.Semantic) int { return int(a.Usage)*16 + int(a.Index) - int(b.Usage)*16 - int(b.Index) })
	e := &expectation{watch: slices.Collect(slices.Chunk(list, 4))}
	for cell, watch := range e.watch {
		for n, s := range watch {
			for comp, want := range out.Linked(s) {
				if s.Usage == sm.UsageFog && comp > 0 {
					continue
				}
				if s.Usage == sm.UsageColor && c.Program.Version.Major() < 3 {
					want = clamped(want)
				}
				for p := range 4 {
					e.add(channel{cell, n, p, comp, want, false, fmt.Sprintf("%v%d.%c", s.Usage, s.Index, "xyzw"[comp])})
				}
			}
		}
	}
	e.judge(out.Ambiguous)
	return e, nil
}
