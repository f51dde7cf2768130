package device

import (
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

// fakes opens a fake device each time.
type fakes struct{}

func (fakes) Adapter(gpu.Options) (*gpu.Adapter, error) { return gputest.DefaultAdapter(), nil }
func (fakes) Open(gpu.Options) (gpu.Device, error)      { return gputest.New(nil), nil }

func TestPresentParameters(t *testing.T) {
	d3d, _ := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakes{}})
	good := params
	for name, c := range map[string]struct {
		change func(*d3d9.PRESENT_PARAMETERS)
		code   int32
	}{
		"no swap effect":         {func(p *d3d9.PRESENT_PARAMETERS) { p.SwapEffect = 0 }, d3d9.ERR_INVALIDCALL},
		"unknown swap effect":    {func(p *d3d9.PRESENT_PARAMETERS) { p.SwapEffect = 4 }, d3d9.ERR_INVALIDCALL},
		"four back buffers":      {func(p *d3d9.PRESENT_PARAMETERS) { p.BackBufferCount = 4 }, d3d9.ERR_INVALIDCALL},
		"two with copy":          {func(p *d3d9.PRESENT_PARAMETERS) { p.BackBufferCount, p.SwapEffect = 2, d3d9.SWAPEFFECT_COPY }, d3d9.ERR_INVALIDCALL},
		"refresh rate windowed":  {func(p *d3d9.PRESENT_PARAMETERS) { p.FullScreen_RefreshRateInHz = 60 }, d3d9.ERR_INVALIDCALL},
		"interval 2 in a window": {func(p *d3d9.PRESENT_PARAMETERS) { p.PresentationInterval = d3d9.PRESENT_INTERVAL_TWO }, d3d9.ERR_INVALIDCALL},
		"no size":                {func(p *d3d9.PRESENT_PARAMETERS) { p.BackBufferWidth = 0 }, d3d9.ERR_INVALIDCALL},
		"huge":                   {func(p *d3d9.PRESENT_PARAMETERS) { p.BackBufferWidth = 1 << 30 }, d3d9.ERR_INVALIDCALL},
		"unknown window":         {func(p *d3d9.PRESENT_PARAMETERS) { p.HDeviceWindow = 12345 }, d3d9.ERR_INVALIDCALL},
		"float back buffer":      {func(p *d3d9.PRESENT_PARAMETERS) { p.BackBufferFormat = d3d9.FMT_R32F }, d3d9.ERR_NOTAVAILABLE},
		"color as depth":         {func(p *d3d9.PRESENT_PARAMETERS) { p.AutoDepthStencilFormat = d3d9.FMT_A8R8G8B8 }, d3d9.ERR_NOTAVAILABLE},
		"lockable multisample": {func(p *d3d9.PRESENT_PARAMETERS) {
			p.MultiSampleType, p.Flags = d3d9.MULTISAMPLE_4_SAMPLES, d3d9.PRESENTFLAG_LOCKABLE_BACKBUFFER
		}, d3d9.ERR_INVALIDCALL},
	} {
		p := good
		c.change(&p)
		dev, out, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, p)
		if dev != nil || d3d9.CodeOf(err) != c.code || out != p {
			t.Errorf("%s: %v, want %s", name, err, d3d9.HRESULTName(c.code))
		}
	}
	for _, flags := range []uint32{0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING | d3d9.CREATE_SOFTWARE_VERTEXPROCESSING, d3d9.CREATE_SOFTWARE_VERTEXPROCESSING | d3d9.CREATE_PUREDEVICE} {
		if _, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, flags, good); d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL {
			t.Errorf("behavior flags %#x: %v", flags, err)
		}
	}
	good.BackBufferFormat, good.BackBufferCount = d3d9.FMT_UNKNOWN, 0
	dev, out, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_MIXED_VERTEXPROCESSING, good)
	if err != nil || out.BackBufferFormat != d3d9.FMT_X8R8G8B8 || out.BackBufferCount != 1 {
		t.Fatalf("%v: %+v", err, out)
	}
	if err := dev.SetVertexShaderConstantF(8191, make([]float32, 4)); err != nil {
		t.Error(err)
	}
	if n := dev.Release(); n != 0 {
		t.Errorf("%d references are left", n)
	}
}

