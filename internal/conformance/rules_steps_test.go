package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// stepScene is what TestRulesSteps draws: triangles that overlap, in random states.
type stepScene struct {
	formats      []d3d9.FORMAT
	depthFormat  d3d9.FORMAT
	multiSample  d3d9.MULTISAMPLE_TYPE
	states       map[d3d9.RENDERSTATETYPE]uint32
	scissor      d3d9.RECT
	colors       [16]float32 // c0..c3 of the pixel shader
	draws        [][]vertex
	blends, grey bool // the states blend; the targets are not black before
}

const stepSize = 24

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

func randomSteps(r *rand.Rand) *stepScene {
	s := &stepScene{depthFormat: pick[d3d9.FORMAT](r, d3d9.FMT_D24S8, d3d9.FMT_D24S8, d3d9.FMT_D16), grey: r.IntN(2) == 0}
	if r.IntN(4) == 0 {
		s.multiSample = d3d9.MULTISAMPLE_4_SAMPLES
	}
	for range 2 + r.IntN(3) {
		s.formats = append(s.formats, pick[d3d9.FORMAT](r, d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8, d3d9.FMT_X8R8G8B8, d3d9.FMT_A16B16G16R16F, d3d9.FMT_R32F, d3d9.FMT_R5G6B5))
	}
	mask := func() uint32 { return pick[uint32](r, 15, 15, 7, 1, 2, 12, 8, 0) }
	compare := func() uint32 { return 1 + r.Uint32N(8) }
	op := func() uint32 { return pick(r, 1, 1, 1+r.Uint32N(8)) }
	flag := func(one, of int) uint32 {
		if r.IntN(of) < one {
			return 1
		}
		return 0
	}
	s.states = map[d3d9.RENDERSTATETYPE]uint32{
		d3d9.RS_COLORWRITEENABLE: mask(), d3d9.RS_COLORWRITEENABLE1: mask(), d3d9.RS_COLORWRITEENABLE2: mask(), d3d9.RS_COLORWRITEENABLE3: mask(),
		d3d9.RS_ZENABLE: flag(4, 5), d3d9.RS_ZWRITEENABLE: flag(4, 5), d3d9.RS_ZFUNC: compare(),
		d3d9.RS_STENCILENABLE: flag(1, 2), d3d9.RS_STENCILFUNC: pick(r, d3d9.CMP_ALWAYS, compare()), d3d9.RS_STENCILPASS: op(), d3d9.RS_STENCILFAIL: op(), d3d9.RS_STENCILZFAIL: op(),
		d3d9.RS_TWOSIDEDSTENCILMODE: flag(1, 3), d3d9.RS_CCW_STENCILFUNC: pick(r, d3d9.CMP_ALWAYS, compare()), d3d9.RS_CCW_STENCILPASS: op(), d3d9.RS_CCW_STENCILFAIL: op(), d3d9.RS_CCW_STENCILZFAIL: op(),
		d3d9.RS_STENCILREF: r.Uint32N(8), d3d9.RS_STENCILMASK: pick[uint32](r, 255, 255, 3), d3d9.RS_STENCILWRITEMASK: pick[uint32](r, 255, 255, 3, 0),
		d3d9.RS_ALPHATESTENABLE: flag(1, 4), d3d9.RS_ALPHAFUNC: d3d9.CMP_GREATER, d3d9.RS_ALPHAREF: 100,
		d3d9.RS_SRGBWRITEENABLE: flag(1, 6), d3d9.RS_SCISSORTESTENABLE: flag(1, 3),
	}
	if s.blends = r.IntN(2) == 0; s.blends {
		factor := func() uint32 {
			return pick[uint32](r, d3d9.BLEND_ONE, d3d9.BLEND_SRCALPHA, d3d9.BLEND_INVSRCALPHA, d3d9.BLEND_DESTALPHA, d3d9.BLEND_ZERO, d3d9.BLEND_INVDESTCOLOR)
		}
		s.states[d3d9.RS_ALPHABLENDENABLE] = 1
		s.states[d3d9.RS_SRCBLEND], s.states[d3d9.RS_DESTBLEND], s.states[d3d9.RS_BLENDOP] = factor(), factor(), pick[uint32](r, d3d9.BLENDOP_ADD, d3d9.BLENDOP_ADD, d3d9.BLENDOP_MAX)
		s.states[d3d9.RS_SEPARATEALPHABLENDENABLE] = flag(1, 3)
		s.states[d3d9.RS_SRCBLENDALPHA], s.states[d3d9.RS_DESTBLENDALPHA] = factor(), factor()
	}
	left, top := int32(r.IntN(stepSize/2)), int32(r.IntN(stepSize/2))
	s.scissor = d3d9.RECT{Left: left, Top: top, Right: left + 1 + int32(r.IntN(stepSize/2)), Bottom: top + 1 + int32(r.IntN(stepSize/2))}
	for n := range s.colors {
		s.colors[n] = float32(r.IntN(256)) / 255
	}
	for range 1 + r.IntN(3) {
		var vs []vertex
		for range 1 + r.IntN(10) {
			z := float32(r.IntN(9)) / 8
			for range 3 {
				if r.IntN(8) == 0 {
					z = r.Float32()
				}
				vs = append(vs, vertex{[4]float32{4*r.Float32() - 2, 4*r.Float32() - 2, z, 1}, [4]float32{r.Float32(), r.Float32(), r.Float32(), r.Float32()}})
			}
		}
		s.draws = append(s.draws, vs)
	}
	return s
}

