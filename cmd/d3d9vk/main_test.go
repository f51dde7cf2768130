package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"d3d9vk/device"
)

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args        []string
		status      int
		out, stderr string // what each holds; "" is nothing at all
	}{
		{nil, 2, "", "usage: d3d9vk <subcommand>"},
		{[]string{"no-such-thing"}, 2, "", `there is no subcommand "no-such-thing"`},
		{[]string{"help"}, 0, "caps", ""},
		{[]string{"-h"}, 0, "usage: d3d9vk <subcommand>", ""},
		{[]string{"caps", "-h"}, 0, "-adapter number", ""},
		{[]string{"caps", "-no-such-flag"}, 2, "", "wrong arguments: flag provided but not defined: -no-such-flag\nd3d9vk caps -h prints its flags.\n"},
		{[]string{"caps", "extra"}, 2, "", `unexpected "extra"`},
		{[]string{"caps", "-adapter", "-7"}, 1, "", "d3d9vk caps: "},
	} {
		var out, stderr bytes.Buffer
		if got := run(&env{in: strings.NewReader(""), out: &out, stderr: &stderr}, c.args); got != c.status {
			t.Errorf("%q: status %d, want %d", c.args, got, c.status)
		}
		for _, check := range []struct{ got, want string }{{out.String(), c.out}, {stderr.String(), c.stderr}} {
			if !strings.Contains(check.got, check.want) || check.want == "" && check.got != "" {
				t.Errorf("%q: printed %q, want %q", c.args, check.got, check.want)
			}
		}
	}
}

// TestCaps prints the caps of the machine's own device.
func TestCaps(t *testing.T) {
	var out, stderr bytes.Buffer
	if status := run(&env{out: &out, stderr: &stderr}, []string{"caps"}); status != 0 {
		if os.Getenv("D3D9VK_REQUIRE_GPU") == "1" {
			t.Fatalf("status %d: %s", status, &stderr)
		}
		t.Skipf("no Vulkan device: %s", &stderr)
	}
	for _, want := range []string{"adapter 0: ", "NumSimultaneousRTs                 4\n", "VertexShaderVersion                vs_3_0\n", "    + PMISCCAPS_INDEPENDENTWRITEMASKS\n", "\nA8R8G8B8              Y         Y         Y         Y         Y         Y         Y"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	// Under a profile the answers are the profile's, and it is named; "machine" is the machine all the same.
	t.Setenv(device.EnvProfile, "radeon-9700")
	out.Reset()
	if status := run(&env{out: &out, stderr: &stderr}, []string{"caps"}); status != 0 || !strings.HasPrefix(out.String(), "profile:   radeon-9700 (D3D9VK_PROFILE)\n") ||
		!strings.Contains(out.String(), "VertexShaderVersion                vs_2_0\n") {
		t.Errorf("status %d under a profile: %s%s", status, &out, &stderr)
	}
	captured := filepath.Join(t.TempDir(), "machine.json")
	for _, args := range [][]string{{"caps", "-capture", captured}, {"caps", "-diff", captured, "machine"}} {
		out.Reset()
		if status := run(&env{out: &out, stderr: &stderr}, args); status != 0 {
			t.Fatalf("%q: status %d: %s", args, status, &stderr)
		}
	}
	if !strings.Contains(out.String(), "\nno difference\n") {
		t.Errorf("the machine differs from what was captured of it: %s", &out)
	}
	if data, err := os.ReadFile(captured); err != nil || !strings.Contains(string(data), `"period": false`) {
		t.Errorf("captured %v: %.200s", err, data)
	}
}
