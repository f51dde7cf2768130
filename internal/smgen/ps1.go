package smgen

import "d3d9vk/translate/sm"

// ps_1_x programs are lists of texture instructions followed by lists of arithmetic ones. fixedGen holds what only they need.
type fixedGen struct {
	*gen
	t      [6]bool  // t# that arithmetic may read
	tl     [6]lanes // their values
	bump   [6]bool  // t# that hold what a bump or lookup may use
	cmps   int      // cmp and dp4 of ps_1_2 and ps_1_3
	count  int      // arithmetic slots used in this phase
	long   bool     // a texbeml, which takes two slots, leaves no room for the last stage
	last   bool     // the last phase: v# may be read
	single bool     // there is one phase only
	dz     int      // uses of _dz
	used   [6]uint8 // of ps_1_4: registers written by texture instructions in this phase
	dw     [6]bool  // of ps_1_4: t# is read as _dw
}

// fixed makes a program of ps_1_0 to ps_1_4.
func (g *gen) fixed() {
	f := &fixedGen{gen: g}
	g.p = profile{temps: 2, floats: 8, cPorts: 2, vPorts: 1, slots: 1000}
	env := &g.c.Env
	for range 8 {
		v := g.vector(g.tame) // beyond [-1, 1] now and then: they are clamped
		env.F = append(env.F, v)
	}
	for range g.r.IntN(4) {
		n := g.r.IntN(8)
		if _, ok := g.defined[n]; !ok {
			g.define(n, g.vector(func() float32 { return float32(g.r.IntN(129)-64) / 64 }))
		}
	}
	for i := range env.Stages {
		env.Stages[i] = Stage{Bump: [2][2]float32{{g.half(), g.half()}, {g.half(), g.half()}},
			Scale: float32(g.r.IntN(8)) / 8, Offset: float32(g.r.IntN(4)) / 8, Projected: g.r.IntN(5) == 0}
	}
	for i := range uint8(2) {
		env.Inputs = append(env.Inputs, g.slope(semantic{sm.UsageColor, i}, true))
		g.inputs = append(g.inputs, input{typ: sm.RegInput, index: uint16(i), mask: 15, vals: env.Inputs[i].spans()})
	}
	for i := range uint8(6) {
		in := g.slope(semantic{sm.UsageTexCoord, i}, false)
		for c := 2; c < 4; c++ { // divisors
			in.Value[c], in.X[c], in.Y[c] = float32(33+2*g.r.IntN(32))/64, 0, 0
		}
		env.Inputs = append(env.Inputs, in)
		f.tl[i] = in.spans()
	}
	if g.v == sm.PS_1_4 {
		f.make14()
	} else {
		f.makeStages()
		f.last = true
		f.arithmetics(3 + g.r.IntN(6))
	}
	f.finish()
	g.c.Program.Instrs = append(g.defs, g.out...)
}

func (g *gen) half() float32 { return float32(g.r.IntN(33)-16) / 32 }

