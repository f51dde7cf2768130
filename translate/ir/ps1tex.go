package ir

import "d3d9vk/translate/sm"

// lowerTexPS1 translates the texture instructions of ps_1_x (Microsoft Learn, "Texture instructions" of each version).
func (b *builder) lowerTexPS1(in *sm.Instr) error {
	d := in.Dst
	if b.v < sm.PS_1_4 && d.Type != sm.RegTexture {
		return b.fail("%s is not a texture register", sm.RegName(b.v, d.Type, d.Index))
	}
	switch in.Op {
	case sm.OpTexKill:
		return b.lowerKillPS1(in)
	case sm.OpTexDepth:
		return b.lowerTexDepth(in)
	case sm.OpBem:
		return b.lowerBem(in)
	case sm.OpTexCoord:
		if b.v < sm.PS_1_4 {
			return b.lowerTexCoord(d)
		}
		return b.lowerFrom14(in, OpMov)
	case sm.OpTex:
		if b.v < sm.PS_1_4 {
			at, err := b.project(d.Index)
			if err != nil {
				return err
			}
			return b.samplePS1(d, at)
		}
		return b.lowerFrom14(in, OpTex)
	}
	s, err := b.srcPS1(&in.Src[0])
	if err != nil {
		return err
	}
	switch in.Op {
	case sm.OpTexBem, sm.OpTexBemL:
		return b.lowerTexBem(in, s)
	case sm.OpTexReg2AR:
		s.Swizzle = pickPS1(s.Swizzle, 3, 0)
		return b.samplePS1(d, s)
	case sm.OpTexReg2GB:
		s.Swizzle = pickPS1(s.Swizzle, 1, 2)
		return b.samplePS1(d, s)
	case sm.OpTexReg2RGB:
		return b.samplePS1(d, s)
	case sm.OpTexDp3, sm.OpTexDp3Tex:
		return b.lowerTexDp3(in, s)
	}
	return b.lowerMatrixPS1(in, s)
}

// pickPS1 is the swizzle that reads lanes i and j of z first.
func pickPS1(z [4]uint8, i, j int) [4]uint8 { return [4]uint8{z[i], z[j], z[j], z[j]} }

func whole(o Obj) Src { return Src{Obj: o, Swizzle: sm.SwizzleXYZW} }

// samplePS1 samples the stage of d's number.
func (b *builder) samplePS1(d *sm.Dst, at Src) error {
	dst, err := b.dstPS1(d)
	if err != nil {
		return err
	}
	b.emit(&Instr{Op: OpTex, NSrc: 1, Sampler: b.sampler(d.Index), Dst: dst, Src: [4]Src{at}})
	return nil
}

// project gives the coordinates of stage n, divided where its TEXTURETRANSFORMFLAGS say so.
func (b *builder) project(n uint16) (Src, error) {
	at, err := b.coordPS1(n)
	if err != nil {
		return Src{}, err
	}
	b.s.Projects |= 1 << n
	t := b.tempPS1(scratchTemp)
	b.emit(&Instr{Op: OpProject, NSrc: 1, Sampler: uint8(n), Dst: Dst{Obj: t, Mask: sm.MaskXYZW}, Src: [4]Src{whole(at)}})
	return whole(t), nil
}

// lowerKillPS1 tests the first three components, of r# in ps_1_4 or of the coordinates.
func (b *builder) lowerKillPS1(in *sm.Instr) error {
	s, err := b.srcPS1(&sm.Src{Type: in.Dst.Type, Index: in.Dst.Index, Rel: in.Dst.Rel, Swizzle: sm.SwizzleXYZW})
	if err != nil {
		return err
	}
	b.s.Kills = true
	b.emit(&Instr{Op: OpTexKill, NSrc: 1, Dst: Dst{Mask: 7}, Src: [4]Src{s}})
	return nil
}

// lowerTexCoord is texcoord of ps_1_0 to ps_1_3: the coordinates within 0..1, and 1 in w.
func (b *builder) lowerTexCoord(d *sm.Dst) error {
	at, err := b.coordPS1(d.Index)
	if err != nil {
		return err
	}
	dst, err := b.dstPS1(d)
	if err != nil {
		return err
	}
	mask := dst.Mask
	if dst.Mask = mask & 7; dst.Mask != 0 {
		dst.Sat = true
		b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: dst, Src: [4]Src{whole(at)}})
	}
	if dst.Mask = mask & 8; dst.Mask != 0 {
		b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: dst, Src: [4]Src{b.literalPS1(1)}})
	}
	return nil
}

