package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"math/bits"
	"runtime"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"d3d9vk/internal/gpu"
)

// info is a create-info struct of vulkan-go.
type info[S any] interface {
	*S
	Free()
}

// create is the one way a struct goes to vulkan-go: fresh, in a variable of its own, with a fresh place for the handle, and freed after
// the call. vulkan-go sends the old values of a struct that is passed twice, and loses the memory of one that is not freed. The struct
// must hold no slice of structs or strings: those are freed while C reads them.
func create[S any, P info[S], H any](device vk.Device, s S, call func(vk.Device, P, *vk.AllocationCallbacks, *H) vk.Result) (H, vk.Result) {
	passed := new(S)
	*passed = s
	out := new(H)
	r := call(device, P(passed), nil, out)
	P(passed).Free()
	return *out, r
}

// CreateBuffer makes a buffer of 1 byte up to 4 GiB - 1.
func (d *Device) CreateBuffer(desc gpu.BufferDesc) (gpu.ID, []byte, error) {
	if err := d.enter(); err != nil {
		return 0, nil, err
	}
	defer d.leave()
	return d.createBuffer(desc, false)
}

func (d *Device) createBuffer(desc gpu.BufferDesc, internal bool) (gpu.ID, []byte, error) {
	if desc.Size == 0 || desc.Size > 1<<32-1 {
		return 0, nil, fmt.Errorf("vk: CreateBuffer: a size of %d bytes is not within 1..4294967295", desc.Size)
	}
	usage := vk.BufferUsageVertexBufferBit | vk.BufferUsageIndexBufferBit | vk.BufferUsageTransferSrcBit | vk.BufferUsageTransferDstBit
	if internal {
		usage |= vk.BufferUsageStorageBufferBit | vk.BufferUsageUniformBufferBit
	}
	handle, r := create(d.handle, vk.BufferCreateInfo{
		SType: vk.StructureTypeBufferCreateInfo, Size: vk.DeviceSize(desc.Size), Usage: vk.BufferUsageFlags(usage), SharingMode: vk.SharingModeExclusive,
	}, vk.CreateBuffer)
	if r < 0 {
		return 0, nil, d.result("CreateBuffer", int32(r), "")
	}
	var id C.uint32_t
	var at unsafe.Pointer
	if r := C.vkx_adopt_buffer(d.c, C.VkBuffer(unsafe.Pointer(handle)), C.uint64_t(desc.Size), flag(desc.Mapped), flag(desc.Readback), flag(internal), &id, &at); r < 0 {
		return 0, nil, d.result("CreateBuffer", int32(r), fmt.Sprintf("no memory for %d bytes (VkResult %d)", desc.Size, r))
	}
	if at == nil {
		return gpu.ID(id), nil, nil
	}
	return gpu.ID(id), unsafe.Slice((*byte)(at), desc.Size), nil
}

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

func imageUsage(u gpu.ImageUsage) vk.ImageUsageFlagBits {
	usage := vk.ImageUsageTransferSrcBit | vk.ImageUsageTransferDstBit
	if u&gpu.UseSampled != 0 {
		usage |= vk.ImageUsageSampledBit
	}
	if u&gpu.UseColorTarget != 0 {
		usage |= vk.ImageUsageColorAttachmentBit
	}
	if u&gpu.UseDepthTarget != 0 {
		usage |= vk.ImageUsageDepthStencilAttachmentBit
	}
	return usage
}

func checkImage(i *gpu.ImageDesc) error {
	longest := max(i.Width, i.Height, i.Depth)
	switch {
	case i.Width == 0 || i.Height == 0 || i.Depth == 0:
		return fmt.Errorf("an extent of %dx%dx%d has a zero", i.Width, i.Height, i.Depth)
	case i.Kind > gpu.Image3D:
		return fmt.Errorf("kind %d is none", i.Kind)
	case i.Kind != gpu.Image3D && i.Depth != 1:
		return fmt.Errorf("a depth of %d is for volumes", i.Depth)
	case i.Kind == gpu.ImageCube && i.Width != i.Height:
		return fmt.Errorf("a cube's faces are square, not %dx%d", i.Width, i.Height)
	case i.Levels == 0 || int(i.Levels) > bits.Len32(longest):
		return fmt.Errorf("%d levels of a %dx%dx%d image are not within 1..%d", i.Levels, i.Width, i.Height, i.Depth, bits.Len32(longest))
	case i.Samples > 1 && (i.Levels != 1 || i.Kind != gpu.Image2D):
		return fmt.Errorf("%d samples need one level of a 2D image", i.Samples)
	case i.Samples&(i.Samples-1) != 0:
		return fmt.Errorf("%d samples are not a power of two", i.Samples)
	case i.Usage&gpu.UseColorTarget != 0 && i.Usage&gpu.UseDepthTarget != 0:
		return fmt.Errorf("one image cannot be a color target and a depth target")
	case aspectOf(i.Format)&C.VK_IMAGE_ASPECT_COLOR_BIT == 0 && i.Usage&gpu.UseColorTarget != 0:
		return fmt.Errorf("format %d is a depth format and no color target", i.Format)
	}
	return nil
}

