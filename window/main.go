// Package window opens windows for samples and users: GLFW windows whose number is the HWND that device.CreateDevice takes, and
// an orderly end by Escape, by the window's own button and by signals.
//
// It knows nothing of devices, drawing or Vulkan beyond handing GLFW an instance to make a surface for. A program calls
// Main from its main function and does everything else inside:
//
//	func main() { window.Main(run) }
//
//	func run() error {
//		w, err := window.Open("title", 1280, 720, window.Options{})
//		if err != nil {
//			return err
//		}
//		defer w.Close()
//		// create a device on w.HWND(), then
//		for w.Poll() {
//			// draw and present
//		}
//		return nil
//	}
package window

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/xlab/closer"
)

// Window systems want their calls on the main thread: a package's init runs there, and the lock keeps main there.
func init() { runtime.LockOSThread() }

// closing is set once a signal asked the program to end.
var closing atomic.Bool

// running tells other threads whether GLFW can be woken.
var running struct {
	sync.Mutex
	on bool
}

// grace is how long a program that was asked to end may take before it is ended.
const grace = 10 * time.Second

// Closing reports whether a signal (SIGINT, SIGTERM, SIGHUP, SIGABRT) asked the program to end. Loops without a window should look at it.
func Closing() bool { return closing.Load() }

// Options are what a window is opened with. The zero value is a resizable window that shows its frame times in the title.
type Options struct {
	Fixed        bool // the user cannot resize it
	Hidden       bool // it is not shown
	NoFrameTimes bool // the title stays as it is
}

// Main runs run on the main thread and ends the program: with code 0 when run returns nil, and with the error on standard
// error and code 1 otherwise. A signal makes Closing and every window's ShouldClose true, and run is expected to return; if it does
// not within ten seconds the program ends all the same. Call it once, from main.
func Main(run func() error) {
	done := make(chan struct{})
	closer.Bind(func() { // on closer's own goroutine: it may only ask the main thread
		closing.Store(true)
		running.Lock()
		if running.on {
			wake()
		}
		running.Unlock()
		select {
		case <-done:
		case <-time.After(grace):
			fmt.Fprintln(os.Stderr, "the program did not end when asked to")
		}
	})
	err := run()
	close(done)
	if err == nil {
		closer.Close()
		return
	}
	fmt.Fprintln(os.Stderr, err)
	if !closing.Load() {
		closer.Exit(1) // runs the program's other cleanups
	}
	os.Exit(1) // closer reports a signal as success
}
