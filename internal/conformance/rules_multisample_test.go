package conformance

import (
	"math"
	"math/rand/v2"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
)

// fourSamples makes a multisampled target.
func (r *rig) fourSamples(f d3d9.FORMAT, w, h uint) surface {
	r.t.Helper()
	return r.createFour(r.d.CreateRenderTarget, f, w, h)
}

func (r *rig) fourSampleDepth(f d3d9.FORMAT, w, h uint) surface {
	r.t.Helper()
	return r.createFour(r.d.CreateDepthStencilSurface, f, w, h)
}

// createFour makes a surface of four samples, which every Vulkan device has.
func (r *rig) createFour(create func(uint, uint, d3d9.FORMAT, d3d9.MULTISAMPLE_TYPE, uint32, bool, uintptr) (surface, d3d9.Error), f d3d9.FORMAT, w, h uint) surface {
	r.t.Helper()
	s, err := create(w, h, f, d3d9.MULTISAMPLE_4_SAMPLES, 0, false, 0)
	r.ok(err)
	r.keep(s.Release)
	return s
}

// fourTargets makes multisampled targets of the formats, 8x8, cleared to color, and binds them.
func (r *rig) fourTargets(color d3d9.COLOR, formats ...d3d9.FORMAT) []surface {
	r.t.Helper()
	var made []surface
	for _, f := range formats {
		made = append(made, r.fourSamples(f, 8, 8))
	}
	r.set(made...)
	r.clear(color)
	return made
}

func (r *rig) stretch(src surface, from *d3d9.RECT, dst surface, to *d3d9.RECT, filter d3d9.TEXTUREFILTERTYPE) {
	r.t.Helper()
	r.ok(r.d.StretchRect(src, from, dst, to, filter))
}

// resolved is a copy of the surface with one sample.
func (r *rig) resolved(s surface) surface {
	r.t.Helper()
	desc, err := s.GetDesc()
	r.ok(err)
	single := r.target(desc.Format, uint(desc.Width), uint(desc.Height))
	r.stretch(s, nil, single, nil, d3d9.TEXF_NONE)
	return single
}

// samplePlaces are Vulkan's standard places of four samples from the pixel's left and top.
var samplePlaces = [4][2]float64{{0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}}

// corner is a vertex in pixels of an 8x8 target.
type corner [2]float64

// triangle draws three corners at depth z.
func (r *rig) triangle(c [3]corner, z float32) {
	r.t.Helper()
	var vs [3]vertex
	for i, p := range c {
		vs[i].pos = [4]float32{float32(p[0]/4 - 1), float32(1 - p[1]/4), z, 1}
	}
	r.draw(d3d9.PT_TRIANGLELIST, 1, vs[:]...)
}

// flood covers all samples of an 8x8 target. The rig's cover leaves out those left of and above the first pixels' centers, as
// Direct3D 9 does.
func (r *rig) flood(z float32) {
	r.t.Helper()
	r.triangle([3]corner{{-10, -10}, {40, -10}, {-10, 40}}, z)
}

// coverage counts how many samples of a pixel a triangle covers, and says whether none is too near an edge to tell.
func coverage(c [3]corner, x, y int) (n int, sure bool) {
	sure = true
	for _, s := range samplePlaces {
		// Direct3D 9's pixels have their centers at integers.
		px, py := float64(x)+s[0]-0.5, float64(y)+s[1]-0.5
		least, most := math.Inf(1), math.Inf(-1)
		for i := range c {
			a, b := c[i], c[(i+1)%3]
			d := ((b[0]-a[0])*(py-a[1]) - (b[1]-a[1])*(px-a[0])) / math.Hypot(b[0]-a[0], b[1]-a[1])
			least, most = min(least, d), max(most, d)
		}
		in := least > 0 || most < 0
		if in {
			n++
		}
		const near = 1. / 64
		sure = sure && (math.Abs(least) > near || !in && most > near && least < -near) && (math.Abs(most) > near || !in && most > near && least < -near)
	}
	return n, sure
}

func randomTriangle(rng *rand.Rand) (c [3]corner) {
	for i := range c {
		c[i] = corner{float64(rng.IntN(10*16))/16 - 1, float64(rng.IntN(10*16))/16 - 1}
	}
	return c
}

