package gputest

import (
	"math"

	"d3d9vk/internal/gpu"
)

// State is what the records of a list have set.
type State struct {
	Width, Height uint32
	Color         [gpu.MaxTargets]gpu.ID
	Depth         gpu.ID
	Samples       uint32

	Pipeline   gpu.ID
	Viewport   [6]float32
	Scissor    [4]uint32
	Blend      [gpu.MaxTargets]uint32
	BlendConst [4]float32
	Raster     [3]uint32
	DepthState uint32
	Stencil    [5]uint32
	Topology   gpu.Topology
	Streams    [gpu.ZeroStream]Stream
	Index      Index
	Const      [4][]byte // the blocks of OpConst
	Textures   [20]Texture
}

// Stream is what OpStream has set.
type Stream struct {
	Buffer         gpu.ID
	Offset, Stride uint32
}

// Index is what OpIndex has set.
type Index struct {
	Buffer       gpu.ID
	Offset, Size uint32
}

// Texture is what OpTexture has set.
type Texture struct{ View, Sampler gpu.ID }

// Draw is a draw and the state that it saw. Const are copies, in a Draw.
type Draw struct {
	State
	Serial       uint64
	Indexed      bool
	First, Count uint32
	Base         int32
	Desc         gpu.PipelineDesc
	Vertices     []byte   // what the index-less draw's stream 0 holds from First on, where it is within the buffer
	Indices      []uint32 // of an indexed draw, where they are within the buffer
}

// run is the walk over one list.
type run struct {
	*Device
	list   *gpu.List
	state  State
	set    [gpu.OpCount]bool
	serial uint64
	at     int // word of the current record
	dying  []dying
	open   map[gpu.ID]bool // queries
	paused bool            // they do not count
}

type dying struct {
	kind gpu.Kind
	id   gpu.ID
}

func (r *run) bad(format string, args ...any) {
	r.fault("list %d word %d: "+format, append([]any{r.serial, r.at}, args...)...)
}

func (d *Device) run(l *gpu.List) {
	r := &run{Device: d, list: l, serial: d.completed + 1, open: map[gpu.ID]bool{}}
	for r.at < len(l.Words) {
		op := gpu.Op(l.Words[r.at] & 0xff)
		if op >= gpu.OpCount {
			r.bad("opcode %d", op)
			break
		}
		n := gpu.RecordWords[op]
		if r.at+n > len(l.Words) {
			r.bad("record %d is cut off", op)
			break
		}
		w := l.Words[r.at+1 : r.at+n]
		if !d.Forget {
			d.log = append(d.log, Record{r.serial, op, append([]uint32(nil), w...)})
		}
		r.record(op, w)
		r.set[op] = true
		r.at += n
	}
	if r.paused {
		r.bad("counting is paused at the end of the list")
	}
	for q := range r.open {
		r.bad("query %d is on at the end of the list", q)
	}
	r.bury()
}

func (r *run) record(op gpu.Op, w []uint32) {
	s := &r.state
	switch op {
	case gpu.OpNone:
	case gpu.OpTargets:
		r.targets(w)
	case gpu.OpClear:
		r.clear(w)
	case gpu.OpPipeline:
		s.Pipeline = gpu.ID(w[0])
		if _, ok := r.pipelines.live[s.Pipeline]; !ok {
			r.bad("pipeline %d is not live", s.Pipeline)
		}
	case gpu.OpViewport:
		for i := range s.Viewport {
			s.Viewport[i] = math.Float32frombits(w[i])
		}
		if v := s.Viewport; !(v[2] > 0 && v[3] != 0 && v[4] >= 0 && v[4] <= 1 && v[5] >= 0 && v[5] <= 1) {
			r.bad("viewport %v", v)
		}
	case gpu.OpScissor:
		s.Scissor = [4]uint32(w)
		if w[0] > math.MaxInt32 || w[1] > math.MaxInt32 || uint64(w[0])+uint64(w[2]) > math.MaxInt32 || uint64(w[1])+uint64(w[3]) > math.MaxInt32 {
			r.bad("scissor %v", w)
		}
	case gpu.OpBlend:
		s.Blend = [gpu.MaxTargets]uint32(w)
		r.blend(w)
	case gpu.OpBlendConst:
		for i := range s.BlendConst {
			s.BlendConst[i] = math.Float32frombits(w[i])
		}
	case gpu.OpRaster:
		s.Raster = [3]uint32(w)
		if w[0] >= 1<<7 || w[0]&3 == 3 || w[0]>>3&3 == 3 {
			r.bad("raster state %#x", w[0])
		}
	case gpu.OpDepth:
		if s.DepthState = w[0]; w[0] >= 1<<5 {
			r.bad("depth state %#x", w[0])
		}
	case gpu.OpStencil:
		s.Stencil = [5]uint32(w)
		if w[0] >= 1<<13 || w[1] >= 1<<13 {
			r.bad("stencil state %#x, %#x", w[0], w[1])
		}
	case gpu.OpTopology:
		s.Topology = gpu.Topology(w[0])
		if s.Topology > gpu.TopologyTriangleFan || s.Topology == gpu.TopologyTriangleFan && !r.features.TriangleFans {
			r.bad("topology %d", w[0])
		}
	case gpu.OpStream, gpu.OpIndex, gpu.OpConst, gpu.OpTexture:
		r.bind(op, w)
	case gpu.OpDraw:
		r.draw(Draw{First: w[0], Count: w[1]})
	case gpu.OpDrawIndexed:
		r.draw(Draw{Indexed: true, First: w[0], Count: w[1], Base: int32(w[2])})
	case gpu.OpQueryPause:
		if r.paused = w[0] == 1; w[0] > 1 {
			r.bad("OpQueryPause of %d", w[0])
		}
	case gpu.OpQueryBegin, gpu.OpQueryEnd:
		r.query(op, gpu.ID(w[0]))
	case gpu.OpDestroy:
		r.destroy(gpu.Kind(w[0]), gpu.ID(w[1]))
	default:
		r.transfer(op, w)
	}
}

