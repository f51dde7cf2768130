package gputest

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"d3d9vk/internal/gpu"
)

func list(t *testing.T, d *Device) *gpu.List {
	t.Helper()
	l, err := d.NewList()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func submit(t *testing.T, d *Device, l *gpu.List) uint64 {
	t.Helper()
	serial, err := d.Submit(l)
	if err != nil {
		t.Fatal(err)
	}
	return serial
}

func newTarget(t *testing.T, d *Device, f gpu.Format, use gpu.ImageUsage, w, h uint32) (image, view gpu.ID) {
	t.Helper()
	image, err := d.CreateImage(&gpu.ImageDesc{Format: f, Width: w, Height: h, Depth: 1, Levels: 1, Samples: 1, Usage: use})
	if err != nil {
		t.Fatal(err)
	}
	view, err = d.CreateView(&gpu.ViewDesc{Image: image, Format: f, Levels: 1, Layers: 1, Attachment: true})
	if err != nil {
		t.Fatal(err)
	}
	return image, view
}

func noFaults(t *testing.T, d *Device) {
	t.Helper()
	if f := d.Faults(); len(f) > 0 {
		t.Fatalf("faults:\n%s", strings.Join(f, "\n"))
	}
}

func TestUploadCopyRead(t *testing.T) {
	for _, f := range []gpu.Format{gpu.FormatR8Unorm, gpu.FormatB8G8R8A8Unorm, gpu.FormatR32G32B32A32Sfloat, gpu.FormatBC1RGBAUnorm, gpu.FormatBC3Unorm} {
		d := New(nil)
		l := layouts[f]
		img := func() gpu.ID {
			id, err := d.CreateImage(&gpu.ImageDesc{Format: f, Width: 10, Height: 6, Depth: 1, Levels: 2, Samples: 1, Usage: gpu.UseSampled})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		src, dst := img(), img()
		back, memory, err := d.CreateBuffer(gpu.BufferDesc{Size: 4096, Mapped: true, Readback: true})
		if err != nil {
			t.Fatal(err)
		}
		block := max(l.block, 1)
		pitch, rows := int((10+block-1)/block*l.size), int((6+block-1)/block)
		c := list(t, d)
		at := c.Alloc(pitch*rows, 16)
		want := c.Arena[at : at+pitch*rows]
		for i := range want {
			want[i] = byte(i*7 + 1)
		}
		want = bytes.Clone(want)
		c.Add(gpu.OpUploadImage, uint32(c.Buffer), uint32(at), 0, 0, uint32(src), 0, 0, 0, 0, 0, 10, 6, 1)
		c.Add(gpu.OpCopyImage, uint32(src), 0, 0, 0, 0, 0, uint32(dst), 0, 0, 0, 0, 0, 10, 6, 1)
		c.Add(gpu.OpReadImage, uint32(dst), 0, 0, 0, 0, 0, 10, 6, 1, uint32(back), 0, 0, 0, 0)
		if err := d.Wait(submit(t, d, c)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(memory[:len(want)], want) {
			t.Errorf("format %d: read back other bytes", f)
		}
		if !bytes.Equal(d.Image(dst, 0, 0, 0), want) {
			t.Errorf("format %d: Image gives other bytes", f)
		}
		noFaults(t, d)
	}
}

func TestClear(t *testing.T) {
	for _, c := range []struct {
		name   string
		format gpu.Format
		want   []byte
	}{
		{"bgra", gpu.FormatB8G8R8A8Unorm, []byte{0, 128, 255, 64}},
		{"rgba", gpu.FormatR8G8B8A8Unorm, []byte{255, 128, 0, 64}},
		{"565", gpu.FormatR5G6B5UnormPack16, []byte{0x00, 0xfc}},
		{"half", gpu.FormatR16G16Sfloat, []byte{0x00, 0x3c, 0x04, 0x38}},
		{"float", gpu.FormatR32Sfloat, []byte{0, 0, 0x80, 0x3f}},
	} {
		d := New(nil)
		img, view := newTarget(t, d, c.format, gpu.UseColorTarget, 4, 4)
		l := list(t, d)
		l.Add(gpu.OpTargets, 4, 4, uint32(view), 0, 0, 0, 0, 1)
		l.Add(gpu.OpClear, 1, 1, 1, 2, 2, gpu.F(1), gpu.F(0.502), gpu.F(0), gpu.F(0.25), 0, 0)
		submit(t, d, l)
		noFaults(t, d)
		n := len(c.want)
		got := d.Image(img, 0, 0, 0)
		if at := 5 * n; !bytes.Equal(got[at:at+n], c.want) {
			t.Errorf("%s: cleared to %x, want %x", c.name, got[at:at+n], c.want)
		}
		if !bytes.Equal(got[:n], make([]byte, n)) {
			t.Errorf("%s: the clear touched what is outside its rectangle", c.name)
		}
	}
}

func TestClearDepthStencil(t *testing.T) {
	d := New(nil)
	img, view := newTarget(t, d, gpu.FormatD24UnormS8Uint, gpu.UseDepthTarget, 2, 2)
	l := list(t, d)
	l.Add(gpu.OpTargets, 2, 2, 0, 0, 0, 0, uint32(view), 1)
	l.Add(gpu.OpClear, gpu.ClearDepth|gpu.ClearStencil, 0, 0, 2, 2, 0, 0, 0, 0, gpu.F(1), 7)
	submit(t, d, l)
	noFaults(t, d)
	if z := d.Image(img, 0, 0, 1); !bytes.Equal(z[:4], []byte{255, 255, 255, 0}) {
		t.Errorf("depth %x", z)
	}
	if s := d.Image(img, 0, 0, 2); !bytes.Equal(s, []byte{7, 7, 7, 7}) {
		t.Errorf("stencil %x", s)
	}
}

func TestHalf(t *testing.T) {
	for f, want := range map[float32]uint16{0: 0, 1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 65520: 0x7c00, 6.1035156e-05: 0x0400, 5.9604645e-08: 1, 0.33325195: 0x3555, 2047.9: 0x6800} {
		if got := half(f); got != want {
			t.Errorf("half(%v) = %#x, want %#x", f, got, want)
		}
	}
	if half(float32(math.Inf(-1))) != 0xfc00 {
		t.Error("minus infinity")
	}
}

// Each breach of the contract is told once and by name.
func TestFaults(t *testing.T) {
	draw := func(l *gpu.List) { l.Draw(0, 3) }
	for _, c := range []struct {
		name, want string
		fill       func(d *Device, l *gpu.List)
	}{
		{"unset state", "a draw before opcode", func(_ *Device, l *gpu.List) { draw(l) }},
		{"dead pipeline", "pipeline 9 is not live", func(_ *Device, l *gpu.List) { l.Add(gpu.OpPipeline, 9) }},
		{"cut record", "is cut off", func(_ *Device, l *gpu.List) { l.Add(gpu.OpClear, 1) }},
		{"opcode", "opcode 200", func(_ *Device, l *gpu.List) { l.Add(200) }},
		{"arena", "bytes 0+4096", func(_ *Device, l *gpu.List) { l.Add(gpu.OpConst, 0, 0, 4096) }},
		{"alignment", "OpConst: block 0 at 8", func(_ *Device, l *gpu.List) { l.Add(gpu.OpConst, 0, 8, 0) }},
		{"double destroy", "destroyed twice", func(d *Device, l *gpu.List) {
			id, _, _ := d.CreateBuffer(gpu.BufferDesc{Size: 4})
			l.Add(gpu.OpDestroy, uint32(gpu.KindBuffer), uint32(id))
			l.Add(gpu.OpDestroy, uint32(gpu.KindBuffer), uint32(id))
		}},
		{"use after destroy", "buffer 2 is not live", func(d *Device, l *gpu.List) {
			id, _, _ := d.CreateBuffer(gpu.BufferDesc{Size: 4})
			l.Add(gpu.OpDestroy, uint32(gpu.KindBuffer), uint32(id))
			l.Add(gpu.OpStream, 0, uint32(id), 0, 0)
		}},
		{"image before view", "before its view", func(d *Device, l *gpu.List) {
			img, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 1, 1)
			l.Add(gpu.OpDestroy, uint32(gpu.KindImage), uint32(img))
		}},
		{"box", "outside the level", func(d *Device, l *gpu.List) {
			img, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 4, 4)
			l.Alloc(64, 4)
			l.Add(gpu.OpUploadImage, uint32(l.Buffer), 0, 0, 0, uint32(img), 0, 0, 1, 0, 0, 4, 4, 1)
		}},
		{"resolve", "OpResolve: samples", func(d *Device, l *gpu.List) {
			img, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 4, 4)
			other, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 4, 4)
			l.Add(gpu.OpResolve, uint32(img), 0, 0, uint32(other), 0, 0, 0, 0, 4, 4)
		}},
		{"resolve of depth", "OpResolveDepth of", func(d *Device, l *gpu.List) {
			_, view := newTarget(t, d, gpu.FormatD16Unorm, gpu.UseDepthTarget, 4, 4)
			l.Add(gpu.OpResolveDepth, uint32(view), uint32(view))
		}},
		{"blit within a level", "OpBlit: within one level", func(d *Device, l *gpu.List) {
			img, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 4, 4)
			l.Add(gpu.OpBlit, uint32(img), 0, 0, 0, 0, 2, 2, uint32(img), 0, 0, 2, 2, 2, 2, 0)
		}},
		{"blit outside", "OpBlit: a box outside", func(d *Device, l *gpu.List) {
			img, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 4, 4)
			other, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 4, 4)
			l.Add(gpu.OpBlit, uint32(img), 0, 0, 0, 0, 4, 4, uint32(other), 0, 0, 2, 2, 4, 4, 0)
		}},
		{"open query", "is on at the end", func(d *Device, l *gpu.List) {
			q, _ := d.CreateQuery()
			l.Add(gpu.OpQueryBegin, uint32(q))
		}},
		{"swapchain", "swapchain 1 is not live", func(d *Device, l *gpu.List) {
			img, _ := newTarget(t, d, gpu.FormatR8Unorm, gpu.UseColorTarget, 4, 4)
			l.Add(gpu.OpPresent, 1, uint32(img), 0, 0, 4, 4, 0, 0, 0, 0)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := New(nil)
			l := list(t, d)
			c.fill(d, l)
			submit(t, d, l)
			if all := strings.Join(d.Faults(), "\n"); !strings.Contains(all, c.want) {
				t.Errorf("faults %q, want %q", all, c.want)
			}
			if d.Close() == nil {
				t.Error("Close reports no fault")
			}
		})
	}
}

