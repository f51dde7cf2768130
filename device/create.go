package device

import (
	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
	"d3d9vk/translate/emit"
)

// behaviors are the flags of CreateDevice that have a meaning here; the others have none on Linux and are accepted.
const (
	vertexProcessing = d3d9.CREATE_SOFTWARE_VERTEXPROCESSING | d3d9.CREATE_HARDWARE_VERTEXPROCESSING | d3d9.CREATE_MIXED_VERTEXPROCESSING
	softwareOrMixed  = d3d9.CREATE_SOFTWARE_VERTEXPROCESSING | d3d9.CREATE_MIXED_VERTEXPROCESSING
)

// CreateDevice makes a device and its swap chain. focusWindow and params.HDeviceWindow are windows that package window registered, or
// 0: without a window the device draws all the same and Present shows nothing. The parameters come back completed: sizes, format
// and count of back buffers that were 0. ERR_INVALIDCALL for contradictory parameters, ERR_NOTAVAILABLE for what the adapter lacks.
func (d *Direct3D) CreateDevice(adapter uint, deviceType d3d9.DEVTYPE, focusWindow d3d9.HWND, behaviorFlags uint32, params d3d9.PRESENT_PARAMETERS) (*Device, d3d9.PRESENT_PARAMETERS, d3d9.Error) {
	const call = "CreateDevice"
	a, err := d.adapter(call)
	if err != nil {
		return nil, params, d.refuse(err)
	}
	if _, err := a.GetDeviceCaps(adapter, deviceType); err != nil {
		return nil, params, d.refuse(named(call, err))
	}
	switch behaviorFlags & vertexProcessing {
	case d3d9.CREATE_SOFTWARE_VERTEXPROCESSING, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, d3d9.CREATE_MIXED_VERTEXPROCESSING:
	default:
		return nil, params, d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "behaviorFlags: %#x has not exactly one way of vertex processing", behaviorFlags))
	}
	if behaviorFlags&d3d9.CREATE_PUREDEVICE != 0 && behaviorFlags&d3d9.CREATE_HARDWARE_VERTEXPROCESSING == 0 {
		return nil, params, d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "behaviorFlags: CREATE_PUREDEVICE needs CREATE_HARDWARE_VERTEXPROCESSING"))
	}
	hardware := a.Caps()
	if err := checkProcessing(call, behaviorFlags, &hardware); err != nil {
		return nil, params, d.refuse(err)
	}
	p, err := completeParameters(call, a, deviceType, focusWindow, params)
	if err != nil {
		return nil, params, d.refuse(err)
	}
	back, failed := d.options.Backend.Open(d.gpuOptions())
	if failed != nil {
		return nil, params, d.refuse(d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "%v", failed))
	}
	dev := d.newDevice(back, d3d9.DEVICE_CREATION_PARAMETERS{
		AdapterOrdinal: uint32(adapter), DeviceType: deviceType, HFocusWindow: focusWindow, BehaviorFlags: behaviorFlags,
	})
	if err := dev.begin(call, p); err != nil {
		dev.release()
		return nil, params, d.refuse(err)
	}
	return dev, p, nil
}

