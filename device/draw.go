package device

import (
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// primitive is what a primitive type means: its topology, and the vertices of n primitives as per*n + more.
type primitive struct {
	topology  gpu.Topology
	per, more uint
}

var primitives = [d3d9.PT_TRIANGLEFAN + 1]primitive{
	d3d9.PT_POINTLIST:     {gpu.TopologyPointList, 1, 0},
	d3d9.PT_LINELIST:      {gpu.TopologyLineList, 2, 0},
	d3d9.PT_LINESTRIP:     {gpu.TopologyLineStrip, 1, 1},
	d3d9.PT_TRIANGLELIST:  {gpu.TopologyTriangleList, 3, 0},
	d3d9.PT_TRIANGLESTRIP: {gpu.TopologyTriangleStrip, 1, 2},
	d3d9.PT_TRIANGLEFAN:   {gpu.TopologyTriangleFan, 1, 2},
}

// drawWords is the room that a draw itself needs in the list.
const drawWords = 4

// setPrimitive makes typ the primitive type of the draw and returns the number of vertices of count primitives.
func (d *Device) setPrimitive(call string, typ d3d9.PRIMITIVETYPE, count uint) (vertices uint32, err d3d9.Error) {
	if typ-1 >= d3d9.PT_TRIANGLEFAN {
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "type: %d is not a primitive type", uint32(typ))
	}
	if count > d.maxPrimitives {
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "primitiveCount: %d is more than the caps' MaxPrimitiveCount of %d", count, d.maxPrimitives)
	}
	p := &primitives[typ]
	if p.topology != d.flush.topology {
		d.flush.topology = p.topology
		d.dirty |= dirtyTopology
	}
	return uint32(p.per*count + p.more), nil
}

// ready reports whether the list needs nothing more than the draw's own record: after a draw in several steps something is dirty.
func (d *Device) ready() bool {
	return d.dirty == 0 && len(d.list.Words)+drawWords+d.reserve <= cap(d.list.Words)
}

// DrawPrimitive draws primitiveCount primitives from vertex startVertex of the streams on. No primitives are no error.
func (d *Device) DrawPrimitive(typ d3d9.PRIMITIVETYPE, startVertex uint, primitiveCount uint) d3d9.Error {
	d.lock()
	err := d.drew(d.drawPrimitive(typ, startVertex, primitiveCount))
	d.unlock()
	return err
}

func (d *Device) drawPrimitive(typ d3d9.PRIMITIVETYPE, startVertex, primitiveCount uint) d3d9.Error {
	n, err := d.setPrimitive("DrawPrimitive", typ, primitiveCount)
	if err != nil {
		return err
	}
	if startVertex > math.MaxInt32 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "DrawPrimitive", "", "startVertex: %d is too large", startVertex)
	}
	if d.ready() {
		if primitiveCount != 0 {
			d.list.Draw(uint32(startVertex), n)
		}
		return nil
	}
	if d.expands() {
		return d.drawExpanded("DrawPrimitive", primitiveCount, &vertexSource{base: int64(startVertex)})
	}
	if draws, err := d.prepare("DrawPrimitive", 0); !draws {
		return err
	}
	if primitiveCount != 0 {
		d.record(drawRecord{first: uint32(startVertex), count: n})
	}
	return nil
}

// DrawIndexedPrimitive draws primitiveCount primitives whose vertices are the indices from startIndex on, plus baseVertexIndex, which
// may be negative. minIndex and numVertices say which vertices the indices name; they are a hint. ERR_INVALIDCALL for more indices than
// the index buffer has.
func (d *Device) DrawIndexedPrimitive(typ d3d9.PRIMITIVETYPE, baseVertexIndex int, minIndex uint, numVertices uint, startIndex uint, primitiveCount uint) d3d9.Error {
	d.lock()
	err := d.drew(d.drawIndexedPrimitive(typ, baseVertexIndex, startIndex, primitiveCount))
	d.unlock()
	return err
}

func (d *Device) drawIndexedPrimitive(typ d3d9.PRIMITIVETYPE, baseVertexIndex int, startIndex, primitiveCount uint) d3d9.Error {
	n, err := d.setPrimitive("DrawIndexedPrimitive", typ, primitiveCount)
	if err != nil {
		return err
	}
	ib := d.state.bound.indices
	if ib == nil {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "DrawIndexedPrimitive", "", "no index buffer is set")
	}
	if startIndex > ib.count || uint(n) > ib.count-startIndex && primitiveCount != 0 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "DrawIndexedPrimitive", "", "startIndex %d, primitiveCount %d: %d indices from there on are not within the index buffer's %d",
			startIndex, primitiveCount, n, ib.count)
	}
	if baseVertexIndex != int(int32(baseVertexIndex)) {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "DrawIndexedPrimitive", "", "baseVertexIndex: %d is too large", baseVertexIndex)
	}
	if d.ready() {
		if primitiveCount != 0 {
			d.list.DrawIndexed(uint32(startIndex), n, int32(baseVertexIndex))
		}
		return nil
	}
	if d.expands() {
		size := uint(ib.indexSize())
		return d.drawExpanded("DrawIndexedPrimitive", primitiveCount, &vertexSource{base: int64(baseVertexIndex), indices: ib.contents()[startIndex*size:], indexSize: uint32(size)})
	}
	if draws, err := d.prepare("DrawIndexedPrimitive", 0); !draws {
		return err
	}
	if primitiveCount != 0 {
		d.record(drawRecord{indexed: true, first: uint32(startIndex), count: n, base: int32(baseVertexIndex)})
	}
	return nil
}
