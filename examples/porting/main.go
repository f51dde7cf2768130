// Command porting is a renderer as a program brings it along that was written for Direct3D 9: a pass into four targets of two formats,
// spots that are blended into three of them with a write mask each, and a pass that lights the result. porting_test.go draws it under six
// caps profiles; two of them cannot do it, and the page that the test writes says why.
package main

import (
	"errors"
	"flag"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
)

func main() { demo.Main("porting", &renderer{}) }

// The targets of the first pass. Their formats have the same number of bits: not every card could mix others.
const (
	albedo = iota // color; alpha is the gloss
	normal        // as a color
	depth         // distance along the view axis, 1 at the far plane
	glow
)

var gbuffer = [4]struct {
	name   string
	format d3d9.FORMAT
}{
	albedo: {"albedo", d3d9.FMT_A8R8G8B8},
	normal: {"normal", d3d9.FMT_A8R8G8B8},
	depth:  {"depth", d3d9.FMT_R32F},
	glow:   {"glow", d3d9.FMT_A8R8G8B8},
}

const (
	rgb = d3d9.COLORWRITEENABLE_RED | d3d9.COLORWRITEENABLE_GREEN | d3d9.COLORWRITEENABLE_BLUE
	all = rgb | d3d9.COLORWRITEENABLE_ALPHA
	far = 24
)

// Parts of the geometry.
const (
	ground = iota
	spot
	box
	ball
	ring
)

// thing is a part in its place: a surface of the scene or a spot on the ground.
type thing struct {
	part  int
	world demo.Matrix
	color [4]float32 // alpha is the gloss of a surface, the strength of a spot
	glow  [4]float32
}

var surfaces = []thing{
	{ground, demo.Stretch(1, 1, 1), [4]float32{0.50, 0.52, 0.48, 0.1}, [4]float32{}},
	{box, demo.Place(demo.Vec{-1.9, 0.75, 0.9}, 1.5, 0.5, 0), [4]float32{0.75, 0.35, 0.25, 0.2}, [4]float32{}},
	{ball, demo.Place(demo.Vec{0.1, 1, 0.4}, 1, 0, 0), [4]float32{0.35, 0.55, 0.8, 0.9}, [4]float32{}},
	{ring, demo.Place(demo.Vec{2.2, 0.95, 0.6}, 0.75, 0.4, 1.1), [4]float32{0.8, 0.65, 0.25, 0.7}, [4]float32{0.10, 0.07, 0, 0}},
}

var spots = []thing{
	{spot, demo.Place(demo.Vec{-1.2, 0.02, -1.4}, 1.8, 0, 0), [4]float32{0.05, 0.05, 0.06, 0.9}, [4]float32{}},
	{spot, demo.Place(demo.Vec{0.9, 0.02, -1.6}, 1.5, 0, 0), [4]float32{0.2, 0.05, 0.02, 1}, [4]float32{0.9, 0.35, 0.05, 1}},
	{spot, demo.Place(demo.Vec{2.6, 0.02, -1.0}, 1.2, 0, 0), [4]float32{0.1, 0.4, 0.12, 0.8}, [4]float32{}},
}

type renderer struct {
	geometry                 *demo.Geometry
	screen                   *demo.Screen
	geometryVS, screenVS     *device.VertexShader
	surfacePS, spotPS, sunPS *device.PixelShader
	targets                  [4]demo.Target
	depthStencil             *device.Surface
}

func (*renderer) Flags(*flag.FlagSet) {}

func (r *renderer) Load(s *demo.Stage) error {
	var errs [7]error
	r.geometryVS, errs[0] = s.VertexShader("geometry_vs_2_0")
	r.screenVS, errs[1] = s.VertexShader("screen_vs_2_0")
	r.surfacePS, errs[2] = s.PixelShader("porting_ps_2_0")
	r.spotPS, errs[3] = s.PixelShader("decal_ps_2_0")
	r.sunPS, errs[4] = s.PixelShader("sunlight_ps_2_0")
	r.screen, errs[5] = s.Screen()
	r.geometry, errs[6] = s.Geometry(demo.Ground(20), demo.Ground(1), demo.Box(), demo.Sphere(32), demo.Torus(0.3, 48, 20))
	return errors.Join(errs[:]...)
}

func (r *renderer) Resize(s *demo.Stage) error {
	for i, g := range gbuffer {
		var err error
		if r.targets[i], err = s.Target(s.Width, s.Height, g.format); err != nil {
			return err
		}
	}
	surface, err := s.CreateDepthStencilSurface(uint(s.Width), uint(s.Height), d3d9.FMT_D24S8, d3d9.MULTISAMPLE_NONE, 0, true, 0)
	if err != nil {
		return err
	}
	s.KeepUntilReset(surface)
	r.depthStencil = surface
	return nil
}

