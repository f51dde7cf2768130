package spirv

// Unary appends an instruction with one operand and returns its result of type t.
func (b *Builder) Unary(op Op, t, x ID) ID {
	r := b.NewID()
	b.body = append(b.body, head(op, 4), uint32(t), uint32(r), uint32(x))
	return r
}

// Binary appends an instruction with two operands and returns its result of type t.
func (b *Builder) Binary(op Op, t, x, y ID) ID {
	r := b.NewID()
	b.body = append(b.body, head(op, 5), uint32(t), uint32(r), uint32(x), uint32(y))
	return r
}

// Ternary appends an instruction with three operands and returns its result of type t.
func (b *Builder) Ternary(op Op, t, x, y, z ID) ID {
	r := b.NewID()
	b.body = append(b.body, head(op, 6), uint32(t), uint32(r), uint32(x), uint32(y), uint32(z))
	return r
}

// FAdd returns x + y.
func (b *Builder) FAdd(t, x, y ID) ID { return b.Binary(OpFAdd, t, x, y) }

// FSub returns x - y.
func (b *Builder) FSub(t, x, y ID) ID { return b.Binary(OpFSub, t, x, y) }

// FMul returns x * y.
func (b *Builder) FMul(t, x, y ID) ID { return b.Binary(OpFMul, t, x, y) }

// FDiv returns x / y.
func (b *Builder) FDiv(t, x, y ID) ID { return b.Binary(OpFDiv, t, x, y) }

// FNegate returns -x.
func (b *Builder) FNegate(t, x ID) ID { return b.Unary(OpFNegate, t, x) }

// Dot returns the dot product of two float vectors of at least two components.
func (b *Builder) Dot(x, y ID) ID { return b.Binary(OpDot, b.Float(), x, y) }

// IAdd returns x + y.
func (b *Builder) IAdd(t, x, y ID) ID { return b.Binary(OpIAdd, t, x, y) }

// ISub returns x - y.
func (b *Builder) ISub(t, x, y ID) ID { return b.Binary(OpISub, t, x, y) }

// BitAnd returns the bits set in both.
func (b *Builder) BitAnd(t, x, y ID) ID { return b.Binary(OpBitwiseAnd, t, x, y) }

// Bitcast returns x's bits as type t.
func (b *Builder) Bitcast(t, x ID) ID { return b.Unary(OpBitcast, t, x) }

// Select returns x where condition holds and y elsewhere, by component when condition is a vector.
func (b *Builder) Select(t, condition, x, y ID) ID { return b.Ternary(OpSelect, t, condition, x, y) }

// Compare compares n components by op, an ordered, unordered or integer comparison, and returns n bools.
func (b *Builder) Compare(op Op, n int, x, y ID) ID { return b.Binary(op, b.BoolVec(n), x, y) }

// Not returns the opposite of n bools.
func (b *Builder) Not(n int, x ID) ID { return b.Unary(OpLogicalNot, b.BoolVec(n), x) }

// Any reports whether a component of a bool vector holds.
func (b *Builder) Any(x ID) ID { return b.Unary(OpAny, b.Bool(), x) }

// All reports whether every component of a bool vector holds.
func (b *Builder) All(x ID) ID { return b.Unary(OpAll, b.Bool(), x) }

// Ext appends an instruction of GLSL.std.450.
func (b *Builder) Ext(t ID, op GLSL, operands ...ID) ID {
	set := b.GLSL()
	r := b.NewID()
	b.body = append(b.body, head(OpExtInst, 5+len(operands)), uint32(t), uint32(r), uint32(set), uint32(op))
	for _, o := range operands {
		b.body = append(b.body, uint32(o))
	}
	return r
}

// Extract returns one component or member; t is its type.
func (b *Builder) Extract(t, composite ID, indexes ...uint32) ID {
	r := b.NewID()
	b.body = append(b.body, head(OpCompositeExtract, 4+len(indexes)), uint32(t), uint32(r), uint32(composite))
	b.body = append(b.body, indexes...)
	return r
}

// Insert returns composite, of type t, with one component or member replaced.
func (b *Builder) Insert(t, object, composite ID, indexes ...uint32) ID {
	r := b.NewID()
	b.body = append(b.body, head(OpCompositeInsert, 5+len(indexes)), uint32(t), uint32(r), uint32(object), uint32(composite))
	b.body = append(b.body, indexes...)
	return r
}

// Construct returns the value of type t made of parts; parts of a vector may be vectors.
func (b *Builder) Construct(t ID, parts ...ID) ID {
	r := b.NewID()
	b.body = append(b.body, head(OpCompositeConstruct, 3+len(parts)), uint32(t), uint32(r))
	for _, p := range parts {
		b.body = append(b.body, uint32(p))
	}
	return r
}

// Shuffle returns the components of x and y (numbered on after x's) that components lists.
func (b *Builder) Shuffle(t, x, y ID, components ...uint32) ID {
	r := b.NewID()
	b.body = append(b.body, head(OpVectorShuffle, 5+len(components)), uint32(t), uint32(r), uint32(x), uint32(y))
	b.body = append(b.body, components...)
	return r
}

// Splat returns the float vector of n components that are all x; for n == 1 that is x itself.
func (b *Builder) Splat(n int, x ID) ID {
	if n == 1 {
		return x
	}
	parts := [4]ID{x, x, x, x}
	return b.Construct(b.Vec(n), parts[:n]...)
}
