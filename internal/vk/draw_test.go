package vk

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"d3d9vk/internal/gpu"
)

// variations are the switches whose other side is another path through this package.
var variations = []struct {
	name    string
	disable []string
}{
	{"everything", nil},
	{"static blend", []string{"DynamicBlend"}},
	{"static raster", []string{"DynamicRaster"}},
	{"no multi draw", []string{"MultiDraw"}},
	{"no robustness2", []string{"Robustness2"}},
	{"no depth clip", []string{"DepthClipEnable"}},
	{"uniform constants", []string{"ArenaIndex"}},
	{"arena constants", []string{"UniformConstants"}},
	{"bare", []string{
		"DynamicBlend", "DynamicRaster", "MultiDraw", "Robustness2", "PushDescriptors", "GeometryShader", "DualSrcBlend", "DepthClamp",
		"DepthClipEnable", "FillModeNonSolid", "SamplerAnisotropy", "MirrorClampToEdge", "CustomBorderColor", "LargePoints",
		"OcclusionQueryPrecise",
	}},
}

func forVariations(t *testing.T, test func(*rig)) {
	for _, v := range variations {
		t.Run(v.name, func(t *testing.T) { test(openRig(t, gpu.Options{Disable: v.disable})) })
	}
}

func TestClear(t *testing.T) {
	r := openRig(t, gpu.Options{})
	image, view := r.target(rgba, 8, 4, gpu.UseColorTarget)
	if diff := cmp.Diff(fill(32, 0, 0, 0, 0), r.readRGBA(image, 8, 4)); diff != "" {
		t.Fatal("a new image is not zero", diff)
	}
	clear := func(l *gpu.List, x, y, w, h uint32, red, a float32) {
		l.Add(gpu.OpClear, 1, x, y, w, h, gpu.F(red), 0, 0, gpu.F(a), gpu.F(1), 0)
	}
	t.Run("whole", func(t *testing.T) {
		l := r.list()
		l.Add(gpu.OpTargets, 8, 4, uint32(view), 0, 0, 0, 0, 1)
		clear(l, 0, 0, 8, 4, 1, 1)
		r.run(l)
		if diff := cmp.Diff(fill(32, 255, 0, 0, 255), r.readRGBA(image, 8, 4)); diff != "" {
			t.Fatal(diff)
		}
	})
	t.Run("part, beyond the edge and outside", func(t *testing.T) {
		l := r.list()
		l.Add(gpu.OpTargets, 8, 4, uint32(view), 0, 0, 0, 0, 1)
		clear(l, 4, 0, 100, 2, 0, 0)
		clear(l, 8, 0, 1, 1, 0, 0)
		r.run(l)
		want := fill(32, 255, 0, 0, 255)
		for y := range 2 {
			copy(want[(y*8+4)*4:], fill(4, 0, 0, 0, 0))
		}
		if diff := cmp.Diff(want, r.readRGBA(image, 8, 4)); diff != "" {
			t.Fatal(diff)
		}
	})
	t.Run("a part before the whole", func(t *testing.T) {
		l := r.list()
		l.Add(gpu.OpTargets, 8, 4, uint32(view), 0, 0, 0, 0, 1)
		clear(l, 0, 0, 1, 1, 1, 1)
		clear(l, 0, 0, 8, 4, 0, 1)
		r.run(l)
		if diff := cmp.Diff(fill(32, 0, 0, 0, 255), r.readRGBA(image, 8, 4)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestTriangle(t *testing.T) {
	forVariations(t, func(r *rig) {
		s := r.scene([]int{0}, 0)
		pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
		image, view := r.target(rgba, 8, 8, gpu.UseColorTarget)
		s.quad(0, -1, 0, 0, [4]float32{1, 0, 0, 1})
		l := r.list()
		s.begin(l, 8, 8, pipeline, 0, view)
		l.Add(gpu.OpClear, 1, 0, 0, 8, 8, 0, 0, gpu.F(1), gpu.F(1), gpu.F(1), 0)
		l.Draw(0, 6)
		s.constants(l, gpu.PixelConst, [4]float32{0, 1, 0, 0}) // yellow
		s.constants(l, gpu.VertexConst, [4]float32{1.5, 0, 0, 0})
		l.Draw(0, 6)
		r.run(l)
		var want []byte
		for range 8 {
			want = append(append(append(want, fill(4, 255, 0, 0, 255)...), fill(2, 0, 0, 255, 255)...), fill(2, 255, 255, 0, 255)...)
		}
		if diff := cmp.Diff(want, r.readRGBA(image, 8, 8)); diff != "" {
			r.Fatal(diff)
		}
	})
}

// Runs of draws are one multi draw; without the feature, one call each. Both give the same picture, at every length of run.
func TestMultiDrawIsTheSameAsDraws(t *testing.T) {
	const width = 64
	picture := func(t *testing.T, disable []string, indexed bool) []byte {
		r := openRig(t, gpu.Options{Disable: disable})
		s := r.scene([]int{0}, 0)
		pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
		image, view := r.target(rgba, width, 1, gpu.UseColorTarget)
		for k := range width {
			x := -1 + float32(k)*2/width
			s.quad(6*k, x, x+2.0/width, 0, [4]float32{float32(k) / 255, float32(k%7) / 255, 0, 1})
		}
		indices, memory, err := r.CreateBuffer(gpu.BufferDesc{Size: 64, Mapped: true})
		r.id(indices, err)
		for k := range 6 {
			memory[2*k] = byte(k)
		}
		l := r.list()
		s.begin(l, width, 1, pipeline, 0, view)
		l.Add(gpu.OpIndex, uint32(indices), 0, 2)
		run := 1
		for k := 0; k < width; {
			for n := 0; n < run && k < width; n, k = n+1, k+1 {
				switch {
				case k%3 == 2:
				case indexed:
					l.DrawIndexed(0, 6, int32(6*k))
				default:
					l.Draw(uint32(6*k), 6)
				}
			}
			run++
			l.Add(gpu.OpDepth, gpu.PackDepth(false, run%2 == 0, gpu.CompareAlways))
		}
		r.run(l)
		return r.readRGBA(image, width, 1)
	}
	var want []byte
	for k := range width {
		if k%3 == 2 {
			want = append(want, 0, 0, 0, 0)
		} else {
			want = append(want, byte(k), byte(k%7), 0, 255)
		}
	}
	for _, disable := range [][]string{nil, {"MultiDraw"}} {
		for _, indexed := range []bool{false, true} {
			t.Run(fmt.Sprint(disable, indexed), func(t *testing.T) {
				if diff := cmp.Diff(want, picture(t, disable, indexed)); diff != "" {
					t.Fatal(diff)
				}
			})
		}
	}
}

// More draws than VkPhysicalDeviceMultiDrawPropertiesEXT.maxMultiDrawCount in one run.
func TestLongRunOfDraws(t *testing.T) {
	r := openRig(t, gpu.Options{})
	s := r.scene([]int{0}, 0)
	p := s.desc(0, rgba)
	blend := gpu.BlendState{Enable: true, Mask: 15, SrcColor: gpu.BlendOne, DstColor: gpu.BlendOne, SrcAlpha: gpu.BlendOne, DstAlpha: gpu.BlendOne}
	if !r.Features().DynamicBlend {
		p.Blend[0] = blend
	}
	pipeline := r.id(r.CreatePipeline(p))
	const float = gpu.FormatR32G32B32A32Sfloat
	p.ColorFormats[0] = float
	pipeline = r.id(r.CreatePipeline(p))
	image, view := r.target(float, 2, 1, gpu.UseColorTarget)
	s.quad(0, -1, 1, 0, [4]float32{1, 0, 0, 0})
	l := r.list()
	s.begin(l, 2, 1, pipeline, 0, view)
	l.Add(gpu.OpBlend, gpu.PackBlend(blend), 15, 15, 15)
	const n = 5000
	for range n {
		l.Draw(0, 6)
	}
	r.run(l)
	if diff := cmp.Diff(floats(n, 0, 0, 0, n, 0, 0, 0), r.read(image, 0, 0, 2, 1, 16, 0)); diff != "" {
		t.Fatal(diff)
	}
}

func TestBlendMaskAndHoles(t *testing.T) {
	forVariations(t, func(r *rig) {
		s := r.scene([]int{0, 1, 3}, 0)
		p := s.desc(0, rgba, gpu.FormatUndefined, gpu.FormatUndefined, gpu.FormatR16G16B16A16Sfloat)
		add := gpu.BlendState{Enable: true, Mask: 15, SrcColor: gpu.BlendSrcAlpha, DstColor: gpu.BlendOne, SrcAlpha: gpu.BlendOne, DstAlpha: gpu.BlendZero}
		masked := gpu.BlendState{Mask: 2}
		states := [4]gpu.BlendState{add, masked, {}, masked}
		if !r.Features().DynamicBlend {
			p.Blend = states
		}
		pipeline := r.id(r.CreatePipeline(p))
		image0, view0 := r.target(rgba, 4, 4, gpu.UseColorTarget)
		image3, view3 := r.target(gpu.FormatR16G16B16A16Sfloat, 4, 4, gpu.UseColorTarget)
		s.quad(0, -1, 1, 0, [4]float32{1, 1, 0, 0.2})
		l := r.list()
		s.begin(l, 4, 4, pipeline, 0, view0, 0, 0, view3)
		l.Add(gpu.OpClear, 0b1111, 0, 0, 4, 4, 0, 0, gpu.F(0.4), gpu.F(1), gpu.F(1), 0)
		var packed [4]uint32
		for k := range states {
			packed[k] = gpu.PackBlend(states[k])
		}
		l.Add(gpu.OpBlend, packed[:]...)
		l.Draw(0, 6)
		r.run(l)
		if diff := cmp.Diff(fill(16, 51, 51, 102, 51), r.readRGBA(image0, 4, 4)); diff != "" {
			r.Error("target 0", diff)
		}
		got := r.read(image3, 0, 0, 4, 4, 8, 0)
		if want := []byte{0, 0, 0, 0x3C, 0x66, 0x36, 0, 0x3C}; !cmp.Equal(want, got[:8]) {
			r.Errorf("target 3 is % x, want % x", got[:8], want)
		}
	})
}

func TestDepthAndStencil(t *testing.T) {
	r := openRig(t, gpu.Options{})
	format := gpu.FormatD24UnormS8Uint
	if !r.Adapter().Formats[format].DepthTarget {
		format = gpu.FormatD32SfloatS8Uint
	}
	s := r.scene([]int{0}, 0)
	p := s.desc(0, rgba)
	p.DepthFormat = format
	pipeline := r.id(r.CreatePipeline(p))
	image, view := r.target(rgba, 4, 1, gpu.UseColorTarget)
	depth := r.id(r.CreateImage(&gpu.ImageDesc{Format: format, Width: 8, Height: 8, Depth: 1, Levels: 1, Samples: 1, Usage: gpu.UseDepthTarget | gpu.UseSampled}))
	depthView := r.id(r.CreateView(&gpu.ViewDesc{Image: depth, Format: format, Levels: 1, Layers: 1, Attachment: true}))
	s.quad(0, -1, 0, 0.25, [4]float32{1, 0, 0, 1})
	s.quad(6, -1, 1, 0.5, [4]float32{0, 1, 0, 1})
	s.quad(12, -1, 1, 0, [4]float32{0, 0, 1, 1})
	l := r.list()
	s.begin(l, 4, 1, pipeline, depthView, view)
	l.Add(gpu.OpClear, 1|gpu.ClearDepth|gpu.ClearStencil, 0, 0, 4, 1, 0, 0, 0, 0, gpu.F(1), 7)
	l.Add(gpu.OpDepth, gpu.PackDepth(true, true, gpu.CompareLess))
	l.Draw(0, 6)
	l.Draw(6, 6) // behind on the left
	// Marks x = 0 in the stencil by a scissor, then draws where it is marked.
	set := gpu.PackStencil(true, gpu.StencilKeep, gpu.StencilIncrementClamp, gpu.StencilKeep, gpu.CompareAlways)
	l.Add(gpu.OpDepth, gpu.PackDepth(false, false, gpu.CompareAlways))
	l.Add(gpu.OpScissor, 0, 0, 1, 1)
	l.Add(gpu.OpStencil, set, set, 0, 255, 255)
	l.Draw(0, 6)
	equal := gpu.PackStencil(true, gpu.StencilKeep, gpu.StencilKeep, gpu.StencilKeep, gpu.CompareEqual)
	l.Add(gpu.OpStencil, equal, equal, 8, 255, 255)
	l.Add(gpu.OpScissor, 0, 0, 4, 1)
	l.Draw(12, 6)
	r.run(l)
	want := append(append(fill(1, 0, 0, 255, 255), fill(1, 255, 0, 0, 255)...), fill(2, 0, 255, 0, 255)...)
	if diff := cmp.Diff(want, r.readRGBA(image, 4, 1)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]byte{8, 7, 7, 7, 0, 0, 0, 0}, r.read(depth, 0, 0, 8, 1, 1, 2)); diff != "" {
		t.Error("stencil", diff)
	}
}

// The levels of a target that has several are drawn to and sampled in turn: mipmaps made by drawing.
func TestTargetIsSampledAfterwards(t *testing.T) {
	for _, levels := range []uint32{1, 3} {
		t.Run(fmt.Sprint(levels), func(t *testing.T) {
			r := openRig(t, gpu.Options{})
			flat, textured := r.scene([]int{0}, 0), r.scene([]int{0}, 1)
			draw := r.id(r.CreatePipeline(flat.desc(0, rgba)))
			sample := r.id(r.CreatePipeline(textured.desc(1, rgba)))
			image := r.id(r.CreateImage(&gpu.ImageDesc{Format: rgba, Width: 4, Height: 4, Depth: 1, Levels: levels, Samples: 1, Usage: gpu.UseSampled | gpu.UseColorTarget}))
			target := func(level uint32) gpu.ID {
				return r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: rgba, BaseLevel: level, Levels: 1, Layers: 1, Attachment: true}))
			}
			view := r.id(r.CreateView(&gpu.ViewDesc{Image: image, Format: rgba, Levels: 1, Layers: 1}))
			sampler := r.id(r.CreateSampler(&gpu.SamplerDesc{}))
			out, outView := r.target(rgba, 2, 2, gpu.UseColorTarget|gpu.UseSampled)
			flat.quad(0, -1, 1, 0, [4]float32{0, 0, 1, 1})
			textured.quad(0, -1, 1, 0, [4]float32{0.5, 0.5, 0, 0})
			l := r.list()
			for range 3 { // back and forth
				flat.begin(l, 4, 4, draw, 0, target(0))
				l.Draw(0, 6)
				textured.begin(l, 2, 2, sample, 0, outView)
				l.Add(gpu.OpTexture, 0, uint32(view), uint32(sampler))
				l.Draw(0, 6)
			}
			if levels > 1 {
				textured.begin(l, 2, 2, sample, 0, target(1))
				l.Draw(0, 6)
			}
			r.run(l)
			if diff := cmp.Diff(fill(4, 0, 0, 255, 255), r.readRGBA(out, 2, 2)); diff != "" {
				t.Fatal(diff)
			}
			if levels > 1 {
				if diff := cmp.Diff(fill(4, 0, 0, 255, 255), r.read(image, 1, 0, 2, 2, 4, 0)); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}

func TestUnfedInputReadsZeros(t *testing.T) {
	r := openRig(t, gpu.Options{})
	s := r.scene([]int{0}, 0)
	s.layout = r.id(r.CreateVertexLayout([]gpu.VertexElement{
		{Location: 0, Binding: 2, Format: gpu.FormatR32G32B32A32Sfloat}, {Location: 1, Binding: gpu.ZeroStream},
	}))
	pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
	image, view := r.target(rgba, 2, 2, gpu.UseColorTarget)
	s.quad(0, -1, 1, 0, [4]float32{1, 1, 1, 1})
	l := r.list()
	s.begin(l, 2, 2, pipeline, 0, view)
	l.Add(gpu.OpStream, 2, uint32(s.buffer), 0, 32)
	l.Add(gpu.OpClear, 1, 0, 0, 2, 2, gpu.F(1), gpu.F(1), gpu.F(1), 0, 0, 0)
	l.Draw(0, 6)
	r.run(l)
	if diff := cmp.Diff(fill(4, 0, 0, 0, 255), r.readRGBA(image, 2, 2)); diff != "" {
		t.Fatal(diff)
	}
}

func TestOcclusionQueries(t *testing.T) {
	r := openRig(t, gpu.Options{})
	s := r.scene([]int{0}, 0)
	pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
	_, view := r.target(rgba, 4, 4, gpu.UseColorTarget)
	_, other := r.target(rgba, 4, 4, gpu.UseColorTarget)
	s.quad(0, -1, 1, 0, [4]float32{})
	s.quad(6, -1, 0, 0, [4]float32{})
	a, b := r.id(r.CreateQuery()), r.id(r.CreateQuery())
	l := r.list()
	s.begin(l, 4, 4, pipeline, 0, view)
	l.Draw(0, 6) // counted by none
	l.Add(gpu.OpQueryBegin, uint32(a))
	l.Draw(0, 6) // a
	l.Add(gpu.OpQueryBegin, uint32(b))
	l.Draw(6, 6) // both
	s.begin(l, 4, 4, pipeline, 0, other)
	l.Draw(0, 6) // both, in another pass
	l.Add(gpu.OpQueryEnd, uint32(a))
	l.Draw(6, 6) // b
	r.run(l)
	if n := r.QueryResult(a); n != 16+8+16 {
		t.Errorf("a counted %d samples, want 40", n)
	}
	l = r.list()
	s.begin(l, 4, 4, pipeline, 0, view)
	l.Draw(0, 6) // b, in another list
	l.Add(gpu.OpQueryEnd, uint32(b))
	l.Draw(0, 6)
	r.run(l)
	if n := r.QueryResult(b); n != 8+16+8+16 {
		t.Errorf("b counted %d samples, want 48", n)
	}
	for range 300 { // more than a pool has: segments come back
		l = r.list()
		s.begin(l, 4, 4, pipeline, 0, view)
		l.Add(gpu.OpQueryBegin, uint32(a))
		l.Draw(6, 6)
		l.Add(gpu.OpQueryEnd, uint32(a))
		r.run(l)
	}
	if n := r.QueryResult(a); n != 8 {
		t.Errorf("a counted %d samples, want 8", n)
	}
}
