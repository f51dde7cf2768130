package device

import (
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/ir"
)

// maxStride is the largest stride of a stream.
const maxStride = 1<<16 - 1

// SetStreamSource sets the buffer of stream 0..15, where its vertices start and the bytes from one to the next. Nil empties the
// stream and keeps offset and stride, as on Windows; inputs of an empty stream read (0, 0, 0, 1).
func (d *Device) SetStreamSource(streamNumber uint, streamData *VertexBuffer, offsetInBytes uint, stride uint) (err d3d9.Error) {
	defer d.tell(&err)
	const call = "SetStreamSource"
	d.lock()
	defer d.unlock()
	if streamNumber >= uint(d.maxStreams) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "streamNumber: %d is not below the caps' MaxStreams of %d", streamNumber, d.maxStreams)
	}
	s := d.state.streams[streamNumber]
	if streamData == nil {
		d.setStream(int(streamNumber), nil, s)
		return nil
	}
	if err := d.owns(call, "streamData", &streamData.object); err != nil {
		return err
	}
	if stride > maxStride || offsetInBytes > uint(streamData.size) || offsetInBytes%4 != 0 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "offsetInBytes %d or stride %d: the offset is a multiple of 4 within the buffer's %d bytes, the stride at most %d",
			offsetInBytes, stride, streamData.size, maxStride)
	}
	s.offset, s.stride = uint32(offsetInBytes), uint32(stride)
	d.setStream(int(streamNumber), streamData, s)
	return nil
}

// setStream stores a stream.
func (d *Device) setStream(n int, vb *VertexBuffer, s streamState) {
	if old := d.state.bound.streams[n]; old != vb {
		if vb != nil {
			vb.bind()
		}
		d.state.bound.streams[n] = vb
		if old != nil {
			old.unbind()
		}
		d.dirty |= dirtyStreams
	}
	if s != d.state.streams[n] {
		d.state.streams[n] = s
		d.dirty |= dirtyStreams
	}
}

// GetStreamSource returns what SetStreamSource set; the buffer, if there is one, with a reference more.
func (d *Device) GetStreamSource(streamNumber uint) (streamData *VertexBuffer, offsetInBytes uint, stride uint, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if streamNumber >= streamCount {
		return nil, 0, 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetStreamSource", "", "streamNumber: %d is not within 0..15", streamNumber)
	}
	s := &d.state.streams[streamNumber]
	vb := d.state.bound.streams[streamNumber]
	if vb != nil {
		vb.addRef()
	}
	return vb, uint(s.offset), uint(s.stride), nil
}

// SetStreamSourceFreq sets a stream's divider. Only 1, no instancing, is available now.
func (d *Device) SetStreamSourceFreq(streamNumber uint, frequencyParameter uint) d3d9.Error {
	const call = "SetStreamSourceFreq"
	if streamNumber >= streamCount {
		return d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "streamNumber: %d is not within 0..15", streamNumber))
	}
	if frequencyParameter != 1 {
		return d.refuse(notAvailable(call, "instancing is not supported yet"))
	}
	d.lock()
	d.state.streams[streamNumber].freq = 1
	d.unlock()
	return nil
}

// GetStreamSourceFreq returns a stream's divider.
func (d *Device) GetStreamSourceFreq(streamNumber uint) (divider uint32, err d3d9.Error) {
	if streamNumber >= streamCount {
		return 0, d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetStreamSourceFreq", "", "streamNumber: %d is not within 0..15", streamNumber))
	}
	d.lock()
	divider = d.state.streams[streamNumber].freq
	d.unlock()
	return divider, nil
}

// SetIndices sets the index buffer; nil takes it away.
func (d *Device) SetIndices(indexData *IndexBuffer) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if indexData != nil {
		if err := d.owns("SetIndices", "indexData", &indexData.object); err != nil {
			return err
		}
	}
	d.setIndices(indexData)
	return nil
}

func (d *Device) setIndices(ib *IndexBuffer) {
	old := d.state.bound.indices
	if old == ib {
		return
	}
	if ib != nil {
		ib.bind()
	}
	d.state.bound.indices = ib
	if old != nil {
		old.unbind()
	}
	d.dirty |= dirtyIndex
}

