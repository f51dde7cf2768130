package translate_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"d3d9vk/internal/corpus"
	"d3d9vk/internal/spirvval"
	"d3d9vk/spirv"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
)

func tokensOf(data []byte) []uint32 {
	tokens := make([]uint32, len(data)/4)
	for i := range tokens {
		tokens[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return tokens
}

// everyLink gives each input a location of its own.
func everyLink(s *ir.Shader) (l emit.Link) {
	for i := range min(len(s.Inputs), emit.MaxLinks) {
		l.Loc[i] = uint8(i + 1)
	}
	l.Fog = uint8(len(s.Inputs) + 1)
	return l
}

type module struct {
	name  string
	words []uint32
}

// modules makes a program's modules in variants that differ as much as possible.
func modules(p *translate.Program) []module {
	if p.Shader.Stage == ir.Vertex {
		return []module{
			{"arena", p.Vertex(emit.ArenaIndex, emit.VertexVariant{})},
			{"uniform, 6 planes, points", p.Vertex(emit.DynamicUniform, emit.VertexVariant{ClipPlanes: 6, Points: true})},
			{"arena, 1 plane, points", p.Vertex(emit.ArenaIndex, emit.VertexVariant{ClipPlanes: 1, Points: true})},
		}
	}
	fog := p.Shader.Major < 3
	link := everyLink(p.Shader)
	specular := link
	specular.Fog = 1 | emit.FogFromColor1
	return []module{
		{"arena", p.Pixel(emit.ArenaIndex, emit.PixelVariant{Link: link})},
		{"arena, unlinked, alpha test", p.Pixel(emit.ArenaIndex, emit.PixelVariant{AlphaTest: true})},
		{"uniform, flat, fog, alpha test", p.Pixel(emit.DynamicUniform, emit.PixelVariant{Link: link, Flat: true, AlphaTest: true, Fog: fog})},
		{"arena, specular fog, sprites", p.Pixel(emit.ArenaIndex, emit.PixelVariant{Link: specular, Fog: fog, PointSprite: true})},
	}
}

// wanted: the versions and features that translate.
func wanted(name string) bool {
	base := name[strings.LastIndex(name, "/")+1:]
	return !strings.HasPrefix(base, "ps_1_")
}

// TestCorpusTranslates: every program of the corpus but ps_1_x and those with subroutines gives valid modules in every variant.
func TestCorpusTranslates(t *testing.T) {
	batch := spirvval.NewBatch(t)
	translated, refused := 0, 0
	for _, f := range append(corpus.Shaders(t), corpus.CaseShaders(t)...) {
		p, err := translate.Compile(tokensOf(f.Data))
		var unsupported *ir.UnsupportedError
		switch {
		case errors.As(err, &unsupported):
			refused++
			if wanted(f.Name) && !strings.Contains(unsupported.What, "subroutine") && !strings.HasPrefix(unsupported.What, "ps_1") {
				t.Errorf("%s: %v", f.Name, err)
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		translated++
		for _, m := range modules(p) {
			if err := spirv.Check(m.words); err != nil {
				text, _ := spirv.Disassemble(m.words)
				t.Errorf("%s (%s): %v\n%s", f.Name, m.name, err, text)
				continue
			}
			batch.Add(f.Name+" ("+m.name+")", m.words)
		}
	}
	n := batch.Wait()
	t.Logf("%d programs translated to %d distinct modules, %d of versions and features to come refused", translated, n, refused)
	if translated < 300 && !t.Failed() {
		t.Errorf("only %d programs translated", translated)
	}
}

func BenchmarkCompile(b *testing.B) {
	var programs [][]uint32
	tokens := 0
	for _, f := range corpus.Shaders(b) {
		if p, err := translate.Compile(tokensOf(f.Data)); err == nil && p != nil {
			programs = append(programs, tokensOf(f.Data))
			tokens += len(f.Data) / 4
		}
	}
	n := 0
	for b.Loop() {
		for _, code := range programs {
			p, err := translate.Compile(code)
			if err != nil {
				b.Fatal(err)
			}
			if p.Shader.Stage == ir.Vertex {
				p.Vertex(emit.ArenaIndex, emit.VertexVariant{})
			} else {
				p.Pixel(emit.ArenaIndex, emit.PixelVariant{})
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "shaders/s")
	b.ReportMetric(float64(tokens)/float64(len(programs)), "tokens/shader")
}
