package translate_test

import (
	"errors"
	"fmt"

	"d3d9vk/spirv"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
	"d3d9vk/translate/validate"
)

// tokens stands for bytecode that a program has.
func tokens(text string) []uint32 {
	program, err := sm.Assemble(text)
	if err != nil {
		panic(err)
	}
	return sm.Encode(program)
}

// A pair of shaders for an engine that has its own descriptor sets.
func Example() {
	layout := emit.DynamicUniform
	layout.Vertex = emit.StageLayout{ConstSet: 0, Const: 0, State: 1, SamplerSet: 2}
	layout.Pixel = emit.StageLayout{ConstSet: 0, Const: 2, State: 3, SamplerSet: 1, FirstSampler: 4}
	if err := layout.Check(); err != nil {
		fmt.Println(err)
		return
	}

	vs, err := translate.Compile(tokens("vs_2_0\ndcl_position v0\ndcl_texcoord v1\nm4x4 oPos, v0, c0\nmov oT0, v1"))
	if err != nil { // *sm.SyntaxError, *ir.ProgramError or *ir.UnsupportedError
		fmt.Println(err)
		return
	}
	ps, err := translate.Compile(tokens("ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmul r0, r0, c3\nmov oC0, r0"))
	if err != nil {
		fmt.Println(err)
		return
	}
	vertex := vs.Vertex(layout, emit.VertexVariant{})
	pixel := ps.Pixel(layout, emit.PixelVariant{Link: translate.Link(vs, ps), AlphaTest: true})

	fmt.Println("modules are well formed:", spirv.Check(vertex) == nil && spirv.Check(pixel) == nil)
	fmt.Printf("Const blocks of %d and %d vectors\n", vs.Shader.ConstF.Used, ps.Shader.ConstF.Used)
	for i, in := range vs.Shader.Inputs {
		fmt.Printf("vertex input at location %d: usage %d, index %d\n", i, in.Semantic.Usage, in.Semantic.Index)
	}
	fmt.Printf("s%d is bound at set %d, binding %d\n", ps.Shader.Samplers[0].Reg, layout.Pixel.SamplerSet, layout.Pixel.FirstSampler+uint32(ps.Shader.Samplers[0].Reg))
	// Output:
	// modules are well formed: true
	// Const blocks of 4 and 4 vectors
	// vertex input at location 0: usage 0, index 0
	// vertex input at location 1: usage 5, index 0
	// s0 is bound at set 1, binding 4
}

// What is wrong with a program: malformed ones do not compile, others break a rule and draw.
func ExampleCompile_errors() {
	_, err := translate.Compile([]uint32{0xFFFF0300, 0x02000001})
	var syntax *sm.SyntaxError
	fmt.Println(errors.As(err, &syntax), err)

	_, err = translate.Compile(tokens("ps_3_0\nif b0\nmov oC0, c0"))
	var program *ir.ProgramError
	fmt.Println(errors.As(err, &program), err)

	parsed, err := sm.ParseTokens(tokens("ps_2_0\nmov oC1, c0\nmov oC0, c0.wzyx"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range validate.Program(parsed) {
		fmt.Printf("instruction %d: %s: %v\n", f.Instr, f.Rule, f.Text)
	}
	// Output:
	// true shader token 1: the program is cut off within mov
	// true shader instruction 0 (token 1): the block is not closed
	// instruction 1: OC-8: the source of oC0 has a swizzle or a modifier
}
