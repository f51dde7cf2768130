#include "internal.h"

VkResult vkx_adapters(vkx_instance *i, VkPhysicalDevice *out, uint32_t *count) {
	VkResult r = i->f.EnumeratePhysicalDevices(i->handle, count, out);
	return r == VK_INCOMPLETE ? VK_SUCCESS : r;
}

typedef struct {
	VkPhysicalDeviceFeatures2 base;
	VkPhysicalDeviceVulkan11Features v11;
	VkPhysicalDeviceVulkan12Features v12;
	VkPhysicalDeviceVulkan13Features v13;
	VkPhysicalDeviceExtendedDynamicState3FeaturesEXT eds3;
	VkPhysicalDeviceMultiDrawFeaturesEXT multi_draw;
	VkPhysicalDeviceRobustness2FeaturesEXT robustness2;
	VkPhysicalDeviceDepthClipEnableFeaturesEXT depth_clip;
	VkPhysicalDeviceCustomBorderColorFeaturesEXT border;
} feature_chain;

static VkExtensionProperties *extensions(vkx_instance *i, VkPhysicalDevice p, uint32_t *count) {
	*count = 0;
	if (i->f.EnumerateDeviceExtensionProperties(p, NULL, count, NULL) < 0) return NULL;
	VkExtensionProperties *list = calloc(*count + 1, sizeof *list);
	if (list && i->f.EnumerateDeviceExtensionProperties(p, NULL, count, list) < 0) *count = 0;
	return list;
}

static bool listed(const VkExtensionProperties *list, uint32_t count, const char *name) {
	for (uint32_t k = 0; list && k < count; k++)
		if (!strcmp(list[k].extensionName, name)) return true;
	return false;
}

