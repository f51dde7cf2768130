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
	"d3d9vk/translate/sm"
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

// emitPlain makes a program's module in its plainest variant.
func emitPlain(p *translate.Program) {
	if p.Shader.Stage == ir.Vertex {
		p.Vertex(emit.ArenaIndex, emit.VertexVariant{})
	} else {
		p.Pixel(emit.ArenaIndex, emit.PixelVariant{})
	}
}

// BenchmarkCorpus measures the steps of a translation and all of them, over every program of the corpus that
// translates; parallel with a goroutine for each processor.
func BenchmarkCorpus(b *testing.B) {
	var codes [][]uint32
	var parsed []*sm.Program
	var programs []*translate.Program
	instructions := 0
	for _, f := range corpus.Shaders(b) {
		tokens := tokensOf(f.Data)
		program, err := translate.Compile(tokens)
		if err != nil {
			continue
		}
		p, err := sm.ParseTokens(tokens)
		if err != nil {
			b.Fatal(err)
		}
		codes, parsed, programs = append(codes, tokens), append(parsed, p), append(programs, program)
		instructions += len(program.Shader.Code)
	}
	var parser sm.Parser
	all := func(i int) {
		if p, err := translate.Compile(codes[i]); err == nil {
			emitPlain(p)
		}
	}
	report := func(b *testing.B, rounds int) {
		n := float64(rounds) / b.Elapsed().Seconds()
		b.ReportMetric(n*float64(len(codes)), "shaders/s")
		b.ReportMetric(n*float64(instructions), "instructions/s")
	}
	for _, step := range []struct {
		name string
		run  func(i int)
	}{
		{"parse", func(i int) { parser.Parse(codes[i]) }},
		{"build", func(i int) { ir.Build(parsed[i]) }},
		{"emit", func(i int) { emitPlain(programs[i]) }},
		{"all", all},
	} {
		b.Run(step.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i := range codes {
					step.run(i)
				}
			}
			report(b, b.N)
		})
	}
	b.Run("parallel", func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				for i := range codes {
					all(i)
				}
			}
		})
		report(b, b.N)
	})
}

// TestAllocations: a translation allocates little more than its results. The bound leaves room for pools that a
// collection or the race detector empties.
func TestAllocations(t *testing.T) {
	const most = 40
	sum, programs := 0.0, 0
	for _, f := range corpus.Shaders(t) {
		tokens := tokensOf(f.Data)
		if _, err := translate.Compile(tokens); err != nil {
			continue
		}
		programs++
		sum += testing.AllocsPerRun(1, func() {
			if p, err := translate.Compile(tokens); err == nil {
				emitPlain(p)
			}
		})
	}
	if n := sum / float64(max(programs, 1)); n > most {
		t.Errorf("%v allocations a program, more than %d", n, most)
	}
}
