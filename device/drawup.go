package device

import (
	"math"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// upAlign is the alignment of user-pointer vertices and indices in a buffer.
const upAlign = 16

// maxUP is the most bytes of vertices or indices of one user-pointer draw.
const maxUP = 1 << 30

// maxUnderWay is the most bytes of buffers that draws with memory of their own leave under way: the next such draw waits for them.
const maxUnderWay = 256 << 20

// underWay is how many bytes lists that are not done, up to serial, have in buffers that draws brought themselves.
type underWay struct {
	bytes  uint
	serial uint64
}

// DrawPrimitiveUP draws vertices from the caller's memory, vertexStreamZeroStride bytes each. Stream 0 is empty afterwards.
func (d *Device) DrawPrimitiveUP(typ d3d9.PRIMITIVETYPE, primitiveCount uint, vertexStreamZeroData uintptr, vertexStreamZeroStride uint) d3d9.Error {
	d.lock()
	err := d.drew(d.drawPrimitiveUP("DrawPrimitiveUP", typ, primitiveCount, vertexStreamZeroData, vertexStreamZeroStride))
	d.unlock()
	return err
}

func (d *Device) drawPrimitiveUP(call string, typ d3d9.PRIMITIVETYPE, primitiveCount uint, data uintptr, stride uint) d3d9.Error {
	n, err := d.setPrimitive(call, typ, primitiveCount)
	if err != nil {
		return err
	}
	if err := checkUP(call, data, stride, uint64(n)); err != nil {
		return err
	}
	if primitiveCount == 0 {
		return nil
	}
	vertices := foreign(data, int(uint(n)*stride))
	if d.expands() {
		err := d.drawExpanded(call, primitiveCount, &vertexSource{up: true, data: vertices, stride: uint32(stride)})
		if err == nil {
			d.emptyStream()
		}
		return err
	}
	draws, err := d.beginUP(call, 0, uint(n)*stride, stride)
	if !draws {
		return err
	}
	buffer, offset, err := d.putUP(call, vertices)
	if err != nil {
		return err
	}
	d.list.Add(gpu.OpStream, 0, uint32(buffer), offset, uint32(stride))
	d.record(drawRecord{count: n})
	d.endUP(buffer)
	d.emptyStream()
	return nil
}

// checkUP checks the vertices of a user-pointer draw: stride bytes each, count of them.
func checkUP(call string, data uintptr, stride uint, count uint64) d3d9.Error {
	switch {
	case data == 0:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "vertexStreamZeroData: is null")
	case stride == 0:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "vertexStreamZeroStride: is 0")
	case stride > math.MaxUint16 || count*uint64(stride) > maxUP:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%d vertices of %d bytes are more than %d bytes", count, stride, maxUP)
	}
	return nil
}

// beginUP flushes the state of a draw whose indices and vertices, of so many bytes, come from the caller's memory. Small ones will
// lie in the arena of the same list.
func (d *Device) beginUP(call string, indices, vertices, stride uint) (draws bool, err d3d9.Error) {
	return d.beginOwn(call, indices, vertices, true, stride)
}

// beginOwn is beginUP for a draw that brings a stream 0 of its own, which may be the caller's memory, up, or made from all streams.
func (d *Device) beginOwn(call string, indices, vertices uint, up bool, stride uint) (draws bool, err d3d9.Error) {
	if err := d.room(drawWords, 0, 1); err != nil { // there is a list
		return false, named(call, err)
	}
	inline, own := 0, uint(0)
	for _, n := range [...]uint{indices, vertices} {
		if n <= d.inlineUP() {
			inline += int(n) + upAlign
		} else {
			own += n
		}
	}
	if own != 0 {
		if err := d.limitUnderWay(own); err != nil {
			return false, named(call, err)
		}
	}
	d.flush.up, d.flush.upStride = up, uint32(stride)
	d.dirty |= dirtyStreams // for this draw, which has a stream 0 of its own, and for the next, which has not
	draws, err = d.prepare(call, inline)
	d.flush.up = false
	d.dirty |= dirtyStreams
	d.flush.emitted.streams[0] = streamRecord{}
	return draws, err
}

