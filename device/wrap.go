package device

import (
	"encoding/binary"
	"fmt"
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
)

// Texture wrapping (OT-6) needs each vertex to know its primitive's first one. A geometry shader does. Where there is none, and where
// triangles are drawn as points, whose size a geometry shader would have to hand on, the draw's vertices are expanded: a list of primitives
// that share no vertex, each vertex followed by what the vertex shader reads of the primitive's first one.

// wraps is WRAP0 to WRAP15.
func (d *Device) wraps() emit.Wraps {
	rs := &d.state.render
	if [8]uint32(rs[d3d9.RS_WRAP0:]) == [8]uint32{} && [8]uint32(rs[d3d9.RS_WRAP8:]) == [8]uint32{} {
		return 0
	}
	var w emit.Wraps
	for n := range uint8(16) {
		w = w.With(n, uint8(rs[d3d9.WrapState(uint32(n))]))
	}
	return w
}

// drawWraps is what of it concerns draws of the topology with the shaders that are set.
func (d *Device) drawWraps(t gpu.Topology) emit.Wraps {
	w := d.wraps()
	if w == 0 || t == gpu.TopologyPointList {
		return 0
	}
	return translate.Wraps(w, d.state.bound.vertex.program, d.state.bound.pixel.program)
}

// expands reports whether the draw's vertices must be expanded. What makes it true leaves no draw ready().
func (d *Device) expands() bool {
	b := &d.state.bound
	switch {
	case d.wraps() == 0, b.decl == nil, b.vertex == nil, b.pixel == nil:
		return false
	case d.features.GeometryShader && d.polygonMode() != gpu.PolygonPoint:
		return false
	}
	return d.drawWraps(d.flush.topology) != 0
}

// vertexSource is where a draw's vertices come from, as the program named them.
type vertexSource struct {
	base      int64  // added to each number of a vertex
	indices   []byte // nil: the vertices follow each other
	indexSize uint32 // 2 or 4

	up     bool // stream 0 is the caller's memory
	data   []byte
	stride uint32
}

// vertex is the number of vertex n of the draw.
func (v *vertexSource) vertex(n uint32) int64 {
	switch {
	case v.indices == nil:
		return v.base + int64(n)
	case v.indexSize == 4:
		return v.base + int64(binary.LittleEndian.Uint32(v.indices[uint64(n)*4:]))
	}
	return v.base + int64(binary.LittleEndian.Uint16(v.indices[uint64(n)*2:]))
}

// corner is the vertex of the draw that is corner k of primitive p, in Vulkan's order: the first one is the one whose color flat shading
// takes, and every triangle of a strip or fan turns the same way.
func corner(t gpu.Topology, p, k uint32) uint32 {
	switch t {
	case gpu.TopologyLineList:
		return 2*p + k
	case gpu.TopologyLineStrip:
		return p + k
	case gpu.TopologyTriangleStrip:
		if p&1 != 0 && k != 0 {
			return p + 3 - k
		}
		return p + k
	case gpu.TopologyTriangleFan:
		return [3]uint32{p + 1, p + 2, 0}[k]
	}
	return 3*p + k
}

// elementCopy says where an input of the vertex shader lies in a vertex of its stream, and where in an expanded one.
type elementCopy struct {
	stream           uint8
	offset, size, at uint16
}

// expansion is how vertices are expanded.
type expansion struct {
	copies [maxInputs]elementCopy
	count  int
	half   uint32 // bytes of one vertex; an expanded one has two
}

func (e *expansion) add(el *d3d9.VERTEXELEMENT) (at uint16) {
	size := uint16(d3d9.DeclTypeSize(el.Type))
	at = uint16(e.half)
	e.copies[e.count] = elementCopy{stream: uint8(el.Stream), offset: el.Offset, size: size, at: at}
	e.count++
	e.half += uint32(size+3) &^ 3
	return at
}

