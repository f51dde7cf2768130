package ir

import (
	"d3d9vk/translate/sm"
)

// MaxInputs bounds Shader.Inputs: the sixteen vectors that a stage takes, and vPos and vFace. A register that holds
// several semantics counts once for each.
const MaxInputs = 18

// d3d8Inputs are the semantics of vs_1_x inputs without dcl: D3DVSDE_POSITION and its successors in Direct3D 8.
var d3d8Inputs = [16]Semantic{
	0:  {UsagePosition, 0},
	1:  {UsageBlendWeight, 0},
	2:  {UsageBlendIndices, 0},
	3:  {UsageNormal, 0},
	4:  {UsagePSize, 0},
	5:  {UsageColor, 0},
	6:  {UsageColor, 1},
	7:  {UsageTexCoord, 0},
	8:  {UsageTexCoord, 1},
	9:  {UsageTexCoord, 2},
	10: {UsageTexCoord, 3},
	11: {UsageTexCoord, 4},
	12: {UsageTexCoord, 5},
	13: {UsageTexCoord, 6},
	14: {UsageTexCoord, 7},
	15: {UsagePosition, 1},
}

// declareInput keeps the input register that a dcl names.
func (b *builder) declareInput(d *sm.Dst, sem Semantic) error {
	key := regKey{d.Type, d.Index}
	if err := b.checkInput(key); err != nil {
		return err
	}
	in := b.inputOf(key)
	if in.Kind == InVector && (!b.pixel() || b.v.Major() >= 3) {
		in.Semantic = sem
	}
	in.Mask, in.Centroid = d.Mask, d.Centroid
	return b.addInput(slot{key: key, declared: true}, in)
}

// checkInput refuses what is not an input register of the version.
func (b *builder) checkInput(key regKey) error {
	n := int(key.index)
	switch {
	case key.typ == sm.RegInput && n < b.max.inputs:
		return nil
	case key.typ == sm.RegTexture && b.pixel() && n < b.max.textures:
		return nil
	case key.typ == sm.RegMisc && b.pixel() && b.v.Major() >= 3 && n <= sm.MiscFace:
		return nil
	}
	return b.fail("%s is not an input register of %v", sm.RegName(b.v, key.typ, key.index), b.v)
}

// inputOf is the input that a register is without a declaration.
func (b *builder) inputOf(key regKey) Input {
	in := Input{Reg: uint8(key.index)}
	switch {
	case key.typ == sm.RegMisc && key.index == sm.MiscPosition:
		in.Kind = InPos
	case key.typ == sm.RegMisc:
		in.Kind = InFace
	case key.typ == sm.RegTexture:
		in.Semantic = Semantic{UsageTexCoord, in.Reg}
	case b.pixel() && b.v.Major() <= 2:
		in.Semantic = Semantic{UsageColor, in.Reg}
	case !b.pixel() && b.v.Major() == 1:
		in.Semantic = d3d8Inputs[in.Reg]
	default:
		in.Semantic = Semantic{UsageSample, in.Reg}
	}
	return in
}

// addInput keeps an input; a later declaration of the same components replaces an earlier one.
func (b *builder) addInput(k slot, in Input) error {
	for i := b.ins.find(k.key, 0); i >= 0; i = b.ins.find(k.key, i+1) {
		if b.s.Inputs[i].Mask&in.Mask != 0 {
			b.s.Inputs[i] = in
			return nil
		}
	}
	if len(b.s.Inputs) == MaxInputs {
		return b.fail("the program has more than %d inputs", MaxInputs)
	}
	b.ins = append(b.ins, k)
	b.s.Inputs = append(b.s.Inputs, in)
	return nil
}

// readInput enters an input that has no declaration, with the components read.
func (b *builder) readInput(key regKey, s *sm.Src) error {
	mask := uint8(0)
	for _, c := range s.Swizzle {
		mask |= 1 << (c & 3)
	}
	i := b.ins.find(key, 0)
	if i < 0 {
		in := b.inputOf(key)
		in.Mask = mask
		return b.addInput(slot{key: key}, in)
	}
	if !b.ins[i].declared {
		b.s.Inputs[i].Mask |= mask
	}
	return nil
}

// packInputs gives registers with several semantics a temporary each.
func (b *builder) packInputs() {
	for i := range b.ins {
		key := b.ins[i].key
		next := b.ins.find(key, i+1)
		if next < 0 || b.ins[i].temp != 0 {
			continue
		}
		b.s.Temps++
		b.ins[i].temp = uint8(b.s.Temps)
		for ; next >= 0; next = b.ins.find(key, next+1) {
			b.ins[next].temp = uint8(b.s.Temps)
		}
	}
}

// loadPacked fills those temporaries before the first instruction.
func (b *builder) loadPacked() {
	for i := range b.ins {
		if t := b.ins[i].temp; t != 0 {
			b.emit(&Instr{Op: OpMov, NSrc: 1,
				Dst: Dst{Obj: Obj{Temp, uint16(t - 1)}, Mask: b.s.Inputs[i].Mask},
				Src: [4]Src{{Obj: Obj{In, uint16(i)}, Swizzle: sm.SwizzleXYZW}}})
		}
	}
}
