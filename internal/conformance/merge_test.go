package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/mrt/refmerge"
)

// merger draws states of the reference output merger on the device.
type merger struct {
	*rig
	shaders [1 << refmerge.Slots]*device.PixelShader // by written set
	targets map[mergeKey]surface
}

type mergeKey struct {
	slot   int
	format d3d9.FORMAT
	w, h   uint32
}

// writer is a pixel shader that writes c0..c3 to the colors of the set.
func writer(set int) string {
	var b strings.Builder
	b.WriteString("ps_3_0\n")
	for n := range refmerge.Slots {
		if set>>n&1 != 0 {
			fmt.Fprintf(&b, "mov oC%d, c%d\n", n, n)
		}
	}
	return b.String()
}

// target returns a target of the form, one for each slot.
func (m *merger) target(n int, t *refmerge.Target) surface {
	m.t.Helper()
	key := mergeKey{n, t.Format, t.Width, t.Height}
	if m.targets[key] == nil {
		m.targets[key] = m.rig.target(t.Format, uint(t.Width), uint(t.Height))
	}
	return m.targets[key]
}

func (m *merger) constants(colors ...refmerge.Color) {
	m.t.Helper()
	var values []float32
	for _, c := range colors {
		for _, v := range c {
			values = append(values, float32(v))
		}
	}
	m.ok(m.d.SetPixelShaderConstantF(0, values))
}

// fill gives a target's pixels the colour that is stored as they are in the state.
func (m *merger) fill(s surface, t *refmerge.Target) {
	m.t.Helper()
	m.set(s, nil, nil, nil)
	m.ok(m.d.SetPixelShader(m.shaders[1]))
	m.constants(refmerge.Decode(t.Format, t.Pixel))
	m.cover(0)
}

func (m *merger) state(s *refmerge.State) {
	m.t.Helper()
	flag := func(v bool) uint32 {
		if v {
			return 1
		}
		return 0
	}
	for _, set := range []struct {
		state d3d9.RENDERSTATETYPE
		value uint32
	}{
		{d3d9.RS_COLORWRITEENABLE, s.Masks[0]}, {d3d9.RS_COLORWRITEENABLE1, s.Masks[1]}, {d3d9.RS_COLORWRITEENABLE2, s.Masks[2]}, {d3d9.RS_COLORWRITEENABLE3, s.Masks[3]},
		{d3d9.RS_ALPHABLENDENABLE, flag(s.AlphaBlendEnable)}, {d3d9.RS_SRCBLEND, uint32(s.SrcBlend)}, {d3d9.RS_DESTBLEND, uint32(s.DestBlend)},
		{d3d9.RS_BLENDOP, uint32(s.BlendOp)}, {d3d9.RS_SEPARATEALPHABLENDENABLE, flag(s.SeparateAlphaBlendEnable)},
		{d3d9.RS_SRCBLENDALPHA, uint32(s.SrcBlendAlpha)}, {d3d9.RS_DESTBLENDALPHA, uint32(s.DestBlendAlpha)}, {d3d9.RS_BLENDOPALPHA, uint32(s.BlendOpAlpha)},
		{d3d9.RS_BLENDFACTOR, uint32(s.BlendFactor)}, {d3d9.RS_SRGBWRITEENABLE, flag(s.SRGBWriteEnable)},
		{d3d9.RS_ALPHATESTENABLE, flag(s.AlphaTestEnable)}, {d3d9.RS_ALPHAFUNC, uint32(s.AlphaFunc)}, {d3d9.RS_ALPHAREF, s.AlphaRef},
	} {
		m.rs(set.state, set.value)
	}
}

// opaque puts the states that fill needs.
func (m *merger) opaque() {
	m.t.Helper()
	m.state(&refmerge.State{
		Masks: [refmerge.Slots]uint32{15, 15, 15, 15}, SrcBlend: d3d9.BLEND_ONE, DestBlend: d3d9.BLEND_ZERO, BlendOp: d3d9.BLENDOP_ADD,
		SrcBlendAlpha: d3d9.BLEND_ONE, DestBlendAlpha: d3d9.BLEND_ZERO, BlendOpAlpha: d3d9.BLENDOP_ADD, AlphaFunc: d3d9.CMP_ALWAYS,
	})
}

