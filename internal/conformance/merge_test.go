package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/mrt/refmerge"
)

// merger draws states of the reference output merger on the device.
type merger struct {
	*rig
	shaders map[int]*device.PixelShader // by written set
	targets map[mergeKey]surface
	query   *device.Query
	random  *rand.Rand
	options refmerge.Options
	can     refmerge.Support
}

type mergeKey struct {
	slot   int // -1: a depth-stencil surface
	format d3d9.FORMAT
	w, h   uint32
}

// chooser is a pixel shader that writes to the colors of the set: oCn is c[4*k+n], k being TEXCOORD0.x.
func chooser(model string, set int) string {
	var b strings.Builder
	b.WriteString(model + "\ndef c16, 0.5, 1.5, 2.5, 0\n")
	if model == "ps_3_0" {
		b.WriteString("dcl_texcoord v0\nadd r4, v0.x, -c16\n")
	} else {
		b.WriteString("dcl t0\nmov r4, t0.x\nadd r4, r4, -c16\n")
	}
	for n := range refmerge.Slots {
		if set>>n&1 != 0 {
			fmt.Fprintf(&b, "cmp r%[1]d, r4.x, c%[2]d, c%[1]d\ncmp r%[1]d, r4.y, c%[3]d, r%[1]d\ncmp r%[1]d, r4.z, c%[4]d, r%[1]d\n", n, n+4, n+8, n+12)
		}
	}
	for n := range refmerge.Slots {
		if set>>n&1 != 0 {
			fmt.Fprintf(&b, "mov oC%[1]d, r%[1]d\n", n)
		}
	}
	return b.String()
}

// newMerger asks the device what it can do. A device of an old profile has its own shaders, targets and limits.
func newMerger(r *rig, seed uint64) *merger {
	r.t.Helper()
	m := &merger{rig: r, shaders: map[int]*device.PixelShader{}, targets: map[mergeKey]surface{}, random: rand.New(rand.NewPCG(9, seed))}
	have, err := r.d.GetDeviceCaps()
	r.ok(err)
	m.options = refmerge.Options{Width: 8, Height: 4, Mismatch: true, Null: true, SRGBWrite: true, Slots: int(have.NumSimultaneousRTs)}
	model, vs := "ps_3_0", passVS3
	if have.PixelShaderVersion&0xffff < 0x300 {
		model, vs, m.options.Prefix = "ps_2_0", passVS2, true
	}
	for set := range 1 << refmerge.Slots {
		if !m.options.Prefix || set&1 != 0 && set&(set+1) == 0 {
			m.shaders[set] = r.ps(chooser(model, set))
		}
	}
	r.ok(r.d.SetVertexShader(r.vs(vs)))
	r.passDeclaration()
	d3d, err := r.d.GetDirect3D()
	r.ok(err)
	r.keep(d3d.Release)
	ask := func(usage uint32) func(d3d9.FORMAT) bool {
		return func(f d3d9.FORMAT) bool {
			return d3d.CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, usage, d3d9.RTYPE_TEXTURE, f) == nil
		}
	}
	m.can = refmerge.Support{Neighbours: true,
		Blend:     ask(d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING | d3d9.USAGE_RENDERTARGET),
		SRGBWrite: ask(d3d9.USAGE_QUERY_SRGBWRITE | d3d9.USAGE_RENDERTARGET)}
	target := ask(d3d9.USAGE_RENDERTARGET)
	m.options.Null = target(d3d9.FMT_NULL)
	for _, f := range d3d9.Formats() {
		if desc, _ := d3d9.FormatInfo(f); target(f) && desc.BlockBytes > 0 && (desc.Class == d3d9.ClassUNORM || desc.Class == d3d9.ClassFloat) {
			m.options.Formats = append(m.options.Formats, f)
		}
	}
	for _, f := range []d3d9.FORMAT{d3d9.FMT_D16, d3d9.FMT_D24X8, d3d9.FMT_D24S8} {
		if d3d.CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, d3d9.USAGE_DEPTHSTENCIL, d3d9.RTYPE_SURFACE, f) == nil {
			m.options.Depth = append(m.options.Depth, f)
		}
	}
	if len(m.options.Formats) < 2 || len(m.options.Depth) == 0 {
		r.t.Fatalf("only %v can be targets, %v depth-stencil surfaces", m.options.Formats, m.options.Depth)
	}
	if m.query, err = r.d.CreateQuery(d3d9.QUERYTYPE_OCCLUSION); err != d3d9.Error(nil) {
		r.t.Fatal(err)
	}
	r.keep(m.query.Release)
	return m
}

