package device

import (
	"fmt"
	"slices"
	"strings"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// TestCooperativeLevel returns nil, ERR_DEVICELOST or ERR_DEVICENOTRESET. A device is lost only when the graphics processor is.
func (d *Device) TestCooperativeLevel() (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if d.lost() || d.refs == 0 {
		return d.lostError("TestCooperativeLevel")
	}
	return nil
}

// Reset gives the swap chain new parameters, for example another size, and sets all state to that of a new device. ERR_INVALIDCALL,
// and nothing has changed, for bad parameters and while an object of POOL_DEFAULT or a reference to a back buffer exists: the error names
// them. A device whose graphics processor was lost cannot be reset; make a new one.
func (d *Device) Reset(params d3d9.PRESENT_PARAMETERS) (_ d3d9.PRESENT_PARAMETERS, err d3d9.Error) {
	defer d.tell(&err)
	const call = "Reset"
	d.lock()
	defer d.unlock()
	if d.lost() || d.refs == 0 {
		return params, d.lostError(call)
	}
	p, err := completeParameters(call, d.caps, d.creation.DeviceType, d.creation.HFocusWindow, params)
	if err != nil {
		return params, err
	}
	if alive := d.losable(); len(alive) > 0 {
		return params, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "these must be released first: %s", strings.Join(alive, ", "))
	}
	auto, err := d.makeAuto(call, p)
	if err != nil {
		return params, err
	}
	buffers, err := d.chain.makeBuffers(call, p)
	if err == nil {
		if err = d.chain.adopt(call, p, buffers); err != nil {
			for _, s := range buffers {
				s.unbind()
			}
		}
	}
	if err != nil {
		if auto != nil {
			auto.unbind()
		}
		return params, err
	}
	old := d.auto
	d.auto = auto
	d.start(p)
	if old != nil {
		old.unbind()
	}
	d.dropSnapshots()
	return p, nil
}

// maxNamed is how many objects an error names.
const maxNamed = 16

// losable names the objects that Reset needs released. What only the device still refers to, because it is set, goes with the Reset.
func (d *Device) losable() []string {
	var all []*object
	for o := range d.objects.losable {
		if o.refs > 0 {
			all = append(all, o)
		}
	}
	for _, s := range d.chain.buffers {
		if s.refs > 0 {
			all = append(all, &s.object)
		}
	}
	if d.auto != nil && d.auto.refs > 0 {
		all = append(all, &d.auto.object)
	}
	slices.SortFunc(all, func(a, b *object) int { return int(a.id) - int(b.id) })
	var names []string
	for i, o := range all {
		if i == maxNamed {
			return append(names, fmt.Sprintf("and %d more", len(all)-maxNamed))
		}
		names = append(names, o.name())
	}
	return names
}

// AddRef returns the number of references; 0 for a released device.
func (d *Device) AddRef() uint32 {
	d.lock()
	defer d.unlock()
	if d.refs == 0 {
		return 0
	}
	return d.addRef()
}

// Release gives a reference back and returns how many are left. Objects that the program holds keep the device: the last Release,
// the device's or an object's, waits for the graphics processor and destroys everything. Later calls are errors.
func (d *Device) Release() uint32 {
	d.lock()
	defer d.unlock()
	return d.release()
}

func (d *Device) addRef() uint32 {
	d.refs++
	return d.refs
}

func (d *Device) release() uint32 {
	if d.refs == 0 {
		return 0
	}
	d.refs--
	if d.refs == 0 {
		d.close()
	}
	return d.refs
}

// close destroys everything that the device holds.
func (d *Device) close() {
	if d.status == d3d9.OK {
		d.refs = 1 // its own objects' last references must not close it again
		d.unbindAll()
		for _, decl := range d.caches.fvf {
			decl.unbind()
		}
		if d.auto != nil {
			d.auto.unbind()
		}
		if d.chain != nil {
			d.chain.unbind()
		}
		d.submit() // an error is found again by Close
		d.refs = 0
	}
	d.list = nil
	if err := d.gpu.Close(); err != nil {
		d.log.Error("closing the graphics device", "error", err)
	}
	d.gpu = released{d.gpu.Adapter(), d.features}
	d.status = d3d9.ERR_INVALIDCALL
	d.dirty = dirtyAll
	d.refused, d.explained = nil, nil
	if d.d3d.debug != nil {
		d.d3d.debug.report(d.log)
	}
	d.d3d.Release()
}

// GetDirect3D returns the Direct3D object that made the device, with a reference more.
func (d *Device) GetDirect3D() (d3d *Direct3D, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if err := d.alive("GetDirect3D"); err != nil {
		return nil, err
	}
	d.d3d.AddRef()
	return d.d3d, nil
}

// GetCreationParameters returns what CreateDevice was called with.
func (d *Device) GetCreationParameters() (d3d9.DEVICE_CREATION_PARAMETERS, d3d9.Error) {
	return d.creation, nil
}

// GetDeviceCaps returns what the device can do.
func (d *Device) GetDeviceCaps() (d3d9.CAPS, d3d9.Error) {
	c := d.caps.Caps()
	if d.GetSoftwareVertexProcessing() {
		c = d.caps.SoftwareCaps()
	}
	c.DeviceType = d.creation.DeviceType
	return c, nil
}

// GetAvailableTextureMem returns an estimate of the bytes of video memory that are free, in whole MiB, at most 4 GiB less one MiB.
func (d *Device) GetAvailableTextureMem() uint {
	const mib, most = 1 << 20, 0xfff00000
	d.lock()
	defer d.unlock()
	total, used := d.gpu.Adapter().Memory, d.gpu.Counts().Memory
	if used >= total {
		return 0
	}
	return uint(min(total-used, most)) &^ (mib - 1)
}

// EvictManagedResources has nothing to do: managed resources keep a copy in host memory, and the driver moves what it must.
func (d *Device) EvictManagedResources() (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	return d.alive("EvictManagedResources")
}

// Counts returns the number of live back end objects, for leak tests.
func (d *Device) Counts() gpu.Counts {
	d.lock()
	defer d.unlock()
	return d.gpu.Counts()
}
