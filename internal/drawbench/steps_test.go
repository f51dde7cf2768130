package drawbench

import (
	"testing"
	"time"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// BenchmarkSteps reports what draws to four targets with four different masks cost without independentBlend, to an idle GPU, as a ratio to
// the same draws with it: where depth needs no restoring between the four steps, and where it does.
func BenchmarkSteps(b *testing.B) {
	for _, c := range []struct {
		name     string
		function uint32
	}{{"Nearest", d3d9.CMP_LESSEQUAL}, {"Restored", d3d9.CMP_LESS}} {
		b.Run(c.name, func(b *testing.B) {
			native, split := newStepScene(b, c.function), newStepScene(b, c.function, "IndependentBlend")
			for b.Loop() {
				var times [2][]time.Duration
				for r := range repeats + 1 { // the first warms up
					for n, s := range [...]*scene{native, split} {
						s.idle()
						const few = 500
						begin := time.Now()
						s.vertexConstant(few)
						s.idle()
						if r > 0 {
							times[n] = append(times[n], time.Since(begin)/few)
						}
					}
				}
				one, several := median(times[0]), median(times[1])
				b.ReportMetric(one, "native-ns/draw")
				b.ReportMetric(several, "steps-ns/draw")
				b.ReportMetric(several/one, "ratio")
			}
		})
	}
}

// newStepScene is a scene with three targets more, a depth-stencil surface and a mask of its own for each target.
func newStepScene(b *testing.B, function uint32, disable ...string) *scene {
	s := newSceneWith(b, device.Options{Disable: disable})
	ds, err := s.dev.CreateDepthStencilSurface(size, size, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_NONE, 0, true, 0)
	must(b, err)
	must(b, s.dev.SetDepthStencilSurface(ds))
	ps, err := s.dev.CreatePixelShaderFromBytes(assemble(b, "ps_3_0\ndef c0, 0.25, 0.5, 0.75, 1\nmov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0\n"))
	must(b, err)
	must(b, s.dev.SetPixelShader(ps))
	for n, state := range [...]d3d9.RENDERSTATETYPE{d3d9.RS_COLORWRITEENABLE, d3d9.RS_COLORWRITEENABLE1, d3d9.RS_COLORWRITEENABLE2, d3d9.RS_COLORWRITEENABLE3} {
		must(b, s.dev.SetRenderState(state, 1<<n))
		if n > 0 {
			t, err := s.dev.CreateRenderTarget(size, size, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
			must(b, err)
			must(b, s.dev.SetRenderTarget(uint32(n), t))
		}
	}
	must(b, s.dev.SetRenderState(d3d9.RS_ZENABLE, d3d9.ZB_TRUE))
	must(b, s.dev.SetRenderState(d3d9.RS_ZFUNC, function))
	must(b, s.dev.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 1, 0))
	return s
}
