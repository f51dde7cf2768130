package gpu

import "math"

// List is a sequence of commands and the memory that they read. It belongs to one goroutine until it is submitted.
//
// Words holds records: a word with the opcode in the low 8 bits, then the record's fixed number of further words. Ids
// only, never pointers: the back end reads the words from C in one call. Arena is GPU-visible mapped memory that lives as
// long as the list runs: constants, vertices of user-pointer draws and upload data are written there by the device and named by their byte offset.
type List struct {
	Words  []uint32
	Arena  []byte
	Used   int // bytes of Arena in use
	Buffer ID  // the arena as a buffer, for OpStream, OpIndex and the Upload records
	Slot   int // the back end's own
}

// Op is the opcode of a record.
type Op uint8

// Records. The comment names the words after the opcode; f32 are float bits. State records set state until the next record of
// the kind; a new list starts with nothing set.
const (
	OpNone         Op = iota
	OpTargets         // width, height, color view x4 (0 = hole), depth view, samples: the pass that later draws and clears use
	OpClear           // what (bits 0..3 targets, 4 depth, 5 stencil), x, y, width, height, r, g, b, a, z (f32), stencil
	OpPipeline        // pipeline
	OpViewport        // x, y, width, height, minz, maxz (f32); height may be negative
	OpScissor         // x, y, width, height
	OpBlend           // attachment states x4, PackBlend's form (only with Features.DynamicBlend); equal without Features.IndependentBlend
	OpBlendConst      // r, g, b, a (f32)
	OpRaster          // PackRaster's form, depth bias constant (f32), slope (f32)
	OpDepth           // PackDepth's form
	OpStencil         // front, back in PackStencil's form; then reference, read mask, write mask
	OpTopology        // topology
	OpStream          // binding, buffer, offset, stride
	OpIndex           // buffer, offset, size of an index in bytes (2 or 4)
	OpConst           // block (0 vertex const, 1 vertex state, 2 pixel const, 3 pixel state), byte offset in the arena (a multiple of ConstAlign or ArenaAlign), size
	OpTexture         // slot (0..15 pixel s#, 16..19 vertex s#), view, sampler
	OpDraw            // first vertex, vertex count
	OpDrawIndexed     // first index, index count, vertex offset (int32)
	OpUploadBuffer    // arena offset, buffer, offset, size
	OpUploadImage     // source buffer (arena or other), offset, row length in texels, image height in texels, image, level, layer, x, y, z, width, height, depth
	OpReadImage       // image, level, layer, x, y, z, width, height, depth, destination buffer, offset, row length in texels, image height, aspect (0 color, 1 depth, 2 stencil)
	OpCopyImage       // source image, level, layer, x, y, z; destination image of as many samples, level, layer, x, y, z; width, height, depth: color, or depth and stencil
	OpCopyBuffer      // source buffer, offset, destination buffer, offset, size
	OpResolve         // multisampled source image, x, y; destination image of the same color format, level, layer, x, y; width, height: the mean of the samples
	OpResolveDepth    // multisampled source view, destination view, attachments of one depth format and size: one of the samples, with its stencil
	OpBlit            // source image, level, layer, x, y, width, height; destination image, level, layer, x, y, width, height; filter (0 nearest, 1 linear): color, one sample each
	OpQueryBegin      // query
	OpQueryEnd        // query
	OpQueryPause      // 1: draws are not counted, 0: they are again, as at the start of a list
	OpPresent         // swapchain, image, source rectangle x, y, width, height, destination rectangle x, y, width, height (0 = whole)
	OpDestroy         // kind (Kind...), id: destroyed when this list is done on the GPU
	OpCount
)

// Kind names object kinds for OpDestroy.
type Kind uint8

const (
	KindBuffer Kind = iota
	KindImage
	KindView
	KindSampler
	KindShader
	KindVertexLayout
	KindPipeline
	KindQuery
	KindSwapchain
)

// RecordWords is the number of words of each record, the opcode's word included.
var RecordWords = [OpCount]int{
	OpNone: 1, OpTargets: 9, OpClear: 12, OpPipeline: 2, OpViewport: 7, OpScissor: 5, OpBlend: 5, OpBlendConst: 5, OpRaster: 4,
	OpDepth: 2, OpStencil: 6, OpTopology: 2, OpStream: 5, OpIndex: 4, OpConst: 4, OpTexture: 4, OpDraw: 3, OpDrawIndexed: 4,
	OpUploadBuffer: 5, OpUploadImage: 14, OpReadImage: 15, OpCopyImage: 16, OpCopyBuffer: 6, OpResolve: 11, OpResolveDepth: 3, OpBlit: 16, OpQueryBegin: 2, OpQueryEnd: 2, OpQueryPause: 2,
	OpPresent: 11, OpDestroy: 3,
}

