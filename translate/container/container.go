// Package container finds Direct3D 9 shaders inside whole files: token files, effects of D3DX (.fxo, .fxb), XNA content (.xnb),
// compiled shaders with a level 9 part (DXBC with Aon9: .fxc, .cso), arrays in C source (.h, .inc), and any other file that holds token
// streams as they are.
//
// The streams are found by looking for them, whatever the format; what the package knows of a format only gives them names, so
// that a damaged header costs names and no shader. It knows how programs are spelled (package sm), not what they mean.
package container

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"d3d9vk/translate/sm"
)

// Format is what a file is.
type Format string

const (
	Tokens  Format = "tokens" // one program from the first byte on
	Effect  Format = "effect" // D3DX effect, version fx_2_0
	XNB     Format = "xnb"    // XNA content
	DXBC    Format = "dxbc"   // Direct3D 10 and later, perhaps with a level 9 part
	Header  Format = "header" // C source with arrays of tokens, as fxc /Fh writes
	Unknown Format = "unknown"
)

// Shader is a program that was found.
type Shader struct {
	// Offset is that of its version token, in bytes from the file's start; from the unpacked content's where Result.Unpacked. In a
	// Header it is that of the array.
	Offset int
	Code   []byte // little-endian tokens from the version to the end token; part of the file's memory but in a Header
	Name   string // what the format calls it: "Technique/Pass/PixelShader", a parameter's name; "" where it does not
	Same   int    // index in Result.Shaders of the first shader with equal code, or -1 when this is the first
}

// Tokens gives the program's tokens.
func (s *Shader) Tokens() []uint32 { return tokensOf(s.Code) }

// Result is what Find found.
type Result struct {
	Format   Format
	Unpacked bool // the content was compressed: offsets count in the unpacked content, which starts behind the header
	Shaders  []Shader
}

// Error is why a file cannot be looked through to its end.
type Error struct {
	Offset int // in bytes
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg) }

// MaxUnpacked is the largest content of a compressed file, in bytes.
const MaxUnpacked = 32 << 20

// The work of a search is bounded by that many bytes looked at for each byte of the file, and so many more.
const (
	workPerByte = 8
	workMore    = 1 << 20
)

// Find looks through a file. A program counts when it parses wholly and, but for a file that starts with it, holds only instructions
// of its version and at least one that runs. Programs inside another's comments do not count. The error is an *Error; the result
// then holds what was found until there.
func Find(data []byte) (Result, error) {
	r := Result{Format: formatOf(data)}
	switch r.Format {
	case Tokens:
		n, _ := extent(data)
		r.Shaders = []Shader{{Code: data[:n:n], Same: -1}}
		return r, nil
	case Header:
		err := r.arrays(data)
		r.findSame()
		return r, err
	case XNB:
		content, err := openXNB(data)
		if err != nil {
			return r, err
		}
		if content != nil {
			data, r.Unpacked = content, true
		}
	}
	err := r.scan(data)
	r.names(data)
	r.findSame()
	return r, err
}

func formatOf(data []byte) Format {
	switch {
	case hasEffectTag(data):
		return Effect
	case bytes.HasPrefix(data, []byte("XNB")):
		return XNB
	case bytes.HasPrefix(data, []byte("DXBC")):
		return DXBC
	case len(data) >= 8:
		if n, _ := extent(data); n > 0 {
			if _, err := sm.Parse(data[:n]); err == nil {
				return Tokens
			}
		}
	}
	if IsHeader(data) {
		return Header
	}
	return Unknown
}

func u32(data []byte, at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }

func tokensOf(code []byte) []uint32 {
	tokens := make([]uint32, len(code)/4)
	for i := range tokens {
		tokens[i] = u32(code, 4*i)
	}
	return tokens
}

// scan finds the programs at any offset.
func (r *Result) scan(data []byte) error {
	var parser sm.Parser
	work := workPerByte*len(data) + workMore
	for at := 0; at+8 <= len(data); {
		ff := bytes.IndexByte(data[at+3:], 0xFF) // the last byte of every version token
		if ff < 0 {
			return nil
		}
		at += ff
		if at+8 > len(data) {
			return nil
		}
		if data[at+2] < 0xFE || !sm.Version(u32(data, at)).Known() {
			at++
			continue
		}
		n, cost := extent(data[at:])
		if work -= cost; work < 0 {
			return &Error{at, "too many beginnings of programs that do not go on: the search was given up"}
		}
		if n > 0 {
			p, err := parser.Parse(tokensOf(data[at : at+n]))
			if err == nil && plausible(p) {
				r.Shaders = append(r.Shaders, Shader{Offset: at, Code: data[at : at+n : at+n], Same: -1})
				at += n
				continue
			}
			work -= n
		}
		at++
	}
	return nil
}

