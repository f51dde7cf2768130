package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the import graph: each package of the module and the packages of the module that its product code may import. Tests
// may import more. A package that is not listed fails the test: list it, and say why in docs/architecture.md.
var mayImport = map[string][]string{
	"d3d9":                        nil,
	"d3d9/internal/gen":           nil,
	"spirv":                       nil,
	"internal/gpu":                nil,
	"internal/gpu/gputest":        {"internal/gpu"},
	"translate/sm":                nil,
	"translate/rule":              {"translate/sm"},
	"translate/rule/internal/gen": {"translate/sm", "translate/rule"},
	"translate/validate":          {"translate/sm", "translate/rule"},
	"translate/ir":                {"translate/sm"},
	"internal/refsm":              {"translate/sm"},
	"translate/emit":              {"translate/ir", "spirv"},
	"translate":                   {"translate/sm", "translate/ir", "translate/emit"},
	"translate/reflection":        {"translate/sm", "translate/ir"},
	"translate/container":         {"translate/sm"},
	"caps":                        {"d3d9", "internal/gpu"},
	"diagnostic":                  nil,
	"diagnostic/internal/gen":     {"diagnostic"},
	"mrt":                         {"d3d9", "caps", "diagnostic", "internal/gpu"},
	"mrt/refmerge":                {"d3d9"},
	"explain":                     {"d3d9", "caps", "diagnostic", "mrt", "translate/ir", "translate/sm", "internal/gpu"},
	"device":                      {"d3d9", "caps", "diagnostic", "explain", "mrt", "translate", "translate/sm", "translate/ir", "translate/emit", "translate/rule", "translate/validate", "internal/gpu"},
	"device/open_cgo.go":          {"internal/vk", "internal/gpu", "d3d9"},
	"internal/vk":                 {"internal/gpu"},
	"window":                      {"d3d9", "internal/gpu"},
	"shaders":                     nil,
	"shaders/internal/gen":        {"translate/sm"},
	"internal/golden":             nil,
	"internal/archtest":           nil,
	"internal/browser":            nil,
	"internal/drawbench":          nil,
	"internal/gpuenv":             {"d3d9", "device"},
	"internal/conformance":        nil,
	"internal/mutate":             nil,
	"internal/corpus":             nil,
	"internal/spirvval":           nil,
	"internal/smgen":              {"translate/sm"},
	"internal/difftest":           nil,
	"internal/xvfb":               nil,
	"cmd/d3d9vk":                  {"d3d9", "device", "caps", "diagnostic", "explain", "mrt", "internal/gpu", "spirv", "translate", "translate/sm", "translate/ir", "translate/emit", "translate/rule", "translate/validate", "translate/reflection", "translate/container"},
	"picture":                     {"d3d9", "device"},
	"porttest":                    {"d3d9", "device", "caps", "diagnostic", "picture"},
	"examples/internal/demo":      {"d3d9", "device", "picture", "window", "shaders"},
	"examples/porting":            {"d3d9", "device", "examples/internal/demo"},
	"examples/triangle":           {"d3d9", "device", "window", "shaders", "examples/internal/demo"},
	"examples/mrt":                {"caps", "d3d9", "device", "window", "shaders", "examples/internal/demo"},
	"examples/deferred":           {"d3d9", "device", "window", "shaders", "examples/internal/demo"},

	"examples/internal/demotest": {"device", "examples/internal/demo", "internal/gpu", "internal/gpuenv", "internal/vk"},
}

// needCgo are the packages and files that may need cgo; everything else builds and tests with CGO_ENABLED=0.
var needCgo = []string{"internal/vk", "window", "examples/", "internal/drawbench", "cmd/libd3d9", "device/open_cgo.go"}

type file struct {
	path, pkg string // slash paths from the module's root; pkg is the folder
	imports   []string
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test's folder")
		}
	}
}

func goFiles(t *testing.T) []file {
	t.Helper()
	top := root(t)
	var files []file
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "testdata" || name == "out" || name == "bundle" || path != top && strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		rel, err := filepath.Rel(top, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		f := file{path: rel, pkg: strings.TrimSuffix(rel, "/"+d.Name())}
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, name)
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 {
		t.Fatalf("only %d Go files found", len(files))
	}
	return files
}

func TestImportsGoOneWay(t *testing.T) {
	for _, f := range goFiles(t) {
		if strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		allowed, listed := mayImport[f.pkg]
		if special, ok := mayImport[f.path]; ok {
			allowed = special
		}
		if !listed {
			t.Errorf("%s: package %s is not in the import graph", f.path, f.pkg)
			continue
		}
		for _, name := range f.imports {
			if inner, ok := strings.CutPrefix(name, "d3d9vk/"); ok && !slices.Contains(allowed, inner) {
				t.Errorf("%s imports %s; %s may import only %v", f.path, inner, f.pkg, allowed)
			}
		}
	}
}

func TestOnlyTheBackEndNeedsCgo(t *testing.T) {
	native := []string{"C", "github.com/vulkan-go/vulkan", "github.com/go-gl/glfw/v3.3/glfw", "d3d9vk/internal/vk", "d3d9vk/window"}
	for _, f := range goFiles(t) {
		if slices.ContainsFunc(needCgo, func(p string) bool { return strings.HasPrefix(f.path, p) }) {
			continue
		}
		for _, name := range f.imports {
			if slices.Contains(native, name) {
				t.Errorf("%s imports %s, which needs cgo", f.path, name)
			}
		}
	}
}

// Each named library is used where it belongs, so that a fault in one is fenced in.
func TestNativeLibrariesStayInTheirPackage(t *testing.T) {
	home := map[string]string{
		"github.com/vulkan-go/vulkan":     "internal/vk",
		"github.com/go-gl/glfw/v3.3/glfw": "window",
		"github.com/xlab/closer":          "window",
	}
	for _, f := range goFiles(t) {
		for _, name := range f.imports {
			if pkg, ok := home[name]; ok && f.pkg != pkg {
				t.Errorf("%s imports %s, which only %s may", f.path, name, pkg)
			}
		}
	}
}
