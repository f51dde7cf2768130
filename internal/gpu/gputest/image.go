package gputest

import "d3d9vk/internal/gpu"

// image keeps its texels tightly packed, a block of memory for each plane, level and layer (or slice of a 3D image), made when it
// is first written. Samples of multisampled images are kept once.
type image struct {
	desc   gpu.ImageDesc
	layout layout
	memory map[part][]byte
	dying  bool
}

// part names one level of one layer or slice, of color (0), depth (1) or stencil (2).
type part struct{ aspect, level, layer uint32 }

func newImage(desc gpu.ImageDesc) *image {
	return &image{desc: desc, layout: layouts[desc.Format], memory: map[part][]byte{}}
}

func (i *image) layers(level uint32) uint32 {
	switch i.desc.Kind {
	case gpu.ImageCube:
		return 6
	case gpu.Image3D:
		return max(i.desc.Depth>>level, 1)
	}
	return 1
}

func (i *image) extent(level uint32) (w, h uint32) {
	return max(i.desc.Width>>level, 1), max(i.desc.Height>>level, 1)
}

// rows returns the bytes of a row of blocks and the rows of a level.
func (i *image) rows(p part) (pitch, rows int) {
	w, h := i.extent(p.level)
	size, block := i.layout.plane(p.aspect)
	return int((w + block - 1) / block * size), int((h + block - 1) / block)
}

// bytes returns the memory of a part, to be written.
func (i *image) bytes(p part) []byte {
	b := i.memory[p]
	if b == nil {
		pitch, rows := i.rows(p)
		b = make([]byte, pitch*rows)
		i.memory[p] = b
	}
	return b
}

func (i *image) size() uint64 {
	var n uint64
	for level := range i.desc.Levels {
		for aspect := range uint32(3) {
			pitch, rows := i.rows(part{aspect, level, 0})
			n += uint64(pitch) * uint64(rows) * uint64(i.layers(level)) * uint64(i.desc.Samples)
		}
	}
	return n
}

// Image runs what is pending and returns a copy of the texels of one level and layer (or slice), rows tightly packed. Aspect is 0
// for color, 1 for depth, 2 for stencil. It is nil where there is no such image or part.
func (d *Device) Image(id gpu.ID, level, layer, aspect uint32) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	i := d.images.live[id]
	if i == nil || level >= i.desc.Levels || layer >= i.layers(level) || aspect > 2 {
		return nil
	}
	return append([]byte(nil), i.bytes(part{aspect, level, layer})...)
}

// ImageDesc returns the description of a live image.
func (d *Device) ImageDesc(id gpu.ID) (gpu.ImageDesc, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.images.live[id]
	if i == nil {
		return gpu.ImageDesc{}, false
	}
	return i.desc, true
}

// ViewDesc returns the description of a live view.
func (d *Device) ViewDesc(id gpu.ID) (gpu.ViewDesc, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.views.live[id]
	if v == nil {
		return gpu.ViewDesc{}, false
	}
	return v.desc, true
}

// SamplerDesc returns the description of a live sampler.
func (d *Device) SamplerDesc(id gpu.ID) (gpu.SamplerDesc, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, ok := d.samplers.live[id]
	return s, ok
}

// VertexLayout returns the elements of a live vertex layout.
func (d *Device) VertexLayout(id gpu.ID) []gpu.VertexElement {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]gpu.VertexElement(nil), d.layouts.live[id]...)
}

// Buffer runs what is pending and returns a copy of a live buffer's bytes.
func (d *Device) Buffer(id gpu.ID) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drain()
	b := d.buffers.live[id]
	if b == nil {
		return nil
	}
	return append([]byte(nil), b.bytes...)
}

// region is a box of an image's level for a transfer; for cubes layer is the face, for 3D images z counts slices.
type region struct {
	level, layer, x, y, z, w, h, d uint32
}

// regionFault says why a region is not one of the image, or "".
func (i *image) regionFault(r region, aspect uint32) string {
	size, block := i.layout.plane(aspect)
	if r.level >= i.desc.Levels {
		return "no such level"
	}
	w, h := i.extent(r.level)
	layers, depth := i.layers(r.level), uint32(1)
	if i.desc.Kind == gpu.Image3D {
		layers, depth = 1, layers
	}
	switch {
	case size == 0:
		return "the image has no such aspect"
	case r.layer >= layers:
		return "no such layer"
	case r.w == 0 || r.h == 0 || r.d == 0:
		return "an empty box"
	case r.x >= w || r.w > w-r.x || r.y >= h || r.h > h-r.y || r.z >= depth || r.d > depth-r.z:
		return "a box outside the level"
	case r.x%block != 0 || r.y%block != 0 || r.w%block != 0 && r.x+r.w != w || r.h%block != 0 && r.y+r.h != h:
		return "a box that cuts blocks"
	}
	return ""
}

// singleFault is regionFault for transfers that take no multisampled images.
func (i *image) singleFault(r region, aspect uint32) string {
	if i.desc.Samples > 1 {
		return "a transfer of a multisampled image"
	}
	return i.regionFault(r, aspect)
}

// rowsOf calls f with every row of blocks of the region: its memory, and its slice and row counted from the region's start.
func (i *image) rowsOf(r region, aspect uint32, f func(row []byte, slice, y int)) {
	size, block := i.layout.plane(aspect)
	for s := range r.d {
		p := part{aspect, r.level, r.layer + r.z + s}
		memory := i.bytes(p)
		pitch, _ := i.rows(p)
		first := int(r.x / block * size)
		n := int((r.w + block - 1) / block * size)
		for y := range int((r.h + block - 1) / block) {
			at := (int(r.y/block)+y)*pitch + first
			f(memory[at:at+n], int(s), y)
		}
	}
}
