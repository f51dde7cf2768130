package refsm

import (
	"fmt"

	"d3d9vk/translate/sm"
)

// plan is a program's structure: where blocks and subroutines begin and end, by index into Instrs.
type plan struct {
	instrs []sm.Instr
	elses  map[int]int // of if: its else, if there is one
	ends   map[int]int // of loop, else, and if without else: the end
	labels map[uint16]span
	main   span
}

type span struct{ from, to int }

// newPlan matches blocks. An error names the instruction by its token.
func newPlan(p *sm.Program) (*plan, error) {
	pl := &plan{instrs: p.Instrs, elses: map[int]int{}, ends: map[int]int{}, labels: map[uint16]span{}, main: span{0, len(p.Instrs)}}
	var open []int
	label := -1
	leave := func(to int) error {
		if len(open) > 0 {
			return fmt.Errorf("refsm: token %d: a block is not closed", p.Instrs[open[len(open)-1]].Offset)
		}
		if label < 0 {
			pl.main.to = to
		} else {
			pl.labels[p.Instrs[label].Src[0].Index] = span{label + 1, to}
		}
		return nil
	}
	for i := range p.Instrs {
		in := &p.Instrs[i]
		top := -1
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		switch in.Op {
		case sm.OpIf, sm.OpIfC, sm.OpLoop, sm.OpRep:
			open = append(open, i)
		case sm.OpElse:
			if top < 0 || p.Instrs[top].Op != sm.OpIf && p.Instrs[top].Op != sm.OpIfC {
				return nil, fmt.Errorf("refsm: token %d: else without if", in.Offset)
			}
			pl.elses[top] = i
			open[len(open)-1] = i
		case sm.OpEndIf, sm.OpEndLoop, sm.OpEndRep:
			if top < 0 || !closes(in.Op, p.Instrs[top].Op) {
				return nil, fmt.Errorf("refsm: token %d: end of a block that is not open", in.Offset)
			}
			pl.ends[top] = i
			open = open[:len(open)-1]
		case sm.OpLabel:
			if err := leave(i); err != nil {
				return nil, err
			}
			if label = i; len(in.Src) != 1 {
				return nil, fmt.Errorf("refsm: token %d: label without a number", in.Offset)
			}
		}
	}
	return pl, leave(len(p.Instrs))
}

func closes(end, begin sm.Opcode) bool {
	switch end {
	case sm.OpEndIf:
		return begin == sm.OpIf || begin == sm.OpIfC || begin == sm.OpElse
	case sm.OpEndLoop:
		return begin == sm.OpLoop
	}
	return begin == sm.OpRep
}

const (
	maxCalls  = 64 // depth of subroutine calls; Direct3D 9 allows 4
	maxRepeat = 255
)

