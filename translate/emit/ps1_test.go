package emit_test

import (
	"testing"

	"d3d9vk/spirv"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
)

// What the programs of ps_1_x below run with.
var (
	ps1Coords = [6]vec{{0.25, 0.5, 0.75, 0.5}, {-0.5, 0.25, 0.5, 1}, {0.5, 0.25, 0.5, 0.75}, {0.5, 0.5, 0, 0.25}, {1, 1, 1, 1}, {1, 1, 1, 1}}
	ps1Colors = [2]vec{{0.5, 0.25, 0.125, 1}, {1, 0.5, 0.25, 0.75}}
	ps1Consts = map[int]vec{
		0: {2, -3, 0.5, -0.25}, 1: {0.25, 0.5, 0.75, 1}, 2: {1, 0, 0, 0.25}, 3: {0.125, 0.25, 0.375, 0.5}, 5: {1, 1, 1, 1}, 6: {0, 1, 0, 0},
	}
	// The State block: the bump environments of two stages.
	ps1State = []vec{{}, {}, {}, {0.5, 0.25, 2, 1}, {0.5, 0.25}, {0, 1, -1, 0}, {4, 0.25}}
)

// texel is what textures answer with: the coordinate, and in w a quarter for each of its components.
func texel(s sampleCall) (v vec) {
	copy(v[:], s.coordinate)
	v[3] = float32(len(s.coordinate)) / 4
	return v
}

// evalPS1 runs a program with the registers above, but t# as given.
func evalPS1(t *testing.T, asm string, coords [6]vec, stages emit.Stages, c map[int]vec) result {
	t.Helper()
	s := build(t, asm)
	sc := scene{c: c, state: ps1State, texture: texel, builtIns: fragCoord(0.5, 0.5), pixel: emit.PixelVariant{Stages: stages}}
	for _, in := range s.Inputs {
		if in.Semantic.Usage == ir.UsageColor {
			sc.inputs = append(sc.inputs, ps1Colors[in.Semantic.Index])
		} else {
			sc.inputs = append(sc.inputs, coords[in.Semantic.Index])
		}
	}
	return eval(t, asm, sc)
}

