#include "loop.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vulkan/vulkan.h>
#include "offset.vert.h"
#include "plain.frag.h"
#include "tint.frag.h"
#include "flat.vert.h"
#include "flat.frag.h"
#include "four.frag.h"

enum { SIZE = 64, TARGETS = 4, MAXDRAWS = 1 << 20 };

struct Loop {
	VkInstance instance;
	VkPhysicalDevice physical;
	VkDevice device;
	VkQueue queue;
	uint32_t family;
	int eds3, multi;
	VkCommandPool pool;
	VkCommandBuffer cmd;
	VkFence fence;
	VkImage target[TARGETS], texture[2];
	VkImageView targetView[TARGETS], textureView[2];
	VkDeviceMemory memory[16];
	int memories;
	VkBuffer vertices, readback;
	void *verticesMap, *readbackMap;
	VkSampler sampler;
	VkDescriptorSetLayout setLayout;
	VkDescriptorPool sets;
	VkDescriptorSet set[2];
	VkPipelineLayout plainLayout, pushLayout, flatLayout;
	VkPipeline offset, tint[2], tintDynamic, flatDynamic, four;
	PFN_vkCmdDrawMultiEXT drawMulti;
	PFN_vkCmdSetColorBlendEnableEXT setBlendEnable;
	VkMultiDrawInfoEXT *draws;
};

static const char *failure;
#define TRY(x) do { if ((x) != VK_SUCCESS) { failure = #x; return 0; } } while (0)

void loop_empty(void) {}

static uint32_t memory_type(Loop *l, uint32_t bits, VkMemoryPropertyFlags want) {
	VkPhysicalDeviceMemoryProperties p;
	vkGetPhysicalDeviceMemoryProperties(l->physical, &p);
	for (uint32_t i = 0; i < p.memoryTypeCount; i++)
		if (bits >> i & 1 && (p.memoryTypes[i].propertyFlags & want) == want) return i;
	return 0;
}

static VkDeviceMemory take(Loop *l, VkMemoryRequirements r, VkMemoryPropertyFlags want) {
	VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, 0, r.size, memory_type(l, r.memoryTypeBits, want)};
	VkDeviceMemory m = 0;
	vkAllocateMemory(l->device, &info, 0, &m);
	return l->memory[l->memories++] = m;
}

static int make_buffer(Loop *l, VkDeviceSize size, VkBufferUsageFlags usage, VkBuffer *b, void **map) {
	VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
	TRY(vkCreateBuffer(l->device, &info, 0, b));
	VkMemoryRequirements r;
	vkGetBufferMemoryRequirements(l->device, *b, &r);
	VkDeviceMemory m = take(l, r, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
	TRY(vkBindBufferMemory(l->device, *b, m, 0));
	TRY(vkMapMemory(l->device, m, 0, VK_WHOLE_SIZE, 0, map));
	return 1;
}

static int make_image(Loop *l, uint32_t size, VkImageUsageFlags usage, VkImage *image, VkImageView *view) {
	VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_B8G8R8A8_UNORM,
		.extent = {size, size, 1}, .mipLevels = 1, .arrayLayers = 1, .samples = 1, .usage = usage};
	TRY(vkCreateImage(l->device, &info, 0, image));
	VkMemoryRequirements r;
	vkGetImageMemoryRequirements(l->device, *image, &r);
	TRY(vkBindImageMemory(l->device, *image, take(l, r, 0), 0));
	VkImageViewCreateInfo v = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = *image, .viewType = VK_IMAGE_VIEW_TYPE_2D,
		.format = info.format, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
	TRY(vkCreateImageView(l->device, &v, 0, view));
	return 1;
}

