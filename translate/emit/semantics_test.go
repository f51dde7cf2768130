package emit_test

import (
	"math"
	"strings"
	"testing"

	"d3d9vk/internal/spirvval"
	"d3d9vk/spirv"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// Starts of programs: v0 and v1 are the inputs; what a program leaves in r0 is looked at.
const (
	ps3 = "ps_3_0\ndcl_texcoord v0\ndcl_texcoord1 v1\n"
	ps2 = "ps_2_x\ndcl t0\ndcl t1\n"
	vs3 = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\n"
	vs2 = "vs_2_x\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n"
	vs1 = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n"
)

// ends copies r0 to the output that the tests look at, by version.
var ends = map[string]string{"ps_": "\nmov oC0, r0", "vs_3": "\nmov o1, r0", "vs_2": "\nmov oT0, r0", "vs_1": "\nmov oT0, r0"}

// check is one program of a row.
type check struct {
	start, code string
	sc          scene
	want        vec
}

// with is a scene of two inputs.
func with(v0, v1 vec) scene { return scene{inputs: []vec{v0, v1}} }

func all(f float32) vec { return vec{f, f, f, f} }

const maxFloat = math.MaxFloat32

// rows are the rows of the semantics page that a program alone shows, but those of ps_1_x (ps1_test.go); the name is the topic.
var rows = []struct {
	topic  string
	checks []check
}{
	{"0*inf, 0*NaN", []check{
		{ps3, "rcp r1, v0.x\nmul r0, r1, v0", with(vec{0, 1, -2, 0}, vec{}), vec{0, inf, -inf, 0}},
		{ps3, "mul r0, v0, v1", scene{inputs: []vec{{0, 0, 1, 0}, {inf, nan, 2, -inf}}, float: emit.FloatRules{Products: emit.ProductsStrict}}, vec{0, 0, 2, 0}},
		{ps3, "mul r0, v0, v1", scene{inputs: []vec{{0, 0, 1, 0}, {inf, nan, 2, -inf}}, float: emit.FloatRules{Products: emit.ProductsPlain}}, vec{nan, nan, 2, nan}},
		{ps3, "rcp r1, v0.x\nmad r0, r1, v0, v1", scene{inputs: []vec{{0, 1}, {}}, float: emit.FloatRules{Products: emit.ProductsPlain}}, vec{nan, inf, nan, nan}},
		{ps3, "dp3 r0, v0, c0", scene{inputs: []vec{{0, 1, 0}, {}}, c: map[int]vec{0: {inf, 2, nan, 0}}, float: emit.FloatRules{Products: emit.ProductsStrict}}, all(2)},
		{vs3, "dp4 r0, v1, c[a0.x]", scene{inputs: []vec{{}, {0, 1, 0, 0}}, c: map[int]vec{0: {inf, 2, nan, 0}}, float: emit.FloatRules{Products: emit.ProductsStrict}}, all(2)},
		{ps3, "lrp r0, v0, c0, v1", scene{inputs: []vec{{}, {1, 2, 3, 4}}, c: map[int]vec{0: all(inf)}, float: emit.FloatRules{Products: emit.ProductsStrict}}, vec{1, 2, 3, 4}},
	}},
	{"rcp 0", []check{
		{ps3, "rcp r0, v0.x", with(vec{}, vec{}), all(inf)},
		{ps3, "rcp r0, -v0.x", with(vec{}, vec{}), all(-inf)},
		{ps3, "rcp r0, v0.x", scene{inputs: []vec{{}, {}}, float: emit.FloatRules{Extremes: emit.ExtremesFinite}}, all(maxFloat)},
		{ps3, "rcp r1, v0.x\nmul r0, r1, v0", scene{inputs: []vec{{}, {}}, float: emit.FloatRules{Extremes: emit.ExtremesFinite}}, vec{}},
	}},
	{"rsq", []check{
		{ps3, "rsq r0, v0.x", with(vec{-4}, vec{}), all(0.5)},
		{ps3, "rsq r0, v0.x", with(vec{}, vec{}), all(inf)},
		{ps3, "rsq r0, v0.x", scene{inputs: []vec{{}, {}}, float: emit.FloatRules{Extremes: emit.ExtremesFinite}}, all(maxFloat)},
	}},
	{"log", []check{
		{ps3, "log r0, v0.x", with(vec{-8}, vec{}), all(3)},
		{ps3, "log r0, v0.x", with(vec{}, vec{}), all(-maxFloat)},
		{ps3, "log r0, v0.x", scene{inputs: []vec{{}, {}}, float: emit.FloatRules{Extremes: emit.ExtremesInfinite}}, all(-inf)},
		{ps3, "log r1, v0.x\nmul r0, r1, v0", scene{inputs: []vec{{0, 1}, {}}, float: emit.FloatRules{Extremes: emit.ExtremesInfinite}}, vec{0, -inf, 0, 0}},
	}},
	{"pow", []check{
		{ps3, "pow r0, v0.x, v1.x", with(vec{-3}, vec{2}), all(9)},
		{ps3, "pow r0, v0.x, v1.x", with(vec{0}, vec{0}), all(1)},
		{ps3, "pow r0, v0.x, v1.x", with(vec{nan}, vec{0}), all(1)},
		{ps3, "pow r0, v0.x, v1.x", with(vec{0}, vec{-1}), all(inf)},
		{ps3, "pow r0, v0.x, v1.x", scene{inputs: []vec{{}, {-1}}, float: emit.FloatRules{Extremes: emit.ExtremesFinite}}, all(maxFloat)},
	}},
	{"nrm", []check{
		{ps3, "nrm r0, v0", with(vec{3, 0, 4, 10}, vec{}), vec{0.6, 0, 0.8, 2}},
		{ps3, "mov r0, v1\nnrm r0.xw, v0", with(vec{3, 0, 4, 10}, vec{1, 2, 3, 4}), vec{0.6, 2, 3, 2}},
		{ps3, "nrm r0, v0", with(vec{0, 0, 0, 5}, vec{}), vec{}},
		{ps3, "nrm r0, v0", scene{inputs: []vec{{0, 0, 0, 5}, {}}, float: emit.FloatRules{Products: emit.ProductsPlain}}, vec{}},
	}},
	{"scalar-op source with no replicate swizzle", []check{
		{ps3, "rcp r0, v0", with(vec{1, 2, 3, 4}, vec{}), all(0.25)},
		{ps3, "rsq r0, v0.wzyx", with(vec{4, 2, 3, 1}, vec{}), all(0.5)},
		{ps3, "exp r0, v0", with(vec{1, 2, 3, 4}, vec{}), all(16)},
		{ps3, "log r0, v0", with(vec{1, 2, 4, 16}, vec{}), all(4)},
		{ps3, "pow r0, v0, v1", with(vec{1, 2, 3, 4}, vec{5, 6, 7, 2}), all(16)},
		{vs1, "rcp r0, v1", with(vec{}, vec{1, 2, 3, 4}), all(0.25)},
	}},
	{"lit", []check{
		{vs3, "lit r0, v0", with(vec{0.5, 3, 0, 2}, vec{}), vec{1, 0.5, 9, 1}},
		{vs3, "lit r0, v0", with(vec{-1, 3, 0, 2}, vec{}), vec{1, 0, 0, 1}},
		{vs3, "lit r0, v0", with(vec{0, 3, 0, 2}, vec{}), vec{1, 0, 0, 1}},
		{vs3, "lit r0, v0", with(vec{1, 0, 0, 2}, vec{}), vec{1, 1, 0, 1}},
		{vs3, "lit r0, v0", with(vec{1, 2, 0, 1000}, vec{}), vec{1, 1, float32(math.Exp2(127.9961)), 1}},
		{vs3, "lit r0, v0", with(vec{1, 2, 0, -1000}, vec{}), vec{1, 1, float32(math.Exp2(-127.9961)), 1}},
	}},
	{"dst", []check{{vs3, "dst r0, v0, v1", with(vec{1, 2, 3, 4}, vec{5, 6, 7, 8}), vec{1, 12, 3, 8}}}},
	{"expp vs_1_1", []check{
		{vs1, "expp r0, v0.x", with(vec{2.5}, vec{}), vec{4, 0.5, float32(math.Exp2(2.5)), 1}},
		{vs1, "expp r0, v0.x", with(vec{-0.25}, vec{}), vec{0.5, 0.75, float32(math.Exp2(-0.25)), 1}},
		{vs2, "expp r0, v0.x", with(vec{3}, vec{}), all(8)},
	}},
	{"exp/log partial", []check{
		{vs1, "exp r0, v0.x", with(vec{3}, vec{}), all(8)},
		{vs1, "logp r0, v0.x", with(vec{-8}, vec{}), all(3)},
		{vs2, "logp r0, v0.x", with(vec{16}, vec{}), all(4)},
	}},
	{"sincos", []check{
		{ps3, "mov r0, v1\nsincos r0.xy, v0.x", with(vec{math.Pi / 2}, vec{0, 0, 7, 8}), vec{0, 1, 7, 8}},
		{ps2, "mov r0, t1\nsincos r0.y, t0.x, c0, c1", with(vec{math.Pi / 2}, vec{5, 0, 7, 8}), vec{5, 1, 7, 8}},
		{vs2, "mov r0, v1\nsincos r0.x, v0.x, c0, c1", with(vec{math.Pi}, vec{5, 6, 7, 8}), vec{-1, 6, 7, 8}},
	}},
	{"cmp / cnd NaN", []check{{ps3, "cmp r0, v0, v1, v1.w", with(vec{0, -1, 1, nan}, vec{5, 6, 7, 8}), vec{5, 8, 7, 8}}}},
	{"mova / vs_1_1 mov a0", []check{
		{vs1, "mov a0.x, v0.x\nmov r0, c[a0.x + 5]", with(vec{-0.5}, vec{}), all(4)},
		{vs2, "mova a0.x, v0.x\nmov r0, c[a0.x + 5]", with(vec{-0.6}, vec{}), all(4)},
		{vs2, "mov a0.y, v0.x\nmov r0, c[a0.y + 5]", with(vec{0.6}, vec{}), all(6)},
		{vs3, "mova a0.zw, v0\nmov r0, c[a0.w + 5]", with(vec{0, 0, 0, 1.6}, vec{}), all(7)},
	}},
	{"m4x4..", []check{
		{vs3, "m4x4 r0, v1, c4", with(vec{}, vec{1, 2, 3, 4}), vec{40, 50, 60, 70}},
		{vs3, "mov r0, v1\nm4x3 r0.xyz, v1, c4", with(vec{}, vec{1, 2, 3, 4}), vec{40, 50, 60, 4}},
		{vs3, "m3x4 r0, v1, c4", with(vec{}, vec{1, 2, 3, 4}), vec{24, 30, 36, 42}},
		{vs3, "mov r0, v1\nm3x3 r0.xyz, r0, c4", with(vec{}, vec{1, 2, 3, 4}), vec{24, 30, 36, 4}},
		{vs3, "mov r0, v1\nm3x2 r0.xy, r0, c4", with(vec{}, vec{1, 2, 3, 4}), vec{24, 30, 3, 4}},
		{vs3, "mova a0, v0\nm4x4 r0, v1, c[a0.x + 2]", with(vec{2}, vec{1, 2, 3, 4}), vec{40, 50, 60, 70}},
		{vs3, "mov r0, v1\nm4x4 r0.yw, r0.wzyx, -c4", with(vec{}, vec{1, 2, 3, 4}), vec{1, -50, 3, -70}},
	}},
	{"c[a0] out of range", []check{
		{vs3, "mova a0, v0\nmov r0, c[a0.x + 5]", with(vec{-6}, vec{}), vec{}},
		{vs3, "mova a0, v0\nmov r0, c[a0.x + 5]", with(vec{251}, vec{}), vec{}},
		{vs3, "mova a0, v0\nmov r0, c[a0.x + 5]", with(vec{250}, vec{}), all(255)},
		{vs1, "mov a0.x, v0.x\nmov r0, c[a0.x]", with(vec{1e30}, vec{}), vec{}},
	}},
	{"def'd const reached by relative index", []check{
		{vs3, "def c6, 9, 8, 7, 6\nmova a0, v0\nmov r0, c[a0.x + 5]", with(vec{1}, vec{}), vec{9, 8, 7, 6}},
		{vs1, "def c6, 9, 8, 7, 6\nmov a0.x, v0.x\nadd r0, c[a0.x + 5], c6", with(vec{0}, vec{}), vec{14, 13, 12, 11}},
		{ps3, "def c1, 9, 8, 7, 6\ndefi i0, 2, 0, 1, 0\nloop aL, i0\nadd r0, r0, c[aL]\nendloop", with(vec{}, vec{}), vec{9, 8, 7, 6}},
	}},
	{"i#/b#, defi/defb", []check{
		{ps3, "rep i2\nadd r0.x, r0.x, v0.x\nendrep", scene{inputs: []vec{{1}, {}}, i: map[int][4]int32{2: {100000}}}, vec{255}},
		{ps3, "rep i2\nadd r0.x, r0.x, v0.x\nendrep", scene{inputs: []vec{{1}, {}}, i: map[int][4]int32{2: {-1}}}, vec{}},
		{ps3, "defi i2, 3, 0, 0, 0\nrep i2\nadd r0.x, r0.x, v0.x\nendrep", scene{inputs: []vec{{1}, {}}, i: map[int][4]int32{2: {9}}}, vec{3}},
		{ps3, "defb b3, true\nif b3\nmov r0, v0\nelse\nmov r0, v1\nendif", with(vec{1, 2, 3, 4}, vec{}), vec{1, 2, 3, 4}},
		{ps3, "if !b3\nmov r0, v0\nelse\nmov r0, v1\nendif", scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, b: 8}, vec{5, 6, 7, 8}},
		{"vs_2_sw\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n", "mov r0, c300\nif b2047\nadd r0, r0, v1\nendif\nif b130\nadd r0, r0, v1\nendif\nrep i2000\nadd r0.x, r0.x, v0.x\nendrep",
			scene{inputs: []vec{{1}, {5, 6, 7, 8}}, i: map[int][4]int32{2000: {3}}, bools: []uint32{4: 4, 63: 0}, c: map[int]vec{300: all(1)}}, vec{9, 7, 8, 9}},
		{"vs_3_sw\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\n", "mova a0.x, v0.x\nmov r0, c[a0.x + 8000]\nadd r0, r0, c5000",
			scene{inputs: []vec{{191}, {}}, c: map[int]vec{8191: all(3), 5000: all(4)}}, all(7)},
	}},
	{"loop / rep", []check{
		{ps3, "loop aL, i0\nadd r0, r0, v[aL]\nendloop", scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, i: map[int][4]int32{0: {2, 0, 1}}}, vec{6, 8, 10, 12}},
		{ps3, "loop aL, i0\nmov r0, v[aL]\nendloop", scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, i: map[int][4]int32{0: {2, 1, -1}}}, vec{1, 2, 3, 4}},
		{ps3, "loop aL, i0\nadd r0, r0, v[aL]\nendloop", scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, i: map[int][4]int32{0: {3, 1, 0}}}, vec{15, 18, 21, 24}},
		{ps3, "loop aL, i0\nloop aL, i1\nadd r1, r1, v[aL]\nendloop\nadd r0, r0, v[aL]\nendloop",
			scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, i: map[int][4]int32{0: {1, 1, 0}, 1: {3, 0, 0}}}, vec{5, 6, 7, 8}},
		{ps3, "loop aL, i0\nrep i1\nadd r0, r0, v[aL]\nendrep\nendloop", scene{inputs: []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}, i: map[int][4]int32{0: {1, 1, 0}, 1: {2}}}, vec{10, 12, 14, 16}},
		{vs3, "loop aL, i0\nmov r0, c[aL + 3]\nendloop", scene{inputs: []vec{{}, {}}, i: map[int][4]int32{0: {4, 0, 2}}}, all(9)},
	}},
	{"break_cc / ifc", []check{
		{ps3, "mov r0, v1\nif_ge v0.x, v1.x\nmov r0, v0\nendif", with(vec{nan}, vec{5, 6, 7, 8}), vec{5, 6, 7, 8}},
		{ps3, "mov r0, v1\nif_ne v0.x, v0.x\nmov r0.xyz, v0.y\nendif", with(vec{nan, 1}, vec{5, 6, 7, 8}), vec{1, 1, 1, 8}},
		{ps3, "rep i0\nadd r0, r0, v0\nbreak_lt v1.x, r0.x\nendrep", scene{inputs: []vec{{1}, {2}}, i: map[int][4]int32{0: {9}}}, vec{3}},
		{ps3, "rep i0\nadd r0, r0, v0\nbreak_le v1.x, r0.x\nendrep", scene{inputs: []vec{{1}, {nan}}, i: map[int][4]int32{0: {9}}}, vec{9}},
		{vs2, "rep i0\nadd r0, r0, v0\nbreak_eq v1.x, r0.x\nendrep", scene{inputs: []vec{{1}, {4}}, i: map[int][4]int32{0: {9}}}, vec{4}},
		{vs2, "rep i0\nadd r0, r0, v0\nbreak_gt r0.x, v1.x\nendrep", scene{inputs: []vec{{1}, {4}}, i: map[int][4]int32{0: {9}}}, vec{5}},
	}},
	{"breakp / predicated op / if p0", []check{
		{ps3, "setp_gt p0, v0, v1\nmov r0, v1\n(p0) mov r0, v0", with(vec{1, 9, 3, 9}, vec{5, 6, 7, 8}), vec{5, 9, 7, 9}},
		{ps3, "setp_gt p0, v0, v1\nmov r0, v1\n(!p0) mov r0, v0", with(vec{1, 9, 3, 9}, vec{5, 6, 7, 8}), vec{1, 6, 3, 8}},
		{ps3, "setp_lt p0, v0, v1\nmov r0, v1\n(p0.z) mov r0, v0", with(vec{9, 9, 3, 9}, vec{5, 6, 7, 8}), vec{9, 9, 3, 9}},
		{ps3, "setp_le p0, v0, v1\nmov r0, v1\n(!p0.w) mov r0.xy, v0", with(vec{9, 9, 3, 9}, vec{5, 6, 7, 8}), vec{9, 9, 7, 8}},
		{ps3, "setp_ne p0, v0, v0\nmov r0, v1\n(p0) mov r0, v1.x", with(vec{1, nan, 3, 4}, vec{5, 6, 7, 8}), vec{5, 5, 7, 8}},
		{ps3, "setp_ge p0.xy, v0, v1\nsetp_eq p0.zw, v0, v1\nmov r0, v1\n(p0) add r0, r0, v0", with(vec{9, 1, 7, 1}, vec{5, 6, 7, 8}), vec{14, 6, 14, 8}},
		{ps2, "setp_ge p0, t0, t1\nmov r0, t1\n(p0) setp_gt p0.x, t1, t1\n(p0) mov r0, t0", with(vec{9, 9, 3, 9}, vec{5, 6, 7, 8}), vec{5, 9, 7, 9}},
		{vs2, "setp_ge p0, v0, v1\nmov r0, v1\n(p0) mova a0, v0\n(!p0) mov r0, c[a0.x]", with(vec{2, 9, -1, 9}, vec{2, 6, 0, 8}), vec{2, 6, 2, 8}},
		{ps3, "setp_gt p0, v0, v1\nmov r0, v1\nif p0.w\nmov r0, v0\nendif", with(vec{1, 2, 3, 9}, vec{5, 6, 7, 8}), vec{1, 2, 3, 9}},
		{ps3, "setp_gt p0, v0, v1\nmov r0, v1\nif !p0.w\nmov r0, v0\nelse\nmov r0.x, v0\nendif", with(vec{1, 2, 3, 9}, vec{5, 6, 7, 8}), vec{1, 6, 7, 8}},
		{ps3, "rep i2\nadd r0, r0, v0\nsetp_ge p0, r0, v1.x\nbreakp p0.y\nendrep", scene{inputs: []vec{{1, 2, 3, 4}, {5}}, i: map[int][4]int32{2: {9}}}, vec{3, 6, 9, 12}},
		{ps3, "rep i2\nadd r0, r0, v0\nsetp_lt p0, r0, v1.x\nbreakp !p0.y\nendrep", scene{inputs: []vec{{1, 2, 3, 4}, {5}}, i: map[int][4]int32{2: {9}}}, vec{3, 6, 9, 12}},
	}},
	{"texld SM2+ sampler swizzle", []check{
		{ps3 + "dcl_2d s3\n", "texld r0, v0, s3.wzyx", scene{inputs: []vec{{}, {}}, texture: anyTexel}, vec{40, 30, 20, 10}},
		{ps3 + "dcl_2d s3\n", "mov r0, v1\ntexldl r0.xw, v0, s3.yzww", scene{inputs: []vec{{}, {1, 2, 3, 4}}, texture: anyTexel}, vec{20, 2, 3, 40}},
	}},
	{"_pp", []check{{ps2, "mov_pp r0, t0\nadd_sat_pp r0.xy, r0, -t1", with(vec{9, 2, 3, 4}, vec{5, 6, 7, 8}), vec{1, 0, 3, 4}}}},
	{"dsx/dsy", []check{
		{ps3, "dsx r0, v0", with(vec{1, 2, 3, 4}, vec{}), vec{10, 20, 30, 40}},
		{ps2, "dsy r0, t0", with(vec{1, 2, 3, 4}, vec{}), vec{100, 200, 300, 400}},
	}},
	{"source mods _bias _bx2 _x2 1-x", []check{ // of the models here: negation, abs and both
		{ps3, "mov r0, -v0_abs", with(vec{-1, 2, -3, 0}, vec{}), vec{-1, -2, -3, 0}},
		{vs3, "add r0, v0_abs, -v1", with(vec{-1, 2, -3, 0}, vec{1, 1, 1, 1}), vec{0, 1, 2, -1}},
		{vs3, "mov r0, -c[a0.x + 2]_abs", with(vec{}, vec{}), all(-2)},
	}},
	{"dst shift _x2.._d8, _sat", []check{ // of the models here: _sat, in vertex shaders of model 3 too
		{ps3, "mov_sat r0, v0", with(vec{-1, 0.5, 2, nan}, vec{}), vec{0, 0.5, 1, 0}},
		{vs3, "mad_sat r0, v0, v1, v1", with(vec{-1, 0.25, 2, 0}, vec{1, 1, 1, 0.5}), vec{0, 1, 1, 0.5}},
		{vs3, "dp4_sat r0, v0, v1", with(vec{1, 1, 1, 1}, vec{1, 1, 1, 1}), all(1)},
	}},
}

