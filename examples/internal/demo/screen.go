package demo

import (
	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// Screen is a rectangle that fills the viewport: the source of passes over a whole picture.
type Screen struct {
	decl     *device.VertexDeclaration
	vertices *device.VertexBuffer
}

// Screen makes the rectangle.
func (s *Stage) Screen() (*Screen, error) {
	decl, err := s.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{
		{Type: d3d9.DECLTYPE_FLOAT2, Usage: d3d9.DECLUSAGE_POSITION}, d3d9.DeclEnd(),
	})
	if err != nil {
		return nil, err
	}
	s.Keep(decl)
	vertices, err := s.CreateVertexBuffer(4*8, d3d9.USAGE_WRITEONLY, 0, d3d9.POOL_MANAGED, 0)
	if err != nil {
		return nil, err
	}
	s.Keep(vertices)
	memory, err := vertices.Lock(0, 0, 0)
	if err != nil {
		return nil, err
	}
	memory.SetFloat32s(0, []float32{-1, 1, 1, 1, -1, -1, 1, -1})
	if err := vertices.Unlock(); err != nil {
		return nil, err
	}
	return &Screen{decl, vertices}, nil
}

// DrawScreen draws it with the shaders screen_vs and the bound pixel shader, width x height being the viewport's size. The rays are
// those of Camera.Rays; zero for passes that use none.
func (s *Stage) DrawScreen(screen *Screen, width, height int, axis, right, up Vec) error {
	constants := []float32{
		0.5 / float32(width), 0.5 / float32(height), 0.5, -0.5,
		axis[0], axis[1], axis[2], 0,
		right[0], right[1], right[2], 0,
		up[0], up[1], up[2], 0,
	}
	if err := s.SetVertexDeclaration(screen.decl); err != nil {
		return err
	}
	if err := s.SetStreamSource(0, screen.vertices, 0, 8); err != nil {
		return err
	}
	if err := s.SetVertexShaderConstantF(0, constants); err != nil {
		return err
	}
	if err := s.DrawPrimitive(d3d9.PT_TRIANGLESTRIP, 0, 2); err != nil {
		return err
	}
	return nil
}
