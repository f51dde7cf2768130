package caps

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// Ideal answers as an adapter that has everything, under the profile: what the profile leaves of this library, on no machine. It is for
// comparing profiles.
func Ideal(p Profile) Direct3D { return answers{New(idealAdapter(), p)} }

// answers gives an adapter's answers the shape of IDirect3D9's methods.
type answers struct{ *Adapter }

func (a answers) GetAdapterIdentifier(adapter uint, _ uint32) (d3d9.ADAPTER_IDENTIFIER, d3d9.Error) {
	return a.Adapter.GetAdapterIdentifier(adapter)
}

func (a answers) GetAdapterModeCount(adapter uint, format d3d9.FORMAT) uint {
	return uint(a.Adapter.GetAdapterModeCount(adapter, format))
}

func (a answers) CheckDeviceFormat(adapter uint, t d3d9.DEVTYPE, display d3d9.FORMAT, usage uint32, r d3d9.RESOURCETYPE, f d3d9.FORMAT) d3d9.Error {
	_, err := a.Adapter.CheckDeviceFormat(adapter, t, display, usage, r, f)
	return err
}

// idealAdapter has every feature and format that D3DCAPS9 and formats depend on.
func idealAdapter() *gpu.Adapter {
	const edge, samples = 1 << 14, 1 | 2 | 4 | 8 | 16
	a := &gpu.Adapter{
		Name: "every Vulkan feature", DriverName: "none",
		Limits: gpu.Limits{
			MaxImageDimension2D: edge, MaxImageDimension3D: edge, MaxImageDimensionCube: edge, MaxColorAttachments: gpu.MaxTargets, MaxClipDistances: 8,
			MaxSamplerAnisotropy: 16, MaxSamplerLodBias: 16, PointSizeRange: [2]float32{1, edge}, MaxVertexInputBindings: 32,
			MaxVertexInputBindingStride: edge, MaxDrawIndexedIndexValue: math.MaxUint32, ViewportBoundsRange: [2]float32{-2 * edge, 2 * edge},
			ColorSampleCounts: samples, DepthSampleCounts: samples,
		},
		Features: gpu.Features{IndependentBlend: true, SamplerAnisotropy: true, MirrorClampToEdge: true, CustomBorderColor: true, LargePoints: true,
			ShaderClipDistance: true, TextureCompressionBC: true},
		Formats: map[gpu.Format]gpu.FormatSupport{},
	}
	for _, f := range gpu.AllFormats {
		depth := f >= gpu.FormatD16Unorm && f <= gpu.FormatD32SfloatS8Uint
		compressed := f >= gpu.FormatBC1RGBUnorm && f <= gpu.FormatBC5Unorm
		a.Formats[f] = gpu.FormatSupport{Sampled: true, SampledLinear: !depth, ColorTarget: !depth && !compressed, Blend: !depth && !compressed,
			DepthTarget: depth, Vertex: !depth && !compressed, SampleCounts: samples}
	}
	return a
}

// IdealAdapter is an adapter that has everything, but for the named features and abilities of formats (as in device.Options.Disable),
// under the profile: for telling without a machine what draws do.
func IdealAdapter(p Profile, disable []string) (*Adapter, error) {
	a := idealAdapter()
	features := reflect.ValueOf(&a.Features).Elem()
	for _, name := range disable {
		if strings.Contains(name, ".") {
			if err := a.DisableFormat(name); err != nil {
				return nil, err
			}
			continue
		}
		f := features.FieldByName(name)
		if !f.IsValid() {
			return nil, fmt.Errorf("%q names no feature: there are %s, and what formats can do, as in R5G6B5UnormPack16.Blend", name, strings.Join(gpu.FieldNames[gpu.Features](), ", "))
		}
		f.SetBool(false)
	}
	return New(a, p), nil
}

// IndependentBlend reports whether targets of one pass can be masked and blended differently.
func (c *Adapter) IndependentBlend() bool { return c.gpu.Features.IndependentBlend }
