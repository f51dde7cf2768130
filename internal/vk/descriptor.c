// Descriptor set layouts and pools, and the cache of texture sets: a set is made once for each combination of views and samplers and
// bound again when the combination comes back, since making one costs ten times as much as binding it.
#include "exec.h"

enum { POOL_SETS = 64 };

// What set 0 holds. The pixel stage sees the arena through a uniform buffer of PIXEL_WINDOW bytes: on lavapipe a storage buffer that it
// could see would make each change of a vertex constant five times dearer.
static VkDescriptorType constants_type(vkx_device *d, uint32_t binding) {
	if (has(d, FEAT_UNIFORM_CONSTANTS)) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
	return binding ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

// Number of windows of an arena, each a set of its own.
static uint32_t windows(vkx_device *d) { return has(d, FEAT_UNIFORM_CONSTANTS) ? 1 : d->arena_size / (PIXEL_WINDOW / 2) + 1; }

VkResult descriptor_open(vkx_device *d) {
	bool uniform = has(d, FEAT_UNIFORM_CONSTANTS);
	VkDescriptorSetLayoutBinding bindings[4];
	uint32_t count = uniform ? 4 : 2;
	for (uint32_t k = 0; k < count; k++)
		bindings[k] = (VkDescriptorSetLayoutBinding){k, constants_type(d, k), 1, k < count / 2 ? VK_SHADER_STAGE_VERTEX_BIT : VK_SHADER_STAGE_FRAGMENT_BIT, NULL};
	VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, NULL, 0, count, bindings};
	VkResult r = d->f.CreateDescriptorSetLayout(d->handle, &info, NULL, &d->constants_layout);
	if (r < 0) return r;
	uint32_t sets = d->slot_count * windows(d);
	VkDescriptorPoolSize sizes[4];
	for (uint32_t k = 0; k < count; k++) sizes[k] = (VkDescriptorPoolSize){constants_type(d, k), sets};
	VkDescriptorPoolCreateInfo pool = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, NULL, 0, sets, count, sizes};
	return d->f.CreateDescriptorPool(d->handle, &pool, NULL, &d->constants_pool);
}

// Sizes of the constant blocks as a dynamic uniform buffer sees them; the arena's buffer has as much room behind its end.
static const VkDeviceSize block_range[4] = {UNIFORM_BLOCK, 256, UNIFORM_BLOCK, 256};

VkResult vkx_slot_open(vkx_device *d, uint32_t slot, uint32_t arena) {
	list_slot *s = &d->slots[slot];
	s->arena_id = arena;
	s->arena = find(d, KIND_BUFFER, arena);
	s->constants = calloc(windows(d), sizeof *s->constants);
	return s->constants ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

// The set of a window, made when it is first needed.
VkResult constants_set(vkx_device *d, list_slot *s, uint32_t window, VkDescriptorSet *out) {
	*out = s->constants[window];
	if (*out) return VK_SUCCESS;
	VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, NULL, d->constants_pool, 1, &d->constants_layout};
	VkResult r = d->f.AllocateDescriptorSets(d->handle, &info, out);
	if (r < 0) return failed(d, r, "vkAllocateDescriptorSets");
	bool uniform = has(d, FEAT_UNIFORM_CONSTANTS);
	VkDescriptorBufferInfo buffers[4];
	VkWriteDescriptorSet writes[4];
	uint32_t count = uniform ? 4 : 2;
	for (uint32_t k = 0; k < count; k++) {
		buffers[k] = (VkDescriptorBufferInfo){s->arena->handle, 0, uniform ? block_range[k] : s->arena->size};
		if (!uniform && k) {
			VkDeviceSize base = (VkDeviceSize)window * (PIXEL_WINDOW / 2), rest = s->arena->size - base;
			buffers[k].offset = base;
			buffers[k].range = rest < PIXEL_WINDOW ? rest : PIXEL_WINDOW;
		}
		writes[k] = (VkWriteDescriptorSet){VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, NULL, *out, k, 0, 1, constants_type(d, k), NULL, &buffers[k], NULL};
	}
	d->f.UpdateDescriptorSets(d->handle, count, writes, 0, NULL);
	s->constants[window] = *out;
	return VK_SUCCESS;
}

// A layout holds just the bindings of the mask: drivers walk all that are there at each bind.
set_layout *set_layout_get(vkx_device *d, uint32_t stage, uint32_t mask) {
	for (set_layout *l = d->set_layouts; l; l = l->next)
		if (l->stage == stage && l->mask == mask) return l;
	VkDescriptorSetLayoutBinding bindings[PIXEL_SLOTS];
	uint32_t count = 0;
	for (uint32_t k = 0; k < PIXEL_SLOTS; k++)
		if (mask >> k & 1) bindings[count++] = (VkDescriptorSetLayoutBinding){k, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, stage, NULL};
	VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, NULL, 0, count, bindings};
	set_layout *l = calloc(1, sizeof *l);
	if (!l || d->f.CreateDescriptorSetLayout(d->handle, &info, NULL, &l->handle) < 0) {
		free(l);
		return NULL;
	}
	l->stage = stage, l->mask = mask, l->count = count, l->next = d->set_layouts;
	d->set_layouts = l;
	return l;
}

