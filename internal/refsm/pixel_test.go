package refsm

import (
	"testing"

	"d3d9vk/translate/sm"
)

// grey is a texture of one level whose texel at (x, y, z or face) is {x, y, z, 1} / 8.
func grey(dim sm.TextureType, w, h, d int) *Sampler {
	l := Level{W: w, H: h, D: d}
	slices := d
	if dim == sm.TextureCube {
		slices, l.D = 6, 1
	}
	for z := range slices {
		for y := range h {
			for x := range w {
				l.Texels = append(l.Texels, [4]float32{float32(x) / 8, float32(y) / 8, float32(z) / 8, 1})
			}
		}
	}
	return &Sampler{Dim: dim, Levels: []Level{l}}
}

// quadInput is four pixels whose t0..t2 and v0 are the same but for t3, which is (x, y, 2x+3y, 1) of the pixel.
func quadInput() *[4]PixelInput {
	var in [4]PixelInput
	for l := range in {
		in[l].V[0] = ExactVec([4]float32{0.25, 0.5, 0.75, 1})
		in[l].V[1] = ExactVec([4]float32{1, 0.75, 0.5, 0.25})
		in[l].T[0] = ExactVec([4]float32{0.25, 0.5, 0.75, 2})
		in[l].T[1] = ExactVec([4]float32{-0.5, 1.5, 0.125, 0.5})
		in[l].T[2] = ExactVec([4]float32{0.75, 0.25, 0.5, 4})
		x, y := float32(l&1), float32(l>>1)
		in[l].T[3] = ExactVec([4]float32{x, y, 2*x + 3*y, 1})
		in[l].Pos = [2]float32{x, y}
		in[l].Face = -1
	}
	return &in
}

func runQuad(t *testing.T, text string, st *State) *[4]PixelOutput {
	t.Helper()
	out, err := Quad(assemble(t, text), quadInput(), st)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return out
}

// The constants of pixel rows: beyond [-1, 1] on purpose.
var pixelC = [][4]float32{{2, -3, 0.5, 1}, {0.25, 0.25, 0.25, 0.25}, {0, 0, 1, 0}, {}, {0.5, 0.5, 0.5, 0.5}}

func pixelState() *State {
	st := &State{Constants: Constants{F: pixelC}}
	for i := range st.Samplers {
		st.Samplers[i] = grey(sm.Texture2D, 4, 4, 1)
	}
	for i := range st.Stages {
		st.Stages[i] = Stage{BumpMatrix: [4]float32{0.5, 0.25, -0.5, 1}, LScale: 2, LOffset: 0.25}
	}
	return st
}

type pixelRow struct {
	name, version, code string
	want                [4]float32
	tolerance           float64
	set                 func(*State)
}

