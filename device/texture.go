package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// Texture is IDirect3DTexture9.
type Texture struct{ BaseTexture }

func (t *Texture) baseTexture() *BaseTexture {
	if t == nil {
		return nil
	}
	return &t.BaseTexture
}

// CreateTexture makes a texture of 1 to the caps' MaxTextureWidth by MaxTextureHeight texels. Levels 0 and more than there can be
// mean all down to 1x1. Errors: INVALIDCALL for sizes, pools, usages and formats that do not go together, NOTAVAILABLE for
// USAGE_AUTOGENMIPMAP and USAGE_DMAP, OUTOFVIDEOMEMORY. (IDirect3DDevice9::CreateTexture.)
func (d *Device) CreateTexture(width uint, height uint, levels uint, usage uint32, format d3d9.FORMAT, pool d3d9.POOL, sharedHandle uintptr) (_ *Texture, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateTexture"
	d.lock()
	defer d.unlock()
	sd, err := d.textureDesc(call, d3d9.RTYPE_TEXTURE, width, height, 1, levels, usage, format, pool, sharedHandle)
	if err != nil {
		return nil, err
	}
	sd.kind = gpu.Image2D
	t := &Texture{}
	if err := d.initTexture(call, &t.BaseTexture, t, d3d9.RTYPE_TEXTURE, sd); err != nil {
		return nil, err
	}
	return t, nil
}

// GetLevelDesc describes a level.
func (t *Texture) GetLevelDesc(level uint) (desc d3d9.SURFACE_DESC, err d3d9.Error) {
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
	return t.store.surfaceDesc(0, uint32(level)), nil
}

// GetSurfaceLevel returns the surface of a level, the same one every time, with a reference more on the texture.
func (t *Texture) GetSurfaceLevel(level uint) (surface *Surface, err d3d9.Error) {
	const call = "GetSurfaceLevel"
	d, err := t.enter(call)
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkLevel(call, level); err != nil {
		return nil, err
	}
	return levelSurface(t, 0, uint32(level)), nil
}

// LockRect gives access to a rectangle of a level, nil for all of it, until UnlockRect; see Surface.LockRect.
func (t *Texture) LockRect(level uint, rect *d3d9.RECT, flags uint32) (lockedRect d3d9.LOCKED_RECT, err d3d9.Error) {
	const call = "LockRect"
	d, err := t.enter(call)
	if err != nil {
		return lockedRect, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkLevel(call, level); err != nil {
		return lockedRect, err
	}
	return t.store.lockRect(call, 0, uint32(level), rect, flags)
}

// UnlockRect ends LockRect. It is no error that the level is not locked, unlike Surface.UnlockRect.
func (t *Texture) UnlockRect(level uint) (err d3d9.Error) {
	const call = "UnlockRect"
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

// AddDirtyRect says that a rectangle of level 0, nil for all of it, has changed, and what lies under it in the other levels. Textures of
// POOL_DEFAULT take no notice.
func (t *Texture) AddDirtyRect(dirtyRect *d3d9.RECT) (err d3d9.Error) {
	const call = "AddDirtyRect"
	d, err := t.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	return t.store.addDirtyRect(call, 0, dirtyRect)
}

func (s *storage) addDirtyRect(call string, layer uint32, r *d3d9.RECT) d3d9.Error {
	b, err := s.part(layer, 0).rectBox(call, "dirtyRect", r)
	if err != nil || s.pool == d3d9.POOL_DEFAULT {
		return err
	}
	return s.addDirty(call, layer, b)
}
