package device_test

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

func TestBlendingAndMasks(t *testing.T) {
	s := newScene(t, device.Options{})
	s.state(d3d9.RS_ALPHABLENDENABLE, 1, d3d9.RS_SRCBLEND, d3d9.BLEND_SRCALPHA, d3d9.RS_DESTBLEND, d3d9.BLEND_INVSRCALPHA)
	must(t, s.Clear(nil, d3d9.CLEAR_TARGET, 0xff0000ff, 1, 0))
	s.full(.5, 0x80ff0000)
	s.want("SRCALPHA, INVSRCALPHA", s.back(), 10, 10, 0xbf80007f)
	s.state(d3d9.RS_SEPARATEALPHABLENDENABLE, 1, d3d9.RS_SRCBLENDALPHA, d3d9.BLEND_ZERO, d3d9.RS_DESTBLENDALPHA, d3d9.BLEND_ONE)
	must(t, s.Clear(nil, d3d9.CLEAR_TARGET, 0x40000000, 1, 0))
	s.full(.5, 0xffffffff)
	s.want("separate alpha", s.back(), 10, 10, 0x40ffffff)
	s.state(d3d9.RS_SEPARATEALPHABLENDENABLE, 0, d3d9.RS_SRCBLEND, d3d9.BLEND_BLENDFACTOR, d3d9.RS_DESTBLEND, d3d9.BLEND_INVBLENDFACTOR, d3d9.RS_BLENDFACTOR, 0x40ff8000)
	must(t, s.Clear(nil, d3d9.CLEAR_TARGET, 0xff0000ff, 1, 0))
	s.full(.5, 0xffffffff)
	s.want("BLENDFACTOR", s.back(), 10, 10, 0xffff80ff)
	s.state(d3d9.RS_ALPHABLENDENABLE, 0, d3d9.RS_COLORWRITEENABLE, d3d9.COLORWRITEENABLE_GREEN)
	must(t, s.Clear(nil, d3d9.CLEAR_TARGET, 0xff0000ff, 1, 0))
	s.full(.5, 0x80ffffff)
	s.want("OC-3: green only", s.back(), 10, 10, 0xff00ffff)
}

func TestAlphaTest(t *testing.T) {
	s := newScene(t, device.Options{})
	s.state(d3d9.RS_ALPHATESTENABLE, 1, d3d9.RS_ALPHAREF, 0x180)
	for _, c := range []struct {
		fn     uint32
		passes [3]bool // for alpha 127, 128, 129
	}{
		{d3d9.CMP_NEVER, [3]bool{}}, {d3d9.CMP_LESS, [3]bool{true, false, false}}, {d3d9.CMP_EQUAL, [3]bool{false, true, false}},
		{d3d9.CMP_LESSEQUAL, [3]bool{true, true, false}}, {d3d9.CMP_GREATER, [3]bool{false, false, true}}, {d3d9.CMP_NOTEQUAL, [3]bool{true, false, true}},
		{d3d9.CMP_GREATEREQUAL, [3]bool{false, true, true}}, {d3d9.CMP_ALWAYS, [3]bool{true, true, true}},
	} {
		s.reset()
		s.state(d3d9.RS_ALPHAFUNC, c.fn)
		for i := range c.passes {
			s.rect(float32(i*8), 0, float32(i*8+8), 8, .5, d3d9.ColorARGB(uint8(127+i), 255, 255, 255))
		}
		words := s.back()
		for i, pass := range c.passes {
			if got := words[4*sceneSize+i*8+4]&0xffffff != 0; got != pass {
				t.Errorf("MRT-7: ALPHAFUNC %d, alpha %d against 128: passes is %v", c.fn, 127+i, got)
			}
		}
	}
}

