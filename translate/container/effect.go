package container

import (
	"bytes"
	"errors"
	"strconv"
)

// effectTag starts an effect that D3DX compiled (version fx_2_0).
var effectTag = []byte{0x01, 0x09, 0xFF, 0xFE}

// The header that XNA puts before an effect: its tag and the offset of the effect.
var xnaTag = []byte{0xCF, 0x0B, 0xF0, 0xBC}

func hasEffectTag(data []byte) bool {
	return bytes.HasPrefix(data, effectTag) || bytes.HasPrefix(data, xnaTag)
}

// Numbers of the effect format.
const (
	stateVertexShader = 146 // operations of pass states
	statePixelShader  = 147
	typePixelShader   = 15 // D3DXPT_PIXELSHADER
	typeVertexShader  = 16
	noTechnique       = 0xFFFFFFFF // a resource of a parameter
	maxEffectName     = 256
)

// errCut stops the reading of an effect whose lists run past its end.
var errCut = errors.New("the effect is cut off")

type effectPass struct {
	name   string
	states []uint32 // their operations
}

type effectTechnique struct {
	name   string
	passes []effectPass
}

// effect reads the lists of an effect. Offsets in it count from base, behind tag and start.
type effect struct {
	base       []byte
	pos        int
	err        error
	parameters []string
	objects    map[uint32]string // names of the parameters that are shaders, by object
	techniques []effectTechnique
}

// next reads one word of the lists.
func (e *effect) next() uint32 {
	if e.err != nil || e.pos+4 > len(e.base) {
		e.err = errCut
		return 0
	}
	e.pos += 4
	return u32(e.base, e.pos-4)
}

// skip passes n records of that many words.
func (e *effect) skip(n uint32, words int) {
	if int64(n)*int64(4*words) > int64(len(e.base)-e.pos) {
		e.err = errCut
		return
	}
	e.pos += int(n) * 4 * words
}

// word reads the word at an offset; 0 outside the effect.
func (e *effect) word(at int64) uint32 {
	if at < 0 || at+4 > int64(len(e.base)) {
		return 0
	}
	return u32(e.base, int(at))
}

// text reads the string at an offset: its size with the zero, then its bytes.
func (e *effect) text(at uint32) string {
	size := int64(e.word(int64(at)))
	from := int64(at) + 4
	if size < 1 || size > maxEffectName || from+size > int64(len(e.base)) {
		return ""
	}
	s := e.base[from : from+size]
	if end := bytes.IndexByte(s, 0); end >= 0 {
		s = s[:end]
	}
	return string(bytes.ToValidUTF8(s, []byte("?")))
}

// effectNames reads the effect that data starts with and adds the names of its shaders by their offsets, which count from at.
func effectNames(data []byte, at int, names map[int]string) {
	if len(data) < 8 {
		return
	}
	start := u32(data, 4)
	e := effect{base: data[8:], objects: map[uint32]string{}}
	if int64(start) > int64(len(e.base)) {
		return
	}
	e.pos = int(start)
	parameters, techniques := e.next(), e.next()
	e.skip(2, 1) // unknown, number of objects
	for range parameters {
		if e.parameter(); e.err != nil {
			return
		}
	}
	for range techniques {
		if e.technique(); e.err != nil {
			return
		}
	}
	small, large := e.next(), e.next()
	for range small {
		name := e.objects[e.next()]
		if e.data(at+8, name, names); e.err != nil {
			return
		}
	}
	for range large {
		technique, index, element, state := e.next(), e.next(), e.next(), e.next()
		e.next() // usage
		if e.data(at+8, e.resource(technique, index, element, state), names); e.err != nil {
			return
		}
	}
}

// data passes a block of bytes and names what starts with it.
func (e *effect) data(base int, name string, names map[int]string) {
	size := e.next()
	if e.err == nil && name != "" {
		names[base+e.pos] = name
	}
	e.skip(uint32((uint64(size)+3)/4), 1)
}

func (e *effect) parameter() {
	typ, value := int64(e.next()), int64(e.next())
	e.next() // flags
	e.skip(e.next(), 2)
	name := e.text(e.word(typ + 8))
	e.parameters = append(e.parameters, name)
	switch kind := e.word(typ); kind {
	case typePixelShader, typeVertexShader:
		const most = 1 << 10
		elements := min(e.word(typ+16), most)
		for i := range max(elements, 1) {
			full := name
			if elements > 0 {
				full += "[" + strconv.Itoa(int(i)) + "]"
			}
			e.objects[e.word(value+4*int64(i))] = full
		}
	}
}

func (e *effect) technique() {
	t := effectTechnique{name: e.text(e.next())}
	annotations, passes := e.next(), e.next()
	e.skip(annotations, 2)
	for range passes {
		p := effectPass{name: e.text(e.next())}
		annotations, states := e.next(), e.next()
		e.skip(annotations, 2)
		for range states {
			if e.err != nil {
				return
			}
			p.states = append(p.states, e.next())
			e.skip(3, 1)
		}
		if e.err != nil {
			return
		}
		t.passes = append(t.passes, p)
	}
	e.techniques = append(e.techniques, t)
}

// resource names what a block of data belongs to.
func (e *effect) resource(technique, index, element, state uint32) string {
	if technique == noTechnique {
		if int64(index) >= int64(len(e.parameters)) {
			return ""
		}
		name := e.parameters[index]
		if element != noTechnique && element > 0 {
			name += "[" + strconv.FormatUint(uint64(element), 10) + "]"
		}
		return name
	}
	if int64(technique) >= int64(len(e.techniques)) {
		return ""
	}
	t := e.techniques[technique]
	if int64(index) >= int64(len(t.passes)) {
		return ""
	}
	p := t.passes[index]
	kind := ""
	if int64(state) < int64(len(p.states)) {
		switch p.states[state] {
		case stateVertexShader:
			kind = "/VertexShader"
		case statePixelShader:
			kind = "/PixelShader"
		}
	}
	return orNumber(t.name, technique) + "/" + orNumber(p.name, index) + kind
}

// orNumber is the name, or the number of what has none.
func orNumber(name string, n uint32) string {
	if name == "" {
		return strconv.FormatUint(uint64(n), 10)
	}
	return name
}
