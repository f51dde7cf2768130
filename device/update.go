package device

import "d3d9vk/d3d9"

// UpdateSurface copies a rectangle, nil for all, of a surface of POOL_SYSTEMMEM to a place, nil for (0, 0), in a surface of POOL_DEFAULT with the
// same format. Errors: INVALIDCALL for anything else, for multisampled and depth-stencil surfaces, rectangles that cut blocks or reach outside, and
// while either is locked; DEVICELOST. (IDirect3DDevice9::UpdateSurface.)
func (d *Device) UpdateSurface(sourceSurface *Surface, sourceRect *d3d9.RECT, destSurface *Surface, destPoint *d3d9.POINT) (err d3d9.Error) {
	defer d.tell(&err)
	const call = "UpdateSurface"
	d.lock()
	defer d.unlock()
	if sourceSurface == nil || destSurface == nil {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a surface is nil")
	}
	if err := d.owns(call, "sourceSurface", &sourceSurface.object); err != nil {
		return err
	}
	if err := d.owns(call, "destSurface", &destSurface.object); err != nil {
		return err
	}
	src, dst := sourceSurface.store, destSurface.store
	from, to := sourceSurface.part(), destSurface.part()
	if err := d.checkUpdate(call, src, dst); err != nil {
		return err
	}
	if from.locked || to.locked {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a surface is locked")
	}
	b, err := from.rectBox(call, "sourceRect", sourceRect)
	if err != nil {
		return err
	}
	var at d3d9.POINT
	if destPoint != nil {
		at = *destPoint
	}
	width, height := b.right-b.left, b.bottom-b.top
	if at.X < 0 || at.Y < 0 || uint64(at.X)+uint64(width) > uint64(to.width) || uint64(at.Y)+uint64(height) > uint64(to.height) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "destPoint: %dx%d pixels at (%d, %d) are not within %dx%d", width, height, at.X, at.Y, to.width, to.height)
	}
	there := box{left: uint32(at.X), top: uint32(at.Y), right: uint32(at.X) + width, bottom: uint32(at.Y) + height, back: 1}
	if !src.aligned(from, b) || !dst.aligned(to, there) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the rectangles do not begin and end at blocks of %dx%d pixels", src.desc.BlockWidth, src.desc.BlockHeight)
	}
	return dst.update(call, destSurface.layer, destSurface.level, there, src, from, b)
}

// checkUpdate checks what UpdateSurface and UpdateTexture ask of both.
func (d *Device) checkUpdate(call string, src, dst *storage) d3d9.Error {
	invalid := func(format string, args ...any) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", format, args...)
	}
	switch {
	case src.pool != d3d9.POOL_SYSTEMMEM:
		return invalid("the source is not in POOL_SYSTEMMEM")
	case dst.pool != d3d9.POOL_DEFAULT || dst.image == 0:
		return invalid("the destination is not in POOL_DEFAULT, or has no pixels")
	case src.format != dst.format:
		return invalid("format %v differs from %v", dst.format, src.format)
	case dst.samples > 1:
		return invalid("the destination is multisampled")
	case d.lost():
		return d.lostError(call)
	}
	return nil
}

// update copies a box of a part of host memory to one of the image.
func (s *storage) update(call string, layer, level uint32, there box, src *storage, from *part, b box) d3d9.Error {
	texels := source{src.bytes(from)[src.at(from, b.left, b.top, b.front):], from.pitch, from.slice}
	if err := s.upload(call, layer, level, there, texels); err != nil {
		return err
	}
	s.wroteImage(layer, level)
	return nil
}

// UpdateTexture copies what is dirty of a texture of POOL_SYSTEMMEM to one of POOL_DEFAULT of the same kind and format, and makes it clean. Where the
// source has more levels its smallest ones are copied; they must have the sizes of the destination's. Errors: INVALIDCALL for anything else and
// while a level is locked; DEVICELOST. (IDirect3DDevice9::UpdateTexture.)
func (d *Device) UpdateTexture(sourceTexture, destTexture *BaseTexture) (err d3d9.Error) {
	defer d.tell(&err)
	const call = "UpdateTexture"
	d.lock()
	defer d.unlock()
	if sourceTexture == nil || destTexture == nil {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a texture is nil")
	}
	if err := d.owns(call, "sourceTexture", &sourceTexture.object); err != nil {
		return err
	}
	if err := d.owns(call, "destTexture", &destTexture.object); err != nil {
		return err
	}
	src, dst := sourceTexture.store, destTexture.store
	if err := d.checkUpdate(call, src, dst); err != nil {
		return err
	}
	if src.kind != dst.kind || src.levels < dst.levels {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the textures differ in kind, or the source has %d levels and the destination %d", src.levels, dst.levels)
	}
	skip := src.levels - dst.levels
	if a, b := src.part(0, skip), dst.part(0, 0); a.width != b.width || a.height != b.height || a.depth != b.depth {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "level %d of the source is %dx%dx%d, level 0 of the destination %dx%dx%d", skip, a.width, a.height, a.depth, b.width, b.height, b.depth)
	}
	for _, s := range []*storage{src, dst} {
		for n := range s.parts {
			if s.parts[n].locked {
				return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a level is locked")
			}
		}
	}
	for layer := range src.layers {
		for level := range src.levels {
			from := src.part(layer, level)
			if level >= skip && !from.pending.empty() {
				if err := dst.update(call, layer, level-skip, from.pending, src, from, from.pending); err != nil {
					return err
				}
			}
			from.pending = box{}
		}
	}
	return nil
}
