package d3d9

import (
	"fmt"
	"strings"
)

// FVFTexCoordSize1 says in a FVF that texture coordinate set CoordIndex (0 to 7) has one number.
func FVFTexCoordSize1(CoordIndex uint) uint32 { return texCoordFormat(FVF_TEXTUREFORMAT1, CoordIndex) }

// FVFTexCoordSize2 says in a FVF that texture coordinate set CoordIndex (0 to 7) has two numbers.
func FVFTexCoordSize2(CoordIndex uint) uint32 { return texCoordFormat(FVF_TEXTUREFORMAT2, CoordIndex) }

// FVFTexCoordSize3 says in a FVF that texture coordinate set CoordIndex (0 to 7) has three numbers.
func FVFTexCoordSize3(CoordIndex uint) uint32 { return texCoordFormat(FVF_TEXTUREFORMAT3, CoordIndex) }

// FVFTexCoordSize4 says in a FVF that texture coordinate set CoordIndex (0 to 7) has four numbers.
func FVFTexCoordSize4(CoordIndex uint) uint32 { return texCoordFormat(FVF_TEXTUREFORMAT4, CoordIndex) }

// fvfTexCoordShift is the bit of the format of texture coordinate set 0; each set has two bits.
const fvfTexCoordShift = 16

func texCoordFormat(format uint32, index uint) uint32 { return format << (index*2 + fvfTexCoordShift) }

// texCoordCount is how many numbers set index of fvf has.
func texCoordCount(fvf uint32, index uint) uint32 {
	return [...]uint32{
		FVF_TEXTUREFORMAT1: 1,
		FVF_TEXTUREFORMAT2: 2,
		FVF_TEXTUREFORMAT3: 3,
		FVF_TEXTUREFORMAT4: 4,
	}[fvf>>(index*2+fvfTexCoordShift)&3]
}

// elements gathers vertex elements that lie one after another in stream 0.
type elements struct {
	list []VERTEXELEMENT
	size uint32
}

func (e *elements) add(t DECLTYPE, usage DECLUSAGE, index byte) {
	e.list = append(e.list, VERTEXELEMENT{Offset: uint16(e.size), Type: t, Usage: usage, UsageIndex: index})
	e.size += DeclTypeSize(t)
}

// floats is the element type of n float32 (1 to 4).
func floats(n uint32) DECLTYPE { return DECLTYPE(DECLTYPE_FLOAT1 + n - 1) }

// FVFDeclaration returns the vertex declaration that a flexible vertex format stands for, all in stream 0 and ended by
// DeclEnd; a FVF of 0 has no element. ERR_INVALIDCALL: unknown position type, both FVF_LASTBETA flags, reserved bits,
// or more than DP_MAXTEXCOORD texture coordinate sets. Source: the page "D3DFVF".
func FVFDeclaration(fvf uint32) ([]VERTEXELEMENT, Error) {
	e, err := fvfElements(fvf)
	if err != nil {
		return nil, err
	}
	return append(e.list, DeclEnd()), nil
}

// FVFVertexSize is the bytes of a vertex of a flexible vertex format, with the errors of FVFDeclaration.
func FVFVertexSize(fvf uint32) (uint32, Error) {
	e, err := fvfElements(fvf)
	return e.size, err
}

func fvfElements(fvf uint32) (elements, Error) {
	var e elements
	if err := e.position(fvf); err != nil {
		return elements{}, err
	}
	if fvf&FVF_NORMAL != 0 {
		e.add(DECLTYPE_FLOAT3, DECLUSAGE_NORMAL, 0)
	}
	if fvf&FVF_PSIZE != 0 {
		e.add(DECLTYPE_FLOAT1, DECLUSAGE_PSIZE, 0)
	}
	if fvf&FVF_DIFFUSE != 0 {
		e.add(DECLTYPE_D3DCOLOR, DECLUSAGE_COLOR, 0)
	}
	if fvf&FVF_SPECULAR != 0 {
		e.add(DECLTYPE_D3DCOLOR, DECLUSAGE_COLOR, 1)
	}
	count := uint(fvf & FVF_TEXCOUNT_MASK >> FVF_TEXCOUNT_SHIFT)
	if count > DP_MAXTEXCOORD {
		return elements{}, Errorf(ERR_INVALIDCALL, "FVFDeclaration", "", "fvf: %d texture coordinate sets, more than %d", count, DP_MAXTEXCOORD)
	}
	for i := range count {
		e.add(floats(texCoordCount(fvf, i)), DECLUSAGE_TEXCOORD, byte(i))
	}
	return e, nil
}