// limitUnderWay waits for draws before where they and n bytes more in buffers of their own would be too much.
func (d *Device) limitUnderWay(n uint) d3d9.Error {
	u := &d.underWay
	if d.completed(u.serial) {
		u.bytes = 0
	}
	if u.bytes != 0 && u.bytes+n > maxUnderWay {
		if err := d.waitSerial(u.serial); err != nil {
			return err
		}
		u.bytes = 0
	}
	return d.room(drawWords, 0, 1)
}

// inlineUP is the most bytes of user memory that a draw copies into the arena; more get a buffer of their own.
func (d *Device) inlineUP() uint { return uint(len(d.list.Arena)) / 8 }

// putUP copies user memory to where the graphics processor reads it. The room has been made by beginUP.
func (d *Device) putUP(call string, data []byte) (buffer gpu.ID, offset uint32, err d3d9.Error) {
	memory, buffer, offset, err := d.takeUP(call, len(data))
	copy(memory, data)
	return buffer, offset, err
}

// takeUP is memory of n bytes for what a draw reads: of the arena, or a buffer of its own.
func (d *Device) takeUP(call string, n int) (memory []byte, buffer gpu.ID, offset uint32, err d3d9.Error) {
	if uint(n) <= d.inlineUP() {
		at := d.list.Alloc(n, upAlign)
		return d.list.Arena[at:][:n], d.list.Buffer, uint32(at), nil
	}
	buffer, memory, failed := d.gpu.CreateBuffer(gpu.BufferDesc{Size: uint64(n), Mapped: true})
	if failed != nil {
		return nil, 0, 0, d.gpuError(call, failed)
	}
	d.underWay.bytes, d.underWay.serial = d.underWay.bytes+uint(n), d.nextSerial()
	return memory, buffer, 0, nil
}

// endUP has a buffer that putUP made destroyed when the list is done. On a lost device, which has no list, it is left to Close.
func (d *Device) endUP(buffer gpu.ID) {
	if d.list != nil && buffer != d.list.Buffer {
		d.list.Add(gpu.OpDestroy, uint32(gpu.KindBuffer), uint32(buffer))
	}
}

// emptyStream takes the buffer of stream 0 away after a user-pointer draw. That may be its end and take the list's room.
func (d *Device) emptyStream() {
	if d.state.bound.streams[0] != nil {
		d.setStream(0, nil, streamState{freq: d.state.streams[0].freq})
	}
}

// DrawIndexedPrimitiveUP draws vertices and indices, FMT_INDEX16 or FMT_INDEX32, from the caller's memory. The indices name
// vertices minVertexIndex to minVertexIndex+numVertices-1. Stream 0 and the index buffer are empty afterwards.
func (d *Device) DrawIndexedPrimitiveUP(typ d3d9.PRIMITIVETYPE, minVertexIndex uint, numVertices uint, primitiveCount uint, indexData uintptr, indexDataFormat d3d9.FORMAT, vertexStreamZeroData uintptr, vertexStreamZeroStride uint) d3d9.Error {
	d.lock()
	err := d.drew(d.drawIndexedPrimitiveUP("DrawIndexedPrimitiveUP", typ, minVertexIndex, numVertices, primitiveCount, indexData, indexDataFormat, vertexStreamZeroData, vertexStreamZeroStride))
	d.unlock()
	return err
}

