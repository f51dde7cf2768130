package d3d9

import (
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// Constants fit any integer type, as gonutz' do; this would not compile if they had a type.
var (
	_ uint8          = DECLTYPE_FLOAT1
	_ int64          = BLEND_ONE
	_ uint32         = RS_ZENABLE
	_ FORMAT         = FMT_DXT1
	_ uint32         = FMT_DXT1
	_ int32          = ERR_INVALIDCALL
	_ float32        = CULL_CCW
	_ SWAPEFFECT     = SWAPEFFECT_DISCARD
	_ Error          = Code(E_FAIL)
	_ func() [4]byte = func() [MAX_SIMULTANEOUS_RENDERTARGETS]byte { return [4]byte{} }
)

func lines(t *testing.T, path string) [][]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 0 && f[0] != "#" {
			out = append(out, f)
		}
	}
	return out
}

func TestConstantsAreGonutzConstants(t *testing.T) {
	// d3d9.h says 0x100; gonutz gives the number of CREATE_DISABLE_DRIVER_MANAGEMENT_EX.
	known := map[string]int64{"CREATE_DISABLE_DRIVER_MANAGEMENT": 0x100}
	rows := lines(t, "testdata/gonutz-constants.txt")
	if len(rows) < 800 {
		t.Fatalf("only %d constants to compare", len(rows))
	}
	for _, row := range rows {
		want, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := known[row[0]]; ok {
			want = v
		}
		got, ok := ConstantValue(row[0])
		if !ok || got != want {
			t.Errorf("%s = %d, %t; want %d", row[0], got, ok, want)
		}
	}
}

