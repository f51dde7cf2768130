package conformance

import (
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/corpus"
)

// marker fills targets before a case draws, so that a case which draws nothing cannot pass.
const marker = 0x7b4d2a91

// caseExceptions are the cases that may fail, each with its reason. The list may only shrink: an entry that passes fails
// the test.
var caseExceptions = map[string]string{}

// TestCases runs every executable case and compares the pixels. A case whose shaders this version does not translate yet
// is told by the device (NOTAVAILABLE), and is counted apart.
func TestCases(t *testing.T) {
	cases, notes := corpus.ReadCases(t)
	passed, later := runCases(t, cases, notes, 1)
	fmt.Printf("%d of %d cases passed (%d use shader instructions that are not available yet; exceptions: %d)\n",
		passed, len(cases)-later, later, len(caseExceptions))
	if os.Getenv(corpus.EnvCases) == "" && len(cases)-later < 650 {
		t.Errorf("only %d cases ran", len(cases)-later)
	}
}

// runCases runs every step-th case and returns how many passed and how many are for later versions.
func runCases(t *testing.T, cases []corpus.Case, notes map[string]corpus.Notes, step int) (passed, later int) {
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
	notes    corpus.Notes
	shaders  map[string]caseShaderObject
	targets  map[targetKey]*device.Surface
	readback map[targetKey]*device.Surface // in system memory
	bound    map[uint32]targetKey          // of the running case
	pictures map[uint32]*picture           // what was read back since the last draw
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

func (c *caseRunner) run(cf *corpus.Case) error {
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
func (c *caseRunner) declareTargets(cf *corpus.Case) {
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

func (c *caseRunner) clearCase(a *corpus.CaseAction) error {
	s, err := c.surface(c.bound[a.RT])
	if err != nil {
		return err
	}
	delete(c.pictures, a.RT)
	b := func(v float64) uint8 { return uint8(min(max(v, 0), 1) * 255) }
	return c.clearTarget(s, d3d9.ColorARGB(b(a.RGBA[3]), b(a.RGBA[0]), b(a.RGBA[1]), b(a.RGBA[2])))
}

func (c *caseRunner) probe(a *corpus.CaseAction) error {
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
				if g := math.Float32bits(float32(got[i])); !c.notes.Within(g, w, a.ULPs) {
					return fmt.Errorf("pixel (%d, %d) is %v: component %d is %08x (%g), want %08x (%g) within %d ulps",
						x, y, got, i, g, got[i], w, math.Float32frombits(w), a.ULPs)
				}
			}
		}
	}
	return nil
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
