package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"math"
	"time"

	"d3d9vk/internal/gpu"
)

// slot is a command buffer, an arena and the words of one list.
type slot struct {
	words  []uint32
	arena  []byte
	buffer gpu.ID
	list   *gpu.List // while the caller fills it
	serial uint64    // of its last list
}

type submission struct {
	slot   int
	serial uint64
	words  []uint32
}

// NewList returns a slot that is free or whose list is done, waiting for the oldest otherwise. When the caller holds all lists itself
// that is an error.
func (d *Device) NewList() (*gpu.List, error) {
	for {
		if err := d.check(); err != nil {
			return nil, err
		}
		completed := d.Completed()
		d.mu.Lock()
		oldest := -1
		for k := range d.slots {
			s := &d.slots[k]
			if s.list == nil && (oldest < 0 || s.serial < d.slots[oldest].serial) {
				oldest = k
			}
		}
		if oldest < 0 {
			d.mu.Unlock()
			return nil, fmt.Errorf("vk: NewList: %w: all %d lists are being filled", gpu.ErrOutOfMemory, listCount)
		}
		s := &d.slots[oldest]
		serial := s.serial
		if serial <= completed {
			s.list = &gpu.List{Words: s.words[:0], Arena: s.arena, Buffer: s.buffer, Slot: oldest}
			d.mu.Unlock()
			return s.list, nil
		}
		d.mu.Unlock()
		if err := d.Wait(serial); err != nil {
			return nil, err
		}
	}
}

// Submit hands the list to the worker.
func (d *Device) Submit(l *gpu.List) (uint64, error) {
	if err := d.check(); err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if l == nil || l.Slot < 0 || l.Slot >= listCount || d.slots[l.Slot].list != l {
		return 0, errNoList
	}
	if d.closed {
		return 0, fmt.Errorf("vk: Submit: %w: it is closed", gpu.ErrDeviceLost)
	}
	s := &d.slots[l.Slot]
	d.submitted++
	s.list, s.serial = nil, d.submitted
	if cap(l.Words) > cap(s.words) {
		s.words = l.Words[:0] // the caller went beyond Room; the larger list stays
	}
	d.queue <- submission{l.Slot, d.submitted, l.Words} // has room for every slot
	return d.submitted, nil
}

// work is the worker: it records and submits lists in order, each in one call of C.
func (d *Device) work() {
	defer close(d.done)
	for s := range d.queue {
		d.mu.Lock()
		lost := d.lost
		d.mu.Unlock()
		if lost == nil {
			var first *C.uint32_t
			if len(s.words) > 0 {
				first = (*C.uint32_t)(&s.words[0])
			}
			d.exec.Lock()
			r := C.vkx_exec(d.c, C.uint32_t(s.slot), C.uint64_t(s.serial), first, C.uint32_t(len(s.words)))
			var reason error
			if r < 0 {
				reason = errors.New(C.GoString(C.vkx_error(d.c)))
			}
			d.exec.Unlock()
			if reason != nil {
				d.lose(reason)
			}
			d.instance.drain()
		}
		d.mu.Lock()
		d.executed = s.serial
		d.changed.Broadcast()
		d.mu.Unlock()
	}
}

// Completed is 0 after Close.
func (d *Device) Completed() uint64 {
	d.use.RLock()
	defer d.use.RUnlock()
	if d.isClosed() {
		return 0
	}
	serial := uint64(C.vkx_completed(d.c)) // by value: an address would be an allocation in every call
	if serial == math.MaxUint64 {
		d.lose(resultError(int32(C.VK_ERROR_DEVICE_LOST), "vkGetSemaphoreCounterValue"))
		return 0
	}
	return serial
}

// A GPU that finishes nothing for so long is taken for lost.
const patience = 2 * time.Minute

// Wait returns nil once the serial is done, at once if it is. A serial that was not submitted is an error.
func (d *Device) Wait(serial uint64) error {
	d.mu.Lock()
	if serial > d.submitted {
		last := d.submitted
		d.mu.Unlock()
		return fmt.Errorf("vk: Wait: serial %d was not submitted; the last is %d", serial, last)
	}
	for d.executed < serial && d.lost == nil && !d.closed {
		d.changed.Wait()
	}
	d.mu.Unlock()
	before, since := d.Completed(), time.Now()
	for {
		if err := d.enter(); err != nil {
			return err
		}
		r := C.vkx_wait(d.c, C.uint64_t(serial), C.uint64_t(time.Second))
		d.leave()
		switch {
		case r == C.VK_SUCCESS:
			return nil
		case r == C.VK_TIMEOUT:
			if now := d.Completed(); now != before {
				before, since = now, time.Now()
			} else if time.Since(since) > patience {
				d.lose(fmt.Errorf("the GPU finished no list for %v", patience))
			}
		default:
			d.lose(resultError(int32(r), "vkWaitSemaphores"))
		}
	}
}
