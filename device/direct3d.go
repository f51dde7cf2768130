package device

import (
	"fmt"
	"log/slog"
	"os"
	"sync"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/emit"
)

// Backend finds and opens graphics adapters: internal/vk, or a fake of a test.
type Backend interface {
	// Adapter describes the adapter that Open with the same options opens; its Features are without the disabled ones.
	Adapter(gpu.Options) (*gpu.Adapter, error)
	Open(gpu.Options) (gpu.Device, error)
}

// Options are what CreateWith can be told. The zero value is Create's.
type Options struct {
	Backend    Backend          // nil: Vulkan
	Disable    []string         // what of Vulkan to go without: optional features, as MultiDraw, and what formats can do, as R5G6B5UnormPack16.Blend; a wrong name's error lists them
	Validation bool             // load the Khronos validation layer
	Message    func(string)     // gets the messages of the validation layer; nil: they go to standard error
	CacheDir   string           // folder of the pipeline cache; "" = the user's cache directory, "-" = none
	Adapter    int              // which Vulkan device is adapter 0
	Profile    *caps.Profile    // what the caps promise and devices keep to; nil: that of EnvProfile, else caps.Full
	Log        *slog.Logger     // nil: nothing is logged, but with Debug to standard error
	Float      emit.FloatRules  // what shaders make of infinities, where Direct3D 9 leaves it open
	Strict     Strictness       // which breaches of the shader rules CreateVertexShader and CreatePixelShader refuse
	Debug      bool             // tell each refused call and what each draw does not do, as D3D9VK_DEBUG=1 does; docs/diagnostics.md lists them
	Diagnose   func(Diagnostic) // gets each new diagnostic: without Debug, shader findings and what plans of draws leave out; is called within calls of the device and may call none itself
}

// EnvProfile is the environment variable with the caps profile of programs that name none in Options: one of caps.Profiles, or the path of a
// profile file.
const EnvProfile = "D3D9VK_PROFILE"

// Strictness says which breaches of the shader rules refuse a shader.
type Strictness uint8

const (
	Lenient        Strictness = iota // none, as on Windows
	StrictErrors                     // errors
	StrictWarnings                   // errors and warnings
)

// Direct3D is IDirect3D9. Its methods may be called from any goroutine.
type Direct3D struct {
	mu      sync.Mutex
	refs    uint32
	options Options
	log     *slog.Logger
	caps    *caps.Adapter // of adapter 0, found at the first call that needs it
	failed  error         // why there is none
	debug   *debugger     // nil unless in debug mode
}

// Create makes a Direct3D object; version is SDK_VERSION. The graphics adapter is looked for when a method first needs it.
func Create(version uint) (*Direct3D, error) { return CreateWith(version, Options{}) }

// CreateWith is Create with options.
func CreateWith(version uint, options Options) (*Direct3D, error) {
	const debugBit = 1 << 31
	if version&^debugBit != d3d9.SDK_VERSION {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "Create", "", "version: %d is not SDK_VERSION (%d)", version, d3d9.SDK_VERSION)
	}
	layout := emit.DynamicUniform
	layout.Float = options.Float
	if err := layout.Check(); err != nil {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "Create", "", "options: %v", err)
	}
	if options.Profile == nil {
		if name := os.Getenv(EnvProfile); name != "" {
			p, err := caps.FindProfile(name)
			if err != nil {
				return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "Create", "", "%s: %v", EnvProfile, err)
			}
			options.Profile = &p
		}
	}
	if options.Backend == nil {
		options.Backend = vulkan
	}
	d := &Direct3D{refs: 1, options: options, log: options.Log}
	if debugging(&options) {
		d.debug = &debugger{told: map[toldKey]uint{}}
		if d.log == nil {
			d.log = slog.New(slog.NewTextHandler(os.Stderr, nil))
		}
	}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	return d, nil
}

func (d *Direct3D) gpuOptions() gpu.Options {
	o := &d.options
	message := o.Message
	if message == nil {
		message = func(text string) { fmt.Fprintln(os.Stderr, text) }
	}
	return gpu.Options{Disable: o.Disable, Validation: o.Validation, Message: message, CacheDir: o.CacheDir, AdapterIndex: o.Adapter}
}

func (d *Direct3D) profile() caps.Profile {
	if d.options.Profile != nil {
		return *d.options.Profile
	}
	return caps.Full()
}

// adapter is the caps of adapter 0. It is an error that the object was released or that there is no graphics adapter.
func (d *Direct3D) adapter(call string) (*caps.Adapter, d3d9.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refs == 0 {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the Direct3D object was released")
	}
	if d.caps == nil && d.failed == nil {
		a, err := d.options.Backend.Adapter(d.gpuOptions())
		if err != nil {
			d.failed = err
		} else {
			d.caps = caps.New(a, d.profile())
		}
	}
	if d.failed != nil {
		return nil, d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "there is no usable graphics adapter: %v", d.failed)
	}
	return d.caps, nil
}

// AddRef returns the number of references.
func (d *Direct3D) AddRef() uint32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refs == 0 {
		return 0
	}
	d.refs++
	return d.refs
}

// Release returns the number of references that are left. After the last one every method is an error; devices live on.
func (d *Direct3D) Release() uint32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refs > 0 {
		d.refs--
	}
	return d.refs
}

// RegisterSoftwareDevice returns ERR_NOTAVAILABLE.
func (d *Direct3D) RegisterSoftwareDevice(initFunc uintptr) d3d9.Error {
	return d.refuse(notAvailable("RegisterSoftwareDevice", "there are no software rasterizers to plug in"))
}