var pixelRows = []pixelRow{
	// Modifiers and quirks of ps_1_x. t0 = (.25, .5, .75, 2) samples texel (1, 2).
	{"constants are clamped", "ps_1_1", "mov r0, c0", [4]float32{1, -1, 0.5, 1}, 0, nil},
	{"defined constants are clamped", "ps_1_1", "def c3, 2, -2, 0.5, 1\nmov r0, c3", [4]float32{1, -1, 0.5, 1}, 0, nil},
	{"ps_2_0 constants are not clamped", "ps_2_0", "mov r0, c0", [4]float32{2, -3, 0.5, 1}, 0, nil},
	{"_bias", "ps_1_1", "mov r0, v0_bias", [4]float32{-0.25, 0, 0.25, 0.5}, 0, nil},
	{"-_bias", "ps_1_1", "mov r0, -v0_bias", [4]float32{0.25, 0, -0.25, -0.5}, 0, nil},
	{"_bx2", "ps_1_1", "mov r0, v0_bx2", [4]float32{-0.5, 0, 0.5, 1}, 0, nil},
	{"-_bx2", "ps_1_1", "mov r0, -v0_bx2", [4]float32{0.5, 0, -0.5, -1}, 0, nil},
	{"1-x", "ps_1_1", "mov r0, 1-v0", [4]float32{0.75, 0.5, 0.25, 0}, 0, nil},
	{"_x2", "ps_1_4", "mov r0, v0_x2", [4]float32{0.5, 1, 1.5, 2}, 0, nil},
	{"alpha replicate", "ps_1_1", "mov r0, v1.a", [4]float32{0.25, 0.25, 0.25, 0.25}, 0, nil},
	{"shift left", "ps_1_1", "mov_x2 r0, v0", [4]float32{0.5, 1, 1.5, 2}, 0, nil},
	{"shift right", "ps_1_4", "mov_d8 r0, v0", [4]float32{0.03125, 0.0625, 0.09375, 0.125}, 0, nil},
	{"shift, then saturate", "ps_1_1", "mov_x2_sat r0, v0", [4]float32{0.5, 1, 1, 1}, 0, nil},
	{"coissued instructions read old values", "ps_1_1", "mov r0, v0\nmov r0.rgb, r0.a\n+mov r0.a, r0.b", [4]float32{1, 1, 1, 0.75}, 0, nil},
	{"cnd tests r0.a", "ps_1_1", "mov r0, v0\ncnd r0, r0.a, v0, v1", [4]float32{0.25, 0.5, 0.75, 1}, 0, nil},
	{"cnd: a half is not above", "ps_1_1", "mov_d2 r0, v0\ncnd r0, r0.a, v0, v1", [4]float32{1, 0.75, 0.5, 0.25}, 0, nil},
	{"coissued color cnd selects src1", "ps_1_1", "mov_d2 r0, v0\nmov r0.a, v0\n+cnd r0.rgb, r0.a, v0, v1", [4]float32{0.25, 0.5, 0.75, 1}, 0, nil},
	{"cnd of ps_1_4 by component", "ps_1_4", "cnd r0, v0, v0, v1", [4]float32{1, 0.75, 0.75, 1}, 0, nil},
	{"cmp", "ps_1_2", "cmp r0, v0_bias, v0, v1", [4]float32{1, 0.5, 0.75, 1}, 0, nil},
	{"cmp of ps_2_0", "ps_2_0", "cmp r0, t1.xyxy, t0, t2", [4]float32{0.75, 0.5, 0.5, 2}, 0, nil},
	{"lrp", "ps_1_1", "lrp r0, c1, v0, v1", [4]float32{0.8125, 0.6875, 0.5625, 0.4375}, 0, nil},

	// Texture instructions of ps_1_x.
	{"tex", "ps_1_1", "tex t0\nmov r0, t0", [4]float32{0.125, 0.25, 0, 1}, 0, nil},
	{"tex, projected by w", "ps_1_1", "tex t2\nmov r0, t2", [4]float32{0, 0, 0, 1}, 0, func(s *State) { s.Stages[2].Projected = true }},
	{"tex, projected by z", "ps_1_1", "tex t2\nmov r0, t2", [4]float32{0.125, 0.125, 0, 1}, 0, func(s *State) {
		s.Stages[2].Projected, s.Stages[2].Count = true, 3 // (1.5, 0.5)
		s.Samplers[2] = grey(sm.Texture2D, 3, 3, 1)
	}},
	{"texcoord clamps and has w 1", "ps_1_1", "texcoord t1\nmov r0, t1", [4]float32{0, 1, 0.125, 1}, 0, nil},
	{"texcrd does not clamp", "ps_1_4", "texcrd r0.rgb, t1\nmov r0.a, v0", [4]float32{-0.5, 1.5, 0.125, 1}, 0, nil},
	{"_dw", "ps_1_4", "texcrd r0.rg, t0_dw.xyw\nmov r0.b, v0\n+mov r0.a, v0", [4]float32{0.125, 0.25, 0.75, 1}, 1e-6, nil},
	{"_dz", "ps_1_4", "texld r0, t2_dz", [4]float32{0.125, 0.125, 0, 1}, 0, func(s *State) { s.Samplers[0] = grey(sm.Texture2D, 3, 3, 1) }},
	{"texld of ps_1_4", "ps_1_4", "texld r0, t0", [4]float32{0.125, 0.25, 0, 1}, 0, nil},
	{"texld reads a register after phase", "ps_1_4", "texcrd r0.rgb, t0\nphase\ntexld r0, r0", [4]float32{0.125, 0.25, 0, 1}, 0, nil},
	{"alpha is lost after phase", "ps_1_4", "mov r1, v0\nphase\nmov r0, r1.a", [4]float32{}, open, nil},
	// t0 samples (.125, .25, 0, 1): u = t1.x + .5*.125 - .5*.25 = -.5625, v = 1.5 + .25*.125 + .25 = 1.78125: texel (1, 3).
	{"texbem", "ps_1_1", "tex t0\ntexbem t1, t0\nmov r0, t1", [4]float32{0.125, 0.375, 0, 1}, 0, nil},
	{"texbeml: luminance is b*scale+offset", "ps_1_1", "tex t0\ntexbeml t1, t0\nmov r0, t1", [4]float32{0.03125, 0.09375, 0, 0.25}, 0, nil},
	// Projected by w = .5: u = -1 - .0625, v = 3 + .28125: texel (3, 1).
	{"texbem projects first", "ps_1_1", "tex t0\ntexbem t1, t0\nmov r0, t1", [4]float32{0.375, 0.125, 0, 1}, 0, func(s *State) { s.Stages[1].Projected = true }},
	{"bem", "ps_1_4", "texld r1, t0\nbem r0.rg, v0, r1\nmov r0.b, v0\n+mov r0.a, v0", [4]float32{0.1875, 0.78125, 0.75, 1}, 0, nil},
	{"texreg2ar", "ps_1_1", "tex t0\ntexreg2ar t1, t0\nmov r0, t1", [4]float32{0, 0, 0, 1}, 0, nil}, // (1, .125)
	{"texreg2gb", "ps_1_1", "tex t0\ntexreg2gb t1, t0\nmov r0, t1", [4]float32{0.125, 0, 0, 1}, 0, nil},
	{"texreg2rgb", "ps_1_2", "tex t0\ntexreg2rgb t1, t0\nmov r0, t1", [4]float32{0, 0.125, 0, 1}, 0, nil},
	// t1 . t0's color = -.5*.125 + 1.5*.25 = .3125
	{"texdp3", "ps_1_2", "tex t0\ntexdp3 t1, t0\nmov r0, t1", [4]float32{0.3125, 0.3125, 0.3125, 0.3125}, 0, nil},
	{"texdp3tex", "ps_1_2", "tex t0\ntexdp3tex t1, t0\nmov r0, t1", [4]float32{0.125, 0, 0, 1}, 0, nil},
	// t2 . t0's color = .75*.125 + .25*.25 = .15625
	{"texm3x2tex", "ps_1_1", "tex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2", [4]float32{0.125, 0, 0, 1}, 0, nil},
	{"texm3x2tex, _bx2", "ps_1_1", "tex t0\ntexm3x2pad t1, t0_bx2\ntexm3x2tex t2, t0_bx2\nmov r0, t2", [4]float32{0.25, 0.375, 0, 1}, 0, nil}, // (-.5, -1.1875)
	{"texm3x3", "ps_1_2", "texcoord t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0.rgb, t3\n+mov r0.a, v0", [4]float32{0.71875, 0.6875, 0, 1}, 0, nil},
	{"texm3x3tex", "ps_1_1", "texcoord t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3", [4]float32{0.25, 0.25, 0, 1}, 0, nil},
	{"unbound samplers", "ps_1_1", "tex t0\nmov r0, t0", [4]float32{0, 0, 0, 1}, 0, func(s *State) { s.Samplers[0] = nil }},

	// Model 2 and 3.
	{"texld", "ps_2_0", "texld r0, t0, s0", [4]float32{0.125, 0.25, 0, 1}, 0, nil},
	{"texldp", "ps_2_0", "texldp r0, t0, s0", [4]float32{0, 0.125, 0, 1}, 0, func(s *State) { s.Samplers[0] = grey(sm.Texture2D, 5, 5, 1) }}, // (.125, .25)
	{"texld of a volume", "ps_2_0", "texld r0, t0, s1", [4]float32{0.125, 0.25, 0.375, 1}, 0, nil},
	{"texld of a cube: +Z", "ps_2_0", "texld r0, t0.xyzz, s2", [4]float32{0.25, 0, 0.5, 1}, 0, nil}, // (.667, .167)
	{"dp2add", "ps_2_0", "dp2add r0, t0, t1, t2.w", [4]float32{4.625, 4.625, 4.625, 4.625}, 0, nil},
	{"dsx", "ps_2_x", "dsx r0, t3", [4]float32{1, 0, 2, 0}, 0, nil},
	{"dsy", "ps_2_x", "dsy r0, t3", [4]float32{0, 1, 3, 0}, 0, nil},
	{"unbound", "ps_2_0", "texld r0, t0, s0", [4]float32{0, 0, 0, 1}, 0, func(s *State) { s.Samplers[0] = nil }},
}

