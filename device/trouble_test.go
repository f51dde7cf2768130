package device

import (
	"errors"
	"fmt"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu/gputest"
)

// frame makes calls of every kind that may submit a list or create something, and tells each error with its call.
func (r *rig) frame(q *Query, tell func(call string, err d3d9.Error)) {
	vertices, indices := make([]float32, 3600), make([]uint16, 6000)
	lock := func(t *Texture, err d3d9.Error) {
		tell("CreateTexture", err)
		if err != nil {
			return
		}
		_, err = t.LockRect(0, nil, d3d9.LOCK_DISCARD)
		tell("LockRect", err)
		tell("UnlockRect", t.UnlockRect(0))
		tell("SetTexture", r.SetTexture(0, t))
		t.Release()
	}
	lock(r.CreateTexture(64, 64, 0, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0))
	lock(r.CreateTexture(64, 64, 0, d3d9.USAGE_DYNAMIC, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0))
	vb, err := r.CreateVertexBuffer(1200, d3d9.USAGE_DYNAMIC, 0, d3d9.POOL_DEFAULT, 0)
	tell("CreateVertexBuffer", err)
	tell("Issue", q.Issue(d3d9.ISSUE_BEGIN))
	for range 8 {
		if vb != nil {
			_, err = vb.Lock(0, 0, d3d9.LOCK_DISCARD)
			tell("Lock", err)
			if err == nil {
				tell("Unlock", vb.Unlock())
			}
			tell("SetStreamSource", r.SetStreamSource(0, vb, 0, 12))
		}
		tell("DrawPrimitive", r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 10))
		tell("DrawPrimitiveUP", r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 100, address(vertices), 12))
		tell("DrawIndexedPrimitiveUPuint16", r.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLELIST, 0, 10, 10, indices, address(vertices), 12))
		tell("DrawIndexedPrimitiveUPuint16", r.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLELIST, 0, 1200, 2000, indices, address(vertices), 12)) // each too large for the arena
		tell("Clear", r.Clear(nil, d3d9.CLEAR_TARGET, 0, 1, 0))
	}
	if vb != nil {
		vb.Release()
	}
	target, err := r.CreateRenderTarget(64, 48, d3d9.FMT_A8R8G8B8, d3d9.MULTISAMPLE_NONE, 0, true, 0)
	tell("CreateRenderTarget", err)
	memory, err := r.CreateOffscreenPlainSurface(64, 48, d3d9.FMT_A8R8G8B8, d3d9.POOL_SYSTEMMEM, 0)
	tell("CreateOffscreenPlainSurface", err)
	if target != nil && memory != nil {
		tell("UpdateSurface", r.UpdateSurface(memory, nil, target, nil))
		if _, err = target.LockRect(nil, d3d9.LOCK_DONOTWAIT); err != nil && err.Code() != d3d9.ERR_WASSTILLDRAWING {
			tell("LockRect", err)
		}
		tell("GetRenderTargetData", r.GetRenderTargetData(target, memory))
		memory.Release()
		target.Release()
	}
	tell("Issue", q.Issue(d3d9.ISSUE_END))
	if err := q.GetData(nil, 0); err != nil && err.Code() != d3d9.S_FALSE {
		tell("GetData", err)
	}
	tell("Present", r.Present(nil, nil, 0, nil))
}

// Whichever submission or creation loses the device and whichever creation fails: nothing panics, the back end finds no fault, and each error names its
// call.
func TestTroubleIsTold(t *testing.T) {
	trouble := map[string]func(*gputest.Device){}
	for n := 1; n <= 12; n++ {
		trouble[fmt.Sprintf("loss %d", n)] = func(f *gputest.Device) { f.LoseAt(n) }
	}
	for n := 1; n <= 90; n++ {
		trouble[fmt.Sprintf("creation %d", n)] = func(f *gputest.Device) { f.FailCreate(n) }
		trouble[fmt.Sprintf("loss at creation %d", n)] = func(f *gputest.Device) { f.LoseAtCreate(n) }
	}
	for name, begin := range trouble {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(f *gputest.Device, _ *Options) { f.ListWords, f.ListArena = 700, 64<<10 })
			r.readyToDraw()
			q, err := r.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
			r.ok(err)
			begin(r.fake)
			for range 4 {
				r.frame(q, func(call string, err d3d9.Error) {
					var e *d3d9.CallError
					if err != nil && (!errors.As(err, &e) || e.Call != call) {
						t.Errorf("%s: %v", call, err)
					}
				})
			}
		})
	}
}