// Builds the chain of the feature structs whose extension is there.
static void chain(feature_chain *c, const VkExtensionProperties *list, uint32_t count) {
	memset(c, 0, sizeof *c);
	void **next = &c->base.pNext;
	c->base.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
#define LINK(field, type) c->field.sType = type, *next = &c->field, next = &c->field.pNext
	LINK(v11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
	LINK(v12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
	LINK(v13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
#define LINK_EXT(field, type, name) if (listed(list, count, name)) LINK(field, type)
	LINK_EXT(eds3, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT, "VK_EXT_extended_dynamic_state3");
	LINK_EXT(multi_draw, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT, "VK_EXT_multi_draw");
	LINK_EXT(robustness2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT, "VK_EXT_robustness2");
	LINK_EXT(depth_clip, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT, "VK_EXT_depth_clip_enable");
	LINK_EXT(border, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT, "VK_EXT_custom_border_color");
}

static uint32_t detect(const feature_chain *c, const VkExtensionProperties *list, uint32_t count, bool software) {
	const VkPhysicalDeviceFeatures *b = &c->base.features;
	const VkPhysicalDeviceExtendedDynamicState3FeaturesEXT *e = &c->eds3;
	uint32_t m = 0;
#define SET(bit, condition) if (condition) m |= 1u << (bit)
	SET(FEAT_DYNAMIC_BLEND, e->extendedDynamicState3ColorBlendEnable && e->extendedDynamicState3ColorBlendEquation && e->extendedDynamicState3ColorWriteMask);
	SET(FEAT_DYNAMIC_RASTER, e->extendedDynamicState3PolygonMode && e->extendedDynamicState3DepthClipEnable && c->depth_clip.depthClipEnable && b->fillModeNonSolid);
	SET(FEAT_MULTI_DRAW, c->multi_draw.multiDraw);
	SET(FEAT_ROBUSTNESS2, c->robustness2.robustBufferAccess2 && c->robustness2.nullDescriptor);
	SET(FEAT_PUSH_DESCRIPTORS, listed(list, count, "VK_KHR_push_descriptor"));
	SET(FEAT_GEOMETRY_SHADER, b->geometryShader);
	SET(FEAT_INDEPENDENT_BLEND, b->independentBlend);
	SET(FEAT_DUAL_SRC_BLEND, b->dualSrcBlend);
	SET(FEAT_DEPTH_CLAMP, b->depthClamp);
	SET(FEAT_DEPTH_CLIP_ENABLE, c->depth_clip.depthClipEnable);
	SET(FEAT_FILL_MODE_NON_SOLID, b->fillModeNonSolid);
	SET(FEAT_SHADER_CLIP_DISTANCE, b->shaderClipDistance);
	SET(FEAT_SAMPLER_ANISOTROPY, b->samplerAnisotropy);
	SET(FEAT_MIRROR_CLAMP_TO_EDGE, c->v12.samplerMirrorClampToEdge);
	SET(FEAT_CUSTOM_BORDER_COLOR, c->border.customBorderColors && c->border.customBorderColorWithoutFormat);
	SET(FEAT_LARGE_POINTS, b->largePoints);
	SET(FEAT_TRIANGLE_FANS, !listed(list, count, "VK_KHR_portability_subset"));
	SET(FEAT_OCCLUSION_QUERY_PRECISE, b->occlusionQueryPrecise);
	SET(FEAT_TEXTURE_COMPRESSION_BC, b->textureCompressionBC);
	SET(FEAT_UNIFORM_CONSTANTS, !software);
	return m;
}

void vkx_adapter_fill(vkx_instance *i, VkPhysicalDevice p, vkx_adapter *out) {
	memset(out, 0, sizeof *out);
	out->handle = p;
	VkPhysicalDeviceMultiDrawPropertiesEXT multi = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_PROPERTIES_EXT};
	VkPhysicalDeviceVulkan12Properties v12 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, &multi};
	VkPhysicalDeviceVulkan11Properties v11 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, &v12};
	VkPhysicalDeviceProperties2 props = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, NULL};
	i->f.GetPhysicalDeviceProperties2(p, &props);
	out->props = props.properties;
	if (props.properties.apiVersion < VK_API_VERSION_1_3) {
		snprintf(out->missing, sizeof out->missing, "it has Vulkan %u.%u", VK_VERSION_MAJOR(props.properties.apiVersion), VK_VERSION_MINOR(props.properties.apiVersion));
		return;
	}
	props.pNext = &v11;
	uint32_t count;
	VkExtensionProperties *list = extensions(i, p, &count);
	if (!listed(list, count, "VK_EXT_multi_draw")) v12.pNext = NULL;
	i->f.GetPhysicalDeviceProperties2(p, &props);
	out->driver_id = v12.driverID;
	out->max_multi_draw = multi.maxMultiDrawCount;
	memcpy(out->driver_name, v12.driverName, sizeof out->driver_name);
	memcpy(out->driver_info, v12.driverInfo, sizeof out->driver_info);
	memcpy(out->uuid, v11.deviceUUID, VK_UUID_SIZE);
	feature_chain c;
	chain(&c, list, count);
	i->f.GetPhysicalDeviceFeatures2(p, &c.base);
	out->features = detect(&c, list, count, props.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU);
	out->swapchain = i->surfaces && listed(list, count, "VK_KHR_swapchain");
	free(list);
	const struct { const char *name; VkBool32 there; } required[] = {
		{"dynamicRendering", c.v13.dynamicRendering}, {"synchronization2", c.v13.synchronization2},
		{"timelineSemaphore", c.v12.timelineSemaphore}, {"hostQueryReset", c.v12.hostQueryReset},
		{"shaderDemoteToHelperInvocation", c.v13.shaderDemoteToHelperInvocation}, {"robustBufferAccess", c.base.features.robustBufferAccess},
	};
	for (size_t k = 0; k < sizeof required / sizeof *required; k++)
		if (!required[k].there) snprintf(out->missing, sizeof out->missing, "it lacks the feature %s", required[k].name);
	VkPhysicalDeviceMemoryProperties memory;
	i->f.GetPhysicalDeviceMemoryProperties(p, &memory);
	for (uint32_t k = 0; k < memory.memoryHeapCount; k++)
		if (memory.memoryHeaps[k].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) out->memory += memory.memoryHeaps[k].size;
	VkQueueFamilyProperties families[32];
	uint32_t family_count = 32;
	i->f.GetPhysicalDeviceQueueFamilyProperties(p, &family_count, families);
	while (out->queue_family < family_count && !(families[out->queue_family].queueFlags & VK_QUEUE_GRAPHICS_BIT)) out->queue_family++;
	if (out->queue_family == family_count) snprintf(out->missing, sizeof out->missing, "it has no graphics queue");
}

