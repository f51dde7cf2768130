package validate

import (
	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// outputs holds what the program has written to where results go.
type outputs struct {
	position uint8   // components of oPos
	color    [4]mark // where oC# is first written
	colors   uint8   // bit n: oC#n is written

	depth   bool      // oDepth is written
	written [16]uint8 // components of o# of model 3
	anyOut  bool      // o# is written relatively
	result  bool      // r0 of ps_1_x is written
}

// writes enters what the instruction at hand writes.
func (c *checker) writes() {
	d := c.in.Dst
	if d == nil || c.in.Op == sm.OpTexKill {
		return
	}
	mask := d.Mask & maskXYZW
	switch {
	case d.Type == sm.RegTemp && d.Index < maxTemps:
		c.dependent(int(d.Index), mask)
		c.write(int(d.Index), mask)
		c.regs.lost[d.Index] &^= mask
		c.out.result = c.out.result || d.Index == 0
	case d.Type == sm.RegTexture && c.pixel:
		c.regs.tex[d.Index&7] |= mask
	case d.Type == sm.RegAddr:
		c.write(subAddr, mask)
	case d.Type == sm.RegPredicate:
		c.write(subPred, mask)
	case !c.pixel && d.Type == sm.RegRastOut && d.Index == sm.RastPosition:
		c.out.position |= mask
	case !c.pixel && d.Type == sm.RegOutput && c.major == 3:
		c.writeOutput(d, mask)
	case c.pixel && d.Type == sm.RegColorOut && d.Index < 4:
		c.writeColor(d)
	case c.pixel && d.Type == sm.RegDepthOut:
		c.writeDepth(d)
	}
	if c.in.Op == sm.OpSgn {
		for _, s := range c.in.Src[1:] {
			if s.Type == sm.RegTemp && s.Index < maxTemps {
				c.write(int(s.Index), maskXYZW)
			}
		}
	}
}

func (c *checker) write(slot int, mask uint8) {
	*c.slot(slot) |= mask
	if c.flow.current != nil {
		c.regs.sub[slot] |= mask
	}
}

// writeOutput takes a write to o# of model 3.
func (c *checker) writeOutput(d *sm.Dst, mask uint8) {
	name := c.name(d.Type, d.Index)
	if d.Rel != nil {
		c.out.anyOut = true
		for i := range c.declared.files[fileOutput] {
			c.declared.files[fileOutput][i].used = true
		}
		return
	}
	r := c.register(d.Type, d.Index)
	if r == nil {
		return
	}
	r.used = true
	c.out.written[d.Index] |= mask
	switch {
	case r.mask == 0:
		c.undeclared(d.Type, name)
	case mask&^r.mask != 0:
		c.add("DCL-12", name, "components of %s are written that are not declared", name)
	}
}

// writeColor takes a write to oC#.
func (c *checker) writeColor(d *sm.Dst) {
	name := c.name(d.Type, d.Index)
	bit := uint8(1) << d.Index
	if c.major == 2 {
		c.plainColor(d, name)
		if c.out.colors&bit != 0 {
			c.add("OC-11", name, "%s is written again", name)
		}
	}
	if c.out.colors&bit == 0 {
		c.out.color[d.Index] = c.here()
	}
	c.out.colors |= bit
	c.conditional(name)
}

// plainColor checks the form of a write to oC# in model 2.
func (c *checker) plainColor(d *sm.Dst, name string) {
	if c.in.Op != sm.OpMov {
		c.add("OC-6", name, "%s is written by %s; only mov can", name, c.row.Name)
	} else if s := &c.in.Src[0]; s.Swizzle != sm.SwizzleXYZW || s.Mod != sm.ModNone {
		c.add("OC-8", name, "the source of %s has a swizzle or a modifier", name)
	}
	if d.Mask&maskXYZW != maskXYZW {
		c.add("OC-9", name, "%s is written with a mask", name)
	}
	if d.Saturate || d.Centroid || d.Shift != 0 {
		c.add("OC-9", name, "%s is written with an instruction modifier", name)
	} else if d.PP {
		c.addAs(rule.Warning, c.here(), "OC-9", name, "%s is written with _pp", name)
	}
}

// conditional warns of writes to colors and depth that may not happen.
func (c *checker) conditional(name string) {
	if c.v < sm.PS_2_X {
		return
	}
	switch {
	case c.flow.dynamic():
		c.add("OC-12", name, "%s is written inside dynamic flow control", name)
	case c.in.Predicated:
		c.add("OC-12", name, "%s is written under predication", name)
	}
}

func (c *checker) writeDepth(d *sm.Dst) {
	name := c.name(d.Type, d.Index)
	if c.major == 2 {
		if c.in.Op != sm.OpMov {
			c.add("OD-1", name, "oDepth is written by %s; only mov can", c.row.Name)
		}
		if c.out.depth {
			c.add("OD-2", name, "oDepth is written again")
		}
	}
	c.out.depth = true
	c.conditional(name)
}

// dependent follows how many texture reads, one upon the other, a temporary depends on.
func (c *checker) dependent(n int, mask uint8) {
	if !c.pixel || c.major != 2 {
		return
	}
	level := uint8(0)
	for i := range c.in.Src {
		if s := &c.in.Src[i]; s.Type == sm.RegTemp && s.Index < maxTemps {
			level = max(level, c.regs.level[s.Index])
		}
	}
	if c.in.Op.Texture() && level < 255 {
		level++
	}
	if mask != maskXYZW {
		level = max(level, c.regs.level[n])
	}
	c.regs.level[n] = level
	const most = 4
	if level <= most || !c.in.Op.Texture() || c.regs.deepest {
		return
	}
	c.regs.deepest = true
	id := "DEP-1"
	if c.v != sm.PS_2_0 {
		id = "DEP-2"
	}
	c.add(id, c.name(sm.RegTemp, uint16(n)), "this is texture read %d of a chain", level)
}

// gradients warns of gradients that some pixels do not take.
func (c *checker) gradients() {
	switch c.in.Op {
	case sm.OpTex, sm.OpDsx, sm.OpDsy:
		if c.pixel && c.v >= sm.PS_2_X && c.flow.dynamic() {
			c.add("OC-16", "", "%s takes a gradient inside dynamic flow control", c.row.Name)
		}
	}
}

// outputsEnd checks that the program has a result.
func (c *checker) outputsEnd() {
	switch {
	case !c.pixel:
		c.positionEnd()
	case c.major == 1:
		if !c.out.result {
			c.addAt(whole, "OUT-3", "r0", "r0 is not written")
		}
	case c.major == 2:
		c.colorsEnd()
	case c.out.colors == 0 && !c.out.depth:
		c.addAt(whole, "OUT-4", "", "neither a color nor a depth is written")
	}
}

func (c *checker) positionEnd() {
	written, name := c.out.position, "oPos"
	if c.major == 3 {
		written, name = 0, ""
		for i := range c.declared.files[fileOutput] {
			r := &c.declared.files[fileOutput][i]
			if !r.position {
				continue
			}
			name = c.name(sm.RegOutput, uint16(i))
			written |= c.out.written[i] | ^r.mask&maskXYZW
			if c.out.written[i] == 0 && !c.out.anyOut {
				written = 0
			}
			if c.out.anyOut {
				written = maskXYZW
			}
		}
	}
	switch {
	case written == 0:
		c.addAt(whole, "OUT-1", name, "the position is not written")
	case written != maskXYZW:
		c.addAt(whole, "OUT-2", name, "only %s of the position is written", sm.MaskString(written))
	}
}

// colorsEnd checks the set of oC# of model 2.
func (c *checker) colorsEnd() {
	out := &c.out
	if out.colors&1 == 0 {
		c.addAt(whole, "OC-7", "oC0", "oC0 is not written")
	}
	for n := range out.color {
		if out.colors>>n&1 != 0 {
			continue
		}
		above := -1
		for k := n + 1; k < len(out.color); k++ {
			if out.colors>>k&1 != 0 && (above < 0 || out.color[k].index < out.color[above].index) {
				above = k
			}
		}
		if above >= 0 {
			written, missing := c.name(sm.RegColorOut, uint16(above)), c.name(sm.RegColorOut, uint16(n))
			c.addAt(out.color[above], "OC-10", written, "%s is written but %s is not", written, missing)
		}
	}
}
