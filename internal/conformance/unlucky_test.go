package conformance

import (
	"log/slog"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
)

// An unlucky program is always ready to draw, but with states, targets, buffers and rectangles that hardly fit together. A player (calls_test.go)
// makes any call; most of its draws lack something.
type unlucky struct {
	t       *rapid.T
	rand    *rand.Rand // even numbers: those of rapid are mostly small ones
	d       *device.Device
	targets []*device.Surface // also nil
	depths  []*device.Surface
	others  []*device.Surface // that copies may also name
	texs    []*device.Texture
	vertex  []*device.VertexShader
	pixel   []*device.PixelShader
	decls   []*device.VertexDeclaration
	vbs     []*device.VertexBuffer
	ibs     []*device.IndexBuffer
	query   *device.Query
	memory  []float32
	indices []uint16
}

// unluckyVS and unluckyPS read and write what wrapping, several targets and linking are about.
var (
	unluckyVS = [][]byte{
		mustAssemble("vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\ndcl_texcoord15 o2\ndcl_color o3\nmov o0, v0\nmov o1, v1\nmov o2, v1.wzyx\nmov o3, v1"),
		mustAssemble("vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\nmov oT7, v1.yxzw\nmov oD0, v1\nmov oPts, c0.x\nmov oFog, c0.y"),
		mustAssemble("vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0.xy, v1\nmov oD0, c0"),
		mustAssemble("vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0"), // no coordinate at all
		mustAssemble("vs_2_0\ndcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\ndcl_texcoord2 v3\ndcl_texcoord3 v4\ndcl_texcoord4 v5\ndcl_texcoord5 v6\n" +
			"dcl_texcoord6 v7\ndcl_texcoord7 v8\ndcl_texcoord8 v9\ndcl_texcoord9 v10\ndcl_texcoord10 v11\ndcl_texcoord11 v12\ndcl_texcoord12 v13\ndcl_texcoord13 v14\ndcl_color v15\n" +
			"mov oPos, v0\nadd r0, v1, v2\nadd r0, r0, v3\nadd r0, r0, v4\nadd r0, r0, v5\nadd r0, r0, v6\nadd r0, r0, v7\nadd r0, r0, v8\nadd r0, r0, v9\nadd r0, r0, v10\nadd r0, r0, v11\nadd r0, r0, v12\nadd r0, r0, v13\nadd r0, r0, v14\nmov oT0, r0\nmov oD0, v15"),
	}
	unluckyPS = [][]byte{
		mustAssemble("ps_3_0\ndcl_texcoord v0\ndcl_texcoord15 v1\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0\nmov oC1, v1\nmov oC2, v0\nmov oC3, r0"),
		mustAssemble("ps_3_0\ndcl_texcoord v0\ndcl_2d s1\ntexld r0, v0, s1\nmov oC3, r0\nif b0\nmov oC0, r0\nendif\nmov oDepth, v0.x"),
		mustAssemble("ps_2_0\ndcl t0\ndcl t7\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\nmov r1, t7\nmov oC1, r1"),
		mustAssemble("ps_1_1\ntex t0\nmul r0, t0, v0"),
		mustAssemble("ps_1_4\ntexcrd r0.rgb, t0\nmov r0.a, c0.a\nphase\nmov r0, r0"),
		mustAssemble("ps_3_0\ndcl_texcoord_centroid v0.zw\ntexkill v0\nmov oC1, v0.zwzw\nmov oC0, v0.z"),
		mustAssemble("ps_3_0\ndef c0, 1, 0, 1, 0.5\nmov oC0, c0\nmov oC1, c0"),
	}
)

func keep[T any](list *[]*T, o *T, err d3d9.Error) {
	if err == nil && o != nil {
		*list = append(*list, o)
	}
}

// target adds a render target, where the device has such ones.
func (u *unlucky) target(w, h uint, f d3d9.FORMAT, ms d3d9.MULTISAMPLE_TYPE) {
	s, err := u.d.CreateRenderTarget(w, h, f, ms, 0, ms == 0, 0)
	keep(&u.targets, s, err)
}

