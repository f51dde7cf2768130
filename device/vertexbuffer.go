package device

import "d3d9vk/d3d9"

// VertexBuffer is IDirect3DVertexBuffer9.
type VertexBuffer struct {
	Resource
	bufferStorage
	fvf uint32
}

// CreateVertexBuffer makes a vertex buffer of length bytes. With a flexible vertex format it must hold one vertex. Errors: INVALIDCALL for
// length 0, usages and pools that are not for buffers, OUTOFVIDEOMEMORY. (IDirect3DDevice9::CreateVertexBuffer.)
func (d *Device) CreateVertexBuffer(length uint, usage uint32, fvf uint32, pool d3d9.POOL, sharedHandle uintptr) (_ *VertexBuffer, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateVertexBuffer"
	d.lock()
	defer d.unlock()
	if fvf != 0 {
		size, err := d3d9.FVFVertexSize(fvf)
		if err != nil {
			return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "fvf: %v", err)
		}
		if length < uint(size) {
			return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "length: %d bytes hold no vertex of %d", length, size)
		}
	}
	vb := &VertexBuffer{fvf: fvf}
	if err := vb.initBuffer(call, d, length, usage, pool, sharedHandle); err != nil {
		return nil, err
	}
	vb.Resource = Resource{rtype: d3d9.RTYPE_VERTEXBUFFER, managed: pool == d3d9.POOL_MANAGED}
	vb.init(d, vb, pool == d3d9.POOL_DEFAULT)
	return vb, nil
}

// GetDesc describes the buffer.
func (vb *VertexBuffer) GetDesc() (desc d3d9.VERTEXBUFFER_DESC, err d3d9.Error) {
	d, err := vb.enter("GetDesc")
	if err != nil {
		return desc, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return d3d9.VERTEXBUFFER_DESC{
		Format: d3d9.FMT_VERTEXDATA, Type: d3d9.RTYPE_VERTEXBUFFER, Usage: vb.usage, Pool: vb.pool, Size: vb.size, FVF: vb.fvf,
	}, nil
}

// Lock gives access to sizeToLock bytes from offsetToLock, 0 for all that follow, until Unlock. Locks nest. Errors: INVALIDCALL for ranges
// outside and unknown flags, DEVICELOST. (IDirect3DVertexBuffer9::Lock.)
func (vb *VertexBuffer) Lock(offsetToLock uint, sizeToLock uint, flags uint32) (data d3d9.VertexBufferMemory, err d3d9.Error) {
	d, err := vb.enter("Lock")
	if err != nil {
		return data, err
	}
	defer d.tell(&err)
	defer d.unlock()
	data.Memory, err = vb.lockBytes(offsetToLock, sizeToLock, flags)
	return data, err
}

// Unlock ends Lock; INVALIDCALL for a buffer that is not locked.
func (vb *VertexBuffer) Unlock() (err d3d9.Error) {
	d, err := vb.enter("Unlock")
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	return vb.unlockBytes()
}
