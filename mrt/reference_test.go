package mrt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
	"d3d9vk/mrt/refmerge"
)

// everything is an adapter that can do all with every format, but for blending with 32-bit floats.
func everything() *caps.Adapter {
	formats := map[gpu.Format]gpu.FormatSupport{}
	for _, f := range gpu.AllFormats {
		blend := f != gpu.FormatR32G32Sfloat
		formats[f] = gpu.FormatSupport{Sampled: true, SampledLinear: true, ColorTarget: true, Blend: blend, DepthTarget: true, SampleCounts: 0x15}
	}
	profile := caps.Full()
	profile.Multisample = true
	return caps.New(&gpu.Adapter{Formats: formats, Limits: gpu.Limits{ColorSampleCounts: 0x15, DepthSampleCounts: 0x15, MaxColorAttachments: 8}, Features: gpu.Features{IndependentBlend: true}}, profile)
}

var adapter = everything()

func row(t testing.TB, f d3d9.FORMAT) *caps.FormatRow {
	t.Helper()
	r, ok := adapter.Format(f)
	if !ok {
		t.Fatalf("no row for %v", f)
	}
	return r
}

var targetFormats = func() []d3d9.FORMAT {
	var out []d3d9.FORMAT
	for _, f := range d3d9.Formats() {
		if r, ok := adapter.Format(f); ok && r.Target && !r.Null {
			out = append(out, f)
		}
	}
	return out
}()

// input is the state as Make wants it.
func input(t testing.TB, s *refmerge.State) *mrt.Input {
	in := &mrt.Input{
		Limits:  mrt.Full(),
		Written: s.Written, SRGBWrite: s.SRGBWriteEnable,
		Blend: mrt.Blend{Enable: s.AlphaBlendEnable, Src: s.SrcBlend, Dest: s.DestBlend, Op: s.BlendOp, Separate: s.SeparateAlphaBlendEnable,
			SrcAlpha: s.SrcBlendAlpha, DestAlpha: s.DestBlendAlpha, OpAlpha: s.BlendOpAlpha},
	}
	for n, target := range s.Targets {
		in.Masks[n] = uint8(s.Masks[n])
		if target.Format != d3d9.FMT_UNKNOWN {
			in.Targets[n] = mrt.Surface{Format: row(t, target.Format), Width: target.Width, Height: target.Height, Samples: uint8(target.Samples), Image: gpu.ID(n + 1)}
		}
	}
	return in
}

// storedChannels is where an image format holds r, g, b, a, apart from the table of package caps.
var storedChannels = map[gpu.Format][4]d3d9.Channel{
	gpu.FormatB8G8R8A8Unorm:          {{Shift: 16, Bits: 8}, {Shift: 8, Bits: 8}, {Shift: 0, Bits: 8}, {Shift: 24, Bits: 8}},
	gpu.FormatR8G8B8A8Unorm:          {{Shift: 0, Bits: 8}, {Shift: 8, Bits: 8}, {Shift: 16, Bits: 8}, {Shift: 24, Bits: 8}},
	gpu.FormatB8G8R8A8Srgb:           {{Shift: 16, Bits: 8}, {Shift: 8, Bits: 8}, {Shift: 0, Bits: 8}, {Shift: 24, Bits: 8}},
	gpu.FormatR8G8B8A8Srgb:           {{Shift: 0, Bits: 8}, {Shift: 8, Bits: 8}, {Shift: 16, Bits: 8}, {Shift: 24, Bits: 8}},
	gpu.FormatR5G6B5UnormPack16:      {{Shift: 11, Bits: 5}, {Shift: 5, Bits: 6}, {Shift: 0, Bits: 5}},
	gpu.FormatA1R5G5B5UnormPack16:    {{Shift: 10, Bits: 5}, {Shift: 5, Bits: 5}, {Shift: 0, Bits: 5}, {Shift: 15, Bits: 1}},
	gpu.FormatA4R4G4B4UnormPack16:    {{Shift: 8, Bits: 4}, {Shift: 4, Bits: 4}, {Shift: 0, Bits: 4}, {Shift: 12, Bits: 4}},
	gpu.FormatA2R10G10B10UnormPack32: {{Shift: 20, Bits: 10}, {Shift: 10, Bits: 10}, {Shift: 0, Bits: 10}, {Shift: 30, Bits: 2}},
	gpu.FormatA2B10G10R10UnormPack32: {{Shift: 0, Bits: 10}, {Shift: 10, Bits: 10}, {Shift: 20, Bits: 10}, {Shift: 30, Bits: 2}},
	gpu.FormatR8Unorm:                {{Shift: 0, Bits: 8}},
	gpu.FormatR16Unorm:               {{Shift: 0, Bits: 16}},
	gpu.FormatR16G16Unorm:            {{Shift: 0, Bits: 16}, {Shift: 16, Bits: 16}},
	gpu.FormatR16G16B16A16Unorm:      {{Shift: 0, Bits: 16}, {Shift: 16, Bits: 16}, {Shift: 32, Bits: 16}, {Shift: 48, Bits: 16}},
}

