package conformance

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/mrt/refmerge"
)

// otherImages are sets of images to go without, so that targets are stored through others, and the formats whose opaque writes the pixel
// shader rounds or hands on whole, so that they are exact on every driver.
var otherImages = []struct {
	name     string
	without  []string // ColorTarget of each
	rounded  []d3d9.FORMAT
	unblends []d3d9.FORMAT // formats whose blending goes with it
}{
	{"wider integers and floats", []string{
		"R5G6B5UnormPack16", "A1R5G5B5UnormPack16", "A4R4G4B4UnormPack16", "R4G4B4A4UnormPack16", "B4G4R4A4UnormPack16", "A2B10G10R10UnormPack32",
		"A2R10G10B10UnormPack32", "R8Unorm", "R16Unorm", "R16G16Unorm", "R16Sfloat", "R32Sfloat",
	}, []d3d9.FORMAT{
		d3d9.FMT_R5G6B5, d3d9.FMT_A1R5G5B5, d3d9.FMT_X1R5G5B5, d3d9.FMT_A4R4G4B4, d3d9.FMT_X4R4G4B4, d3d9.FMT_A2R10G10B10, d3d9.FMT_A2B10G10R10, d3d9.FMT_R32F,
	}, nil},
	{"floats, and the other order of bytes", []string{
		"B8G8R8A8Unorm", "R16Unorm", "R16G16Unorm", "R16G16B16A16Unorm", "R16Sfloat", "R16G16Sfloat", "R16G16B16A16Sfloat", "R8Unorm", "R8G8Unorm",
	}, []d3d9.FORMAT{d3d9.FMT_L16, d3d9.FMT_G16R16, d3d9.FMT_A16B16G16R16, d3d9.FMT_R16F, d3d9.FMT_G16R16F, d3d9.FMT_A16B16G16R16F},
		[]d3d9.FORMAT{d3d9.FMT_L16, d3d9.FMT_G16R16, d3d9.FMT_A16B16G16R16}},
	{"ten bits as half floats", []string{"A2B10G10R10UnormPack32", "A2R10G10B10UnormPack32", "R16G16B16A16Unorm", "R32G32Sfloat"},
		[]d3d9.FORMAT{d3d9.FMT_A2R10G10B10, d3d9.FMT_A2B10G10R10, d3d9.FMT_G32R32F}, []d3d9.FORMAT{d3d9.FMT_A2R10G10B10, d3d9.FMT_A2B10G10R10}},
}

// TestOtherImages proves what a device draws to targets that it stores through other image formats.
func TestOtherImages(t *testing.T) {
	for _, set := range otherImages {
		t.Run(set.name, func(t *testing.T) {
			var names []string
			for _, f := range set.without {
				names = append(names, f+".ColorTarget")
			}
			onDevice(t, device.Options{Disable: names})
			run(t, "MRT-13/opaque writes and clears are exact", func(r *rig) {
				for _, f := range set.rounded {
					r.roundsTo(f)
				}
			})
			run(t, "MRT-5,MRT-13/what cannot be blended so says so", func(r *rig) {
				for _, f := range set.unblends {
					if r.can(f, d3d9.USAGE_RENDERTARGET|d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING) || !r.can(f, d3d9.USAGE_RENDERTARGET) {
						r.t.Errorf("%v", f)
					}
				}
			})
			t.Run("formats", TestRulesFormats)
			t.Run("merges", TestRandomMerges)
			if sequences(1, 0) > 0 {
				t.Run("MRT", TestRulesMRT)
				t.Run("OC", TestRulesOC)
			}
		})
	}
}

// can asks CheckDeviceFormat about textures.
func (r *rig) can(f d3d9.FORMAT, usage uint32) bool {
	r.t.Helper()
	d3d, err := r.d.GetDirect3D()
	r.ok(err)
	defer d3d.Release()
	return d3d.CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, usage, d3d9.RTYPE_TEXTURE, f) == nil
}

// roundsTo draws and clears random colours to a target and expects the nearest that the format can say, also of what is sampled.
func (r *rig) roundsTo(f d3d9.FORMAT) {
	r.t.Helper()
	const width = 64
	random := rand.New(rand.NewPCG(uint64(f), 13))
	desc, _ := d3d9.FormatInfo(f)
	tex := r.renderTexture(f, width, 1)
	s := r.level(tex, 0)
	r.set(s)
	var colors [width]refmerge.Color
	r.use("ps_3_0\nmov oC0, c0")
	for x := range colors {
		colors[x] = r.between(random, desc)
		c := colors[x]
		r.ok(r.d.SetPixelShaderConstantF(0, []float32{float32(c[0]), float32(c[1]), float32(c[2]), float32(c[3])}))
		r.ok(r.d.SetViewport(d3d9.VIEWPORT{X: uint32(x), Width: 1, Height: width / 2, MaxZ: 1}))
		r.cover(0)
		color := d3d9.COLOR(random.Uint32())
		r.ok(r.d.SetViewport(d3d9.VIEWPORT{X: uint32(x), Y: width / 2, Width: 1, Height: width / 2, MaxZ: 1}))
		r.clear(color)
	}
	p := r.read(s)
	for x, c := range colors {
		if err := refmerge.Compare(f, p.bytes(x, 0), refmerge.Encode(f, c), refmerge.Color{}); err != nil {
			r.t.Errorf("drawn with %v: %v", c, err)
		}
	}
	random = rand.New(rand.NewPCG(uint64(f), 13))
	for x := range colors {
		r.between(random, desc)
		v := d3d9.COLOR(random.Uint32()).Value()
		want := refmerge.Encode(f, refmerge.Color{float64(v.R), float64(v.G), float64(v.B), float64(v.A)})
		if err := refmerge.Compare(f, p.bytes(x, width-1), want, refmerge.Color{}); err != nil {
			r.t.Errorf("cleared to %v: %v", v, err)
		}
	}
	r.samplesAs(tex, p)
}

