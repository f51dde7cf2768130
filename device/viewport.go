package device

import (
	"math"

	"d3d9vk/d3d9"
)

// SetViewport sets where draws land in the render target, in pixels, and their depth range. It may reach beyond the target; draws
// and clears are clipped to both.
func (d *Device) SetViewport(v d3d9.VIEWPORT) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	limit := d.gpu.Adapter().Limits.MaxViewportDimensions
	if v.Width > limit[0] || v.Height > limit[1] || v.X > math.MaxInt16 || v.Y > math.MaxInt16 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetViewport", "", "v: %dx%d at (%d, %d) is larger than %dx%d", v.Width, v.Height, v.X, v.Y, limit[0], limit[1])
	}
	// Vulkan's range of coordinates ends at twice the size, and draws lie half a pixel further.
	if v.X+v.Width >= 2*limit[0]-1 || v.Y+v.Height >= 2*limit[1]-1 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetViewport", "", "v: %dx%d at (%d, %d) ends beyond (%d, %d)", v.Width, v.Height, v.X, v.Y, 2*limit[0]-2, 2*limit[1]-2)
	}
	if !(v.MinZ >= 0 && v.MinZ <= 1 && v.MaxZ >= 0 && v.MaxZ <= 1) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetViewport", "", "v: depth range %g to %g is outside 0 to 1", v.MinZ, v.MaxZ)
	}
	if v != d.state.viewport {
		d.state.viewport = v
		d.dirty |= dirtyViewport
	}
	return nil
}

// GetViewport returns the viewport.
func (d *Device) GetViewport() (v d3d9.VIEWPORT, err d3d9.Error) {
	d.lock()
	v = d.state.viewport
	d.unlock()
	return v, nil
}

// SetScissorRect sets the rectangle, in pixels of the render target, that RS_SCISSORTESTENABLE clips draws and clears to.
func (d *Device) SetScissorRect(r d3d9.RECT) d3d9.Error {
	if r.Left > r.Right || r.Top > r.Bottom {
		return d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetScissorRect", "", "r: (%d, %d)-(%d, %d) ends before it starts", r.Left, r.Top, r.Right, r.Bottom))
	}
	d.lock()
	if r != d.state.scissor {
		d.state.scissor = r
		d.dirty |= dirtyViewport
	}
	d.unlock()
	return nil
}

// GetScissorRect returns the scissor rectangle.
func (d *Device) GetScissorRect() (r d3d9.RECT, err d3d9.Error) {
	d.lock()
	r = d.state.scissor
	d.unlock()
	return r, nil
}

// SetClipPlane sets plane 0..5, a*x + b*y + c*z + d*w >= 0, in clip space of the vertex shader. RS_CLIPPLANEENABLE switches planes on.
func (d *Device) SetClipPlane(index uint32, plane [4]float32) d3d9.Error {
	if index >= clipPlaneCount {
		return d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetClipPlane", "", "index: %d is not within 0..5", index))
	}
	d.lock()
	d.state.planes[index] = plane
	d.dirty |= dirtyVertexState
	d.unlock()
	return nil
}

// GetClipPlane returns plane 0..5.
func (d *Device) GetClipPlane(index uint32) (plane [4]float32, err d3d9.Error) {
	if index >= clipPlaneCount {
		return plane, d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetClipPlane", "", "index: %d is not within 0..5", index))
	}
	d.lock()
	plane = d.state.planes[index]
	d.unlock()
	return plane, nil
}

// intersect is the part of a within b; empty rectangles have zero width or height at their start.
func intersect(a, b d3d9.RECT) d3d9.RECT {
	r := d3d9.RECT{Left: max(a.Left, b.Left), Top: max(a.Top, b.Top), Right: min(a.Right, b.Right), Bottom: min(a.Bottom, b.Bottom)}
	r.Right = max(r.Left, r.Right)
	r.Bottom = max(r.Top, r.Bottom)
	return r
}

func empty(r d3d9.RECT) bool { return r.Right <= r.Left || r.Bottom <= r.Top }

// drawRect is where draws and clears may write within a target of the size: the viewport, the scissor rectangle if it is on, the target.
func (d *Device) drawRect(width, height uint32) d3d9.RECT {
	v := &d.state.viewport
	r := d3d9.RECT{Left: int32(v.X), Top: int32(v.Y), Right: int32(v.X + v.Width), Bottom: int32(v.Y + v.Height)}
	if d.state.render[d3d9.RS_SCISSORTESTENABLE] != 0 {
		r = intersect(r, d.state.scissor)
	}
	return intersect(r, d3d9.RECT{Right: int32(width), Bottom: int32(height)})
}
