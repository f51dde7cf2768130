#include "internal.h"
#include "exec.h"

static const uint32_t sizes[KIND_COUNT] = {
	[KIND_BUFFER] = sizeof(buffer), [KIND_IMAGE] = sizeof(image), [KIND_VIEW] = sizeof(view), [KIND_SAMPLER] = sizeof(sampler),
	[KIND_SHADER] = sizeof(shader), [KIND_VERTEX_LAYOUT] = sizeof(vertex_layout), [KIND_PIPELINE] = sizeof(pipeline), [KIND_QUERY] = sizeof(query),
};

void objects_open(vkx_device *d) {
	for (int k = 0; k < KIND_COUNT; k++) {
		d->tables[k].size = k == KIND_SWAPCHAIN ? swapchain_size : sizes[k];
		d->tables[k].next = 1;
	}
}

static object *at(table *t, uint32_t id) { return (object *)(t->chunks[id >> CHUNK_BITS] + (size_t)(id & (CHUNK - 1)) * t->size); }

void *object_new(vkx_device *d, int kind, bool internal) {
	table *t = &d->tables[kind];
	object *o = NULL;
	pthread_mutex_lock(&d->mutex);
	uint32_t id = t->free ? t->free : t->next;
	if (!t->free && id >> CHUNK_BITS < MAX_CHUNKS && !t->chunks[id >> CHUNK_BITS])
		__atomic_store_n(&t->chunks[id >> CHUNK_BITS], calloc(CHUNK, t->size), __ATOMIC_RELEASE);
	if (id >> CHUNK_BITS < MAX_CHUNKS && t->chunks[id >> CHUNK_BITS]) {
		o = at(t, id);
		if (t->free) t->free = o->next_free;
		else t->next++;
		memset(o, 0, t->size);
		o->id = id;
		o->internal = internal;
		o->state = OBJECT_LIVE;
		if (!internal) t->live++;
	}
	pthread_mutex_unlock(&d->mutex);
	return o;
}

void object_release(vkx_device *d, int kind, uint32_t id) {
	table *t = &d->tables[kind];
	pthread_mutex_lock(&d->mutex);
	object *o = at(t, id);
	if (!o->internal) t->live--;
	o->state = OBJECT_FREE;
	o->next_free = t->free;
	t->free = id;
	pthread_mutex_unlock(&d->mutex);
}

void object_destroy(vkx_device *d, int kind, uint32_t id) {
	object *o = at(&d->tables[kind], id);
	switch (kind) {
	case KIND_BUFFER:
		d->f.DestroyBuffer(d->handle, ((buffer *)o)->handle, NULL);
		memory_free(d, &((buffer *)o)->mem);
		break;
	case KIND_IMAGE:
		image_forget(d, (image *)o);
		d->f.DestroyImage(d->handle, ((image *)o)->handle, NULL);
		memory_free(d, &((image *)o)->mem);
		break;
	case KIND_VIEW:
		sets_drop(d, ((view *)o)->sets);
		d->f.DestroyImageView(d->handle, ((view *)o)->handle, NULL);
		break;
	case KIND_SAMPLER:
		sets_drop(d, ((sampler *)o)->sets);
		d->f.DestroySampler(d->handle, ((sampler *)o)->handle, NULL);
		break;
	case KIND_SHADER: d->f.DestroyShaderModule(d->handle, ((shader *)o)->handle, NULL); break;
	case KIND_PIPELINE: d->f.DestroyPipeline(d->handle, ((pipeline *)o)->handle, NULL); break;
	case KIND_QUERY: query_forget(d, id); break;
	case KIND_SWAPCHAIN: swapchain_destroy(d, (swapchain *)o); break;
	}
	object_release(d, kind, id);
}

void objects_close(vkx_device *d) {
	static const int order[] = {KIND_SWAPCHAIN, KIND_QUERY, KIND_PIPELINE, KIND_VERTEX_LAYOUT, KIND_SHADER, KIND_VIEW, KIND_SAMPLER, KIND_IMAGE, KIND_BUFFER};
	for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
		table *t = &d->tables[order[k]];
		for (uint32_t id = 1; id < t->next; id++)
			if (at(t, id)->state != OBJECT_FREE) object_destroy(d, order[k], id);
		for (uint32_t c = 0; c < MAX_CHUNKS; c++) {
			free(t->chunks[c]);
			t->chunks[c] = NULL;
		}
	}
}

bool grow(void **array, uint32_t *room, uint32_t count, size_t size) {
	if (count < *room) return true;
	uint32_t more = *room ? *room * 2 : 64;
	void *p = realloc(*array, more * size);
	if (!p) return false;
	*array = p;
	*room = more;
	return true;
}

