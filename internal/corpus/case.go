package corpus

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Case is one executable case, in the form that the corpus' FORMAT.md describes.
type Case struct {
	ID      string
	Shaders map[string]CaseShader
	Actions []CaseAction
}

// CaseShader is a shader of a case.
type CaseShader struct {
	Stage string
	Hex   string
	CTab  []struct {
		Set   string
		Index uint32
		Count uint32
	}
}

// CaseAction is a step of a case: what Op names.
type CaseAction struct {
	Op string

	// draw
	VS, PS    string
	Constants *struct {
		Start   uint
		RegsHex [][4]string `json:"regs_hex"`
	}
	VertexElements []CaseElement `json:"vertex_elements"`
	VertexBuffers  []CaseBuffer  `json:"vertex_buffers"`
	Topology       string
	VertexCount    uint         `json:"vertex_count"`
	RenderTargets  []CaseTarget `json:"render_targets"`
	Textures       []CaseTexture
	Samplers       []CaseSampler
	State          CaseState

	// clear_rt and probe
	RT          uint32
	RGBA        [4]float64
	Rect        [4]int
	ExpectedHex []string `json:"expected_hex"`
	ULPs        uint32
}

// CaseElement is an element of a vertex declaration.
type CaseElement struct {
	Stream, Offset uint16
	Format, Usage  string
	UsageIndex     byte `json:"usage_index"`
}

// CaseBuffer is a vertex buffer.
type CaseBuffer struct {
	Stream, Stride uint
	WordsHex       string `json:"words_hex"`
}

// CaseTarget is a render target.
type CaseTarget struct {
	RT     uint32
	Format string
	Size   [2]uint
}

// CaseTexture is a texture.
type CaseTexture struct {
	Sampler  uint32
	Dim      string
	Format   string
	Size     []uint
	Levels   uint
	WordsHex string `json:"words_hex"`
}

// CaseSampler is the state of a sampler.
type CaseSampler struct {
	Slot          uint32
	Min, Mag, Mip string
	Address       []string
}

// CaseState is the other state of a draw.
type CaseState struct {
	AlphaTestFunc string                `json:"alpha_test_func"`
	AlphaTestRef  float64               `json:"alpha_test_ref"`
	FlatShading   bool                  `json:"flat_shading"`
	ClipPlanes    map[string][4]float32 `json:"clip_planes"`
	PointSize     float32               `json:"point_size"`
	PointSizeMin  float32               `json:"point_size_min"`
	PointSizeMax  float32               `json:"point_size_max"`
	PointSprite   bool                  `json:"point_sprite"`
	FogMode       string                `json:"fog_mode"`
	FogOrtho      bool                  `json:"fog_ortho"`
	FogStart      float32               `json:"fog_start"`
	FogEnd        float32               `json:"fog_end"`
	FogDensity    float32               `json:"fog_density"`
	FogColour     [4]float32            `json:"fog_colour"`
}

// Notes are what NOTES.tsv says of a case.
type Notes []string

// ReadCases reads the cases, and the notes beside them by id. The test is skipped when they are missing.
func ReadCases(t testing.TB) ([]Case, map[string]Notes) {
	path := Cases(t)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var cases []Case
	in := bufio.NewScanner(file)
	in.Buffer(nil, 64<<20)
	for n := 1; in.Scan(); n++ {
		if len(strings.TrimSpace(in.Text())) == 0 {
			continue
		}
		var c Case
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatalf("%s:%d: %v", path, n, err)
		}
		cases = append(cases, c)
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	notes := map[string]Notes{}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "NOTES.tsv")); err == nil {
		for line := range strings.Lines(string(text)) {
			if id, note, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				notes[id] = append(notes[id], note)
			}
		}
	}
	return cases, notes
}

func (n Notes) has(word string) bool {
	return slices.ContainsFunc(n, func(s string) bool { return strings.HasPrefix(s, word) })
}

// documentedULPs is the documented precision of rcp, rsq and exp (one part in 2^21) in ulps.
const documentedULPs = 8

// Within reports whether the float of bits got is at most ulps from that of want, or what a note allows.
func (n Notes) Within(got, want, ulps uint32) bool {
	if n.has("TOLERANCE") {
		ulps = max(ulps, documentedULPs)
	}
	// rcp of 0 is infinity or the largest float, by the documents.
	if n.has("ANNOTATE: rcp(0)") && want&0x7fffffff == 0x7f800000 {
		ulps = max(ulps, 1)
	}
	d := ordered(got) - ordered(want)
	return max(d, -d) <= int64(ulps)
}

// ordered maps float bits to integers that are as many apart as there are floats between; both zeros are the same.
func ordered(bits uint32) int64 {
	if v := int32(bits); v < 0 {
		return int64(math.MinInt32) - int64(v)
	}
	return int64(bits)
}
