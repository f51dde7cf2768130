package device

import "d3d9vk/d3d9"

// swapChain returns the implicit swap chain, the only one there is, for its number 0.
func (d *Device) swapChain(call string, n uint) (*SwapChain, d3d9.Error) {
	if err := d.alive(call); err != nil {
		return nil, err
	}
	if n != 0 {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "swapChain: %d, there is only swap chain 0", n)
	}
	return d.chain, nil
}

// Present shows the first back buffer of the swap chain; see SwapChain.Present.
func (d *Device) Present(sourceRect *d3d9.RECT, destRect *d3d9.RECT, destWindowOverride d3d9.HWND, dirtyRegion *d3d9.RGNDATA) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	c, err := d.swapChain("Present", 0)
	if err != nil {
		return err
	}
	return c.present("Present", sourceRect, destRect, destWindowOverride)
}

// GetSwapChain returns swap chain 0 with a reference more.
func (d *Device) GetSwapChain(swapChain uint) (_ *SwapChain, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	c, err := d.swapChain("GetSwapChain", swapChain)
	if err != nil {
		return nil, err
	}
	c.addRef()
	return c, nil
}

// GetNumberOfSwapChains returns 1.
func (d *Device) GetNumberOfSwapChains() uint { return 1 }

// GetBackBuffer returns a back buffer of swap chain 0 with a reference more.
func (d *Device) GetBackBuffer(swapChain uint, backBuffer uint, typ d3d9.BACKBUFFER_TYPE) (_ *Surface, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	c, err := d.swapChain("GetBackBuffer", swapChain)
	d.unlock()
	if err != nil {
		return nil, err
	}
	return c.GetBackBuffer(backBuffer, typ)
}

// GetDisplayMode returns the display's mode.
func (d *Device) GetDisplayMode(swapChain uint) (_ d3d9.DISPLAYMODE, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	c, err := d.swapChain("GetDisplayMode", swapChain)
	d.unlock()
	if err != nil {
		return d3d9.DISPLAYMODE{}, err
	}
	return c.GetDisplayMode()
}

// GetFrontBufferData returns ERR_NOTAVAILABLE.
func (d *Device) GetFrontBufferData(swapChain uint, destSurface *Surface) d3d9.Error {
	return d.refuse(notAvailable("GetFrontBufferData", noFrontBuffer))
}

// GetRasterStatus returns ERR_NOTAVAILABLE.
func (d *Device) GetRasterStatus(swapChain uint) (d3d9.RASTER_STATUS, d3d9.Error) {
	return d3d9.RASTER_STATUS{}, d.refuse(notAvailable("GetRasterStatus", noRasterStatus))
}

// SetGammaRamp stores the ramp for GetGammaRamp and has no other effect but a line in the log.
func (d *Device) SetGammaRamp(swapChain uint, flags uint32, ramp d3d9.GAMMARAMP) {
	d.logUnavailable("SetGammaRamp", noGamma)
	d.lock()
	defer d.unlock()
	if c, err := d.swapChain("SetGammaRamp", swapChain); err == nil {
		c.gamma = ramp
	}
}

// GetGammaRamp returns what SetGammaRamp stored, at first the identity.
func (d *Device) GetGammaRamp(swapChain uint) d3d9.GAMMARAMP {
	d.lock()
	defer d.unlock()
	c, err := d.swapChain("GetGammaRamp", swapChain)
	if err != nil {
		return d3d9.GAMMARAMP{}
	}
	return c.gamma
}
