package conformance

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/corpus"
	"d3d9vk/translate/sm"
)

// partners are the shaders that stand beside one of the corpus, by its major version below 3 and from 3 on.
type partners struct {
	vs [2]*device.VertexShader
	ps [2]*device.PixelShader
}

// corpusScene readies targets, vertices and textures for any shader of the corpus.
func (r *rig) corpusScene() (p partners) {
	r.t.Helper()
	r.targets(grey, argb, argb, argb, argb)
	r.passDeclaration()
	r.bindEveryTexture()
	p.ps = [2]*device.PixelShader{r.ps("ps_2_0\nmov r0, c0\nmov oC0, r0"), r.ps("ps_3_0\nmov oC0, c0")}
	p.vs = [2]*device.VertexShader{r.vs(passVS2), r.vs(passVS3)}
	return p
}

// drawCorpus draws with a shader of the corpus: a pixel shader behind the pass-through vertex shader, a vertex shader before a
// plain pixel shader.
func (r *rig) drawCorpus(p partners, f corpus.File) d3d9.Error {
	version := binary.LittleEndian.Uint32(f.Data)
	model := 0
	if version>>8&255 >= 3 {
		model = 1
	}
	vs, ps := p.vs[model], p.ps[model]
	var err d3d9.Error
	if version>>16 == 0xffff {
		if ps, err = r.d.CreatePixelShaderFromBytes(f.Data); err != nil {
			return err
		}
		defer ps.Release()
	} else {
		if vs, err = r.d.CreateVertexShaderFromBytes(f.Data); err != nil {
			return err
		}
		defer vs.Release()
	}
	r.ok(r.d.SetVertexShader(vs))
	r.ok(r.d.SetPixelShader(ps))
	return r.tryDraw(d3d9.PT_TRIANGLELIST, 1, vertex{pos: [4]float32{-1, 1, 0, 1}}, vertex{pos: [4]float32{3, 1, 0, 1}}, vertex{pos: [4]float32{-1, -3, 0, 1}})
}

// TestCorpusDraws draws with every shader of the corpus. What the pixels are is undefined; that nothing fails, hangs or upsets the
// validation layer is not.
func TestCorpusDraws(t *testing.T) {
	r := newRig(t)
	files := corpus.Shaders(t)
	p := r.corpusScene()
	passed := 0
	for _, f := range files {
		if err := r.drawCorpus(p, f); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		} else {
			passed++
		}
	}
	fmt.Printf("%d of %d shaders of the corpus drew\n", passed, len(files))
}

// BenchmarkPipelines makes and draws the first time with each of the corpus's 100 largest shaders, waiting for the pixels: translation,
// the driver's compilers and one small draw. It stands beside the words for each token that translate's BenchmarkCorpus reports: fewer
// words that a driver takes longer over are no gain.
func BenchmarkPipelines(b *testing.B) {
	files := corpus.Shaders(b)
	slices.SortStableFunc(files, func(a, b corpus.File) int { return codeLength(b) - codeLength(a) })
	files = files[:min(len(files), 100)]
	for _, options := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "options"}[options], func(b *testing.B) {
			r := newRig(b)
			p := r.corpusScene()
			target := r.target(argb, 4, 4)
			r.set(target)
			if options {
				r.rs(d3d9.RS_ALPHATESTENABLE, 1)
				r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATEREQUAL)
				r.rs(d3d9.RS_FOGENABLE, 1)
				r.rs(d3d9.RS_FOGTABLEMODE, d3d9.FOG_LINEAR)
				r.rs(d3d9.RS_SHADEMODE, d3d9.SHADE_FLAT)
			}
			for b.Loop() {
				for _, f := range files {
					if err := r.drawCorpus(p, f); err != nil {
						b.Fatalf("%s: %v", f.Name, err)
					}
					r.read(target)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N*len(files)), "ms/shader")
		})
	}
}

// codeLength is a shader's number of tokens without comments.
func codeLength(f corpus.File) int {
	p, err := sm.Parse(f.Data)
	if err != nil {
		return 0
	}
	n := len(f.Data) / 4
	for i := range p.Instrs {
		if in := &p.Instrs[i]; in.Op == sm.OpComment {
			n -= 1 + len(in.Comment)
		}
	}
	return n
}

// bindEveryTexture leaves a 2D texture on every sampler: shaders that want another kind must get a defined value.
func (r *rig) bindEveryTexture() {
	r.t.Helper()
	tex := r.texture(4, 4, argb, func(x, y int) uint32 { return 0xff000000 | uint32(x*y) })
	for n := range uint32(16) {
		r.ok(r.d.SetTexture(n, tex))
	}
}
