// What a draw needs: the pass, and all state that changed since the last one, each piece only if Vulkan does not have it already.
#include "exec.h"

// Compares the wanted state with what Vulkan has, and takes it over; true where it has to be given.
static bool differs(walker *w, uint32_t bit, const void *want, void *done, size_t size) {
	bool *valid = &w->done_valid[__builtin_ctz(bit)];
	if (*valid && !memcmp(want, done, size)) return false;
	*valid = true;
	memcpy(done, want, size);
	return true;
}
#define DIFFERS(bit, field) differs(w, bit, &w->want.field, &w->done.field, sizeof w->want.field)

static VkResult bind_pipeline(walker *w) {
	pipeline *p = find(w->d, KIND_PIPELINE, w->want.pipeline);
	if (!p) return misuse(w, "a draw with pipeline %u, which is none", w->want.pipeline);
	for (uint32_t k = 0; k < TARGETS; k++) {
		VkFormat have = k < w->color_count && w->color[k] ? w->color[k]->format : VK_FORMAT_UNDEFINED;
		if (p->color[k] != have) return misuse(w, "pipeline %u writes format %d to target %u, whose format is %d", w->want.pipeline, p->color[k], k, have);
	}
	VkFormat depth = w->depth ? w->depth->format : VK_FORMAT_UNDEFINED;
	if (p->depth != depth || p->samples != w->samples)
		return misuse(w, "pipeline %u is for depth format %d and %u samples, the targets have %d and %u", w->want.pipeline, p->depth, p->samples, depth, w->samples);
	if (w->pipeline == p) return VK_SUCCESS;
	if (!w->pipeline || w->pipeline->streams != p->streams || w->pipeline->zero != p->zero) w->dirty |= DIRTY_STREAMS;
	if (!w->pipeline) w->dirty |= DIRTY_CONSTANTS;
	if (w->set_layouts[1] != p->layout->pixel) { // binding another layout disturbs this set and those behind it
		w->sets[1] = w->sets[2] = VK_NULL_HANDLE;
		w->dirty |= DIRTY_PIXEL_TEXTURES | DIRTY_VERTEX_TEXTURES;
	}
	if (w->set_layouts[2] != p->layout->vertex) {
		w->sets[2] = VK_NULL_HANDLE;
		w->dirty |= DIRTY_VERTEX_TEXTURES;
	}
	w->set_layouts[1] = p->layout->pixel;
	w->set_layouts[2] = p->layout->vertex;
	w->pipeline = p;
	w->f->CmdBindPipeline(w->cb, VK_PIPELINE_BIND_POINT_GRAPHICS, p->handle);
	return VK_SUCCESS;
}

static VkResult bind_streams(walker *w) {
	VkBuffer handles[STREAMS + 1];
	VkDeviceSize offsets[STREAMS + 1], strides[STREAMS + 1];
	uint32_t first = 0, n = 0;
	for (uint32_t k = 0; k <= STREAMS; k++) {
		bool zero = k == w->pipeline->zero;
		if (!zero && !(k < STREAMS && w->pipeline->streams >> k & 1)) continue;
		stream_state want = zero ? (stream_state){0} : w->want.streams[k];
		buffer *b = want.buffer ? find(w->d, KIND_BUFFER, want.buffer) : w->d->zero;
		if (!b) return misuse(w, "stream %u reads buffer %u, which is none", k, want.buffer);
		if (want.offset >= b->size) want = (stream_state){0}, b = w->d->zero;
		if (!want.buffer) want.offset = want.stride = 0;
		if (!memcmp(&w->done_streams[k], &want, sizeof want)) continue;
		w->done_streams[k] = want;
		if (n && first + n != k) {
			w->f->CmdBindVertexBuffers2(w->cb, first, n, handles, offsets, NULL, strides);
			n = 0;
		}
		if (!n) first = k;
		handles[n] = b->handle, offsets[n] = want.offset, strides[n] = want.stride;
		n++;
	}
	if (n) w->f->CmdBindVertexBuffers2(w->cb, first, n, handles, offsets, NULL, strides);
	// A pipeline without streams has no dynamic strides, and so forgets those that were set.
	if (!w->pipeline->streams && w->pipeline->zero > STREAMS)
		for (uint32_t k = 0; k <= STREAMS; k++) w->done_streams[k].buffer = ~0u;
	return VK_SUCCESS;
}

