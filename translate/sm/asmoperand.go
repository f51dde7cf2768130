package sm

import (
	"math"
	"strconv"
	"strings"
)

// register is what an operand's register reference says.
type register struct {
	typ   RegType
	index uint16
	rel   *Src
	mods  []string // "abs", "bx2" ... from suffixes of the name
}

// regByName resolves a lower-case name without digits. For files of fixed names index is the register's.
func regByName(v Version, name string) (t RegType, index uint16, fixed, ok bool) {
	if name == "ot" && v.Stage() == Vertex {
		return RegTexCrdOut, 0, false, true
	}
	for i := range regRows {
		t := RegType(i)
		for j, f := range regRows[i].fixed {
			if strings.EqualFold(f, name) {
				return t, uint16(j), true, true
			}
		}
		if p := regPrefix(v, t); p != "" && strings.EqualFold(p, name) {
			return t, 0, false, true
		}
	}
	return 0, 0, false, false
}

// register reads a register with its relative address and the modifiers in its name, up to the swizzle.
func (a *assembler) register() (register, error) {
	var r register
	at, err := a.expect(ident, "a register")
	if err != nil {
		return r, err
	}
	parts := strings.Split(at.text, "_")
	r.mods = parts[1:]
	name := strings.TrimRight(parts[0], "0123456789")
	digits := parts[0][len(name):]
	t, index, fixed, ok := regByName(a.prog.Version, name)
	if !ok || fixed && digits != "" {
		return r, a.wrong(at, "%q is not a register of %v", parts[0], a.prog.Version)
	}
	if name == "ot" && a.prog.Version.Major() >= 3 && len(a.warnings) < maxAsmErrors {
		a.warnings = append(a.warnings, a.errorAt(at.line, at.col, "OT-9: "+parts[0]+" is spelled o"+digits+" in "+a.prog.Version.String()))
	}
	n := int(index)
	if digits != "" {
		if n, err = strconv.Atoi(digits); err != nil {
			return r, a.wrong(at, "the index of %s is too large", at.text)
		}
	}
	bracket := a.tok.kind == '['
	if !fixed && digits == "" && !bracket {
		return r, a.wrong(at, "%q lacks its number", at.text)
	}
	if bracket {
		if n, err = a.bracket(&r, n); err != nil {
			return r, err
		}
	}
	r.typ, r.index, ok = splitIndex(t, n)
	if !ok {
		return r, a.wrong(at, "the index of %s is too large", at.text)
	}
	return r, nil
}

// splitIndex puts float constants from c2048 on into the files that hold them.
func splitIndex(t RegType, n int) (RegType, uint16, bool) {
	if t == RegConst && n > maxRegIndex && n < 4*constsPerFile {
		return RegConst2 + RegType(n/constsPerFile-1), uint16(n % constsPerFile), true
	}
	return t, uint16(n), n >= 0 && n <= maxRegIndex
}

// bracket reads "[a0.x + 3]" and what may follow it, "_abs"; n is the number before it. It gives the whole index.
func (a *assembler) bracket(r *register, n int) (int, error) {
	if err := a.advance(); err != nil {
		return n, err
	}
	for {
		at := a.tok
		if at.kind == number {
			x, err := strconv.Atoi(at.text)
			if err != nil || x > 4*constsPerFile {
				return n, a.wrong(at, "%s is not an index", at.text)
			}
			n += x
			if err := a.advance(); err != nil {
				return n, err
			}
		} else if err := a.address(r); err != nil {
			return n, err
		}
		more, err := a.accept('+')
		if err != nil {
			return n, err
		}
		if !more {
			break
		}
		if n > 4*constsPerFile {
			return n, a.wrong(at, "the index is too large")
		}
	}
	if _, err := a.expect(']', "]"); err != nil {
		return n, err
	}
	if a.tok.kind == ident && strings.HasPrefix(a.tok.text, "_") {
		r.mods = append(r.mods, strings.Split(a.tok.text[1:], "_")...)
		return n, a.advance()
	}
	return n, nil
}

func (a *assembler) address(r *register) error {
	at := a.tok
	if at.kind == ident && strings.HasSuffix(at.text, "_") || r.rel != nil {
		return a.wrong(at, "one address register and a number expected between brackets")
	}
	in, err := a.register()
	if err != nil {
		return err
	}
	if in.rel != nil || len(in.mods) > 0 {
		return a.wrong(at, "a plain address register expected between brackets")
	}
	s := Src{Type: in.typ, Index: in.index, Swizzle: SwizzleXYZW}
	if in.typ == RegAddr && a.prog.Version.Stage() == Vertex {
		s.Swizzle = SwizzleX
	}
	if a.tok.kind == '.' {
		if s.Swizzle, _, err = a.swizzle(); err != nil {
			return err
		}
	}
	if a.prog.Version.Major() < 2 && (s.Type != RegAddr || s.Index != 0 || s.Swizzle != SwizzleX) {
		return a.wrong(at, "the address is always a0.x in %v", a.prog.Version)
	}
	r.rel = &s
	return nil
}

// component gives 0..3 for a letter of xyzw or rgba, and which of the two alphabets it is from.
func component(c byte) (n uint8, alphabet int, ok bool) {
	for k, letters := range []string{components, "rgba"} {
		if i := strings.IndexByte(letters, c); i >= 0 {
			return uint8(i), k, true
		}
	}
	return 0, 0, false
}

