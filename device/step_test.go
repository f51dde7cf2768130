package device

import (
	"slices"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
)

// alike takes the feature away that lets the attachments of a pass have masks of their own.
var alike = features(func(f *gpu.Features) { f.IndependentBlend = false })

// twoTargets binds a second target and a shader that writes both. They get masks 1 and 2, which makes two steps.
func (r *rig) twoTargets() *rig {
	r.Helper()
	s, err := r.CreateRenderTarget(64, 48, d3d9.FMT_A16B16G16R16F, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	r.ok(err)
	ps := r.pixelShader("ps_3_0\ndcl_color v0\nmul oC0, v0, c0\nmov oC1, c0\n")
	r.ok(r.SetRenderTarget(1, s), r.SetPixelShader(ps), r.SetRenderState(d3d9.RS_COLORWRITEENABLE, 1), r.SetRenderState(d3d9.RS_COLORWRITEENABLE1, 2))
	s.Release()
	ps.Release()
	return r
}

func attached(d *gputest.Draw) (set uint8) {
	for n, id := range d.Color {
		if id != 0 {
			set |= 1 << n
		}
	}
	return set
}

// stepRecords are the records whose order makes the steps.
func stepRecords(ops []gpu.Op) []gpu.Op {
	return slices.DeleteFunc(slices.Clone(ops), func(op gpu.Op) bool {
		return !slices.Contains([]gpu.Op{gpu.OpTargets, gpu.OpCopyImage, gpu.OpDraw, gpu.OpDrawIndexed, gpu.OpQueryPause}, op)
	})
}

func TestSteps(t *testing.T) {
	for _, dynamic := range []bool{true, false} {
		r := newRig(t, alike, features(func(f *gpu.Features) { f.DynamicBlend = dynamic })).readyToDraw().twoTargets()
		draw := func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1) }
		vertices := []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}
		t.Run("MRT-13/each kind of draw is done for each group of targets", func(t *testing.T) {
			ib, err := r.GetIndices()
			r.ok(err)
			r.ok(draw(), draw(), r.DrawIndexedPrimitive(d3d9.PT_TRIANGLELIST, 2, 0, 300, 3, 1),
				r.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, address(vertices), 12),
				r.DrawIndexedPrimitiveUPuint16(d3d9.PT_TRIANGLELIST, 0, 3, 1, []uint16{2, 1, 0}, address(vertices), 12),
				r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 0))
			d := r.drawn()
			if len(d) != 10 {
				t.Fatalf("%d draws", len(d))
			}
			for n := 0; n < len(d); n += 2 {
				a, b := &d[n], &d[n+1]
				if attached(a) != 1 || attached(b) != 2 || a.Depth == 0 || a.Depth != b.Depth {
					t.Errorf("draw %d: targets %x and %x, depth %d and %d", n/2, attached(a), attached(b), a.Depth, b.Depth)
				}
				if a.Indexed != b.Indexed || a.First != b.First || a.Count != b.Count || a.Base != b.Base || a.Desc.Fragment != b.Desc.Fragment || a.Streams != b.Streams {
					t.Errorf("draw %d differs: %+v, %+v", n/2, a, b)
				}
				masks := [2]uint8{a.Desc.Blend[0].Mask, b.Desc.Blend[1].Mask}
				if dynamic {
					masks = [2]uint8{uint8(a.Blend[0] & 15), uint8(b.Blend[1] & 15)}
				}
				if masks != [2]uint8{1, 2} {
					t.Errorf("draw %d: masks %v", n/2, masks)
				}
			}
			r.ok(r.SetIndices(ib))
			ib.Release()
			r.readyToDraw().twoTargets()
		})
		t.Run("MRT-13/LESSEQUAL restores no depth where nothing blends, LESS does before each further step", func(t *testing.T) {
			r.ok(draw())
			if got, want := stepRecords(r.records()), []gpu.Op{gpu.OpTargets, gpu.OpDraw, gpu.OpTargets, gpu.OpDraw}; !slices.Equal(got, want) {
				t.Errorf("LESSEQUAL: %v", got)
			}
			r.ok(r.SetRenderState(d3d9.RS_ZFUNC, d3d9.CMP_LESS), r.SetScissorRect(d3d9.RECT{Left: 3, Top: 4, Right: 10, Bottom: 12}),
				r.SetRenderState(d3d9.RS_SCISSORTESTENABLE, 1), draw(), r.Present(nil, nil, 0, nil))
			var ops []gpu.Op
			var copies [][]uint32
			for _, rec := range r.fake.Log() {
				ops = append(ops, rec.Op)
				if rec.Op == gpu.OpCopyImage {
					copies = append(copies, rec.Words)
				}
			}
			r.fake.ClearLog()
			if got, want := stepRecords(ops), []gpu.Op{gpu.OpTargets, gpu.OpCopyImage, gpu.OpDraw, gpu.OpCopyImage, gpu.OpTargets, gpu.OpDraw}; !slices.Equal(got, want) {
				t.Fatalf("LESS: %v", got)
			}
			there, back := copies[0], copies[1]
			if !slices.Equal(there[:6], back[6:12]) || !slices.Equal(there[6:12], back[:6]) || !slices.Equal(there[12:], back[12:]) {
				t.Errorf("copied %v and back %v", there, back)
			}
			if !slices.Equal(there[3:6], []uint32{3, 4, 0}) || !slices.Equal(there[12:], []uint32{7, 8, 1}) {
				t.Errorf("copied %v, want the scissor's part", there)
			}
			r.ok(r.SetRenderState(d3d9.RS_ZFUNC, d3d9.CMP_LESSEQUAL), r.SetRenderState(d3d9.RS_SCISSORTESTENABLE, 0))
		})
		t.Run("MRT-13/an occlusion query counts the first step", func(t *testing.T) {
			q, err := r.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
			r.ok(err)
			r.ok(q.Issue(d3d9.ISSUE_BEGIN), draw(), draw(), q.Issue(d3d9.ISSUE_END))
			answer := make([]byte, 4)
			for q.GetData(answer, d3d9.GETDATA_FLUSH) != nil {
			}
			if answer[0] != 6 { // vertices, which the fake counts
				t.Errorf("counted %v", answer)
			}
			q.Release()
			r.fake.ClearLog()
		})
		t.Run("MRT-13/equal masks are one step again, and Clear needs none", func(t *testing.T) {
			r.ok(draw(), r.Clear(nil, d3d9.CLEAR_TARGET, 0, 1, 0), draw(), r.SetRenderState(d3d9.RS_COLORWRITEENABLE1, 1), draw(), draw(),
				r.SetRenderState(d3d9.RS_COLORWRITEENABLE1, 2))
			var sets []uint8
			for _, d := range r.drawn() {
				sets = append(sets, attached(&d))
			}
			if want := []uint8{1, 2, 1, 2, 3, 3}; !slices.Equal(sets, want) {
				t.Errorf("targets %v, want %v", sets, want)
			}
		})
		t.Run("MRT-13/draws in steps allocate nothing", func(t *testing.T) {
			r.fake.Forget = true
			defer func() { r.fake.Forget = false }()
			for _, fn := range []uint32{d3d9.CMP_LESSEQUAL, d3d9.CMP_LESS} {
				r.ok(r.SetRenderState(d3d9.RS_ZFUNC, fn), draw(), r.Present(nil, nil, 0, nil))
				const few = 20 // they fit into one list: the fake back end allocates when it runs one
				if n := testing.AllocsPerRun(few, func() {
					if err := draw(); err != nil {
						t.Fatal(err)
					}
				}); n != 0 {
					t.Errorf("function %d: %v allocations", fn, n)
				}
			}
		})
	}
}

// TestStepsFillLists draws so often that lists end between draws: all steps of a draw are in one list.
func TestStepsFillLists(t *testing.T) {
	r := newRig(t, alike, func(f *gputest.Device, _ *Options) { f.ListWords, f.ListArena = 1<<10, 64<<10 }).readyToDraw().twoTargets()
	r.ok(r.SetRenderState(d3d9.RS_ZFUNC, d3d9.CMP_LESS))
	for range 300 {
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	}
	d := r.drawn()
	if len(d) != 600 || d[599].Serial == d[0].Serial {
		t.Fatalf("%d draws in %d lists", len(d), d[len(d)-1].Serial-d[0].Serial+1)
	}
	for n := 0; n < len(d); n += 2 {
		if d[n].Serial != d[n+1].Serial || attached(&d[n]) != 1 || attached(&d[n+1]) != 2 {
			t.Fatalf("draw %d: lists %d and %d, targets %x and %x", n/2, d[n].Serial, d[n+1].Serial, attached(&d[n]), attached(&d[n+1]))
		}
	}
}
