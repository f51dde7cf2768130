package sm

import (
	"encoding/binary"
	"fmt"
)

// Parse reads a program from little-endian bytes. Bytes after the end token are not part of it. The error is a
// *SyntaxError.
func Parse(code []byte) (*Program, error) {
	n := len(code) / 4
	if n > MaxTokens {
		n = MaxTokens
	}
	tokens := make([]uint32, n)
	for i := range tokens {
		tokens[i] = binary.LittleEndian.Uint32(code[4*i:])
	}
	return parseLimited(tokens, len(code)/4 > MaxTokens)
}

// ParseTokens reads a program of at most MaxTokens tokens; those after the end token are not part of it. The error is
// a *SyntaxError.
func ParseTokens(tokens []uint32) (*Program, error) {
	if len(tokens) > MaxTokens {
		return parseLimited(tokens[:MaxTokens], true)
	}
	return parseLimited(tokens, false)
}

// parseLimited parses; cut says that tokens is the first part of something longer.
func parseLimited(tokens []uint32, cut bool) (*Program, error) {
	if len(tokens) == 0 {
		return nil, &SyntaxError{0, "no version token: the program is empty"}
	}
	p := parser{tokens: tokens, pos: 1, version: Version(tokens[0])}
	if !p.version.Known() {
		return nil, &SyntaxError{0, fmt.Sprintf("0x%08x is not a shader version of Direct3D 9", tokens[0])}
	}
	prog := &Program{Version: p.version, Instrs: make([]Instr, 0, min(len(tokens)/4+1, 1024))}
	for {
		if p.pos >= len(tokens) {
			if cut {
				return nil, &SyntaxError{p.pos, fmt.Sprintf("no end token within %d tokens", MaxTokens)}
			}
			return nil, &SyntaxError{p.pos, "the program ends without an end token"}
		}
		if tokens[p.pos] == endToken {
			return prog, nil
		}
		in, err := p.instr()
		if err != nil {
			return nil, err
		}
		prog.Instrs = append(prog.Instrs, in)
	}
}

// parser walks the tokens; pos is the next one to read and limit, within an instruction, the one not to read.
type parser struct {
	tokens  []uint32
	pos     int
	limit   int
	version Version

	dsts []Dst // room for operands to come
	srcs []Src
}

// chunk is how many operands share an allocation.
const chunk = 64

// newSrcs gives n new sources; nil when n is 0.
func (p *parser) newSrcs(n int) []Src {
	if n == 0 {
		return nil
	}
	if len(p.srcs) < n {
		p.srcs = make([]Src, min(chunk, len(p.tokens)-p.pos+n))
	}
	out := p.srcs[:n:n]
	p.srcs = p.srcs[n:]
	return out
}

func (p *parser) newDst() *Dst {
	if len(p.dsts) == 0 {
		p.dsts = make([]Dst, min(chunk, len(p.tokens)-p.pos+1))
	}
	d := &p.dsts[0]
	p.dsts = p.dsts[1:]
	return d
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &SyntaxError{at, fmt.Sprintf(format, args...)}
}

func (p *parser) next(what string) (uint32, error) {
	if p.pos >= len(p.tokens) {
		return 0, p.fail(p.pos, "the program is cut off: %s expected", what)
	}
	if p.pos >= p.limit {
		return 0, p.fail(p.pos, "the instruction's length leaves no room for its %s", what)
	}
	p.pos++
	return p.tokens[p.pos-1], nil
}

// instr reads the instruction at pos.
func (p *parser) instr() (Instr, error) {
	start := p.pos
	tok := p.tokens[start]
	in := Instr{Op: Opcode(tok & opMask), Offset: start}
	p.pos++
	if in.Op == OpComment {
		return p.comment(in, tok)
	}
	in.Control = uint8(tok & controlMask >> controlShift)
	in.Coissue = tok&coissueBit != 0
	in.Reserved = tok & operandBit
	in.Reserved |= tok & (1 << 29)
	row := FindRow(in.Op, in.Control, p.version)
	if row == nil {
		return in, p.fail(start, "0x%04x is not an opcode", uint32(in.Op))
	}
	p.limit = len(p.tokens)
	if p.version.Major() >= 2 {
		in.Predicated = tok&predBit != 0
		if in.Op != OpPhase {
			p.limit = p.pos + int(tok&lengthMask>>lengthShift)
		}
	} else {
		in.Reserved |= tok & (lengthMask | predBit)
	}
	if p.limit > len(p.tokens) {
		return in, p.fail(start, "the program is cut off within %s", row.Name)
	}
	if err := p.operands(&in, row); err != nil {
		return in, err
	}
	if p.version.Major() >= 2 && p.pos != p.limit {
		return in, p.fail(start, "the instruction's length is %d, %s has %d operand tokens", p.limit-start-1, row.Name, p.pos-start-1)
	}
	return in, nil
}

