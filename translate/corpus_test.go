package translate_test

import (
	"encoding/binary"
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

// stages is what PixelVariant has of ps_1_x: on each stage a texture of the type, and coordinates divided.
func stages(s *ir.Shader, dim ir.Dim, divisor uint8) (v emit.Stages) {
	if s.Major > 1 {
		return 0
	}
	for n := range ir.MaxStages {
		v = v.With(n, dim, divisor)
	}
	return v
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
			{"uniform, 6 planes, points, offset", p.Vertex(emit.DynamicUniform, emit.VertexVariant{ClipPlanes: 6, Points: true, Offset: true})},
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
		{"arena, cubes", p.Pixel(emit.ArenaIndex, emit.PixelVariant{Link: link, Stages: stages(p.Shader, ir.DimCube, 3)})},
		{"uniform, projected", p.Pixel(emit.DynamicUniform, emit.PixelVariant{Link: link, Stages: stages(p.Shader, ir.Dim2D, 2)})},
		{"uniform, projected volumes", p.Pixel(emit.DynamicUniform, emit.PixelVariant{Link: link, Stages: stages(p.Shader, ir.DimVolume, 3)})},
	}
}

// TestCorpusTranslates: every program of the corpus gives valid modules in every variant.
func TestCorpusTranslates(t *testing.T) { translateAll(t, corpus.Shaders(t)) }

// TestCasesTranslate: so do the programs of the executable cases.
func TestCasesTranslate(t *testing.T) { translateAll(t, corpus.CaseShaders(t)) }

func translateAll(t *testing.T, files []corpus.File) {
	batch := spirvval.NewBatch(t)
	failed := map[string]bool{}
	for _, f := range files {
		p, err := translate.Compile(tokensOf(f.Data))
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			failed[f.Name] = true
			continue
		}
		for _, m := range modules(p) {
			if err := spirv.Check(m.words); err != nil {
				text, _ := spirv.Disassemble(m.words)
				t.Errorf("%s (%s): %v\n%s", f.Name, m.name, err, text)
				failed[f.Name] = true
				continue
			}
			batch.Add(f.Name+" ("+m.name+")", m.words)
		}
	}
	n := batch.Wait()
	for _, name := range batch.Failed() {
		program, _, _ := strings.Cut(name, " (")
		failed[program] = true
	}
	t.Logf("%d of %d cases passed: %d distinct modules", len(files)-len(failed), len(files), n)
}
