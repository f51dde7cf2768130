package refsm

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// machineFloat is the arithmetic of one conforming implementation: how it rounds, fuses, orders and flushes.
type machineFloat struct {
	*rand.Rand
}

// round gives one of the two floats next to x, and may flush denormals.
func (m machineFloat) round(x float64) float64 {
	v := float32(x)
	if float64(v) != x && m.IntN(3) == 0 {
		toward := float32(math.Inf(1))
		if float64(v) > x {
			toward = -toward
		}
		v = math.Nextafter32(v, toward)
	}
	if math.Abs(float64(v)) < minNormal && m.IntN(2) == 0 {
		return 0
	}
	return float64(v)
}

// near gives a float at most err from x, and may flush it.
func (m machineFloat) near(x, err float64) float64 {
	v := float64(float32(x + (2*m.Float64()-1)*err))
	if x == 0 || math.Abs(v-x) > err {
		v = float64(float32(x))
	}
	if math.Abs(v) < minNormal && m.IntN(2) == 0 {
		return 0
	}
	return v
}

func (m machineFloat) off(x, ulps float64) float64 { return m.near(x, ulps*ulp(x)) }

func (m machineFloat) mad(a, b, c float64) float64 {
	if m.IntN(2) == 0 {
		return m.round(math.FMA(a, b, c))
	}
	return m.round(m.round(a*b) + c)
}

func (m machineFloat) dot(a, b []float64) float64 {
	order := m.Perm(len(a))
	s := m.round(a[order[0]] * b[order[0]])
	for _, i := range order[1:] {
		s = m.mad(a[i], b[i], s)
	}
	return s
}

func (m machineFloat) log(x float64) float64 {
	y := math.Log2(math.Abs(x))
	if x := math.Abs(x); x >= 0.5 && x <= 2 {
		return m.near(y, max(logNear1, 0.51*ulp(y)))
	}
	return m.off(y, logULPs)
}

func (m machineFloat) exp(x float64) float64 { return m.off(math.Exp2(x), 3+2*math.Abs(x)) }

func (m machineFloat) rsq(x float64) float64 { return m.off(1/math.Sqrt(math.Abs(x)), rsqULPs) }

func (m machineFloat) div(a, b float64) float64 {
	if m.IntN(2) == 0 {
		return m.round(a * m.off(1/b, divULPs))
	}
	return m.off(a/b, divULPs)
}

// operand is a value of random size and bound, and a number that it admits.
func (m machineFloat) operand() (Value, float64) {
	v := float32(m.NormFloat64())
	switch m.IntN(8) {
	case 0:
		v = float32(m.IntN(9) - 4)
	case 1:
		v *= float32(math.Ldexp(1, m.IntN(30)-15))
	case 2:
		v *= 0x1p-120
	case 3:
		v = 0
	}
	a := Exact(v)
	if m.IntN(2) == 0 {
		a.Err += math.Abs(float64(v)) * math.Ldexp(1, -4-m.IntN(20))
	}
	x := float64(float32(float64(v) + (2*m.Float64()-1)*a.Err*0.99))
	if math.Abs(x) < minNormal && x != 0 {
		x = 0
	}
	if !a.Admits(float32(x)) {
		x = float64(v)
	}
	return a, x
}

