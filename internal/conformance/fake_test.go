package conformance

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
	"d3d9vk/internal/gpuenv"
)

// fakeBackend opens devices without a graphics processor, and keeps them.
type fakeBackend struct {
	opened  []*gputest.Device
	alike   bool // without independentBlend
	expands bool // without geometryShader
}

func (*fakeBackend) Adapter(gpu.Options) (*gpu.Adapter, error) { return gputest.DefaultAdapter(), nil }

func (b *fakeBackend) Open(gpu.Options) (gpu.Device, error) {
	d := gputest.New(nil)
	d.Forget = true
	d.ListArena = 256 << 10
	features := d.Features()
	features.IndependentBlend, features.GeometryShader = !b.alike, !b.expands
	d.SetFeatures(features)
	b.opened = append(b.opened, d)
	return d, nil
}

func newHeadless(d3d *device.Direct3D) (*device.Device, d3d9.Error) {
	d, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, gpuenv.Parameters())
	return d, err
}

// setChecks sets how many sequences rapid plays; a failing one is told by its seed, not by a file. The same ones are played each
// time, others by D3D9VK_SOAK=1: what a change is measured by must not change by itself.
func setChecks(t *testing.T, n int) {
	values := map[string]string{"rapid.checks": fmt.Sprint(n), "rapid.nofailfile": "true"}
	if os.Getenv("D3D9VK_SOAK") != "1" && flag.Lookup("rapid.seed").Value.String() == "0" {
		values["rapid.seed"] = "1"
	}
	for name, value := range values {
		f := flag.Lookup(name)
		old := f.Value.String()
		if err := f.Value.Set(value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Value.Set(old) })
	}
}

// play makes the calls, with objects of another device among the arguments, releases everything, and returns what it called.
func play(rt *rapid.T, d3d *device.Direct3D, d *device.Device, calls int) (log []string) {
	foreign := &fakeBackend{}
	other, err := device.CreateWith(d3d9.SDK_VERSION, device.Options{Backend: foreign})
	if err != nil {
		rt.Fatal(err)
	}
	d2, failed := newHeadless(other)
	if failed != nil {
		rt.Fatal(failed)
	}
	p := newPlayer(rt, d3d, d, d2)
	for _, dev := range []*device.Device{d, d2} {
		p.stock(dev)
	}
	for range calls {
		p.call()
	}
	p.dispose()
	d2.Release()
	other.Release()
	for _, f := range foreign.opened {
		if faults := f.Faults(); len(faults) != 0 {
			rt.Fatalf("the other device: %v\nafter %q", faults, p.log)
		}
	}
	return p.log
}

