package ir

import (
	"fmt"

	"d3d9vk/translate/sm"
)

// Subroutines are inlined where they are called: a back end sees one flat program, aL of the caller's loop is in reach as
// it is in Direct3D 9, and constants of the text fold through calls. What would grow out of hand is refused by size.
const (
	maxCalls = 4     // nesting of call and callnz: the greatest StaticFlowControlDepth that a device has
	maxCode  = 40960 // operations of a Shader: the 32768 slots that a device may have, and what they expand to
)

// routine is the main program or a subroutine: the instructions of the text from first to limit-1, as far as the first ret
// outside its blocks.
type routine struct {
	first, limit int
	early        bool // a ret stands inside a block
	defined      bool
	open         bool // it runs: a call would be recursion
}

// findRoutines finds where the main program and the subroutines are.
func (b *builder) findRoutines() error {
	b.main = routine{limit: len(b.prog.Instrs)}
	if !b.calling {
		return nil
	}
	r, depth := &b.main, 0
	for i := range b.prog.Instrs {
		b.pos = i
		in := &b.prog.Instrs[i]
		switch in.Op {
		case sm.OpIf, sm.OpIfC, sm.OpLoop, sm.OpRep:
			depth++
		case sm.OpEndIf, sm.OpEndLoop, sm.OpEndRep:
			depth--
		case sm.OpRet:
			r.early = r.early || depth > 0
		case sm.OpLabel:
			r.limit = i
			n, err := b.label(in)
			if err != nil {
				return err
			}
			for len(b.labels) <= n {
				b.labels = append(b.labels, routine{})
			}
			if r = &b.labels[n]; r.defined {
				return b.fail("l%d is defined again", n)
			}
			*r, depth = routine{first: i + 1, limit: len(b.prog.Instrs), defined: true}, 0
		}
	}
	return nil
}

// label gives the number of the label that an instruction names.
func (b *builder) label(in *sm.Instr) (int, error) {
	if len(in.Src) == 0 || in.Src[0].Type != sm.RegLabel || in.Src[0].Rel != nil || in.Src[0].Index > 2047 {
		return 0, b.fail("a label is missing")
	}
	return int(in.Src[0].Index), nil
}

// routine translates a routine's instructions in place.
func (b *builder) routine(r *routine) error {
	if r.early {
		b.emit(&Instr{Op: OpScope})
		if err := b.push(block{op: OpScope, path: blockPath{entry: b.path.live}}); err != nil {
			return err
		}
	}
	b.base = len(b.blocks)
	for i := r.first; i < r.limit; i++ {
		b.pos = i
		in := &b.prog.Instrs[i]
		if in.Op == sm.OpComment {
			continue
		}
		if in.Op == sm.OpRet && len(b.blocks) == b.base {
			break
		}
		if err := b.instruction(in); err != nil {
			return err
		}
		if b.s.Weight += least; b.tooLong() {
			return b.longError()
		}
	}
	if n := len(b.blocks); n > b.base {
		b.pos = b.blocks[n-1].pos
		return b.fail("the block is not closed")
	}
	if r.early {
		b.path.live = b.blocks[b.base-1].path.entry
		b.pop(OpEndScope)
	}
	return nil
}

func (b *builder) tooLong() bool { return b.s.Weight > maxWeight || len(b.s.Code) > maxCode }

func (b *builder) longError() error {
	return &UnsupportedError{b.pos, fmt.Sprintf("a program of more than %d operations, or fewer dear ones, its calls counted in,", maxCode)}
}

// call runs a subroutine, for callnz under a condition.
func (b *builder) call(in *sm.Instr) error {
	n, err := b.label(in)
	if err != nil {
		return err
	}
	if n >= len(b.labels) || !b.labels[n].defined {
		return b.fail("l%d is not a label of the program", n)
	}
	r := &b.labels[n]
	switch {
	case r.open:
		return b.fail("l%d calls itself: subroutines cannot recur", n)
	case b.calls == maxCalls:
		return b.fail("calls nest deeper than %d", maxCalls)
	}
	conditional := in.Op == sm.OpCallNZ
	if conditional {
		if err := b.openCondition(in, in.Src[1:]); err != nil {
			return err
		}
	}
	pos, base := b.pos, b.base
	b.calls++
	r.open = true
	if err := b.routine(r); err != nil {
		return err
	}
	r.open = false
	b.calls--
	b.pos, b.base = pos, base
	if conditional {
		b.path.leaveIf(&b.blocks[len(b.blocks)-1].path, false)
		b.pop(OpEndIf)
	}
	return nil
}

// leave is a ret inside a block: the routine's scope ends here. What follows a ret that only some invocations take is
// dynamic.
func (b *builder) leave() {
	b.emit(&Instr{Op: OpLeave})
	scope := b.blocks[b.base-1:]
	for i := range scope {
		if scope[i].dynamic || scope[i].broken {
			for j := range scope {
				scope[j].broken = true
			}
			return
		}
	}
	for i := range scope {
		scope[i].path.broke, scope[i].path.left = true, true
	}
	b.path.live = never
}
