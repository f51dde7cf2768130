package ir

import (
	"slices"

	"d3d9vk/translate/sm"
)

// Rule is one rule about shader programs. A rule without a check grants something: Build accepts it, and no finding can
// have its id.
type Rule struct {
	ID       string
	VS, PS   sm.Span  // the versions it holds for
	Severity Severity // of the breaches that check finds
	Text     string
	check    func(f *facts, r *report)
	warn     func(f *facts, r *report) // what of the rule gives a warning, whatever Severity is
}

// report collects the breaches of one rule after another.
type report struct {
	found    []Finding
	rule     string
	severity Severity
}

// add takes one breach: the sm instruction (-1: the program), the register and what is wrong.
func (r *report) add(instr int, register, text string) {
	r.found = append(r.found, Finding{Rule: r.rule, Severity: r.severity, Instr: instr, Register: register, Text: text})
}

// Spans that rules share. The version of ps_2_0 alone has no dynamic flow control.
var (
	vsAll   = sm.Span{First: sm.VS_1_0, Last: sm.VS_3_SW}
	psAll   = sm.Span{First: sm.PS_1_0, Last: sm.PS_3_SW}
	ps2     = sm.Span{First: sm.PS_2_0, Last: sm.PS_2_SW}
	ps2up   = sm.Span{First: sm.PS_2_0, Last: sm.PS_3_SW}
	ps2xup  = sm.Span{First: sm.PS_2_X, Last: sm.PS_3_SW}
	ps3only = sm.Span{First: sm.PS_3_0, Last: sm.PS_3_SW}
)

// RuleConstants is the rule whose breach makes the Windows runtime refuse the shader with INVALIDCALL (def c256 in
// vs_1_1, as Wine's tests pin it).
const RuleConstants = "CONST-1"

// Rules is the rule table, in the order in which findings are reported. Source of OC and OT: Microsoft's pages on the
// output color registers of pixel shaders and on the texture coordinate registers of vertex shaders. Read-only.
var Rules = []Rule{
	{ID: "OC-1", PS: ps2up, Severity: Error, Text: "oC# is write-only", check: checkReads(sm.RegColorOut)},
	{ID: "OC-6", PS: ps2, Severity: Error, Text: "oC# is written by mov only", check: checkMovOnly},
	{ID: "OC-7", PS: ps2, Severity: Error, Text: "oC0 must be written", check: checkFirstWritten},
	{ID: "OC-8", PS: ps2, Severity: Error, Text: "the source of a write to oC# has no swizzle and no modifier", check: checkPlainSource},
	{ID: "OC-9", PS: ps2, Severity: Error, Text: "a write to oC# has the full mask and no instruction modifier", check: checkPlainDst, warn: checkPrecision},
	{ID: "OC-10", PS: ps2, Severity: Error, Text: "oCn is written only with all of oC0..oCn-1", check: checkNoGaps},
	{ID: "OC-11", PS: ps2, Severity: Error, Text: "oC# is written once at most", check: checkWrittenOnce},
	{ID: "OC-12", PS: ps2xup, Severity: Warning, Text: "oC# and oDepth are not written in dynamic flow control or under predication", check: checkStaticWrites},
	{ID: "OC-13", PS: ps3only, Text: "oC# and oDepth may be written many times"},
	{ID: "OC-15", PS: ps3only, Text: "oC# takes any write mask"},
	{ID: "OC-16", PS: ps2xup, Severity: Warning, Text: "gradients are not taken in dynamic flow control", check: checkGradients},
	{ID: RuleConstants, VS: vsAll, PS: psAll, Severity: Error, Text: "a constant of the text lies within its file", check: checkDefs},
	{ID: "OT-1", VS: vsAll, Severity: Error, Text: "oT# is write-only", check: checkReads(sm.RegTexCrdOut)},
}

// outWrite is a write to oC# or oDepth.
type outWrite struct {
	instr      int
	color      int // number of oC#, -1 for oDepth
	in         *sm.Instr
	dynamic    bool
	predicated bool
}

func (w *outWrite) reg() string { return sm.RegName(sm.PS_3_0, w.in.Dst.Type, w.in.Dst.Index) }

// outRead is a read of an output register.
type outRead struct {
	instr int
	typ   sm.RegType
	name  string
}

// mention is an instruction and what of it a rule names.
type mention struct {
	instr int
	name  string
}

// facts is what the rules look at, collected while the program is translated.
type facts struct {
	writes    []outWrite
	reads     []outRead
	gradients []mention // instructions that take gradients inside dynamic flow control
	defs      []mention // constants of the text that their file does not have
}

