package gputest

import (
	"fmt"

	"d3d9vk/internal/gpu"
)

// NewList returns an empty list, running the oldest submitted one when all are in use.
func (d *Device) NewList() (*gpu.List, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost {
		return nil, fmt.Errorf("%w: NewList", gpu.ErrDeviceLost)
	}
	if len(d.free) == 0 && d.made == d.Lists {
		if len(d.pending) == 0 {
			return nil, d.bad("NewList", "all %d lists are taken and none is submitted", d.Lists)
		}
		d.runOldest()
	}
	var l *gpu.List
	if n := len(d.free); n > 0 {
		l, d.free = d.free[n-1], d.free[:n-1]
	} else {
		size := uint64(d.ListArena)
		if err := d.creating("NewList", size); err != nil {
			return nil, err
		}
		id, arena, err := d.newBuffer(gpu.BufferDesc{Size: size, Mapped: true}, true)
		if err != nil {
			return nil, err
		}
		d.made++
		l = &gpu.List{Words: make([]uint32, 0, d.ListWords), Arena: arena, Buffer: id, Slot: d.made}
	}
	d.taken[l] = true
	return l, nil
}

// Submit checks that the list is one that NewList gave and queues it.
func (d *Device) Submit(l *gpu.List) (uint64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.taken[l] {
		return 0, d.bad("Submit", "a list that NewList did not give, or for the second time")
	}
	delete(d.taken, l)
	if l.Used > len(l.Arena) {
		d.fault("Submit: %d of %d arena bytes are in use", l.Used, len(l.Arena))
	}
	if cap(l.Words) != d.ListWords {
		d.fault("Submit: the list has grown beyond its %d words", d.ListWords)
	}
	d.submits++
	if d.lost || d.loseSubmit != 0 && d.submits == d.loseSubmit {
		d.lost = true
		return 0, fmt.Errorf("%w: Submit (on command)", gpu.ErrDeviceLost)
	}
	d.submitted++
	d.pending = append(d.pending, l)
	return d.submitted, nil
}

// Completed returns the last list that has run, and then runs one more.
func (d *Device) Completed() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	done := d.completed
	if len(d.pending) > 0 {
		d.runOldest()
	}
	return done
}

// Wait runs the lists up to the serial.
func (d *Device) Wait(serial uint64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost {
		return fmt.Errorf("%w: Wait", gpu.ErrDeviceLost)
	}
	if serial > d.submitted {
		return d.bad("Wait", "for list %d of %d", serial, d.submitted)
	}
	for d.completed < serial {
		d.runOldest()
	}
	return nil
}

func (d *Device) drain() {
	for len(d.pending) > 0 {
		d.runOldest()
	}
}

func (d *Device) runOldest() {
	l := d.pending[0]
	d.pending = d.pending[1:]
	d.run(l)
	d.completed++
	poison(l.Arena[:min(l.Used, len(l.Arena))]) // a later list that relies on it is wrong
	*l = gpu.List{Words: l.Words[:0:d.ListWords], Arena: l.Arena, Buffer: l.Buffer, Slot: l.Slot}
	d.free = append(d.free, l)
}

// Record is one record of a list that has run.
type Record struct {
	Serial uint64
	Op     gpu.Op
	Words  []uint32 // after the opcode
}

// Log runs what is pending and returns the records that have run since the last ClearLog.
func (d *Device) Log() []Record {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	return d.log
}

// Draws runs what is pending and returns the draws since the last ClearLog with the state that they saw.
func (d *Device) Draws() []Draw {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	return d.draws
}

// ClearLog runs what is pending and forgets Log and Draws.
func (d *Device) ClearLog() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	d.log, d.draws = nil, nil
}
