package device

import (
	"slices"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

func TestDrawIsOneRecordWhenNothingChanged(t *testing.T) {
	r := newRig(t).readyToDraw()
	for range 3 {
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	}
	ops := r.records()
	first := slices.Index(ops, gpu.OpDraw)
	if got := ops[first:]; !slices.Equal(got, []gpu.Op{gpu.OpDraw, gpu.OpDraw, gpu.OpDraw}) {
		t.Errorf("three equal draws are %v after the first's state", got)
	}
	if n := count(ops[:first], gpu.OpConst); n != 2 {
		t.Errorf("%d constant blocks are bound, want one of each shader", n)
	}
}

func TestDrawAfterOneChange(t *testing.T) {
	r := newRig(t).readyToDraw()
	black := make([]float32, 4)
	type change struct {
		name string
		do   func() d3d9.Error
		want []gpu.Op
	}
	rs := func(s d3d9.RENDERSTATETYPE, v uint32) func() d3d9.Error {
		return func() d3d9.Error { return r.SetRenderState(s, v) }
	}
	for _, c := range []change{
		{"vertex constant", func() d3d9.Error { black[0]++; return r.SetVertexShaderConstantF(0, black) }, []gpu.Op{gpu.OpConst}},
		{"pixel constant", func() d3d9.Error { return r.SetPixelShaderConstantF(0, black) }, []gpu.Op{gpu.OpConst}},
		{"same constant", func() d3d9.Error { return r.SetPixelShaderConstantF(0, black) }, nil},
		{"cull mode", rs(d3d9.RS_CULLMODE, d3d9.CULL_NONE), []gpu.Op{gpu.OpRaster}},
		{"same cull mode", rs(d3d9.RS_CULLMODE, d3d9.CULL_NONE), nil},
		{"depth", rs(d3d9.RS_ZFUNC, d3d9.CMP_ALWAYS), []gpu.Op{gpu.OpDepth}},
		{"stencil", rs(d3d9.RS_STENCILENABLE, 1), []gpu.Op{gpu.OpStencil}},
		{"blend", rs(d3d9.RS_ALPHABLENDENABLE, 1), []gpu.Op{gpu.OpBlend}},
		{"blend factor", rs(d3d9.RS_BLENDFACTOR, 1), []gpu.Op{gpu.OpBlendConst}},
		{"lighting", rs(d3d9.RS_LIGHTING, 0), nil},
		{"scissor", func() d3d9.Error { return r.SetScissorRect(d3d9.RECT{Right: 8, Bottom: 8}) }, nil},
		{"scissor test", rs(d3d9.RS_SCISSORTESTENABLE, 1), []gpu.Op{gpu.OpScissor}},
		{"viewport", func() d3d9.Error { return r.SetViewport(d3d9.VIEWPORT{Width: 8, Height: 8, MaxZ: 1}) }, []gpu.Op{gpu.OpViewport}},
		{"alpha test", rs(d3d9.RS_ALPHATESTENABLE, 1), nil},                                                             // the function is ALWAYS
		{"alpha function", rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATER), []gpu.Op{gpu.OpPipeline, gpu.OpConst, gpu.OpConst}}, // both blocks of the pixel shader,
		{"alpha reference", rs(d3d9.RS_ALPHAREF, 128), []gpu.Op{gpu.OpConst, gpu.OpConst}},
		{"unused texture", func() d3d9.Error { return r.SetSamplerState(3, d3d9.SAMP_MAGFILTER, d3d9.TEXF_LINEAR) }, nil},
	} {
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), c.do(), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		ops := r.records()
		first := slices.Index(ops, gpu.OpDraw)
		if got := ops[first+1 : len(ops)-1]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v between two draws, want %v", c.name, got, c.want)
		}
	}
}

func TestDrawRecords(t *testing.T) {
	r := newRig(t).readyToDraw()
	r.ok(
		r.DrawPrimitive(d3d9.PT_TRIANGLEFAN, 7, 4),
		r.DrawIndexedPrimitive(d3d9.PT_LINESTRIP, -2, 0, 300, 5, 6),
		r.DrawPrimitive(d3d9.PT_POINTLIST, 0, 0),
	)
	d := r.drawn()
	if len(d) != 2 {
		t.Fatalf("%d draws, want 2: none of nothing", len(d))
	}
	if d[0].Indexed || d[0].First != 7 || d[0].Count != 6 || d[0].Topology != gpu.TopologyTriangleFan {
		t.Errorf("fan: %+v", d[0])
	}
	if !d[1].Indexed || d[1].First != 5 || d[1].Count != 7 || d[1].Base != -2 || d[1].Topology != gpu.TopologyLineStrip || d[1].Desc.Class != gpu.TopologyLineList {
		t.Errorf("indexed line strip: %+v", d[1])
	}
	if d[0].Viewport != [6]float32{.5, 48.5, 64, -48, 0, 1} || d[0].Scissor != [4]uint32{0, 0, 64, 48} {
		t.Errorf("viewport %v, scissor %v", d[0].Viewport, d[0].Scissor)
	}
}

