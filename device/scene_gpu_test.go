package device_test

import (
	"math"
	"testing"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
)

const sceneSize = gpuenv.Size

// scene is a device with a 64x64 A8R8G8B8 back buffer and a D24S8 depth buffer, and a quad with position, color and one
// texture coordinate from memory.
type scene struct {
	t *testing.T
	*device.Device
}

func newScene(t *testing.T, o device.Options) *scene {
	t.Helper()
	d3d := gpuenv.Open(t, o)
	p := gpuenv.Parameters()
	p.BackBufferFormat = d3d9.FMT_A8R8G8B8
	p.EnableAutoDepthStencil, p.AutoDepthStencilFormat = 1, d3d9.FMT_D24S8
	d, _, err := d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING, p)
	must(t, err)
	t.Cleanup(func() {
		for d.Release() > 0 { // also what the test has not released
		}
	})
	s := &scene{t, d}
	s.shaders(sceneVertex, scenePixel)
	decl, err := d.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{
		{Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_POSITION},
		{Offset: 16, Type: d3d9.DECLTYPE_D3DCOLOR, Usage: d3d9.DECLUSAGE_COLOR},
		{Offset: 20, Type: d3d9.DECLTYPE_FLOAT3, Usage: d3d9.DECLUSAGE_TEXCOORD}, d3d9.DeclEnd(),
	})
	must(t, err, d.SetVertexDeclaration(decl))
	s.reset()
	return s
}

const (
	sceneVertex = "vs_3_0\ndcl_position v0\ndcl_color v1\ndcl_texcoord v2\ndcl_position o0\ndcl_color o1\ndcl_texcoord o2\nmov o0, v0\nmov o1, v1\nmov o2, v2\n"
	scenePixel  = "ps_3_0\ndcl_color v0\nmov oC0, v0\n"
	sceneTexel  = "ps_3_0\ndcl_texcoord v0.xyz\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0\n"
)

// shaders sets a pair of shaders; an empty text keeps the one that is set.
func (s *scene) shaders(vertex, pixel string) {
	s.t.Helper()
	if vertex != "" {
		vs, err := s.CreateVertexShaderFromBytes(tokens(s.t, vertex))
		must(s.t, err, s.SetVertexShader(vs))
		vs.Release()
	}
	if pixel != "" {
		ps, err := s.CreatePixelShaderFromBytes(tokens(s.t, pixel))
		must(s.t, err, s.SetPixelShader(ps))
		ps.Release()
	}
}

// reset clears the targets to black, depth 1 and stencil 0.
func (s *scene) reset() {
	s.t.Helper()
	must(s.t, s.SetRenderState(d3d9.RS_CULLMODE, d3d9.CULL_NONE), s.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER|d3d9.CLEAR_STENCIL, 0xff000000, 1, 0))
}

// state sets pairs of render state and value.
func (s *scene) state(pairs ...uint32) {
	s.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		must(s.t, s.SetRenderState(d3d9.RENDERSTATETYPE(pairs[i]), pairs[i+1]))
	}
}

type vertex struct {
	x, y, z, w float32
	color      d3d9.COLOR
	u, v, q    float32
}

// draw draws vertices.
func (s *scene) draw(typ d3d9.PRIMITIVETYPE, count uint, v []vertex) {
	s.t.Helper()
	must(s.t, s.DrawPrimitiveUP(typ, count, uintptr(unsafe.Pointer(&v[0])), uint(unsafe.Sizeof(v[0]))))
}

// rect draws a rectangle of pixels at a depth: pixel (x, y) has its center at integers.
func (s *scene) rect(x0, y0, x1, y1, z float32, color d3d9.COLOR) {
	s.t.Helper()
	at := func(x, y, u, v float32) vertex {
		return vertex{x: (x-.5)/sceneSize*2 - 1, y: 1 - (y-.5)/sceneSize*2, z: z, w: 1, color: color, u: u, v: v}
	}
	s.draw(d3d9.PT_TRIANGLESTRIP, 2, []vertex{at(x0, y0, 0, 0), at(x1, y0, 1, 0), at(x0, y1, 0, 1), at(x1, y1, 1, 1)})
}

func (s *scene) full(z float32, color d3d9.COLOR) {
	s.t.Helper()
	s.rect(0, 0, sceneSize, sceneSize, z, color)
}

// back reads the back buffer.
func (s *scene) back() []uint32 {
	s.t.Helper()
	b, err := s.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	must(s.t, err)
	defer b.Release()
	words, _ := pixels(s.t, s.Device, b)
	return words
}

// near reports whether two colors differ by at most d in each channel.
func near(a, b uint32, d int) bool {
	for shift := 0; shift < 32; shift += 8 {
		if x, y := int(a>>shift&255), int(b>>shift&255); x-y > d || y-x > d {
			return false
		}
	}
	return true
}

// want checks the pixel at x, y, within one step of each channel.
func (s *scene) want(name string, words []uint32, x, y int, color uint32) {
	s.t.Helper()
	if got := words[y*sceneSize+x]; !near(got, color, 1) {
		s.t.Errorf("%s: pixel (%d, %d) is %08x, want %08x", name, x, y, got, color)
	}
}

// texture makes a texture of A8R8G8B8 texels, row by row, and sets it.
func (s *scene) texture(slot uint32, width int, texels ...uint32) *device.Texture {
	s.t.Helper()
	t, err := s.CreateTexture(uint(width), uint(len(texels)/width), 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	must(s.t, err)
	s.fill(t, width, texels...)
	must(s.t, s.SetTexture(slot, t))
	t.Release()
	return t
}

func (s *scene) fill(t *device.Texture, width int, texels ...uint32) {
	s.t.Helper()
	r, err := t.LockRect(0, nil, 0)
	must(s.t, err)
	r.SetAllBytes(unsafe.Slice((*byte)(unsafe.Pointer(&texels[0])), len(texels)*4), width*4)
	must(s.t, t.UnlockRect(0))
}

func bits(f float32) uint32 { return math.Float32bits(f) }
