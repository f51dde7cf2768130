package device

import (
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/ir"
)

func TestStateDefaults(t *testing.T) {
	r := newRig(t)
	for _, info := range d3d9.RenderStates {
		got, err := r.GetRenderState(d3d9.RENDERSTATETYPE(info.State))
		r.ok(err)
		if want := d3d9.DefaultRenderState(d3d9.RENDERSTATETYPE(info.State), true); got != want {
			t.Errorf("%s is %s, want %s", info.Name, info.ValueString(got), info.ValueString(want))
		}
	}
	for _, info := range d3d9.SamplerStates {
		for _, s := range []uint32{0, 15, d3d9.VERTEXTEXTURESAMPLER3} {
			if got, _ := r.GetSamplerState(s, d3d9.SAMPLERSTATETYPE(info.State)); got != info.Default {
				t.Errorf("sampler %d: %s is %s", s, info.Name, info.ValueString(got))
			}
		}
	}
	for stage := range uint32(8) {
		for _, info := range d3d9.TextureStageStates {
			typ := d3d9.TEXTURESTAGESTATETYPE(info.State)
			if got, _ := r.GetTextureStageState(stage, typ); got != d3d9.DefaultTextureStageState(stage, typ) {
				t.Errorf("stage %d: %s is %s", stage, info.Name, info.ValueString(got))
			}
		}
	}
	v, _ := r.GetViewport()
	if v != (d3d9.VIEWPORT{Width: 64, Height: 48, MaxZ: 1}) {
		t.Errorf("viewport %+v", v)
	}
	if s, _ := r.GetScissorRect(); s != (d3d9.RECT{Right: 64, Bottom: 48}) {
		t.Errorf("scissor rectangle %+v", s)
	}
	if m, _ := r.GetTransform(d3d9.TS_PROJECTION); m != identity {
		t.Errorf("projection %v", m)
	}
}

func TestStateOutOfRange(t *testing.T) {
	r := newRig(t)
	r.ok(r.SetRenderState(5, 1), r.SetRenderState(1000, 1), r.SetSamplerState(16, 1, 1), r.SetSamplerState(256, 1, 1), r.SetTextureStageState(8, 1, 1), r.SetTexture(100, nil))
	if _, err := r.GetRenderState(1000); err == nil {
		t.Error("render state 1000 can be read")
	}
	if v, err := r.GetRenderState(250); v != 0 || err != nil {
		t.Errorf("render state 250 is %d, %v", v, err)
	}
	r.wants(d3d9.ERR_INVALIDCALL, r.SetTransform(100, identity))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetClipPlane(6, [4]float32{}))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetViewport(d3d9.VIEWPORT{Width: 1 << 30, Height: 1}))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetViewport(d3d9.VIEWPORT{Width: 1, Height: 1, MaxZ: 2}))
	limit := r.fake.Adapter().Limits.MaxViewportDimensions
	r.wants(d3d9.ERR_INVALIDCALL, r.SetViewport(d3d9.VIEWPORT{X: limit[0] - 1, Width: limit[0], Height: 1}))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetViewport(d3d9.VIEWPORT{Y: limit[1] - 1, Width: 1, Height: limit[1]}))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetScissorRect(d3d9.RECT{Left: 2, Right: 1}))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetStreamSource(16, nil, 0, 0))
	r.wants(d3d9.ERR_NOTAVAILABLE, r.SetStreamSourceFreq(1, d3d9.STREAMSOURCE_INSTANCEDATA|1))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetVertexDeclaration(&VertexDeclaration{}))
}

func TestConstants(t *testing.T) {
	r := newRig(t)
	f := []float32{1, 2, 3, 4, 5, 6, 7, 8}
	i := []int32{1, 2, 3, 4}
	r.ok(r.SetVertexShaderConstantF(254, f), r.SetPixelShaderConstantF(222, f), r.SetVertexShaderConstantI(15, i), r.SetPixelShaderConstantB(12, []int32{1, 0, 7, 1}))
	got := make([]float32, 8)
	r.ok(r.GetVertexShaderConstantF(254, got))
	if got[7] != 8 {
		t.Errorf("c255 is %v", got[4:])
	}
	b := make([]int32, 5)
	r.ok(r.GetPixelShaderConstantB(11, b))
	if [5]int32(b) != [5]int32{0, 1, 0, 1, 1} {
		t.Errorf("b11..b15 are %v", b)
	}
	for _, err := range []d3d9.Error{
		r.SetVertexShaderConstantF(255, f), r.SetVertexShaderConstantF(1<<63, f), r.SetPixelShaderConstantF(223, f), r.SetVertexShaderConstantF(0, f[:7]),
		r.SetVertexShaderConstantI(16, i), r.SetPixelShaderConstantB(13, []int32{1, 1, 1, 1}), r.GetVertexShaderConstantI(15, make([]int32, 8)),
	} {
		r.wants(d3d9.ERR_INVALIDCALL, err)
	}
	r.ok(r.GetVertexShaderConstantF(254, got))
	if got[0] != 1 {
		t.Errorf("a refused call changed c254 to %v", got[:4])
	}
}

