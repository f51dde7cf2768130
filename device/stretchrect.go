package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// stretch is one StretchRect: what is copied where.
type stretch struct {
	src, dst *Surface
	from, to box
	filter   d3d9.TEXTUREFILTERTYPE
}

// scales reports whether the rectangles differ in size.
func (s *stretch) scales() bool {
	return s.from.right-s.from.left != s.to.right-s.to.left || s.from.bottom-s.from.top != s.to.bottom-s.to.top
}

// whole reports whether both rectangles are their surfaces.
func (s *stretch) whole() bool { return s.from == s.src.part().whole() && s.to == s.dst.part().whole() }

// opaque reports whether alpha is to become 1: what an image holds there behind a format without alpha is anything.
func (s *stretch) opaque() bool { return s.dst.store.row.HasAlpha && !s.src.store.row.HasAlpha }

// linear is the filter of a blit. What is not scaled is not filtered.
func (s *stretch) linear() uint32 {
	if s.scales() && s.filter == d3d9.TEXF_LINEAR {
		return uint32(gpu.FilterLinear)
	}
	return uint32(gpu.FilterNearest)
}

// StretchRect copies a rectangle of a surface to a rectangle of another, nil for the whole; it scales with the filter TEXF_NONE or TEXF_POINT (the nearest
// pixel) or TEXF_LINEAR, and converts between the formats that CheckDeviceFormatConversion names. A multisampled source becomes the mean
// of its samples. Where the source has no alpha and the destination has, alpha becomes 1.
//
// Both surfaces are in POOL_DEFAULT, different, and not locked. The destination is a render target (a surface or a texture's), or a plain
// surface: then the source is plain too, or a render target that is not scaled. A multisampled destination takes a source with as
// many samples, format for format and not scaled. Block formats are copied block by block, never scaled. Depth-stencil surfaces are copied whole, to ones
// of the same size and format, outside of a scene, unless they may be discarded; from a multisampled one to another comes one sample.
// Errors: INVALIDCALL for anything else; NOTAVAILABLE for what the adapter cannot scale or convert, and for a multisampled
// destination of another source; DEVICELOST. (IDirect3DDevice9::StretchRect.)
func (d *Device) StretchRect(sourceSurface *Surface, sourceRect *d3d9.RECT, destSurface *Surface, destRect *d3d9.RECT, filter d3d9.TEXTUREFILTERTYPE) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	s := stretch{src: sourceSurface, dst: destSurface, filter: filter}
	if err := d.checkStretch(&s, sourceRect, destRect); err != nil {
		return err
	}
	if d.caches.crowded {
		d.trim()
	}
	if s.src.store.row.Depth {
		return d.stretchDepth(&s)
	}
	return d.stretchColor(&s)
}

const stretchCall = "StretchRect"

func invalidStretch(format string, args ...any) d3d9.Error {
	return d3d9.Errorf(d3d9.ERR_INVALIDCALL, stretchCall, "", format, args...)
}

// checkStretch checks all that needs no adapter, and fills in the rectangles.
func (d *Device) checkStretch(s *stretch, sourceRect, destRect *d3d9.RECT) d3d9.Error {
	for _, a := range [...]struct {
		argument string
		surface  *Surface
		rect     *d3d9.RECT
		box      *box
	}{{"source", s.src, sourceRect, &s.from}, {"dest", s.dst, destRect, &s.to}} {
		if a.surface == nil {
			return invalidStretch("%sSurface: is nil", a.argument)
		}
		if err := d.owns(stretchCall, a.argument+"Surface", &a.surface.object); err != nil {
			return err
		}
		switch store := a.surface.store; {
		case store.pool != d3d9.POOL_DEFAULT:
			return invalidStretch("%sSurface: %s is in %v, not in POOL_DEFAULT", a.argument, a.surface.name(), store.pool)
		case store.row.Null:
			return invalidStretch("%sSurface: FMT_NULL has no pixels", a.argument)
		case a.surface.part().locked:
			return invalidStretch("%sSurface: %s is locked", a.argument, a.surface.name())
		}
		var err d3d9.Error
		if *a.box, err = a.surface.part().rectBox(stretchCall, a.argument+"Rect", a.rect); err != nil {
			return err
		}
	}
	switch {
	case s.src.sameImage(s.dst):
		return invalidStretch("destSurface: is sourceSurface")
	case s.filter != d3d9.TEXF_NONE && s.filter != d3d9.TEXF_POINT && s.filter != d3d9.TEXF_LINEAR:
		return invalidStretch("filter: %v is none of TEXF_NONE, TEXF_POINT, TEXF_LINEAR", s.filter)
	}
	if s.src.store.row.Depth || s.dst.store.row.Depth {
		return d.checkStretchDepth(s)
	}
	return d.checkStretchColor(s)
}

