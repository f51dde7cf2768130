package smgen

import (
	"math"

	"d3d9vk/translate/sm"
)

// input is a register that holds an attribute.
type input struct {
	typ   sm.RegType
	index uint16
	mask  uint8
	vals  lanes
}

// arg is a source with what its lanes can be.
type arg struct {
	src sm.Src
	l   lanes
}

// want says what a source has to be.
type want struct {
	scalar bool // one component for all lanes
	plain  bool // no swizzle and no modifier
	temp   bool // r#
	noC    bool // no c#
	noMod  bool // no modifier
}

// port is a register as the read ports count them: relative addresses make different ones.
type port struct {
	typ   sm.RegType
	index uint16
	rel   string
}

func portOf(s *sm.Src) port {
	p := port{typ: s.Type, index: s.Index}
	if s.Rel != nil {
		p.rel = string(rune('a'+s.Rel.Type)) + string(rune('0'+s.Rel.Swizzle[0]))
	}
	if _, ok := sm.ConstIndex(s.Type, 0); ok {
		p.typ = sm.RegConst
		p.index |= uint16(s.Type-sm.RegConst) << 11
	}
	return p
}

// hasPort reports whether the instruction at hand may read the register, and notes that it does.
func (g *gen) hasPort(s *sm.Src) bool {
	p := portOf(s)
	limits := map[sm.RegType]int{sm.RegConst: g.p.cPorts, sm.RegInput: g.p.vPorts, sm.RegMisc: 1, sm.RegTexture: 1}
	max, limited := limits[p.typ]
	if !limited {
		return true
	}
	n := 0
	for _, q := range g.ports {
		if q == p {
			return true
		}
		if q.typ == p.typ {
			n++
		}
	}
	if n >= max {
		return false
	}
	g.ports = append(g.ports, p)
	return true
}

// source picks a source that is written and that the read ports allow.
func (g *gen) source(w want) (arg, bool) {
	for range 12 {
		s, l, have := g.register(w)
		if have == 0 || w.plain && have != 15 || w.temp && s.Type != sm.RegTemp {
			continue
		}
		z, ok := g.swizzle(w, have)
		if !ok {
			continue
		}
		s.Swizzle = z
		if !w.plain && !w.noMod {
			s.Mod = g.modifier(&s)
		}
		if !g.hasPort(&s) {
			continue
		}
		return arg{s, each(func(i int) span { return l[z[i]].modified(s.Mod) })}, true
	}
	return arg{}, false
}

// register picks a register to read: the operand without swizzle, its components' spans, and those that are written.
func (g *gen) register(w want) (s sm.Src, l lanes, have uint8) {
	kind := g.r.IntN(12)
	switch {
	case w.temp || kind < 5:
		n := g.r.IntN(g.p.temps)
		return sm.Src{Type: sm.RegTemp, Index: uint16(n)}, g.st.vals[n], g.st.init[n]
	case kind < 8:
		if w.noC {
			return
		}
		n := g.pool[g.r.IntN(len(g.pool))]
		return constSrc(n), g.constant(n, n), 15
	case kind < 9:
		if w.noC {
			return
		}
		return g.relativeConst(1)
	case kind < 11 || len(g.inputs) < 3:
		if len(g.inputs) == 0 {
			return
		}
		in := &g.inputs[g.r.IntN(len(g.inputs))]
		return sm.Src{Type: in.typ, Index: in.index}, in.vals, in.mask
	}
	return g.relativeInput()
}

func constSrc(n int) sm.Src {
	if n < 2048 {
		return sm.Src{Type: sm.RegConst, Index: uint16(n)}
	}
	return sm.Src{Type: sm.RegConst2 + sm.RegType(n/2048-1), Index: uint16(n % 2048)}
}

// constant bounds the values of constants lo to hi. Outside the file they are 0.
func (g *gen) constant(lo, hi int) (l lanes) {
	for n := lo; n <= hi; n++ {
		v := g.value(n)
		for c := range l {
			if n == lo {
				l[c] = point(v[c])
			} else {
				l[c] = l[c].join(point(v[c]))
			}
			if math.IsNaN(float64(v[c])) {
				l[c] = wide
			}
		}
	}
	return l
}

// value is a constant's value as the program sees it.
func (g *gen) value(n int) [4]float32 {
	if v, ok := g.defined[n]; ok {
		return v
	}
	if n >= 0 && n < len(g.c.Env.F) {
		return g.c.Env.F[n]
	}
	return [4]float32{}
}

// address picks an address register with the range of its values; ok is false where there is none.
func (g *gen) address() (rel *sm.Src, lo, hi int, ok bool) {
	if g.aL != nil && (g.st.addr == 0 || g.r.IntN(2) == 0) {
		return &sm.Src{Type: sm.RegLoop, Swizzle: sm.SwizzleXYZW}, g.aL[0], g.aL[1], true
	}
	if g.st.addr == 0 {
		return nil, 0, 0, false
	}
	c := g.component(g.st.addr)
	return &sm.Src{Type: sm.RegAddr, Swizzle: [4]uint8{c, c, c, c}}, g.st.at[c][0], g.st.at[c][1], true
}

