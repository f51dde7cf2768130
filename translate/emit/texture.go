package emit

import (
	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// sampler is a declared combined image sampler.
type sampler struct {
	variable spirv.ID
	t        spirv.ID // type of what it holds
	size     int      // components of a coordinate
}

// dims says how each kind of texture is declared and how many components its coordinates have.
var dims = [...]struct {
	dim  spirv.Dim
	size int
}{
	ir.Dim2D:     {spirv.Dim_2D, 2},
	ir.DimCube:   {spirv.DimCube, 3},
	ir.DimVolume: {spirv.Dim_3D, 3},
}

func (e *emitter) declareSamplers() {
	b, l := e.b, e.stage()
	for i := range e.s.Samplers {
		d := dims[e.dim(&e.s.Samplers[i])]
		t := b.SampledImageType(b.Image(d.dim))
		v := b.Variable(spirv.StorageClassUniformConstant, t)
		b.Decorate(v, spirv.DecorationDescriptorSet, l.SamplerSet)
		b.Decorate(v, spirv.DecorationBinding, l.FirstSampler+uint32(e.s.Samplers[i].Reg))
		e.samplers = append(e.samplers, sampler{v, t, d.size})
	}
}

// dim is the type of texture that a sampler reads.
func (e *emitter) dim(s *ir.Sampler) ir.Dim {
	if s.Dim == ir.DimBound {
		return e.stages.dim(s.Reg)
	}
	return s.Dim
}

// tex is every form of texld. Where there are no derivatives, in vertex shaders, level 0 stands for the level that they give.
func tex(e *emitter, in *ir.Instr) {
	mask := in.Dst.Mask
	if mask == 0 {
		return
	}
	b, s := e.b, &e.samplers[in.Sampler]
	lanesOf := uint8(1)<<s.size - 1
	at := e.read(&in.Src[0], lanesOf)
	var o spirv.ImageOperands
	switch in.Op {
	case ir.OpTexP:
		at = b.FDiv(b.Vec(s.size), at, b.Splat(s.size, e.scalar(&in.Src[0], 3)))
	case ir.OpTexB:
		o.Bias = e.scalar(&in.Src[0], 3)
		if e.s.Stage == ir.Vertex {
			o.Lod, o.Bias = o.Bias, 0
		}
	case ir.OpTexL:
		o.Lod = e.scalar(&in.Src[0], 3)
	case ir.OpTexD:
		o.GradX, o.GradY = e.read(&in.Src[1], lanesOf), e.read(&in.Src[2], lanesOf)
	}
	if e.s.Stage == ir.Vertex && o == (spirv.ImageOperands{}) { // no derivatives: level 0
		o.Lod = b.ConstF32(0)
	}
	v := b.ImageSample(b.Load(s.t, s.variable), at, o)
	list, n := lanes(mask)
	e.write(in, e.pick(floats, v, list[:n]), 0)
}
