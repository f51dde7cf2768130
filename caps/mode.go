package caps

import (
	"cmp"
	"slices"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// standardModes are the display modes of an adapter without a display: what monitors of the last twenty years have, at 60 Hz.
var standardModes = []gpu.DisplayMode{
	{Width: 640, Height: 480, Refresh: 60},
	{Width: 800, Height: 600, Refresh: 60},
	{Width: 1024, Height: 768, Refresh: 60},
	{Width: 1280, Height: 720, Refresh: 60},
	{Width: 1280, Height: 800, Refresh: 60},
	{Width: 1280, Height: 1024, Refresh: 60},
	{Width: 1366, Height: 768, Refresh: 60},
	{Width: 1440, Height: 900, Refresh: 60},
	{Width: 1600, Height: 900, Refresh: 60},
	{Width: 1680, Height: 1050, Refresh: 60},
	{Width: 1920, Height: 1080, Refresh: 60},
}

// displayModes sorts modes by width, height and falling refresh rate, without doubles.
func displayModes(modes []gpu.DisplayMode) []gpu.DisplayMode {
	if len(modes) == 0 {
		modes = standardModes
	}
	sorted := slices.SortedFunc(slices.Values(modes), func(a, b gpu.DisplayMode) int {
		return cmp.Or(cmp.Compare(a.Width, b.Width), cmp.Compare(a.Height, b.Height), cmp.Compare(b.Refresh, a.Refresh))
	})
	return slices.Compact(sorted)
}

// GetAdapterModeCount is IDirect3D9::GetAdapterModeCount: 0 for an adapter that does not exist and formats that no display has.
func (c *Adapter) GetAdapterModeCount(adapter uint, format d3d9.FORMAT) uint32 {
	if adapter >= AdapterCount || !displayFormat(format) {
		return 0
	}
	return uint32(len(c.modes))
}

// EnumAdapterModes is IDirect3D9::EnumAdapterModes: modes rise by width, then height, and fall by refresh rate. INVALIDCALL for an
// adapter, a format or an index that does not exist. Without a display the modes are a standard list at 60 Hz.
func (c *Adapter) EnumAdapterModes(adapter uint, format d3d9.FORMAT, mode uint) (d3d9.DISPLAYMODE, d3d9.Error) {
	if n := c.GetAdapterModeCount(adapter, format); mode >= uint(n) {
		return d3d9.DISPLAYMODE{}, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "EnumAdapterModes", "", "mode %d of adapter %d in %v: there are %d", mode, adapter, format, n)
	}
	return displayMode(c.modes[mode], format), nil
}

// GetAdapterDisplayMode is IDirect3D9::GetAdapterDisplayMode: the largest mode, in X8R8G8B8. INVALIDCALL for an adapter that does not exist.
func (c *Adapter) GetAdapterDisplayMode(adapter uint) (d3d9.DISPLAYMODE, d3d9.Error) {
	if adapter >= AdapterCount {
		return d3d9.DISPLAYMODE{}, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetAdapterDisplayMode", "", "adapter %d: there is only adapter 0", adapter)
	}
	best := slices.MaxFunc(c.modes, func(a, b gpu.DisplayMode) int {
		return cmp.Or(cmp.Compare(a.Width, b.Width), cmp.Compare(a.Height, b.Height), cmp.Compare(a.Refresh, b.Refresh))
	})
	return displayMode(best, d3d9.FMT_X8R8G8B8), nil
}

func displayMode(m gpu.DisplayMode, f d3d9.FORMAT) d3d9.DISPLAYMODE {
	return d3d9.DISPLAYMODE{Width: m.Width, Height: m.Height, RefreshRate: m.Refresh, Format: f}
}
