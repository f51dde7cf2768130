// Layouts and hazards. Each image knows what it was last used for; a use that differs, or that follows a write, needs a barrier whose
// stages and accesses are those of the two uses and nothing more. Buffers that transfers write are watched by epochs: all uses
// between two barriers share one. State lives on from list to list, since the queue runs them in order.
#include "exec.h"

#define SHADERS (VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT)
#define DEPTH_STAGES (VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT)

typedef struct { VkPipelineStageFlags2 stages; VkAccessFlags2 reads, writes; } accesses;

static accesses accesses_of(const image *i, image_use use) {
	accesses a = {0};
	switch (use) {
	case USE_REST: return (accesses){SHADERS, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, 0};
	case USE_SOURCE: return (accesses){VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT, 0};
	case USE_DESTINATION: return (accesses){VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, 0, VK_ACCESS_2_TRANSFER_WRITE_BIT};
	case USE_SELF_COPY: return (accesses){VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
	case USE_RESOLVE: // of depth, at the end of a pass: Vulkan counts it among the color attachments' accesses
		return (accesses){DEPTH_STAGES | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
			VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT,
			VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
	case USE_ATTACHMENT:
		if (i->d.depth_target) a = (accesses){DEPTH_STAGES, VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT, VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};
		else a = (accesses){VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
		if (i->general && i->d.sampled) a.stages |= SHADERS, a.reads |= VK_ACCESS_2_SHADER_SAMPLED_READ_BIT; // other levels may be sampled meanwhile
		return a;
	default: return a;
	}
}

VkImageLayout image_layout(const image *i, image_use use) {
	if (use == USE_NONE) return VK_IMAGE_LAYOUT_UNDEFINED;
	if (i->general || use == USE_SELF_COPY) return VK_IMAGE_LAYOUT_GENERAL;
	switch (use) {
	case USE_SOURCE: return VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
	case USE_DESTINATION: return VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
	case USE_RESOLVE:
	case USE_ATTACHMENT: return i->d.depth_target ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
	default: return i->d.depth_target ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
	}
}

void memory_need(walker *w, VkPipelineStageFlags2 from, VkAccessFlags2 wrote, VkPipelineStageFlags2 to, VkAccessFlags2 access) {
	w->memory_barrier.srcStageMask |= from;
	w->memory_barrier.srcAccessMask |= wrote;
	w->memory_barrier.dstStageMask |= to;
	w->memory_barrier.dstAccessMask |= access;
}

void barriers_flush(walker *w) {
	bool memory = w->memory_barrier.srcStageMask != 0;
	if (!memory && !w->image_barrier_count) return;
	w->memory_barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2;
	VkDependencyInfo info = {VK_STRUCTURE_TYPE_DEPENDENCY_INFO, NULL, 0, memory, &w->memory_barrier, 0, NULL, w->image_barrier_count, w->image_barriers};
	w->f->CmdPipelineBarrier2(w->cb, &info);
	w->image_barrier_count = 0;
	memset(&w->memory_barrier, 0, sizeof w->memory_barrier);
}

// Images that are not at rest and can be sampled are listed, so that a pass finds them all at rest or among its targets.
static VkResult list_dirty(vkx_device *d, image *i) {
	if (i->dirty || !i->d.sampled) return VK_SUCCESS;
	if (!grow((void **)&d->dirty, &d->dirty_room, d->dirty_count, sizeof *d->dirty)) return VK_ERROR_OUT_OF_HOST_MEMORY;
	d->dirty[d->dirty_count++] = i;
	i->dirty = d->dirty_count;
	return VK_SUCCESS;
}

void image_forget(vkx_device *d, image *i) {
	if (!i->dirty) return;
	image *last = d->dirty[--d->dirty_count];
	d->dirty[i->dirty - 1] = last;
	last->dirty = i->dirty;
	i->dirty = 0;
}

VkResult image_need(walker *w, image *i, image_use use) {
	accesses from = accesses_of(i, i->use), to = accesses_of(i, use);
	if (i->use == use && !from.writes) return VK_SUCCESS;
	if (w->image_barrier_count == MAX_BARRIERS) barriers_flush(w);
	w->image_barriers[w->image_barrier_count++] = (VkImageMemoryBarrier2){VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2, NULL,
		from.stages, from.writes, to.stages, to.reads | to.writes, image_layout(i, i->use), image_layout(i, use),
		VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, i->handle, {i->d.aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
	i->use = use;
	memset(i->touched, 0, sizeof i->touched);
	if (use == USE_REST) image_forget(w->d, i);
	else return list_dirty(w->d, i);
	return VK_SUCCESS;
}

// A compressed image cannot be cleared: zeros are copied into it.
static VkResult zero_compressed(walker *w, image *i) {
	vkx_device *d = w->d;
	for (uint32_t level = 0; level < i->d.levels; level++) {
		uint32_t width = level_size(i->d.width, level), height = level_size(i->d.height, level), depth = level_size(i->d.depth, level);
		uint32_t columns = (width + 3) / 4, rows = (height + 3) / 4, step = ZERO_BYTES / (columns * i->d.block_bytes);
		if (!step) return misuse(w, "an image %u texels wide is too wide to be filled with zeros", width);
		for (uint32_t z = 0; z < depth; z++)
			for (uint32_t row = 0; row < rows; row += step) {
				uint32_t n = rows - row < step ? rows - row : step;
				VkBufferImageCopy copy = {0, columns * 4, 0, {i->d.aspect, level, 0, 1}, {0, (int32_t)(row * 4), (int32_t)z},
					{width, n * 4 < height - row * 4 ? n * 4 : height - row * 4, 1}};
				for (copy.imageSubresource.baseArrayLayer = 0; copy.imageSubresource.baseArrayLayer < i->d.layers; copy.imageSubresource.baseArrayLayer++)
					w->f->CmdCopyBufferToImage(w->cb, d->zero->handle, i->handle, image_layout(i, USE_DESTINATION), 1, &copy);
			}
	}
	return VK_SUCCESS;
}

VkResult image_init(walker *w, image *i) {
	if (i->use != USE_NONE) return VK_SUCCESS;
	VkResult r = image_need(w, i, USE_DESTINATION);
	if (r < 0) return r;
	barriers_flush(w);
	VkImageSubresourceRange all = {i->d.aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
	VkClearColorValue black = {{0}};
	VkClearDepthStencilValue zero = {0};
	if (i->d.compressed) r = zero_compressed(w, i);
	else if (i->d.aspect & VK_IMAGE_ASPECT_COLOR_BIT) w->f->CmdClearColorImage(w->cb, i->handle, image_layout(i, USE_DESTINATION), &black, 1, &all);
	else w->f->CmdClearDepthStencilImage(w->cb, i->handle, image_layout(i, USE_DESTINATION), &zero, 1, &all);
	memset(i->touched, 0xFF, sizeof i->touched);
	return r;
}

#define TRANSFER VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT

VkResult buffer_need(walker *w, buffer *b, bool write) {
	vkx_device *d = w->d;
	if (write && d->buffers_read) {
		memory_need(w, VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT, 0, TRANSFER, VK_ACCESS_2_TRANSFER_WRITE_BIT);
		d->buffers_read = false;
	}
	if (b->write_epoch == d->epoch || (write && b->read_epoch == d->epoch)) {
		memory_need(w, TRANSFER, VK_ACCESS_2_TRANSFER_WRITE_BIT, TRANSFER, VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT);
		d->epoch++;
	}
	if (write) {
		b->write_epoch = d->epoch;
		d->buffers_written = true;
		w->host_read |= b->mapped;
	} else {
		b->read_epoch = d->epoch;
	}
	return VK_SUCCESS;
}

VkResult buffer_init(walker *w, buffer *b) {
	if (b->zeroed) return VK_SUCCESS;
	b->zeroed = true;
	VkResult r = buffer_need(w, b, true);
	if (r < 0) return r;
	barriers_flush(w);
	w->f->CmdFillBuffer(w->cb, b->handle, 0, VK_WHOLE_SIZE, 0);
	return VK_SUCCESS;
}
