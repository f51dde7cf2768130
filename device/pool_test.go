package device

import (
	"errors"
	"fmt"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

func TestCreationRules(t *testing.T) {
	d, fake := onFake(t, nil)
	idle(t, d)
	before, host := fake.Counts(), d.objects.live
	const a8, dxt1 = d3d9.FMT_A8R8G8B8, d3d9.FMT_DXT1
	texture := func(w, h, levels uint, usage uint32, f d3d9.FORMAT, pool d3d9.POOL) d3d9.Error {
		return second(d.CreateTexture(w, h, levels, usage, f, pool, 0))
	}
	for _, c := range []struct {
		name string
		code int32
		err  d3d9.Error
	}{
		{"zero width", d3d9.ERR_INVALIDCALL, texture(0, 4, 1, 0, a8, 0)},
		{"zero height", d3d9.ERR_INVALIDCALL, texture(4, 0, 1, 0, a8, d3d9.POOL_SYSTEMMEM)},
		{"too wide", d3d9.ERR_INVALIDCALL, texture(1<<20, 4, 1, 0, a8, 0)},
		{"absurd", d3d9.ERR_INVALIDCALL, texture(1<<63, 1<<63, 0, 0, a8, d3d9.POOL_SCRATCH)},
		{"more than fits", d3d9.ERR_OUTOFVIDEOMEMORY, texture(16384, 16384, 1, 0, d3d9.FMT_A32B32G32R32F, d3d9.POOL_SYSTEMMEM)},
		{"no such pool", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, 0, a8, 4)},
		{"no such format", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, 0, 12345, 0)},
		{"no pixels", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, 0, d3d9.FMT_VERTEXDATA, d3d9.POOL_SCRATCH)},
		{"index format", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, 0, d3d9.FMT_INDEX16, d3d9.POOL_SCRATCH)},
		{"unsupported format", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, 0, d3d9.FMT_P8, d3d9.POOL_MANAGED)},
		{"write only", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, d3d9.USAGE_WRITEONLY, a8, 0)},
		{"unknown usage", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, 1<<31, a8, 0)},
		{"managed target", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, d3d9.USAGE_RENDERTARGET, a8, d3d9.POOL_MANAGED)},
		{"dynamic target", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, d3d9.USAGE_RENDERTARGET|d3d9.USAGE_DYNAMIC, a8, 0)},
		{"target and depth", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, d3d9.USAGE_RENDERTARGET|d3d9.USAGE_DEPTHSTENCIL, a8, 0)},
		{"managed dynamic", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, d3d9.USAGE_DYNAMIC, a8, d3d9.POOL_MANAGED)},
		{"target of blocks", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, d3d9.USAGE_RENDERTARGET, dxt1, 0)},
		{"depth format as texture", d3d9.ERR_INVALIDCALL, texture(4, 4, 1, 0, d3d9.FMT_D24S8, 0)},
		{"cut blocks", d3d9.ERR_INVALIDCALL, texture(10, 8, 1, 0, dxt1, d3d9.POOL_MANAGED)},
		{"generated mipmaps", d3d9.ERR_NOTAVAILABLE, texture(4, 4, 0, d3d9.USAGE_AUTOGENMIPMAP, a8, 0)},
		{"displacement map", d3d9.ERR_NOTAVAILABLE, texture(4, 4, 0, d3d9.USAGE_DMAP, a8, 0)},
		{"shared", d3d9.E_NOTIMPL, second(d.CreateTexture(4, 4, 1, 0, a8, 0, 1))},
		{"volume target", d3d9.ERR_INVALIDCALL, second(d.CreateVolumeTexture(4, 4, 4, 1, d3d9.USAGE_RENDERTARGET, a8, 0, 0))},
		{"flat volume", d3d9.ERR_INVALIDCALL, second(d.CreateVolumeTexture(4, 4, 0, 1, 0, a8, 0, 0))},
		{"deep volume", d3d9.ERR_INVALIDCALL, second(d.CreateVolumeTexture(4, 4, 1<<40, 1, 0, a8, 0, 0))},
		{"large volume", d3d9.ERR_OUTOFVIDEOMEMORY, second(d.CreateVolumeTexture(2048, 2048, 2048, 1, 0, a8, 0, 0))},
		{"cube", d3d9.ERR_INVALIDCALL, second(d.CreateCubeTexture(0, 1, 0, a8, 0, 0))},
		{"managed plain surface", d3d9.ERR_INVALIDCALL, second(d.CreateOffscreenPlainSurface(4, 4, a8, d3d9.POOL_MANAGED, 0))},
		{"plain depth surface", d3d9.ERR_INVALIDCALL, second(d.CreateOffscreenPlainSurface(4, 4, d3d9.FMT_D16, 0, 0))},
		{"target format", d3d9.ERR_INVALIDCALL, second(d.CreateRenderTarget(4, 4, dxt1, 0, 0, false, 0))},
		{"target of depth", d3d9.ERR_INVALIDCALL, second(d.CreateRenderTarget(4, 4, d3d9.FMT_D24S8, 0, 0, false, 0))},
		{"quality", d3d9.ERR_INVALIDCALL, second(d.CreateRenderTarget(4, 4, a8, 0, 1, false, 0))},
		{"seventeen samples", d3d9.ERR_INVALIDCALL, second(d.CreateRenderTarget(4, 4, a8, 17, 0, false, 0))},
		{"three samples", d3d9.ERR_NOTAVAILABLE, second(d.CreateRenderTarget(4, 4, a8, 3, 0, false, 0))},
		{"lockable null", d3d9.ERR_INVALIDCALL, second(d.CreateRenderTarget(4, 4, d3d9.FMT_NULL, 0, 0, true, 0))},
		{"color as depth", d3d9.ERR_INVALIDCALL, second(d.CreateDepthStencilSurface(4, 4, a8, 0, 0, false, 0))},
		{"empty buffer", d3d9.ERR_INVALIDCALL, second(d.CreateVertexBuffer(0, 0, 0, 0, 0))},
		{"buffer usage", d3d9.ERR_INVALIDCALL, second(d.CreateVertexBuffer(4, d3d9.USAGE_RENDERTARGET, 0, 0, 0))},
		{"managed dynamic buffer", d3d9.ERR_INVALIDCALL, second(d.CreateVertexBuffer(4, d3d9.USAGE_DYNAMIC, 0, d3d9.POOL_MANAGED, 0))},
		{"scratch buffer", d3d9.ERR_INVALIDCALL, second(d.CreateIndexBuffer(4, 0, d3d9.FMT_INDEX16, d3d9.POOL_SCRATCH, 0))},
		{"index format of bytes", d3d9.ERR_INVALIDCALL, second(d.CreateIndexBuffer(4, 0, d3d9.FMT_L8, 0, 0))},
		{"huge buffer", d3d9.ERR_OUTOFVIDEOMEMORY, second(d.CreateVertexBuffer(1<<40, 0, 0, 0, 0))},
		{"no vertex", d3d9.ERR_INVALIDCALL, second(d.CreateVertexBuffer(8, 0, d3d9.FVF_XYZ, 0, 0))},
	} {
		t.Run(c.name, func(t *testing.T) { fails(t, c.err, c.code, "Create") })
	}
	if after := fake.Counts(); after != before || d.objects.live != host {
		t.Errorf("refused calls left %+v, before %+v", after, before)
	}
	if blocks, _ := fake.HostBlocks(); blocks != 0 {
		t.Errorf("refused calls left %d blocks of host memory", blocks)
	}
}

