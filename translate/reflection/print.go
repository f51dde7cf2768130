package reflection

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// spell gives the registers of a run: "c4", "c4-c7"; "" for none.
func (r Range) spell(prefix string) string {
	switch first := prefix + strconv.Itoa(r.First); {
	case r.Count < 1:
		return ""
	case r.Count == 1:
		return first
	default:
		return first + "-" + prefix + strconv.Itoa(r.First+r.Count-1)
	}
}

// String lists the constants: "c0-c3 c7 i0", with "c[]" where some are read relatively; "none" when there are none.
func (u *Used) String() string {
	var parts []string
	for _, f := range []struct {
		prefix string
		ranges []Range
	}{{"c", u.Float}, {"i", u.Int}, {"b", u.Bool}} {
		for _, r := range f.ranges {
			parts = append(parts, r.spell(f.prefix))
		}
	}
	if u.Relative {
		parts = append(parts, "c[]")
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, " ")
}

// String is the text form: what Fprint writes.
func (info *Info) String() string {
	var b strings.Builder
	info.Fprint(&b)
	return b.String()
}

// Fprint writes the reflection as text for people, one fact a line. No program reads it: that is what JSON is for.
func (info *Info) Fprint(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintf(t, "%s, %d tokens, %d instructions (%d arithmetic, %d texture, %d flow), %d slots\n",
		info.Version, info.Tokens, info.Instructions, info.Arithmetic, info.Textures, info.Flow, info.Slots)
	if info.Creator != "" || info.Target != "" {
		fmt.Fprintf(t, "made by %q for %q\n", info.Creator, info.Target)
	}
	for _, l := range []struct {
		word string
		list []Register
	}{{"input", info.Inputs}, {"output", info.Outputs}} {
		for _, r := range l.list {
			semantic := r.Semantic
			if r.Centroid {
				semantic += " centroid"
			}
			row(t, l.word, r.Register+"."+r.Mask, semantic)
		}
	}
	for _, s := range info.Samplers {
		row(t, "sampler", "s"+strconv.Itoa(s.Register), s.Dimension, s.Type, s.Name)
	}
	for i := range info.Constants {
		c := &info.Constants[i]
		fmt.Fprintf(t, "constant\t%s\t%v %s", c.Registers(), &c.Type, c.Name)
		if len(c.Default) > 0 {
			fmt.Fprintf(t, " = %s", numbers(c.Default))
		}
		fmt.Fprintln(t)
	}
	for _, d := range info.Defs {
		fmt.Fprintf(t, "def\t%s\t%s\n", d.Register, numbers(d.Value))
	}
	fmt.Fprintf(t, "constants used\t%v\n", &info.Used)
	for _, wr := range info.Written {
		fmt.Fprintf(t, "written\t%s: %s\n", wr.Target, wr.When)
	}
	if info.WritesDepth {
		fmt.Fprintln(t, "writes depth")
	}
	if info.Kills {
		fmt.Fprintln(t, "kills pixels")
	}
	for _, c := range info.Comments {
		fmt.Fprintf(t, "comment\t%s\t%d bytes at offset %d\n", c.Tag, c.Bytes, c.Offset)
	}
	for _, d := range info.Diagnostics {
		fmt.Fprintf(t, "note\tat offset %d: %s\n", d.Offset, d.Text)
	}
	return t.Flush()
}

// row writes cells without blank ones at the end, which would leave blanks on the line.
func row(w io.Writer, cells ...string) {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	fmt.Fprintln(w, strings.Join(cells, "\t"))
}

// maxPrinted bounds the values of a default in the text form.
const maxPrinted = 64

func numbers(list []Number) string {
	parts := make([]string, 0, min(len(list), maxPrinted))
	for _, n := range list[:min(len(list), maxPrinted)] {
		parts = append(parts, n.String())
	}
	if len(list) > maxPrinted {
		parts = append(parts, fmt.Sprintf("... (%d values)", len(list)))
	}
	return strings.Join(parts, " ")
}
