package vk

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"d3d9vk/internal/gpu"
)

// A texture of each format takes what is uploaded to it and gives it back; what is not uploaded is zero.
func TestUploadAndReadEveryFormat(t *testing.T) {
	r := openRig(t, gpu.Options{})
	texel := map[gpu.Format]uint32{
		gpu.FormatR8Unorm: 1, gpu.FormatR8G8Unorm: 2, gpu.FormatR5G6B5UnormPack16: 2, gpu.FormatB4G4R4A4UnormPack16: 2, rgba: 4,
		gpu.FormatB8G8R8A8Unorm: 4, gpu.FormatR16G16B16A16Sfloat: 8, gpu.FormatR32G32B32A32Sfloat: 16, gpu.FormatD16Unorm: 2, gpu.FormatD32Sfloat: 4,
		gpu.FormatR16G16B16A16Unorm: 8, gpu.FormatA2B10G10R10UnormPack32: 4,
	}
	for f, size := range texel {
		if !r.Adapter().Formats[f].Sampled {
			continue
		}
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			image, _ := r.texture(f, 5, 3)
			data := make([]byte, 2*2*size)
			for k := range data {
				data[k] = byte(k%29 + 1)
			}
			l := r.list()
			at := l.Alloc(len(data), 16)
			copy(l.Arena[at:], data)
			l.Add(gpu.OpUploadImage, uint32(l.Buffer), uint32(at), 0, 0, uint32(image), 0, 0, 1, 1, 0, 2, 2, 1)
			r.run(l)
			want := make([]byte, 5*3*size)
			for y := range uint32(2) {
				copy(want[((y+1)*5+1)*size:], data[y*2*size:(y+1)*2*size])
			}
			if diff := cmp.Diff(want, r.read(image, 0, 0, 5, 3, size, 0+aspectWord(f))); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func aspectWord(f gpu.Format) uint32 {
	if f == gpu.FormatD16Unorm || f == gpu.FormatD32Sfloat {
		return 1
	}
	return 0
}

func TestCompressedTextureStartsAsZeros(t *testing.T) {
	r := openRig(t, gpu.Options{})
	if !r.Features().TextureCompressionBC {
		t.Skip("the driver has no BC formats")
	}
	for f, block := range map[gpu.Format]uint32{gpu.FormatBC1RGBAUnorm: 8, gpu.FormatBC3Unorm: 16} {
		image := r.id(r.CreateImage(&gpu.ImageDesc{Format: f, Width: 9, Height: 6, Depth: 1, Levels: 4, Samples: 1, Usage: gpu.UseSampled}))
		data := bytes.Repeat([]byte{0xA5}, int(block))
		l := r.list()
		r.upload(l, image, 2, 0, 2, 1, data)
		r.run(l)
		size := uint64(3 * 2 * block)
		buffer, memory, err := r.CreateBuffer(gpu.BufferDesc{Size: size + uint64(block), Readback: true})
		r.id(buffer, err)
		copy(memory, bytes.Repeat([]byte{1}, int(size)))
		l = r.list()
		l.Add(gpu.OpReadImage, uint32(image), 0, 0, 0, 0, 0, 9, 6, 1, uint32(buffer), 0, 0, 0, 0)
		l.Add(gpu.OpReadImage, uint32(image), 2, 0, 0, 0, 0, 2, 1, 1, uint32(buffer), uint32(size), 0, 0, 0)
		r.run(l)
		if diff := cmp.Diff(append(make([]byte, size), data...), memory); diff != "" {
			t.Errorf("format %d: %s", f, diff)
		}
	}
}

func TestCubeAndVolume(t *testing.T) {
	r := openRig(t, gpu.Options{})
	t.Run("cube", func(t *testing.T) {
		image := r.id(r.CreateImage(&gpu.ImageDesc{Kind: gpu.ImageCube, Format: rgba, Width: 4, Height: 4, Depth: 1, Levels: 3, Samples: 1, Usage: gpu.UseSampled | gpu.UseColorTarget}))
		r.id(r.CreateView(&gpu.ViewDesc{Image: image, Kind: gpu.ImageCube, Format: rgba, Levels: 3, Layers: 6}))
		l := r.list()
		for face := range uint32(6) {
			for level := range uint32(3) {
				size := uint32(4) >> level
				r.upload(l, image, level, face, size, size, all(int(size*size*4), byte(face*16+level+1)))
			}
		}
		r.upload(l, image, 0, 2, 4, 4, all(64, 99)) // over the same face again
		view := r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: rgba, BaseLevel: 1, Levels: 1, BaseLayer: 3, Layers: 1, Attachment: true}))
		l.Add(gpu.OpTargets, 2, 2, uint32(view), 0, 0, 0, 0, 1)
		l.Add(gpu.OpClear, 1, 0, 0, 2, 2, gpu.F(1), gpu.F(1), gpu.F(1), gpu.F(1), 0, 0)
		r.run(l)
		for face := range uint32(6) {
			for level := range uint32(3) {
				size, want := uint32(4)>>level, byte(face*16+level+1)
				switch {
				case face == 2 && level == 0:
					want = 99
				case face == 3 && level == 1:
					want = 255
				}
				if diff := cmp.Diff(all(int(size*size*4), want), r.read(image, level, face, size, size, 4, 0)); diff != "" {
					t.Errorf("face %d level %d: %s", face, level, diff)
				}
			}
		}
	})
	t.Run("volume", func(t *testing.T) {
		image := r.id(r.CreateImage(&gpu.ImageDesc{Kind: gpu.Image3D, Format: rgba, Width: 2, Height: 2, Depth: 4, Levels: 2, Samples: 1, Usage: gpu.UseSampled | gpu.UseColorTarget}))
		view := r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: rgba, Levels: 1, BaseLayer: 2, Layers: 1, Attachment: true}))
		r.id(r.CreateView(&gpu.ViewDesc{Image: image, Kind: gpu.Image3D, Format: rgba, Levels: 2, Layers: 1}))
		buffer, memory, err := r.CreateBuffer(gpu.BufferDesc{Size: 64, Readback: true})
		r.id(buffer, err)
		l := r.list()
		at := l.Alloc(16, 16)
		copy(l.Arena[at:], all(16, 7))
		l.Add(gpu.OpUploadImage, uint32(l.Buffer), uint32(at), 0, 0, uint32(image), 0, 0, 0, 0, 1, 2, 2, 1)
		l.Add(gpu.OpTargets, 2, 2, uint32(view), 0, 0, 0, 0, 1)
		l.Add(gpu.OpClear, 1, 0, 0, 2, 2, gpu.F(1), gpu.F(1), gpu.F(1), gpu.F(1), 0, 0)
		l.Add(gpu.OpReadImage, uint32(image), 0, 0, 0, 0, 0, 2, 2, 4, uint32(buffer), 0, 0, 0, 0)
		r.run(l)
		want := append(append(append(all(16, 0), all(16, 7)...), all(16, 255)...), all(16, 0)...)
		if diff := cmp.Diff(want, memory); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestCopies(t *testing.T) {
	r := openRig(t, gpu.Options{})
	t.Run("image", func(t *testing.T) {
		from, _ := r.texture(rgba, 4, 4)
		to, _ := r.texture(rgba, 4, 4)
		l := r.list()
		data := make([]byte, 64)
		for k := range data {
			data[k] = byte(k)
		}
		r.upload(l, from, 0, 0, 4, 4, data)
		l.Add(gpu.OpCopyImage, uint32(from), 0, 0, 1, 1, 0, uint32(to), 0, 0, 2, 0, 0, 2, 2, 1)
		l.Add(gpu.OpCopyImage, uint32(to), 0, 0, 2, 0, 0, uint32(to), 0, 0, 0, 2, 0, 2, 2, 1) // within one image
		r.run(l)
		want := make([]byte, 64)
		for y := range 2 {
			row := data[(y+1)*16+4 : (y+1)*16+12]
			copy(want[y*16+8:], row)
			copy(want[(y+2)*16:], row)
		}
		if diff := cmp.Diff(want, r.readRGBA(to, 4, 4)); diff != "" {
			t.Fatal(diff)
		}
	})
	t.Run("buffer", func(t *testing.T) {
		gpuOnly := r.id(r.bufferOnly(gpu.BufferDesc{Size: 64}))
		back, memory, err := r.CreateBuffer(gpu.BufferDesc{Size: 64, Mapped: true, Readback: true})
		r.id(back, err)
		l := r.list()
		at := l.Alloc(16, 16)
		copy(l.Arena[at:], all(16, 3))
		l.Add(gpu.OpUploadBuffer, uint32(at), uint32(gpuOnly), 16, 16)
		l.Add(gpu.OpCopyBuffer, uint32(gpuOnly), 16, uint32(gpuOnly), 40, 8)
		l.Add(gpu.OpCopyBuffer, uint32(gpuOnly), 0, uint32(back), 0, 64)
		r.run(l)
		want := make([]byte, 64)
		copy(want[16:], all(16, 3))
		copy(want[40:], all(8, 3))
		if diff := cmp.Diff(want, memory); diff != "" {
			t.Fatal(diff)
		}
	})
}

