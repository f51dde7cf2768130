package refsm

import (
	"fmt"
	"math"

	"d3d9vk/translate/sm"
)

// machine runs one vertex or one quad.
type machine struct {
	arith
	prog  *sm.Program
	st    *State
	plan  *plan
	lanes []lane
	major int

	active, broken, returned uint8 // lanes that run; that left the loop; that left the subroutine
	all                      uint8
	loops, calls             int
	steps                    int
	aL                       int
	hasLoop                  bool // aL counts
	paired                   bool // the instruction at hand is the first of a coissued pair
	ambiguous                bool

	defF map[int][4]float32
	defI map[uint16][4]int32
	defB map[uint16]bool
}

// file names a register.
type file struct {
	typ   sm.RegType
	index int
}

// lane is one vertex or pixel.
type lane struct {
	in   map[file]Vec // v#, t#, vPos, vFace; of ps_1_x also what was stored in t#
	regs map[file]Vec // r# and a0
	out  map[file]Varying
	dots [2]Value // rows that texm3x2pad and texm3x3pad have done, by their number
	eye  [2]Value // the w of their coordinates
	rows int
	p    [4]cond
	kill cond
}

func newMachine(p *sm.Program, st *State, lanes int) (*machine, error) {
	if p == nil || !p.Version.Known() {
		return nil, fmt.Errorf("refsm: no program of a known version")
	}
	if st == nil {
		st = &State{}
	}
	pl, err := newPlan(p)
	if err != nil {
		return nil, err
	}
	m := &machine{
		arith: arith{zero: st.ZeroTimesAnything, specials: st.Specials},
		prog:  p, st: st, plan: pl, major: p.Version.Major(), steps: st.Budget,
		lanes: make([]lane, lanes), all: 1<<lanes - 1,
		defF: map[int][4]float32{}, defI: map[uint16][4]int32{}, defB: map[uint16]bool{},
	}
	if m.steps == 0 {
		m.steps = DefaultBudget
	}
	m.active = m.all
	for l := range m.lanes {
		m.lanes[l] = lane{in: map[file]Vec{}, regs: map[file]Vec{}, out: map[file]Varying{}, kill: cond{false, true}}
	}
	for i := range p.Instrs {
		in := &p.Instrs[i]
		if in.Dst == nil {
			continue
		}
		switch in.Op {
		case sm.OpDef:
			if n, ok := sm.ConstIndex(in.Dst.Type, in.Dst.Index); ok {
				m.defF[n] = floats(in.Values)
			}
		case sm.OpDefI:
			m.defI[in.Dst.Index] = [4]int32{int32(in.Values[0]), int32(in.Values[1]), int32(in.Values[2]), int32(in.Values[3])}
		case sm.OpDefB:
			m.defB[in.Dst.Index] = in.Values[0] != 0
		}
	}
	return m, nil
}

func floats(bits [4]uint32) (v [4]float32) {
	for c := range v {
		v[c] = math.Float32frombits(bits[c])
	}
	return v
}

// constant is c[n]; what is not there reads 0. Those of ps_1_x lie in [-1, 1].
func (m *machine) constant(n int) Vec {
	c, ok := m.defF[n]
	if !ok && n >= 0 && n < len(m.st.F) {
		c = m.st.F[n]
	}
	if m.prog.Version.Stage() == sm.Pixel && m.major == 1 {
		for i := range c {
			c[i] = min(max(c[i], -1), 1)
		}
	}
	v := ExactVec(c)
	for i := range v {
		v[i] = m.load(v[i])
	}
	return v
}

// load makes infinities and NaNs that come from outside what the options say.
func (m *machine) load(a Value) Value {
	if v := float64(a.V); a.Known() && (v-v != 0) && !m.specials {
		return a.open()
	}
	return a
}

func (m *machine) integer(n uint16) [4]int32 {
	if v, ok := m.defI[n]; ok {
		return v
	}
	if int(n) < len(m.st.I) {
		return m.st.I[n]
	}
	return [4]int32{}
}

// boolean is b# or a component of p0 through its swizzle.
func (m *machine) boolean(l int, s *sm.Src, component int) (cond, error) {
	var c cond
	switch s.Type {
	case sm.RegConstBool:
		c.sure = true
		if v, ok := m.defB[s.Index]; ok {
			c.is = v
		} else if int(s.Index) < len(m.st.B) {
			c.is = m.st.B[s.Index]
		}
	case sm.RegPredicate:
		c = m.lanes[l].p[s.Swizzle[component]&3]
	default:
		return c, fmt.Errorf("%s is not a condition", sm.RegName(m.prog.Version, s.Type, s.Index))
	}
	if s.Mod == sm.ModNot {
		c = c.not()
	}
	return c, nil
}

// relative is what a relative address adds.
func (m *machine) relative(l int, rel *sm.Src) (n int, sure bool, err error) {
	switch {
	case rel == nil:
		return 0, true, nil
	case rel.Type == sm.RegLoop:
		return m.aL, m.hasLoop, nil
	case rel.Type == sm.RegAddr && m.prog.Version.Stage() == sm.Vertex:
		a, ok := m.lanes[l].regs[file{sm.RegAddr, int(rel.Index)}]
		v := a[rel.Swizzle[0]&3]
		if !ok || !(v.V > -1<<20 && v.V < 1<<20) {
			return 0, false, nil
		}
		return int(v.V), v.Err == 0, nil
	}
	return 0, false, fmt.Errorf("%s is not an address", sm.RegName(m.prog.Version, rel.Type, rel.Index))
}

