// Package xvfb gives tests a display of their own: the X server Xvfb, its screen as a picture, and hands for its windows (xdotool).
//
// It knows nothing of this module's windows or devices. Without Xvfb or xdotool the test is skipped, or fails where
// D3D9VK_REQUIRE_GPU=1 says that nothing may be skipped.
package xvfb

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is how long anything on the display may take; reaching it fails the test.
const patience = 30 * time.Second

// Display is a running X server with one screen of 24 bits.
type Display struct {
	Name string // for DISPLAY
	dir  string // where the server keeps its screen
}

// Start runs a server with a screen of width x height pixels until the test ends.
func Start(t testing.TB, width, height int) *Display {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("D3D9VK_REQUIRE_GPU") == "1" {
				t.Fatalf("xvfb: %v", err)
			}
			t.Skipf("xvfb: %v", err)
		}
	}
	d := &Display{dir: t.TempDir()}
	number, ready, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer number.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height),
		"-fbdir", d.dir, "-nolisten", "tcp", "-noreset", "-ac")
	server.ExtraFiles = []*os.File{ready}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ready.Close()
	t.Cleanup(func() {
		server.Process.Signal(os.Interrupt)
		server.Wait()
	})
	line, err := io.ReadAll(number)
	if err != nil || len(line) == 0 {
		t.Fatalf("xvfb: no display number: %q, %v", line, err)
	}
	d.Name = ":" + strings.TrimSpace(string(line))
	return d
}

// Environ is the test's environment with this display.
func (d *Display) Environ() []string {
	return append(os.Environ(), "DISPLAY="+d.Name, "WAYLAND_DISPLAY=")
}

// Do runs xdotool with the arguments and returns what it printed.
func (d *Display) Do(t testing.TB, args ...string) string {
	t.Helper()
	out, err := d.try(args...)
	if err != nil {
		t.Fatalf("xdotool %v: %v", args, err)
	}
	return out
}

func (d *Display) try(args ...string) (string, error) {
	cmd := exec.Command("xdotool", args...)
	cmd.Env = d.Environ()
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, wrong.Bytes())
	}
	return strings.TrimSpace(string(out)), nil
}

// Window waits for a visible window whose title begins with the text and returns its number.
func (d *Display) Window(t testing.TB, title string) string {
	t.Helper()
	var id string
	d.Until(t, "a window titled "+title, func() bool {
		out, err := d.try("search", "--onlyvisible", "--name", "^"+title)
		id, _, _ = strings.Cut(out, "\n")
		return err == nil && id != ""
	})
	return id
}

// Until waits until ok reports true.
func (d *Display) Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("xvfb: waited in vain for %s", what)
		}
	}
}

// Screenshot is what the screen shows. The server keeps its screen as an XWD file (version 7 of the X Window Dump format).
func (d *Display) Screenshot(t testing.TB) *image.NRGBA {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(d.dir, "Xvfb_screen0"))
	if err != nil {
		t.Fatal(err)
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	if len(data) < 100 || field(1) != 7 || field(11) != 32 {
		t.Fatalf("xvfb: the screen is not a dump of 32 bits a pixel")
	}
	width, height, stride := field(4), field(5), field(12)
	pixels := data[field(0)+12*field(19):]
	shot := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p := pixels[y*stride+4*x:]
			shot.SetNRGBA(x, y, color.NRGBA{R: p[2], G: p[1], B: p[0], A: 255})
		}
	}
	return shot
}

// CloseButton does what a window manager does when the user presses the window's close button: it sends the window a
// ClientMessage WM_PROTOCOLS with WM_DELETE_WINDOW (ICCCM 4.2.8.1).
func (d *Display) CloseButton(t testing.TB, id string) {
	t.Helper()
	window, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(d.Name, ":"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	le := binary.LittleEndian
	read := func(n int) []byte {
		b := make([]byte, n)
		if _, err := io.ReadFull(conn, b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	conn.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}) // connection setup, X11, no authorization
	setup := read(8)
	if setup[0] != 1 {
		t.Fatal("xvfb: the server refused the connection")
	}
	read(4 * int(le.Uint16(setup[6:])))
	atom := func(name string) uint32 {
		request := le.AppendUint16([]byte{16, 0}, uint16(2+(len(name)+3)/4)) // InternAtom
		request = le.AppendUint16(request, uint16(len(name)))
		request = append(append(request, 0, 0), name...)
		conn.Write(append(request, make([]byte, -len(name)&3)...))
		return le.Uint32(read(32)[8:])
	}
	protocols, remove := atom("WM_PROTOCOLS"), atom("WM_DELETE_WINDOW")
	event := []byte{25, 0, 11, 0} // SendEvent
	event = le.AppendUint32(event, uint32(window))
	event = append(le.AppendUint32(event, 0), 33, 32, 0, 0) // no mask; a ClientMessage of 32-bit data
	event = le.AppendUint32(event, uint32(window))
	event = le.AppendUint32(le.AppendUint32(event, protocols), remove)
	conn.Write(append(event, make([]byte, 16)...))
	atom("WM_PROTOCOLS") // a round trip: the event is out
}
