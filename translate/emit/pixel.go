package emit

import (
	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// fragCoord returns the pixel's position, depth and 1/w.
func (e *emitter) fragCoord() spirv.ID {
	if e.coord == 0 {
		b := e.b
		e.coord = b.Load(b.Vec(4), e.builtIn(spirv.StorageClassInput, b.Vec(4), spirv.BuiltInFragCoord))
	}
	return e.coord
}

func (e *emitter) pixelInputs(v PixelVariant) {
	if e.s.WritesDepth || v.Fog { // needed at the end too: load it where every block can use it
		e.fragCoord()
	}
	for i := range e.s.Inputs {
		e.inputs[i] = e.pixelInput(i, &v)
	}
}

func (e *emitter) pixelInput(i int, v *PixelVariant) spirv.ID {
	b := e.b
	in := &e.s.Inputs[i]
	switch in.Kind {
	case ir.InPos: // integer centers
		at := b.Ext(b.Vec(4), spirv.GLSLFloor, e.fragCoord())
		return b.Shuffle(b.Vec(4), at, b.ConstNull(b.Vec(4)), 0, 1, 4, 4)
	case ir.InFace:
		front := b.Load(b.Bool(), e.builtIn(spirv.StorageClassInput, b.Bool(), spirv.BuiltInFrontFacing))
		return b.Select(b.Vec(4), front, b.ConstSplat(4, 1), b.ConstSplat(4, -1))
	}
	if v.PointSprite && in.Semantic.Usage == ir.UsageTexCoord {
		return e.pointSprite(i, v)
	}
	return e.interpolated(i, v)
}

// pointSprite is an input that point sprites replace.
func (e *emitter) pointSprite(i int, v *PixelVariant) spirv.ID {
	b := e.b
	if e.pointCoord == 0 {
		at := b.Load(b.Vec(2), e.builtIn(spirv.StorageClassInput, b.Vec(2), spirv.BuiltInPointCoord))
		e.pointCoord = b.Construct(b.Vec(4), at, b.ConstF32(0), b.ConstF32(1))
		e.sprites = e.switchOf(SwitchPointSprite)
	}
	if e.sprites == 0 {
		return e.pointCoord
	}
	return b.Select(b.Vec(4), b.Construct(b.BoolVec(4), e.sprites, e.sprites, e.sprites, e.sprites), e.pointCoord, e.interpolated(i, v))
}

// switchOf is the specialization constant that switches a part of the module, or 0: the part is on.
func (e *emitter) switchOf(n uint32) spirv.ID {
	if !e.layout.Switches {
		return 0
	}
	return e.b.SpecBool(e.layout.FirstSwitch+n, true)
}

// interpolated is the value of an input that the vertex shader hands on, or its default.
func (e *emitter) interpolated(i int, v *PixelVariant) spirv.ID {
	b := e.b
	in := &e.s.Inputs[i]
	if v.Link.Loc[i] == 0 {
		return e.varyingDefault(in.Semantic)
	}
	id, fresh := e.varying(v.Link.Loc[i])
	if fresh {
		if v.Flat && in.Semantic.Usage == ir.UsageColor {
			b.Decorate(id, spirv.DecorationFlat)
		} else if in.Centroid {
			b.Decorate(id, spirv.DecorationCentroid)
		}
	}
	return b.Load(b.Vec(4), id)
}

// varying returns the input variable at location-1, and whether it is new.
func (e *emitter) varying(location uint8) (id spirv.ID, fresh bool) {
	for _, v := range e.varyings {
		if v.location == location {
			return v.id, false
		}
	}
	id = e.b.Variable(spirv.StorageClassInput, e.b.Vec(4))
	e.b.Decorate(id, spirv.DecorationLocation, e.layout.FirstVarying+uint32(location-1))
	e.varyings = append(e.varyings, varying{location, id})
	return id, true
}

// pixelOutputs ends a pixel shader: alpha test by oC0, fog on oC0, then the outputs as they are stored.
func (e *emitter) pixelOutputs(v PixelVariant) {
	b := e.b
	for i := range e.s.Outputs {
		o := &e.s.Outputs[i]
		value := e.output(i)
		switch o.Kind {
		case ir.OutColor:
			if o.Semantic.Index == 0 {
				if v.AlphaTest {
					e.alphaTest(b.Extract(b.Float(), value, 3))
				}
				if v.Fog {
					value = e.fog(value, v.Link.Fog)
				}
			}
			if s := v.Stores[o.Semantic.Index]; s != 0 {
				value = e.stored(s, value)
			}
			out := b.Variable(spirv.StorageClassOutput, b.Vec(4))
			b.Decorate(out, spirv.DecorationLocation, e.layout.FirstColor+uint32(o.Semantic.Index))
			b.Store(out, value)
		case ir.OutDepth:
			out := e.builtIn(spirv.StorageClassOutput, b.Float(), spirv.BuiltInFragDepth)
			b.Store(out, e.clamp01(1, b.Extract(b.Float(), value, 0)))
		}
	}
	if !e.writesColor0() {
		if v.AlphaTest {
			e.alphaTest(b.ConstF32(1))
		}
		e.unwrittenColor0()
	}
}

// unwrittenColor0 gives a shader with other outputs than oC0 a color at location 0, which the write mask keeps from the target
// (OC-5): Mesa's llvmpipe crashes on a shader that has outputs but not this one.
func (e *emitter) unwrittenColor0() {
	if len(e.s.Outputs) == 0 {
		return
	}
	b := e.b
	out := b.Variable(spirv.StorageClassOutput, b.Vec(4))
	b.Decorate(out, spirv.DecorationLocation, e.layout.FirstColor)
	b.Store(out, b.ConstVec4(0, 0, 0, 1))
}

func (e *emitter) writesColor0() bool {
	for i := range e.s.Outputs {
		if o := &e.s.Outputs[i]; o.Kind == ir.OutColor && o.Semantic.Index == 0 {
			return true
		}
	}
	return false
}

// alphaTest drops the pixel when alpha does not pass. CMP_NEVER (1) to CMP_ALWAYS (8) less one are three bits: less, equal, greater.
func (e *emitter) alphaTest(alpha spirv.ID) {
	b, t := e.b, e.b.Float()
	state := e.load(&e.state, PixelAlpha)
	ref, scale := b.Extract(t, state, 0), b.Extract(t, state, 2)
	pass := b.ISub(b.Uint(), b.Bitcast(b.Uint(), b.Extract(t, state, 1)), b.ConstU32(1))
	rounded := b.Ext(t, spirv.GLSLRoundEven, b.FMul(t, e.clamp01(1, alpha), scale))
	whole := b.Compare(spirv.OpFOrdNotEqual, 1, scale, b.ConstF32(0))
	alpha = b.Select(t, whole, rounded, alpha)
	bit := func(op spirv.Op, v uint32) spirv.ID {
		return b.Select(b.Uint(), b.Compare(op, 1, alpha, ref), b.ConstU32(v), b.ConstU32(0))
	}
	is := b.Binary(spirv.OpBitwiseOr, b.Uint(), bit(spirv.OpFOrdLessThan, 1), bit(spirv.OpFOrdEqual, 2))
	is = b.Binary(spirv.OpBitwiseOr, b.Uint(), is, bit(spirv.OpFOrdGreaterThan, 4))
	fails := b.Compare(spirv.OpIEqual, 1, b.BitAnd(b.Uint(), is, pass), b.ConstU32(0))
	if on := e.switchOf(SwitchAlphaTest); on != 0 {
		fails = b.Binary(spirv.OpLogicalAnd, b.Bool(), on, fails)
	}
	kill := b.If(fails)
	b.Demote()
	b.EndIf(kill)
}

// fog returns the color mixed with the fog's, alpha as it was. link is Link.Fog.
func (e *emitter) fog(color spirv.ID, link uint8) spirv.ID {
	b, t := e.b, e.b.Float()
	vertex := b.ConstF32(1)
	if link != 0 {
		id, _ := e.varying(link &^ FogFromColor1)
		component := uint32(0)
		if link&FogFromColor1 != 0 {
			component = 3
		}
		vertex = b.Extract(t, b.Load(b.Vec(4), id), component)
	}
	fogColor, params := e.load(&e.state, PixelFogColor), e.load(&e.state, PixelFogParams)
	mode := b.Bitcast(b.Uint(), b.Extract(t, fogColor, 3))
	coord := e.fragCoord()
	byW := b.Compare(spirv.OpUGreaterThanEqual, 1, mode, b.ConstU32(FogLinearW))
	depth := b.Select(t, byW, b.FDiv(t, b.ConstF32(1), b.Extract(t, coord, 3)), b.Extract(t, coord, 2))

	linear, exp, exp2, none, merge := b.NewID(), b.NewID(), b.NewID(), b.NewID(), b.NewID()
	b.SelectionMerge(merge, 0)
	b.Switch(mode, none,
		spirv.Case{Value: FogLinearZ, Label: linear}, spirv.Case{Value: FogLinearW, Label: linear},
		spirv.Case{Value: FogExpZ, Label: exp}, spirv.Case{Value: FogExpW, Label: exp},
		spirv.Case{Value: FogExp2Z, Label: exp2}, spirv.Case{Value: FogExp2W, Label: exp2})
	b.Block(none)
	b.Branch(merge)
	b.Block(linear)
	byLine := b.FMul(t, b.FSub(t, b.Extract(t, params, 1), depth), b.Extract(t, params, 3))
	b.Branch(merge)
	b.Block(exp)
	byExp := b.Ext(t, spirv.GLSLExp, b.FNegate(t, b.FMul(t, depth, b.Extract(t, params, 2))))
	b.Branch(merge)
	b.Block(exp2)
	scaled := b.FMul(t, depth, b.Extract(t, params, 2))
	byExp2 := b.Ext(t, spirv.GLSLExp, b.FNegate(t, b.FMul(t, scaled, scaled)))
	b.Block(merge)
	factor := b.Phi(t, spirv.PhiSource{Value: vertex, Block: none}, spirv.PhiSource{Value: byLine, Block: linear},
		spirv.PhiSource{Value: byExp, Block: exp}, spirv.PhiSource{Value: byExp2, Block: exp2})
	factor = e.clamp01(1, factor)
	if on := e.switchOf(SwitchFog); on != 0 {
		factor = b.Select(t, on, factor, b.ConstF32(1))
	}

	rgb, fogRGB := b.Shuffle(b.Vec(3), color, color, 0, 1, 2), b.Shuffle(b.Vec(3), fogColor, fogColor, 0, 1, 2)
	mixed := b.Ext(b.Vec(3), spirv.GLSLFMix, fogRGB, rgb, b.Splat(3, factor))
	return b.Shuffle(b.Vec(4), color, mixed, 4, 5, 6, 3)
}
