package vk

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"testing"

	"d3d9vk/internal/gpu"
)

// rig is a device and what the tests do with it. Any failure ends the test; any message of the validation layer fails it.
type rig struct {
	testing.TB
	*Device
}

// openRig opens the machine's first adapter with the validation layer, unless D3D9VK_VALIDATION=0.
func openRig(t testing.TB, o gpu.Options) *rig {
	t.Helper()
	for _, name := range []string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES"} {
		os.Getenv(name) // the loader reads them; go test must know, or it shows another driver's cached result
	}
	o.Validation = os.Getenv("D3D9VK_VALIDATION") != "0"
	if o.CacheDir == "" {
		o.CacheDir = "-"
	}
	d, err := Open(o)
	if err != nil && o.Validation && os.Getenv("D3D9VK_REQUIRE_GPU") != "1" {
		o.Validation = false
		d, err = Open(o)
	}
	if errors.Is(err, gpu.ErrUnsupported) && os.Getenv("D3D9VK_REQUIRE_GPU") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return &rig{t, d.(*Device)}
}

func must[T any](r *rig) func(T, error) T {
	return func(v T, err error) T {
		r.Helper()
		if err != nil {
			r.Fatal(err)
		}
		return v
	}
}

func (r *rig) id(id gpu.ID, err error) gpu.ID { r.Helper(); return must[gpu.ID](r)(id, err) }

func (r *rig) list() *gpu.List { r.Helper(); return must[*gpu.List](r)(r.NewList()) }

// run submits the list and waits for it.
func (r *rig) run(l *gpu.List) {
	r.Helper()
	serial := must[uint64](r)(r.Submit(l))
	if err := r.Wait(serial); err != nil {
		r.Fatal(err)
	}
}

// target makes a color target and its attachment view.
func (r *rig) target(f gpu.Format, width, height uint32, usage gpu.ImageUsage) (image, view gpu.ID) {
	r.Helper()
	image = r.id(r.CreateImage(&gpu.ImageDesc{Format: f, Width: width, Height: height, Depth: 1, Levels: 1, Samples: 1, Usage: usage}))
	view = r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: f, Levels: 1, Layers: 1, Attachment: true}))
	return image, view
}

// texture makes a 2D texture of one level and its view.
func (r *rig) texture(f gpu.Format, width, height uint32) (image, view gpu.ID) {
	r.Helper()
	image = r.id(r.CreateImage(&gpu.ImageDesc{Format: f, Width: width, Height: height, Depth: 1, Levels: 1, Samples: 1, Usage: gpu.UseSampled}))
	return image, r.view(image, f)
}

func (r *rig) view(image gpu.ID, f gpu.Format) gpu.ID {
	r.Helper()
	return r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: f, Levels: 1, Layers: 1}))
}

// upload fills an image's level with the bytes.
func (r *rig) upload(l *gpu.List, image gpu.ID, level, layer, width, height uint32, data []byte) {
	r.Helper()
	at := l.Alloc(len(data), 16)
	copy(l.Arena[at:], data)
	l.Add(gpu.OpUploadImage, uint32(l.Buffer), uint32(at), 0, 0, uint32(image), level, layer, 0, 0, 0, width, height, 1)
}

// read returns the bytes of an image's level.
func (r *rig) read(image gpu.ID, level, layer, width, height, texel uint32, aspect uint32) []byte {
	r.Helper()
	size := uint64(width * height * texel)
	buffer, memory, err := r.CreateBuffer(gpu.BufferDesc{Size: size, Mapped: true, Readback: true})
	r.id(buffer, err)
	l := r.list()
	l.Add(gpu.OpReadImage, uint32(image), level, layer, 0, 0, 0, width, height, 1, uint32(buffer), 0, 0, 0, aspect)
	r.run(l)
	data := append([]byte(nil), memory...)
	l = r.list()
	l.Add(gpu.OpDestroy, uint32(gpu.KindBuffer), uint32(buffer))
	r.run(l)
	return data
}

func (r *rig) readRGBA(image gpu.ID, width, height uint32) []byte {
	r.Helper()
	return r.read(image, 0, 0, width, height, 4, 0)
}