// wantMix fails unless each pixel of a resolved target is so many quarters of in, the rest of out.
func (r *rig) wantMix(name string, s surface, in, out [4]float64, quarters func(x, y int) (int, bool)) {
	r.t.Helper()
	p := r.read(r.resolved(s))
	partial := 0
	for y := range p.h {
		for x := range p.w {
			n, sure := quarters(x, y)
			if !sure {
				continue
			}
			if n%4 != 0 {
				partial++
			}
			var want [4]float64
			for k := range want {
				want[k] = (in[k]*float64(n) + out[k]*float64(4-n)) / 4
			}
			p.wantRect(r.t, name, x, y, x+1, y+1, want, 1.01)
		}
	}
	if partial == 0 {
		r.t.Errorf("%s: no pixel is partly covered", name)
	}
}

// TestRulesMultisample proves what multisampled targets do, by the means of their samples.
func TestRulesMultisample(t *testing.T) {
	run(t, "MRT-10/every target of four has the exact mean, with its own mask", func(r *rig) {
		rng := rand.New(rand.NewPCG(4, 10))
		for range 20 {
			s := r.fourTargets(0, argb, d3d9.FMT_A16B16G16R16F, d3d9.FMT_X8R8G8B8, argb)
			c := randomTriangle(rng)
			r.rs(d3d9.RS_COLORWRITEENABLE1, d3d9.COLORWRITEENABLE_RED|d3d9.COLORWRITEENABLE_ALPHA)
			r.rs(d3d9.RS_COLORWRITEENABLE3, d3d9.COLORWRITEENABLE_GREEN)
			r.use(fourColors + "mov oC0, c0\nmov oC1, c0\nmov oC2, c1\nmov oC3, c3")
			r.triangle(c, 0)
			quarters := func(x, y int) (int, bool) { return coverage(c, x, y) }
			area := math.Abs((c[1][0]-c[0][0])*(c[2][1]-c[0][1])-(c[1][1]-c[0][1])*(c[2][0]-c[0][0])) / 2
			if area < 4 {
				continue
			}
			r.wantMix("A8R8G8B8", s[0], [4]float64{1, 0, 0, 0.25}, [4]float64{}, quarters)
			r.wantMix("A16B16G16R16F, red and alpha", s[1], [4]float64{1, 0, 0, 0.25}, [4]float64{}, quarters)
			r.wantMix("X8R8G8B8", s[2], [4]float64{0, 1, 0, 1}, [4]float64{}, quarters)
			r.wantMix("A8R8G8B8, green", s[3], [4]float64{0, 1, 0, 0}, [4]float64{}, quarters)
		}
	})
	run(t, "MRT-10/depth and stencil are tested for each sample", func(r *rig) {
		near, far := [3]corner{{1.3, 0.2}, {7.1, 3.4}, {2.2, 7.6}}, [3]corner{{7.7, 1.1}, {6.2, 7.3}, {0.4, 5.2}}
		s := r.fourTargets(0, argb, argb)
		r.ok(r.d.SetDepthStencilSurface(r.fourSampleDepth(d3d9.FMT_D24S8, 8, 8)))
		r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 1, 0))
		r.rs(d3d9.RS_ZENABLE, 1)
		r.rs(d3d9.RS_STENCILENABLE, 1)
		r.rs(d3d9.RS_STENCILPASS, d3d9.STENCILOP_REPLACE)
		r.rs(d3d9.RS_STENCILREF, 1)
		r.use("ps_3_0\ndef c0, 1, 0, 0, 1\nmov oC0, c0\nmov oC1, c0")
		r.triangle(near, 0.25)
		r.rs(d3d9.RS_STENCILENABLE, 0)
		r.use("ps_3_0\ndef c0, 0, 1, 0, 1\nmov oC0, c0\nmov oC1, c0")
		r.triangle(far, 0.75)
		// Where the far triangle is seen only beside the near one, green counts those samples.
		p := r.read(r.resolved(s[1]))
		both := 0
		for y := range 8 {
			for x := range 8 {
				a, sure := coverage(near, x, y)
				b, sureToo := coverage(far, x, y)
				if !sure || !sureToo {
					continue
				}
				got := p.at(x, y)
				if math.Abs(got[0]-float64(a)/4) > 0.01 || a == 0 && math.Abs(got[1]-float64(b)/4) > 0.01 || a == 4 && got[1] != 0 {
					r.t.Errorf("pixel (%d, %d): %v; %d samples near, %d far", x, y, got, a, b)
				}
				if a%4 != 0 && b != 0 {
					both++
				}
			}
		}
		if both == 0 {
			r.t.Error("no pixel has an edge of one over the other")
		}
		r.clear(0)
		r.rs(d3d9.RS_ZENABLE, 0)
		r.rs(d3d9.RS_STENCILENABLE, 1)
		r.rs(d3d9.RS_STENCILFUNC, d3d9.CMP_EQUAL)
		r.rs(d3d9.RS_STENCILPASS, d3d9.STENCILOP_KEEP)
		r.use(allWhite)
		r.flood(0)
		r.wantMix("stencil", s[0], [4]float64{1, 1, 1, 1}, [4]float64{}, func(x, y int) (int, bool) { return coverage(near, x, y) })
	})
	run(t, "MRT-10/MULTISAMPLEMASK, of maskable types", func(r *rig) {
		s := r.fourTargets(0, argb, argb, argb, argb)
		r.use(allWhite)
		for mask, quarters := range map[uint32]float64{0: 0, 1: 1, 5: 2, 0xfffffffe: 3, 15: 4, 0xfffffff0: 0} {
			r.clear(0)
			r.rs(d3d9.RS_MULTISAMPLEMASK, mask)
			r.flood(0)
			for n := range s {
				r.near(lines("mask %#x, target %d", mask, n), r.resolved(s[n]), 1.01, quarters/4, quarters/4, quarters/4, quarters/4)
			}
		}
		r.rs(d3d9.RS_MULTISAMPLEMASK, 5)
		single := r.targets(0, argb, argb, argb, argb)
		r.flood(0)
		r.want("one sample", single[3], 1, 1, 1, 1)
		free, err := r.d.CreateRenderTarget(8, 8, argb, d3d9.MULTISAMPLE_NONMASKABLE, 1, false, 0)
		r.ok(err)
		r.keep(free.Release)
		r.set(free, nil, nil, nil)
		r.clear(0)
		r.flood(0)
		r.want("not maskable", r.resolved(free), 1, 1, 1, 1)
	})
	run(t, "MRT-10/a target with other samples is not written", func(r *rig) {
		s := []surface{r.fourSamples(argb, 8, 8), r.target(argb, 8, 8), r.fourSamples(argb, 8, 8)}
		for _, one := range s {
			r.set(one, nil, nil)
			r.clear(grey)
		}
		r.set(s...)
		r.use(allWhite)
		r.flood(0)
		r.want("target 0", r.resolved(s[0]), 1, 1, 1, 1)
		r.want("target 1", s[1], greyPixel...)
		r.want("target 2", r.resolved(s[2]), 1, 1, 1, 1)
		r.set(s[1], s[0], nil)
		r.clear(grey)
		r.flood(0)
		r.want("one sample first", s[1], 1, 1, 1, 1)
		r.want("four samples second", r.resolved(s[0]), greyPixel...)
	})
	run(t, "MRT-10/a depth-stencil surface with other samples is not used", func(r *rig) {
		s := r.fourTargets(0, argb)
		z := r.depth(d3d9.FMT_D24S8, 8, 8)
		r.ok(r.d.SetDepthStencilSurface(z))
		r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, grey, 0, 0))
		r.rs(d3d9.RS_ZENABLE, 1)
		r.use(allWhite)
		r.flood(0.5)
		r.want("drawn", r.resolved(s[0]), 1, 1, 1, 1)
	})
	run(t, "OC-5/a multisampled target whose color is not written", func(r *rig) {
		s := r.fourTargets(grey, argb, argb, argb)
		r.use("ps_3_0\n" + white + "mov oC0, c0\nmov oC2, c0")
		r.flood(0)
		r.want("target 0", r.resolved(s[0]), 1, 1, 1, 1)
		r.want("target 1", r.resolved(s[1]), greyPixel...)
		r.want("target 2", r.resolved(s[2]), 1, 1, 1, 1)
	})
	run(t, "OC-14/a multisampled target that a b# leaves out", func(r *rig) {
		s := r.fourTargets(grey, argb, argb)
		r.use("ps_3_0\n" + white + "mov oC0, c0\nif b0\nmov oC1, c0\nendif")
		r.flood(0)
		r.want("left out", r.resolved(s[1]), greyPixel...)
		r.ok(r.d.SetPixelShaderConstantB(0, []int32{1}))
		r.flood(0)
		r.want("written", r.resolved(s[1]), 1, 1, 1, 1)
	})
	run(t, "MRT-6/blending, alpha test and Clear of a part", func(r *rig) {
		s := r.fourTargets(0, argb, argb)
		r.additive()
		r.use("ps_3_0\ndef c0, 0.25, 0.5, 0, 0.25\nmov oC0, c0\nmov oC1, c0")
		r.flood(0)
		r.flood(0)
		r.near("blended", r.resolved(s[1]), 1.01, 0.5, 1, 0, 0.5)
		r.rs(d3d9.RS_ALPHATESTENABLE, 1)
		r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATER)
		r.rs(d3d9.RS_ALPHAREF, 128)
		r.flood(0)
		r.near("dropped", r.resolved(s[1]), 1.01, 0.5, 1, 0, 0.5)
		r.ok(r.d.Clear([]d3d9.RECT{{Left: 2, Top: 2, Right: 6, Bottom: 8}}, d3d9.CLEAR_TARGET, 0xffff0000, 0, 0))
		p := r.read(r.resolved(s[1]))
		p.wantRect(r.t, "cleared", 2, 2, 6, 8, [4]float64{1, 0, 0, 1}, 0.51)
		p.wantRect(r.t, "beside", 0, 0, 8, 2, [4]float64{0.5, 1, 0, 0.5}, 1.01)
	})
	run(t, "MRT-10/GetRenderTargetData, UpdateSurface and LockRect refuse", func(r *rig) {
		s := r.fourSamples(argb, 8, 8)
		mem, err := r.d.CreateOffscreenPlainSurface(8, 8, argb, d3d9.POOL_SYSTEMMEM, 0)
		r.ok(err)
		r.keep(mem.Release)
		r.fails(r.d.GetRenderTargetData(s, mem), d3d9.ERR_INVALIDCALL)
		r.fails(r.d.UpdateSurface(mem, nil, s, nil), d3d9.ERR_INVALIDCALL)
		_, failed := s.LockRect(nil, 0)
		r.fails(failed, d3d9.ERR_INVALIDCALL)
		_, failed = r.d.CreateRenderTarget(8, 8, argb, d3d9.MULTISAMPLE_4_SAMPLES, 0, true, 0)
		r.fails(failed, d3d9.ERR_INVALIDCALL)
	})
}

