package refsm

import (
	"math"

	"d3d9vk/translate/sm"
)

// interpolationError is how far interpolated values may be off, in parts of the largest at a corner.
const interpolationError = 0x1p-20

// shade is what the draw gives the pixel: the last primitive that covers it, after fog; nil where none does.
func (d *caseDraw) shade(x, y int) (*PixelOutput, error) {
	for i := len(d.prims) - 1; i >= 0; i-- {
		place := d.place(d.prims[i])
		if place == nil || !place.covers(float64(x), float64(y)) {
			continue
		}
		var in [4]PixelInput
		for l := range in {
			px, py := x&^1+l&1, y&^1+l>>1
			in[l].Pos, in[l].Face = [2]float32{float32(px), float32(py)}, 1
			in[l].Link(d.ps, func(s Semantic) Vec { return place.varying(s, float64(px), float64(py)) })
		}
		out, err := Quad(d.ps, &in, d.state)
		if err != nil {
			return nil, err
		}
		o := &out[x&1|y&1<<1]
		d.fog(o, place, float64(x), float64(y))
		return o, nil
	}
	return nil, nil
}

// place is a primitive on the target: a triangle, or a point's square.
type place struct {
	d        *caseDraw
	vertices []*VertexOutput
	x, y, z  [3]float64 // on the target, pixel centers at whole numbers
	w        [3]float64
	area     float64
	size     float64 // of a point
}

func (d *caseDraw) place(vertices []*VertexOutput) *place {
	p := &place{d: d, vertices: vertices}
	for i, v := range vertices {
		pos := v.Position()
		w := float64(pos[3].V)
		if w <= 0 {
			return nil
		}
		p.w[i] = w
		p.x[i], p.y[i] = (float64(pos[0].V)/w+1)*d.w/2, (1-float64(pos[1].V)/w)*d.h/2
		p.z[i] = float64(pos[2].V) / w
	}
	if len(vertices) == 1 {
		s := &d.a.State
		size := s.PointSize
		if v := vertices[0].Varyings[Semantic{sm.UsagePSize, 0}]; v.Written&1 != 0 {
			size = v.Value[0].V
		}
		p.size = float64(min(max(size, s.PointSizeMin), s.PointSizeMax))
		return p
	}
	p.area = (p.x[1]-p.x[0])*(p.y[2]-p.y[0]) - (p.x[2]-p.x[0])*(p.y[1]-p.y[0])
	if p.area == 0 {
		return nil
	}
	return p
}

// weights are the barycentric coordinates at a point of the target, not corrected for perspective.
func (p *place) weights(x, y float64) (b [3]float64) {
	if len(p.vertices) == 1 {
		return [3]float64{1}
	}
	for i := range b {
		j, k := (i+1)%3, (i+2)%3
		b[i] = ((p.x[k]-p.x[j])*(y-p.y[j]) - (p.y[k]-p.y[j])*(x-p.x[j])) / p.area
	}
	return b
}

func (p *place) depth(x, y float64) (z float64) {
	for i, b := range p.weights(x, y) {
		z += b * p.z[i]
	}
	return z
}

// clip is w at a point of the target.
func (p *place) clip(x, y float64) float64 {
	q := 0.0
	for i, b := range p.weights(x, y) {
		if i < len(p.vertices) {
			q += b / p.w[i]
		}
	}
	return 1 / q
}

// covers includes all edges: no case has a probe on one.
func (p *place) covers(x, y float64) bool {
	if z := p.depth(x, y); z < 0 || z > 1 {
		return false
	}
	if len(p.vertices) == 1 {
		return math.Abs(x-p.x[0]) < p.size/2 && math.Abs(y-p.y[0]) < p.size/2
	}
	for _, b := range p.weights(x, y) {
		if b < 0 {
			return false
		}
	}
	return true
}

// varying interpolates a varying with perspective.
func (p *place) varying(s Semantic, x, y float64) (out Vec) {
	state := &p.d.a.State
	if len(p.vertices) == 1 && state.PointSprite && s.Usage == sm.UsageTexCoord {
		u, v := (x-p.x[0])/p.size+0.5, (y-p.y[0])/p.size+0.5
		return Vec{{float32(u), interpolationError}, {float32(v), interpolationError}}
	}
	first := p.vertices[0].Linked(s)
	if len(p.vertices) == 1 || state.FlatShading && s.Usage == sm.UsageColor {
		return first
	}
	w := p.clip(x, y)
	weights := p.weights(x, y)
	for c := range out {
		v, largest, same := 0.0, 0.0, true
		for i, b := range weights {
			a := p.vertices[i].Linked(s)[c]
			if !a.Known() {
				return out.open()
			}
			v += b / p.w[i] * float64(a.V) * w
			largest = max(largest, math.Abs(float64(a.V))+a.Err)
			same = same && a == first[c]
		}
		if out[c] = first[c]; !same {
			out[c] = Value{float32(v), largest * interpolationError}
		}
	}
	return out
}

// fog blends the fog color in, by the factor of the vertices or by depth.
func (d *caseDraw) fog(o *PixelOutput, p *place, x, y float64) {
	s := &d.a.State
	if s.FogMode == "" || s.FogMode == "disable" || d.ps.Version.Major() >= 3 {
		return
	}
	z := p.clip(x, y)
	if s.FogOrtho {
		z = p.depth(x, y)
	}
	var f float64
	switch s.FogMode {
	case "linear":
		f = (float64(s.FogEnd) - z) / float64(s.FogEnd-s.FogStart)
	case "exp":
		f = math.Exp(-z * float64(s.FogDensity))
	case "exp2":
		f = math.Exp(-math.Pow(z*float64(s.FogDensity), 2))
	default: // oFog, or the w of oD1 without one
		if p.vertices[0].Varyings[Semantic{sm.UsageFog, 0}].Written != 0 {
			f = float64(p.varying(Semantic{sm.UsageFog, 0}, x, y)[0].V)
		} else {
			f = float64(p.varying(Semantic{sm.UsageColor, 1}, x, y)[3].V)
		}
	}
	f = min(max(f, 0), 1)
	for c := range 3 {
		fog := math.Trunc(float64(s.FogColour[c])*255) / 255
		v := f*float64(o.C[0][c].V) + (1-f)*fog
		o.C[0][c] = Value{float32(v), 1e-4}
	}
}