// run executes a span for the active lanes. Lanes that leave it by break or ret are no longer active after it.
func (m *machine) run(s span) error {
	for i := s.from; i < s.to && m.active != 0; i++ {
		in := &m.plan.instrs[i]
		if m.steps--; m.steps < 0 {
			return fmt.Errorf("refsm: token %d: the budget of steps is used up", in.Offset)
		}
		var err error
		switch in.Op {
		case sm.OpIf, sm.OpIfC:
			err = m.branch(i)
			if other, ok := m.plan.elses[i]; ok {
				i = other
			}
			i = m.plan.ends[i]
		case sm.OpLoop, sm.OpRep:
			err = m.loop(i)
			i = m.plan.ends[i]
		case sm.OpBreak, sm.OpBreakC, sm.OpBreakP:
			if m.loops == 0 {
				return fmt.Errorf("refsm: token %d: break outside of a loop", in.Offset)
			}
			var leave uint8
			leave, err = m.decide(in)
			m.broken |= leave
			m.active &^= leave
		case sm.OpCall, sm.OpCallNZ:
			err = m.call(in)
		case sm.OpRet:
			m.returned |= m.active
			m.active = 0
		default:
			i, err = m.straight(i, s.to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// straight executes the instruction at i with those that are coissued: all read before any writes. It returns the last one's index.
func (m *machine) straight(i, to int) (int, error) {
	last := i
	if m.major == 1 {
		for last+1 < to && m.plan.instrs[last+1].Coissue {
			last++
		}
	}
	results := make([]result, 0, 2)
	for n := i; n <= last; n++ {
		in := &m.plan.instrs[n]
		m.paired = last > i && !in.Coissue
		r, err := m.compute(in)
		if err != nil {
			return last, fmt.Errorf("refsm: token %d: %w", in.Offset, err)
		}
		results = append(results, r)
	}
	for n := i; n <= last; n++ {
		if in := &m.plan.instrs[n]; in.Dst != nil && results[n-i].mask != 0 {
			if err := m.store(in, results[n-i]); err != nil {
				return last, fmt.Errorf("refsm: token %d: %w", in.Offset, err)
			}
		}
	}
	return last, nil
}

// decide is the set of active lanes for which the condition of if, break or callnz holds.
func (m *machine) decide(in *sm.Instr) (uint8, error) {
	var yes uint8
	for l := range m.lanes {
		if m.active>>l&1 == 0 {
			continue
		}
		c := cond{true, true}
		var err error
		switch in.Op {
		case sm.OpIfC, sm.OpBreakC:
			if len(in.Src) != 2 {
				return 0, fmt.Errorf("refsm: token %d: a comparison needs two operands", in.Offset)
			}
			var a, b Vec
			if a, err = m.read(l, &in.Src[0]); err == nil {
				b, err = m.read(l, &in.Src[1])
			}
			c = compare(sm.Compare(in.Control), a[3], b[3])
		case sm.OpBreak, sm.OpCall:
		default:
			if len(in.Src) == 0 {
				return 0, fmt.Errorf("refsm: token %d: the condition is missing", in.Offset)
			}
			c, err = m.boolean(l, &in.Src[len(in.Src)-1], 3)
		}
		if err == nil && in.Predicated {
			var p cond
			p, err = m.boolean(l, &in.Pred, 3)
			c = c.and(p)
		}
		if err != nil {
			return 0, fmt.Errorf("refsm: token %d: %w", in.Offset, err)
		}
		m.ambiguous = m.ambiguous || !c.sure
		if c.is {
			yes |= 1 << l
		}
	}
	return yes, nil
}

func (m *machine) branch(i int) error {
	before := m.active
	yes, err := m.decide(&m.plan.instrs[i])
	if err != nil {
		return err
	}
	end := m.plan.ends[i]
	if other, ok := m.plan.elses[i]; ok {
		end = other
		m.active = before &^ yes
		if err := m.run(span{other + 1, m.plan.ends[other]}); err != nil {
			return err
		}
	}
	m.active = yes
	if err := m.run(span{i + 1, end}); err != nil {
		return err
	}
	m.active = before &^ (m.broken | m.returned)
	return nil
}

func (m *machine) loop(i int) error {
	in := &m.plan.instrs[i]
	if len(in.Src) == 0 {
		return fmt.Errorf("refsm: token %d: the loop's counter is missing", in.Offset)
	}
	counter := m.integer(in.Src[len(in.Src)-1].Index)
	before, broken, aL, hadLoop := m.active, m.broken, m.aL, m.hasLoop
	m.broken = 0
	m.loops++
	if in.Op == sm.OpLoop {
		m.aL, m.hasLoop = int(counter[1]), true
	}
	for range min(max(counter[0], 0), maxRepeat) {
		if m.active = before &^ (m.broken | m.returned); m.active == 0 {
			break
		}
		if m.steps--; m.steps < 0 {
			return fmt.Errorf("refsm: token %d: the budget of steps is used up", in.Offset)
		}
		if err := m.run(span{i + 1, m.plan.ends[i]}); err != nil {
			return err
		}
		if in.Op == sm.OpLoop {
			m.aL += int(counter[2])
		}
	}
	m.loops--
	m.broken, m.aL, m.hasLoop = broken, aL, hadLoop
	m.active = before &^ m.returned
	return nil
}

func (m *machine) call(in *sm.Instr) error {
	if len(in.Src) == 0 {
		return fmt.Errorf("refsm: token %d: the label is missing", in.Offset)
	}
	body, ok := m.plan.labels[in.Src[0].Index]
	if !ok {
		return fmt.Errorf("refsm: token %d: there is no label l%d", in.Offset, in.Src[0].Index)
	}
	if m.calls == maxCalls {
		return fmt.Errorf("refsm: token %d: more than %d calls are nested", in.Offset, maxCalls)
	}
	before, broken, returned, loops := m.active, m.broken, m.returned, m.loops
	yes, err := m.decide(in)
	if err != nil {
		return err
	}
	m.active, m.broken, m.returned, m.loops = yes, 0, 0, 0
	m.calls++
	err = m.run(body)
	m.calls--
	m.active, m.broken, m.returned, m.loops = before, broken, returned, loops
	return err
}

// compare is an ordered comparison: false where an operand is NaN.
func compare(c sm.Compare, a, b Value) cond {
	switch c {
	case sm.CompareGT:
		return less(b, a)
	case sm.CompareEQ:
		return equal(a, b)
	case sm.CompareGE:
		return notLess(a, b)
	case sm.CompareLT:
		return less(a, b)
	case sm.CompareNE:
		if a.isNaN() || b.isNaN() {
			return less(a, b)
		}
		return equal(a, b).not()
	case sm.CompareLE:
		return notLess(b, a)
	}
	return cond{}
}
