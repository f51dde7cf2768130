// Package picture reads what a render target holds, as numbers and as a picture. It goes through the public calls of package device
// only, as a program of its user would, and must not know what was drawn or how.
package picture

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// Color is red, green, blue and alpha. A channel that the format lacks is 1, as in a shader.
type Color [4]float32

// NRGBA is the color in eight bits a channel, rounded; what lies outside 0 to 1 is clamped and NaN is 0.
func (c Color) NRGBA() color.NRGBA {
	return color.NRGBA{R: unorm(c[0]), G: unorm(c[1]), B: unorm(c[2]), A: unorm(c[3])}
}

func unorm(f float32) uint8 {
	if f >= 1 {
		return 255
	}
	if f > 0 {
		return uint8(f*255 + 0.5)
	}
	return 0
}

// Pixels is what a surface holds.
type Pixels struct {
	Width, Height int
	Format        d3d9.FORMAT
	Colors        []Color // Width x Height, by rows from the top
}

// Read reads a render target of any format but FMT_NULL; the samples of a multisampled one are averaged by StretchRect. The
// error is that of the call of the device that failed.
func Read(d *device.Device, target *device.Surface) (*Pixels, error) {
	desc, err := target.GetDesc()
	if err != nil {
		return nil, err
	}
	decode, size := decoder(desc.Format)
	if decode == nil {
		return nil, fmt.Errorf("no picture is made of format %v", desc.Format)
	}
	if desc.MultiSampleType != d3d9.MULTISAMPLE_NONE {
		single, err := d.CreateRenderTarget(uint(desc.Width), uint(desc.Height), desc.Format, d3d9.MULTISAMPLE_NONE, 0, false, 0)
		if err != nil {
			return nil, err
		}
		defer single.Release()
		if err := d.StretchRect(target, nil, single, nil, d3d9.TEXF_NONE); err != nil {
			return nil, err
		}
		target = single
	}
	copied, err := d.CreateOffscreenPlainSurface(uint(desc.Width), uint(desc.Height), desc.Format, d3d9.POOL_SYSTEMMEM, 0)
	if err != nil {
		return nil, err
	}
	defer copied.Release()
	if err := d.GetRenderTargetData(target, copied); err != nil {
		return nil, err
	}
	locked, err := copied.LockRect(nil, d3d9.LOCK_READONLY)
	if err != nil {
		return nil, err
	}
	p := &Pixels{Width: int(desc.Width), Height: int(desc.Height), Format: desc.Format}
	p.Colors = make([]Color, 0, p.Width*p.Height)
	line := make([]byte, size*p.Width)
	memory := d3d9.VertexBufferMemory{Memory: locked.PBits} // spares this package the unsafe one
	for y := range p.Height {
		memory.GetBytes(y*int(locked.Pitch), line)
		for x := range p.Width {
			p.Colors = append(p.Colors, decode(line[x*size:]))
		}
	}
	if err := copied.UnlockRect(); err != nil {
		return nil, err
	}
	return p, nil
}

// Image is the picture of the pixels as show turns them; nil shows red, green and blue as they are, a format's only channel as gray and a
// missing blue as 0, all opaque.
func (p *Pixels) Image(show func(Color) Color) *image.NRGBA {
	if show == nil {
		show = plain(p.Format)
	}
	out := image.NewNRGBA(image.Rect(0, 0, p.Width, p.Height))
	for i, c := range p.Colors {
		n := show(c).NRGBA()
		copy(out.Pix[4*i:], []byte{n.R, n.G, n.B, n.A})
	}
	return out
}

// plain is how pixels of a format are shown where nobody says how.
func plain(f d3d9.FORMAT) func(Color) Color {
	info, _ := d3d9.FormatInfo(f)
	switch {
	case info.Green.Bits != 0 && info.Blue.Bits == 0:
		return func(c Color) Color { return Color{c[0], c[1], 0, 1} }
	case info.Luminance.Bits != 0 || info.Green.Bits != 0:
		return func(c Color) Color { return Color{c[0], c[1], c[2], 1} }
	case info.Red.Bits != 0:
		return func(c Color) Color { return Color{c[0], c[0], c[0], 1} }
	}
	return func(c Color) Color { return Color{c[3], c[3], c[3], 1} }
}

// decoder says how a format's bytes become a color, and how many they are; nil for formats of blocks, of depth and of no memory.
func decoder(f d3d9.FORMAT) (decode func([]byte) Color, size int) {
	info, ok := d3d9.FormatInfo(f)
	if !ok || info.Class != d3d9.ClassUNORM && info.Class != d3d9.ClassFloat {
		return nil, 0
	}
	missing := float32(1)
	channels := [4]d3d9.Channel{info.Red, info.Green, info.Blue, info.Alpha}
	if info.Luminance.Bits != 0 {
		channels = [4]d3d9.Channel{info.Luminance, info.Luminance, info.Luminance, info.Alpha}
	} else if info.Red.Bits == 0 {
		missing = 0 // A8 has an alpha alone
	}
	number := unormOf
	if info.Class == d3d9.ClassFloat {
		number = floatOf
	}
	return func(b []byte) Color {
		c := Color{missing, missing, missing, 1}
		for i, ch := range channels {
			if ch.Bits != 0 {
				c[i] = number(bits(b, ch), ch.Bits)
			}
		}
		return c
	}, int(info.BlockBytes)
}

// bits are those of one channel; channels of 16 and 32 bits start at a whole byte.
func bits(b []byte, ch d3d9.Channel) uint32 {
	var word [8]byte
	copy(word[:], b[ch.Shift/8:])
	return uint32(binary.LittleEndian.Uint64(word[:]) >> (ch.Shift % 8) & (1<<ch.Bits - 1))
}

func unormOf(v uint32, bits uint8) float32 { return float32(float64(v) / float64(uint64(1)<<bits-1)) }

// floatOf is a float of 32 or 16 bits; one of 16 has a sign, five bits of exponent and ten of fraction.
func floatOf(v uint32, bits uint8) float32 {
	if bits == 32 {
		return math.Float32frombits(v)
	}
	exponent, fraction := int(v>>10&31), float64(v&1023)
	f := math.Ldexp(1024+fraction, exponent-25)
	switch exponent {
	case 0:
		f = math.Ldexp(fraction, -24)
	case 31:
		if f = math.Inf(1); fraction != 0 {
			f = math.NaN()
		}
	}
	if v>>15 != 0 {
		f = -f
	}
	return float32(f)
}
