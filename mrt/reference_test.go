package mrt_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
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
		blend := f != gpu.FormatR32G32Sfloat && f != gpu.FormatR32G32B32A32Sfloat
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
func input(t testing.TB, s *refmerge.Draw) *mrt.Input {
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
	if ds := &s.DepthStencil; ds.Format != d3d9.FMT_UNKNOWN {
		in.DepthStencil = mrt.Surface{Format: row(t, ds.Format), Width: ds.Width, Height: ds.Height, Samples: uint8(ds.Samples), Image: refmerge.Slots + 1}
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

// constants is BLENDFACTOR as Vulkan's blend constants.
func constants(s *refmerge.State) color {
	k := color{float64(s.BlendFactor >> 16 & 255), float64(s.BlendFactor >> 8 & 255), float64(s.BlendFactor & 255), float64(s.BlendFactor >> 24)}
	for i := range k {
		k[i] /= 255
	}
	return k
}

// left is what the steps of a plan leave at a pixel.
type left struct {
	pixels       [refmerge.Slots][]byte
	depthStencil refmerge.DepthStencil
	counted      int
}

// draw does a plan's steps as Vulkan would: every step runs all fragments, in order, through its passes' attachments.
func draw(t testing.TB, d *refmerge.Draw, in *mrt.Input, plan *mrt.Plan) left {
	out := left{depthStencil: d.DepthStencil}
	for n := range d.Targets {
		out.pixels[n] = bytes.Clone(d.Targets[n].Pixel)
	}
	if plan.Refused != 0 {
		return out
	}
	constant := constants(&d.State)
	restores := plan.Restores(depthStates(&d.DepthStencil))
	for k := range int(plan.Steps) {
		step := plan.Step(k)
		ds := &out.depthStencil
		if k > 0 && restores {
			ds.Depth, ds.Stencil = d.DepthStencil.Depth, d.DepthStencil.Stencil
		}
		for _, f := range d.Fragments {
			s := d.State
			s.Out = f.Out
			if !plan.NoAlphaTest && alphaDrops(t, &s) || step.Pass.Depth && !ds.Test(&f) {
				continue
			}
			if k == 0 {
				out.counted++
			}
			for n := range s.Targets {
				out.write(t, n, &s, in, &step, constant)
			}
		}
	}
	return out
}

// write is what a step does with oCn of a fragment that passed.
func (l *left) write(t testing.TB, n int, s *refmerge.State, in *mrt.Input, step *mrt.Step, constant color) {
	b, attached := step.Blend[n], step.Pass.Attached>>n&1 != 0
	if independent := in.Limits.IndependentBlend; independent && b.Mask != 0 && !attached || !independent && b != step.Blend[0] {
		t.Fatalf("target %d has blend state %+v: attached are %x, the first has %+v", n, b, step.Pass.Attached, step.Blend[0])
	}
	if b.Mask == 0 || !attached {
		return
	}
	r := row(t, s.Targets[n].Format)
	a := attachment{view: r.Image, pixel: l.pixels[n]}
	if step.Pass.SRGB>>n&1 != 0 {
		a.view = r.SRGB
	}
	written := color(s.Out[n])
	if r.AlphaRed { // emit.StoreAlpha
		written = color{written[3], written[3], written[3], written[3]}
	}
	a.write(b, written, constant)
	l.pixels[n] = a.pixel
}

// depthStates is the states of both tests as Restores wants them: off where the surface has no stencil.
func depthStates(ds *refmerge.DepthStencil) *mrt.DepthStencil {
	face := func(f refmerge.StencilFace) mrt.StencilFace {
		return mrt.StencilFace{Func: uint32(f.Func), Fail: uint32(f.Fail), ZFail: uint32(f.ZFail), Pass: uint32(f.Pass)}
	}
	out := &mrt.DepthStencil{ZEnable: ds.ZEnable, ZWriteEnable: ds.ZWriteEnable, ZFunc: uint32(ds.ZFunc),
		StencilEnable: ds.StencilEnable && ds.Format == d3d9.FMT_D24S8, StencilWriteMask: uint8(ds.WriteMask),
		Faces: [2]mrt.StencilFace{face(ds.Front), face(ds.Front)}}
	if ds.TwoSided {
		out.Faces[1] = face(ds.Back)
	}
	return out
}

var support = refmerge.Support{
	Blend:     func(f d3d9.FORMAT) bool { r, ok := adapter.Format(f); return ok && r.Blend },
	SRGBWrite: func(f d3d9.FORMAT) bool { r, ok := adapter.Format(f); return ok && r.SRGBWrite },
}

// check compares what the plan leaves with the reference's result.
func check(t testing.TB, d *refmerge.Draw, limits mrt.Limits) error {
	in := input(t, d)
	in.Limits = limits
	var plan mrt.Plan
	mrt.Make(in, &plan)
	got := draw(t, d, in, &plan)
	want := refmerge.MergeDraw(d, support)
	fail := func(format string, args ...any) error {
		return fmt.Errorf(format+"\ndraw %+v\nplan %+v\n%q", append(args, *d, plan, plan.Explain(in))...)
	}
	if got, want := plan.Refused != 0, want.Refused; got != want {
		return fail("refused is %v, want %v", got, want)
	}
	for n, want := range want.Targets {
		if want.Touched && plan.Written>>n&1 == 0 {
			return fail("target %d is written, the plan does not", n)
		}
		if d.Targets[n].Pixel == nil {
			continue
		}
		if err := refmerge.Compare(d.Targets[n].Format, got.pixels[n], want.Pixel, want.Tolerance); err != nil {
			return fail("target %d: %w", n, err)
		}
	}
	if ds := &got.depthStencil; ds.Depth != want.Depth || ds.Stencil != want.Stencil || got.counted != want.Passed {
		return fail("depth %v, stencil %x, count %d; want %v, %x, %d", ds.Depth, ds.Stencil, got.counted, want.Depth, want.Stencil, want.Passed)
	}
	return nil
}

// periods are what profiles of old hardware lack, alone and together.
func periods() []refmerge.Period {
	var out []refmerge.Period
	for bits := range 8 {
		out = append(out, refmerge.Period{On: true, NoIndependentBitDepths: bits&1 != 0, NoPostPixelShaderBlending: bits&2 != 0, NoIndependentWriteMasks: bits&4 != 0})
	}
	return out
}

// TestReference holds random draws against the reference output merger: D3D9VK_MERGES of them by each name (250,000, so a million in all), or 20,000 with -short.
func TestReference(t *testing.T) {
	count := 250_000
	if testing.Short() {
		count = 20_000
	}
	if v, err := strconv.Atoi(os.Getenv("D3D9VK_MERGES")); err == nil {
		count = v
	}
	full := []refmerge.Period{{}}
	for _, c := range []struct {
		name             string
		independentBlend bool
		periods          []refmerge.Period
	}{
		{"OC-2,OC-3,OC-5,OC-14,MRT-1,MRT-3,MRT-5,MRT-6,MRT-7", true, full},
		{"MRT-13", false, full},
		{"MRT-2,MRT-4,MRT-5,MRT-10,MRT-11,period profiles", true, periods()},
		{"MRT-13,period profiles", false, periods()},
	} {
		t.Run(c.name, func(t *testing.T) {
			const parts = 4
			for part := range parts {
				t.Run(fmt.Sprint(part), func(t *testing.T) {
					t.Parallel()
					r := rand.New(rand.NewPCG(9, uint64(part)))
					for n := range count / parts {
						p := c.periods[n%len(c.periods)]
						options := refmerge.Options{Formats: targetFormats, Width: 8, Height: 4, Mismatch: true, Null: true, Multi: true, SRGBWrite: true,
							Depth: []d3d9.FORMAT{d3d9.FMT_D16, d3d9.FMT_D24X8, d3d9.FMT_D24S8}, Period: p}
						limits := mrt.Limits{IndependentBlend: c.independentBlend, IndependentBitDepths: !p.NoIndependentBitDepths,
							PostPixelShaderBlending: !p.NoPostPixelShaderBlending, IndependentWriteMasks: !p.NoIndependentWriteMasks, Period: p.On}
						if err := check(t, refmerge.RandomDraw(r, &options), limits); err != nil {
							t.Fatalf("draw %d: %v", n, err)
						}
					}
				})
			}
		})
	}
}
