package gpu

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
)

// DisableFormat makes the adapter one that lacks an ability of a format: name is a format's name and a field of FormatSupport, as in
// A4R4G4B4UnormPack16.ColorTarget. What needs the ability goes with it: linear filtering with Sampled, blending and multisampling with
// ColorTarget and DepthTarget. SampleCounts leaves one sample. The error names what there is.
func (a *Adapter) DisableFormat(name string) error {
	formatName, ability, _ := strings.Cut(name, ".")
	format := FormatUndefined
	for f, n := range formatNames {
		if n == formatName {
			format = f
		}
	}
	if format == FormatUndefined {
		names := make([]string, len(AllFormats))
		for i, f := range AllFormats {
			names[i] = f.String()
		}
		return fmt.Errorf("%q names no format: there are %s", name, strings.Join(names, ", "))
	}
	s := a.Formats[format]
	field := reflect.ValueOf(&s).Elem().FieldByName(ability)
	switch {
	case !field.IsValid():
		return fmt.Errorf("%q names no ability of a format: there are %s", name, strings.Join(FieldNames[FormatSupport](), ", "))
	case field.Kind() == reflect.Bool:
		field.SetBool(false)
	default:
		s.SampleCounts &= 1
	}
	s.SampledLinear = s.SampledLinear && s.Sampled
	s.Blend = s.Blend && s.ColorTarget
	if !s.ColorTarget && !s.DepthTarget {
		s.SampleCounts = 0
	}
	formats := maps.Clone(a.Formats)
	if formats == nil {
		formats = map[Format]FormatSupport{}
	}
	formats[format] = s
	a.Formats = formats
	return nil
}

// FieldNames is the names of the fields of a struct type, Features or FormatSupport, in order.
func FieldNames[T any]() []string {
	t := reflect.TypeFor[T]()
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = t.Field(i).Name
	}
	return names
}
