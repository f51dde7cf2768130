package conformance

import (
	"fmt"
	"math"
	"testing"

	"d3d9vk/d3d9"
)

// rect draws two triangles over the pixel rectangle [x0, x1) x [y0, y1) of a target of the size, as Direct3D 9's pixel
// centers at integers have it.
func (r *rig) rect(size, x0, y0, x1, y1, z float32) {
	r.t.Helper()
	at := func(x, y float32) vertex {
		return vertex{[4]float32{2*x/size - 1, 1 - 2*y/size, z, 1}, [4]float32{x, y, 0, 1}}
	}
	r.draw(d3d9.PT_TRIANGLESTRIP, 2, at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1))
}

// covered lists the pixels that are not the grey that they were cleared to.
func (r *rig) covered(s surface) map[[2]int]bool {
	r.t.Helper()
	p, set := r.read(s), map[[2]int]bool{}
	for y := range p.h {
		for x := range p.w {
			if p.at(x, y) != [4]float64(greyPixel) {
				set[[2]int{x, y}] = true
			}
		}
	}
	return set
}

func (r *rig) wantCovered(name string, s surface, x0, y0, x1, y1 int) {
	r.t.Helper()
	set := r.covered(s)
	want := max(x1-x0, 0) * max(y1-y0, 0)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if !set[[2]int{x, y}] {
				r.t.Errorf("%s: pixel (%d, %d) is not drawn", name, x, y)
				return
			}
		}
	}
	if len(set) != want {
		r.t.Errorf("%s: %d pixels are drawn, want %d", name, len(set), want)
	}
}

