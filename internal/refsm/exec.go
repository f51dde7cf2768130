package refsm

import (
	"fmt"
	"math"

	"d3d9vk/translate/sm"
)

// sources is the least number of sources of the opcodes below; the operand tokens of a broken program may be fewer.
var sources = map[sm.Opcode]int{
	sm.OpMov: 1, sm.OpAdd: 2, sm.OpSub: 2, sm.OpMad: 3, sm.OpMul: 2, sm.OpRcp: 1, sm.OpRsq: 1, sm.OpDp3: 2, sm.OpDp4: 2, sm.OpMin: 2,
	sm.OpMax: 2, sm.OpSlt: 2, sm.OpSge: 2, sm.OpExp: 1, sm.OpLog: 1, sm.OpLit: 1, sm.OpDst: 2, sm.OpLrp: 3, sm.OpFrc: 1, sm.OpM4x4: 2,
	sm.OpM4x3: 2, sm.OpM3x4: 2, sm.OpM3x3: 2, sm.OpM3x2: 2, sm.OpPow: 2, sm.OpCrs: 2, sm.OpSgn: 1, sm.OpAbs: 1, sm.OpNrm: 1, sm.OpSinCos: 1,
	sm.OpMova: 1, sm.OpExpP: 1, sm.OpLogP: 1, sm.OpCnd: 3, sm.OpCmp: 3, sm.OpBem: 2, sm.OpDp2Add: 3, sm.OpDsx: 1, sm.OpDsy: 1, sm.OpSetP: 2,
	sm.OpTexLDL: 2, sm.OpTexLDD: 4, sm.OpTexBem: 1, sm.OpTexBemL: 1, sm.OpTexReg2AR: 1, sm.OpTexReg2GB: 1, sm.OpTexReg2RGB: 1,
	sm.OpTexM3x2Pad: 1, sm.OpTexM3x2Tex: 1, sm.OpTexM3x3Pad: 1, sm.OpTexM3x3Tex: 1, sm.OpTexM3x3Diff: 1, sm.OpTexM3x3Spec: 2,
	sm.OpTexM3x3VSpec: 1, sm.OpTexDp3Tex: 1, sm.OpTexM3x2Depth: 1, sm.OpTexDp3: 1, sm.OpTexM3x3: 1,
	sm.OpTexCoord: 0, sm.OpTexKill: 0, sm.OpTex: 0, sm.OpTexDepth: 0,
}

