package smgen

import "d3d9vk/translate/sm"

// sampler is an s# that the program declares.
type sampler struct {
	index uint16
	typ   sm.TextureType
}

// texelSpan bounds what textures give, an unbound one's (0, 0, 0, 1) included.
var texelSpan = span{-1, 1}

// coordinates is how many components a texture is addressed by.
func coordinates(t sm.TextureType) int {
	if t == sm.Texture2D {
		return 2
	}
	return 3
}

// form is a texture instruction.
type form struct {
	op      sm.Opcode
	control uint8
}

// texture emits a texture read.
func (g *gen) texture() bool {
	var forms []form
	if g.v.Stage() == sm.Vertex || g.v.Major() >= 3 {
		forms = append(forms, form{sm.OpTexLDL, 0})
	}
	if g.v.Stage() == sm.Pixel && !g.varies() {
		forms = append(forms, form{sm.OpTex, 0}, form{sm.OpTex, 0}, form{sm.OpTex, sm.TexProject}, form{sm.OpTex, sm.TexBias})
	}
	if g.v.Stage() == sm.Pixel && g.v != sm.PS_2_0 {
		forms = append(forms, form{sm.OpTexLDD, 0})
	}
	if len(forms) == 0 {
		return false
	}
	g.ports = g.ports[:0]
	f := forms[g.r.IntN(len(forms))]
	s := g.samplers[g.r.IntN(len(g.samplers))]
	at, ok := g.coordinate(f)
	if !ok {
		return false
	}
	sampled := sm.Src{Type: sm.RegSampler, Index: s.index, Swizzle: sm.SwizzleXYZW}
	mask := uint8(15)
	if g.v.Major() >= 3 {
		if g.r.IntN(2) == 0 {
			for i := range sampled.Swizzle {
				sampled.Swizzle[i] = uint8(g.r.IntN(4))
			}
		}
		if g.r.IntN(2) == 0 {
			mask = uint8(1 + g.r.IntN(15))
		}
	}
	in := sm.Instr{Op: f.op, Control: f.control, Src: []sm.Src{at.src, sampled}}
	if f.op == sm.OpTexLDD {
		for range 2 {
			d, ok := g.coordinate(form{})
			if !ok {
				return false
			}
			in.Src = append(in.Src, d.src)
		}
	}
	d, ok := g.target(mask, true, nil)
	if !ok {
		return false
	}
	d.PP = g.v.Stage() == sm.Pixel && g.r.IntN(8) == 0
	in.Dst = &d
	g.predicate(&in, d)
	g.emit(in)
	g.write(&d, splat(texelSpan), in.Predicated)
	return true
}

// coordinate picks what a texture is addressed by, or a gradient where the form is empty.
func (g *gen) coordinate(f form) (a arg, ok bool) {
	w := want{noC: true, noMod: true, plain: g.v.Major() < 3}
	for range 6 {
		if in := g.textureInput(); in != nil && g.r.IntN(3) > 0 {
			s := sm.Src{Type: in.typ, Index: in.index, Swizzle: sm.SwizzleXYZW}
			a, ok = arg{s, in.vals}, g.hasPort(&s)
		} else {
			w.temp = g.v.Major() < 3
			a, ok = g.source(w)
		}
		if !ok || f.control == sm.TexProject && a.l[3].least() < rcpLeast {
			continue
		}
		if a.src.Type == sm.RegTemp && f.op != sm.OpNop {
			if g.deep >= g.p.dependent && g.v.Stage() == sm.Pixel {
				continue
			}
			g.deep++
		}
		return a, true
	}
	return a, false
}

// makeTextures declares samplers and fills textures; now and then one stays unbound.
func (g *gen) makeTextures(n, of int) {
	types := []sm.TextureType{sm.Texture2D, sm.Texture2D, sm.TextureCube, sm.TextureVolume}
	for _, index := range g.r.Perm(of)[:n] {
		s := sampler{uint16(index), types[g.r.IntN(len(types))]}
		g.samplers = append(g.samplers, s)
		if g.r.IntN(16) > 0 {
			g.c.Env.Textures = append(g.c.Env.Textures, g.newTexture(s.index, s.typ))
		}
		if g.v.Major() >= 2 {
			g.decls = append(g.decls, sm.Instr{Op: sm.OpDcl, Decl: sm.Decl{Texture: s.typ},
				Dst: &sm.Dst{Type: sm.RegSampler, Index: s.index, Mask: 15}})
		}
	}
}

func (g *gen) newTexture(index uint16, typ sm.TextureType) Texture {
	sizes := []int{1, 2, 4, 8}
	t := Texture{Sampler: uint8(index), Type: typ, Levels: 1}
	switch typ {
	case sm.Texture2D:
		t.Size = [3]int{sizes[g.r.IntN(4)], sizes[g.r.IntN(4)], 1}
	case sm.TextureCube:
		edge := sizes[g.r.IntN(3)]
		t.Size = [3]int{edge, edge, edge}
	default:
		t.Size = [3]int{sizes[g.r.IntN(3)], sizes[g.r.IntN(3)], sizes[g.r.IntN(3)]}
	}
	if g.r.IntN(2) == 0 {
		for edge := max(t.Size[0], t.Size[1], t.Size[2]); edge > 1; edge /= 2 {
			t.Levels++
		}
	}
	count := 0
	for n := range t.Levels {
		w, h, slices := t.Level(n)
		count += w * h * slices
	}
	for range count {
		var texel [4]float32
		for c := range texel {
			texel[c] = float32(g.r.IntN(129)-64) / 64
			if g.v.Major() < 2 {
				texel[c] = max(texel[c], -texel[c])
			}
		}
		t.Texels = append(t.Texels, texel)
	}
	for i := range t.Address {
		t.Address[i] = Address(g.r.IntN(4))
	}
	t.Linear = g.r.IntN(12) == 0
	return t
}
