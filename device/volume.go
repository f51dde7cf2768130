package device

import "d3d9vk/d3d9"

// Volume is IDirect3DVolume9: a level of a volume texture, whose reference count it shares.
type Volume struct {
	private
	texture *VolumeTexture
	level   uint32
}

// destroyed does nothing: the memory is the texture's.
func (v *Volume) destroyed() {}

// SetPrivateDataInBytes is SetPrivateDataBytes.
func (v *Volume) SetPrivateDataInBytes(refguid d3d9.GUID, data []byte, flags uint32) d3d9.Error {
	return v.SetPrivateDataBytes(refguid, data, flags)
}

// GetContainer returns the volume texture, with a reference more. The GUID is not looked at.
func (v *Volume) GetContainer(riid d3d9.GUID) (tex *VolumeTexture, err d3d9.Error) {
	d, err := v.enter("GetContainer")
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	v.texture.addRef()
	return v.texture, nil
}

// GetDesc describes the volume.
func (v *Volume) GetDesc() (desc d3d9.VOLUME_DESC, err d3d9.Error) {
	d, err := v.enter("GetDesc")
	if err != nil {
		return desc, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return v.texture.store.volumeDesc(v.level), nil
}

func (s *storage) volumeDesc(level uint32) d3d9.VOLUME_DESC {
	p := s.part(0, level)
	return d3d9.VOLUME_DESC{
		Format: s.format, Type: d3d9.RTYPE_VOLUME, Usage: s.usage, Pool: s.pool, Width: p.width, Height: p.height, Depth: p.depth,
	}
}

// LockBox gives access to a box of the volume, nil for all of it, until UnlockBox; errors as Surface.LockRect. (IDirect3DVolume9::LockBox.)
func (v *Volume) LockBox(box *d3d9.BOX, flags uint32) (locked *d3d9.LOCKED_BOX, err d3d9.Error) {
	const call = "LockBox"
	d, err := v.enter(call)
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	b, err := v.texture.store.lockBox(call, v.level, box, flags)
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// UnlockBox ends LockBox; INVALIDCALL for a volume that is not locked.
func (v *Volume) UnlockBox() (err d3d9.Error) {
	const call = "UnlockBox"
	d, err := v.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	was, err := v.texture.store.unlock(call, 0, v.level)
	if !was {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s is not locked", v.name())
	}
	return err
}
