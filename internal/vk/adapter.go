package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"slices"
	"unsafe"

	"d3d9vk/internal/gpu"
)

// Adapters returns the machine's adapters, best first: discrete, integrated, virtual, then processors, and the driver's order among
// equals. Those without Vulkan 1.3 come last; Open says what they lack.
func Adapters() ([]*gpu.Adapter, error) {
	i, err := newInstance(false, nil)
	if err != nil {
		return nil, err
	}
	infos, err := i.adapters()
	if err != nil {
		i.close()
		return nil, err
	}
	list := make([]*gpu.Adapter, len(infos))
	for k, info := range infos {
		list[k] = i.adapter(info)
	}
	return list, i.close()
}

// FindAdapter describes the adapter that Open opens with the same options, with the features and formats that Open leaves it.
func FindAdapter(o gpu.Options) (*gpu.Adapter, error) {
	o = withEnvironment(o)
	i, err := newInstance(false, nil)
	if err != nil {
		return nil, err
	}
	defer i.close()
	infos, err := i.adapters()
	if err != nil {
		return nil, err
	}
	if o.AdapterIndex < 0 || o.AdapterIndex >= len(infos) {
		return nil, fmt.Errorf("vk: adapter %d does not exist: there are %d", o.AdapterIndex, len(infos))
	}
	a, _, err := i.reduced(infos[o.AdapterIndex], o.Disable)
	return a, err
}

func (i *instance) adapters() ([]*C.vkx_adapter, error) {
	const most = 64
	var handles [most]C.VkPhysicalDevice
	count := C.uint32_t(most)
	if r := C.vkx_adapters(i.c, &handles[0], &count); r < 0 {
		return nil, fmt.Errorf("vk: vkEnumeratePhysicalDevices: %w", resultError(int32(r), ""))
	}
	if count == 0 {
		return nil, fmt.Errorf("vk: %w: there is no Vulkan adapter (install a driver: mesa-vulkan-drivers has one for the processor)", gpu.ErrUnsupported)
	}
	list := make([]*C.vkx_adapter, count)
	for k := range list {
		list[k] = new(C.vkx_adapter)
		C.vkx_adapter_fill(i.c, handles[k], list[k])
	}
	slices.SortStableFunc(list, func(a, b *C.vkx_adapter) int { return rank(a) - rank(b) })
	return list, nil
}

func rank(a *C.vkx_adapter) int {
	r := 4
	switch a.props.deviceType {
	case C.VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
		r = 0
	case C.VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
		r = 1
	case C.VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
		r = 2
	case C.VK_PHYSICAL_DEVICE_TYPE_CPU:
		r = 3
	}
	if a.missing[0] != 0 {
		r += 10
	}
	return r
}

func (i *instance) adapter(info *C.vkx_adapter) *gpu.Adapter {
	a := &gpu.Adapter{
		Name: C.GoString(&info.props.deviceName[0]), VendorID: uint32(info.props.vendorID), DeviceID: uint32(info.props.deviceID),
		DriverID: uint32(info.driver_id), DriverName: C.GoString(&info.driver_name[0]), DriverInfo: C.GoString(&info.driver_info[0]),
		DriverVersion: uint32(info.props.driverVersion), APIVersion: uint32(info.props.apiVersion),
		Software: info.props.deviceType == C.VK_PHYSICAL_DEVICE_TYPE_CPU, UUID: *(*[16]byte)(unsafe.Pointer(&info.uuid)),
		Limits: limits(&info.props.limits), Features: featuresOf(uint32(info.features)), Formats: map[gpu.Format]gpu.FormatSupport{},
		Memory: uint64(info.memory),
	}
	if info.missing[0] == 0 {
		for _, f := range gpu.AllFormats {
			a.Formats[f] = i.format(info.handle, f)
		}
	}
	return a
}

func limits(l *C.VkPhysicalDeviceLimits) gpu.Limits {
	return gpu.Limits{
		MaxImageDimension2D: uint32(l.maxImageDimension2D), MaxImageDimension3D: uint32(l.maxImageDimension3D),
		MaxImageDimensionCube: uint32(l.maxImageDimensionCube), MaxColorAttachments: uint32(l.maxColorAttachments),
		MaxFramebufferWidth: uint32(l.maxFramebufferWidth), MaxFramebufferHeight: uint32(l.maxFramebufferHeight),
		MaxClipDistances: uint32(l.maxClipDistances), MaxSamplerAnisotropy: float32(l.maxSamplerAnisotropy),
		MaxSamplerLodBias: float32(l.maxSamplerLodBias),
		PointSizeRange:    [2]float32{float32(l.pointSizeRange[0]), float32(l.pointSizeRange[1])},
		// Binding 16 may stand for unfed inputs, so streams need no more than 16.
		MaxVertexInputBindings: uint32(l.maxVertexInputBindings), MaxVertexInputAttributes: uint32(l.maxVertexInputAttributes),
		MaxVertexInputBindingStride: uint32(l.maxVertexInputBindingStride), MaxDrawIndexedIndexValue: uint32(l.maxDrawIndexedIndexValue),
		MaxViewportDimensions: [2]uint32{uint32(l.maxViewportDimensions[0]), uint32(l.maxViewportDimensions[1])},
		ViewportBoundsRange:   [2]float32{float32(l.viewportBoundsRange[0]), float32(l.viewportBoundsRange[1])},
		ColorSampleCounts:     uint32(l.framebufferColorSampleCounts), DepthSampleCounts: uint32(l.framebufferDepthSampleCounts),
	}
}

func (i *instance) format(p C.VkPhysicalDevice, f gpu.Format) gpu.FormatSupport {
	var vertex C.VkFormatFeatureFlags
	bits := C.vkx_format_features(i.c, p, C.VkFormat(f), &vertex)
	has := func(bit C.VkFormatFeatureFlags) bool { return bits&bit == bit }
	const transfer = C.VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | C.VK_FORMAT_FEATURE_TRANSFER_DST_BIT
	s := gpu.FormatSupport{
		Sampled:       has(C.VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | transfer),
		SampledLinear: has(C.VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT | transfer),
		ColorTarget:   has(C.VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | transfer),
		Blend:         has(C.VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT | transfer),
		DepthTarget:   has(C.VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT | transfer),
		BlitSrc:       has(C.VK_FORMAT_FEATURE_BLIT_SRC_BIT),
		BlitDst:       has(C.VK_FORMAT_FEATURE_BLIT_DST_BIT),
		Vertex:        vertex&C.VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT != 0,
	}
	usage := C.VkImageUsageFlags(C.VK_IMAGE_USAGE_TRANSFER_SRC_BIT | C.VK_IMAGE_USAGE_TRANSFER_DST_BIT)
	switch {
	case s.ColorTarget:
		s.SampleCounts = uint32(C.vkx_format_samples(i.c, p, C.VkFormat(f), usage|C.VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT))
	case s.DepthTarget:
		s.SampleCounts = uint32(C.vkx_format_samples(i.c, p, C.VkFormat(f), usage|C.VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT))
	}
	return s
}
