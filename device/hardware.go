package device

import (
	"fmt"
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/diagnostic"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// What a caps profile of period hardware refuses that the library could do. Without such a profile none of this is asked.

// vertexCaps is D3DCAPS9 as vertices see it: with software vertex processing the library's own.
func (d *Device) vertexCaps() d3d9.CAPS {
	if d.state.software || d.creation.BehaviorFlags&softwareOrMixed != 0 {
		return d.caps.SoftwareCaps()
	}
	return d.caps.Caps()
}

// checkProcessing refuses vertex processing that the caps do not have.
func checkProcessing(call string, flags uint32, c *d3d9.CAPS) d3d9.Error {
	switch {
	case flags&d3d9.CREATE_SOFTWARE_VERTEXPROCESSING == 0 && c.DevCaps&d3d9.DEVCAPS_HWTRANSFORMANDLIGHT == 0:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "behaviorFlags: the caps have no D3DDEVCAPS_HWTRANSFORMANDLIGHT: only CREATE_SOFTWARE_VERTEXPROCESSING is there")
	case flags&d3d9.CREATE_PUREDEVICE != 0 && c.DevCaps&d3d9.DEVCAPS_PUREDEVICE == 0:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "behaviorFlags: the caps have no D3DDEVCAPS_PUREDEVICE")
	}
	return nil
}

func powerOfTwo(n uint32) bool { return bits.OnesCount32(n) == 1 }

// checkShape refuses the shapes of textures that the caps' TextureCaps and MaxTextureAspectRatio do not have. POOL_SCRATCH takes every shape.
func (d *Device) checkShape(call string, rtype d3d9.RESOURCETYPE, sd *storageDesc) d3d9.Error {
	if d.caps.Profile().Hardware == nil || sd.pool == d3d9.POOL_SCRATCH {
		return nil
	}
	refuse := func(why string) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%dx%dx%d, %d levels: %s", sd.width, sd.height, sd.depth, sd.levels, why)
	}
	c := d.caps.Caps()
	kinds := map[d3d9.RESOURCETYPE]struct{ shape, mipmaps, pow2 uint32 }{
		d3d9.RTYPE_TEXTURE:       {0, d3d9.PTEXTURECAPS_MIPMAP, d3d9.PTEXTURECAPS_POW2},
		d3d9.RTYPE_CUBETEXTURE:   {d3d9.PTEXTURECAPS_CUBEMAP, d3d9.PTEXTURECAPS_MIPCUBEMAP, d3d9.PTEXTURECAPS_CUBEMAP_POW2},
		d3d9.RTYPE_VOLUMETEXTURE: {d3d9.PTEXTURECAPS_VOLUMEMAP, d3d9.PTEXTURECAPS_MIPVOLUMEMAP, d3d9.PTEXTURECAPS_VOLUMEMAP_POW2},
	}[rtype]
	odd := !powerOfTwo(sd.width) || !powerOfTwo(sd.height) || !powerOfTwo(sd.depth)
	conditional := rtype == d3d9.RTYPE_TEXTURE && c.TextureCaps&d3d9.PTEXTURECAPS_NONPOW2CONDITIONAL != 0
	long, short := max(sd.width, sd.height), min(sd.width, sd.height)
	switch {
	case c.TextureCaps&kinds.shape != kinds.shape:
		return refuse("the caps' TextureCaps have no textures of that type")
	case sd.levels > 1 && c.TextureCaps&kinds.mipmaps == 0:
		return refuse("the caps' TextureCaps have no mipmaps of that type")
	case odd && c.TextureCaps&kinds.pow2 != 0 && !conditional:
		return refuse("the caps' TextureCaps ask for powers of two")
	case odd && c.TextureCaps&kinds.pow2 != 0 && sd.levels > 1:
		return refuse("D3DPTEXTURECAPS_NONPOW2CONDITIONAL: a size that is no power of two has one level")
	case rtype == d3d9.RTYPE_TEXTURE && c.TextureCaps&d3d9.PTEXTURECAPS_SQUAREONLY != 0 && long != short:
		return refuse("the caps' TextureCaps ask for squares")
	case rtype == d3d9.RTYPE_TEXTURE && c.MaxTextureAspectRatio != 0 && long/short > c.MaxTextureAspectRatio:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%dx%d is longer than the caps' MaxTextureAspectRatio of %d", sd.width, sd.height, c.MaxTextureAspectRatio)
	}
	if sd.clamped = odd && conditional && c.TextureCaps&kinds.pow2 != 0; sd.clamped && d.heard() {
		d.d3d.diagnose(found(call, diagnostic.Finding{ID: "texture-clamped", Slot: diagnostic.NoSlot,
			Text: fmt.Sprintf("%dx%d is no power of two: under this profile the texture's coordinates are clamped", sd.width, sd.height)}))
	}
	return nil
}

// shaderNeeds is what a program of model 2 and up uses of what the caps count.
type shaderNeeds struct {
	temps                     int32
	predication, dynamic      bool
	swizzles, gradients, flow bool
}