// lowerFrom14 is texld and texcrd of ps_1_4, whose source may be divided.
func (b *builder) lowerFrom14(in *sm.Instr, op Op) error {
	from := in.Src[0]
	divide := division(from.Mod)
	if divide != OpNop {
		from.Mod = sm.ModNone
	}
	s, err := b.srcPS1(&from)
	if err != nil {
		return err
	}
	if divide != OpNop {
		t := b.tempPS1(scratchTemp)
		b.emit(&Instr{Op: divide, NSrc: 1, Dst: Dst{Obj: t, Mask: sm.MaskXYZW}, Src: [4]Src{whole(s.Obj)}})
		s.Obj = t
	}
	if op == OpTex {
		return b.samplePS1(in.Dst, s)
	}
	dst, err := b.dstPS1(in.Dst)
	if err != nil {
		return err
	}
	b.emit(&Instr{Op: op, NSrc: 1, Dst: dst, Src: [4]Src{s}})
	return nil
}

// division is the operation that _dz and _dw ask for; OpNop for other modifiers.
func division(m sm.SrcMod) Op {
	switch m {
	case sm.ModDz:
		return OpDivZ
	case sm.ModDw:
		return OpDivW
	}
	return OpNop
}

// lowerTexDepth is texdepth: depth = x / min(y, 1). It is kept within 0..1 as every depth.
func (b *builder) lowerTexDepth(in *sm.Instr) error {
	s, err := b.srcPS1(&sm.Src{Type: in.Dst.Type, Index: in.Dst.Index, Rel: in.Dst.Rel, Swizzle: sm.SwizzleXYZW})
	if err != nil {
		return err
	}
	t := b.tempPS1(scratchTemp)
	y := s
	y.Swizzle = replicate(1)
	b.emit(&Instr{Op: OpMin, NSrc: 2, Dst: Dst{Obj: t, Mask: 1}, Src: [4]Src{y, b.literalPS1(1)}})
	return b.writeOut(Instr{Op: OpDepth, NSrc: 2, Src: [4]Src{s, whole(t)}}, sm.RegDepthOut, 1)
}

// lowerBem is bem of ps_1_4, with the matrix of the stage of the destination's number.
func (b *builder) lowerBem(in *sm.Instr) error {
	if in.Dst.Index >= MaxStages {
		return b.fail("bem has no texture stage %d", in.Dst.Index)
	}
	out := Instr{Op: OpBem, NSrc: 2, Sampler: uint8(in.Dst.Index)}
	var err error
	for i := range out.NSrc {
		if out.Src[i], err = b.srcPS1(&in.Src[i]); err != nil {
			return err
		}
	}
	if out.Dst, err = b.dstPS1(in.Dst); err != nil {
		return err
	}
	b.s.Bumps |= 1 << in.Dst.Index
	if out.Dst.Mask &= 3; out.Dst.Mask != 0 {
		b.emit(&out)
	}
	return nil
}

// lowerTexBem is texbem and texbeml: the stage's coordinates, projected, then moved by the source, and for texbeml the
// texel times the luminance.
func (b *builder) lowerTexBem(in *sm.Instr, s Src) error {
	n := in.Dst.Index
	at, err := b.project(n)
	if err != nil {
		return err
	}
	b.s.Bumps |= 1 << n
	b.emit(&Instr{Op: OpBem, NSrc: 2, Sampler: uint8(n), Dst: Dst{Obj: at.Obj, Mask: 3}, Src: [4]Src{at, s}})
	if in.Op == sm.OpTexBem {
		return b.samplePS1(in.Dst, at)
	}
	b.emit(&Instr{Op: OpTex, NSrc: 1, Sampler: b.sampler(n), Dst: Dst{Obj: at.Obj, Mask: sm.MaskXYZW}, Src: [4]Src{at}})
	dst, err := b.dstPS1(in.Dst)
	if err != nil {
		return err
	}
	b.emit(&Instr{Op: OpLum, NSrc: 2, Sampler: uint8(n), Dst: dst, Src: [4]Src{at, s}})
	return nil
}

