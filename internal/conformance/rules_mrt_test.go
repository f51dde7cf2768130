package conformance

import (
	"math"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

type surface = *device.Surface

// allWhite writes (1, 1, 1, 1) to every color.
var allWhite = "ps_3_0\n" + white + "mov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0"

// TestRulesMRT proves the rules of multiple render targets by pixels.
func TestRulesMRT(t *testing.T) {
	run(t, "MRT-1/surfaces of any origin in one draw", func(r *rig) {
		tex := r.renderTexture(argb, 16, 2)
		cube, err := r.d.CreateCubeTexture(8, 1, d3d9.USAGE_RENDERTARGET, argb, d3d9.POOL_DEFAULT, 0)
		r.ok(err)
		r.keep(cube.Release)
		face, err := cube.GetCubeMapSurface(d3d9.CUBEMAP_FACE_NEGATIVE_Y, 0)
		r.ok(err)
		r.keep(face.Release)
		s := []surface{r.target(argb, 8, 8), r.level(tex, 1), face, r.target(argb, 8, 8)}
		r.set(s...)
		r.clear(grey)
		r.use(fourColors + "mov oC0, c0\nmov oC1, c1\nmov oC2, c2\nmov oC3, c3")
		r.cover(0)
		for n, want := range [][]float64{{1, 0, 0, 0.25}, {0, 1, 0, 0.5}, {0, 0, 1, 0.75}, {1, 1, 0, 1}} {
			r.want("target", s[n], want...)
		}
	})
	run(t, "MRT-1/a target that is sampled too reads as it was before the draw, in every slot", rulesFeedback)
	run(t, "MRT-2/formats of different bit depths", func(r *rig) {
		s := r.targets(0, argb, d3d9.FMT_A16B16G16R16F, d3d9.FMT_R32F, d3d9.FMT_A32B32G32R32F)
		r.use("ps_3_0\ndef c0, 0.5, 2, -3, 0.75\nmov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0")
		r.cover(0)
		r.want("A8R8G8B8", s[0], 0.5, 1, 0, 0.75)
		r.want("A16B16G16R16F", s[1], 0.5, 2, -3, 0.75)
		r.want("R32F", s[2], 0.5, 0, 0, 1)
		r.want("A32B32G32R32F", s[3], 0.5, 2, -3, 0.75)
	})
	run(t, "MRT-3/a target of another size is not written", func(r *rig) {
		for _, size := range []uint{4, 16} {
			s := []surface{r.target(argb, 8, 8), r.target(argb, size, size), r.target(argb, 8, 8)}
			for _, one := range s {
				r.set(one, nil, nil)
				r.clear(grey)
			}
			r.set(s...)
			r.use(allWhite)
			r.cover(0)
			r.want("target 0", s[0], 1, 1, 1, 1)
			r.want("target 1", s[1], greyPixel...)
			r.want("target 2", s[2], 1, 1, 1, 1)
		}
	})
	run(t, "MRT-3/the level's size counts", func(r *rig) {
		tex := r.renderTexture(argb, 8, 2)
		s := []surface{r.target(argb, 8, 8), r.level(tex, 0), r.level(r.renderTexture(argb, 16, 2), 1), r.level(r.renderTexture(argb, 8, 2), 1)}
		for _, one := range s {
			r.set(one, nil, nil, nil)
			r.clear(grey)
		}
		r.set(s...)
		r.use(allWhite)
		r.cover(0)
		r.want("8x8, level 0", s[1], 1, 1, 1, 1)
		r.want("16x16, level 1", s[2], 1, 1, 1, 1)
		r.want("8x8, level 1", s[3], greyPixel...)
	})
	run(t, "MRT-3/one target may be set twice in turn", func(r *rig) {
		a, b := r.target(argb, 8, 8), r.target(argb, 4, 4)
		r.use(allWhite)
		for _, s := range []surface{a, b, a} {
			r.set(s)
			r.clear(grey)
			r.want("cleared", s, greyPixel...)
			r.cover(0)
			r.want("drawn", s, 1, 1, 1, 1)
		}
	})
	run(t, "MRT-6/one equation, each target with its own colors", func(r *rig) {
		s := r.targets(grey, argb, d3d9.FMT_A16B16G16R16F, argb)
		r.rs(d3d9.RS_ALPHABLENDENABLE, 1)
		r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_SRCALPHA)
		r.rs(d3d9.RS_DESTBLEND, d3d9.BLEND_INVSRCALPHA)
		r.use("ps_3_0\ndef c0, 1, 0.5, 0, 0.5\ndef c1, 0, 1, 1, 0.25\nmov oC0, c0\nmov oC1, c1\nmov oC2, c1")
		r.cover(0)
		g := 64. / 255
		blend := func(src [4]float64) (out []float64) {
			for _, v := range src {
				out = append(out, v*src[3]+g*(1-src[3]))
			}
			return out
		}
		for n, src := range [][4]float64{{1, 0.5, 0, 0.5}, {0, 1, 1, 0.25}, {0, 1, 1, 0.25}} {
			r.near("target", s[n], 1.01, blend(src)...)
		}
	})
	run(t, "MRT-6/destination alpha of a target without alpha is 1", func(r *rig) {
		s := r.targets(0, argb, d3d9.FMT_X8R8G8B8, argb)
		r.rs(d3d9.RS_ALPHABLENDENABLE, 1)
		r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_DESTALPHA)
		r.rs(d3d9.RS_DESTBLEND, d3d9.BLEND_ZERO)
		r.use("ps_3_0\ndef c0, 1, 0.6, 0.2, 0.5\nmov oC0, c0\nmov oC1, c0\nmov oC2, c0")
		r.cover(0)
		r.want("A8R8G8B8", s[0], 0, 0, 0, 0)
		r.want("X8R8G8B8", s[1], 1, 0.6, 0.2, 1)
		r.want("A8R8G8B8 again", s[2], 0, 0, 0, 0)
		r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_INVDESTALPHA)
		r.cover(0)
		r.want("X8R8G8B8, INVDESTALPHA", s[1], 0, 0, 0, 1)
		r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_SRCALPHASAT) // min(As, 1-Ad) = 0
		r.clear(0xffffffff)
		r.cover(0)
		r.want("X8R8G8B8, SRCALPHASAT", s[1], 0, 0, 0, 1)
	})
	run(t, "MRT-7/the alpha test of oC0 drops the pixel on all targets and in depth", rulesAlphaTest)
	run(t, "MRT-8/only target 0 is fogged", func(r *rig) {
		s := r.targets(grey, argb, argb)
		r.rs(d3d9.RS_FOGENABLE, 1)
		r.rs(d3d9.RS_FOGCOLOR, 0x000000ff)
		r.useBoth("vs_2_0\ndcl_position v0\ndef c0, 0.5, 0, 0, 0\nmov oPos, v0\nmov oFog, c0.x",
			"ps_2_0\ndef c0, 1, 1, 0, 1\nmov r0, c0\nmov oC0, r0\nmov oC1, r0")
		r.cover(0)
		r.near("target 0", s[0], 1.01, 0.5, 0.5, 0.5, 1)
		r.want("target 1", s[1], 1, 1, 0, 1)
	})
	run(t, "MRT-9/no dithering", func(r *rig) {
		for _, f := range []d3d9.FORMAT{argb, d3d9.FMT_R5G6B5} {
			s := r.targets(0, f, argb)
			r.rs(d3d9.RS_DITHERENABLE, 1)
			r.use("ps_3_0\ndef c0, 0.37, 0.37, 0.37, 0.37\nmov oC0, c0\nmov oC1, c0")
			r.cover(0)
			for _, one := range s {
				p := r.read(one)
				for y := range p.h {
					for x := range p.w {
						if p.at(x, y) != p.at(0, 0) {
							r.t.Fatalf("%v: pixel (%d, %d) is %v and (0, 0) %v", p.format, x, y, p.at(x, y), p.at(0, 0))
						}
					}
				}
			}
		}
	})
	run(t, "MRT-12/NumSimultaneousRTs is 1 to 4 and all of them work", func(r *rig) {
		caps, err := r.d.GetDeviceCaps()
		r.ok(err)
		if caps.NumSimultaneousRTs < 1 || caps.NumSimultaneousRTs > 4 {
			r.t.Fatalf("NumSimultaneousRTs is %d", caps.NumSimultaneousRTs)
		}
		r.fails(r.d.SetRenderTarget(caps.NumSimultaneousRTs, r.target(argb, 8, 8)), d3d9.ERR_INVALIDCALL)
		_, err = r.d.GetRenderTarget(caps.NumSimultaneousRTs)
		r.fails(err, d3d9.ERR_INVALIDCALL)
		r.fails(r.d.SetRenderTarget(0, nil), d3d9.ERR_INVALIDCALL)
	})
	run(t, "MRT-12/a NULL format target holds nothing and shifts nothing", rulesNull)
}

