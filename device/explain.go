package device

import (
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/explain"
	"d3d9vk/mrt"
	"d3d9vk/translate/ir"
)

// drawState describes a draw with the state of now to package explain. It changes nothing.
func (d *Device) drawState() explain.Draw {
	b := &d.state.bound
	draw := explain.Draw{Render: &d.state.render, NoScene: !d.state.inScene}
	if b.vertex != nil {
		draw.Vertex = b.vertex.program.Shader
		draw.Used |= b.vertex.samplers
		draw.Fed = fed(draw.Vertex, b.decl, d.boundStreams()|d.flush.upStream)
	}
	written, major := uint8(1), uint8(0)
	if b.pixel != nil {
		draw.Pixel = b.pixel.program.Shader
		draw.Used |= b.pixel.samplers
		written, major = d.flush.written, draw.Pixel.Major
	}
	in := &draw.Input
	in.Limits = d.flush.input.Limits
	d.describeSurfaces(in)
	in.SetStates(&d.state.render, written, major)
	if b.vertex != nil && b.pixel != nil {
		d.sampledTargets(in)
	}
	mrt.Make(in, &draw.Plan)
	draw.NoArea = empty(d.drawRect(draw.Plan.Pass.Width, draw.Plan.Pass.Height))
	for left := draw.Used; left != 0; left &= left - 1 {
		slot := bits.TrailingZeros32(left)
		draw.Textures[slot] = d.textureState(slot)
	}
	for stage := range draw.Stages {
		draw.Stages[stage] = d.state.stage[stage][d3d9.TSS_TEXTURETRANSFORMFLAGS]
	}
	return draw
}

func (d *Device) textureState(slot int) explain.Texture {
	t := explain.Texture{Declared: d.state.bound.declaredDim(slot), SRGB: d.state.sampler[slot][d3d9.SAMP_SRGBTEXTURE]&1 != 0}
	if texture := d.state.bound.textures[slot]; texture != nil {
		t.Bound, t.Format = texture.dim(), texture.store.row
	}
	return t
}

// declaredDim is the type that the shaders declare for a slot.
func (b *bindings) declaredDim(slot int) ir.Dim {
	if slot >= pixelSlots {
		return b.vertex.dims[slot]
	}
	return b.pixel.dims[slot]
}

// fed is which inputs of the vertex shader have an element in a stream with vertices.
func fed(vs *ir.Shader, decl *declaration, streams uint16) (mask uint16) {
	if decl == nil {
		return 1<<maxInputs - 1 // the draw is refused for that
	}
	for n := range vs.Inputs {
		s := vs.Inputs[n].Semantic
		if el := decl.element(s.Usage, s.Index); el != nil && streams>>el.Stream&1 != 0 {
			mask |= 1 << n
		}
	}
	return mask
}
