package refmerge_test

import (
	"bytes"
	"math"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/mrt/refmerge"
)

var all = refmerge.Support{
	Blend:     func(f d3d9.FORMAT) bool { return f != d3d9.FMT_G32R32F },
	SRGBWrite: func(f d3d9.FORMAT) bool { return f == d3d9.FMT_A8R8G8B8 },
}

// plain is a draw of fragments at the depths, whose oC0 and oC1 are (1, 0.2, 0, 0.4), to two targets of the formats that hold 0.
func plain(first, second d3d9.FORMAT, depths ...float64) *refmerge.Draw {
	d := &refmerge.Draw{State: refmerge.State{
		Written: 3, Masks: [refmerge.Slots]uint32{15, 15, 15, 15}, SrcBlend: d3d9.BLEND_ONE, DestBlend: d3d9.BLEND_ONE, BlendOp: d3d9.BLENDOP_ADD,
		AlphaFunc: d3d9.CMP_ALWAYS,
	}}
	for n, f := range []d3d9.FORMAT{first, second} {
		desc, _ := d3d9.FormatInfo(f)
		d.Targets[n] = refmerge.Target{Format: f, Width: 8, Height: 8, Samples: 1, Pixel: make([]byte, desc.BlockBytes)}
	}
	for _, z := range depths {
		c := refmerge.Color{1, 0.2, 0, 0.4}
		d.Fragments = append(d.Fragments, refmerge.Fragment{Depth: z, Out: [refmerge.Slots]refmerge.Color{c, c}})
	}
	d.DepthStencil = refmerge.DepthStencil{Format: d3d9.FMT_D24S8, Width: 8, Height: 8, Samples: 1, Depth: 1, Stencil: 7,
		ZEnable: true, ZWriteEnable: true, ZFunc: d3d9.CMP_LESS, Mask: 255, WriteMask: 255}
	return d
}

const a8r8g8b8 = d3d9.FMT_A8R8G8B8

