package refsm

import "math"

// arith is arithmetic with bounds, by the options of a State.
type arith struct {
	zero     bool // zero times anything is zero
	specials bool // infinities and NaNs are results like others
}

// result rounds x to a float whose bound is err and the rounding. Results that may be denormal may be flushed.
func (f arith) result(x, err float64) Value {
	v := float32(x)
	if math.IsNaN(x) || math.IsInf(float64(v), 0) {
		if f.specials && err == 0 {
			return Value{v, 0}
		}
		return Value{v, unbounded}
	}
	if math.IsNaN(err) {
		err = unbounded
	}
	a := math.Abs(float64(v))
	err += math.Abs(x - float64(v))
	if a-err < minNormal && (v != 0 || err != 0) {
		err += minNormal
	}
	if a+err > math.MaxFloat32 {
		err = unbounded
	}
	return Value{v, err}
}

// within is a value between lo and hi, with its number at x.
func (f arith) within(x, lo, hi, err float64) Value {
	return f.result(x, max(x-lo, hi-x, 0)+err)
}

// term is a summand before rounding: a float or the product of two.
type term struct{ x, err float64 }

func one(a Value) term { return term{float64(a.V), a.Err} }

func (f arith) product(a, b Value) term {
	if f.zero && (a.isZero() || b.isZero()) {
		return term{}
	}
	x, y := float64(a.V), float64(b.V)
	err := 0.0
	if a.Err != 0 || b.Err != 0 {
		err = math.Abs(x)*b.Err + math.Abs(y)*a.Err + a.Err*b.Err
	}
	return term{x * y, err}
}

// sum adds terms, in any order, fused or not: each product and each sum may be rounded, up or down.
func (f arith) sum(terms ...term) Value {
	s, magnitude, err, rounding := terms[0].x, 0.0, 0.0, 0.0
	grid, n := math.Inf(1), 0
	for i, t := range terms {
		if i > 0 {
			s += t.x
		}
		err += t.err
		if t.x == 0 && t.err == 0 {
			continue
		}
		n++
		magnitude += math.Abs(t.x) + t.err
		if t.x != 0 {
			grid = min(grid, lowBit(t.x))
		}
		if t.err != 0 || float64(float32(t.x)) != t.x || math.Abs(t.x) < minNormal {
			rounding += ulp(math.Abs(t.x)+t.err) + minNormal
		}
	}
	if math.IsNaN(s) || math.IsInf(s, 0) {
		return f.result(s, err)
	}
	// Multiples of grid whose sum has at most 24 bits are added without error in any order.
	if err == 0 && rounding == 0 && magnitude <= grid*0x1p24 {
		return f.result(s, 0)
	}
	switch {
	case n == 2:
		rounding += ulp(math.Abs(s) + err + rounding)
	case n > 2:
		rounding += 1.001 * float64(n-1) * 0x1p-23 * magnitude
	}
	return f.result(s, err+rounding+magnitude*0x1p-52)
}

func (f arith) add(a, b Value) Value    { return f.sum(one(a), one(b)) }
func (f arith) sub(a, b Value) Value    { return f.sum(one(a), one(b.neg())) }
func (f arith) mul(a, b Value) Value    { return f.sum(f.product(a, b)) }
func (f arith) mad(a, b, c Value) Value { return f.sum(f.product(a, b), one(c)) }

func (f arith) dot(a, b Vec, n int) Value {
	var terms [4]term
	for c := range n {
		terms[c] = f.product(a[c], b[c])
	}
	return f.sum(terms[:n]...)
}

// scale multiplies by a power of two.
func (f arith) scale(a Value, shift int) Value {
	if shift == 0 {
		return a
	}
	return f.result(math.Ldexp(float64(a.V), shift), math.Ldexp(a.Err, shift))
}

