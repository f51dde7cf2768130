package spirv

// ImageOperands are the optional operands of an image instruction; 0 is none.
type ImageOperands struct {
	Bias         ID // float
	Lod          ID // float
	GradX, GradY ID // float vectors of the coordinate's size; both or neither
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
	if mask == 0 {
		return dst[:at]
	}
	dst[at] = uint32(mask)
	return dst
}

// ImageSample samples a sampled image and returns four floats. With Lod or gradients the level is explicit, else it
// comes from derivatives, which only fragment stages have.
func (b *Builder) ImageSample(sampled, coordinate ID, o ImageOperands) ID {
	op := OpImageSampleImplicitLod
	if o.Lod != 0 || o.GradX != 0 {
		op = OpImageSampleExplicitLod
	}
	r := b.NewID()
	at := len(b.body)
	b.body = append(b.body, 0, uint32(b.Vec(4)), uint32(r), uint32(sampled), uint32(coordinate))
	b.body = o.append(b.body)
	b.body[at] = head(op, len(b.body)-at)
	return r
}
