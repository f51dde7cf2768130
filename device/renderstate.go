package device

import (
	"math"

	"d3d9vk/d3d9"
)

// renderStateCount is one more than the highest render state.
const renderStateCount = d3d9.RS_BLENDOPALPHA + 1

// SetRenderState sets a render state; a value that is already set changes nothing. A number that is no render state is
// ignored, as on Windows.
func (d *Device) SetRenderState(state d3d9.RENDERSTATETYPE, value uint32) d3d9.Error {
	if state >= renderStateCount {
		return nil
	}
	d.lock()
	if d.state.render[state] != value {
		d.state.render[state] = value
		d.dirty |= renderStateDirty[state]
	}
	d.unlock()
	return nil
}

// SetRenderStateBool sets a render state to 1 or 0.
func (d *Device) SetRenderStateBool(state d3d9.RENDERSTATETYPE, value bool) d3d9.Error {
	var v uint32
	if value {
		v = 1
	}
	return d.SetRenderState(state, v)
}

// SetRenderStateFloat sets a render state to the bits of a float.
func (d *Device) SetRenderStateFloat(state d3d9.RENDERSTATETYPE, value float32) d3d9.Error {
	return d.SetRenderState(state, math.Float32bits(value))
}

// GetRenderState returns a render state; 0 for a number up to 255 that is none, as on Windows, and ERR_INVALIDCALL above.
func (d *Device) GetRenderState(state d3d9.RENDERSTATETYPE) (value uint32, err d3d9.Error) {
	if state > 255 {
		return 0, d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetRenderState", "", "state: %d is not a render state", uint32(state)))
	}
	if state >= renderStateCount {
		return 0, nil
	}
	d.lock()
	value = d.state.render[state]
	d.unlock()
	return value, nil
}
