package mrt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

const width, height = 64, 32

// targets makes an input with a surface of each format in turn (FMT_UNKNOWN: none), all written with full masks.
func targets(t testing.TB, formats ...d3d9.FORMAT) *mrt.Input {
	in := &mrt.Input{Limits: mrt.Full(), Written: 15, Masks: [4]uint8{15, 15, 15, 15}}
	for n, f := range formats {
		if f != d3d9.FMT_UNKNOWN {
			in.Targets[n] = surface(t, f, gpu.ID(n+1))
		}
	}
	return in
}

func surface(t testing.TB, f d3d9.FORMAT, image gpu.ID) mrt.Surface {
	s := mrt.Surface{Format: row(t, f), Width: width, Height: height, Samples: 1, Image: image}
	if f == d3d9.FMT_NULL {
		s.Image = 0
	}
	return s
}

func plan(in *mrt.Input) mrt.Plan {
	var p mrt.Plan
	mrt.Make(in, &p)
	return p
}

// explained fails unless one of the plan's sentences holds all the words.
func explained(t *testing.T, in *mrt.Input, p mrt.Plan, words ...string) {
	t.Helper()
	for _, f := range p.Explain(in) {
		line := f.String()
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(line, w) }) {
			return
		}
	}
	t.Errorf("no sentence with %q in %q", words, p.Explain(in))
}

func masks(p mrt.Plan) [4]uint8 {
	return [4]uint8{p.Blend[0].Mask, p.Blend[1].Mask, p.Blend[2].Mask, p.Blend[3].Mask}
}

func TestMasksAndHoles(t *testing.T) {
	const a8 = d3d9.FMT_A8R8G8B8
	t.Run("OC-1,MRT-1/oCn reaches target n, of any four surfaces", func(t *testing.T) {
		in := targets(t, a8, d3d9.FMT_A16B16G16R16F, a8, d3d9.FMT_A2R10G10B10)
		p := plan(in)
		want := mrt.Pass{Width: width, Height: height, Samples: 1, Attached: 15}
		if diff := cmp.Diff(want, p.Pass); diff != "" {
			t.Error(diff)
		}
		if p.Written != 15 || masks(p) != [4]uint8{15, 15, 15, 15} {
			t.Errorf("written %x, masks %v", p.Written, masks(p))
		}
	})
	t.Run("OC-2/oCn without target n is ignored and slots do not shift", func(t *testing.T) {
		in := targets(t, a8, d3d9.FMT_UNKNOWN, a8)
		p := plan(in)
		if p.Pass.Attached != 5 || masks(p) != [4]uint8{15, 0, 15, 0} {
			t.Errorf("attached %x, masks %v", p.Pass.Attached, masks(p))
		}
		explained(t, in, p, "OC-2", "oC1", "no render target 1")
		explained(t, in, p, "OC-2", "oC3")
	})
	t.Run("OC-2/target 0 masked, target 1 written: slot 1 stays slot 1", func(t *testing.T) {
		in := targets(t, a8, a8)
		in.Written, in.Masks[0] = 3, 0
		p := plan(in)
		if p.Pass.Attached != 3 || masks(p) != [4]uint8{0, 15, 0, 0} || p.Written != 2 {
			t.Errorf("attached %x, masks %v", p.Pass.Attached, masks(p))
		}
		explained(t, in, p, "OC-3", "target 0", "COLORWRITEENABLE = 0x0")
	})
	t.Run("OC-3/each target has its own mask", func(t *testing.T) {
		in := targets(t, a8, a8, a8, a8)
		in.Masks = [4]uint8{1, 2, 4, 8}
		if p := plan(in); masks(p) != in.Masks {
			t.Errorf("masks %v", masks(p))
		}
	})
	t.Run("OC-3/only channels that the format stores are written", func(t *testing.T) {
		in := targets(t, d3d9.FMT_X8R8G8B8, d3d9.FMT_R32F, d3d9.FMT_G16R16, d3d9.FMT_L8)
		if p := plan(in); masks(p) != [4]uint8{7, 1, 3, 1} {
			t.Errorf("masks %v", masks(p))
		}
		in.Masks[0] = 8
		explained(t, in, plan(in), "OC-3", "target 0", "X8R8G8B8")
	})
	t.Run("OC-3/bits above the four channels do not matter", func(t *testing.T) {
		in := targets(t, a8)
		in.Masks[0] = 0xf5
		if p := plan(in); masks(p)[0] != 5 {
			t.Errorf("masks %v", masks(p))
		}
	})
	t.Run("OC-5,OC-14/a target whose oCn is not written stays attached and untouched", func(t *testing.T) {
		in := targets(t, a8, a8)
		in.Written = 1
		in.Blend = mrt.Blend{Enable: true, Src: d3d9.BLEND_ONE, Dest: d3d9.BLEND_ONE, Op: d3d9.BLENDOP_ADD}
		p := plan(in)
		if p.Pass.Attached != 3 || p.Blend[1] != (gpu.BlendState{}) || p.Written != 1 {
			t.Errorf("plan %+v", p)
		}
		explained(t, in, p, "OC-5", "OC-14", "target 1")
		in.Written = 3
		if q := plan(in); q.Pass != p.Pass {
			t.Errorf("the pass changes with the written set: %+v, %+v", p.Pass, q.Pass)
		}
	})
	t.Run("OC-14/nothing is written at all", func(t *testing.T) {
		in := targets(t, a8)
		in.Written = 0
		if p := plan(in); p.Written != 0 || p.Pass.Attached != 1 || p.Blend != [4]gpu.BlendState{} {
			t.Errorf("plan %+v", p)
		}
	})
	t.Run("OC-4,OC-13/a written oCn counts whole: the plan needs no component set", func(t *testing.T) {
		in := targets(t, a8)
		in.Written = 1
		if p := plan(in); masks(p)[0] != 15 {
			t.Errorf("masks %v", masks(p))
		}
	})
}

