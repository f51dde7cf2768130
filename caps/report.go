package caps

import (
	"bufio"
	"fmt"
	"io"
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

// reportColumns are the questions of the format table: a resource type and a usage each.
var reportColumns = []struct {
	name  string
	rType d3d9.RESOURCETYPE
	usage uint32
}{
	{"texture", d3d9.RTYPE_TEXTURE, 0},
	{"cube", d3d9.RTYPE_CUBETEXTURE, 0},
	{"volume", d3d9.RTYPE_VOLUMETEXTURE, 0},
	{"target", d3d9.RTYPE_SURFACE, d3d9.USAGE_RENDERTARGET},
	{"blend", d3d9.RTYPE_SURFACE, d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING},
	{"sRGBread", d3d9.RTYPE_TEXTURE, d3d9.USAGE_QUERY_SRGBREAD},
	{"sRGBwrite", d3d9.RTYPE_TEXTURE, d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_SRGBWRITE},
	{"filter", d3d9.RTYPE_TEXTURE, d3d9.USAGE_QUERY_FILTER},
	{"vertex", d3d9.RTYPE_TEXTURE, d3d9.USAGE_QUERY_VERTEXTEXTURE},
	{"depth", d3d9.RTYPE_SURFACE, d3d9.USAGE_DEPTHSTENCIL},
}

var reportSamples = []d3d9.MULTISAMPLE_TYPE{d3d9.MULTISAMPLE_2_SAMPLES, d3d9.MULTISAMPLE_4_SAMPLES, d3d9.MULTISAMPLE_8_SAMPLES, d3d9.MULTISAMPLE_16_SAMPLES}

func reportFormats(out io.Writer, d Direct3D, adapter uint) {
	const display = d3d9.FMT_X8R8G8B8
	fmt.Fprintf(out, "\nformats (with a display in X8R8G8B8; Y: yes, .: no; the last column is the sample counts of multisampled surfaces)\n%-22s", "")
	for _, c := range reportColumns {
		fmt.Fprintf(out, "%-10s", c.name)
	}
	fmt.Fprintf(out, "samples\n")
	for _, f := range d3d9.Formats() {
		if info, _ := d3d9.FormatInfo(f); info.Class == d3d9.ClassIndex {
			continue
		}
		fmt.Fprintf(out, "%-22s", f)
		for _, c := range reportColumns {
			answer := "Y"
			if err := d.CheckDeviceFormat(adapter, d3d9.DEVTYPE_HAL, display, c.usage, c.rType, f); err != nil {
				answer = "."
			}
			fmt.Fprintf(out, "%-10s", answer)
		}
		var counts []string
		for _, t := range reportSamples {
			if _, err := d.CheckDeviceMultiSampleType(adapter, d3d9.DEVTYPE_HAL, f, true, t); err == nil {
				counts = append(counts, fmt.Sprint(uint32(t)))
			}
		}
		if len(counts) == 0 {
			counts = []string{"."}
		}
		fmt.Fprintf(out, "%s\n", strings.Join(counts, " "))
	}
}
