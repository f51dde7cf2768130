package refsm

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"d3d9vk/internal/corpus"
	"d3d9vk/translate/sm"
)

// caseExceptions are the cases that are not run, or whose expected values this interpreter does not give, with the reason.
var caseExceptions = map[string]string{}

// TestCases draws every executable case pixel by pixel with this interpreter, and compares the pixels that are probed.
func TestCases(t *testing.T) {
	cases, notes := corpus.ReadCases(t)
	var exact, bounded, open int
	for i := range cases {
		c := &cases[i]
		r := caseRunner{t: t, c: c, notes: notes[c.ID], programs: map[string]*sm.Program{}}
		err := r.run()
		reason, excepted := caseExceptions[c.ID]
		switch {
		case err != nil && excepted:
			t.Logf("%s: %v; excepted: %s", c.ID, err, reason)
		case err != nil:
			t.Errorf("%s: %v", c.ID, err)
		case excepted:
			t.Errorf("%s passes now: take it off the list of exceptions", c.ID)
		case r.open > 0:
			open++
			t.Logf("%s: nothing is promised of %d components, which differ", c.ID, r.open)
		case r.bounded > 0:
			bounded++
		default:
			exact++
		}
	}
	fmt.Printf("%d of %d cases: %d with the expected values, %d within the bounds, %d where nothing is promised; %d exceptions\n",
		exact+bounded+open, len(cases), exact, bounded, open, len(caseExceptions))
}

// caseRunner runs one case.
type caseRunner struct {
	t        *testing.T
	c        *corpus.Case
	notes    corpus.Notes
	programs map[string]*sm.Program
	draws    map[*corpus.CaseAction]*caseDraw

	bounded, open int // components that are not the expected ones: within the bound, without a bound
}

func (r *caseRunner) run() error {
	r.draws = map[*corpus.CaseAction]*caseDraw{}
	for i := range r.c.Actions {
		if a := &r.c.Actions[i]; a.Op == "probe" {
			if err := r.probe(r.c.Actions[:i], a); err != nil {
				return fmt.Errorf("action %d: %w", i, err)
			}
		}
	}
	return nil
}

// probe compares the corners, the middle and a grid of the rectangle.
func (r *caseRunner) probe(before []corpus.CaseAction, a *corpus.CaseAction) error {
	dx, dy := max((a.Rect[2]-a.Rect[0]-1)/4, 1), max((a.Rect[3]-a.Rect[1]-1)/4, 1)
	for y := a.Rect[1]; y < a.Rect[3]; y += dy {
		for x := a.Rect[0]; x < a.Rect[2]; x += dx {
			got, ambiguous, err := r.pixel(before, x, y)
			if err != nil {
				return err
			}
			for i, text := range a.ExpectedHex {
				bits, err := strconv.ParseUint(text, 16, 32)
				if err != nil {
					return err
				}
				want := math.Float32frombits(uint32(bits))
				switch {
				case r.notes.Within(math.Float32bits(got[i].V), uint32(bits), a.ULPs):
				case !got[i].Known() || ambiguous:
					r.open++
				case got[i].Admits(want):
					r.bounded++
				default:
					return fmt.Errorf("pixel (%d, %d): component %d is %g within %g, want %g", x, y, i, got[i].V, got[i].Err, want)
				}
			}
		}
	}
	return nil
}

// pixel is what is in the target after the actions.
func (r *caseRunner) pixel(before []corpus.CaseAction, x, y int) (c Vec, ambiguous bool, err error) {
	c = Vec{{V: math.MaxFloat32}, {V: math.MaxFloat32}, {V: math.MaxFloat32}, {V: math.MaxFloat32}} // a marker
	for i := range before {
		a := &before[i]
		switch a.Op {
		case "clear_rt":
			for n, v := range a.RGBA {
				c[n] = Exact(float32(math.Trunc(min(max(v, 0), 1)*255) / 255))
				c[n].Err += 1e-7
			}
			ambiguous = false
		case "draw":
			d := r.draws[a]
			if d == nil {
				if d, err = r.prepare(a); err != nil {
					return c, false, err
				}
				r.draws[a] = d
			}
			out, err := d.shade(x, y)
			if err != nil {
				return c, false, err
			}
			if out != nil && !out.Killed {
				c, ambiguous = out.C[0], out.Ambiguous
			}
		}
	}
	return c, ambiguous, nil
}

func (r *caseRunner) program(hash string) (*sm.Program, error) {
	if p := r.programs[hash]; p != nil {
		return p, nil
	}
	data, err := hex.DecodeString(r.c.Shaders[hash].Hex)
	if err != nil {
		return nil, err
	}
	p, err := sm.Parse(data)
	r.programs[hash] = p
	return p, err
}

// caseDraw is a draw whose vertices are done.
type caseDraw struct {
	a     *corpus.CaseAction
	ps    *sm.Program
	state *State
	w, h  float64
	prims [][]*VertexOutput
}

