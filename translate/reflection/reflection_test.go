package reflection

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"d3d9vk/internal/corpus"
	"d3d9vk/internal/golden"
	"d3d9vk/translate/sm"
)

// tableOf builds a constant table: 4 constants, one of them a struct with an inner array.
func tableOf() []byte {
	b := make([]byte, tableSize+4*constantSize)
	u32 := func(at int, v int) { binary.LittleEndian.PutUint32(b[at:], uint32(v)) }
	put := func(words ...uint16) int {
		at := len(b)
		for _, w := range words {
			b = binary.LittleEndian.AppendUint16(b, w)
		}
		return at
	}
	str := func(s string) int {
		at := len(b)
		b = append(b, s...)
		for b = append(b, 0); len(b)%4 != 0; {
			b = append(b, 0)
		}
		return at
	}
	u32(0, tableSize)
	u32(4, str("a compiler"))
	u32(12, 4)
	u32(16, tableSize)
	u32(24, str("ps_3_0"))
	constant := func(i int, name string, set, index, count uint16, typ, def int) {
		at := tableSize + i*constantSize
		u32(at, str(name))
		binary.LittleEndian.PutUint16(b[at+4:], set)
		binary.LittleEndian.PutUint16(b[at+6:], index)
		binary.LittleEndian.PutUint16(b[at+8:], count)
		u32(at+12, typ)
		u32(at+16, def)
	}
	matrix := put(3, 3, 4, 4, 1, 0, 0, 0)
	vectors := put(1, 3, 1, 3, 2, 0, 0, 0)
	members := len(b)
	b = append(b, make([]byte, 2*memberSize)...)
	u32(members, str("world"))
	u32(members+4, matrix)
	u32(members+8, str("light"))
	u32(members+12, vectors)
	body := put(5, 0, 1, 22, 1, 2, uint16(members), 0)
	sampler := put(4, 12, 1, 1, 1, 0, 0, 0)
	flag := put(0, 1, 1, 1, 1, 0, 0, 0)
	defaults := len(b)
	for i := range 8 {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(i)/2))
	}
	b = binary.LittleEndian.AppendUint32(b, 1)
	constant(0, "scene", 2, 0, 6, body, 0)
	constant(1, "offsets", 2, 8, 2, vectors, defaults)
	constant(2, "picture", 3, 2, 1, sampler, 0)
	constant(3, "lit", 0, 1, 1, flag, defaults+32)
	return b
}

// program is a shader with the constant table.
func program(t testing.TB, table []byte, asm string) []uint32 {
	t.Helper()
	p, err := sm.Assemble(asm)
	if err != nil {
		t.Fatal(err)
	}
	tokens := sm.Encode(p)
	comment := []uint32{0xFFFE | uint32(len(table)/4+1)<<16, tagCTAB}
	for i := 0; i+4 <= len(table); i += 4 {
		comment = append(comment, binary.LittleEndian.Uint32(table[i:]))
	}
	return slices.Insert(tokens, 1, comment...)
}

const shader = `ps_3_0
dcl_texcoord1_centroid v0.xy
dcl_color v1
dcl vPos.xy
dcl_2d s2
def c20, 1, -0.5, 0, 1e-6
defi i1, 2, 0, 1, 0
texld r0, v0, s2
if b1
  mov oC1, c8
else
  rep i0
    mov oC2, c9
  endrep
endif
texkill r0
mul r0, r0, c20
mad oC0, r0, v1, c0
mov oDepth, c3.x`

func TestReflection(t *testing.T) {
	info, err := Read(program(t, tableOf(), shader))
	if err != nil {
		t.Fatal(err)
	}
	golden.Text(t, "shader.txt", info.String())
	text, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Text(t, "shader.json", string(text)+"\n")
}

func TestRegisters(t *testing.T) {
	for _, c := range []struct{ name, asm, want string }{
		{"vs_1_1", "vs_1_1\ndcl_position v0\nm4x4 oPos, v0, c4\nmov oT2.xy, c[a0.x+1]\nmov oD1, c9\nmov oFog, c9.x\nmov oPts, c9.x",
			"v0.xyzw position0; oPos.xyzw position0; oT2.xy texcoord2; oD1.xyzw color1; oFog.x fog0; oPts.x psize0; c4-c7 c9 c[]"},
		{"vs_3_0", "vs_3_0\ndcl_position v3\ndcl_position o1\ndcl_texcoord4 o2.xy\ndcl_fog o2.z\nmov o1, v3\nmov o2, c0",
			"v3.xyzw position0; o1.xyzw position0; o2.xy texcoord4; o2.z fog0; c0"},
		{"ps_2_0", "ps_2_0\ndcl t1.xyz\ndcl v0\nadd r0, t1, v0\nmov oC0, r0", "v0.xyzw color0; t1.xyz texcoord1; oC0.xyzw ; none"},
		{"what does not build", "ps_3_0\ndcl_texcoord v0\nif b0\nmov oC0, c0", "v0.xyzw texcoord0; c0 b0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			info, err := Read(program(t, nil, c.asm))
			if err != nil {
				t.Fatal(err)
			}
			var parts []string
			for _, r := range slices.Concat(info.Inputs, info.Outputs) {
				parts = append(parts, r.Register+"."+r.Mask+" "+r.Semantic)
			}
			slices.Sort(parts)
			want := strings.Split(c.want, "; ")
			got := append(parts, info.Used.String())
			slices.Sort(want[:len(want)-1])
			if !slices.Equal(got, want) {
				t.Errorf("got %q\nwant %q", got, want)
			}
		})
	}
}