func (d *Device) checkStretchDepth(s *stretch) d3d9.Error {
	src, dst := s.src.store, s.dst.store
	switch {
	case src.format != dst.format:
		return invalidStretch("destSurface: depth is not converted, from %v to %v", src.format, dst.format)
	case src.discard || dst.discard:
		return invalidStretch("a depth-stencil surface was made to be discarded")
	case !s.whole() || s.scales():
		return invalidStretch("depth is copied whole and not scaled: (%d, %d)-(%d, %d) to (%d, %d)-(%d, %d) is a part, or of another size",
			s.from.left, s.from.top, s.from.right, s.from.bottom, s.to.left, s.to.top, s.to.right, s.to.bottom)
	case d.state.inScene:
		return invalidStretch("depth is copied outside of BeginScene and EndScene")
	case d.lost():
		return d.lostError(stretchCall)
	case dst.samples > 1 && src.samples != dst.samples:
		return notAvailable(stretchCall, "destSurface: a multisampled depth-stencil surface takes a source with as many samples")
	}
	return nil
}

func (d *Device) checkStretchColor(s *stretch) d3d9.Error {
	src, dst := s.src.store, s.dst.store
	target := func(o *storage) bool { return o.usage&d3d9.USAGE_RENDERTARGET != 0 }
	plain := func(o *storage) bool { return !o.texture && !target(o) }
	switch {
	case dst.texture && !target(dst):
		return invalidStretch("destSurface: %s is of a texture without USAGE_RENDERTARGET", s.dst.name())
	case plain(dst) && src.texture && !target(src):
		return invalidStretch("destSurface: a plain surface takes no texture without USAGE_RENDERTARGET")
	case plain(dst) && !plain(src) && s.scales():
		return invalidStretch("destSurface: a plain surface takes a scaled picture from plain surfaces only")
	case (src.desc.Compressed() || dst.desc.Compressed()) && (src.format != dst.format || s.scales()):
		return invalidStretch("block formats are neither scaled nor converted: %v to %v", src.format, dst.format)
	case !src.aligned(s.src.part(), s.from) || !dst.aligned(s.dst.part(), s.to):
		return invalidStretch("the rectangles do not begin and end at blocks of %dx%d pixels", src.desc.BlockWidth, src.desc.BlockHeight)
	case d.lost():
		return d.lostError(stretchCall)
	case src.format != dst.format && !d.caps.Converts(src.row, dst.row):
		return notAvailable(stretchCall, "the adapter does not convert "+src.format.String()+" to "+dst.format.String()+": CheckDeviceFormatConversion")
	case s.opaque() && !dst.row.Target:
		return notAvailable(stretchCall, "the adapter does not render to "+dst.format.String()+", and "+src.format.String()+" has no alpha")
	case dst.samples > 1 && (src.samples != dst.samples || src.row.Image != dst.row.Image || s.scales()):
		return notAvailable(stretchCall, "destSurface: a multisampled surface takes a source with as many samples, of its format, not scaled")
	case s.scales() && !d.caps.Blits(src.row, dst.row):
		return notAvailable(stretchCall, "the adapter does not scale "+src.format.String())
	case s.linear() == uint32(gpu.FilterLinear) && !src.row.Filter:
		return notAvailable(stretchCall, "filter: the adapter does not filter "+src.format.String())
	}
	return nil
}

