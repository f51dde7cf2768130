package device

import (
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu/gputest"
)

// With CREATE_MULTITHREADED several goroutines may make, lock, set and release objects at once; the race detector watches.
func TestMultithreaded(t *testing.T) {
	fake := gputest.New(nil)
	d3d, err := CreateWith(d3d9.SDK_VERSION, Options{Backend: fakeBackend{fake}})
	if err != nil {
		t.Fatal(err)
	}
	d, _, failed := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING|d3d9.CREATE_MULTITHREADED, params)
	ok(t, failed)
	d3d.Release()
	var all sync.WaitGroup
	for worker := range uint32(8) {
		all.Go(func() {
			for i := range uint(100) {
				tex := must(d.CreateTexture(8, 8, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))(t)
				vb := must(d.CreateVertexBuffer(64, d3d9.USAGE_DYNAMIC, 0, d3d9.POOL_DEFAULT, 0))(t)
				r := must(tex.LockRect(i%4, nil, 0))(t)
				foreign(r.PBits, 4)[0] = byte(i)
				ok(t, tex.UnlockRect(i%4))
				m := must(vb.Lock(0, 0, d3d9.LOCK_DISCARD))(t)
				m.SetUint8s(0, []byte{byte(i)})
				ok(t, vb.Unlock())
				ok(t, d.SetTexture(worker, tex))
				ok(t, d.SetStreamSource(uint(worker), vb, 0, 4))
				s := must(tex.GetSurfaceLevel(0))(t)
				s.Release()
				tex.Release()
				vb.Release()
				got := must(d.GetTexture(worker))(t)
				got.Release()
			}
		})
	}
	all.Wait()
	if n := d.Release(); n != 0 {
		t.Errorf("%d references are left", n)
	}
	for _, f := range fake.Faults() {
		t.Error(f)
	}
	if blocks, _ := fake.HostBlocks(); blocks != 0 {
		t.Errorf("%d blocks of host memory are left", blocks)
	}
}

// Every method of the device may be called while others run.
func TestMultithreadedMethods(t *testing.T) {
	r := newRig(t).readyToDraw()
	r.multithreaded = true
	v := reflect.ValueOf(r.Device)
	var all sync.WaitGroup
	for worker := range uint64(4) {
		random := rand.New(rand.NewPCG(worker, 0))
		all.Go(func() {
			for range 2000 {
				m := v.Type().Method(random.IntN(v.NumMethod()))
				if m.Name == "Release" || m.Name == "AddRef" || m.Name == "GetDirect3D" {
					continue
				}
				args := []reflect.Value{v}
				for i := 1; i < m.Type.NumIn(); i++ {
					args = append(args, ones(m.Type.In(i)))
				}
				m.Func.Call(args)
			}
		})
	}
	all.Wait()
	r.multithreaded = false
}

// ones is a value of the type whose numbers are 1, but for addresses.
func ones(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch {
	case t.Kind() == reflect.Uintptr:
	case v.CanUint():
		v.SetUint(1)
	case v.CanInt():
		v.SetInt(1)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				v.Field(i).Set(ones(t.Field(i).Type))
			}
		}
	}
	return v
}