func TestDepthAndStencil(t *testing.T) {
	s := newScene(t, device.Options{})
	s.full(.5, 0xffff0000)
	s.rect(0, 0, 32, 64, .25, 0xff00ff00)
	s.rect(32, 0, 64, 64, .75, 0xff0000ff)
	w := s.back()
	s.want("nearer", w, 10, 10, 0xff00ff00)
	s.want("farther", w, 50, 10, 0xffff0000)
	// The same half of the range as 24-bit formats that are stored as floats need: see caps.FormatRow.DepthBiasScale.
	s.reset()
	s.full(.75, 0xffff0000)
	s.state(d3d9.RS_DEPTHBIAS, bits(-.25))
	s.rect(32, 0, 64, 32, .875, 0xff0000ff)
	s.state(d3d9.RS_DEPTHBIAS, bits(.25))
	s.rect(0, 0, 32, 32, .625, 0xffffffff)
	s.state(d3d9.RS_DEPTHBIAS, 0)
	w = s.back()
	s.want("DEPTHBIAS to the front", w, 50, 10, 0xff0000ff)
	s.want("DEPTHBIAS to the back", w, 10, 10, 0xffff0000)
	s.reset()
	s.state(d3d9.RS_ZFUNC, d3d9.CMP_ALWAYS, d3d9.RS_STENCILENABLE, 1, d3d9.RS_TWOSIDEDSTENCILMODE, 1,
		d3d9.RS_STENCILPASS, d3d9.STENCILOP_REPLACE, d3d9.RS_CCW_STENCILPASS, d3d9.STENCILOP_INVERT, d3d9.RS_STENCILREF, 3, d3d9.RS_STENCILWRITEMASK, 7)
	s.draw(d3d9.PT_TRIANGLELIST, 1, []vertex{{x: -1, y: 1, z: .5, w: 1}, {x: 0, y: 1, z: .5, w: 1}, {x: -1, y: -1, z: .5, w: 1}}) // clockwise
	s.draw(d3d9.PT_TRIANGLELIST, 1, []vertex{{x: 1, y: 1, z: .5, w: 1}, {x: 0, y: 1, z: .5, w: 1}, {x: 1, y: -1, z: .5, w: 1}})   // counter-clockwise
	s.state(d3d9.RS_TWOSIDEDSTENCILMODE, 0, d3d9.RS_STENCILPASS, d3d9.STENCILOP_KEEP, d3d9.RS_STENCILFUNC, d3d9.CMP_EQUAL)
	for i, ref := range []uint32{3, 7} {
		must(t, s.Clear(nil, d3d9.CLEAR_TARGET, 0xff000000, 1, 0))
		s.state(d3d9.RS_STENCILREF, ref)
		s.full(.5, 0xffffffff)
		w = s.back()
		s.want("stencil of the clockwise triangle", w, 4, 4, []uint32{0xffffffff, 0xff000000}[i])
		s.want("stencil of the other", w, 60, 4, []uint32{0xff000000, 0xffffffff}[i])
	}
}

func TestCullingClippingAndScissor(t *testing.T) {
	s := newScene(t, device.Options{})
	clockwise := []vertex{{x: -1, y: 1, z: .5, w: 1, color: 0xffffffff}, {x: 1, y: 1, z: .5, w: 1, color: 0xffffffff}, {x: -1, y: -1, z: .5, w: 1, color: 0xffffffff}}
	for _, c := range []struct {
		mode  uint32
		drawn bool
	}{{d3d9.CULL_NONE, true}, {d3d9.CULL_CW, false}, {d3d9.CULL_CCW, true}} {
		s.reset()
		s.state(d3d9.RS_CULLMODE, c.mode)
		s.draw(d3d9.PT_TRIANGLELIST, 1, clockwise)
		if got := s.back()[0] == 0xffffffff; got != c.drawn {
			t.Errorf("CULLMODE %d: a clockwise triangle is drawn: %v", c.mode, got)
		}
	}
	s.reset()
	must(t, s.SetClipPlane(1, [4]float32{1, 0, 0, 0}), s.SetClipPlane(4, [4]float32{0, 1, 0, 0}))
	s.state(d3d9.RS_CLIPPLANEENABLE, 1<<1|1<<4)
	if caps, _ := s.GetDeviceCaps(); caps.MaxUserClipPlanes == 0 {
		if err := s.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1); d3d9.CodeOf(err) != d3d9.ERR_NOTAVAILABLE {
			t.Errorf("a draw with clip planes that the adapter lacks: %v", err)
		}
	} else {
		s.full(.5, 0xffffffff)
		w := s.back()
		s.want("within both planes", w, 50, 10, 0xffffffff)
		s.want("outside plane 1", w, 10, 10, 0xff000000)
		s.want("outside plane 4", w, 50, 50, 0xff000000)
	}
	s.state(d3d9.RS_CLIPPLANEENABLE, 0)
	s.reset()
	must(t, s.SetScissorRect(d3d9.RECT{Left: 8, Top: 16, Right: 24, Bottom: 32}), s.SetViewport(d3d9.VIEWPORT{X: 16, Width: 100, Height: 100, MaxZ: 1}))
	s.state(d3d9.RS_SCISSORTESTENABLE, 1)
	s.full(.5, 0xffffffff)
	must(t, s.Clear([]d3d9.RECT{{Left: 0, Top: 24, Right: 64, Bottom: 64}}, d3d9.CLEAR_TARGET, 0xffff0000, 1, 0))
	w := s.back()
	for y := range sceneSize {
		for x := range sceneSize {
			want := uint32(0xff000000)
			if x >= 16 && x < 24 && y >= 16 && y < 32 {
				want = 0xffffffff
				if y >= 24 {
					want = 0xffff0000
				}
			}
			if w[y*sceneSize+x] != want {
				t.Fatalf("viewport, scissor and clear: pixel (%d, %d) is %08x, want %08x", x, y, w[y*sceneSize+x], want)
			}
		}
	}
}

