package validate

import (
	"d3d9vk/translate/sm"
)

// operands checks destination and sources of the instruction at hand, each for itself.
func (c *checker) operands() {
	if c.in.Dst != nil {
		c.destination(c.in.Dst)
	}
	for i := range c.in.Src {
		c.source(&c.in.Src[i], i)
	}
}

func (c *checker) source(s *sm.Src, i int) {
	kind := c.row.SourceKind(i)
	name := c.name(s.Type, s.Index)
	if id, ok := c.outputFile(s.Type); ok {
		c.add(id, name, "%s is read; it can only be written", name)
		return
	}
	if !c.registerExists(s.Type, s.Index, c.row.Registers(i)) {
		return
	}
	if (kind == sm.KindSrc || kind == sm.KindMatrix) && !c.readable(s.Type, i) {
		c.add("REG-5", name, "%s cannot be source %d of %s", name, i+1, c.row.Name)
		return
	}
	c.relative(s.Type, s.Index, s.Rel)
	c.sourceModifier(s, i, kind, name)
	c.sourceSwizzle(s, i, kind, name)
	if kind == sm.KindPred || s.Type == sm.RegPredicate {
		if !replicates(s.Swizzle) {
			c.add("PRED-4", name, "the condition %s does not replicate one component", name)
		}
	}
	if s.Type == sm.RegMisc && s.Index == sm.MiscFace && !faceReaders[c.in.Op] {
		c.add("VFACE-1", name, "%s reads vFace", c.row.Name)
	}
}

// faceReaders are the instructions for which the sign of vFace is enough.
var faceReaders = map[sm.Opcode]bool{sm.OpCmp: true, sm.OpSetP: true, sm.OpIfC: true, sm.OpBreakC: true}

func replicates(s [4]uint8) bool { return s[0] == s[1] && s[0] == s[2] && s[0] == s[3] }

// modSet is a set of source modifiers.
type modSet uint16

func mods(list ...sm.SrcMod) (m modSet) {
	for _, x := range list {
		m |= 1 << x
	}
	return m
}

func (m modSet) has(x sm.SrcMod) bool { return m>>x&1 != 0 }

var (
	modsNeg   = mods(sm.ModNone, sm.ModNeg)
	modsAbs   = modsNeg | mods(sm.ModAbs, sm.ModAbsNeg)
	modsPS1   = modsNeg | mods(sm.ModBias, sm.ModBiasNeg, sm.ModSign, sm.ModSignNeg, sm.ModComp)
	modsPS14  = modsPS1 | mods(sm.ModX2, sm.ModX2Neg, sm.ModDz, sm.ModDw)
	modsTex1  = mods(sm.ModNone, sm.ModSign)
	modsTex14 = mods(sm.ModNone, sm.ModDz, sm.ModDw)
)

// sourceMods are the modifiers of the version.
func (c *checker) sourceMods() modSet {
	switch {
	case c.major == 3:
		return modsAbs
	case c.pixel && c.v == sm.PS_1_4:
		return modsPS14
	case c.pixel && c.major == 1:
		return modsPS1
	}
	return modsNeg
}

func (c *checker) sourceModifier(s *sm.Src, i int, kind sm.Kind, name string) {
	switch {
	case s.Mod == sm.ModNone:
	case kind == sm.KindCond || kind == sm.KindPred:
		if s.Mod != sm.ModNot {
			c.add("MOD-2", name, "the condition %s has a modifier other than !", name)
		}
	case kind != sm.KindSrc:
		c.add("MOD-2", name, "%s has a modifier, which %s does not take there", name, c.row.Name)
	case !c.sourceMods().has(s.Mod):
		c.add("MOD-1", name, "%v does not have the modifier of %s", c.v, name)
	case s.Mod == sm.ModDz || s.Mod == sm.ModDw:
		temp := s.Type == sm.RegTemp
		if c.in.Op != sm.OpTex && c.in.Op != sm.OpTexCoord || temp != (s.Mod == sm.ModDz) {
			c.add("MOD-8", name, "%s has a projection modifier that %s does not take for it", name, c.row.Name)
		}
	case c.in.Op.Texture() && i == 0 && !c.textureMods().has(s.Mod):
		c.add("MOD-3", name, "the coordinates %s of %s have a modifier", name, c.row.Name)
	}
}

func (c *checker) textureMods() modSet {
	switch {
	case c.v == sm.PS_1_4:
		return modsTex14
	case c.pixel && c.major == 1:
		return modsTex1
	}
	return mods(sm.ModNone)
}

func (c *checker) sourceSwizzle(s *sm.Src, i int, kind sm.Kind, name string) {
	identity := s.Swizzle == sm.SwizzleXYZW
	switch {
	case kind == sm.KindSampler:
		if !identity && c.major < 3 {
			c.add("SWZ-3", name, "the sampler %s has a swizzle", name)
		}
	case c.v == sm.PS_1_4 && c.in.Op.Texture():
		c.coordSwizzle(s, name)
	case identity:
	case kind == sm.KindMatrix || c.in.Op == sm.OpCrs:
		c.add("SWZ-4", name, "%s of %s has a swizzle", name, c.row.Name)
	case kind != sm.KindSrc || c.major == 3 || !c.pixel:
	case c.in.Op.Texture() && i == 0:
		c.add("SWZ-3", name, "the coordinates %s of %s have a swizzle", name, c.row.Name)
	case !c.hasSwizzle(s.Swizzle):
		c.add("SWZ-1", name, "%v does not have the swizzle of %s", c.v, name)
	}
}

