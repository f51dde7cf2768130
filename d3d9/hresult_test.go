package d3d9

import (
	"errors"
	"fmt"
	"testing"
)

func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		err  Error
		want string
	}{
		{Errorf(ERR_INVALIDCALL, "SetRenderTarget", "MRT-1", "renderTarget: is not a render target"),
			"SetRenderTarget: renderTarget: is not a render target [MRT-1]: D3DERR_INVALIDCALL"},
		{Errorf(ERR_NOTAVAILABLE, "CreateTexture", "", "format: %s", FORMAT(FMT_DXT1)), "CreateTexture: format: DXT1: D3DERR_NOTAVAILABLE"},
		{Errorf(E_OUTOFMEMORY, "", "", "100%% full"), "100% full: E_OUTOFMEMORY"},
		{Code(ERR_DEVICELOST), "D3DERR_DEVICELOST"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestErrorsIsAndAs(t *testing.T) {
	err := fmt.Errorf("frame 7: %w", Errorf(ERR_DEVICELOST, "Present", "", "the device is lost"))
	if !errors.Is(err, Code(ERR_DEVICELOST)) || errors.Is(err, Code(ERR_INVALIDCALL)) {
		t.Error("errors.Is does not go by the code")
	}
	var call *CallError
	if !errors.As(err, &call) || call.Call != "Present" || call.Reason != "the device is lost" || call.Rule != "" {
		t.Errorf("errors.As gave %+v", call)
	}
	var any Error
	if !errors.As(err, &any) || any.Code() != ERR_DEVICELOST {
		t.Errorf("errors.As gave %v", any)
	}
	if !errors.Is(Code(E_FAIL), Code(E_FAIL)) {
		t.Error("a code is not itself")
	}
	for _, c := range []struct {
		err  error
		want int32
	}{{nil, OK}, {err, ERR_DEVICELOST}, {errors.New("other"), E_FAIL}, {fmt.Errorf("no %d", 1), E_FAIL}} {
		if got := CodeOf(c.err); got != c.want {
			t.Errorf("CodeOf(%v) = %s, want %s", c.err, HRESULTName(got), HRESULTName(c.want))
		}
	}
}

func TestHRESULTName(t *testing.T) {
	for code, want := range map[int32]string{
		OK:                          "D3D_OK",
		S_FALSE:                     "S_FALSE",
		OK_NOAUTOGEN:                "D3DOK_NOAUTOGEN",
		S_PRESENT_OCCLUDED:          "S_PRESENT_OCCLUDED",
		E_NOTIMPL:                   "E_NOTIMPL",
		ERR_OUTOFVIDEOMEMORY:        "D3DERR_OUTOFVIDEOMEMORY",
		ERR_WRONGTEXTUREFORMAT:      "D3DERR_WRONGTEXTUREFORMAT",
		-2147418113 /* 8000ffff */ : "HRESULT(0x8000ffff)",
	} {
		if got := HRESULTName(code); got != want {
			t.Errorf("%#x is %s, want %s", uint32(code), got, want)
		}
	}
}
