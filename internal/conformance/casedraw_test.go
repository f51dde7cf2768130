package conformance

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/corpus"
)

// The names that cases use.
var (
	caseFormats = map[string]d3d9.FORMAT{
		"r32g32b32a32-float": d3d9.FMT_A32B32G32R32F, "r32g32-float": d3d9.FMT_G32R32F, "r32-float": d3d9.FMT_R32F,
		"b8g8r8a8-unorm": d3d9.FMT_A8R8G8B8,
	}
	caseTypes = map[string]d3d9.DECLTYPE{
		"r32-float": d3d9.DECLTYPE_FLOAT1, "r32g32-float": d3d9.DECLTYPE_FLOAT2, "r32g32b32-float": d3d9.DECLTYPE_FLOAT3,
		"r32g32b32a32-float": d3d9.DECLTYPE_FLOAT4, "b8g8r8a8-unorm": d3d9.DECLTYPE_D3DCOLOR,
		"r8g8b8a8-uint": d3d9.DECLTYPE_UBYTE4, "r8g8b8a8-unorm": d3d9.DECLTYPE_UBYTE4N,
	}
	caseTopologies = map[string]d3d9.PRIMITIVETYPE{
		"point_list": d3d9.PT_POINTLIST, "points": d3d9.PT_POINTLIST, "line_list": d3d9.PT_LINELIST, "line_strip": d3d9.PT_LINESTRIP,
		"triangle_list": d3d9.PT_TRIANGLELIST, "triangle_strip": d3d9.PT_TRIANGLESTRIP, "triangle_fan": d3d9.PT_TRIANGLEFAN,
	}
	caseFilters   = map[string]uint32{"none": d3d9.TEXF_NONE, "point": d3d9.TEXF_POINT, "linear": d3d9.TEXF_LINEAR}
	caseAddresses = map[string]uint32{
		"wrap": d3d9.TADDRESS_WRAP, "mirror": d3d9.TADDRESS_MIRROR, "clamp": d3d9.TADDRESS_CLAMP, "border": d3d9.TADDRESS_BORDER,
		"mirror_once": d3d9.TADDRESS_MIRRORONCE,
	}
	caseFunctions = map[string]uint32{
		"never": d3d9.CMP_NEVER, "less": d3d9.CMP_LESS, "equal": d3d9.CMP_EQUAL, "less_equal": d3d9.CMP_LESSEQUAL,
		"greater": d3d9.CMP_GREATER, "not_equal": d3d9.CMP_NOTEQUAL, "greater_equal": d3d9.CMP_GREATEREQUAL, "always": d3d9.CMP_ALWAYS,
	}
	caseUsages = map[string]d3d9.DECLUSAGE{
		"position": d3d9.DECLUSAGE_POSITION, "blendweight": d3d9.DECLUSAGE_BLENDWEIGHT, "blendindices": d3d9.DECLUSAGE_BLENDINDICES,
		"normal": d3d9.DECLUSAGE_NORMAL, "psize": d3d9.DECLUSAGE_PSIZE, "texcoord": d3d9.DECLUSAGE_TEXCOORD,
		"tangent": d3d9.DECLUSAGE_TANGENT, "binormal": d3d9.DECLUSAGE_BINORMAL, "tessfactor": d3d9.DECLUSAGE_TESSFACTOR,
		"color": d3d9.DECLUSAGE_COLOR, "fog": d3d9.DECLUSAGE_FOG, "depth": d3d9.DECLUSAGE_DEPTH, "sample": d3d9.DECLUSAGE_SAMPLE,
	}
	caseFogModes = map[string]uint32{"none": d3d9.FOG_NONE, "linear": d3d9.FOG_LINEAR, "exp": d3d9.FOG_EXP, "exp2": d3d9.FOG_EXP2}
)

// lookup finds a name, in any case and with blanks or hyphens for underscores.
func lookup[V any](m map[string]V, name string) (V, error) {
	v, ok := m[strings.NewReplacer(" ", "_").Replace(strings.ToLower(name))]
	if !ok {
		return v, fmt.Errorf("unknown name %q", name)
	}
	return v, nil
}

