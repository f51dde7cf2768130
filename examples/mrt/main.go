// Command mrt draws one mesh once into four render targets of different formats, each with its own write mask and blended with its
// own contents by an alpha of its own, and shows the four results side by side. With -compare it also makes a contact sheet of the same
// frame without Vulkan's independentBlend and as graphics cards of the time would have drawn it, or why they would not.
package main

import (
	"errors"
	"flag"
	"fmt"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
)

func main() { demo.Main("mrt", &mrt{}) }

// target is one of the four: what it is made of, what the draw may write, and what it is cleared to.
type target struct {
	form, plain form // plain: of 32 bits, for devices that lack the other format or bind targets of one bit depth only (MRT-2)
	mask        uint32
	clear       d3d9.COLOR
}

// form is a format and how it is shown: rows of red, green, blue from the texture's red, green, blue, alpha.
type form struct {
	format d3d9.FORMAT
	show   [12]float32
}

var (
	asStored = [12]float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}
	grey     = [12]float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}

	targets = [4]target{
		{form{d3d9.FMT_A8R8G8B8, asStored}, form{d3d9.FMT_A8R8G8B8, asStored}, allChannels, d3d9.ColorRGB(24, 40, 72)},
		// Holds up to 3; green stays as it was cleared.
		{form{d3d9.FMT_A16B16G16R16F, [12]float32{1. / 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1. / 3, 0}}, form{d3d9.FMT_G16R16F, [12]float32{1. / 3, 0, 0, 0, 0, 1}},
			d3d9.COLORWRITEENABLE_RED | d3d9.COLORWRITEENABLE_BLUE, d3d9.ColorRGB(20, 70, 60)},
		{form{d3d9.FMT_R32F, grey}, form{d3d9.FMT_R32F, grey}, d3d9.COLORWRITEENABLE_RED, d3d9.ColorRGB(48, 0, 0)},
		// Red stays as it was cleared.
		{form{d3d9.FMT_A2R10G10B10, asStored}, form{d3d9.FMT_A8R8G8B8, asStored},
			d3d9.COLORWRITEENABLE_GREEN | d3d9.COLORWRITEENABLE_BLUE, d3d9.ColorRGB(140, 32, 16)},
	}
)

// choose takes the form of each target that the device can have.
func (m *mrt) choose(s *demo.Stage) error {
	c, err := s.GetDeviceCaps()
	if err != nil {
		return err
	}
	d3d, err := s.GetDirect3D()
	if err != nil {
		return err
	}
	defer d3d.Release()
	mixed := c.PrimitiveMiscCaps&d3d9.PMISCCAPS_MRTINDEPENDENTBITDEPTHS != 0
	for i, t := range targets {
		m.forms[i] = t.form
		if !mixed || d3d.CheckDeviceFormat(0, d3d9.DEVTYPE_HAL, d3d9.FMT_X8R8G8B8, d3d9.USAGE_RENDERTARGET, d3d9.RTYPE_TEXTURE, t.form.format) != nil {
			m.forms[i] = t.plain
		}
	}
	return nil
}

const allChannels = d3d9.COLORWRITEENABLE_RED | d3d9.COLORWRITEENABLE_GREEN | d3d9.COLORWRITEENABLE_BLUE | d3d9.COLORWRITEENABLE_ALPHA

// border is the width of the frame around each result in pixels.
const border = 2

type mrt struct {
	compare          bool
	frame            int // the last that was drawn
	most             int // targets of the caps
	mesh             *demo.Geometry
	screen           *demo.Screen
	meshVS, screenVS *device.VertexShader
	meshPS, showPS   *device.PixelShader
	width, height    int // of each target
	forms            [4]form
	targets          [4]demo.Target
	depth            *device.Surface
}

func (m *mrt) Flags(flags *flag.FlagSet) {
	flags.BoolVar(&m.compare, "compare", false, "with -headless: also write a contact sheet of other devices: without independentBlend, and each caps profile")
}

func (m *mrt) Load(s *demo.Stage) error {
	version, most, err := model(s)
	if err != nil {
		return err
	}
	if m.most = most; most < len(targets) {
		return fmt.Errorf("the sample needs %d render targets, NumSimultaneousRTs is %d", len(targets), most)
	}
	if err := m.choose(s); err != nil {
		return err
	}
	var errs [6]error
	m.meshVS, errs[0] = s.VertexShader("mrt_vs_" + version)
	m.meshPS, errs[1] = s.PixelShader("mrt_ps_" + version)
	m.screenVS, errs[2] = s.VertexShader("screen_vs_" + version)
	m.showPS, errs[3] = s.PixelShader("show_ps_" + version)
	m.mesh, errs[4] = s.Geometry(demo.Torus(0.42, 96, 48))
	m.screen, errs[5] = s.Screen()
	return errors.Join(errs[:]...)
}

