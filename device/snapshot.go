package device

import (
	"math/bits"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// snapshotKey names a copy of what draws write to: equal ones share an image.
type snapshotKey struct {
	slot int // of the sampler that reads the copy while draws write to its texture, or one of those below
	desc gpu.ImageDesc
	row  *caps.FormatRow
}

// Slots of snapshotKey beyond those of samplers.
const (
	singleSlot = slotCount + iota // what a multisampled surface is resolved to on its way elsewhere (StretchRect)
	depthSlot                     // depth and stencil between the steps of a draw
)

// snapshot is such a copy and its views.
type snapshot struct {
	image gpu.ID
	views map[viewKey]gpu.ID
}

// snapshotWords is the most words that copying the textures of feedback takes: a record for each level and face.
func (d *Device) snapshotWords() int {
	n := 0
	for left := d.flush.plan.Feedback; left != 0; left &= left - 1 {
		t := d.state.bound.textures[bits.TrailingZeros32(left)]
		n += int(t.store.levels*t.store.layers) * gpu.RecordWords[gpu.OpCopyImage]
	}
	return n
}

// takeSnapshots copies each texture that the draw both samples and writes, so that the samplers read what was there before the draw:
// defined on every driver. The room has been made.
func (d *Device) takeSnapshots(call string) d3d9.Error {
	for left := d.flush.plan.Feedback; left != 0; left &= left - 1 {
		slot := bits.TrailingZeros32(left)
		t := d.state.bound.textures[slot]
		s, err := d.snapshot(call, slot, t)
		if err != nil {
			return err
		}
		width, height := t.store.width, t.store.height
		for level := range t.store.levels {
			for layer := range t.store.layers {
				d.list.Add(gpu.OpCopyImage, uint32(t.store.image), level, layer, 0, 0, 0, uint32(s.image), level, layer, 0, 0, 0, width, height, 1)
			}
			width, height = max(1, width/2), max(1, height/2)
		}
	}
	return nil
}

func (d *Device) snapshotKey(slot int, t *BaseTexture) snapshotKey {
	return snapshotKey{slot: slot, row: t.store.row, desc: gpu.ImageDesc{
		Kind: t.store.kind, Format: t.store.row.Image, SRGB: t.store.row.SRGB, Width: t.store.width, Height: t.store.height, Depth: 1, Levels: t.store.levels, Samples: 1, Usage: gpu.UseSampled,
	}}
}

func (d *Device) snapshot(call string, slot int, t *BaseTexture) (snapshot, d3d9.Error) {
	return d.snapshotImage(call, d.snapshotKey(slot, t))
}

// snapshotImage returns the copy of a key, made the first time.
func (d *Device) snapshotImage(call string, key snapshotKey) (snapshot, d3d9.Error) {
	if s, ok := d.caches.snapshots[key]; ok {
		return s, nil
	}
	var s snapshot
	var err error
	desc := key.desc // only here does it leave the stack
	if s.image, err = d.gpu.CreateImage(&desc); err != nil {
		return s, d.gpuError(call, err)
	}
	s.views = map[viewKey]gpu.ID{}
	d.caches.snapshots[key] = s
	d.caches.snapshotBytes += key.bytes()
	d.crowd(len(d.caches.snapshots), maxSnapshots)
	d.caches.crowded = d.caches.crowded || d.caches.snapshotBytes > maxSnapshotBytes
	return s, nil
}

// bytes is about how much memory the copy has, levels below the first aside.
func (k *snapshotKey) bytes() uint64 {
	faces := uint64(1)
	if k.desc.Kind == gpu.ImageCube {
		faces = 6
	}
	return uint64(k.desc.Width) * uint64(k.desc.Height) * uint64(k.desc.Samples) * faces * uint64(k.row.ImageBytes)
}

// snapshotView is the view, of the given levels, of the copy that takeSnapshots made.
func (d *Device) snapshotView(call string, slot int, t *BaseTexture, srgb bool, first, count uint32) (gpu.ID, d3d9.Error) {
	s := d.caches.snapshots[d.snapshotKey(slot, t)]
	format := t.store.row.Image
	if srgb = srgb && t.store.row.SRGB != gpu.FormatUndefined; srgb {
		format = t.store.row.SRGB
	}
	key := viewKey{srgb: srgb, level: first, levels: count, layers: t.store.layers}
	if id, ok := s.views[key]; ok {
		return id, nil
	}
	id, err := d.gpu.CreateView(&gpu.ViewDesc{
		Image: s.image, Kind: t.store.kind, Format: format, Swizzle: t.store.row.Swizzle, BaseLevel: first, Levels: count, Layers: t.store.layers,
	})
	if err != nil {
		return 0, d.gpuError(call, err)
	}
	s.views[key] = id
	return id, nil
}

func (d *Device) dropSnapshot(s snapshot) {
	for _, id := range s.views {
		d.destroy(gpu.KindView, id)
	}
	d.destroy(gpu.KindImage, s.image)
}

// dropSnapshots destroys all copies: Reset does, when the sizes of targets change, and trim.
func (d *Device) dropSnapshots() {
	for key, s := range d.caches.snapshots {
		d.dropSnapshot(s)
		delete(d.caches.snapshots, key)
	}
	d.caches.snapshotBytes = 0
}
