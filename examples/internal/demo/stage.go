package demo

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/shaders"
)

// Stage is the device that a sample draws on and the keeper of what it makes.
type Stage struct {
	*device.Device
	Width, Height int // of the back buffer
	BackBuffer    *device.Surface
	Adapter       string // its description

	d3d     *device.Direct3D
	options Options
	params  d3d9.PRESENT_PARAMETERS
	kept    []releaser // until the end
	lost    []releaser // until the next Reset

	mu       sync.Mutex
	messages []error // of the validation layer
}

type releaser interface{ Release() uint32 }

// open makes a device for the window (0 = none), with a depth-stencil buffer, and loads the sample.
func open(hwnd d3d9.HWND, s Sample, o Options, width, height int) (*Stage, error) {
	stage := &Stage{options: o, params: d3d9.PRESENT_PARAMETERS{
		BackBufferWidth:        uint32(width),
		BackBufferHeight:       uint32(height),
		BackBufferFormat:       d3d9.FMT_A8R8G8B8,
		BackBufferCount:        1,
		SwapEffect:             d3d9.SWAPEFFECT_DISCARD,
		HDeviceWindow:          hwnd,
		Windowed:               1,
		EnableAutoDepthStencil: 1,
		AutoDepthStencilFormat: d3d9.FMT_D24S8,
		PresentationInterval:   d3d9.PRESENT_INTERVAL_ONE,
	}}
	o.device.Validation, o.device.Message = o.Validate, stage.message
	d3d, err := device.CreateWith(d3d9.SDK_VERSION, o.device)
	if err != nil {
		return nil, err
	}
	stage.d3d = d3d
	caps, failed := d3d.GetDeviceCaps(d3d9.ADAPTER_DEFAULT, d3d9.DEVTYPE_HAL)
	if failed != nil {
		d3d.Release()
		return nil, failed
	}
	dev, params, devErr := d3d.CreateDevice(d3d9.ADAPTER_DEFAULT, d3d9.DEVTYPE_HAL, hwnd, caps.VertexProcessing(), stage.params)
	if devErr != nil {
		d3d.Release()
		return nil, devErr
	}
	stage.Device, stage.params = dev, params
	if id, err := d3d.GetAdapterIdentifier(d3d9.ADAPTER_DEFAULT, 0); err == nil {
		stage.Adapter = id.GetDescription()
	}
	if err := s.Load(stage); err != nil {
		return nil, errors.Join(err, stage.close())
	}
	if err := stage.sized(s); err != nil {
		return nil, errors.Join(err, stage.close())
	}
	return stage, nil
}

// On makes a stage on a device that somebody else has opened, and loads the sample: for tests that draw it on devices of their own. The
// function that it returns releases what was made; the caller keeps device and back buffer.
func On(d *device.Device, backBuffer *device.Surface, width, height int, sample Sample) (*Stage, func(), error) {
	s := &Stage{Device: d, Width: width, Height: height, BackBuffer: backBuffer}
	if err := errors.Join(sample.Load(s), sample.Resize(s)); err != nil {
		s.releaseAll()
		return nil, nil, err
	}
	return s, s.releaseAll, nil
}

// Elsewhere draws a frame of the sample without a window on another device, of the same size and with changed options, and returns what is
// then in the back buffer.
func (s *Stage) Elsewhere(sample Sample, frame int, change func(*device.Options)) (picture *image.NRGBA, err error) {
	o := s.options
	o.device.Disable = slices.Clone(o.device.Disable)
	change(&o.device)
	other, err := open(0, sample, o, s.Width, s.Height)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, other.close()) }()
	if err := sample.Draw(other, frame); err != nil {
		return nil, err
	}
	return other.Read(other.BackBuffer, nil)
}

// sized makes what depends on the back buffer's size.
func (s *Stage) sized(sample Sample) error {
	s.Width, s.Height = int(s.params.BackBufferWidth), int(s.params.BackBufferHeight)
	back, err := s.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	if err != nil {
		return err
	}
	s.BackBuffer = back
	s.KeepUntilReset(back)
	return sample.Resize(s)
}

