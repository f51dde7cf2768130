package device

import (
	"encoding/binary"
	"math"
	"sync"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/sm"
)

// opaque is what draws alpha 1 over what a copy from a format without alpha has left there: Vulkan's copies and clears write
// all channels or none.
type opaque struct {
	vertex, fragment, layout gpu.ID
}

// opaquePrograms are its shaders.
var opaquePrograms = sync.OnceValue(func() (p [2]*translate.Program) {
	for n, text := range [...]string{"vs_1_1\ndcl_position v0\nmov oPos, v0\n", "ps_1_1\ndef c0, 1, 1, 1, 1\nmov r0, c0\n"} {
		program, err := sm.Assemble(text)
		if err == nil {
			p[n], err = translate.Compile(sm.Encode(program))
		}
		if err != nil {
			panic(err) // the text is constant
		}
	}
	return p
})

// opaqueCorners is a triangle over any viewport, as POSITION.
var opaqueCorners = [...]float32{-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1}

// opaqueBytes is the arena bytes that makeOpaque takes.
const opaqueBytes = len(opaqueCorners)*4 + upAlign

// opaqueWords is the words that makeOpaque takes.
func (d *Device) opaqueWords() int {
	return flushWords + drawWords + 2*queryWords*len(d.queries)
}

// opaqueBlend writes alpha only.
var opaqueBlend = gpu.BlendState{Mask: 1 << 3}

// makeOpaque sets alpha to 1 in a rectangle of a surface, by the surface's opaquePipeline and view. The room has been made: opaqueWords and
// opaqueBytes. What it sets is not the program's state, so all state is dirty afterwards. Occlusion queries do not see it.
func (d *Device) makeOpaque(s *Surface, b box, pipeline, view gpu.ID) {
	p := pass{width: s.part().width, height: s.part().height, samples: uint8(s.store.samples), colors: [targetCount]gpu.ID{view}}
	l := d.list
	at := l.Alloc(len(opaqueCorners)*4, upAlign)
	for n, f := range opaqueCorners {
		binary.LittleEndian.PutUint32(l.Arena[at+n*4:], math.Float32bits(f))
	}
	d.pauseQueries()
	d.putTargets(p.record())
	l.Add(gpu.OpPipeline, uint32(pipeline))
	l.Add(gpu.OpViewport, 0, 0, gpu.F(float32(p.width)), gpu.F(float32(p.height)), 0, gpu.F(1))
	l.Add(gpu.OpScissor, b.left, b.top, b.right-b.left, b.bottom-b.top)
	d.putBlend(&opaqueBlend)
	l.Add(gpu.OpBlendConst, 0, 0, 0, 0)
	l.Add(gpu.OpRaster, gpu.PackRaster(gpu.CullNone, true, gpu.PolygonFill, false, false), 0, 0)
	l.Add(gpu.OpDepth, gpu.PackDepth(false, false, gpu.CompareAlways))
	l.Add(gpu.OpStencil, 0, 0, 0, 0, 0)
	l.Add(gpu.OpTopology, uint32(gpu.TopologyTriangleList))
	l.Add(gpu.OpStream, 0, uint32(l.Buffer), uint32(at), 4*4)
	l.Draw(0, 3)
	d.resumeQueries()
	d.flush.newList()
	d.dirty = dirtyAll
}

// opaquePipeline finds the pipeline for a surface, making what it is made of the first time.
func (d *Device) opaquePipeline(call string, s *Surface) (gpu.ID, d3d9.Error) {
	o := &d.caches.opaque
	var failed error
	if o.vertex == 0 {
		if o.vertex, failed = d.gpu.CreateShader(gpu.Vertex, opaquePrograms()[0].Vertex(d.shaderLayout, emit.VertexVariant{})); failed != nil {
			return 0, d.gpuError(call, failed)
		}
	}
	if o.fragment == 0 {
		v := emit.PixelVariant{Link: translate.Link(opaquePrograms()[0], opaquePrograms()[1])}
		if o.fragment, failed = d.gpu.CreateShader(gpu.Fragment, opaquePrograms()[1].Pixel(d.shaderLayout, v)); failed != nil {
			return 0, d.gpuError(call, failed)
		}
	}
	if o.layout == 0 {
		if o.layout, failed = d.gpu.CreateVertexLayout([]gpu.VertexElement{{Format: gpu.FormatR32G32B32A32Sfloat}}); failed != nil {
			return 0, d.gpuError(call, failed)
		}
	}
	desc := gpu.PipelineDesc{Vertex: o.vertex, Fragment: o.fragment, Layout: o.layout, Class: gpu.TopologyTriangleList, Samples: uint8(s.store.samples)}
	desc.ColorFormats[0] = s.store.row.Image
	d.blendAlike(&desc, &opaqueBlend)
	return d.pipeline(call, &desc)
}
