// Presentation: a swapchain follows its surface. Each present asks for the surface's size and makes the Vulkan swapchain anew where
// it differs, so a resized window shows the back buffer stretched, as Direct3D 9 has it, until the program resets its device. A frame
// that cannot be shown now (a minimised window, a surface that changes under the call) is left out: that is no error.
#include "exec.h"
#include "present.h"

enum { MAX_IMAGES = 16, MAX_ACQUIRES = MAX_IMAGES + 1 };
static const uint64_t ACQUIRE_NS = 1000000000; // a window that no one sees may never give an image back

struct swapchain {
	object o;
	VkSurfaceKHR surface;
	vkx_swapchain_desc want;
	VkSurfaceFormatKHR format;
	VkPresentModeKHR mode;
	VkSwapchainKHR handle; // NULL while the surface has no size
	VkExtent2D extent;
	VkImage images[MAX_IMAGES];
	VkSemaphore drawn[MAX_IMAGES]; // signalled by the list that draws the image, awaited by its present
	uint32_t count;
	// An acquire's semaphore is free again when the list that waits for it is done.
	struct { VkSemaphore semaphore; uint64_t serial; } acquires[MAX_ACQUIRES];
	uint32_t next_acquire;
	uint64_t serial; // of the last list that presented
	bool stale;      // the next present makes the Vulkan swapchain anew
	int status;      // VKX_SURFACE_...; read from any thread, as is:
	int sizeless;    // the surface leaves its size to the swapchain
	// What a multisampled back buffer is resolved to before it is shown.
	struct { VkImage image; memory mem; VkFormat format; uint32_t width, height; } single;
};

const uint32_t swapchain_size = sizeof(struct swapchain);

static void set_status(swapchain *s, int status) { __atomic_store_n(&s->status, status, __ATOMIC_RELAXED); }

int vkx_swapchain_status(vkx_device *d, uint32_t id, uint32_t width, uint32_t height) {
	swapchain *s = find(d, KIND_SWAPCHAIN, id);
	if (!s) return VKX_SURFACE_LOST;
	int status = __atomic_load_n(&s->status, __ATOMIC_RELAXED);
	bool other = width && height && (width != s->want.width || height != s->want.height);
	return status == VKX_SURFACE_SAME && other && __atomic_load_n(&s->sizeless, __ATOMIC_RELAXED) ? VKX_SURFACE_CHANGED : status;
}