func floats(v ...float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

// scene is a pipeline that draws vertices of eight floats (position, color) and a buffer of them.
type scene struct {
	*rig
	vertex, pixel, layout gpu.ID
	buffer                gpu.ID
	memory                []byte
}

func (r *rig) scene(targets []int, samplers uint16) *scene {
	r.Helper()
	s := &scene{rig: r}
	s.vertex = r.id(r.CreateShader(gpu.Vertex, vertexShader(r.Features())))
	s.pixel = r.id(r.CreateShader(gpu.Fragment, pixelShader(r.Features(), targets, samplers)))
	s.layout = r.id(r.CreateVertexLayout([]gpu.VertexElement{
		{Location: 0, Format: gpu.FormatR32G32B32A32Sfloat}, {Location: 1, Offset: 16, Format: gpu.FormatR32G32B32A32Sfloat},
	}))
	var err error
	s.buffer, s.memory, err = r.CreateBuffer(gpu.BufferDesc{Size: 1 << 16, Mapped: true})
	r.id(s.buffer, err)
	return s
}

// desc is the pipeline's description for the formats, with everything that opaque drawing needs.
func (s *scene) desc(samplers uint16, formats ...gpu.Format) *gpu.PipelineDesc {
	p := &gpu.PipelineDesc{Vertex: s.vertex, Fragment: s.pixel, Layout: s.layout, Class: gpu.TopologyTriangleList, Samples: 1, PixelSamplers: samplers}
	copy(p.ColorFormats[:], formats)
	if !s.Features().DynamicBlend {
		for k := range p.Blend {
			p.Blend[k].Mask = 15
		}
	}
	return p
}

// quad writes two triangles that cover x0..x1 of the target in clip space, whole in y, at vertex n.
func (s *scene) quad(n int, x0, x1, z float32, c [4]float32) {
	corners := [6][2]float32{{x0, -1}, {x1, -1}, {x0, 1}, {x0, 1}, {x1, -1}, {x1, 1}}
	for k, p := range corners {
		copy(s.memory[(n+k)*32:], floats(p[0], p[1], z, 1, c[0], c[1], c[2], c[3]))
	}
}

// begin sets what every draw needs: targets, pipeline, stream, zero constants.
func (s *scene) begin(l *gpu.List, width, height uint32, pipeline, depth gpu.ID, views ...gpu.ID) {
	var v [4]uint32
	for k := range views {
		v[k] = uint32(views[k])
	}
	l.Add(gpu.OpTargets, width, height, v[0], v[1], v[2], v[3], uint32(depth), 1)
	l.Add(gpu.OpPipeline, uint32(pipeline))
	l.Add(gpu.OpViewport, gpu.F(0), gpu.F(0), gpu.F(float32(width)), gpu.F(float32(height)), gpu.F(0), gpu.F(1))
	l.Add(gpu.OpScissor, 0, 0, width, height)
	l.Add(gpu.OpStream, 0, uint32(s.buffer), 0, 32)
	l.Add(gpu.OpTopology, uint32(gpu.TopologyTriangleList))
	zero := l.Alloc(256, gpu.ConstAlign)
	clear(l.Arena[zero : zero+256])
	s.constant(l, gpu.VertexConst, zero)
	s.constant(l, gpu.PixelConst, zero)
}

func (s *scene) constant(l *gpu.List, block uint32, at int) {
	l.Add(gpu.OpConst, block, uint32(at), 256)
}

// constants writes a block of one register and sets it.
func (s *scene) constants(l *gpu.List, block uint32, c [4]float32) {
	at := l.Alloc(256, gpu.ConstAlign)
	copy(l.Arena[at:], floats(c[:]...))
	s.constant(l, block, at)
}

func all(words int, b byte) []byte {
	s := make([]byte, words)
	for k := range s {
		s[k] = b
	}
	return s
}

// fill is n texels of four bytes.
func fill(n int, r, g, b, a byte) []byte {
	s := make([]byte, 0, 4*n)
	for range n {
		s = append(s, r, g, b, a)
	}
	return s
}

const rgba = gpu.FormatR8G8B8A8Unorm
