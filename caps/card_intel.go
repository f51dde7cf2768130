package caps

import "d3d9vk/d3d9"

// level9Values are what Microsoft asks of every Direct3D 9 driver, and what such drivers have in common.
func level9Values(more ...Value) []Value {
	return append([]Value{
		{"NumSimultaneousRTs", 1, level91},
		{"MaxTextureWidth", 2048, level91},
		{"MaxTextureHeight", 2048, level91},
		{"MaxVolumeExtent", 256, level91},
		{"MaxSimultaneousTextures", 8, level91},
		{"MaxTextureBlendStages", 8, level91},
		{"PixelShaderVersion", 0xffff0200, level91},
		{"PS20Caps.Caps", 0, Assumed},
		{"PS20Caps.DynamicFlowControlDepth", 0, Assumed},
		{"PS20Caps.NumTemps", 12, Assumed},
		{"PS20Caps.StaticFlowControlDepth", 0, Assumed},
		{"PS20Caps.NumInstructionSlots", 96, Assumed},
		{"VertexShaderVersion", 0, Assumed}, // none in hardware: the runtime's software has vs_3_0
		{"MaxVertexShaderConst", 0, Assumed},
		{"VertexTextureFilterCaps", 0, Assumed},
		{"DevCaps", softwareDevCaps, gma900Paper},
		{"StretchRectFilterCaps", pointAndLinear, level91},
		{"CubeTextureFilterCaps", linearFilter, Assumed},
		{"VolumeTextureFilterCaps", linearFilter, Assumed},
		{"MaxUserClipPlanes", 0, Assumed},
		{"MaxStreams", 8, Assumed},
		{"MaxStreamStride", 255, Assumed},
		{"DeclTypes", d3d9.DTCAPS_UBYTE4, Assumed},
	}, more...)
}

// intelGMA900 is the Intel GMA 900 and 950 (915, 945).
var intelGMA900 = card{"intel-gma900", "Intel GMA 900 and 950: ps_2_0, one target, vertices by the processor", Hardware{
	Caps: level9Values(
		Value{"PrimitiveMiscCaps", miscCaps | d3d9.PMISCCAPS_SEPARATEALPHABLEND, mesaI915},
		Value{"RasterCaps", rasterCaps, Assumed},
		Value{"SrcBlendCaps", sourceBlendCaps, Assumed},
		Value{"DestBlendCaps", destBlendCaps, Assumed},
		Value{"StencilCaps", allStencilCaps, mesaI915},
		Value{"TextureCaps", textureCaps | conditionalSizes, Assumed},
		Value{"TextureFilterCaps", anisotropicFilter, mesaI915},
		Value{"TextureAddressCaps", addressCaps | d3d9.PTADDRESSCAPS_BORDER, mesaI915},
		Value{"VolumeTextureAddressCaps", addressCaps | d3d9.PTADDRESSCAPS_BORDER, mesaI915},
		Value{"MaxTextureRepeat", 2048, Assumed},
		Value{"MaxTextureAspectRatio", 2048, Assumed},
		Value{"MaxAnisotropy", 4, mesaI915},
		Value{"MaxPointSize", 255, mesaI915},
		Value{"MaxPrimitiveCount", 65535, level91},
		Value{"MaxVertexIndex", 65534, level91},
		Value{"PixelShader1xMaxValue", 8, Assumed},
	),
	Formats: []FormatAbility{
		{d3d9.FMT_A8R8G8B8, canBlend | CanReadSRGB, 0, mesaI915},
		{d3d9.FMT_X8R8G8B8, canBlend, 0, mesaI915},
		{d3d9.FMT_A8B8G8R8, canFilter, 0, mesaI915},
		{d3d9.FMT_X8B8G8R8, canFilter, 0, mesaI915},
		{d3d9.FMT_R5G6B5, canBlend, 0, mesaI915},
		{d3d9.FMT_A1R5G5B5, canBlend, 0, mesaI915},
		{d3d9.FMT_X1R5G5B5, canBlend, 0, Assumed},
		{d3d9.FMT_A4R4G4B4, canBlend, 0, mesaI915},
		{d3d9.FMT_A2R10G10B10, canBlend, 0, mesaI915},
		{d3d9.FMT_L8, canFilter, 0, mesaI915},
		{d3d9.FMT_A8, canFilter, 0, mesaI915},
		{d3d9.FMT_A8L8, canFilter, 0, mesaI915},
		{d3d9.FMT_V8U8, canFilter, 0, Assumed},
		{d3d9.FMT_DXT1, compressed, 0, mesaI915},
		{d3d9.FMT_DXT2, compressed, 0, Assumed},
		{d3d9.FMT_DXT3, compressed, 0, mesaI915},
		{d3d9.FMT_DXT4, compressed, 0, Assumed},
		{d3d9.FMT_DXT5, compressed, 0, mesaI915},
		{d3d9.FMT_D16, CanDepth, 0, Assumed},
		{d3d9.FMT_D24X8, CanDepth, 0, mesaI915},
		{d3d9.FMT_D24S8, CanDepth, 0, mesaI915},
	},
}}

