package gputest

import (
	"encoding/binary"
	"slices"

	"d3d9vk/internal/gpu"
)

// needed is what must have been set before a draw, besides blending.
var needed = []gpu.Op{
	gpu.OpTargets, gpu.OpPipeline, gpu.OpViewport, gpu.OpScissor, gpu.OpBlendConst, gpu.OpRaster, gpu.OpDepth, gpu.OpStencil, gpu.OpTopology,
}

func (r *run) draw(d Draw) {
	s := &r.state
	if d.Count == 0 {
		r.bad("a draw of nothing")
	}
	for _, op := range needed {
		if !r.set[op] {
			r.bad("a draw before opcode %d has set its state", op)
		}
	}
	if r.features.DynamicBlend && !r.set[gpu.OpBlend] {
		r.bad("a draw before OpBlend")
	}
	if b := r.buffers.live[s.Index.Buffer]; d.Indexed && (b == nil || b.dying) {
		r.bad("an indexed draw without a live index buffer: %d", s.Index.Buffer)
	}
	p, ok := r.pipelines.live[s.Pipeline]
	if !ok {
		return // reported
	}
	if r.destroyed(gpu.KindPipeline, s.Pipeline) || r.destroyed(gpu.KindVertexLayout, p.Layout) ||
		r.destroyed(gpu.KindShader, p.Vertex) || r.destroyed(gpu.KindShader, p.Fragment) || r.destroyed(gpu.KindShader, p.Geometry) {
		r.bad("a draw with a pipeline, shader or layout after its OpDestroy")
	}
	r.passFits(&p)
	r.streamsFit(&p)
	for slot := range s.Textures {
		if slot < 16 && p.PixelSamplers>>slot&1 != 0 || slot >= 16 && p.VertexSamplers>>(slot-16)&1 != 0 {
			r.textureFits(slot)
		}
	}
	for q := range r.open {
		if !r.paused {
			r.queries.live[q].samples += uint64(d.Count)
		}
	}
	if r.Forget {
		return
	}
	d.State, d.Serial, d.Desc = *s, r.serial, p
	for i := range d.Const {
		d.Const[i] = slices.Clone(d.Const[i])
	}
	r.input(&d)
	r.draws = append(r.draws, d)
}

func (r *run) destroyed(kind gpu.Kind, id gpu.ID) bool {
	return id != 0 && slices.Contains(r.dying, dying{kind, id})
}

// passFits compares the pipeline with the pass.
func (r *run) passFits(p *gpu.PipelineDesc) {
	s := &r.state
	format := func(id gpu.ID) gpu.Format {
		if v := r.views.live[id]; v != nil {
			if v.dying || r.images.live[v.desc.Image] == nil || r.images.live[v.desc.Image].dying {
				r.bad("a draw to view %d after its OpDestroy", id)
			}
			return v.desc.Format
		}
		return gpu.FormatUndefined
	}
	for n, want := range p.ColorFormats {
		if got := format(s.Color[n]); got != want {
			r.bad("color target %d has format %d, the pipeline %d", n, got, want)
		}
	}
	if got := format(s.Depth); got != p.DepthFormat {
		r.bad("the depth target has format %d, the pipeline %d", got, p.DepthFormat)
	}
	if uint32(p.Samples) != s.Samples {
		r.bad("the pass has %d samples, the pipeline %d", s.Samples, p.Samples)
	}
	if gpu.TopologyClass(s.Topology) != p.Class {
		r.bad("topology %d with a pipeline of class %d", s.Topology, p.Class)
	}
	if uint64(s.Scissor[0])+uint64(s.Scissor[2]) > uint64(s.Width) || uint64(s.Scissor[1])+uint64(s.Scissor[3]) > uint64(s.Height) {
		r.bad("scissor %v outside the pass of %dx%d", s.Scissor, s.Width, s.Height)
	}
}

func (r *run) streamsFit(p *gpu.PipelineDesc) {
	for _, e := range r.layouts.live[p.Layout] {
		if e.Binding == gpu.ZeroStream {
			continue
		}
		st := r.state.Streams[e.Binding]
		if b := r.buffers.live[st.Buffer]; b == nil || b.dying {
			r.bad("location %d reads stream %d, which has no live buffer", e.Location, e.Binding)
		}
	}
}

// textureFits checks a slot that a shader reads, and that it does not read what the draw writes.
func (r *run) textureFits(slot int) {
	t := r.state.Textures[slot]
	v := r.views.live[t.View]
	if v == nil || v.dying || r.images.live[v.desc.Image] == nil || r.images.live[v.desc.Image].dying {
		r.bad("texture slot %d has no live view", slot)
		return
	}
	if _, ok := r.samplers.live[t.Sampler]; !ok || r.destroyed(gpu.KindSampler, t.Sampler) {
		r.bad("texture slot %d has no live sampler", slot)
	}
	for _, id := range append(r.state.Color[:], r.state.Depth) {
		a := r.views.live[id]
		if a == nil || a.desc.Image != v.desc.Image {
			continue
		}
		level := a.desc.BaseLevel - v.desc.BaseLevel
		layer := a.desc.BaseLayer - v.desc.BaseLayer
		if level < v.desc.Levels && (layer < v.desc.Layers || v.desc.Kind == gpu.Image3D) {
			r.bad("texture slot %d reads level %d, layer %d of image %d, a target of the same draw", slot, a.desc.BaseLevel, a.desc.BaseLayer, v.desc.Image)
		}
	}
}

// input copies what a draw reads of its index buffer or of stream 0, as far as it is there.
func (r *run) input(d *Draw) {
	s := &r.state
	if d.Indexed {
		b := r.buffers.live[s.Index.Buffer]
		if b == nil || s.Index.Size == 0 {
			return
		}
		for n := range uint64(d.Count) {
			at := uint64(s.Index.Offset) + (uint64(d.First)+n)*uint64(s.Index.Size)
			if at+uint64(s.Index.Size) > uint64(len(b.bytes)) {
				return
			}
			if s.Index.Size == 2 {
				d.Indices = append(d.Indices, uint32(binary.LittleEndian.Uint16(b.bytes[at:])))
			} else {
				d.Indices = append(d.Indices, binary.LittleEndian.Uint32(b.bytes[at:]))
			}
		}
		return
	}
	st := s.Streams[0]
	b := r.buffers.live[st.Buffer]
	if b == nil {
		return
	}
	from := uint64(st.Offset) + uint64(d.First)*uint64(st.Stride)
	to := from + uint64(d.Count)*uint64(st.Stride)
	if size := uint64(len(b.bytes)); from < size {
		d.Vertices = slices.Clone(b.bytes[from:min(to, size)])
	}
}
