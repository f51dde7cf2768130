package emit

import (
	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// expp of vs_1_1 is (2^floor(x), x - floor(x), 2^x, 1).
func expp(e *emitter, in *ir.Instr) {
	b, t := e.b, e.b.Float()
	x := e.scalar(&in.Src[0], 0)
	e.writeLanes(in, e.fresh(0x5)|e.wild(&in.Src[0], 1)<<1, func(i int) spirv.ID {
		switch i {
		case 0:
			return e.finite(1, b.Ext(t, spirv.GLSLExp2, b.Ext(t, spirv.GLSLFloor, x)))
		case 1:
			return b.Ext(t, spirv.GLSLFract, x)
		case 2:
			return e.finite(1, b.Ext(t, spirv.GLSLExp2, x))
		}
		return b.ConstF32(1)
	})
}

// dot is the dot product of n lanes, for dp2add plus source 2.
func dot(n int) func(*emitter, *ir.Instr) {
	return func(e *emitter, in *ir.Instr) {
		b := e.b
		mask := uint8(1)<<n - 1
		var x operands
		wild := uint8(0)
		for i := range 2 {
			wild |= e.operand(&x, i, &in.Src[i], mask)
		}
		var v spirv.ID
		if wild == 0 {
			v = b.Dot(x.v[0], x.v[1])
		} else {
			v = b.Dot(e.mul(n, x, 0, 1), b.ConstSplat(n, 1))
		}
		if in.Op == ir.OpDp2Add {
			v = b.FAdd(b.Float(), v, e.scalar(&in.Src[2], 0))
			wild |= e.wild(&in.Src[2], 1)
		}
		if wild != 0 {
			wild = 0xF
		}
		e.write(in, b.Splat(count(in.Dst.Mask), v), wild)
	}
}

// lit lights: (1, max(x, 0), x > 0 and y > 0 ? y^w : 0, 1), w within what eight-bit exponents can say.
func lit(e *emitter, in *ir.Instr) {
	const maxPower = 127.9961
	b, t := e.b, e.b.Float()
	zero, one := b.ConstF32(0), b.ConstF32(1)
	e.writeLanes(in, e.fresh(0x4)|e.wild(&in.Src[0], 0x1)<<1, func(i int) spirv.ID {
		switch i {
		case 1:
			return b.Ext(t, spirv.GLSLNMax, e.scalar(&in.Src[0], 0), zero)
		case 2:
			xy := b.Compare(spirv.OpFOrdGreaterThan, 2, e.read(&in.Src[0], 0x3), b.ConstSplat(2, 0))
			w := b.Ext(t, spirv.GLSLNClamp, e.scalar(&in.Src[0], 3), b.ConstF32(-maxPower), b.ConstF32(maxPower))
			power := pow(e, 1, operands{v: [3]spirv.ID{e.scalar(&in.Src[0], 1), w}})
			return b.Select(t, b.All(xy), power, zero)
		}
		return one
	})
}

// dst is the distance vector: (1, y0 * y1, z0, w1).
func dst(e *emitter, in *ir.Instr) {
	wild := e.wild(&in.Src[0], 0x6)&0x6 | e.wild(&in.Src[1], 0xA)&0xA
	e.writeLanes(in, wild, func(i int) spirv.ID {
		switch i {
		case 1:
			return e.mul(1, operands{
				v:    [3]spirv.ID{e.scalar(&in.Src[0], 1), e.scalar(&in.Src[1], 1)},
				wild: [3]bool{e.wild(&in.Src[0], 2) != 0, e.wild(&in.Src[1], 2) != 0},
			}, 0, 1)
		case 2:
			return e.scalar(&in.Src[0], 2)
		case 3:
			return e.scalar(&in.Src[1], 3)
		}
		return e.b.ConstF32(1)
	})
}

// crs is the cross product; it has three components.
func crs(e *emitter, in *ir.Instr) {
	wild := e.wild(&in.Src[0], 0x7) | e.wild(&in.Src[1], 0x7)
	if wild != 0 {
		wild = 0x7
	}
	term := func(i, j int) spirv.ID {
		return e.mul(1, operands{
			v:    [3]spirv.ID{e.scalar(&in.Src[0], i), e.scalar(&in.Src[1], j)},
			wild: [3]bool{e.wild(&in.Src[0], 1<<i) != 0, e.wild(&in.Src[1], 1<<j) != 0},
		}, 0, 1)
	}
	e.writeLanes(in, wild, func(i int) spirv.ID {
		if i == 3 {
			return e.b.ConstF32(0)
		}
		j, k := (i+1)%3, (i+2)%3
		return e.b.FSub(e.b.Float(), term(j, k), term(k, j))
	})
}

// nrm divides by the length of the first three components; a vector of length zero stays zero.
func nrm(e *emitter, in *ir.Instr) {
	if in.Dst.Mask == 0 {
		return
	}
	b, t := e.b, e.b.Float()
	xyz := e.read(&in.Src[0], 0x7)
	square := b.Dot(xyz, xyz)
	inverse := b.Ext(t, spirv.GLSLInverseSqrt, square)
	none := b.Compare(spirv.OpFOrdEqual, 1, square, b.ConstF32(0))
	inverse = b.Select(t, none, b.ConstF32(0), inverse)
	wild := e.wild(&in.Src[0], 0xF)
	if wild != 0 {
		wild = 0xF
	}
	n := count(in.Dst.Mask)
	v := e.mul(n, operands{
		v:    [3]spirv.ID{e.read(&in.Src[0], in.Dst.Mask), b.Splat(n, inverse)},
		wild: [3]bool{wild != 0, wild != 0},
	}, 0, 1)
	e.write(in, v, wild)
}

// sincos is (cos x, sin x).
func sincos(e *emitter, in *ir.Instr) {
	x := e.scalar(&in.Src[0], 0)
	wild := e.wild(&in.Src[0], 1)
	e.writeLanes(in, wild|wild<<1, func(i int) spirv.ID {
		switch i {
		case 0:
			return e.b.Ext(e.b.Float(), spirv.GLSLCos, x)
		case 1:
			return e.b.Ext(e.b.Float(), spirv.GLSLSin, x)
		}
		return e.b.ConstF32(0)
	})
}

// mova converts to the integers of a0. Greater ones than any register file has are as good as each other, and an integer
// cannot hold every float.
func mova(round spirv.GLSL) func(*emitter, *ir.Instr) {
	const limit = 1 << 20
	return func(e *emitter, in *ir.Instr) {
		n := count(in.Dst.Mask)
		if n == 0 {
			return
		}
		b, t := e.b, e.b.Vec(n)
		v := b.Ext(t, round, e.read(&in.Src[0], in.Dst.Mask))
		v = b.Ext(t, spirv.GLSLNClamp, v, b.ConstSplat(n, -limit), b.ConstSplat(n, limit))
		e.assign(in, b.Unary(spirv.OpConvertFToS, b.IntVec(n), v), 0)
	}
}

// comparisons spells Cmp: ordered, but NE holds for NaN.
var comparisons = [...]spirv.Op{
	ir.GT: spirv.OpFOrdGreaterThan,
	ir.EQ: spirv.OpFOrdEqual,
	ir.GE: spirv.OpFOrdGreaterThanEqual,
	ir.LT: spirv.OpFOrdLessThan,
	ir.NE: spirv.OpFUnordNotEqual,
	ir.LE: spirv.OpFOrdLessThanEqual,
}

func setp(e *emitter, in *ir.Instr) {
	if mask := in.Dst.Mask; mask != 0 {
		v := e.b.Compare(comparisons[in.Cmp], count(mask), e.read(&in.Src[0], mask), e.read(&in.Src[1], mask))
		e.assign(in, v, 0)
	}
}

// texkill drops the pixel when a tested component is negative. It goes on as a helper for its neighbours' derivatives.
func texkill(e *emitter, in *ir.Instr) {
	b, mask := e.b, in.Dst.Mask
	n := count(mask)
	if n == 0 {
		return
	}
	negative := b.Compare(spirv.OpFOrdLessThan, n, e.read(&in.Src[0], mask), b.ConstSplat(n, 0))
	if g := &in.Guard; g.On {
		holds := e.guard(g, mask)
		if g.Not {
			holds = b.Not(n, holds)
		}
		negative = b.Binary(spirv.OpLogicalAnd, b.BoolVec(n), negative, holds)
	}
	if n > 1 {
		negative = b.Any(negative)
	}
	kill := b.If(negative)
	b.Demote()
	b.EndIf(kill)
}
