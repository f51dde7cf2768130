package d3d9

import (
	"math"
	"slices"
	"strconv"
)

// StateKind is how the 32 bits of a render, sampler or texture stage state are read.
type StateKind uint8

// The kinds of a state.
const (
	KindBool          StateKind = iota + 1 // zero or not
	KindEnum                               // a value of StateDesc.Values
	KindDWORD                              // an unsigned number
	KindFloat                              // the bits of a float32
	KindFlags                              // bits of StateDesc.Values
	KindColor                              // a COLOR
	KindTextureArg                         // a TA_ value with modifiers
	KindTexCoordIndex                      // a coordinate set with a TSS_TCI_ value
	KindTransform                          // a TTFF_ count, perhaps with TTFF_PROJECTED
)

// StateDesc describes one render, sampler or texture stage state.
type StateDesc struct {
	State   uint32       // its number
	Name    string       // such as RS_ZENABLE
	Kind    StateKind    // how values are read
	Values  *ConstantSet // the names of values; nil for numbers and colours
	Default uint32       // the value of a new device; Note says what else it depends on
	Pixel   bool         // a state block of SBT_PIXELSTATE records it
	Vertex  bool         // a state block of SBT_VERTEXSTATE records it
	Note    string       // exception to Default, or empty
}

// WrapState is RS_WRAPn, n from 0 to 15: their numbers are not in one row.
func WrapState(n uint32) RENDERSTATETYPE {
	if n < 8 {
		return RENDERSTATETYPE(RS_WRAP0 + n)
	}
	return RENDERSTATETYPE(RS_WRAP8 + n - 8)
}

// ValueString prints a value of the state as a program would write it.
func (d StateDesc) ValueString(v uint32) string {
	switch d.Kind {
	case KindBool:
		switch v {
		case 0:
			return "FALSE"
		case 1:
			return "TRUE"
		}
	case KindEnum, KindFlags:
		return d.Values.Text(v)
	case KindFloat:
		return strconv.FormatFloat(float64(math.Float32frombits(v)), 'g', -1, 32)
	case KindColor:
		const digits = 8
		hex := strconv.FormatUint(uint64(v)|1<<32, 16)
		return "0x" + hex[len(hex)-digits:]
	case KindTextureArg:
		return TextureArgString(v)
	case KindTexCoordIndex:
		return TexCoordIndexString(v)
	case KindTransform:
		if v&TTFF_PROJECTED != 0 {
			return d.Values.Text(v&^TTFF_PROJECTED) + "|TTFF_PROJECTED"
		}
		return d.Values.Text(v)
	}
	if v < 1<<16 {
		return strconv.FormatUint(uint64(v), 10)
	}
	return "0x" + strconv.FormatUint(uint64(v), 16)
}

// TextureArgString prints the argument of a texture stage (TSS_COLORARG1 and its like).
func TextureArgString(v uint32) string {
	text := TASet.Text(v & TA_SELECTMASK)
	if v&TA_COMPLEMENT != 0 {
		text += "|TA_COMPLEMENT"
	}
	if v&TA_ALPHAREPLICATE != 0 {
		text += "|TA_ALPHAREPLICATE"
	}
	if rest := v &^ (TA_SELECTMASK | TA_COMPLEMENT | TA_ALPHAREPLICATE); rest != 0 {
		text += "|0x" + strconv.FormatUint(uint64(rest), 16)
	}
	return text
}

// TexCoordIndexString prints a value of TSS_TEXCOORDINDEX: the coordinate set, and where it comes from unless that
// is the vertex.
func TexCoordIndexString(v uint32) string {
	index := strconv.FormatUint(uint64(v&0xffff), 10)
	if v>>16 == 0 {
		return index
	}
	return TCISet.Text(v&0xffff0000) + "|" + index
}

// findState looks a state up in rows sorted by number.
func findState(rows []StateDesc, state uint32) (StateDesc, bool) {
	i, ok := slices.BinarySearchFunc(rows, state, func(d StateDesc, s uint32) int { return int(d.State) - int(s) })
	if !ok {
		return StateDesc{}, false
	}
	return rows[i], true
}

// RenderStateInfo describes a render state, and says whether there is such a state.
func RenderStateInfo(state RENDERSTATETYPE) (StateDesc, bool) {
	return findState(RenderStates, uint32(state))
}

// SamplerStateInfo describes a sampler state, and says whether there is such a state.
func SamplerStateInfo(state SAMPLERSTATETYPE) (StateDesc, bool) {
	return findState(SamplerStates, uint32(state))
}

// TextureStageStateInfo describes a texture stage state, and says whether there is such a state.
func TextureStageStateInfo(state TEXTURESTAGESTATETYPE) (StateDesc, bool) {
	return findState(TextureStageStates, uint32(state))
}

// RenderStateName returns the name of a render state, or RENDERSTATETYPE(number).
func RenderStateName(state RENDERSTATETYPE) string { return state.String() }

// DefaultRenderState is the value of a render state on a new device with or without an automatic depth buffer
// (PRESENT_PARAMETERS.EnableAutoDepthStencil). An unknown state is 0.
func DefaultRenderState(state RENDERSTATETYPE, autoDepthStencil bool) uint32 {
	if state == RS_ZENABLE && autoDepthStencil {
		return ZB_TRUE
	}
	d, _ := RenderStateInfo(state)
	return d.Default
}

// DefaultTextureStageState is the value of a state of a texture stage on a new device. An unknown state is 0.
func DefaultTextureStageState(stage uint32, state TEXTURESTAGESTATETYPE) uint32 {
	switch {
	case state == TSS_TEXCOORDINDEX:
		return stage
	case stage == 0 && state == TSS_COLOROP:
		return TOP_MODULATE
	case stage == 0 && state == TSS_ALPHAOP:
		return TOP_SELECTARG1
	}
	d, _ := TextureStageStateInfo(state)
	return d.Default
}
