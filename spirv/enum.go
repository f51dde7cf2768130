package spirv

import (
	"strconv"
	"strings"
)

func itoa(v uint32) string { return strconv.FormatUint(uint64(v), 10) }

func enumName[E ~uint32](names map[E]string, e E) string {
	if n, ok := names[e]; ok {
		return n
	}
	return itoa(uint32(e))
}

type maskName struct {
	bit  uint32
	name string
}

func maskString(names []maskName, mask uint32) string {
	if mask == 0 {
		return "None"
	}
	var parts []string
	for _, n := range names {
		if mask&n.bit != 0 {
			parts = append(parts, n.name)
			mask &^= n.bit
		}
	}
	if mask != 0 {
		parts = append(parts, "0x"+strconv.FormatUint(uint64(mask), 16))
	}
	return strings.Join(parts, "|")
}

// Capability is an optional part of SPIR-V that a module declares.
type Capability uint32

// The enumerants of Capability.
const (
	CapabilityMatrix                         Capability = 0
	CapabilityShader                         Capability = 1
	CapabilityGeometry                       Capability = 2
	CapabilityFloat16                        Capability = 9
	CapabilityFloat64                        Capability = 10
	CapabilityInt64                          Capability = 11
	CapabilityInt16                          Capability = 22
	CapabilityImageGatherExtended            Capability = 25
	CapabilityClipDistance                   Capability = 32
	CapabilityCullDistance                   Capability = 33
	CapabilitySampleRateShading              Capability = 35
	CapabilitySampled1D                      Capability = 43
	CapabilityImage1D                        Capability = 44
	CapabilitySampledCubeArray               Capability = 45
	CapabilitySampledBuffer                  Capability = 46
	CapabilityImageQuery                     Capability = 50
	CapabilityDerivativeControl              Capability = 51
	CapabilityInterpolationFunction          Capability = 52
	CapabilityGeometryStreams                Capability = 54
	CapabilityDrawParameters                 Capability = 4427
	CapabilityMultiView                      Capability = 4439
	CapabilityDemoteToHelperInvocation       Capability = 5379
	CapabilityPhysicalStorageBufferAddresses Capability = 5347
)

var capabilityNames = map[Capability]string{
	CapabilityMatrix:                         "Matrix",
	CapabilityShader:                         "Shader",
	CapabilityGeometry:                       "Geometry",
	CapabilityFloat16:                        "Float16",
	CapabilityFloat64:                        "Float64",
	CapabilityInt64:                          "Int64",
	CapabilityInt16:                          "Int16",
	CapabilityImageGatherExtended:            "ImageGatherExtended",
	CapabilityClipDistance:                   "ClipDistance",
	CapabilityCullDistance:                   "CullDistance",
	CapabilitySampleRateShading:              "SampleRateShading",
	CapabilitySampled1D:                      "Sampled1D",
	CapabilityImage1D:                        "Image1D",
	CapabilitySampledCubeArray:               "SampledCubeArray",
	CapabilitySampledBuffer:                  "SampledBuffer",
	CapabilityImageQuery:                     "ImageQuery",
	CapabilityDerivativeControl:              "DerivativeControl",
	CapabilityInterpolationFunction:          "InterpolationFunction",
	CapabilityGeometryStreams:                "GeometryStreams",
	CapabilityDrawParameters:                 "DrawParameters",
	CapabilityMultiView:                      "MultiView",
	CapabilityDemoteToHelperInvocation:       "DemoteToHelperInvocation",
	CapabilityPhysicalStorageBufferAddresses: "PhysicalStorageBufferAddresses",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e Capability) String() string { return enumName(capabilityNames, e) }

// SourceLanguage is the language of OpSource.
type SourceLanguage uint32

// The enumerants of SourceLanguage.
const (
	SourceLanguageUnknown SourceLanguage = 0
	SourceLanguageGLSL    SourceLanguage = 2
	SourceLanguageHLSL    SourceLanguage = 5
)

var sourceLanguageNames = map[SourceLanguage]string{
	SourceLanguageUnknown: "Unknown",
	SourceLanguageGLSL:    "GLSL",
	SourceLanguageHLSL:    "HLSL",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e SourceLanguage) String() string { return enumName(sourceLanguageNames, e) }

// ExecutionModel is the stage of an entry point.
type ExecutionModel uint32

// The enumerants of ExecutionModel.
const (
	ExecutionModelVertex    ExecutionModel = 0
	ExecutionModelGeometry  ExecutionModel = 3
	ExecutionModelFragment  ExecutionModel = 4
	ExecutionModelGLCompute ExecutionModel = 5
)

