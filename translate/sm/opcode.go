package sm

// Opcode is the lower half of an instruction token (D3DSHADER_INSTRUCTION_OPCODE_TYPE).
type Opcode uint16

const (
	OpNop          Opcode = 0
	OpMov          Opcode = 1
	OpAdd          Opcode = 2
	OpSub          Opcode = 3
	OpMad          Opcode = 4
	OpMul          Opcode = 5
	OpRcp          Opcode = 6
	OpRsq          Opcode = 7
	OpDp3          Opcode = 8
	OpDp4          Opcode = 9
	OpMin          Opcode = 10
	OpMax          Opcode = 11
	OpSlt          Opcode = 12
	OpSge          Opcode = 13
	OpExp          Opcode = 14
	OpLog          Opcode = 15
	OpLit          Opcode = 16
	OpDst          Opcode = 17
	OpLrp          Opcode = 18
	OpFrc          Opcode = 19
	OpM4x4         Opcode = 20
	OpM4x3         Opcode = 21
	OpM3x4         Opcode = 22
	OpM3x3         Opcode = 23
	OpM3x2         Opcode = 24
	OpCall         Opcode = 25
	OpCallNZ       Opcode = 26
	OpLoop         Opcode = 27
	OpRet          Opcode = 28
	OpEndLoop      Opcode = 29
	OpLabel        Opcode = 30
	OpDcl          Opcode = 31
	OpPow          Opcode = 32
	OpCrs          Opcode = 33
	OpSgn          Opcode = 34
	OpAbs          Opcode = 35
	OpNrm          Opcode = 36
	OpSinCos       Opcode = 37
	OpRep          Opcode = 38
	OpEndRep       Opcode = 39
	OpIf           Opcode = 40
	OpIfC          Opcode = 41
	OpElse         Opcode = 42
	OpEndIf        Opcode = 43
	OpBreak        Opcode = 44
	OpBreakC       Opcode = 45
	OpMova         Opcode = 46
	OpDefB         Opcode = 47
	OpDefI         Opcode = 48
	OpTexCoord     Opcode = 64 // texcoord, texcrd
	OpTexKill      Opcode = 65
	OpTex          Opcode = 66 // tex, texld, texldp, texldb
	OpTexBem       Opcode = 67
	OpTexBemL      Opcode = 68
	OpTexReg2AR    Opcode = 69
	OpTexReg2GB    Opcode = 70
	OpTexM3x2Pad   Opcode = 71
	OpTexM3x2Tex   Opcode = 72
	OpTexM3x3Pad   Opcode = 73
	OpTexM3x3Tex   Opcode = 74
	OpTexM3x3Diff  Opcode = 75
	OpTexM3x3Spec  Opcode = 76
	OpTexM3x3VSpec Opcode = 77
	OpExpP         Opcode = 78
	OpLogP         Opcode = 79
	OpCnd          Opcode = 80
	OpDef          Opcode = 81
	OpTexReg2RGB   Opcode = 82
	OpTexDp3Tex    Opcode = 83
	OpTexM3x2Depth Opcode = 84
	OpTexDp3       Opcode = 85
	OpTexM3x3      Opcode = 86
	OpTexDepth     Opcode = 87
	OpCmp          Opcode = 88
	OpBem          Opcode = 89
	OpDp2Add       Opcode = 90
	OpDsx          Opcode = 91
	OpDsy          Opcode = 92
	OpTexLDD       Opcode = 93
	OpSetP         Opcode = 94
	OpTexLDL       Opcode = 95
	OpBreakP       Opcode = 96
	OpPhase        Opcode = 0xFFFD
	OpComment      Opcode = 0xFFFE
)

// Texture reports an instruction of the texture pipeline: it reads a texture, texture coordinates or, in ps_1_x, a texture register.
func (op Opcode) Texture() bool {
	return op >= OpTexCoord && op <= OpTexM3x3VSpec || op >= OpTexReg2RGB && op <= OpTexDepth || op == OpTexLDD || op == OpTexLDL
}

// Samples reports an instruction that reads a texture: in ps_1_x that of its destination's number.
func (op Opcode) Samples() bool {
	switch op {
	case OpTexCoord, OpTexKill, OpTexM3x2Pad, OpTexM3x3Pad, OpTexM3x2Depth, OpTexDp3, OpTexM3x3, OpTexDepth:
		return false
	}
	return op.Texture()
}