func (c *caseRunner) shader(cf *corpus.Case, hash string) (caseShaderObject, error) {
	if s, ok := c.shaders[hash]; ok {
		return s, nil
	}
	text, ok := cf.Shaders[hash]
	if !ok {
		return caseShaderObject{}, fmt.Errorf("no shader %s", hash)
	}
	code, err := decodeHex(text.Hex)
	if err != nil {
		return caseShaderObject{}, err
	}
	var s caseShaderObject
	var failed d3d9.Error
	if text.Stage == "vs" {
		s.vs, failed = c.d.CreateVertexShaderFromBytes(code)
	} else {
		s.ps, failed = c.d.CreatePixelShaderFromBytes(code)
	}
	if failed != nil {
		return caseShaderObject{}, failed
	}
	c.shaders[hash] = s
	return s, nil
}

// drawCase does one draw. Everything that it makes is released when it has drawn: the device must keep it alive.
func (c *caseRunner) drawCase(cf *corpus.Case, a *corpus.CaseAction) (failed error) {
	var made []func() uint32
	defer func() {
		have, err := c.d.GetDeviceCaps()
		c.ok(err)
		for n := range uint(have.MaxStreams) {
			c.ok(c.d.SetStreamSource(n, nil, 0, 0))
		}
		for n := range uint32(16) {
			c.ok(c.d.SetTexture(n, nil))
		}
		for n := range uint32(4) {
			c.ok(c.d.SetTexture(d3d9.VERTEXTEXTURESAMPLER0+n, nil))
		}
		for _, release := range made {
			release()
		}
	}()
	keep := func(release func() uint32) { made = append(made, release) }

	vs, err := c.shader(cf, a.VS)
	if err != nil {
		return err
	}
	ps, err := c.shader(cf, a.PS)
	if err != nil {
		return err
	}
	c.ok(c.d.SetVertexShader(vs.vs))
	c.ok(c.d.SetPixelShader(ps.ps))
	if err := c.setConstants(a); err != nil {
		return err
	}
	if err := c.setStreams(a, keep); err != nil {
		return err
	}
	if err := c.setTargets(a); err != nil {
		return err
	}
	for i := range a.Textures {
		if err := c.setTexture(cf, a, &a.Textures[i], keep); err != nil {
			return err
		}
	}
	for i := range a.Samplers {
		if err := c.setSampler(&a.Samplers[i]); err != nil {
			return err
		}
	}
	if err := c.setState(&a.State); err != nil {
		return err
	}
	topology, err := lookup(caseTopologies, a.Topology)
	if err != nil {
		return err
	}
	clear(c.pictures)
	c.ok(c.d.BeginScene())
	if err := c.d.DrawPrimitive(topology, 0, primitives(topology, a.VertexCount)); err != nil {
		failed = err
	}
	c.ok(c.d.EndScene())
	return failed
}

func primitives(typ d3d9.PRIMITIVETYPE, vertices uint) uint {
	switch typ {
	case d3d9.PT_POINTLIST:
		return vertices
	case d3d9.PT_LINELIST:
		return vertices / 2
	case d3d9.PT_LINESTRIP:
		return vertices - 1
	case d3d9.PT_TRIANGLELIST:
		return vertices / 3
	}
	return vertices - 2
}

func (c *caseRunner) setConstants(a *corpus.CaseAction) error {
	if a.Constants == nil {
		return nil
	}
	var values []float32
	for _, reg := range a.Constants.RegsHex {
		for _, text := range reg {
			v, err := strconv.ParseUint(text, 16, 32)
			if err != nil {
				return err
			}
			values = append(values, math.Float32frombits(uint32(v)))
		}
	}
	c.ok(c.d.SetVertexShaderConstantF(a.Constants.Start, values))
	c.ok(c.d.SetPixelShaderConstantF(a.Constants.Start, values))
	return nil
}

func (c *caseRunner) setStreams(a *corpus.CaseAction, keep func(func() uint32)) error {
	var elements []d3d9.VERTEXELEMENT
	for _, e := range a.VertexElements {
		typ, err := lookup(caseTypes, e.Format)
		if err != nil {
			return err
		}
		usage, err := lookup(caseUsages, e.Usage)
		if err != nil {
			return err
		}
		elements = append(elements, d3d9.VERTEXELEMENT{Stream: e.Stream, Offset: e.Offset, Type: typ, Usage: usage, UsageIndex: e.UsageIndex})
	}
	decl, err := c.d.CreateVertexDeclaration(append(elements, d3d9.DeclEnd()))
	if err != nil {
		return err
	}
	c.ok(c.d.SetVertexDeclaration(decl))
	decl.Release()
	for _, b := range a.VertexBuffers {
		data, err := decodeHex(b.WordsHex)
		if err != nil {
			return err
		}
		vb, failed := c.d.CreateVertexBuffer(uint(len(data)), 0, 0, d3d9.POOL_MANAGED, 0)
		if failed != nil {
			return failed
		}
		keep(vb.Release)
		mem, failed := vb.Lock(0, 0, 0)
		c.ok(failed)
		mem.SetBytes(0, data)
		c.ok(vb.Unlock())
		c.ok(c.d.SetStreamSource(b.Stream, vb, 0, b.Stride))
	}
	return nil
}

