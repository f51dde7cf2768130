package sm

import "strings"

// AsmOptions are what a text needs beside itself. The zero value is a text without a name that includes nothing.
type AsmOptions struct {
	File    string            // its name in errors
	Defines map[string]string // macros without arguments, as #define would make them

	// Include gives the text that #include names, and its name for errors. from is the name of the file that includes it;
	// angle says <name> instead of "name". nil: #include is an error.
	Include func(from, name string, angle bool) (file, text string, err error)
}

// Assembly is what a text gives.
type Assembly struct {
	Program  *Program
	Start    Place       // of the version
	Places   []Place     // for each of the program's instructions
	Warnings []*AsmError // what the text says and should not (rule OT-9: oT# in vs_3_0)
}

// Place is where an instruction stands.
type Place struct {
	File string // as in AsmOptions, or what #line and #include say
	Line int    // from 1
}

// maxAsmErrors is how many errors and how many warnings of one text are told.
const maxAsmErrors = 20

// AsmErrors are the errors of one text, in its order: at most one for each line, and maxAsmErrors.
type AsmErrors []*AsmError

func (l AsmErrors) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the errors one by one.
func (l AsmErrors) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}

// AssembleText reads Microsoft's assembly language for all versions, in any letter case: the version on the first line
// ("vs_2_0" or "vs.2.0"), then the instructions, usually one a line. It also reads what Print adds (".raw", ".comment",
// hexadecimal floats). A shorter swizzle repeats its last component; a missing one is .xyzw, but .x for a0 between
// brackets. Declarations and constants go before the instructions: dcl of inputs, of outputs, of samplers, def, defb,
// defi, each kind in the text's order; and oFog.x and oPts.x, which are scalars, mean all components. After the
// directive ".exact" order and masks are the text's.
//
// Lines that start with # are directives of the preprocessor: define (with and without arguments), undef, if, ifdef, ifndef, elif,
// else, endif, include, line, error, pragma (which does nothing).
//
// The error is an AsmErrors. A line with an error does not keep the others from being read.
func AssembleText(src string, o AsmOptions) (*Assembly, error) {
	a := assembler{lexer: lexer{src: src, line: 1, file: o.File}, size: 2}
	if len(o.Defines) > 0 || hasDirective(src) {
		p := newPreprocessor(&o)
		p.file(o.File, src, 0)
		a.src, a.lines, a.errors = p.text.String(), p.lines, p.errors
		a.lexer.end = p.end
	}
	a.program()
	if len(a.errors) > 0 {
		return nil, a.errors
	}
	if !a.exact {
		a.declarationsFirst()
	}
	setOffsets(&a.prog)
	return &Assembly{&a.prog, a.start, a.places, a.warnings}, nil
}

// Assemble is AssembleText of a text that needs nothing beside itself.
func Assemble(src string) (*Program, error) {
	a, err := AssembleText(src, AsmOptions{})
	if err != nil {
		return nil, err
	}
	return a.Program, nil
}
