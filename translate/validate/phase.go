package validate

import (
	"d3d9vk/translate/sm"
)

// phaseState holds what the rules of ps_1_x look back at.
type phaseState struct {
	phases     int
	arithmetic bool  // an arithmetic instruction has come in this phase
	pair       uint8 // mask of the instruction before, if another can pair with it; 0 otherwise
	loaded     uint8 // bit n: t# or r# n is the destination of a texture instruction of this phase
	xyz, xyw   uint8 // bit n: t#n was read as .xyz or .xyw
	later      []early

	// A sequence of texm3x2pad or texm3x3pad that is not finished.
	rows, want int // rows so far, rows in all
	first      sm.Src
	firstDst   uint16
	openAt     mark
}

// early is what belongs into the second phase, should there be one.
type early struct {
	at   mark
	name string
	what string
}

// phaseRules checks the instruction at hand as one of ps_1_x.
func (c *checker) phaseRules() {
	if c.in.Op == sm.OpPhase {
		c.nextPhase()
		return
	}
	if c.in.Op == sm.OpNop {
		return
	}
	texture := c.in.Op.Texture()
	c.pairRules(texture)
	if texture {
		c.textureOrder()
	}
	c.matrixRows()
	c.secondPhase(texture)
	if c.in.Op == sm.OpCnd && c.v < sm.PS_1_4 {
		if s := &c.in.Src[0]; s.Type != sm.RegTemp || s.Index != 0 || s.Swizzle != [4]uint8{3, 3, 3, 3} || s.Mod != sm.ModNone {
			c.add("PS1-12", c.name(s.Type, s.Index), "the condition of cnd is not r0.a")
		}
	}
	if !texture {
		c.phase.arithmetic = true
	}
}

func (c *checker) nextPhase() {
	p := &c.phase
	if p.phases++; p.phases > 1 {
		c.add("PS1-1", "", "phase stands again")
		return
	}
	for _, e := range p.later {
		c.addAt(e.at, "PS1-9", e.name, "%s stands in the first phase", e.what)
	}
	p.later, p.arithmetic, p.loaded, p.pair = nil, false, 0, 0
	for n, mask := range c.regs.temps {
		c.regs.lost[n] = mask & maskW
		c.regs.temps[n] &^= maskW
	}
}

// secondPhase keeps what only the second phase can have; a program without phase is a second phase.
func (c *checker) secondPhase(texture bool) {
	if c.v != sm.PS_1_4 {
		return
	}
	in := c.in
	if in.Op == sm.OpTexDepth && (in.Dst.Type != sm.RegTemp || in.Dst.Index != 5) {
		c.add("PS1-10", c.name(in.Dst.Type, in.Dst.Index), "texdepth is not for %s", c.name(in.Dst.Type, in.Dst.Index))
	}
	if c.phase.phases > 0 || len(c.phase.later) >= MaxFindings {
		return
	}
	keep := func(name, what string) { c.phase.later = append(c.phase.later, early{c.here(), name, what}) }
	if in.Op == sm.OpTexKill || in.Op == sm.OpTexDepth {
		keep("", c.row.Name)
	}
	for i := range in.Src {
		s := &in.Src[i]
		name := c.name(s.Type, s.Index)
		switch {
		case s.Type == sm.RegInput:
			keep(name, "a read of "+name)
		case texture && s.Type == sm.RegTemp:
			keep(name, "a texld from "+name)
		}
	}
}

// pairRules checks pairs of a color and an alpha instruction.
func (c *checker) pairRules(texture bool) {
	p := &c.phase
	mask := uint8(0)
	if c.in.Dst != nil {
		mask = c.in.Dst.Mask & maskXYZW
	}
	switch {
	case !c.in.Coissue:
		p.pair = mask
		if texture {
			p.pair = 0
		}
		return
	case texture || p.pair == 0:
		c.add("PS1-3", "", "%s cannot be paired with the instruction before it", c.row.Name)
	case !(mask == maskW && p.pair&maskW == 0 || p.pair == maskW && mask&maskW == 0):
		c.add("PS1-4", "", "the pair does not write color and alpha apart")
	}
	p.pair = 0
}

