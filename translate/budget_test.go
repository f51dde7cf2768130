package translate_test

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// budget is the memory in bytes that one translation may allocate, everything that it drops again counted in.
const budget = 64 << 20

// dear is the layout in which programs cost most: arenas, every product careful and every result kept finite.
func dear() emit.Layout {
	l := emit.ArenaIndex
	l.Float = emit.FloatRules{Products: emit.ProductsStrict, Extremes: emit.ExtremesFinite}
	return l
}

// repeated gives the tokens of head, line n times and tail.
func repeated(head, line, tail []uint32, n int) []uint32 {
	out := slices.Concat(head[:len(head)-1], make([]uint32, 0, n*len(line)))
	for range n {
		out = append(out, line[1:len(line)-1]...)
	}
	return append(append(out, tail[1:len(tail)-1]...), head[len(head)-1])
}

// longest gives nearly the longest program of head, line any number of times and tail that compiles.
func longest(t *testing.T, version, head, line, tail string) []uint32 {
	t.Helper()
	part := func(text string) []uint32 {
		p, err := sm.Assemble(version + "\n" + text + "\n")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return sm.Encode(p)
	}
	h, l, e := part(head), part(line), part(tail)
	low, high := 0, (sm.MaxTokens-len(h)-len(e))/max(len(l)-2, 1)
	for n := high; low < high-high/32; n = (low + high + 1) / 2 {
		if _, err := translate.Compile(repeated(h, l, e, n)); err == nil {
			low = n
		} else {
			high = n - 1
		}
	}
	if low == 0 {
		_, err := translate.Compile(repeated(h, l, e, 1))
		t.Fatalf("%s: %v", line, err)
	}
	return repeated(h, l, e, low)
}

// spent translates in fresh memory and gives what that allocates, the module's words and the program's weight.
func spent(t *testing.T, tokens []uint32) (bytes uint64, words, weight int) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // a pool lets go of what it holds in the second
	runtime.ReadMemStats(&before)
	p, err := translate.Compile(tokens)
	if err != nil {
		t.Fatal(err)
	}
	if l := dear(); p.Shader.Stage == ir.Vertex {
		words = len(p.Vertex(l, emit.VertexVariant{ClipPlanes: 6, Points: true}))
	} else {
		words = len(p.Pixel(l, emit.PixelVariant{Link: everyLink(p.Shader), Flat: true, AlphaTest: true, Fog: p.Shader.Major < 3, PointSprite: true}))
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, words, p.Shader.Weight
}

