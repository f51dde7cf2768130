package device

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/diagnostic"
	"d3d9vk/internal/gpu"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
	"d3d9vk/translate/validate"
)

// shader is what both kinds of shader are.
type shader struct {
	object
	program  *translate.Program
	code     []byte // as GetFunction returns it
	consts   constBlock
	samplers uint32 // bit n: the slot n is sampled
	dims     [slotCount]ir.Dim

	boundDims uint32 // bit n: the slot n takes the type of the texture that is bound
}

// VertexShader is IDirect3DVertexShader9.
type VertexShader struct {
	shader
	variants   map[emit.VertexVariant]gpu.ID
	geometries map[emit.GeometryVariant]gpu.ID // geometry shaders for its primitives
}

// PixelShader is IDirect3DPixelShader9.
type PixelShader struct {
	shader
	variants map[emit.PixelVariant]gpu.ID
}

// tokensAt reads the tokens of a program from the caller's memory: from the version to the end token.
func tokensAt(call string, p uintptr) ([]uint32, d3d9.Error) {
	if p == 0 {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "function: is null")
	}
	// Reading the pointer through its address says that p is an address by origin, not by arithmetic on a Go object.
	first := *(**uint32)(unsafe.Pointer(&p))
	n, err := sm.Length(func(n int) uint32 { return *(*uint32)(unsafe.Add(unsafe.Pointer(first), n*4)) })
	if err != nil {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "function: %v", err)
	}
	return slices.Clone(unsafe.Slice(first, n)), nil
}

func tokensOf(call string, code []byte) ([]uint32, d3d9.Error) {
	if len(code) == 0 || len(code)%4 != 0 || len(code)/4 > sm.MaxTokens {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "code: %d bytes are not 1 to %d tokens of 4 bytes", len(code), sm.MaxTokens)
	}
	tokens := make([]uint32, len(code)/4)
	for i := range tokens {
		tokens[i] = binary.LittleEndian.Uint32(code[i*4:])
	}
	return tokens, nil
}

// compile fills s from tokens of a program of the stage.
func (d *Device) compile(call string, s *shader, tokens []uint32, stage sm.Stage) d3d9.Error {
	if sm.Version(tokens[0]).Stage() != stage {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%v is not the version of a shader of this stage", sm.Version(tokens[0]))
	}
	program, err := translate.Compile(tokens)
	if err != nil {
		code := int32(d3d9.ERR_INVALIDCALL)
		if unsupported := (*ir.UnsupportedError)(nil); errors.As(err, &unsupported) {
			code = d3d9.ERR_NOTAVAILABLE
		}
		return d3d9.Errorf(code, call, "", "%v", err)
	}
	if err := d.checkShader(call, tokens, program.Shader); err != nil {
		return err
	}
	if err := d.judge(call, tokens); err != nil {
		return err
	}
	s.program = program
	s.code = make([]byte, len(tokens)*4)
	for i, t := range tokens {
		binary.LittleEndian.PutUint32(s.code[i*4:], t)
	}
	s.consts = makeConstBlock(program.Shader)
	base := 0
	if stage == sm.Vertex {
		base = pixelSlots
	}
	for _, sampler := range program.Shader.Samplers {
		slot := base + int(sampler.Reg)
		s.samplers |= 1 << slot
		s.dims[slot] = sampler.Dim
		if sampler.Dim == ir.DimBound {
			s.boundDims |= 1 << slot
		}
	}
	return nil
}

// judge reports the breaches of rules of a shader, and refuses those that the device's strictness refuses. Where nobody listens and
// nothing is refused, it does not look.
func (d *Device) judge(call string, tokens []uint32) d3d9.Error {
	if d.strict == Lenient && !d.heard() {
		return nil
	}
	program, err := sm.ParseTokens(tokens)
	if err != nil {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%v", err)
	}
	findings := validate.Program(program)
	var refusal d3d9.Error
	for i := range findings {
		f := &findings[i]
		d.d3d.diagnose(Diagnostic{ID: "shader-rule", Slot: diagnostic.NoSlot, Call: call, Rule: f.Rule, Error: f.Severity == rule.Error, Instruction: f.Instr, Register: f.Register, Text: f.Text})
		strict := d.strict == StrictWarnings || d.strict == StrictErrors && f.Severity == rule.Error
		if strict && refusal == nil {
			refusal = d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, f.Rule, "instruction %d, %s: %s", f.Instr, f.Register, f.Text)
		}
	}
	return refusal
}

