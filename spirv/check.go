package spirv

import (
	"errors"
	"fmt"
)

// Check finds the mistakes that a translator makes: a wrong header or length, an instruction that the package does
// not know, sections out of order, an id that is 0, beyond the bound, defined twice, never, or after its use, a
// block that does not end or an instruction outside of one, and operands whose types do not fit arithmetic,
// comparison, selection, loads and stores. It is light: spirv-val knows far more rules. Any words are safe.
func Check(words []uint32) error {
	if err := header(words); err != nil {
		return err
	}
	c := checker{ids: make([]checkedID, min(int(words[3]), 4*len(words)))}
	c.bound = words[3]
	for at := HeaderWords; at < len(words); {
		inst, row, err := instruction(words, at)
		if err != nil {
			return err
		}
		if row == nil {
			return fmt.Errorf("spirv: word %d: %v is not a known operation", at, Op(inst[0]&0xFFFF))
		}
		if err := c.instruction(inst, row); err != nil {
			return fmt.Errorf("spirv: word %d: %s: %w", at, row.Name, err)
		}
		at += len(inst)
	}
	if c.inFunction {
		return errors.New("spirv: last function does not end")
	}
	for id := range c.ids {
		if c.ids[id].used && c.ids[id].op == OpNop {
			return fmt.Errorf("spirv: id %d is used and never defined", id)
		}
	}
	return nil
}

// checkedID is what is known of an id: the instruction that defines it (OpNop: none yet), the type of the value or,
// for a type, its operands.
type checkedID struct {
	op   Op
	used bool
	t    uint32 // type of a value; component, pointee or element of a type
	n    uint32 // count of a vector, width of a scalar, class of a pointer
}

type checker struct {
	ids        []checkedID
	bound      uint32
	section    Section
	inFunction bool
	inBlock    bool
	operands   []operand
}

// at returns what is known of id; ids grow with the module's size, never with its bound alone.
func (c *checker) at(id uint32) (*checkedID, error) {
	if id == 0 || id >= c.bound {
		return nil, fmt.Errorf("id %d is not in 1..%d", id, c.bound-1)
	}
	if int(id) >= len(c.ids) {
		c.ids = append(c.ids, make([]checkedID, int(id)+1-len(c.ids))...)
	}
	return &c.ids[id], nil
}

// get is at for an id whose definition the caller has made sure of; a foreign one is empty.
func (c *checker) get(id uint32) checkedID {
	if int(id) < len(c.ids) {
		return c.ids[id]
	}
	return checkedID{}
}

// forward: the ids of these operations may be defined later.
func forward(row *Row, k Kind, i int) bool {
	switch row.Op {
	case OpPhi, OpFunctionCall, OpBranch, OpBranchConditional, OpSwitch, OpLoopMerge, OpSelectionMerge, OpTypeForwardPointer:
		return k != KindType
	case OpTypeStruct, OpTypePointer:
		return i > 0
	}
	return row.Section < SectionGlobal
}

func (c *checker) instruction(inst []uint32, row *Row) error {
	if err := c.place(row); err != nil {
		return err
	}
	var err error
	if c.operands, err = operands(c.operands[:0], row, inst); err != nil {
		return err
	}
	result, hasResult := uint32(0), false
	for i, o := range c.operands {
		switch o.kind {
		case KindResult:
			result, hasResult = o.words[0], true
		case KindType, KindID, KindOptionalID, KindIDs:
			for _, w := range o.words {
				if err := c.use(w, forward(row, o.kind, i)); err != nil {
					return err
				}
			}
			if o.kind == KindType && !isType(c.get(o.words[0]).op) {
				return fmt.Errorf("id %d is not a type", o.words[0])
			}
		case KindCases:
			for j := 1; j < len(o.words); j += 2 {
				if err := c.use(o.words[j], true); err != nil {
					return err
				}
			}
		}
	}
	if err := c.shape(inst, row); err != nil {
		return err
	}
	if hasResult {
		return c.define(result, inst, row)
	}
	return nil
}

func isType(op Op) bool { return op >= OpTypeVoid && op <= OpTypeFunction }

func (c *checker) use(id uint32, mayBeLater bool) error {
	e, err := c.at(id)
	if err != nil {
		return err
	}
	e.used = true
	if e.op == OpNop && !mayBeLater {
		return fmt.Errorf("id %d is used before it is defined", id)
	}
	return nil
}

func (c *checker) define(id uint32, inst []uint32, row *Row) error {
	e, err := c.at(id)
	if err != nil {
		return err
	}
	if e.op != OpNop {
		return fmt.Errorf("id %d is defined twice", id)
	}
	e.op = row.Op
	switch row.Op {
	case OpTypeFloat, OpTypeInt:
		e.n = inst[2]
	case OpTypeVector, OpTypeMatrix:
		e.t, e.n = inst[2], inst[3]
	case OpTypePointer:
		e.t, e.n = inst[3], inst[2]
	default:
		if row.Operands[0] == KindType {
			e.t = inst[1]
		}
	}
	return nil
}

