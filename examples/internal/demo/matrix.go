package demo

import "math"

// Vec is a point or direction.
type Vec [3]float32

// Add, Sub and Mul work by component; Mul by a number.
func (a Vec) Add(b Vec) Vec { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Sub: see Add.
func (a Vec) Sub(b Vec) Vec { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// Mul: see Add.
func (a Vec) Mul(f float32) Vec { return Vec{a[0] * f, a[1] * f, a[2] * f} }

// Dot is the scalar product.
func (a Vec) Dot(b Vec) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Cross is the vector product.
func (a Vec) Cross(b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// Unit is a at length 1; a must not be 0.
func (a Vec) Unit() Vec { return a.Mul(1 / float32(math.Sqrt(float64(a.Dot(a))))) }

// Matrix maps a column (x, y, z, 1): each row is one result, as dp4 wants it.
type Matrix [4][4]float32

// Mul is the matrix that does b, then a.
func (a Matrix) Mul(b Matrix) (m Matrix) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				m[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return m
}

// Floats is the rows one after the other, for SetVertexShaderConstantF.
func (a Matrix) Floats() []float32 {
	out := make([]float32, 0, 16)
	for i := range a {
		out = append(out, a[i][:]...)
	}
	return out
}

// Place scales by size, turns by the angles (radians: around y, then x) and moves to the position.
func Place(position Vec, size, turnY, turnX float32) Matrix {
	sy, cy := sincos(turnY)
	sx, cx := sincos(turnX)
	return Matrix{
		{size * cy, size * sy * sx, size * sy * cx, position[0]},
		{0, size * cx, -size * sx, position[1]},
		{-size * sy, size * cy * sx, size * cy * cx, position[2]},
		{0, 0, 0, 1},
	}
}

// Stretch scales by component.
func Stretch(x, y, z float32) Matrix { return Matrix{{x}, {0, y}, {0, 0, z}, {0, 0, 0, 1}} }

func sincos(angle float32) (sin, cos float32) {
	s, c := math.Sincos(float64(angle))
	return float32(s), float32(c)
}

// Camera looks from Eye to At, in Direct3D's left-handed space with y up.
type Camera struct {
	Eye, At   Vec
	Fov       float32 // of the height, radians
	Aspect    float32 // width / height
	Near, Far float32
}

// axes are the camera's right, up and forward.
func (c Camera) axes() (right, up, forward Vec) {
	forward = c.At.Sub(c.Eye).Unit()
	right = Vec{0, 1, 0}.Cross(forward).Unit()
	return right, forward.Cross(right), forward
}

// View maps the world to the camera's space.
func (c Camera) View() (m Matrix) {
	right, up, forward := c.axes()
	for i, axis := range []Vec{right, up, forward} {
		m[i] = [4]float32{axis[0], axis[1], axis[2], -axis.Dot(c.Eye)}
	}
	m[3][3] = 1
	return m
}

// Projection maps the camera's space to clip space, z from 0 to w.
func (c Camera) Projection() Matrix {
	y := 1 / float32(math.Tan(float64(c.Fov)/2))
	q := c.Far / (c.Far - c.Near)
	return Matrix{{y / c.Aspect}, {0, y}, {0, 0, q, -q * c.Near}, {0, 0, 1, 0}}
}

// Depth is the row that gives the distance along the view axis, 0 at the camera and 1 at the far plane.
func (c Camera) Depth() [4]float32 {
	row := c.View()[2]
	for i := range row {
		row[i] /= c.Far
	}
	return row
}

// Rays are the view axis to the far plane, and from there to its right and upper edge.
func (c Camera) Rays() (axis, right, up Vec) {
	right, up, axis = c.axes()
	height := c.Far * float32(math.Tan(float64(c.Fov)/2))
	return axis.Mul(c.Far), right.Mul(height * c.Aspect), up.Mul(height)
}