static int make_pipeline(Loop *l, const uint32_t *vert, size_t vertSize, const uint32_t *frag, size_t fragSize, VkPipelineLayout layout,
	uint32_t targets, int blend, int dynamicBlend, VkPipeline *out) {
	VkShaderModule m[2];
	VkShaderModuleCreateInfo mi[2] = {{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, 0, 0, vertSize, vert},
		{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, 0, 0, fragSize, frag}};
	TRY(vkCreateShaderModule(l->device, &mi[0], 0, &m[0]));
	TRY(vkCreateShaderModule(l->device, &mi[1], 0, &m[1]));
	VkPipelineShaderStageCreateInfo stages[2] = {
		{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, 0, 0, VK_SHADER_STAGE_VERTEX_BIT, m[0], "main", 0},
		{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, 0, 0, VK_SHADER_STAGE_FRAGMENT_BIT, m[1], "main", 0}};
	VkVertexInputBindingDescription binding = {0, 16, VK_VERTEX_INPUT_RATE_VERTEX};
	VkVertexInputAttributeDescription attribute = {0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0};
	VkPipelineVertexInputStateCreateInfo input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO, 0, 0, 1, &binding, 1, &attribute};
	VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
	VkViewport vp = {0, 0, SIZE, SIZE, 0, 1};
	VkRect2D sc = {{0, 0}, {SIZE, SIZE}};
	VkPipelineViewportStateCreateInfo viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, 0, 0, 1, &vp, 1, &sc};
	VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
	VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, .rasterizationSamples = 1};
	VkPipelineColorBlendAttachmentState attachments[TARGETS];
	VkFormat formats[TARGETS];
	for (uint32_t i = 0; i < targets; i++) {
		attachments[i] = (VkPipelineColorBlendAttachmentState){blend, VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, 15};
		formats[i] = VK_FORMAT_B8G8R8A8_UNORM;
	}
	VkPipelineColorBlendStateCreateInfo color = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = targets, .pAttachments = attachments};
	VkDynamicState state = VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT;
	VkPipelineDynamicStateCreateInfo dynamic = {VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, 0, 0, dynamicBlend ? 1 : 0, &state};
	VkPipelineRenderingCreateInfo rendering = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, 0, 0, targets, formats, 0, 0};
	VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering, 0, 2, stages, &input, &assembly, 0,
		&viewport, &raster, &samples, 0, &color, &dynamic, layout, 0, 0, 0, 0};
	TRY(vkCreateGraphicsPipelines(l->device, 0, 1, &info, 0, out));
	vkDestroyShaderModule(l->device, m[0], 0);
	vkDestroyShaderModule(l->device, m[1], 0);
	return 1;
}

static int make_device(Loop *l) {
	VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
	VkInstanceCreateInfo ii = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
	TRY(vkCreateInstance(&ii, 0, &l->instance));
	uint32_t n = 1;
	VkResult r = vkEnumeratePhysicalDevices(l->instance, &n, &l->physical);
	if (n == 0 || (r != VK_SUCCESS && r != VK_INCOMPLETE)) { failure = "no Vulkan device"; return 0; }
	VkExtensionProperties ext[512];
	n = 512;
	vkEnumerateDeviceExtensionProperties(l->physical, 0, &n, ext);
	for (uint32_t i = 0; i < n; i++) {
		l->eds3 |= !strcmp(ext[i].extensionName, "VK_EXT_extended_dynamic_state3");
		l->multi |= !strcmp(ext[i].extensionName, "VK_EXT_multi_draw");
	}
	VkPhysicalDeviceMultiDrawFeaturesEXT multi = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT};
	VkPhysicalDeviceExtendedDynamicState3FeaturesEXT eds3 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT, &multi};
	VkPhysicalDeviceFeatures2 have = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &eds3};
	vkGetPhysicalDeviceFeatures2(l->physical, &have);
	l->eds3 = l->eds3 && eds3.extendedDynamicState3ColorBlendEnable;
	l->multi = l->multi && multi.multiDraw;
	const char *names[2];
	uint32_t count = 0;
	void *next = 0;
	VkPhysicalDeviceExtendedDynamicState3FeaturesEXT useEds3 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT, .extendedDynamicState3ColorBlendEnable = 1};
	if (l->eds3) { names[count++] = "VK_EXT_extended_dynamic_state3"; useEds3.pNext = next; next = &useEds3; }
	multi.pNext = next;
	if (l->multi) { names[count++] = "VK_EXT_multi_draw"; next = &multi; }
	VkPhysicalDeviceVulkan13Features v13 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, next, .dynamicRendering = 1, .synchronization2 = 1};
	VkQueueFamilyProperties fam[32];
	n = 32;
	vkGetPhysicalDeviceQueueFamilyProperties(l->physical, &n, fam);
	while (l->family + 1 < n && !(fam[l->family].queueFlags & VK_QUEUE_GRAPHICS_BIT)) l->family++;
	float one = 1;
	VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, 0, 0, l->family, 1, &one};
	VkDeviceCreateInfo di = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &v13, 0, 1, &qi, 0, 0, count, names, 0};
	TRY(vkCreateDevice(l->physical, &di, 0, &l->device));
	vkGetDeviceQueue(l->device, l->family, 0, &l->queue);
	l->drawMulti = (PFN_vkCmdDrawMultiEXT)vkGetDeviceProcAddr(l->device, "vkCmdDrawMultiEXT");
	l->setBlendEnable = (PFN_vkCmdSetColorBlendEnableEXT)vkGetDeviceProcAddr(l->device, "vkCmdSetColorBlendEnableEXT");
	return 1;
}

