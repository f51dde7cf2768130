package ir

import (
	"math"

	"d3d9vk/translate/sm"
)

// MaxStages is the number of texture stages that ps_1_x can reach.
const MaxStages = 8

// ps1 is what the translation of a ps_1_x program remembers. Such a program is straight: what an instruction before has
// done is known.
type ps1 struct {
	tex      uint16           // the temporary of t0; t# of ps_1_0 to ps_1_3 are temporaries that start as the coordinates
	loaded   uint8            // bit n: t#n is in its temporary
	written  uint8            // components of r0, the output, written so far
	alphas   uint32           // bit n: r#n.w is written, for phase
	coords   [MaxStages]uint8 // 1 + the index in Inputs of TEXCOORD#n
	literals [2]uint16        // 1 + the index in Imms of 0 and of 1
	rows     uint8            // rows of the matrix at hand done so far
	held     Instr            // the first result of a coissued pair, until the second has read the old values; OpNop: none
}

// Temporaries beside the program's own, from builder.scratch on.
const (
	scratchTemp = iota // within one instruction
	rowsTemp           // the rows of texm3x2 and texm3x3
	heldTemp           // of ps1.held
)

// declarePS1 is the first pass over a ps_1_x program: constants of the text, samplers and temporaries.
func (b *builder) declarePS1() error {
	textures := 0
	for i := range b.prog.Instrs {
		b.pos = i
		in := &b.prog.Instrs[i]
		row := b.rows.Find(in.Op, in.Control)
		if row == nil || in.Op == sm.OpComment {
			continue
		}
		if !row.In(b.v) {
			return b.fail("%s is not an instruction of %v", row.Name, b.v)
		}
		if in.Op == sm.OpDef {
			if err := b.define(in, sm.FileF, clampConst(in.Values)); err != nil {
				return err
			}
			continue
		}
		if in.Dst != nil && in.Dst.Type == sm.RegTexture {
			textures = max(textures, int(in.Dst.Index)+1)
		}
		if in.Dst != nil && in.Dst.Type == sm.RegTemp {
			if err := b.touchTemp(in.Dst.Index); err != nil {
				return err
			}
		}
		for k := range in.Src {
			if s := &in.Src[k]; s.Type == sm.RegTemp {
				if err := b.touchTemp(s.Index); err != nil {
					return err
				}
			}
		}
		if in.Dst != nil && in.Op.Samples() {
			if err := b.addSampler(in.Dst.Index, sm.TextureUnknown); err != nil {
				return err
			}
			b.dims[in.Dst.Index] = DimBound
		}
	}
	if textures > b.max.textures {
		return b.fail("t%d is out of range", textures-1)
	}
	b.listSamplers()
	b.ps1.tex = uint16(b.s.Temps)
	if b.v < sm.PS_1_4 {
		b.s.Temps += textures
	}
	b.scratch = uint16(b.s.Temps)
	return nil
}

// clampConst limits a constant's components to [-1, 1], as ps_1_x does with those of the device too.
func clampConst(v [4]uint32) [4]uint32 {
	for i, bits := range v {
		if f := math.Float32frombits(bits); !(f >= -1) {
			v[i] = math.Float32bits(-1)
		} else if f > 1 {
			v[i] = math.Float32bits(1)
		}
	}
	return v
}

// codePS1 is the second pass: every instruction becomes IR, and r0 the output.
func (b *builder) codePS1() error {
	for i := range b.prog.Instrs {
		b.pos = i
		in := &b.prog.Instrs[i]
		if in.Op == sm.OpComment {
			continue
		}
		row := b.rows.Find(in.Op, in.Control)
		if row == nil {
			return b.fail("%d is not an opcode", in.Op)
		}
		if row.Flow == sm.FlowDecl {
			continue
		}
		if err := b.shape(in, row); err != nil {
			return err
		}
		if in.Predicated {
			return b.fail("%s takes no predicate in %v", row.Name, b.v)
		}
		if !in.Coissue {
			b.s.Slots += row.Slots
		}
		if err := b.lowerPS1(in); err != nil {
			return err
		}
		if b.s.Weight += least; b.tooLong() {
			return b.longError()
		}
	}
	if w := b.ps1.written; w != 0 { // within 0..1, as Windows does for float targets too
		return b.writeOut(Instr{Op: OpMov, NSrc: 1, Src: [4]Src{{Obj: Obj{Temp, 0}, Swizzle: sm.SwizzleXYZW}}}, sm.RegColorOut, w)
	}
	return nil
}