// TestDamagedTables: each offset of a table, put out of range, gives a diagnostic that names it, and the program stays readable.
func TestDamagedTables(t *testing.T) {
	for _, c := range []struct {
		name  string
		at    int
		value uint32
		want  string
	}{
		{"header size", 0, 99, "the header's size is 99"},
		{"creator", 4, 1 << 31, "the creator at offset 2147483648"},
		{"count", 12, 1 << 30, "constants do not fit"},
		{"list", 16, 0xFFFFFFF0, "the list of constants at offset"},
		{"target", 24, 5000, "the target at offset 5000"},
		{"name", tableSize, 0xFFFF, "the constant's name at offset 65535"},
		{"set", tableSize + 4, 9, `register set 9`},
		{"type", tableSize + 12, 0xFFFFFFFF, "the type at offset 4294967295"},
		{"default", tableSize + constantSize + 16, 0x7FFFFFFF, "the default at offset 2147483647"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := tableOf()
			binary.LittleEndian.PutUint32(table[c.at:], c.value)
			info, err := Read(program(t, table, shader))
			if err != nil {
				t.Fatal(err)
			}
			found := slices.ContainsFunc(info.Diagnostics, func(d Diagnostic) bool {
				return d.Offset == 12+c.at && strings.Contains(d.Text, c.want)
			})
			if !found || len(info.Inputs) != 3 {
				t.Errorf("diagnostics %v, want %q at offset %d; %d inputs, want 3", info.Diagnostics, c.want, 12+c.at, len(info.Inputs))
			}
		})
	}
}

// TestTypesThatHoldThemselves: a table whose struct is its own member is cut off.
func TestTypesThatHoldThemselves(t *testing.T) {
	table := tableOf()
	at := func(n int) int { return int(binary.LittleEndian.Uint32(table[n:])) }
	body := at(tableSize + 12)
	members := at(body + 12)
	binary.LittleEndian.PutUint32(table[members+4:], uint32(body))
	binary.LittleEndian.PutUint32(table[members+12:], uint32(body))
	info, err := Read(program(t, table, shader))
	if err != nil {
		t.Fatal(err)
	}
	if len(info.Diagnostics) != 1 || !strings.Contains(info.Diagnostics[0].Text, "nest deeper") {
		t.Errorf("diagnostics %v", info.Diagnostics)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[Number]string{0: "0", -3: "-3", 0.1: "0.1", Number(math.Inf(1)): `"+Inf"`, Number(math.Copysign(0, -1)): "-0", 1e30: "1e+30"} {
		if got, err := json.Marshal(n); err != nil || string(got) != want {
			t.Errorf("%v: %s, %v, want %s", float64(n), got, err, want)
		}
	}
	if got, err := json.Marshal(Number(math.NaN())); err != nil || string(got) != `"NaN"` {
		t.Errorf("NaN: %s, %v", got, err)
	}
}

// TestCorpusTables: the tables of real compilers are read without a fault, and their constants are those that the code uses.
func TestCorpusTables(t *testing.T) {
	tables, constants := 0, 0
	for _, f := range corpus.Shaders(t) {
		p, err := sm.Parse(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		info := Of(p)
		for _, d := range info.Diagnostics {
			if strings.Contains(d.Text, "constant table") {
				t.Errorf("%s: %v", f.Name, d)
			}
		}
		if _, err := json.Marshal(info); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if len(info.Constants) == 0 {
			continue
		}
		tables++
		constants += len(info.Constants)
		for _, r := range info.Used.Float {
			for n := r.First; n < r.First+r.Count; n++ {
				named := slices.ContainsFunc(info.Constants, func(c Constant) bool {
					return c.Set == SetFloat4 && n >= c.Index && n < c.Index+c.Count
				})
				if !named && !slices.ContainsFunc(info.Comments, func(c Comment) bool { return c.Tag == "PRES" }) {
					t.Errorf("%s: c%d has no name", f.Name, n)
				}
			}
		}
	}
	t.Logf("%d tables with %d constants", tables, constants)
}

func FuzzRead(f *testing.F) {
	seed := func(tokens []uint32) (out []byte) {
		for _, t := range tokens {
			out = binary.LittleEndian.AppendUint32(out, t)
		}
		return out
	}
	f.Add(seed(program(f, tableOf(), shader)))
	f.Fuzz(func(t *testing.T, code []byte) {
		p, err := sm.Parse(code)
		if err != nil {
			return
		}
		info := Of(p)
		if _, err := json.Marshal(info); err != nil {
			t.Fatal(err)
		}
		if info.String() == "" {
			t.Fatal("no text")
		}
	})
}
