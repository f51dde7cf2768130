package sm

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// declRank is the place of a declaration's kind before the instructions.
func declRank(in *Instr) int {
	switch in.Op {
	case OpDcl:
		if in.Dst == nil {
			return 1
		}
		switch in.Dst.Type {
		case RegOutput:
			return 2
		case RegSampler:
			return 3
		}
		return 1
	case OpDef:
		return 4
	case OpDefB:
		return 5
	case OpDefI:
		return 6
	}
	return 7
}

// declarationsFirst puts the instructions into the assembler's order. A comment stays behind what it follows.
func (a *assembler) declarationsFirst() {
	type ranked struct {
		rank  int8
		index int32
	}
	order := make([]ranked, len(a.prog.Instrs))
	rank, sorted := 0, true
	for i := range order {
		if a.prog.Instrs[i].Op != OpComment {
			next := declRank(&a.prog.Instrs[i])
			sorted = sorted && next >= rank
			rank = next
		}
		order[i] = ranked{int8(rank), int32(i)}
	}
	if sorted {
		return
	}
	slices.SortStableFunc(order, func(a, b ranked) int { return int(a.rank) - int(b.rank) })
	for i := range order { // each cycle of the permutation, without a second list
		instr, place, at := a.prog.Instrs[i], a.places[i], int32(i)
		for from := order[at].index; from != int32(i) && from >= 0; from = order[at].index {
			a.prog.Instrs[at], a.places[at] = a.prog.Instrs[from], a.places[from]
			order[at].index = -1
			at = from
		}
		if order[at].index >= 0 {
			a.prog.Instrs[at], a.places[at] = instr, place
			order[at].index = -1
		}
	}
}

// setOffsets numbers the instructions by the tokens before them.
func setOffsets(p *Program) {
	var scratch []uint32
	at := 1
	for i := range p.Instrs {
		p.Instrs[i].Offset = at
		scratch = appendInstr(scratch[:0], p.Version, &p.Instrs[i])
		at += len(scratch)
	}
}

// assembleLine reads a single instruction of version v.
func assembleLine(v Version, src string) (*Instr, error) {
	a := assembler{lexer: lexer{src: src, line: 1}, size: 2, exact: true}
	a.prog.Version = v
	if err := a.advance(); err != nil {
		return nil, err
	}
	if err := a.statement(); err != nil {
		return nil, err
	}
	if len(a.prog.Instrs) != 1 || a.tok.kind != eof {
		return nil, a.wrong(a.tok, "one instruction expected")
	}
	return &a.prog.Instrs[0], nil
}

type assembler struct {
	lexer
	tok      lexeme // the next one
	prog     Program
	start    Place   // of the version
	places   []Place // of the instructions
	size     int     // tokens so far, with version and end
	exact    bool    // .exact stands in the text
	scratch  []uint32
	warnings []*AsmError
	errors   AsmErrors
}

func (a *assembler) wrong(at lexeme, format string, args ...any) error {
	return a.errorAt(at.line, at.col, fmt.Sprintf(format, args...))
}

func (a *assembler) advance() (err error) {
	if a.tok, err = a.next(); err != nil {
		a.tok.kind = bad
	}
	return err
}

// take returns the next lexeme and passes it.
func (a *assembler) take() (lexeme, error) {
	l := a.tok
	return l, a.advance()
}

// accept passes the next lexeme if it is of kind k.
func (a *assembler) accept(k kind) (bool, error) {
	if a.tok.kind != k {
		return false, nil
	}
	return true, a.advance()
}

func (a *assembler) expect(k kind, what string) (lexeme, error) {
	if a.tok.kind != k {
		return a.tok, a.wrong(a.tok, "%s expected, not %v", what, a.tok)
	}
	return a.take()
}

