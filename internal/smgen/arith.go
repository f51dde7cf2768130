package smgen

import (
	"math"

	"d3d9vk/translate/sm"
)

// shape is what an opcode demands of its operands beyond what the opcode table says (Microsoft's page of each instruction).
type shape struct {
	masks    []uint8 // write masks; nil: any
	temp     bool    // the destination is r#
	distinct bool    // and none of the sources
	scalars  uint8   // bit n: source n replicates a component
	plain    uint8   // bit n: source n has no swizzle and no modifier
	rows     int     // matrices: constants from the second source on
}

var (
	maskXYZ  = []uint8{7}
	maskXYZW = []uint8{15}
)

var shapes = map[sm.Opcode]shape{
	sm.OpRcp:    {scalars: 1},
	sm.OpRsq:    {scalars: 1},
	sm.OpExp:    {scalars: 1},
	sm.OpExpP:   {scalars: 1},
	sm.OpLog:    {scalars: 1},
	sm.OpLogP:   {scalars: 1},
	sm.OpPow:    {scalars: 3, temp: true, distinct: true},
	sm.OpSinCos: {scalars: 1, temp: true, distinct: true, masks: []uint8{1, 2, 3}},
	sm.OpCrs:    {temp: true, distinct: true, plain: 3, masks: []uint8{1, 2, 3, 4, 5, 6, 7}},
	sm.OpNrm:    {temp: true, distinct: true, plain: 1, masks: []uint8{7, 15}},
	sm.OpLrp:    {temp: true, distinct: true},
	sm.OpSgn:    {temp: true, distinct: true},
	sm.OpDp2Add: {scalars: 4},
	sm.OpM4x4:   {temp: true, distinct: true, masks: maskXYZW, rows: 4},
	sm.OpM4x3:   {temp: true, distinct: true, masks: maskXYZ, rows: 3},
	sm.OpM3x4:   {temp: true, distinct: true, masks: maskXYZW, rows: 4},
	sm.OpM3x3:   {temp: true, distinct: true, masks: maskXYZ, rows: 3},
	sm.OpM3x2:   {temp: true, distinct: true, masks: []uint8{3}, rows: 2},
	sm.OpSetP:   {},
}

// SinCos are D3DSINCOSCONST1 and 2, which sincos of model 2 takes.
var sinCos = [2][4]float32{
	{-1.5500992e-6, -2.1701389e-5, 0.0026041667, 0.00026041668},
	{-0.020833334, -0.12500000, 1, 0.5},
}

// arithmetic emits one instruction of a random arithmetic opcode.
func (g *gen) arithmetic() {
	for range 20 {
		row := g.rows[g.r.IntN(len(g.rows))]
		g.ports = g.ports[:0]
		if g.tryArithmetic(row) {
			return
		}
	}
	g.plainMov()
}

// plainMov is what always works: a global temporary from a constant.
func (g *gen) plainMov() {
	n := g.r.IntN(g.globals)
	c := g.pool[g.r.IntN(len(g.pool))]
	s := constSrc(c)
	s.Swizzle = sm.SwizzleXYZW
	g.emit(sm.Instr{Op: sm.OpMov, Dst: &sm.Dst{Type: sm.RegTemp, Index: uint16(n), Mask: 15}, Src: []sm.Src{s}})
	g.write(&sm.Dst{Type: sm.RegTemp, Index: uint16(n), Mask: 15}, g.constant(c, c), false)
}

func (g *gen) tryArithmetic(row *sm.Row) bool {
	switch row.Op {
	case sm.OpNop:
		g.emit(sm.Instr{Op: sm.OpNop})
		return true
	case sm.OpMova:
		return g.mova(row.Op)
	case sm.OpSetP:
		return g.setp()
	case sm.OpTexKill:
		return g.texkill()
	case sm.OpDsx, sm.OpDsy:
		if g.varies() {
			return false
		}
	case sm.OpMov:
		if g.v.Major() < 2 && g.p.addr && g.r.IntN(4) == 0 {
			return g.mova(row.Op)
		}
	}
	sh := shapes[row.Op]
	args, ok := g.sources(row, &sh)
	if !ok {
		return false
	}
	return g.compute(row, &sh, args)
}

