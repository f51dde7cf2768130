package caps

import (
	"encoding/binary"

	"d3d9vk/d3d9"
)

// GetAdapterIdentifier is IDirect3D9::GetAdapterIdentifier: the true names and PCI numbers of the Vulkan device. DriverVersion's low half is
// Vulkan's driver version, DeviceIdentifier the device's UUID, WHQLLevel 0 (not certified). INVALIDCALL for an adapter that does
// not exist.
func (c *Adapter) GetAdapterIdentifier(adapter uint) (d3d9.ADAPTER_IDENTIFIER, d3d9.Error) {
	if adapter >= AdapterCount {
		return d3d9.ADAPTER_IDENTIFIER{}, d3d9.Errorf(d3d9.ERR_INVALIDCALL, "GetAdapterIdentifier", "", "adapter %d: there is only adapter 0", adapter)
	}
	a := c.gpu
	id := d3d9.ADAPTER_IDENTIFIER{
		DriverVersion: int64(a.DriverVersion),
		VendorId:      a.VendorID,
		DeviceId:      a.DeviceID,
		DeviceIdentifier: d3d9.GUID{
			Data1: binary.LittleEndian.Uint32(a.UUID[0:]),
			Data2: binary.LittleEndian.Uint16(a.UUID[4:]),
			Data3: binary.LittleEndian.Uint16(a.UUID[6:]),
			Data4: [8]uint8(a.UUID[8:]),
		},
	}
	copyText(id.Driver[:], a.DriverName)
	copyText(id.Description[:], a.Name)
	copyText(id.DeviceName[:], `\\.\DISPLAY1`)
	return id, nil
}

// copyText copies s, cut so that a zero byte follows.
func copyText(dst []byte, s string) { copy(dst[:len(dst)-1], s) }