// Clear bits of OpClear.
const (
	ClearDepth   = 1 << 4
	ClearStencil = 1 << 5
)

// Blocks of OpConst. Without Features.UniformConstants pixel shaders read their blocks through a window of PixelWindow bytes, which
// starts at the last of the two that was set, rounded down to half of PixelWindow. So both must lie in one half and what follows it,
// the lower one set last.
const (
	VertexConst = iota
	VertexState
	PixelConst
	PixelState
)

// ConstAlign is the alignment of a constant block in the arena with Features.UniformConstants, at least every driver's
// minUniformBufferOffsetAlignment. Without, blocks are named by their vec4, and lie as close as ArenaAlign.
const (
	ConstAlign = 256
	ArenaAlign = 16
)

// PixelWindow is the bytes of the arena that a pixel shader sees at once; see the blocks of OpConst.
const PixelWindow = 16384

// UniformBlock is the most bytes of a constant block with Features.UniformConstants: more are not seen.
const UniformBlock = 8192

// Room reports whether the list can take words more words and n more arena bytes at the given alignment.
func (l *List) Room(words, n, align int) bool {
	return len(l.Words)+words <= cap(l.Words) && (l.Used+align-1)&^(align-1)+n <= len(l.Arena)
}

// Alloc takes n bytes of the arena, aligned (a power of two). The caller has asked Room before.
func (l *List) Alloc(n, align int) (offset int) {
	offset = (l.Used + align - 1) &^ (align - 1)
	l.Used = offset + n
	return offset
}

// Draw appends an OpDraw.
func (l *List) Draw(first, count uint32) { l.Words = append(l.Words, uint32(OpDraw), first, count) }

// DrawIndexed appends an OpDrawIndexed.
func (l *List) DrawIndexed(first, count uint32, base int32) {
	l.Words = append(l.Words, uint32(OpDrawIndexed), first, count, uint32(base))
}

// Add appends a record of the given words.
func (l *List) Add(op Op, words ...uint32) {
	l.Words = append(append(l.Words, uint32(op)), words...)
}

// F is a float's bits, as records hold it.
func F(f float32) uint32 { return math.Float32bits(f) }

// PackBlend packs a BlendState: bits 0-3 mask, 4 enable, 5-9 src color, 10-14 dst color, 15-17 color op, 18-22 src alpha, 23-27 dst alpha, 28-30 alpha op.
func PackBlend(b BlendState) uint32 {
	w := uint32(b.Mask&15) | uint32(b.SrcColor)<<5 | uint32(b.DstColor)<<10 | uint32(b.ColorOp)<<15 |
		uint32(b.SrcAlpha)<<18 | uint32(b.DstAlpha)<<23 | uint32(b.AlphaOp)<<28
	if b.Enable {
		w |= 1 << 4
	}
	return w
}

// PackRaster packs: bits 0-1 cull mode, 2 front face is clockwise, 3-4 polygon mode, 5 depth bias enable, 6 no depth clip.
func PackRaster(cull CullMode, clockwise bool, poly PolygonMode, bias, noClip bool) uint32 {
	w := uint32(cull) | uint32(poly)<<3
	if clockwise {
		w |= 1 << 2
	}
	if bias {
		w |= 1 << 5
	}
	if noClip {
		w |= 1 << 6
	}
	return w
}

// PackDepth packs: bit 0 test, 1 write, 2-4 compare.
func PackDepth(test, write bool, cmp CompareOp) uint32 {
	w := uint32(cmp) << 2
	if test {
		w |= 1
	}
	if write {
		w |= 2
	}
	return w
}

// PackStencil packs one face: bit 0 test enable, 1-3 fail, 4-6 pass, 7-9 depth fail, 10-12 compare.
func PackStencil(enable bool, fail, pass, depthFail StencilOp, cmp CompareOp) uint32 {
	w := uint32(fail)<<1 | uint32(pass)<<4 | uint32(depthFail)<<7 | uint32(cmp)<<10
	if enable {
		w |= 1
	}
	return w
}