static int make_sets(Loop *l) {
	VkSamplerCreateInfo si = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
	TRY(vkCreateSampler(l->device, &si, 0, &l->sampler));
	VkDescriptorSetLayoutBinding b = {0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, 0};
	VkDescriptorSetLayoutCreateInfo li = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, 0, 0, 1, &b};
	TRY(vkCreateDescriptorSetLayout(l->device, &li, 0, &l->setLayout));
	VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2};
	VkDescriptorPoolCreateInfo pi = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, 0, 0, 2, 1, &size};
	TRY(vkCreateDescriptorPool(l->device, &pi, 0, &l->sets));
	VkDescriptorSetLayout layouts[2] = {l->setLayout, l->setLayout};
	VkDescriptorSetAllocateInfo ai = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, 0, l->sets, 2, layouts};
	TRY(vkAllocateDescriptorSets(l->device, &ai, l->set));
	for (int i = 0; i < 2; i++) {
		VkDescriptorImageInfo ii = {l->sampler, l->textureView[i], VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
		VkWriteDescriptorSet w = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, 0, l->set[i], 0, 0, 1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, &ii, 0, 0};
		vkUpdateDescriptorSets(l->device, 1, &w, 0, 0);
	}
	return 1;
}

static int make_pipelines(Loop *l) {
	VkPushConstantRange v = {VK_SHADER_STAGE_VERTEX_BIT, 0, 16}, f = {VK_SHADER_STAGE_FRAGMENT_BIT, 16, 16}, both[2] = {v, f};
	VkPipelineLayoutCreateInfo plain = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .pushConstantRangeCount = 1, .pPushConstantRanges = &v};
	VkPipelineLayoutCreateInfo push = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, 0, 0, 1, &l->setLayout, 2, both};
	VkPipelineLayoutCreateInfo flat = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, 0, 0, 1, &l->setLayout, 1, &v};
	TRY(vkCreatePipelineLayout(l->device, &plain, 0, &l->plainLayout));
	TRY(vkCreatePipelineLayout(l->device, &push, 0, &l->pushLayout));
	TRY(vkCreatePipelineLayout(l->device, &flat, 0, &l->flatLayout));
#define PIPE(v, f, layout, targets, blend, dyn, out) make_pipeline(l, spv_##v, sizeof spv_##v, spv_##f, sizeof spv_##f, layout, targets, blend, dyn, out)
	return PIPE(offset_vert, plain_frag, l->plainLayout, 1, 0, 0, &l->offset) && PIPE(offset_vert, four_frag, l->plainLayout, TARGETS, 0, 0, &l->four) &&
		PIPE(offset_vert, tint_frag, l->pushLayout, 1, 0, 0, &l->tint[0]) && PIPE(offset_vert, tint_frag, l->pushLayout, 1, 1, 0, &l->tint[1]) &&
		(!l->eds3 || (PIPE(offset_vert, tint_frag, l->pushLayout, 1, 0, 1, &l->tintDynamic) && PIPE(flat_vert, flat_frag, l->flatLayout, 1, 0, 1, &l->flatDynamic)));
}

static void move(Loop *l, VkImage image, VkImageLayout from, VkImageLayout to) {
	VkImageMemoryBarrier b = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, 0, VK_ACCESS_MEMORY_WRITE_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
		from, to, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, image, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
	vkCmdPipelineBarrier(l->cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, 0, 0, 0, 1, &b);
}

static int finish(Loop *l) {
	TRY(vkEndCommandBuffer(l->cmd));
	VkSubmitInfo s = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &l->cmd};
	TRY(vkQueueSubmit(l->queue, 1, &s, l->fence));
	TRY(vkWaitForFences(l->device, 1, &l->fence, 1, UINT64_MAX));
	TRY(vkResetFences(l->device, 1, &l->fence));
	return 1;
}

