package device

import (
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
	"d3d9vk/internal/gpu/gputest"
	"d3d9vk/translate/emit"
)

// TestWrittenEvaluations: the set of written oC# is found out when a b# or the count of an i# that it depends on changes, and
// only then.
func TestWrittenEvaluations(t *testing.T) {
	r := newRig(t).readyToDraw()
	ps := r.pixelShader("ps_3_0\nmov oC0, c0\ncallnz l1, b2\nrep i3\nif b4\nmov oC1, c0\nendif\nendrep\nret\nlabel l1\nif b5\nadd r0, c0, c1\nendif\nmov oC2, c0\nret\n")
	defer ps.Release()
	other := r.pixelShader("ps_3_0\nif b2\nmov r0, c0\nendif\nmov oC0, r0\n")
	defer other.Release()
	r.ok(r.SetPixelShader(ps))
	draw := func() d3d9.Error { return r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1) }
	for _, tt := range []struct {
		name string
		do   func() d3d9.Error
		want uint
	}{
		{"OC-14/draws", draw, 0},
		{"OC-14/b2 becomes true", func() d3d9.Error { return r.SetPixelShaderConstantB(2, []int32{1}) }, 1},
		{"OC-14/b2 is true already", func() d3d9.Error { return r.SetPixelShaderConstantB(2, []int32{7}) }, 0},
		{"OC-14/a draw after it", draw, 0},
		{"OC-14/b5 is not in the support", func() d3d9.Error { return r.SetPixelShaderConstantB(5, []int32{1}) }, 0},
		{"OC-14/two that are, in one call", func() d3d9.Error { return r.SetPixelShaderConstantB(0, []int32{1, 1, 0, 1, 1}) }, 1},
		{"OC-14/the count of i3", func() d3d9.Error { return r.SetPixelShaderConstantI(3, []int32{2, 0, 0, 0}) }, 1},
		{"OC-14/start and step of i3", func() d3d9.Error { return r.SetPixelShaderConstantI(3, []int32{2, 1, 5, 0}) }, 0},
		{"OC-14/i2 is not in the support", func() d3d9.Error { return r.SetPixelShaderConstantI(2, []int32{2, 1, 5, 0}) }, 0},
		{"OC-14/c0", func() d3d9.Error { return r.SetPixelShaderConstantF(0, []float32{2, 1, 5, 0}) }, 0},
		{"OC-14/the same shader", func() d3d9.Error { return r.SetPixelShader(ps) }, 0},
		{"OC-14/a shader that depends on nothing", func() d3d9.Error { return r.SetPixelShader(other) }, 0},
		{"OC-14/its b2", func() d3d9.Error { return r.SetPixelShaderConstantB(2, []int32{1}) }, 0},
		{"OC-14/back", func() d3d9.Error { return r.SetPixelShader(ps) }, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := r.flush.evaluated
			r.ok(tt.do())
			if got := r.flush.evaluated - before; got != tt.want {
				t.Errorf("%d evaluations, want %d", got, tt.want)
			}
		})
	}
	t.Run("OC-14/nothing is allocated", func(t *testing.T) {
		v := int32(0)
		if n := testing.AllocsPerRun(100, func() {
			v ^= 1
			if err := r.SetPixelShaderConstantB(2, []int32{v}); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// TestSoftwareConstants: the files of a device with software or mixed vertex processing, and how they reach the shader.
func TestSoftwareConstants(t *testing.T) {
	for _, tt := range []struct {
		name  string
		flags uint32
		size  [3]int // of c#, i#, b#
	}{
		{"hardware", d3d9.CREATE_HARDWARE_VERTEXPROCESSING, [3]int{256, 16, 16}},
		{"software", d3d9.CREATE_SOFTWARE_VERTEXPROCESSING, [3]int{8192, 2048, 2048}},
		{"mixed", d3d9.CREATE_MIXED_VERTEXPROCESSING, [3]int{8192, 2048, 2048}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t)
			dev, _, err := r.d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, tt.flags, params)
			r.ok(err)
			defer dev.Release()
			last := [3]uint{uint(tt.size[0] - 1), uint(tt.size[1] - 1), uint(tt.size[2] - 1)}
			r.ok(dev.SetVertexShaderConstantF(last[0], []float32{1, 2, 3, 4}), dev.SetVertexShaderConstantI(last[1], []int32{5, 6, 7, 8}), dev.SetVertexShaderConstantB(last[2], []int32{1}))
			r.wants(d3d9.ERR_INVALIDCALL, dev.SetVertexShaderConstantF(last[0]+1, make([]float32, 4)))
			r.wants(d3d9.ERR_INVALIDCALL, dev.SetVertexShaderConstantI(last[1]+1, make([]int32, 4)))
			r.wants(d3d9.ERR_INVALIDCALL, dev.SetVertexShaderConstantB(last[2]+1, make([]int32, 1)))
			f, i, b := make([]float32, 4), make([]int32, 4), make([]int32, 2)
			r.ok(dev.GetVertexShaderConstantF(last[0], f), dev.GetVertexShaderConstantI(last[1], i), dev.GetVertexShaderConstantB(last[2]-1, b))
			if f[3] != 4 || i[3] != 8 || b[0] != 0 || b[1] != 1 {
				t.Errorf("got %v %v %v", f, i, b)
			}

			s := &rig{t, dev, r.fake}
			s.readyToDraw()
			vs := s.vertexShader("vs_2_sw\ndcl_position v0\nmov r0, c5\nif b130\nadd r0, r0, c2\nendif\nrep i20\nadd r0, r0, c1\nendrep\nadd oPos, v0, r0\n")
			defer vs.Release()
			r.ok(dev.SetVertexShader(vs), dev.SetVertexShaderConstantF(5, []float32{9, 8, 7, 6}))
			if tt.size[1] > 16 {
				r.ok(dev.SetVertexShaderConstantI(20, []int32{3, 0, 0, 0}), dev.SetVertexShaderConstantB(130, []int32{1}))
			}
			s.fake.ClearLog()
			r.ok(dev.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
			block := s.drawn()[0].Const[gpu.VertexConst]
			if len(block) != (6+21+2)*16 || float32At(block, 5*4) != 9 {
				t.Fatalf("%d bytes, c5.x = %v", len(block), float32At(block, 5*4))
			}
			count, bits := block[(6+20)*16], block[(6+21+1)*16]
			if want := map[bool][2]byte{true: {3, 4}}[tt.size[1] > 16]; count != want[0] || bits != want[1] {
				t.Errorf("i20.x = %d, word of b128 = %d, want %d", count, bits, want)
			}
		})
	}
}

// TestFloatRules: the device's choice reaches its modules, and what is no choice is refused.
func TestFloatRules(t *testing.T) {
	if _, err := CreateWith(d3d9.SDK_VERSION, Options{Float: emit.FloatRules{Products: 9}}); err == nil {
		t.Error("Products 9 is accepted")
	}
	r := newRig(t, func(_ *gputest.Device, o *Options) { o.Float.Extremes = emit.ExtremesFinite })
	if r.shaderLayout.Float.Extremes != emit.ExtremesFinite {
		t.Error("the layout of the device's shaders does not have the option")
	}
}
