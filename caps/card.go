package caps

import "d3d9vk/d3d9"

// card is a profile of a class of graphics cards.
type card struct {
	name, about string
	hardware    Hardware
}

// cards are the profiles beside "full".
var cards = []card{geforce8, geforce6, radeonX1000, radeon9700, intelGMA900, directx9Minimum}

// Public sources of the cards' values. Mesa's drivers for old chips say what the hardware can do, which the Direct3D drivers of the time may
// have told in other words; where that is a guess, or no source was found, the value is Assumed.
const (
	level91       Source = `Microsoft, "Required Direct3D 9 capabilities", level 9_1`
	level92       Source = `Microsoft, "Required Direct3D 9 capabilities", level 9_2`
	level93       Source = `Microsoft, "Required Direct3D 9 capabilities", level 9_3`
	level10       Source = `Microsoft, "Hardware Support for Direct3D 10 Formats" and "Resource Limits (Direct3D 10)"`
	shader3       Source = `Microsoft, "Reporting Capabilities for Shader 3 Support"`
	shader2       Source = `Microsoft, "Reporting Capabilities for Shader 2 Support"`
	mesaNV40      Source = `Mesa, gallium/drivers/nouveau/nv30/nv30_screen.c, NV40`
	mesaR300      Source = `Mesa, gallium/drivers/r300/r300_screen.c, R300`
	mesaR500      Source = `Mesa, gallium/drivers/r300/r300_screen.c, R500`
	mesaI915      Source = `Mesa, gallium/drivers/i915/i915_screen.c`
	gems2         Source = `NVIDIA, "GPU Gems 2", chapter 30, "The GeForce 6 Series GPU Architecture"`
	fourCC        Source = `A. Pranckevicius, "D3D9 GPU Hacks" (table of FOURCC formats by vendor)`
	noVertexFetch Source = `D. Triolet, "ATI's demos without vertex texturing", BeHardware, 2006`
	gma900Paper   Source = `Intel, "Intel Graphics Media Accelerator 900" white paper, 2004`
)

// Flags that several cards have in common.
const (
	softwareDevCaps = d3d9.DEVCAPS_EXECUTESYSTEMMEMORY | d3d9.DEVCAPS_EXECUTEVIDEOMEMORY | d3d9.DEVCAPS_TLVERTEXSYSTEMMEMORY |
		d3d9.DEVCAPS_TLVERTEXVIDEOMEMORY | d3d9.DEVCAPS_TEXTUREVIDEOMEMORY | d3d9.DEVCAPS_TEXTURENONLOCALVIDMEM | d3d9.DEVCAPS_DRAWPRIMTLVERTEX |
		d3d9.DEVCAPS_CANRENDERAFTERFLIP | d3d9.DEVCAPS_DRAWPRIMITIVES2 | d3d9.DEVCAPS_DRAWPRIMITIVES2EX | d3d9.DEVCAPS_HWRASTERIZATION
	hardwareDevCaps = softwareDevCaps | d3d9.DEVCAPS_HWTRANSFORMANDLIGHT | d3d9.DEVCAPS_PUREDEVICE

	miscCaps = d3d9.PMISCCAPS_MASKZ | d3d9.PMISCCAPS_CULLNONE | d3d9.PMISCCAPS_CULLCW | d3d9.PMISCCAPS_CULLCCW | d3d9.PMISCCAPS_COLORWRITEENABLE |
		d3d9.PMISCCAPS_CLIPTLVERTS | d3d9.PMISCCAPS_TSSARGTEMP | d3d9.PMISCCAPS_BLENDOP | d3d9.PMISCCAPS_FOGVERTEXCLAMPED
	richMiscCaps = miscCaps | d3d9.PMISCCAPS_CLIPPLANESCALEDPOINTS | d3d9.PMISCCAPS_PERSTAGECONSTANT | d3d9.PMISCCAPS_FOGANDSPECULARALPHA |
		d3d9.PMISCCAPS_SEPARATEALPHABLEND

	rasterCaps = d3d9.PRASTERCAPS_DITHER | d3d9.PRASTERCAPS_ZTEST | d3d9.PRASTERCAPS_FOGVERTEX | d3d9.PRASTERCAPS_FOGTABLE | d3d9.PRASTERCAPS_FOGRANGE |
		d3d9.PRASTERCAPS_MIPMAPLODBIAS | d3d9.PRASTERCAPS_ANISOTROPY | d3d9.PRASTERCAPS_WFOG | d3d9.PRASTERCAPS_ZFOG |
		d3d9.PRASTERCAPS_COLORPERSPECTIVE | d3d9.PRASTERCAPS_SCISSORTEST | d3d9.PRASTERCAPS_SLOPESCALEDEPTHBIAS | d3d9.PRASTERCAPS_DEPTHBIAS
	richRasterCaps = rasterCaps | d3d9.PRASTERCAPS_MULTISAMPLE_TOGGLE

	textureCaps = d3d9.PTEXTURECAPS_PERSPECTIVE | d3d9.PTEXTURECAPS_ALPHA | d3d9.PTEXTURECAPS_TEXREPEATNOTSCALEDBYSIZE | d3d9.PTEXTURECAPS_PROJECTED |
		d3d9.PTEXTURECAPS_CUBEMAP | d3d9.PTEXTURECAPS_VOLUMEMAP | d3d9.PTEXTURECAPS_MIPMAP | d3d9.PTEXTURECAPS_MIPVOLUMEMAP | d3d9.PTEXTURECAPS_MIPCUBEMAP
	// Two-dimensional textures of other sizes than powers of two have no mipmaps and are clamped; cubes and volumes have powers of two only.
	conditionalSizes = d3d9.PTEXTURECAPS_POW2 | d3d9.PTEXTURECAPS_NONPOW2CONDITIONAL | d3d9.PTEXTURECAPS_CUBEMAP_POW2 | d3d9.PTEXTURECAPS_VOLUMEMAP_POW2

	linearFilter      = pointAndLinear | d3d9.PTFILTERCAPS_MIPFPOINT | d3d9.PTFILTERCAPS_MIPFLINEAR
	anisotropicFilter = linearFilter | d3d9.PTFILTERCAPS_MINFANISOTROPIC
	pointFilter       = d3d9.PTFILTERCAPS_MINFPOINT | d3d9.PTFILTERCAPS_MAGFPOINT

	addressCaps     = d3d9.PTADDRESSCAPS_WRAP | d3d9.PTADDRESSCAPS_MIRROR | d3d9.PTADDRESSCAPS_CLAMP | d3d9.PTADDRESSCAPS_INDEPENDENTUV
	richAddressCaps = addressCaps | d3d9.PTADDRESSCAPS_BORDER | d3d9.PTADDRESSCAPS_MIRRORONCE

	allStencilCaps = d3d9.STENCILCAPS_KEEP | d3d9.STENCILCAPS_ZERO | d3d9.STENCILCAPS_REPLACE | d3d9.STENCILCAPS_INCRSAT | d3d9.STENCILCAPS_DECRSAT |
		d3d9.STENCILCAPS_INVERT | d3d9.STENCILCAPS_INCR | d3d9.STENCILCAPS_DECR | d3d9.STENCILCAPS_TWOSIDED
	sourceBlendCaps = destBlendCaps | d3d9.PBLENDCAPS_BOTHSRCALPHA | d3d9.PBLENDCAPS_BOTHINVSRCALPHA

	shader2DeclTypes = d3d9.DTCAPS_UBYTE4 | d3d9.DTCAPS_UBYTE4N | d3d9.DTCAPS_SHORT2N | d3d9.DTCAPS_SHORT4N
	shader3DeclTypes = shader2DeclTypes | d3d9.DTCAPS_FLOAT16_2 | d3d9.DTCAPS_FLOAT16_4
	shader3PS20Caps  = d3d9.PS20CAPS_ARBITRARYSWIZZLE | d3d9.PS20CAPS_GRADIENTINSTRUCTIONS | d3d9.PS20CAPS_PREDICATION |
		d3d9.PS20CAPS_NODEPENDENTREADLIMIT | d3d9.PS20CAPS_NOTEXINSTRUCTIONLIMIT
)

