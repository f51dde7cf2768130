package validate

import (
	"math"

	"d3d9vk/translate/sm"
)

// maxInputs is how many registers any declared file has.
const maxInputs = 16

// Files that dcl names, as indices of declarations.files.
const (
	fileInput = iota // v#
	fileTexture
	fileMisc
	fileOutput
	fileSampler
	fileCount
)

// declarations holds what dcl and def said.
type declarations struct {
	files    [fileCount][maxInputs]declaredRegister
	semantic [2]map[uint16]sm.RegType       // of inputs and of outputs: usage and index that are taken
	warned   bool                           // DCL-7 is reported once
	consts   [sm.ConstFiles]map[uint16]bool // numbers that the text defines
}

// declaredRegister is a register of one of the files; several declarations may share it in model 3.
type declaredRegister struct {
	mask     uint8
	used     bool
	at       mark
	texture  sm.TextureType
	position bool // a component holds the position
}

// fileOf is the file that a register can be declared in.
func (c *checker) fileOf(t sm.RegType) (file int, ok bool) {
	switch {
	case t == sm.RegInput:
		return fileInput, true
	case t == sm.RegTexture && c.pixel && c.major == 2:
		return fileTexture, true
	case t == sm.RegMisc && c.pixel && c.major == 3:
		return fileMisc, true
	case t == sm.RegOutput && !c.pixel && c.major == 3:
		return fileOutput, true
	case t == sm.RegSampler && (c.pixel && c.major >= 2 || c.major == 3):
		return fileSampler, true
	}
	return 0, false
}

// register gives the entry of a register that can be declared; nil for others.
func (c *checker) register(t sm.RegType, index uint16) *declaredRegister {
	file, ok := c.fileOf(t)
	if !ok || index >= maxInputs {
		return nil
	}
	return &c.declared.files[file][index]
}

// declare takes a dcl.
func (c *checker) declare() {
	in, d := c.in, c.in.Dst
	name := c.name(d.Type, d.Index)
	if c.code {
		c.add("DCL-1", name, "%s is declared after an instruction", name)
	}
	file, ok := c.fileOf(d.Type)
	if !ok || d.Rel != nil {
		c.add("DCL-13", name, "%s cannot be declared", name)
		return
	}
	if c.in.Predicated {
		c.add("PRED-2", name, "dcl takes no predicate")
	}
	if !c.registerExists(d.Type, d.Index, 1) {
		return
	}
	c.declarationModifiers(d, file, name)
	mask := c.declarationMask(d, file, name)
	entry := &c.declared.files[file][d.Index]
	if entry.mask&mask != 0 {
		c.add("DCL-2", name, "%s is declared again", name)
	}
	entry.mask |= mask
	entry.at = c.here()
	if file == fileSampler {
		entry.texture = in.Decl.Texture
		if in.Decl.Texture < sm.Texture2D || in.Decl.Texture > sm.TextureVolume {
			c.add("DCL-9", name, "%s is not declared as 2d, cube or volume", name)
		}
		return
	}
	c.usage(entry, file, name)
}

func (c *checker) declarationModifiers(d *sm.Dst, file int, name string) {
	if d.Shift != 0 {
		c.add("MOD-4", name, "the declaration of %s has a shift", name)
	}
	if d.Saturate {
		c.add("MOD-5", name, "the declaration of %s has _sat", name)
	}
	if d.PP && !c.pixel {
		c.add("MOD-6", name, "the declaration of %s has _pp", name)
	}
	if d.Centroid && (!c.pixel || file == fileSampler || file == fileMisc) {
		c.add("MOD-7", name, "the declaration of %s has _centroid", name)
	}
}

// declarationMask checks the mask of a declaration and gives the components that it declares.
func (c *checker) declarationMask(d *sm.Dst, file int, name string) uint8 {
	mask := d.Mask & maskXYZW
	good := mask == maskXYZW
	switch {
	case mask == 0:
	case c.major == 3 && file != fileSampler:
		good = true
	case file == fileTexture || file == fileInput && c.pixel:
		good = mask&(mask+1) == 0 // .x, .xy, .xyz
	}
	if !good {
		c.add("DCL-5", name, "the declaration of %s cannot have this mask", name)
		mask = maskXYZW
	}
	switch {
	case file == fileMisc && d.Index == sm.MiscPosition:
		mask &= maskXY
	case file == fileMisc:
		mask = maskXYZW // vFace is a scalar; every component of it reads the same
	}
	return mask
}

