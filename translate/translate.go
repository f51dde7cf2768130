// Package translate compiles Direct3D 9 shader programs to SPIR-V: tokens (sm), then a validated program (ir), then a
// module (emit). It holds the order of these steps and nothing else; it knows no device and no Vulkan.
package translate

import (
	"fmt"
	"sync"

	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// Program is a compiled shader, as CreateVertexShader or CreatePixelShader would keep it. It does not change any more and may
// be used by several goroutines.
type Program struct {
	Shader   *ir.Shader
	Findings []ir.Finding // breaches of Direct3D 9's rules that do not keep it from drawing
}

// maxBools is how many b# a constant block holds (emit, layout.go).
const maxBools = 32

// Compile reads a program's tokens, from the version to the end token. Malformed bytes give a *sm.SyntaxError or a
// *ir.ProgramError, features that are not translated (subroutines) a *ir.UnsupportedError.
func Compile(tokens []uint32) (*Program, error) {
	parser := parsers.Get().(*sm.Parser)
	defer parsers.Put(parser)
	parsed, err := parser.Parse(tokens)
	if err != nil {
		return nil, err
	}
	shader, findings, err := ir.Build(parsed)
	if err != nil {
		return nil, err
	}
	if shader.ConstB.Used > maxBools {
		return nil, &ir.UnsupportedError{Instr: -1, What: fmt.Sprintf("b%d (more than %d boolean constants)", shader.ConstB.Used-1, maxBools)}
	}
	return &Program{shader, findings}, nil
}

// parsers are kept because a parsed program is not needed any longer than Compile runs.
var parsers = sync.Pool{New: func() any { return new(sm.Parser) }}

// Vertex makes the module of a vertex shader for a layout and a variant of the device's state.
func (p *Program) Vertex(l emit.Layout, v emit.VertexVariant) []uint32 {
	return emit.Vertex(p.Shader, l, v)
}

// Pixel makes the module of a pixel shader for a layout and a variant of the device's state.
func (p *Program) Pixel(l emit.Layout, v emit.PixelVariant) []uint32 {
	return emit.Pixel(p.Shader, l, v)
}

// Link joins a vertex shader's outputs with a pixel shader's inputs by their semantics.
func Link(vs, ps *Program) emit.Link { return emit.MakeLink(vs.Shader, ps.Shader) }
