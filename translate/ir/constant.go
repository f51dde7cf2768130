package ir

import (
	"slices"

	"d3d9vk/translate/sm"
)

// define keeps a constant given in the text; the last one of a register counts. A number beyond the device's file will
// do, because nothing is read from the device.
func (b *builder) define(in *sm.Instr, file sm.ConstFile, v [4]uint32) error {
	if in.Dst == nil || in.Dst.Rel != nil {
		return b.fail("the constant's register is missing or relative")
	}
	f, n, ok := sm.ConstOf(in.Dst.Type, in.Dst.Index)
	if !ok || f != file {
		return b.fail("%s cannot be defined here", sm.RegName(b.v, in.Dst.Type, in.Dst.Index))
	}
	if have := len(b.defs[file]); n >= have {
		b.defs[file] = slices.Grow(b.defs[file], n+1-have)[:n+1]
		clear(b.defs[file][have:])
	}
	b.defs[file][n] = 1 + b.imm(v)
	return nil
}

// defined gives the index in Imms of a constant given in the text.
func (b *builder) defined(file sm.ConstFile, n int) (imm uint16, ok bool) {
	if n >= len(b.defs[file]) || b.defs[file][n] == 0 {
		return 0, false
	}
	return b.defs[file][n] - 1, true
}

func (b *builder) fileSize(file sm.ConstFile) int {
	return [3]int{sm.FileF: b.max.floats, sm.FileI: b.max.ints, sm.FileB: b.max.bools}[file]
}

// touchConst counts a constant that comes from the device. A relative read may reach the whole file.
func (b *builder) touchConst(s *sm.Src, file sm.ConstFile, n int) error {
	c := [3]*Consts{&b.s.ConstF, &b.s.ConstI, &b.s.ConstB}[file]
	size := b.fileSize(file)
	if s.Rel != nil {
		if file != sm.FileF {
			return b.fail("%s is addressed relatively", b.srcName(s))
		}
		c.Relative, c.Used = true, size
		return nil
	}
	if _, ok := b.defined(file, n); ok {
		return nil
	}
	if n >= size {
		return b.fail("%c%d is out of range: %v has %d", "cib"[file], n, b.v, size)
	}
	c.Used = max(c.Used, n+1)
	return nil
}

// keepDefs lists the float constants of the text where a relative read can reach them.
func (b *builder) keepDefs() {
	if !b.s.ConstF.Relative {
		return
	}
	for n := range min(b.fileSize(sm.FileF), len(b.defs[sm.FileF])) {
		if i, ok := b.defined(sm.FileF, n); ok {
			b.s.Defs = append(b.s.Defs, Def{Reg: uint16(n), Value: b.s.Imms[i]})
		}
	}
}

// imm adds a literal and gives its index.
func (b *builder) imm(v [4]uint32) uint16 {
	b.s.Imms = append(b.s.Imms, v)
	return uint16(len(b.s.Imms) - 1)
}
