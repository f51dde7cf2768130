package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The exceptions may only shrink: an entry whose file or function has become small enough, or is gone, fails the test.
var (
	longFiles     = map[string]bool{}
	longFunctions = map[string]bool{} // "file: function"
)

const maxLines, maxFunctionLines = 600, 100

func TestFilesAndFunctionsStaySmall(t *testing.T) {
	top := root(t)
	usedFiles, usedFunctions := map[string]bool{}, map[string]bool{}
	for _, f := range goFiles(t) {
		if strings.HasSuffix(f.path, "_gen.go") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(top, f.path))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(src, []byte("\n")); n > maxLines {
			usedFiles[f.path] = true
			if !longFiles[f.path] {
				t.Errorf("%s has %d lines; split it by noun (at most %d)", f.path, n, maxLines)
			}
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, f.path, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || strings.HasSuffix(f.path, "_test.go") {
				continue
			}
			if n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line; n >= maxFunctionLines {
				key := f.path + ": " + fn.Name.Name
				usedFunctions[key] = true
				if !longFunctions[key] {
					t.Errorf("%s has %d lines (at most %d)", key, n+1, maxFunctionLines)
				}
			}
		}
	}
	for name := range longFiles {
		if !usedFiles[name] {
			t.Errorf("%s is small now: take it off the list of exceptions", name)
		}
	}
	for name := range longFunctions {
		if !usedFunctions[name] {
			t.Errorf("%s is small now: take it off the list of exceptions", name)
		}
	}
}

func TestFilesAreNamedAfterNouns(t *testing.T) {
	for _, f := range goFiles(t) {
		switch strings.TrimSuffix(path.Base(f.path), ".go") {
		case "util", "utils", "common", "types", "helpers", "misc":
			t.Errorf("%s: name the file after what it holds", f.path)
		}
	}
}

func TestPackagesSayWhatTheyAreFor(t *testing.T) {
	top := root(t)
	documented := map[string]bool{}
	for _, f := range goFiles(t) {
		if strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(top, f.path), nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		documented[f.pkg] = documented[f.pkg] || parsed.Doc != nil && len(parsed.Doc.Text()) > 60
	}
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s has no comment that says what it is for and what it must not know", pkg)
		}
	}
}

// The functions of vulkan-go that free their C memory by finalizer while C may still read it (docs/architecture.md).
var unsafeVulkan = regexp.MustCompile(`\bvk\.(CmdBlitImage|CmdClearAttachments|CmdClearColorImage|CmdClearDepthStencilImage|CmdCopyBuffer|` +
	`CmdCopyBufferToImage|CmdCopyImage|CmdCopyImageToBuffer|CmdPipelineBarrier|CmdResolveImage|CmdSetScissor|CmdSetViewport|CmdWaitEvents|` +
	`CreateComputePipelines|CreateGraphicsPipelines|CreateSharedSwapchains|Enumerate(Device|Instance)(Extension|Layer)Properties|` +
	`FlushMappedMemoryRanges|InvalidateMappedMemoryRanges|GetDisplayModeProperties|GetImageSparseMemoryRequirements|` +
	`GetPhysicalDevice(DisplayPlane|Display|QueueFamily|SparseImageFormat)Properties|GetPhysicalDeviceSurfaceFormats|QueueBindSparse|` +
	`QueueSubmit|UpdateDescriptorSets)\(`)

func TestUnsafeVulkanGoFunctionsAreNotCalled(t *testing.T) {
	top := root(t)
	for _, f := range goFiles(t) {
		src, err := os.ReadFile(filepath.Join(top, f.path))
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(src), "\n") {
			if m := unsafeVulkan.FindString(line); m != "" {
				t.Errorf("%s:%d calls %s, which frees memory that C still reads: use the shim", f.path, n+1, strings.TrimSuffix(m, "("))
			}
		}
	}
}

// Nothing of the machine that the project is written on belongs into it.
func TestNoPathsOfTheWorkshop(t *testing.T) {
	top := root(t)
	for _, f := range goFiles(t) {
		src, err := os.ReadFile(filepath.Join(top, f.path))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(src), "\"/"+"work/") || strings.Contains(string(src), "farm-"+"bench") {
			t.Errorf("%s names a path or tool of one machine", f.path)
		}
	}
}