// A texture may be larger than what a pass of the adapter can draw to, a target may not.
func TestTargetSizes(t *testing.T) {
	adapter := *gputest.DefaultAdapter()
	adapter.Limits.MaxFramebufferWidth = 128
	d, _ := onFake(t, &adapter)
	const a8, d24 = d3d9.FMT_A8R8G8B8, d3d9.FMT_D24S8
	must(d.CreateTexture(256, 4, 1, 0, a8, d3d9.POOL_MANAGED, 0))(t).Release()
	must(d.CreateRenderTarget(128, 4, a8, d3d9.MULTISAMPLE_NONE, 0, false, 0))(t).Release()
	for _, err := range []d3d9.Error{
		second(d.CreateTexture(256, 4, 1, d3d9.USAGE_RENDERTARGET, a8, d3d9.POOL_DEFAULT, 0)),
		second(d.CreateTexture(256, 4, 1, d3d9.USAGE_DEPTHSTENCIL, d24, d3d9.POOL_DEFAULT, 0)),
		second(d.CreateCubeTexture(256, 1, d3d9.USAGE_RENDERTARGET, a8, d3d9.POOL_DEFAULT, 0)),
		second(d.CreateRenderTarget(256, 4, a8, d3d9.MULTISAMPLE_NONE, 0, false, 0)),
		second(d.CreateDepthStencilSurface(256, 4, d24, d3d9.MULTISAMPLE_NONE, 0, false, 0)),
	} {
		fails(t, err, d3d9.ERR_INVALIDCALL, "256x", "128x")
	}
}

