package conformance

import (
	"strings"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/mrt/refmerge"
)

// mergePaths are the ways in which a draw reaches its targets. Each draws the same pixels as the reference (MRT-13).
var mergePaths = []struct{ name, disable string }{
	{"native", ""},
	{"MRT-13/no independentBlend", "IndependentBlend"},
	{"MRT-13/no extended dynamic state 3", "DynamicBlend,DynamicRaster"},
	{"MRT-13/neither", "IndependentBlend,DynamicBlend,DynamicRaster"},
	// Nothing uses dualSrcBlend, so this is native again; it says that nothing begins to.
	{"MRT-13/no dualSrcBlend", "DualSrcBlend"},
	{"MRT-13/formats through others", "A2R10G10B10UnormPack32.ColorTarget,A4R4G4B4UnormPack16.ColorTarget,R5G6B5UnormPack16.ColorTarget,R16Sfloat.ColorTarget"},
	{"MRT-13/formats through others still", "A4R4G4B4UnormPack16.ColorTarget,R4G4B4A4UnormPack16.ColorTarget,A1R5G5B5UnormPack16.ColorTarget,R8Unorm.ColorTarget"},
	{"MRT-5/formats without blending", "B8G8R8A8Unorm.Blend,R16G16B16A16Unorm.Blend,R32Sfloat.Blend,R32G32B32A32Sfloat.Blend,R8Unorm.Blend"},
}

// TestMergePaths holds each path to random draws (see TestRandomMerges). The seeds differ, so that every path adds draws of its own.
func TestMergePaths(t *testing.T) {
	for n, path := range mergePaths {
		t.Run(path.name, func(t *testing.T) {
			var disable []string
			if path.disable != "" {
				disable = strings.Split(path.disable, ",")
			}
			newMerger(rigOf(t, device.Options{Disable: disable}), uint64(100+n)).sweep(merges())
		})
	}
}

// TestMergeProfiles holds devices of old profiles to random draws, of those states that they have.
func TestMergeProfiles(t *testing.T) {
	for n, name := range caps.Profiles()[1:] {
		t.Run("MRT-2,MRT-4,MRT-5,MRT-10,MRT-11/"+name, func(t *testing.T) {
			p := profile(t, name)
			r := rigOf(t, device.Options{Profile: &p})
			have, failed := r.d.GetDeviceCaps()
			r.ok(failed)
			m := newMerger(r, uint64(200+n))
			m.options.Period = refmerge.Period{On: true,
				NoIndependentBitDepths:    have.PrimitiveMiscCaps&d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS == 0,
				NoPostPixelShaderBlending: have.PrimitiveMiscCaps&d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING == 0,
				NoIndependentWriteMasks:   have.PrimitiveMiscCaps&d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS == 0}
			t.Logf("%d targets of %v, %+v", m.options.Slots, m.options.Formats, m.options.Period)
			m.sweep(merges())
		})
	}
}
