package d3d9

import "strconv"

// PSVersion is the version token of pixel shaders: 0xffff, then the major and the minor number, a byte each.
func PSVersion(major, minor uint) uint32 { return uint32(0xffff0000 | major<<8 | minor) }

// VSVersion is the version token of vertex shaders: 0xfffe, then the major and the minor number, a byte each.
func VSVersion(major, minor uint) uint32 { return uint32(0xfffe0000 | major<<8 | minor) }

// VersionString prints a shader version token, such as vs_3_0 or ps_1_4; other numbers in hexadecimal.
func VersionString(token uint32) string {
	major, minor := strconv.Itoa(int(token>>8&255)), strconv.Itoa(int(token&255))
	switch token >> 16 {
	case 0xfffe:
		return "vs_" + major + "_" + minor
	case 0xffff:
		return "ps_" + major + "_" + minor
	}
	return "0x" + strconv.FormatUint(uint64(token), 16)
}
