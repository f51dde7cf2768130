package validate

import (
	"maps"
	"slices"

	"d3d9vk/translate/sm"
)

// block is an open if, loop or rep.
type block struct {
	op      sm.Opcode
	at      mark
	dynamic bool // the condition is a value of the shader
	broken  bool // loops: a dynamic break stands before, so the rest is dynamic
	hasElse bool
}

func (b *block) loop() bool { return b.op == sm.OpLoop || b.op == sm.OpRep }

// label is a subroutine, or what calls say of one that is still to come.
type label struct {
	at      mark // of the first call, or of the definition
	defined bool
	called  bool
	dynamic bool // a call stands in dynamic flow control
	depth   int  // of the deepest chain of calls to it
	looped  bool // a call stands in a loop, whose aL it sees
}

// flowState holds the structure of the program so far.
type flowState struct {
	blocks  []block
	labels  map[uint16]*label
	current *label // the subroutine at hand; nil in the main program
	calls   bool   // a call has come
	ended   bool   // a ret outside blocks was the last instruction
	stray   bool   // FLOW-13 is reported for what follows this ret
	rest    bool   // a ret in dynamic flow control makes the rest of the routine dynamic
	static  int    // instructions of static flow control
	last    mark
}

// dynamic reports whether the instruction at hand runs under a condition on values of the shader.
func (f *flowState) dynamic() bool {
	if f.rest || f.current != nil && f.current.dynamic {
		return true
	}
	for i := range f.blocks {
		if f.blocks[i].dynamic || f.blocks[i].broken {
			return true
		}
	}
	return false
}

// inLoop reports whether aL exists.
func (f *flowState) inLoop() bool {
	if f.current != nil && f.current.looped {
		return true
	}
	for i := range f.blocks {
		if f.blocks[i].op == sm.OpLoop {
			return true
		}
	}
	return false
}

func (f *flowState) innermost() *block {
	if n := len(f.blocks); n > 0 {
		return &f.blocks[n-1]
	}
	return nil
}

// flowRules takes the instruction at hand as one of the program's structure.
func (c *checker) flowRules() {
	f := &c.flow
	if f.ended && c.row.Flow != sm.FlowLabel && !f.stray {
		f.stray = true
		c.add("FLOW-13", "", "%s follows a ret and cannot be reached", c.row.Name)
	}
	f.last = c.here()
	c.countStatic()
	switch c.row.Flow {
	case sm.FlowIf:
		c.openIf()
	case sm.FlowLoop:
		c.openLoop()
	case sm.FlowElse:
		if b := f.innermost(); b == nil || b.loop() || b.hasElse {
			c.add("FLOW-1", "", "else does not belong to the innermost block")
		} else {
			b.hasElse = true
		}
	case sm.FlowEndIf:
		c.closeBlock(sm.OpIf)
	case sm.FlowEndLoop:
		if c.in.Op == sm.OpEndRep {
			c.closeBlock(sm.OpRep)
		} else {
			c.closeBlock(sm.OpLoop)
		}
	case sm.FlowBreak:
		c.breakLoop()
	case sm.FlowCall:
		c.call()
	case sm.FlowLabel:
		c.label()
	case sm.FlowRet:
		c.ret()
	}
}

// countStatic counts the instructions of static flow control, of which vs_2_0 has few.
func (c *checker) countStatic() {
	switch c.row.Flow {
	case sm.FlowIf, sm.FlowLoop, sm.FlowCall:
		const most = 16
		if c.flow.static++; c.v == sm.VS_2_0 && c.flow.static == most+1 {
			c.add("FLOW-7", "", "this is static flow control number %d", c.flow.static)
		}
	}
}

// depth counts the open blocks that fit.
func (f *flowState) depth(fits func(*block) bool) (n int) {
	for i := range f.blocks {
		if fits(&f.blocks[i]) {
			n++
		}
	}
	return n
}

// maxBlocks bounds the memory for blocks; what nests deeper is reported and not followed.
const maxBlocks = 64

func (c *checker) push(b block) {
	if len(c.flow.blocks) < maxBlocks {
		c.flow.blocks = append(c.flow.blocks, b)
	}
}

