package device

import (
	"slices"

	"d3d9vk/d3d9"
)

// VertexDeclaration is IDirect3DVertexDeclaration9. Copies name the same declaration.
type VertexDeclaration struct{ *declaration }

// declaration is what a VertexDeclaration names.
type declaration struct {
	object
	elements       []d3d9.VERTEXELEMENT // with DeclEnd
	pretransformed bool                 // has a POSITIONT
}

// destroyed does nothing: a declaration is no more than its elements.
func (d *declaration) destroyed() {}

// maxElementOffset is the furthest that an element may begin in its vertex on every adapter.
const maxElementOffset = 2047

// CreateVertexDeclaration makes a declaration of up to 64 elements and DeclEnd. Errors: INVALIDCALL for elements without end, streams, types, usages and
// usage indices out of range, two elements with the same usage and usage index, types that the adapter cannot read; E_FAIL for offsets
// that are no multiple of 4; NOTAVAILABLE for methods other than DEFAULT. (IDirect3DDevice9::CreateVertexDeclaration.)
func (d *Device) CreateVertexDeclaration(vertexElements []d3d9.VERTEXELEMENT) (_ *VertexDeclaration, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	return d.newDeclaration("CreateVertexDeclaration", vertexElements)
}

func (d *Device) newDeclaration(call string, elements []d3d9.VERTEXELEMENT) (*VertexDeclaration, d3d9.Error) {
	if err := d.alive(call); err != nil {
		return nil, err
	}
	end := slices.IndexFunc(elements, func(e d3d9.VERTEXELEMENT) bool { return e.Stream == d3d9.DeclEnd().Stream })
	switch {
	case end < 0:
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "vertexElements: no DeclEnd among %d elements", len(elements))
	case end > d3d9.MAXD3DDECLLENGTH:
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "vertexElements: %d elements, at most %d", end, d3d9.MAXD3DDECLLENGTH)
	}
	seen := map[[2]uint8]int{}
	for n, e := range elements[:end] {
		if err := d.checkElement(call, n, e); err != nil {
			return nil, err
		}
		key := [2]uint8{uint8(e.Usage), e.UsageIndex}
		if first, ok := seen[key]; ok {
			return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "vertexElements: %d and %d are both %v%d", first, n, e.Usage, e.UsageIndex)
		}
		seen[key] = n
	}
	decl := &declaration{elements: slices.Clone(elements[:end+1])}
	decl.pretransformed = decl.element(d3d9.DECLUSAGE_POSITIONT, 0) != nil
	v := &VertexDeclaration{decl}
	decl.init(d, v, false)
	return v, nil
}

func (d *Device) checkElement(call string, n int, e d3d9.VERTEXELEMENT) d3d9.Error {
	invalid := func(format string, args ...any) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "vertexElements: %d: "+format, append([]any{n}, args...)...)
	}
	switch {
	case uint32(e.Stream) >= d.maxStreams:
		return invalid("stream %d is not below the caps' MaxStreams of %d", e.Stream, d.maxStreams)
	case d3d9.DeclTypeSize(e.Type) == 0:
		return invalid("type %d is no type of an element", uint8(e.Type))
	case e.Usage > d3d9.MAXD3DDECLUSAGE:
		return invalid("usage %d is no usage", uint8(e.Usage))
	case e.UsageIndex > d3d9.MAXD3DDECLUSAGEINDEX:
		return invalid("usage index %d is not within 0..%d", e.UsageIndex, d3d9.MAXD3DDECLUSAGEINDEX)
	case e.Method > d3d9.MAXD3DDECLMETHOD:
		return invalid("method %d is no method", uint8(e.Method))
	case e.Offset > maxElementOffset:
		return invalid("offset %d is above %d", e.Offset, maxElementOffset)
	case e.Offset%4 != 0:
		return d3d9.Errorf(d3d9.E_FAIL, call, "", "vertexElements: %d: offset %d is no multiple of 4", n, e.Offset)
	case e.Method != d3d9.DECLMETHOD_DEFAULT:
		return notAvailable(call, "vertexElements: methods are for tessellation, which is not supported")
	}
	if c := d.vertexCaps(); !d.caps.ReadsElement(e.Type, c.DeclTypes) {
		return invalid("the adapter cannot read %v (see the caps' DeclTypes)", e.Type)
	}
	return nil
}

// GetDeclaration returns the elements, DeclEnd included.
func (v *VertexDeclaration) GetDeclaration() (decl []d3d9.VERTEXELEMENT, err d3d9.Error) {
	d, err := v.entered("GetDeclaration")
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return slices.Clone(v.elements), nil
}

// AddRef returns the number of references after taking one; 0 for a released declaration.
func (v *VertexDeclaration) AddRef() uint32 {
	d, err := v.entered("AddRef")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return v.addRef()
}

// Release gives a reference back and returns how many are left.
func (v *VertexDeclaration) Release() uint32 {
	d, err := v.entered("Release")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return v.release()
}

// GetDevice returns the device that made the declaration, with a reference more.
func (v *VertexDeclaration) GetDevice() (device *Device, err d3d9.Error) {
	d, err := v.entered("GetDevice")
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	d.addRef()
	return d, nil
}

// entered is enter, also for the zero value, which names no declaration.
func (v *VertexDeclaration) entered(call string) (*Device, d3d9.Error) {
	if v == nil || v.declaration == nil {
		return (*object)(nil).enter(call)
	}
	return v.enter(call)
}

// element returns the element with the usage and usage index, or nil.
func (d *declaration) element(usage, index uint8) *d3d9.VERTEXELEMENT {
	for i := range d.elements {
		if e := &d.elements[i]; uint8(e.Usage) == usage && e.UsageIndex == index && e.Stream < streamCount {
			return e
		}
	}
	return nil
}
