package emit

import (
	"math"

	"d3d9vk/spirv"
	"d3d9vk/translate/ir"
)

// shape is how an operation meets the lanes of its destination.
type shape uint8

const (
	perLane shape = iota + 1 // sources are read on the destination's lanes
	oneLane                  // lane 0 of each source, the result in every lane
	special                  // neither
)

// form is how an operation is spelled. fn gets as many components as the shape says and returns as many.
type form struct {
	shape shape
	fn    func(e *emitter, n int, x operands) spirv.ID
	whole func(e *emitter, in *ir.Instr) // of special
	// wild: the result may be infinite or NaN even when no source is. A special form says itself in which lanes.
	wild bool
	// tame: the result is finite whatever the sources are.
	tame bool
}

// operands are an operation's sources, read, and what their multiplications must know.
type operands struct {
	v    [3]spirv.ID
	wild [3]bool // may be infinite or NaN
	safe [3]bool // is never zero
}

// forms is the one table of operations (Microsoft Learn, "Instructions" of each shader version).
var forms = [...]form{
	ir.OpMov:       {shape: perLane, fn: func(_ *emitter, _ int, x operands) spirv.ID { return x.v[0] }},
	ir.OpAdd:       {shape: perLane, fn: binary(spirv.OpFAdd)},
	ir.OpMul:       {shape: perLane, fn: func(e *emitter, n int, x operands) spirv.ID { return e.mul(n, x, 0, 1) }},
	ir.OpMad:       {shape: perLane, fn: mad},
	ir.OpMin:       {shape: perLane, fn: ext(spirv.GLSLNMin, 2)},
	ir.OpMax:       {shape: perLane, fn: ext(spirv.GLSLNMax, 2)},
	ir.OpSlt:       {shape: perLane, fn: test(spirv.OpFOrdLessThan), tame: true},
	ir.OpSge:       {shape: perLane, fn: test(spirv.OpFOrdGreaterThanEqual), tame: true},
	ir.OpFrc:       {shape: perLane, fn: ext(spirv.GLSLFract, 1)},
	ir.OpAbs:       {shape: perLane, fn: ext(spirv.GLSLFAbs, 1)},
	ir.OpSgn:       {shape: perLane, fn: ext(spirv.GLSLFSign, 1), tame: true},
	ir.OpLrp:       {shape: perLane, fn: lrp},
	ir.OpCmp:       {shape: perLane, fn: choose(spirv.OpFOrdGreaterThanEqual, 0)},
	ir.OpCnd:       {shape: perLane, fn: choose(spirv.OpFOrdGreaterThan, 0.5)},
	ir.OpDsx:       {shape: perLane, fn: unary(spirv.OpDPdx)},
	ir.OpDsy:       {shape: perLane, fn: unary(spirv.OpDPdy)},
	ir.OpRcp:       {shape: oneLane, fn: rcp, wild: true},
	ir.OpRsq:       {shape: oneLane, fn: rsq, wild: true},
	ir.OpExp:       {shape: oneLane, fn: exp, wild: true},
	ir.OpLog:       {shape: oneLane, fn: log},
	ir.OpPow:       {shape: oneLane, fn: pow, wild: true},
	ir.OpExpP:      {shape: special, whole: expp, wild: true},
	ir.OpDp2Add:    {shape: special, whole: dot(2)},
	ir.OpDp3:       {shape: special, whole: dot(3)},
	ir.OpDp4:       {shape: special, whole: dot(4)},
	ir.OpLit:       {shape: special, whole: lit, wild: true},
	ir.OpDst:       {shape: special, whole: dst},
	ir.OpCrs:       {shape: special, whole: crs},
	ir.OpNrm:       {shape: special, whole: nrm},
	ir.OpSinCos:    {shape: special, whole: sincos},
	ir.OpMova:      {shape: special, whole: mova(spirv.GLSLRoundEven)},
	ir.OpMovaFloor: {shape: special, whole: mova(spirv.GLSLFloor)},
	ir.OpSetP:      {shape: special, whole: setp},
	ir.OpTexKill:   {shape: special, whole: texkill},
	ir.OpTex:       {shape: special, whole: tex},
	ir.OpTexP:      {shape: special, whole: tex},
	ir.OpTexB:      {shape: special, whole: tex},
	ir.OpTexL:      {shape: special, whole: tex},
	ir.OpTexD:      {shape: special, whole: tex},
	ir.OpProject:   {shape: special, whole: project, wild: true},
	ir.OpDivZ:      {shape: special, whole: divideZ, wild: true},
	ir.OpDivW:      {shape: special, whole: divideW, wild: true},
	ir.OpBem:       {shape: special, whole: bem},
	ir.OpLum:       {shape: special, whole: luminance},
	ir.OpReflect:   {shape: special, whole: reflect},
	ir.OpDepth:     {shape: special, whole: depth},
	ir.OpIfB:       {shape: special, whole: openIf},
	ir.OpIfC:       {shape: special, whole: openIf},
	ir.OpIfP:       {shape: special, whole: openIf},
	ir.OpElse:      {shape: special, whole: openElse},
	ir.OpEndIf:     {shape: special, whole: closeIf},
	ir.OpRep:       {shape: special, whole: openLoop},
	ir.OpLoop:      {shape: special, whole: openLoop},
	ir.OpEndLoop:   {shape: special, whole: closeLoop},
	ir.OpBreak:     {shape: special, whole: breakNow},
	ir.OpBreakC:    {shape: special, whole: breakIf},
	ir.OpBreakP:    {shape: special, whole: breakIf},
	ir.OpScope:     {shape: special, whole: openScope},
	ir.OpLeave:     {shape: special, whole: leave},
	ir.OpEndScope:  {shape: special, whole: closeScope},
}