// CreateVertexShaderFromBytes makes a vertex shader, version 1_1 to 3_0, of little-endian tokens from the version to the end
// token. ERR_INVALIDCALL for what is malformed or of another stage, and in strict mode for breaches of the shader rules;
// ERR_NOTAVAILABLE for what is not translated yet.
func (d *Device) CreateVertexShaderFromBytes(code []byte) (_ *VertexShader, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateVertexShaderFromBytes"
	tokens, err := tokensOf(call, code)
	if err != nil {
		return nil, err
	}
	return d.createVertexShader(call, tokens)
}

// CreateVertexShader is CreateVertexShaderFromBytes for tokens at an address.
func (d *Device) CreateVertexShader(function uintptr) (_ *VertexShader, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreateVertexShader"
	tokens, err := tokensAt(call, function)
	if err != nil {
		return nil, err
	}
	return d.createVertexShader(call, tokens)
}

func (d *Device) createVertexShader(call string, tokens []uint32) (*VertexShader, d3d9.Error) {
	d.lock()
	defer d.unlock()
	vs := &VertexShader{variants: map[emit.VertexVariant]gpu.ID{}, geometries: map[emit.GeometryVariant]gpu.ID{}}
	if err := d.alive(call); err != nil {
		return nil, err
	}
	if err := d.compile(call, &vs.shader, tokens, sm.Vertex); err != nil {
		return nil, err
	}
	if d.features.UniformConstants && vs.consts.size > gpu.UniformBlock {
		return nil, notAvailable(call, fmt.Sprintf("%d bytes of constants are more than a vertex shader can have on this adapter, %d", vs.consts.size, gpu.UniformBlock))
	}
	if len(vs.program.Shader.Inputs) > maxInputs {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%d inputs are more than %d", len(vs.program.Shader.Inputs), maxInputs)
	}
	vs.init(d, vs, false)
	return vs, nil
}

// CreatePixelShaderFromBytes makes a pixel shader, version 1_0 to 3_0; see CreateVertexShaderFromBytes.
func (d *Device) CreatePixelShaderFromBytes(code []byte) (_ *PixelShader, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreatePixelShaderFromBytes"
	tokens, err := tokensOf(call, code)
	if err != nil {
		return nil, err
	}
	return d.createPixelShader(call, tokens)
}

// CreatePixelShader is CreatePixelShaderFromBytes for tokens at an address.
func (d *Device) CreatePixelShader(function uintptr) (shader *PixelShader, err d3d9.Error) {
	defer d.tell(&err)
	const call = "CreatePixelShader"
	tokens, err := tokensAt(call, function)
	if err != nil {
		return nil, err
	}
	return d.createPixelShader(call, tokens)
}

func (d *Device) createPixelShader(call string, tokens []uint32) (*PixelShader, d3d9.Error) {
	d.lock()
	defer d.unlock()
	ps := &PixelShader{variants: map[emit.PixelVariant]gpu.ID{}}
	if err := d.alive(call); err != nil {
		return nil, err
	}
	if err := d.compile(call, &ps.shader, tokens, sm.Pixel); err != nil {
		return nil, err
	}
	if ps.consts.size+stateBytes > gpu.PixelWindow/2 {
		return nil, notAvailable(call, fmt.Sprintf("%d bytes of constants are more than a pixel shader can have here", ps.consts.size))
	}
	ps.init(d, ps, false)
	return ps, nil
}

// module is the back end's shader of a variant, compiled at its first use.
func (vs *VertexShader) module(call string, v emit.VertexVariant) (gpu.ID, d3d9.Error) {
	if id, ok := vs.variants[v]; ok {
		return id, nil
	}
	d := vs.device
	id, err := d.gpu.CreateShader(gpu.Vertex, vs.program.Vertex(d.shaderLayout, v))
	if err != nil {
		return 0, d.gpuError(call, err)
	}
	vs.variants[v] = id
	d.fatten(vs, len(vs.variants)+len(vs.geometries))
	return id, nil
}

// geometry is the back end's geometry shader of a variant, made at its first use.
func (vs *VertexShader) geometry(call string, v emit.GeometryVariant) (gpu.ID, d3d9.Error) {
	if id, ok := vs.geometries[v]; ok {
		return id, nil
	}
	d := vs.device
	id, err := d.gpu.CreateShader(gpu.Geometry, vs.program.Geometry(d.shaderLayout, v))
	if err != nil {
		return 0, d.gpuError(call, err)
	}
	vs.geometries[v] = id
	d.fatten(vs, len(vs.variants)+len(vs.geometries))
	return id, nil
}

