package rule

import "d3d9vk/translate/sm"

// Spans that many rules share.
var (
	vsAll   = sm.Span{First: sm.VS_1_0, Last: sm.VS_3_SW}
	vs1     = sm.Span{First: sm.VS_1_0, Last: sm.VS_1_1}
	vs1and2 = sm.Span{First: sm.VS_1_0, Last: sm.VS_2_SW}
	vs2     = sm.Span{First: sm.VS_2_0, Last: sm.VS_2_0}
	vs2up   = sm.Span{First: sm.VS_2_0, Last: sm.VS_3_SW}
	vs2x    = sm.Span{First: sm.VS_2_X, Last: sm.VS_2_SW}
	vs2xup  = sm.Span{First: sm.VS_2_X, Last: sm.VS_3_SW}
	vs3     = sm.Span{First: sm.VS_3_0, Last: sm.VS_3_SW}
	psAll   = sm.Span{First: sm.PS_1_0, Last: sm.PS_3_SW}
	ps1     = sm.Span{First: sm.PS_1_0, Last: sm.PS_1_4}
	ps1to3  = sm.Span{First: sm.PS_1_0, Last: sm.PS_1_3}
	ps14    = sm.Span{First: sm.PS_1_4, Last: sm.PS_1_4}
	ps1and2 = sm.Span{First: sm.PS_1_0, Last: sm.PS_2_SW}
	ps2     = sm.Span{First: sm.PS_2_0, Last: sm.PS_2_SW}
	ps20    = sm.Span{First: sm.PS_2_0, Last: sm.PS_2_0}
	ps2x    = sm.Span{First: sm.PS_2_X, Last: sm.PS_2_SW}
	ps2up   = sm.Span{First: sm.PS_2_0, Last: sm.PS_3_SW}
	ps2xup  = sm.Span{First: sm.PS_2_X, Last: sm.PS_3_SW}
	ps3     = sm.Span{First: sm.PS_3_0, Last: sm.PS_3_SW}
)

// Titles of Microsoft's pages that many rules share.
const (
	pageColorOut = "Output Color Register (HLSL PS reference)"
	pageTexOut   = "Texture Coordinate Register (HLSL VS reference)"
	pageVSInstr  = "Vertex Shader Instructions (HLSL reference)"
	pagePSInstr  = "Pixel Shader Instructions (HLSL reference)"
	pageInstr    = "Instructions - vs_1_1 to vs_3_0, ps_1_X to ps_3_0"
	pageRegs     = "Registers - vs_1_1 to vs_3_0, ps_1_X to ps_3_0"
	pagePS1Regs  = "ps_1_1, ps_1_2, ps_1_3, ps_1_4 Registers"
	pageCodes    = "Direct3D Shader Codes"
	pageSrcMod   = "Source Register Modifiers"
	pageDstMod   = "Destination Register Modifiers; Instruction Modifiers"
	pageSwizzle  = "Source Register Swizzling"
	pageMask     = "Destination Register Masking"
	pageFlow     = "Flow Control Nesting Limits"
	pageFlowVS   = "Vertex Shader Flow Control Instructions"
	pageDcl      = "dcl_usage; dcl_samplerType; dcl_semantics (sm3)"
	pageDef      = "def, defi, defb"
	pageAddr     = "Address Register; Loop Counter Register"
	pagePred     = "Predicate Register; setp_comp"
	pageCoissue  = "Instruction Modifiers (ps_1_X); Pairing Instructions"
	pagePS1      = "Texture instructions of ps_1_1, ps_1_2 and ps_1_3"
	pagePS14     = "phase; texld - ps_1_4; texcrd - ps"
	pageDepth    = "Output Depth Register (HLSL PS reference)"
	pageCaps     = "D3DCAPS9, D3DVSHADERCAPS2_0 and D3DPSHADERCAPS2_0"
)