// compute gives an instruction's result for every active lane, and does what is not a register's: killing, depth of ps_1_x.
func (m *machine) compute(in *sm.Instr) (result, error) {
	switch in.Op {
	case sm.OpNop, sm.OpComment, sm.OpDcl, sm.OpDef, sm.OpDefI, sm.OpDefB, sm.OpLabel:
		return result{}, nil
	case sm.OpPhase:
		m.phase()
		return result{}, nil
	}
	n, ok := sources[in.Op]
	if !ok {
		return result{}, fmt.Errorf("opcode %d cannot be run", in.Op)
	}
	if in.Dst == nil || len(in.Src) < n {
		return result{}, fmt.Errorf("opcode %d lacks operands", in.Op)
	}
	r := result{mask: in.Dst.Mask}
	switch in.Op {
	case sm.OpDsx, sm.OpDsy:
		return r, m.derivative(in, &r)
	case sm.OpTexCoord, sm.OpTexKill, sm.OpTex, sm.OpTexLDL, sm.OpTexLDD, sm.OpTexDepth, sm.OpTexBem, sm.OpTexBemL, sm.OpTexReg2AR,
		sm.OpTexReg2GB, sm.OpTexReg2RGB, sm.OpTexM3x2Pad, sm.OpTexM3x2Tex, sm.OpTexM3x3Pad, sm.OpTexM3x3Tex, sm.OpTexM3x3Diff,
		sm.OpTexM3x3Spec, sm.OpTexM3x3VSpec, sm.OpTexDp3Tex, sm.OpTexM3x2Depth, sm.OpTexDp3, sm.OpTexM3x3:
		return m.texture(in, r)
	}
	for l := range m.lanes {
		if m.active>>l&1 == 0 {
			continue
		}
		var s [3]Vec
		for i := range min(len(in.Src), 3) {
			if isMatrix(in.Op) && i == 1 {
				continue
			}
			if i >= n {
				break // the constants of sincos and the temporaries of sgn say nothing
			}
			var err error
			if s[i], err = m.read(l, &in.Src[i]); err != nil {
				return r, err
			}
		}
		var err error
		if isMatrix(in.Op) {
			r.lanes[l], r.mask, err = m.matrix(l, in, s[0])
		} else {
			err = m.arithmetic(l, in, s, &r)
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// matrices are rows and components of the macros.
var matrices = map[sm.Opcode][2]int{
	sm.OpM4x4: {4, 4}, sm.OpM4x3: {3, 4}, sm.OpM3x4: {4, 3}, sm.OpM3x3: {3, 3}, sm.OpM3x2: {2, 3},
}

func isMatrix(op sm.Opcode) bool { _, ok := matrices[op]; return ok }

// matrix is a dot product with each of several consecutive registers.
func (m *machine) matrix(l int, in *sm.Instr, v Vec) (out Vec, mask uint8, err error) {
	size := matrices[in.Op]
	for row := range size[0] {
		s := in.Src[1]
		s.Index += uint16(row)
		r, err := m.read(l, &s)
		if err != nil {
			return out, 0, err
		}
		out[row] = m.dot(v, r, size[1])
	}
	return out, in.Dst.Mask & (1<<size[0] - 1), nil
}

// componentwise are the opcodes that treat each component alike.
var componentwise = map[sm.Opcode]func(f arith, a, b, c Value) Value{
	sm.OpMov: func(_ arith, a, _, _ Value) Value { return a },
	sm.OpAdd: func(f arith, a, b, _ Value) Value { return f.add(a, b) },
	sm.OpSub: func(f arith, a, b, _ Value) Value { return f.sub(a, b) },
	sm.OpMul: func(f arith, a, b, _ Value) Value { return f.mul(a, b) },
	sm.OpMad: func(f arith, a, b, c Value) Value { return f.mad(a, b, c) },
	sm.OpMin: func(f arith, a, b, _ Value) Value { return f.min(a, b) },
	sm.OpMax: func(f arith, a, b, _ Value) Value { return f.max(a, b) },
	sm.OpSlt: func(_ arith, a, b, _ Value) Value { return less(a, b).pick(Value{V: 1}, Value{}) },
	sm.OpSge: func(_ arith, a, b, _ Value) Value { return notLess(a, b).pick(Value{V: 1}, Value{}) },
	sm.OpFrc: func(f arith, a, _, _ Value) Value { return f.frc(a) },
	sm.OpAbs: func(_ arith, a, _, _ Value) Value { return a.abs() },
	sm.OpLrp: func(f arith, a, b, c Value) Value { return f.lrp(a, b, c) },
	sm.OpCmp: func(_ arith, a, b, c Value) Value { return notLess(a, Value{}).pick(b, c) },
	sm.OpSgn: func(_ arith, a, _, _ Value) Value {
		return less(a, Value{}).pick(Value{V: -1}, less(Value{}, a).pick(Value{V: 1}, Value{}))
	},
}

// scalar are the opcodes that take one component of each source, the last of the swizzle, and give it to all.
var scalar = map[sm.Opcode]func(f arith, a, b Value) Value{
	sm.OpRcp:  func(f arith, a, _ Value) Value { return f.rcp(a) },
	sm.OpRsq:  func(f arith, a, _ Value) Value { return f.rsq(a, 0) },
	sm.OpExp:  func(f arith, a, _ Value) Value { return f.exp(a) },
	sm.OpExpP: func(f arith, a, _ Value) Value { return f.exp(a) },
	sm.OpLog:  func(f arith, a, _ Value) Value { return f.log(a) },
	sm.OpLogP: func(f arith, a, _ Value) Value { return f.log(a) },
	sm.OpPow:  func(f arith, a, b Value) Value { return f.pow(a, b) },
}

// arithmetic does what is neither a macro of matrices nor concerns textures or neighbors.
func (m *machine) arithmetic(l int, in *sm.Instr, s [3]Vec, r *result) error {
	out := &r.lanes[l]
	if toAddress := in.Dst.Type == sm.RegAddr && m.prog.Version.Stage() == sm.Vertex; toAddress || in.Op == sm.OpMova {
		for c := range out {
			out[c] = m.address(s[0][c])
		}
		return nil
	}
	if in.Op == sm.OpExpP && m.major == 1 {
		*out = m.expp(s[0][3])
		return nil
	}
	if f, ok := componentwise[in.Op]; ok {
		for c := range out {
			out[c] = f(m.arith, s[0][c], s[1][c], s[2][c])
		}
		return nil
	}
	if f, ok := scalar[in.Op]; ok {
		*out = splat(f(m.arith, s[0][3], s[1][3]))
		return nil
	}
	switch in.Op {
	case sm.OpDp3:
		*out = splat(m.dot(s[0], s[1], 3))
	case sm.OpDp4:
		*out = splat(m.dot(s[0], s[1], 4))
	case sm.OpDp2Add:
		*out = splat(m.sum(m.product(s[0][0], s[1][0]), m.product(s[0][1], s[1][1]), one(s[2][3])))
	case sm.OpCrs:
		for c := range 3 {
			a, b := (c+1)%3, (c+2)%3
			out[c] = m.sum(m.product(s[0][a], s[1][b]), m.product(s[0][b].neg(), s[1][a]))
		}
		r.mask &= 7
	case sm.OpNrm:
		*out = m.normalize(s[0])
	case sm.OpSinCos:
		out[0], out[1] = m.sincos(s[0][3])
		r.mask &= 3
	case sm.OpLit:
		*out = m.lit(s[0])
	case sm.OpDst:
		*out = Vec{{V: 1}, m.mul(s[0][1], s[1][1]), s[0][2], s[1][3]}
	case sm.OpCnd:
		*out = m.conditional(l, in, s)
	case sm.OpSetP:
		for c := range out {
			r.preds[l][c] = compare(sm.Compare(in.Control), s[0][c], s[1][c])
		}
	case sm.OpBem:
		out[0], out[1] = m.bump(int(in.Dst.Index), s[0], s[1])
		r.mask &= 3
	default:
		return fmt.Errorf("opcode %d cannot be run", in.Op)
	}
	return nil
}

// address rounds for a0: mov of vs_1_1 down, mova to the nearest.
func (m *machine) address(a Value) Value {
	if m.major == 1 {
		n, sure := floor(a)
		if !sure {
			return Value{float32(n), unbounded}
		}
		return Value{float32(n), 0}
	}
	n := math.RoundToEven(float64(a.V))
	if !a.Known() || math.Abs(float64(a.V)-n)+a.Err >= 0.5 {
		return Value{float32(n), unbounded}
	}
	return Value{float32(n), 0}
}

// expp of vs_1_1: the power of the whole part, the fraction, the power.
func (m *machine) expp(a Value) Vec {
	n, sure := floor(a)
	whole := m.result(math.Exp2(n), 4*ulp(math.Exp2(n)))
	if !sure {
		whole = whole.open()
	}
	return Vec{whole, m.frc(a), m.exp(a), {V: 1}}
}

func (m *machine) normalize(v Vec) Vec {
	d := m.dot(v, v, 3)
	scale := m.rsq(d, 8) // normalize may divide by a length, which is itself a reciprocal of InverseSqrt
	for c := range v {
		v[c] = m.mul(v[c], scale)
	}
	return v
}

// lit is the lighting coefficients. At x == 0, y == 0 and w == 0 implementations differ, so the bound covers both results.
func (m *machine) lit(s Vec) Vec {
	zero := Value{}
	power := m.clamp(s[3], -127.9961, 127.9961)
	z := m.pow(m.max(s[1], zero), power)
	on := less(zero, s[0]).and(less(zero, s[1]))
	if s[0].hasZero() || s[1].hasZero() || s[3].hasZero() {
		on.sure = false
	}
	for _, a := range s[:2] {
		if below := less(a, zero); below.is && below.sure {
			on = cond{false, true}
		}
	}
	z = on.pick(z, zero)
	return Vec{{V: 1}, m.max(s[0], zero), z, {V: 1}}
}

// conditional is cnd. Before ps_1_4 it tests r0.a, and in the color half of a pair it does not test at all.
func (m *machine) conditional(l int, in *sm.Instr, s [3]Vec) (out Vec) {
	half := Value{V: 0.5}
	for c := range out {
		test := less(half, s[0][c])
		if m.prog.Version < sm.PS_1_4 {
			test = less(half, s[0][3])
			if color := in.Dst.Mask&7 != 0; color && in.Coissue {
				test = cond{true, true}
			} else if color && m.paired && !test.is {
				test.sure = false // nothing pins the first of a pair
			}
		}
		out[c] = test.pick(s[1][c], s[2][c])
	}
	return out
}

// derivative is the difference to the neighbor in the lane's own row or column; the bound covers the other one's.
func (m *machine) derivative(in *sm.Instr, r *result) error {
	if len(m.lanes) != 4 {
		return fmt.Errorf("a vertex has no derivatives")
	}
	var v [4]Vec
	for l := range m.lanes {
		var err error
		if v[l], err = m.read(l, &in.Src[0]); err != nil {
			return err
		}
	}
	for l := range m.lanes {
		for c := range 4 {
			var values [4]Value
			for n := range values {
				values[n] = v[n][c]
			}
			near, far := m.differences(values, l, in.Op == sm.OpDsy)
			r.lanes[l][c] = hull(near, far)
		}
		if m.active != m.all {
			r.lanes[l] = r.lanes[l].open()
		}
	}
	return nil
}

// differences are the derivatives of v over x (or y) in lane l's row (or column) and in the other one.
func (m *machine) differences(v [4]Value, l int, y bool) (near, far Value) {
	if y {
		near, far = m.sub(v[2|l&1], v[l&1]), m.sub(v[2|l&1^1], v[l&1^1])
		return near, far
	}
	return m.sub(v[l&2|1], v[l&2]), m.sub(v[l&2^2|1], v[l&2^2])
}
