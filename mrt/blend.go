package mrt

import (
	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// blendFactors is the factor of each D3DBLEND. What is not a factor of its own is 0, BlendZero; factors tells them apart.
var blendFactors = [...]gpu.BlendFactor{
	d3d9.BLEND_ZERO:           gpu.BlendZero,
	d3d9.BLEND_ONE:            gpu.BlendOne,
	d3d9.BLEND_SRCCOLOR:       gpu.BlendSrcColor,
	d3d9.BLEND_INVSRCCOLOR:    gpu.BlendOneMinusSrcColor,
	d3d9.BLEND_SRCALPHA:       gpu.BlendSrcAlpha,
	d3d9.BLEND_INVSRCALPHA:    gpu.BlendOneMinusSrcAlpha,
	d3d9.BLEND_DESTALPHA:      gpu.BlendDstAlpha,
	d3d9.BLEND_INVDESTALPHA:   gpu.BlendOneMinusDstAlpha,
	d3d9.BLEND_DESTCOLOR:      gpu.BlendDstColor,
	d3d9.BLEND_INVDESTCOLOR:   gpu.BlendOneMinusDstColor,
	d3d9.BLEND_SRCALPHASAT:    gpu.BlendSrcAlphaSaturate,
	d3d9.BLEND_BLENDFACTOR:    gpu.BlendConstantColor,
	d3d9.BLEND_INVBLENDFACTOR: gpu.BlendOneMinusConstantColor,
}

// blendOps is the operation of each D3DBLENDOP.
var blendOps = [...]gpu.BlendOp{
	d3d9.BLENDOP_ADD:         gpu.OpAdd,
	d3d9.BLENDOP_SUBTRACT:    gpu.OpSubtract,
	d3d9.BLENDOP_REVSUBTRACT: gpu.OpReverseSubtract,
	d3d9.BLENDOP_MIN:         gpu.OpMin,
	d3d9.BLENDOP_MAX:         gpu.OpMax,
}

// factors turns a pair of D3DBLEND into factors. BOTHSRCALPHA and BOTHINVSRCALPHA as a source set the destination too. A source
// that is no factor acts as ONE, a destination as ZERO, and known is false.
func factors(src, dest d3d9.BLEND) (s, d gpu.BlendFactor, known bool) {
	switch src {
	case d3d9.BLEND_BOTHSRCALPHA:
		return gpu.BlendSrcAlpha, gpu.BlendOneMinusSrcAlpha, true
	case d3d9.BLEND_BOTHINVSRCALPHA:
		return gpu.BlendOneMinusSrcAlpha, gpu.BlendSrcAlpha, true
	}
	s, d, known = gpu.BlendOne, gpu.BlendZero, true
	if isFactor(src) {
		s = blendFactors[src]
	} else {
		known = false
	}
	if isFactor(dest) {
		d = blendFactors[dest]
	} else {
		known = false
	}
	return s, d, known
}

func isFactor(b d3d9.BLEND) bool {
	return b-d3d9.BLEND_ZERO < d3d9.BLEND_BOTHSRCALPHA-d3d9.BLEND_ZERO || b == d3d9.BLEND_BLENDFACTOR || b == d3d9.BLEND_INVBLENDFACTOR
}

// operation turns a D3DBLENDOP into an operation; what is none acts as ADD, and known is false.
func operation(op d3d9.BLENDOP) (o gpu.BlendOp, known bool) {
	if op-d3d9.BLENDOP_ADD < d3d9.BLENDOP_MAX {
		return blendOps[op], true
	}
	return gpu.OpAdd, false
}

// equations is the blend states, masks aside, of a target with alpha, of one without, and of one whose image has the alpha as its
// red (A8). All are zero where nothing blends.
type equations struct{ alpha, none, red gpu.BlendState }

// of returns the one for a format.
func (e *equations) of(f *caps.FormatRow) *gpu.BlendState {
	switch {
	case f.AlphaRed:
		return &e.red
	case f.HasAlpha:
		return &e.alpha
	}
	return &e.none
}

// equations turns the render states into equations. known is false if a factor or an operation is none.
func (b *Blend) equations() (e equations, known bool) {
	src, dest, known := factors(b.Src, b.Dest)
	op, opKnown := operation(b.Op)
	e.alpha = gpu.BlendState{Enable: true, SrcColor: src, DstColor: dest, ColorOp: op, SrcAlpha: src, DstAlpha: dest, AlphaOp: op}
	known = known && opKnown
	// The target's alpha is 1, whatever the image that stores it holds; its own alpha equation does not matter.
	e.none = gpu.BlendState{Enable: true, SrcColor: opaque(src), DstColor: opaque(dest), ColorOp: op, SrcAlpha: gpu.BlendOne, DstAlpha: gpu.BlendZero}
	if b.Separate {
		var alphaKnown, alphaOpKnown bool
		e.alpha.SrcAlpha, e.alpha.DstAlpha, alphaKnown = factors(b.SrcAlpha, b.DestAlpha)
		e.alpha.AlphaOp, alphaOpKnown = operation(b.OpAlpha)
		known = known && alphaKnown && alphaOpKnown
	}
	e.red = gpu.BlendState{Enable: true, SrcColor: inRed(e.alpha.SrcAlpha), DstColor: inRed(e.alpha.DstAlpha), ColorOp: e.alpha.AlphaOp,
		SrcAlpha: gpu.BlendOne, DstAlpha: gpu.BlendZero}
	return e, known
}

// inRed turns a factor of the alpha equation into one of the color equation for a target whose image has the alpha as its red. The
// pixel shader writes alpha to all channels there (emit.StoreAlpha), so the source's color is its alpha.
func inRed(f gpu.BlendFactor) gpu.BlendFactor {
	switch f {
	case gpu.BlendDstAlpha:
		return gpu.BlendDstColor
	case gpu.BlendOneMinusDstAlpha:
		return gpu.BlendOneMinusDstColor
	case gpu.BlendConstantColor:
		return gpu.BlendConstantAlpha
	case gpu.BlendOneMinusConstantColor:
		return gpu.BlendOneMinusConstantAlpha
	case gpu.BlendSrcAlphaSaturate:
		return gpu.BlendOne
	}
	return f
}

// opaque is the factor where the target's alpha is 1.
func opaque(f gpu.BlendFactor) gpu.BlendFactor {
	switch f {
	case gpu.BlendDstAlpha:
		return gpu.BlendOne
	case gpu.BlendOneMinusDstAlpha, gpu.BlendSrcAlphaSaturate: // min(source alpha, 1 - 1)
		return gpu.BlendZero
	}
	return f
}
