package conformance

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// coords are the texture coordinates of a draw with usePS1.
type coords [4][4]float32

// usePS1 sets a pixel shader, and a vertex shader that gives every pixel the same coordinates and colors.
func (r *rig) usePS1(ps string, t coords) {
	r.t.Helper()
	var vs strings.Builder
	vs.WriteString("vs_1_1\ndcl_position v0\n")
	for n, v := range t {
		fmt.Fprintf(&vs, "def c%d, %g, %g, %g, %g\nmov oT%d, c%d\n", n, v[0], v[1], v[2], v[3], n, n)
	}
	vs.WriteString("def c8, 0.5, 0.25, 0.125, 1\ndef c9, 1, 0.5, 0.25, 0.75\nmov oPos, v0\nmov oD0, c8\nmov oD1, c9\n")
	r.useBoth(vs.String(), ps)
}

// ps1 draws with usePS1 and wants one color everywhere.
func (r *rig) ps1(name, ps string, t coords, want ...float64) {
	r.t.Helper()
	s := r.targets(0, f32x4)
	r.usePS1(ps, t)
	r.cover(0)
	p := r.read(s[0])
	p.wantRect(r.t, name, 0, 0, p.w, p.h, [4]float64(want), 100) // a few units in the last place, of texels' eight bits too
}

func (r *rig) tss(stage uint32, typ d3d9.TEXTURESTAGESTATETYPE, v uint32) {
	r.t.Helper()
	r.ok(r.d.SetTextureStageState(stage, typ, v))
	if got, err := r.d.GetTextureStageState(stage, typ); err != nil || got != v {
		r.t.Fatalf("stage %d state %d is %d (%v), want %d", stage, typ, got, err, v)
	}
}

// bump sets the bump environment of a stage: M00, M01, M10, M11, scale and offset of the luminance.
func (r *rig) bump(stage uint32, values ...float32) {
	r.t.Helper()
	for i, typ := range []d3d9.TEXTURESTAGESTATETYPE{
		d3d9.TSS_BUMPENVMAT00, d3d9.TSS_BUMPENVMAT01, d3d9.TSS_BUMPENVMAT10, d3d9.TSS_BUMPENVMAT11, d3d9.TSS_BUMPENVLSCALE, d3d9.TSS_BUMPENVLOFFSET,
	}[:len(values)] {
		r.tss(stage, typ, math.Float32bits(values[i]))
	}
}

// grid sets a texture of ten by ten texels that say where they are: 25 x, 25 y and 255 of 255.
func (r *rig) grid(stage uint32) {
	r.t.Helper()
	r.ok(r.d.SetTexture(stage, r.texture(10, 10, argb, func(x, y int) uint32 { return 0xff0000ff | uint32(25*x)<<16 | uint32(25*y)<<8 })))
}

// at is what texel (x, y) of the grid is.
func at(x, y float64) []float64 { return []float64{25 * x / 255, 25 * y / 255, 1, 1} }

// plain sets a texture of one color.
func (r *rig) plain(stage uint32, color uint32) {
	r.t.Helper()
	r.ok(r.d.SetTexture(stage, r.texture(1, 1, argb, func(int, int) uint32 { return color })))
}

// faces are the colors of the faces of cube, by their numbers: +X, -X, +Y, -Y, +Z, -Z.
var faces = [6][]float64{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}, {0, 1, 1, 1}, {1, 0, 1, 1}}

func argbOf(c []float64) uint32 {
	return uint32(c[3]*255)<<24 | uint32(c[0]*255)<<16 | uint32(c[1]*255)<<8 | uint32(c[2]*255)
}

