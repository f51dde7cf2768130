package spirv

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sample is a small module that passes.
func sample() *Builder {
	b := NewBuilder()
	b.Capability(CapabilityShader)
	in := b.Variable(StorageClassInput, b.Vec(4))
	out := b.Variable(StorageClassOutput, b.Vec(4))
	b.Decorate(in, DecorationLocation, 0)
	b.Name(in, "v0")
	fn := b.BeginFunction(b.Void(), b.FunctionType(b.Void()), 0)
	b.EntryPoint(ExecutionModelVertex, fn, "main")
	v := b.Load(b.Vec(4), in)
	sel := b.If(b.Compare(OpFOrdLessThan, 1, b.Dot(v, v), b.ConstF32(1)))
	b.Store(out, b.FAdd(b.Vec(4), v, b.ConstVec4(1, 2, 3, 4)))
	b.EndIf(sel)
	b.Return()
	b.EndFunction()
	return b
}

func TestCheckFinds(t *testing.T) {
	if err := Check(sample().Words()); err != nil {
		t.Fatal(err)
	}
	// body runs change inside an otherwise good function.
	body := func(change func(b *Builder)) func() []uint32 {
		return func() []uint32 {
			b := NewBuilder()
			b.Capability(CapabilityShader)
			fn := b.BeginFunction(b.Void(), b.FunctionType(b.Void()), 0)
			b.EntryPoint(ExecutionModelVertex, fn, "main")
			change(b)
			b.Return()
			b.EndFunction()
			return b.Words()
		}
	}
	edit := func(change func(w []uint32) []uint32) func() []uint32 {
		return func() []uint32 { return change(sample().Words()) }
	}
	for _, c := range []struct {
		name, want string
		words      func() []uint32
	}{
		{"empty", "less than a header", func() []uint32 { return nil }},
		{"magic", "magic", edit(func(w []uint32) []uint32 { w[0]++; return w })},
		{"version", "version", edit(func(w []uint32) []uint32 { w[1] = 0x00010700; return w })},
		{"schema", "schema", edit(func(w []uint32) []uint32 { w[4] = 1; return w })},
		{"bound 0", "bound", edit(func(w []uint32) []uint32 { w[3] = 0; return w })},
		{"bound too great", "bound", edit(func(w []uint32) []uint32 { w[3] = MaxBound + 1; return w })},
		{"bound too small", "is not in 1..3", edit(func(w []uint32) []uint32 { w[3] = 4; return w })},
		{"length 0", "has 0 words", edit(func(w []uint32) []uint32 { w[5] &= 0xFFFF; return w })},
		{"cut", "are left", edit(func(w []uint32) []uint32 { return append(w[:len(w)-1], head(OpReturn, 2)) })},
		{"unknown", "not a known", edit(func(w []uint32) []uint32 { return append(w, head(4000, 1)) })},
		{"too long", "too many", edit(func(w []uint32) []uint32 { return append(w, head(OpNop, 2), 0) })},
		{"too short", "too short", edit(func(w []uint32) []uint32 { return append(w, head(OpFunction, 2), 1) })},
		{"section", "wrong section", edit(func(w []uint32) []uint32 { return append(w, head(OpCapability, 2), 1) })},
		{"no end", "does not end", edit(func(w []uint32) []uint32 { return w[:len(w)-1] })},
		{"open block", "does not end", edit(func(w []uint32) []uint32 { return append(w[:len(w)-2], head(OpFunctionEnd, 1)) })},
		{"after end", "outside of a function", edit(func(w []uint32) []uint32 { return append(w, head(OpReturn, 1)) })},
		{"after terminator", "outside of a block", edit(func(w []uint32) []uint32 {
			return append(w[:len(w)-1], head(OpReturn, 1), head(OpFunctionEnd, 1))
		})},
		{"twice", "defined twice", edit(func(w []uint32) []uint32 {
			return slices.Insert(w, len(w)-2, head(OpUndef, 3), 1, 1)
		})},
		{"id 0", "id 0", body(func(b *Builder) { b.FNegate(b.Float(), 0) })},
		{"before definition", "before it is defined", body(func(b *Builder) { b.FNegate(b.Float(), b.NewID()) })},
		{"never defined", "never defined", body(func(b *Builder) { b.Branch(b.NewID()); b.Block(b.NewID()) })},
		{"no type", "not a type", body(func(b *Builder) { b.FNegate(b.ConstF32(1), b.ConstF32(1)) })},
		{"float operands", "do not fit", body(func(b *Builder) { b.FAdd(b.Float(), b.ConstF32(1), b.ConstI32(1)) })},
		{"float result", "do not fit", body(func(b *Builder) { b.FAdd(b.Int(), b.ConstI32(1), b.ConstI32(1)) })},
		{"vector size", "do not fit", body(func(b *Builder) { b.FMul(b.Vec(3), b.ConstSplat(4, 1), b.ConstSplat(4, 1)) })},
		{"int", "do not fit", body(func(b *Builder) { b.IAdd(b.Int(), b.ConstI32(1), b.ConstF32(1)) })},
		{"bool", "do not fit", body(func(b *Builder) { b.Unary(OpLogicalNot, b.Bool(), b.ConstI32(1)) })},
		{"float compare", "do not fit", body(func(b *Builder) { b.Compare(OpFOrdEqual, 1, b.ConstI32(1), b.ConstI32(1)) })},
		{"int compare", "do not fit", body(func(b *Builder) { b.Compare(OpIEqual, 1, b.ConstI32(1), b.ConstF32(1)) })},
		{"select", "do not fit", body(func(b *Builder) { b.Select(b.Float(), b.ConstI32(1), b.ConstF32(1), b.ConstF32(1)) })},
		{"dot", "do not fit", body(func(b *Builder) { b.Dot(b.ConstSplat(3, 1), b.ConstSplat(4, 1)) })},
		{"scale", "do not fit", body(func(b *Builder) { b.Binary(OpVectorTimesScalar, b.Vec(4), b.ConstSplat(4, 1), b.ConstSplat(4, 1)) })},
		{"any", "do not fit", body(func(b *Builder) { b.Any(b.ConstBool(true)) })},
		{"to int", "do not fit", body(func(b *Builder) { b.Unary(OpConvertFToS, b.Int(), b.ConstI32(1)) })},
		{"to float", "do not fit", body(func(b *Builder) { b.Unary(OpConvertSToF, b.Float(), b.ConstF32(1)) })},
		{"copy", "do not fit", body(func(b *Builder) { b.Unary(OpCopyObject, b.Float(), b.ConstI32(1)) })},
		{"load", "does not point", body(func(b *Builder) { b.Load(b.Float(), b.Local(b.Int(), 0)) })},
		{"store", "does not point", body(func(b *Builder) { b.Store(b.Local(b.Int(), 0), b.ConstF32(0)) })},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := Check(c.words()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Check: %v, want %q in it", err, c.want)
			}
		})
	}
}

