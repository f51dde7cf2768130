package spirv

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Disassemble prints a module, one instruction a line, in the syntax of spirv-dis, with readable names for named
// ids, types and scalar constants. The text depends on nothing but words. Operations that the package does not know
// are printed as numbers; at the first instruction that cannot be split, it returns the text so far and the error.
func Disassemble(words []uint32) (string, error) {
	if err := header(words); err != nil {
		return "", err
	}
	p := printer{names: map[uint32]string{}, taken: map[string]bool{}, types: map[uint32][]uint32{}, typeOf: map[uint32]uint32{}, glsl: map[uint32]bool{}}
	p.nameIDs(words)
	for at := HeaderWords; at < len(words); {
		inst, row, err := instruction(words, at)
		if err == nil {
			err = p.print(inst, row)
		}
		if err != nil {
			return p.out.String(), fmt.Errorf("spirv: word %d: %w", at, err)
		}
		at += len(inst)
	}
	return p.out.String(), nil
}

// printer holds what was learned of ids. Hostile modules may give an id several meanings; the first one stays.
type printer struct {
	out      strings.Builder
	names    map[uint32]string
	taken    map[string]bool
	types    map[uint32][]uint32 // the instruction that defines a type
	typeOf   map[uint32]uint32
	glsl     map[uint32]bool
	operands []operand
}

// maxName keeps names, which nest for pointers and arrays, short.
const maxName = 64

func (p *printer) setName(id uint32, name string) {
	if _, ok := p.names[id]; ok || len(name) == 0 || len(name) > maxName {
		return
	}
	clean := []byte(name)
	for i, c := range clean {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			clean[i] = '_'
		}
	}
	name = string(clean)
	if name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	if p.taken[name] {
		name += "_" + itoa(id)
	}
	if p.taken[name] {
		return
	}
	p.taken[name] = true
	p.names[id] = name
}

func (p *printer) id(id uint32) string {
	if n, ok := p.names[id]; ok {
		return n
	}
	return itoa(id)
}

// nameIDs names the ids of named things, then of types and scalar constants.
func (p *printer) nameIDs(words []uint32) {
	for pass := range 2 {
		for at := HeaderWords; at < len(words); {
			inst, row, err := instruction(words, at)
			if err != nil {
				return
			}
			at += len(inst)
			if row == nil {
				continue
			}
			if p.operands, err = operands(p.operands[:0], row, inst); err != nil {
				continue
			}
			if pass == 0 && row.Op == OpName {
				p.setName(inst[1], stringOf(inst[2:]))
			} else if pass == 1 {
				p.learn(row.Op, inst)
			}
		}
	}
}

func (p *printer) learn(op Op, inst []uint32) {
	if op >= OpTypeVoid && op <= OpTypeFunction {
		p.types[inst[1]] = inst
		p.setName(inst[1], p.typeName(op, inst))
		return
	}
	switch op {
	case OpExtInstImport:
		p.glsl[inst[1]] = stringOf(inst[2:]) == "GLSL.std.450"
	case OpConstantTrue:
		p.setName(inst[2], "true")
	case OpConstantFalse:
		p.setName(inst[2], "false")
	case OpConstant, OpSpecConstant:
		p.typeOf[inst[2]] = inst[1]
		if t := p.types[inst[1]]; op == OpConstant && t != nil {
			text := strings.NewReplacer("-", "n", "+", "", ".", "_").Replace(p.value(t, inst[3:]))
			p.setName(inst[2], p.id(inst[1])+"_"+text)
		}
	case OpConstantNull:
		p.setName(inst[2], p.id(inst[1])+"_null")
	default:
		if row := Lookup(op); len(row.Operands) > 1 && row.Operands[0] == KindType {
			p.typeOf[inst[2]] = inst[1] // for the literals of OpSwitch
		}
	}
}

func (p *printer) typeName(op Op, inst []uint32) string {
	sign := func(width, signed uint32) string {
		s := "uint"
		if signed != 0 {
			s = "int"
		}
		if width != 32 {
			s += itoa(width)
		}
		return s
	}
	switch op {
	case OpTypeVoid:
		return "void"
	case OpTypeBool:
		return "bool"
	case OpTypeInt:
		return sign(inst[2], inst[3])
	case OpTypeFloat:
		if inst[2] == 32 {
			return "float"
		}
		return "float" + itoa(inst[2])
	case OpTypeVector:
		return "v" + itoa(inst[3]) + p.id(inst[2])
	case OpTypeMatrix:
		return "mat" + itoa(inst[3]) + p.id(inst[2])
	case OpTypeSampler:
		return "type_sampler"
	case OpTypeImage:
		return "type_image_" + Dim(inst[3]).String()
	case OpTypeSampledImage:
		return "sampled_" + p.id(inst[2])
	case OpTypeArray:
		return "arr_" + p.id(inst[2]) + "_" + p.id(inst[3])
	case OpTypeRuntimeArray:
		return "runtimearr_" + p.id(inst[2])
	case OpTypePointer:
		return "ptr_" + StorageClass(inst[2]).String() + "_" + p.id(inst[3])
	case OpTypeStruct:
		return "struct_" + itoa(inst[1])
	case OpTypeFunction:
		return "fn_" + itoa(inst[1])
	}
	return ""
}

