package container

import "bytes"

// Layout of a DXBC file: tag, 16 bytes of checksum, 1, its size, the number of chunks, their offsets; a chunk is a tag and a size.
const (
	dxbcSize   = 24
	dxbcCount  = 28
	dxbcHeader = 32
	aon9Name   = "Aon9" // the chunk for feature level 9, which holds a program of Direct3D 9
)

// dxbcNames names the programs that lie in the Aon9 chunks of the DXBC files inside data.
func dxbcNames(data []byte, names map[int]string) {
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("DXBC"))
		if i < 0 {
			return
		}
		at += i
		file := data[at:]
		at += 4
		if len(file) < dxbcHeader {
			return
		}
		size, count := int64(u32(file, dxbcSize)), int64(u32(file, dxbcCount))
		if size > int64(len(file)) || dxbcHeader+4*count > size {
			continue
		}
		for n := range int(count) {
			chunk := int64(u32(file, dxbcHeader+4*n))
			if chunk+8 > size || string(file[chunk:chunk+4]) != aon9Name {
				continue
			}
			end := min(chunk+8+int64(u32(file, int(chunk)+4)), size)
			base := at - 4
			for k := chunk + 8; k+4 <= end; k += 4 {
				if hi := u32(file, int(k)) >> 16; hi >= 0xFFFE && names[base+int(k)] == "" {
					names[base+int(k)] = aon9Name
				}
			}
		}
		if count > 0 {
			at += int(size) - 4
		}
	}
}
