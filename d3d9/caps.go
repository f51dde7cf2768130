package d3d9

import (
	"fmt"
	"reflect"
	"strconv"
)

// CAPS is what a device can do; GetDeviceCaps fills it. CAPSFields names the flags of its fields.
type CAPS struct {
	DeviceType                        DEVTYPE
	AdapterOrdinal                    uint32
	Caps                              uint32
	Caps2                             uint32
	Caps3                             uint32
	PresentationIntervals             uint32
	CursorCaps                        uint32
	DevCaps                           uint32
	PrimitiveMiscCaps                 uint32
	RasterCaps                        uint32
	ZCmpCaps                          uint32
	SrcBlendCaps                      uint32
	DestBlendCaps                     uint32
	AlphaCmpCaps                      uint32
	ShadeCaps                         uint32
	TextureCaps                       uint32
	TextureFilterCaps                 uint32
	CubeTextureFilterCaps             uint32
	VolumeTextureFilterCaps           uint32
	TextureAddressCaps                uint32
	VolumeTextureAddressCaps          uint32
	LineCaps                          uint32
	MaxTextureWidth                   uint32
	MaxTextureHeight                  uint32
	MaxVolumeExtent                   uint32
	MaxTextureRepeat                  uint32
	MaxTextureAspectRatio             uint32
	MaxAnisotropy                     uint32
	MaxVertexW                        float32
	GuardBandLeft                     float32
	GuardBandTop                      float32
	GuardBandRight                    float32
	GuardBandBottom                   float32
	ExtentsAdjust                     float32
	StencilCaps                       uint32
	FVFCaps                           uint32
	TextureOpCaps                     uint32
	MaxTextureBlendStages             uint32
	MaxSimultaneousTextures           uint32
	VertexProcessingCaps              uint32
	MaxActiveLights                   uint32
	MaxUserClipPlanes                 uint32
	MaxVertexBlendMatrices            uint32
	MaxVertexBlendMatrixIndex         uint32
	MaxPointSize                      float32
	MaxPrimitiveCount                 uint32
	MaxVertexIndex                    uint32
	MaxStreams                        uint32
	MaxStreamStride                   uint32
	VertexShaderVersion               uint32
	MaxVertexShaderConst              uint32
	PixelShaderVersion                uint32
	PixelShader1xMaxValue             float32
	DevCaps2                          uint32
	MaxNpatchTessellationLevel        float32 // not in gonutz, whose fields from here on are 8 bytes too early
	Reserved5                         uint32
	MasterAdapterOrdinal              uint32
	AdapterOrdinalInGroup             uint32
	NumberOfAdaptersInGroup           uint32
	DeclTypes                         uint32
	NumSimultaneousRTs                uint32
	StretchRectFilterCaps             uint32
	VS20Caps                          VSHADERCAPS2_0
	PS20Caps                          PSHADERCAPS2_0
	VertexTextureFilterCaps           uint32
	MaxVShaderInstructionsExecuted    uint32
	MaxPShaderInstructionsExecuted    uint32
	MaxVertexShader30InstructionSlots uint32
	MaxPixelShader30InstructionSlots  uint32
}

// VSHADERCAPS2_0 is what vertex shaders of version 2 and up may use.
type VSHADERCAPS2_0 struct {
	Caps                    uint32
	DynamicFlowControlDepth int32
	NumTemps                int32
	StaticFlowControlDepth  int32
}

// PSHADERCAPS2_0 is what pixel shaders of version 2 and up may use.
type PSHADERCAPS2_0 struct {
	Caps                    uint32
	DynamicFlowControlDepth int32
	NumTemps                int32
	StaticFlowControlDepth  int32
	NumInstructionSlots     int32
}

