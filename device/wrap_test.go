package device

import (
	"fmt"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

func noGeometry(f *gpu.Features) { f.GeometryShader = false }

// wrapRig is ready to draw positions of three floats as coordinates too, with WRAP0 on.
func wrapRig(t *testing.T, lack func(*gpu.Features)) *rig {
	t.Helper()
	r := newRig(t, features(lack)).readyToDraw()
	vs := r.vertexShader("vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov o1, v0\n")
	ps := r.pixelShader("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n")
	r.ok(r.SetVertexShader(vs), r.SetPixelShader(ps), r.SetRenderState(d3d9.RS_WRAP0, d3d9.WRAPCOORD_0))
	vs.Release()
	ps.Release()
	return r
}

func TestWrapIsAGeometryShaderOnlyWhereSomethingWraps(t *testing.T) {
	r := wrapRig(t, func(*gpu.Features) {})
	for _, tt := range []struct {
		state d3d9.RENDERSTATETYPE
		value uint32
		typ   d3d9.PRIMITIVETYPE
		fill  uint32
		want  bool
	}{
		{d3d9.RS_WRAP0, d3d9.WRAPCOORD_0, d3d9.PT_TRIANGLELIST, d3d9.FILL_SOLID, true},
		{d3d9.RS_WRAP0, d3d9.WRAPCOORD_3, d3d9.PT_TRIANGLEFAN, d3d9.FILL_WIREFRAME, true},
		{d3d9.RS_WRAP0, d3d9.WRAPCOORD_1, d3d9.PT_LINESTRIP, d3d9.FILL_SOLID, true},
		{d3d9.RS_WRAP0, d3d9.WRAPCOORD_0, d3d9.PT_POINTLIST, d3d9.FILL_SOLID, false},
		{d3d9.RS_WRAP0, 0, d3d9.PT_TRIANGLELIST, d3d9.FILL_SOLID, false},
		{d3d9.RS_WRAP1, d3d9.WRAPCOORD_0, d3d9.PT_TRIANGLELIST, d3d9.FILL_SOLID, false}, // nobody reads TEXCOORD1
		{d3d9.RS_WRAP15, d3d9.WRAPCOORD_0, d3d9.PT_TRIANGLELIST, d3d9.FILL_SOLID, false},
	} {
		r.ok(r.SetRenderState(d3d9.RS_WRAP0, 0), r.SetRenderState(tt.state, tt.value), r.SetRenderState(d3d9.RS_FILLMODE, tt.fill))
		r.ok(r.DrawPrimitive(tt.typ, 2, 1))
		if d := r.drawn()[0]; (d.Desc.Geometry != 0) != tt.want || d.First != 2 {
			t.Errorf("%+v: geometry shader %d, first vertex %d", tt, d.Desc.Geometry, d.First)
		}
	}
}

// TestExpandedVertices looks at the vertices that take a geometry shader's place: each its own position and then the primitive's first one.
func TestExpandedVertices(t *testing.T) {
	r := wrapRig(t, noGeometry)
	vertices := make([]float32, 3*20)
	for i := range 20 {
		vertices[3*i] = float32(i)
	}
	stream, _, _, _ := r.GetStreamSource(0)
	mem, err := stream.Lock(0, uint(len(vertices)*4), 0)
	r.ok(err)
	mem.SetFloat32s(0, vertices)
	r.ok(stream.Unlock())
	ib, _ := r.GetIndices()
	list, err := ib.Lock(0, 40, 0)
	r.ok(err)
	for i := range 20 {
		list.SetUint16s(2*i, []uint16{uint16(i) + 3})
	}
	r.ok(ib.Unlock())
	stream.Release()
	ib.Release()
	const solid = d3d9.FILL_SOLID
	for _, tt := range []struct {
		name string
		draw func() d3d9.Error
		fill uint32
		want [][2]float32 // own, first
	}{
		{"list", func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 4, 2) }, solid,
			[][2]float32{{4, 4}, {5, 4}, {6, 4}, {7, 7}, {8, 7}, {9, 7}}},
		{"strip", func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLESTRIP, 0, 2) }, solid,
			[][2]float32{{0, 0}, {1, 0}, {2, 0}, {1, 1}, {3, 1}, {2, 1}}},
		{"fan as points", func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLEFAN, 0, 2) }, d3d9.FILL_POINT,
			[][2]float32{{1, 1}, {2, 1}, {0, 1}, {2, 2}, {3, 2}, {0, 2}}},
		{"lines", func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_LINELIST, 0, 2) }, solid, [][2]float32{{0, 0}, {1, 0}, {2, 2}, {3, 2}}},
		{"indexed line strip", func() d3d9.Error { return r.DrawIndexedPrimitive(d3d9.PT_LINESTRIP, -2, 0, 20, 1, 2) }, solid,
			[][2]float32{{2, 2}, {3, 2}, {3, 3}, {4, 3}}},
		{"indices before and beyond the buffer", func() d3d9.Error { return r.DrawIndexedPrimitive(d3d9.PT_LINELIST, -4, 0, 20, 0, 1) }, solid,
			[][2]float32{{0, 0}, {0, 0}}},
		{"beyond", func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_LINELIST, 1<<30, 1) }, solid, [][2]float32{{0, 0}, {0, 0}}},
	} {
		t.Run("OT-6/"+tt.name, func(t *testing.T) {
			r.ok(r.SetRenderState(d3d9.RS_FILLMODE, tt.fill), tt.draw())
			d := r.drawn()[0]
			var got [][2]float32
			for i := range int(d.Count) {
				got = append(got, [2]float32{float32At(d.Vertices, 6*i), float32At(d.Vertices, 6*i+3)})
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.want) || d.Desc.Geometry != 0 || d.Indexed || d.Streams[0].Stride != 24 {
				t.Errorf("%v, want %v; geometry shader %d, indexed %v, %+v", got, tt.want, d.Desc.Geometry, d.Indexed, d.Streams[0])
			}
		})
	}
	r.ok(r.SetRenderState(d3d9.RS_WRAP0, 0), r.DrawIndexedPrimitive(d3d9.PT_TRIANGLESTRIP, 0, 0, 3, 0, 1))
	if d := r.drawn()[0]; !d.Indexed || d.Topology != gpu.TopologyTriangleStrip || d.Streams[0].Stride != 12 {
		t.Errorf("after wrapping: indexed %v, topology %d, %+v", d.Indexed, d.Topology, d.Streams[0])
	}
}