// sources picks the sources of an arithmetic instruction.
func (g *gen) sources(row *sm.Row, sh *shape) (args []arg, ok bool) {
	n := row.Sources()
	switch row.Op {
	case sm.OpSgn, sm.OpSinCos:
		n = 1
	}
	if sh.rows > 0 {
		n = 1
	}
	var matrix arg
	if sh.rows > 0 {
		if matrix, ok = g.matrix(sh.rows); !ok {
			return nil, false
		}
	}
	for i := range n {
		w := want{scalar: sh.scalars>>i&1 != 0, plain: sh.plain>>i&1 != 0, noC: row.Op == sm.OpSinCos}
		a, ok := g.source(w)
		if !ok {
			return nil, false
		}
		if i == 1 && g.r.IntN(6) == 0 && !w.scalar && !w.plain {
			a = args[0] // squares
		}
		args = append(args, a)
	}
	switch {
	case sh.rows > 0:
		args = append(args, matrix)
	case row.Op == sm.OpSinCos && g.v.Major() < 3:
		for _, v := range sinCos {
			s := constSrc(g.literal(v))
			s.Swizzle = sm.SwizzleXYZW
			args = append(args, arg{src: s})
		}
	case row.Op == sm.OpSgn:
		for k := range 2 {
			args = append(args, arg{src: sm.Src{Type: sm.RegTemp, Index: uint16(g.p.temps + k), Swizzle: sm.SwizzleXYZW}})
		}
	}
	return args, true
}

// matrix picks the first of several constants.
func (g *gen) matrix(rows int) (arg, bool) {
	if s, l, have := g.relativeConst(rows); have != 0 && g.r.IntN(3) == 0 {
		s.Swizzle = sm.SwizzleXYZW
		return arg{s, l}, g.hasPort(&s)
	}
	n := g.r.IntN(min(len(g.c.Env.F), 24) - rows)
	s := constSrc(n)
	s.Swizzle = sm.SwizzleXYZW
	return arg{s, g.constant(n, n+rows-1)}, g.hasPort(&s)
}

// compute finds a destination and emits, unless the result may leave the tame range.
func (g *gen) compute(row *sm.Row, sh *shape, args []arg) bool {
	spans := make([]lanes, len(args))
	for i := range args {
		spans[i] = args[i].l
	}
	same := len(args) > 1 && sameSource(&args[0].src, &args[1].src)
	res, ok := g.matrixResult(row.Op, sh, spans)
	if sh.rows == 0 {
		res, ok = result(row.Op, g.v, spans, same)
	}
	if !ok && !g.wild {
		return false
	}
	mask := uint8(1 + g.r.IntN(15))
	if g.r.IntN(3) == 0 {
		mask = 15
	}
	if sh.masks != nil {
		mask = sh.masks[g.r.IntN(len(sh.masks))]
	}
	if row.Op == sm.OpFrc && g.v.Stage() == sm.Vertex && g.v.Major() < 2 {
		mask = uint8(2 + g.r.IntN(2))
	}
	var not []arg
	if sh.distinct {
		not = args
	}
	d, ok := g.target(mask, sh.temp, not)
	if !ok || d.Mask != mask && (sh.masks != nil || row.Op == sm.OpFrc) {
		return false
	}
	if g.p.sat && g.r.IntN(6) == 0 {
		d.Saturate = true
		res = each(func(i int) span { return span{clamp(res[i].lo), clamp(res[i].hi)} })
	}
	d.PP = g.v.Stage() == sm.Pixel && g.r.IntN(8) == 0
	for i := range res {
		if d.Mask>>i&1 != 0 && !res[i].fits() && !g.wild {
			return false
		}
	}
	in := sm.Instr{Op: row.Op, Dst: &d}
	for i := range args {
		in.Src = append(in.Src, args[i].src)
	}
	g.predicate(&in, d)
	g.emit(in)
	g.write(&d, res, in.Predicated)
	return true
}

func clamp(x float64) float64 { return math.Max(0, math.Min(1, x)) }

func (g *gen) matrixResult(op sm.Opcode, sh *shape, a []lanes) (lanes, bool) {
	n := 4
	if op == sm.OpM3x4 || op == sm.OpM3x3 || op == sm.OpM3x2 {
		n = 3
	}
	if sh.rows == 0 {
		return lanes{}, true
	}
	return splat(dot(a[0], a[1], n, false)), true
}

