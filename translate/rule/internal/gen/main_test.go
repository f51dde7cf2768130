package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPageIsFresh(t *testing.T) {
	got, err := os.ReadFile("../../../../docs/shaders.md")
	if err != nil {
		t.Fatal(err)
	}
	want, err := written(string(got))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), want); diff != "" {
		t.Errorf("docs/shaders.md is stale: go generate ./translate/rule\n%s", diff)
	}
}
