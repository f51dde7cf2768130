package ir

import (
	"fmt"
	"slices"

	"d3d9vk/translate/sm"
)

// ProgramError is what makes a program malformed: a register out of range, flow control that does not nest, an operand
// that its instruction cannot have.
type ProgramError struct {
	Instr  int // index of the sm instruction, -1 for the program as a whole
	Offset int // its token
	Msg    string
}

func (e *ProgramError) Error() string {
	if e.Instr < 0 {
		return "shader program: " + e.Msg
	}
	return fmt.Sprintf("shader instruction %d (token %d): %s", e.Instr, e.Offset, e.Msg)
}

// UnsupportedError is a program that Direct3D 9 allows and this package does not translate.
type UnsupportedError struct {
	Instr int // index of the sm instruction, -1 for the program as a whole
	What  string
}

func (e *UnsupportedError) Error() string {
	if e.Instr < 0 {
		return "shader program: " + e.What + " is not supported"
	}
	return fmt.Sprintf("shader instruction %d: %s is not supported", e.Instr, e.What)
}

// maxDepth bounds the nesting of blocks; Direct3D 9 itself allows 24 levels.
const maxDepth = 64

// builder holds the state of one Build. It is reused, so that a translation allocates little more than the shader.
type builder struct {
	prog *sm.Program
	v    sm.Version
	rows sm.VersionRows
	s    Shader

	max     limits
	defs    [sm.ConstFiles][]uint16 // by constant file and number: 1 + the index in Imms of what the text gives, or 0
	ins     slots                   // of Inputs
	outs    slots                   // of Outputs
	sampled uint16                  // bit n: s#n is declared or read
	dims    [16]Dim                 // of s#
	start   uint16                  // 1 + the index in Imms of outputStart, or 0
	scratch uint16                  // the temporary of expanded instructions

	pos     int // index of the sm instruction at hand
	blocks  []block
	base    int // of blocks: those of the routine at hand start here
	main    routine
	labels  []routine // by number
	calls   int       // open calls
	calling bool      // the program has call, label or ret
	path    pathState
	ps1     ps1
}

// Build turns tokens into a typed program. A malformed program gives a *ProgramError, a program with too many operations an
// *UnsupportedError. What only breaks a rule of Direct3D 9 (package validate) is built.
//
// A register that is only written reads as its start value (OC-1: oC# as (0, 0, 0, 1)). An input of vs_1_x without
// dcl has the semantic of Direct3D 8's fixed register numbers; other registers without dcl have the usage SAMPLE,
// which nothing feeds.
func Build(p *sm.Program) (*Shader, error) { return new(Builder).Build(p) }

// Builder builds programs in memory that it uses again. The zero Builder is ready; it is for one goroutine.
type Builder struct{ b builder }

// Build is the function Build. The shader is good until the next call; Clone keeps it.
func (r *Builder) Build(p *sm.Program) (*Shader, error) {
	if !p.Version.Known() {
		return nil, &ProgramError{-1, 0, fmt.Sprintf("%v is not a version of Direct3D 9", p.Version)}
	}
	b := &r.b
	b.reset()
	b.begin(p)
	defer b.forget()
	if err := b.passes(); err != nil {
		return nil, err
	}
	b.path.finish(&b.s.Written)
	return &b.s, nil
}

func (b *builder) passes() error {
	ps1 := b.pixel() && b.v.Major() < 2
	declare, code := (*builder).declare, (*builder).code
	if ps1 {
		declare, code = (*builder).declarePS1, (*builder).codePS1
	}
	if err := declare(b); err != nil {
		return err
	}
	return code(b)
}

// begin readies b for a program.
func (b *builder) begin(p *sm.Program) {
	b.prog, b.v, b.rows, b.max = p, p.Version, sm.RowsOf(p.Version), limitsOf(p.Version)
	b.path.live = always
	b.s.Major, b.s.Minor = uint8(b.v.Major()), uint8(b.v.Minor())
	if b.pixel() {
		b.s.Stage = Pixel
	}
}

// reset empties b but for its memory.
func (b *builder) reset() {
	s := &b.s
	*b = builder{
		s:    Shader{Inputs: s.Inputs[:0], Outputs: s.Outputs[:0], Samplers: s.Samplers[:0], Imms: s.Imms[:0], Defs: s.Defs[:0], Code: s.Code[:0]},
		defs: [sm.ConstFiles][]uint16{b.defs[sm.FileF][:0], b.defs[sm.FileI][:0], b.defs[sm.FileB][:0]},
		ins:  b.ins[:0], outs: b.outs[:0], blocks: b.blocks[:0], labels: b.labels[:0],
	}
}

// forget lets go of the tokens, which are not the builder's.
func (b *builder) forget() {
	b.prog = nil
}

// Clone gives a copy that has memory of its own.
func (s *Shader) Clone() *Shader {
	c := *s
	c.Inputs, c.Outputs, c.Samplers = slices.Clone(s.Inputs), slices.Clone(s.Outputs), slices.Clone(s.Samplers)
	c.Imms, c.Defs, c.Code = slices.Clone(s.Imms), slices.Clone(s.Defs), slices.Clone(s.Code)
	return &c
}

func (b *builder) pixel() bool { return b.v.Stage() == sm.Pixel }

func (b *builder) fail(format string, args ...any) error {
	e := &ProgramError{Instr: b.pos, Msg: fmt.Sprintf(format, args...)}
	if b.pos >= 0 && b.pos < len(b.prog.Instrs) {
		e.Offset = b.prog.Instrs[b.pos].Offset
	}
	return e
}

// code is the second pass: every instruction becomes IR.
func (b *builder) code() error {
	if err := b.findRoutines(); err != nil {
		return err
	}
	b.loadPacked()
	return b.routine(&b.main)
}

// instruction is its step.
func (b *builder) instruction(in *sm.Instr) error {
	row := b.rows.Find(in.Op, in.Control)
	if row == nil {
		return b.fail("%d is not an opcode", in.Op)
	}
	if row.Flow == sm.FlowDecl {
		return nil
	}
	if err := b.shape(in, row); err != nil {
		return err
	}
	if row.Flow != sm.FlowNone {
		return b.flow(in, row)
	}
	return b.lower(in, row)
}

// shape checks that the instruction has the operands of its row: programs need not come from the parser.
func (b *builder) shape(in *sm.Instr, row *sm.Row) error {
	vertexTexture := in.Op == sm.OpTex && !b.pixel() && b.v.Major() >= 3 // no assembler makes it, but it has a meaning: level 0
	if !row.In(b.v) && !vertexTexture {
		return b.fail("%s is not an instruction of %v", row.Name, b.v)
	}
	if row.HasDst() != (in.Dst != nil) || len(in.Src) < row.MinSources() || len(in.Src) > row.Sources() {
		return b.fail("%s has the wrong number of operands", row.Name)
	}
	for i := range in.Src {
		if kind := row.SourceKind(i); !kind.Takes(in.Src[i].Type) {
			return b.fail("source %d of %s is %s: it must be %v", i+1, row.Name, b.srcName(&in.Src[i]), kind)
		}
	}
	return nil
}

func (b *builder) srcName(s *sm.Src) string { return sm.RegName(b.v, s.Type, s.Index) }

// emit appends an instruction.
func (b *builder) emit(in *Instr) {
	b.s.Weight += in.weigh()
	b.s.Ops |= 1 << in.Op
	if n := len(b.s.Code); n == cap(b.s.Code) {
		b.s.Code = slices.Grow(b.s.Code, max(n, 32))
	}
	b.s.Code = append(b.s.Code, *in)
}
