package sm

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// includes is what the texts of these tests can include.
var includes = map[string]string{
	"names.h": "#ifndef NAMES\n#define NAMES\n#define LIGHT c4 ; a comment\n#endif\n",
	"code.h":  "  mov r0, LIGHT\n#include \"names.h\"\n",
	"self.h":  "#include \"self.h\"\n",
	"bad.h":   "mov r0, c0\nfoo r1\n",
	"open.h":  "#if 1\n",
}

func include(_, name string, angle bool) (string, string, error) {
	text, ok := includes[name]
	if !ok || angle {
		return "", "", errors.New("no such file")
	}
	return name, text, nil
}

func TestPreprocessor(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"define", "vs_2_0\n#define COLOR c5.rgb\nmov r0.xyz, COLOR", "mov r0.xyz, c5.xyzz"},
		{"define in the version", "#define V vs_2_0\nV\nmov r0, c0", "mov r0, c0"},
		{"arguments", "vs_2_0\n#define SCALE(to, by) mul to, to, by\nSCALE(r1, c[2])", "mul r1, r1, c2"},
		{"arguments in parentheses", "vs_2_x\n#define DO(guard, what) guard what\nDO((p0.x), mov r0, c1)", ""},
		{"no arguments", "vs_2_0\n#define ZERO() c9\nmov r0, ZERO()\nmov r1, ZERO( )", "mov r0, c9;mov r1, c9"},
		{"a function without call", "vs_2_0\n#define c5(x) c6\nmov r0, c5", "mov r0, c5"},
		{"paste", "vs_2_0\n#define REG(n) c ## n\nmov r0, REG(7)", "mov r0, c7"},
		{"nested", "vs_2_0\n#define A B\n#define B c3\nmov r0, A\n#undef B\n#define B c4\nmov r1, A", "mov r0, c3;mov r1, c4"},
		{"itself", "vs_2_0\n#define c3 c3\nmov r0, c3", "mov r0, c3"},
		{"spliced", "vs_2_0\n#define LONG mov r0, \\\n  c1\nLONG", "mov r0, c1"},
		{"letters of numbers", "vs_2_0\n#define e5 nonsense\n#define f nonsense\ndef c0, 1e5, 0.5f, 1, 1", "def c0, 100000, 0.5, 1, 1"},
		{"if", "vs_2_0\n#define N 3\n#if N * 2 == 6 && !defined(M) && (N << 1) >= 6\nmov r0, c1\n#else\nmov r0, c2\n#endif", "mov r0, c1"},
		{"elif", "vs_2_0\n#if 0\nbad\n#elif defined M || 1 - 1\nbad\n#elif ~0 == -1\nmov r0, c1\n#elif 1\nbad\n#else\nbad\n#endif", "mov r0, c1"},
		{"nested if", "vs_2_0\n#ifdef M\n#if 1\nbad\n#else\nbad\n#endif\n#else\n#ifndef M\nmov r0, c1\n#endif\n#endif", "mov r0, c1"},
		{"include", "vs_2_0\n#include \"names.h\"\n#include \"names.h\"\n#include \"code.h\"\nmov r1, LIGHT", "mov r0, c4;mov r1, c4"},
		{"comments", "vs_2_0\n/* #define A\n#if 0 */ mov r0, c1 // #\n; #endif\n#pragma once", "mov r0, c1"},
		{"option", "vs_2_0\nmov r0, GIVEN", "mov r0, c8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := AssembleText(c.src, AsmOptions{Defines: map[string]string{"GIVEN": "c8"}, Include: include})
			if c.want == "" { // an argument ends at each comma outside parentheses
				if err == nil || !strings.Contains(err.Error(), "takes 2 arguments, not 3") {
					t.Errorf("error %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, line := range strings.Split(strings.TrimSpace(Print(a.Program)), "\n")[1:] {
				lines = append(lines, strings.TrimSpace(line))
			}
			if got := strings.Join(lines, ";"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestPreprocessorErrors(t *testing.T) {
	bomb := "vs_2_0\n#define A0 c0, c0\n"
	for i := range 40 {
		bomb += fmt.Sprintf("#define A%d A%d A%d\n", i+1, i, i)
	}
	deep := "vs_2_0\n"
	for i := range 100 {
		deep += fmt.Sprintf("#define D%d D%d\n", i, i+1)
	}
	for _, c := range []struct{ name, src, want string }{
		{"unknown", "vs_2_0\n #foo 1", `t.asm:2:2: "#foo" is not a directive`},
		{"error", "vs_2_0\n#if 0\n#error no\n#endif\n#error not this way", "t.asm:5:1: #error not this way"},
		{"if", "vs_2_0\n#if 1 +\n#endif", `t.asm:2:1: #if: an integer expression expected at "the end"`},
		{"division by zero", "vs_2_0\n#if 1 / 0\n#endif", "integer expression"},
		{"open if", "vs_2_0\nmov r0, c0\n#ifdef A\nnop", "t.asm:3:1: this #if has no #endif"},
		{"open if in an include", "vs_2_0\n#include \"open.h\"\nnop", "open.h:1:1: this #if has no #endif"},
		{"else", "vs_2_0\n#else", "t.asm:2:1: #else without #if"},
		{"second else", "vs_2_0\n#if 1\n#else\n#else\n#endif", "t.asm:4:1: #else without #if"},
		{"endif", "vs_2_0\n#endif", "t.asm:2:1: #endif without #if"},
		{"missing include", "vs_2_0\n\n#include <names.h>", "t.asm:3:1: #include <names.h>: no such file"},
		{"include without name", "vs_2_0\n#include names", `#include needs "file" or <file>, not "names"`},
		{"include of itself", "vs_2_0\n#include \"self.h\"", "self.h:1:1: #include \"self.h\": more than 32 files inside each other"},
		{"error in an include", "vs_2_0\n#include \"bad.h\"\nmov r0", "bad.h:2:1: \"foo\" is not an instruction"},
		{"macro bomb", bomb + "mov r0, A40", "includes and macros make more than"},
		{"deep macros", deep + "mov r0, D0", "macros nest deeper than 64"},
		{"line", "vs_2_0\n#line 40 \"C:\\old\\a.vsh\"\nmov r0, c0\nfoo", `C:\old\a.vsh:41:1: "foo" is not an instruction`},
		{"bad line", "vs_2_0\n#line x", `#line needs a line number, not "x"`},
		{"inside a macro", "vs_2_0\n#define BAD r0, q1\n  mov BAD", `t.asm:3:3: "q1" is not a register of vs_2_0 (the line is "mov r0, q1" after its macros)`},
		{"open comment", "vs_2_0\n#define A\n  /* open", "t.asm:3:3: a comment that starts with /* does not end"},
		{"at the end", "vs_2_0\n#define A\nmov r0,\n", `t.asm:3:8: a register expected, not the end of the line`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := AssembleText(c.src, AsmOptions{File: "t.asm", Include: include})
			var list AsmErrors
			if !errors.As(err, &list) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v\nwant %q", err, c.want)
			}
		})
	}
	if _, err := AssembleText("vs_2_0\n#include \"a\"", AsmOptions{}); err == nil || !strings.Contains(err.Error(), "nothing can be included here") {
		t.Errorf("without Include: %v", err)
	}
}

func TestManyErrors(t *testing.T) {
	src := "ps_2_0\nmov r0 r1\nmov r0, r1\nmov r0, r1 @ x\nfoo \"open\ndcl_2d s0 s1\nmov oC0, r0\nmov r0,\n/* open\nmov r0"
	_, err := AssembleText(src, AsmOptions{})
	var list AsmErrors
	if !errors.As(err, &list) {
		t.Fatal(err)
	}
	var lines []int
	for _, e := range list {
		lines = append(lines, e.Line)
	}
	if want := []int{2, 4, 5, 6, 8, 9}; !slices.Equal(lines, want) {
		t.Errorf("errors on lines %v, want %v:\n%v", lines, want, err)
	}
	if _, err = AssembleText("ps_2_0\n"+strings.Repeat("foo\n", 1000), AsmOptions{}); !errors.As(err, &list) || len(list) != maxAsmErrors {
		t.Errorf("%d errors of 1000, want %d", len(list), maxAsmErrors)
	}
}

func TestPlaces(t *testing.T) {
	src := "vs_2_0\nmov r0, c0\n\n#define TWO c2\nmov r1, TWO ; comment\n#line 90 \"other\"\ndef c0, 1, 1, 1, 1\n#include \"code.h\"\nmov r2, c2"
	a, err := AssembleText(src, AsmOptions{File: "a.asm", Defines: map[string]string{"LIGHT": "c7"}, Include: include})
	if err != nil {
		t.Fatal(err)
	}
	want := []Place{{"other", 90}, {"a.asm", 2}, {"a.asm", 5}, {"code.h", 1}, {"other", 92}}
	if !slices.Equal(a.Places, want) {
		t.Errorf("got %v, want %v", a.Places, want)
	}
	if a.Start != (Place{"a.asm", 1}) {
		t.Errorf("the version stands at %v", a.Start)
	}
}

func TestPrintLines(t *testing.T) {
	p, err := Assemble("vs_2_0\n.exact\ndef c0, 1, 1, 1, 1\n.comment \"" + strings.Repeat("41", 40) + "\"\ndcl_position v0\nmov oPos, v0")
	if err != nil {
		t.Fatal(err)
	}
	text, lines := PrintLines(p)
	if want := []int{3, 4, 7, 8}; !slices.Equal(lines, want) {
		t.Errorf("got %v, want %v:\n%s", lines, want, text)
	}
}

// TestSpellings: the forms that Microsoft's assembler takes for the same tokens.
func TestSpellings(t *testing.T) {
	for _, c := range []struct{ head, a, b string }{
		{"ps_2_0", "texld r0, t0, s0", "TEXLD r0.xyzw, t0.rgba, s0;"},
		{"ps_1_4", "mov_x2_sat r0.rgb, 1-r1_bx2.a", ""},
		{"ps_1_4", "mov_x2_sat r0.rgb, 1-r1.a", "mov_x2_sat r0.xyz, 1 - r1.w"},
		{"ps_1_1", "mad r0.rgb, -r0_bias, t0_bx2, 1-v0\n+mov r0.a, c0", "mad r0.xyz, -r0_bias, t0_bx2, 1-v0\n + mov r0.w, c0"},
		{"ps_1_4", "texld r0, t1_dw.xyw", "texld r0, t1_da.xyw"},
		{"vs_1_1", "mov r0, c[a0.x+5]", "mov r0, c5[a0.x]"},
		{"vs_1_1", "mov r0, c[a0.x+5]", "mov r0, c[5 + a0]"},
		{"vs_1_1", "mov r0, c[a0.x+5]", "mov r0, c2[a0.x + 3]"},
		{"vs_2_x", "(!p0.x) mov r0, c0", "( !p0.x )mov r0,c0"},
		{"vs_2_x", "if_gt r0.x, c0.x\nbreak_ne r1.x, c1.x\nsetp_lt p0, r0, r1\nendif", "IF_GT r0.r, c0.r\nbreak_ne r1.x , c1.x\nsetp_lt p0, r0, r1 // p\nendif"},
		{"vs_2_0", "dcl_texcoord v1\ndcl_position v0", "dcl_texcoord0 v1.xyzw\ndcl_position0 v0"},
		{"ps_3_0", "dcl_texcoord1_centroid v1.xy", "dcl_texcoord1_centroid v1.rg"},
		{"ps_2_0", "add_sat_pp r0, r1, r2", "add_pp_sat r0, r1, r2"},
		{"vs_2_0", "defb b0, true\ndefi i0, 1, 2, 3, 4", "defb b0, TRUE\ndefi i0, 0x1, +2, 3, 4"},
		{"ps_1_1", "mov r0.rgb, c0\n+mov r0.a, c1\nadd r0, r0, c2", "mov r0.rgb, c0 + mov r0.a, c1 add r0, r0, c2"},
		{"vs_2_x", "setp_gt p0, r0, c0\n(p0.x) mov r1, c1\nsgn r0, r1\nret", "setp_gt p0, r0, c0 (p0.x) mov r1, c1 sgn r0, r1 ret"},
		{"vs_2_0", "def c0, 1, 0.5, -2, 0.25", "def c0, 1.0f, .5, -2., 25e-2"},
	} {
		first, err := Assemble(c.head + "\n" + c.a)
		if c.b == "" {
			if err == nil {
				t.Errorf("%s was taken", c.a)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.a, err)
			continue
		}
		second, err := Assemble(strings.ReplaceAll(c.head, "_", ".") + "\n" + c.b)
		if err != nil {
			t.Errorf("%s: %v", c.b, err)
		} else if !slices.Equal(Encode(first), Encode(second)) {
			t.Errorf("%q and %q differ:\n%s%s", c.a, c.b, Print(first), Print(second))
		}
	}
	if p, err := Assemble("vs_1_1 mov r0, c0"); err != nil || len(p.Instrs) != 1 {
		t.Errorf("an instruction behind the version: %v", err)
	}
	for _, v := range []string{"vs_1_0", "vs.1.1", "vs_2_0", "vs_2_x", "vs.2.sw", "vs_2_sw", "vs_3_0", "vs_3_sw", "ps_1_0", "ps.1.1", "ps_1_2",
		"ps_1_3", "ps_1_4", "ps_2_0", "ps_2_x", "ps_2_a", "ps_2_b", "ps_2_sw", "PS.3.0", "ps_3_sw"} {
		if _, err := Assemble(v); err != nil {
			t.Errorf("%s: %v", v, err)
		}
	}
}

// TestMemory: the programs that cost most are read and assembled within 64 MiB.
func TestMemory(t *testing.T) {
	const most = 64 << 20
	nops := make([]uint32, MaxTokens)
	nops[0], nops[MaxTokens-1] = uint32(PS_1_1), EndToken
	text := "ps_1_1\n" + strings.Repeat("nop\n", MaxTokens-2)
	line := "ps_1_1\n" + strings.Repeat("nop ", MaxTokens-2) // as macros make it
	lines := "#define A\nps_1_1\n" + strings.Repeat("A\n", maxPreprocessed/2-20)
	for name, run := range map[string]func() error{
		"parse":                func() error { _, err := ParseTokens(nops); return err },
		"assemble":             func() error { _, err := Assemble(text); return err },
		"one line":             func() error { _, err := Assemble(line); return err },
		"one line with an end": func() error { _, err := Assemble(line + "\n"); return err },
		"preprocess":           func() error { Assemble(lines); return nil },
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := run()
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; err != nil || n > most {
			t.Errorf("%s: %d bytes (%v)", name, n, err)
		}
	}
}

func FuzzAssembleText(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Add("#define A(x, y) mov x, y\nvs_2_0\n#if defined(A) && 1 << 2\nA(r0, c##1)\n#else\n#endif\n#line 7 \"f\"\n#include \"code.h\"\n")
	f.Fuzz(func(t *testing.T, src string) {
		a, err := AssembleText(src, AsmOptions{File: "f", Defines: map[string]string{"LIGHT": "c7"}, Include: include})
		if err == nil {
			if len(a.Places) != len(a.Program.Instrs) {
				t.Fatalf("%d places, %d instructions", len(a.Places), len(a.Program.Instrs))
			}
			return
		}
		var list AsmErrors
		if !errors.As(err, &list) || len(list) == 0 {
			t.Fatalf("%v is no AsmErrors", err)
		}
		for _, e := range list {
			if e.Line < 1 || e.Col < 1 {
				t.Fatalf("%v has no place", e)
			}
		}
	})
}

// TestLongMessages: an error does not repeat a text of any length.
func TestLongMessages(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, text := range []string{"ps_2_0\n" + long, "ps_2_0\nmov r0, " + long, "#" + long, "#error " + long, "ps_2_0\nmov r0." + long + ", c0", "#define A " + long + "\nps_2_0\nA"} {
		_, err := Assemble(text)
		if err == nil || len(err.Error()) > 3*maxMessage {
			t.Errorf("%.20q...: %d bytes of message", text, len(fmt.Sprint(err)))
		}
	}
}