// Bits of instruction tokens: Microsoft Learn, "Instruction Token".
const (
	operandBit  = 1 << 31
	lengthShift = 24
	lengthMask  = 0xF
)

// extent walks over the instructions of the program that data starts with. It gives the program's size in bytes, 0 where it breaks off,
// and the bytes that it looked at.
func extent(data []byte) (size, cost int) {
	v := sm.Version(u32(data, 0))
	if !v.Known() {
		return 0, 4
	}
	looked := 1
	for n := 1; n < sm.MaxTokens && 4*n+4 <= len(data); n++ {
		looked++
		tok := u32(data, 4*n)
		op := tok & 0xFFFF
		switch {
		case tok == sm.EndToken:
			return 4*n + 4, 4 * looked
		case v.Major() < 2 && tok&operandBit != 0: // instructions do not tell their length
			continue
		case sm.Opcode(op) == sm.OpComment:
			n += int(tok >> 16 & 0x7FFF)
			continue
		}
		row := sm.FindRow(sm.Opcode(op), 0, v)
		if row == nil || n == 1 && row.Flow == sm.FlowRet {
			return 0, 4 * looked
		}
		if v.Major() >= 2 {
			n += int(tok >> lengthShift & lengthMask)
		} else if row.Values > 0 {
			n += 1 + row.Values
		}
	}
	return 0, 4 * looked
}

// plausible reports a program that a compiler may have made, not bytes that happen to parse.
func plausible(p *sm.Program) bool {
	runs := false
	for i := range p.Instrs {
		in := &p.Instrs[i]
		if in.Op == sm.OpComment {
			continue
		}
		row := sm.FindRow(in.Op, in.Control, p.Version)
		if in.Reserved != 0 || row == nil || !row.In(p.Version) {
			return false
		}
		runs = runs || row.Flow != sm.FlowDecl && row.Op != sm.OpNop
		if d := in.Dst; d != nil {
			if d.Reserved != 0 || !plausibleRegister(p.Version, d.Type, d.Index) || row.Flow != sm.FlowDecl && !written(d.Type) {
				return false
			}
		}
		for k := range in.Src {
			if s := &in.Src[k]; s.Reserved != 0 || s.Mod > sm.ModNot || !plausibleRegister(p.Version, s.Type, s.Index) {
				return false
			}
		}
	}
	return runs
}

// plausibleRegister reports a register that has a name in the version and, constants and labels aside, a small number.
func plausibleRegister(v sm.Version, t sm.RegType, index uint16) bool {
	const most = 32
	if _, ok := sm.ConstIndex(t, index); !ok && t != sm.RegLabel && t != sm.RegConstInt && t != sm.RegConstBool && index >= most {
		return false
	}
	return sm.RegName(v, t, index)[0] != '?'
}

// written reports a register file that instructions write.
func written(t sm.RegType) bool {
	_, constant := sm.ConstIndex(t, 0)
	return !constant && t != sm.RegConstInt && t != sm.RegConstBool && t != sm.RegSampler && t != sm.RegLabel
}

// names gives the programs the names that formats inside the file have for their places.
func (r *Result) names(data []byte) {
	if len(r.Shaders) == 0 {
		return
	}
	names := map[int]string{}
	for at := 0; len(names) == 0; at += len(effectTag) { // one effect a file
		i := bytes.Index(data[at:], effectTag)
		if i < 0 {
			break
		}
		at += i
		effectNames(data[at:], at, names)
	}
	dxbcNames(data, names)
	for i := range r.Shaders {
		r.Shaders[i].Name = names[r.Shaders[i].Offset]
	}
}

// findSame marks the programs that stand in the file more than once.
func (r *Result) findSame() {
	first := map[[sha256.Size]byte]int{}
	for i := range r.Shaders {
		code := sha256.Sum256(r.Shaders[i].Code)
		if j, ok := first[code]; ok {
			r.Shaders[i].Same = j
		} else {
			first[code] = i
		}
	}
}
