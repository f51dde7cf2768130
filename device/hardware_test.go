package device

import (
	"fmt"
	"strings"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu/gputest"
)

// profiled makes a Direct3D object on the fake back end under a profile.
func profiled(t *testing.T, name string) *Direct3D {
	t.Helper()
	options := Options{Backend: fakeBackend{gputest.New(nil)}}
	under(t, name)(nil, &options)
	d3d, err := CreateWith(d3d9.SDK_VERSION, options)
	if err != nil {
		t.Fatal(err)
	}
	return d3d
}

func TestProfileVertexProcessing(t *testing.T) {
	for _, c := range []struct {
		profile string
		flags   uint32
		code    int32
	}{
		{"intel-gma900", d3d9.CREATE_HARDWARE_VERTEXPROCESSING, d3d9.ERR_INVALIDCALL},
		{"intel-gma900", d3d9.CREATE_MIXED_VERTEXPROCESSING, d3d9.ERR_INVALIDCALL},
		{"intel-gma900", d3d9.CREATE_HARDWARE_VERTEXPROCESSING | d3d9.CREATE_PUREDEVICE, d3d9.ERR_INVALIDCALL},
		{"intel-gma900", d3d9.CREATE_SOFTWARE_VERTEXPROCESSING, d3d9.OK},
		{"directx9-minimum", d3d9.CREATE_SOFTWARE_VERTEXPROCESSING, d3d9.OK},
		{"geforce-6", d3d9.CREATE_HARDWARE_VERTEXPROCESSING | d3d9.CREATE_PUREDEVICE, d3d9.OK},
	} {
		d3d := profiled(t, c.profile)
		dev, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, c.flags, params)
		if d3d9.CodeOf(err) != c.code {
			t.Errorf("%s, %#x: %v", c.profile, c.flags, err)
		}
		if dev == nil {
			continue
		}
		if c.flags&d3d9.CREATE_SOFTWARE_VERTEXPROCESSING != 0 {
			vs, err := dev.CreateVertexShaderFromBytes(assembled(t, "vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0\n"))
			if err != nil {
				t.Errorf("%s: software vertex processing has no vs_3_0: %v", c.profile, err)
			} else {
				vs.Release()
			}
			if got, _ := dev.GetDeviceCaps(); got.VertexShaderVersion != d3d9.VSVersion(3, 0) || got.MaxStreams != 16 {
				t.Errorf("%s: %#x, %d streams", c.profile, got.VertexShaderVersion, got.MaxStreams)
			}
		}
		if c.profile != "geforce-6" {
			err := dev.SetRenderTarget(1, nil)
			if d3d9.CodeOf(err) != d3d9.ERR_INVALIDCALL || !strings.Contains(fmt.Sprint(err), "MRT-12") {
				t.Errorf("%s: SetRenderTarget(1): %v", c.profile, err)
			}
		}
		dev.Release()
	}
}