// anyTexel answers every sample.
func anyTexel(sampleCall) vec { return vec{10, 20, 30, 40} }

// TestSemantics proves the rows of the semantics page with values, one subtest for each row.
func TestSemantics(t *testing.T) {
	for _, row := range rows {
		t.Run(row.topic, func(t *testing.T) {
			for _, c := range row.checks {
				end := ""
				for prefix, code := range ends {
					if strings.HasPrefix(c.start, prefix) {
						end = code
					}
				}
				if c.sc.c == nil {
					c.sc.c = map[int]vec{}
					for n := range 256 {
						c.sc.c[n] = all(float32(n))
					}
					if strings.Contains(c.code, "aL") && strings.HasPrefix(c.start, "ps_") {
						c.sc.c[0] = vec{}
					}
				}
				expect(t, c.start[:6]+" "+c.code, eval(t, c.start+c.code+end, c.sc).outputs[0], c.want)
			}
		})
	}
}

// callCode is a program's start, its routines and what r0 is at the end.
var callCases = []struct {
	name, start, code string
	sc                scene
	want              vec
}{
	{"call", ps3, "call l0\nadd r0, r0, v1\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, v0\nret", scene{}, vec{6, 8, 10, 12}},
	{"twice", ps3, "call l0\ncall l0\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, v0\nret", scene{}, vec{2, 4, 6, 8}},
	{"nested four deep", ps3, "call l0\nmov oC0, r0\nret\nlabel l3\nmov r0, v0\nret\nlabel l2\ncall l3\nadd r0, r0, v0\nret\nlabel l1\ncall l2\nadd r0, r0, v0\nret\nlabel l0\ncall l1\nadd r0, r0, v0\nret",
		scene{}, vec{4, 8, 12, 16}},
	{"callnz b#", ps3, "callnz l0, b5\ncallnz l1, !b5\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, v0\nret\nlabel l1\nadd r0, r0, v1\nret", scene{b: 1 << 5}, vec{1, 2, 3, 4}},
	{"callnz !b#", ps3, "callnz l0, b5\ncallnz l1, !b5\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, v0\nret\nlabel l1\nadd r0, r0, v1\nret", scene{}, vec{5, 6, 7, 8}},
	{"callnz p0", ps3, "setp_gt p0, v0, v1.x\ncallnz l0, p0.w\ncallnz l1, !p0.x\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, v0\nret\nlabel l1\nadd r0, r0, v1\nret",
		scene{inputs: []vec{{1, 2, 3, 9}, {5, 6, 7, 8}}}, vec{6, 8, 10, 17}},
	{"aL of the caller's loop", ps3, "loop aL, i0\ncall l0\nendloop\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, v[aL]\nret", scene{i: map[int][4]int32{0: {2, 0, 1}}}, vec{6, 8, 10, 12}},
	{"a loop of its own", ps3, "loop aL, i0\ncall l0\nadd r0, r0, v[aL]\nendloop\nmov oC0, r0\nret\nlabel l0\nloop aL, i1\nadd r0, r0, v[aL]\nendloop\nret",
		scene{i: map[int][4]int32{0: {1, 1, 0}, 1: {2, 0, 0}}}, vec{7, 10, 13, 16}},
	{"ret under a comparison", ps3, "call l0\nadd r0, r0, v1\nmov oC0, r0\nret\nlabel l0\nmov r0, v0\nif_lt v0.x, v1.x\nret\nendif\nadd r0, r0, v0\nret", scene{}, vec{6, 8, 10, 12}},
	{"ret in an else", ps3, "call l0\nadd r0, r0, v1\nmov oC0, r0\nret\nlabel l0\nif_gt v0.x, v1.x\nmov r0, v1\nelse\nmov r0, v0\nret\nmov r0, v1\nendif\nadd r0, r0, v0\nret", scene{}, vec{6, 8, 10, 12}},
	{"ret out of a loop", ps3, "call l0\nadd r0, r0, v1\nmov oC0, r0\nret\nlabel l0\nrep i0\nadd r0, r0, v0\nif_ge r0.x, v1.x\nret\nendif\nendrep\nmov r0, v1\nret", scene{i: map[int][4]int32{0: {9}}}, vec{10, 16, 22, 28}},
	{"ret out of two loops, again and again", ps3, "rep i1\nmov r1.x, v0.x\ncall l0\nadd r0, r0, v1\nendrep\nmov oC0, r0\nret\nlabel l0\nrep i0\nrep i0\nadd r1.x, r1.x, v0.x\nif_ge r1.x, v1.x\nret\nendif\nadd r0.x, r0.x, v0.x\nendrep\nendrep\nadd r0, r0, v1.w\nret",
		scene{i: map[int][4]int32{0: {2}, 1: {3}}}, vec{3*3 + 15, 18, 21, 24}},
	{"no ret out of the loops", ps3, "rep i1\ncall l0\nendrep\nmov oC0, r0\nret\nlabel l0\nrep i0\nrep i0\nadd r0.x, r0.x, v0.x\nif_ge r0.x, v1.w\nret\nendif\nendrep\nendrep\nadd r0.y, r0.y, v0.x\nret",
		scene{i: map[int][4]int32{0: {2}, 1: {3}}}, vec{9, 1, 0, 0}},
	{"ret in both branches", ps3, "call l0\nadd r0, r0, v1\nmov oC0, r0\nret\nlabel l0\nif b0\nmov r0, v0\nret\nelse\nmov r0, v1\nret\nendif\nmov r0, v1.w\nret", scene{b: 1}, vec{6, 8, 10, 12}},
	{"early ret of the main program", ps3, "mov oC0, v0\nif_lt v0.x, v1.x\nret\nendif\nmov oC0, v1\nret", scene{}, vec{1, 2, 3, 4}},
	{"early ret of the main program out of a loop", ps3, "mov oC0, v0\nrep i0\nrep i0\nif b0\nret\nendif\nendrep\nendrep\nmov oC0, v1\nret", scene{b: 1, i: map[int][4]int32{0: {2}}}, vec{1, 2, 3, 4}},
	{"a called routine returns early, the caller goes on", vs2, "mov r0, v0\ncall l0\nmov oT0, r0\nret\nlabel l0\nif b0\ncall l1\nadd r0, r0, v1\nret\nendif\nmov r0, v0\nret\nlabel l1\nif b0\nret\nendif\nmov r0, v0\nret",
		scene{b: 1}, vec{6, 8, 10, 12}},
	{"code without a ret before its label", vs2, "call l0\nmov oT0, r0\nlabel l0\nmov r0, v1", scene{}, vec{5, 6, 7, 8}},
	{"a label nobody calls", vs2, "mov oT0, v1\nret\nlabel l7\nmov oT0, v0\nret", scene{}, vec{5, 6, 7, 8}},
	{"zero times an infinity of a subroutine", ps3, "call l0\nmul r0, r1, v0\nmov oC0, r0\nret\nlabel l0\nif b0\nrcp r1, v0.x\nret\nendif\nmov r1, v1\nret", scene{b: 1, inputs: []vec{{0, 1, -2, 0}, {}}}, vec{0, inf, -inf, 0}},
}

