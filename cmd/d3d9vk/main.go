// Command d3d9vk is for people who port programs and shaders: it tells what this Direct3D 9 can do, and assembles, prints, checks,
// translates and describes shaders. Its subcommands are rows of one table; `d3d9vk` without one prints them. It exits with 0, with 1
// where something was found or failed, and with 2 where it was not called right.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// command is one subcommand. run gets the arguments after its name.
type command struct {
	name, args, about, example, more string // more: what -h says beside it
	run                              func(e *env, flags *flag.FlagSet, args []string) error
}

var commands = []command{
	{"asm", "IN -o OUT", "assemble text to the tokens that Direct3D 9 takes", "d3d9vk asm water_ps_3_0.asm -o water_ps_3_0.pso", inputHelp, runAsm},
	{"dis", "IN", "print tokens as assembly that assembles to the same tokens", "d3d9vk dis Effects/Water.fxo | less", inputHelp, runDis},
	{"check", "IN...", "report breaches of Direct3D 9's rules, one line each", "d3d9vk check shaders/ Content/*.xnb", inputHelp, runCheck},
	{"spv", "IN -o OUT", "translate to SPIR-V, as a module or as text", "d3d9vk spv -S -vs quad.vso -alpha-test water_ps_3_0.pso", inputHelp, runSpv},
	{"info", "IN...", "show constants, samplers, inputs, outputs and counts", "d3d9vk info -json BasicEffect.fxb", inputHelp, runInfo},
	{"plan", "FILE", "tell what a draw described in JSON writes where, in how many passes and why; needs no GPU", "d3d9vk plan draw.json", planHelp, runPlan},
	{"caps", "", "print the graphics adapter, its D3DCAPS9 and formats; list, compare and capture caps profiles", "d3d9vk caps -diff geforce-6 machine", capsHelp, runCaps},
}

// errUsage is the error of a command line that is not understood; errFound is that of a subcommand that has said what is wrong.
var (
	errUsage = errors.New("wrong arguments")
	errFound = errors.New("something was found")
)

// env is what a subcommand talks to.
type env struct {
	in          io.Reader
	out, stderr io.Writer
	outTerminal bool // out is a terminal
	bar         bool // stderr is a terminal
}

func main() {
	e := env{in: os.Stdin, out: os.Stdout, stderr: os.Stderr, outTerminal: isTerminal(os.Stdout), bar: isTerminal(os.Stderr)}
	os.Exit(run(&e, os.Args[1:]))
}

func isTerminal(f *os.File) bool {
	_, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	return err == nil
}

// run runs the subcommand that args name and returns the exit status.
func run(e *env, args []string) int {
	const failed, misused = 1, 2
	if len(args) == 0 {
		usage(e.stderr)
		return misused
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(e.out)
		return 0
	}
	for i := range commands {
		c := &commands[i]
		if c.name != args[0] {
			continue
		}
		flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		err := c.run(e, flags, args[1:])
		switch {
		case err == nil:
			return 0
		case errors.Is(err, flag.ErrHelp):
			c.help(e.out, flags)
			return 0
		case errors.Is(err, errFound):
			return failed
		case errors.Is(err, errUsage):
			fmt.Fprintf(e.stderr, "d3d9vk %[1]s: %[2]v\nd3d9vk %[1]s -h prints its flags.\n", c.name, err)
			return misused
		}
		fmt.Fprintf(e.stderr, "d3d9vk %s: %v\n", c.name, err)
		return failed
	}
	fmt.Fprintf(e.stderr, "d3d9vk: there is no subcommand %q\n", args[0])
	usage(e.stderr)
	return misused
}

func usage(w io.Writer) {
	fmt.Fprintf(w, "usage: d3d9vk <subcommand> [flags]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-6s %-10s %s\n", c.name, c.args, c.about)
	}
	fmt.Fprintf(w, "\nd3d9vk <subcommand> -h prints its flags and an example.\nExit status: 0 clean, 1 something was found or failed, 2 wrong arguments.\n")
}

// inputHelp is the help of subcommands that read shaders.
const inputHelp = `
IN is a file, a directory (with all that lies below it), or - for standard input. A file is assembly text (.asm), tokens, or
anything that holds tokens: .fxo, .fxb, .xnb, .fxc, .cso, C source of fxc /Fh and others. HLSL must be compiled first.
`

func (c *command) help(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprintf(w, "usage: d3d9vk %s [flags] %s\n\n%s.\n%s\nexample: %s\n\n", c.name, c.args, c.about, c.more, c.example)
	flags.SetOutput(w)
	flags.PrintDefaults()
}

// parse parses flags, which may also stand behind the arguments, and gives the arguments.
func parse(flags *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		err := flags.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("%w: %v", errUsage, err)
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		if n := len(args) - flags.NArg(); n > 0 && args[n-1] == "--" {
			return append(rest, flags.Args()...), nil
		}
		rest = append(rest, flags.Arg(0))
		args = flags.Args()[1:]
	}
}
