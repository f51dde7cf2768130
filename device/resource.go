package device

import (
	"bytes"
	"unsafe"

	"d3d9vk/d3d9"
)

// private is an object with private data: bytes that the program keeps on it under a GUID.
type private struct {
	object
	data map[d3d9.GUID][]byte
}

// foreign returns size bytes of the program's memory at address p.
//
//go:noinline
func foreign(p uintptr, size int) []byte {
	// Reading the pointer through its address says that p is an address by origin, not by arithmetic on a Go object. Inlined into a
	// copy of constant size, that stops the compiler of Go 1.26.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), size)
}

// SetPrivateData keeps a copy of size bytes at address data under the GUID. SPD_IUNKNOWN is not available: there are no COM
// interfaces to count references of.
func (p *private) SetPrivateData(refguid d3d9.GUID, data uintptr, sizeOfData uint32, flags uint32) (err d3d9.Error) {
	if data == 0 && sizeOfData > 0 {
		return p.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetPrivateData", "", "data is 0 with %d bytes", sizeOfData))
	}
	var copied []byte
	if sizeOfData > 0 {
		copied = foreign(data, int(sizeOfData))
	}
	return p.SetPrivateDataBytes(refguid, copied, flags)
}

// SetPrivateDataBytes keeps a copy of the bytes under the GUID.
func (p *private) SetPrivateDataBytes(refguid d3d9.GUID, data []byte, flags uint32) (err d3d9.Error) {
	const call = "SetPrivateData"
	d, err := p.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	if flags == d3d9.SPD_IUNKNOWN {
		return notAvailable(call, "flags: SPD_IUNKNOWN needs COM interfaces")
	}
	if flags != 0 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "flags: %#x", flags)
	}
	if p.data == nil {
		p.data = map[d3d9.GUID][]byte{}
	}
	p.data[refguid] = bytes.Clone(data)
	return nil
}

// GetPrivateData returns a copy of what was kept under the GUID; ERR_NOTFOUND if nothing was.
func (p *private) GetPrivateData(refguid d3d9.GUID) (data []byte, err d3d9.Error) {
	d, err := p.enter("GetPrivateData")
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	kept, ok := p.data[refguid]
	if !ok {
		return nil, d3d9.Errorf(d3d9.ERR_NOTFOUND, "GetPrivateData", "", "refguid: nothing is kept under it")
	}
	return bytes.Clone(kept), nil
}

// FreePrivateData forgets what was kept under the GUID; ERR_NOTFOUND if nothing was.
func (p *private) FreePrivateData(refguid d3d9.GUID) (err d3d9.Error) {
	d, err := p.enter("FreePrivateData")
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	if _, ok := p.data[refguid]; !ok {
		return d3d9.Errorf(d3d9.ERR_NOTFOUND, "FreePrivateData", "", "refguid: nothing is kept under it")
	}
	delete(p.data, refguid)
	return nil
}

// Resource is IDirect3DResource9: what surfaces, textures and buffers have in common.
type Resource struct {
	private
	rtype    d3d9.RESOURCETYPE
	managed  bool // in POOL_MANAGED, the only one with priorities and levels of detail
	priority uint32
}

// GetType returns the kind of resource; 0 for a released one.
func (r *Resource) GetType() d3d9.RESOURCETYPE {
	d, err := r.enter("GetType")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return r.rtype
}

// SetPriority sets the priority of a managed resource and returns the one before; others have 0. It has no other effect: nothing
// is ever evicted.
func (r *Resource) SetPriority(priorityNew uint32) uint32 {
	d, err := r.enter("SetPriority")
	if err != nil {
		return 0
	}
	defer d.unlock()
	old := r.priority
	if r.managed {
		r.priority = priorityNew
	}
	return old
}

// GetPriority returns the priority.
func (r *Resource) GetPriority() uint32 {
	d, err := r.enter("GetPriority")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return r.priority
}

// PreLoad does nothing for a resource whose memory is on the graphics processor already; see preloader.
func (r *Resource) PreLoad() {
	d, err := r.enter("PreLoad")
	if err != nil {
		return
	}
	defer d.unlock()
	if p, ok := r.self.(preloader); ok {
		p.preLoad()
	}
}

// preloader is a resource that may hold writes which the graphics processor has not got, because the device was lost when they
// were unlocked.
type preloader interface{ preLoad() }
