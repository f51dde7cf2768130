package emit

import (
	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// outputDefault returns what an output's unwritten components are (layout.go).
func (e *emitter) outputDefault(o *ir.Output) spirv.ID {
	b := e.b
	switch o.Kind {
	case ir.OutPosition, ir.OutColor:
		return b.ConstVec4(0, 0, 0, 1)
	case ir.OutVarying, ir.OutFog:
		return e.varyingDefault(o.Semantic)
	}
	return b.ConstNull(b.Vec(4))
}

// varyingDefault is what a pixel shader reads where no vertex shader has written.
func (e *emitter) varyingDefault(s ir.Semantic) spirv.ID {
	b := e.b
	switch {
	case s == ir.Semantic{Usage: ir.UsageColor}, s == ir.Semantic{Usage: ir.UsageFog}:
		return b.ConstSplat(4, 1)
	case s.Usage == ir.UsageColor:
		return b.ConstVec4(0, 0, 0, 1)
	}
	return b.ConstNull(b.Vec(4))
}

// startOutputs gives every output register its first value and makes the arrays that relative addresses need.
func (e *emitter) startOutputs() {
	for i := range e.s.Outputs {
		o := &e.s.Outputs[i]
		v := e.outputDefault(o)
		if o.Kind == ir.OutDepth {
			z := e.b.Extract(e.b.Float(), e.fragCoord(), 2)
			v = e.b.Splat(4, z)
		}
		e.set(&e.regs[e.s.Temps+i], v)
	}
	if e.s.RelOut {
		e.startOutputArray()
	}
	if e.s.RelIn {
		e.startInputArray()
	}
}

// startOutputArray keeps the outputs, by register number, in an array with one more element for what is out of range.
func (e *emitter) startOutputArray() {
	b := e.b
	size := uint32(0)
	for i := range e.s.Outputs {
		size = max(size, uint32(e.s.Outputs[i].Reg)+1)
	}
	e.arraySize = size
	t := b.Array(b.Vec(4), size+1)
	e.outputArray = b.Local(t, b.ConstNull(t))
	first := make([]spirv.ID, size)
	for i := range e.s.Outputs {
		o := &e.s.Outputs[i]
		first[o.Reg] = e.join(first[o.Reg], e.get(&e.regs[e.s.Temps+i]), o.Mask)
	}
	for reg, v := range first {
		if v != 0 {
			b.Store(e.outputElement(b.ConstU32(uint32(reg))), v)
		}
	}
}

func (e *emitter) outputElement(n spirv.ID) spirv.ID {
	return e.b.AccessChain(e.b.Pointer(spirv.StorageClassFunction, e.b.Vec(4)), e.outputArray, n)
}

// assignOutput writes an output register that lives in the array.
func (e *emitter) assignOutput(in *ir.Instr, v spirv.ID) {
	b := e.b
	var at spirv.ID
	if in.Dst.Rel.Kind != ir.None {
		n := b.Bitcast(b.Uint(), b.IAdd(b.Int(), e.index(in.Dst.Rel), b.ConstI32(int32(in.Dst.N))))
		at = b.Ext(b.Uint(), spirv.GLSLUMin, n, b.ConstU32(e.arraySize))
	} else {
		at = b.ConstU32(uint32(e.s.Outputs[in.Dst.N].Reg))
	}
	element := e.outputElement(at)
	mask := in.Dst.Mask
	old := func() spirv.ID { return b.Load(b.Vec(4), element) }
	v = e.guarded(floats, &in.Guard, old, v, mask)
	if mask != 0xF {
		v = e.merge(floats, old(), v, mask)
	}
	b.Store(element, v)
}

// output returns the final value of output i.
func (e *emitter) output(i int) spirv.ID {
	if e.outputArray == 0 {
		return e.get(&e.regs[e.s.Temps+i])
	}
	o := &e.s.Outputs[i]
	v := e.b.Load(e.b.Vec(4), e.outputElement(e.b.ConstU32(uint32(o.Reg))))
	return e.join(e.outputDefault(o), v, o.Mask)
}

// builtIn declares a variable that the stage gives or takes.
func (e *emitter) builtIn(class spirv.StorageClass, t spirv.ID, which spirv.BuiltIn) spirv.ID {
	v := e.b.Variable(class, t)
	e.b.Decorate(v, spirv.DecorationBuiltIn, uint32(which))
	return v
}
