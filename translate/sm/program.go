// Package sm reads and writes Direct3D 9 shader programs: the token stream that CreateVertexShader takes, and the
// assembly language of Microsoft's vs_1_0..vs_3_sw and ps_1_0..ps_3_sw.
//
// It knows what tokens say and how they are spelled. It must not know what a program means or which rules it breaks:
// registers are numbers here, flow control is a flat list, and nothing of this project is imported. What Parse reads,
// Encode gives back token for token, and so does Assemble of what Print writes.
//
// Token layout: Microsoft Learn, "Direct3D Shader Codes" (shader code format, driver development).
package sm

import "fmt"

// MaxTokens is the longest program that Parse and Assemble accept, counted in 32-bit tokens with version and end.
const MaxTokens = 1 << 18

// Program is a parsed shader.
type Program struct {
	Version Version
	Instrs  []Instr // in order, comments included; the end token is not an instruction
}

// Instr is one instruction, declaration or comment.
type Instr struct {
	Op      Opcode
	Control uint8 // bits 16..23 of the token: Compare of ifc, breakc, setp; TexProject or TexBias of texld

	Coissue    bool // ps_1_x: runs beside the instruction before it
	Predicated bool // Pred holds the predicate
	Reserved   uint32

	Dst *Dst  // nil when there is none; texkill's operand is a Dst, as in the token stream
	Src []Src // in order, without the predicate

	Pred    Src       // meaningful when Predicated
	Decl    Decl      // of OpDcl
	Values  [4]uint32 // of OpDef (float bits), OpDefI (two's complement) and OpDefB (Values[0])
	Comment []uint32  // payload of OpComment; not to be changed

	Offset int // index of the instruction token in the program
}

// Dst is a destination operand.
type Dst struct {
	Type     RegType
	Index    uint16 // 0..2047
	Mask     uint8  // bit 0 = x .. bit 3 = w
	Saturate bool
	PP       bool // partial precision
	Centroid bool
	Shift    int8   // -8..7: the result times 2^Shift; the assembler knows -3..3
	Rel      *Src   // relative address added to Index, or nil
	Reserved uint32 // token bits that no field holds
}

// Src is a source operand.
type Src struct {
	Type     RegType
	Index    uint16   // 0..2047
	Swizzle  [4]uint8 // for each lane the component 0..3 that it reads
	Mod      SrcMod
	Rel      *Src   // relative address added to Index, or nil
	Reserved uint32 // token bits that no field holds
}

// Decl is the token of dcl that precedes the register.
type Decl struct {
	Usage    Usage
	Index    uint8       // usage index 0..15
	Texture  TextureType // of samplers, 0..15
	Reserved uint32      // token bits that no field holds; bit 31 where the token lacks it
}

// Swizzles that mean "none" and "replicate x".
var (
	SwizzleXYZW = [4]uint8{0, 1, 2, 3}
	SwizzleX    = [4]uint8{0, 0, 0, 0}
)

// MaskXYZW is the full write mask.
const MaskXYZW = 0xF

// EndToken ends a program.
const EndToken = 0x0000FFFF

// SyntaxError says where a token stream stops being a shader program.
type SyntaxError struct {
	Offset int // index of the token, in tokens from the start
	Msg    string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("shader token %d: %s", e.Offset, e.Msg)
}

// Words of the token stream.
const (
	opMask       = 0x0000FFFF
	controlMask  = 0x00FF0000
	controlShift = 16
	lengthMask   = 0x0F000000
	lengthShift  = 24
	predBit      = 1 << 28
	coissueBit   = 1 << 30
	operandBit   = 1 << 31
	relBit       = 1 << 13

	commentMask  = 0x7FFF0000
	commentShift = 16
	maxComment   = 0x7FFF
)
