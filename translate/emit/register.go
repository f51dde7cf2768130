package emit

import (
	"math/bits"

	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// family is the component type of a register.
type family uint8

const (
	floats family = iota
	integers
	booleans
)

// register is one four-component register of the program.
type register struct {
	kind     family
	variable spirv.ID // function variable that holds it across blocks, or 0 while none was needed
	value    spirv.ID // what it holds here, or 0 when only the variable knows
	dirty    bool     // value is not in variable yet
	wild     uint8    // components that may be infinite or NaN here
	ever     uint8    // the same, anywhere so far
}

func (e *emitter) vec(k family, n int) spirv.ID {
	switch k {
	case integers:
		return e.b.IntVec(n)
	case booleans:
		return e.b.BoolVec(n)
	}
	return e.b.Vec(n)
}

func (e *emitter) addrReg() int { return e.s.Temps + len(e.s.Outputs) }
func (e *emitter) predReg() int { return e.addrReg() + 1 }

// reg returns the register that a Temp, Out, Addr or Pred object names.
func (e *emitter) reg(o ir.Obj) *register {
	switch o.Kind {
	case ir.Temp:
		return &e.regs[o.N]
	case ir.Out:
		return &e.regs[e.s.Temps+int(o.N)]
	case ir.Addr:
		return &e.regs[e.addrReg()]
	}
	return &e.regs[e.predReg()]
}

// get returns a register's value here. What was never written is zero.
func (e *emitter) get(r *register) spirv.ID {
	if r.value == 0 {
		t := e.vec(r.kind, 4)
		if r.variable == 0 && e.loops == 0 {
			return e.b.ConstNull(t)
		}
		r.value = e.b.Load(t, e.variable(r))
	}
	return r.value
}

func (e *emitter) set(r *register, value spirv.ID) {
	r.value, r.dirty = value, true
}

func (e *emitter) variable(r *register) spirv.ID {
	if r.variable == 0 {
		t := e.vec(r.kind, 4)
		r.variable = e.b.Local(t, e.b.ConstNull(t))
	}
	return r.variable
}

// flush stores what variables do not hold yet: control flow is about to part or join.
func (e *emitter) flush() {
	if e.b.Terminated() {
		return
	}
	for i := range e.regs {
		if r := &e.regs[i]; r.dirty {
			e.b.Store(e.variable(r), r.value)
			r.dirty = false
		}
	}
}

// forget drops the values that the block to come cannot use, because another one may have run before it.
func (e *emitter) forget() {
	for i := range e.regs {
		r := &e.regs[i]
		r.value, r.dirty = 0, false
		r.wild = r.ever
	}
	for _, n := range e.nested {
		e.cached[n] = 0
	}
	e.nested = e.nested[:0]
}

// pick returns the listed components of a four-component value.
func (e *emitter) pick(k family, v spirv.ID, components []uint8) spirv.ID {
	switch n := len(components); n {
	case 1:
		return e.b.Extract(e.vec(k, 1), v, uint32(components[0]))
	case 4:
		if components[0] == 0 && components[1] == 1 && components[2] == 2 && components[3] == 3 {
			return v
		}
		return e.b.Shuffle(e.vec(k, 4), v, v, uint32(components[0]), uint32(components[1]), uint32(components[2]), uint32(components[3]))
	case 3:
		return e.b.Shuffle(e.vec(k, 3), v, v, uint32(components[0]), uint32(components[1]), uint32(components[2]))
	default:
		return e.b.Shuffle(e.vec(k, 2), v, v, uint32(components[0]), uint32(components[1]))
	}
}

// laneLists has the components of every mask.
var laneLists = func() (t [16]struct {
	list [4]uint8
	n    int
}) {
	for mask := range t {
		for i := range uint8(4) {
			if mask>>i&1 != 0 {
				t[mask].list[t[mask].n] = i
				t[mask].n++
			}
		}
	}
	return t
}()

// lanes lists the components of a mask.
func lanes(mask uint8) (list [4]uint8, n int) {
	l := &laneLists[mask&0xF]
	return l.list, l.n
}

func count(mask uint8) int { return bits.OnesCount8(mask & 0xF) }

// merge returns old with the components of mask replaced by those of v, one each.
func (e *emitter) merge(k family, old, v spirv.ID, mask uint8) spirv.ID {
	list, n := lanes(mask)
	switch n {
	case 4:
		return v
	case 1:
		return e.b.Insert(e.vec(k, 4), v, old, uint32(list[0]))
	}
	var from [4]uint32
	next := uint32(4)
	for i := range from {
		from[i] = uint32(i)
		if mask>>i&1 != 0 {
			from[i] = next
			next++
		}
	}
	return e.b.Shuffle(e.vec(k, 4), old, v, from[:]...)
}

// guarded returns v where the instruction's predicate holds and the same components of old elsewhere.
func (e *emitter) guarded(k family, g *ir.Guard, old func() spirv.ID, v spirv.ID, mask uint8) spirv.ID {
	if !g.On {
		return v
	}
	list, n := lanes(mask)
	kept := e.pick(k, old(), list[:n])
	if g.Not {
		return e.b.Select(e.vec(k, n), e.guard(g, mask), kept, v)
	}
	return e.b.Select(e.vec(k, n), e.guard(g, mask), v, kept)
}

// guard returns the predicate's components for the lanes of mask, without its negation.
func (e *emitter) guard(g *ir.Guard, mask uint8) spirv.ID {
	list, n := lanes(mask)
	for i := range n {
		list[i] = g.Swizzle[list[i]]
	}
	return e.pick(booleans, e.get(e.reg(ir.Obj{Kind: ir.Pred})), list[:n])
}

// assign writes v, one component for each of the destination's mask, under the instruction's predicate. wild has the
// destination's components that may be infinite or NaN.
func (e *emitter) assign(in *ir.Instr, v spirv.ID, wild uint8) {
	d := &in.Dst
	if d.Obj.Kind == ir.Out && e.outputArray != 0 {
		e.assignOutput(in, v)
		return
	}
	r, mask := e.reg(d.Obj), d.Mask
	if in.Guard.On {
		v = e.guarded(r.kind, &in.Guard, func() spirv.ID { return e.get(r) }, v, mask)
	}
	if mask != 0xF {
		v = e.merge(r.kind, e.get(r), v, mask)
	}
	e.set(r, v)
	if !in.Guard.On {
		r.wild &^= mask
	}
	r.wild |= wild & mask
	r.ever |= r.wild
}
