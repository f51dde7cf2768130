// What Go calls to present to windows.
#ifndef D3D9VK_PRESENT_H
#define D3D9VK_PRESENT_H

#include "shim.h"

typedef struct {
	uint32_t width, height; // where the surface leaves its size to the swapchain
	uint32_t images;        // at least; 0 = the driver's least
	uint32_t wait;          // for the vertical blank
} vkx_swapchain_desc;

// Takes the surface (a VkSurfaceKHR as GLFW hands it over) over: it is destroyed with the swapchain, or here on failure.
typedef uint64_t vkx_surface;
VkResult vkx_create_swapchain(vkx_device *, vkx_surface, const vkx_swapchain_desc *, uint32_t *id, char *err, size_t n);

// What the last present found; the size is the window's now, for surfaces that have none of their own.
enum { VKX_SURFACE_SAME, VKX_SURFACE_CHANGED, VKX_SURFACE_LOST };
int vkx_swapchain_status(vkx_device *, uint32_t id, uint32_t width, uint32_t height);

#endif
