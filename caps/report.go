package caps

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"d3d9vk/d3d9"
)

// Direct3D is what Report asks: the methods of IDirect3D9, as package device has them.
type Direct3D interface {
	GetAdapterIdentifier(adapter uint, flags uint32) (d3d9.ADAPTER_IDENTIFIER, d3d9.Error)
	GetAdapterDisplayMode(adapter uint) (d3d9.DISPLAYMODE, d3d9.Error)
	GetAdapterModeCount(adapter uint, format d3d9.FORMAT) uint
	GetDeviceCaps(adapter uint, deviceType d3d9.DEVTYPE) (d3d9.CAPS, d3d9.Error)
	CheckDeviceFormat(adapter uint, deviceType d3d9.DEVTYPE, adapterFormat d3d9.FORMAT, usage uint32, resType d3d9.RESOURCETYPE, checkFormat d3d9.FORMAT) d3d9.Error
	CheckDeviceMultiSampleType(adapter uint, deviceType d3d9.DEVTYPE, surfaceFormat d3d9.FORMAT, windowed bool, multiSampleType d3d9.MULTISAMPLE_TYPE) (uint32, d3d9.Error)
}

// Report writes what an adapter is, every field of its D3DCAPS9 with the flags that are set (+) and clear (-), and a table of what
// it can do with each format, found by asking d. It returns an error of d or w.
func Report(w io.Writer, d Direct3D, adapter uint) error {
	out := bufio.NewWriter(w)
	if err := reportAdapter(out, d, adapter); err != nil {
		return err
	}
	caps, err := d.GetDeviceCaps(adapter, d3d9.DEVTYPE_HAL)
	if err != nil {
		return err
	}
	reportCaps(out, &caps)
	reportFormats(out, d, adapter)
	return out.Flush()
}

func reportAdapter(out io.Writer, d Direct3D, adapter uint) error {
	id, err := d.GetAdapterIdentifier(adapter, 0)
	if err != nil {
		return err
	}
	mode, err := d.GetAdapterDisplayMode(adapter)
	if err != nil {
		return err
	}
	product, version, subVersion, build := id.GetVersion()
	fmt.Fprintf(out, "adapter %d: %s\n", adapter, id.GetDescription())
	fmt.Fprintf(out, "driver:    %s, version %d.%d.%d.%d\n", id.GetDriver(), product, version, subVersion, build)
	fmt.Fprintf(out, "PCI:       vendor 0x%04x, device 0x%04x\n", id.VendorId, id.DeviceId)
	fmt.Fprintf(out, "display:   %dx%d at %d Hz, %d modes\n", mode.Width, mode.Height, mode.RefreshRate, d.GetAdapterModeCount(adapter, mode.Format))
	return nil
}

func reportCaps(out io.Writer, caps *d3d9.CAPS) {
	fmt.Fprintf(out, "\nD3DCAPS9\n")
	for _, f := range caps.Fields() {
		v, isFlags := f.Value.(uint32)
		if !isFlags || f.Flags == nil {
			fmt.Fprintf(out, "%-34s %s\n", f.Name, f.Text())
			continue
		}
		fmt.Fprintf(out, "%-34s 0x%08x\n", f.Name, v)
		if f.Name == "FVFCaps" {
			fmt.Fprintf(out, "    %d texture coordinate sets\n", v&d3d9.FVFCAPS_TEXCOORDCOUNTMASK)
		}
		for _, c := range f.Flags.Constants {
			bit := uint32(c.Value)
			if bit == 0 || bit&(bit-1) != 0 {
				continue
			}
			sign := '-'
			if v&bit != 0 {
				sign = '+'
			}
			fmt.Fprintf(out, "    %c %s\n", sign, c.Name)
		}
	}
}

// Ability is a set of what can be done with a format.
type Ability uint16

// What can be done with a format: textures of the three shapes, render targets, and what CheckDeviceFormat's queries ask.
const (
	CanTexture Ability = 1 << iota
	CanCube
	CanVolume
	CanTarget
	CanBlend
	CanReadSRGB
	CanWriteSRGB
	CanFilter
	CanVertexTexture
	CanDepth
)