// writeOut emits an instruction that writes an output, which it enters; the result is within 0..1.
func (b *builder) writeOut(in Instr, t sm.RegType, mask uint8) error {
	if err := b.writeOutput(&sm.Dst{Type: t, Mask: mask}); err != nil {
		return err
	}
	in.Dst = Dst{Obj: Obj{Out, uint16(b.outs.find(regKey{typ: t}, 0))}, Mask: mask, Sat: true}
	b.write(&in)
	return nil
}

// lowerPS1 turns one instruction into operations.
func (b *builder) lowerPS1(in *sm.Instr) error {
	switch {
	case in.Op == sm.OpNop:
		return nil
	case in.Op == sm.OpPhase:
		// The alpha of r# does not survive the phase marker. What is lost reads as what was never written.
		for n := uint16(0); b.ps1.alphas>>n != 0; n++ {
			if b.ps1.alphas>>n&1 != 0 {
				b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: Dst{Obj: Obj{Temp, n}, Mask: 8}, Src: [4]Src{b.literalPS1(0)}})
			}
		}
		b.ps1.alphas = 0
		return nil
	case arithmeticPS1(in.Op):
		return b.lowerArithPS1(in)
	}
	return b.lowerTexPS1(in)
}

// literalPS1 is 0 or 1 as a source.
func (b *builder) literalPS1(n int) Src {
	have := &b.ps1.literals[n]
	if *have == 0 {
		v := math.Float32bits(float32(n))
		*have = 1 + b.imm([4]uint32{v, v, v, v})
	}
	return Src{Obj: Obj{Imm, *have - 1}, Swizzle: sm.SwizzleXYZW}
}

// arithmeticPS1 reports whether an opcode is one that can be issued beside another.
func arithmeticPS1(op sm.Opcode) bool {
	return int(op) < len(lowerings) && lowerings[op].op != OpNop || op == sm.OpCnd
}

// lowerArithPS1 translates an arithmetic instruction. The two of a coissued pair read the old values: if the second reads
// what the first writes, the first's result is held back.
func (b *builder) lowerArithPS1(in *sm.Instr) error {
	l := &lowering{op: OpCnd, sources: 3}
	if in.Op != sm.OpCnd {
		l = &lowerings[in.Op]
	}
	out := Instr{Op: l.op, NSrc: l.sources}
	for i := range int(l.sources) {
		var err error
		if out.Src[i], err = b.srcPS1(&in.Src[i]); err != nil {
			return err
		}
	}
	switch {
	case in.Op == sm.OpSub:
		out.Src[1].Mod ^= ModNeg
	case in.Op != sm.OpCnd || b.v >= sm.PS_1_4:
	case in.Coissue && in.Dst.Mask&7 != 0: // what Wine's tests pin: the color half of a pair always takes source 1
		out = Instr{Op: OpMov, NSrc: 1, Src: [4]Src{out.Src[1]}}
	default: // one condition for all components, r0.a
		out.Src[0].Obj, out.Src[0].Swizzle = Obj{Temp, 0}, replicate(3)
		b.s.Temps = max(b.s.Temps, 1)
	}
	var err error
	if out.Dst, err = b.dstPS1(in.Dst); err != nil {
		return err
	}
	held := b.ps1.held
	b.ps1.held = Instr{}
	if second := b.partner(in); second != nil && b.readsPS1(second, in.Dst) {
		dst := out.Dst
		out.Dst.Obj = b.tempPS1(heldTemp)
		b.ps1.held = Instr{Op: OpMov, NSrc: 1, Dst: Dst{Obj: dst.Obj, Mask: dst.Mask}, Src: [4]Src{{Obj: out.Dst.Obj, Swizzle: sm.SwizzleXYZW}}}
	}
	b.emit(&out)
	if held.Op != OpNop {
		b.emit(&held)
	}
	return nil
}

// partner gives the instruction that is issued together with the one at hand, or nil.
func (b *builder) partner(in *sm.Instr) *sm.Instr {
	if in.Coissue {
		return nil
	}
	for i := b.pos + 1; i < len(b.prog.Instrs); i++ {
		next := &b.prog.Instrs[i]
		if next.Op == sm.OpComment {
			continue
		}
		if next.Coissue && arithmeticPS1(next.Op) {
			return next
		}
		return nil
	}
	return nil
}

// readsPS1 reports whether an instruction reads a register that d names.
func (b *builder) readsPS1(in *sm.Instr, d *sm.Dst) bool {
	if in.Op == sm.OpCnd && b.v < sm.PS_1_4 && d.Type == sm.RegTemp && d.Index == 0 {
		return true
	}
	for i := range in.Src {
		if in.Src[i].Type == d.Type && in.Src[i].Index == d.Index {
			return true
		}
	}
	return false
}