// Control bits of OpTex from model 2 on.
const (
	TexProject = 1 // texldp
	TexBias    = 2 // texldb
)

// Kind is what an operand of an instruction may be.
type Kind uint8

const (
	KindDst     Kind = iota + 1 // a register to write
	KindSrc                     // a float source
	KindSampler                 // s#
	KindLabel                   // l#
	KindInt                     // i#
	KindLoop                    // aL
	KindCond                    // b# or a component of p0
	KindPred                    // a component of p0
	KindMatrix                  // the first of several consecutive constants
)

// kindNames spells the kinds that name a file; registers to write and float sources can be of many.
var kindNames = [...]string{
	KindDst: "a register", KindSrc: "a register", KindSampler: "a sampler s#", KindLabel: "a label l#", KindInt: "an integer constant i#",
	KindLoop: "aL", KindCond: "b# or a component of p0", KindPred: "a component of p0", KindMatrix: "a register",
}

// String says what an operand of the kind is: "a sampler s#".
func (k Kind) String() string { return kindNames[k] }

// Takes reports whether an operand of the kind can be a register of file t. For registers to write and float sources that is true
// throughout: which an instruction takes is a rule (package validate), not a part of the language.
func (k Kind) Takes(t RegType) bool {
	switch k {
	case KindSampler:
		return t == RegSampler
	case KindLabel:
		return t == RegLabel
	case KindInt:
		return t == RegConstInt
	case KindLoop:
		return t == RegLoop
	case KindCond:
		return t == RegConstBool || t == RegPredicate
	case KindPred:
		return t == RegPredicate
	}
	return true
}

// Flow is an opcode's part in the structure of a program.
type Flow uint8

const (
	FlowNone Flow = iota
	FlowDecl      // dcl, def, defi, defb: not executed
	FlowIf
	FlowElse
	FlowEndIf
	FlowLoop // loop and rep
	FlowEndLoop
	FlowBreak
	FlowCall
	FlowLabel
	FlowRet
	FlowPhase
)

// Span is a range of versions of one stage, both ends included. The zero Span is empty.
type Span struct{ First, Last Version }

// Has reports whether v lies in the span.
func (s Span) Has(v Version) bool { return s.First != 0 && v >= s.First && v <= s.Last }

// String spells the span: "ps_2_0..ps_3_sw", "ps_1_4" for one version, "-" for none.
func (s Span) String() string {
	switch {
	case s.First == 0:
		return "-"
	case s.First == s.Last:
		return s.First.String()
	}
	return s.First.String() + ".." + s.Last.String()
}

// Row is one line of the opcode table: one form of one opcode.
type Row struct {
	Op       Opcode
	Name     string // the assembler's word, without suffixes
	Operands []Kind // the destination first
	Optional int    // that many last sources may be missing from model 2 on
	Values   int    // literal tokens after the destination
	Control  uint8  // the control bits of this form
	Compare  bool   // the control bits are a Compare and the name takes its suffix
	VS, PS   Span   // versions that have this form
	Flow     Flow
	Slots    int // instruction slots that it takes
}

// Spans that many rows share.
var (
	vsAll  = Span{VS_1_0, VS_3_SW}
	vs1    = Span{VS_1_0, VS_1_1}
	vs2up  = Span{VS_2_0, VS_3_SW}
	vs2xup = Span{VS_2_X, VS_3_SW}
	vs3    = Span{VS_3_0, VS_3_SW}
	psAll  = Span{PS_1_0, PS_3_SW}
	ps1    = Span{PS_1_0, PS_1_4}
	ps1to3 = Span{PS_1_0, PS_1_3}
	ps12up = Span{PS_1_2, PS_3_SW}
	ps14   = Span{PS_1_4, PS_1_4}
	ps2up  = Span{PS_2_0, PS_3_SW}
	ps2xup = Span{PS_2_X, PS_3_SW}
	ps3    = Span{PS_3_0, PS_3_SW}
)