// TestBounds: what one implementation or another may give lies within the bound.
func TestBounds(t *testing.T) {
	m := machineFloat{rand.New(rand.NewPCG(5, 6))}
	f := arith{zero: true}
	vec := func(v []Value) Vec { return Vec{v[0], v[1], v[2], v[3]} }
	rows := map[string]struct {
		ours   func(v []Value) Value
		theirs func(x []float64) float64
	}{
		"add": {func(v []Value) Value { return f.add(v[0], v[1]) }, func(x []float64) float64 { return m.round(x[0] + x[1]) }},
		"mul": {func(v []Value) Value { return f.mul(v[0], v[1]) }, func(x []float64) float64 { return m.round(x[0] * x[1]) }},
		"mad": {func(v []Value) Value { return f.mad(v[0], v[1], v[2]) }, func(x []float64) float64 { return m.mad(x[0], x[1], x[2]) }},
		"dp3": {func(v []Value) Value { return f.dot(vec(v), vec(v[4:]), 3) }, func(x []float64) float64 { return m.dot(x[:3], x[4:7]) }},
		"dp4": {func(v []Value) Value { return f.dot(vec(v), vec(v[4:]), 4) }, func(x []float64) float64 { return m.dot(x[:4], x[4:8]) }},
		"lrp": {func(v []Value) Value { return f.lrp(v[0], v[1], v[2]) }, func(x []float64) float64 {
			if m.IntN(2) == 0 {
				return m.mad(x[0], m.round(x[1]-x[2]), x[2])
			}
			return m.mad(x[0], x[1], m.round(m.round(1-x[0])*x[2]))
		}},
		"rcp": {func(v []Value) Value { return f.rcp(v[0]) }, func(x []float64) float64 { return m.off(1/x[0], divULPs) }},
		"div": {func(v []Value) Value { return f.div(v[0], v[1]) }, func(x []float64) float64 { return m.div(x[0], x[1]) }},
		"rsq": {func(v []Value) Value { return f.rsq(v[0], 0) }, func(x []float64) float64 { return m.rsq(x[0]) }},
		"exp": {func(v []Value) Value { return f.exp(v[0]) }, func(x []float64) float64 { return m.exp(x[0]) }},
		"log": {func(v []Value) Value { return f.log(v[0]) }, func(x []float64) float64 { return m.log(x[0]) }},
		"pow": {func(v []Value) Value { return f.pow(v[0], v[1]) }, func(x []float64) float64 {
			if x[1] == 0 {
				return 1
			}
			return m.exp(m.round(x[1] * m.log(x[0])))
		}},
		"frc":      {func(v []Value) Value { return f.frc(v[0]) }, func(x []float64) float64 { return m.round(x[0] - math.Floor(x[0])) }},
		"min":      {func(v []Value) Value { return f.min(v[0], v[1]) }, func(x []float64) float64 { return min(x[0], x[1]) }},
		"max":      {func(v []Value) Value { return f.max(v[0], v[1]) }, func(x []float64) float64 { return max(x[0], x[1]) }},
		"saturate": {func(v []Value) Value { return f.saturate(v[0]) }, func(x []float64) float64 { return min(max(x[0], 0), 1) }},
		"cmp": {func(v []Value) Value { return notLess(v[0], Value{}).pick(v[1], v[2]) }, func(x []float64) float64 {
			if x[0] >= 0 {
				return x[1]
			}
			return x[2]
		}},
		"slt": {func(v []Value) Value { return less(v[0], v[1]).pick(Value{V: 1}, Value{}) }, func(x []float64) float64 {
			if x[0] < x[1] {
				return 1
			}
			return 0
		}},
		"nrm": {func(v []Value) Value { return (&machine{arith: f}).normalize(vec(v))[0] }, func(x []float64) float64 {
			d := m.dot(x[:3], x[:3])
			if m.IntN(2) == 0 || d == 0 {
				if d == 0 && x[0] == 0 {
					return 0
				}
				return m.round(x[0] * m.rsq(d))
			}
			return m.div(x[0], m.div(1, m.rsq(d)))
		}},
		"lit": {func(v []Value) Value { return (&machine{arith: f}).lit(vec(v))[2] }, func(x []float64) float64 {
			if x[0] > 0 && x[1] > 0 {
				return m.exp(m.round(min(max(x[3], -127.9961), 127.9961) * m.log(x[1])))
			}
			return 0
		}},
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		row := rows[name]
		t.Run(name, func(t *testing.T) {
			known := 0
			for range 20000 {
				var v [8]Value
				var x [8]float64
				for i := range v {
					v[i], x[i] = m.operand()
				}
				ours := row.ours(v[:])
				if ours.Known() {
					known++
				}
				for range 4 {
					if y := row.theirs(x[:]); !ours.Admits(float32(y)) {
						t.Fatalf("%g within %g does not admit %g, of %v as %v", ours.V, ours.Err, float32(y), x, v)
					}
				}
			}
			if known < 8000 {
				t.Errorf("only %d of 20000 results have a bound", known)
			}
		})
	}
}
