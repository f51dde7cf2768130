package d3d9

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// noLayout is the formats without a layout: buffers, and codes that only switch a feature.
var noLayout = strings.Fields("UNKNOWN VERTEXDATA BINARYBUFFER NVDB RESZ R2VB INST ATOC SSAA COPM CENT A2M0 A2M1 GET1 GET4")

func TestEveryFormatIsDescribed(t *testing.T) {
	missing := map[string]bool{}
	for _, name := range noLayout {
		missing[name] = true
	}
	for _, c := range FORMATSet.Constants {
		f := FORMAT(c.Value)
		if _, ok := FormatInfo(f); ok == missing[f.String()] {
			t.Errorf("%s: described %t", f, ok)
		}
	}
	if got, want := len(Formats()), len(FORMATSet.Constants)-len(noLayout); got != want {
		t.Errorf("%d formats, want %d", got, want)
	}
}

// The name of most formats says where their channels are.
func TestChannelsAreThoseOfTheName(t *testing.T) {
	part := regexp.MustCompile(`([ARGBXLPUVWQDS])(\d+)`)
	whole := regexp.MustCompile(`^([ARGBXLPUVWQDS]\d+)+F?(_LOCKABLE)?$`)
	checked := 0
	for _, f := range Formats() {
		d, _ := FormatInfo(f)
		if !whole.MatchString(f.String()) || f == FMT_A1 {
			continue
		}
		checked++
		channels := map[string]Channel{"A": d.Alpha, "R": d.Red, "G": d.Green, "B": d.Blue, "L": d.Luminance,
			"P": d.Palette, "U": d.Red, "V": d.Green, "W": d.Blue, "Q": d.Alpha, "D": d.Depth, "S": d.Stencil}
		shift := int(d.BitsPerPixel)
		for _, m := range part.FindAllStringSubmatch(f.String(), -1) {
			bits, _ := strconv.Atoi(m[2])
			shift -= bits
			if m[1] == "X" {
				continue
			}
			if got, want := channels[m[1]], (Channel{uint8(shift), uint8(bits)}); got != want {
				t.Errorf("%s: channel %s is %+v, want %+v", f, m[1], got, want)
			}
		}
		if shift != 0 {
			t.Errorf("%s: %d bits per pixel, %d of them without a name", f, d.BitsPerPixel, shift)
		}
	}
	if checked < 45 {
		t.Errorf("only %d formats were checked", checked)
	}
}

func TestFormatSizes(t *testing.T) {
	for _, c := range []struct {
		format        FORMAT
		width, height uint32
		bytes, rows   uint64
	}{
		{FMT_A8R8G8B8, 5, 3, 20, 3},
		{FMT_A32B32G32R32F, 1 << 31, 1, 1 << 35, 1},
		{FMT_DXT1, 5, 5, 16, 2},
		{FMT_DXT5, 1, 1, 16, 1},
		{FMT_ATI1, 8, 4, 16, 1},
		{FMT_YUY2, 3, 2, 8, 2},
		{FMT_NV12, 6, 5, 6, 8},
		{FMT_A1, 9, 1, 2, 1},
		{FMT_NULL, 100, 100, 0, 100},
	} {
		d, ok := FormatInfo(c.format)
		if got, rows := d.RowBytes(c.width), d.RowCount(c.height); !ok || got != c.bytes || rows != c.rows {
			t.Errorf("%s %dx%d: %d bytes a row, %d rows; want %d, %d", c.format, c.width, c.height, got, rows, c.bytes, c.rows)
		}
	}
	for _, f := range Formats() {
		d, _ := FormatInfo(f)
		if pixels := int(d.BlockWidth) * int(d.BlockHeight); !d.Planar && int(d.BlockBytes)*8 != int(d.BitsPerPixel)*pixels {
			t.Errorf("%s: blocks of %dx%d have %d bytes at %d bits per pixel", f, d.BlockWidth, d.BlockHeight, d.BlockBytes, d.BitsPerPixel)
		}
	}
}

func TestFormatQuestions(t *testing.T) {
	ask := func(f FORMAT) FormatDesc {
		d, _ := FormatInfo(f)
		return d
	}
	for f, want := range map[FORMAT]bool{
		FMT_A8R8G8B8: true, FMT_X8R8G8B8: false, FMT_DXT1: true, FMT_A8: true, FMT_A8P8: true, FMT_Q8W8V8U8: false,
		FMT_A2W10V10U10: true, FMT_R32F: false, FMT_L8: false,
	} {
		if got := ask(f).HasAlpha(); got != want {
			t.Errorf("%s has alpha: %t", f, got)
		}
	}
	if d := ask(FMT_D24S8); !d.HasDepth() || !d.HasStencil() || d.DepthFloat || d.Compressed() {
		t.Errorf("D24S8 is %+v", d)
	}
	if d := ask(FMT_S8_LOCKABLE); d.HasDepth() || !d.HasStencil() {
		t.Errorf("S8_LOCKABLE is %+v", d)
	}
	if !ask(FMT_DXT4).Premultiplied || !ask(FMT_DXT4).Compressed() || !ask(FMT_INTZ).Sampled || ask(FMT_D16).Sampled {
		t.Error("flags of formats are wrong")
	}
}

func TestFormatNames(t *testing.T) {
	for f, want := range map[FORMAT][2]string{
		FMT_A8R8G8B8:                  {"A8R8G8B8", "FMT_A8R8G8B8"},
		FMT_UNKNOWN:                   {"UNKNOWN", "FMT_UNKNOWN"},
		FMT_INTZ:                      {"INTZ", "FMT_INTZ"},
		FMT_CxV8U8:                    {"CxV8U8", "FMT_CxV8U8"},
		FOURCC('A', 'Y', 'U', 'V'):    {"AYUV", "AYUV"},
		9999:                          {"FORMAT(9999)", "FORMAT(9999)"},
		FOURCC('D', 'X', 'T', '\x01'): {"FORMAT(22304836)", "FORMAT(22304836)"},
	} {
		if f.String() != want[0] || FormatName(f) != want[1] {
			t.Errorf("%d is %s, %s; want %s", uint32(f), f, FormatName(f), want)
		}
	}
}
