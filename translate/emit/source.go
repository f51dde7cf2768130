package emit

import (
	"math"

	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// read returns a float source's lanes of mask, one component each: object, swizzle, modifiers.
func (e *emitter) read(s *ir.Src, mask uint8) spirv.ID {
	l := &laneLists[mask&0xF]
	n := l.n
	var list [4]uint8
	for i := range list {
		list[i] = s.Swizzle[l.list[i]&3]
	}
	v := e.components(s, list[:n])
	if s.Mod != 0 {
		v = e.modify(s.Mod, n, v)
	}
	return v
}

// scalar returns one lane of a float source.
func (e *emitter) scalar(s *ir.Src, lane int) spirv.ID { return e.read(s, 1<<lane) }

// components returns the listed components of a source's object.
func (e *emitter) components(s *ir.Src, list []uint8) spirv.ID {
	if s.Obj.Kind == ir.Imm {
		return e.literal(s.N, list)
	}
	return e.pick(floats, e.object(s), list)
}

// object returns the four components of a float object.
func (e *emitter) object(s *ir.Src) spirv.ID {
	switch s.Obj.Kind {
	case ir.Temp:
		return e.get(e.reg(s.Obj))
	case ir.In:
		if s.Rel.Kind != ir.None {
			return e.inputAt(s.N, e.index(s.Rel))
		}
		return e.inputs[s.N]
	case ir.CF:
		if s.Rel.Kind != ir.None {
			return e.constFAt(s.N, e.index(s.Rel))
		}
		return e.constF(s.N)
	}
	return e.b.ConstNull(e.b.Vec(4))
}

// literal returns the listed components of a literal as a constant.
func (e *emitter) literal(n uint16, list []uint8) spirv.ID {
	key := uint32(n)<<16 | uint32(len(list))<<8
	for _, c := range list {
		key = key&^0xFF | key<<2&0xFF | uint32(c)
	}
	at := &e.literals[(key>>16^key)&uint32(len(e.literals)-1)]
	if at.key != key {
		*at = literal{key, e.makeLiteral(&e.s.Imms[n], list)}
	}
	return at.id
}

// literal is a constant made of an immediate: its number, how many components and which.
type literal struct {
	key uint32 // never 0
	id  spirv.ID
}

func (e *emitter) makeLiteral(v *[4]uint32, list []uint8) spirv.ID {
	var parts [4]spirv.ID
	for i, c := range list {
		parts[i] = e.b.ConstF32(math.Float32frombits(v[c]))
	}
	if len(list) == 1 {
		return parts[0]
	}
	return e.b.ConstComposite(e.b.Vec(len(list)), parts[:len(list)]...)
}

// index returns the run-time part of a relative address, an int.
func (e *emitter) index(r ir.Rel) spirv.ID {
	if r.Kind == ir.Addr {
		return e.b.Extract(e.b.Int(), e.get(e.reg(ir.Obj{Kind: ir.Addr})), uint32(r.Comp))
	}
	for i := len(e.frames) - 1; i >= 0; i-- {
		if f := &e.frames[i]; f.address != 0 {
			return e.b.Load(e.b.Int(), f.address)
		}
	}
	return e.b.ConstI32(0)
}

// modify applies source modifiers to n floats, negation last.
func (e *emitter) modify(m ir.Mod, n int, v spirv.ID) spirv.ID {
	b, t := e.b, e.b.Vec(n)
	if m&ir.ModAbs != 0 {
		v = b.Ext(t, spirv.GLSLFAbs, v)
	}
	if m&ir.ModBias != 0 {
		v = b.FSub(t, v, b.ConstSplat(n, 0.5))
	}
	if m&ir.ModX2 != 0 {
		v = b.FAdd(t, v, v)
	}
	if m&ir.ModComp != 0 {
		v = b.FSub(t, b.ConstSplat(n, 1), v)
	}
	if m&ir.ModNeg != 0 {
		v = b.FNegate(t, v)
	}
	return v
}

// wild returns the lanes of mask in which a source may be infinite or NaN.
func (e *emitter) wild(s *ir.Src, mask uint8) (w uint8) {
	if !e.unbounded {
		return 0
	}
	var r uint8
	switch {
	case s.Obj.Kind == ir.Imm:
		r = unboundedLanes(&e.s.Imms[s.N])
	case e.strict:
		return mask
	case s.Obj.Kind == ir.Temp:
		r = e.reg(s.Obj).wild
	}
	if r == 0 {
		return 0
	}
	for i := range 4 {
		if mask>>i&1 != 0 && r>>s.Swizzle[i]&1 != 0 {
			w |= 1 << i
		}
	}
	return w
}

// unboundedLanes returns the components of a literal that are infinite or NaN.
func unboundedLanes(v *[4]uint32) (mask uint8) {
	for c, bits := range v {
		if bits&0x7F800000 == 0x7F800000 {
			mask |= 1 << c
		}
	}
	return mask
}

// nonZero reports whether a source is a literal whose lanes of mask are finite and not zero: a product with it needs no care.
func (e *emitter) nonZero(s *ir.Src, mask uint8) bool {
	if s.Obj.Kind != ir.Imm || s.Mod&^(ir.ModNeg|ir.ModAbs) != 0 {
		return false
	}
	for i := range 4 {
		bits := e.s.Imms[s.N][s.Swizzle[i]] &^ (1 << 31)
		if mask>>i&1 != 0 && (bits == 0 || bits >= 0x7F800000) {
			return false
		}
	}
	return true
}

// boolean returns the condition that a b#, a literal boolean or a component of p0 holds.
func (e *emitter) boolean(s *ir.Src) spirv.ID {
	var v spirv.ID
	switch s.Obj.Kind {
	case ir.CB:
		v = e.constB(s.N)
	case ir.Imm:
		v = e.b.ConstBool(e.s.Imms[s.N][s.Swizzle[0]] != 0)
	default:
		v = e.pick(booleans, e.get(e.reg(s.Obj)), s.Swizzle[:1])
	}
	if s.Mod&ir.ModNot != 0 {
		v = e.b.Not(1, v)
	}
	return v
}

// integer returns component c of an i# or a literal integer vector.
func (e *emitter) integer(s *ir.Src, c uint32) spirv.ID {
	if s.Obj.Kind == ir.Imm {
		return e.b.ConstI32(int32(e.s.Imms[s.N][c]))
	}
	return e.constI(s.N, c)
}
