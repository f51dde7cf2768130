package emit

import (
	"fmt"
	"math"

	"d3d9vk/translate/ir"
)

// The contract between a module and the program that binds it: descriptor sets, push constants, constant blocks, locations and
// specialization constants. internal/vk makes its pipeline layouts from ArenaIndex and DynamicUniform, device fills the blocks.

// Layout says where a module finds what it reads and leaves what it writes. It is a value: who has an engine of their own copies
// ArenaIndex or DynamicUniform and changes what they like; Check tells whether the parts fit together.
type Layout struct {
	Source        ConstSource
	Vertex, Pixel StageLayout

	Float FloatRules // of infinities; no part of the binding, but the same for all modules of a device

	FirstInput   uint32 // location of a vertex shader's input 0
	FirstVarying uint32 // location of varying 0, in both stages
	FirstColor   uint32 // location of oC0

	// Switches adds specialization constants with which the parts that a variant asked for are switched off again when the
	// pipeline is made, so that one module serves all states. They are on where nothing is specialized. Their SpecIds are
	// FirstSwitch + SwitchAlphaTest and so on; there is one for each part that the variant has.
	Switches    bool
	FirstSwitch uint32
}

// StageLayout is one stage's part of a Layout. The stage's two constant blocks, Const and State, lie in one descriptor set.
type StageLayout struct {
	ConstSet     uint32 // descriptor set of both blocks
	Const, State uint32 // their bindings; with Arena both lie in the buffer at Const
	Push         uint32 // Arena: byte offset of the two uint push constants with the starts of Const and State, in vec4 units
	Window       uint32 // Arena: bytes of the uniform buffer that is a window of the arena; 0: a readonly storage buffer over all of it
	SamplerSet   uint32 // descriptor set of the combined image samplers
	FirstSampler uint32 // binding of s0; s# follow in order
}

// Switches (Layout.Switches), as distances from FirstSwitch.
const (
	SwitchAlphaTest   = 0 // bool
	SwitchFog         = 1 // bool
	SwitchPointSprite = 2 // bool
	SwitchClipPlanes  = 3 // uint: bit n switches plane n of the variant's
	NumSwitches       = 4
)

// Samplers of the stages: s0..s15 and s0..s3.
const (
	NumPixelSamplers  = 16
	NumVertexSamplers = 4
)

// ConstSource is how a module reaches its two constant blocks. The device chooses it by driver.
type ConstSource uint8

const (
	// Arena: one buffer for each stage, an array of vec4 with stride 16, and a push constant for each block with its start.
	Arena ConstSource = iota
	// Uniform: a uniform buffer for each block, meant for dynamic offsets. No push constants.
	Uniform
)

// The two layouts of the device. Set 0 holds the constants, set 1 the pixel shader's samplers, set 2 the vertex shader's.
//
// On lavapipe a storage buffer that the pixel stage can see makes each change of a vertex constant five times dearer; a uniform
// buffer does not. Hence the window, and hence the exact stage flags of what is bound.
var (
	ArenaIndex = Layout{
		Source: Arena,
		Vertex: StageLayout{Const: 0, State: 0, Push: 0, SamplerSet: 2},
		Pixel:  StageLayout{Const: 1, State: 1, Push: 8, Window: PixelWindow, SamplerSet: 1},
	}
	DynamicUniform = Layout{
		Source: Uniform,
		Vertex: StageLayout{Const: 0, State: 1, SamplerSet: 2},
		Pixel:  StageLayout{Const: 2, State: 3, SamplerSet: 1},
	}
)

// PixelWindow is the bytes of the uniform buffer that pixel shaders read with ArenaIndex: every driver's maxUniformBufferRange. It
// starts at a multiple of half of it.
const PixelWindow = 16384

// A Const block, in vec4 units from its start: c0 .. c(F-1) as floats, then i0 .. i(I-1) as four int32 each, then the b# as
// bits, BoolsPerVec4 in each vec4: bit n%32 of the uint32 n/32 is b#n. F, I and B are ir.Shader's ConstF.Used, ConstI.Used and
// ConstB.Used.
// The values of def are literals in the code; where the program reads c# relatively, the device writes ir.Shader.Defs over
// the block's registers, and an index outside 0..F-1 reads (0, 0, 0, 0).

// BoolsPerVec4 is how many b# each vec4 at the end of a Const block holds.
const BoolsPerVec4 = 128

