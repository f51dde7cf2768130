package ir

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"d3d9vk/translate/sm"
)

// TestHostileSizes: programs of the greatest length build in bounded memory, whatever they repeat. A quadratic pass
// would run into the test's time limit.
func TestHostileSizes(t *testing.T) {
	var tangle strings.Builder
	for n := range 16 {
		tangle.WriteString("if b" + string("0123456789"[n%10]) + "\n")
		if n%2 == 0 {
			tangle.WriteString("break\nelse\nmov oC1, c0\n")
		}
	}
	for _, tt := range []struct{ name, head, line, tail string }{
		{"reads", "ps_3_0\n", "mov r0, v0\n", ""},
		{"definitions", "ps_3_0\n", "def c1, 1, 2, 3, 4\n", ""},
		{"writes", "ps_3_0\nif b0\n", "mov oC0, c0\n", "endif\n"},
		{"matrices", "vs_3_0\n", "m4x4 r0, r0, c0\n", ""},
		{"conditions", "ps_3_0\nrep i0\n", "if b1\nbreak\nendif\nif !b2\nmov oC0, c0\nbreak\nelse\nif b3\nbreak\nendif\nendif\n", "endrep\n"},
		{"tangle", "ps_3_0\nrep i0\n", tangle.String() + strings.Repeat("endif\n", 16), "endrep\n"},
		{"packed", "ps_3_0\n", "dcl_texcoord v0.x\ndcl_color v0.y\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line := sm.Encode(assemble(t, tt.head+tt.line+tt.tail))
			n := (sm.MaxTokens - 100) / max(len(line)-2, 1)
			p := assemble(t, tt.head+strings.Repeat(tt.line, n)+tt.tail)
			// Longer ones than maxCode are refused.
			var long *UnsupportedError
			if _, err := Build(p); err != nil && !errors.As(err, &long) {
				t.Fatal(err)
			}
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	p := assemble(b, "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c0, 1, 2, 3, 4\n"+
		strings.Repeat("texld r0, v0, s0\nmad r1, r0, c0, c1\nif b0\nmul r1.xyz, r1, c2.x\nendif\n", 8)+"mov oC0, r1\n")
	code := sm.EncodeBytes(p)
	b.Run("parse", func(b *testing.B) {
		for range b.N {
			if _, err := sm.Parse(code); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, err := Build(p); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestHostileCalls: call graphs that would grow without end are refused soon.
func TestHostileCalls(t *testing.T) {
	graph := func(calls int, body string) string {
		src := "vs_2_x\n" + strings.Repeat("call l0\n", calls)
		for n := range 4 {
			src += fmt.Sprintf("ret\nlabel l%d\n", n)
			if n < 3 {
				src += strings.Repeat(fmt.Sprintf("call l%d\n", n+1), calls)
			}
			src += body
		}
		return src + "ret\n"
	}
	for _, tt := range []struct {
		name, src string
		refused   bool
	}{
		{"each calls the next twice", graph(2, "add r0, r0, c0\n"), false},
		{"each calls the next a thousand times", graph(1000, "add r0, r0, c0\n"), true},
		{"a thousand times, without a body", graph(1000, ""), true},
		{"a long body", graph(20, strings.Repeat("m4x4 r0, r1, c0\n", 20)), true},
		{"loops around", graph(300, "rep i0\nif b0\nret\nendif\nendrep\n"), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Build(assemble(t, tt.src))
			var long *UnsupportedError
			if tt.refused != errors.As(err, &long) || !tt.refused && err != nil {
				t.Errorf("got %v", err)
			}
			if err == nil && len(s.Code) > maxCode {
				t.Errorf("%d operations", len(s.Code))
			}
		})
	}
}
