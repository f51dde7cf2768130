// Package reflection says what a Direct3D 9 shader wants and does, for programs that feed it and people who look at it:
// constants with their names, samplers, inputs and outputs, counts, and under which constants it writes which target.
//
// It reads tokens and the constant table in their comments. It makes no SPIR-V, knows no device, and takes programs that
// do not translate as far as they can be read.
package reflection

import (
	"math"
	"slices"

	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// Info is the reflection of one shader. The JSON names are stable.
type Info struct {
	Version string `json:"version"`           // "ps_3_0"
	Stage   string `json:"stage"`             // "vertex" or "pixel"
	Creator string `json:"creator,omitempty"` // the compiler's name for itself, from the constant table
	Target  string `json:"target,omitempty"`  // the profile that it compiled for, "ps_2_a"

	Tokens       int `json:"tokens"`       // 32-bit tokens with version, comments and end
	Instructions int `json:"instructions"` // without declarations and constants
	Slots        int `json:"slots"`        // as Direct3D 9 counts them
	Textures     int `json:"textureInstructions"`
	Arithmetic   int `json:"arithmeticInstructions"` // neither textures nor flow control
	Flow         int `json:"flowInstructions"`

	Inputs    []Register `json:"inputs"`
	Outputs   []Register `json:"outputs"`
	Samplers  []Sampler  `json:"samplers"`
	Constants []Constant `json:"constants"` // of the constant table, in its order
	Used      Used       `json:"used"`
	Defs      []Def      `json:"defs"`

	Written     []Written `json:"written,omitempty"` // pixel shaders: the targets that it may write
	WritesDepth bool      `json:"writesDepth"`
	Kills       bool      `json:"kills"` // has a texkill

	Comments    []Comment    `json:"comments,omitempty"` // other comments than the constant table
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
}

// Register is an input or an output.
type Register struct {
	Register string `json:"register"` // "v0", "oT3", "oC1"
	Semantic string `json:"semantic"` // "texcoord3"; "" where there is none (vPos, vFace, oDepth)
	Mask     string `json:"mask"`     // components declared, or used where there is no declaration: "xyz"
	Centroid bool   `json:"centroid,omitempty"`
}

// Sampler is an s# that the program declares or reads.
type Sampler struct {
	Register  int    `json:"register"`
	Dimension string `json:"dimension"`      // "1d", "2d", "cube", "volume", or "any" where the program does not say
	Name      string `json:"name,omitempty"` // from the constant table
	Type      string `json:"type,omitempty"` // from the constant table: "sampler2D"
}

// Used says which constants the program reads from the device, so without those that it defines.
type Used struct {
	Float    []Range `json:"float"`
	Int      []Range `json:"int"`
	Bool     []Range `json:"bool"`
	Relative bool    `json:"relative"` // some c# is found at run time: any may be read
}

// Range is a run of registers.
type Range struct {
	First int `json:"first"`
	Count int `json:"count"`
}

// Def is a constant that the program text gives.
type Def struct {
	Register string   `json:"register"` // "c4", "i0", "b2"
	Value    []Number `json:"value"`    // four, or one of 0 and 1 for b#
}

// Written is a target of a pixel shader and when it is written.
type Written struct {
	Target string `json:"target"` // "oC1"
	When   string `json:"when"`   // "always", or a condition such as "b0 && !b3 || i0.x > 0"
}

// Comment is a comment block.
type Comment struct {
	Tag    string `json:"tag"` // its four characters ("DBUG", "PRES"), or "" where they are not printable
	Bytes  int    `json:"bytes"`
	Offset int    `json:"offset"` // of its token, in bytes from the program's start
}

// Diagnostic is what keeps a part of the program from being read or translated.
type Diagnostic struct {
	Offset int    `json:"offset"` // bytes from the program's start
	Text   string `json:"text"`
}

// Read gives the reflection of a program: its tokens from the version to the end token, at most sm.MaxTokens. The error
// is that of the parser (*sm.SyntaxError). A constant table that is damaged, and a program that ir cannot build, are
// diagnostics.
func Read(tokens []uint32) (*Info, error) {
	p, err := sm.ParseTokens(tokens)
	if err != nil {
		return nil, err
	}
	return Of(p), nil
}

// Of is Read of a parsed program.
func Of(p *sm.Program) *Info {
	info := &Info{
		Version: p.Version.String(), Stage: "vertex", Tokens: len(sm.Encode(p)),
		Inputs: []Register{}, Outputs: []Register{}, Samplers: []Sampler{}, Constants: []Constant{}, Defs: []Def{},
		Used: Used{Float: []Range{}, Int: []Range{}, Bool: []Range{}},
	}
	if p.Version.Stage() == sm.Pixel {
		info.Stage = "pixel"
	}
	readTable(p, info)
	newReader(p, info).read()
	shader, err := ir.Build(p)
	if err != nil {
		info.Diagnostics = append(info.Diagnostics, Diagnostic{offsetOf(p, err), err.Error()})
		return info
	}
	info.Inputs, info.Outputs = inputs(shader), outputs(shader)
	for n := range 4 {
		if when := shader.Written.Condition(n); when != "never" {
			info.Written = append(info.Written, Written{sm.RegName(p.Version, sm.RegColorOut, uint16(n)), when})
		}
	}
	return info
}

// offsetOf is the byte at which an error of ir.Build points.
func offsetOf(p *sm.Program, err error) int {
	n := -1
	switch e := err.(type) {
	case *ir.ProgramError:
		n = e.Instr
	case *ir.UnsupportedError:
		n = e.Instr
	}
	if n < 0 || n >= len(p.Instrs) {
		return 0
	}
	return 4 * p.Instrs[n].Offset
}

// ranges turns sorted register numbers into runs.
func ranges(set map[int]bool) []Range {
	numbers := make([]int, 0, len(set))
	for n := range set {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	out := []Range{}
	for _, n := range numbers {
		if k := len(out) - 1; k >= 0 && out[k].First+out[k].Count == n {
			out[k].Count++
		} else {
			out = append(out, Range{n, 1})
		}
	}
	return out
}

// defValue reads the literal of a def, defi or defb.
func defValue(in *sm.Instr) []Number {
	switch in.Op {
	case sm.OpDefB:
		return []Number{Number(in.Values[0])}
	case sm.OpDefI:
		out := make([]Number, 4)
		for i, x := range in.Values {
			out[i] = Number(int32(x))
		}
		return out
	}
	out := make([]Number, 4)
	for i, x := range in.Values {
		out[i] = Number(math.Float32frombits(x))
	}
	return out
}
