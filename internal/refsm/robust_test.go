package refsm

import (
	"math"
	"math/rand/v2"
	"testing"

	"d3d9vk/internal/corpus"
	"d3d9vk/translate/sm"
)

// random is a state and inputs of every sort, odd numbers included.
type random struct{ *rand.Rand }

func (r random) float() float32 {
	switch r.IntN(12) {
	case 0:
		return float32(math.Inf(1 - 2*r.IntN(2)))
	case 1:
		return float32(math.NaN())
	case 2:
		return 0
	case 3:
		return math.Float32frombits(r.Uint32())
	}
	return float32(r.NormFloat64())
}

func (r random) four() [4]float32 { return [4]float32{r.float(), r.float(), r.float(), r.float()} }

func (r random) sampler() *Sampler {
	if r.IntN(4) == 0 {
		return nil
	}
	s := &Sampler{
		Dim: sm.TextureType(1 + r.IntN(4)), Min: Filter(r.IntN(3)), Mag: Filter(r.IntN(3)), Mip: Filter(r.IntN(3)),
		Address: [3]Address{Address(r.IntN(5)), Address(r.IntN(5)), Address(r.IntN(5))}, Border: r.four(), LODBias: r.float(),
		MaxMipLevel: r.IntN(9) - 2,
	}
	for edge := 4; edge > 0; edge /= 2 {
		l := Level{W: edge, H: edge, D: 1}
		n := edge * edge
		switch s.Dim {
		case sm.TextureVolume:
			l.D = edge
			n *= edge
		case sm.TextureCube:
			n *= 6
		case sm.Texture1D:
			l.H, n = 1, edge
		}
		for range n {
			l.Texels = append(l.Texels, r.four())
		}
		s.Levels = append(s.Levels, l)
	}
	return s
}

func (r random) state() *State {
	st := &State{ZeroTimesAnything: r.IntN(2) == 0, Specials: r.IntN(2) == 0, Budget: 100000}
	for range 256 {
		st.F = append(st.F, r.four())
	}
	for range 16 {
		st.I = append(st.I, [4]int32{int32(r.IntN(6)), int32(r.IntN(9) - 4), int32(r.IntN(5) - 2), 0})
		st.B = append(st.B, r.IntN(2) == 0)
	}
	for i := range st.Samplers {
		st.Samplers[i] = r.sampler()
	}
	for i := range st.Stages {
		st.Stages[i] = Stage{BumpMatrix: r.four(), LScale: r.float(), LOffset: r.float(), Projected: r.IntN(2) == 0, Count: r.IntN(5)}
	}
	return st
}

// run runs a program of either stage on random inputs.
func (r random) run(p *sm.Program, st *State) error {
	if p.Version.Stage() == sm.Vertex {
		in := make([]Vec, 16)
		for i := range in {
			in[i] = ExactVec(r.four())
		}
		_, err := Vertex(p, in, st)
		return err
	}
	var in [4]PixelInput
	for l := range in {
		for i := range in[l].V {
			in[l].V[i] = ExactVec(r.four())
		}
		for i := range in[l].T {
			in[l].T[i] = ExactVec(r.four())
		}
		in[l].Face = r.float()
	}
	_, err := Quad(p, &in, st)
	return err
}

// TestCorpusRuns runs every program of the corpus with random inputs: all must run, but those that the parser refuses.
func TestCorpusRuns(t *testing.T) {
	r := random{rand.New(rand.NewPCG(1, 2))}
	ran := 0
	for _, f := range append(corpus.Shaders(t), corpus.CaseShaders(t)...) {
		p, err := sm.Parse(f.Data)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		for range 3 {
			if err := r.run(p, r.state()); err != nil {
				t.Errorf("%s: %v", f.Name, err)
				break
			}
			ran++
		}
	}
	if ran < 1000 {
		t.Errorf("only %d runs", ran)
	}
}

// TestHostileTokens runs what the parser makes of damaged programs: an error or a result, never a panic.
func TestHostileTokens(t *testing.T) {
	r := random{rand.New(rand.NewPCG(3, 4))}
	files := corpus.Shaders(t)
	parsed := 0
	for n := range 6000 {
		data := append([]byte(nil), files[n%len(files)].Data...)
		for range 1 + r.IntN(4) {
			data[4+r.IntN(len(data)-4)] = byte(r.Uint32())
		}
		p, err := sm.Parse(data)
		if err != nil {
			continue
		}
		parsed++
		_ = r.run(p, r.state()) // the error is as good as a result here
	}
	if parsed < 1000 {
		t.Errorf("only %d programs were parsed", parsed)
	}
}