// bring makes what the program uses. What is not there it goes without.
func (u *unlucky) bring() {
	d := u.d
	for _, f := range []d3d9.FORMAT{d3d9.FMT_A8R8G8B8, d3d9.FMT_X8R8G8B8, d3d9.FMT_R5G6B5, d3d9.FMT_A16B16G16R16F, d3d9.FMT_A8, d3d9.FMT_R32F, d3d9.FMT_NULL, d3d9.FMT_L8} {
		u.target(64, 48, f, 0)
	}
	u.target(1, 1, d3d9.FMT_A8R8G8B8, 0)
	u.target(300, 7, d3d9.FMT_A8R8G8B8, 0)
	u.target(64, 48, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_4_SAMPLES)
	u.target(64, 48, d3d9.FMT_X8R8G8B8, d3d9.MULTISAMPLE_4_SAMPLES)
	u.target(64, 48, d3d9.FMT_R5G6B5, d3d9.MULTISAMPLE_4_SAMPLES)
	for _, levels := range []uint{1, 0} {
		tex, err := d.CreateTexture(64, 32, levels, d3d9.USAGE_RENDERTARGET, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0)
		if keep(&u.texs, tex, err); err == nil {
			for l := range uint(2) {
				s, err := tex.GetSurfaceLevel(l)
				keep(&u.targets, s, err)
			}
		}
	}
	depth := func(w, h uint, f d3d9.FORMAT, ms d3d9.MULTISAMPLE_TYPE) {
		s, err := d.CreateDepthStencilSurface(w, h, f, ms, 0, false, 0)
		keep(&u.depths, s, err)
	}
	depth(64, 48, d3d9.FMT_D24S8, 0)
	depth(64, 48, d3d9.FMT_D24S8, 0)
	depth(16, 16, d3d9.FMT_D16, 0)
	depth(300, 300, d3d9.FMT_D24X8, 0)
	depth(64, 48, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_4_SAMPLES)
	u.others = append(append([]*device.Surface{nil}, u.targets...), u.depths...)
	for _, f := range []d3d9.FORMAT{d3d9.FMT_A8R8G8B8, d3d9.FMT_DXT1, d3d9.FMT_DXT5, d3d9.FMT_R5G6B5} {
		s, err := d.CreateOffscreenPlainSurface(20, 12, f, d3d9.POOL_DEFAULT, 0)
		keep(&u.others, s, err)
	}
	for _, code := range unluckyVS {
		s, err := d.CreateVertexShaderFromBytes(code)
		keep(&u.vertex, s, err)
	}
	for _, code := range unluckyPS {
		s, err := d.CreatePixelShaderFromBytes(code)
		keep(&u.pixel, s, err)
	}
	for _, typ := range []d3d9.DECLTYPE{d3d9.DECLTYPE_FLOAT4, d3d9.DECLTYPE_SHORT2N, d3d9.DECLTYPE_UBYTE4, d3d9.DECLTYPE_UDEC3, d3d9.DECLTYPE_FLOAT16_2, d3d9.DECLTYPE_D3DCOLOR} {
		decl, err := d.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{
			{Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_POSITION}, {Offset: 12, Type: typ, Usage: d3d9.DECLUSAGE_TEXCOORD},
			{Stream: 1, Offset: 0, Type: typ, Usage: d3d9.DECLUSAGE_TEXCOORD, UsageIndex: 5}, d3d9.DeclEnd(),
		})
		keep(&u.decls, decl, err)
	}
	for _, usage := range []uint32{0, d3d9.USAGE_DYNAMIC} {
		for _, size := range []uint{4, 13, 28 * 40} {
			b, err := d.CreateVertexBuffer(size, usage, 0, d3d9.POOL_DEFAULT, 0)
			keep(&u.vbs, b, err)
		}
	}
	for _, f := range []d3d9.FORMAT{d3d9.FMT_INDEX16, d3d9.FMT_INDEX32} {
		b, err := d.CreateIndexBuffer(240, d3d9.USAGE_DYNAMIC, f, d3d9.POOL_DEFAULT, 0)
		if keep(&u.ibs, b, err); err == nil {
			mem, err := b.Lock(0, 0, 0)
			if err == nil {
				for i := range 60 {
					mem.SetUint32s(4*i, []uint32{uint32(i) | uint32(i%4)<<30})
				}
				_ = b.Unlock()
			}
		}
	}
	u.query, _ = d.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
}

