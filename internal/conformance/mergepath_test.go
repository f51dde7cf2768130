package conformance

import (
	"strings"
	"testing"

	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
)

// mergePaths are the ways in which a draw reaches its targets. Each draws the same pixels as the reference (MRT-13).
var mergePaths = []struct{ name, disable string }{
	{"native", ""},
	{"MRT-13/no extended dynamic state 3", "DynamicBlend,DynamicRaster"},
	// Nothing uses dualSrcBlend, so this is native again; it says that nothing begins to.
	{"MRT-13/no dualSrcBlend", "DualSrcBlend"},
}

// TestMergePaths holds each path to random draws (see TestRandomMerges). The seeds differ, so that every path adds draws of its own.
func TestMergePaths(t *testing.T) {
	for n, path := range mergePaths {
		t.Run(path.name, func(t *testing.T) {
			var disable []string
			if path.disable != "" {
				disable = strings.Split(path.disable, ",")
			}
			newMerger(rigOf(t, device.Options{Disable: disable}), uint64(100+n)).sweep(merges())
		})
	}
}

// rigOf makes a rig on a device of its own.
func rigOf(t *testing.T, o device.Options) *rig {
	t.Helper()
	before := current
	current = gpuenv.NewDevice(t, gpuenv.Open(t, o))
	t.Cleanup(func() { current = before })
	return newRig(t)
}
