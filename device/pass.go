package device

import (
	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

// pass is the render pass that draws go to, as mrt planned it from the bound surfaces.
type pass struct {
	width, height uint32
	samples       uint8
	colors        [targetCount]gpu.ID // views; 0 = hole
	depthView     gpu.ID
	formats       [targetCount]gpu.Format // of the views
	depthFormat   gpu.Format
	depth         bool // there is a depth buffer
	stencil       bool // it has stencil
	biasScale     float32
	first         *caps.FormatRow // of the first target, for the alpha test; nil without one
}

// alphaScale is emit's scale of oC0.a before the alpha test.
func (p *pass) alphaScale() float32 {
	if p.first == nil {
		return 255
	}
	return p.first.AlphaScale
}

func (p *pass) alphaReference(ref uint8) float32 {
	if p.first == nil {
		return float32(ref)
	}
	return p.first.AlphaReference(ref)
}

// mrtSurface describes a bound surface to package mrt.
func mrtSurface(s *Surface) mrt.Surface {
	if s == nil {
		return mrt.Surface{}
	}
	a := s.attachment()
	return mrt.Surface{
		Format: a.row, Width: a.width, Height: a.height, Samples: uint8(a.samples),
		Image: a.image, Level: a.level, Layer: a.layer,
	}
}

// plan asks mrt what the draw renders to. The bound surfaces are described again only when they changed.
func (d *Device) plan(call string) {
	f, rs := &d.flush, &d.state.render
	in := &f.input
	if d.dirty&dirtyTargets != 0 {
		for i, s := range d.state.bound.targets {
			in.Targets[i] = mrtSurface(s)
		}
		in.DepthStencil = mrtSurface(d.state.bound.depth)
	}
	in.Written = f.written
	in.Masks = [targetCount]uint8{
		uint8(rs[d3d9.RS_COLORWRITEENABLE] & 15), uint8(rs[d3d9.RS_COLORWRITEENABLE1] & 15),
		uint8(rs[d3d9.RS_COLORWRITEENABLE2] & 15), uint8(rs[d3d9.RS_COLORWRITEENABLE3] & 15),
	}
	in.Blend = mrt.Blend{
		Enable: rs[d3d9.RS_ALPHABLENDENABLE] != 0,
		Src:    d3d9.BLEND(rs[d3d9.RS_SRCBLEND]), Dest: d3d9.BLEND(rs[d3d9.RS_DESTBLEND]), Op: d3d9.BLENDOP(rs[d3d9.RS_BLENDOP]),
		Separate: rs[d3d9.RS_SEPARATEALPHABLENDENABLE] != 0,
		SrcAlpha: d3d9.BLEND(rs[d3d9.RS_SRCBLENDALPHA]), DestAlpha: d3d9.BLEND(rs[d3d9.RS_DESTBLENDALPHA]), OpAlpha: d3d9.BLENDOP(rs[d3d9.RS_BLENDOPALPHA]),
	}
	in.SRGBWrite = rs[d3d9.RS_SRGBWRITEENABLE] != 0
	in.Fog = rs[d3d9.RS_FOGENABLE] != 0 && d.state.bound.pixel.program.Shader.Major < 3
	d.sampledTargets(in)
	mrt.Make(in, &f.plan)
	d.explain(call, in, &f.plan)
}

// flushTargets begins the pass of the plan and sets its blending. What depends on the pass becomes dirty where the pass changed.
func (d *Device) flushTargets(call string) d3d9.Error {
	f := &d.flush
	d.plan(call)
	if d.dirty&dirtyTargets != 0 || f.plan.Pass != f.planned {
		p, err := d.makePass(call, &f.plan.Pass)
		if err != nil {
			return err
		}
		if p.formats != f.pass.formats || p.depthFormat != f.pass.depthFormat || p.samples != f.pass.samples {
			d.dirty |= dirtyPipeline
		}
		if p.width != f.pass.width || p.height != f.pass.height {
			d.dirty |= dirtyViewport
		}
		if p.depth != f.pass.depth || p.stencil != f.pass.stencil || p.biasScale != f.pass.biasScale {
			d.dirty |= dirtyDepth | dirtyStencil | dirtyRaster
		}
		if p.first != f.pass.first {
			d.dirty |= dirtyPixelState
		}
		f.pass, f.planned = p, f.plan.Pass
	}
	d.putTargets(&f.pass)
	if d.features.DynamicBlend {
		var record [targetCount]uint32
		for i := range record {
			record[i] = gpu.PackBlend(f.plan.Blend[i])
		}
		if !f.emitted.hasBlend || f.emitted.blend != record {
			f.emitted.hasBlend, f.emitted.blend = true, record
			d.list.Add(gpu.OpBlend, record[:]...)
		}
	} else if f.plan.Blend != f.pipeline.Blend {
		d.dirty |= dirtyPipeline
	}
	return nil
}

// makePass turns the plan's pass into views.
func (d *Device) makePass(call string, plan *mrt.Pass) (pass, d3d9.Error) {
	p := pass{width: plan.Width, height: plan.Height, samples: max(1, plan.Samples), biasScale: 1}
	var err d3d9.Error
	for i, s := range d.state.bound.targets {
		if plan.Attached>>i&1 == 0 {
			continue
		}
		srgb := plan.SRGB>>i&1 != 0
		if p.colors[i], err = s.attachView(call, srgb); err != nil {
			return p, err
		}
		p.formats[i] = s.store.row.Image
		if srgb {
			p.formats[i] = s.store.row.SRGB
		}
	}
	if s := d.state.bound.targets[0]; s != nil {
		p.first = s.store.row
	}
	if plan.Depth {
		s := d.state.bound.depth
		if p.depthView, err = s.attachView(call, false); err != nil {
			return p, err
		}
		p.depth, p.stencil = true, s.store.row.Stencil
		p.depthFormat, p.biasScale = s.store.row.Image, s.store.row.DepthBiasScale
	}
	return p, nil
}

// putTargets makes p the pass of the list.
func (d *Device) putTargets(p *pass) {
	record := [8]uint32{
		p.width, p.height, uint32(p.colors[0]), uint32(p.colors[1]), uint32(p.colors[2]), uint32(p.colors[3]), uint32(p.depthView), uint32(p.samples),
	}
	if d.flush.emitted.targets != record {
		d.flush.emitted.targets = record
		d.list.Add(gpu.OpTargets, record[:]...)
	}
}