// stock gives the player one of each kind of object to begin with.
func (p *player) stock(d *device.Device) {
	add := func(o any, err d3d9.Error) {
		if err != nil {
			p.t.Fatal(err)
		}
		p.add(reflect.ValueOf(o))
	}
	tex, err := d.CreateTexture(8, 8, 0, d3d9.USAGE_RENDERTARGET, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0)
	add(tex, err)
	managed, err := d.CreateTexture(8, 8, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	add(managed, err)
	cube, err := d.CreateCubeTexture(8, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	add(cube, err)
	volume, err := d.CreateVolumeTexture(4, 4, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	add(volume, err)
	level, err := tex.GetSurfaceLevel(0)
	add(level, err)
	target, err := d.CreateRenderTarget(16, 16, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	add(target, err)
	z, err := d.CreateDepthStencilSurface(64, 64, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	add(z, err)
	mem, err := d.CreateOffscreenPlainSurface(16, 16, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0)
	add(mem, err)
	vb, err := d.CreateVertexBuffer(1024, d3d9.USAGE_DYNAMIC, 0, d3d9.POOL_DEFAULT, 0)
	add(vb, err)
	ib, err := d.CreateIndexBuffer(256, 0, d3d9.FMT_INDEX16, d3d9.POOL_MANAGED, 0)
	add(ib, err)
	decl, err := d.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{
		{Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_POSITION}, {Offset: 16, Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_TEXCOORD}, d3d9.DeclEnd(),
	})
	add(decl, err)
	vs, err := d.CreateVertexShaderFromBytes(shaderVS)
	add(vs, err)
	ps, err := d.CreatePixelShaderFromBytes(shaderPS)
	add(ps, err)
	query, err := d.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
	add(query, err)
	// Half of the sequences begin with everything set, so that draws reach the back end.
	if rapid.Bool().Draw(p.t, "ready to draw") {
		for _, err := range []d3d9.Error{
			d.SetVertexShader(vs), d.SetPixelShader(ps), d.SetVertexDeclaration(decl), d.SetStreamSource(0, vb, 0, 32), d.SetIndices(ib),
			d.SetTexture(0, managed), d.SetDepthStencilSurface(z), d.BeginScene(),
		} {
			if err != nil {
				p.t.Fatal(err)
			}
		}
	}
}

// unbind takes every object off the device.
func unbind(rt *rapid.T, d *device.Device) {
	takeOff(d, func(err d3d9.Error) {
		if err != nil {
			rt.Fatal(err)
		}
	})
}

// takeOff is unbind on a device that may be lost: ok judges each result.
func takeOff(d *device.Device, ok func(d3d9.Error)) {
	c, err := d.GetDeviceCaps()
	ok(err)
	for n := range uint(c.MaxStreams) {
		ok(d.SetStreamSource(n, nil, 0, 0))
	}
	for n := range uint32(4) {
		ok(d.SetTexture(d3d9.VERTEXTEXTURESAMPLER0+n, nil))
		if n > 0 && n < c.NumSimultaneousRTs {
			ok(d.SetRenderTarget(n, nil))
		}
	}
	for n := range uint32(16) {
		ok(d.SetTexture(n, nil))
	}
	back, err := d.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	if ok(err); err == nil {
		ok(d.SetRenderTarget(0, back))
		back.Release()
	}
	ok(d.SetDepthStencilSurface(nil))
	ok(d.SetIndices(nil))
}

// reset unbinds everything and puts the device back to its first state.
func reset(rt *rapid.T, d *device.Device) {
	unbind(rt, d)
	if _, err := d.Reset(gpuenv.Parameters()); err != nil {
		rt.Fatalf("Reset, when everything is released: %v", err)
	}
}

// settle unbinds everything and returns how many buffers and images are left.
func settle(rt *rapid.T, d *device.Device, fake *gputest.Device) [2]int {
	for range 2 { // the second time the back buffers of the first are gone
		reset(rt, d)
		if err := d.Present(nil, nil, 0, nil); err != nil {
			rt.Fatal(err)
		}
	}
	c := fake.Counts()
	return [2]int{c.Buffers, c.Images}
}

// TestRandomCallsOnAFake is TestRandomCalls on a back end that checks every record, and fails or loses the device at times.
func TestRandomCallsOnAFake(t *testing.T) {
	setChecks(t, sequences(10000, 200))
	rapid.Check(t, func(rt *rapid.T) {
		back := &fakeBackend{alike: rapid.Bool().Draw(rt, "without independentBlend")}
		d3d, err := device.CreateWith(d3d9.SDK_VERSION, device.Options{Backend: back})
		if err != nil {
			rt.Fatal(err)
		}
		d, failed := newHeadless(d3d)
		if failed != nil {
			rt.Fatal(failed)
		}
		fake := back.opened[0]
		before := settle(rt, d, fake)
		if rapid.IntRange(0, 3).Draw(rt, "trouble") == 0 {
			fake.FailCreate(rapid.IntRange(16, 40).Draw(rt, "failing creation"))
			fake.LoseAt(rapid.IntRange(0, 4).Draw(rt, "loss at submission"))
		}
		log := play(rt, d3d, d, rapid.IntRange(1, 60).Draw(rt, "calls"))
		fake.FailCreate(0)
		fake.LoseAt(0)
		if d.TestCooperativeLevel() == nil {
			// The device keeps a black image of each kind for samplers without a texture.
			const kept = 3
			if after := settle(rt, d, fake); after[0] != before[0] || after[1] > before[1]+kept {
				rt.Fatalf("buffers and images are left when everything is released: %v, before %v, after %q", after, before, log)
			}
		}
		d.Release()
		d3d.Release()
		if faults := fake.Faults(); len(faults) != 0 {
			rt.Fatalf("%v", faults)
		}
	})
}