// TestPS1Arithmetic: every arithmetic instruction and modifier of ps_1_x. Output is within 0..1.
func TestPS1Arithmetic(t *testing.T) {
	for _, c := range []struct {
		name, asm string
		want      vec
	}{
		{"ps_1_x output/r0 at the end", "ps_1_0\nmov r0, v0\nmov r1, v1", vec{0.5, 0.25, 0.125, 1}},
		{"ps_1_x output/is within 0..1", "ps_1_4\nmov_x4 r0, v0_bias", vec{0, 0, 0, 1}},
		{"OC-4/components of r0 that are not written", "ps_1_1\nmov r0.rgb, v0", vec{0.5, 0.25, 0.125, 1}},
		{"ps_1_x constants/of the device, above", "ps_1_1\nmov_d2 r0, c0", vec{0.5, 0, 0.25, 0}},
		{"ps_1_x constants/of the device, below", "ps_1_1\nmov_d2 r0, -c0", vec{0, 0.5, 0, 0.125}},
		{"ps_1_x constants/of the text, above", "ps_1_4\ndef c0, 2, -3, 0.5, -0.25\nmov_d2 r0, c0", vec{0.5, 0, 0.25, 0}},
		{"ps_1_x constants/of the text, below", "ps_1_4\ndef c0, 2, -3, 0.5, -0.25\nmov_d2 r0, -c0", vec{0, 0.5, 0, 0.125}},
		{"add", "ps_1_1\nadd r0, v0, c3", vec{0.625, 0.5, 0.5, 1}},
		{"sub", "ps_1_1\nsub r0, v1, v0", vec{0.5, 0.25, 0.125, 0}},
		{"sub of a complement", "ps_1_1\nsub r0, c5, 1-v0", vec{0.5, 0.25, 0.125, 1}},
		{"mul", "ps_1_1\nmul r0, v0, v1", vec{0.5, 0.125, 0.03125, 0.75}},
		{"mad", "ps_1_1\nmad r0, v0, v1, c3", vec{0.625, 0.375, 0.40625, 1}},
		{"lrp", "ps_1_1\nlrp r0, v0, v1, c3", vec{0.5625, 0.3125, 0.359375, 0.75}},
		{"dp3", "ps_1_1\ndp3 r0, v0, v1", vec{0.65625, 0.65625, 0.65625, 0.65625}},
		{"dp4", "ps_1_2\ndp4_d2 r0, v0, v1", vec{0.703125, 0.703125, 0.703125, 0.703125}},
		{"cmp of ps_1_2", "ps_1_2\nmov r1, c0\ncmp r0, r1, v0, v1", vec{0.5, 0.5, 0.125, 0.75}},
		{"cmp of ps_1_4", "ps_1_4\ncmp r0, v0_bias, c5, c3", vec{1, 0.25, 0.375, 1}},
		{"nop", "ps_1_1\nmov r0, v0\nnop", vec{0.5, 0.25, 0.125, 1}},
		{"temporaries of ps_1_4", "ps_1_4\nmov r5, v0\nmov r0, r5", vec{0.5, 0.25, 0.125, 1}},

		{"cnd/r0.a is greater", "ps_1_1\nmov r0, v0\ncnd r0, r0.a, c2, c3", vec{1, 0, 0, 0.25}},
		{"cnd/r0.a is a half", "ps_1_1\nmov r0, v0.r\ncnd r0, r0.a, c2, c3", vec{0.125, 0.25, 0.375, 0.5}},
		{"cnd/of ps_1_4 goes by component", "ps_1_4\ncnd r0, v1, c5, c3", vec{1, 0.25, 0.375, 1}},
		{"cnd/a coissued color takes source 1", "ps_1_1\nmov r0, c6\nmov r0.a, c6.a\n+cnd r0.rgb, r0.a, c2, c3", vec{1, 0, 0, 0}},
		{"cnd/a coissued alpha is tested", "ps_1_3\nmov r0, c6\nmov r0.rgb, c5\n+cnd r0.a, r0.a, c2, c3", vec{1, 1, 1, 0.5}},
		{"cnd/before a coissued alpha is tested", "ps_1_1\nmov r0, c6\ncnd r0.rgb, r0.a, c2, c3\n+mov r0.a, c5.a", vec{0.125, 0.25, 0.375, 1}},

		{"coissue/the second reads the old color", "ps_1_1\nmov r0, v0\nmov r0.rgb, v1\n+mov r0.a, r0.b", vec{1, 0.5, 0.25, 0.125}},
		{"coissue/the second reads the old alpha", "ps_1_1\nmov r0, v0\nmov r0.a, v1.g\n+mov r0.rgb, r0.a", vec{1, 1, 1, 0.5}},
		{"coissue/both in one register of two", "ps_1_4\nmov r1, v0\nadd r1.rgb, r1, r1\n+mov r2.a, r1.g\nmov r0, r2.a", vec{0.25, 0.25, 0.25, 0.25}},
		{"coissue/cnd reads the old r0.a", "ps_1_1\nmov r0, v0\nmov r0.rgb, c6\n+cnd r0.a, r0.a, c2, c3", vec{0, 1, 0, 0.25}},

		{"source modifiers/negation", "ps_1_1\nadd r0, v1, -v0", vec{0.5, 0.25, 0.125, 0}},
		{"source modifiers/_bias", "ps_1_1\nmov r0, v0_bias", vec{0, 0, 0, 0.5}},
		{"source modifiers/-_bias", "ps_1_1\nmov r0, -v0_bias", vec{0, 0.25, 0.375, 0}},
		{"source modifiers/_bx2", "ps_1_1\nmov r0, v1_bx2", vec{1, 0, 0, 0.5}},
		{"source modifiers/-_bx2", "ps_1_1\nmov r0, -v0_bx2", vec{0, 0.5, 0.75, 0}},
		{"source modifiers/1-", "ps_1_1\nmov r0, 1-v0", vec{0.5, 0.75, 0.875, 0}},
		{"source modifiers/_x2", "ps_1_4\nmov r0, v0_x2", vec{1, 0.5, 0.25, 1}},
		{"source modifiers/-_x2", "ps_1_4\nadd r0, c5, -v0_x2", vec{0, 0.5, 0.75, 0}},
		{"source selectors/alpha", "ps_1_1\nmov r0, v1.a", vec{0.75, 0.75, 0.75, 0.75}},
		{"source selectors/blue", "ps_1_1\nmov r0, v1.b", vec{0.25, 0.25, 0.25, 0.25}},
		{"source selectors/red and green", "ps_1_4\nmov r0.rg, v1.r\nmov r0.ba, v1.g", vec{1, 1, 0.5, 0.5}},
		{"write masks", "ps_1_1\nmov r0, v0\nmov r0.a, v1.b", vec{0.5, 0.25, 0.125, 0.25}},

		{"dst shift/_x2", "ps_1_1\nmov_x2 r0, v0", vec{1, 0.5, 0.25, 1}},
		{"dst shift/_x4", "ps_1_1\nmov_x4 r0, v0", vec{1, 1, 0.5, 1}},
		{"dst shift/_x8", "ps_1_4\nmov_x8 r0, c3.r", vec{1, 1, 1, 1}},
		{"dst shift/_d2", "ps_1_1\nmov_d2 r0, v0", vec{0.25, 0.125, 0.0625, 0.5}},
		{"dst shift/_d4", "ps_1_4\nmov_d4 r0, v0", vec{0.125, 0.0625, 0.03125, 0.25}},
		{"dst shift/_d8", "ps_1_4\nmov_d8 r0, v0", vec{0.0625, 0.03125, 0.015625, 0.125}},
		{"dst shift/shift, then saturate", "ps_1_4\nmov_x4_sat r1, v0\nmov_d4 r0, r1", vec{0.25, 0.25, 0.125, 0.25}},
		{"dst shift/without saturation", "ps_1_4\nmov_x4 r1, v0\nmov_d4 r0, r1", vec{0.5, 0.25, 0.125, 1}},

		{"phase/alpha is lost", "ps_1_4\nmov r1, v0\nphase\nmov r0, r1", vec{0.5, 0.25, 0.125, 0}},
		{"phase/alpha of the second phase stays", "ps_1_4\nmov r1, v0\nphase\nmov r1.a, v1.a\nmov r0, r1", vec{0.5, 0.25, 0.125, 0.75}},
		{"bem", "ps_1_4\nbem r1.rg, v1, v0\nmov_d2 r0, r1", vec{0.875, 0.4375, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, c.asm, evalPS1(t, c.asm, ps1Coords, 0, ps1Consts).outputs[0], c.want)
		})
	}
	t.Run("OC-5/a program that does not write r0", func(t *testing.T) {
		if r := evalPS1(t, "ps_1_1\nmov r1, v0", ps1Coords, 0, ps1Consts); len(r.outputs) != 0 {
			t.Errorf("outputs %v", r.outputs)
		}
	})
}

