package difftest

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/internal/refsm"
	"d3d9vk/internal/smgen"
	"d3d9vk/translate/sm"
)

func TestMain(m *testing.M) { os.Exit(gpuenv.Main(m)) }

// side is how many cells a target has in a row and in a column: it bounds the draws of a batch.
const side = 24

// background is what the targets are cleared to, so that a draw that does not happen is seen.
const background = d3d9.COLOR(0x7b4d2a91)

// rig is a device with four float targets.
type rig struct {
	t       testing.TB
	d       *device.Device
	targets [4]*device.Surface
	depth   *device.Surface
	mem     *device.Surface
	mark    *device.PixelShader             // writes 1 everywhere
	pass    map[string]*device.VertexShader // by text
	watch   map[string]*device.PixelShader
	verts   []float32 // lies on the heap, for user-pointer draws
	clear   [4]float32
	pixels  [4][]float32

	spoil func(in *sm.Instr) // nil, or changes what is drawn, so that tests see what is found
}

// passText is the vertex shader that hands on the position and attributes of the semantics to pixel shaders of a model.
func passText(model int, list []refsm.Semantic) string {
	var decls, code strings.Builder
	for i, s := range list {
		word, out := fmt.Sprintf("%v%d", s.Usage, s.Index), fmt.Sprintf("oT%d", s.Index)
		fmt.Fprintf(&decls, "dcl_%s v%d\n", word, i+1)
		switch {
		case model >= 3:
			out = fmt.Sprintf("o%d", i+1)
			fmt.Fprintf(&decls, "dcl_%s %s\n", word, out)
		case s.Usage == sm.UsageColor:
			out = fmt.Sprintf("oD%d", s.Index)
		}
		fmt.Fprintf(&code, "mov %s, v%d\n", out, i+1)
	}
	if model >= 3 {
		return "vs_3_0\ndcl_position v0\ndcl_position o0\n" + decls.String() + "mov o0, v0\n" + code.String()
	}
	return "vs_2_0\ndcl_position v0\n" + decls.String() + "mov oPos, v0\n" + code.String()
}

// passing gives the vertex shader of passText.
func (r *rig) passing(model int, list []refsm.Semantic) *device.VertexShader {
	text := passText(model, list)
	vs, ok := r.pass[text]
	if !ok {
		var err d3d9.Error
		vs, err = r.d.CreateVertexShaderFromBytes(assemble(r.t, text))
		r.ok(err)
		r.pass[text] = vs
	}
	return vs
}

// semantics lists the attributes of a case.
func semantics(env *smgen.Env) (list []refsm.Semantic) {
	for i := range env.Inputs {
		list = append(list, refsm.Semantic{Usage: env.Inputs[i].Usage, Index: env.Inputs[i].Index})
	}
	return list
}

// watchText is the pixel shader that shows vertex shader outputs, one a target.
func watchText(list []refsm.Semantic) string {
	var decls, code strings.Builder
	for n, s := range list {
		fmt.Fprintf(&decls, "dcl_%v%d v%d\n", s.Usage, s.Index, n)
		fmt.Fprintf(&code, "mov oC%d, v%d\n", n, n)
	}
	return "ps_3_0\n" + decls.String() + code.String()
}