// abilityRow is the question that finds an ability: a resource type and a usage.
type abilityRow struct {
	name  string
	can   Ability
	rType d3d9.RESOURCETYPE
	usage uint32
}

var abilities = []abilityRow{
	{"texture", CanTexture, d3d9.RTYPE_TEXTURE, 0},
	{"cube", CanCube, d3d9.RTYPE_CUBETEXTURE, 0},
	{"volume", CanVolume, d3d9.RTYPE_VOLUMETEXTURE, 0},
	{"target", CanTarget, d3d9.RTYPE_SURFACE, d3d9.USAGE_RENDERTARGET},
	{"blend", CanBlend, d3d9.RTYPE_SURFACE, d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING},
	{"sRGBread", CanReadSRGB, d3d9.RTYPE_TEXTURE, d3d9.USAGE_QUERY_SRGBREAD},
	{"sRGBwrite", CanWriteSRGB, d3d9.RTYPE_TEXTURE, d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_SRGBWRITE},
	{"filter", CanFilter, d3d9.RTYPE_TEXTURE, d3d9.USAGE_QUERY_FILTER},
	{"vertex", CanVertexTexture, d3d9.RTYPE_TEXTURE, d3d9.USAGE_QUERY_VERTEXTEXTURE},
	{"depth", CanDepth, d3d9.RTYPE_SURFACE, d3d9.USAGE_DEPTHSTENCIL},
}

var reportSamples = []d3d9.MULTISAMPLE_TYPE{d3d9.MULTISAMPLE_2_SAMPLES, d3d9.MULTISAMPLE_4_SAMPLES, d3d9.MULTISAMPLE_8_SAMPLES, d3d9.MULTISAMPLE_16_SAMPLES}

// abilityOf asks d what can be done with a format.
func abilityOf(d Direct3D, adapter uint, f d3d9.FORMAT) FormatAbility {
	out := FormatAbility{Format: f}
	for _, a := range abilities {
		if d.CheckDeviceFormat(adapter, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, a.usage, a.rType, f) == nil {
			out.Can |= a.can
		}
	}
	for _, t := range reportSamples {
		if _, err := d.CheckDeviceMultiSampleType(adapter, d3d9.DEVTYPE_HAL, f, true, t); err == nil {
			out.Samples |= 1 << (t - 1)
		}
	}
	return out
}

// pixelFormats are the formats that are asked about: all but those of indices and vertices.
func pixelFormats() []d3d9.FORMAT {
	return slices.DeleteFunc(d3d9.Formats(), func(f d3d9.FORMAT) bool {
		info, _ := d3d9.FormatInfo(f)
		return info.Class == d3d9.ClassIndex
	})
}

func reportFormats(out io.Writer, d Direct3D, adapter uint) {
	fmt.Fprintf(out, "\nformats (with a display in X8R8G8B8; Y: yes, .: no; the last column is the sample counts of multisampled surfaces)\n")
	formatHeader(out)
	for _, f := range pixelFormats() {
		a := abilityOf(d, adapter, f)
		a.write(out, "")
	}
}

func formatHeader(out io.Writer) {
	fmt.Fprintf(out, "%-22s", "")
	for _, a := range abilities {
		fmt.Fprintf(out, "%-10s", a.name)
	}
	fmt.Fprintf(out, "samples\n")
}

// write prints a row of the table of formats, with a note at its end.
func (f *FormatAbility) write(out io.Writer, note string) {
	fmt.Fprintf(out, "%-22s", f.Format)
	for _, a := range abilities {
		answer := "."
		if f.Can&a.can != 0 {
			answer = "Y"
		}
		fmt.Fprintf(out, "%-10s", answer)
	}
	if note != "" {
		note = "   " + note
	}
	fmt.Fprintf(out, "%s%s\n", f.sampleText(), note)
}

// sampleText lists the sample counts; without any it is a dot.
func (f *FormatAbility) sampleText() string {
	var counts []string
	for left := f.Samples; left != 0; left &= left - 1 {
		counts = append(counts, fmt.Sprint(bits.TrailingZeros32(left)+1))
	}
	if len(counts) == 0 {
		return "."
	}
	return strings.Join(counts, " ")
}