// GetIndices returns the index buffer, with a reference more, or nil.
func (d *Device) GetIndices() (indexData *IndexBuffer, err d3d9.Error) {
	d.lock()
	defer d.unlock()
	ib := d.state.bound.indices
	if ib != nil {
		ib.addRef()
	}
	return ib, nil
}

// SetVertexDeclaration sets the vertex declaration; nil takes it away.
func (d *Device) SetVertexDeclaration(decl *VertexDeclaration) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if decl != nil {
		var o *object
		if decl.declaration != nil {
			o = &decl.object
		}
		if err := d.owns("SetVertexDeclaration", "decl", o); err != nil {
			return err
		}
		d.setDeclaration(decl.declaration)
		return nil
	}
	d.setDeclaration(nil)
	return nil
}

func (d *Device) setDeclaration(decl *declaration) {
	d.state.fvf = 0
	old := d.state.bound.decl
	if old == decl {
		return
	}
	if decl != nil {
		decl.bind()
	}
	d.state.bound.decl = decl
	if old != nil {
		old.unbind()
	}
	d.dirty |= dirtyPipeline | dirtyStreams
}

// GetVertexDeclaration returns a copy of the vertex declaration, which holds a reference more; the zero value where none is set.
func (d *Device) GetVertexDeclaration() (decl VertexDeclaration, err d3d9.Error) {
	d.lock()
	defer d.unlock()
	if decl.declaration = d.state.bound.decl; decl.declaration != nil {
		decl.addRef()
	}
	return decl, nil
}

// SetFVF sets the vertex declaration that a flexible vertex format stands for; 0 keeps the declaration that is set.
func (d *Device) SetFVF(fvf uint32) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if fvf == 0 {
		return nil
	}
	decl := d.caches.fvf[fvf]
	if decl == nil {
		elements, err := d3d9.FVFDeclaration(fvf)
		if err != nil {
			return d3d9.Errorf(err.Code(), "SetFVF", "", "%v", err)
		}
		made, err := d.newDeclaration("SetFVF", elements)
		if err != nil {
			return err
		}
		decl = made.declaration
		decl.bind()
		decl.release()
		d.keepFVF(fvf, decl)
	}
	d.setDeclaration(decl)
	d.state.fvf = fvf
	return nil
}

// maxFVFs is how many declarations of flexible vertex formats a device keeps.
const maxFVFs = 256

// keepFVF keeps the declaration of a flexible vertex format; the program uses few, so all are forgotten when there are too many.
func (d *Device) keepFVF(fvf uint32, decl *declaration) {
	if len(d.caches.fvf) >= maxFVFs {
		for f, old := range d.caches.fvf {
			delete(d.caches.fvf, f)
			old.unbind()
		}
	}
	d.caches.fvf[fvf] = decl
}

// GetFVF returns the flexible vertex format, 0 where a declaration was set.
func (d *Device) GetFVF() (fvf uint32, err d3d9.Error) {
	d.lock()
	fvf = d.state.fvf
	d.unlock()
	return fvf, nil
}

// streamRecord and indexRecord are what OpStream and OpIndex say.
type streamRecord struct{ buffer, offset, stride uint32 }

type indexRecord struct{ buffer, offset, size uint32 }

// boundStreams is the streams that have vertices; bit 0 is set also for a user-pointer draw.
func (d *Device) boundStreams() uint16 { return d.boundStreamsWith(d.flush.up) }

func (d *Device) boundStreamsWith(up bool) uint16 {
	var mask uint16
	for n, vb := range d.state.bound.streams {
		if vb != nil {
			mask |= 1 << n
		}
	}
	if up {
		mask |= 1
	}
	return mask
}

// flushStreams binds the buffers of the streams that the vertex layout reads. Stream 0 of a user-pointer draw is not here.
func (d *Device) flushStreams() {
	mask := d.flush.layout.streams
	if d.flush.expanded {
		return
	}
	if d.flush.up {
		mask &^= 1
	}
	for ; mask != 0; mask &= mask - 1 {
		n := bits.TrailingZeros16(mask)
		s := &d.state.streams[n]
		record := streamRecord{uint32(d.state.bound.streams[n].buffer()), s.offset, s.stride}
		if d.flush.emitted.streams[n] != record {
			d.flush.emitted.streams[n] = record
			d.list.Add(gpu.OpStream, uint32(n), record.buffer, record.offset, record.stride)
		}
	}
}

