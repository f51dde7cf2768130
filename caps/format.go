package caps

import (
	"math"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// FormatRow is what a device needs to know about a format on its adapter. Rows are shared and must not be changed; two
// equal pointers are the same format.
type FormatRow struct {
	Format d3d9.FORMAT
	Desc   d3d9.FormatDesc // the layout that programs see

	Image      gpu.Format  // of images; FormatUndefined for FMT_NULL
	SRGB       gpu.Format  // the twin of Image that views use for sRGB, or FormatUndefined
	Swizzle    gpu.Swizzle // of views that are sampled; attachments have none
	Conversion Conversion  // between the layout that programs see and the image's: see ToImage
	ImageBytes uint8       // bytes of a block (a pixel but for block formats) in the image's layout

	Sampled       bool // textures
	Cube          bool // cube textures
	Volume        bool // volume textures
	VertexTexture bool // vertex shaders can sample it

	Filter    bool // textures can be filtered linearly
	Target    bool // render targets; true for FMT_NULL
	Blend     bool // targets can be blended with
	SRGBRead  bool // SRGBTEXTURE works; where it does not it is ignored
	SRGBWrite bool // SRGBWRITEENABLE works; where it does not it is ignored
	Depth     bool // depth-stencil surfaces
	Stencil   bool // of them, with eight bits of stencil
	HasAlpha  bool // the format stores an alpha
	AlphaRed  bool // the alpha is the image's only channel, which is its red: A8
	Null      bool // FMT_NULL: a target without memory

	// RoundBits and RoundHalf say how the pixel shader and Clear round the colors of opaque writes, where the image is finer than the
	// format (MRT-13): each channel of the image to an integer of so many bits (0: it is not stored), or all to half floats. Neither is set
	// where the image is as the format. Blending works on what the image holds.
	RoundBits [4]uint8
	RoundHalf bool

	Channels uint8  // bits 0..3: red (or luminance), green, blue, alpha are stored, as in a write mask
	Samples  uint32 // VkSampleCountFlags of target and depth-stencil surfaces; at least 1 for those

	// AlphaScale is the largest integer that oC0's alpha is rounded to before the alpha test with this target, or 0 for float
	// formats, where it is compared as it is.
	AlphaScale float32
	// DepthBiasScale turns DEPTHBIAS, in units of depth, into units of the smallest step that the depth format resolves.
	DepthBiasScale float32
}

// AlphaReference is ALPHAREF (0..255) in the units of AlphaScale.
func (r *FormatRow) AlphaReference(ref uint8) float32 {
	if r.AlphaScale == 0 {
		return float32(ref) / scale8
	}
	return float32(math.Round(float64(ref) * float64(r.AlphaScale) / scale8))
}

const scale8, scale10, scale16 = 255, 1023, 65535

// Format returns the row of a format. It is not ok for formats that the adapter has nothing for.
func (c *Adapter) Format(f d3d9.FORMAT) (*FormatRow, bool) {
	r, ok := c.formats[f]
	return r, ok
}

// Swizzles of sampled views: channels that a format lacks read 1 (0 for the colours of A8 and for ATI1), luminance reads as grey.
var (
	swizzleRGB1 = gpu.Swizzle{gpu.CompR, gpu.CompG, gpu.CompB, gpu.CompOne}
	swizzleRG11 = gpu.Swizzle{gpu.CompR, gpu.CompG, gpu.CompOne, gpu.CompOne}
	swizzleGR11 = gpu.Swizzle{gpu.CompG, gpu.CompR, gpu.CompOne, gpu.CompOne}
	swizzleR111 = gpu.Swizzle{gpu.CompR, gpu.CompOne, gpu.CompOne, gpu.CompOne}
	swizzleR001 = gpu.Swizzle{gpu.CompR, gpu.CompZero, gpu.CompZero, gpu.CompOne}
	swizzleRRR1 = gpu.Swizzle{gpu.CompR, gpu.CompR, gpu.CompR, gpu.CompOne}
	swizzleRRRG = gpu.Swizzle{gpu.CompR, gpu.CompR, gpu.CompR, gpu.CompG}
	swizzle000R = gpu.Swizzle{gpu.CompZero, gpu.CompZero, gpu.CompZero, gpu.CompR}
)

// imageRow is one way to store a format.
type imageRow struct {
	format, srgb gpu.Format
	conversion   Conversion
}

// tableRow is the adapter-independent part of a format: the ways to store it, best first, and whether it may be a target.
type tableRow struct {
	images  []imageRow
	swizzle gpu.Swizzle
	target  bool
}

// formatTable is every format that can be stored at all. Not in it, so NOTAVAILABLE: R8G8B8, palettes, R3G3B2 and other sizes
// that no current driver has; YUV, which needs StretchRect; depth formats that are locked, sampled or of rare widths. A8L8,
// A4L4 and signed formats are textures only.
var formatTable = map[d3d9.FORMAT]tableRow{
	d3d9.FMT_A8R8G8B8:      {target: true, images: imagesBGRA8},
	d3d9.FMT_X8R8G8B8:      {target: true, swizzle: swizzleRGB1, images: imagesBGRA8},
	d3d9.FMT_A8B8G8R8:      {target: true, images: imagesRGBA8},
	d3d9.FMT_X8B8G8R8:      {target: true, swizzle: swizzleRGB1, images: imagesRGBA8},
	d3d9.FMT_R5G6B5:        {target: true, swizzle: swizzleRGB1, images: images565},
	d3d9.FMT_X1R5G5B5:      {target: true, swizzle: swizzleRGB1, images: images1555},
	d3d9.FMT_A1R5G5B5:      {target: true, images: images1555},
	d3d9.FMT_A4R4G4B4:      {target: true, images: images4444},
	d3d9.FMT_X4R4G4B4:      {target: true, swizzle: swizzleRGB1, images: images4444},
	d3d9.FMT_A2B10G10R10:   {target: true, images: imagesABGR10},
	d3d9.FMT_A2R10G10B10:   {target: true, images: imagesARGB10},
	d3d9.FMT_G16R16:        {target: true, swizzle: swizzleRG11, images: imagesRG16},
	d3d9.FMT_A16B16G16R16:  {target: true, images: imagesRGBA16},
	d3d9.FMT_R16F:          {target: true, swizzle: swizzleR111, images: imagesR16F},
	d3d9.FMT_G16R16F:       {target: true, swizzle: swizzleRG11, images: imagesRG16F},
	d3d9.FMT_A16B16G16R16F: {target: true, images: imagesRGBA16F},
	d3d9.FMT_R32F:          {target: true, swizzle: swizzleR111, images: imagesR32F},
	d3d9.FMT_G32R32F:       {target: true, swizzle: swizzleRG11, images: imagesRG32F},
	d3d9.FMT_A32B32G32R32F: {target: true, images: []imageRow{{format: gpu.FormatR32G32B32A32Sfloat}}},
	d3d9.FMT_A8:            {target: true, swizzle: swizzle000R, images: imagesR8},
	d3d9.FMT_L8:            {target: true, swizzle: swizzleRRR1, images: imagesR8},
	d3d9.FMT_A8L8:          {swizzle: swizzleRRRG, images: []imageRow{{format: gpu.FormatR8G8Unorm}}},
	d3d9.FMT_A4L4:          {swizzle: swizzleRRRG, images: []imageRow{{format: gpu.FormatR8G8Unorm, conversion: WidenA4L4}}},
	d3d9.FMT_L16:           {target: true, swizzle: swizzleRRR1, images: imagesR16},
	d3d9.FMT_V8U8:          {swizzle: swizzleRG11, images: []imageRow{{format: gpu.FormatR8G8Snorm}}},
	d3d9.FMT_Q8W8V8U8:      {images: []imageRow{{format: gpu.FormatR8G8B8A8Snorm}}},
	d3d9.FMT_V16U16:        {swizzle: swizzleRG11, images: []imageRow{{format: gpu.FormatR16G16Snorm}}},
	d3d9.FMT_Q16W16V16U16:  {images: []imageRow{{format: gpu.FormatR16G16B16A16Snorm}}},
	d3d9.FMT_L6V5U5:        {swizzle: swizzleRGB1, images: imagesMixed},
	d3d9.FMT_X8L8V8U8:      {swizzle: swizzleRGB1, images: imagesMixed},
	d3d9.FMT_A2W10V10U10:   {images: imagesMixed},
	d3d9.FMT_DXT1:          {images: []imageRow{{format: gpu.FormatBC1RGBAUnorm, srgb: gpu.FormatBC1RGBASrgb}}},
	d3d9.FMT_DXT2:          {images: []imageRow{{format: gpu.FormatBC2Unorm, srgb: gpu.FormatBC2Srgb}}},
	d3d9.FMT_DXT3:          {images: []imageRow{{format: gpu.FormatBC2Unorm, srgb: gpu.FormatBC2Srgb}}},
	d3d9.FMT_DXT4:          {images: []imageRow{{format: gpu.FormatBC3Unorm, srgb: gpu.FormatBC3Srgb}}},
	d3d9.FMT_DXT5:          {images: []imageRow{{format: gpu.FormatBC3Unorm, srgb: gpu.FormatBC3Srgb}}},
	d3d9.FMT_ATI1:          {swizzle: swizzleR001, images: []imageRow{{format: gpu.FormatBC4Unorm}}},
	d3d9.FMT_ATI2:          {swizzle: swizzleGR11, images: []imageRow{{format: gpu.FormatBC5Unorm}}},
	d3d9.FMT_D16:           {images: []imageRow{{format: gpu.FormatD16Unorm}}},
	d3d9.FMT_D24X8:         {images: []imageRow{{format: gpu.FormatX8D24UnormPack32}, {format: gpu.FormatD24UnormS8Uint}, {format: gpu.FormatD32Sfloat}, {format: gpu.FormatD32SfloatS8Uint}}},
	d3d9.FMT_D24S8:         {images: []imageRow{{format: gpu.FormatD24UnormS8Uint}, {format: gpu.FormatD32SfloatS8Uint}}},
	d3d9.FMT_NULL:          {target: true},
}

// The ways to store formats that may be targets, best first. Vulkan requires the first one of most to be rendered and blended; the others
// are for devices without it. Those that are wider are rounded to (see FormatRow.RoundBits).
var (
	imagesBGRA8 = []imageRow{
		{format: gpu.FormatB8G8R8A8Unorm, srgb: gpu.FormatB8G8R8A8Srgb},
		{format: gpu.FormatR8G8B8A8Unorm, srgb: gpu.FormatR8G8B8A8Srgb, conversion: Repack},
	}
	imagesRGBA8 = []imageRow{
		{format: gpu.FormatR8G8B8A8Unorm, srgb: gpu.FormatR8G8B8A8Srgb},
		{format: gpu.FormatB8G8R8A8Unorm, srgb: gpu.FormatB8G8R8A8Srgb, conversion: Repack},
	}
	images4444 = []imageRow{
		{format: gpu.FormatA4R4G4B4UnormPack16},
		{format: gpu.FormatR4G4B4A4UnormPack16, conversion: RotateNibbles},
		{format: gpu.FormatB4G4R4A4UnormPack16, conversion: ReverseNibbles},
		{format: gpu.FormatB8G8R8A8Unorm, conversion: Repack},
	}
	images565    = firstOf(gpu.FormatR5G6B5UnormPack16, gpu.FormatB8G8R8A8Unorm)
	images1555   = firstOf(gpu.FormatA1R5G5B5UnormPack16, gpu.FormatB8G8R8A8Unorm)
	imagesABGR10 = firstOf(gpu.FormatA2B10G10R10UnormPack32, gpu.FormatR16G16B16A16Unorm, gpu.FormatR16G16B16A16Sfloat)
	imagesARGB10 = append([]imageRow{{format: gpu.FormatA2R10G10B10UnormPack32}, {format: gpu.FormatA2B10G10R10UnormPack32, conversion: SwapRedBlue10}},
		imagesABGR10[1:]...)
	imagesR8      = firstOf(gpu.FormatR8Unorm, gpu.FormatR8G8Unorm, gpu.FormatR8G8B8A8Unorm)
	imagesR16     = firstOf(gpu.FormatR16Unorm, gpu.FormatR16G16Unorm, gpu.FormatR16G16B16A16Unorm, gpu.FormatR32Sfloat)
	imagesRG16    = firstOf(gpu.FormatR16G16Unorm, gpu.FormatR16G16B16A16Unorm, gpu.FormatR32G32Sfloat)
	imagesRGBA16  = firstOf(gpu.FormatR16G16B16A16Unorm, gpu.FormatR32G32B32A32Sfloat)
	imagesR16F    = firstOf(gpu.FormatR16Sfloat, gpu.FormatR16G16Sfloat, gpu.FormatR32Sfloat)
	imagesRG16F   = firstOf(gpu.FormatR16G16Sfloat, gpu.FormatR16G16B16A16Sfloat, gpu.FormatR32G32Sfloat)
	imagesRGBA16F = firstOf(gpu.FormatR16G16B16A16Sfloat, gpu.FormatR32G32B32A32Sfloat)
	imagesR32F    = firstOf(gpu.FormatR32Sfloat, gpu.FormatR32G32Sfloat)
	imagesRG32F   = firstOf(gpu.FormatR32G32Sfloat, gpu.FormatR32G32B32A32Sfloat)
	imagesMixed   = []imageRow{{format: gpu.FormatR16G16B16A16Sfloat, conversion: MixedToHalf}}
)

// firstOf is images of the format's own layout, and others that pixels are repacked for.
func firstOf(own gpu.Format, others ...gpu.Format) []imageRow {
	rows := []imageRow{{format: own}}
	for _, f := range others {
		rows = append(rows, imageRow{format: f, conversion: Repack})
	}
	return rows
}

// depthSteps is how many steps the depth 0 to 1 has in a depth format. Floats resolve most finely near 0; the number is that of
// the upper half of the range, where perspective puts nearly everything.
var depthSteps = map[gpu.Format]float32{
	gpu.FormatD16Unorm:         1 << 16,
	gpu.FormatX8D24UnormPack32: 1 << 24,
	gpu.FormatD24UnormS8Uint:   1 << 24,
	gpu.FormatD32Sfloat:        1 << 24,
	gpu.FormatD32SfloatS8Uint:  1 << 24,
}

// resolveFormats makes the rows that the adapter can store.
func resolveFormats(a *gpu.Adapter, p Profile) map[d3d9.FORMAT]*FormatRow {
	rows := make(map[d3d9.FORMAT]*FormatRow, len(formatTable))
	for f, t := range formatTable {
		if r := resolveFormat(a, p, f, t); r != nil {
			rows[f] = r
		}
	}
	return rows
}

// resolveFormat returns the row of a format, or nil if the adapter can store it in no way.
func resolveFormat(a *gpu.Adapter, p Profile, f d3d9.FORMAT, t tableRow) *FormatRow {
	desc, _ := d3d9.FormatInfo(f)
	r := &FormatRow{Format: f, Desc: desc, Swizzle: t.swizzle, HasAlpha: desc.HasAlpha(), AlphaScale: alphaScale(desc), Channels: channels(desc)}
	r.AlphaRed = r.Channels == alphaBit
	samples := uint32(1)
	if p.Multisample {
		samples = a.Limits.ColorSampleCounts
	}
	if desc.Class == d3d9.ClassNull {
		r.Null, r.Target, r.Samples = true, true, samples
		return r
	}
	im, ok := chooseImage(a, t, desc)
	if !ok {
		return nil
	}
	s := a.Formats[im.format]
	r.Image, r.Conversion = im.format, im.conversion
	r.ImageBytes = im.imageBytes(desc.BlockBytes)
	if desc.Class == d3d9.ClassDepth {
		r.Depth, r.Stencil = true, desc.HasStencil()
		r.DepthBiasScale = depthSteps[im.format]
		r.Samples = 1
		if p.Multisample {
			r.Samples = max(1, a.Limits.DepthSampleCounts&s.SampleCounts)
		}
		return r
	}
	r.Sampled, r.Cube, r.Volume, r.VertexTexture, r.Filter = true, true, true, true, s.SampledLinear
	r.Target = t.target && s.ColorTarget
	r.Blend = r.Target && s.Blend && im.bounded(desc)
	if r.Target {
		r.RoundBits, r.RoundHalf = rounding(desc, im.format)
	}
	if r.Target {
		r.Samples = max(1, samples&s.SampleCounts)
	}
	if twin := a.Formats[im.srgb]; im.srgb != gpu.FormatUndefined && twin.Sampled {
		r.SRGB, r.SRGBRead = im.srgb, true
		r.SRGBWrite = r.Target && twin.ColorTarget && (twin.Blend || !s.Blend)
	}
	return r
}

// chooseImage takes the first of the best ways to store a format; it is not ok if there is none.
func chooseImage(a *gpu.Adapter, t tableRow, desc d3d9.FormatDesc) (imageRow, bool) {
	best, most := imageRow{}, 0
	for _, im := range t.images {
		if rank := im.rank(a, t.target, desc); rank > most {
			best, most = im, rank
		}
	}
	return best, most > 0
}

// rank says how well the adapter stores a format in the image: 0 not at all, 1 to be sampled, 2 to be rendered too, 3 also to be blended or
// all that the format needs.
func (im *imageRow) rank(a *gpu.Adapter, target bool, desc d3d9.FormatDesc) int {
	s := a.Formats[im.format]
	switch {
	case desc.Class == d3d9.ClassDepth && !s.DepthTarget, desc.Class != d3d9.ClassDepth && !s.Sampled:
		return 0
	case target && !s.ColorTarget:
		return 1
	case target && !(s.Blend && im.bounded(desc)):
		return 2
	}
	return 3
}

// bounded says whether the image holds what blending gives as the format would: not in floats for integers from 0 to 1.
func (im *imageRow) bounded(desc d3d9.FormatDesc) bool {
	return desc.Class != d3d9.ClassUNORM || !layouts[im.format].float
}

// alphaScale is FormatRow.AlphaScale: the alpha test is as precise as the target's widest channel, at least eight bits.
func alphaScale(d d3d9.FormatDesc) float32 {
	bits := max(d.Red.Bits, d.Green.Bits, d.Blue.Bits, d.Alpha.Bits, d.Luminance.Bits)
	switch {
	case d.Class == d3d9.ClassFloat:
		return 0
	case bits > 10:
		return scale16
	case bits > 8:
		return scale10
	}
	return scale8
}

const alphaBit = 8 // of FormatRow.Channels

// ImageMask turns a write mask of the format into one of the image's channels.
func (r *FormatRow) ImageMask(mask uint8) uint8 {
	mask &= r.Channels
	if r.AlphaRed {
		mask /= alphaBit
	}
	return mask
}

// Stored is the color, of components from 0 to 1, in the image's channels.
func (r *FormatRow) Stored(c [4]float32) [4]float32 {
	if r.AlphaRed {
		c = [4]float32{c[3], c[3], c[3], c[3]}
	}
	for i := range c {
		switch {
		case r.RoundHalf:
			c[i] = halfFloat(halfBits(c[i]))
		case r.RoundBits[i] > 0:
			c[i] = float32(channelValue(channelBits(float64(c[i]), r.RoundBits[i], false), r.RoundBits[i], false))
		}
	}
	return c
}

// channels is FormatRow.Channels.
func channels(d d3d9.FormatDesc) uint8 {
	var set uint8
	for bit, c := range [...]d3d9.Channel{d.Red, d.Green, d.Blue, d.Alpha} {
		if c.Bits > 0 || bit == 0 && d.Luminance.Bits > 0 {
			set |= 1 << bit
		}
	}
	return set
}
