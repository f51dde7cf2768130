package ir

import (
	"d3d9vk/translate/sm"
)

// regKey names a register of the program text.
type regKey struct {
	typ   sm.RegType
	index uint16
}

// The constant files, as indices of builder.defs.
const (
	fileF = iota
	fileI
	fileB
)

// limits are the register counts of a version. They are those of the best hardware and of the device's constant
// files, not a version's minimum: a program may use what a device's caps allow.
type limits struct {
	temps, inputs, textures, floats, ints, bools, samplers, outputs int
}

func limitsOf(v sm.Version) limits {
	l := limits{temps: 32, inputs: 16, floats: 256, ints: 16, bools: 16, samplers: 4, outputs: 12}
	if v.Stage() == sm.Pixel {
		l = limits{temps: 32, inputs: 10, floats: 224, ints: 16, bools: 16, samplers: 16, outputs: 4}
		if v.Major() == 2 {
			l.inputs, l.textures = 2, 8
		}
	}
	if v.Software() {
		l.floats, l.ints, l.bools = 8192, 2048, 2048
	}
	return l
}

// maxLinked bounds inputs and outputs: registers that hold several semantics count once for each.
const maxLinked = 16

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

// declare is the first pass: it collects declarations and constants, then every register that the code names, checks
// their ranges and makes the tables of the shader.
func (b *builder) declare() error {
	b.inputs, b.outputs, b.samps = map[regKey][]int{}, map[regKey][]int{}, map[uint16]uint8{}
	b.dcls, b.imms = map[regKey]bool{}, map[[4]uint32]uint16{}
	b.defs = [3]map[int]uint16{{}, {}, {}}
	for i := range b.prog.Instrs {
		b.pos = i
		in := &b.prog.Instrs[i]
		var err error
		switch in.Op {
		case sm.OpDcl:
			err = b.declareRegister(in)
		case sm.OpDef:
			err = b.define(in, fileF, in.Values)
		case sm.OpDefI:
			err = b.define(in, fileI, in.Values)
		case sm.OpDefB:
			v := min(in.Values[0], 1)
			err = b.define(in, fileB, [4]uint32{v, v, v, v})
		}
		if err != nil {
			return err
		}
	}
	for i := range b.prog.Instrs {
		b.pos = i
		if err := b.touch(&b.prog.Instrs[i]); err != nil {
			return err
		}
	}
	b.pos = -1
	if len(b.s.Inputs) > maxLinked+2 || len(b.s.Outputs) > maxLinked {
		return b.fail("%d inputs and %d outputs, more than %d", len(b.s.Inputs), len(b.s.Outputs), maxLinked)
	}
	b.sortSamplers()
	b.packInputs()
	b.scratch = uint16(b.s.Temps)
	b.keepDefs()
	return nil
}

// define keeps a constant given in the text; the last one of a register counts. A number beyond the device's file is a
// finding only, because nothing is read from the device.
func (b *builder) define(in *sm.Instr, file int, v [4]uint32) error {
	if in.Dst == nil || in.Dst.Rel != nil {
		return b.fail("the constant's register is missing or relative")
	}
	f, n, ok := constFile(in.Dst.Type, in.Dst.Index)
	name := sm.RegName(b.v, in.Dst.Type, in.Dst.Index)
	if !ok || f != file {
		return b.fail("%s cannot be defined here", name)
	}
	if n >= b.fileSize(file) {
		b.facts.defs = append(b.facts.defs, farDef{b.pos, name})
	}
	b.defs[file][n] = b.imm(v)
	return nil
}

// constFile gives the constant file of a register and the number in it.
func constFile(t sm.RegType, index uint16) (file, n int, ok bool) {
	if n, ok := sm.ConstIndex(t, index); ok {
		return fileF, n, true
	}
	switch t {
	case sm.RegConstInt:
		return fileI, int(index), true
	case sm.RegConstBool:
		return fileB, int(index), true
	}
	return 0, 0, false
}

func (b *builder) fileSize(file int) int {
	l := limitsOf(b.v)
	return [3]int{fileF: l.floats, fileI: l.ints, fileB: l.bools}[file]
}

