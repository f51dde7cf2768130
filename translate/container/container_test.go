package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pierrec/lz4/v4"

	"d3d9vk/internal/corpus"
	"d3d9vk/translate/sm"
)

func code(t testing.TB, asm string) []byte {
	t.Helper()
	p, err := sm.Assemble(asm)
	if err != nil {
		t.Fatal(err)
	}
	return sm.EncodeBytes(p)
}

const (
	vertexAsm = "vs_2_0\ndcl_position v0\ndef c9, 1, 2, 3, 4\nm4x4 oPos, v0, c0\nmov oT0, c9"
	pixelAsm  = "ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0"
	oldAsm    = "ps_1_1\ndef c0, 1, 1, 1, 1\ntex t0\nmul r0, t0, c0\n+mov r0.a, v0.a"
)

func words(list ...uint32) (out []byte) {
	for _, w := range list {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}

// block is a size with its bytes, padded.
func block(data []byte) []byte {
	out := append(words(uint32(len(data))), data...)
	for len(out)%4 != 0 {
		out = append(out, 0)
	}
	return out
}

// effectFile writes an effect with a technique of one pass that has both shaders, and a parameter that is an array of two pixel shaders.
func effectFile(vs, ps, old []byte) []byte {
	var base []byte
	put := func(data []byte) uint32 {
		at := len(base)
		base = append(base, data...)
		return uint32(at)
	}
	text := func(s string) uint32 { return put(block([]byte(s + "\x00"))) }
	put(words(0)) // offset 0 is nothing
	array, technique, pass := text("Variants"), text("Main"), text("P0")
	typ := put(words(typePixelShader, 4, array, 0, 2))
	value := put(words(3, 4))
	state := put(words(0, 0))
	start := uint32(len(base))
	put(words(1, 1, 0, 5))                                    // parameters, techniques, -, objects
	put(words(typ, value, 0, 1, state, state))                // the parameter, with an annotation
	put(words(technique, 0, 1, pass, 0, 2))                   // the technique and its pass of two states
	put(words(statePixelShader, 0, state, state))             //
	put(words(stateVertexShader, 0, state, state))            //
	put(words(2, 2))                                          // small and large data
	put(append(words(3), block(ps)...))                       //
	put(append(words(4), block(old)...))                      //
	put(append(words(0, 0, noTechnique, 0, 0), block(ps)...)) // technique 0, pass 0, state 0
	put(append(words(0, 0, noTechnique, 1, 0), block(vs)...)) // state 1
	return join(effectTag, words(start), base)
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func dxbcFile(vs []byte) []byte {
	chunk := join([]byte("Aon9"), words(uint32(16+len(vs)), 0, 0x200, 16, 0), vs)
	shdr := join([]byte("SHDR"), words(8, 0x10040, 2))
	head := join([]byte("DXBC"), make([]byte, 16), words(1, uint32(40+len(chunk)+len(shdr)), 2, 40, uint32(40+len(chunk))))
	return join(head, chunk, shdr)
}

func xnbFile(flags byte, content []byte) []byte {
	packed := content
	switch flags {
	case xnbLZX:
		packed = append(words(uint32(len(content))), packLZX(content)...)
	case xnbLZ4:
		out := make([]byte, lz4.CompressBlockBound(len(content)))
		n, err := lz4.CompressBlock(content, out, nil)
		if err != nil || n == 0 {
			panic(fmt.Sprint("LZ4: ", n, err))
		}
		packed = append(words(uint32(len(content))), out[:n]...)
	}
	return join([]byte("XNBw\x05"), []byte{flags}, words(uint32(xnbHeader+len(packed))), packed)
}

// source is C source with arrays of bytes and of words, and others.
func source(vs, ps []byte) string {
	var b strings.Builder
	b.WriteString("#if 0\n//\n   vs_2_0\n#endif\nconst char *names[2] = { \"a\", \"b\" };\nstatic const float f[1] = { 1.0f };\nconst BYTE g_main[] =\n{\n")
	for i, c := range vs {
		fmt.Fprintf(&b, "%5d,%s", c, []string{"", "\n"}[i%6/5])
	}
	b.WriteString("};\nstatic const DWORD words[] = { // tokens\n")
	for _, w := range tokensOf(ps) {
		fmt.Fprintf(&b, "0x%08xu, /* %d */", w, w)
	}
	return b.String() + "\n};\n"
}

// describe is a line for each program: offset, version, name and the first of its kind.
func describe(r Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", r.Format)
	for _, s := range r.Shaders {
		fmt.Fprintf(&b, "; %v", sm.Version(s.Tokens()[0]))
		if s.Name != "" {
			b.WriteString(" " + s.Name)
		}
		if s.Same >= 0 {
			fmt.Fprintf(&b, " =%d", s.Same)
		}
	}
	return b.String()
}

func TestFind(t *testing.T) {
	vs, ps, old := code(t, vertexAsm), code(t, pixelAsm), code(t, oldAsm)
	nested := sm.Program{Version: sm.PS_3_0, Instrs: []sm.Instr{{Op: sm.OpComment}, {Op: sm.OpMov, Dst: &sm.Dst{Type: sm.RegColorOut, Mask: 15}, Src: []sm.Src{{Swizzle: sm.SwizzleXYZW}}}}}
	nested.Instrs[0].Comment = tokensOf(ps)
	effect := effectFile(vs, ps, old)
	named := "; ps_2_0 Variants[0]; ps_1_1 Variants[1]; ps_2_0 Main/P0/PixelShader =0; vs_2_0 Main/P0/VertexShader"
	reader := []byte("\x01\x2cMicrosoft.Xna.Framework.Content.EffectReader\x00\x00\x00\x00\x00\x01")
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, "unknown"},
		{"text", []byte("no shader here"), "unknown"},
		{"tokens", ps, "tokens; ps_2_0"},
		{"tokens with bytes behind", append(bytes.Clone(vs), "rest"...), "tokens; vs_2_0"},
		{"a program without instructions", words(uint32(sm.PS_2_0), sm.EndToken), "tokens; ps_2_0"},
		{"such a program inside a file", append([]byte("xyz"), words(uint32(sm.PS_2_0), sm.EndToken)...), "unknown"},
		{"programs at odd offsets", join([]byte("x"), ps, []byte("yz"), old, vs, ps), "unknown; ps_2_0; ps_1_1; vs_2_0; ps_2_0 =0"},
		{"a program in another's comment", append([]byte("abc"), sm.EncodeBytes(&nested)...), "unknown; ps_3_0"},
		{"a program cut off before another", join([]byte("abcd"), vs[:len(vs)-8], ps), "unknown; ps_2_0"},
		{"effect", effect, "effect" + named},
		{"effect behind XNA's header", join(xnaTag, words(8), effect), "effect" + named},
		{"effect whose lists are cut off", join(effectTag, words(0), ps), "effect; ps_2_0"},
		{"effect whose start is outside", join(effectTag, words(0xFFFFFFF0), ps), "effect; ps_2_0"},
		{"xnb", xnbFile(0, append(reader, effect...)), "xnb" + named},
		{"xnb with LZX", xnbFile(xnbLZX, append(reader, effect...)), "xnb" + named},
		{"xnb with LZ4", xnbFile(xnbLZ4, append(reader, effect...)), "xnb" + named},
		{"C source", []byte(source(vs, ps)), "header; vs_2_0 g_main; ps_2_0 words"},
		{"dxbc with Aon9", dxbcFile(vs), "dxbc; vs_2_0 Aon9"},
		{"dxbc inside a file", append([]byte("MGFX"), dxbcFile(vs)...), "unknown; vs_2_0 Aon9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Find(c.data)
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(r); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			for _, s := range r.Shaders {
				if _, err := sm.Parse(s.Code); err != nil || !r.Unpacked && r.Format != Header && !bytes.Equal(c.data[s.Offset:s.Offset+len(s.Code)], s.Code) {
					t.Errorf("the program at %d is not what stands there: %v", s.Offset, err)
				}
			}
		})
	}
}