// GetAdapterCount returns the number of adapters, 0 without a graphics adapter.
func (d *Direct3D) GetAdapterCount() uint {
	if _, err := d.adapter("GetAdapterCount"); err != nil {
		return 0
	}
	return caps.AdapterCount
}

// GetAdapterIdentifier returns the names and numbers of an adapter.
func (d *Direct3D) GetAdapterIdentifier(adapter uint, flags uint32) (id d3d9.ADAPTER_IDENTIFIER, err d3d9.Error) {
	defer d.tell(&err)
	a, err := d.adapter("GetAdapterIdentifier")
	if err != nil {
		return id, err
	}
	return a.GetAdapterIdentifier(adapter)
}

// GetAdapterModeCount returns the number of display modes of a format, 0 where there is none.
func (d *Direct3D) GetAdapterModeCount(adapter uint, format d3d9.FORMAT) uint {
	a, err := d.adapter("GetAdapterModeCount")
	if err != nil {
		return 0
	}
	return uint(a.GetAdapterModeCount(adapter, format))
}

// EnumAdapterModes returns a display mode.
func (d *Direct3D) EnumAdapterModes(adapter uint, format d3d9.FORMAT, mode uint) (displayMode d3d9.DISPLAYMODE, err d3d9.Error) {
	defer d.tell(&err)
	a, err := d.adapter("EnumAdapterModes")
	if err != nil {
		return displayMode, err
	}
	return a.EnumAdapterModes(adapter, format, mode)
}

// GetAdapterDisplayMode returns the current display mode.
func (d *Direct3D) GetAdapterDisplayMode(adapter uint) (mode d3d9.DISPLAYMODE, err d3d9.Error) {
	defer d.tell(&err)
	a, err := d.adapter("GetAdapterDisplayMode")
	if err != nil {
		return mode, err
	}
	return a.GetAdapterDisplayMode(adapter)
}

// GetAdapterMonitor returns adapter+1, a number that only stands for the monitor, or 0 where there is no such adapter.
func (d *Direct3D) GetAdapterMonitor(adapter uint) d3d9.HMONITOR {
	if adapter >= d.GetAdapterCount() {
		return 0
	}
	return d3d9.HMONITOR(adapter + 1)
}

// CheckDeviceType says whether a device can present from the back buffer format to the display format.
func (d *Direct3D) CheckDeviceType(adapter uint, deviceType d3d9.DEVTYPE, displayFormat d3d9.FORMAT, backBufferFormat d3d9.FORMAT, windowed bool) d3d9.Error {
	a, err := d.adapter("CheckDeviceType")
	if err != nil {
		return d.refuse(err)
	}
	return d.refuse(a.CheckDeviceType(adapter, deviceType, displayFormat, backBufferFormat, windowed))
}

// CheckDeviceFormat says whether resources of the type, usage and format can be made.
func (d *Direct3D) CheckDeviceFormat(adapter uint, deviceType d3d9.DEVTYPE, adapterFormat d3d9.FORMAT, usage uint32, resType d3d9.RESOURCETYPE, checkFormat d3d9.FORMAT) d3d9.Error {
	a, err := d.adapter("CheckDeviceFormat")
	if err != nil {
		return d.refuse(err)
	}
	_, err = a.CheckDeviceFormat(adapter, deviceType, adapterFormat, usage, resType, checkFormat)
	return d.refuse(err)
}

// CheckDeviceMultiSampleType says whether surfaces can be multisampled and in how many qualities.
func (d *Direct3D) CheckDeviceMultiSampleType(adapter uint, deviceType d3d9.DEVTYPE, surfaceFormat d3d9.FORMAT, windowed bool, multiSampleType d3d9.MULTISAMPLE_TYPE) (qualityLevels uint32, err d3d9.Error) {
	defer d.tell(&err)
	a, err := d.adapter("CheckDeviceMultiSampleType")
	if err != nil {
		return 1, err
	}
	return a.CheckDeviceMultiSampleType(adapter, deviceType, surfaceFormat, windowed, multiSampleType)
}

// CheckDepthStencilMatch says whether a depth-stencil format goes with a render target format.
func (d *Direct3D) CheckDepthStencilMatch(adapter uint, deviceType d3d9.DEVTYPE, adapterFormat d3d9.FORMAT, renderTargetFormat d3d9.FORMAT, depthStencilFormat d3d9.FORMAT) d3d9.Error {
	a, err := d.adapter("CheckDepthStencilMatch")
	if err != nil {
		return d.refuse(err)
	}
	return d.refuse(a.CheckDepthStencilMatch(adapter, deviceType, adapterFormat, renderTargetFormat, depthStencilFormat))
}

// CheckDeviceFormatConversion says whether one format is converted to another when presented.
func (d *Direct3D) CheckDeviceFormatConversion(adapter uint, deviceType d3d9.DEVTYPE, sourceFormat d3d9.FORMAT, targetFormat d3d9.FORMAT) d3d9.Error {
	a, err := d.adapter("CheckDeviceFormatConversion")
	if err != nil {
		return d.refuse(err)
	}
	return d.refuse(a.CheckDeviceFormatConversion(adapter, deviceType, sourceFormat, targetFormat))
}

// GetDeviceCaps returns what devices of the type can do.
func (d *Direct3D) GetDeviceCaps(adapter uint, deviceType d3d9.DEVTYPE) (c d3d9.CAPS, err d3d9.Error) {
	defer d.tell(&err)
	a, err := d.adapter("GetDeviceCaps")
	if err != nil {
		return c, err
	}
	return a.GetDeviceCaps(adapter, deviceType)
}
