package porttest

import (
	"errors"
	"fmt"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/picture"
)

// Stage is what a scene gets: a headless device in its first state, with a back buffer in A8R8G8B8 and an automatic depth-stencil surface
// in D24S8. Where the caps have no vertex processing by hardware the device has that by software. The scene neither releases nor resets the device.
type Stage struct {
	*device.Device
	Direct3D      *device.Direct3D // what the device was made by, for GetDeviceCaps and CheckDeviceFormat
	Width, Height int              // of the back buffer in pixels
	BackBuffer    *device.Surface
	Entry         Entry

	kept   []Releaser
	result *Result
}

// Releaser is every object that a device makes.
type Releaser interface{ Release() uint32 }

// Keep releases the objects when the scene has returned, the last first.
func (s *Stage) Keep(objects ...Releaser) { s.kept = append(s.kept, objects...) }

// Compare reads a render target and compares it, under the name, with the expected picture when the scene has returned. Channels of
// unsigned formats are compared as they are stored, brought to eight bits; of float formats the values 0 to 1, as CompareRange
// does. It is an error that the name is empty or used before, or that the target cannot be read.
func (s *Stage) Compare(name string, target *device.Surface) error {
	return s.CompareRange(name, target, 0, 1)
}

// CompareRange is Compare for the values from low to high, which become 0 to 255 in the picture: what lies outside is clamped, and what
// is not a number becomes magenta, so that it differs. Alpha is compared from 0 to 1 all the same.
func (s *Stage) CompareRange(name string, target *device.Surface, low, high float32) error {
	switch {
	case name == "" || name != fileName(name):
		return fmt.Errorf("porttest: %q is no name of a target", name)
	case s.result.target(name) != nil:
		return fmt.Errorf("porttest: there are two targets %q", name)
	case !(low < high):
		return fmt.Errorf("porttest: target %q: the range %g to %g is empty", name, low, high)
	}
	pixels, err := picture.Read(s.Device, target)
	if err != nil {
		return fmt.Errorf("porttest: target %q: %w", name, err)
	}
	s.result.Targets = append(s.result.Targets, newTarget(name, pixels, low, high))
	return nil
}

// open makes the stage; the result keeps the Direct3D object.
func open(e Entry, options device.Options, width, height int, result *Result) (*Stage, error) {
	d3d, err := device.CreateWith(d3d9.SDK_VERSION, options)
	if err != nil {
		return nil, err
	}
	id, missing := d3d.GetAdapterIdentifier(d3d9.ADAPTER_DEFAULT, 0)
	if missing != nil {
		d3d.Release()
		return nil, missing
	}
	result.Adapter, result.d3d = id.GetDescription(), d3d
	caps, failed := d3d.GetDeviceCaps(d3d9.ADAPTER_DEFAULT, d3d9.DEVTYPE_HAL)
	if failed != nil {
		return nil, failed
	}
	dev, _, created := d3d.CreateDevice(d3d9.ADAPTER_DEFAULT, d3d9.DEVTYPE_HAL, 0, caps.VertexProcessing(), d3d9.PRESENT_PARAMETERS{
		BackBufferWidth: uint32(width), BackBufferHeight: uint32(height), BackBufferFormat: d3d9.FMT_A8R8G8B8, BackBufferCount: 1,
		SwapEffect: d3d9.SWAPEFFECT_DISCARD, Windowed: 1, PresentationInterval: d3d9.PRESENT_INTERVAL_IMMEDIATE,
		EnableAutoDepthStencil: 1, AutoDepthStencilFormat: d3d9.FMT_D24S8,
	})
	if created != nil {
		return nil, created
	}
	s := &Stage{Device: dev, Direct3D: d3d, Width: width, Height: height, Entry: e, result: result}
	back, got := s.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	if got != nil {
		return nil, errors.Join(got, s.close())
	}
	s.BackBuffer = back
	s.Keep(back)
	return s, nil
}

// close releases everything but the Direct3D object. It is an error that the scene has left objects: the device is closed nevertheless.
func (s *Stage) close() error {
	for i := len(s.kept) - 1; i >= 0; i-- {
		s.kept[i].Release()
	}
	left := s.Device.Release()
	for range left {
		s.Device.Release()
	}
	if left != 0 {
		return fmt.Errorf("the scene left %d objects of the device unreleased; Stage.Keep releases them", left)
	}
	return nil
}