// check draws the state and compares every target's pixels with the reference.
func (m *merger) check(s *refmerge.State, can refmerge.Support) error {
	m.t.Helper()
	var bound [refmerge.Slots]surface
	m.opaque()
	for n := range s.Targets {
		if t := &s.Targets[n]; t.Format != d3d9.FMT_UNKNOWN {
			bound[n] = m.target(n, t)
			if t.Format != d3d9.FMT_NULL {
				m.fill(bound[n], t)
			}
		}
	}
	m.set(bound[:]...)
	m.ok(m.d.SetPixelShader(m.shaders[s.Written]))
	m.constants(s.Out[:]...)
	m.state(s)
	m.cover(0)
	want := refmerge.Merge(s, can)
	for n, one := range bound {
		if one == nil || s.Targets[n].Format == d3d9.FMT_NULL {
			continue
		}
		p := m.read(one)
		for _, at := range [][2]int{{0, 0}, {p.w / 2, p.h / 2}} {
			if err := refmerge.Compare(p.format, p.bytes(at[0], at[1]), want[n].Pixel, between(p, s.Out[n], want[n].Tolerance)); err != nil {
				return fmt.Errorf("target %d, pixel %v: %w", n, at, err)
			}
		}
	}
	return nil
}

// between widens the tolerance where a colour lies between two steps of the format: Vulkan prefers the nearer one of the two and
// allows both (lavapipe's conversion to ten bits takes the other one at times).
func between(p *picture, out, tolerance refmerge.Color) refmerge.Color {
	for i, v := range out {
		bits := p.channel(i).Bits
		if p.desc.Class != d3d9.ClassUNORM || bits == 0 {
			continue
		}
		steps := float64(uint64(1)<<bits - 1)
		if scaled := min(max(v, 0), 1) * steps; math.Abs(scaled-math.Round(scaled)) > 1e-3 {
			tolerance[i] = max(tolerance[i], 1/steps)
		}
	}
	return tolerance
}

// TestRandomMerges compares the pixels of random output states with the reference output merger: exact where a target is
// masked or opaque, within one step of the format where it is blended.
func TestRandomMerges(t *testing.T) {
	for _, id := range []string{"OC-2,OC-3,OC-5,MRT-1,MRT-2,MRT-3,MRT-6,MRT-7"} {
		run(t, id, func(r *rig) {
			m := &merger{rig: r, targets: map[mergeKey]surface{}}
			r.useBoth(passVS3, writer(1))
			for set := range m.shaders {
				m.shaders[set] = r.ps(writer(set))
			}
			ask := func(usage uint32) func(d3d9.FORMAT) bool {
				d3d, err := r.d.GetDirect3D()
				r.ok(err)
				r.keep(d3d.Release)
				return func(f d3d9.FORMAT) bool {
					return d3d.CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, usage|d3d9.USAGE_RENDERTARGET, d3d9.RTYPE_TEXTURE, f) == nil
				}
			}
			can := refmerge.Support{Blend: ask(d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING), SRGBWrite: ask(d3d9.USAGE_QUERY_SRGBWRITE)}
			target := ask(0)
			options := refmerge.Options{Width: 8, Height: 4, Mismatch: true, Null: true, SRGBWrite: true}
			for _, f := range d3d9.Formats() {
				if desc, _ := d3d9.FormatInfo(f); target(f) && desc.BlockBytes > 0 && (desc.Class == d3d9.ClassUNORM || desc.Class == d3d9.ClassFloat) {
					options.Formats = append(options.Formats, f)
				}
			}
			if len(options.Formats) < 6 {
				t.Fatalf("only %v can be targets", options.Formats)
			}
			random := rand.New(rand.NewPCG(9, 3))
			for n := range sequences(2000, 100) {
				s := refmerge.Random(random, &options)
				if err := m.check(s, can); err != nil {
					r.t.Fatalf("state %d: %v\n%+v", n, err, *s)
				}
			}
		})
	}
}