func (r *rig) bufferOnly(d gpu.BufferDesc) (gpu.ID, error) {
	id, _, err := r.CreateBuffer(d)
	return id, err
}

// Sixteen textures in changing combinations: the cached sets are the right ones, also after views die and their ids come back.
func TestTextures(t *testing.T) {
	forVariations(t, func(r *rig) {
		const samplers = 1<<0 | 1<<3 | 1<<15
		s := r.scene([]int{0}, samplers)
		pipeline := r.id(r.CreatePipeline(s.desc(samplers, rgba)))
		s.pixel = r.id(r.CreateShader(gpu.Fragment, pixelShader(r.Features(), []int{0}, 1)))
		single := r.id(r.CreatePipeline(s.desc(1, rgba)))
		image, view := r.target(rgba, 4, 1, gpu.UseColorTarget)
		sampler := r.id(r.CreateSampler(&gpu.SamplerDesc{AddressU: gpu.AddressClampToBorder, Border: [4]float32{1, 0, 1, 0}}))
		for k := range 4 {
			x := -1 + float32(k)/2
			s.quad(6*k, x, x+0.5, 0, [4]float32{0.5, 0.5, 0, 0})
		}
		for round := range 5 {
			var images, views [4]gpu.ID
			l := r.list()
			for k := range images {
				images[k], views[k] = r.texture(rgba, 1, 1)
				if k != 3 { // the last is never written: zero
					r.upload(l, images[k], 0, 0, 1, 1, []byte{byte(10*k + round), byte(k), 0, 1})
				}
			}
			s.begin(l, 4, 1, pipeline, 0, view)
			texture := func(slot uint32, k int) { l.Add(gpu.OpTexture, slot, uint32(views[k]), uint32(sampler)) }
			texture(0, 0)
			texture(3, 1)
			texture(15, 2)
			l.Draw(0, 6) // 0 + 1 + 2
			texture(3, 3)
			l.Draw(6, 6) // 0 + 3 + 2
			l.Add(gpu.OpPipeline, uint32(single))
			texture(0, 1)
			l.Draw(12, 6) // 1
			l.Add(gpu.OpPipeline, uint32(pipeline))
			texture(3, 2)
			l.Draw(18, 6) // 1 + 2 + 2
			for k := range images {
				l.Add(gpu.OpDestroy, uint32(gpu.KindView), uint32(views[k]))
				l.Add(gpu.OpDestroy, uint32(gpu.KindImage), uint32(images[k]))
			}
			r.run(l)
			n := byte(round)
			want := []byte{30 + 3*n, 3, 0, 3, 20 + 2*n, 2, 0, 2, 10 + n, 1, 0, 1, 50 + 3*n, 5, 0, 3}
			if diff := cmp.Diff(want, r.readRGBA(image, 4, 1)); diff != "" {
				r.Fatal(round, diff)
			}
		}
		if c := r.Counts(); c.Images != 1 || c.Views != 1 {
			r.Errorf("%d images and %d views live, want 1 and 1", c.Images, c.Views)
		}
	})
}

