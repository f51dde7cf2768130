package gputest

import (
	"fmt"
	"math/bits"
	"slices"

	"d3d9vk/internal/gpu"
)

// view is a view and the image that it keeps.
type view struct {
	desc  gpu.ViewDesc
	dying bool
}

func (d *Device) bad(call, format string, args ...any) error {
	text := call + ": " + fmt.Sprintf(format, args...)
	d.fault("%s", text)
	return fmt.Errorf("%w: %s", gpu.ErrUnsupported, text)
}

// CreateBuffer makes a buffer; see gpu.Device.
func (d *Device) CreateBuffer(desc gpu.BufferDesc) (gpu.ID, []byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if desc.Size == 0 {
		return 0, nil, d.bad("CreateBuffer", "size 0")
	}
	if err := d.creating("CreateBuffer", desc.Size); err != nil {
		return 0, nil, err
	}
	return d.newBuffer(desc, false)
}

func (d *Device) newBuffer(desc gpu.BufferDesc, arena bool) (gpu.ID, []byte, error) {
	_, block := aligned(int(desc.Size))
	id := d.buffers.add(&buffer{desc: desc, bytes: block, arena: arena})
	if !arena {
		d.memory += desc.Size
	}
	if !desc.Mapped {
		block = nil
	}
	return id, block, nil
}

// CreateImage makes an image; see gpu.Device.
func (d *Device) CreateImage(desc *gpu.ImageDesc) (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if reason := d.imageFault(desc); reason != "" {
		return 0, d.bad("CreateImage", "%s: %+v", reason, *desc)
	}
	img := newImage(*desc)
	if err := d.creating("CreateImage", img.size()); err != nil {
		return 0, err
	}
	d.memory += img.size()
	return d.images.add(img), nil
}

func (d *Device) imageFault(i *gpu.ImageDesc) string {
	l, known := layouts[i.Format]
	s := d.adapter.Formats[i.Format]
	limit := d.adapter.Limits.MaxImageDimension2D
	switch i.Kind {
	case gpu.ImageCube:
		limit = d.adapter.Limits.MaxImageDimensionCube
	case gpu.Image3D:
		limit = d.adapter.Limits.MaxImageDimension3D
	}
	largest := max(i.Width, i.Height, i.Depth)
	switch {
	case !known || l.scaled:
		return "not an image format"
	case i.Width == 0 || i.Height == 0 || i.Depth == 0 || i.Levels == 0:
		return "a size is 0"
	case largest > limit:
		return "larger than the limit"
	case i.Kind != gpu.Image3D && i.Depth != 1:
		return "depth of an image that is not 3D"
	case i.Kind == gpu.ImageCube && i.Width != i.Height:
		return "a cube that is not square"
	case i.Kind > gpu.Image3D:
		return "unknown kind"
	case int(i.Levels) > bits.Len32(largest):
		return "too many levels"
	case i.Usage&gpu.UseSampled != 0 && !s.Sampled:
		return "the format is not for sampling"
	case i.Usage&gpu.UseColorTarget != 0 && !s.ColorTarget:
		return "the format is not for color targets"
	case i.Usage&gpu.UseDepthTarget != 0 && !s.DepthTarget:
		return "the format is not for depth targets"
	case bits.OnesCount32(i.Samples) != 1 || i.Samples > 16:
		return "samples are not a power of two"
	case i.Samples > 1 && (s.SampleCounts&i.Samples == 0 || i.Levels > 1 || i.Kind != gpu.Image2D):
		return "unsupported multisampling"
	case i.SRGB != gpu.FormatUndefined && (!layouts[i.SRGB].srgb || layouts[i.SRGB].size != l.size):
		return "SRGB is no twin of the format"
	}
	return ""
}

// CreateView makes a view; see gpu.Device.
func (d *Device) CreateView(desc *gpu.ViewDesc) (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if reason := d.viewFault(desc); reason != "" {
		return 0, d.bad("CreateView", "%s: %+v", reason, *desc)
	}
	if err := d.creating("CreateView", 0); err != nil {
		return 0, err
	}
	return d.views.add(&view{desc: *desc}), nil
}