func TestDrawUP(t *testing.T) {
	r := newRig(t).readyToDraw()
	vertices := []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	r.ok(r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(vertices), 12))
	if vb, _, _, err := r.GetStreamSource(0); vb != nil || err != nil {
		t.Errorf("stream 0 is %v (%v) after DrawPrimitiveUP, want none", vb, err)
	}
	r.ok(r.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLELIST, 1, 3, 1, []uint16{1, 2, 3}, address(vertices), 12))
	if ib, err := r.GetIndices(); ib != nil || err != nil {
		t.Errorf("the index buffer is %v (%v) after DrawIndexedPrimitiveUP, want none", ib, err)
	}
	large := make([]float32, 3*200_000)
	large[0] = 42
	r.ok(r.DrawPrimitiveUP(d3d9.PT_POINTLIST, 200_000, address(large), 12))
	d := r.drawn()
	if len(d) != 3 {
		t.Fatalf("%d draws, want 3", len(d))
	}
	if float32At(d[0].Vertices, 0) != 1 || float32At(d[0].Vertices, 8) != 9 {
		t.Errorf("the first draw reads vertices %v", d[0].Vertices)
	}
	if !slices.Equal(d[1].Indices, []uint32{1, 2, 3}) || d[1].Base != -1 {
		t.Errorf("the indexed draw reads indices %v from %d on", d[1].Indices, d[1].Base)
	}
	if d[2].Count != 200_000 || float32At(d[2].Vertices, 0) != 42 {
		t.Errorf("the large draw has %d vertices", d[2].Count)
	}
	if n := r.Counts().Buffers; n > 2 {
		t.Errorf("%d buffers are left", n)
	}
}

// TestDrawUPAfterDraw: a user-pointer draw that follows a draw with nothing changed between still has a stream 0 of its own.
func TestDrawUPAfterDraw(t *testing.T) {
	r := newRig(t).readyToDraw()
	vertices := []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}
	draw := func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1) }
	r.ok(draw())
	r.wants(d3d9.ERR_INVALIDCALL, r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(vertices), 7))
	r.wants(d3d9.ERR_INVALIDCALL, r.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLELIST, 0, 3, 1, []uint16{0, 1, 2}, address(vertices), 7))
	r.ok(draw(), r.SetStreamSource(0, nil, 0, 0), draw()) // the last reads (0, 0, 0, 1)
	r.ok(r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(vertices), 12))
	d := r.drawn()
	if len(d) != 4 {
		t.Fatalf("%d draws, want 4", len(d))
	}
	if got := d[3].Vertices; len(got) < 4 || float32At(got, 0) != 1 {
		t.Errorf("the user-pointer draw reads vertices %v", got)
	}
	if d[3].Desc.Layout == d[2].Desc.Layout {
		t.Error("the user-pointer draw has the layout of the draw without a stream")
	}
}

