package caps

import (
	"fmt"
	"slices"
	"strings"

	"d3d9vk/d3d9"
)

// Profile is what the caps may promise at most: an adapter that can do more is reported as if it could not, and devices keep to it. The
// zero value promises programmable drawing into textures and targets, nothing else.
type Profile struct {
	Name             string
	About            string // one line for people
	FixedFunction    bool   // vertex and pixel processing without shaders, palettes excluded
	StretchRect      bool   // scaling copies between surfaces
	Multisample      bool   // surfaces with more than one sample; there is no MULTISAMPLE_TOGGLE
	AutoGenMipmap    bool   // D3DUSAGE_AUTOGENMIPMAP
	UpdateSurface    bool   // copies from system memory to video memory
	MaxRenderTargets uint32
	Period           bool      // it is a device of its time: what it cannot do with several targets it does not do (MRT-2, MRT-4, MRT-5, MRT-10, MRT-11)
	Hardware         *Hardware // what a graphics card had; nil: what the adapter has. Shared: it must not be changed
}

// Hardware is what a graphics card had of D3DCAPS9 and of formats. It can only take away from an adapter: flags that both have stay,
// numbers are the smaller ones.
type Hardware struct {
	Caps    []Value         // fields that are not named stay the adapter's
	Formats []FormatAbility // formats that are not named are not there; nil: the adapter's
}

// Value is what a graphics card had in one field of D3DCAPS9.
type Value struct {
	Field  string  // as d3d9.CAPS.Fields names it, for example "PS20Caps.NumTemps"
	Number float64 // flags, a version or a number; every value of the three is exact
	Source Source
}

// FormatAbility is what a graphics card could do with one format.
type FormatAbility struct {
	Format  d3d9.FORMAT
	Can     Ability
	Samples uint32 // bit n-1: multisampled surfaces of n samples, 2 to 16; 0: none
	Source  Source
}

// Source says where a value is from.
type Source string

const (
	Assumed  Source = "" // no public source was found
	Captured Source = "captured"
)

// Text is the source as people read it.
func (s Source) Text() string {
	if s == Assumed {
		return "assumed"
	}
	return string(s)
}

// Full is the profile "full": everything that this build does on any adapter. What is not built yet is off, so that the caps
// are true today: fixed function, generated mipmaps.
func Full() Profile {
	return Profile{Name: "full", About: "everything that the adapter has and this library does", StretchRect: true, Multisample: true, UpdateSurface: true,
		MaxRenderTargets: d3d9.MAX_SIMULTANEOUS_RENDERTARGETS}
}

// Profiles returns the names of the profiles that the library knows, "full" first.
func Profiles() []string {
	names := []string{Full().Name}
	for i := range cards {
		names = append(names, cards[i].name)
	}
	return names
}

// ProfileNamed returns the profile of that name, one of Profiles, or an error that lists them.
func ProfileNamed(name string) (Profile, error) {
	p := Full()
	if name == p.Name {
		return p, nil
	}
	i := slices.IndexFunc(cards, func(c card) bool { return c.name == name })
	if i < 0 {
		return Profile{}, fmt.Errorf("there is no caps profile %q; there are %s", clip(name), strings.Join(Profiles(), ", "))
	}
	p.Name, p.About, p.Period, p.Hardware = name, cards[i].about, true, &cards[i].hardware
	return p, nil
}

// value returns what the profile says about a field of D3DCAPS9.
func (p *Profile) value(field string) (Value, bool) {
	if p.Hardware != nil {
		for _, v := range p.Hardware.Caps {
			if v.Field == field {
				return v, true
			}
		}
	}
	return Value{}, false
}
