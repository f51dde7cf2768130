package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

const cubeFaces = 6

// CubeTexture is IDirect3DCubeTexture9: six square faces.
type CubeTexture struct{ BaseTexture }

func (t *CubeTexture) baseTexture() *BaseTexture {
	if t == nil {
		return nil
	}
	return &t.BaseTexture
}

// CreateCubeTexture makes a cube texture with edges of 1 to the caps' MaxTextureWidth texels; see CreateTexture. (IDirect3DDevice9::CreateCubeTexture.)
func (d *Device) CreateCubeTexture(edgeLength uint, levels uint, usage uint32, format d3d9.FORMAT, pool d3d9.POOL, sharedHandle uintptr) (_ *CubeTexture, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateCubeTexture"
	d.lock()
	defer d.unlock()
	sd, err := d.textureDesc(call, d3d9.RTYPE_CUBETEXTURE, edgeLength, edgeLength, 1, levels, usage, format, pool, sharedHandle)
	if err != nil {
		return nil, err
	}
	sd.kind, sd.layers = gpu.ImageCube, cubeFaces
	t := &CubeTexture{}
	if err := d.initTexture(call, &t.BaseTexture, t, d3d9.RTYPE_CUBETEXTURE, sd); err != nil {
		return nil, err
	}
	return t, nil
}

// checkFace refuses faces other than the six, and levels that the texture has not.
func (t *CubeTexture) checkFace(call string, face d3d9.CUBEMAP_FACES, level uint) d3d9.Error {
	if face >= cubeFaces {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "faceType: %d is not a face", uint32(face))
	}
	return t.checkLevel(call, level)
}

// GetLevelDesc describes a level of every face.
func (t *CubeTexture) GetLevelDesc(level uint) (desc d3d9.SURFACE_DESC, err d3d9.Error) {
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

// GetCubeMapSurface returns the surface of a level of a face, the same one every time, with a reference more on the texture.
func (t *CubeTexture) GetCubeMapSurface(faceType d3d9.CUBEMAP_FACES, level uint) (surface *Surface, err d3d9.Error) {
	const call = "GetCubeMapSurface"
	d, err := t.enter(call)
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkFace(call, faceType, level); err != nil {
		return nil, err
	}
	return levelSurface(t, uint32(faceType), uint32(level)), nil
}

// LockRect gives access to a rectangle of a level of a face, nil for all of it, until UnlockRect; see Surface.LockRect.
func (t *CubeTexture) LockRect(faceType d3d9.CUBEMAP_FACES, level uint, rect *d3d9.RECT, flags uint32) (lockedRect d3d9.LOCKED_RECT, err d3d9.Error) {
	const call = "LockRect"
	d, err := t.enter(call)
	if err != nil {
		return lockedRect, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkFace(call, faceType, level); err != nil {
		return lockedRect, err
	}
	return t.store.lockRect(call, uint32(faceType), uint32(level), rect, flags)
}

// UnlockRect ends LockRect. It is no error that the level is not locked, unlike Surface.UnlockRect.
func (t *CubeTexture) UnlockRect(faceType d3d9.CUBEMAP_FACES, level uint) (err d3d9.Error) {
	const call = "UnlockRect"
	d, err := t.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkFace(call, faceType, level); err != nil {
		return err
	}
	_, err = t.store.unlock(call, uint32(faceType), uint32(level))
	return err
}

// AddDirtyRect says that a rectangle of level 0 of a face has changed; see Texture.AddDirtyRect.
func (t *CubeTexture) AddDirtyRect(faceType d3d9.CUBEMAP_FACES, dirtyRect *d3d9.RECT) (err d3d9.Error) {
	const call = "AddDirtyRect"
	d, err := t.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	if err := t.checkFace(call, faceType, 0); err != nil {
		return err
	}
	return t.store.addDirtyRect(call, uint32(faceType), dirtyRect)
}
