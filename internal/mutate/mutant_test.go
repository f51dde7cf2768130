package main

import (
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