// expand doubles the key of a layout: its vertices are expanded ones. It keeps how in the layout.
func (key *layoutKey) expand(vs *ir.Shader, decl *declaration, layout *vertexLayout) {
	var places [maxInputs]uint16
	for n := range vs.Inputs {
		if in := &vs.Inputs[n]; key.elements[n].Binding != gpu.ZeroStream {
			places[n] = layout.expansion.add(decl.element(in.Semantic.Usage, in.Semantic.Index))
		}
	}
	for n := range vs.Inputs {
		own := &key.elements[n]
		if own.Binding != gpu.ZeroStream {
			own.Binding, own.Offset = 0, places[n]
		}
		first := *own
		first.Location += key.count
		if own.Binding != gpu.ZeroStream {
			first.Offset += uint16(layout.expansion.half)
		}
		key.elements[int(key.count)+n] = first
	}
	key.count *= 2
}

// drawExpanded draws count primitives of the topology that setPrimitive has set.
func (d *Device) drawExpanded(call string, count uint, src *vertexSource) d3d9.Error {
	t := d.flush.topology
	corners, list := uint32(3), gpu.TopologyTriangleList
	if gpu.TopologyClass(t) == gpu.TopologyLineList {
		corners, list = 2, gpu.TopologyLineList
	}
	inputs := 2 * len(d.state.bound.vertex.program.Shader.Inputs)
	if most := d.gpu.Adapter().Limits.MaxVertexInputAttributes; inputs > int(most) {
		return notAvailable(call, fmt.Sprintf("WRAP0..15 without a geometry shader: the vertex shader's inputs, twice, are %d, and the adapter has %d (OT-6)", inputs, most))
	}
	layout, err := d.findLayout(call, d.state.bound.vertex.program.Shader, d.state.bound.decl, d.boundStreamsWith(src.up), true)
	if err != nil {
		return err
	}
	stride := max(4, 2*layout.expansion.half)
	vertices := uint64(count) * uint64(corners)
	if vertices*uint64(stride) > maxUP {
		return d3d9.Errorf(d3d9.ERR_OUTOFVIDEOMEMORY, call, "OT-6", "WRAP0..15 without a geometry shader: %d vertices of %d bytes are more than %d bytes", vertices, stride, maxUP)
	}
	bytes := uint(vertices) * uint(stride)
	d.flush.expanded, d.flush.topology = true, list
	d.dirty |= dirtyTopology | dirtyPipeline
	draws, err := d.beginOwn(call, 0, bytes, src.up, uint(src.stride))
	if draws && count != 0 {
		err = d.recordExpanded(call, t, corners, uint32(vertices), stride, src)
	}
	d.flush.expanded, d.flush.topology = false, t
	d.dirty |= dirtyTopology | dirtyPipeline | dirtyStreams
	return err
}

// recordExpanded writes the expanded vertices and draws them; beginOwn has made the room.
func (d *Device) recordExpanded(call string, t gpu.Topology, corners, vertices, stride uint32, src *vertexSource) d3d9.Error {
	memory, buffer, offset, err := d.takeUP(call, int(vertices*stride))
	if err != nil {
		return err
	}
	e := &d.flush.layout.expansion
	for p := range vertices / corners {
		first := src.vertex(corner(t, p, 0))
		for k := range corners {
			at := memory[(p*corners+k)*stride:]
			d.copyVertex(e, at, src.vertex(corner(t, p, k)), src)
			d.copyVertex(e, at[e.half:], first, src)
		}
	}
	d.list.Add(gpu.OpStream, 0, uint32(buffer), offset, stride)
	d.record(drawRecord{count: vertices})
	d.endUP(buffer)
	return nil
}

// copyVertex copies what the vertex shader reads of vertex n. Beyond the end of a buffer there are zeros.
func (d *Device) copyVertex(e *expansion, to []byte, n int64, src *vertexSource) {
	for i := range e.copies[:e.count] {
		c := &e.copies[i]
		from, offset, stride := src.data, int64(0), int64(src.stride)
		if c.stream != 0 || !src.up {
			s := &d.state.streams[c.stream]
			from, offset, stride = d.state.bound.streams[c.stream].contents(), int64(s.offset), int64(s.stride)
		}
		at := offset + n*stride + int64(c.offset)
		into := to[c.at : c.at+c.size]
		if n < 0 || n > math.MaxUint32 || at+int64(c.size) > int64(len(from)) {
			clear(into)
			continue
		}
		copy(into, from[at:])
	}
}
