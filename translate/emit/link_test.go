package emit_test

import (
	"testing"

	"d3d9vk/translate/emit"
)

// vertexSides are vertex shaders that write c1 to COLOR0, c2 to COLOR1, c3 to TEXCOORD2 and c4 to FOG0 (its x), by version.
var vertexSides = map[string]string{
	"vs_1_1": "vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oD0, c1\nmov oD1, c2\nmov oT2, c3\nmov oFog, c4.x",
	"vs_2_0": "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oT2, c3\nmov oD1, c2\nmov oD0, c1\nmov oFog, c4.x",
	"vs_2_x": "vs_2_x\ndcl_position v0\nmov oFog, c4.x\nmov oPos, v0\nmov oT2, c3\nmov oD1, c2\nmov oD0, c1",
	"vs_3_0": "vs_3_0\ndcl_position v0\ndcl_texcoord2 o0\ndcl_color1 o3\ndcl_position o5\ndcl_color o7\ndcl_fog o8.x\nmov o5, v0\nmov o7, c1\nmov o3, c2\nmov o0, c3\nmov o8.x, c4.x",
}

// bareSides write the position alone, and halfSides the y of each.
var (
	bareSides = map[string]string{
		"vs_1_1": "vs_1_1\ndcl_position v0\nmov oPos, v0", "vs_2_0": "vs_2_0\ndcl_position v0\nmov oPos, v0",
		"vs_2_x": "vs_2_x\ndcl_position v0\nmov oPos, v0", "vs_3_0": "vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0",
	}
	halfSides = map[string]string{
		"vs_1_1": "vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oD0.y, c1\nmov oD1.y, c2\nmov oT2.y, c3",
		"vs_2_0": "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD0.y, c1\nmov oD1.y, c2\nmov oT2.y, c3",
		"vs_2_x": "vs_2_x\ndcl_position v0\nmov oPos, v0\nmov oD0.y, c1\nmov oD1.y, c2\nmov oT2.y, c3",
		"vs_3_0": "vs_3_0\ndcl_position v0\ndcl_texcoord2 o0\ndcl_color1 o3.xy\ndcl_position o5\ndcl_color o7\nmov o5, v0\nmov o7.y, c1\nmov o3.y, c2\nmov o0.y, c3",
	}
)

// pixelSides read one semantic each.
var pixelSides = map[string]map[string]string{
	"ps_2_0": {
		"COLOR0": "ps_2_0\ndcl t0\ndcl v1\ndcl v0\nmov r0, v0\nmov oC0, r0", "COLOR1": "ps_2_0\ndcl v1\nmov r0, v1\nmov oC0, r0",
		"TEXCOORD2": "ps_2_0\ndcl t2\nmov r0, t2\nmov oC0, r0",
	},
	"ps_2_x": {
		"COLOR0": "ps_2_x\ndcl v0\nmov r0, v0\nmov oC0, r0", "COLOR1": "ps_2_x\ndcl t4\ndcl v1\nmov r0, v1\nmov oC0, r0",
		"TEXCOORD2": "ps_2_x\ndcl t7\ndcl t2\nmov r0, t2\nmov oC0, r0",
	},
	"ps_3_0": {
		"COLOR0": "ps_3_0\ndcl_texcoord5 v0\ndcl_color v8\nmov oC0, v8", "COLOR1": "ps_3_0\ndcl_color1 v0\nmov oC0, v0",
		"TEXCOORD2": "ps_3_0\ndcl_color1 v3\ndcl_texcoord2 v1\nmov oC0, v1", "FOG0": "ps_3_0\ndcl_fog v2\nmov oC0, v2",
		"NORMAL0": "ps_3_0\ndcl_normal v2\nmov oC0, v2",
	},
}

// through runs a vertex and a pixel shader as the pipeline does, for one vertex.
func through(t *testing.T, vs, ps string, c map[int]vec) vec {
	t.Helper()
	link := emit.MakeLink(build(t, vs), build(t, ps))
	out := eval(t, vs, scene{inputs: []vec{{}}, c: c, brief: true}).outputs
	in := scene{unlinked: true, brief: true, pixel: emit.PixelVariant{Link: link}}
	for n := range uint32(len(out)) {
		in.inputs = append(in.inputs, out[n])
	}
	return eval(t, ps, in).outputs[0]
}

