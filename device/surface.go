package device

import (
	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// Surface is IDirect3DSurface9: a level of a texture or face, or a storage of its own: a render target, a depth-stencil
// surface, a plain surface, a back buffer.
type Surface struct {
	Resource
	store        *storage
	layer, level uint32
	container    BaseTextureImpl // the texture of which it is a level, or nil
	chain        *SwapChain      // the swap chain of which it is a back buffer, or nil
}

func (s *Surface) part() *part { return s.store.part(s.layer, s.level) }

// destroyed gives back the storage of a surface that is no texture's.
func (s *Surface) destroyed() { s.store.destroy() }

func (s *Surface) preLoad() { s.store.preLoad() }

// newSurface makes a surface with a storage of its own. An implicit one (a back buffer, the automatic depth-stencil surface) does not
// keep Reset from working.
func (d *Device) newSurface(call string, sd storageDesc, lockable, implicit bool) (*Surface, d3d9.Error) {
	sd.kind, sd.depth, sd.levels, sd.layers = gpu.Image2D, 1, 1, 1
	store, err := d.newStorage(call, sd, lockable)
	if err != nil {
		return nil, err
	}
	s := &Surface{Resource: Resource{rtype: d3d9.RTYPE_SURFACE, managed: sd.pool == d3d9.POOL_MANAGED}, store: store}
	s.init(d, s, sd.pool == d3d9.POOL_DEFAULT && !implicit)
	return s, nil
}

// levelSurface returns the surface of a level of a texture, the same one every time, with a reference more for the program.
func levelSurface(t BaseTextureImpl, layer, level uint32) *Surface {
	b := t.baseTexture()
	p := b.store.part(layer, level)
	if p.surface == nil {
		s := &Surface{Resource: Resource{rtype: d3d9.RTYPE_SURFACE, managed: b.managed}, store: b.store, layer: layer, level: level, container: t}
		s.initPart(&b.object, s)
		p.surface = s
	}
	p.surface.addRef()
	return p.surface
}

// surfaceDesc checks what CreateRenderTarget, CreateDepthStencilSurface and CreateOffscreenPlainSurface have in common and returns the
// storage to make.
func (d *Device) surfaceDesc(call string, width, height uint, usage uint32, format d3d9.FORMAT, pool d3d9.POOL, sharedHandle uintptr) (storageDesc, d3d9.Error) {
	sd := storageDesc{format: format, usage: usage, pool: pool, samples: 1}
	if err := d.checkShared(call, sharedHandle); err != nil {
		return sd, err
	}
	if err := d.checkSize(call, width, height, 1); err != nil {
		return sd, err
	}
	if err := d.checkTargetSize(call, usage, width, height); err != nil {
		return sd, err
	}
	if err := d.checkFormat(call, usage, d3d9.RTYPE_SURFACE, format, pool); err != nil {
		return sd, err
	}
	sd.width, sd.height = uint32(width), uint32(height)
	return sd, d.checkBlocks(call, sd)
}

// multisampled checks the multisample type and quality of a render target or depth-stencil surface and notes it.
func (d *Device) multisampled(call string, sd *storageDesc, multiSample d3d9.MULTISAMPLE_TYPE, quality uint32) d3d9.Error {
	row, _ := d.caps.Format(sd.format)
	samples, ok := row.SampleCount(multiSample, quality)
	if !ok {
		code := int32(d3d9.ERR_NOTAVAILABLE)
		if multiSample > d3d9.MULTISAMPLE_16_SAMPLES || multiSample != d3d9.MULTISAMPLE_NONMASKABLE && quality != 0 {
			code = d3d9.ERR_INVALIDCALL
		}
		return d3d9.Errorf(code, call, "", "multiSample %v, quality %d: %v has %s%s (CheckDeviceMultiSampleType)", multiSample, quality, sd.format, row.SampleCounts(), d.caps.Under())
	}
	sd.multiSample, sd.quality, sd.samples = multiSample, quality, samples
	return nil
}

// CreateRenderTarget makes a render target surface of 1 to the caps' MaxTextureWidth by MaxTextureHeight pixels. Multisampled ones cannot be
// lockable. (IDirect3DDevice9::CreateRenderTarget.)
func (d *Device) CreateRenderTarget(width uint, height uint, format d3d9.FORMAT, multiSample d3d9.MULTISAMPLE_TYPE, multisampleQuality uint32, lockable bool, sharedHandle uintptr) (_ *Surface, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateRenderTarget"
	d.lock()
	defer d.unlock()
	return d.newTarget(call, width, height, format, multiSample, multisampleQuality, lockable, false, sharedHandle)
}

func (d *Device) newTarget(call string, width, height uint, format d3d9.FORMAT, multiSample d3d9.MULTISAMPLE_TYPE, quality uint32, lockable, implicit bool, sharedHandle uintptr) (*Surface, d3d9.Error) {
	sd, err := d.surfaceDesc(call, width, height, d3d9.USAGE_RENDERTARGET, format, d3d9.POOL_DEFAULT, sharedHandle)
	if err != nil {
		return nil, err
	}
	if err := d.multisampled(call, &sd, multiSample, quality); err != nil {
		return nil, err
	}
	if row, _ := d.caps.Format(format); lockable && (sd.samples > 1 || row.Null) {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "lockable: multisampled surfaces and FMT_NULL are not")
	}
	return d.newSurface(call, sd, lockable, implicit)
}

