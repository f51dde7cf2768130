// Command deferred is a deferred renderer: one pass draws the scene into four render targets, then each light adds what it gives to
// the pixels that it reaches, and a last pass brings the sum to the screen.
package main

import (
	"errors"
	"flag"
	"fmt"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
)

func main() { demo.Main("deferred", &deferred{}) }

// gbuffer is what the first pass writes for each pixel.
var gbuffer = [4]struct {
	name   string
	format d3d9.FORMAT
	about  string
	show   func(demo.Color) demo.Color
}{
	{"albedo", d3d9.FMT_A8R8G8B8, "A8R8G8B8", nil},
	{"normal", d3d9.FMT_A16B16G16R16F, "A16B16G16R16F, -1..1 shown as 0..1", func(c demo.Color) demo.Color {
		return demo.Color{c[0]/2 + 0.5, c[1]/2 + 0.5, c[2]/2 + 0.5, 1}
	}},
	{"depth", d3d9.FMT_R32F, "R32F, distance along the view axis, near is bright", func(c demo.Color) demo.Color {
		if c[0] == 0 {
			return demo.Color{3: 1}
		}
		near := 1 - min(c[0]*far/45, 1)
		return demo.Color{near, near, near, 1}
	}},
	{"material", d3d9.FMT_A8R8G8B8, "A8R8G8B8, strength of the highlight, gloss, glow", nil},
}

type deferred struct {
	model int
	scene *scene

	geometryVS, screenVS, lightVS             *device.VertexShader
	geometryPS, ambientPS, lightPS, tonemapPS *device.PixelShader
	screen                                    *demo.Screen

	targets [4]demo.Target
	light   demo.Target // the sum of all light
}

func (d *deferred) Flags(flags *flag.FlagSet) {
	d.model = 3
	flags.Func("sm", "shader `model`: 3 (vs_3_0, ps_3_0; default) or 2 (vs_2_0, ps_2_0)", func(text string) error {
		if text != "2" && text != "3" {
			return errors.New("want 2 or 3")
		}
		d.model = int(text[0] - '0')
		return nil
	})
}

func (d *deferred) Load(s *demo.Stage) error {
	var errs [9]error
	vs, ps := fmt.Sprintf("_vs_%d_0", d.model), fmt.Sprintf("_ps_%d_0", d.model)
	d.geometryVS, errs[0] = s.VertexShader("geometry" + vs)
	d.screenVS, errs[1] = s.VertexShader("screen" + vs)
	d.lightVS, errs[2] = s.VertexShader("light" + vs)
	d.geometryPS, errs[3] = s.PixelShader("geometry" + ps)
	d.ambientPS, errs[4] = s.PixelShader("ambient" + ps)
	d.lightPS, errs[5] = s.PixelShader("light" + ps)
	d.tonemapPS, errs[6] = s.PixelShader("tonemap" + ps)
	d.screen, errs[7] = s.Screen()
	d.scene, errs[8] = loadScene(s)
	return errors.Join(errs[:]...)
}

func (d *deferred) Resize(s *demo.Stage) error {
	var err error
	for i := range gbuffer {
		if d.targets[i], err = s.Target(s.Width, s.Height, gbuffer[i].format); err != nil {
			return err
		}
	}
	d.light, err = s.Target(s.Width, s.Height, d3d9.FMT_A16B16G16R16F)
	return err
}

func (d *deferred) Draw(s *demo.Stage, frame int) error {
	moment := d.scene.at(frame, float32(s.Width)/float32(s.Height))
	return errors.Join(
		s.BeginScene(),
		d.drawGeometry(s, moment),
		d.drawAmbient(s, moment),
		d.drawLights(s, moment),
		d.drawTonemap(s),
		s.EndScene(),
	)
}

// drawGeometry fills the G-buffer.
func (d *deferred) drawGeometry(s *demo.Stage, m *moment) error {
	t := &d.targets
	err := errors.Join(
		s.SetTargets(t[0].Surface, t[1].Surface, t[2].Surface, t[3].Surface),
		s.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0, 1, 0),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZENABLE: d3d9.ZB_TRUE, d3d9.RS_ZWRITEENABLE: 1, d3d9.RS_ZFUNC: d3d9.CMP_LESSEQUAL, d3d9.RS_CULLMODE: d3d9.CULL_CCW,
		}),
		s.Filter(0, d3d9.TEXF_LINEAR, d3d9.TEXF_LINEAR, d3d9.TADDRESS_WRAP),
		s.Filter(1, d3d9.TEXF_LINEAR, d3d9.TEXF_LINEAR, d3d9.TADDRESS_WRAP),
		s.Bind(d.scene.geometry), s.SetVertexShader(d.geometryVS), s.SetPixelShader(d.geometryPS),
	)
	toClip, depth := m.camera.Projection().Mul(m.camera.View()), m.camera.Depth()
	for i := range m.objects {
		o := &m.objects[i]
		row := demo.Matrix{depth}.Mul(o.world)[0]
		constants := append(toClip.Mul(o.world).Floats(), o.world.Floats()[:12]...)
		constants = append(constants, row[0], row[1], row[2], row[3], o.repeat[0], o.repeat[1], 0, 0)
		err = errors.Join(err,
			s.SetTexture(0, o.skin.albedo), s.SetTexture(1, o.skin.bumps),
			s.SetVertexShaderConstantF(0, constants),
			s.SetPixelShaderConstantF(0, append(o.tint[:4:4], o.material[:]...)),
			s.DrawPart(d.scene.geometry.Parts[o.part]),
		)
	}
	return err
}

