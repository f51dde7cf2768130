package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// Clear fills the render targets (CLEAR_TARGET), the depth (CLEAR_ZBUFFER) and the stencil (CLEAR_STENCIL) within the rectangles, or the
// whole viewport without any; clipped by the viewport, the scissor rectangle if that is on, and each surface's own size. Every
// bound target is cleared, whatever the write masks; with SRGBWRITEENABLE the color is converted. ERR_INVALIDCALL: unknown
// flags, a rectangle that ends before it starts, depth or stencil without such a surface, z outside 0 to 1.
func (d *Device) Clear(rects []d3d9.RECT, flags uint32, color d3d9.COLOR, z float32, stencil uint32) d3d9.Error {
	d.lock()
	err := d.clear(rects, flags, color, z, stencil)
	d.unlock()
	return d.refuse(err)
}

func (d *Device) checkClear(rects []d3d9.RECT, flags uint32, z float32) d3d9.Error {
	const call = "Clear"
	const known = d3d9.CLEAR_TARGET | d3d9.CLEAR_ZBUFFER | d3d9.CLEAR_STENCIL
	depth := d.state.bound.depth
	switch {
	case flags == 0 || flags&^known != 0:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "flags: %#x is not a set of CLEAR_ flags", flags)
	case flags&(d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL) != 0 && depth == nil:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "flags: CLEAR_ZBUFFER or CLEAR_STENCIL, but no depth-stencil surface is set")
	case flags&d3d9.CLEAR_STENCIL != 0 && !depth.store.row.Stencil:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "flags: CLEAR_STENCIL, but the depth-stencil surface has no stencil")
	case flags&d3d9.CLEAR_ZBUFFER != 0 && !(z >= 0 && z <= 1):
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "z: %g is outside 0 to 1", z)
	}
	for i := range rects {
		if r := &rects[i]; r.Left > r.Right || r.Top > r.Bottom {
			return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "rects: (%d, %d)-(%d, %d) ends before it starts", r.Left, r.Top, r.Right, r.Bottom)
		}
	}
	return nil
}

func (d *Device) clear(rects []d3d9.RECT, flags uint32, color d3d9.COLOR, z float32, stencil uint32) d3d9.Error {
	const call = "Clear"
	if d.lost() {
		return d.lostError(call)
	}
	if err := d.checkClear(rects, flags, z); err != nil {
		return err
	}
	var done uint8
	for n, s := range d.state.bound.targets {
		if flags&d3d9.CLEAR_TARGET == 0 || s == nil || s.store.row.Null || done>>n&1 != 0 {
			continue
		}
		together := d.sameSize(n)
		done |= together
		depth := flags
		if ds := d.state.bound.depth; n != 0 || ds == nil || !fits(ds, s) {
			depth &= d3d9.CLEAR_TARGET
		} else {
			flags &= d3d9.CLEAR_TARGET // the depth is done with target 0
		}
		if err := d.clearPass(together, depth, rects, color, z, stencil); err != nil {
			return named(call, err)
		}
	}
	if flags&(d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL) != 0 {
		var beside uint8 // with the targets, so that the pass of the draws goes on
		if s := d.state.bound.targets[0]; s != nil && !s.store.row.Null && fits(d.state.bound.depth, s) {
			beside = d.sameSize(0)
		}
		if err := d.clearPass(beside, flags&^d3d9.CLEAR_TARGET, rects, color, z, stencil); err != nil {
			return named(call, err)
		}
	}
	return nil
}

// fits reports whether the depth-stencil surface can be in one pass with the target, and no larger part of it would be left out.
func fits(ds, s *Surface) bool {
	return ds.part().width == s.part().width && ds.part().height == s.part().height && ds.store.samples == s.store.samples
}

// sameSize is the targets from n on that a pass with target n can hold.
func (d *Device) sameSize(n int) uint8 {
	first := d.state.bound.targets[n]
	set := uint8(1) << n
	for k := n + 1; k < targetCount; k++ {
		s := d.state.bound.targets[k]
		if s == nil || s.store.row.Null || s.part().width != first.part().width || s.part().height != first.part().height || s.store.samples != first.store.samples {
			continue
		}
		duplicate := false
		for j := n; j < k; j++ {
			duplicate = duplicate || set>>j&1 != 0 && d.state.bound.targets[j].sameImage(s)
		}
		if !duplicate {
			set |= 1 << k
		}
	}
	return set
}

