package main

import (
	"flag"
	"fmt"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// runCaps prints what the Direct3D object says about the Vulkan device that it finds.
func runCaps(e *env, flags *flag.FlagSet, args []string) error {
	var options device.Options
	flags.IntVar(&options.Adapter, "adapter", 0, "`number` of the Vulkan device, in the order of the Vulkan loader")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: unexpected %q", errUsage, rest[0])
	}
	options.CacheDir = "-" // nothing is compiled
	d, err := device.CreateWith(d3d9.SDK_VERSION, options)
	if err != nil {
		return err
	}
	defer d.Release()
	return caps.Report(e.out, d, d3d9.ADAPTER_DEFAULT)
}
