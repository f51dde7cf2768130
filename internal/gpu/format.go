package gpu

import (
	"fmt"
	"maps"
	"slices"
)

// Format is a VkFormat number: those that the format table of package caps names.
type Format uint32

const (
	FormatUndefined                Format = 0
	FormatR4G4B4A4UnormPack16      Format = 2
	FormatB4G4R4A4UnormPack16      Format = 3
	FormatR5G6B5UnormPack16        Format = 4
	FormatB5G6R5UnormPack16        Format = 5
	FormatR5G5B5A1UnormPack16      Format = 6
	FormatB5G5R5A1UnormPack16      Format = 7
	FormatA1R5G5B5UnormPack16      Format = 8
	FormatR8Unorm                  Format = 9
	FormatR8Snorm                  Format = 10
	FormatR8Uint                   Format = 13
	FormatR8G8Unorm                Format = 16
	FormatR8G8Snorm                Format = 17
	FormatR8G8B8A8Unorm            Format = 37
	FormatR8G8B8A8Snorm            Format = 38
	FormatR8G8B8A8Uscaled          Format = 39
	FormatR8G8B8A8Uint             Format = 41
	FormatR8G8B8A8Srgb             Format = 43
	FormatB8G8R8A8Unorm            Format = 44
	FormatB8G8R8A8Srgb             Format = 50
	FormatA2R10G10B10UnormPack32   Format = 58
	FormatA2B10G10R10UnormPack32   Format = 64
	FormatA2B10G10R10UscaledPack32 Format = 66
	FormatR16Unorm                 Format = 70
	FormatR16Snorm                 Format = 71
	FormatR16Sfloat                Format = 76
	FormatR16G16Unorm              Format = 77
	FormatR16G16Snorm              Format = 78
	FormatR16G16Sscaled            Format = 80
	FormatR16G16Sint               Format = 82
	FormatR16G16Sfloat             Format = 83
	FormatR16G16B16A16Unorm        Format = 91
	FormatR16G16B16A16Snorm        Format = 92
	FormatR16G16B16A16Sscaled      Format = 94
	FormatR16G16B16A16Sint         Format = 96
	FormatR16G16B16A16Sfloat       Format = 97
	FormatR32Uint                  Format = 98
	FormatR32Sfloat                Format = 100
	FormatR32G32Sfloat             Format = 103
	FormatR32G32B32Sfloat          Format = 106
	FormatR32G32B32A32Sfloat       Format = 109
	FormatD16Unorm                 Format = 124
	FormatX8D24UnormPack32         Format = 125
	FormatD32Sfloat                Format = 126
	FormatS8Uint                   Format = 127
	FormatD16UnormS8Uint           Format = 128
	FormatD24UnormS8Uint           Format = 129
	FormatD32SfloatS8Uint          Format = 130
	FormatBC1RGBUnorm              Format = 131
	FormatBC1RGBAUnorm             Format = 133
	FormatBC1RGBASrgb              Format = 134
	FormatBC2Unorm                 Format = 135
	FormatBC2Srgb                  Format = 136
	FormatBC3Unorm                 Format = 137
	FormatBC3Srgb                  Format = 138
	FormatBC4Unorm                 Format = 139
	FormatBC5Unorm                 Format = 141
	FormatA4R4G4B4UnormPack16      Format = 1000340000
	FormatA4B4G4R4UnormPack16      Format = 1000340001
)

