package caps

import (
	"math"

	"d3d9vk/d3d9"
)

// radeonX1000 is the Radeon X1300 to X1950 (R500).
var radeonX1000 = card{"radeon-x1000", "Radeon X1300 to X1950: four targets of any depth; vs_3_0 without vertex textures", Hardware{
	Caps: shader3Values(
		Value{"NumSimultaneousRTs", 4, mesaR500},
		Value{"VertexTextureFilterCaps", pointFilter, noVertexFetch}, // and no format that can be sampled
		Value{"PrimitiveMiscCaps", richMiscCaps | severalTargets, mesaR500},
		Value{"RasterCaps", richRasterCaps, Assumed},
		Value{"TextureCaps", textureCaps | conditionalSizes, Assumed},
		Value{"TextureFilterCaps", anisotropicFilter, mesaR500},
		Value{"CubeTextureFilterCaps", anisotropicFilter, Assumed},
		Value{"VolumeTextureFilterCaps", linearFilter, Assumed},
		Value{"TextureAddressCaps", richAddressCaps, level93},
		Value{"VolumeTextureAddressCaps", richAddressCaps, level92},
		Value{"MaxTextureWidth", 4096, mesaR500},
		Value{"MaxTextureHeight", 4096, mesaR500},
		Value{"MaxVolumeExtent", 4096, mesaR500},
		Value{"MaxTextureRepeat", 8192, level93},
		Value{"MaxTextureAspectRatio", 4096, Assumed},
		Value{"MaxAnisotropy", 16, mesaR500},
		Value{"MaxPointSize", 256, Assumed},
		Value{"MaxPrimitiveCount", level92Count, level92},
		Value{"MaxVertexIndex", 16777215, Assumed},
		Value{"MaxStreamStride", 1024, Assumed},
		Value{"PixelShader1xMaxValue", math.MaxFloat32, Assumed},
		Value{"MaxVertexShader30InstructionSlots", 1024, mesaR500},
		Value{"MaxPixelShader30InstructionSlots", 512, mesaR500},
		Value{"StretchRectFilterCaps", pointAndLinear, level91},
	),
	Formats: radeonFormats(
		FormatAbility{d3d9.FMT_A16B16G16R16F, canRender | CanBlend, samples2to6, mesaR500},
		FormatAbility{d3d9.FMT_A2R10G10B10, canBlend, samples2to6, mesaR500},
		FormatAbility{d3d9.FMT_A2B10G10R10, canBlend, samples2to6, mesaR500},
		FormatAbility{d3d9.FMT_ATI1, compressed, 0, fourCC},
	),
}}

// radeon9700 is the Radeon 9500 to 9800 and X300 to X850 (R300, R420) by the values of the oldest.
var radeon9700 = card{"radeon-9700", "Radeon 9500 to X850: ps_2_0; four targets of one bit depth with nothing after the pixel shader", Hardware{
	Caps: []Value{
		{"NumSimultaneousRTs", 4, mesaR300},
		// Neither blending nor masks with several targets: the case that the documents call "some implementations".
		{"PrimitiveMiscCaps", richMiscCaps, Assumed},
		{"DevCaps", hardwareDevCaps, Assumed},
		{"RasterCaps", richRasterCaps, Assumed},
		{"SrcBlendCaps", sourceBlendCaps, Assumed},
		{"DestBlendCaps", destBlendCaps, Assumed},
		{"StencilCaps", allStencilCaps, Assumed},
		{"TextureCaps", textureCaps | conditionalSizes, shader2},
		{"TextureFilterCaps", anisotropicFilter, mesaR300},
		{"CubeTextureFilterCaps", anisotropicFilter, Assumed},
		{"VolumeTextureFilterCaps", linearFilter, Assumed},
		{"VertexTextureFilterCaps", 0, Assumed},
		{"TextureAddressCaps", richAddressCaps, Assumed},
		{"VolumeTextureAddressCaps", richAddressCaps, level92},
		{"MaxTextureWidth", 2048, mesaR300},
		{"MaxTextureHeight", 2048, mesaR300},
		{"MaxVolumeExtent", 2048, mesaR300},
		{"MaxTextureRepeat", 2048, level92},
		{"MaxTextureAspectRatio", 2048, Assumed},
		{"MaxAnisotropy", 16, mesaR300},
		{"GuardBandLeft", -2560, mesaR300},
		{"GuardBandTop", -2560, mesaR300},
		{"GuardBandRight", 2560, mesaR300},
		{"GuardBandBottom", 2560, mesaR300},
		{"MaxUserClipPlanes", 6, Assumed},
		{"MaxPointSize", 256, Assumed},
		{"MaxPrimitiveCount", level92Count, level92},
		{"MaxVertexIndex", level92Count, level92},
		{"MaxStreams", 8, shader2},
		{"MaxStreamStride", 1024, Assumed},
		{"VertexShaderVersion", 0xfffe0200, level92},
		{"MaxVertexShaderConst", 256, mesaR300},
		{"VS20Caps.Caps", 0, Assumed},
		{"VS20Caps.DynamicFlowControlDepth", 0, mesaR300},
		{"VS20Caps.NumTemps", 12, Assumed},
		{"VS20Caps.StaticFlowControlDepth", 1, Assumed},
		{"PixelShaderVersion", 0xffff0200, level91},
		{"PixelShader1xMaxValue", math.MaxFloat32, Assumed},
		{"PS20Caps.Caps", 0, Assumed},
		{"PS20Caps.DynamicFlowControlDepth", 0, mesaR300},
		{"PS20Caps.NumTemps", 12, Assumed},
		{"PS20Caps.StaticFlowControlDepth", 0, Assumed},
		{"PS20Caps.NumInstructionSlots", 96, mesaR300},
		{"DeclTypes", shader2DeclTypes, shader2},
		{"MaxSimultaneousTextures", 8, level91},
		{"MaxTextureBlendStages", 8, level91},
		{"StretchRectFilterCaps", pointAndLinear, level91},
	},
	Formats: radeonFormats(
		FormatAbility{d3d9.FMT_A16B16G16R16F, canRender, 0, mesaR300},
		FormatAbility{d3d9.FMT_A2R10G10B10, canRender | CanFilter, 0, Assumed},
		FormatAbility{d3d9.FMT_A2B10G10R10, canRender | CanFilter, 0, Assumed},
	),
}}

