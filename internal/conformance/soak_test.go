package conformance

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// released is what TestSoakResources needs of an object.
type released interface{ Release() uint32 }

// soakKinds creates one object of each kind; some are used before they are released.
func soakKinds(r *rig) map[string]func() released {
	d := r.d
	ps3, vs3 := r.code("ps_3_0\n"+white+"mov oC0, c0"), r.code(passVS3)
	one := func(o released, err d3d9.Error) released {
		r.ok(err)
		return o
	}
	texture := func(usage uint32, pool d3d9.POOL) func() released {
		return func() released {
			t, err := d.CreateTexture(16, 16, 0, usage, argb, pool, 0)
			return one(t, err)
		}
	}
	vertices := func(usage uint32, pool d3d9.POOL) func() released {
		return func() released {
			b, err := d.CreateVertexBuffer(256, usage, 0, pool, 0)
			r.ok(err)
			mem, err := b.Lock(0, 0, 0)
			r.ok(err)
			mem.SetFloat32s(0, []float32{1, 2, 3, 4})
			r.ok(b.Unlock())
			return b
		}
	}
	return map[string]func() released{
		"texture, default pool": texture(0, d3d9.POOL_DEFAULT),
		"texture, target":       texture(d3d9.USAGE_RENDERTARGET, d3d9.POOL_DEFAULT),
		"texture, managed pool": texture(0, d3d9.POOL_MANAGED),
		"texture, system pool":  texture(0, d3d9.POOL_SYSTEMMEM),
		"texture, locked": func() released {
			t, err := d.CreateTexture(16, 16, 1, 0, argb, d3d9.POOL_MANAGED, 0)
			r.ok(err)
			lock, err := t.LockRect(0, nil, 0)
			r.ok(err)
			memory(lock.PBits, 4)[0] = 1
			r.ok(t.UnlockRect(0))
			return t
		},
		"texture level": func() released {
			t, err := d.CreateTexture(16, 16, 1, 0, argb, d3d9.POOL_MANAGED, 0)
			r.ok(err)
			s, err := t.GetSurfaceLevel(0)
			r.ok(err)
			t.Release()
			return s
		},
		"cube texture": func() released {
			t, err := d.CreateCubeTexture(8, 1, 0, argb, d3d9.POOL_MANAGED, 0)
			return one(t, err)
		},
		"volume texture": func() released {
			t, err := d.CreateVolumeTexture(4, 4, 4, 1, 0, argb, d3d9.POOL_MANAGED, 0)
			return one(t, err)
		},
		"render target, cleared": func() released {
			s, err := d.CreateRenderTarget(16, 16, argb, d3d9.MULTISAMPLE_NONE, 0, false, 0)
			r.ok(err)
			r.set(s)
			r.clear(grey)
			back, err := d.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
			r.ok(err)
			r.set(back)
			back.Release()
			return s
		},
		"depth-stencil surface": func() released {
			s, err := d.CreateDepthStencilSurface(16, 16, d3d9.FMT_D24S8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
			return one(s, err)
		},
		"off-screen surface": func() released {
			s, err := d.CreateOffscreenPlainSurface(16, 16, argb, d3d9.POOL_SYSTEMMEM, 0)
			return one(s, err)
		},
		"vertex buffer, dynamic": vertices(d3d9.USAGE_DYNAMIC, d3d9.POOL_DEFAULT),
		"vertex buffer, managed": vertices(0, d3d9.POOL_MANAGED),
		"index buffer": func() released {
			b, err := d.CreateIndexBuffer(256, 0, d3d9.FMT_INDEX16, d3d9.POOL_DEFAULT, 0)
			return one(b, err)
		},
		"vertex declaration": func() released {
			v, err := d.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{{Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_POSITION}, d3d9.DeclEnd()})
			return one(v, err)
		},
		"vertex shader": func() released {
			s, err := d.CreateVertexShaderFromBytes(vs3)
			return one(s, err)
		},
		"pixel shader": func() released {
			s, err := d.CreatePixelShaderFromBytes(ps3)
			return one(s, err)
		},
		"event query": func() released {
			q, err := d.CreateQuery(d3d9.QUERYTYPE_EVENT)
			return one(q, err)
		},
		"occlusion query, used": func() released {
			q, err := d.CreateQuery(d3d9.QUERYTYPE_OCCLUSION)
			r.ok(err)
			r.ok(q.Issue(d3d9.ISSUE_BEGIN))
			r.ok(q.Issue(d3d9.ISSUE_END))
			return q
		},
	}
}

// resident is the memory of the process in bytes.
func resident(t testing.TB) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(data))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// idle returns the numbers of objects when the graphics processor has done everything.
func (r *rig) idle() gpu.Counts {
	r.t.Helper()
	s := r.target(argb, 1, 1)
	r.set(s)
	r.clear(0)
	r.read(s)
	r.defaults()
	s.Release()
	r.pending = r.pending[:len(r.pending)-1]
	for range 8 { // every list has run
		r.ok(r.d.Present(nil, nil, 0, nil))
	}
	event, err := r.d.CreateQuery(d3d9.QUERYTYPE_EVENT)
	r.ok(err)
	r.ok(event.Issue(d3d9.ISSUE_END))
	for event.GetData(nil, d3d9.GETDATA_FLUSH) != nil {
	}
	event.Release()
	c := r.d.Counts()
	c.Memory = 0 // the allocator keeps blocks
	return c
}

// TestSoakResources creates and releases objects of every kind: neither the number of the back end's objects nor the
// memory of the process grows.
func TestSoakResources(t *testing.T) {
	pairs := sequences(100_000, 2_000)
	for name := range soakKinds(newRig(t)) {
		run(t, name, func(r *rig) {
			create := soakKinds(r)[name]
			warm := pairs / 5
			var before gpu.Counts
			var memory int
			for n := range pairs {
				if n == warm {
					before, memory = r.idle(), resident(t)
				}
				create().Release()
				if n%64 == 0 {
					r.ok(r.d.Present(nil, nil, 0, nil))
				}
			}
			if after := r.idle(); after != before {
				t.Errorf("objects of the back end: %+v before, %+v after %d pairs", before, after, pairs-warm)
			}
			const slack = 16 << 20 // the Go heap breathes by some MiB; over 100,000 pairs this is 170 bytes a pair
			if grown := resident(t) - memory; grown > slack {
				t.Errorf("the process has grown by %d KiB in %d pairs", grown>>10, pairs-warm)
			}
		})
	}
}
