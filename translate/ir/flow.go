package ir

import (
	"d3d9vk/translate/sm"
)

// block is an open if, loop or rep, or the scope of a routine that has a ret inside blocks.
type block struct {
	op      Op
	pos     int
	hasElse bool
	dynamic bool // the condition is known only while the shader runs
	broken  bool // a dynamic break (of loops) or ret stands before, so the rest is dynamic
	path    blockPath
}

func (k *block) loop() bool { return k.op == OpLoop || k.op == OpRep }

// inLoop reports whether aL exists.
func (b *builder) inLoop() bool {
	for i := range b.blocks {
		if b.blocks[i].op == OpLoop {
			return true
		}
	}
	return false
}

// flow translates an instruction of flow control and keeps the stack of blocks.
func (b *builder) flow(in *sm.Instr, row *sm.Row) error {
	if in.Predicated {
		return b.fail("%s takes no predicate", row.Name)
	}
	switch row.Flow {
	case sm.FlowIf:
		return b.openCondition(in, in.Src)
	case sm.FlowElse:
		k, err := b.innermost("else", func(k *block) bool { return !k.loop() && !k.hasElse })
		if err != nil {
			return err
		}
		k.hasElse = true
		b.path.enterElse(&k.path)
		b.emit(&Instr{Op: OpElse})
	case sm.FlowEndIf:
		k, err := b.innermost("endif", func(k *block) bool { return !k.loop() })
		if err != nil {
			return err
		}
		b.path.leaveIf(&k.path, k.hasElse)
		b.pop(OpEndIf)
	case sm.FlowLoop:
		return b.openLoop(in)
	case sm.FlowEndLoop:
		want := OpLoop
		if in.Op == sm.OpEndRep {
			want = OpRep
		}
		k, err := b.innermost(row.Name, func(k *block) bool { return k.op == want })
		if err != nil {
			return err
		}
		b.path.leaveLoop(&k.path)
		b.pop(OpEndLoop)
	case sm.FlowBreak:
		return b.breakLoop(in)
	case sm.FlowRet:
		b.leave()
	case sm.FlowCall:
		return b.call(in)
	default:
		return b.fail("%s is not an instruction of %v", row.Name, b.v)
	}
	return nil
}

// innermost gives the innermost open block if it is what the closing word needs.
func (b *builder) innermost(word string, fits func(*block) bool) (*block, error) {
	if n := len(b.blocks); n > b.base && fits(&b.blocks[n-1]) {
		return &b.blocks[n-1], nil
	}
	return nil, b.fail("%s does not match an open block", word)
}

func (b *builder) push(k block) error {
	if len(b.blocks) >= maxDepth {
		return b.fail("blocks nest deeper than %d", maxDepth)
	}
	k.pos = b.pos
	b.blocks = append(b.blocks, k)
	return nil
}

func (b *builder) pop(op Op) {
	b.blocks = b.blocks[:len(b.blocks)-1]
	b.emit(&Instr{Op: op})
}

// openCondition opens what runs under the condition that the operands say.
func (b *builder) openCondition(in *sm.Instr, operands []sm.Src) error {
	out, err := b.condition(in, operands, OpIfC, OpIfP)
	if err != nil {
		return err
	}
	k := block{op: out.Op, dynamic: true, path: blockPath{entry: b.path.live}}
	if out.Op == OpIfB {
		k.dynamic = false
		k.path.cond = b.boolLiteral(&out.Src[0])
		b.path.live = b.path.live.and(k.path.cond)
	}
	b.emit(&out)
	return b.push(k)
}

// condition translates the operands of if and break: a comparison, a predicate, or (if only) a boolean constant.
func (b *builder) condition(in *sm.Instr, operands []sm.Src, compare, predicate Op) (Instr, error) {
	var err error
	if len(operands) == 2 {
		if in.Control < uint8(sm.CompareGT) || in.Control > uint8(sm.CompareLE) {
			return Instr{}, b.fail("the comparison %d is unknown", in.Control)
		}
		out := Instr{Op: compare, Cmp: Cmp(in.Control), NSrc: 2}
		for i := range operands {
			if err := b.src(&out.Src[i], &operands[i]); err != nil {
				return out, err
			}
			out.Src[i].Swizzle = replicate(out.Src[i].Swizzle[0])
		}
		return out, nil
	}
	if operands[0].Type == sm.RegPredicate {
		out := Instr{Op: predicate, NSrc: 1}
		out.Src[0], err = b.predicate(&operands[0])
		return out, err
	}
	out := Instr{Op: OpIfB, NSrc: 1}
	out.Src[0], err = b.constCond(&operands[0])
	return out, err
}

func (b *builder) openLoop(in *sm.Instr) error {
	out := Instr{Op: OpRep, NSrc: 1}
	if in.Op == sm.OpLoop {
		out.Op = OpLoop
	}
	var err error
	if out.Src[0], err = b.constCond(&in.Src[len(in.Src)-1]); err != nil {
		return err
	}
	k := block{op: out.Op, path: blockPath{entry: b.path.live, cond: b.countLiteral(&out.Src[0])}}
	b.path.live = b.path.live.and(k.path.cond)
	b.emit(&out)
	return b.push(k)
}

func (b *builder) breakLoop(in *sm.Instr) error {
	loop := len(b.blocks) - 1
	dynamic := in.Op != sm.OpBreak
	for loop >= b.base && !b.blocks[loop].loop() {
		dynamic = dynamic || b.blocks[loop].dynamic
		loop--
	}
	if loop < b.base {
		return b.fail("break outside a loop")
	}
	out := Instr{Op: OpBreak}
	if in.Op != sm.OpBreak {
		var err error
		if out, err = b.condition(in, in.Src, OpBreakC, OpBreakP); err != nil {
			return err
		}
	}
	b.emit(&out)
	if dynamic || b.blocks[loop].broken {
		b.blocks[loop].broken = true
		return nil
	}
	b.blocks[loop].path.exits = b.blocks[loop].path.exits.or(b.path.live)
	for i := loop + 1; i < len(b.blocks); i++ {
		b.blocks[i].path.broke = true
	}
	b.path.live = never
	return nil
}

// boolLiteral is what an if on a boolean constant says about the draw's constants.
func (b *builder) boolLiteral(s *Src) literal {
	not := s.Mod&ModNot != 0
	if s.Obj.Kind == Imm {
		if (b.s.Imms[s.N][0] != 0) != not {
			return literal{holds: true}
		}
		return literal{never: true}
	}
	if s.N >= 16 {
		return literal{}
	}
	return literal{bit: 1 << s.N, not: not}
}

// countLiteral is what running a loop's body says about them.
func (b *builder) countLiteral(s *Src) literal {
	if s.Obj.Kind == Imm {
		none := int32(b.s.Imms[s.N][0]) <= 0
		return literal{never: none, holds: !none}
	}
	if s.N >= 16 {
		return literal{}
	}
	return literal{bit: 1 << (s.N + firstInt)}
}
