package device

import (
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

func (r *rig) target(width, height uint, format d3d9.FORMAT) *Surface {
	r.Helper()
	s, err := r.CreateRenderTarget(width, height, format, 0, 0, false, 0)
	r.ok(err)
	return s
}

func TestRenderTargetRules(t *testing.T) {
	r, other := newRig(t), newRig(t)
	a := r.target(32, 16, d3d9.FMT_A8R8G8B8)
	defer a.Release()
	t.Run("MRT-1/target 0 cannot be taken away", func(t *testing.T) {
		r.wants(d3d9.ERR_INVALIDCALL, r.SetRenderTarget(0, nil))
	})
	t.Run("MRT-12/slots beyond NumSimultaneousRTs", func(t *testing.T) {
		r.wants(d3d9.ERR_INVALIDCALL, r.SetRenderTarget(4, a))
		r.wants(d3d9.ERR_INVALIDCALL, r.SetRenderTarget(4, nil))
		_, err := r.GetRenderTarget(4)
		r.wants(d3d9.ERR_INVALIDCALL, err)
	})
	t.Run("MRT-1/surfaces of another device and without USAGE_RENDERTARGET", func(t *testing.T) {
		r.wants(d3d9.ERR_INVALIDCALL, other.SetRenderTarget(1, a))
		plain, err := r.CreateOffscreenPlainSurface(32, 16, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0)
		r.ok(err)
		defer plain.Release()
		r.wants(d3d9.ERR_INVALIDCALL, r.SetRenderTarget(1, plain))
		r.wants(d3d9.ERR_INVALIDCALL, r.SetDepthStencilSurface(a))
	})
	t.Run("MRT-1/an empty slot is not found", func(t *testing.T) {
		_, err := r.GetRenderTarget(1)
		r.wants(d3d9.ERR_NOTFOUND, err)
		r.ok(r.SetRenderTarget(1, a))
		s, err := r.GetRenderTarget(1)
		r.ok(err)
		if s != a {
			t.Errorf("GetRenderTarget(1) is %v", s)
		}
		s.Release()
		r.ok(r.SetRenderTarget(1, nil))
	})
	t.Run("only target 0 sets viewport and scissor", func(t *testing.T) {
		v := d3d9.VIEWPORT{X: 1, Y: 2, Width: 3, Height: 4, MinZ: .25, MaxZ: .5}
		r.ok(r.SetViewport(v), r.SetRenderTarget(1, a))
		if got, _ := r.GetViewport(); got != v {
			t.Errorf("target 1 set the viewport to %+v", got)
		}
		r.ok(r.SetRenderTarget(0, a))
		if got, _ := r.GetViewport(); got != (d3d9.VIEWPORT{Width: 32, Height: 16, MaxZ: 1}) {
			t.Errorf("target 0 set the viewport to %+v", got)
		}
		if got, _ := r.GetScissorRect(); got != (d3d9.RECT{Right: 32, Bottom: 16}) {
			t.Errorf("target 0 set the scissor rectangle to %+v", got)
		}
		r.ok(r.SetViewport(v), r.SetRenderTarget(0, a))
		if got, _ := r.GetViewport(); got == v {
			t.Error("the same target again left the viewport")
		}
	})
}

const fourOutputs = "ps_3_0\ndcl_color v0\nmov oC0, v0\nif b0\nmov oC1, v0\nendif\nrep i0\nmov oC2, v0\nendrep\nmov oC3, v0\n"

func TestWrittenTargets(t *testing.T) {
	r := newRig(t).readyToDraw()
	ps := r.pixelShader(fourOutputs)
	defer ps.Release()
	r.ok(r.SetPixelShader(ps))
	for n := uint32(1); n < 4; n++ {
		s := r.target(64, 48, d3d9.FMT_A8R8G8B8)
		r.ok(r.SetRenderTarget(n, s))
		s.Release()
	}
	masks := func() (m [4]uint32) {
		r.Helper()
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		for i, b := range r.drawn()[0].Blend {
			m[i] = b & 15
		}
		return m
	}
	t.Run("OC-14/static flow decides with the constants of the draw", func(t *testing.T) {
		for _, c := range []struct {
			b, i int32
			want [4]uint32
		}{{0, 0, [4]uint32{15, 0, 0, 15}}, {1, 0, [4]uint32{15, 15, 0, 15}}, {0, 2, [4]uint32{15, 0, 15, 15}}, {1, 1, [4]uint32{15, 15, 15, 15}}} {
			r.ok(r.SetPixelShaderConstantB(0, []int32{c.b}), r.SetPixelShaderConstantI(0, []int32{c.i, 0, 0, 0}))
			if got := masks(); got != c.want {
				t.Errorf("b0 = %d, i0.x = %d: masks %v, want %v", c.b, c.i, got, c.want)
			}
		}
	})
	t.Run("OC-3/a mask for each target", func(t *testing.T) {
		r.ok(r.SetRenderState(d3d9.RS_COLORWRITEENABLE, 0), r.SetRenderState(d3d9.RS_COLORWRITEENABLE1, 1), r.SetRenderState(d3d9.RS_COLORWRITEENABLE3, 8))
		if got := masks(); got != [4]uint32{0, 1, 15, 8} {
			t.Errorf("masks %v", got)
		}
	})
	t.Run("OC-2/a hole does not shift the others", func(t *testing.T) {
		r.ok(r.SetRenderTarget(1, nil), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		d := r.drawn()[0]
		if d.Color[0] == 0 || d.Color[1] != 0 || d.Color[2] == 0 || d.Color[3] == 0 {
			t.Errorf("attachments %v", d.Color)
		}
	})
	t.Run("MRT-3/another size is not written", func(t *testing.T) {
		s := r.target(32, 48, d3d9.FMT_A8R8G8B8)
		defer s.Release()
		r.ok(r.SetRenderTarget(2, s), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		if d := r.drawn()[0]; d.Color[2] != 0 || d.Width != 64 {
			t.Errorf("attachments %v, width %d", d.Color, d.Width)
		}
	})
}

func TestDiagnostics(t *testing.T) {
	var got []Diagnostic
	r := newRig(t, func(_ *gputest.Device, o *Options) { o.Diagnose = func(g Diagnostic) { got = append(got, g) } }).readyToDraw()
	ps := r.pixelShader("ps_3_0\ndcl_color v0\nmov oC0, v0\nmov oC1, v0\n")
	defer ps.Release()
	r.ok(r.SetPixelShader(ps), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), r.SetVertexShaderConstantF(0, []float32{1, 2, 3, 4}), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	r.drawn()
	if len(got) != 1 || got[0].Call != "DrawPrimitive" || got[0].Rule != "OC-2" {
		t.Errorf("diagnostics %+v, want one of OC-2", got)
	}
}

func TestFeedback(t *testing.T) {
	r := newRig(t).readyToDraw()
	ps := r.pixelShader("ps_3_0\ndcl_2d s0\ntexld r0, c0, s0\nmov oC0, r0\n")
	tex, err := r.CreateTexture(64, 64, 2, d3d9.USAGE_RENDERTARGET, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	level0, err := tex.GetSurfaceLevel(0)
	r.ok(err)
	level1, err := tex.GetSurfaceLevel(1)
	r.ok(err)
	defer func() { level0.Release(); level1.Release(); tex.Release(); ps.Release() }()
	r.ok(r.SetPixelShader(ps), r.SetTexture(0, tex), r.SetRenderTarget(0, level0), r.SetDepthStencilSurface(nil))
	r.records()
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	if n := count(r.records(), gpu.OpCopyImage); n != 4 {
		t.Errorf("%d copies for two draws that sample their target of two levels, want 4", n)
	}
	r.ok(r.SetRenderTarget(0, level1), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	if n := count(r.records(), gpu.OpCopyImage); n != 0 {
		t.Errorf("%d copies when another level is sampled, want none", n)
	}
	r.ok(r.SetTexture(0, nil), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	r.records()
}

// Whether a draw samples what it writes depends on the shaders as much as on the textures.
func TestFeedbackFollowsTheShaders(t *testing.T) {
	r := newRig(t).readyToDraw()
	plain := r.state.bound.pixel
	ps := r.pixelShader("ps_3_0\ndcl_2d s0\ntexld r0, c0, s0\nmov oC0, r0\n")
	tex, err := r.CreateTexture(64, 64, 1, d3d9.USAGE_RENDERTARGET, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	level, err := tex.GetSurfaceLevel(0)
	r.ok(err)
	plain.AddRef()
	defer func() { level.Release(); tex.Release(); ps.Release(); plain.Release() }()
	r.ok(r.SetTexture(0, tex), r.SetRenderTarget(0, level), r.SetDepthStencilSurface(nil))
	for _, s := range []*PixelShader{plain, ps, plain, ps} {
		r.ok(r.SetPixelShader(s), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	}
	r.ok(r.SetTexture(0, nil), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	if n := count(r.records(), gpu.OpCopyImage); n != 2 {
		t.Errorf("%d copies for two draws of five that sample their target, want 2", n)
	}
}

func TestClear(t *testing.T) {
	r := newRig(t)
	big := r.target(128, 128, d3d9.FMT_R32F)
	defer big.Release()
	r.ok(r.SetRenderTarget(1, big), r.SetRenderState(d3d9.RS_COLORWRITEENABLE, 0))
	all := uint32(d3d9.CLEAR_TARGET | d3d9.CLEAR_ZBUFFER | d3d9.CLEAR_STENCIL)
	r.ok(r.SetViewport(d3d9.VIEWPORT{Width: 100, Height: 100, MaxZ: 1}), r.Clear(nil, all, 0x80ff0000, .5, 0x107))
	r.ok(r.Present(nil, nil, 0, nil))
	var clears [][]uint32
	for _, rec := range r.fake.Log() {
		if rec.Op == gpu.OpClear {
			clears = append(clears, rec.Words)
		}
	}
	r.fake.ClearLog()
	if len(clears) != 2 {
		t.Fatalf("%d clears, want one for each size", len(clears))
	}
	if w := clears[0]; w[0] != 1|gpu.ClearDepth|gpu.ClearStencil || w[3] != 64 || w[4] != 48 || w[5] != gpu.F(1) || w[9] != gpu.F(.5) || w[10] != 7 {
		t.Errorf("the first clear is %v", w)
	}
	if w := clears[1]; w[0] != 2 || w[3] != 100 || w[4] != 100 {
		t.Errorf("the second clear is %v", w)
	}
	for _, err := range []d3d9.Error{
		r.Clear(nil, 0, 0, 0, 0), r.Clear(nil, 64, 0, 0, 0), r.Clear(nil, all, 0, 2, 0), r.Clear([]d3d9.RECT{{Left: 2, Right: 1}}, all, 0, 0, 0),
	} {
		r.wants(d3d9.ERR_INVALIDCALL, err)
	}
	r.ok(r.SetDepthStencilSurface(nil))
	r.wants(d3d9.ERR_INVALIDCALL, r.Clear(nil, d3d9.CLEAR_ZBUFFER, 0, 0, 0))
	if n := len(r.records()); n != 0 {
		t.Errorf("refused clears left %d records", n)
	}
}

func TestClearIsPartOfThePass(t *testing.T) {
	r := newRig(t).readyToDraw()
	r.ok(r.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, 0, 1, 0), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), r.Clear(nil, d3d9.CLEAR_ZBUFFER, 0, 1, 0),
		r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), r.Clear(nil, d3d9.CLEAR_TARGET, 0, 1, 0), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	if n := count(r.records(), gpu.OpTargets); n != 1 {
		t.Errorf("%d passes, want 1", n)
	}
}
