// Package gpu is the plain-data language between the Direct3D 9 device and the graphics back end: ids, descriptions and
// lists of commands. It holds no Vulkan call and no Direct3D 9 rule, so that the device can be tested on a fake back end
// and the back end without a device.
package gpu

import "errors"

// ID names an object of a Device: a buffer, an image, a view ... each kind has its own numbering from 1. 0 is none.
type ID uint32

// Errors that a back end returns, wrapped with the reason.
var (
	ErrDeviceLost     = errors.New("device lost")
	ErrOutOfMemory    = errors.New("out of memory")
	ErrUnsupported    = errors.New("unsupported")
	ErrSurfaceChanged = errors.New("window surface changed size or was lost")
)

// Device is the graphics back end. Creation calls may come from any goroutine. Lists are submitted by one goroutine at a
// time and run in order. A serial is the number of a submitted list, from 1.
type Device interface {
	Adapter() *Adapter
	Features() Features // what the device was opened with (Adapter().Features)

	// CreateBuffer makes a buffer. With BufferDesc.Mapped the returned memory stays valid until the list that destroys the
	// buffer has run; otherwise it is nil. Contents start as zeros.
	CreateBuffer(BufferDesc) (ID, []byte, error)
	CreateImage(*ImageDesc) (ID, error) // contents start as zeros; where a format has alpha that Direct3D 9 has not, the view's swizzle says one
	CreateView(*ViewDesc) (ID, error)
	CreateSampler(*SamplerDesc) (ID, error)
	CreateShader(stage Stage, words []uint32) (ID, error)
	CreateVertexLayout([]VertexElement) (ID, error)
	CreatePipeline(*PipelineDesc) (ID, error) // compiles; the pipeline cache on disk serves it
	CreateQuery() (ID, error)                 // an occlusion counter
	CreateSwapchain(*SwapchainDesc) (ID, error)

	// HostAlloc returns zeroed memory outside the Go heap, aligned to 64 bytes; HostFree gives it back.
	HostAlloc(size int) ([]byte, error)
	HostFree([]byte)

	// NewList returns an empty list with its arena, waiting for the oldest one in flight when all are in use.
	NewList() (*List, error)
	// Submit hands the list over and returns its serial. The list must not be used afterwards. It does not wait for the GPU,
	// nor for the list's recording. Errors of recording or of the GPU surface from later calls (ErrDeviceLost).
	Submit(*List) (serial uint64, err error)
	// Completed is the highest serial such that it and all before it are done on the GPU.
	Completed() uint64
	// Wait returns when the serial is done.
	Wait(serial uint64) error
	// QueryResult returns the samples counted between OpQueryBegin and OpQueryEnd, valid when the serial of the ending list is done.
	QueryResult(query ID) uint64
	// SwapchainStatus returns nil, or ErrSurfaceChanged when the last present found the surface out of date, lost or resized.
	SwapchainStatus(swapchain ID) error

	// Counts returns the number of live objects by kind, for leak tests.
	Counts() Counts
	// Close waits for the GPU, destroys everything and returns the messages of the validation layer, if there were any.
	Close() error
}

// Stage is a shader stage.
type Stage uint8

const (
	Vertex Stage = iota
	Fragment
	Geometry // only with Features.GeometryShader
)

// Counts are numbers of live back end objects.
type Counts struct {
	Buffers, Images, Views, Samplers, Shaders, VertexLayouts, Pipelines, Queries, Swapchains int
	Memory                                                                                   uint64 // bytes of device memory allocated from the driver
}
