package caps_test

import (
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

const display = d3d9.FMT_X8R8G8B8

func TestCheckDeviceType(t *testing.T) {
	c := caps.New(fixed(), caps.Full())
	for _, q := range []struct {
		display, backBuffer d3d9.FORMAT
		windowed            bool
		want                int32
	}{
		{display, display, true, d3d9.OK},
		{display, d3d9.FMT_UNKNOWN, true, d3d9.OK},
		{display, d3d9.FMT_A8R8G8B8, false, d3d9.OK},
		{display, d3d9.FMT_R5G6B5, true, d3d9.OK},
		{display, d3d9.FMT_R5G6B5, false, d3d9.ERR_NOTAVAILABLE},
		{d3d9.FMT_R5G6B5, d3d9.FMT_R5G6B5, false, d3d9.OK},
		{d3d9.FMT_R5G6B5, display, false, d3d9.ERR_NOTAVAILABLE},
		{d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8, true, d3d9.ERR_NOTAVAILABLE},
		{display, d3d9.FMT_A16B16G16R16F, true, d3d9.ERR_NOTAVAILABLE},
		{display, d3d9.FMT_DXT1, true, d3d9.ERR_NOTAVAILABLE},
		{display, d3d9.FMT_UNKNOWN, false, d3d9.ERR_INVALIDCALL},
		{d3d9.FMT_UNKNOWN, display, true, d3d9.ERR_INVALIDCALL},
	} {
		if err := c.CheckDeviceType(0, d3d9.DEVTYPE_HAL, q.display, q.backBuffer, q.windowed); d3d9.CodeOf(err) != q.want {
			t.Errorf("%v, %v, windowed %v: %v", q.display, q.backBuffer, q.windowed, err)
		}
	}
	if err := c.CheckDeviceType(1, d3d9.DEVTYPE_HAL, display, display, true); d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL {
		t.Error(err)
	}
}

func TestCheckDeviceFormat(t *testing.T) {
	const (
		target = d3d9.USAGE_RENDERTARGET
		depth  = d3d9.USAGE_DEPTHSTENCIL
		blend  = d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING
		auto   = d3d9.USAGE_AUTOGENMIPMAP
	)
	type query struct {
		name    string
		profile caps.Profile
		display d3d9.FORMAT
		usage   uint32
		rType   d3d9.RESOURCETYPE
		format  d3d9.FORMAT
		want    int32
	}
	full := caps.Full()
	for _, q := range []query{
		{"texture", full, display, 0, d3d9.RTYPE_TEXTURE, d3d9.FMT_A8R8G8B8, d3d9.OK},
		{"volume of blocks", full, display, 0, d3d9.RTYPE_VOLUMETEXTURE, d3d9.FMT_DXT5, d3d9.OK},
		{"plain surface", full, display, 0, d3d9.RTYPE_SURFACE, d3d9.FMT_A4L4, d3d9.OK},
		{"no adapter format", full, d3d9.FMT_UNKNOWN, 0, d3d9.RTYPE_TEXTURE, d3d9.FMT_A8R8G8B8, d3d9.ERR_INVALIDCALL},
		{"adapter format of no display", full, d3d9.FMT_A8R8G8B8, 0, d3d9.RTYPE_TEXTURE, d3d9.FMT_A8R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{"vertex buffer", full, display, 0, d3d9.RTYPE_VERTEXBUFFER, d3d9.FMT_VERTEXDATA, d3d9.ERR_INVALIDCALL},
		{"index buffer", full, display, 0, d3d9.RTYPE_INDEXBUFFER, d3d9.FMT_INDEX16, d3d9.ERR_INVALIDCALL},
		{"no resource type", full, display, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.ERR_INVALIDCALL},
		{"unsupported", full, display, 0, d3d9.RTYPE_TEXTURE, d3d9.FMT_R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{"no format", full, display, 0, d3d9.RTYPE_TEXTURE, d3d9.FMT_UNKNOWN, d3d9.ERR_NOTAVAILABLE},
		{"target", full, display, target, d3d9.RTYPE_TEXTURE, d3d9.FMT_A16B16G16R16F, d3d9.OK},
		{"cube target", full, display, target, d3d9.RTYPE_CUBETEXTURE, d3d9.FMT_X8R8G8B8, d3d9.OK},
		{"volume target", full, display, target, d3d9.RTYPE_VOLUMETEXTURE, d3d9.FMT_A8R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{"block target", full, display, target, d3d9.RTYPE_TEXTURE, d3d9.FMT_DXT1, d3d9.ERR_NOTAVAILABLE},
		{"dynamic target", full, display, target | d3d9.USAGE_DYNAMIC, d3d9.RTYPE_TEXTURE, d3d9.FMT_A8R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{"dynamic texture", full, display, d3d9.USAGE_DYNAMIC, d3d9.RTYPE_TEXTURE, d3d9.FMT_A8R8G8B8, d3d9.OK},
		{"NULL target", full, display, target, d3d9.RTYPE_SURFACE, d3d9.FMT_NULL, d3d9.OK},
		{"NULL texture", full, display, 0, d3d9.RTYPE_TEXTURE, d3d9.FMT_NULL, d3d9.ERR_NOTAVAILABLE},
		{"depth", full, display, depth, d3d9.RTYPE_SURFACE, d3d9.FMT_D24S8, d3d9.OK},
		{"depth of a color", full, display, depth, d3d9.RTYPE_SURFACE, d3d9.FMT_A8R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{"depth texture", full, display, depth, d3d9.RTYPE_TEXTURE, d3d9.FMT_D24S8, d3d9.ERR_NOTAVAILABLE},
		{"depth as a plain surface", full, display, 0, d3d9.RTYPE_SURFACE, d3d9.FMT_D16, d3d9.ERR_NOTAVAILABLE},
		{"target and depth", full, display, target | depth, d3d9.RTYPE_SURFACE, d3d9.FMT_D16, d3d9.ERR_NOTAVAILABLE},
		{"displacement map", full, display, d3d9.USAGE_DMAP, d3d9.RTYPE_TEXTURE, d3d9.FMT_L8, d3d9.ERR_NOTAVAILABLE},
		{"MRT-5/blending", full, display, target | blend, d3d9.RTYPE_SURFACE, d3d9.FMT_R32F, d3d9.OK},
		{"MRT-5/blending without the target usage", full, display, blend, d3d9.RTYPE_TEXTURE, d3d9.FMT_A8R8G8B8, d3d9.OK},
		{"MRT-5/no blending", full, display, target | blend, d3d9.RTYPE_SURFACE, d3d9.FMT_A32B32G32R32F, d3d9.ERR_NOTAVAILABLE},
		{"MRT-5/no blending without the target usage", full, display, blend, d3d9.RTYPE_TEXTURE, d3d9.FMT_A32B32G32R32F, d3d9.ERR_NOTAVAILABLE},
		{"sRGB read of blocks", full, display, d3d9.USAGE_QUERY_SRGBREAD, d3d9.RTYPE_TEXTURE, d3d9.FMT_DXT3, d3d9.OK},
		{"sRGB read", full, display, d3d9.USAGE_QUERY_SRGBREAD, d3d9.RTYPE_TEXTURE, d3d9.FMT_R5G6B5, d3d9.ERR_NOTAVAILABLE},
		{"sRGB write", full, display, d3d9.USAGE_QUERY_SRGBWRITE | target, d3d9.RTYPE_TEXTURE, d3d9.FMT_X8B8G8R8, d3d9.OK},
		{"sRGB write of blocks", full, display, d3d9.USAGE_QUERY_SRGBWRITE, d3d9.RTYPE_TEXTURE, d3d9.FMT_DXT3, d3d9.ERR_NOTAVAILABLE},
		{"filter", full, display, d3d9.USAGE_QUERY_FILTER, d3d9.RTYPE_TEXTURE, d3d9.FMT_L16, d3d9.OK},
		{"no filter", full, display, d3d9.USAGE_QUERY_FILTER, d3d9.RTYPE_TEXTURE, d3d9.FMT_A32B32G32R32F, d3d9.ERR_NOTAVAILABLE},
		{"vertex texture", full, display, d3d9.USAGE_QUERY_VERTEXTEXTURE, d3d9.RTYPE_TEXTURE, d3d9.FMT_R32F, d3d9.OK},
		{"wrap and mip", full, display, d3d9.USAGE_QUERY_WRAPANDMIP, d3d9.RTYPE_TEXTURE, d3d9.FMT_V8U8, d3d9.OK},
		{"legacy bump map", full, display, d3d9.USAGE_QUERY_LEGACYBUMPMAP, d3d9.RTYPE_TEXTURE, d3d9.FMT_V8U8, d3d9.ERR_NOTAVAILABLE},
		{"generated mipmaps, not built", full, display, auto, d3d9.RTYPE_TEXTURE, d3d9.FMT_A8R8G8B8, d3d9.OK_NOAUTOGEN},
		{"generated mipmaps", everything, display, auto, d3d9.RTYPE_CUBETEXTURE, d3d9.FMT_A8R8G8B8, d3d9.OK},
		{"generated mipmaps of blocks", everything, display, auto, d3d9.RTYPE_TEXTURE, d3d9.FMT_DXT1, d3d9.OK_NOAUTOGEN},
		{"generated mipmaps of a volume", everything, display, auto, d3d9.RTYPE_VOLUMETEXTURE, d3d9.FMT_A8R8G8B8, d3d9.ERR_NOTAVAILABLE},
	} {
		t.Run(q.name, func(t *testing.T) {
			code, err := caps.New(fixed(), q.profile).CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, q.display, q.usage, q.rType, q.format)
			if code != q.want || (err != nil) != (code < 0) || err != nil && err.Code() != code {
				t.Errorf("code %s, error %v; want %s", d3d9.HRESULTName(code), err, d3d9.HRESULTName(q.want))
			}
		})
	}
	if code, err := caps.New(fixed(), full).CheckDeviceFormat(0, 9, display, 0, d3d9.RTYPE_TEXTURE, d3d9.FMT_L8); code != d3d9.ERR_INVALIDCALL || err == nil {
		t.Errorf("device type 9: %v", err)
	}
}

func TestCheckDepthStencilMatch(t *testing.T) {
	c := caps.New(fixed(), caps.Full())
	for _, q := range []struct {
		display, target, depth d3d9.FORMAT
		want                   int32
	}{
		{display, d3d9.FMT_A8R8G8B8, d3d9.FMT_D16, d3d9.OK},
		{display, d3d9.FMT_A16B16G16R16F, d3d9.FMT_D24S8, d3d9.OK},
		{display, d3d9.FMT_NULL, d3d9.FMT_D24X8, d3d9.OK},
		{display, d3d9.FMT_DXT1, d3d9.FMT_D24X8, d3d9.ERR_NOTAVAILABLE},
		{display, d3d9.FMT_A8R8G8B8, d3d9.FMT_A8R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{display, d3d9.FMT_A8R8G8B8, d3d9.FMT_D32, d3d9.ERR_NOTAVAILABLE},
		{d3d9.FMT_UNKNOWN, d3d9.FMT_A8R8G8B8, d3d9.FMT_D16, d3d9.ERR_INVALIDCALL},
		{display, d3d9.FMT_UNKNOWN, d3d9.FMT_D16, d3d9.ERR_INVALIDCALL},
		{display, d3d9.FMT_A8R8G8B8, d3d9.FMT_UNKNOWN, d3d9.ERR_INVALIDCALL},
		{d3d9.FMT_L8, d3d9.FMT_A8R8G8B8, d3d9.FMT_D16, d3d9.ERR_NOTAVAILABLE},
	} {
		if err := c.CheckDepthStencilMatch(0, d3d9.DEVTYPE_HAL, q.display, q.target, q.depth); d3d9.CodeOf(err) != q.want {
			t.Errorf("%v, %v, %v: %v", q.display, q.target, q.depth, err)
		}
	}
	if err := c.CheckDepthStencilMatch(2, d3d9.DEVTYPE_HAL, display, display, d3d9.FMT_D16); d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL {
		t.Error(err)
	}
}

func TestCheckDeviceMultiSampleType(t *testing.T) {
	full, many := caps.New(fixed(), caps.Full()), fixed()
	many.Limits.ColorSampleCounts, many.Limits.DepthSampleCounts = 15, 15
	for f, s := range many.Formats {
		s.SampleCounts = 15
		many.Formats[f] = s
	}
	all, none := caps.New(many, everything), caps.New(fixed(), caps.Profile{Name: "none", MaxRenderTargets: 4})
	for _, q := range []struct {
		name    string
		c       *caps.Adapter
		format  d3d9.FORMAT
		samples d3d9.MULTISAMPLE_TYPE
		levels  uint32
		want    int32
	}{
		{"none", full, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 1, d3d9.OK},
		{"not in the profile", none, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_4_SAMPLES, 1, d3d9.ERR_NOTAVAILABLE},
		{"non-maskable, not in the profile", none, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONMASKABLE, 1, d3d9.ERR_NOTAVAILABLE},
		{"non-maskable, 1 and 4", full, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONMASKABLE, 2, d3d9.OK},
		{"two, of 1 and 4", full, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_2_SAMPLES, 1, d3d9.ERR_NOTAVAILABLE},
		{"four", all, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_4_SAMPLES, 1, d3d9.OK},
		{"depth", all, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_8_SAMPLES, 1, d3d9.OK},
		{"NULL", all, d3d9.FMT_NULL, d3d9.MULTISAMPLE_4_SAMPLES, 1, d3d9.OK},
		{"more than the adapter has", all, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_16_SAMPLES, 1, d3d9.ERR_NOTAVAILABLE},
		{"no power of two", all, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_6_SAMPLES, 1, d3d9.ERR_NOTAVAILABLE},
		{"non-maskable", all, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONMASKABLE, 4, d3d9.OK},
		{"17 samples", all, d3d9.FMT_A8R8G8B8, 17, 1, d3d9.ERR_INVALIDCALL},
		{"no format", all, d3d9.FMT_UNKNOWN, d3d9.MULTISAMPLE_NONE, 1, d3d9.ERR_INVALIDCALL},
		{"blocks", all, d3d9.FMT_DXT1, d3d9.MULTISAMPLE_4_SAMPLES, 1, d3d9.ERR_NOTAVAILABLE},
	} {
		levels, err := q.c.CheckDeviceMultiSampleType(0, d3d9.DEVTYPE_HAL, q.format, true, q.samples)
		if levels != q.levels || d3d9.CodeOf(err) != q.want {
			t.Errorf("%s: %d levels, %v", q.name, levels, err)
		}
	}
	if levels, err := all.CheckDeviceMultiSampleType(1, d3d9.DEVTYPE_HAL, d3d9.FMT_D16, true, 0); levels != 1 || d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL {
		t.Error(err)
	}
	r, _ := all.Format(d3d9.FMT_A8R8G8B8)
	for _, q := range []struct {
		t       d3d9.MULTISAMPLE_TYPE
		quality uint32
		want    uint32 // 0: not to be had
	}{{0, 0, 1}, {0, 1, 0}, {1, 0, 1}, {1, 2, 4}, {1, 3, 8}, {1, 4, 0}, {4, 0, 4}, {4, 1, 0}, {3, 0, 0}, {16, 0, 0}, {99, 0, 0}} {
		n, ok := r.SampleCount(q.t, q.quality)
		if ok != (q.want > 0) || ok && n != q.want {
			t.Errorf("type %d, quality %d: %d, %v", q.t, q.quality, n, ok)
		}
	}
	gap, _ := full.Format(d3d9.FMT_A8R8G8B8)
	if n, ok := gap.SampleCount(d3d9.MULTISAMPLE_NONMASKABLE, 1); n != 4 || !ok {
		t.Errorf("quality 1 of 1 and 4 samples: %d, %v", n, ok)
	}
}

func TestCheckDeviceFormatConversion(t *testing.T) {
	c := caps.New(fixed(), caps.Full())
	for _, q := range []struct {
		from, to d3d9.FORMAT
		want     int32
	}{
		{d3d9.FMT_A8R8G8B8, d3d9.FMT_X8R8G8B8, d3d9.OK},
		{d3d9.FMT_R5G6B5, d3d9.FMT_X8R8G8B8, d3d9.OK},
		{d3d9.FMT_L8, d3d9.FMT_L8, d3d9.OK},
		{d3d9.FMT_YUY2, d3d9.FMT_X8R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{d3d9.FMT_L8, d3d9.FMT_X8R8G8B8, d3d9.ERR_NOTAVAILABLE},
		{d3d9.FMT_UNKNOWN, d3d9.FMT_X8R8G8B8, d3d9.ERR_INVALIDCALL},
	} {
		if err := c.CheckDeviceFormatConversion(0, d3d9.DEVTYPE_HAL, q.from, q.to); d3d9.CodeOf(err) != q.want {
			t.Errorf("%v to %v: %v", q.from, q.to, err)
		}
	}
	poor := fixed()
	s := poor.Formats[gpu.FormatR5G6B5UnormPack16]
	s.BlitSrc = false
	poor.Formats[gpu.FormatR5G6B5UnormPack16] = s
	if err := caps.New(poor, caps.Full()).CheckDeviceFormatConversion(0, d3d9.DEVTYPE_HAL, d3d9.FMT_R5G6B5, d3d9.FMT_X8R8G8B8); d3d9.CodeOf(err) != d3d9.ERR_NOTAVAILABLE {
		t.Errorf("a format that is not blitted from: %v", err)
	}
	if err := c.CheckDeviceFormatConversion(0, d3d9.DEVTYPE_SW, d3d9.FMT_L8, d3d9.FMT_L8); d3d9.CodeOf(err) != d3d9.ERR_NOTAVAILABLE {
		t.Error(err)
	}
}

// TestEveryFormatIsDescribed holds the format table against d3d9's own.
func TestEveryFormatIsDescribed(t *testing.T) {
	a := fixed()
	c := caps.New(a, everything)
	known := map[gpu.Format]bool{gpu.FormatUndefined: true}
	for _, f := range gpu.AllFormats {
		known[f] = true
	}
	for _, f := range d3d9.Formats() {
		r, ok := c.Format(f)
		if !ok {
			continue
		}
		if r.Format != f || !known[r.Image] || !known[r.SRGB] || r.Null != (r.Image == gpu.FormatUndefined) {
			t.Errorf("%v: %+v", f, r)
		}
		if r.Depth && (r.DepthBiasScale == 0 || r.Target || r.Sampled) || !r.Depth && !r.Null && !r.Sampled {
			t.Errorf("%v: %+v", f, r)
		}
		if (r.Target || r.Depth) && r.Samples&1 == 0 || r.Blend && !r.Target || r.SRGBWrite && (!r.SRGBRead || !r.Target) {
			t.Errorf("%v: %+v", f, r)
		}
		if r.Conversion == caps.Verbatim && r.ImageBytes != r.Desc.BlockBytes {
			t.Errorf("%v: %d bytes in the image, %d outside", f, r.ImageBytes, r.Desc.BlockBytes)
		}
	}
}

func TestSampleCounts(t *testing.T) {
	for samples, want := range map[uint32]string{0: "no multisampling", 1: "no multisampling", 1 | 4: "4 samples", 1 | 2 | 4 | 16: "2, 4, 16 samples"} {
		if got := (&caps.FormatRow{Samples: samples}).SampleCounts(); got != want {
			t.Errorf("%#x: %q, want %q", samples, got, want)
		}
	}
}
