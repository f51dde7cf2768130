package device

import (
	"slices"
	"testing"

	"d3d9vk/d3d9"
)

func element(stream, offset uint16, typ d3d9.DECLTYPE, usage d3d9.DECLUSAGE, index byte) d3d9.VERTEXELEMENT {
	return d3d9.VERTEXELEMENT{Stream: stream, Offset: offset, Type: typ, Usage: usage, UsageIndex: index}
}

func TestVertexDeclarations(t *testing.T) {
	d, _ := onFake(t, nil)
	elements := []d3d9.VERTEXELEMENT{
		element(0, 0, d3d9.DECLTYPE_FLOAT3, d3d9.DECLUSAGE_POSITION, 0),
		element(1, 4, d3d9.DECLTYPE_D3DCOLOR, d3d9.DECLUSAGE_COLOR, 1),
		d3d9.DeclEnd(),
	}
	decl := must(d.CreateVertexDeclaration(append(elements, element(99, 1, 99, 99, 99))))(t)
	if got := must(decl.GetDeclaration())(t); !slices.Equal(got, elements) {
		t.Errorf("GetDeclaration gives %v", got)
	}
	if e := decl.element(d3d9.DECLUSAGE_COLOR, 1); e == nil || e.Stream != 1 {
		t.Errorf("COLOR1 is %v", e)
	}
	if decl.element(d3d9.DECLUSAGE_COLOR, 0) != nil || decl.element(0, 0) == nil || decl.pretransformed {
		t.Error("elements")
	}
	ok(t, d.SetVertexDeclaration(decl))
	if n := decl.Release(); n != 0 {
		t.Errorf("Release gives %d", n)
	}
	got := must(d.GetVertexDeclaration())(t)
	if e := must(got.GetDeclaration())(t); !slices.Equal(e, elements) {
		t.Errorf("the declaration that is set has %v", e)
	}
	got.Release()
	ok(t, d.SetVertexDeclaration(nil))
	_, err := decl.GetDeclaration()
	fails(t, err, d3d9.ERR_INVALIDCALL, "VertexDeclaration", "was released")
	var none VertexDeclaration
	if _, err := none.GetDeclaration(); err == nil || none.AddRef()+none.Release() != 0 {
		t.Error("the zero value names a declaration")
	}
}

func TestVertexDeclarationRules(t *testing.T) {
	d, _ := onFake(t, nil)
	create := func(e ...d3d9.VERTEXELEMENT) d3d9.Error { return second(d.CreateVertexDeclaration(e)) }
	end := d3d9.DeclEnd()
	good := element(0, 0, d3d9.DECLTYPE_FLOAT3, d3d9.DECLUSAGE_POSITION, 0)
	tessellated := good
	tessellated.Method = d3d9.DECLMETHOD_PARTIALU
	var long []d3d9.VERTEXELEMENT
	for i := range 70 {
		long = append(long, element(0, 0, d3d9.DECLTYPE_FLOAT1, d3d9.DECLUSAGE(i/16), byte(i%16)))
	}
	for _, c := range []struct {
		name string
		code int32
		err  d3d9.Error
	}{
		{"nothing", d3d9.ERR_INVALIDCALL, create()},
		{"no end", d3d9.ERR_INVALIDCALL, create(good)},
		{"stream", d3d9.ERR_INVALIDCALL, create(element(16, 0, d3d9.DECLTYPE_FLOAT3, 0, 0), end)},
		{"type", d3d9.ERR_INVALIDCALL, create(element(0, 0, d3d9.DECLTYPE_UNUSED, 0, 0), end)},
		{"large type", d3d9.ERR_INVALIDCALL, create(element(0, 0, 200, 0, 0), end)},
		{"usage", d3d9.ERR_INVALIDCALL, create(element(0, 0, d3d9.DECLTYPE_FLOAT3, 14, 0), end)},
		{"usage index", d3d9.ERR_INVALIDCALL, create(element(0, 0, d3d9.DECLTYPE_FLOAT3, 0, 16), end)},
		{"twice", d3d9.ERR_INVALIDCALL, create(good, element(1, 0, d3d9.DECLTYPE_FLOAT4, d3d9.DECLUSAGE_POSITION, 0), end)},
		{"alignment", d3d9.E_FAIL, create(element(0, 2, d3d9.DECLTYPE_FLOAT3, 0, 0), end)},
		{"far", d3d9.ERR_INVALIDCALL, create(element(0, 4096, d3d9.DECLTYPE_FLOAT3, 0, 0), end)},
		{"unreadable", d3d9.ERR_INVALIDCALL, create(element(0, 0, d3d9.DECLTYPE_DEC3N, 0, 0), end)},
		{"method", d3d9.ERR_NOTAVAILABLE, create(tessellated, end)},
		{"too many", d3d9.ERR_INVALIDCALL, create(append(long, end)...)},
	} {
		t.Run(c.name, func(t *testing.T) { fails(t, c.err, c.code, "CreateVertexDeclaration") })
	}
	ok(t, create(good, end))
	ok(t, create(end))
	ok(t, create(append(long[:64:64], end)...))
}
