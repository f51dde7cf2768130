package spirv

import "math"

// constant interns an instruction that has a result type and word operands.
func (b *Builder) constant(op Op, t ID, operands ...uint32) ID {
	g := b.sections[SectionGlobal]
	offset := len(g)
	g = append(g, head(op, 3+len(operands)), uint32(t), 0)
	g = append(g, operands...)
	return b.intern(g, offset, 2)
}

// ConstF32 returns the float constant with v's bits: 0 and -0 differ, NaNs keep their payload.
func (b *Builder) ConstF32(v float32) ID {
	bits := math.Float32bits(v)
	switch bits {
	case 0:
		if b.f0 == 0 {
			b.f0 = b.constant(OpConstant, b.Float(), bits)
		}
		return b.f0
	case 0x3F800000:
		if b.f1 == 0 {
			b.f1 = b.constant(OpConstant, b.Float(), bits)
		}
		return b.f1
	}
	return b.constant(OpConstant, b.Float(), bits)
}

// ConstI32 returns the signed integer constant.
func (b *Builder) ConstI32(v int32) ID { return b.constant(OpConstant, b.Int(), uint32(v)) }

// ConstU32 returns the unsigned integer constant.
func (b *Builder) ConstU32(v uint32) ID {
	if v >= uint32(len(b.small)) {
		return b.constant(OpConstant, b.Uint(), v)
	}
	if b.small[v] == 0 {
		b.small[v] = b.constant(OpConstant, b.Uint(), v)
	}
	return b.small[v]
}

// ConstBool returns the bool constant.
func (b *Builder) ConstBool(v bool) ID {
	if v {
		return b.constant(OpConstantTrue, b.Bool())
	}
	return b.constant(OpConstantFalse, b.Bool())
}

// ConstComposite returns the vector, array or struct constant of type t.
func (b *Builder) ConstComposite(t ID, parts ...ID) ID {
	g := b.sections[SectionGlobal]
	offset := len(g)
	g = append(g, head(OpConstantComposite, 3+len(parts)), uint32(t), 0)
	for _, p := range parts {
		g = append(g, uint32(p))
	}
	return b.intern(g, offset, 2)
}

// ConstVec4 returns the constant float vector (x, y, z, w).
func (b *Builder) ConstVec4(x, y, z, w float32) ID {
	t, cx, cy, cz, cw := b.Vec(4), b.ConstF32(x), b.ConstF32(y), b.ConstF32(z), b.ConstF32(w)
	return b.constant(OpConstantComposite, t, uint32(cx), uint32(cy), uint32(cz), uint32(cw))
}

// ConstSplat returns the constant float vector of n components (1: the scalar) that are all v.
func (b *Builder) ConstSplat(n int, v float32) ID {
	c := b.ConstF32(v)
	if n == 1 {
		return c
	}
	parts := [4]ID{c, c, c, c}
	if c != b.f0 && c != b.f1 {
		return b.ConstComposite(b.Vec(n), parts[:n]...)
	}
	known := &b.splats0
	if c == b.f1 {
		known = &b.splats1
	}
	if known[n] == 0 {
		known[n] = b.ConstComposite(b.Vec(n), parts[:n]...)
	}
	return known[n]
}

// ConstNull returns the zero of type t.
func (b *Builder) ConstNull(t ID) ID { return b.constant(OpConstantNull, t) }

// SpecBool makes a bool that is v unless the pipeline specializes SpecId id. Each call makes another.
func (b *Builder) SpecBool(id uint32, v bool) ID {
	op := OpSpecConstantFalse
	if v {
		op = OpSpecConstantTrue
	}
	return b.spec(id, op, b.Bool())
}

// SpecU32 makes an unsigned integer that is v unless the pipeline specializes SpecId id. Each call makes another.
func (b *Builder) SpecU32(id, v uint32) ID { return b.spec(id, OpSpecConstant, b.Uint(), v) }

func (b *Builder) spec(id uint32, op Op, t ID, value ...uint32) ID {
	c := b.NewID()
	g := append(b.sections[SectionGlobal], head(op, 3+len(value)), uint32(t), uint32(c))
	b.sections[SectionGlobal] = append(g, value...)
	b.Decorate(c, DecorationSpecId, id)
	return c
}
