// Package demotest runs samples for their tests: headless to pictures, and long enough to see whether anything grows. It knows what all
// samples have in common and nothing of what one draws.
package demotest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/internal/vk"
)

// Arguments splits a command line and adds what the environment of the tests demands.
func Arguments(line string) []string {
	args := strings.Fields(line)
	if os.Getenv("D3D9VK_VALIDATION") == "1" {
		args = append(args, "-validate")
	}
	return args
}

// Pictures is what a headless run with the command line writes, by the names of the files, and what it says.
func Pictures(t testing.TB, title string, s demo.Sample, line string) (pictures map[string]image.Image, said string) {
	t.Helper()
	gpuenv.Open(t, device.Options{})
	dir := t.TempDir()
	var out strings.Builder
	if err := demo.Run(title, s, append(Arguments(line), "-headless", "-out", dir), &out, device.Options{}); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil {
		t.Fatal(err)
	}
	pictures = map[string]image.Image{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		pictures[filepath.Base(file)] = picture
	}
	return pictures, out.String()
}

// backend is Vulkan, and keeps the device to look into.
type backend struct{ opened gpu.Device }

func (b *backend) Adapter(o gpu.Options) (*gpu.Adapter, error) { return vk.FindAdapter(o) }

func (b *backend) Open(o gpu.Options) (gpu.Device, error) {
	d, err := vk.Open(o)
	b.opened = d
	return d, err
}

// watched draws a sample and looks at what it costs on the way.
type watched struct {
	demo.Sample
	backend *backend
	frames  int
	long    bool       // enough frames for the process's memory to come to rest
	counts  gpu.Counts // once the caches are full
	memory  int        // KiB, then
	wrong   []string
}

// warm is how many frames fill the caches.
func (w *watched) warm() int { return w.frames / 4 }

// slack is what the process may grow by in KiB: the driver's and the Go heap breathe by some MiB, and over 7,500 frames this is a KiB a frame.
const slack = 8 << 10

func (w *watched) Draw(s *demo.Stage, frame int) error {
	if err := w.Sample.Draw(s, frame); err != nil {
		return err
	}
	switch {
	case frame == w.warm():
		w.counts, w.memory = w.backend.opened.Counts(), resident()
	case frame > w.warm() && frame%(w.frames/10) == w.frames/10-1:
		if c := w.backend.opened.Counts(); c != w.counts {
			w.wrong = append(w.wrong, fmt.Sprintf("frame %d: the back end holds %+v, at frame %d it was %+v", frame, c, w.warm(), w.counts))
		}
		if kib := resident(); w.long && kib > w.memory+slack {
			w.wrong = append(w.wrong, fmt.Sprintf("frame %d: the process holds %d KiB, at frame %d it was %d", frame, kib, w.warm(), w.memory))
		}
	}
	return nil
}

// resident is the memory of the process that is in use, in KiB, garbage collected.
func resident() int {
	runtime.GC()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	var kib int
	if _, after, ok := strings.Cut(string(status), "VmRSS:"); ok {
		fmt.Sscan(after, &kib)
	}
	return kib
}

// Soak draws frames of 128x96 and fails the test if the number of the back end's objects grows: 60 frames, or 10,000 with D3D9VK_SOAK=1,
// and then the process's memory must not grow either.
func Soak(t *testing.T, title string, s demo.Sample) {
	gpuenv.Open(t, device.Options{})
	w := &watched{Sample: s, backend: &backend{}, frames: 60}
	if os.Getenv("D3D9VK_SOAK") == "1" {
		w.frames, w.long = 10000, true
	}
	args := append(Arguments("-headless -size 128x96"), "-frames", fmt.Sprint(w.frames), "-out", t.TempDir())
	if err := demo.Run(title, w, args, io.Discard, device.Options{Backend: w.backend}); err != nil {
		t.Fatal(err)
	}
	for _, text := range w.wrong {
		t.Error(text)
	}
	t.Logf("%d frames: %+v, %d KiB at the start, %d KiB at the end", w.frames, w.counts, w.memory, resident())
}
