package sm

import "fmt"

// Stage tells a vertex shader from a pixel shader.
type Stage uint8

const (
	Vertex Stage = iota
	Pixel
)

// String gives the assembler's prefix: "vs" or "ps".
func (s Stage) String() string {
	if s == Pixel {
		return "ps"
	}
	return "vs"
}

// Version is a shader's first token: 0xFFFE (vertex) or 0xFFFF (pixel) in the upper half, major and minor version in
// the bytes below. Versions of one stage compare with < and >.
type Version uint32

// The versions of Direct3D 9. The minor version 1 of model 2 is spelled "x", 255 "sw".
const (
	VS_1_0  Version = 0xFFFE0100
	VS_1_1  Version = 0xFFFE0101
	VS_2_0  Version = 0xFFFE0200
	VS_2_X  Version = 0xFFFE0201
	VS_2_SW Version = 0xFFFE02FF
	VS_3_0  Version = 0xFFFE0300
	VS_3_SW Version = 0xFFFE03FF
	PS_1_0  Version = 0xFFFF0100
	PS_1_1  Version = 0xFFFF0101
	PS_1_2  Version = 0xFFFF0102
	PS_1_3  Version = 0xFFFF0103
	PS_1_4  Version = 0xFFFF0104
	PS_2_0  Version = 0xFFFF0200
	PS_2_X  Version = 0xFFFF0201
	PS_2_SW Version = 0xFFFF02FF
	PS_3_0  Version = 0xFFFF0300
	PS_3_SW Version = 0xFFFF03FF
)

// versionNames has a row for every version that exists.
var versionNames = map[Version]string{
	VS_1_0:  "vs_1_0",
	VS_1_1:  "vs_1_1",
	VS_2_0:  "vs_2_0",
	VS_2_X:  "vs_2_x",
	VS_2_SW: "vs_2_sw",
	VS_3_0:  "vs_3_0",
	VS_3_SW: "vs_3_sw",
	PS_1_0:  "ps_1_0",
	PS_1_1:  "ps_1_1",
	PS_1_2:  "ps_1_2",
	PS_1_3:  "ps_1_3",
	PS_1_4:  "ps_1_4",
	PS_2_0:  "ps_2_0",
	PS_2_X:  "ps_2_x",
	PS_2_SW: "ps_2_sw",
	PS_3_0:  "ps_3_0",
	PS_3_SW: "ps_3_sw",
}

// versionByName is versionNames turned around, with the other spellings of the "x" versions: by number, and as the profiles that
// compilers know.
var versionByName = func() map[string]Version {
	m := map[string]Version{"vs_2_1": VS_2_X, "vs_2_a": VS_2_X, "ps_2_1": PS_2_X, "ps_2_a": PS_2_X, "ps_2_b": PS_2_X}
	for v, n := range versionNames {
		m[n] = v
	}
	return m
}()

// Stage is Pixel where the upper half is 0xFFFF, else Vertex.
func (v Version) Stage() Stage {
	if v>>16 == 0xFFFF {
		return Pixel
	}
	return Vertex
}

// Major is the shader model: 1, 2 or 3.
func (v Version) Major() int { return int(v >> 8 & 0xFF) }

// Minor is 0..4, or 255 for the software versions.
func (v Version) Minor() int { return int(v & 0xFF) }

// Software reports a 2_sw or 3_sw version.
func (v Version) Software() bool { return v.Minor() == 0xFF }

// Known reports whether Direct3D 9 has this version.
func (v Version) Known() bool { _, ok := versionNames[v]; return ok }

// String is the assembler's spelling ("ps_2_x"), or the token in hexadecimal for an unknown version.
func (v Version) String() string {
	if n, ok := versionNames[v]; ok {
		return n
	}
	return fmt.Sprintf("0x%08x", uint32(v))
}
