package device

import (
	"errors"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// maxFramesAhead is how many frames the program may be ahead of the graphics processor.
const maxFramesAhead = 3

// SwapChain is IDirect3DSwapChain9: the back buffers and the window that Present shows them in. Presenting copies the first back buffer,
// so the contents of all of them survive whatever the swap effect.
type SwapChain struct {
	object
	params  d3d9.PRESENT_PARAMETERS
	buffers []*Surface
	id      gpu.ID // the back end's; 0 without a window, and while the window has no size
	frames  [maxFramesAhead]uint64
	frame   int
	gamma   d3d9.GAMMARAMP
}

// newSwapChain makes the implicit swap chain of checked parameters.
func (d *Device) newSwapChain(call string, p d3d9.PRESENT_PARAMETERS) (*SwapChain, d3d9.Error) {
	c := &SwapChain{}
	c.init(d, c, false)
	c.bind()
	c.release()
	for i := range c.gamma.Red {
		v := uint16(i) * 0x101 // 255 becomes 65535
		c.gamma.Red[i], c.gamma.Green[i], c.gamma.Blue[i] = v, v, v
	}
	buffers, err := c.makeBuffers(call, p)
	if err != nil {
		c.unbind()
		return nil, err
	}
	if err := c.adopt(call, p, buffers); err != nil {
		for _, s := range buffers {
			s.unbind()
		}
		c.unbind()
		return nil, err
	}
	return c, nil
}

// makeBuffers makes back buffers that only the swap chain holds.
func (c *SwapChain) makeBuffers(call string, p d3d9.PRESENT_PARAMETERS) ([]*Surface, d3d9.Error) {
	var buffers []*Surface
	lockable := p.Flags&d3d9.PRESENTFLAG_LOCKABLE_BACKBUFFER != 0
	for range p.BackBufferCount {
		s, err := c.device.newTarget(call, uint(p.BackBufferWidth), uint(p.BackBufferHeight), p.BackBufferFormat, p.MultiSampleType, p.MultiSampleQuality, lockable, true, 0)
		if err != nil {
			for _, s := range buffers {
				s.unbind()
			}
			return nil, err
		}
		s.chain = c
		s.bind()
		s.release()
		buffers = append(buffers, s)
	}
	return buffers, nil
}

// adopt makes the buffers and parameters the chain's, with a back end swapchain if there is a window. On error nothing has changed.
func (c *SwapChain) adopt(call string, p d3d9.PRESENT_PARAMETERS, buffers []*Surface) d3d9.Error {
	old := c.params
	c.params = p
	if err := c.connect(call); err != nil {
		c.params = old
		return err
	}
	for _, s := range c.buffers {
		s.unbind()
	}
	c.buffers = buffers
	return nil
}

// connect makes the back end's swapchain anew, in the size that the window has now.
func (c *SwapChain) connect(call string) d3d9.Error {
	d := c.device
	var id gpu.ID
	if hwnd := uintptr(c.params.HDeviceWindow); hwnd != 0 {
		window := gpu.FindWindow(hwnd)
		if window == nil {
			return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the window %d is gone", hwnd)
		}
		if width, height := window.FramebufferSize(); width > 0 && height > 0 {
			// A window has one swapchain at a time: the old one goes first.
			d.destroy(gpu.KindSwapchain, c.id)
			c.id = 0
			if err := d.submit(); err != nil {
				return named(call, err)
			}
			if err := d.waitSerial(d.serial); err != nil {
				return named(call, err)
			}
			var failed error
			id, failed = d.gpu.CreateSwapchain(&gpu.SwapchainDesc{
				Window: hwnd, Width: uint32(width), Height: uint32(height), Interval: interval(c.params.PresentationInterval), Images: maxFramesAhead,
			})
			if failed != nil {
				return d.gpuError(call, failed)
			}
		}
	}
	d.destroy(gpu.KindSwapchain, c.id)
	c.id = id
	return nil
}

// interval is the vertical blanks between two presents.
func interval(presentation uint32) uint32 {
	switch presentation {
	case d3d9.PRESENT_INTERVAL_IMMEDIATE:
		return 0
	case d3d9.PRESENT_INTERVAL_TWO:
		return 2
	case d3d9.PRESENT_INTERVAL_THREE:
		return 3
	case d3d9.PRESENT_INTERVAL_FOUR:
		return 4
	}
	return 1
}

// destroyed gives the chain's buffers back.
func (c *SwapChain) destroyed() {
	for _, s := range c.buffers {
		s.unbind()
	}
	c.buffers = nil
	c.device.destroy(gpu.KindSwapchain, c.id)
	c.id = 0
}

// Present shows the first back buffer in the window and ends the frame; without a window it only ends the frame. It waits while the program is
// more than three frames ahead. Nil rectangles stand for the whole; dirtyRegion and flags are not looked at.
func (c *SwapChain) Present(sourceRect *d3d9.RECT, destRect *d3d9.RECT, destWindowOverride d3d9.HWND, dirtyRegion *d3d9.RGNDATA, flags uint32) (err d3d9.Error) {
	d, err := c.enter("Present")
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	return c.present("Present", sourceRect, destRect, destWindowOverride)
}

func (c *SwapChain) present(call string, sourceRect, destRect *d3d9.RECT, override d3d9.HWND) d3d9.Error {
	d := c.device
	if d.lost() {
		return d.lostError(call)
	}
	if override != 0 && override != c.params.HDeviceWindow {
		return notAvailable(call, "destWindowOverride: a swap chain presents to its own window only")
	}
	rects := [8]uint32{}
	for i, r := range [...]*d3d9.RECT{sourceRect, destRect} {
		if r == nil {
			continue
		}
		if r.Left < 0 || r.Top < 0 || empty(*r) || i == 0 && (uint32(r.Right) > c.params.BackBufferWidth || uint32(r.Bottom) > c.params.BackBufferHeight) {
			return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "a rectangle, (%d, %d)-(%d, %d), is empty or outside", r.Left, r.Top, r.Right, r.Bottom)
		}
		copy(rects[i*4:], []uint32{uint32(r.Left), uint32(r.Top), uint32(r.Right - r.Left), uint32(r.Bottom - r.Top)})
	}
	if err := c.keepUp(call); err != nil {
		return err
	}
	if c.id != 0 {
		if err := d.room(gpu.RecordWords[gpu.OpPresent], 0, 1); err != nil {
			return named(call, err)
		}
		store := c.buffers[0].store
		store.use()
		d.list.Add(gpu.OpPresent, append([]uint32{uint32(c.id), uint32(store.image)}, rects[:]...)...)
	}
	if err := d.submit(); err != nil {
		return named(call, err)
	}
	slot := &c.frames[c.frame%maxFramesAhead]
	c.frame++
	oldest := *slot
	*slot = d.serial
	return named(call, d.waitSerial(oldest))
}

