package d3d9

import (
	"strconv"
	"strings"
)

// Constant is the name and the number of one constant of this package.
type Constant struct {
	Name  string
	Value int64
}

// ConstantSet is one enumeration (Type is its Go type), one set of flags (Flags), or one group of numbers.
type ConstantSet struct {
	Name      string // Direct3D's name without D3D, such as CMPFUNC or PMISCCAPS
	Doc       string // what a value is
	Type      string // the Go type under an enumeration
	Flags     bool   // values are bits to be or-ed
	Constants []Constant
}

// Lookup returns the name of the constant with exactly the value v. Where two constants share a value the first wins.
func (s *ConstantSet) Lookup(v int64) (name string, ok bool) {
	for i := range s.Constants {
		if s.Constants[i].Value == v {
			return s.Constants[i].Name, true
		}
	}
	return "", false
}

// Text prints a 32-bit value: the name of an enumeration's constant or NAME(number), flags joined by | with the
// bits that have no name in hexadecimal at the end.
func (s *ConstantSet) Text(v uint32) string {
	if name, ok := s.Lookup(int64(v)); ok {
		return name
	}
	if !s.Flags {
		return s.Name + "(" + strconv.FormatUint(uint64(v), 10) + ")"
	}
	if v == 0 {
		return "0"
	}
	var parts []string
	rest := v
	for _, c := range s.Constants {
		bit := uint32(c.Value)
		if bit != 0 && bit&(bit-1) == 0 && rest&bit != 0 {
			parts = append(parts, c.Name)
			rest &^= bit
		}
	}
	if rest != 0 {
		parts = append(parts, "0x"+strconv.FormatUint(uint64(rest), 16))
	}
	return strings.Join(parts, "|")
}

// ConstantValue returns the number of the constant called name, such as "RS_ZENABLE", and whether there is one.
func ConstantValue(name string) (value int64, ok bool) {
	for _, s := range ConstantSets {
		for i := range s.Constants {
			if s.Constants[i].Name == name {
				return s.Constants[i].Value, true
			}
		}
	}
	return 0, false
}
