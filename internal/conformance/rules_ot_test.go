package conformance

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

const f32x4 = d3d9.FMT_A32B32G32R32F

// TestRulesOT proves the rules of the texture coordinate registers by pixels.
func TestRulesOT(t *testing.T) {
	run(t, "OT-1/eight vectors of four components", func(r *rig) {
		for n := range 8 {
			s := r.targets(0, f32x4)
			var vs strings.Builder
			vs.WriteString("vs_2_0\ndcl_position v0\nmov oPos, v0\n")
			for k := range 8 {
				fmt.Fprintf(&vs, "def c%d, %d, %d.25, -%d, 0.5\nmov oT%d, c%d\n", k, k, k, k, k, k)
			}
			r.useBoth(vs.String(), fmt.Sprintf("ps_2_0\ndcl t%d\nmov r0, t%d\nmov oC0, r0", n, n))
			r.cover(0)
			r.want(fmt.Sprintf("oT%d", n), s[0], float64(n), float64(n)+0.25, -float64(n), 0.5)
		}
	})
	run(t, "OT-2/iterated with perspective", func(r *rig) { r.perspective(passVS2, "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0") })
	run(t, "OT-2/iterated with perspective in model 3", func(r *rig) {
		r.perspective(passVS3, "ps_3_0\ndcl_texcoord v0\nmov oC0, v0")
	})
	run(t, "OT-3/a write mask passes only its components", func(r *rig) {
		s := r.targets(0xffffffff, f32x4)
		r.useBoth("vs_2_0\ndcl_position v0\ndef c0, 1, 2, 3, 4\nmov oPos, v0\nmov oT0.xz, c0", "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0")
		r.cover(0)
		r.want("oT0.xz", s[0], 1, 0, 3, 0)
	})
	run(t, "OT-5/addressing of coordinates beyond the texture", rulesAddressing)
	run(t, "OT-8/dcl_texcoord v7 and mov oT0, v7", func(r *rig) {
		for _, ps := range []string{"ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0", "ps_3_0\ndcl_texcoord v4\nmov oC0, v4"} {
			vs := "vs_2_0\ndcl_position v0\ndcl_texcoord v7\nmov oPos, v0\nmov oT0, v7"
			if strings.HasPrefix(ps, "ps_3") {
				vs = "vs_3_0\ndcl_position v0\ndcl_texcoord v7\ndcl_position o3\ndcl_texcoord o5\nmov o3, v0\nmov o5, v7"
			}
			s := r.targets(0, f32x4)
			r.useBoth(vs, ps)
			r.coverRange(0.5, -3, 5)
			p := r.read(s[0])
			for _, x := range []int{0, 3, 7} {
				want := -3 + 8*float64(x)/8
				if got := p.at(x, 2); math.Abs(got[0]-want) > 1e-4 || math.Abs(got[1]-(-3+8*2./8)) > 1e-4 || got[2] != 0.5 || got[3] != 1 {
					r.t.Errorf("pixel (%d, 2) is %v, want x %v", x, got, want)
				}
			}
		}
	})
	run(t, "OT-9/oT# in vs_1_1, vs_2_0 and vs_3_0", func(r *rig) {
		for _, vs := range []string{
			"vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT3, v1",
			"vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT3, v1",
			"vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord3 oT3\nmov o0, v0\nmov oT3, v1",
		} {
			s := r.targets(0, f32x4)
			ps := "ps_2_0\ndcl t3\nmov r0, t3\nmov oC0, r0"
			if strings.HasPrefix(vs, "vs_3") {
				ps = "ps_3_0\ndcl_texcoord3 v0\nmov oC0, v0"
			}
			r.useBoth(vs, ps)
			r.coverRange(0.5, 0, 8)
			got := r.read(s[0]).at(3, 5)
			if math.Abs(got[0]-3) > 1e-4 || math.Abs(got[1]-5) > 1e-4 || got[2] != 0.5 || got[3] != 1 {
				r.t.Errorf("%s: pixel (3, 5) is %v, want 3, 5, 0.5, 1", vs[:6], got)
			}
		}
	})
}