func (p *parser) comment(in Instr, tok uint32) (Instr, error) {
	n := int(tok & commentMask >> commentShift)
	in.Reserved = tok & operandBit
	if p.pos+n > len(p.tokens) {
		return in, p.fail(in.Offset, "a comment of %d tokens runs past the end of the program", n)
	}
	in.Comment = append([]uint32{}, p.tokens[p.pos:p.pos+n]...)
	p.pos += n
	return in, nil
}

// operands reads what row says, and the predicate in its place after the destination.
func (p *parser) operands(in *Instr, row *Row) error {
	var err error
	if in.Op == OpDcl {
		if err = p.decl(in); err != nil {
			return err
		}
	}
	if row.HasDst() {
		if in.Dst, err = p.dst(); err != nil {
			return err
		}
	}
	if in.Predicated {
		if in.Pred, err = p.src("predicate"); err != nil {
			return err
		}
	}
	for i := range row.Values {
		if in.Values[i], err = p.next("value"); err != nil {
			return err
		}
	}
	in.Src = p.newSrcs(row.Sources())
	for i := range in.Src {
		if p.version.Major() >= 2 && p.pos == p.limit && i >= row.MinSources() {
			in.Src = in.Src[:i]
			return nil
		}
		if in.Src[i], err = p.src("source operand"); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) decl(in *Instr) error {
	tok, err := p.next("declaration")
	if err != nil {
		return err
	}
	in.Decl = Decl{
		Usage:    Usage(tok & 0xF),
		Index:    uint8(tok >> 16 & 0xF),
		Texture:  TextureType(tok >> 27 & 0xF),
		Reserved: (tok ^ operandBit) &^ (0xF | 0xF<<16 | 0xF<<27),
	}
	return nil
}

// operand reads an operand token and checks what both kinds have in common.
func (p *parser) operand(what string) (uint32, error) {
	tok, err := p.next(what)
	if err != nil {
		return 0, err
	}
	if tok&operandBit == 0 {
		return 0, p.fail(p.pos-1, "0x%08x is not an operand token (%s expected)", tok, what)
	}
	return tok, nil
}

func regType(tok uint32) RegType { return RegType(tok>>28&7 | tok>>8&0x18) }

func (p *parser) dst() (*Dst, error) {
	tok, err := p.operand("destination operand")
	if err != nil {
		return nil, err
	}
	d := p.newDst()
	*d = Dst{
		Type:     regType(tok),
		Index:    uint16(tok & 0x7FF),
		Mask:     uint8(tok >> 16 & 0xF),
		Saturate: tok&(1<<20) != 0,
		PP:       tok&(1<<21) != 0,
		Centroid: tok&(1<<22) != 0,
		Shift:    int8(tok>>24&0xF) << 4 >> 4,
		Reserved: tok & (3<<14 | 1<<23),
	}
	d.Rel, err = p.rel(tok)
	return d, err
}

func (p *parser) src(what string) (Src, error) {
	tok, err := p.operand(what)
	if err != nil {
		return Src{}, err
	}
	s := srcOf(tok)
	s.Rel, err = p.rel(tok)
	return s, err
}

func srcOf(tok uint32) Src {
	return Src{
		Type:     regType(tok),
		Index:    uint16(tok & 0x7FF),
		Swizzle:  [4]uint8{uint8(tok >> 16 & 3), uint8(tok >> 18 & 3), uint8(tok >> 20 & 3), uint8(tok >> 22 & 3)},
		Mod:      SrcMod(tok >> 24 & 0xF),
		Reserved: tok & (3 << 14),
	}
}

// rel reads the relative address of the operand tok, if it has one: its own token from model 2 on, before that
// always a0.x without a token.
func (p *parser) rel(tok uint32) (*Src, error) {
	if tok&relBit == 0 {
		return nil, nil
	}
	if p.version.Major() < 2 {
		s := &p.newSrcs(1)[0]
		s.Type, s.Swizzle = RegAddr, SwizzleX
		return s, nil
	}
	t, err := p.operand("relative address")
	if err != nil {
		return nil, err
	}
	if t&relBit != 0 {
		return nil, p.fail(p.pos-1, "a relative address is itself addressed relatively")
	}
	s := &p.newSrcs(1)[0]
	*s = srcOf(t)
	return s, nil
}
