package main

import (
	"flag"
	"io"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// runCaps prints what the Direct3D object says about the Vulkan device that it finds.
func runCaps(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("caps", flag.ContinueOnError)
	var options device.Options
	flags.IntVar(&options.Adapter, "adapter", 0, "`number` of the Vulkan device, in the order of the Vulkan loader")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	options.CacheDir = "-" // nothing is compiled
	d, err := device.CreateWith(d3d9.SDK_VERSION, options)
	if err != nil {
		return err
	}
	defer d.Release()
	return caps.Report(out, d, d3d9.ADAPTER_DEFAULT)
}
