package sm

import "fmt"

// Length returns the number of tokens of a program in memory whose size is not known, from the version to the end token, which at
// reads one by one. It reads no further than the end token, and MaxTokens at most. The error is a *SyntaxError.
func Length(at func(n int) uint32) (int, error) {
	version := Version(at(0))
	if !version.Known() {
		return 0, &SyntaxError{0, fmt.Sprintf("0x%08x is not a shader version of Direct3D 9", uint32(version))}
	}
	for n := 1; n < MaxTokens; n++ {
		tok := at(n)
		op := Opcode(tok & opMask)
		switch {
		case tok == EndToken:
			return n + 1, nil
		case version.Major() < 2 && tok&operandBit != 0: // instructions do not tell their length
		case op == OpComment:
			n += int(tok & commentMask >> commentShift)
		case version.Major() >= 2:
			n += int(tok & lengthMask >> lengthShift)
		default:
			if row := FindRow(op, 0, version); row != nil && row.Values > 0 {
				n += 1 + row.Values // which may look like an end token
			}
		}
	}
	return 0, &SyntaxError{MaxTokens, fmt.Sprintf("no end token within %d tokens", MaxTokens)}
}
