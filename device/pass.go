package device

import (
	"math/bits"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
	"d3d9vk/translate/emit"
)

// pass is the render pass that draws go to, as mrt planned it from the bound surfaces.
type pass struct {
	width, height uint32
	samples       uint8
	maskable      bool                // MULTISAMPLEMASK counts
	colors        [targetCount]gpu.ID // views; 0 = hole
	depthView     gpu.ID
	formats       [targetCount]gpu.Format // of the views
	depthFormat   gpu.Format
	depth         bool // there is a depth buffer
	stencil       bool // it has stencil
	biasScale     float32
	first         *caps.FormatRow // of the first target, for the alpha test; nil without one
	stores        stores          // of opaque writes
}

// stores is how the pixel shader stores each color (emit.PixelVariant).
type stores [targetCount]emit.Store

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

// describeSurfaces describes the bound surfaces.
func (d *Device) describeSurfaces(in *mrt.Input) {
	for i, s := range d.state.bound.targets {
		in.Targets[i] = mrtSurface(s)
	}
	in.DepthStencil = mrtSurface(d.state.bound.depth)
}

// remembered is a plan that was made from the surfaces that are bound now, by what else it was made from.
type remembered struct {
	key   uint64 // blendKey; 0 = made once, not to be found again
	plan  mrt.Plan
	blend [targetCount]uint32 // what OpBlend would say
}

// blendKey packs what a plan depends on beside the surfaces and the sampled targets: write masks, blending, the written set. It is 0 for
// values that do not fit, which no plan is remembered for.
func (d *Device) blendKey() uint64 {
	rs := &d.state.render
	masks := rs[d3d9.RS_COLORWRITEENABLE] | rs[d3d9.RS_COLORWRITEENABLE1]<<4 | rs[d3d9.RS_COLORWRITEENABLE2]<<8 | rs[d3d9.RS_COLORWRITEENABLE3]<<12
	color := rs[d3d9.RS_SRCBLEND] | rs[d3d9.RS_DESTBLEND]<<5 | rs[d3d9.RS_BLENDOP]<<10
	alpha := rs[d3d9.RS_SRCBLENDALPHA] | rs[d3d9.RS_DESTBLENDALPHA]<<5 | rs[d3d9.RS_BLENDOPALPHA]<<10
	bits := rs[d3d9.RS_ALPHABLENDENABLE] | rs[d3d9.RS_SEPARATEALPHABLENDENABLE]<<1 | rs[d3d9.RS_SRGBWRITEENABLE]<<2 | rs[d3d9.RS_FOGENABLE]<<3
	large := (rs[d3d9.RS_COLORWRITEENABLE]|rs[d3d9.RS_COLORWRITEENABLE1]|rs[d3d9.RS_COLORWRITEENABLE2]|rs[d3d9.RS_COLORWRITEENABLE3])>>4 |
		(rs[d3d9.RS_SRCBLEND]|rs[d3d9.RS_DESTBLEND]|rs[d3d9.RS_SRCBLENDALPHA]|rs[d3d9.RS_DESTBLENDALPHA])>>5 |
		(rs[d3d9.RS_BLENDOP]|rs[d3d9.RS_BLENDOPALPHA])>>3 |
		(rs[d3d9.RS_ALPHABLENDENABLE]|rs[d3d9.RS_SEPARATEALPHABLENDENABLE]|rs[d3d9.RS_SRGBWRITEENABLE]|rs[d3d9.RS_FOGENABLE])>>1
	if large != 0 {
		return 0
	}
	key := uint64(masks) | uint64(color)<<16 | uint64(alpha)<<29 | uint64(bits)<<42 | uint64(d.flush.written)<<46
	if d.state.bound.pixel.program.Shader.Major < 3 {
		key |= 1 << 50
	}
	return key | 1<<51 // never 0
}

// plan asks mrt what the draw renders to, unless it did for the same state. The bound surfaces are described again only when they changed.
func (d *Device) plan(call string) *remembered {
	f, in := &d.flush, &d.flush.input
	if d.dirty&dirtyTargets != 0 {
		d.describeSurfaces(in)
		f.plans = [len(f.plans)]remembered{}
	}
	d.sampledTargets(in)
	key := uint64(0)
	if in.Samplers == 0 {
		key = d.blendKey()
	}
	if key != 0 {
		for i := range f.plans {
			if p := &f.plans[i]; p.key == key {
				d.explain(call, in, &p.plan)
				return p
			}
		}
	}
	p := &f.plans[f.nextPlan]
	f.nextPlan = (f.nextPlan + 1) % len(f.plans)
	p.key = key
	d.makePlan(in, &p.plan)
	d.explain(call, in, &p.plan)
	for i := range p.blend {
		p.blend[i] = gpu.PackBlend(p.plan.Blend[i])
	}
	return p
}

// makePlan makes the plan from the render states.
func (d *Device) makePlan(in *mrt.Input, p *mrt.Plan) {
	in.SetStates(&d.state.render, d.flush.written, d.state.bound.pixel.program.Shader.Major)
	mrt.Make(in, p)
}

