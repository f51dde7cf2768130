// Package spirvval lets tests judge SPIR-V modules by spirv-val of SPIRV-Tools, for Vulkan 1.3. It knows nothing of
// how modules are made.
package spirvval

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
)

// tool finds spirv-val. Without it the test is skipped, or fails when D3D9VK_REQUIRE_GPU is 1.
func tool(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("spirv-val")
	if err != nil {
		if os.Getenv("D3D9VK_REQUIRE_GPU") == "1" {
			t.Fatal("spirv-val is missing (Debian package spirv-tools) and D3D9VK_REQUIRE_GPU is 1")
		}
		t.Skip("spirv-val is missing (Debian package spirv-tools)")
	}
	return path
}

// seed is of the hashes by which equal modules are known.
var seed = maphash.MakeSeed()

// valid has the hashes of the modules that Check found good: tests make the same ones again and again.
var valid sync.Map

// Check fails t when the module is not valid.
func Check(t testing.TB, words []uint32) {
	t.Helper()
	module := bytesOf(words)
	hash := maphash.Bytes(seed, module)
	if _, ok := valid.Load(hash); ok {
		return
	}
	if err := validate(tool(t), module); err != nil {
		t.Error(err)
		return
	}
	valid.Store(hash, true)
}

func bytesOf(words []uint32) []byte {
	data := make([]byte, 0, 4*len(words))
	for _, w := range words {
		data = binary.LittleEndian.AppendUint32(data, w)
	}
	return data
}

func validate(path string, module []byte) error {
	cmd := exec.Command(path, "--target-env", "vulkan1.3", "-")
	cmd.Stdin = bytes.NewReader(module)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("spirv-val: %w\n%s", err, out)
	}
	return nil
}

// Batch judges many modules, a few at once, while the test makes more. Equal modules are judged once.
type Batch struct {
	t    testing.TB
	jobs chan job
	done sync.WaitGroup
	seen map[uint64]bool

	mu     sync.Mutex
	failed []string
}

type job struct {
	name   string
	module []byte
}

// maxReports is how many invalid modules a batch describes in full.
const maxReports = 20

// NewBatch starts a batch for t; Wait ends it.
func NewBatch(t testing.TB) *Batch {
	t.Helper()
	path := tool(t)
	b := &Batch{t: t, jobs: make(chan job, 64), seen: map[uint64]bool{}}
	for range runtime.NumCPU() {
		b.done.Add(1)
		go func() {
			defer b.done.Done()
			for j := range b.jobs {
				if err := validate(path, j.module); err != nil {
					b.fail(j.name, err)
				}
			}
		}()
	}
	return b
}

func (b *Batch) fail(name string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed = append(b.failed, name)
	if len(b.failed) <= maxReports {
		b.t.Errorf("%s: %v", name, err)
	}
}

// Add hands over a module; words may be changed after it returns. It is called from one goroutine.
func (b *Batch) Add(name string, words []uint32) {
	module := bytesOf(words)
	hash := maphash.Bytes(seed, module)
	if b.seen[hash] {
		return
	}
	b.seen[hash] = true
	b.jobs <- job{name, module}
}

// Wait waits for the verdicts, fails the test when one is bad, and returns how many modules were judged.
func (b *Batch) Wait() int {
	b.t.Helper()
	close(b.jobs)
	b.done.Wait()
	if len(b.failed) > maxReports {
		b.t.Errorf("%d modules are invalid; %d are described", len(b.failed), maxReports)
	}
	return len(b.seen)
}

// Failed returns the names of the invalid modules, after Wait.
func (b *Batch) Failed() []string { return b.failed }
