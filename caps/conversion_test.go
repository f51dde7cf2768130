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
	if r, _ := caps.New(a, caps.Full()).Format(d3d9.FMT_A4R4G4B4); r.Image != gpu.FormatB8G8R8A8Unorm || !r.Target || !r.Blend || r.RoundBits != [4]uint8{4, 4, 4, 4} {
		t.Errorf("%+v", r)
	}
	delete(a.Formats, gpu.FormatB8G8R8A8Unorm)
	if r, _ := caps.New(a, caps.Full()).Format(d3d9.FMT_A4R4G4B4); r.Image != gpu.FormatA4R4G4B4UnormPack16 || r.Target || r.Blend {
		t.Errorf("%+v", r)
	}
}

// poor is a format's row on an adapter without the images that it has before one. It is nil if none leads there.
func poor(f d3d9.FORMAT, image gpu.Format) *caps.FormatRow {
	a := fixed()
	for {
		r, ok := caps.New(a, caps.Full()).Format(f)
		if !ok || r.Null {
			return nil
		}
		if r.Image == image {
			return r
		}
		delete(a.Formats, r.Image)
	}
}

// TestConversionsAreReversible: what was stored reads back as it was written, but for bits that no channel has, in every image.
func TestConversionsAreReversible(t *testing.T) {
	rows := map[string]*caps.FormatRow{}
	for _, f := range d3d9.Formats() {
		for _, image := range gpu.AllFormats {
			if r := poor(f, image); r != nil && r.Desc.BlockWidth == 1 && !r.Depth {
				rows[f.String()+" as "+image.String()] = r
			}
		}
	}
	const most, least = 80, 60
	if len(rows) < least || len(rows) > most {
		t.Errorf("%d ways to store formats", len(rows))
	}
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
				t.Fatalf("%x became %x by way of %x", seen, back, stored)
			}
		}))
	}
}

