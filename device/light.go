package device

import "d3d9vk/d3d9"

// lightState is a light and whether it is on.
type lightState struct {
	light d3d9.LIGHT
	on    bool
}

// defaultLight is what LightEnable makes of an index that SetLight never set: white light along z.
var defaultLight = d3d9.LIGHT{
	Type:      d3d9.LIGHT_DIRECTIONAL,
	Diffuse:   d3d9.COLORVALUE{R: 1, G: 1, B: 1},
	Direction: d3d9.VECTOR{Z: 1},
}

// SetLight sets the light at any index; it stays on or off.
func (d *Device) SetLight(index uint32, light d3d9.LIGHT) d3d9.Error {
	if light.Type < d3d9.LIGHT_POINT || light.Type > d3d9.LIGHT_DIRECTIONAL {
		return d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetLight", "", "light: type %d is none", uint32(light.Type)))
	}
	d.lock()
	d.light(index).light = light
	d.unlock()
	return nil
}

// light is the light at index, made when there is none.
func (d *Device) light(index uint32) *lightState {
	l := d.state.fixed.lights[index]
	if l == nil {
		l = &lightState{light: defaultLight}
		d.state.fixed.lights[index] = l
	}
	return l
}

// GetLight returns a light that SetLight or LightEnable made.
func (d *Device) GetLight(index uint32) (light d3d9.LIGHT, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	l := d.state.fixed.lights[index]
	if l == nil {
		return light, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetLight", "", "index: light %d was never set", index)
	}
	return l.light, nil
}

// LightEnable switches a light on or off; one that was never set is a directional light along z.
func (d *Device) LightEnable(lightIndex uint32, enable bool) d3d9.Error {
	d.lock()
	d.light(lightIndex).on = enable
	d.unlock()
	return nil
}

// GetLightEnable reports whether a light is on.
func (d *Device) GetLightEnable(index uint32) (_ bool, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	l := d.state.fixed.lights[index]
	if l == nil {
		return false, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetLightEnable", "", "index: light %d was never set", index)
	}
	return l.on, nil
}

// SetMaterial sets what the fixed-function lighting reflects.
func (d *Device) SetMaterial(m d3d9.MATERIAL) d3d9.Error {
	d.lock()
	d.state.fixed.material = m
	d.unlock()
	return nil
}

// GetMaterial returns what SetMaterial set.
func (d *Device) GetMaterial() (m d3d9.MATERIAL, err d3d9.Error) {
	d.lock()
	m = d.state.fixed.material
	d.unlock()
	return m, nil
}