// program reads the whole text and collects its errors.
func (a *assembler) program() {
	err := a.advance()
	if err == nil {
		err = a.blankLines()
	}
	if err == nil {
		err = a.versionLine()
	}
	if err != nil {
		a.errors = append(a.errors, err.(*AsmError))
		return // what instructions there are depends on the version
	}
	first := true
	for a.tok.kind != eof && len(a.errors) < maxAsmErrors && a.size <= MaxTokens {
		if err := a.instruction(first); err != nil {
			a.errors = append(a.errors, err.(*AsmError))
			a.skipLine()
		}
		first = false
	}
}

// instruction reads one line with its end. A line may hold several instructions, as for D3DX, to which it is a blank; behind says that
// something stands before, on the same line.
func (a *assembler) instruction(behind bool) error {
	for a.tok.kind != newline && a.tok.kind != eof {
		if behind && !a.startsInstruction() {
			return a.wrong(a.tok, "the end of the line expected, not %v", a.tok)
		}
		if err := a.statement(); err != nil {
			return err
		}
		behind = true
	}
	if a.tok.kind == eof {
		return nil
	}
	return a.advance()
}

// startsInstruction reports whether the next lexeme can only start an instruction.
func (a *assembler) startsInstruction() bool {
	name, _, _ := strings.Cut(a.tok.text, "_")
	return a.tok.kind == '+' || a.tok.kind == '(' || a.tok.kind == ident && len(rowsByName[name]) > 0
}

// skipLine passes the rest of a line that has an error. Where the text cannot be cut, a comment does not end, and so neither does
// the line.
func (a *assembler) skipLine() {
	for a.tok.kind != newline && a.tok.kind != eof {
		if a.tok.kind == bad {
			n := strings.IndexByte(a.src[a.pos:], '\n')
			if n < 0 || strings.HasPrefix(a.src[a.pos:], "/*") {
				n = len(a.src) - a.pos
			}
			a.pos += n
		}
		a.advance()
	}
}

func (a *assembler) blankLines() error {
	for a.tok.kind == newline {
		if err := a.advance(); err != nil {
			return err
		}
	}
	return nil
}

func (a *assembler) versionLine() error {
	start, err := a.expect(ident, "a version such as vs_3_0")
	if err != nil {
		return err
	}
	name := start.text
	end := start.col + len(start.text)
	for (a.tok.kind == '.' || a.tok.kind == number || a.tok.kind == ident) && a.tok.line == start.line && a.tok.col == end {
		name += strings.ReplaceAll(a.tok.text, ".", "_")
		end += len(a.tok.text)
		if err := a.advance(); err != nil {
			return err
		}
	}
	v, ok := versionByName[name]
	if !ok {
		return a.wrong(start, "%q is not a shader version such as vs_3_0", name)
	}
	a.prog.Version = v
	a.start.File, a.start.Line, _, _ = a.place(start.line, start.col)
	return nil
}

// emit appends the instruction and keeps the program within MaxTokens.
func (a *assembler) emit(at lexeme, in Instr) error {
	a.scratch = appendInstr(a.scratch[:0], a.prog.Version, &in)
	a.size += len(a.scratch)
	if a.size > MaxTokens {
		return a.wrong(at, "the program is longer than %d tokens", MaxTokens)
	}
	if n := len(a.prog.Instrs); n == cap(a.prog.Instrs) {
		rest := a.src[a.pos:]
		more := strings.Count(rest, "\n")
		if more <= n/4 { // lines may hold many instructions, of four bytes at least
			more = len(rest)/4 + 2 // some are read ahead
		}
		most := n + 1 + min(more, MaxTokens-a.size)
		a.prog.Instrs, a.places = moreRoom(a.prog.Instrs, most), moreRoom(a.places, most)
	}
	a.prog.Instrs = append(a.prog.Instrs, in)
	file, line, _, _ := a.place(at.line, at.col)
	a.places = append(a.places, Place{file, line})
	return nil
}

