package sm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Bounds of one text with everything that it includes.
const (
	maxIncludeDepth = 32
	maxIncludes     = 1 << 10
	maxPreprocessed = 4 << 20 // bytes read, and bytes that macros make
	maxMacroDepth   = 64
	maxConditions   = 256 // #if within #if
)

// sourceLine is where a line of the preprocessor's text comes from.
type sourceLine struct {
	file     string
	line     int
	col      int  // of its first character that is no blank
	expanded bool // macros changed it: columns in it mean nothing
}

// preprocessor turns a text into one without directives and macros. It reports errors and goes on.
type preprocessor struct {
	options *AsmOptions
	macros  map[string]*macro
	text    strings.Builder
	lines   []sourceLine
	errors  AsmErrors
	end     sourceLine // of the first text

	conditions []condition
	includes   int
	budget     int
	gaveUp     bool

	name string // of the file at hand, changed by #line
	line int    // at hand
}

// condition is an #if that is not closed.
type condition struct {
	at      sourceLine
	active  bool // this part is read
	taken   bool // some part was
	outside bool // what is around it is read
	last    bool // the part is the #else
}

// hasDirective reports whether some line of the text starts with #.
func hasDirective(src string) bool {
	for {
		i := strings.IndexByte(src, '#')
		if i < 0 {
			return false
		}
		if strings.TrimRight(src[strings.LastIndexByte(src[:i], '\n')+1:i], " \t") == "" {
			return true
		}
		end := strings.IndexByte(src[i:], '\n')
		if end < 0 {
			return false
		}
		src = src[i+end+1:]
	}
}

func newPreprocessor(o *AsmOptions) *preprocessor {
	p := &preprocessor{options: o, macros: map[string]*macro{}, budget: maxPreprocessed}
	for name, body := range o.Defines {
		p.macros[name] = &macro{body: body}
	}
	return p
}

func (p *preprocessor) fail(col int, format string, args ...any) {
	if len(p.errors) < maxAsmErrors {
		p.errors = append(p.errors, &AsmError{p.name, p.line, max(col, 1), clipped(fmt.Sprintf(format, args...))})
	}
}

// spend takes n bytes from the budget; false when it is used up.
func (p *preprocessor) spend(n int) bool {
	if p.budget -= n; p.budget < 0 && !p.gaveUp {
		p.gaveUp = true
		p.fail(1, "includes and macros make more than %d bytes", maxPreprocessed)
	}
	return !p.gaveUp
}

// active reports whether the text at hand is read.
func (p *preprocessor) active() bool {
	return len(p.conditions) == 0 || p.conditions[len(p.conditions)-1].active
}

// file reads one file.
func (p *preprocessor) file(name, src string, depth int) {
	if !p.spend(len(src)) {
		return
	}
	p.name, p.line = name, 1
	src = p.withoutComments(src)
	open := len(p.conditions)
	number := 0
	for len(src) > 0 && !p.gaveUp && len(p.errors) < maxAsmErrors {
		line, rest, _ := strings.Cut(src, "\n")
		src = rest
		number = p.line + 1
		for strings.HasSuffix(strings.TrimRight(line, "\r"), "\\") && len(src) > 0 { // a spliced line
			line = strings.TrimSuffix(strings.TrimRight(line, "\r"), "\\")
			more, rest, _ := strings.Cut(src, "\n")
			if !p.spend(len(line) + len(more)) {
				return
			}
			line, src = line+" "+more, rest
			number++
		}
		trimmed := strings.TrimLeft(line, " \t\r\f\v")
		col := len(line) - len(trimmed) + 1
		switch {
		case strings.HasPrefix(trimmed, "#"):
			if next := p.directive(trimmed[1:], col, depth); next > 0 {
				number = next
			}
		case trimmed != "" && p.active():
			p.emit(line, col)
		}
		p.line = number
	}
	p.end = sourceLine{file: p.name, line: max(p.line-1, 1), col: 1}
	if n := len(p.conditions); n > open {
		c := p.conditions[n-1]
		p.conditions = p.conditions[:open]
		p.name, p.line = c.at.file, c.at.line
		p.fail(c.at.col, "this #if has no #endif")
	}
}

// emit writes a line of the result.
func (p *preprocessor) emit(line string, col int) {
	if len(p.lines) >= MaxTokens {
		p.gaveUp = true
		p.fail(col, "more than %d lines with instructions", MaxTokens)
		return
	}
	out := p.expand(line, nil, 0)
	p.lines = append(p.lines, sourceLine{p.name, p.line, col, out != line})
	p.text.WriteString(strings.ReplaceAll(out, "\n", " "))
	p.text.WriteByte('\n')
}

