// Package ir is the typed, well-formed form of a Direct3D 9 shader program.
//
// Build turns tokens (package sm) into a Shader: register files have become objects (inputs and outputs with
// their semantics, samplers, temporaries, constants), macros are expanded, flow control is proved to nest, and
// every register number is in range. What reaches a back end therefore needs no error result.
//
// The package must not know SPIR-V, Vulkan or a device's state, nor Direct3D 9's rules: what only breaks one of those is built
// (package validate reports it).
package ir

import "d3d9vk/translate/sm"

// Stage is the shader stage of a program.
type Stage uint8

const (
	Vertex Stage = iota
	Pixel
)

// Shader is one program. Code is flat, subroutines are inlined; block instructions (OpIf .. OpEndIf,
// OpRep/OpLoop .. OpEndLoop, OpScope .. OpEndScope) nest properly.
type Shader struct {
	Stage        Stage
	Major, Minor uint8 // 2_x is minor 1 (as in the token), 2_sw and 3_sw are minor 0xFF

	Inputs   []Input   // every input register that the program declares or reads; Obj{Input, n} indexes it
	Outputs  []Output  // every output register that the program declares or writes; Obj{Output, n} indexes it
	Samplers []Sampler // every sampler that the program declares or reads, by ascending register number
	Temps    int       // number of temporaries; Obj{Temp, n} has n < Temps (expanded macros may add some)
	Preds    int       // 0 or 1: p0 is used

	ConstF Consts      // c#: float vectors
	ConstI Consts      // i#: integer vectors; Used counts i0..
	ConstB Consts      // b#: booleans
	Imms   [][4]uint32 // literals: def/defi/defb values and those of expanded macros, bit patterns; Obj{Imm, n}
	Defs   []Def       // c# given by def, kept for relative reads: a def overrides c[n] also when reached relatively

	Code    []Instr
	Ops     OpSet      // the operations in Code
	Written WrittenSet // pixel shaders: which of oC0..oC3 the program writes, as a function of b# and i#

	WritesDepth bool  // pixel: oDepth is among the outputs
	Kills       bool  // pixel: the program has a texkill
	RelIn       bool  // the program reads inputs relatively
	RelOut      bool  // the program writes outputs relatively
	Bumps       uint8 // ps_1_x: bit n: the program reads the BUMPENV states of texture stage n
	Projects    uint8 // ps_1_0..1_3: bit n: TEXTURETRANSFORMFLAGS of texture stage n divides coordinates
	Weight      int   // about how many words a back end makes of Code at most
	Slots       int   // instruction slots used, as Direct3D 9 counts them
}

// Consts says which constants of a file a program reads.
type Consts struct {
	Used     int  // 1 + the highest register that the program reads from the device's constants; 0 = none
	Relative bool // some read is relative: then Used is the file's whole size for the version (256, 8192 ...)
}

// Def is a constant given in the program text (def c#).
type Def struct {
	Reg   uint16
	Value [4]uint32 // bit patterns of the four floats
}

// Semantic names an input or output by Direct3D 9's usage (DECLUSAGE_*, 0..13) and usage index (0..15).
type Semantic struct{ Usage, Index uint8 }

// The usages, as Semantic has them.
const (
	UsagePosition     = uint8(sm.UsagePosition)
	UsageBlendWeight  = uint8(sm.UsageBlendWeight)
	UsageBlendIndices = uint8(sm.UsageBlendIndices)
	UsageNormal       = uint8(sm.UsageNormal)
	UsagePSize        = uint8(sm.UsagePSize)
	UsageTexCoord     = uint8(sm.UsageTexCoord)
	UsageTangent      = uint8(sm.UsageTangent)
	UsageBinormal     = uint8(sm.UsageBinormal)
	UsageTessFactor   = uint8(sm.UsageTessFactor)
	UsagePositionT    = uint8(sm.UsagePositionT)
	UsageColor        = uint8(sm.UsageColor)
	UsageFog          = uint8(sm.UsageFog)
	UsageDepth        = uint8(sm.UsageDepth)
	UsageSample       = uint8(sm.UsageSample)
)