pipeline_layout *pipeline_layout_get(vkx_device *d, uint32_t pixel, uint32_t vertex) {
	pipeline_layout *l = NULL;
	pthread_mutex_lock(&d->mutex);
	set_layout *p = set_layout_get(d, VK_SHADER_STAGE_FRAGMENT_BIT, pixel), *v = set_layout_get(d, VK_SHADER_STAGE_VERTEX_BIT, vertex);
	if (!p || !v) goto done;
	for (l = d->pipeline_layouts; l; l = l->next)
		if (l->pixel == p && l->vertex == v) goto done;
	VkDescriptorSetLayout sets[3] = {d->constants_layout, p->handle, v->handle};
	VkPushConstantRange ranges[2] = {{VK_SHADER_STAGE_VERTEX_BIT, 0, 8}, {VK_SHADER_STAGE_FRAGMENT_BIT, 8, 8}};
	VkPipelineLayoutCreateInfo info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, NULL, 0, vertex ? 3 : pixel ? 2 : 1, sets, has(d, FEAT_UNIFORM_CONSTANTS) ? 0 : 2, ranges};
	l = calloc(1, sizeof *l);
	if (!l || d->f.CreatePipelineLayout(d->handle, &info, NULL, &l->handle) < 0) {
		free(l);
		l = NULL;
		goto done;
	}
	l->pixel = p, l->vertex = v, l->next = d->pipeline_layouts;
	d->pipeline_layouts = l;
done:
	pthread_mutex_unlock(&d->mutex);
	return l;
}

void descriptor_close(vkx_device *d) {
	for (uint32_t k = 0; k < d->entry_count; k++) free(d->entries[k]);
	free(d->entries);
	for (pipeline_layout *l = d->pipeline_layouts, *next; l; l = next) {
		next = l->next;
		d->f.DestroyPipelineLayout(d->handle, l->handle, NULL);
		free(l);
	}
	for (set_layout *l = d->set_layouts, *next; l; l = next) {
		next = l->next;
		for (uint32_t k = 0; k < l->pool_count; k++) d->f.DestroyDescriptorPool(d->handle, l->pools[k], NULL);
		d->f.DestroyDescriptorSetLayout(d->handle, l->handle, NULL);
		free(l->pools);
		free(l->free);
		free(l);
	}
	if (d->constants_pool) d->f.DestroyDescriptorPool(d->handle, d->constants_pool, NULL);
	if (d->constants_layout) d->f.DestroyDescriptorSetLayout(d->handle, d->constants_layout, NULL);
}

static VkResult set_take(vkx_device *d, set_layout *l, VkDescriptorSet *out) {
	if (!l->free_count) {
		VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, l->count * POOL_SETS};
		VkDescriptorPoolCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, NULL, 0, POOL_SETS, 1, &size};
		VkDescriptorSetLayout layouts[POOL_SETS];
		for (uint32_t k = 0; k < POOL_SETS; k++) layouts[k] = l->handle;
		VkDescriptorPool *pools = realloc(l->pools, (l->pool_count + 1) * sizeof *pools);
		if (!pools) return VK_ERROR_OUT_OF_HOST_MEMORY;
		l->pools = pools;
		VkDescriptorSet *sets = realloc(l->free, (l->pool_count + 1) * POOL_SETS * sizeof *sets);
		if (!sets) return VK_ERROR_OUT_OF_HOST_MEMORY;
		l->free = sets;
		VkResult r = d->f.CreateDescriptorPool(d->handle, &info, NULL, &l->pools[l->pool_count]);
		if (r < 0) return failed(d, r, "vkCreateDescriptorPool");
		VkDescriptorSetAllocateInfo allocate = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, NULL, l->pools[l->pool_count++], POOL_SETS, layouts};
		if ((r = d->f.AllocateDescriptorSets(d->handle, &allocate, l->free)) < 0) return failed(d, r, "vkAllocateDescriptorSets");
		l->free_count = POOL_SETS;
	}
	*out = l->free[--l->free_count];
	return VK_SUCCESS;
}

static void entry_drop(vkx_device *d, set_entry *e) {
	set_entry **link = &d->buckets[e->hash % SET_BUCKETS];
	while (*link != e) link = &(*link)->next;
	*link = e->next;
	for (uint32_t k = 0; k < 2 * e->count; k++) {
		set_node *n = &e->nodes[k];
		*n->at = n->next;
		if (n->next) n->next->at = n->at;
	}
	e->layout->free[e->layout->free_count++] = e->set;
	d->entries[e->place] = d->entries[--d->entry_count];
	d->entries[e->place]->place = e->place;
	free(e);
}