// Operand lists that many rows share.
var (
	opsD     = []Kind{KindDst}
	opsDS    = []Kind{KindDst, KindSrc}
	opsDSS   = []Kind{KindDst, KindSrc, KindSrc}
	opsDSSS  = []Kind{KindDst, KindSrc, KindSrc, KindSrc}
	opsDSM   = []Kind{KindDst, KindSrc, KindMatrix}
	opsDST   = []Kind{KindDst, KindSrc, KindSampler}
	opsDSTSS = []Kind{KindDst, KindSrc, KindSampler, KindSrc, KindSrc}
	opsSS    = []Kind{KindSrc, KindSrc}
	opsL     = []Kind{KindLabel}
)

// Rows is the opcode table: names, operands, versions and slots as in Microsoft Learn's pages "Instructions - vs_1_1"
// to "Instructions - ps_3_0". Read-only.
var Rows = []Row{
	{Op: OpNop, Name: "nop", VS: vsAll, PS: psAll, Slots: 1},
	{Op: OpMov, Name: "mov", Operands: opsDS, VS: vsAll, PS: psAll, Slots: 1},
	{Op: OpAdd, Name: "add", Operands: opsDSS, VS: vsAll, PS: psAll, Slots: 1},
	{Op: OpSub, Name: "sub", Operands: opsDSS, VS: vsAll, PS: psAll, Slots: 1},
	{Op: OpMad, Name: "mad", Operands: opsDSSS, VS: vsAll, PS: psAll, Slots: 1},
	{Op: OpMul, Name: "mul", Operands: opsDSS, VS: vsAll, PS: psAll, Slots: 1},
	{Op: OpRcp, Name: "rcp", Operands: opsDS, VS: vsAll, PS: ps2up, Slots: 1},
	{Op: OpRsq, Name: "rsq", Operands: opsDS, VS: vsAll, PS: ps2up, Slots: 1},
	{Op: OpDp3, Name: "dp3", Operands: opsDSS, VS: vsAll, PS: psAll, Slots: 1},
	{Op: OpDp4, Name: "dp4", Operands: opsDSS, VS: vsAll, PS: ps12up, Slots: 1},
	{Op: OpMin, Name: "min", Operands: opsDSS, VS: vsAll, PS: ps2up, Slots: 1},
	{Op: OpMax, Name: "max", Operands: opsDSS, VS: vsAll, PS: ps2up, Slots: 1},
	{Op: OpSlt, Name: "slt", Operands: opsDSS, VS: vsAll, Slots: 1},
	{Op: OpSge, Name: "sge", Operands: opsDSS, VS: vsAll, Slots: 1},
	{Op: OpExp, Name: "exp", Operands: opsDS, VS: vs1, Slots: 10},
	{Op: OpExp, Name: "exp", Operands: opsDS, VS: vs2up, PS: ps2up, Slots: 1},
	{Op: OpLog, Name: "log", Operands: opsDS, VS: vs1, Slots: 10},
	{Op: OpLog, Name: "log", Operands: opsDS, VS: vs2up, PS: ps2up, Slots: 1},
	{Op: OpLit, Name: "lit", Operands: opsDS, VS: vs1, Slots: 1},
	{Op: OpLit, Name: "lit", Operands: opsDS, VS: vs2up, Slots: 3},
	{Op: OpDst, Name: "dst", Operands: opsDSS, VS: vsAll, Slots: 1},
	{Op: OpLrp, Name: "lrp", Operands: opsDSSS, VS: vs2up, PS: ps2up, Slots: 2},
	{Op: OpLrp, Name: "lrp", Operands: opsDSSS, PS: ps1, Slots: 1},
	{Op: OpFrc, Name: "frc", Operands: opsDS, VS: vs1, Slots: 3},
	{Op: OpFrc, Name: "frc", Operands: opsDS, VS: vs2up, PS: ps2up, Slots: 1},
	{Op: OpM4x4, Name: "m4x4", Operands: opsDSM, VS: vsAll, PS: ps2up, Slots: 4},
	{Op: OpM4x3, Name: "m4x3", Operands: opsDSM, VS: vsAll, PS: ps2up, Slots: 3},
	{Op: OpM3x4, Name: "m3x4", Operands: opsDSM, VS: vsAll, PS: ps2up, Slots: 4},
	{Op: OpM3x3, Name: "m3x3", Operands: opsDSM, VS: vsAll, PS: ps2up, Slots: 3},
	{Op: OpM3x2, Name: "m3x2", Operands: opsDSM, VS: vsAll, PS: ps2up, Slots: 2},
	{Op: OpCall, Name: "call", Operands: opsL, VS: vs2up, PS: ps2xup, Flow: FlowCall, Slots: 2},
	{Op: OpCallNZ, Name: "callnz", Operands: []Kind{KindLabel, KindCond}, VS: vs2up, PS: ps2xup, Flow: FlowCall, Slots: 3},
	{Op: OpLoop, Name: "loop", Operands: []Kind{KindLoop, KindInt}, VS: vs2up, PS: ps3, Flow: FlowLoop, Slots: 3},
	{Op: OpRet, Name: "ret", VS: vs2up, PS: ps2xup, Flow: FlowRet, Slots: 1},
	{Op: OpEndLoop, Name: "endloop", VS: vs2up, PS: ps3, Flow: FlowEndLoop, Slots: 2},
	{Op: OpLabel, Name: "label", Operands: opsL, VS: vs2up, PS: ps2xup, Flow: FlowLabel},
	{Op: OpDcl, Name: "dcl", Operands: opsD, VS: vsAll, PS: ps2up, Flow: FlowDecl},
	{Op: OpPow, Name: "pow", Operands: opsDSS, VS: vs2up, PS: ps2up, Slots: 3},
	{Op: OpCrs, Name: "crs", Operands: opsDSS, VS: vs2up, PS: ps2up, Slots: 2},
	{Op: OpSgn, Name: "sgn", Operands: opsDSSS, Optional: 2, VS: vs2up, Slots: 3},
	{Op: OpAbs, Name: "abs", Operands: opsDS, VS: vs2up, PS: ps2up, Slots: 1},
	{Op: OpNrm, Name: "nrm", Operands: opsDS, VS: vs2up, PS: ps2up, Slots: 3},
	{Op: OpSinCos, Name: "sincos", Operands: opsDSSS, Optional: 2, VS: vs2up, PS: ps2up, Slots: 8},
	{Op: OpRep, Name: "rep", Operands: []Kind{KindInt}, VS: vs2up, PS: ps2xup, Flow: FlowLoop, Slots: 3},
	{Op: OpEndRep, Name: "endrep", VS: vs2up, PS: ps2xup, Flow: FlowEndLoop, Slots: 2},
	{Op: OpIf, Name: "if", Operands: []Kind{KindCond}, VS: vs2up, PS: ps2xup, Flow: FlowIf, Slots: 3},
	{Op: OpIfC, Name: "if", Operands: opsSS, Compare: true, VS: vs2xup, PS: ps2xup, Flow: FlowIf, Slots: 3},
	{Op: OpElse, Name: "else", VS: vs2up, PS: ps2xup, Flow: FlowElse, Slots: 1},
	{Op: OpEndIf, Name: "endif", VS: vs2up, PS: ps2xup, Flow: FlowEndIf, Slots: 1},
	{Op: OpBreak, Name: "break", VS: vs2xup, PS: ps2xup, Flow: FlowBreak, Slots: 1},
	{Op: OpBreakC, Name: "break", Operands: opsSS, Compare: true, VS: vs2xup, PS: ps2xup, Flow: FlowBreak, Slots: 3},
	{Op: OpMova, Name: "mova", Operands: opsDS, VS: vs2up, Slots: 1},
	{Op: OpDefB, Name: "defb", Operands: opsD, Values: 1, VS: vs2up, PS: ps2xup, Flow: FlowDecl},
	{Op: OpDefI, Name: "defi", Operands: opsD, Values: 4, VS: vs2up, PS: ps2xup, Flow: FlowDecl},
	{Op: OpTexCoord, Name: "texcoord", Operands: opsD, PS: ps1to3, Slots: 1},
	{Op: OpTexCoord, Name: "texcrd", Operands: opsDS, PS: ps14, Slots: 1},
	{Op: OpTexKill, Name: "texkill", Operands: opsD, PS: ps1, Slots: 1},
	{Op: OpTexKill, Name: "texkill", Operands: opsD, PS: ps2up, Slots: 2},
	{Op: OpTex, Name: "tex", Operands: opsD, PS: ps1to3, Slots: 1},
	{Op: OpTex, Name: "texld", Operands: opsDS, PS: ps14, Slots: 1},
	{Op: OpTex, Name: "texld", Operands: opsDST, PS: ps2up, Slots: 1},
	{Op: OpTex, Name: "texldp", Operands: opsDST, Control: TexProject, PS: ps2up, Slots: 3},
	{Op: OpTex, Name: "texldb", Operands: opsDST, Control: TexBias, PS: ps2up, Slots: 2},
	{Op: OpTexBem, Name: "texbem", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexBemL, Name: "texbeml", Operands: opsDS, PS: ps1to3, Slots: 2},
	{Op: OpTexReg2AR, Name: "texreg2ar", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexReg2GB, Name: "texreg2gb", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexM3x2Pad, Name: "texm3x2pad", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexM3x2Tex, Name: "texm3x2tex", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexM3x3Pad, Name: "texm3x3pad", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexM3x3Tex, Name: "texm3x3tex", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexM3x3Diff, Name: "texm3x3diff", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpTexM3x3Spec, Name: "texm3x3spec", Operands: opsDSS, PS: ps1to3, Slots: 1},
	{Op: OpTexM3x3VSpec, Name: "texm3x3vspec", Operands: opsDS, PS: ps1to3, Slots: 1},
	{Op: OpExpP, Name: "expp", Operands: opsDS, VS: vsAll, Slots: 1},
	{Op: OpLogP, Name: "logp", Operands: opsDS, VS: vsAll, Slots: 1},
	{Op: OpCnd, Name: "cnd", Operands: opsDSSS, PS: ps1, Slots: 1},
	{Op: OpDef, Name: "def", Operands: opsD, Values: 4, VS: vsAll, PS: psAll, Flow: FlowDecl},
	{Op: OpTexReg2RGB, Name: "texreg2rgb", Operands: opsDS, PS: Span{PS_1_2, PS_1_3}, Slots: 1},
	{Op: OpTexDp3Tex, Name: "texdp3tex", Operands: opsDS, PS: Span{PS_1_2, PS_1_3}, Slots: 1},
	{Op: OpTexM3x2Depth, Name: "texm3x2depth", Operands: opsDS, PS: Span{PS_1_3, PS_1_3}, Slots: 1},
	{Op: OpTexDp3, Name: "texdp3", Operands: opsDS, PS: Span{PS_1_2, PS_1_3}, Slots: 1},
	{Op: OpTexM3x3, Name: "texm3x3", Operands: opsDS, PS: Span{PS_1_2, PS_1_3}, Slots: 1},
	{Op: OpTexDepth, Name: "texdepth", Operands: opsD, PS: ps14, Slots: 1},
	{Op: OpCmp, Name: "cmp", Operands: opsDSSS, PS: Span{PS_1_2, PS_1_3}, Slots: 2},
	{Op: OpCmp, Name: "cmp", Operands: opsDSSS, PS: Span{PS_1_4, PS_3_SW}, Slots: 1},
	{Op: OpBem, Name: "bem", Operands: opsDSS, PS: ps14, Slots: 2},
	{Op: OpDp2Add, Name: "dp2add", Operands: opsDSSS, PS: ps2up, Slots: 2},
	{Op: OpDsx, Name: "dsx", Operands: opsDS, PS: ps2xup, Slots: 2},
	{Op: OpDsy, Name: "dsy", Operands: opsDS, PS: ps2xup, Slots: 2},
	{Op: OpTexLDD, Name: "texldd", Operands: opsDSTSS, PS: ps2xup, Slots: 3},
	{Op: OpSetP, Name: "setp", Operands: opsDSS, Compare: true, VS: vs2xup, PS: ps2xup, Slots: 1},
	{Op: OpTexLDL, Name: "texldl", Operands: opsDST, VS: vs3, PS: ps3, Slots: 2},
	{Op: OpBreakP, Name: "breakp", Operands: []Kind{KindPred}, VS: vs2xup, PS: ps2xup, Flow: FlowBreak, Slots: 3},
	{Op: OpPhase, Name: "phase", PS: ps14, Flow: FlowPhase},
}