func TestProfileShapes(t *testing.T) {
	for _, c := range []struct {
		profile               string
		width, height, levels uint
		code                  int32
	}{
		{"radeon-9700", 64, 32, 0, d3d9.OK},
		{"radeon-9700", 60, 32, 1, d3d9.OK},
		{"radeon-9700", 60, 32, 0, d3d9.ERR_INVALIDCALL},
		{"radeon-9700", 60, 32, 2, d3d9.ERR_INVALIDCALL},
		{"radeon-9700", 4096, 1, 1, d3d9.ERR_INVALIDCALL},
		{"radeon-9700", 2048, 1, 1, d3d9.OK},
		{"geforce-6", 60, 33, 0, d3d9.OK},
		{"full", 60, 33, 0, d3d9.OK},
	} {
		r := newRig(t, under(t, c.profile))
		tex, err := r.CreateTexture(c.width, c.height, c.levels, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
		if d3d9.CodeOf(err) != c.code {
			t.Errorf("%s: %dx%d, %d levels: %v", c.profile, c.width, c.height, c.levels, err)
		}
		if tex != nil {
			if odd := c.width == 60 && c.profile == "radeon-9700"; tex.store.clamped != odd {
				t.Errorf("%s: %dx%d: clamped %v", c.profile, c.width, c.height, tex.store.clamped)
			}
			tex.Release()
		}
	}
	r := newRig(t, under(t, "radeon-9700"))
	_, err := r.CreateCubeTexture(60, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	_, err = r.CreateVolumeTexture(60, 4, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	_, err = r.CreateTexture(64, 64, 1, 0, d3d9.FMT_ATI1, d3d9.POOL_MANAGED, 0)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	_, err = r.CreateRenderTarget(64, 64, d3d9.FMT_L16, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	r.wants(d3d9.ERR_INVALIDCALL, err)
	scratch, err := r.CreateTexture(60, 33, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_SCRATCH, 0)
	r.ok(err)
	scratch.Release()

	narrow := caps.Full()
	narrow.Hardware = &caps.Hardware{Caps: []caps.Value{{Field: "MaxTextureAspectRatio", Number: 4}, {Field: "TextureCaps", Number: d3d9.PTEXTURECAPS_POW2 | d3d9.PTEXTURECAPS_PERSPECTIVE}}}
	r = newRig(t, func(_ *gputest.Device, o *Options) { o.Profile = &narrow })
	for _, c := range []struct {
		width, height, levels uint
		code                  int32
	}{{64, 16, 1, d3d9.OK}, {64, 8, 1, d3d9.ERR_INVALIDCALL}, {60, 60, 1, d3d9.ERR_INVALIDCALL}, {64, 64, 2, d3d9.ERR_INVALIDCALL}} {
		tex, err := r.CreateTexture(c.width, c.height, c.levels, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
		if d3d9.CodeOf(err) != c.code {
			t.Errorf("%dx%d, %d levels: %v", c.width, c.height, c.levels, err)
		}
		if tex != nil {
			tex.Release()
		}
	}
	_, err = r.CreateCubeTexture(64, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	r.wants(d3d9.ERR_INVALIDCALL, err)
}

func TestProfileShaders(t *testing.T) {
	long := "ps_3_0\n" + strings.Repeat("add r0, r0, r0\n", 600) + "mov oC0, r0\n"
	for _, c := range []struct {
		profile, text string
		code          int32
	}{
		{"radeon-9700", "ps_2_0\nmov r0, c0\nmov oC0, r0\n", d3d9.OK},
		{"radeon-9700", "ps_2_x\nmov r0, c0\nmov oC0, r0\n", d3d9.OK},
		{"radeon-9700", "ps_2_x\nmov r12, c0\nmov oC0, r12\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "ps_2_x\ndcl t0\ndsx r0, t0\nmov oC0, r0\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "ps_2_x\nmov r0, c0.xxyy\nmov oC0, r0\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "ps_2_x\nmov r0, c0\nif b0\nmov r0, c1\nendif\nmov oC0, r0\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "ps_2_0\nmov r0, c0\n" + strings.Repeat("add r0, r0, r0\n", 96) + "mov oC0, r0\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "ps_3_0\nmov oC0, c0\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "vs_2_0\ndcl_position v0\nmov oPos, v0\n", d3d9.OK},
		{"radeon-9700", "vs_2_x\ndcl_position v0\nif_gt v0.x, c0.x\nmov r0, v0\nelse\nmov r0, c1\nendif\nmov oPos, r0\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0\n", d3d9.ERR_INVALIDCALL},
		{"radeon-9700", "vs_2_sw\ndcl_position v0\nmov oPos, v0\n", d3d9.ERR_INVALIDCALL},
		{"geforce-6", "ps_2_x\nmov r12, c0\nmov oC0, r12\n", d3d9.OK},
		{"geforce-6", long, d3d9.OK},
		{"radeon-x1000", long, d3d9.ERR_INVALIDCALL},
		{"full", long, d3d9.OK},
	} {
		r := newRig(t, under(t, c.profile))
		var err d3d9.Error
		if strings.HasPrefix(c.text, "vs") {
			var vs *VertexShader
			if vs, err = r.CreateVertexShaderFromBytes(assembled(t, c.text)); err == nil {
				vs.Release()
			}
		} else {
			var ps *PixelShader
			if ps, err = r.CreatePixelShaderFromBytes(assembled(t, c.text)); err == nil {
				ps.Release()
			}
		}
		if d3d9.CodeOf(err) != c.code {
			t.Errorf("%s: %.40q: %v", c.profile, c.text, err)
		}
	}
}

func TestProfileVertices(t *testing.T) {
	r := newRig(t, under(t, "radeon-9700"))
	r.wants(d3d9.ERR_INVALIDCALL, r.SetStreamSource(8, nil, 0, 0))
	r.ok(r.SetStreamSource(7, nil, 0, 0))
	for _, e := range []d3d9.VERTEXELEMENT{{Stream: 8, Type: d3d9.DECLTYPE_FLOAT4}, {Type: d3d9.DECLTYPE_FLOAT16_2}, {Type: d3d9.DECLTYPE_UDEC3}} {
		_, err := r.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{e, d3d9.DeclEnd()})
		r.wants(d3d9.ERR_INVALIDCALL, err)
	}
}

func TestProfileEnvironment(t *testing.T) {
	t.Setenv(EnvProfile, "voodoo")
	if _, err := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{gputest.New(nil)}}); err == nil || !strings.Contains(err.Error(), "radeon-9700") {
		t.Errorf("voodoo: %v", err)
	}
	full := caps.Full()
	if _, err := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{gputest.New(nil)}, Profile: &full}); err != nil {
		t.Errorf("the option decides: %v", err)
	}
	t.Setenv(EnvProfile, "intel-gma900")
	d3d, err := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{gputest.New(nil)}})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := d3d.GetDeviceCaps(0, d3d9.DEVTYPE_HAL); err != nil || c.NumSimultaneousRTs != 1 {
		t.Errorf("%d, %v", c.NumSimultaneousRTs, err)
	}
}

func TestProfileClampedTexture(t *testing.T) {
	var told []Diagnostic
	r := newRig(t, func(_ *gputest.Device, o *Options) {
		p, err := caps.ProfileNamed("intel-gma900")
		if err != nil {
			t.Fatal(err)
		}
		p.Hardware = &caps.Hardware{Caps: []caps.Value{{Field: "TextureCaps", Number: float64(^uint32(0))}}}
		o.Profile, o.Diagnose = &p, func(d Diagnostic) { told = append(told, d) }
	})
	tex, err := r.CreateTexture(60, 60, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	tex.Release()
	if len(told) != 1 || told[0].ID != "texture-clamped" || !strings.Contains(told[0].Text, "60x60") {
		t.Errorf("%+v", told)
	}
}
