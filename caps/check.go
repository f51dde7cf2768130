package caps

import (
	"math/bits"
	"strconv"
	"strings"

	"d3d9vk/d3d9"
)

// AdapterCount is the number of adapters: one.
const AdapterCount = 1

// checkAdapter refuses adapters and device types that do not exist (INVALIDCALL) and device types without an implementation
// (NOTAVAILABLE): only HAL, and REF, which is the same here.
func checkAdapter(call string, adapter uint, deviceType d3d9.DEVTYPE) d3d9.Error {
	if adapter >= AdapterCount {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "adapter %d: there is only adapter 0", adapter)
	}
	switch deviceType {
	case d3d9.DEVTYPE_HAL, d3d9.DEVTYPE_REF:
		return nil
	case d3d9.DEVTYPE_SW, d3d9.DEVTYPE_NULLREF:
		return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "deviceType: there is no %v device", deviceType)
	}
	return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "deviceType %d is not a device type", uint32(deviceType))
}

// displayFormat says whether a display may have the format.
func displayFormat(f d3d9.FORMAT) bool {
	return f == d3d9.FMT_X8R8G8B8 || f == d3d9.FMT_R5G6B5
}

// checkAdapterFormat refuses no format (INVALIDCALL) and formats that no display has (NOTAVAILABLE).
func checkAdapterFormat(call, argument string, f d3d9.FORMAT) d3d9.Error {
	if f == d3d9.FMT_UNKNOWN {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s is FMT_UNKNOWN", argument)
	}
	if !displayFormat(f) {
		return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "%s: no display has the format %v", argument, f)
	}
	return nil
}

// backBufferFormat says whether back buffers can have the format at all.
func backBufferFormat(f d3d9.FORMAT) bool {
	switch f {
	case d3d9.FMT_A8R8G8B8, d3d9.FMT_X8R8G8B8, d3d9.FMT_R5G6B5, d3d9.FMT_X1R5G5B5, d3d9.FMT_A1R5G5B5, d3d9.FMT_A2R10G10B10:
		return true
	}
	return false
}

// CheckDeviceType is IDirect3D9::CheckDeviceType. Windowed, any back buffer format goes with any display, and FMT_UNKNOWN means the
// display's. Full screen, the two differ at most by an alpha. Other pairs are NOTAVAILABLE.
func (c *Adapter) CheckDeviceType(adapter uint, deviceType d3d9.DEVTYPE, display, backBuffer d3d9.FORMAT, windowed bool) d3d9.Error {
	const call = "CheckDeviceType"
	if err := checkAdapter(call, adapter, deviceType); err != nil {
		return err
	}
	if display == d3d9.FMT_UNKNOWN || !windowed && backBuffer == d3d9.FMT_UNKNOWN {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a format is FMT_UNKNOWN")
	}
	if err := checkAdapterFormat(call, "displayFormat", display); err != nil {
		return err
	}
	if windowed && backBuffer == d3d9.FMT_UNKNOWN {
		return nil
	}
	r, ok := c.Format(backBuffer)
	if !ok || !r.Target || !backBufferFormat(backBuffer) {
		return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "backBufferFormat: no back buffer has the format %v%s", backBuffer, c.Under())
	}
	if !windowed && backBuffer != display && (display != d3d9.FMT_X8R8G8B8 || backBuffer != d3d9.FMT_A8R8G8B8) {
		return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "backBufferFormat %v does not go with the full screen format %v", backBuffer, display)
	}
	return nil
}

// queryUsages are the usages that ask instead of telling how a resource is used.
const queryUsages = d3d9.USAGE_QUERY_LEGACYBUMPMAP | d3d9.USAGE_QUERY_SRGBREAD | d3d9.USAGE_QUERY_FILTER | d3d9.USAGE_QUERY_SRGBWRITE |
	d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING | d3d9.USAGE_QUERY_VERTEXTEXTURE | d3d9.USAGE_QUERY_WRAPANDMIP