VkResult vkx_adopt_buffer(vkx_device *d, VkBuffer handle, uint64_t size, int mapped, int readback, int internal, uint32_t *id, void **map) {
	VkMemoryRequirements r;
	d->f.GetBufferMemoryRequirements(d->handle, handle, &r);
	memory m = {0};
	VkResult result = memory_alloc(d, &r, readback ? MEM_READBACK : mapped ? MEM_UPLOAD : MEM_GPU, POOL_BUFFERS, VK_NULL_HANDLE, &m);
	if (result >= 0) result = d->f.BindBufferMemory(d->handle, handle, m.handle, m.offset);
	buffer *b = result < 0 ? NULL : object_new(d, KIND_BUFFER, internal);
	if (!b) {
		d->f.DestroyBuffer(d->handle, handle, NULL);
		memory_free(d, &m);
		return result < 0 ? result : VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	b->handle = handle, b->size = size, b->mem = m, b->mapped = mapped || readback, b->zeroed = m.map != NULL;
	if (m.map) memset(m.map, 0, size);
	*map = b->mapped ? m.map : NULL;
	*id = b->o.id;
	return VK_SUCCESS;
}

VkResult vkx_adopt_image(vkx_device *d, VkImage handle, const vkx_image_desc *desc, uint32_t *id) {
	VkMemoryRequirements r;
	d->f.GetImageMemoryRequirements(d->handle, handle, &r);
	memory m = {0};
	VkResult result = memory_alloc(d, &r, MEM_GPU, POOL_IMAGES, desc->dedicated ? handle : VK_NULL_HANDLE, &m);
	if (result >= 0) result = d->f.BindImageMemory(d->handle, handle, m.handle, m.offset);
	image *i = result < 0 ? NULL : object_new(d, KIND_IMAGE, false);
	if (!i) {
		d->f.DestroyImage(d->handle, handle, NULL);
		memory_free(d, &m);
		return result < 0 ? result : VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	i->handle = handle, i->mem = m, i->d = *desc;
	i->general = (desc->color || desc->depth_target) && (desc->levels > 1 || desc->layers > 1 || desc->depth > 1);
	*id = i->o.id;
	return VK_SUCCESS;
}

VkImage vkx_image_handle(vkx_device *d, uint32_t id, vkx_image_desc *desc) {
	image *i = find(d, KIND_IMAGE, id);
	if (!i) return VK_NULL_HANDLE;
	*desc = i->d;
	return i->handle;
}

VkResult vkx_adopt_view(vkx_device *d, VkImageView handle, uint32_t image_id, uint32_t level, uint32_t layer, VkFormat format, int attachment, uint32_t *id) {
	image *i = find(d, KIND_IMAGE, image_id);
	view *v = i ? object_new(d, KIND_VIEW, false) : NULL;
	if (!v) {
		d->f.DestroyImageView(d->handle, handle, NULL);
		return VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	v->handle = handle, v->image = i, v->image_id = image_id, v->level = level, v->layer = layer, v->format = format, v->attachment = attachment;
	*id = v->o.id;
	return VK_SUCCESS;
}

VkResult vkx_adopt_sampler(vkx_device *d, VkSampler handle, uint32_t *id) {
	sampler *s = object_new(d, KIND_SAMPLER, false);
	if (!s) {
		d->f.DestroySampler(d->handle, handle, NULL);
		return VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	s->handle = handle;
	*id = s->o.id;
	return VK_SUCCESS;
}

VkResult vkx_adopt_shader(vkx_device *d, VkShaderModule handle, uint32_t stage, uint32_t *id) {
	shader *s = object_new(d, KIND_SHADER, false);
	if (!s) {
		d->f.DestroyShaderModule(d->handle, handle, NULL);
		return VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	s->handle = handle, s->stage = stage;
	*id = s->o.id;
	return VK_SUCCESS;
}

VkResult vkx_create_query(vkx_device *d, uint32_t *id) {
	query *q = object_new(d, KIND_QUERY, false);
	if (!q) return VK_ERROR_OUT_OF_HOST_MEMORY;
	*id = q->o.id;
	return VK_SUCCESS;
}

const void *vkx_chain_border(const float color[4]) {
	static _Thread_local VkSamplerCustomBorderColorCreateInfoEXT info;
	info = (VkSamplerCustomBorderColorCreateInfoEXT){VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
	memcpy(info.customBorderColor.float32, color, sizeof info.customBorderColor.float32);
	return &info;
}

const void *vkx_chain_formats(VkFormat a, VkFormat b) {
	static _Thread_local VkFormat formats[2];
	static _Thread_local VkImageFormatListCreateInfo info;
	formats[0] = a, formats[1] = b;
	info = (VkImageFormatListCreateInfo){VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO, NULL, 2, formats};
	return &info;
}

const void *vkx_chain_usage(VkImageUsageFlags usage) {
	static _Thread_local VkImageViewUsageCreateInfo info;
	info = (VkImageViewUsageCreateInfo){VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO, NULL, usage};
	return &info;
}
