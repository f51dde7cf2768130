package ir

import (
	"d3d9vk/translate/sm"
)

// MaxOutputs bounds Shader.Outputs: a register that holds several semantics counts once for each.
const MaxOutputs = 16

// declareOutput keeps the o# that a dcl names.
func (b *builder) declareOutput(d *sm.Dst, sem Semantic) error {
	if int(d.Index) >= b.max.outputs {
		return b.fail("o%d is out of range", d.Index)
	}
	out := Output{Kind: outputKind(sem), Semantic: sem, Reg: uint8(d.Index), Mask: d.Mask}
	if out.Kind == OutPointSize {
		out.Mask &= -out.Mask
	}
	return b.addOutput(slot{key: regKey{d.Type, d.Index}, declared: true}, out)
}

// outputKind is the kind of an o# register by its semantic.
func outputKind(s Semantic) OutputKind {
	switch s {
	case Semantic{UsagePosition, 0}:
		return OutPosition
	case Semantic{UsagePSize, 0}:
		return OutPointSize
	case Semantic{UsageFog, 0}:
		return OutFog
	}
	return OutVarying
}

// addOutput keeps an output; a later declaration of the same components replaces an earlier one.
func (b *builder) addOutput(k slot, out Output) error {
	for i := b.outs.find(k.key, 0); i >= 0; i = b.outs.find(k.key, i+1) {
		if b.s.Outputs[i].Mask&out.Mask != 0 {
			b.s.Outputs[i] = out
			return nil
		}
	}
	if len(b.s.Outputs) == MaxOutputs {
		return b.fail("the program has more than %d outputs", MaxOutputs)
	}
	b.outs = append(b.outs, k)
	b.s.Outputs = append(b.s.Outputs, out)
	return nil
}

// writeOutput enters an output that has no declaration, with the components written.
func (b *builder) writeOutput(d *sm.Dst) error {
	key := regKey{d.Type, d.Index}
	out, ok := b.outputOf(key)
	if !ok {
		return b.fail("%s is not a register to write in %v", sm.RegName(b.v, d.Type, d.Index), b.v)
	}
	if d.Rel != nil {
		return nil
	}
	if out.Kind == OutDepth {
		b.s.WritesDepth = true
	}
	mask := d.Mask & scalarMask(out.Kind)
	i := b.outs.find(key, 0)
	if i < 0 {
		out.Mask = mask
		return b.addOutput(slot{key: key}, out)
	}
	if !b.outs[i].declared {
		b.s.Outputs[i].Mask |= mask
	}
	return nil
}

// scalarMask is the mask of what an output of the kind can hold.
func scalarMask(k OutputKind) uint8 {
	if k == OutPointSize || k == OutFog || k == OutDepth {
		return 1
	}
	return sm.MaskXYZW
}

// outputOf is the output that a register is without a declaration; ok is false for registers that are no output.
func (b *builder) outputOf(key regKey) (Output, bool) {
	out := Output{Reg: uint8(key.index)}
	n := key.index
	if b.pixel() {
		switch {
		case key.typ == sm.RegColorOut && n < 4:
			out.Kind, out.Semantic = OutColor, Semantic{UsageColor, out.Reg}
			return out, true
		case key.typ == sm.RegDepthOut && n == 0:
			out.Kind, out.Semantic = OutDepth, Semantic{UsageDepth, 0}
			return out, true
		}
		return out, false
	}
	switch {
	case key.typ == sm.RegRastOut && n == sm.RastPosition:
		out.Kind, out.Semantic = OutPosition, Semantic{UsagePosition, 0}
	case key.typ == sm.RegRastOut && n == sm.RastFog:
		out.Kind, out.Semantic = OutFog, Semantic{UsageFog, 0}
	case key.typ == sm.RegRastOut && n == sm.RastPointSize:
		out.Kind, out.Semantic = OutPointSize, Semantic{UsagePSize, 0}
	case key.typ == sm.RegAttrOut && n < 2:
		out.Semantic = Semantic{UsageColor, out.Reg}
	case key.typ == sm.RegTexCrdOut && b.v.Major() < 3 && n < 8:
		out.Semantic = Semantic{UsageTexCoord, out.Reg}
	case key.typ == sm.RegOutput && b.v.Major() >= 3 && int(n) < b.max.outputs:
		out.Semantic = Semantic{UsageSample, out.Reg}
	default:
		return out, false
	}
	return out, true
}
