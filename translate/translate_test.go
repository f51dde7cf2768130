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
		{"size", "vs_2_x\n" + strings.Repeat("call l0\n", 300) + "ret\nlabel l0\n" + strings.Repeat("m4x4 r0, r1, c0\n", 100) + "ret", "operations"},
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

// TestGreatestProgram: the longest program of the instruction that grows most still gives a module within SPIR-V's limit, and
// longer ones are refused.
func TestGreatestProgram(t *testing.T) {
	const head, line = "vs_3_0\nrcp r0, v0.x\n", "m4x4 r0, r0_abs, -r1\n"
	const operations, each = 40960 - 1, 5 // ir's limit, and what line is
	p, err := translate.Compile(assemble(t, head+strings.Repeat(line, operations/each)))
	if err != nil {
		t.Fatal(err)
	}
	var long *ir.UnsupportedError
	if _, err := translate.Compile(assemble(t, head+strings.Repeat(line, operations/each+1))); !errors.As(err, &long) {
		t.Errorf("a longer program: %v", err)
	}
	if bound := p.Vertex(emit.ArenaIndex, emit.VertexVariant{})[3]; bound < 1<<17 || bound > spirv.MaxBound {
		t.Errorf("the module has %d ids", bound)
	} else {
		t.Logf("%d ids", bound)
	}
}

func FuzzCompile(f *testing.F) {
	f.Add([]byte{0x00, 0x03, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00})
	for _, asm := range []string{
		"vs_1_1\ndcl_position v0\ndcl_color v5\ndef c90, 0, 1, 2, 3\nmov a0.x, v0.x\nm4x4 oPos, v0, c[a0.x+4]\nexpp r0, v0.x\nlogp r1, v0.y\nlit r2, v0\ndst r3, v0, v5\nmov oD0, v5\nmov oD1.xyz, r2\nmov oFog, r0.x\nmov oPts, r1.x\nmad oT0.xy, r3, c90.y, c90.x",
		"vs_2_0\ndcl_position v0\ndcl_texcoord v7\ndefi i0, 3, 1, 2, 0\ndefb b1, true\nmova a0.xy, v7\nmov oT0, v7\nloop aL, i0\nadd r0, v0, c[aL+2]\nmov oT1, r0\nendloop\nif b1\nmov r1, c[a0.y]\nelse\nrep i1\nsge r1, v0, c3\nendrep\nendif\nsincos r2.xy, r1.x, c4, c5\nsgn r3, r1, r4, r5\ncrs r4.xyz, r0, r1\nnrm r5.xyz, r4\npow r6, r0.x, r1.y\nabs r7, r6\nmov oPos, r7",
		"vs_2_x\ndcl_position v0\nloop aL, i0\ncall l0\nendloop\ncallnz l1, !b1\nif b0\nret\nendif\nmov oPos, r0\nret\nlabel l0\nrep i1\nif_gt r0.x, c0.x\nret\nendif\nadd r0, r0, c[aL]\nendrep\ncall l1\nret\nlabel l1\nmov r0, v0\nret\nlabel l2",
		"vs_2_x\ndcl_position v0\nsetp_gt p0, v0, c0\n(p0.x) add r0, v0, c1\n(!p0) mov r0, c2\nif_lt r0.x, c0.y\nmov r1, c3\nendif\nmov oPos, r0",
		"vs_3_0\ndcl_position v0\ndcl_texcoord3 v1\ndcl_2d s0\ndcl_position o0\ndcl_texcoord o1.xy\ndcl_fog o1.z\ndcl_psize o2\ndcl_color o3\nmov r0, c0\nloop aL, i0\nmov o[aL+1], v[aL]\nbreak_ge r0.x, c1.x\nendloop\ntexldl r1, v1, s0\nmov o3, r1\nmov o2, c2.x\nm3x3 r2.xyz, v0, c4\nmov o0, v0",
		"ps_2_0\ndcl t0\ndcl t1.xy\ndcl v0\ndcl_2d s0\ndcl_cube s1\ndcl_volume s2\ndef c0, 1, -2, 0.5, 0\ntexld r0, t0, s0\ntexldp r1, t0, s1\ntexldb r2, t0, s2\ntexkill t1\ncmp r3, r0, r1, -r2\nlrp r3, r0, r1, v0\ndp2add r4.x, r0, r1, r2.x\nmad_sat_pp r3, r3, c0, r4.x\nmov oDepth, r3.x\nmov oC0, r3\nmov oC1, r1",
		"ps_2_x\ndcl t0\ndcl_2d s0\nif !b0\nrep i0\nif_ne r0.x, c0.x\nbreak\nendif\ndsx r1, t0\ndsy r2, t0\ntexldd r3, t0, s0, r1, r2\nendrep\nendif\nfrc r4, r3\nmin r4, r4, c1\nmax r4, r4, c2\nrcp r5, r4.x\nrsq r5.y, r4.y\nexp r5.z, r4.z\nlog r5.w, r4.w\nmov oC0, r5",
		"ps_3_0\ndcl_texcoord v0\ndcl_color1_centroid v1\ndcl vPos.xy\ndcl vFace\ndcl_2d s3\nmov r0, vPos.xyxy\ncmp r1, vFace, v0, v1\nloop aL, i2\nadd r0, r0, v[aL]\nsetp_le p0, r0, r1\nbreakp p0.y\nendloop\nif p0.x\ntexldl r2, v0, s3\nmov oC3.yw, r2\nelse\nmov oC1, r0_abs\nendif\nmul oC0, r0, -r1\ntexkill r0\nmov oDepth, r1.x",
	} {
		p, err := sm.Assemble(asm)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(sm.EncodeBytes(p))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkDamaged(t, tokensOf(data)) })
}