func newRig(t testing.TB) *rig {
	t.Helper()
	r := &rig{t: t, d: gpuenv.Shared(t), pass: map[string]*device.VertexShader{}, watch: map[string]*device.PixelShader{}}
	for n := range r.targets {
		var err d3d9.Error
		r.targets[n], err = r.d.CreateRenderTarget(side*edge, side*edge, d3d9.FMT_A32B32G32R32F, d3d9.MULTISAMPLE_NONE, 0, false, 0)
		r.ok(err)
		r.ok(r.d.SetRenderTarget(uint32(n), r.targets[n]))
	}
	var err d3d9.Error
	r.mem, err = r.d.CreateOffscreenPlainSurface(side*edge, side*edge, d3d9.FMT_A32B32G32R32F, d3d9.POOL_SYSTEMMEM, 0)
	r.ok(err)
	r.ok(r.d.SetRenderState(d3d9.RS_CULLMODE, d3d9.CULL_NONE))
	r.mark, err = r.d.CreatePixelShaderFromBytes(assemble(t, "ps_2_0\ndef c0, 1, 1, 1, 1\nmov oC0, c0\n"))
	r.ok(err)
	r.depth, err = r.d.CreateDepthStencilSurface(side*edge, side*edge, d3d9.FMT_D24X8, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	r.ok(err)
	r.ok(r.d.SetDepthStencilSurface(r.depth))
	r.ok(r.d.SetRenderState(d3d9.RS_ZENABLE, d3d9.ZB_TRUE))
	r.ok(r.d.SetRenderState(d3d9.RS_LIGHTING, 0))
	for n := range uint32(16) {
		r.ok(r.d.SetSamplerState(n, d3d9.SAMP_MIPFILTER, d3d9.TEXF_NONE))
	}
	for n := range r.pixels {
		r.pixels[n] = make([]float32, side*edge*side*edge*4)
	}
	t.Cleanup(r.end)
	return r
}

func (r *rig) end() {
	r.ok(r.d.SetVertexShader(nil))
	r.ok(r.d.SetPixelShader(nil))
	r.ok(r.d.SetVertexDeclaration(nil))
	for n := uint32(1); n < 4; n++ {
		r.ok(r.d.SetRenderTarget(n, nil))
	}
	back, err := r.d.GetBackBuffer(0, 0, d3d9.BACKBUFFER_TYPE_MONO)
	r.ok(err)
	r.ok(r.d.SetRenderTarget(0, back))
	back.Release()
	for _, s := range r.pass {
		s.Release()
	}
	for _, s := range r.watch {
		s.Release()
	}
	r.ok(r.d.SetDepthStencilSurface(nil))
	r.ok(r.d.SetRenderState(d3d9.RS_ZENABLE, d3d9.ZB_FALSE))
	r.depth.Release()
	r.mark.Release()
	r.mem.Release()
	for _, s := range r.targets {
		s.Release()
	}
	gpuenv.Messages(r.t)
}

// ok stops the test on an error.
func (r *rig) ok(err error) {
	r.t.Helper()
	if err != nil && err != d3d9.Error(nil) {
		r.t.Fatal(err)
	}
}

func assemble(t testing.TB, text string) []byte {
	t.Helper()
	p, err := sm.Assemble(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return sm.EncodeBytes(p)
}

// place is the left upper pixel of a cell of the targets.
func place(cell int) (x, y int) { return cell % side * edge, cell / side * edge }

// code is what is drawn of a program.
func (r *rig) code(p *sm.Program) []byte {
	if r.spoil == nil {
		return sm.EncodeBytes(p)
	}
	q := &sm.Program{Version: p.Version, Instrs: slices.Clone(p.Instrs)}
	for i := range q.Instrs {
		r.spoil(&q.Instrs[i])
	}
	return sm.EncodeBytes(q)
}

// job is a case on its way through a batch.
type job struct {
	c     *smgen.Case
	want  *expectation
	first int    // its first cell
	later bool   // the device says NOTAVAILABLE
	wrong string // what the device drew wrong
}

func (j *job) at(cell int) (x, y int) { return place(j.first + cell) }

// maxCells is how many cells a case takes at most.
const maxCells = 4

// run draws the cases from the first on, as many as fit into the targets, and compares. It gives the jobs.
func (r *rig) run(cases []*smgen.Case) ([]*job, error) {
	r.ok(r.d.SetViewport(d3d9.VIEWPORT{Width: side * edge, Height: side * edge, MaxZ: 1}))
	r.ok(r.d.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, background, 1, 0))
	r.depthStates(d3d9.CMP_ALWAYS, true, 0xF)
	r.ok(r.d.BeginScene())
	var jobs []*job
	cell := 0
	for _, c := range cases {
		if cell+maxCells > side*side {
			break
		}
		j := &job{c: c, first: cell}
		var err error
		if j.want, err = expect(c, j.at); err != nil {
			return nil, fmt.Errorf("refsm: %w in\n%s", err, Format(c))
		}
		if err := r.drawCase(j); err != nil {
			if d3d9.CodeOf(err) != d3d9.ERR_NOTAVAILABLE {
				return nil, fmt.Errorf("%w in\n%s", err, Format(c))
			}
			j.later = true
		}
		cell += max(len(j.want.watch), 1)
		jobs = append(jobs, j)
	}
	r.ok(r.d.EndScene())
	r.readBack()
	for _, j := range jobs {
		if !j.later && j.want.why == "" {
			j.wrong = r.compare(j)
		}
	}
	r.compareDepths(jobs)
	return jobs, nil
}

// readBack copies the targets.
func (r *rig) readBack() {
	for n, s := range r.targets {
		r.ok(r.d.GetRenderTargetData(s, r.mem))
		lock, err := r.mem.LockRect(nil, d3d9.LOCK_READONLY)
		r.ok(err)
		const row = side * edge * 4
		for y := range side * edge {
			at := lock.PBits + uintptr(y)*uintptr(lock.Pitch)
			copy(r.pixels[n][y*row:(y+1)*row], unsafe.Slice((*float32)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), row))
		}
		r.ok(r.mem.UnlockRect())
	}
	// The last cell is never drawn to: it shows what the clear left.
	x, y := place(side*side - 1)
	copy(r.clear[:], r.pixels[0][(y*side*edge+x)*4:])
}

