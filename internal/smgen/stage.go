package smgen

import "d3d9vk/translate/sm"

// semantic is what an attribute is for.
type semantic struct {
	usage sm.Usage
	index uint8
}

// Semantics of attributes. Those between the stages of model 3 are as many as a vertex shader has outputs beside the position.
var (
	vertexSemantics = []semantic{
		{sm.UsageNormal, 0}, {sm.UsageColor, 0}, {sm.UsageColor, 1}, {sm.UsageTexCoord, 0}, {sm.UsageTexCoord, 1}, {sm.UsageTexCoord, 7},
		{sm.UsageTangent, 0}, {sm.UsageBinormal, 0}, {sm.UsageBlendWeight, 0}, {sm.UsageBlendIndices, 0}, {sm.UsageNormal, 1}, {sm.UsageFog, 0},
		{sm.UsageDepth, 0}, {sm.UsageSample, 0}, {sm.UsageTessFactor, 0}, {sm.UsagePosition, 1},
	}
	linkSemantics = []semantic{
		{sm.UsageTexCoord, 0}, {sm.UsageTexCoord, 1}, {sm.UsageTexCoord, 2}, {sm.UsageTexCoord, 3}, {sm.UsageTexCoord, 4}, {sm.UsageTexCoord, 5},
		{sm.UsageColor, 0}, {sm.UsageColor, 1}, {sm.UsageNormal, 0}, {sm.UsageTangent, 0}, {sm.UsageBinormal, 0},
	}
)

// declare adds dcl of a register with a semantic.
func (g *gen) declare(t sm.RegType, index uint16, mask uint8, s semantic) {
	g.decls = append(g.decls, sm.Instr{Op: sm.OpDcl, Decl: sm.Decl{Usage: s.usage, Index: s.index},
		Dst: &sm.Dst{Type: t, Index: index, Mask: mask}})
}

// declMask is the mask of a declaration: all components, or the first few.
func (g *gen) declMask() uint8 {
	if g.r.IntN(4) > 0 {
		return 15
	}
	return []uint8{1, 3, 7, 3}[g.r.IntN(4)]
}

func (g *gen) makeVertexInputs() {
	g.declare(sm.RegInput, 0, 15, semantic{sm.UsagePosition, 0})
	n := 3 + g.r.IntN(g.p.inputs-2)
	all := g.v.Major() >= 3 && g.r.IntN(2) == 0
	for i, k := range g.r.Perm(len(vertexSemantics))[:n] {
		s, mask := vertexSemantics[k], g.declMask()
		if all || g.v.Major() < 3 {
			mask = 15
		}
		value := g.vector(g.tame)
		g.c.Env.Inputs = append(g.c.Env.Inputs, Input{Usage: s.usage, Index: s.index, Value: value})
		g.declare(sm.RegInput, uint16(i+1), mask, s)
		in := input{typ: sm.RegInput, index: uint16(i + 1), mask: mask}
		for c := range value {
			in.vals[c] = point(value[c])
		}
		g.inputs = append(g.inputs, in)
	}
	if all {
		g.relInputs = [2]int{1, n}
	}
}

// makeVertexOutputs picks the outputs beside the position.
func (g *gen) makeVertexOutputs() {
	if g.v.Major() >= 3 {
		g.makeOutputs3()
		return
	}
	all := []output{{typ: sm.RegAttrOut, mask: 15}, {typ: sm.RegAttrOut, index: 1, mask: 15}, {typ: sm.RegRastOut, index: sm.RastFog, mask: 15},
		{typ: sm.RegRastOut, index: sm.RastPointSize, mask: 15}}
	for i := range 8 {
		all = append(all, output{typ: sm.RegTexCrdOut, index: uint16(i), mask: g.declMask()})
	}
	for _, k := range g.r.Perm(len(all))[:2+g.r.IntN(4)] {
		g.outputs = append(g.outputs, all[k])
	}
}

func (g *gen) makeOutputs3() {
	g.declare(sm.RegOutput, 0, 15, semantic{sm.UsagePosition, 0})
	n := 2 + g.r.IntN(7)
	all := g.r.IntN(2) == 0
	index := uint16(1)
	for _, k := range g.r.Perm(len(linkSemantics))[:n] {
		mask := g.declMask()
		if all {
			mask = 15
		}
		g.declare(sm.RegOutput, index, mask, linkSemantics[k])
		g.outputs = append(g.outputs, output{typ: sm.RegOutput, index: index, mask: mask, rel: all})
		index++
	}
	if all {
		g.relOutputs = [2]int{1, n}
	}
	for _, s := range []semantic{{sm.UsageFog, 0}, {sm.UsagePSize, 0}} {
		if g.r.IntN(4) == 0 {
			g.declare(sm.RegOutput, index, 1, s)
			g.outputs = append(g.outputs, output{typ: sm.RegOutput, index: index, mask: 1})
			index++
		}
	}
}

// slope is an attribute of a pixel program. All values are multiples of 1/64, and odd ones, so that interpolation is exact and
// no point sample lies between two texels.
func (g *gen) slope(s semantic, color bool) Input {
	in := Input{Usage: s.usage, Index: s.index}
	for c := range in.Value {
		in.Value[c] = float32(2*g.r.IntN(90)-60+1) / 64
		if color {
			in.Value[c] = float32(16+g.r.IntN(24)) / 64
		}
		if g.r.IntN(3) > 0 {
			in.X[c], in.Y[c] = float32(g.r.IntN(9)-4)/32, float32(g.r.IntN(9)-4)/32
		}
		if color { // within [0, 1] at a distance of four pixels too
			in.X[c], in.Y[c] = in.X[c]/2, in.Y[c]/2
		}
	}
	return in
}