func TestBadDescriptions(t *testing.T) {
	d := New(nil)
	for name, create := range map[string]func() error{
		"image size": func() error {
			_, err := d.CreateImage(&gpu.ImageDesc{Format: gpu.FormatR8Unorm, Width: 0, Height: 1, Depth: 1, Levels: 1, Samples: 1})
			return err
		},
		"image levels": func() error {
			_, err := d.CreateImage(&gpu.ImageDesc{Format: gpu.FormatR8Unorm, Width: 4, Height: 4, Depth: 1, Levels: 4, Samples: 1})
			return err
		},
		"view":     func() error { _, err := d.CreateView(&gpu.ViewDesc{Image: 7}); return err },
		"shader":   func() error { _, err := d.CreateShader(gpu.Vertex, []uint32{1}); return err },
		"pipeline": func() error { _, err := d.CreatePipeline(&gpu.PipelineDesc{}); return err },
		"sampler":  func() error { _, err := d.CreateSampler(&gpu.SamplerDesc{MinLod: 1}); return err },
		"layout": func() error {
			_, err := d.CreateVertexLayout([]gpu.VertexElement{{Binding: 17}})
			return err
		},
	} {
		before := len(d.Faults())
		if err := create(); !errors.Is(err, gpu.ErrUnsupported) || len(d.Faults()) != before+1 {
			t.Errorf("%s: error %v, faults %v", name, err, d.Faults()[before:])
		}
	}
}

