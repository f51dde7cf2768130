package validate

import (
	"fmt"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// Result is the outcome of a step, an HRESULT as IDirect3DShaderValidator9's methods return it.
type Result int32

const (
	OK   Result = 0           // D3D_OK
	Fail Result = -0x7FFFBFFB // E_FAIL
)

// Message is what the validator tells its callback: a Finding with the place that the caller named.
type Message struct {
	Finding
	File string // of the step at fault; "" for the program as a whole
	Line int
}

// Validator checks a program that comes instruction by instruction, as IDirect3DShaderValidator9 of Direct3DShaderValidatorCreate9
// does. The zero Validator is ready for Begin.
type Validator struct {
	report func(Message)
	state  step
	check  *checker
	parser sm.Parser
	tokens []uint32
	places []place // by instruction
	offset int
	failed bool
}

// place is where the caller says that an instruction stands.
type place struct {
	file string
	line int
}

// step says what the validator waits for.
type step uint8

const (
	wantBegin step = iota
	wantVersion
	wantInstruction
	wantEnd
)

// Begin starts a program. report gets every breach, some of them only when a later instruction or the end makes them one; nil
// reports nothing. It fails while a program is under way.
func (v *Validator) Begin(report func(Message)) Result {
	if v.state != wantBegin {
		return Fail
	}
	if report == nil {
		report = func(Message) {}
	}
	*v = Validator{report: report, state: wantVersion, tokens: v.tokens[:0]}
	return OK
}

// Instruction takes the next step: first the version token alone, then the tokens of one instruction, declaration or comment at a
// time, last the end token alone. File and line are the caller's and come back in messages. Fail means that the tokens are
// malformed, which a message of rule INSTR-2 explains, or that they come out of order; breaches of other rules show in End.
func (v *Validator) Instruction(file string, line int, tokens []uint32) Result {
	switch v.state {
	case wantVersion:
		return v.version(file, line, tokens)
	case wantInstruction:
	default:
		return Fail
	}
	if len(tokens) == 1 && tokens[0] == sm.EndToken {
		v.state = wantEnd
		return OK
	}
	if v.offset+len(tokens) >= sm.MaxTokens {
		return v.malformed(file, line, fmt.Sprintf("the program is longer than %d tokens", sm.MaxTokens))
	}
	v.tokens = append(append(append(v.tokens[:0], uint32(v.check.v)), tokens...), sm.EndToken)
	p, err := v.parser.Parse(v.tokens)
	if err != nil {
		return v.malformed(file, line, err.Error())
	}
	if len(p.Instrs) != 1 {
		return v.malformed(file, line, fmt.Sprintf("%d instructions in one step", len(p.Instrs)))
	}
	v.places = append(v.places, place{file, line})
	v.check.instr(&p.Instrs[0], len(v.places)-1, v.offset)
	v.offset += len(tokens)
	return OK
}

func (v *Validator) version(file string, line int, tokens []uint32) Result {
	if len(tokens) != 1 || !sm.Version(tokens[0]).Known() {
		return v.malformed(file, line, "the first step is not the version token of Direct3D 9")
	}
	v.check = newChecker(sm.Version(tokens[0]), v.forward)
	v.offset, v.state = 1, wantInstruction
	return OK
}

// malformed reports tokens that are no instruction.
func (v *Validator) malformed(file string, line int, text string) Result {
	v.failed = true
	r := rule.Find("INSTR-2")
	v.report(Message{Finding{Rule: r.ID, Severity: r.Severity, Instr: len(v.places), Offset: v.offset, Text: text}, file, line})
	return Fail
}

func (v *Validator) forward(f Finding) {
	m := Message{Finding: f}
	if f.Instr >= 0 && f.Instr < len(v.places) {
		m.File, m.Line = v.places[f.Instr].file, v.places[f.Instr].line
	}
	v.report(m)
}

// End finishes the program and makes the validator ready for another. It fails when the program broke a rule whose breach is an
// error, or when its end token has not come.
func (v *Validator) End() Result {
	complete := v.state == wantEnd
	v.state = wantBegin
	if v.check == nil {
		return Fail
	}
	v.check.end()
	failed := v.failed || v.check.failed || !complete
	v.check = nil
	if failed {
		return Fail
	}
	return OK
}
