package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"d3d9vk/internal/gpu"
)

// CreateShader makes a shader module; the entry point is main. The words are the caller's responsibility: they come from
// our own emitter.
func (d *Device) CreateShader(stage gpu.Stage, words []uint32) (gpu.ID, error) {
	if err := d.enter(); err != nil {
		return 0, err
	}
	defer d.leave()
	const magic = 0x07230203
	if len(words) < 5 || words[0] != magic || stage > gpu.Geometry || stage == gpu.Geometry && !d.features.GeometryShader {
		return 0, fmt.Errorf("vk: CreateShader: %d words of stage %d are no SPIR-V module", len(words), stage)
	}
	handle, r := create(d.handle, vk.ShaderModuleCreateInfo{SType: vk.StructureTypeShaderModuleCreateInfo, CodeSize: uint(len(words)) * 4, PCode: words}, vk.CreateShaderModule)
	if r < 0 {
		return 0, d.result("CreateShader", int32(r), "")
	}
	var id C.uint32_t
	if r := C.vkx_adopt_shader(d.c, C.VkShaderModule(unsafe.Pointer(handle)), C.uint32_t(stage), &id); r < 0 {
		return 0, d.result("CreateShader", int32(r), "")
	}
	return gpu.ID(id), nil
}

// CreateVertexLayout makes the description of how vertices are fetched. It may be empty.
func (d *Device) CreateVertexLayout(elements []gpu.VertexElement) (gpu.ID, error) {
	if err := d.enter(); err != nil {
		return 0, err
	}
	defer d.leave()
	most := min(C.MAX_ATTRIBUTES, int(d.adapter.Limits.MaxVertexInputAttributes))
	if len(elements) > most {
		return 0, fmt.Errorf("vk: CreateVertexLayout: %w: %d elements, the driver takes %d", gpu.ErrUnsupported, len(elements), most)
	}
	var list [C.MAX_ATTRIBUTES]C.vkx_attribute
	for k, e := range elements {
		format := e.Format
		if e.Swizzle {
			format = gpu.FormatB8G8R8A8Unorm // every Vulkan driver fetches it
		}
		if e.Binding > gpu.ZeroStream || int(e.Location) >= most {
			return 0, fmt.Errorf("vk: CreateVertexLayout: element %d has binding %d and location %d", k, e.Binding, e.Location)
		}
		if e.Binding != gpu.ZeroStream && !d.adapter.Formats[format].Vertex {
			return 0, fmt.Errorf("vk: CreateVertexLayout: %w: element %d: the driver fetches no vertices of format %d", gpu.ErrUnsupported, k, format)
		}
		list[k] = C.vkx_attribute{location: C.uint32_t(e.Location), binding: C.uint32_t(e.Binding), offset: C.uint32_t(e.Offset), format: C.VkFormat(format)}
	}
	text := newErrorText()
	defer text.free()
	var id C.uint32_t
	if r := C.vkx_create_vertex_layout(d.c, &list[0], C.uint32_t(len(elements)), &id, text.p, text.n); r < 0 {
		return 0, d.result("CreateVertexLayout", int32(r), text.String())
	}
	return gpu.ID(id), nil
}

func (d *Device) checkPipeline(p *gpu.PipelineDesc) error {
	switch {
	case p.Class != gpu.TopologyPointList && p.Class != gpu.TopologyLineList && p.Class != gpu.TopologyTriangleList:
		return fmt.Errorf("class %d is none: TopologyClass gives one", p.Class)
	case p.Polygon != gpu.PolygonFill && !d.features.FillModeNonSolid:
		return fmt.Errorf("%w: polygon mode %d needs Features.FillModeNonSolid", gpu.ErrUnsupported, p.Polygon)
	case p.NoDepthClip && !d.features.DepthClipEnable && !d.features.DepthClamp:
		return fmt.Errorf("%w: NoDepthClip needs Features.DepthClipEnable or DepthClamp", gpu.ErrUnsupported)
	case p.VertexSamplers >= 1<<C.VERTEX_SLOTS:
		return fmt.Errorf("vertex samplers %#x are beyond the four", p.VertexSamplers)
	}
	if !d.features.IndependentBlend {
		for k := 1; k < gpu.MaxTargets; k++ {
			if p.Blend[k] != p.Blend[0] {
				return fmt.Errorf("%w: target %d blends differently from target 0, which needs Features.IndependentBlend", gpu.ErrUnsupported, k)
			}
		}
	}
	return nil
}

