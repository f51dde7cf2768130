package porttest

import (
	"fmt"
	"slices"
	"strings"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// profileNamed finds a caps profile.
func profileNamed(name string) (caps.Profile, error) {
	if name == full {
		return caps.Full(), nil
	}
	return caps.Profile{}, fmt.Errorf("there is no caps profile %q", name)
}

// CapsDifference is a field of D3DCAPS9 or a format in which an entry differs from the profile "full".
type CapsDifference struct {
	Name       string // of the field or format
	Full, Here string // the values; of flags those that the other lacks
	MRT        bool   // it is about render targets
}

// aboutTargets are the fields of D3DCAPS9 that say what several render targets can do.
var aboutTargets = []string{"NumSimultaneousRTs", "PrimitiveMiscCaps", "PixelShaderVersion"}

// capsDifferences lists in what the entry differs from full, what is about render targets first. It is empty where one of the two
// has no device.
func capsDifferences(full, here *Result) []CapsDifference {
	if full.Adapter == "" || here.Adapter == "" {
		return nil
	}
	var first, rest []CapsDifference
	fields := here.caps.Fields()
	for i, f := range full.caps.Fields() {
		if f.Value == fields[i].Value {
			continue
		}
		d := CapsDifference{Name: f.Name, Full: f.Text(), Here: fields[i].Text(), MRT: slices.Contains(aboutTargets, f.Name)}
		if a, ok := f.Value.(uint32); ok && f.Flags != nil && f.Name != "FVFCaps" {
			b := fields[i].Value.(uint32)
			d.Full, d.Here = flagsText(f, a&^b), flagsText(f, b&^a)
		}
		if d.MRT {
			first = append(first, d)
		} else {
			rest = append(rest, d)
		}
	}
	for _, f := range d3d9.Formats() {
		name := f.String()
		a, b := full.formats[name], here.formats[name]
		if slices.Equal(a, b) {
			continue
		}
		rest = append(rest, CapsDifference{Name: name, Full: without(a, b), Here: without(b, a)})
	}
	return append(first, rest...)
}

// flagsText names the flags that only one side has.
func flagsText(f d3d9.CAPSField, v uint32) string {
	if v == 0 {
		return "-"
	}
	return strings.ReplaceAll(f.Flags.Text(v), "|", ", ")
}

// without are those of a that b has not.
func without(a, b []string) string {
	var out []string
	for _, v := range a {
		if !slices.Contains(b, v) {
			out = append(out, v)
		}
	}
	if out == nil {
		return "-"
	}
	return strings.Join(out, ", ")
}

// formatQuestions are what CheckDeviceFormat is asked about each format.
var formatQuestions = []struct {
	answer string
	rType  d3d9.RESOURCETYPE
	usage  uint32
}{
	{"render target", d3d9.RTYPE_SURFACE, d3d9.USAGE_RENDERTARGET},
	{"blending", d3d9.RTYPE_SURFACE, d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING},
	{"sRGB write", d3d9.RTYPE_TEXTURE, d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_SRGBWRITE},
	{"depth-stencil", d3d9.RTYPE_SURFACE, d3d9.USAGE_DEPTHSTENCIL},
	{"texture", d3d9.RTYPE_TEXTURE, 0},
	{"filter", d3d9.RTYPE_TEXTURE, d3d9.USAGE_QUERY_FILTER},
}

// formatAnswers are the questions that are answered with yes, by the names of the formats.
func formatAnswers(d *device.Direct3D) map[string][]string {
	out := map[string][]string{}
	for _, f := range d3d9.Formats() {
		for _, q := range formatQuestions {
			if d.CheckDeviceFormat(d3d9.ADAPTER_DEFAULT, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, q.usage, q.rType, f) == nil {
				out[f.String()] = append(out[f.String()], q.answer)
			}
		}
	}
	return out
}
