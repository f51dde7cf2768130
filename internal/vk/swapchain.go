package vk

/*
#include "present.h"
*/
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"d3d9vk/internal/gpu"
)

// presented are the windows of a device's swapchains, by id: those that are gone stay until their id is used again.
type presented struct {
	sync.Mutex
	windows map[gpu.ID]gpu.Window
}

// CreateSwapchain makes what presents to the window that is registered under desc.Window. The swapchain follows the window's size by
// itself; desc's size is used where the window system lets the swapchain decide. It needs one window of its own: destroy the
// window's swapchain before, and have the list with that OpDestroy run.
func (d *Device) CreateSwapchain(desc *gpu.SwapchainDesc) (gpu.ID, error) {
	const call = "CreateSwapchain"
	if err := d.check(); err != nil {
		return 0, err
	}
	window := gpu.FindWindow(desc.Window)
	if window == nil {
		return 0, fmt.Errorf("vk: %s: no window is registered as %d", call, desc.Window)
	}
	surface, err := window.CreateSurface(uintptr(unsafe.Pointer(C.vkx_instance_handle(d.instance.c))))
	if err != nil {
		return 0, fmt.Errorf("vk: %s: %w: %w", call, gpu.ErrUnsupported, err)
	}
	c := C.vkx_swapchain_desc{width: C.uint32_t(desc.Width), height: C.uint32_t(desc.Height), images: C.uint32_t(desc.Images)}
	if desc.Interval > 0 {
		c.wait = 1 // Vulkan waits for one vertical blank or for none
	}
	text := newErrorText()
	defer text.free()
	var id C.uint32_t
	if r := C.vkx_create_swapchain(d.c, C.vkx_surface(surface), &c, &id, text.p, text.n); r < 0 {
		return 0, d.result(call, int32(r), text.String())
	}
	d.presented.Lock()
	defer d.presented.Unlock()
	if d.presented.windows == nil {
		d.presented.windows = map[gpu.ID]gpu.Window{}
	}
	d.presented.windows[gpu.ID(id)] = window
	return gpu.ID(id), nil
}

// SwapchainStatus returns nil, or ErrSurfaceChanged when the last present could not show its image because the surface changed under it
// or is lost. A surface that is lost shows nothing more: only a new swapchain helps.
func (d *Device) SwapchainStatus(swapchain gpu.ID) error {
	if err := d.check(); err != nil {
		return err
	}
	d.presented.Lock()
	window := d.presented.windows[swapchain]
	d.presented.Unlock()
	var width, height int
	if window != nil {
		width, height = window.FramebufferSize()
	}
	switch C.vkx_swapchain_status(d.c, C.uint32_t(swapchain), C.uint32_t(width), C.uint32_t(height)) {
	case C.VKX_SURFACE_SAME:
		return nil
	case C.VKX_SURFACE_CHANGED:
		return fmt.Errorf("vk: swapchain %d: %w: it is out of date", swapchain, gpu.ErrSurfaceChanged)
	}
	return fmt.Errorf("vk: swapchain %d: %w: it is lost", swapchain, gpu.ErrSurfaceChanged)
}
