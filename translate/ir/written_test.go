package ir

import (
	"fmt"
	"strings"
	"testing"

	"d3d9vk/translate/sm"
	"pgregory.net/rapid"
)

// The kinds of node.
const (
	nodeWrite = iota
	nodeIf
	nodeRep
	nodeBreak
	nodeCompare
	nodeCall
	nodeRet
	nodeKinds
)

// node is a step of a random program of static flow control for TestWrittenSetRandom.
type node struct {
	op       int
	n        int
	not, nz  bool // of nodeCall: nz is callnz
	then, or []node
}

// drawNodes draws a block. Subroutines call those with higher numbers only, of routines that there are.
func drawNodes(t *rapid.T, depth, self, routines int, inLoop, free bool) []node {
	count := rapid.IntRange(0, 3).Draw(t, "count")
	var out []node
	for range count {
		k := node{op: rapid.IntRange(0, nodeKinds-1).Draw(t, "op"), n: rapid.IntRange(0, 3).Draw(t, "n"), not: rapid.Bool().Draw(t, "not"), nz: rapid.Bool().Draw(t, "nz")}
		block := k.op == nodeIf || k.op == nodeRep || k.op == nodeCompare
		if k.op == nodeBreak && !inLoop || k.op == nodeRet && !free || block && depth == 0 || k.op == nodeCall && self+1 >= routines {
			k.op = nodeWrite
		}
		switch k.op {
		case nodeIf:
			k.then, k.or = drawNodes(t, depth-1, self, routines, inLoop, free), drawNodes(t, depth-1, self, routines, inLoop, free)
		case nodeRep:
			k.then = drawNodes(t, depth-1, self, routines, true, free)
		case nodeCompare:
			// No static break or ret below: its reach would be dynamic.
			k.then, k.or = drawNodes(t, depth-1, self, routines, false, false), drawNodes(t, depth-1, self, routines, false, false)
		case nodeCall:
			k.then = []node{{n: rapid.IntRange(self+1, routines-1).Draw(t, "callee")}}
		}
		out = append(out, k)
	}
	return out
}

func text(nodes []node) string {
	var b strings.Builder
	for _, k := range nodes {
		not := map[bool]string{true: "!"}[k.not]
		switch k.op {
		case nodeWrite:
			fmt.Fprintf(&b, "mov oC%d, c0\n", k.n)
		case nodeIf:
			fmt.Fprintf(&b, "if %sb%d\n%selse\n%sendif\n", not, k.n, text(k.then), text(k.or))
		case nodeRep:
			fmt.Fprintf(&b, "rep i%d\n%sendrep\n", k.n, text(k.then))
		case nodeBreak:
			b.WriteString("break\n")
		case nodeCompare:
			fmt.Fprintf(&b, "if_gt c0.x, c1.x\n%selse\n%sendif\n", text(k.then), text(k.or))
		case nodeCall:
			if k.nz {
				fmt.Fprintf(&b, "callnz l%d, %sb%d\n", k.then[0].n, not, k.n)
			} else {
				fmt.Fprintf(&b, "call l%d\n", k.then[0].n)
			}
		case nodeRet:
			b.WriteString("ret\n")
		}
	}
	return b.String()
}

// constants are those of one evaluation.
type constants struct {
	b        uint16
	i        [16][4]int32
	routines [][]node
}

// run is the slow reference: it executes a block and gives the targets written and what ended it: nodeBreak, nodeRet, or 0.
func (c *constants) run(nodes []node) (set uint8, end int) {
	for _, k := range nodes {
		s, stop := uint8(0), 0
		holds := c.b>>k.n&1 != 0 != k.not
		switch k.op {
		case nodeWrite:
			s = 1 << k.n
		case nodeIf:
			if holds {
				s, stop = c.run(k.then)
			} else {
				s, stop = c.run(k.or)
			}
		case nodeRep:
			for range c.i[k.n][0] {
				s, stop = c.run(k.then)
				set |= s
				if stop != 0 {
					break
				}
			}
			if stop == nodeBreak {
				stop = 0
			}
		case nodeBreak, nodeRet:
			stop = k.op
		case nodeCompare:
			s, _ = c.run(k.then)
			o, _ := c.run(k.or)
			s |= o
		case nodeCall:
			if !k.nz || holds {
				s, _ = c.run(c.routines[k.then[0].n])
			}
		}
		if set |= s; stop != 0 {
			return set, stop
		}
	}
	return set, 0
}

func TestWrittenSetRandom(t *testing.T) {
	t.Run("OC-14/against a slow interpreter", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			routines := make([][]node, rapid.IntRange(1, 5).Draw(t, "routines"))
			var src strings.Builder
			for n := range routines {
				routines[n] = drawNodes(t, 4-min(n, 2), n, len(routines), false, true)
				if n > 0 {
					fmt.Fprintf(&src, "ret\nlabel l%d\n", n)
				}
				src.WriteString(text(routines[n]))
			}
			p, err := sm.Assemble("ps_3_0\n" + src.String())
			if err != nil {
				t.Fatal(err)
			}
			s, err := Build(p)
			if err != nil {
				t.Fatalf("%v\n%s", err, src.String())
			}
			for v := range 256 {
				c := constants{b: uint16(v & 15), routines: routines}
				for n := range 4 {
					c.i[n][0] = int32(v >> (4 + n) & 1 * 2)
				}
				want, _ := c.run(routines[0])
				if got := s.Written.Eval(c.b, &c.i); got != want {
					t.Fatalf("b=%04b i=%v: got %04b, want %04b (%v)\n%s", c.b, c.i[:4], got, want, &s.Written, src.String())
				}
			}
		})
	})
}
