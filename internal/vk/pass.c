// Render passes: begun at the first draw, or where a clear cannot wait for one; ended by whatever cannot be inside of one.
#include "exec.h"

static VkResult target(walker *w, uint32_t id, const char *what, bool depth, view **out) {
	*out = NULL;
	if (!id) return VK_SUCCESS;
	view *v = find(w->d, KIND_VIEW, id);
	if (!v || !v->attachment || v->image->o.state != OBJECT_LIVE) return misuse(w, "%s view %u is none", what, id);
	image *i = v->image;
	if (depth ? !i->d.depth_target : !i->d.color) return misuse(w, "%s view %u is of an image made for another use", what, id);
	if (w->width > level_size(i->d.width, v->level) || w->height > level_size(i->d.height, v->level))
		return misuse(w, "%s view %u is %ux%u, smaller than the pass's %ux%u", what, id, level_size(i->d.width, v->level), level_size(i->d.height, v->level), w->width, w->height);
	if (i->d.samples != w->samples) return misuse(w, "%s view %u has %u samples, the pass %u", what, id, i->d.samples, w->samples);
	*out = v;
	return VK_SUCCESS;
}

VkResult pass_targets(walker *w, const uint32_t *p) {
	if (w->targets_set && w->width == p[1] && w->height == p[2] && !memcmp(w->color_id, p + 3, sizeof w->color_id) && w->depth_id == p[7] && w->samples == p[8]) return VK_SUCCESS;
	VkResult r = pass_flush(w);
	if (r < 0) return r;
	w->width = p[1], w->height = p[2], w->samples = p[8] ? p[8] : 1;
	w->color_count = 0;
	w->targets_set = false;
	if (!w->width || !w->height) return misuse(w, "the targets are %ux%u", w->width, w->height);
	for (uint32_t k = 0; k < TARGETS; k++) {
		if ((r = target(w, w->color_id[k] = p[3 + k], "color", false, &w->color[k])) < 0) return r;
		if (w->color[k]) w->color_count = k + 1;
	}
	if ((r = target(w, w->depth_id = p[7], "depth", true, &w->depth)) < 0) return r;
	w->targets_set = true;
	w->dirty |= DIRTY_PASS | DIRTY_PIPELINE | DIRTY_VIEWPORT | DIRTY_SCISSOR;
	return VK_SUCCESS;
}

VkResult pass_clear(walker *w, const uint32_t *p) {
	if (!w->targets_set) return misuse(w, "a clear without targets");
	uint32_t what = 0;
	for (uint32_t k = 0; k < TARGETS; k++)
		if (w->color[k]) what |= p[1] & 1u << k;
	if (w->depth && w->depth->image->d.aspect & VK_IMAGE_ASPECT_DEPTH_BIT) what |= p[1] & 1u << 4;
	if (w->depth && w->depth->image->d.aspect & VK_IMAGE_ASPECT_STENCIL_BIT) what |= p[1] & 1u << 5;
	int64_t x = (int32_t)p[2], y = (int32_t)p[3], x1 = x + p[4], y1 = y + p[5];
	if (x < 0) x = 0;
	if (y < 0) y = 0;
	if (x1 > w->width) x1 = w->width;
	if (y1 > w->height) y1 = w->height;
	if (!what || x >= x1 || y >= y1) return VK_SUCCESS;
	VkClearValue color = {.color.float32 = {float_of(p[6]), float_of(p[7]), float_of(p[8]), float_of(p[9])}};
	VkClearValue depth = {.depthStencil = {float_of(p[10]), p[11]}};
	if (!w->in_pass && x == 0 && y == 0 && x1 == w->width && y1 == w->height) {
		for (uint32_t k = 0; k < TARGETS; k++)
			if (what >> k & 1) w->clear[k] = color;
		if (what & 1 << 4) w->clear_depth.depthStencil.depth = depth.depthStencil.depth;
		if (what & 1 << 5) w->clear_depth.depthStencil.stencil = depth.depthStencil.stencil;
		w->clear_mask |= what;
		return VK_SUCCESS;
	}
	VkResult r = w->in_pass ? VK_SUCCESS : pass_begin(w);
	if (r < 0) return r;
	VkClearAttachment list[TARGETS + 1];
	uint32_t n = 0;
	for (uint32_t k = 0; k < TARGETS; k++)
		if (what >> k & 1) list[n++] = (VkClearAttachment){VK_IMAGE_ASPECT_COLOR_BIT, k, color};
	VkImageAspectFlags aspect = (what & 1 << 4 ? VK_IMAGE_ASPECT_DEPTH_BIT : 0) | (what & 1 << 5 ? VK_IMAGE_ASPECT_STENCIL_BIT : 0);
	if (aspect) list[n++] = (VkClearAttachment){aspect, 0, depth};
	VkClearRect rect = {{{(int32_t)x, (int32_t)y}, {(uint32_t)(x1 - x), (uint32_t)(y1 - y)}}, 0, 1};
	w->f->CmdClearAttachments(w->cb, n, list, 1, &rect);
	return VK_SUCCESS;
}

