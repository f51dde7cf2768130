package container

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
)

// bitWriter writes words of 16 bits from the highest bit on.
type bitWriter struct {
	out   []byte
	word  uint32
	count int
}

func (w *bitWriter) write(value, n int) {
	for i := n - 1; i >= 0; i-- {
		w.word = w.word<<1 | uint32(value>>i&1)
		if w.count++; w.count == 16 {
			w.out = binary.LittleEndian.AppendUint16(w.out, uint16(w.word))
			w.word, w.count = 0, 0
		}
	}
}

func (w *bitWriter) flush() {
	for w.count != 0 {
		w.write(0, 1)
	}
}

// head writes a block's head and codes in which every main symbol has nine bits and every length eight.
func (w *bitWriter) head(kind, size, oldMain, oldLength int) {
	w.write(kind, 3)
	w.write(size>>8, 16)
	w.write(size, 8)
	if kind == lzxAlignedBl {
		for range lzxAligned {
			w.write(3, 3)
		}
	}
	codes := func(n, old, to int) {
		z := (old - to + 17) % 17
		for s := range lzxPre { // one code of one bit: its other half is not used
			if s == z {
				w.write(1, 4)
			} else {
				w.write(0, 4)
			}
		}
		for range n {
			w.write(0, 1)
		}
	}
	codes(256, oldMain, 9)
	codes(lzxMain-256, oldMain, 9)
	codes(lzxLengths, oldLength, 8)
}

// packLZX is a plain packer of test contents: one block a frame, of the kinds in turn.
func packLZX(data []byte) []byte {
	var out []byte
	recent := [3]int{1, 1, 1}
	oldMain, oldLength := 0, 0
	for at := 0; at < len(data); {
		end := min(at+lzxFrame, len(data))
		gives := end - at
		w := &bitWriter{}
		if at == 0 {
			w.write(0, 1)
		}
		kind := 1 + at/lzxFrame%3
		if kind == lzxPlain {
			w.write(kind, 3)
			w.write(gives>>8, 16)
			w.write(gives, 8)
			if w.count == 0 {
				w.write(0, 16)
			}
			w.flush()
			for _, r := range recent {
				w.out = binary.LittleEndian.AppendUint32(w.out, uint32(r))
			}
			w.out = append(w.out, data[at:end]...)
			at = end
		} else {
			w.head(kind, gives, oldMain, oldLength)
			oldMain, oldLength = 9, 8
		}
		for at < end {
			n, distance := longest(data, at, end)
			if n < 3 {
				w.write(int(data[at]), 9)
				at++
				continue
			}
			slot := 2
			for k, r := range recent {
				if r == distance {
					slot = k
					break
				}
				slot = -1
			}
			if slot >= 0 {
				recent[0], recent[slot] = recent[slot], recent[0]
			} else {
				for slot = lzxSlots - 1; lzxBase[slot]-2 > distance; slot-- {
				}
				recent = [3]int{distance, recent[0], recent[1]}
			}
			w.write(256+slot<<3|min(n-2, 7), 9)
			if n-2 >= 7 {
				w.write(n-9, 8)
			}
			if slot > 2 {
				low, extra := distance-(lzxBase[slot]-2), int(lzxExtra[slot])
				if kind == lzxAlignedBl && extra >= 3 {
					w.write(low>>3, extra-3)
					w.write(low&7, 3)
				} else {
					w.write(low, extra)
				}
			}
			at += n
		}
		w.flush()
		if gives == lzxFrame {
			out = append(out, byte(len(w.out)>>8), byte(len(w.out)))
		} else {
			out = append(out, 0xFF, byte(gives>>8), byte(gives), byte(len(w.out)>>8), byte(len(w.out)))
		}
		out = append(out, w.out...)
	}
	return out
}

// longest finds a match for data[at:end] among a few distances.
func longest(data []byte, at, end int) (n, distance int) {
	for _, d := range []int{1, 2, 3, 4, 5, 17, 100, 333, 1024, 4000, 9000, 30000, 60000} {
		if d > at {
			break
		}
		k := 0
		for k < 250 && at+k < end && data[at+k] == data[at+k-d] {
			k++
		}
		if k > n {
			n, distance = k, d
		}
	}
	return n, distance
}

func TestLZX(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	for _, size := range []int{1, 7, 1000, lzxFrame, lzxFrame + 1, 4*lzxFrame + 1234} {
		data := make([]byte, size)
		for i := range data {
			switch d := []int{1, 17, 333, 4000, 60000}[r.IntN(5)]; {
			case i > d && r.IntN(8) > 0:
				data[i] = data[i-d]
			default:
				data[i] = byte(r.IntN(4))
			}
		}
		packed := packLZX(data)
		out := make([]byte, size)
		if err := unpackLZX(out, packed); err != nil {
			t.Errorf("%d bytes: %v", size, err)
		} else if !bytes.Equal(out, data) {
			t.Errorf("%d bytes: the unpacked content differs", size)
		}
		for range 200 { // damaged content is an error or other content, nothing else
			bad := bytes.Clone(packed)
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
			unpackLZX(out, bad[:len(bad)-r.IntN(2)])
		}
		if err := unpackLZX(out, packed[:len(packed)-1]); size > 1 && (err == nil || !strings.Contains(err.Msg, "cut off")) {
			t.Errorf("%d bytes, cut off: %v", size, err)
		}
	}
}
