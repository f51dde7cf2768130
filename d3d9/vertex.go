package d3d9

// VERTEXELEMENT is one element of a vertex declaration; Offset in bytes from the start of the vertex in its stream.
type VERTEXELEMENT struct {
	Stream     uint16
	Offset     uint16
	Type       DECLTYPE
	Method     DECLMETHOD
	Usage      DECLUSAGE
	UsageIndex byte
}