// CheckDeviceFormat is IDirect3D9::CheckDeviceFormat. It returns OK, or OK_NOAUTOGEN where USAGE_AUTOGENMIPMAP is asked for but would
// generate nothing. Errors: INVALIDCALL for an adapter format FMT_UNKNOWN, for vertex and index buffers and for no resource
// type; NOTAVAILABLE for everything that cannot be made. USAGE_QUERY_POSTPIXELSHADER_BLENDING (MRT-5) is answered from the format
// alone, with or without USAGE_RENDERTARGET.
func (c *Adapter) CheckDeviceFormat(adapter uint, deviceType d3d9.DEVTYPE, adapterFormat d3d9.FORMAT, usage uint32, rType d3d9.RESOURCETYPE, check d3d9.FORMAT) (int32, d3d9.Error) {
	const call = "CheckDeviceFormat"
	if err := checkAdapter(call, adapter, deviceType); err != nil {
		return err.Code(), err
	}
	if err := checkAdapterFormat(call, "adapterFormat", adapterFormat); err != nil {
		return err.Code(), err
	}
	switch rType {
	case d3d9.RTYPE_SURFACE, d3d9.RTYPE_TEXTURE, d3d9.RTYPE_CUBETEXTURE, d3d9.RTYPE_VOLUMETEXTURE, d3d9.RTYPE_VOLUME:
	default:
		return d3d9.ERR_INVALIDCALL, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "rType %v has no pixel format", rType)
	}
	refuse := func(why string) (int32, d3d9.Error) {
		return d3d9.ERR_NOTAVAILABLE, d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "%v, %v: %s%s", rType, check, why, c.Under())
	}
	r, ok := c.Format(check)
	if !ok {
		return refuse("the device has no such format")
	}
	if why := r.refuseResource(usage, rType); why != "" {
		return refuse(why)
	}
	if why := r.refuseQuery(usage & queryUsages); why != "" {
		return refuse(why)
	}
	if usage&d3d9.USAGE_AUTOGENMIPMAP != 0 {
		if rType != d3d9.RTYPE_TEXTURE && rType != d3d9.RTYPE_CUBETEXTURE {
			return refuse("USAGE_AUTOGENMIPMAP is for textures and cube textures")
		}
		if !c.profile.AutoGenMipmap || !r.Target || !r.Filter {
			return d3d9.OK_NOAUTOGEN, nil
		}
	}
	return d3d9.OK, nil
}

// refuseResource says why no resource of the type and usage has the format, or nothing.
func (r *FormatRow) refuseResource(usage uint32, rType d3d9.RESOURCETYPE) string {
	target, depth := usage&d3d9.USAGE_RENDERTARGET != 0, usage&d3d9.USAGE_DEPTHSTENCIL != 0
	volume := rType == d3d9.RTYPE_VOLUMETEXTURE || rType == d3d9.RTYPE_VOLUME
	switch {
	case usage&d3d9.USAGE_DMAP != 0:
		return "there are no displacement maps"
	case target && depth:
		return "a resource is not a render target and a depth-stencil surface at once"
	case (target || depth) && volume:
		return "volumes are neither render targets nor depth-stencil surfaces"
	case (target || depth) && usage&d3d9.USAGE_DYNAMIC != 0:
		return "render targets and depth-stencil surfaces are not dynamic"
	case target && !r.Target:
		return "it is not a render target format"
	case depth && !r.Depth:
		return "it is not a depth-stencil format"
	case depth && rType != d3d9.RTYPE_SURFACE:
		return "depth formats are not sampled"
	case target && rType == d3d9.RTYPE_CUBETEXTURE && !r.Cube && !r.Null:
		return "it is not a format of cube textures"
	case !target && !depth && !r.offers(rType):
		return "it is no format of such textures"
	}
	return ""
}

// offers says whether textures of the type, or plain surfaces, have the format.
func (r *FormatRow) offers(rType d3d9.RESOURCETYPE) bool {
	switch rType {
	case d3d9.RTYPE_CUBETEXTURE:
		return r.Cube
	case d3d9.RTYPE_VOLUMETEXTURE, d3d9.RTYPE_VOLUME:
		return r.Volume
	}
	return r.Sampled
}

// refuseQuery says which of the queried abilities the format lacks, or nothing.
func (r *FormatRow) refuseQuery(query uint32) string {
	for _, q := range [...]struct {
		usage uint32
		has   bool
		why   string
	}{
		{d3d9.USAGE_QUERY_SRGBREAD, r.SRGBRead, "it cannot be read as sRGB"},
		{d3d9.USAGE_QUERY_SRGBWRITE, r.SRGBWrite, "it cannot be written as sRGB"},
		{d3d9.USAGE_QUERY_FILTER, r.Filter, "it cannot be filtered"},
		{d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING, r.Blend, "it cannot be blended with"},
		{d3d9.USAGE_QUERY_VERTEXTEXTURE, r.VertexTexture, "vertex shaders cannot sample it"},
		{d3d9.USAGE_QUERY_WRAPANDMIP, r.Sampled, "it has no wrapping and mipmaps"},
		{d3d9.USAGE_QUERY_LEGACYBUMPMAP, false, "bump mapping of the fixed function is not there"},
	} {
		if query&q.usage != 0 && !q.has {
			return q.why
		}
	}
	return ""
}

// CheckDepthStencilMatch is IDirect3D9::CheckDepthStencilMatch: any depth-stencil format goes with any render target format, FMT_NULL
// included. NOTAVAILABLE where one of the two is not such a format, INVALIDCALL where a format is FMT_UNKNOWN.
func (c *Adapter) CheckDepthStencilMatch(adapter uint, deviceType d3d9.DEVTYPE, adapterFormat, target, depthStencil d3d9.FORMAT) d3d9.Error {
	const call = "CheckDepthStencilMatch"
	if err := checkAdapter(call, adapter, deviceType); err != nil {
		return err
	}
	if err := checkAdapterFormat(call, "adapterFormat", adapterFormat); err != nil {
		return err
	}
	if target == d3d9.FMT_UNKNOWN || depthStencil == d3d9.FMT_UNKNOWN {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a format is FMT_UNKNOWN")
	}
	if r, ok := c.Format(target); !ok || !r.Target {
		return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "renderTargetFormat: %v is not a render target format%s", target, c.Under())
	}
	if r, ok := c.Format(depthStencil); !ok || !r.Depth {
		return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "depthStencilFormat: %v is not a depth-stencil format%s", depthStencil, c.Under())
	}
	return nil
}

