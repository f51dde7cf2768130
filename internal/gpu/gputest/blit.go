package gputest

import "d3d9vk/internal/gpu"

// resolve copies: the samples of a multisampled image are kept once.
func (r *run) resolve(w []uint32) {
	src, dst := r.image("OpResolve", gpu.ID(w[0])), r.image("OpResolve", gpu.ID(w[3]))
	if src == nil || dst == nil {
		return
	}
	from := region{x: w[1], y: w[2], w: w[8], h: w[9], d: 1}
	to := region{level: w[4], layer: w[5], x: w[6], y: w[7], w: w[8], h: w[9], d: 1}
	reason := src.regionFault(from, 0) + dst.regionFault(to, 0)
	switch {
	case reason != "":
	case src.desc.Samples == 1 || dst.desc.Samples != 1:
		reason = "samples"
	case src.desc.Format != dst.desc.Format || !r.adapter.Formats[dst.desc.Format].ColorTarget:
		reason = "formats"
	}
	if reason != "" {
		r.bad("OpResolve: %s: %+v of %+v to %+v of %+v", reason, from, src.desc, to, dst.desc)
		return
	}
	r.move(src, from, dst, to, 0)
}

func (r *run) resolveDepth(w []uint32) {
	from, to := r.views.live[gpu.ID(w[0])], r.views.live[gpu.ID(w[1])]
	if from == nil || to == nil || from.dying || to.dying || !from.desc.Attachment || !to.desc.Attachment {
		r.bad("OpResolveDepth of view %d to view %d: not both live attachments", w[0], w[1])
		return
	}
	src, dst := r.image("OpResolveDepth", from.desc.Image), r.image("OpResolveDepth", to.desc.Image)
	if src == nil || dst == nil {
		return
	}
	if src.desc.Usage&gpu.UseDepthTarget == 0 || src.desc.Format != dst.desc.Format || src.desc.Samples == 1 || dst.desc.Samples != 1 ||
		src.desc.Width != dst.desc.Width || src.desc.Height != dst.desc.Height || dst.desc.Levels != 1 {
		r.bad("OpResolveDepth of %+v to %+v", src.desc, dst.desc)
		return
	}
	whole := region{w: src.desc.Width, h: src.desc.Height, d: 1}
	for aspect := uint32(1); aspect <= 2; aspect++ {
		if size, _ := src.layout.plane(aspect); size != 0 {
			r.move(src, whole, dst, whole, aspect)
		}
	}
}

// blit takes the nearest texels; where the formats differ it only checks.
func (r *run) blit(w []uint32) {
	src, dst := r.image("OpBlit", gpu.ID(w[0])), r.image("OpBlit", gpu.ID(w[7]))
	if src == nil || dst == nil {
		return
	}
	from := region{level: w[1], layer: w[2], x: w[3], y: w[4], w: w[5], h: w[6], d: 1}
	to := region{level: w[8], layer: w[9], x: w[10], y: w[11], w: w[12], h: w[13], d: 1}
	can, takes := r.adapter.Formats[src.desc.Format], r.adapter.Formats[dst.desc.Format]
	reason := src.singleFault(from, 0) + dst.singleFault(to, 0)
	switch {
	case reason != "":
	case w[14] > uint32(gpu.FilterLinear) || w[14] == uint32(gpu.FilterLinear) && !can.SampledLinear:
		reason = "filter"
	case !can.BlitSrc || !takes.BlitDst || src.layout.block > 1 || dst.layout.block > 1 || src.layout.integer() != dst.layout.integer():
		reason = "formats"
	case src == dst && from.level == to.level && from.layer == to.layer:
		reason = "within one level"
	}
	if reason != "" {
		r.bad("OpBlit: %s: %+v of %+v to %+v of %+v", reason, from, src.desc, to, dst.desc)
		return
	}
	if src.desc.Format == dst.desc.Format {
		r.move(src, from, dst, to, 0)
	}
}

// move copies an aspect of a region to another of any size, by the nearest texels.
func (r *run) move(src *image, from region, dst *image, to region, aspect uint32) {
	var rows [][]byte
	src.rowsOf(from, aspect, func(row []byte, _, _ int) { rows = append(rows, append([]byte(nil), row...)) })
	size, _ := src.layout.plane(aspect)
	dst.rowsOf(to, aspect, func(row []byte, _, y int) {
		source := rows[uint32(y)*from.h/to.h]
		for x := range to.w {
			at := x * from.w / to.w * size
			copy(row[x*size:][:size], source[at:at+size])
		}
	})
}