func TestFog(t *testing.T) {
	s := newScene(t, device.Options{})
	s.shaders(sceneVertex, "ps_2_0\ndcl v0\nmov oC0, v0\n")
	s.state(d3d9.RS_FOGENABLE, 1, d3d9.RS_FOGCOLOR, 0xff0000ff, d3d9.RS_FOGTABLEMODE, d3d9.FOG_LINEAR, d3d9.RS_FOGSTART, bits(0), d3d9.RS_FOGEND, bits(1))
	s.full(.25, 0xffff0000)
	s.want("MRT-8: table fog by depth", s.back(), 10, 10, 0xffbf0040)
	s.shaders("vs_2_0\ndcl_position v0\ndcl_color v1\ndef c0, 0.75, 0, 0, 0\nmov oPos, v0\nmov oD0, v1\nmov oFog, c0.x\n", "")
	s.state(d3d9.RS_FOGTABLEMODE, d3d9.FOG_NONE, d3d9.RS_ZFUNC, d3d9.CMP_ALWAYS)
	s.full(.5, 0xffff0000)
	s.want("MRT-8: vertex fog", s.back(), 10, 10, 0xffbf0040)
	s.shaders(sceneVertex, scenePixel)
	s.full(.5, 0xffff0000)
	s.want("ps_3_0 has no fog", s.back(), 10, 10, 0xffff0000)
}

func TestFlatShadingPointsAndLines(t *testing.T) {
	s := newScene(t, device.Options{})
	mixed := []vertex{{x: -1, y: 1, z: .5, w: 1, color: 0xffff0000}, {x: 1, y: 1, z: .5, w: 1, color: 0xff00ff00}, {x: -1, y: -1, z: .5, w: 1, color: 0xff0000ff}}
	s.state(d3d9.RS_SHADEMODE, d3d9.SHADE_FLAT)
	s.draw(d3d9.PT_TRIANGLELIST, 1, mixed)
	s.want("flat", s.back(), 30, 10, 0xffff0000)
	s.state(d3d9.RS_SHADEMODE, d3d9.SHADE_GOURAUD)
	s.reset()
	s.state(d3d9.RS_POINTSIZE, bits(16))
	center := []vertex{{x: -1. / 64, y: 1. / 64, z: .5, w: 1, color: 0xff00ff00}} // the center of pixel (31, 31) is (31, 31)
	s.draw(d3d9.PT_POINTLIST, 1, center)
	covered := 0
	for _, p := range s.back() {
		if p == 0xff00ff00 {
			covered++
		}
	}
	caps, _ := s.GetDeviceCaps()
	if size := min(16, int(caps.MaxPointSize)); covered != size*size {
		t.Errorf("a point of size %d covers %d pixels", size, covered)
	}
	s.shaders("", "ps_3_0\ndcl_texcoord v0\nmov r0, v0\nmov r0.w, c0.x\nmov oC0, r0\n")
	must(t, s.SetPixelShaderConstantF(0, []float32{1, 0, 0, 0}))
	s.state(d3d9.RS_POINTSPRITEENABLE, 1)
	s.reset()
	s.draw(d3d9.PT_POINTLIST, 1, center)
	w := s.back()
	var left, right uint32
	for x := range sceneSize {
		if p := w[32*sceneSize+x]; p != 0xff000000 {
			if left == 0 {
				left = p
			}
			right = p
		}
	}
	if caps.MaxPointSize >= 16 && (left>>16&255 > 20 || right>>16&255 < 235) {
		t.Errorf("a point sprite's coordinates run from %08x to %08x", left, right)
	}
	s.state(d3d9.RS_POINTSPRITEENABLE, 0)
	s.shaders("", scenePixel)
	s.reset()
	line := func(x, y float32) vertex {
		return vertex{x: x/sceneSize*2 - 1, y: 1 - y/sceneSize*2, z: .5, w: 1, color: 0xffffffff}
	}
	s.draw(d3d9.PT_LINESTRIP, 2, []vertex{line(8, 8), line(40, 8), line(40, 40)})
	w = s.back()
	s.want("line strip", w, 20, 8, 0xffffffff)
	s.want("line strip", w, 40, 20, 0xffffffff)
	s.want("beside the lines", w, 20, 20, 0xff000000)
}