// InputKind tells an interpolated or fetched vector from the two special pixel inputs.
type InputKind uint8

const (
	InVector InputKind = iota // vertex: an element of the declaration; pixel: interpolated
	InPos                     // pixel: vPos, the pixel's integer position in .xy
	InFace                    // pixel: vFace, a float whose sign is the side (positive = front)
)

// Input is one input register. A vertex shader input is fed by the vertex element with the same semantic.
type Input struct {
	Kind     InputKind
	Semantic Semantic
	Reg      uint8 // v# or t# number in the program text (t# of ps_2 counts from 0 in its own file)
	Mask     uint8 // components declared, or read where there is no dcl
	Centroid bool
}

// OutputKind tells the kinds of output.
type OutputKind uint8

const (
	OutVarying   OutputKind = iota // oT#, oD#, o# of vs_3_0, by Semantic
	OutPosition                    // oPos, or o# declared POSITION0
	OutPointSize                   // oPts, or o# declared PSIZE0; the one component in Mask
	OutFog                         // oFog, or o# declared FOG0 (x); it is a varying too, for the pixel shader
	OutColor                       // pixel: oC#, Semantic.Index is the number
	OutDepth                       // pixel: oDepth (x)
)

// Output is one output register. Components that the program never writes have the documented default (see emit).
// vs_3_0 may pack several semantics into one o# register with disjoint masks: each is an Output of its own, with the
// Mask of the register's components that belong to it (component k of the register is component k of the semantic's vector).
type Output struct {
	Kind     OutputKind
	Semantic Semantic
	Reg      uint8
	Mask     uint8 // components declared or written
}

// Dim is a sampler's texture type.
type Dim uint8

const (
	Dim2D Dim = iota
	DimCube
	DimVolume
	DimBound // ps_1_x, which declares no types: that of the texture that is bound
)

// Sampler is one s#: Reg 0..15 in pixel shaders, 0..3 in vertex shaders (D3DVERTEXTEXTURESAMPLER0..3).
type Sampler struct {
	Reg uint8
	Dim Dim
}

// ObjKind is the kind of object an operand names.
type ObjKind uint8

const (
	None ObjKind = iota
	Temp         // Temps
	In           // Inputs; Rel: an indexed read over the inputs whose Reg is N + index
	Out          // Outputs; Rel: an indexed write
	CF           // c#, a device constant (never one given by def, unless Rel)
	CI           // i#
	CB           // b#, in .x as a boolean
	Imm          // Imms
	Addr         // a0 (four integers)
	Loop         // aL, the counter of the innermost loop
	Pred         // p0 (four booleans)
)

// Obj names an object: index N of the table that Kind stands for (for CF, CI, CB the register number).
type Obj struct {
	Kind ObjKind
	N    uint16
}

// Rel is the run-time part of a relative address: N + the given component of a0, or aL.
type Rel struct {
	Kind ObjKind // None (no relative address), Addr or Loop
	Comp uint8   // component of a0
}

// Mod is the set of source modifiers, applied in the order of the declarations here (last is negation).
type Mod uint8

const (
	ModAbs Mod = 1 << iota
	ModNot     // booleans and predicates only
	ModNeg
	ModBias // ps_1: x - 0.5
	ModX2   // ps_1: 2x (with ModBias: 2(x - 0.5))
	ModComp // ps_1: 1 - x
)

// Src is a source operand: object, then swizzle, then modifiers. Swizzle[i] in 0..3 is the component read for lane i.
type Src struct {
	Obj
	Rel
	Swizzle [4]uint8
	Mod     Mod
}

// Dst is a destination operand. Shift multiplies by 2^Shift (ps_1), Sat clamps to [0,1] afterwards.
type Dst struct {
	Obj
	Rel
	Mask  uint8 // bits 0..3 = x..w; 0 means that there is no destination
	Shift int8
	Sat   bool
}

