package validate

import (
	"d3d9vk/translate/sm"
)

// slotCount counts instruction slots.
type slotCount struct {
	total, arithmetic, texture int // of the program, in ps_1_4 of the phase
	first                      mark
	reported                   [3]bool // total, arithmetic, texture
}

// Most slots of versions that split them or not.
const (
	slotsPS1   = 12
	slotsVS1   = 128
	slotsVS2   = 256
	slotsPS20  = 96
	slotsPS2X  = 512
	slotsSure3 = 512   // every device of model 3
	slotsMost3 = 32768 // the largest MaxVertexShader30InstructionSlots
	slotsSW    = 65536
)

// count adds the instruction at hand.
func (s *slotCount) count(c *checker) {
	n := c.row.Slots
	if c.row.Flow == sm.FlowPhase {
		*s = slotCount{}
		return
	}
	if c.in.Coissue && c.pixel && c.major == 1 {
		return // it shares the slot of the one before
	}
	s.total += n
	texture := c.in.Op.Texture()
	if texture {
		s.texture += n
	} else {
		s.arithmetic += n
	}
	switch {
	case !c.pixel || c.major == 3 || c.v > sm.PS_2_0:
		s.limit(c, 0, s.total, mostSlots(c.v), "SLOT-1", "instruction")
	case c.v == sm.PS_2_0:
		s.split(c, texture, 64, 32, "SLOT-2", "SLOT-3")
	case c.v == sm.PS_1_4:
		s.split(c, texture, 8, 6, "SLOT-6", "SLOT-7")
	default:
		s.split(c, texture, 8, 4, "SLOT-4", "SLOT-5")
	}
}

// split checks the kind of slot that the instruction takes.
func (s *slotCount) split(c *checker, texture bool, arithmetic, textures int, idArithmetic, idTexture string) {
	if texture {
		s.limit(c, 2, s.texture, textures, idTexture, "texture")
		return
	}
	s.limit(c, 1, s.arithmetic, arithmetic, idArithmetic, "arithmetic")
}

// limit reports the instruction that goes beyond what there is, once.
func (s *slotCount) limit(c *checker, kind, n, most int, id, what string) {
	if n > most && !s.reported[kind] {
		s.reported[kind] = true
		c.add(id, "", "%s slot %d, %v has %d", what, n, c.v, most)
	}
}

func mostSlots(v sm.Version) int {
	switch {
	case v.Software():
		return slotsSW
	case v.Major() == 3:
		return slotsMost3
	case v.Stage() == sm.Pixel:
		return slotsPS2X
	case v.Major() == 2:
		return slotsVS2
	}
	return slotsVS1
}

// end warns of programs that not every device takes.
func (s *slotCount) end(c *checker) {
	sure := 0
	switch {
	case c.v == sm.PS_2_X:
		sure = slotsPS20
	case c.major == 3 && !c.v.Software():
		sure = slotsSure3
	}
	if sure > 0 && s.total > sure && !s.reported[0] {
		c.addAt(whole, "SLOT-8", "", "the program takes %d slots, more than the %d that every device has", s.total, sure)
	}
}
