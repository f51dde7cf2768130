package sm

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"d3d9vk/internal/corpus"
)

// tokensOf is the program in data, up to its end token.
func tokensOf(t testing.TB, data []byte) []uint32 {
	t.Helper()
	p, err := Parse(data)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	n := len(Encode(p))
	out := make([]uint32, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return out
}

func withoutComments(p *Program) *Program {
	q := &Program{Version: p.Version}
	for _, in := range p.Instrs {
		if in.Op != OpComment {
			q.Instrs = append(q.Instrs, in)
		}
	}
	return q
}

// tally runs check on every file as a subtest and reports how many passed.
func tally(t *testing.T, files []corpus.File, check func(t *testing.T, f corpus.File)) {
	passed := 0
	for _, f := range files {
		if t.Run(f.Name, func(t *testing.T) { check(t, f) }) {
			passed++
		}
	}
	t.Logf("%d of %d cases passed", passed, len(files))
}

func checkRoundTrip(t *testing.T, f corpus.File) {
	want := tokensOf(t, f.Data)
	p, err := Parse(f.Data)
	if err != nil {
		t.Fatal(err)
	}
	if got := Encode(p); !slices.Equal(got, want) {
		t.Fatalf("Encode differs:\n got %08x\nwant %08x", got, want)
	}
	text := Print(p)
	if strings.Contains(text, ".raw") {
		t.Errorf("the printer has no words for:\n%s", text)
	}
	q, err := Assemble(text)
	if err != nil {
		t.Fatalf("Assemble: %v\n%s", err, text)
	}
	if got := Encode(q); !slices.Equal(got, want) {
		t.Fatalf("Print and Assemble differ:\n got %08x\nwant %08x\n%s", got, want, text)
	}
	for i := range q.Instrs {
		if q.Instrs[i].Offset != p.Instrs[i].Offset {
			t.Fatalf("instruction %d: assembled offset %d, parsed %d", i, q.Instrs[i].Offset, p.Instrs[i].Offset)
		}
	}
}

func TestCorpusRoundTrip(t *testing.T) {
	tally(t, corpus.Shaders(t), checkRoundTrip)
}

func TestCasesRoundTrip(t *testing.T) {
	tally(t, corpus.CaseShaders(t), checkRoundTrip)
}

func TestCorpusAssemble(t *testing.T) {
	var files []corpus.File
	for _, f := range corpus.Shaders(t) {
		if f.Asm != "" {
			files = append(files, f)
		}
	}
	tally(t, files, func(t *testing.T, f corpus.File) {
		p, err := Parse(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		q, err := Assemble(f.Asm)
		if err != nil {
			t.Fatalf("Assemble: %v", err)
		}
		got, want := Encode(q), Encode(withoutComments(p))
		if !slices.Equal(got, want) {
			t.Fatalf("tokens differ:\n got %08x\nwant %08x\n got %s\nwant %s", got, want, Print(q), Print(withoutComments(p)))
		}
	})
}
