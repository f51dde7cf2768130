package refsm

import (
	"fmt"

	"d3d9vk/translate/sm"
)

// Vertex runs a vertex shader on the vertex in, by number of v#. It fails on programs that are not a vertex shader, whose flow is broken,
// that lack operands or that exceed the budget.
func Vertex(p *sm.Program, in []Vec, st *State) (*VertexOutput, error) {
	if p != nil && p.Version.Stage() != sm.Vertex {
		return nil, fmt.Errorf("refsm: %v is not a vertex shader", p.Version)
	}
	m, err := newMachine(p, st, 1)
	if err != nil {
		return nil, err
	}
	for n, v := range in {
		m.input(0, sm.RegInput, n, v)
	}
	if err := m.run(m.plan.main); err != nil {
		return nil, err
	}
	o := &VertexOutput{Varyings: map[Semantic]Varying{}, Ambiguous: m.ambiguous}
	if m.major < 3 {
		for key, v := range m.lanes[0].out {
			o.Varyings[semantic(key)] = v
		}
		return o, nil
	}
	for i := range p.Instrs {
		d := &p.Instrs[i]
		if d.Op != sm.OpDcl || d.Dst == nil || d.Dst.Type != sm.RegOutput {
			continue
		}
		v := m.lanes[0].out[file{sm.RegOutput, int(d.Dst.Index)}]
		v.Written &= d.Dst.Mask
		o.Varyings[Semantic{d.Decl.Usage, d.Decl.Index}] = v
	}
	return o, nil
}

// semantic is what an output register before vs_3_0 stands for.
func semantic(key file) Semantic {
	switch key.typ {
	case sm.RegAttrOut:
		return Semantic{sm.UsageColor, uint8(key.index)}
	case sm.RegTexCrdOut:
		return Semantic{sm.UsageTexCoord, uint8(key.index)}
	}
	return Semantic{[]sm.Usage{sm.UsagePosition, sm.UsageFog, sm.UsagePSize}[min(max(key.index, 0), 2)], 0}
}

// Quad runs a pixel shader on a quad: the pixels 0 and 1 above, 2 and 3 below. Pixels that are killed run on, because their neighbors need
// them. It fails as Vertex does.
func Quad(p *sm.Program, in *[4]PixelInput, st *State) (*[4]PixelOutput, error) {
	if p != nil && p.Version.Stage() != sm.Pixel {
		return nil, fmt.Errorf("refsm: %v is not a pixel shader", p.Version)
	}
	m, err := newMachine(p, st, 4)
	if err != nil {
		return nil, err
	}
	for l := range in {
		px := &in[l]
		for n, v := range px.V {
			m.input(l, sm.RegInput, n, v)
		}
		for n, v := range px.T {
			m.input(l, sm.RegTexture, n, v)
			m.input(l, coordinates, n, v)
		}
		face := Value{V: 1}
		if px.Face < 0 {
			face.V = -1
		}
		m.input(l, sm.RegMisc, sm.MiscFace, splat(face))
		m.input(l, sm.RegMisc, sm.MiscPosition, Vec{Exact(px.Pos[0]), Exact(px.Pos[1]), {0, unbounded}, {0, unbounded}})
	}
	if err := m.run(m.plan.main); err != nil {
		return nil, err
	}
	var out [4]PixelOutput
	for l := range out {
		m.output(l, &out[l])
	}
	return &out, nil
}

func (m *machine) input(l int, typ sm.RegType, n int, v Vec) {
	for c := range v {
		v[c] = m.load(v[c])
	}
	m.lanes[l].in[file{typ, n}] = v
}

// output gathers what lane l wrote. The color of ps_1_x is r0, within [0, 1] on targets of every format.
func (m *machine) output(l int, o *PixelOutput) {
	ln := &m.lanes[l]
	for n := range o.C {
		c := ln.out[file{sm.RegColorOut, n}]
		o.C[n], o.Written[n] = c.Value, c.Written
	}
	if m.major == 1 {
		c, ok := ln.regs[file{sm.RegTemp, 0}]
		if !ok {
			c = c.open()
		}
		for i := range c {
			c[i] = m.saturate(c[i])
		}
		o.C[0], o.Written[0] = c, sm.MaskXYZW
	}
	if d := ln.out[file{sm.RegDepthOut, 0}]; d.Written != 0 {
		o.DepthWritten = true
		for c := range 4 {
			if d.Written>>c&1 != 0 {
				o.Depth = d.Value[c]
				break
			}
		}
	}
	o.Killed = ln.kill.is
	o.Ambiguous = m.ambiguous || !ln.kill.sure
}
