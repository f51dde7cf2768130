package gpu

// Adapter is what a back end found out about a graphics adapter: the numbers that caps are made from.
type Adapter struct {
	Name               string
	VendorID, DeviceID uint32
	DriverID           uint32 // VkDriverId: 13 is lavapipe, 15 SwiftShader
	DriverName         string
	DriverInfo         string
	DriverVersion      uint32
	APIVersion         uint32
	Software           bool // a CPU implementation
	UUID               [16]byte

	Limits   Limits
	Features Features
	Formats  map[Format]FormatSupport
	Modes    []DisplayMode // of the primary monitor, empty without a display
	Memory   uint64        // bytes of device-local memory
}

// DisplayMode is one mode of a monitor.
type DisplayMode struct{ Width, Height, Refresh uint32 }

// Limits are Vulkan's, by their Vulkan names.
type Limits struct {
	MaxImageDimension2D, MaxImageDimension3D, MaxImageDimensionCube uint32
	MaxColorAttachments                                             uint32
	MaxFramebufferWidth, MaxFramebufferHeight                       uint32
	MaxClipDistances                                                uint32
	MaxSamplerAnisotropy                                            float32
	MaxSamplerLodBias                                               float32
	PointSizeRange                                                  [2]float32
	MaxVertexInputBindings, MaxVertexInputAttributes                uint32
	MaxVertexInputBindingStride                                     uint32
	MaxDrawIndexedIndexValue                                        uint32
	MaxViewportDimensions                                           [2]uint32
	ViewportBoundsRange                                             [2]float32
	ColorSampleCounts, DepthSampleCounts                            uint32 // VkSampleCountFlags
}

// Features are the optional parts of Vulkan that the back end can use. Each may be switched off when a device is opened, so
// that its fallback is tested on a driver that has it.
type Features struct {
	DynamicBlend          bool // extended dynamic state 3: blend enable, equation, write mask
	DynamicRaster         bool // extended dynamic state 3: polygon mode, depth clip
	MultiDraw             bool // VK_EXT_multi_draw
	Robustness2           bool // null descriptors and exact bounds
	PushDescriptors       bool // nothing uses it yet
	GeometryShader        bool
	IndependentBlend      bool // without, the blend states of all attachments are equal
	DualSrcBlend          bool // nothing uses it yet
	DepthClamp            bool
	DepthClipEnable       bool
	FillModeNonSolid      bool
	ShaderClipDistance    bool
	SamplerAnisotropy     bool
	MirrorClampToEdge     bool
	CustomBorderColor     bool
	LargePoints           bool
	TriangleFans          bool // always true but on portability drivers
	OcclusionQueryPrecise bool
	TextureCompressionBC  bool
	UniformConstants      bool // constants come by dynamic uniform buffers (emit.DynamicUniform) instead of the arena index
}

// FormatSupport is what images of a format can do with optimal tiling.
type FormatSupport struct {
	Sampled, SampledLinear, ColorTarget, Blend, DepthTarget, BlitSrc, BlitDst, Vertex bool
	SampleCounts                                                                      uint32 // VkSampleCountFlags for 2D targets
}

// Options are what a device is opened with.
type Options struct {
	Disable      []string // names of Features fields to switch off, and of formats' abilities (DisableFormat)
	Validation   bool     // load the Khronos validation layer; every message is an error from Close and a call of Message
	Message      func(string)
	CacheDir     string // pipeline cache folder; "" = the user's cache directory; "-" = none
	AdapterIndex int
}
