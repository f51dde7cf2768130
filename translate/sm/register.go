package sm

import "strconv"

// RegType is the five-bit register type of an operand token (D3DSHADER_PARAM_REGISTER_TYPE). Types 3 and 6 mean
// different files in different versions; the constants with two names say so.
type RegType uint8

const (
	RegTemp       RegType = 0  // r#
	RegInput      RegType = 1  // v#
	RegConst      RegType = 2  // c0..c2047
	RegAddr       RegType = 3  // a# of vertex shaders
	RegTexture    RegType = 3  // t# of pixel shaders
	RegRastOut    RegType = 4  // oPos, oFog, oPts
	RegAttrOut    RegType = 5  // oD#
	RegTexCrdOut  RegType = 6  // oT# of vs_1_x and vs_2_x
	RegOutput     RegType = 6  // o# of vs_3_0 and vs_3_sw
	RegConstInt   RegType = 7  // i#
	RegColorOut   RegType = 8  // oC#
	RegDepthOut   RegType = 9  // oDepth
	RegSampler    RegType = 10 // s#
	RegConst2     RegType = 11 // c2048..c4095; the index counts from 2048
	RegConst3     RegType = 12 // c4096..c6143
	RegConst4     RegType = 13 // c6144..c8191
	RegConstBool  RegType = 14 // b#
	RegLoop       RegType = 15 // aL
	RegTempFloat  RegType = 16 // half precision temporaries; no version has them
	RegMisc       RegType = 17 // vPos, vFace
	RegLabel      RegType = 18 // l#
	RegPredicate  RegType = 19 // p#
	regTypeLimit          = 32
	maxRegIndex           = 2047
	constsPerFile         = 2048
)

// Indices of RegRastOut and RegMisc.
const (
	RastPosition  = 0 // oPos
	RastFog       = 1 // oFog
	RastPointSize = 2 // oPts
	MiscPosition  = 0 // vPos
	MiscFace      = 1 // vFace
)

// regRow spells a register file: a prefix followed by the index, or one fixed name per index.
type regRow struct {
	prefix string
	fixed  []string
}

// regRows is the one table of register spellings; regName and regByName resolve the types that depend on the version.
var regRows = [regTypeLimit]regRow{
	RegTemp:      {prefix: "r"},
	RegInput:     {prefix: "v"},
	RegConst:     {prefix: "c"},
	RegAddr:      {prefix: "a"},
	RegRastOut:   {fixed: []string{RastPosition: "oPos", RastFog: "oFog", RastPointSize: "oPts"}},
	RegAttrOut:   {prefix: "oD"},
	RegTexCrdOut: {prefix: "oT"},
	RegConstInt:  {prefix: "i"},
	RegColorOut:  {prefix: "oC"},
	RegDepthOut:  {fixed: []string{"oDepth"}},
	RegSampler:   {prefix: "s"},
	RegConst2:    {prefix: "c"},
	RegConst3:    {prefix: "c"},
	RegConst4:    {prefix: "c"},
	RegConstBool: {prefix: "b"},
	RegLoop:      {fixed: []string{"aL"}},
	RegMisc:      {fixed: []string{MiscPosition: "vPos", MiscFace: "vFace"}},
	RegLabel:     {prefix: "l"},
	RegPredicate: {prefix: "p"},
}

// regPrefix is the file's prefix in version v; "" for files of fixed names and for types without a spelling.
func regPrefix(v Version, t RegType) string {
	switch {
	case t == RegTexture && v.Stage() == Pixel:
		return "t"
	case t == RegOutput && v.Stage() == Vertex && v.Major() >= 3:
		return "o"
	}
	return regRows[t].prefix
}

// ConstIndex is the number of a float constant, 0..8191, whichever of the four files holds it; ok is false for other
// types.
func ConstIndex(t RegType, index uint16) (n int, ok bool) {
	switch t {
	case RegConst:
		return int(index), true
	case RegConst2, RegConst3, RegConst4:
		return int(index) + constsPerFile*int(t-RegConst2+1), true
	}
	return 0, false
}

// ConstFile is one of the files of constants.
type ConstFile uint8

const (
	FileF      ConstFile = iota // c#
	FileI                       // i#
	FileB                       // b#
	ConstFiles = 3
)

// ConstOf gives the file of a constant register and the number in it; ok is false for other registers.
func ConstOf(t RegType, index uint16) (file ConstFile, n int, ok bool) {
	if n, ok := ConstIndex(t, index); ok {
		return FileF, n, true
	}
	switch t {
	case RegConstInt:
		return FileI, int(index), true
	case RegConstBool:
		return FileB, int(index), true
	}
	return 0, 0, false
}

// RegName spells a register as the assembler of version v does: "r3", "oPos", "c2050". A register that has no
// spelling gives "?type:index", which no assembler accepts.
func RegName(v Version, t RegType, index uint16) string {
	if n, ok := ConstIndex(t, index); ok {
		return "c" + strconv.Itoa(n)
	}
	if p := regPrefix(v, t); p != "" {
		return p + strconv.Itoa(int(index))
	}
	if f := regRows[t%regTypeLimit].fixed; int(index) < len(f) {
		return f[index]
	}
	return "?" + strconv.Itoa(int(t)) + ":" + strconv.Itoa(int(index))
}