// TestMergeDraw holds the reference itself against results worked out by hand.
func TestMergeDraw(t *testing.T) {
	stored := []byte{0, 51, 255, 102} // of (1, 0.2, 0, 0.4)
	zero := make([]byte, 4)
	for _, c := range []struct {
		name    string
		change  func(d *refmerge.Draw)
		passed  int
		depth   float64
		stencil uint8
		pixels  [2][]byte
	}{
		{"nearer ones pass in order", func(*refmerge.Draw) {}, 2, 0.25, 7, [2][]byte{stored, stored}},
		{"blending adds up", func(d *refmerge.Draw) { d.AlphaBlendEnable = true }, 2, 0.25, 7, [2][]byte{{0, 102, 255, 204}, {0, 102, 255, 204}}},
		{"OC-3/masks", func(d *refmerge.Draw) { d.Masks = [4]uint32{2, 0} }, 2, 0.25, 7, [2][]byte{{0, 51, 0, 0}, zero}},
		{"OC-5/not written", func(d *refmerge.Draw) { d.Written = 2 }, 2, 0.25, 7, [2][]byte{zero, stored}},
		{"MRT-7/alpha test", func(d *refmerge.Draw) {
			d.AlphaTestEnable, d.AlphaFunc, d.AlphaRef, d.Fragments[0].Out[0][3] = true, d3d9.CMP_GREATER, 101, 101./255
		}, 2, 0.25, 7, [2][]byte{stored, stored}},
		{"MRT-7/alpha test drops all", func(d *refmerge.Draw) { d.AlphaTestEnable, d.AlphaFunc = true, d3d9.CMP_NEVER }, 0, 1, 7, [2][]byte{zero, zero}},
		{"MRT-4/no alpha test, blending, masks", func(d *refmerge.Draw) {
			d.AlphaTestEnable, d.AlphaFunc, d.AlphaBlendEnable, d.Masks[1] = true, d3d9.CMP_NEVER, true, 0
			d.Period = refmerge.Period{On: true, NoPostPixelShaderBlending: true}
		}, 2, 0.25, 7, [2][]byte{stored, stored}},
		{"MRT-4/one target has them", func(d *refmerge.Draw) {
			d.Targets[1] = refmerge.Target{}
			d.AlphaTestEnable, d.AlphaFunc, d.Period = true, d3d9.CMP_NEVER, refmerge.Period{On: true, NoPostPixelShaderBlending: true}
		}, 0, 1, 7, [2][]byte{zero, nil}},
		{"MRT-11/no masks", func(d *refmerge.Draw) {
			d.Masks, d.Period = [4]uint32{1, 0}, refmerge.Period{On: true, NoIndependentWriteMasks: true}
		}, 2, 0.25, 7, [2][]byte{stored, stored}},
		{"MRT-2/refused", func(d *refmerge.Draw) {
			d.Targets[1] = refmerge.Target{Format: d3d9.FMT_R16F, Width: 8, Height: 8, Samples: 1, Pixel: zero[:2]}
			d.Period = refmerge.Period{On: true, NoIndependentBitDepths: true}
		}, 0, 1, 7, [2][]byte{zero, zero[:2]}},
		{"MRT-10/refused", func(d *refmerge.Draw) { d.Targets[1].Samples, d.Period.On = 4, true }, 0, 1, 7, [2][]byte{zero, zero}},
		{"stencil counts failures of depth", func(d *refmerge.Draw) {
			d.DepthStencil.StencilEnable = true
			d.DepthStencil.Front = refmerge.StencilFace{Func: d3d9.CMP_ALWAYS, Fail: d3d9.STENCILOP_ZERO, ZFail: d3d9.STENCILOP_INCR, Pass: d3d9.STENCILOP_KEEP}
			d.DepthStencil.WriteMask = 0xf8
		}, 2, 0.25, 15, [2][]byte{stored, stored}},
		{"the other side of stencil", func(d *refmerge.Draw) {
			ds := &d.DepthStencil
			ds.StencilEnable, ds.TwoSided, d.Fragments[2].Back = true, true, true
			ds.Front = refmerge.StencilFace{Func: d3d9.CMP_NEVER, Fail: d3d9.STENCILOP_DECRSAT}
			ds.Back = refmerge.StencilFace{Func: d3d9.CMP_EQUAL, Pass: d3d9.STENCILOP_INVERT}
			ds.Ref = 5
		}, 1, 0.25, 0xfa, [2][]byte{stored, stored}},
		{"no depth surface of this size", func(d *refmerge.Draw) { d.DepthStencil.Width = 7 }, 3, 1, 7, [2][]byte{stored, stored}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := plain(a8r8g8b8, a8r8g8b8, 0.5, 0.75, 0.25)
			c.change(d)
			r := refmerge.MergeDraw(d, all)
			if r.Passed != c.passed || r.Depth != c.depth || r.Stencil != c.stencil {
				t.Errorf("passed %d, depth %v, stencil %x; want %d, %v, %x", r.Passed, r.Depth, r.Stencil, c.passed, c.depth, c.stencil)
			}
			for n, want := range c.pixels {
				if !bytes.Equal(r.Targets[n].Pixel, want) {
					t.Errorf("target %d holds %v, want %v", n, r.Targets[n].Pixel, want)
				}
			}
		})
	}
}

// The bound is a step of the format for each blend that reached the pixel, more where the equation enlarges what was there, and none
// where the last write is opaque.
func TestTolerance(t *testing.T) {
	for _, c := range []struct {
		name      string
		src, dest d3d9.BLEND
		steps     [4]float64
	}{
		{"added, full red and alpha saturate", d3d9.BLEND_ONE, d3d9.BLEND_ONE, [4]float64{1, 3, 3, 1}},
		{"replaced", d3d9.BLEND_SRCALPHA, d3d9.BLEND_ZERO, [4]float64{1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := plain(a8r8g8b8, d3d9.FMT_G32R32F, 0.75, 0.5, 0.25)
			d.AlphaBlendEnable, d.SrcBlend, d.DestBlend = true, c.src, c.dest
			r := refmerge.MergeDraw(d, all)
			for i, got := range r.Targets[0].Tolerance {
				if math.Abs(got*255-c.steps[i]) > 1e-6 {
					t.Errorf("channel %d: %v steps, want %v", i, got*255, c.steps[i])
				}
			}
			if got := r.Targets[1].Tolerance[0]; got != 0 {
				t.Errorf("the format that does not blend: %v", got)
			}
		})
	}
}
