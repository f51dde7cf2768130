package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
	"d3d9vk/translate/emit"
)

// flushState is what flushing the state remembers between draws.
type flushState struct {
	topology gpu.Topology
	up       bool   // the draw brings its own stream 0
	upStream uint16 // 1 where the last draw did
	upStride uint32 // its stride
	expanded bool   // the draw brings expanded vertices (wrap.go)

	written        uint8  // oC# that the pixel shader writes with the b# and i# constants
	evaluated      uint   // times that these constants were asked for it: tests hold that unchanged draws do not
	samplers       uint32 // slots whose sampler must be found again
	targetTextures uint32 // slots whose texture can be a render target
	samplerIDs     [slotCount]gpu.ID
	samplerOf      [slotCount]samplerOf

	input     mrt.Input
	plan      *mrt.Plan // of plans
	planned   mrt.Pass  // the plan that pass was made from
	plans     [4]remembered
	nextPlan  int
	pass      pass
	further   steps
	stores    stores // of the plan, in the pass
	diagnosed mrt.Diagnostics

	layout      vertexLayout
	layoutOf    layoutSource
	linked      linked
	pipeline    gpu.PipelineDesc
	pipelineID  gpu.ID
	hasPipeline bool
	vertexState bool  // the vertex shader reads its State block
	pixelState  bool  // the pixel shader reads its State block
	pixelBumps  uint8 // the stages whose bump environment that block has

	emitted emitted
}

// layoutSource is what a vertex layout was made of.
type layoutSource struct {
	vs       *VertexShader
	decl     *declaration
	bound    uint16
	expanded bool
}

// emittedBit is set in records of emitted that the list holds: the record itself may be zero.
const emittedBit = 1 << 31

// emitted is what the current list has set, so that nothing is set twice. A new list has set nothing.
type emitted struct {
	targets       [targetsWords]uint32
	pipeline      gpu.ID
	viewport      [6]uint32
	scissor       [4]uint32
	blend         [targetCount]uint32
	hasBlend      bool
	blendConst    d3d9.COLOR
	hasBlendConst bool
	raster        [3]uint32
	depth         uint32
	stencil       [5]uint32
	topology      uint32
	streams       [streamCount]streamRecord
	index         indexRecord
	textures      [slotCount][2]gpu.ID
}

func (f *flushState) newList() { f.emitted = emitted{} }

// flushWords is the most words that flushing all state takes.
var flushWords = func() int {
	n := streamCount*gpu.RecordWords[gpu.OpStream] + slotCount*gpu.RecordWords[gpu.OpTexture] + 4*gpu.RecordWords[gpu.OpConst]
	for _, op := range [...]gpu.Op{
		gpu.OpTargets, gpu.OpPipeline, gpu.OpViewport, gpu.OpScissor, gpu.OpBlend, gpu.OpBlendConst, gpu.OpRaster, gpu.OpDepth, gpu.OpStencil,
		gpu.OpTopology, gpu.OpIndex,
	} {
		n += gpu.RecordWords[op]
	}
	return n
}()

// upWords is the room of what a user-pointer draw adds: its stream, its indices, and the end of two buffers.
var upWords = gpu.RecordWords[gpu.OpStream] + gpu.RecordWords[gpu.OpIndex] + 2*gpu.RecordWords[gpu.OpDestroy]

// constWords is the room of a draw after which only constants have changed.
var constWords = 3*gpu.RecordWords[gpu.OpConst] + drawWords

// stateBytes is the most bytes of the two State blocks with their alignment.
const stateBytes = 2*gpu.ConstAlign + (emit.VertexStateSize+emit.MaxPixelStateSize)*vec4

// prepare puts everything that changed into the list, and makes room for the draw and n bytes of the arena beside. It reports whether
// the draw can draw anything. After an error, or without anything to draw, the state stays dirty.
func (d *Device) prepare(call string, n int) (draws bool, err d3d9.Error) {
	d.refused, d.flush.upStream = nil, 0
	if d.flush.up {
		d.flush.upStream = 1
	}
	draws, err = d.flushState(call, n)
	if d.d3d.debug != nil && err == nil {
		d.examine(call)
	}
	return draws, err
}

