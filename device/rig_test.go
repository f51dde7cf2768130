package device

import (
	"math"
	"testing"
	"unsafe"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
	"d3d9vk/translate/sm"
)

// rig is a device on the fake back end.
type rig struct {
	*testing.T
	*Device
	fake *gputest.Device
}

// params are those of a windowless 64x48 device with a depth buffer.
var params = d3d9.PRESENT_PARAMETERS{
	BackBufferWidth: 64, BackBufferHeight: 48, BackBufferFormat: d3d9.FMT_A8R8G8B8, SwapEffect: d3d9.SWAPEFFECT_DISCARD, Windowed: 1,
	EnableAutoDepthStencil: 1, AutoDepthStencilFormat: d3d9.FMT_D24S8,
}

// newRig makes a device that is closed at the test's end, without a fault of the back end and without a leak.
func newRig(t *testing.T, change ...func(*gputest.Device, *Options)) *rig {
	t.Helper()
	fake := gputest.New(nil)
	options := Options{Backend: fakeBackend{fake}}
	for _, c := range change {
		c(fake, &options)
	}
	d3d, err := CreateWith(d3d9.SDK_VERSION, options)
	if err != nil {
		t.Fatal(err)
	}
	dev, _, failed := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, params)
	if failed != nil {
		t.Fatal(failed)
	}
	d3d.Release()
	t.Cleanup(func() {
		for dev.Release() > 0 { // also what the test has not released
		}
		for _, f := range fake.Faults() {
			t.Errorf("back end: %s", f)
		}
	})
	return &rig{t, dev, fake}
}

// features is a change for newRig: of the back end's features.
func features(change func(*gpu.Features)) func(*gputest.Device, *Options) {
	return func(fake *gputest.Device, _ *Options) {
		f := fake.Features()
		change(&f)
		fake.SetFeatures(f)
	}
}

// under is a change for newRig: the caps profile with the name.
func under(t *testing.T, profile string) func(*gputest.Device, *Options) {
	t.Helper()
	p, err := caps.ProfileNamed(profile)
	if err != nil {
		t.Fatal(err)
	}
	return func(_ *gputest.Device, o *Options) { o.Profile = &p }
}

// ok fails the test on an error.
func (r *rig) ok(errs ...d3d9.Error) {
	r.Helper()
	for _, err := range errs {
		if err != nil {
			r.Fatal(err)
		}
	}
}

// wants fails the test unless the error has the code.
func (r *rig) wants(code int32, err d3d9.Error) {
	r.Helper()
	if got := d3d9.CodeOf(err); err == nil || got != code {
		r.Errorf("got %v, want %s", err, d3d9.HRESULTName(code))
	}
}

func assembled(t testing.TB, text string) []byte {
	t.Helper()
	p, err := sm.Assemble(text)
	if err != nil {
		t.Fatal(err)
	}
	return sm.EncodeBytes(p)
}

func (r *rig) vertexShader(text string) *VertexShader {
	r.Helper()
	vs, err := r.CreateVertexShaderFromBytes(assembled(r.T, text))
	r.ok(err)
	return vs
}

func (r *rig) pixelShader(text string) *PixelShader {
	r.Helper()
	ps, err := r.CreatePixelShaderFromBytes(assembled(r.T, text))
	r.ok(err)
	return ps
}

const (
	plainVertex = "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_color o1\nadd o0, v0, c0\nmov o1, c1\n"
	plainPixel  = "ps_3_0\ndcl_color v0\nmul oC0, v0, c0\n"
)

// address is the memory of floats as the program's vertices.
func address(f []float32) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(f))) }

// readyToDraw sets everything that a draw needs: shaders, a declaration of a position in stream 0, 300 vertices, 300 16-bit indices.
func (r *rig) readyToDraw() *rig {
	r.Helper()
	vs, ps := r.vertexShader(plainVertex), r.pixelShader(plainPixel)
	decl, err := r.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{{Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_POSITION}, d3d9.DeclEnd()})
	r.ok(err)
	vb, err := r.CreateVertexBuffer(300*12, 0, 0, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	ib, err := r.CreateIndexBuffer(300*2, 0, d3d9.FMT_INDEX16, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	r.ok(r.SetVertexShader(vs), r.SetPixelShader(ps), r.SetVertexDeclaration(decl), r.SetStreamSource(0, vb, 0, 12), r.SetIndices(ib))
	for _, o := range []interface{ Release() uint32 }{vs, ps, decl, vb, ib} {
		o.Release()
	}
	return r
}

// records ends the list and returns the opcodes that ran since the last call.
func (r *rig) records() []gpu.Op {
	r.Helper()
	r.ok(r.Present(nil, nil, 0, nil))
	var ops []gpu.Op
	for _, rec := range r.fake.Log() {
		ops = append(ops, rec.Op)
	}
	r.fake.ClearLog()
	return ops
}

// drawn ends the list and returns the draws that ran since the last call.
func (r *rig) drawn() []gputest.Draw {
	r.Helper()
	r.ok(r.Present(nil, nil, 0, nil))
	draws := r.fake.Draws()
	r.fake.ClearLog()
	return draws
}

func count(ops []gpu.Op, op gpu.Op) int {
	n := 0
	for _, o := range ops {
		if o == op {
			n++
		}
	}
	return n
}

func float32At(b []byte, n int) float32 {
	return math.Float32frombits(uint32(b[n*4]) | uint32(b[n*4+1])<<8 | uint32(b[n*4+2])<<16 | uint32(b[n*4+3])<<24)
}

// floats is b as the floats with its bytes, for address.
func floats(b []byte) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/4)
}
