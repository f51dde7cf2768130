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
