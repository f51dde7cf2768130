package emit

import "d3d9vk/translate/ir"

// The contract between a module and the program that binds it: descriptor sets, push constants, constant blocks and
// locations. internal/vk makes its pipeline layouts from these numbers, device fills the blocks.
//
// Set 0 holds the constants, set 1 the pixel shader's samplers (combined image samplers, binding = s#, 0..15), set 2 the
// vertex shader's (binding = s#, 0..3).
const (
	SetConstants      = 0
	SetPixelSamplers  = 1
	SetVertexSamplers = 2

	NumPixelSamplers  = 16
	NumVertexSamplers = 4
)

// ConstSource is how a module reaches its two constant blocks. The device chooses it by driver.
type ConstSource uint8

const (
	// ArenaIndex: one buffer per stage, an array of vec4 with stride 16, and a push constant per block with its start in vec4 units.
	// Vertex: set 0 binding 0, a readonly storage buffer over the whole arena, push constants at byte 0 (Const block) and 4
	// (State block). Pixel: set 0 binding 1, a uniform buffer over PixelWindow bytes of the arena, push constants at bytes 8 and 12
	// with starts in the window. (On lavapipe a storage buffer that the pixel stage can see makes each change of a vertex constant
	// five times dearer; a uniform buffer does not.) Stage flags are exact.
	ArenaIndex ConstSource = iota
	// DynamicUniform: uniform buffers with dynamic offsets in set 0: binding 0 vertex Const, 1 vertex State, 2 pixel Const,
	// 3 pixel State. No push constants.
	DynamicUniform
)

// Bindings of set 0.
const (
	BindingVertexArena = 0 // ArenaIndex
	BindingPixelArena  = 1

	BindingVertexConst = 0 // DynamicUniform
	BindingVertexState = 1
	BindingPixelConst  = 2
	BindingPixelState  = 3
)

// PixelWindow is the bytes of the uniform buffer that pixel shaders read with ArenaIndex: every driver's maxUniformBufferRange. It
// starts at a multiple of half of it.
const PixelWindow = 16384

// A Const block, in vec4 units from its start: c0 .. c(F-1) as floats, then i0 .. i(I-1) as four int32 each, then, when any b#
// is read, one vec4 whose first uint32 has bit n = b#n. F, I and B are ir.Shader's ConstF.Used, ConstI.Used and ConstB.Used.
// The values of def are literals in the code; where the program reads c# relatively, the device writes ir.Shader.Defs over
// the block's registers, and an index outside 0..F-1 reads (0, 0, 0, 0).

// Vertex State block, in vec4 units.
const (
	VertexPointSize = 0 // x = POINTSIZE, y = POINTSIZE_MIN, z = POINTSIZE_MAX (already within the device's limit), w unused
	VertexClipPlane = 1 // VertexVariant.ClipPlanes planes, the enabled ones in ascending order, clip space
	VertexStateSize = VertexClipPlane + 6
)

// Pixel State block, in vec4 units.
const (
	// x = reference in units of the target's precision as float bits, y = ALPHAFUNC (CMP_*, uint32), z = scale of oC0.a
	// before it is rounded to an integer (255 for eight bits, 1023 for ten ...) or 0 for a float target: then oC0.a is
	// compared with x as it is.
	PixelAlpha = 0
	// xyz = FOGCOLOR as linear floats, w = FogMode (uint32).
	PixelFogColor = 1
	// x = FOGSTART, y = FOGEND, z = FOGDENSITY, w = 1/(FOGEND-FOGSTART) (0 when they are equal).
	PixelFogParams = 2
	PixelStateSize = 3
)

// FogMode in PixelFogColor.w: where the factor comes from.
const (
	FogVertex  = 0 // the vertex shader's FOG output, clamped
	FogLinearZ = 1 // table fog by depth
	FogExpZ    = 2
	FogExp2Z   = 3
	FogLinearW = 5 // table fog by 1/w
	FogExpW    = 6
	FogExp2W   = 7
)

// VertexVariant is the part of the device's state that changes a vertex shader's code. The zero value draws triangles and
// lines without clip planes.
type VertexVariant struct {
	ClipPlanes uint8 // number of enabled user clip planes, 0..6: written to ClipDistance as dot(position, plane)
	Points     bool  // PointSize is written: oPts or POINTSIZE, clamped
}

// MaxLinks is the number of pixel inputs that can be linked: all that a program can have.
const MaxLinks = ir.MaxInputs

// Link says for each of the pixel shader's inputs at which location the vertex shader's output of the same semantic is: location + 1,
// 0 where the vertex shader has none (the input then reads the documented default). Fog is the same for FOG0; a vertex shader
// without FOG0 but with COLOR1 gives its w as the fog factor: then Fog is that location + 1, with the bit FogFromColor1.
type Link struct {
	Loc [MaxLinks]uint8
	Fog uint8
}

// FogFromColor1 is set in Link.Fog when the fog factor is the w of COLOR1.
const FogFromColor1 = 0x80

// PixelVariant is the part of the device's state that changes a pixel shader's code.
type PixelVariant struct {
	Link        Link
	Flat        bool // SHADEMODE = FLAT: COLOR inputs take the provoking (first) vertex's value
	AlphaTest   bool // ALPHATESTENABLE with a function other than ALWAYS
	Fog         bool // FOGENABLE, and the shader's model is below 3
	PointSprite bool // POINTSPRITEENABLE on points: TEXCOORD inputs read the point coordinate (x, y, 0, 1)
}

// A vertex shader's varyings (OutVarying and OutFog in ir.Shader.Outputs) have the location of their order in Outputs,
// counting only those two kinds. A vertex shader input's location is its index in ir.Shader.Inputs. A color output oCn of a
// pixel shader has location n.
//
// Defaults (OT-3, semantics page): a component that a vertex shader leaves unwritten is 0 in TEXCOORD and other varyings, 1 in
// COLOR0, and (0,0,0,1) in the other colors; FOG is 1. An input without a linked output reads (0,0,0,0), but in pixel shaders below model 3
// COLOR0 reads (1,1,1,1) and COLOR1 (0,0,0,1). An oC# starts as (0,0,0,1) (OC-4), oDepth as the interpolated depth.