func (u *unlucky) leave() {
	for _, o := range u.others {
		if o != nil {
			o.Release()
		}
	}
	releaseAll(u.texs)
	releaseAll(u.vertex)
	releaseAll(u.pixel)
	releaseAll(u.decls)
	releaseAll(u.vbs)
	releaseAll(u.ibs)
	if u.query != nil {
		u.query.Release()
	}
	*u = unlucky{t: u.t, rand: u.rand, d: u.d, memory: u.memory, indices: u.indices}
}

func releaseAll[T interface{ Release() uint32 }](list []T) {
	for _, o := range list {
		o.Release()
	}
}

func (u *unlucky) n(limit int) int { return u.rand.IntN(limit) }

func one[T any](u *unlucky, list []T) (v T) {
	if len(list) == 0 {
		return v
	}
	return list[u.n(len(list))]
}

// unluckyStates are the states that this is about, with what they are set to beside 0 and 1.
var unluckyStates = []struct {
	state  d3d9.RENDERSTATETYPE
	values []uint32
}{
	{d3d9.RS_COLORWRITEENABLE, []uint32{15, 7, 8}}, {d3d9.RS_COLORWRITEENABLE1, []uint32{15, 7, 8}}, {d3d9.RS_COLORWRITEENABLE2, []uint32{15, 2}},
	{d3d9.RS_COLORWRITEENABLE3, []uint32{15, 0xFFFFFFFF}}, {d3d9.RS_ALPHABLENDENABLE, nil}, {d3d9.RS_SRCBLEND, []uint32{2, 5, 9, 12, 14, 16}},
	{d3d9.RS_DESTBLEND, []uint32{2, 6, 10, 15, 999}}, {d3d9.RS_BLENDOP, []uint32{2, 5, 77}}, {d3d9.RS_SEPARATEALPHABLENDENABLE, nil}, {d3d9.RS_SRGBWRITEENABLE, nil},
	{d3d9.RS_ZENABLE, []uint32{2}}, {d3d9.RS_ZWRITEENABLE, nil}, {d3d9.RS_ZFUNC, []uint32{1, 4, 8}}, {d3d9.RS_STENCILENABLE, nil}, {d3d9.RS_STENCILPASS, []uint32{3, 7}},
	{d3d9.RS_TWOSIDEDSTENCILMODE, nil}, {d3d9.RS_SCISSORTESTENABLE, nil}, {d3d9.RS_FILLMODE, []uint32{1, 2, 3}}, {d3d9.RS_SHADEMODE, []uint32{1, 2}}, {d3d9.RS_CULLMODE, []uint32{1, 2, 3}},
	{d3d9.RS_CLIPPLANEENABLE, []uint32{63, 5}}, {d3d9.RS_FOGENABLE, nil}, {d3d9.RS_ALPHATESTENABLE, nil}, {d3d9.RS_POINTSPRITEENABLE, nil}, {d3d9.RS_MULTISAMPLEMASK, []uint32{5, 0xFFFFFFFF}},
	{d3d9.RS_MULTISAMPLEANTIALIAS, nil}, {d3d9.RS_WRAP0, []uint32{15, 3, 0xFFFFFFF5}}, {d3d9.RS_WRAP7, []uint32{15, 128}}, {d3d9.RS_WRAP15, []uint32{2, 1 << 31}}, {d3d9.RS_WRAP1, []uint32{15}},
}

func (u *unlucky) rect() *d3d9.RECT {
	if u.n(2) == 0 {
		return nil
	}
	at := []int32{0, 0, 1, 3, 4, 8, 16, 20, 48, 64, 299, -1, -64, math.MaxInt32, math.MinInt32}
	return &d3d9.RECT{Left: one(u, at), Top: one(u, at), Right: one(u, at), Bottom: one(u, at)}
}

