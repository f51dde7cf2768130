package emit

import (
	"math/bits"

	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// clampConst limits a constant to [-1, 1], as ps_1_x reads it.
func (e *emitter) clampConst(v spirv.ID) spirv.ID {
	return e.b.Ext(e.b.Vec(4), spirv.GLSLNClamp, v, e.b.ConstSplat(4, -1), e.b.ConstSplat(4, 1))
}

// project divides coordinates as the stage's TEXTURETRANSFORMFLAGS say; those of a cube stay.
func project(e *emitter, in *ir.Instr) {
	divisor := e.stages.divisor(in.Sampler)
	if divisor == 0 || e.stages.dim(in.Sampler) == ir.DimCube {
		e.write(in, e.read(&in.Src[0], in.Dst.Mask), e.wild(&in.Src[0], in.Dst.Mask))
		return
	}
	b := e.b
	v := b.FDiv(b.Vec(4), e.read(&in.Src[0], 0xF), b.Splat(4, e.scalar(&in.Src[0], int(divisor))))
	e.write(in, v, 0xF)
}

func divideZ(e *emitter, in *ir.Instr) { e.divide(in, 2) }
func divideW(e *emitter, in *ir.Instr) { e.divide(in, 3) }

// divide divides x and y by another component.
func (e *emitter) divide(in *ir.Instr, divisor int) {
	b := e.b
	v := e.read(&in.Src[0], 0xF)
	xy := b.FDiv(b.Vec(2), e.read(&in.Src[0], 0x3), b.Splat(2, e.scalar(&in.Src[0], divisor)))
	e.write(in, b.Shuffle(b.Vec(4), v, xy, 4, 5, 2, 3), 0x3|e.wild(&in.Src[0], 0xF))
}

// bump reads one of the two units that the State block has for a stage.
func (e *emitter) bump(stage uint8, unit int) spirv.ID {
	before := bits.OnesCount8(e.s.Bumps & (1<<stage - 1))
	return e.load(&e.state, uint32(PixelBump+PixelBumpSize*before+unit))
}

// bem adds a vector, turned by the stage's matrix: x' = x + M00 u + M10 v, y' = y + M01 u + M11 v.
func bem(e *emitter, in *ir.Instr) {
	b := e.b
	m := e.bump(in.Sampler, 0)
	wild := e.wild(&in.Src[1], 0x3)
	product := func(lane int, row uint32) spirv.ID {
		u := e.scalar(&in.Src[1], lane)
		return e.mul(2, operands{
			v:    [3]spirv.ID{b.Splat(2, u), b.Shuffle(b.Vec(2), m, m, row, row+1)},
			wild: [3]bool{wild != 0},
		}, 0, 1)
	}
	v := b.FAdd(b.Vec(2), e.read(&in.Src[0], 0x3), product(0, 0))
	v = b.FAdd(b.Vec(2), v, product(1, 2))
	list, n := lanes(in.Dst.Mask)
	if n == 1 {
		v = b.Extract(b.Float(), v, uint32(list[0]))
	}
	if wild |= e.wild(&in.Src[0], 0x3); wild != 0 {
		wild = 0xF
	}
	e.write(in, v, wild)
}

// luminance multiplies by the scaled and moved z of source 1, within 0..1.
func luminance(e *emitter, in *ir.Instr) {
	b, t := e.b, e.b.Float()
	l := e.bump(in.Sampler, 1)
	v := b.FMul(t, e.scalar(&in.Src[1], 2), b.Extract(t, l, 0))
	v = e.clamp01(1, b.FAdd(t, v, b.Extract(t, l, 1)))
	n := count(in.Dst.Mask)
	e.write(in, b.FMul(b.Vec(n), e.read(&in.Src[0], in.Dst.Mask), b.Splat(n, v)), 0)
}

// reflect mirrors the eye vector at the normal, which need not have length 1. Without a normal the eye vector turns round.
func reflect(e *emitter, in *ir.Instr) {
	b, t := e.b, e.b.Float()
	normal, eye := e.read(&in.Src[0], 0x7), e.read(&in.Src[1], 0x7)
	square := b.Dot(normal, normal)
	along := b.Dot(normal, eye)
	f := b.FDiv(t, b.FAdd(t, along, along), square)
	f = b.Select(t, b.Compare(spirv.OpFOrdEqual, 1, square, b.ConstF32(0)), b.ConstF32(0), f)
	e.write(in, b.FSub(b.Vec(3), b.FMul(b.Vec(3), normal, b.Splat(3, f)), eye), 0)
}

// depth is a quotient, and 1 where the divisor is 0.
func depth(e *emitter, in *ir.Instr) {
	b, t := e.b, e.b.Float()
	divisor := e.scalar(&in.Src[1], 0)
	v := b.FDiv(t, e.scalar(&in.Src[0], 0), divisor)
	none := b.Compare(spirv.OpFOrdEqual, 1, divisor, b.ConstF32(0))
	e.write(in, b.Select(t, none, b.ConstF32(1), v), 0)
}
