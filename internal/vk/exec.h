// The walker: the state of one list while it is recorded. Shared by exec.c, draw.c, barrier.c, transfer.c, query.c, descriptor.c
// and present.c.
#ifndef D3D9VK_EXEC_H
#define D3D9VK_EXEC_H

#include "internal.h"

// What changed since the last draw. The order is that of emission.
enum {
	DIRTY_PIPELINE = 1 << 0, DIRTY_VIEWPORT = 1 << 1, DIRTY_SCISSOR = 1 << 2, DIRTY_BLEND = 1 << 3, DIRTY_BLEND_CONST = 1 << 4,
	DIRTY_RASTER = 1 << 5, DIRTY_DEPTH = 1 << 6, DIRTY_STENCIL = 1 << 7, DIRTY_TOPOLOGY = 1 << 8, DIRTY_STREAMS = 1 << 9,
	DIRTY_INDEX = 1 << 10, DIRTY_CONSTANTS = 1 << 11, DIRTY_PIXEL_TEXTURES = 1 << 12, DIRTY_VERTEX_TEXTURES = 1 << 13,
	DIRTY_PASS = 1 << 14, // no pass is open, or a query waits for its segment
	DIRTY_ALL = (1 << 15) - 1
};

typedef struct { uint32_t buffer, offset, stride; } stream_state;

// State as records set it. Kept twice: as wanted and as last given to Vulkan.
typedef struct {
	uint32_t pipeline, topology;
	uint32_t viewport[6], scissor[4], blend[TARGETS], blend_const[4], raster[3], depth, stencil[5];
	stream_state streams[STREAMS];
	uint32_t index[3];
	uint32_t constants[4];
} list_state;

enum { MAX_BARRIERS = 64, MAX_PRESENTS = 16 };

typedef struct walker {
	vkx_device *d;
	device_functions *f;
	list_slot *slot;
	VkCommandBuffer cb;
	uint64_t serial;
	uint32_t at; // index of the current record's first word, for messages

	uint32_t dirty;
	list_state want, done;
	bool done_valid[16]; // by bit number of DIRTY_...: done holds what Vulkan has
	stream_state done_streams[STREAMS + 1]; // by Vulkan binding; buffer ~0 = unknown
	uint32_t texture[SLOTS], sampler[SLOTS];
	pipeline *pipeline;
	VkDescriptorSet sets[3];
	uint32_t window, done_window; // of the pixel shader's constants
	set_layout *set_layouts[3];

	bool targets_set, in_pass, host_read;
	uint32_t width, height, samples, color_count, color_id[TARGETS], depth_id;
	view *color[TARGETS], *depth;
	uint32_t clear_mask; // pending clears of whole targets, done as the pass's load operation
	VkClearValue clear[TARGETS], clear_depth;

	uint32_t segment; // the open query segment + 1
	bool paused;      // draws are not counted

	VkImageMemoryBarrier2 image_barriers[MAX_BARRIERS];
	uint32_t image_barrier_count;
	VkMemoryBarrier2 memory_barrier;

	// Presentation: what the submission waits for and signals (present.c).
	VkSemaphoreSubmitInfo waits[MAX_PRESENTS], signals[MAX_PRESENTS + 1];
	uint32_t wait_count, signal_count;
	uint32_t presents[MAX_PRESENTS], present_index[MAX_PRESENTS], present_count; // swapchain ids and image indices to queue
} walker;

static inline float float_of(uint32_t bits) {
	float f;
	memcpy(&f, &bits, sizeof f);
	return f;
}

static inline uint32_t level_size(uint32_t size, uint32_t level) { return size >> level ? size >> level : 1; }

// Writes the message to the device's error and returns VKX_MISUSE.
VkResult misuse(walker *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
VkResult failed(vkx_device *d, VkResult r, const char *call); // the same for a Vulkan call

// Passes (pass.c).
VkResult pass_targets(walker *w, const uint32_t *p);
VkResult pass_clear(walker *w, const uint32_t *p);
VkResult pass_begin(walker *w);
void pass_end(walker *w);
VkResult pass_flush(walker *w); // performs pending clears, then ends the pass

// Barriers (barrier.c). image_need and buffer_need collect; barriers_flush emits. Outside of a pass only.
VkResult image_need(walker *w, image *i, image_use use);
VkResult image_init(walker *w, image *i); // zeros, for an image that was never used
VkResult buffer_need(walker *w, buffer *b, bool write);
VkResult buffer_init(walker *w, buffer *b);
VkImageLayout image_layout(const image *i, image_use use);
void memory_need(walker *w, VkPipelineStageFlags2 from, VkAccessFlags2 wrote, VkPipelineStageFlags2 to, VkAccessFlags2 access);
void barriers_flush(walker *w);
void image_forget(vkx_device *d, image *i); // takes it off the dirty list

// Draws (draw.c).
VkResult draw_prepare(walker *w, bool indexed);
VkResult textures_bind(walker *w, int set);

// Transfers (transfer.c).
VkResult upload_buffer(walker *w, const uint32_t *p);
VkResult upload_image(walker *w, const uint32_t *p);
VkResult read_image(walker *w, const uint32_t *p);
VkResult copy_image(walker *w, const uint32_t *p);
VkResult copy_buffer(walker *w, const uint32_t *p);
VkResult resolve_image(walker *w, const uint32_t *p);
VkResult resolve_depth(walker *w, const uint32_t *p);
VkResult blit_image(walker *w, const uint32_t *p);

// Queries (query.c).
VkResult query_begin(walker *w, uint32_t id);
VkResult query_end(walker *w, uint32_t id);
void query_pause(walker *w, bool pause);
VkResult segment_open(walker *w);
void segment_close(walker *w);
void query_forget(vkx_device *d, uint32_t id);

// Presentation (present.c). The slot of KIND_SWAPCHAIN in the tables holds struct swapchain, whose first field is an object.
extern const uint32_t swapchain_size;
VkResult exec_present(walker *w, const uint32_t *p); // an OP_PRESENT record; a surface that changed is no error
VkResult exec_presented(walker *w);                  // after the submission: hands the images to the queue
void swapchain_destroy(vkx_device *d, swapchain *s);

#endif
