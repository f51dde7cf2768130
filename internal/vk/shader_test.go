package vk

import (
	"d3d9vk/internal/gpu"
	"d3d9vk/spirv"
)

// module is a shader under construction with the bindings of this back end's layout.
type module struct {
	*spirv.Builder
	uniform bool
	stage   gpu.Stage
	block   spirv.ID // the constants
	push    spirv.ID
}

func newModule(f gpu.Features, stage gpu.Stage) *module {
	m := &module{Builder: spirv.NewBuilder(), uniform: f.UniformConstants, stage: stage}
	m.Capability(spirv.CapabilityShader)
	return m
}

func (m *module) input(n int, location uint32) spirv.ID {
	v := m.Variable(spirv.StorageClassInput, m.Vec(n))
	m.Decorate(v, spirv.DecorationLocation, location)
	return v
}

func (m *module) output(n int, location uint32) spirv.ID {
	v := m.Variable(spirv.StorageClassOutput, m.Vec(n))
	m.Decorate(v, spirv.DecorationLocation, location)
	return v
}

// constants declares the stage's Const block.
func (m *module) constants() {
	binding := uint32(m.stage)
	if m.uniform || m.stage == gpu.Fragment {
		size := uint32(gpu.PixelWindow / 16)
		if m.uniform {
			binding *= 2
			size = 16
		}
		m.block = m.Variable(spirv.StorageClassUniform, m.BlockStruct([]spirv.ID{m.StridedArray(m.Vec(4), size, 16)}, []uint32{0}))
	} else {
		block := m.BlockStruct([]spirv.ID{m.RuntimeArray(m.Vec(4), 16)}, []uint32{0})
		m.DecorateMember(block, 0, spirv.DecorationNonWritable)
		m.block = m.Variable(spirv.StorageClassStorageBuffer, block)
	}
	if !m.uniform {
		m.push = m.Variable(spirv.StorageClassPushConstant, m.BlockStruct([]spirv.ID{m.Uint(), m.Uint()}, []uint32{8 * uint32(m.stage), 8*uint32(m.stage) + 4}))
	}
	m.Decorate(m.block, spirv.DecorationDescriptorSet, 0)
	m.Decorate(m.block, spirv.DecorationBinding, binding)
}

// c loads c#n of the Const block.
func (m *module) c(n uint32) spirv.ID {
	class, index := spirv.StorageClassUniform, m.ConstU32(n)
	if !m.uniform {
		if m.stage == gpu.Vertex {
			class = spirv.StorageClassStorageBuffer
		}
		start := m.Load(m.Uint(), m.AccessChain(m.Pointer(spirv.StorageClassPushConstant, m.Uint()), m.push, m.ConstI32(0)))
		index = m.IAdd(m.Uint(), start, index)
	}
	return m.Load(m.Vec(4), m.AccessChain(m.Pointer(class, m.Vec(4)), m.block, m.ConstI32(0), index))
}

func (m *module) main(body func()) []uint32 {
	model := spirv.ExecutionModelVertex
	if m.stage == gpu.Fragment {
		model = spirv.ExecutionModelFragment
	}
	fn := m.BeginFunction(m.Void(), m.FunctionType(m.Void()), 0)
	m.EntryPoint(model, fn, "main")
	if m.stage == gpu.Fragment {
		m.ExecutionMode(fn, spirv.ExecutionModeOriginUpperLeft)
	}
	body()
	m.Return()
	m.EndFunction()
	return m.Words()
}

// vertexShader moves the position (location 0) by c0 and hands the color (location 1) on.
func vertexShader(f gpu.Features) []uint32 {
	m := newModule(f, gpu.Vertex)
	position, color := m.input(4, 0), m.input(4, 1)
	out := m.output(4, 0)
	place := m.Variable(spirv.StorageClassOutput, m.Vec(4))
	m.Decorate(place, spirv.DecorationBuiltIn, uint32(spirv.BuiltInPosition))
	m.constants()
	return m.main(func() {
		m.Store(place, m.FAdd(m.Vec(4), m.Load(m.Vec(4), position), m.c(0)))
		m.Store(out, m.Load(m.Vec(4), color))
	})
}

// pixelShader writes color + c0 to each of the targets. With samplers, the sum is that of the textures of the bits' slots at the color's
// x and y instead.
func pixelShader(f gpu.Features, targets []int, samplers uint16) []uint32 {
	m := newModule(f, gpu.Fragment)
	color := m.input(4, 0)
	var outs, textures []spirv.ID
	for _, t := range targets {
		outs = append(outs, m.output(4, uint32(t)))
	}
	image := m.SampledImageType(m.Image(spirv.Dim_2D))
	for slot := range uint32(16) {
		if samplers>>slot&1 == 0 {
			continue
		}
		v := m.Variable(spirv.StorageClassUniformConstant, image)
		m.Decorate(v, spirv.DecorationDescriptorSet, 1)
		m.Decorate(v, spirv.DecorationBinding, slot)
		textures = append(textures, v)
	}
	m.constants()
	return m.main(func() {
		v := m.Load(m.Vec(4), color)
		sum := m.FAdd(m.Vec(4), v, m.c(0))
		for k, t := range textures {
			texel := m.ImageSample(m.Load(image, t), m.Shuffle(m.Vec(2), v, v, 0, 1), spirv.ImageOperands{})
			if k == 0 {
				sum = texel
			} else {
				sum = m.FAdd(m.Vec(4), sum, texel)
			}
		}
		for _, o := range outs {
			m.Store(o, sum)
		}
	})
}
