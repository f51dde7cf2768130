package conformance

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// plainSurface makes an off-screen surface in video memory.
func (r *rig) plainSurface(f d3d9.FORMAT, w, h uint) surface {
	r.t.Helper()
	s, err := r.d.CreateOffscreenPlainSurface(w, h, f, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	r.keep(s.Release)
	return s
}

// fillBytes writes bytes to a surface, by a lock or through a lockable one of its format, and returns what it wrote, rows tight.
func (r *rig) fillBytes(s surface, at func(x, y, k int) byte) []byte {
	r.t.Helper()
	desc, err := s.GetDesc()
	r.ok(err)
	info, _ := d3d9.FormatInfo(desc.Format)
	mem, err := r.d.CreateOffscreenPlainSurface(uint(desc.Width), uint(desc.Height), desc.Format, d3d9.POOL_SYSTEMMEM, 0)
	r.ok(err)
	defer mem.Release()
	lock, err := mem.LockRect(nil, 0)
	r.ok(err)
	var out []byte
	n := int(info.BlockBytes)
	rows, columns := int(info.RowCount(desc.Height)), int(info.RowBytes(desc.Width))/n
	for y := range rows {
		row := memory(lock.PBits+uintptr(y)*uintptr(lock.Pitch), columns*n)
		for i := range row {
			row[i] = at(i/n, y, i%n)
		}
		out = append(out, row...)
	}
	r.ok(mem.UnlockRect())
	r.ok(r.d.UpdateSurface(mem, nil, s, nil))
	return out
}

func (r *rig) randomPixels(s surface, seed uint64) []byte {
	r.t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	return r.fillBytes(s, func(_, _, _ int) byte { return byte(rng.Uint32()) })
}

// randomRect is a rectangle within w x h, or all of it.
func randomRect(rng *rand.Rand, w, h int) d3d9.RECT {
	x, y := rng.IntN(w), rng.IntN(h)
	return d3d9.RECT{Left: int32(x), Top: int32(y), Right: int32(x + 1 + rng.IntN(w-x)), Bottom: int32(y + 1 + rng.IntN(h-y))}
}

// nearest lists the source pixels that may be the nearest of pixel i of to, of from: two where it falls between.
func nearest(i, from, to int) []int {
	n := (2*i + 1) * from
	if n%(2*to) == 0 {
		return []int{n/(2*to) - 1, n / (2 * to)}
	}
	return []int{n / (2 * to)}
}

// linearAt is the mean of the four pixels around a place, along both axes.
func linearAt(p *picture, x, y float64) [4]float64 {
	at := func(x, y int) [4]float64 { return p.at(min(max(x, 0), p.w-1), min(max(y, 0), p.h-1)) }
	x, y = x-0.5, y-0.5
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	var out [4]float64
	for c := range out {
		top := at(int(x0), int(y0))[c]*(1-fx) + at(int(x0)+1, int(y0))[c]*fx
		bottom := at(int(x0), int(y0)+1)[c]*(1-fx) + at(int(x0)+1, int(y0)+1)[c]*fx
		out[c] = top*(1-fy) + bottom*fy
	}
	return out
}

// TestStretchRect copies, scales and converts, beside a plain reference.
func TestStretchRect(t *testing.T) {
	run(t, "POINT and NONE take the nearest pixel, of rectangles", func(r *rig) {
		rng := rand.New(rand.NewPCG(7, 5))
		for n := range 40 {
			f := []d3d9.FORMAT{argb, d3d9.FMT_R5G6B5, d3d9.FMT_A16B16G16R16, d3d9.FMT_R32F}[n%4]
			src, dst := r.target(f, 13, 9), r.target(f, 17, 11)
			r.randomPixels(src, uint64(n))
			r.randomPixels(dst, uint64(n)+1000)
			before, source := r.read(dst), r.read(src)
			from, to := randomRect(rng, 13, 9), randomRect(rng, 17, 11)
			r.stretch(src, &from, dst, &to, []d3d9.TEXTUREFILTERTYPE{d3d9.TEXF_NONE, d3d9.TEXF_POINT}[n/4%2])
			got := r.read(dst)
			for y := range got.h {
				for x := range got.w {
					var want [][]byte
					if x < int(to.Left) || y < int(to.Top) || x >= int(to.Right) || y >= int(to.Bottom) {
						want = append(want, before.bytes(x, y))
					} else {
						for _, sy := range nearest(y-int(to.Top), int(from.Bottom-from.Top), int(to.Bottom-to.Top)) {
							for _, sx := range nearest(x-int(to.Left), int(from.Right-from.Left), int(to.Right-to.Left)) {
								sx, sy := min(int(from.Left)+sx, source.w-1), min(int(from.Top)+sy, source.h-1)
								want = append(want, source.bytes(sx, sy))
							}
						}
					}
					found := false
					for _, w := range want {
						found = found || bytes.Equal(w, got.bytes(x, y))
					}
					if !found {
						r.t.Fatalf("%v, %v to %v: pixel (%d, %d) is %x, want one of %x", f, from, to, x, y, got.bytes(x, y), want)
					}
				}
			}
		}
	})
	run(t, "LINEAR is the mean of the four around", func(r *rig) {
		for _, size := range [][2]uint{{17, 11}, {5, 4}, {26, 18}, {13, 18}, {1, 1}} {
			src, dst := r.target(argb, 13, 9), r.target(argb, size[0], size[1])
			r.randomPixels(src, 3)
			source := r.read(src)
			r.stretch(src, nil, dst, nil, d3d9.TEXF_LINEAR)
			got := r.read(dst)
			for y := range got.h {
				for x := range got.w {
					want := linearAt(source, (float64(x)+0.5)*13/float64(size[0]), (float64(y)+0.5)*9/float64(size[1]))
					got.wantRect(r.t, fmt.Sprint(size), x, y, x+1, y+1, want, 1.6) // eight bits of each weight, eight of each mean
				}
			}
		}
	})
	run(t, "conversion between back buffer formats; alpha that is not there is 1", stretchConversions)
	run(t, "a multisampled source resolves, also scaled and converted", func(r *rig) {
		s := r.fourTargets(0, d3d9.FMT_X8R8G8B8)
		r.use(allWhite)
		r.rs(d3d9.RS_MULTISAMPLEMASK, 1)
		r.flood(0)
		r.ok(r.d.Clear([]d3d9.RECT{{Right: 4, Bottom: 8}}, d3d9.CLEAR_TARGET, 0xff800000, 0, 0))
		dst := r.target(argb, 16, 24)
		r.stretch(s[0], nil, dst, &d3d9.RECT{Right: 16, Bottom: 16}, d3d9.TEXF_POINT)
		r.stretch(s[0], &d3d9.RECT{Left: 2, Top: 0, Right: 8, Bottom: 8}, dst, &d3d9.RECT{Left: 4, Top: 16, Right: 10, Bottom: 24}, d3d9.TEXF_NONE)
		p := r.read(dst)
		p.wantRect(r.t, "left", 0, 0, 8, 16, [4]float64{128. / 255, 0, 0, 1}, 1.01)
		p.wantRect(r.t, "part, left", 4, 16, 6, 24, [4]float64{128. / 255, 0, 0, 1}, 1.01)
		p.wantRect(r.t, "beside", 0, 16, 4, 24, [4]float64{}, 0.1)
		p.wantRect(r.t, "beside", 10, 16, 16, 24, [4]float64{}, 0.1)
		p.wantRect(r.t, "right, a quarter of it white", 8, 0, 16, 16, [4]float64{0.25, 0.25, 0.25, 1}, 1.01)
	})
	run(t, "multisampled to multisampled keeps the samples", func(r *rig) {
		s := r.fourTargets(0, argb)
		copied := r.fourSamples(argb, 8, 8)
		c := [3]corner{{1.3, 0.2}, {7.1, 3.4}, {2.2, 7.6}}
		r.use(allWhite)
		r.triangle(c, 0)
		r.stretch(s[0], nil, copied, nil, d3d9.TEXF_NONE)
		r.wantMix("copy", copied, [4]float64{1, 1, 1, 1}, [4]float64{}, func(x, y int) (int, bool) { return coverage(c, x, y) })
		r.fails(r.d.StretchRect(r.target(argb, 8, 8), nil, copied, nil, d3d9.TEXF_NONE), d3d9.ERR_NOTAVAILABLE)
	})
	run(t, "depth and stencil, whole, of one sample and of four", stretchDepths)
	run(t, "levels, faces, plain surfaces and blocks", stretchKinds)
	run(t, "what a lock saw before is read again", func(r *rig) {
		src, dst := r.target(argb, 4, 4), r.plainSurface(argb, 4, 4)
		desc, _ := dst.GetDesc()
		r.lockedPicture(dst, desc).wantRect(r.t, "before", 0, 0, 4, 4, [4]float64{}, 0.1)
		r.set(src)
		r.clear(0xff00ff00)
		r.stretch(src, nil, dst, nil, d3d9.TEXF_NONE)
		r.lockedPicture(dst, desc).wantRect(r.t, "after", 0, 0, 4, 4, [4]float64{0, 1, 0, 1}, 0.51)
	})
	run(t, "draws, their state and occlusion queries go on", func(r *rig) {
		x, a := r.target(d3d9.FMT_X8R8G8B8, 8, 8), r.target(argb, 8, 8)
		s := r.targets(grey, argb, argb)
		r.use(allWhite)
		q, err := r.d.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
		r.ok(err)
		r.keep(q.Release)
		r.ok(q.Issue(d3d9.ISSUE_BEGIN))
		r.rs(d3d9.RS_COLORWRITEENABLE1, d3d9.COLORWRITEENABLE_RED)
		r.rect(8, 0, 0, 4, 8, 0)
		r.stretch(x, nil, a, nil, d3d9.TEXF_NONE)
		r.rect(8, 4, 0, 8, 8, 0)
		r.ok(q.Issue(d3d9.ISSUE_END))
		r.want("target 0", s[0], 1, 1, 1, 1)
		r.want("target 1", s[1], 1, greyPixel[1], greyPixel[2], greyPixel[3])
		r.want("copy", a, 0, 0, 0, 1)
		if n := r.counted(q); n != 64 {
			r.t.Errorf("%d pixels are counted, want 64", n)
		}
	})
}

func stretchConversions(r *rig) {
	formats := []d3d9.FORMAT{argb, d3d9.FMT_X8R8G8B8, d3d9.FMT_R5G6B5, d3d9.FMT_X1R5G5B5, d3d9.FMT_A1R5G5B5, d3d9.FMT_A2R10G10B10}
	d3d, err := r.d.GetDirect3D()
	r.ok(err)
	defer d3d.Release()
	pairs := 0
	for n, from := range formats {
		for _, to := range formats {
			if err := d3d.CheckDeviceFormatConversion(0, d3d9.DEVTYPE_HAL, from, to); err != nil {
				r.t.Log(err)
				continue
			}
			pairs++
			src, dst := r.target(from, 9, 7), r.target(to, 9, 7)
			r.randomPixels(src, uint64(n))
			r.randomPixels(dst, 99)
			r.stretch(src, nil, dst, nil, d3d9.TEXF_NONE)
			source, got := r.read(src), r.read(dst)
			for y := range got.h {
				for x := range got.w {
					want := source.at(x, y)
					if from == to && !bytes.Equal(source.bytes(x, y), got.bytes(x, y)) {
						r.t.Fatalf("%v: pixel (%d, %d) is %x, want %x", from, x, y, got.bytes(x, y), source.bytes(x, y))
					}
					got.wantRect(r.t, from.String()+" to "+to.String(), x, y, x+1, y+1, want, 1.01) // drivers may cut off what they should round
				}
			}
		}
	}
	if pairs < len(formats) {
		r.t.Errorf("%d pairs of formats are converted", pairs)
	}
	r.fails(r.d.StretchRect(r.target(d3d9.FMT_R32F, 4, 4), nil, r.target(argb, 4, 4), nil, d3d9.TEXF_NONE), d3d9.ERR_NOTAVAILABLE)
}

// stretchDepths copies depth and stencil and asks both what they hold.
func stretchDepths(r *rig) {
	color := r.target(argb, 8, 8)
	// A slope of depth, and stencil 5 in the left half.
	prepare := func(target, z surface) {
		r.set(target)
		r.ok(r.d.SetDepthStencilSurface(z))
		r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, 0, 0.5, 0))
		r.ok(r.d.Clear([]d3d9.RECT{{Right: 8, Bottom: 4}}, d3d9.CLEAR_ZBUFFER, 0, 0.25, 0))
		if desc, _ := z.GetDesc(); desc.Format == d3d9.FMT_D24S8 {
			r.ok(r.d.Clear(nil, d3d9.CLEAR_STENCIL, 0, 0, 0))
			r.ok(r.d.Clear([]d3d9.RECT{{Right: 4, Bottom: 8}}, d3d9.CLEAR_STENCIL, 0, 0, 5))
		}
	}
	check := func(name string, target, z surface) {
		desc, _ := z.GetDesc()
		r.set(target)
		r.ok(r.d.SetDepthStencilSurface(z))
		r.clear(0)
		r.rs(d3d9.RS_ZENABLE, 1)
		r.rs(d3d9.RS_ZWRITEENABLE, 0)
		r.rs(d3d9.RS_ZFUNC, d3d9.CMP_LESS)
		if desc.Format == d3d9.FMT_D24S8 {
			r.rs(d3d9.RS_STENCILENABLE, 1)
			r.rs(d3d9.RS_STENCILFUNC, d3d9.CMP_EQUAL)
			r.rs(d3d9.RS_STENCILREF, 5)
		}
		r.use(allWhite)
		r.flood(0.375) // before 0.5, behind 0.25
		r.rs(d3d9.RS_ZENABLE, 0)
		r.rs(d3d9.RS_STENCILENABLE, 0)
		if desc.MultiSampleType != d3d9.MULTISAMPLE_NONE {
			target = r.resolved(target)
		}
		p := r.read(target)
		p.wantRect(r.t, name+", nearer", 0, 0, 8, 4, [4]float64{}, 0.1)
		p.wantRect(r.t, name+", left", 0, 4, 4, 8, [4]float64{1, 1, 1, 1}, 0.1)
		if desc.Format == d3d9.FMT_D24S8 {
			p.wantRect(r.t, name+", another stencil", 4, 4, 8, 8, [4]float64{}, 0.1)
		}
	}
	for _, f := range []d3d9.FORMAT{d3d9.FMT_D24S8, d3d9.FMT_D16, d3d9.FMT_D24X8} {
		a, b := r.depth(f, 8, 8), r.depth(f, 8, 8)
		prepare(color, a)
		r.stretch(a, nil, b, nil, d3d9.TEXF_NONE)
		check(f.String(), color, b)
		check(f.String()+", the source", color, a)
	}
	for _, f := range []d3d9.FORMAT{d3d9.FMT_D24S8, d3d9.FMT_D16} {
		four, a, b, single := r.fourSamples(argb, 8, 8), r.fourSampleDepth(f, 8, 8), r.fourSampleDepth(f, 8, 8), r.depth(f, 8, 8)
		prepare(four, a)
		r.stretch(a, nil, b, nil, d3d9.TEXF_NONE)
		check(f.String()+", four samples", four, b)
		r.stretch(b, nil, single, nil, d3d9.TEXF_NONE)
		check(f.String()+", one of four samples", color, single)
		check(f.String()+", four samples, afterwards", four, b)
		r.fails(r.d.StretchRect(single, nil, a, nil, d3d9.TEXF_NONE), d3d9.ERR_NOTAVAILABLE)
	}
}

