package demo

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the program of README.md, which says itself what it prints.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Skip(err) // the test runs away from its sources
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```go\n")
	program, _, _ := strings.Cut(rest, "```")
	want := regexp.MustCompile(`// (\[[0-9 ]+\])`).FindStringSubmatch(program)
	if want == nil {
		t.Fatalf("README.md's program says nothing of what it prints:\n%s", program)
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(goTool, "run", file).CombinedOutput()
	if err != nil && os.Getenv("D3D9VK_REQUIRE_GPU") != "1" && strings.Contains(string(out), "no usable graphics adapter") {
		t.Skipf("no Vulkan device: %s", out)
	}
	if err != nil || strings.Count(string(out), "\n") != 1 || !strings.HasSuffix(string(out), ": "+want[1]+"\n") {
		t.Errorf("printed %q (%v), want one line that ends in %s", out, err, want[1])
	}
}
