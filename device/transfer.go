package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// named puts the call into an error of the device's inner workings, which do not know it.
func named(call string, err d3d9.Error) d3d9.Error {
	if e, ok := err.(*d3d9.CallError); ok && e.Call == "" {
		return &d3d9.CallError{HRESULT: e.HRESULT, Call: call, Rule: e.Rule, Reason: e.Reason}
	}
	return err
}

// read copies a level of the image to the host memory of a part of the same format and size, and waits for that.
func (s *storage) read(call string, layer, level uint32, dst *storage, to *part) d3d9.Error {
	d := s.device
	from := s.part(layer, level)
	blockWidth, blockHeight := uint32(s.desc.BlockWidth), uint32(s.desc.BlockHeight)
	columns := (from.width + blockWidth - 1) / blockWidth
	rows := (from.height + blockHeight - 1) / blockHeight
	pitch := int(columns) * int(s.row.ImageBytes)
	slice := pitch * int(rows)
	if err := s.needReadback(call, slice*int(from.depth)); err != nil {
		return err
	}
	if err := d.room(gpu.RecordWords[gpu.OpReadImage], 0, 1); err != nil {
		return named(call, err)
	}
	d.list.Add(gpu.OpReadImage, uint32(s.image), level, layer, 0, 0, 0, from.width, from.height, from.depth,
		uint32(s.readback), 0, columns*blockWidth, rows*blockHeight, 0)
	s.use()
	if err := d.waitSerial(s.lastUse); err != nil {
		return named(call, err)
	}
	n := int(columns) * int(s.desc.BlockBytes)
	memory := dst.bytes(to)
	for z := range int(from.depth) {
		for y := range int(rows) {
			row := s.readbackMemory[z*slice+y*pitch:]
			s.row.FromImage(memory[z*to.slice+y*to.pitch:][:n], row[:pitch])
		}
	}
	return nil
}

// needReadback makes sure that the buffer for reading holds size bytes.
func (s *storage) needReadback(call string, size int) d3d9.Error {
	d := s.device
	if len(s.readbackMemory) >= size {
		return nil
	}
	id, memory, err := d.gpu.CreateBuffer(gpu.BufferDesc{Size: uint64(size+3) &^ 3, Mapped: true, Readback: true})
	if err != nil {
		return d.gpuError(call, err)
	}
	d.destroy(gpu.KindBuffer, s.readback)
	s.readback, s.readbackMemory = id, memory
	return nil
}

// GetRenderTargetData copies a render target to a surface of POOL_SYSTEMMEM with the same format and size, and waits until the
// graphics processor has drawn it. Errors: INVALIDCALL for anything else, for multisampled targets and while destSurface is
// locked; DEVICELOST. (IDirect3DDevice9::GetRenderTargetData.)
func (d *Device) GetRenderTargetData(renderTarget, destSurface *Surface) (err d3d9.Error) {
	defer d.tell(&err)
	const call = "GetRenderTargetData"
	d.lock()
	defer d.unlock()
	if renderTarget == nil || destSurface == nil {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a surface is nil")
	}
	if err := d.owns(call, "renderTarget", &renderTarget.object); err != nil {
		return err
	}
	if err := d.owns(call, "destSurface", &destSurface.object); err != nil {
		return err
	}
	src, dst := renderTarget.store, destSurface.store
	from, to := renderTarget.part(), destSurface.part()
	invalid := func(format string, args ...any) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", format, args...)
	}
	switch {
	case src.usage&d3d9.USAGE_RENDERTARGET == 0:
		return invalid("renderTarget: %s is not a render target", renderTarget.name())
	case src.image == 0:
		return invalid("renderTarget: FMT_NULL has no pixels")
	case src.samples > 1:
		return invalid("renderTarget: %s is multisampled: StretchRect to one that is not, and read that", renderTarget.name())
	case dst.pool != d3d9.POOL_SYSTEMMEM:
		return invalid("destSurface: %s is not in POOL_SYSTEMMEM", destSurface.name())
	case dst.format != src.format:
		return invalid("destSurface: format %v differs from renderTarget's %v", dst.format, src.format)
	case from.width != to.width || from.height != to.height:
		return invalid("destSurface: %dx%d differs from renderTarget's %dx%d", to.width, to.height, from.width, from.height)
	case to.locked:
		return invalid("destSurface: %s is locked", destSurface.name())
	case d.lost():
		return d.lostError(call)
	}
	if err := src.read(call, renderTarget.layer, renderTarget.level, dst, to); err != nil {
		return err
	}
	dst.touch(destSurface.layer, destSurface.level, to.whole())
	return nil
}
