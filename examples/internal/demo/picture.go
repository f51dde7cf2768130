package demo

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// Picture is a PNG file to write.
type Picture struct {
	Name  string // of the file, without .png
	About string
	Image *image.NRGBA
}

// write writes the file to the folder, which exists, and its name and what it shows to out.
func (p Picture) write(folder string, out io.Writer) error {
	path := filepath.Join(folder, p.Name+".png")
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(file, p.Image); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s  %s\n", path, p.About)
	return nil
}

// texel says how a format's bytes become a color; what it does not hold reads 1, as in a shader.
type texel struct {
	bytes  int
	decode func(b []byte) Color
}

var texels = map[d3d9.FORMAT]texel{
	d3d9.FMT_A8R8G8B8: {4, func(b []byte) Color { return Color{u8(b[2]), u8(b[1]), u8(b[0]), u8(b[3])} }},
	d3d9.FMT_X8R8G8B8: {4, func(b []byte) Color { return Color{u8(b[2]), u8(b[1]), u8(b[0]), 1} }},
	d3d9.FMT_A16B16G16R16F: {8, func(b []byte) Color {
		return Color{f16(b), f16(b[2:]), f16(b[4:]), f16(b[6:])}
	}},
	d3d9.FMT_R32F: {4, func(b []byte) Color {
		return Color{math.Float32frombits(binary.LittleEndian.Uint32(b)), 1, 1, 1}
	}},
	d3d9.FMT_A2R10G10B10: {4, func(b []byte) Color {
		w := binary.LittleEndian.Uint32(b)
		ten := func(shift int) float32 { return float32(w>>shift&1023) / 1023 }
		return Color{ten(20), ten(10), ten(0), float32(w>>30) / 3}
	}},
	d3d9.FMT_G16R16F: {4, func(b []byte) Color { return Color{f16(b), f16(b[2:]), 1, 1} }},
}

func u8(b byte) float32 { return float32(b) / 255 }

// f16 is a number of 16 bits: sign, five of exponent, ten of fraction.
func f16(b []byte) float32 {
	w := binary.LittleEndian.Uint16(b)
	exponent, fraction := int(w>>10&31), float64(w&1023)
	f := math.Ldexp(1024+fraction, exponent-25)
	switch exponent {
	case 0:
		f = math.Ldexp(fraction, -24)
	case 31:
		if f = math.Inf(1); fraction != 0 {
			f = math.NaN()
		}
	}
	if w>>15 != 0 {
		f = -f
	}
	return float32(f)
}

// Read makes a picture of a render target through GetRenderTargetData. Show turns what the target holds into what the
// picture shows; nil shows the color as it is, opaque.
func (s *Stage) Read(target *device.Surface, show func(Color) Color) (*image.NRGBA, error) {
	desc, err := target.GetDesc()
	if err != nil {
		return nil, err
	}
	row, ok := texels[desc.Format]
	if !ok {
		return nil, fmt.Errorf("no picture is made of format %v", desc.Format)
	}
	copied, err := s.CreateOffscreenPlainSurface(uint(desc.Width), uint(desc.Height), desc.Format, d3d9.POOL_SYSTEMMEM, 0)
	if err != nil {
		return nil, err
	}
	defer copied.Release()
	if err := s.GetRenderTargetData(target, copied); err != nil {
		return nil, err
	}
	locked, err := copied.LockRect(nil, d3d9.LOCK_READONLY)
	if err != nil {
		return nil, err
	}
	picture := image.NewNRGBA(image.Rect(0, 0, int(desc.Width), int(desc.Height)))
	line := make([]byte, row.bytes*int(desc.Width))
	memory := d3d9.VertexBufferMemory{Memory: locked.PBits} // spares this package the unsafe one
	for y := range int(desc.Height) {
		memory.GetBytes(y*int(locked.Pitch), line)
		for x := range int(desc.Width) {
			c := row.decode(line[x*row.bytes:])
			c[3] = 1
			if show != nil {
				c = show(c)
			}
			copy(picture.Pix[picture.PixOffset(x, y):], []byte{unorm(c[0]), unorm(c[1]), unorm(c[2]), 255})
		}
	}
	if err := copied.UnlockRect(); err != nil {
		return nil, err
	}
	return picture, nil
}
