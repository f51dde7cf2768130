package vk

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"d3d9vk/internal/gpu"
)

func TestAdapters(t *testing.T) {
	list, err := Adapters()
	if err != nil {
		if os.Getenv("D3D9VK_REQUIRE_GPU") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	for _, a := range list {
		t.Logf("%s, %s %s, driver id %d, Vulkan %d.%d, features %+v", a.Name, a.DriverName, a.DriverInfo, a.DriverID, a.APIVersion>>22, a.APIVersion>>12&0x3FF, a.Features)
		if a.APIVersion>>12&0x3FF < 3 {
			continue
		}
		if a.Name == "" || a.DriverID == 0 || a.Memory == 0 || a.Limits.MaxImageDimension2D < 4096 || a.Limits.MaxColorAttachments < 4 {
			t.Errorf("%s: numbers are missing: %+v", a.Name, a)
		}
		if f := a.Formats[rgba]; !f.Sampled || !f.ColorTarget || !f.Blend || !f.Vertex || f.SampleCounts&1 == 0 || f.DepthTarget {
			t.Errorf("%s: R8G8B8A8_UNORM: %+v", a.Name, f)
		}
		if len(a.Formats) != len(gpu.AllFormats) {
			t.Errorf("%s: %d formats of %d", a.Name, len(a.Formats), len(gpu.AllFormats))
		}
	}
}

func TestEveryFeatureHasABit(t *testing.T) {
	names := gpu.FieldNames[gpu.Features]()
	for _, name := range names {
		if _, ok := featureBits[name]; !ok {
			t.Errorf("gpu.Features.%s has no bit", name)
		}
		mask, err := disable(^uint32(0), name)
		if err != nil {
			t.Fatal(err)
		}
		if reflect.ValueOf(featuresOf(mask)).FieldByName(name).Bool() {
			t.Errorf("%s is still on when it is disabled", name)
		}
	}
	if len(featureBits) != len(names) {
		t.Errorf("%d bits for %d features", len(featureBits), len(names))
	}
}

func TestOptions(t *testing.T) {
	openRig(t, gpu.Options{})
	for name, c := range map[string]struct {
		o    gpu.Options
		want string
	}{
		"unknown feature": {gpu.Options{Disable: []string{"DynamicBlend", "Nonsense"}}, `"Nonsense" names no feature: there are DynamicBlend, `},
		"unknown format":  {gpu.Options{Disable: []string{"R5G6B5.Blend"}}, `"R5G6B5.Blend" names no format: there are R4G4B4A4UnormPack16,`},
		"unknown ability": {gpu.Options{Disable: []string{"R5G6B5UnormPack16.Mix"}}, `"R5G6B5UnormPack16.Mix" names no ability of a format: there are Sampled,`},
		"adapter":         {gpu.Options{AdapterIndex: 1000}, "adapter 1000 does not exist"},
		"adapter -1":      {gpu.Options{AdapterIndex: -1}, "adapter -1 does not exist"},
	} {
		if _, err := Open(c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	t.Run("environment", func(t *testing.T) {
		t.Setenv("D3D9VK_DISABLE", "MultiDraw, LargePoints, R8Unorm.Blend")
		r := openRig(t, gpu.Options{Disable: []string{"DepthClipEnable"}})
		if f := r.Features(); f.MultiDraw || f.LargePoints || f.DepthClipEnable || f.DynamicRaster {
			t.Errorf("not all are disabled: %+v", f)
		}
		found, err := FindAdapter(gpu.Options{Disable: []string{"R16Unorm.ColorTarget"}})
		if err != nil {
			t.Fatal(err)
		}
		if opened := r.Adapter(); found.Formats[gpu.FormatR8Unorm].Blend || opened.Formats[gpu.FormatR8Unorm].Blend || !opened.Formats[gpu.FormatR8Unorm].ColorTarget {
			t.Errorf("R8Unorm: found %+v, opened %+v", found.Formats[gpu.FormatR8Unorm], opened.Formats[gpu.FormatR8Unorm])
		}
		if s := found.Formats[gpu.FormatR16Unorm]; s.ColorTarget || s.Blend {
			t.Errorf("R16Unorm: %+v", s)
		}
	})
}

// fillAll makes one object of each kind and returns the records that destroy them.
func fillAll(r *rig) [][2]uint32 {
	r.Helper()
	s := r.scene([]int{0}, 0)
	pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
	image, view := r.target(rgba, 33, 17, gpu.UseColorTarget|gpu.UseSampled)
	sampler := r.id(r.CreateSampler(&gpu.SamplerDesc{}))
	query := r.id(r.CreateQuery())
	list := [][2]uint32{}
	for _, o := range []struct {
		k  gpu.Kind
		id gpu.ID
	}{
		{gpu.KindPipeline, pipeline}, {gpu.KindShader, s.vertex}, {gpu.KindShader, s.pixel}, {gpu.KindVertexLayout, s.layout}, {gpu.KindBuffer, s.buffer},
		{gpu.KindView, view}, {gpu.KindImage, image}, {gpu.KindSampler, sampler}, {gpu.KindQuery, query},
	} {
		list = append(list, [2]uint32{uint32(o.k), uint32(o.id)})
	}
	return list
}

func TestDestroyedObjectsAreGone(t *testing.T) {
	r := openRig(t, gpu.Options{})
	before := r.Counts()
	for range 20 {
		gone := fillAll(r)
		one := gpu.Counts{Buffers: 1, Images: 1, Views: 1, Samplers: 1, Shaders: 2, VertexLayouts: 1, Pipelines: 1, Queries: 1}
		got := r.Counts()
		one.Memory = got.Memory
		if diff := cmp.Diff(one, got); diff != "" {
			t.Fatal(diff)
		}
		l := r.list()
		for _, o := range gone {
			l.Add(gpu.OpDestroy, o[0], o[1])
		}
		r.run(l)
	}
	after := r.Counts()
	if after.Memory > before.Memory+128<<20 {
		t.Errorf("%d bytes are allocated, %d before", after.Memory, before.Memory)
	}
	after.Memory = before.Memory
	if diff := cmp.Diff(before, after); diff != "" {
		t.Fatal(diff)
	}
}

// Objects that are never destroyed are destroyed by Close; the layer would tell of any that is left.
func TestCloseDestroysAll(t *testing.T) {
	r := openRig(t, gpu.Options{})
	fillAll(r)
	l := r.list()
	must[uint64](r)(r.Submit(l))
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal("the second Close:", err)
	}
	if _, err := r.NewList(); !errors.Is(err, gpu.ErrDeviceLost) {
		t.Errorf("NewList after Close: %v", err)
	}
	if _, _, err := r.CreateBuffer(gpu.BufferDesc{Size: 1}); !errors.Is(err, gpu.ErrDeviceLost) {
		t.Errorf("CreateBuffer after Close: %v", err)
	}
	if err := r.Wait(1); !errors.Is(err, gpu.ErrDeviceLost) {
		t.Errorf("Wait after Close: %v", err)
	}
}

func TestMemoryIsReused(t *testing.T) {
	r := openRig(t, gpu.Options{})
	var live []gpu.ID
	var highest uint64
	for round := range 30 {
		l := r.list()
		for _, id := range live {
			l.Add(gpu.OpDestroy, uint32(gpu.KindBuffer), uint32(id))
		}
		live = live[:0]
		r.run(l)
		r.Counts()
		for k := range 60 {
			size := uint64(1+k*k*53) * uint64(1+round%7)
			id, memory, err := r.CreateBuffer(gpu.BufferDesc{Size: size, Mapped: true})
			live = append(live, r.id(id, err))
			if !bytes.Equal(memory, make([]byte, size)) {
				t.Fatal("a new buffer is not zero")
			}
			for i := range memory {
				memory[i] = byte(k)
			}
		}
		if c := r.Counts(); round == 6 {
			highest = c.Memory
		} else if round > 6 && c.Memory > highest {
			t.Fatalf("round %d: %d bytes are allocated, %d in the first seven rounds", round, c.Memory, highest)
		}
	}
}

func TestBadDescriptions(t *testing.T) {
	r := openRig(t, gpu.Options{})
	good := gpu.ImageDesc{Format: rgba, Width: 4, Height: 4, Depth: 1, Levels: 1, Samples: 1, Usage: gpu.UseSampled}
	for name, change := range map[string]func(*gpu.ImageDesc){
		"no width":      func(d *gpu.ImageDesc) { d.Width = 0 },
		"huge":          func(d *gpu.ImageDesc) { d.Width = 1 << 30 },
		"levels":        func(d *gpu.ImageDesc) { d.Levels = 4 },
		"no levels":     func(d *gpu.ImageDesc) { d.Levels = 0 },
		"depth of 2D":   func(d *gpu.ImageDesc) { d.Depth = 2 },
		"oblong cube":   func(d *gpu.ImageDesc) { d.Kind, d.Height = gpu.ImageCube, 2 },
		"three samples": func(d *gpu.ImageDesc) { d.Samples = 3 },
		"kind":          func(d *gpu.ImageDesc) { d.Kind = 9 },
		"format":        func(d *gpu.ImageDesc) { d.Format = 184 },
		"two targets":   func(d *gpu.ImageDesc) { d.Usage = gpu.UseColorTarget | gpu.UseDepthTarget },
		"depth target":  func(d *gpu.ImageDesc) { d.Usage = gpu.UseDepthTarget },
	} {
		d := good
		change(&d)
		if _, err := r.CreateImage(&d); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	image := r.id(r.CreateImage(&good))
	view := gpu.ViewDesc{Image: image, Format: rgba, Levels: 1, Layers: 1}
	for name, change := range map[string]func(*gpu.ViewDesc){
		"image": func(d *gpu.ViewDesc) { d.Image = 77 }, "no image": func(d *gpu.ViewDesc) { d.Image = 0 }, "id": func(d *gpu.ViewDesc) { d.Image = 1<<32 - 1 },
		"level": func(d *gpu.ViewDesc) { d.BaseLevel = 1 }, "levels": func(d *gpu.ViewDesc) { d.Levels = 2 },
		"layer": func(d *gpu.ViewDesc) { d.BaseLayer = 1<<32 - 1 }, "attachment": func(d *gpu.ViewDesc) { d.Attachment = true },
	} {
		d := view
		change(&d)
		if _, err := r.CreateView(&d); err == nil {
			t.Errorf("view with wrong %s: no error", name)
		}
	}
	if _, err := r.CreateShader(gpu.Vertex, []uint32{1, 2, 3}); err == nil {
		t.Error("a shader of three words: no error")
	}
	if _, _, err := r.CreateBuffer(gpu.BufferDesc{}); err == nil {
		t.Error("a buffer of no bytes: no error")
	}
	if _, err := r.CreatePipeline(&gpu.PipelineDesc{Vertex: 5, Class: gpu.TopologyTriangleList}); err == nil {
		t.Error("a pipeline without shaders: no error")
	}
	if _, err := r.CreateVertexLayout(make([]gpu.VertexElement, 100)); err == nil {
		t.Error("100 vertex elements: no error")
	}
	if _, err := r.HostAlloc(-1); err == nil {
		t.Error("-1 bytes: no error")
	}
	if err := r.Wait(5); err == nil {
		t.Error("a wait for a list that was not submitted: no error")
	}
	if _, err := r.Submit(&gpu.List{}); err == nil {
		t.Error("a list of nobody: no error")
	}
	if c := r.Counts(); c.Images != 1 || c.Views != 0 || c.Shaders != 0 || c.Buffers != 0 || c.Pipelines != 0 {
		t.Errorf("what failed is alive: %+v", c)
	}
	if len(must[[]byte](r)(r.HostAlloc(100))) != 100 {
		t.Error("HostAlloc")
	}
}

// A list that no device may send makes the device lost, with the reason; nothing hangs or crashes.
func TestBadListsLoseTheDevice(t *testing.T) {
	draw := func(l *gpu.List) { l.Draw(0, 3) }
	for name, fill := range map[string]func(*gpu.List){
		"without targets":    draw,
		"opcode":             func(l *gpu.List) { l.Words = append(l.Words, 200) },
		"of 9 words where 2": func(l *gpu.List) { l.Words = append(l.Words, uint32(gpu.OpTargets), 1) },
		"is none":            func(l *gpu.List) { l.Add(gpu.OpDestroy, uint32(gpu.KindImage), 3) },
		"without targets ":   func(l *gpu.List) { l.Add(gpu.OpClear, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0) },
		"stream 99":          func(l *gpu.List) { l.Add(gpu.OpStream, 99, 0, 0, 0) },
		"texture slot 20":    func(l *gpu.List) { l.Add(gpu.OpTexture, 20, 1, 1) },
		"view 9":             func(l *gpu.List) { l.Add(gpu.OpTargets, 4, 4, 9, 0, 0, 0, 0, 1) },
		"image 8":            func(l *gpu.List) { l.Add(gpu.OpUploadImage, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 1, 1, 1) },
		"copy of 4294967295": func(l *gpu.List) { l.Add(gpu.OpCopyBuffer, uint32(l.Buffer), 0, uint32(l.Buffer), 0, 1<<32-1) },
		"was not begun":      func(l *gpu.List) { l.Add(gpu.OpQueryEnd, 3) },
	} {
		t.Run(name, func(t *testing.T) {
			r := openRig(t, gpu.Options{})
			l := r.list()
			fill(l)
			serial := must[uint64](r)(r.Submit(l))
			err := r.Wait(serial)
			if !errors.Is(err, gpu.ErrDeviceLost) || !strings.Contains(err.Error(), strings.TrimSpace(name)) {
				t.Fatalf("Wait: %v", err)
			}
			if _, err := r.NewList(); !errors.Is(err, gpu.ErrDeviceLost) {
				t.Errorf("NewList: %v", err)
			}
			if _, err := r.CreateQuery(); !errors.Is(err, gpu.ErrDeviceLost) {
				t.Errorf("CreateQuery: %v", err)
			}
		})
	}
}

func TestListsAreRecycledUnderLoad(t *testing.T) {
	r := openRig(t, gpu.Options{})
	s := r.scene([]int{0}, 0)
	pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
	image, view := r.target(rgba, 4, 4, gpu.UseColorTarget)
	s.quad(0, -1, 1, 0, [4]float32{0, 0, 0, 0})
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	for k := range rounds {
		l := r.list()
		s.begin(l, 4, 4, pipeline, 0, view)
		for n := range 500 {
			s.constants(l, gpu.PixelConst, [4]float32{float32(k%200) / 255, float32(n%100) / 255, 0, 1})
			l.Draw(0, 6)
		}
		if serial := must[uint64](r)(r.Submit(l)); serial != uint64(k+1) {
			t.Fatalf("serial %d, want %d", serial, k+1)
		}
	}
	if diff := cmp.Diff(fill(16, byte((rounds-1)%200), 99, 0, 255), r.readRGBA(image, 4, 4)); diff != "" {
		t.Fatal(diff)
	}
	var held []*gpu.List
	for range listCount {
		held = append(held, r.list())
	}
	if _, err := r.NewList(); !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("a fifth list while four are held: %v", err)
	}
	r.run(held[2])
	if _, err := r.Submit(held[2]); err == nil {
		t.Error("the same list twice: no error")
	}
}

// Creation from many goroutines beside a drawing one, with the collector running all the time when GOGC says so.
func TestGCStorm(t *testing.T) {
	r := openRig(t, gpu.Options{})
	s := r.scene([]int{0}, 1)
	pipeline := r.id(r.CreatePipeline(s.desc(1, rgba)))
	image, view := r.target(rgba, 4, 4, gpu.UseColorTarget)
	sampler := r.id(r.CreateSampler(&gpu.SamplerDesc{}))
	s.quad(0, -1, 1, 0, [4]float32{0.5, 0.5, 0, 0})
	stop := make(chan struct{})
	var wait sync.WaitGroup
	textures := make(chan [2]gpu.ID, 64)
	for range 3 {
		wait.Go(func() {
			for {
				i, err := r.CreateImage(&gpu.ImageDesc{Format: rgba, Width: 4, Height: 4, Depth: 1, Levels: 1, Samples: 1, Usage: gpu.UseSampled})
				if err != nil {
					t.Error(err)
					return
				}
				v, err := r.CreateView(&gpu.ViewDesc{Image: i, Format: rgba, Levels: 1, Layers: 1})
				if err != nil {
					t.Error(err)
					return
				}
				select {
				case textures <- [2]gpu.ID{i, v}:
				case <-stop:
					return
				}
			}
		})
	}
	var garbage [][]byte
	rounds := 300
	if testing.Short() {
		rounds = 100
	}
	for range rounds {
		l := r.list()
		for range 8 {
			garbage = append(garbage[:len(garbage)%50], make([]byte, 10000))
			tex := <-textures
			r.upload(l, tex[0], 0, 0, 4, 4, all(64, 200))
			s.begin(l, 4, 4, pipeline, 0, view)
			l.Add(gpu.OpTexture, 0, uint32(tex[1]), uint32(sampler))
			l.Draw(0, 6)
			l.Add(gpu.OpDestroy, uint32(gpu.KindView), uint32(tex[1]))
			l.Add(gpu.OpDestroy, uint32(gpu.KindImage), uint32(tex[0]))
		}
		must[uint64](r)(r.Submit(l))
	}
	close(stop)
	wait.Wait()
	runtime.KeepAlive(garbage)
	if diff := cmp.Diff(fill(16, 200, 200, 200, 200), r.readRGBA(image, 4, 4)); diff != "" {
		t.Fatal(diff)
	}
}

func TestPipelineCacheFile(t *testing.T) {
	dir := t.TempDir()
	compile := func(t *testing.T) {
		r := openRig(t, gpu.Options{CacheDir: dir})
		s := r.scene([]int{0}, 0)
		r.id(r.CreatePipeline(s.desc(0, rgba)))
	}
	files := func() []string {
		list, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	t.Run("written", compile)
	list := files()
	if len(list) != 1 {
		t.Fatalf("files %q, want one", list)
	}
	whole, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Run("read", compile)
	for name, data := range map[string][]byte{"cut": whole[:len(whole)/2], "empty": nil, "flipped": flip(whole, len(whole)-1), "other magic": flip(whole, 0)} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(list[0], data, 0o644); err != nil {
				t.Fatal(err)
			}
			compile(t)
		})
		if now, _ := os.ReadFile(list[0]); len(now) < len(cacheMagic) || bytes.Equal(now, data) {
			t.Errorf("%s: the damaged file was kept", name)
		}
	}
	if list := files(); len(list) != 1 {
		t.Errorf("files %q, want one", list)
	}
}

