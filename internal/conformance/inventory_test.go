package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// ruleCounts is how many rules the documents have: OC-1..16, MRT-1..13, OT-1..9.
var ruleCounts = map[string]int{"OC": 16, "MRT": 13, "OT": 9}

// rows are the cases of several targets that documents leave to the reader, and that other layers handle wrongly or test nowhere, each
// with the sub-tests of this package that prove it.
var rows = map[string][]string{
	// What a draw does by what only the draw knows.
	"oC# under a static if that is not taken":       {"OC-14/", "OC-14/with write masks and blending"},
	"oC# in a loop of no rounds":                    {"OC-14/"},
	"oC# under a predicate or dynamic flow control": {"OC-12/a color written under a predicate counts as written", "OC-4/predicated and dynamic writes in every slot"},
	"texkill":                                      {"MRT-1,OC-5/texkill touches no target and no depth"},
	"alpha test that fails":                        {"MRT-7/the alpha test of oC0 drops the pixel on all targets and in depth"},
	"COLORWRITEENABLEn of 0":                       {"OC-3/one slot alone is written, the others masked", "OC-3/a masked target is sampled as any texture, in each slot"},
	"oC# without a target":                         {"OC-2/a color without a target is dropped and slots do not shift"},
	"target 0 masked, 1 written":                   {"OC-2/target 0 masked and target 1 written", "OC-3/one slot alone is written, the others masked"},
	"target 0 of FMT_NULL, 1 real, no depth":       {"MRT-12/a NULL format target holds nothing and shifts nothing"},
	"levels, faces and textures as targets":        {"MRT-1/surfaces of any origin in one draw", "MRT-3/the level's size counts"},
	"the same surface in two slots":                {"MRT-1/the same surface in two slots: the lower one writes"},
	"depth written by the shader, several targets": {"MRT-1,OC-13/a written depth is tested once for all targets"},

	// What other layers do not test.
	"independent masks with real draws":      {"OC-3/each target has its mask"},
	"alpha test with several targets":        {"MRT-7/the alpha test of oC0 with targets in every slot", "MRT-7/the alpha test where target 0 is masked, FMT_NULL or not written"},
	"fog with several targets":               {"MRT-8/only target 0 is fogged", "MRT-8/fog with targets in every slot and without target 0"},
	"blending into targets 1 to 3":           {"MRT-6/blending into each slot alone", "MRT-6/one equation, each target with its own colors"},
	"mixed formats and bit depths":           {"MRT-2/formats of different bit depths"},
	"targets of different sizes in a draw":   {"MRT-3/a target of another size is not written"},
	"multisampled targets":                   {"MRT-10/every target of four has the exact mean, with its own mask"},
	"no target in slots 1 to 3":              {"OC-2/every set of holes in slots 1 to 3"},
	"ps_1_x with several targets":            {"OC-2/ps_1_x writes target 0 alone"},
	"sRGB on targets 1 to 3":                 {"MRT-6/SRGBWRITEENABLE in each slot"},
	"feedback on targets 1 to 3":             {"MRT-1/feedback in each slot"},
	"Clear with several targets":             {"MRT-1/Clear reaches every target, of any size, whatever the masks", "MRT-1/Clear of rectangles reaches every target"},
	"all of it at once, by every path there": {"OC-2,OC-3,OC-5,MRT-1,MRT-2,MRT-3,MRT-6,MRT-7", "MRT-13/no extended dynamic state 3"},
}

var startsWithRule = regexp.MustCompile(`^(OC|MRT|OT)-\d+\b`)
var ruleID = regexp.MustCompile(`\b(OC|MRT|OT)-\d+\b`)

// TestInventory finds a test for each rule of the documents, whose sub-test's name carries the rule's id, and for each row.
func TestInventory(t *testing.T) {
	top := filepath.Join("..", "..")
	names := map[string]bool{} // of this package's sub-tests
	proved := map[string]bool{}
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "out" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		for _, name := range subtestNames(t, path) {
			if filepath.Dir(path) == filepath.Join(top, "internal", "conformance") {
				names[name] = true
			}
			list, _, _ := strings.Cut(name, "/")
			for _, id := range ruleID.FindAllString(list, -1) {
				proved[id] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for family, count := range ruleCounts {
		for n := range count {
			if id := fmt.Sprintf("%s-%d", family, n+1); !proved[id] {
				t.Errorf("no sub-test's name begins with %s", id)
			}
		}
	}
	for row, tests := range rows {
		for _, name := range tests {
			if !names[name] {
				t.Errorf("%s: there is no sub-test %q", row, name)
			}
		}
	}
}

// subtestNames is the names, or how they begin, in the file's calls of Run and run and in its tables, that begin with the id of a rule.
func subtestNames(t *testing.T, path string) []string {
	t.Helper()
	if filepath.Base(path) == "inventory_test.go" {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	add := func(e ast.Expr) {
		if sum, ok := e.(*ast.BinaryExpr); ok {
			e = sum.X
		}
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if name, err := strconv.Unquote(lit.Value); err == nil && startsWithRule.MatchString(name) {
				out = append(out, name)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if name == "Run" || name == "run" {
				for _, arg := range n.Args {
					add(arg)
				}
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				add(e)
			}
		case *ast.KeyValueExpr:
			add(n.Key)
			add(n.Value)
		}
		return true
	})
	return out
}
