package caps

import (
	"math/bits"
	"reflect"
	"strings"

	"d3d9vk/d3d9"
)

// identity are the fields of D3DCAPS9 that are no abilities: no profile changes them.
var identity = map[string]bool{
	"DeviceType": true, "AdapterOrdinal": true, "ExtentsAdjust": true, "Reserved5": true, "MasterAdapterOrdinal": true,
	"AdapterOrdinalInGroup": true, "NumberOfAdaptersInGroup": true,
}

// negative are the fields that promise more the smaller they are.
var negative = map[string]bool{"GuardBandLeft": true, "GuardBandTop": true}

// restrictions are the flags of a field that take away where they are set.
var restrictions = map[string]uint32{
	"TextureCaps": d3d9.PTEXTURECAPS_POW2 | d3d9.PTEXTURECAPS_SQUAREONLY | d3d9.PTEXTURECAPS_NONPOW2CONDITIONAL | d3d9.PTEXTURECAPS_CUBEMAP_POW2 |
		d3d9.PTEXTURECAPS_VOLUMEMAP_POW2 | d3d9.PTEXTURECAPS_NOPROJECTEDBUMPENV,
	"VertexProcessingCaps": d3d9.VTXPCAPS_NO_TEXGEN_NONLOCALVIEWER,
	"DevCaps":              d3d9.DEVCAPS_SEPARATETEXTUREMEMORIES,
}

// fieldOf is the field of the caps with that name, for example "VS20Caps.NumTemps", or an invalid value.
func fieldOf(c *d3d9.CAPS, name string) reflect.Value {
	v := reflect.ValueOf(c).Elem()
	for part := range strings.SplitSeq(name, ".") {
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		if v = v.FieldByName(part); !v.IsValid() {
			return v
		}
	}
	if v.Kind() == reflect.Struct {
		return reflect.Value{}
	}
	return v
}

// limitCaps takes from the caps what the hardware lacks.
func (h *Hardware) limitCaps(c *d3d9.CAPS) {
	flagged := map[string]bool{}
	for _, f := range c.Fields() {
		flagged[f.Name] = f.Flags != nil
	}
	for _, v := range h.Caps {
		if have := fieldOf(c, v.Field); have.IsValid() && !identity[v.Field] {
			limitField(v, flagged[v.Field], have)
		}
	}
	agree(c)
}

func limitField(v Value, flags bool, have reflect.Value) {
	switch have.Kind() {
	case reflect.Uint32:
		a, b := uint32(have.Uint()), uint32(v.Number)
		switch {
		case v.Field == "FVFCaps":
			const count = d3d9.FVFCAPS_TEXCOORDCOUNTMASK
			a = min(a&count, b&count) | a&b&^count
		case flags:
			r := restrictions[v.Field]
			a = a&b&^r | (a|b)&r
		default:
			a = min(a, b)
		}
		have.SetUint(uint64(a))
	case reflect.Int32:
		have.SetInt(min(have.Int(), int64(v.Number)))
	case reflect.Float32:
		if negative[v.Field] {
			have.SetFloat(max(have.Float(), v.Number))
		} else {
			have.SetFloat(min(have.Float(), v.Number))
		}
	}
}

// agree makes fields that depend on one another agree: no bits of several targets where there is one (MRT-12), no anisotropy flags without
// anisotropy, no limits of shader versions that are not there.
func agree(c *d3d9.CAPS) {
	c.NumSimultaneousRTs = max(1, c.NumSimultaneousRTs)
	if c.NumSimultaneousRTs == 1 {
		c.PrimitiveMiscCaps &^= severalTargets
	}
	if c.MaxAnisotropy = max(1, c.MaxAnisotropy); c.MaxAnisotropy == 1 {
		const anisotropic = d3d9.PTFILTERCAPS_MINFANISOTROPIC | d3d9.PTFILTERCAPS_MAGFANISOTROPIC
		c.RasterCaps &^= d3d9.PRASTERCAPS_ANISOTROPY
		c.TextureFilterCaps &^= anisotropic
		c.CubeTextureFilterCaps &^= anisotropic
		c.VolumeTextureFilterCaps &^= anisotropic
	}
	c.MaxPointSize = max(1, c.MaxPointSize)
	if c.DevCaps&d3d9.DEVCAPS_HWTRANSFORMANDLIGHT == 0 {
		c.DevCaps &^= d3d9.DEVCAPS_PUREDEVICE
	}
	if c.VertexShaderVersion < d3d9.VSVersion(2, 0) {
		c.VS20Caps = d3d9.VSHADERCAPS2_0{}
	}
	if c.VertexShaderVersion < d3d9.VSVersion(3, 0) {
		c.MaxVertexShader30InstructionSlots = 0
	}
	if c.PixelShaderVersion < d3d9.PSVersion(2, 0) {
		c.PS20Caps = d3d9.PSHADERCAPS2_0{}
	}
	if c.PixelShaderVersion < d3d9.PSVersion(3, 0) {
		c.MaxPixelShader30InstructionSlots = 0
	}
}

// severalTargets are the flags about several render targets.
const severalTargets = d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS | d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS | d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING

// limitFormats takes from the rows what the hardware cannot do with their formats, and the rows of formats that it has not.
func (h *Hardware) limitFormats(rows map[d3d9.FORMAT]*FormatRow) {
	if h.Formats == nil {
		return
	}
	can := make(map[d3d9.FORMAT]*FormatAbility, len(h.Formats))
	for i := range h.Formats {
		can[h.Formats[i].Format] = &h.Formats[i]
	}
	for f, r := range rows {
		if a := can[f]; a == nil || !r.limit(a) {
			delete(rows, f)
		}
	}
}

// limit takes from the row what the hardware cannot do, and reports whether anything is left.
func (r *FormatRow) limit(a *FormatAbility) bool {
	has := func(b Ability) bool { return a.Can&b != 0 }
	r.Sampled = r.Sampled && has(CanTexture)
	r.Cube = r.Cube && has(CanCube)
	r.Volume = r.Volume && has(CanVolume)
	r.VertexTexture = r.VertexTexture && has(CanVertexTexture)
	r.Filter = r.Filter && has(CanFilter)
	r.SRGBRead = r.SRGBRead && has(CanReadSRGB)
	r.Target = r.Target && has(CanTarget)
	r.Blend = r.Blend && r.Target && has(CanBlend)
	r.SRGBWrite = r.SRGBWrite && r.Target && has(CanWriteSRGB)
	r.Depth = r.Depth && has(CanDepth)
	r.Stencil = r.Stencil && r.Depth
	if r.Target || r.Depth {
		r.Samples &= sampleFlags(a.Samples) | 1
	} else {
		r.Samples = 0
	}
	return r.Sampled || r.Cube || r.Volume || r.Target || r.Depth
}

// sampleFlags turns FormatAbility.Samples into VkSampleCountFlags, whose bit n is n samples for powers of two.
func sampleFlags(samples uint32) uint32 {
	var flags uint32
	for left := samples; left != 0; left &= left - 1 {
		if n := uint32(bits.TrailingZeros32(left)) + 1; n&(n-1) == 0 {
			flags |= n
		}
	}
	return flags
}