func (d *Device) stretchDepth(s *stretch) d3d9.Error {
	src, dst := s.src.store, s.dst.store
	if err := d.room(max(gpu.RecordWords[gpu.OpCopyImage], gpu.RecordWords[gpu.OpResolveDepth]), 0, 1); err != nil {
		return named(stretchCall, err)
	}
	if src.samples == dst.samples {
		d.list.Add(gpu.OpCopyImage, uint32(src.image), 0, 0, 0, 0, 0, uint32(dst.image), 0, 0, 0, 0, 0, src.width, src.height, 1)
		src.use()
		dst.wroteImage(0, 0)
		return nil
	}
	from, err := s.src.attachView(stretchCall, false)
	if err != nil {
		return err
	}
	to, err := s.dst.attachView(stretchCall, false)
	if err != nil {
		return err
	}
	d.list.Add(gpu.OpResolveDepth, uint32(from), uint32(to))
	return nil
}

// stretchWords is the most words that StretchRect of colors takes, but for those of makeOpaque.
var stretchWords = gpu.RecordWords[gpu.OpResolve] + max(gpu.RecordWords[gpu.OpBlit], gpu.RecordWords[gpu.OpCopyImage])

func (d *Device) stretchColor(s *stretch) d3d9.Error {
	src, dst := s.src.store, s.dst.store
	width, height := s.from.right-s.from.left, s.from.bottom-s.from.top
	copies := !s.scales() && src.row.Image == dst.row.Image
	var single gpu.ID
	if src.samples > 1 && !copies {
		var err d3d9.Error
		if single, err = d.single(src); err != nil {
			return err
		}
	}
	var pipeline, view gpu.ID
	if s.opaque() {
		var err d3d9.Error
		if pipeline, err = d.opaquePipeline(stretchCall, s.dst); err != nil {
			return err
		}
		if view, err = s.dst.attachView(stretchCall, false); err != nil {
			return err
		}
	}
	if err := d.room(stretchWords+d.opaqueWords(), opaqueBytes, upAlign); err != nil {
		return named(stretchCall, err)
	}
	src.use()
	dst.wroteImage(s.dst.layer, s.dst.level)
	from := [5]uint32{uint32(src.image), s.src.level, s.src.layer, s.from.left, s.from.top}
	if single != 0 {
		d.list.Add(gpu.OpResolve, uint32(src.image), s.from.left, s.from.top, uint32(single), 0, 0, 0, 0, width, height)
		from = [5]uint32{uint32(single)}
	}
	to := [5]uint32{uint32(dst.image), s.dst.level, s.dst.layer, s.to.left, s.to.top}
	switch {
	case copies && src.samples == dst.samples:
		d.list.Add(gpu.OpCopyImage, from[0], from[1], from[2], from[3], from[4], 0, to[0], to[1], to[2], to[3], to[4], 0, width, height, 1)
	case copies:
		d.list.Add(gpu.OpResolve, from[0], from[3], from[4], to[0], to[1], to[2], to[3], to[4], width, height)
	default:
		d.list.Add(gpu.OpBlit, from[0], from[1], from[2], from[3], from[4], width, height,
			to[0], to[1], to[2], to[3], to[4], s.to.right-s.to.left, s.to.bottom-s.to.top, s.linear())
	}
	if s.opaque() {
		d.makeOpaque(s.dst, s.to, pipeline, view)
	}
	return nil
}

// single returns an image of one sample to resolve a surface to, or any part of it: one for each part would be many.
func (d *Device) single(src *storage) (gpu.ID, d3d9.Error) {
	s, err := d.snapshotImage(stretchCall, snapshotKey{slot: singleSlot, row: src.row, desc: gpu.ImageDesc{
		Kind: gpu.Image2D, Format: src.row.Image, Width: src.width, Height: src.height, Depth: 1, Levels: 1, Samples: 1,
	}})
	return s.image, err
}
