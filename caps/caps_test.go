package caps_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/golden"
	"d3d9vk/internal/gpu"
)

// fixed is a made-up adapter with the numbers of a present-day one. without lists formats that it lacks.
func fixed(without ...gpu.Format) *gpu.Adapter {
	a := &gpu.Adapter{
		Name: "Test Adapter", VendorID: 0x1234, DeviceID: 0x5678, DriverName: "testdriver", DriverVersion: 3<<16 | 7,
		UUID: [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		Limits: gpu.Limits{
			MaxImageDimension2D: 16384, MaxImageDimension3D: 2048, MaxImageDimensionCube: 8192, MaxColorAttachments: 8, MaxClipDistances: 8,
			MaxSamplerAnisotropy: 16, MaxSamplerLodBias: 16, PointSizeRange: [2]float32{1, 255}, MaxVertexInputBindings: 32,
			MaxVertexInputBindingStride: 2048, MaxDrawIndexedIndexValue: 1<<32 - 1, ViewportBoundsRange: [2]float32{-32768, 32767},
			ColorSampleCounts: 1 | 4, DepthSampleCounts: 1 | 4,
		},
		Features: gpu.Features{IndependentBlend: true, SamplerAnisotropy: true, MirrorClampToEdge: true, CustomBorderColor: true, LargePoints: true,
			ShaderClipDistance: true, TextureCompressionBC: true},
		Formats: map[gpu.Format]gpu.FormatSupport{},
	}
	for _, f := range gpu.AllFormats {
		a.Formats[f] = support(f)
	}
	for _, f := range without {
		delete(a.Formats, f)
	}
	return a
}

func support(f gpu.Format) gpu.FormatSupport {
	switch {
	case f >= gpu.FormatD16Unorm && f <= gpu.FormatD32SfloatS8Uint:
		return gpu.FormatSupport{DepthTarget: f != gpu.FormatD16UnormS8Uint, Sampled: true, SampleCounts: 1 | 4}
	case f >= gpu.FormatBC1RGBUnorm && f <= gpu.FormatBC5Unorm:
		return gpu.FormatSupport{Sampled: true, SampledLinear: true}
	case f == gpu.FormatR32G32B32Sfloat, f == gpu.FormatR8G8B8A8Uscaled, f == gpu.FormatR16G16Sscaled, f == gpu.FormatR16G16B16A16Sscaled, f == gpu.FormatA2B10G10R10UscaledPack32:
		return gpu.FormatSupport{Vertex: true}
	case f == gpu.FormatR32G32B32A32Sfloat:
		return gpu.FormatSupport{Sampled: true, ColorTarget: true, SampleCounts: 1, Vertex: true, BlitSrc: true, BlitDst: true}
	}
	return gpu.FormatSupport{Sampled: true, SampledLinear: true, ColorTarget: true, Blend: true, SampleCounts: 1 | 4, Vertex: true, BlitSrc: true, BlitDst: true}
}

// direct3D gives an adapter's answers the shape of IDirect3D9's methods.
type direct3D struct{ *caps.Adapter }

func (d direct3D) GetAdapterIdentifier(adapter uint, _ uint32) (d3d9.ADAPTER_IDENTIFIER, d3d9.Error) {
	return d.Adapter.GetAdapterIdentifier(adapter)
}

func (d direct3D) GetAdapterModeCount(adapter uint, format d3d9.FORMAT) uint {
	return uint(d.Adapter.GetAdapterModeCount(adapter, format))
}

func (d direct3D) CheckDeviceFormat(adapter uint, t d3d9.DEVTYPE, display d3d9.FORMAT, usage uint32, r d3d9.RESOURCETYPE, f d3d9.FORMAT) d3d9.Error {
	_, err := d.Adapter.CheckDeviceFormat(adapter, t, display, usage, r, f)
	return err
}

func TestReport(t *testing.T) {
	for name, p := range map[string]caps.Profile{"full": caps.Full(), "everything": everything} {
		var out bytes.Buffer
		if err := caps.Report(&out, direct3D{caps.New(fixed(), p)}, 0); err != nil {
			t.Fatal(err)
		}
		golden.Text(t, name+".txt", out.String())
	}
	var out bytes.Buffer
	if err := caps.Report(&out, direct3D{caps.New(fixed(), caps.Full())}, 1); d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL || out.Len() > 0 {
		t.Errorf("adapter 1: %v, %q", err, out.String())
	}
}

// everything is a profile with all that the caps can promise.
var everything = caps.Profile{Name: "everything", FixedFunction: true, StretchRect: true, Multisample: true, AutoGenMipmap: true, UpdateSurface: true, MaxRenderTargets: 4}

func TestRenderTargets(t *testing.T) {
	t.Run("MRT-12/NumSimultaneousRTs is never 0", func(t *testing.T) {
		a := fixed()
		a.Limits.MaxColorAttachments = 0
		if n := caps.New(a, caps.Profile{}).NumSimultaneousRTs(); n != 1 {
			t.Errorf("%d", n)
		}
	})
	t.Run("MRT-12/it is the least of four, the profile's and the adapter's", func(t *testing.T) {
		a := fixed()
		if n := caps.New(a, caps.Full()).NumSimultaneousRTs(); n != 4 {
			t.Errorf("full: %d", n)
		}
		if n := caps.New(a, caps.Profile{MaxRenderTargets: 2}).NumSimultaneousRTs(); n != 2 {
			t.Errorf("profile: %d", n)
		}
		a.Limits.MaxColorAttachments = 3
		if n := caps.New(a, caps.Full()).NumSimultaneousRTs(); n != 3 {
			t.Errorf("adapter: %d", n)
		}
	})
	const several = d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS | d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS | d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING
	t.Run("MRT-2,MRT-4,MRT-11/the bits of several targets are set where there are several", func(t *testing.T) {
		a := fixed()
		if c := caps.New(a, caps.Full()).Caps(); c.PrimitiveMiscCaps&several != several {
			t.Errorf("0x%x", c.PrimitiveMiscCaps)
		}
	})
	t.Run("MRT-13/also where the attachments of a pass have no masks of their own", func(t *testing.T) {
		a := fixed()
		a.Features.IndependentBlend = false
		c := caps.New(a, caps.Full()).Caps()
		if c.NumSimultaneousRTs != 4 || c.PrimitiveMiscCaps&several != several {
			t.Errorf("%d, 0x%x", c.NumSimultaneousRTs, c.PrimitiveMiscCaps)
		}
	})
}

func TestFeaturesBecomeCaps(t *testing.T) {
	bare := fixed()
	bare.Features = gpu.Features{}
	bare.Limits.PointSizeRange[1] = 64
	c := caps.New(bare, caps.Full())
	got := c.Caps()
	if got.MaxPointSize != 1 || got.MaxUserClipPlanes != 0 || got.MaxAnisotropy != 1 ||
		got.TextureAddressCaps&(d3d9.PTADDRESSCAPS_BORDER|d3d9.PTADDRESSCAPS_MIRRORONCE) != 0 || got.RasterCaps&d3d9.PRASTERCAPS_ANISOTROPY != 0 {
		t.Errorf("without features: %+v", got)
	}
	if diff := cmp.Diff(caps.SamplerLimits{MaxAnisotropy: 1, MaxLodBias: 16}, c.Sampler()); diff != "" {
		t.Error(diff)
	}
	c = caps.New(fixed(), caps.Full())
	if diff := cmp.Diff(caps.SamplerLimits{MaxAnisotropy: 16, MaxLodBias: 16, Border: true, MirrorOnce: true}, c.Sampler()); diff != "" {
		t.Error(diff)
	}
	if c.Profile() != caps.Full() {
		t.Errorf("profile %+v", c.Profile())
	}
}

func TestVertexFormats(t *testing.T) {
	c := caps.New(fixed(gpu.FormatR16G16Snorm), caps.Full())
	if f, ok := c.VertexFormat(d3d9.DECLTYPE_UBYTE4); !ok || f != gpu.FormatR8G8B8A8Uscaled {
		t.Errorf("UBYTE4: %v, %v", f, ok)
	}
	for _, missing := range []d3d9.DECLTYPE{d3d9.DECLTYPE_SHORT2N, d3d9.DECLTYPE_DEC3N, d3d9.DECLTYPE_UNUSED} {
		if _, ok := c.VertexFormat(missing); ok {
			t.Errorf("%v is read", missing)
		}
	}
	declTypes := c.Caps().DeclTypes
	if declTypes&d3d9.DTCAPS_SHORT2N != 0 || declTypes&d3d9.DTCAPS_SHORT4N == 0 || declTypes&d3d9.DTCAPS_DEC3N != 0 {
		t.Errorf("DeclTypes 0x%x", declTypes)
	}
}

func TestGetDeviceCaps(t *testing.T) {
	c := caps.New(fixed(), caps.Full())
	got, err := c.GetDeviceCaps(0, d3d9.DEVTYPE_REF)
	if err != nil || got.DeviceType != d3d9.DEVTYPE_REF {
		t.Errorf("REF: %v, %v", got.DeviceType, err)
	}
	for _, bad := range []struct {
		adapter uint
		t       d3d9.DEVTYPE
		code    int32
	}{{1, d3d9.DEVTYPE_HAL, d3d9.ERR_INVALIDCALL}, {0, 0, d3d9.ERR_INVALIDCALL}, {0, 5, d3d9.ERR_INVALIDCALL}, {0, d3d9.DEVTYPE_SW, d3d9.ERR_NOTAVAILABLE}, {0, d3d9.DEVTYPE_NULLREF, d3d9.ERR_NOTAVAILABLE}} {
		if got, err := c.GetDeviceCaps(bad.adapter, bad.t); d3d9.CodeOf(err) != bad.code || got != (d3d9.CAPS{}) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestIdentifierAndModes(t *testing.T) {
	a := fixed()
	c := caps.New(a, caps.Full())
	id, err := c.GetAdapterIdentifier(0)
	if err != nil || id.GetDescription() != "Test Adapter" || id.GetDriver() != "testdriver" || id.GetDeviceName() != `\\.\DISPLAY1` || id.VendorId != 0x1234 {
		t.Errorf("%+v, %v", id, err)
	}
	if want := (d3d9.GUID{Data1: 0x04030201, Data2: 0x0605, Data3: 0x0807, Data4: [8]uint8{9, 10, 11, 12, 13, 14, 15, 16}}); id.DeviceIdentifier != want {
		t.Errorf("%+v", id.DeviceIdentifier)
	}
	if _, err := c.GetAdapterIdentifier(1); d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL {
		t.Error(err)
	}

	a.Modes = []gpu.DisplayMode{{Width: 800, Height: 600, Refresh: 60}, {Width: 640, Height: 480, Refresh: 60}, {Width: 640, Height: 480, Refresh: 75}, {Width: 800, Height: 600, Refresh: 60}}
	c = caps.New(a, caps.Full())
	var modes []d3d9.DISPLAYMODE
	for m := range uint(c.GetAdapterModeCount(0, d3d9.FMT_R5G6B5)) {
		mode, err := c.EnumAdapterModes(0, d3d9.FMT_R5G6B5, m)
		if err != nil {
			t.Fatal(err)
		}
		modes = append(modes, mode)
	}
	want := []d3d9.DISPLAYMODE{{Width: 640, Height: 480, RefreshRate: 75, Format: d3d9.FMT_R5G6B5}, {Width: 640, Height: 480, RefreshRate: 60, Format: d3d9.FMT_R5G6B5}, {Width: 800, Height: 600, RefreshRate: 60, Format: d3d9.FMT_R5G6B5}}
	if diff := cmp.Diff(want, modes); diff != "" {
		t.Error(diff)
	}
	if mode, err := c.GetAdapterDisplayMode(0); err != nil || mode.Width != 800 || mode.Format != d3d9.FMT_X8R8G8B8 {
		t.Errorf("%+v, %v", mode, err)
	}
	if n := c.GetAdapterModeCount(0, d3d9.FMT_A8R8G8B8) + c.GetAdapterModeCount(1, d3d9.FMT_X8R8G8B8); n != 0 {
		t.Errorf("%d modes of what is no display", n)
	}
	_, past := c.EnumAdapterModes(0, d3d9.FMT_X8R8G8B8, 3)
	_, other := c.GetAdapterDisplayMode(7)
	if d3d9.CodeOf(past) != d3d9.ERR_INVALIDCALL || d3d9.CodeOf(other) != d3d9.ERR_INVALIDCALL {
		t.Errorf("%v, %v", past, other)
	}
}
