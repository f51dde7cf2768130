package d3d9

import "bytes"

// HANDLE is an opaque name that the window system gave out.
type HANDLE uintptr

// HWND is a window.
type HWND HANDLE

// HMONITOR is a display.
type HMONITOR HANDLE

// HDC is a device context of GDI.
type HDC HANDLE

// ADAPTER_IDENTIFIER names an adapter and its driver; the texts end at a zero byte.
type ADAPTER_IDENTIFIER struct {
	Driver           [MAX_DEVICE_IDENTIFIER_STRING]byte
	Description      [MAX_DEVICE_IDENTIFIER_STRING]byte
	DeviceName       [32]byte
	DriverVersion    int64
	VendorId         uint32
	DeviceId         uint32
	SubSysId         uint32
	Revision         uint32
	DeviceIdentifier GUID
	WHQLLevel        uint32
}

// GUID is a globally unique identifier.
type GUID struct {
	Data1 uint32
	Data2 uint16
	Data3 uint16
	Data4 [8]uint8
}

// LUID is a locally unique identifier.
type LUID struct {
	LowPart  uint32
	HighPart int32
}

// DISPLAYMODE is a size in pixels, a rate in hertz (0: unknown) and a format of a display.
type DISPLAYMODE struct {
	Width       uint32
	Height      uint32
	RefreshRate uint32
	Format      FORMAT
}

// DEVICE_CREATION_PARAMETERS is what CreateDevice was called with.
type DEVICE_CREATION_PARAMETERS struct {
	AdapterOrdinal uint32
	DeviceType     DEVTYPE
	HFocusWindow   HWND
	BehaviorFlags  uint32
}

// text is b up to its first zero byte.
func text(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// GetDriver returns the name of the driver; empty for a nil id.
func (id *ADAPTER_IDENTIFIER) GetDriver() string {
	if id == nil {
		return ""
	}
	return text(id.Driver[:])
}

// GetDescription returns the name of the adapter; empty for a nil id.
func (id *ADAPTER_IDENTIFIER) GetDescription() string {
	if id == nil {
		return ""
	}
	return text(id.Description[:])
}

// GetDeviceName returns the window system's name of the adapter; empty for a nil id.
func (id *ADAPTER_IDENTIFIER) GetDeviceName() string {
	if id == nil {
		return ""
	}
	return text(id.DeviceName[:])
}

// GetVersion returns the four 16-bit parts of DriverVersion, the highest first; zeros for a nil id.
func (id *ADAPTER_IDENTIFIER) GetVersion() (product, ver, subVer, build int) {
	if id == nil {
		return 0, 0, 0, 0
	}
	part := func(shift uint) int { return int(uint64(id.DriverVersion) >> shift & 0xffff) }
	return part(48), part(32), part(16), part(0)
}
