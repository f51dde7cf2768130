package device

import (
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// bufferStorage is the memory of a vertex or index buffer.
//
// A DYNAMIC one is mapped: the program writes what the graphics processor reads. Where that could disturb draws that are under way, a
// lock gives it other memory (a new backing): empty with DISCARD, a copy without. Every other buffer has host memory that is
// locked, and a backing to which the locked range is uploaded at the last Unlock.
type bufferStorage struct {
	device  *Device
	size    uint32
	usage   uint32
	pool    d3d9.POOL
	live    backing
	retired []backing // earlier backings of a dynamic buffer, oldest first, to be used again
	shadow  []byte    // host memory; nil for dynamic buffers
	locks   int       // how often it is locked: locks nest
	low     uint32    // what is to be uploaded at the last Unlock: bytes low .. high-1
	high    uint32
}

// backing is a buffer of the back end.
type backing struct {
	id      gpu.ID
	memory  []byte // where it is mapped
	lastUse uint64 // serial of the last list that reads it
}

// A dynamic buffer keeps up to maxRetired backings, fewer of large ones: when all are in use, a DISCARD waits for the oldest.
const (
	maxRetired      = 64
	maxRetiredBytes = 64 << 20
)

// maxRetired is how many backings the buffer keeps: at least one for each frame that the program may be ahead.
func (b *bufferStorage) maxRetired() int {
	return max(maxFramesAhead, min(maxRetired, maxRetiredBytes/int(b.size)))
}

// initBuffer checks the arguments that both kinds of buffer share and makes the memory.
func (b *bufferStorage) initBuffer(call string, d *Device, length uint, usage uint32, pool d3d9.POOL, sharedHandle uintptr) d3d9.Error {
	const usages = d3d9.USAGE_WRITEONLY | d3d9.USAGE_DYNAMIC | d3d9.USAGE_SOFTWAREPROCESSING | d3d9.USAGE_DONOTCLIP | d3d9.USAGE_POINTS |
		d3d9.USAGE_RTPATCHES | d3d9.USAGE_NPATCHES | d3d9.USAGE_NONSECURE | d3d9.USAGE_TEXTAPI |
		d3d9.USAGE_RESTRICTED_CONTENT | d3d9.USAGE_RESTRICT_SHARED_RESOURCE | d3d9.USAGE_RESTRICT_SHARED_RESOURCE_DRIVER
	if err := d.checkShared(call, sharedHandle); err != nil {
		return err
	}
	if err := checkPool(call, pool); err != nil {
		return err
	}
	invalid := func(format string, args ...any) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", format, args...)
	}
	switch {
	case length == 0:
		return invalid("length is 0")
	case usage&^usages != 0:
		return invalid("usage: %s is not for buffers", d3d9.USAGEFlags.Text(usage&^usages))
	case usage&d3d9.USAGE_DYNAMIC != 0 && pool == d3d9.POOL_MANAGED:
		return invalid("usage: managed buffers are not dynamic")
	case pool == d3d9.POOL_SCRATCH:
		return invalid("pool: buffers are not in POOL_SCRATCH")
	case length > maxStorage:
		return d3d9.Errorf(d3d9.ERR_OUTOFVIDEOMEMORY, call, "", "length: %d bytes, more than %d", length, maxStorage)
	case d.lost():
		return d.lostError(call)
	}
	*b = bufferStorage{device: d, size: uint32(length), usage: usage, pool: pool}
	if !b.mapped() {
		shadow, err := d.gpu.HostAlloc(int(length))
		if err != nil {
			return d.gpuError(call, err)
		}
		b.shadow = shadow
	}
	live, err := b.newBacking(call)
	if err != nil {
		b.freeShadow()
		return err
	}
	b.live = live
	return nil
}

// contents is what the program has written, also what is not uploaded yet.
func (b *bufferStorage) contents() []byte {
	if b.mapped() {
		return b.live.memory[:b.size]
	}
	return b.shadow
}

func (b *bufferStorage) mapped() bool { return b.usage&d3d9.USAGE_DYNAMIC != 0 }

func (b *bufferStorage) newBacking(call string) (backing, d3d9.Error) {
	id, memory, err := b.device.gpu.CreateBuffer(gpu.BufferDesc{Size: uint64(b.size+3) &^ 3, Mapped: b.mapped()})
	if err != nil {
		return backing{}, b.device.gpuError(call, err)
	}
	return backing{id: id, memory: memory}, nil
}

func (b *bufferStorage) freeShadow() {
	if b.shadow != nil {
		b.device.gpu.HostFree(b.shadow)
		b.shadow = nil
	}
}

// destroyed gives everything back. What the graphics processor may still read goes when it is done.
func (b *bufferStorage) destroyed() {
	b.device.destroy(gpu.KindBuffer, b.live.id)
	for _, r := range b.retired {
		b.device.destroy(gpu.KindBuffer, r.id)
	}
	b.live, b.retired = backing{}, nil
	b.freeShadow()
}