// resize resets the device to a new size of the back buffer.
func (s *Stage) resize(sample Sample, width, height int) error {
	s.release(&s.lost)
	s.params.BackBufferWidth, s.params.BackBufferHeight = uint32(width), uint32(height)
	params, err := s.Reset(s.params)
	if err != nil {
		return err
	}
	s.params = params
	return s.sized(sample)
}

// Keep releases r at the end, KeepUntilReset before the next Reset or at the end.
func (s *Stage) Keep(r releaser) { s.kept = append(s.kept, r) }

// KeepUntilReset: see Keep.
func (s *Stage) KeepUntilReset(r releaser) { s.lost = append(s.lost, r) }

func (s *Stage) releaseAll() {
	s.release(&s.lost)
	s.release(&s.kept)
}

func (s *Stage) release(list *[]releaser) {
	for i := len(*list) - 1; i >= 0; i-- {
		(*list)[i].Release()
	}
	*list = nil
}

// message keeps what the validation layer says, from any thread.
func (s *Stage) message(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, errors.New("validation: "+text))
}

// close releases everything, the device last. What the validation layer said is an error.
func (s *Stage) close() error {
	s.releaseAll()
	s.Device.Release()
	s.d3d.Release()
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.messages...)
}

// VertexShader and PixelShader make the shader of package shaders with the name.
func (s *Stage) VertexShader(name string) (*device.VertexShader, error) {
	code, err := shaders.Tokens(name)
	if err != nil {
		return nil, err
	}
	shader, devErr := s.CreateVertexShaderFromBytes(code)
	if devErr != nil {
		return nil, fmt.Errorf("%s: %w", name, devErr)
	}
	s.Keep(shader)
	return shader, nil
}

// PixelShader: see VertexShader.
func (s *Stage) PixelShader(name string) (*device.PixelShader, error) {
	code, err := shaders.Tokens(name)
	if err != nil {
		return nil, err
	}
	shader, devErr := s.CreatePixelShaderFromBytes(code)
	if devErr != nil {
		return nil, fmt.Errorf("%s: %w", name, devErr)
	}
	s.Keep(shader)
	return shader, nil
}

// Target is a texture to render to and its surface.
type Target struct {
	Texture *device.Texture
	Surface *device.Surface
}

// Target makes a render target that lives until the next Reset.
func (s *Stage) Target(width, height int, format d3d9.FORMAT) (Target, error) {
	texture, err := s.CreateTexture(uint(width), uint(height), 1, d3d9.USAGE_RENDERTARGET, format, d3d9.POOL_DEFAULT, 0)
	if err != nil {
		return Target{}, err
	}
	s.KeepUntilReset(texture)
	surface, err := texture.GetSurfaceLevel(0)
	if err != nil {
		return Target{}, err
	}
	s.KeepUntilReset(surface)
	return Target{texture, surface}, nil
}

// SetTargets makes the surfaces the render targets from 0 on, and unbinds those above.
func (s *Stage) SetTargets(surfaces ...*device.Surface) error {
	for i := range uint32(4) {
		var surface *device.Surface
		if int(i) < len(surfaces) {
			surface = surfaces[i]
		}
		if err := s.SetRenderTarget(i, surface); err != nil {
			return err
		}
	}
	return nil
}

// States sets render states.
func (s *Stage) States(states map[d3d9.RENDERSTATETYPE]uint32) error {
	for state, value := range states {
		if err := s.SetRenderState(state, value); err != nil {
			return err
		}
	}
	return nil
}

// Filter sets how a sampler reads and what lies outside of the texture.
func (s *Stage) Filter(sampler, filter, mip, address uint32) error {
	for state, value := range map[d3d9.SAMPLERSTATETYPE]uint32{
		d3d9.SAMP_MAGFILTER: filter, d3d9.SAMP_MINFILTER: filter, d3d9.SAMP_MIPFILTER: mip,
		d3d9.SAMP_ADDRESSU: address, d3d9.SAMP_ADDRESSV: address,
	} {
		if err := s.SetSamplerState(sampler, state, value); err != nil {
			return err
		}
	}
	return nil
}