// CreateImage makes an image whose contents start as zeros. ErrUnsupported names the driver's limit it breaks.
func (d *Device) CreateImage(desc *gpu.ImageDesc) (gpu.ID, error) {
	if err := d.enter(); err != nil {
		return 0, err
	}
	defer d.leave()
	if err := checkImage(desc); err != nil {
		return 0, fmt.Errorf("vk: CreateImage: %w", err)
	}
	if _, ok := d.adapter.Formats[desc.Format]; !ok {
		return 0, fmt.Errorf("vk: CreateImage: %w: format %d is none of gpu.AllFormats", gpu.ErrUnsupported, desc.Format)
	}
	layers, kind := uint32(1), vk.ImageType2d
	var flags vk.ImageCreateFlagBits
	switch desc.Kind {
	case gpu.ImageCube:
		layers, flags = 6, vk.ImageCreateCubeCompatibleBit
	case gpu.Image3D:
		kind = vk.ImageType3d
		if desc.Usage&gpu.UseColorTarget != 0 {
			flags = 0x20 // VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT, newer than vulkan-go's table: slices are targets
		}
	}
	if desc.SRGB != gpu.FormatUndefined && desc.SRGB != desc.Format {
		flags |= vk.ImageCreateMutableFormatBit
	}
	usage := imageUsage(desc.Usage)
	var props vk.ImageFormatProperties
	r := vk.GetPhysicalDeviceImageFormatProperties(d.physical, vk.Format(desc.Format), kind, vk.ImageTilingOptimal, vk.ImageUsageFlags(usage), vk.ImageCreateFlags(flags), &props)
	props.Deref()
	props.MaxExtent.Deref()
	samples := max(desc.Samples, 1)
	e := props.MaxExtent
	if r < 0 || desc.Width > e.Width || desc.Height > e.Height || desc.Depth > e.Depth || desc.Levels > props.MaxMipLevels || uint32(props.SampleCounts)&samples == 0 {
		return 0, fmt.Errorf("vk: CreateImage: %w: format %d, %dx%dx%d, %d levels, %d samples, usage %#x: the driver allows %dx%dx%d, %d levels, samples %#x (VkResult %d)",
			gpu.ErrUnsupported, desc.Format, desc.Width, desc.Height, desc.Depth, desc.Levels, samples, desc.Usage, e.Width, e.Height, e.Depth, props.MaxMipLevels, props.SampleCounts, r)
	}
	runtime.LockOSThread() // the chained struct is the thread's
	defer runtime.UnlockOSThread()
	passed := vk.ImageCreateInfo{
		SType: vk.StructureTypeImageCreateInfo, Flags: vk.ImageCreateFlags(flags), ImageType: kind, Format: vk.Format(desc.Format),
		Extent: vk.Extent3D{Width: desc.Width, Height: desc.Height, Depth: desc.Depth}, MipLevels: desc.Levels, ArrayLayers: layers,
		Samples: vk.SampleCountFlagBits(samples), Tiling: vk.ImageTilingOptimal, Usage: vk.ImageUsageFlags(usage), SharingMode: vk.SharingModeExclusive,
	}
	if flags&vk.ImageCreateMutableFormatBit != 0 {
		passed.PNext = unsafe.Pointer(C.vkx_chain_formats(C.VkFormat(desc.Format), C.VkFormat(desc.SRGB)))
	}
	handle, r := create(d.handle, passed, vk.CreateImage)
	if r < 0 {
		return 0, d.result("CreateImage", int32(r), "")
	}
	c := C.vkx_image_desc{
		format: C.VkFormat(desc.Format), kind: C.uint32_t(desc.Kind), width: C.uint32_t(desc.Width), height: C.uint32_t(desc.Height),
		depth: C.uint32_t(desc.Depth), levels: C.uint32_t(desc.Levels), layers: C.uint32_t(layers), samples: C.uint32_t(samples),
		sampled: bit(desc.Usage, gpu.UseSampled), color: bit(desc.Usage, gpu.UseColorTarget), depth_target: bit(desc.Usage, gpu.UseDepthTarget),
		aspect: aspectOf(desc.Format), block_bytes: C.uint32_t(blockBytes(desc.Format)),
	}
	if c.block_bytes != 0 {
		c.compressed = 1
	}
	var id C.uint32_t
	if r := C.vkx_adopt_image(d.c, C.VkImage(unsafe.Pointer(handle)), &c, &id); r < 0 {
		return 0, d.result("CreateImage", int32(r), fmt.Sprintf("no memory for a %dx%dx%d image of format %d (VkResult %d)", desc.Width, desc.Height, desc.Depth, desc.Format, r))
	}
	return gpu.ID(id), nil
}

func bit(u, b gpu.ImageUsage) C.uint32_t {
	if u&b != 0 {
		return 1
	}
	return 0
}

