package sm

import (
	"fmt"
	"strings"
)

// AsmError says where assembly text is wrong.
type AsmError struct {
	File      string // "" for a text without a name
	Line, Col int    // from 1; the column of a line that macros changed is its first
	Msg       string
}

func (e *AsmError) Error() string {
	at := fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg)
	if e.File != "" {
		return e.File + ":" + at
	}
	return at
}

// maxMessage bounds what an error says, in bytes: the text that it quotes may be a megabyte.
const maxMessage = 300

// clipped is a message of bounded length.
func clipped(msg string) string {
	if len(msg) <= maxMessage {
		return msg
	}
	return strings.ToValidUTF8(msg[:maxMessage], "") + " ..."
}

// kind is the class of a lexeme: punctuation is its own character.
type kind byte

const (
	eof     kind = 0
	bad     kind = 1 // what the lexer cannot cut
	newline kind = '\n'
	ident   kind = 'a'
	number  kind = '0'
	text    kind = '"'
)

type lexeme struct {
	kind      kind
	text      string // identifiers in lower case, strings without quotes
	line, col int
}

func (l lexeme) String() string {
	switch l.kind {
	case eof:
		return "the end of the text"
	case newline:
		return "the end of the line"
	}
	return fmt.Sprintf("%q", l.text)
}

// lexer cuts assembly text into lexemes. Comments are //, ; and /* */.
type lexer struct {
	src       string
	pos       int
	line      int
	lineStart int
	prev      kind // the lexeme before: decides what a dot and a digit are

	file  string       // name of the text
	lines []sourceLine // of a text that the preprocessor made: where its lines come from, or nil
	end   sourceLine   // and where it ends
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func (x *lexer) at(i int) byte {
	if x.pos+i < len(x.src) {
		return x.src[x.pos+i]
	}
	return 0
}

func (x *lexer) fail(format string, args ...any) error {
	return x.errorAt(x.line, x.pos-x.lineStart+1, fmt.Sprintf(format, args...))
}

// shownLine bounds what an error shows of a line that macros made, in bytes.
const shownLine = 120

// errorAt makes the error of a place in the text at hand.
func (x *lexer) errorAt(line, col int, msg string) *AsmError {
	e := &AsmError{Msg: clipped(msg)}
	var expanded bool
	if e.File, e.Line, e.Col, expanded = x.place(line, col); expanded {
		text := x.src
		for range line - 1 {
			text = text[strings.IndexByte(text, '\n')+1:]
		}
		text, _, _ = strings.Cut(text, "\n")
		if text = strings.TrimSpace(text); len(text) > shownLine {
			text = text[:shownLine]
		}
		e.Msg += fmt.Sprintf(" (the line is %q after its macros)", text)
	}
	return e
}

// place finds the line of the source for a line of the text; n counts from 1.
func (x *lexer) place(n, col int) (file string, line, column int, expanded bool) {
	if x.lines == nil {
		return x.file, n, col, false
	}
	at := x.end
	if n <= len(x.lines) {
		at = x.lines[n-1]
	}
	if at.expanded || n > len(x.lines) {
		col = at.col
	}
	return at.file, max(at.line, 1), max(col, 1), at.expanded
}

// skip passes blanks and comments; a block comment may span lines without ending the statement.
func (x *lexer) skip() error {
	for x.pos < len(x.src) {
		switch c := x.at(0); {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			x.pos++
		case c == ';' || c == '/' && x.at(1) == '/':
			for x.pos < len(x.src) && x.at(0) != '\n' {
				x.pos++
			}
		case c == '/' && x.at(1) == '*':
			end := strings.Index(x.src[x.pos+2:], "*/")
			if end < 0 {
				return x.fail("a comment that starts with /* does not end")
			}
			body := x.src[x.pos : x.pos+end+4]
			if n := strings.Count(body, "\n"); n > 0 {
				x.line += n
				x.lineStart = x.pos + strings.LastIndexByte(body, '\n') + 1
			}
			x.pos += len(body)
		default:
			return nil
		}
	}
	return nil
}

func (x *lexer) next() (lexeme, error) {
	if err := x.skip(); err != nil {
		return lexeme{}, err
	}
	l := lexeme{line: x.line, col: x.pos - x.lineStart + 1}
	if x.pos >= len(x.src) {
		return l, nil
	}
	start := x.pos
	c := x.at(0)
	switch {
	case c == '\n':
		x.pos++
		x.line++
		x.lineStart = x.pos
		l.kind = newline
	case isLetter(c):
		for isLetter(x.at(0)) || isDigit(x.at(0)) {
			x.pos++
		}
		l.kind, l.text = ident, strings.ToLower(x.src[start:x.pos])
	case isDigit(c) || c == '.' && isDigit(x.at(1)) && x.prev != ident && x.prev != ']':
		x.number()
		l.kind, l.text = number, strings.ToLower(x.src[start:x.pos])
	case c == '"':
		end := strings.IndexAny(x.src[x.pos+1:], "\"\n")
		if end < 0 || x.src[x.pos+1+end] != '"' {
			return l, x.fail("a string does not end on its line")
		}
		x.pos += end + 2
		l.kind, l.text = text, x.src[start+1:x.pos-1]
	case strings.IndexByte(".,+-()[]!", c) >= 0:
		x.pos++
		l.kind, l.text = kind(c), x.src[start:x.pos]
	default:
		return l, x.fail("%q is not part of the language", string([]rune(x.src[x.pos:min(x.pos+4, len(x.src))])[:1]))
	}
	x.prev = l.kind
	return l, nil
}

// number passes a decimal or hexadecimal number, with the C suffix f and the run-time library's 1.#INF forms.
func (x *lexer) number() {
	if x.at(0) == '0' && (x.at(1) == 'x' || x.at(1) == 'X') {
		x.pos += 2
		for strings.IndexByte("0123456789abcdefABCDEF", x.at(0)) >= 0 && x.at(0) != 0 {
			x.pos++
		}
		return
	}
	for isDigit(x.at(0)) {
		x.pos++
	}
	if x.at(0) == '.' {
		x.pos++
		if x.at(0) == '#' {
			x.pos++
			for isLetter(x.at(0)) {
				x.pos++
			}
			return
		}
		for isDigit(x.at(0)) {
			x.pos++
		}
	}
	if c := x.at(0); c == 'e' || c == 'E' {
		n := 1
		if s := x.at(n); s == '+' || s == '-' {
			n++
		}
		if isDigit(x.at(n)) {
			x.pos += n
			for isDigit(x.at(0)) {
				x.pos++
			}
		}
	}
	if c := x.at(0); c == 'f' || c == 'F' {
		x.pos++
	}
}
