// What the C files of the shim share: the function tables, the objects and the walker of lists. Go never includes it.
#ifndef D3D9VK_INTERNAL_H
#define D3D9VK_INTERNAL_H

#include "shim.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INSTANCE_FUNCTIONS(X) \
	X(DestroyInstance) X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties2) X(GetPhysicalDeviceFeatures2) \
	X(GetPhysicalDeviceFormatProperties2) X(GetPhysicalDeviceImageFormatProperties2) X(GetPhysicalDeviceQueueFamilyProperties) \
	X(GetPhysicalDeviceMemoryProperties) X(EnumerateDeviceExtensionProperties) X(CreateDevice) X(GetDeviceProcAddr)

// Functions that exist only where their extension was enabled; NULL otherwise.
#define OPTIONAL_INSTANCE_FUNCTIONS(X) \
	X(CreateDebugUtilsMessengerEXT) X(DestroyDebugUtilsMessengerEXT) X(DestroySurfaceKHR) X(GetPhysicalDeviceSurfaceSupportKHR) \
	X(GetPhysicalDeviceSurfaceCapabilitiesKHR) X(GetPhysicalDeviceSurfaceFormatsKHR) X(GetPhysicalDeviceSurfacePresentModesKHR)

#define DEVICE_FUNCTIONS(X) \
	X(DestroyDevice) X(GetDeviceQueue) X(DeviceWaitIdle) X(QueueWaitIdle) X(AllocateMemory) X(FreeMemory) X(MapMemory) \
	X(GetBufferMemoryRequirements) X(GetImageMemoryRequirements) X(BindBufferMemory) X(BindImageMemory) \
	X(DestroyBuffer) X(DestroyImage) X(DestroyImageView) X(DestroySampler) X(DestroyShaderModule) X(DestroyPipeline) \
	X(CreateGraphicsPipelines) X(CreatePipelineLayout) X(DestroyPipelineLayout) X(GetPipelineCacheData) X(DestroyPipelineCache) \
	X(CreateDescriptorSetLayout) X(DestroyDescriptorSetLayout) X(CreateDescriptorPool) X(DestroyDescriptorPool) \
	X(AllocateDescriptorSets) X(UpdateDescriptorSets) X(CreateQueryPool) X(DestroyQueryPool) X(GetQueryPoolResults) X(ResetQueryPool) \
	X(CreateSemaphore) X(DestroySemaphore) X(WaitSemaphores) X(GetSemaphoreCounterValue) \
	 X(CreateCommandPool) X(DestroyCommandPool) X(ResetCommandPool) X(AllocateCommandBuffers) \
	X(BeginCommandBuffer) X(EndCommandBuffer) X(QueueSubmit2) X(CmdBeginRendering) X(CmdEndRendering) X(CmdPipelineBarrier2) \
	X(CmdClearAttachments) X(CmdClearColorImage) X(CmdClearDepthStencilImage) X(CmdFillBuffer) X(CmdCopyBuffer) X(CmdCopyImage) \
	X(CmdCopyBufferToImage) X(CmdCopyImageToBuffer) X(CmdBlitImage) X(CmdResolveImage) X(CmdBindPipeline) X(CmdBindDescriptorSets) \
	X(CmdPushConstants) X(CmdBindVertexBuffers2) X(CmdBindIndexBuffer) X(CmdDraw) X(CmdDrawIndexed) X(CmdSetViewport) X(CmdSetScissor) \
	X(CmdSetBlendConstants) X(CmdSetDepthBias) X(CmdSetStencilReference) X(CmdSetStencilCompareMask) X(CmdSetStencilWriteMask) \
	X(CmdSetCullMode) X(CmdSetFrontFace) X(CmdSetPrimitiveTopology) X(CmdSetDepthTestEnable) X(CmdSetDepthWriteEnable) \
	X(CmdSetDepthCompareOp) X(CmdSetStencilTestEnable) X(CmdSetStencilOp) X(CmdSetDepthBiasEnable) X(CmdBeginQuery) X(CmdEndQuery)

#define OPTIONAL_DEVICE_FUNCTIONS(X) \
	X(CmdDrawMultiEXT) X(CmdDrawMultiIndexedEXT) X(CmdSetColorBlendEnableEXT) X(CmdSetColorBlendEquationEXT) X(CmdSetColorWriteMaskEXT) \
	X(CmdSetPolygonModeEXT) X(CmdSetDepthClipEnableEXT) X(CreateSwapchainKHR) X(DestroySwapchainKHR) X(GetSwapchainImagesKHR) \
	X(AcquireNextImageKHR) X(QueuePresentKHR)

