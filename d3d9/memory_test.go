package d3d9

import (
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// mapped returns memory and its address; the caller keeps it alive.
func mapped(n int) ([]byte, uintptr) {
	b := make([]byte, n)
	return b, uintptr(unsafe.Pointer(unsafe.SliceData(b)))
}

func TestVertexBufferMemory(t *testing.T) {
	b, at := mapped(64)
	m := VertexBufferMemory{Memory: at}
	m.SetFloat32s(1, []float32{1, -2}) // offsets need no alignment
	m.SetBytes(9, []byte{7, 8})
	m.SetUint16s(12, []uint16{0x1234})
	m.SetInt8s(14, []int8{-1})
	m.SetFloat64s(16, []float64{0.25})
	m.SetInt32s(24, []int32{-5})
	m.SetUint32s(28, []uint32{0xdeadbeef})
	m.SetInt16s(32, []int16{-3})
	m.SetUint8s(34, []uint8{200})
	want := []byte{
		0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 7, 8, 0, 0x34, 0x12, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xd0, 0x3f,
		0xfb, 0xff, 0xff, 0xff, 0xef, 0xbe, 0xad, 0xde, 0xfd, 0xff, 200,
	}
	if diff := cmp.Diff(want, b[:len(want)]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	floats, doubles, ints, shorts, chars := make([]float32, 2), make([]float64, 1), make([]int32, 1), make([]int16, 1), make([]int8, 1)
	m.GetFloat32s(1, floats)
	m.GetFloat64s(16, doubles)
	m.GetInt32s(24, ints)
	m.GetInt16s(32, shorts)
	m.GetInt8s(14, chars)
	if !slices.Equal(floats, []float32{1, -2}) || doubles[0] != 0.25 || ints[0] != -5 || shorts[0] != -3 || chars[0] != -1 {
		t.Errorf("got %v %v %v %v %v", floats, doubles, ints, shorts, chars)
	}
	words, halves, bytes, raw := make([]uint32, 1), make([]uint16, 1), make([]uint8, 1), make([]byte, 2)
	m.GetUint32s(28, words)
	m.GetUint16s(12, halves)
	m.GetUint8s(34, bytes)
	m.GetBytes(9, raw)
	if words[0] != 0xdeadbeef || halves[0] != 0x1234 || bytes[0] != 200 || raw[1] != 8 {
		t.Errorf("got %v %v %v %v", words, halves, bytes, raw)
	}
	if n := testing.AllocsPerRun(100, func() { m.SetFloat32s(0, floats) }); n != 0 {
		t.Errorf("SetFloat32s allocates %g times", n)
	}
	runtime.KeepAlive(b)
}

func TestIndexBufferMemory(t *testing.T) {
	b, at := mapped(16)
	m := IndexBufferMemory{Memory: at}
	m.SetUint16s(2, []uint16{1, 2})
	m.SetUint32s(8, []uint32{3})
	m.SetUint8s(15, []uint8{9})
	halves, words, bytes := make([]uint16, 2), make([]uint32, 1), make([]uint8, 1)
	m.GetUint16s(2, halves)
	m.GetUint32s(8, words)
	m.GetUint8s(15, bytes)
	if halves[1] != 2 || words[0] != 3 || bytes[0] != 9 {
		t.Errorf("got %v %v %v", halves, words, bytes)
	}
	runtime.KeepAlive(b)
}

func TestNoMemory(t *testing.T) {
	data := []uint32{5}
	VertexBufferMemory{}.SetUint32s(0, data)
	VertexBufferMemory{}.GetUint32s(0, data)
	IndexBufferMemory{}.SetUint32s(4, data)
	LOCKED_RECT{Pitch: 4}.SetAllBytes([]byte{1, 2}, 2)
	if data[0] != 5 {
		t.Errorf("data became %v", data)
	}
}

func TestSetAllBytes(t *testing.T) {
	for _, c := range []struct {
		name   string
		pitch  int32
		stride int
		data   []byte
		want   []byte
	}{
		{"wide pitch", 4, 2, []byte{1, 2, 3, 4}, []byte{1, 2, 0, 0, 3, 4, 0, 0}},
		{"narrow pitch", 2, 3, []byte{1, 2, 3, 4, 5, 6}, []byte{1, 2, 4, 5, 0, 0, 0, 0}},
		{"short last row", 3, 3, []byte{1, 2, 3, 4}, []byte{1, 2, 3, 4, 0, 0, 0, 0}},
		{"no stride", 4, 0, []byte{1, 2}, make([]byte, 8)},
		{"no data", 4, 4, nil, make([]byte, 8)},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, at := mapped(8)
			LOCKED_RECT{Pitch: c.pitch, PBits: at}.SetAllBytes(c.data, c.stride)
			if diff := cmp.Diff(c.want, b); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			runtime.KeepAlive(b)
		})
	}
}