// Usage is the semantic of a declaration (D3DDECLUSAGE), 0..15.
type Usage uint8

const (
	UsagePosition     Usage = 0
	UsageBlendWeight  Usage = 1
	UsageBlendIndices Usage = 2
	UsageNormal       Usage = 3
	UsagePSize        Usage = 4
	UsageTexCoord     Usage = 5
	UsageTangent      Usage = 6
	UsageBinormal     Usage = 7
	UsageTessFactor   Usage = 8
	UsagePositionT    Usage = 9
	UsageColor        Usage = 10
	UsageFog          Usage = 11
	UsageDepth        Usage = 12
	UsageSample       Usage = 13
)

// usageNames spells the usages after "dcl_".
var usageNames = []string{
	UsagePosition:     "position",
	UsageBlendWeight:  "blendweight",
	UsageBlendIndices: "blendindices",
	UsageNormal:       "normal",
	UsagePSize:        "psize",
	UsageTexCoord:     "texcoord",
	UsageTangent:      "tangent",
	UsageBinormal:     "binormal",
	UsageTessFactor:   "tessfactor",
	UsagePositionT:    "positiont",
	UsageColor:        "color",
	UsageFog:          "fog",
	UsageDepth:        "depth",
	UsageSample:       "sample",
}

// String is the assembler's word ("texcoord"), or "usage14" for a number without one.
func (u Usage) String() string {
	if int(u) < len(usageNames) {
		return usageNames[u]
	}
	return "usage" + strconv.Itoa(int(u))
}

// TextureType is the kind of texture of a sampler declaration (D3DSAMPLER_TEXTURE_TYPE).
type TextureType uint8

const (
	TextureUnknown TextureType = 0
	Texture1D      TextureType = 1
	Texture2D      TextureType = 2
	TextureCube    TextureType = 3
	TextureVolume  TextureType = 4
)

// textureNames spells the texture types after "dcl_".
var textureNames = []string{
	TextureUnknown: "",
	Texture1D:      "1d",
	Texture2D:      "2d",
	TextureCube:    "cube",
	TextureVolume:  "volume",
}

// String is the assembler's word; "unknown" for TextureUnknown and for reserved numbers.
func (t TextureType) String() string {
	if t > TextureUnknown && int(t) < len(textureNames) {
		return textureNames[t]
	}
	return "unknown"
}

// SrcMod is the modifier of a source operand (D3DSHADER_PARAM_SRCMOD_TYPE).
type SrcMod uint8

const (
	ModNone    SrcMod = 0
	ModNeg     SrcMod = 1  // -r
	ModBias    SrcMod = 2  // r_bias: r - 0.5
	ModBiasNeg SrcMod = 3  // -r_bias
	ModSign    SrcMod = 4  // r_bx2: 2(r - 0.5)
	ModSignNeg SrcMod = 5  // -r_bx2
	ModComp    SrcMod = 6  // 1-r
	ModX2      SrcMod = 7  // r_x2
	ModX2Neg   SrcMod = 8  // -r_x2
	ModDz      SrcMod = 9  // r_dz: x/z, y/z
	ModDw      SrcMod = 10 // r_dw: x/w, y/w
	ModAbs     SrcMod = 11 // r_abs
	ModAbsNeg  SrcMod = 12 // -r_abs
	ModNot     SrcMod = 13 // !p, !b
)

// modRow spells a source modifier around the register.
type modRow struct{ prefix, suffix string }

// modRows is the one table of source modifier spellings.
var modRows = []modRow{
	ModNone:    {"", ""},
	ModNeg:     {"-", ""},
	ModBias:    {"", "_bias"},
	ModBiasNeg: {"-", "_bias"},
	ModSign:    {"", "_bx2"},
	ModSignNeg: {"-", "_bx2"},
	ModComp:    {"1-", ""},
	ModX2:      {"", "_x2"},
	ModX2Neg:   {"-", "_x2"},
	ModDz:      {"", "_dz"},
	ModDw:      {"", "_dw"},
	ModAbs:     {"", "_abs"},
	ModAbsNeg:  {"-", "_abs"},
	ModNot:     {"!", ""},
}

// Compare is the comparison in the control bits of ifc, breakc and setp (D3DSHADER_COMPARISON).
type Compare uint8

const (
	CompareGT Compare = 1
	CompareEQ Compare = 2
	CompareGE Compare = 3
	CompareLT Compare = 4
	CompareNE Compare = 5
	CompareLE Compare = 6
)

// compareNames spells the comparisons after the underscore of if_gt.
var compareNames = []string{
	CompareGT: "gt",
	CompareEQ: "eq",
	CompareGE: "ge",
	CompareLT: "lt",
	CompareNE: "ne",
	CompareLE: "le",
}

// String is the assembler's suffix; "?" for the reserved numbers 0 and 7.
func (c Compare) String() string {
	if int(c) < len(compareNames) && compareNames[c] != "" {
		return compareNames[c]
	}
	return "?"
}
