package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"reflect"
	"strings"

	"d3d9vk/internal/gpu"
)

// featureBits gives each field of gpu.Features its bit in the shim's masks.
var featureBits = map[string]uint{
	"DynamicBlend":          C.FEAT_DYNAMIC_BLEND,
	"DynamicRaster":         C.FEAT_DYNAMIC_RASTER,
	"MultiDraw":             C.FEAT_MULTI_DRAW,
	"Robustness2":           C.FEAT_ROBUSTNESS2,
	"PushDescriptors":       C.FEAT_PUSH_DESCRIPTORS,
	"GeometryShader":        C.FEAT_GEOMETRY_SHADER,
	"IndependentBlend":      C.FEAT_INDEPENDENT_BLEND,
	"DualSrcBlend":          C.FEAT_DUAL_SRC_BLEND,
	"DepthClamp":            C.FEAT_DEPTH_CLAMP,
	"DepthClipEnable":       C.FEAT_DEPTH_CLIP_ENABLE,
	"FillModeNonSolid":      C.FEAT_FILL_MODE_NON_SOLID,
	"ShaderClipDistance":    C.FEAT_SHADER_CLIP_DISTANCE,
	"SamplerAnisotropy":     C.FEAT_SAMPLER_ANISOTROPY,
	"MirrorClampToEdge":     C.FEAT_MIRROR_CLAMP_TO_EDGE,
	"CustomBorderColor":     C.FEAT_CUSTOM_BORDER_COLOR,
	"LargePoints":           C.FEAT_LARGE_POINTS,
	"TriangleFans":          C.FEAT_TRIANGLE_FANS,
	"OcclusionQueryPrecise": C.FEAT_OCCLUSION_QUERY_PRECISE,
	"TextureCompressionBC":  C.FEAT_TEXTURE_COMPRESSION_BC,
	"UniformConstants":      C.FEAT_UNIFORM_CONSTANTS,
}

// implied are features that go with another.
var implied = map[string][]string{
	"DepthClipEnable":  {"DynamicRaster"},
	"FillModeNonSolid": {"DynamicRaster"},
}

// arenaIndex is the other name that Options.Disable takes: the constants' other spelling. Disabling it sets UniformConstants, as
// disabling UniformConstants sets it.
const arenaIndex = "ArenaIndex"

func featuresOf(mask uint32) gpu.Features {
	var f gpu.Features
	v := reflect.ValueOf(&f).Elem()
	for name, bit := range featureBits {
		v.FieldByName(name).SetBool(mask>>bit&1 != 0)
	}
	return f
}

// reduced describes an adapter without the named features and formats' abilities, and gives the features that are left as the shim's mask.
func (i *instance) reduced(info *C.vkx_adapter, names []string) (a *gpu.Adapter, mask uint32, err error) {
	a, mask = i.adapter(info), uint32(info.features)
	for _, name := range names {
		if strings.Contains(name, ".") {
			err = a.DisableFormat(name)
		} else {
			mask, err = disable(mask, name)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("vk: Open: Options.Disable (or D3D9VK_DISABLE): %w", err)
		}
	}
	a.Features = featuresOf(mask)
	return a, mask, nil
}

// disable takes the named feature out of the mask.
func disable(mask uint32, name string) (uint32, error) {
	if name == arenaIndex {
		return mask | 1<<C.FEAT_UNIFORM_CONSTANTS, nil
	}
	bit, ok := featureBits[name]
	if !ok {
		return 0, fmt.Errorf("%q names no feature: there are %s and %s, and what formats can do, as in R5G6B5UnormPack16.Blend",
			name, strings.Join(gpu.FieldNames[gpu.Features](), ", "), arenaIndex)
	}
	mask &^= 1 << bit
	for _, other := range implied[name] {
		mask &^= 1 << featureBits[other]
	}
	return mask, nil
}

// The shim's numbers are package gpu's: an index out of range here is a difference.
var (
	_ = [1]struct{}{}[C.OP_COUNT-int(gpu.OpCount)]
	_ = [1]struct{}{}[C.OP_DESTROY-int(gpu.OpDestroy)]
	_ = [1]struct{}{}[C.OP_DRAW-int(gpu.OpDraw)]
	_ = [1]struct{}{}[C.OP_CONST-int(gpu.OpConst)]
	_ = [1]struct{}{}[C.OP_COPY_BUFFER-int(gpu.OpCopyBuffer)]
	_ = [1]struct{}{}[C.OP_STENCIL-int(gpu.OpStencil)]
	_ = [1]struct{}{}[C.KIND_SWAPCHAIN-int(gpu.KindSwapchain)]
	_ = [1]struct{}{}[C.KIND_PIPELINE-int(gpu.KindPipeline)]
	_ = [1]struct{}{}[C.KIND_SAMPLER-int(gpu.KindSampler)]
	_ = [1]struct{}{}[C.TARGETS-gpu.MaxTargets]
	_ = [1]struct{}{}[C.PIXEL_WINDOW-gpu.PixelWindow]
	_ = [1]struct{}{}[C.UNIFORM_BLOCK-gpu.UniformBlock]
)
