// Command gen assembles the .asm files of the current folder into the .vso and .pso files beside them.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"d3d9vk/translate/sm"
)

func main() {
	sources, err := filepath.Glob("*.asm")
	if err == nil && len(sources) == 0 {
		err = fmt.Errorf("no .asm file in this folder")
	}
	for _, source := range sources {
		if err == nil {
			err = assemble(source)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func assemble(source string) error {
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	assembly, err := sm.AssembleText(string(text), sm.AsmOptions{File: source})
	if err != nil {
		return err
	}
	program := assembly.Program
	ext := ".vso"
	if program.Version.Stage() == sm.Pixel {
		ext = ".pso"
	}
	return os.WriteFile(strings.TrimSuffix(source, ".asm")+ext, sm.EncodeBytes(program), 0o666)
}