// position adds the position, the blend weights and the matrix indices of fvf.
func (e *elements) position(fvf uint32) Error {
	const reserved = FVF_RESERVED0 | FVF_RESERVED2&^FVF_POSITION_MASK
	if fvf&reserved != 0 {
		return Errorf(ERR_INVALIDCALL, "FVFDeclaration", "", "fvf: reserved bits %#x are set", fvf&reserved)
	}
	switch position := fvf & FVF_POSITION_MASK; position {
	case 0:
	case FVF_XYZ:
		e.add(DECLTYPE_FLOAT3, DECLUSAGE_POSITION, 0)
	case FVF_XYZW:
		e.add(DECLTYPE_FLOAT4, DECLUSAGE_POSITION, 0)
	case FVF_XYZRHW:
		e.add(DECLTYPE_FLOAT4, DECLUSAGE_POSITIONT, 0)
	case FVF_XYZB1, FVF_XYZB2, FVF_XYZB3, FVF_XYZB4, FVF_XYZB5:
		e.add(DECLTYPE_FLOAT3, DECLUSAGE_POSITION, 0)
		return e.betas(fvf, (position-FVF_XYZB1)/2+1)
	default:
		return Errorf(ERR_INVALIDCALL, "FVFDeclaration", "", "fvf: %#x is no position type", position)
	}
	return nil
}

// betas adds the n numbers after a blended position: weights, the last of them matrix indices where a LASTBETA flag or
// the fifth number says so.
func (e *elements) betas(fvf, n uint32) Error {
	const both = FVF_LASTBETA_UBYTE4 | FVF_LASTBETA_D3DCOLOR
	indices := DECLTYPE(DECLTYPE_UNUSED)
	switch {
	case fvf&both == both:
		return Errorf(ERR_INVALIDCALL, "FVFDeclaration", "", "fvf: FVF_LASTBETA_UBYTE4 and FVF_LASTBETA_D3DCOLOR are both set")
	case fvf&FVF_LASTBETA_UBYTE4 != 0:
		indices = DECLTYPE_UBYTE4
	case fvf&FVF_LASTBETA_D3DCOLOR != 0:
		indices = DECLTYPE_D3DCOLOR
	case n == 5:
		indices = DECLTYPE_FLOAT1
	}
	if indices != DECLTYPE_UNUSED {
		n--
	}
	if n > 0 {
		e.add(floats(n), DECLUSAGE_BLENDWEIGHT, 0)
	}
	if indices != DECLTYPE_UNUSED {
		e.add(indices, DECLUSAGE_BLENDINDICES, 0)
	}
	return nil
}

// FVFString prints a flexible vertex format as a program would write it.
func FVFString(fvf uint32) string {
	var parts []string
	rest := fvf
	take := func(bits uint32) {
		if name, ok := FVFSet.Lookup(int64(fvf & bits)); ok && fvf&bits != 0 {
			parts = append(parts, name)
			rest &^= bits
		}
	}
	take(FVF_POSITION_MASK)
	for _, flag := range [...]uint32{FVF_LASTBETA_UBYTE4, FVF_LASTBETA_D3DCOLOR, FVF_NORMAL, FVF_PSIZE, FVF_DIFFUSE, FVF_SPECULAR} {
		take(flag)
	}
	take(FVF_TEXCOUNT_MASK)
	for i := range uint(min(fvf&FVF_TEXCOUNT_MASK>>FVF_TEXCOUNT_SHIFT, DP_MAXTEXCOORD)) {
		if n := texCoordCount(fvf, i); n != 2 {
			parts = append(parts, fmt.Sprintf("FVFTexCoordSize%d(%d)", n, i))
			rest &^= texCoordFormat(3, i)
		}
	}
	if rest != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("%#x", rest))
	}
	return strings.Join(parts, "|")
}
