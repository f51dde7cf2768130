package conformance

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"d3d9vk/d3d9"
)

// TestRulesCoordinate proves what becomes of texture coordinates between the vertex shader and the texel.
func TestRulesCoordinate(t *testing.T) {
	for _, model := range []string{"vs_1_1", "vs_2_0", "vs_3_0"} {
		run(t, "OT-3/each write mask in "+model+", zero elsewhere", func(r *rig) { coordinateMasks(r, model) })
	}
	run(t, "OT-3/what nobody writes is the documented default", coordinateDefaults)
	for _, ps := range []string{
		"ps_1_1\ntexcoord t0\nmov r0, t0", "ps_1_4\ntexcrd r0.xyz, t0\n+mov r0.a, c0.a", "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0",
		"ps_3_0\ndcl_texcoord v0\nmov oC0, v0",
	} {
		run(t, "OT-4/TTFF_COUNT flags and texture matrices change no coordinate of "+ps[:6], func(r *rig) { coordinateFlags(r, ps) })
	}
	run(t, "OT-4/TTFF_PROJECTED divides in ps_1_1 only", projectedModels)
	run(t, "OT-7/MaxTextureRepeat tilings are exact, and nothing ends beyond", textureRepeat)
}

// coordinateMasks writes oT0 through each mask.
func coordinateMasks(r *rig, model string) {
	for mask := 1; mask < 16; mask++ {
		var letters strings.Builder
		var want [4]float64
		for c := range 4 {
			if mask>>c&1 != 0 {
				letters.WriteByte("xyzw"[c])
				want[c] = float64(c + 2)
			}
		}
		vs := fmt.Sprintf("%s\ndef c0, 2, 3, 4, 5\ndcl_position v0\nmov oPos, v0\nmov oT0.%v, c0", model, &letters)
		ps := "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0"
		if model == "vs_3_0" {
			vs = fmt.Sprintf("%s\ndef c0, 2, 3, 4, 5\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov o1.%v, c0", model, &letters)
			ps = "ps_3_0\ndcl_texcoord v0\nmov oC0, v0"
		}
		s := r.targets(0xffffffff, f32x4)
		r.useBoth(vs, ps)
		r.cover(0)
		r.want(letters.String(), s[0], want[:]...)
	}
}

// coordinateDefaults reads what the vertex shader does not write.
func coordinateDefaults(r *rig) {
	for _, tt := range []struct {
		name, dcl, reg string
		want           []float64
	}{
		{"TEXCOORD0", "dcl t0", "t0", []float64{0, 0, 0, 0}},
		{"TEXCOORD7", "dcl t7", "t7", []float64{0, 0, 0, 0}},
		{"COLOR0", "dcl v0", "v0", []float64{1, 1, 1, 1}},
		{"COLOR1", "dcl v1", "v1", []float64{0, 0, 0, 1}},
	} {
		s := r.targets(0x80808080, f32x4)
		r.useBoth("vs_2_0\ndcl_position v0\nmov oPos, v0", fmt.Sprintf("ps_2_0\n%s\nmov r0, %s\nmov oC0, r0", tt.dcl, tt.reg))
		r.cover(0)
		r.want(tt.name, s[0], tt.want...)
	}
}

// coordinateFlags sets what the fixed-function pipeline would transform coordinates by: a programmable vertex shader's stay.
func coordinateFlags(r *rig, ps string) {
	s := r.target(f32x4, 8, 8)
	r.set(s)
	r.useBoth(passVS2, ps)
	r.ok(r.d.SetPixelShaderConstantF(0, []float32{0, 0, 0, 1}))
	r.ok(r.d.SetTransform(d3d9.TS_TEXTURE0, d3d9.MATRIX{3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 7, 0, 0.25, 0.5, 0.125, 1}))
	var plain []byte
	for _, flags := range []uint32{
		d3d9.TTFF_DISABLE, d3d9.TTFF_COUNT1, d3d9.TTFF_COUNT2, d3d9.TTFF_COUNT3, d3d9.TTFF_COUNT4,
		d3d9.TTFF_PROJECTED | d3d9.TTFF_COUNT2, d3d9.TTFF_PROJECTED | d3d9.TTFF_COUNT3, d3d9.TTFF_PROJECTED | d3d9.TTFF_COUNT4,
	} {
		r.tss(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, flags)
		r.clear(0)
		r.coverRange(0.5, 0.125, 0.875)
		p := r.read(s)
		if plain == nil {
			plain = p.raw
			if got := p.at(4, 2); math.Abs(got[0]-0.5) > 1e-5 || math.Abs(got[1]-0.3125) > 1e-5 || got[2] != 0.5 {
				r.t.Errorf("the coordinate is %v, want 0.5, 0.3125, 0.5", got)
			}
		}
		if string(p.raw) != string(plain) {
			r.t.Errorf("flags %#x: pixel (4, 2) is %v", flags, p.at(4, 2))
		}
	}
	r.tss(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_DISABLE)
	r.ok(r.d.SetTransform(d3d9.TS_TEXTURE0, d3d9.MATRIX{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}))
}