func TestSRGB(t *testing.T) {
	s := newScene(t, device.Options{})
	s.state(d3d9.RS_SRGBWRITEENABLE, 1)
	must(t, s.Clear([]d3d9.RECT{{Right: 32, Bottom: 64}}, d3d9.CLEAR_TARGET, 0x80808080, 1, 0))
	s.rect(32, 0, 64, 64, .5, 0x80808080)
	w := s.back()
	s.want("SRGBWRITEENABLE clears", w, 10, 10, 0x80bcbcbc)
	s.want("SRGBWRITEENABLE draws", w, 50, 10, 0x80bcbcbc)
	s.state(d3d9.RS_SRGBWRITEENABLE, 0)
	s.shaders("", sceneTexel)
	s.texture(0, 1, 0x80bcbcbc)
	must(t, s.SetSamplerState(0, d3d9.SAMP_SRGBTEXTURE, 1))
	s.full(.25, 0)
	s.want("SRGBTEXTURE reads", s.back(), 10, 10, 0x80808080)
}

func TestOcclusion(t *testing.T) {
	s := newScene(t, device.Options{})
	q, err := s.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
	must(t, err)
	defer q.Release()
	count := func(draw func()) uint32 {
		t.Helper()
		must(t, q.Issue(d3d9.ISSUE_BEGIN))
		draw()
		must(t, q.Issue(d3d9.ISSUE_END))
		var b [4]byte
		for {
			err := q.GetData(b[:], d3d9.GETDATA_FLUSH)
			if err == nil {
				return binary.LittleEndian.Uint32(b[:])
			}
			if err.Code() != d3d9.S_FALSE {
				t.Fatal(err)
			}
		}
	}
	if n := count(func() { s.full(.5, 0xffffffff) }); n != sceneSize*sceneSize {
		t.Errorf("%d pixels of a full target are visible", n)
	}
	if n := count(func() { s.full(.75, 0xffffffff) }); n != 0 {
		t.Errorf("%d hidden pixels are visible", n)
	}
	if n := count(func() {
		s.rect(0, 0, 8, 8, .25, 0xffffffff)
		must(t, s.Present(nil, nil, 0, nil))
		s.rect(8, 0, 16, 8, .25, 0xffffffff)
	}); n != 128 {
		t.Errorf("%d pixels over two lists, want 128", n)
	}
}

