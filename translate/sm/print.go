package sm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Print writes the program as canonical assembly: one instruction a line, lower case, full swizzles, dead defaults
// left out. Assemble turns the text into the same tokens. What the language cannot say (reserved bits, instructions
// outside their versions) appears as ".raw" with the instruction's tokens, comments as ".comment" with their bytes in
// hexadecimal, ".exact" as the first line where declarations and constants do not stand in the order that the
// assembler puts them in or oFog or oPts has the mask .x, and floats that have no decimal form as their 32 bits in hexadecimal ("0x7fc00000").
func Print(p *Program) string {
	text, _ := PrintLines(p)
	return text
}

// PrintLines is Print with the line, from 1, on which each of the program's instructions starts.
func PrintLines(p *Program) (text string, lines []int) {
	var b strings.Builder
	b.WriteString(p.Version.String())
	b.WriteByte('\n')
	line := 2
	if !asAssembled(p.Instrs) {
		b.WriteString("    .exact\n")
		line++
	}
	lines = make([]int, len(p.Instrs))
	depth := 0
	var tokens []uint32
	for i := range p.Instrs {
		in := &p.Instrs[i]
		flow := FlowNone
		if r := FindRow(in.Op, in.Control, p.Version); r != nil {
			flow = r.Flow
		}
		if flow == FlowElse || flow == FlowEndIf || flow == FlowEndLoop {
			depth = max(depth-1, 0)
		}
		b.WriteString(strings.Repeat("  ", 2+min(depth, 32)))
		tokens = appendInstr(tokens[:0], p.Version, in)
		text := printChecked(p.Version, in, tokens)
		b.WriteString(text)
		b.WriteByte('\n')
		lines[i] = line
		line += 1 + strings.Count(text, "\n")
		if flow == FlowIf || flow == FlowElse || flow == FlowLoop {
			depth++
		}
	}
	return b.String(), lines
}

// asAssembled reports whether the assembler would leave order and masks as they are.
func asAssembled(instrs []Instr) bool {
	last := 0
	for i := range instrs {
		in := &instrs[i]
		if in.Op == OpComment {
			continue
		}
		rank := declRank(in)
		if rank < last || in.Dst != nil && scalarMask(in.Dst) {
			return false
		}
		last = rank
	}
	return true
}

// printChecked spells the instruction, and falls back to its tokens where the spelling would not assemble to them.
func printChecked(v Version, in *Instr, tokens []uint32) string {
	if in.Op == OpComment && in.Reserved == 0 {
		return printComment(in)
	}
	text := printInstr(v, in)
	if back, err := assembleLine(v, text); err == nil && slices.Equal(appendInstr(nil, v, back), tokens) {
		return text
	}
	var b strings.Builder
	b.WriteString(".raw ")
	for i, t := range tokens {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "0x%08x", t)
	}
	return b.String() + " // " + text
}

// commentBytes is the number of bytes in a line of .comment.
const commentBytes = 32

func printComment(in *Instr) string {
	var b strings.Builder
	b.WriteString(".comment")
	if len(in.Comment) > 0 {
		if tag := printableTag(in.Comment[0]); tag != "" {
			b.WriteString(" // " + tag)
		}
	}
	line := commentBytes / 4
	for i := 0; i < max(len(in.Comment), 1); i += line {
		b.WriteString("\n      \"")
		for _, t := range in.Comment[i:min(i+line, len(in.Comment))] {
			fmt.Fprintf(&b, "%02x%02x%02x%02x", byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
		}
		b.WriteByte('"')
	}
	return b.String()
}

// printableTag is the four-character code that starts a comment of Microsoft's compiler (CTAB, DBUG, PRES), or "".
func printableTag(t uint32) string {
	s := []byte{byte(t), byte(t >> 8), byte(t >> 16), byte(t >> 24)}
	for _, c := range s {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return ""
		}
	}
	return string(s)
}

func printInstr(v Version, in *Instr) string {
	row := FindRow(in.Op, in.Control, v)
	if row == nil {
		return "?" + strconv.Itoa(int(in.Op))
	}
	var b strings.Builder
	if in.Coissue {
		b.WriteByte('+')
	}
	if in.Predicated {
		b.WriteString("(" + SrcString(v, &in.Pred) + ") ")
	}
	b.WriteString(row.Name)
	if row.Compare {
		b.WriteString("_" + Compare(in.Control).String())
	}
	if in.Op == OpDcl {
		b.WriteString(declSuffix(v, in))
	}
	sep := " "
	if in.Dst != nil {
		b.WriteString(dstSuffix(in.Dst))
		b.WriteString(" " + dstString(v, in.Dst))
		sep = ", "
	}
	for i := range in.Src {
		b.WriteString(sep + SrcString(v, &in.Src[i]))
		sep = ", "
	}
	for _, x := range in.Values[:row.Values] {
		b.WriteString(sep + printValue(in.Op, x))
	}
	return b.String()
}