VkFormatFeatureFlags vkx_format_features(vkx_instance *i, VkPhysicalDevice p, VkFormat format, VkFormatFeatureFlags *vertex) {
	VkFormatProperties2 props = {VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
	i->f.GetPhysicalDeviceFormatProperties2(p, format, &props);
	*vertex = props.formatProperties.bufferFeatures;
	return props.formatProperties.optimalTilingFeatures;
}

VkSampleCountFlags vkx_format_samples(vkx_instance *i, VkPhysicalDevice p, VkFormat format, VkImageUsageFlags usage) {
	VkPhysicalDeviceImageFormatInfo2 info = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2, NULL, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, usage, 0};
	VkImageFormatProperties2 props = {VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
	if (i->f.GetPhysicalDeviceImageFormatProperties2(p, &info, &props) < 0) return 0;
	return props.imageFormatProperties.sampleCounts;
}

// Every feature of the mask is enabled, and beside them only what this package requires, and whole 32-bit indices where there are.
VkResult device_open_handle(vkx_device *d, const vkx_adapter *a) {
	uint32_t count;
	VkExtensionProperties *list = extensions(d->instance, d->physical, &count);
	feature_chain have, use;
	chain(&have, list, count);
	d->instance->f.GetPhysicalDeviceFeatures2(d->physical, &have.base);
	free(list);

	const char *names[16];
	uint32_t names_count = 0;
	void **next = &use.base.pNext;
	memset(&use, 0, sizeof use);
	{
		feature_chain *c = &use;
		c->base.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
		LINK(v11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
		LINK(v12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
		LINK(v13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
		if (has(d, FEAT_DYNAMIC_BLEND) || has(d, FEAT_DYNAMIC_RASTER)) {
			LINK(eds3, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT);
			names[names_count++] = "VK_EXT_extended_dynamic_state3";
			if (has(d, FEAT_DYNAMIC_BLEND))
				c->eds3.extendedDynamicState3ColorBlendEnable = c->eds3.extendedDynamicState3ColorBlendEquation = c->eds3.extendedDynamicState3ColorWriteMask = VK_TRUE;
			if (has(d, FEAT_DYNAMIC_RASTER)) c->eds3.extendedDynamicState3PolygonMode = c->eds3.extendedDynamicState3DepthClipEnable = VK_TRUE;
		}
		if (has(d, FEAT_MULTI_DRAW)) {
			LINK(multi_draw, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT);
			names[names_count++] = "VK_EXT_multi_draw";
			c->multi_draw.multiDraw = VK_TRUE;
		}
		if (has(d, FEAT_ROBUSTNESS2)) {
			LINK(robustness2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT);
			names[names_count++] = "VK_EXT_robustness2";
			c->robustness2.robustBufferAccess2 = c->robustness2.nullDescriptor = VK_TRUE;
		}
		if (has(d, FEAT_DEPTH_CLIP_ENABLE)) {
			LINK(depth_clip, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT);
			names[names_count++] = "VK_EXT_depth_clip_enable";
			c->depth_clip.depthClipEnable = VK_TRUE;
		}
		if (has(d, FEAT_CUSTOM_BORDER_COLOR)) {
			LINK(border, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT);
			names[names_count++] = "VK_EXT_custom_border_color";
			c->border.customBorderColors = c->border.customBorderColorWithoutFormat = VK_TRUE;
		}
		if (has(d, FEAT_PUSH_DESCRIPTORS)) names[names_count++] = "VK_KHR_push_descriptor";
		if (a->swapchain) names[names_count++] = "VK_KHR_swapchain";
	}
	use.v12.timelineSemaphore = use.v12.hostQueryReset = VK_TRUE;
	use.v13.dynamicRendering = use.v13.synchronization2 = use.v13.shaderDemoteToHelperInvocation = VK_TRUE;
	use.v12.samplerMirrorClampToEdge = has(d, FEAT_MIRROR_CLAMP_TO_EDGE);
	VkPhysicalDeviceFeatures *b = &use.base.features;
	b->robustBufferAccess = VK_TRUE;
	b->fullDrawIndexUint32 = have.base.features.fullDrawIndexUint32;
	b->geometryShader = has(d, FEAT_GEOMETRY_SHADER);
	b->independentBlend = has(d, FEAT_INDEPENDENT_BLEND);
	b->dualSrcBlend = has(d, FEAT_DUAL_SRC_BLEND);
	b->depthClamp = has(d, FEAT_DEPTH_CLAMP);
	b->fillModeNonSolid = has(d, FEAT_FILL_MODE_NON_SOLID);
	b->shaderClipDistance = has(d, FEAT_SHADER_CLIP_DISTANCE);
	b->samplerAnisotropy = has(d, FEAT_SAMPLER_ANISOTROPY);
	b->largePoints = has(d, FEAT_LARGE_POINTS);
	b->occlusionQueryPrecise = has(d, FEAT_OCCLUSION_QUERY_PRECISE);
	b->textureCompressionBC = has(d, FEAT_TEXTURE_COMPRESSION_BC);
	float priority = 1;
	VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, NULL, 0, a->queue_family, 1, &priority};
	VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &use.base, 0, 1, &queue, 0, NULL, names_count, names, NULL};
	return d->instance->f.CreateDevice(d->physical, &info, NULL, &d->handle);
}
