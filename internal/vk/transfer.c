#include "exec.h"

// Checks that the box lies in the image's level and layer, and says whether it covers the level.
static VkResult box_check(walker *w, image *i, uint32_t id, uint32_t level, uint32_t layer, const uint32_t *at, const uint32_t *size, bool *covers) {
	if (!i) return misuse(w, "image %u is none", id);
	uint32_t extent[3] = {level_size(i->d.width, level), level_size(i->d.height, level), level_size(i->d.depth, level)};
	if (level >= i->d.levels || layer >= i->d.layers) return misuse(w, "image %u has no level %u, layer %u", id, level, layer);
	*covers = true;
	for (int k = 0; k < 3; k++) {
		if (!size[k] || at[k] > extent[k] || size[k] > extent[k] - at[k])
			return misuse(w, "box %u,%u,%u + %u,%u,%u is outside of level %u of image %u", at[0], at[1], at[2], size[0], size[1], size[2], level, id);
		*covers &= size[k] == extent[k];
	}
	return VK_SUCCESS;
}

static bool inside(const buffer *b, uint64_t offset, uint64_t size) { return offset <= b->size && size <= b->size - offset; }

VkResult upload_buffer(walker *w, const uint32_t *p) {
	const uint32_t copy[6] = {0, w->slot->arena_id, p[1], p[2], p[3], p[4]};
	return copy_buffer(w, copy);
}

VkResult copy_buffer(walker *w, const uint32_t *p) {
	buffer *from = find(w->d, KIND_BUFFER, p[1]), *to = find(w->d, KIND_BUFFER, p[3]);
	if (!from || !to || !inside(from, p[2], p[5]) || !inside(to, p[4], p[5]))
		return misuse(w, "a copy of %u bytes from buffer %u at %u to buffer %u at %u", p[5], p[1], p[2], p[3], p[4]);
	if (!p[5]) return VK_SUCCESS;
	VkResult r = pass_flush(w);
	if (r < 0) return r;
	if (p[4] == 0 && p[5] == to->size) to->zeroed = true;
	if ((r = buffer_init(w, from)) < 0 || (r = buffer_init(w, to)) < 0) return r;
	if ((r = buffer_need(w, from, false)) < 0 || (r = buffer_need(w, to, true)) < 0) return r;
	barriers_flush(w);
	VkBufferCopy region = {p[2], p[4], p[5]};
	w->f->CmdCopyBuffer(w->cb, from->handle, to->handle, 1, &region);
	return VK_SUCCESS;
}

// The image becomes the destination of a copy to the level and layer. Copies to other levels and layers since the last barrier do not
// wait for each other.
static VkResult destination(walker *w, image *i, uint32_t level, uint32_t layer, bool covers) {
	VkResult r = VK_SUCCESS;
	if (i->use == USE_NONE && !(covers && i->d.levels == 1 && i->d.layers == 1) && (r = image_init(w, i)) < 0) return r;
	if (i->use != USE_DESTINATION || i->touched[layer] >> level & 1) r = image_need(w, i, USE_DESTINATION);
	i->touched[layer] |= (uint16_t)(1u << level);
	return r;
}

VkResult upload_image(walker *w, const uint32_t *p) {
	buffer *from = find(w->d, KIND_BUFFER, p[1]);
	image *to = find(w->d, KIND_IMAGE, p[5]);
	bool covers;
	VkResult r = box_check(w, to, p[5], p[6], p[7], p + 8, p + 11, &covers);
	if (r < 0) return r;
	if (!from || p[2] >= from->size) return misuse(w, "an upload from buffer %u at %u", p[1], p[2]);
	if ((r = pass_flush(w)) < 0 || (r = buffer_init(w, from)) < 0) return r;
	if ((r = buffer_need(w, from, false)) < 0 || (r = destination(w, to, p[6], p[7], covers)) < 0) return r;
	barriers_flush(w);
	VkImageAspectFlags aspect = to->d.aspect & VK_IMAGE_ASPECT_DEPTH_BIT ? VK_IMAGE_ASPECT_DEPTH_BIT : to->d.aspect;
	VkBufferImageCopy region = {p[2], p[3], p[4], {aspect, p[6], p[7], 1}, {(int32_t)p[8], (int32_t)p[9], (int32_t)p[10]}, {p[11], p[12], p[13]}};
	w->f->CmdCopyBufferToImage(w->cb, from->handle, to->handle, image_layout(to, USE_DESTINATION), 1, &region);
	return VK_SUCCESS;
}

