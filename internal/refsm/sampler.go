package refsm

import (
	"math"

	"d3d9vk/translate/sm"
)

// Filter is a D3DTEXTUREFILTERTYPE.
type Filter uint8

const (
	FilterPoint  Filter = iota
	FilterLinear        // anisotropic filtering is not modeled
	FilterNone          // as a mip filter: level 0 alone; as another: point
)

// Address is a D3DTEXTUREADDRESS.
type Address uint8

const (
	AddressWrap Address = iota
	AddressMirror
	AddressClamp
	AddressBorder
	AddressMirrorOnce
)

// Level is a mip level: texels row by row, slice by slice or, in a cube, face by face (+X, -X, +Y, -Y, +Z, -Z).
type Level struct {
	W, H, D int // at least 1; D is the depth of a volume and 1 in other textures
	Texels  [][4]float32
}

// Sampler is a texture with its sampler state.
type Sampler struct {
	Dim         sm.TextureType // Texture2D, TextureCube, TextureVolume; Texture1D is a 2D texture of height 1
	Levels      []Level        // at least one, of W*H*D texels (W*W*6 in a cube)
	TexelErr    float64        // of each component, by the format
	Min, Mag    Filter
	Mip         Filter
	Address     [3]Address // u, v, w; a cube ignores it
	Border      [4]float32
	LODBias     float32
	MaxMipLevel int // the finest level that is used
}

// lod is a level of detail and where an implementation may take it.
type lod struct{ v, lo, hi float64 }

func exactLOD(v Value) lod {
	if !v.Known() || v.isNaN() {
		return lod{0, -maxLOD, maxLOD}
	}
	return lod{float64(v.V), v.lo(), v.hi()}.clamp(-maxLOD, maxLOD)
}

const (
	maxLOD       = 64
	subTexel     = 0x1p-8 // how finely coordinates, weights and levels of detail are resolved
	filterError  = 0x1p-20
	maxFootprint = 64 // texels that a bound looks at
)

func (d lod) plus(v Value) lod {
	if !v.Known() || v.isNaN() {
		return lod{d.v, -maxLOD, maxLOD}
	}
	return lod{d.v + float64(v.V), d.lo + v.lo(), d.hi + v.hi()}
}

func (d lod) clamp(lo, hi float64) lod {
	c := func(x float64) float64 { return min(max(x, lo), hi) }
	return lod{c(d.v), c(d.lo), c(d.hi)}
}

// unbound is what a sampler without a texture reads.
var unbound = Vec{3: {V: 1}}

// needsLOD reports whether the level of detail changes anything.
func (s *Sampler) needsLOD() bool {
	return s != nil && (len(s.Levels) > 1 && s.Mip != FilterNone || (s.Min == FilterLinear) != (s.Mag == FilterLinear))
}

// sample reads the texture at normalized coordinates, or along a direction in a cube.
func (s *Sampler) sample(at Vec, d lod) Vec {
	if s == nil || len(s.Levels) == 0 {
		return unbound
	}
	d = d.plus(Exact(s.LODBias))
	last := len(s.Levels) - 1
	base := min(max(s.MaxMipLevel, 0), last)
	if s.Mip == FilterNone {
		base, last = 0, 0
	}
	// The choice between the filters comes before or after the clamp to the finest level, at 0 or at 1/2.
	magnify := cond{d.v <= 0, d.lo > 0.5+subTexel || d.hi < -subTexel && base == 0}
	d = d.clamp(float64(base), float64(last))
	first, second := s.Min, s.Mag
	if magnify.is {
		first, second = s.Mag, s.Min
	}
	out := s.mips(at, d, base, last, first == FilterLinear)
	if (first == FilterLinear) != (second == FilterLinear) && !magnify.sure {
		out = hullVec(out, s.mips(at, d, base, last, second == FilterLinear))
	}
	return out
}

