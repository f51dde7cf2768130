package ir

import (
	"errors"
	"testing"

	"d3d9vk/internal/corpus"
	"d3d9vk/translate/sm"
)

// wellFormed checks what a back end relies on.
func wellFormed(t *testing.T, s *Shader) {
	t.Helper()
	var open []Op
	for i := range s.Code {
		in := &s.Code[i]
		switch in.Op {
		case OpIfB, OpIfC, OpIfP, OpRep, OpLoop, OpScope:
			open = append(open, in.Op)
		case OpElse, OpEndIf, OpEndLoop, OpEndScope:
			loop := len(open) > 0 && (open[len(open)-1] == OpRep || open[len(open)-1] == OpLoop)
			if len(open) == 0 || loop != (in.Op == OpEndLoop) || (open[len(open)-1] == OpScope) != (in.Op == OpEndScope) {
				t.Fatalf("%d %v does not nest:\n%v", i, in, s)
			}
			if in.Op != OpElse {
				open = open[:len(open)-1]
			}
		}
		checkObj(t, s, in, in.Dst.Obj, in.Dst.Rel)
		for _, src := range in.Src[:in.NSrc] {
			checkObj(t, s, in, src.Obj, src.Rel)
			for _, c := range src.Swizzle {
				if c > 3 {
					t.Fatalf("%v: swizzle %v", in, src.Swizzle)
				}
			}
		}
		switch in.Op {
		case OpTex, OpTexP, OpTexB, OpTexL, OpTexD:
			if int(in.Sampler) >= len(s.Samplers) {
				t.Fatalf("%v: no such sampler", in)
			}
		}
	}
	if len(open) != 0 {
		t.Fatalf("blocks left open: %v", open)
	}
}

func checkObj(t *testing.T, s *Shader, in *Instr, o Obj, r Rel) {
	t.Helper()
	size := map[ObjKind]int{None: 1, Temp: s.Temps, In: len(s.Inputs), Out: len(s.Outputs), CF: s.ConstF.Used, CI: s.ConstI.Used,
		CB: s.ConstB.Used, Imm: len(s.Imms), Addr: 1, Pred: s.Preds}[o.Kind]
	if r.Kind != None {
		if o.Kind != CF && o.Kind != In && o.Kind != Out || o.Kind == CF && !s.ConstF.Relative {
			t.Fatalf("%v: relative %v", in, o)
		}
		return
	}
	if int(o.N) >= size {
		t.Fatalf("%v: %v is out of range %d\n%v", in, o, size, s)
	}
}

func buildAll(t *testing.T, files []corpus.File) {
	passed, total, later := 0, 0, 0
	for _, f := range files {
		p, err := sm.Parse(f.Data)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		s, err := Build(p)
		var unsupported *UnsupportedError
		if errors.As(err, &unsupported) {
			later++
			continue
		}
		total++
		if t.Run(f.Name, func(t *testing.T) {
			if err != nil {
				t.Fatalf("%v\n%s", err, sm.Print(p))
			}
			wellFormed(t, s)
		}) {
			passed++
		}
	}
	t.Logf("%d of %d cases passed, %d not supported", passed, total, later)
}

func TestCorpusBuild(t *testing.T) { buildAll(t, corpus.Shaders(t)) }

func TestCasesBuild(t *testing.T) { buildAll(t, corpus.CaseShaders(t)) }
