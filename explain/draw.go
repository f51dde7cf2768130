// Package explain finds what a draw does not do although its author may think so, from the draw's state as plain data. It is pure: a
// device fills the state from what was set, a tool from a description. It must not know a device, a resource or Vulkan calls, nor
// who is told.
package explain

import (
	"fmt"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/diagnostic"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
	"d3d9vk/translate/ir"
)

// NumStages is the number of texture stages.
const NumStages = 8

// Texture is what a sampler that the shaders use has.
type Texture struct {
	Declared ir.Dim          // the type that the shader declares; DimBound where it takes any
	Bound    ir.Dim          // the texture's
	Format   *caps.FormatRow // of the texture; nil without one
	SRGB     bool            // SAMP_SRGBTEXTURE
}

// Draw is the state of a draw.
type Draw struct {
	Render   *mrt.RenderStates
	Input    mrt.Input // what Plan was made from
	Plan     mrt.Plan
	Vertex   *ir.Shader // nil without one
	Pixel    *ir.Shader // nil without one
	Fed      uint16     // bit n: an element and a buffer feed Vertex.Inputs[n]
	Used     uint32     // bit n: the shaders sample slot n (0..15 pixel, 16..19 vertex)
	Textures [mrt.NumSamplers]Texture
	Stages   [NumStages]uint32 // TSS_TEXTURETRANSFORMFLAGS
	NoScene  bool              // outside BeginScene and EndScene
	NoArea   bool              // viewport, scissor rectangle and render area have nothing in common
}

// Findings is everything that is to be told about the draw: first about its targets, then in the order of the pipeline from its end.
func (d *Draw) Findings() []diagnostic.Finding {
	var f findings
	d.targets(&f)
	d.alphaAndFog(&f)
	d.depthStencil(&f)
	d.never(&f)
	d.textures(&f)
	d.varyings(&f)
	d.coordinates(&f)
	d.vertices(&f)
	if d.NoScene {
		f.add("draw-outside-scene", diagnostic.NoSlot, "the draw is outside BeginScene and EndScene")
	}
	if d.NoArea {
		f.add("nothing-in-viewport", diagnostic.NoSlot, "viewport, scissor rectangle and render target (%dx%d) have no pixel in common", d.Plan.Pass.Width, d.Plan.Pass.Height)
	}
	return f
}

type findings []diagnostic.Finding

func (f *findings) add(id string, slot int, format string, args ...any) {
	*f = append(*f, diagnostic.Finding{ID: id, Slot: slot, Text: fmt.Sprintf(format, args...)})
}

func (d *Draw) on(state d3d9.RENDERSTATETYPE) bool { return d.Render[state] != 0 }

// targets tells what the plan leaves out. Of a target that is not written it says whether constants are why (OC-14), and of one that is
// which components are nobody's (OC-4).
func (d *Draw) targets(f *findings) {
	for _, g := range d.Plan.Explain(&d.Input) {
		if !d.missed(g.ID) {
			continue
		}
		if g.ID == "target-not-written" && d.Pixel != nil && d.Pixel.Written.Maybe>>g.Slot&1 != 0 {
			g.ID = "target-skipped-by-constants"
			g.Text = fmt.Sprintf("render target %d is untouched: with the current %s the pixel shader does not reach its writes to oC%d", g.Slot, support(&d.Pixel.Written), g.Slot)
		}
		*f = append(*f, g)
	}
	if d.Pixel == nil {
		return
	}
	for i := range d.Pixel.Outputs {
		o := &d.Pixel.Outputs[i]
		n := int(o.Semantic.Index)
		if o.Kind != ir.OutColor || n >= gpu.MaxTargets || d.Plan.Written>>n&1 == 0 {
			continue
		}
		if missing := d.Mask(n) & d.Input.Targets[n].Format.Channels &^ o.Mask; missing != 0 {
			f.add("target-partly-written", n, "render target %d: the pixel shader writes oC%d.%s, and the write mask lets %s through as well: color gets 0, alpha 1", n, n, Components(o.Mask), Components(missing))
		}
	}
}

// missed says whether what a diagnostic says is off would have done something.
func (d *Draw) missed(id string) bool {
	pixel := d.on(d3d9.RS_ALPHATESTENABLE) || d.on(d3d9.RS_FOGENABLE) && (d.Pixel == nil || d.Pixel.Major < 3)
	switch id {
	case "first-target-without-operations":
		return pixel
	case "post-operations-off":
		for i, t := range d.Input.Targets {
			if t.Format != nil && t.Format.Channels&^d.Input.Masks[i] != 0 {
				return true
			}
		}
		return pixel || d.Input.Blend.Enable
	}
	return true
}

// Mask is the write mask of a target that counts: all components where the profile has none.
func (d *Draw) Mask(n int) uint8 {
	if d.Plan.Diagnostics.Has(mrt.MasksOff, 0) || d.Plan.Diagnostics.Has(mrt.PostOperationsOff, 0) || d.Plan.Diagnostics.Has(mrt.FormatWithoutMask, n) {
		return 15
	}
	return d.Input.Masks[n]
}