// samplesAs expects that a shader reads from the texture what the picture of it holds.
func (r *rig) samplesAs(tex *device.Texture, p *picture) {
	r.t.Helper()
	s := r.target(d3d9.FMT_A32B32G32R32F, uint(p.w), uint(p.h))
	r.set(s)
	r.ok(r.d.SetTexture(0, tex))
	r.use("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0")
	r.coverRange(0, 0.5/float32(p.w), 1+0.5/float32(p.w))
	r.ok(r.d.SetTexture(0, nil))
	seen := r.read(s)
	for x := range p.w {
		const step = 1. / 256 // of the narrowest image that another format goes through
		got, want := seen.at(x, 0), refmerge.Decode(p.format, p.bytes(x, 0))
		if p.desc.Luminance.Bits > 0 {
			want = refmerge.Color{want[0], want[0], want[0], 1}
		}
		for i := range got {
			if d := math.Abs(got[i] - want[i]); d > step {
				r.t.Errorf("%v: pixel %d is sampled as %v, want %v", p.format, x, got, want)
				return
			}
		}
	}
}

// between makes a colour of which no channel lies halfway between two steps of the format, where drivers and floats may differ.
func (r *rig) between(random *rand.Rand, desc d3d9.FormatDesc) (c refmerge.Color) {
	channels := [4]d3d9.Channel{desc.Red, desc.Green, desc.Blue, desc.Alpha}
	if desc.Luminance.Bits > 0 {
		channels[0] = desc.Luminance
	}
	for i := range c {
		for {
			c[i] = float64(float32(random.Float64()*1.4 - 0.2))
			if desc.Class == d3d9.ClassFloat {
				c[i] = float64(float32(math.Ldexp(random.Float64()*2-1, random.IntN(20)-14)))
				break
			}
			steps := float64(uint64(1)<<channels[i].Bits - 1)
			if _, half := math.Modf(min(1, max(0, c[i])) * steps); math.Abs(half-0.5) > 0.02 {
				break
			}
		}
	}
	return c
}

// TestNoBlending: MRT-5, a format that cannot be blended is written as it is.
func TestNoBlending(t *testing.T) {
	var heard []device.Diagnostic
	onDevice(t, device.Options{
		Disable:  strings.Fields("R8Unorm.Blend R8G8Unorm.Blend R8G8B8A8Unorm.Blend R16Sfloat.Blend R16G16Sfloat.Blend R32Sfloat.Blend"),
		Diagnose: func(d device.Diagnostic) { heard = append(heard, d) },
	})
	run(t, "MRT-5/the query says no and the draw is not blended", func(r *rig) {
		const l8, a8, r16f = d3d9.FMT_L8, d3d9.FMT_A8, d3d9.FMT_R16F
		for _, f := range []d3d9.FORMAT{l8, a8, r16f, d3d9.FMT_A8B8G8R8} {
			other := f == d3d9.FMT_A8B8G8R8 // B8G8R8A8 can
			if r.can(f, d3d9.USAGE_RENDERTARGET|d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING) != other || !r.can(f, d3d9.USAGE_RENDERTARGET) {
				r.t.Errorf("%v", f)
			}
		}
		s := r.targets(0x80404040, argb, l8, a8, r16f)
		r.additive()
		r.use("ps_3_0\ndef c0, 0.25, 0.25, 0.25, 0.25\nmov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0")
		heard = nil
		r.cover(0)
		r.near("A8R8G8B8", s[0], 1.01, 0.5, 0.5, 0.5, 0.75)
		if got := r.luminance(s[1]); math.Abs(got-0.25) > 0.003 {
			r.t.Errorf("L8 is %v", got)
		}
		r.want("A8", s[2], 0, 0, 0, 0.25)
		r.want("R16F", s[3], 0.25, 0, 0, 1)
		told := 0
		for _, d := range heard {
			if d.Rule == "MRT-5" {
				told++
			}
		}
		if told != 3 {
			r.t.Errorf("%d of 3 targets are told of: %+v", told, heard)
		}
	})
	t.Run("merges", TestRandomMerges)
}