// declSuffix spells the semantic or the texture type. Usage 0 of a register that has no semantics is left out.
func declSuffix(v Version, in *Instr) string {
	if in.Dst == nil {
		return ""
	}
	if in.Dst.Type == RegSampler {
		if in.Decl.Texture == TextureUnknown {
			return ""
		}
		return "_" + in.Decl.Texture.String()
	}
	if in.Decl.Usage == 0 && in.Decl.Index == 0 && !hasSemantic(v, in.Dst.Type) {
		return ""
	}
	s := "_" + in.Decl.Usage.String()
	if in.Decl.Index > 0 {
		s += strconv.Itoa(int(in.Decl.Index))
	}
	return s
}

// hasSemantic reports whether a dcl of the register names a semantic: vertex shader inputs and outputs, and the inputs
// of ps_3_0.
func hasSemantic(v Version, t RegType) bool {
	return v.Stage() == Vertex || v.Major() >= 3 && t == RegInput
}

// shiftNames spells the result shifts.
var shiftNames = map[int8]string{1: "_x2", 2: "_x4", 3: "_x8", -1: "_d2", -2: "_d4", -3: "_d8"}

func dstSuffix(d *Dst) string {
	s := shiftNames[d.Shift]
	if d.Saturate {
		s += "_sat"
	}
	if d.PP {
		s += "_pp"
	}
	if d.Centroid {
		s += "_centroid"
	}
	return s
}

const components = "xyzw"

// dstString spells a destination with its mask ("r0.xy"), without the modifiers that belong to the instruction's name.
func dstString(v Version, d *Dst) string {
	s := regString(v, d.Type, d.Index, d.Rel)
	if d.Mask != MaskXYZW {
		s += "." + MaskString(d.Mask)
	}
	return s
}

// MaskString spells components, bit 0 = x: "xyz"; "" for none.
func MaskString(mask uint8) string {
	var out []byte
	for i := range 4 {
		if mask>>i&1 != 0 {
			out = append(out, components[i])
		}
	}
	return string(out)
}

// SrcString spells a source with modifier and swizzle ("-c[a0.x+3]_abs.xyzz").
func SrcString(v Version, s *Src) string {
	mod := modRow{"?", "?"}
	if int(s.Mod) < len(modRows) {
		mod = modRows[s.Mod]
	}
	return mod.prefix + regString(v, s.Type, s.Index, s.Rel) + mod.suffix + SwizzleString(s.Swizzle)
}

// SwizzleString spells a swizzle behind a register: ".xyzz", ".x" for one that replicates, "" for the full one.
func SwizzleString(z [4]uint8) string {
	if z == SwizzleXYZW {
		return ""
	}
	if z[0] == z[1] && z[0] == z[2] && z[0] == z[3] {
		return "." + components[z[0]:z[0]+1]
	}
	return "." + string([]byte{components[z[0]], components[z[1]], components[z[2]], components[z[3]]})
}

func regString(v Version, t RegType, index uint16, rel *Src) string {
	if rel == nil {
		return RegName(v, t, index)
	}
	n, isConst := ConstIndex(t, index)
	prefix := "c"
	if !isConst {
		n = int(index)
		if prefix = regPrefix(v, t); prefix == "" {
			prefix = "?" + strconv.Itoa(int(t))
		}
	}
	s := prefix + "[" + relString(v, rel)
	if n != 0 {
		s += "+" + strconv.Itoa(n)
	}
	return s + "]"
}

// relString spells the address. The assembler reads a plain a0 as a0.x, so the full swizzle is written out.
func relString(v Version, rel *Src) string {
	s := SrcString(v, rel)
	if rel.Type == RegAddr && rel.Swizzle == SwizzleXYZW {
		s += ".xyzw"
	}
	return s
}

func printValue(op Opcode, x uint32) string {
	switch op {
	case OpDefI:
		return strconv.Itoa(int(int32(x)))
	case OpDefB:
		switch x {
		case 0:
			return "false"
		case 1:
			return "true"
		}
		return fmt.Sprintf("0x%08x", x)
	}
	f := math.Float32frombits(x)
	if f != f || math.IsInf(float64(f), 0) {
		return fmt.Sprintf("0x%08x", x)
	}
	return strconv.FormatFloat(float64(f), 'g', -1, 32)
}