// floatFormats are stored as Direct3D 9's format of the same layout.
var floatFormats = map[gpu.Format]d3d9.FORMAT{
	gpu.FormatR16Sfloat: d3d9.FMT_R16F, gpu.FormatR16G16Sfloat: d3d9.FMT_G16R16F, gpu.FormatR16G16B16A16Sfloat: d3d9.FMT_A16B16G16R16F,
	gpu.FormatR32Sfloat: d3d9.FMT_R32F, gpu.FormatR32G32Sfloat: d3d9.FMT_G32R32F, gpu.FormatR32G32B32A32Sfloat: d3d9.FMT_A32B32G32R32F,
}

type color = [4]float64

// attachment is a color attachment as Vulkan describes it: what reads and writes one pixel of an image of the view's format.
type attachment struct {
	view  gpu.Format
	pixel []byte
}

func (a *attachment) srgb() bool {
	return a.view == gpu.FormatB8G8R8A8Srgb || a.view == gpu.FormatR8G8B8A8Srgb
}

func (a *attachment) load() color {
	if f, ok := floatFormats[a.view]; ok {
		return color(refmerge.Decode(f, a.pixel))
	}
	c := color{0, 0, 0, 1} // what Vulkan reads for channels that a format lacks
	for i, ch := range storedChannels[a.view] {
		if ch.Bits > 0 {
			c[i] = float64(littleEndian(a.pixel)>>ch.Shift&(1<<ch.Bits-1)) / float64(uint64(1)<<ch.Bits-1)
			if a.srgb() && i < 3 {
				c[i] = linear(c[i])
			}
		}
	}
	return c
}

func (a *attachment) store(c color, mask uint8) {
	if f, ok := floatFormats[a.view]; ok {
		old := color(refmerge.Decode(f, a.pixel))
		for i := range c {
			if mask>>i&1 == 0 {
				c[i] = old[i]
			}
		}
		a.pixel = refmerge.Encode(f, refmerge.Color(c))
		return
	}
	v := littleEndian(a.pixel)
	for i, ch := range storedChannels[a.view] {
		if ch.Bits == 0 || mask>>i&1 == 0 {
			continue
		}
		value := min(1, max(0, c[i]))
		if a.srgb() && i < 3 {
			value = encoded(value)
		}
		low := uint64(1)<<ch.Bits - 1
		v = v&^(low<<ch.Shift) | uint64(math.RoundToEven(value*float64(low)))<<ch.Shift
	}
	for i := range a.pixel {
		a.pixel[i] = byte(v >> (8 * i))
	}
}