// TestLinkage: pairs of every model meet by semantic, and what nobody writes has Direct3D 9's default.
func TestLinkage(t *testing.T) {
	c := map[int]vec{1: {0.5, 0.25, 0.125, 0.75}, 2: {0.75, 0.5, 0.25, 0.125}, 3: {5, -6, 7, 8}, 4: {0.25}}
	for vsName := range vertexSides {
		for psName, reads := range pixelSides {
			for semantic, ps := range reads {
				written, unwritten := vec{}, vec{}
				switch semantic {
				case "COLOR0":
					written, unwritten = c[1], all(1)
				case "COLOR1":
					written, unwritten = c[2], vec{0, 0, 0, 1}
				case "TEXCOORD2":
					written = c[3]
				case "FOG0":
					written, unwritten = vec{0.25, 1, 1, 1}, all(1)
				}
				half := unwritten
				if semantic != "NORMAL0" && semantic != "FOG0" {
					half[1] = written[1]
				}
				pair := vsName + " with " + psName + " " + semantic
				t.Run("OT-8/"+pair, func(t *testing.T) { expect(t, "written", through(t, vertexSides[vsName], ps, c), written) })
				t.Run("OT-3/"+pair+" unwritten", func(t *testing.T) { expect(t, "unwritten", through(t, bareSides[vsName], ps, c), unwritten) })
				t.Run("OT-3/"+pair+" y alone", func(t *testing.T) { expect(t, "y alone", through(t, halfSides[vsName], ps, c), half) })
			}
		}
	}
	t.Run("vs_3_0 o#/by semantic, not by number", func(t *testing.T) {
		vs := "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_normal3 o1\ndcl_texcoord15 o2\ndcl_position1 o3\ndcl_sample7 o4.xy\ndcl_tessfactor o4.zw\nmov o0, v0\nmov o1, c1\nmov o2, c2\nmov o3, c3\nmov o4, c4"
		values := map[int]vec{1: {1, 2, 3, 4}, 2: {5, 6, 7, 8}, 3: {9, 10, 11, 12}, 4: {13, 14, 15, 16}}
		for dcl, want := range map[string]vec{
			"dcl_normal3": values[1], "dcl_texcoord15": values[2], "dcl_position1": values[3], "dcl_sample7": {13, 14, 0, 0}, "dcl_tessfactor": {0, 0, 15, 16},
			"dcl_normal1": {}, "dcl_texcoord2": {}, "dcl_color": {1, 1, 1, 1},
		} {
			expect(t, dcl, through(t, vs, "ps_3_0\n"+dcl+" v4\nmov oC0, v4", values), want)
		}
	})
	t.Run("OT-8/colors of models below 3 are within 0..1", func(t *testing.T) {
		c := map[int]vec{1: {-1, 0.5, 2, 3}}
		expect(t, "vs_2_0", through(t, vertexSides["vs_2_0"], pixelSides["ps_3_0"]["COLOR0"], c), vec{0, 0.5, 1, 1})
		expect(t, "vs_3_0", through(t, vertexSides["vs_3_0"], pixelSides["ps_3_0"]["COLOR0"], c), vec{-1, 0.5, 2, 3})
	})
	t.Run("fog/the factor is FOG0 or the alpha of COLOR1", func(t *testing.T) {
		ps := build(t, "ps_2_0\ndcl v0\nmov r0, v0\nmov oC0, r0")
		for vs, want := range map[string]uint8{vertexSides["vs_2_x"]: 1, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD1, c2": 1 | emit.FogFromColor1, bareSides["vs_3_0"]: 0} {
			if got := emit.MakeLink(build(t, vs), ps).Fog; got != want {
				t.Errorf("%s: link %#x, want %#x", vs, got, want)
			}
		}
	})
}