func TestNullTargets(t *testing.T) {
	const null, a8 = d3d9.FMT_NULL, d3d9.FMT_A8R8G8B8
	t.Run("OC-2/a NULL target 0 does not shift target 1, which sizes the area", func(t *testing.T) {
		in := targets(t, null, a8)
		in.Targets[0].Width, in.Targets[0].Height = 1, 1
		p := plan(in)
		if want := (mrt.Pass{Width: width, Height: height, Samples: 1, Attached: 2}); p.Pass != want || masks(p) != [4]uint8{0, 15, 0, 0} {
			t.Errorf("pass %+v, masks %v", p.Pass, masks(p))
		}
		explained(t, in, p, "target 0", "NULL")
	})
	t.Run("MRT-3/without targets the depth-stencil surface sizes the area", func(t *testing.T) {
		in := targets(t, null)
		in.DepthStencil = surface(t, d3d9.FMT_D24S8, 9)
		in.DepthStencil.Width = 16
		if p := plan(in); p.Pass != (mrt.Pass{Width: 16, Height: height, Samples: 1, Depth: true}) {
			t.Errorf("pass %+v", p.Pass)
		}
	})
	t.Run("MRT-3/a lone NULL target has its own size", func(t *testing.T) {
		if p := plan(targets(t, null)); p.Pass != (mrt.Pass{Width: width, Height: height, Samples: 1}) {
			t.Errorf("pass %+v", p.Pass)
		}
	})
	t.Run("OC-2/no surface at all draws nothing", func(t *testing.T) {
		if p := plan(targets(t)); p.Pass != (mrt.Pass{}) {
			t.Errorf("pass %+v", p.Pass)
		}
	})
}