func littleEndian(b []byte) uint64 {
	var v uint64
	for i := range b {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func encoded(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// write is Vulkan's blend and write mask.
func (a *attachment) write(b gpu.BlendState, src, constant color) {
	if _, float := floatFormats[a.view]; !float {
		for i := range src {
			src[i] = min(1, max(0, src[i]))
		}
	}
	result := src
	if b.Enable {
		dst := a.load()
		for i := range result {
			sf, df, op := b.SrcColor, b.DstColor, b.ColorOp
			if i == 3 {
				sf, df, op = b.SrcAlpha, b.DstAlpha, b.AlphaOp
			}
			s, d := src[i]*vulkanFactor(sf, i, src, dst, constant), dst[i]*vulkanFactor(df, i, src, dst, constant)
			switch op {
			case gpu.OpAdd:
				result[i] = s + d
			case gpu.OpSubtract:
				result[i] = s - d
			case gpu.OpReverseSubtract:
				result[i] = d - s
			case gpu.OpMin:
				result[i] = min(src[i], dst[i])
			case gpu.OpMax:
				result[i] = max(src[i], dst[i])
			}
		}
	}
	a.store(result, b.Mask)
}

func vulkanFactor(f gpu.BlendFactor, i int, s, d, k color) float64 {
	if i == 3 && f == gpu.BlendSrcAlphaSaturate {
		return 1
	}
	return [...]float64{
		gpu.BlendZero: 0, gpu.BlendOne: 1,
		gpu.BlendSrcColor: s[i], gpu.BlendOneMinusSrcColor: 1 - s[i], gpu.BlendDstColor: d[i], gpu.BlendOneMinusDstColor: 1 - d[i],
		gpu.BlendSrcAlpha: s[3], gpu.BlendOneMinusSrcAlpha: 1 - s[3], gpu.BlendDstAlpha: d[3], gpu.BlendOneMinusDstAlpha: 1 - d[3],
		gpu.BlendConstantColor: k[i], gpu.BlendOneMinusConstantColor: 1 - k[i], gpu.BlendConstantAlpha: k[3], gpu.BlendOneMinusConstantAlpha: 1 - k[3],
		gpu.BlendSrcAlphaSaturate: min(s[3], 1-d[3]),
	}[f]
}

// alphaDrops is the pixel shader's alpha test, from what package caps says of target 0's precision.
func alphaDrops(t testing.TB, s *refmerge.State) bool {
	if !s.AlphaTestEnable {
		return false
	}
	a, scale, ref := s.Out[0][3], 255.0, float64(s.AlphaRef)
	if f := s.Targets[0].Format; f != d3d9.FMT_UNKNOWN {
		r := row(t, f)
		scale, ref = float64(r.AlphaScale), float64(r.AlphaReference(uint8(s.AlphaRef)))
	}
	if scale > 0 {
		a = math.RoundToEven(min(1, max(0, a)) * scale)
	} else {
		a, ref = float64(float32(a)), float64(float32(ref))
	}
	return [...]bool{false, true, a >= ref, a != ref, a > ref, a <= ref, a == ref, a < ref, false}[s.AlphaFunc]
}

// draw applies a plan to the state's pixels as Vulkan would.
func draw(t testing.TB, s *refmerge.State, in *mrt.Input, plan *mrt.Plan) [refmerge.Slots][]byte {
	var out [refmerge.Slots][]byte
	dropped := alphaDrops(t, s)
	constant := color{float64(s.BlendFactor >> 16 & 255), float64(s.BlendFactor >> 8 & 255), float64(s.BlendFactor & 255), float64(s.BlendFactor >> 24)}
	for i := range constant {
		constant[i] /= 255
	}
	for n, target := range s.Targets {
		out[n] = target.Pixel
		for k := range int(plan.Steps) {
			step := plan.Step(k)
			b := step.Blend[n]
			if independent := in.Limits.IndependentBlend; independent && b.Mask != 0 && step.Pass.Attached>>n&1 == 0 || !independent && b != step.Blend[0] {
				t.Fatalf("target %d has blend state %+v: attached are %x, the first has %+v", n, b, step.Pass.Attached, step.Blend[0])
			}
			if dropped || b.Mask == 0 || step.Pass.Attached>>n&1 == 0 {
				continue
			}
			r := row(t, target.Format)
			a := attachment{view: r.Image, pixel: append([]byte(nil), out[n]...)}
			if step.Pass.SRGB>>n&1 != 0 {
				a.view = r.SRGB
			}
			written := color(s.Out[n])
			if r.AlphaRed { // emit.StoreAlpha
				written = color{written[3], written[3], written[3], written[3]}
			}
			a.write(b, written, constant)
			out[n] = a.pixel
		}
	}
	return out
}

var support = refmerge.Support{
	Blend:     func(f d3d9.FORMAT) bool { r, ok := adapter.Format(f); return ok && r.Blend },
	SRGBWrite: func(f d3d9.FORMAT) bool { r, ok := adapter.Format(f); return ok && r.SRGBWrite },
}

// check compares the plan's pixels with the reference's.
func check(t testing.TB, s *refmerge.State, independentBlend bool) error {
	in := input(t, s)
	in.Limits.IndependentBlend = independentBlend
	var plan mrt.Plan
	mrt.Make(in, &plan)
	got := draw(t, s, in, &plan)
	for n, want := range refmerge.Merge(s, support) {
		if s.Targets[n].Pixel == nil {
			continue
		}
		if err := refmerge.Compare(s.Targets[n].Format, got[n], want.Pixel, want.Tolerance); err != nil {
			return fmt.Errorf("target %d: %w\nstate %+v\nplan %+v\n%q", n, err, *s, plan, plan.Explain(in))
		}
	}
	return nil
}

// TestReference holds a million random states against the reference output merger.
func TestReference(t *testing.T) {
	const million = 1_000_000
	count := million
	if testing.Short() {
		count /= 50
	}
	options := refmerge.Options{Formats: targetFormats, Width: 8, Height: 4, Mismatch: true, Null: true, Multi: true, SRGBWrite: true}
	for name, independentBlend := range map[string]bool{"OC-2,OC-3,OC-5,OC-14,MRT-1,MRT-3,MRT-5,MRT-6,MRT-7": true, "MRT-13": false} {
		t.Run(name, func(t *testing.T) {
			for part := range 4 {
				t.Run(fmt.Sprint(part), func(t *testing.T) {
					t.Parallel()
					r := rand.New(rand.NewPCG(9, uint64(part)))
					for range count / 4 {
						if err := check(t, refmerge.Random(r, &options), independentBlend); err != nil {
							t.Fatal(err)
						}
					}
				})
			}
		})
	}
}
