// Package vk is the only Vulkan of the project: it implements gpu.Device. vulkan-go makes the flat objects (images, views, samplers,
// buffers, shader modules, pipeline caches); the C shim beside it does the rest: what is newer than Vulkan 1.0, what takes arrays of
// structs, and all recording, one call for a list. It must not know Direct3D 9.
package vk

/*
#cgo CFLAGS: -O2 -Wall -Wextra -Werror=implicit-function-declaration -Wno-missing-field-initializers -DVK_NO_PROTOTYPES
#cgo LDFLAGS: -ldl -lpthread
#include "shim.h"
*/
import "C"

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"d3d9vk/internal/gpu"
)

const (
	listCount = 4                // lists in flight
	listWords = 1 << 16          // of a list
	arenaSize = 4 << 20          // bytes of a list's arena
	blockRoom = gpu.UniformBlock // bytes behind the arena, so that a constant block's range at its end stays inside of the buffer
)

// Device is one opened Vulkan device.
type Device struct {
	instance *instance
	c        *C.vkx_device
	handle   vk.Device
	physical vk.PhysicalDevice
	adapter  *gpu.Adapter
	features gpu.Features
	cache    pipelineCache

	presented presented

	use  sync.RWMutex // held for reading while a call uses the Vulkan device, for writing by Close
	exec sync.Mutex   // held while a list is recorded or finished ones are retired

	mu        sync.Mutex
	changed   *sync.Cond // of all below
	slots     [listCount]slot
	submitted uint64 // serial of the last list handed over
	executed  uint64 // serial of the last list recorded and given to the GPU
	lost      error
	closed    bool
	isLost    atomic.Bool // lost != nil or closed

	queue chan submission
	done  chan struct{} // closed when the worker has ended
}

// Open opens the adapter that the options name: Options.AdapterIndex counts the machine's adapters as Adapters lists them. The
// environment adds to the options: D3D9VK_DISABLE=Name,Name and D3D9VK_VALIDATION=1.
func Open(o gpu.Options) (gpu.Device, error) {
	o = withEnvironment(o)
	inst, err := newInstance(o.Validation, o.Message)
	if err != nil {
		return nil, err
	}
	d, err := open(inst, o)
	if err != nil {
		inst.close()
		return nil, err
	}
	return d, nil
}

func open(inst *instance, o gpu.Options) (*Device, error) {
	infos, err := inst.adapters()
	if err != nil {
		return nil, err
	}
	if o.AdapterIndex < 0 || o.AdapterIndex >= len(infos) {
		return nil, fmt.Errorf("vk: Open: adapter %d does not exist: there are %d", o.AdapterIndex, len(infos))
	}
	info := infos[o.AdapterIndex]
	if missing := C.GoString(&info.missing[0]); missing != "" {
		return nil, fmt.Errorf("vk: Open: %w: %s cannot be used: Vulkan 1.3 is required and %s", gpu.ErrUnsupported, C.GoString(&info.props.deviceName[0]), missing)
	}
	adapter, mask, err := inst.reduced(info, o.Disable)
	if err != nil {
		return nil, err
	}
	d := &Device{instance: inst, queue: make(chan submission, listCount), done: make(chan struct{})}
	d.changed = sync.NewCond(&d.mu)
	d.adapter, d.features = adapter, adapter.Features
	inst.alike.Store(!d.features.IndependentBlend)
	if err := d.openC(info, mask, o.CacheDir); err != nil {
		if d.c != nil {
			C.vkx_device_destroy(d.c)
		}
		return nil, err
	}
	go d.work()
	return d, nil
}

func (d *Device) openC(info *C.vkx_adapter, mask uint32, cacheDir string) error {
	desc := (*C.vkx_device_desc)(C.vkx_host_alloc(C.size_t(unsafe.Sizeof(C.vkx_device_desc{}))))
	copied := (*C.vkx_adapter)(C.vkx_host_alloc(C.size_t(unsafe.Sizeof(*info))))
	defer C.vkx_host_free(unsafe.Pointer(desc))
	defer C.vkx_host_free(unsafe.Pointer(copied))
	*copied = *info
	desc.adapter = copied
	desc.features = C.uint32_t(mask)
	desc.list_count, desc.arena_size = listCount, arenaSize
	for op, n := range gpu.RecordWords {
		desc.words[op] = C.uint32_t(n)
	}
	if info.driver_id == C.VK_DRIVER_ID_MESA_LLVMPIPE {
		desc.lavapipe = 1
	}
	text := newErrorText()
	defer text.free()
	if r := C.vkx_device_create(d.instance.c, desc, &d.c, text.p, text.n); r < 0 {
		d.c = nil
		return fmt.Errorf("vk: Open: %w", resultError(int32(r), text.String()))
	}
	d.handle = vk.Device(unsafe.Pointer(C.vkx_device_handle(d.c)))
	d.physical = vk.PhysicalDevice(unsafe.Pointer(info.handle))
	if err := d.openCache(cacheDir); err != nil {
		return err
	}
	zero, _, err := d.createBuffer(gpu.BufferDesc{Size: C.ZERO_BYTES, Mapped: true}, true)
	if err != nil {
		return err
	}
	C.vkx_set_zero(d.c, C.uint32_t(zero))
	for k := range d.slots {
		s := &d.slots[k]
		s.words = make([]uint32, 0, listWords)
		if s.buffer, s.arena, err = d.createBuffer(gpu.BufferDesc{Size: arenaSize + blockRoom, Mapped: true}, true); err != nil {
			return err
		}
		s.arena = s.arena[:arenaSize:arenaSize]
		if r := C.vkx_slot_open(d.c, C.uint32_t(k), C.uint32_t(s.buffer)); r < 0 {
			return resultError(int32(r), C.GoString(C.vkx_error(d.c)))
		}
	}
	return nil
}