func TestFindErrors(t *testing.T) {
	packed := xnbFile(xnbLZ4, bytes.Repeat([]byte("shader "), 100))
	broken := bytes.Clone(packed)
	broken[xnbContent+1] ^= 0xFF
	large := bytes.Clone(packed)
	large[xnbUnpacked+3] = 0x7F
	lzx := bytes.Clone(packed)
	lzx[xnbFlags] = xnbLZX
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"xnb header", "offset 4: the .xnb header is cut off", packed[:4]},
		{"xnb size", "offset 12: the .xnb header is cut off", packed[:12]},
		{"xnb too large", "offset 10: the .xnb content is 2130707132 bytes unpacked", large},
		{"LZ4", "offset 14: the .xnb content is no LZ4 block", packed[:xnbContent+3]},
		{"LZX", "LZX: ", lzx},
		{"beginnings without end", "the search was given up", bytes.Repeat(words(uint32(sm.VS_1_1), 0), 1<<14)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Find(c.data)
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestNoiseHoldsNoShaders: random words, and words of the kinds that pictures and programs are full of, do not look like programs.
func TestNoiseHoldsNoShaders(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	likely := []uint32{0xFFFF0200, 0xFFFE0300, 0xFFFFFFFF, 0, 0x0000FFFF, 0xFF, 1, 0xFFFFFF, 0x80000000, 0x3F800000, 0xFFFE0101}
	for range 20 {
		var data []byte
		for range 1 << 15 {
			w := r.Uint32()
			if r.IntN(2) == 0 {
				w = likely[r.IntN(len(likely))]
			}
			data = binary.LittleEndian.AppendUint32(data, w)
		}
		found, err := Find(data)
		if err != nil || len(found.Shaders) > 0 {
			t.Errorf("%d shaders in noise (%v): %#x", len(found.Shaders), err, found.Shaders)
		}
	}
}

// TestCorpusFound: every program of the corpus is found inside a file that holds them all.
func TestCorpusFound(t *testing.T) {
	var data []byte
	files := corpus.Shaders(t)
	at := map[int]string{}
	for i, f := range files {
		data = append(data, make([]byte, i%5)...)
		at[len(data)] = f.Name
		data = append(data, f.Data...)
	}
	r, err := Find(append([]byte("file"), data...))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Shaders {
		delete(at, s.Offset-4)
	}
	for _, name := range at {
		t.Logf("not taken for a compiler's program: %s", name)
	}
	if len(at) > len(files)/50 {
		t.Errorf("%d of %d programs were not found", len(at), len(files))
	}
}

func FuzzFind(f *testing.F) {
	vs, ps, old := code(f, vertexAsm), code(f, pixelAsm), code(f, oldAsm)
	effect := effectFile(vs, ps, old)
	for _, seed := range [][]byte{ps, effect, xnbFile(0, effect), xnbFile(xnbLZX, effect), xnbFile(xnbLZ4, effect), dxbcFile(vs), []byte(source(vs, ps)), []byte("BYTE a[] = {A")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Find(data)
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("%v is not an *Error", err)
		}
		end := 0
		for i, s := range r.Shaders {
			if r.Format != Header && s.Offset < end || s.Same >= i {
				t.Fatalf("shader %d starts at %d, before %d, or is the same as %d", i, s.Offset, end, s.Same)
			}
			end = s.Offset + len(s.Code)
			if _, err := sm.Parse(s.Code); err != nil {
				t.Fatalf("shader %d: %v", i, err)
			}
		}
	})
}