// TestRulesRaster proves where Direct3D 9 puts pixels.
func TestRulesRaster(t *testing.T) {
	run(t, "half-pixel/an edge through a pixel center includes left and top", func(r *rig) {
		s := r.targets(grey, argb)
		r.use(allWhite)
		r.rect(8, 2, 3, 5, 7, 0)
		r.wantCovered("from centers to centers", s[0], 2, 3, 5, 7)
		r.clear(grey)
		r.rect(8, 1.9, 2.9, 5.1, 7.1, 0) // more than a sixteenth: not every driver has finer positions
		r.wantCovered("a little more", s[0], 2, 3, 6, 8)
		r.clear(grey)
		r.rect(8, 2.1, 3.1, 4.9, 6.9, 0)
		r.wantCovered("a little less", s[0], 3, 4, 5, 7)
	})
	run(t, "half-pixel/texels to pixels one to one with half a pixel", func(r *rig) {
		s := r.targets(grey, argb)
		tex := r.texture(8, 8, argb, func(x, y int) uint32 { return 0xff000000 | uint32(x*30)<<16 | uint32(y*30)<<8 })
		r.ok(r.d.SetTexture(0, tex))
		r.use("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0")
		h := float32(1) / 8 // half a pixel in clip space
		r.draw(d3d9.PT_TRIANGLESTRIP, 2,
			vertex{[4]float32{-1 - h, 1 + h, 0, 1}, [4]float32{0, 0}}, vertex{[4]float32{1 - h, 1 + h, 0, 1}, [4]float32{1, 0}},
			vertex{[4]float32{-1 - h, -1 + h, 0, 1}, [4]float32{0, 1}}, vertex{[4]float32{1 - h, -1 + h, 0, 1}, [4]float32{1, 1}})
		p := r.read(s[0])
		for y := range 8 {
			for x := range 8 {
				if want := [4]float64{float64(x*30) / 255, float64(y*30) / 255, 0, 1}; p.at(x, y) != want {
					r.t.Fatalf("pixel (%d, %d) is %v, want %v", x, y, p.at(x, y), want)
				}
			}
		}
	})
	run(t, "half-pixel/vPos is the pixel's integer position", func(r *rig) {
		s := r.targets(0, f32x4)
		r.use("ps_3_0\ndcl vPos.xy\nmov r0, c0\nmov r0.xy, vPos\nmov oC0, r0")
		r.cover(0)
		p := r.read(s[0])
		for y := range 8 {
			for x := range 8 {
				if got := p.at(x, y); got[0] != float64(x) || got[1] != float64(y) {
					r.t.Fatalf("pixel (%d, %d) has vPos %v", x, y, got)
				}
			}
		}
	})
	run(t, "viewport/scales, offsets and clips", func(r *rig) {
		s := r.targets(grey, argb)
		r.use(allWhite)
		r.ok(r.d.SetViewport(d3d9.VIEWPORT{X: 2, Y: 1, Width: 4, Height: 3, MaxZ: 1}))
		r.cover(0)
		r.wantCovered("viewport", s[0], 2, 1, 6, 4)
		r.clear(0xffffffff)
		r.ok(r.d.SetViewport(d3d9.VIEWPORT{Width: 8, Height: 8, MaxZ: 1}))
		p := r.read(s[0])
		p.wantRect(r.t, "a clear keeps to the viewport", 0, 0, 2, 8, [4]float64(greyPixel), 0.51)
	})
	run(t, "scissor/clips draws and clears when enabled", func(r *rig) {
		s := r.targets(grey, argb)
		r.use(allWhite)
		r.ok(r.d.SetScissorRect(d3d9.RECT{Left: 1, Top: 2, Right: 5, Bottom: 6}))
		r.rs(d3d9.RS_SCISSORTESTENABLE, 1)
		r.cover(0)
		r.wantCovered("scissor", s[0], 1, 2, 5, 6)
		r.rs(d3d9.RS_SCISSORTESTENABLE, 0)
		r.clear(grey)
		r.wantCovered("cleared", s[0], 0, 0, 0, 0)
	})
	run(t, "cull/by winding", rulesCull)
	run(t, "clear/rectangles", func(r *rig) {
		s := r.targets(grey, argb)
		r.ok(r.d.Clear([]d3d9.RECT{{Left: 1, Top: 1, Right: 3, Bottom: 4}}, d3d9.CLEAR_TARGET, 0xff102030, 1, 0))
		r.wantCovered("one rectangle", s[0], 1, 1, 3, 4)
		r.ok(r.d.Clear([]d3d9.RECT{{Left: -5, Top: -5, Right: 100, Bottom: 100}}, d3d9.CLEAR_TARGET, 0xff102030, 1, 0))
		r.wantCovered("a large rectangle", s[0], 0, 0, 8, 8)
	})
	run(t, "depth/every function", rulesDepth)
	run(t, "stencil/two sided", rulesStencil)
	run(t, "buffers/DISCARD and NOOVERWRITE", rulesLocks)
	run(t, "sRGB/write and read", rulesSRGB)
}

func rulesCull(r *rig) {
	s := r.targets(grey, argb)
	r.use(allWhite)
	clockwise := []vertex{{pos: [4]float32{-1, 1, 0, 1}}, {pos: [4]float32{3, 1, 0, 1}}, {pos: [4]float32{-1, -3, 0, 1}}}
	other := []vertex{clockwise[0], clockwise[2], clockwise[1]}
	for _, tt := range []struct {
		cull     uint32
		vs       []vertex
		expected bool
	}{
		{d3d9.CULL_NONE, clockwise, true}, {d3d9.CULL_NONE, other, true}, {d3d9.CULL_CCW, clockwise, true},
		{d3d9.CULL_CCW, other, false}, {d3d9.CULL_CW, clockwise, false}, {d3d9.CULL_CW, other, true},
	} {
		r.clear(grey)
		r.rs(d3d9.RS_CULLMODE, tt.cull)
		r.draw(d3d9.PT_TRIANGLELIST, 1, tt.vs...)
		if got := len(r.covered(s[0])) == 64; got != tt.expected {
			r.t.Errorf("CULLMODE %d: drawn is %v, want %v", tt.cull, got, tt.expected)
		}
	}
}

