package d3d9

import (
	"maps"
	"slices"
	"strings"
)

// FormatClass is how the channels of a format are read.
type FormatClass uint8

// The classes of formats.
const (
	ClassUNORM   FormatClass = iota + 1 // integers that stand for 0 to 1
	ClassSNORM                          // two's complement integers that stand for -1 to 1
	ClassMixed                          // some channels unsigned, some signed (FormatDesc.Signed)
	ClassFloat                          // IEEE 754 floats of 16 or 32 bits
	ClassPalette                        // an index into a palette, perhaps with an alpha
	ClassDepth                          // depth, stencil or both
	ClassBlock                          // compressed blocks of 4x4 pixels
	ClassYUV                            // luma and chroma
	ClassIndex                          // vertex indices
	ClassNull                           // a render target without memory (FMT_NULL)
)

// Channel is the bits of one channel in a pixel read as a little-endian number, bit 0 the lowest. Bits is 0 where the
// format lacks the channel. Block and YUV formats give what a decoded pixel has; their Shift is 0.
type Channel struct {
	Shift, Bits uint8
}

// FormatDesc describes a format as far as Direct3D 9 itself defines it. The signed channels U, V, W, Q are in Red,
// Green, Blue, Alpha.
type FormatDesc struct {
	Class                   FormatClass
	BlockWidth, BlockHeight uint8 // pixels of the smallest unit in memory; 1x1 for most
	BlockBytes              uint8 // bytes of that unit; 0 where the format has no memory
	BitsPerPixel            uint8
	Red, Green, Blue, Alpha Channel
	Luminance, Palette      Channel
	Depth, Stencil          Channel
	Signed                  string // the signed channels of ClassMixed, such as "RG"
	DepthFloat              bool   // Depth is a float
	Sampled                 bool   // a vendor's depth format that shaders read as numbers, without comparison
	Planar                  bool   // a plane of luma, then chroma of a quarter of the pixels twice
	Premultiplied           bool   // colours are taken to be multiplied by alpha (DXT2, DXT4)
}

// HasAlpha says whether the format stores an alpha.
func (d FormatDesc) HasAlpha() bool { return d.Class != ClassSNORM && d.Alpha.Bits > 0 }

// HasDepth says whether the format stores a depth.
func (d FormatDesc) HasDepth() bool { return d.Depth.Bits > 0 }

// HasStencil says whether the format stores a stencil value.
func (d FormatDesc) HasStencil() bool { return d.Stencil.Bits > 0 }

// Compressed says whether the format is made of compressed blocks.
func (d FormatDesc) Compressed() bool { return d.Class == ClassBlock }

// RowBytes is the bytes of a row of blocks of an image width pixels wide, without padding. Planar formats: of a row of
// luma.
func (d FormatDesc) RowBytes(width uint32) uint64 {
	w := uint64(max(d.BlockWidth, 1))
	return (uint64(width) + w - 1) / w * uint64(d.BlockBytes)
}

// RowCount is the rows of blocks of an image height pixels high. Planar formats: with the rows of chroma.
func (d FormatDesc) RowCount(height uint32) uint64 {
	h := uint64(max(d.BlockHeight, 1))
	rows := (uint64(height) + h - 1) / h
	if d.Planar {
		rows += (rows + 1) / 2
	}
	return rows
}

// FormatInfo describes a format. It is not ok for FMT_UNKNOWN, FMT_VERTEXDATA, FMT_BINARYBUFFER, for the vendor codes
// that only switch a feature (FMT_RESZ, FMT_ATOC ...) and for numbers that are no format.
func FormatInfo(f FORMAT) (FormatDesc, bool) {
	d, ok := formats[f]
	if ok && d.BlockWidth == 0 {
		d.BlockWidth, d.BlockHeight, d.BlockBytes = 1, 1, d.BitsPerPixel/8
	}
	return d, ok
}

// Formats returns the formats that FormatInfo describes, by rising number.
func Formats() []FORMAT { return slices.Sorted(maps.Keys(formats)) }

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

