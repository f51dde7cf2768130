package device

import "d3d9vk/d3d9"

// SetRenderTarget sets target 0..3. Nil takes a target away, but for target 0. Setting target 0 sets the viewport and the
// scissor rectangle to its whole size. ERR_INVALIDCALL: another device's surface, one without USAGE_RENDERTARGET.
func (d *Device) SetRenderTarget(renderTargetIndex uint32, renderTarget *Surface) (err d3d9.Error) {
	defer d.tell(&err)
	const call = "SetRenderTarget"
	d.lock()
	defer d.unlock()
	limit := d.caps.NumSimultaneousRTs()
	switch {
	case renderTargetIndex >= limit:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "MRT-12", "renderTargetIndex: %d is not within 0..%d (NumSimultaneousRTs is %d%s)", renderTargetIndex, limit-1, limit, d.caps.Under())
	case renderTarget == nil && renderTargetIndex == 0:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "MRT-1", "renderTarget: target 0 cannot be taken away")
	case renderTarget == nil:
		d.setTarget(renderTargetIndex, nil)
		return nil
	}
	if err := d.owns(call, "renderTarget", &renderTarget.object); err != nil {
		return err
	}
	if renderTarget.store.usage&d3d9.USAGE_RENDERTARGET == 0 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "MRT-1", "renderTarget: was not made with USAGE_RENDERTARGET")
	}
	d.setTarget(renderTargetIndex, renderTarget)
	return nil
}

// setTarget stores a target, and for target 0 the viewport and the scissor rectangle.
func (d *Device) setTarget(n uint32, s *Surface) {
	old := d.state.bound.targets[n]
	if old != s {
		if s != nil {
			s.bind()
		}
		d.state.bound.targets[n] = s
		if old != nil {
			old.unbind()
		}
		d.dirty |= dirtyTargets
	}
	if n == 0 && s != nil {
		p := s.part()
		d.state.viewport = d3d9.VIEWPORT{Width: p.width, Height: p.height, MaxZ: 1}
		d.state.scissor = d3d9.RECT{Right: int32(p.width), Bottom: int32(p.height)}
		d.dirty |= dirtyViewport
	}
}

// GetRenderTarget returns target 0..3 with a reference more. ERR_NOTFOUND where the slot is empty.
func (d *Device) GetRenderTarget(renderTargetIndex uint32) (_ *Surface, err d3d9.Error) {
	defer d.tell(&err)
	const call = "GetRenderTarget"
	d.lock()
	defer d.unlock()
	if limit := d.caps.NumSimultaneousRTs(); renderTargetIndex >= limit {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "MRT-12", "renderTargetIndex: %d is not within 0..%d", renderTargetIndex, limit-1)
	}
	s := d.state.bound.targets[renderTargetIndex]
	if s == nil {
		return nil, d3d9.Errorf(d3d9.ERR_NOTFOUND, call, "", "render target %d is not set", renderTargetIndex)
	}
	s.addRef()
	return s, nil
}

// SetDepthStencilSurface sets the depth-stencil surface; nil takes it away. ERR_INVALIDCALL: another device's surface, one without
// USAGE_DEPTHSTENCIL.
func (d *Device) SetDepthStencilSurface(newZStencil *Surface) (err d3d9.Error) {
	defer d.tell(&err)
	const call = "SetDepthStencilSurface"
	d.lock()
	defer d.unlock()
	if newZStencil != nil {
		if err := d.owns(call, "newZStencil", &newZStencil.object); err != nil {
			return err
		}
		if newZStencil.store.usage&d3d9.USAGE_DEPTHSTENCIL == 0 {
			return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "newZStencil: was not made with USAGE_DEPTHSTENCIL")
		}
	}
	d.setDepth(newZStencil)
	return nil
}

func (d *Device) setDepth(s *Surface) {
	old := d.state.bound.depth
	if old == s {
		return
	}
	if s != nil {
		s.bind()
	}
	d.state.bound.depth = s
	if old != nil {
		old.unbind()
	}
	d.dirty |= dirtyTargets
}

// GetDepthStencilSurface returns the depth-stencil surface with a reference more. ERR_NOTFOUND where there is none.
func (d *Device) GetDepthStencilSurface() (_ *Surface, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	s := d.state.bound.depth
	if s == nil {
		return nil, d3d9.Errorf(d3d9.ERR_NOTFOUND, "GetDepthStencilSurface", "", "no depth-stencil surface is set")
	}
	s.addRef()
	return s, nil
}
