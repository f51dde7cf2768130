package d3d9

// COLOR is alpha, red, green and blue from the highest byte to the lowest.
type COLOR uint32

// ColorARGB makes a colour of channels within 0 to 255.
func ColorARGB(a, r, g, b uint8) COLOR {
	return COLOR(a)<<24 | COLOR(r)<<16 | COLOR(g)<<8 | COLOR(b)
}

// ColorRGBA is ColorARGB with the alpha at the end.
func ColorRGBA(r, g, b, a uint8) COLOR { return ColorARGB(a, r, g, b) }

// ColorXRGB makes an opaque colour.
func ColorXRGB(r, g, b uint8) COLOR { return ColorARGB(255, r, g, b) }

// ColorRGB makes an opaque colour.
func ColorRGB(r, g, b uint8) COLOR { return ColorARGB(255, r, g, b) }

// ColorAYUV packs luma and chroma with an alpha.
func ColorAYUV(a, y, u, v uint8) COLOR { return ColorARGB(a, y, u, v) }

// ColorXYUV packs luma and chroma with an alpha of 255.
func ColorXYUV(y, u, v uint8) COLOR { return ColorARGB(255, y, u, v) }

// ColorYUV packs luma and chroma with an alpha of 255.
func ColorYUV(y, u, v uint8) COLOR { return ColorARGB(255, y, u, v) }

// ColorValue makes a colour of channels within 0 to 1; numbers outside are clamped and NaN is 0.
func ColorValue(r, g, b, a float32) COLOR {
	return ColorARGB(channel(a), channel(r), channel(g), channel(b))
}

// channel maps 0 to 1 onto 0 to 255, towards zero.
func channel(f float32) uint8 {
	switch {
	case f >= 1:
		return 255
	case f > 0:
		return uint8(f * 255)
	}
	return 0
}

// Value returns the channels of c within 0 to 1.
func (c COLOR) Value() COLORVALUE {
	return COLORVALUE{
		R: float32(c>>16&255) / 255,
		G: float32(c>>8&255) / 255,
		B: float32(c&255) / 255,
		A: float32(c>>24&255) / 255,
	}
}