func TestSizes(t *testing.T) {
	const a8 = d3d9.FMT_A8R8G8B8
	t.Run("MRT-3/a target of another level size is not written", func(t *testing.T) {
		for _, size := range [][2]uint32{{width - 1, height}, {width, height + 1}, {2 * width, 2 * height}} {
			in := targets(t, a8, a8, a8)
			in.Targets[1].Width, in.Targets[1].Height = size[0], size[1]
			p := plan(in)
			if p.Pass.Attached != 5 || masks(p) != [4]uint8{15, 0, 15, 0} || !p.Diagnostics.Has(mrt.SizeDiffers, 1) || p.Diagnostics.Has(mrt.SizeDiffers, 2) {
				t.Errorf("%v: attached %x, masks %v", size, p.Pass.Attached, masks(p))
			}
			explained(t, in, p, "MRT-3", "target 1", "64x32")
		}
	})
	t.Run("MRT-10/a target with another sample count is not written", func(t *testing.T) {
		in := targets(t, a8, a8)
		in.Targets[1].Samples = 4
		if p := plan(in); p.Pass.Attached != 1 || !p.Diagnostics.Has(mrt.SamplesDiffer, 1) {
			t.Errorf("plan %+v", p)
		}
		in.Targets[0].Samples = 4
		p := plan(in)
		if p.Pass.Attached != 3 || p.Pass.Samples != 4 {
			t.Errorf("plan %+v", p)
		}
		explained(t, in, p, "MRT-10", "multisampled")
	})
	t.Run("MRT-3/a larger depth-stencil surface is used, a smaller one or one with other samples is not", func(t *testing.T) {
		in := targets(t, a8)
		in.DepthStencil = surface(t, d3d9.FMT_D16, 9)
		in.DepthStencil.Width *= 2
		if p := plan(in); !p.Pass.Depth || p.Pass.Width != width {
			t.Errorf("larger: pass %+v", p.Pass)
		}
		in.DepthStencil.Width, in.DepthStencil.Height = width, height-1
		p := plan(in)
		if p.Pass.Depth || p.Pass.Attached != 1 {
			t.Errorf("smaller: pass %+v", p.Pass)
		}
		explained(t, in, p, "depth-stencil", "smaller")
		in.DepthStencil = surface(t, d3d9.FMT_D16, 9)
		in.DepthStencil.Samples = 4
		if p := plan(in); p.Pass.Depth || p.Diagnostics&mrt.DepthSamplesDiffer == 0 {
			t.Errorf("samples: pass %+v", p.Pass)
		}
	})
	t.Run("MRT-3/a lone target of one pixel that is not written lets depth cover its whole surface", func(t *testing.T) {
		in := targets(t, a8)
		in.Targets[0].Width, in.Targets[0].Height = 1, 1
		in.DepthStencil = surface(t, d3d9.FMT_D24X8, 9)
		if p := plan(in); p.Pass.Width != 1 || p.Pass.Attached != 1 {
			t.Errorf("written: pass %+v", p.Pass)
		}
		in.Masks[0] = 0
		p := plan(in)
		if p.Pass != (mrt.Pass{Width: width, Height: height, Samples: 1, Depth: true}) {
			t.Errorf("masked: pass %+v", p.Pass)
		}
		explained(t, in, p, "one pixel")
		in.DepthStencil.Width, in.DepthStencil.Height = 1, 1
		if p := plan(in); p.Pass.Attached != 1 {
			t.Errorf("depth of one pixel: pass %+v", p.Pass)
		}
		in.DepthStencil.Width = width
		in.Targets[1] = in.Targets[0]
		in.Targets[1].Image = 7
		if p := plan(in); p.Pass.Width != 1 {
			t.Errorf("two targets: pass %+v", p.Pass)
		}
	})
	t.Run("MRT-1/a surface in two slots is written through the lower one", func(t *testing.T) {
		in := targets(t, a8, a8)
		in.Targets[1].Image = in.Targets[0].Image
		p := plan(in)
		if p.Pass.Attached != 1 {
			t.Errorf("pass %+v", p.Pass)
		}
		explained(t, in, p, "MRT-1", "same surface")
		in.Targets[1].Layer = 3
		if p := plan(in); p.Pass.Attached != 3 {
			t.Errorf("another face: pass %+v", p.Pass)
		}
	})
	t.Run("MRT-2/different bit depths draw, with a diagnostic", func(t *testing.T) {
		in := targets(t, a8, d3d9.FMT_A16B16G16R16F)
		p := plan(in)
		if p.Written != 3 {
			t.Errorf("plan %+v", p)
		}
		explained(t, in, p, "MRT-2")
		if p := plan(targets(t, a8, d3d9.FMT_R32F, d3d9.FMT_NULL)); p.Diagnostics&mrt.BitDepthsDiffer != 0 {
			t.Error("32 bits and 32 bits differ")
		}
	})
	t.Run("MRT-12/one target alone has no diagnostics", func(t *testing.T) {
		in := targets(t, a8)
		in.Written, in.Fog = 1, true
		if p := plan(in); p.Diagnostics != 0 || p.Explain(in) != nil {
			t.Errorf("%q", p.Explain(in))
		}
	})
	t.Run("MRT-8,MRT-9/fog with several targets is told, dithering never", func(t *testing.T) {
		in := targets(t, a8, a8)
		in.Fog = true
		explained(t, in, plan(in), "MRT-8", "target 0")
	})
}

