// Package caps turns the numbers of a graphics adapter into what Direct3D 9 says about it: D3DCAPS9, the format table, and the
// answers of IDirect3D9's Check methods. Everything is a value made by New; nothing is global and nothing asks the adapter
// again. The package must not know a device, a resource or Vulkan calls: it sees gpu.Adapter only.
package caps

import (
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// Adapter is what Direct3D 9 says about one graphics adapter under one profile. It does not change after New, so it may be
// used from several goroutines.
type Adapter struct {
	gpu     *gpu.Adapter
	profile Profile
	caps    d3d9.CAPS
	most    d3d9.CAPS // without the profile's hardware
	formats map[d3d9.FORMAT]*FormatRow
	modes   []gpu.DisplayMode
}

// New computes the caps, the format table and the modes of an adapter. It keeps a, which must not change afterwards.
func New(a *gpu.Adapter, p Profile) *Adapter {
	c := &Adapter{gpu: a, profile: p, modes: displayModes(a.Modes)}
	c.formats = resolveFormats(a, p)
	c.most = c.compute()
	c.caps = c.most
	if h := p.Hardware; h != nil {
		h.limitFormats(c.formats)
		h.limitCaps(&c.caps)
	}
	return c
}

// Profile returns the profile that the adapter was made with.
func (c *Adapter) Profile() Profile { return c.profile }

// Under ends a refusal that may be the profile's and not the machine's, so that nobody looks for the reason in the driver.
func (c *Adapter) Under() string {
	if c.profile.Hardware == nil {
		return ""
	}
	return " under caps profile " + c.profile.Name
}

// Caps returns D3DCAPS9 of the hardware device type (GetDeviceCaps of IDirect3D9 and IDirect3DDevice9).
func (c *Adapter) Caps() d3d9.CAPS { return c.caps }

// SoftwareCaps returns D3DCAPS9 of a device with software vertex processing: it takes vertices and vertex shaders as the library does,
// whatever the profile's hardware.
func (c *Adapter) SoftwareCaps() d3d9.CAPS {
	out, m := c.caps, &c.most
	out.VertexShaderVersion, out.VS20Caps = m.VertexShaderVersion, m.VS20Caps
	out.MaxVertexShaderConst, out.MaxVShaderInstructionsExecuted, out.MaxVertexShader30InstructionSlots = m.MaxVertexShaderConst, m.MaxVShaderInstructionsExecuted, m.MaxVertexShader30InstructionSlots
	out.DeclTypes, out.MaxStreams, out.MaxStreamStride, out.MaxVertexIndex = m.DeclTypes, m.MaxStreams, m.MaxStreamStride, m.MaxVertexIndex
	out.VertexProcessingCaps, out.MaxActiveLights, out.MaxUserClipPlanes = m.VertexProcessingCaps, m.MaxActiveLights, m.MaxUserClipPlanes
	out.MaxVertexBlendMatrices, out.MaxVertexBlendMatrixIndex = m.MaxVertexBlendMatrices, m.MaxVertexBlendMatrixIndex
	return out
}

// GetDeviceCaps is IDirect3D9::GetDeviceCaps: INVALIDCALL for an adapter or device type that does not exist, NOTAVAILABLE for a
// device type that this library has no implementation of.
func (c *Adapter) GetDeviceCaps(adapter uint, deviceType d3d9.DEVTYPE) (d3d9.CAPS, d3d9.Error) {
	if err := checkAdapter("GetDeviceCaps", adapter, deviceType); err != nil {
		return d3d9.CAPS{}, err
	}
	caps := c.caps
	caps.DeviceType = deviceType
	return caps, nil
}

// SamplerLimits is what samplers of the adapter can do at most.
type SamplerLimits struct {
	MaxAnisotropy uint32  // 1: none
	MaxLodBias    float32 // of either sign
	Border        bool    // any border colour; without, BORDER is clamped to the edge
	MirrorOnce    bool    // D3DTADDRESS_MIRRORONCE; without, it is MIRROR
}

// Sampler returns the limits of samplers.
func (c *Adapter) Sampler() SamplerLimits {
	f := &c.gpu.Features
	return SamplerLimits{
		MaxAnisotropy: c.caps.MaxAnisotropy,
		MaxLodBias:    c.gpu.Limits.MaxSamplerLodBias,
		Border:        f.CustomBorderColor && c.caps.TextureAddressCaps&d3d9.PTADDRESSCAPS_BORDER != 0,
		MirrorOnce:    f.MirrorClampToEdge && c.caps.TextureAddressCaps&d3d9.PTADDRESSCAPS_MIRRORONCE != 0,
	}
}

// NumSimultaneousRTs is the number of usable render target slots, 1 to 4 (MRT-12). Adapters without independent blending have them too:
// package mrt draws in steps there (MRT-13).
func (c *Adapter) NumSimultaneousRTs() uint32 { return c.caps.NumSimultaneousRTs }

// VertexFormat returns the format of a vertex element of the type, and whether the adapter reads it, whatever the profile's DeclTypes. D3DCOLOR is
// FormatR8G8B8A8Unorm: its element also has gpu.VertexElement.Swizzle.
func (c *Adapter) VertexFormat(t d3d9.DECLTYPE) (gpu.Format, bool) {
	f, ok := vertexFormats[t]
	return f, ok && c.gpu.Formats[f].Vertex
}

// ReadsElement says whether vertices may have elements of the type where declTypes is D3DCAPS9.DeclTypes: that knows some types, the
// others are always there.
func (c *Adapter) ReadsElement(t d3d9.DECLTYPE, declTypes uint32) bool {
	_, ok := c.VertexFormat(t)
	flag := declTypeCaps[t]
	return ok && declTypes&flag == flag
}

// vertexFormats is the memory layout of each D3DDECLTYPE.
var vertexFormats = map[d3d9.DECLTYPE]gpu.Format{
	d3d9.DECLTYPE_FLOAT1:    gpu.FormatR32Sfloat,
	d3d9.DECLTYPE_FLOAT2:    gpu.FormatR32G32Sfloat,
	d3d9.DECLTYPE_FLOAT3:    gpu.FormatR32G32B32Sfloat,
	d3d9.DECLTYPE_FLOAT4:    gpu.FormatR32G32B32A32Sfloat,
	d3d9.DECLTYPE_D3DCOLOR:  gpu.FormatR8G8B8A8Unorm,
	d3d9.DECLTYPE_UBYTE4:    gpu.FormatR8G8B8A8Uscaled,
	d3d9.DECLTYPE_SHORT2:    gpu.FormatR16G16Sscaled,
	d3d9.DECLTYPE_SHORT4:    gpu.FormatR16G16B16A16Sscaled,
	d3d9.DECLTYPE_UBYTE4N:   gpu.FormatR8G8B8A8Unorm,
	d3d9.DECLTYPE_SHORT2N:   gpu.FormatR16G16Snorm,
	d3d9.DECLTYPE_SHORT4N:   gpu.FormatR16G16B16A16Snorm,
	d3d9.DECLTYPE_USHORT2N:  gpu.FormatR16G16Unorm,
	d3d9.DECLTYPE_USHORT4N:  gpu.FormatR16G16B16A16Unorm,
	d3d9.DECLTYPE_UDEC3:     gpu.FormatA2B10G10R10UscaledPack32,
	d3d9.DECLTYPE_FLOAT16_2: gpu.FormatR16G16Sfloat,
	d3d9.DECLTYPE_FLOAT16_4: gpu.FormatR16G16B16A16Sfloat,
}

// declTypeCaps is the flag of each vertex element type that D3DCAPS9.DeclTypes tells about.
var declTypeCaps = map[d3d9.DECLTYPE]uint32{
	d3d9.DECLTYPE_UBYTE4:    d3d9.DTCAPS_UBYTE4,
	d3d9.DECLTYPE_UBYTE4N:   d3d9.DTCAPS_UBYTE4N,
	d3d9.DECLTYPE_SHORT2N:   d3d9.DTCAPS_SHORT2N,
	d3d9.DECLTYPE_SHORT4N:   d3d9.DTCAPS_SHORT4N,
	d3d9.DECLTYPE_USHORT2N:  d3d9.DTCAPS_USHORT2N,
	d3d9.DECLTYPE_USHORT4N:  d3d9.DTCAPS_USHORT4N,
	d3d9.DECLTYPE_UDEC3:     d3d9.DTCAPS_UDEC3,
	d3d9.DECLTYPE_DEC3N:     d3d9.DTCAPS_DEC3N,
	d3d9.DECLTYPE_FLOAT16_2: d3d9.DTCAPS_FLOAT16_2,
	d3d9.DECLTYPE_FLOAT16_4: d3d9.DTCAPS_FLOAT16_4,
}

const (
	// Numbers that Direct3D 9 drivers report, whatever the hardware.
	maxTextureRepeat = 8192
	maxPointSize     = 256
	maxVertexIndex   = 0xffffff
	maxStreams       = 16
	maxStreamStride  = 1024
	maxVertexW       = 1e10
	guardBand        = 32768
	shaderConstants  = 256
	shaderSlots      = 32768
	unlimited        = math.MaxUint32
)

// MaxPrimitiveCount is D3DCAPS9.MaxPrimitiveCount: the most primitives of one draw.
const MaxPrimitiveCount = 0x555555

// compute fills D3DCAPS9. Fields of fixed function, copies and patches are zero unless the profile has them.
func (c *Adapter) compute() d3d9.CAPS {
	l := &c.gpu.Limits
	edge := min(l.MaxImageDimension2D, l.MaxImageDimensionCube)
	out := d3d9.CAPS{
		DeviceType:              d3d9.DEVTYPE_HAL,
		Caps2:                   d3d9.CAPS2_DYNAMICTEXTURES,
		Caps3:                   d3d9.CAPS3_ALPHA_FULLSCREEN_FLIP_OR_DISCARD | d3d9.CAPS3_COPY_TO_SYSTEMMEM,
		PresentationIntervals:   d3d9.PRESENT_INTERVAL_IMMEDIATE | d3d9.PRESENT_INTERVAL_ONE | d3d9.PRESENT_INTERVAL_TWO | d3d9.PRESENT_INTERVAL_THREE | d3d9.PRESENT_INTERVAL_FOUR,
		DevCaps:                 d3d9.DEVCAPS_EXECUTESYSTEMMEMORY | d3d9.DEVCAPS_EXECUTEVIDEOMEMORY | d3d9.DEVCAPS_TLVERTEXSYSTEMMEMORY | d3d9.DEVCAPS_TLVERTEXVIDEOMEMORY | d3d9.DEVCAPS_TEXTUREVIDEOMEMORY | d3d9.DEVCAPS_TEXTURENONLOCALVIDMEM | d3d9.DEVCAPS_CANRENDERAFTERFLIP | d3d9.DEVCAPS_DRAWPRIMITIVES2 | d3d9.DEVCAPS_DRAWPRIMITIVES2EX | d3d9.DEVCAPS_HWTRANSFORMANDLIGHT | d3d9.DEVCAPS_HWRASTERIZATION | d3d9.DEVCAPS_PUREDEVICE,
		ZCmpCaps:                allComparisons,
		AlphaCmpCaps:            allComparisons,
		SrcBlendCaps:            destBlendCaps | d3d9.PBLENDCAPS_BOTHSRCALPHA | d3d9.PBLENDCAPS_BOTHINVSRCALPHA,
		DestBlendCaps:           destBlendCaps,
		ShadeCaps:               d3d9.PSHADECAPS_COLORGOURAUDRGB | d3d9.PSHADECAPS_SPECULARGOURAUDRGB | d3d9.PSHADECAPS_ALPHAGOURAUDBLEND | d3d9.PSHADECAPS_FOGGOURAUD,
		TextureCaps:             d3d9.PTEXTURECAPS_PERSPECTIVE | d3d9.PTEXTURECAPS_ALPHA | d3d9.PTEXTURECAPS_TEXREPEATNOTSCALEDBYSIZE | d3d9.PTEXTURECAPS_PROJECTED | d3d9.PTEXTURECAPS_CUBEMAP | d3d9.PTEXTURECAPS_VOLUMEMAP | d3d9.PTEXTURECAPS_MIPMAP | d3d9.PTEXTURECAPS_MIPVOLUMEMAP | d3d9.PTEXTURECAPS_MIPCUBEMAP,
		LineCaps:                d3d9.LINECAPS_TEXTURE | d3d9.LINECAPS_ZTEST | d3d9.LINECAPS_BLEND | d3d9.LINECAPS_ALPHACMP | d3d9.LINECAPS_FOG,
		StencilCaps:             d3d9.STENCILCAPS_KEEP | d3d9.STENCILCAPS_ZERO | d3d9.STENCILCAPS_REPLACE | d3d9.STENCILCAPS_INCRSAT | d3d9.STENCILCAPS_DECRSAT | d3d9.STENCILCAPS_INVERT | d3d9.STENCILCAPS_INCR | d3d9.STENCILCAPS_DECR | d3d9.STENCILCAPS_TWOSIDED,
		FVFCaps:                 d3d9.DP_MAXTEXCOORD | d3d9.FVFCAPS_PSIZE,
		MaxTextureWidth:         edge,
		MaxTextureHeight:        edge,
		MaxVolumeExtent:         l.MaxImageDimension3D,
		MaxTextureRepeat:        maxTextureRepeat,
		MaxTextureAspectRatio:   edge,
		MaxVertexW:              maxVertexW,
		GuardBandLeft:           max(-guardBand, l.ViewportBoundsRange[0]),
		GuardBandTop:            max(-guardBand, l.ViewportBoundsRange[0]),
		GuardBandRight:          min(guardBand, l.ViewportBoundsRange[1]),
		GuardBandBottom:         min(guardBand, l.ViewportBoundsRange[1]),
		MaxPointSize:            1,
		MaxPrimitiveCount:       MaxPrimitiveCount,
		MaxVertexIndex:          min(maxVertexIndex, l.MaxDrawIndexedIndexValue),
		MaxStreams:              min(maxStreams, max(1, l.MaxVertexInputBindings)-1), // one binding feeds inputs that no stream feeds
		MaxStreamStride:         min(maxStreamStride, l.MaxVertexInputBindingStride),
		VertexShaderVersion:     d3d9.VSVersion(3, 0),
		MaxVertexShaderConst:    shaderConstants,
		PixelShaderVersion:      d3d9.PSVersion(3, 0),
		PixelShader1xMaxValue:   math.MaxFloat32,
		DevCaps2:                d3d9.DEVCAPS2_STREAMOFFSET | d3d9.DEVCAPS2_VERTEXELEMENTSCANSHARESTREAMOFFSET,
		NumberOfAdaptersInGroup: 1,
		VS20Caps: d3d9.VSHADERCAPS2_0{Caps: d3d9.VS20CAPS_PREDICATION, DynamicFlowControlDepth: d3d9.VS20_MAX_DYNAMICFLOWCONTROLDEPTH,
			NumTemps: d3d9.VS20_MAX_NUMTEMPS, StaticFlowControlDepth: d3d9.VS20_MAX_STATICFLOWCONTROLDEPTH},
		PS20Caps: d3d9.PSHADERCAPS2_0{Caps: d3d9.PS20CAPS_ARBITRARYSWIZZLE | d3d9.PS20CAPS_GRADIENTINSTRUCTIONS | d3d9.PS20CAPS_PREDICATION | d3d9.PS20CAPS_NODEPENDENTREADLIMIT | d3d9.PS20CAPS_NOTEXINSTRUCTIONLIMIT,
			DynamicFlowControlDepth: d3d9.PS20_MAX_DYNAMICFLOWCONTROLDEPTH, NumTemps: d3d9.PS20_MAX_NUMTEMPS,
			StaticFlowControlDepth: d3d9.PS20_MAX_STATICFLOWCONTROLDEPTH, NumInstructionSlots: d3d9.PS20_MAX_NUMINSTRUCTIONSLOTS},
		VertexTextureFilterCaps:           pointAndLinear,
		MaxVShaderInstructionsExecuted:    unlimited,
		MaxPShaderInstructionsExecuted:    unlimited,
		MaxVertexShader30InstructionSlots: shaderSlots,
		MaxPixelShader30InstructionSlots:  shaderSlots,
	}
	c.computeTargets(&out)
	c.computeRaster(&out)
	c.computeSampling(&out)
	for t, flag := range declTypeCaps {
		if _, ok := c.VertexFormat(t); ok {
			out.DeclTypes |= flag
		}
	}
	c.computeProfile(&out)
	return out
}

const (
	allComparisons = d3d9.PCMPCAPS_NEVER | d3d9.PCMPCAPS_LESS | d3d9.PCMPCAPS_EQUAL | d3d9.PCMPCAPS_LESSEQUAL | d3d9.PCMPCAPS_GREATER |
		d3d9.PCMPCAPS_NOTEQUAL | d3d9.PCMPCAPS_GREATEREQUAL | d3d9.PCMPCAPS_ALWAYS
	// BOTHSRCALPHA and BOTHINVSRCALPHA are source factors that set the destination's too.
	destBlendCaps = d3d9.PBLENDCAPS_ZERO | d3d9.PBLENDCAPS_ONE | d3d9.PBLENDCAPS_SRCCOLOR | d3d9.PBLENDCAPS_INVSRCCOLOR |
		d3d9.PBLENDCAPS_SRCALPHA | d3d9.PBLENDCAPS_INVSRCALPHA | d3d9.PBLENDCAPS_DESTALPHA | d3d9.PBLENDCAPS_INVDESTALPHA |
		d3d9.PBLENDCAPS_DESTCOLOR | d3d9.PBLENDCAPS_INVDESTCOLOR | d3d9.PBLENDCAPS_SRCALPHASAT | d3d9.PBLENDCAPS_BLENDFACTOR
	pointAndLinear = d3d9.PTFILTERCAPS_MINFPOINT | d3d9.PTFILTERCAPS_MINFLINEAR | d3d9.PTFILTERCAPS_MAGFPOINT | d3d9.PTFILTERCAPS_MAGFLINEAR
)

// computeTargets fills what concerns render targets. MRTINDEPENDENTBITDEPTHS lifts MRT-2, MRTPOSTPIXELSHADERBLENDING MRT-4.
func (c *Adapter) computeTargets(out *d3d9.CAPS) {
	out.PrimitiveMiscCaps |= d3d9.PMISCCAPS_MASKZ | d3d9.PMISCCAPS_COLORWRITEENABLE | d3d9.PMISCCAPS_BLENDOP |
		d3d9.PMISCCAPS_SEPARATEALPHABLEND | d3d9.PMISCCAPS_POSTBLENDSRGBCONVERT
	out.NumSimultaneousRTs = max(1, min(c.profile.MaxRenderTargets, c.gpu.Limits.MaxColorAttachments, gpu.MaxTargets))
	if out.NumSimultaneousRTs > 1 {
		out.PrimitiveMiscCaps |= severalTargets
	}
}

// computeRaster fills what concerns rasterisation.
func (c *Adapter) computeRaster(out *d3d9.CAPS) {
	f, l := &c.gpu.Features, &c.gpu.Limits
	out.PrimitiveMiscCaps |= d3d9.PMISCCAPS_CULLNONE | d3d9.PMISCCAPS_CULLCW | d3d9.PMISCCAPS_CULLCCW | d3d9.PMISCCAPS_FOGVERTEXCLAMPED
	out.RasterCaps = d3d9.PRASTERCAPS_ZTEST | d3d9.PRASTERCAPS_FOGVERTEX | d3d9.PRASTERCAPS_FOGTABLE | d3d9.PRASTERCAPS_MIPMAPLODBIAS |
		d3d9.PRASTERCAPS_WFOG | d3d9.PRASTERCAPS_ZFOG | d3d9.PRASTERCAPS_COLORPERSPECTIVE | d3d9.PRASTERCAPS_SCISSORTEST |
		d3d9.PRASTERCAPS_SLOPESCALEDEPTHBIAS | d3d9.PRASTERCAPS_DEPTHBIAS
	const maxClipPlanes = 6
	if f.ShaderClipDistance {
		out.MaxUserClipPlanes = min(maxClipPlanes, l.MaxClipDistances)
		out.PrimitiveMiscCaps |= d3d9.PMISCCAPS_CLIPPLANESCALEDPOINTS
	}
	if f.LargePoints {
		out.MaxPointSize = min(maxPointSize, l.PointSizeRange[1])
	}
}

// computeSampling fills what concerns textures.
func (c *Adapter) computeSampling(out *d3d9.CAPS) {
	f := &c.gpu.Features
	filter := uint32(pointAndLinear | d3d9.PTFILTERCAPS_MIPFPOINT | d3d9.PTFILTERCAPS_MIPFLINEAR)
	out.VolumeTextureFilterCaps = filter
	out.MaxAnisotropy = 1
	const maxAnisotropy = 16
	if f.SamplerAnisotropy && c.gpu.Limits.MaxSamplerAnisotropy >= 2 {
		out.MaxAnisotropy = uint32(min(maxAnisotropy, c.gpu.Limits.MaxSamplerAnisotropy))
		out.RasterCaps |= d3d9.PRASTERCAPS_ANISOTROPY
		filter |= d3d9.PTFILTERCAPS_MINFANISOTROPIC | d3d9.PTFILTERCAPS_MAGFANISOTROPIC
	}
	out.TextureFilterCaps, out.CubeTextureFilterCaps = filter, filter
	address := uint32(d3d9.PTADDRESSCAPS_WRAP | d3d9.PTADDRESSCAPS_MIRROR | d3d9.PTADDRESSCAPS_CLAMP | d3d9.PTADDRESSCAPS_INDEPENDENTUV)
	if f.CustomBorderColor {
		address |= d3d9.PTADDRESSCAPS_BORDER
	}
	if f.MirrorClampToEdge {
		address |= d3d9.PTADDRESSCAPS_MIRRORONCE
	}
	out.TextureAddressCaps, out.VolumeTextureAddressCaps = address, address
}

// computeProfile adds what the profile has beyond programmable drawing.
func (c *Adapter) computeProfile(out *d3d9.CAPS) {
	if c.profile.FixedFunction {
		const stages, lights, blendMatrices, allTextureOps = 8, 8, 4, 0x03ffffff
		out.DevCaps |= d3d9.DEVCAPS_DRAWPRIMTLVERTEX
		out.PrimitiveMiscCaps |= d3d9.PMISCCAPS_CLIPTLVERTS | d3d9.PMISCCAPS_TSSARGTEMP | d3d9.PMISCCAPS_PERSTAGECONSTANT | d3d9.PMISCCAPS_FOGANDSPECULARALPHA
		out.RasterCaps |= d3d9.PRASTERCAPS_FOGRANGE
		out.TextureOpCaps = allTextureOps
		out.MaxTextureBlendStages, out.MaxSimultaneousTextures = stages, stages
		out.VertexProcessingCaps = d3d9.VTXPCAPS_TEXGEN | d3d9.VTXPCAPS_MATERIALSOURCE7 | d3d9.VTXPCAPS_DIRECTIONALLIGHTS |
			d3d9.VTXPCAPS_POSITIONALLIGHTS | d3d9.VTXPCAPS_LOCALVIEWER | d3d9.VTXPCAPS_TWEENING | d3d9.VTXPCAPS_TEXGEN_SPHEREMAP
		out.MaxActiveLights = lights
		out.MaxVertexBlendMatrices = blendMatrices
	}
	if c.profile.StretchRect {
		out.StretchRectFilterCaps = pointAndLinear
		out.DevCaps2 |= d3d9.DEVCAPS2_CAN_STRETCHRECT_FROM_TEXTURES
	}
	if c.profile.UpdateSurface {
		out.Caps3 |= d3d9.CAPS3_COPY_TO_VIDMEM
	}
	if c.profile.AutoGenMipmap {
		out.Caps2 |= d3d9.CAPS2_CANAUTOGENMIPMAP
	}
}