// Chooses the format: eight bits a channel without conversion, because what the back buffer holds is already what the screen is to show.
static VkResult choose_format(vkx_device *d, swapchain *s, char *err, size_t n) {
	static const VkFormat wanted[] = {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A8B8G8R8_UNORM_PACK32,
		VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_R5G6B5_UNORM_PACK16};
	VkSurfaceFormatKHR list[128];
	uint32_t count = 128;
	VkResult r = d->instance->f.GetPhysicalDeviceSurfaceFormatsKHR(d->physical, s->surface, &count, list);
	if (r < 0) {
		snprintf(err, n, "vkGetPhysicalDeviceSurfaceFormatsKHR failed (%d)", r);
		return r;
	}
	for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
		for (uint32_t i = 0; i < count; i++) {
			VkFormatFeatureFlags vertex;
			if (list[i].format != wanted[k] || list[i].colorSpace != VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) continue;
			if (!(vkx_format_features(d->instance, d->physical, wanted[k], &vertex) & VK_FORMAT_FEATURE_BLIT_DST_BIT)) continue;
			s->format = list[i];
			return VK_SUCCESS;
		}
	snprintf(err, n, "none of the surface's %u formats is one of 8, 10 or 5 bits a channel that can be copied to", count);
	return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

static VkResult choose_mode(vkx_device *d, swapchain *s, char *err, size_t n) {
	VkPresentModeKHR list[16];
	uint32_t count = 16;
	VkResult r = d->instance->f.GetPhysicalDeviceSurfacePresentModesKHR(d->physical, s->surface, &count, list);
	if (r < 0) {
		snprintf(err, n, "vkGetPhysicalDeviceSurfacePresentModesKHR failed (%d)", r);
		return r;
	}
	s->mode = VK_PRESENT_MODE_FIFO_KHR; // every surface has it
	if (s->want.wait) return VK_SUCCESS;
	for (uint32_t i = 0; i < count; i++) {
		if (list[i] == VK_PRESENT_MODE_IMMEDIATE_KHR) s->mode = list[i];
		if (list[i] == VK_PRESENT_MODE_MAILBOX_KHR && s->mode == VK_PRESENT_MODE_FIFO_KHR) s->mode = list[i];
	}
	return VK_SUCCESS;
}

static VkResult choose(vkx_device *d, swapchain *s, char *err, size_t n) {
	VkBool32 supported = VK_FALSE;
	VkResult r = d->instance->f.GetPhysicalDeviceSurfaceSupportKHR(d->physical, d->family, s->surface, &supported);
	if (r < 0 || !supported) {
		snprintf(err, n, "the adapter cannot present to the window (%d)", r);
		return r < 0 ? r : VK_ERROR_FEATURE_NOT_PRESENT;
	}
	VkSurfaceCapabilitiesKHR caps;
	r = d->instance->f.GetPhysicalDeviceSurfaceCapabilitiesKHR(d->physical, s->surface, &caps);
	if (r < 0 || !(caps.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT)) {
		snprintf(err, n, "the window's surface cannot be copied to (%d)", r);
		return r < 0 ? r : VK_ERROR_FEATURE_NOT_PRESENT;
	}
	r = choose_format(d, s, err, n);
	return r < 0 ? r : choose_mode(d, s, err, n);
}

VkResult vkx_create_swapchain(vkx_device *d, vkx_surface handle, const vkx_swapchain_desc *desc, uint32_t *id, char *err, size_t n) {
	VkSurfaceKHR surface = (VkSurfaceKHR)handle;
	swapchain *s = NULL;
	VkResult r = VK_ERROR_EXTENSION_NOT_PRESENT;
	if (!d->f.CreateSwapchainKHR) snprintf(err, n, "the adapter has no VK_KHR_swapchain");
	else if (!(s = object_new(d, KIND_SWAPCHAIN, false))) {
		snprintf(err, n, "no memory for another swapchain");
		r = VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	if (!s) {
		d->instance->f.DestroySurfaceKHR(d->instance->handle, surface, NULL);
		return r;
	}
	s->surface = surface;
	s->want = *desc;
	s->stale = true;
	r = choose(d, s, err, n);
	if (r < 0) {
		object_destroy(d, KIND_SWAPCHAIN, s->o.id);
		return r;
	}
	*id = s->o.id;
	return VK_SUCCESS;
}

static void destroy_single(vkx_device *d, swapchain *s) {
	if (!s->single.image) return;
	d->f.DestroyImage(d->handle, s->single.image, NULL);
	memory_free(d, &s->single.mem);
	s->single.image = VK_NULL_HANDLE;
}

static void destroy_images(vkx_device *d, swapchain *s) {
	for (uint32_t i = 0; i < s->count; i++) d->f.DestroySemaphore(d->handle, s->drawn[i], NULL);
	memset(s->drawn, 0, sizeof s->drawn);
	s->count = 0;
}

void swapchain_destroy(vkx_device *d, swapchain *s) {
	if (s->handle) {
		d->f.QueueWaitIdle(d->queue); // the presents have waited for their semaphores
		d->f.DestroySwapchainKHR(d->handle, s->handle, NULL);
	}
	destroy_images(d, s);
	destroy_single(d, s);
	for (uint32_t i = 0; i < MAX_ACQUIRES; i++)
		if (s->acquires[i].semaphore) d->f.DestroySemaphore(d->handle, s->acquires[i].semaphore, NULL);
	if (s->surface) d->instance->f.DestroySurfaceKHR(d->instance->handle, s->surface, NULL);
}

static uint32_t clamp(uint32_t x, uint32_t low, uint32_t high) { return x < low ? low : x > high ? high : x; }

// The size that the surface has now; 0, 0 where nothing can be shown.
static VkResult surface_size(vkx_device *d, swapchain *s, VkSurfaceCapabilitiesKHR *caps, VkExtent2D *size) {
	VkResult r = d->instance->f.GetPhysicalDeviceSurfaceCapabilitiesKHR(d->physical, s->surface, caps);
	if (r < 0) return r;
	*size = caps->currentExtent;
	if (size->width == UINT32_MAX) {
		__atomic_store_n(&s->sizeless, 1, __ATOMIC_RELAXED);
		size->width = clamp(s->want.width, caps->minImageExtent.width, caps->maxImageExtent.width);
		size->height = clamp(s->want.height, caps->minImageExtent.height, caps->maxImageExtent.height);
	}
	if (caps->maxImageExtent.width == 0 || caps->maxImageExtent.height == 0) *size = (VkExtent2D){0, 0};
	return VK_SUCCESS;
}

// Makes the Vulkan swapchain for the size, in place of the present one.
static VkResult remake(vkx_device *d, swapchain *s, const VkSurfaceCapabilitiesKHR *caps, VkExtent2D size) {
	VkSwapchainKHR old = s->handle;
	if (old) d->f.QueueWaitIdle(d->queue); // no list and no present uses the old images
	uint32_t least = s->want.images > caps->minImageCount ? s->want.images : caps->minImageCount;
	if (caps->maxImageCount && least > caps->maxImageCount) least = caps->maxImageCount;
	if (least > MAX_IMAGES) least = MAX_IMAGES;
	VkCompositeAlphaFlagBitsKHR alpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR; // alpha in the back buffer is the program's own
	if (!(caps->supportedCompositeAlpha & alpha)) alpha = caps->supportedCompositeAlpha & -caps->supportedCompositeAlpha;
	VkSwapchainCreateInfoKHR info = {VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR, NULL, 0, s->surface, least, s->format.format,
		s->format.colorSpace, size, 1, VK_IMAGE_USAGE_TRANSFER_DST_BIT, VK_SHARING_MODE_EXCLUSIVE, 0, NULL, caps->currentTransform, alpha,
		s->mode, VK_TRUE, old};
	s->handle = VK_NULL_HANDLE;
	VkResult r = d->f.CreateSwapchainKHR(d->handle, &info, NULL, &s->handle);
	if (old) {
		d->f.DestroySwapchainKHR(d->handle, old, NULL);
		destroy_images(d, s);
	}
	if (r < 0) {
		s->handle = VK_NULL_HANDLE;
		return r;
	}
	s->extent = size;
	uint32_t count = MAX_IMAGES;
	r = d->f.GetSwapchainImagesKHR(d->handle, s->handle, &count, s->images);
	if (r == VK_INCOMPLETE) r = VK_ERROR_INITIALIZATION_FAILED; // images without a place here could be acquired
	VkSemaphoreCreateInfo semaphore = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
	for (; r >= 0 && s->count < count; s->count += r >= 0) r = d->f.CreateSemaphore(d->handle, &semaphore, NULL, &s->drawn[s->count]);
	if (r >= 0) s->stale = false;
	return r;
}

// A semaphore for the next acquire. Where all are in use by lists in flight it waits for the oldest.
static VkResult acquire_semaphore(vkx_device *d, swapchain *s, uint32_t *place) {
	uint32_t k = s->next_acquire;
	VkResult r = VK_SUCCESS;
	if (!s->acquires[k].semaphore) {
		VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
		r = d->f.CreateSemaphore(d->handle, &info, NULL, &s->acquires[k].semaphore);
	} else if (s->acquires[k].serial) {
		VkSemaphoreWaitInfo wait = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, NULL, 0, 1, &d->timeline, &s->acquires[k].serial};
		r = d->f.WaitSemaphores(d->handle, &wait, ACQUIRE_NS);
	}
	*place = k;
	return r;
}

// Whether a failure is the surface's, which costs a frame and no more.
static bool surface_changed(swapchain *s, VkResult r) {
	switch (r) {
	case VK_ERROR_SURFACE_LOST_KHR:
		set_status(s, VKX_SURFACE_LOST);
		return true;
	case VK_ERROR_OUT_OF_DATE_KHR:
	case VK_ERROR_NATIVE_WINDOW_IN_USE_KHR:
	case VK_ERROR_INITIALIZATION_FAILED: // what Mesa's X11 code says of a window that is gone
		set_status(s, VKX_SURFACE_CHANGED);
		s->stale = true;
		return true;
	default:
		return false;
	}
}

// Acquires an image of a swapchain that fits the surface. *index is UINT32_MAX where no image can be had now.
static VkResult acquire(walker *w, swapchain *s, uint32_t *index, VkSemaphore *ready) {
	vkx_device *d = w->d;
	*index = UINT32_MAX;
	for (int attempt = 0; attempt < 2; attempt++) {
		VkSurfaceCapabilitiesKHR caps;
		VkExtent2D size;
		VkResult r = surface_size(d, s, &caps, &size);
		if (r < 0) return surface_changed(s, r) ? VK_SUCCESS : failed(d, r, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
		if (size.width == 0 || size.height == 0) return VK_SUCCESS;
		if (s->handle && (size.width != s->extent.width || size.height != s->extent.height)) surface_changed(s, VK_ERROR_OUT_OF_DATE_KHR);
		if (s->stale) {
			if (s->serial == w->serial) return VK_SUCCESS; // this list already draws one of the old images
			r = remake(d, s, &caps, size);
			if (r < 0) return surface_changed(s, r) ? VK_SUCCESS : failed(d, r, "vkCreateSwapchainKHR");
		}
		uint32_t place;
		r = acquire_semaphore(d, s, &place);
		if (r == VK_TIMEOUT) return VK_SUCCESS;
		if (r < 0) return failed(d, r, "a semaphore to acquire with");
		r = d->f.AcquireNextImageKHR(d->handle, s->handle, ACQUIRE_NS, s->acquires[place].semaphore, VK_NULL_HANDLE, index);
		if (r == VK_SUCCESS || r == VK_SUBOPTIMAL_KHR) { // what is not optimal still shows; sizes are looked at above
			s->acquires[place].serial = s->serial = w->serial;
			s->next_acquire = (place + 1) % MAX_ACQUIRES;
			set_status(s, VKX_SURFACE_SAME);
			*ready = s->acquires[place].semaphore;
			return VK_SUCCESS;
		}
		*index = UINT32_MAX;
		if (r == VK_TIMEOUT || r == VK_NOT_READY) return VK_SUCCESS;
		if (!surface_changed(s, r)) return failed(d, r, "vkAcquireNextImageKHR");
		if (s->status == VKX_SURFACE_LOST) return VK_SUCCESS;
	}
	return VK_SUCCESS;
}

typedef struct { int64_t x, y, w, h; } rectangle;

// Cuts the destination to 0..limit along one axis, and the source in proportion. Whether anything is left.
static bool cut(int64_t *src, int64_t *src_size, int64_t *dst, int64_t *dst_size, int64_t limit) {
	int64_t low = *dst < 0 ? 0 : *dst, high = *dst + *dst_size > limit ? limit : *dst + *dst_size;
	if (high <= low) return false;
	int64_t from = *src + (low - *dst) * *src_size / *dst_size, to = *src + (high - *dst) * *src_size / *dst_size;
	*src = from;
	*src_size = to > from ? to - from : 1;
	*dst = low;
	*dst_size = high - low;
	return true;
}

static void transfer_barrier(walker *w, VkImage image, VkImageLayout from, VkImageLayout to, VkPipelineStageFlags2 stage, VkAccessFlags2 access) {
	VkImageMemoryBarrier2 b = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2, NULL, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
		from == VK_IMAGE_LAYOUT_UNDEFINED ? 0 : VK_ACCESS_2_TRANSFER_WRITE_BIT, stage, access, from, to, VK_QUEUE_FAMILY_IGNORED,
		VK_QUEUE_FAMILY_IGNORED, image, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
	VkDependencyInfo info = {VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &b};
	w->f->CmdPipelineBarrier2(w->cb, &info);
}

// What is shown: an image of one sample in a layout to copy from.
typedef struct { VkImage handle; VkImageLayout layout; VkFormat format; } picture;

static VkResult make_single(vkx_device *d, swapchain *s, const vkx_image_desc *like) {
	PFN_vkCreateImage create = (PFN_vkCreateImage)d->instance->f.GetDeviceProcAddr(d->handle, "vkCreateImage");
	VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, NULL, 0, VK_IMAGE_TYPE_2D, like->format, {like->width, like->height, 1}, 1, 1,
		VK_SAMPLE_COUNT_1_BIT, VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
		VK_SHARING_MODE_EXCLUSIVE, 0, NULL, VK_IMAGE_LAYOUT_UNDEFINED};
	if (s->single.image) d->f.QueueWaitIdle(d->queue);
	destroy_single(d, s);
	VkImage image;
	VkResult r = create(d->handle, &info, NULL, &image);
	if (r < 0) return r;
	VkMemoryRequirements need;
	d->f.GetImageMemoryRequirements(d->handle, image, &need);
	r = memory_alloc(d, &need, MEM_GPU, POOL_IMAGES, VK_NULL_HANDLE, &s->single.mem);
	if (r < 0) {
		d->f.DestroyImage(d->handle, image, NULL);
		return r;
	}
	s->single.image = image;
	s->single.format = like->format;
	s->single.width = like->width;
	s->single.height = like->height;
	return d->f.BindImageMemory(d->handle, image, s->single.mem.handle, s->single.mem.offset);
}

// Resolves a multisampled back buffer. Its picture has no handle where that must wait for the next list.
static VkResult resolve(walker *w, swapchain *s, image *from, bool again, picture *out) {
	out->handle = VK_NULL_HANDLE;
	if (!s->single.image || s->single.format != from->d.format || s->single.width != from->d.width || s->single.height != from->d.height) {
		if (again) return VK_SUCCESS; // this list already shows what is resolved
		VkResult r = make_single(w->d, s, &from->d);
		if (r < 0) return failed(w->d, r, "an image to resolve the back buffer to");
	}
	VkPipelineStageFlags2 transfer = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
	transfer_barrier(w, s->single.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, transfer, VK_ACCESS_2_TRANSFER_WRITE_BIT);
	VkImageSubresourceLayers layers = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
	VkImageResolve region = {layers, {0, 0, 0}, layers, {0, 0, 0}, {from->d.width, from->d.height, 1}};
	w->f->CmdResolveImage(w->cb, from->handle, image_layout(from, USE_SOURCE), s->single.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
	transfer_barrier(w, s->single.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, transfer, VK_ACCESS_2_TRANSFER_READ_BIT);
	*out = (picture){s->single.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, from->d.format};
	return VK_SUCCESS;
}

// Copies the rectangle of the picture to the rectangle of the acquired image, which is in TRANSFER_DST layout.
static void draw_picture(walker *w, swapchain *s, const picture *from, VkImage to, rectangle src, rectangle dst) {
	VkImageSubresourceLayers layers = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
	bool stretched = src.w != dst.w || src.h != dst.h;
	if (!stretched && from->format == s->format.format) {
		VkImageCopy copy = {layers, {src.x, src.y, 0}, layers, {dst.x, dst.y, 0}, {dst.w, dst.h, 1}};
		w->f->CmdCopyImage(w->cb, from->handle, from->layout, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
		return;
	}
	VkFormatFeatureFlags vertex, can = vkx_format_features(w->d->instance, w->d->physical, from->format, &vertex);
	VkFilter filter = stretched && can & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
	VkImageBlit blit = {layers, {{src.x, src.y, 0}, {src.x + src.w, src.y + src.h, 1}}, layers, {{dst.x, dst.y, 0}, {dst.x + dst.w, dst.y + dst.h, 1}}};
	w->f->CmdBlitImage(w->cb, from->handle, from->layout, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, filter);
}

VkResult exec_present(walker *w, const uint32_t *record) {
	const uint32_t *p = record + 1;
	swapchain *s = find(w->d, KIND_SWAPCHAIN, p[0]);
	image *from = find(w->d, KIND_IMAGE, p[1]);
	if (!s) return misuse(w, "OpPresent: there is no swapchain %u", p[0]);
	if (!from) return misuse(w, "OpPresent: there is no image %u", p[1]);
	VkFormatFeatureFlags vertex;
	if (from->d.aspect != VK_IMAGE_ASPECT_COLOR_BIT ||
		!(vkx_format_features(w->d->instance, w->d->physical, from->d.format, &vertex) & VK_FORMAT_FEATURE_BLIT_SRC_BIT))
		return misuse(w, "OpPresent: an image of format %d cannot be shown", from->d.format);
	rectangle src = {p[2], p[3], p[4], p[5]}, dst = {(int32_t)p[6], (int32_t)p[7], p[8], p[9]};
	if (!src.w || !src.h) src = (rectangle){0, 0, from->d.width, from->d.height};
	if (src.x + src.w > from->d.width || src.y + src.h > from->d.height)
		return misuse(w, "OpPresent: the source rectangle leaves the image of %u x %u", from->d.width, from->d.height);
	if (w->present_count == MAX_PRESENTS) return misuse(w, "OpPresent: more than %d in one list", MAX_PRESENTS);
	if (__atomic_load_n(&s->status, __ATOMIC_RELAXED) == VKX_SURFACE_LOST) return VK_SUCCESS;
	VkResult r = pass_flush(w);
	if (r < 0) return r;
	uint32_t index;
	VkSemaphore ready = VK_NULL_HANDLE;
	bool again = s->serial == w->serial;
	r = acquire(w, s, &index, &ready);
	if (r < 0 || index == UINT32_MAX) return r;
	if (!dst.w || !dst.h) dst = (rectangle){0, 0, s->extent.width, s->extent.height};
	r = image_need(w, from, USE_SOURCE);
	if (r < 0) return r;
	barriers_flush(w);
	picture shot = {from->handle, image_layout(from, USE_SOURCE), from->d.format};
	if (from->d.samples > 1) r = resolve(w, s, from, again, &shot);
	if (r < 0) return r;
	VkImage to = s->images[index];
	VkPipelineStageFlags2 transfer = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
	transfer_barrier(w, to, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, transfer, VK_ACCESS_2_TRANSFER_WRITE_BIT);
	bool shown = shot.handle && cut(&src.x, &src.w, &dst.x, &dst.w, s->extent.width) && cut(&src.y, &src.h, &dst.y, &dst.h, s->extent.height);
	if (!shown || dst.w < s->extent.width || dst.h < s->extent.height) { // what the destination leaves out is black
		VkClearColorValue black = {{0, 0, 0, 1}};
		VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
		w->f->CmdClearColorImage(w->cb, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &black, 1, &all);
		transfer_barrier(w, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, transfer, VK_ACCESS_2_TRANSFER_WRITE_BIT);
	}
	if (shown) draw_picture(w, s, &shot, to, src, dst);
	transfer_barrier(w, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_PIPELINE_STAGE_2_NONE, 0);
	w->waits[w->wait_count++] = (VkSemaphoreSubmitInfo){VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, NULL, ready, 0, transfer, 0};
	w->signals[w->signal_count++] = (VkSemaphoreSubmitInfo){VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, NULL, s->drawn[index], 0, transfer, 0};
	w->presents[w->present_count] = p[0];
	w->present_index[w->present_count++] = index;
	return VK_SUCCESS;
}

VkResult exec_presented(walker *w) {
	for (uint32_t i = 0; i < w->present_count; i++) {
		swapchain *s = find(w->d, KIND_SWAPCHAIN, w->presents[i]);
		VkPresentInfoKHR info = {VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, NULL, 1, &s->drawn[w->present_index[i]], 1, &s->handle, &w->present_index[i], NULL};
		VkResult r = w->d->f.QueuePresentKHR(w->d->queue, &info);
		if (r < 0 && !surface_changed(s, r)) return failed(w->d, r, "vkQueuePresentKHR");
	}
	return VK_SUCCESS;
}