// hostile are programs that are as dear as they can be for their length.
var hostile = []struct{ name, version, head, line, tail string }{
	{"nop", "ps_3_0", "", "nop", ""},
	{"crs", "ps_3_0", "", "(!p0.wzyx) crs_sat r0.xyz, -r1_abs.yzxw, -r2_abs.zxyw", ""},
	{"crs relative", "vs_3_0", "", "(!p0.wzyx) crs_sat r0.xyz, -c[a0.x+3]_abs.yzxw, -c[a0.y+4]_abs.zxyw", ""},
	{"mad relative", "vs_3_0", "", "(!p0.wzyx) mad_sat r0.xyz, -c[a0.x+3]_abs.yzxw, -c[a0.y+4]_abs.zxyw, -c[a0.z+4]_abs.zxyw", ""},
	{"lrp relative", "vs_3_0", "", "(!p0.wzyx) lrp_sat r0.xyz, -c[a0.x+3]_abs.yzxw, -c[a0.y+4]_abs.zxyw, -c[a0.z+4]_abs.zxyw", ""},
	{"lit", "vs_3_0", "", "(!p0.wzyx) lit_sat r0.yzw, -c[a0.x+3]_abs.yzxw", ""},
	{"dst", "vs_3_0", "", "(!p0.wzyx) dst_sat r0.yzw, -c[a0.x+3]_abs.yzxw, -c[a0.y+3]_abs.yzxw", ""},
	{"pow", "vs_3_0", "", "(!p0.wzyx) pow_sat r0.xyz, -c[a0.x+3]_abs.y, -c[a0.y+3]_abs.z", ""},
	{"log", "vs_3_0", "", "(!p0.wzyx) log_sat r0.xyz, -c[a0.x+3]_abs.y", ""},
	{"rsq", "vs_3_0", "", "(!p0.wzyx) rsq_sat r0.xyz, -c[a0.x+3]_abs.y", ""},
	{"nrm", "vs_3_0", "", "(!p0.wzyx) nrm_sat r0.xyz, -c[a0.x+3]_abs.yzxw", ""},
	{"sincos", "ps_3_0", "", "(!p0.wzyx) sincos_sat r0.xy, -r1_abs.y", ""},
	{"expp", "vs_1_1", "", "expp r0, -c[a0.x+3].y", ""},
	{"m4x4", "vs_3_0", "", "m4x4_sat r0, -r0_abs.wzyx, c3", ""},
	{"m4x4 relative", "vs_3_0", "", "m4x4_sat r0, -r0_abs.wzyx, -c[a0.x+3]_abs", ""},
	{"dp2add", "ps_3_0", "", "(!p0.wzyx) dp2add_sat r0.xyz, -r0_abs.wzyx, -r1_abs.wzyx, -r2_abs.z", ""},
	{"setp", "ps_3_0", "", "(!p0.wzyx) setp_gt p0.xyz, -r0_abs.wzyx, -r1_abs.wzyx", ""},
	{"mova", "vs_3_0", "", "(!p0.wzyx) mova a0.xyz, -c[a0.x]_abs.wzyx", ""},
	{"texkill", "ps_3_0", "", "(!p0.wzyx) texkill r0", ""},
	{"texldd", "ps_3_0", "dcl_volume s0", "(!p0.wzyx) texldd_sat r0.xyz, -r1_abs.wzyx, s0.wzyx, -r2_abs.yxwz, -r3_abs.yxwz", ""},
	{"texldl", "vs_3_0", "dcl_volume s0", "(!p0.wzyx) texldl_sat r0.xyz, -c[a0.x]_abs.wzyx, s0.wzyx", ""},
	{"samplers", "ps_3_0", "", samplers(), ""},
	{"outputs", "vs_3_0", outputs(), "(!p0.wzyx) mad_sat o[aL+1].xyz, -c[a0.x+3]_abs.yzxw, -c[a0.y+4]_abs.zxyw, -c[a0.z+4]_abs.zxyw", "endloop"},
	{"packed outputs", "vs_3_0", packed(), "(!p0.wzyx) crs_sat o1.xyz, -c[a0.x+3]_abs.yzxw, -c[a0.y+4]_abs.zxyw", ""},
	{"inputs", "ps_3_0", "dcl_texcoord0 v0\ndcl_texcoord9 v9\nloop aL, i0", "(!p0.wzyx) mad_sat r0.xyz, -v[aL+1]_abs.yzxw, -v[aL+2]_abs.yzxw, -v[aL+3]_abs.yzxw", "endloop"},
	{"blocks", "ps_3_0", temps(), temps() + "if b0\nmov oC0, c0\nendif", ""},
	{"blocks that read all", "ps_3_0", temps(), "if b1\n" + temps() + "else\n" + temps() + "endif", ""},
	{"empty ifs", "ps_3_0", temps(), "if b0\nelse\nendif", ""},
	{"ifc", "ps_3_0", "", "if_gt -r0_abs.x, -r1_abs.y\nelse\nendif", ""},
	{"loops", "ps_3_0", "", "loop aL, i0\nbreak_gt -r0_abs.x, -r1_abs.y\nendloop", ""},
	{"deep loops", "vs_3_0", "", strings.Repeat("loop aL, i0\n", 4) + "add r0, r0, c[aL+3]\n" + strings.Repeat("endloop\n", 4), ""},
	{"deep ifs", "ps_3_0", "", strings.Repeat("if b0\n", 24) + "mov r0, r1\n" + strings.Repeat("else\nmov r1, r0\nendif\n", 24), ""},
	{"break under if", "ps_3_0", "rep i0", "if b3\nbreak\nendif", "endrep"},
	{"calls", "vs_3_0", "", "call l0", "ret\nlabel l0\ncallnz l1, b0\ncallnz l1, !b0\nret\nlabel l1\n" + strings.Repeat("crs r0.xyz, -c[a0.x]_abs, -c[a0.y]_abs\n", 8) + "ret"},
	{"returns", "vs_3_0", "", "call l0", "ret\nlabel l0\nrep i0\nrep i1\nif b0\nret\nendif\nendrep\nendrep\nret"},
	{"definitions", "vs_2_sw", "", definitions(), ""},
	{"defs reached relatively", "vs_2_sw", definitions(), "mad r0, c[a0.x+1], c[a0.y+2], c[a0.z+3]", ""},
	{"defs all read", "vs_2_sw", definitions(), readAll(), ""},
	{"declarations", "ps_3_0", "", "dcl_texcoord1 v0.x\ndcl_color3 v0.y", ""},
	{"constants", "vs_2_sw", "", readAll(), ""},
	{"constants in blocks", "vs_2_sw", "", "if b0\n" + readAll() + "endif", ""},
	{"ps_1_1", "ps_1_1", "", "mad_x4_sat r0.rgb, 1-r1, v0_bx2, t0_bias\n+mad_d2 r0.a, 1-r1, -v0_bx2, -t0_bias", ""},
	{"ps_1_1 cnd", "ps_1_1", "", "cnd_x4_sat r0.rgb, r0.a, -v0_bx2, -t0_bias\n+cnd_d8 r0.a, r0.a, -v0_bx2, -t0_bias", ""},
	{"texbeml", "ps_1_1", "tex t0", "texbeml t1, t0_bx2\ntexbeml t2, t0_bx2\ntexbeml t3, t0_bx2", ""},
	{"texm3x3vspec", "ps_1_1", "tex t0", "texm3x3pad t1, t0_bx2\ntexm3x3pad t2, t0_bx2\ntexm3x3vspec t3, t0_bx2", ""},
	{"texm3x3spec", "ps_1_1", "tex t0", "texm3x3pad t1, t0_bx2\ntexm3x3pad t2, t0_bx2\ntexm3x3spec t3, t0_bx2, c0", ""},
	{"tex", "ps_1_1", "", "tex t0\ntex t1\ntex t2\ntex t3", ""},
	{"bem", "ps_1_4", "", "bem_x2_sat r0.rg, r1_x2, r2_bx2", ""},
	{"texld", "ps_1_4", "", "texld r0, t0_dw.xyw\ntexld r1, t1_dz.xyz", ""},
	{"texdepth", "ps_1_4", "phase", "texdepth r5", ""},
}