#define FUNCTION_FIELD(name) PFN_vk##name name;
typedef struct { INSTANCE_FUNCTIONS(FUNCTION_FIELD) OPTIONAL_INSTANCE_FUNCTIONS(FUNCTION_FIELD) } instance_functions;
typedef struct { DEVICE_FUNCTIONS(FUNCTION_FIELD) OPTIONAL_DEVICE_FUNCTIONS(FUNCTION_FIELD) } device_functions;

struct vkx_instance {
	VkInstance handle;
	instance_functions f;
	VkDebugUtilsMessengerEXT messenger;
	bool surfaces; // VK_KHR_surface is enabled
	pthread_mutex_t mutex;
	struct message { struct message *next; char text[]; } *messages, **last;
};

// Memory (memory.c).
typedef struct block block;
typedef struct node node;
typedef struct { VkDeviceMemory handle; VkDeviceSize offset; void *map; node *node; } memory; // map is NULL where the host cannot see it
enum { MEM_GPU, MEM_UPLOAD, MEM_READBACK };
enum { POOL_BUFFERS, POOL_IMAGES, POOL_KINDS };
enum { MEM_BINS = 128 };
typedef struct { node *bins[MEM_BINS]; block *blocks; uint32_t empty; } memory_pool;

// Objects (object.c). A slot never moves; its state says whether it is an object.
enum { OBJECT_FREE, OBJECT_LIVE, OBJECT_DYING };
typedef struct { uint32_t state, id, next_free, internal; } object;
enum { CHUNK_BITS = 8, CHUNK = 1 << CHUNK_BITS, MAX_CHUNKS = 1 << 14 };
typedef struct { char *chunks[MAX_CHUNKS]; uint32_t size, next, free; int live; } table;

typedef struct set_entry set_entry;
typedef struct set_node { set_entry *entry; struct set_node **at, *next; } set_node;

typedef struct {
	object o;
	VkBuffer handle;
	VkDeviceSize size;
	memory mem;
	bool mapped, zeroed;
	uint64_t write_epoch, read_epoch; // transfer epoch of the last write and read by a transfer
} buffer;

// What an image was last used for; its layout and the last accesses follow from it.
typedef enum { USE_NONE, USE_REST, USE_ATTACHMENT, USE_SOURCE, USE_DESTINATION, USE_SELF_COPY, USE_RESOLVE, USE_COUNT } image_use;

typedef struct {
	object o;
	VkImage handle;
	memory mem;
	vkx_image_desc d;
	bool general;             // lives in VK_IMAGE_LAYOUT_GENERAL: a target with several levels or layers
	image_use use;
	uint32_t dirty;           // place in the device's dirty list + 1
	uint64_t pass;            // the last pass that it is a target of
	uint16_t touched[6];      // levels per layer written since the last barrier, in USE_DESTINATION
} image;

typedef struct { object o; VkImageView handle; image *image; uint32_t image_id, level, layer; VkFormat format; bool attachment; set_node *sets; } view;
typedef struct { object o; VkSampler handle; set_node *sets; } sampler;
typedef struct { object o; VkShaderModule handle; uint32_t stage; } shader;

typedef struct {
	object o;
	uint32_t count, streams;  // streams: bit per binding that an attribute reads
	uint32_t zero;            // the Vulkan binding that stands for ZERO_STREAM, or ~0
	VkVertexInputAttributeDescription attributes[MAX_ATTRIBUTES];
} vertex_layout;

typedef struct set_layout {
	struct set_layout *next;
	VkDescriptorSetLayout handle;
	uint32_t stage, mask, count;
	VkDescriptorPool *pools;
	VkDescriptorSet *free;
	uint32_t pool_count, free_count, free_room;
} set_layout;

typedef struct pipeline_layout {
	struct pipeline_layout *next;
	VkPipelineLayout handle;
	set_layout *pixel, *vertex;
} pipeline_layout;

typedef struct {
	object o;
	VkPipeline handle;
	pipeline_layout *layout;
	VkFormat color[TARGETS], depth;
	uint32_t samples, topology, streams, zero;
} pipeline;

typedef struct { object o; uint64_t total; uint32_t generation; bool active; } query;
typedef struct swapchain swapchain; // present.c

typedef struct { uint32_t segment, query, generation; uint64_t serial; } query_use;