static int begin(Loop *l) {
	TRY(vkResetCommandPool(l->device, l->pool, 0));
	VkCommandBufferBeginInfo b = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
	TRY(vkBeginCommandBuffer(l->cmd, &b));
	return 1;
}

static int fill_textures(Loop *l) {
	if (!begin(l)) return 0;
	for (int i = 0; i < 2; i++) {
		VkClearColorValue c = {{i ? 0.5f : 1.0f, 1.0f, i ? 1.0f : 0.5f, 1.0f}};
		VkImageSubresourceRange r = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
		move(l, l->texture[i], VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
		vkCmdClearColorImage(l->cmd, l->texture[i], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &c, 1, &r);
		move(l, l->texture[i], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
	}
	return finish(l);
}

static int open_all(Loop *l) {
	if (!make_device(l)) return 0;
	VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = l->family};
	TRY(vkCreateCommandPool(l->device, &pi, 0, &l->pool));
	VkCommandBufferAllocateInfo ai = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, 0, l->pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
	TRY(vkAllocateCommandBuffers(l->device, &ai, &l->cmd));
	VkFenceCreateInfo fi = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
	TRY(vkCreateFence(l->device, &fi, 0, &l->fence));
	for (int i = 0; i < TARGETS; i++)
		if (!make_image(l, SIZE, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, &l->target[i], &l->targetView[i])) return 0;
	for (int i = 0; i < 2; i++)
		if (!make_image(l, 1, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, &l->texture[i], &l->textureView[i])) return 0;
	if (!make_buffer(l, 4096, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, &l->vertices, &l->verticesMap)) return 0;
	if (!make_buffer(l, SIZE * SIZE * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT, &l->readback, &l->readbackMap)) return 0;
	// Covers the top left pixel's center only.
	const float p = 2.0f / SIZE, v[12] = {-1, -1, 0, 1, -1 + p, -1, 0, 1, -1, -1 + p, 0, 1};
	float w[12];
	memcpy(w, v, sizeof w);
	w[4] += p; w[9] += p;
	memcpy(l->verticesMap, w, sizeof w);
	l->draws = malloc(MAXDRAWS * sizeof *l->draws);
	for (int i = 0; i < MAXDRAWS; i++) l->draws[i] = (VkMultiDrawInfoEXT){0, 3};
	return make_sets(l) && make_pipelines(l) && fill_textures(l);
}

Loop *loop_open(char **msg) {
	Loop *l = calloc(1, sizeof *l);
	if (open_all(l)) return l;
	*msg = (char *)failure;
	free(l);
	return 0;
}

int loop_has(Loop *l, int v) { return v == LOOP_NOCHANGE_MULTI ? l->multi : v == LOOP_ALL_PUSH || v == LOOP_ALL_FLAT ? l->eds3 : 1; }

static void draws(Loop *l, int variant, int n) {
	const float zero[4] = {0};
	VkDeviceSize offset = 0;
	vkCmdBindVertexBuffers(l->cmd, 0, 1, &l->vertices, &offset);
	VkPipeline pipe = variant == LOOP_FOUR_TARGETS ? l->four : variant <= LOOP_VERTEX_PUSH ? l->offset : variant == LOOP_ALL_PUSH ? l->tintDynamic : variant == LOOP_ALL_FLAT ? l->flatDynamic : l->tint[0];
	VkPipelineLayout layout = variant <= LOOP_VERTEX_PUSH || variant == LOOP_FOUR_TARGETS ? l->plainLayout : variant == LOOP_ALL_FLAT ? l->flatLayout : l->pushLayout;
	vkCmdBindPipeline(l->cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipe);
	vkCmdPushConstants(l->cmd, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, 16, zero);
	if (variant == LOOP_NOCHANGE_MULTI) {
		for (int i = 0; i < n; i += 1024) // no driver need take more than 1024 at once
			l->drawMulti(l->cmd, n - i < 1024 ? n - i : 1024, l->draws, 1, 0, sizeof *l->draws);
		return;
	}
	for (int i = 0; i < n; i++) {
		if (variant == LOOP_VERTEX_PUSH || variant == LOOP_FOUR_TARGETS) {
			const float move[4] = {(i % 64) * (2.0f / SIZE), (i / 64 % 64) * (2.0f / SIZE), 0, 0};
			vkCmdPushConstants(l->cmd, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, 16, move);
		} else if (variant >= LOOP_ALL_PUSH) {
			const float tint[4] = {(i & 15) / 64.0f, (i >> 4 & 15) / 64.0f, (i >> 8 & 15) / 64.0f, 1};
			VkBool32 blend = i & 1;
			if (variant == LOOP_ALL_FLAT) vkCmdPushConstants(l->cmd, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, 16, tint);
			else vkCmdPushConstants(l->cmd, layout, VK_SHADER_STAGE_FRAGMENT_BIT, 16, 16, tint);
			vkCmdBindDescriptorSets(l->cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &l->set[i & 1], 0, 0);
			if (variant == LOOP_ALL_PIPELINES) vkCmdBindPipeline(l->cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, l->tint[i & 1]);
			else l->setBlendEnable(l->cmd, 0, 1, &blend);
		}
		vkCmdDraw(l->cmd, 3, 1, 0, 0);
	}
}

int64_t loop_run(Loop *l, int variant, int n, void *pixels) {
	struct timespec a, b;
	if (n > MAXDRAWS || !loop_has(l, variant)) return -1;
	clock_gettime(CLOCK_MONOTONIC, &a);
	if (!begin(l)) return -1;
	const uint32_t targets = variant == LOOP_FOUR_TARGETS ? TARGETS : 1;
	VkRenderingAttachmentInfo colors[TARGETS];
	for (uint32_t i = 0; i < targets; i++) {
		move(l, l->target[i], VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
		colors[i] = (VkRenderingAttachmentInfo){VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, .imageView = l->targetView[i], .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
			.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR, .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
	}
	VkRenderingInfo ri = {VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, {SIZE, SIZE}}, .layerCount = 1, .colorAttachmentCount = targets, .pColorAttachments = colors};
	vkCmdBeginRendering(l->cmd, &ri);
	draws(l, variant, n);
	vkCmdEndRendering(l->cmd);
	move(l, l->target[targets - 1], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
	if (!finish(l)) return -1;
	clock_gettime(CLOCK_MONOTONIC, &b);
	if (!begin(l)) return -1;
	VkBufferImageCopy region = {0, 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {0, 0, 0}, {SIZE, SIZE, 1}};
	vkCmdCopyImageToBuffer(l->cmd, l->target[targets - 1], VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, l->readback, 1, &region);
	if (!finish(l)) return -1;
	memcpy(pixels, l->readbackMap, SIZE * SIZE * 4);
	return (b.tv_sec - a.tv_sec) * 1000000000ll + (b.tv_nsec - a.tv_nsec);
}

void loop_close(Loop *l) {
	vkDeviceWaitIdle(l->device);
	VkPipeline p[] = {l->offset, l->four, l->tint[0], l->tint[1], l->tintDynamic, l->flatDynamic};
	for (unsigned i = 0; i < sizeof p / sizeof *p; i++) vkDestroyPipeline(l->device, p[i], 0);
	VkPipelineLayout pl[] = {l->plainLayout, l->pushLayout, l->flatLayout};
	for (unsigned i = 0; i < 3; i++) vkDestroyPipelineLayout(l->device, pl[i], 0);
	vkDestroyDescriptorPool(l->device, l->sets, 0);
	vkDestroyDescriptorSetLayout(l->device, l->setLayout, 0);
	vkDestroySampler(l->device, l->sampler, 0);
	for (int i = 0; i < 2; i++) { vkDestroyImageView(l->device, l->textureView[i], 0); vkDestroyImage(l->device, l->texture[i], 0); }
	for (int i = 0; i < TARGETS; i++) { vkDestroyImageView(l->device, l->targetView[i], 0); vkDestroyImage(l->device, l->target[i], 0); }
	vkDestroyBuffer(l->device, l->vertices, 0);
	vkDestroyBuffer(l->device, l->readback, 0);
	for (int i = 0; i < l->memories; i++) vkFreeMemory(l->device, l->memory[i], 0);
	vkDestroyFence(l->device, l->fence, 0);
	vkDestroyCommandPool(l->device, l->pool, 0);
	vkDestroyDevice(l->device, 0);
	vkDestroyInstance(l->instance, 0);
	free(l->draws);
	free(l);
}
