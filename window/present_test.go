//go:build !nowindow

package window

import (
	"errors"
	"fmt"
	"image/color"
	"os"
	"sync"
	"syscall"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/internal/xvfb"
)

// A window of 200x100 shows a back buffer of 100x50 whose quarters are red, green, blue and white.
var presents = map[string]struct {
	source, dest *d3d9.RECT
	samples      d3d9.MULTISAMPLE_TYPE
	interval     uint32
	want         map[[2]int]color.NRGBA // by the pixel of the window
}{
	"whole": {want: map[[2]int]color.NRGBA{{2, 2}: red, {97, 47}: red, {197, 2}: green, {2, 97}: blue, {102, 52}: white}},
	"immediate": {interval: d3d9.PRESENT_INTERVAL_IMMEDIATE,
		want: map[[2]int]color.NRGBA{{2, 2}: red, {197, 2}: green, {2, 97}: blue, {197, 97}: white}},
	"source": {source: &d3d9.RECT{Left: 50, Top: 0, Right: 100, Bottom: 25},
		want: map[[2]int]color.NRGBA{{2, 2}: green, {197, 97}: green}},
	"dest": {dest: &d3d9.RECT{Left: 100, Top: 50, Right: 200, Bottom: 100},
		want: map[[2]int]color.NRGBA{{2, 2}: black, {97, 97}: black, {102, 52}: red, {197, 52}: green, {197, 97}: white}},
	"outside": {dest: &d3d9.RECT{Left: 100, Top: 0, Right: 300, Bottom: 100},
		want: map[[2]int]color.NRGBA{{2, 2}: black, {102, 2}: red, {195, 2}: red, {102, 97}: blue}},
	"multisampled": {samples: d3d9.MULTISAMPLE_4_SAMPLES,
		want: map[[2]int]color.NRGBA{{2, 2}: red, {197, 2}: green, {2, 97}: blue, {197, 97}: white}},
}

var (
	red   = color.NRGBA{R: 255, A: 255}
	green = color.NRGBA{G: 255, A: 255}
	blue  = color.NRGBA{B: 255, A: 255}
	white = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	black = color.NRGBA{A: 255}
)

// present is the program under test.
func present(name string) (err error) {
	p := presents[name]
	w, err := Open("under test", 200, 100, Options{})
	if err != nil {
		return err
	}
	defer w.Close()
	var mu sync.Mutex
	var said []error
	defer func() { err = errors.Join(append(said, err)...) }()
	options := gpuenv.Options(device.Options{})
	options.Message = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, errors.New("validation: "+text))
	}
	d3d, err := device.CreateWith(d3d9.SDK_VERSION, options)
	if err != nil {
		return err
	}
	defer d3d.Release()
	dev, _, devErr := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, w.HWND(), d3d9.CREATE_HARDWARE_VERTEXPROCESSING, d3d9.PRESENT_PARAMETERS{
		BackBufferWidth: 100, BackBufferHeight: 50, BackBufferFormat: d3d9.FMT_X8R8G8B8, BackBufferCount: 1, MultiSampleType: p.samples,
		SwapEffect: d3d9.SWAPEFFECT_DISCARD, HDeviceWindow: w.HWND(), Windowed: 1, PresentationInterval: p.interval,
	})
	if devErr != nil {
		return devErr
	}
	defer dev.Release()
	for w.Poll() {
		for i, c := range []color.NRGBA{red, green, blue, white} {
			x, y := int32(i%2*50), int32(i/2*25)
			if err := dev.Clear([]d3d9.RECT{{Left: x, Top: y, Right: x + 50, Bottom: y + 25}}, d3d9.CLEAR_TARGET, d3d9.ColorRGB(c.R, c.G, c.B), 1, 0); err != nil {
				return err
			}
		}
		if err := dev.Present(p.source, p.dest, 0, nil); err != nil {
			return err
		}
	}
	fmt.Println("end")
	return nil
}

func TestPresent(t *testing.T) {
	d3d := gpuenv.Open(t, device.Options{})
	d := xvfb.Start(t, 240, 140)
	for name, p := range presents {
		t.Run(name, func(t *testing.T) {
			if _, err := d3d.CheckDeviceMultiSampleType(0, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, true, p.samples); err != nil {
				t.Skip(err) // the driver has no such surfaces
			}
			run := launch(t, "present:"+name, d.Environ())
			d.Do(t, "windowmove", "--sync", d.Window(t, "under test"), "0", "0")
			var wrong []string
			d.Until(t, "the picture", func() bool {
				if run.failed() {
					t.Fatalf("the program ended: %s", run.err.String())
				}
				shot := d.Screenshot(t)
				wrong = nil
				for at, want := range p.want {
					if got := shot.NRGBAAt(at[0], at[1]); got != want {
						wrong = append(wrong, fmt.Sprintf("%v is %v, want %v", at, got, want))
					}
				}
				return wrong == nil
			})
			run.Process.Signal(syscall.SIGTERM)
			run.expect(t, "end")
			run.ends(t, 0)
		})
	}
}

// A window that shrinks and grows under a program that takes no notice, is hidden and shown, goes on showing the whole back buffer.
func TestPresentFollowsTheWindow(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	d := xvfb.Start(t, 240, 140)
	run := launch(t, "present:whole", d.Environ())
	id := d.Window(t, "under test")
	d.Do(t, "windowmove", "--sync", id, "0", "0")
	for _, size := range [][2]int{{60, 40}, {230, 130}, {1, 1}, {150, 90}} {
		d.Do(t, "windowsize", id, fmt.Sprint(size[0]), fmt.Sprint(size[1]))
		d.Do(t, "windowunmap", id, "windowmap", id)
		d.Until(t, fmt.Sprintf("the picture at %v", size), func() bool {
			if run.failed() {
				t.Fatalf("the program ended: %s", run.err.String())
			}
			shot := d.Screenshot(t)
			right := shot.NRGBAAt(size[0], size[1]) == black // beside the window
			if size[0] > 1 {
				right = right && shot.NRGBAAt(0, 0) == red && shot.NRGBAAt(size[0]-1, size[1]-1) == white
			}
			return right
		})
	}
	run.Process.Signal(syscall.SIGTERM)
	run.expect(t, "end")
	run.ends(t, 0)
}

// failed reports whether the program has ended.
func (p *program) failed() bool {
	_, err := os.Stat(fmt.Sprintf("/proc/%d/exe", p.Process.Pid)) // a zombie has none
	return err != nil
}