// newDevice makes a device without swap chain.
func (d *Direct3D) newDevice(back gpu.Device, creation d3d9.DEVICE_CREATION_PARAMETERS) *Device {
	d.AddRef()
	adapter := *back.Adapter()
	adapter.Features = back.Features()
	dev := &Device{
		refs: 1, d3d: d, creation: creation, log: d.log,
		multithreaded: creation.BehaviorFlags&d3d9.CREATE_MULTITHREADED != 0,
		gpu:           back, features: back.Features(), caps: caps.New(&adapter, d.profile()),
		shaderLayout: emit.ArenaIndex, constAlign: gpu.ArenaAlign,
		dirty: dirtyAll, caches: newCaches(),
		strict: d.options.Strict,
	}
	vertex := dev.vertexCaps()
	dev.maxPoint, dev.maxPrimitives = vertex.MaxPointSize, uint(vertex.MaxPrimitiveCount)
	dev.maxStreams, dev.maxClipPlanes = vertex.MaxStreams, vertex.MaxUserClipPlanes
	dev.flush.plan, dev.flush.input.Limits = &dev.flush.plans[0].plan, mrt.LimitsOf(dev.caps)
	if dev.features.UniformConstants {
		dev.shaderLayout, dev.constAlign = emit.DynamicUniform, gpu.ConstAlign
	}
	dev.shaderLayout.Float = d.options.Float
	dev.state.vertex = makeConstants(vertexFloats, intConstants, boolConstants)
	if creation.BehaviorFlags&softwareOrMixed != 0 {
		dev.state.vertex = makeConstants(softwareFloats, softwareFlow, softwareFlow)
	}
	dev.state.pixel = makeConstants(pixelFloats, intConstants, boolConstants)
	dev.state.software = creation.BehaviorFlags&d3d9.CREATE_SOFTWARE_VERTEXPROCESSING != 0
	return dev
}

// begin makes the swap chain and the automatic depth-stencil surface and sets all state to its start. On error nothing has changed.
func (d *Device) begin(call string, p d3d9.PRESENT_PARAMETERS) d3d9.Error {
	auto, err := d.makeAuto(call, p)
	if err != nil {
		return err
	}
	chain, err := d.newSwapChain(call, p)
	if err != nil {
		if auto != nil {
			auto.unbind()
		}
		return err
	}
	d.chain, d.auto = chain, auto
	d.start(p)
	return nil
}

// makeAuto makes the automatic depth-stencil surface that the parameters ask for, held by the device only; nil for none.
func (d *Device) makeAuto(call string, p d3d9.PRESENT_PARAMETERS) (*Surface, d3d9.Error) {
	if p.EnableAutoDepthStencil == 0 {
		return nil, nil
	}
	s, err := d.newDepthStencil(call, uint(p.BackBufferWidth), uint(p.BackBufferHeight), p.AutoDepthStencilFormat, p.MultiSampleType, p.MultiSampleQuality,
		p.Flags&d3d9.PRESENTFLAG_DISCARD_DEPTHSTENCIL != 0, true, 0)
	if err != nil {
		return nil, err
	}
	s.bind()
	s.release()
	return s, nil
}

// start sets all state to that of a new device: the first back buffer and the automatic depth-stencil surface are set.
func (d *Device) start(p d3d9.PRESENT_PARAMETERS) {
	d.unbindAll()
	d.state.reset(p.EnableAutoDepthStencil != 0)
	d.setTarget(0, d.chain.buffers[0])
	d.setDepth(d.auto)
	d.flush.samplers = 1<<slotCount - 1
	d.dirty = dirtyAll
}

// unbindAll takes away everything that is set.
func (d *Device) unbindAll() {
	for n := range uint32(targetCount) {
		d.setTarget(n, nil)
	}
	d.setDepth(nil)
	for slot := range slotCount {
		d.setTexture(slot, nil)
	}
	for n := range streamCount {
		d.setStream(n, nil, streamState{freq: 1})
	}
	d.setIndices(nil)
	d.setDeclaration(nil)
	if vs := d.state.bound.vertex; vs != nil {
		d.state.bound.vertex = nil
		vs.unbind()
	}
	if ps := d.state.bound.pixel; ps != nil {
		d.state.bound.pixel = nil
		ps.unbind()
	}
}

