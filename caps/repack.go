package caps

import (
	"encoding/binary"
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// layout is where an image format holds its channels: red, green, blue, alpha.
type layout struct {
	channels [4]d3d9.Channel
	float    bool // channels of 16 and 32 bits are floats, not unsigned normalized integers
	bytes    uint8
}

// layouts is the image formats that Repack goes to and comes from.
var layouts = map[gpu.Format]layout{
	gpu.FormatR8G8Unorm:              {channels: evenChannels(8, 2), bytes: 2},
	gpu.FormatR8G8B8A8Unorm:          {channels: evenChannels(8, 4), bytes: 4},
	gpu.FormatB8G8R8A8Unorm:          {channels: [4]d3d9.Channel{{Shift: 16, Bits: 8}, {Shift: 8, Bits: 8}, {Shift: 0, Bits: 8}, {Shift: 24, Bits: 8}}, bytes: 4},
	gpu.FormatR16G16Unorm:            {channels: evenChannels(16, 2), bytes: 4},
	gpu.FormatR16G16B16A16Unorm:      {channels: evenChannels(16, 4), bytes: 8},
	gpu.FormatR16G16Sfloat:           {channels: evenChannels(16, 2), float: true, bytes: 4},
	gpu.FormatR16G16B16A16Sfloat:     {channels: evenChannels(16, 4), float: true, bytes: 8},
	gpu.FormatR32Sfloat:              {channels: evenChannels(32, 1), float: true, bytes: 4},
	gpu.FormatR32G32Sfloat:           {channels: evenChannels(32, 2), float: true, bytes: 8},
	gpu.FormatR32G32B32A32Sfloat:     {channels: evenChannels(32, 4), float: true, bytes: 16},
	gpu.FormatA2B10G10R10UnormPack32: {channels: [4]d3d9.Channel{{Shift: 0, Bits: 10}, {Shift: 10, Bits: 10}, {Shift: 20, Bits: 10}, {Shift: 30, Bits: 2}}, bytes: 4},
}

// evenChannels is n channels of so many bits, from red on.
func evenChannels(bits, n uint8) (c [4]d3d9.Channel) {
	for i := range n {
		c[i] = d3d9.Channel{Shift: i * bits, Bits: bits}
	}
	return c
}

// seenLayout is the layout of a format as programs see it, in the order of an image's channels: a luminance, and the alpha of A8, is red.
func seenLayout(d d3d9.FormatDesc) layout {
	l := layout{channels: [4]d3d9.Channel{d.Red, d.Green, d.Blue, d.Alpha}, float: d.Class == d3d9.ClassFloat, bytes: d.BlockBytes}
	switch {
	case d.Luminance.Bits > 0:
		l.channels[0] = d.Luminance
	case channels(d) == alphaBit:
		l.channels[0], l.channels[3] = d.Alpha, d3d9.Channel{}
	}
	return l
}

// repack converts pixels by the values of their channels, to the nearest. Channels that only the destination has are 0.
func repack(dst []byte, to layout, src []byte, from layout) {
	for len(dst) >= int(to.bytes) && len(src) >= int(from.bytes) {
		in, out := loadPixel(src[:from.bytes]), [2]uint64{}
		for i := range to.channels {
			t, f := to.channels[i], from.channels[i]
			if t.Bits == 0 || f.Bits == 0 {
				continue
			}
			v := uint32(in[f.Shift/64] >> (f.Shift % 64) & (1<<f.Bits - 1))
			switch {
			case from.float && to.float && f.Bits < t.Bits:
				v = widenHalf(uint16(v))
			case from.float && to.float && f.Bits > t.Bits:
				v = uint32(narrowFloat(v))
			case t.Bits != f.Bits || to.float != from.float:
				v = channelBits(channelValue(v, f.Bits, from.float), t.Bits, to.float)
			}
			out[t.Shift/64] |= uint64(v) << (t.Shift % 64)
		}
		storePixel(dst[:to.bytes], out)
		dst, src = dst[to.bytes:], src[from.bytes:]
	}
}

// loadPixel reads up to 16 little-endian bytes; no channel lies across the middle.
func loadPixel(b []byte) [2]uint64 {
	var all [16]byte
	copy(all[:], b)
	return [2]uint64{binary.LittleEndian.Uint64(all[:]), binary.LittleEndian.Uint64(all[8:])}
}

func storePixel(b []byte, v [2]uint64) {
	var all [16]byte
	binary.LittleEndian.PutUint64(all[:], v[0])
	binary.LittleEndian.PutUint64(all[8:], v[1])
	copy(b, all[:])
}

// channelValue is what the bits of a channel mean.
func channelValue(v uint32, bits uint8, float bool) float64 {
	switch {
	case !float:
		return float64(v) / float64(uint64(1)<<bits-1)
	case bits == 16:
		return float64(halfFloat(uint16(v)))
	}
	return float64(math.Float32frombits(v))
}

// channelBits is the nearest that a channel can say.
func channelBits(v float64, bits uint8, float bool) uint32 {
	switch {
	case !float:
		return uint32(math.RoundToEven(max(0, min(1, orZero(v))) * float64(uint64(1)<<bits-1)))
	case bits == 16:
		return uint32(halfBits(float32(v)))
	}
	return math.Float32bits(float32(v))
}

// orZero is v, or 0 for a NaN.
func orZero(v float64) float64 {
	if v != v {
		return 0
	}
	return v
}

// rounding says how writes to an image are rounded so that they are what the narrower format would hold: the bits of each channel of
// the image, all 0 if none is wider than the format's, or to half floats.
func rounding(d d3d9.FormatDesc, image gpu.Format) (bits [4]uint8, half bool) {
	to, known := layouts[image]
	if !known {
		return bits, false
	}
	from := seenLayout(d)
	wider := false
	for i := range bits {
		if from.channels[i].Bits > 0 {
			bits[i] = from.channels[i].Bits
			wider = wider || from.channels[i].Bits != to.channels[i].Bits || from.float != to.float
		}
	}
	switch {
	case !wider:
		return [4]uint8{}, false
	case from.float:
		return [4]uint8{}, true
	}
	return bits, false
}

// halfBits rounds a float to the nearest half float, ties to even; beyond the greatest one is infinity.
func halfBits(f float32) uint16 {
	return narrowFloat(math.Float32bits(f))
}

// narrowFloat is halfBits of a float's bits. A NaN keeps what it says, as far as there is room.
func narrowFloat(b uint32) uint16 {
	sign := uint16(b >> 16 & 0x8000)
	b &= 0x7fffffff
	const (
		infinity = 0x7f800000
		beyond   = 0x477ff000 // 65520, halfway from the greatest half to the next step
		normal   = 0x38800000 // 2^-14
		least    = 1 << 24    // how many of the least halves are 1
	)
	switch {
	case b > infinity:
		return sign | 0x7c00 | max(1, uint16(b>>13&0x3ff))
	case b >= beyond:
		return sign | 0x7c00
	case b < normal:
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(b))*least))
	}
	b += 0xfff + b>>13&1 // round to even at bit 13
	return sign | uint16((b-0x38000000)>>13)
}

// halfFloat is the value of a half float.
func halfFloat(h uint16) float32 { return math.Float32frombits(widenHalf(h)) }

// widenHalf is the bits of the float of the same value.
func widenHalf(h uint16) uint32 {
	sign := uint32(h&0x8000) << 16
	magnitude := uint32(h & 0x7fff)
	switch {
	case magnitude >= 0x7c00: // infinities and NaNs
		return sign | 0x7f800000 | magnitude<<13
	case magnitude < 0x0400:
		return sign | math.Float32bits(float32(magnitude)/(1<<24))
	}
	return sign | magnitude<<13 + 0x38000000
}