// place checks the order of sections, functions and blocks.
func (c *checker) place(row *Row) error {
	if row.Section == SectionAny {
		return nil
	}
	if row.Anywhere && c.inFunction {
		if !c.inBlock {
			return errors.New("stands outside of a block")
		}
		return nil
	}
	if row.Section < c.section {
		return errors.New("stands in the wrong section")
	}
	c.section = row.Section
	if row.Section != SectionFunction {
		return nil
	}
	switch {
	case row.Op == OpFunction:
		if c.inFunction {
			return errors.New("stands in a function")
		}
		c.inFunction = true
	case !c.inFunction:
		return errors.New("stands outside of a function")
	case row.Op == OpFunctionEnd:
		if c.inBlock {
			return errors.New("stands in a block that does not end")
		}
		c.inFunction = false
	case row.Op == OpFunctionParameter:
		if c.inBlock {
			return errors.New("stands in a block")
		}
	case row.Op == OpLabel:
		if c.inBlock {
			return errors.New("stands in a block that does not end")
		}
		c.inBlock = true
	case !c.inBlock:
		return errors.New("stands outside of a block")
	case row.Terminator:
		c.inBlock = false
	}
	return nil
}

// numeric describes a scalar or vector type: its component's operation, width and count (0: neither).
func (c *checker) numeric(t uint32) (component Op, width, count uint32) {
	e := c.get(t)
	if e.op == OpTypeVector {
		s := c.get(e.t)
		return s.op, s.n, e.n
	}
	if e.op == OpTypeFloat || e.op == OpTypeInt || e.op == OpTypeBool {
		return e.op, e.n, 1
	}
	return e.op, 0, 0
}

// shape checks the types of an instruction's operands against its result's.
func (c *checker) shape(inst []uint32, row *Row) error {
	switch row.Op {
	case OpLoad:
		if p := c.get(c.get(inst[3]).t); p.op != OpTypePointer || p.t != inst[1] {
			return fmt.Errorf("id %d does not point to type %d", inst[3], inst[1])
		}
	case OpStore:
		if p := c.get(c.get(inst[1]).t); p.op != OpTypePointer || p.t != c.get(inst[2]).t {
			return fmt.Errorf("id %d does not point to the type of id %d", inst[1], inst[2])
		}
	}
	if row.Shape == ShapeNone {
		return nil
	}
	t := inst[1]
	op, width, n := c.numeric(t)
	first := c.get(inst[3]).t
	firstOp, firstWidth, firstN := c.numeric(first)
	ok := true
	sameType := func(want uint32, from int) {
		for _, w := range inst[from:] {
			ok = ok && c.get(w).t == want
		}
	}
	switch row.Shape {
	case ShapeSame:
		sameType(t, 3)
	case ShapeFloat:
		ok = op == OpTypeFloat
		sameType(t, 3)
	case ShapeBool:
		ok = op == OpTypeBool
		sameType(t, 3)
	case ShapeInt:
		ok = op == OpTypeInt
		for _, w := range inst[3:] {
			o, ow, on := c.numeric(c.get(w).t)
			ok = ok && o == OpTypeInt && ow == width && on == n
		}
	case ShapeFloatCompare:
		ok = op == OpTypeBool && firstOp == OpTypeFloat && firstN == n
		sameType(first, 4)
	case ShapeIntCompare:
		ok = op == OpTypeBool && firstOp == OpTypeInt && firstN == n
		for _, w := range inst[4:] {
			o, ow, on := c.numeric(c.get(w).t)
			ok = ok && o == OpTypeInt && ow == firstWidth && on == n
		}
	case ShapeSelect:
		ok = firstOp == OpTypeBool && (firstN == 1 || firstN == n)
		sameType(t, 4)
	case ShapeDot:
		ok = op == OpTypeFloat && n == 1 && firstOp == OpTypeFloat && firstN >= 2 && firstWidth == width
		sameType(first, 4)
	case ShapeScale:
		o, _, on := c.numeric(c.get(inst[4]).t)
		ok = op == OpTypeFloat && n >= 2 && first == t && o == OpTypeFloat && on == 1
	case ShapeAnyAll:
		ok = op == OpTypeBool && n == 1 && firstOp == OpTypeBool && firstN >= 2
	case ShapeFloatToInt:
		ok = op == OpTypeInt && firstOp == OpTypeFloat && firstN == n
	case ShapeIntToFloat:
		ok = op == OpTypeFloat && firstOp == OpTypeInt && firstN == n
	}
	if !ok {
		return errors.New("types of operands and result do not fit")
	}
	return nil
}
