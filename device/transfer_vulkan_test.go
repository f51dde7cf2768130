package device

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"d3d9vk/d3d9"
)

// onVulkan makes a device without a window on the machine's graphics adapter. Without one the test is skipped, unless
// D3D9VK_REQUIRE_GPU is 1; with D3D9VK_VALIDATION=1 every message of the validation layer fails the test.
func onVulkan(t *testing.T) *Device {
	t.Helper()
	t.Logf("driver %q", os.Getenv("VK_DRIVER_FILES")) // which also keeps go test from taking one driver's result for another's
	d3d, err := CreateWith(d3d9.SDK_VERSION, Options{
		CacheDir: "-", Validation: os.Getenv("D3D9VK_VALIDATION") == "1", Message: func(text string) { t.Error(text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	d, _, failed := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, params)
	d3d.Release()
	if failed != nil {
		if os.Getenv("D3D9VK_REQUIRE_GPU") == "1" {
			t.Fatal(failed)
		}
		t.Skip(failed)
	}
	t.Cleanup(func() {
		if n := d.Release(); n != 0 {
			t.Errorf("%d references of the device are left", n)
		}
	})
	return d
}

// Every format and shape of a real driver: what is unlocked comes back from the image.
func TestUploadsOnVulkan(t *testing.T) {
	d := onVulkan(t)
	idle(t, d)
	before := d.Counts()
	for _, f := range d3d9.Formats() {
		row, has := d.caps.Format(f)
		if !has || !row.Sampled {
			continue
		}
		for _, usage := range []uint32{0, d3d9.USAGE_DYNAMIC} {
			pool := d3d9.POOL(d3d9.POOL_MANAGED)
			if usage != 0 {
				pool = d3d9.POOL_DEFAULT
			}
			for _, l := range lockers(t, d, f, pool, usage) {
				readBack(t, l, fmt.Sprintf("%v %#x %s", f, usage, l.name))
				l.done()
			}
		}
	}
	idle(t, d)
	after := d.Counts()
	after.Memory, before.Memory = 0, 0 // the back end keeps blocks
	if after != before {
		t.Errorf("counts %+v, before %+v", after, before)
	}
}

// readBack writes a level under a lock and compares it with what the image holds.
func readBack(t *testing.T, l locker, name string) {
	t.Helper()
	s := l.store
	part := s.part(l.layer, l.level)
	rows, n := int(s.desc.RowCount(part.height)), int(s.desc.RowBytes(part.width))
	p, pitch, slice, err := l.lock(nil, 0)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var want [][]byte
	for z := range int(part.depth) {
		want = append(want, canonical(s, pattern(rows*n, byte(z*5))))
		writeRows(p+uintptr(z*slice), pitch, rows, n, want[z])
	}
	if err := l.unlock(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	clear(s.bytes(part))
	s.wroteImage(l.layer, l.level) // so that the next lock reads the image
	p, pitch, slice, err = l.lock(nil, d3d9.LOCK_READONLY)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for z := range want {
		if got := readRows(p+uintptr(z*slice), pitch, rows, n); !bytes.Equal(got, want[z]) {
			t.Errorf("%s: slice %d of the image has other bytes", name, z)
		}
	}
	if err := l.unlock(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// What GetRenderTargetData gives of a target that a copy from system memory wrote is that copy.
func TestRenderTargetDataOnVulkan(t *testing.T) {
	d := onVulkan(t)
	for _, f := range d3d9.Formats() {
		row, has := d.caps.Format(f)
		if !has || !row.Target || row.Null {
			continue
		}
		rt := must(d.CreateRenderTarget(24, 10, f, d3d9.MULTISAMPLE_NONE, 0, false, 0))(t)
		src := must(d.CreateOffscreenPlainSurface(24, 10, f, d3d9.POOL_SYSTEMMEM, 0))(t)
		dst := must(d.CreateOffscreenPlainSurface(24, 10, f, d3d9.POOL_SYSTEMMEM, 0))(t)
		n := int(row.Desc.RowBytes(24))
		want := pattern(n*10, 1)
		r := must(src.LockRect(nil, 0))(t)
		writeRows(r.PBits, int(r.Pitch), 10, n, want)
		ok(t, src.UnlockRect())
		ok(t, d.UpdateSurface(src, nil, rt, nil))
		ok(t, d.GetRenderTargetData(rt, dst))
		r = must(dst.LockRect(nil, d3d9.LOCK_READONLY))(t)
		if got := readRows(r.PBits, int(r.Pitch), 10, n); !bytes.Equal(got, want) {
			t.Errorf("%v: other bytes", f)
		}
		ok(t, dst.UnlockRect())
		rt.Release()
		src.Release()
		dst.Release()
	}
}
