package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPageIsFresh(t *testing.T) {
	got, err := os.ReadFile("../../../../docs/shader-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), page()); diff != "" {
		t.Errorf("docs/shader-rules.md is stale: go generate ./translate/rule\n%s", diff)
	}
}