// surface returns a target of the form, one for each slot, or a depth-stencil surface.
func (m *merger) surface(slot int, f d3d9.FORMAT, w, h uint32) surface {
	m.t.Helper()
	key := mergeKey{slot, f, w, h}
	if m.targets[key] == nil {
		make := m.rig.target
		if slot < 0 {
			make = m.rig.depth
		}
		m.targets[key] = make(f, uint(w), uint(h))
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

// columns is where the left half of the pixels ends, and halves the bits of Cover.
const (
	columns     = 4
	left, right = 1, 2
)

// triangle is a primitive that covers a half of a viewport w pixels wide, or all of it.
func triangle(w uint32, cover int, z float32, back bool, index int) []vertex {
	edge := float32(2*columns-1)/float32(w) - 1 // between two pixels' centres
	const far = 10
	corners := [3][2]float32{{edge, far}, {edge, -far}, {-far, 0}}
	switch cover {
	case right:
		corners = [3][2]float32{{edge, -far}, {edge, far}, {far, 0}}
	case left | right:
		corners = [3][2]float32{{far, far}, {far, -far}, {-far, 0}}
	}
	if back {
		corners[0], corners[1] = corners[1], corners[0]
	}
	var out []vertex
	for _, c := range corners {
		out = append(out, vertex{pos: [4]float32{c[0], c[1], z, 1}, tex: [4]float32{float32(index)}})
	}
	return out
}

func (m *merger) state(s *refmerge.State) {
	m.t.Helper()
	for n, state := range maskStates {
		m.rs(state, s.Masks[n])
	}
	m.flag(d3d9.RS_ALPHABLENDENABLE, s.AlphaBlendEnable)
	m.rs(d3d9.RS_SRCBLEND, uint32(s.SrcBlend))
	m.rs(d3d9.RS_DESTBLEND, uint32(s.DestBlend))
	m.rs(d3d9.RS_BLENDOP, uint32(s.BlendOp))
	m.flag(d3d9.RS_SEPARATEALPHABLENDENABLE, s.SeparateAlphaBlendEnable)
	m.rs(d3d9.RS_SRCBLENDALPHA, uint32(s.SrcBlendAlpha))
	m.rs(d3d9.RS_DESTBLENDALPHA, uint32(s.DestBlendAlpha))
	m.rs(d3d9.RS_BLENDOPALPHA, uint32(s.BlendOpAlpha))
	m.rs(d3d9.RS_BLENDFACTOR, uint32(s.BlendFactor))
	m.flag(d3d9.RS_SRGBWRITEENABLE, s.SRGBWriteEnable)
	m.flag(d3d9.RS_ALPHATESTENABLE, s.AlphaTestEnable)
	m.rs(d3d9.RS_ALPHAFUNC, uint32(s.AlphaFunc))
	m.rs(d3d9.RS_ALPHAREF, s.AlphaRef)
}

func (m *merger) depthState(ds *refmerge.DepthStencil) {
	m.t.Helper()
	m.flag(d3d9.RS_ZENABLE, ds.ZEnable)
	m.flag(d3d9.RS_ZWRITEENABLE, ds.ZWriteEnable)
	m.rs(d3d9.RS_ZFUNC, uint32(ds.ZFunc))
	m.flag(d3d9.RS_STENCILENABLE, ds.StencilEnable)
	m.flag(d3d9.RS_TWOSIDEDSTENCILMODE, ds.TwoSided)
	m.rs(d3d9.RS_STENCILFUNC, uint32(ds.Front.Func))
	m.rs(d3d9.RS_STENCILFAIL, uint32(ds.Front.Fail))
	m.rs(d3d9.RS_STENCILZFAIL, uint32(ds.Front.ZFail))
	m.rs(d3d9.RS_STENCILPASS, uint32(ds.Front.Pass))
	m.rs(d3d9.RS_CCW_STENCILFUNC, uint32(ds.Back.Func))
	m.rs(d3d9.RS_CCW_STENCILFAIL, uint32(ds.Back.Fail))
	m.rs(d3d9.RS_CCW_STENCILZFAIL, uint32(ds.Back.ZFail))
	m.rs(d3d9.RS_CCW_STENCILPASS, uint32(ds.Back.Pass))
	m.rs(d3d9.RS_STENCILREF, ds.Ref)
	m.rs(d3d9.RS_STENCILMASK, ds.Mask)
	m.rs(d3d9.RS_STENCILWRITEMASK, ds.WriteMask)
}

// opaqueState is the state that draws colors as they are.
func opaqueState() *refmerge.State {
	return &refmerge.State{
		Masks: [refmerge.Slots]uint32{15, 15, 15, 15}, SrcBlend: d3d9.BLEND_ONE, DestBlend: d3d9.BLEND_ZERO, BlendOp: d3d9.BLENDOP_ADD,
		SrcBlendAlpha: d3d9.BLEND_ONE, DestBlendAlpha: d3d9.BLEND_ZERO, BlendOpAlpha: d3d9.BLENDOP_ADD, AlphaFunc: d3d9.CMP_ALWAYS,
	}
}

// always is tests that pass, write the depth and put the reference into stencil.
func always(stencil uint8) refmerge.DepthStencil {
	face := refmerge.StencilFace{Func: d3d9.CMP_ALWAYS, Fail: d3d9.STENCILOP_KEEP, ZFail: d3d9.STENCILOP_KEEP, Pass: d3d9.STENCILOP_REPLACE}
	return refmerge.DepthStencil{ZEnable: true, ZWriteEnable: true, ZFunc: d3d9.CMP_ALWAYS, StencilEnable: true, Front: face, Back: face,
		Ref: uint32(stencil), Mask: 255, WriteMask: 255}
}

// alone binds one target, and a depth-stencil surface or none, with a shader that writes c0 to it.
func (m *merger) alone(s, ds surface) {
	m.t.Helper()
	m.set(append([]surface{s}, make([]surface, m.options.Slots-1)...)...)
	m.ok(m.d.SetDepthStencilSurface(ds))
	m.ok(m.d.SetPixelShader(m.shaders[1]))
	m.state(opaqueState())
}

// prepare makes the surfaces of a draw hold what they hold before it, and binds them.
func (m *merger) prepare(d *refmerge.Draw) (bound [refmerge.Slots]surface, depth surface) {
	m.t.Helper()
	off := refmerge.DepthStencil{ZFunc: d3d9.CMP_ALWAYS, Front: refmerge.StencilFace{Func: 8, Fail: 1, ZFail: 1, Pass: 1}, Back: refmerge.StencilFace{Func: 8, Fail: 1, ZFail: 1, Pass: 1}}
	m.depthState(&off)
	for n := range d.Targets {
		t := &d.Targets[n]
		if t.Format == d3d9.FMT_UNKNOWN {
			continue
		}
		bound[n] = m.surface(n, t.Format, t.Width, t.Height)
		if t.Format == d3d9.FMT_NULL {
			continue
		}
		m.alone(bound[n], nil)
		m.constants(refmerge.Decode(t.Format, t.Pixel))
		m.draw(d3d9.PT_TRIANGLELIST, 1, triangle(t.Width, left|right, 0, false, 0)...)
	}
	if ds := &d.DepthStencil; ds.Format != d3d9.FMT_UNKNOWN {
		depth = m.surface(-1, ds.Format, ds.Width, ds.Height)
		m.alone(m.surface(refmerge.Slots, argb, ds.Width, ds.Height), depth)
		set := always(ds.Stencil)
		m.depthState(&set)
		m.draw(d3d9.PT_TRIANGLELIST, 1, triangle(ds.Width, left|right, float32(ds.Depth), false, 0)...)
	}
	m.set(bound[:m.options.Slots]...)
	m.ok(m.d.SetDepthStencilSurface(depth))
	m.ok(m.d.SetPixelShader(m.shaders[int(d.Written)]))
	m.state(&d.State)
	m.depthState(&d.DepthStencil)
	if depth == nil { // the states of a surface that there is not do nothing, but are not all numbers
		m.depthState(&off)
	}
	return bound, depth
}

// run draws a draw whose fragments cover the halves of the viewport that covers says, and compares all that it leaves with the reference.
func (m *merger) run(d *refmerge.Draw, covers []int) error {
	m.t.Helper()
	bound, depth := m.prepare(d)
	var colors []refmerge.Color
	var vs []vertex
	view := d.Targets[0] // the viewport is that of target 0
	halves := [2]refmerge.Draw{*d, *d}
	for k, f := range d.Fragments {
		colors = append(colors, f.Out[:]...)
		vs = append(vs, triangle(view.Width, covers[k], float32(f.Depth), f.Back, k)...)
	}
	for side := range halves {
		h := &halves[side]
		h.Fragments = nil
		for k, f := range d.Fragments {
			if covers[k]>>side&1 != 0 {
				h.Fragments = append(h.Fragments, f)
			}
		}
	}
	m.constants(colors...)
	m.ok(m.query.Issue(d3d9.ISSUE_BEGIN))
	err := m.tryDraw(d3d9.PT_TRIANGLELIST, uint(len(d.Fragments)), vs...)
	m.ok(m.query.Issue(d3d9.ISSUE_END))
	want := [2]refmerge.Result{refmerge.MergeDraw(&halves[0], m.can), refmerge.MergeDraw(&halves[1], m.can)}
	switch refused := refmerge.Refused(&d.State); {
	case refused && (err == nil || err.Code() != d3d9.ERR_INVALIDCALL):
		return fmt.Errorf("the draw returns %v, want INVALIDCALL", err)
	case !refused && err != nil:
		return fmt.Errorf("the draw returns %v", err)
	}
	area := m.area(d)
	if got, want := m.counted(m.query), area[1]*(columns*uint32(want[0].Passed)+(area[0]-columns)*uint32(want[1].Passed)); err == nil && got != want {
		return fmt.Errorf("the occlusion query counts %d, want %d", got, want)
	}
	for n, one := range bound {
		if one == nil || d.Targets[n].Format == d3d9.FMT_NULL {
			continue
		}
		p := m.read(one)
		for side, x := range []int{0, columns + 1} {
			w := want[side].Targets[n]
			if err := refmerge.Compare(p.format, p.bytes(x, 1), w.Pixel, w.Tolerance); err != nil {
				return fmt.Errorf("target %d, %s: %w", n, [2]string{"left", "right"}[side], err)
			}
		}
	}
	if depth != nil {
		return m.probe(d, depth, want)
	}
	return nil
}

// area is how many pixels across and down a draw covers: those of target 0's viewport that the render area has.
func (m *merger) area(d *refmerge.Draw) [2]uint32 {
	w, h := d.Targets[0].Width, d.Targets[0].Height
	for _, t := range d.Targets {
		if t.Format != d3d9.FMT_UNKNOWN && t.Format != d3d9.FMT_NULL {
			return [2]uint32{min(w, t.Width), min(h, t.Height)}
		}
	}
	if ds := &d.DepthStencil; ds.Format != d3d9.FMT_UNKNOWN {
		return [2]uint32{min(w, ds.Width), min(h, ds.Height)}
	}
	return [2]uint32{w, h}
}

// probe draws white where depth and stencil are what the reference says, then black where they are not.
func (m *merger) probe(d *refmerge.Draw, depth surface, want [2]refmerge.Result) error {
	m.t.Helper()
	ds := &d.DepthStencil
	screen := m.surface(refmerge.Slots, argb, ds.Width, ds.Height)
	m.alone(screen, depth)
	black, white := refmerge.Color{}, refmerge.Color{1, 1, 1, 1}
	test := func(color refmerge.Color, zfunc, sfunc d3d9.CMPFUNC) {
		m.constants(color)
		for side, w := range want {
			s := always(w.Stencil)
			s.ZWriteEnable, s.ZFunc, s.WriteMask = false, zfunc, 0
			s.Front.Func, s.Back.Func = sfunc, sfunc
			m.depthState(&s)
			m.draw(d3d9.PT_TRIANGLELIST, 1, triangle(ds.Width, left<<side, float32(w.Depth), false, 0)...)
		}
	}
	test(black, d3d9.CMP_ALWAYS, d3d9.CMP_ALWAYS)
	test(white, d3d9.CMP_EQUAL, d3d9.CMP_EQUAL)
	test(black, d3d9.CMP_NOTEQUAL, d3d9.CMP_ALWAYS)
	if ds.Format == d3d9.FMT_D24S8 {
		test(black, d3d9.CMP_ALWAYS, d3d9.CMP_NOTEQUAL)
	}
	p := m.read(screen)
	for side, x := range []int{0, columns + 1} {
		if p.at(x, 1) != [4]float64(white) {
			return fmt.Errorf("depth is not %v or stencil not %x at the %s", want[side].Depth, want[side].Stencil, [2]string{"left", "right"}[side])
		}
	}
	return nil
}

// sweep draws count random draws. A failure names the draw, and D3D9VK_MERGE=N starts with that one.
func (m *merger) sweep(count int) {
	m.t.Helper()
	first, _ := strconv.Atoi(os.Getenv("D3D9VK_MERGE"))
	passed, blended, refused := 0, 0, 0
	for n := range count {
		d := refmerge.RandomDraw(m.random, &m.options)
		covers := make([]int, len(d.Fragments))
		for k := range covers {
			covers[k] = []int{left, right, left | right, left | right}[m.random.IntN(4)]
		}
		if n < first {
			continue
		}
		if err := m.run(d, covers); err != nil {
			m.t.Fatalf("draw %d: %v\n%+v\ncovers %v", n, err, *d, covers)
		}
		passed++
		if refmerge.Refused(&d.State) {
			refused++
		}
		if d.AlphaBlendEnable {
			blended++
		}
	}
	m.t.Logf("%d draws equal the reference, %d of them with blending, %d refused", passed, blended, refused)
}

// merges is how many draws a path is held to: D3D9VK_MERGES, or 2,000 in long runs and 100 otherwise.
func merges() int {
	if n, err := strconv.Atoi(os.Getenv("D3D9VK_MERGES")); err == nil {
		return n
	}
	return sequences(2000, 100)
}

// TestRandomMerges compares what random draws of overlapping primitives leave in targets, depth and stencil, and what an occlusion query
// counts, with the reference output merger: exact where a target is masked or opaque, within one step of the format for each blend that
// reached the pixel.
func TestRandomMerges(t *testing.T) {
	run(t, "OC-2,OC-3,OC-5,MRT-1,MRT-2,MRT-3,MRT-6,MRT-7", func(r *rig) { newMerger(r, 3).sweep(merges()) })
}
