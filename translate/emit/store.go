package emit

import (
	"math"

	"d3d9vk/spirv"
)

// Store says what becomes of a color output on its way to an image whose format is not the render target's (MRT-13). The zero value is
// the output as the program computed it.
type Store uint32

// Parts of a Store beside the bits of StoreUnorm.
const (
	StoreAlpha Store = 1 << (4*storeBits + iota) // alpha is stored in all channels: the image's red is the target's alpha
	StoreHalf                                    // each channel is the nearest half float; beyond the greatest one, infinity
)

const storeBits = 5 // of each channel in a Store

// StoreUnorm rounds the channels to what unsigned normalized integers of so many bits, 0 to 16, can say. A channel of 0 bits is not
// stored; its value is anything.
func StoreUnorm(bits [4]uint8) Store {
	var s Store
	for i, n := range bits {
		s |= Store(min(n, 16)) << (storeBits * i)
	}
	return s
}

// steps is the greatest integer of channel i, at least 1.
func (s Store) steps(i int) float32 {
	return float32(max(1, uint32(1)<<(s>>(storeBits*i)&(1<<storeBits-1))-1))
}

// stored is the color as s wants it.
func (e *emitter) stored(s Store, color spirv.ID) spirv.ID {
	b := e.b
	if s&StoreAlpha != 0 {
		color = b.Splat(4, b.Extract(b.Float(), color, 3))
	}
	if s&(StoreAlpha-1) != 0 {
		steps := b.ConstVec4(s.steps(0), s.steps(1), s.steps(2), s.steps(3))
		color = b.Ext(b.Vec(4), spirv.GLSLRoundEven, b.FMul(b.Vec(4), e.clamp01(4, color), steps))
		color = b.FDiv(b.Vec(4), color, steps)
	}
	if s&StoreHalf != 0 {
		color = e.half(color)
	}
	return color
}

// half rounds four floats to half floats by exact steps: how the instructions that do it round, each driver chooses.
func (e *emitter) half(v spirv.ID) spirv.ID {
	b := e.b
	floats, ints := b.Vec(4), b.IntVec(4)
	splat := func(n int32) spirv.ID {
		c := b.ConstI32(n)
		return b.ConstComposite(ints, c, c, c, c)
	}
	const (
		field    = 0x7f800000       // a float's exponent
		least    = (127 - 14) << 23 // of normal halves
		greatest = (127 + 15) << 23
		mantissa = 10 << 23
		inverse  = 254 << 23 // less the exponent of a power of two: the exponent of its inverse
	)
	exponent := b.BitAnd(ints, b.Bitcast(ints, v), splat(field))
	exponent = b.Ext(ints, spirv.GLSLSClamp, exponent, splat(least), splat(greatest))
	step := b.ISub(ints, exponent, splat(mantissa))
	count := b.FMul(floats, v, b.Bitcast(floats, b.ISub(ints, splat(inverse), step)))
	rounded := b.FMul(floats, b.Ext(floats, spirv.GLSLRoundEven, count), b.Bitcast(floats, step))
	const most = 65504
	beyond := b.Compare(spirv.OpFOrdGreaterThan, 4, b.Ext(floats, spirv.GLSLFAbs, rounded), b.ConstSplat(4, most))
	return b.Select(floats, beyond, b.FMul(floats, rounded, b.ConstSplat(4, float32(math.Inf(1)))), rounded)
}
