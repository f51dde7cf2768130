package d3d9

import (
	"math"
	"testing"
)

func TestStateRows(t *testing.T) {
	for _, table := range []struct {
		rows []StateDesc
		set  *ConstantSet
	}{{RenderStates, RENDERSTATETYPESet}, {SamplerStates, SAMPLERSTATETYPESet}, {TextureStageStates, TEXTURESTAGESTATETYPESet}} {
		if len(table.rows) != len(table.set.Constants) {
			t.Errorf("%s: %d rows, %d names", table.set.Name, len(table.rows), len(table.set.Constants))
		}
		for i, d := range table.rows {
			if i > 0 && d.State <= table.rows[i-1].State {
				t.Errorf("%s is out of order", d.Name)
			}
			if name, _ := table.set.Lookup(int64(d.State)); name != d.Name {
				t.Errorf("row %s has the number of %s", d.Name, name)
			}
			if d.Kind == KindEnum || d.Kind == KindFlags {
				if d.Values == nil {
					t.Errorf("%s: values have no names", d.Name)
				} else if _, ok := d.Values.Lookup(int64(d.Default)); !ok && d.Kind == KindEnum {
					t.Errorf("%s: default %d has no name", d.Name, d.Default)
				}
			}
			if d.Kind == KindBool && d.Default > 1 {
				t.Errorf("%s: default %d", d.Name, d.Default)
			}
		}
	}
}

func TestStateLookup(t *testing.T) {
	if d, ok := RenderStateInfo(RS_COLORWRITEENABLE1); !ok || d.Name != "RS_COLORWRITEENABLE1" || d.Default != 15 || !d.Pixel || d.Vertex {
		t.Errorf("got %+v, %t", d, ok)
	}
	for _, state := range []RENDERSTATETYPE{0, 1, 210, math.MaxUint32} {
		if _, ok := RenderStateInfo(state); ok {
			t.Errorf("%s is described", state)
		}
	}
	if _, ok := SamplerStateInfo(14); ok {
		t.Error("sampler state 14 is described")
	}
	if _, ok := TextureStageStateInfo(12); ok {
		t.Error("texture stage state 12 is described")
	}
	if RenderStateName(RS_ZENABLE) != "RS_ZENABLE" || RenderStateName(1) != "RENDERSTATETYPE(1)" {
		t.Error("names are wrong")
	}
	if n := testing.AllocsPerRun(100, func() { RenderStateInfo(RS_BLENDOPALPHA) }); n != 0 {
		t.Errorf("RenderStateInfo allocates %g times", n)
	}
}

func TestStateDefaults(t *testing.T) {
	float := math.Float32bits
	for state, want := range map[RENDERSTATETYPE]uint32{
		RS_ZENABLE: ZB_FALSE, RS_ZFUNC: CMP_LESSEQUAL, RS_CULLMODE: CULL_CCW, RS_FOGEND: float(1), RS_FOGDENSITY: float(1),
		RS_SRCBLEND: BLEND_ONE, RS_DESTBLENDALPHA: BLEND_ZERO, RS_STENCILMASK: 0xffffffff, RS_COLORWRITEENABLE3: 15,
		RS_POINTSIZE_MAX: float(64), RS_DIFFUSEMATERIALSOURCE: MCS_COLOR1, RS_SPECULARMATERIALSOURCE: MCS_COLOR2,
		RS_ADAPTIVETESS_Z: float(1), RS_POSITIONDEGREE: DEGREE_CUBIC, RS_DEPTHBIAS: 0, RS_BLENDFACTOR: 0xffffffff,
		RS_WRAP15: 0, RS_LASTPIXEL: 1, 1000: 0,
	} {
		if got := DefaultRenderState(state, false); got != want {
			t.Errorf("%s is %#x, want %#x", state, got, want)
		}
	}
	if DefaultRenderState(RS_ZENABLE, true) != ZB_TRUE {
		t.Error("RS_ZENABLE with a depth buffer is off")
	}
	for _, c := range []struct {
		stage uint32
		state TEXTURESTAGESTATETYPE
		want  uint32
	}{
		{0, TSS_COLOROP, TOP_MODULATE}, {1, TSS_COLOROP, TOP_DISABLE}, {0, TSS_ALPHAOP, TOP_SELECTARG1}, {7, TSS_ALPHAOP, TOP_DISABLE},
		{3, TSS_TEXCOORDINDEX, 3}, {2, TSS_COLORARG1, TA_TEXTURE}, {2, TSS_RESULTARG, TA_CURRENT}, {0, 100, 0},
	} {
		if got := DefaultTextureStageState(c.stage, c.state); got != c.want {
			t.Errorf("stage %d %s is %d, want %d", c.stage, c.state, got, c.want)
		}
	}
	if d, _ := SamplerStateInfo(SAMP_MAGFILTER); d.Default != TEXF_POINT {
		t.Errorf("SAMP_MAGFILTER is %d", d.Default)
	}
}

func TestStateValues(t *testing.T) {
	rs := func(s RENDERSTATETYPE, v uint32) string {
		d, _ := RenderStateInfo(s)
		return d.ValueString(v)
	}
	tss := func(s TEXTURESTAGESTATETYPE, v uint32) string {
		d, _ := TextureStageStateInfo(s)
		return d.ValueString(v)
	}
	for _, c := range []struct{ got, want string }{
		{rs(RS_ZENABLE, ZB_USEW), "ZB_USEW"},
		{rs(RS_LIGHTING, 1), "TRUE"},
		{rs(RS_LIGHTING, 0), "FALSE"},
		{rs(RS_LIGHTING, 2), "2"},
		{rs(RS_FOGEND, math.Float32bits(0.5)), "0.5"},
		{rs(RS_AMBIENT, 0xff), "0x000000ff"},
		{rs(RS_STENCILMASK, 0xffffffff), "0xffffffff"},
		{rs(RS_COLORWRITEENABLE, 5), "COLORWRITEENABLE_RED|COLORWRITEENABLE_BLUE"},
		{rs(RS_SRCBLEND, 99), "BLEND(99)"},
		{tss(TSS_COLORARG1, TA_TEXTURE|TA_COMPLEMENT|TA_ALPHAREPLICATE), "TA_TEXTURE|TA_COMPLEMENT|TA_ALPHAREPLICATE"},
		{tss(TSS_COLORARG1, 0x100|TA_TFACTOR), "TA_TFACTOR|0x100"},
		{tss(TSS_TEXCOORDINDEX, 3), "3"},
		{tss(TSS_TEXCOORDINDEX, TSS_TCI_SPHEREMAP|1), "TSS_TCI_SPHEREMAP|1"},
		{tss(TSS_TEXTURETRANSFORMFLAGS, TTFF_COUNT3|TTFF_PROJECTED), "TTFF_COUNT3|TTFF_PROJECTED"},
		{tss(TSS_TEXTURETRANSFORMFLAGS, TTFF_COUNT2), "TTFF_COUNT2"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}