// keepUp makes a new swapchain when the window has changed its size, or has one again.
func (c *SwapChain) keepUp(call string) d3d9.Error {
	if c.params.HDeviceWindow == 0 {
		return nil
	}
	if c.id != 0 {
		err := c.device.gpu.SwapchainStatus(c.id)
		if err == nil {
			return nil
		}
		if !errors.Is(err, gpu.ErrSurfaceChanged) {
			return c.device.gpuError(call, err)
		}
	}
	return c.connect(call)
}

// GetBackBuffer returns back buffer 0..BackBufferCount-1 with a reference more; typ is not looked at.
func (c *SwapChain) GetBackBuffer(backBuffer uint, typ d3d9.BACKBUFFER_TYPE) (buffer *Surface, err d3d9.Error) {
	const call = "GetBackBuffer"
	d, err := c.enter(call)
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	if backBuffer >= uint(len(c.buffers)) {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "backBuffer: %d, there are %d", backBuffer, len(c.buffers))
	}
	s := c.buffers[backBuffer]
	s.addRef()
	return s, nil
}

// GetPresentParameters returns the parameters as the device completed them.
func (c *SwapChain) GetPresentParameters() (params d3d9.PRESENT_PARAMETERS, err d3d9.Error) {
	d, err := c.enter("GetPresentParameters")
	if err != nil {
		return params, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return c.params, nil
}

// GetDisplayMode returns the display's mode.
func (c *SwapChain) GetDisplayMode() (mode d3d9.DISPLAYMODE, err d3d9.Error) {
	d, err := c.enter("GetDisplayMode")
	if err != nil {
		return mode, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return d.caps.GetAdapterDisplayMode(0)
}

const (
	noFrontBuffer  = "what the window shows cannot be read; read the back buffer with GetRenderTargetData before Present"
	noRasterStatus = "the position of the display's beam is not known"
	noGamma        = "the display's gamma ramp is the window system's"
)

// GetFrontBufferData returns ERR_NOTAVAILABLE.
func (c *SwapChain) GetFrontBufferData(destSurface *Surface) (err d3d9.Error) {
	return c.refuse(notAvailable("GetFrontBufferData", noFrontBuffer))
}

// GetRasterStatus returns ERR_NOTAVAILABLE.
func (c *SwapChain) GetRasterStatus() (status d3d9.RASTER_STATUS, err d3d9.Error) {
	return status, c.refuse(notAvailable("GetRasterStatus", noRasterStatus))
}
