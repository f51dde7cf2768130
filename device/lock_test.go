package device

import (
	"bytes"
	"fmt"
	"testing"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

// pattern is bytes that differ from neighbour to neighbour and from seed to seed.
func pattern(n int, seed byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*37+i>>8*11) + seed
	}
	return b
}

// rowsOf copies n bytes of each row from or to locked memory.
func readRows(p uintptr, pitch, rows, n int) []byte {
	var out []byte
	for y := range rows {
		out = append(out, foreign(p+uintptr(y*pitch), n)...)
	}
	return out
}

func writeRows(p uintptr, pitch, rows, n int, data []byte) {
	for y := range rows {
		copy(foreign(p+uintptr(y*pitch), n), data[y*n:])
	}
}

// olderAdapter lacks the formats that have fallbacks.
func olderAdapter() *gpu.Adapter {
	a := gputest.DefaultAdapter()
	for _, f := range []gpu.Format{gpu.FormatA4R4G4B4UnormPack16, gpu.FormatA2R10G10B10UnormPack32, gpu.FormatD24UnormS8Uint, gpu.FormatX8D24UnormPack32} {
		delete(a.Formats, f)
	}
	return a
}

// locker is one level of something that is locked.
type locker struct {
	name   string
	store  *storage
	layer  uint32
	level  uint32
	lock   func(r *d3d9.BOX, flags uint32) (p uintptr, pitch, slice int, err d3d9.Error)
	unlock func() d3d9.Error
	done   func() uint32
}

func rectOf(b *d3d9.BOX) *d3d9.RECT {
	if b == nil {
		return nil
	}
	return &d3d9.RECT{Left: int32(b.Left), Top: int32(b.Top), Right: int32(b.Right), Bottom: int32(b.Bottom)}
}

// lockers makes one of everything that can be locked with the format in the pool.
func lockers(t *testing.T, d *Device, f d3d9.FORMAT, pool d3d9.POOL, usage uint32) []locker {
	tex := must(d.CreateTexture(16, 8, 0, usage, f, pool, 0))(t)
	cube := must(d.CreateCubeTexture(8, 2, usage, f, pool, 0))(t)
	volume := must(d.CreateVolumeTexture(8, 8, 4, 2, usage, f, pool, 0))(t)
	level := must(tex.GetSurfaceLevel(1))(t)
	level.Release()
	var all []locker
	for _, n := range []uint32{0, 1, 3} {
		all = append(all, locker{
			name: fmt.Sprintf("texture level %d", n), store: tex.store, level: n,
			lock: func(b *d3d9.BOX, flags uint32) (uintptr, int, int, d3d9.Error) {
				r, err := tex.LockRect(uint(n), rectOf(b), flags)
				return r.PBits, int(r.Pitch), 0, err
			},
			unlock: func() d3d9.Error { return tex.UnlockRect(uint(n)) },
			done:   func() uint32 { return 0 },
		})
	}
	all = append(all, locker{
		name: "texture surface", store: tex.store, level: 1,
		lock: func(b *d3d9.BOX, flags uint32) (uintptr, int, int, d3d9.Error) {
			r, err := level.LockRect(rectOf(b), flags)
			return r.PBits, int(r.Pitch), 0, err
		},
		unlock: level.UnlockRect, done: tex.Release,
	}, locker{
		name: "cube", store: cube.store, layer: d3d9.CUBEMAP_FACE_NEGATIVE_Y, level: 1,
		lock: func(b *d3d9.BOX, flags uint32) (uintptr, int, int, d3d9.Error) {
			r, err := cube.LockRect(d3d9.CUBEMAP_FACE_NEGATIVE_Y, 1, rectOf(b), flags)
			return r.PBits, int(r.Pitch), 0, err
		},
		unlock: func() d3d9.Error { return cube.UnlockRect(d3d9.CUBEMAP_FACE_NEGATIVE_Y, 1) }, done: cube.Release,
	})
	for _, n := range []uint32{0, 1} {
		done := func() uint32 { return 0 }
		if n == 1 {
			done = volume.Release
		}
		all = append(all, locker{
			name: fmt.Sprintf("volume level %d", n), store: volume.store, level: n,
			lock: func(b *d3d9.BOX, flags uint32) (uintptr, int, int, d3d9.Error) {
				r, err := volume.LockBox(uint(n), b, flags)
				return r.PBits, int(r.RowPitch), int(r.SlicePitch), err
			},
			unlock: func() d3d9.Error { return volume.UnlockBox(uint(n)) }, done: done,
		})
	}
	return all
}

