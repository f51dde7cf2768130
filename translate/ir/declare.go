package ir

import (
	"math/bits"

	"d3d9vk/translate/sm"
)

// regKey names a register of the program text.
type regKey struct {
	typ   sm.RegType
	index uint16
}

// slot says of an entry of Inputs or Outputs which register of the text holds it.
type slot struct {
	key      regKey
	declared bool
	temp     uint8 // of inputs: 1 + the temporary that joins the register's semantics, 0 where there is one only
}

// slots stand beside Inputs or Outputs. They are so few that searching beats a map.
type slots []slot

// find gives the first slot of a register from index from on, or -1.
func (list slots) find(key regKey, from int) int {
	for i := from; i < len(list); i++ {
		if list[i].key == key {
			return i
		}
	}
	return -1
}

// limits are the register counts of a version. They are those of the best hardware and of the device's constant
// files, not a version's minimum: a program may use what a device's caps allow.
type limits struct {
	temps, inputs, textures, floats, ints, bools, samplers, outputs int
}

func limitsOf(v sm.Version) limits {
	l := limits{temps: 32, inputs: 16, floats: 256, ints: 16, bools: 16, samplers: 4, outputs: 12}
	if v.Stage() == sm.Pixel {
		l = limits{temps: 32, inputs: 10, floats: 224, ints: 16, bools: 16, samplers: 16}
		switch v.Major() {
		case 1:
			l = limits{temps: 32, inputs: 2, textures: MaxStages, floats: 8, samplers: MaxStages}
		case 2:
			l.inputs, l.textures = 2, 8
		}
	}
	if v.Software() {
		l.floats, l.ints, l.bools, l.outputs = 8192, 2048, 2048, MaxOutputs
	}
	return l
}

// declare is the first pass: it collects declarations and constants, then every register that the code names, checks
// their ranges and makes the tables of the shader.
func (b *builder) declare() error {
	for i := range b.prog.Instrs {
		b.pos = i
		in := &b.prog.Instrs[i]
		var err error
		switch in.Op {
		case sm.OpDcl:
			err = b.declareRegister(in)
		case sm.OpDef:
			err = b.define(in, sm.FileF, in.Values)
		case sm.OpDefI:
			err = b.define(in, sm.FileI, in.Values)
		case sm.OpDefB:
			v := min(in.Values[0], 1)
			err = b.define(in, sm.FileB, [4]uint32{v, v, v, v})
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
	b.listSamplers()
	b.packInputs()
	b.scratch = uint16(b.s.Temps)
	b.keepDefs()
	return nil
}

func (b *builder) declareRegister(in *sm.Instr) error {
	d := in.Dst
	if d == nil || d.Rel != nil {
		return b.fail("the declared register is missing or relative")
	}
	sem := Semantic{uint8(in.Decl.Usage), in.Decl.Index}
	switch {
	case d.Type == sm.RegSampler:
		return b.addSampler(d.Index, in.Decl.Texture)
	case d.Type == sm.RegOutput && !b.pixel() && b.v.Major() >= 3:
		return b.declareOutput(d, sem)
	}
	return b.declareInput(d, sem)
}

// addSampler keeps a sampler; the last declaration counts. A texture type that is not told, and 1D, is 2D.
func (b *builder) addSampler(n uint16, t sm.TextureType) error {
	if int(n) >= b.max.samplers {
		return b.fail("s%d is out of range", n)
	}
	b.sampled |= 1 << n
	b.dims[n] = Dim2D
	switch t {
	case sm.TextureCube:
		b.dims[n] = DimCube
	case sm.TextureVolume:
		b.dims[n] = DimVolume
	}
	return nil
}

func (b *builder) listSamplers() {
	if b.sampled == 0 {
		return
	}
	for n, dim := range b.dims {
		if b.sampled>>n&1 != 0 {
			b.s.Samplers = append(b.s.Samplers, Sampler{Reg: uint8(n), Dim: dim})
		}
	}
}

// sampler gives the index in Samplers of s#n, which is there.
func (b *builder) sampler(n uint16) uint8 { return uint8(bits.OnesCount16(b.sampled & (1<<n - 1))) }

// touch enters the registers that an instruction names into the tables.
func (b *builder) touch(in *sm.Instr) error {
	row := b.rows.Find(in.Op, in.Control)
	if row == nil || row.Flow == sm.FlowDecl {
		return nil
	}
	b.s.Slots += row.Slots
	switch row.Flow {
	case sm.FlowCall, sm.FlowLabel, sm.FlowRet:
		b.calling = true
	}
	if in.Dst != nil {
		if err := b.touchDst(in); err != nil {
			return err
		}
	}
	for i := range in.Src {
		// A matrix operand stands for as many consecutive registers as the instruction has rows.
		rows := uint16(1)
		if i < row.Sources() && row.SourceKind(i) == sm.KindMatrix {
			rows = uint16(lowerings[in.Op].rows)
		}
		for k := range rows {
			if err := b.touchSrc(&in.Src[i], in.Src[i].Index+k); err != nil {
				return err
			}
		}
	}
	if in.Predicated {
		return b.touchSrc(&in.Pred, in.Pred.Index)
	}
	return nil
}

// touchSrc enters the register with s's type and the number index.
func (b *builder) touchSrc(s *sm.Src, index uint16) error {
	if file, n, ok := sm.ConstOf(s.Type, index); ok {
		return b.touchConst(s, file, n)
	}
	switch {
	case s.Type == sm.RegTemp:
		return b.touchTemp(index)
	case s.Type == sm.RegSampler:
		if index < 16 && b.sampled>>index&1 != 0 {
			return nil
		}
		return b.addSampler(index, sm.TextureUnknown)
	case s.Type == sm.RegPredicate:
		b.s.Preds = 1
		if index > 0 {
			return b.fail("p%d is out of range", index)
		}
	case s.Type == sm.RegInput, s.Type == sm.RegMisc, s.Type == sm.RegTexture && b.pixel():
		if s.Rel != nil && int(index) < b.max.inputs {
			return nil
		}
		key := regKey{s.Type, index}
		if err := b.checkInput(key); err != nil {
			return err
		}
		return b.readInput(key, s)
	}
	return nil
}

func (b *builder) touchTemp(n uint16) error {
	if int(n) >= b.max.temps {
		return b.fail("r%d is out of range", n)
	}
	b.s.Temps = max(b.s.Temps, int(n)+1)
	return nil
}

func (b *builder) touchDst(in *sm.Instr) error {
	d := in.Dst
	switch {
	case in.Op == sm.OpTexKill:
		return b.touchSrc(&sm.Src{Type: d.Type, Swizzle: sm.SwizzleXYZW, Rel: d.Rel}, d.Index)
	case d.Type == sm.RegTemp:
		return b.touchTemp(d.Index)
	case d.Type == sm.RegPredicate:
		b.s.Preds = 1
		return nil
	case d.Type == sm.RegAddr && !b.pixel():
		return nil
	}
	return b.writeOutput(d)
}