// note collects from the instruction at hand.
func (f *facts) note(b *builder, in *sm.Instr) {
	for i := range in.Src {
		f.noteRead(b, in.Src[i].Type, in.Src[i].Index)
	}
	if in.Dst == nil {
		return
	}
	if in.Op == sm.OpTexKill {
		f.noteRead(b, in.Dst.Type, in.Dst.Index)
		return
	}
	if !b.pixel() {
		return
	}
	color := -1
	switch in.Dst.Type {
	case sm.RegColorOut:
		color = int(in.Dst.Index)
		fallthrough
	case sm.RegDepthOut:
		f.writes = append(f.writes, outWrite{b.pos, color, in, b.dynamic(), in.Predicated})
	}
	switch in.Op {
	case sm.OpTex, sm.OpDsx, sm.OpDsy:
		if b.dynamic() {
			f.gradients = append(f.gradients, mention{b.pos, sm.FindRow(in.Op, in.Control, b.v).Name})
		}
	}
}

func (f *facts) noteRead(b *builder, t sm.RegType, index uint16) {
	if _, ok := b.outputOf(regKey{t, index}); ok {
		f.reads = append(f.reads, outRead{b.pos, t, sm.RegName(b.v, t, index)})
	}
}

// check runs the rules of the program's version.
func (f *facts) check(b *builder) []Finding {
	var r report
	for i := range Rules {
		rule := &Rules[i]
		if !rule.VS.Has(b.v) && !rule.PS.Has(b.v) {
			continue
		}
		if r.rule, r.severity = rule.ID, rule.Severity; rule.check != nil {
			rule.check(f, &r)
		}
		if r.severity = Warning; rule.warn != nil {
			rule.warn(f, &r)
		}
	}
	if b.inlined { // an instruction of a subroutine is one instruction, however often it is called
		seen := make(map[Finding]bool, len(r.found))
		r.found = slices.DeleteFunc(r.found, func(f Finding) bool {
			again := seen[f]
			seen[f] = true
			return again
		})
	}
	return r.found
}

func checkReads(t sm.RegType) func(*facts, *report) {
	return func(f *facts, r *report) {
		for _, read := range f.reads {
			if read.typ == t {
				r.add(read.instr, read.name, read.name+" is read; it can only be written")
			}
		}
	}
}

func checkMovOnly(f *facts, r *report) {
	for _, w := range f.writes {
		if w.color >= 0 && w.in.Op != sm.OpMov {
			r.add(w.instr, w.reg(), w.reg()+" is written by another instruction than mov")
		}
	}
}

func checkFirstWritten(f *facts, r *report) {
	for _, w := range f.writes {
		if w.color == 0 {
			return
		}
	}
	r.add(-1, "oC0", "oC0 is not written")
}

func checkPlainSource(f *facts, r *report) {
	for _, w := range f.writes {
		if w.color < 0 {
			continue
		}
		for i := range w.in.Src {
			if s := &w.in.Src[i]; s.Type != sm.RegSampler && (s.Swizzle != sm.SwizzleXYZW || s.Mod != sm.ModNone) {
				r.add(w.instr, w.reg(), "the source of "+w.reg()+" has a swizzle or a modifier")
				break
			}
		}
	}
}

func checkPlainDst(f *facts, r *report) {
	for _, w := range f.writes {
		d := w.in.Dst
		if w.color < 0 {
			continue
		}
		if d.Mask != sm.MaskXYZW {
			r.add(w.instr, w.reg(), w.reg()+" is written with a mask")
		}
		if d.Saturate || d.Centroid || d.Shift != 0 {
			r.add(w.instr, w.reg(), w.reg()+" is written with an instruction modifier")
		}
	}
}

func checkPrecision(f *facts, r *report) {
	for _, w := range f.writes {
		if w.color >= 0 && w.in.Dst.PP {
			r.add(w.instr, w.reg(), w.reg()+" is written with _pp")
		}
	}
}

func checkNoGaps(f *facts, r *report) {
	var written [4]bool
	for _, w := range f.writes {
		if w.color >= 0 {
			written[w.color] = true
		}
	}
	var reported [4]bool
	for _, w := range f.writes {
		for n := range max(w.color, 0) {
			if !written[n] && !reported[n] {
				reported[n] = true
				missing := sm.RegName(sm.PS_3_0, sm.RegColorOut, uint16(n))
				r.add(w.instr, w.reg(), w.reg()+" is written but "+missing+" is not")
			}
		}
	}
}

func checkWrittenOnce(f *facts, r *report) {
	var seen [4]bool
	for _, w := range f.writes {
		if w.color < 0 {
			continue
		}
		if seen[w.color] {
			r.add(w.instr, w.reg(), w.reg()+" is written again")
		}
		seen[w.color] = true
	}
}

func checkStaticWrites(f *facts, r *report) {
	for _, w := range f.writes {
		switch {
		case w.dynamic:
			r.add(w.instr, w.reg(), w.reg()+" is written inside dynamic flow control")
		case w.predicated:
			r.add(w.instr, w.reg(), w.reg()+" is written under predication")
		}
	}
}

func checkGradients(f *facts, r *report) {
	for _, g := range f.gradients {
		r.add(g.instr, "", g.name+" takes a gradient inside dynamic flow control")
	}
}

func checkDefs(f *facts, r *report) {
	for _, d := range f.defs {
		r.add(d.instr, d.name, d.name+" is defined, which the version does not have")
	}
}
