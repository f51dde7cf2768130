// Package translate compiles Direct3D 9 shader programs to SPIR-V: tokens (sm), then a typed program (ir), then a
// module (emit). It holds the order of these steps and nothing else; it knows no device and no Vulkan.
package translate

import (
	"sync"

	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// Program is a compiled shader, as CreateVertexShader or CreatePixelShader would keep it. It does not change any more and may
// be used by several goroutines.
type Program struct {
	Shader *ir.Shader
}

// Compile reads a program's tokens, from the version to the end token. Malformed bytes give a *sm.SyntaxError or a
// *ir.ProgramError, programs of too many operations a *ir.UnsupportedError.
func Compile(tokens []uint32) (*Program, error) {
	c := compilers.Get().(*Compiler)
	defer compilers.Put(c)
	p, err := c.Compile(tokens)
	if err != nil {
		return nil, err
	}
	return &Program{p.Shader.Clone()}, nil
}

var compilers = sync.Pool{New: func() any { return new(Compiler) }}

// Compiler compiles programs in memory that it uses again, for those who translate many. The zero Compiler is ready; it is for one
// goroutine.
type Compiler struct {
	parser  sm.Parser
	builder ir.Builder
	program Program
}

// Compile is the function Compile. The program is good until the next call.
func (c *Compiler) Compile(tokens []uint32) (*Program, error) {
	parsed, err := c.parser.Parse(tokens)
	if err != nil {
		return nil, err
	}
	shader, err := c.builder.Build(parsed)
	if err != nil {
		return nil, err
	}
	c.program = Program{shader}
	return &c.program, nil
}

// Vertex makes the module of a vertex shader for a layout and a variant of the device's state.
func (p *Program) Vertex(l emit.Layout, v emit.VertexVariant) []uint32 {
	return emit.AppendVertex(nil, p.Shader, l, v)
}

// AppendVertex appends what Vertex gives to dst.
func (p *Program) AppendVertex(dst []uint32, l emit.Layout, v emit.VertexVariant) []uint32 {
	return emit.AppendVertex(dst, p.Shader, l, v)
}

// Geometry makes the module of a geometry shader that wraps the texture coordinates of the vertex shader's primitives (OT-6).
func (p *Program) Geometry(l emit.Layout, v emit.GeometryVariant) []uint32 {
	return emit.AppendGeometry(nil, p.Shader, l, v)
}

// Pixel makes the module of a pixel shader for a layout and a variant of the device's state.
func (p *Program) Pixel(l emit.Layout, v emit.PixelVariant) []uint32 {
	return emit.AppendPixel(nil, p.Shader, l, v)
}

// AppendPixel appends what Pixel gives to dst.
func (p *Program) AppendPixel(dst []uint32, l emit.Layout, v emit.PixelVariant) []uint32 {
	return emit.AppendPixel(dst, p.Shader, l, v)
}

// Wraps keeps, of the texture coordinates that wrap, those that the pair of shaders hands on.
func Wraps(all emit.Wraps, vs, ps *Program) emit.Wraps {
	return emit.MakeWraps(all, vs.Shader, ps.Shader)
}

// Link joins a vertex shader's outputs with a pixel shader's inputs by their semantics.
func Link(vs, ps *Program) emit.Link { return emit.MakeLink(vs.Shader, ps.Shader) }