// step does one thing that a program does.
func (u *unlucky) step() {
	d := u.d
	switch u.n(22) {
	case 0, 1, 2:
		r := one(u, unluckyStates)
		_ = d.SetRenderState(r.state, one(u, append([]uint32{0, 1, 1}, r.values...)))
	case 3, 4:
		s := one(u, append([]*device.Surface{nil}, u.targets...))
		_ = d.SetRenderTarget(uint32(u.n(4)), s)
	case 5:
		_ = d.SetDepthStencilSurface(one(u, append([]*device.Surface{nil}, u.depths...)))
	case 6:
		_ = d.SetVertexShader(one(u, u.vertex))
		_ = d.SetPixelShader(one(u, u.pixel))
	case 7:
		_ = d.SetVertexDeclaration(one(u, u.decls))
	case 8:
		b := one(u, u.vbs)
		_ = d.SetStreamSource(uint(u.n(2)), b, one(u, []uint{0, 4, 12, 4096}), one(u, []uint{0, 16, 28, 28, 28, 33, 255}))
		_ = d.SetStreamSourceFreq(uint(u.n(2)), one(u, []uint{1, 1, d3d9.STREAMSOURCE_INDEXEDDATA | 3, d3d9.STREAMSOURCE_INSTANCEDATA | 1}))
	case 9:
		_ = d.SetIndices(one(u, u.ibs))
	case 10:
		if tex := one(u, u.texs); tex != nil {
			_ = d.SetTexture(uint32(u.n(2)), tex)
		}
	case 11:
		if r := u.rect(); r != nil {
			_ = d.SetScissorRect(*r)
		}
		at := []uint32{0, 0, 0, 1, 20, 64, 300, 5000}
		_ = d.SetViewport(d3d9.VIEWPORT{X: one(u, at), Y: one(u, at), Width: one(u, at), Height: one(u, at), MaxZ: 1})
	case 12:
		if b := one(u, u.vbs); b != nil {
			if u.n(3) == 0 {
				_ = b.Unlock()
			} else {
				_, _ = b.Lock(0, 0, one(u, []uint32{0, d3d9.LOCK_DISCARD, d3d9.LOCK_NOOVERWRITE}))
			}
		}
	case 13, 14:
		_ = d.StretchRect(one(u, u.others), u.rect(), one(u, u.others), u.rect(), d3d9.TEXTUREFILTERTYPE(u.n(4)))
	case 15:
		_ = d.ColorFill(one(u, u.others), u.rect(), 0x80402010)
	case 16:
		_ = d.Clear(nil, uint32(u.n(8)), 0x11223344, 0.5, 3)
	case 17:
		if u.query != nil {
			_ = u.query.Issue(one(u, []uint32{d3d9.ISSUE_BEGIN, d3d9.ISSUE_END}))
		}
	case 18:
		if u.n(2) == 0 {
			_ = d.BeginScene()
		} else {
			_ = d.EndScene()
		}
	case 19:
		if u.n(6) == 0 {
			_ = d.Present(nil, nil, 0, nil)
		}
	case 20:
		switch u.n(12) {
		case 0:
			u.leave()
			takeOff(d, func(d3d9.Error) {})
			_, _ = d.Reset(gpuenv.Parameters())
			u.bring()
		case 1: // still bound
			if s := one(u, u.targets); s != nil {
				s.Release()
				s.AddRef() // fails where that was the last one
			}
		}
	}
	if u.n(3) != 0 {
		u.mend()
	}
	u.draw()
}

func (u *unlucky) draw() {
	d := u.d
	typ := d3d9.PRIMITIVETYPE(1 + u.n(6))
	count := one(u, []uint{1, 1, 0, 2, 5, 20})
	start := one(u, []uint{0, 0, 0, 0, 1, 7, 39, 1 << 20})
	address := uintptr(unsafe.Pointer(unsafe.SliceData(u.memory)))
	stride := one(u, []uint{28, 28, 28, 28, 28, 28, 40, 1, 0})
	times := one(u, []int{1, 1, 1, 40})
	kind := u.n(6)
	for range times {
		switch kind {
		case 0, 1:
			_ = d.DrawPrimitive(typ, start, count)
		case 2, 3:
			_ = d.DrawIndexedPrimitive(typ, one(u, []int{0, 0, -5, 1 << 30, math.MinInt32}), 0, 40, start, count)
		case 4:
			_ = d.DrawPrimitiveUP(typ, count, address, stride)
		case 5:
			_ = d.DrawIndexedPrimitiveUPuint16(typ, uint(u.n(3)), 20, count, u.indices, address, stride)
		}
	}
}

