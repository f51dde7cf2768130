package reflection

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"d3d9vk/translate/sm"
)

// tagCTAB starts the comment that holds a constant table.
const tagCTAB = 'C' | 'T'<<8 | 'A'<<16 | 'B'<<24

// Sizes of the constant table's structures in bytes (d3dx9shader.h: D3DXSHADER_CONSTANTTABLE, _CONSTANTINFO, _TYPEINFO,
// _STRUCTMEMBERINFO). Offsets in them count from the table, which stands behind the tag.
const (
	tableSize    = 28
	constantSize = 20
	typeSize     = 16
	memberSize   = 8
)

// Bounds of one table. Parts may overlap in the file, so that a small table could otherwise unfold into a huge one.
const (
	maxTypeDepth = 16
	maxTypes     = 1 << 14 // types with all their members
	maxName      = 1 << 12 // bytes
	maxDefaults  = 1 << 16 // values of all defaults together
)

// table reads one constant table.
type table struct {
	data     string
	base     int // of data in the program, in bytes
	types    int
	defaults int
	info     *Info
}

// readTable reads the first constant table among the program's comments. What is wrong with it becomes a diagnostic.
func readTable(p *sm.Program, info *Info) {
	for i := range p.Instrs {
		in := &p.Instrs[i]
		if in.Op != sm.OpComment || len(in.Comment) == 0 || in.Comment[0] != tagCTAB {
			continue
		}
		var b strings.Builder
		b.Grow(4 * len(in.Comment))
		var word [4]byte
		for _, t := range in.Comment[1:] {
			binary.LittleEndian.PutUint32(word[:], t)
			b.Write(word[:])
		}
		t := table{data: b.String(), base: 4 * (in.Offset + 2), info: info}
		t.read()
		return
	}
}

// diagnose notes a fault at an offset of the table.
func (t *table) diagnose(at int, format string, args ...any) {
	t.info.Diagnostics = append(t.info.Diagnostics, Diagnostic{Offset: t.base + at, Text: "constant table: " + fmt.Sprintf(format, args...)})
}

// has reports whether n bytes lie at the offset; a fault is noted, with the word at from that holds the offset.
func (t *table) has(from int, at uint32, n int, what string) bool {
	if int64(at)+int64(n) <= int64(len(t.data)) {
		return true
	}
	t.diagnose(from, "the %s at offset %d with %d bytes is outside its %d bytes", what, at, n, len(t.data))
	return false
}

func (t *table) u32(at int) uint32 {
	return uint32(t.u16(at)) | uint32(t.u16(at+2))<<16
}

func (t *table) u16(at int) uint16 { return uint16(t.data[at]) | uint16(t.data[at+1])<<8 }

// text reads the string whose offset stands at from; offset 0 is no string.
func (t *table) text(from int, what string) string {
	at := t.u32(from)
	if at == 0 || !t.has(from, at, 1, what) {
		return ""
	}
	rest := t.data[at:min(len(t.data), int(at)+maxName)]
	end := strings.IndexByte(rest, 0)
	if end < 0 {
		t.diagnose(from, "the %s at offset %d has no end within %d bytes", what, at, len(rest))
		return ""
	}
	return strings.ToValidUTF8(rest[:end], "\uFFFD")
}

func (t *table) read() {
	if !t.has(0, 0, tableSize, "header") {
		return
	}
	if size := t.u32(0); size != tableSize {
		t.diagnose(0, "the header's size is %d, not %d", size, tableSize)
		return
	}
	t.info.Creator = t.text(4, "creator")
	t.info.Target = t.text(24, "target")
	count, at := t.u32(12), t.u32(16)
	if count > uint32(len(t.data)/constantSize) {
		t.diagnose(12, "%d constants do not fit into its %d bytes", count, len(t.data))
		return
	}
	if count == 0 || !t.has(16, at, int(count)*constantSize, "list of constants") {
		return
	}
	t.info.Constants = make([]Constant, count)
	for i := range t.info.Constants {
		if !t.constant(int(at)+i*constantSize, &t.info.Constants[i]) {
			t.info.Constants = t.info.Constants[:i]
			return
		}
	}
}

// constant reads one constant; false when the bounds of the table are reached.
func (t *table) constant(at int, c *Constant) bool {
	c.Name = t.text(at, "constant's name")
	c.Set = RegisterSet(t.u16(at + 4))
	c.Index, c.Count = int(t.u16(at+6)), int(t.u16(at+8))
	if c.Set > SetSampler {
		t.diagnose(at+4, "%q has the register set %d, which does not exist", c.Name, c.Set)
	}
	var ok bool
	if c.Type, ok = t.typ(at+12, 0); !ok {
		return false
	}
	return t.defaults4(at+16, c)
}

// typ reads the type whose offset stands at from, with its members. It is false when the bounds of the table are reached.
func (t *table) typ(from, depth int) (Type, bool) {
	var typ Type
	at := t.u32(from)
	if t.types++; t.types > maxTypes || depth > maxTypeDepth {
		t.diagnose(from, "types nest deeper than %d or are more than %d", maxTypeDepth, maxTypes)
		return typ, false
	}
	if !t.has(from, at, typeSize, "type") {
		return typ, true
	}
	n := int(at)
	typ.Class, typ.Base = Class(t.u16(n)), Base(t.u16(n+2))
	typ.Rows, typ.Columns, typ.Elements = int(t.u16(n+4)), int(t.u16(n+6)), int(t.u16(n+8))
	members, list := int(t.u16(n+10)), t.u32(n+12)
	if members == 0 || !t.has(n+12, list, members*memberSize, "list of members") {
		return typ, true
	}
	for i := range members {
		m := int(list) + i*memberSize
		member := Member{Name: t.text(m, "member's name")}
		var ok bool
		if member.Type, ok = t.typ(m+4, depth+1); !ok {
			return typ, false
		}
		typ.Members = append(typ.Members, member)
	}
	return typ, true
}

// defaults4 reads the default of a constant's registers: four values for each vector register, one for each b#.
func (t *table) defaults4(from int, c *Constant) bool {
	at := t.u32(from)
	if at == 0 || c.Set >= SetSampler {
		return true
	}
	n := 4 * c.Count
	if c.Set == SetBool {
		n = c.Count
	}
	if t.defaults += n; t.defaults > maxDefaults {
		t.diagnose(from, "the defaults have more than %d values", maxDefaults)
		return false
	}
	if !t.has(from, at, 4*n, "default") {
		return true
	}
	for i := range n {
		bits := t.u32(int(at) + 4*i)
		switch c.Set {
		case SetFloat4:
			c.Default = append(c.Default, Number(math.Float32frombits(bits)))
		default:
			c.Default = append(c.Default, Number(int32(bits)))
		}
	}
	return true
}
