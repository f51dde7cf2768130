package ir

// The set of b# and i# constants under which an instruction runs, and from it which of oC0..oC3 a program writes.
// Only conditions of constants count here; what a pixel decides by itself counts as taken (seed rules, OC-14).

// literal is one condition: b# is true (or, with not, false), i#.x is not zero, or what the program text itself settles.
// The zero literal is a condition that nobody follows: both branches count as taken.
type literal struct {
	b, i  uint16
	not   bool
	never bool // it does not hold
	holds bool // it holds
}

// negate gives the opposite, for an else. A loop count has none: no code runs because a loop does not.
func (l literal) negate() literal {
	switch {
	case l.never:
		return literal{holds: true}
	case l.holds:
		return literal{never: true}
	case l.b != 0:
		return literal{b: l.b, not: !l.not}
	}
	return literal{}
}

// conj is a conjunction of literals; the zero value always holds.
type conj struct{ bTrue, bFalse, iNonZero uint16 }

// implies reports whether c holding makes o hold.
func (c conj) implies(o conj) bool {
	return o.bTrue&^c.bTrue == 0 && o.bFalse&^c.bFalse == 0 && o.iNonZero&^c.iNonZero == 0
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
	if l.b|l.i == 0 {
		return d
	}
	out := never
	for _, c := range d {
		c.iNonZero |= l.i
		if l.not {
			c.bFalse |= l.b
		} else {
			c.bTrue |= l.b
		}
		if c.bTrue&c.bFalse == 0 {
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

// add joins one conjunction, with absorption and the union of conjunctions that differ in one b# only.
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
			diff := c.bTrue&o.bFalse | c.bFalse&o.bTrue
			one := diff != 0 && diff&(diff-1) == 0
			if one && c.iNonZero == o.iNonZero && c.bTrue&^diff == o.bTrue&^diff && c.bFalse&^diff == o.bFalse&^diff {
				c.bTrue &^= diff
				c.bFalse &^= diff
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

// valid reports whether the set holds for all constants. It looks at the b# that occur, at most maxBools of them.
func (d dnf) valid() bool {
	const maxBools = 10
	var used []uint16
	mask := uint16(0)
	for _, c := range d {
		if c == (conj{}) {
			return true
		}
		mask |= c.bTrue | c.bFalse
	}
	for n := range 16 {
		if mask>>n&1 != 0 {
			used = append(used, 1<<n)
		}
	}
	if len(used) > maxBools || len(d) == 0 {
		return false
	}
	for k := range 1 << len(used) {
		b := uint16(0)
		for n, m := range used {
			if k>>n&1 != 0 {
				b |= m
			}
		}
		if !d.holds(b) {
			return false
		}
	}
	return true
}

// holds evaluates the set for booleans b and loops that do not run.
func (d dnf) holds(b uint16) bool {
	for _, c := range d {
		if c.iNonZero == 0 && b&c.bTrue == c.bTrue && b&c.bFalse == 0 {
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
	cond    literal // of an if on a constant; the zero literal for others
	broke   bool    // a static break lies within
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
			w.BMask |= c.bTrue | c.bFalse
			w.IMask |= c.iNonZero
		}
	}
}

// addCond adds the target to the condition c.
func (w *WrittenSet) addCond(target uint8, c conj) {
	for i := range w.conds {
		o := &w.conds[i]
		if (conj{o.bTrue, o.bFalse, o.iNonZero}) == c {
			o.targets |= target
			return
		}
	}
	w.conds = append(w.conds, writtenCond{target, c.bTrue, c.bFalse, c.iNonZero})
}
