package device

import (
	"fmt"
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
)

// caches are back end objects that outlive their use. A program uses few of each, so what is too many is given back all at once.
type caches struct {
	crowded       bool // one of them has so many that trim is to be called
	samplers      map[gpu.SamplerDesc]gpu.ID
	layouts       map[layoutKey]gpu.ID
	pipelines     map[gpu.PipelineDesc]gpu.ID
	fvf           map[uint32]*declaration
	snapshots     map[snapshotKey]snapshot
	snapshotBytes uint64
	fat           []interface{ dropModules() } // shaders that have too many variants
	queries       []gpu.ID                     // counters that are free
	black         [3]gpu.ID                    // views of what unbound samplers read, by ir.Dim
	opaque        opaque
}

func newCaches() caches {
	return caches{
		samplers:  map[gpu.SamplerDesc]gpu.ID{},
		layouts:   map[layoutKey]gpu.ID{},
		pipelines: map[gpu.PipelineDesc]gpu.ID{},
		fvf:       map[uint32]*declaration{},
		snapshots: map[snapshotKey]snapshot{},
	}
}

// The most objects of a kind that a device keeps. Vulkan allows 4000 samplers; copies of targets are large.
const (
	maxSamplers  = 1024
	maxLayouts   = 1024
	maxPipelines = 8192
	maxSnapshots = 64
	// and bytes, above which the next draw starts again with none
	maxSnapshotBytes = 256 << 20
	maxVariants      = 256 // of one shader
)

// crowd notes that a cache of limit objects has so many that the next draw could find it full.
func (d *Device) crowd(have, limit int) {
	if have > limit-slotCount { // a draw makes at most one object for each slot
		d.caches.crowded = true
	}
}

// trim empties the caches that are crowded. It is for before a draw puts anything into the list: what the draws before used is
// destroyed when the list is done, and cannot be used by another.
func (d *Device) trim() {
	d.caches.crowded = false
	for _, s := range d.caches.fat {
		s.dropModules()
	}
	d.caches.fat = d.caches.fat[:0]
	if len(d.caches.samplers) > maxSamplers-slotCount {
		d.dropSamplers()
	}
	if len(d.caches.snapshots) > maxSnapshots-slotCount || d.caches.snapshotBytes > maxSnapshotBytes {
		d.dropSnapshots()
		d.dirty |= dirtyTextures
	}
	if len(d.caches.layouts) > maxLayouts-slotCount || len(d.caches.pipelines) > maxPipelines-slotCount {
		d.dropPipelines(func(*gpu.PipelineDesc) bool { return true })
		for key, id := range d.caches.layouts {
			delete(d.caches.layouts, key)
			d.destroy(gpu.KindVertexLayout, id)
		}
	}
}

// linked is the link of the last pair of shaders.
type linked struct {
	vs, ps *translate.Program
	link   emit.Link
}

// flushPipeline finds the pipeline of the current state and binds it.
func (d *Device) flushPipeline(call string) d3d9.Error {
	f := &d.flush
	b := &d.state.bound
	bound := d.boundStreams()
	if source := (layoutSource{b.vertex, b.decl, bound, f.expanded}); f.layoutOf != source {
		layout, err := d.findLayout(call, b.vertex.program.Shader, b.decl, bound, f.expanded)
		if err != nil {
			return err
		}
		f.layout, f.layoutOf = layout, source
		d.dirty |= dirtyStreams
	}
	class := gpu.TopologyClass(f.topology)
	desc := gpu.PipelineDesc{
		Layout:         f.layout.id,
		Class:          class,
		ColorFormats:   f.pass.formats,
		DepthFormat:    f.pass.depthFormat,
		Samples:        f.pass.samples,
		MaskedSamples:  d.maskedSamples(),
		PixelSamplers:  uint16(b.pixel.samplers),
		VertexSamplers: uint8(b.vertex.samplers >> pixelSlots),
	}
	if !d.features.DynamicBlend {
		desc.Blend = f.plan.Blend
	}
	mode := d.polygonMode()
	if class != gpu.TopologyTriangleList {
		mode = gpu.PolygonFill
	}
	if mode != gpu.PolygonFill && !d.features.FillModeNonSolid {
		return notAvailable(call, "FILLMODE: the adapter fills triangles only")
	}
	if !d.features.DynamicRaster {
		desc.Polygon = mode
	}
	if planes := d.state.render[d3d9.RS_CLIPPLANEENABLE] & (1<<clipPlaneCount - 1); planes>>d.maxClipPlanes != 0 {
		return notAvailable(call, fmt.Sprintf("CLIPPLANEENABLE: plane %d is not within the caps' MaxUserClipPlanes of %d", bits.Len32(planes)-1, d.maxClipPlanes))
	}
	points := class == gpu.TopologyPointList || mode == gpu.PolygonPoint
	var err d3d9.Error
	vertex := d.vertexVariant(points)
	if w := d.drawWraps(f.topology); f.expanded {
		vertex.Wrap = w
	} else if w != 0 {
		if desc.Geometry, err = b.vertex.geometry(call, emit.GeometryVariant{Wrap: w, Lines: class == gpu.TopologyLineList, ClipPlanes: vertex.ClipPlanes}); err != nil {
			return err
		}
	}
	if desc.Vertex, err = b.vertex.module(call, vertex); err != nil {
		return err
	}
	if desc.Fragment, err = b.pixel.module(call, d.pixelVariant(points)); err != nil {
		return err
	}
	if err := d.findStepPipelines(call, desc); err != nil {
		return err
	}
	if !f.hasPipeline || f.pipeline != desc {
		id, err := d.pipeline(call, &desc)
		if err != nil {
			return err
		}
		f.pipeline, f.pipelineID, f.hasPipeline = desc, id, true
	}
	d.bindPipeline(f.pipelineID)
	return nil
}

