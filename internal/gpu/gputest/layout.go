package gputest

import (
	"math"

	"d3d9vk/internal/gpu"
)

// layout is how an image of a format lies in memory: blocks of block x block texels of size bytes, or a plane of depth and one of
// stencil, with so many bytes a texel. channels are where a clear writes its values.
type layout struct {
	block          uint32
	size           uint32
	depth, stencil uint32
	depthBits      uint8 // of an integer depth; 0 = float
	scaled         bool  // for vertices only
	srgb           bool
	channels       []channel
}

type channel struct {
	of          uint8 // 0..3: r, g, b, a
	shift, bits uint8
	kind        kind
}

type kind uint8

const (
	unorm kind = iota
	snorm
	float
	uinteger
)

func (l layout) integer() bool { return len(l.channels) > 0 && l.channels[0].kind == uinteger }

// plane returns the texel size in bytes and the block size of an aspect: 0 color, 1 depth, 2 stencil.
func (l layout) plane(aspect uint32) (size, block uint32) {
	switch aspect {
	case 0:
		return l.size, max(l.block, 1)
	case 1:
		return l.depth, 1
	}
	return l.stencil, 1
}

// pack lists channels from bit 0 up.
func pack(k kind, of string, bits ...uint8) []channel {
	var c []channel
	shift := uint8(0)
	for i, b := range bits {
		n := uint8(0)
		switch of[i] {
		case 'g':
			n = 1
		case 'b':
			n = 2
		case 'a':
			n = 3
		}
		c = append(c, channel{n, shift, b, k})
		shift += b
	}
	return c
}

func even(k kind, of string, bits uint8) layout {
	all := make([]uint8, len(of))
	for i := range all {
		all[i] = bits
	}
	return layout{size: uint32(bits) * uint32(len(of)) / 8, channels: pack(k, of, all...)}
}

func packed(size uint32, of string, bits ...uint8) layout {
	return layout{size: size, channels: pack(unorm, of, bits...)}
}

func srgb(l layout) layout { l.srgb = true; return l }

var layouts = map[gpu.Format]layout{
	gpu.FormatR4G4B4A4UnormPack16:      packed(2, "abgr", 4, 4, 4, 4),
	gpu.FormatB4G4R4A4UnormPack16:      packed(2, "argb", 4, 4, 4, 4),
	gpu.FormatR5G6B5UnormPack16:        packed(2, "bgr", 5, 6, 5),
	gpu.FormatB5G6R5UnormPack16:        packed(2, "rgb", 5, 6, 5),
	gpu.FormatR5G5B5A1UnormPack16:      packed(2, "abgr", 1, 5, 5, 5),
	gpu.FormatB5G5R5A1UnormPack16:      packed(2, "argb", 1, 5, 5, 5),
	gpu.FormatA1R5G5B5UnormPack16:      packed(2, "bgra", 5, 5, 5, 1),
	gpu.FormatA4R4G4B4UnormPack16:      packed(2, "bgra", 4, 4, 4, 4),
	gpu.FormatA4B4G4R4UnormPack16:      packed(2, "rgba", 4, 4, 4, 4),
	gpu.FormatR8Unorm:                  even(unorm, "r", 8),
	gpu.FormatR8Snorm:                  even(snorm, "r", 8),
	gpu.FormatR8Uint:                   even(uinteger, "r", 8),
	gpu.FormatR8G8Unorm:                even(unorm, "rg", 8),
	gpu.FormatR8G8Snorm:                even(snorm, "rg", 8),
	gpu.FormatR8G8B8A8Unorm:            even(unorm, "rgba", 8),
	gpu.FormatR8G8B8A8Snorm:            even(snorm, "rgba", 8),
	gpu.FormatR8G8B8A8Uscaled:          {size: 4, scaled: true},
	gpu.FormatR8G8B8A8Uint:             even(uinteger, "rgba", 8),
	gpu.FormatR8G8B8A8Srgb:             srgb(even(unorm, "rgba", 8)),
	gpu.FormatB8G8R8A8Unorm:            even(unorm, "bgra", 8),
	gpu.FormatB8G8R8A8Srgb:             srgb(even(unorm, "bgra", 8)),
	gpu.FormatA2R10G10B10UnormPack32:   packed(4, "bgra", 10, 10, 10, 2),
	gpu.FormatA2B10G10R10UnormPack32:   packed(4, "rgba", 10, 10, 10, 2),
	gpu.FormatA2B10G10R10UscaledPack32: {size: 4, scaled: true},
	gpu.FormatR16Unorm:                 even(unorm, "r", 16),
	gpu.FormatR16Snorm:                 even(snorm, "r", 16),
	gpu.FormatR16Sfloat:                even(float, "r", 16),
	gpu.FormatR16G16Unorm:              even(unorm, "rg", 16),
	gpu.FormatR16G16Snorm:              even(snorm, "rg", 16),
	gpu.FormatR16G16Sscaled:            {size: 4, scaled: true},
	gpu.FormatR16G16Sint:               {size: 4, scaled: true},
	gpu.FormatR16G16Sfloat:             even(float, "rg", 16),
	gpu.FormatR16G16B16A16Unorm:        even(unorm, "rgba", 16),
	gpu.FormatR16G16B16A16Snorm:        even(snorm, "rgba", 16),
	gpu.FormatR16G16B16A16Sscaled:      {size: 8, scaled: true},
	gpu.FormatR16G16B16A16Sint:         {size: 8, scaled: true},
	gpu.FormatR16G16B16A16Sfloat:       even(float, "rgba", 16),
	gpu.FormatR32Uint:                  even(uinteger, "r", 32),
	gpu.FormatR32Sfloat:                even(float, "r", 32),
	gpu.FormatR32G32Sfloat:             even(float, "rg", 32),
	gpu.FormatR32G32B32Sfloat:          {size: 12, scaled: true},
	gpu.FormatR32G32B32A32Sfloat:       even(float, "rgba", 32),
	gpu.FormatD16Unorm:                 {depth: 2, depthBits: 16},
	gpu.FormatX8D24UnormPack32:         {depth: 4, depthBits: 24},
	gpu.FormatD32Sfloat:                {depth: 4},
	gpu.FormatS8Uint:                   {stencil: 1},
	gpu.FormatD16UnormS8Uint:           {depth: 2, depthBits: 16, stencil: 1},
	gpu.FormatD24UnormS8Uint:           {depth: 4, depthBits: 24, stencil: 1},
	gpu.FormatD32SfloatS8Uint:          {depth: 4, stencil: 1},
	gpu.FormatBC1RGBUnorm:              {block: 4, size: 8},
	gpu.FormatBC1RGBAUnorm:             {block: 4, size: 8},
	gpu.FormatBC1RGBASrgb:              {block: 4, size: 8, srgb: true},
	gpu.FormatBC2Unorm:                 {block: 4, size: 16},
	gpu.FormatBC2Srgb:                  {block: 4, size: 16, srgb: true},
	gpu.FormatBC3Unorm:                 {block: 4, size: 16},
	gpu.FormatBC3Srgb:                  {block: 4, size: 16, srgb: true},
	gpu.FormatBC4Unorm:                 {block: 4, size: 8},
	gpu.FormatBC5Unorm:                 {block: 4, size: 16},
}

