package conformance

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/corpus"
)

// caseFile is one executable case, in the form that the corpus' FORMAT.md describes.
type caseFile struct {
	ID      string
	Shaders map[string]caseShader
	Actions []caseAction
}

type caseShader struct {
	Stage string
	Hex   string
	CTab  []struct {
		Set   string
		Index uint32
		Count uint32
	}
}

type caseAction struct {
	Op string

	// draw
	VS, PS    string
	Constants *struct {
		Start   uint
		RegsHex [][4]string `json:"regs_hex"`
	}
	VertexElements []caseElement `json:"vertex_elements"`
	VertexBuffers  []caseBuffer  `json:"vertex_buffers"`
	Topology       string
	VertexCount    uint         `json:"vertex_count"`
	RenderTargets  []caseTarget `json:"render_targets"`
	Textures       []caseTexture
	Samplers       []caseSampler
	State          caseState

	// clear_rt and probe
	RT          uint32
	RGBA        [4]float64
	Rect        [4]int
	ExpectedHex []string `json:"expected_hex"`
	ULPs        uint32
}

type caseElement struct {
	Stream, Offset uint16
	Format, Usage  string
	UsageIndex     byte `json:"usage_index"`
}

type caseBuffer struct {
	Stream, Stride uint
	WordsHex       string `json:"words_hex"`
}

type caseTarget struct {
	RT     uint32
	Format string
	Size   [2]uint
}

type caseTexture struct {
	Sampler  uint32
	Dim      string
	Format   string
	Size     []uint
	Levels   uint
	WordsHex string `json:"words_hex"`
}

type caseSampler struct {
	Slot          uint32
	Min, Mag, Mip string
	Address       []string
}

type caseState struct {
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

// marker fills targets before a case draws, so that a case which draws nothing cannot pass.
const marker = 0x7b4d2a91

// readCases reads the cases, and the notes beside them by id.
func readCases(t testing.TB) ([]caseFile, map[string][]string) {
	path := corpus.Cases(t)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var cases []caseFile
	in := bufio.NewScanner(file)
	in.Buffer(nil, 64<<20)
	for n := 1; in.Scan(); n++ {
		if len(strings.TrimSpace(in.Text())) == 0 {
			continue
		}
		var c caseFile
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatalf("%s:%d: %v", path, n, err)
		}
		cases = append(cases, c)
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	notes := map[string][]string{}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "NOTES.tsv")); err == nil {
		for line := range strings.Lines(string(text)) {
			if id, note, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				notes[id] = append(notes[id], note)
			}
		}
	}
	return cases, notes
}

// caseExceptions are the cases that may fail, each with its reason. The list may only shrink: an entry that passes fails
// the test.
var caseExceptions = map[string]string{}

// TestCases runs every executable case and compares the pixels. A case whose shaders this version does not translate yet
// is told by the device (NOTAVAILABLE), and is counted apart.
func TestCases(t *testing.T) {
	cases, notes := readCases(t)
	passed, later := runCases(t, cases, notes, 1)
	fmt.Printf("%d of %d cases passed (%d use shader instructions that are not available yet; exceptions: %d)\n",
		passed, len(cases)-later, later, len(caseExceptions))
	if os.Getenv(corpus.EnvCases) == "" && len(cases)-later < 650 {
		t.Errorf("only %d cases ran", len(cases)-later)
	}
}

// runCases runs every step-th case and returns how many passed and how many are for later versions.
func runCases(t *testing.T, cases []caseFile, notes map[string][]string, step int) (passed, later int) {
	r := newRig(t)
	runner := &caseRunner{rig: r, shaders: map[string]caseShaderObject{}}
	t.Cleanup(runner.release) // runs before the rig's own end
	for i := 0; i < len(cases); i += step {
		c := &cases[i]
		runner.notes = notes[c.ID]
		err := runner.run(c)
		reason, excepted := caseExceptions[c.ID]
		switch {
		case err == nil && excepted:
			t.Errorf("%s passes now: take it off the list of exceptions", c.ID)
		case err == nil:
			passed++
		case d3d9.CodeOf(err) == d3d9.ERR_NOTAVAILABLE:
			later++
			t.Logf("%s: later: %v", c.ID, err)
		case excepted:
			t.Logf("%s: %v; excepted: %s", c.ID, err, reason)
		default:
			t.Errorf("%s: %v", c.ID, err)
		}
	}
	return passed, later
}

// caseShaderObject is a shader of either stage; the other is nil.
type caseShaderObject struct {
	vs *device.VertexShader
	ps *device.PixelShader
}

type targetKey struct {
	rt     uint32
	format d3d9.FORMAT
	w, h   uint
}

// caseRunner runs cases on the rig's device. Targets and shaders live on from case to case: many cases share them.
type caseRunner struct {
	*rig
	notes    []string
	shaders  map[string]caseShaderObject
	targets  map[targetKey]*device.Surface
	readback map[targetKey]*device.Surface // in system memory
	bound    map[uint32]targetKey          // of the running case
	pictures map[uint32]*picture           // what was read back since the last draw
}

func (c *caseRunner) note(word string) bool {
	return slices.ContainsFunc(c.notes, func(n string) bool { return strings.HasPrefix(n, word) })
}

func (c *caseRunner) release() {
	c.defaults()
	for _, s := range c.shaders {
		if s.vs != nil {
			s.vs.Release()
		}
		if s.ps != nil {
			s.ps.Release()
		}
	}
	for _, m := range []map[targetKey]*device.Surface{c.targets, c.readback} {
		for _, s := range m {
			s.Release()
		}
	}
}