// flushIndex binds the index buffer.
func (d *Device) flushIndex() {
	ib := d.state.bound.indices
	if ib == nil {
		return
	}
	record := indexRecord{uint32(ib.buffer()), 0, ib.indexSize()}
	if d.flush.emitted.index != record {
		d.flush.emitted.index = record
		d.list.Add(gpu.OpIndex, record.buffer, record.offset, record.size)
	}
}

// layoutKey is the content of a vertex layout: equal ones are made once.
type layoutKey struct {
	count    uint8
	elements [2 * maxInputs]gpu.VertexElement // twice for expanded vertices
}

// maxInputs is the number of input registers of a vertex shader.
const maxInputs = 16

// vertexLayout is what the current declaration, shader and streams make of the vertices.
type vertexLayout struct {
	id      gpu.ID
	streams uint16 // streams that it reads
	reads   [streamCount]streamRead

	expansion expansion // where vertices are expanded
}

// streamRead is what a layout reads of each vertex of a stream: the bytes up to end, in components of so many bytes.
type streamRead struct{ end, component uint32 }

// add adds an element.
func (r *streamRead) add(el *d3d9.VERTEXELEMENT) {
	size, n := d3d9.DeclTypeSize(el.Type), d3d9.DeclTypeComponents(el.Type)
	component := uint32(4) // of packed types
	if size%n == 0 {
		component = size / n
	}
	r.end, r.component = max(r.end, uint32(el.Offset)+size), max(r.component, component)
}

// checkStrides refuses streams whose vertices overlap or lie where the graphics processor cannot read them: Vulkan leaves both
// undefined. A stride of 0 gives all vertices the first one's elements.
func (d *Device) checkStrides(call string) d3d9.Error {
	for mask := d.flush.layout.streams; mask != 0; mask &= mask - 1 {
		n := bits.TrailingZeros16(mask)
		stride, read := d.state.streams[n].stride, d.flush.layout.reads[n]
		if n == 0 && d.flush.up {
			stride = d.flush.upStride
		}
		if stride != 0 && (stride < read.end || stride%read.component != 0) {
			return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the stride of stream %d is %d: the vertex shader reads %d bytes of each vertex, in components of %d",
				n, stride, read.end, read.component)
		}
		if limit := d.gpu.Adapter().Limits.MaxVertexInputBindingStride; stride > limit {
			return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the stride of stream %d is %d, more than the adapter's %d", n, stride, limit)
		}
	}
	return nil
}

// findLayout returns the layout that feeds each input of the shader from the element of the same semantic. Inputs without an element, or
// whose stream is empty, are fed with (0, 0, 0, 1).
func (d *Device) findLayout(call string, vs *ir.Shader, decl *declaration, bound uint16, expanded bool) (vertexLayout, d3d9.Error) {
	var key layoutKey
	var layout vertexLayout
	for n := range vs.Inputs {
		in := &vs.Inputs[n]
		e := gpu.VertexElement{Location: uint8(n), Binding: gpu.ZeroStream, Format: gpu.FormatR32Sfloat}
		if el := decl.element(in.Semantic.Usage, in.Semantic.Index); el != nil && bound>>el.Stream&1 != 0 {
			format, ok := d.caps.VertexFormat(el.Type)
			if !ok {
				return layout, notAvailable(call, "the adapter cannot read vertices of type "+el.Type.String())
			}
			e.Binding, e.Offset, e.Format, e.Swizzle = uint8(el.Stream), el.Offset, format, el.Type == d3d9.DECLTYPE_D3DCOLOR
			layout.streams |= 1 << el.Stream
			layout.reads[el.Stream].add(el)
		}
		key.elements[n] = e
		key.count++
	}
	if expanded {
		key.expand(vs, decl, &layout)
	}
	if id, ok := d.caches.layouts[key]; ok {
		layout.id = id
		return layout, nil
	}
	elements := append([]gpu.VertexElement(nil), key.elements[:key.count]...)
	id, err := d.gpu.CreateVertexLayout(elements)
	if err != nil {
		return layout, d.gpuError(call, err)
	}
	d.caches.layouts[key] = id
	d.crowd(len(d.caches.layouts), maxLayouts)
	layout.id = id
	return layout, nil
}
