package sm

import "testing"

func TestLength(t *testing.T) {
	for _, text := range []string{
		"vs_1_1\ndef c0, 9.18341e-41, 0, 1, 2\ndcl_position v0\nmov oPos, v0\n", // the float's bits are the end token's
		"ps_1_4\ntexld r0, t0\nphase\ntexld r1, r0\nmov r0, r1\n",
		"vs_2_0\ndef c0, 9.18341e-41, 0, 1, 2\ndefi i0, 65535, 0, 0, 0\ndcl_position v0\nmov oPos, v0\n",
		"ps_3_0\nmov oC0, c0\n",
	} {
		p, err := Assemble(text)
		if err != nil {
			t.Fatal(err)
		}
		tokens := Encode(p)
		tokens = append(tokens[:1:1], append([]uint32{0x2fffe, EndToken, EndToken}, tokens[1:]...)...) // a comment of two end tokens
		n, err := Length(func(n int) uint32 { return tokens[n] })
		if err != nil || n != len(tokens) {
			t.Errorf("%q: %d tokens, %v, want %d", text, n, err, len(tokens))
		}
	}
	for _, first := range []uint32{0, 0xfffe0900, 0xffff0300} {
		if _, err := Length(func(n int) uint32 { return []uint32{first, 0}[min(n, 1)] }); err == nil {
			t.Errorf("%#x and nothing but zeros: no error", first)
		}
	}
}