func (d *Device) drawIndexedPrimitiveUP(call string, typ d3d9.PRIMITIVETYPE, minVertexIndex, numVertices, primitiveCount uint, indexData uintptr, format d3d9.FORMAT, data uintptr, stride uint) d3d9.Error {
	n, err := d.setPrimitive(call, typ, primitiveCount)
	if err != nil {
		return err
	}
	size := uint(2)
	switch {
	case indexData == 0:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "indexData: is null")
	case format == d3d9.FMT_INDEX32:
		size = 4
	case format != d3d9.FMT_INDEX16:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "indexDataFormat: %v is neither FMT_INDEX16 nor FMT_INDEX32", format)
	}
	if numVertices > maxUP || minVertexIndex > math.MaxInt32 || uint(n)*size > maxUP {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%d indices of %d vertices from %d on are too many", n, numVertices, minVertexIndex)
	}
	if err := checkUP(call, data, stride, uint64(numVertices)); err != nil {
		return err
	}
	if primitiveCount == 0 || numVertices == 0 {
		return nil
	}
	indices, vertices := foreign(indexData, int(uint(n)*size)), foreign(data+uintptr(minVertexIndex*stride), int(numVertices*stride))
	if d.expands() {
		src := vertexSource{base: -int64(minVertexIndex), indices: indices, indexSize: uint32(size), up: true, data: vertices, stride: uint32(stride)}
		if err := d.drawExpanded(call, primitiveCount, &src); err != nil {
			return err
		}
		d.emptyStreamAndIndices()
		return nil
	}
	draws, err := d.beginUP(call, uint(n)*size, numVertices*stride, stride)
	if !draws {
		return err
	}
	indexBuffer, indexOffset, err := d.putUP(call, indices)
	if err != nil {
		return err
	}
	buffer, offset, err := d.putUP(call, vertices)
	if err != nil {
		d.endUP(indexBuffer)
		return err
	}
	d.list.Add(gpu.OpStream, 0, uint32(buffer), offset, uint32(stride))
	d.list.Add(gpu.OpIndex, uint32(indexBuffer), indexOffset, uint32(size))
	d.record(drawRecord{indexed: true, count: n, base: -int32(minVertexIndex)})
	d.endUP(buffer)
	d.endUP(indexBuffer)
	d.emptyStreamAndIndices()
	d.dirty |= dirtyIndex
	d.flush.emitted.index = indexRecord{}
	return nil
}

func (d *Device) emptyStreamAndIndices() {
	d.emptyStream()
	if d.state.bound.indices != nil {
		d.setIndices(nil)
	}
}

// DrawIndexedPrimitiveUPuint16 is DrawIndexedPrimitiveUP with indices in a slice, which must hold those of primitiveCount primitives.
func (d *Device) DrawIndexedPrimitiveUPuint16(primitiveType d3d9.PRIMITIVETYPE, minVertexIndex uint, numVertices uint, primitiveCount uint, indexData []uint16, vertexStreamZeroData uintptr, vertexStreamZeroStride uint) d3d9.Error {
	d.lock()
	err := d.drew(drawIndexedUP(d, "DrawIndexedPrimitiveUPuint16", primitiveType, minVertexIndex, numVertices, primitiveCount, indexData, d3d9.FMT_INDEX16, vertexStreamZeroData, vertexStreamZeroStride))
	d.unlock()
	return err
}

// DrawIndexedPrimitiveUPuint32 is DrawIndexedPrimitiveUP with indices in a slice, which must hold those of primitiveCount primitives.
func (d *Device) DrawIndexedPrimitiveUPuint32(primitiveType d3d9.PRIMITIVETYPE, minVertexIndex uint, numVertices uint, primitiveCount uint, indexData []uint32, vertexStreamZeroData uintptr, vertexStreamZeroStride uint) d3d9.Error {
	d.lock()
	err := d.drew(drawIndexedUP(d, "DrawIndexedPrimitiveUPuint32", primitiveType, minVertexIndex, numVertices, primitiveCount, indexData, d3d9.FMT_INDEX32, vertexStreamZeroData, vertexStreamZeroStride))
	d.unlock()
	return err
}

func drawIndexedUP[T uint16 | uint32](d *Device, call string, typ d3d9.PRIMITIVETYPE, minVertexIndex, numVertices, primitiveCount uint, indices []T, format d3d9.FORMAT, data uintptr, stride uint) d3d9.Error {
	n, err := d.setPrimitive(call, typ, primitiveCount)
	if err != nil {
		return err
	}
	if primitiveCount != 0 && uint(len(indices)) < uint(n) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "indexData: %d indices, %d primitives need %d", len(indices), primitiveCount, n)
	}
	if len(indices) == 0 {
		return nil
	}
	return d.drawIndexedPrimitiveUP(call, typ, minVertexIndex, numVertices, primitiveCount, uintptr(unsafe.Pointer(unsafe.SliceData(indices))), format, data, stride)
}