func TestCalls(t *testing.T) {
	for _, c := range callCases {
		t.Run("call - callnz - ret/"+c.name, func(t *testing.T) {
			if c.sc.inputs == nil {
				c.sc.inputs = []vec{{1, 2, 3, 4}, {5, 6, 7, 8}}
			}
			expect(t, c.code, eval(t, c.start+c.code, c.sc).outputs[0], c.want)
		})
	}
}

func TestSemanticsOfTheStages(t *testing.T) {
	coord := fragCoord(3.5, 7.5)
	t.Run("texkill", func(t *testing.T) {
		for _, c := range []struct {
			code string
			v0   vec
			want bool
		}{
			{ps3 + "texkill v0", vec{1, 1, 1, -1}, true},
			{ps3 + "texkill v0", vec{0, 0, 0, 0}, false},
			{ps3 + "texkill v0", vec{0, nan, 0, 0}, false},
			{ps3 + "mov r1, v0\ntexkill r1.xyz", vec{1, 1, 1, -1}, false},
			{ps3 + "mov r1, v0\ntexkill r1.xw", vec{1, -1, 1, -1}, true},
			{ps3 + "setp_gt p0, v0, v1\n(p0) texkill v0", vec{-1, 0, 0, 0}, false},
			{ps3 + "setp_gt p0, v0, v1\n(!p0) texkill v0", vec{-1, 0, 0, 0}, true},
			{"ps_2_0\ndcl t0\ntexkill t0", vec{1, 1, 1, -1}, true},
		} {
			if r := eval(t, c.code+"\nmov oC0, c0", with(c.v0, vec{})); r.demoted != c.want {
				t.Errorf("%s of %v: dropped %v, want %v", c.code, c.v0, r.demoted, c.want)
			}
		}
	})
	t.Run("texldp / b / l / dd", func(t *testing.T) {
		for _, c := range []struct {
			code string
			want sampleCall
		}{
			{"texld r0, v0, s3", sampleCall{coordinate: []float32{1, 2}}},
			{"texldp r0, v0, s3", sampleCall{coordinate: []float32{0.25, 0.5}}},
			{"texldp r0, v0, s4", sampleCall{coordinate: []float32{0.25, 0.5, 0.75}}},
			{"texldb r0, v0, s3", sampleCall{coordinate: []float32{1, 2}, bias: []float32{4}}},
			{"texldl r0, v0, s3", sampleCall{coordinate: []float32{1, 2}, lod: []float32{4}}},
			{"texldd r0, v0, s3, v1, v1.wzyx", sampleCall{coordinate: []float32{1, 2}, dx: []float32{5, 6}, dy: []float32{8, 7}}},
			{"texldd r0, v0, s4, v1, v1.wzyx", sampleCall{coordinate: []float32{1, 2, 3}, dx: []float32{5, 6, 7}, dy: []float32{8, 7, 6}}},
		} {
			got := sampled(t, ps3+"dcl_2d s3\ndcl_volume s4\n"+c.code+"\nmov oC0, r0", with(vec{1, 2, 3, 4}, vec{5, 6, 7, 8}))
			sameSample(t, c.code, got, c.want)
		}
	})
	t.Run("vs texture", func(t *testing.T) {
		for _, c := range []struct {
			code string
			want sampleCall
		}{
			{"texldl r0, v1, s0", sampleCall{coordinate: []float32{1, 2}, lod: []float32{4}}},
			{"texld r0, v1, s0", sampleCall{coordinate: []float32{1, 2}, lod: []float32{0}}},
			{"texldp r0, v1, s0", sampleCall{coordinate: []float32{0.25, 0.5}, lod: []float32{0}}},
			{"texldb r0, v1, s0", sampleCall{coordinate: []float32{1, 2}, lod: []float32{4}}},
		} {
			sameSample(t, c.code, sampledVertex(t, c.code), c.want)
		}
	})
	t.Run("oD0 unwritten - partial", func(t *testing.T) {
		r := eval(t, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD0.y, c0\nmov oD1.x, c0\nmov oT0.z, c0\nmov oFog.x, c0.x", scene{inputs: []vec{{}}, c: map[int]vec{0: all(0.5)}})
		for n, want := range []vec{{1, 0.5, 1, 1}, {0.5, 0, 0, 1}, {0, 0, 0.5, 0}, {0.5, 1, 1, 1}} {
			expect(t, "output", r.outputs[uint32(n)], want)
		}
	})
	t.Run("vPos", func(t *testing.T) {
		expect(t, "vPos", eval(t, "ps_3_0\ndcl vPos.xy\nmov oC0, vPos.xyxy", scene{builtIns: coord}).outputs[0], vec{3, 7, 3, 7})
	})
	t.Run("vFace", func(t *testing.T) {
		for front, want := range []vec{all(-1), all(1)} {
			coord := fragCoord(0, 0)
			coord[spirv.BuiltInFrontFacing][0] = uint32(front)
			expect(t, "vFace", eval(t, "ps_3_0\ndcl vFace\nmov oC0, vFace", scene{builtIns: coord}).outputs[0], want)
		}
	})
	t.Run("clip planes", func(t *testing.T) {
		r := eval(t, "vs_2_0\ndcl_position v0\nmov oPos, v0", scene{inputs: []vec{{1, 2, 3, 4}}, vertex: emit.VertexVariant{ClipPlanes: 2}, state: []vec{{}, {1, 0, 0, -1}, {1, 1, 1, 1}}})
		if d := r.builtIns[spirv.BuiltInClipDistance]; len(d) != 2 || d[0] != -3 || d[1] != 10 {
			t.Errorf("distances %v", d)
		}
	})
	t.Run("oDepth", func(t *testing.T) {
		for z, want := range map[float32]float32{-1: 0, 0.5: 0.5, 2: 1} {
			r := eval(t, ps3+"mov oC0, v0\nmov oDepth, v0.y", scene{inputs: []vec{{0, z}, {}}, builtIns: coord})
			if d := r.builtIns[spirv.BuiltInFragDepth][0]; d != want {
				t.Errorf("depth %v of %v, want %v", d, z, want)
			}
		}
	})
	decorated := func(asm string, v emit.PixelVariant, word string) int {
		v.Link.Loc = [emit.MaxLinks]uint8{1, 2}
		text, err := spirv.Disassemble(emit.AppendPixel(nil, build(t, asm), emit.ArenaIndex, v))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(text, word)
	}
	t.Run("centroid", func(t *testing.T) {
		for asm, want := range map[string]int{
			"ps_3_0\ndcl_texcoord_centroid v0\ndcl_color v1\nadd r0, v0, v1\nmov oC0, r0":          1,
			"ps_2_0\ndcl_centroid t0\ndcl_centroid v0\nadd r0, t0, v0\nmov oC0, r0":                2,
			"ps_3_0\ndcl_texcoord v0\ndcl_color v1\nadd r0, v0, v1\nmov oC0, r0":                   0,
			"ps_3_0\ndcl_texcoord_centroid v0\ndcl_color_centroid v1\nadd r0, v0, v1\nmov oC0, r0": 2,
		} {
			if got := decorated(asm, emit.PixelVariant{}, " Centroid"); got != want {
				t.Errorf("%s: %d decorations, want %d", asm, got, want)
			}
		}
	})
	t.Run("flat shade", func(t *testing.T) {
		if got := decorated("ps_3_0\ndcl_texcoord v0\ndcl_color v1\nadd r0, v0, v1\nmov oC0, r0", emit.PixelVariant{Flat: true}, " Flat"); got != 1 {
			t.Errorf("%d flat inputs, want the color alone", got)
		}
	})
}

// sampled runs a program and returns its only sample.
func sampled(t *testing.T, asm string, sc scene) (call sampleCall) {
	t.Helper()
	sc.texture = func(s sampleCall) vec { call = s; return vec{} }
	eval(t, asm, sc)
	return call
}

func sameSample(t *testing.T, code string, got, want sampleCall) {
	t.Helper()
	for _, c := range [][2][]float32{{got.coordinate, want.coordinate}, {got.bias, want.bias}, {got.lod, want.lod}, {got.dx, want.dx}, {got.dy, want.dy}} {
		equal := len(c[0]) == len(c[1])
		for i := range min(len(c[0]), len(c[1])) {
			equal = equal && c[0][i] == c[1][i]
		}
		if !equal {
			t.Errorf("%s: %+v, want %+v", code, got, want)
			return
		}
	}
}

// sampledVertex does so for a vertex shader with texldl, made into the other forms, for which no assembler has a word there.
func sampledVertex(t *testing.T, code string) (call sampleCall) {
	t.Helper()
	word, rest, _ := strings.Cut(code, " ")
	p, err := sm.Assemble(vs3 + "dcl_2d s0\ntexldl " + rest + "\nmov o1, r0")
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]sm.Instr{"texldl": {Op: sm.OpTexLDL}, "texld": {Op: sm.OpTex}, "texldp": {Op: sm.OpTex, Control: sm.TexProject}, "texldb": {Op: sm.OpTex, Control: sm.TexBias}}
	for i := range p.Instrs {
		if in := &p.Instrs[i]; in.Op == sm.OpTexLDL {
			in.Op, in.Control = forms[word].Op, forms[word].Control
		}
	}
	s, err := ir.Build(p)
	if err != nil {
		t.Fatal(err)
	}
	module := emit.AppendVertex(nil, s, emit.ArenaIndex, emit.VertexVariant{})
	spirvval.Check(t, module)
	run(module, environment{
		layout: emit.ArenaIndex, inputs: map[uint32][4]float32{1: {1, 2, 3, 4}},
		texture: func(s sampleCall) vec { call = s; return vec{} },
	})
	return call
}
