package vk

import (
	"fmt"

	"d3d9vk/internal/gpu"
)

// CreateSwapchain makes what presents to a window.
func (d *Device) CreateSwapchain(desc *gpu.SwapchainDesc) (gpu.ID, error) {
	return 0, fmt.Errorf("vk: CreateSwapchain: %w", gpu.ErrUnsupported)
}

// SwapchainStatus says whether the surface still fits.
func (d *Device) SwapchainStatus(swapchain gpu.ID) error {
	return fmt.Errorf("vk: SwapchainStatus: %w", gpu.ErrUnsupported)
}
