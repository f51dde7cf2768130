// Package gputest is a gpu.Device without a graphics processor, for tests of what sits on one: it checks every
// description, every list and every record, moves the bytes that uploads, copies, readbacks and clears move, records draws
// without rasterising them, and fails on command. Its memory is plain Go memory.
//
// It must know nothing of Direct3D 9 and nothing of Vulkan's calls: only the contract of package gpu.
package gputest

import (
	"fmt"
	"sync"
	"unsafe"

	"d3d9vk/internal/gpu"
)

// Device is the fake back end. The exported fields may be set before the first list is taken.
//
// A submitted list runs late, as on a busy graphics processor: when it is waited for, when all lists are in use, or after
// Completed has said that it has not run. What was written to memory that the list reads is therefore noticed.
type Device struct {
	ListWords, ListArena, Lists int  // the capacity of a list in words and bytes, and how many there are
	Forget                      bool // Log and Draws stay empty: for long runs

	mu       sync.Mutex
	adapter  *gpu.Adapter
	features gpu.Features
	faults   []string

	buffers    table[*buffer]
	images     table[*image]
	views      table[*view]
	samplers   table[gpu.SamplerDesc]
	shaders    table[gpu.Stage]
	layouts    table[[]gpu.VertexElement]
	pipelines  table[gpu.PipelineDesc]
	queries    table[*query]
	swapchains table[*swapchain]
	memory     uint64
	host       map[*byte]hostBlock
	hostBytes  int

	free      []*gpu.List
	made      int
	taken     map[*gpu.List]bool
	pending   []*gpu.List
	submitted uint64
	completed uint64

	creates, failCreate, loseCreate int
	submits, loseSubmit             int
	lost                            bool

	log   []Record
	draws []Draw
}

type buffer struct {
	desc  gpu.BufferDesc
	bytes []byte
	arena bool
	dying bool
}

type query struct{ samples uint64 }

type swapchain struct {
	desc    gpu.SwapchainDesc
	changed bool
}

type hostBlock struct {
	whole []byte
	size  int
}

// table gives ids from 1 and never gives one twice, so that a stale id is always found out.
type table[T any] struct {
	next gpu.ID
	live map[gpu.ID]T
}

func (t *table[T]) add(v T) gpu.ID {
	if t.live == nil {
		t.live = map[gpu.ID]T{}
	}
	t.next++
	t.live[t.next] = v
	return t.next
}

// New opens a fake device on the adapter with all of its features; nil means DefaultAdapter.
func New(adapter *gpu.Adapter) *Device {
	if adapter == nil {
		adapter = DefaultAdapter()
	}
	return &Device{
		ListWords: 64 << 10, ListArena: 4 << 20, Lists: 3,
		adapter: adapter, features: adapter.Features,
		host: map[*byte]hostBlock{}, taken: map[*gpu.List]bool{},
	}
}

// FailCreate makes the n-th creation or host allocation from now on fail once with gpu.ErrOutOfMemory; 0 cancels.
func (d *Device) FailCreate(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.creates, d.failCreate = 0, n
}

// LoseAtCreate loses the device at the n-th creation or host allocation from now on; 0 cancels.
func (d *Device) LoseAtCreate(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.creates, d.loseCreate = 0, n
}

// LoseAt loses the device at the n-th submission from now on; 0 cancels. A lost device refuses everything but destruction.
func (d *Device) LoseAt(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.submits, d.loseSubmit = 0, n
}

// Faults runs what is pending and returns what was wrong so far: each breach of the contract of package gpu.
func (d *Device) Faults() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	return append([]string(nil), d.faults...)
}

func (d *Device) fault(format string, args ...any) {
	if len(d.faults) < 100 {
		d.faults = append(d.faults, fmt.Sprintf(format, args...))
	}
}

// HostBlocks is the number and the bytes of the live blocks of HostAlloc.
func (d *Device) HostBlocks() (blocks, bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.host), d.hostBytes
}

// Adapter returns the adapter.
func (d *Device) Adapter() *gpu.Adapter { return d.adapter }

// Features returns the adapter's features less those that Disable switched off.
func (d *Device) Features() gpu.Features { return d.features }

// SetFeatures changes what the device says it can use; call it before anything is created.
func (d *Device) SetFeatures(f gpu.Features) { d.features = f }