func aspectOf(f gpu.Format) C.VkImageAspectFlags {
	switch f {
	case gpu.FormatD16Unorm, gpu.FormatX8D24UnormPack32, gpu.FormatD32Sfloat:
		return C.VK_IMAGE_ASPECT_DEPTH_BIT
	case gpu.FormatD16UnormS8Uint, gpu.FormatD24UnormS8Uint, gpu.FormatD32SfloatS8Uint:
		return C.VK_IMAGE_ASPECT_DEPTH_BIT | C.VK_IMAGE_ASPECT_STENCIL_BIT
	case gpu.FormatS8Uint:
		return C.VK_IMAGE_ASPECT_STENCIL_BIT
	}
	return C.VK_IMAGE_ASPECT_COLOR_BIT
}

// blockBytes is the size of a compressed format's block of 4x4 texels, 0 for other formats.
func blockBytes(f gpu.Format) int {
	switch {
	case f >= gpu.FormatBC1RGBUnorm && f <= gpu.FormatBC1RGBASrgb, f == gpu.FormatBC4Unorm:
		return 8
	case f >= gpu.FormatBC2Unorm && f <= gpu.FormatBC5Unorm:
		return 16
	}
	return 0
}

// CreateView makes a view. An attachment's is of one level and one layer (a volume's slice counts as a layer).
func (d *Device) CreateView(desc *gpu.ViewDesc) (gpu.ID, error) {
	if err := d.enter(); err != nil {
		return 0, err
	}
	defer d.leave()
	var of C.vkx_image_desc
	image := C.vkx_image_handle(d.c, C.uint32_t(desc.Image), &of)
	if image == nil {
		return 0, fmt.Errorf("vk: CreateView: image %d is none", desc.Image)
	}
	layers := uint32(of.layers)
	if desc.Attachment && of.kind == C.uint32_t(gpu.Image3D) {
		layers = max(1, uint32(of.depth)>>desc.BaseLevel)
	}
	if desc.Levels == 0 || desc.Layers == 0 || desc.BaseLevel >= uint32(of.levels) || desc.Levels > uint32(of.levels)-desc.BaseLevel ||
		desc.BaseLayer >= layers || desc.Layers > layers-desc.BaseLayer || desc.Attachment && (desc.Levels != 1 || desc.Layers != 1) {
		return 0, fmt.Errorf("vk: CreateView: levels %d+%d, layers %d+%d of an image with %d levels and %d layers", desc.BaseLevel, desc.Levels, desc.BaseLayer, desc.Layers, of.levels, layers)
	}
	if desc.Attachment && of.color == 0 && of.depth_target == 0 || !desc.Attachment && of.sampled == 0 {
		return 0, fmt.Errorf("vk: CreateView: image %d was not made for this use", desc.Image)
	}
	kinds := [...]vk.ImageViewType{vk.ImageViewType2d, vk.ImageViewTypeCube, vk.ImageViewType3d}
	kind := vk.ImageViewType2d
	if !desc.Attachment && int(desc.Kind) < len(kinds) {
		kind = kinds[desc.Kind]
	}
	aspect := of.aspect
	if !desc.Attachment && aspect&C.VK_IMAGE_ASPECT_DEPTH_BIT != 0 {
		aspect = C.VK_IMAGE_ASPECT_DEPTH_BIT
		if desc.StencilOnly {
			aspect = C.VK_IMAGE_ASPECT_STENCIL_BIT
		}
	}
	// A view has only the uses it is for: an sRGB twin need not be able to do all that the image's format can.
	usage := vk.ImageUsageSampledBit
	if desc.Attachment {
		usage = vk.ImageUsageColorAttachmentBit
		if of.depth_target != 0 {
			usage = vk.ImageUsageDepthStencilAttachmentBit
		}
	}
	runtime.LockOSThread() // the chained struct is the thread's
	defer runtime.UnlockOSThread()
	handle, r := create(d.handle, vk.ImageViewCreateInfo{
		SType: vk.StructureTypeImageViewCreateInfo, PNext: unsafe.Pointer(C.vkx_chain_usage(C.VkImageUsageFlags(usage))),
		Image: vk.Image(unsafe.Pointer(image)), ViewType: kind, Format: vk.Format(desc.Format),
		Components: vk.ComponentMapping{R: vk.ComponentSwizzle(desc.Swizzle[0]), G: vk.ComponentSwizzle(desc.Swizzle[1]), B: vk.ComponentSwizzle(desc.Swizzle[2]), A: vk.ComponentSwizzle(desc.Swizzle[3])},
		SubresourceRange: vk.ImageSubresourceRange{
			AspectMask: vk.ImageAspectFlags(aspect), BaseMipLevel: desc.BaseLevel, LevelCount: desc.Levels, BaseArrayLayer: desc.BaseLayer, LayerCount: desc.Layers,
		},
	}, vk.CreateImageView)
	if r < 0 {
		return 0, d.result("CreateView", int32(r), "")
	}
	var id C.uint32_t
	if r := C.vkx_adopt_view(d.c, C.VkImageView(unsafe.Pointer(handle)), C.uint32_t(desc.Image), C.uint32_t(desc.BaseLevel), C.uint32_t(desc.BaseLayer), C.VkFormat(desc.Format), flag(desc.Attachment), &id); r < 0 {
		return 0, d.result("CreateView", int32(r), "")
	}
	return gpu.ID(id), nil
}