// lrp is s*(a-b)+b, or s*a+(1-s)*b.
func (f arith) lrp(s, a, b Value) Value {
	if f.zero && s.isZero() {
		return b
	}
	x, y, z := float64(s.V), float64(a.V), float64(b.V)
	if s.Err == 0 && a.Err == 0 && b.Err == 0 {
		if v := f.sum(f.product(s, a), f.product(s, b.neg()), one(b)); v.Err == 0 && f.sub(a, b).Err == 0 &&
			f.sub(Exact(1), s).Err == 0 {
			return v
		}
	}
	mx, my, mz := math.Abs(x)+s.Err, math.Abs(y)+a.Err, math.Abs(z)+b.Err
	err := s.Err*(math.Abs(y-z)+a.Err+b.Err) + mx*a.Err + max(math.Abs(1-x-s.Err), math.Abs(1-x+s.Err))*b.Err
	rounding := 4*0x1p-23*(mx*my+2*mx*mz+2*mz) + 4*minNormal*(1+mx) // a difference may be flushed before it is multiplied
	return f.result(x*y+(1-x)*z, err+rounding)
}

// monotonic applies fn, which is monotonic on a's interval, with an error of so many ulps.
func (f arith) monotonic(fn func(float64) float64, a Value, ulps float64) Value {
	y := fn(float64(a.V))
	if a.Err == 0 {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return f.result(y, 0)
		}
		return f.result(y, ulps*ulp(y))
	}
	y1, y2 := fn(a.lo()), fn(a.hi())
	return f.result(y, max(math.Abs(y-y1), math.Abs(y-y2))+ulps*ulp(max(math.Abs(y), math.Abs(y1), math.Abs(y2))))
}

// Errors in ulps of Vulkan's table: division, InverseSqrt, Exp2 (3+2|x|), Log2 (or an absolute error near 1).
const (
	divULPs  = 2.5
	rsqULPs  = 2
	logULPs  = 3
	logNear1 = 0x1p-21
	sinError = 0x1p-11
)

func (f arith) rcp(a Value) Value {
	if a.hasZero() && !a.isZero() {
		return Value{float32(1 / float64(a.V)), unbounded}
	}
	return f.monotonic(func(x float64) float64 { return 1 / x }, a, divULPs)
}

// div is a/b as a division or as a product with a reciprocal.
func (f arith) div(a, b Value) Value {
	if b.hasZero() {
		return Value{a.V / b.V, unbounded}
	}
	x, y := float64(a.V), float64(b.V)
	least := math.Abs(y) - b.Err
	err := (a.Err + math.Abs(x/y)*b.Err) / least
	return f.result(x/y, err+divULPs*0x1p-23*(math.Abs(x/y)+err)+2*ulp(math.Abs(x/y)+err))
}

// rsq is 1/sqrt(|a|); extra ulps allow for other ways to the same number.
func (f arith) rsq(a Value, extra float64) Value {
	a = a.abs()
	if a.hasZero() && !a.isZero() {
		return Value{float32(1 / math.Sqrt(float64(a.V))), unbounded}
	}
	return f.monotonic(func(x float64) float64 { return 1 / math.Sqrt(x) }, a, rsqULPs+extra)
}

func (f arith) exp(a Value) Value {
	return f.monotonic(math.Exp2, a, 3+2*(math.Abs(float64(a.V))+a.Err))
}

// log is log2(|a|), and the smallest float for 0.
func (f arith) log(a Value) Value {
	a = a.abs()
	if a.isZero() {
		if f.specials {
			return Value{-math.MaxFloat32, 0}
		}
		return Value{-math.MaxFloat32, unbounded}
	}
	if a.hasZero() {
		return Value{float32(max(math.Log2(float64(a.V)), -math.MaxFloat32)), unbounded}
	}
	y := f.monotonic(math.Log2, a, logULPs)
	if a.hi() >= 0.5 && a.lo() <= 2 {
		y.Err += logNear1
	}
	return y
}

