package validate

import (
	"fmt"
	"testing"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"

	"github.com/google/go-cmp/cmp"
)

// steps hands a program to a validator as the callers of Direct3DShaderValidatorCreate9 do.
func steps(t testing.TB, v *Validator, p *sm.Program) ([]Finding, Result) {
	t.Helper()
	var found []Finding
	if r := v.Begin(func(m Message) {
		if m.Instr >= 0 && (m.File != "file" || m.Line != m.Instr+10) {
			t.Errorf("instruction %d has the place %s:%d", m.Instr, m.File, m.Line)
		}
		found = append(found, m.Finding)
	}); r != OK {
		t.Fatal("Begin fails")
	}
	tokens := sm.Encode(p)
	if r := v.Instruction("file", 9, tokens[:1]); r != OK {
		t.Fatal("the version fails")
	}
	for i := range p.Instrs {
		end := len(tokens) - 1
		if i+1 < len(p.Instrs) {
			end = p.Instrs[i+1].Offset
		}
		if r := v.Instruction("file", i+10, tokens[p.Instrs[i].Offset:end]); r != OK {
			t.Fatalf("instruction %d fails", i)
		}
	}
	if r := v.Instruction("file", 0, tokens[len(tokens)-1:]); r != OK {
		t.Fatal("the end token fails")
	}
	result := v.End()
	sortFindings(found)
	return found, result
}

// TestStepwise: step by step, a validator says of every base and variant what Program says.
func TestStepwise(t *testing.T) {
	var v Validator
	compare := func(t *testing.T, p *sm.Program) {
		found, result := steps(t, &v, p)
		want := Program(p)
		if diff := cmp.Diff(want, found); diff != "" {
			t.Errorf("findings (-whole +steps):\n%s", diff)
		}
		if (result == Fail) != HasErrors(want) {
			t.Errorf("End gives %d for %v", result, want)
		}
	}
	for name, src := range bases {
		t.Run(name, func(t *testing.T) { compare(t, assembleExact(t, src)) })
	}
	for i := range variants {
		t.Run(fmt.Sprint(variants[i].rule, " ", i), func(t *testing.T) {
			p, _ := variants[i].program(t)
			compare(t, p)
		})
	}
}

func TestValidatorOrder(t *testing.T) {
	const version, end = uint32(sm.PS_2_0), 0xFFFF
	mov := []uint32{0x02000001, 0x800F0800, 0xA0E40000} // mov oC0, c0
	type step func(*Validator) Result
	begin := func(v *Validator) Result { return v.Begin(nil) }
	finish := func(v *Validator) Result { return v.End() }
	give := func(tokens ...uint32) step {
		return func(v *Validator) Result { return v.Instruction("", 0, tokens) }
	}
	for _, tt := range []struct {
		name  string
		steps []step
		want  []Result
	}{
		{"good", []step{begin, give(version), give(mov...), give(end), finish}, []Result{OK, OK, OK, OK, OK}},
		{"twice", []step{begin, give(version), give(mov...), give(end), finish, begin, give(version), give(end), finish}, []Result{OK, OK, OK, OK, OK, OK, OK, OK, Fail}},
		{"no begin", []step{give(version), finish}, []Result{Fail, Fail}},
		{"begin twice", []step{begin, begin}, []Result{OK, Fail}},
		{"no version", []step{begin, give(mov...), finish}, []Result{OK, Fail, Fail}},
		{"unknown version", []step{begin, give(0xFFFF0500), finish}, []Result{OK, Fail, Fail}},
		{"no tokens", []step{begin, give(), finish}, []Result{OK, Fail, Fail}},
		{"no end token", []step{begin, give(version), give(mov...), finish}, []Result{OK, OK, OK, Fail}},
		{"after the end token", []step{begin, give(version), give(mov...), give(end), give(mov...), finish}, []Result{OK, OK, OK, OK, Fail, OK}},
		{"cut instruction", []step{begin, give(version), give(mov[:2]...), finish}, []Result{OK, OK, Fail, Fail}},
		{"two instructions", []step{begin, give(version), give(append(mov, mov...)...), finish}, []Result{OK, OK, Fail, Fail}},
		{"no instruction", []step{begin, give(version), give(), finish}, []Result{OK, OK, Fail, Fail}},
		{"end token within", []step{begin, give(version), give(end, end), finish}, []Result{OK, OK, Fail, Fail}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var v Validator
			for i, s := range tt.steps {
				if got := s(&v); got != tt.want[i] {
					t.Errorf("step %d gives %d, want %d", i, got, tt.want[i])
				}
			}
		})
	}
}

// TestMalformedStep: what no parser reads is told with its place.
func TestMalformedStep(t *testing.T) {
	var v Validator
	var got []Message
	v.Begin(func(m Message) { got = append(got, m) })
	v.Instruction("a.asm", 1, []uint32{uint32(sm.PS_2_0)})
	v.Instruction("a.asm", 2, []uint32{0x02000001})
	if len(got) != 1 || got[0].File != "a.asm" || got[0].Line != 2 || got[0].Offset != 1 || got[0].Severity != rule.Error {
		t.Errorf("messages %+v", got)
	}
}
