package refsm

import (
	"math"
	"math/bits"
)

// Value is a number and how far a conforming implementation may be from it.
type Value struct {
	V   float32
	Err float64 // absolute, 0 for exact values, +Inf where nothing is promised
}

// Vec is a register.
type Vec [4]Value

// Exact is a value without error. A denormal may be flushed to zero wherever it is used.
func Exact(v float32) Value {
	if a := math.Abs(float64(v)); a < minNormal {
		return Value{v, a}
	}
	return Value{v, 0}
}

// ExactVec is a register of exact values.
func ExactVec(v [4]float32) Vec { return Vec{Exact(v[0]), Exact(v[1]), Exact(v[2]), Exact(v[3])} }

// Known reports whether anything is promised about the value.
func (a Value) Known() bool { return !math.IsInf(a.Err, 1) }

// Admits reports whether a conforming implementation may give x.
func (a Value) Admits(x float32) bool {
	if !a.Known() {
		return true
	}
	if x != x || a.V != a.V {
		return x != x && a.V != a.V
	}
	return x == a.V || math.Abs(float64(x)-float64(a.V)) <= a.Err
}

const minNormal = 0x1p-126

var unbounded = math.Inf(1)

func (a Value) lo() float64 { return float64(a.V) - a.Err }
func (a Value) hi() float64 { return float64(a.V) + a.Err }

func (a Value) exact() bool  { return a.Err == 0 && a.V == a.V }
func (a Value) isZero() bool { return a.Err == 0 && a.V == 0 }
func (a Value) isNaN() bool  { return a.V != a.V }

// hasZero reports whether zero is among the values that a may be.
func (a Value) hasZero() bool { return a.lo() <= 0 && a.hi() >= 0 || a.isNaN() || !a.Known() }

func (a Value) neg() Value { return Value{-a.V, a.Err} }

func (a Value) abs() Value { return Value{float32(math.Abs(float64(a.V))), a.Err} }

// open is a's number with nothing promised about it.
func (a Value) open() Value { return Value{a.V, unbounded} }

func (v Vec) open() Vec {
	for c := range v {
		v[c] = v[c].open()
	}
	return v
}

func splat(a Value) Vec { return Vec{a, a, a, a} }

// hull is a with a bound that covers b too.
func hull(a, b Value) Value {
	if a == b {
		return a
	}
	if a.isNaN() || b.isNaN() || !a.Known() || !b.Known() {
		return a.open()
	}
	v := float64(a.V)
	return Value{a.V, max(a.Err, v-b.lo(), b.hi()-v)}
}

func hullVec(a, b Vec) Vec {
	for c := range a {
		a[c] = hull(a[c], b[c])
	}
	return a
}

// cond is a decision, and whether every implementation takes it.
type cond struct{ is, sure bool }

func (c cond) not() cond { return cond{!c.is, c.sure} }

func (c cond) and(d cond) cond {
	never := c.sure && !c.is || d.sure && !d.is
	return cond{c.is && d.is, never || c.sure && d.sure}
}

// pick selects by c; an unsure choice covers both.
func (c cond) pick(yes, no Value) Value {
	a, b := yes, no
	if !c.is {
		a, b = no, yes
	}
	if c.sure {
		return a
	}
	return hull(a, b)
}

// less is a < b; NaN is less than nothing.
func less(a, b Value) cond {
	if a.isNaN() || b.isNaN() {
		return cond{false, a.Err == 0 && b.Err == 0}
	}
	return cond{a.V < b.V, a.hi() < b.lo() || a.lo() >= b.hi()}
}

// notLess is a >= b; it is false for NaN too.
func notLess(a, b Value) cond {
	if a.isNaN() || b.isNaN() {
		return less(a, b)
	}
	return less(a, b).not()
}

func equal(a, b Value) cond {
	if a.isNaN() || b.isNaN() {
		return less(a, b)
	}
	apart := a.hi() < b.lo() || b.hi() < a.lo()
	return cond{a.V == b.V, apart || a.exact() && b.exact()}
}

// ulp is the distance between floats at x.
func ulp(x float64) float64 {
	x = math.Abs(x)
	if x < minNormal {
		return 0x1p-149
	}
	_, e := math.Frexp(x)
	return math.Ldexp(1, e-24)
}

// lowBit is the weight of the last one bit of x, which is finite and not zero.
func lowBit(x float64) float64 {
	_, e := math.Frexp(x)
	m := math.Float64bits(x)&(1<<52-1) | 1<<52
	return math.Ldexp(1, e-53+bits.TrailingZeros64(m))
}
