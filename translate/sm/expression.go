package sm

import (
	"strconv"
	"strings"
)

// evaluate gives the truth of an #if: integers, defined, and C's operators.
func (p *preprocessor) evaluate(text string, col int) bool {
	e := expression{text: p.expand(p.resolveDefined(text), nil, 0)}
	x := e.binary(0)
	if e.skip(); e.wrong == "" && e.pos < len(e.text) {
		e.wrong = e.text[e.pos:]
	}
	if e.wrong != "" {
		p.fail(col, "#if: an integer expression expected at %q", e.wrong)
		return false
	}
	return x != 0
}

// resolveDefined puts 1 or 0 for defined(NAME) and defined NAME, before macros are expanded.
func (p *preprocessor) resolveDefined(text string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, "defined")
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		before, after := text[:i], text[i+len("defined"):]
		rest := strings.TrimLeft(after, " \t")
		paren := strings.HasPrefix(rest, "(")
		if paren {
			rest = strings.TrimLeft(rest[1:], " \t")
		}
		n := nameLength(rest)
		name := rest[:n]
		rest = strings.TrimLeft(rest[n:], " \t")
		whole := i == 0 || !isLetter(text[i-1]) && !isDigit(text[i-1])
		if !whole || n == 0 || paren && !strings.HasPrefix(rest, ")") || !paren && len(after) > 0 && (isLetter(after[0]) || isDigit(after[0])) {
			b.WriteString(text[:i+len("defined")])
			text = after
			continue
		}
		if paren {
			rest = rest[1:]
		}
		b.WriteString(before)
		if p.macros[name] != nil {
			b.WriteString(" 1 ")
		} else {
			b.WriteString(" 0 ")
		}
		text = rest
	}
}

// operators are C's binary operators by rising precedence; longer ones stand before their beginnings.
var operators = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// expression reads an integer expression. wrong is the rest where it could not.
type expression struct {
	text  string
	pos   int
	depth int
	wrong string
}

func (e *expression) skip() {
	for e.pos < len(e.text) && strings.IndexByte(" \t\r", e.text[e.pos]) >= 0 {
		e.pos++
	}
}

func (e *expression) fail() int64 {
	if e.wrong == "" {
		if e.wrong = e.text[e.pos:]; e.wrong == "" {
			e.wrong = "the end"
		}
	}
	return 0
}

// operator passes one of the operators; "" when none follows.
func (e *expression) operator(list []string) string {
	e.skip()
	rest := e.text[e.pos:]
	for _, op := range list {
		if !strings.HasPrefix(rest, op) {
			continue
		}
		if len(op) == 1 && len(rest) > 1 && (rest[1] == op[0] && strings.Contains("&|<>", op) || rest[1] == '=' && strings.Contains("<>", op)) {
			continue // a longer operator, of another level
		}
		e.pos += len(op)
		return op
	}
	return ""
}

func (e *expression) binary(level int) int64 {
	if level == len(operators) {
		return e.unary()
	}
	x := e.binary(level + 1)
	for e.wrong == "" {
		op := e.operator(operators[level])
		if op == "" {
			return x
		}
		x = e.apply(op, x, e.binary(level+1))
	}
	return 0
}

func (e *expression) apply(op string, x, y int64) int64 {
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch op {
	case "||":
		return truth(x != 0 || y != 0)
	case "&&":
		return truth(x != 0 && y != 0)
	case "|":
		return x | y
	case "^":
		return x ^ y
	case "&":
		return x & y
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case "<=":
		return truth(x <= y)
	case ">=":
		return truth(x >= y)
	case "<":
		return truth(x < y)
	case ">":
		return truth(x > y)
	case "<<":
		return x << uint64(y&63)
	case ">>":
		return x >> uint64(y&63)
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	}
	if y == 0 {
		return e.fail()
	}
	if op == "/" {
		return x / y
	}
	return x % y
}

func (e *expression) unary() int64 {
	if e.depth++; e.depth > maxMacroDepth {
		return e.fail()
	}
	defer func() { e.depth-- }()
	e.skip()
	if e.pos >= len(e.text) || e.wrong != "" {
		return e.fail()
	}
	switch c := e.text[e.pos]; {
	case c == '!' || c == '-' || c == '+' || c == '~':
		e.pos++
		x := e.unary()
		switch {
		case c == '-':
			return -x
		case c == '~':
			return ^x
		case c == '!' && x == 0:
			return 1
		case c == '!':
			return 0
		}
		return x
	case c == '(':
		e.pos++
		x := e.binary(0)
		if e.skip(); e.pos >= len(e.text) || e.text[e.pos] != ')' {
			return e.fail()
		}
		e.pos++
		return x
	case isDigit(c):
		from := e.pos
		for e.pos < len(e.text) && (isDigit(e.text[e.pos]) || isLetter(e.text[e.pos])) {
			e.pos++
		}
		x, err := strconv.ParseInt(strings.TrimRight(e.text[from:e.pos], "uUlL"), 0, 64)
		if err != nil {
			e.pos = from
			return e.fail()
		}
		return x
	}
	n := nameLength(e.text[e.pos:])
	if n == 0 {
		return e.fail()
	}
	e.pos += n
	return 0 // a name that is no macro
}
