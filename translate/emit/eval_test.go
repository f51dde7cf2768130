package emit_test

import (
	"fmt"
	"math"
	"slices"

	"d3d9vk/spirv"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
)

// machine runs the entry point of a module for one invocation, as slowly and plainly as it can. Every value is a flat
// list of words: floats by their bits, bools as 0 and 1, composites one part after another. It knows the operations
// that emit makes and panics at others.
type machine struct {
	words    []uint32
	env      *environment
	types    map[uint32][]uint32 // instruction that defines a type
	values   map[uint32][]uint32
	pointers map[uint32]pointer
	typeOf   map[uint32]uint32
	names    map[uint32]map[spirv.Decoration]uint32
	labels   map[uint32]int
	sampled  map[uint32]uint32 // loaded sampled image -> its variable
	result   result
}

type pointer struct {
	memory *[]uint32
	at     int
	t      uint32 // type pointed to
}

// environment is what a shader sees.
type environment struct {
	layout   emit.Layout
	stage    ir.Stage
	inputs   map[uint32][4]float32         // by location, from the layout's first
	builtIns map[spirv.BuiltIn][]uint32    // as words
	blocks   map[uint32][][4]uint32        // buffers, by binding
	push     [2]uint32                     // the stage's push constants
	switches map[uint32]uint32             // specialization constants, by SwitchAlphaTest ...
	texture  func(s sampleCall) [4]float32 // answers samples
}

// place is the layout's part for the stage.
func (e *environment) place() *emit.StageLayout {
	if e.stage == ir.Vertex {
		return &e.layout.Vertex
	}
	return &e.layout.Pixel
}

func (e *environment) firstInput() uint32 {
	if e.stage == ir.Vertex {
		return e.layout.FirstInput
	}
	return e.layout.FirstVarying
}

func (e *environment) firstOutput() uint32 {
	if e.stage == ir.Vertex {
		return e.layout.FirstVarying
	}
	return e.layout.FirstColor
}

// sampleCall is one sample.
type sampleCall struct {
	sampler           uint32 // s#
	coordinate        []float32
	op                spirv.Op
	bias, lod, dx, dy []float32
}

// result is what a shader gives.
type result struct {
	outputs  map[uint32][4]float32
	builtIns map[spirv.BuiltIn][]float32
	demoted  bool
}

func f32(w uint32) float32  { return math.Float32frombits(w) }
func word(f float32) uint32 { return math.Float32bits(f) }
func f32s(w []uint32) (f []float32) {
	for _, x := range w {
		f = append(f, f32(x))
	}
	return f
}

func run(words []uint32, env environment) result {
	m := machine{
		words: words, env: &env, types: map[uint32][]uint32{}, values: map[uint32][]uint32{}, pointers: map[uint32]pointer{},
		typeOf: map[uint32]uint32{}, names: map[uint32]map[spirv.Decoration]uint32{}, labels: map[uint32]int{}, sampled: map[uint32]uint32{},
		result: result{outputs: map[uint32][4]float32{}, builtIns: map[spirv.BuiltIn][]float32{}},
	}
	start := 0
	var outputs []uint32
	for at := spirv.HeaderWords; at < len(words); at += int(words[at] >> 16) {
		inst := m.inst(at)
		switch op := spirv.Op(inst[0] & 0xFFFF); op {
		case spirv.OpDecorate:
			if m.names[inst[1]] == nil {
				m.names[inst[1]] = map[spirv.Decoration]uint32{}
			}
			m.names[inst[1]][spirv.Decoration(inst[2])] = append(inst, 0)[3]
		case spirv.OpLabel:
			m.labels[inst[1]] = at
		case spirv.OpFunction:
			start = at
		case spirv.OpVariable:
			if start == 0 {
				m.global(inst)
				if spirv.StorageClass(inst[3]) == spirv.StorageClassOutput {
					outputs = append(outputs, inst[2])
				}
			}
		default:
			if op >= spirv.OpTypeVoid && op <= spirv.OpTypeFunction {
				m.types[inst[1]] = inst
			} else if start == 0 && op >= spirv.OpConstantTrue && op <= spirv.OpSpecConstant {
				m.constant(op, inst)
			}
		}
	}
	m.run(start)
	for _, id := range outputs {
		p := m.pointers[id]
		v := f32s(*p.memory)
		if location, ok := m.names[id][spirv.DecorationLocation]; ok {
			m.result.outputs[location-env.firstOutput()] = [4]float32(v)
		} else {
			m.result.builtIns[spirv.BuiltIn(m.names[id][spirv.DecorationBuiltIn])] = v
		}
	}
	return m.result
}

