package device

import (
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
	"d3d9vk/translate/ir"
)

// SetTexture sets the texture of sampler 0..15 or VERTEXTEXTURESAMPLER0..3; nil takes it away, and the sampler reads (0, 0, 0, 1).
// Other samplers are ignored, as on Windows.
func (d *Device) SetTexture(sampler uint32, texture BaseTextureImpl) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	slot, ok := slotOf(sampler)
	t, err := d.baseOf("SetTexture", texture)
	if err != nil || !ok {
		return err
	}
	d.setTexture(slot, t)
	return nil
}

// baseOf checks a texture that SetTexture was given; nil, also of a type, is none.
func (d *Device) baseOf(call string, texture BaseTextureImpl) (*BaseTexture, d3d9.Error) {
	switch t := texture.(type) {
	case nil:
		return nil, nil
	case *Texture:
		if t == nil {
			return nil, nil
		}
	case *CubeTexture:
		if t == nil {
			return nil, nil
		}
	case *VolumeTexture:
		if t == nil {
			return nil, nil
		}
	case *BaseTexture:
		if t == nil {
			return nil, nil
		}
	}
	t := texture.baseTexture()
	if err := d.owns(call, "texture", &t.object); err != nil {
		return nil, err
	}
	if t.store.image == 0 {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "texture: %s is in host memory, which cannot be sampled", t.name())
	}
	return t, nil
}

// canBeTarget reports whether draws may write the texture.
func (t *BaseTexture) canBeTarget() bool {
	return t != nil && t.store.usage&(d3d9.USAGE_RENDERTARGET|d3d9.USAGE_DEPTHSTENCIL) != 0
}

func (d *Device) setTexture(slot int, t *BaseTexture) {
	old := d.state.bound.textures[slot]
	if old == t {
		return
	}
	bit := uint32(1) << slot
	d.flush.targetTextures &^= bit
	if t != nil {
		t.bind()
	}
	if t.canBeTarget() {
		d.flush.targetTextures |= bit
	}
	d.state.bound.textures[slot] = t
	d.dirty |= dirtyTextures
	if ps := d.state.bound.pixel; ps != nil && ps.boundDims>>slot&1 != 0 {
		d.dirty |= dirtyPipeline // its code depends on the texture's type
	}
	if t.canBeTarget() || old.canBeTarget() {
		d.dirty |= dirtyBlend // the draw may sample what it writes
	}
	if old != nil {
		old.unbind()
	}
}

// GetTexture returns the texture of a sampler with a reference more, or nil.
func (d *Device) GetTexture(stage uint32) (*BaseTexture, d3d9.Error) {
	slot, ok := slotOf(stage)
	if !ok {
		return nil, nil
	}
	d.lock()
	defer d.unlock()
	t := d.state.bound.textures[slot]
	if t != nil {
		t.addRef()
	}
	return t, nil
}

// usedSlots is the slots that the shaders sample.
func (d *Device) usedSlots() uint32 {
	return d.state.bound.vertex.samplers | d.state.bound.pixel.samplers
}

// sampledTargets tells mrt which parts of images that can be targets the draw samples.
func (d *Device) sampledTargets(in *mrt.Input) {
	in.Samplers = d.usedSlots() & d.flush.targetTextures
	for left := in.Samplers; left != 0; left &= left - 1 {
		slot := bits.TrailingZeros32(left)
		t := d.state.bound.textures[slot]
		first, count := d.sampledLevels(slot, t)
		in.Sampled[slot] = mrt.SampledRange{Image: t.store.image, BaseLevel: first, Levels: count, Layers: t.store.layers}
	}
}

// sampledLevels is the levels that a sampler's view has. Of a texture that draws may write these are only those that the sampler's
// states let it read, so that the others can be written meanwhile.
func (d *Device) sampledLevels(slot int, t *BaseTexture) (first, count uint32) {
	if !t.canBeTarget() {
		return 0, t.store.levels
	}
	s := &d.state.sampler[slot]
	if s[d3d9.SAMP_MIPFILTER] == d3d9.TEXF_NONE {
		return min(t.lod, t.store.levels-1), 1
	}
	first = min(max(t.lod, s[d3d9.SAMP_MAXMIPLEVEL]), t.store.levels-1)
	return first, t.store.levels - first
}

