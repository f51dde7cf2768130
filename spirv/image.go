package spirv

// ImageOperands are the optional operands of an image instruction; 0 is none.
type ImageOperands struct {
	Bias         ID // float
	Lod          ID // float, or int for ImageFetch
	GradX, GradY ID // float vectors of the coordinate's size; both or neither
	ConstOffset  ID // constant int vector
	Offset       ID // int vector; gathers only
	Sample       ID // int
	MinLod       ID // float
}

func (o *ImageOperands) append(dst []uint32) []uint32 {
	at := len(dst)
	dst = append(dst, 0)
	var mask ImageOperand
	add := func(bit ImageOperand, id ID) {
		if id != 0 {
			mask |= bit
			dst = append(dst, uint32(id))
		}
	}
	add(ImageOperandBias, o.Bias)
	add(ImageOperandLod, o.Lod)
	add(ImageOperandGrad, o.GradX)
	add(ImageOperandGrad, o.GradY)
	add(ImageOperandConstOffset, o.ConstOffset)
	add(ImageOperandOffset, o.Offset)
	add(ImageOperandSample, o.Sample)
	add(ImageOperandMinLod, o.MinLod)
	if mask == 0 {
		return dst[:at]
	}
	dst[at] = uint32(mask)
	return dst
}

func (o *ImageOperands) explicit() bool { return o.Lod != 0 || o.GradX != 0 }

// image appends an image instruction; reference is the comparison's or component's operand, 0 when op has none.
func (b *Builder) image(op Op, t, image, coordinate, reference ID, o ImageOperands) ID {
	r := b.NewID()
	at := len(b.body)
	b.body = append(b.body, 0, uint32(t), uint32(r), uint32(image), uint32(coordinate))
	if reference != 0 {
		b.body = append(b.body, uint32(reference))
	}
	b.body = o.append(b.body)
	b.body[at] = head(op, len(b.body)-at)
	return r
}

// ImageSample samples a sampled image and returns four floats. With Lod or gradients the level is explicit, else it
// comes from derivatives, which only fragment stages have.
func (b *Builder) ImageSample(sampled, coordinate ID, o ImageOperands) ID {
	if o.explicit() {
		return b.image(OpImageSampleExplicitLod, b.Vec(4), sampled, coordinate, 0, o)
	}
	return b.image(OpImageSampleImplicitLod, b.Vec(4), sampled, coordinate, 0, o)
}

// ImageSampleDref samples and compares with reference; it returns one float, the part that passed.
func (b *Builder) ImageSampleDref(sampled, coordinate, reference ID, o ImageOperands) ID {
	if o.explicit() {
		return b.image(OpImageSampleDrefExplicitLod, b.Float(), sampled, coordinate, reference, o)
	}
	return b.image(OpImageSampleDrefImplicitLod, b.Float(), sampled, coordinate, reference, o)
}

// ImageGather returns component (an int constant) of the four texels that a bilinear sample would read.
func (b *Builder) ImageGather(sampled, coordinate, component ID, o ImageOperands) ID {
	return b.image(OpImageGather, b.Vec(4), sampled, coordinate, component, o)
}

// ImageFetch reads one texel of an image (no sampler) at integer coordinates.
func (b *Builder) ImageFetch(image, coordinate ID, o ImageOperands) ID {
	return b.image(OpImageFetch, b.Vec(4), image, coordinate, 0, o)
}

// ImageOf returns the image, of type t, of a sampled image.
func (b *Builder) ImageOf(t, sampled ID) ID { return b.Unary(OpImage, t, sampled) }

// SampledImage joins an image and a sampler for use in the same block.
func (b *Builder) SampledImage(t, image, sampler ID) ID {
	return b.Binary(OpSampledImage, t, image, sampler)
}

// ImageQuerySizeLod returns the size, of integer type t, of one level of an image.
func (b *Builder) ImageQuerySizeLod(t, image, lod ID) ID {
	b.Capability(CapabilityImageQuery)
	return b.Binary(OpImageQuerySizeLod, t, image, lod)
}

// ImageQueryLevels returns the number of levels of an image, of integer type t.
func (b *Builder) ImageQueryLevels(t, image ID) ID {
	b.Capability(CapabilityImageQuery)
	return b.Unary(OpImageQueryLevels, t, image)
}

// ImageQueryLod returns the (clamped, computed) level of detail that an implicit sample would use.
func (b *Builder) ImageQueryLod(sampled, coordinate ID) ID {
	b.Capability(CapabilityImageQuery)
	return b.Binary(OpImageQueryLod, b.Vec(2), sampled, coordinate)
}