// A target that was never used and is covered whole becomes zeros by the pass's load operation; otherwise by a clear before it.
static VkResult enter(walker *w, view *v, uint32_t bits, VkClearValue *clear) {
	image *i = v->image;
	if (i->pass == w->d->pass) return VK_SUCCESS; // another level or layer of it is a target already
	if (i->use == USE_NONE) {
		if (!i->general && w->width == i->d.width && w->height == i->d.height) {
			if (bits & ~w->clear_mask & 1 << 4) clear->depthStencil.depth = 0;
			if (bits & ~w->clear_mask & 1 << 5) clear->depthStencil.stencil = 0;
			if (bits & ~w->clear_mask & 15) memset(clear, 0, sizeof *clear);
			w->clear_mask |= bits;
		} else {
			VkResult r = image_init(w, i);
			if (r < 0) return r;
		}
	}
	i->pass = w->d->pass;
	return image_need(w, i, USE_ATTACHMENT);
}

static VkRenderingAttachmentInfo attachment(const view *v, bool clear, VkClearValue value) {
	VkRenderingAttachmentInfo a = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
	if (!v) return a;
	a.imageView = v->handle;
	a.imageLayout = image_layout(v->image, USE_ATTACHMENT);
	a.loadOp = clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
	a.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
	a.clearValue = value;
	return a;
}

VkResult pass_begin(walker *w) {
	vkx_device *d = w->d;
	VkResult r;
	d->pass++;
	for (uint32_t k = 0; k < w->color_count; k++)
		if (w->color[k] && (r = enter(w, w->color[k], 1u << k, &w->clear[k])) < 0) return r;
	VkImageAspectFlags aspect = w->depth ? w->depth->image->d.aspect : 0;
	uint32_t depth_bits = (aspect & VK_IMAGE_ASPECT_DEPTH_BIT ? 1 << 4 : 0) | (aspect & VK_IMAGE_ASPECT_STENCIL_BIT ? 1 << 5 : 0);
	if (w->depth && (r = enter(w, w->depth, depth_bits, &w->clear_depth)) < 0) return r;
	for (uint32_t k = d->dirty_count; k-- > 0;)
		if (d->dirty[k]->pass != d->pass && (r = image_need(w, d->dirty[k], USE_REST)) < 0) return r;
	if (d->buffers_written) {
		memory_need(w, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
			VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT | VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
			VK_ACCESS_2_INDEX_READ_BIT | VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT);
		d->buffers_written = false;
		d->epoch++;
	}
	d->buffers_read = true;
	barriers_flush(w);
	VkRenderingAttachmentInfo colors[TARGETS], depth, stencil;
	for (uint32_t k = 0; k < w->color_count; k++) colors[k] = attachment(w->color[k], w->clear_mask >> k & 1, w->clear[k]);
	depth = attachment(w->depth, w->clear_mask >> 4 & 1, w->clear_depth);
	stencil = attachment(w->depth, w->clear_mask >> 5 & 1, w->clear_depth);
	VkRenderingInfo info = {VK_STRUCTURE_TYPE_RENDERING_INFO, NULL, 0, {{0, 0}, {w->width, w->height}}, 1, 0, w->color_count, colors,
		aspect & VK_IMAGE_ASPECT_DEPTH_BIT ? &depth : NULL, aspect & VK_IMAGE_ASPECT_STENCIL_BIT ? &stencil : NULL};
	w->f->CmdBeginRendering(w->cb, &info);
	w->in_pass = true;
	w->clear_mask = 0;
	w->dirty &= ~(uint32_t)DIRTY_PASS;
	w->dirty |= DIRTY_PIXEL_TEXTURES | DIRTY_VERTEX_TEXTURES; // what is sampled is checked against the new targets
	if (d->active_count) w->dirty |= DIRTY_PASS;
	return VK_SUCCESS;
}

void pass_end(walker *w) {
	if (!w->in_pass) return;
	segment_close(w);
	w->f->CmdEndRendering(w->cb);
	w->in_pass = false;
	w->dirty |= DIRTY_PASS;
}

VkResult pass_flush(walker *w) {
	if (!w->in_pass && w->clear_mask) {
		VkResult r = pass_begin(w);
		if (r < 0) return r;
	}
	pass_end(w);
	return VK_SUCCESS;
}
