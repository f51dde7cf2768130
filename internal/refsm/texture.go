package refsm

import (
	"fmt"
	"math"

	"d3d9vk/translate/sm"
)

// texture does the instructions that read textures, coordinates or depth.
func (m *machine) texture(in *sm.Instr, r result) (result, error) {
	switch in.Op {
	case sm.OpTexKill:
		return result{}, m.texkill(in)
	case sm.OpTexDepth:
		return result{}, m.texdepth(in)
	}
	if m.major == 1 {
		return m.texture1(in, r)
	}
	if len(in.Src) < 2 {
		return r, fmt.Errorf("a texture read needs coordinates and a sampler")
	}
	n := int(in.Src[1].Index)
	if in.Src[1].Type != sm.RegSampler || n >= len(m.st.Samplers) {
		return r, fmt.Errorf("%s is not a sampler", sm.RegName(m.prog.Version, in.Src[1].Type, in.Src[1].Index))
	}
	var at [4]Vec
	for l := range m.lanes {
		var err error
		if at[l], err = m.read(l, &in.Src[0]); err != nil {
			return r, err
		}
		if in.Op == sm.OpTex && in.Control == sm.TexProject {
			at[l] = m.project(at[l], 3)
		}
	}
	s := m.st.Samplers[n]
	for l := range m.lanes {
		var d lod
		switch {
		case in.Op == sm.OpTexLDL:
			d = exactLOD(at[l][3])
		case m.prog.Version.Stage() == sm.Vertex:
		case in.Op == sm.OpTexLDD:
			var err error
			if d, err = m.gradients(in, l, s, at[l]); err != nil {
				return r, err
			}
		default:
			d = m.implicit(s, at, l)
			if in.Op == sm.OpTex && in.Control == sm.TexBias {
				d = d.plus(at[l][3])
			}
		}
		v := s.sample(at[l], d)
		if !m.declared(n, s) {
			v = v.open()
		}
		if m.major >= 3 {
			w := v
			for c := range v {
				v[c] = w[in.Src[1].Swizzle[c]&3]
			}
		}
		r.lanes[l] = v
	}
	return r, nil
}

// declared reports whether the texture is of the kind that the program declares for the sampler.
func (m *machine) declared(n int, s *Sampler) bool {
	for i := range m.prog.Instrs {
		d := &m.prog.Instrs[i]
		if s != nil && d.Op == sm.OpDcl && d.Dst != nil && d.Dst.Type == sm.RegSampler && int(d.Dst.Index) == n {
			return kind(d.Decl.Texture) == kind(s.Dim)
		}
	}
	return true
}

func kind(t sm.TextureType) sm.TextureType {
	if t == sm.Texture1D {
		return sm.Texture2D
	}
	return t
}

// project divides the coordinates by one of them.
func (m *machine) project(at Vec, by int) Vec {
	q := at[by]
	for c := range by {
		at[c] = m.div(at[c], q)
	}
	return at
}

// implicit is the level of detail from the differences between the lanes. Vulkan lets an implementation take any measure
// between the largest of the differences and their sum, along either row and column.
func (m *machine) implicit(s *Sampler, at [4]Vec, l int) lod {
	if len(m.lanes) != 4 || !s.needsLOD() {
		return lod{}
	}
	if m.active != m.all {
		return lod{0, -maxLOD, maxLOD}
	}
	slack := 0.0
	if s.Dim == sm.TextureCube {
		face, _, _, ok := cubeFace(at[l])
		for n := range at {
			f, _, _, sure := cubeFace(at[n])
			ok = ok && sure && f == face
			u, v := onFace(face, at[n])
			at[n] = Vec{u, v}
		}
		if !ok {
			return lod{0, -maxLOD, maxLOD}
		}
		slack = 1
	}
	var near, far [2]Vec
	for c := range 3 {
		for axis := range 2 {
			near[axis][c], far[axis][c] = m.differences([4]Value{at[0][c], at[1][c], at[2][c], at[3][c]}, l, axis == 1)
		}
	}
	d := s.detail(near)
	for _, g := range [3][2]Vec{far, {near[0], far[1]}, {far[0], near[1]}} {
		other := s.detail(g)
		d.lo, d.hi = min(d.lo, other.lo), max(d.hi, other.hi)
	}
	return lod{d.v, d.lo - slack, d.hi + slack}
}