// flushState is what prepare does.
func (d *Device) flushState(call string, n int) (draws bool, err d3d9.Error) {
	b := &d.state.bound
	if d.dirty&^(dirtyVertexConst|dirtyPixelConst) == 0 {
		// Nothing but constants since the last draw, which had all that a draw needs.
		if l := d.list; l.Room(constWords+d.reserve, n+stateBytes+b.vertex.consts.room+b.pixel.consts.room, gpu.ConstAlign) {
			d.flushConstants()
			d.dirty = 0
			return true, nil
		}
	}
	if d.lost() {
		return false, d.lostError(call)
	}
	switch {
	case b.decl == nil:
		return false, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "no vertex declaration or FVF is set")
	case b.decl.pretransformed:
		return false, notAvailable(call, "the vertices have POSITIONT: the fixed-function pipeline is not supported yet")
	case b.vertex == nil:
		return false, notAvailable(call, "no vertex shader is set: the fixed-function pipeline is not supported yet")
	case b.pixel == nil:
		return false, notAvailable(call, "no pixel shader is set: the fixed-function pipeline is not supported yet")
	}
	if d.caches.crowded {
		d.trim()
	}
	bytes := n + stateBytes + b.vertex.consts.room + b.pixel.consts.room
	words := flushWords + drawWords + upWords + stepWords
	if err := d.room(words, bytes, gpu.ConstAlign); err != nil {
		return false, named(call, err)
	}
	if d.dirty&(dirtyTargets|dirtyBlend) != 0 {
		if err := d.flushTargets(call); err != nil {
			return false, err
		}
	}
	if d.flush.plan.Feedback != 0 {
		// Only the plan tells how many copies to make; in a new list the targets are set again after them.
		if err := d.room(words+d.snapshotWords(), bytes, gpu.ConstAlign); err != nil {
			return false, named(call, err)
		}
		if err := d.takeSnapshots(call); err != nil {
			return false, err
		}
		if d.dirty&(dirtyTargets|dirtyBlend) != 0 {
			if err := d.flushTargets(call); err != nil {
				return false, err
			}
		}
		d.dirty |= dirtyTextures
	}
	return d.flushRest(call)
}

// flushRest flushes everything but the targets, which it depends on.
func (d *Device) flushRest(call string) (draws bool, err d3d9.Error) {
	if d.flush.pass.width == 0 || d.flush.pass.height == 0 {
		return false, nil
	}
	if d.dirty&dirtyViewport != 0 && !d.flushViewport() {
		return false, nil
	}
	if d.dirty&dirtyTopology != 0 {
		if err := d.flushTopology(call); err != nil {
			return false, err
		}
		if gpu.TopologyClass(d.flush.topology) != d.flush.pipeline.Class {
			d.dirty |= dirtyPipeline
		}
	}
	if d.dirty&dirtyStreams != 0 && d.boundStreams() != d.flush.layoutOf.bound {
		d.dirty |= dirtyPipeline
	}
	if d.dirty&dirtyPipeline != 0 {
		if err := d.flushPipeline(call); err != nil {
			return false, err
		}
	}
	if d.dirty&(dirtyStreams|dirtyPipeline) != 0 {
		if err := d.checkStrides(call); err != nil {
			return false, err
		}
	}
	if d.dirty&dirtyTextures != 0 {
		if err := d.flushTextures(call); err != nil {
			return false, err
		}
	}
	if d.dirty&dirtySteps != 0 && d.flush.further.count > 0 {
		d.firstStep()
	}
	d.flushConstants()
	if d.dirty&dirtyVertexState != 0 && d.flush.vertexState {
		d.flushVertexState()
	}
	if d.dirty&dirtyStreams != 0 {
		d.flushStreams()
	}
	if d.dirty&dirtyIndex != 0 {
		d.flushIndex()
	}
	d.flushRare()
	if d.flush.further.count > 0 {
		if err := d.keepDepth(call); err != nil {
			return false, err
		}
	}
	d.dirty = 0
	if d.flush.plan.Feedback != 0 {
		d.dirty |= dirtyTextures // the next draw needs a new copy
	}
	if d.flush.further.count > 0 {
		d.dirty |= dirtySteps
	}
	return true, nil
}

// flushRare flushes what is a record of its own and rarely changes.
func (d *Device) flushRare() {
	if d.dirty&(dirtyRaster|dirtyDepth|dirtyStencil|dirtyBlendConst) == 0 {
		return
	}
	if d.dirty&dirtyRaster != 0 {
		d.flushRaster()
	}
	if d.dirty&dirtyDepth != 0 {
		d.flushDepth()
	}
	if d.dirty&dirtyStencil != 0 {
		d.flushStencil()
	}
	if d.dirty&dirtyBlendConst != 0 {
		d.flushBlendConst()
	}
}
