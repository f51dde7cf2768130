//go:build !nowindow

package window

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Window is a window without a graphics context of its own. Its methods belong to the main thread, but for HWND, Size,
// FramebufferSize, CreateSurface and RequiredInstanceExtensions, which any goroutine may call.
type Window struct {
	w         *glfw.Window
	hwnd      uintptr
	size      atomic.Uint64 // width << 32 | height of the client area in pixels
	minimised bool
	onResize  func(width, height int)
	title     title
}

// maxSize is the largest width and height of a window in pixels; X11 holds coordinates in 16 bits with a sign.
const maxSize = 1<<15 - 1

// open is the number of windows that are open; GLFW runs while it is not 0. Only the main thread touches it.
var open int

// wake makes Poll return early; any thread may call it.
func wake() { glfw.PostEmptyEvent() }

// Open opens a window with a client area of width x height screen coordinates (pixels, on X11), each 1..32767. It fails
// with the reason where there is no display, and away from the main thread (see Main).
func Open(titleText string, width, height int, o Options) (*Window, error) {
	if width < 1 || height < 1 || width > maxSize || height > maxSize {
		return nil, fmt.Errorf("window.Open: the size is %dx%d; width and height must be 1 to %d", width, height, maxSize)
	}
	if syscall.Gettid() != os.Getpid() {
		return nil, errors.New("window.Open: not on the main thread: call it in the function given to window.Main")
	}
	if open == 0 {
		if err := start(); err != nil {
			return nil, fmt.Errorf("window.Open: %w", err)
		}
	}
	w, err := create(titleText, width, height, o)
	if err != nil {
		if open == 0 {
			stop()
		}
		return nil, fmt.Errorf("window.Open: %w", err)
	}
	open++
	return w, nil
}

// start initialises GLFW. The binding only logs that a display cannot be opened; asking for the monitors tells.
func start() (err error) {
	display := os.Getenv("DISPLAY")
	if display == "" {
		return errors.New("no display: DISPLAY is not set (a program without one can render headless: HWND 0)")
	}
	if err := glfw.Init(); err != nil {
		return err
	}
	defer func() {
		if recover() != nil {
			err = fmt.Errorf("no display: %q (from DISPLAY) cannot be opened", display)
		}
	}()
	glfw.GetMonitors()
	running.Lock()
	running.on = true
	running.Unlock()
	return nil
}

func stop() {
	running.Lock()
	running.on = false
	running.Unlock()
	glfw.Terminate()
}

func hint(on bool) int {
	if on {
		return glfw.True
	}
	return glfw.False
}

func create(titleText string, width, height int, o Options) (*Window, error) {
	glfw.DefaultWindowHints()
	glfw.WindowHint(glfw.ClientAPI, glfw.NoAPI)
	glfw.WindowHint(glfw.Resizable, hint(!o.Fixed))
	glfw.WindowHint(glfw.Visible, hint(!o.Hidden))
	inner, err := glfw.CreateWindow(width, height, titleText, nil, nil)
	if err != nil {
		return nil, err
	}
	if inner == nil { // the binding logs platform errors instead of returning them
		return nil, fmt.Errorf("the window system refused a window of %dx%d", width, height)
	}
	w := &Window{w: inner, title: title{text: titleText, still: o.NoFrameTimes}}
	w.resized(inner.GetFramebufferSize())
	inner.SetFramebufferSizeCallback(func(_ *glfw.Window, width, height int) {
		w.resized(width, height)
		if w.onResize != nil {
			w.onResize(width, height)
		}
	})
	inner.SetIconifyCallback(func(_ *glfw.Window, iconified bool) { w.minimised = iconified })
	inner.SetKeyCallback(func(inner *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
		if key == glfw.KeyEscape && action == glfw.Press {
			inner.SetShouldClose(true)
		}
	})
	w.hwnd = gpu.RegisterWindow(w)
	return w, nil
}

func (w *Window) resized(width, height int) { w.size.Store(uint64(width)<<32 | uint64(uint32(height))) }

// HWND is the window's number for device.CreateDevice and PRESENT_PARAMETERS.HDeviceWindow; never 0.
func (w *Window) HWND() d3d9.HWND { return d3d9.HWND(w.hwnd) }

// Size is the size of the client area in pixels; 0, 0 where the window system minimises windows to nothing.
func (w *Window) Size() (width, height int) { return w.FramebufferSize() }

// Poll handles the window's events, counts a frame for the title, and reports whether the program should go on: false once
// Escape, the window's button or a signal asked to end. Call it once a frame. While the window is minimised it waits up to a
// twentieth of a second for events, so that a loop around it does not spin.
func (w *Window) Poll() bool {
	if w.Minimised() {
		glfw.WaitEventsTimeout(0.05)
	} else {
		glfw.PollEvents()
		if text, changed := w.title.frame(); changed {
			w.w.SetTitle(text)
		}
	}
	return !w.ShouldClose()
}

// Minimised reports whether the window shows nothing: presenting to it is of no use.
func (w *Window) Minimised() bool {
	width, height := w.Size()
	return w.minimised || width == 0 || height == 0
}

// ShouldClose reports whether Escape, the window's button, RequestClose or a signal asked to end.
func (w *Window) ShouldClose() bool { return Closing() || w.w.ShouldClose() }

// RequestClose makes ShouldClose report true from now on.
func (w *Window) RequestClose() { w.w.SetShouldClose(true) }

// OnResize sets the function that Poll calls with the new size in pixels when the client area changes; nil for none.
func (w *Window) OnResize(f func(width, height int)) { w.onResize = f }

// SetTitle changes the title. Frame times are appended to it from the next half second on.
func (w *Window) SetTitle(text string) {
	w.title.text = text
	w.w.SetTitle(text)
}

// Close destroys the window. Release the devices that present to it first: their surface is the window's.
// A second Close does nothing.
func (w *Window) Close() {
	if w.w == nil {
		return
	}
	gpu.UnregisterWindow(w.hwnd)
	w.w.Destroy()
	w.w = nil
	if open--; open == 0 {
		stop()
	}
}
