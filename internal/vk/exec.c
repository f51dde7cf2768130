// Runs a list: walks its records, records a command buffer and submits it.
#include "exec.h"
#include <stdarg.h>

VkResult misuse(walker *w, const char *format, ...) {
	char *e = w->d->error;
	size_t room = sizeof w->d->error;
	int n = snprintf(e, room, "list %llu, word %u: ", (unsigned long long)w->serial, w->at);
	va_list args;
	va_start(args, format);
	vsnprintf(e + n, room - (size_t)n, format, args);
	va_end(args);
	return VKX_MISUSE;
}

static VkResult destroy_later(walker *w, uint32_t kind, uint32_t id) {
	vkx_device *d = w->d;
	object *o = kind < KIND_COUNT ? find(d, (int)kind, id) : NULL;
	if (!o || o->internal) return misuse(w, "a destruction of object %u of kind %u, which is none", id, kind);
	if (!grow((void **)&d->gone, &d->gone_room, d->gone_count, sizeof *d->gone)) return VK_ERROR_OUT_OF_HOST_MEMORY;
	if (kind == KIND_IMAGE) image_forget(d, (image *)o);
	if (kind == KIND_QUERY) query_forget(d, id);
	o->state = OBJECT_DYING;
	d->gone[d->gone_count++] = (destroyed){kind, id, w->serial};
	return VK_SUCCESS;
}

void vkx_retire(vkx_device *d) {
	uint64_t completed = vkx_completed(d);
	if (completed == UINT64_MAX) return;
	d->completed = completed;
	queries_collect(d, d->completed);
	uint32_t n = 0;
	while (n < d->gone_count && d->gone[n].serial <= d->completed) n++;
	for (uint32_t k = 0; k < n; k++) object_destroy(d, (int)d->gone[k].kind, d->gone[k].id);
	d->gone_count -= n;
	memmove(d->gone, d->gone + n, d->gone_count * sizeof *d->gone);
}

uint64_t vkx_completed(vkx_device *d) {
	uint64_t serial;
	return d->f.GetSemaphoreCounterValue(d->handle, d->timeline, &serial) < 0 ? UINT64_MAX : serial;
}

VkResult vkx_wait(vkx_device *d, uint64_t serial, uint64_t nanoseconds) {
	VkSemaphoreWaitInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, NULL, 0, 1, &d->timeline, &serial};
	return d->f.WaitSemaphores(d->handle, &info, nanoseconds);
}

static void take(walker *w, uint32_t bit, uint32_t *to, const uint32_t *from, uint32_t words) {
	uint32_t differs = 0;
	for (uint32_t k = 0; k < words; k++) {
		differs |= to[k] ^ from[k];
		to[k] = from[k];
	}
	if (differs) w->dirty |= bit;
}

static VkResult set_blend(walker *w, const uint32_t *p) {
	if (!has(w->d, FEAT_INDEPENDENT_BLEND) && (p[1] != p[2] || p[1] != p[3] || p[1] != p[4]))
		return misuse(w, "blend states %#x, %#x, %#x and %#x, which need Features.IndependentBlend", p[1], p[2], p[3], p[4]);
	take(w, DIRTY_BLEND, w->want.blend, p + 1, TARGETS);
	return VK_SUCCESS;
}

static VkResult set_stream(walker *w, const uint32_t *p) {
	if (p[1] >= STREAMS) return misuse(w, "stream %u", p[1]);
	buffer *b = p[2] ? find(w->d, KIND_BUFFER, p[2]) : NULL;
	if (p[2] && !b) return misuse(w, "stream %u takes buffer %u, which is none", p[1], p[2]);
	take(w, DIRTY_STREAMS, &w->want.streams[p[1]].buffer, p + 2, 3);
	if (!b || b->zeroed) return VK_SUCCESS;
	VkResult r = pass_flush(w);
	return r < 0 ? r : buffer_init(w, b);
}

static VkResult set_index(walker *w, const uint32_t *p) {
	take(w, DIRTY_INDEX, w->want.index, p + 1, 3);
	buffer *b = find(w->d, KIND_BUFFER, p[1]);
	if (!b || b->zeroed) return VK_SUCCESS;
	VkResult r = pass_flush(w);
	return r < 0 ? r : buffer_init(w, b);
}

static VkResult set_constants(walker *w, const uint32_t *p) {
	if (p[1] > 3 || p[2] % (has(w->d, FEAT_UNIFORM_CONSTANTS) ? 256 : 16) || p[2] > w->d->arena_size || p[3] > w->d->arena_size - p[2])
		return misuse(w, "constant block %u at %u, size %u", p[1], p[2], p[3]);
	take(w, DIRTY_CONSTANTS, &w->want.constants[p[1]], p + 2, 1);
	if (p[1] >= 2) w->window = p[2] / (PIXEL_WINDOW / 2);
	return VK_SUCCESS;
}

