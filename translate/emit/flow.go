package emit

import (
	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// frame is an open block of the program.
type frame struct {
	branch  spirv.If
	loop    spirv.Loop
	isLoop  bool
	address spirv.ID // variable of aL, or 0
	step    spirv.ID // added to it
	isScope bool
	merge   spirv.ID // of a scope: what follows it
	left    spirv.ID // of a scope: a bool variable, true while loops within are left for the scope's end; 0 where no loop is
	leaves  bool     // of a loop: a ret within leaves it
}

// code emits the program. What follows a break in its block never runs and is left out.
func (e *emitter) code() {
	e.b.Reserve(e.s.Weight)
	for i := range e.s.Code {
		in := &e.s.Code[i]
		if e.skip > 0 && !e.runs(in.Op) {
			continue
		}
		e.instruction(in)
	}
}

// runs follows the blocks of code that is left out, and reports whether op ends it.
func (e *emitter) runs(op ir.Op) bool {
	switch op {
	case ir.OpIfB, ir.OpIfC, ir.OpIfP, ir.OpRep, ir.OpLoop, ir.OpScope:
		e.skip++
	case ir.OpElse:
		if e.skip == 1 {
			e.skip = 0
		}
	case ir.OpEndIf, ir.OpEndLoop, ir.OpEndScope:
		e.skip--
	}
	return e.skip == 0
}

// condition returns the bool that an if or a break tests.
func (e *emitter) condition(in *ir.Instr) spirv.ID {
	switch in.Op {
	case ir.OpIfC, ir.OpBreakC:
		return e.b.Compare(comparisons[in.Cmp], 1, e.scalar(&in.Src[0], 0), e.scalar(&in.Src[1], 0))
	}
	return e.boolean(&in.Src[0])
}

func openIf(e *emitter, in *ir.Instr) {
	condition := e.condition(in)
	e.flush()
	e.frames = append(e.frames, frame{branch: e.b.If(condition)})
}

func openElse(e *emitter, _ *ir.Instr) {
	e.flush()
	e.b.Else(&e.frames[len(e.frames)-1].branch)
	e.forget()
}

func closeIf(e *emitter, _ *ir.Instr) {
	e.flush()
	e.b.EndIf(e.frames[len(e.frames)-1].branch)
	e.frames = e.frames[:len(e.frames)-1]
	e.forget()
}

// openLoop opens rep and loop. The count is taken once, within 0..255; aL belongs to loop alone and is added to at the end
// of each round.
func openLoop(e *emitter, in *ir.Instr) {
	b, t := e.b, e.b.Int()
	rounds := b.Ext(t, spirv.GLSLSClamp, e.integer(&in.Src[0], 0), b.ConstI32(0), b.ConstI32(255))
	counter := b.Local(t, 0)
	b.Store(counter, rounds)
	f := frame{isLoop: true}
	if in.Op == ir.OpLoop {
		f.address = b.Local(t, 0)
		b.Store(f.address, e.integer(&in.Src[0], 1))
		f.step = e.integer(&in.Src[0], 2)
	}
	e.flush()
	f.loop = b.Loop()
	e.frames = append(e.frames, f)
	e.loops++
	e.forget()
	if e.unbounded { // a later round sees what an earlier one made
		for i := range e.regs {
			e.regs[i].wild, e.regs[i].ever = 0xF, 0xF
		}
	}
	left := b.Load(t, counter)
	done := b.If(b.Compare(spirv.OpSLessThanEqual, 1, left, b.ConstI32(0)))
	b.Branch(f.loop.Merge)
	b.EndIf(done)
	b.Store(counter, b.ISub(t, left, b.ConstI32(1)))
}

func closeLoop(e *emitter, _ *ir.Instr) {
	b := e.b
	f := e.frames[len(e.frames)-1]
	e.flush()
	b.BeginContinue(f.loop)
	if f.address != 0 {
		b.Store(f.address, b.IAdd(b.Int(), b.Load(b.Int(), f.address), f.step))
	}
	b.EndLoop(f.loop)
	e.frames = e.frames[:len(e.frames)-1]
	e.loops--
	e.forget()
	if f.leaves {
		on := b.If(b.Load(b.Bool(), e.scope().left))
		e.branchOut()
		b.EndIf(on)
	}
}

// innermost returns the loop that a break leaves.
func (e *emitter) innermost() spirv.Loop {
	i := len(e.frames) - 1
	for !e.frames[i].isLoop {
		i--
	}
	return e.frames[i].loop
}

func breakNow(e *emitter, _ *ir.Instr) {
	e.flush()
	e.b.Branch(e.innermost().Merge)
	e.skip = 1
}

func breakIf(e *emitter, in *ir.Instr) {
	condition := e.condition(in)
	e.flush()
	leave := e.b.If(condition)
	e.b.Branch(e.innermost().Merge)
	e.b.EndIf(leave)
}

// openScope opens a construct that can be left from inside any selection: a switch with one case.
func openScope(e *emitter, _ *ir.Instr) {
	b := e.b
	e.flush()
	f := frame{isScope: true, merge: b.NewID()}
	body := b.NewID()
	b.SelectionMerge(f.merge, 0)
	b.Switch(b.ConstU32(0), body)
	b.Block(body)
	e.frames = append(e.frames, f)
}

// closeScope ends it. The variable that led out of loops serves the next time.
func closeScope(e *emitter, _ *ir.Instr) {
	b := e.b
	f := e.frames[len(e.frames)-1]
	e.flush()
	b.Block(f.merge)
	if f.left != 0 {
		b.Store(f.left, b.ConstBool(false))
	}
	e.frames = e.frames[:len(e.frames)-1]
	e.forget()
}

// scope returns the innermost open scope.
func (e *emitter) scope() *frame {
	i := len(e.frames) - 1
	for !e.frames[i].isScope {
		i--
	}
	return &e.frames[i]
}

// leave is a ret inside blocks. SPIR-V leaves one loop at a time: a variable says at each one's end that it goes on.
func leave(e *emitter, _ *ir.Instr) {
	b := e.b
	e.flush()
	scope := e.scope()
	for i := len(e.frames) - 1; !e.frames[i].isScope; i-- {
		if !e.frames[i].isLoop {
			continue
		}
		e.frames[i].leaves = true
		if scope.left == 0 {
			scope.left = b.Local(b.Bool(), b.ConstBool(false))
		}
	}
	if scope.left != 0 {
		b.Store(scope.left, b.ConstBool(true))
	}
	e.branchOut()
	e.skip = 1
}

// branchOut leaves the innermost loop or scope.
func (e *emitter) branchOut() {
	for i := len(e.frames) - 1; ; i-- {
		if f := &e.frames[i]; f.isScope {
			e.b.Branch(f.merge)
			return
		} else if f.isLoop {
			e.b.Branch(f.loop.Merge)
			return
		}
	}
}
