package device

import (
	"unsafe"

	"d3d9vk/d3d9"
)

// box is a part of a level in texels; the last of each is outside. The zero value is empty.
type box struct{ left, top, front, right, bottom, back uint32 }

func (b box) empty() bool { return b.left >= b.right || b.top >= b.bottom || b.front >= b.back }

// join returns the smallest box around both.
func (b box) join(c box) box {
	if b.empty() {
		return c
	}
	if c.empty() {
		return b
	}
	return box{min(b.left, c.left), min(b.top, c.top), min(b.front, c.front), max(b.right, c.right), max(b.bottom, c.bottom), max(b.back, c.back)}
}

func (p *part) whole() box { return box{right: p.width, bottom: p.height, back: p.depth} }

// rectBox turns a rectangle of the program's into a box of the part; nil is the whole.
func (p *part) rectBox(call, argument string, r *d3d9.RECT) (box, d3d9.Error) {
	if r == nil {
		return p.whole(), nil
	}
	if r.Left < 0 || r.Top < 0 || r.Left >= r.Right || r.Top >= r.Bottom || uint32(r.Right) > p.width || uint32(r.Bottom) > p.height {
		return box{}, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s: (%d, %d)-(%d, %d) is empty or not within %dx%d",
			argument, r.Left, r.Top, r.Right, r.Bottom, p.width, p.height)
	}
	return box{left: uint32(r.Left), top: uint32(r.Top), right: uint32(r.Right), bottom: uint32(r.Bottom), back: 1}, nil
}

// boxBox turns a box of the program's into one of the part; nil is the whole.
func (p *part) boxBox(call, argument string, b *d3d9.BOX) (box, d3d9.Error) {
	if b == nil {
		return p.whole(), nil
	}
	out := box{b.Left, b.Top, b.Front, b.Right, b.Bottom, b.Back}
	if out.empty() || b.Right > p.width || b.Bottom > p.height || b.Back > p.depth {
		return box{}, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s: (%d, %d, %d)-(%d, %d, %d) is empty or not within %dx%dx%d",
			argument, b.Left, b.Top, b.Front, b.Right, b.Bottom, b.Back, p.width, p.height, p.depth)
	}
	return out, nil
}

// aligned says whether the box cuts no block of the format: its edges are multiples of the block or the part's own.
func (s *storage) aligned(p *part, b box) bool {
	w, h := uint32(s.desc.BlockWidth), uint32(s.desc.BlockHeight)
	return b.left%w == 0 && b.top%h == 0 && (b.right%w == 0 || b.right == p.width) && (b.bottom%h == 0 || b.bottom == p.height)
}

// align returns the box grown to whole blocks.
func (s *storage) align(p *part, b box) box {
	w, h := uint32(s.desc.BlockWidth), uint32(s.desc.BlockHeight)
	b.left -= b.left % w
	b.top -= b.top % h
	b.right = min((b.right+w-1)/w*w, p.width)
	b.bottom = min((b.bottom+h-1)/h*h, p.height)
	return b
}

// at is where the texel (or its block) at x, y, z begins within the part's memory.
func (s *storage) at(p *part, x, y, z uint32) int {
	return int(z)*p.slice + int(y/uint32(s.desc.BlockHeight))*p.pitch + int(x/uint32(s.desc.BlockWidth))*int(s.desc.BlockBytes)
}

const lockFlags = d3d9.LOCK_READONLY | d3d9.LOCK_DISCARD | d3d9.LOCK_NOOVERWRITE | d3d9.LOCK_DONOTWAIT | d3d9.LOCK_NO_DIRTY_UPDATE | d3d9.LOCK_NOSYSLOCK