// textureOrder checks the place of a texture instruction and of its registers.
func (c *checker) textureOrder() {
	p, in := &c.phase, c.in
	if p.arithmetic {
		c.add("PS1-2", "", "%s stands after an arithmetic instruction", c.row.Name)
	}
	file := sm.RegTexture
	if c.v == sm.PS_1_4 {
		file = sm.RegTemp
	}
	if in.Op == sm.OpTexKill || in.Op == sm.OpTexDepth || in.Dst.Type != file {
		return
	}
	name := c.name(in.Dst.Type, in.Dst.Index)
	bit := uint8(1) << (in.Dst.Index & 7)
	if p.loaded&bit != 0 {
		c.add("PS1-5", name, "%s is loaded again", name)
	}
	p.loaded |= bit
	if c.v < sm.PS_1_4 && len(in.Src) > 0 && in.Src[0].Type == sm.RegTexture && in.Src[0].Index >= in.Dst.Index {
		source := c.name(in.Src[0].Type, in.Src[0].Index)
		c.add("PS1-6", source, "%s is loaded from %s, whose number is not lower", name, source)
	}
}

// coordSwizzle checks the swizzle of coordinates of ps_1_4.
func (c *checker) coordSwizzle(s *sm.Src, name string) {
	xyz := s.Swizzle[0] == 0 && s.Swizzle[1] == 1 && s.Swizzle[2] == 2
	xyw := s.Swizzle[0] == 0 && s.Swizzle[1] == 1 && s.Swizzle[2] == 3
	if !xyz && !xyw {
		c.add("SWZ-3", name, "the coordinates %s have a swizzle other than .xyz and .xyw", name)
		return
	}
	if s.Type != sm.RegTexture {
		return
	}
	p, bit := &c.phase, uint8(1)<<(s.Index&7)
	if xyz && p.xyw&bit != 0 || xyw && p.xyz&bit != 0 {
		c.add("PS1-11", name, "%s is read as .xyz and as .xyw", name)
	}
	if xyz {
		p.xyz |= bit
	} else {
		p.xyw |= bit
	}
}

// matrixLast says for the last instructions of texm3x2 and texm3x3 sequences how many rows they finish.
var matrixLast = map[sm.Opcode]int{
	sm.OpTexM3x2Tex: 2, sm.OpTexM3x2Depth: 2, sm.OpTexM3x3Tex: 3, sm.OpTexM3x3Diff: 3, sm.OpTexM3x3Spec: 3, sm.OpTexM3x3VSpec: 3, sm.OpTexM3x3: 3,
}

// matrixRows checks the sequences of pads.
func (c *checker) matrixRows() {
	p, in := &c.phase, c.in
	want := 0
	pad := true
	switch in.Op {
	case sm.OpTexM3x2Pad:
		want = 2
	case sm.OpTexM3x3Pad:
		want = 3
	default:
		want, pad = matrixLast[in.Op], false
	}
	switch {
	case want == 0:
		c.openRows()
		return
	case pad && p.want == 0:
		p.want, p.rows, p.first, p.firstDst, p.openAt = want, 1, in.Src[0], in.Dst.Index, c.here()
		return
	case p.want != want || pad != (p.rows < want-1):
		c.openRows()
		c.add("PS1-7", "", "%s does not continue the rows before it", c.row.Name)
		return
	}
	s := &in.Src[0]
	if in.Dst.Index != p.firstDst+uint16(p.rows) || s.Type != p.first.Type || s.Index != p.first.Index || s.Mod != p.first.Mod {
		c.add("PS1-8", c.name(in.Dst.Type, in.Dst.Index), "row %d is not for the next register or has another source", p.rows+1)
	}
	if p.rows++; p.rows == want {
		p.want, p.rows = 0, 0
	}
}

// openRows reports a sequence that something else interrupts.
func (c *checker) openRows() {
	p := &c.phase
	if p.want != 0 {
		c.addAt(p.openAt, "PS1-7", "", "the rows that start here have no last instruction")
	}
	p.want, p.rows = 0, 0
}

func (c *checker) phaseEnd() { c.openRows() }
