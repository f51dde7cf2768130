package sm

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAssembleTokens(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []uint32 // without version and end
	}{
		{"mov", "ps_2_0\nmov oC0, r0", []uint32{0x02000001, 0x800f0800, 0x80e40000}},
		{"suffixes", "ps_2_0\nmad_sat_pp r1.xy, -c0, r2.x, r3.wzyx",
			[]uint32{0x04000004, 0x80330001, 0xa1e40000, 0x80000002, 0x801b0003}},
		{"upper case and comments", "PS_2_0 ; version\n/* a\nb */ MOV R0.RGB, V0 // end",
			[]uint32{0x02000001, 0x80070000, 0x90e40000}},
		{"short swizzle", "vs_2_0\nmov r0, c1.xy", []uint32{0x02000001, 0x800f0000, 0xa0540001}},
		{"relative model 1", "vs.1.1\nmov r0, c[a0.x + 8]", []uint32{0x00000001, 0x800f0000, 0xa0e42008}},
		{"relative model 2", "vs_2_0\nmov r0, c5[a0.y]", []uint32{0x03000001, 0x800f0000, 0xa0e42005, 0xb0550000}},
		{"constant above 2047", "vs_2_sw\nmov r0, c2050", []uint32{0x02000001, 0x800f0000, 0xb0e40802}},
		{"predicate", "vs_2_x\n(!p0.x) mov r0, c0", []uint32{0x13000001, 0x800f0000, 0xbd001000, 0xa0e40000}},
		{"coissue", "ps_1_1\nmov r0.rgb, v0\n+mov_x2 r0.a, v1",
			[]uint32{0x00000001, 0x80070000, 0x90e40000, 0x40000001, 0x81080000, 0x90e40001}},
		{"comparison", "ps_3_0\nif_le r0.x, -r0_abs.y\nendif", []uint32{0x02060029, 0x80000000, 0x8c550000, 0x0000002b}},
		{"declaration", "ps_3_0\ndcl_texcoord3_centroid v2.xy", []uint32{0x0200001f, 0x80030005, 0x90430002}},
		{"sampler", "ps_2_0\ndcl_cube s3", []uint32{0x0200001f, 0x98000000, 0xa00f0803}},
		{"complement", "ps_1_4\nmov r0, 1-r1", []uint32{0x00000001, 0x800f0000, 0x86e40001}},
		{"projection", "ps_1_4\ntexld r0, t1_dw.xyw", []uint32{0x00000042, 0x800f0000, 0xbaf40001}},
		{"boolean", "ps_2_x\ndefb b3, true\nif !b3\nendif", []uint32{0x0200002f, 0xe00f0803, 1, 0x01000028, 0xede40803, 0x0000002b}},
		{"integers", "vs_2_0\ndefi i0, 4, -1, 0x10, 4294967295", []uint32{0x05000030, 0xf00f0000, 4, 0xffffffff, 16, 0xffffffff}},
		{"floats", "vs_2_0\ndef c0, -0, 1.5f, 0x7fc00001, -1.#INF",
			[]uint32{0x05000051, 0xa00f0000, 0x80000000, 0x3fc00000, 0x7fc00001, 0xff800000}},
		{"scalar outputs", "vs_2_0\nmov oFog.x, r0.x", []uint32{0x02000001, 0xc00f0001, 0x80000000}},
		{"exact masks", "vs_2_0\n.exact\nmov oFog.x, r0.x", []uint32{0x02000001, 0xc0010001, 0x80000000}},
		{"declarations first", "ps_2_0\ndef c0, 0, 0, 0, 0\ndcl_2d s0\ndcl t0",
			[]uint32{0x0200001f, 0x80000000, 0xb00f0000, 0x0200001f, 0x90000000, 0xa00f0800, 0x05000051, 0xa00f0000, 0, 0, 0, 0}},
		{"comment", "ps_2_0\n.comment \"43544142\"\n\"01020304\"\nnop", []uint32{0x0002fffe, 0x42415443, 0x04030201, 0}},
		{"raw", "ps_2_0\n.raw 0x02000001, 0x800f0800, 0x80e40000", []uint32{0x02000001, 0x800f0800, 0x80e40000}},
		{"vPos and vFace", "ps_3_0\ndcl vPos.xy\ndcl vFace",
			[]uint32{0x0200001f, 0x80000000, 0x90031000, 0x0200001f, 0x80000000, 0x900f1001}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Assemble(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			got := Encode(p)
			if diff := cmp.Diff(tt.want, got[1:len(got)-1]); diff != "" {
				t.Errorf("tokens (-want +got):\n%s\n%08x", diff, got)
			}
			q, err := ParseTokens(got)
			if err != nil {
				t.Fatalf("ParseTokens: %v", err)
			}
			again, err := Assemble(Print(q))
			if err != nil || !slices.Equal(Encode(again), got) {
				t.Errorf("Print and Assemble do not give the tokens back (%v):\n%s", err, Print(q))
			}
		})
	}
}