func (d *Device) Adapter() *gpu.Adapter  { return d.adapter }
func (d *Device) Features() gpu.Features { return d.features }

// Counts retires what finished lists destroyed, and counts the rest. Memory is what was allocated from the driver.
func (d *Device) Counts() gpu.Counts {
	d.use.RLock()
	defer d.leave()
	if d.isClosed() {
		return gpu.Counts{}
	}
	d.exec.Lock()
	C.vkx_retire(d.c)
	d.exec.Unlock()
	var n [C.KIND_COUNT]C.int
	var allocated C.uint64_t
	C.vkx_counts(d.c, &n[0], &allocated)
	return gpu.Counts{
		Buffers: int(n[C.KIND_BUFFER]), Images: int(n[C.KIND_IMAGE]), Views: int(n[C.KIND_VIEW]), Samplers: int(n[C.KIND_SAMPLER]),
		Shaders: int(n[C.KIND_SHADER]), VertexLayouts: int(n[C.KIND_VERTEX_LAYOUT]), Pipelines: int(n[C.KIND_PIPELINE]),
		Queries: int(n[C.KIND_QUERY]), Swapchains: int(n[C.KIND_SWAPCHAIN]), Memory: uint64(allocated),
	}
}

// Close waits for the GPU, saves the pipeline cache, destroys everything and returns the messages of the validation layer. A second
// Close returns nil.
func (d *Device) Close() error {
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return nil
	}
	d.closed = true
	d.isLost.Store(true)
	d.changed.Broadcast()
	d.mu.Unlock()
	close(d.queue)
	<-d.done
	d.use.Lock()
	defer d.use.Unlock()
	d.saveCache()
	C.vkx_device_destroy(d.c)
	d.instance.drain()
	return d.instance.close()
}

func (d *Device) isClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed
}

// enter begins a call that uses the Vulkan device, so that Close waits for it; leave ends it.
func (d *Device) enter() error {
	d.use.RLock()
	if err := d.check(); err != nil {
		d.use.RUnlock()
		return err
	}
	return nil
}

func (d *Device) leave() {
	d.instance.drain()
	d.use.RUnlock()
}

// lose is the one place where a device becomes lost.
func (d *Device) lose(reason error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost == nil {
		d.lost = fmt.Errorf("vk: %w: %w", gpu.ErrDeviceLost, reason)
		d.isLost.Store(true)
	}
	d.changed.Broadcast()
}

// check returns why the device takes no more calls.
func (d *Device) check() error {
	if !d.isLost.Load() {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost != nil {
		return d.lost
	}
	return fmt.Errorf("vk: %w: it is closed", gpu.ErrDeviceLost)
}

// result turns a failed call into an error; a lost device is lost from then on.
func (d *Device) result(call string, r int32, text string) error {
	err := resultError(r, text)
	if r == int32(vk.ErrorDeviceLost) {
		d.lose(fmt.Errorf("%s: %w", call, err))
		return d.check()
	}
	return fmt.Errorf("vk: %s: %w", call, err)
}

// resultError names a VkResult and wraps the error of package gpu that it stands for.
func resultError(r int32, text string) error {
	if text == "" {
		text = fmt.Sprintf("VkResult %d", r)
	}
	switch vk.Result(r) {
	case vk.ErrorDeviceLost:
		return fmt.Errorf("%w: %s", gpu.ErrDeviceLost, text)
	case vk.ErrorOutOfHostMemory, vk.ErrorOutOfDeviceMemory, vk.ErrorTooManyObjects, vk.ErrorFragmentedPool, vk.ErrorOutOfPoolMemory:
		return fmt.Errorf("%w: %s", gpu.ErrOutOfMemory, text)
	case vk.ErrorFormatNotSupported, vk.ErrorFeatureNotPresent, vk.ErrorExtensionNotPresent, vk.ErrorIncompatibleDriver, vk.ErrorLayerNotPresent:
		return fmt.Errorf("%w: %s", gpu.ErrUnsupported, text)
	}
	return fmt.Errorf("%s", text)
}

// errorText is a buffer that C writes an error's text to.
type errorText struct {
	p *C.char
	n C.size_t
}

func newErrorText() errorText {
	const room = 512
	return errorText{(*C.char)(C.vkx_host_alloc(room)), room}
}

func (t errorText) String() string { return C.GoString(t.p) }
func (t errorText) free()          { C.vkx_host_free(unsafe.Pointer(t.p)) }