// TestPS1Textures: every texture instruction of ps_1_x.
func TestPS1Textures(t *testing.T) {
	cube := func(stage int) emit.Stages { return emit.Stages(0).With(stage, ir.DimCube, 0) }
	volume := func(stage int) emit.Stages { return emit.Stages(0).With(stage, ir.DimVolume, 0) }
	divided := func(stage int, by uint8) emit.Stages { return emit.Stages(0).With(stage, ir.Dim2D, by) }
	for _, c := range []struct {
		name, asm string
		stages    emit.Stages
		want      vec
	}{
		{"ps_1_1 tex/2D", "ps_1_1\ntex t0\nmov r0, t0", 0, vec{0.25, 0.5, 0, 0.5}},
		{"ps_1_1 tex/cube", "ps_1_1\ntex t0\nmov r0, t0", cube(0), vec{0.25, 0.5, 0.75, 0.75}},
		{"ps_1_1 tex/volume", "ps_1_1\ntex t0\nmov r0, t0", volume(0), vec{0.25, 0.5, 0.75, 0.75}},
		{"ps_1_1 tex/divided by y", "ps_1_1\ntex t0\nmov r0, t0", divided(0, 1), vec{0.5, 1, 0, 0.5}},
		{"ps_1_1 tex/divided by z", "ps_1_1\ntex t0\nmov r0, t0", divided(0, 2), vec{1. / 3, 2. / 3, 0, 0.5}},
		{"ps_1_1 tex/divided by w", "ps_1_1\ntex t0\nmov r0, t0", divided(0, 3), vec{0.5, 1, 0, 0.5}},
		{"ps_1_1 tex/a cube is not divided", "ps_1_1\ntex t0\nmov r0, t0", emit.Stages(0).With(0, ir.DimCube, 3), vec{0.25, 0.5, 0.75, 0.75}},
		{"ps_1_1 tex/a volume divided", "ps_1_1\ntex t2\nmov r0, t2", emit.Stages(0).With(2, ir.DimVolume, 3), vec{2. / 3, 1. / 3, 2. / 3, 0.75}},
		{"ps_1_1 tex/another stage is divided", "ps_1_1\ntex t0\nmov r0, t0", divided(1, 3), vec{0.25, 0.5, 0, 0.5}},
		{"texcoord", "ps_1_1\ntexcoord t1\nmov r0, t1", 0, vec{0, 0.25, 0.5, 1}},
		{"texcoord/is within 0..1", "ps_1_1\ntexcoord t1\nmov r0, 1-t1", 0, vec{1, 0.75, 0.5, 0}},
		{"texcoord/is not divided", "ps_1_1\ntexcoord t0\nmov r0, t0", divided(0, 3), vec{0.25, 0.5, 0.75, 1}},
		{"t# is written", "ps_1_1\ntex t0\nmov t0.a, v1.g\nmov r0, t0", cube(0), vec{0.25, 0.5, 0.75, 0.5}},
		{"t# is written in part", "ps_1_1\nmov t0.a, v1.b\nmov r0, t0", 0, vec{0.25, 0.5, 0.75, 0.25}},

		{"texbem/row order", "ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1", 0, vec{0.625, 0.8125, 0, 0.5}},
		{"texbem/projection before bump", "ps_1_1\ntex t0\ntexbem t2, t0\nmov_d4 r0, t2", divided(2, 2), vec{0.53125, 0.265625, 0, 0.125}},
		{"texbem/two stages", "ps_1_1\ntex t0\ntexbem t1, t0\ntexbem t3, t0\nmov r0, t3", 0, vec{0, 0.75, 0, 0.5}},
		{"texbeml/luminance", "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", cube(0), vec{0.390625, 0.5078125, 0, 0.3125}},
		{"texbeml/luminance is at most 1", "ps_1_1\ntex t0\ntexbem t1, t0\ntexbeml t3, t0\nmov r0, t3", cube(0), vec{0, 0.75, 0, 0.5}},

		{"texreg2ar", "ps_1_1\ntex t0\ntexreg2ar t1, t0\nmov r0, t1", 0, vec{0.5, 0.25, 0, 0.5}},
		{"texreg2gb", "ps_1_1\ntex t0\ntexreg2gb t1, t0\nmov r0, t1", cube(0), vec{0.5, 0.75, 0, 0.5}},
		{"texreg2rgb", "ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1", cube(0), vec{0.25, 0.5, 0, 0.5}},
		{"texreg2rgb/volume", "ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1", cube(0).With(1, ir.DimVolume, 0), vec{0.25, 0.5, 0.75, 0.75}},
		{"texm3x2tex", "ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2", cube(0), vec{0.375, 0.625, 0, 0.5}},
		{"texm3x2tex/_bx2", "ps_1_1\ntex t0\ntexm3x2pad t1, t0_bx2\ntexm3x2tex t2, t0_bx2\nmov r0, t2", cube(0), vec{0.5, 0, 0, 0.5}},
		{"texm3x3tex/cube", "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3", cube(0).With(3, ir.DimCube, 0), vec{0.375, 0.625, 0.375, 0.75}},
		{"texm3x3tex/2D", "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3", cube(0), vec{0.375, 0.625, 0, 0.5}},
		{"texm3x3diff", "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3diff t3, t0\nmov r0, t3", cube(0).With(3, ir.DimCube, 0), vec{0.375, 0.625, 0.375, 0.75}},
		{"texm3x3", "ps_1_2\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3", cube(0), vec{0.375, 0.625, 0.375, 1}},
		{"texm3x3spec", "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c6\nmov r0, t3", cube(0).With(3, ir.DimCube, 0),
			vec{30. / 43, 7. / 43, 30. / 43, 0.75}},
		{"texm3x3spec/without a normal", "ps_1_1\ntexm3x3pad t1, r0\ntexm3x3pad t2, r0\ntexm3x3spec t3, r0, -c6\nmov r0, t3", cube(3), vec{0, 1, 0, 0.75}},
		{"texm3x3vspec", "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3vspec t3, t0\nmov r0, t3", cube(0).With(3, ir.DimCube, 0),
			vec{2. / 43, 0.994186, 0.7965116, 0.75}},
		{"texdp3", "ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1", cube(0), vec{0.375, 0.375, 0.375, 0.375}},
		{"texdp3tex", "ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1", cube(0), vec{0.375, 0, 0, 0.5}},
		{"two matrices", "ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\ntexm3x2pad t2, t0\ntexm3x2tex t3, t0\nmov r0, t3", cube(0), vec{0.625, 0.375, 0, 0.5}},

		{"texld 1.4", "ps_1_4\ntexld r0, t0", 0, vec{0.25, 0.5, 0, 0.5}},
		{"texld 1.4/the number of r# is the stage", "ps_1_4\ntexld r3, t0\nmov r0, r3", cube(3), vec{0.25, 0.5, 0.75, 0.75}},
		{"texld 1.4/TEXTURETRANSFORMFLAGS does not count", "ps_1_4\ntexld r0, t0", divided(0, 3), vec{0.25, 0.5, 0, 0.5}},
		{"_dz/_dw/_dw", "ps_1_4\ntexld r0, t0_dw", 0, vec{0.5, 1, 0, 0.5}},
		{"_dz/_dw/_dw.xyw", "ps_1_4\ntexld r0, t0_dw.xyw", volume(0), vec{0.5, 1, 0.5, 0.75}},
		{"_dz/_dw/_dz of r#", "ps_1_4\ntexcrd r0.xyz, t0\nphase\ntexld r1, r0_dz\nmov r0, r1", 0, vec{1. / 3, 2. / 3, 0, 0.5}},
		{"_dz/_dw/of texcrd", "ps_1_4\ntexcrd r1.xy, t0_dw.xyw\nmov r0, r1", 0, vec{0.5, 1, 0, 0}},
		{"texcrd/is not limited", "ps_1_4\ntexcrd r1.xyz, t1\nmov r0, -r1", 0, vec{0.5, 0, 0, 0}},
		{"texcrd/of three components", "ps_1_4\ntexcrd r1.rgb, t0\nmov r0, r1", 0, vec{0.25, 0.5, 0.75, 0}},
		{"texld 1.4/dependent", "ps_1_4\ntexcrd r0.rgb, t2\nphase\ntexld r1, r0\nmov r0, r1", cube(1), vec{0.5, 0.25, 0.5, 0.75}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, c.asm, evalPS1(t, c.asm, ps1Coords, c.stages, ps1Consts).outputs[0], c.want)
		})
	}
}