// detail is the level of detail of two gradients of normalized coordinates.
func (s *Sampler) detail(g [2]Vec) lod {
	top := &s.Levels[0]
	size := [3]float64{float64(top.W), float64(top.H), float64(top.D)}
	dims := 2
	if s.Dim == sm.TextureVolume {
		dims = 3
	}
	if s.Dim == sm.TextureCube {
		size[1] = size[0]
	}
	var length, least, most float64
	for _, v := range g {
		var square, largest, sum float64
		for c := range dims {
			if !v[c].Known() || v[c].isNaN() {
				return lod{0, -maxLOD, maxLOD}
			}
			x := math.Abs(float64(v[c].V)) * size[c]
			square += x * x
			largest = max(largest, x-v[c].Err*size[c])
			sum += x + v[c].Err*size[c]
		}
		length, least, most = max(length, math.Sqrt(square)), max(least, largest), max(most, sum)
	}
	return lod{math.Log2(length), math.Log2(least) - 1./32, math.Log2(most) + 1./32}.clamp(-maxLOD, maxLOD)
}

// gradients is the level of detail of texldd.
func (m *machine) gradients(in *sm.Instr, l int, s *Sampler, at Vec) (lod, error) {
	var g [2]Vec
	for i := range g {
		var err error
		if g[i], err = m.read(l, &in.Src[2+i]); err != nil {
			return lod{}, err
		}
	}
	if s == nil || len(s.Levels) == 0 {
		return lod{}, nil
	}
	if s.Dim != sm.TextureCube {
		return s.detail(g), nil
	}
	face, _, _, ok := cubeFace(at)
	if !ok {
		return lod{0, -maxLOD, maxLOD}, nil
	}
	a := cubeAxes[face]
	major := at[a.major].abs()
	steep := 0.0 // for implementations that take the gradients of the direction as they are, over the major axis
	for i, v := range g {
		sum := 0.0
		for _, dx := range v[:3] {
			sum += math.Abs(float64(dx.V)) + dx.Err
		}
		steep = max(steep, sum/max(float64(major.V)-major.Err, minNormal))
		along := v[a.major]
		if at[a.major].V < 0 {
			along = along.neg()
		}
		slope := func(x, dx Value) Value {
			return m.scale(m.div(m.sub(dx, m.mul(m.div(x, major), along)), major), -1)
		}
		g[i] = Vec{slope(at[a.s], v[a.s]), slope(at[a.t], v[a.t])}
	}
	d := s.detail(g)
	return lod{d.v, d.lo - 1, max(d.hi, min(math.Log2(steep*float64(s.Levels[0].W)), maxLOD)) + 1}, nil
}

// texkill kills where a component is negative: of ps_1_x the first three, from ps_2_0 on those of the mask.
func (m *machine) texkill(in *sm.Instr) error {
	mask := in.Dst.Mask
	if m.major == 1 {
		mask = 7
	}
	for l := range m.lanes {
		if m.active>>l&1 == 0 {
			continue
		}
		v, err := m.register(l, in.Dst.Type, in.Dst.Index, in.Dst.Rel)
		if err != nil {
			return err
		}
		for c := range v {
			if mask>>c&1 == 0 {
				continue
			}
			k := less(v[c], Value{})
			if in.Predicated {
				p, err := m.boolean(l, &in.Pred, c)
				if err != nil {
					return err
				}
				k = k.and(p)
			}
			kill := &m.lanes[l].kill
			*kill = kill.not().and(k.not()).not()
		}
	}
	return nil
}
