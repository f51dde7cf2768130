package d3d9

// VERTEXELEMENT is one element of a vertex declaration; Offset in bytes from the start of the vertex in its stream.
type VERTEXELEMENT struct {
	Stream     uint16
	Offset     uint16
	Type       DECLTYPE
	Method     DECLMETHOD
	Usage      DECLUSAGE
	UsageIndex byte
}

// DeclEnd is the element that ends a vertex declaration.
func DeclEnd() VERTEXELEMENT { return VERTEXELEMENT{Stream: 0xff, Type: DECLTYPE_UNUSED} }

// declTypes is how wide a vertex element is: bytes, and how many numbers a shader gets of it.
var declTypes = [...]struct{ bytes, components uint8 }{
	DECLTYPE_FLOAT1:    {4, 1},
	DECLTYPE_FLOAT2:    {8, 2},
	DECLTYPE_FLOAT3:    {12, 3},
	DECLTYPE_FLOAT4:    {16, 4},
	DECLTYPE_D3DCOLOR:  {4, 4},
	DECLTYPE_UBYTE4:    {4, 4},
	DECLTYPE_SHORT2:    {4, 2},
	DECLTYPE_SHORT4:    {8, 4},
	DECLTYPE_UBYTE4N:   {4, 4},
	DECLTYPE_SHORT2N:   {4, 2},
	DECLTYPE_SHORT4N:   {8, 4},
	DECLTYPE_USHORT2N:  {4, 2},
	DECLTYPE_USHORT4N:  {8, 4},
	DECLTYPE_UDEC3:     {4, 3},
	DECLTYPE_DEC3N:     {4, 3},
	DECLTYPE_FLOAT16_2: {4, 2},
	DECLTYPE_FLOAT16_4: {8, 4},
}

// DeclTypeSize is the bytes of an element of type t; 0 for DECLTYPE_UNUSED and for numbers that are no type.
func DeclTypeSize(t DECLTYPE) uint32 {
	if int(t) >= len(declTypes) {
		return 0
	}
	return uint32(declTypes[t].bytes)
}

// DeclTypeComponents is how many of x, y, z, w an element of type t gives (the others read 0, 0, 0, 1); 0 for
// DECLTYPE_UNUSED and for numbers that are no type.
func DeclTypeComponents(t DECLTYPE) uint32 {
	if int(t) >= len(declTypes) {
		return 0
	}
	return uint32(declTypes[t].components)
}

// DeclVertexSize is the bytes up to the end of the last element of a stream; elements after DeclEnd do not count.
func DeclVertexSize(elements []VERTEXELEMENT, stream uint16) uint32 {
	var size uint32
	for _, e := range elements {
		if e.Stream == 0xff {
			break
		}
		if e.Stream == stream {
			size = max(size, uint32(e.Offset)+DeclTypeSize(e.Type))
		}
	}
	return size
}

// PrimitiveVertexCount is how many vertices (or indices) a draw of count primitives reads: 0 for 0 primitives. It is
// not ok where t is no primitive type or the number does not fit 32 bits.
func PrimitiveVertexCount(t PRIMITIVETYPE, count uint32) (vertices uint32, ok bool) {
	n := uint64(count)
	switch t {
	case PT_POINTLIST:
	case PT_LINELIST:
		n *= 2
	case PT_LINESTRIP:
		n++
	case PT_TRIANGLELIST:
		n *= 3
	case PT_TRIANGLESTRIP, PT_TRIANGLEFAN:
		n += 2
	default:
		return 0, false
	}
	if count == 0 {
		return 0, true
	}
	return uint32(n), n <= 1<<32-1
}