// stepRig draws scenes on one of the devices that are compared.
type stepRig struct {
	*rig
	made   map[string]surface
	shader [2]*device.PixelShader // four colors, and c0 alone
}

func newStepRig(t *testing.T, disable ...string) *stepRig {
	t.Helper()
	r := &stepRig{rig: rigOf(t, device.Options{Disable: disable}), made: map[string]surface{}}
	const one = "ps_3_0\nmov oC0, c0\n"
	r.useBoth(passVS3, one)
	r.shader[0] = r.ps("ps_3_0\ndcl_texcoord v0\nmul oC0, v0, c0\nmul oC1, v0.yzwx, c1\nmul oC2, v0.zwxy, c2\nmul oC3, v0.wxyz, c3\n")
	r.shader[1] = r.ps(one)
	return r
}

// surface returns a surface of the form; what tells them apart is in name.
func (r *stepRig) surface(name string, f d3d9.FORMAT, ms d3d9.MULTISAMPLE_TYPE, depth bool) surface {
	r.t.Helper()
	key := fmt.Sprint(name, f, ms)
	if r.made[key] == nil {
		create := r.d.CreateRenderTarget
		if depth {
			create = r.d.CreateDepthStencilSurface
		}
		s, err := create(stepSize, stepSize, f, ms, 0, false, 0)
		r.ok(err)
		r.keep(s.Release)
		r.made[key] = s
	}
	return r.made[key]
}

func (r *stepRig) pictureOf(s surface, f d3d9.FORMAT, ms d3d9.MULTISAMPLE_TYPE) *picture {
	r.t.Helper()
	if ms != d3d9.MULTISAMPLE_NONE {
		single := r.surface("resolved", f, d3d9.MULTISAMPLE_NONE, false)
		r.ok(r.d.StretchRect(s, nil, single, nil, d3d9.TEXF_NONE))
		s = single
	}
	return r.read(s)
}

func (r *stepRig) restore() {
	r.t.Helper()
	for _, s := range d3d9.RenderStates {
		r.rs(d3d9.RENDERSTATETYPE(s.State), s.Default)
	}
	r.rs(d3d9.RS_CULLMODE, d3d9.CULL_NONE)
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_FALSE)
}

// play draws the scene and returns the targets, a picture of the stencil and one of the depth, and the pixels counted.
func (r *stepRig) play(s *stepScene) (pictures []*picture, count uint32) {
	r.t.Helper()
	r.restore()
	depth := r.surface("depth", s.depthFormat, s.multiSample, true)
	bound := make([]surface, 4)
	for n, f := range s.formats {
		bound[n] = r.surface(fmt.Sprint("target ", n), f, s.multiSample, false)
	}
	r.set(bound...)
	r.ok(r.d.SetDepthStencilSurface(depth))
	flags, color := uint32(d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER), d3d9.COLOR(0)
	if s.depthFormat == d3d9.FMT_D24S8 {
		flags |= d3d9.CLEAR_STENCIL
	}
	if s.grey {
		color = 0x40808080
	}
	r.ok(r.d.Clear(nil, flags, color, 0.5, 3))
	for state, value := range s.states {
		r.rs(state, value)
	}
	r.ok(r.d.SetScissorRect(s.scissor))
	r.ok(r.d.SetPixelShader(r.shader[0]))
	r.ok(r.d.SetPixelShaderConstantF(0, s.colors[:]))
	q, err := r.d.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
	r.ok(err)
	r.ok(q.Issue(d3d9.ISSUE_BEGIN))
	for _, vs := range s.draws {
		r.draw(d3d9.PT_TRIANGLELIST, uint(len(vs)/3), vs...)
	}
	r.ok(q.Issue(d3d9.ISSUE_END))
	r.restore()
	for n, f := range s.formats {
		pictures = append(pictures, r.pictureOf(bound[n], f, s.multiSample))
	}
	pictures = append(pictures, r.probe(s, true), r.probe(s, false))
	count = r.counted(q)
	q.Release()
	return pictures, count
}

