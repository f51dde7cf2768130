package spirv

// Terminated reports whether the last block has ended, so that only a new Block may follow.
func (b *Builder) Terminated() bool { return b.block == 0 }

// Block opens the block that label names. An open block falls into it by a branch.
func (b *Builder) Block(label ID) {
	if b.block != 0 {
		b.Branch(label)
	}
	b.body = append(b.body, head(OpLabel, 2), uint32(label))
	b.block = label
}

// Branch ends the block with a jump.
func (b *Builder) Branch(label ID) {
	b.body = append(b.body, head(OpBranch, 2), uint32(label))
	b.block = 0
}

// BranchIf ends the block with a jump that depends on a bool; a merge instruction must stand before it unless it
// leaves or continues an enclosing construct.
func (b *Builder) BranchIf(condition, yes, no ID) {
	b.body = append(b.body, head(OpBranchConditional, 4), uint32(condition), uint32(yes), uint32(no))
	b.block = 0
}

// SelectionMerge says where the selection that the next branch opens comes together again.
func (b *Builder) SelectionMerge(merge ID, control SelectionControl) {
	b.body = append(b.body, head(OpSelectionMerge, 3), uint32(merge), uint32(control))
}

// LoopMerge says that this block is a loop's header.
func (b *Builder) LoopMerge(merge, next ID, control LoopControl) {
	b.body = append(b.body, head(OpLoopMerge, 4), uint32(merge), uint32(next), uint32(control))
}

// Case is one target of a Switch.
type Case struct {
	Value uint32
	Label ID
}

// Switch ends the block with a choice by a 32-bit integer.
func (b *Builder) Switch(selector, otherwise ID, cases ...Case) {
	b.body = append(b.body, head(OpSwitch, 3+2*len(cases)), uint32(selector), uint32(otherwise))
	for _, c := range cases {
		b.body = append(b.body, c.Value, uint32(c.Label))
	}
	b.block = 0
}

func (b *Builder) terminate(op Op) {
	b.body = append(b.body, head(op, 1))
	b.block = 0
}

// Return ends the block and the function, which gives nothing back.
func (b *Builder) Return() { b.terminate(OpReturn) }

// ReturnValue ends the block and the function.
func (b *Builder) ReturnValue(value ID) {
	b.body = append(b.body, head(OpReturnValue, 2), uint32(value))
	b.block = 0
}

// EmitVertex ends a vertex of a geometry shader: what its outputs hold.
func (b *Builder) EmitVertex() { b.body = append(b.body, head(OpEmitVertex, 1)) }

// EndPrimitive ends a geometry shader's strip.
func (b *Builder) EndPrimitive() { b.body = append(b.body, head(OpEndPrimitive, 1)) }

// Demote makes the invocation a helper: it writes nothing any more but takes part in derivatives. The block goes on.
func (b *Builder) Demote() {
	b.Capability(CapabilityDemoteToHelperInvocation)
	b.body = append(b.body, head(OpDemoteToHelperInvocation, 1))
}

// Phi returns the value that belongs to the block from which control came. It must stand at a block's start.
func (b *Builder) Phi(t ID, sources ...PhiSource) ID {
	r := b.NewID()
	b.body = append(b.body, head(OpPhi, 3+2*len(sources)), uint32(t), uint32(r))
	for _, s := range sources {
		b.body = append(b.body, uint32(s.Value), uint32(s.Block))
	}
	return r
}

// PhiSource is a value and the block it comes from.
type PhiSource struct{ Value, Block ID }

// If is an open selection; see [Builder.If].
type If struct{ otherwise, merge ID }

// If opens the block that runs when condition holds. Else, at most once, and then EndIf follow.
func (b *Builder) If(condition ID) If {
	yes := b.NewID()
	i := If{otherwise: b.NewID(), merge: b.NewID()}
	b.SelectionMerge(i.merge, 0)
	b.BranchIf(condition, yes, i.otherwise)
	b.Block(yes)
	return i
}

// Else opens the block that runs when the condition does not hold.
func (b *Builder) Else(i *If) {
	if !b.Terminated() {
		b.Branch(i.merge)
	}
	b.Block(i.otherwise)
	i.otherwise = 0
}

// EndIf opens the block after the selection.
func (b *Builder) EndIf(i If) {
	if !b.Terminated() {
		b.Branch(i.merge)
	}
	if i.otherwise != 0 {
		b.Block(i.otherwise)
	}
	b.Block(i.merge)
}

// Loop is an open loop. Branch to Merge to leave it and to Continue to go round.
type Loop struct{ Header, Continue, Merge ID }

// Loop opens an endless loop's body. It may not stand in a block that is terminated.
func (b *Builder) Loop() Loop {
	l := Loop{Header: b.NewID(), Continue: b.NewID(), Merge: b.NewID()}
	body := b.NewID()
	b.Block(l.Header)
	b.LoopMerge(l.Merge, l.Continue, 0)
	b.Branch(body)
	b.Block(body)
	return l
}

// BeginContinue opens the block that runs at the end of every round; EndLoop must follow.
func (b *Builder) BeginContinue(l Loop) {
	if !b.Terminated() {
		b.Branch(l.Continue)
	}
	b.Block(l.Continue)
}

// EndLoop goes round and opens the block after the loop.
func (b *Builder) EndLoop(l Loop) {
	b.Branch(l.Header)
	b.Block(l.Merge)
}
