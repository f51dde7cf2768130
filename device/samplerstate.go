package device

import "d3d9vk/d3d9"

// slotOf returns the slot of a sampler number: 0..15 of the pixel shader, VERTEXTEXTURESAMPLER0..3. Windows ignores the
// others, the displacement map's among them.
func slotOf(sampler uint32) (slot int, ok bool) {
	switch {
	case sampler < pixelSlots:
		return int(sampler), true
	case sampler >= d3d9.VERTEXTEXTURESAMPLER0 && sampler <= d3d9.VERTEXTEXTURESAMPLER3:
		return int(sampler-d3d9.VERTEXTEXTURESAMPLER0) + pixelSlots, true
	}
	return 0, false
}

// SetSamplerState sets a state of sampler 0..15 or VERTEXTEXTURESAMPLER0..3. Other samplers and states are ignored, as on Windows.
func (d *Device) SetSamplerState(sampler uint32, typ d3d9.SAMPLERSTATETYPE, value uint32) d3d9.Error {
	slot, ok := slotOf(sampler)
	if !ok || typ >= samplerStateCount {
		return nil
	}
	d.lock()
	if d.state.sampler[slot][typ] != value {
		d.state.sampler[slot][typ] = value
		d.dirty |= dirtyTextures
		d.flush.samplers |= 1 << slot
		if d.flush.targetTextures>>slot&1 != 0 {
			d.dirty |= dirtyBlend // the draw may now sample a level that it writes
		}
	}
	d.unlock()
	return nil
}

// GetSamplerState returns a sampler state, 0 for a sampler or state that SetSamplerState ignores.
func (d *Device) GetSamplerState(sampler uint32, typ d3d9.SAMPLERSTATETYPE) (value uint32, err d3d9.Error) {
	slot, ok := slotOf(sampler)
	if !ok || typ >= samplerStateCount {
		return 0, nil
	}
	d.lock()
	value = d.state.sampler[slot][typ]
	d.unlock()
	return value, nil
}