// TestMultisampledBackBuffer draws to one, with its depth, and reads it as programs must: resolved.
func TestMultisampledBackBuffer(t *testing.T) {
	d3d := gpuenv.Open(t, device.Options{})
	p := gpuenv.Parameters()
	p.BackBufferWidth, p.BackBufferHeight, p.MultiSampleType = 8, 8, d3d9.MULTISAMPLE_4_SAMPLES
	p.EnableAutoDepthStencil, p.AutoDepthStencilFormat = 1, d3d9.FMT_D24S8
	d, got, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Release() })
	if got.MultiSampleType != d3d9.MULTISAMPLE_4_SAMPLES {
		t.Errorf("multisample type %v", got.MultiSampleType)
	}
	r := &rig{t: t, d: d}
	c := [3]corner{{1.3, 0.2}, {7.1, 3.4}, {2.2, 7.6}}
	for range 3 {
		back, err := d.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
		r.ok(err)
		r.ok(d.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, 0, 1, 0))
		r.rs(d3d9.RS_CULLMODE, d3d9.CULL_NONE)
		r.use(allWhite)
		r.triangle(c, 0.5)
		r.use("ps_3_0\ndef c0, 1, 0, 0, 1\nmov oC0, c0")
		r.flood(0.75) // behind
		r.wantMix("back buffer", back, [4]float64{1, 1, 1, 1}, [4]float64{1, 0, 0, 1}, func(x, y int) (int, bool) { return coverage(c, x, y) })
		r.ok(d.Present(nil, nil, 0, nil))
		back.Release()
		for i := len(r.pending) - 1; i >= 0; i-- {
			r.pending[i]()
		}
		r.pending = nil
		_, err = d.Reset(p)
		r.ok(err)
	}
	p.MultiSampleType, p.SwapEffect = d3d9.MULTISAMPLE_4_SAMPLES, d3d9.SWAPEFFECT_COPY
	_, err = d.Reset(p)
	r.fails(err, d3d9.ERR_INVALIDCALL)
	gpuenv.Messages(t)
}
