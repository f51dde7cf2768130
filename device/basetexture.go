package device

import (
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/ir"
)

// BaseTexture is IDirect3DBaseTexture9: what Texture, CubeTexture and VolumeTexture have in common.
type BaseTexture struct {
	Resource
	store *storage
	lod   uint32 // the finest level that is sampled; managed textures only
}

// BaseTextureImpl is a Texture, a CubeTexture, a VolumeTexture or the BaseTexture of one.
type BaseTextureImpl interface{ baseTexture() *BaseTexture }

func (t *BaseTexture) baseTexture() *BaseTexture { return t }

// destroyed gives back the storage.
func (t *BaseTexture) destroyed() { t.store.destroy() }

func (t *BaseTexture) preLoad() { t.store.preLoad() }

// preLoad uploads what a lost device kept from being uploaded. What fails stays for the next time.
func (s *storage) preLoad() {
	for n := range s.parts {
		if !s.parts[n].locked && s.uploadPending("PreLoad", uint32(n)/s.levels, uint32(n)%s.levels) != nil {
			return
		}
	}
}

// initTexture makes the storage of a texture.
func (d *Device) initTexture(call string, t *BaseTexture, self destroyer, rtype d3d9.RESOURCETYPE, sd storageDesc) d3d9.Error {
	sd.texture, sd.samples = true, 1
	lockable := sd.pool != d3d9.POOL_DEFAULT || sd.usage&d3d9.USAGE_DYNAMIC != 0
	store, err := d.newStorage(call, sd, lockable)
	if err != nil {
		return err
	}
	t.Resource = Resource{rtype: rtype, managed: sd.pool == d3d9.POOL_MANAGED}
	t.store = store
	t.init(d, self, sd.pool == d3d9.POOL_DEFAULT)
	return nil
}

// textureDesc checks the arguments that the three kinds of texture share.
func (d *Device) textureDesc(call string, rtype d3d9.RESOURCETYPE, width, height, depth, levels uint, usage uint32, format d3d9.FORMAT, pool d3d9.POOL, sharedHandle uintptr) (storageDesc, d3d9.Error) {
	sd := storageDesc{format: format, usage: usage, pool: pool, layers: 1}
	if err := d.checkShared(call, sharedHandle); err != nil {
		return sd, err
	}
	if err := d.checkUsage(call, usage, pool); err != nil {
		return sd, err
	}
	limit := d.checkSize
	if rtype == d3d9.RTYPE_VOLUMETEXTURE {
		limit = d.checkVolume
	}
	if err := limit(call, width, height, depth); err != nil {
		return sd, err
	}
	if err := d.checkTargetSize(call, usage, width, height); err != nil {
		return sd, err
	}
	if err := d.checkFormat(call, usage, rtype, format, pool); err != nil {
		return sd, err
	}
	sd.width, sd.height, sd.depth = uint32(width), uint32(height), uint32(depth)
	most := uint(bits.Len32(max(sd.width, sd.height, sd.depth)))
	if levels == 0 || levels > most {
		levels = most
	}
	sd.levels = uint32(levels)
	if err := d.checkShape(call, rtype, &sd); err != nil {
		return sd, err
	}
	return sd, d.checkBlocks(call, sd)
}

// GetLevelCount returns the number of levels.
func (t *BaseTexture) GetLevelCount() uint32 {
	d, err := t.enter("GetLevelCount")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return t.store.levels
}

// SetLOD sets the finest level that is sampled, at most the last, and returns the one before. It is for managed textures;
// others stay at 0.
func (t *BaseTexture) SetLOD(lodNew uint32) uint32 {
	d, err := t.enter("SetLOD")
	if err != nil {
		return 0
	}
	defer d.unlock()
	old := t.lod
	if t.managed {
		t.lod = min(lodNew, t.store.levels-1)
		d.flush.samplers = 1<<slotCount - 1
		d.dirty |= dirtyTextures
	}
	return old
}

// GetLOD returns what SetLOD set.
func (t *BaseTexture) GetLOD() uint32 {
	d, err := t.enter("GetLOD")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return t.lod
}

// SetAutoGenFilterType returns ERR_INVALIDCALL: no texture has USAGE_AUTOGENMIPMAP yet.
func (t *BaseTexture) SetAutoGenFilterType(typ d3d9.TEXTUREFILTERTYPE) (err d3d9.Error) {
	const call = "SetAutoGenFilterType"
	d, err := t.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s was not made with USAGE_AUTOGENMIPMAP", t.name())
}

// GetAutoGenFilterType returns TEXF_NONE: no texture has USAGE_AUTOGENMIPMAP yet.
func (t *BaseTexture) GetAutoGenFilterType() d3d9.TEXTUREFILTERTYPE { return d3d9.TEXF_NONE }

// GenerateMipSubLevels does nothing for a texture without USAGE_AUTOGENMIPMAP.
func (t *BaseTexture) GenerateMipSubLevels() {}

// checkLevel refuses levels that the texture has not.
func (t *BaseTexture) checkLevel(call string, level uint) d3d9.Error {
	if level >= uint(t.store.levels) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "level: %d is not below the texture's %d", level, t.store.levels)
	}
	return nil
}

// sampledView returns the view of levels first.. (count of them) that shaders sample, decoding sRGB where asked and possible. It
// marks the texture as read by the current list. It is 0 for textures of host memory, which cannot be sampled.
func (t *BaseTexture) sampledView(call string, srgb bool, first, count uint32) (gpu.ID, d3d9.Error) {
	t.store.use()
	return t.store.view(call, viewKey{srgb: srgb, level: first, levels: count, layers: t.store.layers})
}

// dim is the type of sampler that reads the texture.
func (t *BaseTexture) dim() ir.Dim { return textureDims[t.store.kind] }

var textureDims = [...]ir.Dim{gpu.Image2D: ir.Dim2D, gpu.ImageCube: ir.DimCube, gpu.Image3D: ir.DimVolume}