func (m *mrt) Resize(s *demo.Stage) error {
	m.width, m.height = max(s.Width/2-2*border, 1), max(s.Height/2-2*border, 1)
	for i := range targets {
		var err error
		if m.targets[i], err = s.Target(m.width, m.height, m.forms[i].format); err != nil {
			return err
		}
	}
	depth, err := s.CreateDepthStencilSurface(uint(m.width), uint(m.height), d3d9.FMT_D24S8, d3d9.MULTISAMPLE_NONE, 0, true, 0)
	if err != nil {
		return err
	}
	s.KeepUntilReset(depth)
	m.depth = depth
	return nil
}

func (m *mrt) Draw(s *demo.Stage, frame int) error {
	m.frame = frame
	return errors.Join(s.BeginScene(), m.clear(s), m.draw(s, frame), m.show(s), s.EndScene())
}

// clear gives each target a color of its own: Clear itself gives all that are set the same one.
func (m *mrt) clear(s *demo.Stage) error {
	for i := range targets {
		if err := errors.Join(s.SetTargets(m.targets[i].Surface),
			s.Clear(nil, d3d9.CLEAR_TARGET, targets[i].clear, 1, 0)); err != nil {
			return err
		}
	}
	return nil
}

// draw is the one draw.
func (m *mrt) draw(s *demo.Stage, frame int) error {
	t := &m.targets
	camera := demo.Camera{Eye: demo.Vec{0, 0, -3.9}, Fov: 0.85, Aspect: float32(m.width) / float32(m.height), Near: 1, Far: 8}
	world := demo.Place(demo.Vec{}, 1, 0.4+float32(frame)*0.03, -1.05)
	light := demo.Vec{-0.5, 0.6, -0.7}.Unit()
	toView := camera.View().Mul(world)
	constants := append(camera.Projection().Mul(toView).Floats(), toView.Floats()[:12]...)
	return errors.Join(
		s.SetTargets(t[0].Surface, t[1].Surface, t[2].Surface, t[3].Surface),
		s.SetDepthStencilSurface(m.depth),
		s.Clear(nil, d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 1, 0),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZENABLE: d3d9.ZB_TRUE, d3d9.RS_ALPHABLENDENABLE: 1,
			d3d9.RS_SRCBLEND: d3d9.BLEND_SRCALPHA, d3d9.RS_DESTBLEND: d3d9.BLEND_INVSRCALPHA,
			d3d9.RS_COLORWRITEENABLE: targets[0].mask, d3d9.RS_COLORWRITEENABLE1: targets[1].mask,
			d3d9.RS_COLORWRITEENABLE2: targets[2].mask, d3d9.RS_COLORWRITEENABLE3: targets[3].mask,
		}),
		s.Bind(m.mesh), s.SetVertexShader(m.meshVS), s.SetPixelShader(m.meshPS),
		s.SetVertexShaderConstantF(0, constants),
		s.SetPixelShaderConstantF(0, []float32{light[0], light[1], light[2], 0}),
		s.DrawPart(m.mesh.Parts[0]),
	)
}

// show puts the four results into the back buffer.
func (m *mrt) show(s *demo.Stage) error {
	err := errors.Join(
		s.SetTargets(s.BackBuffer), s.SetDepthStencilSurface(nil),
		s.Clear(nil, d3d9.CLEAR_TARGET, d3d9.ColorRGB(200, 200, 200), 1, 0),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZENABLE: d3d9.ZB_FALSE, d3d9.RS_ALPHABLENDENABLE: 0, d3d9.RS_COLORWRITEENABLE: allChannels,
		}),
		s.SetVertexShader(m.screenVS), s.SetPixelShader(m.showPS),
		s.Filter(0, d3d9.TEXF_POINT, d3d9.TEXF_NONE, d3d9.TADDRESS_CLAMP),
	)
	for i := range targets {
		x, y := i%2*(s.Width/2)+border, i/2*(s.Height/2)+border
		err = errors.Join(err,
			s.SetViewport(d3d9.VIEWPORT{X: uint32(x), Y: uint32(y), Width: uint32(m.width), Height: uint32(m.height), MaxZ: 1}),
			s.SetTexture(0, m.targets[i].Texture),
			s.SetPixelShaderConstantF(0, m.forms[i].show[:]),
			s.DrawScreen(m.screen, m.width, m.height, demo.Vec{}, demo.Vec{}, demo.Vec{}),
		)
	}
	return errors.Join(err, s.SetTexture(0, nil))
}

func (m *mrt) Pictures(s *demo.Stage) ([]demo.Picture, error) {
	picture, err := s.Read(s.BackBuffer, nil)
	pictures := []demo.Picture{{Name: "mrt", About: "A8R8G8B8, A16B16G16R16F (no green); R32F, A2R10G10B10 (no red)", Image: picture}}
	if err != nil || !m.compare {
		return pictures, err
	}
	sheet, err := compare(s, m.frame)
	return append(pictures, demo.Picture{Name: "compare", About: "the same frame on other devices", Image: sheet}), err
}
