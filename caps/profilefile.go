package caps

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"reflect"
	"slices"
	"strings"

	"d3d9vk/d3d9"
)

// maxProfile is the largest profile file in bytes.
const maxProfile = 1 << 20

// maxText is the longest name, line or source in a profile file, in bytes.
const maxText = 300

// file is a profile as JSON. Fields of D3DCAPS9 and formats that it does not name are treated as in Hardware.
type file struct {
	Profile string       `json:"profile"`
	About   string       `json:"about,omitempty"`
	Period  bool         `json:"period"`
	Caps    []fileValue  `json:"caps"`
	Formats []fileFormat `json:"formats,omitempty"`
}

type fileValue struct {
	Field  string  `json:"field"`
	Number float64 `json:"value"`
	Source Source  `json:"source,omitempty"`
}

type fileFormat struct {
	Format  string   `json:"format"`
	Can     []string `json:"can"`
	Samples []uint   `json:"samples,omitempty"`
	Source  Source   `json:"source,omitempty"`
}

// Write writes the profile's hardware as JSON, which ReadProfile reads. What the library itself leaves out is not written: it is the
// library's to know.
func (p Profile) Write(w io.Writer) error {
	out := file{Profile: p.Name, About: p.About, Period: p.Period, Caps: []fileValue{}}
	if h := p.Hardware; h != nil {
		for _, v := range h.Caps {
			out.Caps = append(out.Caps, fileValue(v))
		}
		for i := range h.Formats {
			out.Formats = append(out.Formats, h.Formats[i].toFile())
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "\t")
	return e.Encode(&out)
}

func (f *FormatAbility) toFile() fileFormat {
	out := fileFormat{Format: f.Format.String(), Can: []string{}, Source: f.Source}
	for _, a := range abilities {
		if f.Can&a.can != 0 {
			out.Can = append(out.Can, a.name)
		}
	}
	for left := f.Samples; left != 0; left &= left - 1 {
		out.Samples = append(out.Samples, uint(bits.TrailingZeros32(left))+1)
	}
	return out
}

// ReadProfile reads a profile that Write wrote, or a person: at most 1 MiB of JSON. Errors name the field or format that is wrong.
func ReadProfile(r io.Reader) (Profile, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
	if err != nil {
		return Profile{}, fmt.Errorf("caps profile: %w", err)
	}
	if len(data) > maxProfile {
		return Profile{}, fmt.Errorf("caps profile: larger than %d bytes", maxProfile)
	}
	var in file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return Profile{}, fmt.Errorf("caps profile: %s", clipTo(maxText, explainJSON(data, err))) // it may quote any of the file
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Profile{}, errors.New("caps profile: something follows the JSON")
	}
	p := Full()
	if p.Name, p.About, p.Period = in.Profile, in.About, in.Period; p.Name == "" || tooLong(p.Name) || tooLong(p.About) {
		return Profile{}, fmt.Errorf("caps profile: profile and about: a name and a line of at most %d bytes", maxText)
	}
	h := &Hardware{}
	if err := h.readCaps(in.Caps); err != nil {
		return Profile{}, fmt.Errorf("caps profile: %w", err)
	}
	if err := h.readFormats(in.Formats); err != nil {
		return Profile{}, fmt.Errorf("caps profile: %w", err)
	}
	if len(h.Caps) > 0 || h.Formats != nil {
		p.Hardware = h
	}
	return p, nil
}