func TestMultisampledTarget(t *testing.T) {
	r := openRig(t, gpu.Options{})
	if r.Adapter().Formats[rgba].SampleCounts&4 == 0 {
		t.Fatal("the driver has no 4 samples, which Vulkan demands")
	}
	s := r.scene([]int{0}, 0)
	p := s.desc(0, rgba)
	p.Samples, p.DepthFormat = 4, gpu.FormatD16Unorm
	pipeline := r.id(r.CreatePipeline(p))
	make := func(f gpu.Format, usage gpu.ImageUsage) gpu.ID {
		image := r.id(r.CreateImage(&gpu.ImageDesc{Format: f, Width: 4, Height: 4, Depth: 1, Levels: 1, Samples: 4, Usage: usage}))
		return r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: f, Levels: 1, Layers: 1, Attachment: true}))
	}
	color, depth := make(rgba, gpu.UseColorTarget), make(gpu.FormatD16Unorm, gpu.UseDepthTarget)
	q := r.id(r.CreateQuery())
	s.quad(0, -1, 1, 0.5, [4]float32{1, 1, 1, 1})
	l := r.list()
	s.begin(l, 4, 4, pipeline, depth, color)
	l.Words = l.Words[:0]
	l.Add(gpu.OpTargets, 4, 4, uint32(color), 0, 0, 0, uint32(depth), 4)
	l.Add(gpu.OpPipeline, uint32(pipeline))
	l.Add(gpu.OpStream, 0, uint32(s.buffer), 0, 32)
	l.Add(gpu.OpClear, 1|gpu.ClearDepth, 0, 0, 4, 4, 0, 0, 0, 0, gpu.F(1), 0)
	l.Add(gpu.OpDepth, gpu.PackDepth(true, true, gpu.CompareLess))
	l.Add(gpu.OpQueryBegin, uint32(q))
	l.Draw(0, 6)
	l.Add(gpu.OpQueryEnd, uint32(q))
	r.run(l)
	if n := r.QueryResult(q); n != 64 {
		t.Errorf("%d samples passed, want 64", n)
	}
}

