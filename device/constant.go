package device

import (
	"bytes"
	"unsafe"

	"d3d9vk/d3d9"
)

// Sizes of the constant files. A device with software vertex processing has more float constants in the vertex shader.
const (
	vertexFloats         = 256
	softwareVertexFloats = 8192
	pixelFloats          = 224
	intConstants         = 16
	boolConstants        = 16
)

// constants are the constant registers of one shader stage.
type constants struct {
	f [][4]float32 // c#; the length is the number of registers
	i [intConstants][4]int32
	b uint16 // bit n: b#n
}

func (c *constants) reset() {
	clear(c.f)
	c.i = [intConstants][4]int32{}
	c.b = 0
}

// registers checks a call's range: data of per values a register from start on must lie within limit registers. It returns the count.
func registers(call string, start uint, length, per int, limit int) (count int, err d3d9.Error) {
	if length%per != 0 {
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "constantData: %d values are not a multiple of %d", length, per)
	}
	count = length / per
	if start > uint(limit) || count > limit-int(start) {
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "registers %d to %d are outside the file of %d", start, start+uint(count)-1, limit)
	}
	return count, nil
}

// bytesOf is the memory of s.
func bytesOf[T float32 | int32 | [4]float32 | [4]int32](s []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(one)))
}

// setFloats stores data from register start on and reports whether a bit of it changed.
func (c *constants) setFloats(start uint, data []float32) bool {
	dst, src := bytesOf(c.f[start:start+uint(len(data))/4]), bytesOf(data)
	if bytes.Equal(dst, src) {
		return false
	}
	copy(dst, src)
	return true
}

func (c *constants) setInts(start uint, data []int32) bool {
	dst, src := bytesOf(c.i[start:start+uint(len(data))/4]), bytesOf(data)
	if bytes.Equal(dst, src) {
		return false
	}
	copy(dst, src)
	return true
}

func (c *constants) setBools(start uint, data []int32) bool {
	b := c.b
	for n, v := range data {
		bit := uint16(1) << (start + uint(n))
		if v != 0 {
			b |= bit
		} else {
			b &^= bit
		}
	}
	changed := b != c.b
	c.b = b
	return changed
}

func (c *constants) getBools(start uint, data []int32) {
	for n := range data {
		data[n] = int32(c.b >> (start + uint(n)) & 1)
	}
}

// SetVertexShaderConstantF sets c# from startRegister on, four floats a register: c0 to c255, to c8191 on a device with software
// or mixed vertex processing.
func (d *Device) SetVertexShaderConstantF(startRegister uint, constantData []float32) d3d9.Error {
	d.lock()
	_, err := registers("SetVertexShaderConstantF", startRegister, len(constantData), 4, len(d.state.vertex.f))
	if err == nil && d.state.vertex.setFloats(startRegister, constantData) {
		d.dirty |= dirtyVertexConst
	}
	d.unlock()
	return err
}

// GetVertexShaderConstantF reads c# into constantData.
func (d *Device) GetVertexShaderConstantF(startRegister uint, constantData []float32) d3d9.Error {
	d.lock()
	n, err := registers("GetVertexShaderConstantF", startRegister, len(constantData), 4, len(d.state.vertex.f))
	if err == nil {
		copy(bytesOf(constantData), bytesOf(d.state.vertex.f[startRegister:startRegister+uint(n)]))
	}
	d.unlock()
	return err
}

// SetVertexShaderConstantI sets i0 to i15 from startRegister on, four integers a register.
func (d *Device) SetVertexShaderConstantI(startRegister uint, constantData []int32) d3d9.Error {
	_, err := registers("SetVertexShaderConstantI", startRegister, len(constantData), 4, intConstants)
	if err != nil {
		return err
	}
	d.lock()
	if d.state.vertex.setInts(startRegister, constantData) {
		d.dirty |= dirtyVertexConst
	}
	d.unlock()
	return nil
}

// GetVertexShaderConstantI reads i# into constantData.
func (d *Device) GetVertexShaderConstantI(startRegister uint, constantData []int32) d3d9.Error {
	n, err := registers("GetVertexShaderConstantI", startRegister, len(constantData), 4, intConstants)
	if err != nil {
		return err
	}
	d.lock()
	copy(bytesOf(constantData), bytesOf(d.state.vertex.i[startRegister:startRegister+uint(n)]))
	d.unlock()
	return nil
}

