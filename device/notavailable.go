package device

import "d3d9vk/d3d9"

// notAvailable is the error of a method that this version does not have.
func notAvailable(call, reason string) d3d9.Error {
	return d3d9.Errorf(d3d9.ERR_NOTAVAILABLE, call, "", "%s", reason)
}

const (
	noPatches     = "patches are not supported: DEVCAPS_RTPATCHES and DEVCAPS_NPATCHES are not set"
	noPalettes    = "palettized textures are not supported: FMT_P8 and FMT_A8P8 are not"
	noStateBlocks = "state blocks are not supported yet"
	noCursor      = "a Direct3D cursor is not supported; use the window system's"
	noSoftware    = "software vertex processing is not supported yet"
	noChains      = "additional swap chains are not supported yet"
)

// BeginStateBlock returns ERR_NOTAVAILABLE.
func (d *Device) BeginStateBlock() d3d9.Error {
	return d.refuse(notAvailable("BeginStateBlock", noStateBlocks))
}

// EndStateBlock returns ERR_NOTAVAILABLE.
func (d *Device) EndStateBlock() (*StateBlock, d3d9.Error) {
	return nil, d.refuse(notAvailable("EndStateBlock", noStateBlocks))
}

// CreateStateBlock returns ERR_NOTAVAILABLE.
func (d *Device) CreateStateBlock(typ d3d9.STATEBLOCKTYPE) (*StateBlock, d3d9.Error) {
	return nil, d.refuse(notAvailable("CreateStateBlock", noStateBlocks))
}

// StateBlock is IDirect3DStateBlock9. This version makes none.
type StateBlock struct{}

// AddRef returns 0.
func (b *StateBlock) AddRef() uint32 { return 0 }

// Release returns 0.
func (b *StateBlock) Release() uint32 { return 0 }

// Apply returns ERR_NOTAVAILABLE.
func (b *StateBlock) Apply() d3d9.Error { return notAvailable("Apply", noStateBlocks) }

// Capture returns ERR_NOTAVAILABLE.
func (b *StateBlock) Capture() d3d9.Error { return notAvailable("Capture", noStateBlocks) }

// GetDevice returns ERR_NOTAVAILABLE.
func (b *StateBlock) GetDevice() (device *Device, err d3d9.Error) {
	return nil, notAvailable("GetDevice", noStateBlocks)
}

// CreateAdditionalSwapChain returns ERR_NOTAVAILABLE.
func (d *Device) CreateAdditionalSwapChain(params d3d9.PRESENT_PARAMETERS) (*SwapChain, d3d9.PRESENT_PARAMETERS, d3d9.Error) {
	return nil, params, d.refuse(notAvailable("CreateAdditionalSwapChain", noChains))
}

// DrawRectPatch returns ERR_NOTAVAILABLE.
func (d *Device) DrawRectPatch(handle uint, numSegs [4]float32, rectPatchInfo *d3d9.RECTPATCH_INFO) d3d9.Error {
	return d.refuse(notAvailable("DrawRectPatch", noPatches))
}

// DrawTriPatch returns ERR_NOTAVAILABLE.
func (d *Device) DrawTriPatch(handle uint, numSegs [3]float32, triPatchInfo *d3d9.TRIPATCH_INFO) d3d9.Error {
	return d.refuse(notAvailable("DrawTriPatch", noPatches))
}

// DeletePatch returns ERR_INVALIDCALL: no patch has a handle.
func (d *Device) DeletePatch(handle uint) d3d9.Error {
	return d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, "DeletePatch", "", "handle: %d is no patch; %s", handle, noPatches))
}

// SetNPatchMode stores the number of segments; 0 switches N-patches off. Other numbers have no effect on draws: the caps say so.
func (d *Device) SetNPatchMode(segmentCount float32) d3d9.Error {
	d.lock()
	d.state.nPatches = segmentCount
	d.unlock()
	return nil
}

// GetNPatchMode returns what SetNPatchMode stored.
func (d *Device) GetNPatchMode() float32 {
	d.lock()
	n := d.state.nPatches
	d.unlock()
	return n
}

// SetPaletteEntries returns ERR_NOTAVAILABLE.
func (d *Device) SetPaletteEntries(paletteNumber uint, entries [256]d3d9.PALETTEENTRY) d3d9.Error {
	return d.refuse(notAvailable("SetPaletteEntries", noPalettes))
}

// GetPaletteEntries returns ERR_NOTAVAILABLE.
func (d *Device) GetPaletteEntries(paletteNumber uint) (entries [256]d3d9.PALETTEENTRY, err d3d9.Error) {
	return entries, d.refuse(notAvailable("GetPaletteEntries", noPalettes))
}

// SetCurrentTexturePalette returns ERR_NOTAVAILABLE.
func (d *Device) SetCurrentTexturePalette(paletteNumber uint) d3d9.Error {
	return d.refuse(notAvailable("SetCurrentTexturePalette", noPalettes))
}

// GetCurrentTexturePalette returns ERR_NOTAVAILABLE.
func (d *Device) GetCurrentTexturePalette() (paletteNumber uint, err d3d9.Error) {
	return 0, d.refuse(notAvailable("GetCurrentTexturePalette", noPalettes))
}

// SetCursorProperties returns ERR_NOTAVAILABLE.
func (d *Device) SetCursorProperties(xHotSpot uint, yHotSpot uint, cursorBitmap *Surface) d3d9.Error {
	return d.refuse(notAvailable("SetCursorProperties", noCursor))
}

// SetCursorPosition has no effect but a line in the log.
func (d *Device) SetCursorPosition(x int, y int, flags uint32) {
	d.logUnavailable("SetCursorPosition", noCursor)
}

// ShowCursor has no effect but a line in the log; the cursor was and stays hidden.
func (d *Device) ShowCursor(show bool) bool {
	d.logUnavailable("ShowCursor", noCursor)
	return false
}

// SetDialogBoxMode returns ERR_NOTAVAILABLE.
func (d *Device) SetDialogBoxMode(enableDialogs bool) d3d9.Error {
	return d.refuse(notAvailable("SetDialogBoxMode", "GDI dialogs do not exist here"))
}

// ProcessVertices returns ERR_NOTAVAILABLE.
func (d *Device) ProcessVertices(srcStartIndex uint, destIndex uint, vertexCount uint, destBuffer *VertexBuffer, vertexDecl *VertexDeclaration, flags uint32) d3d9.Error {
	return d.refuse(notAvailable("ProcessVertices", noSoftware))
}

// SetSoftwareVertexProcessing chooses software vertex processing on a device with CREATE_MIXED_VERTEXPROCESSING. The vertices
// are processed by the same code either way. Other devices have one way only, and asking for the other is ERR_INVALIDCALL.
func (d *Device) SetSoftwareVertexProcessing(software bool) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	flags := d.creation.BehaviorFlags
	switch {
	case flags&d3d9.CREATE_MIXED_VERTEXPROCESSING != 0, software == d.state.software:
		d.state.software = software
		return nil
	}
	return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "SetSoftwareVertexProcessing", "", "the device was not made with CREATE_MIXED_VERTEXPROCESSING")
}

// GetSoftwareVertexProcessing reports whether vertices are processed in software.
func (d *Device) GetSoftwareVertexProcessing() bool {
	d.lock()
	software := d.state.software
	d.unlock()
	return software
}

// logUnavailable logs a method that has no error result and did nothing.
func (d *Device) logUnavailable(call, reason string) {
	d.log.Warn("call has no effect", "call", call, "reason", reason)
}
