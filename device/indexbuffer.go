package device

import "d3d9vk/d3d9"

// IndexBuffer is IDirect3DIndexBuffer9.
type IndexBuffer struct {
	Resource
	bufferStorage
	format d3d9.FORMAT
	count  uint // whole indices
}

// CreateIndexBuffer makes an index buffer of length bytes with indices of FMT_INDEX16 or FMT_INDEX32; see CreateVertexBuffer. (IDirect3DDevice9::CreateIndexBuffer.)
func (d *Device) CreateIndexBuffer(length uint, usage uint32, format d3d9.FORMAT, pool d3d9.POOL, sharedHandle uintptr) (_ *IndexBuffer, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateIndexBuffer"
	d.lock()
	defer d.unlock()
	if format != d3d9.FMT_INDEX16 && format != d3d9.FMT_INDEX32 {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "format: %v is neither INDEX16 nor INDEX32", format)
	}
	ib := &IndexBuffer{format: format}
	if err := ib.initBuffer(call, d, length, usage, pool, sharedHandle); err != nil {
		return nil, err
	}
	ib.count = length / uint(ib.indexSize())
	ib.Resource = Resource{rtype: d3d9.RTYPE_INDEXBUFFER, managed: pool == d3d9.POOL_MANAGED}
	ib.init(d, ib, pool == d3d9.POOL_DEFAULT)
	return ib, nil
}

// indexSize is the bytes of an index.
func (ib *IndexBuffer) indexSize() uint32 {
	if ib.format == d3d9.FMT_INDEX32 {
		return 4
	}
	return 2
}

// GetDesc describes the buffer.
func (ib *IndexBuffer) GetDesc() (desc d3d9.INDEXBUFFER_DESC, err d3d9.Error) {
	d, err := ib.enter("GetDesc")
	if err != nil {
		return desc, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return d3d9.INDEXBUFFER_DESC{Format: ib.format, Type: d3d9.RTYPE_INDEXBUFFER, Usage: ib.usage, Pool: ib.pool, Size: ib.size}, nil
}

// Lock gives access to sizeToLock bytes from offsetToLock, 0 for all that follow, until Unlock; see VertexBuffer.Lock. (IDirect3DIndexBuffer9::Lock.)
func (ib *IndexBuffer) Lock(offsetToLock uint, sizeToLock uint, flags uint32) (data d3d9.IndexBufferMemory, err d3d9.Error) {
	d, err := ib.enter("Lock")
	if err != nil {
		return data, err
	}
	defer d.tell(&err)
	defer d.unlock()
	data.Memory, err = ib.lockBytes(offsetToLock, sizeToLock, flags)
	return data, err
}

// Unlock ends Lock; INVALIDCALL for a buffer that is not locked.
func (ib *IndexBuffer) Unlock() (err d3d9.Error) {
	d, err := ib.enter("Unlock")
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	return ib.unlockBytes()
}
