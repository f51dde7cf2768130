package shaders_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"d3d9vk/shaders"
	"d3d9vk/translate/sm"
	"d3d9vk/translate/validate"
)

func TestTokensAreFresh(t *testing.T) {
	sources, err := filepath.Glob("*.asm")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(source, ".asm")
		assembly, err := sm.AssembleText(string(text), sm.AsmOptions{File: source})
		if err != nil {
			t.Error(err)
			continue
		}
		program := assembly.Program
		if len(assembly.Warnings) != 0 {
			t.Error(assembly.Warnings)
		}
		if !strings.HasSuffix(name, program.Version.String()) {
			t.Errorf("%s holds a %v", source, program.Version)
		}
		got, err := shaders.Tokens(name)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, sm.EncodeBytes(program)) {
			t.Errorf("the tokens of %s are stale: run go generate ./shaders", name)
		}
	}
	made, _ := filepath.Glob("*.[vp]so")
	if len(made) != len(sources) {
		t.Errorf("%d token files for %d sources", len(made), len(sources))
	}
}

func TestTokensRefusesUnknownNames(t *testing.T) {
	for _, name := range []string{"", "nothing_vs_3_0", "../shaders_ps_3_0", "triangle"} {
		if _, err := shaders.Tokens(name); err == nil || !strings.Contains(err.Error(), "there is no "+name) {
			t.Errorf("Tokens(%q): %v", name, err)
		}
	}
}

// The samples show how it is done: their shaders break no rule.
func TestShadersBreakNoRule(t *testing.T) {
	sources, _ := filepath.Glob("*.asm")
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		program, err := sm.Assemble(string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range validate.Program(program) {
			t.Errorf("%s: %+v", source, f)
		}
	}
}
