package translate_test

import (
	"testing"
	"time"

	"d3d9vk/internal/corpus"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// subject is a program of the corpus to measure with.
type subject struct {
	tokens       []uint32
	parsed       *sm.Program
	program      *translate.Program
	pixel        emit.PixelVariant // everything: linked, alpha test, fog, flat
	vertex       emit.VertexVariant
	instructions int // executed ones: neither comments nor declarations
	length       int // tokens without comments
}

func subjects(tb testing.TB) (list []subject) {
	tb.Helper()
	for _, f := range corpus.Shaders(tb) {
		s := subject{tokens: tokensOf(f.Data)}
		var err error
		if s.program, err = translate.Compile(s.tokens); err != nil {
			tb.Fatalf("%s: %v", f.Name, err)
		}
		if s.parsed, err = sm.ParseTokens(s.tokens); err != nil {
			tb.Fatal(err)
		}
		s.length = len(s.tokens)
		for i := range s.parsed.Instrs {
			in := &s.parsed.Instrs[i]
			if in.Op == sm.OpComment {
				s.length -= 1 + len(in.Comment)
			} else if row := sm.FindRow(in.Op, in.Control, s.parsed.Version); row.Flow != sm.FlowDecl {
				s.instructions++
			}
		}
		s.pixel = emit.PixelVariant{Link: everyLink(s.program.Shader), Flat: true, AlphaTest: true, Fog: s.program.Shader.Major < 3}
		s.vertex = emit.VertexVariant{ClipPlanes: 2, Points: true}
		list = append(list, s)
	}
	return list
}

// append makes the subject's module, with everything that the device's state can ask for or with nothing of it.
func (s *subject) append(dst []uint32, p *translate.Program, l emit.Layout, options bool) []uint32 {
	pixel, vertex := s.pixel, s.vertex
	if !options {
		pixel, vertex = emit.PixelVariant{Link: pixel.Link}, emit.VertexVariant{}
	}
	if p.Shader.Stage == ir.Vertex {
		return p.AppendVertex(dst, l, vertex)
	}
	return p.AppendPixel(dst, l, pixel)
}

// loop is the plain Go loop that translations are compared with: it takes every token in its hand, once, and parts those
// that name operands from the others.
func loop(tokens []uint32) (hash uint32) {
	for _, t := range tokens {
		if t>>31 != 0 {
			hash = (hash ^ t>>28) * 0x01000193
		} else {
			hash = (hash ^ t&0xFFFF) * 0x01000193
		}
	}
	return hash
}

var sink uint32

// loopTime is the best time of a loop over all tokens, at the speed that the machine has just now.
func loopTime(list []subject) time.Duration {
	best := time.Hour
	for range 50 {
		start := time.Now()
		for i := range list {
			sink += loop(list[i].tokens)
		}
		best = min(best, time.Since(start))
	}
	return best
}

// BenchmarkCorpus measures the steps of a translation and all of them, over every program of the corpus, in one goroutine but
// for "parallel". Beside shaders and executed instructions a second it reports how many times as long as a plain loop over the same
// tokens the step takes (loops), and the words of SPIR-V for each token, comments aside.
func BenchmarkCorpus(b *testing.B) {
	list := subjects(b)
	instructions, length := 0, 0
	for i := range list {
		instructions += list[i].instructions
		length += list[i].length
	}
	report := func(b *testing.B, words int) {
		rounds := float64(b.N)
		b.ReportMetric(rounds*float64(len(list))/b.Elapsed().Seconds(), "shaders/s")
		b.ReportMetric(rounds*float64(instructions)/b.Elapsed().Seconds(), "instructions/s")
		b.ReportMetric(float64(b.Elapsed())/rounds/float64(loopTime(list)), "loops")
		if words > 0 {
			b.ReportMetric(float64(words)/float64(length), "words/token")
		}
	}
	var parser sm.Parser
	var builder ir.Builder
	var compiler translate.Compiler
	var words []uint32
	emitAs := func(l emit.Layout, options bool) func(s *subject) {
		return func(s *subject) { words = s.append(words[:0], s.program, l, options) }
	}
	allAs := func(l emit.Layout, options bool) func(s *subject) {
		return func(s *subject) {
			if p, err := compiler.Compile(s.tokens); err == nil {
				words = s.append(words[:0], p, l, options)
			}
		}
	}
	for _, step := range []struct {
		name string
		run  func(s *subject)
	}{
		{"parse", func(s *subject) { parser.Parse(s.tokens) }},
		{"build", func(s *subject) { builder.Build(s.parsed) }},
		{"emit", emitAs(emit.DynamicUniform, true)},
		{"all/uniform/plain", allAs(emit.DynamicUniform, false)},
		{"all/uniform/options", allAs(emit.DynamicUniform, true)},
		{"all/arena/plain", allAs(emit.ArenaIndex, false)},
		{"all/arena/options", allAs(emit.ArenaIndex, true)},
		{"all/kept", func(s *subject) { // results of their own, as a device keeps them
			if p, err := translate.Compile(s.tokens); err == nil {
				s.append(nil, p, emit.DynamicUniform, true)
			}
		}},
	} {
		b.Run(step.name, func(b *testing.B) {
			b.ReportAllocs()
			total := 0
			for b.Loop() {
				total = 0
				for i := range list {
					words = words[:0]
					step.run(&list[i])
					total += len(words)
				}
			}
			report(b, total)
		})
	}
	b.Run("parallel", func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			var compiler translate.Compiler
			var words []uint32
			for pb.Next() {
				for i := range list {
					if p, err := compiler.Compile(list[i].tokens); err == nil {
						words = list[i].append(words[:0], p, emit.DynamicUniform, true)
					}
				}
			}
		})
		report(b, 0)
	})
}

// TestAllocations: a translation allocates little more than its results, and less where memory is used again. The bounds leave room
// for pools that a collection or the race detector empties.
func TestAllocations(t *testing.T) {
	var compiler translate.Compiler
	var words []uint32
	kept, again, programs := 0.0, 0.0, 0
	for _, s := range subjects(t) {
		programs++
		kept += testing.AllocsPerRun(1, func() {
			if p, err := translate.Compile(s.tokens); err == nil {
				s.append(nil, p, emit.ArenaIndex, true)
			}
		})
		again += testing.AllocsPerRun(1, func() {
			if p, err := compiler.Compile(s.tokens); err == nil {
				words = s.append(words[:0], p, emit.ArenaIndex, true)
			}
		})
	}
	if kept, again := kept/float64(max(programs, 1)), again/float64(max(programs, 1)); kept > 40 || again > 10 {
		t.Errorf("%v allocations a program kept, more than 40, or %v in memory used again, more than 10", kept, again)
	} else {
		t.Logf("%.1f allocations a program kept, %.1f in memory used again", kept, again)
	}
}

// TestWords: a module has at most 16 words for each token of its program, comments aside, over the whole corpus.
func TestWords(t *testing.T) {
	for _, l := range []emit.Layout{emit.ArenaIndex, emit.DynamicUniform} {
		words, length := 0, 0
		for _, s := range subjects(t) {
			words += len(s.append(nil, s.program, l, true))
			length += s.length
		}
		if n := float64(words) / float64(max(length, 1)); n > 16 {
			t.Errorf("%.1f words for each token", n)
		} else {
			t.Logf("%.1f words for each token", n)
		}
	}
}
