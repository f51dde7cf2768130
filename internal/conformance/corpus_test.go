package conformance

import (
	"encoding/binary"
	"fmt"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/corpus"
)

// TestCorpusDraws draws with every shader of the corpus: pixel shaders behind the pass-through vertex shader, vertex shaders
// before a plain pixel shader. What the pixels are is undefined; that nothing fails, hangs or upsets the validation layer is not.
func TestCorpusDraws(t *testing.T) {
	r := newRig(t)
	files := corpus.Shaders(t)
	r.targets(grey, argb, argb, argb, argb)
	r.passDeclaration()
	plain2, plain3 := r.ps("ps_2_0\nmov r0, c0\nmov oC0, r0"), r.ps("ps_3_0\nmov oC0, c0")
	pass2, pass3 := r.vs(passVS2), r.vs(passVS3)
	r.bindEveryTexture()
	passed, later := 0, 0
	for _, f := range files {
		version := binary.LittleEndian.Uint32(f.Data)
		vs, ps := pass2, plain2
		if version>>8&255 == 3 {
			vs, ps = pass3, plain3
		}
		var err d3d9.Error
		var release func() uint32
		if version>>16 == 0xffff {
			if ps, err = r.d.CreatePixelShaderFromBytes(f.Data); err == nil {
				release = ps.Release
			}
		} else if vs, err = r.d.CreateVertexShaderFromBytes(f.Data); err == nil {
			release = vs.Release
		}
		if err != nil {
			if err.Code() == d3d9.ERR_NOTAVAILABLE {
				later++
			} else {
				t.Errorf("%s: %v", f.Name, err)
			}
			continue
		}
		r.ok(r.d.SetVertexShader(vs))
		r.ok(r.d.SetPixelShader(ps))
		if err := r.tryDraw(d3d9.PT_TRIANGLELIST, 1, vertex{pos: [4]float32{-1, 1, 0, 1}}, vertex{pos: [4]float32{3, 1, 0, 1}}, vertex{pos: [4]float32{-1, -3, 0, 1}}); err != nil {
			t.Errorf("%s: draw: %v", f.Name, err)
		} else {
			passed++
		}
		release()
	}
	fmt.Printf("%d of %d cases passed (%d use shader versions or instructions that are not available yet)\n", passed, len(files)-later, later)
}

// bindEveryTexture leaves a 2D texture on every sampler: shaders that want another kind must get a defined value.
func (r *rig) bindEveryTexture() {
	r.t.Helper()
	tex := r.texture(4, 4, argb, func(x, y int) uint32 { return 0xff000000 | uint32(x*y) })
	for n := range uint32(16) {
		r.ok(r.d.SetTexture(n, tex))
	}
}
