package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A patch whose old text is gone proves nothing: the text is in its file exactly once.
func TestPatchesApply(t *testing.T) {
	for _, m := range mutants {
		src, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(m.file)))
		if err != nil {
			t.Errorf("%s: %v", m.rule, err)
			continue
		}
		if n := strings.Count(string(src), m.old); n != 1 {
			t.Errorf("%s: %s has the old text %d times, want once:\n%s", m.rule, m.file, n, m.old)
		}
	}
}

// Every rule of the documents has a patch: OC-1..16, MRT-1..13, OT-1..9.
func TestEveryRule(t *testing.T) {
	broken := map[string]bool{}
	for _, m := range mutants {
		broken[m.rule] = true
	}
	for family, count := range map[string]int{"OC": 16, "MRT": 13, "OT": 9} {
		for n := range count {
			if id := fmt.Sprintf("%s-%d", family, n+1); !broken[id] {
				t.Errorf("no patch breaks %s", id)
			}
		}
	}
}
