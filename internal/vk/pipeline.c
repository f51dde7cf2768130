#include "exec.h"

VkResult vkx_create_vertex_layout(vkx_device *d, const vkx_attribute *a, uint32_t count, uint32_t *id, char *err, size_t n) {
	uint32_t used = 0, zero = ~0u;
	for (uint32_t k = 0; k < count; k++)
		if (a[k].binding < STREAMS) used |= 1u << a[k].binding;
	for (uint32_t k = 0; k < count; k++) {
		if (a[k].binding < STREAMS || zero != ~0u) continue;
		zero = d->limits.maxVertexInputBindings > STREAMS ? STREAMS : STREAMS - 1; // any binding that no stream uses
		while (zero < STREAMS && used >> zero & 1) {
			if (zero-- == 0) {
				snprintf(err, n, "sixteen streams and unfed inputs need 17 vertex bindings; the driver has %u", d->limits.maxVertexInputBindings);
				return VKX_MISUSE;
			}
		}
	}
	vertex_layout *l = object_new(d, KIND_VERTEX_LAYOUT, false);
	if (!l) return VK_ERROR_OUT_OF_HOST_MEMORY;
	l->count = count, l->streams = used, l->zero = zero;
	for (uint32_t k = 0; k < count; k++) {
		VkVertexInputAttributeDescription *out = &l->attributes[k];
		if (a[k].binding < STREAMS) *out = (VkVertexInputAttributeDescription){a[k].location, a[k].binding, a[k].format, a[k].offset};
		else *out = (VkVertexInputAttributeDescription){a[k].location, zero, VK_FORMAT_R8_UNORM, 0};
	}
	*id = l->o.id;
	return VK_SUCCESS;
}

static VkPipelineColorBlendAttachmentState blend_state(uint32_t w) {
	return (VkPipelineColorBlendAttachmentState){w >> 4 & 1, w >> 5 & 31, w >> 10 & 31, w >> 15 & 7, w >> 18 & 31, w >> 23 & 31, w >> 28 & 7, w & 15};
}

static bool has_stencil(VkFormat f) { return f == VK_FORMAT_S8_UINT || f == VK_FORMAT_D16_UNORM_S8_UINT || f == VK_FORMAT_D24_UNORM_S8_UINT || f == VK_FORMAT_D32_SFLOAT_S8_UINT; }

static uint32_t dynamic_states(vkx_device *d, bool streams, VkDynamicState *out) {
	static const VkDynamicState always[] = {
		VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_BLEND_CONSTANTS, VK_DYNAMIC_STATE_DEPTH_BIAS,
		VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK, VK_DYNAMIC_STATE_STENCIL_WRITE_MASK, VK_DYNAMIC_STATE_STENCIL_REFERENCE,
		VK_DYNAMIC_STATE_CULL_MODE, VK_DYNAMIC_STATE_FRONT_FACE, VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY,
		VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE, VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE, VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
		VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE, VK_DYNAMIC_STATE_STENCIL_OP, VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE,
	};
	uint32_t n = sizeof always / sizeof *always;
	memcpy(out, always, sizeof always);
	if (streams) out[n++] = VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE; // must be set before a draw, even where there is none
	if (has(d, FEAT_DYNAMIC_BLEND)) {
		out[n++] = VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT;
		out[n++] = VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT;
		out[n++] = VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT;
	}
	if (has(d, FEAT_DYNAMIC_RASTER)) {
		out[n++] = VK_DYNAMIC_STATE_POLYGON_MODE_EXT;
		out[n++] = VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT;
	}
	return n;
}

