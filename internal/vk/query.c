// Occlusion counters. Vulkan allows one occlusion query at a time, within one pass; Direct3D 9 allows any number, across passes and
// lists. So the counting is cut into segments, one Vulkan query each, wherever a pass or the set of counters changes; when a list is
// done each segment's count is added to the counters that were active in it.
#include "exec.h"

VkResult queries_open(vkx_device *d) {
	VkQueryPool *pools = realloc(d->query_pools, (d->query_pool_count + 1) * sizeof *pools);
	if (pools) d->query_pools = pools;
	uint32_t *segments = realloc(d->free_segments, (d->query_pool_count + 1) * QUERY_POOL * sizeof *segments);
	if (segments) d->free_segments = segments;
	if (!pools || !segments) return VK_ERROR_OUT_OF_HOST_MEMORY;
	VkQueryPoolCreateInfo info = {VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, NULL, 0, VK_QUERY_TYPE_OCCLUSION, QUERY_POOL, 0};
	VkResult r = d->f.CreateQueryPool(d->handle, &info, NULL, &d->query_pools[d->query_pool_count]);
	if (r < 0) return failed(d, r, "vkCreateQueryPool");
	d->f.ResetQueryPool(d->handle, d->query_pools[d->query_pool_count], 0, QUERY_POOL);
	for (uint32_t k = QUERY_POOL; k-- > 0;) d->free_segments[d->free_segment_count++] = d->query_pool_count * QUERY_POOL + k;
	d->query_pool_count++;
	return VK_SUCCESS;
}

void queries_close(vkx_device *d) {
	for (uint32_t k = 0; k < d->query_pool_count; k++) d->f.DestroyQueryPool(d->handle, d->query_pools[k], NULL);
	free(d->query_pools);
	free(d->free_segments);
	free(d->query_uses);
	free(d->active);
}

static bool is_active(vkx_device *d, uint32_t id, uint32_t *place) {
	for (uint32_t k = 0; k < d->active_count; k++)
		if (d->active[k] == id) {
			*place = k;
			return true;
		}
	return false;
}

VkResult query_begin(walker *w, uint32_t id) {
	vkx_device *d = w->d;
	query *q = find(d, KIND_QUERY, id);
	uint32_t place;
	if (!q) return misuse(w, "query %u is none", id);
	segment_close(w);
	w->dirty |= DIRTY_PASS;
	pthread_mutex_lock(&d->query_mutex);
	q->generation++;
	q->total = 0;
	VkResult r = VK_SUCCESS;
	if (!is_active(d, id, &place)) {
		if (grow((void **)&d->active, &d->active_room, d->active_count, sizeof *d->active)) d->active[d->active_count++] = id;
		else r = VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	pthread_mutex_unlock(&d->query_mutex);
	return r;
}

VkResult query_end(walker *w, uint32_t id) {
	uint32_t place;
	segment_close(w);
	w->dirty |= DIRTY_PASS;
	if (!is_active(w->d, id, &place)) return misuse(w, "query %u was not begun", id);
	w->d->active[place] = w->d->active[--w->d->active_count];
	return VK_SUCCESS;
}

void query_pause(walker *w, bool pause) {
	segment_close(w);
	w->dirty |= DIRTY_PASS;
	w->paused = pause;
}

void query_forget(vkx_device *d, uint32_t id) {
	uint32_t place;
	pthread_mutex_lock(&d->query_mutex);
	if (is_active(d, id, &place)) d->active[place] = d->active[--d->active_count];
	for (uint32_t k = 0; k < d->query_use_count; k++)
		if (d->query_uses[k].query == id) d->query_uses[k].query = 0;
	pthread_mutex_unlock(&d->query_mutex);
}

// In a pass: opens a segment if a counter is active and counting is not paused.
VkResult segment_open(walker *w) {
	vkx_device *d = w->d;
	if (w->segment || w->paused || !d->active_count) return VK_SUCCESS;
	VkResult r = VK_SUCCESS;
	pthread_mutex_lock(&d->query_mutex);
	if (!d->free_segment_count) r = queries_open(d);
	for (uint32_t k = 0; r >= 0 && k < d->active_count; k++) {
		query *q = find(d, KIND_QUERY, d->active[k]);
		if (!q) continue;
		if (!grow((void **)&d->query_uses, &d->query_use_room, d->query_use_count, sizeof *d->query_uses)) r = VK_ERROR_OUT_OF_HOST_MEMORY;
		else d->query_uses[d->query_use_count++] = (query_use){d->free_segments[d->free_segment_count - 1], d->active[k], q->generation, w->serial};
	}
	if (r >= 0) w->segment = d->free_segments[--d->free_segment_count] + 1;
	pthread_mutex_unlock(&d->query_mutex);
	if (r < 0) return r;
	uint32_t s = w->segment - 1;
	w->f->CmdBeginQuery(w->cb, d->query_pools[s / QUERY_POOL], s % QUERY_POOL, has(d, FEAT_OCCLUSION_QUERY_PRECISE) ? VK_QUERY_CONTROL_PRECISE_BIT : 0);
	return VK_SUCCESS;
}

void segment_close(walker *w) {
	if (!w->segment) return;
	uint32_t s = w->segment - 1;
	w->f->CmdEndQuery(w->cb, w->d->query_pools[s / QUERY_POOL], s % QUERY_POOL);
	w->segment = 0;
}

// Adds up the segments of lists that are done. Uses of one segment stand next to each other.
void queries_collect(vkx_device *d, uint64_t completed) {
	pthread_mutex_lock(&d->query_mutex);
	uint32_t kept = 0, last = ~0u;
	uint64_t samples = 0;
	for (uint32_t k = 0; k < d->query_use_count; k++) {
		query_use u = d->query_uses[k];
		if (u.serial > completed) {
			d->query_uses[kept++] = u;
			continue;
		}
		if (u.segment != last) {
			VkQueryPool pool = d->query_pools[u.segment / QUERY_POOL];
			samples = 0;
			d->f.GetQueryPoolResults(d->handle, pool, u.segment % QUERY_POOL, 1, sizeof samples, &samples, sizeof samples, VK_QUERY_RESULT_64_BIT);
			d->f.ResetQueryPool(d->handle, pool, u.segment % QUERY_POOL, 1);
			d->free_segments[d->free_segment_count++] = u.segment;
			last = u.segment;
		}
		query *q = u.query ? find(d, KIND_QUERY, u.query) : NULL;
		if (q && q->generation == u.generation) q->total += samples;
	}
	d->query_use_count = kept;
	pthread_mutex_unlock(&d->query_mutex);
}

uint64_t vkx_query_result(vkx_device *d, uint32_t id) {
	uint64_t completed = 0, total = 0;
	d->f.GetSemaphoreCounterValue(d->handle, d->timeline, &completed);
	queries_collect(d, completed);
	pthread_mutex_lock(&d->query_mutex);
	query *q = find(d, KIND_QUERY, id);
	if (q) total = q->total;
	pthread_mutex_unlock(&d->query_mutex);
	return total;
}
