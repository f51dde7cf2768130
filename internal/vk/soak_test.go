package vk

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"d3d9vk/internal/gpu"
)

// Objects of every kind come and go; neither the process nor the driver's memory grows. D3D9VK_SOAK=1 makes it long.
func TestSoakObjects(t *testing.T) {
	r := openRig(t, gpu.Options{})
	rounds := 40
	if os.Getenv("D3D9VK_SOAK") == "1" {
		rounds = 5000
	}
	var resident int
	var memory uint64
	for round := range rounds {
		l := r.list()
		for range 4 {
			for _, o := range fillAll(r) {
				l.Add(gpu.OpDestroy, o[0], o[1])
			}
		}
		r.run(l)
		if round == rounds/4 {
			resident, memory = residentKiB(t), r.Counts().Memory
		}
	}
	c := r.Counts()
	if c.Memory != memory {
		t.Errorf("%d bytes of device memory, %d after a quarter", c.Memory, memory)
	}
	if c.Memory = 0; c != (gpu.Counts{}) {
		t.Errorf("objects are left: %+v", c)
	}
	if now := residentKiB(t); now > resident+resident/10+16<<10 {
		t.Errorf("%d KiB resident, %d after a quarter", now, resident)
	}
}

func residentKiB(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