// formatNames is every format that an adapter is asked about, with its name without "Format".
var formatNames = map[Format]string{
	FormatR4G4B4A4UnormPack16:      "R4G4B4A4UnormPack16",
	FormatB4G4R4A4UnormPack16:      "B4G4R4A4UnormPack16",
	FormatR5G6B5UnormPack16:        "R5G6B5UnormPack16",
	FormatB5G6R5UnormPack16:        "B5G6R5UnormPack16",
	FormatR5G5B5A1UnormPack16:      "R5G5B5A1UnormPack16",
	FormatB5G5R5A1UnormPack16:      "B5G5R5A1UnormPack16",
	FormatA1R5G5B5UnormPack16:      "A1R5G5B5UnormPack16",
	FormatR8Unorm:                  "R8Unorm",
	FormatR8Snorm:                  "R8Snorm",
	FormatR8Uint:                   "R8Uint",
	FormatR8G8Unorm:                "R8G8Unorm",
	FormatR8G8Snorm:                "R8G8Snorm",
	FormatR8G8B8A8Unorm:            "R8G8B8A8Unorm",
	FormatR8G8B8A8Snorm:            "R8G8B8A8Snorm",
	FormatR8G8B8A8Uscaled:          "R8G8B8A8Uscaled",
	FormatR8G8B8A8Uint:             "R8G8B8A8Uint",
	FormatR8G8B8A8Srgb:             "R8G8B8A8Srgb",
	FormatB8G8R8A8Unorm:            "B8G8R8A8Unorm",
	FormatB8G8R8A8Srgb:             "B8G8R8A8Srgb",
	FormatA2R10G10B10UnormPack32:   "A2R10G10B10UnormPack32",
	FormatA2B10G10R10UnormPack32:   "A2B10G10R10UnormPack32",
	FormatA2B10G10R10UscaledPack32: "A2B10G10R10UscaledPack32",
	FormatR16Unorm:                 "R16Unorm",
	FormatR16Snorm:                 "R16Snorm",
	FormatR16Sfloat:                "R16Sfloat",
	FormatR16G16Unorm:              "R16G16Unorm",
	FormatR16G16Snorm:              "R16G16Snorm",
	FormatR16G16Sscaled:            "R16G16Sscaled",
	FormatR16G16Sint:               "R16G16Sint",
	FormatR16G16Sfloat:             "R16G16Sfloat",
	FormatR16G16B16A16Unorm:        "R16G16B16A16Unorm",
	FormatR16G16B16A16Snorm:        "R16G16B16A16Snorm",
	FormatR16G16B16A16Sscaled:      "R16G16B16A16Sscaled",
	FormatR16G16B16A16Sint:         "R16G16B16A16Sint",
	FormatR16G16B16A16Sfloat:       "R16G16B16A16Sfloat",
	FormatR32Uint:                  "R32Uint",
	FormatR32Sfloat:                "R32Sfloat",
	FormatR32G32Sfloat:             "R32G32Sfloat",
	FormatR32G32B32Sfloat:          "R32G32B32Sfloat",
	FormatR32G32B32A32Sfloat:       "R32G32B32A32Sfloat",
	FormatD16Unorm:                 "D16Unorm",
	FormatX8D24UnormPack32:         "X8D24UnormPack32",
	FormatD32Sfloat:                "D32Sfloat",
	FormatS8Uint:                   "S8Uint",
	FormatD16UnormS8Uint:           "D16UnormS8Uint",
	FormatD24UnormS8Uint:           "D24UnormS8Uint",
	FormatD32SfloatS8Uint:          "D32SfloatS8Uint",
	FormatBC1RGBUnorm:              "BC1RGBUnorm",
	FormatBC1RGBAUnorm:             "BC1RGBAUnorm",
	FormatBC1RGBASrgb:              "BC1RGBASrgb",
	FormatBC2Unorm:                 "BC2Unorm",
	FormatBC2Srgb:                  "BC2Srgb",
	FormatBC3Unorm:                 "BC3Unorm",
	FormatBC3Srgb:                  "BC3Srgb",
	FormatBC4Unorm:                 "BC4Unorm",
	FormatBC5Unorm:                 "BC5Unorm",
	FormatA4R4G4B4UnormPack16:      "A4R4G4B4UnormPack16",
	FormatA4B4G4R4UnormPack16:      "A4B4G4R4UnormPack16",
}

// AllFormats are the formats that an adapter is asked about, by number.
var AllFormats = slices.Sorted(maps.Keys(formatNames))

// String returns the constant's name without "Format".
func (f Format) String() string {
	if name, ok := formatNames[f]; ok {
		return name
	}
	if f == FormatUndefined {
		return "Undefined"
	}
	return fmt.Sprintf("Format(%d)", uint32(f))
}
