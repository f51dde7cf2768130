package device

import (
	"fmt"
	"slices"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/diagnostic"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
	"d3d9vk/mrt"
)

// debugRig is a rig in debug mode, ready to draw in a scene, that has multisampling, and what it tells.
func debugRig(t *testing.T, change ...func(*gputest.Device, *Options)) (*rig, *[]Diagnostic) {
	told := &[]Diagnostic{}
	profile := caps.Full()
	profile.Multisample = true
	r := newRig(t, append([]func(*gputest.Device, *Options){func(_ *gputest.Device, o *Options) {
		o.Debug, o.Profile, o.Log = true, &profile, quiet
		o.Diagnose = func(g Diagnostic) { *told = append(*told, g) }
	}}, change...)...).readyToDraw()
	r.ok(r.BeginScene())
	return r, told
}

func (r *rig) usePixel(text string) {
	r.Helper()
	ps := r.pixelShader(text)
	r.ok(r.SetPixelShader(ps))
	ps.Release()
}

func (r *rig) useVertex(text string) {
	r.Helper()
	vs := r.vertexShader(text)
	r.ok(r.SetVertexShader(vs))
	vs.Release()
}

// use sets a new render target.
func (r *rig) use(n uint32, width, height uint, format d3d9.FORMAT, samples ...d3d9.MULTISAMPLE_TYPE) {
	r.Helper()
	s, err := r.CreateRenderTarget(width, height, format, append(samples, 0)[0], 0, false, 0)
	r.ok(err, r.SetRenderTarget(n, s))
	s.Release()
}

func (r *rig) useDepth(width, height uint, format d3d9.FORMAT, samples d3d9.MULTISAMPLE_TYPE) {
	r.Helper()
	s, err := r.CreateDepthStencilSurface(width, height, format, samples, 0, false, 0)
	r.ok(err, r.SetDepthStencilSurface(s))
	s.Release()
}

// useTexture sets a texture, and for render targets its level as target 0.
func (r *rig) useTexture(format d3d9.FORMAT, usage uint32) {
	r.Helper()
	t, err := r.CreateTexture(64, 48, 1, usage, format, d3d9.POOL_DEFAULT, 0)
	r.ok(err, r.SetTexture(0, t))
	if usage == d3d9.USAGE_RENDERTARGET {
		s, err := t.GetSurfaceLevel(0)
		r.ok(err, r.SetRenderTarget(0, s))
		s.Release()
	}
	t.Release()
}

func (r *rig) states(pairs ...uint32) {
	r.Helper()
	for i := 0; i < len(pairs); i += 2 {
		r.ok(r.SetRenderState(d3d9.RENDERSTATETYPE(pairs[i]), pairs[i+1]))
	}
}

const (
	a8          = d3d9.FMT_A8R8G8B8
	bothPixel   = "ps_3_0\ndcl_color v0\nmov oC0, v0\nmov oC1, v0\n"
	secondPixel = "ps_3_0\ndcl_color v0\nmov oC1, v0\n"
	samplePixel = "ps_3_0\ndcl_2d s0\ntexld r0, c0, s0\nmov oC0, r0\n"
)