// projectedModels samples at (x, y) / 2 where TTFF_PROJECTED divides, and at (x, y) where it does not.
func projectedModels(r *rig) {
	const n = 8
	tex := r.texture(n, n, argb, func(x, y int) uint32 { return 0xff000000 | uint32(x*30)<<16 | uint32(y*30)<<8 })
	r.ok(r.d.SetTexture(0, tex))
	s := r.target(argb, n, n)
	r.set(s)
	for _, tt := range []struct {
		ps      string
		divides bool
	}{
		{"ps_1_1\ntex t0\nmov r0, t0", true},
		{"ps_1_4\ntexld r0, t0", false},
		{"ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0", false},
		{"ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0", false},
	} {
		r.useBoth(passVS2, tt.ps)
		for _, projected := range []uint32{d3d9.TTFF_PROJECTED, 0} {
			r.tss(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, projected|d3d9.TTFF_COUNT4)
			r.clear(0)
			at := [4]float32{(6 + 0.5) / n, (3 + 0.5) / n, 0, 2}
			corner := func(x, y float32) vertex { return vertex{[4]float32{x, y, 0, 1}, at} }
			r.draw(d3d9.PT_TRIANGLELIST, 1, corner(-1, 1), corner(3, 1), corner(-1, -3))
			want := [4]float64{6 * 30. / 255, 3 * 30. / 255, 0, 1}
			if tt.divides && projected != 0 {
				want = [4]float64{3 * 30. / 255, 1 * 30. / 255, 0, 1}
			}
			if got := r.read(s).at(3, 3); got != want {
				r.t.Errorf("%s, flags %#x: %v, want %v", tt.ps[:6], projected, got, want)
			}
		}
	}
	r.tss(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_DISABLE)
}

// textureRepeat draws one tiling of a texture of eight texels, as far from 0 as the caps allow and further. Floats of 24 bits hold the
// eighths exactly up to 2^20: where that ends, texels get coarser, but nothing is clamped.
func textureRepeat(r *rig) {
	const n = 8
	caps, err := r.d.GetDeviceCaps()
	r.ok(err)
	if caps.MaxTextureRepeat != 8192 || caps.TextureCaps&d3d9.PTEXTURECAPS_TEXREPEATNOTSCALEDBYSIZE == 0 {
		r.t.Errorf("MaxTextureRepeat is %d, texture caps %#x: want 8192, whatever the texture's size is", caps.MaxTextureRepeat, caps.TextureCaps)
	}
	tex := r.texture(n, n, argb, func(x, y int) uint32 { return 0xff000000 | uint32(x*30)<<16 | uint32(y*30)<<8 })
	r.ok(r.d.SetTexture(0, tex))
	s := r.target(argb, n, n)
	r.set(s)
	r.use("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0")
	for _, mode := range []uint32{d3d9.TADDRESS_WRAP, d3d9.TADDRESS_MIRROR} {
		r.ok(r.d.SetSamplerState(0, d3d9.SAMP_ADDRESSU, mode))
		r.ok(r.d.SetSamplerState(0, d3d9.SAMP_ADDRESSV, mode))
		limit := int(caps.MaxTextureRepeat)
		for _, at := range []int{0, 1, 2, 255, 4095, limit - 1, -1, -2, -limit, limit, 2*limit + 1} {
			r.clear(0)
			r.coverRange(0, float32(at)+0.5/n, float32(at)+1+0.5/n) // samples are texel centers
			p := r.read(s)
			for y := range n {
				for x := range n {
					tx, ty := addressed(mode, at*n+x, n), addressed(mode, at*n+y, n)
					if got, want := p.at(x, y), [4]float64{float64(tx*30) / 255, float64(ty*30) / 255, 0, 1}; got != want {
						r.t.Fatalf("mode %d, tiling %d: pixel (%d, %d) is %v, want %v", mode, at, x, y, got, want)
					}
				}
			}
		}
	}
}
