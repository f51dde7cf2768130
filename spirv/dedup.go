package spirv

import "slices"

// dedup finds an instruction of the global section that is already there: an open hash table of offsets into that
// section. Entries of an older generation count as empty, so that a reset costs nothing.
type dedup struct {
	slots      []dedupSlot // a power of two
	generation uint32
	used       int
}

type dedupSlot struct {
	generation, hash, offset uint32
}

func (d *dedup) reset() {
	d.generation++
	d.used = 0
	if d.slots == nil {
		d.slots = make([]dedupSlot, 256)
	}
	if d.generation == 0 { // wrapped: stale entries would look fresh
		clear(d.slots)
		d.generation = 1
	}
}

// find returns the offset of an instruction equal to section[offset:] but for the word resultAt, or adds it and
// returns offset.
func (d *dedup) find(section []uint32, offset, resultAt int) int {
	inst := section[offset:]
	hash := uint32(2166136261)
	for i, w := range inst {
		if i != resultAt {
			hash = (hash ^ w) * 0x9E3779B1
		}
	}
	hash ^= hash >> 15
	mask := uint32(len(d.slots) - 1)
	i := hash & mask
	for ; d.slots[i].generation == d.generation; i = (i + 1) & mask {
		if s := d.slots[i]; s.hash == hash && sameInstruction(section[s.offset:], inst, resultAt) {
			return int(s.offset)
		}
	}
	d.slots[i] = dedupSlot{d.generation, hash, uint32(offset)}
	d.used++
	if d.used*2 > len(d.slots) {
		d.grow()
	}
	return offset
}

// sameInstruction: have begins with an instruction and may go on.
func sameInstruction(have, inst []uint32, resultAt int) bool {
	return have[0] == inst[0] && slices.Equal(have[1:resultAt], inst[1:resultAt]) &&
		slices.Equal(have[resultAt+1:len(inst)], inst[resultAt+1:])
}

func (d *dedup) grow() {
	old := d.slots
	d.slots = make([]dedupSlot, 2*len(old))
	mask := uint32(len(d.slots) - 1)
	for _, s := range old {
		if s.generation != d.generation {
			continue
		}
		i := s.hash & mask
		for d.slots[i].generation == d.generation {
			i = (i + 1) & mask
		}
		d.slots[i] = s
	}
}

// intern makes the instruction that was appended to the global section at offset unique and returns its result.
// resultAt is the place of the result's word in it, which is still 0.
func (b *Builder) intern(section []uint32, offset, resultAt int) ID {
	at := b.unique.find(section, offset, resultAt)
	if at != offset {
		b.sections[SectionGlobal] = section[:offset]
		return ID(section[at+resultAt])
	}
	id := b.NewID()
	section[offset+resultAt] = uint32(id)
	b.sections[SectionGlobal] = section
	return id
}
