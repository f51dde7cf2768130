package smgen

import (
	"math"

	"d3d9vk/translate/sm"
)

// limit bounds every value of a register: a result that may exceed it is not produced.
const limit = 8

// span is an interval that a value lies in.
type span struct{ lo, hi float64 }

var (
	wide = span{-limit, limit}
	unit = span{0, 1}
)

func point(v float32) span { return span{float64(v), float64(v)} }

func (s span) join(o span) span { return span{math.Min(s.lo, o.lo), math.Max(s.hi, o.hi)} }
func (s span) neg() span        { return span{-s.hi, -s.lo} }
func (s span) add(o span) span  { return span{s.lo + o.lo, s.hi + o.hi} }
func (s span) sub(o span) span  { return s.add(o.neg()) }
func (s span) least() float64 {
	if s.lo <= 0 && s.hi >= 0 {
		return 0
	}
	return math.Min(math.Abs(s.lo), math.Abs(s.hi))
}
func (s span) most() float64 { return math.Max(math.Abs(s.lo), math.Abs(s.hi)) }
func (s span) abs() span     { return span{s.least(), s.most()} }
func (s span) fits() bool    { return s.lo >= -limit && s.hi <= limit }

func (s span) mul(o span) span {
	a, b, c, d := s.lo*o.lo, s.lo*o.hi, s.hi*o.lo, s.hi*o.hi
	return span{math.Min(math.Min(a, b), math.Min(c, d)), math.Max(math.Max(a, b), math.Max(c, d))}
}

func (s span) square() span {
	a := s.abs()
	return span{a.lo * a.lo, a.hi * a.hi}
}

func (s span) inside(lo, hi float64) bool { return s.lo >= lo && s.hi <= hi }

// monotone maps a span by an increasing function.
func (s span) monotone(f func(float64) float64) span { return span{f(s.lo), f(s.hi)} }

// modified is what a source modifier makes of a span.
func (s span) modified(m sm.SrcMod) span {
	half, two := span{0.5, 0.5}, span{2, 2}
	switch m {
	case sm.ModNeg:
		return s.neg()
	case sm.ModBias:
		return s.sub(half)
	case sm.ModBiasNeg:
		return s.sub(half).neg()
	case sm.ModSign:
		return s.sub(half).mul(two)
	case sm.ModSignNeg:
		return s.sub(half).mul(two).neg()
	case sm.ModComp:
		return span{1, 1}.sub(s)
	case sm.ModX2:
		return s.mul(two)
	case sm.ModX2Neg:
		return s.mul(two).neg()
	case sm.ModAbs:
		return s.abs()
	case sm.ModAbsNeg:
		return s.abs().neg()
	}
	return s
}

// lanes are the spans of a vector.
type lanes [4]span

func splat(s span) lanes { return lanes{s, s, s, s} }

func each(f func(i int) span) (l lanes) {
	for i := range l {
		l[i] = f(i)
	}
	return l
}

// product multiplies two sources; the same source twice gives squares.
func product(a, b lanes, same bool) lanes {
	return each(func(i int) span {
		if same {
			return a[i].square()
		}
		return a[i].mul(b[i])
	})
}

func dot(a, b lanes, n int, same bool) span {
	sum := span{}
	p := product(a, b, same)
	for _, s := range p[:n] {
		sum = sum.add(s)
	}
	return sum
}

// Domains of the functions that have poles. They keep errors small.
const (
	rcpLeast = 0.2
	logLeast = 0.1
	expMost  = 3
	maxAngle = 3.1
)

