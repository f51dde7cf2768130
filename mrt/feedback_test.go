package mrt_test

import (
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

func TestFeedback(t *testing.T) {
	const a8 = d3d9.FMT_A8R8G8B8
	sampling := func(slot int, r mrt.SampledRange) *mrt.Input {
		in := targets(t, a8, a8, a8, a8)
		in.Targets[2].Level, in.Targets[2].Layer = 1, 3
		in.Samplers = 1 << slot
		in.Sampled[slot] = r
		return in
	}
	cube := mrt.SampledRange{Image: 3, Levels: 4, Layers: 6}
	t.Run("MRT-1/a sampled target is found in every slot and sampler", func(t *testing.T) {
		for target := range gpu.MaxTargets {
			for s := range mrt.NumSamplers {
				in := sampling(s, mrt.SampledRange{Image: gpu.ID(target + 1), Levels: 4, Layers: 6})
				p := plan(in)
				if p.Feedback != 1<<s || p.Pass.Attached != 15 || !p.Diagnostics.Has(mrt.SampledTarget, target) {
					t.Errorf("target %d, sampler %d: feedback %x", target, s, p.Feedback)
				}
			}
		}
	})
	t.Run("MRT-1/another level, face or image is no feedback", func(t *testing.T) {
		for _, c := range []struct {
			r    mrt.SampledRange
			want uint32
		}{
			{cube, 1},
			{mrt.SampledRange{Image: 3, BaseLevel: 1, Levels: 1, BaseLayer: 3, Layers: 1}, 1},
			{mrt.SampledRange{Image: 3, BaseLevel: 2, Levels: 2, Layers: 6}, 0},
			{mrt.SampledRange{Image: 3, Levels: 1, Layers: 6}, 0},
			{mrt.SampledRange{Image: 3, Levels: 4, Layers: 3}, 0},
			{mrt.SampledRange{Image: 3, Levels: 4, BaseLayer: 4, Layers: 2}, 0},
			{mrt.SampledRange{Image: 30, Levels: 4, Layers: 6}, 0},
			{mrt.SampledRange{}, 0},
		} {
			if p := plan(sampling(0, c.r)); p.Feedback != c.want {
				t.Errorf("%+v: feedback %x, want %x", c.r, p.Feedback, c.want)
			}
		}
	})
	t.Run("OC-5/a sampled target that is not written leaves the pass", func(t *testing.T) {
		for _, change := range []func(*mrt.Input){
			func(in *mrt.Input) { in.Written = 11 },
			func(in *mrt.Input) { in.Masks[2] = 0 },
		} {
			in := sampling(5, cube)
			in.SRGBWrite = true
			change(in)
			if p := plan(in); p.Feedback != 0 || p.Pass.Attached != 11 || p.Pass.SRGB != 11 {
				t.Errorf("plan %+v", p)
			}
		}
	})
	t.Run("MRT-3/a target that is dropped is no feedback", func(t *testing.T) {
		in := sampling(5, cube)
		in.Targets[2].Width++
		if p := plan(in); p.Feedback != 0 {
			t.Errorf("feedback %x", p.Feedback)
		}
	})
	t.Run("MRT-1/a sampled depth-stencil surface is found", func(t *testing.T) {
		in := sampling(1, mrt.SampledRange{Image: 9, Levels: 1, Layers: 1})
		in.DepthStencil = surface(t, d3d9.FMT_D24S8, 9)
		p := plan(in)
		if p.Feedback != 2 || !p.Pass.Depth {
			t.Errorf("plan %+v", p)
		}
		explained(t, in, p, "depth-stencil", "sampled")
	})
}