// encode returns the bytes of a texel with the color.
func (l layout) encode(color [4]float32) []byte {
	out := make([]byte, l.size)
	for _, c := range l.channels {
		v := color[c.of]
		if l.srgb && c.of < 3 {
			v = toSRGB(v)
		}
		n := c.number(v)
		for bit := range c.bits {
			if n>>bit&1 != 0 {
				at := c.shift + bit
				out[at/8] |= 1 << (at % 8)
			}
		}
	}
	return out
}

func (c channel) number(v float32) uint32 {
	switch c.kind {
	case unorm:
		return uint32(math.RoundToEven(float64(clamp(v, 0)) * float64(uint64(1)<<c.bits-1)))
	case snorm:
		return uint32(int32(math.RoundToEven(float64(clamp(v, -1)) * float64(uint64(1)<<(c.bits-1)-1))))
	case float:
		if c.bits == 32 {
			return math.Float32bits(v)
		}
		return uint32(half(v))
	}
	return uint32(v)
}

func clamp(v, low float32) float32 {
	if !(v >= low) { // NaN too
		return low
	}
	return min(v, 1)
}

func toSRGB(v float32) float32 {
	v = clamp(v, 0)
	if v <= 0.0031308 {
		return v * 12.92
	}
	return float32(1.055*math.Pow(float64(v), 1/2.4) - 0.055)
}

// half converts to sixteen bits, to nearest even; what is too large becomes infinite.
func half(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits >> 16 & 0x8000)
	v := math.Abs(float64(f))
	switch {
	case v != v:
		return sign | 0x7e00
	case v >= 65520:
		return sign | 0x7c00
	case v < 1.0/(1<<14):
		return sign | uint16(math.RoundToEven(v*(1<<24)))
	}
	frac, exp := math.Frexp(v) // frac in 0.5..1
	m := math.RoundToEven(frac * 2048)
	return sign | uint16(int(m)-1024+(exp+14)<<10)
}

// depthNumber returns the bytes of a depth.
func (l layout) depthNumber(z float32) []byte {
	n := math.Float32bits(z)
	if l.depthBits > 0 {
		n = uint32(math.RoundToEven(float64(clamp(z, 0)) * float64(uint32(1)<<l.depthBits-1)))
	}
	return []byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}[:l.depth]
}
