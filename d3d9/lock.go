package d3d9

// LOCKED_RECT is mapped memory: Pitch bytes from row to row, the first at PBits.
type LOCKED_RECT struct {
	Pitch int32
	PBits uintptr
}

// LOCKED_BOX is mapped memory: RowPitch bytes from row to row, SlicePitch from slice to slice, the first at PBits.
type LOCKED_BOX struct {
	RowPitch   int32
	SlicePitch int32
	PBits      uintptr
}

// SetAllBytes copies data, rows of srcStride bytes (the last may be shorter), to the rows of the locked rectangle. Of
// a row no more than the shorter of srcStride and Pitch is copied. The caller keeps within the rectangle's rows.
// Nothing happens when srcStride is not positive or the rectangle has no memory.
func (r LOCKED_RECT) SetAllBytes(data []byte, srcStride int) {
	if srcStride <= 0 || r.Pitch <= 0 {
		return
	}
	for offset := 0; len(data) > 0; offset += int(r.Pitch) {
		row := data[:min(srcStride, len(data))]
		set(r.PBits, offset, row[:min(len(row), int(r.Pitch))])
		data = data[len(row):]
	}
}
