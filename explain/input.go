package explain

import (
	"fmt"
	"strings"

	"d3d9vk/d3d9"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

const pixelSamplers = 16

// samplerName is s0 to s15, or vertex s0 to s3.
func samplerName(slot int) string {
	if slot < pixelSamplers {
		return fmt.Sprintf("s%d of the pixel shader", slot)
	}
	return fmt.Sprintf("s%d of the vertex shader", slot-pixelSamplers)
}

var dimNames = [...]string{ir.Dim2D: "2D", ir.DimCube: "cube", ir.DimVolume: "volume"}

func (d *Draw) textures(f *findings) {
	for slot := range d.Textures {
		if d.Used>>slot&1 == 0 {
			continue
		}
		switch t := &d.Textures[slot]; {
		case t.Format == nil:
			f.add("sampler-without-texture", slot, "%s is sampled but has no texture: it reads (0, 0, 0, 1)", samplerName(slot))
		case t.Declared != ir.DimBound && t.Declared != t.Bound:
			f.add("sampler-type-differs", slot, "%s is declared as %s and has a %s texture: it reads (0, 0, 0, 1)", samplerName(slot), dimNames[t.Declared], dimNames[t.Bound])
		case t.SRGB && !t.Format.SRGBRead:
			f.add("texture-cannot-read-srgb", slot, "SRGBTEXTURE does nothing for %s: %v cannot be read as sRGB", samplerName(slot), t.Format.Format)
		}
	}
}

// semantic is such as TEXCOORD2.
func semantic(s ir.Semantic) string {
	return strings.ToUpper(fmt.Sprintf("%v%d", sm.Usage(s.Usage), s.Index))
}

func (d *Draw) varyings(f *findings) {
	if d.Vertex == nil || d.Pixel == nil {
		return
	}
	sprites := d.on(d3d9.RS_POINTSPRITEENABLE) // they replace texture coordinates
	for i := range d.Pixel.Inputs {
		in := &d.Pixel.Inputs[i]
		if in.Kind != ir.InVector || sprites && in.Semantic.Usage == ir.UsageTexCoord || gives(d.Vertex, in.Semantic) {
			continue
		}
		f.add("varying-not-written", int(in.Reg), "the pixel shader reads %s but no output of the vertex shader gives it", semantic(in.Semantic))
	}
}

// gives says whether a vertex shader has an output of the semantic.
func gives(vs *ir.Shader, s ir.Semantic) bool {
	for i := range vs.Outputs {
		if o := &vs.Outputs[i]; (o.Kind == ir.OutVarying || o.Kind == ir.OutFog) && o.Semantic == s {
			return true
		}
	}
	return false
}

func (d *Draw) coordinates(f *findings) {
	if d.Vertex == nil || d.Pixel == nil {
		return
	}
	for stage, flags := range d.Stages {
		projects := d.Pixel.Projects>>stage&1 != 0 && flags&d3d9.TTFF_PROJECTED != 0 // then the count says what divides
		if count := flags &^ d3d9.TTFF_PROJECTED; count != 0 && !projects {
			f.add("texture-transform-ignored", stage, "TEXTURETRANSFORMFLAGS of stage %d is %d: a vertex shader's coordinates are not transformed", stage, flags)
		}
	}
	for n := range uint8(16) {
		if state := d3d9.WrapState(uint32(n)); d.on(state) && !reads(d.Pixel, ir.Semantic{Usage: ir.UsageTexCoord, Index: n}) {
			f.add("wrap-unread", int(n), "WRAP%d is %#x but the pixel shader does not read TEXCOORD%d", n, d.Render[state], n)
		}
	}
}

func reads(ps *ir.Shader, s ir.Semantic) bool {
	for i := range ps.Inputs {
		if in := &ps.Inputs[i]; in.Kind == ir.InVector && in.Semantic == s {
			return true
		}
	}
	return false
}

func (d *Draw) vertices(f *findings) {
	if d.Vertex == nil {
		return
	}
	for i := range d.Vertex.Inputs {
		if in := &d.Vertex.Inputs[i]; d.Fed>>i&1 == 0 {
			f.add("vertex-input-without-element", int(in.Reg), "the vertex shader reads v%d, %s, but the vertex declaration and the streams have none: it reads (0, 0, 0, 1)", in.Reg, semantic(in.Semantic))
		}
	}
}
