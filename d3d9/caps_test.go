package d3d9

import (
	"reflect"
	"testing"
)

func TestCAPSFields(t *testing.T) {
	caps := CAPS{
		DeviceType: DEVTYPE_HAL, RasterCaps: PRASTERCAPS_ZTEST | PRASTERCAPS_DITHER, VertexShaderVersion: VSVersion(3, 0),
		MaxPointSize: 64, FVFCaps: 8 | FVFCAPS_PSIZE, VS20Caps: VSHADERCAPS2_0{Caps: VS20CAPS_PREDICATION, NumTemps: 32},
	}
	got := map[string]string{}
	named := 0
	for _, f := range caps.Fields() {
		got[f.Name] = f.Text()
		if f.Flags != nil {
			named++
		}
	}
	for name, want := range map[string]string{
		"DeviceType":          "DEVTYPE_HAL",
		"RasterCaps":          "PRASTERCAPS_DITHER|PRASTERCAPS_ZTEST",
		"VertexShaderVersion": "vs_3_0",
		"MaxPointSize":        "64",
		"FVFCaps":             "8|FVFCAPS_PSIZE",
		"VS20Caps.Caps":       "VS20CAPS_PREDICATION",
		"VS20Caps.NumTemps":   "32",
		"PS20Caps.Caps":       "0",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if named != len(capsFlags) {
		t.Errorf("%d fields have flags, the table has %d", named, len(capsFlags))
	}
	if want := reflect.TypeOf(caps).NumField() - 2 + 4 + 5; len(got) != want {
		t.Errorf("%d fields, want %d", len(got), want)
	}
}

func TestAdapterIdentifier(t *testing.T) {
	var id *ADAPTER_IDENTIFIER
	if p, v, s, b := id.GetVersion(); id.GetDriver()+id.GetDescription()+id.GetDeviceName() != "" || p|v|s|b != 0 {
		t.Error("a nil identifier has contents")
	}
	id = &ADAPTER_IDENTIFIER{DriverVersion: -1<<48 | 2<<32 | 3<<16 | 4}
	copy(id.Driver[:], "libvulkan\x00rest")
	for i := range id.Description {
		id.Description[i] = 'x'
	}
	copy(id.DeviceName[:], ":0")
	if id.GetDriver() != "libvulkan" || len(id.GetDescription()) != 512 || id.GetDeviceName() != ":0" {
		t.Errorf("got %q %q %q", id.GetDriver(), id.GetDescription(), id.GetDeviceName())
	}
	if p, v, s, b := id.GetVersion(); p != 65535 || v != 2 || s != 3 || b != 4 {
		t.Errorf("got %d.%d.%d.%d", p, v, s, b)
	}
}

func TestColors(t *testing.T) {
	for _, c := range []struct{ got, want COLOR }{
		{ColorARGB(1, 2, 3, 4), 0x01020304},
		{ColorRGBA(1, 2, 3, 4), 0x04010203},
		{ColorRGB(1, 2, 3), 0xff010203},
		{ColorXRGB(1, 2, 3), 0xff010203},
		{ColorYUV(1, 2, 3), 0xff010203},
		{ColorXYUV(1, 2, 3), 0xff010203},
		{ColorAYUV(1, 2, 3, 4), 0x01020304},
		{ColorValue(1, 0.5, 0, 2), 0xffff7f00},
		{ColorValue(-1, 0, 0, 0), 0},
	} {
		if c.got != c.want {
			t.Errorf("got %#x, want %#x", c.got, c.want)
		}
	}
	if got := COLOR(0xff0000ff).Value(); got != (COLORVALUE{B: 1, A: 1}) {
		t.Errorf("got %+v", got)
	}
}

func TestVertexProcessing(t *testing.T) {
	for devCaps, want := range map[uint32]uint32{
		DEVCAPS_HWTRANSFORMANDLIGHT | DEVCAPS_PUREDEVICE: CREATE_HARDWARE_VERTEXPROCESSING,
		DEVCAPS_HWRASTERIZATION:                          CREATE_SOFTWARE_VERTEXPROCESSING,
	} {
		if got := (&CAPS{DevCaps: devCaps}).VertexProcessing(); got != want {
			t.Errorf("DevCaps %#x: %#x, want %#x", devCaps, got, want)
		}
	}
}
