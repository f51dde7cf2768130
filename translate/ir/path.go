package ir

// The set of b# and i# constants under which an instruction runs, and from it which of oC0..oC3 a program writes.
// Only conditions of constants count here; what a pixel decides by itself counts as taken (seed rules, OC-14).

// A condition is a bit: b# is true, or above firstInt i#.x is more than zero.
const firstInt = 16

// literal is one condition that holds (or, with not, does not), or what the program text itself settles.
// The zero literal is a condition that nobody follows: both branches count as taken.
type literal struct {
	bit   uint32
	not   bool
	never bool // it does not hold
	holds bool // it holds
}

// negate gives the opposite.
func (l literal) negate() literal {
	switch {
	case l.never:
		return literal{holds: true}
	case l.holds:
		return literal{never: true}
	case l.bit != 0:
		return literal{bit: l.bit, not: !l.not}
	}
	return literal{}
}

// conj is a conjunction of literals: conditions that hold and conditions that do not. The zero value always holds.
type conj struct{ yes, no uint32 }

// holds evaluates c for the conditions v that hold.
func (c conj) holds(v uint32) bool { return v&c.yes == c.yes && v&c.no == 0 }

// implies reports whether c holding makes o hold.
func (c conj) implies(o conj) bool {
	return o.yes&^c.yes == 0 && o.no&^c.no == 0
}

// dnf is a disjunction of conjunctions; empty never holds. Its elements do not change: sets share memory.
type dnf []conj

var (
	always = dnf{{}}
	never  = dnf{}
)

// maxConds bounds a dnf. A program whose static flow control is more tangled than that counts as writing on every path.
const maxConds = 32

// and restricts d by a literal.
func (d dnf) and(l literal) dnf {
	if l.never {
		return never
	}
	if l.bit == 0 {
		return d
	}
	out := never
	for _, c := range d {
		if l.not {
			c.no |= l.bit
		} else {
			c.yes |= l.bit
		}
		if c.yes&c.no == 0 {
			out = out.add(c)
		}
	}
	return out
}

// or joins two sets.
func (d dnf) or(e dnf) dnf {
	if len(d) == 0 {
		return e
	}
	out := d
	for _, c := range e {
		out = out.add(c)
	}
	if len(out) > maxConds {
		return always
	}
	return out
}

// add joins one conjunction, with absorption and the union of conjunctions that differ in one condition only.
func (d dnf) add(c conj) dnf {
	if len(d) == 0 {
		return dnf{c}
	}
	for changed := true; changed; {
		changed = false
		kept := make(dnf, 0, len(d)+1)
		for _, o := range d {
			if c.implies(o) {
				return d
			}
			diff := c.yes&o.no | c.no&o.yes
			one := diff != 0 && diff&(diff-1) == 0
			if one && c.yes&^diff == o.yes&^diff && c.no&^diff == o.no&^diff {
				c.yes &^= diff
				c.no &^= diff
				changed = true
				continue
			}
			if !o.implies(c) {
				kept = append(kept, o)
			}
		}
		d = kept
	}
	return append(d, c)
}

// valid reports whether the set holds for all constants. It looks at the conditions that occur, at most maxUsed of them.
func (d dnf) valid() bool {
	const maxUsed = 10
	var used []uint32
	mask := uint32(0)
	for _, c := range d {
		if c == (conj{}) {
			return true
		}
		mask |= c.yes | c.no
	}
	for ; mask != 0; mask &= mask - 1 {
		used = append(used, mask&-mask)
	}
	if len(used) > maxUsed || len(d) == 0 {
		return false
	}
	for k := range 1 << len(used) {
		v := uint32(0)
		for n, m := range used {
			if k>>n&1 != 0 {
				v |= m
			}
		}
		if !d.holds(v) {
			return false
		}
	}
	return true
}

// holds evaluates the set for the conditions that hold.
func (d dnf) holds(v uint32) bool {
	for _, c := range d {
		if c.holds(v) {
			return true
		}
	}
	return false
}

// pathState follows the constants under which the next instruction runs.
type pathState struct {
	live    dnf
	written [4]dnf // for oC#, the constants under which it is written
}

// blockPath is what a block remembers of it.
type blockPath struct {
	entry   dnf
	thenOut dnf
	exits   dnf     // of loops: where a static break leaves
	cond    literal // of an if on a constant and of loops; the zero literal for others
	broke   bool    // a static break or ret lies within
	left    bool    // a static ret lies within
}

// enterElse goes from the first branch of an if to the second.
func (p *pathState) enterElse(k *blockPath) {
	k.thenOut = p.live
	p.live = k.entry.and(k.cond.negate())
}

// leaveIf joins the branches.
func (p *pathState) leaveIf(k *blockPath, hasElse bool) {
	if !k.broke {
		p.live = k.entry
		return
	}
	if !hasElse {
		p.enterElse(k)
	}
	p.live = k.thenOut.or(p.live)
}

// leaveLoop goes on after a loop: everybody does who did not take a ret in it.
func (p *pathState) leaveLoop(k *blockPath) {
	if !k.left {
		p.live = k.entry
		return
	}
	around := k.entry.and(k.cond.negate())
	p.live = around.or(p.live).or(k.exits)
}

// write notes a write to oC#n.
func (p *pathState) write(n int) {
	if w := p.written[n]; len(w) != 1 || w[0] != (conj{}) {
		p.written[n] = w.or(p.live)
	}
}

// finish makes the written set.
func (p *pathState) finish(w *WrittenSet) {
	for n, d := range p.written {
		if len(d) == 0 {
			continue
		}
		target := uint8(1) << n
		w.Maybe |= target
		if d.valid() {
			w.Always |= target
			continue
		}
		for _, c := range d {
			w.addCond(target, c)
			w.BMask |= uint16(c.yes | c.no)
			w.IMask |= uint16((c.yes | c.no) >> firstInt)
		}
	}
}

// addCond adds the target to the condition c.
func (w *WrittenSet) addCond(target uint8, c conj) {
	for i := range w.conds {
		o := &w.conds[i]
		if o.conj == c {
			o.targets |= target
			return
		}
	}
	w.conds = append(w.conds, writtenCond{target, c})
}
