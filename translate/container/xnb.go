package container

import (
	"fmt"

	"github.com/pierrec/lz4/v4"
)

// Header of an .xnb file: "XNB", the platform's letter, the version, flags, the file's size; where the content is compressed, its
// size unpacked (MonoGame, "Compiled (XNB) Content Format").
const (
	xnbFlags    = 5
	xnbSize     = 6
	xnbHeader   = 10
	xnbUnpacked = 10
	xnbContent  = 14

	xnbLZX = 0x80
	xnbLZ4 = 0x40
)

// openXNB gives the content of a compressed .xnb file, nil where it is not compressed.
func openXNB(data []byte) ([]byte, error) {
	if len(data) < xnbHeader {
		return nil, &Error{len(data), "the .xnb header is cut off"}
	}
	flags := data[xnbFlags]
	if flags&(xnbLZX|xnbLZ4) == 0 {
		return nil, nil
	}
	if len(data) < xnbContent {
		return nil, &Error{len(data), "the .xnb header is cut off"}
	}
	size := u32(data, xnbUnpacked)
	if size > MaxUnpacked {
		return nil, &Error{xnbUnpacked, fmt.Sprintf("the .xnb content is %d bytes unpacked, more than %d", size, MaxUnpacked)}
	}
	packed := data[xnbContent:min(len(data), max(xnbContent, int(u32(data, xnbSize))))]
	out := make([]byte, size)
	if flags&xnbLZX != 0 {
		if err := unpackLZX(out, packed); err != nil {
			err.Offset += xnbContent
			return nil, err
		}
		return out, nil
	}
	n, err := lz4.UncompressBlock(packed, out)
	if err != nil || n != len(out) {
		return nil, &Error{xnbContent, fmt.Sprintf("the .xnb content is no LZ4 block of %d bytes", size)}
	}
	return out, nil
}
