package difftest

import (
	"math"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/refsm"
	"d3d9vk/internal/smgen"
	"d3d9vk/translate/sm"
)

// drawCase draws a job in its cells. What it makes is released at once: the device keeps it until it has drawn.
func (r *rig) drawCase(j *job) error {
	defer r.unbind()
	if err := r.textures(j.c); err != nil {
		return err
	}
	if j.c.Program.Version.Stage() == sm.Pixel {
		return r.drawPixel(j)
	}
	return r.drawVertex(j)
}

func (r *rig) drawPixel(j *job) error {
	env := &j.c.Env
	ps, err := r.d.CreatePixelShaderFromBytes(r.code(j.c.Program))
	if err != nil {
		return err
	}
	defer ps.Release()
	r.ok(r.d.SetPixelShader(ps))
	model := 2
	if j.c.Program.Version.Major() >= 3 {
		model = 3
	}
	list := semantics(env)
	r.ok(r.d.SetVertexShader(r.passing(model, list)))
	r.ok(r.d.SetPixelShaderConstantF(0, floats(env.F)))
	r.ok(r.d.SetPixelShaderConstantI(0, ints(env)))
	r.ok(r.d.SetPixelShaderConstantB(0, bools(env)))
	if j.c.Program.Version.Major() < 2 {
		r.stages(env)
	}
	r.declare(list)
	x, y := j.at(0)
	return r.triangle(list, env, x, y)
}

func (r *rig) drawVertex(j *job) error {
	env := &j.c.Env
	vs, err := r.d.CreateVertexShaderFromBytes(r.code(j.c.Program))
	if err != nil {
		return err
	}
	defer vs.Release()
	r.ok(r.d.SetVertexShader(vs))
	r.ok(r.d.SetVertexShaderConstantF(0, floats(env.F)))
	r.ok(r.d.SetVertexShaderConstantI(0, ints(env)))
	r.ok(r.d.SetVertexShaderConstantB(0, bools(env)))
	list := semantics(env)
	r.declare(list)
	for cell, watch := range j.want.watch {
		text := watchText(watch)
		ps, ok := r.watch[text]
		if !ok {
			if ps, err = r.d.CreatePixelShaderFromBytes(assemble(r.t, text)); err != nil {
				return err
			}
			r.watch[text] = ps
		}
		r.ok(r.d.SetPixelShader(ps))
		x, y := j.at(cell)
		if err := r.triangle(list, env, x, y); err != nil {
			return err
		}
	}
	return nil
}

func floats(f [][4]float32) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(f))), 4*len(f))
}

func ints(env *smgen.Env) []int32 {
	return unsafe.Slice(&env.I[0][0], 4*len(env.I))
}

func bools(env *smgen.Env) (list []int32) {
	for n := range 16 {
		list = append(list, int32(env.B>>n&1))
	}
	return list
}

// declare sets a declaration of the position and four floats for each semantic.
func (r *rig) declare(list []refsm.Semantic) {
	elements := []d3d9.VERTEXELEMENT{{Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_POSITION}}
	for i, s := range list {
		elements = append(elements, d3d9.VERTEXELEMENT{Offset: uint16(16 * (i + 1)), Type: d3d9.DECLTYPE_FLOAT4,
			Usage: d3d9.DECLUSAGE(s.Usage), UsageIndex: s.Index})
	}
	decl, err := r.d.CreateVertexDeclaration(append(elements, d3d9.DeclEnd()))
	r.ok(err)
	r.ok(r.d.SetVertexDeclaration(decl))
	decl.Release()
}

// stages sets the texture stage states that ps_1_x reads.
func (r *rig) stages(env *smgen.Env) {
	for i := range env.Stages {
		s := &env.Stages[i]
		flags := uint32(0)
		if s.Projected {
			flags = d3d9.TTFF_PROJECTED
		}
		for _, set := range []struct {
			typ   d3d9.TEXTURESTAGESTATETYPE
			value uint32
		}{
			{d3d9.TSS_BUMPENVMAT00, math.Float32bits(s.Bump[0][0])}, {d3d9.TSS_BUMPENVMAT01, math.Float32bits(s.Bump[0][1])},
			{d3d9.TSS_BUMPENVMAT10, math.Float32bits(s.Bump[1][0])}, {d3d9.TSS_BUMPENVMAT11, math.Float32bits(s.Bump[1][1])},
			{d3d9.TSS_BUMPENVLSCALE, math.Float32bits(s.Scale)}, {d3d9.TSS_BUMPENVLOFFSET, math.Float32bits(s.Offset)},
			{d3d9.TSS_TEXTURETRANSFORMFLAGS, flags},
		} {
			r.ok(r.d.SetTextureStageState(uint32(i), set.typ, set.value))
		}
	}
}

