// Package gpuenv decides for all tests that draw: which device they get, what happens where there is none, and that no
// message of the validation layer goes unseen. It knows nothing of what the tests draw.
//
//	D3D9VK_REQUIRE_GPU=1   a missing Vulkan device fails the test instead of skipping it
//	D3D9VK_VALIDATION=1    the Khronos validation layer is on, and each of its messages fails a test
//	D3D9VK_GCSTORM=1       goroutines allocate all the time, so that (with GOGC=5) lifetime faults show
package gpuenv

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// Size is the edge of the back buffer of the devices made here, in pixels.
const Size = 64

var validating = os.Getenv("D3D9VK_VALIDATION") == "1"

// messages are those of the validation layer that no test has failed for yet.
var messages struct {
	sync.Mutex
	list []string
}

func message(text string) {
	messages.Lock()
	defer messages.Unlock()
	messages.list = append(messages.list, text)
}

func takeMessages() []string {
	messages.Lock()
	defer messages.Unlock()
	list := messages.list
	messages.list = nil
	return list
}

// Messages fails the test for every message of the validation layer since the last call.
func Messages(t testing.TB) {
	t.Helper()
	for _, text := range takeMessages() {
		t.Errorf("validation: %s", text)
	}
}

// Options adds to the options what this package decides.
func Options(o device.Options) device.Options {
	o.Validation, o.Message = validating, message
	return o
}

// Open makes a Direct3D object with the options and, where there is no Vulkan device, skips the test or fails it. The object
// is released when the test ends, and every message of the validation layer fails the test.
func Open(t testing.TB, o device.Options) *device.Direct3D {
	t.Helper()
	d3d, err := open(Options(o))
	if err != nil {
		missing(t, err)
	}
	t.Cleanup(func() {
		d3d.Release()
		Messages(t)
	})
	return d3d
}

func open(o device.Options) (*device.Direct3D, error) {
	d3d, err := device.CreateWith(d3d9.SDK_VERSION, o)
	if err != nil {
		return nil, err
	}
	if _, failed := d3d.GetAdapterIdentifier(0, 0); failed != nil {
		d3d.Release()
		return nil, failed
	}
	return d3d, nil
}

func missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("D3D9VK_REQUIRE_GPU") == "1" {
		t.Fatalf("D3D9VK_REQUIRE_GPU is 1: %v", err)
	}
	t.Skip(err)
}

// Parameters are those of a headless device with a back buffer of Size x Size.
func Parameters() d3d9.PRESENT_PARAMETERS {
	return d3d9.PRESENT_PARAMETERS{
		BackBufferWidth: Size, BackBufferHeight: Size, BackBufferFormat: d3d9.FMT_X8R8G8B8, BackBufferCount: 1,
		SwapEffect: d3d9.SWAPEFFECT_DISCARD, Windowed: 1, PresentationInterval: d3d9.PRESENT_INTERVAL_IMMEDIATE,
	}
}

// NewDevice makes a headless device, released when the test ends.
func NewDevice(t testing.TB, d3d *device.Direct3D) *device.Device {
	t.Helper()
	d, err := newDevice(d3d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Release() })
	return d
}

func newDevice(d3d *device.Direct3D) (*device.Device, d3d9.Error) {
	caps, err := d3d.GetDeviceCaps(0, d3d9.DEVTYPE_HAL)
	if err != nil {
		return nil, err
	}
	d, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, caps.VertexProcessing(), Parameters())
	return d, err
}

var shared struct {
	sync.Mutex
	d3d    *device.Direct3D
	device *device.Device
	err    error
}

// Shared returns the one device of a package's tests, which Main closes. Tests put its state back themselves.
func Shared(t testing.TB) *device.Device {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.device == nil && shared.err == nil {
		shared.d3d, shared.err = open(Options(device.Options{}))
		if shared.err == nil {
			var err d3d9.Error
			if shared.device, err = newDevice(shared.d3d); err != nil {
				t.Fatal(err) // there is an adapter, so no test may be skipped for this
			}
		}
	}
	if shared.err != nil {
		missing(t, shared.err)
	}
	return shared.device
}

// Main runs a package's tests (TestMain), with the storm if it is asked for, closes the shared device, and fails for
// messages of the validation layer and for references that are left.
func Main(m *testing.M) int {
	stop := storm(os.Getenv("D3D9VK_GCSTORM") == "1")
	code := m.Run()
	stop()
	if shared.device != nil {
		if left := shared.device.Release(); left != 0 {
			fmt.Fprintf(os.Stderr, "%d references to the shared device are left\n", left)
			code = 1
		}
		shared.d3d.Release()
	}
	if list := takeMessages(); len(list) != 0 {
		fmt.Fprintf(os.Stderr, "validation, when the device was closed or between tests:\n%s\n", strings.Join(list, "\n"))
		code = 1
	}
	return code
}

// storm starts goroutines that allocate until the returned function is called.
func storm(on bool) (stop func()) {
	if !on {
		return func() {}
	}
	done := make(chan struct{})
	for range runtime.NumCPU() {
		go allocate(done)
	}
	return func() { close(done) }
}

// sink keeps the allocations of the storm on the heap.
var sink sync.Map

func allocate(done chan struct{}) {
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		default:
			sink.Store(n%64, make([]byte, 64<<(n%12)))
			runtime.Gosched()
		}
	}
}