// Rules is the table, ordered by subject. Read-only.
var Rules = []Rule{
	{ID: "OC-1", PS: ps2up, Severity: Error, Text: "oC# is write-only", Source: pageColorOut},
	{ID: "OC-6", PS: ps2, Severity: Error, Text: "oC# is written by mov only", Source: pageColorOut},
	{ID: "OC-7", PS: ps2, Severity: Error, Text: "oC0 must be written", Source: pageColorOut},
	{ID: "OC-8", PS: ps2, Severity: Error, Text: "the source of a write to oC# has no swizzle and no modifier", Source: pageColorOut},
	{ID: "OC-9", PS: ps2, Severity: Error, Text: "a write to oC# has the full mask and no instruction modifier (a lone _pp is a warning)", Source: pageColorOut},
	{ID: "OC-10", PS: ps2, Severity: Error, Text: "oCn is written only with all of oC0..oCn-1", Source: pageColorOut},
	{ID: "OC-11", PS: ps2, Severity: Error, Text: "oC# is written once at most", Source: pageColorOut},
	{ID: "OC-12", PS: ps2xup, Severity: Warning, Text: "oC# and oDepth are not written in dynamic flow control or under predication", Source: pageColorOut},
	{ID: "OC-13", PS: ps3, Severity: Grant, Text: "oC# and oDepth may be written many times", Source: pageColorOut},
	{ID: "OC-15", PS: ps3, Severity: Grant, Text: "oC# takes any write mask", Source: pageColorOut},
	{ID: "OC-16", PS: ps2xup, Severity: Warning, Text: "gradients are not taken in dynamic flow control", Source: pageColorOut},
	{ID: "OT-1", VS: vsAll, Severity: Error, Text: "oT# is write-only", Source: pageTexOut},

	{ID: "INSTR-1", VS: vsAll, PS: psAll, Severity: Error, Text: "the version has the instruction", Source: pageInstr},
	{ID: "INSTR-2", VS: vsAll, PS: psAll, Severity: Error, Text: "an instruction has as many operands, and of such kinds, as its page says", Source: pageInstr},
	{ID: "INSTR-3", VS: vsAll, PS: psAll, Severity: Error, Text: "reserved bits of tokens are zero", Source: pageCodes},
	{ID: "INSTR-4", VS: vs2xup, PS: ps2xup, Severity: Error, Text: "a comparison is one of gt, eq, ge, lt, ne and le", Source: pageCodes},
	{ID: "INSTR-5", VS: vsAll, PS: psAll, Severity: Error, Text: "the control bits of an instruction token are those of the instruction", Source: pageCodes},
	{ID: "INSTR-6", VS: vsAll, PS: ps2up, Severity: Error, Text: "the destination of crs, nrm, sincos, pow and the matrix products is none of their sources (pow: not the exponent)", Source: pageInstr},
	{ID: "INSTR-7", VS: vs2up, PS: ps2up, Severity: Error, Text: "sincos of model 2 has two different float constants as second and third source, sincos of model 3 has neither", Source: "sincos - vs; sincos - ps"},
	{ID: "INSTR-8", VS: vs2up, Severity: Error, Text: "the second and third source of sgn of model 2 are two different temporary registers", Source: "sgn - vs"},

	{ID: "SLOT-1", VS: vsAll, PS: psAll, Severity: Error, Text: "the program fits into the largest number of instruction slots that the version can have", Source: pageInstr},
	{ID: "SLOT-2", PS: ps20, Severity: Error, Text: "ps_2_0 has 64 arithmetic slots", Source: "Instructions - ps_2_0"},
	{ID: "SLOT-3", PS: ps20, Severity: Error, Text: "ps_2_0 has 32 texture slots", Source: "Instructions - ps_2_0"},
	{ID: "SLOT-4", PS: ps1to3, Severity: Error, Text: "ps_1_1 to ps_1_3 have 8 arithmetic slots; a pair takes one", Source: "Instructions - ps_1_1, ps_1_2, ps_1_3"},
	{ID: "SLOT-5", PS: ps1to3, Severity: Error, Text: "ps_1_1 to ps_1_3 have 4 texture slots", Source: "Instructions - ps_1_1, ps_1_2, ps_1_3"},
	{ID: "SLOT-6", PS: ps14, Severity: Error, Text: "each phase of ps_1_4 has 8 arithmetic slots", Source: "Instructions - ps_1_4"},
	{ID: "SLOT-7", PS: ps14, Severity: Error, Text: "each phase of ps_1_4 has 6 texture slots", Source: "Instructions - ps_1_4"},
	{ID: "SLOT-8", VS: vs3, PS: ps2xup, Severity: Warning, Text: "a program with more slots than every device has needs the device's caps (ps_2_x 96, 3_0 512)", Source: pageCaps},

	{ID: "REG-1", VS: vsAll, PS: psAll, Severity: Error, Text: "the version has the register file", Source: pageRegs},
	{ID: "REG-2", VS: vsAll, PS: psAll, Severity: Error, Text: "the register's number lies within its file", Source: pageRegs},
	{ID: "REG-3", VS: vs1, Severity: Warning, Text: "every device has 96 float constants in vs_1_1; more need MaxVertexShaderConst", Source: pageCaps},
	{ID: "REG-4", VS: vs2x, PS: ps2x, Severity: Warning, Text: "every device has 12 temporary registers in 2_x; more need NumTemps", Source: pageCaps},
	{ID: "REG-5", VS: vsAll, PS: psAll, Severity: Error, Text: "the register can be read by the instruction", Source: pageRegs},
	{ID: "REG-6", VS: vsAll, PS: psAll, Severity: Error, Text: "the register can be written by the instruction", Source: pageRegs},

	{ID: "PORT-1", VS: vsAll, PS: ps1and2, Severity: Error, Text: "an instruction reads no more different v# than there are read ports (ps_1_x: 2, otherwise 1)", Source: pageRegs},
	{ID: "PORT-2", VS: vsAll, PS: ps1and2, Severity: Error, Text: "an instruction reads no more different c# than there are read ports (vs: 1, ps: 2)", Source: pageRegs},
	{ID: "PORT-3", PS: ps1and2, Severity: Error, Text: "an instruction reads no more different t# than there are read ports (ps_1_1: 2, ps_1_2 and ps_1_3: 3, otherwise 1)", Source: pageRegs},

	{ID: "MOD-1", VS: vsAll, PS: psAll, Severity: Error, Text: "the version has the source modifier", Source: pageSrcMod},
	{ID: "MOD-2", VS: vsAll, PS: psAll, Severity: Error, Text: "samplers, labels, counters, matrices and conditions take no source modifier (conditions: none but !)", Source: pageSrcMod},
	{ID: "MOD-3", VS: vs3, PS: psAll, Severity: Error, Text: "the coordinates of texture instructions take no source modifier (ps_1_1 to ps_1_3: _bx2; ps_1_4: _dz, _dw)", Source: pageSrcMod},
	{ID: "MOD-4", VS: vsAll, PS: psAll, Severity: Error, Text: "a result is shifted in ps_1_x only: _x2, _x4, _d2, in ps_1_4 also _x8, _d4, _d8", Source: pageDstMod},
	{ID: "MOD-5", VS: vsAll, PS: psAll, Severity: Error, Text: "_sat is for arithmetic of pixel shaders and of vs_3_0", Source: pageDstMod},
	{ID: "MOD-6", VS: vsAll, PS: psAll, Severity: Error, Text: "_pp is for pixel shaders from ps_2_0 on", Source: pageDstMod},
	{ID: "MOD-7", VS: vsAll, PS: psAll, Severity: Error, Text: "_centroid is for declarations of inputs from ps_2_0 on", Source: pageDstMod},
	{ID: "MOD-8", PS: ps14, Severity: Error, Text: "_dz divides r# and _dw divides t#, in texld and texcrd only", Source: pagePS14},

	{ID: "SWZ-1", PS: ps1and2, Severity: Error, Text: "the version has the swizzle (ps_1_1 to ps_1_3: .b and .a; ps_1_4: one component; ps_2_0 also .yzxw, .zxyw, .wzyx)", Source: pageSwizzle},
	{ID: "SWZ-2", VS: vsAll, PS: ps2up, Severity: Error, Text: "a scalar operand replicates one component", Source: pageSwizzle},
	{ID: "SWZ-3", VS: vs3, PS: ps1and2, Severity: Error, Text: "texture coordinates and samplers have no swizzle before ps_3_0 (ps_1_4: .xyz or .xyw)", Source: pageSwizzle},
	{ID: "SWZ-4", VS: vsAll, PS: ps2up, Severity: Error, Text: "the sources of crs and the matrix of a matrix product have no swizzle", Source: pageInstr},

	{ID: "MASK-1", VS: vsAll, PS: psAll, Severity: Error, Text: "a destination has at least one component", Source: pageMask},
	{ID: "MASK-2", VS: vsAll, PS: psAll, Severity: Error, Text: "the destination mask is one that the instruction can have", Source: pageMask},
	{ID: "MASK-3", PS: ps1to3, Severity: Error, Text: "ps_1_1 to ps_1_3 write .rgba, .rgb or .a", Source: pageMask},

	{ID: "DEP-1", PS: ps20, Severity: Error, Text: "a chain of dependent texture reads has four levels at most", Source: "Pixel Shader 2_0: dependent reads"},
	{ID: "DEP-2", PS: ps2x, Severity: Warning, Text: "a chain of more than four dependent texture reads needs D3DPS20CAPS_NODEPENDENTREADLIMIT", Source: pageCaps},

	{ID: "DCL-1", VS: vsAll, PS: ps2up, Severity: Error, Text: "declarations come before the first instruction", Source: pageDcl},
	{ID: "DCL-2", VS: vsAll, PS: ps2up, Severity: Error, Text: "a component is declared once", Source: pageDcl},
	{ID: "DCL-3", VS: vsAll, PS: ps3, Severity: Error, Text: "no two registers have the same semantic", Source: pageDcl},
	{ID: "DCL-4", VS: vsAll, PS: ps2up, Severity: Error, Text: "the usage is one that the version has (0 where semantics do not exist)", Source: pageDcl},
	{ID: "DCL-5", VS: vsAll, PS: ps2up, Severity: Error, Text: "a declaration's mask is full (t# of ps_2_x: .x, .xy, .xyz too; model 3: any)", Source: pageDcl},
	{ID: "DCL-6", VS: vs2up, PS: ps2up, Severity: Error, Text: "v#, t#, vPos, vFace and o# of model 3 are declared", Source: pageDcl},
	{ID: "DCL-7", VS: vs1, Severity: Warning, Text: "v# of vs_1_1 is declared (Direct3D 8's programs bind it by number)", Source: pageDcl},
	{ID: "DCL-8", VS: vs3, PS: ps2up, Severity: Error, Text: "s# is declared", Source: pageDcl},
	{ID: "DCL-9", VS: vs3, PS: ps2up, Severity: Error, Text: "a sampler is declared as 2d, cube or volume", Source: pageDcl},
	{ID: "DCL-10", VS: vsAll, PS: ps2up, Severity: Warning, Text: "what is declared is used", Source: pageDcl},
	{ID: "DCL-11", VS: vs3, PS: ps2up, Severity: Error, Text: "only declared components are read", Source: pageDcl},
	{ID: "DCL-12", VS: vs3, Severity: Error, Text: "only declared components of o# are written", Source: pageDcl},
	{ID: "DCL-13", VS: vsAll, PS: ps2up, Severity: Error, Text: "only inputs, samplers and outputs of vs_3_0 are declared", Source: pageDcl},

	{ID: "CONST-1", VS: vsAll, PS: psAll, Severity: Error, Text: "a constant of the text lies within its file", Source: pageDef},
	{ID: "DEF-1", VS: vsAll, PS: psAll, Severity: Error, Text: "def, defi and defb come before the first instruction", Source: pageDef},
	{ID: "DEF-2", VS: vsAll, PS: psAll, Severity: Error, Text: "a constant is defined once", Source: pageDef},
	{ID: "DEF-3", VS: vsAll, PS: psAll, Severity: Error, Text: "def is for c#, defi for i#, defb for b#, without mask and modifiers", Source: pageDef},
	{ID: "DEF-4", PS: ps1, Severity: Warning, Text: "constants of ps_1_x lie in [-1, 1]; others are clamped", Source: pagePS1Regs},
	{ID: "DEF-5", VS: vs2up, PS: ps2xup, Severity: Error, Text: "a loop count lies in 0..255, aL's start in 0..255 and its step in -128..127", Source: "loop - vs; rep - vs; defi"},

	{ID: "FLOW-1", VS: vs2up, PS: ps2xup, Severity: Error, Text: "else, endif, endloop and endrep close the innermost open block", Source: pageFlowVS},
	{ID: "FLOW-2", VS: vs2up, PS: ps2xup, Severity: Error, Text: "every block is closed", Source: pageFlowVS},
	{ID: "FLOW-3", VS: vs2up, PS: ps2xup, Severity: Error, Text: "if on constants nests at most 24 deep, in vs_2_0 16", Source: pageFlow},
	{ID: "FLOW-4", VS: vs2up, PS: ps2xup, Severity: Error, Text: "loop and rep nest at most 4 deep, in vs_2_0 not at all", Source: pageFlow},
	{ID: "FLOW-5", VS: vs2up, PS: ps2xup, Severity: Error, Text: "calls nest at most 4 deep, in vs_2_0 1", Source: pageFlow},
	{ID: "FLOW-6", VS: vs2xup, PS: ps2xup, Severity: Error, Text: "if on values of the shader nests at most 24 deep", Source: pageFlow},
	{ID: "FLOW-7", VS: vs2, Severity: Error, Text: "vs_2_0 has at most 16 instructions of static flow control", Source: pageFlow},
	{ID: "FLOW-8", VS: vs2xup, PS: ps2xup, Severity: Error, Text: "break, break_comp and breakp stand in a loop", Source: "break - vs; break_comp; breakp"},
	{ID: "FLOW-9", VS: vs2up, PS: ps2xup, Severity: Error, Text: "a label that is called is there", Source: "call; callnz; label"},
	{ID: "FLOW-10", VS: vs2up, PS: ps2xup, Severity: Error, Text: "a label is defined once", Source: "label - vs; label - ps"},
	{ID: "FLOW-11", VS: vs2up, PS: ps2xup, Severity: Error, Text: "calls go forward: no recursion", Source: "call - vs; call - ps"},
	{ID: "FLOW-12", VS: vs2up, PS: ps2xup, Severity: Error, Text: "a label stands outside blocks and after a ret", Source: "label - vs; label - ps"},
	{ID: "FLOW-13", VS: vs2up, PS: ps2xup, Severity: Error, Text: "after a ret only a label can follow", Source: "ret - vs; ret - ps"},
	{ID: "FLOW-14", VS: vs2up, PS: ps2xup, Severity: Error, Text: "a subroutine ends with ret", Source: "ret - vs; ret - ps"},
	{ID: "FLOW-15", VS: vs2up, PS: ps2xup, Severity: Warning, Text: "a subroutine is called", Source: "label - vs; label - ps"},
	{ID: "FLOW-16", VS: vs2up, PS: ps2xup, Severity: Warning, Text: "ret stands outside blocks", Source: "ret - vs; ret - ps"},

	{ID: "PRED-1", VS: vsAll, PS: psAll, Severity: Error, Text: "the version has predication (2_x and 3_0)", Source: pagePred},
	{ID: "PRED-2", VS: vs2xup, PS: ps2xup, Severity: Error, Text: "flow control, declarations, setp and nop take no predicate", Source: pagePred},
	{ID: "PRED-3", VS: vs2xup, PS: ps2xup, Severity: Error, Text: "a predicate is p0 or !p0", Source: pagePred},
	{ID: "PRED-4", VS: vs2xup, PS: ps2xup, Severity: Error, Text: "a predicate has no swizzle or replicates one component; as a condition it replicates one", Source: pagePred},
	{ID: "PRED-5", VS: vs2xup, PS: ps2xup, Severity: Error, Text: "p0 is set before it is used", Source: pagePred},

	{ID: "ADDR-1", VS: vsAll, Severity: Error, Text: "a0 is written before it is used", Source: pageAddr},
	{ID: "ADDR-2", VS: vs2up, PS: ps3, Severity: Error, Text: "aL is used inside loop only", Source: pageAddr},
	{ID: "ADDR-3", VS: vsAll, PS: ps3, Severity: Error, Text: "a relative address is a component of a0 (vertex shaders; vs_1_1: .x) or aL", Source: pageAddr},
	{ID: "ADDR-4", VS: vsAll, PS: psAll, Severity: Error, Text: "c# of vertex shaders and v# and o# of model 3 are addressed relatively, others not", Source: pageAddr},

	{ID: "INIT-1", VS: vsAll, PS: psAll, Severity: Error, Text: "a component of r# is written before it is read", Source: "Temporary Register"},
	{ID: "INIT-2", PS: ps1to3, Severity: Error, Text: "t# is loaded by a texture instruction before it is read", Source: pagePS1Regs},
	{ID: "INIT-3", PS: ps14, Severity: Error, Text: "phase takes the alpha of r# away: it is written again before it is read", Source: pagePS14},

	{ID: "OUT-1", VS: vsAll, Severity: Error, Text: "a vertex shader writes a position", Source: "Position Register; dcl_semantics (sm3)"},
	{ID: "OUT-2", VS: vsAll, Severity: Warning, Text: "all four components of the position are written", Source: "Position Register"},
	{ID: "OUT-3", PS: ps1, Severity: Error, Text: "ps_1_x writes r0", Source: pagePS1Regs},
	{ID: "OUT-4", PS: ps3, Severity: Warning, Text: "a pixel shader writes a color or a depth", Source: pageColorOut},
	{ID: "OD-1", PS: ps2, Severity: Error, Text: "oDepth is written by mov only", Source: pageDepth},
	{ID: "OD-2", PS: ps2, Severity: Error, Text: "oDepth is written once at most", Source: pageDepth},
	{ID: "VFACE-1", PS: ps3, Severity: Warning, Text: "vFace, of which only the sign is told, is read by cmp, setp, if_comp and break_comp", Source: "Face Register"},

	{ID: "PS1-1", PS: ps14, Severity: Error, Text: "phase stands once", Source: pagePS14},
	{ID: "PS1-2", PS: ps1, Severity: Error, Text: "texture instructions come before the arithmetic (of their phase)", Source: pagePS1},
	{ID: "PS1-3", VS: vsAll, PS: psAll, Severity: Error, Text: "a paired instruction follows an unpaired arithmetic one, and both are arithmetic of ps_1_x", Source: pageCoissue},
	{ID: "PS1-4", PS: ps1, Severity: Error, Text: "of a pair one instruction writes .rgb and the other .a", Source: pageCoissue},
	{ID: "PS1-5", PS: ps1, Severity: Error, Text: "a texture register is the destination of one texture instruction (of a phase)", Source: pagePS1},
	{ID: "PS1-6", PS: ps1to3, Severity: Error, Text: "a texture instruction reads a t# of a lower number than its destination", Source: pagePS1},
	{ID: "PS1-7", PS: ps1to3, Severity: Error, Text: "texm3x2pad, and two texm3x3pad, are followed by their last instruction and by nothing else", Source: pagePS1},
	{ID: "PS1-8", PS: ps1to3, Severity: Error, Text: "the rows of a texm3x2 or texm3x3 go to consecutive t# and have the same source", Source: pagePS1},
	{ID: "PS1-9", PS: ps14, Severity: Error, Text: "v#, texkill, texdepth and texld from r# are for the second phase", Source: pagePS14},
	{ID: "PS1-10", PS: ps14, Severity: Error, Text: "texdepth is for r5", Source: "texdepth - ps"},
	{ID: "PS1-11", PS: ps14, Severity: Error, Text: "a t# is read as .xyz or as .xyw throughout", Source: pagePS14},
	{ID: "PS1-12", PS: ps1to3, Severity: Error, Text: "the condition of cnd is r0.a before ps_1_4", Source: "cnd - ps"},
}