// component picks one of a mask.
func (g *gen) component(mask uint8) uint8 {
	for {
		if c := uint8(g.r.IntN(4)); mask>>c&1 != 0 {
			return c
		}
	}
}

// relativeConst picks c[a0+n] or c[aL+n] for so many rows.
func (g *gen) relativeConst(rows int) (s sm.Src, l lanes, have uint8) {
	if g.v.Stage() == sm.Pixel {
		return
	}
	rel, lo, hi, ok := g.address()
	if !ok {
		return
	}
	n := g.r.IntN(len(g.c.Env.F))
	if g.r.IntN(8) > 0 { // mostly within what is set
		n = max(-lo, 0) + g.r.IntN(16)
	}
	return sm.Src{Type: sm.RegConst, Index: uint16(n), Rel: rel}, g.constant(n+lo, n+hi+rows-1), 15
}

// relativeInput picks v[a0+n] or v[aL+n].
func (g *gen) relativeInput() (s sm.Src, l lanes, have uint8) {
	if g.relInputs[1] == 0 {
		return
	}
	rel, lo, hi, ok := g.address()
	first, last := g.relInputs[0], g.relInputs[1]
	if !ok || last-first < hi-lo || first-lo < 0 {
		return
	}
	n := first - lo + g.r.IntN(last-first-(hi-lo)+1)
	started := false
	for i := range g.inputs {
		in := &g.inputs[i]
		if at := int(in.index); in.typ == sm.RegInput && at >= n+lo && at <= n+hi {
			for c := range l {
				if !started {
					l[c] = in.vals[c]
				} else {
					l[c] = l[c].join(in.vals[c])
				}
			}
			started = true
		}
	}
	return sm.Src{Type: sm.RegInput, Index: uint16(n), Rel: rel}, l, 15
}

// swizzle picks a swizzle of written components.
func (g *gen) swizzle(w want, have uint8) (z [4]uint8, ok bool) {
	switch {
	case w.plain:
		return sm.SwizzleXYZW, true
	case w.scalar:
		c := g.component(have)
		return [4]uint8{c, c, c, c}, true
	case have == 15 && g.r.IntN(3) == 0:
		return sm.SwizzleXYZW, true
	case !g.p.freely:
		z = ps2Swizzles[g.r.IntN(len(ps2Swizzles))]
		for _, c := range z {
			if have>>c&1 == 0 {
				return z, false
			}
		}
		return z, true
	}
	for i := range z {
		z[i] = g.component(have)
	}
	return z, true
}

func (g *gen) modifier(s *sm.Src) sm.SrcMod {
	n := g.r.IntN(10)
	switch {
	case n < 3:
		return sm.ModNeg
	case n < 5 && g.p.abs && s.Type != sm.RegMisc:
		return sm.ModAbs
	case n < 6 && g.p.abs && s.Type != sm.RegMisc:
		return sm.ModAbsNeg
	}
	return sm.ModNone
}

// sameSource reports whether two sources are one.
func sameSource(a, b *sm.Src) bool {
	return portOf(a) == portOf(b) && a.Swizzle == b.Swizzle && a.Mod == b.Mod
}

// output is a register that the program writes for the next stage.
type output struct {
	typ   sm.RegType
	index uint16
	mask  uint8 // components that may be written
	rel   bool  // reached by o[aL+n] too
}

// target picks a destination with components of mask: a temporary, or now and then an output.
func (g *gen) target(mask uint8, tempOnly bool, not []arg) (d sm.Dst, ok bool) {
	if !tempOnly && (g.v.Stage() == sm.Vertex || g.v.Major() >= 3) && g.r.IntN(6) == 0 {
		return g.outputTarget(mask)
	}
	for range 10 {
		n := g.r.IntN(g.p.temps)
		if g.inSub || g.r.IntN(3) == 0 {
			n = g.r.IntN(g.globals)
		}
		free := true
		for _, a := range not {
			free = free && (a.src.Type != sm.RegTemp || a.src.Index != uint16(n))
		}
		if free {
			return sm.Dst{Type: sm.RegTemp, Index: uint16(n), Mask: mask}, true
		}
	}
	return d, false
}

func (g *gen) outputTarget(mask uint8) (d sm.Dst, ok bool) {
	if g.v.Stage() == sm.Pixel && g.varies() {
		return d, false // OC-12
	}
	o := &g.outputs[g.r.IntN(len(g.outputs))]
	d = sm.Dst{Type: o.typ, Index: o.index, Mask: mask & o.mask}
	if o.rel && g.r.IntN(2) == 0 {
		rel, lo, hi, found := g.address()
		first, last := g.relOutputs[0], g.relOutputs[1]
		if found && last-first >= hi-lo && first-lo >= 0 {
			d.Rel, d.Index, d.Mask = rel, uint16(first-lo+g.r.IntN(last-first-(hi-lo)+1)), mask
		}
	}
	if o.typ == sm.RegRastOut {
		d.Mask = 15
	}
	return d, d.Mask != 0
}