// CreatePipeline compiles a pipeline. It may take long; it may be called from any goroutine.
func (d *Device) CreatePipeline(p *gpu.PipelineDesc) (gpu.ID, error) {
	if err := d.enter(); err != nil {
		return 0, err
	}
	defer d.leave()
	if err := d.checkPipeline(p); err != nil {
		return 0, fmt.Errorf("vk: CreatePipeline: %w", err)
	}
	c := C.vkx_pipeline_desc{
		vertex: C.uint32_t(p.Vertex), fragment: C.uint32_t(p.Fragment), geometry: C.uint32_t(p.Geometry), layout: C.uint32_t(p.Layout), topology: C.uint32_t(p.Class),
		depth: C.VkFormat(p.DepthFormat), samples: C.uint32_t(max(p.Samples, 1)), masked_samples: C.uint32_t(p.MaskedSamples), pixel_samplers: C.uint32_t(p.PixelSamplers),
		vertex_samplers: C.uint32_t(p.VertexSamplers), polygon: C.uint32_t(p.Polygon), no_depth_clip: C.uint32_t(flag(p.NoDepthClip)),
	}
	for k := range p.ColorFormats {
		c.color[k] = C.VkFormat(p.ColorFormats[k])
		c.blend[k] = C.uint32_t(gpu.PackBlend(p.Blend[k]))
	}
	text := newErrorText()
	defer text.free()
	var id C.uint32_t
	if r := C.vkx_create_pipeline(d.c, &c, &id, text.p, text.n); r < 0 {
		return 0, d.result("CreatePipeline", int32(r), text.String())
	}
	return gpu.ID(id), nil
}

// CreateQuery makes an occlusion counter.
func (d *Device) CreateQuery() (gpu.ID, error) {
	if err := d.enter(); err != nil {
		return 0, err
	}
	defer d.leave()
	var id C.uint32_t
	if r := C.vkx_create_query(d.c, &id); r < 0 {
		return 0, d.result("CreateQuery", int32(r), "")
	}
	return gpu.ID(id), nil
}

// QueryResult returns 0 for a query that does not exist or is not done.
func (d *Device) QueryResult(query gpu.ID) uint64 {
	if d.enter() != nil {
		return 0
	}
	defer d.leave()
	return uint64(C.vkx_query_result(d.c, C.uint32_t(query)))
}

// HostAlloc takes 1 byte up to 1 TiB; more is ErrOutOfMemory.
func (d *Device) HostAlloc(size int) ([]byte, error) {
	if size <= 0 || size > 1<<40 {
		return nil, fmt.Errorf("vk: HostAlloc: %w: %d bytes", gpu.ErrOutOfMemory, size)
	}
	p := C.vkx_host_alloc(C.size_t(size))
	if p == nil {
		return nil, fmt.Errorf("vk: HostAlloc: %w: %d bytes", gpu.ErrOutOfMemory, size)
	}
	return unsafe.Slice((*byte)(p), size), nil
}

// HostFree takes what HostAlloc returned, or nil.
func (d *Device) HostFree(b []byte) {
	if cap(b) > 0 {
		C.vkx_host_free(unsafe.Pointer(unsafe.SliceData(b)))
	}
}

var errNoList = errors.New("vk: the list is none that NewList returned, or was submitted before")