// predicate now and then makes the instruction run under p0, where that leaves nothing unwritten.
func (g *gen) predicate(in *sm.Instr, d sm.Dst) {
	if g.st.pred == 0 || g.r.IntN(3) != 0 {
		return
	}
	switch {
	case d.Type == sm.RegTemp && g.st.init[d.Index]&d.Mask == d.Mask:
	case d.Type == sm.RegAddr && g.st.addr&d.Mask == d.Mask:
	case g.v.Stage() == sm.Vertex && g.outputsReady && d.Type != sm.RegTemp && d.Type != sm.RegAddr:
	default:
		return
	}
	in.Predicated = true
	in.Pred = sm.Src{Type: sm.RegPredicate, Swizzle: sm.SwizzleXYZW}
	if g.st.pred != 15 || g.r.IntN(2) == 0 {
		c := g.component(g.st.pred)
		in.Pred.Swizzle = [4]uint8{c, c, c, c}
	}
	if g.r.IntN(3) == 0 {
		in.Pred.Mod = sm.ModNot
	}
}

// write notes what a destination holds now.
func (g *gen) write(d *sm.Dst, l lanes, maybe bool) {
	if d.Type != sm.RegTemp {
		return
	}
	for c := range 4 {
		if d.Mask>>c&1 == 0 {
			continue
		}
		if maybe {
			l[c] = l[c].join(g.st.vals[d.Index][c])
		}
		g.st.vals[d.Index][c] = l[c]
	}
	g.st.init[d.Index] |= d.Mask
}

// mova writes a0: rounded, or in vs_1_1 the floor.
func (g *gen) mova(op sm.Opcode) bool {
	a, ok := g.source(want{})
	if !ok {
		return false
	}
	d := sm.Dst{Type: sm.RegAddr, Mask: uint8(1 + g.r.IntN(15))}
	round := math.RoundToEven
	if op == sm.OpMov {
		d.Mask, round = 1, math.Floor
	}
	for c := range 4 {
		if d.Mask>>c&1 != 0 && !a.l[c].inside(-4, 6) {
			return false
		}
	}
	in := sm.Instr{Op: op, Dst: &d, Src: []sm.Src{a.src}}
	g.predicate(&in, d)
	for c := range 4 {
		if d.Mask>>c&1 != 0 {
			// Half a step more on each side: a result that is rounded the other way stays in range.
			at := [2]int{int(round(a.l[c].lo - 0.01)), int(round(a.l[c].hi + 0.01))}
			if in.Predicated {
				at = [2]int{min(at[0], g.st.at[c][0]), max(at[1], g.st.at[c][1])}
			}
			g.st.at[c] = at
		}
	}
	g.st.addr |= d.Mask
	g.emit(in)
	return true
}

func (g *gen) compare() uint8 { return uint8(1 + g.r.IntN(6)) }

func (g *gen) setp() bool {
	a, ok := g.source(want{})
	b, ok2 := g.source(want{})
	if !ok || !ok2 {
		return false
	}
	d := sm.Dst{Type: sm.RegPredicate, Mask: uint8(1 + g.r.IntN(15))}
	if g.r.IntN(2) == 0 {
		d.Mask = 15
	}
	g.emit(sm.Instr{Op: sm.OpSetP, Control: g.compare(), Dst: &d, Src: []sm.Src{a.src, b.src}})
	g.st.pred |= d.Mask
	return true
}

// texkill kills where a component is negative; seldom, because a killed pixel shows nothing.
func (g *gen) texkill() bool {
	if g.r.IntN(3) != 0 {
		return false
	}
	var d sm.Dst
	if in := g.textureInput(); in != nil && g.r.IntN(2) == 0 {
		d = sm.Dst{Type: in.typ, Index: in.index, Mask: 15}
	} else {
		n := g.r.IntN(g.p.temps)
		if g.st.init[n] != 15 {
			return false
		}
		d = sm.Dst{Type: sm.RegTemp, Index: uint16(n), Mask: 15}
	}
	g.emit(sm.Instr{Op: sm.OpTexKill, Dst: &d})
	return true
}

// textureInput picks a t# with all components; nil where there is none.
func (g *gen) textureInput() *input {
	for range 8 {
		if len(g.inputs) == 0 {
			return nil
		}
		if in := &g.inputs[g.r.IntN(len(g.inputs))]; in.typ == sm.RegTexture && in.mask == 15 {
			return in
		}
	}
	return nil
}
