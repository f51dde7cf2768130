//go:build cgo

package device

import (
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/vk"
)

// vulkan is the back end of a device made without Options.Backend.
var vulkan Backend = vulkanBackend{}

type vulkanBackend struct{}

func (vulkanBackend) Adapter(o gpu.Options) (*gpu.Adapter, error) { return vk.FindAdapter(o) }

func (vulkanBackend) Open(o gpu.Options) (gpu.Device, error) { return vk.Open(o) }