// tempPS1 gives one of the temporaries beside the program's own.
func (b *builder) tempPS1(which int) Obj {
	n := int(b.scratch) + which
	b.s.Temps = max(b.s.Temps, n+1)
	return Obj{Temp, uint16(n)}
}

// srcPS1 resolves a source.
func (b *builder) srcPS1(s *sm.Src) (Src, error) {
	if s.Mod == sm.ModDz || s.Mod == sm.ModDw || int(s.Mod) >= len(modifiers) {
		return Src{}, b.fail("%s has a modifier that it cannot have here", b.srcName(s))
	}
	obj, err := b.objPS1(s)
	out := Src{Obj: obj, Swizzle: s.Swizzle, Mod: modifiers[s.Mod]}
	for i := range out.Swizzle {
		out.Swizzle[i] &= 3
	}
	return out, err
}

// objPS1 resolves the register of a source.
func (b *builder) objPS1(s *sm.Src) (Obj, error) {
	if s.Rel != nil {
		return Obj{}, b.fail("%s cannot be addressed relatively in %v", b.srcName(s), b.v)
	}
	n := s.Index
	switch s.Type {
	case sm.RegTemp:
		return Obj{Temp, n}, nil
	case sm.RegTexture:
		if b.v < sm.PS_1_4 && n < MaxStages && b.ps1.loaded>>n&1 != 0 {
			return b.texturePS1(n), nil
		}
		return b.coordPS1(n)
	case sm.RegInput:
		key := regKey{s.Type, n}
		if err := b.checkInput(key); err != nil {
			return Obj{}, err
		}
		err := b.readInput(key, s)
		return Obj{In, uint16(b.ins.find(key, 0))}, err
	case sm.RegConst:
		if i, ok := b.defined(sm.FileF, int(n)); ok {
			return Obj{Imm, i}, nil
		}
		return Obj{CF, n}, b.touchConst(s, sm.FileF, int(n))
	}
	return Obj{}, b.fail("%s is not a register to read in %v", b.srcName(s), b.v)
}

// texturePS1 is the temporary of t#n.
func (b *builder) texturePS1(n uint16) Obj { return Obj{Temp, b.ps1.tex + n} }

// coordPS1 is the input of TEXCOORD#n.
func (b *builder) coordPS1(n uint16) (Obj, error) {
	key := regKey{sm.RegTexture, n}
	if err := b.checkInput(key); err != nil {
		return Obj{}, err
	}
	if b.ps1.coords[n] == 0 {
		in := b.inputOf(key)
		in.Mask = sm.MaskXYZW
		if err := b.addInput(slot{key: key}, in); err != nil {
			return Obj{}, err
		}
		b.ps1.coords[n] = uint8(len(b.s.Inputs))
	}
	return Obj{In, uint16(b.ps1.coords[n] - 1)}, nil
}

// dstPS1 resolves a destination and notes that it is written.
func (b *builder) dstPS1(d *sm.Dst) (Dst, error) {
	out := Dst{Mask: d.Mask & sm.MaskXYZW, Shift: d.Shift, Sat: d.Saturate}
	name := sm.RegName(b.v, d.Type, d.Index)
	p := &b.ps1
	switch {
	case d.Rel != nil:
		return out, b.fail("%s cannot be addressed relatively in %v", name, b.v)
	case out.Mask == 0:
		return out, b.fail("the write mask of %s is empty", name)
	case d.Type == sm.RegTemp:
		out.Obj = Obj{Temp, d.Index}
		if d.Index == 0 {
			p.written |= out.Mask
		}
		if out.Mask&8 != 0 {
			p.alphas |= 1 << d.Index
		}
	case d.Type == sm.RegTexture && b.v < sm.PS_1_4:
		out.Obj = b.texturePS1(d.Index)
		if p.loaded>>d.Index&1 == 0 && out.Mask != sm.MaskXYZW { // the other components stay the coordinates
			at, err := b.coordPS1(d.Index)
			if err != nil {
				return out, err
			}
			b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: Dst{Obj: out.Obj, Mask: sm.MaskXYZW}, Src: [4]Src{{Obj: at, Swizzle: sm.SwizzleXYZW}}})
		}
		p.loaded |= 1 << d.Index
	default:
		return out, b.fail("%s is not a register to write in %v", name, b.v)
	}
	return out, nil
}