// TestsAlpha reports whether the alpha test can drop pixels.
func (d *Draw) TestsAlpha() bool {
	return d.on(d3d9.RS_ALPHATESTENABLE) && d.Render[d3d9.RS_ALPHAFUNC] != d3d9.CMP_ALWAYS && !d.Plan.NoAlphaTest
}

// support names the constants that the written set depends on, such as "b2 and i0".
func support(w *ir.WrittenSet) string {
	var names []string
	for n := range 16 {
		if w.BMask>>n&1 != 0 {
			names = append(names, fmt.Sprintf("b%d", n))
		}
	}
	for n := range 16 {
		if w.IMask>>n&1 != 0 {
			names = append(names, fmt.Sprintf("i%d", n))
		}
	}
	text := ""
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			text += " and "
		default:
			text += ", "
		}
		text += name
	}
	return text
}

// Components spells a mask, such as "xyw".
func Components(mask uint8) string {
	text := ""
	for i, c := range "xyzw" {
		if mask>>i&1 != 0 {
			text += string(c)
		}
	}
	return text
}

func (d *Draw) alphaAndFog(f *findings) {
	if d.Pixel == nil {
		return
	}
	if d.TestsAlpha() && d.Input.Written&1 == 0 {
		f.add("alpha-test-without-output", diagnostic.NoSlot, "ALPHATESTENABLE is on but the pixel shader does not write oC0: alpha 1 is compared with ALPHAREF %d", d.Render[d3d9.RS_ALPHAREF]&255)
	}
	if d.on(d3d9.RS_FOGENABLE) && d.Pixel.Major >= 3 {
		f.add("fog-with-ps3", diagnostic.NoSlot, "FOGENABLE is on but the pixel shader is ps_%d_%d: it does nothing", d.Pixel.Major, d.Pixel.Minor)
	}
}

func (d *Draw) depthStencil(f *findings) {
	format := d.Input.DepthStencil.Format
	if d.Render[d3d9.RS_ZENABLE] != d3d9.ZB_FALSE && format == nil {
		f.add("depth-test-without-surface", diagnostic.NoSlot, "ZENABLE is %d but no depth-stencil surface is set", d.Render[d3d9.RS_ZENABLE])
	}
	if d.on(d3d9.RS_STENCILENABLE) && (format == nil || !format.Stencil) {
		what := "no depth-stencil surface is set"
		if format != nil {
			what = fmt.Sprintf("%v has no stencil bits", format.Format)
		}
		f.add("stencil-without-bits", diagnostic.NoSlot, "STENCILENABLE is on but %s", what)
	}
}

// never tells of states by which no fragment changes a target: tests that none passes, and blending that keeps what is there. Where the
// tests change the stencil all the same they are meant.
func (d *Draw) never(f *findings) {
	rs, depth := d.Render, d.Plan.Pass.Depth && d.Input.DepthStencil.Format != nil
	stencil := depth && d.on(d3d9.RS_STENCILENABLE) && d.Input.DepthStencil.Format.Stencil
	twoSided := d.on(d3d9.RS_TWOSIDEDSTENCILMODE)
	keeps := func(front, back d3d9.RENDERSTATETYPE) bool {
		return rs[front] == d3d9.STENCILOP_KEEP && (!twoSided || rs[back] == d3d9.STENCILOP_KEEP)
	}
	if d.TestsAlpha() && rs[d3d9.RS_ALPHAFUNC] == d3d9.CMP_NEVER {
		f.add("test-never-passes", diagnostic.NoSlot, "ALPHAFUNC is CMP_NEVER: no fragment passes the alpha test")
	}
	if stencil && rs[d3d9.RS_STENCILFUNC] == d3d9.CMP_NEVER && (!twoSided || rs[d3d9.RS_CCW_STENCILFUNC] == d3d9.CMP_NEVER) &&
		keeps(d3d9.RS_STENCILFAIL, d3d9.RS_CCW_STENCILFAIL) {
		f.add("test-never-passes", diagnostic.NoSlot, "STENCILFUNC is CMP_NEVER: no fragment passes the stencil test")
	}
	if depth && rs[d3d9.RS_ZENABLE] != d3d9.ZB_FALSE && rs[d3d9.RS_ZFUNC] == d3d9.CMP_NEVER &&
		(!stencil || keeps(d3d9.RS_STENCILFAIL, d3d9.RS_CCW_STENCILFAIL) && keeps(d3d9.RS_STENCILZFAIL, d3d9.RS_CCW_STENCILZFAIL)) {
		f.add("test-never-passes", diagnostic.NoSlot, "ZFUNC is CMP_NEVER: no fragment passes the depth test")
	}
	b := &d.Input.Blend
	color := b.Src == d3d9.BLEND_ZERO && b.Dest == d3d9.BLEND_ONE && b.Op == d3d9.BLENDOP_ADD
	alpha := !b.Separate || b.SrcAlpha == d3d9.BLEND_ZERO && b.DestAlpha == d3d9.BLEND_ONE && b.OpAlpha == d3d9.BLENDOP_ADD
	if color && alpha && d.Plan.Written != 0 && d.Plan.Written&^d.Plan.Blended == 0 {
		f.add("blend-keeps-targets", diagnostic.NoSlot, "SRCBLEND is ZERO and DESTBLEND is ONE: every render target stays as it was")
	}
}