func TestLevels(t *testing.T) {
	d, _ := onFake(t, nil)
	for levels, want := range map[uint]uint32{0: 5, 1: 1, 3: 3, 5: 5, 9: 5, 1 << 60: 5} {
		tex := must(d.CreateTexture(16, 4, levels, 0, d3d9.FMT_R5G6B5, d3d9.POOL_MANAGED, 0))(t)
		if n := tex.GetLevelCount(); n != want {
			t.Errorf("%d levels asked for: %d, want %d", levels, n, want)
		}
	}
	tex := must(d.CreateTexture(13, 5, 0, 0, d3d9.FMT_R5G6B5, d3d9.POOL_MANAGED, 0))(t)
	want := d3d9.SURFACE_DESC{Format: d3d9.FMT_R5G6B5, Type: d3d9.RTYPE_SURFACE, Pool: d3d9.POOL_MANAGED, Width: 3, Height: 1}
	if got := must(tex.GetLevelDesc(2))(t); got != want {
		t.Errorf("level 2 is %+v", got)
	}
	if r := must(tex.LockRect(0, nil, 0))(t); r.Pitch != 28 {
		t.Errorf("pitch %d of 13 texels of two bytes, want 28", r.Pitch)
	}
	volume := must(d.CreateVolumeTexture(8, 4, 2, 0, 0, d3d9.FMT_L8, d3d9.POOL_MANAGED, 0))(t)
	if got := must(volume.GetLevelDesc(1))(t); got != (d3d9.VOLUME_DESC{Format: d3d9.FMT_L8, Type: d3d9.RTYPE_VOLUME, Pool: d3d9.POOL_MANAGED, Width: 4, Height: 2, Depth: 1}) {
		t.Errorf("level 1 of the volume is %+v", got)
	}
	v := must(volume.GetVolumeLevel(1))(t)
	if c := must(v.GetContainer(d3d9.GUID{}))(t); c != volume {
		t.Error("another container")
	}
	// Levels of detail and priorities are for managed resources.
	if old := tex.SetLOD(9); old != 0 || tex.GetLOD() != 3 {
		t.Errorf("SetLOD gives %d, GetLOD %d", old, tex.GetLOD())
	}
	static := must(d.CreateTexture(8, 8, 0, 0, d3d9.FMT_R5G6B5, d3d9.POOL_DEFAULT, 0))(t)
	if static.SetLOD(2); static.GetLOD() != 0 {
		t.Error("a level of detail of a texture of POOL_DEFAULT")
	}
	if static.SetPriority(7); static.GetPriority() != 0 || tex.SetPriority(7) != 0 || tex.GetPriority() != 7 {
		t.Error("priorities")
	}
	if tex.GetType() != d3d9.RTYPE_TEXTURE || volume.GetType() != d3d9.RTYPE_VOLUMETEXTURE {
		t.Error("types")
	}
}

// Whatever creation fails at, it leaves nothing behind and says so.
func TestFailedCreationLeavesNothing(t *testing.T) {
	for name, create := range map[string]func(d *Device) d3d9.Error{
		"texture": func(d *Device) d3d9.Error {
			return second(d.CreateTexture(8, 8, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))
		},
		"dynamic texture": func(d *Device) d3d9.Error {
			return second(d.CreateCubeTexture(8, 0, d3d9.USAGE_DYNAMIC, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))
		},
		"system memory": func(d *Device) d3d9.Error {
			return second(d.CreateOffscreenPlainSurface(8, 8, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0))
		},
		"target": func(d *Device) d3d9.Error {
			return second(d.CreateRenderTarget(8, 8, d3d9.FMT_A8R8G8B8, 0, 0, false, 0))
		},
		"vertex buffer":  func(d *Device) d3d9.Error { return second(d.CreateVertexBuffer(8, 0, 0, 0, 0)) },
		"dynamic buffer": func(d *Device) d3d9.Error { return second(d.CreateVertexBuffer(8, d3d9.USAGE_DYNAMIC, 0, 0, 0)) },
		"lock": func(d *Device) d3d9.Error {
			s, err := d.CreateRenderTarget(8, 8, d3d9.FMT_A8R8G8B8, 0, 0, true, 0)
			if err != nil {
				return err
			}
			defer s.Release()
			s.store.wroteImage(0, 0)
			_, err = s.LockRect(nil, 0)
			if err == nil {
				err = s.UnlockRect()
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, fake := onFake(t, nil)
			idle(t, d)
			before, live := fake.Counts(), d.objects.live
			for n := 1; ; n++ {
				fake.FailCreate(n)
				err := create(d)
				if err == nil {
					if n == 1 {
						t.Error("nothing is ever allocated")
					}
					break
				}
				if !errors.Is(err, d3d9.Code(d3d9.ERR_OUTOFVIDEOMEMORY)) && !errors.Is(err, d3d9.Code(d3d9.E_OUTOFMEMORY)) {
					t.Errorf("failure %d: %v", n, err)
				}
				fake.FailCreate(0)
				idle(t, d)
				if after := fake.Counts(); after != before || d.objects.live != live {
					t.Errorf("failure %d left %+v, before %+v", n, after, before)
				}
				if blocks, _ := fake.HostBlocks(); blocks != 0 {
					t.Errorf("failure %d left %d blocks of host memory", n, blocks)
				}
			}
		})
	}
}