// Vertex State block, in vec4 units.
const (
	VertexPointSize = 0                   // x = POINTSIZE, y = POINTSIZE_MIN, z = POINTSIZE_MAX (already within the device's limit), w unused
	VertexClipPlane = 1                   // VertexVariant.ClipPlanes planes, the enabled ones in ascending order, clip space
	VertexOffset    = VertexClipPlane + 6 // VertexVariant.Offset: what is added to the position for each unit of w
	VertexStateSize = VertexOffset + 1
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
	// Of ps_1_x only: two units for each stage in ir.Shader.Bumps, by ascending number. First BUMPENVMAT00, 01, 10 and 11, then
	// x = BUMPENVLSCALE, y = BUMPENVLOFFSET.
	PixelBump         = PixelStateSize
	PixelBumpSize     = 2
	MaxPixelStateSize = PixelBump + PixelBumpSize*ir.MaxStages
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
	Offset     bool  // the position is moved, behind the clip planes: where pixels have several samples, half a pixel must not be clipped away
	// Wrap is for primitives whose vertices bring the inputs of the primitive's first vertex too, at the locations that follow their own:
	// coordinates move as OT-6 says without a geometry shader.
	Wrap Wraps
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
	Stages      Stages
	Stores      [MaxColors]Store // of oC0 to oC3
}

// MaxColors is the number of color outputs.
const MaxColors = 4

// Stages packs what ps_1_x needs of texture stages 0..7: four bits each, from the lowest on. Bits 0 and 1 are the type of the
// texture that is bound (ir.Dim2D, also without a texture, ir.DimCube or ir.DimVolume), for samplers of ir.DimBound. Bits 2 and 3 are
// the component by which ps_1_0 to ps_1_3 divide the coordinates: 1 = y, 2 = z, 3 = w, 0 = none. It is by TEXTURETRANSFORMFLAGS, where
// TTFF_PROJECTED is set: y with TTFF_COUNT2, z with TTFF_COUNT3, w with TTFF_COUNT4 and TTFF_DISABLE. Coordinates of cube textures
// are never divided. What the shader does not need (see ir.Shader's Samplers and Projects) is 0, and so is all of it for models 2 and 3.
type Stages uint32

// With returns the stages with those of one set, which was zero.
func (s Stages) With(stage int, dim ir.Dim, divisor uint8) Stages {
	return s | Stages(uint32(dim)|uint32(divisor)<<2)<<(4*stage)
}

func (s Stages) dim(stage uint8) ir.Dim { return ir.Dim(s >> (4 * stage) & 3) }

func (s Stages) divisor(stage uint8) uint8 { return uint8(s >> (4*stage + 2) & 3) }

// A vertex shader's varyings (OutVarying and OutFog in ir.Shader.Outputs) have the location of their order in Outputs,
// counting only those two kinds. A vertex shader input's location is its index in ir.Shader.Inputs. A color output oCn of a
// pixel shader has location n. Each counts from the Layout's first.
//
// Defaults (OT-3, semantics page): a component that a vertex shader leaves unwritten, and an input without a linked output, is 1 in
// COLOR0 and FOG0, (0,0,0,1) in the other colors, and 0 in TEXCOORD and all others, whatever the models of the two shaders are. An
// oC# starts as (0,0,0,1) (OC-4), oDepth as the interpolated depth.

// Check tells what in the layout does not fit together: overlapping bindings or push constants, a window that is no whole number
// of vec4s. It does not know a device's limits.
func (l *Layout) Check() error {
	if err := l.Float.check(); err != nil {
		return err
	}
	type span struct {
		what       string
		set        uint32
		from, size uint32
	}
	v, p := &l.Vertex, &l.Pixel
	spans := []span{
		{"the vertex shader's samplers", v.SamplerSet, v.FirstSampler, NumVertexSamplers},
		{"the pixel shader's samplers", p.SamplerSet, p.FirstSampler, NumPixelSamplers},
		{"the vertex shader's Const block", v.ConstSet, v.Const, 1},
		{"the pixel shader's Const block", p.ConstSet, p.Const, 1},
	}
	switch l.Source {
	case Arena:
		const pushed = math.MaxUint32 // no descriptor set: push constants are counted apart
		spans = append(spans, span{"the vertex shader's push constants", pushed, v.Push, 8}, span{"the pixel shader's push constants", pushed, p.Push, 8})
		for _, s := range [...]*StageLayout{v, p} {
			if s.Push%4 != 0 || s.Window%16 != 0 {
				return fmt.Errorf("push constants at byte %d, a window of %d bytes: they are multiples of 4 and 16", s.Push, s.Window)
			}
		}
	case Uniform:
		spans = append(spans, span{"the vertex shader's State block", v.ConstSet, v.State, 1}, span{"the pixel shader's State block", p.ConstSet, p.State, 1})
	default:
		return fmt.Errorf("Source is %d, neither Arena nor Uniform", l.Source)
	}
	for i, a := range spans {
		for _, b := range spans[:i] {
			if a.set == b.set && uint64(a.from) < uint64(b.from)+uint64(b.size) && uint64(b.from) < uint64(a.from)+uint64(a.size) {
				return fmt.Errorf("%s and %s overlap at %d", b.what, a.what, max(a.from, b.from))
			}
		}
	}
	return nil
}