// spans bounds an attribute over the quad.
func (in *Input) spans() (l lanes) {
	for c := range l {
		l[c] = point(in.Value[c])
		for k := 1; k < 4; k++ {
			l[c] = l[c].join(point(in.At(k&1, k>>1)[c]))
		}
	}
	return l
}

func (g *gen) makePixelInputs() {
	g.c.Env.Face = g.r.IntN(2) == 0
	if g.v.Major() >= 3 {
		g.makePixelInputs3()
		return
	}
	for i := range uint8(2) {
		if g.r.IntN(2) == 0 {
			g.addPixelInput(sm.RegInput, uint16(i), g.declMask(), g.slope(semantic{sm.UsageColor, i}, true))
		}
	}
	for _, i := range g.r.Perm(8)[:1+g.r.IntN(4)] {
		g.addPixelInput(sm.RegTexture, uint16(i), g.declMask(), g.slope(semantic{sm.UsageTexCoord, uint8(i)}, false))
	}
}

// addPixelInput declares an input of a pixel program.
func (g *gen) addPixelInput(t sm.RegType, index uint16, mask uint8, in Input) {
	g.c.Env.Inputs = append(g.c.Env.Inputs, in)
	s := semantic{}
	if g.v.Major() >= 3 {
		s = semantic{in.Usage, in.Index}
	}
	g.declare(t, index, mask, s)
	g.decls[len(g.decls)-1].Dst.Centroid = g.r.IntN(8) == 0
	g.inputs = append(g.inputs, input{typ: t, index: index, mask: mask, vals: in.spans()})
}

func (g *gen) makePixelInputs3() {
	n := 2 + g.r.IntN(g.p.inputs-1)
	all := g.r.IntN(2) == 0
	for i, k := range g.r.Perm(len(linkSemantics))[:n] {
		s, mask := linkSemantics[k], g.declMask()
		if all {
			mask = 15
		}
		g.addPixelInput(sm.RegInput, uint16(i), mask, g.slope(s, s.usage == sm.UsageColor))
	}
	if all {
		g.relInputs = [2]int{0, n - 1}
	}
	if g.r.IntN(3) == 0 {
		g.decls = append(g.decls, sm.Instr{Op: sm.OpDcl, Dst: &sm.Dst{Type: sm.RegMisc, Index: sm.MiscPosition, Mask: 3}})
		g.inputs = append(g.inputs, input{typ: sm.RegMisc, index: sm.MiscPosition, mask: 3, vals: splat(span{0, 128})})
	}
	if g.r.IntN(3) == 0 {
		g.decls = append(g.decls, sm.Instr{Op: sm.OpDcl, Dst: &sm.Dst{Type: sm.RegMisc, Index: sm.MiscFace, Mask: 15}})
		g.inputs = append(g.inputs, input{typ: sm.RegMisc, index: sm.MiscFace, mask: 1, vals: splat(span{-1, 1})})
	}
}

// makePixelOutputs picks the targets. Programs of model 2 write them at the end only.
func (g *gen) makePixelOutputs() {
	n := 1 + g.r.IntN(4)
	for i := range n {
		g.outputs = append(g.outputs, output{typ: sm.RegColorOut, index: uint16(i), mask: 15})
	}
	if g.r.IntN(4) == 0 {
		g.outputs = append(g.outputs, output{typ: sm.RegDepthOut, mask: 1})
	}
	if g.v.Major() >= 3 && g.r.IntN(4) == 0 {
		g.outputs = g.outputs[1:] // without oC0
	}
	if len(g.outputs) == 0 {
		g.outputs = append(g.outputs, output{typ: sm.RegColorOut, index: uint16(g.r.IntN(4)), mask: 15})
	}
}

// full picks a temporary that is written in full.
func (g *gen) full() uint16 {
	for range 20 {
		if n := g.r.IntN(g.p.temps); g.st.init[n] == 15 {
			return uint16(n)
		}
	}
	return uint16(g.r.IntN(g.globals))
}

// writeOutputs writes every output with all its components; some that are written already are left.
func (g *gen) writeOutputs() {
	if g.v.Stage() == sm.Vertex && !g.outputsReady {
		position := sm.Dst{Type: sm.RegRastOut, Mask: 15}
		if g.v.Major() >= 3 {
			position.Type = sm.RegOutput
		}
		g.emit(sm.Instr{Op: sm.OpMov, Dst: &position, Src: []sm.Src{{Type: sm.RegInput, Swizzle: sm.SwizzleXYZW}}})
	}
	for i := range g.outputs {
		o := &g.outputs[i]
		if g.outputsReady && g.r.IntN(3) == 0 {
			continue
		}
		s := sm.Src{Type: sm.RegTemp, Index: g.full(), Swizzle: sm.SwizzleXYZW}
		plain := g.v.Stage() == sm.Pixel && g.v.Major() < 3 && o.typ == sm.RegColorOut
		switch {
		case o.mask == 1 || o.typ == sm.RegRastOut:
			c := uint8(g.r.IntN(4))
			s.Swizzle = [4]uint8{c, c, c, c}
		case !plain && g.r.IntN(2) == 0:
			for c := range s.Swizzle {
				s.Swizzle[c] = uint8(g.r.IntN(4))
			}
		}
		g.emit(sm.Instr{Op: sm.OpMov, Dst: &sm.Dst{Type: o.typ, Index: o.index, Mask: o.mask}, Src: []sm.Src{s}})
	}
}
