package device

import (
	"math"
	"testing"

	"d3d9vk/d3d9"
)

// What programs can make any number of does not pile up, and what a draw uses is there whatever was given back for it: the back end
// finds no fault.
func TestCachesStaySmall(t *testing.T) {
	const both = "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndcl_2d s1\ntexld r0, v0, s0\ntexld r1, v0, s1\nadd oC0, r0, r1\n"
	const one = "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0\n"
	draw := func(r *rig) {
		r.Helper()
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	}
	texture := func(r *rig, width uint, usage uint32, pool d3d9.POOL) *Texture {
		tex, err := r.CreateTexture(width, 8, 1, usage, d3d9.FMT_A8R8G8B8, pool, 0)
		r.ok(err, r.SetTexture(0, tex), r.SetTexture(1, tex))
		return tex
	}
	t.Run("samplers", func(t *testing.T) {
		r := newRig(t).readyToDraw()
		r.ok(r.SetPixelShader(r.pixelShader(both)))
		texture(r, 8, 0, d3d9.POOL_MANAGED)
		r.ok(r.SetSamplerState(1, d3d9.SAMP_MIPFILTER, d3d9.TEXF_POINT))
		for i := range 3 * maxSamplers {
			r.ok(r.SetSamplerState(1, d3d9.SAMP_MIPMAPLODBIAS, math.Float32bits(float32(i)/1000)))
			draw(r)
		}
		r.records()
		r.records()
		if n := r.fake.Counts().Samplers; n > maxSamplers {
			t.Errorf("%d samplers", n)
		}
	})
	t.Run("layouts and pipelines", func(t *testing.T) {
		r := newRig(t).readyToDraw()
		vb, err := r.CreateVertexBuffer(8192, 0, 0, d3d9.POOL_MANAGED, 0)
		r.ok(err, r.SetStreamSource(0, vb, 0, 2048))
		for i := range 3 * maxLayouts {
			decl, err := r.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{
				{Offset: uint16(i%500) * 4, Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_POSITION, Stream: uint16(i / 500)}, d3d9.DeclEnd(),
			})
			r.ok(err, r.SetStreamSource(uint(i/500), vb, 0, 2048), r.SetVertexDeclaration(decl))
			draw(r)
			decl.Release()
		}
		r.records()
		r.records()
		if c := r.fake.Counts(); c.Pipelines > maxLayouts || c.VertexLayouts > maxLayouts {
			t.Errorf("%d pipelines, %d layouts", c.Pipelines, c.VertexLayouts)
		}
	})
	for _, tt := range []struct {
		name  string
		count uint
		more  uint64 // bytes that each copy counts as beside its own
		most  int    // images
	}{
		{"copies of targets that are sampled", 4 * maxSnapshots, 0, maxSnapshots + 2},
		{"large copies of targets that are sampled", 8, maxSnapshotBytes / 3, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t).readyToDraw()
			r.ok(r.SetPixelShader(r.pixelShader(one)), r.SetDepthStencilSurface(nil))
			before := r.fake.Counts().Images
			for i := range tt.count {
				r.caches.snapshotBytes += tt.more
				tex := texture(r, 8+i, d3d9.USAGE_RENDERTARGET, d3d9.POOL_DEFAULT)
				s, err := tex.GetSurfaceLevel(0)
				r.ok(err, r.SetRenderTarget(0, s))
				draw(r)
				draw(r)
				s.Release()
				tex.Release()
			}
			r.records()
			r.records()
			if n := r.fake.Counts().Images - before; n > tt.most {
				t.Errorf("%d images more", n)
			}
		})
	}
	t.Run("what multisampled surfaces are resolved to", func(t *testing.T) {
		r := newRig(t)
		src, err := r.CreateRenderTarget(64, 48, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_4_SAMPLES, 0, false, 0)
		r.ok(err)
		dst := r.target(8, 8, d3d9.FMT_A8R8G8B8)
		before := r.fake.Counts().Images
		for n := range int32(40) {
			r.ok(r.StretchRect(src, at4(n, n/2, 64, 48), dst, nil, 0))
		}
		if n := r.fake.Counts().Images - before; n != 1 {
			t.Errorf("%d images more", n)
		}
	})
	t.Run("vertices of large draws that bring their own", func(t *testing.T) {
		const size = 3 << 20
		vertices := make([]float32, size/4)
		draws := map[string]func(r *rig) d3d9.Error{
			"DrawPrimitiveUP": func(r *rig) d3d9.Error { return r.DrawPrimitiveUP(d3d9.PT_POINTLIST, size/64, address(vertices), 64) },
			"wrapping":        func(r *rig) d3d9.Error { return r.DrawPrimitive(d3d9.PT_LINELIST, 0, size/48) },
		}
		for name, draw := range draws {
			r := wrapRig(t, noGeometry)
			r.fake.Forget = true
			stream, _, _, err := r.GetStreamSource(0) // lives on where a draw takes it away
			r.ok(err)
			before := r.fake.Counts().Buffers
			r.ok(draw(r))
			r.underWay.bytes = maxUnderWay - size // as after many more
			r.ok(draw(r))
			if n := r.fake.Counts().Buffers - before; n != 2 {
				t.Errorf("%s: %d buffers within the limit, want 2", name, n)
			}
			r.ok(draw(r))
			if n := r.fake.Counts().Buffers - before; n != 1 {
				t.Errorf("%s: %d buffers beyond the limit, want the last one's", name, n)
			}
			stream.Release()
		}
	})
	t.Run("backings of a large dynamic buffer", func(t *testing.T) {
		r := newRig(t).readyToDraw()
		const size = 16 << 20
		vb, err := r.CreateVertexBuffer(size, d3d9.USAGE_DYNAMIC, 0, d3d9.POOL_DEFAULT, 0)
		r.ok(err, r.SetStreamSource(0, vb, 0, 12))
		before := r.fake.Counts().Buffers
		for range 64 {
			_, err := vb.Lock(0, 0, d3d9.LOCK_DISCARD)
			r.ok(err, vb.Unlock())
			draw(r)
		}
		if n := r.fake.Counts().Buffers - before; n > maxRetiredBytes/size {
			t.Errorf("%d buffers more", n)
		}
	})
	t.Run("counters of a query that never ends", func(t *testing.T) {
		r := newRig(t).readyToDraw()
		q, err := r.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
		r.ok(err, q.Issue(d3d9.ISSUE_BEGIN))
		for range 1000 {
			draw(r)
			r.records()
		}
		if n := r.fake.Counts().Queries; n > 16 {
			t.Errorf("%d counters", n)
		}
		r.ok(q.Issue(d3d9.ISSUE_END))
	})
}
