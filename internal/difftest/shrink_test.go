package difftest

import (
	"slices"

	"d3d9vk/internal/smgen"
	"d3d9vk/translate/sm"
	"d3d9vk/translate/validate"
)

// shrink makes a failing case smaller as long as it stays valid, counts and fails.
func (r *rig) shrink(c *smgen.Case, tries int) *smgen.Case {
	fails := func(p *sm.Program) bool {
		if tries <= 0 || validate.HasErrors(validate.Program(p)) {
			return false
		}
		tries--
		jobs, err := r.run([]*smgen.Case{{Seed: c.Seed, Program: p, Env: c.Env}})
		return err == nil && len(jobs) == 1 && jobs[0].wrong != ""
	}
	p := c.Program
	for again := true; again && tries > 0; {
		again = false
		for size := len(p.Instrs) / 2; size > 0; size /= 2 {
			for at := len(p.Instrs) - size; at >= 0; at-- {
				at = min(at, len(p.Instrs)-size)
				if at < 0 {
					break
				}
				q := &sm.Program{Version: p.Version, Instrs: slices.Delete(slices.Clone(p.Instrs), at, at+size)}
				if fails(q) {
					p, again = q, true
				}
			}
		}
	}
	for i := range p.Instrs {
		for _, simpler := range simplifications(p.Instrs[i]) {
			q := &sm.Program{Version: p.Version, Instrs: slices.Clone(p.Instrs)}
			q.Instrs[i] = simpler
			if fails(q) {
				p = q
			}
		}
	}
	return &smgen.Case{Seed: c.Seed, Program: p, Env: c.Env}
}

// simplifications are an instruction with one thing less.
func simplifications(in sm.Instr) (list []sm.Instr) {
	if in.Predicated {
		one := in
		one.Predicated = false
		list = append(list, one)
	}
	if in.Dst != nil {
		for _, change := range []func(d *sm.Dst){
			func(d *sm.Dst) { d.Saturate = false }, func(d *sm.Dst) { d.Shift = 0 }, func(d *sm.Dst) { d.PP = false },
			func(d *sm.Dst) { d.Rel = nil }, func(d *sm.Dst) { d.Mask = sm.MaskXYZW },
		} {
			d := *in.Dst
			if change(&d); d != *in.Dst {
				one := in
				one.Dst = &d
				list = append(list, one)
			}
		}
	}
	for i := range in.Src {
		for _, change := range []func(s *sm.Src){
			func(s *sm.Src) { s.Mod = sm.ModNone }, func(s *sm.Src) { s.Swizzle = sm.SwizzleXYZW }, func(s *sm.Src) { s.Rel = nil },
		} {
			s := in.Src[i]
			if change(&s); s != in.Src[i] {
				one := in
				one.Src = slices.Clone(in.Src)
				one.Src[i] = s
				list = append(list, one)
			}
		}
	}
	return list
}
