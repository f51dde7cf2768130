package caps

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strings"

	"d3d9vk/d3d9"
)

// Conversion is how the pixels that a program locks differ from the pixels of the image that stores them.
type Conversion uint8

// Conversions.
const (
	Verbatim       Conversion = iota // they do not differ
	RotateNibbles                    // ARGB nibbles, stored as RGBA
	ReverseNibbles                   // ARGB nibbles, stored as BGRA
	SwapRedBlue10                    // A2R10G10B10, stored as A2B10G10R10
	WidenA4L4                        // A4L4, stored as two bytes: luminance, alpha
	MixedToHalf                      // signed and unsigned channels of any width, stored as four half floats
	Repack                           // unsigned or float channels, stored as the image's own, by their values
)

// imageBytes is the bytes of a block in the image, given those of a block that the program sees.
func (im *imageRow) imageBytes(block uint8) uint8 {
	switch im.conversion {
	case WidenA4L4:
		return 2
	case MixedToHalf:
		return 8
	case Repack:
		return layouts[im.format].bytes
	}
	return block
}

// ToImage converts the pixels in src to the image's layout in dst. Both hold whole blocks, as many as the shorter of the two.
func (r *FormatRow) ToImage(dst, src []byte) {
	switch r.Conversion {
	case Verbatim:
		copy(dst, src)
	case RotateNibbles, ReverseNibbles:
		for i := 0; i+2 <= min(len(dst), len(src)); i += 2 {
			v := binary.LittleEndian.Uint16(src[i:])
			if r.Conversion == RotateNibbles {
				v = bits.RotateLeft16(v, 4)
			} else {
				v = reverseNibbles(v)
			}
			binary.LittleEndian.PutUint16(dst[i:], v)
		}
	case SwapRedBlue10:
		swapRedBlue10(dst, src)
	case WidenA4L4:
		for i := range min(len(dst)/2, len(src)) {
			const widen = 0x11 // 15 * 17 = 255
			dst[2*i], dst[2*i+1] = src[i]&15*widen, src[i]>>4*widen
		}
	case MixedToHalf:
		r.mixedToHalf(dst, src)
	case Repack:
		repack(dst, layouts[r.Image], src, seenLayout(r.Desc))
	}
}

// FromImage converts pixels read from an image to the layout that the program sees: what ToImage took gives the same bytes, but for
// bits that no channel has.
func (r *FormatRow) FromImage(dst, src []byte) {
	switch r.Conversion {
	case Verbatim:
		copy(dst, src)
	case RotateNibbles, ReverseNibbles:
		for i := 0; i+2 <= min(len(dst), len(src)); i += 2 {
			v := binary.LittleEndian.Uint16(src[i:])
			if r.Conversion == RotateNibbles {
				v = bits.RotateLeft16(v, -4)
			} else {
				v = reverseNibbles(v)
			}
			binary.LittleEndian.PutUint16(dst[i:], v)
		}
	case SwapRedBlue10:
		swapRedBlue10(dst, src)
	case WidenA4L4:
		for i := range min(len(dst), len(src)/2) {
			dst[i] = src[2*i]>>4 | src[2*i+1]&0xf0
		}
	case MixedToHalf:
		r.halfToMixed(dst, src)
	case Repack:
		repack(dst, seenLayout(r.Desc), src, layouts[r.Image])
	}
}

func reverseNibbles(v uint16) uint16 {
	v = v<<8 | v>>8
	return v&0x0f0f<<4 | v>>4&0x0f0f
}

// swapRedBlue10 swaps the lowest and the third ten bits of each pixel; it is its own inverse.
func swapRedBlue10(dst, src []byte) {
	for i := 0; i+4 <= min(len(dst), len(src)); i += 4 {
		v := binary.LittleEndian.Uint32(src[i:])
		const low = 0x3ff
		binary.LittleEndian.PutUint32(dst[i:], v&^(low|low<<20)|v>>20&low|v&low<<20)
	}
}

// mixedChannels is where the image's r, g, b, a come from: a luminance takes the place of blue.
func mixedChannels(d d3d9.FormatDesc) [4]d3d9.Channel {
	blue := d.Blue
	if d.Luminance.Bits > 0 {
		blue = d.Luminance
	}
	return [4]d3d9.Channel{d.Red, d.Green, blue, d.Alpha}
}

func (r *FormatRow) mixedToHalf(dst, src []byte) {
	size := int(r.Desc.BlockBytes)
	channels := mixedChannels(r.Desc)
	for i := range min(len(src)/size, len(dst)/8) {
		v := littleEndian(src[i*size:], size)
		for k, c := range channels {
			value := float32(1)
			if c.Bits > 0 {
				n := v >> c.Shift & (1<<c.Bits - 1)
				if strings.IndexByte(r.Desc.Signed, "RGBA"[k]) >= 0 {
					signed := int32(n<<(32-c.Bits)) >> (32 - c.Bits)
					value = max(-1, float32(signed)/float32(uint32(1)<<(c.Bits-1)-1))
				} else {
					value = float32(n) / float32(uint32(1)<<c.Bits-1)
				}
			}
			binary.LittleEndian.PutUint16(dst[i*8+2*k:], halfBits(value))
		}
	}
}

func (r *FormatRow) halfToMixed(dst, src []byte) {
	size := int(r.Desc.BlockBytes)
	channels := mixedChannels(r.Desc)
	for i := range min(len(dst)/size, len(src)/8) {
		var v uint32
		for k, c := range channels {
			if c.Bits == 0 {
				continue
			}
			value := float64(halfFloat(binary.LittleEndian.Uint16(src[i*8+2*k:])))
			steps := float64(uint32(1)<<c.Bits - 1)
			if strings.IndexByte(r.Desc.Signed, "RGBA"[k]) >= 0 {
				steps = float64(uint32(1)<<(c.Bits-1) - 1)
			}
			v |= uint32(int32(math.Round(value*steps))) & (1<<c.Bits - 1) << c.Shift
		}
		for k := range size {
			dst[i*size+k] = byte(v >> (8 * k))
		}
	}
}

func littleEndian(b []byte, n int) uint32 {
	var v uint32
	for k := range n {
		v |= uint32(b[k]) << (8 * k)
	}
	return v
}
