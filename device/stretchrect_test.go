package device

import (
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

// stretchSurfaces are surfaces of every kind, 16x16 where nothing else is said.
func stretchSurfaces(r *rig) map[string]*Surface {
	r.Helper()
	out := map[string]*Surface{}
	put := func(name string, s *Surface, err d3d9.Error) {
		r.Helper()
		r.ok(err)
		out[name] = s
	}
	target := func(name string, format d3d9.FORMAT, edge uint, samples d3d9.MULTISAMPLE_TYPE) {
		s, err := r.CreateRenderTarget(edge, edge, format, samples, 0, false, 0)
		put(name, s, err)
	}
	target("target", d3d9.FMT_A8R8G8B8, 16, 0)
	target("another target", d3d9.FMT_A8R8G8B8, 16, 0)
	target("small target", d3d9.FMT_A8R8G8B8, 8, 0)
	target("X8R8G8B8", d3d9.FMT_X8R8G8B8, 16, 0)
	target("R5G6B5", d3d9.FMT_R5G6B5, 16, 0)
	target("R32F", d3d9.FMT_R32F, 16, 0)
	target("NULL", d3d9.FMT_NULL, 16, 0)
	target("four samples", d3d9.FMT_A8R8G8B8, 16, d3d9.MULTISAMPLE_4_SAMPLES)
	target("four samples too", d3d9.FMT_A8R8G8B8, 16, d3d9.MULTISAMPLE_4_SAMPLES)
	target("four samples, small", d3d9.FMT_A8R8G8B8, 8, d3d9.MULTISAMPLE_4_SAMPLES)
	depth := func(name string, format d3d9.FORMAT, edge uint, samples d3d9.MULTISAMPLE_TYPE, discard bool) {
		s, err := r.CreateDepthStencilSurface(edge, edge, format, samples, 0, discard, 0)
		put(name, s, err)
	}
	depth("depth", d3d9.FMT_D24S8, 16, 0, false)
	depth("another depth", d3d9.FMT_D24S8, 16, 0, false)
	depth("small depth", d3d9.FMT_D24S8, 8, 0, false)
	depth("D16", d3d9.FMT_D16, 16, 0, false)
	depth("discarded depth", d3d9.FMT_D24S8, 16, 0, true)
	depth("depth, four samples", d3d9.FMT_D24S8, 16, d3d9.MULTISAMPLE_4_SAMPLES, false)
	depth("depth, four samples too", d3d9.FMT_D24S8, 16, d3d9.MULTISAMPLE_4_SAMPLES, false)
	plain := func(name string, format d3d9.FORMAT, edge uint, pool d3d9.POOL) {
		s, err := r.CreateOffscreenPlainSurface(edge, edge, format, pool, 0)
		put(name, s, err)
	}
	plain("plain", d3d9.FMT_A8R8G8B8, 16, d3d9.POOL_DEFAULT)
	plain("small plain", d3d9.FMT_A8R8G8B8, 8, d3d9.POOL_DEFAULT)
	plain("plain X8R8G8B8", d3d9.FMT_X8R8G8B8, 16, d3d9.POOL_DEFAULT)
	plain("locked", d3d9.FMT_A8R8G8B8, 16, d3d9.POOL_DEFAULT)
	_, err := out["locked"].LockRect(nil, 0)
	r.ok(err)
	plain("DXT1", d3d9.FMT_DXT1, 16, d3d9.POOL_DEFAULT)
	plain("DXT1 too", d3d9.FMT_DXT1, 16, d3d9.POOL_DEFAULT)
	plain("DXT5", d3d9.FMT_DXT5, 16, d3d9.POOL_DEFAULT)
	plain("in SYSTEMMEM", d3d9.FMT_A8R8G8B8, 16, d3d9.POOL_SYSTEMMEM)
	plain("in SCRATCH", d3d9.FMT_A8R8G8B8, 16, d3d9.POOL_SCRATCH)
	texture := func(name string, usage uint32, pool d3d9.POOL) {
		t, err := r.CreateTexture(16, 16, 2, usage, d3d9.FMT_A8R8G8B8, pool, 0)
		r.ok(err)
		for n, level := range []string{"", ", level 1"} {
			s, err := t.GetSurfaceLevel(uint(n))
			put(name+level, s, err)
		}
		t.Release()
	}
	texture("texture", 0, d3d9.POOL_DEFAULT)
	texture("target texture", d3d9.USAGE_RENDERTARGET, d3d9.POOL_DEFAULT)
	texture("managed texture", 0, d3d9.POOL_MANAGED)
	return out
}

// at4 is a rectangle.
func at4(left, top, right, bottom int32) *d3d9.RECT {
	return &d3d9.RECT{Left: left, Top: top, Right: right, Bottom: bottom}
}

const noError = 0

// stretchCalls is the table of what is legal.
var stretchCalls = []struct {
	src, dst string
	from, to *d3d9.RECT
	filter   d3d9.TEXTUREFILTERTYPE
	want     int32
	says     string // of an error
	records  []gpu.Op
}{
	{src: "target", dst: "another target", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "target", dst: "another target", filter: d3d9.TEXF_LINEAR, records: []gpu.Op{gpu.OpCopyImage}},
	{src: "target", dst: "small target", filter: d3d9.TEXF_LINEAR, records: []gpu.Op{gpu.OpBlit}},
	{src: "target", dst: "small target", filter: d3d9.TEXF_POINT, records: []gpu.Op{gpu.OpBlit}},
	{src: "target", dst: "another target", from: at4(1, 2, 9, 10), to: at4(8, 8, 16, 16), records: []gpu.Op{gpu.OpCopyImage}},
	{src: "target", dst: "target texture", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "target texture", dst: "target texture, level 1", records: []gpu.Op{gpu.OpBlit}},
	{src: "target texture", dst: "target texture, level 1", from: at4(4, 4, 12, 12), records: []gpu.Op{gpu.OpCopyImage}},
	{src: "texture", dst: "target", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "texture, level 1", dst: "target", records: []gpu.Op{gpu.OpBlit}},
	{src: "plain", dst: "target", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "small plain", dst: "target", records: []gpu.Op{gpu.OpBlit}},
	{src: "small plain", dst: "plain", records: []gpu.Op{gpu.OpBlit}},
	{src: "target", dst: "plain", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "target", dst: "X8R8G8B8", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "X8R8G8B8", dst: "target", records: []gpu.Op{gpu.OpCopyImage, gpu.OpDraw}},
	{src: "R5G6B5", dst: "plain", records: []gpu.Op{gpu.OpBlit, gpu.OpDraw}},
	{src: "plain X8R8G8B8", dst: "small plain", filter: d3d9.TEXF_LINEAR, records: []gpu.Op{gpu.OpBlit, gpu.OpDraw}},
	{src: "four samples", dst: "target", records: []gpu.Op{gpu.OpResolve}},
	{src: "four samples", dst: "target", from: at4(0, 0, 4, 4), to: at4(12, 12, 16, 16), records: []gpu.Op{gpu.OpResolve}},
	{src: "four samples", dst: "plain", records: []gpu.Op{gpu.OpResolve}},
	{src: "four samples", dst: "small target", filter: d3d9.TEXF_LINEAR, records: []gpu.Op{gpu.OpResolve, gpu.OpBlit}},
	{src: "four samples", dst: "R5G6B5", records: []gpu.Op{gpu.OpResolve, gpu.OpBlit}},
	{src: "four samples", dst: "four samples too", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "DXT1", dst: "DXT1 too", from: at4(4, 0, 12, 8), to: at4(0, 4, 8, 12), records: []gpu.Op{gpu.OpCopyImage}},
	{src: "depth", dst: "another depth", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "depth", dst: "another depth", from: at4(0, 0, 16, 16), to: at4(0, 0, 16, 16), records: []gpu.Op{gpu.OpCopyImage}},
	{src: "depth, four samples", dst: "depth, four samples too", records: []gpu.Op{gpu.OpCopyImage}},
	{src: "depth, four samples", dst: "depth", records: []gpu.Op{gpu.OpResolveDepth}},

	{src: "", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "sourceSurface: is nil"},
	{src: "target", dst: "", want: d3d9.ERR_INVALIDCALL, says: "destSurface: is nil"},
	{src: "target", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "is sourceSurface"},
	{src: "target", dst: "target", from: at4(0, 0, 4, 4), to: at4(8, 8, 12, 12), want: d3d9.ERR_INVALIDCALL, says: "is sourceSurface"},
	{src: "in SYSTEMMEM", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "POOL_DEFAULT"},
	{src: "in SCRATCH", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "POOL_DEFAULT"},
	{src: "managed texture", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "POOL_DEFAULT"},
	{src: "target", dst: "in SYSTEMMEM", want: d3d9.ERR_INVALIDCALL, says: "POOL_DEFAULT"},
	{src: "NULL", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "sourceSurface: FMT_NULL"},
	{src: "target", dst: "NULL", want: d3d9.ERR_INVALIDCALL, says: "destSurface: FMT_NULL"},
	{src: "locked", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "is locked"},
	{src: "target", dst: "locked", want: d3d9.ERR_INVALIDCALL, says: "is locked"},
	{src: "target", dst: "another target", filter: d3d9.TEXF_ANISOTROPIC, want: d3d9.ERR_INVALIDCALL, says: "filter"},
	{src: "target", dst: "another target", filter: 99, want: d3d9.ERR_INVALIDCALL, says: "filter"},
	{src: "target", dst: "another target", from: at4(4, 4, 4, 8), want: d3d9.ERR_INVALIDCALL, says: "sourceRect"},
	{src: "target", dst: "another target", from: at4(8, 0, 4, 8), want: d3d9.ERR_INVALIDCALL, says: "sourceRect"},
	{src: "target", dst: "another target", from: at4(0, 0, 17, 8), want: d3d9.ERR_INVALIDCALL, says: "sourceRect"},
	{src: "target", dst: "another target", to: at4(-1, 0, 4, 8), want: d3d9.ERR_INVALIDCALL, says: "destRect"},
	{src: "target", dst: "another target", to: at4(0, 9, 4, 8), want: d3d9.ERR_INVALIDCALL, says: "destRect"},
	{src: "target", dst: "texture", want: d3d9.ERR_INVALIDCALL, says: "USAGE_RENDERTARGET"},
	{src: "plain", dst: "texture", want: d3d9.ERR_INVALIDCALL, says: "USAGE_RENDERTARGET"},
	{src: "texture", dst: "plain", want: d3d9.ERR_INVALIDCALL, says: "plain"},
	{src: "target", dst: "small plain", want: d3d9.ERR_INVALIDCALL, says: "scaled"},
	{src: "four samples", dst: "small plain", want: d3d9.ERR_INVALIDCALL, says: "scaled"},
	{src: "target", dst: "R32F", want: d3d9.ERR_NOTAVAILABLE, says: "CheckDeviceFormatConversion"},
	{src: "target", dst: "four samples", want: d3d9.ERR_NOTAVAILABLE, says: "as many samples"},
	{src: "four samples", dst: "four samples, small", want: d3d9.ERR_NOTAVAILABLE, says: "as many samples"},
	{src: "DXT1", dst: "DXT5", want: d3d9.ERR_INVALIDCALL, says: "block formats"},
	{src: "DXT1", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "block formats"},
	{src: "DXT1", dst: "DXT1 too", to: at4(0, 0, 8, 8), want: d3d9.ERR_INVALIDCALL, says: "block formats"},
	{src: "DXT1", dst: "DXT1 too", from: at4(2, 0, 6, 4), to: at4(0, 0, 4, 4), want: d3d9.ERR_INVALIDCALL, says: "blocks of 4x4"},
	{src: "depth", dst: "target", want: d3d9.ERR_INVALIDCALL, says: "not converted"},
	{src: "target", dst: "depth", want: d3d9.ERR_INVALIDCALL, says: "not converted"},
	{src: "depth", dst: "D16", want: d3d9.ERR_INVALIDCALL, says: "not converted"},
	{src: "depth", dst: "discarded depth", want: d3d9.ERR_INVALIDCALL, says: "discarded"},
	{src: "discarded depth", dst: "depth", want: d3d9.ERR_INVALIDCALL, says: "discarded"},
	{src: "depth", dst: "small depth", want: d3d9.ERR_INVALIDCALL, says: "whole"},
	{src: "depth", dst: "another depth", from: at4(0, 0, 8, 8), to: at4(0, 0, 8, 8), want: d3d9.ERR_INVALIDCALL, says: "whole"},
	{src: "depth", dst: "depth, four samples", want: d3d9.ERR_NOTAVAILABLE, says: "as many samples"},
}

func TestStretchRect(t *testing.T) {
	r := newRig(t)
	surfaces := stretchSurfaces(r)
	r.records()
	for _, c := range stretchCalls {
		name := c.src + " to " + c.dst
		err := r.StretchRect(surfaces[c.src], c.from, surfaces[c.dst], c.to, c.filter)
		if c.want != noError {
			if err == nil || err.Code() != c.want || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "StretchRect: ") {
				t.Errorf("%s, %v to %v: %v; want %s with %q", name, c.from, c.to, err, d3d9.HRESULTName(c.want), c.says)
			}
			if ops := r.records(); len(ops) != 0 {
				t.Errorf("%s: a refused call records %v", name, ops)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var work []gpu.Op
		for _, op := range r.records() {
			switch op {
			case gpu.OpCopyImage, gpu.OpResolve, gpu.OpResolveDepth, gpu.OpBlit, gpu.OpDraw:
				work = append(work, op)
			}
		}
		if len(work) != len(c.records) || len(work) > 0 && work[0] != c.records[0] || work[len(work)-1] != c.records[len(work)-1] {
			t.Errorf("%s, %v to %v: records %v, want %v", name, c.from, c.to, work, c.records)
		}
	}
	r.ok(r.BeginScene())
	r.wants(d3d9.ERR_INVALIDCALL, r.StretchRect(surfaces["depth"], nil, surfaces["another depth"], nil, 0))
	r.ok(r.StretchRect(surfaces["target"], nil, surfaces["another target"], nil, 0), r.EndScene())
	other := newRig(t)
	foreign := other.target(16, 16, d3d9.FMT_A8R8G8B8)
	r.wants(d3d9.ERR_INVALIDCALL, r.StretchRect(foreign, nil, surfaces["target"], nil, 0))
	foreign.Release()
	surfaces["target"].Release()
	r.wants(d3d9.ERR_INVALIDCALL, r.StretchRect(surfaces["target"], nil, surfaces["another target"], nil, 0))
	surfaces["locked"].UnlockRect()
	for _, s := range surfaces {
		s.Release()
	}
}

// What the adapter cannot blit is refused with the reason, and copies that need no blit are not.
func TestStretchRectOfPoorAdapter(t *testing.T) {
	r := newRig(t, func(fake *gputest.Device, _ *Options) {
		a := fake.Adapter()
		for f, s := range a.Formats {
			s.BlitSrc, s.SampledLinear = f == gpu.FormatR32Sfloat, false
			a.Formats[f] = s
		}
	})
	target := func(w uint, f d3d9.FORMAT) *Surface { return r.target(w, w, f) }
	a, b, small, rgb := target(8, d3d9.FMT_A8R8G8B8), target(8, d3d9.FMT_A8R8G8B8), target(4, d3d9.FMT_A8R8G8B8), target(8, d3d9.FMT_R5G6B5)
	f, g := target(8, d3d9.FMT_R32F), target(4, d3d9.FMT_R32F)
	r.ok(r.StretchRect(a, nil, b, nil, 0))
	r.wants(d3d9.ERR_NOTAVAILABLE, r.StretchRect(a, nil, small, nil, 0))
	r.wants(d3d9.ERR_NOTAVAILABLE, r.StretchRect(a, nil, rgb, nil, 0))
	r.ok(r.StretchRect(f, nil, g, nil, d3d9.TEXF_POINT))
	r.wants(d3d9.ERR_NOTAVAILABLE, r.StretchRect(f, nil, g, nil, d3d9.TEXF_LINEAR))
	for _, s := range []*Surface{a, b, small, rgb, f, g} {
		s.Release()
	}
}

// Whatever creation fails, StretchRect says so, records nothing and leaves nothing.
func TestStretchRectWithoutMemory(t *testing.T) {
	for n := 1; n < 8; n++ {
		r := newRig(t)
		src, err := r.CreateRenderTarget(8, 8, d3d9.FMT_X8R8G8B8, d3d9.MULTISAMPLE_4_SAMPLES, 0, false, 0)
		r.ok(err)
		dst := r.target(4, 4, d3d9.FMT_A8R8G8B8)
		r.records()
		r.fake.FailCreate(n)
		if err := r.StretchRect(src, nil, dst, nil, 0); err != nil {
			if ops := r.records(); len(ops) != 0 {
				t.Errorf("failure %d: records %v", n, ops)
			}
		}
		r.fake.FailCreate(0)
		r.ok(r.StretchRect(src, nil, dst, nil, 0))
		src.Release()
		dst.Release()
	}
}

func TestColorFill(t *testing.T) {
	r := newRig(t)
	surfaces := stretchSurfaces(r)
	for _, c := range []struct {
		name string
		rect *d3d9.RECT
		want int32
	}{
		{"target", nil, noError}, {"target texture, level 1", at4(1, 1, 2, 2), noError}, {"four samples", nil, noError}, {"plain", nil, noError},
		{"NULL", nil, noError}, {"depth", nil, d3d9.ERR_INVALIDCALL}, {"texture", nil, d3d9.ERR_INVALIDCALL}, {"managed texture", nil, d3d9.ERR_INVALIDCALL},
		{"in SYSTEMMEM", nil, d3d9.ERR_INVALIDCALL}, {"in SCRATCH", nil, d3d9.ERR_INVALIDCALL}, {"locked", nil, d3d9.ERR_INVALIDCALL},
		{"target", at4(3, 3, 3, 4), d3d9.ERR_INVALIDCALL}, {"target", at4(0, 0, 17, 4), d3d9.ERR_INVALIDCALL}, {"", nil, d3d9.ERR_INVALIDCALL},
		{"DXT1", nil, d3d9.ERR_NOTAVAILABLE},
	} {
		if err := r.ColorFill(surfaces[c.name], c.rect, 0xff102030); d3d9.CodeOf(err) != c.want {
			t.Errorf("%q, %v: %v", c.name, c.rect, err)
		}
	}
	r.records()
	if got := r.fake.Image(surfaces["plain"].store.image, 0, 0, 0); string(got[:4]) != "\x30\x20\x10\xff" {
		t.Errorf("filled with % x", got[:4])
	}
	surfaces["locked"].UnlockRect()
	for _, s := range surfaces {
		s.Release()
	}
}

// The pipeline of a multisampled pass leaves out the samples that MULTISAMPLEMASK masks, of maskable types only.
func TestMultisampleMask(t *testing.T) {
	r := newRig(t).readyToDraw()
	for _, c := range []struct {
		samples d3d9.MULTISAMPLE_TYPE
		quality uint32
		mask    uint32
		want    uint16
	}{
		{d3d9.MULTISAMPLE_NONE, 0, 0, 0}, {d3d9.MULTISAMPLE_NONMASKABLE, 1, 0, 0}, {d3d9.MULTISAMPLE_4_SAMPLES, 0, 0xffffffff, 0},
		{d3d9.MULTISAMPLE_4_SAMPLES, 0, 0, 15}, {d3d9.MULTISAMPLE_4_SAMPLES, 0, 5, 10}, {d3d9.MULTISAMPLE_4_SAMPLES, 0, 0xf0, 15},
	} {
		s, err := r.CreateRenderTarget(8, 8, d3d9.FMT_A8R8G8B8, c.samples, c.quality, false, 0)
		r.ok(err)
		r.ok(r.SetRenderTarget(0, s), r.SetDepthStencilSurface(nil), r.SetRenderState(d3d9.RS_MULTISAMPLEMASK, c.mask), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		s.Release()
		for _, d := range r.drawn() {
			if d.Desc.MaskedSamples != c.want {
				t.Errorf("%v, mask %#x: samples %#x are masked, want %#x", c.samples, c.mask, d.Desc.MaskedSamples, c.want)
			}
		}
	}
}
