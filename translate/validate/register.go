package validate

import (
	"d3d9vk/translate/sm"
)

// fileSize is how many registers of a file a version can have: what the best device offers, because caps are not the program's.
// 0 means that the version does not have the file. For the float constants all four files count as one.
func (c *checker) fileSize(t sm.RegType) int {
	if _, ok := sm.ConstIndex(t, 0); ok {
		return c.floatConsts()
	}
	if c.pixel {
		return c.pixelFile(t)
	}
	return c.vertexFile(t)
}

func (c *checker) floatConsts() int {
	switch {
	case c.v.Software():
		return 8192
	case !c.pixel:
		return 256
	case c.major == 1:
		return 8
	case c.major == 2:
		return 32
	}
	return 224
}

func (c *checker) vertexFile(t sm.RegType) int {
	switch t {
	case sm.RegTemp:
		if c.v <= sm.VS_2_0 {
			return 12
		}
		return 32
	case sm.RegInput:
		return 16
	case sm.RegAddr:
		return 1
	case sm.RegRastOut:
		return when(c.major < 3, 3)
	case sm.RegAttrOut:
		return when(c.major < 3, 2)
	case sm.RegOutput:
		switch {
		case c.major < 3:
			return 8
		case c.v.Software():
			return 16
		}
		return 12
	case sm.RegConstInt, sm.RegConstBool:
		return when(c.major >= 2, c.intConsts())
	case sm.RegLoop:
		return when(c.major >= 2, 1)
	case sm.RegLabel:
		return when(c.major >= 2, c.labels())
	case sm.RegPredicate:
		return when(c.v >= sm.VS_2_X, 1)
	case sm.RegSampler:
		return when(c.major >= 3, 4)
	}
	return 0
}

func (c *checker) pixelFile(t sm.RegType) int {
	switch t {
	case sm.RegTemp:
		return c.pixelTemps()
	case sm.RegInput:
		if c.major < 3 {
			return 2
		}
		return 10
	case sm.RegTexture:
		switch {
		case c.v < sm.PS_1_4:
			return 4
		case c.v == sm.PS_1_4:
			return 6
		}
		return when(c.major == 2, 8)
	case sm.RegColorOut:
		return when(c.major >= 2, 4)
	case sm.RegDepthOut:
		return when(c.major >= 2, 1)
	case sm.RegSampler:
		return when(c.major >= 2, 16)
	case sm.RegConstInt, sm.RegConstBool:
		return when(c.v >= sm.PS_2_X, c.intConsts())
	case sm.RegLabel:
		return when(c.v >= sm.PS_2_X, c.labels())
	case sm.RegPredicate:
		return when(c.v >= sm.PS_2_X, 1)
	case sm.RegLoop:
		return when(c.major >= 3, 1)
	case sm.RegMisc:
		return when(c.major >= 3, 2)
	}
	return 0
}

func (c *checker) pixelTemps() int {
	switch {
	case c.v < sm.PS_1_4:
		return 2
	case c.v == sm.PS_1_4:
		return 6
	case c.v == sm.PS_2_0:
		return 12
	}
	return 32
}

func (c *checker) intConsts() int {
	if c.v.Software() {
		return 2048
	}
	return 16
}

func (c *checker) labels() int {
	if c.major >= 3 || c.v.Software() {
		return 2048
	}
	return 16
}

func when(yes bool, n int) int {
	if yes {
		return n
	}
	return 0
}

// registerExists checks file and number, and reports whether both are good. rows is how many consecutive registers are meant.
func (c *checker) registerExists(t sm.RegType, index uint16, rows int) bool {
	name := c.name(t, index)
	size := c.fileSize(t)
	if size == 0 {
		c.add("REG-1", name, "%v has no register %s", c.v, name)
		return false
	}
	n := int(index)
	if k, ok := sm.ConstIndex(t, index); ok {
		n = k
	}
	if n+rows > size {
		if rows > 1 {
			c.add("REG-2", name, "%s and the %d registers after it do not lie within the %d of %v", name, rows-1, size, c.v)
			return false
		}
		c.add("REG-2", name, "%s does not lie within the %d registers of %v", name, size, c.v)
		return false
	}
	c.guaranteed(t, n+rows-1, name)
	return true
}

// guaranteed warns of registers that not every device of the version has.
func (c *checker) guaranteed(t sm.RegType, last int, name string) {
	switch {
	case t == sm.RegConst && !c.pixel && c.major == 1 && last >= 96 && !c.regs.manyConsts:
		c.regs.manyConsts = true
		c.add("REG-3", name, "c%d is beyond the 96 constants that every device has", last)
	case t == sm.RegTemp && c.major == 2 && !c.v.Software() && last >= 12 && c.v != sm.PS_2_0 && !c.regs.manyTemps:
		c.regs.manyTemps = true
		c.add("REG-4", name, "r%d is beyond the 12 temporaries that every device has", last)
	}
}