// HasDst reports whether the first operand is a destination.
func (r *Row) HasDst() bool { return len(r.Operands) > 0 && r.Operands[0] == KindDst }

// Sources is the number of source operands, the optional ones included.
func (r *Row) Sources() int {
	if r.HasDst() {
		return len(r.Operands) - 1
	}
	return len(r.Operands)
}

// MinSources is the number of source operands that must be there.
func (r *Row) MinSources() int { return r.Sources() - r.Optional }

// SourceKind is the kind of source i, 0 <= i < Sources().
func (r *Row) SourceKind(i int) Kind { return r.Operands[len(r.Operands)-r.Sources()+i] }

// Registers is how many consecutive registers source i stands for: as many as a matrix product has rows, each of which takes a slot.
func (r *Row) Registers(i int) int {
	if r.SourceKind(i) == KindMatrix {
		return r.Slots
	}
	return 1
}

// In reports whether version v has this form.
func (r *Row) In(v Version) bool { return r.VS.Has(v) || r.PS.Has(v) }

// rowsByName indexes Rows by the assembler's word.
var rowsByName = func() map[string][]*Row {
	m := map[string][]*Row{}
	for i := range Rows {
		m[Rows[i].Name] = append(m[Rows[i].Name], &Rows[i])
	}
	return m
}()