// directx9Minimum is no card: the least that Microsoft asks of a Direct3D 9 driver (level 9_1).
var directx9Minimum = card{"directx9-minimum", "the least that Microsoft asks of a Direct3D 9 driver: one target, ps_2_0, vertices by the processor", Hardware{
	Caps: level9Values(
		Value{"PrimitiveMiscCaps", d3d9.PMISCCAPS_CULLNONE | d3d9.PMISCCAPS_CULLCW | d3d9.PMISCCAPS_CULLCCW | d3d9.PMISCCAPS_COLORWRITEENABLE, level91},
		Value{"RasterCaps", d3d9.PRASTERCAPS_ZTEST | d3d9.PRASTERCAPS_FOGVERTEX | d3d9.PRASTERCAPS_ANISOTROPY | d3d9.PRASTERCAPS_DEPTHBIAS | d3d9.PRASTERCAPS_SLOPESCALEDEPTHBIAS, level91},
		Value{"ZCmpCaps", d3d9.PCMPCAPS_ALWAYS | d3d9.PCMPCAPS_LESSEQUAL, level91},
		Value{"SrcBlendCaps", d3d9.PBLENDCAPS_INVDESTALPHA | d3d9.PBLENDCAPS_INVDESTCOLOR | d3d9.PBLENDCAPS_INVSRCALPHA | d3d9.PBLENDCAPS_ONE |
			d3d9.PBLENDCAPS_SRCALPHA | d3d9.PBLENDCAPS_ZERO, level91},
		Value{"DestBlendCaps", d3d9.PBLENDCAPS_ONE | d3d9.PBLENDCAPS_INVSRCALPHA | d3d9.PBLENDCAPS_INVSRCCOLOR | d3d9.PBLENDCAPS_SRCALPHA |
			d3d9.PBLENDCAPS_ZERO, level91},
		Value{"StencilCaps", allStencilCaps, Assumed},
		Value{"TextureCaps", textureCaps | conditionalSizes, level91},
		Value{"TextureFilterCaps", linearFilter | d3d9.PTFILTERCAPS_MINFANISOTROPIC, level91},
		Value{"TextureAddressCaps", addressCaps, level91},
		Value{"VolumeTextureAddressCaps", addressCaps, Assumed},
		Value{"TextureOpCaps", d3d9.TEXOPCAPS_DISABLE | d3d9.TEXOPCAPS_MODULATE | d3d9.TEXOPCAPS_SELECTARG1 | d3d9.TEXOPCAPS_SELECTARG2, level91},
		Value{"MaxTextureRepeat", 128, level91},
		Value{"MaxTextureAspectRatio", 2048, Assumed},
		Value{"MaxAnisotropy", 2, level91},
		Value{"MaxVertexW", 0, level91},
		Value{"MaxPointSize", 1, Assumed},
		Value{"MaxPrimitiveCount", 65535, level91},
		Value{"MaxVertexIndex", 65534, level91},
		Value{"PixelShader1xMaxValue", 1, Assumed},
	),
	Formats: []FormatAbility{
		{d3d9.FMT_A8R8G8B8, canBlend, 0, Assumed},
		{d3d9.FMT_X8R8G8B8, canBlend, 0, Assumed},
		{d3d9.FMT_R5G6B5, canBlend, 0, Assumed},
		{d3d9.FMT_A1R5G5B5, canFilter, 0, Assumed},
		{d3d9.FMT_A4R4G4B4, canFilter, 0, Assumed},
		{d3d9.FMT_L8, canFilter, 0, Assumed},
		{d3d9.FMT_A8, canFilter, 0, Assumed},
		{d3d9.FMT_DXT1, compressed, 0, Assumed},
		{d3d9.FMT_DXT3, compressed, 0, Assumed},
		{d3d9.FMT_DXT5, compressed, 0, Assumed},
		{d3d9.FMT_D16, CanDepth, 0, Assumed},
		{d3d9.FMT_D24S8, CanDepth, 0, Assumed},
	},
}}
