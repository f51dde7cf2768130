package caps_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

func TestFallbacks(t *testing.T) {
	for _, c := range []struct {
		format  d3d9.FORMAT
		without []gpu.Format
		image   gpu.Format
		seen    []byte // a pixel that a program writes
		stored  []byte
	}{
		{d3d9.FMT_A4R4G4B4, nil, gpu.FormatA4R4G4B4UnormPack16, []byte{0x34, 0x12}, []byte{0x34, 0x12}},
		{d3d9.FMT_A4R4G4B4, []gpu.Format{gpu.FormatA4R4G4B4UnormPack16}, gpu.FormatR4G4B4A4UnormPack16, []byte{0x34, 0x12}, []byte{0x41, 0x23}},
		{d3d9.FMT_X4R4G4B4, []gpu.Format{gpu.FormatA4R4G4B4UnormPack16, gpu.FormatR4G4B4A4UnormPack16}, gpu.FormatB4G4R4A4UnormPack16, []byte{0x34, 0x12}, []byte{0x21, 0x43}},
		{d3d9.FMT_A2R10G10B10, []gpu.Format{gpu.FormatA2R10G10B10UnormPack32}, gpu.FormatA2B10G10R10UnormPack32, []byte{1, 0, 0, 0x80}, []byte{0, 0, 0x10, 0x80}},
		{d3d9.FMT_A4L4, nil, gpu.FormatR8G8Unorm, []byte{0xf1}, []byte{0x11, 0xff}},
		{d3d9.FMT_L6V5U5, nil, gpu.FormatR16G16B16A16Sfloat, []byte{0xf0, 0xfd}, []byte{0, 0xbc, 0, 0x3c, 0, 0x3c, 0, 0x3c}}, // u -16/15, v 15/15, l 63/63
		{d3d9.FMT_X8L8V8U8, nil, gpu.FormatR16G16B16A16Sfloat, []byte{0, 0x81, 0, 0x55}, []byte{0, 0, 0, 0xbc, 0, 0, 0, 0x3c}},
		{d3d9.FMT_A2W10V10U10, nil, gpu.FormatR16G16B16A16Sfloat, []byte{0xff, 1, 0, 0xc0}, []byte{0, 0x3c, 0, 0, 0, 0, 0, 0x3c}},
		{d3d9.FMT_D24X8, []gpu.Format{gpu.FormatX8D24UnormPack32, gpu.FormatD24UnormS8Uint}, gpu.FormatD32Sfloat, nil, nil},
		{d3d9.FMT_D24S8, []gpu.Format{gpu.FormatD24UnormS8Uint}, gpu.FormatD32SfloatS8Uint, nil, nil},
	} {
		r, ok := caps.New(fixed(c.without...), caps.Full()).Format(c.format)
		if !ok || r.Image != c.image {
			t.Errorf("%v without %v: %+v", c.format, c.without, r)
			continue
		}
		got := make([]byte, len(c.stored))
		r.ToImage(got, c.seen)
		if !bytes.Equal(got, c.stored) {
			t.Errorf("%v as %v: %x is stored as %x, want %x", c.format, c.image, c.seen, got, c.stored)
		}
	}
	if _, ok := caps.New(fixed(gpu.FormatD24UnormS8Uint, gpu.FormatD32SfloatS8Uint), caps.Full()).Format(d3d9.FMT_D24S8); ok {
		t.Error("D24S8 without a stencil format")
	}
}

// TestImageChoice: what can be rendered and blended is preferred; what can only be sampled is no target.
func TestImageChoice(t *testing.T) {
	a := fixed()
	a.Formats[gpu.FormatA4R4G4B4UnormPack16] = gpu.FormatSupport{Sampled: true, SampledLinear: true}
	if r, _ := caps.New(a, caps.Full()).Format(d3d9.FMT_A4R4G4B4); r.Image != gpu.FormatR4G4B4A4UnormPack16 || !r.Target {
		t.Errorf("%+v", r)
	}
	delete(a.Formats, gpu.FormatR4G4B4A4UnormPack16)
	delete(a.Formats, gpu.FormatB4G4R4A4UnormPack16)
	if r, _ := caps.New(a, caps.Full()).Format(d3d9.FMT_A4R4G4B4); r.Image != gpu.FormatA4R4G4B4UnormPack16 || r.Target || r.Blend {
		t.Errorf("%+v", r)
	}
}

// TestConversionsAreReversible: what was stored reads back as it was written, but for bits that no channel has.
func TestConversionsAreReversible(t *testing.T) {
	c := caps.New(fixed(gpu.FormatA4R4G4B4UnormPack16, gpu.FormatA2R10G10B10UnormPack32), caps.Full())
	other := caps.New(fixed(gpu.FormatA4R4G4B4UnormPack16, gpu.FormatR4G4B4A4UnormPack16), caps.Full())
	rows := map[string]*caps.FormatRow{}
	for _, f := range []d3d9.FORMAT{d3d9.FMT_A8R8G8B8, d3d9.FMT_A4R4G4B4, d3d9.FMT_A2R10G10B10, d3d9.FMT_A4L4, d3d9.FMT_L6V5U5, d3d9.FMT_X8L8V8U8, d3d9.FMT_A2W10V10U10} {
		rows[f.String()], _ = c.Format(f)
	}
	rows["A4R4G4B4 reversed"], _ = other.Format(d3d9.FMT_A4R4G4B4)
	for name, r := range rows {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			const pixels = 3
			size := int(r.Desc.BlockBytes)
			seen := rapid.SliceOfN(rapid.Byte(), pixels*size, pixels*size).Draw(t, "pixels")
			normalise(r, seen)
			stored := make([]byte, pixels*int(r.ImageBytes))
			r.ToImage(stored, seen)
			back := make([]byte, len(seen))
			r.FromImage(back, stored)
			if !bytes.Equal(back, seen) {
				t.Fatalf("%x became %x", seen, back)
			}
		}))
	}
}

// normalise clears the bits that no channel has, and makes -1 of the lowest number of signed channels, which also reads as -1.
func normalise(r *caps.FormatRow, pixels []byte) {
	size := int(r.Desc.BlockBytes)
	for i := 0; i < len(pixels); i += size {
		var in, out uint32
		for k := range size {
			in |= uint32(pixels[i+k]) << (8 * k)
		}
		for k, ch := range [...]d3d9.Channel{r.Desc.Red, r.Desc.Green, r.Desc.Blue, r.Desc.Alpha, r.Desc.Luminance} {
			v := in >> ch.Shift & (1<<ch.Bits - 1)
			if k < len(r.Desc.Signed) && v == 1<<(ch.Bits-1) {
				v++
			}
			out |= v << ch.Shift
		}
		for k := range size {
			pixels[i+k] = byte(out >> (8 * k))
		}
	}
}