// CreateDepthStencilSurface makes a depth-stencil surface. Discard promises that nobody wants its contents after another was set: they are
// kept all the same, but StretchRect refuses such a surface. (IDirect3DDevice9::CreateDepthStencilSurface.)
func (d *Device) CreateDepthStencilSurface(width uint, height uint, format d3d9.FORMAT, multiSample d3d9.MULTISAMPLE_TYPE, multisampleQuality uint32, discard bool, sharedHandle uintptr) (_ *Surface, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateDepthStencilSurface"
	d.lock()
	defer d.unlock()
	return d.newDepthStencil(call, width, height, format, multiSample, multisampleQuality, discard, false, sharedHandle)
}

func (d *Device) newDepthStencil(call string, width, height uint, format d3d9.FORMAT, multiSample d3d9.MULTISAMPLE_TYPE, quality uint32, discard, implicit bool, sharedHandle uintptr) (*Surface, d3d9.Error) {
	sd, err := d.surfaceDesc(call, width, height, d3d9.USAGE_DEPTHSTENCIL, format, d3d9.POOL_DEFAULT, sharedHandle)
	if err != nil {
		return nil, err
	}
	if err := d.multisampled(call, &sd, multiSample, quality); err != nil {
		return nil, err
	}
	sd.discard = discard
	return d.newSurface(call, sd, false, implicit)
}

// CreateOffscreenPlainSurface makes a lockable surface that is drawn to by copies only. POOL_MANAGED is INVALIDCALL. (IDirect3DDevice9::CreateOffscreenPlainSurface.)
func (d *Device) CreateOffscreenPlainSurface(width uint, height uint, format d3d9.FORMAT, pool d3d9.POOL, sharedHandle uintptr) (_ *Surface, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateOffscreenPlainSurface"
	d.lock()
	defer d.unlock()
	if pool == d3d9.POOL_MANAGED {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "pool: plain surfaces are not managed")
	}
	sd, err := d.surfaceDesc(call, width, height, 0, format, pool, sharedHandle)
	if err != nil {
		return nil, err
	}
	return d.newSurface(call, sd, true, false)
}

