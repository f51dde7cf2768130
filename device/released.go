package device

import (
	"fmt"

	"d3d9vk/internal/gpu"
)

// released is the back end of a device after its last Release: whatever is still called on the device or its objects is an error
// and touches nothing.
type released struct {
	adapter  *gpu.Adapter
	features gpu.Features
}

var errReleased = fmt.Errorf("%w: the device was released", gpu.ErrUnsupported)

func (r released) Adapter() *gpu.Adapter   { return r.adapter }
func (r released) Features() gpu.Features  { return r.features }
func (released) Completed() uint64         { return 0 }
func (released) QueryResult(gpu.ID) uint64 { return 0 }
func (released) Counts() gpu.Counts        { return gpu.Counts{} }
func (released) HostFree([]byte)           {}
func (released) Close() error              { return nil }

func (released) CreateBuffer(gpu.BufferDesc) (gpu.ID, []byte, error)    { return 0, nil, errReleased }
func (released) CreateImage(*gpu.ImageDesc) (gpu.ID, error)             { return 0, errReleased }
func (released) CreateView(*gpu.ViewDesc) (gpu.ID, error)               { return 0, errReleased }
func (released) CreateSampler(*gpu.SamplerDesc) (gpu.ID, error)         { return 0, errReleased }
func (released) CreateShader(gpu.Stage, []uint32) (gpu.ID, error)       { return 0, errReleased }
func (released) CreateVertexLayout([]gpu.VertexElement) (gpu.ID, error) { return 0, errReleased }
func (released) CreatePipeline(*gpu.PipelineDesc) (gpu.ID, error)       { return 0, errReleased }
func (released) CreateQuery() (gpu.ID, error)                           { return 0, errReleased }
func (released) CreateSwapchain(*gpu.SwapchainDesc) (gpu.ID, error)     { return 0, errReleased }
func (released) HostAlloc(int) ([]byte, error)                          { return nil, errReleased }
func (released) NewList() (*gpu.List, error)                            { return nil, errReleased }
func (released) Submit(*gpu.List) (uint64, error)                       { return 0, errReleased }
func (released) Wait(uint64) error                                      { return errReleased }
func (released) SwapchainStatus(gpu.ID) error                           { return errReleased }
