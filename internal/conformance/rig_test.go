// Package conformance holds the tests that draw: cases and shaders of other people, one test for each rule, random calls
// and random states, and long runs. It is a package of tests only, which sees the device as programs see it.
package conformance

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/mrt/refmerge"
	"d3d9vk/translate/sm"
)

func TestMain(m *testing.M) { os.Exit(gpuenv.Main(m)) }

// rig is the shared device in its first state, and the objects that one test makes on it.
type rig struct {
	t       testing.TB
	d       *device.Device
	verts   []float32 // what a user-pointer draw reads: kept here so that it lies on the heap
	pending []func() uint32
}

// vertex is what the rig's pass-through shaders take: POSITION0 and TEXCOORD0.
type vertex struct{ pos, tex [4]float32 }

const (
	passVS3 = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov o1, v1\n"
	passVS2 = "vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n"
)

// current is the device of the rigs to be made; nil is the shared one.
var current *device.Device

// newRig takes the current device and puts every state that the tests touch back to its default.
func newRig(t testing.TB) *rig {
	t.Helper()
	r := &rig{t: t, d: current}
	if r.d == nil {
		r.d = gpuenv.Shared(t)
	}
	r.defaults()
	t.Cleanup(r.end)
	return r
}

// onDevice makes the rigs of the test and its sub-tests be on a device of its own.
func onDevice(t *testing.T, o device.Options) {
	t.Helper()
	before := current
	current = gpuenv.NewDevice(t, gpuenv.Open(t, o))
	t.Cleanup(func() { current = before })
}

// rigOf makes a rig on a device of its own.
func rigOf(t *testing.T, o device.Options) *rig {
	t.Helper()
	onDevice(t, o)
	return newRig(t)
}

func (r *rig) defaults() {
	r.t.Helper()
	for _, s := range d3d9.RenderStates {
		r.rs(d3d9.RENDERSTATETYPE(s.State), s.Default)
	}
	r.rs(d3d9.RS_CULLMODE, d3d9.CULL_NONE)
	r.rs(d3d9.RS_ZENABLE, d3d9.ZB_FALSE)
	r.rs(d3d9.RS_LIGHTING, 0)
	for slot := range uint32(16) {
		r.ok(r.d.SetTexture(slot, nil))
		for _, s := range d3d9.SamplerStates {
			r.ok(r.d.SetSamplerState(slot, d3d9.SAMPLERSTATETYPE(s.State), s.Default))
		}
	}
	for slot := range uint32(4) {
		r.ok(r.d.SetTexture(d3d9.VERTEXTEXTURESAMPLER0+slot, nil))
	}
	for stage := range uint32(8) {
		for _, s := range d3d9.TextureStageStates {
			r.ok(r.d.SetTextureStageState(stage, d3d9.TEXTURESTAGESTATETYPE(s.State), s.Default))
		}
	}
	have, err := r.d.GetDeviceCaps()
	r.ok(err)
	for n := uint32(1); n < have.NumSimultaneousRTs; n++ {
		r.ok(r.d.SetRenderTarget(n, nil))
	}
	back, err := r.d.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	r.ok(err)
	r.ok(r.d.SetRenderTarget(0, back))
	back.Release()
	r.ok(r.d.SetDepthStencilSurface(nil))
	r.ok(r.d.SetPixelShader(nil))
	r.ok(r.d.SetVertexShader(nil))
	r.ok(r.d.SetVertexDeclaration(nil))
	r.ok(r.d.SetIndices(nil))
	for n := range uint(2) {
		r.ok(r.d.SetStreamSource(n, nil, 0, 0))
	}
	identity := d3d9.MATRIX{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	r.ok(r.d.SetTransform(d3d9.TS_PROJECTION, identity))
	zero := make([]int32, 16)
	r.ok(r.d.SetPixelShaderConstantB(0, zero))
	r.ok(r.d.SetVertexShaderConstantB(0, zero))
	r.ok(r.d.SetPixelShaderConstantI(0, make([]int32, 64)))
	r.ok(r.d.SetVertexShaderConstantI(0, make([]int32, 64)))
}

// end unbinds everything and releases what the test made, the newest first.
func (r *rig) end() {
	r.defaults()
	for i := len(r.pending) - 1; i >= 0; i-- {
		r.pending[i]()
	}
	gpuenv.Messages(r.t)
}

// keep has the object released at the test's end.
func (r *rig) keep(release func() uint32) { r.pending = append(r.pending, release) }

// ok stops the test on an error.
func (r *rig) ok(err error) {
	r.t.Helper()
	if !isNil(err) {
		r.t.Fatal(err)
	}
}

// isNil reports whether err is nil, also where a nil d3d9.Error has become an error.
func isNil(err error) bool { return err == nil || err == d3d9.Error(nil) }

// fails stops the test unless err has the code.
func (r *rig) fails(err d3d9.Error, code int32) {
	r.t.Helper()
	if err == nil || err.Code() != code {
		r.t.Fatalf("got %v, want %s", err, d3d9.HRESULTName(code))
	}
}

func (r *rig) rs(s d3d9.RENDERSTATETYPE, v uint32) {
	r.t.Helper()
	r.ok(r.d.SetRenderState(s, v))
}

func (r *rig) flag(s d3d9.RENDERSTATETYPE, on bool) {
	r.t.Helper()
	r.rs(s, map[bool]uint32{true: 1}[on])
}

// additive switches on blending that adds to what the target holds.
func (r *rig) additive() {
	r.t.Helper()
	r.rs(d3d9.RS_ALPHABLENDENABLE, 1)
	r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_ONE)
	r.rs(d3d9.RS_DESTBLEND, d3d9.BLEND_ONE)
}

