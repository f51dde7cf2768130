package vk

// #include "shim.h"
import "C"

import (
	"runtime"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"d3d9vk/internal/gpu"
)

// VK_BORDER_COLOR_FLOAT_CUSTOM_EXT and VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE's feature are newer than vulkan-go's tables.
const borderCustom vk.BorderColor = 1000287003

// border is the closest of the three border colors that every driver has.
func border(c [4]float32) vk.BorderColor {
	switch {
	case c[3] < 0.5:
		return vk.BorderColorFloatTransparentBlack
	case c[0]+c[1]+c[2] < 1.5:
		return vk.BorderColorFloatOpaqueBlack
	}
	return vk.BorderColorFloatOpaqueWhite
}

// CreateSampler makes a sampler. Without Features.CustomBorderColor the border is the closest of transparent black, opaque black and
// white; without SamplerAnisotropy and MirrorClampToEdge those are isotropic and clamped.
func (d *Device) CreateSampler(desc *gpu.SamplerDesc) (gpu.ID, error) {
	if err := d.enter(); err != nil {
		return 0, err
	}
	defer d.leave()
	runtime.LockOSThread() // the chained struct is the thread's
	defer runtime.UnlockOSThread()
	address := func(a gpu.AddressMode) vk.SamplerAddressMode {
		if a == gpu.AddressMirrorClampToEdge && !d.features.MirrorClampToEdge {
			a = gpu.AddressClampToEdge
		}
		return vk.SamplerAddressMode(a)
	}
	limit := d.adapter.Limits.MaxSamplerLodBias
	s := vk.SamplerCreateInfo{
		SType: vk.StructureTypeSamplerCreateInfo, MagFilter: vk.Filter(desc.Mag), MinFilter: vk.Filter(desc.Min), MipmapMode: vk.SamplerMipmapMode(desc.Mip),
		AddressModeU: address(desc.AddressU), AddressModeV: address(desc.AddressV), AddressModeW: address(desc.AddressW),
		MipLodBias: min(max(desc.LodBias, -limit), limit), MinLod: desc.MinLod, MaxLod: max(desc.MaxLod, desc.MinLod), BorderColor: border(desc.Border),
	}
	clamps := desc.AddressU == gpu.AddressClampToBorder || desc.AddressV == gpu.AddressClampToBorder || desc.AddressW == gpu.AddressClampToBorder
	exact := desc.Border == [4]float32{} || desc.Border == [4]float32{0, 0, 0, 1} || desc.Border == [4]float32{1, 1, 1, 1}
	if clamps && !exact && d.features.CustomBorderColor {
		s.BorderColor = borderCustom
		c := desc.Border
		s.PNext = unsafe.Pointer(C.vkx_chain_border((*C.float)(unsafe.Pointer(&c[0]))))
	}
	if desc.Anisotropy > 1 && d.features.SamplerAnisotropy {
		s.AnisotropyEnable = vk.True
		s.MaxAnisotropy = min(float32(desc.Anisotropy), d.adapter.Limits.MaxSamplerAnisotropy)
	}
	if desc.Compare {
		s.CompareEnable = vk.True
		s.CompareOp = vk.CompareOpLessOrEqual
	}
	handle, r := create(d.handle, s, vk.CreateSampler)
	if r < 0 {
		return 0, d.result("CreateSampler", int32(r), "")
	}
	var id C.uint32_t
	if r := C.vkx_adopt_sampler(d.c, C.VkSampler(unsafe.Pointer(handle)), &id); r < 0 {
		return 0, d.result("CreateSampler", int32(r), "")
	}
	return gpu.ID(id), nil
}