// GetDesc describes the surface.
func (s *Surface) GetDesc() (desc d3d9.SURFACE_DESC, err d3d9.Error) {
	d, err := s.enter("GetDesc")
	if err != nil {
		return desc, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return s.store.surfaceDesc(s.layer, s.level), nil
}

func (s *storage) surfaceDesc(layer, level uint32) d3d9.SURFACE_DESC {
	p := s.part(layer, level)
	return d3d9.SURFACE_DESC{
		Format: s.format, Type: d3d9.RTYPE_SURFACE, Usage: s.usage, Pool: s.pool,
		MultiSampleType: s.multiSample, MultiSampleQuality: s.quality, Width: p.width, Height: p.height,
	}
}

// LockRect gives access to a rectangle of the surface, nil for all of it, until UnlockRect. The memory keeps its address until the
// surface is released. Errors: INVALIDCALL for surfaces that are not lockable, rectangles outside, and locked
// surfaces; WASSTILLDRAWING with LOCK_DONOTWAIT. (IDirect3DSurface9::LockRect.)
func (s *Surface) LockRect(rect *d3d9.RECT, flags uint32) (lockedRect d3d9.LOCKED_RECT, err d3d9.Error) {
	const call = "LockRect"
	d, err := s.enter(call)
	if err != nil {
		return lockedRect, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return s.store.lockRect(call, s.layer, s.level, rect, flags)
}

func (s *storage) lockRect(call string, layer, level uint32, rect *d3d9.RECT, flags uint32) (locked d3d9.LOCKED_RECT, err d3d9.Error) {
	p := s.part(layer, level)
	b, err := p.rectBox(call, "rect", rect)
	if err != nil {
		return locked, err
	}
	bits, err := s.lock(call, layer, level, b, flags)
	if err != nil {
		return locked, err
	}
	return d3d9.LOCKED_RECT{Pitch: int32(p.pitch), PBits: bits}, nil
}

// UnlockRect ends LockRect; INVALIDCALL for a surface that is not locked.
func (s *Surface) UnlockRect() (err d3d9.Error) {
	const call = "UnlockRect"
	d, err := s.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	was, err := s.store.unlock(call, s.layer, s.level)
	if !was {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s is not locked", s.name())
	}
	return err
}

// GetDC returns ERR_NOTAVAILABLE: there is no GDI.
func (s *Surface) GetDC() (hdc d3d9.HDC, err d3d9.Error) {
	return 0, s.refuse(notAvailable("GetDC", noGDI))
}

// ReleaseDC returns ERR_NOTAVAILABLE.
func (s *Surface) ReleaseDC(hdc d3d9.HDC) (err d3d9.Error) {
	return s.refuse(notAvailable("ReleaseDC", noGDI))
}

const noGDI = "there is no GDI to draw with; lock the surface"

// GetContainerTexture returns the texture of which the surface is a level, with a reference more; E_NOINTERFACE for other surfaces.
// The GUID is not looked at: the method names the interface.
func (s *Surface) GetContainerTexture(riid d3d9.GUID) (tex *Texture, err d3d9.Error) {
	return container[*Texture](s, "GetContainerTexture")
}

// GetContainerCubeTexture returns the cube texture of which the surface is a level, with a reference more; E_NOINTERFACE for others.
func (s *Surface) GetContainerCubeTexture(riid d3d9.GUID) (tex *CubeTexture, err d3d9.Error) {
	return container[*CubeTexture](s, "GetContainerCubeTexture")
}

func container[T BaseTextureImpl](s *Surface, call string) (tex T, err d3d9.Error) {
	d, err := s.enter(call)
	if err != nil {
		return tex, err
	}
	defer d.tell(&err)
	defer d.unlock()
	t, ok := s.container.(T)
	if !ok {
		return tex, d3d9.Errorf(d3d9.E_NOINTERFACE, call, "", "%s is not a part of such a texture", s.name())
	}
	t.baseTexture().addRef()
	return t, nil
}

// GetContainerSwapChain returns the swap chain of which the surface is a back buffer, with a reference more; E_NOINTERFACE for others.
func (s *Surface) GetContainerSwapChain(riid d3d9.GUID) (chain *SwapChain, err d3d9.Error) {
	d, err := s.enter("GetContainerSwapChain")
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if s.chain == nil {
		return nil, d3d9.Errorf(d3d9.E_NOINTERFACE, "GetContainerSwapChain", "", "%s is not a back buffer", s.name())
	}
	s.chain.addRef()
	return s.chain, nil
}

// attachment is what a pass needs to know of a surface that is drawn to.
type attachment struct {
	image                  gpu.ID // 0 for FMT_NULL
	level, layer           uint32
	row                    *caps.FormatRow
	width, height, samples uint32
}

// attachment describes the surface as a target.
func (s *Surface) attachment() attachment {
	p := s.part()
	return attachment{
		image: s.store.image, level: s.level, layer: s.layer, row: s.store.row,
		width: p.width, height: p.height, samples: s.store.samples,
	}
}

// attachView returns the view to draw to, of the sRGB twin where asked and possible; 0 for FMT_NULL. It marks the surface as
// written by the current list.
func (s *Surface) attachView(call string, srgb bool) (gpu.ID, d3d9.Error) {
	s.store.wroteImage(s.layer, s.level)
	return s.store.view(call, viewKey{attachment: true, srgb: srgb, level: s.level, levels: 1, layer: s.layer, layers: 1})
}