static VkResult set_texture(walker *w, const uint32_t *p) {
	if (p[1] >= SLOTS) return misuse(w, "texture slot %u", p[1]);
	view *v = find(w->d, KIND_VIEW, p[2]);
	if (!v || v->image->o.state != OBJECT_LIVE || !v->image->d.sampled || v->attachment || !find(w->d, KIND_SAMPLER, p[3]))
		return misuse(w, "slot %u takes view %u and sampler %u, which cannot be sampled", p[1], p[2], p[3]);
	uint32_t bit = p[1] < PIXEL_SLOTS ? DIRTY_PIXEL_TEXTURES : DIRTY_VERTEX_TEXTURES;
	take(w, bit, &w->texture[p[1]], p + 2, 1);
	take(w, bit, &w->sampler[p[1]], p + 3, 1);
	if (v->image->use != USE_NONE) return VK_SUCCESS;
	VkResult r = pass_flush(w); // an image that nothing was written to: zeros, before the pass that samples it
	return r < 0 ? r : image_init(w, v->image);
}

// Runs of draws with nothing between them go to Vulkan as they lie in the list: VkMultiDrawInfoEXT's fields follow each opcode.
_Static_assert(sizeof(VkMultiDrawInfoEXT) == 8 && offsetof(VkMultiDrawInfoEXT, vertexCount) == 4, "OpDraw's words are VkMultiDrawInfoEXT's");
_Static_assert(sizeof(VkMultiDrawIndexedInfoEXT) == 12 && offsetof(VkMultiDrawIndexedInfoEXT, vertexOffset) == 8, "OpDrawIndexed's words are VkMultiDrawIndexedInfoEXT's");

static uint32_t run_length(const uint32_t *p, const uint32_t *end, uint32_t step, uint32_t limit) {
	uint32_t n = 1, op = p[0] & 0xFF;
	for (const uint32_t *q = p + step; q + step <= end && n < limit && (*q & 0xFF) == op; q += step) n++;
	return n;
}

static VkResult draw(walker *w, const uint32_t **at, const uint32_t *end) {
	const uint32_t *p = *at;
	VkResult r = w->dirty & ~(uint32_t)DIRTY_INDEX ? draw_prepare(w, false) : VK_SUCCESS;
	if (r < 0) return r;
	if (!has(w->d, FEAT_MULTI_DRAW)) {
		w->f->CmdDraw(w->cb, p[2], 1, p[1], 0);
		*at = p + 3;
		return VK_SUCCESS;
	}
	uint32_t n = run_length(p, end, 3, w->d->max_multi_draw);
	if (n == 1) w->f->CmdDraw(w->cb, p[2], 1, p[1], 0);
	else w->f->CmdDrawMultiEXT(w->cb, n, (const VkMultiDrawInfoEXT *)(p + 1), 1, 0, 12);
	*at = p + 3 * n;
	return VK_SUCCESS;
}

static VkResult draw_indexed(walker *w, const uint32_t **at, const uint32_t *end) {
	const uint32_t *p = *at;
	VkResult r = w->dirty ? draw_prepare(w, true) : VK_SUCCESS;
	if (r < 0) return r;
	if (!has(w->d, FEAT_MULTI_DRAW)) {
		w->f->CmdDrawIndexed(w->cb, p[2], 1, p[1], (int32_t)p[3], 0);
		*at = p + 4;
		return VK_SUCCESS;
	}
	uint32_t n = run_length(p, end, 4, w->d->max_multi_draw);
	if (n == 1) w->f->CmdDrawIndexed(w->cb, p[2], 1, p[1], (int32_t)p[3], 0);
	else w->f->CmdDrawMultiIndexedEXT(w->cb, n, (const VkMultiDrawIndexedInfoEXT *)(p + 1), 1, 0, 16, NULL);
	*at = p + 4 * n;
	return VK_SUCCESS;
}

