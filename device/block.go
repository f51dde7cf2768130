package device

import (
	"math"
	"math/bits"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
)

// vec4 is the bytes of a constant register.
const vec4 = 16

// An index out of range here is a difference: emit writes modules for the window that back ends give them.
var _ = [1]struct{}{}[emit.PixelWindow-gpu.PixelWindow]

// constBlock says what a shader's Const block holds; see package emit.
type constBlock struct {
	floats, ints int // registers from c0 and i0 on
	bools        int // 32-bit words of b# follow, a multiple of four
	defs         []ir.Def
	size         int // bytes of the block, 0 for a shader without constants
	room         int // bytes of the arena that it may take, with its alignment
}

func makeConstBlock(s *ir.Shader) constBlock {
	b := constBlock{floats: s.ConstF.Used, ints: s.ConstI.Used, bools: (s.ConstB.Used + emit.BoolsPerVec4 - 1) / emit.BoolsPerVec4 * 4}
	if s.ConstF.Relative {
		b.defs = s.Defs
	}
	b.size = (b.floats+b.ints)*vec4 + b.bools*4
	b.room = b.size + gpu.ConstAlign
	return b
}

// flushConstants copies the constants that changed and that the shaders use into the arena and binds them.
func (d *Device) flushConstants() {
	if b := &d.state.bound.vertex.consts; d.dirty&dirtyVertexConst != 0 && b.size > 0 {
		b.put(d.list, d.list.Alloc(b.size, d.constAlign), gpu.VertexConst, &d.state.vertex)
	}
	b, changed := &d.state.bound.pixel.consts, d.dirty&dirtyPixelConst != 0
	if !d.flush.pixelState {
		if changed && b.size > 0 {
			b.put(d.list, d.list.Alloc(b.size, d.constAlign), gpu.PixelConst, &d.state.pixel)
		}
		return
	}
	if changed || d.dirty&dirtyPixelState != 0 {
		d.flushPixelBlocks(b)
	}
}

// flushPixelBlocks writes both blocks of the pixel shader, side by side and the lower one set last, as its window of the arena asks.
func (d *Device) flushPixelBlocks(b *constBlock) {
	lower := (b.size + d.constAlign - 1) &^ (d.constAlign - 1)
	var state [emit.MaxPixelStateSize][4]float32
	n := d.pixelStateBlock(&state)
	at := d.list.Alloc(lower+n*vec4, d.constAlign)
	d.putBlock(gpu.PixelState, at+lower, state[:n])
	if b.size > 0 {
		b.put(d.list, at, gpu.PixelConst, &d.state.pixel)
	}
}

// put writes the block into the list's arena and binds it.
func (b *constBlock) put(l *gpu.List, at int, block uint32, c *constants) {
	dst := l.Arena[at : at+b.size]
	n := copy(dst, bytesOf(c.f[:min(b.floats, len(c.f))]))
	if len(dst) > n {
		b.putRest(dst, n, c)
	}
	if len(b.defs) > 0 {
		b.putDefs(dst)
	}
	l.Words = append(l.Words, uint32(gpu.OpConst), block, uint32(at), uint32(b.size))
}

// putRest writes what follows the first n bytes: the registers that the device does not have, i# and b#.
func (b *constBlock) putRest(dst []byte, n int, c *constants) {
	if short := b.floats*vec4 - n; short > 0 {
		clear(dst[n : n+short])
		n += short
	}
	if n += copy(dst[n:], bytesOf(c.i[:min(b.ints, len(c.i))])); len(dst)-n > b.bools*4 {
		short := len(dst) - n - b.bools*4
		clear(dst[n : n+short])
		n += short
	}
	n += copy(dst[n:], bytesOf(c.b[:min(b.bools, len(c.b))]))
	clear(dst[n:])
}