func TestDrawErrorsChangeNothing(t *testing.T) {
	r := newRig(t)
	r.wants(d3d9.ERR_INVALIDCALL, r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)) // no declaration
	r.readyToDraw()
	v := []float32{1, 2, 3}
	ops := func() []gpu.Op { return r.records() }
	ops()
	for _, err := range []d3d9.Error{
		r.DrawPrimitive(0, 0, 1),
		r.DrawPrimitive(7, 0, 1),
		r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1<<40),
		r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 1<<40, 1),
		r.DrawPrimitive(d3d9.PT_POINTLIST, 0, caps.MaxPrimitiveCount+1),
		r.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, 1<<40, 0, 3, 0, 1),
		r.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, 0, 0, 3, 0, 101), // of 300 indices
		r.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, 0, 0, 3, 298, 1),
		r.DrawIndexedPrimitive(d3d9.PT_TRIANGLESTRIP, 0, 0, 3, 1<<63, 1),
		r.DrawPrimitiveUP(d3d9.PT_POINTLIST, 1, 0, 12),
		r.DrawPrimitiveUP(d3d9.PT_POINTLIST, 1, address(v), 0),
		r.DrawPrimitiveUP(d3d9.PT_POINTLIST, 1<<28, address(v), 12),
		r.DrawIndexedPrimitiveUP(d3d9.PT_POINTLIST, 0, 1, 1, 0, d3d9.FMT_INDEX16, address(v), 12),
		r.DrawIndexedPrimitiveUP(d3d9.PT_POINTLIST, 0, 1, 1, address(v), d3d9.FMT_A8R8G8B8, address(v), 12),
		r.DrawIndexedPrimitiveUPuint32(d3d9.PT_POINTLIST, 0, 1, 2, []uint32{0}, address(v), 12),
	} {
		r.wants(d3d9.ERR_INVALIDCALL, err)
	}
	r.ok(r.SetIndices(nil))
	r.wants(d3d9.ERR_INVALIDCALL, r.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, 0, 0, 3, 0, 1))
	r.ok(r.SetPixelShader(nil))
	r.wants(d3d9.ERR_NOTAVAILABLE, r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	r.ok(r.SetFVF(d3d9.FVF_XYZRHW))
	r.wants(d3d9.ERR_NOTAVAILABLE, r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	if got := slices.DeleteFunc(ops(), func(op gpu.Op) bool { return op == gpu.OpDestroy }); len(got) != 0 {
		t.Errorf("refused draws left records %v", got)
	}
}

// What a draw would have to ignore is an error, and no longer one when the state is back.
func TestStatesThatDrawsRefuse(t *testing.T) {
	r := newRig(t, features(func(f *gpu.Features) { f.TriangleFans = false })).readyToDraw()
	r.wants(d3d9.ERR_NOTAVAILABLE, r.DrawPrimitive(d3d9.PT_TRIANGLEFAN, 0, 1))
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLESTRIP, 0, 1))
}

func TestDrawAllocatesNothing(t *testing.T) {
	r := newRig(t).readyToDraw()
	r.fake.Forget = true
	vertices := make([]float32, 9)
	indices := []uint16{0, 1, 2}
	constant := make([]float32, 4)
	stream, _, _, _ := r.GetStreamSource(0)
	ib, _ := r.GetIndices()
	defer stream.Release()
	defer ib.Release()
	for name, draw := range map[string]func() d3d9.Error{
		"DrawPrimitive":        func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1) },
		"DrawIndexedPrimitive": func() d3d9.Error { return r.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, 0, 0, 3, 0, 1) },
		"DrawPrimitiveUP":      func() d3d9.Error { return r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(vertices), 12) },
		"DrawIndexedPrimitiveUP": func() d3d9.Error {
			return r.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLELIST, 0, 3, 1, indices, address(vertices), 12)
		},
		"vertex constant": func() d3d9.Error {
			constant[0]++
			if err := r.SetVertexShaderConstantF(0, constant); err != nil {
				return err
			}
			return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)
		},
		"blend": func() d3d9.Error {
			constant[0]++
			r.SetRenderState(d3d9.RS_ALPHABLENDENABLE, uint32(constant[0])&1)
			return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)
		},
	} {
		r.ok(r.SetStreamSource(0, stream, 0, 12), r.SetIndices(ib), draw())
		if n := testing.AllocsPerRun(100, func() {
			if err := draw(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations a draw", name, n)
		}
	}
}

func TestDrawGoesOnInANewList(t *testing.T) {
	r := newRig(t)
	r.fake.ListWords, r.fake.ListArena = 1<<10, 64<<10
	r.readyToDraw()
	c := make([]float32, 4)
	for i := range 3000 {
		c[0] = float32(i)
		if i%5 == 0 {
			r.ok(r.SetVertexShaderConstantF(0, c))
		}
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	}
	d := r.drawn()
	if len(d) != 3000 {
		t.Fatalf("%d draws", len(d))
	}
	for i := range d {
		if got := float32At(d[i].Const[gpu.VertexConst], 0); got != float32(i/5*5) {
			t.Fatalf("draw %d sees c0.x = %v", i, got)
		}
	}
	if d[len(d)-1].Serial-d[0].Serial < 3 {
		t.Errorf("all of it went into %d lists", d[len(d)-1].Serial-d[0].Serial+1)
	}
}