func (r *renderer) Draw(s *demo.Stage, frame int) error {
	turn := float32(frame) * 0.01
	camera := demo.Camera{Eye: demo.Vec{7 * turn, 3.4, -6}, At: demo.Vec{0.2, 0.4, 0}, Fov: 0.8, Aspect: float32(s.Width) / float32(s.Height), Near: 0.5, Far: far}
	if err := s.BeginScene(); err != nil {
		return err
	}
	for _, pass := range []func(*demo.Stage, demo.Camera) error{r.drawSurfaces, r.drawSpots, r.light} {
		if err := pass(s, camera); err != nil {
			return err
		}
	}
	if err := s.EndScene(); err != nil {
		return err
	}
	return nil
}

// drawSurfaces fills the four targets.
func (r *renderer) drawSurfaces(s *demo.Stage, camera demo.Camera) error {
	t := &r.targets
	if err := s.SetTargets(t[albedo].Surface, t[normal].Surface, t[depth].Surface, t[glow].Surface); err != nil {
		return err
	}
	return errors.Join(
		s.SetDepthStencilSurface(r.depthStencil),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZENABLE: d3d9.ZB_TRUE, d3d9.RS_ZWRITEENABLE: 1, d3d9.RS_ALPHABLENDENABLE: 0, d3d9.RS_COLORWRITEENABLE: all,
			d3d9.RS_COLORWRITEENABLE1: all, d3d9.RS_COLORWRITEENABLE2: all, d3d9.RS_COLORWRITEENABLE3: all,
		}),
		s.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, 0, 1, 0),
		r.draw(s, camera, r.surfacePS, surfaces),
	)
}

// drawSpots blends the spots into color, normal and glow: not into the gloss, which is the alpha of the color, and not into the height of
// the normal.
func (r *renderer) drawSpots(s *demo.Stage, camera demo.Camera) error {
	t := &r.targets
	return errors.Join(
		s.SetTargets(t[albedo].Surface, t[normal].Surface, t[glow].Surface),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZWRITEENABLE: 0, d3d9.RS_ALPHABLENDENABLE: 1, d3d9.RS_SRCBLEND: d3d9.BLEND_SRCALPHA, d3d9.RS_DESTBLEND: d3d9.BLEND_INVSRCALPHA,
			d3d9.RS_COLORWRITEENABLE: rgb, d3d9.RS_COLORWRITEENABLE1: d3d9.COLORWRITEENABLE_RED | d3d9.COLORWRITEENABLE_BLUE, d3d9.RS_COLORWRITEENABLE2: all,
		}),
		r.draw(s, camera, r.spotPS, spots),
	)
}

func (r *renderer) draw(s *demo.Stage, camera demo.Camera, shader *device.PixelShader, things []thing) error {
	err := errors.Join(s.Bind(r.geometry), s.SetVertexShader(r.geometryVS), s.SetPixelShader(shader))
	toClip, distance := camera.Projection().Mul(camera.View()), camera.Depth()
	for _, o := range things {
		row := demo.Matrix{distance}.Mul(o.world)[0]
		constants := append(toClip.Mul(o.world).Floats(), o.world.Floats()[:12]...)
		constants = append(append(constants, row[:]...), 1, 1, 0, 0)
		err = errors.Join(err,
			s.SetVertexShaderConstantF(0, constants),
			s.SetPixelShaderConstantF(0, append(o.color[:4:4], o.glow[:]...)),
			s.DrawPart(r.geometry.Parts[o.part]))
	}
	return err
}

// light brings the lit scene to the back buffer.
func (r *renderer) light(s *demo.Stage, _ demo.Camera) error {
	err := errors.Join(
		s.SetTargets(s.BackBuffer), s.SetDepthStencilSurface(nil),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZENABLE: d3d9.ZB_FALSE, d3d9.RS_ALPHABLENDENABLE: 0, d3d9.RS_COLORWRITEENABLE: all,
		}),
		s.SetVertexShader(r.screenVS), s.SetPixelShader(r.sunPS),
	)
	for i := range r.targets {
		err = errors.Join(err, s.SetTexture(uint32(i), r.targets[i].Texture),
			s.Filter(uint32(i), d3d9.TEXF_POINT, d3d9.TEXF_NONE, d3d9.TADDRESS_CLAMP))
	}
	sun := demo.Vec{-0.5, 0.75, -0.45}.Unit()
	err = errors.Join(err,
		s.SetPixelShaderConstantF(0, []float32{sun[0], sun[1], sun[2], 0, 0.85, 0.25, 1.2, 0.6, 0.55, 0.68, 0.85, 1}),
		s.DrawScreen(r.screen, s.Width, s.Height, demo.Vec{}, demo.Vec{}, demo.Vec{}))
	for i := range uint32(len(r.targets)) {
		err = errors.Join(err, s.SetTexture(i, nil))
	}
	return err
}

func (r *renderer) Pictures(s *demo.Stage) ([]demo.Picture, error) {
	lit, err := s.Read(s.BackBuffer, nil)
	return []demo.Picture{{Name: "porting", About: "the lit scene", Image: lit}}, err
}
