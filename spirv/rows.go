package spirv

// Kind is what an operand of an instruction is.
type Kind uint8

// The kinds of operands. The plural, optional and last ones stand at the end of an instruction and take what is left.
const (
	KindType           Kind = iota // id of the result's type
	KindResult                     // id that the instruction defines
	KindID                         // id
	KindOptionalID                 // id, or nothing
	KindIDs                        // ids to the end
	KindLiteral                    // one literal number
	KindLiterals                   // literal numbers to the end
	KindString                     // zero-terminated UTF-8, padded to words
	KindOptionalString             // the same, or nothing
	KindValue                      // bits of a constant, read by its type, to the end
	KindCases                      // (literal, label) pairs to the end
	KindExtInst                    // instruction number in the imported set
	KindSpecOp                     // operation code and that operation's operands
	KindCapability
	KindSourceLanguage
	KindAddressingModel
	KindMemoryModel
	KindExecutionModel
	KindExecutionMode // and its literals to the end
	KindStorageClass
	KindDim
	KindImageFormat
	KindDecoration // and its literals to the end
	KindFunctionControl
	KindSelectionControl
	KindLoopControl   // and its literals to the end
	KindMemoryAccess  // or nothing; a mask and its literals to the end
	KindImageOperands // or nothing; a mask and its ids to the end
)

// Shape is what [Check] demands of the types of an instruction's result and operands. A scalar counts as one component.
type Shape uint8

// The shapes.
const (
	ShapeNone         Shape = iota
	ShapeSame               // operands have the result's type
	ShapeFloat              // the same, of floats
	ShapeInt                // integers of the same count and width; signs may differ
	ShapeBool               // operands have the result's type, of bools
	ShapeFloatCompare       // floats of one type to as many bools
	ShapeIntCompare         // integers of one count and width to as many bools
	ShapeSelect             // bool or as many bools, then two of the result's type
	ShapeDot                // two float vectors of one type to their component
	ShapeScale              // float vector of the result's type, its component
	ShapeAnyAll             // bool vector to bool
	ShapeFloatToInt         // floats to as many integers
	ShapeIntToFloat         // integers to as many floats
)

// Row is what the package knows of one operation.
type Row struct {
	Op       Op
	Name     string
	Section  Section
	Operands []Kind
	Shape    Shape
	// Anywhere: may also stand in a function, though Section is SectionGlobal.
	Anywhere bool
	// Terminator: ends a block.
	Terminator bool
}

// Operand lists that many rows share.
var (
	result = []Kind{KindResult}
	value0 = []Kind{KindType, KindResult}
	value1 = []Kind{KindType, KindResult, KindID}
	value2 = []Kind{KindType, KindResult, KindID, KindID}
	value3 = []Kind{KindType, KindResult, KindID, KindID, KindID}
)

