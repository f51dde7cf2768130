package d3d9

// PRESENT_PARAMETERS describes a swap chain; Windowed and EnableAutoDepthStencil are 0 or 1.
type PRESENT_PARAMETERS struct {
	BackBufferWidth            uint32
	BackBufferHeight           uint32
	BackBufferFormat           FORMAT
	BackBufferCount            uint32
	MultiSampleType            MULTISAMPLE_TYPE
	MultiSampleQuality         uint32
	SwapEffect                 SWAPEFFECT
	HDeviceWindow              HWND
	Windowed                   int32
	EnableAutoDepthStencil     int32
	AutoDepthStencilFormat     FORMAT
	Flags                      uint32
	FullScreen_RefreshRateInHz uint32
	PresentationInterval       uint32
}

// RASTER_STATUS is where the display is in its frame; InVBlank is 0 or 1.
type RASTER_STATUS struct {
	InVBlank int32
	ScanLine uint32
}

// GAMMARAMP maps 8-bit channels to 16-bit ones.
type GAMMARAMP struct {
	Red   [256]uint16
	Green [256]uint16
	Blue  [256]uint16
}

// PALETTEENTRY is a colour of a palette; PeFlags is its alpha where PTEXTURECAPS_ALPHAPALETTE is set.
type PALETTEENTRY struct {
	PeRed   byte
	PeGreen byte
	PeBlue  byte
	PeFlags byte
}

// RGNDATAHEADER heads a region of RECTs.
type RGNDATAHEADER struct {
	DwSize   uint32
	IType    uint32
	NCount   uint32
	NRgnSize uint32
	RcBound  RECT
}

// RGNDATA is a region: the header, then RECTs from Buffer on.
type RGNDATA struct {
	Rdh    RGNDATAHEADER
	Buffer [1]byte
}