// Abilities that several formats have in common.
const (
	canSample      = CanTexture | CanCube | CanVolume
	canFilter      = canSample | CanFilter
	canRender      = CanTexture | CanCube | CanVolume | CanTarget
	canBlend       = canRender | CanFilter | CanBlend
	canEverything  = canBlend | CanVertexTexture
	canSRGB        = CanReadSRGB | CanWriteSRGB
	compressed     = CanTexture | CanCube | CanFilter
	compressedSRGB = compressed | CanReadSRGB
)

// FormatAbility.Samples of the counts.
const (
	samples2and4 = 1<<(2-1) | 1<<(4-1)
	samples2to6  = samples2and4 | 1<<(6-1)
	samples2to8  = samples2and4 | 1<<(8-1)
)

// level92Count is how many primitives, and vertices, of a draw level 9_2 asks for.
const level92Count = 1<<20 - 1

// shader3Values are what every card with vs_3_0 and ps_3_0 tells.
func shader3Values(more ...Value) []Value {
	return append([]Value{
		{"VertexShaderVersion", 0xfffe0300, shader3},
		{"MaxVertexShaderConst", 256, shader3},
		{"VS20Caps.Caps", d3d9.VS20CAPS_PREDICATION, shader3},
		{"VS20Caps.DynamicFlowControlDepth", 24, shader3},
		{"VS20Caps.NumTemps", 32, shader3},
		{"VS20Caps.StaticFlowControlDepth", 4, shader3},
		{"PixelShaderVersion", 0xffff0300, shader3},
		{"PS20Caps.Caps", shader3PS20Caps, shader3},
		{"PS20Caps.DynamicFlowControlDepth", 24, shader3},
		{"PS20Caps.NumTemps", 32, shader3},
		{"PS20Caps.StaticFlowControlDepth", 4, shader3},
		{"PS20Caps.NumInstructionSlots", 512, shader3},
		{"DeclTypes", shader3DeclTypes, shader3},
		{"GuardBandLeft", -8192, shader3},
		{"GuardBandTop", -8192, shader3},
		{"GuardBandRight", 8192, shader3},
		{"GuardBandBottom", 8192, shader3},
		{"DevCaps", hardwareDevCaps, Assumed},
		{"SrcBlendCaps", sourceBlendCaps, Assumed},
		{"DestBlendCaps", destBlendCaps, Assumed},
		{"StencilCaps", allStencilCaps, Assumed},
		{"MaxStreams", 16, Assumed},
		{"MaxUserClipPlanes", 6, Assumed},
		{"MaxSimultaneousTextures", 8, level91},
		{"MaxTextureBlendStages", 8, level91},
	}, more...)
}
