//go:build !cgo

package device

import (
	"fmt"

	"d3d9vk/internal/gpu"
)

// vulkan is the back end of a device made without Options.Backend.
var vulkan Backend = noBackend{}

// noBackend stands for Vulkan in programs built without cgo.
type noBackend struct{}

func (noBackend) Adapter(gpu.Options) (*gpu.Adapter, error) {
	return nil, fmt.Errorf("%w: built without cgo, which Vulkan needs", gpu.ErrUnsupported)
}

func (noBackend) Open(gpu.Options) (gpu.Device, error) {
	return nil, fmt.Errorf("%w: built without cgo, which Vulkan needs", gpu.ErrUnsupported)
}
