package spirv

// GLSL is an instruction of the extended instruction set GLSL.std.450.
type GLSL uint32

// The enumerants of GLSL.
const (
	GLSLRound                 GLSL = 1
	GLSLRoundEven             GLSL = 2
	GLSLTrunc                 GLSL = 3
	GLSLFAbs                  GLSL = 4
	GLSLSAbs                  GLSL = 5
	GLSLFSign                 GLSL = 6
	GLSLSSign                 GLSL = 7
	GLSLFloor                 GLSL = 8
	GLSLCeil                  GLSL = 9
	GLSLFract                 GLSL = 10
	GLSLRadians               GLSL = 11
	GLSLDegrees               GLSL = 12
	GLSLSin                   GLSL = 13
	GLSLCos                   GLSL = 14
	GLSLTan                   GLSL = 15
	GLSLAsin                  GLSL = 16
	GLSLAcos                  GLSL = 17
	GLSLAtan                  GLSL = 18
	GLSLSinh                  GLSL = 19
	GLSLCosh                  GLSL = 20
	GLSLTanh                  GLSL = 21
	GLSLAsinh                 GLSL = 22
	GLSLAcosh                 GLSL = 23
	GLSLAtanh                 GLSL = 24
	GLSLAtan2                 GLSL = 25
	GLSLPow                   GLSL = 26
	GLSLExp                   GLSL = 27
	GLSLLog                   GLSL = 28
	GLSLExp2                  GLSL = 29
	GLSLLog2                  GLSL = 30
	GLSLSqrt                  GLSL = 31
	GLSLInverseSqrt           GLSL = 32
	GLSLDeterminant           GLSL = 33
	GLSLMatrixInverse         GLSL = 34
	GLSLModf                  GLSL = 35
	GLSLModfStruct            GLSL = 36
	GLSLFMin                  GLSL = 37
	GLSLUMin                  GLSL = 38
	GLSLSMin                  GLSL = 39
	GLSLFMax                  GLSL = 40
	GLSLUMax                  GLSL = 41
	GLSLSMax                  GLSL = 42
	GLSLFClamp                GLSL = 43
	GLSLUClamp                GLSL = 44
	GLSLSClamp                GLSL = 45
	GLSLFMix                  GLSL = 46
	GLSLIMix                  GLSL = 47
	GLSLStep                  GLSL = 48
	GLSLSmoothStep            GLSL = 49
	GLSLFma                   GLSL = 50
	GLSLFrexp                 GLSL = 51
	GLSLFrexpStruct           GLSL = 52
	GLSLLdexp                 GLSL = 53
	GLSLPackSnorm4x8          GLSL = 54
	GLSLPackUnorm4x8          GLSL = 55
	GLSLPackSnorm2x16         GLSL = 56
	GLSLPackUnorm2x16         GLSL = 57
	GLSLPackHalf2x16          GLSL = 58
	GLSLPackDouble2x32        GLSL = 59
	GLSLUnpackSnorm2x16       GLSL = 60
	GLSLUnpackUnorm2x16       GLSL = 61
	GLSLUnpackHalf2x16        GLSL = 62
	GLSLUnpackSnorm4x8        GLSL = 63
	GLSLUnpackUnorm4x8        GLSL = 64
	GLSLUnpackDouble2x32      GLSL = 65
	GLSLLength                GLSL = 66
	GLSLDistance              GLSL = 67
	GLSLCross                 GLSL = 68
	GLSLNormalize             GLSL = 69
	GLSLFaceForward           GLSL = 70
	GLSLReflect               GLSL = 71
	GLSLRefract               GLSL = 72
	GLSLFindILsb              GLSL = 73
	GLSLFindSMsb              GLSL = 74
	GLSLFindUMsb              GLSL = 75
	GLSLInterpolateAtCentroid GLSL = 76
	GLSLInterpolateAtSample   GLSL = 77
	GLSLInterpolateAtOffset   GLSL = 78
	GLSLNMin                  GLSL = 79
	GLSLNMax                  GLSL = 80
	GLSLNClamp                GLSL = 81
)

