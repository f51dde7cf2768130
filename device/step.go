package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

// drawRecord is an OpDraw, or an OpDrawIndexed.
type drawRecord struct {
	indexed      bool
	first, count uint32
	base         int32
}

func (r *drawRecord) put(l *gpu.List) {
	if r.indexed {
		l.DrawIndexed(r.first, r.count, r.base)
	} else {
		l.Draw(r.first, r.count)
	}
}

// furtherStep is what a further step of a draw needs that the first has not: see mrt.Plan.
type furtherStep struct {
	targets  [targetsWords]uint32
	formats  [targetCount]gpu.Format
	blend    gpu.BlendState // of all attachments
	pipeline gpu.ID
}

// steps is the further steps of the draws to come, and where depth and stencil lie between them.
type steps struct {
	count int // none where the adapter has independentBlend
	steps [gpu.MaxTargets - 1]furtherStep
	kept  gpu.ID // the image; 0 = nothing has to be restored
}

// stepWords is the room of all further steps of a draw.
var stepWords = 2*gpu.RecordWords[gpu.OpQueryPause] + gpu.RecordWords[gpu.OpCopyImage] + (gpu.MaxTargets-1)*
	(gpu.RecordWords[gpu.OpCopyImage]+gpu.RecordWords[gpu.OpTargets]+gpu.RecordWords[gpu.OpBlend]+gpu.RecordWords[gpu.OpPipeline]+drawWords)

// makeSteps turns the further steps of the plan into records. The pipelines come with the first one's.
func (d *Device) makeSteps(call string) d3d9.Error {
	f := &d.flush
	count := int(f.plan.Steps) - 1
	if f.further.count != count {
		f.further.count = count
		d.dirty |= dirtyPipeline
	}
	for k := range count {
		step := f.plan.Step(k + 1)
		p, err := d.makePass(call, &step.Pass)
		if err != nil {
			return err
		}
		s := &f.further.steps[k]
		if p.formats != s.formats || !d.features.DynamicBlend && step.Blend[0] != s.blend {
			d.dirty |= dirtyPipeline
		}
		s.targets, s.formats, s.blend = p.record(), p.formats, step.Blend[0]
	}
	return nil
}

// findStepPipelines finds the pipelines of the further steps, which are like the first one's but for the targets.
func (d *Device) findStepPipelines(call string, desc gpu.PipelineDesc) d3d9.Error {
	f := &d.flush
	for k := range f.further.count {
		s := &f.further.steps[k]
		desc.ColorFormats = s.formats
		d.blendAlike(&desc, &s.blend)
		var err d3d9.Error
		if s.pipeline, err = d.pipeline(call, &desc); err != nil {
			return err
		}
	}
	return nil
}

// firstStep makes the list ready for the first step again, where the last draw left it at its last.
func (d *Device) firstStep() {
	f := &d.flush
	d.putTargets(f.pass.record())
	d.putBlend(&f.plan.Blend[0])
	d.bindPipeline(f.pipelineID)
}

// putBlend and blendAlike give all attachments one blend state: the first where it is dynamic, the second where it is in the pipeline.
func (d *Device) putBlend(s *gpu.BlendState) {
	if d.features.DynamicBlend {
		b := gpu.PackBlend(*s)
		d.putBlends([targetCount]uint32{b, b, b, b})
	}
}

func (d *Device) blendAlike(desc *gpu.PipelineDesc, s *gpu.BlendState) {
	if !d.features.DynamicBlend {
		desc.Blend = [targetCount]gpu.BlendState{*s, *s, *s, *s}
	}
}

// keepDepth finds an image for depth and stencil where they must be restored between steps.
func (d *Device) keepDepth(call string) d3d9.Error {
	f := &d.flush
	f.further.kept = 0
	if ds := d.depthStencil(); !f.plan.Restores(&ds) {
		return nil
	}
	s := d.state.bound.depth
	key := snapshotKey{slot: depthSlot, row: s.store.row, desc: gpu.ImageDesc{
		Kind: gpu.Image2D, Format: s.store.row.Image, Width: s.part().width, Height: s.part().height, Depth: 1, Levels: 1,
		Samples: s.store.samples, Usage: gpu.UseDepthTarget,
	}}
	kept, err := d.snapshotImage(call, key)
	f.further.kept = kept.image
	return err
}

// depthStencil is the states of the depth and stencil tests as they act on the pass.
func (d *Device) depthStencil() mrt.DepthStencil {
	rs := &d.state.render
	front := mrt.StencilFace{Func: rs[d3d9.RS_STENCILFUNC], Fail: rs[d3d9.RS_STENCILFAIL], ZFail: rs[d3d9.RS_STENCILZFAIL], Pass: rs[d3d9.RS_STENCILPASS]}
	back := front
	if rs[d3d9.RS_TWOSIDEDSTENCILMODE] != 0 {
		back = mrt.StencilFace{
			Func: rs[d3d9.RS_CCW_STENCILFUNC], Fail: rs[d3d9.RS_CCW_STENCILFAIL], ZFail: rs[d3d9.RS_CCW_STENCILZFAIL], Pass: rs[d3d9.RS_CCW_STENCILPASS],
		}
	}
	return mrt.DepthStencil{
		ZEnable: rs[d3d9.RS_ZENABLE] != d3d9.ZB_FALSE && d.flush.pass.depth, ZWriteEnable: rs[d3d9.RS_ZWRITEENABLE] != 0, ZFunc: rs[d3d9.RS_ZFUNC],
		StencilEnable: rs[d3d9.RS_STENCILENABLE] != 0 && d.flush.pass.stencil, StencilWriteMask: uint8(rs[d3d9.RS_STENCILWRITEMASK]),
		Faces: [2]mrt.StencilFace{front, back},
	}
}

// record appends a draw whose state prepare has flushed, once for each step of the plan; prepare has made the room.
func (d *Device) record(r drawRecord) {
	further := &d.flush.further
	if further.count == 0 {
		r.put(d.list)
		return
	}
	if further.kept != 0 {
		d.copyDepth(further.kept, false)
	}
	r.put(d.list)
	if len(d.queries) > 0 {
		d.list.Add(gpu.OpQueryPause, 1)
	}
	for k := range further.count {
		s := &further.steps[k]
		if further.kept != 0 {
			d.copyDepth(further.kept, true)
		}
		d.putTargets(s.targets)
		d.putBlend(&s.blend)
		d.bindPipeline(s.pipeline)
		r.put(d.list)
	}
	if len(d.queries) > 0 {
		d.list.Add(gpu.OpQueryPause, 0)
	}
}

// copyDepth copies the part of depth and stencil that the draw can change to an image, or back.
func (d *Device) copyDepth(image gpu.ID, back bool) {
	s := d.state.bound.depth
	r := d.flush.emitted.scissor
	x, y := r[0], r[1]
	if back {
		d.list.Add(gpu.OpCopyImage, uint32(image), 0, 0, x, y, 0, uint32(s.store.image), s.level, s.layer, x, y, 0, r[2], r[3], 1)
	} else {
		d.list.Add(gpu.OpCopyImage, uint32(s.store.image), s.level, s.layer, x, y, 0, uint32(image), 0, 0, x, y, 0, r[2], r[3], 1)
	}
}