func (b *bufferStorage) preLoad() {
	if b.locks == 0 {
		b.upload("PreLoad")
	}
}

// buffer returns the back end's buffer that holds the contents now, for a record of the current list.
func (b *bufferStorage) buffer() gpu.ID {
	b.live.lastUse = b.device.nextSerial()
	return b.live.id
}

// lockBytes gives the program size bytes from offset (0: all that follow) and returns their address.
//
// DISCARD and NOOVERWRITE count for dynamic buffers of POOL_DEFAULT; NOOVERWRITE wins over DISCARD. A lock with neither, and not
// READONLY, of a dynamic buffer that draws under way still read gives a copy, so it never waits. Locks nest.
// (IDirect3DVertexBuffer9::Lock, D3DLOCK.)
func (b *bufferStorage) lockBytes(offset, size uint, flags uint32) (uintptr, d3d9.Error) {
	const call = "Lock"
	if flags&^lockFlags != 0 {
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "flags: %#x has bits that are no lock flags", flags)
	}
	if offset >= uint(b.size) || size > uint(b.size)-offset {
		return 0, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "offsetToLock %d, sizeToLock %d: not within the buffer's %d bytes", offset, size, b.size)
	}
	if b.pool == d3d9.POOL_DEFAULT && b.device.lost() {
		return 0, b.device.lostError(call)
	}
	if size == 0 {
		size = uint(b.size) - offset
	}
	readOnly := flags&d3d9.LOCK_READONLY != 0
	memory := b.shadow
	if b.mapped() {
		if !readOnly && flags&d3d9.LOCK_NOOVERWRITE == 0 {
			discard := flags&d3d9.LOCK_DISCARD != 0 && b.pool == d3d9.POOL_DEFAULT
			if err := b.rename(call, discard); err != nil {
				return 0, err
			}
		}
		memory = b.live.memory
	} else if !readOnly {
		b.touch(uint32(offset), uint32(offset+size))
	}
	b.locks++
	return uintptr(unsafe.Pointer(&memory[offset])), nil
}

// touch notes bytes as written by the program.
func (b *bufferStorage) touch(low, high uint32) {
	if b.low == b.high {
		b.low, b.high = low, high
		return
	}
	b.low, b.high = min(b.low, low), max(b.high, high)
}

// rename gives a dynamic buffer a backing that no list reads, with the same contents unless they are discarded. A backing that
// nothing reads stays. So does one that is locked: the program has its address.
func (b *bufferStorage) rename(call string, discard bool) d3d9.Error {
	d := b.device
	if b.locks > 0 || b.live.lastUse == 0 || d.completed(b.live.lastUse) {
		return nil
	}
	next, err := b.idleBacking(call)
	if err != nil {
		return err
	}
	if !discard {
		copy(next.memory, b.live.memory)
	}
	b.retired = append(b.retired, b.live)
	b.live = next
	d.dirty |= dirtyStreams | dirtyIndex
	return nil
}

// idleBacking returns a backing that no list reads: a retired one, a new one, or the oldest after it has been waited for.
func (b *bufferStorage) idleBacking(call string) (backing, d3d9.Error) {
	d := b.device
	if len(b.retired) > 0 && !d.completed(b.retired[0].lastUse) && len(b.retired) < b.maxRetired() {
		fresh, err := b.newBacking(call)
		if err == nil || err.Code() != d3d9.ERR_OUTOFVIDEOMEMORY {
			return fresh, err
		}
	}
	if len(b.retired) == 0 {
		return b.newBacking(call)
	}
	oldest := b.retired[0]
	if err := d.waitSerial(oldest.lastUse); err != nil {
		return backing{}, named(call, err)
	}
	b.retired = b.retired[:copy(b.retired, b.retired[1:])]
	oldest.lastUse = 0
	return oldest, nil
}

// unlockBytes ends a lock, and uploads with the last one.
func (b *bufferStorage) unlockBytes() d3d9.Error {
	const call = "Unlock"
	if b.locks == 0 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the buffer is not locked")
	}
	b.locks--
	if b.locks > 0 {
		return nil
	}
	return b.upload(call)
}

// upload writes what the program has written into the backing. What fails stays to be uploaded.
func (b *bufferStorage) upload(call string) d3d9.Error {
	d := b.device
	for b.low < b.high {
		n := min(b.high-b.low, maxUpload)
		if err := d.room(gpu.RecordWords[gpu.OpUploadBuffer], int(n), uploadAlign); err != nil {
			return named(call, err)
		}
		l := d.list
		offset := l.Alloc(int(n), uploadAlign)
		copy(l.Arena[offset:], b.shadow[b.low:b.low+n])
		l.Add(gpu.OpUploadBuffer, uint32(offset), uint32(b.buffer()), b.low, n)
		b.low += n
	}
	b.low, b.high = 0, 0
	return nil
}