// statement reads one line without its end.
func (a *assembler) statement() error {
	start := a.tok
	if a.tok.kind == '.' {
		return a.directive()
	}
	var in Instr
	var err error
	if in.Coissue, err = a.accept('+'); err != nil {
		return err
	}
	if in.Coissue && a.prog.Version.Major() > 1 {
		return a.wrong(start, "+ pairs instructions in ps_1_x only")
	}
	if in.Predicated, err = a.accept('('); err != nil {
		return err
	}
	if in.Predicated {
		if err := a.predicate(&in); err != nil {
			return err
		}
	}
	name, err := a.expect(ident, "an instruction")
	if err != nil {
		return err
	}
	row, suffixes, err := a.mnemonic(name)
	if err != nil {
		return err
	}
	in.Op, in.Control = row.Op, row.Control
	if row.Compare {
		in.Control = uint8(slices.Index(compareNames, suffixes[0]))
		suffixes = suffixes[1:]
	}
	if err := a.operands(&in, row, name, suffixes); err != nil {
		return err
	}
	return a.emit(start, in)
}

func (a *assembler) predicate(in *Instr) error {
	at := a.tok
	p, err := a.source()
	if err != nil {
		return err
	}
	if p.Type != RegPredicate {
		return a.wrong(at, "a predicate register expected between parentheses")
	}
	if a.prog.Version.Major() < 2 {
		return a.wrong(at, "%v has no predication", a.prog.Version)
	}
	in.Pred = p
	_, err = a.expect(')', ")")
	return err
}

// mnemonic finds the row of a word such as "mad_sat_pp" or "if_gt" and gives the parts after its name.
func (a *assembler) mnemonic(name lexeme) (*Row, []string, error) {
	parts := strings.Split(name.text, "_")
	rows := rowsByName[parts[0]]
	if len(rows) == 0 {
		return nil, nil, a.wrong(name, "%q is not an instruction", name.text)
	}
	parts = parts[1:]
	compare := len(parts) > 0 && parts[0] != "" && slices.Contains(compareNames, parts[0])
	var other *Row
	for _, r := range rows {
		if r.Compare == compare {
			if r.In(a.prog.Version) {
				return r, parts, nil
			}
			other = r
		}
	}
	if other == nil {
		return nil, nil, a.wrong(name, "%q takes a comparison: _gt, _eq, _ge, _lt, _ne or _le", name.text)
	}
	return nil, nil, a.wrong(name, "%s is not an instruction of %v", name.text, a.prog.Version)
}

func (a *assembler) operands(in *Instr, row *Row, name lexeme, suffixes []string) error {
	if row.HasDst() {
		d, err := a.destination()
		if err != nil {
			return err
		}
		in.Dst = d
	}
	if in.Op == OpDcl {
		var err error
		if suffixes, err = a.declaration(in, name, suffixes); err != nil {
			return err
		}
	}
	for _, s := range suffixes {
		if !applySuffix(in.Dst, s) {
			return a.wrong(name, "%s does not take the suffix %q", row.Name, "_"+s)
		}
	}
	for i := range row.Values {
		if _, err := a.expect(',', "a comma and a value"); err != nil {
			return err
		}
		x, err := a.value(in.Op)
		if err != nil {
			return err
		}
		in.Values[i] = x
	}
	for i := range row.Sources() {
		if i > 0 || in.Dst != nil {
			if i >= row.MinSources() && a.tok.kind != ',' {
				break
			}
			if _, err := a.expect(',', "a comma and an operand"); err != nil {
				return err
			}
		}
		at := a.tok
		s, err := a.source()
		if err != nil {
			return err
		}
		if kind := row.SourceKind(i); !kind.Takes(s.Type) {
			return a.wrong(at, "%v expected as operand of %s", kind, row.Name)
		}
		in.Src = append(in.Src, s)
	}
	return nil
}

// applySuffix sets a result modifier; false when there is none of that name or it stands already.
func applySuffix(d *Dst, s string) bool {
	if d == nil {
		return false
	}
	flag := map[string]*bool{"sat": &d.Saturate, "pp": &d.PP, "centroid": &d.Centroid}[s]
	if flag != nil {
		was := *flag
		*flag = true
		return !was
	}
	for shift, name := range shiftNames {
		if name[1:] == s && d.Shift == 0 {
			d.Shift = shift
			return true
		}
	}
	return false
}

