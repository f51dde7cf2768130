package spirv

import (
	"errors"
	"fmt"
)

// operand is one operand of an instruction: its kind and its words.
type operand struct {
	kind  Kind
	words []uint32
}

// parameters of an enumerant to the end of the instruction: what kind they are.
var trailing = map[Kind]Kind{
	KindExecutionMode: KindLiterals, KindDecoration: KindLiterals,
	KindLoopControl: KindLiterals, KindMemoryAccess: KindLiterals, KindImageOperands: KindIDs,
}

var errShort = errors.New("instruction is too short")

// operands splits an instruction (its first word included) by its row and appends to dst.
func operands(dst []operand, row *Row, inst []uint32) ([]operand, error) {
	return splitOperands(dst, row.Operands, inst[1:], false)
}

func splitOperands(dst []operand, kinds []Kind, rest []uint32, nested bool) ([]operand, error) {
	for _, k := range kinds {
		n := 1
		switch k {
		case KindOptionalID, KindOptionalString, KindMemoryAccess, KindImageOperands:
			if len(rest) == 0 {
				continue
			}
		case KindIDs, KindLiterals, KindValue, KindCases:
			n = len(rest)
			if k == KindCases && n%2 != 0 || k == KindValue && n == 0 {
				return dst, errShort
			}
		}
		if len(rest) < n {
			return dst, errShort
		}
		if k == KindString || k == KindOptionalString {
			if n = stringEnd(rest); n < 0 {
				return dst, errors.New("string is not terminated")
			}
		}
		dst = append(dst, operand{k, rest[:n]})
		rest = rest[n:]
		if k == KindSpecOp {
			row := Lookup(Op(dst[len(dst)-1].words[0]))
			if nested || row == nil || dst[len(dst)-1].words[0] > 0xFFFF || len(row.Operands) < 3 || row.Operands[0] != KindType {
				return dst, errors.New("operation of OpSpecConstantOp is unknown")
			}
			return splitOperands(dst, row.Operands[2:], rest, true)
		}
		if more, ok := trailing[k]; ok && len(rest) > 0 {
			dst = append(dst, operand{more, rest})
			rest = nil
		}
	}
	if len(rest) > 0 {
		return dst, fmt.Errorf("instruction has %d words too many", len(rest))
	}
	return dst, nil
}

// stringEnd returns the number of words of the string at the start of words, or -1 when it does not end.
func stringEnd(words []uint32) int {
	for i, w := range words {
		if w&0xFF == 0 || w&0xFF00 == 0 || w&0xFF0000 == 0 || w&0xFF000000 == 0 {
			return i + 1
		}
	}
	return -1
}

func stringOf(words []uint32) string {
	var s []byte
	for _, w := range words {
		for ; w != 0; w >>= 8 {
			c := byte(w)
			if c == 0 {
				return string(s)
			}
			s = append(s, c)
		}
	}
	return string(s)
}

// instruction returns the instruction at words[at:] and its row, which is nil when the package does not know it.
func instruction(words []uint32, at int) ([]uint32, *Row, error) {
	n := int(words[at] >> 16)
	if n == 0 || n > len(words)-at {
		return nil, nil, fmt.Errorf("spirv: word %d: %v has %d words, %d are left", at, Op(words[at]&0xFFFF), n, len(words)-at)
	}
	return words[at : at+n], Lookup(Op(words[at] & 0xFFFF)), nil
}

// header checks the first words of a module.
func header(words []uint32) error {
	switch {
	case len(words) < HeaderWords:
		return fmt.Errorf("spirv: %d words are less than a header", len(words))
	case words[0] != Magic:
		return fmt.Errorf("spirv: magic number is 0x%08x", words[0])
	case words[1] < 0x00010000 || words[1] > Version1_6 || words[1]&0xFF != 0:
		return fmt.Errorf("spirv: version word is 0x%08x", words[1])
	case words[3] == 0 || words[3] > MaxBound:
		return fmt.Errorf("spirv: bound %d is not in 1..%d", words[3], MaxBound)
	case words[4] != 0:
		return fmt.Errorf("spirv: schema word is %d", words[4])
	}
	return nil
}