VkResult read_image(walker *w, const uint32_t *p) {
	image *from = find(w->d, KIND_IMAGE, p[1]);
	buffer *to = find(w->d, KIND_BUFFER, p[10]);
	bool covers;
	VkResult r = box_check(w, from, p[1], p[2], p[3], p + 4, p + 7, &covers);
	if (r < 0) return r;
	static const VkImageAspectFlags aspects[3] = {VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_ASPECT_DEPTH_BIT, VK_IMAGE_ASPECT_STENCIL_BIT};
	if (p[14] > 2 || !(from->d.aspect & aspects[p[14]])) return misuse(w, "image %u has no aspect %u", p[1], p[14]);
	if (!to || p[11] >= to->size) return misuse(w, "a read to buffer %u at %u", p[10], p[11]);
	if ((r = pass_flush(w)) < 0 || (r = image_init(w, from)) < 0 || (r = buffer_init(w, to)) < 0) return r;
	if ((r = image_need(w, from, USE_SOURCE)) < 0 || (r = buffer_need(w, to, true)) < 0) return r;
	barriers_flush(w);
	VkBufferImageCopy region = {p[11], p[12], p[13], {aspects[p[14]], p[2], p[3], 1}, {(int32_t)p[4], (int32_t)p[5], (int32_t)p[6]}, {p[7], p[8], p[9]}};
	w->f->CmdCopyImageToBuffer(w->cb, from->handle, image_layout(from, USE_SOURCE), to->handle, 1, &region);
	return VK_SUCCESS;
}

// The two images become source and destination of a transfer of one part each; one image is both in the general layout.
static VkResult transfer_pair(walker *w, image *from, image *to, uint32_t level, uint32_t layer, bool covers) {
	VkResult r = pass_flush(w);
	if (r < 0 || (r = image_init(w, from)) < 0) return r;
	if (from == to) r = image_need(w, to, USE_SELF_COPY);
	else if ((r = image_need(w, from, USE_SOURCE)) >= 0) r = destination(w, to, level, layer, covers);
	if (r >= 0) barriers_flush(w);
	return r;
}

VkResult copy_image(walker *w, const uint32_t *p) {
	image *from = find(w->d, KIND_IMAGE, p[1]), *to = find(w->d, KIND_IMAGE, p[7]);
	bool covers;
	VkResult r = box_check(w, from, p[1], p[2], p[3], p + 4, p + 13, &covers);
	if (r < 0 || (r = box_check(w, to, p[7], p[8], p[9], p + 10, p + 13, &covers)) < 0) return r;
	if (from->d.samples != to->d.samples) return misuse(w, "a copy of image %u to image %u, which has other samples", p[1], p[7]);
	if ((r = transfer_pair(w, from, to, p[8], p[9], covers)) < 0) return r;
	VkImageAspectFlags aspect = from->d.aspect & to->d.aspect;
	VkImageCopy region = {{aspect, p[2], p[3], 1}, {(int32_t)p[4], (int32_t)p[5], (int32_t)p[6]}, {aspect, p[8], p[9], 1},
		{(int32_t)p[10], (int32_t)p[11], (int32_t)p[12]}, {p[13], p[14], p[15]}};
	w->f->CmdCopyImage(w->cb, from->handle, image_layout(from, from->use), to->handle, image_layout(to, to->use), 1, &region);
	return VK_SUCCESS;
}