// wildOps are the operations that can make infinities.
var wildOps = func() (set ir.OpSet) {
	for op := range forms {
		if forms[op].wild {
			set |= 1 << op
		}
	}
	return set
}()

// instruction emits one instruction.
func (e *emitter) instruction(in *ir.Instr) {
	f := &forms[in.Op]
	if f.shape == special {
		f.whole(e, in)
		return
	}
	if f.shape == 0 || in.Dst.Mask == 0 { // nop, or nothing is written
		return
	}
	mask := in.Dst.Mask
	if f.shape == oneLane {
		mask = 1
	}
	var x operands
	wild := uint8(0)
	for i := range int(in.NSrc) {
		wild |= e.operand(&x, i, &in.Src[i], mask)
	}
	n := count(mask)
	v := f.fn(e, n, x)
	if f.shape == oneLane {
		v = e.b.Splat(count(in.Dst.Mask), v)
		if wild != 0 {
			wild = 0xF
		}
	}
	if f.wild && e.layout.Float.Extremes != ExtremesFinite || in.Op == ir.OpLog && e.layout.Float.Extremes == ExtremesInfinite {
		wild = 0xF
	}
	if f.tame {
		wild = 0
	}
	e.write(in, v, wild)
}

// operand reads a source as the operation's operand i and gives its lanes that may be infinite or NaN.
func (e *emitter) operand(x *operands, i int, s *ir.Src, mask uint8) (wild uint8) {
	x.v[i] = e.read(s, mask)
	if e.unbounded {
		wild = e.wild(s, mask)
		x.wild[i], x.safe[i] = wild != 0, e.nonZero(s, mask)
	}
	return wild
}

// write applies the destination's shift and saturation to floats and assigns them.
func (e *emitter) write(in *ir.Instr, v spirv.ID, wild uint8) {
	d := &in.Dst
	n := count(d.Mask)
	if n == 0 {
		return
	}
	if d.Shift != 0 {
		v = e.b.FMul(e.b.Vec(n), v, e.b.ConstSplat(n, float32(math.Ldexp(1, int(d.Shift)))))
	}
	if d.Sat {
		v = e.clamp01(n, v)
		wild = 0
	}
	e.assign(in, v, wild)
}

// clamp01 limits n floats to [0, 1]; NaN becomes 0.
func (e *emitter) clamp01(n int, v spirv.ID) spirv.ID {
	return e.b.Ext(e.b.Vec(n), spirv.GLSLNClamp, v, e.b.ConstSplat(n, 0), e.b.ConstSplat(n, 1))
}

// writeLanes writes the lanes of the destination's mask out of four scalars; 0 stands for lanes that are not needed.
func (e *emitter) writeLanes(in *ir.Instr, wild uint8, lane func(i int) spirv.ID) {
	list, n := lanes(in.Dst.Mask)
	var parts [4]spirv.ID
	for i := range n {
		parts[i] = lane(int(list[i]))
	}
	switch n {
	case 0:
	case 1:
		e.write(in, parts[0], wild)
	default:
		e.write(in, e.b.Construct(e.b.Vec(n), parts[:n]...), wild)
	}
}

func unary(op spirv.Op) func(*emitter, int, operands) spirv.ID {
	return func(e *emitter, n int, x operands) spirv.ID { return e.b.Unary(op, e.b.Vec(n), x.v[0]) }
}