// opSlots is the size of rowsByOp: opcodes 0..96 and, in the last place, phase.
const opSlots = int(OpBreakP) + 2

// rowsByOp indexes Rows by opcode.
var rowsByOp = func() (t [opSlots][]*Row) {
	for i := range Rows {
		n := opSlot(Rows[i].Op)
		t[n] = append(t[n], &Rows[i])
	}
	return t
}()

// opSlot is the opcode's place in rowsByOp; -1 for numbers that are no opcode.
func opSlot(op Opcode) int {
	switch {
	case op <= OpBreakP:
		return int(op)
	case op == OpPhase:
		return opSlots - 1
	}
	return -1
}

// FindRow gives the row of an opcode in a version; nil when there is no such opcode. An opcode that v does not have
// gives the form of the nearest version that has it, because the bytes can still be read: see Row.In.
func FindRow(op Opcode, control uint8, v Version) *Row { return RowsOf(v).Find(op, control) }

// VersionRows are the rows of a version, for those who ask for many.
type VersionRows struct {
	version Version
	known   *[opSlots]*Row // of rowsByVersion
}

// RowsOf gives the rows of a version.
func RowsOf(v Version) VersionRows {
	if n := versionSlot(v); n >= 0 {
		return VersionRows{v, &rowsByVersion[n]}
	}
	return VersionRows{v, &[opSlots]*Row{}}
}

