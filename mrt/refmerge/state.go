// Package refmerge is a slow and plain output merger: it says what one pixel of up to four render targets, its depth and its
// stencil hold after a draw of several overlapping primitives, and how many of them passed, straight from Direct3D 9's state and from
// the documents' rules (OC-2 to OC-5, MRT-2 to MRT-7, MRT-10, MRT-11). Tests hold package mrt and real drivers against it. It must
// not know package mrt, Vulkan or an adapter.
package refmerge

import "d3d9vk/d3d9"

// Slots is the number of render targets.
const Slots = 4

// Color is red, green, blue, alpha.
type Color [4]float64

// Target is what a slot holds. FMT_UNKNOWN is no target.
type Target struct {
	Format        d3d9.FORMAT
	Width, Height uint32 // of the bound level
	Samples       uint32
	Pixel         []byte // the pixel before the draw, little-endian; none for FMT_NULL
	Tolerance     Color  // how far each channel of Pixel may be off, after blends
}

// Support says what the adapter's CheckDeviceFormat answers for a format.
type Support struct {
	Blend     func(d3d9.FORMAT) bool // USAGE_QUERY_POSTPIXELSHADER_BLENDING
	SRGBWrite func(d3d9.FORMAT) bool // USAGE_QUERY_SRGBWRITE
	// Neighbours is true where a value between two steps of an integer format may become either: Vulkan prefers the nearer one and
	// allows both (lavapipe's conversion to ten bits takes the other one at times).
	Neighbours bool
}

// State is a draw's output state and what its pixel shader computed.
type State struct {
	Targets [Slots]Target
	Written uint8        // bit n: the shader writes oCn
	Out     [Slots]Color // oC0..oC3; (0, 0, 0, 1) where not written (OC-4)

	Masks                    [Slots]uint32 // COLORWRITEENABLE..3
	AlphaBlendEnable         bool
	SrcBlend, DestBlend      d3d9.BLEND
	BlendOp                  d3d9.BLENDOP
	SeparateAlphaBlendEnable bool
	SrcBlendAlpha            d3d9.BLEND
	DestBlendAlpha           d3d9.BLEND
	BlendOpAlpha             d3d9.BLENDOP
	BlendFactor              d3d9.COLOR
	SRGBWriteEnable          bool
	AlphaTestEnable          bool
	AlphaFunc                d3d9.CMPFUNC
	AlphaRef                 uint32 // 0..255

	Period Period
}