// flushTargets begins the pass of the plan and sets its blending. What depends on the pass becomes dirty where the pass changed.
func (d *Device) flushTargets(call string) d3d9.Error {
	f := &d.flush
	noAlphaTest, noFog := f.plan.NoAlphaTest, f.plan.NoFog
	made := d.plan(call)
	f.plan = &made.plan
	if f.plan.NoAlphaTest != noAlphaTest || f.plan.NoFog != noFog {
		d.dirty |= dirtyPipeline
	}
	if f.plan.Refused != 0 {
		reason := f.plan.Reason()
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, reason.Rule(), "%s", reason.Text)
	}
	if d.dirty&dirtyTargets != 0 || f.plan.Pass != f.planned || f.plan.Steps > 1 || f.further.count > 0 {
		if err := d.changePass(call); err != nil {
			return err
		}
	}
	if f.pass.stores != (stores{}) || f.stores != (stores{}) {
		d.chooseStores()
	}
	if !d.features.DynamicBlend {
		if f.plan.Blend != f.pipeline.Blend {
			d.dirty |= dirtyPipeline
		}
		return nil
	}
	d.putBlends(made.blend)
	return nil
}

// putBlends sets the blend states of the attachments, in gpu.PackBlend's form.
func (d *Device) putBlends(blend [targetCount]uint32) {
	e := &d.flush.emitted
	if !e.hasBlend || e.blend != blend {
		e.hasBlend, e.blend = true, blend
		d.list.Words = append(d.list.Words, uint32(gpu.OpBlend), blend[0], blend[1], blend[2], blend[3])
	}
}

// changePass makes the plan's pass the pass of the list.
func (d *Device) changePass(call string) d3d9.Error {
	f := &d.flush
	p, err := d.makePass(call, &f.plan.Pass)
	if err != nil {
		return err
	}
	if p.maskable != f.pass.maskable || p.formats != f.pass.formats || p.depthFormat != f.pass.depthFormat || p.samples != f.pass.samples {
		d.dirty |= dirtyPipeline
	}
	if p.width != f.pass.width || p.height != f.pass.height || p.samples != f.pass.samples {
		d.dirty |= dirtyViewport
	}
	if p.depth != f.pass.depth || p.stencil != f.pass.stencil || p.biasScale != f.pass.biasScale {
		d.dirty |= dirtyDepth | dirtyStencil | dirtyRaster
	}
	if p.first != f.pass.first {
		d.dirty |= dirtyPixelState
	}
	f.pass, f.planned = p, f.plan.Pass
	d.putTargets(f.pass.record())
	return d.makeSteps(call)
}

// storeOf is how the pixel shader stores a color for a target of the format.
func storeOf(r *caps.FormatRow) emit.Store {
	s := emit.StoreUnorm(r.RoundBits)
	if r.AlphaRed {
		s |= emit.StoreAlpha
	}
	if r.RoundHalf {
		s |= emit.StoreHalf
	}
	return s
}

// chooseStores finds how the pixel shader stores its colors. What is blended is rounded by the image alone: the equation takes the color as
// it was computed.
func (d *Device) chooseStores() {
	f := &d.flush
	chosen := f.pass.stores
	for n := range chosen {
		if f.plan.Blended>>n&1 != 0 {
			chosen[n] &= emit.StoreAlpha
		}
	}
	if chosen != f.stores {
		f.stores = chosen
		d.dirty |= dirtyPipeline
	}
}

// makePass turns the plan's pass into views.
func (d *Device) makePass(call string, plan *mrt.Pass) (pass, d3d9.Error) {
	p := pass{width: plan.Width, height: plan.Height, samples: max(1, plan.Samples), biasScale: 1}
	var err d3d9.Error
	for i, s := range d.state.bound.targets {
		if (plan.Attached|d.flush.plan.Written)>>i&1 != 0 { // written in whichever step: all have one pixel shader
			p.stores[i] = storeOf(s.store.row)
		}
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
	p.maskable = plan.Samples > 1 && d.maskable(plan)
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

// maskable reports whether the samples of the pass can be masked, which is the multisample type's to say: of the first target that is
// attached, else of the depth-stencil surface.
func (d *Device) maskable(plan *mrt.Pass) bool {
	s := d.state.bound.depth
	if first := plan.Attached | d.flush.plan.Written; first != 0 {
		s = d.state.bound.targets[bits.TrailingZeros8(first)]
	}
	return s != nil && s.store.multiSample >= d3d9.MULTISAMPLE_2_SAMPLES
}

// maskedSamples is the samples that MULTISAMPLEMASK keeps draws from.
func (d *Device) maskedSamples() uint16 {
	if !d.flush.pass.maskable {
		return 0
	}
	return ^uint16(d.state.render[d3d9.RS_MULTISAMPLEMASK]) & (1<<d.flush.pass.samples - 1)
}

// targetsWords is the words of an OpTargets after its opcode.
const targetsWords = 8

// record is the pass as OpTargets has it.
func (p *pass) record() [targetsWords]uint32 {
	return [targetsWords]uint32{
		p.width, p.height, uint32(p.colors[0]), uint32(p.colors[1]), uint32(p.colors[2]), uint32(p.colors[3]), uint32(p.depthView), uint32(p.samples),
	}
}

// putTargets makes a pass that of the list.
func (d *Device) putTargets(record [targetsWords]uint32) {
	if d.flush.emitted.targets != record {
		d.flush.emitted.targets = record
		d.list.Add(gpu.OpTargets, record[:]...)
	}
}