func TestPixelOpcodes(t *testing.T) {
	for _, row := range pixelRows {
		t.Run(row.version+" "+row.name, func(t *testing.T) {
			text := row.version + "\n"
			if row.version >= "ps_2" {
				text += "dcl t0\ndcl t1\ndcl t2\ndcl t3\ndcl v0\ndcl_2d s0\ndcl_volume s1\ndcl_cube s2\n"
			}
			text += row.code + "\n"
			if row.version >= "ps_2" {
				text += "mov oC0, r0\n"
			} else {
				text += "mad r0, r0, c1, c4\n" // to where the output's clamp does nothing
			}
			st := pixelState()
			if row.version >= "ps_2" {
				st.Samplers[1], st.Samplers[2] = grey(sm.TextureVolume, 4, 4, 4), grey(sm.TextureCube, 4, 4, 1)
			}
			if row.set != nil {
				row.set(st)
			}
			out := runQuad(t, text, st)
			got := out[0].C[0]
			for c, v := range got {
				if row.version < "ps_2" {
					got[c] = Value{(v.V - 0.5) * 4, v.Err * 4}
				}
			}
			checkRow(t, opcodeRow{row.name, row.code, row.want, row.tolerance}, got)
		})
	}
}

// TestModel1Output: the color of ps_1_x is clamped, whatever the target (the case ps1-sampler:47).
func TestModel1Output(t *testing.T) {
	out := runQuad(t, "ps_1_4\nsub_x4 r0, v0, c1\n", pixelState())
	checkRow(t, opcodeRow{"", "", [4]float32{0, 1, 1, 1}, 0}, out[0].C[0])
	out = runQuad(t, "ps_1_1\nmov r0, -v0\n", pixelState())
	checkRow(t, opcodeRow{"", "", [4]float32{}, 0}, out[0].C[0])
}