func (d *Device) viewFault(v *gpu.ViewDesc) string {
	img, ok := d.images.live[v.Image]
	if !ok {
		return "the image is not live"
	}
	i := &img.desc
	layers := img.layers(v.BaseLevel)
	l := layouts[i.Format]
	depth := l.depth+l.stencil > 0
	switch {
	case img.dying:
		return "the image is to be destroyed"
	case v.Levels == 0 || v.BaseLevel >= i.Levels || v.Levels > i.Levels-v.BaseLevel:
		return "levels outside the image"
	case v.Format != i.Format && (v.Format != i.SRGB || v.Format == gpu.FormatUndefined):
		return "neither the image's format nor its twin"
	case slices.Max(v.Swizzle[:]) > gpu.CompA:
		return "unknown swizzle"
	case (v.StencilOnly || v.DepthOnly) && !depth || v.StencilOnly && v.DepthOnly:
		return "aspects"
	}
	if v.Attachment {
		use := gpu.UseColorTarget
		if depth {
			use = gpu.UseDepthTarget
		}
		switch {
		case i.Usage&use == 0:
			return "the image is no target"
		case v.Levels != 1 || v.Layers != 1 || v.BaseLayer >= layers || v.Kind != gpu.Image2D || v.Swizzle != gpu.Swizzle{}:
			return "an attachment has one level, one layer, kind 2D and no swizzle"
		}
		return ""
	}
	switch {
	case i.Usage&gpu.UseSampled == 0:
		return "the image is not for sampling"
	case depth && l.depth > 0 && l.stencil > 0 && !v.StencilOnly && !v.DepthOnly:
		return "a sampled view needs one aspect"
	case v.Kind == gpu.ImageCube && (i.Kind != gpu.ImageCube || v.BaseLayer != 0 || v.Layers != 6):
		return "a cube view has six layers of a cube"
	case v.Kind == gpu.Image3D && (i.Kind != gpu.Image3D || v.BaseLayer != 0 || v.Layers != 1):
		return "a 3D view has base layer 0 and one layer"
	case v.Kind == gpu.Image2D && (i.Kind == gpu.Image3D || v.Layers != 1 || v.BaseLayer >= layers):
		return "a 2D view has one layer of a 2D or cube image"
	case v.Kind > gpu.Image3D:
		return "unknown kind"
	}
	return ""
}

// CreateSampler makes a sampler; see gpu.Device.
func (d *Device) CreateSampler(s *gpu.SamplerDesc) (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	highest := max(s.AddressU, s.AddressV, s.AddressW)
	switch {
	case max(s.Mag, s.Min, s.Mip) > gpu.FilterLinear || highest > gpu.AddressMirrorClampToEdge:
		return 0, d.bad("CreateSampler", "unknown filter or address mode: %+v", *s)
	case highest == gpu.AddressMirrorClampToEdge && !d.features.MirrorClampToEdge:
		return 0, d.bad("CreateSampler", "mirror clamp without the feature")
	case s.Anisotropy == 1 || s.Anisotropy > 0 && !d.features.SamplerAnisotropy || float32(s.Anisotropy) > d.adapter.Limits.MaxSamplerAnisotropy:
		return 0, d.bad("CreateSampler", "anisotropy %d", s.Anisotropy)
	case !(s.MinLod <= s.MaxLod) || !(s.LodBias <= d.adapter.Limits.MaxSamplerLodBias && s.LodBias >= -d.adapter.Limits.MaxSamplerLodBias):
		return 0, d.bad("CreateSampler", "lod range or bias: %+v", *s)
	}
	if err := d.creating("CreateSampler", 0); err != nil {
		return 0, err
	}
	return d.samplers.add(*s), nil
}

// CreateShader takes any words that begin as SPIR-V does.
func (d *Device) CreateShader(stage gpu.Stage, words []uint32) (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if stage > gpu.Geometry || stage == gpu.Geometry && !d.features.GeometryShader || len(words) < 5 || words[0] != 0x07230203 {
		return 0, d.bad("CreateShader", "stage %d, %d words that are not SPIR-V", stage, len(words))
	}
	if err := d.creating("CreateShader", 0); err != nil {
		return 0, err
	}
	return d.shaders.add(stage), nil
}

