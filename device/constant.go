package device

import (
	"bytes"
	"unsafe"

	"d3d9vk/d3d9"
)

// Sizes of the constant files. The vertex shaders of a device with software or mixed vertex processing have more.
const (
	vertexFloats   = 256
	softwareFloats = 8192
	pixelFloats    = 224
	intConstants   = 16
	boolConstants  = 16
	softwareFlow   = 2048 // i# and b# each
)

// constants are the constant registers of one shader stage.
type constants struct {
	f    [][4]float32 // c#; the length is the number of registers
	i    [][4]int32   // i#
	b    []uint32     // bit n%32 of word n/32: b#n
	bits int          // number of b#
}

// makeConstants makes the files of a device's stage, all zero.
func makeConstants(floats, ints, bools int) constants {
	return constants{f: make([][4]float32, floats), i: make([][4]int32, ints), b: make([]uint32, (bools+31)/32), bits: bools}
}

func (c *constants) reset() {
	clear(c.f)
	clear(c.i)
	clear(c.b)
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
func bytesOf[T float32 | int32 | uint32 | [4]float32 | [4]int32](s []T) []byte {
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

// setInts does so for i#; of the first 16 the mask says which loop counts, their x, are others now.
func (c *constants) setInts(start uint, data []int32) (changed bool, counts uint16) {
	dst := c.i[start : start+uint(len(data))/4]
	for n := range dst {
		v := [4]int32(data[4*n:])
		if dst[n] == v {
			continue
		}
		if dst[n][0] != v[0] {
			counts |= 1 << (start + uint(n)) // 0 beyond 16
		}
		dst[n], changed = v, true
	}
	return changed, counts
}

// setBools does so for b#; the mask says which of the first 16 changed.
func (c *constants) setBools(start uint, data []int32) (changed bool, flipped uint16) {
	for k, v := range data {
		n := start + uint(k)
		word, bit := &c.b[n/32], uint32(1)<<(n%32)
		if (v != 0) == (*word&bit != 0) {
			continue
		}
		*word ^= bit
		changed = true
		flipped |= 1 << n // 0 beyond 16
	}
	return changed, flipped
}

func (c *constants) getBools(start uint, data []int32) {
	for k := range data {
		n := start + uint(k)
		data[k] = int32(c.b[n/32] >> (n % 32) & 1)
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
	return d.refuse(err)
}

// GetVertexShaderConstantF reads c# into constantData.
func (d *Device) GetVertexShaderConstantF(startRegister uint, constantData []float32) d3d9.Error {
	d.lock()
	n, err := registers("GetVertexShaderConstantF", startRegister, len(constantData), 4, len(d.state.vertex.f))
	if err == nil {
		copy(bytesOf(constantData), bytesOf(d.state.vertex.f[startRegister:startRegister+uint(n)]))
	}
	d.unlock()
	return d.refuse(err)
}

// SetVertexShaderConstantI sets i# from startRegister on, four integers a register: i0 to i15, to i2047 on a device with software
// or mixed vertex processing.
func (d *Device) SetVertexShaderConstantI(startRegister uint, constantData []int32) d3d9.Error {
	d.lock()
	_, err := registers("SetVertexShaderConstantI", startRegister, len(constantData), 4, len(d.state.vertex.i))
	if err == nil {
		if changed, _ := d.state.vertex.setInts(startRegister, constantData); changed {
			d.dirty |= dirtyVertexConst
		}
	}
	d.unlock()
	return d.refuse(err)
}

// GetVertexShaderConstantI reads i# into constantData.
func (d *Device) GetVertexShaderConstantI(startRegister uint, constantData []int32) d3d9.Error {
	d.lock()
	n, err := registers("GetVertexShaderConstantI", startRegister, len(constantData), 4, len(d.state.vertex.i))
	if err == nil {
		copy(bytesOf(constantData), bytesOf(d.state.vertex.i[startRegister:startRegister+uint(n)]))
	}
	d.unlock()
	return d.refuse(err)
}

// SetVertexShaderConstantB sets b# from startRegister on, one value a register, zero or not: b0 to b15, to b2047 on a device with
// software or mixed vertex processing.
func (d *Device) SetVertexShaderConstantB(startRegister uint, constantData []int32) d3d9.Error {
	d.lock()
	_, err := registers("SetVertexShaderConstantB", startRegister, len(constantData), 1, d.state.vertex.bits)
	if err == nil {
		if changed, _ := d.state.vertex.setBools(startRegister, constantData); changed {
			d.dirty |= dirtyVertexConst
		}
	}
	d.unlock()
	return d.refuse(err)
}

// GetVertexShaderConstantB reads b# into constantData as 0 or 1.
func (d *Device) GetVertexShaderConstantB(startRegister uint, constantData []int32) d3d9.Error {
	d.lock()
	_, err := registers("GetVertexShaderConstantB", startRegister, len(constantData), 1, d.state.vertex.bits)
	if err == nil {
		d.state.vertex.getBools(startRegister, constantData)
	}
	d.unlock()
	return d.refuse(err)
}

// SetPixelShaderConstantF sets c0 to c223 from startRegister on, four floats a register.
func (d *Device) SetPixelShaderConstantF(startRegister uint, constantData []float32) d3d9.Error {
	_, err := registers("SetPixelShaderConstantF", startRegister, len(constantData), 4, pixelFloats)
	if err != nil {
		return d.refuse(err)
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
		return d.refuse(err)
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
		return d.refuse(err)
	}
	d.lock()
	if changed, counts := d.state.pixel.setInts(startRegister, constantData); changed {
		d.dirty |= dirtyPixelConst
		if ps := d.state.bound.pixel; ps != nil && counts&ps.program.Shader.Written.IMask != 0 {
			d.pixelFlowChanged()
		}
	}
	d.unlock()
	return nil
}

// GetPixelShaderConstantI reads i# into constantData.
func (d *Device) GetPixelShaderConstantI(startRegister uint, constantData []int32) d3d9.Error {
	n, err := registers("GetPixelShaderConstantI", startRegister, len(constantData), 4, intConstants)
	if err != nil {
		return d.refuse(err)
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
		return d.refuse(err)
	}
	d.lock()
	if changed, flipped := d.state.pixel.setBools(startRegister, constantData); changed {
		d.dirty |= dirtyPixelConst
		if ps := d.state.bound.pixel; ps != nil && flipped&ps.program.Shader.Written.BMask != 0 {
			d.pixelFlowChanged()
		}
	}
	d.unlock()
	return nil
}

// GetPixelShaderConstantB reads b# into constantData as 0 or 1.
func (d *Device) GetPixelShaderConstantB(startRegister uint, constantData []int32) d3d9.Error {
	_, err := registers("GetPixelShaderConstantB", startRegister, len(constantData), 1, boolConstants)
	if err != nil {
		return d.refuse(err)
	}
	d.lock()
	d.state.pixel.getBools(startRegister, constantData)
	d.unlock()
	return nil
}