func TestCreateWithoutMemory(t *testing.T) {
	for n := 1; n < 8; n++ {
		fake := gputest.New(nil)
		d3d, _ := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{fake}})
		fake.FailCreate(n)
		dev, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, params)
		if err == nil {
			dev.Release()
		}
		if c := fake.Counts(); c.Images != 0 || c.Views != 0 || c.Buffers != 0 {
			t.Errorf("after failure %d (%v): %+v is left", n, err, c)
		}
		if f := fake.Faults(); len(f) > 0 {
			t.Errorf("failure %d: %v", n, f)
		}
	}
}

func TestReset(t *testing.T) {
	r := newRig(t).readyToDraw()
	p := params
	p.BackBufferWidth, p.BackBufferHeight, p.EnableAutoDepthStencil = 100, 80, 0
	s := r.target(8, 8, d3d9.FMT_A8R8G8B8)
	r.ok(r.SetRenderTarget(2, s), r.SetRenderState(d3d9.RS_CULLMODE, d3d9.CULL_CW), r.BeginScene(), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	if _, err := r.Reset(p); d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL || !strings.Contains(err.Error(), s.name()) {
		t.Errorf("Reset with a render target alive: %v", err)
	}
	s.Release()
	back, err := r.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	r.ok(err)
	if _, err := r.Reset(p); err == nil {
		t.Error("Reset with a reference to the back buffer")
	}
	back.Release()
	if v, _ := r.GetRenderState(d3d9.RS_CULLMODE); v != d3d9.CULL_CW {
		t.Error("a refused Reset changed the state")
	}
	out, err := r.Reset(p)
	r.ok(err)
	if out != p && out.BackBufferCount != 1 {
		t.Errorf("%+v", out)
	}
	if _, err := s.GetDesc(); err == nil { // released before, and only set
		t.Error("the target that was still set outlived Reset")
	}
	_, err = r.GetRenderTarget(2)
	r.wants(d3d9.ERR_NOTFOUND, err)
	if v, _ := r.GetRenderState(d3d9.RS_CULLMODE); v != d3d9.CULL_CCW {
		t.Errorf("CULLMODE is %d after Reset", v)
	}
	if v, _ := r.GetRenderState(d3d9.RS_ZENABLE); v != d3d9.ZB_FALSE {
		t.Errorf("ZENABLE is %d after Reset without automatic depth buffer", v)
	}
	if v, _ := r.GetViewport(); v.Width != 100 || v.Height != 80 {
		t.Errorf("viewport %+v after Reset", v)
	}
	_, err = r.GetDepthStencilSurface()
	r.wants(d3d9.ERR_NOTFOUND, err)
	r.wants(d3d9.ERR_INVALIDCALL, r.EndScene())
	r.readyToDraw()
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	if d := r.drawn(); d[len(d)-1].Width != 100 {
		t.Errorf("drawn to %+v", d)
	}
}

func TestLostDevice(t *testing.T) {
	r := newRig(t).readyToDraw()
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), r.TestCooperativeLevel())
	r.fake.LoseAt(1)
	r.wants(d3d9.ERR_DEVICELOST, r.Present(nil, nil, 0, nil))
	r.wants(d3d9.ERR_DEVICELOST, r.TestCooperativeLevel())
	r.wants(d3d9.ERR_DEVICELOST, r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	r.wants(d3d9.ERR_DEVICELOST, r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(make([]float32, 9)), 12))
	r.wants(d3d9.ERR_DEVICELOST, r.Clear(nil, d3d9.CLEAR_TARGET, 0, 0, 0))
	_, err := r.Reset(params)
	r.wants(d3d9.ERR_DEVICELOST, err)
}