// withoutComments makes the comments blanks; lines and columns stay.
func (p *preprocessor) withoutComments(src string) string {
	out := []byte(src)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '"':
			end := strings.IndexAny(src[i+1:], "\"\n")
			if end < 0 {
				return string(out)
			}
			i += end + 2
		case c == ';' || c == '/' && i+1 < len(src) && src[i+1] == '/':
			end := strings.IndexByte(src[i:], '\n')
			if end < 0 {
				end = len(src) - i
			}
			blank(i, i+end)
			i += end
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			end := strings.Index(src[i+2:], "*/")
			if end < 0 {
				start := strings.LastIndexByte(src[:i], '\n') + 1
				p.line = 1 + strings.Count(src[:i], "\n")
				p.fail(i-start+1, "a comment that starts with /* does not end")
				p.line = 1
				blank(i, len(src))
				return string(out)
			}
			blank(i, i+end+4)
			i += end + 4
		default:
			i++
		}
	}
	return string(out)
}

// directive does a line that starts with #. It gives the number of the next line where #line sets it, else 0.
func (p *preprocessor) directive(text string, col, depth int) int {
	text = strings.TrimSpace(text)
	word := text
	if i := strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 || !isLetter(byte(r)) }); i >= 0 {
		word = text[:i]
	}
	rest := strings.TrimSpace(text[len(word):])
	if p.conditional(word, rest, col) || !p.active() {
		return 0
	}
	switch word {
	case "": // # alone does nothing
		if rest != "" {
			p.fail(col, "%q is not a directive of the preprocessor", "#"+rest)
		}
	case "define":
		p.define(rest, col)
	case "undef":
		delete(p.macros, rest)
	case "include":
		p.include(rest, col, depth)
	case "line":
		return p.setLine(rest, col)
	case "error":
		p.fail(col, "#error %s", rest)
	case "pragma":
	default:
		p.fail(col, "%q is not a directive of the preprocessor", "#"+word)
	}
	return 0
}

// conditional does the directives of the if family; false for others.
func (p *preprocessor) conditional(word, rest string, col int) bool {
	n := len(p.conditions)
	top := &condition{}
	if n > 0 {
		top = &p.conditions[n-1]
	}
	switch word {
	case "if", "ifdef", "ifndef":
		if n >= maxConditions {
			p.fail(col, "#if nests deeper than %d", maxConditions)
			p.gaveUp = true
			return true
		}
		outside := p.active()
		yes := outside && p.holds(word, rest, col)
		p.conditions = append(p.conditions, condition{sourceLine{p.name, p.line, col, false}, yes, yes, outside, false})
	case "elif", "else":
		if n == 0 || top.last {
			p.fail(col, "#%s without #if", word)
			return true
		}
		top.last = word == "else"
		top.active = top.outside && !top.taken && (top.last || p.holds("if", rest, col))
		top.taken = top.taken || top.active
	case "endif":
		if n == 0 {
			p.fail(col, "#endif without #if")
			return true
		}
		p.conditions = p.conditions[:n-1]
	default:
		return false
	}
	return true
}

func (p *preprocessor) holds(word, rest string, col int) bool {
	if word == "if" {
		return p.evaluate(rest, col)
	}
	if !isName(rest) {
		p.fail(col, "#%s needs the name of a macro, not %q", word, rest)
		return false
	}
	return (p.macros[rest] != nil) == (word == "ifdef")
}

func (p *preprocessor) setLine(rest string, col int) int {
	rest = strings.TrimSpace(p.expand(rest, nil, 0))
	digits, file, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > 1<<30 {
		p.fail(col, "#line needs a line number, not %q", digits)
		return 0
	}
	if file = strings.TrimSpace(file); file != "" {
		name, err := strconv.Unquote(strings.ReplaceAll(file, `\`, `\\`))
		if err != nil {
			p.fail(col, "#line needs a file name in quotes, not %s", file)
			return 0
		}
		p.name = name
	}
	return n
}

func (p *preprocessor) include(rest string, col, depth int) {
	var name string
	angle := strings.HasPrefix(rest, "<") && strings.HasSuffix(rest, ">")
	switch {
	case len(rest) > 2 && (angle || rest[0] == '"' && rest[len(rest)-1] == '"'):
		name = rest[1 : len(rest)-1]
	default:
		p.fail(col, "#include needs \"file\" or <file>, not %q", rest)
		return
	}
	if p.options.Include == nil {
		p.fail(col, "#include %s: nothing can be included here", rest)
		return
	}
	if p.includes++; depth >= maxIncludeDepth || p.includes > maxIncludes {
		p.fail(col, "#include %s: more than %d files inside each other, or %d in all", rest, maxIncludeDepth, maxIncludes)
		p.gaveUp = true
		return
	}
	file, text, err := p.options.Include(p.name, name, angle)
	if err != nil {
		p.fail(col, "#include %s: %v", rest, err)
		return
	}
	from, line := p.name, p.line
	p.file(file, text, depth+1)
	p.name, p.line = from, line
}

// isName reports a name that a macro can have.
func isName(s string) bool {
	return s != "" && isLetter(s[0]) && !slices.ContainsFunc([]byte(s), func(c byte) bool { return !isLetter(c) && !isDigit(c) })
}
