package container

import "fmt"

// Sizes of the LZX code with a window of 64 KiB, as XNA uses it (Microsoft, "LZX DELTA Compression and Decompression", [MS-PATCH],
// without its delta parts).
const (
	lzxFrame     = 1 << 15 // bytes out of one frame at most
	lzxSlots     = 32
	lzxMain      = 256 + 8*lzxSlots
	lzxLengths   = 249
	lzxPre       = 20
	lzxAligned   = 8
	lzxMaxCode   = 16
	lzxVerbatim  = 1
	lzxAlignedBl = 2
	lzxPlain     = 3
)

// lzxExtra and lzxBase are the bits behind a position slot and the position that it starts at.
var lzxExtra, lzxBase = func() (extra [lzxSlots]uint, base [lzxSlots]int) {
	for i := range lzxSlots {
		if i >= 4 {
			extra[i] = uint(i-2) / 2
		}
		if i > 0 {
			base[i] = base[i-1] + 1<<extra[i-1]
		}
	}
	return
}()

// huffman is a canonical code: how many codes each length has, and the symbols in the order of their codes.
type huffman struct {
	count   [lzxMaxCode + 1]int
	symbols []uint16
}

// set makes the code from the length of each symbol; false when the lengths are too many for a code.
func (h *huffman) set(lengths []uint8) bool {
	h.count = [lzxMaxCode + 1]int{}
	for _, l := range lengths {
		h.count[l]++
	}
	h.count[0] = 0
	room := 1
	var next [lzxMaxCode + 2]int
	for l := 1; l <= lzxMaxCode; l++ {
		if room = room<<1 - h.count[l]; room < 0 {
			return false
		}
		next[l+1] = next[l] + h.count[l]
	}
	h.symbols = make([]uint16, next[lzxMaxCode+1])
	for s, l := range lengths {
		if l > 0 {
			h.symbols[next[l]] = uint16(s)
			next[l]++
		}
	}
	return true
}

// lzx unpacks one content. Errors are kept in err; what is read behind one is zero.
type lzx struct {
	in    []byte // of the frame
	base  int    // of in, in the packed bytes
	pos   int
	bits  uint64
	count uint
	err   *Error

	out    []byte
	at     int // next byte of out
	recent [3]int
	kind   int
	left   int // bytes that the block has still to give
	main   huffman
	length huffman
	align  huffman

	mainLengths   [lzxMain]uint8
	lengthLengths [lzxLengths]uint8
}

func (x *lzx) fail(format string, args ...any) {
	if x.err == nil {
		x.err = &Error{x.base + x.pos, "LZX: " + fmt.Sprintf(format, args...)}
	}
}

// read gives n bits, 0..16. Words have 16 bits, little-endian; their bits count from the highest.
func (x *lzx) read(n uint) int {
	for x.count < n {
		word := uint64(0)
		switch {
		case x.pos+1 < len(x.in):
			word = uint64(x.in[x.pos]) | uint64(x.in[x.pos+1])<<8
		case x.pos > len(x.in)+4: // the code may look a little ahead
			x.fail("the frame is cut off")
		}
		x.pos += 2
		x.bits = x.bits<<16 | word
		x.count += 16
	}
	x.count -= n
	return int(x.bits >> x.count & (1<<n - 1))
}

func (x *lzx) symbol(h *huffman) int {
	code, first, index := 0, 0, 0
	for l := 1; l <= lzxMaxCode; l++ {
		code |= x.read(1)
		if n := h.count[l]; code-first < n {
			return int(h.symbols[index+code-first])
		} else {
			index += n
			first = (first + n) << 1
			code <<= 1
		}
	}
	x.fail("a code that does not exist")
	return 0
}

// lengths reads the lengths of a code as differences to those of the block before.
func (x *lzx) lengths(list []uint8) {
	var pre [lzxPre]uint8
	for i := range pre {
		pre[i] = uint8(x.read(4))
	}
	var h huffman
	if !h.set(pre[:]) {
		x.fail("the code of the code lengths is too full")
	}
	for i := 0; i < len(list) && x.err == nil; {
		s, run, to := x.symbol(&h), 1, uint8(0)
		switch s {
		case 17:
			run = 4 + x.read(4)
		case 18:
			run = 20 + x.read(5)
		default:
			if s == 19 {
				run = 4 + x.read(1)
				s = x.symbol(&h)
			}
			if s > 16 {
				x.fail("a run of a run of code lengths")
				return
			}
			to = uint8((int(list[i]) - s + 17) % 17)
		}
		for ; run > 0 && i < len(list); run-- {
			list[i] = to
			i++
		}
	}
}

