package reflection

import (
	"cmp"
	"slices"

	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// dimAny is the dimension of a sampler that takes whatever texture is bound (ps_1_x).
const dimAny = "any"

// reader collects what stands in the tokens themselves.
type reader struct {
	p        *sm.Program
	info     *Info
	used     [sm.ConstFiles]map[int]bool
	defined  [sm.ConstFiles]map[int]bool
	samplers map[int]string // dimension by register
}

func newReader(p *sm.Program, info *Info) *reader {
	r := &reader{p: p, info: info, samplers: map[int]string{}}
	for i := range r.used {
		r.used[i], r.defined[i] = map[int]bool{}, map[int]bool{}
	}
	return r
}

func (r *reader) read() {
	for i := range r.p.Instrs {
		in := &r.p.Instrs[i]
		if in.Op == sm.OpComment {
			r.comment(in)
			continue
		}
		row := sm.FindRow(in.Op, in.Control, r.p.Version)
		if row == nil {
			continue
		}
		r.count(in, row)
		switch in.Op {
		case sm.OpDcl:
			r.declare(in)
			continue
		case sm.OpDef, sm.OpDefI, sm.OpDefB:
			r.define(in)
			continue
		case sm.OpTexKill:
			r.info.Kills = true
		}
		r.operands(in, row)
	}
	r.finish()
}

func (r *reader) comment(in *sm.Instr) {
	c := Comment{Bytes: 4 * len(in.Comment), Offset: 4 * in.Offset}
	if len(in.Comment) > 0 {
		t := in.Comment[0]
		if t == tagCTAB {
			return
		}
		tag := []byte{byte(t), byte(t >> 8), byte(t >> 16), byte(t >> 24)}
		if !slices.ContainsFunc(tag, func(b byte) bool { return b < ' ' || b > '~' }) {
			c.Tag = string(tag)
		}
	}
	r.info.Comments = append(r.info.Comments, c)
}

func (r *reader) count(in *sm.Instr, row *sm.Row) {
	r.info.Slots += row.Slots
	switch {
	case row.Flow == sm.FlowDecl:
		return
	case in.Op.Texture():
		r.info.Textures++
	case row.Flow != sm.FlowNone:
		r.info.Flow++
	default:
		r.info.Arithmetic++
	}
	r.info.Instructions++
}

// declare takes a dcl. Inputs and outputs stay only where the program does not build.
func (r *reader) declare(in *sm.Instr) {
	d := in.Dst
	if d.Type == sm.RegSampler {
		r.samplers[int(d.Index)] = in.Decl.Texture.String()
		return
	}
	reg := Register{Register: sm.RegName(r.p.Version, d.Type, d.Index), Mask: sm.MaskString(d.Mask), Centroid: d.Centroid}
	vertex := r.p.Version.Stage() == sm.Vertex
	if vertex || r.p.Version.Major() >= 3 && d.Type == sm.RegInput {
		reg.Semantic = ir.Semantic{Usage: uint8(in.Decl.Usage), Index: in.Decl.Index}.String()
	}
	if vertex && d.Type == sm.RegOutput {
		r.info.Outputs = append(r.info.Outputs, reg)
	} else {
		r.info.Inputs = append(r.info.Inputs, reg)
	}
}

func (r *reader) define(in *sm.Instr) {
	if file, n, ok := sm.ConstOf(in.Dst.Type, in.Dst.Index); ok {
		r.defined[file][n] = true
	}
	r.info.Defs = append(r.info.Defs, Def{sm.RegName(r.p.Version, in.Dst.Type, in.Dst.Index), defValue(in)})
}

func (r *reader) operands(in *sm.Instr, row *sm.Row) {
	if d := in.Dst; d != nil {
		if d.Type == sm.RegDepthOut {
			r.info.WritesDepth = true
		}
		if r.p.Version.Major() < 2 && in.Op.Samples() {
			if n := int(d.Index); r.samplers[n] == "" {
				r.samplers[n] = dimAny
			}
		}
	}
	if in.Op == sm.OpTexM3x2Depth || in.Op == sm.OpTexDepth {
		r.info.WritesDepth = true
	}
	for i := range in.Src {
		s := &in.Src[i]
		if s.Type == sm.RegSampler {
			if n := int(s.Index); r.samplers[n] == "" {
				r.samplers[n] = dimAny
			}
			continue
		}
		file, n, ok := sm.ConstOf(s.Type, s.Index)
		switch {
		case !ok:
		case s.Rel != nil:
			r.info.Used.Relative = true
		default:
			for k := range row.Registers(i) {
				r.used[file][n+k] = true
			}
		}
	}
}

func (r *reader) finish() {
	for file, used := range r.used {
		for n := range r.defined[file] {
			delete(used, n)
		}
	}
	r.info.Used.Float, r.info.Used.Int, r.info.Used.Bool = ranges(r.used[sm.FileF]), ranges(r.used[sm.FileI]), ranges(r.used[sm.FileB])
	for n, dim := range r.samplers {
		if dim == sm.TextureUnknown.String() {
			dim = dimAny
		}
		s := Sampler{Register: n, Dimension: dim}
		for i := range r.info.Constants {
			if c := &r.info.Constants[i]; c.Set == SetSampler && n >= c.Index && n < c.Index+c.Count {
				s.Name, s.Type = c.Name, c.Type.Base.String()
			}
		}
		r.info.Samplers = append(r.info.Samplers, s)
	}
	slices.SortFunc(r.info.Samplers, func(a, b Sampler) int { return cmp.Compare(a.Register, b.Register) })
}
