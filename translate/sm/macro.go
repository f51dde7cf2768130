package sm

import "strings"

// macro is what #define gives a name.
type macro struct {
	function bool
	params   []string
	body     string
}

// define does #define NAME body and #define NAME(a, b) body.
func (p *preprocessor) define(rest string, col int) {
	name := rest[:nameLength(rest)]
	if name == "" || name == "defined" {
		p.fail(col, "#define needs a name, not %q", rest)
		return
	}
	m := &macro{}
	rest = rest[len(name):]
	if strings.HasPrefix(rest, "(") {
		m.function = true
		list, body, ok := strings.Cut(rest[1:], ")")
		if !ok {
			p.fail(col, "the parameters of %s have no )", name)
			return
		}
		if strings.TrimSpace(list) != "" {
			for _, param := range strings.Split(list, ",") {
				if param = strings.TrimSpace(param); !isName(param) {
					p.fail(col, "%q is not a name for a parameter of %s", param, name)
					return
				}
				m.params = append(m.params, param)
			}
		}
		rest = body
	}
	m.body = strings.TrimSpace(rest)
	p.macros[name] = m
}

// nameLength is the length of the name that s starts with.
func nameLength(s string) int {
	if s == "" || !isLetter(s[0]) {
		return 0
	}
	n := 1
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
		n++
	}
	return n
}

// hidden is a list of the macros that are being expanded: these do not expand again.
type hidden struct {
	name string
	next *hidden
}

func (h *hidden) has(name string) bool {
	for ; h != nil; h = h.next {
		if h.name == name {
			return true
		}
	}
	return false
}

// expand gives the text with its macros replaced.
func (p *preprocessor) expand(text string, h *hidden, depth int) string {
	if len(p.macros) == 0 || p.gaveUp {
		return text
	}
	if depth > maxMacroDepth {
		p.fail(1, "macros nest deeper than %d", maxMacroDepth)
		p.gaveUp = true
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text) && !p.gaveUp; {
		c := text[i]
		n := 1
		switch {
		case c == '"':
			if end := strings.IndexByte(text[i+1:], '"'); end >= 0 {
				n = end + 2
			} else {
				n = len(text) - i
			}
		case isDigit(c): // letters in a number are no names
			for i+n < len(text) && (isDigit(text[i+n]) || isLetter(text[i+n])) {
				n++
			}
		case isLetter(c):
			n = nameLength(text[i:])
			name := text[i : i+n]
			m := p.macros[name]
			if m == nil || h.has(name) {
				break
			}
			body := m.body
			if m.function {
				args, size, ok := p.arguments(text[i+n:])
				if !ok {
					break // a name without ( is not a call
				}
				if len(args) == 1 && len(m.params) == 0 && strings.TrimSpace(args[0]) == "" {
					args = nil
				}
				if len(args) != len(m.params) {
					p.fail(i+1, "%s takes %d arguments, not %d", name, len(m.params), len(args))
					break
				}
				for k := range args {
					args[k] = p.expand(strings.TrimSpace(args[k]), h, depth+1)
				}
				body = p.substitute(m, args)
				n += size
			}
			body = paste(body)
			if !p.spend(len(body) + 1) {
				return ""
			}
			b.WriteString(p.expand(body, &hidden{name, h}, depth+1))
			i += n
			continue
		}
		b.WriteString(text[i : i+n])
		i += n
	}
	return b.String()
}

// arguments reads "(a, b)" behind a macro's name, and how long it is.
func (p *preprocessor) arguments(text string) (args []string, size int, ok bool) {
	open := strings.IndexFunc(text, func(r rune) bool { return r != ' ' && r != '\t' })
	if open < 0 || text[open] != '(' {
		return nil, 0, false
	}
	depth, from := 0, open+1
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return append(args, text[from:i]), i + 1, true
			}
		case ',':
			if depth == 1 {
				args = append(args, text[from:i])
				from = i + 1
			}
		}
	}
	return nil, 0, false
}

// substitute puts the arguments into the macro's body.
func (p *preprocessor) substitute(m *macro, args []string) string {
	var b strings.Builder
	for i := 0; i < len(m.body); {
		n := nameLength(m.body[i:])
		if n == 0 {
			b.WriteByte(m.body[i])
			i++
			continue
		}
		word := m.body[i : i+n]
		for k, param := range m.params {
			if param == word {
				word = args[k]
				break
			}
		}
		if !p.spend(len(word)) {
			return ""
		}
		b.WriteString(word)
		i += n
	}
	return b.String()
}

// paste joins what stands around ##.
func paste(s string) string {
	left, right, ok := strings.Cut(s, "##")
	if !ok {
		return s
	}
	var b strings.Builder
	for ok {
		b.WriteString(strings.TrimRight(left, " \t"))
		left, right, ok = strings.Cut(strings.TrimLeft(right, " \t"), "##")
	}
	b.WriteString(left)
	return b.String()
}