// putDefs writes the constants of the program text over those of the device, for relative reads.
func (b *constBlock) putDefs(dst []byte) {
	for i := range b.defs {
		if def := &b.defs[i]; int(def.Reg) < b.floats {
			copy(dst[int(def.Reg)*vec4:], unsafe.Slice((*byte)(unsafe.Pointer(&def.Value)), vec4))
		}
	}
}

// flushVertexState writes the vertex shader's State block: point size, the enabled clip planes, the half pixel of multisampled passes.
func (d *Device) flushVertexState() {
	rs := &d.state.render
	var block [emit.VertexStateSize][4]float32
	top := min(finite(math.Float32frombits(rs[d3d9.RS_POINTSIZE_MAX])), d.maxPoint)
	block[emit.VertexPointSize] = [4]float32{
		finite(math.Float32frombits(rs[d3d9.RS_POINTSIZE])), max(0, min(finite(math.Float32frombits(rs[d3d9.RS_POINTSIZE_MIN])), top)), top, 0,
	}
	n := emit.VertexClipPlane
	for mask := rs[d3d9.RS_CLIPPLANEENABLE] & (1<<clipPlaneCount - 1); mask != 0; mask &= mask - 1 {
		block[n] = d.state.planes[bits.TrailingZeros32(mask)]
		n++
	}
	if d.flush.pass.samples > 1 {
		v := &d.state.viewport
		block[emit.VertexOffset] = [4]float32{1 / float32(v.Width), -1 / float32(v.Height)} // half of two units over the size
		n = emit.VertexStateSize
	}
	d.putBlock(gpu.VertexState, d.list.Alloc(n*vec4, d.constAlign), block[:n])
}

// pixelStateBlock fills in the pixel shader's State block, alpha test, fog and what ps_1_x reads of texture stages, and returns its size.
func (d *Device) pixelStateBlock(block *[emit.MaxPixelStateSize][4]float32) int {
	rs := &d.state.render
	p := &d.flush.pass
	block[emit.PixelAlpha] = [4]float32{p.alphaReference(uint8(rs[d3d9.RS_ALPHAREF])), math.Float32frombits(rs[d3d9.RS_ALPHAFUNC]), p.alphaScale(), 0}
	color := d3d9.COLOR(rs[d3d9.RS_FOGCOLOR]).Value()
	block[emit.PixelFogColor] = [4]float32{color.R, color.G, color.B, math.Float32frombits(d.fogMode())}
	start, end := math.Float32frombits(rs[d3d9.RS_FOGSTART]), math.Float32frombits(rs[d3d9.RS_FOGEND])
	var scale float32
	if end != start {
		scale = 1 / (end - start)
	}
	block[emit.PixelFogParams] = [4]float32{start, end, math.Float32frombits(rs[d3d9.RS_FOGDENSITY]), scale}
	return emit.PixelBump + d.putBumps(block[emit.PixelBump:], d.state.bound.pixel.program.Shader.Bumps)
}

// fogMode is emit's fog mode. Table fog goes by depth where the projection is affine, else by w; the projection is what
// SetTransform set, also with a vertex shader.
func (d *Device) fogMode() uint32 {
	mode := uint32(emit.FogVertex)
	switch d.state.render[d3d9.RS_FOGTABLEMODE] {
	case d3d9.FOG_EXP:
		mode = emit.FogExpZ
	case d3d9.FOG_EXP2:
		mode = emit.FogExp2Z
	case d3d9.FOG_LINEAR:
		mode = emit.FogLinearZ
	default:
		return mode
	}
	if m := &d.state.fixed.projection; m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
		mode += emit.FogLinearW - emit.FogLinearZ
	}
	return mode
}

// putBlock copies a State block into the arena and binds it.
func (d *Device) putBlock(block uint32, at int, data [][4]float32) {
	src := bytesOf(data)
	copy(d.list.Arena[at:], src)
	d.list.Add(gpu.OpConst, block, uint32(at), uint32(len(src)))
}
