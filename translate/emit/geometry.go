package emit

import (
	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// Wraps is D3DRS_WRAP0 to D3DRS_WRAP15 (OT-6): four bits for each set of texture coordinates, from the lowest on; bit c of a set is
// D3DWRAPCOORD_c.
type Wraps uint64

// Of returns the components of set n that wrap.
func (w Wraps) Of(n uint8) uint8 { return uint8(w >> (4 * n) & 15) }

// With returns w with the components of set n, which were zero.
func (w Wraps) With(n, components uint8) Wraps { return w | Wraps(components&15)<<(4*n) }

// of is the components of a vertex shader's output that wrap.
func (w Wraps) of(o *ir.Output) uint8 {
	if o.Kind != ir.OutVarying || o.Semantic.Usage != ir.UsageTexCoord || o.Semantic.Index >= 16 {
		return 0
	}
	return w.Of(o.Semantic.Index)
}

// MakeWraps keeps of all those that a vertex shader writes and the pixel shader linked with it reads: others change no pixel.
func MakeWraps(all Wraps, vs, ps *ir.Shader) (w Wraps) {
	for i := range vs.Outputs {
		o := &vs.Outputs[i]
		if all.of(o) == 0 {
			continue
		}
		for k := range ps.Inputs {
			if in := &ps.Inputs[k]; in.Kind == ir.InVector && in.Semantic == o.Semantic {
				w = w&^(15<<(4*o.Semantic.Index)) | Wraps(all.of(o))<<(4*o.Semantic.Index)
			}
		}
	}
	return w
}

// GeometryVariant is what a geometry shader does that moves the coordinates of a vertex shader's primitives.
type GeometryVariant struct {
	Wrap       Wraps
	Lines      bool  // of lines; else of triangles
	ClipPlanes uint8 // VertexVariant's
}

// AppendGeometry appends to dst the module of a geometry shader, entry point "main", that hands on the primitives of vertex shader s with
// the coordinates of v.Wrap moved as OT-6 says.
func AppendGeometry(dst []uint32, s *ir.Shader, l Layout, v GeometryVariant) []uint32 {
	e := pool.Get().(*emitter)
	defer pool.Put(e)
	e.reset(s, l)
	b := e.b
	main := e.begin(spirv.ExecutionModelGeometry)
	b.Capability(spirv.CapabilityGeometry)
	corners, in, out := uint32(3), spirv.ExecutionModeTriangles, spirv.ExecutionModeOutputTriangleStrip
	if v.Lines {
		corners, in, out = 2, spirv.ExecutionModeInputLines, spirv.ExecutionModeOutputLineStrip
	}
	b.ExecutionMode(main, in)
	b.ExecutionMode(main, spirv.ExecutionModeInvocations, 1)
	b.ExecutionMode(main, out)
	b.ExecutionMode(main, spirv.ExecutionModeOutputVertices, corners)

	handed := e.handedOn(&v, corners)
	for corner := range corners {
		for i := range handed {
			e.handOn(&handed[i], corner)
		}
		b.EmitVertex()
	}
	b.EndPrimitive()
	return e.end(dst)
}

// handed is a value of each vertex that a geometry shader hands on.
type handed struct {
	t, in, out spirv.ID // its type, and the variables
	wrap       uint8    // components that move
	first      spirv.ID // the first vertex's value, where one does
}

// handedOn declares what the vertex shader gives: position, clip distances, varyings.
func (e *emitter) handedOn(v *GeometryVariant, corners uint32) []handed {
	b := e.b
	variables := func(t spirv.ID) handed {
		return handed{t: t, in: b.Variable(spirv.StorageClassInput, b.Array(t, corners)), out: b.Variable(spirv.StorageClassOutput, t)}
	}
	both := func(h handed, d spirv.Decoration, literal uint32) handed {
		b.Decorate(h.in, d, literal)
		b.Decorate(h.out, d, literal)
		return h
	}
	list := []handed{both(variables(b.Vec(4)), spirv.DecorationBuiltIn, uint32(spirv.BuiltInPosition))}
	b.Decorate(list[0].out, spirv.DecorationInvariant)
	if v.ClipPlanes > 0 {
		b.Capability(spirv.CapabilityClipDistance)
		list = append(list, both(variables(b.Array(b.Float(), uint32(v.ClipPlanes))), spirv.DecorationBuiltIn, uint32(spirv.BuiltInClipDistance)))
	}
	location := e.layout.FirstVarying
	for i := range e.s.Outputs {
		o := &e.s.Outputs[i]
		if o.Kind != ir.OutVarying && o.Kind != ir.OutFog {
			continue
		}
		h := both(variables(b.Vec(4)), spirv.DecorationLocation, location)
		h.wrap = v.Wrap.of(o)
		list = append(list, h)
		location++
	}
	return list
}

func (e *emitter) handOn(h *handed, corner uint32) {
	b := e.b
	value := b.Load(h.t, b.AccessChain(b.Pointer(spirv.StorageClassInput, h.t), h.in, b.ConstU32(corner)))
	switch {
	case h.wrap == 0:
	case corner == 0:
		h.first = value
	default:
		value = e.wrapped(value, h.first, h.wrap)
	}
	b.Store(h.out, value)
}

// wrapped moves the chosen components of a coordinate by integers into [-0.5, 0.5] of those of the primitive's first vertex (OT-6).
func (e *emitter) wrapped(value, first spirv.ID, components uint8) spirv.ID {
	b, t := e.b, e.b.Vec(4)
	turns := b.Ext(t, spirv.GLSLRoundEven, b.FSub(t, value, first))
	list, n := lanes(components)
	return e.merge(floats, value, e.pick(floats, b.FSub(t, value, turns), list[:n]), components)
}
