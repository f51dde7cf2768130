package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// wrapSize is the edge of the target of the wrap tests.
const wrapSize = 24

// primitivesOf are the vertices of each primitive, the first one first, as Direct3D 9 lists them ("Triangle Strips", "Triangle Fans").
func primitivesOf(typ d3d9.PRIMITIVETYPE, n int) (list [][]int) {
	switch typ {
	case d3d9.PT_LINELIST:
		for i := 0; i+1 < n; i += 2 {
			list = append(list, []int{i, i + 1})
		}
	case d3d9.PT_LINESTRIP:
		for i := range n - 1 {
			list = append(list, []int{i, i + 1})
		}
	case d3d9.PT_TRIANGLELIST:
		for i := 0; i+2 < n; i += 3 {
			list = append(list, []int{i, i + 1, i + 2})
		}
	case d3d9.PT_TRIANGLESTRIP:
		for i := range n - 2 {
			list = append(list, []int{i, i + 1, i + 2})
		}
	case d3d9.PT_TRIANGLEFAN:
		for i := range n - 2 {
			list = append(list, []int{i + 1, i + 2, 0})
		}
	}
	return list
}

// wrappedTex is OT-6 in plain Go: components of later vertices within half a turn of the first one's.
func wrappedTex(first, v [4]float32, components uint32) (out [4]float64) {
	for c := range out {
		out[c] = float64(v[c])
		if components>>c&1 != 0 {
			out[c] -= math.Round(float64(v[c]) - float64(first[c]))
		}
	}
	return out
}