// pow is |a|^b as exp2(b*log2|a|); b == 0 gives 1.
func (f arith) pow(a, b Value) Value {
	a = a.abs()
	switch {
	case b.isZero():
		return f.result(1, 3*ulp(1))
	case a.isNaN() || b.isNaN() || !a.Known() || !b.Known():
		return Value{float32(math.Pow(float64(a.V), float64(b.V))), unbounded}
	case a.isZero() && b.lo() >= minNormal:
		return Value{0, 0}
	case a.hasZero() && b.lo() < minNormal: // towards infinity
		return Value{float32(math.Pow(float64(a.V), float64(b.V))), unbounded}
	}
	x := float64(b.V) * math.Log2(float64(a.V))
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, base := range [2]float64{max(a.lo(), 0), a.hi()} {
		l := math.Log2(base)
		d := 4*ulp(l) + logNear1*1.01
		if math.IsInf(l, 0) {
			d = 0
		}
		for _, e := range [2]float64{b.lo(), b.hi()} {
			for _, p := range [2]float64{e * (l - d), e * (l + d)} {
				rounding := ulp(p)
				if math.IsInf(p, 0) {
					rounding = 0
				}
				lo, hi = min(lo, p-rounding), max(hi, p+rounding)
			}
		}
	}
	y, y1, y2 := math.Exp2(x), math.Exp2(lo), math.Exp2(hi)
	ulps := 4 + 2*max(math.Abs(hi), min(math.Abs(lo), 200))
	return f.result(y, max(math.Abs(y-y1), math.Abs(y-y2))*(1+0x1p-20)+ulps*ulp(max(y, y1, y2)))
}

// floor is sure where the whole interval has the same floor.
func floor(a Value) (n float64, sure bool) {
	n = math.Floor(float64(a.V))
	return n, a.Known() && math.Floor(a.lo()) == n && math.Floor(a.hi()) == n
}

// frc is a-floor(a), which may reach 1 by rounding.
func (f arith) frc(a Value) Value {
	n, sure := floor(a)
	x := float64(a.V) - n
	if !sure {
		if !a.Known() || a.isNaN() {
			return Value{float32(x), unbounded}
		}
		return f.within(x, 0, 1, 0)
	}
	if a.Err == 0 && float64(float32(x)) == x {
		return f.result(x, 0)
	}
	return f.result(x, a.Err+ulp(x))
}

// sincos gives cosine and sine. Outside [-pi, pi] nothing is promised.
func (f arith) sincos(a Value) (cos, sin Value) {
	x := float64(a.V)
	err := sinError + a.Err
	if a.lo() < -math.Pi-0x1p-20 || a.hi() > math.Pi+0x1p-20 {
		err = unbounded
	}
	return f.result(math.Cos(x), err), f.result(math.Sin(x), err)
}

func (f arith) min(a, b Value) Value {
	if a.isNaN() || b.isNaN() || !a.Known() || !b.Known() {
		return f.unordered(a, b, less(a, b))
	}
	return f.within(float64(min(a.V, b.V)), min(a.lo(), b.lo()), min(a.hi(), b.hi()), 0)
}

func (f arith) max(a, b Value) Value {
	if a.isNaN() || b.isNaN() || !a.Known() || !b.Known() {
		return f.unordered(a, b, notLess(a, b))
	}
	return f.within(float64(max(a.V, b.V)), max(a.lo(), b.lo()), max(a.hi(), b.hi()), 0)
}

// unordered is a minimum or maximum that nothing is known of.
func (f arith) unordered(a, b Value, first cond) Value {
	if first.is {
		return a.open()
	}
	return b.open()
}

// saturate clamps to [0, 1]; a value of which nothing is known stays so, because it may be NaN.
func (f arith) saturate(a Value) Value { return f.clamp(a, 0, 1) }

func (f arith) clamp(a Value, lo, hi float64) Value {
	c := func(x float64) float64 { return min(max(x, lo), hi) }
	if !a.Known() || a.isNaN() {
		if a.isNaN() {
			return Value{float32(lo), unbounded}
		}
		return Value{float32(c(float64(a.V))), unbounded}
	}
	return f.within(c(float64(a.V)), c(a.lo()), c(a.hi()), 0)
}