// explainJSON says in which line of the file the JSON is wrong, and how.
func explainJSON(data []byte, err error) string {
	line := func(offset int64) int { return 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n")) }
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the JSON ends early"
	case errors.As(err, &syntax):
		return fmt.Sprintf("line %d: %v", line(syntax.Offset), err)
	case errors.As(err, &wrong) && wrong.Field == "caps.value" && !strings.HasPrefix(wrong.Value, "number"):
		return fmt.Sprintf("line %d: a value is a number, of flags the one that d3d9vk caps prints before their names, not a %s", line(wrong.Offset), wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Sprintf("line %d: %s cannot be: %s", line(wrong.Offset), cmp.Or(wrong.Field, "the whole"), wrong.Value)
	}
	return err.Error()
}

func tooLong(s string) bool { return len(s) > maxText || strings.ContainsAny(s, "\n\r\x1b") }

func (h *Hardware) readCaps(values []fileValue) error {
	var scratch d3d9.CAPS
	seen := map[string]bool{}
	for _, v := range values {
		field := fieldOf(&scratch, v.Field)
		switch {
		case !field.IsValid():
			return fmt.Errorf("D3DCAPS9 has no field %q", clip(v.Field))
		case seen[v.Field]:
			return fmt.Errorf("field %s is there twice", v.Field)
		case !holds(field.Kind(), v.Number):
			return fmt.Errorf("field %s cannot be %v", v.Field, v.Number)
		case tooLong(string(v.Source)):
			return fmt.Errorf("field %s: its source is no line of at most %d bytes", v.Field, maxText)
		}
		seen[v.Field] = true
		h.Caps = append(h.Caps, Value(v))
	}
	return nil
}

// holds says whether a field of the kind can have the value.
func holds(k reflect.Kind, v float64) bool {
	switch k {
	case reflect.Uint32:
		return v >= 0 && v <= math.MaxUint32 && v == math.Trunc(v)
	case reflect.Int32:
		return v >= math.MinInt32 && v <= math.MaxInt32 && v == math.Trunc(v)
	}
	return math.Abs(v) <= math.MaxFloat32
}

func (h *Hardware) readFormats(formats []fileFormat) error {
	seen := map[string]bool{}
	for _, f := range formats {
		i := slices.IndexFunc(pixelFormats(), func(known d3d9.FORMAT) bool { return known.String() == f.Format })
		if i < 0 {
			return fmt.Errorf("there is no pixel format %q", clip(f.Format))
		}
		if seen[f.Format] {
			return fmt.Errorf("format %s is there twice", f.Format)
		}
		seen[f.Format] = true
		if tooLong(string(f.Source)) {
			return fmt.Errorf("format %s: its source is no line of at most %d bytes", f.Format, maxText)
		}
		out := FormatAbility{Format: pixelFormats()[i], Source: f.Source}
		for _, name := range f.Can {
			i := slices.IndexFunc(abilities, func(a abilityRow) bool { return a.name == name })
			if i < 0 {
				return fmt.Errorf("format %s: there is no ability %q; there are %s", f.Format, clip(name), abilityNames())
			}
			out.Can |= abilities[i].can
		}
		for _, n := range f.Samples {
			if n < 2 || n > 16 {
				return fmt.Errorf("format %s: %d samples are not within 2..16", f.Format, n)
			}
			out.Samples |= 1 << (n - 1)
		}
		h.Formats = append(h.Formats, out)
	}
	return nil
}

// clip keeps what an error quotes short.
func clip(s string) string { return clipTo(40, s) }

func clipTo(most int, s string) string {
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// FindProfile returns the profile with that name, one of Profiles, or, where the name has a dot or a slash, that of the file, a regular one.
func FindProfile(name string) (Profile, error) {
	if !strings.ContainsAny(name, "./\\") {
		return ProfileNamed(name)
	}
	info, err := os.Stat(name)
	if err != nil {
		return Profile{}, fmt.Errorf("caps profile: %w", err)
	}
	if !info.Mode().IsRegular() { // opening a pipe that nobody writes to would wait for ever
		return Profile{}, fmt.Errorf("caps profile: %s is no regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return Profile{}, fmt.Errorf("caps profile: %w", err)
	}
	defer f.Close()
	p, err := ReadProfile(f)
	if err != nil {
		return Profile{}, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// Capture asks d for all of D3DCAPS9 and for what it can do with every format: a profile that makes another machine answer as this one,
// as far as it can. It is a period profile where several targets are not all that the caps allow.
func Capture(d Direct3D, adapter uint) (Profile, error) {
	id, err := d.GetAdapterIdentifier(adapter, 0)
	if err != nil {
		return Profile{}, err
	}
	c, err := d.GetDeviceCaps(adapter, d3d9.DEVTYPE_HAL)
	if err != nil {
		return Profile{}, err
	}
	p := Full()
	p.Name = "captured"
	p.About = strings.ToValidUTF8(strings.Map(printable, clipLine(id.GetDescription()+", "+id.GetDriver())), "?")
	p.Period = c.NumSimultaneousRTs > 1 && c.PrimitiveMiscCaps&severalTargets != severalTargets
	p.Hardware = &Hardware{Formats: []FormatAbility{}}
	for _, f := range c.Fields() {
		if !identity[f.Name] {
			p.Hardware.Caps = append(p.Hardware.Caps, Value{Field: f.Name, Number: number(f.Value), Source: Captured})
		}
	}
	for _, f := range pixelFormats() {
		if a := abilityOf(d, adapter, f); a.Can != 0 {
			a.Source = Captured
			p.Hardware.Formats = append(p.Hardware.Formats, a)
		}
	}
	return p, nil
}

func printable(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}

func clipLine(s string) string { return s[:min(len(s), maxText)] }

// number is the value of a field of D3DCAPS9.
func number(v any) float64 {
	switch n := v.(type) {
	case uint32:
		return float64(n)
	case int32:
		return float64(n)
	case float32:
		return float64(n)
	}
	return 0
}

func abilityNames() string {
	var names []string
	for _, a := range abilities {
		names = append(names, a.name)
	}
	return strings.Join(names, ", ")
}