// rows is the one table of operations, by rising number (SPIR-V Specification, "Instructions").
var rows = []Row{
	{Op: OpNop, Name: "OpNop"},
	{Op: OpUndef, Name: "OpUndef", Section: SectionGlobal, Operands: value0, Anywhere: true},
	{Op: OpSource, Name: "OpSource", Section: SectionSource, Operands: []Kind{KindSourceLanguage, KindLiteral, KindOptionalID, KindOptionalString}},
	{Op: OpSourceExtension, Name: "OpSourceExtension", Section: SectionSource, Operands: []Kind{KindString}},
	{Op: OpName, Name: "OpName", Section: SectionName, Operands: []Kind{KindID, KindString}},
	{Op: OpMemberName, Name: "OpMemberName", Section: SectionName, Operands: []Kind{KindID, KindLiteral, KindString}},
	{Op: OpString, Name: "OpString", Section: SectionSource, Operands: []Kind{KindResult, KindString}},
	{Op: OpLine, Name: "OpLine", Operands: []Kind{KindID, KindLiteral, KindLiteral}},
	{Op: OpExtension, Name: "OpExtension", Section: SectionExtension, Operands: []Kind{KindString}},
	{Op: OpExtInstImport, Name: "OpExtInstImport", Section: SectionImport, Operands: []Kind{KindResult, KindString}},
	{Op: OpExtInst, Name: "OpExtInst", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindExtInst, KindIDs}},
	{Op: OpMemoryModel, Name: "OpMemoryModel", Section: SectionMemoryModel, Operands: []Kind{KindAddressingModel, KindMemoryModel}},
	{Op: OpEntryPoint, Name: "OpEntryPoint", Section: SectionEntryPoint, Operands: []Kind{KindExecutionModel, KindID, KindString, KindIDs}},
	{Op: OpExecutionMode, Name: "OpExecutionMode", Section: SectionExecutionMode, Operands: []Kind{KindID, KindExecutionMode}},
	{Op: OpCapability, Name: "OpCapability", Section: SectionCapability, Operands: []Kind{KindCapability}},
	{Op: OpTypeVoid, Name: "OpTypeVoid", Section: SectionGlobal, Operands: result},
	{Op: OpTypeBool, Name: "OpTypeBool", Section: SectionGlobal, Operands: result},
	{Op: OpTypeInt, Name: "OpTypeInt", Section: SectionGlobal, Operands: []Kind{KindResult, KindLiteral, KindLiteral}},
	{Op: OpTypeFloat, Name: "OpTypeFloat", Section: SectionGlobal, Operands: []Kind{KindResult, KindLiteral}},
	{Op: OpTypeVector, Name: "OpTypeVector", Section: SectionGlobal, Operands: []Kind{KindResult, KindID, KindLiteral}},
	{Op: OpTypeMatrix, Name: "OpTypeMatrix", Section: SectionGlobal, Operands: []Kind{KindResult, KindID, KindLiteral}},
	{Op: OpTypeImage, Name: "OpTypeImage", Section: SectionGlobal, Operands: []Kind{KindResult, KindID, KindDim, KindLiteral, KindLiteral, KindLiteral, KindLiteral, KindImageFormat}},
	{Op: OpTypeSampler, Name: "OpTypeSampler", Section: SectionGlobal, Operands: result},
	{Op: OpTypeSampledImage, Name: "OpTypeSampledImage", Section: SectionGlobal, Operands: []Kind{KindResult, KindID}},
	{Op: OpTypeArray, Name: "OpTypeArray", Section: SectionGlobal, Operands: []Kind{KindResult, KindID, KindID}},
	{Op: OpTypeRuntimeArray, Name: "OpTypeRuntimeArray", Section: SectionGlobal, Operands: []Kind{KindResult, KindID}},
	{Op: OpTypeStruct, Name: "OpTypeStruct", Section: SectionGlobal, Operands: []Kind{KindResult, KindIDs}},
	{Op: OpTypePointer, Name: "OpTypePointer", Section: SectionGlobal, Operands: []Kind{KindResult, KindStorageClass, KindID}},
	{Op: OpTypeFunction, Name: "OpTypeFunction", Section: SectionGlobal, Operands: []Kind{KindResult, KindID, KindIDs}},
	{Op: OpTypeForwardPointer, Name: "OpTypeForwardPointer", Section: SectionGlobal, Operands: []Kind{KindID, KindStorageClass}},
	{Op: OpConstantTrue, Name: "OpConstantTrue", Section: SectionGlobal, Operands: value0},
	{Op: OpConstantFalse, Name: "OpConstantFalse", Section: SectionGlobal, Operands: value0},
	{Op: OpConstant, Name: "OpConstant", Section: SectionGlobal, Operands: []Kind{KindType, KindResult, KindValue}},
	{Op: OpConstantComposite, Name: "OpConstantComposite", Section: SectionGlobal, Operands: []Kind{KindType, KindResult, KindIDs}},
	{Op: OpConstantNull, Name: "OpConstantNull", Section: SectionGlobal, Operands: value0},
	{Op: OpSpecConstantTrue, Name: "OpSpecConstantTrue", Section: SectionGlobal, Operands: value0},
	{Op: OpSpecConstantFalse, Name: "OpSpecConstantFalse", Section: SectionGlobal, Operands: value0},
	{Op: OpSpecConstant, Name: "OpSpecConstant", Section: SectionGlobal, Operands: []Kind{KindType, KindResult, KindValue}},
	{Op: OpSpecConstantComposite, Name: "OpSpecConstantComposite", Section: SectionGlobal, Operands: []Kind{KindType, KindResult, KindIDs}},
	{Op: OpSpecConstantOp, Name: "OpSpecConstantOp", Section: SectionGlobal, Operands: []Kind{KindType, KindResult, KindSpecOp}},
	{Op: OpFunction, Name: "OpFunction", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindFunctionControl, KindID}},
	{Op: OpFunctionParameter, Name: "OpFunctionParameter", Section: SectionFunction, Operands: value0},
	{Op: OpFunctionEnd, Name: "OpFunctionEnd", Section: SectionFunction},
	{Op: OpFunctionCall, Name: "OpFunctionCall", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindIDs}},
	{Op: OpVariable, Name: "OpVariable", Section: SectionGlobal, Operands: []Kind{KindType, KindResult, KindStorageClass, KindOptionalID}, Anywhere: true},
	{Op: OpLoad, Name: "OpLoad", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindMemoryAccess}},
	{Op: OpStore, Name: "OpStore", Section: SectionFunction, Operands: []Kind{KindID, KindID, KindMemoryAccess}},
	{Op: OpCopyMemory, Name: "OpCopyMemory", Section: SectionFunction, Operands: []Kind{KindID, KindID, KindMemoryAccess}},
	{Op: OpAccessChain, Name: "OpAccessChain", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindIDs}},
	{Op: OpInBoundsAccessChain, Name: "OpInBoundsAccessChain", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindIDs}},
	{Op: OpPtrAccessChain, Name: "OpPtrAccessChain", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindIDs}},
	{Op: OpArrayLength, Name: "OpArrayLength", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindLiteral}},
	{Op: OpDecorate, Name: "OpDecorate", Section: SectionAnnotation, Operands: []Kind{KindID, KindDecoration}},
	{Op: OpMemberDecorate, Name: "OpMemberDecorate", Section: SectionAnnotation, Operands: []Kind{KindID, KindLiteral, KindDecoration}},
	{Op: OpVectorExtractDynamic, Name: "OpVectorExtractDynamic", Section: SectionFunction, Operands: value2},
	{Op: OpVectorInsertDynamic, Name: "OpVectorInsertDynamic", Section: SectionFunction, Operands: value3},
	{Op: OpVectorShuffle, Name: "OpVectorShuffle", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindLiterals}},
	{Op: OpCompositeConstruct, Name: "OpCompositeConstruct", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindIDs}},
	{Op: OpCompositeExtract, Name: "OpCompositeExtract", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindLiterals}},
	{Op: OpCompositeInsert, Name: "OpCompositeInsert", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindLiterals}},
	{Op: OpCopyObject, Name: "OpCopyObject", Section: SectionFunction, Operands: value1, Shape: ShapeSame},
	{Op: OpTranspose, Name: "OpTranspose", Section: SectionFunction, Operands: value1},
	{Op: OpSampledImage, Name: "OpSampledImage", Section: SectionFunction, Operands: value2},
	{Op: OpImageSampleImplicitLod, Name: "OpImageSampleImplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindImageOperands}},
	{Op: OpImageSampleExplicitLod, Name: "OpImageSampleExplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindImageOperands}},
	{Op: OpImageSampleDrefImplicitLod, Name: "OpImageSampleDrefImplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindID, KindImageOperands}},
	{Op: OpImageSampleDrefExplicitLod, Name: "OpImageSampleDrefExplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindID, KindImageOperands}},
	{Op: OpImageSampleProjImplicitLod, Name: "OpImageSampleProjImplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindImageOperands}},
	{Op: OpImageSampleProjExplicitLod, Name: "OpImageSampleProjExplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindImageOperands}},
	{Op: OpImageSampleProjDrefImplicitLod, Name: "OpImageSampleProjDrefImplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindID, KindImageOperands}},
	{Op: OpImageSampleProjDrefExplicitLod, Name: "OpImageSampleProjDrefExplicitLod", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindID, KindImageOperands}},
	{Op: OpImageFetch, Name: "OpImageFetch", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindImageOperands}},
	{Op: OpImageGather, Name: "OpImageGather", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindID, KindImageOperands}},
	{Op: OpImageDrefGather, Name: "OpImageDrefGather", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindID, KindImageOperands}},
	{Op: OpImageRead, Name: "OpImageRead", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindImageOperands}},
	{Op: OpImageWrite, Name: "OpImageWrite", Section: SectionFunction, Operands: []Kind{KindID, KindID, KindID, KindImageOperands}},
	{Op: OpImage, Name: "OpImage", Section: SectionFunction, Operands: value1},
	{Op: OpImageQuerySizeLod, Name: "OpImageQuerySizeLod", Section: SectionFunction, Operands: value2},
	{Op: OpImageQuerySize, Name: "OpImageQuerySize", Section: SectionFunction, Operands: value1},
	{Op: OpImageQueryLod, Name: "OpImageQueryLod", Section: SectionFunction, Operands: value2},
	{Op: OpImageQueryLevels, Name: "OpImageQueryLevels", Section: SectionFunction, Operands: value1},
	{Op: OpImageQuerySamples, Name: "OpImageQuerySamples", Section: SectionFunction, Operands: value1},
	{Op: OpConvertFToU, Name: "OpConvertFToU", Section: SectionFunction, Operands: value1, Shape: ShapeFloatToInt},
	{Op: OpConvertFToS, Name: "OpConvertFToS", Section: SectionFunction, Operands: value1, Shape: ShapeFloatToInt},
	{Op: OpConvertSToF, Name: "OpConvertSToF", Section: SectionFunction, Operands: value1, Shape: ShapeIntToFloat},
	{Op: OpConvertUToF, Name: "OpConvertUToF", Section: SectionFunction, Operands: value1, Shape: ShapeIntToFloat},
	{Op: OpUConvert, Name: "OpUConvert", Section: SectionFunction, Operands: value1},
	{Op: OpSConvert, Name: "OpSConvert", Section: SectionFunction, Operands: value1},
	{Op: OpFConvert, Name: "OpFConvert", Section: SectionFunction, Operands: value1},
	{Op: OpQuantizeToF16, Name: "OpQuantizeToF16", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpConvertPtrToU, Name: "OpConvertPtrToU", Section: SectionFunction, Operands: value1},
	{Op: OpConvertUToPtr, Name: "OpConvertUToPtr", Section: SectionFunction, Operands: value1},
	{Op: OpBitcast, Name: "OpBitcast", Section: SectionFunction, Operands: value1},
	{Op: OpSNegate, Name: "OpSNegate", Section: SectionFunction, Operands: value1, Shape: ShapeInt},
	{Op: OpFNegate, Name: "OpFNegate", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpIAdd, Name: "OpIAdd", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpFAdd, Name: "OpFAdd", Section: SectionFunction, Operands: value2, Shape: ShapeFloat},
	{Op: OpISub, Name: "OpISub", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpFSub, Name: "OpFSub", Section: SectionFunction, Operands: value2, Shape: ShapeFloat},
	{Op: OpIMul, Name: "OpIMul", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpFMul, Name: "OpFMul", Section: SectionFunction, Operands: value2, Shape: ShapeFloat},
	{Op: OpUDiv, Name: "OpUDiv", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpSDiv, Name: "OpSDiv", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpFDiv, Name: "OpFDiv", Section: SectionFunction, Operands: value2, Shape: ShapeFloat},
	{Op: OpUMod, Name: "OpUMod", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpSRem, Name: "OpSRem", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpSMod, Name: "OpSMod", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpFRem, Name: "OpFRem", Section: SectionFunction, Operands: value2, Shape: ShapeFloat},
	{Op: OpFMod, Name: "OpFMod", Section: SectionFunction, Operands: value2, Shape: ShapeFloat},
	{Op: OpVectorTimesScalar, Name: "OpVectorTimesScalar", Section: SectionFunction, Operands: value2, Shape: ShapeScale},
	{Op: OpMatrixTimesScalar, Name: "OpMatrixTimesScalar", Section: SectionFunction, Operands: value2},
	{Op: OpVectorTimesMatrix, Name: "OpVectorTimesMatrix", Section: SectionFunction, Operands: value2},
	{Op: OpMatrixTimesVector, Name: "OpMatrixTimesVector", Section: SectionFunction, Operands: value2},
	{Op: OpMatrixTimesMatrix, Name: "OpMatrixTimesMatrix", Section: SectionFunction, Operands: value2},
	{Op: OpOuterProduct, Name: "OpOuterProduct", Section: SectionFunction, Operands: value2},
	{Op: OpDot, Name: "OpDot", Section: SectionFunction, Operands: value2, Shape: ShapeDot},
	{Op: OpAny, Name: "OpAny", Section: SectionFunction, Operands: value1, Shape: ShapeAnyAll},
	{Op: OpAll, Name: "OpAll", Section: SectionFunction, Operands: value1, Shape: ShapeAnyAll},
	{Op: OpIsNan, Name: "OpIsNan", Section: SectionFunction, Operands: value1, Shape: ShapeFloatCompare},
	{Op: OpIsInf, Name: "OpIsInf", Section: SectionFunction, Operands: value1, Shape: ShapeFloatCompare},
	{Op: OpLogicalEqual, Name: "OpLogicalEqual", Section: SectionFunction, Operands: value2, Shape: ShapeBool},
	{Op: OpLogicalNotEqual, Name: "OpLogicalNotEqual", Section: SectionFunction, Operands: value2, Shape: ShapeBool},
	{Op: OpLogicalOr, Name: "OpLogicalOr", Section: SectionFunction, Operands: value2, Shape: ShapeBool},
	{Op: OpLogicalAnd, Name: "OpLogicalAnd", Section: SectionFunction, Operands: value2, Shape: ShapeBool},
	{Op: OpLogicalNot, Name: "OpLogicalNot", Section: SectionFunction, Operands: value1, Shape: ShapeBool},
	{Op: OpSelect, Name: "OpSelect", Section: SectionFunction, Operands: value3, Shape: ShapeSelect},
	{Op: OpIEqual, Name: "OpIEqual", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpINotEqual, Name: "OpINotEqual", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpUGreaterThan, Name: "OpUGreaterThan", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpSGreaterThan, Name: "OpSGreaterThan", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpUGreaterThanEqual, Name: "OpUGreaterThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpSGreaterThanEqual, Name: "OpSGreaterThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpULessThan, Name: "OpULessThan", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpSLessThan, Name: "OpSLessThan", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpULessThanEqual, Name: "OpULessThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpSLessThanEqual, Name: "OpSLessThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeIntCompare},
	{Op: OpFOrdEqual, Name: "OpFOrdEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFUnordEqual, Name: "OpFUnordEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFOrdNotEqual, Name: "OpFOrdNotEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFUnordNotEqual, Name: "OpFUnordNotEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFOrdLessThan, Name: "OpFOrdLessThan", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFUnordLessThan, Name: "OpFUnordLessThan", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFOrdGreaterThan, Name: "OpFOrdGreaterThan", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFUnordGreaterThan, Name: "OpFUnordGreaterThan", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFOrdLessThanEqual, Name: "OpFOrdLessThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFUnordLessThanEqual, Name: "OpFUnordLessThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFOrdGreaterThanEqual, Name: "OpFOrdGreaterThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpFUnordGreaterThanEqual, Name: "OpFUnordGreaterThanEqual", Section: SectionFunction, Operands: value2, Shape: ShapeFloatCompare},
	{Op: OpShiftRightLogical, Name: "OpShiftRightLogical", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpShiftRightArithmetic, Name: "OpShiftRightArithmetic", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpShiftLeftLogical, Name: "OpShiftLeftLogical", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpBitwiseOr, Name: "OpBitwiseOr", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpBitwiseXor, Name: "OpBitwiseXor", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpBitwiseAnd, Name: "OpBitwiseAnd", Section: SectionFunction, Operands: value2, Shape: ShapeInt},
	{Op: OpNot, Name: "OpNot", Section: SectionFunction, Operands: value1, Shape: ShapeInt},
	{Op: OpBitFieldInsert, Name: "OpBitFieldInsert", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindID, KindID, KindID, KindID}},
	{Op: OpBitFieldSExtract, Name: "OpBitFieldSExtract", Section: SectionFunction, Operands: value3},
	{Op: OpBitFieldUExtract, Name: "OpBitFieldUExtract", Section: SectionFunction, Operands: value3},
	{Op: OpBitReverse, Name: "OpBitReverse", Section: SectionFunction, Operands: value1, Shape: ShapeInt},
	{Op: OpBitCount, Name: "OpBitCount", Section: SectionFunction, Operands: value1, Shape: ShapeInt},
	{Op: OpDPdx, Name: "OpDPdx", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpDPdy, Name: "OpDPdy", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpFwidth, Name: "OpFwidth", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpDPdxFine, Name: "OpDPdxFine", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpDPdyFine, Name: "OpDPdyFine", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpFwidthFine, Name: "OpFwidthFine", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpDPdxCoarse, Name: "OpDPdxCoarse", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpDPdyCoarse, Name: "OpDPdyCoarse", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpFwidthCoarse, Name: "OpFwidthCoarse", Section: SectionFunction, Operands: value1, Shape: ShapeFloat},
	{Op: OpEmitVertex, Name: "OpEmitVertex", Section: SectionFunction},
	{Op: OpEndPrimitive, Name: "OpEndPrimitive", Section: SectionFunction},
	{Op: OpPhi, Name: "OpPhi", Section: SectionFunction, Operands: []Kind{KindType, KindResult, KindIDs}},
	{Op: OpLoopMerge, Name: "OpLoopMerge", Section: SectionFunction, Operands: []Kind{KindID, KindID, KindLoopControl}},
	{Op: OpSelectionMerge, Name: "OpSelectionMerge", Section: SectionFunction, Operands: []Kind{KindID, KindSelectionControl}},
	{Op: OpLabel, Name: "OpLabel", Section: SectionFunction, Operands: result},
	{Op: OpBranch, Name: "OpBranch", Section: SectionFunction, Operands: []Kind{KindID}, Terminator: true},
	{Op: OpBranchConditional, Name: "OpBranchConditional", Section: SectionFunction, Operands: []Kind{KindID, KindID, KindID, KindLiterals}, Terminator: true},
	{Op: OpSwitch, Name: "OpSwitch", Section: SectionFunction, Operands: []Kind{KindID, KindID, KindCases}, Terminator: true},
	{Op: OpKill, Name: "OpKill", Section: SectionFunction, Terminator: true},
	{Op: OpReturn, Name: "OpReturn", Section: SectionFunction, Terminator: true},
	{Op: OpReturnValue, Name: "OpReturnValue", Section: SectionFunction, Operands: []Kind{KindID}, Terminator: true},
	{Op: OpUnreachable, Name: "OpUnreachable", Section: SectionFunction, Terminator: true},
	{Op: OpNoLine, Name: "OpNoLine"},
	{Op: OpModuleProcessed, Name: "OpModuleProcessed", Section: SectionName, Operands: []Kind{KindString}},
	{Op: OpCopyLogical, Name: "OpCopyLogical", Section: SectionFunction, Operands: value1},
	{Op: OpTerminateInvocation, Name: "OpTerminateInvocation", Section: SectionFunction, Terminator: true},
	{Op: OpDemoteToHelperInvocation, Name: "OpDemoteToHelperInvocation", Section: SectionFunction},
	{Op: OpIsHelperInvocationEXT, Name: "OpIsHelperInvocationEXT", Section: SectionFunction, Operands: value0},
}

// rowIndex maps an operation below its length to its place in rows plus one; rarer, higher numbers are searched.
var rowIndex = func() (index [512]uint16) {
	for i := range rows {
		if int(rows[i].Op) < len(index) {
			index[rows[i].Op] = uint16(i + 1)
		}
	}
	return index
}()

// Lookup returns the row of op, or nil when the package does not know it.
func Lookup(op Op) *Row {
	if int(op) < len(rowIndex) {
		if i := rowIndex[op]; i != 0 {
			return &rows[i-1]
		}
		return nil
	}
	for i := len(rows) - 1; i >= 0 && int(rows[i].Op) >= len(rowIndex); i-- {
		if rows[i].Op == op {
			return &rows[i]
		}
	}
	return nil
}