// bindGBuffer makes the G-buffer the source of the light passes, which write to the sum of all light.
func (d *deferred) bindGBuffer(s *demo.Stage) error {
	err := s.SetTargets(d.light.Surface)
	for i := range d.targets {
		err = errors.Join(err, s.SetTexture(uint32(i), d.targets[i].Texture),
			s.Filter(uint32(i), d3d9.TEXF_POINT, d3d9.TEXF_NONE, d3d9.TADDRESS_CLAMP))
	}
	return err
}

// drawAmbient starts the sum of all light with what comes from everywhere.
func (d *deferred) drawAmbient(s *demo.Stage, m *moment) error {
	axis, right, up := m.camera.Rays()
	return errors.Join(
		d.bindGBuffer(s),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{d3d9.RS_ZENABLE: d3d9.ZB_FALSE, d3d9.RS_ZWRITEENABLE: 0}),
		s.SetVertexShader(d.screenVS), s.SetPixelShader(d.ambientPS),
		s.SetPixelShaderConstantF(0, append(pixelSize(s), sky[:]...)),
		s.DrawScreen(d.screen, s.Width, s.Height, axis, right, up),
	)
}

// drawLights adds the lights: for each the far side of the ball that it reaches, where the scene is not behind it.
func (d *deferred) drawLights(s *demo.Stage, m *moment) error {
	eye, depth := m.camera.Eye, m.camera.Depth()
	err := errors.Join(
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZENABLE: d3d9.ZB_TRUE, d3d9.RS_ZFUNC: d3d9.CMP_GREATEREQUAL, d3d9.RS_CULLMODE: d3d9.CULL_CW,
			d3d9.RS_ALPHABLENDENABLE: 1, d3d9.RS_SRCBLEND: d3d9.BLEND_ONE, d3d9.RS_DESTBLEND: d3d9.BLEND_ONE,
		}),
		s.Bind(d.scene.geometry), s.SetVertexShader(d.lightVS), s.SetPixelShader(d.lightPS),
		s.SetVertexShaderConstantF(0, m.camera.Projection().Mul(m.camera.View()).Floats()),
		s.SetVertexShaderConstantF(5, []float32{
			eye[0], eye[1], eye[2], 0, depth[0], depth[1], depth[2], depth[3],
			0.5 / float32(s.Width), 0.5 / float32(s.Height), 0.5, -0.5,
		}),
		s.SetPixelShaderConstantF(2, append([]float32{eye[0], eye[1], eye[2], 0, fog, 0, 0, 0}, pixelSize(s)...)),
	)
	for _, l := range m.lights {
		err = errors.Join(err,
			// The ball of triangles lies within the true one: a little larger it covers all of it.
			s.SetVertexShaderConstantF(4, []float32{l.position[0], l.position[1], l.position[2], l.reach * 1.08}),
			s.SetPixelShaderConstantF(0, []float32{
				l.position[0], l.position[1], l.position[2], 1 / (l.reach * l.reach), l.color[0], l.color[1], l.color[2], 0,
			}),
			s.DrawPart(d.scene.geometry.Parts[lamp]),
		)
	}
	return err
}

// drawTonemap brings the sum of all light to the back buffer.
func (d *deferred) drawTonemap(s *demo.Stage) error {
	err := errors.Join(
		s.SetTargets(s.BackBuffer),
		s.States(map[d3d9.RENDERSTATETYPE]uint32{
			d3d9.RS_ZENABLE: d3d9.ZB_FALSE, d3d9.RS_ALPHABLENDENABLE: 0, d3d9.RS_CULLMODE: d3d9.CULL_CCW,
		}),
		s.SetTexture(0, d.light.Texture),
		s.SetVertexShader(d.screenVS), s.SetPixelShader(d.tonemapPS),
		s.SetPixelShaderConstantF(0, []float32{exposure, 0.7, 0, 0}),
		s.DrawScreen(d.screen, s.Width, s.Height, demo.Vec{}, demo.Vec{}, demo.Vec{}),
	)
	for i := range uint32(len(d.targets)) {
		err = errors.Join(err, s.SetTexture(i, nil))
	}
	return err
}

// pixelSize is a pixel's size in texture coordinates, and half of it.
func pixelSize(s *demo.Stage) []float32 {
	w, h := 1/float32(s.Width), 1/float32(s.Height)
	return []float32{w, h, w / 2, h / 2}
}

func (d *deferred) Pictures(s *demo.Stage) ([]demo.Picture, error) {
	var pictures []demo.Picture
	for i, g := range gbuffer {
		picture, err := s.Read(d.targets[i].Surface, g.show)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.name, err)
		}
		pictures = append(pictures, demo.Picture{Name: g.name, About: fmt.Sprintf("target %d: %s", i, g.about), Image: picture})
	}
	final, err := s.Read(s.BackBuffer, nil)
	about := fmt.Sprintf("the back buffer: %d lights, shader model %d", lightCount, d.model)
	return append(pictures, demo.Picture{Name: "final", About: about, Image: final}), err
}
