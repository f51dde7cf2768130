package smgen

import (
	"math"
	"math/rand/v2"

	"d3d9vk/translate/sm"
)

// gen makes one program.
type gen struct {
	r *rand.Rand
	v sm.Version
	p profile
	c *Case

	rows     []*sm.Row // arithmetic opcodes of the version
	pool     []int     // c# that are read directly
	defined  map[int][4]float32
	ints     [16][4]int32 // i# as the program sees them
	decls    []sm.Instr
	defs     []sm.Instr
	out      []sm.Instr // where instructions go
	slots    int
	budget   int // statements left
	literals int
	wild     bool // values are not kept tame

	inputs     []input
	relInputs  [2]int // v# that are reached relatively; the last is 0 where there are none
	outputs    []output
	relOutputs [2]int
	samplers   []sampler
	deep       int // texture reads by computed coordinates

	st           state
	globals      int // r0.. that are written from the start, for all routines
	ports        []port
	aL           *[2]int // the range of aL, nil outside loops
	nesting      int     // of loops
	dynamic      bool    // not all pixels come here
	returned     bool    // a ret stands before
	breaks       bool    // the loop may have breaks
	grads        bool    // in a subroutine that takes gradients
	inSub        bool
	outputsReady bool // all outputs are written
	subs         []sub
	calls        uint16 // bit n: the routine calls l#n
	callDepth    int
	calledDepth  int
}

// New makes a program of a version. The same seed gives the same case.
func New(seed uint64, v sm.Version) *Case {
	g := &gen{r: rand.New(rand.NewPCG(seed, uint64(v))), v: v, p: profiles[v], defined: map[int][4]float32{}}
	g.c = &Case{Seed: seed, Program: &sm.Program{Version: v}}
	if v.Stage() == sm.Pixel && v.Major() < 2 {
		g.fixed()
		return g.c
	}
	g.wild = g.r.IntN(25) == 0
	g.globals = 3 + g.r.IntN(3)
	g.budget = g.p.size/2 + g.r.IntN(g.p.size/2)
	g.listRows()
	g.makeConstants()
	if v.Stage() == sm.Vertex {
		g.makeVertexInputs()
		g.makeVertexOutputs()
	} else {
		g.makePixelInputs()
		g.makePixelOutputs()
	}
	g.makeSamplers()
	g.prologue()
	g.makeSubs()
	g.block(g.budget, 0)
	g.epilogue()
	g.join()
	return g.c
}

// Random makes a program of a version that the seed chooses.
func Random(seed uint64) *Case {
	r := rand.New(rand.NewPCG(seed, 0x736d67656e))
	return New(seed, Versions[r.IntN(len(Versions))])
}

// listRows lists the opcodes that arithmetic can pick.
func (g *gen) listRows() {
	for i := range sm.Rows {
		row := &sm.Rows[i]
		switch row.Op {
		case sm.OpTex, sm.OpTexLDD, sm.OpTexLDL:
			continue
		case sm.OpSetP:
			if !g.p.dynamic {
				continue
			}
		}
		if row.In(g.v) && row.Flow == sm.FlowNone {
			g.rows = append(g.rows, row)
		}
	}
}

// tame is a number of moderate size, round ones now and then.
func (g *gen) tame() float32 {
	round := []float32{0, 0, 1, -1, 0.5, -0.5, 2, 0.25}
	switch n := g.r.IntN(20); {
	case n < 6:
		return round[g.r.IntN(len(round))]
	case n < 17:
		return g.signed(0.1 + g.r.Float32())
	}
	return g.signed(1 + 2*g.r.Float32())
}

func (g *gen) signed(x float32) float32 {
	if g.r.IntN(3) == 0 {
		return -x
	}
	return x
}

// extremes are values that wild programs have among their constants.
var extremes = []float32{float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 1e30, -1e30, 1e-30, 0, float32(math.Copysign(0, -1)), 65536}

func (g *gen) number() float32 {
	if g.wild && g.r.IntN(10) == 0 {
		return extremes[g.r.IntN(len(extremes))]
	}
	return g.tame()
}

func (g *gen) vector(f func() float32) [4]float32 { return [4]float32{f(), f(), f(), f()} }

// makeConstants fills the constant files and defines some constants in the text.
func (g *gen) makeConstants() {
	env := &g.c.Env
	n := 48
	if g.p.floats < n {
		n = g.p.floats - 8 // the rest is for literals
	}
	for range n {
		env.F = append(env.F, g.vector(g.tame))
	}
	for range 3 + g.r.IntN(4) {
		g.define(g.r.IntN(n), g.vector(g.number))
	}
	if g.p.floats > 48 {
		g.define(g.p.floats-1-g.r.IntN(8)-24, g.vector(g.number))
	}
	if g.v.Software() && g.r.IntN(2) == 0 {
		g.define([]int{2048, 3000, 4096, 6200, 8191}[g.r.IntN(5)], g.vector(g.number))
	}
	for range 8 {
		g.pool = append(g.pool, g.r.IntN(n))
	}
	for i := range env.I {
		env.I[i] = g.integer()
	}
	env.B = uint16(g.r.Uint32())
	g.ints = env.I
	if !g.p.static {
		return
	}
	if n := g.r.IntN(8); n < 6 {
		g.ints[n] = g.integer()
		v := g.ints[n]
		g.defs = append(g.defs, sm.Instr{Op: sm.OpDefI, Dst: &sm.Dst{Type: sm.RegConstInt, Index: uint16(n), Mask: 15},
			Values: [4]uint32{uint32(v[0]), uint32(v[1]), uint32(v[2]), uint32(v[3])}})
	}
	if n := g.r.IntN(8); n < 6 {
		g.defs = append(g.defs, sm.Instr{Op: sm.OpDefB, Dst: &sm.Dst{Type: sm.RegConstBool, Index: uint16(n), Mask: 15},
			Values: [4]uint32{uint32(g.r.IntN(2))}})
	}
}

