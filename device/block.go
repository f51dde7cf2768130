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

// constBlock says what a shader's Const block holds; see package emit.
type constBlock struct {
	floats, ints int  // registers from c0 and i0 on
	bools        bool // b# follow
	defs         []ir.Def
}

func makeConstBlock(s *ir.Shader) constBlock {
	b := constBlock{floats: s.ConstF.Used, ints: s.ConstI.Used, bools: s.ConstB.Used > 0}
	if s.ConstF.Relative {
		b.defs = s.Defs
	}
	return b
}

// size is the bytes of the block, 0 for a shader without constants.
func (b *constBlock) size() int {
	n := b.floats + b.ints
	if b.bools {
		n++
	}
	return n * vec4
}

// flushConstants copies the constants that the shader uses into the arena and binds them.
func (d *Device) flushConstants(block uint32, b *constBlock, c *constants) {
	size := b.size()
	if size == 0 {
		return
	}
	at := d.list.Alloc(size, gpu.ConstAlign)
	dst := d.list.Arena[at : at+size]
	n := copy(dst, bytesOf(c.f[:min(b.floats, len(c.f))]))
	if short := b.floats*vec4 - n; short > 0 { // the shader's version has more registers than the device
		clear(dst[n : n+short])
		n += short
	}
	for i := range b.defs {
		def := &b.defs[i]
		if int(def.Reg) < b.floats {
			words := unsafe.Slice((*byte)(unsafe.Pointer(&def.Value)), vec4)
			copy(dst[int(def.Reg)*vec4:], words)
		}
	}
	n += copy(dst[n:], bytesOf(c.i[:b.ints]))
	if b.bools {
		words := [4]int32{int32(c.b)}
		copy(dst[n:], bytesOf(words[:]))
	}
	d.list.Add(gpu.OpConst, block, uint32(at), uint32(size))
}

// flushVertexState writes the vertex shader's State block: point size and the enabled clip planes.
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
	d.putBlock(gpu.VertexState, block[:n])
}

// flushPixelState writes the pixel shader's State block: alpha test and fog.
func (d *Device) flushPixelState() {
	rs := &d.state.render
	var block [emit.PixelStateSize][4]float32
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
	d.putBlock(gpu.PixelState, block[:])
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
func (d *Device) putBlock(block uint32, data [][4]float32) {
	src := bytesOf(data)
	at := d.list.Alloc(len(src), gpu.ConstAlign)
	copy(d.list.Arena[at:], src)
	d.list.Add(gpu.OpConst, block, uint32(at), uint32(len(src)))
}