func binary(op spirv.Op) func(*emitter, int, operands) spirv.ID {
	return func(e *emitter, n int, x operands) spirv.ID { return e.b.Binary(op, e.b.Vec(n), x.v[0], x.v[1]) }
}

func ext(op spirv.GLSL, sources int) func(*emitter, int, operands) spirv.ID {
	return func(e *emitter, n int, x operands) spirv.ID { return e.b.Ext(e.b.Vec(n), op, x.v[:sources]...) }
}

// test gives 1 where the comparison holds, else 0.
func test(op spirv.Op) func(*emitter, int, operands) spirv.ID {
	return func(e *emitter, n int, x operands) spirv.ID {
		return e.b.Select(e.b.Vec(n), e.b.Compare(op, n, x.v[0], x.v[1]), e.b.ConstSplat(n, 1), e.b.ConstSplat(n, 0))
	}
}

// choose gives source 1 where source 0 compares with limit, else (also for NaN) source 2.
func choose(op spirv.Op, limit float32) func(*emitter, int, operands) spirv.ID {
	return func(e *emitter, n int, x operands) spirv.ID {
		return e.b.Select(e.b.Vec(n), e.b.Compare(op, n, x.v[0], e.b.ConstSplat(n, limit)), x.v[1], x.v[2])
	}
}

// mul multiplies sources i and j by Direct3D 9's rule: zero times anything is zero.
func (e *emitter) mul(n int, x operands, i, j int) spirv.ID {
	b, t := e.b, e.b.Vec(n)
	p, q := x.v[i], x.v[j]
	zero := func(v, other spirv.ID) spirv.ID { // v, but 0 where other is 0
		none := b.Compare(spirv.OpFOrdEqual, n, other, b.ConstSplat(n, 0))
		return b.Select(t, none, b.ConstSplat(n, 0), v)
	}
	if x.wild[i] && !x.safe[j] {
		p = zero(p, x.v[j])
	}
	if x.wild[j] && !x.safe[i] {
		q = zero(q, x.v[i])
	}
	return b.FMul(t, p, q)
}

func mad(e *emitter, n int, x operands) spirv.ID {
	return e.b.FAdd(e.b.Vec(n), e.mul(n, x, 0, 1), x.v[2])
}

// lrp is src2 + src0 * (src1 - src2).
func lrp(e *emitter, n int, x operands) spirv.ID {
	end := x.v[2]
	x.v[1] = e.b.FSub(e.b.Vec(n), x.v[1], end)
	x.wild[1], x.safe[1] = x.wild[1] || x.wild[2], false
	return e.b.FAdd(e.b.Vec(n), e.mul(n, x, 0, 1), end)
}

func rcp(e *emitter, n int, x operands) spirv.ID {
	return e.finite(n, e.b.FDiv(e.b.Vec(n), e.b.ConstSplat(n, 1), x.v[0]))
}

func rsq(e *emitter, n int, x operands) spirv.ID {
	t := e.b.Vec(n)
	return e.finite(n, e.b.Ext(t, spirv.GLSLInverseSqrt, e.b.Ext(t, spirv.GLSLFAbs, x.v[0])))
}

// exp is 2 to the power x.
func exp(e *emitter, n int, x operands) spirv.ID {
	return e.finite(n, e.b.Ext(e.b.Vec(n), spirv.GLSLExp2, x.v[0]))
}

// log is log2 |x|, and the least float for zero.
func log(e *emitter, n int, x operands) spirv.ID {
	b, t := e.b, e.b.Vec(n)
	v := b.Ext(t, spirv.GLSLLog2, b.Ext(t, spirv.GLSLFAbs, x.v[0]))
	if e.layout.Float.Extremes == ExtremesInfinite {
		return v
	}
	none := b.Compare(spirv.OpFOrdEqual, n, x.v[0], b.ConstSplat(n, 0))
	return b.Select(t, none, b.ConstSplat(n, -math.MaxFloat32), v)
}

// pow is |x| to the power y, and 1 when y is zero.
func pow(e *emitter, n int, x operands) spirv.ID {
	b, t := e.b, e.b.Vec(n)
	v := e.finite(n, b.Ext(t, spirv.GLSLExp2, b.FMul(t, x.v[1], log(e, n, x))))
	none := b.Compare(spirv.OpFOrdEqual, n, x.v[1], b.ConstSplat(n, 0))
	return b.Select(t, none, b.ConstSplat(n, 1), v)
}