func TestConstantBlocks(t *testing.T) {
	r := newRig(t).readyToDraw()
	vs := r.vertexShader("vs_3_0\ndef c5, 9, 9, 9, 9\ndcl_position v0\ndcl_position o0\nmova a0.x, v0.x\nadd r0, v0, c0[a0.x]\nif b3\nrep i2\nadd r0, r0, v0\nendrep\nendif\nmov o0, r0\n")
	defer vs.Release()
	r.ok(r.SetVertexShader(vs), r.SetVertexShaderConstantF(4, []float32{1, 2, 3, 4, 5, 6, 7, 8}), r.SetVertexShaderConstantI(2, []int32{3, 0, 0, 0}), r.SetVertexShaderConstantB(3, []int32{1}))
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	d := r.drawn()
	block := d[0].Const[gpu.VertexConst]
	if len(block) != (256+3+1)*16 {
		t.Fatalf("the block has %d bytes", len(block))
	}
	if float32At(block, 4*4) != 1 || float32At(block, 5*4) != 9 {
		t.Errorf("c4.x is %v, c5.x %v, want 1 and the def's 9", float32At(block, 16), float32At(block, 20))
	}
	if block[(256+2)*16] != 3 || block[(256+3)*16] != 1<<3 {
		t.Errorf("i2.x is %d, b# %#x", block[(256+2)*16], block[(256+3)*16])
	}
}

func TestRasterConventions(t *testing.T) {
	r := newRig(t).readyToDraw()
	one := func(s d3d9.RENDERSTATETYPE, v uint32) [3]uint32 {
		r.Helper()
		r.ok(r.SetRenderState(s, v), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		return r.drawn()[0].Raster
	}
	if got := one(d3d9.RS_CULLMODE, d3d9.CULL_CW); got[0] != gpu.PackRaster(gpu.CullFront, true, gpu.PolygonFill, false, false) {
		t.Errorf("CULL_CW: %#x", got[0])
	}
	if got := one(d3d9.RS_CULLMODE, d3d9.CULL_CCW); got[0] != gpu.PackRaster(gpu.CullBack, true, gpu.PolygonFill, false, false) {
		t.Errorf("CULL_CCW: %#x", got[0])
	}
	if got := one(d3d9.RS_DEPTHBIAS, gpu.F(1.0/1024)); got[1] != gpu.F(1<<14) || got[0]&(1<<5) == 0 {
		t.Errorf("DEPTHBIAS of 1/1024 with 24 bits: %#x", got)
	}
	if got := one(d3d9.RS_FILLMODE, d3d9.FILL_WIREFRAME); got[0]>>3&3 != uint32(gpu.PolygonLine) {
		t.Errorf("FILL_WIREFRAME: %#x", got[0])
	}
	r.ok(r.SetRenderState(d3d9.RS_STENCILENABLE, 1), r.SetRenderState(d3d9.RS_TWOSIDEDSTENCILMODE, 1), r.SetRenderState(d3d9.RS_STENCILPASS, d3d9.STENCILOP_INCR),
		r.SetRenderState(d3d9.RS_CCW_STENCILPASS, d3d9.STENCILOP_DECR), r.SetRenderState(d3d9.RS_STENCILREF, 0x1ff), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	st := r.drawn()[0].Stencil
	if st[0] != gpu.PackStencil(true, gpu.StencilKeep, gpu.StencilIncrementWrap, gpu.StencilKeep, gpu.CompareAlways) ||
		st[1] != gpu.PackStencil(true, gpu.StencilKeep, gpu.StencilDecrementWrap, gpu.StencilKeep, gpu.CompareAlways) || st[2] != 0xff {
		t.Errorf("two-sided stencil: %#x", st)
	}
}

func TestSamplerDescriptions(t *testing.T) {
	r := newRig(t)
	desc := func(cube, filter bool, lod, base uint32) gpu.SamplerDesc {
		of := samplerOf{dim: ir.Dim2D, filter: filter, lod: lod, base: base}
		if cube {
			of.dim = ir.DimCube
		}
		return r.samplerDesc(0, of)
	}
	if d := desc(false, true, 0, 0); d != (gpu.SamplerDesc{MaxLod: levelZero}) {
		t.Errorf("defaults: %+v", d)
	}
	set := func(typ d3d9.SAMPLERSTATETYPE, v uint32) { r.ok(r.SetSamplerState(0, typ, v)) }
	set(d3d9.SAMP_ADDRESSU, d3d9.TADDRESS_BORDER)
	set(d3d9.SAMP_ADDRESSV, d3d9.TADDRESS_MIRRORONCE)
	set(d3d9.SAMP_BORDERCOLOR, 0xff00ff00)
	set(d3d9.SAMP_MINFILTER, d3d9.TEXF_ANISOTROPIC)
	set(d3d9.SAMP_MAXANISOTROPY, 100)
	set(d3d9.SAMP_MIPFILTER, d3d9.TEXF_LINEAR)
	set(d3d9.SAMP_MAXMIPLEVEL, 2)
	set(d3d9.SAMP_MIPMAPLODBIAS, gpu.F(-100))
	want := gpu.SamplerDesc{
		Mag: gpu.FilterLinear, Min: gpu.FilterLinear, Mip: gpu.FilterLinear, AddressU: gpu.AddressClampToBorder, AddressV: gpu.AddressMirrorClampToEdge,
		Border: [4]float32{0, 1, 0, 1}, Anisotropy: 16, LodBias: -16, MinLod: 2, MaxLod: maxLod,
	}
	if d := desc(false, true, 0, 0); d != want {
		t.Errorf("got  %+v\nwant %+v", d, want)
	}
	if d := desc(true, true, 3, 2); d.AddressU != gpu.AddressClampToEdge || d.Border != [4]float32{} || d.MinLod != 1 {
		t.Errorf("cube from level 3 through a view from level 2: %+v", d)
	}
	if d := desc(false, false, 0, 0); d.Mag != gpu.FilterNearest || d.Min != gpu.FilterNearest || d.Mip != gpu.FilterNearest || d.Anisotropy != 0 {
		t.Errorf("a format that cannot be filtered: %+v", d)
	}
}