// TestRepack: pixels by the values of their channels.
func TestRepack(t *testing.T) {
	for _, c := range []struct {
		format  d3d9.FORMAT
		image   gpu.Format
		seen    []byte
		stored  []byte
		rounded [4]uint8
		half    bool
		blend   bool
	}{
		{d3d9.FMT_R5G6B5, gpu.FormatB8G8R8A8Unorm, []byte{0xf0, 0x87}, []byte{0x84, 0xff, 0x84, 0}, [4]uint8{5, 6, 5, 0}, false, true}, // 16, 63 (not 62), 16
		{d3d9.FMT_A1R5G5B5, gpu.FormatB8G8R8A8Unorm, []byte{0x1f, 0x80}, []byte{0xff, 0, 0, 0xff}, [4]uint8{5, 5, 5, 1}, false, true},
		{d3d9.FMT_X1R5G5B5, gpu.FormatB8G8R8A8Unorm, []byte{0x1f, 0x80}, []byte{0xff, 0, 0, 0}, [4]uint8{5, 5, 5, 0}, false, true},
		{d3d9.FMT_A4R4G4B4, gpu.FormatB8G8R8A8Unorm, []byte{0x34, 0x12}, []byte{0x44, 0x33, 0x22, 0x11}, [4]uint8{4, 4, 4, 4}, false, true},
		{d3d9.FMT_A8R8G8B8, gpu.FormatR8G8B8A8Unorm, []byte{1, 2, 3, 4}, []byte{3, 2, 1, 4}, [4]uint8{}, false, true},
		{d3d9.FMT_A8, gpu.FormatR8G8B8A8Unorm, []byte{7}, []byte{7, 0, 0, 0}, [4]uint8{}, false, true},
		{d3d9.FMT_L8, gpu.FormatR8G8Unorm, []byte{7}, []byte{7, 0}, [4]uint8{}, false, true},
		{d3d9.FMT_L16, gpu.FormatR16G16B16A16Unorm, []byte{7, 9}, []byte{7, 9, 0, 0, 0, 0, 0, 0}, [4]uint8{}, false, true},
		{d3d9.FMT_L16, gpu.FormatR32Sfloat, []byte{0xff, 0xff}, []byte{0, 0, 0x80, 0x3f}, [4]uint8{16, 0, 0, 0}, false, false},
		{d3d9.FMT_A2R10G10B10, gpu.FormatR16G16B16A16Unorm, []byte{0xff, 3, 0, 0x40}, []byte{0, 0, 0, 0, 0xff, 0xff, 0x55, 0x55}, [4]uint8{10, 10, 10, 2}, false, true},
		{d3d9.FMT_A2B10G10R10, gpu.FormatR16G16B16A16Sfloat, []byte{0xff, 3, 0, 0xc0}, []byte{0, 0x3c, 0, 0, 0, 0, 0, 0x3c}, [4]uint8{10, 10, 10, 2}, false, false},
		{d3d9.FMT_G16R16F, gpu.FormatR16G16B16A16Sfloat, []byte{1, 2, 3, 4}, []byte{1, 2, 3, 4, 0, 0, 0, 0}, [4]uint8{}, false, true},
		{d3d9.FMT_G16R16F, gpu.FormatR32G32Sfloat, []byte{0, 0x3c, 1, 0x80}, []byte{0, 0, 0x80, 0x3f, 0, 0, 0x80, 0xb3}, [4]uint8{}, true, true}, // 1, -2^-24
		{d3d9.FMT_R32F, gpu.FormatR32G32Sfloat, []byte{1, 2, 3, 4}, []byte{1, 2, 3, 4, 0, 0, 0, 0}, [4]uint8{}, false, true},
	} {
		r := poor(c.format, c.image)
		if r == nil {
			t.Errorf("%v has no image %v", c.format, c.image)
			continue
		}
		if !r.Target || r.Blend != c.blend || r.RoundBits != c.rounded || r.RoundHalf != c.half {
			t.Errorf("MRT-13/%v as %v: target %v, blend %v, rounded to %v, half %v", c.format, c.image, r.Target, r.Blend, r.RoundBits, r.RoundHalf)
		}
		got := make([]byte, len(c.stored))
		r.ToImage(got, c.seen)
		if !bytes.Equal(got, c.stored) {
			t.Errorf("%v as %v: %x is stored as %x, want %x", c.format, c.image, c.seen, got, c.stored)
		}
	}
	const third = float32(1) / 3
	for _, c := range []struct {
		row  *caps.FormatRow
		want [4]float32
		why  string
	}{
		{poor(d3d9.FMT_A8, gpu.FormatR8Unorm), [4]float32{0.75, 0.75, 0.75, 0.75}, "the alpha is everywhere"},
		{poor(d3d9.FMT_A1R5G5B5, gpu.FormatB8G8R8A8Unorm), [4]float32{10. / 31, 1, 0, 1}, "rounded"},
		{poor(d3d9.FMT_A16B16G16R16F, gpu.FormatR32G32B32A32Sfloat), [4]float32{0x1.554p-2, 1, 0, 0.75}, "half"},
		{poor(d3d9.FMT_A1R5G5B5, gpu.FormatA1R5G5B5UnormPack16), [4]float32{third, 1, 0, 0.75}, "the driver rounds"},
	} {
		if got := c.row.Stored([4]float32{third, 1, 0, 0.75}); got != c.want {
			t.Errorf("%s: %v as %v: %v, want %v", c.why, c.row.Format, c.row.Image, got, c.want)
		}
	}
}

// normalise clears the bits that no channel has, and makes -1 of the lowest number of signed channels, which also reads as -1.
func normalise(r *caps.FormatRow, pixels []byte) {
	size := int(r.Desc.BlockBytes)
	for i := 0; i < len(pixels); i += size {
		if size > 8 {
			continue
		}
		var in, out uint64
		for k := range size {
			in |= uint64(pixels[i+k]) << (8 * k)
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