// TestResolvesAndBlits goes through a pass of four samples, for color and for depth, and scales what comes out.
func TestResolvesAndBlits(t *testing.T) {
	r := openRig(t, gpu.Options{})
	if r.Adapter().Formats[rgba].SampleCounts&4 == 0 || r.Adapter().Formats[gpu.FormatD16Unorm].SampleCounts&4 == 0 {
		t.Fatal("the driver has no 4 samples, which Vulkan demands")
	}
	four := func(f gpu.Format, usage gpu.ImageUsage) (image, view gpu.ID) {
		image = r.id(r.CreateImage(&gpu.ImageDesc{Format: f, Width: 4, Height: 4, Depth: 1, Levels: 1, Samples: 4, Usage: usage}))
		return image, r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: f, Levels: 1, Layers: 1, Attachment: true}))
	}
	color, colorView := four(rgba, gpu.UseColorTarget)
	_, depthView := four(gpu.FormatD16Unorm, gpu.UseDepthTarget)
	single, _ := r.target(rgba, 4, 4, gpu.UseColorTarget|gpu.UseSampled)
	singleDepth, singleDepthView := r.target(gpu.FormatD16Unorm, 4, 4, gpu.UseDepthTarget)
	scaled, _ := r.texture(rgba, 2, 8)
	l := r.list()
	l.Add(gpu.OpTargets, 4, 4, uint32(colorView), 0, 0, 0, uint32(depthView), 4)
	l.Add(gpu.OpClear, 1|gpu.ClearDepth, 0, 0, 4, 4, gpu.F(1), 0, 0, gpu.F(1), gpu.F(1), 0)
	l.Add(gpu.OpClear, 1|gpu.ClearDepth, 0, 0, 2, 4, 0, gpu.F(1), 0, gpu.F(1), 0, 0)
	l.Add(gpu.OpResolve, uint32(color), 0, 0, uint32(single), 0, 0, 0, 0, 4, 4)
	l.Add(gpu.OpResolve, uint32(color), 0, 0, uint32(single), 0, 0, 2, 2, 2, 2)
	l.Add(gpu.OpResolveDepth, uint32(depthView), uint32(singleDepthView))
	l.Add(gpu.OpBlit, uint32(single), 0, 0, 0, 0, 4, 4, uint32(scaled), 0, 0, 0, 0, 2, 8, uint32(gpu.FilterNearest))
	r.run(l)
	green, red := []byte{0, 255, 0, 255}, []byte{255, 0, 0, 255}
	var want, wantScaled, wantDepth []byte
	for y := range 4 {
		right := red
		if y >= 2 {
			right = green
		}
		want = slices.Concat(want, green, green, right, right)
		wantScaled = slices.Concat(wantScaled, green, right, green, right)
		wantDepth = slices.Concat(wantDepth, all(4, 0), all(4, 255))
	}
	if diff := cmp.Diff(want, r.readRGBA(single, 4, 4)); diff != "" {
		t.Error("resolved", diff)
	}
	if diff := cmp.Diff(wantScaled, r.readRGBA(scaled, 2, 8)); diff != "" {
		t.Error("scaled", diff)
	}
	if diff := cmp.Diff(wantDepth, r.read(singleDepth, 0, 0, 4, 4, 2, 1)); diff != "" {
		t.Error("depth", diff)
	}
}

