package main

import (
	"encoding/json"
	"flag"
	"fmt"

	"d3d9vk/translate/reflection"
)

// item is one shader in the JSON of info. The names are stable.
type item struct {
	File   string           `json:"file"`
	Offset *int             `json:"offset,omitempty"` // in the file, in bytes; without one it is assembly text
	Number int              `json:"number"`           // in the file, from 1
	Name   string           `json:"name,omitempty"`   // inside the file
	SameAs int              `json:"sameAs,omitempty"` // number of an equal shader before it
	Shader *reflection.Info `json:"shader"`
}

// runInfo prints the reflection of each shader, as text or as one JSON array.
func runInfo(e *env, flags *flag.FlagSet, args []string) error {
	l := newLoader(e, flags)
	asJSON := flags.Bool("json", false, "print a JSON array with an object for each shader")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	items := []item{}
	first := true
	err = l.each(rest, func(s *shader) error {
		info := reflection.Of(s.program)
		if *asJSON {
			it := item{File: s.file, Number: s.number, Name: s.name, SameAs: s.same, Shader: info}
			if s.offset >= 0 {
				it.Offset = &s.offset
			}
			items = append(items, it)
			return nil
		}
		if !first {
			fmt.Fprintln(e.out)
		}
		first = false
		fmt.Fprintf(e.out, "%s%s: ", s.base(), named(s))
		return info.Fprint(e.out)
	})
	if err != nil {
		return err
	}
	if *asJSON {
		j := json.NewEncoder(e.out)
		j.SetIndent("", "  ")
		j.SetEscapeHTML(false)
		if err := j.Encode(items); err != nil {
			return err
		}
	}
	return l.done()
}