// unbind takes the textures off.
func (r *rig) unbind() {
	for n := range uint32(16) {
		r.ok(r.d.SetTexture(n, nil))
	}
	for n := range uint32(4) {
		r.ok(r.d.SetTexture(d3d9.VERTEXTEXTURESAMPLER0+n, nil))
	}
}

// textures makes and sets the textures.
func (r *rig) textures(c *smgen.Case) error {
	for i := range c.Env.Textures {
		t := &c.Env.Textures[i]
		slot := uint32(t.Sampler)
		if c.Program.Version.Stage() == sm.Vertex {
			slot += d3d9.VERTEXTEXTURESAMPLER0
		}
		object, err := r.texture(t)
		if err != nil {
			return err
		}
		r.ok(r.d.SetTexture(slot, object))
		object.Release()
		filter := uint32(d3d9.TEXF_POINT)
		if t.Linear {
			filter = d3d9.TEXF_LINEAR
		}
		r.ok(r.d.SetSamplerState(slot, d3d9.SAMP_MINFILTER, filter))
		r.ok(r.d.SetSamplerState(slot, d3d9.SAMP_MAGFILTER, filter))
		mip := uint32(d3d9.TEXF_NONE)
		if t.Levels > 1 {
			mip = d3d9.TEXF_POINT
		}
		r.ok(r.d.SetSamplerState(slot, d3d9.SAMP_MIPFILTER, mip))
		for k, typ := range []d3d9.SAMPLERSTATETYPE{d3d9.SAMP_ADDRESSU, d3d9.SAMP_ADDRESSV, d3d9.SAMP_ADDRESSW} {
			mode := []uint32{smgen.Wrap: d3d9.TADDRESS_WRAP, smgen.Mirror: d3d9.TADDRESS_MIRROR, smgen.Clamp: d3d9.TADDRESS_CLAMP,
				smgen.Border: d3d9.TADDRESS_BORDER}[t.Address[k]]
			r.ok(r.d.SetSamplerState(slot, typ, mode))
		}
	}
	return nil
}

// bound is a texture object.
type bound interface {
	device.BaseTextureImpl
	Release() uint32
}

func (r *rig) texture(t *smgen.Texture) (bound, error) {
	const format = d3d9.FMT_A32B32G32R32F
	w, h, d, levels := uint(t.Size[0]), uint(t.Size[1]), uint(t.Size[2]), uint(t.Levels)
	texels := t.Texels
	switch t.Type {
	case sm.TextureCube:
		tex, err := r.d.CreateCubeTexture(w, levels, 0, format, d3d9.POOL_MANAGED, 0)
		if err != nil {
			return nil, err
		}
		for n := range levels {
			w, _, _ := t.Level(int(n))
			for face := range d3d9.CUBEMAP_FACES(6) {
				lock, err := tex.LockRect(face, n, nil, 0)
				r.ok(err)
				texels = fill(texels, lock.PBits, uintptr(lock.Pitch), w, w)
				r.ok(tex.UnlockRect(face, n))
			}
		}
		return tex, nil
	case sm.TextureVolume:
		tex, err := r.d.CreateVolumeTexture(w, h, d, levels, 0, format, d3d9.POOL_MANAGED, 0)
		if err != nil {
			return nil, err
		}
		for n := range levels {
			w, h, slices := t.Level(int(n))
			lock, err := tex.LockBox(n, nil, 0)
			r.ok(err)
			for z := range slices {
				texels = fill(texels, lock.PBits+uintptr(z)*uintptr(lock.SlicePitch), uintptr(lock.RowPitch), w, h)
			}
			r.ok(tex.UnlockBox(n))
		}
		return tex, nil
	}
	tex, err := r.d.CreateTexture(w, h, levels, 0, format, d3d9.POOL_MANAGED, 0)
	if err != nil {
		return nil, err
	}
	for n := range levels {
		w, h, _ := t.Level(int(n))
		lock, err := tex.LockRect(n, nil, 0)
		r.ok(err)
		texels = fill(texels, lock.PBits, uintptr(lock.Pitch), w, h)
		r.ok(tex.UnlockRect(n))
	}
	return tex, nil
}

// fill copies rows of texels to locked memory and returns the rest.
func fill(texels [][4]float32, bits, pitch uintptr, w, h int) [][4]float32 {
	for y := range h {
		at := bits + uintptr(y)*pitch
		copy(unsafe.Slice((*[4]float32)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), w), texels[:w])
		texels = texels[w:]
	}
	return texels
}
