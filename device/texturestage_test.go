package device

import (
	"math"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate/emit"
)

const (
	bumpOne = "ps_1_1\ntex t0\ntexbem t1, t0\nmul r0, t1, c0\n"
	bumpTwo = "ps_1_1\ntex t0\ntexbem t1, t0\ntexbeml t2, t0\nadd r0, t1, t2\n"
)

func (r *rig) setBump(stage uint32, typ d3d9.TEXTURESTAGESTATETYPE, v float32) {
	r.Helper()
	r.ok(r.SetTextureStageState(stage, typ, math.Float32bits(v)))
}

// stateUnits is the vec4s of the pixel shader's State block from number n on, four floats each.
func stateUnits(block []byte, n int) (units [][4]float32) {
	for ; n < len(block)/vec4; n++ {
		units = append(units, [4]float32{float32At(block, 4*n), float32At(block, 4*n+1), float32At(block, 4*n+2), float32At(block, 4*n+3)})
	}
	return units
}

// TestBumpEnvironment: the State block has the bump environments of the stages that the shader reads, and follows it.
func TestBumpEnvironment(t *testing.T) {
	r := newRig(t).readyToDraw()
	one, two := r.pixelShader(bumpOne), r.pixelShader(bumpTwo)
	defer one.Release()
	defer two.Release()
	for stage := range uint32(3) {
		for i, typ := range []d3d9.TEXTURESTAGESTATETYPE{
			d3d9.TSS_BUMPENVMAT00, d3d9.TSS_BUMPENVMAT01, d3d9.TSS_BUMPENVMAT10, d3d9.TSS_BUMPENVMAT11, d3d9.TSS_BUMPENVLSCALE, d3d9.TSS_BUMPENVLOFFSET,
		} {
			r.setBump(stage, typ, float32(10*int(stage)+i))
		}
	}
	draw := func() { r.Helper(); r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)) }
	r.ok(r.SetPixelShader(one))
	draw()
	r.ok(r.SetPixelShader(two))
	draw()
	r.setBump(2, d3d9.TSS_BUMPENVMAT11, 99)
	draw()
	draws := r.drawn()
	first, second := [][4]float32{{10, 11, 12, 13}, {14, 15}}, [][4]float32{{20, 21, 22, 23}, {24, 25}}
	changed := [][4]float32{{20, 21, 22, 99}, {24, 25}}
	for i, want := range [][][4]float32{first, append(first[:2:2], second...), append(first[:2:2], changed...)} {
		got := stateUnits(draws[i].Const[gpu.PixelState], emit.PixelBump)
		if len(got) != len(want) {
			t.Fatalf("draw %d: %v, want %v", i, got, want)
		}
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("draw %d: %v, want %v", i, got, want)
			}
		}
	}
}

