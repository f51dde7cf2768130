package smgen

import (
	"fmt"
	"slices"
	"strings"

	"d3d9vk/translate/sm"
)

// Coverage counts the programs that have a feature: "vs_2_x op mad", "ps_1_4 source _dz" and so on.
type Coverage map[string]int

// Add counts the features of a program.
func (c Coverage) Add(p *sm.Program) {
	seen := scan(p)
	for f := range seen {
		c[p.Version.String()+" "+f]++
	}
}

// scan lists the features of a program.
func scan(p *sm.Program) map[string]bool {
	f := map[string]bool{}
	dims := map[uint16]string{}
	loops, ifs, label := 0, 0, false
	for i := range p.Instrs {
		in := &p.Instrs[i]
		row := sm.FindRow(in.Op, in.Control, p.Version)
		if row == nil {
			continue
		}
		f["op "+row.Name] = true
		if row.Compare {
			f["op "+row.Name+"_"+sm.Compare(in.Control).String()] = true
		}
		if in.Op == sm.OpDcl {
			if in.Dst.Type == sm.RegSampler {
				dims[in.Dst.Index] = in.Decl.Texture.String()
			} else if p.Version.Stage() == sm.Vertex || p.Version.Major() >= 3 {
				f["dcl "+in.Decl.Usage.String()] = true
			}
		}
		switch row.Flow {
		case sm.FlowIf:
			ifs++
		case sm.FlowEndIf:
			ifs--
		case sm.FlowLoop:
			loops++
			f[fmt.Sprintf("flow loops %d deep", loops)] = true
		case sm.FlowEndLoop:
			loops--
		case sm.FlowLabel:
			label = true
		case sm.FlowCall:
			if label {
				f["flow call in a subroutine"] = true
			}
			if loops > 0 {
				f["flow call in a loop"] = true
			}
		case sm.FlowRet:
			if ifs > 0 {
				f["flow ret inside if"] = true
			}
		}
		scanInstr(f, p.Version, in, row, dims)
	}
	return f
}

func scanInstr(f map[string]bool, v sm.Version, in *sm.Instr, row *sm.Row, dims map[uint16]string) {
	if in.Coissue {
		f["flow coissue"] = true
	}
	if in.Predicated {
		f["flow predicate"+kindOf(in.Pred.Swizzle)] = true
		if in.Pred.Mod == sm.ModNot {
			f["flow predicate not"] = true
		}
	}
	if d := in.Dst; d != nil {
		f["write "+regKind(v, d.Type, d.Index)] = true
		if d.Rel != nil {
			f["write "+regKind(v, d.Type, d.Index)+"["+regKind(v, d.Rel.Type, 0)+"]"] = true
		}
		for _, m := range []struct {
			on   bool
			name string
		}{{d.Saturate, "_sat"}, {d.PP, "_pp"}, {d.Centroid, "_centroid"}, {d.Shift != 0, fmt.Sprintf("shift %d", d.Shift)}} {
			if m.on {
				f["result "+m.name] = true
			}
		}
	}
	for i := range in.Src {
		s := &in.Src[i]
		name := regKind(v, s.Type, s.Index)
		if s.Rel != nil {
			name += "[" + regKind(v, s.Rel.Type, 0) + "]"
		}
		f["read "+name] = true
		f["swizzle"+kindOf(s.Swizzle)] = true
		if s.Mod != sm.ModNone {
			f["source "+modName(s.Mod)] = true
		}
		if s.Type == sm.RegSampler {
			f["texture "+row.Name+" "+dims[s.Index]] = true
			f["texture swizzle"+kindOf(s.Swizzle)] = true
		}
		if row.Flow != sm.FlowNone {
			f["flow "+row.Name+" "+regKind(v, s.Type, s.Index)] = true
		}
	}
}

func kindOf(z [4]uint8) string {
	switch {
	case z == sm.SwizzleXYZW:
		return " full"
	case z[0] == z[1] && z[0] == z[2] && z[0] == z[3]:
		return " replicated"
	}
	return " mixed"
}

// modName spells a modifier on r.
func modName(m sm.SrcMod) string {
	return sm.SrcString(sm.PS_1_4, &sm.Src{Mod: m, Swizzle: sm.SwizzleXYZW})
}

