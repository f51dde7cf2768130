// Device memory: blocks per memory type, cut up by a segregated free list with neighbours merged; large resources get a block of
// their own. Images and buffers do not share blocks, so bufferImageGranularity needs no thought.
#include "internal.h"

enum { UNIT = 256 }; // every offset and size is a multiple
#define BLOCK_BYTES ((VkDeviceSize)64 << 20)

struct node {
	node *before, *after;       // neighbours in the block
	node *previous, *next;      // in the bin, while free
	block *block;
	VkDeviceSize offset, size;
	bool free;
};

struct block {
	block *previous, *next;
	VkDeviceMemory handle;
	void *map;
	VkDeviceSize size;
	memory_pool *pool; // NULL: dedicated
	node *first;
};

static uint32_t bin_of(VkDeviceSize size) {
	uint64_t units = size / UNIT;
	uint32_t log = 63 - __builtin_clzll(units | 1);
	uint32_t bin = log < 2 ? (uint32_t)units : log * 4 + (uint32_t)(units >> (log - 2) & 3);
	return bin < MEM_BINS ? bin : MEM_BINS - 1;
}

static void bin_put(memory_pool *pool, node *n) {
	node **bin = &pool->bins[bin_of(n->size)];
	n->free = true;
	n->previous = NULL;
	n->next = *bin;
	if (*bin) (*bin)->previous = n;
	*bin = n;
}

static void bin_take(memory_pool *pool, node *n) {
	if (n->previous) n->previous->next = n->next;
	else pool->bins[bin_of(n->size)] = n->next;
	if (n->next) n->next->previous = n->previous;
	n->free = false;
}

// Cuts n at size bytes and returns the rest, which is in no bin.
static node *cut(node *n, VkDeviceSize size) {
	node *rest = calloc(1, sizeof *rest);
	if (!rest) return NULL;
	*rest = (node){.before = n, .after = n->after, .block = n->block, .offset = n->offset + size, .size = n->size - size};
	if (n->after) n->after->before = rest;
	n->after = rest;
	n->size = size;
	return rest;
}

static node *fit(memory_pool *pool, VkDeviceSize size, VkDeviceSize align) {
	for (uint32_t bin = bin_of(size); bin < MEM_BINS; bin++) {
		int tries = 0;
		for (node *n = pool->bins[bin]; n && tries < 16; n = n->next, tries++) {
			VkDeviceSize offset = (n->offset + align - 1) / align * align;
			if (offset + size > n->offset + n->size) continue;
			bin_take(pool, n);
			if (n->size == n->block->size) pool->empty--;
			if (offset > n->offset) {
				node *front = n;
				n = cut(front, offset - front->offset);
				bin_put(pool, front);
				if (!n) return NULL;
			}
			if (n->size > size) {
				node *rest = cut(n, size);
				if (rest) bin_put(pool, rest);
			}
			return n;
		}
	}
	return NULL;
}

static void block_close(vkx_device *d, block *b) {
	d->memory_allocated -= b->size;
	d->f.FreeMemory(d->handle, b->handle, NULL);
	free(b->first);
	free(b);
}

static VkResult block_open(vkx_device *d, uint32_t type, VkDeviceSize size, VkImage dedicated, block **out) {
	VkMemoryDedicatedAllocateInfo own = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, NULL, dedicated, VK_NULL_HANDLE};
	VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, dedicated ? &own : NULL, size, type};
	block *b = calloc(1, sizeof *b);
	node *n = calloc(1, sizeof *n);
	VkResult r = b && n ? d->f.AllocateMemory(d->handle, &info, NULL, &b->handle) : VK_ERROR_OUT_OF_HOST_MEMORY;
	if (r >= 0 && d->memory_properties.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) {
		r = d->f.MapMemory(d->handle, b->handle, 0, VK_WHOLE_SIZE, 0, &b->map);
		if (r < 0) d->f.FreeMemory(d->handle, b->handle, NULL);
	}
	if (r < 0) {
		free(b);
		free(n);
		return r;
	}
	*n = (node){.block = b, .size = size};
	b->first = n;
	b->size = size;
	d->memory_allocated += size;
	*out = b;
	return VK_SUCCESS;
}

static VkDeviceSize block_size(vkx_device *d, uint32_t type) {
	VkDeviceSize heap = d->memory_properties.memoryHeaps[d->memory_properties.memoryTypes[type].heapIndex].size / 16;
	VkDeviceSize size = BLOCK_BYTES;
	while (size > heap && size > (1 << 20)) size /= 2;
	return size;
}

