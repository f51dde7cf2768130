package spirv

// internType interns a type instruction.
func (b *Builder) internType(op Op, operands ...uint32) ID {
	g := b.sections[SectionGlobal]
	offset := len(g)
	g = append(g, head(op, 2+len(operands)), 0)
	g = append(g, operands...)
	return b.intern(g, offset, 1)
}

// Void returns the type void.
func (b *Builder) Void() ID {
	if b.void == 0 {
		b.void = b.internType(OpTypeVoid)
	}
	return b.void
}

// Bool returns the type bool.
func (b *Builder) Bool() ID {
	if b.boolean == 0 {
		b.boolean = b.internType(OpTypeBool)
	}
	return b.boolean
}

// Float returns the 32-bit float type.
func (b *Builder) Float() ID {
	if b.float == 0 {
		b.float = b.internType(OpTypeFloat, 32)
	}
	return b.float
}

// Int returns the signed 32-bit integer type.
func (b *Builder) Int() ID {
	if b.int32 == 0 {
		b.int32 = b.internType(OpTypeInt, 32, 1)
	}
	return b.int32
}

// Uint returns the unsigned 32-bit integer type.
func (b *Builder) Uint() ID {
	if b.uint32 == 0 {
		b.uint32 = b.internType(OpTypeInt, 32, 0)
	}
	return b.uint32
}

// vector returns the vector of n components (2 to 4), or for 1 the component type itself.
func (b *Builder) vector(cache *[5]ID, component ID, n int) ID {
	if n == 1 {
		return component
	}
	if cache[n] == 0 {
		cache[n] = b.internType(OpTypeVector, uint32(component), uint32(n))
	}
	return cache[n]
}

// Vec returns the float vector of n components; n is 1 (the scalar) to 4.
func (b *Builder) Vec(n int) ID { return b.vector(&b.floats, b.Float(), n) }

// IntVec returns the signed integer vector of n components; n is 1 (the scalar) to 4.
func (b *Builder) IntVec(n int) ID { return b.vector(&b.ints, b.Int(), n) }

// BoolVec returns the bool vector of n components; n is 1 (the scalar) to 4.
func (b *Builder) BoolVec(n int) ID { return b.vector(&b.bools, b.Bool(), n) }

// Array returns the type of n elements, without a stride: for variables that no buffer holds.
func (b *Builder) Array(element ID, n uint32) ID {
	return b.internType(OpTypeArray, uint32(element), uint32(b.ConstU32(n)))
}

// StridedArray returns a new type of n elements, stride bytes apart: for buffers.
func (b *Builder) StridedArray(element ID, n, stride uint32) ID {
	length := b.ConstU32(n)
	id := b.global(OpTypeArray, uint32(element), uint32(length))
	b.Decorate(id, DecorationArrayStride, stride)
	return id
}

// RuntimeArray returns a new type of elements stride bytes apart; stride 0 is for arrays of descriptors.
func (b *Builder) RuntimeArray(element ID, stride uint32) ID {
	id := b.global(OpTypeRuntimeArray, uint32(element))
	if stride != 0 {
		b.Decorate(id, DecorationArrayStride, stride)
	}
	return id
}

// Struct returns a new struct type; two with the same members differ, because their decorations may.
func (b *Builder) Struct(members ...ID) ID {
	id := b.NewID()
	g := append(b.sections[SectionGlobal], head(OpTypeStruct, 2+len(members)), uint32(id))
	for _, m := range members {
		g = append(g, uint32(m))
	}
	b.sections[SectionGlobal] = g
	return id
}

// BlockStruct returns a new struct decorated Block whose members lie at the given byte offsets.
func (b *Builder) BlockStruct(members []ID, offsets []uint32) ID {
	id := b.Struct(members...)
	b.Decorate(id, DecorationBlock)
	for i, o := range offsets {
		b.DecorateMember(id, uint32(i), DecorationOffset, o)
	}
	return id
}

// global appends an instruction with a new result as its first operand to the global section.
func (b *Builder) global(op Op, operands ...uint32) ID {
	id := b.NewID()
	g := append(b.sections[SectionGlobal], head(op, 2+len(operands)), uint32(id))
	b.sections[SectionGlobal] = append(g, operands...)
	return id
}

// Pointer returns the pointer type.
func (b *Builder) Pointer(class StorageClass, pointee ID) ID {
	if int(class) >= len(b.pointers) {
		return b.internType(OpTypePointer, uint32(class), uint32(pointee))
	}
	last := &b.pointers[class]
	if last.pointee != pointee {
		*last = pointerType{pointee, b.internType(OpTypePointer, uint32(class), uint32(pointee))}
	}
	return last.id
}

// FunctionType returns the type of functions.
func (b *Builder) FunctionType(result ID, parameters ...ID) ID {
	g := b.sections[SectionGlobal]
	offset := len(g)
	g = append(g, head(OpTypeFunction, 3+len(parameters)), 0, uint32(result))
	for _, p := range parameters {
		g = append(g, uint32(p))
	}
	return b.intern(g, offset, 1)
}

// Image returns the type of a sampled image with float texels.
func (b *Builder) Image(dim Dim) ID {
	const sampled = 1
	return b.internType(OpTypeImage, uint32(b.Float()), uint32(dim), 0, 0, 0, sampled, uint32(ImageFormatUnknown))
}

// SampledImageType returns the type that joins an image of type image with a sampler.
func (b *Builder) SampledImageType(image ID) ID {
	return b.internType(OpTypeSampledImage, uint32(image))
}
