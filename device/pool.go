package device

import "d3d9vk/d3d9"

// The rules that the creation of textures and surfaces has in common: pools, usages, sizes and formats. A call is checked whole
// before anything is made.

// textureUsages are the usages of textures; those that tell the driver how a texture will be used change nothing here.
const textureUsages = d3d9.USAGE_RENDERTARGET | d3d9.USAGE_DEPTHSTENCIL | d3d9.USAGE_DYNAMIC | d3d9.USAGE_SOFTWAREPROCESSING |
	d3d9.USAGE_AUTOGENMIPMAP | d3d9.USAGE_DMAP | d3d9.USAGE_NONSECURE | d3d9.USAGE_TEXTAPI |
	d3d9.USAGE_RESTRICTED_CONTENT | d3d9.USAGE_RESTRICT_SHARED_RESOURCE | d3d9.USAGE_RESTRICT_SHARED_RESOURCE_DRIVER

func (d *Device) checkShared(call string, sharedHandle uintptr) d3d9.Error {
	if sharedHandle != 0 {
		return d3d9.Errorf(d3d9.E_NOTIMPL, call, "", "sharedHandle: only Direct3D 9Ex shares resources")
	}
	return nil
}

func checkPool(call string, pool d3d9.POOL) d3d9.Error {
	if pool > d3d9.POOL_SCRATCH {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "pool: %d is no pool", uint32(pool))
	}
	return nil
}

// checkUsage checks a texture's usage and pool.
func (d *Device) checkUsage(call string, usage uint32, pool d3d9.POOL) d3d9.Error {
	invalid := func(format string, args ...any) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", format, args...)
	}
	target := usage&(d3d9.USAGE_RENDERTARGET|d3d9.USAGE_DEPTHSTENCIL) != 0
	switch {
	case usage&^textureUsages != 0:
		return invalid("usage: %s is not for textures", d3d9.USAGEFlags.Text(usage&^textureUsages))
	case target && pool != d3d9.POOL_DEFAULT:
		return invalid("usage: render targets and depth-stencil textures are in POOL_DEFAULT")
	case target && usage&d3d9.USAGE_DYNAMIC != 0:
		return invalid("usage: render targets and depth-stencil textures are not dynamic")
	case usage&d3d9.USAGE_RENDERTARGET != 0 && usage&d3d9.USAGE_DEPTHSTENCIL != 0:
		return invalid("usage: a texture is not a render target and a depth-stencil texture at once")
	case usage&d3d9.USAGE_DYNAMIC != 0 && pool == d3d9.POOL_MANAGED:
		return invalid("usage: managed textures are not dynamic")
	case usage&d3d9.USAGE_AUTOGENMIPMAP != 0 && pool != d3d9.POOL_DEFAULT && pool != d3d9.POOL_MANAGED:
		return invalid("usage: USAGE_AUTOGENMIPMAP is for POOL_DEFAULT and POOL_MANAGED")
	case usage&d3d9.USAGE_AUTOGENMIPMAP != 0:
		return notAvailable(call, "usage: USAGE_AUTOGENMIPMAP is not supported yet")
	case usage&d3d9.USAGE_DMAP != 0:
		return notAvailable(call, "usage: there are no displacement maps")
	}
	return nil
}

// checkSize checks width and height against the caps.
func (d *Device) checkSize(call string, width, height, _ uint) d3d9.Error {
	c := d.caps.Caps()
	if width == 0 || height == 0 || width > uint(c.MaxTextureWidth) || height > uint(c.MaxTextureHeight) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%dx%d is not within 1x1 and %dx%d, MaxTextureWidth and MaxTextureHeight%s", width, height, c.MaxTextureWidth, c.MaxTextureHeight, d.caps.Under())
	}
	return nil
}

// checkTargetSize checks width and height of what can be a target against what a pass can have.
func (d *Device) checkTargetSize(call string, usage uint32, width, height uint) d3d9.Error {
	if usage&(d3d9.USAGE_RENDERTARGET|d3d9.USAGE_DEPTHSTENCIL) == 0 {
		return nil
	}
	l := &d.gpu.Adapter().Limits
	w, h := min(l.MaxFramebufferWidth, l.MaxViewportDimensions[0]), min(l.MaxFramebufferHeight, l.MaxViewportDimensions[1])
	if width > uint(w) || height > uint(h) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%dx%d is more than the adapter's targets of %dx%d", width, height, w, h)
	}
	return nil
}

// checkVolume checks the size of a volume texture against the caps.
func (d *Device) checkVolume(call string, width, height, depth uint) d3d9.Error {
	most := uint(d.caps.Caps().MaxVolumeExtent)
	if min(width, height, depth) == 0 || max(width, height, depth) > most {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%dx%dx%d is not within 1 and %d each way, MaxVolumeExtent%s", width, height, depth, most, d.caps.Under())
	}
	return nil
}

// checkFormat checks the format of a resource. POOL_SCRATCH takes every format that has a size; the others those of
// CheckDeviceFormat.
func (d *Device) checkFormat(call string, usage uint32, rtype d3d9.RESOURCETYPE, format d3d9.FORMAT, pool d3d9.POOL) d3d9.Error {
	if err := checkPool(call, pool); err != nil {
		return err
	}
	if pool == d3d9.POOL_SCRATCH {
		if desc, ok := d3d9.FormatInfo(format); !ok || desc.BlockBytes == 0 || desc.Class == d3d9.ClassIndex {
			return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "format: %v has no pixels", format)
		}
		return nil
	}
	const asks = d3d9.USAGE_RENDERTARGET | d3d9.USAGE_DEPTHSTENCIL | d3d9.USAGE_DYNAMIC
	if _, err := d.caps.CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, usage&asks, rtype, format); err != nil {
		reason := err.Error()
		if e, ok := err.(*d3d9.CallError); ok {
			reason = e.Reason
		}
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "format: %s (CheckDeviceFormat)", reason)
	}
	return nil
}

// checkBlocks refuses level 0 of blocks that are cut, but for POOL_SCRATCH.
func (d *Device) checkBlocks(call string, sd storageDesc) d3d9.Error {
	desc, _ := d3d9.FormatInfo(sd.format)
	w, h := uint32(max(desc.BlockWidth, 1)), uint32(max(desc.BlockHeight, 1))
	if sd.pool != d3d9.POOL_SCRATCH && (sd.width%w != 0 || sd.height%h != 0) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%dx%d is not a multiple of %v's blocks of %dx%d", sd.width, sd.height, sd.format, w, h)
	}
	return nil
}