var executionModelNames = map[ExecutionModel]string{
	ExecutionModelVertex:    "Vertex",
	ExecutionModelGeometry:  "Geometry",
	ExecutionModelFragment:  "Fragment",
	ExecutionModelGLCompute: "GLCompute",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e ExecutionModel) String() string { return enumName(executionModelNames, e) }

// AddressingModel is how pointers are made.
type AddressingModel uint32

// The enumerants of AddressingModel.
const (
	AddressingModelLogical                 AddressingModel = 0
	AddressingModelPhysicalStorageBuffer64 AddressingModel = 5348
)

var addressingModelNames = map[AddressingModel]string{
	AddressingModelLogical:                 "Logical",
	AddressingModelPhysicalStorageBuffer64: "PhysicalStorageBuffer64",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e AddressingModel) String() string { return enumName(addressingModelNames, e) }

// MemoryModel is the memory model of a module.
type MemoryModel uint32

// The enumerants of MemoryModel.
const (
	MemoryModelSimple  MemoryModel = 0
	MemoryModelGLSL450 MemoryModel = 1
	MemoryModelVulkan  MemoryModel = 3
)

var memoryModelNames = map[MemoryModel]string{
	MemoryModelSimple:  "Simple",
	MemoryModelGLSL450: "GLSL450",
	MemoryModelVulkan:  "Vulkan",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e MemoryModel) String() string { return enumName(memoryModelNames, e) }

// ExecutionMode is a property of an entry point.
type ExecutionMode uint32

// The enumerants of ExecutionMode.
const (
	ExecutionModeInvocations              ExecutionMode = 0
	ExecutionModePixelCenterInteger       ExecutionMode = 6
	ExecutionModeOriginUpperLeft          ExecutionMode = 7
	ExecutionModeOriginLowerLeft          ExecutionMode = 8
	ExecutionModeEarlyFragmentTests       ExecutionMode = 9
	ExecutionModeDepthReplacing           ExecutionMode = 12
	ExecutionModeDepthGreater             ExecutionMode = 14
	ExecutionModeDepthLess                ExecutionMode = 15
	ExecutionModeDepthUnchanged           ExecutionMode = 16
	ExecutionModeLocalSize                ExecutionMode = 17
	ExecutionModeInputPoints              ExecutionMode = 19
	ExecutionModeInputLines               ExecutionMode = 20
	ExecutionModeInputLinesAdjacency      ExecutionMode = 21
	ExecutionModeTriangles                ExecutionMode = 22
	ExecutionModeInputTrianglesAdjacency  ExecutionMode = 23
	ExecutionModeOutputVertices           ExecutionMode = 26
	ExecutionModeOutputPoints             ExecutionMode = 27
	ExecutionModeOutputLineStrip          ExecutionMode = 28
	ExecutionModeOutputTriangleStrip      ExecutionMode = 29
	ExecutionModeDenormPreserve           ExecutionMode = 4459
	ExecutionModeDenormFlushToZero        ExecutionMode = 4460
	ExecutionModeSignedZeroInfNanPreserve ExecutionMode = 4461
	ExecutionModeRoundingModeRTE          ExecutionMode = 4462
	ExecutionModeRoundingModeRTZ          ExecutionMode = 4463
)

var executionModeNames = map[ExecutionMode]string{
	ExecutionModeInvocations:              "Invocations",
	ExecutionModePixelCenterInteger:       "PixelCenterInteger",
	ExecutionModeOriginUpperLeft:          "OriginUpperLeft",
	ExecutionModeOriginLowerLeft:          "OriginLowerLeft",
	ExecutionModeEarlyFragmentTests:       "EarlyFragmentTests",
	ExecutionModeDepthReplacing:           "DepthReplacing",
	ExecutionModeDepthGreater:             "DepthGreater",
	ExecutionModeDepthLess:                "DepthLess",
	ExecutionModeDepthUnchanged:           "DepthUnchanged",
	ExecutionModeLocalSize:                "LocalSize",
	ExecutionModeInputPoints:              "InputPoints",
	ExecutionModeInputLines:               "InputLines",
	ExecutionModeInputLinesAdjacency:      "InputLinesAdjacency",
	ExecutionModeTriangles:                "Triangles",
	ExecutionModeInputTrianglesAdjacency:  "InputTrianglesAdjacency",
	ExecutionModeOutputVertices:           "OutputVertices",
	ExecutionModeOutputPoints:             "OutputPoints",
	ExecutionModeOutputLineStrip:          "OutputLineStrip",
	ExecutionModeOutputTriangleStrip:      "OutputTriangleStrip",
	ExecutionModeDenormPreserve:           "DenormPreserve",
	ExecutionModeDenormFlushToZero:        "DenormFlushToZero",
	ExecutionModeSignedZeroInfNanPreserve: "SignedZeroInfNanPreserve",
	ExecutionModeRoundingModeRTE:          "RoundingModeRTE",
	ExecutionModeRoundingModeRTZ:          "RoundingModeRTZ",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e ExecutionMode) String() string { return enumName(executionModeNames, e) }

