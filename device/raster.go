package device

import (
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// flushViewport puts the viewport and the scissor rectangle of the pass into the list. Direct3D 9's pixel centers lie at integers,
// Vulkan's half a pixel further: the viewport moves there, or, where samples left of and above the first centers would be clipped with
// its border, the vertices do (emit.VertexVariant.Offset). Its height is negative because y points up in Direct3D 9. It reports
// whether anything can be drawn at all.
func (d *Device) flushViewport() (draws bool) {
	f := &d.flush
	r := d.drawRect(f.pass.width, f.pass.height)
	if empty(r) {
		return false
	}
	half := float32(0.5)
	if f.pass.samples > 1 {
		half = 0
		d.dirty |= dirtyVertexState
	}
	v := &d.state.viewport
	view := [6]uint32{
		gpu.F(float32(v.X) + half), gpu.F(float32(v.Y) + float32(v.Height) + half), gpu.F(float32(v.Width)), gpu.F(-float32(v.Height)),
		gpu.F(v.MinZ), gpu.F(v.MaxZ),
	}
	if f.emitted.viewport != view {
		f.emitted.viewport = view
		d.list.Add(gpu.OpViewport, view[:]...)
	}
	scissor := [4]uint32{uint32(r.Left), uint32(r.Top), uint32(r.Right - r.Left), uint32(r.Bottom - r.Top)}
	if f.emitted.scissor != scissor {
		f.emitted.scissor = scissor
		d.list.Add(gpu.OpScissor, scissor[:]...)
	}
	return true
}

// polygonMode is FILLMODE.
func (d *Device) polygonMode() gpu.PolygonMode {
	switch d.state.render[d3d9.RS_FILLMODE] {
	case d3d9.FILL_POINT:
		return gpu.PolygonPoint
	case d3d9.FILL_WIREFRAME:
		return gpu.PolygonLine
	}
	return gpu.PolygonFill
}

// flushRaster puts culling, fill mode and depth bias into the list. Clockwise triangles are front faces.
func (d *Device) flushRaster() {
	rs := &d.state.render
	cull := gpu.CullNone
	switch rs[d3d9.RS_CULLMODE] {
	case d3d9.CULL_CW:
		cull = gpu.CullFront
	case d3d9.CULL_CCW:
		cull = gpu.CullBack
	}
	bias := finite(math.Float32frombits(rs[d3d9.RS_DEPTHBIAS])) * d.flush.pass.biasScale
	slope := finite(math.Float32frombits(rs[d3d9.RS_SLOPESCALEDEPTHBIAS]))
	record := [3]uint32{gpu.PackRaster(cull, true, d.polygonMode(), bias != 0 || slope != 0, false) | emittedBit, gpu.F(bias), gpu.F(slope)}
	if d.flush.emitted.raster == record {
		return
	}
	d.flush.emitted.raster = record
	d.list.Add(gpu.OpRaster, record[0]&^emittedBit, record[1], record[2])
}

// finite is f, or 0 where f is not a number.
func finite(f float32) float32 {
	if f != f {
		return 0
	}
	return f
}

// compareOp is a CMP_ value; others, which Direct3D 9 leaves undefined, are ALWAYS.
func compareOp(cmp uint32) gpu.CompareOp {
	if cmp < d3d9.CMP_NEVER || cmp > d3d9.CMP_ALWAYS {
		return gpu.CompareAlways
	}
	return gpu.CompareOp(cmp - d3d9.CMP_NEVER)
}

// flushDepth puts the depth test into the list. Without a depth buffer there is none.
func (d *Device) flushDepth() {
	rs := &d.state.render
	test := rs[d3d9.RS_ZENABLE] != d3d9.ZB_FALSE && d.flush.pass.depth
	record := gpu.PackDepth(test, test && rs[d3d9.RS_ZWRITEENABLE] != 0, compareOp(rs[d3d9.RS_ZFUNC])) | emittedBit
	if d.flush.emitted.depth == record {
		return
	}
	d.flush.emitted.depth = record
	d.list.Add(gpu.OpDepth, record&^emittedBit)
}

// stencilOps is gpu's number of each STENCILOP_ value.
var stencilOps = [d3d9.STENCILOP_DECR + 1]gpu.StencilOp{
	d3d9.STENCILOP_KEEP:    gpu.StencilKeep,
	d3d9.STENCILOP_ZERO:    gpu.StencilZero,
	d3d9.STENCILOP_REPLACE: gpu.StencilReplace,
	d3d9.STENCILOP_INCRSAT: gpu.StencilIncrementClamp,
	d3d9.STENCILOP_DECRSAT: gpu.StencilDecrementClamp,
	d3d9.STENCILOP_INVERT:  gpu.StencilInvert,
	d3d9.STENCILOP_INCR:    gpu.StencilIncrementWrap,
	d3d9.STENCILOP_DECR:    gpu.StencilDecrementWrap,
}

func stencilOp(op uint32) gpu.StencilOp {
	if op >= uint32(len(stencilOps)) {
		return gpu.StencilKeep
	}
	return stencilOps[op]
}

// flushStencil puts the stencil test into the list. The CCW states are those of counter-clockwise triangles, which are back faces;
// without TWOSIDEDSTENCILMODE all faces take the others. Reference and masks are shared.
func (d *Device) flushStencil() {
	rs := &d.state.render
	on := rs[d3d9.RS_STENCILENABLE] != 0 && d.flush.pass.stencil
	front := gpu.PackStencil(on, stencilOp(rs[d3d9.RS_STENCILFAIL]), stencilOp(rs[d3d9.RS_STENCILPASS]), stencilOp(rs[d3d9.RS_STENCILZFAIL]), compareOp(rs[d3d9.RS_STENCILFUNC]))
	back := front
	if rs[d3d9.RS_TWOSIDEDSTENCILMODE] != 0 {
		back = gpu.PackStencil(on, stencilOp(rs[d3d9.RS_CCW_STENCILFAIL]), stencilOp(rs[d3d9.RS_CCW_STENCILPASS]), stencilOp(rs[d3d9.RS_CCW_STENCILZFAIL]), compareOp(rs[d3d9.RS_CCW_STENCILFUNC]))
	}
	const eightBits = 255
	record := [5]uint32{front | emittedBit, back, rs[d3d9.RS_STENCILREF] & eightBits, rs[d3d9.RS_STENCILMASK] & eightBits, rs[d3d9.RS_STENCILWRITEMASK] & eightBits}
	if d.flush.emitted.stencil == record {
		return
	}
	d.flush.emitted.stencil = record
	d.list.Add(gpu.OpStencil, front, back, record[2], record[3], record[4])
}

// flushBlendConst puts BLENDFACTOR into the list.
func (d *Device) flushBlendConst() {
	c := d3d9.COLOR(d.state.render[d3d9.RS_BLENDFACTOR])
	if d.flush.emitted.hasBlendConst && d.flush.emitted.blendConst == c {
		return
	}
	d.flush.emitted.hasBlendConst, d.flush.emitted.blendConst = true, c
	v := c.Value()
	d.list.Add(gpu.OpBlendConst, gpu.F(v.R), gpu.F(v.G), gpu.F(v.B), gpu.F(v.A))
}

// flushTopology puts the primitive type into the list.
func (d *Device) flushTopology(call string) d3d9.Error {
	if d.flush.topology == gpu.TopologyTriangleFan && !d.features.TriangleFans {
		return notAvailable(call, "PT_TRIANGLEFAN: the adapter has no triangle fans")
	}
	if record := uint32(d.flush.topology) | emittedBit; d.flush.emitted.topology != record {
		d.flush.emitted.topology = record
		d.list.Add(gpu.OpTopology, uint32(d.flush.topology))
	}
	return nil
}
