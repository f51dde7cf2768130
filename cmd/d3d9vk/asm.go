package main

import (
	"flag"
	"fmt"

	"d3d9vk/translate/sm"
)

// runAsm writes the tokens of each shader.
func runAsm(e *env, flags *flag.FlagSet, args []string) error {
	l := newLoader(e, flags)
	o := output{e: e, binary: true}
	flags.StringVar(&o.path, "o", "-", "`file` for the tokens, or a folder; - is standard output")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	shaders, err := o.all(l, rest)
	if err != nil {
		return err
	}
	for _, s := range shaders {
		for _, w := range s.warnings {
			fmt.Fprintf(e.stderr, "%s:%d:%d: warning: %s\n", w.File, w.Line, w.Col, w.Msg)
		}
		ext := ".vso"
		if s.program.Version.Stage() == sm.Pixel {
			ext = ".pso"
		}
		if err := o.write(s, sm.EncodeBytes(s.program), ext); err != nil {
			return err
		}
	}
	return l.done()
}

// runDis writes the assembly of each shader. Before one of several stands a comment with its place.
func runDis(e *env, flags *flag.FlagSet, args []string) error {
	l := newLoader(e, flags)
	o := output{e: e}
	flags.StringVar(&o.path, "o", "-", "`file` for the text, or a folder; - is standard output")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	shaders, err := o.all(l, rest)
	if err != nil {
		return err
	}
	for _, s := range shaders {
		text := sm.Print(s.program)
		if len(shaders) > 1 && o.path == "-" {
			text = fmt.Sprintf("// %s%s\n%s\n", s.base(), named(s), text)
		}
		if err := o.write(s, []byte(text), ".asm"); err != nil {
			return err
		}
	}
	return l.done()
}

// named is what is known of a shader beside its place, for headings.
func named(s *shader) string {
	text := ""
	if s.count > 1 {
		text += fmt.Sprintf(" (%d of %d)", s.number, s.count)
	}
	if s.name != "" {
		text += " " + s.name
	}
	if s.same > 0 {
		text += fmt.Sprintf(", the same as %d", s.same)
	}
	return text
}
