package mrt

import (
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// Step is one of the times that a draw is done: what its pass begins with, and the blending there.
type Step struct {
	Pass  Pass
	Blend [gpu.MaxTargets]gpu.BlendState
}

// Step returns step n of the plan, from 0 to Steps-1.
func (p *Plan) Step(n int) Step {
	if n == 0 {
		return Step{p.Pass, p.Blend}
	}
	return p.More[n-1]
}

// group is targets that can be written in one step, as their blend states agree wherever it matters.
type group struct {
	state        gpu.BlendState
	channels     uint8 // bits of the mask that a target of the group has
	color, alpha bool  // the equation is that of a target of the group
	targets      uint8
}

// takes says whether a target of the blend state, whose format has the channels, fits into the group.
func (g *group) takes(b *gpu.BlendState, channels uint8) bool {
	if (b.Mask^g.state.Mask)&channels&g.channels != 0 || b.Enable != g.state.Enable {
		return false
	}
	s := &g.state
	if b.Mask&colorMask != 0 && g.color && !sameEquation(b.ColorOp, s.ColorOp, b.SrcColor, s.SrcColor, b.DstColor, s.DstColor) {
		return false
	}
	return b.Mask&alphaMask == 0 || !g.alpha || sameEquation(b.AlphaOp, s.AlphaOp, b.SrcAlpha, s.SrcAlpha, b.DstAlpha, s.DstAlpha)
}

const colorMask, alphaMask, allMask = 7, 8, 15

// sameEquation compares two equations; MIN and MAX do not read their factors.
func sameEquation(op, op2 gpu.BlendOp, src, src2, dst, dst2 gpu.BlendFactor) bool {
	return op == op2 && (op >= gpu.OpMin || src == src2 && dst == dst2)
}

func (g *group) add(target uint8, b *gpu.BlendState, channels uint8) {
	s := &g.state
	s.Enable = b.Enable
	s.Mask |= b.Mask
	if b.Mask&colorMask != 0 && !g.color {
		g.color = true
		s.SrcColor, s.DstColor, s.ColorOp = b.SrcColor, b.DstColor, b.ColorOp
	}
	if b.Mask&alphaMask != 0 && !g.alpha {
		g.alpha = true
		s.SrcAlpha, s.DstAlpha, s.AlphaOp = b.SrcAlpha, b.DstAlpha, b.AlphaOp
	}
	g.channels |= channels
	g.targets |= target
}

// split divides a plan for an adapter without independentBlend, where the attachments of a pass have one blend state, into steps with
// one blend state each (MRT-13). Only what a step writes is attached there. Where nothing is written all masks are 0, which is one state.
func (p *Plan) split(in *Input) {
	if p.Written == 0 {
		return
	}
	var groups [gpu.MaxTargets]group
	n := 0
	// A target with fewer channels restricts a group less, so the others come first.
	for width := gpu.MaxTargets; width > 0; width-- {
		for left := p.Written; left != 0; left &= left - 1 {
			i := bits.TrailingZeros8(left)
			b := &p.Blend[i]
			channels := in.Targets[i].Format.ImageMask(allMask)
			if bits.OnesCount8(channels) != width {
				continue
			}
			k := 0
			for k < n && !groups[k].takes(b, channels) {
				k++
			}
			groups[k].add(1<<i, b, channels)
			n = max(n, k+1)
		}
	}
	// A first step that reads what it writes to leaves Restores more to do without.
	for k := 1; k < n && !readsDestination(&groups[0].state); k++ {
		if readsDestination(&groups[k].state) {
			groups[0], groups[k] = groups[k], groups[0]
		}
	}
	whole := p.Pass
	for k := range n {
		g := &groups[k]
		s := Step{Pass: whole}
		s.Pass.Attached = g.targets
		s.Pass.SRGB &= g.targets
		for i := range s.Blend {
			s.Blend[i] = g.state
		}
		if k == 0 {
			p.Pass, p.Blend = s.Pass, s.Blend
		} else {
			p.More[k-1] = s
		}
	}
	p.Steps = uint8(n)
	if n > 1 {
		p.Diagnostics |= SeveralSteps
	}
}

// readsDestination says whether what is written depends on what the target holds, the channels aside that are not written.
func readsDestination(b *gpu.BlendState) bool {
	return b.Enable && (equationReads(b.ColorOp, b.SrcColor, b.DstColor) || equationReads(b.AlphaOp, b.SrcAlpha, b.DstAlpha))
}

func equationReads(op gpu.BlendOp, src, dst gpu.BlendFactor) bool {
	if op >= gpu.OpMin || dst != gpu.BlendZero {
		return true
	}
	switch src {
	case gpu.BlendDstColor, gpu.BlendOneMinusDstColor, gpu.BlendDstAlpha, gpu.BlendOneMinusDstAlpha, gpu.BlendSrcAlphaSaturate:
		return true
	}
	return false
}

// DepthStencil is the render states of the depth and stencil tests as they act on the bound surface: off where it has no depth or no
// stencil. Functions and operations are numbers of D3DCMPFUNC and D3DSTENCILOP.
type DepthStencil struct {
	ZEnable, ZWriteEnable bool
	ZFunc                 uint32
	StencilEnable         bool
	StencilWriteMask      uint8
	Faces                 [2]StencilFace // clockwise and counter-clockwise; equal without TWOSIDEDSTENCILMODE
}

// StencilFace is the stencil states of the triangles that face one way.
type StencilFace struct{ Func, Fail, ZFail, Pass uint32 }

// Restores says whether depth and stencil must be put back before each further step of the draw, so that each sees what a draw done
// once would see, and the last leaves what that would leave. They need not where the further steps give the same without (MRT-13):
//
//   - No fragment changes what a later test reads: nothing is written, or EQUAL writes what is there, or ALWAYS asks for nothing.
//     Stencil operations that set (ZERO, REPLACE), where all functions are ALWAYS, leave the same when they are done again in the same order.
//   - LESSEQUAL and GREATEREQUAL: the last fragment that passes is the last of those that are nearest, and these pass again, others do not.
//     So a target gets the same color in the end, if nothing that was there before shows in it, and stencil the same value from PASS.
func (p *Plan) Restores(ds *DepthStencil) bool {
	if p.Steps <= 1 || !p.Pass.Depth {
		return false
	}
	nearest := false // only the nearest fragments pass again
	if ds.ZEnable && ds.ZWriteEnable {
		switch ds.ZFunc {
		case d3d9.CMP_LESS, d3d9.CMP_GREATER, d3d9.CMP_NOTEQUAL:
			return true
		case d3d9.CMP_LESSEQUAL, d3d9.CMP_GREATEREQUAL:
			nearest = true
			for k := range p.Steps - 1 {
				if readsDestination(&p.More[k].Blend[0]) {
					return true
				}
			}
		}
	}
	if !ds.StencilEnable || ds.StencilWriteMask == 0 {
		return false
	}
	changes, again := false, true // a step changes stencil; doing it again changes nothing
	for i := range ds.Faces {
		f := &ds.Faces[i]
		changes = changes || !keeps(f.Fail) || !keeps(f.ZFail) || !keeps(f.Pass)
		always := f.Func < d3d9.CMP_NEVER || f.Func >= d3d9.CMP_ALWAYS
		again = again && always && sets(f.Pass) && sets(f.ZFail) && (keeps(f.ZFail) || !nearest)
	}
	return changes && !again
}

// keeps and sets say what a stencil operation does; numbers that are none act as KEEP.
func keeps(op uint32) bool {
	return op <= d3d9.STENCILOP_KEEP || op > d3d9.STENCILOP_DECR
}

func sets(op uint32) bool {
	return keeps(op) || op == d3d9.STENCILOP_ZERO || op == d3d9.STENCILOP_REPLACE
}
