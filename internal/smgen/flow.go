package smgen

import "d3d9vk/translate/sm"

// sub is a subroutine that is made already.
type sub struct {
	label   uint16
	calls   uint16 // bit n: calls l#n
	instrs  []sm.Instr
	depth   int  // calls below it
	loop    bool // uses aL: only called inside a loop
	grads   bool // takes gradients: only called from static flow
	writesO bool // writes outputs of a pixel shader
}

// subLoop is the range of aL that every loop keeps to, so that subroutines can count on it.
var subLoop = [2]int{0, 7}

// block emits n statements, some of which are blocks themselves.
func (g *gen) block(n, depth int) {
	for ; n > 0 && g.budget > 0; n-- {
		g.budget--
		switch k := g.r.IntN(20); {
		case k < 5 && g.p.static && depth < 3 && g.flow(n, depth):
		case k < 8 && len(g.samplers) > 0 && g.texture():
		default:
			g.arithmetic()
		}
	}
}

// flow emits a construct of flow control, if the one that it picks is possible here.
func (g *gen) flow(n, depth int) bool {
	inner := 1 + g.r.IntN(min(n, 4))
	switch g.r.IntN(8) {
	case 0:
		return g.ifBlock(g.boolSrc(), inner, depth)
	case 1, 2:
		if !g.p.dynamic {
			return g.ifBlock(g.boolSrc(), inner, depth)
		}
		if g.st.pred != 0 && g.r.IntN(2) == 0 {
			return g.ifBlock(g.predSrc(), inner, depth)
		}
		return g.ifCompare(inner, depth)
	case 3, 4:
		return g.loopBlock(inner, depth)
	case 5, 6:
		return g.call()
	}
	return g.early(depth)
}

// boolSrc picks a constant condition.
func (g *gen) boolSrc() sm.Src {
	s := sm.Src{Type: sm.RegConstBool, Index: uint16(g.r.IntN(6)), Swizzle: sm.SwizzleXYZW}
	if g.r.IntN(3) == 0 {
		s.Mod = sm.ModNot
	}
	return s
}

// predSrc picks a component of p0.
func (g *gen) predSrc() sm.Src {
	c := g.component(g.st.pred)
	s := sm.Src{Type: sm.RegPredicate, Swizzle: [4]uint8{c, c, c, c}}
	if g.r.IntN(3) == 0 {
		s.Mod = sm.ModNot
	}
	return s
}

func (g *gen) ifBlock(cond sm.Src, n, depth int) bool {
	was := g.dynamic
	g.dynamic = was || cond.Type == sm.RegPredicate
	g.emit(sm.Instr{Op: sm.OpIf, Src: []sm.Src{cond}})
	g.branches(n, depth)
	g.dynamic = was
	return true
}

func (g *gen) ifCompare(n, depth int) bool {
	src, ok := g.comparison()
	if !ok {
		return false
	}
	was := g.dynamic
	g.dynamic = true
	g.emit(sm.Instr{Op: sm.OpIfC, Control: g.compare(), Src: src})
	g.branches(n, depth)
	g.dynamic = was
	return true
}

// comparison picks two numbers.
func (g *gen) comparison() ([]sm.Src, bool) {
	g.ports = g.ports[:0]
	a, ok := g.source(want{scalar: true})
	b, ok2 := g.source(want{scalar: true})
	return []sm.Src{a.src, b.src}, ok && ok2
}

// branches emits what stands between if and endif.
func (g *gen) branches(n, depth int) {
	before := g.st
	g.block(n, depth+1)
	taken := g.st
	g.st = before
	if g.r.IntN(2) == 0 {
		g.emit(sm.Instr{Op: sm.OpElse})
		g.block(n, depth+1)
	}
	g.emit(sm.Instr{Op: sm.OpEndIf})
	g.st.join(&taken)
}

func (g *gen) loopBlock(n, depth int) bool {
	if g.nesting >= g.p.loops {
		return false
	}
	i := uint16(g.r.IntN(6))
	count := sm.Src{Type: sm.RegConstInt, Index: i, Swizzle: sm.SwizzleXYZW}
	aL := sm.Src{Type: sm.RegLoop, Swizzle: sm.SwizzleXYZW}
	open, end := sm.Instr{Op: sm.OpLoop, Src: []sm.Src{aL, count}}, sm.Instr{Op: sm.OpEndLoop}
	outer, was, breaks := g.aL, g.dynamic, g.breaks
	if g.v.Stage() == sm.Pixel && g.v.Major() < 3 || g.r.IntN(3) == 0 {
		open, end = sm.Instr{Op: sm.OpRep, Src: []sm.Src{count}}, sm.Instr{Op: sm.OpEndRep}
	} else {
		g.aL = g.loopRange(i)
	}
	g.st.widen()
	before := g.st
	g.breaks = g.p.dynamic && g.r.IntN(2) == 0
	g.dynamic = was || g.breaks
	g.nesting++
	g.emit(open)
	g.block(n/2, depth+1)
	if g.breaks {
		g.breakLoop()
	}
	g.block(n-n/2, depth+1)
	g.emit(end)
	g.nesting--
	g.aL, g.dynamic, g.breaks = outer, was, breaks
	g.st.join(&before)
	g.st.widen()
	return true
}