// CheckDeviceMultiSampleType is IDirect3D9::CheckDeviceMultiSampleType. It returns the number of quality levels, 1 also with an error.
// MULTISAMPLE_NONMASKABLE has a level for each number of samples that the adapter has for the format, from 1 up. The others have
// one level. INVALIDCALL for FMT_UNKNOWN and for types above 16 samples; NOTAVAILABLE for numbers of samples that the
// adapter lacks and for formats that are no render target and no depth-stencil format.
func (c *Adapter) CheckDeviceMultiSampleType(adapter uint, deviceType d3d9.DEVTYPE, format d3d9.FORMAT, windowed bool, t d3d9.MULTISAMPLE_TYPE) (uint32, d3d9.Error) {
	const call = "CheckDeviceMultiSampleType"
	if err := checkAdapter(call, adapter, deviceType); err != nil {
		return 1, err
	}
	if format == d3d9.FMT_UNKNOWN {
		return 1, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "surfaceFormat is FMT_UNKNOWN")
	}
	if t > d3d9.MULTISAMPLE_16_SAMPLES {
		return 1, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "multiSampleType %d: there are at most 16 samples", uint32(t))
	}
	r, ok := c.Format(format)
	if !ok || !r.Target && !r.Depth {
		return 1, d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "surfaceFormat: %v is not a render target or depth-stencil format%s", format, c.Under())
	}
	if t == d3d9.MULTISAMPLE_NONMASKABLE {
		if levels := r.qualityLevels(); levels > 1 {
			return levels, nil
		}
	} else if _, ok := r.SampleCount(t, 0); ok {
		return 1, nil
	}
	return 1, d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "multiSampleType: there is no %v for %v%s", t, format, c.Under())
}

// qualityLevels is how many numbers of samples there are.
func (r *FormatRow) qualityLevels() uint32 { return uint32(bits.OnesCount32(r.Samples)) }

// SampleCount returns the number of samples of a surface of the format with the multisample type and quality level, and
// whether the adapter has it. Quality is only for MULTISAMPLE_NONMASKABLE, else 0.
func (r *FormatRow) SampleCount(t d3d9.MULTISAMPLE_TYPE, quality uint32) (uint32, bool) {
	switch {
	case t == d3d9.MULTISAMPLE_NONMASKABLE:
		levels := r.qualityLevels()
		if levels <= 1 || quality >= levels {
			return 0, false
		}
		counts := r.Samples
		for range quality {
			counts &= counts - 1
		}
		return counts & -counts, true
	case quality != 0 || t > d3d9.MULTISAMPLE_16_SAMPLES:
		return 0, false
	case t == d3d9.MULTISAMPLE_NONE:
		return 1, true
	}
	n := uint32(t)
	return n, n&(n-1) == 0 && r.Samples&n != 0
}

// SampleCounts lists the multisample types of the format that there are, such as "2, 4 samples", or "no multisampling".
func (r *FormatRow) SampleCounts() string {
	var counts []string
	for n := uint32(2); n <= 16; n *= 2 {
		if r.Samples&n != 0 {
			counts = append(counts, strconv.Itoa(int(n)))
		}
	}
	if counts == nil {
		return "no multisampling"
	}
	return strings.Join(counts, ", ") + " samples"
}

// CheckDeviceFormatConversion is IDirect3D9::CheckDeviceFormatConversion: whether a presented or stretched surface of one format may
// go to another. Only back buffer formats are converted, to those, where the adapter blits between their images; others only
// to themselves.
func (c *Adapter) CheckDeviceFormatConversion(adapter uint, deviceType d3d9.DEVTYPE, source, target d3d9.FORMAT) d3d9.Error {
	const call = "CheckDeviceFormatConversion"
	if err := checkAdapter(call, adapter, deviceType); err != nil {
		return err
	}
	if source == d3d9.FMT_UNKNOWN || target == d3d9.FMT_UNKNOWN {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a format is FMT_UNKNOWN")
	}
	from, hasSource := c.Format(source)
	to, hasTarget := c.Format(target)
	if !hasSource || !hasTarget || source != target && !c.Converts(from, to) {
		return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "%v is not converted to %v", source, target)
	}
	return nil
}

// Converts reports whether a copy may go from one format to another: both are formats of back buffers, stored alike or in images between
// which the adapter blits.
func (c *Adapter) Converts(from, to *FormatRow) bool {
	return backBufferFormat(from.Format) && backBufferFormat(to.Format) && (from.Image == to.Image || c.Blits(from, to))
}

// Blits reports whether the adapter can scale a picture of one format into a picture of another.
func (c *Adapter) Blits(from, to *FormatRow) bool {
	return c.gpu.Formats[from.Image].BlitSrc && c.gpu.Formats[to.Image].BlitDst
}