// capsFlags is the flags of the fields of CAPS and of the structs in it.
var capsFlags = map[string]*ConstantSet{
	"Caps":                     CAPSFlags,
	"Caps2":                    CAPS2Flags,
	"Caps3":                    CAPS3Flags,
	"PresentationIntervals":    PRESENT_INTERVALFlags,
	"CursorCaps":               CURSORCAPSFlags,
	"DevCaps":                  DEVCAPSFlags,
	"PrimitiveMiscCaps":        PMISCCAPSFlags,
	"RasterCaps":               PRASTERCAPSFlags,
	"ZCmpCaps":                 PCMPCAPSFlags,
	"SrcBlendCaps":             PBLENDCAPSFlags,
	"DestBlendCaps":            PBLENDCAPSFlags,
	"AlphaCmpCaps":             PCMPCAPSFlags,
	"ShadeCaps":                PSHADECAPSFlags,
	"TextureCaps":              PTEXTURECAPSFlags,
	"TextureFilterCaps":        PTFILTERCAPSFlags,
	"CubeTextureFilterCaps":    PTFILTERCAPSFlags,
	"VolumeTextureFilterCaps":  PTFILTERCAPSFlags,
	"TextureAddressCaps":       PTADDRESSCAPSFlags,
	"VolumeTextureAddressCaps": PTADDRESSCAPSFlags,
	"LineCaps":                 LINECAPSFlags,
	"StencilCaps":              STENCILCAPSFlags,
	"FVFCaps":                  FVFCAPSFlags,
	"TextureOpCaps":            TEXOPCAPSFlags,
	"VertexProcessingCaps":     VTXPCAPSFlags,
	"DevCaps2":                 DEVCAPS2Flags,
	"DeclTypes":                DTCAPSFlags,
	"StretchRectFilterCaps":    PTFILTERCAPSFlags,
	"VS20Caps.Caps":            VS20CAPSFlags,
	"PS20Caps.Caps":            PS20CAPSFlags,
	"VertexTextureFilterCaps":  PTFILTERCAPSFlags,
}

// CAPSField is one field of CAPS.
type CAPSField struct {
	Name  string       // such as RasterCaps or VS20Caps.NumTemps
	Flags *ConstantSet // the names of the bits; nil where the field is a number
	Value any          // uint32, int32, float32 or DEVTYPE
}

// Text prints the value: flags by name, shader versions such as vs_3_0.
func (f CAPSField) Text() string {
	v, unsigned := f.Value.(uint32)
	switch {
	case f.Name == "FVFCaps":
		text := strconv.FormatUint(uint64(v&FVFCAPS_TEXCOORDCOUNTMASK), 10)
		if rest := v &^ FVFCAPS_TEXCOORDCOUNTMASK; rest != 0 {
			text += "|" + f.Flags.Text(rest)
		}
		return text
	case f.Flags != nil:
		return f.Flags.Text(v)
	case unsigned && (f.Name == "VertexShaderVersion" || f.Name == "PixelShaderVersion"):
		return VersionString(v)
	}
	return fmt.Sprint(f.Value)
}

// VertexProcessing is the behaviorFlags of CreateDevice that the caps allow: CREATE_HARDWARE_VERTEXPROCESSING with DEVCAPS_HWTRANSFORMANDLIGHT, else
// CREATE_SOFTWARE_VERTEXPROCESSING, which every adapter has. (D3DCREATE.)
func (c *CAPS) VertexProcessing() uint32 {
	if c.DevCaps&DEVCAPS_HWTRANSFORMANDLIGHT != 0 {
		return CREATE_HARDWARE_VERTEXPROCESSING
	}
	return CREATE_SOFTWARE_VERTEXPROCESSING
}

// Fields returns the fields in the order of the struct, those of VS20Caps and PS20Caps in their place.
func (c *CAPS) Fields() []CAPSField {
	var fields []CAPSField
	var walk func(prefix string, v reflect.Value)
	walk = func(prefix string, v reflect.Value) {
		for i := range v.NumField() {
			name, field := prefix+v.Type().Field(i).Name, v.Field(i)
			if field.Kind() == reflect.Struct {
				walk(name+".", field)
				continue
			}
			fields = append(fields, CAPSField{Name: name, Flags: capsFlags[name], Value: field.Interface()})
		}
	}
	walk("", reflect.ValueOf(c).Elem())
	return fields
}
