//go:build nowindow

package window

import (
	"errors"

	"d3d9vk/d3d9"
)

// Window cannot be opened in a program built with the tag nowindow, which needs neither GLFW nor the libraries of a window system.
type Window struct{}

// Open fails: there are no windows in this build.
func Open(titleText string, width, height int, o Options) (*Window, error) {
	return nil, errors.New("window.Open: this program was built without windows (build tag nowindow)")
}

func wake() {}

func (w *Window) HWND() d3d9.HWND                      { return 0 }
func (w *Window) FramebufferSize() (width, height int) { return 0, 0 }
func (w *Window) Size() (width, height int)            { return 0, 0 }
func (w *Window) Poll() bool                           { return false }
func (w *Window) Minimised() bool                      { return false }
func (w *Window) ShouldClose() bool                    { return true }
func (w *Window) RequestClose()                        {}
func (w *Window) OnResize(f func(width, height int))   {}
func (w *Window) SetTitle(text string)                 {}
func (w *Window) Close()                               {}