func TestAlphaTestPrecision(t *testing.T) {
	for f, want := range map[d3d9.FORMAT]float32{
		d3d9.FMT_A8R8G8B8: 255, d3d9.FMT_R5G6B5: 255, d3d9.FMT_A2R10G10B10: 1023, d3d9.FMT_G16R16: 65535, d3d9.FMT_A16B16G16R16F: 0, d3d9.FMT_NULL: 255,
	} {
		t.Run("MRT-7/"+f.String(), func(t *testing.T) {
			r := row(t, f)
			if r.AlphaScale != want {
				t.Errorf("scale %v, want %v", r.AlphaScale, want)
			}
			if most := max(1, want); r.AlphaReference(255) != most || r.AlphaReference(0) != 0 {
				t.Errorf("references %v, %v", r.AlphaReference(0), r.AlphaReference(255))
			}
		})
	}
}

func TestTotal(t *testing.T) {
	t.Run("OC-2/any numbers give a plan within four slots", func(t *testing.T) {
		in := targets(t, d3d9.FMT_A8R8G8B8)
		in.Written, in.Masks[0], in.Samplers = 255, 255, ^uint32(0)
		in.Blend = mrt.Blend{Enable: true, Src: 1 << 31, Dest: ^d3d9.BLEND(0), Op: 99, Separate: true, SrcAlpha: 0, DestAlpha: 18, OpAlpha: 0}
		p := plan(in)
		if p.Written != 1 || p.Feedback != 0 || p.Diagnostics&mrt.UnknownBlend == 0 {
			t.Errorf("plan %+v", p)
		}
		want := gpu.BlendState{Enable: true, Mask: 15, SrcColor: gpu.BlendOne, SrcAlpha: gpu.BlendOne}
		if p.Blend[0] != want {
			t.Errorf("blend %+v", p.Blend[0])
		}
	})
	t.Run("Make allocates nothing", func(t *testing.T) {
		in := targets(t, d3d9.FMT_A8R8G8B8, d3d9.FMT_R32F, d3d9.FMT_X8R8G8B8, d3d9.FMT_A16B16G16R16F)
		in.Blend = mrt.Blend{Enable: true, Src: d3d9.BLEND_SRCALPHA, Dest: d3d9.BLEND_INVSRCALPHA, Op: d3d9.BLENDOP_ADD}
		var p mrt.Plan
		if n := testing.AllocsPerRun(100, func() { mrt.Make(in, &p) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

func BenchmarkMake(b *testing.B) {
	in := targets(b, d3d9.FMT_A8R8G8B8, d3d9.FMT_A16B16G16R16F, d3d9.FMT_R32F, d3d9.FMT_X8R8G8B8)
	in.DepthStencil = surface(b, d3d9.FMT_D24S8, 9)
	in.Blend = mrt.Blend{Enable: true, Src: d3d9.BLEND_SRCALPHA, Dest: d3d9.BLEND_INVSRCALPHA, Op: d3d9.BLENDOP_ADD}
	in.Samplers = 15
	for s := range 4 {
		in.Sampled[s] = mrt.SampledRange{Image: gpu.ID(s + 20), Levels: 1, Layers: 1}
	}
	var p mrt.Plan
	b.ReportAllocs()
	for b.Loop() {
		mrt.Make(in, &p)
	}
}
