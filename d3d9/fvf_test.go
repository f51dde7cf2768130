package d3d9

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFVFDeclaration(t *testing.T) {
	type e = VERTEXELEMENT
	for _, c := range []struct {
		name string
		fvf  uint32
		want []e
		size uint32
	}{
		{name: "0", fvf: 0},
		{"FVF_XYZ", FVF_XYZ, []e{{Type: DECLTYPE_FLOAT3}}, 12},
		{"FVF_XYZW", FVF_XYZW, []e{{Type: DECLTYPE_FLOAT4}}, 16},
		{"FVF_XYZRHW|FVF_DIFFUSE|FVF_TEX1", FVF_XYZRHW | FVF_DIFFUSE | FVF_TEX1, []e{
			{Type: DECLTYPE_FLOAT4, Usage: DECLUSAGE_POSITIONT},
			{Offset: 16, Type: DECLTYPE_D3DCOLOR, Usage: DECLUSAGE_COLOR},
			{Offset: 20, Type: DECLTYPE_FLOAT2, Usage: DECLUSAGE_TEXCOORD},
		}, 28},
		{"FVF_XYZB2|FVF_NORMAL", FVF_XYZB2 | FVF_NORMAL, []e{
			{Type: DECLTYPE_FLOAT3},
			{Offset: 12, Type: DECLTYPE_FLOAT2, Usage: DECLUSAGE_BLENDWEIGHT},
			{Offset: 20, Type: DECLTYPE_FLOAT3, Usage: DECLUSAGE_NORMAL},
		}, 32},
		{"FVF_XYZB1|FVF_LASTBETA_UBYTE4", FVF_XYZB1 | FVF_LASTBETA_UBYTE4, []e{
			{Type: DECLTYPE_FLOAT3},
			{Offset: 12, Type: DECLTYPE_UBYTE4, Usage: DECLUSAGE_BLENDINDICES},
		}, 16},
		{"FVF_XYZB4|FVF_LASTBETA_D3DCOLOR", FVF_XYZB4 | FVF_LASTBETA_D3DCOLOR, []e{
			{Type: DECLTYPE_FLOAT3},
			{Offset: 12, Type: DECLTYPE_FLOAT3, Usage: DECLUSAGE_BLENDWEIGHT},
			{Offset: 24, Type: DECLTYPE_D3DCOLOR, Usage: DECLUSAGE_BLENDINDICES},
		}, 28},
		{"FVF_XYZB5", FVF_XYZB5, []e{
			{Type: DECLTYPE_FLOAT3},
			{Offset: 12, Type: DECLTYPE_FLOAT4, Usage: DECLUSAGE_BLENDWEIGHT},
			{Offset: 28, Type: DECLTYPE_FLOAT1, Usage: DECLUSAGE_BLENDINDICES},
		}, 32},
		{
			"FVF_XYZ|FVF_PSIZE|FVF_DIFFUSE|FVF_SPECULAR|FVF_TEX4|FVFTexCoordSize1(0)|FVFTexCoordSize3(2)|FVFTexCoordSize4(3)",
			FVF_XYZ | FVF_PSIZE | FVF_DIFFUSE | FVF_SPECULAR | FVF_TEX4 |
				FVFTexCoordSize1(0) | FVFTexCoordSize2(1) | FVFTexCoordSize3(2) | FVFTexCoordSize4(3),
			[]e{
				{Type: DECLTYPE_FLOAT3},
				{Offset: 12, Type: DECLTYPE_FLOAT1, Usage: DECLUSAGE_PSIZE},
				{Offset: 16, Type: DECLTYPE_D3DCOLOR, Usage: DECLUSAGE_COLOR},
				{Offset: 20, Type: DECLTYPE_D3DCOLOR, Usage: DECLUSAGE_COLOR, UsageIndex: 1},
				{Offset: 24, Type: DECLTYPE_FLOAT1, Usage: DECLUSAGE_TEXCOORD},
				{Offset: 28, Type: DECLTYPE_FLOAT2, Usage: DECLUSAGE_TEXCOORD, UsageIndex: 1},
				{Offset: 36, Type: DECLTYPE_FLOAT3, Usage: DECLUSAGE_TEXCOORD, UsageIndex: 2},
				{Offset: 48, Type: DECLTYPE_FLOAT4, Usage: DECLUSAGE_TEXCOORD, UsageIndex: 3},
			}, 64,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := FVFDeclaration(c.fvf)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(append(c.want, DeclEnd()), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if size, err := FVFVertexSize(c.fvf); size != c.size || err != nil {
				t.Errorf("size %d, %v; want %d", size, err, c.size)
			}
			text := FVFString(c.fvf)
			if c.fvf == 0 {
				c.name = "0x0"
			}
			if text != c.name {
				t.Errorf("FVFString is %s", text)
			}
		})
	}
}

func TestFVFRefused(t *testing.T) {
	for name, fvf := range map[string]uint32{
		"position":   0x4004,
		"reserved":   FVF_XYZ | FVF_RESERVED0,
		"reserved 2": FVF_XYZ | 0x2000,
		"nine sets":  FVF_XYZ | 9<<FVF_TEXCOUNT_SHIFT,
		"two betas":  FVF_XYZB2 | FVF_LASTBETA_UBYTE4 | FVF_LASTBETA_D3DCOLOR,
	} {
		t.Run(name, func(t *testing.T) {
			decl, err := FVFDeclaration(fvf)
			if decl != nil || !errors.Is(err, Code(ERR_INVALIDCALL)) {
				t.Errorf("got %v, %v", decl, err)
			}
			if size, err := FVFVertexSize(fvf); size != 0 || err == nil {
				t.Errorf("got %d, %v", size, err)
			}
		})
	}
}

func TestFVFNeverPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fvf := rapid.Uint32().Draw(t, "fvf")
		if FVFString(fvf) == "" {
			t.Fatal("no text")
		}
		decl, err := FVFDeclaration(fvf)
		if err != nil {
			return
		}
		size, _ := FVFVertexSize(fvf)
		if got := DeclVertexSize(decl, 0); got != size {
			t.Fatalf("declaration of %d bytes, vertex of %d", got, size)
		}
		if len(decl) > MAXD3DDECLLENGTH || decl[len(decl)-1] != DeclEnd() {
			t.Fatalf("declaration %v", decl)
		}
	})
}
