package spirv

import "slices"

// Builder makes one module. Its zero value is not ready; use [NewBuilder], and Reset to make another module with
// the same memory. It trusts its caller: ids must be its own and operands must fit, which [Check] and spirv-val
// verify in tests. A Builder is for one goroutine.
type Builder struct {
	bound      uint32
	sections   [sectionCount][]uint32
	entries    []entryPoint
	interfaces []ID
	unique     dedup
	function   []uint32 // OpFunction, its parameters and first label; of the last function while none is open
	locals     []uint32 // OpVariable of the function being built
	body       []uint32 // the rest of that function
	block      ID       // label of the open block; 0 when it is terminated

	// Results that every shader asks for again and again; 0 when not made yet.
	void, boolean, float, int32, uint32 ID
	floats, ints, bools                 [5]ID
	splats0, splats1                    [5]ID // vectors of zeros and of ones
	f0, f1                              ID
	small                               [32]ID // unsigned integers
	glsl                                ID
	pointers                            [StorageClassStorageBuffer + 1]pointerType // made last, by storage class
}

type pointerType struct{ pointee, id ID }

type entryPoint struct {
	model ExecutionModel
	fn    ID
	name  string
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	b := new(Builder)
	b.Reset()
	return b
}

// Reset empties b and keeps its memory. Words returned before stay valid.
func (b *Builder) Reset() {
	for i := range b.sections {
		b.sections[i] = b.sections[i][:0]
	}
	b.unique.reset()
	*b = Builder{
		bound: 1, sections: b.sections, unique: b.unique, entries: b.entries[:0], interfaces: b.interfaces[:0],
		function: b.function[:0], locals: b.locals[:0], body: b.body[:0],
	}
}

// Reserve makes room for so many words of function bodies, so that a long one does not move as it grows.
func (b *Builder) Reserve(words int) { b.body = slices.Grow(b.body, words) }

// NewID returns an unused id.
func (b *Builder) NewID() ID {
	id := b.bound
	b.bound++
	return ID(id)
}

func head(op Op, words int) uint32 { return uint32(op) | uint32(words)<<16 }

func appendString(dst []uint32, s string) []uint32 {
	var word uint32
	for i := 0; i < len(s); i++ {
		word |= uint32(s[i]) << (8 * (i & 3))
		if i&3 == 3 {
			dst = append(dst, word)
			word = 0
		}
	}
	return append(dst, word)
}

func stringWords(s string) int { return len(s)/4 + 1 }

// Capability declares c, once.
func (b *Builder) Capability(c Capability) {
	s := b.sections[SectionCapability]
	for i := 1; i < len(s); i += 2 {
		if s[i] == uint32(c) {
			return
		}
	}
	b.sections[SectionCapability] = append(s, head(OpCapability, 2), uint32(c))
}

// GLSL returns the id of the imported set GLSL.std.450.
func (b *Builder) GLSL() ID {
	if b.glsl == 0 {
		const name = "GLSL.std.450"
		b.glsl = b.NewID()
		s := append(b.sections[SectionImport], head(OpExtInstImport, 2+stringWords(name)), uint32(b.glsl))
		b.sections[SectionImport] = appendString(s, name)
	}
	return b.glsl
}

// EntryPoint declares fn as an entry point. Its interface is every module-scope variable of the module, also those
// that are made later (SPIR-V 1.4 and later list them all).
func (b *Builder) EntryPoint(model ExecutionModel, fn ID, name string) {
	b.entries = append(b.entries, entryPoint{model, fn, name})
}

// ExecutionMode adds a mode to the entry point fn.
func (b *Builder) ExecutionMode(fn ID, mode ExecutionMode, literals ...uint32) {
	s := append(b.sections[SectionExecutionMode], head(OpExecutionMode, 3+len(literals)), uint32(fn), uint32(mode))
	b.sections[SectionExecutionMode] = append(s, literals...)
}

// Name gives id a debug name.
func (b *Builder) Name(id ID, name string) {
	s := append(b.sections[SectionName], head(OpName, 2+stringWords(name)), uint32(id))
	b.sections[SectionName] = appendString(s, name)
}

// Decorate decorates id.
func (b *Builder) Decorate(id ID, d Decoration, literals ...uint32) {
	s := append(b.sections[SectionAnnotation], head(OpDecorate, 3+len(literals)), uint32(id), uint32(d))
	b.sections[SectionAnnotation] = append(s, literals...)
}

// DecorateMember decorates member i of a struct type.
func (b *Builder) DecorateMember(structType ID, i uint32, d Decoration, literals ...uint32) {
	s := append(b.sections[SectionAnnotation], head(OpMemberDecorate, 4+len(literals)), uint32(structType), i, uint32(d))
	b.sections[SectionAnnotation] = append(s, literals...)
}

// Words returns the module in memory of its own.
func (b *Builder) Words() []uint32 { return b.AppendWords(nil) }

// AppendWords appends the module to dst. Every function must be ended.
func (b *Builder) AppendWords(dst []uint32) []uint32 {
	n := HeaderWords + 3 + len(b.function) + len(b.locals) + len(b.body)
	for _, s := range b.sections {
		n += len(s)
	}
	for _, e := range b.entries {
		n += 3 + stringWords(e.name) + len(b.interfaces)
	}
	dst = slices.Grow(dst, n)
	dst = append(dst, Magic, Version1_6, 0, b.bound, 0)
	dst = append(dst, b.sections[SectionCapability]...)
	dst = append(dst, b.sections[SectionExtension]...)
	dst = append(dst, b.sections[SectionImport]...)
	dst = append(dst, head(OpMemoryModel, 3), uint32(AddressingModelLogical), uint32(MemoryModelGLSL450))
	for _, e := range b.entries {
		dst = append(dst, head(OpEntryPoint, 3+stringWords(e.name)+len(b.interfaces)), uint32(e.model), uint32(e.fn))
		dst = appendString(dst, e.name)
		for _, id := range b.interfaces {
			dst = append(dst, uint32(id))
		}
	}
	for s := SectionExecutionMode; s <= SectionFunction; s++ {
		dst = append(dst, b.sections[s]...)
	}
	return b.appendLast(dst)
}
