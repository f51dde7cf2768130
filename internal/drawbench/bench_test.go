package drawbench

import (
	"bytes"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/translate/sm"
)

const draws, size, repeats = 20000, 64, 9

// BenchmarkDraw reports, per draw: the calling thread's CPU time, that time in empty calls into C, the wall time from the
// first draw to an idle GPU, the best hand-written C loop's, and their ratio. One iteration is nine runs of 20,000 draws; the medians count.
func BenchmarkDraw(b *testing.B) {
	c, err := Open()
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	s := newScene(b)
	for _, k := range []struct {
		name  string
		draw  func(*scene, int)
		loops []Variant
	}{
		{"NoChange", (*scene).noChange, []Variant{NoChange, NoChangeMulti}},
		{"VertexConstant", (*scene).vertexConstant, []Variant{VertexPush}},
		{"FourTargets", (*scene).vertexConstant, []Variant{FourTargets}},
		{"TextureConstantBlend", (*scene).all, []Variant{AllPush, AllPipelines, AllFlat}},
	} {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				s.compare(b, c, k.draw, k.loops)
			}
		})
	}
}

// scene is a device with a 64x64 target and a triangle over one pixel.
type scene struct {
	tb       testing.TB
	dev      *device.Device
	target   *device.Surface
	further  [3]*device.Surface
	system   *device.Surface
	textures [2]*device.Texture
	plain    *device.PixelShader
	tinted   *device.PixelShader
	four     *device.PixelShader
	constant []float32 // reused, so that the caller's side allocates nothing either
}

func must(tb testing.TB, err d3d9.Error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

func assemble(tb testing.TB, text string) []byte {
	tb.Helper()
	p, err := sm.Assemble(text)
	if err != nil {
		tb.Fatal(err)
	}
	return sm.EncodeBytes(p)
}

func newScene(tb testing.TB) *scene { return newSceneWith(tb, device.Options{}) }

func newSceneWith(tb testing.TB, options device.Options) *scene {
	tb.Helper()
	d3d, err := device.CreateWith(d3d9.SDK_VERSION, options)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d3d.Release() })
	dev, _, derr := d3d.CreateDevice(d3d9.ADAPTER_DEFAULT, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, d3d9.PRESENT_PARAMETERS{
		BackBufferWidth: size, BackBufferHeight: size, BackBufferFormat: d3d9.FMT_X8R8G8B8, BackBufferCount: 1, SwapEffect: d3d9.SWAPEFFECT_DISCARD, Windowed: 1})
	must(tb, derr)
	tb.Cleanup(func() { dev.Release() })
	s := &scene{tb: tb, dev: dev, constant: make([]float32, 4)}
	s.target, derr = dev.CreateRenderTarget(size, size, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	must(tb, derr)
	for i := range s.further {
		s.further[i], derr = dev.CreateRenderTarget(size, size, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
		must(tb, derr)
	}
	s.system, derr = dev.CreateOffscreenPlainSurface(size, size, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0)
	must(tb, derr)
	for i := range s.textures {
		s.textures[i], derr = dev.CreateTexture(1, 1, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
		must(tb, derr)
		lock, derr := s.textures[i].LockRect(0, nil, 0)
		must(tb, derr)
		lock.SetAllBytes([][]byte{{128, 255, 255, 255}, {255, 255, 128, 255}}[i], 4) // b, g, r, a as the C loop's clears
		must(tb, s.textures[i].UnlockRect(0))
	}
	s.bind()
	return s
}

func (s *scene) bind() {
	tb, dev := s.tb, s.dev
	vs, derr := dev.CreateVertexShaderFromBytes(assemble(tb, "vs_3_0\ndcl_position v0\ndcl_position o0\nadd o0, v0, c0\n"))
	must(tb, derr)
	s.plain, derr = dev.CreatePixelShaderFromBytes(assemble(tb, "ps_3_0\ndef c0, 0.25, 0.5, 0.75, 1\nmov oC0, c0\n"))
	must(tb, derr)
	s.four, derr = dev.CreatePixelShaderFromBytes(assemble(tb, "ps_3_0\ndef c0, 0.25, 0.5, 0.75, 1\nmov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0\n"))
	must(tb, derr)
	s.tinted, derr = dev.CreatePixelShaderFromBytes(assemble(tb, "ps_3_0\ndef c1, 0.5, 0.5, 0, 0\ndcl_2d s0\ntexld r0, c1, s0\nmul oC0, r0, c0\n"))
	must(tb, derr)
	decl, derr := dev.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{{Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_POSITION}, d3d9.DeclEnd()})
	must(tb, derr)
	vb, derr := dev.CreateVertexBuffer(48, d3d9.USAGE_WRITEONLY, 0, d3d9.POOL_DEFAULT, 0)
	must(tb, derr)
	mem, derr := vb.Lock(0, 0, 0)
	must(tb, derr)
	const p = 2.0 / size
	const x, y = -1 - p/2, 1 + p/2 // Direct3D 9's pixel centers are at integers
	mem.SetFloat32s(0, []float32{x, y, 0, 1, x + 2*p, y, 0, 1, x, y - 2*p, 0, 1})
	must(tb, vb.Unlock())
	must(tb, dev.SetRenderTarget(0, s.target))
	must(tb, dev.SetVertexShader(vs))
	must(tb, dev.SetVertexDeclaration(decl))
	must(tb, dev.SetStreamSource(0, vb, 0, 16))
	must(tb, dev.SetRenderState(d3d9.RS_ZENABLE, 0))
	must(tb, dev.SetRenderState(d3d9.RS_CULLMODE, d3d9.CULL_NONE))
	must(tb, dev.SetRenderState(d3d9.RS_SRCBLEND, d3d9.BLEND_ONE))
	must(tb, dev.SetRenderState(d3d9.RS_DESTBLEND, d3d9.BLEND_ONE))
	must(tb, dev.BeginScene())
}

func (s *scene) noChange(n int) {
	for range n {
		s.dev.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)
	}
}

