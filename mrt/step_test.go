package mrt_test

import (
	"math/rand/v2"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

// alike is targets without independentBlend, with these write masks.
func alike(t testing.TB, masks [4]uint8, formats ...d3d9.FORMAT) *mrt.Input {
	in := targets(t, formats...)
	in.Limits.IndependentBlend = false
	in.Masks = masks
	return in
}

func TestSteps(t *testing.T) {
	const a8, x8, r32, g32, r16f = d3d9.FMT_A8R8G8B8, d3d9.FMT_X8R8G8B8, d3d9.FMT_R32F, d3d9.FMT_G32R32F, d3d9.FMT_R16F
	const add, alpha, invAlpha = d3d9.BLENDOP_ADD, d3d9.BLEND_SRCALPHA, d3d9.BLEND_INVSRCALPHA
	over := mrt.Blend{Enable: true, Src: alpha, Dest: invAlpha, Op: add}
	with := func(b mrt.Blend) func(*mrt.Input) {
		b.Enable = true
		return func(in *mrt.Input) { in.Blend = b }
	}
	all := [4]uint8{15, 15, 15, 15}
	for _, c := range []struct {
		name    string
		masks   [4]uint8
		formats []d3d9.FORMAT
		change  func(*mrt.Input)
		steps   []uint8 // the targets of each
		masked  []uint8 // the mask of each
	}{
		{"equal masks", all, []d3d9.FORMAT{a8, a8, a8, a8}, nil, []uint8{15}, []uint8{15}},
		{"four masks", [4]uint8{1, 2, 4, 8}, []d3d9.FORMAT{a8, a8, a8, a8}, nil, []uint8{1, 2, 4, 8}, []uint8{1, 2, 4, 8}},
		{"two masks in turn", [4]uint8{1, 2, 1, 2}, []d3d9.FORMAT{a8, a8, a8, a8}, nil, []uint8{5, 10}, []uint8{1, 2}},
		{"a mask of 0 is not attached", [4]uint8{15, 0, 15, 0}, []d3d9.FORMAT{a8, a8, a8, a8}, nil, []uint8{5}, []uint8{15}},
		{"nothing written keeps all attached", [4]uint8{}, []d3d9.FORMAT{a8, a8}, nil, []uint8{3}, []uint8{0}},
		{"not written by the shader", all, []d3d9.FORMAT{a8, a8, a8}, func(in *mrt.Input) { in.Written = 5 }, []uint8{5}, []uint8{15}},
		{"alpha that a format lacks does not matter", all, []d3d9.FORMAT{x8, a8, x8}, nil, []uint8{7}, []uint8{15}},
		{"nor do other channels", all, []d3d9.FORMAT{r32, g32, a8, r16f}, nil, []uint8{15}, []uint8{15}},
		{"a format of few channels joins what agrees on them", [4]uint8{1, 14, 3, 0}, []d3d9.FORMAT{r16f, a8, g32}, nil, []uint8{2, 5}, []uint8{14, 3}},
		{"between two masks, the few channels decide", [4]uint8{1, 5, 3}, []d3d9.FORMAT{g32, a8, a8}, nil, []uint8{3, 4}, []uint8{5, 3}},
		{"A8 has its alpha in red", [4]uint8{15, 15, 7}, []d3d9.FORMAT{a8, d3d9.FMT_A8, a8}, nil, []uint8{3, 4}, []uint8{15, 7}},
		{"a format without blending has a step of its own", all, []d3d9.FORMAT{g32, a8, g32}, with(over), []uint8{2, 5}, []uint8{15, 3}},
		{"without destination alpha, targets with and without alpha blend alike", all, []d3d9.FORMAT{x8, a8, r16f}, with(over), []uint8{7}, []uint8{15}},
		{"destination alpha tells them apart", all, []d3d9.FORMAT{x8, a8, r16f}, with(mrt.Blend{Src: alpha, Dest: d3d9.BLEND_DESTALPHA, Op: add}), []uint8{2, 5}, []uint8{15, 7}},
		{"not under MAX", all, []d3d9.FORMAT{x8, a8}, with(mrt.Blend{Src: alpha, Dest: d3d9.BLEND_DESTALPHA, Op: d3d9.BLENDOP_MAX}), []uint8{3}, []uint8{15}},
		{"not where only alpha is written", [4]uint8{7, 8}, []d3d9.FORMAT{x8, a8}, with(mrt.Blend{Src: alpha, Dest: d3d9.BLEND_DESTALPHA, Op: add}), []uint8{2, 1}, []uint8{8, 7}},
		{"separate alpha of a target whose alpha is masked", [4]uint8{7, 7}, []d3d9.FORMAT{x8, a8},
			with(mrt.Blend{Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: add, Separate: true, SrcAlpha: d3d9.BLEND_DESTALPHA, DestAlpha: d3d9.BLEND_ONE, OpAlpha: add}), []uint8{3}, []uint8{7}},
	} {
		t.Run("MRT-13/"+c.name, func(t *testing.T) {
			in := alike(t, c.masks, c.formats...)
			if c.change != nil {
				c.change(in)
			}
			in.SRGBWrite = true
			p := plan(in)
			if int(p.Steps) != len(c.steps) {
				t.Fatalf("%d steps, want %d: %+v", p.Steps, len(c.steps), p)
			}
			if several := p.Diagnostics&mrt.SeveralSteps != 0; several != (len(c.steps) > 1) {
				t.Errorf("told: %v", several)
			}
			in.Limits.IndependentBlend = true
			native := plan(in)
			for n, want := range c.steps {
				s := p.Step(n)
				pass := native.Pass
				pass.Attached, pass.SRGB = want, native.Pass.SRGB&want
				if s.Pass != pass {
					t.Errorf("step %d: pass %+v, want %+v", n, s.Pass, pass)
				}
				for i, b := range s.Blend {
					if b != s.Blend[0] || b.Mask != c.masked[n] {
						t.Errorf("step %d: blend %d is %+v", n, i, b)
					}
				}
			}
			if p.Written != native.Written || p.Feedback != native.Feedback {
				t.Errorf("written %x, feedback %x: native %x, %x", p.Written, p.Feedback, native.Written, native.Feedback)
			}
		})
	}
	t.Run("MRT-13/a step that reads its targets comes first", func(t *testing.T) {
		in := alike(t, all, d3d9.FMT_A8R8G8B8, a8)
		row := *in.Targets[0].Format // as on an adapter that cannot blend it
		row.Blend = false
		in.Targets[0].Format = &row
		in.Blend = over
		if p := plan(in); p.Pass.Attached != 2 || p.More[0].Pass.Attached != 1 || !p.Blend[0].Enable {
			t.Errorf("plan %+v", p)
		}
	})
	t.Run("MRT-13/the same texture sampled is found in every step", func(t *testing.T) {
		in := alike(t, [4]uint8{1, 2, 4, 8}, a8, a8, a8, a8)
		in.Samplers = 4
		in.Sampled[2] = mrt.SampledRange{Image: in.Targets[3].Image, Levels: 1, Layers: 1}
		if p := plan(in); p.Feedback != 4 || p.Steps != 4 {
			t.Errorf("plan %+v", p)
		}
	})
	t.Run("Make allocates nothing", func(t *testing.T) {
		in := alike(t, [4]uint8{1, 2, 4, 8}, a8, a8, a8, a8)
		var p mrt.Plan
		if n := testing.AllocsPerRun(100, func() { mrt.Make(in, &p); p.Restores(&mrt.DepthStencil{}) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// pixel is a place of a target pair with depth and stencil, where a draw's fragments arrive in order.
type pixel struct {
	depth, stencil uint8
	colors         [2]int // of the first step's target and of the further's
}

type fragment struct {
	depth uint8
	face  int
	color int
}

func compare(fn uint32, a, b uint8) bool {
	return [...]bool{false, a < b, a == b, a <= b, a > b, a != b, a >= b, true}[fn-1]
}

func operate(op uint32, v, ref uint8) uint8 {
	const most = 7 // a stencil of three bits
	switch op {
	case d3d9.STENCILOP_ZERO:
		return 0
	case d3d9.STENCILOP_REPLACE:
		return ref
	case d3d9.STENCILOP_INCRSAT:
		return min(v+1, most)
	case d3d9.STENCILOP_DECRSAT:
		return v - min(v, 1)
	case d3d9.STENCILOP_INVERT:
		return ^v & most
	case d3d9.STENCILOP_INCR:
		return (v + 1) & most
	case d3d9.STENCILOP_DECR:
		return (v - 1) & most
	}
	return v
}

// run draws the fragments to the pixel's targets of the set; blended targets keep a trace of every color.
func (p *pixel) run(ds *mrt.DepthStencil, ref uint8, fragments []fragment, set uint8, blended [2]bool) {
	for _, f := range fragments {
		face := &ds.Faces[f.face]
		stencil := !ds.StencilEnable || compare(face.Func, ref, p.stencil)
		depth := !ds.ZEnable || compare(ds.ZFunc, f.depth, p.depth)
		if ds.StencilEnable {
			op := face.Pass
			if !stencil {
				op = face.Fail
			} else if !depth {
				op = face.ZFail
			}
			p.stencil = p.stencil&^ds.StencilWriteMask | operate(op, p.stencil, ref)&ds.StencilWriteMask
		}
		if !stencil || !depth {
			continue
		}
		if ds.ZEnable && ds.ZWriteEnable {
			p.depth = f.depth
		}
		for n := range p.colors {
			if set>>n&1 == 0 {
				continue
			}
			if blended[n] {
				p.colors[n] = p.colors[n]*31 + f.color
			} else {
				p.colors[n] = f.color
			}
		}
	}
}

// TestRestores draws random overlapping fragments in two steps, as the plan says, and at once: depth, stencil and colors are the same.
func TestRestores(t *testing.T) {
	t.Run("MRT-13", func(t *testing.T) {
		const count = 400_000
		r := rand.New(rand.NewPCG(13, 2))
		without := 0
		for range count {
			in := alike(t, [4]uint8{1, 2}, d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8)
			in.DepthStencil = surface(t, d3d9.FMT_D24S8, 9)
			blends := r.IntN(2) == 0
			in.Blend = mrt.Blend{Enable: blends, Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: d3d9.BLENDOP_ADD}
			p := plan(in)
			ds := mrt.DepthStencil{
				ZEnable: r.IntN(4) > 0, ZWriteEnable: r.IntN(4) > 0, ZFunc: 1 + r.Uint32N(8),
				StencilEnable: r.IntN(2) == 0, StencilWriteMask: [...]uint8{0, 7, 7, 2}[r.IntN(4)],
			}
			op := func() uint32 {
				if r.IntN(3) > 0 {
					return 1 + r.Uint32N(3) // KEEP, ZERO, REPLACE
				}
				return 1 + r.Uint32N(8)
			}
			for i := range ds.Faces {
				ds.Faces[i] = mrt.StencilFace{Func: 1 + r.Uint32N(8), Fail: op(), ZFail: op(), Pass: op()}
				if r.IntN(2) == 0 {
					ds.Faces[i].Func = d3d9.CMP_ALWAYS
				}
			}
			if r.IntN(2) == 0 {
				ds.Faces[1] = ds.Faces[0]
			}
			var fragments []fragment
			for n := range 1 + r.IntN(5) {
				fragments = append(fragments, fragment{uint8(r.IntN(4)), r.IntN(2), n + 1})
			}
			start := pixel{depth: uint8(r.IntN(4)), stencil: uint8(r.IntN(8)), colors: [2]int{-1, -1}}
			ref := uint8(r.IntN(8))
			blended := [2]bool{blends, blends}
			once := start
			once.run(&ds, ref, fragments, 3, blended)
			steps := start
			steps.run(&ds, ref, fragments, 1, blended)
			if p.Restores(&ds) {
				steps.depth, steps.stencil = start.depth, start.stencil
			} else {
				without++
			}
			steps.run(&ds, ref, fragments, 2, blended)
			if once != steps {
				t.Fatalf("once %+v, in steps %+v, from %+v with %+v\n%+v, reference %d, blending %v", once, steps, start, fragments, ds, ref, blends)
			}
		}
		if without < count/4 {
			t.Errorf("only %d of %d draws need nothing restored", without, count)
		}
	})
	in := alike(t, [4]uint8{1, 2}, d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8)
	in.DepthStencil = surface(t, d3d9.FMT_D24S8, 9)
	less := &mrt.DepthStencil{ZEnable: true, ZWriteEnable: true, ZFunc: d3d9.CMP_LESS}
	t.Run("MRT-13/LESS restores", func(t *testing.T) {
		if p := plan(in); !p.Restores(less) {
			t.Error("it does not")
		}
	})
	t.Run("MRT-13/LESSEQUAL restores only where a further step blends", func(t *testing.T) {
		nearest := *less
		nearest.ZFunc = d3d9.CMP_LESSEQUAL
		if p := plan(in); p.Restores(&nearest) {
			t.Error("opaque: it does")
		}
		blend := *in
		blend.Blend = mrt.Blend{Enable: true, Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: d3d9.BLENDOP_ADD}
		if p := plan(&blend); !p.Restores(&nearest) {
			t.Error("blended: it does not")
		}
		blend.Blend.Dest = d3d9.BLEND_ZERO
		if p := plan(&blend); p.Restores(&nearest) {
			t.Error("blended with nothing: it does")
		}
	})
	t.Run("MRT-13/one step restores nothing, nor do several without depth", func(t *testing.T) {
		native := *in
		native.Limits.IndependentBlend = true
		if p := plan(&native); p.Restores(less) {
			t.Error("one step: it does")
		}
		none := *in
		none.DepthStencil = mrt.Surface{}
		if p := plan(&none); p.Restores(less) {
			t.Error("without depth: it does")
		}
	})
}

func BenchmarkMakeSteps(b *testing.B) {
	in := alike(b, [4]uint8{1, 2, 4, 8}, d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8)
	in.DepthStencil = surface(b, d3d9.FMT_D24S8, 9)
	ds := mrt.DepthStencil{ZEnable: true, ZWriteEnable: true, ZFunc: d3d9.CMP_LESSEQUAL}
	var p mrt.Plan
	b.ReportAllocs()
	for b.Loop() {
		mrt.Make(in, &p)
		if p.Restores(&ds) || p.Steps != gpu.MaxTargets {
			b.Fatalf("%+v", p)
		}
	}
}