// CreateVertexLayout makes a layout; see gpu.Device.
func (d *Device) CreateVertexLayout(elements []gpu.VertexElement) (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	seen := map[uint8]bool{}
	for _, e := range elements {
		switch {
		case seen[e.Location] || uint32(e.Location) >= d.adapter.Limits.MaxVertexInputAttributes:
			return 0, d.bad("CreateVertexLayout", "location %d twice or too high", e.Location)
		case e.Binding > gpu.ZeroStream:
			return 0, d.bad("CreateVertexLayout", "binding %d", e.Binding)
		case e.Binding != gpu.ZeroStream && !d.adapter.Formats[e.Format].Vertex:
			return 0, d.bad("CreateVertexLayout", "format %d is not for vertices", e.Format)
		case e.Swizzle && e.Format != gpu.FormatR8G8B8A8Unorm && e.Format != gpu.FormatB8G8R8A8Unorm:
			return 0, d.bad("CreateVertexLayout", "swizzle of format %d", e.Format)
		}
		seen[e.Location] = true
	}
	if err := d.creating("CreateVertexLayout", 0); err != nil {
		return 0, err
	}
	return d.layouts.add(slices.Clone(elements)), nil
}

// CreatePipeline makes a pipeline; see gpu.Device.
func (d *Device) CreatePipeline(p *gpu.PipelineDesc) (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if reason := d.pipelineFault(p); reason != "" {
		return 0, d.bad("CreatePipeline", "%s: %+v", reason, *p)
	}
	if err := d.creating("CreatePipeline", 0); err != nil {
		return 0, err
	}
	return d.pipelines.add(*p), nil
}

func (d *Device) pipelineFault(p *gpu.PipelineDesc) string {
	if s, ok := d.shaders.live[p.Vertex]; !ok || s != gpu.Vertex {
		return "no live vertex shader"
	}
	if s, ok := d.shaders.live[p.Fragment]; p.Fragment != 0 && (!ok || s != gpu.Fragment) {
		return "no live fragment shader"
	}
	if s, ok := d.shaders.live[p.Geometry]; p.Geometry != 0 && (!ok || s != gpu.Geometry || p.Class == gpu.TopologyPointList) {
		return "no live geometry shader, or one for points"
	}
	if _, ok := d.layouts.live[p.Layout]; !ok {
		return "no live vertex layout"
	}
	for _, f := range p.ColorFormats {
		if f != gpu.FormatUndefined && !d.adapter.Formats[f].ColorTarget {
			return "a color format is no color target"
		}
	}
	switch {
	case p.Class != gpu.TopologyClass(p.Class):
		return "class is not a topology class"
	case p.DepthFormat != gpu.FormatUndefined && !d.adapter.Formats[p.DepthFormat].DepthTarget:
		return "the depth format is no depth target"
	case bits.OnesCount8(p.Samples) != 1:
		return "samples are not a power of two"
	case uint32(p.MaskedSamples)>>p.Samples != 0:
		return "a mask of samples that there are not"
	case p.VertexSamplers > 15:
		return "vertex samplers above 3"
	case d.features.DynamicBlend && p.Blend != [gpu.MaxTargets]gpu.BlendState{}:
		return "blend state in the pipeline of a device with dynamic blend"
	case !d.features.IndependentBlend && p.Blend != [gpu.MaxTargets]gpu.BlendState{p.Blend[0], p.Blend[0], p.Blend[0], p.Blend[0]}:
		return "blend states that differ, on a device without independent blend"
	case d.features.DynamicRaster && (p.Polygon != 0 || p.NoDepthClip):
		return "raster state in the pipeline of a device with dynamic raster state"
	}
	return ""
}

// CreateQuery makes an occlusion counter.
func (d *Device) CreateQuery() (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.creating("CreateQuery", 0); err != nil {
		return 0, err
	}
	return d.queries.add(&query{}), nil
}

// CreateSwapchain makes a swapchain for any window but 0.
func (d *Device) CreateSwapchain(desc *gpu.SwapchainDesc) (gpu.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if desc.Window == 0 || desc.Width == 0 || desc.Height == 0 || desc.Images == 0 || desc.Interval > 4 {
		return 0, d.bad("CreateSwapchain", "%+v", *desc)
	}
	if err := d.creating("CreateSwapchain", 0); err != nil {
		return 0, err
	}
	return d.swapchains.add(&swapchain{desc: *desc}), nil
}