static VkResult bind_constants(walker *w) {
	uint32_t *want = w->want.constants, *done = w->done.constants;
	bool fresh = !w->done_valid[__builtin_ctz(DIRTY_CONSTANTS)];
	VkPipelineLayout layout = w->pipeline->layout->handle;
	bool uniform = has(w->d, FEAT_UNIFORM_CONSTANTS);
	bool moved = fresh || (uniform ? memcmp(want, done, sizeof w->want.constants) != 0 : w->window != w->done_window);
	if (moved) {
		VkDescriptorSet set;
		VkResult r = constants_set(w->d, w->slot, uniform ? 0 : w->window, &set);
		if (r < 0) return r;
		w->f->CmdBindDescriptorSets(w->cb, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &set, uniform ? 4 : 0, want);
	}
	w->done_valid[__builtin_ctz(DIRTY_CONSTANTS)] = true;
	if (!uniform) {
		uint32_t base = w->window * (PIXEL_WINDOW / 2);
		uint32_t index[4] = {want[0] / 16, want[1] / 16, (want[2] - base) / 16, (want[3] - base) / 16};
		if (fresh || want[0] != done[0] || want[1] != done[1]) w->f->CmdPushConstants(w->cb, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, 8, index);
		if (moved || want[2] != done[2] || want[3] != done[3]) w->f->CmdPushConstants(w->cb, layout, VK_SHADER_STAGE_FRAGMENT_BIT, 8, 8, index + 2);
	}
	w->done_window = w->window;
	memcpy(done, want, sizeof w->want.constants);
	return VK_SUCCESS;
}

static void set_blend(walker *w) {
	if (!has(w->d, FEAT_DYNAMIC_BLEND)) return;
	bool fresh = !w->done_valid[__builtin_ctz(DIRTY_BLEND)];
	uint32_t changed = 0;
	for (uint32_t k = 0; k < TARGETS; k++) {
		if (!fresh && !(w->want.blend[k] >> 4 & 1)) w->want.blend[k] = (w->want.blend[k] & 31) | (w->done.blend[k] & ~31u); // off: the equation does not matter
		changed |= fresh ? ~0u : w->want.blend[k] ^ w->done.blend[k];
	}
	if (!changed) return;
	w->done_valid[__builtin_ctz(DIRTY_BLEND)] = true;
	memcpy(w->done.blend, w->want.blend, sizeof w->want.blend);
	VkBool32 enable[TARGETS];
	VkColorBlendEquationEXT equation[TARGETS];
	VkColorComponentFlags mask[TARGETS];
	for (uint32_t k = 0; k < TARGETS; k++) {
		uint32_t b = w->want.blend[k];
		enable[k] = b >> 4 & 1, mask[k] = b & 15;
		equation[k] = (VkColorBlendEquationEXT){b >> 5 & 31, b >> 10 & 31, b >> 15 & 7, b >> 18 & 31, b >> 23 & 31, b >> 28 & 7};
	}
	if (changed & 1 << 4) w->f->CmdSetColorBlendEnableEXT(w->cb, 0, TARGETS, enable);
	if (changed & ~31u) w->f->CmdSetColorBlendEquationEXT(w->cb, 0, TARGETS, equation);
	if (changed & 15) w->f->CmdSetColorWriteMaskEXT(w->cb, 0, TARGETS, mask);
}

static void set_raster(walker *w) {
	bool fresh = !w->done_valid[__builtin_ctz(DIRTY_RASTER)];
	w->done_valid[__builtin_ctz(DIRTY_RASTER)] = true;
	uint32_t *want = w->want.raster, *done = w->done.raster, changed = fresh ? ~0u : want[0] ^ done[0];
	if (changed & 3) w->f->CmdSetCullMode(w->cb, want[0] & 3);
	if (changed & 1 << 2) w->f->CmdSetFrontFace(w->cb, want[0] >> 2 & 1 ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE);
	if (changed & 1 << 5) w->f->CmdSetDepthBiasEnable(w->cb, want[0] >> 5 & 1);
	if (has(w->d, FEAT_DYNAMIC_RASTER)) {
		if (changed & 3 << 3) w->f->CmdSetPolygonModeEXT(w->cb, want[0] >> 3 & 3);
		if (changed & 1 << 6) w->f->CmdSetDepthClipEnableEXT(w->cb, !(want[0] >> 6 & 1));
	}
	if (fresh || want[1] != done[1] || want[2] != done[2]) w->f->CmdSetDepthBias(w->cb, float_of(want[1]), 0, float_of(want[2]));
	memcpy(done, want, sizeof w->want.raster);
}

static void set_depth(walker *w) {
	bool fresh = !w->done_valid[__builtin_ctz(DIRTY_DEPTH)];
	w->done_valid[__builtin_ctz(DIRTY_DEPTH)] = true;
	uint32_t want = w->want.depth, changed = fresh ? ~0u : want ^ w->done.depth;
	if (changed & 1) w->f->CmdSetDepthTestEnable(w->cb, want & 1);
	if (changed & 2) w->f->CmdSetDepthWriteEnable(w->cb, want >> 1 & 1);
	if (changed & 7 << 2) w->f->CmdSetDepthCompareOp(w->cb, want >> 2 & 7);
	w->done.depth = want;
}

static void set_stencil_op(walker *w, VkStencilFaceFlags face, uint32_t s) {
	w->f->CmdSetStencilOp(w->cb, face, s >> 1 & 7, s >> 4 & 7, s >> 7 & 7, s >> 10 & 7);
}