func numbered(n int, line func(i string) string) string {
	var s strings.Builder
	for i := range n {
		s.WriteString(line(strconv.Itoa(i)) + "\n")
	}
	return s.String()
}

func samplers() string {
	return numbered(16, func(i string) string { return "(!p0.wzyx) texld_sat r0.xyz, -r1_abs.wzyx, s" + i + ".wzyx" })
}

func outputs() string {
	return "dcl_position o0\ndcl_texcoord0 o1\ndcl_texcoord1 o2\ndcl_texcoord2 o11\nloop aL, i0"
}

func packed() string {
	return "dcl_position o0\ndcl_texcoord0 o1.x\ndcl_texcoord1 o1.y\ndcl_texcoord2 o1.z\ndcl_texcoord3 o1.w"
}

func temps() string {
	return numbered(32, func(i string) string { return "add r" + i + ", r" + i + ", c0" })
}

func definitions() string {
	return numbered(8192, func(i string) string { return "def c" + i + ", 0.1" + i + ", 0.2" + i + ", 0.3" + i + ", 0.4" + i })
}

func readAll() string {
	return numbered(8191, func(i string) string { return "add r0, r0, c" + i })
}

// TestBudget: the longest programs of every kind stay within the memory that a translation may allocate.
func TestBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and the race detector, which runs the short tests, allocates more than the program")
	}
	const around = 4096 // words of a module beside its code
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			tokens := longest(t, tt.version, tt.head, tt.line, tt.tail)
			bytes, words, weight := spent(t, tokens)
			if bytes > budget || words > weight+around {
				t.Errorf("%d tokens of weight %d: %d words, %.1f MiB", len(tokens), weight, words, float64(bytes)/(1<<20))
			}
		})
	}
}

// TestPlainSlots: 32768 slots, the most that a device may have, of everyday instructions are not too many.
func TestPlainSlots(t *testing.T) {
	for _, tt := range []struct {
		name, version, head, line string
		slots                     int
	}{
		{"mad", "ps_3_0", "", "mad_sat r0.xyz, -r1.wzyx, c0, r2.yxzw", 1},
		{"dp3", "ps_3_0", "", "dp3_sat r0.w, -r1.wzyx, c0.yxzw", 1},
		{"m4x4", "vs_3_0", "", "m4x4 r0, r1, c0", 4},
		{"crs", "vs_3_0", "", "crs r0.xyz, r1, r2", 2},
		{"lit", "vs_3_0", "", "lit r0, r1", 3},
		{"nrm", "ps_3_0", "", "nrm r0.xyz, r1", 3},
		{"texld", "ps_3_0", "dcl_2d s0", "texld_pp r0, r1, s0", 1},
		{"skinning", "vs_3_0", "dcl_position v0", "dp4 r0.x, v0, c[a0.x]\nmul r1, r0.x, c4\nmad r2, r1, c5, r2\nadd r3.xyz, r2, r1", 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := sm.Assemble(tt.version + "\n" + tt.head + "\n" + strings.Repeat(tt.line+"\n", 32768/tt.slots))
			if err == nil {
				_, err = translate.Compile(sm.Encode(p))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
