package refmerge

import (
	"fmt"
	"math"

	"d3d9vk/d3d9"
)

// channelsOf returns where a format stores red, green, blue and alpha; a luminance is red.
func channelsOf(d d3d9.FormatDesc) [4]d3d9.Channel {
	red := d.Red
	if d.Luminance.Bits > 0 {
		red = d.Luminance
	}
	return [4]d3d9.Channel{red, d.Green, d.Blue, d.Alpha}
}

// stores says whether the format has channel i.
func stores(d d3d9.FormatDesc, i int) bool { return channelsOf(d)[i].Bits > 0 }

// Decode reads a pixel of an unsigned or float format. Channels that the format lacks are 1.
func Decode(f d3d9.FORMAT, pixel []byte) Color {
	d, _ := d3d9.FormatInfo(f)
	c := Color{1, 1, 1, 1}
	for i, ch := range channelsOf(d) {
		if ch.Bits == 0 {
			continue
		}
		v := getBits(pixel, ch)
		switch {
		case d.Class == d3d9.ClassFloat && ch.Bits == 16:
			c[i] = fromHalf(uint16(v))
		case d.Class == d3d9.ClassFloat:
			c[i] = float64(math.Float32frombits(uint32(v)))
		default:
			c[i] = float64(v) / steps(ch)
		}
	}
	return c
}

// Encode makes a pixel of an unsigned or float format; bits that no channel has are 0. Values are rounded to the nearest.
func Encode(f d3d9.FORMAT, c Color) []byte {
	d, _ := d3d9.FormatInfo(f)
	pixel := make([]byte, d.BlockBytes)
	for i, ch := range channelsOf(d) {
		if ch.Bits == 0 {
			continue
		}
		var v uint64
		switch {
		case d.Class == d3d9.ClassFloat && ch.Bits == 16:
			v = uint64(toHalf(c[i]))
		case d.Class == d3d9.ClassFloat:
			v = uint64(math.Float32bits(float32(c[i])))
		default:
			v = uint64(math.RoundToEven(clamp(c[i]) * steps(ch)))
		}
		setBits(pixel, ch, v)
	}
	return pixel
}

// Compare returns an error if a stored channel of got is farther from want than the tolerance, which is infinite where anything may
// be there. Bits that no channel has may differ.
func Compare(f d3d9.FORMAT, got, want []byte, tolerance Color) error {
	d, ok := d3d9.FormatInfo(f)
	if !ok || len(got) != int(d.BlockBytes) || len(want) != len(got) {
		return fmt.Errorf("%v: pixels of %d and %d bytes", f, len(got), len(want))
	}
	g, w := Decode(f, got), Decode(f, want)
	for i, ch := range channelsOf(d) {
		const rounding = 1 + 1e-6
		if ch.Bits > 0 && !math.IsInf(tolerance[i], 1) && !(math.Abs(g[i]-w[i]) <= tolerance[i]*rounding) {
			return fmt.Errorf("%v: %c is %v, want %v within %v", f, "rgba"[i], g[i], w[i], tolerance[i])
		}
	}
	return nil
}

// tolerance is how far channel i may be off: computed values by a step of the format, floats also by the rounding of the
// terms, whose sizes add up to scale; plain writes only where a float does not hold the value exactly.
func tolerance(d d3d9.FormatDesc, i int, value, scale float64, computed bool) float64 {
	ch := channelsOf(d)[i]
	switch {
	case ch.Bits == 0:
		return 0
	case d.Class != d3d9.ClassFloat && computed:
		return 1 / steps(ch)
	case d.Class != d3d9.ClassFloat:
		return 0
	}
	mantissa, smallest := 10, -24
	exact := fromHalf(toHalf(value)) == value
	if ch.Bits == 32 {
		mantissa, smallest = 23, -149
		exact = float64(float32(value)) == value
	}
	if !computed && exact {
		return 0
	}
	_, exponent := math.Frexp(value)
	const termError = 0x1p-20 // a few roundings of 32-bit terms
	step := math.Ldexp(1, max(exponent-1-mantissa, smallest))
	if !computed {
		return step
	}
	return step + scale*termError
}

// largest is the largest finite value of a float channel.
func largest(ch d3d9.Channel) float64 {
	if ch.Bits == 16 {
		return 65504
	}
	return math.MaxFloat32
}

func steps(ch d3d9.Channel) float64 { return float64(uint64(1)<<ch.Bits - 1) }

func getBits(pixel []byte, ch d3d9.Channel) uint64 {
	var v uint64
	for k := range int(ch.Bits) {
		bit := int(ch.Shift) + k
		v |= uint64(pixel[bit/8]>>(bit%8)&1) << k
	}
	return v
}

func setBits(pixel []byte, ch d3d9.Channel, v uint64) {
	for k := range int(ch.Bits) {
		bit := int(ch.Shift) + k
		pixel[bit/8] |= byte(v>>k&1) << (bit % 8)
	}
}

func clamp(v float64) float64 { return min(1, max(0, v)) }

func (c Color) clamped() Color {
	for i := range c {
		c[i] = clamp(c[i])
	}
	return c
}

// toLinear and toSRGB are the sRGB transfer function; alpha is linear.
func toLinear(c Color) Color {
	for i := range 3 {
		if c[i] <= 0.04045 {
			c[i] /= 12.92
		} else {
			c[i] = math.Pow((c[i]+0.055)/1.055, 2.4)
		}
	}
	return c
}

func toSRGB(c Color) Color {
	for i := range 3 {
		if c[i] <= 0.0031308 {
			c[i] *= 12.92
		} else {
			c[i] = 1.055*math.Pow(c[i], 1/2.4) - 0.055
		}
	}
	return c
}

// fromHalf and toHalf convert IEEE 754 half floats; toHalf rounds to the nearest, ties to even.
func fromHalf(h uint16) float64 {
	sign := 1.0
	if h>>15 != 0 {
		sign = -1
	}
	exponent, fraction := int(h>>10&31), float64(h&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

func toHalf(v float64) uint16 {
	var sign uint16
	if math.Signbit(v) {
		sign, v = 0x8000, -v
	}
	const infinity, largest = 0x7c00, 65520
	switch {
	case math.IsNaN(v):
		return infinity | 1
	case v == 0: // without an exponent of its own
		return sign
	case v >= largest:
		return sign | infinity
	}
	_, exponent := math.Frexp(v)
	exponent = max(exponent-1, -14)
	fraction := math.RoundToEven(math.Ldexp(v, 10-exponent)) // 1024..2048, or less if subnormal
	return sign | uint16(exponent+14)<<10 + uint16(fraction)
}