static VkResult alloc_type(vkx_device *d, const VkMemoryRequirements *r, uint32_t type, int kind, VkImage dedicated, node **out) {
	VkDeviceSize size = (r->size + UNIT - 1) / UNIT * UNIT, align = r->alignment > UNIT ? r->alignment : UNIT, whole = block_size(d, type);
	block *b;
	if (dedicated || size > whole / 4) {
		VkResult result = block_open(d, type, size, dedicated, &b);
		if (result >= 0) *out = b->first;
		return result;
	}
	memory_pool *pool = &d->pools[type][kind];
	*out = fit(pool, size, align);
	if (*out) return VK_SUCCESS;
	VkResult result = block_open(d, type, whole, VK_NULL_HANDLE, &b);
	if (result < 0) return result;
	b->pool = pool;
	b->next = pool->blocks;
	if (b->next) b->next->previous = b;
	pool->blocks = b;
	pool->empty++;
	bin_put(pool, b->first);
	*out = fit(pool, size, align);
	return *out ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

// Property flags that a use needs, wants and would rather not have.
static const struct { VkMemoryPropertyFlags need, want, avoid; } uses[] = {
	[MEM_GPU] = {0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
	[MEM_UPLOAD] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 0, VK_MEMORY_PROPERTY_HOST_CACHED_BIT},
	[MEM_READBACK] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, VK_MEMORY_PROPERTY_HOST_CACHED_BIT, 0},
};

// A small device-local heap that the host sees (256 MiB on discrete cards without a resizable BAR) is left alone; a large one is the
// best place for what the host writes and the GPU reads once.
static int score(vkx_device *d, uint32_t type, int use) {
	VkMemoryPropertyFlags have = d->memory_properties.memoryTypes[type].propertyFlags;
	if ((have & uses[use].need) != uses[use].need) return -1;
	int s = 8;
	if ((have & uses[use].want) == uses[use].want) s += 8;
	if (have & uses[use].avoid) s -= 1;
	if (use == MEM_UPLOAD && have & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
		s += d->memory_properties.memoryHeaps[d->memory_properties.memoryTypes[type].heapIndex].size >= (VkDeviceSize)1 << 30 ? 2 : -4;
	if (have & ~(VkMemoryPropertyFlags)(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT))
		s -= 6; // protected, lazily allocated, vendors' own
	return s;
}

VkResult memory_alloc(vkx_device *d, const VkMemoryRequirements *r, int use, int kind, VkImage dedicated, memory *out) {
	uint32_t tried = 0;
	VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
	node *n = NULL;
	pthread_mutex_lock(&d->mutex);
	for (;;) {
		int best = -1;
		uint32_t type = 0;
		for (uint32_t k = 0; k < d->memory_properties.memoryTypeCount; k++)
			if (r->memoryTypeBits >> k & 1 && !(tried >> k & 1) && score(d, k, use) > best) best = score(d, k, use), type = k;
		if (best < 0) break;
		tried |= 1u << type;
		result = alloc_type(d, r, type, kind, dedicated, &n);
		if (result >= 0) break;
	}
	pthread_mutex_unlock(&d->mutex);
	if (result < 0) return result;
	*out = (memory){n->block->handle, n->offset, n->block->map ? (char *)n->block->map + n->offset : NULL, n};
	return VK_SUCCESS;
}

// Merges b into a; both are in no bin.
static void merge(node *a, node *b) {
	a->size += b->size;
	a->after = b->after;
	if (b->after) b->after->before = a;
	free(b);
}

void memory_free(vkx_device *d, memory *m) {
	node *n = m->node;
	if (!n) return;
	memset(m, 0, sizeof *m);
	pthread_mutex_lock(&d->mutex);
	block *b = n->block;
	memory_pool *pool = b->pool;
	if (!pool) {
		block_close(d, b);
		pthread_mutex_unlock(&d->mutex);
		return;
	}
	if (n->after && n->after->free) {
		bin_take(pool, n->after);
		merge(n, n->after);
	}
	if (n->before && n->before->free) {
		node *before = n->before;
		bin_take(pool, before);
		merge(before, n);
		n = before;
	}
	if (n->size == b->size && pool->empty) { // one empty block is kept
		if (b->previous) b->previous->next = b->next;
		else pool->blocks = b->next;
		if (b->next) b->next->previous = b->previous;
		block_close(d, b);
	} else {
		if (n->size == b->size) pool->empty++;
		bin_put(pool, n);
	}
	pthread_mutex_unlock(&d->mutex);
}

// Gives all blocks back. Everything in them has been freed.
void memory_close(vkx_device *d) {
	for (uint32_t type = 0; type < VK_MAX_MEMORY_TYPES; type++)
		for (int kind = 0; kind < POOL_KINDS; kind++)
			for (block *b = d->pools[type][kind].blocks, *next; b; b = next) {
				next = b->next;
				for (node *n = b->first->after, *after; n; n = after) {
					after = n->after;
					free(n);
				}
				block_close(d, b);
			}
}
