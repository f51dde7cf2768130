//go:build !nowindow

package window

/*
#include <stdint.h>

// Defined in the GLFW that its Go package compiles in; weak, because cgo links this file alone once to look at its symbols.
extern int glfwCreateWindowSurface(void *instance, void *window, const void *allocator, uint64_t *surface) __attribute__((weak));

static int createWindowSurface(uintptr_t instance, void *window, uint64_t *surface) {
	return glfwCreateWindowSurface((void *)instance, window, 0, surface);
}
*/
import "C"

import (
	"errors"
	"fmt"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// FramebufferSize is the size of the client area in pixels.
func (w *Window) FramebufferSize() (width, height int) {
	size := w.size.Load()
	return int(size >> 32), int(uint32(size))
}

// RequiredInstanceExtensions are the instance extensions that CreateSurface needs; none where no Vulkan loader is found.
func (w *Window) RequiredInstanceExtensions() []string { return w.w.GetRequiredInstanceExtensions() }

// CreateSurface makes a VkSurfaceKHR for the VkInstance handle and returns its handle. It calls GLFW's C function itself: the Go
// binding returns the address of a variable that the garbage collector may already have taken back.
func (w *Window) CreateSurface(instance uintptr) (uintptr, error) {
	if instance == 0 {
		return 0, errors.New("window: CreateSurface: the instance is null")
	}
	var surface C.uint64_t
	if code := C.createWindowSurface(C.uintptr_t(instance), w.w.Handle(), &surface); code != 0 {
		// Init does nothing more by now, but takes the error's text out of the binding, whose next call would panic over it.
		if err := glfw.Init(); err != nil {
			return 0, fmt.Errorf("window: glfwCreateWindowSurface: VkResult %d: %w", int(code), err)
		}
		return 0, fmt.Errorf("window: glfwCreateWindowSurface: VkResult %d", int(code))
	}
	return uintptr(surface), nil
}