func TestUseAfterRelease(t *testing.T) {
	fake := gputest.New(nil)
	d3d, _ := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{fake}})
	d, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, params)
	if err != nil {
		t.Fatal(err)
	}
	chain, _ := d.GetSwapChain(0)
	if n := d.Release(); n != 1 {
		t.Errorf("%d references with a swap chain held", n)
	}
	if n := chain.Release(); n != 0 {
		t.Errorf("%d references of the swap chain", n)
	}
	if c := fake.Counts(); c.Images+c.Views+c.Buffers != 0 {
		t.Errorf("%+v is left", c)
	}
	r := &rig{t, d, fake}
	v := make([]float32, 9)
	r.wants(d3d9.ERR_INVALIDCALL, d.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	r.wants(d3d9.ERR_INVALIDCALL, d.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(v), 12))
	r.wants(d3d9.ERR_INVALIDCALL, d.Clear(nil, d3d9.CLEAR_TARGET, 0, 0, 0))
	r.wants(d3d9.ERR_INVALIDCALL, d.Present(nil, nil, 0, nil))
	r.wants(d3d9.ERR_INVALIDCALL, chain.Present(nil, nil, 0, nil, 0))
	r.wants(d3d9.ERR_INVALIDCALL, d.TestCooperativeLevel())
	r.ok(d.SetRenderState(d3d9.RS_CULLMODE, 1))
	if _, err := d.CreateTexture(4, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0); err == nil {
		t.Error("a released device makes textures")
	}
	if d.Release() != 0 || d.AddRef() != 0 {
		t.Error("a released device has references")
	}
	if n := d3d.Release(); n != 0 {
		t.Errorf("the Direct3D object has %d references", n)
	}
	if _, err := d3d.GetDeviceCaps(0, d3d9.DEVTYPE_HAL); err == nil {
		t.Error("a released Direct3D object answers")
	}
}

func TestPresentKeepsThreeFramesAhead(t *testing.T) {
	r := newRig(t).readyToDraw()
	for range 10 {
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), r.Present(nil, nil, 0, nil))
		if ahead := r.serial - r.gpu.Completed(); ahead > maxFramesAhead {
			t.Fatalf("%d frames ahead", ahead)
		}
	}
}

func TestQueries(t *testing.T) {
	r := newRig(t)
	r.fake.ListWords = 512
	r.readyToDraw()
	_, err := r.CreateQuery(d3d9.QUERYTYPE_TIMESTAMP)
	r.wants(d3d9.ERR_NOTAVAILABLE, err)
	q, err := r.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
	r.ok(err)
	var answer [4]byte
	r.ok(q.Issue(d3d9.ISSUE_BEGIN))
	r.wants(d3d9.ERR_INVALIDCALL, q.GetData(answer[:], 0))
	for range 200 { // more than a list holds
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	}
	r.ok(q.Issue(d3d9.ISSUE_END))
	for tries := 0; ; tries++ {
		if err = q.GetData(answer[:], d3d9.GETDATA_FLUSH); err == nil {
			break
		}
		if err.Code() != d3d9.S_FALSE || tries > 100 {
			t.Fatal(err)
		}
	}
	if n := uint32(answer[0]) | uint32(answer[1])<<8; n != 600 { // the fake counts vertices
		t.Errorf("the query counted %d, want 600 over several lists", n)
	}
	r.ok(q.Issue(d3d9.ISSUE_BEGIN), q.Issue(d3d9.ISSUE_END))
	q.Release()
	e, err := r.CreateQuery(d3d9.QUERYTYPE_EVENT)
	r.ok(err)
	r.wants(d3d9.ERR_INVALIDCALL, e.Issue(d3d9.ISSUE_BEGIN))
	r.wants(d3d9.S_FALSE, e.GetData(nil, 0))
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), e.Issue(d3d9.ISSUE_END))
	for tries := 0; e.GetData(answer[:], d3d9.GETDATA_FLUSH) != nil; tries++ {
		if tries > 100 {
			t.Fatal("the event never happens")
		}
	}
	if answer != [4]byte{1} {
		t.Errorf("the event's answer is %v", answer)
	}
	e.Release()
}