func (s *scene) vertexConstant(n int) {
	for i := range n {
		s.constant[0] = float32(i%64) * (2.0 / size)
		s.constant[1] = -float32(i/64%64) * (2.0 / size)
		s.dev.SetVertexShaderConstantF(0, s.constant)
		s.dev.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)
	}
}

func (s *scene) all(n int) {
	for i := range n {
		s.constant[0] = float32(i&15) / 64
		s.constant[1] = float32(i>>4&15) / 64
		s.constant[2] = float32(i>>8&15) / 64
		s.constant[3] = 1
		s.dev.SetTexture(0, s.textures[i&1])
		s.dev.SetPixelShaderConstantF(0, s.constant)
		s.dev.SetRenderState(d3d9.RS_ALPHABLENDENABLE, uint32(i&1))
		s.dev.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)
	}
}

// prepare sets what the case begins with and clears the target.
func (s *scene) prepare(loops []Variant) {
	clear(s.constant)
	must(s.tb, s.dev.SetVertexShaderConstantF(0, s.constant))
	must(s.tb, s.dev.SetRenderState(d3d9.RS_ALPHABLENDENABLE, 0))
	must(s.tb, s.dev.SetTexture(0, nil))
	shader := s.plain
	for i := range s.further {
		must(s.tb, s.dev.SetRenderTarget(uint32(i)+1, nil))
	}
	switch loops[0] {
	case AllPush:
		shader = s.tinted
	case FourTargets:
		shader = s.four
		for i, one := range s.further {
			must(s.tb, s.dev.SetRenderTarget(uint32(i)+1, one))
		}
	}
	must(s.tb, s.dev.SetPixelShader(shader))
	must(s.tb, s.dev.Clear(nil, d3d9.CLEAR_TARGET, 0, 1, 0))
	s.idle()
}

// idle returns when the graphics processor has nothing more to do. It blocks, as the C loops do: polling an event query would take
// processor time from a driver that draws on the processor.
func (s *scene) idle() { must(s.tb, s.dev.GetRenderTargetData(s.target, s.system)) }

func (s *scene) pixels() []byte {
	s.idle()
	lock, err := s.system.LockRect(nil, d3d9.LOCK_READONLY)
	must(s.tb, err)
	out := make([]byte, size*size*4)
	for y := range size {
		d3d9.VertexBufferMemory{Memory: lock.PBits}.GetBytes(y*int(lock.Pitch), out[y*size*4:][:size*4])
	}
	must(s.tb, s.system.UnlockRect())
	return out
}

func threadCPU(tb testing.TB) time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(ts.Nano())
}

func median(d []time.Duration) float64 {
	slices.Sort(d)
	return float64(d[len(d)/2])
}

func (s *scene) compare(b *testing.B, c *Loop, draw func(*scene, int), loops []Variant) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s.tb = b
	var cpu, wall, empty []time.Duration
	best := math.Inf(1)
	var bestPixels, pixels []byte
	cTimes := make(map[Variant][]time.Duration)
	var stats [2]runtime.MemStats
	var mallocs uint64
	for r := range repeats + 1 { // the first warms up
		start := threadCPU(b)
		for range draws {
			EmptyCall()
		}
		emptyTime := threadCPU(b) - start
		s.prepare(loops)
		runtime.ReadMemStats(&stats[0])
		begin, start := time.Now(), threadCPU(b)
		draw(s, draws)
		cpuTime := threadCPU(b) - start
		runtime.ReadMemStats(&stats[1])
		s.idle()
		wallTime := time.Since(begin)
		for _, v := range loops {
			if !c.Has(v) {
				continue
			}
			d, px, err := c.Run(v, draws)
			if err != nil {
				b.Fatal(err)
			}
			bestPixels = px
			if r > 0 {
				cTimes[v] = append(cTimes[v], d)
			}
		}
		if r == 0 {
			continue
		}
		cpu, wall, empty = append(cpu, cpuTime), append(wall, wallTime), append(empty, emptyTime)
		mallocs = stats[1].Mallocs - stats[0].Mallocs
	}
	if pixels = s.pixels(); !bytes.Equal(pixels, bestPixels) {
		b.Errorf("the device and the C loops draw different pixels")
	}
	for _, d := range cTimes {
		best = min(best, median(d))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(cpu)/draws, "cpu-ns/draw")
	b.ReportMetric(median(cpu)/median(empty), "x-empty-cgo")
	b.ReportMetric(median(empty)/draws, "empty-cgo-ns")
	b.ReportMetric(median(wall)/draws, "wall-ns/draw")
	b.ReportMetric(best/draws, "best-C-ns/draw")
	b.ReportMetric(median(wall)/best, "x-best-C")
	b.ReportMetric(float64(mallocs)/draws, "allocs/draw")
}