// clearPass clears what the flags say of a set of targets of one size and the depth-stencil surface, in a pass of their own. The
// pass of the draws is set again by the next draw, unless it is the same.
func (d *Device) clearPass(targets uint8, flags uint32, rects []d3d9.RECT, color d3d9.COLOR, z float32, stencil uint32) d3d9.Error {
	const call = "Clear"
	var p pass
	var what uint32
	srgb := d.state.render[d3d9.RS_SRGBWRITEENABLE] != 0
	for n, s := range d.state.bound.targets {
		if targets>>n&1 == 0 {
			continue
		}
		view, err := s.attachView(call, srgb && s.store.row.SRGBWrite)
		if err != nil {
			return err
		}
		p.colors[n], p.width, p.height, p.samples = view, s.part().width, s.part().height, uint8(s.store.samples)
		if flags&d3d9.CLEAR_TARGET != 0 {
			what |= 1 << n
		}
	}
	// The draws' own pass has the depth-stencil surface too: with it the clear is part of that pass.
	if ds := d.state.bound.depth; ds != nil && (flags&(d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL) != 0 || targets&1 != 0 && fits(ds, d.state.bound.targets[0])) {
		view, err := ds.attachView(call, false)
		if err != nil {
			return err
		}
		p.depthView = view
		if targets == 0 {
			p.width, p.height, p.samples = ds.part().width, ds.part().height, uint8(ds.store.samples)
		}
		if flags&d3d9.CLEAR_ZBUFFER != 0 {
			what |= gpu.ClearDepth
		}
		if flags&d3d9.CLEAR_STENCIL != 0 {
			what |= gpu.ClearStencil
		}
	}
	clip := d.drawRect(p.width, p.height)
	if len(rects) == 0 {
		return d.putClear(&p, what, clip, color, z, stencil)
	}
	for i := range rects {
		if err := d.putClear(&p, what, intersect(clip, rects[i]), color, z, stencil); err != nil {
			return err
		}
	}
	return nil
}

func (d *Device) putClear(p *pass, what uint32, r d3d9.RECT, color d3d9.COLOR, z float32, stencil uint32) d3d9.Error {
	if empty(r) {
		return nil
	}
	if err := d.room(gpu.RecordWords[gpu.OpTargets]+targetCount*gpu.RecordWords[gpu.OpClear], 0, 1); err != nil {
		return err
	}
	before := d.flush.emitted.targets
	d.putTargets(p.record())
	if d.flush.emitted.targets != before {
		d.dirty |= dirtyTargets
	}
	for what != 0 {
		part, c := d.clearPart(what, color)
		what &^= part
		d.list.Add(gpu.OpClear, part, uint32(r.Left), uint32(r.Top), uint32(r.Right-r.Left), uint32(r.Bottom-r.Top),
			gpu.F(c[0]), gpu.F(c[1]), gpu.F(c[2]), gpu.F(c[3]), gpu.F(z), stencil&0xff)
	}
	return nil
}

// clearPart is the first of what is to be cleared, with all that the same numbers clear: images whose formats are not their targets'
// may want others.
func (d *Device) clearPart(what uint32, color d3d9.COLOR) (part uint32, c [4]float32) {
	v := color.Value()
	plain := [4]float32{v.R, v.G, v.B, v.A}
	c, part = plain, what
	for n, s := range d.state.bound.targets {
		bit := uint32(1) << n
		if what&bit == 0 {
			continue
		}
		stored := s.store.row.Stored(plain)
		if what&(bit-1) == 0 {
			c = stored
		}
		if stored != c {
			part &^= bit
		}
	}
	return part, c
}

// sameImage reports whether two surfaces are the same level and face of the same image.
func (s *Surface) sameImage(o *Surface) bool {
	return s.store == o.store && s.layer == o.layer && s.level == o.level
}
