package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGeneratedFilesAreFresh(t *testing.T) {
	want, err := render()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..")
	got, err := filepath.Glob(filepath.Join(dir, "*_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range got {
		name := filepath.Base(path)
		if want[name] == nil {
			t.Errorf("%s is not made by the generator", name)
		}
	}
	for name, text := range want {
		have, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(text), string(have)); diff != "" {
			t.Errorf("%s is stale; run go generate ./d3d9 (-want +have):\n%s", name, diff)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]string{}
	check := func(s set) {
		for _, c := range s.Constants {
			if other, ok := seen[c.Name]; ok {
				t.Errorf("%s is in %s and in %s", c.Name, other, s.Name)
			}
			seen[c.Name] = s.Name
		}
	}
	for _, sets := range [][]set{resourceSets, geometrySets, outputSets, capsSets, pixelCapsSets, flagSets, numberSets} {
		for _, s := range sets {
			check(s)
		}
	}
	for _, table := range []stateTable{renderStates, samplerStates, textureStageStates} {
		check(table.set())
	}
}
