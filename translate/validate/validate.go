// Package validate checks shader programs against the rules of package rule, as Direct3D 9's assembler and shader validator
// do, and reports every breach with its rule and place. It knows what programs may say, not what they compute: it must know nothing
// of translate/ir, of SPIR-V or of a device. Malformed tokens are translate/sm's business.
package validate

import (
	"slices"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// MaxFindings bounds how many breaches of one program are reported; further ones only count for the result.
const MaxFindings = 1000

// Finding is one breach of a rule.
type Finding struct {
	Rule     string // id in rule.Rules
	Severity rule.Severity
	Instr    int    // index of the sm instruction, -1 for the program as a whole
	Offset   int    // index of the instruction's token, 0 for the program as a whole
	Register string // as the assembler spells it, "" where no register is to blame
	Text     string // what is wrong
}

// Program reports all breaches of a program, at most MaxFindings, in the order of its instructions; those of the program as a
// whole come last. A program that sm.Parse did not make (operands missing, numbers out of a token's range) does no harm.
func Program(p *sm.Program) []Finding {
	var found []Finding
	c := newChecker(p.Version, func(f Finding) { found = append(found, f) })
	for i := range p.Instrs {
		c.instr(&p.Instrs[i], i, p.Instrs[i].Offset)
	}
	c.end()
	sortFindings(found)
	return found
}

// sortFindings brings them into the program's order. Breaches that show only later or at the end are reported late.
func sortFindings(found []Finding) {
	place := func(f Finding) int {
		if f.Instr < 0 {
			return 1 << 30
		}
		return f.Instr
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return place(a) - place(b) })
}

// HasErrors reports whether one of the findings is an error.
func HasErrors(found []Finding) bool {
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Severity == rule.Error })
}