// HostAlloc returns zeroed memory, aligned to 64 bytes.
func (d *Device) HostAlloc(size int) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if size <= 0 {
		d.fault("HostAlloc of %d bytes", size)
		return nil, fmt.Errorf("%w: %d bytes", gpu.ErrUnsupported, size)
	}
	if err := d.creating("HostAlloc", uint64(size)); err != nil {
		return nil, err
	}
	whole, block := aligned(size)
	d.host[&block[0]] = hostBlock{whole, size}
	d.hostBytes += size
	return block, nil
}

// aligned returns a block of Go memory that begins at a multiple of 64, and what keeps it alive.
func aligned(size int) (whole, block []byte) {
	whole = make([]byte, size+63)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(whole))) & 63)
	return whole, whole[skip : skip+size : skip+size]
}

// HostFree gives back a block of HostAlloc, and fills it so that later readers notice.
func (d *Device) HostFree(block []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	key := unsafe.SliceData(block)
	b, ok := d.host[key]
	if !ok || b.size != len(block) {
		d.fault("HostFree of %d bytes that HostAlloc did not return, or twice", len(block))
		return
	}
	delete(d.host, key)
	d.hostBytes -= b.size
	poison(block)
}

func poison(b []byte) {
	for i := range b {
		b[i] = 0xCD
	}
}

// creating counts a creation of so many bytes and says whether it fails.
func (d *Device) creating(what string, size uint64) error {
	d.creates++
	d.lost = d.lost || d.loseCreate != 0 && d.creates == d.loseCreate
	switch {
	case d.lost:
		return fmt.Errorf("%w: %s", gpu.ErrDeviceLost, what)
	case d.failCreate != 0 && d.creates == d.failCreate:
		return fmt.Errorf("%w: %s (on command)", gpu.ErrOutOfMemory, what)
	case d.memory+size > d.adapter.Memory:
		return fmt.Errorf("%w: %s of %d bytes", gpu.ErrOutOfMemory, what, size)
	}
	return nil
}

// Counts returns the numbers of live objects; arenas of lists do not count.
func (d *Device) Counts() gpu.Counts {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	arenas := 0
	for _, b := range d.buffers.live {
		if b.arena {
			arenas++
		}
	}
	return gpu.Counts{
		Buffers: len(d.buffers.live) - arenas, Images: len(d.images.live), Views: len(d.views.live), Samplers: len(d.samplers.live),
		Shaders: len(d.shaders.live), VertexLayouts: len(d.layouts.live), Pipelines: len(d.pipelines.live), Queries: len(d.queries.live),
		Swapchains: len(d.swapchains.live), Memory: d.memory,
	}
}

// Close runs what is pending, destroys everything but host memory, and returns the faults as one error. Nothing can be made
// afterwards.
func (d *Device) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	d.lost = true
	clear(d.buffers.live)
	clear(d.images.live)
	clear(d.views.live)
	clear(d.samplers.live)
	clear(d.shaders.live)
	clear(d.layouts.live)
	clear(d.pipelines.live)
	clear(d.queries.live)
	clear(d.swapchains.live)
	d.memory = 0
	if len(d.faults) == 0 {
		return nil
	}
	err := fmt.Errorf("%d faults", len(d.faults))
	for _, f := range d.faults {
		err = fmt.Errorf("%w\n%s", err, f)
	}
	return err
}

// SwapchainStatus returns gpu.ErrSurfaceChanged after SurfaceChanged.
func (d *Device) SwapchainStatus(id gpu.ID) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, ok := d.swapchains.live[id]
	if !ok {
		d.fault("SwapchainStatus of swapchain %d, which is not live", id)
		return gpu.ErrUnsupported
	}
	if s.changed {
		return gpu.ErrSurfaceChanged
	}
	return nil
}

// SurfaceChanged makes SwapchainStatus report a changed surface for the swapchain.
func (d *Device) SurfaceChanged(id gpu.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.swapchains.live[id]; s != nil {
		s.changed = true
	}
}

// QueryResult returns the vertices or indices drawn while the query was on.
func (d *Device) QueryResult(id gpu.ID) uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	q, ok := d.queries.live[id]
	if !ok {
		d.fault("QueryResult of query %d, which is not live", id)
		return 0
	}
	return q.samples
}

var _ gpu.Device = (*Device)(nil)
