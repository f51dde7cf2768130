package main

import (
	"errors"
	"flag"
	"fmt"
	"text/tabwriter"

	"d3d9vk/translate"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
	"d3d9vk/translate/validate"
)

// runCheck prints a line for each breach.
func runCheck(e *env, flags *flag.FlagSet, args []string) error {
	l := newLoader(e, flags)
	strict := flags.Bool("strict", false, "warnings count for the exit status too")
	quiet := flags.Bool("q", false, "print errors only, no warnings")
	rules := flags.Bool("rules", false, "print the table of rules instead")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if *rules {
		return printRules(e)
	}
	l.report = func(line string) { fmt.Fprintln(e.out, line) }
	err = l.each(rest, func(s *shader) error {
		if s.same > 0 {
			return nil // what it breaks was told
		}
		for _, w := range s.warnings {
			if !*quiet {
				fmt.Fprintf(e.out, "%s:%d: warning: %s\n", w.File, w.Line, w.Msg)
			}
			l.failed = l.failed || *strict
		}
		bad := false
		for _, f := range validate.Program(s.program) {
			isError := f.Severity == rule.Error
			bad = bad || isError
			if isError || !*quiet {
				fmt.Fprintf(e.out, "%s: %s: %v: %s\n", s.at(f.Instr), f.Rule, f.Severity, f.Text)
			}
			l.failed = l.failed || isError || *strict
		}
		if bad {
			return nil // what breaks the rules need not translate
		}
		if _, err := translate.Compile(sm.Encode(s.program)); err != nil {
			l.fail("%s", notTranslated(s, err))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return l.done()
}

// notTranslated is the line for a program that does not translate.
func notTranslated(s *shader, err error) string {
	var program *ir.ProgramError
	var unsupported *ir.UnsupportedError
	switch {
	case errors.As(err, &program):
		return fmt.Sprintf("%s: translate: %s", s.at(program.Instr), program.Msg)
	case errors.As(err, &unsupported):
		return fmt.Sprintf("%s: translate: %s is not supported", s.at(unsupported.Instr), unsupported.What)
	}
	return fmt.Sprintf("%s: translate: %v", s.at(-1), err)
}

// printRules prints the table that the findings' ids stand in.
func printRules(e *env) error {
	w := tabwriter.NewWriter(e.out, 0, 8, 2, ' ', 0)
	for _, r := range rule.Rules {
		fmt.Fprintf(w, "%s\t%v\t%v\t%v\t%s\n", r.ID, r.Severity, r.VS, r.PS, r.Text)
	}
	return w.Flush()
}