// On a lost device what is in host memory still works, the rest says DEVICELOST, and nothing panics.
func TestResourcesOfALostDevice(t *testing.T) {
	d, fake := onFake(t, nil)
	managed := must(d.CreateTexture(8, 8, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))(t)
	dynamic := must(d.CreateTexture(8, 8, 1, d3d9.USAGE_DYNAMIC, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))(t)
	system := must(d.CreateOffscreenPlainSurface(8, 8, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0))(t)
	vb := must(d.CreateVertexBuffer(64, d3d9.USAGE_DYNAMIC, 0, d3d9.POOL_DEFAULT, 0))(t)
	must(managed.LockRect(0, nil, 0))(t)
	ok(t, managed.UnlockRect(0))
	fake.LoseAt(1)
	fails(t, d.submit(), d3d9.ERR_DEVICELOST)
	must(managed.LockRect(0, nil, 0))(t)
	fails(t, managed.UnlockRect(0), d3d9.ERR_DEVICELOST, "UnlockRect")
	must(managed.LockRect(0, nil, 0))(t) // unlocked all the same
	must(system.LockRect(nil, 0))(t)
	ok(t, system.UnlockRect())
	for name, err := range map[string]d3d9.Error{
		"dynamic texture": second(dynamic.LockRect(0, nil, 0)),
		"dynamic buffer":  second(vb.Lock(0, 0, 0)),
		"texture":         second(d.CreateTexture(8, 8, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0)),
		"buffer":          second(d.CreateVertexBuffer(8, 0, 0, 0, 0)),
	} {
		t.Run(name, func(t *testing.T) { fails(t, err, d3d9.ERR_DEVICELOST) })
	}
	managed.PreLoad()
	for _, n := range []uint32{managed.Release(), dynamic.Release(), system.Release(), vb.Release()} {
		if n != 0 {
			t.Errorf("Release gives %d", n)
		}
	}
	if blocks, _ := fake.HostBlocks(); blocks != 0 {
		t.Errorf("%d blocks of host memory are left", blocks)
	}
}

// Views are made once and have the format's swizzle; attachments have none.
func TestViews(t *testing.T) {
	d, fake := onFake(t, nil)
	tex := must(d.CreateTexture(8, 8, 0, d3d9.USAGE_RENDERTARGET, d3d9.FMT_X8R8G8B8, d3d9.POOL_DEFAULT, 0))(t)
	s := must(tex.GetSurfaceLevel(2))(t)
	whole := must(tex.sampledView("test", false, 0, 4))(t)
	srgb := must(tex.sampledView("test", true, 0, 4))(t)
	part := must(tex.sampledView("test", false, 1, 2))(t)
	to := must(s.attachView("test", false))(t)
	if id := must(tex.sampledView("test", false, 0, 4))(t); id != whole {
		t.Error("a second view of the same")
	}
	got := fmt.Sprint(viewOf(fake, whole), viewOf(fake, srgb), viewOf(fake, part), viewOf(fake, to))
	if want := "[44 0+4 true][50 0+4 true][44 1+2 true][44 2+1 false]"; got != want {
		t.Errorf("views %s, want %s", got, want)
	}
	null := must(d.CreateRenderTarget(8, 8, d3d9.FMT_NULL, 0, 0, false, 0))(t)
	if id := must(null.attachView("test", false))(t); id != 0 || null.attachment().image != 0 {
		t.Error("FMT_NULL has an image")
	}
	system := must(d.CreateTexture(8, 8, 0, 0, d3d9.FMT_X8R8G8B8, d3d9.POOL_SYSTEMMEM, 0))(t)
	if id := must(system.sampledView("test", false, 0, 4))(t); id != 0 {
		t.Error("system memory has a view")
	}
	tex.Release()
	s.Release()
	idle(t, d)
}

type viewText string

func viewOf(fake *gputest.Device, id gpu.ID) viewText {
	v, _ := fake.ViewDesc(id)
	return viewText(fmt.Sprintf("[%d %d+%d %v]", v.Format, v.BaseLevel, v.Levels, v.Swizzle != gpu.Swizzle{}))
}
