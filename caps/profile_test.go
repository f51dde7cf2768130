package caps_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/golden"
)

func named(t testing.TB, name string) caps.Profile {
	t.Helper()
	p, err := caps.ProfileNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// queryAll asks for every ability of every format.
func queryAll(c *caps.Adapter) map[string]bool {
	out := map[string]bool{}
	for _, f := range d3d9.Formats() {
		for _, usage := range []uint32{0, d3d9.USAGE_RENDERTARGET, d3d9.USAGE_DEPTHSTENCIL, d3d9.USAGE_QUERY_FILTER, d3d9.USAGE_QUERY_SRGBREAD,
			d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_SRGBWRITE, d3d9.USAGE_QUERY_VERTEXTEXTURE, d3d9.USAGE_RENDERTARGET | d3d9.USAGE_QUERY_POSTPIXELSHADER_BLENDING} {
			for _, r := range []d3d9.RESOURCETYPE{d3d9.RTYPE_SURFACE, d3d9.RTYPE_TEXTURE, d3d9.RTYPE_CUBETEXTURE, d3d9.RTYPE_VOLUMETEXTURE} {
				if code, _ := c.CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, display, usage, r, f); code == d3d9.OK {
					out[strings.Join([]string{f.String(), d3d9.USAGEFlags.Text(usage), r.String()}, " ")] = true
				}
			}
		}
		for m := d3d9.MULTISAMPLE_2_SAMPLES; m <= d3d9.MULTISAMPLE_16_SAMPLES; m++ {
			if _, err := c.CheckDeviceMultiSampleType(0, d3d9.DEVTYPE_HAL, f, true, d3d9.MULTISAMPLE_TYPE(m)); err == nil {
				out[f.String()+" "+d3d9.MULTISAMPLE_TYPE(m).String()] = true
			}
		}
	}
	return out
}

