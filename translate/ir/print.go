package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"d3d9vk/translate/sm"
)

// opNames spells the operations in the text form.
var opNames = [...]string{
	OpNop: "nop", OpMov: "mov", OpMova: "mova", OpMovaFloor: "mova_floor", OpAdd: "add", OpMul: "mul", OpMad: "mad",
	OpRcp: "rcp", OpRsq: "rsq", OpExp: "exp", OpExpP: "expp", OpLog: "log", OpPow: "pow", OpDp2Add: "dp2add", OpDp3: "dp3",
	OpDp4: "dp4", OpMin: "min", OpMax: "max", OpSlt: "slt", OpSge: "sge", OpFrc: "frc", OpAbs: "abs", OpLrp: "lrp",
	OpLit: "lit", OpDst: "dst", OpCrs: "crs", OpSgn: "sgn", OpNrm: "nrm", OpSinCos: "sincos", OpCmp: "cmp", OpCnd: "cnd",
	OpDsx: "dsx", OpDsy: "dsy", OpSetP: "setp", OpTexKill: "texkill", OpTex: "tex", OpTexP: "texp", OpTexB: "texb",
	OpTexL: "texl", OpTexD: "texd", OpProject: "project", OpDivZ: "divz", OpDivW: "divw", OpBem: "bem", OpLum: "lum",
	OpReflect: "reflect", OpDepth: "depth", OpIfB: "if_b", OpIfC: "if", OpIfP: "if_p", OpElse: "else", OpEndIf: "endif",
	OpRep: "rep", OpLoop: "loop", OpEndLoop: "endloop", OpBreak: "break", OpBreakC: "break", OpBreakP: "break_p",
	OpScope: "scope", OpLeave: "leave", OpEndScope: "endscope",
}

var (
	objNames    = [...]string{None: "_", Temp: "r", In: "in", Out: "out", CF: "c", CI: "i", CB: "b", Imm: "imm", Addr: "a", Loop: "aL", Pred: "p"}
	dimNames    = [...]string{Dim2D: "2d", DimCube: "cube", DimVolume: "volume", DimBound: "bound"}
	inputNames  = [...]string{InVector: "v", InPos: "vPos", InFace: "vFace"}
	outputNames = [...]string{OutVarying: "varying", OutPosition: "position", OutPointSize: "pointsize", OutFog: "fog", OutColor: "color", OutDepth: "depth"}
)

// String is the operation's word in the text form.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "op" + strconv.Itoa(int(o))
}

// String is the semantic as in declarations: "texcoord3".
func (s Semantic) String() string {
	return fmt.Sprintf("%v%d", sm.Usage(s.Usage), s.Index)
}

// String is the whole shader as text, for tests and people. No program reads it back.
func (s *Shader) String() string {
	var b strings.Builder
	stage := "vs"
	if s.Stage == Pixel {
		stage = "ps"
	}
	fmt.Fprintf(&b, "%s %d.%d temps=%d preds=%d slots=%d depth=%t kills=%t\n", stage, s.Major, s.Minor, s.Temps, s.Preds, s.Slots, s.WritesDepth, s.Kills)
	for i, in := range s.Inputs {
		fmt.Fprintf(&b, "in%d = %s%d%s %v", i, inputNames[in.Kind], in.Reg, maskString(in.Mask), in.Semantic)
		if in.Centroid {
			b.WriteString(" centroid")
		}
		b.WriteByte('\n')
	}
	for i, out := range s.Outputs {
		fmt.Fprintf(&b, "out%d = %s reg %d%s %v\n", i, outputNames[out.Kind], out.Reg, maskString(out.Mask), out.Semantic)
	}
	for i, samp := range s.Samplers {
		fmt.Fprintf(&b, "sampler%d = s%d %s\n", i, samp.Reg, dimNames[samp.Dim])
	}
	for i, v := range s.Imms {
		fmt.Fprintf(&b, "imm%d = %08x %08x %08x %08x\n", i, v[0], v[1], v[2], v[3])
	}
	for i, c := range []Consts{s.ConstF, s.ConstI, s.ConstB} {
		if c.Used > 0 {
			fmt.Fprintf(&b, "const %c used=%d relative=%t\n", "cib"[i], c.Used, c.Relative)
		}
	}
	for _, d := range s.Defs {
		fmt.Fprintf(&b, "def c%d = %08x\n", d.Reg, d.Value)
	}
	if s.Written.Maybe != 0 {
		fmt.Fprintf(&b, "written %v\n", &s.Written)
	}
	depth := 0
	for i := range s.Code {
		in := &s.Code[i]
		if in.Op == OpElse || in.Op == OpEndIf || in.Op == OpEndLoop || in.Op == OpEndScope {
			depth--
		}
		b.WriteString(strings.Repeat("  ", max(depth, 0)+1) + in.String() + "\n")
		switch in.Op {
		case OpIfB, OpIfC, OpIfP, OpElse, OpRep, OpLoop, OpScope:
			depth++
		}
	}
	return b.String()
}