func (c *caseRunner) setTargets(a *corpus.CaseAction) error {
	set := map[uint32]bool{}
	for _, rt := range a.RenderTargets {
		set[rt.RT] = true
		s, err := c.surface(c.bound[rt.RT])
		if err != nil {
			return err
		}
		c.ok(c.d.SetRenderTarget(rt.RT, s))
	}
	w, h := uint(math.MaxUint), uint(math.MaxUint)
	for n := range uint32(4) {
		if !set[n] && n > 0 {
			c.ok(c.d.SetRenderTarget(n, nil))
		}
		if set[n] {
			w, h = min(w, c.bound[n].w), min(h, c.bound[n].h)
		}
	}
	c.ok(c.d.SetViewport(d3d9.VIEWPORT{Width: uint32(w), Height: uint32(h), MaxZ: 1}))
	return nil
}

func (c *caseRunner) setTexture(cf *corpus.Case, a *corpus.CaseAction, t *corpus.CaseTexture, keep func(func() uint32)) error {
	format, err := lookup(caseFormats, t.Format)
	if err != nil {
		return err
	}
	data, err := decodeHex(t.WordsHex)
	if err != nil {
		return err
	}
	var texture device.BaseTextureImpl
	switch t.Dim {
	case "2d":
		tex, failed := c.d.CreateTexture(t.Size[0], t.Size[1], t.Levels, 0, format, d3d9.POOL_MANAGED, 0)
		if failed != nil {
			return failed
		}
		keep(tex.Release)
		texture = tex
		for level := range t.Levels {
			lock, failed := tex.LockRect(level, nil, 0)
			c.ok(failed)
			data = fill(data, lock.PBits, uint(lock.Pitch), 0, format, half1(t.Size[0], level), half1(t.Size[1], level), 1)
			c.ok(tex.UnlockRect(level))
		}
	case "cube":
		tex, failed := c.d.CreateCubeTexture(t.Size[0], t.Levels, 0, format, d3d9.POOL_MANAGED, 0)
		if failed != nil {
			return failed
		}
		keep(tex.Release)
		texture = tex
		for level := range t.Levels {
			for face := range d3d9.CUBEMAP_FACES(6) {
				lock, failed := tex.LockRect(face, level, nil, 0)
				c.ok(failed)
				edge := half1(t.Size[0], level)
				data = fill(data, lock.PBits, uint(lock.Pitch), 0, format, edge, edge, 1)
				c.ok(tex.UnlockRect(face, level))
			}
		}
	case "3d", "volume":
		tex, failed := c.d.CreateVolumeTexture(t.Size[0], t.Size[1], t.Size[2], t.Levels, 0, format, d3d9.POOL_MANAGED, 0)
		if failed != nil {
			return failed
		}
		keep(tex.Release)
		texture = tex
		for level := range t.Levels {
			lock, failed := tex.LockBox(level, nil, 0)
			c.ok(failed)
			data = fill(data, lock.PBits, uint(lock.RowPitch), uint(lock.SlicePitch), format,
				half1(t.Size[0], level), half1(t.Size[1], level), half1(t.Size[2], level))
			c.ok(tex.UnlockBox(level))
		}
	default:
		return fmt.Errorf("unknown texture dim %q", t.Dim)
	}
	c.ok(c.d.SetTexture(t.Sampler, texture))
	for _, e := range cf.Shaders[a.VS].CTab {
		if e.Set == "s" && e.Index <= t.Sampler && t.Sampler < e.Index+e.Count && t.Sampler < 4 {
			c.ok(c.d.SetTexture(d3d9.VERTEXTEXTURESAMPLER0+t.Sampler, texture))
		}
	}
	return nil
}

// half1 is a level's edge.
func half1(edge, level uint) uint { return max(edge>>level, 1) }

