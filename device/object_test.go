package device

import (
	"errors"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

// fakeBackend opens one fake graphics device.
type fakeBackend struct{ device *gputest.Device }

func (b fakeBackend) Adapter(gpu.Options) (*gpu.Adapter, error) { return b.device.Adapter(), nil }
func (b fakeBackend) Open(gpu.Options) (gpu.Device, error)      { return b.device, nil }

// onFake makes a device without a window on a fake back end; nil stands for the fake's own adapter. The test fails if the back
// end finds a fault.
func onFake(t testing.TB, adapter *gpu.Adapter) (*Device, *gputest.Device) {
	t.Helper()
	fake := gputest.New(adapter)
	d3d, err := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{fake}})
	if err != nil {
		t.Fatal(err)
	}
	d, _, failed := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, d3d9.PRESENT_PARAMETERS{
		BackBufferWidth: 64, BackBufferHeight: 32, BackBufferFormat: d3d9.FMT_X8R8G8B8, SwapEffect: d3d9.SWAPEFFECT_DISCARD, Windowed: 1,
	})
	if failed != nil {
		t.Fatal(failed)
	}
	d3d.Release()
	t.Cleanup(func() {
		if faults := fake.Faults(); len(faults) > 0 {
			t.Errorf("faults of the back end:\n%s", strings.Join(faults, "\n"))
		}
	})
	return d, fake
}

// must fails the test on an error and returns the value.
func must[T any](v T, err d3d9.Error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func ok(t testing.TB, err d3d9.Error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fails checks that an error has the code and speaks of every word.
func fails(t testing.TB, err d3d9.Error, code int32, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %s", d3d9.HRESULTName(code))
		return
	}
	if !errors.Is(err, d3d9.Code(code)) {
		t.Errorf("%v, want %s", err, d3d9.HRESULTName(code))
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%v does not speak of %q", err, w)
		}
	}
}

// idle has everything destroyed that is to be destroyed.
func idle(t testing.TB, d *Device) {
	t.Helper()
	ok(t, d.submit())
	ok(t, d.waitSerial(d.serial))
}

func TestReferences(t *testing.T) {
	d, fake := onFake(t, nil)
	idle(t, d)
	before := fake.Counts()
	deviceRefs := d.refs

	tex := must(d.CreateTexture(16, 16, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))(t)
	if d.refs != deviceRefs+1 {
		t.Errorf("the device has %d references, want one more than %d", d.refs, deviceRefs)
	}
	s := must(tex.GetSurfaceLevel(1))(t)
	if again := must(tex.GetSurfaceLevel(1))(t); again != s {
		t.Error("another surface for the same level")
	}
	if n := s.AddRef(); n != 4 {
		t.Errorf("AddRef of a texture's surface gives %d, want the texture's 4", n)
	}
	for want := uint32(3); want >= 1; want-- {
		if n := s.Release(); n != want {
			t.Errorf("Release gives %d, want %d", n, want)
		}
	}
	dev := must(tex.GetDevice())(t)
	if dev != d {
		t.Error("another device")
	}
	d.Release()
	if got := must(s.GetContainerTexture(d3d9.GUID{}))(t); got != tex {
		t.Error("another container")
	}
	tex.Release()
	_, err := s.GetContainerCubeTexture(d3d9.GUID{})
	fails(t, err, d3d9.E_NOINTERFACE, "Surface")
	if n := tex.Release(); n != 0 {
		t.Errorf("the last Release gives %d", n)
	}
	if d.refs != deviceRefs {
		t.Errorf("the device has %d references, want %d", d.refs, deviceRefs)
	}
	_, err = tex.LockRect(0, nil, 0)
	fails(t, err, d3d9.ERR_INVALIDCALL, "Texture", "was released")
	_, err = s.GetDesc()
	fails(t, err, d3d9.ERR_INVALIDCALL, "was released")
	if n := tex.Release() + tex.AddRef() + tex.GetLevelCount() + uint32(tex.GetType()) + tex.SetLOD(1) + tex.GetPriority() + s.Release(); n != 0 {
		t.Error("a method of a released texture returns something")
	}
	tex.PreLoad()
	fails(t, d.SetTexture(0, tex), d3d9.ERR_INVALIDCALL, "was released")
	idle(t, d)
	if after := fake.Counts(); after != before {
		t.Errorf("counts %+v, before %+v", after, before)
	}
	if blocks, _ := fake.HostBlocks(); blocks != 0 {
		t.Errorf("%d blocks of host memory are left", blocks)
	}
}