// mips reads the levels that d touches and mixes them.
func (s *Sampler) mips(at Vec, d lod, base, last int, linear bool) Vec {
	level := func(n float64) int { return min(max(int(n), base), last) }
	if s.Mip != FilterLinear || base == last {
		n := level(math.Ceil(d.v+0.5) - 1)
		out := s.level(n, at, linear)
		for i := level(math.Ceil(d.lo-subTexel+0.5) - 1); i <= level(math.Floor(d.hi+subTexel+0.5)); i++ {
			if i != n {
				out = hullVec(out, s.level(i, at, linear))
			}
		}
		return out
	}
	n := level(math.Floor(d.v))
	a, b := s.level(n, at, linear), s.level(level(float64(n+1)), at, linear)
	lo, hi := hullVec(a, b), hullVec(b, a)
	for i := level(math.Floor(d.lo - subTexel)); i <= level(math.Ceil(d.hi+subTexel)); i++ {
		v := s.level(i, at, linear)
		lo, hi = hullVec(lo, v), hullVec(hi, v)
	}
	weight := d.v - float64(n)
	moved := max(d.v-d.lo, d.hi-d.v) + subTexel
	var out Vec
	for c := range out {
		x, y := float64(a[c].V), float64(b[c].V)
		spread := 2 * max(lo[c].Err, hi[c].Err)
		err := max(a[c].Err, b[c].Err) + moved*spread + max(math.Abs(x), math.Abs(y))*filterError
		out[c] = arith{}.result(x+(y-x)*weight, err)
	}
	return out
}

// axis is a coordinate in texels with its error.
type axis struct {
	t, err float64
	n      int
	mode   Address
}

func (s *Sampler) level(n int, at Vec, linear bool) Vec {
	l := &s.Levels[n]
	if s.Dim == sm.TextureCube {
		face, u, v, ok := cubeFace(at)
		axes := [3]axis{newAxis(u, l.W, AddressClamp), newAxis(v, l.W, AddressClamp), {t: float64(face), n: 6}}
		out := s.texels(l, axes, 2, linear)
		// At an edge Vulkan filters into the next face and Direct3D 9 does not.
		for _, a := range axes[:2] {
			if linear && (a.t-a.err < 0.5 || a.t+a.err > float64(a.n)-0.5) {
				ok = false
			}
		}
		if !ok {
			return out.open()
		}
		return out
	}
	axes := [3]axis{newAxis(at[0], l.W, s.Address[0]), newAxis(at[1], l.H, s.Address[1]), {n: 1}}
	dims := 2
	if s.Dim == sm.TextureVolume {
		axes[2], dims = newAxis(at[2], l.D, s.Address[2]), 3
	}
	return s.texels(l, axes, dims, linear)
}

func newAxis(u Value, n int, mode Address) axis {
	t := float64(u.V) * float64(n)
	err := u.Err*float64(n) + math.Abs(t)*0x1p-22 + subTexel
	switch {
	case !(math.Abs(t) < 1<<24):
		return axis{0, unbounded, n, mode}
	case t == math.Floor(t) && (mode == AddressMirror || mode == AddressMirrorOnce):
		// Between two texels the mirrored coordinate and the mirrored texel number give one or the other.
	case u.Err == 0 && math.Abs(t) < 1<<16 && t == math.Floor(t/subTexel)*subTexel: // no rounding at all
		err = 0
	}
	return axis{t, err, n, mode}
}

// texels reads one level: the nearest texel, or the mean of the nearest in each of dims axes. The bound covers
// all texels that an implementation may touch.
func (s *Sampler) texels(l *Level, axes [3]axis, dims int, linear bool) Vec {
	var from, to, cell [3]int
	var weight [3]float64
	count := 1
	for i, a := range axes {
		t, width := a.t, 0
		if i >= dims {
			cell[i] = int(t)
			from[i], to[i] = cell[i], cell[i]
			continue
		}
		if linear {
			t, width = t-0.5, 1
		}
		cell[i] = int(math.Floor(t))
		weight[i] = t - math.Floor(t)
		if a.err > maxFootprint {
			count = maxFootprint + 1
			continue
		}
		from[i], to[i] = int(math.Floor(t-a.err)), int(math.Floor(t+a.err))+width
		count *= to[i] - from[i] + 1
	}
	var out Vec
	known := count <= maxFootprint
	mean := s.mean(l, axes, dims, cell, weight, linear)
	for c := range out {
		out[c] = Exact(float32(mean[c]))
		out[c].Err += s.TexelErr
	}
	if !known {
		return out.open()
	}
	low, high := [4]float64{}, [4]float64{}
	for c := range low {
		low[c], high[c] = unbounded, -unbounded
	}
	for z := from[2]; z <= to[2]; z++ {
		for y := from[1]; y <= to[1]; y++ {
			for x := from[0]; x <= to[0]; x++ {
				for c, v := range s.texel(l, axes, dims, [3]int{x, y, z}) {
					low[c], high[c] = min(low[c], float64(v)), max(high[c], float64(v))
				}
			}
		}
	}
	for c := range out {
		if !linear {
			out[c] = arith{}.within(mean[c], low[c], high[c], s.TexelErr)
			continue
		}
		err := s.TexelErr + max(math.Abs(low[c]), math.Abs(high[c]))*filterError
		for i := range dims {
			err += axes[i].err * (high[c] - low[c])
		}
		out[c] = arith{}.result(mean[c], err)
	}
	return out
}