// inImage returns the bytes that an image holds of a level, rows of blocks tightly packed, in the program's layout.
func inImage(t *testing.T, fake *gputest.Device, s *storage, layer, level, slice uint32) []byte {
	ok(t, s.device.submit())
	if s.kind == gpu.Image3D {
		layer = slice
	}
	raw := fake.Image(s.image, level, layer, 0)
	out := make([]byte, len(raw)/int(s.row.ImageBytes)*int(s.desc.BlockBytes))
	s.row.FromImage(out, raw)
	return out
}

// canonical is what a format keeps of bytes: the formats that are converted to floats have two codes for -1.
func canonical(s *storage, data []byte) []byte {
	if s.row == nil || s.row.Conversion != caps.MixedToHalf {
		return data
	}
	image := make([]byte, len(data)/int(s.desc.BlockBytes)*int(s.row.ImageBytes))
	s.row.ToImage(image, data)
	out := make([]byte, len(data))
	s.row.FromImage(out, image)
	return out
}

// Every format, pool and shape: what is written under a lock is read back under the next, and is what the image gets.
func TestLocksAreExact(t *testing.T) {
	pools := []struct {
		name  string
		pool  d3d9.POOL
		usage uint32
	}{
		{"MANAGED", d3d9.POOL_MANAGED, 0}, {"DYNAMIC", d3d9.POOL_DEFAULT, d3d9.USAGE_DYNAMIC},
		{"SYSTEMMEM", d3d9.POOL_SYSTEMMEM, 0}, {"SCRATCH", d3d9.POOL_SCRATCH, 0},
	}
	for name, adapter := range map[string]*gpu.Adapter{"full": nil, "older": olderAdapter()} {
		t.Run(name, func(t *testing.T) {
			d, fake := onFake(t, adapter)
			fake.Forget = true
			for _, f := range d3d9.Formats() {
				row, ok := d.caps.Format(f)
				for _, p := range pools {
					desc, _ := d3d9.FormatInfo(f)
					if (!ok || !row.Sampled) && p.pool != d3d9.POOL_SCRATCH || desc.BlockBytes == 0 || desc.Class == d3d9.ClassIndex {
						continue
					}
					for _, l := range lockers(t, d, f, p.pool, p.usage) {
						lockExactly(t, fake, l, f.String()+" "+p.name+" "+l.name)
						l.done()
					}
				}
			}
			idle(t, d)
			if blocks, _ := fake.HostBlocks(); blocks != 0 {
				t.Errorf("%d blocks of host memory are left", blocks)
			}
		})
	}
}

