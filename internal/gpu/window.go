package gpu

import "sync"

// Window is what a back end needs of a native window to present to it. Package window implements it over GLFW and registers it;
// the registered number serves as HWND in the Direct3D 9 API.
type Window interface {
	// CreateSurface makes a VkSurfaceKHR for the VkInstance handle and returns its handle.
	CreateSurface(instance uintptr) (surface uintptr, err error)
	// RequiredInstanceExtensions are the names of the instance extensions that CreateSurface needs.
	RequiredInstanceExtensions() []string
	// FramebufferSize is the size in pixels of the client area.
	FramebufferSize() (width, height int)
}

var windows struct {
	sync.Mutex
	next uintptr
	m    map[uintptr]Window
}

// RegisterWindow gives the window a number (never 0); UnregisterWindow takes it back; FindWindow looks it up.
func RegisterWindow(w Window) uintptr {
	windows.Lock()
	defer windows.Unlock()
	if windows.m == nil {
		windows.m = map[uintptr]Window{}
	}
	windows.next++
	windows.m[windows.next] = w
	return windows.next
}

// UnregisterWindow forgets the number.
func UnregisterWindow(hwnd uintptr) {
	windows.Lock()
	defer windows.Unlock()
	delete(windows.m, hwnd)
}

// FindWindow returns the window registered under the number, or nil.
func FindWindow(hwnd uintptr) Window {
	windows.Lock()
	defer windows.Unlock()
	return windows.m[hwnd]
}
