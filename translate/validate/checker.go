package validate

import (
	"fmt"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// checker holds what the instructions so far have said. Operands are not kept: the memory of an instruction is the caller's.
type checker struct {
	v      sm.Version
	pixel  bool
	major  int
	report func(Finding)
	count  int  // findings reported
	failed bool // an error was found

	in    *sm.Instr // the instruction at hand
	row   *sm.Row
	index int
	at    int // its token

	code bool // an executed instruction has come

	declared declarations
	regs     registers
	flow     flowState
	out      outputs
	phase    phaseState
	slots    slotCount
}

func newChecker(v sm.Version, report func(Finding)) *checker {
	c := &checker{v: v, pixel: v.Stage() == sm.Pixel, major: v.Major(), report: report}
	c.flow.labels = map[uint16]*label{}
	return c
}

// add reports a breach by the instruction at hand.
func (c *checker) add(id, register, format string, args ...any) {
	c.addAt(c.here(), id, register, format, args...)
}

// mark is the place of an instruction.
type mark struct{ index, offset int }

// whole is the place of the program as a whole.
var whole = mark{-1, 0}

func (c *checker) addAt(m mark, id, register, format string, args ...any) {
	c.addAs(rule.Find(id).Severity, m, id, register, format, args...)
}

func (c *checker) addAs(s rule.Severity, m mark, id, register, format string, args ...any) {
	c.failed = c.failed || s == rule.Error
	if c.count++; c.count > MaxFindings {
		return
	}
	c.report(Finding{Rule: id, Severity: s, Instr: m.index, Offset: m.offset, Register: register, Text: fmt.Sprintf(format, args...)})
}

func (c *checker) here() mark { return mark{c.index, c.at} }

// name spells a register of the program.
func (c *checker) name(t sm.RegType, index uint16) string { return sm.RegName(c.v, t&0x1F, index) }

// instr takes the next instruction.
func (c *checker) instr(in *sm.Instr, index, offset int) {
	if in.Op == sm.OpComment || !c.v.Known() {
		return
	}
	c.in, c.index, c.at = in, index, offset
	defer func() { c.in = nil }()
	c.row = sm.FindRow(in.Op, in.Control, c.v)
	if c.row == nil || !c.row.In(c.v) {
		c.add("INSTR-1", "", "%s is not an instruction of %v", c.opName(), c.v)
		c.assumeWritten()
		return
	}
	if !c.shape() {
		c.assumeWritten()
		return
	}
	c.tokenBits()
	switch in.Op {
	case sm.OpDcl:
		c.declare()
		return
	case sm.OpDef, sm.OpDefI, sm.OpDefB:
		c.define()
		return
	}
	c.code = true
	c.slots.count(c)
	c.predicate()
	c.operands()
	if !c.pixel || c.major > 1 {
		c.scalarOperands()
		c.sameRegister()
	} else {
		c.phaseRules()
	}
	c.readPorts()
	c.flowRules()
	c.gradients()
	c.reads()
	c.writes()
}

func (c *checker) opName() string {
	if c.row != nil {
		return c.row.Name
	}
	return fmt.Sprintf("0x%04x", uint16(c.in.Op))
}

// shape checks that the instruction has the operands of its row, without which other rules have nothing to look at.
func (c *checker) shape() bool {
	in, row := c.in, c.row
	if row.HasDst() != (in.Dst != nil) || len(in.Src) < row.MinSources() || len(in.Src) > row.Sources() {
		c.add("INSTR-2", "", "%s has the wrong number of operands", row.Name)
		return false
	}
	good := true
	for i := range in.Src {
		s := &in.Src[i]
		if !row.SourceKind(i).Takes(s.Type) {
			c.add("INSTR-2", c.name(s.Type, s.Index), "operand %d of %s cannot be %s", i+1, row.Name, c.name(s.Type, s.Index))
			good = false
		}
	}
	return good
}

// assumeWritten enters the result of an instruction that other rules cannot look at, so that they do not miss it.
func (c *checker) assumeWritten() {
	if d := c.in.Dst; d != nil && d.Type == sm.RegTemp && d.Index < maxTemps {
		c.write(int(d.Index), d.Mask&maskXYZW)
	}
}

// tokenBits checks bits that no operand explains.
func (c *checker) tokenBits() {
	in := c.in
	reserved := in.Reserved
	if in.Op == sm.OpDcl {
		reserved |= in.Decl.Reserved
	}
	if in.Dst != nil {
		reserved |= in.Dst.Reserved
	}
	for i := range in.Src {
		reserved |= in.Src[i].Reserved
		if in.Src[i].Rel != nil {
			reserved |= in.Src[i].Rel.Reserved
		}
	}
	if reserved != 0 {
		c.add("INSTR-3", "", "%s has reserved bits set (0x%08x)", c.row.Name, reserved)
	}
	switch {
	case c.row.Compare:
		if in.Control < uint8(sm.CompareGT) || in.Control > uint8(sm.CompareLE) {
			c.add("INSTR-4", "", "%d is not a comparison", in.Control)
		}
	case in.Control != c.row.Control:
		c.add("INSTR-5", "", "%s has the control bits %d", c.row.Name, in.Control)
	}
	if in.Coissue && (!c.pixel || c.major > 1) {
		c.add("PS1-3", "", "%v has no paired instructions", c.v)
	}
}

// end takes the end of the program.
func (c *checker) end() {
	if !c.v.Known() {
		c.addAt(whole, "INSTR-1", "", "%v is not a version of Direct3D 9", c.v)
		return
	}
	c.flowEnd()
	c.phaseEnd()
	c.pendingReads()
	c.outputsEnd()
	c.declarationsEnd()
	c.slots.end(c)
}