void sets_drop(vkx_device *d, set_node *nodes) {
	while (nodes) {
		set_node *next = nodes->next;
		set_entry *e = nodes->entry;
		while (next && next->entry == e) next = next->next; // the same view in several slots
		entry_drop(d, e);
		nodes = next;
	}
}

// Makes room in a full cache: drops sets that no list in flight uses, in turn.
static void evict(vkx_device *d) {
	for (uint32_t tries = 0; tries < 64 && d->entry_count >= SET_LIMIT; tries++) {
		if (d->hand >= d->entry_count) d->hand = 0;
		if (d->entries[d->hand]->serial <= d->completed) entry_drop(d, d->entries[d->hand]);
		else d->hand++;
	}
}

static void link_node(set_entry *e, uint32_t k, set_node **list) {
	set_node *n = &e->nodes[k];
	n->entry = e;
	n->at = list;
	n->next = *list;
	if (*list) (*list)->at = &n->next;
	*list = n;
}

static VkResult entry_make(walker *w, set_layout *l, uint64_t hash, const uint32_t *key, set_entry **out) {
	vkx_device *d = w->d;
	if (d->entry_count >= SET_LIMIT) evict(d);
	if (!grow((void **)&d->entries, &d->entry_room, d->entry_count, sizeof *d->entries)) return VK_ERROR_OUT_OF_HOST_MEMORY;
	set_entry *e = calloc(1, sizeof *e);
	if (!e) return VK_ERROR_OUT_OF_HOST_MEMORY;
	VkResult r = set_take(d, l, &e->set);
	if (r < 0) {
		free(e);
		return r;
	}
	VkDescriptorImageInfo images[PIXEL_SLOTS];
	VkWriteDescriptorSet writes[PIXEL_SLOTS];
	uint32_t k = 0;
	for (uint32_t slot = 0; slot < PIXEL_SLOTS; slot++) {
		if (!(l->mask >> slot & 1)) continue;
		view *v = find(d, KIND_VIEW, key[2 * k]);
		sampler *s = find(d, KIND_SAMPLER, key[2 * k + 1]);
		images[k] = (VkDescriptorImageInfo){s->handle, v->handle, image_layout(v->image, USE_REST)};
		writes[k] = (VkWriteDescriptorSet){VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, NULL, e->set, slot, 0, 1,
			VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, &images[k], NULL, NULL};
		link_node(e, 2 * k, &v->sets);
		link_node(e, 2 * k + 1, &s->sets);
		k++;
	}
	d->f.UpdateDescriptorSets(d->handle, k, writes, 0, NULL);
	e->layout = l, e->hash = hash, e->count = k, e->place = d->entry_count;
	memcpy(e->key, key, 2 * k * sizeof *key);
	e->next = d->buckets[hash % SET_BUCKETS];
	d->buckets[hash % SET_BUCKETS] = e;
	d->entries[d->entry_count++] = e;
	*out = e;
	return VK_SUCCESS;
}

VkResult textures_bind(walker *w, int set) {
	vkx_device *d = w->d;
	set_layout *l = set == 1 ? w->pipeline->layout->pixel : w->pipeline->layout->vertex;
	uint32_t base = set == 1 ? 0 : PIXEL_SLOTS, key[2 * PIXEL_SLOTS], k = 0;
	if (!l->mask) return VK_SUCCESS;
	uint64_t hash = (uint64_t)(uintptr_t)l * 0x9E3779B97F4A7C15u;
	for (uint32_t m = l->mask; m; m &= m - 1) {
		uint32_t slot = base + __builtin_ctz(m);
		view *v = find(d, KIND_VIEW, w->texture[slot]);
		if (!v || !find(d, KIND_SAMPLER, w->sampler[slot])) return misuse(w, "the shader samples slot %u, which has no texture", slot);
		if (v->image->pass == d->pass && !v->image->general) return misuse(w, "slot %u samples image %u, which is a target of the pass", slot, v->image_id);
		key[k++] = w->texture[slot];
		key[k++] = w->sampler[slot];
		hash = (hash ^ ((uint64_t)w->texture[slot] << 32 | w->sampler[slot])) * 0xFF51AFD7ED558CCDu;
		hash ^= hash >> 32;
	}
	set_entry *e = d->buckets[hash % SET_BUCKETS];
	while (e && (e->hash != hash || e->layout != l || memcmp(e->key, key, k * sizeof *key))) e = e->next;
	if (!e) {
		VkResult r = entry_make(w, l, hash, key, &e);
		if (r < 0) return r;
	}
	e->serial = w->serial;
	if (w->sets[set] == e->set) return VK_SUCCESS;
	w->sets[set] = e->set;
	w->f->CmdBindDescriptorSets(w->cb, VK_PIPELINE_BIND_POINT_GRAPHICS, w->pipeline->layout->handle, set, 1, &e->set, 0, NULL);
	return VK_SUCCESS;
}
