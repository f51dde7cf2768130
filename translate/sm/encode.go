package sm

import "encoding/binary"

// Encode gives the program's tokens, from the version to the end token. For a program that Parse returned they are
// the tokens that it read.
func Encode(p *Program) []uint32 {
	out := make([]uint32, 0, 2+8*len(p.Instrs))
	out = append(out, uint32(p.Version))
	for i := range p.Instrs {
		out = appendInstr(out, p.Version, &p.Instrs[i])
	}
	return append(out, EndToken)
}

// EncodeBytes is Encode as little-endian bytes: what CreateVertexShader and CreatePixelShader take.
func EncodeBytes(p *Program) []byte {
	tokens := Encode(p)
	out := make([]byte, 0, 4*len(tokens))
	for _, t := range tokens {
		out = binary.LittleEndian.AppendUint32(out, t)
	}
	return out
}

func appendInstr(out []uint32, v Version, in *Instr) []uint32 {
	if in.Op == OpComment {
		n := min(len(in.Comment), maxComment)
		out = append(out, uint32(OpComment)|uint32(n)<<commentShift|in.Reserved)
		return append(out, in.Comment[:n]...)
	}
	start := len(out)
	tok := uint32(in.Op) | uint32(in.Control)<<controlShift | in.Reserved
	if in.Coissue {
		tok |= coissueBit
	}
	if in.Predicated {
		tok |= predBit
	}
	out = append(out, tok)
	if in.Op == OpDcl {
		d := in.Decl
		out = append(out, uint32(d.Usage&0xF)|uint32(d.Index&0xF)<<16|uint32(d.Texture&0xF)<<27|d.Reserved^operandBit)
	}
	if in.Dst != nil {
		out = appendDst(out, v, in.Dst)
	}
	if in.Predicated {
		out = appendSrc(out, v, &in.Pred)
	}
	if row := FindRow(in.Op, in.Control, v); row != nil {
		out = append(out, in.Values[:row.Values]...)
	}
	for i := range in.Src {
		out = appendSrc(out, v, &in.Src[i])
	}
	if v.Major() >= 2 && in.Op != OpPhase {
		out[start] |= uint32(len(out)-start-1) << lengthShift & lengthMask
	}
	return out
}

// operandToken holds the bits that destinations and sources share.
func operandToken(t RegType, index uint16, rel *Src, reserved uint32) uint32 {
	tok := operandBit | uint32(index&maxRegIndex) | uint32(t&7)<<28 | uint32(t&0x18)<<8 | reserved
	if rel != nil {
		tok |= relBit
	}
	return tok
}

func bit(b bool, n int) uint32 {
	if b {
		return 1 << n
	}
	return 0
}

func appendDst(out []uint32, v Version, d *Dst) []uint32 {
	tok := operandToken(d.Type, d.Index, d.Rel, d.Reserved) |
		uint32(d.Mask&0xF)<<16 | bit(d.Saturate, 20) | bit(d.PP, 21) | bit(d.Centroid, 22) | uint32(d.Shift&0xF)<<24
	return appendRel(append(out, tok), v, d.Rel)
}

func srcToken(s *Src) uint32 {
	tok := operandToken(s.Type, s.Index, s.Rel, s.Reserved) | uint32(s.Mod&0xF)<<24
	for i, c := range s.Swizzle {
		tok |= uint32(c&3) << (16 + 2*i)
	}
	return tok
}

func appendSrc(out []uint32, v Version, s *Src) []uint32 {
	return appendRel(append(out, srcToken(s)), v, s.Rel)
}

func appendRel(out []uint32, v Version, rel *Src) []uint32 {
	if rel == nil || v.Major() < 2 {
		return out
	}
	return append(out, srcToken(rel))
}