// letters reads ".xyz" and what is glued to it, "_abs".
func (a *assembler) letters() (comps []uint8, mods []string, at lexeme, err error) {
	if err = a.advance(); err != nil {
		return
	}
	if at, err = a.expect(ident, "components of xyzw"); err != nil {
		return
	}
	parts := strings.Split(at.text, "_")
	mods = parts[1:]
	alphabet := -1
	for i := range len(parts[0]) {
		c, k, ok := component(parts[0][i])
		if !ok || i > 3 || alphabet >= 0 && k != alphabet {
			return nil, nil, at, a.wrong(at, "%q is not a list of up to four components of xyzw or rgba", parts[0])
		}
		alphabet = k
		comps = append(comps, c)
	}
	if len(comps) == 0 {
		return nil, nil, at, a.wrong(at, "components of xyzw expected")
	}
	return comps, mods, at, nil
}

func (a *assembler) swizzle() ([4]uint8, []string, error) {
	comps, mods, _, err := a.letters()
	z := SwizzleXYZW
	if err != nil {
		return z, nil, err
	}
	for i := range z {
		z[i] = comps[min(i, len(comps)-1)]
	}
	return z, mods, nil
}

func (a *assembler) destination() (*Dst, error) {
	at := a.tok
	r, err := a.register()
	if err != nil {
		return nil, err
	}
	if len(r.mods) > 0 {
		return nil, a.wrong(at, "a destination takes no modifier")
	}
	d := &Dst{Type: r.typ, Index: r.index, Rel: r.rel, Mask: MaskXYZW}
	if a.tok.kind != '.' {
		return d, nil
	}
	comps, mods, at, err := a.letters()
	if err != nil {
		return nil, err
	}
	d.Mask = 0
	for _, c := range comps {
		if d.Mask>>c != 0 {
			return nil, a.wrong(at, "a write mask names each component once, in the order xyzw")
		}
		d.Mask |= 1 << c
	}
	if len(mods) > 0 {
		return nil, a.wrong(at, "a destination takes no modifier")
	}
	if !a.exact && scalarMask(d) {
		d.Mask = MaskXYZW
	}
	return d, nil
}

// scalarMask reports a scalar output with the mask .x. Assemblers and compilers write the full mask for it.
func scalarMask(d *Dst) bool {
	return d.Type == RegRastOut && d.Index != RastPosition && d.Mask == 1
}

func (a *assembler) source() (Src, error) {
	var s Src
	start := a.tok
	prefix := ""
	for a.tok.kind == '-' || a.tok.kind == '!' || a.tok.kind == number && a.tok.text == "1" && prefix == "" {
		if prefix += a.tok.text; len(prefix) > 2 {
			break
		}
		if err := a.advance(); err != nil {
			return s, err
		}
	}
	r, err := a.register()
	if err != nil {
		return s, err
	}
	s = Src{Type: r.typ, Index: r.index, Rel: r.rel, Swizzle: SwizzleXYZW}
	if a.tok.kind == '.' {
		var mods []string
		if s.Swizzle, mods, err = a.swizzle(); err != nil {
			return s, err
		}
		r.mods = append(r.mods, mods...)
	}
	suffix := ""
	for _, m := range r.mods {
		suffix += "_" + m
	}
	switch suffix {
	case "_db":
		suffix = "_dz"
	case "_da":
		suffix = "_dw"
	}
	for i, m := range modRows {
		if m.prefix == prefix && m.suffix == suffix {
			s.Mod = SrcMod(i)
			return s, nil
		}
	}
	return s, a.wrong(start, "there is no source modifier %q", prefix+"r"+suffix)
}

// namedBits are the spellings of Microsoft's run-time library for floats without a decimal form.
var namedBits = map[string]uint32{"1.#inf": 0x7F800000, "1.#qnan": 0x7FC00000, "1.#snan": 0x7FA00000, "1.#ind": 0x7FC00000}

// value reads a literal of def, defi or defb as its token. In hexadecimal it is the token itself.
func (a *assembler) value(op Opcode) (uint32, error) {
	if op == OpDefB && a.tok.kind == ident {
		at, err := a.take()
		switch at.text {
		case "true":
			return 1, err
		case "false":
			return 0, err
		}
		return 0, a.wrong(at, "true or false expected, not %v", at)
	}
	neg, err := a.accept('-')
	if err != nil {
		return 0, err
	}
	if !neg {
		if _, err := a.accept('+'); err != nil {
			return 0, err
		}
	}
	at, err := a.expect(number, "a number")
	if err != nil {
		return 0, err
	}
	bits, ok := literal(op, at.text, neg)
	if !ok {
		return 0, a.wrong(at, "%s is not a 32-bit value for this constant", at.text)
	}
	return bits, nil
}

func literal(op Opcode, s string, neg bool) (uint32, bool) {
	if strings.HasPrefix(s, "0x") {
		x, err := strconv.ParseUint(s[2:], 16, 32)
		return uint32(x), err == nil && !neg
	}
	if op != OpDef {
		if neg {
			s = "-" + s
		}
		x, err := strconv.ParseInt(s, 10, 64)
		return uint32(x), err == nil && x >= math.MinInt32 && x <= math.MaxUint32
	}
	bits, ok := namedBits[s]
	if !ok {
		f, err := strconv.ParseFloat(strings.TrimSuffix(s, "f"), 32)
		if err != nil {
			return 0, false
		}
		bits = math.Float32bits(float32(f))
	}
	if neg {
		bits |= 1 << 31
	}
	return bits, true
}