func TestPS1Depth(t *testing.T) {
	const texdepth = "ps_1_4\nmov_x4 r5, c7\nphase\ntexdepth r5\nmov r0, c1"
	const matrix = "ps_1_3\ntexm3x2pad t1, v1\ntexm3x2depth t2, v1\nmov r0, c1"
	for _, c := range []struct {
		name, asm string
		c7        vec // a quarter of r5
		t1, t2    vec
		want      float32
	}{
		{"texdepth/quotient", texdepth, vec{0.0625, 0.125}, vec{}, vec{}, 0.5},
		{"texdepth/y is at most 1", texdepth, vec{0.125, 0.5}, vec{}, vec{}, 0.5},
		{"texdepth/at most 1", texdepth, vec{0.25, 0.125}, vec{}, vec{}, 1},
		{"texdepth/at least 0", texdepth, vec{-0.125, 0.25}, vec{}, vec{}, 0},
		{"texdepth/y of 0", texdepth, vec{0.125, 0}, vec{}, vec{}, 1},
		{"texdepth/0 by 0", texdepth, vec{}, vec{}, vec{}, 1},
		{"texdepth/both negative", texdepth, vec{-0.0625, -0.125}, vec{}, vec{}, 0.5},
		{"texm3x2depth/quotient", matrix, vec{}, vec{0.25}, vec{0.5}, 0.5},
		{"texm3x2depth/w of 0", matrix, vec{}, vec{0.25}, vec{}, 1},
		{"texm3x2depth/at most 1", matrix, vec{}, vec{0.5}, vec{0.25}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := evalPS1(t, c.asm, [6]vec{1: c.t1, 2: c.t2}, 0, map[int]vec{1: {1, 1, 1, 1}, 7: c.c7})
			if d := r.builtIns[spirv.BuiltInFragDepth]; len(d) != 1 || d[0] != c.want {
				t.Errorf("depth %v, want %v", d, c.want)
			}
			expect(t, "color", r.outputs[0], vec{1, 1, 1, 1})
		})
	}
}

func TestPS1TexKill(t *testing.T) {
	for _, c := range []struct {
		name, asm string
		t0        vec
		want      bool
	}{
		{"texkill/x", "ps_1_1\ntexkill t0\nmov r0, c1", vec{-1, 1, 1, 1}, true},
		{"texkill/z", "ps_1_1\ntexkill t0\nmov r0, c1", vec{1, 1, -1, 1}, true},
		{"texkill/not w", "ps_1_1\ntexkill t0\nmov r0, c1", vec{1, 1, 1, -1}, false},
		{"texkill/zero stays", "ps_1_3\ntexkill t0\nmov r0, c1", vec{}, false},
		{"texkill/of r# in ps_1_4", "ps_1_4\ntexcrd r1.xyz, t0\nphase\ntexkill r1\nmov r0, c1", vec{1, -1, 1, 1}, true},
		{"texkill/of t# in ps_1_4", "ps_1_4\ntexkill t0\nmov r0, c1", vec{1, 1, 1, -1}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := evalPS1(t, c.asm, [6]vec{c.t0}, 0, ps1Consts).demoted; got != c.want {
				t.Errorf("dropped: %v", got)
			}
		})
	}
}
