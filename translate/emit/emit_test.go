package emit_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"d3d9vk/internal/golden"
	"d3d9vk/internal/spirvval"
	"d3d9vk/spirv"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

type vec = [4]float32

var (
	inf = float32(math.Inf(1))
	nan = float32(math.NaN())
)

func build(t testing.TB, asm string) *ir.Shader {
	t.Helper()
	p, err := sm.Assemble(asm)
	if err != nil {
		t.Fatalf("%v\n%s", err, asm)
	}
	s, err := ir.Build(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, asm)
	}
	return s
}

// scene is what a program runs with; inputs have the locations of their order.
type scene struct {
	c        map[int]vec
	i        map[int][4]int32
	b        uint32
	bools    []uint32 // instead of b, for more than 32
	float    emit.FloatRules
	brief    bool // run with the first layout alone
	state    []vec
	inputs   []vec
	builtIns map[spirv.BuiltIn][]uint32
	texture  func(sampleCall) vec
	pixel    emit.PixelVariant
	vertex   emit.VertexVariant
	unlinked bool
	switches map[uint32]uint32
}

func words(v vec) (w [4]uint32) {
	for i := range v {
		w[i] = word(v[i])
	}
	return w
}

// constants lays the Const block out as layout.go says.
func (sc *scene) constants(s *ir.Shader) (block [][4]uint32) {
	for n := range s.ConstF.Used {
		block = append(block, words(sc.c[n]))
	}
	for _, d := range s.Defs {
		block[d.Reg] = d.Value
	}
	for n := range s.ConstI.Used {
		var w [4]uint32
		for k, v := range sc.i[n] {
			w[k] = uint32(v)
		}
		block = append(block, w)
	}
	if sc.bools == nil {
		return append(block, [4]uint32{sc.b})
	}
	bits := append(slices.Clone(sc.bools), 0, 0, 0)
	for ; len(bits) >= 4; bits = bits[4:] {
		block = append(block, [4]uint32(bits))
	}
	return block
}

// layouts are the device's two and one of each source as somebody else may have it.
var layouts = [...]emit.Layout{
	emit.ArenaIndex, emit.DynamicUniform,
	{
		Source: emit.Arena, FirstInput: 3, FirstVarying: 5, FirstColor: 1, Switches: true, FirstSwitch: 40,
		Vertex: emit.StageLayout{ConstSet: 3, Const: 9, State: 9, Push: 64, Window: 1 << 20, SamplerSet: 3, FirstSampler: 10},
		Pixel:  emit.StageLayout{ConstSet: 0, Const: 2, State: 2, Push: 72, SamplerSet: 0, FirstSampler: 3},
	},
	{
		Source: emit.Uniform, FirstInput: 1, FirstVarying: 2, FirstColor: 4, Switches: true,
		Vertex: emit.StageLayout{ConstSet: 1, Const: 20, State: 21, SamplerSet: 2, FirstSampler: 32},
		Pixel:  emit.StageLayout{ConstSet: 1, Const: 22, State: 23, SamplerSet: 2},
	},
}

// eval translates with all layouts, checks the modules, runs them, and demands the same result. With switches only the layouts
// that have them are run.
func eval(t *testing.T, asm string, sc scene) result {
	t.Helper()
	s := build(t, asm)
	env := environment{inputs: map[uint32][4]float32{}, builtIns: sc.builtIns, texture: sc.texture}
	for i, v := range sc.inputs {
		env.inputs[uint32(i)] = v
		if !sc.unlinked && i < emit.MaxLinks && sc.pixel.Link.Loc[i] == 0 {
			sc.pixel.Link.Loc[i] = uint8(i + 1)
		}
	}
	var state [][4]uint32
	for _, v := range sc.state {
		state = append(state, words(v))
	}
	block := sc.constants(s)
	arena := append([][4]uint32{{^uint32(0)}}, block...) // one unit of something else first
	env.push = [2]uint32{1, uint32(len(arena))}
	arena = append(arena, state...)
	var results [len(layouts)]string
	var first result
	for n, l := range layouts {
		if l.Float = sc.float; sc.brief && n > 0 {
			break
		}
		env.layout, env.stage, env.switches = l, s.Stage, sc.switches
		var module []uint32
		if s.Stage == ir.Vertex {
			module = emit.AppendVertex(nil, s, l, sc.vertex)
		} else {
			module = emit.AppendPixel(nil, s, l, sc.pixel)
		}
		if p := env.place(); l.Source == emit.Arena {
			env.blocks = map[uint32][][4]uint32{p.Const: arena}
		} else {
			env.blocks = map[uint32][][4]uint32{p.Const: block, p.State: state}
		}
		if err := spirv.Check(module); err != nil {
			text, _ := spirv.Disassemble(module)
			t.Fatalf("%v\n%s", err, text)
		}
		spirvval.Check(t, module)
		if len(sc.switches) > 0 && !l.Switches {
			continue
		}
		first = run(module, env)
		results[n] = fmt.Sprint(first)
	}
	if same := slices.Compact(slices.DeleteFunc(results[:], func(r string) bool { return r == "" })); len(same) != 1 {
		t.Errorf("the layouts' results differ: %q", same)
	}
	return first
}