func TestAssembleErrors(t *testing.T) {
	for _, tt := range []struct {
		src       string
		line, col int
		msg       string
	}{
		{"", 1, 1, "version"},
		{"vs_4_0", 1, 1, "not a shader version"},
		{"ps_2_0\n  foo r0, r1", 2, 3, "not an instruction"},
		{"ps_2_0\nsetp_gt p0, r0, r1", 2, 1, "not an instruction of ps_2_0"},
		{"ps_3_0\nsetp p0, r0, r1", 2, 1, "takes a comparison"},
		{"ps_2_0\nmov r0 r1", 2, 8, "comma"},
		{"ps_2_0\nmov r0, r1, r2", 2, 11, "end of the line"},
		{"ps_2_0\nmov_foo r0, r1", 2, 1, "suffix"},
		{"ps_2_0\nmov r0.yx, r1", 2, 8, "write mask"},
		{"ps_2_0\nmov r0, r1.xyzwx", 2, 12, "up to four components"},
		{"ps_2_0\nmov r0, r1.xg", 2, 12, "xyzw or rgba"},
		{"ps_2_0\nmov r0, q1", 2, 9, "not a register"},
		{"ps_2_0\nmov r0, r5000", 2, 9, "too large"},
		{"ps_2_0\nmov r0, r99999999999999999999", 2, 9, "too large"},
		{"ps_2_0\nmov r0, -!r1", 2, 9, "source modifier"},
		{"ps_2_0\ntexld r0, t0, r1", 2, 15, "sampler"},
		{"ps_2_0\ndef c0, 1, 2, 3", 2, 16, "value"},
		{"ps_2_0\ndef c0, 1, 2, 3, 1e99", 2, 18, "32-bit value"},
		{"ps_3_0\ndcl v0", 2, 1, "needs a semantic"},
		{"ps_3_0\ndcl_texcoord16 v0", 2, 1, "neither a semantic"},
		{"vs_1_1\nmov r0, c[a0.y]", 2, 11, "always a0.x"},
		{"ps_2_0\n+mov r0, r1", 2, 1, "ps_1_x only"},
		{"ps_2_0\n/* open", 2, 1, "does not end"},
		{"ps_2_0\nmov r0, r1 @", 2, 12, "not part of the language"},
		{"ps_2_0\n.raw 0x0000ffff", 2, 1, "end token"},
		{"ps_2_0\n.raw 0x02000001", 2, 1, "cut off"},
		{"ps_2_0\n.comment \"0102\"", 2, 1, "whole number"},
	} {
		_, err := Assemble(tt.src)
		var e *AsmError
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v, want an *AsmError", tt.src, err)
			continue
		}
		if e.Line != tt.line || e.Col != tt.col || !strings.Contains(e.Msg, tt.msg) {
			t.Errorf("%q: got %v, want %d:%d with %q", tt.src, e, tt.line, tt.col, tt.msg)
		}
	}
}

