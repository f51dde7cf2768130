package conformance

import (
	"image"
	"image/color"
	"math"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/golden"
)

// The seams: a cylinder and a sphere whose rings of vertices close without a second vertex at u = 1, so that the last segment runs from
// u = 11/12 to u = 0. With WRAP0 it shows the end of the picture, without it all of the picture again, backwards.
const (
	seamSegments = 12
	seamRings    = 8
	seamSize     = 96
)

// solid is a body of revolution: a ring's height and radius by v in 0..1.
type solid func(v float64) (height, radius float64)

func cylinder(v float64) (height, radius float64) { return 0.9 - 1.8*v, 0.7 }

func sphere(v float64) (height, radius float64) {
	sin, cos := math.Sincos(math.Pi * v)
	return 0.95 * cos, 0.95 * sin
}

// at is the solid's vertex of segment s of ring k: seen from the front, a little from above, with perspective, and the seam in front.
func (f solid) at(s, k int) vertex {
	v := float64(k) / seamRings
	height, radius := f(v)
	sin, cos := math.Sincos(2 * math.Pi * (float64(s)/seamSegments + 0.045))
	x, y, z := radius*sin, height, -radius*cos
	const tilt = 0.4
	y, z = y*math.Cos(tilt)-z*math.Sin(tilt)*-1, z*math.Cos(tilt)-y*math.Sin(tilt)
	w := z + 3
	const zoom = 2.4
	return vertex{
		[4]float32{float32(zoom * x), float32(zoom * y), float32((w - 1.5) * 5 / 3), float32(w)},
		[4]float32{float32(s) / seamSegments, float32(v), 0, 1},
	}
}

// triangles is the solid's surface; closed says whether the last vertex of a ring is a second one, with u = 1, or the first one again.
func (f solid) triangles(closed bool) (list []vertex) {
	for k := range seamRings {
		for s := range seamSegments {
			next := s + 1
			if !closed {
				next %= seamSegments
			}
			a, b, c, d := f.at(s, k), f.at(next, k), f.at(s, k+1), f.at(next, k+1)
			list = append(list, a, b, c, c, b, d)
		}
	}
	return list
}

// strips is the same as strips of triangles, one for each ring.
func (f solid) strips() (list [][]vertex) {
	for k := range seamRings {
		var strip []vertex
		for s := range seamSegments + 1 {
			strip = append(strip, f.at(s%seamSegments, k), f.at(s%seamSegments, k+1))
		}
		list = append(list, strip)
	}
	return list
}

// seamTexture goes from red to green to blue around, with a white column at its ends, and lines across.
func seamTexture(x, y int) uint32 {
	const n = 64
	shade := func(center int) uint32 {
		d := (x - center + n + n/2) % n
		if d -= n / 2; d < 0 {
			d = -d
		}
		return uint32(max(0, 255-d*12))
	}
	v := 0xff000000 | shade(10)<<16 | shade(31)<<8 | shade(52)
	if x >= n-2 || x < 2 {
		v |= 0x00ffffff
	}
	if y%16 < 2 {
		v &= 0xff7f7f7f
	}
	return v
}

// TestRulesSeam draws the seams and compares them with the same solids closed by second vertices.
func TestRulesSeam(t *testing.T) {
	for _, tt := range []struct {
		name  string
		solid solid
	}{{"cylinder", cylinder}, {"sphere", sphere}} {
		run(t, "OT-6/the seam of a "+tt.name, func(r *rig) { seam(r, tt.name, tt.solid) })
	}
}

func seam(r *rig, name string, f solid) {
	s := r.target(argb, seamSize, seamSize)
	r.set(s)
	r.ok(r.d.SetDepthStencilSurface(r.depth(d3d9.FMT_D24X8, seamSize, seamSize)))
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_TRUE)
	r.ok(r.d.SetTexture(0, r.texture(64, 64, argb, seamTexture)))
	r.ok(r.d.SetSamplerState(0, d3d9.SAMP_MINFILTER, d3d9.TEXF_LINEAR))
	r.ok(r.d.SetSamplerState(0, d3d9.SAMP_MAGFILTER, d3d9.TEXF_LINEAR))
	r.use("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld oC0, v0, s0")
	draw := func(wrap uint32, strips bool, list ...[]vertex) *picture {
		r.rs(d3d9.RS_WRAP0, wrap)
		r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, 0xff202030, 1, 0))
		for _, vs := range list {
			if strips {
				r.draw(d3d9.PT_TRIANGLESTRIP, uint(len(vs)-2), vs...)
			} else {
				r.draw(d3d9.PT_TRIANGLELIST, uint(len(vs)/3), vs...)
			}
		}
		return r.read(s)
	}
	closed := draw(0, false, f.triangles(true))
	wrapped := draw(d3d9.WRAPCOORD_0, false, f.triangles(false))
	strip := draw(d3d9.WRAPCOORD_0, true, f.strips()...)
	torn := draw(0, false, f.triangles(false))
	golden.Means(r.t, "seam-"+name+".png", sideBySide(torn, wrapped), 8, 6)
	for which, p := range map[string]*picture{"list": wrapped, "strip": strip} {
		if worst := worstOf(p, closed); worst > 3./255 {
			r.t.Errorf("%s: a channel differs by %.3f from a %s with second vertices at the seam", which, worst, name)
		}
	}
	if worstOf(torn, closed) < 0.2 {
		r.t.Errorf("without wrapping the %s's seam is whole: the test shows nothing", name)
	}
}

// worstOf is the largest difference of a channel.
func worstOf(a, b *picture) (worst float64) {
	for y := range a.h {
		for x := range a.w {
			p, q := a.at(x, y), b.at(x, y)
			for c := range p {
				worst = max(worst, math.Abs(p[c]-q[c]))
			}
		}
	}
	return worst
}

// sideBySide is pictures as one, from left to right.
func sideBySide(pictures ...*picture) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, len(pictures)*seamSize, seamSize))
	for n, p := range pictures {
		for y := range seamSize {
			for x := range seamSize {
				v := p.at(x, y)
				m.SetNRGBA(n*seamSize+x, y, color.NRGBA{uint8(v[0]*255 + 0.5), uint8(v[1]*255 + 0.5), uint8(v[2]*255 + 0.5), 255})
			}
		}
	}
	return m
}