// result bounds what an instruction computes; ok is false where an argument is outside the function's tame domain. same says that
// the first two sources are one.
func result(op sm.Opcode, v sm.Version, a []lanes, same bool) (r lanes, ok bool) {
	ok = true
	switch op {
	case sm.OpMov, sm.OpAbs, sm.OpFrc, sm.OpSgn, sm.OpRcp, sm.OpRsq, sm.OpExp, sm.OpExpP, sm.OpLog, sm.OpLogP, sm.OpSinCos, sm.OpNrm, sm.OpLit, sm.OpDsx, sm.OpDsy:
		return unary(op, v, a[0])
	case sm.OpAdd:
		r = each(func(i int) span { return a[0][i].add(a[1][i]) })
	case sm.OpSub:
		r = each(func(i int) span { return a[0][i].sub(a[1][i]) })
	case sm.OpMul:
		r = product(a[0], a[1], same)
	case sm.OpMad:
		p := product(a[0], a[1], same)
		r = each(func(i int) span { return p[i].add(a[2][i]) })
	case sm.OpMin:
		r = each(func(i int) span { return span{math.Min(a[0][i].lo, a[1][i].lo), math.Min(a[0][i].hi, a[1][i].hi)} })
	case sm.OpMax:
		r = each(func(i int) span { return span{math.Max(a[0][i].lo, a[1][i].lo), math.Max(a[0][i].hi, a[1][i].hi)} })
	case sm.OpSlt, sm.OpSge:
		r = splat(unit)
	case sm.OpDp3:
		r = splat(dot(a[0], a[1], 3, same))
	case sm.OpDp4:
		r = splat(dot(a[0], a[1], 4, same))
	case sm.OpDp2Add:
		r = splat(dot(a[0], a[1], 2, same).add(a[2][0]))
	case sm.OpLrp:
		r = each(func(i int) span { return a[0][i].mul(a[1][i].sub(a[2][i])).add(a[2][i]) })
	case sm.OpDst:
		r = lanes{{1, 1}, a[0][1].mul(a[1][1]), a[0][2], a[1][3]}
	case sm.OpPow:
		x, y := a[0][3].abs(), a[1][3]
		if x.lo < logLeast || x.hi > 4 || y.most() > expMost {
			return r, false
		}
		e := x.monotone(math.Log2).mul(y)
		r = splat(e.monotone(math.Exp2))
	case sm.OpCrs:
		r = lanes{a[0][1].mul(a[1][2]).sub(a[0][2].mul(a[1][1])), a[0][2].mul(a[1][0]).sub(a[0][0].mul(a[1][2])),
			a[0][0].mul(a[1][1]).sub(a[0][1].mul(a[1][0])), {}}
	case sm.OpCmp, sm.OpCnd:
		r = each(func(i int) span { return a[1][i].join(a[2][i]) })
	case sm.OpBem:
		r = splat(a[0][0].join(a[0][1]).add(span{-2, 2}))
	default:
		ok = false
	}
	return r, ok
}

func unary(op sm.Opcode, v sm.Version, a lanes) (r lanes, ok bool) {
	x := a[3] // scalar sources replicate
	switch op {
	case sm.OpMov:
		return a, true
	case sm.OpAbs:
		return each(func(i int) span { return a[i].abs() }), true
	case sm.OpFrc:
		return splat(unit), true
	case sm.OpSgn:
		return splat(span{-1, 1}), true
	case sm.OpRcp:
		if x.least() < rcpLeast {
			return r, false
		}
		return splat(span{math.Min(1/x.lo, 1/x.hi), math.Max(1/x.lo, 1/x.hi)}), true
	case sm.OpRsq:
		return splat(span{1 / math.Sqrt(x.most()), 1 / math.Sqrt(x.least())}), x.least() >= rcpLeast
	case sm.OpExp, sm.OpExpP:
		if op == sm.OpExpP && v.Major() < 2 {
			return lanes{span{0, 8}, unit, x.monotone(math.Exp2), {1, 1}}, x.most() <= expMost
		}
		return splat(x.monotone(math.Exp2)), x.most() <= expMost
	case sm.OpLog, sm.OpLogP:
		return splat(x.abs().monotone(math.Log2)), x.least() >= logLeast
	case sm.OpSinCos:
		return splat(span{-1, 1}), x.most() <= maxAngle
	case sm.OpNrm:
		length := math.Sqrt(dot(a, a, 3, true).lo)
		if length < 0.4 {
			return r, false
		}
		w := a[3].most() / length
		return lanes{{-1, 1}, {-1, 1}, {-1, 1}, {-w, w}}, true
	case sm.OpLit:
		y, p := math.Max(a[1].hi, 0), a[3]
		if p.lo < 0.1 || p.hi > 4 {
			return r, false
		}
		return lanes{{1, 1}, {0, math.Max(a[0].hi, 0)}, {0, math.Max(1, math.Pow(y, p.hi))}, {1, 1}}, true
	}
	return each(func(i int) span { d := a[i].hi - a[i].lo; return span{-d, d} }), true // dsx, dsy
}