func TestStructsAreGonutzStructs(t *testing.T) {
	ours := map[string]any{}
	for _, v := range []any{
		ADAPTER_IDENTIFIER{}, BOX{}, CAPS{}, CLIPSTATUS{}, COLORVALUE{}, DEVICE_CREATION_PARAMETERS{},
		DEVINFO_D3D9BANDWIDTHTIMINGS{}, DEVINFO_D3D9CACHEUTILIZATION{}, DEVINFO_D3D9INTERFACETIMINGS{},
		DEVINFO_D3D9PIPELINETIMINGS{}, DEVINFO_D3D9STAGETIMINGS{}, DEVINFO_D3DVERTEXSTATS{}, DEVINFO_VCACHE{},
		DISPLAYMODE{}, GAMMARAMP{}, GUID{}, INDEXBUFFER_DESC{}, IndexBufferMemory{}, LIGHT{}, LOCKED_BOX{}, LOCKED_RECT{},
		LUID{}, MATERIAL{}, PALETTEENTRY{}, POINT{}, PRESENT_PARAMETERS{}, PSHADERCAPS2_0{}, RANGE{}, RASTER_STATUS{},
		RECT{}, RECTPATCH_INFO{}, RESOURCESTATS{}, RGNDATA{}, RGNDATAHEADER{}, SURFACE_DESC{}, TRIPATCH_INFO{}, VECTOR{},
		VERTEXBUFFER_DESC{}, VERTEXELEMENT{}, VIEWPORT{}, VOLUME_DESC{}, VSHADERCAPS2_0{}, VertexBufferMemory{},
	} {
		ours[reflect.TypeOf(v).Name()] = v
	}
	// Fields of d3d9caps.h that gonutz left out.
	added := map[string][]string{"CAPS": {"MaxNpatchTessellationLevel", "Reserved5"}}
	for _, row := range lines(t, "testdata/gonutz-structs.txt") {
		v, ok := ours[row[0]]
		if !ok {
			t.Errorf("%s is missing", row[0])
			continue
		}
		typ := reflect.TypeOf(v)
		got := []string{row[0]}
		for i := range typ.NumField() {
			if slices.Contains(added[row[0]], typ.Field(i).Name) {
				continue
			}
			name := strings.TrimPrefix(typ.Field(i).Type.String(), "d3d9.")
			got = append(got, typ.Field(i).Name, strings.ReplaceAll(name, "uint8", "byte"))
		}
		want := strings.ReplaceAll(strings.Join(row, " "), "MAX_DEVICE_IDENTIFIER_STRING", "512")
		want = strings.ReplaceAll(want, "uint8", "byte")
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-gonutz +ours):\n%s", row[0], diff)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{CMPFUNC(CMP_LESSEQUAL).String(), "CMP_LESSEQUAL"},
		{CMPFUNC(77).String(), "CMPFUNC(77)"},
		{DECLUSAGE(DECLUSAGE_TEXCOORD).String(), "DECLUSAGE_TEXCOORD"},
		{USAGEFlags.Text(USAGE_RENDERTARGET | USAGE_DYNAMIC), "USAGE_RENDERTARGET|USAGE_DYNAMIC"},
		{USAGEFlags.Text(USAGE_DEPTHSTENCIL | 0x40000000), "USAGE_DEPTHSTENCIL|0x40000000"},
		{LOCKFlags.Text(0), "0"},
		{PRESENT_INTERVALFlags.Text(0), "PRESENT_INTERVAL_DEFAULT"},
		{PRESENT_INTERVALFlags.Text(0x80000001), "PRESENT_INTERVAL_ONE|PRESENT_INTERVAL_IMMEDIATE"},
		{CSFlags.Text(CS_ALL), "CS_ALL"},
		{TEXTUREOP(TOP_LERP).String(), "TOP_LERP"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if _, ok := ConstantValue("NO_SUCH_NAME"); ok {
		t.Error("a name that is none has a value")
	}
}

// The C ABI hands these structs on as they are.
func TestStructsHaveTheSizesOfTheHeaders(t *testing.T) {
	for name, c := range map[string][2]uintptr{
		"D3DADAPTER_IDENTIFIER9":        {unsafe.Sizeof(ADAPTER_IDENTIFIER{}), 1104},
		"D3DCAPS9":                      {unsafe.Sizeof(CAPS{}), 304},
		"D3DCAPS9.MasterAdapterOrdinal": {unsafe.Offsetof(CAPS{}.MasterAdapterOrdinal), 224},
		"D3DDEVICE_CREATION_PARAMETERS": {unsafe.Sizeof(DEVICE_CREATION_PARAMETERS{}), 24},
		"D3DPRESENT_PARAMETERS":         {unsafe.Sizeof(PRESENT_PARAMETERS{}), 64},
		"D3DLIGHT9":                     {unsafe.Sizeof(LIGHT{}), 104},
		"D3DMATERIAL9":                  {unsafe.Sizeof(MATERIAL{}), 68},
		"D3DVIEWPORT9":                  {unsafe.Sizeof(VIEWPORT{}), 24},
		"D3DSURFACE_DESC":               {unsafe.Sizeof(SURFACE_DESC{}), 32},
		"D3DVOLUME_DESC":                {unsafe.Sizeof(VOLUME_DESC{}), 28},
		"D3DVERTEXBUFFER_DESC":          {unsafe.Sizeof(VERTEXBUFFER_DESC{}), 24},
		"D3DINDEXBUFFER_DESC":           {unsafe.Sizeof(INDEXBUFFER_DESC{}), 20},
		"D3DVERTEXELEMENT9":             {unsafe.Sizeof(VERTEXELEMENT{}), 8},
		"D3DLOCKED_RECT":                {unsafe.Sizeof(LOCKED_RECT{}), 16},
		"D3DLOCKED_BOX":                 {unsafe.Sizeof(LOCKED_BOX{}), 16},
		"D3DGAMMARAMP":                  {unsafe.Sizeof(GAMMARAMP{}), 1536},
		"D3DRASTER_STATUS":              {unsafe.Sizeof(RASTER_STATUS{}), 8},
		"D3DDISPLAYMODE":                {unsafe.Sizeof(DISPLAYMODE{}), 16},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %d bytes, the header says %d", name, c[0], c[1])
		}
	}
}