func (c *checker) openIf() {
	b := block{op: sm.OpIf, at: c.here(), dynamic: c.in.Op == sm.OpIfC || c.in.Src[0].Type == sm.RegPredicate}
	id, limit := "FLOW-3", 24
	if b.dynamic {
		id = "FLOW-6"
	} else if c.v == sm.VS_2_0 {
		limit = 16
	}
	if n := c.flow.depth(func(o *block) bool { return !o.loop() && o.dynamic == b.dynamic }) + 1; n > limit {
		c.add(id, "", "if nests %d deep, %v has %d", n, c.v, limit)
	}
	c.push(b)
}

func (c *checker) openLoop() {
	limit := 4
	if c.v == sm.VS_2_0 {
		limit = 1
	}
	if n := c.flow.depth((*block).loop) + 1; n > limit {
		c.add("FLOW-4", "", "%s nests %d deep, %v has %d", c.row.Name, n, c.v, limit)
	}
	c.push(block{op: c.in.Op, at: c.here()})
}

func (c *checker) closeBlock(op sm.Opcode) {
	f := &c.flow
	if b := f.innermost(); b == nil || b.op != op {
		c.add("FLOW-1", "", "%s does not close the innermost block", c.row.Name)
		return
	}
	f.blocks = f.blocks[:len(f.blocks)-1]
}

func (c *checker) breakLoop() {
	f := &c.flow
	dynamic := c.in.Op != sm.OpBreak
	i := len(f.blocks) - 1
	for ; i >= 0 && !f.blocks[i].loop(); i-- {
		dynamic = dynamic || f.blocks[i].dynamic
	}
	if i < 0 {
		c.add("FLOW-8", "", "%s stands outside a loop", c.row.Name)
		return
	}
	f.blocks[i].broken = f.blocks[i].broken || dynamic
}

func (c *checker) call() {
	f := &c.flow
	s := &c.in.Src[0]
	name := c.name(s.Type, s.Index)
	f.calls = true
	l := f.labels[s.Index]
	if l == nil {
		l = &label{at: c.here()}
		f.labels[s.Index] = l
	}
	l.called = true
	if l.defined {
		c.add("FLOW-11", name, "%s is called after it is defined", name)
		return
	}
	l.looped = l.looped || f.inLoop()
	l.dynamic = l.dynamic || f.dynamic() || c.in.Op == sm.OpCallNZ && c.in.Src[1].Type == sm.RegPredicate
	depth, limit := 1, 4
	if f.current != nil {
		depth += f.current.depth
	}
	if c.v == sm.VS_2_0 {
		limit = 1
	}
	if l.depth = max(l.depth, depth); depth > limit {
		c.add("FLOW-5", name, "calls nest %d deep, %v has %d", depth, c.v, limit)
	}
}

func (c *checker) label() {
	f := &c.flow
	s := &c.in.Src[0]
	name := c.name(s.Type, s.Index)
	if !f.ended || len(f.blocks) > 0 {
		c.add("FLOW-12", name, "%s does not stand after a ret outside blocks", name)
	}
	c.openBlocks()
	f.ended, f.stray, f.rest = false, false, false
	l := f.labels[s.Index]
	switch {
	case l == nil:
		l = &label{at: c.here()}
		f.labels[s.Index] = l
		c.add("FLOW-15", name, "%s is not called before", name)
	case l.defined:
		c.add("FLOW-10", name, "%s is defined again", name)
	}
	l.defined = true
	f.current = l
}

func (c *checker) ret() {
	f := &c.flow
	if len(f.blocks) == 0 {
		f.ended, f.stray = true, false
		return
	}
	c.add("FLOW-16", "", "ret stands inside a block")
	f.rest = f.rest || f.dynamic()
}

// openBlocks reports the blocks that the end of a routine leaves open.
func (c *checker) openBlocks() {
	for i := range c.flow.blocks {
		c.addAt(c.flow.blocks[i].at, "FLOW-2", "", "the block is not closed")
	}
	c.flow.blocks = c.flow.blocks[:0]
}

// flowEnd checks what is left open.
func (c *checker) flowEnd() {
	f := &c.flow
	c.openBlocks()
	if f.current != nil && !f.ended {
		c.addAt(f.last, "FLOW-14", "", "the last subroutine does not end with ret")
	}
	for _, n := range slices.Sorted(maps.Keys(f.labels)) {
		if l := f.labels[n]; !l.defined {
			name := c.name(sm.RegLabel, n)
			c.addAt(l.at, "FLOW-9", name, "%s is called and not defined", name)
		}
	}
}
