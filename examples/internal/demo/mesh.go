package demo

import (
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// Mesh is triangles made by a formula. Vertices holds vertexFloats numbers a vertex: position, normal, tangent (the direction in
// which u grows; v grows along normal x tangent), texture coordinate. Seen from outside the triangles go clockwise, as Direct3D's front faces do.
type Mesh struct {
	Vertices []float32
	Indices  []uint16
}

const vertexFloats = 3 + 3 + 3 + 2

// Part is a mesh within a Geometry.
type Part struct{ base, vertices, start, triangles int }

// Geometry is meshes in one vertex and one index buffer.
type Geometry struct {
	decl     *device.VertexDeclaration
	vertices *device.VertexBuffer
	indices  *device.IndexBuffer
	Parts    []Part // in the order of the meshes
}

func (m *Mesh) vertex(position, normal, tangent Vec, u, v float32) {
	m.Vertices = append(append(append(append(m.Vertices, position[:]...), normal[:]...), tangent[:]...), u, v)
}

// grid adds (columns+1) x (rows+1) vertices, u and v from 0 to 1, and the triangles between them.
func (m *Mesh) grid(columns, rows int, at func(u, v float32) (position, normal, tangent Vec)) {
	base := len(m.Vertices) / vertexFloats
	for j := range rows + 1 {
		for i := range columns + 1 {
			u, v := float32(i)/float32(columns), float32(j)/float32(rows)
			position, normal, tangent := at(u, v)
			m.vertex(position, normal, tangent, u, v)
		}
	}
	for j := range rows {
		for i := range columns {
			a := base + j*(columns+1) + i
			b, c, d := a+1, a+columns+1, a+columns+2
			m.triangle(a, b, c)
			m.triangle(b, d, c)
		}
	}
}

// triangle adds a triangle the right way around; one without an area (at a sphere's pole) is left out.
func (m *Mesh) triangle(a, b, c int) {
	p := func(i int) Vec { return Vec(m.Vertices[i*vertexFloats : i*vertexFloats+3]) }
	n := func(i int) Vec { return Vec(m.Vertices[i*vertexFloats+3 : i*vertexFloats+6]) }
	facing := p(b).Sub(p(a)).Cross(p(c).Sub(p(a)))
	if facing.Dot(facing) < 1e-16 {
		return
	}
	if facing.Dot(n(a).Add(n(b)).Add(n(c))) < 0 {
		b, c = c, b
	}
	m.Indices = append(m.Indices, uint16(a), uint16(b), uint16(c))
}

// Ground is a square around the origin at height 0, size wide.
func Ground(size float32) *Mesh {
	m := &Mesh{}
	m.grid(1, 1, func(u, v float32) (Vec, Vec, Vec) {
		return Vec{(u - 0.5) * size, 0, (0.5 - v) * size}, Vec{0, 1, 0}, Vec{1, 0, 0}
	})
	return m
}

// Box is a cube around the origin with edges of length 1; each side shows the whole texture.
func Box() *Mesh {
	m := &Mesh{}
	for axis := range 3 {
		for _, sign := range []float32{-1, 1} {
			var normal, tangent Vec
			normal[axis] = sign
			up := Vec{0, 1, 0}
			if axis == 1 {
				up = Vec{0, 0, sign}
			}
			tangent = up.Cross(normal).Mul(-1)
			m.grid(1, 1, func(u, v float32) (Vec, Vec, Vec) {
				return normal.Mul(0.5).Add(tangent.Mul(u - 0.5)).Add(up.Mul(0.5 - v)), normal, tangent
			})
		}
	}
	return m
}

// Sphere has radius 1 and the given number of segments around; half as many from pole to pole.
func Sphere(segments int) *Mesh {
	m := &Mesh{}
	m.grid(segments, segments/2, func(u, v float32) (Vec, Vec, Vec) {
		su, cu := sincos(2 * math.Pi * u)
		sv, cv := sincos(math.Pi * v)
		n := Vec{sv * cu, cv, sv * su}
		return n, n, Vec{-su, 0, cu}
	})
	return m
}

// Torus lies in the xz plane; its tube has radius tube around a circle of radius 1.
func Torus(tube float32, around, across int) *Mesh {
	m := &Mesh{}
	m.grid(around, across, func(u, v float32) (Vec, Vec, Vec) {
		su, cu := sincos(2 * math.Pi * u)
		sv, cv := sincos(2 * math.Pi * v)
		n := Vec{cv * cu, -sv, cv * su}
		return Vec{cu, 0, su}.Add(n.Mul(tube)), n, Vec{-su, 0, cu}
	})
	return m
}

// vertexElements is a Mesh's layout.
var vertexElements = []d3d9.VERTEXELEMENT{
	{Offset: 0, Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_POSITION},
	{Offset: 12, Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_NORMAL},
	{Offset: 24, Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_TANGENT},
	{Offset: 36, Type: d3d9.DECLTYPE_FLOAT2, Usage: d3d9.DECLUSAGE_TEXCOORD},
	d3d9.DeclEnd(),
}

// Geometry puts the meshes into buffers of the managed pool.
func (s *Stage) Geometry(meshes ...*Mesh) (*Geometry, error) {
	g := &Geometry{}
	var vertices []float32
	var indices []uint16
	for _, m := range meshes {
		g.Parts = append(g.Parts, Part{len(vertices) / vertexFloats, len(m.Vertices) / vertexFloats, len(indices), len(m.Indices) / 3})
		vertices = append(vertices, m.Vertices...)
		indices = append(indices, m.Indices...)
	}
	var err d3d9.Error
	if g.decl, err = s.CreateVertexDeclaration(vertexElements); err != nil {
		return nil, err
	}
	s.Keep(g.decl)
	if g.vertices, err = s.CreateVertexBuffer(uint(4*len(vertices)), d3d9.USAGE_WRITEONLY, 0, d3d9.POOL_MANAGED, 0); err != nil {
		return nil, err
	}
	s.Keep(g.vertices)
	if g.indices, err = s.CreateIndexBuffer(uint(2*len(indices)), d3d9.USAGE_WRITEONLY, d3d9.FMT_INDEX16, d3d9.POOL_MANAGED, 0); err != nil {
		return nil, err
	}
	s.Keep(g.indices)
	vertexMemory, err := g.vertices.Lock(0, 0, 0)
	if err != nil {
		return nil, err
	}
	vertexMemory.SetFloat32s(0, vertices)
	if err := g.vertices.Unlock(); err != nil {
		return nil, err
	}
	indexMemory, err := g.indices.Lock(0, 0, 0)
	if err != nil {
		return nil, err
	}
	indexMemory.SetUint16s(0, indices)
	if err := g.indices.Unlock(); err != nil {
		return nil, err
	}
	return g, nil
}

// Bind makes the geometry the source of the next draws.
func (s *Stage) Bind(g *Geometry) error {
	if err := s.SetVertexDeclaration(g.decl); err != nil {
		return err
	}
	if err := s.SetStreamSource(0, g.vertices, 0, 4*vertexFloats); err != nil {
		return err
	}
	if err := s.SetIndices(g.indices); err != nil {
		return err
	}
	return nil
}

// DrawPart draws a part of the bound geometry.
func (s *Stage) DrawPart(p Part) error {
	if err := s.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, p.base, 0, uint(p.vertices), uint(p.start), uint(p.triangles)); err != nil {
		return err
	}
	return nil
}