// probe pictures depth or stencil: a pixel gets brighter with each of so many planes that is not in front of what is stored, or that has
// a higher number than the stencil.
func (r *stepRig) probe(s *stepScene, stencil bool) *picture {
	r.t.Helper()
	const steps = 16
	const f d3d9.FORMAT = d3d9.FMT_A8R8G8B8
	target := r.surface("probe", f, s.multiSample, false)
	r.set(target, nil, nil, nil)
	r.clear(0)
	r.ok(r.d.SetPixelShader(r.shader[1]))
	r.ok(r.d.SetPixelShaderConstantF(0, []float32{1. / steps, 1. / steps, 1. / steps, 1. / steps}))
	r.additive()
	r.rs(d3d9.RS_ZWRITEENABLE, 0)
	for n := range uint32(steps) {
		if stencil {
			r.rs(d3d9.RS_STENCILENABLE, 1)
			r.rs(d3d9.RS_STENCILFUNC, d3d9.CMP_GREATER)
			r.rs(d3d9.RS_STENCILREF, pick16(n))
			r.cover(0)
			continue
		}
		r.rs(d3d9.RS_ZENABLE, 1)
		r.rs(d3d9.RS_ZFUNC, d3d9.CMP_GREATEREQUAL)
		r.cover(float32(n) / (steps - 1))
	}
	p := r.pictureOf(target, f, s.multiSample)
	r.restore()
	return p
}

// pick16 is sixteen numbers from 0 to 255, most of them small.
func pick16(n uint32) uint32 {
	if n < 10 {
		return n
	}
	return 247 + n - 9
}

// TestRulesSteps compares draws in several steps with draws at once, on one driver: masked and opaque targets, depth, stencil and
// counts are equal, blended targets within one step of the format for each blend.
func TestRulesSteps(t *testing.T) {
	native, split := newStepRig(t), newStepRig(t, "IndependentBlend")
	t.Run("MRT-13/depth and stencil begin every step as they began the draw", func(t *testing.T) {
		random := rand.New(rand.NewPCG(13, 2))
		for range 4 {
			s := randomSteps(random)
			s.formats, s.depthFormat, s.blends = []d3d9.FORMAT{argb, argb}, d3d9.FMT_D24S8, false
			s.states = map[d3d9.RENDERSTATETYPE]uint32{
				d3d9.RS_COLORWRITEENABLE: 15, d3d9.RS_COLORWRITEENABLE1: 1, d3d9.RS_ZENABLE: 1, d3d9.RS_ZFUNC: d3d9.CMP_LESS,
				d3d9.RS_STENCILENABLE: 1, d3d9.RS_STENCILFUNC: d3d9.CMP_NOTEQUAL, d3d9.RS_STENCILREF: 4, d3d9.RS_STENCILPASS: d3d9.STENCILOP_INCR,
			}
			compareSteps(t, native, split, s)
		}
	})
	t.Run("MRT-13/random scenes", func(t *testing.T) {
		random := rand.New(rand.NewPCG(13, 1))
		for range sequences(2000, 50) {
			compareSteps(t, native, split, randomSteps(random))
		}
	})
}

func compareSteps(t *testing.T, native, split *stepRig, s *stepScene) {
	t.Helper()
	want, counted := native.play(s)
	got, count := split.play(s)
	if count != counted {
		t.Fatalf("%d pixels, natively %d: %+v", count, counted, *s)
	}
	for k := range want {
		tolerance := 0.
		if s.blends && k < len(s.formats) {
			tolerance = 1
		}
		if x, y, ok := sameSteps(want[k], got[k], tolerance); !ok {
			t.Fatalf("picture %d, pixel (%d, %d) is %v, natively %v: %+v", k, x, y, got[k].at(x, y), want[k].at(x, y), *s)
		}
	}
}

// sameSteps says whether two pictures are equal within so many steps of the format, or where they are not.
func sameSteps(a, b *picture, steps float64) (x, y int, ok bool) {
	for y := range a.h {
		for x := range a.w {
			p, q := a.at(x, y), b.at(x, y)
			for c := range p {
				if p[c] != q[c] && !(math.Abs(p[c]-q[c]) <= 1.01*steps*a.step(c, p[c])) {
					return x, y, false
				}
			}
		}
	}
	return 0, 0, true
}
