// Package corpus finds the shader corpus for tests: token files of real programs, hand-written ones with their
// assembly, and executable cases with expected pixels. The corpus is not part of the module; tests that need it are
// skipped where it is missing. The package knows files and formats only, nothing of what is done with them.
package corpus

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Environment variables that name what to test with.
const (
	EnvFolder  = "D3D9VK_CORPUS"         // a folder with .bin files below it; default: shared/corpus beside the module
	EnvCases   = "D3D9VK_CASES"          // a file of executable cases; default: vkd3d/cases.jsonl in the folder
	EnvRequire = "D3D9VK_REQUIRE_CORPUS" // "1": a missing corpus fails the test instead of skipping it
)

// sealed is a file of the corpus that is not a shader.
const sealed = "reserve.bin"

// manifest is the name of the tables that say where files are from.
const manifest = "MANIFEST.tsv"

// File is a shader of the corpus.
type File struct {
	Name string // path below the folder without extension, slashes between: "real/vs_2_0_046112c3f544d7fb"
	Data []byte // little-endian tokens
	Asm  string // the assembly beside it, "" when there is none

	Source string // repository and path that it was taken from, as MANIFEST.tsv in its folder says; "" when that does not
}

// missing skips the test, or fails it where the corpus is required.
func missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv(EnvRequire) == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Folder is the corpus folder. The test is skipped when there is none.
func Folder(t testing.TB) string {
	t.Helper()
	dir := os.Getenv(EnvFolder)
	if dir == "" {
		root, err := moduleRoot()
		if err != nil {
			missing(t, "no corpus: %v", err)
		}
		dir = filepath.Join(root, "..", "shared", "corpus")
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		missing(t, "no corpus at %s (set %s)", dir, EnvFolder)
	}
	return dir
}

// moduleRoot is the nearest folder above the working directory that holds go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = up
	}
}

// Shaders reads every .bin file below the folder, sorted by name. The test is skipped when there is none.
func Shaders(t testing.TB) []File {
	t.Helper()
	dir := Folder(t)
	var files []File
	sources := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == manifest {
			return readManifest(path, sources)
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".bin" || d.Name() == sealed {
			return err
		}
		base := strings.TrimSuffix(path, ".bin")
		rel, err := filepath.Rel(dir, base)
		if err != nil {
			return err
		}
		f := File{Name: filepath.ToSlash(rel)}
		if f.Data, err = os.ReadFile(path); err != nil {
			return err
		}
		if text, err := os.ReadFile(base + ".asm"); err == nil {
			f.Asm = string(text)
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatalf("reading the corpus: %v", err)
	}
	if len(files) == 0 {
		missing(t, "no .bin files below %s", dir)
	}
	for i := range files {
		files[i].Source = sources[filepath.Join(dir, filepath.FromSlash(files[i].Name))+".bin"]
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// readManifest enters the source of every file of a MANIFEST.tsv by the file's path.
func readManifest(path string, sources map[string]string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var file, repo, inside int
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cells := strings.Split(line, "\t")
		if n == 0 {
			file, repo, inside = slices.Index(cells, "file"), slices.Index(cells, "source_repo"), slices.Index(cells, "source_path")
			if min(file, repo, inside) < 0 {
				return fmt.Errorf("%s: no columns file, source_repo and source_path", path)
			}
			continue
		}
		if max(file, repo, inside) >= len(cells) {
			return fmt.Errorf("%s:%d: %d cells", path, n+1, len(cells))
		}
		sources[filepath.Join(filepath.Dir(path), cells[file])] = cells[repo] + " " + cells[inside]
	}
	return nil
}

// Cases is the path of the file of executable cases, one JSON object a line. The test is skipped when it is missing.
func Cases(t testing.TB) string {
	t.Helper()
	path := os.Getenv(EnvCases)
	if path == "" {
		path = filepath.Join(Folder(t), "vkd3d", "cases.jsonl")
	}
	if _, err := os.Stat(path); err != nil {
		missing(t, "no cases at %s (set %s)", path, EnvCases)
	}
	return path
}

// CaseShaders reads the distinct shaders of the cases, sorted by name ("cases/<hash>").
func CaseShaders(t testing.TB) []File {
	t.Helper()
	cases, _ := ReadCases(t)
	seen := map[string]File{}
	for _, c := range cases {
		for hash, s := range c.Shaders {
			data, err := hex.DecodeString(s.Hex)
			if err != nil {
				t.Fatalf("case %s: shader %s: %v", c.ID, hash, err)
			}
			seen[hash] = File{Name: "cases/" + hash, Data: data}
		}
	}
	files := make([]File, 0, len(seen))
	for _, f := range seen {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}
