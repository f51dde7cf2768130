package gpu

// BufferDesc describes a buffer. Every buffer can be a vertex, index, transfer source and transfer destination buffer.
type BufferDesc struct {
	Size     uint64
	Mapped   bool // host visible, coherent, persistently mapped (cached where Readback)
	Readback bool
}

// ImageKind is the shape of an image.
type ImageKind uint8

const (
	Image2D   ImageKind = iota
	ImageCube           // six layers
	Image3D
)

// ImageUsage is a set of uses; transfers are always possible.
type ImageUsage uint8

const (
	UseSampled ImageUsage = 1 << iota
	UseColorTarget
	UseDepthTarget
)

// ImageDesc describes an image. Width, Height, Depth are of level 0 in texels, at least 1.
type ImageDesc struct {
	Kind                 ImageKind
	Format               Format
	SRGB                 Format // the sRGB twin that views may use, or FormatUndefined
	Width, Height, Depth uint32
	Levels               uint32
	Samples              uint32 // 1, 2, 4, 8, 16
	Usage                ImageUsage
}

// Swizzle is a view's source for each of r, g, b, a.
type Swizzle [4]Component

// Component is one source of a swizzle. The zero value is the identity.
type Component uint8

const (
	CompIdentity Component = iota
	CompZero
	CompOne
	CompR
	CompG
	CompB
	CompA
)

// ViewDesc describes a view of an image. For attachments: one level, one layer (a face or slice), identity swizzle.
type ViewDesc struct {
	Image                  ID
	Kind                   ImageKind // Image2D for attachments and single faces
	Format                 Format    // the image's format or its sRGB twin
	Swizzle                Swizzle
	BaseLevel, Levels      uint32
	BaseLayer, Layers      uint32
	Attachment             bool
	StencilOnly, DepthOnly bool // aspect of depth-stencil images when sampled
}

// Filter, AddressMode, CompareOp, BlendFactor, BlendOp, StencilOp, CullMode, PolygonMode, Topology have Vulkan's numbers.
type (
	Filter      uint8
	AddressMode uint8
	CompareOp   uint8
	BlendFactor uint8
	BlendOp     uint8
	StencilOp   uint8
	CullMode    uint8
	PolygonMode uint8
	Topology    uint8
)

const (
	FilterNearest Filter = 0
	FilterLinear  Filter = 1

	AddressRepeat            AddressMode = 0
	AddressMirroredRepeat    AddressMode = 1
	AddressClampToEdge       AddressMode = 2
	AddressClampToBorder     AddressMode = 3
	AddressMirrorClampToEdge AddressMode = 4

	CompareNever          CompareOp = 0
	CompareLess           CompareOp = 1
	CompareEqual          CompareOp = 2
	CompareLessOrEqual    CompareOp = 3
	CompareGreater        CompareOp = 4
	CompareNotEqual       CompareOp = 5
	CompareGreaterOrEqual CompareOp = 6
	CompareAlways         CompareOp = 7

	BlendZero                  BlendFactor = 0
	BlendOne                   BlendFactor = 1
	BlendSrcColor              BlendFactor = 2
	BlendOneMinusSrcColor      BlendFactor = 3
	BlendDstColor              BlendFactor = 4
	BlendOneMinusDstColor      BlendFactor = 5
	BlendSrcAlpha              BlendFactor = 6
	BlendOneMinusSrcAlpha      BlendFactor = 7
	BlendDstAlpha              BlendFactor = 8
	BlendOneMinusDstAlpha      BlendFactor = 9
	BlendConstantColor         BlendFactor = 10
	BlendOneMinusConstantColor BlendFactor = 11
	BlendConstantAlpha         BlendFactor = 12
	BlendOneMinusConstantAlpha BlendFactor = 13
	BlendSrcAlphaSaturate      BlendFactor = 14

	OpAdd             BlendOp = 0
	OpSubtract        BlendOp = 1
	OpReverseSubtract BlendOp = 2
	OpMin             BlendOp = 3
	OpMax             BlendOp = 4

	StencilKeep           StencilOp = 0
	StencilZero           StencilOp = 1
	StencilReplace        StencilOp = 2
	StencilIncrementClamp StencilOp = 3
	StencilDecrementClamp StencilOp = 4
	StencilInvert         StencilOp = 5
	StencilIncrementWrap  StencilOp = 6
	StencilDecrementWrap  StencilOp = 7

	CullNone  CullMode = 0
	CullFront CullMode = 1
	CullBack  CullMode = 2

	PolygonFill  PolygonMode = 0
	PolygonLine  PolygonMode = 1
	PolygonPoint PolygonMode = 2

	TopologyPointList     Topology = 0
	TopologyLineList      Topology = 1
	TopologyLineStrip     Topology = 2
	TopologyTriangleList  Topology = 3
	TopologyTriangleStrip Topology = 4
	TopologyTriangleFan   Topology = 5
)