// loopRange is the range of aL in a loop over i#n.
func (g *gen) loopRange(n uint16) *[2]int {
	v := g.ints[n]
	first, last := int(v[1]), int(v[1]+v[2]*max(v[0]-1, 0))
	return &[2]int{min(first, last), max(first, last)}
}

// varies reports whether the instruction at hand runs for some pixels only.
func (g *gen) varies() bool { return g.dynamic || g.returned }

// early emits a break, or a ret inside an if.
func (g *gen) early(depth int) bool {
	if g.breaks && g.nesting > 0 {
		return g.breakLoop()
	}
	if !g.p.dynamic || !g.inSub && !g.outputsReady || g.grads || g.nesting > 0 && !g.breaks || depth > 1 {
		return false
	}
	src, ok := g.comparison()
	if !ok {
		return false
	}
	g.emit(sm.Instr{Op: sm.OpIfC, Control: g.compare(), Src: src})
	g.emit(sm.Instr{Op: sm.OpRet})
	g.emit(sm.Instr{Op: sm.OpEndIf})
	g.returned = true
	return true
}

func (g *gen) breakLoop() bool {
	switch g.r.IntN(4) {
	case 0:
		if g.st.pred == 0 {
			return false
		}
		g.emit(sm.Instr{Op: sm.OpBreakP, Src: []sm.Src{g.predSrc()}})
	case 1:
		g.emit(sm.Instr{Op: sm.OpIf, Src: []sm.Src{g.boolSrc()}})
		g.emit(sm.Instr{Op: sm.OpBreak})
		g.emit(sm.Instr{Op: sm.OpEndIf})
	default:
		src, ok := g.comparison()
		if !ok {
			return false
		}
		g.emit(sm.Instr{Op: sm.OpBreakC, Control: g.compare(), Src: src})
	}
	return true
}

// call calls a subroutine that may be called here, always or under a condition.
func (g *gen) call() bool {
	if len(g.subs) == 0 {
		return false
	}
	s := &g.subs[g.r.IntN(len(g.subs))]
	if s.loop && g.aL == nil || s.depth+1 > g.p.calls-g.callDepth || (s.grads || s.writesO) && g.varies() {
		return false
	}
	label := sm.Src{Type: sm.RegLabel, Index: s.label, Swizzle: sm.SwizzleXYZW}
	in := sm.Instr{Op: sm.OpCall, Src: []sm.Src{label}}
	switch g.r.IntN(3) {
	case 0:
		in = sm.Instr{Op: sm.OpCallNZ, Src: []sm.Src{label, g.boolSrc()}}
	case 1:
		if g.st.pred != 0 && !s.grads && !s.writesO {
			in = sm.Instr{Op: sm.OpCallNZ, Src: []sm.Src{label, g.predSrc()}}
		}
	}
	g.emit(in)
	g.calls |= 1 << s.label
	g.calledDepth = max(g.calledDepth, s.depth+1)
	g.st.widen()
	return true
}

// makeSubs makes the subroutines. A later one may call an earlier one, and stands before it in the text.
func (g *gen) makeSubs() {
	if !g.p.static || g.r.IntN(2) == 0 {
		return
	}
	saved, out := g.st, g.out
	for n := range 1 + g.r.IntN(3) {
		s := sub{label: uint16(n), loop: g.r.IntN(3) == 0 && !(g.v.Stage() == sm.Pixel && g.v.Major() < 3)}
		s.grads = g.v.Stage() == sm.Pixel && g.r.IntN(3) == 0
		g.out, g.inSub, g.calledDepth, g.callDepth, g.calls = nil, true, 0, 1, 0
		g.st = saved
		for r := g.globals; r < len(g.st.init); r++ {
			g.st.init[r] = 0
		}
		g.st.widen()
		g.st.pred = 0
		g.dynamic, g.grads, g.returned = !s.grads, s.grads, false
		if s.loop {
			aL := subLoop
			g.aL = &aL
		}
		s.writesO = g.v.Stage() == sm.Pixel && s.grads
		g.emit(sm.Instr{Op: sm.OpLabel, Src: []sm.Src{{Type: sm.RegLabel, Index: s.label, Swizzle: sm.SwizzleXYZW}}})
		g.block(2+g.r.IntN(4), 0)
		g.emit(sm.Instr{Op: sm.OpRet})
		s.instrs, s.depth, s.calls = g.out, g.calledDepth, g.calls
		g.subs = append(g.subs, s)
		g.aL, g.dynamic, g.grads, g.returned = nil, false, false, false
	}
	g.out, g.inSub, g.callDepth, g.calls = out, false, 0, 0
	g.st = saved
	g.st.widen()
}