VkResult resolve_image(walker *w, const uint32_t *p) {
	image *from = find(w->d, KIND_IMAGE, p[1]), *to = find(w->d, KIND_IMAGE, p[4]);
	const uint32_t source[3] = {p[2], p[3], 0}, place[3] = {p[7], p[8], 0}, size[3] = {p[9], p[10], 1};
	bool covers;
	VkResult r = box_check(w, from, p[1], 0, 0, source, size, &covers);
	if (r < 0 || (r = box_check(w, to, p[4], p[5], p[6], place, size, &covers)) < 0) return r;
	if (from->d.samples == 1 || to->d.samples > 1 || from->d.format != to->d.format || from->d.aspect != VK_IMAGE_ASPECT_COLOR_BIT)
		return misuse(w, "a resolve of image %u to image %u: samples or formats do not fit", p[1], p[4]);
	if ((r = transfer_pair(w, from, to, p[5], p[6], covers)) < 0) return r;
	VkImageResolve region = {{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {(int32_t)p[2], (int32_t)p[3], 0},
		{VK_IMAGE_ASPECT_COLOR_BIT, p[5], p[6], 1}, {(int32_t)p[7], (int32_t)p[8], 0}, {p[9], p[10], 1}};
	w->f->CmdResolveImage(w->cb, from->handle, image_layout(from, from->use), to->handle, image_layout(to, to->use), 1, &region);
	return VK_SUCCESS;
}

VkResult blit_image(walker *w, const uint32_t *p) {
	image *from = find(w->d, KIND_IMAGE, p[1]), *to = find(w->d, KIND_IMAGE, p[8]);
	const uint32_t source[3] = {p[4], p[5], 0}, source_size[3] = {p[6], p[7], 1}, place[3] = {p[11], p[12], 0}, size[3] = {p[13], p[14], 1};
	bool covers;
	VkResult r = box_check(w, from, p[1], p[2], p[3], source, source_size, &covers);
	if (r < 0 || (r = box_check(w, to, p[8], p[9], p[10], place, size, &covers)) < 0) return r;
	if (from->d.samples > 1 || to->d.samples > 1 || from->d.aspect != VK_IMAGE_ASPECT_COLOR_BIT || to->d.aspect != VK_IMAGE_ASPECT_COLOR_BIT || p[15] > 1)
		return misuse(w, "a blit of image %u to image %u with filter %u: both have color of one sample", p[1], p[8], p[15]);
	if ((r = transfer_pair(w, from, to, p[9], p[10], covers)) < 0) return r;
	VkImageBlit region = {{VK_IMAGE_ASPECT_COLOR_BIT, p[2], p[3], 1}, {{(int32_t)p[4], (int32_t)p[5], 0}, {(int32_t)(p[4] + p[6]), (int32_t)(p[5] + p[7]), 1}},
		{VK_IMAGE_ASPECT_COLOR_BIT, p[9], p[10], 1}, {{(int32_t)p[11], (int32_t)p[12], 0}, {(int32_t)(p[11] + p[13]), (int32_t)(p[12] + p[14]), 1}}};
	w->f->CmdBlitImage(w->cb, from->handle, image_layout(from, from->use), to->handle, image_layout(to, to->use), 1, &region, p[15] ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
	return VK_SUCCESS;
}

// Only a pass can resolve depth: an empty one, whose end does.
VkResult resolve_depth(walker *w, const uint32_t *p) {
	view *from = find(w->d, KIND_VIEW, p[1]), *to = find(w->d, KIND_VIEW, p[2]);
	if (!from || !to || !from->attachment || !to->attachment || from->image->o.state != OBJECT_LIVE || to->image->o.state != OBJECT_LIVE)
		return misuse(w, "a resolve of view %u to view %u, which are no attachments", p[1], p[2]);
	image *source = from->image, *place = to->image;
	if (!source->d.depth_target || source->d.format != place->d.format || source->d.samples == 1 || place->d.samples > 1 ||
		source->d.width != place->d.width || source->d.height != place->d.height)
		return misuse(w, "a resolve of view %u to view %u: formats, samples or sizes do not fit", p[1], p[2]);
	VkResult r = pass_flush(w);
	if (r < 0 || (r = image_init(w, source)) < 0 || (r = image_init(w, place)) < 0) return r;
	if ((r = image_need(w, source, USE_RESOLVE)) < 0 || (r = image_need(w, place, USE_RESOLVE)) < 0) return r;
	barriers_flush(w);
	VkRenderingAttachmentInfo a = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, NULL, from->handle, image_layout(source, USE_RESOLVE),
		VK_RESOLVE_MODE_SAMPLE_ZERO_BIT, to->handle, image_layout(place, USE_RESOLVE), VK_ATTACHMENT_LOAD_OP_LOAD, VK_ATTACHMENT_STORE_OP_STORE, {{{0}}}};
	VkRenderingInfo info = {VK_STRUCTURE_TYPE_RENDERING_INFO, NULL, 0, {{0, 0}, {source->d.width, source->d.height}}, 1, 0, 0, NULL,
		source->d.aspect & VK_IMAGE_ASPECT_DEPTH_BIT ? &a : NULL, source->d.aspect & VK_IMAGE_ASPECT_STENCIL_BIT ? &a : NULL};
	w->f->CmdBeginRendering(w->cb, &info);
	w->f->CmdEndRendering(w->cb);
	return VK_SUCCESS;
}