func flip(b []byte, at int) []byte {
	c := bytes.Clone(b)
	c[at] ^= 0x40
	return c
}

func TestMessagesAreReported(t *testing.T) {
	openRig(t, gpu.Options{})
	var got []string
	d, err := Open(gpu.Options{Validation: true, CacheDir: "-", Message: func(s string) { got = append(got, s) }})
	if err != nil {
		if os.Getenv("D3D9VK_VALIDATION") == "1" { // a run that relies on the layer
			t.Fatal("no validation layer:", err)
		}
		t.Skip("no validation layer:", err)
	}
	// A viewport that Vulkan does not allow.
	l, err := d.NewList()
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t, d.(*Device)}
	s := r.scene([]int{0}, 0)
	pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
	_, view := r.target(rgba, 4, 4, gpu.UseColorTarget)
	s.begin(l, 4, 4, pipeline, 0, view)
	l.Add(gpu.OpViewport, gpu.F(0), gpu.F(0), gpu.F(-4), gpu.F(4), 0, gpu.F(1))
	l.Draw(0, 3)
	r.run(l)
	err = d.Close()
	if err == nil || !strings.Contains(err.Error(), "VUID-VkViewport-width") {
		t.Errorf("Close: %v", err)
	}
	if len(got) == 0 {
		t.Error("Message was not called")
	}
}
