package porttest

import (
	"slices"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
)

// aboutTargets are the fields of D3DCAPS9 that say what several render targets can do.
var aboutTargets = []string{"NumSimultaneousRTs", "PrimitiveMiscCaps", "PixelShaderVersion"}

// contrasts lists in what the result's device differs from that of full, what is about render targets apart: those fields, and what the
// formats of the compared targets lack as targets. Both are empty where one of the two has none.
func contrasts(full, here *Result) (targets, others []caps.Contrast) {
	if full.d3d == nil || here.d3d == nil {
		return nil, nil
	}
	all, err := caps.Contrasts(full.d3d, here.d3d, d3d9.ADAPTER_DEFAULT)
	if err != nil {
		return nil, nil
	}
	for _, c := range all {
		if slices.Contains(aboutTargets, c.Name) || lacksTarget(c, full.Targets) {
			targets = append(targets, c)
		} else {
			others = append(others, c)
		}
	}
	return targets, others
}

// lacksTarget says whether the contrast is that a format of one of the targets is no render target here, or is not blended.
func lacksTarget(c caps.Contrast, targets []*Target) bool {
	return (slices.Contains(c.A, "target") || slices.Contains(c.A, "blend")) &&
		slices.ContainsFunc(targets, func(t *Target) bool { return c.Name == "format "+t.Format.String() })
}
