package ir

import (
	"d3d9vk/translate/sm"
)

// lowering is how an opcode that maps to one operation does so.
type lowering struct {
	op      Op
	sources uint8 // sources kept; later ones have no effect (sincos, sgn)
	scalarW uint8 // bit i: source i is one number, the last lane of its swizzle
	scalarX uint8 // bit i: source i is one number, the first lane of its swizzle
	mask    uint8 // components that the operation can write
	rows    uint8 // matrix macros: that many operations, one for each component and row
}

// lowerings has a row for every opcode that stands for one operation, once or for each row of a matrix. Which lane of a scalar source counts when its
// swizzle does not replicate one is what Windows does (as Wine's tests pin it), not a documented rule.
var lowerings = [...]lowering{
	sm.OpMov:    {op: OpMov, sources: 1, mask: 0xF},
	sm.OpAdd:    {op: OpAdd, sources: 2, mask: 0xF},
	sm.OpSub:    {op: OpAdd, sources: 2, mask: 0xF},
	sm.OpMad:    {op: OpMad, sources: 3, mask: 0xF},
	sm.OpMul:    {op: OpMul, sources: 2, mask: 0xF},
	sm.OpRcp:    {op: OpRcp, sources: 1, scalarW: 1, mask: 0xF},
	sm.OpRsq:    {op: OpRsq, sources: 1, scalarW: 1, mask: 0xF},
	sm.OpDp3:    {op: OpDp3, sources: 2, mask: 0xF},
	sm.OpDp4:    {op: OpDp4, sources: 2, mask: 0xF},
	sm.OpMin:    {op: OpMin, sources: 2, mask: 0xF},
	sm.OpMax:    {op: OpMax, sources: 2, mask: 0xF},
	sm.OpSlt:    {op: OpSlt, sources: 2, mask: 0xF},
	sm.OpSge:    {op: OpSge, sources: 2, mask: 0xF},
	sm.OpExp:    {op: OpExp, sources: 1, scalarW: 1, mask: 0xF},
	sm.OpExpP:   {op: OpExp, sources: 1, scalarW: 1, mask: 0xF},
	sm.OpLog:    {op: OpLog, sources: 1, scalarW: 1, mask: 0xF},
	sm.OpLogP:   {op: OpLog, sources: 1, scalarW: 1, mask: 0xF},
	sm.OpLit:    {op: OpLit, sources: 1, mask: 0xF},
	sm.OpDst:    {op: OpDst, sources: 2, mask: 0xF},
	sm.OpLrp:    {op: OpLrp, sources: 3, mask: 0xF},
	sm.OpFrc:    {op: OpFrc, sources: 1, mask: 0xF},
	sm.OpPow:    {op: OpPow, sources: 2, scalarW: 3, mask: 0xF},
	sm.OpCrs:    {op: OpCrs, sources: 2, mask: 0x7},
	sm.OpSgn:    {op: OpSgn, sources: 1, mask: 0xF},
	sm.OpAbs:    {op: OpAbs, sources: 1, mask: 0xF},
	sm.OpNrm:    {op: OpNrm, sources: 1, mask: 0xF},
	sm.OpSinCos: {op: OpSinCos, sources: 1, scalarW: 1, mask: 0x3},
	sm.OpMova:   {op: OpMova, sources: 1, mask: 0xF},
	sm.OpCmp:    {op: OpCmp, sources: 3, mask: 0xF},
	sm.OpDp2Add: {op: OpDp2Add, sources: 3, scalarX: 4, mask: 0xF},
	sm.OpDsx:    {op: OpDsx, sources: 1, mask: 0xF},
	sm.OpDsy:    {op: OpDsy, sources: 1, mask: 0xF},
	sm.OpSetP:   {op: OpSetP, sources: 2, mask: 0xF},
	sm.OpM4x4:   {op: OpDp4, rows: 4},
	sm.OpM4x3:   {op: OpDp4, rows: 3},
	sm.OpM3x4:   {op: OpDp3, rows: 4},
	sm.OpM3x3:   {op: OpDp3, rows: 3},
	sm.OpM3x2:   {op: OpDp3, rows: 2},
}

