package refsm

import (
	"fmt"
	"math"

	"d3d9vk/translate/sm"
)

// texture1 does the texture instructions of ps_1_x. The destination's number is the stage's, whose coordinates are those that the
// rasterizer gave, whatever t# holds by now.
func (m *machine) texture1(in *sm.Instr, r result) (result, error) {
	n := int(in.Dst.Index)
	if n >= len(m.st.Stages) {
		return r, fmt.Errorf("there is no texture stage %d", n)
	}
	var at [4]Vec
	var luminance [4]Value
	read := true
	for l := range m.lanes {
		var s Vec
		if len(in.Src) > 0 {
			var err error
			if s, err = m.read(l, &in.Src[0]); err != nil {
				return r, err
			}
		}
		coordinates := m.lanes[l].in[file{coordinates, n}]
		switch in.Op {
		case sm.OpTexCoord:
			read, r.lanes[l] = false, m.texcoord(coordinates, s)
		case sm.OpTex:
			at[l] = s
			if m.prog.Version < sm.PS_1_4 {
				at[l] = m.projected(n, coordinates)
			}
		case sm.OpTexBem, sm.OpTexBemL:
			at[l] = m.projected(n, coordinates)
			at[l][0], at[l][1] = m.bump(n, at[l], s)
			if in.Op == sm.OpTexBemL {
				luminance[l] = m.luminance(n, s[2])
			}
		case sm.OpTexReg2AR:
			at[l] = Vec{s[3], s[0]}
		case sm.OpTexReg2GB:
			at[l] = Vec{s[1], s[2]}
		case sm.OpTexReg2RGB:
			at[l] = Vec{s[0], s[1], s[2]}
		default:
			var err error
			if at[l], read, err = m.row(l, in, coordinates, s); err != nil {
				return r, err
			}
			r.lanes[l] = at[l]
		}
	}
	switch {
	case in.Op == sm.OpTexM3x2Pad, in.Op == sm.OpTexM3x3Pad:
		return result{}, nil
	case !read:
		return r, nil
	}
	s := m.st.Samplers[n]
	for l := range m.lanes {
		v := s.sample(at[l], m.implicit(s, at, l))
		if in.Op == sm.OpTexBemL {
			for c := range v {
				v[c] = m.mul(v[c], luminance[l])
			}
		}
		r.lanes[l] = v
	}
	return r, nil
}

// coordinates is the file of what the rasterizer gave for t#; no version has a register of that type.
const coordinates = sm.RegTempFloat

// texcoord is the stage's coordinates as a color; texcrd of ps_1_4 is its source, without a fourth component.
func (m *machine) texcoord(v, s Vec) Vec {
	if m.prog.Version >= sm.PS_1_4 {
		s[3] = s[3].open()
		return s
	}
	for c := range 3 {
		v[c] = m.saturate(v[c])
	}
	v[3] = Value{V: 1}
	return v
}

// projected divides the coordinates where the stage's D3DTSS_TEXTURETRANSFORMFLAGS say so.
func (m *machine) projected(n int, v Vec) Vec {
	st := &m.st.Stages[n]
	switch {
	case !st.Projected, st.Count == 1:
		return v
	case st.Count == 2, st.Count == 3:
		return m.project(v, st.Count-1)
	}
	return m.project(v, 3)
}

// bump adds the stage's bump matrix times d to v.
func (m *machine) bump(n int, v, d Vec) (x, y Value) {
	var b [4]Value
	if n < len(m.st.Stages) {
		b = ExactVec(m.st.Stages[n].BumpMatrix)
	}
	x = m.sum(one(v[0]), m.product(b[0], d[0]), m.product(b[2], d[1]))
	y = m.sum(one(v[1]), m.product(b[1], d[0]), m.product(b[3], d[1]))
	return x, y
}

// luminance is what texbeml multiplies with; some implementations clamp it to [0, 1].
func (m *machine) luminance(n int, v Value) Value {
	st := &m.st.Stages[n]
	a := m.mad(v, Exact(st.LScale), Exact(st.LOffset))
	return hull(a, m.saturate(a))
}

// row does one row of the texm3x* group, or the instructions of a single dot product. Unless read, out is the result.
func (m *machine) row(l int, in *sm.Instr, t, s Vec) (out Vec, read bool, err error) {
	ln := &m.lanes[l]
	d := m.dot(t, s, 3)
	zero := Value{}
	switch in.Op {
	case sm.OpTexDp3:
		return splat(d), false, nil
	case sm.OpTexDp3Tex:
		return Vec{d, zero, zero, {V: 1}}, true, nil
	case sm.OpTexM3x2Pad, sm.OpTexM3x3Pad:
		if ln.rows == len(ln.dots) {
			return out, false, fmt.Errorf("more than %d rows of a matrix wait for its end", ln.rows)
		}
		ln.dots[ln.rows], ln.eye[ln.rows] = d, t[3]
		ln.rows++
		return out, true, nil
	}
	want := 2
	if in.Op == sm.OpTexM3x2Tex || in.Op == sm.OpTexM3x2Depth {
		want = 1
	}
	if ln.rows != want {
		return out, false, fmt.Errorf("%d rows of the matrix are there, not %d", ln.rows, want)
	}
	ln.rows = 0
	normal := Vec{ln.dots[0], ln.dots[1], d, {V: 1}}
	switch in.Op {
	case sm.OpTexM3x2Tex:
		return Vec{ln.dots[0], d, zero, {V: 1}}, true, nil
	case sm.OpTexM3x2Depth:
		m.depth(l, m.orOne(ln.dots[0], d))
		return Vec{}.open(), false, nil
	case sm.OpTexM3x3Tex, sm.OpTexM3x3Diff:
		return normal, true, nil
	case sm.OpTexM3x3:
		return normal, false, nil
	case sm.OpTexM3x3VSpec:
		return m.reflect(normal, Vec{ln.eye[0], ln.eye[1], t[3]}), true, nil
	}
	eye, err := m.read(l, &in.Src[1])
	return m.reflect(normal, eye), true, err
}

// reflect is 2(N.E)/(N.N)N-E.
func (m *machine) reflect(n, e Vec) (out Vec) {
	factor := m.div(m.scale(m.dot(n, e, 3), 1), m.dot(n, n, 3))
	// An implementation may divide first or last, or make unit vectors of both.
	factor.Err += 0x1p-20 * math.Abs(float64(factor.V))
	for c := range 3 {
		out[c] = m.sum(m.product(factor, n[c]), one(e[c].neg()))
	}
	return out
}

// orOne is a/b, and 1 where b is zero.
func (m *machine) orOne(a, b Value) Value {
	if b.isZero() {
		return Value{V: 1}
	}
	return m.div(a, b)
}

// depth sets the pixel's depth.
func (m *machine) depth(l int, v Value) {
	if m.active>>l&1 == 0 {
		return
	}
	m.lanes[l].out[file{sm.RegDepthOut, 0}] = Varying{splat(v), sm.MaskXYZW}
}

// texdepth is the depth r/min(g, 1) within [0, 1], and 1 where g is zero.
func (m *machine) texdepth(in *sm.Instr) error {
	for l := range m.lanes {
		v, err := m.register(l, in.Dst.Type, in.Dst.Index, nil)
		if err != nil {
			return err
		}
		m.depth(l, m.saturate(m.orOne(v[0], m.min(v[1], Value{V: 1}))))
	}
	return nil
}

// phase loses the alpha of the temporaries.
func (m *machine) phase() {
	for l := range m.lanes {
		for key, v := range m.lanes[l].regs {
			v[3] = v[3].open()
			m.lanes[l].regs[key] = v
		}
	}
}
