package gputest

import (
	"math"

	"d3d9vk/internal/gpu"
)

func (r *run) transfer(op gpu.Op, w []uint32) {
	switch op {
	case gpu.OpUploadBuffer:
		size := uint64(w[3])
		src := r.buffer("OpUploadBuffer", r.list.Buffer, uint64(w[0]), size)
		dst := r.buffer("OpUploadBuffer", gpu.ID(w[1]), uint64(w[2]), size)
		if src != nil && dst != nil {
			if size == 0 || w[0]%4 != 0 {
				r.bad("OpUploadBuffer of %d bytes from %d", size, w[0])
			}
			copy(dst.bytes[w[2]:], src.bytes[w[0]:uint64(w[0])+size])
		}
	case gpu.OpCopyBuffer:
		size := uint64(w[4])
		src := r.buffer("OpCopyBuffer", gpu.ID(w[0]), uint64(w[1]), size)
		dst := r.buffer("OpCopyBuffer", gpu.ID(w[2]), uint64(w[3]), size)
		if src == nil || dst == nil {
			return
		}
		if size == 0 || src == dst && uint64(max(w[1], w[3])-min(w[1], w[3])) < size {
			r.bad("OpCopyBuffer of %d bytes from %d to %d", size, w[1], w[3])
		}
		copy(dst.bytes[w[3]:], src.bytes[w[1]:uint64(w[1])+size])
	case gpu.OpUploadImage:
		r.uploadImage(w)
	case gpu.OpReadImage:
		r.readImage(w)
	case gpu.OpCopyImage:
		r.copyImage(w)
	case gpu.OpResolve:
		r.resolve(w)
	case gpu.OpResolveDepth:
		r.resolveDepth(w)
	case gpu.OpBlit:
		r.blit(w)
	case gpu.OpPresent:
		s := r.swapchains.live[gpu.ID(w[0])]
		i := r.image("OpPresent", gpu.ID(w[1]))
		if s == nil || r.destroyed(gpu.KindSwapchain, gpu.ID(w[0])) {
			r.bad("OpPresent: swapchain %d is not live", w[0])
		}
		if i == nil {
			return
		}
		if whole := w[4] == 0 && w[5] == 0; !whole && (w[4] == 0 || w[5] == 0) || uint64(w[2])+uint64(w[4]) > uint64(i.desc.Width) || uint64(w[3])+uint64(w[5]) > uint64(i.desc.Height) {
			r.bad("OpPresent: rectangle %v of %dx%d", w[2:6], i.desc.Width, i.desc.Height)
		}
	}
}

func (r *run) image(what string, id gpu.ID) *image {
	i := r.images.live[id]
	if i == nil || i.dying {
		r.bad("%s: image %d is not live", what, id)
		return nil
	}
	return i
}

// rowsIn checks the layout of an image's texels in a buffer and returns where each row of blocks lies.
func (r *run) rowsIn(what string, i *image, g region, aspect uint32, id gpu.ID, offset, rowLength, imageHeight uint32) func(slice, y int) []byte {
	size, block := i.layout.plane(aspect)
	if rowLength == 0 {
		rowLength = g.w
	}
	if imageHeight == 0 {
		imageHeight = g.h
	}
	if rowLength < g.w || imageHeight < g.h {
		r.bad("%s: row length %d, image height %d of a %dx%d box", what, rowLength, imageHeight, g.w, g.h)
		return nil
	}
	align := size
	if aspect > 0 || i.layout.depth > 0 {
		align = 4
	}
	if offset%align != 0 {
		r.bad("%s: buffer offset %d is no multiple of %d", what, offset, align)
	}
	blocks := func(n uint32) uint64 { return (uint64(n) + uint64(block) - 1) / uint64(block) }
	pitch := blocks(rowLength) * uint64(size)
	slice := blocks(imageHeight) * pitch
	n := blocks(g.w) * uint64(size)
	all := uint64(g.d-1)*slice + (blocks(g.h)-1)*pitch + n
	b := r.buffer(what, id, uint64(offset), all)
	if b == nil {
		return nil
	}
	return func(s, y int) []byte {
		at := uint64(offset) + uint64(s)*slice + uint64(y)*pitch
		return b.bytes[at : at+n]
	}
}

func (r *run) uploadImage(w []uint32) {
	i := r.image("OpUploadImage", gpu.ID(w[4]))
	if i == nil {
		return
	}
	g := region{w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12]}
	aspect := uint32(0)
	if i.layout.depth > 0 {
		aspect = 1
	}
	if reason := i.singleFault(g, aspect); reason != "" {
		r.bad("OpUploadImage: %s: %+v of %+v", reason, g, i.desc)
		return
	}
	if rows := r.rowsIn("OpUploadImage", i, g, aspect, gpu.ID(w[0]), w[1], w[2], w[3]); rows != nil {
		i.rowsOf(g, aspect, func(row []byte, s, y int) { copy(row, rows(s, y)) })
	}
}