// StorageClass is where a variable lives.
type StorageClass uint32

// The enumerants of StorageClass.
const (
	StorageClassUniformConstant       StorageClass = 0
	StorageClassInput                 StorageClass = 1
	StorageClassUniform               StorageClass = 2
	StorageClassOutput                StorageClass = 3
	StorageClassWorkgroup             StorageClass = 4
	StorageClassPrivate               StorageClass = 6
	StorageClassFunction              StorageClass = 7
	StorageClassPushConstant          StorageClass = 9
	StorageClassImage                 StorageClass = 11
	StorageClassStorageBuffer         StorageClass = 12
	StorageClassPhysicalStorageBuffer StorageClass = 5349
)

var storageClassNames = map[StorageClass]string{
	StorageClassUniformConstant:       "UniformConstant",
	StorageClassInput:                 "Input",
	StorageClassUniform:               "Uniform",
	StorageClassOutput:                "Output",
	StorageClassWorkgroup:             "Workgroup",
	StorageClassPrivate:               "Private",
	StorageClassFunction:              "Function",
	StorageClassPushConstant:          "PushConstant",
	StorageClassImage:                 "Image",
	StorageClassStorageBuffer:         "StorageBuffer",
	StorageClassPhysicalStorageBuffer: "PhysicalStorageBuffer",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e StorageClass) String() string { return enumName(storageClassNames, e) }

// Dim is the dimensionality of an image.
type Dim uint32

// The enumerants of Dim.
const (
	Dim_1D         Dim = 0
	Dim_2D         Dim = 1
	Dim_3D         Dim = 2
	DimCube        Dim = 3
	DimRect        Dim = 4
	DimBuffer      Dim = 5
	DimSubpassData Dim = 6
)

var dimNames = map[Dim]string{
	Dim_1D:         "1D",
	Dim_2D:         "2D",
	Dim_3D:         "3D",
	DimCube:        "Cube",
	DimRect:        "Rect",
	DimBuffer:      "Buffer",
	DimSubpassData: "SubpassData",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e Dim) String() string { return enumName(dimNames, e) }

// ImageFormat is the texel format of a storage image.
type ImageFormat uint32

// The enumerants of ImageFormat.
const (
	ImageFormatUnknown    ImageFormat = 0
	ImageFormatRgba32f    ImageFormat = 1
	ImageFormatRgba16f    ImageFormat = 2
	ImageFormatR32f       ImageFormat = 3
	ImageFormatRgba8      ImageFormat = 4
	ImageFormatRgba8Snorm ImageFormat = 5
)

var imageFormatNames = map[ImageFormat]string{
	ImageFormatUnknown:    "Unknown",
	ImageFormatRgba32f:    "Rgba32f",
	ImageFormatRgba16f:    "Rgba16f",
	ImageFormatR32f:       "R32f",
	ImageFormatRgba8:      "Rgba8",
	ImageFormatRgba8Snorm: "Rgba8Snorm",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e ImageFormat) String() string { return enumName(imageFormatNames, e) }

// Decoration is extra information on an id or a member.
type Decoration uint32

// The enumerants of Decoration.
const (
	DecorationRelaxedPrecision Decoration = 0
	DecorationSpecId           Decoration = 1
	DecorationBlock            Decoration = 2
	DecorationBufferBlock      Decoration = 3
	DecorationRowMajor         Decoration = 4
	DecorationColMajor         Decoration = 5
	DecorationArrayStride      Decoration = 6
	DecorationMatrixStride     Decoration = 7
	DecorationBuiltIn          Decoration = 11
	DecorationNoPerspective    Decoration = 13
	DecorationFlat             Decoration = 14
	DecorationCentroid         Decoration = 16
	DecorationSample           Decoration = 17
	DecorationInvariant        Decoration = 18
	DecorationRestrict         Decoration = 19
	DecorationAliased          Decoration = 20
	DecorationVolatile         Decoration = 21
	DecorationNonWritable      Decoration = 24
	DecorationNonReadable      Decoration = 25
	DecorationUniform          Decoration = 26
	DecorationLocation         Decoration = 30
	DecorationComponent        Decoration = 31
	DecorationIndex            Decoration = 32
	DecorationBinding          Decoration = 33
	DecorationDescriptorSet    Decoration = 34
	DecorationOffset           Decoration = 35
	DecorationNoContraction    Decoration = 42
	DecorationRestrictPointer  Decoration = 5355
	DecorationAliasedPointer   Decoration = 5356
)

