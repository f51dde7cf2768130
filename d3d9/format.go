package d3d9

import "strings"

// String returns the name without FMT_, such as A8R8G8B8; the four characters of another FOURCC; or FORMAT(number).
func (f FORMAT) String() string {
	if name, ok := FORMATSet.Lookup(int64(f)); ok {
		return strings.TrimPrefix(name, "FMT_")
	}
	code := [4]byte{byte(f), byte(f >> 8), byte(f >> 16), byte(f >> 24)}
	for _, c := range code {
		if c < ' ' || c > '~' {
			return FORMATSet.Text(uint32(f))
		}
	}
	return string(code[:])
}

// FormatName returns the name of a format, such as FMT_A8R8G8B8, or what String prints.
func FormatName(f FORMAT) string {
	if name, ok := FORMATSet.Lookup(int64(f)); ok {
		return name
	}
	return f.String()
}

// FOURCC makes a format of four characters.
func FOURCC(a, b, c, d byte) FORMAT {
	return FORMAT(a) | FORMAT(b)<<8 | FORMAT(c)<<16 | FORMAT(d)<<24
}