func TestFourTargets(t *testing.T) {
	s := newScene(t, device.Options{})
	if caps, _ := s.GetDeviceCaps(); caps.NumSimultaneousRTs < 4 {
		t.Skipf("MRT-12: NumSimultaneousRTs is %d", caps.NumSimultaneousRTs)
	}
	s.shaders("", "ps_3_0\ndcl_color v0\nmov oC0, c0\nif b0\nmov oC1, c1\nendif\nmov oC2, c2\nmov oC3, c3\n")
	must(t, s.SetPixelShaderConstantF(0, []float32{1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, .5}))
	var targets [4]*device.Surface
	for n, f := range []d3d9.FORMAT{d3d9.FMT_A8R8G8B8, d3d9.FMT_A8B8G8R8, d3d9.FMT_R32F, d3d9.FMT_X8R8G8B8} {
		r, err := s.CreateRenderTarget(sceneSize, sceneSize, f, 0, 0, false, 0)
		must(t, err, s.SetRenderTarget(uint32(n), r))
		defer r.Release()
		targets[n] = r
	}
	s.state(d3d9.RS_COLORWRITEENABLE3, d3d9.COLORWRITEENABLE_RED)
	read := func(n int) uint32 {
		w, _ := pixels(t, s.Device, targets[n])
		return w[5*sceneSize+5]
	}
	for _, on := range []int32{0, 1} {
		must(t, s.SetPixelShaderConstantB(0, []int32{on}), s.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, 0x20406080, 1, 0))
		s.full(.5, 0)
		oc1 := []uint32{0x20806040, 0xff00ff00}[on] // A8B8G8R8
		for n, want := range []uint32{0xffff0000, oc1, 0, 0x00ff6080} {
			got := read(n)
			if n == 3 {
				got &= 0xffffff
			}
			if got != want {
				t.Errorf("OC-14: b0 = %d: target %d holds %08x, want %08x", on, n, got, want)
			}
		}
	}
}

func TestIndexedDraws(t *testing.T) {
	s := newScene(t, device.Options{})
	v := []vertex{{}, {x: -1, y: 1, z: .5, w: 1, color: 0xffffffff}, {x: 1, y: 1, z: .5, w: 1, color: 0xffffffff}, {x: 1, y: -1, z: .5, w: 1, color: 0xffffffff}, {x: -1, y: -1, z: .5, w: 1, color: 0xffffffff}}
	size := uint(unsafe.Sizeof(v[0]))
	full := func(name string) {
		t.Helper()
		for i, p := range s.back() {
			if p != 0xffffffff {
				t.Errorf("%s: pixel %d is %08x", name, i, p)
				break
			}
		}
		s.reset()
	}
	must(t, s.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLEFAN, 1, 4, 2, []uint16{1, 2, 3, 4}, uintptr(unsafe.Pointer(&v[0])), size))
	full("fan from memory")
	must(t, s.DrawIndexedPrimitiveUPuint32(d3d9.PT_TRIANGLELIST, 0, 5, 2, []uint32{1, 2, 3, 3, 4, 1}, uintptr(unsafe.Pointer(&v[0])), size))
	full("list from memory")
	for _, usage := range []uint32{0, d3d9.USAGE_DYNAMIC} {
		vb, err := s.CreateVertexBuffer(size*5, usage, 0, d3d9.POOL_DEFAULT, 0)
		must(t, err)
		m, err := vb.Lock(0, 0, 0)
		must(t, err)
		m.SetBytes(0, unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), size*5))
		must(t, vb.Unlock())
		for _, format := range []d3d9.FORMAT{d3d9.FMT_INDEX16, d3d9.FMT_INDEX32} {
			ib, err := s.CreateIndexBuffer(64, usage, format, d3d9.POOL_DEFAULT, 0)
			must(t, err)
			im, err := ib.Lock(0, 0, 0)
			must(t, err)
			if format == d3d9.FMT_INDEX16 {
				im.SetUint16s(0, []uint16{0xffff, 2, 3, 4, 4, 5, 2})
			} else {
				im.SetUint32s(0, []uint32{0xffffffff, 2, 3, 4, 4, 5, 2})
			}
			must(t, ib.Unlock(), s.SetStreamSource(0, vb, 0, size), s.SetIndices(ib), s.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, -1, 0, 5, 1, 2))
			full("index buffer")
			ib.Release()
		}
		must(t, s.SetStreamSource(0, vb, size, size), s.DrawPrimitive(d3d9.PT_TRIANGLEFAN, 0, 2))
		full("fan from a buffer with offset")
		vb.Release()
	}
}