func TestShaderCreation(t *testing.T) {
	r := newRig(t)
	vs, ps := assembled(t, plainVertex), assembled(t, plainPixel)
	_, err := r.CreateVertexShaderFromBytes(ps)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	_, err = r.CreatePixelShaderFromBytes(vs)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	_, err = r.CreateVertexShaderFromBytes(nil)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	_, err = r.CreateVertexShaderFromBytes(vs[:len(vs)-4])
	r.wants(d3d9.ERR_INVALIDCALL, err)
	_, err = r.CreateVertexShader(0)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	s, err := r.CreateVertexShader(address(floats(vs)))
	r.ok(err)
	code, err := s.GetFunction()
	r.ok(err)
	if string(code) != string(vs) {
		t.Error("GetFunction returns other tokens")
	}
	s.Release()
	if _, err := s.GetFunction(); err == nil {
		t.Error("a released shader answers")
	}
}

// A shader for software vertex processing can have more constants than a uniform buffer: the arena holds them all.
func TestLargeConstantBlocks(t *testing.T) {
	code := assembled(t, "vs_2_sw\ndcl_position v0\nmova a0, v0\nadd oPos, v0, c0[a0.x]\n")
	vs, err := newRig(t).CreateVertexShaderFromBytes(code)
	if err != nil {
		t.Fatal(err)
	}
	vs.Release()
	r := newRig(t, features(func(f *gpu.Features) { f.UniformConstants = true }))
	_, err = r.CreateVertexShaderFromBytes(code)
	r.wants(d3d9.ERR_NOTAVAILABLE, err)
}

func TestStrictness(t *testing.T) {
	breach := assembled(t, "ps_2_0\ndcl v0\nmov r0, v0\nmov oC1, r0\n") // no oC0
	for _, c := range []struct {
		strict Strictness
		code   int32
	}{{Lenient, d3d9.OK}, {StrictErrors, d3d9.ERR_INVALIDCALL}} {
		var found []Diagnostic
		r := newRig(t, func(_ *gputest.Device, o *Options) {
			o.Strict, o.Diagnose = c.strict, func(g Diagnostic) { found = append(found, g) }
		})
		ps, err := r.CreatePixelShaderFromBytes(breach)
		if d3d9.CodeOf(err) != c.code {
			t.Errorf("OC-7: strictness %d: %v", c.strict, err)
		}
		if ps != nil {
			ps.Release()
		}
		if len(found) == 0 || !found[0].Error {
			t.Errorf("OC-7: diagnostics %+v", found)
		}
	}
}

func TestWindow(t *testing.T) {
	w := &fakeWindow{200, 100}
	hwnd := gpu.RegisterWindow(w)
	defer gpu.UnregisterWindow(hwnd)
	fake := gputest.New(nil)
	d3d, _ := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{fake}})
	p := params
	p.BackBufferWidth, p.BackBufferHeight = 0, 0
	d, out, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, d3d9.HWND(hwnd), d3d9.CREATE_HARDWARE_VERTEXPROCESSING, p)
	if err != nil || out.BackBufferWidth != 200 || out.BackBufferHeight != 100 {
		t.Fatalf("%v: %+v", err, out)
	}
	r := &rig{t, d, fake}
	if n := count(r.records(), gpu.OpPresent); n != 1 {
		t.Errorf("%d presents", n)
	}
	w.width = 0 // minimized
	fake.SurfaceChanged(d.chain.id)
	r.records()
	if n := count(r.records(), gpu.OpPresent); n != 0 || d.chain.id != 0 {
		t.Errorf("%d presents to a window without size", n)
	}
	w.width = 300
	if n := count(r.records(), gpu.OpPresent); n != 1 {
		t.Errorf("%d presents to a window that has a size again", n)
	}
	r.wants(d3d9.ERR_INVALIDCALL, d.Present(&d3d9.RECT{Right: 500, Bottom: 1}, nil, 0, nil))
	d.Release()
	if f := fake.Faults(); len(f) > 0 {
		t.Errorf("faults: %v", f)
	}
	if c := fake.Counts(); c.Swapchains != 0 {
		t.Errorf("%d swapchains are left", c.Swapchains)
	}
}

type fakeWindow struct{ width, height int }

func (w *fakeWindow) CreateSurface(uintptr) (uintptr, error) { return 1, nil }
func (w *fakeWindow) RequiredInstanceExtensions() []string   { return nil }
func (w *fakeWindow) FramebufferSize() (width, height int)   { return w.width, w.height }
