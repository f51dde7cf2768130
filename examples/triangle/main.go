// Command triangle draws one triangle, the smallest program with vertices and shaders of its own.
package main

import (
	"errors"
	"flag"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
)

func main() { demo.Main("triangle", &triangle{}) }

type triangle struct {
	vertices *device.VertexBuffer
	vs       *device.VertexShader
	ps       *device.PixelShader
}

// cornerBytes is the size of a vertex of FVF_XYZ | FVF_DIFFUSE: a position in clip space and a colour.
const cornerBytes = 16

func (t *triangle) Flags(*flag.FlagSet) {}

func (t *triangle) Load(s *demo.Stage) (err error) {
	if t.vs, err = s.VertexShader("triangle_vs_1_1"); err != nil {
		return err
	}
	if t.ps, err = s.PixelShader("triangle_ps_2_0"); err != nil {
		return err
	}
	vertices, devErr := s.CreateVertexBuffer(3*cornerBytes, d3d9.USAGE_WRITEONLY, d3d9.FVF_XYZ|d3d9.FVF_DIFFUSE, d3d9.POOL_MANAGED, 0)
	if devErr != nil {
		return devErr
	}
	s.Keep(vertices)
	t.vertices = vertices
	memory, devErr := vertices.Lock(0, 0, 0)
	if devErr != nil {
		return devErr
	}
	for i, corner := range []struct {
		x, y  float32
		color d3d9.COLOR
	}{
		{0, 0.8, d3d9.ColorRGB(255, 0, 0)},
		{0.8, -0.8, d3d9.ColorRGB(0, 255, 0)},
		{-0.8, -0.8, d3d9.ColorRGB(0, 0, 255)},
	} {
		memory.SetFloat32s(i*cornerBytes, []float32{corner.x, corner.y, 0.5})
		memory.SetUint32s(i*cornerBytes+12, []uint32{uint32(corner.color)})
	}
	return errors.Join(vertices.Unlock())
}

func (t *triangle) Resize(*demo.Stage) error { return nil }

func (t *triangle) Draw(s *demo.Stage, frame int) error {
	return errors.Join(
		s.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, d3d9.ColorRGB(32, 32, 64), 1, 0),
		s.BeginScene(),
		s.SetFVF(d3d9.FVF_XYZ|d3d9.FVF_DIFFUSE),
		s.SetStreamSource(0, t.vertices, 0, cornerBytes),
		s.SetVertexShader(t.vs),
		s.SetPixelShader(t.ps),
		s.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1),
		s.EndScene(),
	)
}

func (t *triangle) Pictures(s *demo.Stage) ([]demo.Picture, error) {
	picture, err := s.Read(s.BackBuffer, nil)
	return []demo.Picture{{Name: "triangle", About: "the back buffer", Image: picture}}, err
}
