package reflection

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// RegisterSet is the kind of register that a constant has (D3DXREGISTER_SET).
type RegisterSet uint8

const (
	SetBool    RegisterSet = iota // b#
	SetInt4                       // i#
	SetFloat4                     // c#
	SetSampler                    // s#
)

// setNames and setPrefixes spell the register sets and their registers.
var (
	setNames    = []string{SetBool: "bool", SetInt4: "int4", SetFloat4: "float4", SetSampler: "sampler"}
	setPrefixes = []string{SetBool: "b", SetInt4: "i", SetFloat4: "c", SetSampler: "s"}
)

// Class is the shape of a type (D3DXPARAMETER_CLASS).
type Class uint16

const (
	ClassScalar Class = iota
	ClassVector
	ClassMatrixRows
	ClassMatrixColumns
	ClassObject
	ClassStruct
)

var classNames = []string{ClassScalar: "scalar", ClassVector: "vector", ClassMatrixRows: "matrix_rows",
	ClassMatrixColumns: "matrix_columns", ClassObject: "object", ClassStruct: "struct"}

// Base is what a type is made of (D3DXPARAMETER_TYPE).
type Base uint16

// The bases that this package looks at.
const (
	BaseSampler     Base = 10
	BaseSampler1D   Base = 11
	BaseSampler2D   Base = 12
	BaseSampler3D   Base = 13
	BaseSamplerCube Base = 14
)

var baseNames = []string{"void", "bool", "int", "float", "string", "texture", "texture1D", "texture2D", "texture3D", "textureCUBE",
	"sampler", "sampler1D", "sampler2D", "sampler3D", "samplerCUBE", "pixelshader", "vertexshader", "pixelfragment",
	"vertexfragment", "unsupported"}

// nameOf gives names[n], or a word with the number for numbers without a name.
func nameOf(names []string, n int, word string) string {
	if n < len(names) {
		return names[n]
	}
	return word + strconv.Itoa(n)
}

// String is D3DX's word in lower case: "float4".
func (s RegisterSet) String() string { return nameOf(setNames, int(s), "set") }

// String is D3DX's word in lower case: "matrix_columns".
func (c Class) String() string { return nameOf(classNames, int(c), "class") }

// String is HLSL's word: "float", "sampler2D".
func (b Base) String() string { return nameOf(baseNames, int(b), "type") }

// The three enumerations are words in JSON.

func (s RegisterSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (c Class) MarshalText() ([]byte, error)       { return []byte(c.String()), nil }
func (b Base) MarshalText() ([]byte, error)        { return []byte(b.String()), nil }

// Number is a float or an integer of a constant. In JSON it is a number, or one of the strings "NaN", "+Inf", "-Inf".
type Number float64

// MarshalJSON spells floats with the digits that a float32 needs.
func (n Number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return json.Marshal(n.String())
	}
	return []byte(n.String()), nil
}

func (n Number) String() string {
	if f := float64(n); f == math.Trunc(f) && math.Abs(f) < 1<<32 && !(f == 0 && math.Signbit(f)) {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(float64(n), 'g', -1, 32)
}

// Constant is one row of the constant table that HLSL compilers leave in a shader (CTAB).
type Constant struct {
	Name  string      `json:"name"`
	Set   RegisterSet `json:"set"`
	Index int         `json:"register"` // the first register, 0..65535
	Count int         `json:"count"`    // of registers that the shader uses
	Type  Type        `json:"type"`

	// Default holds the registers' start values: four for each c# or i#, one for each b#; nil where there are none.
	Default []Number `json:"default,omitempty"`
}

// Type is the type of a constant or of a member.
type Type struct {
	Class    Class    `json:"class"`
	Base     Base     `json:"base"`
	Rows     int      `json:"rows"`
	Columns  int      `json:"columns"`
	Elements int      `json:"elements"` // 1 for what is no array
	Members  []Member `json:"members,omitempty"`
}

// Member is a member of a struct.
type Member struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// Registers spells the constant's registers: "c4", "c4-c7"; "" for none.
func (c *Constant) Registers() string {
	return Range{c.Index, c.Count}.spell(nameOf(setPrefixes, int(c.Set), "?"))
}

// String is the type as HLSL spells it: "float4x4", "row_major float4x3", "float3[8]", "struct { float4 a; }".
func (t *Type) String() string {
	s := t.Base.String()
	switch t.Class {
	case ClassVector:
		s += strconv.Itoa(t.Columns)
	case ClassMatrixRows:
		s = fmt.Sprintf("row_major %s%dx%d", s, t.Rows, t.Columns)
	case ClassMatrixColumns:
		s += fmt.Sprintf("%dx%d", t.Rows, t.Columns)
	case ClassStruct:
		var b strings.Builder
		b.WriteString("struct {")
		for i := range t.Members {
			b.WriteString(" " + t.Members[i].Type.String() + " " + t.Members[i].Name + ";")
		}
		s = b.String() + " }"
	}
	if t.Elements > 1 {
		s += fmt.Sprintf("[%d]", t.Elements)
	}
	return s
}