// Cmp is a comparison of if_cc, break_cc and setp_cc; all are ordered (false with NaN) but NE, which is true with NaN.
type Cmp uint8

const (
	GT Cmp = 1 + iota
	EQ
	GE
	LT
	NE
	LE
)

// Guard is an instruction's predicate: (p0.swizzle) or (!p0.swizzle).
type Guard struct {
	On, Not bool
	Swizzle [4]uint8
}

// Instr is one instruction. Src[0:NSrc] are its sources; texture operations name their sampler in Sampler (index into
// Samplers), OpProject, OpBem and OpLum their texture stage (0..7).
type Instr struct {
	Op      Op
	Cmp     Cmp
	NSrc    uint8
	Sampler uint8
	Dst     Dst
	Src     [4]Src
	Guard   Guard
}

// OpSet is a set of operations: bit n stands for Op n.
type OpSet uint64

var _ [64 - numOps]struct{} // every operation has a bit

// Op is an operation. Component-wise unless the comment says otherwise; rows of the semantics say more.
type Op uint8

const (
	OpNop Op = iota
	OpMov
	OpMova      // to Addr: round to nearest (vs_2_0 and later)
	OpMovaFloor // vs_1_1 mov a0: floor
	OpAdd
	OpMul
	OpMad
	OpRcp // scalar: .w lane of the swizzle rule is already applied to Src[0].Swizzle by Build
	OpRsq
	OpExp
	OpExpP // vs_1_1 expp: 2^floor, frac, 2^x, 1
	OpLog
	OpPow
	OpDp2Add
	OpDp3
	OpDp4
	OpMin
	OpMax
	OpSlt
	OpSge
	OpFrc
	OpAbs
	OpLrp
	OpLit
	OpDst
	OpCrs
	OpSgn
	OpNrm
	OpSinCos // x = cos, y = sin
	OpCmp
	OpCnd
	OpDsx
	OpDsy
	OpSetP    // to Pred, with Cmp
	OpTexKill // tests the components in Dst.Mask of Src[0]
	OpTex     // texld: Src[0] coordinates
	OpTexP    // texldp: divided by w
	OpTexB    // texldb: bias in w
	OpTexL    // texldl: lod in w
	OpTexD    // texldd: Src[1], Src[2] are the gradients
	// Of ps_1_x. Those with the letters M and L take BUMPENVMAT, BUMPENVLSCALE and BUMPENVLOFFSET of their stage.
	OpProject // to four components: Src[0] divided as TEXTURETRANSFORMFLAGS of the stage says
	OpDivZ    // x/z, y/z, z, w of Src[0]
	OpDivW    // x/w, y/w, z, w of Src[0]
	OpBem     // to .xy: Src[0].xy + the vector Src[1].xy times M, whose columns are (M00, M10) and (M01, M11)
	OpLum     // Src[0] times clamp(Src[1].z L + offset, 0, 1)
	OpReflect // to .xyz: 2 (N.E / N.N) N - E, where N is Src[0] and E Src[1]
	OpDepth   // x of Src[0] / x of Src[1], and 1 where that is zero
	// Blocks.
	OpIfB // if b# (Src[0] is CB or an Imm boolean)
	OpIfC // if_cc Src[0], Src[1]
	OpIfP // if p0.x: Src[0] is Pred with a replicate swizzle
	OpElse
	OpEndIf
	OpRep     // rep i#: Src[0] is CI or Imm; the count is x, 0..255
	OpLoop    // loop aL, i#: Src[0] is CI or Imm: count x, start y, step z
	OpEndLoop // closes OpRep and OpLoop
	OpBreak
	OpBreakC // break_cc Src[0], Src[1]
	OpBreakP // breakp p0.c
	// A routine (the main program or a subroutine, inlined) with a ret inside its blocks.
	OpScope
	OpLeave // leaves the innermost OpScope, out of loops too
	OpEndScope

	numOps = iota
)