var decorationNames = map[Decoration]string{
	DecorationRelaxedPrecision: "RelaxedPrecision",
	DecorationSpecId:           "SpecId",
	DecorationBlock:            "Block",
	DecorationBufferBlock:      "BufferBlock",
	DecorationRowMajor:         "RowMajor",
	DecorationColMajor:         "ColMajor",
	DecorationArrayStride:      "ArrayStride",
	DecorationMatrixStride:     "MatrixStride",
	DecorationBuiltIn:          "BuiltIn",
	DecorationNoPerspective:    "NoPerspective",
	DecorationFlat:             "Flat",
	DecorationCentroid:         "Centroid",
	DecorationSample:           "Sample",
	DecorationInvariant:        "Invariant",
	DecorationRestrict:         "Restrict",
	DecorationAliased:          "Aliased",
	DecorationVolatile:         "Volatile",
	DecorationNonWritable:      "NonWritable",
	DecorationNonReadable:      "NonReadable",
	DecorationUniform:          "Uniform",
	DecorationLocation:         "Location",
	DecorationComponent:        "Component",
	DecorationIndex:            "Index",
	DecorationBinding:          "Binding",
	DecorationDescriptorSet:    "DescriptorSet",
	DecorationOffset:           "Offset",
	DecorationNoContraction:    "NoContraction",
	DecorationRestrictPointer:  "RestrictPointer",
	DecorationAliasedPointer:   "AliasedPointer",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e Decoration) String() string { return enumName(decorationNames, e) }

// BuiltIn is a variable that the stage gives or takes.
type BuiltIn uint32

// The enumerants of BuiltIn.
const (
	BuiltInPosition         BuiltIn = 0
	BuiltInPointSize        BuiltIn = 1
	BuiltInClipDistance     BuiltIn = 3
	BuiltInCullDistance     BuiltIn = 4
	BuiltInVertexId         BuiltIn = 5
	BuiltInInstanceId       BuiltIn = 6
	BuiltInPrimitiveId      BuiltIn = 7
	BuiltInInvocationId     BuiltIn = 8
	BuiltInLayer            BuiltIn = 9
	BuiltInViewportIndex    BuiltIn = 10
	BuiltInFragCoord        BuiltIn = 15
	BuiltInPointCoord       BuiltIn = 16
	BuiltInFrontFacing      BuiltIn = 17
	BuiltInSampleId         BuiltIn = 18
	BuiltInSamplePosition   BuiltIn = 19
	BuiltInSampleMask       BuiltIn = 20
	BuiltInFragDepth        BuiltIn = 22
	BuiltInHelperInvocation BuiltIn = 23
	BuiltInVertexIndex      BuiltIn = 42
	BuiltInInstanceIndex    BuiltIn = 43
	BuiltInBaseVertex       BuiltIn = 4424
	BuiltInBaseInstance     BuiltIn = 4425
	BuiltInDrawIndex        BuiltIn = 4426
)

var builtInNames = map[BuiltIn]string{
	BuiltInPosition:         "Position",
	BuiltInPointSize:        "PointSize",
	BuiltInClipDistance:     "ClipDistance",
	BuiltInCullDistance:     "CullDistance",
	BuiltInVertexId:         "VertexId",
	BuiltInInstanceId:       "InstanceId",
	BuiltInPrimitiveId:      "PrimitiveId",
	BuiltInInvocationId:     "InvocationId",
	BuiltInLayer:            "Layer",
	BuiltInViewportIndex:    "ViewportIndex",
	BuiltInFragCoord:        "FragCoord",
	BuiltInPointCoord:       "PointCoord",
	BuiltInFrontFacing:      "FrontFacing",
	BuiltInSampleId:         "SampleId",
	BuiltInSamplePosition:   "SamplePosition",
	BuiltInSampleMask:       "SampleMask",
	BuiltInFragDepth:        "FragDepth",
	BuiltInHelperInvocation: "HelperInvocation",
	BuiltInVertexIndex:      "VertexIndex",
	BuiltInInstanceIndex:    "InstanceIndex",
	BuiltInBaseVertex:       "BaseVertex",
	BuiltInBaseInstance:     "BaseInstance",
	BuiltInDrawIndex:        "DrawIndex",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e BuiltIn) String() string { return enumName(builtInNames, e) }