func stretchKinds(r *rig) {
	tex := r.renderTexture(argb, 8, 3)
	want := r.randomPixels(r.level(tex, 1), 5)
	r.stretch(r.level(tex, 1), nil, r.level(tex, 0), &d3d9.RECT{Left: 4, Top: 4, Right: 8, Bottom: 8}, d3d9.TEXF_NONE)
	out := r.target(argb, 4, 4)
	r.stretch(r.level(tex, 0), &d3d9.RECT{Left: 4, Top: 4, Right: 8, Bottom: 8}, out, nil, d3d9.TEXF_NONE)
	if got := r.read(out); !bytes.Equal(got.raw, want) {
		r.t.Errorf("from level to level: %x, want %x", got.raw, want)
	}
	r.stretch(r.level(tex, 1), nil, r.level(tex, 2), nil, d3d9.TEXF_POINT) // the same image, scaled
	cube, err := r.d.CreateCubeTexture(4, 1, d3d9.USAGE_RENDERTARGET, argb, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	r.keep(cube.Release)
	face := func(n d3d9.CUBEMAP_FACES) surface {
		s, err := cube.GetCubeMapSurface(n, 0)
		r.ok(err)
		r.keep(s.Release)
		return s
	}
	r.stretch(out, nil, face(d3d9.CUBEMAP_FACE_NEGATIVE_Z), nil, d3d9.TEXF_NONE)
	r.stretch(face(d3d9.CUBEMAP_FACE_NEGATIVE_Z), nil, face(d3d9.CUBEMAP_FACE_POSITIVE_Y), nil, d3d9.TEXF_NONE)
	if got := r.read(face(d3d9.CUBEMAP_FACE_POSITIVE_Y)); !bytes.Equal(got.raw, want) {
		r.t.Errorf("from face to face: %x, want %x", got.raw, want)
	}
	sampled, err := r.d.CreateTexture(4, 4, 1, 0, argb, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	r.keep(sampled.Release)
	want = r.randomPixels(r.level(sampled, 0), 6)
	r.stretch(r.level(sampled, 0), nil, out, nil, d3d9.TEXF_NONE)
	if got := r.read(out); !bytes.Equal(got.raw, want) {
		r.t.Errorf("from a texture that is no target: %x, want %x", got.raw, want)
	}
	a, b := r.plainSurface(argb, 4, 4), r.plainSurface(argb, 8, 8)
	r.stretch(out, nil, a, nil, d3d9.TEXF_NONE)
	r.stretch(a, nil, b, nil, d3d9.TEXF_POINT)
	desc, _ := b.GetDesc()
	p := r.lockedPicture(b, desc)
	for y := range 8 {
		for x := range 8 {
			if at := (y/2*4 + x/2) * 4; !bytes.Equal(p.bytes(x, y), want[at:at+4]) {
				r.t.Fatalf("plain to plain, scaled: pixel (%d, %d) is %x, want %x", x, y, p.bytes(x, y), want[at:at+4])
			}
		}
	}
	if features, _ := r.d.GetDeviceCaps(); features.StretchRectFilterCaps == 0 {
		r.t.Error("StretchRectFilterCaps is 0")
	}
	dxt, failed := r.d.CreateOffscreenPlainSurface(12, 8, d3d9.FMT_DXT1, d3d9.POOL_DEFAULT, 0)
	if failed != nil {
		return // the driver has no blocks
	}
	r.keep(dxt.Release)
	blocks := r.randomPixels(dxt, 7)
	other := r.plainSurface(d3d9.FMT_DXT1, 12, 8)
	r.stretch(dxt, &d3d9.RECT{Left: 4, Top: 4, Right: 12, Bottom: 8}, other, &d3d9.RECT{Right: 8, Bottom: 4}, d3d9.TEXF_NONE)
	lock, err := other.LockRect(nil, d3d9.LOCK_READONLY)
	r.ok(err)
	if got := memory(lock.PBits, 16); !bytes.Equal(got, blocks[32:48]) {
		r.t.Errorf("blocks: %x, want %x", got, blocks[32:48])
	}
	r.ok(other.UnlockRect())
}

// TestColorFill fills rectangles of targets and of plain surfaces, multisampled ones too.
func TestColorFill(t *testing.T) {
	run(t, "ColorFill", func(r *rig) {
		rect := &d3d9.RECT{Left: 1, Top: 2, Right: 3, Bottom: 4}
		tex := r.renderTexture(argb, 16, 2)
		bound := r.targets(grey, argb)[0]
		list := map[string]surface{
			"target": r.target(argb, 8, 8), "X8R8G8B8": r.target(d3d9.FMT_X8R8G8B8, 8, 8), "float": r.target(d3d9.FMT_A16B16G16R16F, 8, 8), "level": r.level(tex, 1),
			"plain": r.plainSurface(argb, 8, 8), "plain R5G6B5": r.plainSurface(d3d9.FMT_R5G6B5, 8, 8), "four samples": r.fourSamples(argb, 8, 8), "bound": bound,
		}
		for name, s := range list {
			r.ok(r.d.ColorFill(s, nil, 0xff000000))
			r.ok(r.d.ColorFill(s, rect, 0x8000ff00))
			desc, _ := s.GetDesc()
			if desc.MultiSampleType != d3d9.MULTISAMPLE_NONE {
				s = r.resolved(s)
			}
			var p *picture
			if desc.Usage&d3d9.USAGE_RENDERTARGET != 0 {
				p = r.read(s)
			} else {
				p = r.lockedPicture(s, desc)
			}
			p.wantRect(r.t, name, 1, 2, 3, 4, [4]float64{0, 1, 0, 128. / 255}, 0.51)
			p.wantRect(r.t, name+", beside", 4, 0, 8, 8, [4]float64{0, 0, 0, 1}, 0.51)
		}
		r.use(allWhite)
		r.cover(0)
		r.want("drawn afterwards", bound, 1, 1, 1, 1)
	})
}

// TestStretchRectLeaks holds that resolving and scaling leave nothing behind.
func TestStretchRectLeaks(t *testing.T) {
	r := rigOf(t, device.Options{})
	once := func() {
		s := r.fourTargets(0xff112233, d3d9.FMT_X8R8G8B8)
		dst := r.target(argb, 20, 20)
		r.stretch(s[0], nil, dst, nil, d3d9.TEXF_LINEAR)
		r.want("scaled", dst, 0x11/255., 0x22/255., 0x33/255., 1)
		r.defaults()
		for _, release := range r.pending {
			release()
		}
		r.pending = nil
	}
	once()
	before := r.idle()
	for range 20 {
		once()
	}
	if after := r.idle(); after != before {
		t.Errorf("%+v, at first %+v", after, before)
	}
}
