// Package shaders holds the shaders of the samples: sources in Microsoft's assembly language (NAME_vs_3_0.asm ...) and beside each
// the tokens that Direct3D 9 takes (NAME_vs_3_0.vso, NAME_ps_3_0.pso), made by go generate. A program that uses them needs no assembler.
//
// It knows nothing of devices; a test keeps the tokens true to their sources.
package shaders

import (
	"embed"
	"fmt"
	"strings"
)

//go:generate go run ./internal/gen

//go:embed *.vso *.pso
var tokens embed.FS

// Tokens returns the tokens of a shader, little-endian bytes from its version to its end token, for CreateVertexShaderFromBytes or
// CreatePixelShaderFromBytes. The name is that of the source, "NAME_vs_3_0" or "NAME_ps_2_0"; for another it is an error.
func Tokens(name string) ([]byte, error) {
	ext := ".vso"
	if strings.Contains(name, "_ps_") {
		ext = ".pso"
	}
	code, err := tokens.ReadFile(name + ext)
	if err != nil {
		return nil, fmt.Errorf("shaders: there is no %s", name)
	}
	return code, nil
}
