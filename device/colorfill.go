package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// ColorFill fills a rectangle, nil for all, of a render target or a plain surface in POOL_DEFAULT with a color. FMT_NULL takes it and does
// nothing. Errors: INVALIDCALL for other surfaces, for textures that are no render targets, rectangles outside, and while the surface is locked;
// NOTAVAILABLE for plain surfaces of formats that the adapter does not render to; DEVICELOST. (IDirect3DDevice9::ColorFill.)
func (d *Device) ColorFill(surface *Surface, rect *d3d9.RECT, color d3d9.COLOR) (err d3d9.Error) {
	defer d.tell(&err)
	const call = "ColorFill"
	d.lock()
	defer d.unlock()
	if surface == nil {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "surface: is nil")
	}
	if err := d.owns(call, "surface", &surface.object); err != nil {
		return err
	}
	invalid := func(reason string) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "surface: %s %s", surface.name(), reason)
	}
	s, p := surface.store, surface.part()
	b, err := p.rectBox(call, "rect", rect)
	switch {
	case s.pool != d3d9.POOL_DEFAULT:
		return invalid("is not in POOL_DEFAULT")
	case s.row.Depth:
		return invalid("is a depth-stencil surface")
	case s.texture && s.usage&d3d9.USAGE_RENDERTARGET == 0:
		return invalid("is of a texture without USAGE_RENDERTARGET")
	case p.locked:
		return invalid("is locked")
	case err != nil:
		return err
	case d.lost():
		return d.lostError(call)
	case s.row.Null:
		return nil
	case !s.row.Target:
		return notAvailable(call, "surface: the adapter does not render to "+s.format.String())
	}
	view, err := surface.attachView(call, false)
	if err != nil {
		return err
	}
	if err := d.room(gpu.RecordWords[gpu.OpTargets]+gpu.RecordWords[gpu.OpClear], 0, 1); err != nil {
		return named(call, err)
	}
	s.wroteImage(surface.layer, surface.level) // room may have begun another list
	filled := pass{width: p.width, height: p.height, samples: uint8(s.samples), colors: [targetCount]gpu.ID{view}}
	d.putTargets(filled.record())
	d.dirty |= dirtyTargets
	v := color.Value()
	c := s.row.Stored([4]float32{v.R, v.G, v.B, v.A})
	d.list.Add(gpu.OpClear, 1, b.left, b.top, b.right-b.left, b.bottom-b.top, gpu.F(c[0]), gpu.F(c[1]), gpu.F(c[2]), gpu.F(c[3]), 0, 0)
	return nil
}