// weights solves for how much of each corner makes the point (x, y) of the screen, in clip space: they are perspective-correct, all positive
// inside, and right also where a corner lies behind the eye.
func weights(p [3][4]float64, x, y float64) (b [3]float64) {
	det := func(a, b, c [3]float64) float64 {
		return a[0]*(b[1]*c[2]-b[2]*c[1]) - a[1]*(b[0]*c[2]-b[2]*c[0]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	var v [3][3]float64
	for i := range v {
		v[i] = [3]float64{p[i][0], p[i][1], p[i][3]}
	}
	at := [3]float64{x, y, 1}
	all := det(v[0], v[1], v[2])
	return [3]float64{det(at, v[1], v[2]) / all, det(v[0], at, v[2]) / all, det(v[0], v[1], at) / all}
}

// pixelOf is the place of a pixel's center in normalized device coordinates.
func pixelOf(i, j int) (x, y float64) {
	return 2*float64(i)/wrapSize - 1, 1 - 2*float64(j)/wrapSize
}

// wrapReference says what coordinate each pixel of triangles gets, and how much it changes within the quarter of a pixel to which drivers
// may round corners. known is false where an edge passes as near.
func wrapReference(typ d3d9.PRIMITIVETYPE, vs []vertex, components uint32, i, j int) (tex, slack [4]float64, covered, known bool) {
	x, y := pixelOf(i, j)
	known = true
	for _, prim := range primitivesOf(typ, len(vs)) {
		var p [3][4]float64
		var moved [3][4]float64
		for k, n := range prim {
			for c := range 4 {
				p[k][c] = float64(vs[n].pos[c])
			}
			moved[k] = wrappedTex(vs[prim[0]].tex, vs[n].tex, components)
		}
		inside, t := wrapAt(p, moved, x, y)
		const quarter = 2. / wrapSize / 4
		var near [4]float64
		for _, d := range [][2]float64{{quarter, 0}, {-quarter, 0}, {0, quarter}, {0, -quarter}} {
			in, u := wrapAt(p, moved, x+d[0], y+d[1])
			known = known && in == inside
			for c := range near {
				near[c] = max(near[c], math.Abs(u[c]-t[c]))
			}
		}
		if inside {
			covered, tex, slack = true, t, near
		}
	}
	return tex, slack, covered, known
}

// wrapAt interpolates the corners' values at a place.
func wrapAt(p, values [3][4]float64, x, y float64) (inside bool, t [4]float64) {
	b := weights(p, x, y)
	for k := range b {
		for c := range t {
			t[c] += b[k] / (b[0] + b[1] + b[2]) * values[k][c]
		}
	}
	return min(b[0], b[1], b[2]) >= 0, t
}

func randomVertices(random *rand.Rand, n int) []vertex {
	vs := make([]vertex, n)
	for i := range vs {
		w := 0.5 + 2*random.Float32()
		if random.IntN(6) == 0 { // behind the eye: the primitive is clipped
			w = -0.3
		}
		vs[i].pos = [4]float32{(2.6*random.Float32() - 1.3) * max(w, 0.4), (2.6*random.Float32() - 1.3) * max(w, 0.4), 0.5 * w, w}
		for c := range 4 {
			vs[i].tex[c] = 6*random.Float32() - 3
		}
	}
	return vs
}

// drawWrapped draws vertices in one of the ways of Direct3D 9.
func (r *rig) drawWrapped(way int, typ d3d9.PRIMITIVETYPE, count uint, vs []vertex) {
	r.t.Helper()
	if way == 0 {
		r.draw(typ, count, vs...)
		return
	}
	const skipped = 3 // vertices before
	vb, err := r.d.CreateVertexBuffer(uint(32*(len(vs)+skipped)), 0, 0, d3d9.POOL_DEFAULT, 0)
	r.ok(err)
	defer vb.Release()
	mem, err := vb.Lock(0, 0, 0)
	r.ok(err)
	for i, v := range vs {
		mem.SetFloat32s(32*(skipped+i), append(v.pos[:], v.tex[:]...))
	}
	r.ok(vb.Unlock())
	r.ok(r.d.SetStreamSource(0, vb, 0, 32))
	r.ok(r.d.BeginScene())
	if way == 1 {
		r.ok(r.d.DrawPrimitive(typ, skipped, count))
	} else {
		format, size := d3d9.FORMAT(d3d9.FMT_INDEX16), 2
		if way == 3 {
			format, size = d3d9.FMT_INDEX32, 4
		}
		ib, err := r.d.CreateIndexBuffer(uint(size*(len(vs)+1)), 0, format, d3d9.POOL_DEFAULT, 0)
		r.ok(err)
		defer ib.Release()
		mem, err := ib.Lock(0, 0, 0)
		r.ok(err)
		indices := make([]byte, size*(len(vs)+1))
		for i := range vs {
			indices[size*(i+1)] = byte(i + 1) // base vertex 2
		}
		mem.SetUint8s(0, indices)
		r.ok(ib.Unlock())
		r.ok(r.d.SetIndices(ib))
		r.ok(r.d.DrawIndexedPrimitive(typ, skipped-1, 0, uint(len(vs)+1), 1, count))
		r.ok(r.d.SetIndices(nil))
	}
	r.ok(r.d.EndScene())
	r.ok(r.d.SetStreamSource(0, nil, 0, 0))
}

// wrapShaders are pairs of shaders that hand texture coordinates on, with the set that the pixel shader reads: each model has its own.
var wrapShaders = []struct {
	vs, ps string
	set    d3d9.RENDERSTATETYPE
}{
	{passVS3, "ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n", d3d9.RS_WRAP0},
	{passVS2, "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0\n", d3d9.RS_WRAP0},
	{"vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, -v1\nmov oT3, v1\n", "ps_2_0\ndcl t0\ndcl t3\nadd r0, t0, t3\nmov r0, t3\nmov oC0, r0\n", d3d9.RS_WRAP3},
	{"vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_color o1\ndcl_texcoord13 o2\nmov o0, v0\nmov o1, v1.wzyx\nif b0\nmov o2, v1.x\nelse\nmov o2, v1\nendif\n",
		"ps_3_0\ndcl_texcoord13 v2\nmov oC0, v2\n", d3d9.RS_WRAP13},
}

// TestRulesWrap proves OT-6, which no layer before this one has.
func TestRulesWrap(t *testing.T) {
	for _, typ := range []d3d9.PRIMITIVETYPE{d3d9.PT_TRIANGLELIST, d3d9.PT_TRIANGLESTRIP, d3d9.PT_TRIANGLEFAN} {
		run(t, fmt.Sprintf("OT-6/%v against the reference", typ), func(r *rig) { wrapTriangles(r, typ) })
	}
	for _, typ := range []d3d9.PRIMITIVETYPE{d3d9.PT_LINELIST, d3d9.PT_LINESTRIP} {
		run(t, fmt.Sprintf("OT-6/%v", typ), func(r *rig) { wrapLines(r, typ) })
	}
	run(t, "OT-6/points have nothing to wrap", func(r *rig) {
		s := r.targets(0, d3d9.FMT_A32B32G32R32F)
		r.use("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n")
		r.rs(d3d9.RS_WRAP0, 15)
		r.draw(d3d9.PT_POINTLIST, 1, vertex{pos: [4]float32{-1, 1, 0, 1}, tex: [4]float32{7, -7, 3, 1}})
		if got := r.read(s[0]).at(0, 0); got != [4]float64{7, -7, 3, 1} {
			t.Errorf("got %v", got)
		}
	})
	run(t, "OT-6/what nobody reads does not wrap, and costs nothing", func(r *rig) {
		s := r.targets(0, d3d9.FMT_A32B32G32R32F)
		r.use("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n")
		r.rs(d3d9.RS_WRAP5, 15)
		r.coverRange(0, 0.9, 0.1)
		if got, want := r.read(s[0]).at(4, 4)[0], 0.9-0.8*4/8; math.Abs(got-want) > 1e-5 {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	for _, fill := range []uint32{d3d9.FILL_WIREFRAME, d3d9.FILL_POINT} {
		run(t, fmt.Sprintf("OT-6/FILLMODE %d", fill), func(r *rig) { wrapCorners(r, fill) })
	}
	run(t, "OT-6/flat shading and clip planes are as without", wrapFlatClipped)
	run(t, "OT-6/indices beyond the buffer draw as zeros do", func(r *rig) {
		r.targets(0, d3d9.FMT_A32B32G32R32F)
		r.use("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n")
		r.rs(d3d9.RS_WRAP0, 15)
		vb, err := r.d.CreateVertexBuffer(64, 0, 0, d3d9.POOL_DEFAULT, 0)
		r.ok(err)
		defer vb.Release()
		r.ok(r.d.SetStreamSource(0, vb, 0, 32))
		r.ok(r.d.BeginScene())
		r.ok(r.d.DrawPrimitive(d3d9.PT_TRIANGLELIST, 1<<30, 2))
		r.ok(r.d.EndScene())
		r.ok(r.d.SetStreamSource(0, nil, 0, 0))
	})
}

func wrapTriangles(r *rig, typ d3d9.PRIMITIVETYPE) {
	random := rand.New(rand.NewPCG(6, uint64(typ)))
	target := r.target(d3d9.FMT_A32B32G32R32F, wrapSize, wrapSize)
	r.set(target)
	seen, moved := 0, 0
	for n := range sequences(200, 40) {
		s := &wrapShaders[n%len(wrapShaders)]
		r.useBoth(s.vs, s.ps)
		for set := range uint32(16) {
			r.rs(d3d9.WrapState(set), 0)
		}
		components := uint32(random.IntN(16))
		r.rs(s.set, components)
		r.clear(0)
		const triangles = 4
		vs := randomVertices(random, int(3*triangles))
		count := uint(triangles)
		if typ != d3d9.PT_TRIANGLELIST {
			count = uint(len(vs) - 2)
		}
		r.drawWrapped(n%4, typ, count, vs)
		p := r.read(target)
		for j := range wrapSize {
			for i := range wrapSize {
				want, slack, covered, known := wrapReference(typ, vs, components, i, j)
				plain, _, _, _ := wrapReference(typ, vs, 0, i, j)
				if !known {
					continue
				}
				if !covered {
					want = [4]float64{}
				}
				got := p.at(i, j)
				for c := range got {
					if !(math.Abs(got[c]-want[c]) <= 0.01*(1+math.Abs(want[c]))+2*slack[c]) {
						r.t.Fatalf("drawing %d, way %d, wrap %04b: pixel (%d, %d) is %v, want %v (without wrapping %v)\n%v", n, n%4, components, i, j, got, want, plain, vs)
					}
				}
				if covered {
					seen++
					if want != plain {
						moved++
					}
				}
			}
		}
	}
	if seen < 1000 || moved < seen/10 {
		r.t.Errorf("only %d pixels were compared, of which wrapping changes %d", seen, moved)
	}
}

// wrapLines draws horizontal lines, each on a row of its own, whose coordinates cross 0/1.
func wrapLines(r *rig, typ d3d9.PRIMITIVETYPE) {
	target := r.target(d3d9.FMT_A32B32G32R32F, wrapSize, wrapSize)
	r.set(target)
	r.clear(0)
	r.use("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n")
	r.rs(d3d9.RS_WRAP0, d3d9.WRAPCOORD_0|d3d9.WRAPCOORD_2)
	_, y := pixelOf(0, 5)
	vs := []vertex{
		{[4]float32{-1, float32(y), 0, 1}, [4]float32{0.9, 0.9, 0.25, 1}},
		{[4]float32{3, 3 * float32(y), 0, 3}, [4]float32{0.1, 0.1, 3.5, 1}},
	}
	count := uint(1)
	r.draw(typ, count, vs...)
	p := r.read(target)
	for i := 1; i < wrapSize-1; i++ {
		x, _ := pixelOf(i, 5)
		share := (x + 1) / 2 // along the screen
		b := share / 3 / (1 - share + share/3)
		want := [4]float64{0.9 + 0.2*b, 0.9 - 0.8*b, 0.25 + 0.25*b, 1}
		got := p.at(i, 5)
		for c := range got {
			if math.Abs(got[c]-want[c]) > 5e-3 {
				r.t.Fatalf("pixel %d is %v, want %v", i, got, want)
			}
		}
	}
}

// wrapCorners draws a triangle as lines or points: each corner's coordinate is within half of the first one's.
func wrapCorners(r *rig, fill uint32) {
	target := r.target(d3d9.FMT_A32B32G32R32F, wrapSize, wrapSize)
	r.set(target)
	r.clear(0)
	r.use("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n")
	r.rs(d3d9.RS_WRAP0, d3d9.WRAPCOORD_0)
	r.rs(d3d9.RS_FILLMODE, fill)
	r.rs(d3d9.RS_POINTSIZE, math.Float32bits(1))
	corners := [3][2]int{{4, 4}, {20, 4}, {4, 20}}
	var vs []vertex
	for k, c := range corners {
		x, y := pixelOf(c[0], c[1])
		vs = append(vs, vertex{[4]float32{float32(x), float32(y), 0, 1}, [4]float32{[3]float32{0.9, 0.1, 0.2}[k], 0.5, 0, 1}})
	}
	r.draw(d3d9.PT_TRIANGLELIST, 1, vs...)
	p := r.read(target)
	for k, want := range []float64{0.9, 1.1, 1.2} {
		got, found := 0.0, false
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if v := p.at(corners[k][0]+dx, corners[k][1]+dy); v[3] == 1 {
					if !found || math.Abs(v[0]-want) < math.Abs(got-want) {
						got, found = v[0], true
					}
				}
			}
		}
		if !found || math.Abs(got-want) > 0.05 {
			r.t.Errorf("corner %d is %v (drawn: %v), want %v", k, got, found, want)
		}
	}
}

func wrapFlatClipped(r *rig) {
	var got [2][]byte
	for n, components := range []uint32{0, 15} {
		target := r.target(argb, wrapSize, wrapSize)
		r.set(target)
		r.clear(0)
		r.useBoth("vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_color o1\ndcl_texcoord o2\nmov o0, v0\nmov o1, v1\nmov o2, v1\n",
			"ps_3_0\ndcl_color v0\ndcl_texcoord v1\nsub r0, v1, v1\nmad oC0, r0, r0, v0\n")
		r.rs(d3d9.RS_WRAP0, components)
		r.rs(d3d9.RS_SHADEMODE, d3d9.SHADE_FLAT)
		r.rs(d3d9.RS_CLIPPLANEENABLE, 1)
		r.ok(r.d.SetClipPlane(0, [4]float32{1, 0, 0, 0.25}))
		r.draw(d3d9.PT_TRIANGLESTRIP, 2,
			vertex{[4]float32{-1, 1, 0, 1}, [4]float32{0.2, 0.9, 0.4, 1}}, vertex{[4]float32{1, 1, 0, 1}, [4]float32{0.9, 0.1, 0.6, 1}},
			vertex{[4]float32{-1, -1, 0, 1}, [4]float32{0.5, 0.3, 0.1, 1}}, vertex{[4]float32{1, -1, 0, 1}, [4]float32{0.6, 0.2, 0.8, 1}})
		p := r.read(target)
		got[n] = p.raw
		if left, right := p.at(2, 12), p.at(20, 2); left != ([4]float64{}) || right[3] != 1 {
			r.t.Errorf("wrap %d: left of the plane %v, right of it %v", components, left, right)
		}
	}
	if string(got[0]) != string(got[1]) {
		r.t.Error("wrapping changes flat colors or clipping")
	}
}

// TestWrapExpanded proves OT-6 again where there is no geometry shader.
func TestWrapExpanded(t *testing.T) {
	for _, names := range []string{"GeometryShader", "GeometryShader,ArenaIndex"} {
		t.Run(names, func(t *testing.T) {
			onDevice(t, device.Options{Disable: strings.Split(names, ",")})
			TestRulesWrap(t)
			TestRulesSeam(t)
		})
	}
}