var glslNames = map[GLSL]string{
	GLSLRound:                 "Round",
	GLSLRoundEven:             "RoundEven",
	GLSLTrunc:                 "Trunc",
	GLSLFAbs:                  "FAbs",
	GLSLSAbs:                  "SAbs",
	GLSLFSign:                 "FSign",
	GLSLSSign:                 "SSign",
	GLSLFloor:                 "Floor",
	GLSLCeil:                  "Ceil",
	GLSLFract:                 "Fract",
	GLSLRadians:               "Radians",
	GLSLDegrees:               "Degrees",
	GLSLSin:                   "Sin",
	GLSLCos:                   "Cos",
	GLSLTan:                   "Tan",
	GLSLAsin:                  "Asin",
	GLSLAcos:                  "Acos",
	GLSLAtan:                  "Atan",
	GLSLSinh:                  "Sinh",
	GLSLCosh:                  "Cosh",
	GLSLTanh:                  "Tanh",
	GLSLAsinh:                 "Asinh",
	GLSLAcosh:                 "Acosh",
	GLSLAtanh:                 "Atanh",
	GLSLAtan2:                 "Atan2",
	GLSLPow:                   "Pow",
	GLSLExp:                   "Exp",
	GLSLLog:                   "Log",
	GLSLExp2:                  "Exp2",
	GLSLLog2:                  "Log2",
	GLSLSqrt:                  "Sqrt",
	GLSLInverseSqrt:           "InverseSqrt",
	GLSLDeterminant:           "Determinant",
	GLSLMatrixInverse:         "MatrixInverse",
	GLSLModf:                  "Modf",
	GLSLModfStruct:            "ModfStruct",
	GLSLFMin:                  "FMin",
	GLSLUMin:                  "UMin",
	GLSLSMin:                  "SMin",
	GLSLFMax:                  "FMax",
	GLSLUMax:                  "UMax",
	GLSLSMax:                  "SMax",
	GLSLFClamp:                "FClamp",
	GLSLUClamp:                "UClamp",
	GLSLSClamp:                "SClamp",
	GLSLFMix:                  "FMix",
	GLSLIMix:                  "IMix",
	GLSLStep:                  "Step",
	GLSLSmoothStep:            "SmoothStep",
	GLSLFma:                   "Fma",
	GLSLFrexp:                 "Frexp",
	GLSLFrexpStruct:           "FrexpStruct",
	GLSLLdexp:                 "Ldexp",
	GLSLPackSnorm4x8:          "PackSnorm4x8",
	GLSLPackUnorm4x8:          "PackUnorm4x8",
	GLSLPackSnorm2x16:         "PackSnorm2x16",
	GLSLPackUnorm2x16:         "PackUnorm2x16",
	GLSLPackHalf2x16:          "PackHalf2x16",
	GLSLPackDouble2x32:        "PackDouble2x32",
	GLSLUnpackSnorm2x16:       "UnpackSnorm2x16",
	GLSLUnpackUnorm2x16:       "UnpackUnorm2x16",
	GLSLUnpackHalf2x16:        "UnpackHalf2x16",
	GLSLUnpackSnorm4x8:        "UnpackSnorm4x8",
	GLSLUnpackUnorm4x8:        "UnpackUnorm4x8",
	GLSLUnpackDouble2x32:      "UnpackDouble2x32",
	GLSLLength:                "Length",
	GLSLDistance:              "Distance",
	GLSLCross:                 "Cross",
	GLSLNormalize:             "Normalize",
	GLSLFaceForward:           "FaceForward",
	GLSLReflect:               "Reflect",
	GLSLRefract:               "Refract",
	GLSLFindILsb:              "FindILsb",
	GLSLFindSMsb:              "FindSMsb",
	GLSLFindUMsb:              "FindUMsb",
	GLSLInterpolateAtCentroid: "InterpolateAtCentroid",
	GLSLInterpolateAtSample:   "InterpolateAtSample",
	GLSLInterpolateAtOffset:   "InterpolateAtOffset",
	GLSLNMin:                  "NMin",
	GLSLNMax:                  "NMax",
	GLSLNClamp:                "NClamp",
}

// String gives the specification's name, or the number of an enumerant that the package does not know.
func (e GLSL) String() string { return enumName(glslNames, e) }
