package demo

import (
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/picture"
)

// Color is red, green, blue and alpha within 0 to 1.
type Color = picture.Color

// Texture makes a square A8R8G8B8 texture of the managed pool with all its levels. The function gives the color at u, v
// within 0 to 1; size is a power of two.
func (s *Stage) Texture(size int, at func(u, v float32) Color) (*device.Texture, error) {
	texture, err := s.CreateTexture(uint(size), uint(size), 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	if err != nil {
		return nil, err
	}
	s.Keep(texture)
	level := make([]Color, size*size)
	for i := range level {
		level[i] = at((float32(i%size)+0.5)/float32(size), (float32(i/size)+0.5)/float32(size))
	}
	for n := uint(0); ; n++ {
		locked, err := texture.LockRect(n, nil, 0)
		if err != nil {
			return nil, err
		}
		locked.SetAllBytes(argb(level), 4*size)
		if err := texture.UnlockRect(n); err != nil {
			return nil, err
		}
		if size == 1 {
			return texture, nil
		}
		level, size = halve(level, size), size/2
	}
}

// argb is the colors as bytes of A8R8G8B8.
func argb(colors []Color) []byte {
	out := make([]byte, 0, 4*len(colors))
	for _, c := range colors {
		n := c.NRGBA()
		out = append(out, n.B, n.G, n.R, n.A)
	}
	return out
}

// halve is the next smaller level: means of 2 x 2.
func halve(level []Color, size int) []Color {
	out := make([]Color, 0, size*size/4)
	for y := 0; y < size; y += 2 {
		for x := 0; x < size; x += 2 {
			var mean Color
			for _, i := range []int{y*size + x, y*size + x + 1, (y+1)*size + x, (y+1)*size + x + 1} {
				for c := range mean {
					mean[c] += level[i][c] / 4
				}
			}
			out = append(out, mean)
		}
	}
	return out
}

// Bumps is the color of a normal map for a surface of the given height, which must repeat after 1.
func Bumps(height func(u, v float32) float32, texel float32) func(u, v float32) Color {
	return func(u, v float32) Color {
		du := (height(u+texel, v) - height(u-texel, v)) / (2 * texel)
		dv := (height(u, v+texel) - height(u, v-texel)) / (2 * texel)
		n := Vec{-du, -dv, 1}.Unit()
		return Color{n[0]/2 + 0.5, n[1]/2 + 0.5, n[2]/2 + 0.5, 1}
	}
}

// Bricks is a wall of columns x rows stones. It gives how high the wall is at u, v (0 in the joints, 1 on the stones) and a number
// within 0 to 1 for the stone. Shift moves every other row by that part of a stone.
func Bricks(columns, rows int, joint, shift float32) func(u, v float32) (height, stone float32) {
	return func(u, v float32) (height, stone float32) {
		row, y := math.Modf(float64(wrap(v)) * float64(rows))
		x := float64(wrap(u))*float64(columns) + float64(shift)*math.Mod(row, 2)
		column, x := math.Modf(math.Mod(x, float64(columns)))
		edge := min(x, 1-x, y, 1-y) * 2
		height = float32(min(max((edge-float64(joint))/float64(joint), 0), 1))
		height = height * height * (3 - 2*height)
		_, stone64 := math.Modf(math.Abs(math.Sin(column*12.9898+row*78.233+1) * 43758.5453))
		return height, float32(stone64)
	}
}

// wrap is the part of f behind the point, from 0 to 1 for negative numbers too.
func wrap(f float32) float32 { return f - float32(math.Floor(float64(f))) }
