package refsm

import (
	"math"
	"testing"

	"d3d9vk/translate/sm"
)

func TestAddress(t *testing.T) {
	const border = -1
	// Texel numbers -5..8 of a row of four.
	for mode, want := range map[Address][14]int{
		AddressWrap:       {3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0},
		AddressMirror:     {3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0},
		AddressClamp:      {0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3},
		AddressBorder:     {border, border, border, border, border, 0, 1, 2, 3, border, border, border, border, border},
		AddressMirrorOnce: {3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3},
	} {
		for i, w := range want {
			n, out := mode.index(i-5, 4)
			if out != (w == border) || !out && n != w {
				t.Errorf("mode %d: texel %d is %d (border %v), want %d", mode, i-5, n, out, w)
			}
		}
	}
}

// Directions to the middle of each face and to one place right of it and below, as Direct3D 9 lays out cube textures.
func TestCubeFaces(t *testing.T) {
	for face, row := range [6]struct{ middle, right, below [3]float32 }{
		{[3]float32{1, 0, 0}, [3]float32{0, 0, -1}, [3]float32{0, -1, 0}},
		{[3]float32{-1, 0, 0}, [3]float32{0, 0, 1}, [3]float32{0, -1, 0}},
		{[3]float32{0, 1, 0}, [3]float32{1, 0, 0}, [3]float32{0, 0, 1}},
		{[3]float32{0, -1, 0}, [3]float32{1, 0, 0}, [3]float32{0, 0, -1}},
		{[3]float32{0, 0, 1}, [3]float32{1, 0, 0}, [3]float32{0, -1, 0}},
		{[3]float32{0, 0, -1}, [3]float32{-1, 0, 0}, [3]float32{0, -1, 0}},
	} {
		var at [4]float32
		for c := range 3 {
			at[c] = 2*row.middle[c] + row.right[c] + row.below[c]/2
		}
		got, u, v, ok := cubeFace(ExactVec(at))
		if got != face || !ok {
			t.Errorf("%v is on face %d (%v), want %d", at, got, ok, face)
		}
		near(t, "u", u, 0.75, 1e-6)
		near(t, "v", v, 0.625, 1e-6)
	}
	if _, _, _, ok := cubeFace(ExactVec([4]float32{1, -1, 0.5})); ok {
		t.Error("the face of an edge is certain")
	}
}

// levels is a texture of 4x4, 2x2 and 1x1 texels of 0, 1 and 2.
func levels(min, mag, mip Filter) *Sampler {
	s := &Sampler{Dim: sm.Texture2D, Min: min, Mag: mag, Mip: mip}
	for n, edge := range [3]int{4, 2, 1} {
		l := Level{W: edge, H: edge, D: 1}
		for range edge * edge {
			v := float32(n)
			l.Texels = append(l.Texels, [4]float32{v, v, v, v})
		}
		s.Levels = append(s.Levels, l)
	}
	return s
}

func TestLevels(t *testing.T) {
	for _, row := range []struct {
		name      string
		mip       Filter
		bias      float32
		max       int
		lod       float32
		want      float32
		tolerance float64
	}{
		{"level 0", FilterPoint, 0, 0, -3, 0, 0},
		{"nearest level", FilterPoint, 0, 0, 0.75, 1, 0},
		{"rounding decides at a half", FilterPoint, 0, 0, 0.5, 0, 1},
		{"last level", FilterPoint, 0, 0, 9, 2, 0},
		{"between levels", FilterLinear, 0, 0, 0.25, 0.25, 0.01},
		{"bias", FilterLinear, 1, 0, 0.25, 1.25, 0.02},
		{"MAXMIPLEVEL", FilterPoint, 0, 1, -3, 1, 0},
		{"MAXMIPLEVEL beyond the last level", FilterPoint, 0, 7, 0, 2, 0},
		{"without mip filter level 0, whatever MAXMIPLEVEL", FilterNone, 0, 1, 2, 0, 0},
	} {
		s := levels(FilterPoint, FilterPoint, row.mip)
		s.LODBias, s.MaxMipLevel = row.bias, row.max
		v := s.sample(ExactVec([4]float32{0.3, 0.3}), exactLOD(Exact(row.lod)))
		near(t, row.name, v[0], row.want, row.tolerance)
	}
}

