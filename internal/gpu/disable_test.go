package gpu_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"d3d9vk/internal/gpu"
)

func TestDisableFormat(t *testing.T) {
	const f = gpu.FormatA4R4G4B4UnormPack16
	all := gpu.FormatSupport{Sampled: true, SampledLinear: true, ColorTarget: true, Blend: true, SampleCounts: 5}
	shared := map[gpu.Format]gpu.FormatSupport{f: all}
	for ability, want := range map[string]gpu.FormatSupport{
		"Sampled":      {ColorTarget: true, Blend: true, SampleCounts: 5},
		"ColorTarget":  {Sampled: true, SampledLinear: true},
		"Blend":        {Sampled: true, SampledLinear: true, ColorTarget: true, SampleCounts: 5},
		"SampleCounts": {Sampled: true, SampledLinear: true, ColorTarget: true, Blend: true, SampleCounts: 1},
	} {
		a := gpu.Adapter{Formats: shared}
		if err := a.DisableFormat("A4R4G4B4UnormPack16." + ability); err != nil || a.Formats[f] != want {
			t.Errorf("%s: %v, %+v", ability, err, a.Formats[f])
		}
	}
	if shared[f] != all {
		t.Error("the map of another adapter was changed")
	}
	for name, want := range map[string]string{
		"Nonsense.Blend":           "R5G6B5UnormPack16, ",
		"R5G6B5UnormPack16":        "ColorTarget, Blend, ",
		"R5G6B5UnormPack16.Colour": "ColorTarget, Blend, ",
		"R5G6B5UnormPack16.":       "ColorTarget, Blend, ",
	} {
		a := gpu.Adapter{Formats: shared}
		if err := a.DisableFormat(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFormatNames: each constant is in the table under its own name.
func TestFormatNames(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "format.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range gpu.AllFormats {
		names["Format"+f.String()] = true
	}
	names["Format"+gpu.FormatUndefined.String()] = true
	constants := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for _, name := range spec.Names {
			if name.Obj != nil && name.Obj.Kind == ast.Con {
				constants++
				if !names[name.Name] {
					t.Errorf("no format has the name %s", name.Name)
				}
			}
		}
		return true
	})
	if constants != len(names) {
		t.Errorf("%d constants, %d names", constants, len(names))
	}
	if got := gpu.Format(7777).String(); got != "Format(7777)" {
		t.Error(got)
	}
}
