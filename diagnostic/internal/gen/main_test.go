package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPageIsFresh(t *testing.T) {
	got, err := os.ReadFile("../../../docs/diagnostics.md")
	if err != nil {
		t.Fatal(err)
	}
	want, err := written(string(got))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), want); diff != "" {
		t.Errorf("docs/diagnostics.md is stale: go generate ./diagnostic\n%s", diff)
	}
}