// textureOp is the operation of a texture instruction and its control bits; OpNop for bits that mean nothing.
func textureOp(op sm.Opcode, control uint8) Op {
	switch {
	case op == sm.OpTex && control == 0:
		return OpTex
	case op == sm.OpTex && control == sm.TexProject:
		return OpTexP
	case op == sm.OpTex && control == sm.TexBias:
		return OpTexB
	case op == sm.OpTexLDL && control == 0:
		return OpTexL
	case op == sm.OpTexLDD && control == 0:
		return OpTexD
	}
	return OpNop
}

// lower turns an instruction that is no flow control into operations.
func (b *builder) lower(in *sm.Instr, row *sm.Row) error {
	guard, err := b.guard(in)
	if err != nil {
		return err
	}
	if in.Op == sm.OpNop {
		return nil
	}
	if in.Op == sm.OpTexKill {
		return b.lowerKill(in, guard)
	}
	dst, err := b.dst(in.Dst)
	if err != nil {
		return err
	}
	switch in.Op {
	case sm.OpTex, sm.OpTexLDL, sm.OpTexLDD:
		op := textureOp(in.Op, in.Control)
		if op == OpNop {
			return b.fail("%s has unknown control bits 0x%02x", row.Name, in.Control)
		}
		return b.lowerTexture(in, op, dst, guard)
	}
	l := &lowering{}
	if int(in.Op) < len(lowerings) {
		l = &lowerings[in.Op]
	}
	switch {
	case l.rows > 0:
		return b.lowerMatrix(in, l, dst, guard)
	case l.op == OpNop:
		return b.fail("%s is not an instruction of %v", row.Name, b.v)
	}
	out := Instr{Op: l.op, NSrc: l.sources, Dst: dst, Guard: guard}
	for i := range int(l.sources) {
		if err := b.src(&out.Src[i], &in.Src[i]); err != nil {
			return err
		}
		if l.scalarW>>i&1 != 0 {
			out.Src[i].Swizzle = replicate(out.Src[i].Swizzle[3])
		}
		if l.scalarX>>i&1 != 0 {
			out.Src[i].Swizzle = replicate(out.Src[i].Swizzle[0])
		}
	}
	switch in.Op {
	case sm.OpSub:
		out.Src[1].Mod ^= ModNeg
	case sm.OpExpP:
		if b.v.Major() < 2 {
			out.Op = OpExpP
		}
	case sm.OpSetP:
		if in.Control < uint8(sm.CompareGT) || in.Control > uint8(sm.CompareLE) {
			return b.fail("setp has the unknown comparison %d", in.Control)
		}
		out.Cmp = Cmp(in.Control)
	}
	if err := b.checkTarget(&out); err != nil {
		return err
	}
	out.Dst.Mask &= l.mask
	b.write(&out)
	return nil
}

// checkTarget keeps a0 and p0 to the instructions that can write them, and those to a0 and p0.
func (b *builder) checkTarget(in *Instr) error {
	if in.Op == OpMov && in.Dst.Obj.Kind == Addr {
		in.Op = OpMova
		if b.v.Major() < 2 {
			in.Op = OpMovaFloor
		}
	}
	addr := in.Op == OpMova || in.Op == OpMovaFloor
	if addr != (in.Dst.Obj.Kind == Addr) || (in.Op == OpSetP) != (in.Dst.Obj.Kind == Pred) {
		return b.fail("the instruction cannot write this register")
	}
	return nil
}

func replicate(c uint8) [4]uint8 { return [4]uint8{c, c, c, c} }

func (b *builder) guard(in *sm.Instr) (Guard, error) {
	if !in.Predicated {
		return Guard{}, nil
	}
	if in.Pred.Type != sm.RegPredicate || in.Pred.Rel != nil || in.Pred.Mod != sm.ModNone && in.Pred.Mod != sm.ModNot {
		return Guard{}, b.fail("%s is not a predicate", b.srcName(&in.Pred))
	}
	return Guard{On: true, Not: in.Pred.Mod == sm.ModNot, Swizzle: in.Pred.Swizzle}, nil
}

func (b *builder) lowerKill(in *sm.Instr, guard Guard) error {
	out := Instr{Op: OpTexKill, NSrc: 1, Dst: Dst{Mask: in.Dst.Mask}, Guard: guard}
	if err := b.src(&out.Src[0], &sm.Src{Type: in.Dst.Type, Index: in.Dst.Index, Rel: in.Dst.Rel, Swizzle: sm.SwizzleXYZW}); err != nil {
		return err
	}
	b.s.Kills = true
	b.emit(&out)
	return nil
}