// What is set lives on without the program's references, until it is no longer set.
func TestBoundObjectsLive(t *testing.T) {
	d, fake := onFake(t, nil)
	idle(t, d)
	before := fake.Counts()
	tex := must(d.CreateTexture(16, 16, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))(t)
	vb := must(d.CreateVertexBuffer(64, 0, 0, d3d9.POOL_DEFAULT, 0))(t)
	ib := must(d.CreateIndexBuffer(64, 0, d3d9.FMT_INDEX16, d3d9.POOL_DEFAULT, 0))(t)
	rt := must(d.CreateTexture(64, 32, 1, d3d9.USAGE_RENDERTARGET, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))(t)
	level := must(rt.GetSurfaceLevel(0))(t)
	ok(t, d.SetTexture(3, tex))
	ok(t, d.SetStreamSource(1, vb, 0, 16))
	ok(t, d.SetIndices(ib))
	ok(t, d.SetRenderTarget(1, level))
	level.Release()
	for _, n := range []uint32{tex.Release(), vb.Release(), ib.Release(), rt.Release()} {
		if n != 0 {
			t.Errorf("Release gives %d", n)
		}
	}
	if _, err := tex.GetLevelDesc(0); err != nil {
		t.Errorf("a texture that is set: %v", err)
	}
	if got := must(d.GetTexture(3))(t); got != &tex.BaseTexture {
		t.Error("GetTexture gives another texture")
	}
	if n := tex.Release(); n != 0 {
		t.Errorf("Release after GetTexture gives %d", n)
	}
	back := must(d.GetRenderTarget(0))(t)
	ok(t, d.SetTexture(3, nil))
	ok(t, d.SetStreamSource(1, nil, 0, 0))
	ok(t, d.SetIndices(nil))
	ok(t, d.SetRenderTarget(1, nil))
	for name, err := range map[string]d3d9.Error{
		"texture": second(tex.GetLevelDesc(0)), "vertex buffer": second(vb.GetDesc()), "index buffer": second(ib.GetDesc()), "target": second(level.GetDesc()),
	} {
		if !errors.Is(err, d3d9.Code(d3d9.ERR_INVALIDCALL)) {
			t.Errorf("%s after it was unset: %v", name, err)
		}
	}
	// The back buffer is the swap chain's: no Release of the program's ends it.
	back.Release()
	back.Release()
	if _, err := back.GetDesc(); err != nil {
		t.Errorf("back buffer: %v", err)
	}
	idle(t, d)
	if after := fake.Counts(); after != before {
		t.Errorf("counts %+v, before %+v", after, before)
	}
}

func second[T any](_ T, err d3d9.Error) d3d9.Error { return err }

// An object that the program holds keeps the device.
func TestObjectsKeepTheDevice(t *testing.T) {
	d, fake := onFake(t, nil)
	vb := must(d.CreateVertexBuffer(64, 0, 0, d3d9.POOL_MANAGED, 0))(t)
	if n := d.Release(); n != 1 {
		t.Errorf("Release of the device gives %d, want 1", n)
	}
	if _, err := vb.Lock(0, 0, 0); err != nil {
		t.Fatal(err)
	}
	ok(t, vb.Unlock())
	vb.Release()
	if d.refs != 0 {
		t.Errorf("the device has %d references", d.refs)
	}
	if c := fake.Counts(); c.Images+c.Views+c.Buffers != 0 {
		t.Errorf("left after the device: %+v", c)
	}
	_, err := d.CreateVertexBuffer(64, 0, 0, d3d9.POOL_MANAGED, 0)
	fails(t, err, d3d9.ERR_INVALIDCALL, "CreateVertexBuffer")
}

func TestObjectsOfAnotherDevice(t *testing.T) {
	a, _ := onFake(t, nil)
	b, _ := onFake(t, nil)
	tex := must(a.CreateTexture(4, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))(t)
	fails(t, b.SetTexture(0, tex), d3d9.ERR_INVALIDCALL, "another device")
	fails(t, b.SetTexture(0, &Texture{}), d3d9.ERR_INVALIDCALL)
}

func TestPrivateData(t *testing.T) {
	d, _ := onFake(t, nil)
	s := must(d.CreateOffscreenPlainSurface(4, 4, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0))(t)
	a, b := d3d9.GUID{Data1: 1}, d3d9.GUID{Data1: 2}
	_, err := s.GetPrivateData(a)
	fails(t, err, d3d9.ERR_NOTFOUND)
	mine := []byte("shadow map")
	ok(t, s.SetPrivateDataBytes(a, mine, 0))
	mine[0] = 'x'
	if got := must(s.GetPrivateData(a))(t); string(got) != "shadow map" {
		t.Errorf("private data %q", got)
	}
	_, err = s.GetPrivateData(b)
	fails(t, err, d3d9.ERR_NOTFOUND)
	fails(t, s.SetPrivateDataBytes(b, mine, d3d9.SPD_IUNKNOWN), d3d9.ERR_NOTAVAILABLE)
	fails(t, s.SetPrivateDataBytes(b, mine, 8), d3d9.ERR_INVALIDCALL)
	fails(t, s.SetPrivateData(b, 0, 4, 0), d3d9.ERR_INVALIDCALL)
	ok(t, s.FreePrivateData(a))
	fails(t, s.FreePrivateData(a), d3d9.ERR_NOTFOUND)
}

// 100000 of each kind leave nothing behind.
func TestCreateAndReleaseStaysFlat(t *testing.T) {
	d, fake := onFake(t, nil)
	fake.Forget = true
	idle(t, d)
	before := fake.Counts()
	n := 100_000
	if testing.Short() {
		n = 2_000
	}
	for i := range n {
		tex := must(d.CreateTexture(4, 4, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))(t)
		vb := must(d.CreateVertexBuffer(16, d3d9.USAGE_DYNAMIC, 0, d3d9.POOL_DEFAULT, 0))(t)
		if i%16 == 0 {
			ok(t, d.SetTexture(0, tex))
			ok(t, d.SetStreamSource(0, vb, 0, 4))
		}
		tex.Release()
		vb.Release()
	}
	ok(t, d.SetTexture(0, nil))
	ok(t, d.SetStreamSource(0, nil, 0, 0))
	idle(t, d)
	if after := fake.Counts(); after != before {
		t.Errorf("counts %+v, before %+v", after, before)
	}
	if blocks, _ := fake.HostBlocks(); blocks != 0 {
		t.Errorf("%d blocks of host memory are left", blocks)
	}
	if len(d.objects.losable) != 0 {
		t.Errorf("%d objects keep Reset from working", len(d.objects.losable))
	}
}
