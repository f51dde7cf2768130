// Package smgen makes random valid Direct3D 9 shader programs, with the constants, inputs and textures to run them with. The
// programs keep Direct3D 9's rules (register files, read ports, slots, nothing read before it is written, bounded loops and
// addresses), and their values are kept tame by interval arithmetic, so that an interpreter's error bounds stay small. The same
// seed gives the same case for ever.
//
// The package knows tokens (translate/sm) and the rules of the versions. It must not know how a program is interpreted,
// translated or drawn.
package smgen

import "d3d9vk/translate/sm"

// Case is a program and all that it runs with.
type Case struct {
	Seed    uint64
	Program *sm.Program
	Env     Env
}

// Env is what the application sets around a draw.
type Env struct {
	F [][4]float32 // c0 and its successors
	I [16][4]int32 // i#: count, start and step
	B uint16       // bit n: b#n

	Inputs   []Input
	Textures []Texture
	Stages   [8]Stage
	Face     bool // pixel programs: the primitive shows its front, so vFace is positive
}

// Input is an attribute of the program, by semantic. Every register of the program's inputs has one.
type Input struct {
	Usage sm.Usage
	Index uint8
	Value [4]float32 // pixel programs: at the quad's left upper pixel
	X, Y  [4]float32 // pixel programs: what a pixel to the right and a pixel down add
}

// At is the input at a pixel of the quad, x and y being 0 or 1.
func (in *Input) At(x, y int) (v [4]float32) {
	for i := range v {
		v[i] = in.Value[i] + float32(x)*in.X[i] + float32(y)*in.Y[i]
	}
	return v
}

// Address is a texture addressing mode.
type Address uint8

const (
	Wrap Address = iota
	Mirror
	Clamp
	Border // transparent black
)

// Texture is what a sampler reads: texels of four floats. Where it has several levels the mip filter is point, otherwise none. A sampler without a Texture is unbound.
type Texture struct {
	Sampler uint8
	Type    sm.TextureType // Texture2D, TextureCube or TextureVolume
	Size    [3]int         // width, height, depth; a cube's edge thrice
	Levels  int            // mip levels, the largest first
	Linear  bool           // the filter; otherwise point
	Address [3]Address
	Texels  [][4]float32 // level by level; x first, then y, then z or the cube's face (+X, -X, +Y, -Y, +Z, -Z)
}

// Level is the size of a mip level and how many slices or faces it has.
func (t *Texture) Level(n int) (w, h, slices int) {
	w, h, slices = max(t.Size[0]>>n, 1), max(t.Size[1]>>n, 1), 1
	switch t.Type {
	case sm.TextureCube:
		slices = 6
	case sm.TextureVolume:
		slices = max(t.Size[2]>>n, 1)
	}
	return w, h, slices
}

// Stage is the state of a texture stage that ps_1_x programs use.
type Stage struct {
	Bump      [2][2]float32 // D3DTSS_BUMPENVMAT00, 01; 10, 11
	Scale     float32       // D3DTSS_BUMPENVLSCALE
	Offset    float32       // D3DTSS_BUMPENVLOFFSET
	Projected bool          // D3DTTFF_PROJECTED
}

// Versions are those that programs are made in.
var Versions = []sm.Version{
	sm.VS_1_0, sm.VS_1_1, sm.VS_2_0, sm.VS_2_X, sm.VS_2_SW, sm.VS_3_0, sm.VS_3_SW,
	sm.PS_1_0, sm.PS_1_1, sm.PS_1_2, sm.PS_1_3, sm.PS_1_4, sm.PS_2_0, sm.PS_2_X, sm.PS_2_SW, sm.PS_3_0, sm.PS_3_SW,
}