// regKind is a register's name without its number.
func regKind(v sm.Version, t sm.RegType, n uint16) string {
	if _, ok := sm.ConstIndex(t, n); ok {
		if t != sm.RegConst {
			return "c2048 up"
		}
		return "c"
	}
	return strings.TrimRight(sm.RegName(v, t, n), "0123456789")
}

// unreachable are opcodes of the table that no valid program has.
var unreachable = map[sm.Opcode]string{
	sm.OpTexM3x3Diff: "reserved",
}

// Reachable lists what programs of a version must show.
func Reachable(v sm.Version) []string {
	var list []string
	add := func(on bool, names ...string) {
		if on {
			list = append(list, names...)
		}
	}
	for i := range sm.Rows {
		if row := &sm.Rows[i]; row.In(v) && unreachable[row.Op] == "" {
			list = append(list, "op "+row.Name)
			for c := sm.CompareGT; row.Compare && c <= sm.CompareLE; c++ {
				list = append(list, "op "+row.Name+"_"+c.String())
			}
		}
	}
	p, vs, major := profiles[v], v.Stage() == sm.Vertex, v.Major()
	add(true, "read r", "read c", "read v", "write r", "source -r0", "swizzle full", "swizzle replicated")
	add(p.freely, "swizzle mixed")
	add(p.abs, "source r0_abs", "source -r0_abs")
	add(p.sat || major == 1 && !vs, "result _sat")
	add(!vs && major >= 2, "result _pp", "result _centroid", "write oC", "write oDepth", "read s")
	add(p.static, "read i", "read b", "flow if b", "flow callnz b", "flow rep i", "flow call in a loop", "source !r0", "flow loops 1 deep")
	add(p.loops > 1, "flow loops 2 deep", "flow call in a subroutine")
	add(p.dynamic, "flow if p", "flow callnz p", "flow breakp p", "flow ret inside if", "write p", "flow predicate full",
		"flow predicate replicated", "flow predicate not")
	add(p.static && (vs || major >= 3), "flow loop i")
	add(p.addr, "write a", "read c[a]")
	add(p.addr && p.static, "read c[aL]")
	add(vs && major >= 3, "read v[a]", "write o[a]", "write o[aL]", "write o")
	add(major >= 3, "read v[aL]", "texture swizzle mixed", "texture texldl 2d", "texture texldl cube", "texture texldl volume")
	add(vs && major < 3, "write oPos", "write oFog", "write oPts", "write oD", "write oT")
	add(!vs && major >= 3, "read vPos", "read vFace")
	add(!vs && major == 2, "read t")
	add(v.Software(), "write c2048 up", "read c2048 up")
	if vs {
		for _, s := range vertexSemantics {
			list = append(list, "dcl "+s.usage.String())
		}
	}
	if !vs && major >= 2 {
		for _, op := range []string{"texld", "texldp", "texldb", "texldd"} {
			for _, dim := range []string{"2d", "cube", "volume"} {
				add(op != "texldd" || v != sm.PS_2_0, "texture "+op+" "+dim)
			}
		}
	}
	add(major == 1 && !vs, "source r0_bias", "source -r0_bias", "source r0_bx2", "source -r0_bx2", "source 1-r0", "flow coissue",
		"result shift 1", "result shift 2", "result shift -1", "read t")
	add(v == sm.PS_1_4, "source r0_x2", "source -r0_x2", "source r0_dz", "source r0_dw", "result shift 3", "result shift -2", "result shift -3")
	slices.Sort(list)
	return slices.Compact(list)
}

// Missing lists what should have been made, and was not.
func (c Coverage) Missing() []string {
	var list []string
	for _, v := range Versions {
		for _, f := range Reachable(v) {
			if c[v.String()+" "+f] == 0 {
				list = append(list, v.String()+" "+f)
			}
		}
	}
	return list
}

// Table prints for each feature in how many programs of each version it is.
func (c Coverage) Table() string {
	features := map[string]bool{}
	for key := range c {
		_, f, _ := strings.Cut(key, " ")
		features[f] = true
	}
	var names []string
	for f := range features {
		names = append(names, f)
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s", "")
	for _, v := range Versions {
		fmt.Fprintf(&b, " %7s", v)
	}
	for _, f := range names {
		fmt.Fprintf(&b, "\n%-28s", f)
		for _, v := range Versions {
			if n := c[v.String()+" "+f]; n > 0 {
				fmt.Fprintf(&b, " %7d", n)
			} else {
				fmt.Fprintf(&b, " %7s", "-")
			}
		}
	}
	return b.String()
}
