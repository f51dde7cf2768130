package device

import "d3d9vk/d3d9"

// SetTextureStageState sets a state of stage 0..7 of the fixed-function pixel pipeline. Other stages and states are ignored, as
// on Windows.
func (d *Device) SetTextureStageState(stage uint32, typ d3d9.TEXTURESTAGESTATETYPE, value uint32) d3d9.Error {
	if stage < stageCount && typ < stageStateCount {
		d.lock()
		d.state.stage[stage][typ] = value
		d.unlock()
	}
	return nil
}

// GetTextureStageState returns a state of a texture stage, 0 for a stage or state that SetTextureStageState ignores.
func (d *Device) GetTextureStageState(stage uint32, typ d3d9.TEXTURESTAGESTATETYPE) (value uint32, err d3d9.Error) {
	if stage < stageCount && typ < stageStateCount {
		d.lock()
		value = d.state.stage[stage][typ]
		d.unlock()
	}
	return value, nil
}