func (r *run) readImage(w []uint32) {
	i := r.image("OpReadImage", gpu.ID(w[0]))
	if i == nil {
		return
	}
	g := region{w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8]}
	aspect := w[13]
	if aspect > 2 {
		r.bad("OpReadImage: aspect %d", aspect)
		return
	}
	if reason := i.singleFault(g, aspect); reason != "" {
		r.bad("OpReadImage: %s: %+v of %+v", reason, g, i.desc)
		return
	}
	if rows := r.rowsIn("OpReadImage", i, g, aspect, gpu.ID(w[9]), w[10], w[11], w[12]); rows != nil {
		i.rowsOf(g, aspect, func(row []byte, s, y int) { copy(rows(s, y), row) })
	}
}

// copyImage copies every aspect that both images have.
func (r *run) copyImage(w []uint32) {
	src, dst := r.image("OpCopyImage", gpu.ID(w[0])), r.image("OpCopyImage", gpu.ID(w[6]))
	if src == nil || dst == nil {
		return
	}
	from := region{w[1], w[2], w[3], w[4], w[5], w[12], w[13], w[14]}
	to := region{w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14]}
	if src.layout.size != dst.layout.size || src.layout.depth != dst.layout.depth || src.layout.stencil != dst.layout.stencil ||
		src.layout.block != dst.layout.block || src.desc.Samples != dst.desc.Samples {
		r.bad("OpCopyImage between %+v and %+v", src.desc, dst.desc)
		return
	}
	if src == dst && from.level == to.level && from.layer == to.layer {
		r.bad("OpCopyImage within one level")
		return
	}
	for aspect := range uint32(3) {
		if size, _ := src.layout.plane(aspect); size == 0 {
			continue
		}
		if reason := src.regionFault(from, aspect) + dst.regionFault(to, aspect); reason != "" {
			r.bad("OpCopyImage: %s: %+v of %+v to %+v of %+v", reason, from, src.desc, to, dst.desc)
			return
		}
		type at struct{ slice, y int }
		rows := map[at][]byte{}
		src.rowsOf(from, aspect, func(row []byte, s, y int) { rows[at{s, y}] = row })
		dst.rowsOf(to, aspect, func(row []byte, s, y int) { copy(row, rows[at{s, y}]) })
	}
}

func (r *run) clear(w []uint32) {
	s := &r.state
	what, x, y, width, height := w[0], w[1], w[2], w[3], w[4]
	if !r.set[gpu.OpTargets] {
		r.bad("OpClear before OpTargets")
		return
	}
	if what == 0 || what >= 1<<6 || width == 0 || height == 0 || x >= s.Width || width > s.Width-x || y >= s.Height || height > s.Height-y {
		r.bad("OpClear of %#x in %v of a pass of %dx%d", what, w[1:5], s.Width, s.Height)
		return
	}
	var color [4]float32
	for n := range color {
		color[n] = math.Float32frombits(w[5+n])
	}
	for n, id := range s.Color {
		if what>>n&1 != 0 {
			r.fill(id, 0, w[1:5], func(l layout) []byte { return l.encode(color) })
		}
	}
	z := math.Float32frombits(w[9])
	if what&gpu.ClearDepth != 0 {
		if !(z >= 0 && z <= 1) {
			r.bad("OpClear of depth to %v", z)
		}
		r.fill(s.Depth, 1, w[1:5], func(l layout) []byte { return l.depthNumber(z) })
	}
	if what&gpu.ClearStencil != 0 {
		if w[10] > 255 {
			r.bad("OpClear of stencil to %d", w[10])
		}
		r.fill(s.Depth, 2, w[1:5], func(layout) []byte { return []byte{byte(w[10])} })
	}
}

// fill writes one value to a rectangle of an attachment; a view's sRGB twin encodes as such.
func (r *run) fill(id gpu.ID, aspect uint32, rect []uint32, value func(layout) []byte) {
	v := r.views.live[id]
	if v == nil || v.dying || r.images.live[v.desc.Image] == nil {
		r.bad("OpClear of view %d, which is not live", id)
		return
	}
	i := r.images.live[v.desc.Image]
	if size, _ := i.layout.plane(aspect); size == 0 {
		r.bad("OpClear of an aspect that view %d lacks", id)
		return
	}
	texel := value(layouts[v.desc.Format])
	g := region{level: v.desc.BaseLevel, layer: v.desc.BaseLayer, x: rect[0], y: rect[1], w: rect[2], h: rect[3], d: 1}
	i.rowsOf(g, aspect, func(row []byte, _, _ int) {
		for at := 0; at < len(row); at += len(texel) {
			copy(row[at:], texel)
		}
	})
}
