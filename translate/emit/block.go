package emit

import (
	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// constBlock is a block of vec4s that the module can read. The zero constBlock is empty.
type constBlock struct {
	variable spirv.ID
	pointer  spirv.ID // type of a pointer to an element
	start    spirv.ID // uint added to an element's number, or 0
	push     spirv.ID // variable of the push constants that start comes from, or 0
}

// constSize is the size of a program's Const block in vec4 units.
func constSize(s *ir.Shader) uint32 {
	return uint32(s.ConstF.Used + s.ConstI.Used + (s.ConstB.Used+BoolsPerVec4-1)/BoolsPerVec4)
}

// Which of a stage's two blocks.
const (
	constBlockOf = 0
	stateBlockOf = 1
)

// block declares one of the stage's two blocks, of size vec4s, and, in the arena, loads where it starts.
func (e *emitter) block(which, size uint32) constBlock {
	b, l := e.b, e.stage()
	if size == 0 {
		return constBlock{}
	}
	if e.layout.Source == Uniform {
		t := b.BlockStruct([]spirv.ID{b.StridedArray(b.Vec(4), size, 16)}, []uint32{0})
		v := b.Variable(spirv.StorageClassUniform, t)
		b.Decorate(v, spirv.DecorationDescriptorSet, l.ConstSet)
		b.Decorate(v, spirv.DecorationBinding, [...]uint32{l.Const, l.State}[which])
		return constBlock{variable: v, pointer: b.Pointer(spirv.StorageClassUniform, b.Vec(4))}
	}
	c := e.constants // the stage's two blocks share the buffer and the push constants
	if c.variable == 0 {
		class := spirv.StorageClassUniform
		var t spirv.ID
		if l.Window > 0 {
			t = b.BlockStruct([]spirv.ID{b.StridedArray(b.Vec(4), l.Window/16, 16)}, []uint32{0})
		} else {
			class = spirv.StorageClassStorageBuffer
			t = b.BlockStruct([]spirv.ID{b.RuntimeArray(b.Vec(4), 16)}, []uint32{0})
			b.DecorateMember(t, 0, spirv.DecorationNonWritable)
		}
		c.variable = b.Variable(class, t)
		b.Decorate(c.variable, spirv.DecorationDescriptorSet, l.ConstSet)
		b.Decorate(c.variable, spirv.DecorationBinding, l.Const)
		c.pointer = b.Pointer(class, b.Vec(4))
		t = b.BlockStruct([]spirv.ID{b.Uint(), b.Uint()}, []uint32{l.Push, l.Push + 4})
		c.push = b.Variable(spirv.StorageClassPushConstant, t)
	}
	from := b.AccessChain(b.Pointer(spirv.StorageClassPushConstant, b.Uint()), c.push, b.ConstU32(which))
	c.start = b.Load(b.Uint(), from)
	return c
}

// load reads element n.
func (e *emitter) load(c *constBlock, n uint32) spirv.ID {
	return e.loadAt(c, e.b.ConstU32(n))
}

// loadAt reads the element whose number is a uint value.
func (e *emitter) loadAt(c *constBlock, n spirv.ID) spirv.ID {
	b := e.b
	if c.start != 0 {
		n = b.IAdd(b.Uint(), c.start, n)
	}
	return b.Load(b.Vec(4), b.AccessChain(c.pointer, c.variable, b.ConstU32(0), n))
}

// constF reads c[n]; the value serves again while it is in reach.
func (e *emitter) constF(n uint16) spirv.ID {
	if e.cached[n] == 0 {
		e.cached[n] = e.load(&e.constants, uint32(n))
		if e.s.Stage == ir.Pixel && e.s.Major < 2 {
			e.cached[n] = e.clampConst(e.cached[n])
		}
		if len(e.frames) > 0 {
			e.nested = append(e.nested, n)
		}
	}
	return e.cached[n]
}

// constFAt reads c[n + index]; out of range it is zero.
func (e *emitter) constFAt(n uint16, index spirv.ID) spirv.ID {
	b := e.b
	at := b.Bitcast(b.Uint(), b.IAdd(b.Int(), index, b.ConstI32(int32(n))))
	inside := b.Compare(spirv.OpULessThan, 1, at, b.ConstU32(uint32(e.s.ConstF.Used)))
	v := e.loadAt(&e.constants, b.Select(b.Uint(), inside, at, b.ConstU32(0)))
	return b.Select(b.Vec(4), inside, v, b.ConstNull(b.Vec(4)))
}

// constI reads component c of i[n].
func (e *emitter) constI(n uint16, c uint32) spirv.ID {
	b := e.b
	v := e.load(&e.constants, uint32(e.s.ConstF.Used)+uint32(n))
	return b.Bitcast(b.Int(), b.Extract(b.Float(), v, c))
}

// constB reads b[n] as a bool.
func (e *emitter) constB(n uint16) spirv.ID {
	b := e.b
	v := e.load(&e.constants, uint32(e.s.ConstF.Used+e.s.ConstI.Used)+uint32(n)/BoolsPerVec4)
	bits := b.Bitcast(b.Uint(), b.Extract(b.Float(), v, uint32(n)/32%4))
	return b.Compare(spirv.OpINotEqual, 1, b.BitAnd(b.Uint(), bits, b.ConstU32(1<<(n%32))), b.ConstU32(0))
}
