package validate

import (
	"d3d9vk/translate/sm"
)

// maxTemps is the largest number of r# of any version.
const maxTemps = 32

// registers holds which components have been written. A component counts as written when one path writes it: what a shader reads
// without having written it anywhere before is a breach, what a condition leaves out is not.
type registers struct {
	temps   [maxTemps]uint8
	tex     [8]uint8 // t# of ps_1_1 to ps_1_3
	addr    uint8
	pred    uint8
	sub     [maxTemps + 2]uint8 // what subroutines write: r#, then a0 and p0
	lost    [maxTemps]uint8     // alpha that phase took away
	level   [maxTemps]uint8     // texture reads that the value depends on, one after another
	deepest bool                // DEP-1 or DEP-2 is reported
	pending []pendingRead

	manyConsts, manyTemps bool // REG-3 and REG-4 are reported
}

// Places of a0 and p0 in registers.sub.
const (
	subAddr = maxTemps
	subPred = maxTemps + 1
)

// pendingRead is a read that only a subroutine, or its caller, can have made good.
type pendingRead struct {
	at    mark
	slot  int // place in registers.sub
	lanes uint8
	main  bool // it stands outside subroutines
	id    string
	name  string
}

// reads checks what the instruction at hand reads.
func (c *checker) reads() {
	in := c.in
	if in.Op == sm.OpTexKill {
		c.readTexKill(in.Dst)
		return
	}
	hasPredicate := c.fileSize(sm.RegPredicate) > 0
	if in.Predicated && hasPredicate && in.Pred.Type == sm.RegPredicate && in.Pred.Index == 0 {
		c.readSlot(subPred, swizzled(in.Pred.Swizzle, c.predLanes()), c.regs.pred, "PRED-5", "p0")
	}
	for i := range in.Src {
		s := &in.Src[i]
		if in.Op == sm.OpSgn && i > 0 {
			continue // scratch registers
		}
		lanes := swizzled(s.Swizzle, c.lanes(i))
		if s.Type == sm.RegPredicate && s.Index == 0 && hasPredicate {
			c.readSlot(subPred, lanes, c.regs.pred, "PRED-5", "p0")
			continue
		}
		for k := range c.row.Registers(i) {
			c.read(s.Type, s.Index+uint16(k), lanes, s.Rel != nil)
		}
	}
}

// predLanes are the lanes that the instruction at hand writes under its predicate.
func (c *checker) predLanes() uint8 {
	if c.in.Dst == nil {
		return maskXYZW
	}
	return c.in.Dst.Mask & maskXYZW
}

// swizzled gives the components that a swizzle reads for the lanes.
func swizzled(swizzle [4]uint8, lanes uint8) (components uint8) {
	for i, from := range swizzle {
		if lanes>>i&1 != 0 {
			components |= 1 << (from & 3)
		}
	}
	return components
}

// lanes gives the lanes of source i that decide the result of the instruction at hand.
func (c *checker) lanes(i int) uint8 {
	mask := uint8(maskXYZW)
	if c.in.Dst != nil {
		mask = c.in.Dst.Mask & maskXYZW
	}
	if c.row.SourceKind(i) != sm.KindSrc && c.row.SourceKind(i) != sm.KindMatrix {
		return maskX
	}
	switch c.in.Op {
	case sm.OpDp3, sm.OpM3x4, sm.OpM3x3, sm.OpM3x2, sm.OpTexM3x2Pad, sm.OpTexM3x2Tex, sm.OpTexM3x2Depth, sm.OpTexM3x3Pad, sm.OpTexM3x3Tex,
		sm.OpTexM3x3Diff, sm.OpTexM3x3Spec, sm.OpTexM3x3VSpec, sm.OpTexM3x3, sm.OpTexDp3, sm.OpTexDp3Tex, sm.OpTexReg2RGB:
		return maskXYZ
	case sm.OpDp4, sm.OpM4x4, sm.OpM4x3:
		return maskXYZW
	case sm.OpDp2Add:
		if i == 2 {
			return maskX
		}
		return maskXY
	case sm.OpRcp, sm.OpRsq, sm.OpExp, sm.OpLog, sm.OpExpP, sm.OpLogP, sm.OpPow, sm.OpSinCos, sm.OpIfC, sm.OpBreakC:
		return maskX
	case sm.OpCrs:
		return crossLanes(mask)
	case sm.OpNrm:
		return mask | maskXYZ
	case sm.OpLit:
		return litLanes(mask)
	case sm.OpDst:
		return dstLanes(mask, i)
	case sm.OpBem, sm.OpTexBem, sm.OpTexBemL:
		return maskXY
	case sm.OpTexReg2AR:
		return maskX | maskW
	case sm.OpTexReg2GB:
		return 6
	case sm.OpTex, sm.OpTexLDL, sm.OpTexLDD:
		return c.coordLanes(i)
	case sm.OpCnd:
		if c.v < sm.PS_1_4 && i == 0 {
			return maskX
		}
	}
	return mask
}

