package device

import "d3d9vk/d3d9"

// fixedState is what only the fixed-function pipeline reads.
type fixedState struct {
	view, projection d3d9.MATRIX
	texture          [stageCount]d3d9.MATRIX
	world            [256]d3d9.MATRIX
	material         d3d9.MATERIAL
	lights           map[uint32]*lightState
}

var identity = d3d9.MATRIX{0: 1, 5: 1, 10: 1, 15: 1}

func (f *fixedState) reset() {
	f.view, f.projection = identity, identity
	for i := range f.texture {
		f.texture[i] = identity
	}
	for i := range f.world {
		f.world[i] = identity
	}
	f.material = d3d9.MATERIAL{}
	f.lights = map[uint32]*lightState{}
}

// transform is where the matrix of a transform state lies, nil for a number that is none.
func (f *fixedState) transform(state d3d9.TRANSFORMSTATETYPE) *d3d9.MATRIX {
	switch {
	case state == d3d9.TS_VIEW:
		return &f.view
	case state == d3d9.TS_PROJECTION:
		return &f.projection
	case state >= d3d9.TS_TEXTURE0 && state <= d3d9.TS_TEXTURE7:
		return &f.texture[state-d3d9.TS_TEXTURE0]
	case state >= d3d9.TS_WORLD && state < d3d9.TS_WORLD+256:
		return &f.world[state-d3d9.TS_WORLD]
	}
	return nil
}

func badTransform(call string, state d3d9.TRANSFORMSTATETYPE) d3d9.Error {
	return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "state: %d is not a transform", uint32(state))
}

// SetTransform sets a matrix of the fixed-function pipeline: TS_VIEW, TS_PROJECTION, TS_TEXTURE0..7, TSWorldMatrix(0..255).
func (d *Device) SetTransform(state d3d9.TRANSFORMSTATETYPE, matrix d3d9.MATRIX) d3d9.Error {
	m := d.state.fixed.transform(state)
	if m == nil {
		return d.refuse(badTransform("SetTransform", state))
	}
	d.lock()
	*m = matrix
	d.transformChanged(state)
	d.unlock()
	return nil
}

// GetTransform returns a matrix of the fixed-function pipeline.
func (d *Device) GetTransform(state d3d9.TRANSFORMSTATETYPE) (m d3d9.MATRIX, err d3d9.Error) {
	p := d.state.fixed.transform(state)
	if p == nil {
		return m, d.refuse(badTransform("GetTransform", state))
	}
	d.lock()
	m = *p
	d.unlock()
	return m, nil
}

// MultiplyTransform replaces a matrix t by m*t: m acts first on row vectors.
func (d *Device) MultiplyTransform(state d3d9.TRANSFORMSTATETYPE, m d3d9.MATRIX) d3d9.Error {
	p := d.state.fixed.transform(state)
	if p == nil {
		return d.refuse(badTransform("MultiplyTransform", state))
	}
	d.lock()
	old := *p
	for r := range 4 {
		for c := range 4 {
			var sum float32
			for k := range 4 {
				sum += m[r*4+k] * old[k*4+c]
			}
			p[r*4+c] = sum
		}
	}
	d.transformChanged(state)
	d.unlock()
	return nil
}

// transformChanged marks what programmable drawing reads of the matrices: table fog depends on the projection.
func (d *Device) transformChanged(state d3d9.TRANSFORMSTATETYPE) {
	if state == d3d9.TS_PROJECTION {
		d.dirty |= dirtyPixelState
	}
}
