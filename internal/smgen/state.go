package smgen

// maxTemps is the most r# that a program uses.
const maxTemps = 20

// state is what is known where the next instruction stands.
type state struct {
	init [maxTemps]uint8 // components of r# that are written on every path
	vals [maxTemps]lanes
	addr uint8     // components of a0 that are written
	at   [4][2]int // their ranges
	pred uint8     // components of p0 that are written
}

// join is what is known where two paths meet.
func (s *state) join(o *state) {
	for i := range s.init {
		s.init[i] &= o.init[i]
		for c := range 4 {
			s.vals[i][c] = s.vals[i][c].join(o.vals[i][c])
		}
	}
	s.addr &= o.addr
	s.pred &= o.pred
	for c := range s.at {
		s.at[c] = [2]int{min(s.at[c][0], o.at[c][0]), max(s.at[c][1], o.at[c][1])}
	}
}

// widen forgets the values but not that they are there; a0 is forgotten.
func (s *state) widen() {
	for i := range s.vals {
		s.vals[i] = splat(wide)
	}
	s.addr = 0
}
