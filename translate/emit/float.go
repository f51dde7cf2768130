package emit

import (
	"fmt"
	"math"

	"d3d9vk/spirv"
)

// FloatRules are the choices that Direct3D 9 leaves open about infinite and NaN numbers. The zero value is what games need at the
// least cost. They are a part of Layout, because they hold for all shaders of a device alike.
type FloatRules struct {
	Products Products
	Extremes Extremes
}

// Products says what zero times an infinity or a NaN is, in mul, mad, dp2add, dp3, dp4, m4x4 and its kin, lrp, dst, crs and nrm.
type Products uint8

const (
	// ProductsZero: zero, wherever the program itself can make an infinity (rcp, rsq, exp, pow, lit, texldp, a literal). Constants,
	// inputs and texels are taken to be finite, and multiplications of nothing but them cost nothing.
	ProductsZero Products = iota
	// ProductsPlain: NaN, as IEEE 754 has it. No multiplication costs anything.
	ProductsPlain
	// ProductsStrict: zero everywhere. Every multiplication pays that has no literal factor.
	ProductsStrict
)

// Extremes says what rcp and rsq of 0, log of 0, and exp, pow, expp and lit beyond the greatest float give.
type Extremes uint8

const (
	// ExtremesDocumented: infinity, but log of 0 is the least float, as Microsoft's pages say.
	ExtremesDocumented Extremes = iota
	// ExtremesInfinite: infinity, and log of 0 is minus infinity.
	ExtremesInfinite
	// ExtremesFinite: the greatest float, with its sign: some Direct3D 9 hardware had no infinities. Then products need no care.
	ExtremesFinite
)

// check tells what is no value of its type.
func (f FloatRules) check() error {
	if f.Products > ProductsStrict || f.Extremes > ExtremesFinite {
		return fmt.Errorf("FloatRules are %d and %d, not 0 to %d each", f.Products, f.Extremes, ProductsStrict)
	}
	return nil
}

// finite limits n floats to what a float can say, where the layout wants it.
func (e *emitter) finite(n int, v spirv.ID) spirv.ID {
	if e.layout.Float.Extremes != ExtremesFinite {
		return v
	}
	return e.b.Ext(e.b.Vec(n), spirv.GLSLNClamp, v, e.b.ConstSplat(n, -math.MaxFloat32), e.b.ConstSplat(n, math.MaxFloat32))
}

// fresh returns the lanes of mask in which an operation that can make an infinity makes one.
func (e *emitter) fresh(mask uint8) uint8 {
	if e.layout.Float.Extremes == ExtremesFinite {
		return 0
	}
	return mask
}