// block reads the head of a block.
func (x *lzx) block() {
	x.kind = x.read(3)
	x.left = x.read(16) << 8
	x.left |= x.read(8)
	switch x.kind {
	case lzxPlain:
		if x.count == 0 {
			x.read(16)
		}
		x.count = 0
		for i := range x.recent {
			if x.pos+4 > len(x.in) {
				x.fail("the frame is cut off")
				return
			}
			x.recent[i] = int(u32(x.in, x.pos))
			x.pos += 4
		}
		return
	case lzxAlignedBl:
		var lengths [lzxAligned]uint8
		for i := range lengths {
			lengths[i] = uint8(x.read(3))
		}
		if !x.align.set(lengths[:]) {
			x.fail("the code of aligned positions is too full")
		}
	case lzxVerbatim:
	default:
		x.fail("block type %d", x.kind)
		return
	}
	x.lengths(x.mainLengths[:256])
	x.lengths(x.mainLengths[256:])
	x.lengths(x.lengthLengths[:])
	if !x.main.set(x.mainLengths[:]) || !x.length.set(x.lengthLengths[:]) {
		x.fail("a code is too full")
	}
}

// match decodes one literal or one match, at most to the byte end of out.
func (x *lzx) match(end int) {
	s := x.symbol(&x.main)
	if s < 256 {
		x.out[x.at] = byte(s)
		x.at++
		x.left--
		return
	}
	n, slot := s&7, (s-256)>>3
	if n == 7 {
		n += x.symbol(&x.length)
	}
	n += 2
	r := &x.recent
	switch slot {
	case 0, 1, 2:
		r[0], r[slot] = r[slot], r[0]
	default:
		extra, low := lzxExtra[slot], 0
		if x.kind == lzxAlignedBl && extra >= 3 {
			low = x.read(extra-3)<<3 | x.symbol(&x.align)
		} else if extra > 16 {
			low = x.read(16)<<(extra-16) | x.read(extra-16)
		} else {
			low = x.read(extra)
		}
		r[0], r[1], r[2] = lzxBase[slot]-2+low, r[0], r[1]
	}
	if r[0] < 1 || r[0] > x.at {
		x.fail("a match %d bytes back at byte %d", r[0], x.at)
		return
	}
	if n > x.left || n > end-x.at {
		x.fail("a match of %d bytes runs over its block or frame", n)
		return
	}
	for range n { // the match may overlap itself
		x.out[x.at] = x.out[x.at-r[0]]
		x.at++
	}
	x.left -= n
}

// frame unpacks the bytes of one frame up to the byte end of out.
func (x *lzx) frame(end int) {
	for x.at < end && x.err == nil {
		if x.left == 0 {
			if x.block(); x.err != nil {
				return
			}
		}
		if x.kind != lzxPlain {
			for x.left > 0 && x.at < end && x.err == nil {
				x.match(end)
			}
			continue
		}
		n := min(x.left, end-x.at)
		if x.pos+n > len(x.in) {
			x.fail("the frame is cut off")
			return
		}
		copy(x.out[x.at:], x.in[x.pos:x.pos+n])
		x.at += n
		x.pos += n
		if x.left -= n; x.left == 0 {
			x.pos += n & 1
		}
	}
}

// unpackLZX fills out from the frames of packed. Each has its size before it: two bytes, or 0xFF, the size that it gives, and its
// size.
func unpackLZX(out, packed []byte) *Error {
	x := lzx{out: out, recent: [3]int{1, 1, 1}}
	for at := 0; x.at < len(out); {
		gives, head := lzxFrame, 2
		if at+2 <= len(packed) && packed[at] == 0xFF {
			head = 5
		}
		if at+head > len(packed) {
			return &Error{at, "LZX: the content is cut off"}
		}
		if head == 5 {
			gives = int(packed[at+1])<<8 | int(packed[at+2])
		}
		size := int(packed[at+head-2])<<8 | int(packed[at+head-1])
		if at += head; size == 0 || gives == 0 || at+size > len(packed) {
			return &Error{at, "LZX: the content is cut off"}
		}
		x.in, x.base, x.pos, x.count, x.bits = packed[at:at+size], at, 0, 0, 0
		if x.at == 0 && x.read(1) != 0 {
			return &Error{at, "LZX: the content is translated as i386 code, which XNA does not do"}
		}
		if x.frame(min(x.at+gives, len(out))); x.err != nil {
			return x.err
		}
		at += size
	}
	return nil
}
