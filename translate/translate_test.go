package translate_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"d3d9vk/internal/corpus"
	"d3d9vk/internal/spirvval"
	"d3d9vk/spirv"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

func assemble(t testing.TB, asm string) []uint32 {
	t.Helper()
	p, err := sm.Assemble(asm)
	if err != nil {
		t.Fatalf("%v\n%s", err, asm)
	}
	return sm.Encode(p)
}

func TestWhatDoesNotTranslateIsAnError(t *testing.T) {
	for _, c := range []struct{ name, asm, want string }{
		{"ps_1_x", "ps_1_1\ntex t0\nmov r0, t0", "ps_1_1"},
		{"call", "vs_2_0\ndcl_position v0\ncall l0\nmov oPos, v0\nret\nlabel l0\nmov r0, v0\nret", "subroutine"},
		{"a boolean that no block holds", "vs_2_sw\ndcl_position v0\nmov oPos, v0\nif b40\nmov oPos, v0\nendif", "b40"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := translate.Compile(assemble(t, c.asm))
			var unsupported *ir.UnsupportedError
			if !errors.As(err, &unsupported) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want an UnsupportedError with %q", err, c.want)
			}
		})
	}
	var syntax *sm.SyntaxError
	if _, err := translate.Compile([]uint32{0xFFFE0200}); !errors.As(err, &syntax) {
		t.Errorf("no end token: %v", err)
	}
	var program *ir.ProgramError
	if _, err := translate.Compile(assemble(t, "ps_3_0\nif b0\nmov oC0, c0")); !errors.As(err, &program) {
		t.Errorf("an open block: %v", err)
	}
}

func TestProgramsMayBeUsedByManyGoroutines(t *testing.T) {
	vs, err := translate.Compile(assemble(t, "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nm4x4 o0, v0, c0\nmov o1, v1"))
	if err != nil {
		t.Fatal(err)
	}
	ps, err := translate.Compile(assemble(t, "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmul oC0, r0, c0"))
	if err != nil {
		t.Fatal(err)
	}
	variant := emit.PixelVariant{Link: translate.Link(vs, ps)}
	wantV, wantP := vs.Vertex(emit.ArenaIndex, emit.VertexVariant{}), ps.Pixel(emit.DynamicUniform, variant)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 200 {
				if !slices.Equal(wantV, vs.Vertex(emit.ArenaIndex, emit.VertexVariant{})) || !slices.Equal(wantP, ps.Pixel(emit.DynamicUniform, variant)) {
					t.Error("a module differs")
					return
				}
			}
		})
	}
	group.Wait()
}

// damage changes a few words of a program, mostly a few bits of one.
func damage(r *rand.Rand, tokens []uint32, other [][]uint32) []uint32 {
	tokens = slices.Clone(tokens)
	for range 1 + r.IntN(4) {
		at := r.IntN(len(tokens))
		switch r.IntN(6) {
		case 0:
			tokens[at] = r.Uint32()
		case 1:
			from := other[r.IntN(len(other))]
			tokens[at] = from[r.IntN(len(from))]
		case 2:
			tokens = slices.Delete(tokens, at, min(at+1+r.IntN(3), len(tokens)))
		case 3:
			tokens = slices.Insert(tokens, at, tokens[at:min(at+r.IntN(6), len(tokens))]...)
		default:
			tokens[at] ^= 1 << r.IntN(32)
		}
		if len(tokens) == 0 {
			return []uint32{0}
		}
	}
	return tokens
}

// damaged programs must not panic, and what Compile accepts must give modules that pass Check.
func checkDamaged(t *testing.T, tokens []uint32) *translate.Program {
	t.Helper()
	p, err := translate.Compile(tokens)
	if err != nil {
		return nil
	}
	for _, m := range modules(p) {
		if err := spirv.Check(m.words); err != nil {
			t.Fatalf("%s: %v\n%#x", m.name, err, tokens)
		}
	}
	return p
}

// TestDamagedPrograms: of programs with flipped bits, many are still programs; all their modules are valid.
func TestDamagedPrograms(t *testing.T) {
	var seeds [][]uint32
	for _, f := range corpus.Shaders(t) {
		if tokens := tokensOf(f.Data); len(tokens) < 400 {
			if _, err := translate.Compile(tokens); err == nil {
				seeds = append(seeds, tokens)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 9))
	batch := spirvval.NewBatch(t)
	accepted := 0
	for i := range 4000 {
		p := checkDamaged(t, damage(r, seeds[i%len(seeds)], seeds))
		if p == nil {
			continue
		}
		accepted++
		if accepted%8 == 0 { // the judge is slow
			for _, m := range modules(p) {
				batch.Add(m.name, m.words)
			}
		}
	}
	batch.Wait()
	if accepted < 200 {
		t.Errorf("only %d damaged programs were accepted", accepted)
	}
}

// TestGreatestProgram: the longest program of the instruction that grows most still gives a module within SPIR-V's limit.
func TestGreatestProgram(t *testing.T) {
	const head, line = "vs_3_0\nrcp r0, v0.x\n", "m4x4 r0, r0_abs, -r1\n"
	short := len(assemble(t, head))
	size := len(assemble(t, head+line)) - short
	p, err := translate.Compile(assemble(t, head+strings.Repeat(line, (sm.MaxTokens-short)/size)))
	if err != nil {
		t.Fatal(err)
	}
	if bound := p.Vertex(emit.ArenaIndex, emit.VertexVariant{})[3]; bound < 1<<20 || bound > spirv.MaxBound {
		t.Errorf("the module has %d ids", bound)
	} else {
		t.Logf("%d ids", bound)
	}
}

func FuzzCompile(f *testing.F) {
	f.Add([]byte{0x00, 0x03, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00})
	for _, asm := range []string{
		"vs_2_0\ndcl_position v0\nm4x4 oPos, v0, c0\nmov oT0, v0",
		"ps_3_0\ndcl_texcoord v0\nloop aL, i0\nsetp_gt p0, v0, c0\n(p0) add r0, r0, v[aL]\nbreakp p0.x\nendloop\nmov oC0, r0",
	} {
		p, err := sm.Assemble(asm)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(sm.EncodeBytes(p))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkDamaged(t, tokensOf(data)) })
}