// scenes: of each diagnostic a scene that has it and nothing else, and a twin that has none. A draw follows each.
var scenes = []struct {
	id        string
	has, twin func(*rig)
}{
	{"call-refused",
		func(r *rig) { r.wants(d3d9.ERR_INVALIDCALL, r.SetRenderTarget(9, nil)) },
		func(r *rig) { r.ok(r.SetRenderTarget(3, nil)) }},
	{"shader-rule",
		func(r *rig) { r.usePixel("ps_2_0\ndcl v0\nmul r0, v0, v0\nmov_pp oC0, r0\n") },
		func(r *rig) { r.usePixel("ps_2_0\ndcl v0\nmul r0, v0, v0\nmov oC0, r0\n") }},
	{"output-without-target",
		func(r *rig) { r.usePixel(bothPixel) },
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, a8) }},
	{"output-to-null-target",
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, d3d9.FMT_NULL) },
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, a8) }},
	{"target-not-written",
		func(r *rig) { r.use(2, 64, 48, a8) },
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, a8) }},
	{"target-skipped-by-constants",
		func(r *rig) { r.usePixel("ps_3_0\ndcl_color v0\nif b3\nmov oC0, v0\nendif\n") },
		func(r *rig) {
			r.usePixel("ps_3_0\ndcl_color v0\nif b3\nmov oC0, v0\nendif\n")
			r.ok(r.SetPixelShaderConstantB(3, []int32{1}))
		}},
	{"target-partly-written",
		func(r *rig) { r.usePixel("ps_3_0\ndcl_color v0\nmov oC0.xy, v0\n") },
		func(r *rig) {
			r.usePixel("ps_3_0\ndcl_color v0\nmov oC0.xy, v0\n")
			r.states(d3d9.RS_COLORWRITEENABLE, 3)
		}},
	{"target-masked",
		func(r *rig) { r.use(0, 64, 48, d3d9.FMT_R32F); r.states(d3d9.RS_COLORWRITEENABLE, 14) },
		func(r *rig) { r.use(0, 64, 48, d3d9.FMT_R32F); r.states(d3d9.RS_COLORWRITEENABLE, 1) }},
	{"target-size-differs",
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 32, 48, a8) },
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, a8) }},
	{"target-samples-differ",
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, a8, d3d9.MULTISAMPLE_4_SAMPLES) },
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, a8, 0) }},
	{"target-bound-twice",
		func(r *rig) {
			r.usePixel(bothPixel)
			r.use(0, 64, 48, a8)
			r.ok(r.SetRenderTarget(1, r.state.bound.targets[0]))
		},
		func(r *rig) { r.usePixel(bothPixel); r.use(0, 64, 48, a8); r.use(1, 64, 48, a8) }},
	{"target-cannot-blend",
		func(r *rig) { r.withoutBlending(); r.states(d3d9.RS_ALPHABLENDENABLE, 1) },
		func(r *rig) { r.withoutBlending() }},
	{"target-cannot-mask",
		func(r *rig) { r.withoutBlending(); r.period(); r.states(d3d9.RS_COLORWRITEENABLE, 1) },
		func(r *rig) { r.withoutBlending(); r.period() }},
	{"target-cannot-write-srgb",
		func(r *rig) { r.use(0, 64, 48, d3d9.FMT_A16B16G16R16F); r.states(d3d9.RS_SRGBWRITEENABLE, 1) },
		func(r *rig) { r.states(d3d9.RS_SRGBWRITEENABLE, 1) }},
	{"target-sampled",
		func(r *rig) { r.usePixel(samplePixel); r.useTexture(a8, d3d9.USAGE_RENDERTARGET) },
		func(r *rig) { r.usePixel(samplePixel); r.useTexture(a8, 0) }},
	{"bit-depths-differ",
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, d3d9.FMT_A16B16G16R16F) },
		func(r *rig) { r.usePixel(bothPixel); r.use(1, 64, 48, d3d9.FMT_G16R16F) }},
	{"targets-multisampled",
		func(r *rig) {
			r.usePixel(bothPixel)
			r.use(0, 64, 48, a8, d3d9.MULTISAMPLE_4_SAMPLES)
			r.use(1, 64, 48, a8, d3d9.MULTISAMPLE_4_SAMPLES)
			r.useDepth(64, 48, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_4_SAMPLES)
		},
		func(r *rig) {
			r.use(0, 64, 48, a8, d3d9.MULTISAMPLE_4_SAMPLES)
			r.useDepth(64, 48, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_4_SAMPLES)
		}},
	{"post-operations-off",
		func(r *rig) {
			r.limit(func(l *mrt.Limits) { l.PostPixelShaderBlending = false })
			r.usePixel(bothPixel)
			r.use(1, 64, 48, a8)
			r.states(d3d9.RS_ALPHABLENDENABLE, 1)
		},
		func(r *rig) {
			r.limit(func(l *mrt.Limits) { l.PostPixelShaderBlending = false })
			r.usePixel(bothPixel)
			r.use(1, 64, 48, a8)
		}},
	{"masks-off",
		func(r *rig) {
			r.limit(func(l *mrt.Limits) { l.IndependentWriteMasks = false })
			r.usePixel(bothPixel)
			r.use(1, 64, 48, a8)
			r.states(d3d9.RS_COLORWRITEENABLE, 1)
		},
		func(r *rig) {
			r.limit(func(l *mrt.Limits) { l.IndependentWriteMasks = false })
			r.states(d3d9.RS_COLORWRITEENABLE, 1)
		}},
	{"first-target-without-operations",
		func(r *rig) {
			r.withoutBlending()
			r.period()
			r.states(d3d9.RS_ALPHATESTENABLE, 1, d3d9.RS_ALPHAFUNC, d3d9.CMP_LESS)
		},
		func(r *rig) { r.period(); r.states(d3d9.RS_ALPHATESTENABLE, 1, d3d9.RS_ALPHAFUNC, d3d9.CMP_LESS) }},
	{"draw-repeated",
		func(r *rig) {
			r.limit(func(l *mrt.Limits) { l.IndependentBlend = false })
			r.usePixel(bothPixel)
			r.use(1, 64, 48, a8)
			r.states(d3d9.RS_COLORWRITEENABLE, 1, d3d9.RS_COLORWRITEENABLE1, 6)
		},
		func(r *rig) {
			r.limit(func(l *mrt.Limits) { l.IndependentBlend = false })
			r.usePixel(bothPixel)
			r.use(1, 64, 48, a8)
		}},
	{"blend-unknown",
		func(r *rig) { r.states(d3d9.RS_ALPHABLENDENABLE, 1, d3d9.RS_SRCBLEND, 99) },
		func(r *rig) { r.states(d3d9.RS_SRCBLEND, 99) }},
	{"blend-keeps-targets",
		func(r *rig) {
			r.states(d3d9.RS_ALPHABLENDENABLE, 1, d3d9.RS_SRCBLEND, d3d9.BLEND_ZERO, d3d9.RS_DESTBLEND, d3d9.BLEND_ONE)
		},
		func(r *rig) {
			r.states(d3d9.RS_ALPHABLENDENABLE, 1, d3d9.RS_SRCBLEND, d3d9.BLEND_ZERO, d3d9.RS_DESTBLEND, d3d9.BLEND_ONE,
				d3d9.RS_SEPARATEALPHABLENDENABLE, 1)
		}},
	{"test-never-passes",
		func(r *rig) { r.states(d3d9.RS_ALPHATESTENABLE, 1, d3d9.RS_ALPHAFUNC, d3d9.CMP_NEVER) },
		func(r *rig) { r.states(d3d9.RS_ALPHAFUNC, d3d9.CMP_NEVER) }},
	{"alpha-test-without-output",
		func(r *rig) {
			r.usePixel(secondPixel)
			r.use(1, 64, 48, a8)
			r.use(0, 64, 48, d3d9.FMT_NULL)
			r.states(d3d9.RS_ALPHATESTENABLE, 1, d3d9.RS_ALPHAFUNC, d3d9.CMP_LESS)
		},
		func(r *rig) { r.states(d3d9.RS_ALPHATESTENABLE, 1, d3d9.RS_ALPHAFUNC, d3d9.CMP_LESS) }},
	{"fog-with-ps3",
		func(r *rig) { r.states(d3d9.RS_FOGENABLE, 1) },
		func(r *rig) { r.usePixel("ps_2_0\ndcl v0\nmov oC0, v0\n"); r.states(d3d9.RS_FOGENABLE, 1) }},
	{"fog-on-first-target",
		func(r *rig) {
			r.usePixel("ps_2_0\ndcl v0\nmov oC0, v0\nmov oC1, v0\n")
			r.use(1, 64, 48, a8)
			r.states(d3d9.RS_FOGENABLE, 1)
		},
		func(r *rig) { r.usePixel("ps_2_0\ndcl v0\nmov oC0, v0\n"); r.states(d3d9.RS_FOGENABLE, 1) }},
	{"depth-too-small",
		func(r *rig) { r.useDepth(63, 48, d3d9.FMT_D24S8, 0) },
		func(r *rig) { r.useDepth(65, 48, d3d9.FMT_D24S8, 0) }},
	{"depth-samples-differ",
		func(r *rig) { r.useDepth(64, 48, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_4_SAMPLES) },
		func(r *rig) { r.useDepth(64, 48, d3d9.FMT_D24S8, 0) }},
	{"depth-sizes-area",
		func(r *rig) { r.use(0, 1, 1, a8); r.states(d3d9.RS_COLORWRITEENABLE, 0) },
		func(r *rig) { r.use(0, 1, 1, a8) }},
	{"depth-test-without-surface",
		func(r *rig) { r.ok(r.SetDepthStencilSurface(nil)) },
		func(r *rig) { r.ok(r.SetDepthStencilSurface(nil)); r.states(d3d9.RS_ZENABLE, 0) }},
	{"stencil-without-bits",
		func(r *rig) { r.useDepth(64, 48, d3d9.FMT_D16, 0); r.states(d3d9.RS_STENCILENABLE, 1) },
		func(r *rig) { r.states(d3d9.RS_STENCILENABLE, 1) }},
	{"sampler-without-texture",
		func(r *rig) { r.usePixel(samplePixel) },
		func(r *rig) { r.usePixel(samplePixel); r.useTexture(a8, 0) }},
	{"sampler-type-differs",
		func(r *rig) { r.usePixel("ps_3_0\ndcl_cube s0\ntexld r0, c0, s0\nmov oC0, r0\n"); r.useTexture(a8, 0) },
		func(r *rig) { r.usePixel(samplePixel); r.useTexture(a8, 0) }},
	{"texture-cannot-read-srgb",
		func(r *rig) {
			r.usePixel(samplePixel)
			r.useTexture(d3d9.FMT_A16B16G16R16F, 0)
			r.ok(r.SetSamplerState(0, d3d9.SAMP_SRGBTEXTURE, 1))
		},
		func(r *rig) {
			r.usePixel(samplePixel)
			r.useTexture(a8, 0)
			r.ok(r.SetSamplerState(0, d3d9.SAMP_SRGBTEXTURE, 1))
		}},
	{"varying-not-written",
		func(r *rig) { r.usePixel("ps_3_0\ndcl_texcoord5 v0\nmov oC0, v0\n") },
		func(r *rig) {
			r.usePixel("ps_3_0\ndcl_texcoord5 v0\nmov oC0, v0\n")
			r.useVertex("vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord5 o1\nmov o0, v0\nmov o1, c1\n")
		}},
	{"vertex-input-without-element",
		func(r *rig) {
			r.useVertex("vs_3_0\ndcl_position v0\ndcl_normal v1\ndcl_position o0\ndcl_color o1\nmov o0, v0\nmov o1, v1\n")
		},
		func(r *rig) {
			r.ok(r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(make([]float32, 9)), 12))
			r.refill()
		}},
	{"texture-transform-ignored",
		func(r *rig) { r.ok(r.SetTextureStageState(2, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_COUNT2)) },
		func(r *rig) { r.ok(r.SetTextureStageState(2, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_DISABLE)) }},
	{"wrap-unread",
		func(r *rig) { r.states(d3d9.RS_WRAP5, 1) },
		func(r *rig) {
			r.usePixel("ps_3_0\ndcl_texcoord5 v0\nmov oC0, v0\n")
			r.useVertex("vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord5 o1\nmov o0, v0\nmov o1, c1\n")
			r.states(d3d9.RS_WRAP5, 1)
		}},
	{"draw-outside-scene",
		func(r *rig) { r.ok(r.EndScene()) },
		func(r *rig) { r.ok(r.EndScene(), r.BeginScene()) }},
	{"nothing-in-viewport",
		func(r *rig) {
			r.ok(r.SetScissorRect(d3d9.RECT{Left: 8, Right: 8, Bottom: 8}))
			r.states(d3d9.RS_SCISSORTESTENABLE, 1)
		},
		func(r *rig) {
			r.ok(r.SetScissorRect(d3d9.RECT{Left: 8, Right: 9, Bottom: 8}))
			r.states(d3d9.RS_SCISSORTESTENABLE, 1)
		}},
}