func TestOldOutputNames(t *testing.T) {
	t.Run("OT-9/vs_3_0 takes oT# with a warning and prints o#", func(t *testing.T) {
		a, err := AssembleText("vs_3_0\ndcl_texcoord0 oT0\ndcl_texcoord v7\nmov oT0, v7", AsmOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, warnings := a.Program, a.Warnings
		if len(warnings) != 2 || warnings[1].Line != 4 || !strings.Contains(warnings[0].Msg, "OT-9") {
			t.Errorf("warnings %v, want OT-9 on lines 2 and 4", warnings)
		}
		want := "vs_3_0\n    dcl_texcoord v7\n    dcl_texcoord o0\n    mov o0, v7\n"
		if got := Print(p); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("OT-9/vs_1_1 to vs_2_sw print oT#", func(t *testing.T) {
		for _, v := range []string{"vs_1_1", "vs_2_0", "vs_2_x", "vs_2_sw"} {
			a, err := AssembleText(v+"\nmov oT7, v7", AsmOptions{})
			if err != nil || len(a.Warnings) != 0 {
				t.Fatalf("%s: %v, %+v", v, err, a)
			}
			if got := Print(a.Program); got != v+"\n    mov oT7, v7\n" {
				t.Errorf("%s: got %q", v, got)
			}
		}
	})
}

func TestPrint(t *testing.T) {
	src := `ps_3_0
    dcl_texcoord v0
    dcl_2d s0
    def c0, 0.5, -0, 1e-05, 0x7f800000
    defb b0, true
    defi i0, 4, 0, -1, 0
    mov r0, -v0_abs.xyzz
    rep i0
      if_gt r0.x, c0.x
        (!p0.x) mad_sat_pp r0.xyz, c[aL+3], r1.x, v0
        breakp p0.y
      else
        texldp r1, v0, s0
      endif
    endrep
    mov oC0, r0
`
	p, err := Assemble(src)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(src, Print(p)); diff != "" {
		t.Errorf("canonical text changed (-want +got):\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct {
		name   string
		tokens []uint32
		offset int
		msg    string
	}{
		{"empty", nil, 0, "empty"},
		{"version", []uint32{0xFFFE0400}, 0, "not a shader version"},
		{"no end", []uint32{uint32(PS_2_0)}, 1, "without an end token"},
		{"opcode", []uint32{uint32(PS_2_0), 0x00000061, EndToken}, 1, "not an opcode"},
		{"cut in operands", []uint32{uint32(PS_1_1), 1, 0x800f0000}, 3, "cut off"},
		{"cut by length", []uint32{uint32(PS_2_0), 0x0f000001, 0x800f0000, 0x80e40000, EndToken}, 1, "cut off"},
		{"length too small", []uint32{uint32(PS_2_0), 0x01000001, 0x800f0000, 0x80e40000, EndToken}, 3, "no room"},
		{"length too large", []uint32{uint32(PS_2_0), 0x03000001, 0x800f0000, 0x80e40000, 0, EndToken}, 1, "length is 3"},
		{"operand bit", []uint32{uint32(PS_2_0), 0x02000001, 0x000f0000, 0x80e40000, EndToken}, 2, "not an operand"},
		{"comment", []uint32{uint32(PS_2_0), 0x7ffffffe, EndToken}, 1, "runs past"},
		{"nested relative", []uint32{uint32(VS_2_0), 0x03000001, 0x800f0000, 0xa0e42000, 0xb0e42000, EndToken}, 4, "itself"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseTokens(tt.tokens)
			var e *SyntaxError
			if !errors.As(err, &e) || e.Offset != tt.offset || !strings.Contains(e.Msg, tt.msg) {
				t.Errorf("got %v, want token %d with %q", err, tt.offset, tt.msg)
			}
		})
	}
	t.Run("too long", func(t *testing.T) {
		tokens := make([]uint32, MaxTokens+1)
		tokens[0] = uint32(PS_2_0)
		tokens[MaxTokens] = EndToken
		if _, err := ParseTokens(tokens); err == nil || !strings.Contains(err.Error(), "no end token within") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("bytes after the end", func(t *testing.T) {
		p, err := Parse([]byte{0, 2, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 1, 2, 3})
		if err != nil || len(p.Instrs) != 0 || p.Version != PS_2_0 {
			t.Errorf("got %v, %v", p, err)
		}
	})
}

// TestReservedBits: what no field and no word holds survives both ways.
func TestReservedBits(t *testing.T) {
	want := []uint32{uint32(VS_3_0), 0xa2ff0001, 0x80ffc000, 0x8fe4c000, 0x0200001f, 0x7ffffff7, 0x900f0000,
		0x8001fffe, 5, 0x0000001d, EndToken}
	p, err := ParseTokens(want)
	if err != nil {
		t.Fatal(err)
	}
	if got := Encode(p); !slices.Equal(got, want) {
		t.Errorf("Encode: %08x, want %08x", got, want)
	}
	q, err := Assemble(Print(p))
	if err != nil {
		t.Fatalf("%v\n%s", err, Print(p))
	}
	if got := Encode(q); !slices.Equal(got, want) {
		t.Errorf("Print and Assemble: %08x, want %08x\n%s", got, want, Print(p))
	}
	if b := EncodeBytes(p); len(b) != 4*len(want) || binary.LittleEndian.Uint32(b[4:]) != want[1] {
		t.Errorf("EncodeBytes: % x", b)
	}
}

func TestFloatsRoundTrip(t *testing.T) {
	for _, bits := range []uint32{0, 1 << 31, 1, 0x007FFFFF, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFFFFFFF,
		math.Float32bits(1.0 / 3), math.Float32bits(-1e-20), math.Float32bits(6.2831855)} {
		got, ok := literal(OpDef, strings.TrimPrefix(printValue(OpDef, bits), "-"), strings.HasPrefix(printValue(OpDef, bits), "-"))
		if !ok || got != bits {
			t.Errorf("%08x prints %s, which reads as %08x", bits, printValue(OpDef, bits), got)
		}
	}
}

// TestRows: the table's rows are consistent with each other.
func TestRows(t *testing.T) {
	for i := range Rows {
		r := &Rows[i]
		if r.Name == "" || !r.VS.Has(r.VS.First) && !r.PS.Has(r.PS.First) {
			t.Errorf("row %d (%q) has no name or no version", i, r.Name)
		}
		for j := range i {
			o := &Rows[j]
			if o.Op == r.Op && o.Control == r.Control && (o.VS.Has(r.VS.First) || o.PS.Has(r.PS.First)) {
				t.Errorf("%q of opcode %d stands twice for one version", r.Name, r.Op)
			}
			if o.Name == r.Name && o.Op != r.Op && o.Compare == r.Compare {
				t.Errorf("%q names opcodes %d and %d", r.Name, o.Op, r.Op)
			}
		}
		for v := range versionNames {
			if r.In(v) && FindRow(r.Op, r.Control, v) != r {
				t.Errorf("FindRow(%d, %d, %v) does not give %q", r.Op, r.Control, v, r.Name)
			}
		}
	}
	if FindRow(97, 0, VS_3_0) != nil || FindRow(OpComment, 0, VS_3_0) != nil {
		t.Error("FindRow gives a row for a number that is no opcode")
	}
}
