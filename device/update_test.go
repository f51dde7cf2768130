package device

import (
	"bytes"
	"testing"

	"d3d9vk/d3d9"
)

func TestUpdateSurface(t *testing.T) {
	d, fake := onFake(t, nil)
	for _, f := range []d3d9.FORMAT{d3d9.FMT_A8R8G8B8, d3d9.FMT_DXT3, d3d9.FMT_L6V5U5} {
		src := must(d.CreateOffscreenPlainSurface(16, 16, f, d3d9.POOL_SYSTEMMEM, 0))(t)
		tex := must(d.CreateTexture(32, 32, 0, d3d9.USAGE_DYNAMIC, f, d3d9.POOL_DEFAULT, 0))(t)
		dst := must(tex.GetSurfaceLevel(1))(t)
		desc := src.store.desc
		n, rows := int(desc.RowBytes(16)), int(desc.RowCount(16))
		want := canonical(src.store, pattern(n*rows, 4))
		r := must(src.LockRect(nil, 0))(t)
		writeRows(r.PBits, int(r.Pitch), rows, n, want)
		fails(t, d.UpdateSurface(src, nil, dst, nil), d3d9.ERR_INVALIDCALL, "locked")
		ok(t, src.UnlockRect())
		ok(t, d.UpdateSurface(src, nil, dst, nil))
		if !bytes.Equal(inImage(t, fake, tex.store, 0, 1, 0), want) {
			t.Errorf("%v: other bytes in the image", f)
		}
		// A part to another place; a lock afterwards shows it.
		ok(t, d.UpdateSurface(src, &d3d9.RECT{Left: 4, Top: 4, Right: 12, Bottom: 8}, dst, &d3d9.POINT{X: 8, Y: 12}))
		block := n / 4
		for y := range rows / 4 {
			copy(want[(3*rows/4+y)*n+2*block:], bytes.Clone(want[(rows/4+y)*n+block:][:2*block]))
		}
		q := must(dst.LockRect(nil, d3d9.LOCK_READONLY))(t)
		if got := readRows(q.PBits, int(q.Pitch), rows, n); !bytes.Equal(got, want) {
			t.Errorf("%v: other bytes under a lock", f)
		}
		ok(t, dst.UnlockRect())
	}
}

func TestUpdateSurfaceRules(t *testing.T) {
	d, _ := onFake(t, nil)
	src := must(d.CreateOffscreenPlainSurface(16, 16, d3d9.FMT_DXT1, d3d9.POOL_SYSTEMMEM, 0))(t)
	dst := must(d.CreateOffscreenPlainSurface(16, 16, d3d9.FMT_DXT1, d3d9.POOL_DEFAULT, 0))(t)
	other := must(d.CreateOffscreenPlainSurface(16, 16, d3d9.FMT_DXT5, d3d9.POOL_DEFAULT, 0))(t)
	null := must(d.CreateRenderTarget(16, 16, d3d9.FMT_NULL, 0, 0, false, 0))(t)
	for name, err := range map[string]d3d9.Error{
		"nil":         d.UpdateSurface(nil, nil, dst, nil),
		"pools":       d.UpdateSurface(dst, nil, src, nil),
		"same":        d.UpdateSurface(src, nil, src, nil),
		"format":      d.UpdateSurface(src, nil, other, nil),
		"null":        d.UpdateSurface(src, nil, null, nil),
		"rectangle":   d.UpdateSurface(src, &d3d9.RECT{Right: 20, Bottom: 4}, dst, nil),
		"cut":         d.UpdateSurface(src, &d3d9.RECT{Left: 2, Right: 8, Bottom: 4}, dst, nil),
		"cut there":   d.UpdateSurface(src, &d3d9.RECT{Right: 8, Bottom: 4}, dst, &d3d9.POINT{X: 1}),
		"outside":     d.UpdateSurface(src, nil, dst, &d3d9.POINT{X: 4}),
		"before":      d.UpdateSurface(src, nil, dst, &d3d9.POINT{Y: -4}),
		"far outside": d.UpdateSurface(src, nil, dst, &d3d9.POINT{X: 1<<31 - 4}),
	} {
		t.Run(name, func(t *testing.T) { fails(t, err, d3d9.ERR_INVALIDCALL, "UpdateSurface") })
	}
}

func TestUpdateTexture(t *testing.T) {
	d, fake := onFake(t, nil)
	src := must(d.CreateTexture(16, 16, 0, 0, d3d9.FMT_L8, d3d9.POOL_SYSTEMMEM, 0))(t)
	dst := must(d.CreateTexture(8, 8, 2, 0, d3d9.FMT_L8, d3d9.POOL_DEFAULT, 0))(t)
	fails(t, d.UpdateTexture(&src.BaseTexture, &dst.BaseTexture), d3d9.ERR_INVALIDCALL, "2x2", "8x8")
	dst = must(d.CreateTexture(8, 8, 0, 0, d3d9.FMT_L8, d3d9.POOL_DEFAULT, 0))(t)
	write := func(level uint, flags uint32, v byte) {
		t.Helper()
		n := 16 >> level
		r := must(src.LockRect(level, nil, flags))(t)
		writeRows(r.PBits, int(r.Pitch), n, n, bytes.Repeat([]byte{v}, n*n))
		ok(t, src.UnlockRect(level))
	}
	write(1, 0, 3)
	write(4, 0, 5)
	ok(t, d.UpdateTexture(&src.BaseTexture, &dst.BaseTexture))
	if got := inImage(t, fake, dst.store, 0, 0, 0); !bytes.Equal(got, bytes.Repeat([]byte{3}, 64)) {
		t.Errorf("level 0 is %v", got)
	}
	if got := inImage(t, fake, dst.store, 0, 3, 0); got[0] != 5 {
		t.Errorf("level 3 is %v", got)
	}
	// Only what is dirty goes; the dirty part of level 0 makes that of the others.
	write(1, d3d9.LOCK_NO_DIRTY_UPDATE, 9)
	ok(t, d.UpdateTexture(&src.BaseTexture, &dst.BaseTexture))
	if got := inImage(t, fake, dst.store, 0, 0, 0); got[0] != 3 {
		t.Error("clean texels were copied")
	}
	ok(t, src.AddDirtyRect(&d3d9.RECT{Right: 4, Bottom: 2}))
	ok(t, d.UpdateTexture(&src.BaseTexture, &dst.BaseTexture))
	want := bytes.Repeat([]byte{3}, 64)
	want[0], want[1] = 9, 9
	if got := inImage(t, fake, dst.store, 0, 0, 0); !bytes.Equal(got, want) {
		t.Errorf("level 0 is %v", got)
	}
	must(src.LockRect(2, nil, 0))(t)
	fails(t, d.UpdateTexture(&src.BaseTexture, &dst.BaseTexture), d3d9.ERR_INVALIDCALL, "locked")
	cube := must(d.CreateCubeTexture(8, 1, 0, d3d9.FMT_L8, d3d9.POOL_DEFAULT, 0))(t)
	fails(t, d.UpdateTexture(&src.BaseTexture, &cube.BaseTexture), d3d9.ERR_INVALIDCALL)
	fails(t, d.UpdateTexture(&dst.BaseTexture, &src.BaseTexture), d3d9.ERR_INVALIDCALL)
	fails(t, d.UpdateTexture(nil, &src.BaseTexture), d3d9.ERR_INVALIDCALL)
}
