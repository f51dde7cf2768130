package smgen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"d3d9vk/translate/sm"
)

// programs is how many programs of each version the tests look at.
const programs = 500

func TestProgramsParseAndReassemble(t *testing.T) {
	for _, v := range Versions {
		t.Run(v.String(), func(t *testing.T) {
			for seed := range uint64(programs) {
				tokens := sm.Encode(New(seed, v).Program)
				p, err := new(sm.Parser).Parse(tokens)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				text := sm.Print(p)
				if strings.Contains(text, ".raw") {
					t.Fatalf("seed %d says what assembly cannot say:\n%s", seed, text)
				}
				again, err := sm.Assemble(text)
				if err != nil {
					t.Fatalf("seed %d: %v in\n%s", seed, err, text)
				}
				if !slices.Equal(sm.Encode(again), tokens) {
					t.Fatalf("seed %d assembles to other tokens:\n%s", seed, text)
				}
			}
		})
	}
}

func TestSameSeedSameCase(t *testing.T) {
	for seed := range uint64(100) {
		a, b := Random(seed), Random(seed)
		if fmt.Sprint(sm.Print(a.Program), a.Env) != fmt.Sprint(sm.Print(b.Program), b.Env) {
			t.Fatalf("seed %d gives two cases", seed)
		}
	}
}

// TestCoverage prints what the programs show, and fails for what no program shows.
func TestCoverage(t *testing.T) {
	c := Coverage{}
	for _, v := range Versions {
		for seed := range uint64(programs) {
			c.Add(New(seed, v).Program)
		}
	}
	fmt.Println(c.Table())
	if list := c.Missing(); len(list) > 0 {
		t.Errorf("%d features were never made in %d programs a version:\n%s", len(list), programs, strings.Join(list, "\n"))
	}
}
