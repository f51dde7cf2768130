package d3d9

// PSVersion is the version token of pixel shaders: 0xffff, then the major and the minor number, a byte each.
func PSVersion(major, minor uint) uint32 { return uint32(0xffff0000 | major<<8 | minor) }

// VSVersion is the version token of vertex shaders: 0xfffe, then the major and the minor number, a byte each.
func VSVersion(major, minor uint) uint32 { return uint32(0xfffe0000 | major<<8 | minor) }
