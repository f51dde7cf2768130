package refsm

import (
	"math"
	"testing"

	"d3d9vk/translate/sm"
)

func assemble(t *testing.T, text string) *sm.Program {
	t.Helper()
	p, err := sm.Assemble(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// near checks that v is want, that its bound is at most tolerance, and that the bound covers want.
func near(t *testing.T, what string, v Value, want float32, tolerance float64) {
	t.Helper()
	if d := math.Abs(float64(v.V) - float64(want)); !(d <= tolerance) || !(v.Err <= tolerance) || !v.Admits(want) {
		t.Errorf("%s is %g within %g, want %g within %g", what, v.V, v.Err, want, tolerance)
	}
}

const open = -1 // as a tolerance: nothing may be promised

// opcodeRow is code that leaves its result in r0; rowC and rowV are the constants and inputs.
type opcodeRow struct {
	name, code string
	want       [4]float32
	tolerance  float64
}

// Inputs of the opcode rows.
var (
	rowC = [][4]float32{{1, 2, 3, 4}, {0.5, -1.5, 0, 8}, {-2, 0.25, 1, 3}, {0, 0, 0, 1}, {1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 3, 0}, {1, 1, 1, 1}}
	rowV = []Vec{ExactVec([4]float32{1, 2, 3, 4}), ExactVec([4]float32{-1.25, 0.5, 2, -3}), ExactVec([4]float32{4, 3, 2, 1})}
)

var vertexRows = []opcodeRow{
	{"mov", "mov r0, v0", [4]float32{1, 2, 3, 4}, 0},
	{"neg and swizzle", "mov r0, -v0.wzyx", [4]float32{-4, -3, -2, -1}, 0},
	{"abs modifier", "mov r0, v1_abs", [4]float32{1.25, 0.5, 2, 3}, 0},
	{"neg abs modifier", "mov r0, -v1_abs", [4]float32{-1.25, -0.5, -2, -3}, 0},
	{"saturate", "mov_sat r0, v1", [4]float32{0, 0.5, 1, 0}, 0},
	{"add", "add r0, v0, v1", [4]float32{-0.25, 2.5, 5, 1}, 0},
	{"sub", "sub r0, v0, v1", [4]float32{2.25, 1.5, 1, 7}, 0},
	{"mul", "mul r0, v0, v1", [4]float32{-1.25, 1, 6, -12}, 0},
	{"mad", "mad r0, v0, v1, v2", [4]float32{2.75, 4, 8, -11}, 0},
	{"rcp takes w without replicate swizzle", "rcp r0, v0", [4]float32{0.25, 0.25, 0.25, 0.25}, 1e-7},
	{"rcp", "rcp r0, v1.x", [4]float32{-0.8, -0.8, -0.8, -0.8}, 2e-7},
	{"rsq of a negative number", "rsq r0, -v0.w", [4]float32{0.5, 0.5, 0.5, 0.5}, 2e-7},
	{"dp3", "dp3 r0, v0, v1", [4]float32{5.75, 5.75, 5.75, 5.75}, 0},
	{"dp4", "dp4 r0, v0, v1", [4]float32{-6.25, -6.25, -6.25, -6.25}, 0},
	{"min", "min r0, v0, v2", [4]float32{1, 2, 2, 1}, 0},
	{"max", "max r0, v0, v2", [4]float32{4, 3, 3, 4}, 0},
	{"slt", "slt r0, v0, v2", [4]float32{1, 1, 0, 0}, 0},
	{"slt of equals", "slt r0, v0, v0", [4]float32{0, 0, 0, 0}, 0},
	{"sge", "sge r0, v0, v2", [4]float32{0, 0, 1, 1}, 0},
	{"sge of equals", "sge r0, v0, v0", [4]float32{1, 1, 1, 1}, 0},
	{"exp", "exp r0, v0.y", [4]float32{4, 4, 4, 4}, 5e-6},
	{"exp of a negative number", "exp r0, v1.w", [4]float32{0.125, 0.125, 0.125, 0.125}, 2e-7},
	{"log", "log r0, c1.w", [4]float32{3, 3, 3, 3}, 2e-6},
	{"log of a negative number", "log r0, -c1.w", [4]float32{3, 3, 3, 3}, 2e-6},
	{"expp is exp", "expp r0, v0.y", [4]float32{4, 4, 4, 4}, 5e-6},
	{"logp is log", "logp r0, c1.w", [4]float32{3, 3, 3, 3}, 2e-6},
	{"lit: y^w", "lit r0, v0.xyzz", [4]float32{1, 1, 8, 1}, 3e-5},
	{"lit: back side", "lit r0, -v0", [4]float32{1, 0, 0, 1}, 0},
	{"lit: 4^4", "lit r0, v2.x", [4]float32{1, 4, 256, 1}, 6e-3},
	{"lit: y below 0", "lit r0, v1.wzww", [4]float32{1, 0, 0, 1}, 0},
	{"lit: power is clamped to 127.9961", "mov r1, c0\nmov r1.w, c0.w\nmul r1.w, r1.w, c0.w\nmul r1.w, r1.w, c0.w\nmul r1.w, r1.w, c0.w\nmov r1.y, c1.x\nlit r0, r1",
		[4]float32{1, 1, 2.94668e-39, 1}, 1.2e-38},
	{"dst", "dst r0, v0, v2", [4]float32{1, 6, 3, 1}, 0},
	{"lrp", "lrp r0, c1.x, v0, v2", [4]float32{2.5, 2.5, 2.5, 2.5}, 0},
	{"frc", "frc r0, v1", [4]float32{0.75, 0.5, 0, 0}, 0},
	{"m4x4", "m4x4 r0, v0, c4", [4]float32{1, 4, 9, 10}, 0},
	{"m4x3", "mov r0, v2\nm4x3 r0.xyz, v0, c4", [4]float32{1, 4, 9, 1}, 0},
	{"m3x4", "m3x4 r0, v0, c4", [4]float32{1, 4, 9, 6}, 0},
	{"m3x3", "mov r0, v2\nm3x3 r0.xyz, v0, c4", [4]float32{1, 4, 9, 1}, 0},
	{"m3x2", "mov r0, v2\nm3x2 r0.xy, v0, c4", [4]float32{1, 4, 2, 1}, 0},
	{"pow", "pow r0, v0.z, v0.y", [4]float32{9, 9, 9, 9}, 3e-5},
	{"pow of a negative number", "pow r0, -v0.z, v0.y", [4]float32{9, 9, 9, 9}, 3e-5},
	{"pow: y == 0 gives 1", "pow r0, c3.x, c3.x", [4]float32{1, 1, 1, 1}, 1e-6},
	{"pow of 0", "pow r0, c3.x, c0.y", [4]float32{0, 0, 0, 0}, 0},
	{"crs", "mov r0, v2\ncrs r0.xyz, v0, v1", [4]float32{2.5, -5.75, 3, 1}, 0},
	{"sgn", "sgn r0, v1, r1, r2", [4]float32{-1, 1, 1, -1}, 0},
	{"sgn of 0", "sgn r0, c3, r1, r2", [4]float32{0, 0, 0, 1}, 0},
	{"abs", "abs r0, v1", [4]float32{1.25, 0.5, 2, 3}, 0},
	{"nrm scales w too", "nrm r0, c5.xyzy", [4]float32{0, 1, 0, 1}, 2e-6},
	{"sincos", "mov r0, c3\nsincos r0.xy, c0.x", [4]float32{0.5403023, 0.8414710, 0, 1}, 5e-4},
	{"mask keeps the rest", "mov r0, v0\nmov r0.yw, v2", [4]float32{1, 3, 3, 1}, 0},
	{"mova rounds to the nearest", "mova a0, v1\nmov r0, c[a0.x+2]", [4]float32{0.5, -1.5, 0, 8}, 0}, // -1.25 -> -1
	{"constants out of range read 0", "mova a0, -v0\nmov r0, c[a0.x]", [4]float32{0, 0, 0, 0}, 0},
	{"def is seen by relative reads", "def c2, 9, 8, 7, 6\nmova a0, v0\nmov r0, c[a0.x+1]", [4]float32{9, 8, 7, 6}, 0},
	{"setp and predicate by component", "setp_gt p0, v0, v2\nmov r0, c3\n(p0) mov r0, v0", [4]float32{0, 0, 3, 4}, 0},
	{"predicate with not and swizzle", "setp_gt p0, v0, v2\nmov r0, c3\n(!p0.z) mov r0, v0", [4]float32{0, 0, 0, 1}, 0},
	{"if p0", "setp_le p0, v0, v2\nmov r0, c3\nif p0.x\nmov r0, v0\nendif", [4]float32{1, 2, 3, 4}, 0},
	{"if b0 else", "defb b0, false\nif b0\nmov r0, v0\nelse\nmov r0, v2\nendif", [4]float32{4, 3, 2, 1}, 0},
	{"if !b0", "defb b0, false\nif !b0\nmov r0, v0\nelse\nmov r0, v2\nendif", [4]float32{1, 2, 3, 4}, 0},
	{"if_ne", "if_ne v0.x, v2.x\nmov r0, v0\nelse\nmov r0, v2\nendif", [4]float32{1, 2, 3, 4}, 0},
	{"loop steps aL", "defi i0, 3, 4, 1, 0\nmov r0, c3\nloop aL, i0\nadd r0, r0, c[aL]\nendloop", [4]float32{1, 2, 3, 1}, 0},
	{"nested loops restore aL", "defi i0, 2, 4, 1, 0\ndefi i1, 2, 0, 0, 0\nmov r0, c3\nloop aL, i0\nloop aL, i1\nadd r0.w, r0.w, c[aL].x\nendloop\nadd r0.xyz, r0, c[aL]\nendloop",
		[4]float32{1, 2, 0, 5}, 0},
	{"loop of 0 turns", "defi i0, 0, 0, 1, 0\nmov r0, v0\nloop aL, i0\nmov r0, v2\nendloop", [4]float32{1, 2, 3, 4}, 0},
	{"rep and break", "defi i0, 10, 0, 0, 0\nmov r0, c3\nrep i0\nadd r0, r0, c7\nbreak_ge r0.w, v0.w\nendrep", [4]float32{3, 3, 3, 4}, 0},
	{"breakp", "defi i0, 10, 0, 0, 0\nmov r0, c3\nrep i0\nadd r0, r0, c7\nsetp_eq p0, r0, v0\nbreakp p0.y\nendrep", [4]float32{2, 2, 2, 3}, 0},
	{"break leaves one loop", "defi i0, 2, 0, 0, 0\ndefi i1, 5, 0, 0, 0\nmov r0, c3\nrep i0\nrep i1\nadd r0, r0, c7\nif_gt r0.x, c3.x\nbreak\nendif\nendrep\nendrep", [4]float32{2, 2, 2, 3}, 0},
	{"call and ret", "mov r0, c3\ncall l1\ncall l1\nBODY\nret\nlabel l1\nadd r0, r0, c7\nret", [4]float32{2, 2, 2, 3}, 0},
	{"ret in the middle", "mov r0, c3\ncall l1\nBODY\nret\nlabel l1\nadd r0, r0, c7\nif_gt r0.x, c3.x\nret\nendif\nadd r0, r0, c7\nret", [4]float32{1, 1, 1, 2}, 0},
	{"callnz", "defb b0, true\ndefb b1, false\nmov r0, c3\ncallnz l1, b0\ncallnz l1, b1\ncallnz l1, !b1\nBODY\nret\nlabel l1\nadd r0, r0, c7\nret", [4]float32{2, 2, 2, 3}, 0},
	{"callnz p0", "setp_gt p0, v0, v2\nmov r0, c3\ncallnz l1, p0.x\ncallnz l1, !p0.x\nBODY\nret\nlabel l1\nadd r0, r0, c7\nret", [4]float32{1, 1, 1, 2}, 0},

	{"never written", "mov r0, r5", [4]float32{}, open},
	{"rcp of 0", "rcp r0, c3.x", [4]float32{}, open},
	{"sincos outside its range", "mov r0, c0\nmul r0, r0, c0.w\nsincos r0.xy, r0.x\nmov r0, r0.xyxy", [4]float32{}, open},
	{"0 * infinity in IEEE", "rcp r1, c3.x\nmul r0, r1, c3.x", [4]float32{}, open},
}

func TestVertexOpcodes(t *testing.T) {
	for _, row := range vertexRows {
		t.Run(row.name, func(t *testing.T) {
			o := runVertexRow(t, row.code, &State{Constants: Constants{F: rowC}})
			checkRow(t, row, o.Varyings[Semantic{sm.UsageTexCoord, 0}].Value)
			if o.Ambiguous {
				t.Error("ambiguous")
			}
		})
	}
}

func checkRow(t *testing.T, row opcodeRow, got Vec) {
	t.Helper()
	for c, v := range got {
		switch {
		case row.tolerance == open && v.Known():
			t.Errorf("%c is %g within %g, want no promise", "xyzw"[c], v.V, v.Err)
		case row.tolerance != open:
			near(t, "xyzw"[c:c+1], v, row.want[c], row.tolerance)
		}
	}
}

func runVertexRow(t *testing.T, code string, st *State) *VertexOutput {
	t.Helper()
	const end = "mov oPos, c3\nmov oT0, r0\n"
	text := "vs_2_sw\ndcl_position v0\ndcl_texcoord0 v1\ndcl_texcoord1 v2\n"
	if before, after, ok := cutBody(code); ok {
		text += before + end + after
	} else {
		text += code + "\n" + end
	}
	o, err := Vertex(assemble(t, text), rowV, st)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func cutBody(code string) (before, after string, ok bool) {
	const mark = "BODY\n"
	for i := range code {
		if len(code)-i >= len(mark) && code[i:i+len(mark)] == mark {
			return code[:i], code[i+len(mark):], true
		}
	}
	return code, "", false
}

// TestZeroTimesAnything: 0*x is 0 where the state says so, in every product.
func TestZeroTimesAnything(t *testing.T) {
	for _, row := range []opcodeRow{
		{"mul", "rcp r1, c3.x\nmul r0, r1, c3.x", [4]float32{}, 0},
		{"mad", "rcp r1, c3.x\nmad r0, r1, c3.x, v0", [4]float32{1, 2, 3, 4}, 0},
		{"dp3", "rcp r1, c3.x\ndp3 r0, r1, c3", [4]float32{}, 0},
		{"nrm of 0", "nrm r0, c3.xyzz", [4]float32{}, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			o := runVertexRow(t, row.code, &State{Constants: Constants{F: rowC}, ZeroTimesAnything: true})
			checkRow(t, row, o.Varyings[Semantic{sm.UsageTexCoord, 0}].Value)
		})
	}
}

// TestSpecials: with exact specials infinities are results.
func TestSpecials(t *testing.T) {
	st := &State{Constants: Constants{F: rowC}, Specials: true}
	inf := float32(math.Inf(1))
	for name, row := range map[string]struct {
		code string
		want float32
	}{
		"rcp of 0":                        {"rcp r0, c3.x", inf},
		"rsq of 0":                        {"rsq r0, c3.x", inf},
		"log of 0 is the smallest float":  {"log r0, c3.x", -math.MaxFloat32},
		"comparisons with NaN are false":  {"rcp r1, c3.x\nmul r1, r1, c3.x\nsge r0, r1, c3.x", 0},
		"infinity is greater than others": {"rcp r1, c3.x\nslt r0, c0.w, r1", 1},
	} {
		v := runVertexRow(t, row.code, st).Varyings[Semantic{sm.UsageTexCoord, 0}].Value[0]
		if v.V != row.want || v.Err != 0 {
			t.Errorf("%s: %g within %g, want %g", name, v.V, v.Err, row.want)
		}
	}
}

// TestModel1Vertex: what only vs_1_1 does.
func TestModel1Vertex(t *testing.T) {
	for _, row := range []opcodeRow{
		{"mov a0 rounds down", "mov a0.x, v1.x\nmov r0, c[a0.x+2]", [4]float32{1, 2, 3, 4}, 0}, // -1.25 -> -2
		{"expp", "expp r0, v1.x", [4]float32{0.25, 0.75, 0.42044821, 1}, 1e-6},
		{"exp", "exp r0, v1.w", [4]float32{0.125, 0.125, 0.125, 0.125}, 1e-6},
		{"outputs by semantic", "mov oFog.x, v0.y\nmov oPts.x, v0.z\nmov oD1.xy, v0\nmov r0, v0", [4]float32{1, 2, 3, 4}, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := assemble(t, "vs_1_1\ndcl_position v0\ndcl_texcoord0 v1\n"+row.code+"\nmov oPos, v0\nmov oT3, r0\n")
			o, err := Vertex(p, rowV, &State{Constants: Constants{F: rowC}})
			if err != nil {
				t.Fatal(err)
			}
			checkRow(t, row, o.Varyings[Semantic{sm.UsageTexCoord, 3}].Value)
			if row.name == "outputs by semantic" {
				near(t, "fog", o.Varyings[Semantic{sm.UsageFog, 0}].Value[0], 2, 0)
				near(t, "point size", o.Varyings[Semantic{sm.UsagePSize, 0}].Value[0], 3, 0)
				if w := o.Varyings[Semantic{sm.UsageColor, 1}].Written; w != 3 {
					t.Errorf("oD1's mask is %04b", w)
				}
				near(t, "oD1.w", o.Linked(Semantic{sm.UsageColor, 1})[3], 1, 0)
				near(t, "oD0.x", o.Linked(Semantic{sm.UsageColor, 0})[0], 1, 0)
			}
		})
	}
}

// TestErrors: what cannot be run is told, with its place.
func TestErrors(t *testing.T) {
	for name, text := range map[string]string{
		"break outside of a loop": "vs_2_x\nbreak\nmov oPos, c0",
		"endless recursion":       "vs_2_0\ncall l0\nmov oPos, c0\nret\nlabel l0\ncall l0\nret",
		"no label":                "vs_2_0\ncall l3\nmov oPos, c0",
		"block not closed":        "vs_2_0\nif b0\nmov oPos, c0",
		"end without a block":     "vs_2_0\nmov oPos, c0\nendrep",
		"else without if":         "vs_2_0\nmov oPos, c0\nelse\nendif",
	} {
		p, err := sm.Assemble(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		st := &State{Constants: Constants{B: []bool{true}}}
		if _, err := Vertex(p, nil, st); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	p := assemble(t, "vs_2_0\ndefi i0, 255, 0, 0, 0\nrep i0\nmov r0, c0\nendrep\nmov oPos, c0")
	if _, err := Vertex(p, nil, &State{Budget: 300}); err == nil {
		t.Error("the budget is not kept")
	}
	if _, err := Quad(p, &[4]PixelInput{}, nil); err == nil {
		t.Error("a vertex shader ran as a pixel shader")
	}
	if _, err := Vertex(nil, nil, nil); err == nil {
		t.Error("nil ran")
	}
}

// TestAmbiguous: a branch that rounding decides makes the run ambiguous; a comparison covers both results.
func TestAmbiguous(t *testing.T) {
	o := runVertexRow(t, "rcp r1, v0.z\nmul r1, r1, v0.z\nmov r0, v0\nif_gt r1.x, c0.x\nmov r0, v2\nendif", &State{Constants: Constants{F: rowC}})
	if !o.Ambiguous {
		t.Error("z*(1/z) > 1 is not certain")
	}
	o = runVertexRow(t, "rcp r1, v0.z\nmul r1, r1, v0.z\nslt r0, r1, c0.x", &State{Constants: Constants{F: rowC}})
	if v := o.Varyings[Semantic{sm.UsageTexCoord, 0}].Value[0]; o.Ambiguous || !v.Admits(0) || !v.Admits(1) || v.Admits(1.5) {
		t.Errorf("slt is %v, want 0 or 1", v)
	}
}
