package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// capsHelp is the help of caps.
const capsHelp = `
Without flags it prints what programs are told, under D3D9VK_PROFILE where that is set. "machine" and -capture are the machine itself.
A captured file is a caps profile: D3D9VK_PROFILE=./FILE makes programs on another machine see what this one has.
In what -diff A B prints, lines with - are what only A has (or its number), lines with + the same of B.
`

// machineName stands for the machine's own device in -diff.
const machineName = "machine"

// runCaps prints what the Direct3D object says about the Vulkan device that it finds, or works with caps profiles.
func runCaps(e *env, flags *flag.FlagSet, args []string) error {
	adapter := flags.Int("adapter", 0, "`number` of the Vulkan device, in the order of the Vulkan loader")
	list := flags.Bool("profiles", false, "list the caps profiles")
	profile := flags.String("profile", "", "print the caps profile `NAME|FILE` with the source of each value")
	diff := flags.Bool("diff", false, "compare two caps profiles, files, or \""+machineName+"\": caps -diff A B")
	capture := flags.String("capture", "", "write all that the machine's device answers to `FILE`, as a caps profile; - is standard output")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	chosen := 0
	for _, c := range []bool{*list, *profile != "", *diff, *capture != ""} {
		if c {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return fmt.Errorf("%w: -profiles, -profile, -diff and -capture exclude one another", errUsage)
	case *diff && len(rest) != 2:
		return fmt.Errorf("%w: -diff takes two profiles", errUsage)
	case !*diff && len(rest) > 0:
		return fmt.Errorf("%w: unexpected %q", errUsage, rest[0])
	case *list:
		return listProfiles(e)
	case *profile != "":
		p, err := caps.FindProfile(*profile)
		if err != nil {
			return err
		}
		return p.Describe(e.out)
	case *diff:
		return diffProfiles(e, *adapter, rest[0], rest[1])
	case *capture != "":
		return captureProfile(e, *adapter, *capture)
	}
	d, err := open(*adapter, nil)
	if err != nil {
		return err
	}
	defer d.Release()
	if name := os.Getenv(device.EnvProfile); name != "" {
		fmt.Fprintf(e.out, "profile:   %s (%s)\n", name, device.EnvProfile)
	}
	return caps.Report(e.out, d, d3d9.ADAPTER_DEFAULT)
}

// open is the Direct3D object of the Vulkan device, under the profile of the environment where p is nil.
func open(adapter int, p *caps.Profile) (*device.Direct3D, error) {
	return device.CreateWith(d3d9.SDK_VERSION, device.Options{Adapter: adapter, Profile: p, CacheDir: "-"}) // nothing is compiled
}

// machine is open with all that the machine has.
func machine(adapter int) (*device.Direct3D, error) {
	full := caps.Full()
	return open(adapter, &full)
}

func listProfiles(e *env) error {
	for _, name := range caps.Profiles() {
		p, err := caps.ProfileNamed(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, "%-18s %s\n", p.Name, p.About)
	}
	return nil
}

// diffProfiles compares two sides, each a profile on an adapter that has everything, or the machine.
func diffProfiles(e *env, adapter int, nameA, nameB string) error {
	var sides [2]caps.Direct3D
	for i, name := range []string{nameA, nameB} {
		if name == machineName {
			d, err := machine(adapter)
			if err != nil {
				return err
			}
			defer d.Release()
			sides[i] = d
			continue
		}
		p, err := caps.FindProfile(name)
		if err != nil {
			return err
		}
		sides[i] = caps.Ideal(p)
	}
	return caps.Difference(e.out, sides[0], sides[1], d3d9.ADAPTER_DEFAULT, nameA, nameB)
}

func captureProfile(e *env, adapter int, file string) (err error) {
	d, err := machine(adapter)
	if err != nil {
		return err
	}
	defer d.Release()
	p, err := caps.Capture(d, d3d9.ADAPTER_DEFAULT)
	if err != nil {
		return err
	}
	if file == "-" {
		return p.Write(e.out)
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return p.Write(f)
}