func newUnlucky(t *rapid.T, d *device.Device) *unlucky {
	u := &unlucky{t: t, rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "program"), 9)), d: d, memory: make([]float32, 4096), indices: make([]uint16, 80)}
	for i := range u.memory {
		u.memory[i] = float32(i%13)/4 - 1
	}
	for i := range u.indices {
		u.indices[i] = uint16(i * i % 50)
	}
	u.bring()
	return u
}

// mend sets what draws cannot do without.
func (u *unlucky) mend() {
	d := u.d
	_ = d.SetVertexShader(one(u, u.vertex))
	_ = d.SetPixelShader(one(u, u.pixel))
	_ = d.SetVertexDeclaration(one(u, u.decls))
	_ = d.SetStreamSource(0, one(u, u.vbs), 0, 28)
	_ = d.SetIndices(one(u, u.ibs))
	_ = d.SetScissorRect(d3d9.RECT{Left: int32(u.n(20)), Right: 60, Bottom: 40})
	_ = d.SetViewport(d3d9.VIEWPORT{Width: 64, Height: uint32(u.n(200)), MaxZ: 1})
	if tex := one(u, u.texs); tex != nil {
		_ = d.SetTexture(0, tex)
	}
	const alike = 8 // so many targets fit together, and two depth-stencil surfaces with them
	if len(u.targets) < alike || len(u.depths) < 2 || u.n(3) == 0 {
		return
	}
	for n := range uint32(4) {
		_ = d.SetRenderTarget(n, u.targets[u.n(alike)])
	}
	_ = d.SetDepthStencilSurface(u.depths[u.n(2)])
	_ = d.SetRenderState(d3d9.RS_ZENABLE, 1)
	_ = d.SetRenderState(d3d9.RS_STENCILENABLE, uint32(u.n(2)))
	_ = d.SetRenderState(d3d9.RS_COLORWRITEENABLE1, uint32(u.n(16)))
}

// TestUnluckyPrograms plays them on the real device: nothing panics and no message of the validation layer appears.
func TestUnluckyPrograms(t *testing.T) {
	d := gpuenv.NewDevice(t, gpuenv.Open(t, device.Options{}))
	setChecks(t, sequences(3000, 40))
	rapid.Check(t, func(rt *rapid.T) {
		u := newUnlucky(rt, d)
		for range 1 + u.n(60) {
			u.step()
		}
		u.leave()
		reset(rt, d)
		gpuenv.Messages(t)
	})
}

// TestUnluckyProgramsOnAFake plays them on a back end that checks every record, with and without optional features: no faults, no
// leaks, whatever fails in between.
func TestUnluckyProgramsOnAFake(t *testing.T) {
	setChecks(t, sequences(20000, 200))
	rapid.Check(t, func(rt *rapid.T) {
		back := &fakeBackend{alike: rapid.Bool().Draw(rt, "without independentBlend"), expands: rapid.Bool().Draw(rt, "without geometryShader")}
		d3d, err := device.CreateWith(d3d9.SDK_VERSION, device.Options{Backend: back, Debug: rapid.IntRange(0, 3).Draw(rt, "debug") == 0, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			rt.Fatal(err)
		}
		d, failed := newHeadless(d3d)
		if failed != nil {
			rt.Fatal(failed)
		}
		fake := back.opened[0]
		before := settle(rt, d, fake)
		u := newUnlucky(rt, d)
		if rapid.IntRange(0, 3).Draw(rt, "trouble") == 0 {
			fake.FailCreate(rapid.IntRange(1, 40).Draw(rt, "failing creation"))
			fake.LoseAt(rapid.IntRange(0, 4).Draw(rt, "loss at submission"))
		}
		for range 1 + u.n(100) {
			u.step()
		}
		fake.FailCreate(0)
		fake.LoseAt(0)
		u.leave()
		if d.TestCooperativeLevel() == nil {
			const kept = 3
			if after := settle(rt, d, fake); after[0] != before[0] || after[1] > before[1]+kept {
				rt.Fatalf("buffers and images are left when everything is released: %v, before %v", after, before)
			}
		}
		d.Release()
		d3d.Release()
		if faults := fake.Faults(); len(faults) != 0 {
			rt.Fatalf("%v", faults)
		}
	})
}