// TestKill: which components texkill tests, and that neighbors of a killed pixel keep their derivatives.
func TestKill(t *testing.T) {
	for name, row := range map[string]struct {
		text string
		want [4]bool
	}{
		"ps_1_1 tests x, y, z":   {"ps_1_1\ntexkill t1\nmov r0, v0", [4]bool{true, true, true, true}},
		"ps_1_4 does not test w": {"ps_1_4\ntexcrd r1.rgb, t0\nphase\ntexkill r1\nmov r0, v0", [4]bool{}},
		"ps_2_0 tests w":         {"ps_2_0\ndcl t0\nmov r0, t0\nmov r0.w, -t0.w\ntexkill r0\nmov oC0, r0", [4]bool{true, true, true, true}},
		"zero is not killed":     {"ps_2_0\ndcl t3\ntexkill t3\nmov r0, t3\nmov oC0, r0", [4]bool{}},
		"one pixel":              {"ps_2_x\ndcl t3\nadd r0, t3, -c4\nmov r0.yzw, c4\ntexkill r0\ndsx r0, t3\nmov oC0, r0", [4]bool{true, false, true, false}},
		"masked components":      {"ps_3_0\ndcl_texcoord0 v0\nmov r0, v0\nmov r0.x, -c4\ntexkill r0.yzw\nmov oC0, r0", [4]bool{}},
		"not in a false branch":  {"ps_2_x\ndefb b0, false\ndcl t1\nif b0\ntexkill t1\nendif\nmov r0, t1\nmov oC0, r0", [4]bool{}},
	} {
		t.Run(name, func(t *testing.T) {
			out := runQuad(t, row.text, pixelState())
			for l, o := range out {
				if o.Killed != row.want[l] || o.Ambiguous {
					t.Errorf("pixel %d: killed %v, ambiguous %v", l, o.Killed, o.Ambiguous)
				}
			}
			if name == "one pixel" {
				near(t, "derivative", out[1].C[0][0], 1, 0)
			}
		})
	}
}

