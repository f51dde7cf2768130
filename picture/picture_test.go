package picture

import (
	"image/color"
	"math"
	"os"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
)

func TestMain(m *testing.M) { os.Exit(gpuenv.Main(m)) }

func TestDecoder(t *testing.T) {
	for _, test := range []struct {
		format d3d9.FORMAT
		bytes  []byte
		want   Color
	}{
		{d3d9.FMT_A8R8G8B8, []byte{0, 51, 102, 255}, Color{0.4, 0.2, 0, 1}},
		{d3d9.FMT_X8R8G8B8, []byte{0, 51, 102, 0}, Color{0.4, 0.2, 0, 1}},
		{d3d9.FMT_R5G6B5, []byte{0x1f, 0xf8}, Color{1, 0, 1, 1}},
		{d3d9.FMT_A4R4G4B4, []byte{0x30, 0xf6}, Color{0.4, 0.2, 0, 1}},
		{d3d9.FMT_A16B16G16R16F, []byte{0, 0x3c, 0, 0xc0, 1, 0, 0xff, 0x7b}, Color{1, -2, 0x1p-24, 65504}},
		{d3d9.FMT_A16B16G16R16, []byte{0xff, 0xff, 0, 0, 0x33, 0x33, 0x66, 0x66}, Color{1, 0, 0.2, 0.4}},
		{d3d9.FMT_G16R16F, []byte{0, 0x7c, 0, 0xfc}, Color{float32(math.Inf(1)), float32(math.Inf(-1)), 1, 1}},
		{d3d9.FMT_R32F, []byte{0, 0, 0xc0, 0x3f}, Color{1.5, 1, 1, 1}},
		{d3d9.FMT_G32R32F, []byte{0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0}, Color{1.5, -2, 1, 1}},
		{d3d9.FMT_A2R10G10B10, []byte{0xff, 0x03, 0, 0x40}, Color{0, 0, 1, 1. / 3}},
		{d3d9.FMT_A8, []byte{51}, Color{0, 0, 0, 0.2}},
		{d3d9.FMT_L8, []byte{51}, Color{0.2, 0.2, 0.2, 1}},
	} {
		decode, size := decoder(test.format)
		if size != len(test.bytes) || decode(test.bytes) != test.want {
			t.Errorf("format %v: got %v of %d bytes, want %v", test.format, decode(test.bytes), size, test.want)
		}
	}
	if !math.IsNaN(float64(floatOf(0x7c01, 16))) {
		t.Error("7c01 is no NaN")
	}
	for _, f := range []d3d9.FORMAT{d3d9.FMT_D24S8, d3d9.FMT_DXT1, d3d9.FMT_NULL} {
		if decode, _ := decoder(f); decode != nil {
			t.Errorf("%v is decoded", f)
		}
	}
}

func TestColorsAreRoundedAndClamped(t *testing.T) {
	if got, want := (Color{-1, 0.5, float32(math.NaN()), 2}).NRGBA(), (color.NRGBA{0, 128, 0, 255}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPlainPictures(t *testing.T) {
	for _, test := range []struct {
		format d3d9.FORMAT
		color  Color
		want   color.NRGBA
	}{
		{d3d9.FMT_A8R8G8B8, Color{1, 0.2, 0.4, 0}, color.NRGBA{255, 51, 102, 255}},
		{d3d9.FMT_R32F, Color{0.2, 1, 1, 1}, color.NRGBA{51, 51, 51, 255}},
		{d3d9.FMT_G16R16F, Color{0.2, 0.4, 1, 1}, color.NRGBA{51, 102, 0, 255}},
		{d3d9.FMT_A8, Color{0, 0, 0, 0.2}, color.NRGBA{51, 51, 51, 255}},
		{d3d9.FMT_A8L8, Color{0.2, 0.2, 0.2, 0}, color.NRGBA{51, 51, 51, 255}},
	} {
		p := Pixels{Width: 1, Height: 1, Format: test.format, Colors: []Color{test.color}}
		if got := p.Image(nil).NRGBAAt(0, 0); got != test.want {
			t.Errorf("%v: %v is shown as %v, want %v", test.format, test.color, got, test.want)
		}
	}
}

func TestReadTarget(t *testing.T) {
	d := gpuenv.NewDevice(t, gpuenv.Open(t, device.Options{}))
	target, err := d.CreateRenderTarget(5, 3, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Release()
	if err := d.SetRenderTarget(0, target); err != nil {
		t.Fatal(err)
	}
	if err := d.Clear([]d3d9.RECT{{Left: 4, Top: 2, Right: 5, Bottom: 3}}, d3d9.CLEAR_TARGET, 0x33ff0000, 1, 0); err != nil {
		t.Fatal(err)
	}
	p, readErr := Read(d, target)
	if readErr != nil {
		t.Fatal(readErr)
	}
	if p.Width != 5 || p.Height != 3 || p.Format != d3d9.FMT_A8R8G8B8 || p.Colors[14] != (Color{1, 0, 0, 0.2}) {
		t.Errorf("got %+v", p)
	}
	if got := p.Image(nil).NRGBAAt(4, 2); got != (color.NRGBA{255, 0, 0, 255}) {
		t.Errorf("shown as it is: %v", got)
	}
	swap := func(c Color) Color { return Color{c[2], c[1], c[0], c[3]} }
	if got := p.Image(swap).NRGBAAt(4, 2); got != (color.NRGBA{0, 0, 255, 51}) {
		t.Errorf("shown with blue for red: %v", got)
	}
}