func needsOf(p *sm.Program) shaderNeeds {
	var n shaderNeeds
	for i := range p.Instrs {
		in := &p.Instrs[i]
		n.predication = n.predication || in.Predicated || in.Op == sm.OpSetP
		switch in.Op {
		case sm.OpIfC, sm.OpBreakC, sm.OpBreakP:
			n.dynamic = true
		case sm.OpIf, sm.OpRep, sm.OpLoop, sm.OpCall, sm.OpCallNZ:
			n.flow = true
			n.dynamic = n.dynamic || len(in.Src) > 0 && in.Src[len(in.Src)-1].Type == sm.RegPredicate
		case sm.OpDsx, sm.OpDsy, sm.OpTexLDD:
			n.gradients = true
		}
		if d := in.Dst; d != nil && d.Type == sm.RegTemp {
			n.temps = max(n.temps, int32(d.Index)+1)
		}
		for k := range in.Src {
			s := &in.Src[k]
			if s.Type == sm.RegTemp {
				n.temps = max(n.temps, int32(s.Index)+1)
			}
			n.swizzles = n.swizzles || !plainSwizzle(s.Swizzle)
		}
	}
	return n
}

// plainSwizzle says whether ps_2_0 has the swizzle: none, one component for all, .yzxw, .zxyw and .wzyx.
func plainSwizzle(s [4]uint8) bool {
	switch s {
	case [4]uint8{0, 1, 2, 3}, [4]uint8{1, 2, 0, 3}, [4]uint8{2, 0, 1, 3}, [4]uint8{3, 2, 1, 0}:
		return true
	}
	return s[0] == s[1] && s[1] == s[2] && s[2] == s[3]
}

// checkShader refuses programs that the caps of period hardware do not have: versions, and of these the numbers of slots, registers and
// constants and the features of 2_x.
func (d *Device) checkShader(call string, tokens []uint32, s *ir.Shader) d3d9.Error {
	if d.caps.Profile().Hardware == nil {
		return nil
	}
	v := sm.Version(tokens[0])
	refuse := func(format string, args ...any) d3d9.Error {
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%v: "+format, append([]any{v}, args...)...)
	}
	c := d.vertexCaps()
	most, field := sm.Version(c.PixelShaderVersion), "PixelShaderVersion"
	if v.Stage() == sm.Vertex {
		if most, field = sm.Version(c.VertexShaderVersion), "VertexShaderVersion"; d.creation.BehaviorFlags&softwareOrMixed != 0 {
			return nil
		}
	}
	extended := v == sm.VS_2_X || v == sm.PS_2_X
	if v&255 == 255 {
		return refuse("only software vertex processing has it")
	}
	if v > most && !(extended && most >= v-1) {
		return refuse("the caps' %s is %v", field, most)
	}
	if s.Stage == ir.Vertex && uint32(s.ConstF.Used) > c.MaxVertexShaderConst {
		return refuse("%d constants are more than the caps' MaxVertexShaderConst of %d", s.ConstF.Used, c.MaxVertexShaderConst)
	}
	slots, name := slotsOf(v, &c)
	if slots > 0 && s.Slots > slots {
		return refuse("%d instruction slots are more than %d (%s)", s.Slots, slots, name)
	}
	if !extended {
		return nil
	}
	p, err := sm.ParseTokens(tokens)
	if err != nil {
		return refuse("%v", err)
	}
	n := needsOf(p)
	if v == sm.VS_2_X {
		return checkExtended(refuse, "VS20Caps", &n, c.VS20Caps.NumTemps, c.VS20Caps.Caps&d3d9.VS20CAPS_PREDICATION != 0, c.VS20Caps.DynamicFlowControlDepth > 0)
	}
	ps := &c.PS20Caps
	switch {
	case n.swizzles && ps.Caps&d3d9.PS20CAPS_ARBITRARYSWIZZLE == 0:
		return refuse("PS20Caps has no D3DPS20CAPS_ARBITRARYSWIZZLE")
	case n.gradients && ps.Caps&d3d9.PS20CAPS_GRADIENTINSTRUCTIONS == 0:
		return refuse("PS20Caps has no D3DPS20CAPS_GRADIENTINSTRUCTIONS")
	case n.flow && ps.StaticFlowControlDepth == 0:
		return refuse("PS20Caps.StaticFlowControlDepth is 0")
	}
	return checkExtended(refuse, "PS20Caps", &n, ps.NumTemps, ps.Caps&d3d9.PS20CAPS_PREDICATION != 0, ps.DynamicFlowControlDepth > 0)
}

// checkExtended checks what both stages of 2_x have.
func checkExtended(refuse func(string, ...any) d3d9.Error, field string, n *shaderNeeds, temps int32, predication, dynamic bool) d3d9.Error {
	switch {
	case n.temps > temps:
		return refuse("r%d is above %s.NumTemps of %d", n.temps-1, field, temps)
	case n.predication && !predication:
		return refuse("%s has no predication", field)
	case n.dynamic && !dynamic:
		return refuse("%s.DynamicFlowControlDepth is 0", field)
	}
	return nil
}

// slotsOf is the most instruction slots of a version, and what says so; 0 where nothing does.
func slotsOf(v sm.Version, c *d3d9.CAPS) (slots int, name string) {
	const ps2Slots, vs2Slots = 96, 256
	switch v {
	case sm.PS_3_0:
		return int(c.MaxPixelShader30InstructionSlots), "MaxPixelShader30InstructionSlots"
	case sm.VS_3_0:
		return int(c.MaxVertexShader30InstructionSlots), "MaxVertexShader30InstructionSlots"
	case sm.PS_2_X:
		return max(ps2Slots, int(c.PS20Caps.NumInstructionSlots)), "PS20Caps.NumInstructionSlots"
	case sm.PS_2_0:
		return ps2Slots, "64 arithmetic and 32 texture instructions"
	case sm.VS_2_0, sm.VS_2_X:
		return vs2Slots, "vs_2_0 and vs_2_x"
	}
	return 0, ""
}
