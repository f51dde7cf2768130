// Command d3d9vk tells people who port programs what this Direct3D 9 can do. Its subcommands are rows of one table; `d3d9vk`
// without one prints them. It exits with 0, with 1 where the subcommand failed, and with 2 where it was not called right.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// command is one subcommand. run gets the arguments after its name.
type command struct {
	name, about string
	run         func(args []string, out io.Writer) error
}

var commands = []command{
	{"caps", "print the graphics adapter, its D3DCAPS9 and what it can do with each format", runCaps},
}

// errUsage is the error of a command line that is not understood.
var errUsage = errors.New("wrong arguments")

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs the subcommand that args name and returns the exit status.
func run(args []string, out, stderr io.Writer) int {
	const failed, misused = 1, 2
	if len(args) == 0 {
		usage(stderr)
		return misused
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(out)
		return 0
	}
	for _, c := range commands {
		if c.name != args[0] {
			continue
		}
		err := c.run(args[1:], out)
		switch {
		case err == nil, errors.Is(err, flag.ErrHelp):
			return 0
		case errors.Is(err, errUsage):
			fmt.Fprintf(stderr, "d3d9vk %[1]s: %[2]v\nd3d9vk %[1]s -h prints its flags.\n", c.name, err)
			return misused
		}
		fmt.Fprintf(stderr, "d3d9vk %s: %v\n", c.name, err)
		return failed
	}
	fmt.Fprintf(stderr, "d3d9vk: there is no subcommand %q\n", args[0])
	usage(stderr)
	return misused
}

func usage(w io.Writer) {
	fmt.Fprintf(w, "usage: d3d9vk <subcommand> [flags]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.about)
	}
	fmt.Fprintf(w, "\nd3d9vk <subcommand> -h prints its flags.\n")
}

// parse parses the flags of a subcommand that takes no arguments beside them. It prints help to out.
func parse(flags *flag.FlagSet, args []string, out io.Writer) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, "usage: d3d9vk %s [flags]\n", flags.Name())
		flags.SetOutput(out)
		flags.PrintDefaults()
		return err
	case err != nil:
		return fmt.Errorf("%w: %v", errUsage, err)
	case flags.NArg() > 0:
		return fmt.Errorf("%w: unexpected %q", errUsage, flags.Arg(0))
	}
	return nil
}