func (r *run) blend(w []uint32) {
	if !r.features.DynamicBlend {
		r.bad("OpBlend without the feature DynamicBlend")
	}
	if !r.features.IndependentBlend && (w[0] != w[1] || w[0] != w[2] || w[0] != w[3]) {
		r.bad("OpBlend of %#x without the feature IndependentBlend", w)
	}
	for _, b := range w {
		for _, shift := range []int{5, 10, 18, 23} {
			if b>>shift&31 > uint32(gpu.BlendSrcAlphaSaturate) {
				r.bad("blend factor in %#x", b)
			}
		}
		if b>>31 != 0 || b>>15&7 > uint32(gpu.OpMax) || b>>28&7 > uint32(gpu.OpMax) {
			r.bad("blend operation in %#x", b)
		}
	}
}

// target checks one attachment of a pass and returns its image.
func (r *run) target(id gpu.ID, width, height, samples uint32, depth bool) {
	v, ok := r.views.live[id]
	if !ok || v.dying || !v.desc.Attachment {
		r.bad("target view %d is not live, or no attachment", id)
		return
	}
	i := r.images.live[v.desc.Image]
	if i == nil || i.dying {
		r.bad("the image of target view %d is not live", id)
		return
	}
	w, h := i.extent(v.desc.BaseLevel)
	if w < width || h < height {
		r.bad("target view %d has %dx%d, the pass %dx%d", id, w, h, width, height)
	}
	if i.desc.Samples != samples {
		r.bad("target view %d has %d samples, the pass %d", id, i.desc.Samples, samples)
	}
	if isDepth := i.layout.depth+i.layout.stencil > 0; isDepth != depth {
		r.bad("target view %d is in the wrong place", id)
	}
}

func (r *run) targets(w []uint32) {
	s := &r.state
	s.Width, s.Height, s.Depth, s.Samples = w[0], w[1], gpu.ID(w[6]), w[7]
	if s.Width == 0 || s.Height == 0 || s.Width > r.adapter.Limits.MaxFramebufferWidth || s.Height > r.adapter.Limits.MaxFramebufferHeight {
		r.bad("a pass of %dx%d", s.Width, s.Height)
	}
	for n := range s.Color {
		s.Color[n] = gpu.ID(w[2+n])
		if s.Color[n] != 0 {
			r.target(s.Color[n], s.Width, s.Height, s.Samples, false)
		}
	}
	if s.Depth != 0 {
		r.target(s.Depth, s.Width, s.Height, s.Samples, true)
	}
}

// buffer returns a live buffer and checks a range of it.
func (r *run) buffer(what string, id gpu.ID, offset, size uint64) *buffer {
	b, ok := r.buffers.live[id]
	if !ok || b.dying {
		r.bad("%s: buffer %d is not live", what, id)
		return nil
	}
	if b.arena && id != r.list.Buffer {
		r.bad("%s: buffer %d is the arena of another list", what, id)
		return nil
	}
	limit := uint64(len(b.bytes))
	if b.arena {
		limit = uint64(r.list.Used)
	}
	if offset > limit || size > limit-offset {
		r.bad("%s: bytes %d+%d of buffer %d, which has %d", what, offset, size, id, limit)
		return nil
	}
	return b
}

