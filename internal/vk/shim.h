// What Go calls: the one C shim over Vulkan. Everything that vulkan-go cannot do soundly (structs that hold arrays of structs
// or strings), everything newer than Vulkan 1.0 and everything per draw is behind these functions.
#ifndef D3D9VK_SHIM_H
#define D3D9VK_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

enum { TARGETS = 4, PIXEL_SLOTS = 16, VERTEX_SLOTS = 4, SLOTS = PIXEL_SLOTS + VERTEX_SLOTS, STREAMS = 16, MAX_ATTRIBUTES = 32, ZERO_BYTES = 1 << 20 };
enum { PIXEL_WINDOW = 16384, UNIFORM_BLOCK = 8192 }; // gpu.PixelWindow, gpu.UniformBlock

// Bits of the feature masks; Go's table in feature.go gives each its field of gpu.Features.
enum {
	FEAT_DYNAMIC_BLEND, FEAT_DYNAMIC_RASTER, FEAT_MULTI_DRAW, FEAT_ROBUSTNESS2, FEAT_PUSH_DESCRIPTORS, FEAT_GEOMETRY_SHADER,
	FEAT_INDEPENDENT_BLEND, FEAT_DUAL_SRC_BLEND, FEAT_DEPTH_CLAMP, FEAT_DEPTH_CLIP_ENABLE, FEAT_FILL_MODE_NON_SOLID,
	FEAT_SHADER_CLIP_DISTANCE, FEAT_SAMPLER_ANISOTROPY, FEAT_MIRROR_CLAMP_TO_EDGE, FEAT_CUSTOM_BORDER_COLOR, FEAT_LARGE_POINTS,
	FEAT_TRIANGLE_FANS, FEAT_OCCLUSION_QUERY_PRECISE, FEAT_TEXTURE_COMPRESSION_BC, FEAT_UNIFORM_CONSTANTS, FEAT_COUNT
};

// Kinds of objects, as gpu.Kind numbers them.
enum { KIND_BUFFER, KIND_IMAGE, KIND_VIEW, KIND_SAMPLER, KIND_SHADER, KIND_VERTEX_LAYOUT, KIND_PIPELINE, KIND_QUERY, KIND_SWAPCHAIN, KIND_COUNT };

// Records of a list, as gpu.Op numbers them.
enum {
	OP_NONE, OP_TARGETS, OP_CLEAR, OP_PIPELINE, OP_VIEWPORT, OP_SCISSOR, OP_BLEND, OP_BLEND_CONST, OP_RASTER, OP_DEPTH, OP_STENCIL,
	OP_TOPOLOGY, OP_STREAM, OP_INDEX, OP_CONST, OP_TEXTURE, OP_DRAW, OP_DRAW_INDEXED, OP_UPLOAD_BUFFER, OP_UPLOAD_IMAGE, OP_READ_IMAGE,
	OP_COPY_IMAGE, OP_COPY_BUFFER, OP_RESOLVE, OP_RESOLVE_DEPTH, OP_BLIT, OP_QUERY_BEGIN, OP_QUERY_END, OP_QUERY_PAUSE, OP_PRESENT, OP_DESTROY, OP_COUNT
};

// Results beside VkResult's own numbers.
#define VKX_MISUSE ((VkResult)-2000000) // a record or a description that no device may send: vkx_error says which

typedef struct vkx_instance vkx_instance;
typedef struct vkx_device vkx_device;

// Loader and instance (instance.c). Errors are written to err, at most n bytes.
int vkx_load(char *err, size_t n);
void *vkx_instance_proc_addr(void);
VkResult vkx_instance_create(int validation, vkx_instance **out, char *err, size_t n);
void vkx_instance_destroy(vkx_instance *);
VkInstance vkx_instance_handle(vkx_instance *);
// The oldest message of the validation layer, to be freed, or NULL. The text begins with the message's id and a space.
char *vkx_instance_message(vkx_instance *);

// Adapters (adapter.c).
typedef struct {
	VkPhysicalDevice handle;
	VkPhysicalDeviceProperties props;
	uint32_t driver_id, features, max_multi_draw, swapchain, queue_family;
	char driver_name[VK_MAX_DRIVER_NAME_SIZE], driver_info[VK_MAX_DRIVER_INFO_SIZE], missing[256];
	uint8_t uuid[VK_UUID_SIZE];
	uint64_t memory;
} vkx_adapter;
VkResult vkx_adapters(vkx_instance *, VkPhysicalDevice *out, uint32_t *count);
void vkx_adapter_fill(vkx_instance *, VkPhysicalDevice, vkx_adapter *out); // missing names what Vulkan 1.3 parts it lacks
VkFormatFeatureFlags vkx_format_features(vkx_instance *, VkPhysicalDevice, VkFormat, VkFormatFeatureFlags *vertex);
VkSampleCountFlags vkx_format_samples(vkx_instance *, VkPhysicalDevice, VkFormat, VkImageUsageFlags);