// Find is FindRow for the version.
func (rows VersionRows) Find(op Opcode, control uint8) *Row {
	slot := opSlot(op)
	if slot < 0 {
		return nil
	}
	if r := rows.known[slot]; r != nil {
		return r
	}
	return searchRow(slot, control, rows.version)
}

// rowsByVersion has the rows that do not depend on control bits, for the versions that exist: they are asked for at
// every instruction, more than once.
var rowsByVersion = func() (t [versionSlots][opSlots]*Row) {
	for v := range versionNames {
		for slot, rows := range rowsByOp {
			r := searchRow(slot, 0, v)
			for _, other := range rows {
				if searchRow(slot, other.Control, v) != r {
					r = nil
					break
				}
			}
			t[versionSlot(v)][slot] = r
		}
	}
	return t
}()

// versionSlots is the size of rowsByVersion: two stages, majors below 4, minors 0 to 4 and, in the last place, 255.
const versionSlots = 2 * 4 * 8

// versionSlot is a version's place in rowsByVersion; -1 for one that does not exist.
func versionSlot(v Version) int {
	major, minor := v.Major(), v.Minor()
	if minor == 0xFF {
		minor = 7
	}
	if major > 3 || minor > 7 || v>>17 != 0xFFFE>>1 {
		return -1
	}
	return int(v.Stage())<<5 | int(major)<<3 | int(minor)
}

// searchRow is FindRow for the opcode in a place of rowsByOp.
func searchRow(slot int, control uint8, v Version) *Row {
	var best *Row
	score := -1
	for _, r := range rowsByOp[slot] {
		s := 0
		if r.In(v) {
			s = 8
		} else if nearer(r, v) {
			s = 4
		}
		if r.Control == control || r.Compare {
			s += 2
		} else if r.Control == 0 {
			s++
		}
		if s > score {
			best, score = r, s
		}
	}
	return best
}

// nearer reports whether the row covers v's shader model in either stage.
func nearer(r *Row, v Version) bool {
	for _, s := range [2]Span{r.VS, r.PS} {
		if s.First != 0 && s.First.Major() <= v.Major() && v.Major() <= s.Last.Major() {
			return true
		}
	}
	return false
}