// usage checks the semantic of a declaration.
func (c *checker) usage(entry *declaredRegister, file int, name string) {
	usage, index := c.in.Decl.Usage, c.in.Decl.Index
	if c.in.Decl.Texture != 0 {
		c.add("INSTR-3", name, "the declaration of %s names a texture type", name)
	}
	if c.pixel && c.major == 2 || file == fileMisc {
		if usage != 0 || index != 0 {
			c.add("DCL-4", name, "the declaration of %s has a semantic, which %v does not have", name, c.v)
		}
		return
	}
	if usage > sm.UsageSample {
		c.add("DCL-4", name, "the usage %d of %s does not exist", usage, name)
		return
	}
	side := 0
	if file == fileOutput {
		side = 1
		if (usage == sm.UsagePosition || usage == sm.UsagePositionT) && index == 0 {
			entry.position = true
		}
	}
	if c.declared.semantic[side] == nil {
		c.declared.semantic[side] = map[uint16]sm.RegType{}
	}
	key := uint16(usage)<<8 | uint16(index)
	if _, taken := c.declared.semantic[side][key]; taken {
		c.add("DCL-3", name, "the semantic %v%d is declared again, with %s", usage, index, name)
	}
	c.declared.semantic[side][key] = c.in.Dst.Type
}

// defFile is the file that each opcode defines constants of.
var defFile = map[sm.Opcode]sm.ConstFile{sm.OpDef: sm.FileF, sm.OpDefI: sm.FileI, sm.OpDefB: sm.FileB}

// define takes a def, defi or defb.
func (c *checker) define() {
	in, d := c.in, c.in.Dst
	name := c.name(d.Type, d.Index)
	if c.code {
		c.add("DEF-1", name, "%s is defined after an instruction", name)
	}
	if in.Predicated {
		c.add("PRED-2", name, "%s takes no predicate", c.row.Name)
	}
	file, n, good := sm.ConstOf(d.Type, d.Index)
	if !good || file != defFile[in.Op] || d.Rel != nil || d.Mask&maskXYZW != maskXYZW || d.Saturate || d.PP || d.Centroid || d.Shift != 0 {
		c.add("DEF-3", name, "%s cannot define %s as it is written", c.row.Name, name)
		return
	}
	if n >= c.fileSize(d.Type) {
		c.add("CONST-1", name, "%s is defined, which %v does not have", name, c.v)
		return
	}
	if c.declared.consts[file] == nil {
		c.declared.consts[file] = map[uint16]bool{}
	}
	if c.declared.consts[file][uint16(n)] {
		c.add("DEF-2", name, "%s is defined again", name)
	}
	c.declared.consts[file][uint16(n)] = true
	c.values(name)
}

// values checks what a constant is defined as.
func (c *checker) values(name string) {
	v := &c.in.Values
	switch {
	case c.in.Op == sm.OpDef && c.pixel && c.major == 1:
		for _, bits := range v {
			if x := math.Float32frombits(bits); !(x >= -1 && x <= 1) {
				c.add("DEF-4", name, "%s is defined as %v, beyond [-1, 1]", name, x)
				return
			}
		}
	case c.in.Op == sm.OpDefI:
		count, start, step := int32(v[0]), int32(v[1]), int32(v[2])
		if count < 0 || count > 255 || start < 0 || start > 255 || step < -128 || step > 127 {
			c.add("DEF-5", name, "%s counts %d times from %d by %d", name, count, start, step)
		}
	}
}

// declarationsEnd reports what was declared in vain.
func (c *checker) declarationsEnd() {
	types := [fileCount]sm.RegType{sm.RegInput, sm.RegTexture, sm.RegMisc, sm.RegOutput, sm.RegSampler}
	for file := range c.declared.files {
		for n := range c.declared.files[file] {
			if r := &c.declared.files[file][n]; r.mask != 0 && !r.used {
				name := c.name(types[file], uint16(n))
				c.addAt(r.at, "DCL-10", name, "%s is declared and not used", name)
			}
		}
	}
}