// compare says which channels are out of their bounds.
func (r *rig) compare(j *job) string {
	var b strings.Builder
	for i := range j.want.channels {
		ch := &j.want.channels[i]
		x, y := j.at(ch.cell)
		x, y = x+ch.pixel&1, y+ch.pixel>>1
		got := r.pixels[ch.target][(y*side*edge+x)*4+ch.comp]
		switch {
		case ch.untouched && got != r.clear[ch.comp]:
			fmt.Fprintf(&b, "%s is %v, and must not be written\n", ch.what, got)
		case !ch.untouched && !ch.want.Admits(got):
			fmt.Fprintf(&b, "%s is %v, want %v within %g\n", ch.what, got, ch.want.V, ch.want.Err)
		}
	}
	return b.String()
}

// triangle draws the triangle that covers the corner of a cell. Attributes are those of the semantics, in their order.
func (r *rig) triangle(list []refsm.Semantic, env *smgen.Env, x, y int) error {
	return r.triangleIn(list, env, d3d9.VIEWPORT{X: uint32(x), Y: uint32(y), Width: edge, Height: edge, MaxZ: 1})
}

// triangleIn draws the triangle that covers the left upper half of a viewport.
func (r *rig) triangleIn(list []refsm.Semantic, env *smgen.Env, v d3d9.VIEWPORT) error {
	r.ok(r.d.SetViewport(v))
	corners := [3][2]int{{0, 0}, {edge, 0}, {0, edge}}
	if !env.Face {
		corners[1], corners[2] = corners[2], corners[1]
	}
	r.verts = r.verts[:0]
	for _, p := range corners {
		r.verts = append(r.verts, -1+float32(2*p[0])/edge, 1-float32(2*p[1])/edge, 0.5, 1)
		for _, s := range list {
			v := [4]float32{}
			for i := range env.Inputs {
				if in := &env.Inputs[i]; in.Usage == s.Usage && in.Index == s.Index {
					v = in.At(p[0], p[1])
				}
			}
			r.verts = append(r.verts, v[:]...)
		}
	}
	err := r.d.DrawPrimitiveUP(d3d9.PT_TRIANGLELIST, 1, uintptr(unsafe.Pointer(unsafe.SliceData(r.verts))), uint(16*(1+len(list))))
	runtime.KeepAlive(r.verts)
	if err != nil {
		return err
	}
	return nil
}
