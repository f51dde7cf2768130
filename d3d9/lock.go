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
