// Command mutate proves the tests of the rules: it breaks each rule in a copy of the module by one small patch, and demands that
// a test whose name carries the rule's id fails. It knows the rules' patches and how to run tests, and nothing of Direct3D 9.
//
//	go run ./internal/mutate            every patch
//	go run ./internal/mutate OC-5 MRT-7 those of the named rules
package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// verdict is what became of a mutant.
type verdict string

const (
	killed    verdict = "killed"
	survived  verdict = "SURVIVED"
	stale     verdict = "STALE"     // the patch no longer applies
	malformed verdict = "MALFORMED" // the patched module does not compile, or its tests did not run
)

func run(rules []string, out io.Writer) error {
	top, err := moduleRoot()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := copyModule(top, dir); err != nil {
		return err
	}
	bad, count := 0, 0
	fmt.Fprintf(out, "%-12s %-34s %-9s %6s  %s\n", "rule", "file", "verdict", "time", "by")
	for i := range mutants {
		m := &mutants[i]
		if len(rules) != 0 && !slices.Contains(rules, m.rule) {
			continue
		}
		start := time.Now()
		v, by := m.judge(dir)
		count++
		if v != killed {
			bad++
		}
		fmt.Fprintf(out, "%-12s %-34s %-9s %5.1fs  %s\n", m.rule, m.file, v, time.Since(start).Seconds(), by)
	}
	fmt.Fprintf(out, "%d of %d mutants killed\n", count-bad, count)
	if bad != 0 {
		return fmt.Errorf("%d of %d mutants were not killed", bad, count)
	}
	if count == 0 {
		return fmt.Errorf("no mutants of %v", rules)
	}
	return nil
}

// judge applies the patch, runs the rule's tests, and takes the patch back.
func (m *mutant) judge(dir string) (verdict, string) {
	path := filepath.Join(dir, filepath.FromSlash(m.file))
	src, err := os.ReadFile(path)
	if err != nil {
		return stale, err.Error()
	}
	if n := bytes.Count(src, []byte(m.old)); n != 1 {
		return stale, fmt.Sprintf("the old text is there %d times", n)
	}
	if err := os.WriteFile(path, bytes.Replace(src, []byte(m.old), []byte(m.new), 1), 0o644); err != nil {
		return stale, err.Error()
	}
	defer os.WriteFile(path, src, 0o644)
	var notes []string
	for _, test := range m.tests {
		pkg, name, _ := strings.Cut(test, ":")
		output, err := m.test(dir, pkg, name)
		if err == nil {
			if bytes.Contains(output, []byte("no tests to run")) || !bytes.Contains(output, []byte("--- PASS")) {
				return malformed, "no test of " + test + " has the rule's id"
			}
			continue
		}
		if failed := m.failed(output); failed != "" {
			return killed, failed
		}
		notes = append(notes, test+": "+firstLine(output))
	}
	if len(notes) != 0 {
		return malformed, strings.Join(notes, "; ")
	}
	return survived, strings.Join(m.tests, " ")
}

// test runs the tests of a package whose sub-test carries the rule's id.
func (m *mutant) test(dir, pkg, name string) ([]byte, error) {
	pattern := name + "/" + m.id().String()
	cmd := exec.Command("go", "test", "-trimpath", "-count=1", "-timeout=120s", "-v", "-short", "-run", pattern, pkg)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "D3D9VK_REQUIRE_GPU=1")
	return cmd.CombinedOutput()
}

// id matches the rule's id in a name: OC-1 is not in OC-10.
func (m *mutant) id() *regexp.Regexp {
	return regexp.MustCompile(`(^|[^A-Z0-9])` + regexp.QuoteMeta(m.rule) + `($|[^0-9])`)
}

var failLine = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// failed is the first failed test whose name carries the rule's id, "" if there is none. A test that crashes or hangs
// counts if it is the one that ran last.
func (m *mutant) failed(output []byte) string {
	id := m.id()
	for _, match := range failLine.FindAllSubmatch(output, -1) {
		if id.Match(match[1]) {
			return string(match[1])
		}
	}
	if bytes.Contains(output, []byte("\npanic: ")) || bytes.Contains(output, []byte("fatal error: ")) {
		running := regexp.MustCompile(`(?m)^=== RUN\s+(\S+)`).FindAllSubmatch(output, -1)
		if len(running) != 0 && id.Match(running[len(running)-1][1]) {
			return string(running[len(running)-1][1]) + " (crashed)"
		}
	}
	return ""
}

func firstLine(output []byte) string {
	for line := range strings.Lines(string(output)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "no output"
}

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("go list -m: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// copyModule copies what belongs to the module: everything but hidden folders and outputs.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "out" || d.Name() == "bundle"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
}