func TestLinearFilter(t *testing.T) {
	s := grey(sm.Texture2D, 4, 4, 1)
	s.Min, s.Mag, s.Address = FilterLinear, FilterLinear, [3]Address{AddressClamp, AddressBorder}
	s.Border = [4]float32{9, 9, 9, 9}
	v := s.sample(ExactVec([4]float32{0.5, 0.375}), lod{})
	near(t, "between two texels", v[0], 0.1875, 1e-5)
	near(t, "on a texel", v[1], 0.125, 1e-5)
	v = s.sample(ExactVec([4]float32{0.125, 0}), lod{})
	near(t, "half border", v[1], 4.5, 1e-4)
	v = s.sample(ExactVec([4]float32{-7, 0.625}), lod{})
	near(t, "clamped", v[0], 0, 1e-5)

	volume := grey(sm.TextureVolume, 2, 2, 2)
	volume.Min, volume.Mag = FilterLinear, FilterLinear
	v = volume.sample(ExactVec([4]float32{0.5, 0.5, 0.5}), lod{})
	near(t, "middle of a volume", v[2], 0.0625, 1e-5)

	// Magnification takes one filter, minification the other.
	s.Min = FilterPoint
	at := ExactVec([4]float32{0.4, 0.4})
	near(t, "magnified", s.sample(at, lod{-2, -2, -2})[0], 0.1375, 3e-3)
	near(t, "minified", s.sample(at, lod{2, 2, 2})[0], 0.125, 1e-6)
	if v := s.sample(at, lod{0, -1, 1})[0]; !v.Admits(0.1375) || !v.Admits(0.125) {
		t.Errorf("%v does not cover both filters", v)
	}
}

// TestUnbound: what is not there reads (0, 0, 0, 1), whatever its kind.
func TestUnbound(t *testing.T) {
	var s *Sampler
	checkRow(t, opcodeRow{"", "", [4]float32{0, 0, 0, 1}, 0}, s.sample(ExactVec([4]float32{1, 2, 3}), lod{}))
	for _, kind := range []string{"2d", "cube", "volume"} {
		out := runQuad(t, "ps_2_0\ndcl t0\ndcl_"+kind+" s3\ntexld r0, t0, s3\nmov oC0, r0", nil)
		checkRow(t, opcodeRow{"", "", [4]float32{0, 0, 0, 1}, 0}, out[0].C[0])
	}
}

// TestTextureReads: how each instruction comes to its level, and the swizzle of a sampler. t3 steps by one texture a pixel, which is
// the last level.
func TestTextureReads(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       float32
		tolerance  float64
	}{
		{"texld: from the neighbors", "texld r0, v3, s0", 2, 0},
		{"texld: no difference", "texld r0, c1, s0", 0, 0},
		{"texld: magnified", "mul r0.x, v3.x, c4\nmul r0.x, r0.x, c4\nmul r0.x, r0.x, c4\nmov r0.yzw, c1\ntexld r0, r0, s0", 0, 0}, // an eighth of four texels
		{"texldb", "mov r0, v3\nmov r0.w, -c5.x\ntexldb r0, r0, s0", 1, 0},
		{"texldl", "mov r0, v3\nmov r0.w, c5.x\ntexldl r0, r0, s0", 1, 0},
		{"texldl, linear", "mov r0, c1\nmov r0.w, c1\ntexldl r0, r0, s1", 0.25, 0.01},
		{"texldd", "texldd r0, v3, s0, c7, c3", 1, 0}, // half a texture: two texels
		{"texldd, the other axis", "texldd r0, v3, s0, c3, c7.yxyy", 1, 0},
		{"texldp: level after the division", "mov r0, v3\nmov r0.w, c6.x\ntexldp r0, r0, s0", 1, 0}, // x/2: two texels
		{"texldd of a cube", "texldd r0, c6.yxyy, s2, c3, c3", 0.25, 0},                             // +Y, u = .5625
	} {
		t.Run(row.name, func(t *testing.T) {
			st := &State{Constants: Constants{F: [][4]float32{{}, {0.25, 0.25, 0.25, 0.25}, {}, {}, {0.5, 0.5, 0.5, 0.5}, {1, 1, 1, 1}, {2, 0.25, 0, 0}, {0.5, 0, 0, 0}}}}
			st.Samplers[0], st.Samplers[1] = levels(FilterPoint, FilterPoint, FilterPoint), levels(FilterPoint, FilterPoint, FilterLinear)
			st.Samplers[2] = grey(sm.TextureCube, 4, 4, 1)
			p := assemble(t, "ps_3_0\ndcl_texcoord3 v3\ndcl_2d s0\ndcl_2d s1\ndcl_cube s2\n"+row.text+"\nmov oC0, r0")
			in := quadInput()
			for l := range in {
				in[l].V[3] = in[l].T[3]
			}
			out, err := Quad(p, in, st)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "texel", out[0].C[0][0], row.want, row.tolerance)
		})
	}
	st := &State{}
	st.Samplers[0] = grey(sm.Texture2D, 4, 4, 1)
	p := assemble(t, "ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\ntexld r0, v0, s0.wzyx\nmov oC0, r0")
	in := quadInput()
	for l := range in {
		in[l].V[0] = in[l].T[0]
	}
	out, err := Quad(p, in, st)
	if err != nil {
		t.Fatal(err)
	}
	checkRow(t, opcodeRow{"", "", [4]float32{1, 0, 0.25, 0.125}, 0}, out[0].C[0])
}

