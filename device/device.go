// Package device is Direct3D 9: the Direct3D object, the device and everything that a device makes, with the names and
// signatures of github.com/gonutz/d3d9.
//
// A call checks its arguments, stores state and sets dirty bits; a draw turns what is dirty into records of the
// current gpu.List and appends itself. The package knows Direct3D 9's rules and nothing of Vulkan: what happens on the
// graphics processor is said in the plain data of internal/gpu, and only open_cgo.go names the back end.
package device

import (
	"errors"
	"log/slog"
	"sync"
	"unsafe"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/emit"
)

// Device is a Direct3D 9 device: IDirect3DDevice9. Its methods may be called from any goroutine, one at a time; with
// CREATE_MULTITHREADED the device sees to that itself.
type Device struct {
	refs     uint32 // the program's, and one for each object that the program holds; 0 = released
	d3d      *Direct3D
	creation d3d9.DEVICE_CREATION_PARAMETERS
	log      *slog.Logger

	mu            sync.Mutex
	multithreaded bool

	gpu      gpu.Device
	features gpu.Features
	caps     *caps.Adapter
	words    []uint32  // all that the list may take; its Words are the part that it takes for now
	list     *gpu.List // the list being filled; nil before the first record and after a submission
	serial   uint64    // of the last submitted list
	status   int32     // d3d9.OK, ERR_DEVICELOST or ERR_DEVICENOTRESET

	dirty dirty // what the next draw must put into the list
	state state

	flush   flushState // what flushing remembers between draws
	caches  caches
	queries []*Query // occlusion queries that are counting
	reserve int      // words of a list that only ending their counters may take

	chain   *SwapChain // the implicit one
	auto    *Surface   // the automatic depth-stencil surface, or nil
	objects objects    // how many there are

	refused   d3d9.Error   // why the last draw was, until another one is not
	explained []Diagnostic // of the last draw, in debug mode

	shaderLayout emit.Layout
	constAlign   int // of constant blocks in the arena
	strict       Strictness

	maxPoint      float32 // D3DCAPS9.MaxPointSize
	underWay      underWay
	maxPrimitives uint   // D3DCAPS9.MaxPrimitiveCount
	maxStreams    uint32 // D3DCAPS9.MaxStreams
	maxClipPlanes uint32 // D3DCAPS9.MaxUserClipPlanes
}

// lock and unlock serialise calls on a device made with CREATE_MULTITHREADED. Every exported method of the device and
// of its objects holds the lock; nothing inside the package takes it twice.
func (d *Device) lock() {
	if d.multithreaded {
		d.mu.Lock()
	}
}

func (d *Device) unlock() {
	if d.multithreaded {
		d.mu.Unlock()
	}
}

// lost reports whether the device cannot draw, lock or submit until Reset (ERR_DEVICELOST, ERR_DEVICENOTRESET).
func (d *Device) lost() bool { return d.status != d3d9.OK }

// nextSerial is the serial that the list being filled will have: what is recorded now is done when it is.
func (d *Device) nextSerial() uint64 { return d.serial + 1 }

// completed reports whether the list with the serial is done on the graphics processor.
func (d *Device) completed(serial uint64) bool { return serial <= d.gpu.Completed() }

// room makes sure that the current list can take words more words and n more arena bytes at the alignment (a power of
// two). Where it cannot, the list is submitted and another taken, which starts with nothing set: all state is dirty
// then. So call it before reading the dirty bits, and for everything that must be in one list at once. It fails with
// E_OUTOFMEMORY when even an empty list is too small, and when the device is lost.
func (d *Device) room(words, n, align int) d3d9.Error {
	words += d.reserve
	if d.list != nil && (d.list.Room(words, n, align) || !d.completed(d.serial) && d.extend(words, n, align)) {
		return nil
	}
	return d.newList(words, n, align)
}

// kickWords is after how many words a list is handed over although it is not full, and then looked at again, if the graphics
// processor has nothing to do: it may as well begin while the program goes on.
const kickWords = 4096