func TestExpandedVerticesServeAllSteps(t *testing.T) {
	r := wrapRig(t, func(f *gpu.Features) { f.GeometryShader, f.IndependentBlend = false, false })
	ps := r.pixelShader("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\nmov oC1, v0\n")
	target, err := r.CreateRenderTarget(64, 48, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	r.ok(err)
	r.ok(r.SetPixelShader(ps), r.SetRenderTarget(1, target), r.SetRenderState(d3d9.RS_COLORWRITEENABLE1, 1))
	ps.Release()
	target.Release()
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 3))
	draws := r.drawn()
	if len(draws) != 2 || draws[0].Count != 9 || draws[1].Count != 9 || draws[0].Streams[0] != draws[1].Streams[0] {
		t.Errorf("%d draws, want two of the same nine vertices", len(draws))
	}
}

func TestExpandedVerticesNeedAttributes(t *testing.T) {
	r := newRig(t, func(fake *gputest.Device, o *Options) {
		fake.Adapter().Limits.MaxVertexInputAttributes = 16
		features(noGeometry)(fake, o)
	}).readyToDraw()
	text := "vs_2_0\n"
	for n := range 9 {
		text += fmt.Sprintf("dcl_texcoord%d v%d\n", n, n)
	}
	text += "add r0, v0, v1\n"
	for n := 2; n < 9; n++ {
		text += fmt.Sprintf("add r0, r0, v%d\n", n)
	}
	vs, ps := r.vertexShader(text+"mov oPos, r0\nmov oT0, r0\n"), r.pixelShader("ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0\n")
	r.ok(r.SetVertexShader(vs), r.SetPixelShader(ps), r.SetRenderState(d3d9.RS_WRAP0, 1))
	vs.Release()
	ps.Release()
	r.wants(d3d9.ERR_NOTAVAILABLE, r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	r.ok(r.SetRenderState(d3d9.RS_WRAP0, 0), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
}

func TestWrapAllocatesNothing(t *testing.T) {
	for path, lack := range map[string]func(*gpu.Features){"geometry shader": func(*gpu.Features) {}, "expanded vertices": noGeometry} {
		r := wrapRig(t, lack)
		r.fake.Forget = true
		vertices := make([]float32, 9)
		indices := []uint16{0, 1, 2}
		stream, _, _, _ := r.GetStreamSource(0)
		ib, _ := r.GetIndices()
		for name, draw := range map[string]func() d3d9.Error{
			"DrawPrimitive":        func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLESTRIP, 0, 5) },
			"DrawIndexedPrimitive": func() d3d9.Error { return r.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, 0, 0, 3, 0, 1) },
			"DrawPrimitiveUP":      func() d3d9.Error { return r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(vertices), 12) },
			"DrawIndexedPrimitiveUP": func() d3d9.Error {
				return r.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLELIST, 0, 3, 1, indices, address(vertices), 12)
			},
			"wrapping on and off": func() d3d9.Error {
				vertices[0]++
				r.SetRenderState(d3d9.RS_WRAP0, uint32(vertices[0])&1)
				return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)
			},
		} {
			r.ok(r.SetRenderState(d3d9.RS_WRAP0, 1), r.SetStreamSource(0, stream, 0, 12), r.SetIndices(ib), draw(), draw())
			if n := testing.AllocsPerRun(100, func() {
				if err := draw(); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("%s, %s: %v allocations a draw", path, name, n)
			}
		}
		stream.Release()
		ib.Release()
	}
}
