package gputest

import "d3d9vk/internal/gpu"

// DefaultAdapter is an adapter with every feature and every format, the size of a desktop card.
func DefaultAdapter() *gpu.Adapter {
	a := &gpu.Adapter{
		Name: "Fake adapter", VendorID: 0x10005, DeviceID: 1, DriverID: 13, DriverName: "gputest", DriverInfo: "no pixels",
		DriverVersion: 1, APIVersion: 1<<22 | 3<<12, Software: true, UUID: [16]byte{1, 2, 3, 4}, Memory: 4 << 30,
		Modes: []gpu.DisplayMode{{Width: 640, Height: 480, Refresh: 60}, {Width: 1280, Height: 720, Refresh: 60}, {Width: 1920, Height: 1080, Refresh: 60}},
		Limits: gpu.Limits{
			MaxImageDimension2D: 16384, MaxImageDimension3D: 4096, MaxImageDimensionCube: 16384,
			MaxColorAttachments: 8, MaxFramebufferWidth: 16384, MaxFramebufferHeight: 16384, MaxClipDistances: 8,
			MaxSamplerAnisotropy: 16, MaxSamplerLodBias: 16, PointSizeRange: [2]float32{0, 255},
			MaxVertexInputBindings: 32, MaxVertexInputAttributes: 32, MaxVertexInputBindingStride: 2048, MaxDrawIndexedIndexValue: 1<<32 - 1,
			MaxViewportDimensions: [2]uint32{16384, 16384}, ViewportBoundsRange: [2]float32{-32768, 32768},
			ColorSampleCounts: 1 | 4, DepthSampleCounts: 1 | 4,
		},
		Features: gpu.Features{
			DynamicBlend: true, DynamicRaster: true, MultiDraw: true, Robustness2: true, PushDescriptors: true, GeometryShader: true,
			IndependentBlend: true, DualSrcBlend: true, DepthClamp: true, DepthClipEnable: true, FillModeNonSolid: true,
			ShaderClipDistance: true, SamplerAnisotropy: true, MirrorClampToEdge: true, CustomBorderColor: true, LargePoints: true,
			TriangleFans: true, OcclusionQueryPrecise: true, TextureCompressionBC: true,
		},
		Formats: map[gpu.Format]gpu.FormatSupport{},
	}
	for _, f := range gpu.AllFormats {
		l := layouts[f]
		s := gpu.FormatSupport{Sampled: true, SampledLinear: true, BlitSrc: true, BlitDst: true}
		switch {
		case l.scaled:
			s = gpu.FormatSupport{Vertex: true}
		case l.depth+l.stencil > 0:
			s.DepthTarget, s.SampleCounts = true, 1|4
		case l.block > 1:
		case l.integer():
			s.SampledLinear, s.Vertex = false, true
		default:
			s.ColorTarget, s.Blend, s.SampleCounts, s.Vertex = true, true, 1|4, true
		}
		a.Formats[f] = s
	}
	return a
}
