package device

import (
	"math"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// storage is the memory of a texture, or of a surface that is no texture's: an image of the back end, host memory that programs
// lock, or both.
//
//	DEFAULT             image; host memory where it can be locked, from the first lock on (DYNAMIC textures: from the start)
//	MANAGED             image and host memory; what is unlocked is uploaded
//	SYSTEMMEM, SCRATCH  host memory
//
// Host memory lies outside the Go heap, levels one after the other, and stays where it is until the storage goes.
type storage struct {
	device *Device
	storageDesc
	desc     d3d9.FormatDesc
	row      *caps.FormatRow // nil for formats that only POOL_SCRATCH has
	lockable bool
	image    gpu.ID // 0: none
	memory   []byte
	parts    []part // level l of layer n is at n*levels + l
	views    []storageView
	lastUse  uint64 // serial of the last list that reads or writes the image

	readback       gpu.ID // a buffer for ReadImage, from the first read on
	readbackMemory []byte
}

// storageDesc is what a storage is made from; sizes in texels, all at least 1.
type storageDesc struct {
	kind                 gpu.ImageKind
	texture              bool // can be sampled
	format               d3d9.FORMAT
	width, height, depth uint32
	levels, layers       uint32
	usage                uint32
	pool                 d3d9.POOL
	multiSample          d3d9.MULTISAMPLE_TYPE
	quality, samples     uint32
	discard              bool // of a depth-stencil surface: its contents need not last
	clamped              bool // a size that the caps have only without mipmaps and with clamped coordinates
}

// part is one level of one face.
type part struct {
	width, height, depth uint32
	offset               int // in memory
	pitch, slice         int // bytes from row to row (of blocks), from slice to slice
	locked               bool
	lockedBox            box
	readOnly             bool // the lock writes nothing that has to be uploaded
	pending              box  // written by the program and not yet in the image (SYSTEMMEM: not yet taken by UpdateTexture)
	stale                bool // the image is newer than the memory
	surface              *Surface
	volume               *Volume
}

// maxStorage is the most bytes that a resource may have: more is OUTOFVIDEOMEMORY before anything is allocated.
const maxStorage = math.MaxInt32

// rowPitch is the bytes from row to row of a level: a multiple of 4, as programs rely on; rows of blocks are not padded.
func rowPitch(desc d3d9.FormatDesc, width uint32) uint64 {
	n := desc.RowBytes(width)
	if !desc.Compressed() {
		n = (n + 3) &^ 3
	}
	return n
}

// newStorage makes a storage of a description that has been checked.
func (d *Device) newStorage(call string, sd storageDesc, lockable bool) (*storage, d3d9.Error) {
	if err := d.alive(call); err != nil {
		return nil, err
	}
	s := &storage{device: d, storageDesc: sd, lockable: lockable}
	s.desc, _ = d3d9.FormatInfo(sd.format)
	s.row, _ = d.caps.Format(sd.format)
	s.parts = make([]part, sd.levels*sd.layers)
	var size uint64
	for n := range s.parts {
		p := &s.parts[n]
		level := uint32(n) % sd.levels
		p.width, p.height, p.depth = max(sd.width>>level, 1), max(sd.height>>level, 1), max(sd.depth>>level, 1)
		pitch := rowPitch(s.desc, p.width)
		slice := pitch * s.desc.RowCount(p.height)
		bytes := slice * uint64(p.depth)
		if slice > maxStorage || bytes > maxStorage || size+bytes > maxStorage {
			return nil, d3d9.Errorf(d3d9.ERR_OUTOFVIDEOMEMORY, call, "", "%dx%dx%d texels of %v need more than %d bytes", sd.width, sd.height, sd.depth, sd.format, maxStorage)
		}
		p.offset, p.pitch, p.slice = int(size), int(pitch), int(slice)
		if sd.pool == d3d9.POOL_SYSTEMMEM {
			p.pending = p.whole() // all of a new texture goes with UpdateTexture
		}
		size += (bytes + 15) &^ 15
	}
	if s.onGPU() && d.lost() {
		return nil, d.lostError(call)
	}
	if sd.pool != d3d9.POOL_DEFAULT || sd.usage&d3d9.USAGE_DYNAMIC != 0 {
		if err := s.needMemory(call); err != nil {
			return nil, err
		}
	}
	if s.onGPU() {
		if err := s.makeImage(call); err != nil {
			s.freeMemory()
			return nil, err
		}
	}
	return s, nil
}

// onGPU says whether the storage has an image: all pools but host memory's, all formats but FMT_NULL.
func (s *storage) onGPU() bool {
	return (s.pool == d3d9.POOL_DEFAULT || s.pool == d3d9.POOL_MANAGED) && !s.row.Null
}

func (s *storage) makeImage(call string) d3d9.Error {
	var use gpu.ImageUsage
	if s.texture {
		use |= gpu.UseSampled
	}
	if plain := s.pool == d3d9.POOL_DEFAULT && !s.texture && s.usage == 0; s.usage&d3d9.USAGE_RENDERTARGET != 0 || plain && s.row.Target {
		use |= gpu.UseColorTarget // a plain one for ColorFill
	}
	if s.usage&d3d9.USAGE_DEPTHSTENCIL != 0 {
		use |= gpu.UseDepthTarget
	}
	id, err := s.device.gpu.CreateImage(&gpu.ImageDesc{
		Kind: s.kind, Format: s.row.Image, SRGB: s.row.SRGB, Width: s.width, Height: s.height, Depth: s.depth,
		Levels: s.levels, Samples: s.samples, Usage: use,
	})
	if err != nil {
		return s.device.gpuError(call, err)
	}
	s.image = id
	return nil
}

// needMemory makes the host memory if there is none yet; it is zeroed, so what an image of the storage already holds is newer.
func (s *storage) needMemory(call string) d3d9.Error {
	if s.memory != nil {
		return nil
	}
	last := &s.parts[len(s.parts)-1]
	memory, err := s.device.gpu.HostAlloc(last.offset + last.slice*int(last.depth))
	if err != nil {
		e := s.device.gpuError(call, err)
		if !s.onGPU() && e.Code() == d3d9.ERR_OUTOFVIDEOMEMORY {
			e = d3d9.Errorf(d3d9.E_OUTOFMEMORY, call, "", "%v", err)
		}
		return e
	}
	s.memory = memory
	return nil
}

func (s *storage) freeMemory() {
	if s.memory != nil {
		s.device.gpu.HostFree(s.memory)
		s.memory = nil
	}
}

// destroy gives everything back. What the graphics processor may still use goes when it is done.
func (s *storage) destroy() {
	d := s.device
	for _, v := range s.views {
		d.destroy(gpu.KindView, v.id)
	}
	s.views = nil
	d.destroy(gpu.KindImage, s.image)
	d.destroy(gpu.KindBuffer, s.readback)
	s.image, s.readback, s.readbackMemory = 0, 0, nil
	s.freeMemory()
}

func (s *storage) part(layer, level uint32) *part { return &s.parts[layer*s.levels+level] }

// bytes is the host memory of a part.
func (s *storage) bytes(p *part) []byte {
	n := p.offset + p.slice*int(p.depth)
	return s.memory[p.offset:n:n]
}

// use marks the image as one that the current list reads or writes.
func (s *storage) use() { s.lastUse = s.device.nextSerial() }

// wroteImage marks a part of the image as written by the graphics processor: host memory is old then.
func (s *storage) wroteImage(layer, level uint32) {
	s.use()
	s.part(layer, level).stale = true
}

// storageView is a view that exists, and what it is of.
type storageView struct {
	key viewKey
	id  gpu.ID
}

// viewKey tells the views of one storage apart. Attachments have one level and one layer.
type viewKey struct {
	attachment, srgb             bool
	level, levels, layer, layers uint32
}

// view returns the view of the key, making it the first time. It is 0 for a storage without an image.
func (s *storage) view(call string, key viewKey) (gpu.ID, d3d9.Error) {
	if s.image == 0 {
		return 0, nil
	}
	if key.srgb && s.row.SRGB == gpu.FormatUndefined {
		key.srgb = false
	}
	for i := range s.views {
		if s.views[i].key == key {
			return s.views[i].id, nil
		}
	}
	desc := gpu.ViewDesc{
		Image: s.image, Kind: s.kind, Format: s.row.Image, Swizzle: s.row.Swizzle,
		BaseLevel: key.level, Levels: key.levels, BaseLayer: key.layer, Layers: key.layers, Attachment: key.attachment,
	}
	if key.attachment {
		desc.Kind, desc.Swizzle = gpu.Image2D, gpu.Swizzle{}
	}
	if key.srgb {
		desc.Format = s.row.SRGB
	}
	id, err := s.device.gpu.CreateView(&desc)
	if err != nil {
		return 0, s.device.gpuError(call, err)
	}
	s.views = append(s.views, storageView{key, id})
	return id, nil
}