func (r *run) bind(op gpu.Op, w []uint32) {
	s := &r.state
	switch op {
	case gpu.OpStream:
		if w[0] >= gpu.ZeroStream {
			r.bad("stream %d", w[0])
			return
		}
		r.buffer("OpStream", gpu.ID(w[1]), uint64(w[2]), 0)
		if w[3] > r.adapter.Limits.MaxVertexInputBindingStride {
			r.bad("OpStream: stride %d", w[3])
		}
		s.Streams[w[0]] = Stream{gpu.ID(w[1]), w[2], w[3]}
	case gpu.OpIndex:
		r.buffer("OpIndex", gpu.ID(w[0]), uint64(w[1]), 0)
		if w[2] != 2 && w[2] != 4 || w[1]%w[2] != 0 {
			r.bad("OpIndex: offset %d, size %d", w[1], w[2])
		}
		s.Index = Index{gpu.ID(w[0]), w[1], w[2]}
	case gpu.OpConst:
		align := uint32(gpu.ArenaAlign)
		if r.features.UniformConstants {
			align = gpu.ConstAlign
		}
		if w[0] > gpu.PixelState || w[1]%align != 0 {
			r.bad("OpConst: block %d at %d", w[0], w[1])
			return
		}
		if b := r.buffer("OpConst", r.list.Buffer, uint64(w[1]), uint64(w[2])); b != nil {
			s.Const[w[0]] = b.bytes[w[1] : w[1]+w[2]]
		}
	case gpu.OpTexture:
		if w[0] >= uint32(len(s.Textures)) {
			r.bad("texture slot %d", w[0])
			return
		}
		s.Textures[w[0]] = Texture{gpu.ID(w[1]), gpu.ID(w[2])}
		if v, ok := r.views.live[gpu.ID(w[1])]; !ok || v.dying || v.desc.Attachment {
			r.bad("OpTexture: view %d is not live, or not for sampling", w[1])
		}
		if _, ok := r.samplers.live[gpu.ID(w[2])]; !ok {
			r.bad("OpTexture: sampler %d is not live", w[2])
		}
	}
}

func (r *run) query(op gpu.Op, id gpu.ID) {
	q, ok := r.queries.live[id]
	switch {
	case !ok:
		r.bad("query %d is not live", id)
	case op == gpu.OpQueryBegin && r.open[id], op == gpu.OpQueryEnd && !r.open[id]:
		r.bad("query %d begins twice or ends without having begun", id)
	case op == gpu.OpQueryBegin:
		q.samples = 0
		r.open[id] = true
	default:
		delete(r.open, id)
	}
}

// destroy marks an object; it goes when the list has run, and must not be used after this record.
func (r *run) destroy(kind gpu.Kind, id gpu.ID) {
	for _, x := range r.dying {
		if x.kind == kind && x.id == id {
			r.bad("kind %d, id %d is destroyed twice", kind, id)
			return
		}
	}
	ok := false
	switch kind {
	case gpu.KindBuffer:
		b := r.buffers.live[id]
		if ok = b != nil && !b.arena; ok {
			b.dying = true
		}
	case gpu.KindImage:
		i := r.images.live[id]
		if ok = i != nil; ok {
			i.dying = true
		}
	case gpu.KindView:
		v := r.views.live[id]
		if ok = v != nil; ok {
			v.dying = true
		}
	case gpu.KindSampler:
		_, ok = r.samplers.live[id]
	case gpu.KindShader:
		_, ok = r.shaders.live[id]
	case gpu.KindVertexLayout:
		_, ok = r.layouts.live[id]
	case gpu.KindPipeline:
		_, ok = r.pipelines.live[id]
	case gpu.KindQuery:
		_, ok = r.queries.live[id]
	case gpu.KindSwapchain:
		_, ok = r.swapchains.live[id]
	}
	if !ok {
		r.bad("OpDestroy of kind %d, id %d, which is not live", kind, id)
		return
	}
	r.dying = append(r.dying, dying{kind, id})
}

// bury takes away what the list has destroyed.
func (r *run) bury() {
	gone := map[gpu.ID]bool{}
	for _, x := range r.dying {
		switch x.kind {
		case gpu.KindBuffer:
			b := r.buffers.live[x.id]
			r.memory -= b.desc.Size
			poison(b.bytes)
			delete(r.buffers.live, x.id)
		case gpu.KindImage:
			r.memory -= r.images.live[x.id].size()
			delete(r.images.live, x.id)
			gone[x.id] = true
		case gpu.KindView:
			delete(r.views.live, x.id)
		case gpu.KindSampler:
			delete(r.samplers.live, x.id)
		case gpu.KindShader:
			delete(r.shaders.live, x.id)
		case gpu.KindVertexLayout:
			delete(r.layouts.live, x.id)
		case gpu.KindPipeline:
			delete(r.pipelines.live, x.id)
		case gpu.KindQuery:
			delete(r.queries.live, x.id)
		case gpu.KindSwapchain:
			delete(r.swapchains.live, x.id)
		}
	}
	if len(gone) == 0 {
		return
	}
	for id, v := range r.views.live {
		if gone[v.desc.Image] {
			r.bad("image %d is destroyed before its view %d", v.desc.Image, id)
		}
	}
}