// integer is an i#: few trips, and aL stays within subLoop.
func (g *gen) integer() [4]int32 {
	v := [4]int32{int32(g.r.IntN(4)), int32(g.r.IntN(4)), int32(g.r.IntN(4) - 1), int32(g.r.IntN(3))}
	if g.r.IntN(6) > 0 {
		v[0] = max(v[0], 1)
	}
	if v[2] < 0 {
		v[1] = 3
	}
	if v[2] == 2 {
		v[1] = min(v[1], 3)
	}
	return v
}

// define gives a constant in the text.
func (g *gen) define(n int, v [4]float32) {
	if _, ok := g.defined[n]; ok {
		return
	}
	g.defined[n] = v
	g.pool = append(g.pool, n)
	s := constSrc(n)
	in := sm.Instr{Op: sm.OpDef, Dst: &sm.Dst{Type: s.Type, Index: s.Index, Mask: 15}}
	for i := range v {
		in.Values[i] = math.Float32bits(v[i])
	}
	g.defs = append(g.defs, in)
}

// literal is a constant of the text with the value.
func (g *gen) literal(v [4]float32) int {
	for n, have := range g.defined {
		if have == v && n >= g.p.floats-8 {
			return n
		}
	}
	g.literals++
	n := g.p.floats - g.literals
	pool := g.pool
	g.define(n, v)
	g.pool = pool
	return n
}

func (g *gen) emit(in sm.Instr) {
	if row := sm.FindRow(in.Op, in.Control, g.v); row != nil {
		g.slots += row.Slots
	}
	g.out = append(g.out, in)
	if g.slots > g.p.slots-24 {
		g.budget = 0
	}
}

func (g *gen) makeSamplers() {
	switch {
	case g.v.Stage() == sm.Pixel:
		g.makeTextures(g.r.IntN(4), 16)
	case g.v.Major() >= 3:
		g.makeTextures(g.r.IntN(3), 4)
	}
}

// prologue writes the global temporaries, and in some programs all outputs.
func (g *gen) prologue() {
	for n := range g.globals {
		g.ports = g.ports[:0]
		a, ok := g.source(want{})
		if !ok {
			a = arg{src: constSrc(g.pool[0]), l: g.constant(g.pool[0], g.pool[0])}
			a.src.Swizzle = sm.SwizzleXYZW
		}
		d := sm.Dst{Type: sm.RegTemp, Index: uint16(n), Mask: 15}
		g.emit(sm.Instr{Op: sm.OpMov, Dst: &d, Src: []sm.Src{a.src}})
		g.write(&d, a.l, false)
		for _, s := range a.l {
			if !s.fits() && !g.wild {
				g.out = g.out[:len(g.out)-1]
				g.plainGlobal(n)
				break
			}
		}
	}
	if hasOp(g.rows, sm.OpSgn) {
		for k := range 2 {
			c := constSrc(g.pool[0])
			c.Swizzle = sm.SwizzleXYZW
			g.emit(sm.Instr{Op: sm.OpMov, Dst: &sm.Dst{Type: sm.RegTemp, Index: uint16(g.p.temps + k), Mask: 15}, Src: []sm.Src{c}})
		}
	}
	early := g.v.Stage() == sm.Vertex || g.v.Major() >= 3
	if early && g.r.IntN(2) == 0 {
		g.writeOutputs()
		g.outputsReady = true
	}
}

func hasOp(rows []*sm.Row, op sm.Opcode) bool {
	for _, r := range rows {
		if r.Op == op {
			return true
		}
	}
	return false
}

// plainGlobal gives a global temporary a constant.
func (g *gen) plainGlobal(n int) {
	c := g.pool[g.r.IntN(len(g.pool))]
	s := constSrc(c)
	s.Swizzle = sm.SwizzleXYZW
	d := sm.Dst{Type: sm.RegTemp, Index: uint16(n), Mask: 15}
	g.emit(sm.Instr{Op: sm.OpMov, Dst: &d, Src: []sm.Src{s}})
	g.write(&d, g.constant(c, c), false)
}

func (g *gen) epilogue() {
	if g.outputsReady && g.v.Stage() == sm.Pixel && g.returned { // OC-12
		return
	}
	g.writeOutputs()
}

// join puts the program together.
func (g *gen) join() {
	p := &g.c.Program.Instrs
	*p = append(*p, g.decls...)
	*p = append(*p, g.defs...)
	*p = append(*p, g.out...)
	some := false
	for i := len(g.subs) - 1; i >= 0; i-- {
		if s := &g.subs[i]; g.calls>>s.label&1 != 0 {
			g.calls |= s.calls
			if !some {
				*p = append(*p, sm.Instr{Op: sm.OpRet})
			}
			some = true
			*p = append(*p, s.instrs...)
		}
	}
}
