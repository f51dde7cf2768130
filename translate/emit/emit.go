// Package emit turns well-formed programs (package ir) into SPIR-V 1.6 modules for Vulkan 1.3.
//
// It decides how Direct3D 9's arithmetic, registers and pipeline ends look in SPIR-V, and nothing else: whatever could be
// wrong with a program was found before, so no function here returns an error. How a module meets its device (sets,
// bindings, push constants, constant blocks, locations) is written down in layout.go. The package knows nothing of
// tokens, of Vulkan's API and of a device's objects.
//
// Values. Temporaries and outputs live in SSA values while control flow is straight and in function variables across
// blocks. Constants, inputs and texels are taken to be finite: only where a program itself can make an infinity or a
// NaN (rcp, rsq, exp, pow, lit, a literal) do multiplications pay for Direct3D 9's rule that zero times anything is zero.
// FloatRules (float.go) choose otherwise.
package emit

import (
	"math/bits"
	"slices"
	"sync"

	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// emitter makes one module. It is reused, so that a translation allocates little more than the module itself.
type emitter struct {
	b      *spirv.Builder
	s      *ir.Shader
	layout Layout

	regs      []register // temporaries, then outputs, then a0 and p0
	inputs    []spirv.ID // value of each input at the program's start
	samplers  []sampler
	constants constBlock  // c#, i#, b#
	state     constBlock  // of the device
	cached    []spirv.ID  // values of c# loaded so far, by number
	literals  [64]literal // made so far, each in the place that its key says
	nested    []uint16    // entries of cached that were loaded inside a block
	frames    []frame     // open blocks
	skip      int         // blocks opened since the code became unreachable, plus one; 0: the code runs
	loops     int         // open loops

	varyings    []varying  // pixel: input variables by location
	coord       spirv.ID   // value of FragCoord, or 0
	pointCoord  spirv.ID   // value that point sprites give to texture coordinates, or 0
	sprites     spirv.ID   // switch of pointCoord, or 0
	inputArray  spirv.ID   // variable for relative reads of inputs, or 0
	inputSize   uint32     // its length, without the element that is read out of range
	outputArray spirv.ID   // variable for relative writes of outputs, or 0
	arraySize   uint32     // its length, without the element that takes what is out of range
	unbounded   bool       // the program can make infinities
	strict      bool       // everything but literals may be one
	stages      Stages     // of ps_1_x
	firsts      []spirv.ID // vertex: what the outputs that wrap are at the primitive's first vertex
}

// varying is a pixel input variable.
type varying struct {
	location uint8 // + 1
	id       spirv.ID
}

var pool = sync.Pool{New: func() any { return &emitter{b: spirv.NewBuilder()} }}

// AppendVertex appends the module of a vertex shader to dst, which may be nil; its entry point is "main".
func AppendVertex(dst []uint32, s *ir.Shader, l Layout, v VertexVariant) []uint32 {
	e := pool.Get().(*emitter)
	defer pool.Put(e)
	e.reset(s, l)
	e.begin(spirv.ExecutionModelVertex)
	e.constants = e.block(constBlockOf, constSize(s))
	if v.ClipPlanes > 0 || v.Points || v.Offset {
		e.state = e.block(stateBlockOf, VertexStateSize)
	}
	e.declareSamplers()
	if v.Wrap != 0 {
		e.firstVertex(v.Wrap)
	}
	e.vertexInputs(e.layout.FirstInput)
	e.startOutputs()
	e.code()
	e.vertexOutputs(v)
	return e.end(dst)
}

// AppendPixel appends the module of a pixel shader to dst, which may be nil; its entry point is "main".
func AppendPixel(dst []uint32, s *ir.Shader, l Layout, v PixelVariant) []uint32 {
	e := pool.Get().(*emitter)
	defer pool.Put(e)
	e.reset(s, l)
	main := e.begin(spirv.ExecutionModelFragment)
	e.b.ExecutionMode(main, spirv.ExecutionModeOriginUpperLeft)
	if s.WritesDepth {
		e.b.ExecutionMode(main, spirv.ExecutionModeDepthReplacing)
	}
	e.constants = e.block(constBlockOf, constSize(s))
	e.stages = v.Stages
	if v.AlphaTest || v.Fog || s.Bumps != 0 {
		e.state = e.block(stateBlockOf, uint32(PixelStateSize+PixelBumpSize*bits.OnesCount8(s.Bumps)))
	}
	e.pixelInputs(v)
	e.declareSamplers()
	e.startOutputs()
	e.code()
	e.pixelOutputs(v)
	return e.end(dst)
}

func (e *emitter) reset(s *ir.Shader, l Layout) {
	b := e.b
	b.Reset()
	*e = emitter{
		b: b, s: s, layout: l,
		regs: zeroed(e.regs, s.Temps+len(s.Outputs)+2), inputs: zeroed(e.inputs, len(s.Inputs)),
		samplers: e.samplers[:0], cached: zeroed(e.cached, s.ConstF.Used), nested: e.nested[:0], frames: e.frames[:0],
		varyings: e.varyings[:0], firsts: e.firsts[:0],
	}
	e.kinds()
	if l.Float.Products == ProductsPlain {
		return
	}
	e.strict = l.Float.Products == ProductsStrict
	e.unbounded = e.strict || s.Ops&wildOps != 0 || l.Float.Extremes == ExtremesInfinite || slices.ContainsFunc(s.Imms, func(v [4]uint32) bool { return unboundedLanes(&v) != 0 })
}

// kinds says what is no float.
func (e *emitter) kinds() {
	e.regs[e.addrReg()].kind = integers
	e.regs[e.predReg()].kind = booleans
}

// rerun makes everything that the program writes new, for another run in the same function.
func (e *emitter) rerun() {
	e.regs = zeroed(e.regs, len(e.regs))
	e.kinds()
	e.inputArray, e.outputArray = 0, 0
}

// stage is the stage's part of the layout.
func (e *emitter) stage() *StageLayout {
	if e.s.Stage == ir.Vertex {
		return &e.layout.Vertex
	}
	return &e.layout.Pixel
}

// zeroed returns s with n zero elements, in its memory where that is enough.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

func (e *emitter) begin(model spirv.ExecutionModel) spirv.ID {
	b := e.b
	b.Capability(spirv.CapabilityShader)
	main := b.BeginFunction(b.Void(), b.FunctionType(b.Void()), 0)
	b.EntryPoint(model, main, "main")
	return main
}

func (e *emitter) end(dst []uint32) []uint32 {
	e.b.Return()
	e.b.EndFunction()
	e.s = nil
	return e.b.AppendWords(dst)
}