// declaration reads the suffixes of dcl and gives those that are result modifiers.
func (a *assembler) declaration(in *Instr, name lexeme, suffixes []string) ([]string, error) {
	var mods []string
	named := false
	for _, s := range suffixes {
		if s == "pp" || s == "centroid" || s == "sat" {
			mods = append(mods, s)
			continue
		}
		if named {
			return nil, a.wrong(name, "two semantics in %q", name.text)
		}
		named = true
		if t := slices.Index(textureNames, s); t > 0 {
			in.Decl.Texture = TextureType(t)
			continue
		}
		word := strings.TrimRight(s, "0123456789")
		u := slices.Index(usageNames, word)
		n, err := 0, error(nil)
		if word != s {
			n, err = strconv.Atoi(s[len(word):])
		}
		if u < 0 || err != nil || n > 15 {
			return nil, a.wrong(name, "%q is neither a semantic nor a texture type", s)
		}
		in.Decl.Usage, in.Decl.Index = Usage(u), uint8(n)
	}
	if !named && in.Dst.Type != RegSampler && hasSemantic(a.prog.Version, in.Dst.Type) {
		return nil, a.wrong(name, "dcl needs a semantic here, such as dcl_texcoord0")
	}
	return mods, nil
}

// directive reads .exact, .raw and .comment.
func (a *assembler) directive() error {
	start, err := a.take()
	if err != nil {
		return err
	}
	word, err := a.expect(ident, "raw, comment or exact")
	if err != nil {
		return err
	}
	switch word.text {
	case "exact":
		a.exact = true
		return nil
	case "raw":
		return a.raw(start)
	case "comment":
		return a.comment(start)
	}
	return a.wrong(word, "there is no directive .%s", word.text)
}

func (a *assembler) raw(start lexeme) error {
	var tokens []uint32
	for {
		n, err := a.expect(number, "a token in hexadecimal")
		if err != nil {
			return err
		}
		x, err := strconv.ParseUint(n.text, 0, 32)
		if err != nil {
			return a.wrong(n, "%s is not a 32-bit token", n.text)
		}
		if tokens = append(tokens, uint32(x)); len(tokens) > maxComment+1 {
			return a.wrong(n, "more tokens than one instruction has")
		}
		if more, err := a.accept(','); err != nil {
			return err
		} else if !more {
			break
		}
	}
	if tokens[0] == EndToken {
		return a.wrong(start, "the end token is not an instruction")
	}
	p := Parser{tokens: tokens, version: a.prog.Version, rows: RowsOf(a.prog.Version)}
	var in Instr
	err := p.instr(&in)
	if err == nil && p.pos != len(tokens) {
		err = p.fail(p.pos, "%d tokens after the instruction", len(tokens)-p.pos)
	}
	if err != nil {
		return a.wrong(start, "%v", err)
	}
	return a.emit(start, in)
}

// comment reads strings of hexadecimal bytes, which may stand on lines of their own.
func (a *assembler) comment(start lexeme) error {
	var payload []byte
	for {
		before, tok := a.lexer, a.tok
		if err := a.blankLines(); err != nil {
			return err
		}
		if a.tok.kind != text {
			a.lexer, a.tok = before, tok
			break
		}
		b, err := hex.DecodeString(a.tok.text)
		if err != nil {
			return a.wrong(a.tok, "a comment's text is not hexadecimal: %v", err)
		}
		if payload = append(payload, b...); len(payload) > 4*maxComment {
			return a.wrong(a.tok, "a comment holds at most %d tokens", maxComment)
		}
		if err := a.advance(); err != nil {
			return err
		}
	}
	if len(payload)%4 != 0 {
		return a.wrong(start, "a comment of %d bytes is not a whole number of tokens", len(payload))
	}
	in := Instr{Op: OpComment}
	for i := 0; i < len(payload); i += 4 {
		in.Comment = append(in.Comment, binary.LittleEndian.Uint32(payload[i:]))
	}
	return a.emit(start, in)
}