func rulesDepth(r *rig) {
	for _, f := range []d3d9.FORMAT{d3d9.FMT_D16, d3d9.FMT_D24X8, d3d9.FMT_D24S8} {
		s := r.targets(grey, argb)
		r.ok(r.d.SetDepthStencilSurface(r.depth(f, 8, 8)))
		r.use(allWhite)
		for function, pass := range map[uint32][3]bool{
			d3d9.CMP_NEVER: {}, d3d9.CMP_LESS: {true}, d3d9.CMP_EQUAL: {false, true}, d3d9.CMP_LESSEQUAL: {true, true},
			d3d9.CMP_GREATER: {false, false, true}, d3d9.CMP_NOTEQUAL: {true, false, true}, d3d9.CMP_GREATEREQUAL: {false, true, true},
			d3d9.CMP_ALWAYS: {true, true, true},
		} {
			r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
			r.rs(d3d9.RS_ZFUNC, function)
			r.rs(d3d9.RS_ZWRITEENABLE, 0)
			for k, want := range pass {
				r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, grey, 0.5, 0))
				r.cover(0.25 * float32(k+1))
				if got := len(r.covered(s[0])) == 64; got != want {
					r.t.Errorf("%v: ZFUNC %d at %v: drawn is %v, want %v", f, function, 0.25*float32(k+1), got, want)
				}
			}
		}
		r.ok(r.d.SetDepthStencilSurface(nil))
	}
}

func rulesStencil(r *rig) {
	s := r.targets(grey, argb)
	r.ok(r.d.SetDepthStencilSurface(r.depth(d3d9.FMT_D24S8, 8, 8)))
	r.use(allWhite)
	r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 1, 5))
	r.rs(d3d9.RS_STENCILENABLE, 1)
	r.rs(d3d9.RS_TWOSIDEDSTENCILMODE, 1)
	r.rs(d3d9.RS_STENCILPASS, d3d9.STENCILOP_INCR)
	r.rs(d3d9.RS_CCW_STENCILPASS, d3d9.STENCILOP_DECR)
	r.rs(d3d9.RS_CCW_STENCILFUNC, d3d9.CMP_ALWAYS)
	cw := []vertex{{pos: [4]float32{-1, 1, 0, 1}}, {pos: [4]float32{0.5, 1, 0, 1}}, {pos: [4]float32{-1, -3, 0, 1}}}
	r.draw(d3d9.PT_TRIANGLELIST, 1, cw...)
	r.draw(d3d9.PT_TRIANGLELIST, 1, cw...)
	ccw := []vertex{{pos: [4]float32{1, 1, 0, 1}}, {pos: [4]float32{0.5, 1, 0, 1}}, {pos: [4]float32{1, -3, 0, 1}}}
	r.draw(d3d9.PT_TRIANGLELIST, 1, ccw...)
	r.rs(d3d9.RS_TWOSIDEDSTENCILMODE, 0)
	r.rs(d3d9.RS_STENCILPASS, d3d9.STENCILOP_KEEP)
	r.rs(d3d9.RS_STENCILFUNC, d3d9.CMP_EQUAL)
	for ref, at := range map[uint32][2]int{7: {0, 0}, 4: {7, 0}, 5: {5, 7}} {
		r.clear(grey)
		r.rs(d3d9.RS_STENCILREF, ref)
		r.cover(0)
		if !r.covered(s[0])[at] {
			r.t.Errorf("stencil at %v is not %d", at, ref)
		}
	}
}

