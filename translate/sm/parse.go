package sm

import (
	"encoding/binary"
	"fmt"
)

// Parse reads a program from little-endian bytes. Bytes after the end token are not part of it. The error is a
// *SyntaxError.
func Parse(code []byte) (*Program, error) {
	tokens := make([]uint32, min(len(code)/4, MaxTokens+1))
	for i := range tokens {
		tokens[i] = binary.LittleEndian.Uint32(code[4*i:])
	}
	return ParseTokens(tokens)
}

// ParseTokens reads a program of at most MaxTokens tokens; those after the end token are not part of it. Comments of
// the program are parts of tokens. The error is a *SyntaxError.
func ParseTokens(tokens []uint32) (*Program, error) { return new(Parser).Parse(tokens) }

// Parser reads programs into memory that it uses again. The zero Parser is ready.
type Parser struct {
	prog Program
	dsts []Dst // memory of the operands; the first usedDsts and usedSrcs are given out
	srcs []Src

	usedDsts, usedSrcs int

	// The program at hand; pos is the next token to read and limit, within an instruction, the one not to read.
	tokens  []uint32
	pos     int
	limit   int
	version Version
	rows    VersionRows
}

// Parse is ParseTokens. The program is good until the next call.
func (p *Parser) Parse(tokens []uint32) (*Program, error) {
	cut := len(tokens) > MaxTokens
	if cut {
		tokens = tokens[:MaxTokens]
	}
	defer func() { p.tokens = nil }()
	return p.parse(tokens, cut)
}

// parse reads the program; cut says that tokens is the first part of something longer.
func (p *Parser) parse(tokens []uint32, cut bool) (*Program, error) {
	if len(tokens) == 0 {
		return nil, &SyntaxError{0, "no version token: the program is empty"}
	}
	p.tokens, p.pos, p.version, p.usedDsts, p.usedSrcs = tokens, 1, Version(tokens[0]), 0, 0
	if !p.version.Known() {
		return nil, &SyntaxError{0, fmt.Sprintf("0x%08x is not a shader version of Direct3D 9", tokens[0])}
	}
	p.rows = RowsOf(p.version)
	if p.prog.Instrs == nil {
		p.prog.Instrs = make([]Instr, 0, min(len(tokens)/4+1, 1024))
	}
	p.prog.Version, p.prog.Instrs = p.version, p.prog.Instrs[:0]
	for {
		if p.pos >= len(tokens) {
			if cut {
				return nil, &SyntaxError{p.pos, fmt.Sprintf("no end token within %d tokens", MaxTokens)}
			}
			return nil, &SyntaxError{p.pos, "the program ends without an end token"}
		}
		if tokens[p.pos] == EndToken {
			return &p.prog, nil
		}
		if len(p.prog.Instrs) == cap(p.prog.Instrs) {
			p.prog.Instrs = moreRoom(p.prog.Instrs, len(p.prog.Instrs)+len(tokens)-p.pos)
		}
		p.prog.Instrs = append(p.prog.Instrs, Instr{})
		if err := p.instr(&p.prog.Instrs[len(p.prog.Instrs)-1]); err != nil {
			return nil, err
		}
	}
}

// moreRoom gives the list, which is full, more room: by large steps up to the most elements that it can get, so that the longest
// program costs little more memory than its instructions.
func moreRoom[T any](list []T, most int) []T {
	const least, step = 64, 8
	out := make([]T, len(list), max(min(step*len(list), most), min(least, most), len(list)+1))
	copy(out, list)
	return out
}

// newSrcs gives n sources, to be filled; nil when n is 0. Sources that were given out do not move.
func (p *Parser) newSrcs(n int) []Src {
	if n == 0 {
		return nil
	}
	if p.usedSrcs+n > len(p.srcs) {
		p.srcs, p.usedSrcs = make([]Src, min(max(2*len(p.srcs), 32), len(p.tokens)-p.pos+n)), 0
	}
	p.usedSrcs += n
	return p.srcs[p.usedSrcs-n : p.usedSrcs : p.usedSrcs]
}

func (p *Parser) newDst() *Dst {
	if p.usedDsts == len(p.dsts) {
		p.dsts, p.usedDsts = make([]Dst, min(max(2*len(p.dsts), 32), len(p.tokens)-p.pos+1)), 0
	}
	p.usedDsts++
	return &p.dsts[p.usedDsts-1]
}