func (r *caseRunner) prepare(a *corpus.CaseAction) (*caseDraw, error) {
	vs, err := r.program(a.VS)
	if err != nil {
		return nil, err
	}
	d := &caseDraw{a: a, w: float64(a.RenderTargets[0].Size[0]), h: float64(a.RenderTargets[0].Size[1])}
	if d.ps, err = r.program(a.PS); err != nil {
		return nil, err
	}
	if len(a.State.ClipPlanes) > 0 || a.State.AlphaTestFunc != "always" {
		return nil, fmt.Errorf("clip planes and alpha tests are not done here")
	}
	d.state = &State{ZeroTimesAnything: true, Specials: true, Constants: Constants{F: make([][4]float32, 256)}}
	if a.Constants != nil {
		for n, reg := range a.Constants.RegsHex {
			for c, text := range reg {
				bits, err := strconv.ParseUint(text, 16, 32)
				if err != nil {
					return nil, err
				}
				d.state.F[int(a.Constants.Start)+n][c] = math.Float32frombits(uint32(bits))
			}
		}
	}
	for i := range a.Textures {
		if err := d.texture(&a.Textures[i]); err != nil {
			return nil, err
		}
	}
	var vertices []*VertexOutput
	for n := range int(a.VertexCount) {
		in, err := vertexInput(vs, a, n)
		if err != nil {
			return nil, err
		}
		o, err := Vertex(vs, in, d.state)
		if err != nil {
			return nil, err
		}
		if o.Ambiguous {
			return nil, fmt.Errorf("a vertex is ambiguous")
		}
		vertices = append(vertices, o)
	}
	switch a.Topology {
	case "triangle_list":
		for n := 0; n+2 < len(vertices); n += 3 {
			d.prims = append(d.prims, vertices[n:n+3])
		}
	case "triangle_strip":
		for n := 0; n+2 < len(vertices); n++ {
			d.prims = append(d.prims, vertices[n:n+3])
		}
	case "point_list":
		for n := range vertices {
			d.prims = append(d.prims, vertices[n:n+1])
		}
	default:
		return nil, fmt.Errorf("topology %s is not done here", a.Topology)
	}
	return d, nil
}

var caseUsages = map[string]sm.Usage{
	"position": sm.UsagePosition, "psize": sm.UsagePSize, "texcoord": sm.UsageTexCoord, "color": sm.UsageColor,
}

// vertexInput reads vertex n's elements into the registers that declare them.
func vertexInput(vs *sm.Program, a *corpus.CaseAction, n int) ([]Vec, error) {
	in := make([]Vec, 16)
	for i := range vs.Instrs {
		d := &vs.Instrs[i]
		if d.Op != sm.OpDcl || d.Dst.Type != sm.RegInput {
			continue
		}
		v := [4]float32{0, 0, 0, 1}
		for _, e := range a.VertexElements {
			usage, ok := caseUsages[strings.ToLower(e.Usage)]
			if !ok || usage != d.Decl.Usage || e.UsageIndex != d.Decl.Index {
				continue
			}
			for _, b := range a.VertexBuffers {
				if b.Stream != uint(e.Stream) {
					continue
				}
				data, err := hex.DecodeString(b.WordsHex)
				if err != nil {
					return nil, err
				}
				size := map[string]int{"r32-float": 1, "r32g32-float": 2, "r32g32b32-float": 3, "r32g32b32a32-float": 4}[e.Format]
				if size == 0 {
					return nil, fmt.Errorf("elements of %s are not done here", e.Format)
				}
				for c := range size {
					v[c] = math.Float32frombits(binary.LittleEndian.Uint32(data[int(b.Stride)*n+int(e.Offset)+4*c:]))
				}
			}
		}
		in[d.Dst.Index] = ExactVec(v)
	}
	return in, nil
}

var (
	caseFilters   = map[string]Filter{"none": FilterNone, "point": FilterPoint, "linear": FilterLinear}
	caseAddresses = map[string]Address{"wrap": AddressWrap, "clamp": AddressClamp, "mirror": AddressMirror, "border": AddressBorder}
)

func (d *caseDraw) texture(x *corpus.CaseTexture) error {
	if x.Dim != "2d" || x.Format != "r32g32b32a32-float" {
		return fmt.Errorf("textures of %s %s are not done here", x.Dim, x.Format)
	}
	data, err := hex.DecodeString(x.WordsHex)
	if err != nil {
		return err
	}
	s := &Sampler{Dim: sm.Texture2D}
	for n := range x.Levels {
		l := Level{W: int(max(x.Size[0]>>n, 1)), H: int(max(x.Size[1]>>n, 1)), D: 1}
		for range l.W * l.H {
			var texel [4]float32
			for c := range texel {
				texel[c] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*c:]))
			}
			data = data[16:]
			l.Texels = append(l.Texels, texel)
		}
		s.Levels = append(s.Levels, l)
	}
	for _, state := range d.a.Samplers {
		if state.Slot == x.Sampler {
			s.Min, s.Mag, s.Mip = caseFilters[state.Min], caseFilters[state.Mag], caseFilters[state.Mip]
			for i := range s.Address {
				s.Address[i] = caseAddresses[state.Address[min(i, len(state.Address)-1)]]
			}
		}
	}
	d.state.Samplers[x.Sampler] = s
	return nil
}