// TestHostileWords: any words give text or an error, never a panic.
func TestHostileWords(t *testing.T) {
	good := sample().Words()
	rapid.Check(t, func(t *rapid.T) {
		words := slices.Clone(good)
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			at := rapid.IntRange(0, len(words)-1).Draw(t, "at")
			words[at] = rapid.OneOf(rapid.Uint32(), rapid.Uint32Range(0, 64),
				rapid.Custom(func(t *rapid.T) uint32 {
					row := rows[rapid.IntRange(0, len(rows)-1).Draw(t, "row")]
					return head(row.Op, rapid.IntRange(0, 8).Draw(t, "length"))
				})).Draw(t, "word")
		}
		_, _ = Disassemble(words)
		_ = Check(words)
	})
}

func FuzzWords(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	good := everyRow()
	f.Fuzz(func(t *testing.T, seed1, seed2 uint64) {
		r := rand.New(rand.NewPCG(seed1, seed2))
		words := slices.Clone(good)
		for range r.IntN(100) {
			words[HeaderWords+r.IntN(len(words)-HeaderWords)] ^= 1 << r.IntN(32)
		}
		_, _ = Disassemble(words[:r.IntN(len(words))])
		_ = Check(words)
	})
}

func BenchmarkBuild(b *testing.B) {
	builder := NewBuilder()
	var words []uint32
	b.ReportAllocs()
	instructions := 0
	for b.Loop() {
		builder.Reset()
		builder.Capability(CapabilityShader)
		in := builder.Variable(StorageClassInput, builder.Vec(4))
		out := builder.Variable(StorageClassOutput, builder.Vec(4))
		fn := builder.BeginFunction(builder.Void(), builder.FunctionType(builder.Void()), 0)
		builder.EntryPoint(ExecutionModelVertex, fn, "main")
		v := builder.Load(builder.Vec(4), in)
		for i := range 50 {
			v = builder.FAdd(builder.Vec(4), builder.FMul(builder.Vec(4), v, builder.ConstSplat(4, float32(i))), v)
		}
		builder.Store(out, v)
		builder.Return()
		builder.EndFunction()
		words = builder.AppendWords(words[:0])
		instructions += 100
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(instructions), "ns/instruction")
}