// hasSwizzle reports whether a pixel shader before 3_0 has the swizzle, which is not .xyzw.
func (c *checker) hasSwizzle(s [4]uint8) bool {
	switch {
	case c.v < sm.PS_1_4:
		return replicates(s) && s[0] >= 2
	case c.v == sm.PS_1_4:
		return replicates(s)
	case c.v == sm.PS_2_0:
		return replicates(s) || s == [4]uint8{1, 2, 0, 3} || s == [4]uint8{2, 0, 1, 3} || s == [4]uint8{3, 2, 1, 0}
	}
	return true
}

// relative checks the relative address of a register.
func (c *checker) relative(t sm.RegType, index uint16, rel *sm.Src) {
	if rel == nil {
		return
	}
	name := c.name(t, index)
	_, constant := sm.ConstIndex(t, 0)
	good := !c.pixel && constant || c.major == 3 && t == sm.RegInput || !c.pixel && c.major == 3 && t == sm.RegOutput
	if !good {
		c.add("ADDR-4", name, "%s is addressed relatively, which %v does not have", name, c.v)
		return
	}
	address := c.name(rel.Type, rel.Index)
	switch {
	case !c.pixel && rel.Type == sm.RegAddr && rel.Index == 0 && rel.Rel == nil && rel.Mod == sm.ModNone:
		lane := rel.Swizzle[0]
		if !replicates(rel.Swizzle) || c.major == 1 && lane != 0 {
			c.add("ADDR-3", address, "the relative address of %s is not one component of a0", name)
			return
		}
		c.readSlot(subAddr, 1<<lane, c.regs.addr, "ADDR-1", address)
	case rel.Type == sm.RegLoop && rel.Index == 0 && c.major >= 2 && rel.Mod == sm.ModNone:
		if !c.flow.inLoop() {
			c.add("ADDR-2", address, "aL is used outside a loop")
		}
	default:
		c.add("ADDR-3", address, "%s cannot be a relative address", address)
	}
}

func (c *checker) destination(d *sm.Dst) {
	name := c.name(d.Type, d.Index)
	if id, ok := c.outputFile(d.Type); ok && c.in.Op == sm.OpTexKill {
		c.add(id, name, "%s is read; it can only be written", name)
		return
	}
	if !c.registerExists(d.Type, d.Index, 1) {
		return
	}
	if !c.writable(d.Type) {
		c.add("REG-6", name, "%s cannot be the destination of %s", name, c.row.Name)
		return
	}
	c.relative(d.Type, d.Index, d.Rel)
	c.destinationModifiers(d, name)
	c.destinationMask(d, name)
}

func (c *checker) destinationModifiers(d *sm.Dst, name string) {
	arithmetic := !c.in.Op.Texture() && c.in.Op != sm.OpMova && c.in.Op != sm.OpSetP
	color := c.pixel && c.major == 2 && d.Type == sm.RegColorOut // OC-9 says it
	if d.Shift != 0 {
		good := d.Shift == 1 || d.Shift == 2 || d.Shift == -1
		if c.v == sm.PS_1_4 {
			good = d.Shift >= -3 && d.Shift <= 3
		}
		if !c.pixel || c.major > 1 || !arithmetic || !good {
			c.add("MOD-4", name, "%s is shifted by %d, which %s of %v does not have", name, d.Shift, c.row.Name, c.v)
		}
	}
	if d.Saturate && !color && (!arithmetic || !c.pixel && c.major < 3) {
		c.add("MOD-5", name, "%s is saturated, which %s of %v does not have", name, c.row.Name, c.v)
	}
	if d.PP && (!c.pixel || c.major == 1) {
		c.add("MOD-6", name, "%s has _pp, which %v does not have", name, c.v)
	}
	if d.Centroid {
		c.add("MOD-7", name, "%s has _centroid and is no declaration", name)
	}
}

// Masks by name.
const (
	maskX    = 1
	maskY    = 2
	maskXY   = 3
	maskXYZ  = 7
	maskW    = 8
	maskXYZW = sm.MaskXYZW
)

func (c *checker) destinationMask(d *sm.Dst, name string) {
	mask := d.Mask & maskXYZW
	switch {
	case mask == 0:
		c.add("MASK-1", name, "%s writes no component of %s", c.row.Name, name)
	case !c.maskFits(mask):
		c.add("MASK-2", name, "%s cannot write these components of %s", c.row.Name, name)
	case c.pixel && c.v < sm.PS_1_4 && mask != maskXYZW && mask != maskXYZ && mask != maskW:
		c.add("MASK-3", name, "%v cannot write these components of %s", c.v, name)
	}
}