// radeonFormats are the formats that both generations have, and more. Vertex shaders sample none of them: see noVertexFetch.
func radeonFormats(more ...FormatAbility) []FormatAbility {
	return append([]FormatAbility{
		{d3d9.FMT_A8R8G8B8, canBlend | canSRGB, samples2to6, mesaR300},
		{d3d9.FMT_X8R8G8B8, canBlend | canSRGB, samples2to6, mesaR300},
		{d3d9.FMT_R5G6B5, canBlend, samples2to6, mesaR300},
		{d3d9.FMT_X1R5G5B5, canBlend, samples2to6, mesaR300},
		{d3d9.FMT_A1R5G5B5, canBlend, samples2to6, mesaR300},
		{d3d9.FMT_A4R4G4B4, canBlend, samples2to6, mesaR300},
		{d3d9.FMT_X4R4G4B4, canFilter, 0, Assumed},
		{d3d9.FMT_G16R16, canRender | CanFilter, 0, mesaR300},
		{d3d9.FMT_A16B16G16R16, canRender | CanFilter, 0, mesaR300},
		{d3d9.FMT_R16F, canRender, 0, mesaR300},
		{d3d9.FMT_G16R16F, canRender, 0, mesaR300},
		{d3d9.FMT_R32F, canRender, 0, mesaR300},
		{d3d9.FMT_G32R32F, canRender, 0, mesaR300},
		{d3d9.FMT_A32B32G32R32F, canRender, 0, mesaR300},
		{d3d9.FMT_L8, canBlend, 0, mesaR300},
		{d3d9.FMT_L16, canFilter, 0, Assumed},
		{d3d9.FMT_A8, canFilter, 0, Assumed},
		{d3d9.FMT_A8L8, canFilter, 0, Assumed},
		{d3d9.FMT_A4L4, canFilter, 0, Assumed},
		{d3d9.FMT_V8U8, canFilter, 0, Assumed},
		{d3d9.FMT_Q8W8V8U8, canFilter, 0, Assumed},
		{d3d9.FMT_V16U16, canFilter, 0, Assumed},
		{d3d9.FMT_DXT1, compressedSRGB, 0, Assumed},
		{d3d9.FMT_DXT2, compressedSRGB, 0, Assumed},
		{d3d9.FMT_DXT3, compressedSRGB, 0, Assumed},
		{d3d9.FMT_DXT4, compressedSRGB, 0, Assumed},
		{d3d9.FMT_DXT5, compressedSRGB, 0, Assumed},
		{d3d9.FMT_ATI2, compressed, 0, fourCC},
		{d3d9.FMT_D16, CanDepth, samples2to6, Assumed},
		{d3d9.FMT_D24X8, CanDepth, samples2to6, Assumed},
		{d3d9.FMT_D24S8, CanDepth, samples2to6, Assumed},
	}, more...)
}