// flushTextures fills the slots that the shaders sample.
func (d *Device) flushTextures(call string) d3d9.Error {
	f := &d.flush
	for left := d.usedSlots(); left != 0; left &= left - 1 {
		slot := bits.TrailingZeros32(left)
		bit := uint32(1) << slot
		dim := d.dimOf(slot)
		t := d.state.bound.textures[slot]
		if t != nil && t.dim() != dim {
			t = nil // what the shader declares decides
		}
		var view gpu.ID
		var base, lod uint32
		filter := true
		var err d3d9.Error
		clamped := false
		switch srgb := d.state.sampler[slot][d3d9.SAMP_SRGBTEXTURE]&1 != 0; {
		case t == nil:
			view, err = d.blackView(call, dim)
		default:
			first, count := d.sampledLevels(slot, t)
			if slot >= pixelSlots && !t.store.row.VertexTexture {
				return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "vertex sampler %d: vertex shaders cannot sample %v (CheckDeviceFormat with USAGE_QUERY_VERTEXTEXTURE)", slot-pixelSlots, t.store.format)
			}
			base, lod, filter, clamped = first, t.lod, t.store.row.Filter, t.store.clamped
			srgb = srgb && t.store.row.SRGBRead
			if f.plan.Feedback&bit != 0 {
				view, err = d.snapshotView(call, slot, t, srgb, first, count)
			} else {
				view, err = t.sampledView(call, srgb, first, count)
			}
		}
		if err != nil {
			return err
		}
		if of := (samplerOf{dim, filter, clamped, lod, base}); f.samplers&bit != 0 || f.samplerIDs[slot] == 0 || f.samplerOf[slot] != of {
			if f.samplerIDs[slot], err = d.sampler(call, d.samplerDesc(slot, of)); err != nil {
				return err
			}
			f.samplers &^= bit
			f.samplerOf[slot] = of
		}
		record := [2]gpu.ID{view, f.samplerIDs[slot]}
		if f.emitted.textures[slot] != record {
			f.emitted.textures[slot] = record
			d.list.Add(gpu.OpTexture, uint32(slot), uint32(record[0]), uint32(record[1]))
		}
	}
	return nil
}

// dimOf is the texture type that the shader declares for a slot, or takes from what is bound.
func (d *Device) dimOf(slot int) ir.Dim {
	if slot >= pixelSlots {
		return d.state.bound.vertex.dims[slot]
	}
	dim := d.state.bound.pixel.dims[slot]
	if dim != ir.DimBound {
		return dim
	}
	if t := d.state.bound.textures[slot]; t != nil {
		return t.dim()
	}
	return ir.Dim2D
}

// blackView is a view of opaque black of the texture type, which samplers without a texture read.
func (d *Device) blackView(call string, dim ir.Dim) (gpu.ID, d3d9.Error) {
	if id := d.caches.black[dim]; id != 0 {
		return id, nil
	}
	kind, layers := imageKinds[dim], uint32(1)
	if dim == ir.DimCube {
		layers = 6
	}
	image, err := d.gpu.CreateImage(&gpu.ImageDesc{
		Kind: kind, Format: gpu.FormatR8G8B8A8Unorm, Width: 1, Height: 1, Depth: 1, Levels: 1, Samples: 1, Usage: gpu.UseSampled,
	})
	if err != nil {
		return 0, d.gpuError(call, err)
	}
	view, err := d.gpu.CreateView(&gpu.ViewDesc{
		Image: image, Kind: kind, Format: gpu.FormatR8G8B8A8Unorm, Levels: 1, Layers: layers,
		Swizzle: gpu.Swizzle{gpu.CompZero, gpu.CompZero, gpu.CompZero, gpu.CompOne},
	})
	if err != nil {
		d.destroy(gpu.KindImage, image)
		return 0, d.gpuError(call, err)
	}
	d.caches.black[dim] = view
	return view, nil
}

var imageKinds = [...]gpu.ImageKind{ir.Dim2D: gpu.Image2D, ir.DimCube: gpu.ImageCube, ir.DimVolume: gpu.Image3D}
