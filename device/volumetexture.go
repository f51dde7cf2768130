package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// VolumeTexture is IDirect3DVolumeTexture9.
type VolumeTexture struct{ BaseTexture }

func (t *VolumeTexture) baseTexture() *BaseTexture {
	if t == nil {
		return nil
	}
	return &t.BaseTexture
}

// CreateVolumeTexture makes a volume texture of 1 to the caps' MaxVolumeExtent texels each way; see CreateTexture. It cannot be a render
// target. (IDirect3DDevice9::CreateVolumeTexture.)
func (d *Device) CreateVolumeTexture(width uint, height uint, depth uint, levels uint, usage uint32, format d3d9.FORMAT, pool d3d9.POOL, sharedHandle uintptr) (_ *VolumeTexture, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateVolumeTexture"
	d.lock()
	defer d.unlock()
	sd, err := d.textureDesc(call, d3d9.RTYPE_VOLUMETEXTURE, width, height, depth, levels, usage, format, pool, sharedHandle)
	if err != nil {
		return nil, err
	}
	sd.kind = gpu.Image3D
	t := &VolumeTexture{}
	if err := d.initTexture(call, &t.BaseTexture, t, d3d9.RTYPE_VOLUMETEXTURE, sd); err != nil {
		return nil, err
	}
	return t, nil
}

// GetLevelDesc describes a level.
func (t *VolumeTexture) GetLevelDesc(level uint) (desc d3d9.VOLUME_DESC, err d3d9.Error) {
	const call = "GetLevelDesc"
	d, err := t.enter(call)
	if err != nil {
		return desc, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkLevel(call, level); err != nil {
		return desc, err
	}
	return t.store.volumeDesc(uint32(level)), nil
}

// GetVolumeLevel returns the volume of a level, the same one every time, with a reference more on the texture.
func (t *VolumeTexture) GetVolumeLevel(level uint) (volume *Volume, err d3d9.Error) {
	const call = "GetVolumeLevel"
	d, err := t.enter(call)
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkLevel(call, level); err != nil {
		return nil, err
	}
	p := t.store.part(0, uint32(level))
	if p.volume == nil {
		v := &Volume{texture: t, level: uint32(level)}
		v.initPart(&t.object, v)
		p.volume = v
	}
	p.volume.addRef()
	return p.volume, nil
}

// LockBox gives access to a box of a level, nil for all of it, until UnlockBox; see Volume.LockBox.
func (t *VolumeTexture) LockBox(level uint, box *d3d9.BOX, flags uint32) (lockedVolume d3d9.LOCKED_BOX, err d3d9.Error) {
	const call = "LockBox"
	d, err := t.enter(call)
	if err != nil {
		return lockedVolume, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkLevel(call, level); err != nil {
		return lockedVolume, err
	}
	return t.store.lockBox(call, uint32(level), box, flags)
}

func (s *storage) lockBox(call string, level uint32, b *d3d9.BOX, flags uint32) (locked d3d9.LOCKED_BOX, err d3d9.Error) {
	p := s.part(0, level)
	part, err := p.boxBox(call, "box", b)
	if err != nil {
		return locked, err
	}
	bits, err := s.lock(call, 0, level, part, flags)
	if err != nil {
		return locked, err
	}
	return d3d9.LOCKED_BOX{RowPitch: int32(p.pitch), SlicePitch: int32(p.slice), PBits: bits}, nil
}

// UnlockBox ends LockBox. It is no error that the level is not locked, unlike Volume.UnlockBox.
func (t *VolumeTexture) UnlockBox(level uint) (err d3d9.Error) {
	const call = "UnlockBox"
	d, err := t.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkLevel(call, level); err != nil {
		return err
	}
	_, err = t.store.unlock(call, 0, uint32(level))
	return err
}

// AddDirtyBox says that a box of level 0, nil for all of it, has changed; see Texture.AddDirtyRect.
func (t *VolumeTexture) AddDirtyBox(dirtyBox *d3d9.BOX) (err d3d9.Error) {
	const call = "AddDirtyBox"
	d, err := t.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	b, err := t.store.part(0, 0).boxBox(call, "dirtyBox", dirtyBox)
	if err != nil || t.store.pool == d3d9.POOL_DEFAULT {
		return err
	}
	return t.store.addDirty(call, 0, b)
}