static void set_stencil(walker *w) {
	bool fresh = !w->done_valid[__builtin_ctz(DIRTY_STENCIL)];
	w->done_valid[__builtin_ctz(DIRTY_STENCIL)] = true;
	uint32_t *want = w->want.stencil, *done = w->done.stencil;
	if (fresh || (want[0] ^ done[0]) & 1) w->f->CmdSetStencilTestEnable(w->cb, want[0] & 1);
	bool front = fresh || (want[0] ^ done[0]) & ~1u, back = fresh || (want[1] ^ done[1]) & ~1u;
	if (front && back && !((want[0] ^ want[1]) & ~1u)) set_stencil_op(w, VK_STENCIL_FACE_FRONT_AND_BACK, want[0]);
	else {
		if (front) set_stencil_op(w, VK_STENCIL_FACE_FRONT_BIT, want[0]);
		if (back) set_stencil_op(w, VK_STENCIL_FACE_BACK_BIT, want[1]);
	}
	if (fresh || want[2] != done[2]) w->f->CmdSetStencilReference(w->cb, VK_STENCIL_FACE_FRONT_AND_BACK, want[2]);
	if (fresh || want[3] != done[3]) w->f->CmdSetStencilCompareMask(w->cb, VK_STENCIL_FACE_FRONT_AND_BACK, want[3]);
	if (fresh || want[4] != done[4]) w->f->CmdSetStencilWriteMask(w->cb, VK_STENCIL_FACE_FRONT_AND_BACK, want[4]);
	memcpy(done, want, sizeof w->want.stencil);
}

static VkResult bind_index(walker *w) {
	uint32_t *want = w->want.index;
	buffer *b = find(w->d, KIND_BUFFER, want[0]);
	if (!b || (want[2] != 2 && want[2] != 4) || want[1] % want[2] || want[1] >= b->size)
		return misuse(w, "an indexed draw with index buffer %u, offset %u and %u bytes an index", want[0], want[1], want[2]);
	if (DIFFERS(DIRTY_INDEX, index)) w->f->CmdBindIndexBuffer(w->cb, b->handle, want[1], want[2] == 2 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32);
	return VK_SUCCESS;
}

static void set_viewport(walker *w) {
	VkViewport v;
	memcpy(&v, w->want.viewport, sizeof v);
	if (w->want.viewport[2] == 0) v = (VkViewport){0, 0, (float)w->width, (float)w->height, 0, 1}; // none was set
	w->f->CmdSetViewport(w->cb, 0, 1, &v);
}

static void set_scissor(walker *w) {
	VkRect2D r = {{(int32_t)w->want.scissor[0], (int32_t)w->want.scissor[1]}, {w->want.scissor[2], w->want.scissor[3]}};
	if (w->want.scissor[0] == ~0u) r = (VkRect2D){{0, 0}, {w->width, w->height}};
	w->f->CmdSetScissor(w->cb, 0, 1, &r);
}

// Everything a draw needs. The caller has seen that something is dirty.
VkResult draw_prepare(walker *w, bool indexed) {
	VkResult r;
	if (!w->targets_set) return misuse(w, "a draw without targets");
	if (!w->in_pass && (r = pass_begin(w)) < 0) return r;
	if (w->dirty & DIRTY_PASS && (r = segment_open(w)) < 0) return r;
	uint32_t keep = indexed ? 0 : w->dirty & DIRTY_INDEX; // a draw without indices leaves them for the next with
	if (w->dirty & DIRTY_PIPELINE && (r = bind_pipeline(w)) < 0) return r;
	if (w->dirty & DIRTY_VIEWPORT && (DIFFERS(DIRTY_VIEWPORT, viewport) || w->want.viewport[2] == 0)) set_viewport(w);
	if (w->dirty & DIRTY_SCISSOR && (DIFFERS(DIRTY_SCISSOR, scissor) || w->want.scissor[0] == ~0u)) set_scissor(w);
	if (w->dirty & DIRTY_BLEND) set_blend(w);
	if (w->dirty & DIRTY_BLEND_CONST && DIFFERS(DIRTY_BLEND_CONST, blend_const)) {
		float c[4];
		memcpy(c, w->want.blend_const, sizeof c);
		w->f->CmdSetBlendConstants(w->cb, c);
	}
	if (w->dirty & DIRTY_RASTER) set_raster(w);
	if (w->dirty & DIRTY_DEPTH) set_depth(w);
	if (w->dirty & DIRTY_STENCIL) set_stencil(w);
	if (w->dirty & DIRTY_TOPOLOGY && DIFFERS(DIRTY_TOPOLOGY, topology)) w->f->CmdSetPrimitiveTopology(w->cb, w->want.topology);
	if (w->dirty & DIRTY_STREAMS && (r = bind_streams(w)) < 0) return r;
	if (indexed && w->dirty & DIRTY_INDEX && (r = bind_index(w)) < 0) return r;
	if (w->dirty & DIRTY_CONSTANTS && (r = bind_constants(w)) < 0) return r;
	if (w->dirty & DIRTY_PIXEL_TEXTURES && (r = textures_bind(w, 1)) < 0) return r;
	if (w->dirty & DIRTY_VERTEX_TEXTURES && (r = textures_bind(w, 2)) < 0) return r;
	w->dirty = keep;
	return VK_SUCCESS;
}