// pipeline returns the pipeline of the description, compiling it the first time.
func (d *Device) pipeline(call string, desc *gpu.PipelineDesc) (gpu.ID, d3d9.Error) {
	if id, ok := d.caches.pipelines[*desc]; ok {
		return id, nil
	}
	made := *desc // only here does it leave the stack
	id, err := d.gpu.CreatePipeline(&made)
	if err != nil {
		return 0, d.gpuError(call, err)
	}
	d.caches.pipelines[*desc] = id
	d.crowd(len(d.caches.pipelines), maxPipelines)
	return id, nil
}

func (d *Device) bindPipeline(id gpu.ID) {
	if d.flush.emitted.pipeline != id {
		d.flush.emitted.pipeline = id
		d.list.Add(gpu.OpPipeline, uint32(id))
	}
}

// vertexVariant is what the state makes of the vertex shader's code. It also says whether the State block is read.
func (d *Device) vertexVariant(points bool) emit.VertexVariant {
	v := emit.VertexVariant{
		Points: points, ClipPlanes: uint8(bits.OnesCount32(d.state.render[d3d9.RS_CLIPPLANEENABLE] & (1<<clipPlaneCount - 1))), Offset: d.flush.pass.samples > 1,
	}
	if needs := v.Points || v.ClipPlanes > 0 || v.Offset; needs != d.flush.vertexState {
		d.flush.vertexState = needs
		d.dirty |= dirtyVertexState
	}
	return v
}

// pixelVariant is what the state makes of the pixel shader's code. It also says whether the State block is read.
func (d *Device) pixelVariant(points bool) emit.PixelVariant {
	rs := &d.state.render
	vs, ps := d.state.bound.vertex.program, d.state.bound.pixel.program
	l := &d.flush.linked
	if l.vs != vs || l.ps != ps {
		*l = linked{vs, ps, translate.Link(vs, ps)}
	}
	v := emit.PixelVariant{
		Link:        l.link,
		Flat:        rs[d3d9.RS_SHADEMODE] == d3d9.SHADE_FLAT && usesColor(ps.Shader),
		AlphaTest:   !d.flush.plan.NoAlphaTest && rs[d3d9.RS_ALPHATESTENABLE] != 0 && rs[d3d9.RS_ALPHAFUNC] != d3d9.CMP_ALWAYS,
		Fog:         !d.flush.plan.NoFog && rs[d3d9.RS_FOGENABLE] != 0 && ps.Shader.Major < 3,
		PointSprite: points && rs[d3d9.RS_POINTSPRITEENABLE] != 0,
		Stages:      d.stages(),
	}
	if d.flush.stores != (stores{}) {
		for n, s := range d.flush.stores {
			if ps.Shader.Written.Maybe>>n&1 != 0 {
				v.Stores[n] = s
			}
		}
	}
	if !v.Fog {
		v.Link.Fog = 0
	}
	bumps := ps.Shader.Bumps
	if needs := v.AlphaTest || v.Fog || bumps != 0; needs != d.flush.pixelState || bumps != d.flush.pixelBumps {
		d.flush.pixelState, d.flush.pixelBumps = needs, bumps
		d.dirty |= dirtyPixelState
	}
	return v
}

// usesColor reports whether the shader reads a color of the vertices, which flat shading changes.
func usesColor(s *ir.Shader) bool {
	for i := range s.Inputs {
		if in := &s.Inputs[i]; in.Kind == ir.InVector && in.Semantic.Usage == ir.UsageColor {
			return true
		}
	}
	return false
}

// dropPipelines destroys the pipelines for which of is true, and forgets the last one.
func (d *Device) dropPipelines(of func(*gpu.PipelineDesc) bool) {
	for desc, id := range d.caches.pipelines {
		if of(&desc) {
			delete(d.caches.pipelines, desc)
			d.destroy(gpu.KindPipeline, id)
		}
	}
	d.flush.hasPipeline = false
	d.flush.layoutOf = layoutSource{}
	d.flush.linked = linked{}
	d.flush.emitted.pipeline = 0
	d.dirty |= dirtyPipeline
}