// register reads a register without swizzle and modifier.
func (m *machine) register(l int, typ sm.RegType, index uint16, rel *sm.Src) (Vec, error) {
	n, sure, err := m.relative(l, rel)
	if err != nil {
		return Vec{}, err
	}
	var v Vec
	if c, ok := sm.ConstIndex(typ, index); ok {
		v = m.constant(c + n)
	} else {
		key := file{typ, int(index) + n}
		found := false
		switch {
		case typ == sm.RegTemp:
			v, found = m.lanes[l].regs[key]
		case typ == sm.RegInput, typ == sm.RegMisc, typ == sm.RegTexture && m.prog.Version.Stage() == sm.Pixel:
			v, found = m.lanes[l].in[key]
		default:
			return Vec{}, fmt.Errorf("%s cannot be read", sm.RegName(m.prog.Version, typ, index))
		}
		sure = sure && found
	}
	if !sure {
		return v.open(), nil
	}
	return v, nil
}

// read reads a source: swizzle, then modifier. The divisions of _dz and _dw come before the swizzle.
func (m *machine) read(l int, s *sm.Src) (Vec, error) {
	v, err := m.register(l, s.Type, s.Index, s.Rel)
	if err != nil {
		return v, err
	}
	switch s.Mod {
	case sm.ModDz:
		v[0], v[1] = m.quotient(v[0], v[2]), m.quotient(v[1], v[2])
	case sm.ModDw:
		v[0], v[1] = m.quotient(v[0], v[3]), m.quotient(v[1], v[3])
	}
	var out Vec
	for c := range out {
		out[c] = m.modify(s.Mod, v[s.Swizzle[c]&3])
	}
	return out, nil
}

// quotient is a/b, and 1 where b is zero.
func (m *machine) quotient(a, b Value) Value {
	if b.isZero() {
		return Value{1, unbounded}
	}
	return m.div(a, b)
}

func (m *machine) modify(mod sm.SrcMod, a Value) Value {
	half, twice := Value{V: 0.5}, func(a Value) Value { return m.scale(a, 1) }
	switch mod {
	case sm.ModNeg:
		return a.neg()
	case sm.ModBias:
		return m.sub(a, half)
	case sm.ModBiasNeg:
		return m.sub(a, half).neg()
	case sm.ModSign:
		return m.sum(term{2 * float64(a.V), 2 * a.Err}, term{-1, 0})
	case sm.ModSignNeg:
		return m.sum(term{2 * float64(a.V), 2 * a.Err}, term{-1, 0}).neg()
	case sm.ModComp:
		return m.sub(Value{V: 1}, a)
	case sm.ModX2:
		return twice(a)
	case sm.ModX2Neg:
		return twice(a).neg()
	case sm.ModAbs:
		return a.abs()
	case sm.ModAbsNeg:
		return a.abs().neg()
	}
	return a
}

// result is what an instruction gives, lane by lane.
type result struct {
	lanes [4]Vec
	mask  uint8
	preds [4][4]cond // of setp
}

// store writes a result: shift, saturation, mask, predicate.
func (m *machine) store(in *sm.Instr, r result) error {
	for l := range m.lanes {
		if m.active>>l&1 == 0 {
			continue
		}
		for c := range 4 {
			if r.mask>>c&1 == 0 {
				continue
			}
			when := cond{true, true}
			if in.Predicated {
				var err error
				if when, err = m.boolean(l, &in.Pred, c); err != nil {
					return err
				}
			}
			if in.Op == sm.OpSetP {
				p := &m.lanes[l].p[c]
				next := r.preds[l][c]
				if !when.is {
					next = *p
				}
				next.sure = next.sure && (when.sure || r.preds[l][c] == *p)
				*p = next
				continue
			}
			v := m.scale(r.lanes[l][c], int(in.Dst.Shift))
			if in.Dst.Saturate {
				v = m.saturate(v)
			}
			if err := m.write(l, in.Dst, c, v, when); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *machine) write(l int, d *sm.Dst, c int, v Value, when cond) error {
	n, sure, err := m.relative(l, d.Rel)
	if err != nil {
		return err
	}
	key := file{d.Type, int(d.Index) + n}
	ln := &m.lanes[l]
	vertex := m.prog.Version.Stage() == sm.Vertex
	put := func(regs map[file]Vec, def Value) {
		old, ok := regs[key]
		if !ok {
			old = splat(def)
		}
		old[c] = when.pick(v, old[c])
		regs[key] = old
	}
	switch {
	case d.Type == sm.RegTemp, d.Type == sm.RegAddr && vertex:
		put(ln.regs, Value{0, unbounded})
	case d.Type == sm.RegTexture && !vertex && m.major == 1:
		put(ln.in, Value{0, unbounded})
	case vertex && (d.Type == sm.RegRastOut || d.Type == sm.RegAttrOut || d.Type == sm.RegTexCrdOut),
		!vertex && (d.Type == sm.RegColorOut || d.Type == sm.RegDepthOut):
		m.ambiguous = m.ambiguous || !sure || !when.sure && ln.out[key].Written>>c&1 == 0
		if o := ln.out[key]; when.is || o.Written>>c&1 != 0 {
			o.Value[c] = when.pick(v, o.Value[c])
			o.Written |= 1 << c
			ln.out[key] = o
		}
	default:
		return fmt.Errorf("%s cannot be written", sm.RegName(m.prog.Version, d.Type, d.Index))
	}
	return nil
}