func TestProfiles(t *testing.T) {
	const several = d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS | d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS | d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING
	full := caps.New(fixed(), caps.Full())
	most, answers := full.Caps(), queryAll(full)
	if names := caps.Profiles(); names[0] != "full" || len(names) < 7 {
		t.Fatalf("%q", names)
	}
	for _, name := range caps.Profiles() {
		p := named(t, name)
		a := caps.New(fixed(), p)
		c := a.Caps()
		t.Run("MRT-12/"+name, func(t *testing.T) {
			if p.Name != name || p.About == "" || p.Period != (name != "full") {
				t.Errorf("%+v", p)
			}
			if c.NumSimultaneousRTs == 0 || c.NumSimultaneousRTs == 1 && c.PrimitiveMiscCaps&several != 0 {
				t.Errorf("%d targets, 0x%x", c.NumSimultaneousRTs, c.PrimitiveMiscCaps)
			}
			for i, f := range c.Fields() {
				limits := map[string]bool{"GuardBandLeft": true, "GuardBandTop": true}
				switch most := most.Fields()[i].Value.(type) {
				case float32:
					if v := f.Value.(float32); v > most != limits[f.Name] && v != most {
						t.Errorf("%s: %v, the adapter's %v", f.Name, v, most)
					}
				case int32:
					if f.Value.(int32) > most {
						t.Errorf("%s: %v, the adapter's %v", f.Name, f.Value, most)
					}
				case uint32:
					v := f.Value.(uint32)
					if f.Flags == nil && v > most || f.Flags != nil && f.Name != "TextureCaps" && v&^most != 0 {
						t.Errorf("%s: %#x, the adapter's %#x", f.Name, v, most)
					}
				}
			}
			if pow2 := c.TextureCaps & d3d9.PTEXTURECAPS_POW2; c.TextureCaps&d3d9.PTEXTURECAPS_NONPOW2CONDITIONAL != 0 && pow2 == 0 {
				t.Error("NONPOW2CONDITIONAL without POW2")
			}
			if anisotropic := c.RasterCaps&d3d9.PRASTERCAPS_ANISOTROPY != 0; anisotropic != (c.MaxAnisotropy > 1) {
				t.Errorf("MaxAnisotropy %d, RasterCaps 0x%x", c.MaxAnisotropy, c.RasterCaps)
			}
			if c.PixelShaderVersion < d3d9.PSVersion(3, 0) && c.MaxPixelShader30InstructionSlots != 0 || c.VertexShaderVersion < d3d9.VSVersion(3, 0) && c.MaxVertexShader30InstructionSlots != 0 {
				t.Errorf("slots of versions that are not there: %+v", c)
			}
			if c.DevCaps&d3d9.DEVCAPS_PUREDEVICE != 0 && c.DevCaps&d3d9.DEVCAPS_HWTRANSFORMANDLIGHT == 0 {
				t.Error("PUREDEVICE without HWTRANSFORMANDLIGHT")
			}
			for q := range queryAll(a) {
				if !answers[q] {
					t.Errorf("it has %s, the adapter has not", q)
				}
			}
			for _, f := range []d3d9.FORMAT{d3d9.FMT_X8R8G8B8, d3d9.FMT_R5G6B5} {
				if err := a.CheckDeviceType(0, d3d9.DEVTYPE_HAL, f, f, true); err != nil {
					t.Error(err)
				}
			}
			software := a.SoftwareCaps()
			if software.VertexShaderVersion != most.VertexShaderVersion || software.PixelShaderVersion != c.PixelShaderVersion {
				t.Errorf("software: %+v", software)
			}
			if p.Hardware == nil {
				return
			}
			fields, zero := map[string]bool{}, d3d9.CAPS{}
			for _, f := range zero.Fields() {
				fields[f.Name] = false
			}
			for _, v := range p.Hardware.Caps {
				if seen, ok := fields[v.Field]; !ok || seen {
					t.Errorf("field %s is no field or is there twice", v.Field)
				}
				fields[v.Field] = true
			}
			formats := map[d3d9.FORMAT]bool{}
			for _, f := range p.Hardware.Formats {
				if formats[f.Format] || f.Can&caps.CanBlend != 0 && f.Can&caps.CanTarget == 0 {
					t.Errorf("%+v", f)
				}
				formats[f.Format] = true
			}
		})
	}
	t.Run("what the cards are known for", func(t *testing.T) {
		for name, want := range map[string]struct {
			targets, misc, width uint32
			ps, vs               uint32
		}{
			"geforce-8":        {4, several, 8192, d3d9.PSVersion(3, 0), d3d9.VSVersion(3, 0)},
			"geforce-6":        {4, d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS | d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING, 4096, d3d9.PSVersion(3, 0), d3d9.VSVersion(3, 0)},
			"radeon-x1000":     {4, several, 4096, d3d9.PSVersion(3, 0), d3d9.VSVersion(3, 0)},
			"radeon-9700":      {4, 0, 2048, d3d9.PSVersion(2, 0), d3d9.VSVersion(2, 0)},
			"intel-gma900":     {1, 0, 2048, d3d9.PSVersion(2, 0), 0},
			"directx9-minimum": {1, 0, 2048, d3d9.PSVersion(2, 0), 0},
		} {
			c := caps.New(fixed(), named(t, name)).Caps()
			if c.NumSimultaneousRTs != want.targets || c.PrimitiveMiscCaps&several != want.misc || c.MaxTextureWidth != want.width || c.PixelShaderVersion != want.ps || c.VertexShaderVersion != want.vs {
				t.Errorf("%s: %d targets, 0x%x, %d texels, %#x, %#x", name, c.NumSimultaneousRTs, c.PrimitiveMiscCaps&several, c.MaxTextureWidth, c.PixelShaderVersion, c.VertexShaderVersion)
			}
		}
	})
	t.Run("another name", func(t *testing.T) {
		for _, name := range []string{"voodoo", "", "GEFORCE-6", strings.Repeat("x", 9999)} {
			if _, err := caps.ProfileNamed(name); err == nil || !strings.Contains(err.Error(), "intel-gma900") {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}

// TestPrintProfiles: what people read.
func TestPrintProfiles(t *testing.T) {
	for _, name := range []string{"radeon-9700", "full"} {
		var out bytes.Buffer
		if err := named(t, name).Describe(&out); err != nil {
			t.Fatal(err)
		}
		golden.Text(t, "profile-"+name+".txt", out.String())
	}
	var out bytes.Buffer
	if err := caps.Difference(&out, caps.Ideal(named(t, "geforce-6")), caps.Ideal(named(t, "radeon-x1000")), 0, "geforce-6", "radeon-x1000"); err != nil {
		t.Fatal(err)
	}
	golden.Text(t, "diff.txt", out.String())
	out.Reset()
	if err := caps.Difference(&out, direct3D{caps.New(fixed(), caps.Full())}, direct3D{caps.New(fixed(), caps.Full())}, 0, "a", "b"); err != nil || !strings.HasSuffix(out.String(), "no difference\n") {
		t.Errorf("%v, %q", err, &out)
	}
}

// TestCapture: a captured profile, written and read, makes a better adapter answer as the captured one.
func TestCapture(t *testing.T) {
	for _, name := range caps.Profiles() {
		t.Run(name, func(t *testing.T) {
			there := caps.New(fixed(), named(t, name))
			p, err := caps.Capture(direct3D{there}, 0)
			if err != nil {
				t.Fatal(err)
			}
			several := there.Caps().PrimitiveMiscCaps&d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING != 0 && there.Caps().PrimitiveMiscCaps&d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS != 0
			if want := !several && there.NumSimultaneousRTs() > 1; p.Period != want {
				t.Errorf("period %v, want %v", p.Period, want)
			}
			var file bytes.Buffer
			if err := p.Write(&file); err != nil {
				t.Fatal(err)
			}
			read, err := caps.ReadProfile(&file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(p, read); diff != "" {
				t.Error(diff)
			}
			here := caps.New(fixed(), read)
			if diff := cmp.Diff(there.Caps(), here.Caps()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(slices.Sorted(maps.Keys(queryAll(there))), slices.Sorted(maps.Keys(queryAll(here)))); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := caps.Capture(direct3D{caps.New(fixed(), caps.Full())}, 1); err == nil {
		t.Error("adapter 1 was captured")
	}
}

func TestReadProfile(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "ends early"},
		{`{"profile": "a"`, "ends early"},
		{`{"profile": "a", "shaders": 1}`, "unknown field"},
		{`{"` + strings.Repeat("a", 1<<19) + `": 1}`, "unknown field"},
		{`{"profile": "a"} x`, "something follows"},
		{`{"caps": []}`, "a name"},
		{`{"profile": "` + strings.Repeat("a", 400) + `"}`, "a name"},
		{`{"profile": "a", "caps": [{"field": "Nothing", "value": 1}]}`, `no field "Nothing"`},
		{`{"profile": "a", "caps": [{"field": "VS20Caps", "value": 1}]}`, `no field "VS20Caps"`},
		{`{"profile": "a", "caps": [{"field": "MaxStreams.x", "value": 1}]}`, `no field`},
		{`{"profile": "a", "caps": [{"field": "MaxStreams", "value": -1}]}`, "MaxStreams cannot be -1"},
		{`{"profile": "a", "caps": [{"field": "MaxStreams", "value": 1.5}]}`, "cannot be 1.5"},
		{`{"profile": "a", "caps": [{"field": "MaxStreams", "value": 4294967296}]}`, "cannot be"},
		{`{"profile": "a", "caps": [{"field": "PS20Caps.NumTemps", "value": 1e12}]}`, "cannot be"},
		{`{"profile": "a", "caps": [{"field": "MaxPointSize", "value": 1e300}]}`, "cannot be"},
		{`{"profile": "a", "caps": [{"field": "MaxPointSize", "value": 1e999}]}`, "cannot"},
		{`{"profile": "a", "caps": [{"field": "MaxStreams", "value": 1}, {"field": "MaxStreams", "value": 1}]}`, "twice"},
		{`{"profile": "a", "caps": [], "formats": [{"format": "Z9", "can": []}]}`, `no pixel format "Z9"`},
		{`{"profile": "a", "caps": [], "formats": [{"format": "A8", "can": ["fly"]}]}`, `no ability "fly"; there are texture, `},
		{"{\n\"profile\": \"a\",\n}", "line 3: invalid character"},
		{"{\n\"profile\": \"a\", \"caps\": [{\"field\": \"DevCaps\", \"value\": \"DEVCAPS_PUREDEVICE\"}]}", "line 2: a value is a number, of flags the one that d3d9vk caps prints"},
		{`{"profile": "a", "period": 1}`, "line 1: period cannot be: number"},
		{`[]`, "line 1: the whole cannot be: array"},
		{`{"profile": "a", "caps": [], "formats": [{"format": "A8", "can": [], "samples": [99]}]}`, "not within 2..16"},
		{`{"profile": "a", "caps": [], "formats": [{"format": "A8", "can": []}, {"format": "A8", "can": []}]}`, "twice"},
		{strings.Repeat(" ", 1<<20+1), "larger than"},
		{strings.Repeat("[", 1<<19), ""},
	} {
		if _, err := caps.ReadProfile(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 400 {
			t.Errorf("%.80s: %v, want %q", c.text, err, c.want)
		}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "p.json")
	if err := os.WriteFile(path, []byte(`{"profile": "mine", "period": true, "caps": [{"field": "NumSimultaneousRTs", "value": 2}]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := caps.FindProfile(path)
	if err != nil || p.Name != "mine" || caps.New(fixed(), p).NumSimultaneousRTs() != 2 || !p.Period {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := caps.FindProfile(filepath.Join(dir, "none.json")); err == nil {
		t.Error("a file that is not there")
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, odd := range []string{pipe, dir, os.DevNull} { // nobody writes to the pipe
		if _, err := caps.FindProfile(odd); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v", odd, err)
		}
	}
	if _, err := caps.FindProfile(strings.Repeat("a", 4000)); err == nil || len(err.Error()) > 400 {
		t.Errorf("a long name: %v", err)
	}
	if p, err := caps.FindProfile("geforce-8"); err != nil || p.Name != "geforce-8" {
		t.Errorf("%v, %v", p, err)
	}
}

// FuzzReadProfile: any bytes are an error or a profile that an adapter can be made of, and that is written as it was read.
func FuzzReadProfile(f *testing.F) {
	for _, name := range caps.Profiles() {
		var file bytes.Buffer
		if err := named(f, name).Write(&file); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	f.Add([]byte(`{"profile": "a", "caps": [{"field": "FVFCaps", "value": 4294967295}, {"field": "GuardBandLeft", "value": -3e38}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := caps.ReadProfile(bytes.NewReader(data))
		if err != nil {
			return
		}
		c := caps.New(fixed(), p).Caps()
		if c.NumSimultaneousRTs-1 > 3 || c.MaxAnisotropy == 0 || math.IsNaN(float64(c.MaxPointSize)) {
			t.Errorf("%+v", c)
		}
		var file bytes.Buffer
		if err := p.Write(&file); err != nil {
			t.Fatal(err)
		}
		again, err := caps.ReadProfile(&file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Error(diff)
		}
		if err := p.Describe(&file); err != nil {
			t.Error(err)
		}
	})
}

// TestProfilePage: the table of docs/profiles.md says what the profiles say.
func TestProfilePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "profiles.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range caps.Profiles()[1:] {
		c, err := caps.Ideal(named(t, name)).GetDeviceCaps(0, d3d9.DEVTYPE_HAL)
		if err != nil {
			t.Fatal(err)
		}
		var several []string
		for _, b := range []struct {
			bit  uint32
			text string
		}{{d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING, "blending"}, {d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS, "masks"}, {d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS, "bit depths"}} {
			if c.PrimitiveMiscCaps&b.bit != 0 {
				several = append(several, b.text)
			}
		}
		if len(several) == 0 {
			several = []string{"-"}
		}
		size := fmt.Sprint(c.MaxTextureWidth)
		if c.TextureCaps&d3d9.PTEXTURECAPS_POW2 != 0 {
			size += ", powers of two"
		}
		vertices, versions := "hardware", d3d9.VersionString(c.VertexShaderVersion)+", "+d3d9.VersionString(c.PixelShaderVersion)
		if c.DevCaps&d3d9.DEVCAPS_HWTRANSFORMANDLIGHT == 0 {
			vertices, versions = "software", d3d9.VersionString(c.PixelShaderVersion)
		}
		row := fmt.Sprintf("| `%s` | %d | %s | %s | %s | %s |\n", name, c.NumSimultaneousRTs, strings.Join(several, ", "), size, versions, vertices)
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/profiles.md lacks\n%s", row)
		}
	}
}
