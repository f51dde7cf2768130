package ir

import "d3d9vk/translate/sm"

// maxWeight bounds a Shader's Weight: some 32768 slots of everyday instructions, the most that a device may have. It keeps a
// translation's memory within 64 MiB (package translate's TestBudget).
const maxWeight = 5 << 20

// weight is what an operation costs: words for itself, and how often it reads each of its sources.
type weight struct{ words, reads int }

// weights bounds from above the words that a back end makes of an operation where every product and every result needs care. Operations
// without a row weigh as usual says.
var weights = [...]weight{
	OpMova:      {words: 24, reads: 1},
	OpMovaFloor: {words: 24, reads: 1},
	OpMul:       {words: 36, reads: 1},
	OpMad:       {words: 42, reads: 1},
	OpLrp:       {words: 48, reads: 1},
	OpRcp:       {words: 42, reads: 1},
	OpRsq:       {words: 48, reads: 1},
	OpExp:       {words: 42, reads: 1},
	OpExpP:      {words: 80, reads: 1},
	OpLog:       {words: 48, reads: 1},
	OpPow:       {words: 80, reads: 1},
	OpDp2Add:    {words: 56, reads: 1},
	OpDp3:       {words: 48, reads: 1},
	OpDp4:       {words: 48, reads: 1},
	OpLit:       {words: 130, reads: 4},
	OpDst:       {words: 50, reads: 2},
	OpCrs:       {words: 190, reads: 6},
	OpNrm:       {words: 90, reads: 2},
	OpSinCos:    {words: 40, reads: 1},
	OpTexKill:   {words: 60, reads: 1},
	OpTex:       {words: 36, reads: 2},
	OpTexP:      {words: 40, reads: 2},
	OpTexB:      {words: 36, reads: 2},
	OpTexL:      {words: 36, reads: 2},
	OpTexD:      {words: 44, reads: 2},
	OpProject:   {words: 40, reads: 2},
	OpDivZ:      {words: 50, reads: 3},
	OpDivW:      {words: 50, reads: 3},
	OpBem:       {words: 150, reads: 2},
	OpLum:       {words: 80, reads: 2},
	OpReflect:   {words: 80, reads: 1},
	OpDepth:     {words: 40, reads: 1},
	OpIfB:       {words: 24, reads: 1},
	OpIfC:       {words: 24, reads: 1},
	OpIfP:       {words: 24, reads: 1},
	OpRep:       {words: 90, reads: 1},
	OpLoop:      {words: 100, reads: 3},
	OpEndLoop:   {words: 50},
	OpBreakC:    {words: 30, reads: 1},
	OpBreakP:    {words: 30, reads: 1},
	OpScope:     {words: 24},
	OpLeave:     {words: 24},
	OpEndScope:  {words: 24},
}

// usual is the weight of an operation that is one instruction of a back end; least is that of an instruction of the text that becomes
// no operation.
var usual = weight{words: 20, reads: 1}

const least = 20

// weigh gives the weight of an operation with its operands.
func (in *Instr) weigh() int {
	const (
		arrange, modify   = 9, 6   // a swizzle or a write mask; each modifier
		literal, constant = 23, 15 // sources of those kinds
		flow              = 28     // i# and b#
		component         = 6      // one or some of a source, when it is read more than once
		other             = 4      // temporaries and inputs
		relative          = 52     // a source or a destination
		guard, saturate   = 32, 8  // of the destination
		whole             = sm.MaskXYZW
	)
	w := usual
	if int(in.Op) < len(weights) && weights[in.Op].words != 0 {
		w = weights[in.Op]
	}
	n := w.words
	for i := range in.Src[:in.NSrc] {
		s := &in.Src[i]
		each := 0 // for every time that it is read
		switch s.Obj.Kind {
		case Imm:
			each = literal
		case CF:
			n += constant
		case CI, CB:
			each = flow
		default:
			n += other
		}
		if s.Rel.Kind != None {
			each += relative
		}
		switch {
		case w.reads > 1:
			each += component
		case s.Swizzle != sm.SwizzleXYZW || in.Dst.Mask != whole:
			each += arrange
		}
		for m := s.Mod; m != 0; m &= m - 1 {
			each += modify
		}
		n += w.reads * each
	}
	d := &in.Dst
	if d.Mask != whole {
		n += arrange
	}
	if d.Shift != 0 {
		n += modify
	}
	if d.Sat {
		n += saturate
	}
	if in.Guard.On {
		n += guard
	}
	if d.Rel.Kind != None || d.Obj.Kind == Out {
		n += relative
	}
	return n
}