func crossLanes(mask uint8) (lanes uint8) {
	for i := range 3 {
		if mask>>i&1 != 0 {
			lanes |= maskXYZ &^ (1 << i)
		}
	}
	return lanes
}

func litLanes(mask uint8) (lanes uint8) {
	if mask&2 != 0 {
		lanes |= maskX
	}
	if mask&4 != 0 {
		lanes |= maskXY | maskW
	}
	return lanes
}

// dstLanes: dst gives (1, y0*y1, z0, w1).
func dstLanes(mask uint8, i int) uint8 {
	if i == 0 {
		return mask & (maskY | 4)
	}
	return mask & (maskY | maskW)
}

// coordLanes gives the lanes of texture coordinates and, for texldd, of gradients.
func (c *checker) coordLanes(i int) uint8 {
	if c.major == 1 {
		return maskXYZ &^ 4
	}
	lanes := uint8(maskXY)
	if s := &c.in.Src[1]; s.Type == sm.RegSampler && s.Index < maxInputs {
		if t := c.declared.files[fileSampler][s.Index].texture; t == sm.TextureCube || t == sm.TextureVolume {
			lanes = maskXYZ
		}
	}
	if i == 0 && (c.in.Op == sm.OpTexLDL || c.in.Op == sm.OpTex && c.in.Control != 0) {
		lanes |= maskW
	}
	return lanes
}

// readTexKill reads what texkill tests: three components in ps_1_x, those of its mask later.
func (c *checker) readTexKill(d *sm.Dst) {
	lanes := d.Mask & maskXYZW
	if c.major == 1 {
		lanes = maskXYZ
	} else if r := c.register(d.Type, d.Index); r != nil && r.mask != 0 {
		lanes &= r.mask // the full mask of a declaration with fewer components tests these
	}
	if c.v < sm.PS_1_4 {
		return // the coordinates themselves, not what was loaded
	}
	c.read(d.Type, d.Index, lanes, d.Rel != nil)
}

// read checks a read of components of a register.
func (c *checker) read(t sm.RegType, index uint16, components uint8, relative bool) {
	name := c.name(t, index)
	switch {
	case t == sm.RegTemp:
		if index < maxTemps {
			c.readTemp(int(index), components, name)
		}
		return
	case t == sm.RegTexture && c.pixel && c.v < sm.PS_1_4:
		if missing := components &^ c.regs.tex[index&7]; missing != 0 {
			c.add("INIT-2", name, "%s is read before a texture instruction loads it", name)
		}
		return
	}
	r := c.register(t, index)
	if r == nil {
		return
	}
	file, _ := c.fileOf(t)
	switch {
	case relative:
		for i := range c.declared.files[file] {
			c.declared.files[file][i].used = true
		}
	case r.mask == 0:
		c.undeclared(t, name)
	case file != fileSampler && components&^r.mask != 0:
		r.used = true
		c.add("DCL-11", name, "components of %s are read that are not declared", name)
	default:
		r.used = true
	}
}

// undeclared reports the use of a register that has no dcl.
func (c *checker) undeclared(t sm.RegType, name string) {
	switch {
	case t == sm.RegSampler:
		c.add("DCL-8", name, "%s is used and not declared", name)
	case c.major >= 2:
		c.add("DCL-6", name, "%s is used and not declared", name)
	case !c.pixel && !c.declared.warned:
		c.declared.warned = true
		c.add("DCL-7", name, "%s is used and not declared", name)
	}
}

func (c *checker) readTemp(n int, components uint8, name string) {
	written := c.regs.temps[n]
	if lost := components & c.regs.lost[n]; lost != 0 {
		c.add("INIT-3", name, "the alpha of %s is read; phase took it away", name)
		written |= lost
	}
	c.readSlot(n, components, written, "INIT-1", name)
}

// readSlot checks a read of a register that the program itself writes.
func (c *checker) readSlot(slot int, components, written uint8, id, name string) {
	missing := components &^ written
	if missing == 0 {
		return
	}
	if c.flow.calls && len(c.regs.pending) < MaxFindings {
		c.regs.pending = append(c.regs.pending, pendingRead{c.here(), slot, missing, c.flow.current == nil, id, name})
		return
	}
	c.add(id, name, "%s of %s is read before it is written", sm.MaskString(missing), name)
}

// pendingReads reports the reads that no subroutine made good.
func (c *checker) pendingReads() {
	r := &c.regs
	for _, p := range r.pending {
		missing := p.lanes &^ r.sub[p.slot]
		if !p.main {
			missing &^= *c.slot(p.slot)
		}
		if missing != 0 {
			c.addAt(p.at, p.id, p.name, "%s of %s is read before it is written", sm.MaskString(missing), p.name)
		}
	}
}

// slot is the mask of what is written of a register of registers.sub.
func (c *checker) slot(n int) *uint8 {
	switch n {
	case subAddr:
		return &c.regs.addr
	case subPred:
		return &c.regs.pred
	}
	return &c.regs.temps[n]
}