// SetVertexShaderConstantB sets b0 to b15 from startRegister on, one value a register: zero or not.
func (d *Device) SetVertexShaderConstantB(startRegister uint, constantData []int32) d3d9.Error {
	_, err := registers("SetVertexShaderConstantB", startRegister, len(constantData), 1, boolConstants)
	if err != nil {
		return err
	}
	d.lock()
	if d.state.vertex.setBools(startRegister, constantData) {
		d.dirty |= dirtyVertexConst
	}
	d.unlock()
	return nil
}

// GetVertexShaderConstantB reads b# into constantData as 0 or 1.
func (d *Device) GetVertexShaderConstantB(startRegister uint, constantData []int32) d3d9.Error {
	_, err := registers("GetVertexShaderConstantB", startRegister, len(constantData), 1, boolConstants)
	if err != nil {
		return err
	}
	d.lock()
	d.state.vertex.getBools(startRegister, constantData)
	d.unlock()
	return nil
}

// SetPixelShaderConstantF sets c0 to c223 from startRegister on, four floats a register.
func (d *Device) SetPixelShaderConstantF(startRegister uint, constantData []float32) d3d9.Error {
	_, err := registers("SetPixelShaderConstantF", startRegister, len(constantData), 4, pixelFloats)
	if err != nil {
		return err
	}
	d.lock()
	if d.state.pixel.setFloats(startRegister, constantData) {
		d.dirty |= dirtyPixelConst
	}
	d.unlock()
	return nil
}

// GetPixelShaderConstantF reads c# into constantData.
func (d *Device) GetPixelShaderConstantF(startRegister uint, constantData []float32) d3d9.Error {
	n, err := registers("GetPixelShaderConstantF", startRegister, len(constantData), 4, pixelFloats)
	if err != nil {
		return err
	}
	d.lock()
	copy(bytesOf(constantData), bytesOf(d.state.pixel.f[startRegister:startRegister+uint(n)]))
	d.unlock()
	return nil
}

// SetPixelShaderConstantI sets i0 to i15 from startRegister on, four integers a register. Loops around writes of oC# make
// the targets of the draw depend on it (OC-14).
func (d *Device) SetPixelShaderConstantI(startRegister uint, constantData []int32) d3d9.Error {
	_, err := registers("SetPixelShaderConstantI", startRegister, len(constantData), 4, intConstants)
	if err != nil {
		return err
	}
	d.lock()
	if d.state.pixel.setInts(startRegister, constantData) {
		d.dirty |= dirtyPixelConst
		d.pixelFlowChanged()
	}
	d.unlock()
	return nil
}

// GetPixelShaderConstantI reads i# into constantData.
func (d *Device) GetPixelShaderConstantI(startRegister uint, constantData []int32) d3d9.Error {
	n, err := registers("GetPixelShaderConstantI", startRegister, len(constantData), 4, intConstants)
	if err != nil {
		return err
	}
	d.lock()
	copy(bytesOf(constantData), bytesOf(d.state.pixel.i[startRegister:startRegister+uint(n)]))
	d.unlock()
	return nil
}

// SetPixelShaderConstantB sets b0 to b15 from startRegister on, one value a register: zero or not. Conditions around writes
// of oC# make the targets of the draw depend on it (OC-14).
func (d *Device) SetPixelShaderConstantB(startRegister uint, constantData []int32) d3d9.Error {
	_, err := registers("SetPixelShaderConstantB", startRegister, len(constantData), 1, boolConstants)
	if err != nil {
		return err
	}
	d.lock()
	if d.state.pixel.setBools(startRegister, constantData) {
		d.dirty |= dirtyPixelConst
		d.pixelFlowChanged()
	}
	d.unlock()
	return nil
}

// GetPixelShaderConstantB reads b# into constantData as 0 or 1.
func (d *Device) GetPixelShaderConstantB(startRegister uint, constantData []int32) d3d9.Error {
	_, err := registers("GetPixelShaderConstantB", startRegister, len(constantData), 1, boolConstants)
	if err != nil {
		return err
	}
	d.lock()
	d.state.pixel.getBools(startRegister, constantData)
	d.unlock()
	return nil
}
