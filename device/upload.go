package device

import (
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// maxUpload is the most arena bytes of one upload record: what is larger goes in bands. A row of texels is always smaller.
const maxUpload = 1 << 20

const uploadAlign = 16 // at least the size of a texel or block

// uploadPending uploads what the program has written to a level. What fails stays pending.
func (s *storage) uploadPending(call string, layer, level uint32) d3d9.Error {
	p := s.part(layer, level)
	if s.image == 0 || p.pending.empty() {
		return nil
	}
	b := p.pending
	src := source{s.bytes(p)[s.at(p, b.left, b.top, b.front):], p.pitch, p.slice}
	if err := s.upload(call, layer, level, b, src); err != nil {
		return err
	}
	p.pending = box{}
	return nil
}

// source is texels in host memory in the format's own layout, from the first of a box on.
type source struct {
	bytes        []byte
	pitch, slice int
}

// upload writes a box of whole blocks of the image from host memory, converting to the image's layout.
func (s *storage) upload(call string, layer, level uint32, b box, src source) d3d9.Error {
	blockWidth, blockHeight := uint32(s.desc.BlockWidth), uint32(s.desc.BlockHeight)
	columns := (b.right - b.left + blockWidth - 1) / blockWidth
	rows := int((b.bottom - b.top + blockHeight - 1) / blockHeight)
	pitch := int(columns) * int(s.row.ImageBytes)
	slices := int(b.back - b.front)
	bandRows, bandSlices := max(min(rows, maxUpload/pitch), 1), 1
	if bandRows == rows {
		bandSlices = max(min(slices, maxUpload/(pitch*rows)), 1)
	}
	for z := 0; z < slices; z += bandSlices {
		depth := min(bandSlices, slices-z)
		for y := 0; y < rows; y += bandRows {
			height := min(bandRows, rows-y)
			top := b.top + uint32(y)*blockHeight
			bottom := min(top+uint32(height)*blockHeight, b.bottom)
			if err := s.device.room(gpu.RecordWords[gpu.OpUploadImage], pitch*height*depth, uploadAlign); err != nil {
				return named(call, err)
			}
			l := s.device.list
			offset := l.Alloc(pitch*height*depth, uploadAlign)
			s.convert(l.Arena[offset:], pitch, src, z, y, height, depth)
			l.Add(gpu.OpUploadImage, uint32(l.Buffer), uint32(offset), columns*blockWidth, uint32(height)*blockHeight,
				uint32(s.image), level, layer, b.left, top, b.front+uint32(z), b.right-b.left, bottom-top, uint32(depth))
		}
	}
	s.use()
	return nil
}

// convert writes rows y.. of slices z.. of the source to dst, tightly packed in the image's layout.
func (s *storage) convert(dst []byte, pitch int, src source, z, y, height, depth int) {
	n := pitch / int(s.row.ImageBytes) * int(s.desc.BlockBytes)
	for k := range depth {
		for r := range height {
			from := src.bytes[(z+k)*src.slice+(y+r)*src.pitch:]
			s.row.ToImage(dst[:pitch], from[:n])
			dst = dst[pitch:]
		}
	}
}
