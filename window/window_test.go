//go:build !nowindow

package window

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"d3d9vk/internal/gpu"
	"d3d9vk/internal/xvfb"
)

// child names what the test binary does when it runs as the program under test.
const child = "D3D9VK_WINDOW_TEST"

func TestMain(m *testing.M) {
	what := os.Getenv(child)
	if name, ok := strings.CutPrefix(what, "present:"); ok {
		Main(func() error { return present(name) })
		return
	}
	switch what {
	case "":
		os.Exit(m.Run())
	case "loop":
		Main(loop)
	case "fail":
		Main(func() error { return errors.New("as told") })
	case "headless":
		Main(func() error {
			fmt.Println("ready")
			for !Closing() {
				time.Sleep(time.Millisecond)
			}
			fmt.Println("end")
			return nil
		})
	}
}

// loop is the smallest program with a window.
func loop() error {
	w, err := Open("under test", 200, 100, Options{})
	if err != nil {
		return err
	}
	defer w.Close()
	if gpu.FindWindow(uintptr(w.HWND())) == nil {
		return errors.New("the window is not registered")
	}
	if _, err := w.CreateSurface(0); err == nil {
		return errors.New("a surface of no instance")
	}
	w.OnResize(func(width, height int) { fmt.Println("resized", width, height) })
	width, height := w.Size()
	fmt.Println("size", width, height, strings.Join(w.RequiredInstanceExtensions(), " "))
	for w.Poll() {
		time.Sleep(time.Millisecond)
	}
	fmt.Println("end")
	return nil
}

// program is a run of this test binary as the program under test.
type program struct {
	*exec.Cmd
	out *bufio.Scanner
	err strings.Builder
}

func launch(t *testing.T, what string, env []string) *program {
	t.Helper()
	p := &program{Cmd: exec.Command(os.Args[0])}
	p.Env = append(env, child+"="+what)
	p.Stderr = &p.err
	pipe, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewScanner(pipe)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// expect reads the program's next line, which must begin with the text.
func (p *program) expect(t *testing.T, text string) string {
	t.Helper()
	if !p.out.Scan() || !strings.HasPrefix(p.out.Text(), text) {
		t.Fatalf("the program said %q, want %q ...; errors: %s", p.out.Text(), text, p.err.String())
	}
	return p.out.Text()
}

// ends waits for the program to end with the code.
func (p *program) ends(t *testing.T, code int) {
	t.Helper()
	p.Wait()
	if got := p.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d, want %d; errors: %s", got, code, p.err.String())
	}
}

func TestWindowEndsCleanly(t *testing.T) {
	d := xvfb.Start(t, 320, 240)
	ways := map[string]func(t *testing.T, p *program, id string){
		"Escape":           func(t *testing.T, _ *program, id string) { d.Do(t, "windowfocus", "--sync", id, "key", "Escape") },
		"the close button": func(t *testing.T, _ *program, id string) { d.CloseButton(t, id) },
		"SIGTERM":          func(t *testing.T, p *program, _ string) { p.Process.Signal(syscall.SIGTERM) },
		"SIGINT":           func(t *testing.T, p *program, _ string) { p.Process.Signal(syscall.SIGINT) },
	}
	for name, end := range ways {
		t.Run(name, func(t *testing.T) {
			p := launch(t, "loop", d.Environ())
			p.expect(t, "size 200 100 VK_KHR_surface ")
			end(t, p, d.Window(t, "under test"))
			p.expect(t, "end")
			p.ends(t, 0)
		})
	}
}

func TestWindowResizesAndShowsFrameTimes(t *testing.T) {
	d := xvfb.Start(t, 320, 240)
	p := launch(t, "loop", d.Environ())
	p.expect(t, "size 200 100")
	id := d.Window(t, "under test - ")
	if name := d.Do(t, "getwindowname", id); !strings.HasSuffix(name, "frames a second)") {
		t.Errorf("the title is %q", name)
	}
	d.Do(t, "windowsize", id, "300", "150")
	p.expect(t, "resized 300 150")
	p.Process.Signal(syscall.SIGTERM)
	p.expect(t, "end")
	p.ends(t, 0)
}

func TestSignalEndsAHeadlessProgram(t *testing.T) {
	p := launch(t, "headless", os.Environ())
	p.expect(t, "ready")
	p.Process.Signal(syscall.SIGTERM)
	p.expect(t, "end")
	p.ends(t, 0)
}

func TestMainReportsAnError(t *testing.T) {
	p := launch(t, "fail", os.Environ())
	p.ends(t, 1)
	if got := p.err.String(); got != "as told\n" {
		t.Errorf("standard error holds %q", got)
	}
}

func TestOpenWithoutADisplaySaysSo(t *testing.T) {
	for display, want := range map[string]string{"": "DISPLAY is not set", ":32100": `":32100" (from DISPLAY) cannot be opened`} {
		p := launch(t, "loop", append(os.Environ(), "DISPLAY="+display))
		p.ends(t, 1)
		if got := p.err.String(); !strings.Contains(got, "window.Open: no display: ") || !strings.Contains(got, want) {
			t.Errorf("DISPLAY=%q: standard error holds %q", display, got)
		}
	}
}

func TestOpenRefusesBadCalls(t *testing.T) {
	for _, size := range [][2]int{{0, 1}, {1, 0}, {-1, 5}, {1 << 15, 5}, {5, 1 << 40}} {
		if _, err := Open("", size[0], size[1], Options{}); err == nil || !strings.Contains(err.Error(), "width and height must be 1 to 32767") {
			t.Errorf("size %v: %v", size, err)
		}
	}
	if _, err := Open("", 1, 1, Options{}); err == nil || !strings.Contains(err.Error(), "main thread") {
		t.Errorf("off the main thread: %v", err)
	}
}

func TestTitleShowsTheMeanOfHalfASecond(t *testing.T) {
	bar := title{text: "x"}
	now := time.Unix(1, 0)
	for range 25 {
		if text, changed := bar.frameAt(now); changed {
			t.Fatalf("%q after less than half a second", text)
		}
		now = now.Add(20 * time.Millisecond)
	}
	if text, changed := bar.frameAt(now); !changed || text != "x - 20.0 ms (50 frames a second)" {
		t.Errorf("%q, %v", text, changed)
	}
	still := title{still: true}
	if _, changed := still.frameAt(now); changed {
		t.Error("a still title changed")
	}
}