// FunctionControl is a set of hints on a function.
type FunctionControl uint32

// The enumerants of FunctionControl.
const (
	FunctionControlInline     FunctionControl = 0x1
	FunctionControlDontInline FunctionControl = 0x2
	FunctionControlPure       FunctionControl = 0x4
	FunctionControlConst      FunctionControl = 0x8
)

var functionControlNames = []maskName{
	{uint32(FunctionControlInline), "Inline"},
	{uint32(FunctionControlDontInline), "DontInline"},
	{uint32(FunctionControlPure), "Pure"},
	{uint32(FunctionControlConst), "Const"},
}

// String joins the specification's names of the set bits with |.
func (e FunctionControl) String() string { return maskString(functionControlNames, uint32(e)) }

// SelectionControl is a set of hints on a selection.
type SelectionControl uint32

// The enumerants of SelectionControl.
const (
	SelectionControlFlatten     SelectionControl = 0x1
	SelectionControlDontFlatten SelectionControl = 0x2
)

var selectionControlNames = []maskName{
	{uint32(SelectionControlFlatten), "Flatten"},
	{uint32(SelectionControlDontFlatten), "DontFlatten"},
}

// String joins the specification's names of the set bits with |.
func (e SelectionControl) String() string { return maskString(selectionControlNames, uint32(e)) }

// LoopControl is a set of hints on a loop.
type LoopControl uint32

// The enumerants of LoopControl.
const (
	LoopControlUnroll             LoopControl = 0x1
	LoopControlDontUnroll         LoopControl = 0x2
	LoopControlDependencyInfinite LoopControl = 0x4
	LoopControlDependencyLength   LoopControl = 0x8
)

var loopControlNames = []maskName{
	{uint32(LoopControlUnroll), "Unroll"},
	{uint32(LoopControlDontUnroll), "DontUnroll"},
	{uint32(LoopControlDependencyInfinite), "DependencyInfinite"},
	{uint32(LoopControlDependencyLength), "DependencyLength"},
}

// String joins the specification's names of the set bits with |.
func (e LoopControl) String() string { return maskString(loopControlNames, uint32(e)) }

// MemoryAccess is a set of properties of a load or store.
type MemoryAccess uint32

// The enumerants of MemoryAccess.
const (
	MemoryAccessVolatile    MemoryAccess = 0x1
	MemoryAccessAligned     MemoryAccess = 0x2
	MemoryAccessNontemporal MemoryAccess = 0x4
)

var memoryAccessNames = []maskName{
	{uint32(MemoryAccessVolatile), "Volatile"},
	{uint32(MemoryAccessAligned), "Aligned"},
	{uint32(MemoryAccessNontemporal), "Nontemporal"},
}

// String joins the specification's names of the set bits with |.
func (e MemoryAccess) String() string { return maskString(memoryAccessNames, uint32(e)) }

// ImageOperand is a set of the optional operands of an image instruction, in the order of their ids.
type ImageOperand uint32

// The enumerants of ImageOperand.
const (
	ImageOperandBias         ImageOperand = 0x1
	ImageOperandLod          ImageOperand = 0x2
	ImageOperandGrad         ImageOperand = 0x4
	ImageOperandConstOffset  ImageOperand = 0x8
	ImageOperandOffset       ImageOperand = 0x10
	ImageOperandConstOffsets ImageOperand = 0x20
	ImageOperandSample       ImageOperand = 0x40
	ImageOperandMinLod       ImageOperand = 0x80
)

var imageOperandNames = []maskName{
	{uint32(ImageOperandBias), "Bias"},
	{uint32(ImageOperandLod), "Lod"},
	{uint32(ImageOperandGrad), "Grad"},
	{uint32(ImageOperandConstOffset), "ConstOffset"},
	{uint32(ImageOperandOffset), "Offset"},
	{uint32(ImageOperandConstOffsets), "ConstOffsets"},
	{uint32(ImageOperandSample), "Sample"},
	{uint32(ImageOperandMinLod), "MinLod"},
}

// String joins the specification's names of the set bits with |.
func (e ImageOperand) String() string { return maskString(imageOperandNames, uint32(e)) }
