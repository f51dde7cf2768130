package device_test

import (
	"os"
	"testing"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/translate/sm"
)

func TestMain(m *testing.M) { os.Exit(gpuenv.Main(m)) }

func tokens(t testing.TB, text string) []byte {
	t.Helper()
	p, err := sm.Assemble(text)
	if err != nil {
		t.Fatal(err)
	}
	return sm.EncodeBytes(p)
}

// pixels reads a render target of four bytes a pixel back.
func pixels(t testing.TB, d *device.Device, s *device.Surface) (words []uint32, width int) {
	t.Helper()
	desc, err := s.GetDesc()
	must(t, err)
	plain, err := d.CreateOffscreenPlainSurface(uint(desc.Width), uint(desc.Height), desc.Format, d3d9.POOL_SYSTEMMEM, 0)
	must(t, err)
	defer plain.Release()
	must(t, d.GetRenderTargetData(s, plain))
	r, err := plain.LockRect(nil, d3d9.LOCK_READONLY)
	must(t, err)
	for y := range int(desc.Height) {
		row := r.PBits + uintptr(y)*uintptr(r.Pitch)
		words = append(words, unsafe.Slice(*(**uint32)(unsafe.Pointer(&row)), desc.Width)...)
	}
	must(t, plain.UnlockRect())
	return words, int(desc.Width)
}

func must(t testing.TB, errs ...d3d9.Error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestTriangle draws a triangle with shaders from bytecode into the back buffer and reads it back: a corner of the target is
// covered, pixel centers lie at integers, and the color comes from a constant of the pixel shader.
func TestTriangle(t *testing.T) {
	d3d := gpuenv.Open(t, device.Options{})
	p := gpuenv.Parameters()
	p.BackBufferFormat = d3d9.FMT_A8R8G8B8
	d, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, p)
	must(t, err)
	defer d.Release()
	vs, err := d.CreateVertexShaderFromBytes(tokens(t, "vs_3_0\ndcl_position v0\ndcl_position o0\nadd o0, v0, c0\n"))
	must(t, err)
	defer vs.Release()
	ps, err := d.CreatePixelShaderFromBytes(tokens(t, "ps_3_0\nmov oC0, c0\n"))
	must(t, err)
	defer ps.Release()
	must(t, d.SetVertexShader(vs), d.SetPixelShader(ps), d.SetFVF(d3d9.FVF_XYZ), d.SetPixelShaderConstantF(0, []float32{0, 1, 0, 1}),
		d.SetVertexShaderConstantF(0, []float32{0, 0, 0, 0}),
		d.Clear(nil, d3d9.CLEAR_TARGET, d3d9.ColorARGB(255, 0, 0, 255), 1, 0), d.BeginScene())
	vertices := []float32{-1, 1, .5, 1, 1, .5, -1, -1, .5} // the upper left half, clockwise
	must(t, d.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, uintptr(unsafe.Pointer(&vertices[0])), 12), d.EndScene())
	back, err := d.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	must(t, err)
	defer back.Release()
	words, width := pixels(t, d, back)
	const green, blue = 0xff00ff00, 0xff0000ff
	wrong := 0
	for y := range width {
		for x := range width {
			want := uint32(blue)
			if x+y < width { // the diagonal's pixel centers lie on the edge x + y = 64 - 1 + 1
				want = green
			}
			if got := words[y*width+x]; got != want && x+y != width {
				wrong++
				if wrong < 10 {
					t.Errorf("pixel (%d, %d) is %08x, want %08x", x, y, got, want)
				}
			}
		}
	}
	must(t, d.Present(nil, nil, 0, nil))
}