// formats is every format with a layout; FormatInfo adds the block of those without one, a single pixel. Names read from the highest bit down; Direct3D 9 keeps pixels little-endian.
var formats = map[FORMAT]FormatDesc{
	FMT_R8G8B8:              {Class: ClassUNORM, BitsPerPixel: 24, Red: Channel{16, 8}, Green: Channel{8, 8}, Blue: Channel{0, 8}},
	FMT_A8R8G8B8:            {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{16, 8}, Green: Channel{8, 8}, Blue: Channel{0, 8}, Alpha: Channel{24, 8}},
	FMT_X8R8G8B8:            {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{16, 8}, Green: Channel{8, 8}, Blue: Channel{0, 8}},
	FMT_R5G6B5:              {Class: ClassUNORM, BitsPerPixel: 16, Red: Channel{11, 5}, Green: Channel{5, 6}, Blue: Channel{0, 5}},
	FMT_X1R5G5B5:            {Class: ClassUNORM, BitsPerPixel: 16, Red: Channel{10, 5}, Green: Channel{5, 5}, Blue: Channel{0, 5}},
	FMT_A1R5G5B5:            {Class: ClassUNORM, BitsPerPixel: 16, Red: Channel{10, 5}, Green: Channel{5, 5}, Blue: Channel{0, 5}, Alpha: Channel{15, 1}},
	FMT_A4R4G4B4:            {Class: ClassUNORM, BitsPerPixel: 16, Red: Channel{8, 4}, Green: Channel{4, 4}, Blue: Channel{0, 4}, Alpha: Channel{12, 4}},
	FMT_R3G3B2:              {Class: ClassUNORM, BitsPerPixel: 8, Red: Channel{5, 3}, Green: Channel{2, 3}, Blue: Channel{0, 2}},
	FMT_A8:                  {Class: ClassUNORM, BitsPerPixel: 8, Alpha: Channel{0, 8}},
	FMT_A8R3G3B2:            {Class: ClassUNORM, BitsPerPixel: 16, Red: Channel{5, 3}, Green: Channel{2, 3}, Blue: Channel{0, 2}, Alpha: Channel{8, 8}},
	FMT_X4R4G4B4:            {Class: ClassUNORM, BitsPerPixel: 16, Red: Channel{8, 4}, Green: Channel{4, 4}, Blue: Channel{0, 4}},
	FMT_A2B10G10R10:         {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{0, 10}, Green: Channel{10, 10}, Blue: Channel{20, 10}, Alpha: Channel{30, 2}},
	FMT_A8B8G8R8:            {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{0, 8}, Green: Channel{8, 8}, Blue: Channel{16, 8}, Alpha: Channel{24, 8}},
	FMT_X8B8G8R8:            {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{0, 8}, Green: Channel{8, 8}, Blue: Channel{16, 8}},
	FMT_G16R16:              {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{0, 16}, Green: Channel{16, 16}},
	FMT_A2R10G10B10:         {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{20, 10}, Green: Channel{10, 10}, Blue: Channel{0, 10}, Alpha: Channel{30, 2}},
	FMT_A16B16G16R16:        {Class: ClassUNORM, BitsPerPixel: 64, Red: Channel{0, 16}, Green: Channel{16, 16}, Blue: Channel{32, 16}, Alpha: Channel{48, 16}},
	FMT_L8:                  {Class: ClassUNORM, BitsPerPixel: 8, Luminance: Channel{0, 8}},
	FMT_A8L8:                {Class: ClassUNORM, BitsPerPixel: 16, Alpha: Channel{8, 8}, Luminance: Channel{0, 8}},
	FMT_A4L4:                {Class: ClassUNORM, BitsPerPixel: 8, Alpha: Channel{4, 4}, Luminance: Channel{0, 4}},
	FMT_L16:                 {Class: ClassUNORM, BitsPerPixel: 16, Luminance: Channel{0, 16}},
	FMT_A8P8:                {Class: ClassPalette, BitsPerPixel: 16, Alpha: Channel{8, 8}, Palette: Channel{0, 8}},
	FMT_P8:                  {Class: ClassPalette, BitsPerPixel: 8, Palette: Channel{0, 8}},
	FMT_V8U8:                {Class: ClassSNORM, BitsPerPixel: 16, Red: Channel{0, 8}, Green: Channel{8, 8}},
	FMT_Q8W8V8U8:            {Class: ClassSNORM, BitsPerPixel: 32, Red: Channel{0, 8}, Green: Channel{8, 8}, Blue: Channel{16, 8}, Alpha: Channel{24, 8}},
	FMT_V16U16:              {Class: ClassSNORM, BitsPerPixel: 32, Red: Channel{0, 16}, Green: Channel{16, 16}},
	FMT_Q16W16V16U16:        {Class: ClassSNORM, BitsPerPixel: 64, Red: Channel{0, 16}, Green: Channel{16, 16}, Blue: Channel{32, 16}, Alpha: Channel{48, 16}},
	FMT_L6V5U5:              {Class: ClassMixed, BitsPerPixel: 16, Red: Channel{0, 5}, Green: Channel{5, 5}, Luminance: Channel{10, 6}, Signed: "RG"},
	FMT_X8L8V8U8:            {Class: ClassMixed, BitsPerPixel: 32, Red: Channel{0, 8}, Green: Channel{8, 8}, Luminance: Channel{16, 8}, Signed: "RG"},
	FMT_A2W10V10U10:         {Class: ClassMixed, BitsPerPixel: 32, Red: Channel{0, 10}, Green: Channel{10, 10}, Blue: Channel{20, 10}, Alpha: Channel{30, 2}, Signed: "RGB"},
	FMT_CxV8U8:              {Class: ClassSNORM, BitsPerPixel: 16, Red: Channel{0, 8}, Green: Channel{8, 8}},
	FMT_R16F:                {Class: ClassFloat, BitsPerPixel: 16, Red: Channel{0, 16}},
	FMT_G16R16F:             {Class: ClassFloat, BitsPerPixel: 32, Red: Channel{0, 16}, Green: Channel{16, 16}},
	FMT_A16B16G16R16F:       {Class: ClassFloat, BitsPerPixel: 64, Red: Channel{0, 16}, Green: Channel{16, 16}, Blue: Channel{32, 16}, Alpha: Channel{48, 16}},
	FMT_R32F:                {Class: ClassFloat, BitsPerPixel: 32, Red: Channel{0, 32}},
	FMT_G32R32F:             {Class: ClassFloat, BitsPerPixel: 64, Red: Channel{0, 32}, Green: Channel{32, 32}},
	FMT_A32B32G32R32F:       {Class: ClassFloat, BitsPerPixel: 128, Red: Channel{0, 32}, Green: Channel{32, 32}, Blue: Channel{64, 32}, Alpha: Channel{96, 32}},
	FMT_A1:                  {Class: ClassUNORM, BlockWidth: 8, BlockHeight: 1, BlockBytes: 1, BitsPerPixel: 1, Alpha: Channel{0, 1}},
	FMT_A2B10G10R10_XR_BIAS: {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{0, 10}, Green: Channel{10, 10}, Blue: Channel{20, 10}, Alpha: Channel{30, 2}},
	FMT_MULTI2_ARGB8:        {Class: ClassUNORM, BitsPerPixel: 32, Red: Channel{16, 8}, Green: Channel{8, 8}, Blue: Channel{0, 8}, Alpha: Channel{24, 8}},
	FMT_UYVY:                {Class: ClassYUV, BlockWidth: 2, BlockHeight: 1, BlockBytes: 4, BitsPerPixel: 16, Red: Channel{0, 8}, Green: Channel{0, 8}, Blue: Channel{0, 8}},
	FMT_YUY2:                {Class: ClassYUV, BlockWidth: 2, BlockHeight: 1, BlockBytes: 4, BitsPerPixel: 16, Red: Channel{0, 8}, Green: Channel{0, 8}, Blue: Channel{0, 8}},
	FMT_R8G8_B8G8:           {Class: ClassUNORM, BlockWidth: 2, BlockHeight: 1, BlockBytes: 4, BitsPerPixel: 16, Red: Channel{0, 8}, Green: Channel{0, 8}, Blue: Channel{0, 8}},
	FMT_G8R8_G8B8:           {Class: ClassUNORM, BlockWidth: 2, BlockHeight: 1, BlockBytes: 4, BitsPerPixel: 16, Red: Channel{0, 8}, Green: Channel{0, 8}, Blue: Channel{0, 8}},
	FMT_NV12:                {Class: ClassYUV, BitsPerPixel: 12, Red: Channel{0, 8}, Green: Channel{0, 8}, Blue: Channel{0, 8}, Planar: true},
	FMT_YV12:                {Class: ClassYUV, BitsPerPixel: 12, Red: Channel{0, 8}, Green: Channel{0, 8}, Blue: Channel{0, 8}, Planar: true},
	FMT_DXT1:                {Class: ClassBlock, BlockWidth: 4, BlockHeight: 4, BlockBytes: 8, BitsPerPixel: 4, Red: Channel{0, 5}, Green: Channel{0, 6}, Blue: Channel{0, 5}, Alpha: Channel{0, 1}},
	FMT_DXT2:                {Class: ClassBlock, BlockWidth: 4, BlockHeight: 4, BlockBytes: 16, BitsPerPixel: 8, Red: Channel{0, 5}, Green: Channel{0, 6}, Blue: Channel{0, 5}, Alpha: Channel{0, 4}, Premultiplied: true},
	FMT_DXT3:                {Class: ClassBlock, BlockWidth: 4, BlockHeight: 4, BlockBytes: 16, BitsPerPixel: 8, Red: Channel{0, 5}, Green: Channel{0, 6}, Blue: Channel{0, 5}, Alpha: Channel{0, 4}},
	FMT_DXT4:                {Class: ClassBlock, BlockWidth: 4, BlockHeight: 4, BlockBytes: 16, BitsPerPixel: 8, Red: Channel{0, 5}, Green: Channel{0, 6}, Blue: Channel{0, 5}, Alpha: Channel{0, 8}, Premultiplied: true},
	FMT_DXT5:                {Class: ClassBlock, BlockWidth: 4, BlockHeight: 4, BlockBytes: 16, BitsPerPixel: 8, Red: Channel{0, 5}, Green: Channel{0, 6}, Blue: Channel{0, 5}, Alpha: Channel{0, 8}},
	FMT_ATI1:                {Class: ClassBlock, BlockWidth: 4, BlockHeight: 4, BlockBytes: 8, BitsPerPixel: 4, Red: Channel{0, 8}},
	FMT_ATI2:                {Class: ClassBlock, BlockWidth: 4, BlockHeight: 4, BlockBytes: 16, BitsPerPixel: 8, Red: Channel{0, 8}, Green: Channel{0, 8}},
	FMT_D16_LOCKABLE:        {Class: ClassDepth, BitsPerPixel: 16, Depth: Channel{0, 16}},
	FMT_D32:                 {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{0, 32}},
	FMT_D15S1:               {Class: ClassDepth, BitsPerPixel: 16, Depth: Channel{1, 15}, Stencil: Channel{0, 1}},
	FMT_D24S8:               {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{8, 24}, Stencil: Channel{0, 8}},
	FMT_D24X8:               {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{8, 24}},
	FMT_D24X4S4:             {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{8, 24}, Stencil: Channel{0, 4}},
	FMT_D16:                 {Class: ClassDepth, BitsPerPixel: 16, Depth: Channel{0, 16}},
	FMT_D32F_LOCKABLE:       {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{0, 32}, DepthFloat: true},
	FMT_D24FS8:              {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{8, 24}, Stencil: Channel{0, 8}, DepthFloat: true},
	FMT_D32_LOCKABLE:        {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{0, 32}},
	FMT_S8_LOCKABLE:         {Class: ClassDepth, BitsPerPixel: 8, Stencil: Channel{0, 8}},
	FMT_INTZ:                {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{8, 24}, Stencil: Channel{0, 8}, Sampled: true},
	FMT_RAWZ:                {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{8, 24}, Stencil: Channel{0, 8}, Sampled: true},
	FMT_DF16:                {Class: ClassDepth, BitsPerPixel: 16, Depth: Channel{0, 16}, Sampled: true},
	FMT_DF24:                {Class: ClassDepth, BitsPerPixel: 32, Depth: Channel{8, 24}, Sampled: true},
	FMT_INDEX16:             {Class: ClassIndex, BitsPerPixel: 16},
	FMT_INDEX32:             {Class: ClassIndex, BitsPerPixel: 32},
	FMT_NULL:                {Class: ClassNull},
}
