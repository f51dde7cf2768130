package emit

import (
	"math/bits"

	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// vertexInputs reads the inputs, whose locations begin at first.
func (e *emitter) vertexInputs(first uint32) {
	b := e.b
	for i := range e.s.Inputs {
		v := b.Variable(spirv.StorageClassInput, b.Vec(4))
		b.Decorate(v, spirv.DecorationLocation, first+uint32(i))
		e.inputs[i] = b.Load(b.Vec(4), v)
	}
}

// startInputArray keeps the inputs, by register number, in an array with one more element, zero, for what is out of range.
func (e *emitter) startInputArray() {
	b := e.b
	size := uint32(0)
	for i := range e.s.Inputs {
		if e.s.Inputs[i].Kind == ir.InVector {
			size = max(size, uint32(e.s.Inputs[i].Reg)+1)
		}
	}
	t := b.Array(b.Vec(4), size+1)
	e.inputArray, e.inputSize = b.Local(t, b.ConstNull(t)), size
	first := make([]spirv.ID, size)
	for i := range e.s.Inputs {
		if in := &e.s.Inputs[i]; in.Kind == ir.InVector {
			first[in.Reg] = e.join(first[in.Reg], e.inputs[i], in.Mask)
		}
	}
	for reg, v := range first {
		if v != 0 {
			b.Store(e.inputElement(b.ConstU32(uint32(reg))), v)
		}
	}
}

// join returns have, the parts of a register found so far, with v's components of mask; have may be 0.
func (e *emitter) join(have, v spirv.ID, mask uint8) spirv.ID {
	list, n := lanes(mask)
	switch {
	case have == 0:
		return v
	case n == 0: // declared without components
		return have
	}
	return e.merge(floats, have, e.pick(floats, v, list[:n]), mask)
}

func (e *emitter) inputElement(n spirv.ID) spirv.ID {
	return e.b.AccessChain(e.b.Pointer(spirv.StorageClassFunction, e.b.Vec(4)), e.inputArray, n)
}

// inputAt reads v[n + index]; out of range it is zero.
func (e *emitter) inputAt(n uint16, index spirv.ID) spirv.ID {
	b := e.b
	at := b.Bitcast(b.Uint(), b.IAdd(b.Int(), index, b.ConstI32(int32(n))))
	return b.Load(b.Vec(4), e.inputElement(b.Ext(b.Uint(), spirv.GLSLUMin, at, b.ConstU32(e.inputSize))))
}

// firstVertex runs the program with the inputs of the primitive's first vertex, which follow the vertex's own, and leaves the
// outputs that wrap in e.firsts.
func (e *emitter) firstVertex(w Wraps) {
	e.vertexInputs(e.layout.FirstInput + uint32(len(e.s.Inputs)))
	e.startOutputs()
	e.code()
	e.firsts = zeroed(e.firsts, len(e.s.Outputs))
	for i := range e.s.Outputs {
		if w.of(&e.s.Outputs[i]) != 0 {
			e.firsts[i] = e.output(i)
		}
	}
	e.rerun()
}

// vertexOutputs hands the outputs on. Models below 3 hand on colors within [0, 1].
func (e *emitter) vertexOutputs(v VertexVariant) {
	b := e.b
	location := e.layout.FirstVarying
	position, size := spirv.ID(0), spirv.ID(0)
	for i := range e.s.Outputs {
		o := &e.s.Outputs[i]
		value := e.output(i)
		switch o.Kind {
		case ir.OutPosition:
			position = value
		case ir.OutPointSize:
			if o.Mask != 0 {
				size = b.Extract(b.Float(), value, uint32(bits.TrailingZeros8(o.Mask)))
			}
		case ir.OutVarying, ir.OutFog:
			if o.Kind == ir.OutVarying && o.Semantic.Usage == ir.UsageColor && e.s.Major < 3 {
				value = e.clamp01(4, value)
			}
			if wrap := v.Wrap.of(o); wrap != 0 {
				value = e.wrapped(value, e.firsts[i], wrap)
			}
			out := b.Variable(spirv.StorageClassOutput, b.Vec(4))
			b.Decorate(out, spirv.DecorationLocation, location)
			b.Store(out, value)
			location++
		}
	}
	if position == 0 {
		position = b.ConstVec4(0, 0, 0, 1)
	}
	out := e.builtIn(spirv.StorageClassOutput, b.Vec(4), spirv.BuiltInPosition)
	b.Decorate(out, spirv.DecorationInvariant)
	if v.Offset {
		w := b.Shuffle(b.Vec(4), position, position, 3, 3, 3, 3)
		b.Store(out, b.FAdd(b.Vec(4), position, b.FMul(b.Vec(4), e.load(&e.state, VertexOffset), w)))
	} else {
		b.Store(out, position)
	}
	e.clipDistances(position, uint32(v.ClipPlanes))
	if v.Points {
		state := e.load(&e.state, VertexPointSize)
		if size == 0 {
			size = b.Extract(b.Float(), state, 0)
		}
		size = b.Ext(b.Float(), spirv.GLSLNClamp, size, b.Extract(b.Float(), state, 1), b.Extract(b.Float(), state, 2))
		b.Store(e.builtIn(spirv.StorageClassOutput, b.Float(), spirv.BuiltInPointSize), size)
	}
}

// clipDistances hands on the distances of the position from n planes.
func (e *emitter) clipDistances(position spirv.ID, n uint32) {
	if n == 0 {
		return
	}
	b := e.b
	b.Capability(spirv.CapabilityClipDistance)
	out := e.builtIn(spirv.StorageClassOutput, b.Array(b.Float(), n), spirv.BuiltInClipDistance)
	var on spirv.ID
	if e.layout.Switches {
		on = b.SpecU32(e.layout.FirstSwitch+SwitchClipPlanes, 1<<n-1)
	}
	for i := range n {
		at := b.AccessChain(b.Pointer(spirv.StorageClassOutput, b.Float()), out, b.ConstU32(i))
		distance := b.Dot(position, e.load(&e.state, VertexClipPlane+i))
		if on != 0 {
			is := b.Compare(spirv.OpINotEqual, 1, b.BitAnd(b.Uint(), on, b.ConstU32(1<<i)), b.ConstU32(0))
			distance = b.Select(b.Float(), is, distance, b.ConstF32(0))
		}
		b.Store(at, distance)
	}
}
