package caps

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"d3d9vk/d3d9"
)

// text prints a value as its field does: flags and shader versions by name.
func (v Value) text() string {
	var c d3d9.CAPS
	setField(&c, v)
	for _, f := range c.Fields() {
		if f.Name == v.Field {
			return f.Text()
		}
	}
	return fmt.Sprint(v.Number)
}

// setField sets the field to the value.
func setField(c *d3d9.CAPS, v Value) {
	field := fieldOf(c, v.Field)
	switch {
	case !field.IsValid():
	case field.CanUint():
		field.SetUint(uint64(v.Number))
	case field.CanInt():
		field.SetInt(int64(v.Number))
	case field.CanFloat():
		field.SetFloat(v.Number)
	}
}

// Describe writes what the profile says about each field of D3DCAPS9 and each format, with the source of each value, or "assumed".
func (p Profile) Describe(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "profile %s: %s\n", p.Name, p.About)
	if p.Hardware == nil {
		fmt.Fprintf(out, "it takes nothing from what the adapter has\n")
		return out.Flush()
	}
	if p.Period {
		fmt.Fprintf(out, "a device of its time: what it cannot do with several targets it does not do (MRT-2, MRT-4, MRT-5, MRT-10, MRT-11)\n")
	}
	fmt.Fprintf(out, "\nD3DCAPS9 (fields that are not listed stay the adapter's)\n")
	var c d3d9.CAPS
	for _, f := range c.Fields() {
		v, ok := p.value(f.Name)
		if !ok {
			continue
		}
		text := v.text()
		if f.Flags != nil && len(text) > 40 {
			fmt.Fprintf(out, "%-34s 0x%08x   %s\n    %s\n", v.Field, uint32(v.Number), v.Source.Text(), strings.ReplaceAll(text, "|", " "))
			continue
		}
		fmt.Fprintf(out, "%-34s %-12s %s\n", v.Field, text, v.Source.Text())
	}
	if p.Hardware.Formats != nil {
		fmt.Fprintf(out, "\nformats (Y: yes, .: no; others are not there)\n")
		formatHeader(out)
		for i := range p.Hardware.Formats {
			p.Hardware.Formats[i].write(out, p.Hardware.Formats[i].Source.Text())
		}
	}
	return out.Flush()
}

// Contrast is a field of D3DCAPS9 or a format about which two sets of answers differ.
type Contrast struct {
	Name string   // of the field; of a format "format " and its name
	A, B []string // flags or abilities that only one has; both values where the field is a number
}

// Contrasts lists what differs between two sets of answers, for example of two profiles on one machine: fields of D3DCAPS9, then formats. It
// returns an error of a or b.
func Contrasts(a, b Direct3D, adapter uint) ([]Contrast, error) {
	ca, err := a.GetDeviceCaps(adapter, d3d9.DEVTYPE_HAL)
	if err != nil {
		return nil, err
	}
	cb, err := b.GetDeviceCaps(adapter, d3d9.DEVTYPE_HAL)
	if err != nil {
		return nil, err
	}
	var out []Contrast
	fb := cb.Fields()
	for i, fa := range ca.Fields() {
		switch {
		case fa.Value == fb[i].Value:
		case fa.Flags == nil || fa.Name == "FVFCaps":
			out = append(out, Contrast{fa.Name, []string{fa.Text()}, []string{fb[i].Text()}})
		default:
			va, vb := fa.Value.(uint32), fb[i].Value.(uint32)
			out = append(out, Contrast{fa.Name, flagNames(fa, va&^vb), flagNames(fa, vb&^va)})
		}
	}
	for _, f := range pixelFormats() {
		if fa, fb := abilityOf(a, adapter, f), abilityOf(b, adapter, f); fa != fb {
			out = append(out, Contrast{"format " + f.String(), fa.beyond(&fb), fb.beyond(&fa)})
		}
	}
	return out, nil
}

// flagNames are the names of the flags in v.
func flagNames(f d3d9.CAPSField, v uint32) []string {
	if v == 0 {
		return nil
	}
	return strings.Split(f.Flags.Text(v), "|")
}

// Difference writes Contrasts. It returns an error of a, b or w.
func Difference(w io.Writer, a, b Direct3D, adapter uint, nameA, nameB string) error {
	contrasts, err := Contrasts(a, b, adapter)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "- %s\n+ %s\n", nameA, nameB)
	for _, c := range contrasts {
		separator := "|"
		if strings.HasPrefix(c.Name, "format ") {
			separator = ", "
		}
		fmt.Fprintf(out, "%s\n", c.Name)
		if len(c.A) > 0 {
			fmt.Fprintf(out, "    - %s\n", strings.Join(c.A, separator))
		}
		if len(c.B) > 0 {
			fmt.Fprintf(out, "    + %s\n", strings.Join(c.B, separator))
		}
	}
	if len(contrasts) == 0 {
		fmt.Fprintf(out, "no difference\n")
	}
	return out.Flush()
}

// beyond lists what f can do and g cannot.
func (f *FormatAbility) beyond(g *FormatAbility) []string {
	var words []string
	for _, a := range abilities {
		if f.Can&^g.Can&a.can != 0 {
			words = append(words, a.name)
		}
	}
	if only := f.Samples &^ g.Samples; only != 0 {
		words = append(words, (&FormatAbility{Samples: only}).sampleText()+" samples")
	}
	return words
}
