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

VkResult copy_image(walker *w, const uint32_t *p) {
	image *from = find(w->d, KIND_IMAGE, p[1]), *to = find(w->d, KIND_IMAGE, p[7]);
	bool covers;
	VkResult r = box_check(w, from, p[1], p[2], p[3], p + 4, p + 13, &covers);
	if (r < 0 || (r = box_check(w, to, p[7], p[8], p[9], p + 10, p + 13, &covers)) < 0) return r;
	if ((r = pass_flush(w)) < 0 || (r = image_init(w, from)) < 0) return r;
	if (from == to) r = image_need(w, to, USE_SELF_COPY);
	else if ((r = image_need(w, from, USE_SOURCE)) >= 0) r = destination(w, to, p[8], p[9], covers);
	if (r < 0) return r;
	barriers_flush(w);
	VkImageAspectFlags aspect = from->d.aspect & to->d.aspect;
	VkImageCopy region = {{aspect, p[2], p[3], 1}, {(int32_t)p[4], (int32_t)p[5], (int32_t)p[6]}, {aspect, p[8], p[9], 1},
		{(int32_t)p[10], (int32_t)p[11], (int32_t)p[12]}, {p[13], p[14], p[15]}};
	w->f->CmdCopyImage(w->cb, from->handle, image_layout(from, from->use), to->handle, image_layout(to, to->use), 1, &region);
	return VK_SUCCESS;
}
