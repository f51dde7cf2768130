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

// writtenCond: the targets are written when every named b# has its value and every named i#.x is not zero.
type writtenCond struct {
	targets       uint8
	bTrue, bFalse uint16
	iNonZero      uint16
}

// Eval returns the set of written targets (bit n = oCn) for boolean constants b (bit n = b#n) and the iteration counts
// i[n] of the integer constants.
func (w *WrittenSet) Eval(b uint16, i *[16][4]int32) uint8 {
	set := w.Always
	for k := range w.conds {
		c := &w.conds[k]
		if b&c.bTrue != c.bTrue || b&c.bFalse != 0 {
			continue
		}
		if c.iNonZero != 0 && !allNonZero(c.iNonZero, i) {
			continue
		}
		set |= c.targets
	}
	return set
}

func allNonZero(mask uint16, i *[16][4]int32) bool {
	for n := range i {
		if mask>>n&1 != 0 && i[n][0] <= 0 {
			return false
		}
	}
	return true
}