// perspective draws a triangle whose corners have different w, and compares with the exact hyperbola.
func (r *rig) perspective(vs, ps string) {
	r.t.Helper()
	target := r.target(f32x4, 64, 64)
	r.set(target)
	r.clear(0)
	r.useBoth(vs, ps)
	corners := []vertex{
		{[4]float32{-1, 1, 0, 1}, [4]float32{0, 10, 1, -1}},
		{[4]float32{3 * 4, 1 * 4, 0, 4}, [4]float32{8, 20, 1, 3}},
		{[4]float32{-1 * 2, -3 * 2, 0, 2}, [4]float32{-4, 30, 1, 5}},
	}
	r.draw(d3d9.PT_TRIANGLELIST, 1, corners...)
	p := r.read(target)
	for _, at := range [][2]int{{0, 0}, {10, 3}, {63, 0}, {31, 31}, {0, 63}, {63, 63}, {50, 7}} {
		// Pixel centers have integer coordinates: pixel x is at x/64 of the width.
		u, v := float64(at[0])/128, float64(at[1])/128
		weights := [3]float64{1 - u - v, u, v}
		var down float64
		var up [4]float64
		for k, c := range corners {
			share := weights[k] / float64(c.pos[3])
			down += share
			for i := range up {
				up[i] += share * float64(c.tex[i])
			}
		}
		got := p.at(at[0], at[1])
		for i := range up {
			if want := up[i] / down; math.Abs(got[i]-want) > 1e-3*max(1, math.Abs(want)) {
				r.t.Errorf("pixel %v is %v, want component %d to be %v", at, got, i, want)
			}
		}
	}
}

// texture makes a managed texture with one level from A8R8G8B8-like words.
func (r *rig) texture(w, h int, f d3d9.FORMAT, texel func(x, y int) uint32) *device.Texture {
	r.t.Helper()
	tex, err := r.d.CreateTexture(uint(w), uint(h), 1, 0, f, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	r.keep(tex.Release)
	lock, err := tex.LockRect(0, nil, 0)
	r.ok(err)
	for y := range h {
		row := memory(lock.PBits+uintptr(y)*uintptr(lock.Pitch), 4*w)
		for x := range w {
			v := texel(x, y)
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
		}
	}
	r.ok(tex.UnlockRect(0))
	return tex
}

// addressed is the texel that an addressing mode gives for texel coordinate i of n; -1 is the border.
func addressed(mode uint32, i, n int) int {
	switch mode {
	case d3d9.TADDRESS_WRAP:
		return (i%n + n) % n
	case d3d9.TADDRESS_MIRROR:
		if i = (i%(2*n) + 2*n) % (2 * n); i >= n {
			i = 2*n - 1 - i
		}
		return i
	case d3d9.TADDRESS_CLAMP:
		return min(max(i, 0), n-1)
	case d3d9.TADDRESS_BORDER:
		if i < 0 || i >= n {
			return -1
		}
		return i
	}
	if i < 0 { // MIRRORONCE
		i = -1 - i
	}
	return min(i, n-1)
}

// rulesAddressing draws a 4x4 texture from -9 to 9 in each addressing mode, point sampled.
func rulesAddressing(r *rig) {
	tex := r.texture(4, 4, argb, func(x, y int) uint32 { return 0xff000000 | uint32(x*60+10)<<16 | uint32(y*60+10)<<8 })
	r.ok(r.d.SetTexture(0, tex))
	caps, err := r.d.GetDeviceCaps()
	r.ok(err)
	const size, reach = 72, 9
	target := r.target(argb, size, size)
	r.set(target)
	r.use("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0")
	r.ok(r.d.SetSamplerState(0, d3d9.SAMP_BORDERCOLOR, 0xff0000ff))
	for mode, cap := range map[uint32]uint32{
		d3d9.TADDRESS_WRAP: d3d9.PTADDRESSCAPS_WRAP, d3d9.TADDRESS_MIRROR: d3d9.PTADDRESSCAPS_MIRROR, d3d9.TADDRESS_CLAMP: d3d9.PTADDRESSCAPS_CLAMP,
		d3d9.TADDRESS_BORDER: d3d9.PTADDRESSCAPS_BORDER, d3d9.TADDRESS_MIRRORONCE: d3d9.PTADDRESSCAPS_MIRRORONCE,
	} {
		if caps.TextureAddressCaps&cap == 0 {
			continue
		}
		r.ok(r.d.SetSamplerState(0, d3d9.SAMP_ADDRESSU, mode))
		r.ok(r.d.SetSamplerState(0, d3d9.SAMP_ADDRESSV, mode))
		r.clear(0)
		r.coverRange(0, -reach+0.125, reach+0.125) // half a texel, so that samples are texel centers
		p := r.read(target)
		for y := range size {
			for x := range size {
				tx, ty := addressed(mode, x-reach*4, 4), addressed(mode, y-reach*4, 4)
				want := [4]float64{float64(tx*60+10) / 255, float64(ty*60+10) / 255, 0, 1}
				if tx < 0 || ty < 0 {
					want = [4]float64{0, 0, 1, 1}
				}
				if p.at(x, y) != want {
					r.t.Fatalf("mode %d: pixel (%d, %d) is %v, want %v", mode, x, y, p.at(x, y), want)
				}
			}
		}
	}
}