func (ps *PixelShader) module(call string, v emit.PixelVariant) (gpu.ID, d3d9.Error) {
	if id, ok := ps.variants[v]; ok {
		return id, nil
	}
	d := ps.device
	id, err := d.gpu.CreateShader(gpu.Fragment, ps.program.Pixel(d.shaderLayout, v))
	if err != nil {
		return 0, d.gpuError(call, err)
	}
	ps.variants[v] = id
	d.fatten(ps, len(ps.variants))
	return id, nil
}

// fatten notes that a shader has so many variants that the next draw is to drop them.
func (d *Device) fatten(s interface{ dropModules() }, variants int) {
	if variants == maxVariants {
		d.caches.fat = append(d.caches.fat, s)
		d.caches.crowded = true
	}
}

// destroyed: the object's last reference is gone.
func (vs *VertexShader) destroyed() { vs.dropModules() }
func (ps *PixelShader) destroyed()  { ps.dropModules() }

// dropModules gives the modules and their pipelines back.
func (vs *VertexShader) dropModules() {
	for _, id := range vs.variants {
		vs.device.dropPipelines(func(p *gpu.PipelineDesc) bool { return p.Vertex == id })
		vs.device.destroy(gpu.KindShader, id)
	}
	clear(vs.variants)
	for _, id := range vs.geometries {
		vs.device.dropPipelines(func(p *gpu.PipelineDesc) bool { return p.Geometry == id })
		vs.device.destroy(gpu.KindShader, id)
	}
	clear(vs.geometries)
}

func (ps *PixelShader) dropModules() {
	for _, id := range ps.variants {
		ps.device.dropPipelines(func(p *gpu.PipelineDesc) bool { return p.Fragment == id })
		ps.device.destroy(gpu.KindShader, id)
	}
	clear(ps.variants)
}

// GetFunction returns a copy of the tokens that the shader was made of.
func (s *shader) GetFunction() (data []byte, err d3d9.Error) {
	d, err := s.enter("GetFunction")
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	return append([]byte(nil), s.code...), nil
}

// SetVertexShader sets the vertex shader; nil stands for the fixed-function pipeline.
func (d *Device) SetVertexShader(shader *VertexShader) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	old := d.state.bound.vertex
	if old == shader {
		return nil
	}
	if shader != nil {
		if err := d.owns("SetVertexShader", "shader", &shader.object); err != nil {
			return err
		}
		shader.bind()
	}
	d.state.bound.vertex = shader
	if old != nil {
		old.unbind()
	}
	d.dirty |= dirtyPipeline | dirtyVertexConst
	d.slotsChanged()
	return nil
}

// GetVertexShader returns the vertex shader, with a reference more, or nil.
func (d *Device) GetVertexShader() (*VertexShader, d3d9.Error) {
	d.lock()
	defer d.unlock()
	vs := d.state.bound.vertex
	if vs != nil {
		vs.addRef()
	}
	return vs, nil
}

// SetPixelShader sets the pixel shader; nil stands for the fixed-function pipeline.
func (d *Device) SetPixelShader(shader *PixelShader) (err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	old := d.state.bound.pixel
	if old == shader {
		return nil
	}
	if shader != nil {
		if err := d.owns("SetPixelShader", "shader", &shader.object); err != nil {
			return err
		}
		shader.bind()
	}
	d.state.bound.pixel = shader
	if old != nil {
		old.unbind()
	}
	d.dirty |= dirtyPipeline | dirtyPixelConst
	d.slotsChanged()
	d.pixelFlowChanged()
	return nil
}

// GetPixelShader returns the pixel shader, with a reference more, or nil.
func (d *Device) GetPixelShader() (shader *PixelShader, err d3d9.Error) {
	d.lock()
	defer d.unlock()
	ps := d.state.bound.pixel
	if ps != nil {
		ps.addRef()
	}
	return ps, nil
}

// slotsChanged notes that a shader may sample other slots than the one before, and among them targets of the draw.
func (d *Device) slotsChanged() {
	d.dirty |= dirtyTextures
	if d.flush.targetTextures != 0 {
		d.dirty |= dirtyBlend
	}
}

// pixelFlowChanged finds out which oC# the pixel shader writes with the b# and i# constants (OC-14).
func (d *Device) pixelFlowChanged() {
	ps := d.state.bound.pixel
	if ps == nil {
		return
	}
	w := &ps.program.Shader.Written
	written := w.Always
	if w.Maybe != w.Always {
		written = w.Eval(uint16(d.state.pixel.b[0]), (*[intConstants][4]int32)(d.state.pixel.i))
		d.flush.evaluated++
	}
	if written != d.flush.written {
		d.flush.written = written
		d.dirty |= dirtyBlend
	}
}