// put writes one texel.
func put(address uintptr, v uint32) {
	copy(memory(address, 4), []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
}

// cube sets a cube texture with those faces.
func (r *rig) cube(stage uint32) *device.CubeTexture {
	r.t.Helper()
	tex, err := r.d.CreateCubeTexture(1, 1, 0, argb, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	r.keep(tex.Release)
	for face, color := range faces {
		lock, err := tex.LockRect(d3d9.CUBEMAP_FACES(face), 0, nil, 0)
		r.ok(err)
		put(lock.PBits, argbOf(color))
		r.ok(tex.UnlockRect(d3d9.CUBEMAP_FACES(face), 0))
	}
	r.ok(r.d.SetTexture(stage, tex))
	return tex
}

// layers sets a volume texture of one texel in x and y, and in z red, then green.
func (r *rig) layers(stage uint32) {
	r.t.Helper()
	tex, err := r.d.CreateVolumeTexture(1, 1, 2, 1, 0, argb, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	r.keep(tex.Release)
	lock, err := tex.LockBox(0, nil, 0)
	r.ok(err)
	put(lock.PBits, 0xffff0000)
	put(lock.PBits+uintptr(lock.SlicePitch), 0xff00ff00)
	r.ok(tex.UnlockBox(0))
	r.ok(r.d.SetTexture(stage, tex))
}

// TestRowsPS1 proves the rows of the semantics page that concern ps_1_x by pixels.
func TestRowsPS1(t *testing.T) {
	run(t, "ps_1_1 tex/TTFF_PROJECTED divides", ps1Projection)
	run(t, "ps_1_1 tex/the bound texture gives the type", ps1Types)
	run(t, "unbound sampler/tex reads 0, 0, 0, 1", func(r *rig) {
		r.ps1("1.1", "ps_1_1\ntex t0\nmov r0, t0", coords{}, 0, 0, 0, 1)
		r.ps1("1.4", "ps_1_4\ntexld r0, t0", coords{}, 0, 0, 0, 1)
	})
	run(t, "texcoord/0..1 and w of 1", func(r *rig) {
		r.ps1("inside", "ps_1_1\ntexcoord t1\nmov r0, t1", coords{1: {-0.5, 0.25, 2, 0.5}}, 0, 0.25, 1, 1)
		r.ps1("limited before it is used", "ps_1_1\ntexcoord t1\nmov_d2 r0, 1-t1", coords{1: {-0.5, 0.25, 2, 0.5}}, 0.5, 0.375, 0, 0)
	})
	run(t, "texbem/Microsoft's row order, projection before bump, luminance", ps1Bump)
	run(t, "texm3x3spec/reflection of any length", func(r *rig) {
		r.plain(0, 0xffff0000)
		r.cube(3)
		r.ok(r.d.SetPixelShaderConstantF(0, []float32{0.6, 0, 0.2, 0}))
		const head = "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\n"
		// The normal is (0, 0, 2), the eye (0.6, 0, 0.2): the reflection is (-0.6, 0, 0.2).
		r.ps1("spec", head+"texm3x3spec t3, t0, c0\nmov r0, t3", coords{3: {2, 0, 0, 0}}, faces[1]...)
		r.ps1("vspec", head+"texm3x3vspec t3, t0\nmov r0, t3", coords{1: {0, 0, 0, 0.6}, 3: {2, 0, 0, 0.2}}, faces[1]...)
		r.ps1("tex", head+"texm3x3tex t3, t0\nmov r0, t3", coords{1: {0.5}, 2: {-3}, 3: {2}}, faces[3]...)
		r.ps1("texm3x3", strings.Replace(head, "1_1", "1_2", 1)+"texm3x3 t3, t0\nmov r0, t3", coords{1: {0.5}, 2: {0.25}, 3: {2}}, 0.5, 0.25, 1, 1)
	})
	run(t, "texm3x2tex/texreg2/texdp3 sample by what another texture says", func(r *rig) {
		r.plain(0, 0x40d940a6) // 0.851, 0.251, 0.651, 0.251
		r.grid(1)
		r.grid(2)
		c := coords{1: {1, -0.5, 0, 0}, 2: {0, 0.25, 0.5, 0}} // dot products 0.725 and 0.388
		r.ps1("texm3x2tex", "ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2", c, at(7, 3)...)
		r.ps1("texreg2ar", "ps_1_1\ntex t0\ntexreg2ar t1, t0\nmov r0, t1", c, at(2, 8)...)
		r.ps1("texreg2gb", "ps_1_1\ntex t0\ntexreg2gb t1, t0\nmov r0, t1", c, at(2, 6)...)
		r.ps1("texreg2rgb", "ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1", c, at(8, 2)...)
		r.ps1("texdp3tex", "ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1", c, at(7, 0)...)
		r.ps1("texdp3", "ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1", c, 185./255, 185./255, 185./255, 185./255)
	})
	run(t, "cnd/r0.a only before ps_1_4, a coissued color takes source 1", ps1Condition)
	run(t, "coissue/both read the old values", func(r *rig) {
		r.ps1("color first", "ps_1_1\nmov r0, v0\nmov r0.rgb, v1\n+mov r0.a, r0.b", coords{}, 1, 0.5, 0.25, 0.125)
		r.ps1("alpha first", "ps_1_4\nmov r0, v0\nmov r0.a, v1.g\n+mov r0.rgb, r0.a", coords{}, 1, 1, 1, 0.5)
	})
	run(t, "ps_1_x constants/within -1..1", func(r *rig) {
		r.ok(r.d.SetPixelShaderConstantF(0, []float32{2, -3, 0.5, -0.25}))
		for _, v := range []string{"ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4"} {
			r.ps1(v, v+"\nmov_d2 r0, c0", coords{}, 0.5, 0, 0.25, 0)
			r.ps1(v+", negated", v+"\nmov_d2 r0, -c0", coords{}, 0, 0.5, 0, 0.125)
			r.ps1(v+", def", v+"\ndef c1, 2, -3, 0.5, -0.25\nmov_d2 r0, c1", coords{}, 0.5, 0, 0.25, 0)
		}
		r.ps1("not in ps_2_0", "ps_2_0\nmov r0, c0\nmov oC0, r0", coords{}, 2, -3, 0.5, -0.25)
	})
	run(t, "ps_1_x output/r0 at the end, within 0..1, on target 0 alone", func(r *rig) {
		s := r.targets(grey, f32x4, f32x4)
		before := r.read(s[1]).at(3, 3)
		r.usePS1("ps_1_4\nmov_x4 r0, v0_bias\nmov r1, v1", coords{})
		r.cover(0)
		r.want("target 0", s[0], 0, 0, 0, 1)
		r.want("OC-5: target 1", s[1], before[:]...)
	})
	run(t, "texdepth/x by the lesser of y and 1, texm3x2depth/z by w", ps1Depth)
	run(t, "texkill/the first three components", func(r *rig) {
		for _, tt := range []struct {
			name, ps string
			t        [4]float32
			drawn    bool
		}{
			{"x", "ps_1_1\ntexkill t0\nmov r0, v0", [4]float32{-1, 1, 1, 1}, false},
			{"z", "ps_1_1\ntexkill t0\nmov r0, v0", [4]float32{1, 1, -1, 1}, false},
			{"w", "ps_1_1\ntexkill t0\nmov r0, v0", [4]float32{1, 1, 1, -1}, true},
			{"1.4 y", "ps_1_4\ntexcrd r0.rgb, t0\nphase\ntexkill r0\nmov r0, v0", [4]float32{1, -1, 1, 1}, false},
			{"1.4 none", "ps_1_4\ntexcrd r0.rgb, t0\nphase\ntexkill r0\nmov r0, v0", [4]float32{0, 0, 0, -1}, true},
		} {
			s := r.targets(grey, argb)
			r.usePS1(tt.ps, coords{tt.t})
			r.cover(0)
			if drawn := len(r.covered(s[0])) == 64; drawn != tt.drawn {
				r.t.Errorf("%s: drawn: %v", tt.name, drawn)
			}
		}
	})
	run(t, "phase/_dz and _dw divide", func(r *rig) {
		r.grid(0)
		r.grid(1)
		r.ps1("_dw", "ps_1_4\ntexld r0, t0_dw.xyw", coords{{0.7, 0.3, 0, 2}}, at(3, 1)...)
		r.ps1("_dz", "ps_1_4\ntexcrd r0.rgb, t1\nphase\ntexld r1, r0_dz\nmov r0, r1", coords{1: {1.1, 3, 4, 0}}, at(2, 7)...)
		r.ps1("texcrd is not limited", "ps_1_4\ntexcrd r1.rgb, t1\nmov_d2 r0, -r1", coords{1: {-1.5, 1, -0.5, 0}}, 0.75, 0, 0.25, 0)
		r.ps1("alpha is lost", "ps_1_4\nmov r1, v0\nphase\nmov r0, r1", coords{}, 0.5, 0.25, 0.125, 0)
		r.bump(2, 0.5, 0.25, 2, 1)
		r.ps1("bem", "ps_1_4\nbem r2.rg, v1, v0\nmov_d2 r0, r2", coords{}, 0.875, 0.4375, 0, 0)
	})
	run(t, "fog/applies below model 3", func(r *rig) {
		r.rs(d3d9.RS_FOGENABLE, 1)
		r.rs(d3d9.RS_FOGCOLOR, 0xff00ff00)
		r.rs(d3d9.RS_FOGTABLEMODE, d3d9.FOG_LINEAR)
		r.rs(d3d9.RS_FOGSTART, math.Float32bits(0))
		r.rs(d3d9.RS_FOGEND, math.Float32bits(1))
		r.plain(0, 0xffffffff)
		r.grid(1)
		r.bump(1, 0, 0, 0, 0, 0, 0.5)
		s := r.targets(0, f32x4)
		r.usePS1("ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", coords{1: {0.55, 0.55}})
		r.cover(0.5)
		p := r.read(s[0])
		p.wantRect(r.t, "half fog", 0, 0, 8, 8, [4]float64{62.5 / 255 / 2, 62.5/255/2 + 0.5, 0.25, 0.5}, 1e5)
	})
}

func ps1Projection(r *rig) {
	r.grid(0)
	r.cube(1)
	t := coords{{2.65, 2.85, 4, 8}, {-1, 0.5, 0.25, -1}}
	const shader = "ps_1_1\ntex t0\nmov r0, t0"
	for _, tt := range []struct {
		name  string
		flags uint32
		want  []float64
	}{
		{"none", d3d9.TTFF_DISABLE, at(6, 8)},
		{"TTFF_COUNT3 alone", d3d9.TTFF_COUNT3, at(6, 8)},
		{"TTFF_COUNT2: y", d3d9.TTFF_PROJECTED | d3d9.TTFF_COUNT2, at(9, 0)},
		{"TTFF_COUNT3: z", d3d9.TTFF_PROJECTED | d3d9.TTFF_COUNT3, at(6, 7)},
		{"TTFF_COUNT4: w", d3d9.TTFF_PROJECTED | d3d9.TTFF_COUNT4, at(3, 3)},
		{"TTFF_DISABLE: w", d3d9.TTFF_PROJECTED, at(3, 3)},
	} {
		r.tss(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, tt.flags)
		r.ps1(tt.name, shader, t, tt.want...)
	}
	r.ps1("ps_1_4 divides by its own modifiers only", "ps_1_4\ntexld r0, t0", t, at(6, 8)...)
	r.tss(1, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED)
	r.ps1("a cube is not divided", "ps_1_1\ntex t1\nmov r0, t1", t, faces[1]...)
	r.tss(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, 0)
	r.ps1("off again", shader, t, at(6, 8)...)
}

// ps1Types draws with one shader and textures of all types, without anything else between.
func ps1Types(r *rig) {
	for _, ps := range []string{"ps_1_1\ntex t0\nmov r0, t0", "ps_1_4\ntexld r0, t0"} {
		s := r.targets(0, f32x4)
		r.usePS1(ps, coords{{0.25, 0.35, 0.75, 1}})
		draw := func(name string, want ...float64) {
			r.t.Helper()
			r.cover(0)
			p := r.read(s[0])
			p.wantRect(r.t, ps+": "+name, 0, 0, p.w, p.h, [4]float64(want), 100)
		}
		for range 2 {
			r.grid(0)
			draw("2D", at(2, 3)...)
			r.cube(0)
			draw("cube", faces[4]...)
			r.layers(0)
			draw("volume", 0, 1, 0, 1)
			r.ok(r.d.SetTexture(0, nil))
			draw("none", 0, 0, 0, 1)
		}
	}
}

func ps1Bump(r *rig) {
	r.plain(0, 0xff336699) // 0.2, 0.4, 0.6
	r.grid(1)
	r.grid(3)
	r.bump(1, 1, 0.5, -0.5, 0.25, 0.5, 0.25)
	const bem = "ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1"
	t := coords{1: {0.55, 0.25, 0, 1}, 3: {0.15, 0.35, 0, 1}}
	r.ps1("u + M00 r + M10 g, v + M01 r + M11 g", bem, t, at(5, 4)...)
	half := at(5, 4)
	for i := range half {
		half[i] *= 0.6*0.5 + 0.25
	}
	r.ps1("texbeml", "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", t, half...)
	r.bump(1, 1, 0.5, -0.5, 0.25, 4, 4)
	r.ps1("luminance is at most 1", "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", t, at(5, 4)...)
	r.ps1("another stage has its own matrix", "ps_1_1\ntex t0\ntexbem t3, t0\nmov r0, t3", t, at(1, 3)...)
	r.bump(3, 0, 1, 0, 1)
	r.ps1("two stages", "ps_1_1\ntex t0\ntexbem t1, t0\ntexbem t3, t0\nmov r0, t3", t, at(1, 9)...)

	r.tss(1, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED|d3d9.TTFF_COUNT3)
	r.ps1("projection before bump", bem, coords{1: {1.1, 0.5, 2, 4}}, at(5, 4)...)
	r.tss(1, d3d9.TSS_TEXTURETRANSFORMFLAGS, 0)

	// The matrix changes between draws that are otherwise the same.
	s := r.targets(0, f32x4)
	r.usePS1(bem, t)
	r.cover(0)
	r.bump(1, 0, 1, 0, 1)
	r.cover(0)
	p := r.read(s[0])
	p.wantRect(r.t, "another matrix", 0, 0, p.w, p.h, [4]float64(at(5, 8)), 100)
}

func ps1Condition(r *rig) {
	r.ok(r.d.SetPixelShaderConstantF(1, []float32{1, 0, 0, 0.25, 0.125, 0.25, 0.375, 0.5}))
	for _, v := range []string{"ps_1_1", "ps_1_2", "ps_1_3"} {
		r.ps1(v+", greater", v+"\nmov r0, v0\ncnd r0, r0.a, c1, c2", coords{}, 1, 0, 0, 0.25)
		r.ps1(v+", a half", v+"\nmov r0, v0.r\ncnd r0, r0.a, c1, c2", coords{}, 0.125, 0.25, 0.375, 0.5)
		r.ps1(v+", coissued color", v+"\nmov r0, v0.b\nmov r0.a, v0.b\n+cnd r0.rgb, r0.a, c1, c2", coords{}, 1, 0, 0, 0.125)
		r.ps1(v+", coissued alpha", v+"\nmov r0, v0.b\nmov r0.rgb, v1\n+cnd r0.a, r0.a, c1, c2", coords{}, 1, 0.5, 0.25, 0.5)
	}
	r.ps1("ps_1_4 by component", "ps_1_4\ncnd r0, v1, c1, c2", coords{}, 1, 0.25, 0.375, 0.25)
}

// ps1Depth finds the depth that a shader writes by drawing before what another draw can see.
func ps1Depth(r *rig) {
	r.ok(r.d.SetDepthStencilSurface(r.depth(d3d9.FMT_D24S8, 8, 8)))
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
	const texdepth = "ps_1_4\ntexcrd r5.rgb, t1\nphase\ntexdepth r5\nmov r0, v0"
	const matrix = "ps_1_3\ntexm3x2pad t1, v1\ntexm3x2depth t2, v1\nmov r0, v0"
	for _, tt := range []struct {
		name, ps string
		t        coords
		want     float32
	}{
		{"quotient", texdepth, coords{1: {0.25, 0.5}}, 0.5},
		{"y above 1", texdepth, coords{1: {0.5, 2}}, 0.5},
		{"below 0", texdepth, coords{1: {-0.5, 1}}, 0},
		{"y of 0", texdepth, coords{1: {0.25, 0}}, 1},
		{"0 by 0", texdepth, coords{1: {0, 0}}, 1},
		{"matrix", matrix, coords{1: {0.25}, 2: {0.5}}, 0.5},
		{"matrix, w of 0", matrix, coords{1: {0.25}}, 1},
	} {
		s := r.targets(grey, argb)
		r.rs(d3d9.RS_ZFUNC, d3d9.CMP_ALWAYS)
		r.rs(d3d9.RS_ZWRITEENABLE, 1)
		r.usePS1(tt.ps, tt.t)
		r.cover(0.25)
		r.rs(d3d9.RS_ZWRITEENABLE, 0)
		for _, d := range []float32{-0.02, 0.02} {
			z := tt.want + d
			if z < 0 || z > 1 {
				continue
			}
			r.rs(d3d9.RS_ZFUNC, d3d9.CMP_GREATER)
			r.clear(grey)
			r.use(allWhite)
			r.cover(z)
			if drawn := len(r.covered(s[0])) == 64; drawn != (d > 0) {
				r.t.Errorf("%s: %v is behind: %v, want depth %v", tt.name, z, drawn, tt.want)
			}
		}
	}
}