// lowerTexDp3 is texdp3, a dot product with the coordinates, and texdp3tex, which samples with it as u.
func (b *builder) lowerTexDp3(in *sm.Instr, s Src) error {
	at, err := b.coordPS1(in.Dst.Index)
	if err != nil {
		return err
	}
	out := Instr{Op: OpDp3, NSrc: 2, Src: [4]Src{whole(at), s}}
	if in.Op == sm.OpTexDp3 {
		if out.Dst, err = b.dstPS1(in.Dst); err != nil {
			return err
		}
		b.emit(&out)
		return nil
	}
	t := b.tempPS1(scratchTemp)
	b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: Dst{Obj: t, Mask: sm.MaskXYZW}, Src: [4]Src{b.literalPS1(0)}})
	out.Dst = Dst{Obj: t, Mask: 1}
	b.emit(&out)
	return b.samplePS1(in.Dst, whole(t))
}

// rowsOf is the number of rows of the matrix instructions, the padding ones included.
func rowsOf(op sm.Opcode) uint8 {
	if op == sm.OpTexM3x2Pad || op == sm.OpTexM3x2Tex || op == sm.OpTexM3x2Depth {
		return 2
	}
	return 3
}

// lowerMatrixPS1 is one row of a matrix: the dot product of the stage's coordinates and the source. The last row says what
// becomes of the vector.
func (b *builder) lowerMatrixPS1(in *sm.Instr, s Src) error {
	p, d, rows := &b.ps1, in.Dst, rowsOf(in.Op)
	at, err := b.coordPS1(d.Index)
	if err != nil {
		return err
	}
	pad := in.Op == sm.OpTexM3x2Pad || in.Op == sm.OpTexM3x3Pad
	if pad == (p.rows == rows-1) || int(d.Index) < int(p.rows) {
		return b.fail("t%d is row %d of a matrix of %d rows", d.Index, p.rows+1, rows)
	}
	v := b.tempPS1(rowsTemp)
	if p.rows == 0 {
		b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: Dst{Obj: v, Mask: sm.MaskXYZW}, Src: [4]Src{b.literalPS1(0)}})
	}
	b.emit(&Instr{Op: OpDp3, NSrc: 2, Dst: Dst{Obj: v, Mask: 1 << p.rows}, Src: [4]Src{whole(at), s}})
	p.rows++
	if pad {
		return nil
	}
	p.rows = 0
	switch in.Op {
	case sm.OpTexM3x2Depth:
		w := whole(v)
		w.Swizzle = replicate(1)
		return b.writeOut(Instr{Op: OpDepth, NSrc: 2, Src: [4]Src{whole(v), w}}, sm.RegDepthOut, 1)
	case sm.OpTexM3x3:
		dst, err := b.dstPS1(d)
		if err != nil {
			return err
		}
		b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: Dst{Obj: v, Mask: 8}, Src: [4]Src{b.literalPS1(1)}})
		b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: dst, Src: [4]Src{whole(v)}})
		return nil
	case sm.OpTexM3x3Spec, sm.OpTexM3x3VSpec:
		return b.lowerReflection(in, v)
	}
	return b.samplePS1(d, whole(v))
}

// lowerReflection samples with the eye vector reflected at the normal: texm3x3spec has the eye in a constant, texm3x3vspec
// in the w of the three rows' coordinates.
func (b *builder) lowerReflection(in *sm.Instr, normal Obj) error {
	t := b.tempPS1(scratchTemp)
	eye := whole(t)
	if in.Op == sm.OpTexM3x3Spec {
		var err error
		if eye, err = b.srcPS1(&in.Src[1]); err != nil {
			return err
		}
	} else {
		for k := range uint16(3) {
			at, err := b.coordPS1(in.Dst.Index - 2 + k)
			if err != nil {
				return err
			}
			w := whole(at)
			w.Swizzle = replicate(3)
			b.emit(&Instr{Op: OpMov, NSrc: 1, Dst: Dst{Obj: t, Mask: 1 << k}, Src: [4]Src{w}})
		}
	}
	b.emit(&Instr{Op: OpReflect, NSrc: 2, Dst: Dst{Obj: t, Mask: 7}, Src: [4]Src{whole(normal), eye}})
	return b.samplePS1(in.Dst, whole(t))
}
