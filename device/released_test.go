package device

import (
	"errors"
	"reflect"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

// Whatever is called on a device after its last Release, nothing panics and the device stays released.
func TestCallsOnAReleasedDevice(t *testing.T) {
	d3d, err := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{gputest.New(nil)}})
	if err != nil {
		t.Fatal(err)
	}
	dev, _, failed := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, params)
	ok(t, failed)
	dev.Release()
	v := reflect.ValueOf(dev)
	for m := range v.NumMethod() {
		for _, number := range []uint64{0, 1, 4} {
			args := make([]reflect.Value, v.Method(m).Type().NumIn())
			for i := range args {
				args[i] = reflect.New(v.Method(m).Type().In(i)).Elem()
				if args[i].CanUint() && args[i].Kind() != reflect.Uintptr {
					args[i].SetUint(number)
				}
			}
			v.Method(m).Call(args)
			if dev.refs != 0 {
				t.Fatalf("%s revives the device", v.Type().Method(m).Name)
			}
		}
	}
	decl := []d3d9.VERTEXELEMENT{{Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_POSITION}, d3d9.DeclEnd()}
	for name, err := range map[string]d3d9.Error{
		"CreateQuery":                 second(dev.CreateQuery(d3d9.QUERYTYPE_EVENT)),
		"CreateVertexDeclaration":     second(dev.CreateVertexDeclaration(decl)),
		"SetFVF":                      dev.SetFVF(d3d9.FVF_XYZ),
		"CreateTexture":               second(dev.CreateTexture(4, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0)),
		"CreateOffscreenPlainSurface": second(dev.CreateOffscreenPlainSurface(4, 4, d3d9.FMT_A8R8G8B8, d3d9.POOL_SCRATCH, 0)),
		"CreateRenderTarget":          second(dev.CreateRenderTarget(4, 4, d3d9.FMT_NULL, d3d9.MULTISAMPLE_NONE, 0, false, 0)),
		"CreateVertexShaderFromBytes": second(dev.CreateVertexShaderFromBytes(assembled(t, plainVertex))),
		"CreatePixelShaderFromBytes":  second(dev.CreatePixelShaderFromBytes(assembled(t, plainPixel))),
	} {
		fails(t, err, d3d9.ERR_INVALIDCALL, name, "was released")
	}
	if d3d.refs != 1 {
		t.Errorf("the Direct3D object has %d references, want the program's 1", d3d.refs)
	}
}

// withoutAdapter has no adapter.
type withoutAdapter struct{}

func (withoutAdapter) Adapter(gpu.Options) (*gpu.Adapter, error) { return nil, errors.New("no driver") }
func (withoutAdapter) Open(gpu.Options) (gpu.Device, error)      { return nil, errors.New("no driver") }

// The error names the call that fails, not the first that did.
func TestNoAdapter(t *testing.T) {
	d3d, err := CreateWith(d3d9.SDK_VERSION, Options{Backend: withoutAdapter{}})
	if err != nil {
		t.Fatal(err)
	}
	if n := d3d.GetAdapterCount(); n != 0 {
		t.Errorf("%d adapters", n)
	}
	_, _, failed := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, params)
	fails(t, failed, d3d9.ERR_NOTAVAILABLE, "CreateDevice", "no driver")
}