func TestFailuresOnCommand(t *testing.T) {
	d := New(nil)
	d.FailCreate(2)
	if _, _, err := d.CreateBuffer(gpu.BufferDesc{Size: 4}); err != nil {
		t.Error(err)
	}
	if _, _, err := d.CreateBuffer(gpu.BufferDesc{Size: 4}); !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("second creation: %v", err)
	}
	if _, _, err := d.CreateBuffer(gpu.BufferDesc{Size: 4}); err != nil {
		t.Error(err)
	}
	if n := d.Counts().Buffers; n != 2 {
		t.Errorf("%d buffers", n)
	}
	d.LoseAt(2)
	submit(t, d, list(t, d))
	if _, err := d.Submit(list(t, d)); !errors.Is(err, gpu.ErrDeviceLost) {
		t.Errorf("second submission: %v", err)
	}
	if _, err := d.NewList(); !errors.Is(err, gpu.ErrDeviceLost) {
		t.Errorf("a list of a lost device: %v", err)
	}
	noFaults(t, d)
}

// A list runs late, so that what is written to its memory after the submission shows.
func TestListsRunLate(t *testing.T) {
	d := New(nil)
	buf, memory, err := d.CreateBuffer(gpu.BufferDesc{Size: 4, Mapped: true})
	if err != nil {
		t.Fatal(err)
	}
	dst, _, err := d.CreateBuffer(gpu.BufferDesc{Size: 4})
	if err != nil {
		t.Fatal(err)
	}
	l := list(t, d)
	l.Add(gpu.OpCopyBuffer, uint32(buf), 0, uint32(dst), 0, 4)
	submit(t, d, l)
	if d.Completed() != 0 {
		t.Error("done at once")
	}
	if d.Completed() != 1 {
		t.Error("not done after being asked")
	}
	l = list(t, d)
	l.Add(gpu.OpCopyBuffer, uint32(buf), 0, uint32(dst), 0, 4)
	submit(t, d, l)
	memory[0] = 9
	if got := d.Buffer(dst); got[0] != 9 {
		t.Error("ran at the submission")
	}
}