// maskFits reports whether the instruction at hand can have the mask.
func (c *checker) maskFits(mask uint8) bool {
	switch c.in.Op {
	case sm.OpM4x4, sm.OpM3x4:
		return mask == maskXYZW
	case sm.OpM4x3, sm.OpM3x3:
		return mask == maskXYZ
	case sm.OpM3x2:
		return mask == maskXY
	case sm.OpCrs:
		return mask&maskW == 0
	case sm.OpNrm:
		return mask == maskXYZ || mask == maskXYZW
	case sm.OpSinCos:
		return mask&^maskXY == 0
	case sm.OpFrc:
		return c.pixel || c.major > 1 || mask == maskY || mask == maskXY
	case sm.OpBem:
		return mask == maskXY
	case sm.OpTexCoord:
		return mask == maskXYZW && c.v < sm.PS_1_4 || c.v == sm.PS_1_4 && (mask == maskXYZ || mask == maskXY)
	case sm.OpMov:
		return c.pixel || c.in.Dst.Type != sm.RegAddr || mask == maskX
	case sm.OpTexKill:
		return c.major == 3 || mask == maskXYZW
	}
	return !c.in.Op.Texture() || c.major == 3 || mask == maskXYZW
}

// scalarSources are the sources that replicate a component, a bit for each.
var scalarSources = map[sm.Opcode]uint8{
	sm.OpRcp: 1, sm.OpRsq: 1, sm.OpExp: 1, sm.OpLog: 1, sm.OpExpP: 1, sm.OpLogP: 1, sm.OpPow: 3, sm.OpSinCos: 1,
	sm.OpDp2Add: 4, sm.OpIfC: 3, sm.OpBreakC: 3,
}

func (c *checker) scalarOperands() {
	scalar := scalarSources[c.in.Op]
	for i := range c.in.Src {
		s := &c.in.Src[i]
		if scalar>>i&1 != 0 && !replicates(s.Swizzle) {
			c.add("SWZ-2", c.name(s.Type, s.Index), "%s of %s does not replicate one component", c.name(s.Type, s.Index), c.row.Name)
		}
	}
}

// sameRegister checks the instructions whose operands must be different registers, or must be there.
func (c *checker) sameRegister() {
	in := c.in
	apart := len(in.Src)
	first := 0
	switch in.Op {
	case sm.OpCrs, sm.OpM4x4, sm.OpM4x3, sm.OpM3x4, sm.OpM3x3, sm.OpM3x2, sm.OpNrm:
	case sm.OpSinCos:
		apart = 1
		c.sinCosConstants()
	case sm.OpPow:
		first = 1
	case sm.OpSgn:
		c.signTemps()
		return
	default:
		return
	}
	for i := first; i < apart; i++ {
		s := &in.Src[i]
		for k := range c.row.Registers(i) {
			if s.Type == in.Dst.Type && s.Rel == nil && in.Dst.Rel == nil && int(s.Index)+k == int(in.Dst.Index) {
				c.add("INSTR-6", c.name(s.Type, in.Dst.Index), "%s is destination and source of %s", c.name(s.Type, in.Dst.Index), c.row.Name)
				return
			}
		}
	}
}

func (c *checker) sinCosConstants() {
	in := c.in
	if c.major == 3 {
		if len(in.Src) != 1 {
			c.add("INSTR-7", "", "sincos of %v has one source", c.v)
		}
		return
	}
	good := len(in.Src) == 3
	for i := 1; good && i < 3; i++ {
		_, good = sm.ConstIndex(in.Src[i].Type, 0)
	}
	if !good || in.Src[1].Type == in.Src[2].Type && in.Src[1].Index == in.Src[2].Index {
		c.add("INSTR-7", "", "sincos of %v needs two different constants", c.v)
	}
}

func (c *checker) signTemps() {
	in := c.in
	if c.major == 3 && len(in.Src) == 1 {
		return
	}
	if len(in.Src) != 3 || in.Src[1].Type != sm.RegTemp || in.Src[2].Type != sm.RegTemp || in.Src[1].Index == in.Src[2].Index {
		c.add("INSTR-8", "", "sgn of %v needs two different temporaries", c.v)
	}
}

// predicate checks the predicate of the instruction at hand.
func (c *checker) predicate() {
	if !c.in.Predicated {
		return
	}
	p := &c.in.Pred
	name := c.name(p.Type, p.Index)
	if c.fileSize(sm.RegPredicate) == 0 {
		c.add("PRED-1", name, "%v has no predication", c.v)
		return
	}
	if c.row.Flow != sm.FlowNone || c.in.Op == sm.OpSetP || c.in.Op == sm.OpNop {
		c.add("PRED-2", name, "%s takes no predicate", c.row.Name)
	}
	if p.Type != sm.RegPredicate || p.Index != 0 || p.Rel != nil || p.Mod != sm.ModNone && p.Mod != sm.ModNot {
		c.add("PRED-3", name, "%s cannot be a predicate", name)
		return
	}
	if p.Swizzle != sm.SwizzleXYZW && !replicates(p.Swizzle) {
		c.add("PRED-4", name, "the predicate %s has a swizzle that neither is .xyzw nor replicates one component", name)
	}
}
