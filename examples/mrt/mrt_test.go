package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
	"d3d9vk/internal/golden"
	"d3d9vk/internal/gpuenv"
)

func TestMRT(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	dir := t.TempDir()
	args := []string{"-headless", "-frames", "2", "-size", "240x180", "-out", dir}
	if os.Getenv("D3D9VK_VALIDATION") == "1" {
		args = append(args, "-validate")
	}
	var out strings.Builder
	if err := demo.Run("mrt", &mrt{}, args, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "mrt: 2 frames of 240x180 on ") || !strings.Contains(out.String(), "mrt.png  A8R8G8B8, ") {
		t.Errorf("the run said %q", out.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "mrt.png"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	golden.Means(t, "mrt.png", picture, 12, 4)
}