func (c *caseRunner) run(cf *caseFile) error {
	c.bound, c.pictures = map[uint32]targetKey{}, map[uint32]*picture{}
	c.declareTargets(cf)
	for _, key := range c.bound {
		s, err := c.surface(key)
		if err != nil {
			return err
		}
		if err := c.clearTarget(s, marker); err != nil {
			return err
		}
	}
	for i := range cf.Actions {
		a := &cf.Actions[i]
		var err error
		switch a.Op {
		case "draw":
			err = c.drawCase(cf, a)
		case "clear_rt":
			err = c.clearCase(a)
		case "probe":
			err = c.probe(a)
		default:
			err = fmt.Errorf("unknown op %q", a.Op)
		}
		if err != nil {
			return fmt.Errorf("action %d (%s): %w", i, a.Op, err)
		}
	}
	return nil
}

// declareTargets finds each target's form: that of the first draw that names it.
func (c *caseRunner) declareTargets(cf *caseFile) {
	for i := range cf.Actions {
		for _, rt := range cf.Actions[i].RenderTargets {
			if _, ok := c.bound[rt.RT]; !ok {
				c.bound[rt.RT] = targetKey{rt.RT, caseFormats[rt.Format], rt.Size[0], rt.Size[1]}
			}
		}
	}
	for i := range cf.Actions {
		a := &cf.Actions[i]
		if _, ok := c.bound[a.RT]; !ok && a.Op != "draw" {
			c.bound[a.RT] = targetKey{a.RT, d3d9.FMT_A32B32G32R32F, 640, 480}
		}
	}
}

func (c *caseRunner) surface(key targetKey) (*device.Surface, error) {
	if s := c.targets[key]; s != nil {
		return s, nil
	}
	s, err := c.d.CreateRenderTarget(key.w, key.h, key.format, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	if err != nil {
		return nil, err
	}
	if c.targets == nil {
		c.targets = map[targetKey]*device.Surface{}
	}
	c.targets[key] = s
	return s, nil
}

func (c *caseRunner) clearTarget(s *device.Surface, color d3d9.COLOR) error {
	for n := uint32(1); n < 4; n++ {
		c.ok(c.d.SetRenderTarget(n, nil))
	}
	c.ok(c.d.SetRenderTarget(0, s))
	c.ok(c.d.Clear(nil, d3d9.CLEAR_TARGET, color, 1, 0))
	return nil
}

func (c *caseRunner) clearCase(a *caseAction) error {
	s, err := c.surface(c.bound[a.RT])
	if err != nil {
		return err
	}
	delete(c.pictures, a.RT)
	b := func(v float64) uint8 { return uint8(min(max(v, 0), 1) * 255) }
	return c.clearTarget(s, d3d9.ColorARGB(b(a.RGBA[3]), b(a.RGBA[0]), b(a.RGBA[1]), b(a.RGBA[2])))
}

func (c *caseRunner) probe(a *caseAction) error {
	p := c.pictures[a.RT]
	if p == nil {
		key := c.bound[a.RT]
		s, err := c.surface(key)
		if err != nil {
			return err
		}
		if p, err = c.readCase(key, s); err != nil {
			return err
		}
		c.pictures[a.RT] = p
	}
	want := make([]uint32, len(a.ExpectedHex))
	for i, text := range a.ExpectedHex {
		v, err := strconv.ParseUint(text, 16, 32)
		if err != nil {
			return err
		}
		want[i] = uint32(v)
	}
	for y := a.Rect[1]; y < a.Rect[3]; y++ {
		for x := a.Rect[0]; x < a.Rect[2]; x++ {
			got := p.at(x, y)
			for i, w := range want {
				if g := math.Float32bits(float32(got[i])); !c.within(g, w, a.ULPs) {
					return fmt.Errorf("pixel (%d, %d) is %v: component %d is %08x (%g), want %08x (%g) within %d ulps",
						x, y, got, i, g, got[i], w, math.Float32frombits(w), a.ULPs)
				}
			}
		}
	}
	return nil
}

// documentedULPs is the documented precision of rcp, rsq and exp (one part in 2^21) in ulps.
const documentedULPs = 8

// within reports whether got is at most ulps from want, or what a note allows.
func (c *caseRunner) within(got, want, ulps uint32) bool {
	if c.note("TOLERANCE") {
		ulps = max(ulps, documentedULPs)
	}
	// rcp of 0 is infinity or the largest float, by the documents.
	if c.note("ANNOTATE: rcp(0)") && want&0x7fffffff == 0x7f800000 {
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

func (c *caseRunner) readCase(key targetKey, s *device.Surface) (*picture, error) {
	mem := c.readback[key]
	if mem == nil {
		var err d3d9.Error
		mem, err = c.d.CreateOffscreenPlainSurface(key.w, key.h, key.format, d3d9.POOL_SYSTEMMEM, 0)
		if err != nil {
			return nil, err
		}
		if c.readback == nil {
			c.readback = map[targetKey]*device.Surface{}
		}
		c.readback[key] = mem
	}
	if err := c.d.GetRenderTargetData(s, mem); err != nil {
		return nil, err
	}
	desc, err := s.GetDesc()
	c.ok(err)
	return c.lockedPicture(mem, desc), nil
}

func decodeHex(text string) ([]byte, error) {
	data, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("words_hex: %w", err)
	}
	return data, nil
}