// One record that is not a draw.
static VkResult record(walker *w, const uint32_t *p) {
	switch (p[0] & 0xFF) {
	case OP_NONE: return VK_SUCCESS;
	case OP_TARGETS: return pass_targets(w, p);
	case OP_CLEAR: return pass_clear(w, p);
	case OP_PIPELINE: return take(w, DIRTY_PIPELINE, &w->want.pipeline, p + 1, 1), VK_SUCCESS;
	case OP_VIEWPORT: return take(w, DIRTY_VIEWPORT, w->want.viewport, p + 1, 6), VK_SUCCESS;
	case OP_SCISSOR: return take(w, DIRTY_SCISSOR, w->want.scissor, p + 1, 4), VK_SUCCESS;
	case OP_BLEND: return set_blend(w, p);
	case OP_BLEND_CONST: return take(w, DIRTY_BLEND_CONST, w->want.blend_const, p + 1, 4), VK_SUCCESS;
	case OP_RASTER: return take(w, DIRTY_RASTER, w->want.raster, p + 1, 3), VK_SUCCESS;
	case OP_DEPTH: return take(w, DIRTY_DEPTH, &w->want.depth, p + 1, 1), VK_SUCCESS;
	case OP_STENCIL: return take(w, DIRTY_STENCIL, w->want.stencil, p + 1, 5), VK_SUCCESS;
	case OP_TOPOLOGY: return take(w, DIRTY_TOPOLOGY, &w->want.topology, p + 1, 1), VK_SUCCESS;
	case OP_STREAM: return set_stream(w, p);
	case OP_INDEX: return set_index(w, p);
	case OP_CONST: return set_constants(w, p);
	case OP_TEXTURE: return set_texture(w, p);
	case OP_UPLOAD_BUFFER: return upload_buffer(w, p);
	case OP_UPLOAD_IMAGE: return upload_image(w, p);
	case OP_READ_IMAGE: return read_image(w, p);
	case OP_COPY_IMAGE: return copy_image(w, p);
	case OP_COPY_BUFFER: return copy_buffer(w, p);
	case OP_RESOLVE: return resolve_image(w, p);
	case OP_RESOLVE_DEPTH: return resolve_depth(w, p);
	case OP_BLIT: return blit_image(w, p);
	case OP_QUERY_BEGIN: return query_begin(w, p[1]);
	case OP_QUERY_END: return query_end(w, p[1]);
	case OP_QUERY_PAUSE: return query_pause(w, p[1]), VK_SUCCESS;
	case OP_PRESENT: return exec_present(w, p);
	case OP_DESTROY: return destroy_later(w, p[1], p[2]);
	}
	return misuse(w, "opcode %u", p[0] & 0xFF);
}

static VkResult walk(walker *w, const uint32_t *words, uint32_t count) {
	const uint32_t *p = words, *end = words + count;
	while (p < end) {
		uint32_t op = *p & 0xFF, length = op < OP_COUNT ? w->d->words[op] : 0;
		VkResult r;
		w->at = (uint32_t)(p - words);
		if (!length || p + length > end) return misuse(w, "opcode %u of %u words where %u are left", op, length, (uint32_t)(end - p));
		if (op == OP_DRAW) {
			r = draw(w, &p, end);
		} else if (op == OP_DRAW_INDEXED) {
			r = draw_indexed(w, &p, end);
		} else {
			r = record(w, p);
			p += length;
		}
		if (r < 0) return r;
	}
	return pass_flush(w);
}

static void start(walker *w, vkx_device *d, list_slot *slot, uint64_t serial) {
	memset(w, 0, sizeof *w);
	w->d = d, w->f = &d->f, w->slot = slot, w->cb = slot->cb, w->serial = serial;
	w->dirty = DIRTY_ALL;
	w->want.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
	w->want.scissor[0] = ~0u;
	w->want.stencil[3] = w->want.stencil[4] = 0xFF;
	for (int k = 0; k < TARGETS; k++) w->want.blend[k] = 15;
	for (int k = 0; k <= STREAMS; k++) w->done_streams[k].buffer = ~0u;
	d->pass++; // nothing is a target of a pass of this list yet
}

static VkResult submit(walker *w) {
	vkx_device *d = w->d;
	w->signals[w->signal_count++] = (VkSemaphoreSubmitInfo){VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, NULL, d->timeline, w->serial, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0};
	VkCommandBufferSubmitInfo buffer = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, NULL, w->cb, 0};
	VkSubmitInfo2 info = {VK_STRUCTURE_TYPE_SUBMIT_INFO_2, NULL, 0, w->wait_count, w->waits, 1, &buffer, w->signal_count, w->signals};
	VkResult r = d->f.QueueSubmit2(d->queue, 1, &info, VK_NULL_HANDLE);
	if (r < 0) return failed(d, r, "vkQueueSubmit2");
	return w->present_count ? exec_presented(w) : VK_SUCCESS;
}

VkResult vkx_exec(vkx_device *d, uint32_t slot_index, uint64_t serial, const uint32_t *words, uint32_t count) {
	walker w;
	list_slot *slot = &d->slots[slot_index];
	vkx_retire(d);
	start(&w, d, slot, serial);
	VkResult r = d->f.ResetCommandPool(d->handle, slot->pool, 0);
	if (r < 0) return failed(d, r, "vkResetCommandPool");
	VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, NULL, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT, NULL};
	if ((r = d->f.BeginCommandBuffer(w.cb, &begin)) < 0) return failed(d, r, "vkBeginCommandBuffer");
	r = walk(&w, words, count);
	if (r < 0) {
		if (r != VKX_MISUSE && !d->error[0]) failed(d, r, "recording a list");
		pass_end(&w);
		d->f.EndCommandBuffer(w.cb);
		return r;
	}
	if (w.host_read) memory_need(&w, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
	barriers_flush(&w);
	if ((r = d->f.EndCommandBuffer(w.cb)) < 0) return failed(d, r, "vkEndCommandBuffer");
	return submit(&w);
}