static VkResult compile(vkx_device *d, const vkx_pipeline_desc *p, pipeline *out, const shader *vertex, const shader *fragment, const shader *geometry, const vertex_layout *layout) {
	uint32_t stage_count = 1;
	VkPipelineShaderStageCreateInfo stages[3] = {{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, NULL, 0, VK_SHADER_STAGE_VERTEX_BIT, vertex->handle, "main", NULL}};
	if (geometry) stages[stage_count++] = (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, NULL, 0, VK_SHADER_STAGE_GEOMETRY_BIT, geometry->handle, "main", NULL};
	if (fragment) stages[stage_count++] = (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, NULL, 0, VK_SHADER_STAGE_FRAGMENT_BIT, fragment->handle, "main", NULL};
	VkVertexInputBindingDescription bindings[STREAMS + 1];
	VkPipelineVertexInputStateCreateInfo input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO, NULL, 0, 0, bindings, layout->count, layout->attributes};
	for (uint32_t k = 0; k <= STREAMS; k++)
		if (layout->streams >> k & 1 || k == layout->zero) bindings[input.vertexBindingDescriptionCount++] = (VkVertexInputBindingDescription){k, 0, VK_VERTEX_INPUT_RATE_VERTEX};
	VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, NULL, 0, p->topology, VK_FALSE};
	VkPipelineViewportStateCreateInfo viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, NULL, 0, 1, NULL, 1, NULL};
	VkPipelineRasterizationDepthClipStateCreateInfoEXT clip = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT, NULL, 0, !p->no_depth_clip};
	VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
	// With the clip switched apart, clamping stays on: depth that a shader writes or a bias moves ends within the viewport's range.
	if (has(d, FEAT_DEPTH_CLIP_ENABLE)) raster.pNext = &clip;
	raster.depthClampEnable = has(d, FEAT_DEPTH_CLAMP) && (has(d, FEAT_DEPTH_CLIP_ENABLE) || p->no_depth_clip);
	raster.polygonMode = p->polygon;
	raster.lineWidth = 1;
	VkSampleMask mask = ~p->masked_samples;
	VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, NULL, 0, p->samples, VK_FALSE, 0, &mask, VK_FALSE, VK_FALSE};
	VkPipelineDepthStencilStateCreateInfo depth = {VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
	depth.maxDepthBounds = 1;
	uint32_t colors = 0;
	VkPipelineColorBlendAttachmentState blends[TARGETS];
	for (uint32_t k = 0; k < TARGETS; k++) {
		if (p->color[k]) colors = k + 1;
		blends[k] = blend_state(p->blend[k]);
	}
	VkPipelineColorBlendStateCreateInfo blend = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, NULL, 0, VK_FALSE, VK_LOGIC_OP_COPY, colors, blends, {0}};
	VkDynamicState states[32];
	VkPipelineDynamicStateCreateInfo dynamic = {VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, NULL, 0, dynamic_states(d, input.vertexBindingDescriptionCount > 0, states), states};
	VkPipelineRenderingCreateInfo rendering = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, NULL, 0, colors, p->color,
		p->depth != VK_FORMAT_S8_UINT ? p->depth : VK_FORMAT_UNDEFINED, has_stencil(p->depth) ? p->depth : VK_FORMAT_UNDEFINED};
	VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering, 0, stage_count, stages, &input, &assembly, NULL, &viewport,
		&raster, &samples, &depth, &blend, &dynamic, out->layout->handle, VK_NULL_HANDLE, 0, VK_NULL_HANDLE, -1};
	return d->f.CreateGraphicsPipelines(d->handle, d->cache, 1, &info, NULL, &out->handle);
}

VkResult vkx_create_pipeline(vkx_device *d, const vkx_pipeline_desc *p, uint32_t *id, char *err, size_t n) {
	const shader *vertex = find(d, KIND_SHADER, p->vertex), *fragment = p->fragment ? find(d, KIND_SHADER, p->fragment) : NULL,
		*geometry = p->geometry ? find(d, KIND_SHADER, p->geometry) : NULL;
	const vertex_layout *layout = find(d, KIND_VERTEX_LAYOUT, p->layout);
	if (!vertex || vertex->stage != 0 || (p->fragment && (!fragment || fragment->stage != 1)) || (p->geometry && (!geometry || geometry->stage != 2)) || !layout) {
		snprintf(err, n, "vertex shader %u, fragment shader %u, geometry shader %u or vertex layout %u is none", p->vertex, p->fragment, p->geometry, p->layout);
		return VKX_MISUSE;
	}
	pipeline made = {.layout = pipeline_layout_get(d, p->pixel_samplers, p->vertex_samplers), .depth = p->depth, .samples = p->samples,
		.topology = p->topology, .streams = layout->streams, .zero = layout->zero};
	memcpy(made.color, p->color, sizeof made.color);
	if (!made.layout) return VK_ERROR_OUT_OF_HOST_MEMORY;
	VkResult r = compile(d, p, &made, vertex, fragment, geometry, layout);
	if (r < 0) {
		snprintf(err, n, "vkCreateGraphicsPipelines failed (VkResult %d)", r);
		return r;
	}
	pipeline *out = object_new(d, KIND_PIPELINE, false);
	if (!out) {
		d->f.DestroyPipeline(d->handle, made.handle, NULL);
		return VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	made.o = out->o;
	*out = made;
	*id = out->o.id;
	return VK_SUCCESS;
}
