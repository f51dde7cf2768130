package emit

import "d3d9vk/translate/ir"

// MakeLink finds for each of a pixel shader's inputs the vertex shader's output of the same semantic (OT-2, OT-8).
func MakeLink(vs, ps *ir.Shader) (l Link) {
	for i := range ps.Inputs {
		if in := &ps.Inputs[i]; in.Kind == ir.InVector {
			l.Loc[i] = locationOf(vs, in.Semantic)
		}
	}
	l.Fog = locationOf(vs, ir.Semantic{Usage: ir.UsageFog})
	if l.Fog == 0 {
		if color1 := locationOf(vs, ir.Semantic{Usage: ir.UsageColor, Index: 1}); color1 != 0 {
			l.Fog = color1 | FogFromColor1
		}
	}
	return l
}

// locationOf returns the location, plus one, of a vertex shader's varying, or 0.
func locationOf(vs *ir.Shader, want ir.Semantic) uint8 {
	location := uint8(0)
	for i := range vs.Outputs {
		o := &vs.Outputs[i]
		if o.Kind != ir.OutVarying && o.Kind != ir.OutFog {
			continue
		}
		location++
		if o.Semantic == want {
			return location
		}
	}
	return 0
}