// TestVertexTexture: a vertex shader reads level 0 unless it says otherwise.
func TestVertexTexture(t *testing.T) {
	st := &State{}
	st.Samplers[2] = levels(FilterPoint, FilterPoint, FilterPoint)
	p := assemble(t, "vs_3_0\ndcl_texcoord0 v0\ndcl_2d s2\ndcl_position o0\ndcl_texcoord4 o3\nmov o0, v0\ntexldl o3, v0, s2")
	for w, want := range []float32{0, 1, 2, 2} {
		o, err := Vertex(p, []Vec{ExactVec([4]float32{0.1, 0.2, 0, float32(w)})}, st)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "texel", o.Varyings[Semantic{sm.UsageTexCoord, 4}].Value[0], want, 0)
	}
}

// TestReflection: texm3x3spec and texm3x3vspec look along the reflected eye vector. With the normal (0, 0, 1) after bx2 of the
// color (.5, .5, 1) and rows that are unit vectors, the eye (x, y, z) reflects to (-x, -y, z).
func TestReflection(t *testing.T) {
	for name, text := range map[string]string{
		"spec":  "ps_1_1\ntex t0\ntexm3x3pad t1, t0_bx2\ntexm3x3pad t2, t0_bx2\ntexm3x3spec t3, t0_bx2, c0\nmov r0, t3",
		"vspec": "ps_1_1\ntex t0\ntexm3x3pad t1, t0_bx2\ntexm3x3pad t2, t0_bx2\ntexm3x3vspec t3, t0_bx2\nmov r0, t3",
	} {
		st := &State{Constants: Constants{F: [][4]float32{{-0.25, -0.5, 1, 0}}}}
		st.Samplers[0] = &Sampler{Dim: sm.Texture2D, Levels: []Level{{W: 1, H: 1, D: 1, Texels: [][4]float32{{0.5, 0.5, 1, 1}}}}}
		st.Samplers[3] = grey(sm.TextureCube, 4, 4, 1)
		var in [4]PixelInput
		for l := range in {
			in[l].T[1] = ExactVec([4]float32{1, 0, 0, -0.25})
			in[l].T[2] = ExactVec([4]float32{0, 1, 0, -0.5})
			in[l].T[3] = ExactVec([4]float32{0, 0, 1, 1})
		}
		out, err := Quad(assemble(t, text), &in, st)
		if err != nil {
			t.Fatal(err)
		}
		// (.25, .5, 1) is on +Z (face 4) at u = .625, v = .25: texel (2, 1), which rounding may make (2, 0).
		got := out[0].C[0]
		near(t, name+" x", got[0], 0.25, 1e-6)
		near(t, name+" face", got[2], 0.5, 1e-6)
		if !got[1].Admits(0.125) {
			t.Errorf("%s y is %v", name, got[1])
		}
	}
}

// TestTexelError: the error of the format is in every result.
func TestTexelError(t *testing.T) {
	s := grey(sm.Texture2D, 4, 4, 1)
	s.TexelErr = 0.01
	if v := s.sample(ExactVec([4]float32{0.3, 0.3}), lod{}); math.Abs(v[0].Err-0.01) > 1e-6 {
		t.Errorf("the error is %g", v[0].Err)
	}
}