// counted waits for an occlusion query and returns its pixels.
func (r *rig) counted(q *device.Query) uint32 {
	r.t.Helper()
	data := make([]byte, 4)
	for {
		switch err := q.GetData(data, d3d9.GETDATA_FLUSH); {
		case err == nil:
			return binary.LittleEndian.Uint32(data)
		case err.Code() != d3d9.S_FALSE:
			r.t.Fatal(err)
		}
	}
}

func (r *rig) code(src string) []byte {
	r.t.Helper()
	p, err := sm.Assemble(src)
	if err != nil {
		r.t.Fatalf("%v in\n%s", err, src)
	}
	return sm.EncodeBytes(p)
}

func (r *rig) ps(src string) *device.PixelShader {
	r.t.Helper()
	s, err := r.d.CreatePixelShaderFromBytes(r.code(src))
	r.ok(err)
	r.keep(s.Release)
	return s
}

func (r *rig) vs(src string) *device.VertexShader {
	r.t.Helper()
	s, err := r.d.CreateVertexShaderFromBytes(r.code(src))
	r.ok(err)
	r.keep(s.Release)
	return s
}

// use sets the pixel shader, with the pass-through vertex shader of its model.
func (r *rig) use(src string) {
	r.t.Helper()
	pass := passVS3
	if !strings.HasPrefix(src, "ps_3") {
		pass = passVS2
	}
	r.useBoth(pass, src)
}

func (r *rig) useBoth(vs, ps string) {
	r.t.Helper()
	r.ok(r.d.SetVertexShader(r.vs(vs)))
	r.ok(r.d.SetPixelShader(r.ps(ps)))
	r.passDeclaration()
}

// passDeclaration sets the declaration of vertex.
func (r *rig) passDeclaration() {
	r.t.Helper()
	r.declare(
		d3d9.VERTEXELEMENT{Offset: 0, Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_POSITION},
		d3d9.VERTEXELEMENT{Offset: 16, Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_TEXCOORD})
}

func (r *rig) declare(elements ...d3d9.VERTEXELEMENT) {
	r.t.Helper()
	decl, err := r.d.CreateVertexDeclaration(append(elements, d3d9.DeclEnd()))
	r.ok(err)
	r.keep(decl.Release)
	r.ok(r.d.SetVertexDeclaration(decl))
}

// target makes a render target. Its contents are the clear colour 0.
func (r *rig) target(f d3d9.FORMAT, w, h uint) *device.Surface {
	r.t.Helper()
	s, err := r.d.CreateRenderTarget(w, h, f, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	r.ok(err)
	r.keep(s.Release)
	return s
}

func (r *rig) depth(f d3d9.FORMAT, w, h uint) *device.Surface {
	r.t.Helper()
	s, err := r.d.CreateDepthStencilSurface(w, h, f, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	r.ok(err)
	r.keep(s.Release)
	return s
}

// set binds the surfaces as render targets 0, 1 ...; nil leaves a hole.
func (r *rig) set(targets ...*device.Surface) {
	r.t.Helper()
	for n, s := range targets {
		r.ok(r.d.SetRenderTarget(uint32(n), s))
	}
}

// targets makes n targets of the formats, 8x8, cleared to colour, and binds them.
func (r *rig) targets(color d3d9.COLOR, formats ...d3d9.FORMAT) []*device.Surface {
	r.t.Helper()
	var made []*device.Surface
	for _, f := range formats {
		made = append(made, r.target(f, 8, 8))
	}
	r.set(made...)
	r.clear(color)
	return made
}

func (r *rig) clear(color d3d9.COLOR) {
	r.t.Helper()
	r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET, color, 1, 0))
}

// draw draws a user-pointer list of vertices.
func (r *rig) draw(typ d3d9.PRIMITIVETYPE, count uint, vs ...vertex) {
	r.t.Helper()
	r.ok(r.tryDraw(typ, count, vs...))
}

func (r *rig) tryDraw(typ d3d9.PRIMITIVETYPE, count uint, vs ...vertex) d3d9.Error {
	r.verts = r.verts[:0]
	for _, v := range vs {
		r.verts = append(append(r.verts, v.pos[:]...), v.tex[:]...)
	}
	r.t.Helper()
	r.ok(r.d.BeginScene())
	err := r.d.DrawPrimitiveUP(typ, count, uintptr(unsafe.Pointer(unsafe.SliceData(r.verts))), 32)
	runtime.KeepAlive(r.verts)
	r.ok(r.d.EndScene())
	return err
}