// TopologyClass returns the topology that stands for the pipeline's class of t (points, lines or triangles).
func TopologyClass(t Topology) Topology {
	switch {
	case t == TopologyPointList:
		return TopologyPointList
	case t <= TopologyLineStrip:
		return TopologyLineList
	}
	return TopologyTriangleList
}

// SamplerDesc describes a sampler; comparable, so that equal ones are shared.
type SamplerDesc struct {
	Mag, Min, Mip                Filter
	AddressU, AddressV, AddressW AddressMode
	Anisotropy                   uint8 // 0, or 2..16
	LodBias                      float32
	MinLod, MaxLod               float32 // MaxLod 0.25 with nearest mip filter stands for "level 0 only, but minification is told apart"
	Border                       [4]float32
	Compare                      bool // shadow lookup with Less-or-equal
}

// VertexElement is one attribute of a vertex layout: the shader input at Location reads Format at Offset of stream Binding.
// Components that Format lacks read 0, 0, 1 for y, z, w.
type VertexElement struct {
	Location uint8
	Binding  uint8 // 0..15, or ZeroStream
	Offset   uint16
	Format   Format
	Swizzle  bool // D3DCOLOR: bytes b, g, r, a
}

// ZeroStream is the binding of shader inputs that the declaration does not feed: they read (0, 0, 0, 1). The back end feeds it
// with zeros of a one-component format.
const ZeroStream = 16

// MaxTargets is the number of color attachments of a pass.
const MaxTargets = 4

// BlendState is what happens to one color attachment: a write mask (bit 0..3 = r, g, b, a) and, if Enable, an equation.
type BlendState struct {
	Enable             bool
	Mask               uint8
	SrcColor, DstColor BlendFactor
	ColorOp            BlendOp
	SrcAlpha, DstAlpha BlendFactor
	AlphaOp            BlendOp
}

// PipelineDesc is the key of a pipeline: what Vulkan 1.3 cannot set dynamically. Without Features.DynamicBlend the blend state,
// without Features.DynamicRaster the polygon mode and depth clip are part of it, otherwise they are zero here and come by OpBlend and OpRaster.
// Without Features.IndependentBlend the blend states are equal, also those of holes.
type PipelineDesc struct {
	Vertex, Fragment ID // shaders; Fragment 0 = depth only
	Geometry         ID // shader, or 0; it takes the primitives of Class
	Layout           ID // vertex layout
	Class            Topology
	ColorFormats     [MaxTargets]Format // FormatUndefined = hole
	DepthFormat      Format
	Samples          uint8
	MaskedSamples    uint16 // bit n: sample n is not written
	PixelSamplers    uint16 // bit n: the fragment shader uses s#n (set 1 binding n)
	VertexSamplers   uint8  // bit n: the vertex shader uses s#n (set 2 binding n)
	Blend            [MaxTargets]BlendState
	Polygon          PolygonMode
	NoDepthClip      bool
}

// SwapchainDesc describes presentation to a window.
type SwapchainDesc struct {
	Window        uintptr // as registered with RegisterWindow
	Width, Height uint32
	Interval      uint32 // 0 immediate, 1..4 vertical blanks
	Images        uint32
}