// String lists the conditions: "always=0x1 maybe=0x3 0x2:b0,!b1,i0".
func (w *WrittenSet) String() string {
	s := fmt.Sprintf("always=%#x maybe=%#x", w.Always, w.Maybe)
	for _, c := range w.conds {
		s += fmt.Sprintf(" %#x:%s", c.targets, strings.Join(c.terms(), ","))
	}
	return s
}

// terms spells the literals of a condition: "b0", "!b1", "i0" (its x is more than zero), "!i0".
func (c *writtenCond) terms() []string {
	var terms []string
	for n := range 16 {
		for _, t := range []struct {
			mask uint32
			name string
		}{{c.yes & 0xFFFF, "b"}, {c.no & 0xFFFF, "!b"}, {c.yes >> firstInt, "i"}, {c.no >> firstInt, "!i"}} {
			if t.mask>>n&1 != 0 {
				terms = append(terms, t.name+strconv.Itoa(n))
			}
		}
	}
	return terms
}

// Condition spells when target n, 0..3, is written: "always", "never", or a condition over the draw's constants such as
// "b0 && !b3 || i0.x > 0".
func (w *WrittenSet) Condition(n int) string {
	switch {
	case w.Maybe>>n&1 == 0:
		return "never"
	case w.Always>>n&1 != 0:
		return "always"
	}
	var any []string
	for k := range w.conds {
		c := &w.conds[k]
		if c.targets>>n&1 == 0 {
			continue
		}
		terms := c.terms()
		slices.SortStableFunc(terms, func(a, b string) int { return strings.Count(a, "i") - strings.Count(b, "i") })
		for k, t := range terms {
			if t[0] == 'i' {
				terms[k] = t + ".x > 0"
			}
		}
		any = append(any, strings.Join(terms, " && "))
	}
	return strings.Join(any, " || ")
}

// String is the instruction in the text form, without indentation.
func (in *Instr) String() string {
	var b strings.Builder
	if in.Guard.On {
		not := ""
		if in.Guard.Not {
			not = "!"
		}
		b.WriteString("(" + not + "p" + sm.SwizzleString(in.Guard.Swizzle) + ") ")
	}
	b.WriteString(in.Op.String())
	if in.Cmp != 0 {
		b.WriteString("_" + sm.Compare(in.Cmp).String())
	}
	if in.Dst.Sat {
		b.WriteString("_sat")
	}
	if in.Dst.Shift != 0 {
		fmt.Fprintf(&b, "_shift%d", in.Dst.Shift)
	}
	sep := " "
	if in.Dst.Mask != 0 {
		b.WriteString(sep + objString(in.Dst.Obj, in.Dst.Rel) + maskString(in.Dst.Mask))
		sep = ", "
	}
	for i := range in.Src[:in.NSrc] {
		b.WriteString(sep + in.Src[i].String())
		sep = ", "
	}
	switch in.Op {
	case OpTex, OpTexP, OpTexB, OpTexL, OpTexD:
		fmt.Fprintf(&b, ", sampler%d", in.Sampler)
	case OpProject, OpBem, OpLum:
		fmt.Fprintf(&b, ", stage%d", in.Sampler)
	}
	return b.String()
}

// String is the operand with its modifiers in the order of their application: "-|c[a.x+3]|.xyzz".
func (s Src) String() string {
	t := objString(s.Obj, s.Rel) + sm.SwizzleString(s.Swizzle)
	for _, m := range []struct {
		mod            Mod
		before, behind string
	}{{ModAbs, "|", "|"}, {ModBias, "bias(", ")"}, {ModX2, "x2(", ")"}, {ModComp, "1-", ""}, {ModNot, "!", ""}, {ModNeg, "-", ""}} {
		if s.Mod&m.mod != 0 {
			t = m.before + t + m.behind
		}
	}
	return t
}

func objString(o Obj, r Rel) string {
	name := objNames[o.Kind]
	switch {
	case r.Kind == Loop:
		return fmt.Sprintf("%s[aL+%d]", name, o.N)
	case r.Kind == Addr:
		return fmt.Sprintf("%s[a.%c+%d]", name, "xyzw"[r.Comp], o.N)
	case o.Kind == Addr, o.Kind == Pred, o.Kind == Loop, o.Kind == None:
		return name
	}
	return name + strconv.Itoa(int(o.N))
}

// maskString spells a write mask behind a register; a full one is left out.
func maskString(m uint8) string {
	if m == sm.MaskXYZW {
		return ""
	}
	return "." + sm.MaskString(m)
}
