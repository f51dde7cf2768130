package device

import (
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/ir"
)

// levelZero is gpu.SamplerDesc.MaxLod of a sampler without mipmaps: level 0 only, but minification is told apart.
const levelZero = 0.25

// maxLod is more levels than any image has.
const maxLod = 16

// samplerOf is what a sampler depends on beside the states of its slot: the shader's type of texture, whether the texture can be
// filtered, whether its coordinates are clamped whatever the states say (D3DPTEXTURECAPS_NONPOW2CONDITIONAL), its finest level (SetLOD), and the first level of the view that it is seen through.
type samplerOf struct {
	dim       ir.Dim
	filter    bool
	clamped   bool
	lod, base uint32
}

// samplerDesc is the sampler that the states of a slot ask for.
func (d *Device) samplerDesc(slot int, of samplerOf) gpu.SamplerDesc {
	filter, lod, base := of.filter, of.lod, of.base
	s := &d.state.sampler[slot]
	limits := d.caps.Sampler()
	desc := gpu.SamplerDesc{
		Mag: gpuFilter(s[d3d9.SAMP_MAGFILTER], filter),
		Min: gpuFilter(s[d3d9.SAMP_MINFILTER], filter),
	}
	if of.dim == ir.DimCube || of.clamped {
		desc.AddressU, desc.AddressV, desc.AddressW = gpu.AddressClampToEdge, gpu.AddressClampToEdge, gpu.AddressClampToEdge
	} else {
		desc.AddressU = addressMode(s[d3d9.SAMP_ADDRESSU], limits.Border, limits.MirrorOnce)
		desc.AddressV = addressMode(s[d3d9.SAMP_ADDRESSV], limits.Border, limits.MirrorOnce)
		desc.AddressW = addressMode(s[d3d9.SAMP_ADDRESSW], limits.Border, limits.MirrorOnce)
	}
	if desc.AddressU == gpu.AddressClampToBorder || desc.AddressV == gpu.AddressClampToBorder || desc.AddressW == gpu.AddressClampToBorder {
		c := d3d9.COLOR(s[d3d9.SAMP_BORDERCOLOR]).Value()
		desc.Border = [4]float32{c.R, c.G, c.B, c.A}
	}
	if bias := math.Float32frombits(s[d3d9.SAMP_MIPMAPLODBIAS]); bias == bias { // not NaN
		desc.LodBias = min(max(bias, -limits.MaxLodBias), limits.MaxLodBias)
	}
	finest := func(level uint32) float32 { return float32(min(max(level, base)-base, maxLod)) }
	desc.MinLod = finest(lod)
	switch s[d3d9.SAMP_MIPFILTER] {
	case d3d9.TEXF_NONE: // MAXMIPLEVEL is ignored
		desc.MaxLod = desc.MinLod + levelZero
		desc.LodBias = 0
	case d3d9.TEXF_POINT:
		desc.MinLod, desc.MaxLod = finest(max(lod, s[d3d9.SAMP_MAXMIPLEVEL])), maxLod
	default:
		desc.MinLod, desc.MaxLod = finest(max(lod, s[d3d9.SAMP_MAXMIPLEVEL])), maxLod
		desc.Mip = gpuFilter(d3d9.TEXF_LINEAR, filter)
	}
	if n := min(s[d3d9.SAMP_MAXANISOTROPY], limits.MaxAnisotropy); s[d3d9.SAMP_MINFILTER] == d3d9.TEXF_ANISOTROPIC && filter && n >= 2 {
		desc.Anisotropy = uint8(n)
		desc.Mag, desc.Min = gpu.FilterLinear, gpu.FilterLinear
	}
	return desc
}

// gpuFilter is a TEXF_ value; formats that cannot be filtered are read with the nearest texel.
func gpuFilter(f uint32, filter bool) gpu.Filter {
	if f <= d3d9.TEXF_POINT || !filter {
		return gpu.FilterNearest
	}
	return gpu.FilterLinear
}

// addressMode is a TADDRESS_ value on an adapter that has border colours and mirror-once or not, as the caps say.
func addressMode(a uint32, border, mirrorOnce bool) gpu.AddressMode {
	switch {
	case a == d3d9.TADDRESS_MIRROR, a == d3d9.TADDRESS_MIRRORONCE && !mirrorOnce:
		return gpu.AddressMirroredRepeat
	case a == d3d9.TADDRESS_CLAMP, a == d3d9.TADDRESS_BORDER && !border:
		return gpu.AddressClampToEdge
	case a == d3d9.TADDRESS_BORDER:
		return gpu.AddressClampToBorder
	case a == d3d9.TADDRESS_MIRRORONCE:
		return gpu.AddressMirrorClampToEdge
	}
	return gpu.AddressRepeat
}

// sampler is the back end's sampler of the description; equal ones are shared and live as long as the device.
func (d *Device) sampler(call string, desc gpu.SamplerDesc) (gpu.ID, d3d9.Error) {
	if id, ok := d.caches.samplers[desc]; ok {
		return id, nil
	}
	made := desc // only here does it leave the stack
	id, err := d.gpu.CreateSampler(&made)
	if err != nil {
		return 0, d.gpuError(call, err)
	}
	d.caches.samplers[desc] = id
	d.crowd(len(d.caches.samplers), maxSamplers)
	return id, nil
}

// dropSamplers forgets all samplers: a program that makes so many changes a number all the time.
func (d *Device) dropSamplers() {
	for desc, id := range d.caches.samplers {
		delete(d.caches.samplers, desc)
		d.destroy(gpu.KindSampler, id)
	}
	d.flush.samplerIDs = [slotCount]gpu.ID{}
	d.dirty |= dirtyTextures
}
