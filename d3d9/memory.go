package d3d9

import "unsafe"

// VertexBufferMemory is the mapped bytes of a vertex buffer, valid from Lock to Unlock. Offsets are in bytes and need
// no alignment; the caller keeps within what was locked. Calls on the zero value do nothing.
type VertexBufferMemory struct {
	Memory uintptr
}

// IndexBufferMemory is the mapped bytes of an index buffer, as VertexBufferMemory is of a vertex buffer.
type IndexBufferMemory struct {
	Memory uintptr
}

// foreign returns n values of mapped memory that the Go heap does not own, offset bytes after p.
func foreign[T any](p uintptr, offset, n int) []T {
	if p == 0 || n == 0 {
		return nil
	}
	p += uintptr(offset)
	// Reading the pointer through its address says that p is an address by origin, not by arithmetic on a Go object.
	return unsafe.Slice((*T)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), n)
}

// set copies data into mapped memory.
func set[T any](p uintptr, offset int, data []T) { copy(foreign[T](p, offset, len(data)), data) }

// get copies mapped memory into data.
func get[T any](p uintptr, offset int, data []T) { copy(data, foreign[T](p, offset, len(data))) }

// SetFloat32s copies data to offsetInBytes.
func (m VertexBufferMemory) SetFloat32s(offsetInBytes int, data []float32) {
	set(m.Memory, offsetInBytes, data)
}

// GetFloat32s fills data from offsetInBytes.
func (m VertexBufferMemory) GetFloat32s(offsetInBytes int, data []float32) {
	get(m.Memory, offsetInBytes, data)
}

// SetFloat64s copies data to offsetInBytes.
func (m VertexBufferMemory) SetFloat64s(offsetInBytes int, data []float64) {
	set(m.Memory, offsetInBytes, data)
}

// GetFloat64s fills data from offsetInBytes.
func (m VertexBufferMemory) GetFloat64s(offsetInBytes int, data []float64) {
	get(m.Memory, offsetInBytes, data)
}

// SetInt8s copies data to offsetInBytes.
func (m VertexBufferMemory) SetInt8s(offsetInBytes int, data []int8) {
	set(m.Memory, offsetInBytes, data)
}

// GetInt8s fills data from offsetInBytes.
func (m VertexBufferMemory) GetInt8s(offsetInBytes int, data []int8) {
	get(m.Memory, offsetInBytes, data)
}

// SetInt16s copies data to offsetInBytes.
func (m VertexBufferMemory) SetInt16s(offsetInBytes int, data []int16) {
	set(m.Memory, offsetInBytes, data)
}

// GetInt16s fills data from offsetInBytes.
func (m VertexBufferMemory) GetInt16s(offsetInBytes int, data []int16) {
	get(m.Memory, offsetInBytes, data)
}

// SetInt32s copies data to offsetInBytes.
func (m VertexBufferMemory) SetInt32s(offsetInBytes int, data []int32) {
	set(m.Memory, offsetInBytes, data)
}

// GetInt32s fills data from offsetInBytes.
func (m VertexBufferMemory) GetInt32s(offsetInBytes int, data []int32) {
	get(m.Memory, offsetInBytes, data)
}

// SetUint8s copies data to offsetInBytes.
func (m VertexBufferMemory) SetUint8s(offsetInBytes int, data []uint8) {
	set(m.Memory, offsetInBytes, data)
}

// GetUint8s fills data from offsetInBytes.
func (m VertexBufferMemory) GetUint8s(offsetInBytes int, data []uint8) {
	get(m.Memory, offsetInBytes, data)
}

// SetUint16s copies data to offsetInBytes.
func (m VertexBufferMemory) SetUint16s(offsetInBytes int, data []uint16) {
	set(m.Memory, offsetInBytes, data)
}

// GetUint16s fills data from offsetInBytes.
func (m VertexBufferMemory) GetUint16s(offsetInBytes int, data []uint16) {
	get(m.Memory, offsetInBytes, data)
}

// SetUint32s copies data to offsetInBytes.
func (m VertexBufferMemory) SetUint32s(offsetInBytes int, data []uint32) {
	set(m.Memory, offsetInBytes, data)
}

// GetUint32s fills data from offsetInBytes.
func (m VertexBufferMemory) GetUint32s(offsetInBytes int, data []uint32) {
	get(m.Memory, offsetInBytes, data)
}

// SetBytes copies data to offsetInBytes.
func (m VertexBufferMemory) SetBytes(offsetInBytes int, data []byte) {
	set(m.Memory, offsetInBytes, data)
}

// GetBytes fills data from offsetInBytes.
func (m VertexBufferMemory) GetBytes(offsetInBytes int, data []byte) {
	get(m.Memory, offsetInBytes, data)
}

// SetUint8s copies data to offsetInBytes.
func (m IndexBufferMemory) SetUint8s(offsetInBytes int, data []uint8) {
	set(m.Memory, offsetInBytes, data)
}

// GetUint8s fills data from offsetInBytes.
func (m IndexBufferMemory) GetUint8s(offsetInBytes int, data []uint8) {
	get(m.Memory, offsetInBytes, data)
}

// SetUint16s copies data to offsetInBytes.
func (m IndexBufferMemory) SetUint16s(offsetInBytes int, data []uint16) {
	set(m.Memory, offsetInBytes, data)
}

// GetUint16s fills data from offsetInBytes.
func (m IndexBufferMemory) GetUint16s(offsetInBytes int, data []uint16) {
	get(m.Memory, offsetInBytes, data)
}

// SetUint32s copies data to offsetInBytes.
func (m IndexBufferMemory) SetUint32s(offsetInBytes int, data []uint32) {
	set(m.Memory, offsetInBytes, data)
}

// GetUint32s fills data from offsetInBytes.
func (m IndexBufferMemory) GetUint32s(offsetInBytes int, data []uint32) {
	get(m.Memory, offsetInBytes, data)
}