// TestDepthOutput: oDepth, texdepth and texm3x2depth.
func TestDepthOutput(t *testing.T) {
	for name, row := range map[string]struct {
		text      string
		want      float32
		tolerance float64
	}{
		"oDepth":                  {"ps_2_0\ndcl t0\nmov r0, t0\nmov oDepth, r0.y\nmov oC0, r0", 0.5, 0},
		"texdepth: r/g":           {"ps_1_4\ntexcrd r5.rgb, t0\nphase\ntexdepth r5\nmov r0, v0", 0.5, 1e-6},
		"texdepth: g at most 1":   {"ps_1_4\ntexcrd r5.rgb, t0\nadd_x4 r5.g, r5, r5\nphase\ntexdepth r5\nmov r0, v0", 0.25, 1e-6},
		"texdepth is clamped":     {"ps_1_4\ntexcrd r5.rgb, t2\nphase\ntexdepth r5\nmov r0, v0", 1, 0},
		"texm3x2depth: z/w":       {"ps_1_3\ntexcoord t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, v0", 1.0454545, 1e-6}, // .71875/.6875
		"texm3x2depth: w is zero": {"ps_1_3\ndef c7, 0, 0, 0, 0\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, v0", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			st := pixelState()
			if name == "texm3x2depth: w is zero" {
				st.Samplers[0].Levels[0].Texels = make([][4]float32, 16)
			}
			o := runQuad(t, row.text, st)[0]
			if !o.DepthWritten {
				t.Error("no depth")
			}
			near(t, "depth", o.Depth, row.want, row.tolerance)
		})
	}
}

// TestInputs: vPos, vFace, inputs by semantic and by aL, several colors.
func TestInputs(t *testing.T) {
	p := assemble(t, `ps_3_0
dcl_texcoord2 v0
dcl_color1 v1.xy
dcl_normal v3
dcl vPos.xy
dcl vFace
defi i0, 2, 0, 1, 0
mov oC0.xy, vPos
mov oC0.zw, vFace
mov oC1, v1
mov r0, v3
loop aL, i0
add r0.xy, r0, v[aL]
endloop
mov oC2, r0
`)
	in := quadInput()
	for l := range in {
		in[l].Link(p, func(s Semantic) Vec {
			return ExactVec([4]float32{float32(s.Usage), float32(s.Index), 7, 8})
		})
	}
	out, err := Quad(p, in, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkRow(t, opcodeRow{"vPos, vFace", "", [4]float32{1, 1, -1, -1}, 0}, out[3].C[0])
	near(t, "v1.x", out[0].C[1][0], float32(sm.UsageColor), 0)
	near(t, "v1.y", out[0].C[1][1], 1, 0)
	near(t, "v[aL].x", out[0].C[2][0], float32(sm.UsageNormal)+float32(sm.UsageTexCoord)+float32(sm.UsageColor), 0)
	if w := out[0].Written; w != [4]uint8{15, 15, 15, 0} {
		t.Errorf("written %v", w)
	}
}

// TestDivergence: lanes take their own ways, and derivatives there have no bound.
func TestDivergence(t *testing.T) {
	out := runQuad(t, "ps_2_x\ndcl t3\ndcl t0\nmov r0, t0\nif_gt t3.x, c3.x\nmov r0, t3\nelse\nadd r0, r0, r0\nendif\nmov oC0, r0", pixelState())
	checkRow(t, opcodeRow{"", "", [4]float32{0.5, 1, 1.5, 4}, 0}, out[0].C[0])
	checkRow(t, opcodeRow{"", "", [4]float32{1, 0, 2, 1}, 0}, out[1].C[0])
	out = runQuad(t, "ps_2_x\ndcl t3\nmov r0, t3\nif_gt t3.x, c3.x\ndsx r0, t3\nendif\nmov oC0, r0", pixelState())
	if !out[0].C[0][0].Known() || out[1].C[0][0].Known() {
		t.Errorf("a derivative in a branch: %v, %v", out[0].C[0][0], out[1].C[0][0])
	}
	out = runQuad(t, "ps_2_x\ndefi i0, 9, 0, 0, 0\ndcl t3\nmov r0, c3\nrep i0\nadd r0, r0, c4\nbreak_ge r0.x, t3.z\nendrep\nmov oC0, r0", pixelState())
	for l, want := range [4]float32{0.5, 2, 3, 4.5} { // up to 0, 2, 3, 5 by halves, nine at most
		near(t, "turns", out[l].C[0][0], want, 0)
	}
}
