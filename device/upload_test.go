package device

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"d3d9vk/d3d9"
)

// Any sequence of locks of parts leaves in memory and in the image what plain arrays would hold.
func TestLockSequences(t *testing.T) {
	d, fake := onFake(t, nil)
	fake.Forget = true
	rapid.Check(t, func(r *rapid.T) {
		f := rapid.SampledFrom([]d3d9.FORMAT{d3d9.FMT_L8, d3d9.FMT_R5G6B5, d3d9.FMT_A8R8G8B8, d3d9.FMT_A4L4, d3d9.FMT_DXT1, d3d9.FMT_A32B32G32R32F}).Draw(r, "format")
		pool, usage := d3d9.POOL(d3d9.POOL_MANAGED), uint32(0)
		if rapid.Bool().Draw(r, "dynamic") {
			pool, usage = d3d9.POOL_DEFAULT, d3d9.USAGE_DYNAMIC
		}
		edge := func(name string) uint { return 4 * rapid.UintRange(1, 6).Draw(r, name) }
		tex := must(d.CreateTexture(edge("width"), edge("height"), 0, usage, f, pool, 0))(t)
		defer tex.Release()
		s := tex.store
		model := make([][]byte, s.levels)
		for level := range model {
			p := s.part(0, uint32(level))
			model[level] = make([]byte, int(s.desc.RowBytes(p.width))*int(s.desc.RowCount(p.height)))
		}
		for step := range rapid.IntRange(1, 12).Draw(r, "steps") {
			level := rapid.Uint32Range(0, s.levels-1).Draw(r, "level")
			p := s.part(0, level)
			span := func(name string, n uint32, block uint32) (uint32, uint32) {
				blocks := (n + block - 1) / block
				a := rapid.Uint32Range(0, blocks-1).Draw(r, name)
				b := rapid.Uint32Range(a+1, blocks).Draw(r, name+" end")
				return a * block, min(b*block, n)
			}
			left, right := span("x", p.width, uint32(s.desc.BlockWidth))
			top, bottom := span("y", p.height, uint32(s.desc.BlockHeight))
			rect := d3d9.RECT{Left: int32(left), Top: int32(top), Right: int32(right), Bottom: int32(bottom)}
			q := must(tex.LockRect(uint(level), &rect, 0))(t)
			n := int(s.desc.RowBytes(right - left))
			pitch := int(s.desc.RowBytes(p.width))
			data := pattern(n*int(s.desc.RowCount(bottom-top)), byte(step))
			writeRows(q.PBits, int(q.Pitch), int(s.desc.RowCount(bottom-top)), n, data)
			ok(t, tex.UnlockRect(uint(level)))
			at := int(top)/int(s.desc.BlockHeight)*pitch + int(s.desc.RowBytes(left))
			for y := range int(s.desc.RowCount(bottom - top)) {
				copy(model[level][at+y*pitch:], data[y*n:][:n])
			}
		}
		for level := range model {
			p := s.part(0, uint32(level))
			q := must(tex.LockRect(uint(level), nil, d3d9.LOCK_READONLY))(t)
			rows, n := int(s.desc.RowCount(p.height)), int(s.desc.RowBytes(p.width))
			if !bytes.Equal(readRows(q.PBits, int(q.Pitch), rows, n), model[level]) {
				r.Errorf("level %d in memory differs", level)
			}
			ok(t, tex.UnlockRect(uint(level)))
			if !bytes.Equal(inImage(t, fake, s, 0, uint32(level), 0), model[level]) {
				r.Errorf("level %d of the image differs", level)
			}
		}
	})
}