func rulesLocks(r *rig) {
	s := r.targets(grey, argb)
	vb, err := r.d.CreateVertexBuffer(4*32*3, d3d9.USAGE_DYNAMIC|d3d9.USAGE_WRITEONLY, 0, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	r.keep(vb.Release)
	put := func(offset uint, flags uint32, x0, x1 float32) {
		mem, err := vb.Lock(offset, 3*32, flags)
		r.ok(err)
		mem.SetFloat32s(0, []float32{
			x0, 1, 0, 1, 0, 0, 0, 0, 2*x1 - x0, 1, 0, 1, 0, 0, 0, 0, x0, -3, 0, 1, 0, 0, 0, 0,
		})
		r.ok(vb.Unlock())
	}
	r.use("ps_3_0\nmov oC0, c0")
	r.ok(r.d.SetStreamSource(0, vb, 0, 32))
	draw := func(first uint, red float32) {
		r.ok(r.d.SetPixelShaderConstantF(0, []float32{red, 0, 0, 1}))
		r.ok(r.d.BeginScene())
		r.ok(r.d.DrawPrimitive(d3d9.PT_TRIANGLELIST, first, 1))
		r.ok(r.d.EndScene())
	}
	put(0, d3d9.LOCK_DISCARD, -1, 3)
	draw(0, 0.2)
	put(0, d3d9.LOCK_DISCARD, 0, 3) // must not touch what was drawn before
	put(96, d3d9.LOCK_NOOVERWRITE, 0.5, 3)
	draw(0, 0.4)
	draw(3, 0.6)
	p := r.read(s[0])
	p.wantRect(r.t, "the first draw kept its vertices", 0, 0, 4, 8, [4]float64{0.2, 0, 0, 1}, 0.51)
	p.wantRect(r.t, "the second draw", 4, 0, 6, 4, [4]float64{0.4, 0, 0, 1}, 0.51)
	p.wantRect(r.t, "the third draw", 6, 0, 8, 4, [4]float64{0.6, 0, 0, 1}, 0.51)

	// A plain lock of a buffer that the graphics processor may still read keeps both its contents and the earlier draws.
	fixed, err := r.d.CreateVertexBuffer(32*3, 0, 0, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	r.keep(fixed.Release)
	for k := range 8 {
		mem, err := fixed.Lock(0, 0, 0)
		r.ok(err)
		x := float32(k)/4 - 1
		mem.SetFloat32s(0, []float32{x, 1, 0, 1, 0, 0, 0, 0, x + 0.5, 1, 0, 1, 0, 0, 0, 0, x, -9, 0, 1, 0, 0, 0, 0})
		r.ok(fixed.Unlock())
		r.ok(r.d.SetStreamSource(0, fixed, 0, 32))
		draw(0, float32(k)/7)
	}
	p = r.read(s[0])
	for k := range 8 {
		if got := p.at(k, 0)[0]; math.Abs(got-float64(k)/7) > 0.51/255 {
			r.t.Errorf("column %d is %v, want %v", k, got, float64(k)/7)
		}
	}
}

func toSRGB(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

func rulesSRGB(r *rig) {
	s := r.targets(0, argb, argb)
	tex := r.texture(1, 1, argb, func(int, int) uint32 { return 0x80ff8040 })
	r.ok(r.d.SetTexture(0, tex))
	r.use("ps_3_0\ndcl_2d s0\ntexld r0, c0, s0\nmov oC0, r0\nmov oC1, r0")
	r.rs(d3d9.RS_SRGBWRITEENABLE, 1)
	r.cover(0)
	for n, one := range s {
		r.near(fmt.Sprintf("write, target %d", n), one, 1.01, 1, toSRGB(128./255), toSRGB(64./255), 128./255)
	}
	r.ok(r.d.SetSamplerState(0, d3d9.SAMP_SRGBTEXTURE, 1))
	r.cover(0)
	r.near("read and write", s[0], 1.01, 1, 128./255, 64./255, 128./255)
	r.rs(d3d9.RS_SRGBWRITEENABLE, 0)
	r.cover(0)
	if got := r.read(s[0]).at(0, 0)[1]; math.Abs(toSRGB(got)-128./255) > 2./255 {
		r.t.Errorf("read: green is %v", got)
	}
}