// lock gives the program a box of one level in host memory and returns the address of its first texel.
//
// In POOL_DEFAULT, READONLY with DISCARD is an error, and DISCARD of a whole level spares reading back what the graphics
// processor wrote; elsewhere DISCARD and NOOVERWRITE say nothing. A box that cuts blocks is an error in POOL_DEFAULT and of
// volumes; elsewhere the block around its corner is where the memory begins. DONOTWAIT: ERR_WASSTILLDRAWING
// instead of waiting for the graphics processor. (IDirect3DSurface9::LockRect, IDirect3DVolume9::LockBox, D3DLOCK.)
func (s *storage) lock(call string, layer, level uint32, b box, flags uint32) (uintptr, d3d9.Error) {
	p := s.part(layer, level)
	switch {
	case flags&^lockFlags != 0:
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "flags: %#x has bits that are no lock flags", flags)
	case !s.lockable:
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the resource is in POOL_DEFAULT and neither dynamic nor lockable")
	case p.locked:
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "level %d is locked already", level)
	case s.pool == d3d9.POOL_DEFAULT && flags&(d3d9.LOCK_READONLY|d3d9.LOCK_DISCARD) == d3d9.LOCK_READONLY|d3d9.LOCK_DISCARD:
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "flags: LOCK_READONLY and LOCK_DISCARD exclude each other")
	case s.pool == d3d9.POOL_DEFAULT && s.device.lost():
		return 0, s.device.lostError(call)
	case !s.aligned(p, b) && (s.pool == d3d9.POOL_DEFAULT || p.depth > 1 || s.depth > 1):
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the part does not begin and end at blocks of %dx%d texels", s.desc.BlockWidth, s.desc.BlockHeight)
	}
	b = s.align(p, b)
	if err := s.needMemory(call); err != nil {
		return 0, err
	}
	drawn := s.usage&d3d9.USAGE_RENDERTARGET != 0 && s.lastUse != 0
	if p.stale || drawn {
		if discard := flags&d3d9.LOCK_DISCARD != 0 && b == p.whole(); !discard {
			if err := s.refresh(call, layer, level, flags); err != nil {
				return 0, err
			}
		}
		p.stale = false
	}
	p.locked, p.lockedBox = true, b
	p.readOnly = flags&d3d9.LOCK_READONLY != 0 || flags&d3d9.LOCK_NO_DIRTY_UPDATE != 0 && s.pool != d3d9.POOL_DEFAULT
	return uintptr(unsafe.Pointer(&s.memory[p.offset+s.at(p, b.left, b.top, b.front)])), nil
}

// refresh reads a level of the image back into host memory.
func (s *storage) refresh(call string, layer, level uint32, flags uint32) d3d9.Error {
	d := s.device
	if flags&d3d9.LOCK_DONOTWAIT != 0 {
		if err := d.submit(); err != nil {
			return named(call, err)
		}
		if !d.completed(min(s.lastUse, d.serial)) {
			return d3d9.Errorf(d3d9.ERR_WASSTILLDRAWING, call, "", "the graphics processor still uses the resource")
		}
	}
	return s.read(call, layer, level, s, s.part(layer, level))
}

// unlock takes the memory back and uploads what may have been written. It returns whether the level was locked.
func (s *storage) unlock(call string, layer, level uint32) (bool, d3d9.Error) {
	p := s.part(layer, level)
	if !p.locked {
		return false, nil
	}
	p.locked = false
	if p.readOnly {
		return true, nil
	}
	if level == 0 && s.pool == d3d9.POOL_SYSTEMMEM { // UpdateTexture goes by the dirty part of level 0
		return true, s.addDirty(call, layer, p.lockedBox)
	}
	s.touch(layer, level, p.lockedBox)
	return true, s.uploadPending(call, layer, level)
}

// touch notes a box of a level as written by the program.
func (s *storage) touch(layer, level uint32, b box) {
	p := s.part(layer, level)
	p.pending = p.pending.join(s.align(p, b))
}

// addDirty notes a box of level 0 as written on every level, and uploads what a managed texture lacks.
func (s *storage) addDirty(call string, layer uint32, b box) d3d9.Error {
	for level := range s.levels {
		p := s.part(layer, level)
		up := func(n, limit uint32) uint32 { return min((n+1<<level-1)>>level, limit) }
		scaled := box{
			min(b.left>>level, p.width-1), min(b.top>>level, p.height-1), min(b.front>>level, p.depth-1),
			up(b.right, p.width), up(b.bottom, p.height), up(b.back, p.depth),
		}
		s.touch(layer, level, scaled)
		if p.locked {
			continue // what is written until the unlock goes with it
		}
		if err := s.uploadPending(call, layer, level); err != nil {
			return err
		}
	}
	return nil
}
