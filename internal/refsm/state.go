package refsm

import "d3d9vk/translate/sm"

// Constants are the device's constants of one stage. What a program defines itself overrides them, for relative reads too. A register
// beyond a slice's end reads 0 or false.
type Constants struct {
	F [][4]float32
	I [][4]int32
	B []bool
}

// Stage is the texture stage state that ps_1_x reads.
type Stage struct {
	BumpMatrix [4]float32 // BUMPENVMAT00, 01, 10, 11
	LScale     float32    // BUMPENVLSCALE
	LOffset    float32    // BUMPENVLOFFSET
	Projected  bool       // D3DTTFF_PROJECTED, for ps_1_1..ps_1_3
	Count      int        // D3DTTFF_COUNT1..COUNT4 as 1..4; 0 as 4
}

// State is what a program reads apart from its inputs.
type State struct {
	Constants
	Samplers [16]*Sampler // nil: nothing bound, which reads (0, 0, 0, 1); a vertex shader has the first four
	Stages   [8]Stage

	ZeroTimesAnything bool // 0*x is 0 for every x, as games expect; otherwise as in IEEE 754
	Specials          bool // infinities and NaNs from exact operands are exact; otherwise nothing is promised of them
	Budget            int  // instructions and loop turns before a run is given up; 0 is DefaultBudget
}

// DefaultBudget is the number of steps of State.Budget 0.
const DefaultBudget = 1 << 20

// Semantic names a varying.
type Semantic struct {
	Usage sm.Usage
	Index uint8
}

// Varying is an output of a vertex shader.
type Varying struct {
	Value   Vec
	Written uint8 // mask of the components that the program wrote
}

// VertexOutput is what a vertex shader wrote, by semantic: oPos is POSITION0, oFog FOG0, oPts PSIZE0, oD# COLOR#, oT# TEXCOORD#. Fog and
// point size are in x.
type VertexOutput struct {
	Varyings  map[Semantic]Varying
	Ambiguous bool // an implementation may have taken another way through the program
}

// Position is the clip space position.
func (o *VertexOutput) Position() Vec { return o.Varyings[Semantic{sm.UsagePosition, 0}].Value }

// Linked is what a pixel shader's input of that semantic gets: what was written, and otherwise 1 in COLOR0, 0 with w = 1 in
// other colors, 0 elsewhere.
func (o *VertexOutput) Linked(s Semantic) Vec {
	v := o.Varyings[s]
	for c := range v.Value {
		if v.Written>>c&1 == 0 {
			v.Value[c] = Value{}
			if s.Usage == sm.UsageColor && (s.Index == 0 || c == 3) {
				v.Value[c] = Value{V: 1}
			}
		}
	}
	return v.Value
}

// PixelInput is what one pixel reads. The zero Face is taken for 1.
type PixelInput struct {
	V    [16]Vec    // v#: colors before ps_3_0, any input from then on
	T    [8]Vec     // t#
	Pos  [2]float32 // vPos: whole numbers
	Face float32    // vFace: positive in front
}

// PixelOutput is what one pixel wrote.
type PixelOutput struct {
	C            [4]Vec
	Written      [4]uint8 // mask of the components of C that the program wrote
	Depth        Value    // not clamped
	DepthWritten bool
	Killed       bool
	Ambiguous    bool // an implementation may have taken another way, or killed otherwise
}

// Link sets the inputs that the program declares from get; before ps_3_0 all v# from COLOR# and all t# from TEXCOORD#.
func (in *PixelInput) Link(p *sm.Program, get func(Semantic) Vec) {
	if p.Version.Major() < 3 {
		for n := range 2 {
			in.V[n] = get(Semantic{sm.UsageColor, uint8(n)})
		}
		for n := range in.T {
			in.T[n] = get(Semantic{sm.UsageTexCoord, uint8(n)})
		}
		return
	}
	for i := range p.Instrs {
		d := &p.Instrs[i]
		if d.Op != sm.OpDcl || d.Dst == nil || d.Dst.Type != sm.RegInput || int(d.Dst.Index) >= len(in.V) {
			continue
		}
		v := get(Semantic{d.Decl.Usage, d.Decl.Index})
		for c := range v {
			if d.Dst.Mask>>c&1 != 0 {
				in.V[d.Dst.Index][c] = v[c]
			}
		}
	}
}