func lockExactly(t *testing.T, fake *gputest.Device, l locker, name string) {
	t.Helper()
	s := l.store
	part := s.part(l.layer, l.level)
	rows, n := int(s.desc.RowCount(part.height)), int(s.desc.RowBytes(part.width))
	p, pitch, slice, err := l.lock(nil, 0)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !s.desc.Compressed() && pitch%4 != 0 || pitch < n {
		t.Errorf("%s: pitch %d of rows of %d bytes", name, pitch, n)
	}
	var want [][]byte
	for z := range int(part.depth) {
		data := canonical(s, pattern(rows*n, byte(z*5)))
		writeRows(p+uintptr(z*slice), pitch, rows, n, data)
		want = append(want, data)
	}
	if err := l.unlock(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	// A second lock of one part changes just that part.
	w, h := uint32(s.desc.BlockWidth), uint32(s.desc.BlockHeight)
	if part.width >= 2*w && part.height >= 2*h && !s.desc.Planar {
		b := d3d9.BOX{Left: w, Top: h, Right: min(3*w, part.width), Bottom: 2 * h, Front: part.depth - 1, Back: part.depth}
		p, pitch, _, err := l.lock(&b, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		size := int((b.Right-b.Left+w-1)/w) * int(s.desc.BlockBytes)
		patch := canonical(s, bytes.Repeat([]byte{0x5a, 0xa5, 0x3c, 0x01}, size)[:size])
		writeRows(p, pitch, 1, size, patch)
		copy(want[b.Front][n+int(s.desc.BlockBytes):], patch)
		if err := l.unlock(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	p, pitch, slice, err = l.lock(nil, d3d9.LOCK_READONLY)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for z := range want {
		if got := readRows(p+uintptr(z*slice), pitch, rows, n); !bytes.Equal(got, want[z]) {
			t.Errorf("%s: slice %d reads back other bytes", name, z)
		}
		if s.image != 0 {
			if got := inImage(t, fake, s, l.layer, l.level, uint32(z)); !bytes.Equal(got, want[z]) {
				t.Errorf("%s: slice %d of the image has other bytes", name, z)
			}
		}
	}
	if err := l.unlock(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Uploads larger than a list's arena go in bands.
func TestLargeUploads(t *testing.T) {
	d, fake := onFake(t, nil)
	fake.ListArena = 2 << 20
	tex := must(d.CreateTexture(2048, 1024, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))(t)
	r := must(tex.LockRect(0, nil, 0))(t)
	want := pattern(2048*1024*4, 3)
	writeRows(r.PBits, int(r.Pitch), 1024, 2048*4, want)
	ok(t, tex.UnlockRect(0))
	if !bytes.Equal(inImage(t, fake, tex.store, 0, 0, 0), want) {
		t.Error("the image has other bytes")
	}
	vb := must(d.CreateVertexBuffer(5<<20, 0, 0, d3d9.POOL_DEFAULT, 0))(t)
	m := must(vb.Lock(0, 0, 0))(t)
	want = pattern(5<<20, 9)
	m.SetBytes(0, want)
	ok(t, vb.Unlock())
	ok(t, d.submit())
	if !bytes.Equal(fake.Buffer(vb.live.id), want) {
		t.Error("the buffer has other bytes")
	}
}

func TestLockMisuse(t *testing.T) {
	d, _ := onFake(t, nil)
	tex := must(d.CreateTexture(16, 16, 2, 0, d3d9.FMT_DXT1, d3d9.POOL_MANAGED, 0))(t)
	dynamic := must(d.CreateTexture(16, 16, 1, d3d9.USAGE_DYNAMIC, d3d9.FMT_DXT1, d3d9.POOL_DEFAULT, 0))(t)
	static := must(d.CreateTexture(16, 16, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))(t)
	target := must(d.CreateTexture(16, 16, 1, d3d9.USAGE_RENDERTARGET, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))(t)
	level := must(tex.GetSurfaceLevel(0))(t)
	volume := must(d.CreateVolumeTexture(8, 8, 8, 1, 0, d3d9.FMT_DXT1, d3d9.POOL_MANAGED, 0))(t)
	slice := must(volume.GetVolumeLevel(0))(t)

	for name, err := range map[string]d3d9.Error{
		"not lockable":       second(static.LockRect(0, nil, 0)),
		"target":             second(target.LockRect(0, nil, 0)),
		"level":              second(tex.LockRect(2, nil, 0)),
		"flags":              second(tex.LockRect(0, nil, 1<<20)),
		"empty":              second(tex.LockRect(0, &d3d9.RECT{Left: 4, Top: 4, Right: 4, Bottom: 8}, 0)),
		"backwards":          second(tex.LockRect(0, &d3d9.RECT{Left: 8, Top: 0, Right: 4, Bottom: 8}, 0)),
		"negative":           second(tex.LockRect(0, &d3d9.RECT{Left: -4, Top: 0, Right: 4, Bottom: 8}, 0)),
		"outside":            second(tex.LockRect(0, &d3d9.RECT{Right: 16, Bottom: 20}, 0)),
		"blocks":             second(dynamic.LockRect(0, &d3d9.RECT{Left: 2, Right: 16, Bottom: 16}, 0)),
		"volume blocks":      second(volume.LockBox(0, &d3d9.BOX{Top: 2, Right: 8, Bottom: 8, Back: 8}, 0)),
		"volume outside":     second(volume.LockBox(0, &d3d9.BOX{Right: 8, Bottom: 8, Back: 9}, 0)),
		"readonly discard":   second(dynamic.LockRect(0, nil, d3d9.LOCK_READONLY|d3d9.LOCK_DISCARD)),
		"unlock a surface":   level.UnlockRect(),
		"unlock a volume":    slice.UnlockBox(),
		"unlock no level":    tex.UnlockRect(2),
		"dirty outside":      tex.AddDirtyRect(&d3d9.RECT{Right: 17, Bottom: 4}),
		"dirty box":          volume.AddDirtyBox(&d3d9.BOX{Right: 8, Bottom: 8, Front: 8, Back: 8}),
		"SetAutoGenFilter":   tex.SetAutoGenFilterType(d3d9.TEXF_LINEAR),
		"no surface":         second(tex.GetSurfaceLevel(9)),
		"no volume":          second(volume.GetVolumeLevel(1)),
		"no level to ask of": second(volume.GetLevelDesc(1)),
	} {
		t.Run(name, func(t *testing.T) { fails(t, err, d3d9.ERR_INVALIDCALL) })
	}
	ok(t, tex.UnlockRect(0)) // Direct3D 9 lets textures be unlocked that are not locked
	ok(t, volume.UnlockBox(0))

	r := must(tex.LockRect(0, &d3d9.RECT{Left: 5, Top: 6, Right: 7, Bottom: 7}, 0))(t)
	_, err := level.LockRect(nil, 0)
	fails(t, err, d3d9.ERR_INVALIDCALL, "locked already")
	other := must(tex.LockRect(1, nil, d3d9.LOCK_READONLY))(t)
	ok(t, level.UnlockRect())
	ok(t, tex.UnlockRect(1))
	whole := must(tex.LockRect(0, nil, 0))(t)
	ok(t, tex.UnlockRect(0))
	if at := r.PBits - whole.PBits; at != uintptr(whole.Pitch)+8 {
		t.Errorf("texel (5, 6) of DXT1 is %d bytes from the start, want the second block of the second row", at)
	}
	if other.Pitch != 16 {
		t.Errorf("pitch %d of 8 texels of DXT1", other.Pitch)
	}
	if _, err := level.GetDC(); err == nil {
		t.Error("a GDI context")
	}
}

// NO_DIRTY_UPDATE keeps a managed texture's image as it was until AddDirtyRect; READONLY keeps it for good.
func TestDirtyParts(t *testing.T) {
	d, fake := onFake(t, nil)
	tex := must(d.CreateTexture(8, 8, 2, 0, d3d9.FMT_L8, d3d9.POOL_MANAGED, 0))(t)
	write := func(level uint, flags uint32, v byte) {
		t.Helper()
		r := must(tex.LockRect(level, nil, flags))(t)
		n := 8 >> level
		writeRows(r.PBits, int(r.Pitch), n, n, bytes.Repeat([]byte{v}, n*n))
		ok(t, tex.UnlockRect(level))
	}
	image := func(level uint32) []byte { return inImage(t, fake, tex.store, 0, level, 0) }
	write(0, d3d9.LOCK_NO_DIRTY_UPDATE, 7)
	write(1, d3d9.LOCK_NO_DIRTY_UPDATE, 9)
	if image(0)[0] != 0 || image(1)[0] != 0 {
		t.Fatal("uploaded without being dirty")
	}
	ok(t, tex.AddDirtyRect(&d3d9.RECT{Left: 2, Top: 2, Right: 5, Bottom: 3}))
	var want0, want1 [64]byte
	want0[18], want0[19], want0[20] = 7, 7, 7
	want1[5], want1[6] = 9, 9
	if !bytes.Equal(image(0), want0[:]) {
		t.Errorf("level 0 is %v", image(0))
	}
	if !bytes.Equal(image(1), want1[:16]) {
		t.Errorf("level 1 is %v", image(1))
	}
	write(0, d3d9.LOCK_READONLY, 3)
	if image(0)[18] != 7 {
		t.Error("a READONLY lock was uploaded")
	}
	write(0, 0, 4)
	if !bytes.Equal(image(0), bytes.Repeat([]byte{4}, 64)) {
		t.Errorf("level 0 is %v", image(0))
	}
}

func TestRenderTargetData(t *testing.T) {
	d, fake := onFake(t, nil)
	for _, f := range d3d9.Formats() {
		row, has := d.caps.Format(f)
		if !has || !row.Target || row.Null {
			continue
		}
		rt := must(d.CreateRenderTarget(24, 10, f, d3d9.MULTISAMPLE_NONE, 0, false, 0))(t)
		dst := must(d.CreateOffscreenPlainSurface(24, 10, f, d3d9.POOL_SYSTEMMEM, 0))(t)
		n := int(row.Desc.RowBytes(24))
		want := pattern(n*10, 1)
		ok(t, rt.store.upload("test", 0, 0, box{right: 24, bottom: 10, back: 1}, source{want, n, n * 10}))
		ok(t, d.GetRenderTargetData(rt, dst))
		r := must(dst.LockRect(nil, d3d9.LOCK_READONLY))(t)
		if got := readRows(r.PBits, int(r.Pitch), 10, n); !bytes.Equal(got, want) {
			t.Errorf("%v: other bytes", f)
		}
		fails(t, d.GetRenderTargetData(rt, dst), d3d9.ERR_INVALIDCALL, "locked")
		ok(t, dst.UnlockRect())
		rt.Release()
		dst.Release()
	}
	rt := must(d.CreateRenderTarget(16, 16, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, false, 0))(t)
	dst := must(d.CreateOffscreenPlainSurface(16, 16, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0))(t)
	small := must(d.CreateOffscreenPlainSurface(8, 16, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0))(t)
	other := must(d.CreateOffscreenPlainSurface(16, 16, d3d9.FMT_X8R8G8B8, d3d9.POOL_SYSTEMMEM, 0))(t)
	scratch := must(d.CreateOffscreenPlainSurface(16, 16, d3d9.FMT_A8R8G8B8, d3d9.POOL_SCRATCH, 0))(t)
	null := must(d.CreateRenderTarget(16, 16, d3d9.FMT_NULL, d3d9.MULTISAMPLE_NONE, 0, false, 0))(t)
	for name, err := range map[string]d3d9.Error{
		"size":    d.GetRenderTargetData(rt, small),
		"format":  d.GetRenderTargetData(rt, other),
		"pool":    d.GetRenderTargetData(rt, scratch),
		"source":  d.GetRenderTargetData(dst, dst),
		"null":    d.GetRenderTargetData(null, dst),
		"nil":     d.GetRenderTargetData(nil, dst),
		"nothing": d.GetRenderTargetData(rt, nil),
		"foreign": d.GetRenderTargetData(rt, &Surface{}),
	} {
		t.Run(name, func(t *testing.T) { fails(t, err, d3d9.ERR_INVALIDCALL, "GetRenderTargetData") })
	}
	fake.LoseAt(1)
	fails(t, d.GetRenderTargetData(rt, dst), d3d9.ERR_DEVICELOST, "GetRenderTargetData")
}

// A lockable target and a plain surface in video memory show what the graphics processor wrote and take what the program writes.
func TestLocksOfVideoMemory(t *testing.T) {
	d, fake := onFake(t, nil)
	for _, s := range []*Surface{
		must(d.CreateRenderTarget(8, 4, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, true, 0))(t),
		must(d.CreateOffscreenPlainSurface(8, 4, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))(t),
	} {
		want := pattern(8*4*4, 2)
		ok(t, s.store.upload("test", 0, 0, box{right: 8, bottom: 4, back: 1}, source{want, 32, 128}))
		s.store.wroteImage(0, 0)
		if s.store.usage == 0 {
			_, err := s.LockRect(nil, d3d9.LOCK_DONOTWAIT)
			fails(t, err, d3d9.ERR_WASSTILLDRAWING)
		}
		r := must(s.LockRect(nil, 0))(t)
		if got := readRows(r.PBits, int(r.Pitch), 4, 32); !bytes.Equal(got, want) {
			t.Errorf("%s: read %x", s.name(), got)
		}
		want[35] = 0xee
		foreign(r.PBits+uintptr(r.Pitch), 4)[3] = 0xee
		ok(t, s.UnlockRect())
		if !bytes.Equal(inImage(t, fake, s.store, 0, 0, 0), want) {
			t.Errorf("%s: the write did not reach the image", s.name())
		}
	}
}
