package difftest

import (
	"fmt"

	"d3d9vk/d3d9"
	"d3d9vk/internal/refsm"
	"d3d9vk/internal/smgen"
)

// depthStep is more than the rounding of a depth of 24 bits.
const depthStep = 0x1p-22

// depthStates sets the depth test and the channels that are written.
func (r *rig) depthStates(function uint32, write bool, mask uint32) {
	r.ok(r.d.SetRenderState(d3d9.RS_ZFUNC, function))
	r.ok(r.d.SetRenderStateBool(d3d9.RS_ZWRITEENABLE, write))
	r.ok(r.d.SetRenderState(d3d9.RS_COLORWRITEENABLE, mask))
}

// compareDepths checks the depths that the jobs of the last batch have written. Depth cannot be read, so that two draws test each pixel: one
// just before the lower end of what is allowed must lie in front of it, one just behind the upper end behind it.
func (r *rig) compareDepths(jobs []*job) {
	var list []*job
	for _, j := range jobs {
		if j.want.deep && !j.later && j.want.why == "" {
			list = append(list, j)
		}
	}
	if len(list) == 0 {
		return
	}
	const front, behind = 1, 2 // red and green
	r.ok(r.d.SetViewport(d3d9.VIEWPORT{Width: side * edge, Height: side * edge, MaxZ: 1}))
	r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET, 0, 1, 0))
	r.ok(r.d.SetPixelShader(r.mark))
	r.ok(r.d.SetVertexShader(r.passing(2, nil)))
	r.declare(nil)
	r.ok(r.d.BeginScene())
	for _, j := range list {
		for p, want := range j.want.depth {
			if !(want.Err <= maxBound) {
				continue
			}
			x, y := j.at(0)
			at := d3d9.VIEWPORT{X: uint32(x + p&1), Y: uint32(y + p>>1), Width: 1, Height: 1}
			low, high := float64(want.V)-want.Err-depthStep, float64(want.V)+want.Err+depthStep
			r.probe(at, low, d3d9.CMP_LESS, front)
			r.probe(at, high, d3d9.CMP_GREATER, behind)
		}
	}
	r.ok(r.d.EndScene())
	r.depthStates(d3d9.CMP_ALWAYS, true, 0xF)
	r.readBack()
	for _, j := range list {
		for p, want := range j.want.depth {
			if want.Err <= maxBound {
				j.wrong += r.depthWrong(j, p, want)
			}
		}
	}
}

// probe draws a pixel at depth z, unless z lies outside [0, 1], where nothing can be in front of it or behind it.
func (r *rig) probe(at d3d9.VIEWPORT, z float64, function, mask uint32) {
	if z < 0 || z > 1 {
		return
	}
	r.depthStates(function, false, mask)
	at.MinZ, at.MaxZ = float32(z), float32(z)
	if err := r.triangleIn(nil, &smgen.Env{}, at); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) depthWrong(j *job, p int, want refsm.Value) string {
	x, y := j.at(0)
	got := r.pixels[0][((y+p>>1)*side*edge+x+p&1)*4:]
	low, high := float64(want.V)-want.Err-depthStep, float64(want.V)+want.Err+depthStep
	switch {
	case low >= 0 && got[0] != 1:
		return fmt.Sprintf("the depth of pixel %d is less than %v within %g\n", p, want.V, want.Err)
	case high <= 1 && got[1] != 1:
		return fmt.Sprintf("the depth of pixel %d is more than %v within %g\n", p, want.V, want.Err)
	}
	return ""
}
