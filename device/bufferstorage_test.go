package device

import (
	"bytes"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// drawn stands for a draw that reads the buffer's bytes: it copies them to another buffer when the list runs, late.
func drawn(t *testing.T, d *Device, vb *VertexBuffer) func() []byte {
	t.Helper()
	id, _, err := d.gpu.CreateBuffer(gpu.BufferDesc{Size: uint64(vb.size)})
	if err != nil {
		t.Fatal(err)
	}
	ok(t, d.room(6, 0, 1))
	d.list.Add(gpu.OpCopyBuffer, uint32(vb.buffer()), 0, uint32(id), 0, vb.size)
	return func() []byte {
		ok(t, d.submit())
		return d.gpu.(interface{ Buffer(gpu.ID) []byte }).Buffer(id)
	}
}

func fill(t *testing.T, vb *VertexBuffer, offset, size uint, flags uint32, v byte) {
	t.Helper()
	m := must(vb.Lock(offset, size, flags))(t)
	if size == 0 {
		size = uint(vb.size) - offset
	}
	m.SetBytes(0, bytes.Repeat([]byte{v}, int(size)))
	ok(t, vb.Unlock())
}

// Whatever the program writes after a draw, the draw sees what was there before, unless the program promised with NOOVERWRITE not
// to touch it.
func TestDrawsKeepWhatTheyRead(t *testing.T) {
	for _, c := range []struct {
		name  string
		usage uint32
		pool  d3d9.POOL
		flags uint32
		same  bool // the draw sees the later write
		keeps bool // bytes that are not written keep their value
	}{
		{"static", 0, d3d9.POOL_DEFAULT, 0, false, true},
		{"static discard", 0, d3d9.POOL_DEFAULT, d3d9.LOCK_DISCARD, false, true},
		{"managed", 0, d3d9.POOL_MANAGED, 0, false, true},
		{"system memory", 0, d3d9.POOL_SYSTEMMEM, 0, false, true},
		{"dynamic", d3d9.USAGE_DYNAMIC, d3d9.POOL_DEFAULT, 0, false, true},
		{"dynamic discard", d3d9.USAGE_DYNAMIC, d3d9.POOL_DEFAULT, d3d9.LOCK_DISCARD, false, false},
		{"dynamic system memory discard", d3d9.USAGE_DYNAMIC, d3d9.POOL_SYSTEMMEM, d3d9.LOCK_DISCARD, false, true},
		{"dynamic nooverwrite", d3d9.USAGE_DYNAMIC, d3d9.POOL_DEFAULT, d3d9.LOCK_NOOVERWRITE, true, true},
		{"nooverwrite wins", d3d9.USAGE_DYNAMIC, d3d9.POOL_DEFAULT, d3d9.LOCK_NOOVERWRITE | d3d9.LOCK_DISCARD, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, _ := onFake(t, nil)
			vb := must(d.CreateVertexBuffer(64, c.usage, 0, c.pool, 0))(t)
			fill(t, vb, 0, 0, 0, 1)
			first := drawn(t, d, vb)
			fill(t, vb, 16, 16, c.flags, 2)
			second := drawn(t, d, vb)
			want := bytes.Repeat([]byte{1}, 64)
			changed := bytes.Clone(want)
			copy(changed[16:], bytes.Repeat([]byte{2}, 16))
			if c.same {
				want = changed
			}
			if got := first(); !bytes.Equal(got, want) {
				t.Errorf("the first draw read %v", got)
			}
			got := second()
			if !bytes.Equal(got[16:32], changed[16:32]) || c.keeps && !bytes.Equal(got, changed) {
				t.Errorf("the second draw read %v", got)
			}
			r := must(vb.Lock(16, 4, d3d9.LOCK_READONLY))(t)
			if b := foreign(r.Memory, 4); b[0] != 2 {
				t.Errorf("read back %v", b)
			}
			ok(t, vb.Unlock())
		})
	}
}

// The dynamic buffer of a particle system: memory is used again once draws are done with it.
func TestDiscardReusesMemory(t *testing.T) {
	d, fake := onFake(t, nil)
	fake.Forget = true
	vb := must(d.CreateVertexBuffer(1<<16, d3d9.USAGE_DYNAMIC|d3d9.USAGE_WRITEONLY, 0, d3d9.POOL_DEFAULT, 0))(t)
	most := 0
	for i := range 2000 {
		fill(t, vb, 0, 256, d3d9.LOCK_DISCARD, byte(i))
		ok(t, d.room(2, 0, 1))
		vb.buffer()
		d.list.Add(0)
		if i%10 == 9 {
			ok(t, d.submit())
		}
		most = max(most, fake.Counts().Buffers)
	}
	if most > maxRetired+2 {
		t.Errorf("%d backings at once", most)
	}
	vb.Release()
	idle(t, d)
	if n := fake.Counts().Buffers; n != 0 {
		t.Errorf("%d buffers are left", n)
	}
}

func TestBufferLocks(t *testing.T) {
	d, _ := onFake(t, nil)
	vb := must(d.CreateVertexBuffer(64, 0, 0, d3d9.POOL_MANAGED, 0))(t)
	ib := must(d.CreateIndexBuffer(64, d3d9.USAGE_DYNAMIC, d3d9.FMT_INDEX32, d3d9.POOL_DEFAULT, 0))(t)
	for name, err := range map[string]d3d9.Error{
		"offset":     second(vb.Lock(64, 0, 0)),
		"size":       second(vb.Lock(60, 8, 0)),
		"overflow":   second(vb.Lock(8, 1<<64-8, 0)),
		"flags":      second(ib.Lock(0, 0, 0x40)),
		"not locked": vb.Unlock(),
		"neither":    ib.Unlock(),
	} {
		t.Run(name, func(t *testing.T) { fails(t, err, d3d9.ERR_INVALIDCALL) })
	}
	a := must(vb.Lock(0, 0, 0))(t)
	b := must(vb.Lock(16, 4, 0))(t) // locks nest
	if b.Memory-a.Memory != 16 {
		t.Error("two locks of one buffer are of different memory")
	}
	ok(t, vb.Unlock())
	ok(t, vb.Unlock())
	fails(t, vb.Unlock(), d3d9.ERR_INVALIDCALL, "not locked")
	if desc := must(ib.GetDesc())(t); desc != (d3d9.INDEXBUFFER_DESC{Format: d3d9.FMT_INDEX32, Type: d3d9.RTYPE_INDEXBUFFER, Usage: d3d9.USAGE_DYNAMIC, Size: 64}) {
		t.Errorf("%+v", desc)
	}
	// What a program has in its hands stays where it is while it draws.
	m := must(ib.Lock(0, 0, 0))(t)
	ib.buffer()
	if again := must(ib.Lock(0, 0, d3d9.LOCK_DISCARD))(t); again != m {
		t.Error("a nested lock moved the memory")
	}
	ok(t, ib.Unlock())
	ok(t, ib.Unlock())
}