func TestBadResolvesAndBlits(t *testing.T) {
	for name, fill := range map[string]func(l *gpu.List, image, other, view uint32){
		"resolve of one sample":    func(l *gpu.List, i, o, _ uint32) { l.Add(gpu.OpResolve, i, 0, 0, o, 0, 0, 0, 0, 4, 4) },
		"resolve outside":          func(l *gpu.List, i, o, _ uint32) { l.Add(gpu.OpResolve, i, 0, 0, o, 0, 0, 1, 0, 4, 4) },
		"resolve of nothing":       func(l *gpu.List, _, o, _ uint32) { l.Add(gpu.OpResolve, 999, 0, 0, o, 0, 0, 0, 0, 4, 4) },
		"depth resolve of color":   func(l *gpu.List, _, _, v uint32) { l.Add(gpu.OpResolveDepth, v, v) },
		"depth resolve of nothing": func(l *gpu.List, _, _, v uint32) { l.Add(gpu.OpResolveDepth, v, 999) },
		"blit outside":             func(l *gpu.List, i, o, _ uint32) { l.Add(gpu.OpBlit, i, 0, 0, 2, 0, 4, 4, o, 0, 0, 0, 0, 4, 4, 0) },
		"blit with a filter":       func(l *gpu.List, i, o, _ uint32) { l.Add(gpu.OpBlit, i, 0, 0, 0, 0, 4, 4, o, 0, 0, 0, 0, 4, 4, 2) },
		"blit of a level":          func(l *gpu.List, i, o, _ uint32) { l.Add(gpu.OpBlit, i, 3, 0, 0, 0, 4, 4, o, 0, 0, 0, 0, 4, 4, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			r := openRig(t, gpu.Options{})
			image, view := r.target(rgba, 4, 4, gpu.UseColorTarget)
			other, _ := r.target(rgba, 4, 4, gpu.UseColorTarget)
			l := r.list()
			fill(l, uint32(image), uint32(other), uint32(view))
			if err := r.Wait(must[uint64](r)(r.Submit(l))); !errors.Is(err, gpu.ErrDeviceLost) {
				t.Errorf("Wait: %v", err)
			}
		})
	}
}
