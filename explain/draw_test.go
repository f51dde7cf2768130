package explain_test

import (
	"strings"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/explain"
	"d3d9vk/mrt"
	"d3d9vk/translate"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

func shader(t *testing.T, text string) *ir.Shader {
	t.Helper()
	program, err := sm.Assemble(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := translate.Compile(sm.Encode(program))
	if err != nil {
		t.Fatal(err)
	}
	return p.Shader
}

var (
	target = caps.FormatRow{Format: d3d9.FMT_A8R8G8B8, Channels: 15, HasAlpha: true, Blend: true, SRGBRead: true}
	depth  = caps.FormatRow{Format: d3d9.FMT_D24S8, Depth: true, Stencil: true}
)

// plain is a draw with nothing to tell.
func plain(t *testing.T) *explain.Draw {
	d := &explain.Draw{Render: &mrt.RenderStates{}, Vertex: shader(t, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oT1, v0\n"), Fed: 1,
		Pixel: shader(t, "ps_2_0\ndcl t1\nmov oC0, t1\n")}
	for n := range d3d9.RenderStates {
		r := &d3d9.RenderStates[n]
		d.Render[r.State] = r.Default
	}
	d.Input.Limits = mrt.Full()
	d.Input.Targets[0] = mrt.Surface{Format: &target, Width: 8, Height: 8, Image: 1}
	d.Input.DepthStencil = mrt.Surface{Format: &depth, Width: 8, Height: 8, Image: 2}
	return d
}

func TestFindings(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(*explain.Draw)
		want string // of the one finding; empty for none
	}{
		{"nothing", func(*explain.Draw) {}, ""},
		{"depth-sampled", func(d *explain.Draw) {
			d.Input.Samplers, d.Input.Sampled[3] = 8, mrt.SampledRange{Image: 2, Levels: 1, Layers: 1}
		}, "depth-sampled: the depth-stencil surface is sampled"},
		{"OT-6/WRAP1 is read", func(d *explain.Draw) { d.Render[d3d9.RS_WRAP1] = d3d9.WRAPCOORD_0 }, ""},
		{"OT-6/WRAP2 is not", func(d *explain.Draw) { d.Render[d3d9.RS_WRAP2] = d3d9.WRAPCOORD_0 }, "wrap-unread [OT-6]: WRAP2 is 0x1"},
		{"OT-6/WRAP9 is not", func(d *explain.Draw) { d.Render[d3d9.RS_WRAP9] = d3d9.WRAPCOORD_1 }, "wrap-unread [OT-6]: WRAP9 is 0x2"},
		{"OT-4/TTFF_PROJECTED alone transforms nothing", func(d *explain.Draw) { d.Stages[0] = d3d9.TTFF_PROJECTED }, ""},
		{"OT-4/TTFF_COUNT3", func(d *explain.Draw) { d.Stages[7] = d3d9.TTFF_COUNT3 | d3d9.TTFF_PROJECTED }, "texture-transform-ignored [OT-4]: TEXTURETRANSFORMFLAGS of stage 7 is 259"},
		{"OT-4/ps_1_1 divides by the count", func(d *explain.Draw) {
			d.Pixel = shader(t, "ps_1_1\ntex t1\nmov r0, t1\n")
			d.Used, d.Textures[1] = 2, explain.Texture{Declared: ir.DimBound, Bound: ir.DimCube, Format: &target}
			d.Stages[1] = d3d9.TTFF_COUNT3 | d3d9.TTFF_PROJECTED
		}, ""},
		{"OT-2/point sprites give coordinates", func(d *explain.Draw) {
			d.Pixel = shader(t, "ps_2_0\ndcl t0\nmov oC0, t0\n")
			d.Render[d3d9.RS_POINTSPRITEENABLE] = 1
		}, ""},
		{"OT-2/t0 is not written", func(d *explain.Draw) { d.Pixel = shader(t, "ps_2_0\ndcl t0\nmov oC0, t0\n") }, "varying-not-written [OT-2]: the pixel shader reads TEXCOORD0"},
		{"a vertex sampler", func(d *explain.Draw) { d.Used = 1 << 17 }, "sampler-without-texture: s1 of the vertex shader"},
		{"OC-14/the constants are named", func(d *explain.Draw) {
			d.Pixel = shader(t, "ps_3_0\nif b2\nmov oC0, c0\nendif\nrep i1\nmov oC0, c0\nendrep\nrep i3\nmov oC0, c0\nendrep\n")
			d.Input.Written = 0
		}, "target-skipped-by-constants [OC-14]: render target 0 is untouched: with the current b2, i1 and i3"},
		{"OC-4/a component that MRT-11's mask lets through", func(d *explain.Draw) {
			d.Pixel = shader(t, "ps_3_0\nmov oC0.xyz, c0\n")
		}, "target-partly-written [OC-4]: render target 0: the pixel shader writes oC0.xyz, and the write mask lets w through"},
		{"MRT-4/nothing is off that was on", func(d *explain.Draw) {
			d.Input.Limits.PostPixelShaderBlending = false
			d.Input.Targets[1] = mrt.Surface{Format: &target, Width: 8, Height: 8, Image: 3}
			d.Pixel = shader(t, "ps_3_0\nmov oC0, c0\nmov oC1, c0\n")
			d.Input.Written = 3
		}, ""},
		{"ZFUNC", func(d *explain.Draw) { d.Render[d3d9.RS_ZENABLE], d.Render[d3d9.RS_ZFUNC] = 1, d3d9.CMP_NEVER }, "test-never-passes: ZFUNC is CMP_NEVER"},
		{"ZFUNC without depth test", func(d *explain.Draw) {
			d.Render[d3d9.RS_ZENABLE], d.Render[d3d9.RS_ZFUNC] = d3d9.ZB_FALSE, d3d9.CMP_NEVER
		}, ""},
		{"ZFUNC to count in the stencil", func(d *explain.Draw) {
			d.Render[d3d9.RS_ZENABLE], d.Render[d3d9.RS_ZFUNC] = 1, d3d9.CMP_NEVER
			d.Render[d3d9.RS_STENCILENABLE], d.Render[d3d9.RS_STENCILZFAIL] = 1, d3d9.STENCILOP_INCR
		}, ""},
		{"STENCILFUNC", func(d *explain.Draw) {
			d.Render[d3d9.RS_STENCILENABLE], d.Render[d3d9.RS_STENCILFUNC] = 1, d3d9.CMP_NEVER
		}, "test-never-passes: STENCILFUNC is CMP_NEVER"},
		{"STENCILFUNC of one side", func(d *explain.Draw) {
			d.Render[d3d9.RS_STENCILENABLE], d.Render[d3d9.RS_TWOSIDEDSTENCILMODE], d.Render[d3d9.RS_STENCILFUNC] = 1, 1, d3d9.CMP_NEVER
		}, ""},
		{"STENCILFUNC to mark", func(d *explain.Draw) {
			d.Render[d3d9.RS_STENCILENABLE], d.Render[d3d9.RS_STENCILFUNC], d.Render[d3d9.RS_STENCILFAIL] = 1, d3d9.CMP_NEVER, d3d9.STENCILOP_REPLACE
		}, ""},
		{"without shaders only the targets are told", func(d *explain.Draw) { d.Vertex, d.Pixel = nil, nil; d.Stages[0] = 2; d.Input.Written = 1 }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := plain(t)
			d.Input.Written = 1
			tt.do(d)
			major := uint8(0)
			if d.Pixel != nil {
				major = d.Pixel.Major
			}
			d.Input.SetStates(d.Render, d.Input.Written, major)
			mrt.Make(&d.Input, &d.Plan)
			switch got := d.Findings(); {
			case tt.want == "" && len(got) > 0, tt.want != "" && len(got) != 1:
				t.Errorf("got %q, want %q", got, tt.want)
			case tt.want != "" && !strings.HasPrefix(got[0].String(), tt.want):
				t.Errorf("got %q, want %q", got[0].String(), tt.want)
			}
		})
	}
}