// limit changes what the adapter and the profile leave to draws.
func (r *rig) limit(change func(*mrt.Limits)) { change(&r.flush.input.Limits); r.dirty = dirtyAll }

func (r *rig) period() { r.limit(func(l *mrt.Limits) { l.Period = true }) }

// withoutBlending makes target 0 one whose format cannot be blended.
func (r *rig) withoutBlending() { r.use(0, 64, 48, d3d9.FMT_A32B32G32R32F) }

// refill sets stream 0 again, which a draw with vertices of its own empties.
func (r *rig) refill() {
	vb, err := r.CreateVertexBuffer(300*12, 0, 0, d3d9.POOL_MANAGED, 0)
	r.ok(err, r.SetStreamSource(0, vb, 0, 12))
	vb.Release()
}

// withoutFloatBlending takes blending from the format of withoutBlending.
func withoutFloatBlending(f *gputest.Device, _ *Options) {
	formats := f.Adapter().Formats
	s := formats[gpu.FormatR32G32B32A32Sfloat]
	s.Blend = false
	formats[gpu.FormatR32G32B32A32Sfloat] = s
}

func TestEachDiagnostic(t *testing.T) {
	for _, s := range scenes {
		row := diagnostic.Find(s.id)
		if row == nil {
			t.Errorf("%s is not in the table", s.id)
			continue
		}
		name := s.id
		for _, rule := range row.Rules {
			name = rule + "," + name
		}
		t.Run(name, func(t *testing.T) {
			for what, do := range map[string]func(*rig){"scene": s.has, "twin": s.twin} {
				t.Run(what, func(t *testing.T) {
					r, told := debugRig(t, withoutFloatBlending)
					do(r)
					r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
					ids := map[string]bool{}
					for _, g := range slices.Concat(*told, r.Explain()) {
						ids[g.ID] = true
						if g.Text == "" || g.Rule != row.Rule() && g.ID == s.id && len(row.Rules) > 0 {
							t.Errorf("diagnostic %+v", g)
						}
					}
					want := map[string]bool{}
					if what == "scene" {
						want[s.id] = true
					}
					if fmt.Sprint(ids) != fmt.Sprint(want) {
						t.Errorf("told %v, want %v: %+v", ids, want, *told)
					}
					// Without debug mode Explain finds the same out.
					debug := r.d3d.debug
					r.d3d.debug = nil
					now := r.Explain()
					r.d3d.debug = debug
					if s.id != "call-refused" && s.id != "shader-rule" && len(now) != len(r.Explain()) {
						t.Errorf("without debug mode: %+v, with: %+v", now, r.Explain())
					}
				})
			}
		})
	}
}

// TestEveryDiagnosticHasAScene: but for those that no draw of this version can have, which package explain's tests show.
func TestEveryDiagnosticHasAScene(t *testing.T) {
	elsewhere := []string{"depth-sampled", "texture-clamped"} // the last: TestProfileClampedTexture
	for i := range diagnostic.Rows {
		id := diagnostic.Rows[i].ID
		n := 0
		for _, s := range scenes {
			if s.id == id {
				n++
			}
		}
		if want := 1; slices.Contains(elsewhere, id) != (n == 0) || n > want {
			t.Errorf("%s has %d scenes", id, n)
		}
	}
}