func (m *machine) inst(at int) []uint32 {
	return m.words[at : at+int(m.words[at]>>16) : at+int(m.words[at]>>16)]
}

// size is a type's number of words; a runtime array has none.
func (m *machine) size(t uint32) int {
	switch d := m.types[t]; spirv.Op(d[0] & 0xFFFF) {
	case spirv.OpTypeVector:
		return int(d[3])
	case spirv.OpTypeArray:
		return m.size(d[2]) * int(m.values[d[3]][0])
	case spirv.OpTypeStruct:
		n := 0
		for _, member := range d[2:] {
			n += m.size(member)
		}
		return n
	case spirv.OpTypeRuntimeArray, spirv.OpTypeImage, spirv.OpTypeSampledImage:
		return 0
	}
	return 1
}

func (m *machine) constant(op spirv.Op, inst []uint32) {
	var v []uint32
	switch op {
	case spirv.OpSpecConstantTrue, spirv.OpSpecConstant:
		v = []uint32{1}
		if op == spirv.OpSpecConstant {
			v = inst[3:]
		}
		if w, ok := m.env.switches[m.names[inst[2]][spirv.DecorationSpecId]-m.env.layout.FirstSwitch]; ok {
			v = []uint32{w}
		}
	case spirv.OpConstantTrue:
		v = []uint32{1}
	case spirv.OpConstantFalse, spirv.OpConstantNull:
		v = make([]uint32, m.size(inst[1]))
	case spirv.OpConstant:
		v = inst[3:]
	case spirv.OpConstantComposite:
		for _, part := range inst[3:] {
			v = append(v, m.values[part]...)
		}
	}
	m.values[inst[2]], m.typeOf[inst[2]] = v, inst[1]
}

func (m *machine) global(inst []uint32) {
	id, class, t := inst[2], spirv.StorageClass(inst[3]), m.types[inst[1]][3]
	memory := make([]uint32, m.size(t))
	names := m.names[id]
	switch class {
	case spirv.StorageClassInput:
		if location, ok := names[spirv.DecorationLocation]; ok {
			for i, f := range m.env.inputs[location-m.env.firstInput()] {
				memory[i] = word(f)
			}
		} else {
			copy(memory, m.env.builtIns[spirv.BuiltIn(names[spirv.DecorationBuiltIn])])
		}
	case spirv.StorageClassUniform, spirv.StorageClassStorageBuffer:
		memory = nil
		if set := m.env.place().ConstSet; names[spirv.DecorationDescriptorSet] != set {
			panic("a constant block is in another set")
		}
		for _, v := range m.env.blocks[names[spirv.DecorationBinding]] {
			memory = append(memory, v[:]...)
		}
	case spirv.StorageClassPushConstant:
		if m.pushStart() != m.env.place().Push {
			panic("the push constants are elsewhere")
		}
		copy(memory, m.env.push[:])
	}
	m.pointers[id] = pointer{&memory, 0, t}
}

// pushStart is the byte at which the push constants' struct starts: the least offset of a member of a struct of two.
func (m *machine) pushStart() uint32 {
	for at := spirv.HeaderWords; at < len(m.words); at += int(m.words[at] >> 16) {
		inst := m.inst(at)
		if spirv.Op(inst[0]&0xFFFF) == spirv.OpMemberDecorate && inst[2] == 1 && spirv.Decoration(inst[3]) == spirv.DecorationOffset {
			return inst[4] - 4
		}
	}
	return 0
}

func (m *machine) set(inst []uint32, v []uint32) { m.values[inst[2]], m.typeOf[inst[2]] = v, inst[1] }