// covering is one triangle over the whole viewport at depth z; TEXCOORD0 runs from lo at the left and top to hi at the
// right and bottom in x and y, and is z and 1 in the others.
func covering(z, lo, hi float32) []vertex {
	far := lo + 2*(hi-lo)
	return []vertex{
		{[4]float32{-1, 1, z, 1}, [4]float32{lo, lo, z, 1}},
		{[4]float32{3, 1, z, 1}, [4]float32{far, lo, z, 1}},
		{[4]float32{-1, -3, z, 1}, [4]float32{lo, far, z, 1}},
	}
}

func (r *rig) coverRange(z, lo, hi float32) {
	r.t.Helper()
	r.draw(d3d9.PT_TRIANGLELIST, 1, covering(z, lo, hi)...)
}

func (r *rig) cover(z float32) {
	r.t.Helper()
	r.coverRange(z, 0, 1)
}

// tryCover is cover at depth 0 with its error.
func (r *rig) tryCover() d3d9.Error {
	r.t.Helper()
	return r.tryDraw(d3d9.PT_TRIANGLELIST, 1, covering(0, 0, 1)...)
}

// picture is a copy of a surface's pixels.
type picture struct {
	w, h   int
	format d3d9.FORMAT
	desc   d3d9.FormatDesc
	raw    []byte // tight rows
}

// read copies a render target to memory.
func (r *rig) read(s *device.Surface) *picture {
	r.t.Helper()
	desc, err := s.GetDesc()
	r.ok(err)
	mem, err := r.d.CreateOffscreenPlainSurface(uint(desc.Width), uint(desc.Height), desc.Format, d3d9.POOL_SYSTEMMEM, 0)
	r.ok(err)
	defer mem.Release()
	r.ok(r.d.GetRenderTargetData(s, mem))
	return r.lockedPicture(mem, desc)
}

func (r *rig) lockedPicture(mem *device.Surface, desc d3d9.SURFACE_DESC) *picture {
	r.t.Helper()
	lock, err := mem.LockRect(nil, d3d9.LOCK_READONLY)
	r.ok(err)
	p := &picture{w: int(desc.Width), h: int(desc.Height), format: desc.Format}
	p.desc, _ = d3d9.FormatInfo(desc.Format)
	row := p.w * int(p.desc.BlockBytes)
	for y := range p.h {
		p.raw = append(p.raw, memory(lock.PBits+uintptr(y)*uintptr(lock.Pitch), row)...)
	}
	r.ok(mem.UnlockRect())
	return p
}

// memory is n bytes at an address outside the Go heap, as Lock returns it.
func memory(address uintptr, n int) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), n)
}

// bytes is the pixel as the format stores it.
func (p *picture) bytes(x, y int) []byte {
	n := int(p.desc.BlockBytes)
	o := (y*p.w + x) * n
	return p.raw[o : o+n]
}

// at is the pixel's red, green, blue and alpha: 0, 0, 0 and 1 where the format lacks them.
func (p *picture) at(x, y int) [4]float64 {
	out := refmerge.Decode(p.format, p.bytes(x, y))
	for c := range 3 {
		if p.channel(c).Bits == 0 {
			out[c] = 0
		}
	}
	return out
}

// step is the largest rounding error of one channel of a format near v.
func (p *picture) step(channel int, v float64) float64 {
	c := p.channel(channel)
	switch {
	case c.Bits == 0:
		return 0
	case p.desc.Class == d3d9.ClassFloat && c.Bits == 16:
		return math.Max(math.Abs(v)/1024, 1e-6)
	case p.desc.Class == d3d9.ClassFloat:
		return math.Max(math.Abs(v)*1e-6, 1e-7)
	}
	return 1 / float64(uint64(1)<<c.Bits-1)
}

// want fails unless every pixel in the rectangle is the colour within steps of the format (0.51: correctly rounded).
func (p *picture) wantRect(t testing.TB, name string, x0, y0, x1, y1 int, want [4]float64, steps float64) {
	t.Helper()
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			got := p.at(x, y)
			for c := range got {
				if p.desc.Alpha.Bits == 0 && c == 3 || p.channel(c).Bits == 0 {
					continue
				}
				if d := math.Abs(got[c] - want[c]); !(d <= steps*p.step(c, want[c])) {
					t.Errorf("%s: pixel (%d, %d) of %v is %.5g, want %.5g", name, x, y, p.format, got, want)
					return
				}
			}
		}
	}
}

func (p *picture) channel(n int) d3d9.Channel {
	return [4]d3d9.Channel{p.desc.Red, p.desc.Green, p.desc.Blue, p.desc.Alpha}[n]
}

// want reads the surface back and fails unless every pixel is the colour.
func (r *rig) want(name string, s *device.Surface, want ...float64) {
	r.t.Helper()
	p := r.read(s)
	p.wantRect(r.t, name, 0, 0, p.w, p.h, [4]float64(want), 0.51)
}

// run makes a sub-test with a rig of its own.
func run(t *testing.T, name string, f func(r *rig)) {
	t.Run(name, func(t *testing.T) { f(newRig(t)) })
}

// lines joins lines of a shader.
func lines(format string, args ...any) string { return fmt.Sprintf(format, args...) + "\n" }