// fill copies tight slices of rows to locked memory and returns the rest of the data.
func fill(data []byte, bits uintptr, pitch, slicePitch uint, f d3d9.FORMAT, w, h, d uint) []byte {
	desc, _ := d3d9.FormatInfo(f)
	row := w * uint(desc.BlockBytes)
	for z := range d {
		for y := range h {
			copy(memory(bits+uintptr(z*slicePitch+y*pitch), int(row)), data)
			data = data[min(uint(len(data)), row):]
		}
	}
	return data
}

func (c *caseRunner) setSampler(s *corpus.CaseSampler) error {
	for i, set := range []struct {
		name string
		from map[string]uint32
		typ  d3d9.SAMPLERSTATETYPE
	}{
		{s.Min, caseFilters, d3d9.SAMP_MINFILTER}, {s.Mag, caseFilters, d3d9.SAMP_MAGFILTER}, {s.Mip, caseFilters, d3d9.SAMP_MIPFILTER},
		{s.Address[0], caseAddresses, d3d9.SAMP_ADDRESSU}, {s.Address[1], caseAddresses, d3d9.SAMP_ADDRESSV},
		{s.Address[min(2, len(s.Address)-1)], caseAddresses, d3d9.SAMP_ADDRESSW},
	} {
		v, err := lookup(set.from, set.name)
		if err != nil {
			return fmt.Errorf("sampler %d, %d: %w", s.Slot, i, err)
		}
		c.ok(c.d.SetSamplerState(s.Slot, set.typ, v))
	}
	return nil
}

func (c *caseRunner) setState(s *corpus.CaseState) error {
	function, err := lookup(caseFunctions, s.AlphaTestFunc)
	if err != nil {
		return err
	}
	c.rs(d3d9.RS_CULLMODE, d3d9.CULL_NONE)
	c.rs(d3d9.RS_ZENABLE, d3d9.ZB_FALSE)
	c.rs(d3d9.RS_CLIPPING, 1)
	c.rs(d3d9.RS_ALPHATESTENABLE, 1)
	c.rs(d3d9.RS_ALPHAFUNC, function)
	c.rs(d3d9.RS_ALPHAREF, uint32(s.AlphaTestRef*255))
	c.rs(d3d9.RS_SHADEMODE, d3d9.SHADE_GOURAUD)
	if s.FlatShading {
		c.rs(d3d9.RS_SHADEMODE, d3d9.SHADE_FLAT)
	}
	var planes uint32
	for key, plane := range s.ClipPlanes {
		n, err := strconv.ParseUint(key, 10, 3)
		if err != nil {
			return err
		}
		planes |= 1 << n
		c.ok(c.d.SetClipPlane(uint32(n), plane))
	}
	c.rs(d3d9.RS_CLIPPLANEENABLE, planes)
	c.rs(d3d9.RS_POINTSIZE, math.Float32bits(s.PointSize))
	c.rs(d3d9.RS_POINTSIZE_MIN, math.Float32bits(s.PointSizeMin))
	c.rs(d3d9.RS_POINTSIZE_MAX, math.Float32bits(s.PointSizeMax))
	c.ok(c.d.SetRenderStateBool(d3d9.RS_POINTSPRITEENABLE, s.PointSprite))
	return c.setFog(s)
}

func (c *caseRunner) setFog(s *corpus.CaseState) error {
	if s.FogMode == "disable" || s.FogMode == "" {
		c.rs(d3d9.RS_FOGENABLE, 0)
		return nil
	}
	mode, err := lookup(caseFogModes, s.FogMode)
	if err != nil {
		return err
	}
	projection := d3d9.MATRIX{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.01}
	if s.FogOrtho {
		projection[15] = 1
	}
	c.ok(c.d.SetTransform(d3d9.TS_PROJECTION, projection))
	c.rs(d3d9.RS_FOGENABLE, 1)
	c.rs(d3d9.RS_FOGTABLEMODE, mode)
	c.rs(d3d9.RS_FOGVERTEXMODE, d3d9.FOG_NONE)
	c.rs(d3d9.RS_FOGSTART, math.Float32bits(s.FogStart))
	c.rs(d3d9.RS_FOGEND, math.Float32bits(s.FogEnd))
	c.rs(d3d9.RS_FOGDENSITY, math.Float32bits(s.FogDensity))
	c.rs(d3d9.RS_FOGCOLOR, uint32(d3d9.ColorValue(s.FogColour[0], s.FogColour[1], s.FogColour[2], s.FogColour[3])))
	return nil
}