typedef struct {
	VkCommandPool pool;
	VkCommandBuffer cb;
	uint32_t arena_id;
	buffer *arena;
	VkDescriptorSet *constants; // by window
} list_slot;

typedef struct { uint32_t kind, id; uint64_t serial; } destroyed;

struct set_entry {
	set_entry *next;
	set_layout *layout;
	VkDescriptorSet set;
	uint64_t hash, serial;
	uint32_t count, place;
	uint32_t key[2 * PIXEL_SLOTS]; // view, sampler of each slot of the layout
	set_node nodes[2 * PIXEL_SLOTS];
};
enum { SET_BUCKETS = 4096, SET_LIMIT = 8192 };

struct vkx_device {
	vkx_instance *instance;
	VkPhysicalDevice physical;
	VkDevice handle;
	VkQueue queue;
	uint32_t family, features;
	device_functions f;
	VkPhysicalDeviceLimits limits;
	VkPhysicalDeviceMemoryProperties memory_properties;
	uint32_t max_multi_draw;
	char error[512];
	VkPipelineCache cache;
	uint32_t words[OP_COUNT];

	pthread_mutex_t mutex; // tables, memory, set layouts
	table tables[KIND_COUNT];
	memory_pool pools[VK_MAX_MEMORY_TYPES][POOL_KINDS];
	uint64_t memory_allocated;

	VkDescriptorSetLayout constants_layout;
	VkDescriptorPool constants_pool;
	set_layout *set_layouts;
	pipeline_layout *pipeline_layouts;
	buffer *zero; // mapped, ZERO_BYTES zeros

	// Only the executing thread.
	list_slot *slots;
	uint32_t slot_count, arena_size;
	set_entry *buckets[SET_BUCKETS], **entries;
	uint32_t entry_count, entry_room, hand;
	image **dirty;
	uint32_t dirty_count, dirty_room;
	uint64_t pass, epoch;
	bool buffers_written, buffers_read; // by transfers since the last barrier to vertex input; by draws since the last barrier to transfers
	destroyed *gone;
	uint32_t gone_count, gone_room;
	VkSemaphore timeline;
	uint64_t completed;

	pthread_mutex_t query_mutex;
	VkQueryPool *query_pools;
	uint32_t query_pool_count, *free_segments, free_segment_count;
	query_use *query_uses;
	uint32_t query_use_count, query_use_room, *active;
	uint32_t active_count, active_room;
};
enum { QUERY_POOL = 256 };

static inline bool has(const vkx_device *d, int feature) { return d->features >> feature & 1; }

// The live object of the kind with the id, or NULL.
static inline void *find(vkx_device *d, int kind, uint32_t id) {
	table *t = &d->tables[kind];
	if (id >> CHUNK_BITS >= MAX_CHUNKS) return NULL;
	char *chunk = __atomic_load_n(&t->chunks[id >> CHUNK_BITS], __ATOMIC_ACQUIRE);
	if (!chunk) return NULL;
	object *o = (object *)(chunk + (size_t)(id & (CHUNK - 1)) * t->size);
	return o->state == OBJECT_LIVE ? o : NULL;
}

// New object slot, zeroed and live, or NULL. object_release puts it back.
void *object_new(vkx_device *d, int kind, bool internal);
void object_release(vkx_device *d, int kind, uint32_t id);
void object_destroy(vkx_device *d, int kind, uint32_t id); // with its Vulkan objects and memory
void objects_open(vkx_device *d);
void objects_close(vkx_device *d);
bool grow(void **array, uint32_t *room, uint32_t count, size_t size); // room for count + 1

VkResult memory_alloc(vkx_device *d, const VkMemoryRequirements *r, int use, int pool, VkImage dedicated, memory *out);
void memory_free(vkx_device *d, memory *m);
void memory_close(vkx_device *d);

set_layout *set_layout_get(vkx_device *d, uint32_t stage, uint32_t mask);
pipeline_layout *pipeline_layout_get(vkx_device *d, uint32_t pixel, uint32_t vertex);
VkResult descriptor_open(vkx_device *d);
VkResult constants_set(vkx_device *d, list_slot *s, uint32_t window, VkDescriptorSet *out);
void descriptor_close(vkx_device *d);
void sets_drop(vkx_device *d, set_node *nodes); // every cached set that uses the view or sampler
VkResult device_open_handle(vkx_device *d, const vkx_adapter *a);
VkResult queries_open(vkx_device *d);
void queries_close(vkx_device *d);
void queries_collect(vkx_device *d, uint64_t completed); // adds up what finished lists counted

#endif