func (b *builder) lowerTexture(in *sm.Instr, op Op, dst Dst, guard Guard) error {
	samp := &in.Src[1]
	if samp.Rel != nil {
		return b.fail("%s is addressed relatively", b.srcName(samp))
	}
	out := Instr{Op: op, NSrc: 1, Sampler: b.sampler(samp.Index), Dst: dst, Guard: guard}
	if err := b.src(&out.Src[0], &in.Src[0]); err != nil {
		return err
	}
	for i := range in.Src[2:] {
		if err := b.src(&out.Src[out.NSrc], &in.Src[2+i]); err != nil {
			return err
		}
		out.NSrc++
	}
	if dst.Obj.Kind == Addr || dst.Obj.Kind == Pred {
		return b.fail("the instruction cannot write this register")
	}
	if b.v.Major() < 3 || samp.Swizzle == sm.SwizzleXYZW {
		b.write(&out)
		return nil
	}
	// Model 3: the sampler's swizzle rearranges what the texture gives.
	out.Dst = b.scratchDst(sm.MaskXYZW)
	out.Guard = Guard{}
	b.emit(&out)
	b.copyScratch(dst, guard, samp.Swizzle)
	return nil
}

func (b *builder) lowerMatrix(in *sm.Instr, m *lowering, dst Dst, guard Guard) error {
	if dst.Obj.Kind == Addr || dst.Obj.Kind == Pred {
		return b.fail("the instruction cannot write this register")
	}
	dst.Mask &= 1<<m.rows - 1
	var vec Src
	if err := b.src(&vec, &in.Src[0]); err != nil {
		return err
	}
	target, alias := dst, dst.Obj.Kind == Temp && vec.Obj == dst.Obj
	rows := [4]Src{}
	for k := range m.rows {
		row := in.Src[1]
		row.Index += uint16(k)
		if err := b.src(&rows[k], &row); err != nil {
			return err
		}
		alias = alias || dst.Obj.Kind == Temp && rows[k].Obj == dst.Obj
	}
	if alias {
		target = b.scratchDst(dst.Mask)
	}
	for k := range m.rows {
		if dst.Mask>>k&1 == 0 {
			continue
		}
		out := Instr{Op: m.op, NSrc: 2, Dst: target, Src: [4]Src{vec, rows[k]}}
		out.Dst.Mask = 1 << k
		if alias {
			b.emit(&out)
		} else {
			out.Guard = guard
			b.write(&out)
		}
	}
	if alias {
		b.copyScratch(dst, guard, sm.SwizzleXYZW)
	}
	return nil
}

// scratchDst is the temporary of expanded instructions as a destination.
func (b *builder) scratchDst(mask uint8) Dst {
	b.s.Temps = max(b.s.Temps, int(b.scratch)+1)
	return Dst{Obj: Obj{Temp, b.scratch}, Mask: mask}
}

// copyScratch writes the scratch temporary to dst.
func (b *builder) copyScratch(dst Dst, guard Guard, swizzle [4]uint8) {
	b.write(&Instr{Op: OpMov, NSrc: 1, Dst: dst, Guard: guard,
		Src: [4]Src{{Obj: Obj{Temp, b.scratch}, Swizzle: swizzle}}})
}

// write emits an instruction whose destination may be an output register that holds several semantics, or none of the
// components that the instruction names. An output is never read, so the instruction can run once for each. It changes in.Dst.
func (b *builder) write(in *Instr) {
	if in.Dst.Obj.Kind != Out || in.Dst.Rel.Kind != None {
		if in.Dst.Mask != 0 {
			b.emit(in)
		}
		return
	}
	mask := in.Dst.Mask
	key := b.outs[in.Dst.N].key
	for n := int(in.Dst.N); n >= 0; n = b.outs.find(key, n+1) {
		out := &b.s.Outputs[n]
		in.Dst.N, in.Dst.Mask = uint16(n), mask&out.Mask
		if in.Dst.Mask == 0 {
			continue
		}
		if out.Kind == OutColor {
			b.path.write(int(out.Reg))
		}
		b.emit(in)
	}
}