// TestStageStatesCostNothing: an equal value, and a state that the shader does not read, put nothing into the list.
func TestStageStatesCostNothing(t *testing.T) {
	r := newRig(t).readyToDraw()
	for _, tt := range []struct {
		name, ps string
		set      func()
		consts   int
	}{
		{"an equal value", bumpOne, func() { r.setBump(1, d3d9.TSS_BUMPENVMAT00, 0) }, 0},
		{"a shader without bumps", plainPixel, func() { r.setBump(1, d3d9.TSS_BUMPENVMAT00, 2) }, 0},
		{"flags that a shader does not read", plainPixel, func() {
			r.ok(r.SetTextureStageState(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED))
		}, 0},
		{"a fixed-function state", bumpOne, func() { r.ok(r.SetTextureStageState(0, d3d9.TSS_COLOROP, d3d9.TOP_ADD)) }, 0},
		{"a change", bumpOne, func() { r.setBump(1, d3d9.TSS_BUMPENVMAT00, 3) }, 2}, // both blocks lie in one window
	} {
		ps := r.pixelShader(tt.ps)
		r.ok(r.SetPixelShader(ps), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		ps.Release()
		r.records()
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		before := count(r.records(), gpu.OpConst)
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		tt.set()
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		ops := r.records()
		if n := count(ops, gpu.OpConst) - before; n != tt.consts {
			t.Errorf("%s: %d records of constants, want %d", tt.name, n, tt.consts)
		}
		if n := count(ops, gpu.OpPipeline); n > 1 {
			t.Errorf("%s: %d pipelines", tt.name, n)
		}
	}
}

// TestStageVariants: texture types and divisors make modules of their own, and only where the shader reads them.
func TestStageVariants(t *testing.T) {
	r := newRig(t).readyToDraw()
	flat, err := r.CreateTexture(4, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	cube, err := r.CreateCubeTexture(4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	defer flat.Release()
	defer cube.Release()
	ps := r.pixelShader("ps_1_1\ntex t0\ntexcoord t1\nadd r0, t0, t1\n")
	defer ps.Release()
	r.ok(r.SetPixelShader(ps))
	for _, tt := range []struct {
		name     string
		set      func() d3d9.Error
		variants int
	}{
		{"no texture", func() d3d9.Error { return nil }, 1},
		{"2D is as no texture", func() d3d9.Error { return r.SetTexture(0, flat) }, 1},
		{"cube", func() d3d9.Error { return r.SetTexture(0, cube) }, 2},
		{"another stage", func() d3d9.Error { return r.SetTexture(1, cube) }, 2},
		{"a cube is not divided", func() d3d9.Error {
			return r.SetTextureStageState(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED)
		}, 2},
		{"2D is", func() d3d9.Error { return r.SetTexture(0, flat) }, 3},
		{"w by its count", func() d3d9.Error {
			return r.SetTextureStageState(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED|d3d9.TTFF_COUNT4)
		}, 3},
		{"z", func() d3d9.Error {
			return r.SetTextureStageState(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED|d3d9.TTFF_COUNT3)
		}, 4},
		{"texcoord is not divided", func() d3d9.Error {
			return r.SetTextureStageState(1, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED)
		}, 4},
		{"a count that there is not", func() d3d9.Error {
			return r.SetTextureStageState(0, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED|7)
		}, 4},
	} {
		r.ok(tt.set(), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		if n := len(ps.variants); n != tt.variants {
			t.Errorf("%s: %d variants, want %d", tt.name, n, tt.variants)
		}
	}
}

func TestStageDrawAllocatesNothing(t *testing.T) {
	r := newRig(t).readyToDraw()
	r.fake.Forget = true
	ps := r.pixelShader(bumpTwo)
	defer ps.Release()
	r.ok(r.SetPixelShader(ps))
	n := uint32(0)
	draw := func() {
		n++
		r.setBump(1, d3d9.TSS_BUMPENVMAT00, float32(n))
		r.ok(r.SetTextureStageState(1, d3d9.TSS_TEXTURETRANSFORMFLAGS, d3d9.TTFF_PROJECTED*(n&1)), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
	}
	draw()
	draw()
	if n := testing.AllocsPerRun(100, draw); n != 0 {
		t.Errorf("%v allocations a draw", n)
	}
}

// TestVariantsAreBounded: a program that goes through all states of a shader's stages does not keep a module for each.
func TestVariantsAreBounded(t *testing.T) {
	r := newRig(t).readyToDraw()
	ps := r.pixelShader("ps_1_1\ntex t0\ntex t1\ntex t2\ntex t3\nadd r0, t0, t1\nadd r0, r0, t2\nadd r0, r0, t3\n")
	r.ok(r.SetPixelShader(ps))
	ps.Release()
	flags := [4]uint32{0, d3d9.TTFF_COUNT2 | d3d9.TTFF_PROJECTED, d3d9.TTFF_COUNT3 | d3d9.TTFF_PROJECTED, d3d9.TTFF_COUNT4 | d3d9.TTFF_PROJECTED}
	cube, err := r.CreateCubeTexture(4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	r.ok(err)
	most := 0
	for n := range 4 * 256 {
		if n == 512 {
			r.ok(r.SetTexture(3, cube))
		}
		for stage := range uint32(4) {
			r.ok(r.SetTextureStageState(stage, d3d9.TSS_TEXTURETRANSFORMFLAGS, flags[n>>(2*stage)&3]))
		}
		r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
		if n%64 == 63 {
			r.records() // ends the list: what was dropped goes
		}
		most = max(most, r.Counts().Shaders)
	}
	r.ok(r.SetTexture(3, nil))
	cube.Release()
	if most > maxVariants+64+2 {
		t.Errorf("%d modules were alive", most)
	}
}