// rulesFeedback samples what it draws to: a draw adds a quarter to what each texture holds.
func rulesFeedback(r *rig) {
	const add = "ps_3_0\ndef c0, 0.2, 0.2, 0.2, 0.2\ndef c1, 0.5, 0.5, 0, 0\n"
	two := []*device.Texture{r.renderTexture(argb, 8, 1), r.renderTexture(argb, 8, 1)}
	s := []surface{r.level(two[0], 0), nil, r.level(two[1], 0)}
	r.set(s...)
	r.clear(0)
	for slot := range uint32(16) {
		r.ok(r.d.SetTexture(slot, nil))
	}
	r.ok(r.d.SetTexture(0, two[0]))
	r.ok(r.d.SetTexture(15, two[1]))
	r.use(add + "dcl_2d s0\ndcl_2d s15\ntexldl r0, c1, s0\nadd oC0, r0, c0\ntexldl r1, c1, s15\nadd oC2, r1, c0.x")
	for n := 1; n <= 3; n++ {
		r.cover(0)
		v := 0.2 * float64(n)
		r.want("target 0", s[0], v, v, v, v)
		r.want("target 2", s[2], v, v, v, v)
	}
	// One level of a texture drawn from the other is no feedback.
	levels := r.renderTexture(argb, 16, 2)
	big, small := r.level(levels, 0), r.level(levels, 1)
	r.set(big, nil, nil)
	r.clear(grey)
	r.set(small)
	r.clear(0)
	r.ok(r.d.SetTexture(0, levels))
	r.ok(r.d.SetTexture(15, nil))
	r.use(add + "dcl_2d s0\ntexldl r0, c1, s0\nadd oC0, r0, c0")
	r.cover(0)
	v := 64./255 + 0.2
	r.want("level 1", small, v, v, v, v)
	r.want("level 0", big, greyPixel...)
}