func (b *builder) declareRegister(in *sm.Instr) error {
	d := in.Dst
	if d == nil || d.Rel != nil {
		return b.fail("the declared register is missing or relative")
	}
	sem := Semantic{uint8(in.Decl.Usage), in.Decl.Index}
	key := regKey{d.Type, d.Index}
	switch {
	case d.Type == sm.RegSampler:
		return b.addSampler(d.Index, in.Decl.Texture)
	case d.Type == sm.RegOutput && !b.pixel() && b.v.Major() >= 3:
		if int(d.Index) >= limitsOf(b.v).outputs {
			return b.fail("o%d is out of range", d.Index)
		}
		out := Output{Kind: outputKind(sem), Semantic: sem, Reg: uint8(d.Index), Mask: d.Mask}
		if out.Kind == OutPointSize && out.Mask&1 != 0 {
			out.Mask = 1
		}
		b.addOutput(key, out)
		return nil
	}
	if err := b.checkInput(key); err != nil {
		return err
	}
	input := b.inputOf(key)
	if input.Kind == InVector && (!b.pixel() || b.v.Major() >= 3) {
		input.Semantic = sem
	}
	input.Mask, input.Centroid = d.Mask, d.Centroid
	b.dcls[key] = true
	b.addInput(key, input)
	return nil
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

// checkInput refuses what is not an input register of the version.
func (b *builder) checkInput(key regKey) error {
	l := limitsOf(b.v)
	n := int(key.index)
	switch {
	case key.typ == sm.RegInput && n < l.inputs:
		return nil
	case key.typ == sm.RegTexture && b.pixel() && n < l.textures:
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
	case b.pixel() && b.v.Major() == 2:
		in.Semantic = Semantic{UsageColor, in.Reg}
	case !b.pixel() && b.v.Major() == 1:
		in.Semantic = d3d8Inputs[in.Reg]
	default:
		in.Semantic = Semantic{UsageSample, in.Reg}
	}
	return in
}

// addInput keeps a declared input; a later declaration of the same components replaces an earlier one.
func (b *builder) addInput(key regKey, in Input) {
	for _, i := range b.inputs[key] {
		if b.s.Inputs[i].Mask&in.Mask != 0 {
			b.s.Inputs[i] = in
			return
		}
	}
	b.inputs[key] = append(b.inputs[key], len(b.s.Inputs))
	b.s.Inputs = append(b.s.Inputs, in)
}

func (b *builder) addOutput(key regKey, out Output) {
	for _, i := range b.outputs[key] {
		if b.s.Outputs[i].Mask&out.Mask != 0 {
			b.s.Outputs[i] = out
			return
		}
	}
	b.outputs[key] = append(b.outputs[key], len(b.s.Outputs))
	b.outKeys = append(b.outKeys, key)
	b.s.Outputs = append(b.s.Outputs, out)
}

// addSampler keeps a sampler. A texture type that is not told, and 1D, is 2D.
func (b *builder) addSampler(n uint16, t sm.TextureType) error {
	if int(n) >= limitsOf(b.v).samplers {
		return b.fail("s%d is out of range", n)
	}
	dim := Dim2D
	switch t {
	case sm.TextureCube:
		dim = DimCube
	case sm.TextureVolume:
		dim = DimVolume
	}
	if i, ok := b.samps[n]; ok {
		b.s.Samplers[i].Dim = dim
		return nil
	}
	b.samps[n] = uint8(len(b.s.Samplers))
	b.s.Samplers = append(b.s.Samplers, Sampler{Reg: uint8(n), Dim: dim})
	return nil
}

func (b *builder) sortSamplers() {
	var sorted []Sampler
	for n := range uint16(limitsOf(b.v).samplers) {
		if i, ok := b.samps[n]; ok {
			b.samps[n] = uint8(len(sorted))
			sorted = append(sorted, b.s.Samplers[i])
		}
	}
	b.s.Samplers = sorted
}

// touch enters the registers that an instruction names into the tables.
func (b *builder) touch(in *sm.Instr) error {
	row := sm.FindRow(in.Op, in.Control, b.v)
	if row == nil || row.Flow == sm.FlowDecl {
		return nil
	}
	if in.Dst != nil {
		if err := b.touchDst(in); err != nil {
			return err
		}
	}
	for i := range in.Src {
		s := &in.Src[i]
		// A matrix operand stands for as many consecutive registers as the instruction has rows.
		rows := 1
		if i < row.Sources() && row.SourceKind(i) == sm.KindMatrix {
			rows = int(matrices[in.Op].rows)
		}
		for k := range rows {
			row := *s
			row.Index += uint16(k)
			if err := b.touchSrc(&row); err != nil {
				return err
			}
		}
	}
	if in.Predicated {
		return b.touchSrc(&in.Pred)
	}
	return nil
}

func (b *builder) touchSrc(s *sm.Src) error {
	l := limitsOf(b.v)
	key := regKey{s.Type, s.Index}
	if file, n, ok := constFile(s.Type, s.Index); ok {
		return b.touchConst(s, file, n)
	}
	n := int(s.Index)
	switch {
	case s.Type == sm.RegTemp:
		return b.touchTemp(n)
	case s.Type == sm.RegSampler:
		if _, ok := b.samps[s.Index]; !ok {
			return b.addSampler(s.Index, sm.TextureUnknown)
		}
		return nil
	case s.Type == sm.RegPredicate:
		b.s.Preds = 1
		if n > 0 {
			return b.fail("p%d is out of range", n)
		}
		return nil
	case s.Type == sm.RegInput, s.Type == sm.RegMisc, s.Type == sm.RegTexture && b.pixel():
		if s.Rel != nil && n < l.inputs {
			return nil
		}
		if err := b.checkInput(key); err != nil {
			return err
		}
		b.readInput(key, s)
	}
	return nil
}

// readInput enters an input that has no declaration, with the components read.
func (b *builder) readInput(key regKey, s *sm.Src) {
	mask := uint8(0)
	for _, c := range s.Swizzle {
		mask |= 1 << (c & 3)
	}
	have := b.inputs[key]
	if len(have) == 0 {
		in := b.inputOf(key)
		in.Mask = mask
		b.addInput(key, in)
		return
	}
	if len(have) == 1 && !b.dcls[key] {
		b.s.Inputs[have[0]].Mask |= mask
	}
}

func (b *builder) touchTemp(n int) error {
	if n >= limitsOf(b.v).temps {
		return b.fail("r%d is out of range", n)
	}
	b.s.Temps = max(b.s.Temps, n+1)
	return nil
}

// touchConst counts a constant that comes from the device. A relative read may reach the whole file.
func (b *builder) touchConst(s *sm.Src, file, n int) error {
	c := [3]*Consts{&b.s.ConstF, &b.s.ConstI, &b.s.ConstB}[file]
	size := b.fileSize(file)
	if s.Rel != nil {
		if file != fileF {
			return b.fail("%s is addressed relatively", b.srcName(s))
		}
		c.Relative, c.Used = true, size
		return nil
	}
	if _, ok := b.defs[file][n]; ok {
		return nil
	}
	if n >= size {
		return b.fail("%s is out of range: %v has %d", b.srcName(s), b.v, size)
	}
	c.Used = max(c.Used, n+1)
	return nil
}

func (b *builder) touchDst(in *sm.Instr) error {
	d := in.Dst
	if in.Op == sm.OpTexKill {
		return b.touchSrc(&sm.Src{Type: d.Type, Index: d.Index, Swizzle: sm.SwizzleXYZW, Rel: d.Rel})
	}
	key := regKey{d.Type, d.Index}
	switch {
	case d.Type == sm.RegTemp:
		return b.touchTemp(int(d.Index))
	case d.Type == sm.RegPredicate:
		b.s.Preds = 1
		return nil
	case d.Type == sm.RegAddr && !b.pixel():
		return nil
	}
	out, ok := b.outputOf(key)
	if !ok {
		return b.fail("%s is not a register to write in %v", sm.RegName(b.v, d.Type, d.Index), b.v)
	}
	if d.Rel != nil {
		return nil
	}
	if have := b.outputs[key]; len(have) == 0 {
		out.Mask = d.Mask & scalarMask(out.Kind)
		b.addOutput(key, out)
	} else if b.v.Major() < 3 || b.pixel() {
		b.s.Outputs[have[0]].Mask |= d.Mask & scalarMask(out.Kind)
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
	case key.typ == sm.RegOutput && b.v.Major() >= 3 && int(n) < limitsOf(b.v).outputs:
		out.Semantic = Semantic{UsageSample, out.Reg}
	default:
		return out, false
	}
	return out, true
}

// packInputs gives registers with several semantics a temporary each.
func (b *builder) packInputs() {
	b.packed = map[regKey]uint16{}
	for i := range b.s.Inputs {
		for key, list := range b.inputs {
			if len(list) > 1 && list[0] == i {
				b.packed[key] = uint16(b.s.Temps)
				b.s.Temps++
			}
		}
	}
}

// loadPacked fills those temporaries before the first instruction.
func (b *builder) loadPacked() {
	for i := range b.s.Inputs {
		for key, temp := range b.packed {
			for _, n := range b.inputs[key] {
				if n == i {
					b.emit(Instr{Op: OpMov, NSrc: 1,
						Dst: Dst{Obj: Obj{Temp, temp}, Mask: b.s.Inputs[i].Mask},
						Src: [4]Src{{Obj: Obj{In, uint16(i)}, Swizzle: sm.SwizzleXYZW}}})
				}
			}
		}
	}
}

// keepDefs lists the float constants of the text where a relative read can reach them.
func (b *builder) keepDefs() {
	if !b.s.ConstF.Relative {
		return
	}
	for n := range b.fileSize(fileF) {
		if i, ok := b.defs[fileF][n]; ok {
			b.s.Defs = append(b.s.Defs, Def{Reg: uint16(n), Value: b.s.Imms[i]})
		}
	}
}