// completeParameters checks the parameters of CreateDevice and Reset and fills in what they leave open.
func completeParameters(call string, a *caps.Adapter, deviceType d3d9.DEVTYPE, focusWindow d3d9.HWND, p d3d9.PRESENT_PARAMETERS) (d3d9.PRESENT_PARAMETERS, d3d9.Error) {
	invalid := func(format string, args ...any) (d3d9.PRESENT_PARAMETERS, d3d9.Error) {
		return p, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "params: "+format, args...)
	}
	const maxBackBuffers = 3
	windowed := p.Windowed != 0
	switch {
	case p.SwapEffect < d3d9.SWAPEFFECT_DISCARD || p.SwapEffect > d3d9.SWAPEFFECT_COPY:
		return invalid("SwapEffect %d is none", uint32(p.SwapEffect))
	case p.BackBufferCount > maxBackBuffers:
		return invalid("BackBufferCount %d is more than %d", p.BackBufferCount, maxBackBuffers)
	case p.SwapEffect == d3d9.SWAPEFFECT_COPY && p.BackBufferCount > 1:
		return invalid("SWAPEFFECT_COPY has one back buffer, not %d", p.BackBufferCount)
	case p.MultiSampleType != d3d9.MULTISAMPLE_NONE && p.SwapEffect != d3d9.SWAPEFFECT_DISCARD:
		return invalid("multisampling needs SWAPEFFECT_DISCARD")
	case p.MultiSampleType != d3d9.MULTISAMPLE_NONE && p.Flags&d3d9.PRESENTFLAG_LOCKABLE_BACKBUFFER != 0:
		return invalid("a multisampled back buffer is not lockable")
	case windowed && p.FullScreen_RefreshRateInHz != 0:
		return invalid("FullScreen_RefreshRateInHz %d in a window", p.FullScreen_RefreshRateInHz)
	case !validInterval(p.PresentationInterval, windowed):
		return invalid("PresentationInterval %#x is none, or not one in a window", p.PresentationInterval)
	}
	if p.HDeviceWindow == 0 {
		p.HDeviceWindow = focusWindow
	}
	if p.HDeviceWindow != 0 {
		window := gpu.FindWindow(uintptr(p.HDeviceWindow))
		if window == nil {
			return invalid("HDeviceWindow %d is no window that package window registered", p.HDeviceWindow)
		}
		if width, height := window.FramebufferSize(); windowed {
			if p.BackBufferWidth == 0 {
				p.BackBufferWidth = uint32(max(1, width))
			}
			if p.BackBufferHeight == 0 {
				p.BackBufferHeight = uint32(max(1, height))
			}
		}
	}
	if p.BackBufferWidth == 0 || p.BackBufferHeight == 0 {
		return invalid("BackBufferWidth %d, BackBufferHeight %d: without a window, and full screen, both are needed", p.BackBufferWidth, p.BackBufferHeight)
	}
	mode, err := a.GetAdapterDisplayMode(0)
	if err != nil {
		return p, named(call, err)
	}
	if p.BackBufferFormat == d3d9.FMT_UNKNOWN && windowed {
		p.BackBufferFormat = mode.Format
	}
	if err := a.CheckDeviceType(0, deviceType, mode.Format, p.BackBufferFormat, windowed); err != nil {
		return p, d3d9.Errorf(err.Code(), call, "", "params: BackBufferFormat %v: %v", p.BackBufferFormat, err)
	}
	if p.EnableAutoDepthStencil != 0 {
		if err := a.CheckDepthStencilMatch(0, deviceType, mode.Format, p.BackBufferFormat, p.AutoDepthStencilFormat); err != nil {
			return p, d3d9.Errorf(err.Code(), call, "", "params: AutoDepthStencilFormat %v: %v", p.AutoDepthStencilFormat, err)
		}
	}
	p.BackBufferCount = max(1, p.BackBufferCount)
	return p, nil
}

// validInterval reports whether a PRESENT_INTERVAL_ value can be asked for.
func validInterval(interval uint32, windowed bool) bool {
	switch interval {
	case d3d9.PRESENT_INTERVAL_DEFAULT, d3d9.PRESENT_INTERVAL_ONE, d3d9.PRESENT_INTERVAL_IMMEDIATE:
		return true
	case d3d9.PRESENT_INTERVAL_TWO, d3d9.PRESENT_INTERVAL_THREE, d3d9.PRESENT_INTERVAL_FOUR:
		return !windowed
	}
	return false
}
