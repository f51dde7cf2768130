// Package drawbench measures the draw path: the same draws through package device and through the best hand-written C
// loops over Vulkan that we know, in one process and on one driver, so that the ratio means something.
//
// It is a measuring tool for this project's benchmarks and knows nothing of Direct3D 9; its C code calls Vulkan directly on purpose.
package drawbench

/*
#cgo LDFLAGS: -lvulkan
#include <stdlib.h>
#include "loop.h"
*/
import "C"

import (
	"errors"
	"time"
	"unsafe"
)

//go:generate glslangValidator -V --target-env vulkan1.3 --vn spv_offset_vert -o offset.vert.h offset.vert
//go:generate glslangValidator -V --target-env vulkan1.3 --vn spv_plain_frag -o plain.frag.h plain.frag
//go:generate glslangValidator -V --target-env vulkan1.3 --vn spv_tint_frag -o tint.frag.h tint.frag
//go:generate glslangValidator -V --target-env vulkan1.3 --vn spv_flat_vert -o flat.vert.h flat.vert
//go:generate glslangValidator -V --target-env vulkan1.3 --vn spv_flat_frag -o flat.frag.h flat.frag
//go:generate glslangValidator -V --target-env vulkan1.3 --vn spv_four_frag -o four.frag.h four.frag

// Variant is one way to write the loop in C.
type Variant int

// The variants. Size of the target 64x64, a triangle that covers one pixel, 8-bit target.
const (
	NoChange      Variant = C.LOOP_NOCHANGE       // one vkCmdDraw per draw
	NoChangeMulti Variant = C.LOOP_NOCHANGE_MULTI // one vkCmdDrawMultiEXT
	VertexPush    Variant = C.LOOP_VERTEX_PUSH    // a 16-byte vertex push constant per draw
	AllPush       Variant = C.LOOP_ALL_PUSH       // pixel push constant, one of two prebuilt texture sets, dynamic blend enable
	AllPipelines  Variant = C.LOOP_ALL_PIPELINES  // the same with two pipelines instead of dynamic blend
	AllFlat       Variant = C.LOOP_ALL_FLAT       // vertex push constant handed on as a flat varying, texture sets, dynamic blend
	FourTargets   Variant = C.LOOP_FOUR_TARGETS   // VertexPush into four targets; the pixels are the last one's
)

// Loop is an open Vulkan device with the variants' pipelines.
type Loop struct{ c *C.Loop }

// Open opens the first Vulkan device of the loader.
func Open() (*Loop, error) {
	var msg *C.char
	c := C.loop_open(&msg)
	if c == nil {
		return nil, errors.New("drawbench: " + C.GoString(msg))
	}
	return &Loop{c}, nil
}

// Close gives everything back.
func (l *Loop) Close() { C.loop_close(l.c) }

// Has reports whether the driver can run the variant.
func (l *Loop) Has(v Variant) bool { return C.loop_has(l.c, C.int(v)) != 0 }

// Run records n draws, submits them and waits. It returns the time from the first command to the idle GPU, and the 64x64 pixels (b, g, r, a).
func (l *Loop) Run(v Variant, n int) (time.Duration, []byte, error) {
	pixels := make([]byte, 64*64*4)
	ns := C.loop_run(l.c, C.int(v), C.int(n), unsafe.Pointer(&pixels[0]))
	if ns < 0 {
		return 0, nil, errors.New("drawbench: the driver failed")
	}
	return time.Duration(ns), pixels, nil
}

// EmptyCall is an empty call into C, the unit in which the cost of a draw on the caller's side is stated.
func EmptyCall() { C.loop_empty() }