// run executes from the function at word at until it returns.
func (m *machine) run(at int) {
	var block, from uint32
	for steps := 0; ; steps++ {
		if steps > 1_000_000 {
			panic("the shader does not end")
		}
		inst := m.inst(at)
		at += len(inst)
		jump := func(label uint32) { from, at = block, m.labels[label] }
		switch op := spirv.Op(inst[0] & 0xFFFF); op {
		case spirv.OpFunction, spirv.OpLoopMerge, spirv.OpSelectionMerge:
		case spirv.OpLabel:
			block = inst[1]
		case spirv.OpBranch:
			jump(inst[1])
		case spirv.OpBranchConditional:
			jump(inst[3-m.values[inst[1]][0]])
		case spirv.OpSwitch:
			target := inst[2]
			for i := 3; i < len(inst); i += 2 {
				if inst[i] == m.values[inst[1]][0] {
					target = inst[i+1]
				}
			}
			jump(target)
		case spirv.OpPhi:
			i := slices.Index(inst, from)
			m.set(inst, m.values[inst[i-1]])
		case spirv.OpReturn:
			return
		case spirv.OpDemoteToHelperInvocation:
			m.result.demoted = true
		case spirv.OpVariable:
			t := m.types[inst[1]][3]
			memory := make([]uint32, m.size(t))
			for i := range memory {
				memory[i] = 0xFFFFDEAD // a NaN: what nobody wrote shows
			}
			if len(inst) > 4 {
				copy(memory, m.values[inst[4]])
			}
			m.pointers[inst[2]] = pointer{&memory, 0, t}
		case spirv.OpAccessChain:
			m.chain(inst)
		case spirv.OpLoad:
			p := m.pointers[inst[3]]
			m.sampled[inst[2]] = inst[3]
			m.set(inst, slices.Clone((*p.memory)[p.at:p.at+m.size(inst[1])]))
		case spirv.OpStore:
			p := m.pointers[inst[1]]
			copy((*p.memory)[p.at:], m.values[inst[2]])
		case spirv.OpImageSampleImplicitLod, spirv.OpImageSampleExplicitLod:
			m.sample(op, inst)
		default:
			m.set(inst, m.compute(op, inst))
		}
	}
}

func (m *machine) chain(inst []uint32) {
	p := m.pointers[inst[3]]
	for _, index := range inst[4:] {
		i := int(m.values[index][0])
		d := m.types[p.t]
		if spirv.Op(d[0]&0xFFFF) == spirv.OpTypeStruct {
			for _, member := range d[2 : 2+i] {
				p.at += m.size(member)
			}
			p.t = d[2+i]
			continue
		}
		if spirv.Op(d[0]&0xFFFF) == spirv.OpTypeArray && i >= int(m.values[d[3]][0]) {
			panic(fmt.Sprintf("element %d of an array of %d", i, m.values[d[3]][0]))
		}
		p.t = d[2]
		p.at += i * m.size(p.t)
	}
	m.pointers[inst[2]] = p
}

func (m *machine) sample(op spirv.Op, inst []uint32) {
	variable := m.sampled[inst[3]]
	c := sampleCall{op: op, coordinate: f32s(m.values[inst[4]]),
		sampler: m.names[variable][spirv.DecorationBinding] - m.env.place().FirstSampler}
	if m.names[variable][spirv.DecorationDescriptorSet] != m.env.place().SamplerSet {
		panic("a sampler is in another set")
	}
	if len(inst) > 5 {
		switch ids := inst[6:]; spirv.ImageOperand(inst[5]) {
		case spirv.ImageOperandBias:
			c.bias = f32s(m.values[ids[0]])
		case spirv.ImageOperandLod:
			c.lod = f32s(m.values[ids[0]])
		case spirv.ImageOperandGrad:
			c.dx, c.dy = f32s(m.values[ids[0]]), f32s(m.values[ids[1]])
		}
	}
	v := m.env.texture(c)
	m.set(inst, []uint32{word(v[0]), word(v[1]), word(v[2]), word(v[3])})
}