// outputFile reports whether a register is one that shaders can only write, and the rule that says so.
func (c *checker) outputFile(t sm.RegType) (id string, ok bool) {
	switch {
	case c.pixel && t == sm.RegColorOut:
		return "OC-1", c.major >= 2
	case c.pixel && t == sm.RegDepthOut:
		return "REG-5", c.major >= 2
	case !c.pixel && t == sm.RegOutput && c.major < 3:
		return "OT-1", true
	case !c.pixel && (t == sm.RegRastOut || t == sm.RegAttrOut || t == sm.RegOutput):
		return "REG-5", true
	}
	return "", false
}

// readable reports whether source i of the instruction at hand, an ordinary one, can be a register of this file.
func (c *checker) readable(t sm.RegType, i int) bool {
	_, constant := sm.ConstIndex(t, 0)
	texture := c.pixel && t == sm.RegTexture
	if c.in.Op.Texture() && c.major < 3 && i == 0 {
		return texture || t == sm.RegTemp && (c.major == 2 || c.v == sm.PS_1_4 && c.in.Op == sm.OpTex)
	}
	if c.in.Op == sm.OpTexM3x3Spec {
		return constant
	}
	return constant || t == sm.RegTemp || t == sm.RegInput || texture && c.v != sm.PS_1_4 || c.pixel && t == sm.RegMisc
}

// writable reports whether the destination of the instruction at hand can be a register of this file.
func (c *checker) writable(t sm.RegType) bool {
	op := c.in.Op
	switch {
	case op == sm.OpTexKill:
		return t == sm.RegTemp && c.v >= sm.PS_1_4 || t == sm.RegTexture && c.major < 3 || t == sm.RegInput && c.major >= 3
	case op == sm.OpSetP:
		return t == sm.RegPredicate
	case op == sm.OpMova:
		return t == sm.RegAddr
	case t == sm.RegTemp:
		return !c.in.Op.Texture() || !c.pixel || c.v >= sm.PS_1_4
	case t == sm.RegTexture && c.pixel:
		return c.v < sm.PS_1_4
	case t == sm.RegAddr:
		return c.major == 1 && op == sm.OpMov
	}
	_, ok := c.outputFile(t)
	return ok
}

// readPorts counts the different registers that the instruction reads of each file.
func (c *checker) readPorts() {
	var v, f, t ports
	for i := range c.in.Src {
		s := &c.in.Src[i]
		switch {
		case s.Type == sm.RegInput:
			v.add(s)
		case s.Type == sm.RegTexture && c.pixel:
			t.add(s)
		default:
			if _, ok := sm.ConstIndex(s.Type, 0); ok {
				f.add(s)
			}
		}
	}
	c.port("PORT-1", "v#", &v, c.inputPorts())
	if c.in.Op != sm.OpSinCos { // its two constants have ports of their own
		c.port("PORT-2", "c#", &f, c.constPorts())
	}
	c.port("PORT-3", "t#", &t, c.texturePorts())
}

func (c *checker) port(id, file string, p *ports, limit int) {
	if p.n > limit {
		c.add(id, c.name(p.last.Type, p.last.Index), "%s reads %d different %s, %v has %d read ports", c.row.Name, p.n, file, c.v, limit)
	}
}

// unlimited is more than the sources of an instruction.
const unlimited = 8

func (c *checker) inputPorts() int {
	switch {
	case c.pixel && c.major == 1:
		return 2
	case c.pixel && c.major == 3:
		return unlimited
	}
	return 1
}

func (c *checker) constPorts() int {
	switch {
	case !c.pixel:
		return 1
	case c.major < 3:
		return 2
	}
	return unlimited
}

func (c *checker) texturePorts() int {
	switch {
	case c.v <= sm.PS_1_1:
		return 2
	case c.v < sm.PS_1_4:
		return 3
	case c.major == 3:
		return unlimited
	}
	return 1
}

// ports is a set of the registers of a file that an instruction reads.
type ports struct {
	seen [unlimited]*sm.Src
	n    int
	last *sm.Src
}

func (p *ports) add(s *sm.Src) {
	for _, o := range p.seen[:p.n] {
		if o.Type == s.Type && o.Index == s.Index && (o.Rel == nil) == (s.Rel == nil) &&
			(s.Rel == nil || o.Rel.Type == s.Rel.Type && o.Rel.Swizzle[0] == s.Rel.Swizzle[0]) {
			return
		}
	}
	if p.n < unlimited {
		p.seen[p.n], p.last = s, s
		p.n++
	}
}
