package device

import "d3d9vk/d3d9"

// BeginScene opens a scene. Scenes do not nest. Draws outside a scene work as on Windows.
func (d *Device) BeginScene() (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if d.state.inScene {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "BeginScene", "", "the scene before has no EndScene")
	}
	d.state.inScene = true
	return nil
}

// EndScene closes a scene.
func (d *Device) EndScene() (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if !d.state.inScene {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, "EndScene", "", "there is no scene: BeginScene comes first")
	}
	d.state.inScene = false
	return nil
}

// SetClipStatus stores the clip status; drawing does not change it.
func (d *Device) SetClipStatus(clipStatus d3d9.CLIPSTATUS) d3d9.Error {
	d.lock()
	d.state.clipStatus = clipStatus
	d.unlock()
	return nil
}

// GetClipStatus returns the stored clip status.
func (d *Device) GetClipStatus() (clipStatus d3d9.CLIPSTATUS, err d3d9.Error) {
	d.lock()
	clipStatus = d.state.clipStatus
	d.unlock()
	return clipStatus, nil
}

// ValidateDevice reports that a draw needs one pass; a draw itself says what it cannot do.
func (d *Device) ValidateDevice() (numPasses uint32, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if d.lost() {
		return 0, d.lostError("ValidateDevice")
	}
	return 1, nil
}