func rulesNull(r *rig) {
	const null = d3d9.FMT_NULL
	s := []surface{r.target(null, 8, 8), r.target(argb, 8, 8), r.target(null, 8, 8), r.target(argb, 8, 8)}
	r.set(s...)
	r.clear(grey)
	r.use(fourColors + "mov oC0, c0\nmov oC1, c1\nmov oC2, c2\nmov oC3, c3")
	r.cover(0)
	r.want("target 1", s[1], 0, 1, 0, 0.5)
	r.want("target 3", s[3], 1, 1, 0, 1)
	// A NULL target 0 alone still gives depth its size.
	r.set(s[0], nil, nil, nil)
	z := r.depth(d3d9.FMT_D24S8, 8, 8)
	r.ok(r.d.SetDepthStencilSurface(z))
	r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER, 0, 1, 0))
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
	r.cover(0.5)
	r.set(s[1])
	r.clear(grey)
	r.use(allWhite)
	r.cover(0.75)
	r.want("behind the depth that a NULL target 0 got", s[1], greyPixel...)
	r.cover(0.25)
	r.want("before it", s[1], 1, 1, 1, 1)
}

func rulesAlphaTest(r *rig) {
	s := r.targets(grey, argb, argb, argb)
	z := r.depth(d3d9.FMT_D24S8, 8, 8)
	r.ok(r.d.SetDepthStencilSurface(z))
	r.ok(r.d.Clear(nil, d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 1, 0))
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
	r.rs(d3d9.RS_ALPHATESTENABLE, 1)
	r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATER)
	r.rs(d3d9.RS_ALPHAREF, 127)
	// oC0.a is 0 at the left and 1 at the right; oC1.a the other way around.
	r.use(`ps_3_0
		def c0, 1, 0, 0.5, 0
		dcl_texcoord v0
		add r0, v0.x, -c0.z
		cmp r0, r0, c0.x, c0.y
		mov r1, c0.x
		mov r1.w, r0.x
		mov oC0, r1
		add r1.w, c0.x, -r0.x
		mov oC1, r1
		mov oC2, r1`)
	r.cover(0.5)
	for n, one := range s {
		p := r.read(one)
		p.wantRect(r.t, "dropped", 0, 0, 4, 8, [4]float64(greyPixel), 0.51)
		p.wantRect(r.t, "kept", 5, 0, 8, 8, [4]float64{1, 1, 1, map[bool]float64{true: 1, false: 0}[n == 0]}, 0.51)
	}
	r.rs(d3d9.RS_ALPHATESTENABLE, 0)
	r.use(allWhite)
	r.clear(grey)
	r.cover(0.75)
	p := r.read(s[0])
	p.wantRect(r.t, "no depth was written", 0, 0, 4, 8, [4]float64{1, 1, 1, 1}, 0.51)
	p.wantRect(r.t, "depth was written", 5, 0, 8, 8, [4]float64(greyPixel), 0.51)

	// Every function, with values below, at and above the reference.
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_FALSE)
	r.rs(d3d9.RS_ALPHATESTENABLE, 1)
	r.use("ps_3_0\nmov oC0, c0\nmov oC1, c0.wzyx")
	for f, pass := range map[uint32][3]bool{
		d3d9.CMP_NEVER: {}, d3d9.CMP_LESS: {true}, d3d9.CMP_EQUAL: {false, true}, d3d9.CMP_LESSEQUAL: {true, true},
		d3d9.CMP_GREATER: {false, false, true}, d3d9.CMP_NOTEQUAL: {true, false, true}, d3d9.CMP_GREATEREQUAL: {false, true, true},
		d3d9.CMP_ALWAYS: {true, true, true},
	} {
		r.rs(d3d9.RS_ALPHAFUNC, f)
		for k, passes := range pass {
			r.ok(r.d.SetPixelShaderConstantF(0, []float32{1, 1, 1, float32(126+k) / 255}))
			r.clear(0)
			r.cover(0)
			want := 0.0
			if passes {
				want = 1
			}
			if got := r.read(s[0]).at(3, 3)[0]; math.Abs(got-want) > 1e-3 {
				r.t.Errorf("function %d, alpha %d, reference 127: %v, want %v", f, 126+k, got, want)
			}
			if got := r.read(s[1]).at(3, 3)[3]; math.Abs(got-want) > 1e-3 {
				r.t.Errorf("function %d, alpha %d: target 1 has %v, want %v", f, 126+k, got, want)
			}
		}
	}
}

// near is want within steps of the format.
func (r *rig) near(name string, s surface, steps float64, want ...float64) {
	r.t.Helper()
	p := r.read(s)
	p.wantRect(r.t, name, 0, 0, p.w, p.h, [4]float64(want), steps)
}

// renderTexture makes a texture that can be a target.
func (r *rig) renderTexture(f d3d9.FORMAT, edge, levels uint) *device.Texture {
	r.t.Helper()
	tex, err := r.d.CreateTexture(edge, edge, levels, d3d9.USAGE_RENDERTARGET, f, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	r.keep(tex.Release)
	return tex
}

func (r *rig) level(tex *device.Texture, n uint) surface {
	r.t.Helper()
	s, err := tex.GetSurfaceLevel(n)
	r.ok(err)
	r.keep(s.Release)
	return s
}