// extend lets the list take more of the words that the back end gave it, until there is room.
func (d *Device) extend(words, n, align int) bool {
	l := d.list
	for !l.Room(words, n, align) {
		if cap(l.Words) == cap(d.words) {
			return false
		}
		l.Words = d.words[:len(l.Words):min(cap(l.Words)+kickWords, cap(d.words))]
	}
	return true
}

func (d *Device) newList(words, n, align int) d3d9.Error {
	if d.lost() {
		return d.lostError("")
	}
	if err := d.submit(); err != nil {
		return err
	}
	if d.list != nil { // empty, and too small all the same
		return d3d9.Errorf(d3d9.E_OUTOFMEMORY, "", "", "%d words and %d bytes do not fit into a command list", words, n)
	}
	list, err := d.gpu.NewList()
	if err != nil {
		return d.gpuError("", err)
	}
	d.list, d.words = list, list.Words
	list.Words = d.words[:0:min(kickWords, cap(d.words))]
	d.resumeQueries()
	if d.lost() { // that took the list away
		return d.lostError("")
	}
	if !d.extend(words, n, align) {
		return d3d9.Errorf(d3d9.E_OUTOFMEMORY, "", "", "%d words and %d bytes do not fit into a command list", words, n)
	}
	return nil
}

// submit hands the current list to the back end, if there is one with something in it. It does not wait.
func (d *Device) submit() d3d9.Error {
	if d.list == nil || len(d.list.Words) == 0 {
		return nil
	}
	d.pauseQueries()
	list := d.list
	if unsafe.SliceData(list.Words) == unsafe.SliceData(d.words) {
		list.Words = d.words[:len(list.Words)] // with the capacity that the back end gave it
	}
	d.list = nil
	d.dirty = dirtyAll // the next list starts with nothing set
	d.flush.newList()
	serial, err := d.gpu.Submit(list)
	if err != nil {
		return d.gpuError("", err)
	}
	d.serial = serial
	return nil
}

// waitSerial returns when the list with the serial is done, submitting it first if it is still being filled.
func (d *Device) waitSerial(serial uint64) d3d9.Error {
	if serial == 0 {
		return nil
	}
	if serial > d.serial {
		if err := d.submit(); err != nil {
			return err
		}
	}
	if serial > d.serial { // nothing was recorded for it
		serial = d.serial
	}
	if d.completed(serial) {
		return nil
	}
	if err := d.gpu.Wait(serial); err != nil {
		return d.gpuError("", err)
	}
	return nil
}

// destroy has the back end's object destroyed when the current list is done; id 0 is ignored. On a lost device the object is
// left to Close.
func (d *Device) destroy(kind gpu.Kind, id gpu.ID) {
	if id == 0 || d.room(gpu.RecordWords[gpu.OpDestroy], 0, 1) != nil {
		return
	}
	d.list.Add(gpu.OpDestroy, uint32(kind), uint32(id))
}

// gpuError turns an error of the back end into one of Direct3D 9. A lost device stays lost until Reset.
func (d *Device) gpuError(call string, err error) d3d9.Error {
	code := int32(d3d9.ERR_DRIVERINTERNALERROR)
	switch {
	case errors.Is(err, gpu.ErrDeviceLost):
		code = d3d9.ERR_DEVICELOST
		d.lose()
	case errors.Is(err, gpu.ErrOutOfMemory):
		code = d3d9.ERR_OUTOFVIDEOMEMORY
	case errors.Is(err, gpu.ErrUnsupported):
		code = d3d9.ERR_NOTAVAILABLE
	}
	return d3d9.Errorf(code, call, "", "%v", err)
}

// lose marks the device as lost: everything that needs the graphics processor fails until Reset.
func (d *Device) lose() {
	if d.refs == 0 {
		return
	}
	d.status = d3d9.ERR_DEVICELOST
	d.list = nil
	d.dirty = dirtyAll
	d.flush.newList()
}

// lostError is the error of a call that a lost device cannot serve.
func (d *Device) lostError(call string) d3d9.Error {
	if d.refs == 0 {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the device was released")
	}
	return d3d9.Errorf(d.status, call, "", "the device is lost until Reset")
}

// alive fails for a device that was released.
func (d *Device) alive(call string) d3d9.Error {
	if d.refs == 0 {
		return d.lostError(call)
	}
	return nil
}