// value prints the bits of a constant of the type that the instruction t defines.
func (p *printer) value(t, bits []uint32) string {
	switch op := Op(t[0] & 0xFFFF); {
	case op == OpTypeInt && len(t) == 4 && len(bits) == 1 && t[3] != 0:
		return strconv.Itoa(int(int32(bits[0])))
	case op == OpTypeInt && len(bits) == 2:
		v := uint64(bits[0]) | uint64(bits[1])<<32
		if len(t) == 4 && t[3] != 0 {
			return strconv.FormatInt(int64(v), 10)
		}
		return strconv.FormatUint(v, 10)
	case op == OpTypeFloat && len(bits) == 1 && len(t) >= 3 && t[2] == 32:
		return floatText(bits[0])
	}
	return itoa(bits[0])
}

// floatText prints a float so that an assembler reads the same bits: infinities and NaNs in hexadecimal.
func floatText(bits uint32) string {
	if bits&0x7F800000 != 0x7F800000 {
		return strconv.FormatFloat(float64(math.Float32frombits(bits)), 'g', -1, 32)
	}
	sign := ""
	if bits>>31 != 0 {
		sign = "-"
	}
	fraction := strings.TrimRight(fmt.Sprintf("%06x", bits&0x7FFFFF<<1), "0")
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + "0x1" + fraction + "p+128"
}

// print writes one instruction.
func (p *printer) print(inst []uint32, row *Row) error {
	if row == nil {
		p.out.WriteString("Op" + itoa(inst[0]&0xFFFF))
		for _, w := range inst[1:] {
			p.out.WriteString(" " + itoa(w))
		}
		p.out.WriteByte('\n')
		return nil
	}
	var err error
	if p.operands, err = operands(p.operands[:0], row, inst); err != nil {
		return fmt.Errorf("%s: %w", row.Name, err)
	}
	for _, o := range p.operands {
		if o.kind == KindResult {
			p.out.WriteString("%" + p.id(o.words[0]) + " = ")
		}
	}
	p.out.WriteString(row.Name)
	for i, o := range p.operands {
		p.operand(inst, i, o)
	}
	p.out.WriteByte('\n')
	return nil
}

// operand writes the i-th operand of inst with a space before each word.
func (p *printer) operand(inst []uint32, i int, o operand) {
	write := func(s string) { p.out.WriteString(" " + s) }
	switch o.kind {
	case KindResult:
	case KindType, KindID, KindOptionalID, KindIDs:
		for _, w := range o.words {
			write("%" + p.id(w))
		}
	case KindLiterals:
		for _, w := range o.words {
			if i > 0 && p.operands[i-1].kind == KindDecoration && Decoration(p.operands[i-1].words[0]) == DecorationBuiltIn {
				write(BuiltIn(w).String())
			} else if Op(inst[0]&0xFFFF) == OpVectorShuffle && w == 0xFFFFFFFF {
				write("0xFFFFFFFF")
			} else {
				write(itoa(w))
			}
		}
	case KindString, KindOptionalString:
		write(quote(stringOf(o.words)))
	case KindValue:
		t, ok := p.types[inst[1]]
		if !ok {
			t = []uint32{0}
		}
		write(p.value(t, o.words))
	case KindCases:
		for j := 0; j < len(o.words); j += 2 {
			t, ok := p.types[p.typeOf[inst[1]]]
			if !ok {
				t = []uint32{0}
			}
			write(p.value(t, o.words[j:j+1]))
			write("%" + p.id(o.words[j+1]))
		}
	case KindExtInst:
		if p.glsl[inst[3]] {
			write(GLSL(o.words[0]).String())
		} else {
			write(itoa(o.words[0]))
		}
	case KindSpecOp:
		write(strings.TrimPrefix(Op(o.words[0]).String(), "Op"))
	default:
		write(enumText(o.kind, o.words[0]))
	}
}

// quote writes a string as an assembler reads it.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(strings.ToValidUTF8(s, "?")) + `"`
}

// enumText names an enumerant, or gives the number of a plain literal.
func enumText(k Kind, v uint32) string {
	switch k {
	case KindCapability:
		return Capability(v).String()
	case KindSourceLanguage:
		return SourceLanguage(v).String()
	case KindAddressingModel:
		return AddressingModel(v).String()
	case KindMemoryModel:
		return MemoryModel(v).String()
	case KindExecutionModel:
		return ExecutionModel(v).String()
	case KindExecutionMode:
		return ExecutionMode(v).String()
	case KindStorageClass:
		return StorageClass(v).String()
	case KindDim:
		return Dim(v).String()
	case KindImageFormat:
		return ImageFormat(v).String()
	case KindDecoration:
		return Decoration(v).String()
	case KindFunctionControl:
		return FunctionControl(v).String()
	case KindSelectionControl:
		return SelectionControl(v).String()
	case KindLoopControl:
		return LoopControl(v).String()
	case KindMemoryAccess:
		return MemoryAccess(v).String()
	case KindImageOperands:
		return ImageOperand(v).String()
	}
	return itoa(v)
}
