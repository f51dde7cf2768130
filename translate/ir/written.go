package ir

// WrittenSet says which color outputs oC0..oC3 a pixel shader writes, as a function of the b# and i# constants of the
// draw (OC-5, OC-13, OC-14). Writes under dynamic flow control or predication count as written. It is a small program in
// disjunctive form: target n is written when any of its conditions holds.
type WrittenSet struct {
	Always uint8  // bit n: oCn is written on every path
	Maybe  uint8  // bit n: oCn is written on some path; Maybe &^ Always needs Eval
	BMask  uint16 // b# registers that Eval reads
	IMask  uint16 // i# registers that Eval reads (their x, the iteration count)
	conds  []writtenCond
}

// writtenCond: the targets are written when the conditions hold.
type writtenCond struct {
	targets uint8
	conj
}

// Eval returns the set of written targets (bit n = oCn) for boolean constants b (bit n = b#n) and the iteration counts
// i[n] of the integer constants; no loop runs for a count below 1.
func (w *WrittenSet) Eval(b uint16, i *[16][4]int32) uint8 {
	v := uint32(b)
	for n := range i {
		if w.IMask>>n&1 != 0 && i[n][0] > 0 {
			v |= 1 << (firstInt + n)
		}
	}
	set := w.Always
	for k := range w.conds {
		if c := &w.conds[k]; c.holds(v) {
			set |= c.targets
		}
	}
	return set
}
