package d3d9

import (
	"testing"
	"unsafe"
)

func TestVertexElement(t *testing.T) {
	if size := unsafe.Sizeof(VERTEXELEMENT{}); size != 8 {
		t.Errorf("VERTEXELEMENT has %d bytes", size)
	}
	if want := (VERTEXELEMENT{Stream: 255, Type: DECLTYPE_UNUSED}); DeclEnd() != want {
		t.Errorf("DeclEnd is %+v", DeclEnd())
	}
	for _, c := range DECLTYPESet.Constants {
		typ := DECLTYPE(c.Value)
		if size, n := DeclTypeSize(typ), DeclTypeComponents(typ); (size == 0 || n == 0) != (typ == DECLTYPE_UNUSED) {
			t.Errorf("%s has %d bytes, %d components", typ, size, n)
		}
	}
	if DeclTypeSize(DECLTYPE_USHORT4N) != 8 || DeclTypeSize(200) != 0 || DeclTypeComponents(200) != 0 {
		t.Error("sizes are wrong")
	}
	decl := []VERTEXELEMENT{
		{Stream: 1, Offset: 4, Type: DECLTYPE_FLOAT3}, {Stream: 0, Type: DECLTYPE_FLOAT4}, DeclEnd(), {Offset: 99},
	}
	if a, b := DeclVertexSize(decl, 0), DeclVertexSize(decl, 1); a != 16 || b != 16 {
		t.Errorf("vertex sizes %d, %d", a, b)
	}
}

func TestPrimitiveVertexCount(t *testing.T) {
	const most = 1<<32 - 1
	for _, c := range []struct {
		typ      PRIMITIVETYPE
		count    uint32
		vertices uint32
		ok       bool
	}{
		{PT_POINTLIST, most, most, true},
		{PT_LINELIST, 3, 6, true},
		{PT_LINELIST, 1 << 31, 0, false},
		{PT_LINESTRIP, 3, 4, true},
		{PT_LINESTRIP, most, 0, false},
		{PT_TRIANGLELIST, most / 3, most, true},
		{PT_TRIANGLELIST, most/3 + 1, 0, false},
		{PT_TRIANGLESTRIP, 2, 4, true},
		{PT_TRIANGLEFAN, most - 1, 0, false},
		{PT_TRIANGLEFAN, 0, 0, true},
		{0, 1, 0, false},
		{7, 1, 0, false},
	} {
		got, ok := PrimitiveVertexCount(c.typ, c.count)
		if ok != c.ok || ok && got != c.vertices {
			t.Errorf("%s %d: %d, %t; want %d, %t", c.typ, c.count, got, ok, c.vertices, c.ok)
		}
	}
}

func TestVersionTokens(t *testing.T) {
	if VSVersion(3, 0) != 0xfffe0300 || PSVersion(1, 4) != 0xffff0104 {
		t.Error("version tokens are wrong")
	}
	for token, want := range map[uint32]string{VSVersion(2, 1): "vs_2_1", PSVersion(3, 0): "ps_3_0", 7: "0x7"} {
		if got := VersionString(token); got != want {
			t.Errorf("%#x is %s, want %s", token, got, want)
		}
	}
	if TSWorldMatrix(0) != TS_WORLD || TSWorldMatrix(255) != 511 {
		t.Error("world matrices are wrong")
	}
}