// finish makes sure that r0 is written in full.
func (f *fixedGen) finish() {
	if missing := 15 &^ f.st.init[0]; missing != 0 {
		if f.v != sm.PS_1_4 && missing != 8 {
			missing = 15
			if f.st.init[0]&8 != 0 {
				missing = 7
			}
		}
		c := constSrc(f.r.IntN(8))
		c.Swizzle = sm.SwizzleXYZW
		f.emit(sm.Instr{Op: sm.OpMov, Dst: &sm.Dst{Mask: missing}, Src: []sm.Src{c}})
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func tReg(n int) *sm.Dst { return &sm.Dst{Type: sm.RegTexture, Index: uint16(n), Mask: 15} }

func tSrc(n int) sm.Src {
	return sm.Src{Type: sm.RegTexture, Index: uint16(n), Swizzle: sm.SwizzleXYZW}
}

// stageTexture gives the stage a texture.
func (f *fixedGen) stageTexture(n int, types ...sm.TextureType) {
	if f.r.IntN(16) > 0 {
		f.c.Env.Textures = append(f.c.Env.Textures, f.newTexture(uint16(n), types[f.r.IntN(len(types))]))
	}
}

// makeStages makes the texture instructions of ps_1_0 to ps_1_3: stages in rising order.
func (f *fixedGen) makeStages() {
	for n := 0; n < 4-b2i(f.long); {
		source := -1
		for m := range n {
			if f.bump[m] && (source < 0 || f.r.IntN(2) == 0) {
				source = m
			}
		}
		switch k := f.r.IntN(12); {
		case k < 4 || source < 0 && k > 5:
			f.stageTexture(n, sm.Texture2D, sm.Texture2D, sm.TextureCube, sm.TextureVolume)
			f.tex(sm.OpTex, n)
		case k == 4:
			f.tex(sm.OpTexCoord, n)
			f.bump[n] = false
		case k == 5:
			if f.r.IntN(3) == 0 {
				f.emit(sm.Instr{Op: sm.OpTexKill, Dst: tReg(n)})
			}
		case k == 6:
			op := sm.OpTexBem
			if !f.long && n < 3 && f.r.IntN(2) == 0 {
				op, f.long = sm.OpTexBemL, true
			}
			f.lookup(op, n, source)
			f.t[source], f.bump[source] = false, false // only further bumps may read it
		case k == 7:
			ops := []sm.Opcode{sm.OpTexReg2AR, sm.OpTexReg2GB}
			if f.v >= sm.PS_1_2 {
				ops = append(ops, sm.OpTexReg2RGB)
			}
			f.lookup(ops[f.r.IntN(len(ops))], n, source)
		case k == 8 && f.v >= sm.PS_1_2:
			f.lookup([]sm.Opcode{sm.OpTexDp3Tex, sm.OpTexDp3}[f.r.IntN(2)], n, source)
		case k < 10 && n < 3-b2i(f.long):
			f.matrix2(n, source)
			n++
		case n < 2-b2i(f.long):
			f.matrix3(n, source)
			n += 2
		default:
			continue
		}
		n++
	}
}

func (f *fixedGen) tex(op sm.Opcode, n int) {
	f.emit(sm.Instr{Op: op, Dst: tReg(n)})
	f.t[n], f.tl[n], f.bump[n] = true, splat(unit), true
}

// lookup is an instruction that reads an earlier stage.
func (f *fixedGen) lookup(op sm.Opcode, n, m int) {
	s := tSrc(m)
	f.tl[n] = splat(unit)
	switch op {
	case sm.OpTexDp3, sm.OpTexDp3Tex:
		s.Mod = f.signed()
		f.tl[n] = splat(wide)
	}
	switch op {
	case sm.OpTexDp3:
	case sm.OpTexReg2RGB:
		f.stageTexture(n, sm.Texture2D, sm.TextureCube, sm.TextureVolume)
	default:
		f.stageTexture(n, sm.Texture2D)
	}
	if op != sm.OpTexDp3 {
		f.tl[n] = splat(unit)
	}
	f.emit(sm.Instr{Op: op, Dst: tReg(n), Src: []sm.Src{s}})
	f.t[n], f.bump[n] = true, op != sm.OpTexDp3
}

func (f *fixedGen) signed() sm.SrcMod {
	return []sm.SrcMod{sm.ModNone, sm.ModSign}[f.r.IntN(2)]
}

// matrix2 is texm3x2pad and what ends it.
func (f *fixedGen) matrix2(n, m int) {
	s := tSrc(m)
	s.Mod = f.signed()
	f.emit(sm.Instr{Op: sm.OpTexM3x2Pad, Dst: tReg(n), Src: []sm.Src{s}})
	if f.v == sm.PS_1_3 && f.r.IntN(3) == 0 {
		f.emit(sm.Instr{Op: sm.OpTexM3x2Depth, Dst: tReg(n + 1), Src: []sm.Src{s}})
		return
	}
	f.stageTexture(n+1, sm.Texture2D)
	f.emit(sm.Instr{Op: sm.OpTexM3x2Tex, Dst: tReg(n + 1), Src: []sm.Src{s}})
	f.t[n+1], f.tl[n+1], f.bump[n+1] = true, splat(unit), true
}

// matrix3 is two texm3x3pad and what ends them.
func (f *fixedGen) matrix3(n, m int) {
	s := tSrc(m)
	s.Mod = f.signed()
	for k := range 2 {
		f.emit(sm.Instr{Op: sm.OpTexM3x3Pad, Dst: tReg(n + k), Src: []sm.Src{s}})
	}
	last := n + 2
	ops := []sm.Opcode{sm.OpTexM3x3Tex, sm.OpTexM3x3Spec, sm.OpTexM3x3VSpec}
	if f.v >= sm.PS_1_2 {
		ops = append(ops, sm.OpTexM3x3)
	}
	in := sm.Instr{Op: ops[f.r.IntN(len(ops))], Dst: tReg(last), Src: []sm.Src{s}}
	f.tl[last] = splat(unit)
	switch in.Op {
	case sm.OpTexM3x3:
		f.tl[last] = splat(wide)
	case sm.OpTexM3x3Spec:
		c := constSrc(f.r.IntN(8))
		c.Swizzle = sm.SwizzleXYZW
		in.Src = append(in.Src, c)
		fallthrough
	default:
		f.stageTexture(last, sm.TextureCube, sm.TextureCube, sm.TextureVolume)
	}
	f.emit(in)
	f.t[last], f.bump[last] = true, in.Op != sm.OpTexM3x3
}

// maxFixed is how many slots arithmetic takes in a phase; one more is for finish.
const maxFixed = 7

// arithmetics emits arithmetic of about n slots, some of it in pairs.
func (f *fixedGen) arithmetics(n int) {
	n = min(n, maxFixed)
	f.count = 0
	for tries := 0; f.count < n && tries < 60; tries++ {
		if f.r.IntN(4) == 0 && f.count < n {
			f.pair()
			continue
		}
		masks := []uint8{15, 15, 7, 8}
		if f.v == sm.PS_1_4 {
			masks = []uint8{15, 7, 8, 1, 2, 4, 3, 5, 6, 11}
		}
		if in, d, l, ok := f.operation(masks[f.r.IntN(len(masks))], false); ok {
			f.put(in, d, l)
		}
	}
}

func (f *fixedGen) put(in sm.Instr, d *sm.Dst, l lanes) {
	row := sm.FindRow(in.Op, in.Control, f.v)
	if f.count+row.Slots > maxFixed {
		return
	}
	if row.Slots == 2 && in.Op == sm.OpCmp {
		f.cmps++
	}
	if in.Op == sm.OpDp4 {
		f.cmps++
	}
	f.count += row.Slots
	f.emit(in)
	f.keep(d, l)
}

// keep notes what the destination holds.
func (f *fixedGen) keep(d *sm.Dst, l lanes) {
	switch {
	case d == nil:
	case d.Type == sm.RegTexture:
		for c := range 4 {
			if d.Mask>>c&1 != 0 {
				f.tl[d.Index][c] = l[c]
			}
		}
	default:
		f.write(d, l, false)
	}
}

// pair emits a colour and an alpha operation that run together; both read what was there before.
func (f *fixedGen) pair() {
	color, alpha := uint8(7), uint8(8)
	if f.v == sm.PS_1_4 {
		color = uint8(1 + f.r.IntN(7))
	}
	if f.r.IntN(2) == 0 {
		color, alpha = alpha, color
	}
	a, ad, al, ok := f.operation(color, true)
	if !ok {
		return
	}
	b, bd, bl, ok := f.operation(alpha, true)
	slots := max(sm.FindRow(a.Op, 0, f.v).Slots, sm.FindRow(b.Op, 0, f.v).Slots)
	if !ok || f.count+slots > maxFixed {
		return
	}
	f.count += slots
	b.Coissue = true
	f.emit(a)
	f.emit(b)
	f.keep(ad, al)
	f.keep(bd, bl)
}

// operation picks an arithmetic instruction with the write mask.
func (f *fixedGen) operation(mask uint8, pair bool) (in sm.Instr, d *sm.Dst, l lanes, ok bool) {
	ops := []sm.Opcode{sm.OpMov, sm.OpAdd, sm.OpSub, sm.OpMad, sm.OpMul, sm.OpDp3, sm.OpLrp, sm.OpCnd, sm.OpCnd}
	if f.v >= sm.PS_1_2 {
		ops = append(ops, sm.OpCmp, sm.OpCmp)
		if !pair {
			ops = append(ops, sm.OpDp4)
		}
	}
	if !pair {
		ops = append(ops, sm.OpNop)
		if f.v == sm.PS_1_4 && !f.last {
			ops = append(ops, sm.OpBem, sm.OpBem, sm.OpBem)
		}
	}
	in.Op = ops[f.r.IntN(len(ops))]
	strict := f.v < sm.PS_1_4 && (in.Op == sm.OpCmp || in.Op == sm.OpDp4)
	switch {
	case in.Op == sm.OpNop:
		return in, nil, l, true
	case strict && (f.cmps >= 3 || pair):
		return in, nil, l, false
	case in.Op == sm.OpDp3 && mask == 8 && pair:
		return in, nil, l, false // dp3 takes the colour pipe
	}
	d = f.destination(mask, in.Op)
	args, ok := f.fixedSources(in.Op, mask, d, strict)
	if !ok {
		return in, d, l, false
	}
	spans := make([]lanes, len(args))
	for i := range args {
		spans[i] = args[i].l
		in.Src = append(in.Src, args[i].src)
	}
	l, ok = result(in.Op, f.v, spans, len(args) > 1 && sameSource(&args[0].src, &args[1].src))
	if !ok {
		return in, d, l, false
	}
	l = f.shift(d, l)
	for c := range l {
		ok = ok && (d.Mask>>c&1 == 0 || l[c].inside(-2, 2))
	}
	in.Dst = d
	return in, d, l, ok
}

// destination picks r#, or in ps_1_0 to ps_1_3 a t# that is written.
func (f *fixedGen) destination(mask uint8, op sm.Opcode) *sm.Dst {
	d := &sm.Dst{Type: sm.RegTemp, Index: uint16(f.r.IntN(f.p.temps)), Mask: mask}
	if op == sm.OpBem {
		d.Mask = 3
		return d
	}
	if n := f.r.IntN(6); f.v < sm.PS_1_4 && n < 4 && f.t[n] && f.r.IntN(2) == 0 {
		d.Type, d.Index = sm.RegTexture, uint16(n)
	}
	return d
}

// shift gives the destination a shift and _sat.
func (f *fixedGen) shift(d *sm.Dst, l lanes) lanes {
	shifts := []int8{0, 0, 0, 0, 1, 2, -1}
	if f.v == sm.PS_1_4 {
		shifts = append(shifts, 3, -2, -3)
	}
	d.Shift = shifts[f.r.IntN(len(shifts))]
	scale := 1.0
	for k := d.Shift; k > 0; k-- {
		scale *= 2
	}
	for k := d.Shift; k < 0; k++ {
		scale /= 2
	}
	l = each(func(i int) span { return span{l[i].lo * scale, l[i].hi * scale} })
	if f.r.IntN(4) == 0 {
		d.Saturate = true
		l = each(func(i int) span { return span{clamp(l[i].lo), clamp(l[i].hi)} })
	}
	return l
}

func (f *fixedGen) fixedSources(op sm.Opcode, mask uint8, d *sm.Dst, distinct bool) (args []arg, ok bool) {
	f.ports = f.ports[:0]
	n := sm.FindRow(op, 0, f.v).Sources()
	for i := range n {
		if op == sm.OpCnd && i == 0 && f.v < sm.PS_1_4 {
			if f.st.init[0]&8 == 0 {
				return nil, false
			}
			args = append(args, arg{sm.Src{Swizzle: [4]uint8{3, 3, 3, 3}}, splat(f.st.vals[0][3])})
			continue
		}
		a, ok := f.fixedSource(mask, op)
		if !ok || distinct && a.src.Type == d.Type && a.src.Index == d.Index {
			return nil, false
		}
		if op == sm.OpBem && (i == 0 && a.src.Type == sm.RegTexture || i == 1 && a.src.Type != sm.RegTemp) {
			return nil, false
		}
		args = append(args, a)
	}
	return args, true
}

// fixedSource picks a source of ps_1_x arithmetic.
func (f *fixedGen) fixedSource(mask uint8, op sm.Opcode) (a arg, ok bool) {
	for range 8 {
		var s sm.Src
		var l lanes
		have := uint8(15)
		switch n := f.r.IntN(9); {
		case n < 3:
			i := f.r.IntN(f.p.temps)
			s, l, have = sm.Src{Index: uint16(i)}, f.st.vals[i], f.st.init[i]
		case n < 5:
			i := f.r.IntN(8)
			s = constSrc(i)
			l = f.constant(i, i)
			l = each(func(c int) span { return span{max(-1, min(1, l[c].lo)), max(-1, min(1, l[c].hi))} })
		case n < 7 && f.v < sm.PS_1_4:
			i := f.r.IntN(4)
			if !f.t[i] {
				continue
			}
			s, l = tSrc(i), f.tl[i]
		case f.last:
			in := f.inputs[f.r.IntN(len(f.inputs))]
			s, l = sm.Src{Type: in.typ, Index: in.index}, in.vals
		default:
			continue
		}
		s.Swizzle, ok = f.selector(mask, have)
		if !ok {
			continue
		}
		if op != sm.OpBem {
			s.Mod = f.fixedModifier(s.Type)
		}
		if !f.hasPort(&s) {
			continue
		}
		z := s.Swizzle
		return arg{s, each(func(i int) span { return l[z[i]].modified(s.Mod) })}, true
	}
	return a, false
}

// selector picks a source selector that reads written components.
func (f *fixedGen) selector(mask, have uint8) ([4]uint8, bool) {
	if have == 15 && f.r.IntN(2) == 0 {
		return sm.SwizzleXYZW, true
	}
	c := uint8(3)
	switch {
	case f.v == sm.PS_1_4:
		c = uint8(f.r.IntN(4))
	case mask == 8 && f.v > sm.PS_1_0 && f.r.IntN(2) == 0:
		c = 2
	}
	return [4]uint8{c, c, c, c}, have>>c&1 != 0
}

func (f *fixedGen) fixedModifier(t sm.RegType) sm.SrcMod {
	if f.r.IntN(2) == 0 {
		return sm.ModNone
	}
	if t == sm.RegConst {
		return []sm.SrcMod{sm.ModNone, sm.ModNeg}[f.r.IntN(2)]
	}
	mods := []sm.SrcMod{sm.ModNeg, sm.ModBias, sm.ModBiasNeg, sm.ModSign, sm.ModSignNeg, sm.ModComp}
	if f.v == sm.PS_1_4 {
		mods = append(mods, sm.ModX2, sm.ModX2Neg)
	}
	return mods[f.r.IntN(len(mods))]
}

// make14 makes a ps_1_4 program of one phase or two.
func (f *fixedGen) make14() {
	f.p.temps = 6
	for i := range f.dw {
		f.dw[i] = f.r.IntN(3) == 0
	}
	if f.r.IntN(3) > 0 {
		f.textures14(false)
		f.arithmetics(1 + f.r.IntN(6))
		f.emit(sm.Instr{Op: sm.OpPhase})
		for i := range f.st.init {
			f.st.init[i] &= 7
		}
		f.textures14(true)
	} else {
		f.single = true
		f.textures14(false)
	}
	f.last = true
	f.arithmetics(3 + f.r.IntN(6))
}

// textures14 makes the texture instructions of a phase; in the second they may read r#.
func (f *fixedGen) textures14(second bool) {
	used := [6]bool{}
	for range 1 + f.r.IntN(4) {
		n := f.r.IntN(6)
		if second && f.st.init[5]&3 == 3 && f.r.IntN(4) == 0 {
			n = 5
		}
		if used[n] {
			continue
		}
		used[n] = true
		d := &sm.Dst{Index: uint16(n), Mask: 15}
		t := f.r.IntN(6)
		switch k := f.r.IntN(8); {
		case k < 4 && second && n == 5 && f.st.init[5]&3 == 3:
			f.emit(sm.Instr{Op: sm.OpTexDepth, Dst: d})
			f.st.init[5] = 0
		case k == 1 && f.r.IntN(2) == 0:
			switch {
			case second && f.st.init[n]&7 == 7:
				f.emit(sm.Instr{Op: sm.OpTexKill, Dst: &sm.Dst{Index: uint16(n), Mask: 15}})
			case second || f.single:
				f.emit(sm.Instr{Op: sm.OpTexKill, Dst: tReg(t)})
			}
		case k < 4:
			s := f.coordinate14(t)
			l := f.c.Env.Inputs[2+t].spans()
			d.Mask = 7
			if s.Mod == sm.ModDw {
				d.Mask = 3
				inv := span{1 / l[3].hi, 1 / l[3].lo}
				l = each(func(c int) span { return l[c].mul(inv) })
			}
			f.emit(sm.Instr{Op: sm.OpTexCoord, Dst: d, Src: []sm.Src{s}})
			f.st.init[n] &^= 15
			f.write(d, l, false)
		default:
			f.load14(d, n, t, second)
		}
	}
}

// coordinate14 is t# as ps_1_4 reads it: always the same three components.
func (f *fixedGen) coordinate14(t int) sm.Src {
	s := tSrc(t)
	s.Swizzle = [4]uint8{0, 1, 2, 2}
	if f.dw[t] {
		s.Swizzle = [4]uint8{0, 1, 3, 3}
		if f.r.IntN(2) == 0 {
			s.Mod = sm.ModDw
		}
	}
	return s
}

func (f *fixedGen) load14(d *sm.Dst, n, t int, second bool) {
	s := f.coordinate14(t)
	types := []sm.TextureType{sm.Texture2D, sm.Texture2D, sm.TextureCube, sm.TextureVolume}
	if m := f.r.IntN(6); second && f.st.init[m]&7 == 7 && f.r.IntN(2) == 0 {
		s = sm.Src{Index: uint16(m), Swizzle: [4]uint8{0, 1, 2, 2}}
		if f.dz < 2 && f.st.vals[m][2].least() > rcpLeast {
			f.dz++
			s.Mod = sm.ModDz
		}
	}
	if s.Mod != sm.ModNone {
		types = types[:1]
	}
	if f.used[n] == 0 {
		f.stageTexture(n, types...)
		f.used[n] = 1
	}
	f.emit(sm.Instr{Op: sm.OpTex, Dst: d, Src: []sm.Src{s}})
	f.write(d, splat(unit), false)
}