func (p *Parser) fail(at int, format string, args ...any) error {
	return &SyntaxError{at, fmt.Sprintf(format, args...)}
}

// next takes a token of the instruction.
func (p *Parser) next(what string) (uint32, error) {
	if p.pos < p.limit { // at most the number of tokens
		p.pos++
		return p.tokens[p.pos-1], nil
	}
	return 0, p.missing(what)
}

func (p *Parser) missing(what string) error {
	if p.pos >= len(p.tokens) {
		return p.fail(p.pos, "the program is cut off: %s expected", what)
	}
	return p.fail(p.pos, "the instruction's length leaves no room for its %s", what)
}

// instr reads the instruction at pos into in, which is zero.
func (p *Parser) instr(in *Instr) error {
	start := p.pos
	tok := p.tokens[start]
	in.Op, in.Offset = Opcode(tok&opMask), start
	p.pos++
	if in.Op == OpComment {
		return p.comment(in, tok)
	}
	in.Control = uint8(tok & controlMask >> controlShift)
	in.Coissue = tok&coissueBit != 0
	in.Reserved = tok & (operandBit | 1<<29)
	row := p.rows.Find(in.Op, in.Control)
	if row == nil {
		return p.fail(start, "0x%04x is not an opcode", uint32(in.Op))
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
		return p.fail(start, "the program is cut off within %s", row.Name)
	}
	if err := p.operands(in, row); err != nil {
		return err
	}
	if p.version.Major() >= 2 && p.pos != p.limit {
		return p.fail(start, "the instruction's length is %d, %s has %d operand tokens", p.limit-start-1, row.Name, p.pos-start-1)
	}
	return nil
}

func (p *Parser) comment(in *Instr, tok uint32) error {
	n := int(tok & commentMask >> commentShift)
	in.Reserved = tok & operandBit
	if p.pos+n > len(p.tokens) {
		return p.fail(in.Offset, "a comment of %d tokens runs past the end of the program", n)
	}
	in.Comment = p.tokens[p.pos : p.pos+n : p.pos+n]
	p.pos += n
	return nil
}

// operands reads what row says, and the predicate in its place after the destination.
func (p *Parser) operands(in *Instr, row *Row) error {
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
		if err = p.src(&in.Pred, "predicate"); err != nil {
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
		if err = p.src(&in.Src[i], "source operand"); err != nil {
			return err
		}
	}
	return nil
}

func (p *Parser) decl(in *Instr) error {
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
func (p *Parser) operand(what string) (uint32, error) {
	if p.pos < p.limit && p.tokens[p.pos]&operandBit != 0 {
		p.pos++
		return p.tokens[p.pos-1], nil
	}
	tok, err := p.next(what)
	if err == nil {
		err = p.fail(p.pos-1, "0x%08x is not an operand token (%s expected)", tok, what)
	}
	return tok, err
}

func regType(tok uint32) RegType { return RegType(tok>>28&7 | tok>>8&0x18) }

func (p *Parser) dst() (*Dst, error) {
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
	if tok&relBit != 0 {
		d.Rel, err = p.rel()
	}
	return d, err
}

func (p *Parser) src(s *Src, what string) error {
	tok, err := p.operand(what)
	if err != nil {
		return err
	}
	s.set(tok)
	if tok&relBit != 0 {
		s.Rel, err = p.rel()
	}
	return err
}

// set gives s what a token says, and no relative address.
func (s *Src) set(tok uint32) {
	s.Type, s.Index = regType(tok), uint16(tok&0x7FF)
	for i := range s.Swizzle {
		s.Swizzle[i] = uint8(tok >> (16 + 2*i) & 3)
	}
	s.Mod, s.Rel, s.Reserved = SrcMod(tok>>24&0xF), nil, tok&(3<<14)
}

// rel reads an operand's relative address: its own token from model 2 on, before that always a0.x without a token.
func (p *Parser) rel() (*Src, error) {
	if p.version.Major() < 2 {
		s := &p.newSrcs(1)[0]
		*s = Src{Type: RegAddr, Swizzle: SwizzleX}
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
	s.set(t)
	return s, nil
}