// Device (device.c).
typedef struct {
	const vkx_adapter *adapter;
	uint32_t features;          // those to use
	uint32_t words[OP_COUNT];   // gpu.RecordWords
	uint32_t list_count, arena_size;
	int lavapipe;
} vkx_device_desc;
VkResult vkx_device_create(vkx_instance *, const vkx_device_desc *, vkx_device **out, char *err, size_t n);
void vkx_device_set_cache(vkx_device *, VkPipelineCache);
void vkx_device_destroy(vkx_device *); // waits for the GPU; destroys all that is left
VkDevice vkx_device_handle(vkx_device *);
const char *vkx_error(vkx_device *); // what the last failed execution ran into
void vkx_counts(vkx_device *, int counts[KIND_COUNT], uint64_t *memory);
void *vkx_pipeline_cache_data(vkx_device *, VkPipelineCache, size_t *size); // to be freed

// Objects (object.c, pipeline.c). Each adopt function takes the handle over, gives it an id and memory; on failure it destroys it.
VkResult vkx_adopt_buffer(vkx_device *, VkBuffer, uint64_t size, int mapped, int readback, int internal, uint32_t *id, void **map);
typedef struct {
	VkFormat format;
	uint32_t kind, width, height, depth, levels, layers, samples; // kind as gpu.ImageKind
	uint32_t sampled, color, depth_target, compressed, block_bytes, dedicated;
	VkImageAspectFlags aspect;
} vkx_image_desc;
VkResult vkx_adopt_image(vkx_device *, VkImage, const vkx_image_desc *, uint32_t *id);
VkImage vkx_image_handle(vkx_device *, uint32_t id, vkx_image_desc *desc); // VK_NULL_HANDLE if there is none
VkResult vkx_adopt_view(vkx_device *, VkImageView, uint32_t image, uint32_t level, uint32_t layer, VkFormat, int attachment, uint32_t *id);
VkResult vkx_adopt_sampler(vkx_device *, VkSampler, uint32_t *id);
VkResult vkx_adopt_shader(vkx_device *, VkShaderModule, uint32_t stage, uint32_t *id);
VkResult vkx_create_query(vkx_device *, uint32_t *id);
uint64_t vkx_query_result(vkx_device *, uint32_t id);

// Structs to chain behind vulkan-go's, which do not know them. They are valid until the calling thread asks for the next.
const void *vkx_chain_border(const float color[4]);
const void *vkx_chain_formats(VkFormat a, VkFormat b);
const void *vkx_chain_usage(VkImageUsageFlags);

typedef struct { uint32_t location, binding, offset; VkFormat format; } vkx_attribute;
VkResult vkx_create_vertex_layout(vkx_device *, const vkx_attribute *, uint32_t count, uint32_t *id, char *err, size_t n);

typedef struct {
	uint32_t vertex, fragment, geometry, layout, topology; // topology is the class
	VkFormat color[TARGETS], depth;
	uint32_t samples, masked_samples, pixel_samplers, vertex_samplers;
	uint32_t blend[TARGETS]; // gpu.PackBlend's form
	uint32_t polygon, no_depth_clip;
} vkx_pipeline_desc;
VkResult vkx_create_pipeline(vkx_device *, const vkx_pipeline_desc *, uint32_t *id, char *err, size_t n);

// Lists (exec.c). A slot is one of list_count command buffers with an arena and a descriptor set for it.
void vkx_set_zero(vkx_device *, uint32_t buffer); // a mapped buffer of ZERO_BYTES zeros: unfed inputs and compressed images
VkResult vkx_slot_open(vkx_device *, uint32_t slot, uint32_t arena_buffer);
// Records and submits the words on the slot with the serial. One call at a time.
VkResult vkx_exec(vkx_device *, uint32_t slot, uint64_t serial, const uint32_t *words, uint32_t count);
void vkx_retire(vkx_device *); // destroys what finished lists destroyed; never at the same time as vkx_exec
uint64_t vkx_completed(vkx_device *); // UINT64_MAX where the driver fails
VkResult vkx_wait(vkx_device *, uint64_t serial, uint64_t nanoseconds); // VK_TIMEOUT when it took longer

void *vkx_host_alloc(size_t size); // zeroed, aligned to 64 bytes
void vkx_host_free(void *);

#endif
