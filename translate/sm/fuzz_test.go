package sm

import (
	"errors"
	"slices"
	"testing"
)

// seeds are small programs that reach every part of the parser.
var seeds = []string{
	"vs_1_1\ndcl_position v0\nmov a0.x, v0.x\nmov oPos, c[a0.x+3]",
	"ps_1_1\ntex t0\nmov_x2_sat r0.rgb, 1-t0\n+mov r0.a, t0_bx2",
	"ps_1_4\ntexld r0, t0_dw.xyw\nphase\ntexcrd r1.xyz, t1",
	"ps_2_x\ndefb b0, true\ndefi i0, 1, 2, 3, 4\ndcl_2d s0\nif b0\nrep i0\nbreak_gt r0.x, c0.x\nendrep\nendif\nmov oC0, r0",
	"vs_3_0\ndcl_texcoord oT0\nloop aL, i0\n(!p0.x) mov o[aL+1], v[aL]\nendloop\ncall l0\nret\nlabel l0\nret",
	"ps_3_0\n.exact\n.comment \"43544142\"\n.raw 0x02000001, 0x800f0800, 0x80e40000\ndef c0, 1.#INF, 0x7fc00000, -0, 1e-20",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		p, err := Assemble(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(EncodeBytes(p))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		p, err := Parse(code)
		if err != nil {
			var e *SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(code)/4 {
				t.Fatalf("error %v is not a *SyntaxError within the program", err)
			}
			return
		}
		want := tokensOf(t, code)
		if got := Encode(p); !slices.Equal(got, want) {
			t.Fatalf("Encode: %08x, want %08x", got, want)
		}
		q, err := Assemble(Print(p))
		if err != nil {
			t.Fatalf("%v\n%s", err, Print(p))
		}
		if got := Encode(q); !slices.Equal(got, want) {
			t.Fatalf("Print and Assemble: %08x, want %08x\n%s", got, want, Print(p))
		}
	})
}

func FuzzAssemble(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		p, err := Assemble(src)
		if err != nil {
			var e *AsmError
			if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 {
				t.Fatalf("error %v is not an *AsmError with a place", err)
			}
			return
		}
		want := Encode(p)
		q, err := ParseTokens(want)
		if err != nil {
			t.Fatalf("assembled tokens do not parse: %v\n%08x", err, want)
		}
		again, err := Assemble(Print(q))
		if err != nil || !slices.Equal(Encode(again), want) {
			t.Fatalf("Print and Assemble do not give the tokens back (%v):\n%s", err, Print(q))
		}
	})
}