func (s *Sampler) mean(l *Level, axes [3]axis, dims int, cell [3]int, weight [3]float64, linear bool) (mean [4]float64) {
	corners := 1
	if linear {
		corners = 1 << dims
	}
	for corner := range corners {
		w, at := 1.0, cell
		for i := range dims {
			switch {
			case !linear:
			case corner>>i&1 != 0:
				w *= weight[i]
				at[i]++
			default:
				w *= 1 - weight[i]
			}
		}
		if w == 0 {
			continue
		}
		for c, v := range s.texel(l, axes, dims, at) {
			mean[c] += w * float64(v)
		}
	}
	return mean
}

// texel reads a texel after addressing.
func (s *Sampler) texel(l *Level, axes [3]axis, dims int, at [3]int) [4]float32 {
	for i := range dims {
		n, border := axes[i].mode.index(at[i], axes[i].n)
		if border {
			return s.Border
		}
		at[i] = n
	}
	n := (at[2]*axes[1].n+at[1])*axes[0].n + at[0]
	if n < 0 || n >= len(l.Texels) {
		return [4]float32{}
	}
	return l.Texels[n]
}

// index maps a texel number to one of 0..n-1, or to the border.
func (a Address) index(i, n int) (int, bool) {
	switch a {
	case AddressWrap:
		return (i%n + n) % n, false
	case AddressMirror:
		if i = (i%(2*n) + 2*n) % (2 * n); i >= n {
			i = 2*n - 1 - i
		}
		return i, false
	case AddressBorder:
		return min(max(i, 0), n-1), i < 0 || i >= n
	case AddressMirrorOnce:
		if i < 0 {
			i = -1 - i
		}
	}
	return min(max(i, 0), n-1), false
}

// cubeAxes says for each face which component is the major one, which run along s and t, and their signs.
var cubeAxes = [6]struct {
	major, s, t  int
	signS, signT float32
}{
	{0, 2, 1, -1, -1}, {0, 2, 1, 1, -1}, {1, 0, 2, 1, 1}, {1, 0, 2, 1, -1}, {2, 0, 1, 1, -1}, {2, 0, 1, -1, -1},
}

// cubeFace finds the face of a direction and the place on it; ok is false where rounding decides the face.
func cubeFace(at Vec) (face int, u, v Value, ok bool) {
	major := 2
	for i := range 2 {
		if math.Abs(float64(at[i].V)) > math.Abs(float64(at[major].V)) {
			major = i
		}
	}
	ok = true
	least := at[major].abs().lo()
	for i := range 3 {
		if i != major && !(at[i].abs().hi() < least) {
			ok = false
		}
	}
	face = 2 * major
	if at[major].V < 0 {
		face++
	}
	u, v = onFace(face, at)
	return face, u, v, ok && least > 0
}

// onFace projects a direction onto the plane of a face, where the face is [0, 1].
func onFace(face int, at Vec) (u, v Value) {
	a := cubeAxes[face]
	f := arith{}
	place := func(sign float32, x Value) Value {
		if sign < 0 {
			x = x.neg()
		}
		q := f.div(x, at[a.major].abs())
		v := f.sum(term{float64(q.V) / 2, q.Err / 2}, term{0.5, 0})
		if q.V != q.V || v.V != v.V {
			return Value{0.5, unbounded}
		}
		return v
	}
	return place(a.signS, at[a.s]), place(a.signT, at[a.t])
}
