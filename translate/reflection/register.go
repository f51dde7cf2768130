package reflection

import (
	"fmt"

	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// inputs lists the inputs of a built program by their registers' names.
func inputs(s *ir.Shader) []Register {
	out := make([]Register, 0, len(s.Inputs))
	for _, in := range s.Inputs {
		r := Register{Mask: sm.MaskString(in.Mask), Centroid: in.Centroid}
		switch in.Kind {
		case ir.InPos:
			r.Register = "vPos"
		case ir.InFace:
			r.Register = "vFace"
		default:
			file := "v"
			if s.Stage == ir.Pixel && s.Major < 3 && in.Semantic.Usage == ir.UsageTexCoord {
				file = "t"
			}
			r.Register, r.Semantic = fmt.Sprintf("%s%d", file, in.Reg), in.Semantic.String()
		}
		out = append(out, r)
	}
	return out
}

// outputs lists the outputs of a built program by their registers' names.
func outputs(s *ir.Shader) []Register {
	out := make([]Register, 0, len(s.Outputs))
	for _, o := range s.Outputs {
		r := Register{Mask: sm.MaskString(o.Mask)}
		if o.Kind != ir.OutColor && o.Kind != ir.OutDepth {
			r.Semantic = o.Semantic.String()
		}
		r.Register = outputName(s, &o)
		out = append(out, r)
	}
	return out
}

func outputName(s *ir.Shader, o *ir.Output) string {
	switch {
	case o.Kind == ir.OutColor && s.Major < 2:
		return "r0"
	case o.Kind == ir.OutColor:
		return fmt.Sprintf("oC%d", o.Semantic.Index)
	case o.Kind == ir.OutDepth:
		return "oDepth"
	case s.Major >= 3:
		return fmt.Sprintf("o%d", o.Reg)
	case o.Kind == ir.OutPosition:
		return "oPos"
	case o.Kind == ir.OutPointSize:
		return "oPts"
	case o.Kind == ir.OutFog:
		return "oFog"
	case o.Semantic.Usage == ir.UsageColor:
		return fmt.Sprintf("oD%d", o.Semantic.Index)
	}
	return fmt.Sprintf("oT%d", o.Semantic.Index)
}
