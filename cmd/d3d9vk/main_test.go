package main

import (
	"bytes"
	"strings"
	"testing"
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
		{[]string{"caps", "-no-such-flag"}, 2, "", "wrong arguments"},
		{[]string{"caps", "extra"}, 2, "", `unexpected "extra"`},
		{[]string{"caps", "-adapter", "-7"}, 1, "", "d3d9vk caps: "},
	} {
		var out, stderr bytes.Buffer
		if got := run(c.args, &out, &stderr); got != c.status {
			t.Errorf("%q: status %d, want %d", c.args, got, c.status)
		}
		for _, check := range []struct{ got, want string }{{out.String(), c.out}, {stderr.String(), c.stderr}} {
			if !strings.Contains(check.got, check.want) || check.want == "" && check.got != "" {
				t.Errorf("%q: printed %q, want %q", c.args, check.got, check.want)
			}
		}
	}
}
