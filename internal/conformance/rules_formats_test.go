package conformance

import (
	"testing"

	"d3d9vk/d3d9"
)

// TestRulesFormats proves the rules for targets whose images hold other channels than the format says.
func TestRulesFormats(t *testing.T) {
	const a8 = d3d9.FMT_A8
	run(t, "MRT-13,MRT-1/A8 holds the alpha, in every slot", func(r *rig) {
		for slot := range 4 {
			formats := []d3d9.FORMAT{argb, argb, argb, argb}
			formats[slot] = a8
			s := r.targets(0x40ff8000, formats...)
			r.want("cleared", s[slot], 0, 0, 0, 64./255)
			r.want("its neighbour, cleared", s[(slot+1)%4], 1, 128./255, 0, 64./255)
			r.use(fourColors + fourMoves)
			r.cover(0)
			for n, want := range fourPixels {
				if n == slot {
					want = []float64{0, 0, 0, want[3]}
				}
				r.want("drawn", s[n], want...)
			}
		}
	})
	run(t, "MRT-13,OC-3/the mask's alpha is the one of A8", func(r *rig) {
		s := r.targets(grey, a8, a8)
		r.rs(d3d9.RS_COLORWRITEENABLE, 7)
		r.rs(d3d9.RS_COLORWRITEENABLE1, 8)
		r.use(allWhite)
		r.cover(0)
		r.want("colors", s[0], greyPixel...)
		r.want("alpha", s[1], 0, 0, 0, 1)
	})
	run(t, "MRT-13,MRT-6/A8 is blended by the alpha's equation, beside targets with color", func(r *rig) {
		r.rs(d3d9.RS_ALPHABLENDENABLE, 1)
		r.use("ps_3_0\ndef c0, 0.8, 0.6, 0.4, 0.5\nmov oC0, c0\nmov oC1, c0\nmov oC2, c0\nmov oC3, c0")
		const a, d = 0.5, 0.25
		for _, c := range []struct {
			src, dest d3d9.BLEND
			want      float64
		}{
			{d3d9.BLEND_SRCALPHA, d3d9.BLEND_INVSRCALPHA, a*a + d*(1-a)},
			{d3d9.BLEND_SRCCOLOR, d3d9.BLEND_INVSRCCOLOR, a*a + d*(1-a)},
			{d3d9.BLEND_DESTALPHA, d3d9.BLEND_INVDESTALPHA, a*d + d*(1-d)},
			{d3d9.BLEND_DESTCOLOR, d3d9.BLEND_INVDESTCOLOR, a*d + d*(1-d)},
			{d3d9.BLEND_BLENDFACTOR, d3d9.BLEND_INVBLENDFACTOR, a*0.75 + d*0.25},
			{d3d9.BLEND_SRCALPHASAT, d3d9.BLEND_ZERO, a},
			{d3d9.BLEND_BOTHINVSRCALPHA, d3d9.BLEND_ZERO, a*(1-a) + d*a},
		} {
			s := r.targets(0x40202020, a8, argb, d3d9.FMT_L8, a8)
			r.rs(d3d9.RS_SRCBLEND, uint32(c.src))
			r.rs(d3d9.RS_DESTBLEND, uint32(c.dest))
			r.rs(d3d9.RS_BLENDFACTOR, 0xbf000000)
			r.cover(0)
			r.near(c.src.String(), s[0], 1.1, 0, 0, 0, c.want)
			r.near(c.src.String(), s[3], 1.1, 0, 0, 0, c.want)
			if got := r.read(s[1]).at(0, 0)[3]; got < c.want-1.1/255 || got > c.want+1.1/255 {
				r.t.Errorf("%v: A8R8G8B8 has the alpha %v, want %v", c.src, got, c.want)
			}
		}
		s := r.targets(0x40202020, argb, a8)
		r.rs(d3d9.RS_SRCBLEND, d3d9.BLEND_ZERO)
		r.rs(d3d9.RS_DESTBLEND, d3d9.BLEND_ZERO)
		r.rs(d3d9.RS_SEPARATEALPHABLENDENABLE, 1)
		r.rs(d3d9.RS_SRCBLENDALPHA, d3d9.BLEND_ONE)
		r.rs(d3d9.RS_DESTBLENDALPHA, d3d9.BLEND_ONE)
		r.cover(0)
		r.near("separate, A8R8G8B8", s[0], 1.1, 0, 0, 0, a+d)
		r.near("separate, A8", s[1], 1.1, 0, 0, 0, a+d)
	})
	run(t, "MRT-13,MRT-7/the alpha test compares oC0's alpha on A8", func(r *rig) {
		s := r.targets(grey, a8, argb)
		r.rs(d3d9.RS_ALPHATESTENABLE, 1)
		r.rs(d3d9.RS_ALPHAFUNC, d3d9.CMP_GREATEREQUAL)
		r.rs(d3d9.RS_ALPHAREF, 0x80)
		r.use("ps_3_0\ndef c0, 1, 1, 1, 0.25\nmov oC0, c0\nmov oC1, c0.x")
		r.cover(0)
		r.want("dropped", s[0], greyPixel...)
		r.want("dropped", s[1], greyPixel...)
		r.use("ps_3_0\ndef c0, 0, 0, 0, 0.75\nmov oC0, c0\nmov oC1, c0.w")
		r.cover(0)
		r.want("drawn", s[0], 0, 0, 0, 0.75)
		r.want("drawn", s[1], 0.75, 0.75, 0.75, 0.75)
	})
	run(t, "MRT-13/a texture of A8 that was drawn to reads 0, 0, 0, alpha", func(r *rig) {
		tex := r.renderTexture(a8, 8, 1)
		r.set(r.level(tex, 0))
		r.use("ps_3_0\ndef c0, 0.2, 0.4, 0.6, 0.8\nmov oC0, c0")
		r.cover(0)
		s := r.target(argb, 8, 8)
		r.set(s)
		r.ok(r.d.SetTexture(0, tex))
		r.use("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0")
		r.cover(0)
		r.want("read", s, 0, 0, 0, 0.8)
	})
	run(t, "MRT-13/the luminance of L8 and L16 is red", func(r *rig) {
		s := r.targets(0xff336699, d3d9.FMT_L8, d3d9.FMT_L16)
		for n, one := range s {
			if got, want := r.luminance(one), 0.2; got < want-0.002 || got > want+0.002 {
				r.t.Errorf("target %d is cleared to %v, want %v", n, got, want)
			}
		}
		r.use("ps_3_0\ndef c0, 0.6, 0.2, 0.3, 0.4\nmov oC0, c0\nmov oC1, c0")
		r.cover(0)
		for n, one := range s {
			if got, want := r.luminance(one), 0.6; got < want-0.002 || got > want+0.002 {
				r.t.Errorf("target %d is %v, want %v", n, got, want)
			}
		}
	})
}

// luminance is the first pixel of a target of L8 or L16.
func (r *rig) luminance(s surface) float64 {
	r.t.Helper()
	p := r.read(s)
	if p.desc.BlockBytes == 1 {
		return float64(p.bytes(0, 0)[0]) / 255
	}
	return float64(uint16(p.bytes(0, 0)[0])|uint16(p.bytes(0, 0)[1])<<8) / 65535
}