func close4(a, b vec) bool {
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		if a[i] != b[i] && !(math.IsNaN(x) && math.IsNaN(y)) && !(math.Abs(x-y) <= 1e-5*max(1, math.Abs(y))) {
			return false
		}
	}
	return true
}

func expect(t *testing.T, what string, got, want vec) {
	t.Helper()
	if !close4(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestArithmetic has a case for each row of the semantics page that arithmetic shows. The result is oC0 of a ps_3_0 or, for
// what only vertex shaders have, o1 of a vs_3_0; v0 and v1 are the inputs.
func TestArithmetic(t *testing.T) {
	const maxFloat = math.MaxFloat32
	for _, c := range []struct {
		name, code string
		v0, v1     vec
		want       vec
	}{
		{"mov", "mov r0, v0.wzyx", vec{1, 2, 3, 4}, vec{}, vec{4, 3, 2, 1}},
		{"add of negated", "add r0, v0, -v1", vec{1, 2, 3, 4}, vec{4, 3, 2, 1}, vec{-3, -1, 1, 3}},
		{"sub", "sub r0, v0, v1", vec{1, 2, 3, 4}, vec{4, 3, 2, 1}, vec{-3, -1, 1, 3}},
		{"abs", "abs r0, v0", vec{-1, 2, -3, 0}, vec{}, vec{1, 2, 3, 0}},
		{"source abs and negation", "mov r0, -v0_abs", vec{-1, 2, -3, 0}, vec{}, vec{-1, -2, -3, 0}},
		{"mad", "mad r0, v0, v1, v0.x", vec{1, 2, 3, 4}, vec{2, 2, 2, 2}, vec{3, 5, 7, 9}},
		{"write mask", "mov r0, v0\nmov r0.yw, v1", vec{1, 2, 3, 4}, vec{5, 6, 7, 8}, vec{1, 6, 3, 8}},
		{"one component", "mov r0, v0\nmov r0.z, v1.x", vec{1, 2, 3, 4}, vec{5, 6, 7, 8}, vec{1, 2, 5, 4}},
		{"unwritten temporary", "mov r0.x, v0.x", vec{1, 2, 3, 4}, vec{}, vec{1, 0, 0, 0}},
		{"saturate", "mov_sat r0, v0", vec{-1, 0.5, 2, nan}, vec{}, vec{0, 0.5, 1, 0}},
		{"min", "min r0, v0, v1", vec{1, 5, -1, nan}, vec{2, 2, 2, 2}, vec{1, 2, -1, 2}},
		{"max", "max r0, v0, v1", vec{1, 5, -1, nan}, vec{2, 2, 2, 2}, vec{2, 5, 2, 2}},
		{"frc", "frc r0, v0", vec{1.25, -0.25, 3, -2.5}, vec{}, vec{0.25, 0.75, 0, 0.5}},
		{"lrp", "lrp r0, v0, v1, v0.w", vec{0, 0.5, 1, 2}, vec{4, 4, 4, 4}, vec{2, 3, 4, 6}},
		{"rcp reads the last lane", "rcp r0, v0", vec{1, 2, 3, 4}, vec{}, vec{0.25, 0.25, 0.25, 0.25}},
		{"rcp of zero", "rcp r0, v0.x", vec{}, vec{}, vec{inf, inf, inf, inf}},
		{"rsq of a negative", "rsq r0, v0.x", vec{-4}, vec{}, vec{0.5, 0.5, 0.5, 0.5}},
		{"exp", "exp r0, v0.x", vec{3}, vec{}, vec{8, 8, 8, 8}},
		{"log of a negative", "log r0, v0.x", vec{-8}, vec{}, vec{3, 3, 3, 3}},
		{"log of zero", "log r0, v0.x", vec{}, vec{}, vec{-maxFloat, -maxFloat, -maxFloat, -maxFloat}},
		{"pow of a negative", "pow r0, v0.x, v1.x", vec{-3}, vec{2}, vec{9, 9, 9, 9}},
		{"pow with 0 and 0", "pow r0, v0.x, v1.x", vec{}, vec{}, vec{1, 1, 1, 1}},
		{"pow of zero", "pow r0, v0.x, v1.x", vec{}, vec{2}, vec{}},
		{"dp2add", "dp2add r0, v0, v1, v0.w", vec{1, 2, 3, 4}, vec{5, 6, 7, 8}, vec{21, 21, 21, 21}},
		{"dp3", "dp3 r0, v0, v1", vec{1, 2, 3, 4}, vec{5, 6, 7, 8}, vec{38, 38, 38, 38}},
		{"dp4", "dp4 r0, v0, v1", vec{1, 2, 3, 4}, vec{5, 6, 7, 8}, vec{70, 70, 70, 70}},
		{"crs", "crs r0.xyz, v0, v1\nmov r0.w, v0.x", vec{1, 2, 3, 4}, vec{5, 6, 7, 8}, vec{-4, 8, -4, 1}},
		{"nrm", "nrm r0, v0", vec{3, 0, 4, 10}, vec{}, vec{0.6, 0, 0.8, 2}},
		{"nrm of zero", "nrm r0, v0", vec{0, 0, 0, 5}, vec{}, vec{}},
		{"sincos", "mov r0, v1\nsincos r0.xy, v0.x", vec{math.Pi / 2}, vec{0, 0, 7, 8}, vec{0, 1, 7, 8}},
		{"cmp", "cmp r0, v0, v1, v0.w", vec{0, -1, 1, nan}, vec{5, 6, 7, 8}, vec{5, nan, 7, nan}},
		{"dsx", "dsx r0, v0", vec{1, 2, 3, 4}, vec{}, vec{10, 20, 30, 40}},
		{"dsy", "dsy r0, v0", vec{1, 2, 3, 4}, vec{}, vec{100, 200, 300, 400}},
		{"m3x3 in place", "def c0, 1, 2, 3, 0\ndef c1, 0, 1, 0, 0\ndef c2, 1, 1, 1, 0\nmov r0, v0\nm3x3 r0.xyz, r0, c0", vec{1, 2, 3, 4}, vec{}, vec{14, 2, 6, 4}},
		{"zero times infinity", "rcp r1, v0.x\nmul r0, r1, v0", vec{0, 1, -2, 0}, vec{}, vec{0, inf, -inf, 0}},
		{"infinity times zero in mad", "rcp r1, v0.x\nmad r0, v0, r1, v1", vec{0, 1, -2, 0}, vec{1, 2, 3, 4}, vec{1, inf, -inf, 4}},
		{"zero times infinity in dp3", "rcp r1, v0.x\ndp3 r0, v1, r1", vec{}, vec{}, vec{}},
		{"zero times infinity in lrp", "rcp r1, v0.x\nlrp r0, v1, r1, v1", vec{}, vec{}, vec{}},
		{"zero times infinity after a branch", "rcp r1, v0.x\nif_gt v0.y, v0.z\nmov r1, -r1\nendif\nmul r0, r1, v0", vec{0, 1, 0, 0}, vec{}, vec{0, -inf, 0, 0}},
		{"zero times infinity around a loop", "defi i0, 2, 0, 0, 0\nmov r1, v1\nrep i0\nmul r0, r1, v0\nrcp r1, v0.x\nendrep", vec{0, 1, 0, 0}, vec{}, vec{0, inf, 0, 0}},
		{"zero times infinity in nrm", "rcp r1, v0.x\nnrm r0, r1", vec{}, vec{}, vec{}},
		{"zero times a literal infinity", "def c0, 1.#INF, 0, 0, 0\nmul r0, v0, c0.x", vec{0, 1, -2, 0}, vec{}, vec{0, inf, -inf, 0}},
		{"zero times the sine of infinity", "rcp r1, v0.x\nsincos r2.xy, r1.x\nmul r0, r2.xyxy, v1", vec{}, vec{}, vec{}},
		{"setp and predication", "setp_gt p0, v0, v1\nmov r0, v1\n(p0) mov r0, v0\n(!p0.x) add r0.w, r0.w, v0.x", vec{1, 9, 3, 8}, vec{5, 6, 7, 8}, vec{5, 9, 7, 9}},
		{"setp_ne of NaN", "setp_ne p0, v0, v0\nmov r0, v1\n(p0) mov r0, v1.x", vec{1, nan, 3, 4}, vec{5, 6, 7, 8}, vec{5, 5, 7, 8}},
		{"setp_eq of NaN", "setp_eq p0, v0, v0\nmov r0, v1\n(p0) mov r0, v1.x", vec{1, nan, 3, 4}, vec{5, 6, 7, 8}, vec{5, 6, 5, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asm := "ps_3_0\ndcl_texcoord0 v0\ndcl_texcoord1 v1\n" + c.code + "\nmov oC0, r0"
			expect(t, c.code, eval(t, asm, scene{inputs: []vec{c.v0, c.v1}}).outputs[0], c.want)
		})
	}
}

func TestVertexArithmetic(t *testing.T) {
	const start = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\n"
	const old = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n"
	for _, c := range []struct {
		name, code string
		v0, v1     vec
		want       vec
	}{
		{"slt", start + "slt o1, v0, v1", vec{1, 2, 3, nan}, vec{2, 2, 2, 2}, vec{1, 0, 0, 0}},
		{"sge", start + "sge o1, v0, v1", vec{1, 2, 3, nan}, vec{2, 2, 2, 2}, vec{0, 1, 1, 0}},
		{"sgn", start + "sgn o1, v0, r0, r1", vec{-4, 0, 3, 1}, vec{}, vec{-1, 0, 1, 1}},
		{"dst", start + "dst o1, v0, v1", vec{1, 2, 3, 4}, vec{5, 6, 7, 8}, vec{1, 12, 3, 8}},
		{"lit", start + "lit o1, v0", vec{0.5, 3, 0, 2}, vec{}, vec{1, 0.5, 9, 1}},
		{"lit at x of zero", start + "lit o1, v0", vec{0, 3, 0, 2}, vec{}, vec{1, 0, 0, 1}},
		{"lit at y of zero", start + "lit o1, v0", vec{1, 0, 0, 0}, vec{}, vec{1, 1, 0, 1}},
		{"lit limits the power", start + "lit o1, v0", vec{1, 2, 0, 1000}, vec{}, vec{1, 1, float32(math.Exp2(127.9961)), 1}},
		{"zero times what lit overflows", start + "lit r0, v0\nmul o1, r0.z, v1", vec{1, 50, 0, 100}, vec{0, 1, 0, 0}, vec{0, inf, 0, 0}},
		{"zero times infinity in lit", start + "rcp r0, v0.x\nlit r1, r0\nmul o1, r1.y, v1", vec{0, 0, 0, 0}, vec{0, 1, 0, 0}, vec{0, inf, 0, 0}},
		{"an output without dcl, in parts", start[:len(start)-len("dcl_texcoord o1\nmov o0, v0\n")] + "mov o0, v0\nmov o1.x, v1\nmov o1.y, v1", vec{}, vec{1, 2, 3, 4}, vec{1, 2, 0, 0}},
		{"expp of vs_1_1", old + "expp oT0, v0.x", vec{2.5}, vec{}, vec{4, 0.5, float32(math.Exp2(2.5)), 1}},
		{"expp of vs_2_0", strings.Replace(old, "vs_1_1", "vs_2_0", 1) + "expp oT0, v0.x", vec{3}, vec{}, vec{8, 8, 8, 8}},
		{"logp", old + "logp oT0, v0.x", vec{-8}, vec{}, vec{3, 3, 3, 3}},
		{"m4x4", old + "m4x4 oT0, v1, c4", vec{}, vec{1, 2, 3, 4}, vec{4 + 2 + 4, 5 + 2 + 4, 6 + 2 + 4, 7 + 2 + 4}},
		{"a0 floors in vs_1_1", old + "mov a0.x, v0.x\nmov oT0, c[a0.x + 5]", vec{-0.5}, vec{}, vec{4, 1, 0, 1}},
		{"mova rounds", start + "mova a0, v0\nmov o1, c[a0.y + 5]", vec{0, -0.6}, vec{}, vec{4, 1, 0, 1}},
		{"mova rounds half to even", start + "mova a0, v0\nmov o1, c[a0.y + 5]", vec{0, 0.5}, vec{}, vec{5, 1, 0, 1}},
		{"c below the file", start + "mova a0, v0\nmov o1, c[a0.x + 5]", vec{-6}, vec{}, vec{}},
		{"c above the file", start + "mova a0, v0\nmov o1, c[a0.x + 5]", vec{251}, vec{}, vec{}},
		{"c at the end of the file", start + "mova a0, v0\nmov o1, c[a0.x + 5]", vec{250}, vec{}, vec{255, 1, 0, 1}},
		{"c by NaN", start + "mova a0, v0\nmov o1, c[a0.x + 5]", vec{nan}, vec{}, vec{}},
		{"def is seen by a relative read", start + "def c6, 9, 8, 7, 6\nmova a0, v0\nmov o1, c[a0.x + 5]", vec{1}, vec{}, vec{9, 8, 7, 6}},
		{"output by aL", start + "defi i0, 1, 1, 0, 0\nloop aL, i0\nmov o[aL], v1\nendloop", vec{}, vec{1, 2, 3, 4}, vec{1, 2, 3, 4}},
		{"output out of range", start + "mova a0, v0\nmov o1, v1\nmov o[a0.x + 1], v0", vec{50}, vec{1, 2, 3, 4}, vec{1, 2, 3, 4}},
		{"input by aL", start + "defi i0, 1, 1, 0, 0\nloop aL, i0\nmov o1, v[aL]\nendloop", vec{9}, vec{1, 2, 3, 4}, vec{1, 2, 3, 4}},
		{"input out of range", start + "mova a0, v0\nmov o1, v[a0.x + 2]", vec{9}, vec{1, 2, 3, 4}, vec{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			constants := map[int]vec{}
			for n := range 256 {
				constants[n] = vec{float32(n), 1, 0, 1}
			}
			r := eval(t, c.code, scene{inputs: []vec{c.v0, c.v1}, c: constants})
			expect(t, c.code, r.outputs[0], c.want)
		})
	}
}

func TestFlow(t *testing.T) {
	for _, c := range []struct {
		name, code string
		sc         scene
		want       vec
	}{
		{"if b true", "if b3\nmov r0, v0\nelse\nmov r0, v1\nendif", scene{b: 8}, vec{1, 2, 3, 4}},
		{"if b false", "if b3\nmov r0, v0\nelse\nmov r0, v1\nendif", scene{b: 7}, vec{5, 6, 7, 8}},
		{"if not b", "if !b3\nmov r0, v0\nelse\nmov r0, v1\nendif", scene{b: 7}, vec{1, 2, 3, 4}},
		{"if defb", "defb b3, true\nif b3\nmov r0, v0\nelse\nmov r0, v1\nendif", scene{}, vec{1, 2, 3, 4}},
		{"if without else", "mov r0, v1\nif_lt v0.x, v1.x\nmov r0.xy, v0\nendif", scene{}, vec{1, 2, 7, 8}},
		{"if of NaN", "mov r0, v1\nif_ge v0.x, r5_abs.x\nmov r0, v0\nendif", scene{inputs: []vec{{nan}, {5, 6, 7, 8}}}, vec{5, 6, 7, 8}},
		{"if p0", "setp_gt p0, v0, v1.x\nmov r0, v1\nif p0.w\nmov r0, v0\nendif", scene{inputs: []vec{{1, 2, 3, 9}, {5, 6, 7, 8}}}, vec{1, 2, 3, 9}},
		{"if not p0", "setp_gt p0, v0, v1.x\nmov r0, v1\nif !p0.x\nmov r0, v0\nendif", scene{}, vec{1, 2, 3, 4}},
		{"rep", "rep i2\nadd r0, r0, v0\nendrep", scene{i: map[int][4]int32{2: {3}}}, vec{3, 6, 9, 12}},
		{"rep zero times", "mov r0, v1\nrep i2\nadd r0, r0, v0\nendrep", scene{}, vec{5, 6, 7, 8}},
		{"rep a negative count", "mov r0, v1\nrep i2\nadd r0, r0, v0\nendrep", scene{i: map[int][4]int32{2: {-5}}}, vec{5, 6, 7, 8}},
		{"rep more than 255", "rep i2\nadd r0.x, r0.x, v0.x\nendrep", scene{i: map[int][4]int32{2: {100000}}}, vec{255, 0, 0, 0}},
		{"break", "rep i2\nadd r0, r0, v0\nif_ge r0.y, v1.x\nbreak\nmov r0, v1\nendif\nendrep", scene{i: map[int][4]int32{2: {9}}}, vec{3, 6, 9, 12}},
		{"break_ge", "rep i2\nadd r0, r0, v0\nbreak_ge r0.y, v1.x\nendrep", scene{i: map[int][4]int32{2: {9}}}, vec{3, 6, 9, 12}},
		{"breakp", "rep i2\nadd r0, r0, v0\nsetp_ge p0, r0, v1.x\nbreakp p0.y\nendrep", scene{i: map[int][4]int32{2: {9}}}, vec{3, 6, 9, 12}},
		{"code after break is dead", "rep i2\nadd r0, r0, v0\nbreak\nif b0\nmov r0, v1\nelse\nmov r0, v1\nendif\nrep i2\nendrep\nendrep", scene{i: map[int][4]int32{2: {9}}}, vec{1, 2, 3, 4}},
		{"break in both branches", "rep i2\nadd r0, r0, v0\nif b0\nbreak\nelse\nbreak\nendif\nendrep", scene{i: map[int][4]int32{2: {9}}}, vec{1, 2, 3, 4}},
		{"nested rep", "rep i2\nrep i1\nadd r0, r0, v0\nendrep\nendrep", scene{i: map[int][4]int32{2: {3}, 1: {2}}}, vec{6, 12, 18, 24}},
		{"loop", "loop aL, i0\nadd r0, r0, v[aL]\nendloop", scene{i: map[int][4]int32{0: {2, 0, 1}}}, vec{6, 8, 10, 12}},
		{"loop backwards", "loop aL, i0\nmov r0, v[aL]\nendloop", scene{i: map[int][4]int32{0: {2, 1, -1}}}, vec{1, 2, 3, 4}},
		{"nested loop restores aL", "loop aL, i0\nloop aL, i1\nadd r1, r1, v[aL]\nendloop\nadd r0, r0, v[aL]\nendloop",
			scene{i: map[int][4]int32{0: {1, 1, 0}, 1: {3, 0, 0}}}, vec{5, 6, 7, 8}},
		{"rep in loop keeps aL", "loop aL, i0\nrep i1\nadd r0, r0, v[aL]\nendrep\nendloop",
			scene{i: map[int][4]int32{0: {1, 1, 0}, 1: {2}}}, vec{10, 12, 14, 16}},
		{"defi", "defi i7, 2, 0, 0, 0\nrep i7\nadd r0, r0, v0\nendrep", scene{}, vec{2, 4, 6, 8}},
		{"a constant loaded in a branch", "if b0\nmov r0, c3\nendif\nadd r0, r0, c3", scene{c: map[int]vec{3: {1, 2, 3, 4}}}, vec{1, 2, 3, 4}},
		{"a temporary carried round", "rep i2\nmov r0, r1\nadd r1, r1, v0\nendrep", scene{i: map[int][4]int32{2: {3}}}, vec{2, 4, 6, 8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.sc.inputs == nil {
				c.sc.inputs = []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}
			}
			asm := "ps_3_0\ndcl_texcoord0 v0\ndcl_texcoord1 v1\n" + c.code + "\nmov oC0, r0"
			expect(t, c.code, eval(t, asm, c.sc).outputs[0], c.want)
		})
	}
}

func TestGoldens(t *testing.T) {
	for name, asm := range map[string]string{
		"vertex":  "vs_2_0\ndcl_position v0\ndcl_texcoord v7\nm4x4 oPos, v0, c0\nmov oT0.xy, v7\nmov oD0, c4",
		"pixel":   "ps_2_0\ndcl v0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmul r0, r0, v0\nmov oC0, r0",
		"flow":    "ps_3_0\ndcl_texcoord v0\nmov r0, v0\nloop aL, i0\nif b1\nrsq r0.x, r0.x\nelse\nmul r0, r0, c2\nendif\nbreak_gt r0.x, c3.y\nendloop\nmov oC0, r0",
		"targets": "ps_3_0\ndcl vPos.xy\ndcl vFace\nmov oC0, vPos.xyxy\nmov oC2.xz, vFace\nmov oDepth, c0.x",
	} {
		t.Run(name, func(t *testing.T) {
			s := build(t, asm)
			var module []uint32
			if s.Stage == ir.Vertex {
				module = emit.AppendVertex(nil, s, emit.ArenaIndex, emit.VertexVariant{ClipPlanes: 1})
			} else {
				module = emit.AppendPixel(nil, s, emit.DynamicUniform, emit.PixelVariant{Link: emit.Link{Loc: [emit.MaxLinks]uint8{1, 2}}, AlphaTest: name == "targets"})
			}
			text, err := spirv.Disassemble(module)
			if err != nil {
				t.Fatal(err)
			}
			golden.Text(t, name+".spvasm", "; "+strings.ReplaceAll(asm, "\n", "\n; ")+"\n"+text)
		})
	}
}
