package ir

import (
	"d3d9vk/translate/sm"
)

// modifiers translates the source modifiers that models 2 and 3 and vs_1_x have, and those of ps_1_x that are sums and
// products.
var modifiers = [...]Mod{
	sm.ModNone:    0,
	sm.ModNeg:     ModNeg,
	sm.ModBias:    ModBias,
	sm.ModBiasNeg: ModBias | ModNeg,
	sm.ModSign:    ModBias | ModX2,
	sm.ModSignNeg: ModBias | ModX2 | ModNeg,
	sm.ModComp:    ModComp,
	sm.ModX2:      ModX2,
	sm.ModX2Neg:   ModX2 | ModNeg,
	sm.ModAbs:     ModAbs,
	sm.ModAbsNeg:  ModAbs | ModNeg,
}

// outputStart is what a register that can only be written reads as.
var outputStart = [4]uint32{0, 0, 0, 0x3F800000}

// src resolves a float source into out.
func (b *builder) src(out *Src, s *sm.Src) (err error) {
	mod := Mod(0)
	if int(s.Mod) < len(modifiers) {
		mod = modifiers[s.Mod]
	}
	if mod == 0 && s.Mod != sm.ModNone {
		return b.fail("%s has a modifier that it cannot have in %v", b.srcName(s), b.v)
	}
	out.Mod = mod
	for i := range out.Swizzle {
		out.Swizzle[i] = s.Swizzle[i] & 3
	}
	if out.Rel, err = b.rel(s.Rel); err != nil {
		return err
	}
	out.Obj, err = b.srcObj(s, out.Rel.Kind != None)
	return err
}

// srcObj resolves the register of a float source.
func (b *builder) srcObj(s *sm.Src, relative bool) (Obj, error) {
	if s.Type == sm.RegTemp && !relative {
		return Obj{Temp, s.Index}, nil
	}
	if n, ok := sm.ConstIndex(s.Type, s.Index); ok {
		if i, ok := b.defined(sm.FileF, n); ok && !relative {
			return Obj{Imm, i}, nil
		}
		return Obj{CF, uint16(n)}, nil
	}
	key := regKey{s.Type, s.Index}
	if i := b.ins.find(key, 0); i >= 0 && !relative {
		if t := b.ins[i].temp; t != 0 {
			return Obj{Temp, uint16(t - 1)}, nil
		}
		return Obj{In, uint16(i)}, nil
	}
	if s.Type == sm.RegInput && relative && b.v.Major() >= 3 {
		b.s.RelIn = true
		return Obj{In, s.Index}, nil
	}
	if relative {
		return Obj{}, b.fail("%s cannot be addressed relatively in %v", b.srcName(s), b.v)
	}
	if _, ok := b.outputOf(key); ok {
		if b.start == 0 {
			b.start = 1 + b.imm(outputStart)
		}
		return Obj{Imm, b.start - 1}, nil
	}
	return Obj{}, b.fail("%s is not a register to read here", b.srcName(s))
}

// rel resolves a relative address.
func (b *builder) rel(r *sm.Src) (Rel, error) {
	switch {
	case r == nil:
		return Rel{}, nil
	}
	switch {
	case r.Mod != sm.ModNone || r.Rel != nil:
	case r.Type == sm.RegAddr && !b.pixel() && r.Index == 0:
		return Rel{Kind: Addr, Comp: r.Swizzle[0] & 3}, nil
	case r.Type == sm.RegLoop && r.Index == 0:
		if !b.inLoop() {
			return Rel{}, b.fail("aL is used outside a loop")
		}
		return Rel{Kind: Loop}, nil
	}
	return Rel{}, b.fail("%s is not an address register of %v", b.srcName(r), b.v)
}

// dst resolves a destination. For outputs N is the index of the register's first Output until write splits it; for
// relative outputs it is the register's number.
func (b *builder) dst(d *sm.Dst) (Dst, error) {
	out := Dst{Mask: d.Mask & sm.MaskXYZW, Shift: d.Shift, Sat: d.Saturate}
	if out.Mask == 0 {
		return out, b.fail("the write mask of %s is empty", sm.RegName(b.v, d.Type, d.Index))
	}
	var err error
	if out.Rel, err = b.rel(d.Rel); err != nil {
		return out, err
	}
	key := regKey{d.Type, d.Index}
	switch {
	case out.Rel.Kind != None:
		if d.Type != sm.RegOutput || b.pixel() || b.v.Major() < 3 {
			return out, b.fail("%s cannot be addressed relatively in %v", sm.RegName(b.v, d.Type, d.Index), b.v)
		}
		b.s.RelOut = true
		out.Obj = Obj{Out, d.Index}
	case d.Type == sm.RegTemp:
		out.Obj = Obj{Temp, d.Index}
	case d.Type == sm.RegAddr && !b.pixel():
		if d.Index != 0 || b.v.Major() < 2 && out.Mask != 1 {
			return out, b.fail("only %s can be written here", map[bool]string{true: "a0.x", false: "a0"}[b.v.Major() < 2])
		}
		out.Obj = Obj{Addr, 0}
	case d.Type == sm.RegPredicate:
		if d.Index != 0 {
			return out, b.fail("p%d is out of range", d.Index)
		}
		out.Obj = Obj{Pred, 0}
	default:
		i := b.outs.find(key, 0)
		if i < 0 {
			return out, b.fail("%s is not a register to write in %v", sm.RegName(b.v, d.Type, d.Index), b.v)
		}
		out.Obj = Obj{Out, uint16(i)}
	}
	return out, nil
}

// constCond resolves the operand of if, loop and rep: a constant of the device or of the text.
func (b *builder) constCond(s *sm.Src) (Src, error) {
	file, n, ok := sm.ConstOf(s.Type, s.Index)
	if !ok || s.Rel != nil || s.Mod != sm.ModNone && !(file == sm.FileB && s.Mod == sm.ModNot) {
		return Src{}, b.fail("%s is not a constant for flow control", b.srcName(s))
	}
	out := Src{Swizzle: sm.SwizzleXYZW}
	if s.Mod == sm.ModNot {
		out.Mod = ModNot
	}
	if i, ok := b.defined(file, n); ok {
		out.Obj = Obj{Imm, i}
	} else {
		out.Obj = Obj{[3]ObjKind{sm.FileF: CF, sm.FileI: CI, sm.FileB: CB}[file], uint16(n)}
	}
	return out, nil
}

// predicate resolves a component of p0 as an operand.
func (b *builder) predicate(s *sm.Src) (Src, error) {
	if s.Type != sm.RegPredicate || s.Index != 0 || s.Rel != nil || s.Mod != sm.ModNone && s.Mod != sm.ModNot {
		return Src{}, b.fail("%s is not a component of p0", b.srcName(s))
	}
	out := Src{Obj: Obj{Pred, 0}, Swizzle: replicate(s.Swizzle[0] & 3)}
	if s.Mod == sm.ModNot {
		out.Mod = ModNot
	}
	return out, nil
}
