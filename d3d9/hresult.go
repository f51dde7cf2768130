package d3d9

import (
	"fmt"
	"strconv"
	"strings"
)

// Error is what calls return. A call that succeeds returns a nil Error, never an Error with a success code in it.
type Error interface {
	error
	// Code returns the result code, such as ERR_INVALIDCALL; always negative.
	Code() int32
}

// CallError is the Error that this module makes: which call failed, why, and by which rule.
type CallError struct {
	HRESULT int32  // the result code, such as ERR_INVALIDCALL
	Call    string // the method, such as SetRenderTarget
	Rule    string // the id of the rule that was broken, such as MRT-1, or empty
	Reason  string // the argument and what is wrong with it
}

// Errorf returns a *CallError; format and args make its reason. Rule may be empty.
func Errorf(code int32, call, rule, format string, args ...any) Error {
	return &CallError{HRESULT: code, Call: call, Rule: rule, Reason: fmt.Sprintf(format, args...)}
}

// Error prints the call, the reason, the rule and the name of the code, such as
// "SetRenderTarget: renderTarget: is not a render target [MRT-1]: D3DERR_INVALIDCALL".
func (e *CallError) Error() string {
	text := e.Reason
	if e.Call != "" {
		text = e.Call + ": " + text
	}
	if e.Rule != "" {
		text += " [" + e.Rule + "]"
	}
	return text + ": " + HRESULTName(e.HRESULT)
}

// Code returns the result code.
func (e *CallError) Code() int32 { return e.HRESULT }

// Is makes errors.Is(err, Code(ERR_INVALIDCALL)) true for errors with that code.
func (e *CallError) Is(target error) bool {
	code, ok := target.(Code)
	return ok && int32(code) == e.HRESULT
}

// Code is a bare result code as an Error: the target of errors.Is, and an error without an explanation.
type Code int32

// Error returns the name of the code, such as D3DERR_DEVICELOST.
func (c Code) Error() string { return HRESULTName(int32(c)) }

// Code returns the code.
func (c Code) Code() int32 { return int32(c) }

// CodeOf returns the result code of err: OK for nil, E_FAIL for an error that is no Error.
func CodeOf(err error) int32 {
	switch e := err.(type) {
	case nil:
		return OK
	case Error:
		return e.Code()
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return CodeOf(inner)
		}
	}
	return E_FAIL
}

// HRESULTName returns the name of a result code as the Direct3D headers spell it, such as D3DERR_INVALIDCALL or
// E_OUTOFMEMORY, or the code in hexadecimal if it has none.
func HRESULTName(code int32) string {
	name, ok := HRESULTSet.Lookup(int64(code))
	switch {
	case !ok:
		return "HRESULT(0x" + strconv.FormatUint(uint64(uint32(code)), 16) + ")"
	case code == OK:
		return "D3D_OK"
	case strings.HasPrefix(name, "E_"), strings.HasPrefix(name, "S_"):
		return name
	}
	return "D3D" + name
}
