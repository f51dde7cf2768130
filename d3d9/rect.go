package d3d9

// RECT is a rectangle in pixels; Right and Bottom are outside.
type RECT struct {
	Left   int32
	Top    int32
	Right  int32
	Bottom int32
}

// BOX is a box in texels; Right, Bottom and Back are outside.
type BOX struct {
	Left   uint32
	Top    uint32
	Right  uint32
	Bottom uint32
	Front  uint32
	Back   uint32
}

// POINT is a position in pixels.
type POINT struct {
	X int32
	Y int32
}

// RANGE is a range of bytes.
type RANGE struct {
	Offset uint32
	Size   uint32
}

// VIEWPORT is where a draw lands in its target, in pixels, and its depth range within 0 to 1.
type VIEWPORT struct {
	X      uint32
	Y      uint32
	Width  uint32
	Height uint32
	MinZ   float32
	MaxZ   float32
}