// compute gives the result of an operation on values.
func (m *machine) compute(op spirv.Op, inst []uint32) []uint32 {
	x := func(i int) []uint32 { return m.values[inst[3+i]] }
	switch op {
	case spirv.OpCompositeConstruct:
		var v []uint32
		for _, part := range inst[3:] {
			v = append(v, m.values[part]...)
		}
		return v
	case spirv.OpCompositeExtract:
		return []uint32{x(0)[inst[4]]}
	case spirv.OpCompositeInsert:
		v := slices.Clone(x(1))
		v[inst[5]] = x(0)[0]
		return v
	case spirv.OpVectorShuffle:
		both := append(slices.Clone(x(0)), x(1)...)
		var v []uint32
		for _, c := range inst[5:] {
			v = append(v, both[c])
		}
		return v
	case spirv.OpDot:
		sum := float32(0)
		for i, a := range x(0) {
			sum += f32(a) * f32(x(1)[i])
		}
		return []uint32{word(sum)}
	case spirv.OpAny:
		return []uint32{bit(slices.Contains(x(0), 1))}
	case spirv.OpAll:
		return []uint32{bit(!slices.Contains(x(0), 0))}
	case spirv.OpSelect:
		v := slices.Clone(x(2))
		for i := range v {
			if c := x(0); c[min(i, len(c)-1)] != 0 {
				v[i] = x(1)[i]
			}
		}
		return v
	}
	first := 0
	if op == spirv.OpExtInst {
		first = 2
	}
	v := make([]uint32, len(x(first)))
	for i := range v {
		var a [3]uint32
		for j := range a {
			if 3+first+j < len(inst) {
				a[j] = x(first + j)[i]
			}
		}
		if op == spirv.OpExtInst {
			v[i] = extended(spirv.GLSL(inst[4]), a)
		} else {
			v[i] = scalar(op, a)
		}
	}
	return v
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// scalar computes one component of an operation.
func scalar(op spirv.Op, x [3]uint32) uint32 {
	a, b := f32(x[0]), f32(x[1])
	switch op {
	case spirv.OpFAdd:
		return word(a + b)
	case spirv.OpFSub:
		return word(a - b)
	case spirv.OpFMul:
		return word(a * b)
	case spirv.OpFDiv:
		return word(a / b)
	case spirv.OpFNegate:
		return word(-a)
	case spirv.OpIAdd:
		return x[0] + x[1]
	case spirv.OpISub:
		return x[0] - x[1]
	case spirv.OpBitwiseAnd:
		return x[0] & x[1]
	case spirv.OpBitwiseOr:
		return x[0] | x[1]
	case spirv.OpBitcast:
		return x[0]
	case spirv.OpConvertFToS:
		return uint32(int32(a))
	case spirv.OpLogicalNot:
		return 1 - x[0]
	case spirv.OpLogicalAnd:
		return x[0] & x[1]
	case spirv.OpIEqual:
		return bit(x[0] == x[1])
	case spirv.OpINotEqual:
		return bit(x[0] != x[1])
	case spirv.OpULessThan:
		return bit(x[0] < x[1])
	case spirv.OpUGreaterThanEqual:
		return bit(x[0] >= x[1])
	case spirv.OpSLessThanEqual:
		return bit(int32(x[0]) <= int32(x[1]))
	case spirv.OpFOrdEqual:
		return bit(a == b)
	case spirv.OpFOrdNotEqual:
		return bit(a < b || a > b)
	case spirv.OpFUnordNotEqual:
		return bit(a != b)
	case spirv.OpFOrdLessThan:
		return bit(a < b)
	case spirv.OpFOrdGreaterThan:
		return bit(a > b)
	case spirv.OpFOrdLessThanEqual:
		return bit(a <= b)
	case spirv.OpFOrdGreaterThanEqual:
		return bit(a >= b)
	case spirv.OpDPdx, spirv.OpDPdy: // of one invocation: something to recognise
		return word(a * map[spirv.Op]float32{spirv.OpDPdx: 10, spirv.OpDPdy: 100}[op])
	}
	panic(op.String())
}

// extended computes one component of an instruction of GLSL.std.450.
func extended(op spirv.GLSL, x [3]uint32) uint32 {
	one := func(f func(float64) float64) uint32 { return word(float32(f(float64(f32(x[0]))))) }
	a, b, c := f32(x[0]), f32(x[1]), f32(x[2])
	switch op {
	case spirv.GLSLFAbs:
		return one(math.Abs)
	case spirv.GLSLFloor:
		return one(math.Floor)
	case spirv.GLSLRoundEven:
		return one(math.RoundToEven)
	case spirv.GLSLFract:
		return one(func(v float64) float64 { return v - math.Floor(v) })
	case spirv.GLSLExp:
		return one(math.Exp)
	case spirv.GLSLExp2:
		return one(math.Exp2)
	case spirv.GLSLLog2:
		return one(math.Log2)
	case spirv.GLSLInverseSqrt:
		return one(func(v float64) float64 { return 1 / math.Sqrt(v) })
	case spirv.GLSLSin:
		return one(math.Sin)
	case spirv.GLSLCos:
		return one(math.Cos)
	case spirv.GLSLFSign:
		return word(float32(bit(a > 0)) - float32(bit(a < 0)))
	case spirv.GLSLNMin:
		return word(nmin(a, b))
	case spirv.GLSLNMax:
		return word(-nmin(-a, -b))
	case spirv.GLSLNClamp:
		return word(nmin(-nmin(-a, -b), c))
	case spirv.GLSLFMix:
		return word(a*(1-c) + b*c)
	case spirv.GLSLUMin:
		return min(x[0], x[1])
	case spirv.GLSLSClamp:
		return uint32(min(max(int32(x[0]), int32(x[1])), int32(x[2])))
	}
	panic(op.String())
}

// nmin is the smaller one, or the one that is a number.
func nmin(a, b float32) float32 {
	if a != a || b < a {
		return b
	}
	return a
}
