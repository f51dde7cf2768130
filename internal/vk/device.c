#include "exec.h"
#include <malloc.h>

// glibc gives the top of its heap back to the kernel while lavapipe frees and takes 64 KiB blocks for each scene; every state
// change then page-faults anew and costs ten times as much.
static void keep_heap(void) {
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	mallopt(M_TOP_PAD, 64 << 20);
}

static VkResult open_all(vkx_device *d, const vkx_device_desc *desc) {
	VkResult r = device_open_handle(d, desc->adapter);
	if (r < 0) return failed(d, r, "vkCreateDevice");
#define LOAD(name) d->f.name = (PFN_vk##name)d->instance->f.GetDeviceProcAddr(d->handle, "vk" #name);
	DEVICE_FUNCTIONS(LOAD)
	OPTIONAL_DEVICE_FUNCTIONS(LOAD)
#undef LOAD
#define CHECK(name) if (!d->f.name) return failed(d, VK_ERROR_INCOMPATIBLE_DRIVER, "vkGetDeviceProcAddr of vk" #name);
	DEVICE_FUNCTIONS(CHECK)
	d->f.GetDeviceQueue(d->handle, d->family, 0, &d->queue);
	VkSemaphoreTypeCreateInfo type = {VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, NULL, VK_SEMAPHORE_TYPE_TIMELINE, 0};
	VkSemaphoreCreateInfo semaphore = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type, 0};
	if ((r = d->f.CreateSemaphore(d->handle, &semaphore, NULL, &d->timeline)) < 0) return failed(d, r, "vkCreateSemaphore");
	d->slots = calloc(d->slot_count, sizeof *d->slots);
	if (!d->slots) return failed(d, VK_ERROR_OUT_OF_HOST_MEMORY, "calloc");
	for (uint32_t k = 0; k < d->slot_count; k++) {
		VkCommandPoolCreateInfo pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, NULL, VK_COMMAND_POOL_CREATE_TRANSIENT_BIT, d->family};
		if ((r = d->f.CreateCommandPool(d->handle, &pool, NULL, &d->slots[k].pool)) < 0) return failed(d, r, "vkCreateCommandPool");
		VkCommandBufferAllocateInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, NULL, d->slots[k].pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
		if ((r = d->f.AllocateCommandBuffers(d->handle, &info, &d->slots[k].cb)) < 0) return failed(d, r, "vkAllocateCommandBuffers");
	}
	if ((r = descriptor_open(d)) < 0) return failed(d, r, "making descriptor layouts");
	return VK_SUCCESS;
}

VkResult vkx_device_create(vkx_instance *i, const vkx_device_desc *desc, vkx_device **out, char *err, size_t n) {
	vkx_device *d = calloc(1, sizeof *d);
	if (!d) return VK_ERROR_OUT_OF_HOST_MEMORY;
	if (desc->lavapipe) keep_heap();
	d->instance = i;
	d->physical = desc->adapter->handle;
	d->family = desc->adapter->queue_family;
	d->features = desc->features;
	d->limits = desc->adapter->props.limits;
	d->max_multi_draw = desc->adapter->max_multi_draw;
	d->slot_count = desc->list_count;
	d->arena_size = desc->arena_size;
	d->epoch = d->pass = 1;
	memcpy(d->words, desc->words, sizeof d->words);
	i->f.GetPhysicalDeviceMemoryProperties(d->physical, &d->memory_properties);
	pthread_mutex_init(&d->mutex, NULL);
	pthread_mutex_init(&d->query_mutex, NULL);
	objects_open(d);
	VkResult r = open_all(d, desc);
	if (r < 0) {
		snprintf(err, n, "%s", d->error);
		vkx_device_destroy(d);
		return r;
	}
	*out = d;
	return VK_SUCCESS;
}

void vkx_set_zero(vkx_device *d, uint32_t id) { d->zero = find(d, KIND_BUFFER, id); }
void vkx_device_set_cache(vkx_device *d, VkPipelineCache cache) { d->cache = cache; }
VkDevice vkx_device_handle(vkx_device *d) { return d->handle; }
const char *vkx_error(vkx_device *d) { return d->error; }

void vkx_device_destroy(vkx_device *d) {
	if (d->handle && d->f.DeviceWaitIdle) {
		d->f.DeviceWaitIdle(d->handle);
		objects_close(d);
		queries_close(d);
		descriptor_close(d);
		for (uint32_t k = 0; d->slots && k < d->slot_count; k++)
			if (d->slots[k].pool) d->f.DestroyCommandPool(d->handle, d->slots[k].pool, NULL);
		for (uint32_t k = 0; d->slots && k < d->slot_count; k++) free(d->slots[k].constants);
		if (d->timeline) d->f.DestroySemaphore(d->handle, d->timeline, NULL);
		if (d->cache) d->f.DestroyPipelineCache(d->handle, d->cache, NULL);
		memory_close(d);
		d->f.DestroyDevice(d->handle, NULL);
	}
	pthread_mutex_destroy(&d->mutex);
	pthread_mutex_destroy(&d->query_mutex);
	free(d->slots);
	free(d->dirty);
	free(d->gone);
	free(d);
}

void vkx_counts(vkx_device *d, int counts[KIND_COUNT], uint64_t *allocated) {
	pthread_mutex_lock(&d->mutex);
	for (int k = 0; k < KIND_COUNT; k++) counts[k] = d->tables[k].live;
	*allocated = d->memory_allocated;
	pthread_mutex_unlock(&d->mutex);
}

void *vkx_pipeline_cache_data(vkx_device *d, VkPipelineCache cache, size_t *size) {
	*size = 0;
	if (d->f.GetPipelineCacheData(d->handle, cache, size, NULL) < 0 || !*size) return NULL;
	void *data = malloc(*size);
	if (data && d->f.GetPipelineCacheData(d->handle, cache, size, data) != VK_SUCCESS) {
		free(data);
		data = NULL;
	}
	return data;
}

VkResult failed(vkx_device *d, VkResult r, const char *call) {
	snprintf(d->error, sizeof d->error, "%s failed (VkResult %d)", call, r);
	return r;
}
