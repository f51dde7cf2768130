package spirvval

import (
	"os/exec"
	"testing"

	"d3d9vk/spirv"
)

// fake records the failures that a helper reports.
type fake struct {
	testing.TB
	errors int
	fatal  bool
	skip   bool
}

func (f *fake) Helper()               {}
func (f *fake) Error(...any)          { f.errors++ }
func (f *fake) Errorf(string, ...any) { f.errors++ }
func (f *fake) Fatal(...any)          { f.fatal = true; panic(f) }
func (f *fake) Skip(...any)           { f.skip = true; panic(f) }

func module(bad bool) []uint32 {
	b := spirv.NewBuilder()
	b.Capability(spirv.CapabilityShader)
	fn := b.BeginFunction(b.Void(), b.FunctionType(b.Void()), 0)
	b.Return()
	b.EndFunction()
	if !bad { // without it, Vulkan wants an entry point
		b.EntryPoint(spirv.ExecutionModelVertex, fn, "main")
	}
	return b.Words()
}

func TestVerdicts(t *testing.T) {
	if _, err := exec.LookPath("spirv-val"); err != nil {
		tool(t)
	}
	var f fake
	Check(&f, module(false))
	if f.errors != 0 {
		t.Error("a valid module failed")
	}
	Check(&f, module(true))
	if f.errors != 1 {
		t.Error("an invalid module passed")
	}
	f = fake{}
	b := NewBatch(&f)
	b.Add("good", module(false))
	b.Add("good again", module(false))
	b.Add("bad", module(true))
	if n := b.Wait(); n != 2 || f.errors != 1 {
		t.Errorf("batch judged %d modules, %d failures; want 2 and 1", n, f.errors)
	}
}

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, require := range []string{"", "1"} {
		t.Setenv("D3D9VK_REQUIRE_GPU", require)
		f := new(fake)
		func() {
			defer func() { _ = recover() }()
			tool(f)
		}()
		if f.fatal != (require == "1") || f.skip == f.fatal {
			t.Errorf("D3D9VK_REQUIRE_GPU=%q: fatal %v, skip %v", require, f.fatal, f.skip)
		}
	}
}
