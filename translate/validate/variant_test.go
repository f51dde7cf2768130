package validate

import (
	"fmt"
	"strings"
	"testing"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// bases are good programs: without a finding, each rich enough to be broken in many ways.
var bases = map[string]string{
	"vs_1_1": `vs_1_1
dcl_position v0
dcl_texcoord v1
def c8, 1, 0, 0.5, 2
m4x4 oPos, v0, c0
mov a0.x, c8.x
mov r0, c[a0.x+9]
mul oD0, r0, v1
mov oT0, v1`,
	"vs_2_0": `vs_2_0
dcl_position v0
dcl_texcoord v1
def c20, 1, 0, 0.5, 2
defi i0, 4, 0, 1, 0
defb b0, true
m4x4 oPos, v0, c0
mova a0.x, v1.x
mov r0, c[a0.x+9]
if b0
add r0, r0, v1
else
sub r0, r0, v1
endif
loop aL, i0
add r0, r0, c[aL+4]
endloop
rep i0
mul r0, r0, c20
endrep
call l0
mov oD0, r0
mov oT0, v1
ret
label l0
mul r0, r0, v1
ret`,
	"vs_2_x": `vs_2_x
dcl_position v0
dcl_normal v1
m4x4 oPos, v0, c0
mov r0, v1
setp_gt p0, v1, c4
(p0) add r0, r0, c5
(!p0.x) mul r0, r0, c6
rep i0
add r0, r0, c7
break_gt r0.x, c8.x
breakp p0.y
endrep
if_lt r0.x, c9.x
mov r0.x, c9.x
endif
callnz l0, p0.x
sgn r1, r0, r2, r3
nrm r2.xyz, r1
crs r3.xyz, r1, r2
sincos r4.xy, r0.x, c20, c21
add r4, r4.x, r3.z
pow r5, r4.x, r0.x
mul oD0, r0, r5
ret
label l0
add r0, r0, c10
ret`,
	"vs_3_0": `vs_3_0
dcl_position v0
dcl_texcoord v1
dcl_position o0
dcl_color o1
dcl_texcoord o2.xy
dcl_fog o3.x
dcl_2d s0
defi i0, 2, 0, 1, 0
m4x4 o0, v0, c0
texldl r0, v1, s0
loop aL, i0
add r0, r0, v[aL]
endloop
mov_sat o1, r0
mov o2.xy, v1
rcp r1.x, r0.x
sincos r2.xy, r0.y
mul o3.x, r1.x, r2.y`,
	"ps_1_1": `ps_1_1
def c0, 0.5, 0.25, 1, 0
tex t0
tex t1
texcoord t2
mad_x2 r0, t0, v0, t1_bias
sub_x4_sat r0.rgb, r0, 1-t2
+add_d2 r0.a, t1.a, v1.a
lrp r1, c0, r0, t0
cnd r0, r0.a, r1, -t1`,
	"ps_1_3": `ps_1_3
tex t0
texm3x3pad t1, t0_bx2
texm3x3pad t2, t0_bx2
texm3x3tex t3, t0_bx2
mul_d2 r0, t3, v1
mad r0, r0, c0, v0`,
	"ps_1_3 two rows": `ps_1_3
tex t0
texm3x2pad t1, t0
texm3x2tex t2, t0
mov r0, t2`,
	"ps_1_4": `ps_1_4
def c1, 1, 0.5, 0.25, 0
texld r0, t0
texcrd r2.xy, t2_dw.xyw
texcrd r1.xyz, t1
bem r3.xy, c0, r2
mov r3.z, c1.x
dp3 r4.rgb, r1, c1
phase
texld r3, r3
texld r5, t3
texld r2, r4_dz
cmp r1, r3_x2, r5_bx2, 1-r2
dp3_sat r0.rgb, r0, c1
+mul_x8 r0.a, r1.a, c1.b
mad r0, r0, v0, r3`,
	"ps_1_4 depth": `ps_1_4
texcrd r5.xyz, t1
phase
texkill r5
texdepth r5
mov r0, c0`,
	"ps_2_0": `ps_2_0
def c0, 1, 0, 0.5, 2
def c1, -1.5500992e-006, -2.170139e-005, 0.0026041667, 0.00026041668
def c2, -0.020833334, -0.125, 1, 0.5
dcl t0.xy
dcl v0
dcl_2d s0
texld r0, t0, s0
texld r1, r0, s0
rcp r2.x, r1.x
mad r0, r0, v0, c0.wzyx
nrm r3.xyz, r0
crs r4.xyz, r0, r3
dp2add r5, r0, r1, c0.z
sincos r6.xy, r2.x, c1, c2
m3x2 r7.xy, r0, c4
mul r8.xy, r6, r7
mul r8.xy, r8, r4
mul r5.xy, r5, r8
texkill r5
mov oC0, r5
mov oC1, r0
mov oDepth, r2.x`,
	"ps_2_x": `ps_2_x
dcl t0
dcl_2d s0
mov r0, t0
if b0
mul r0, r0, c1
endif
if_gt r0.x, c3.x
add r0, r0, c4
endif
rep i0
add r0, r0, c5
break_lt r0.y, c6.y
endrep
setp_lt p0, r0, c7
(p0) mul r0, r0, c8
dsx r1, r0
dsy r2, r0
texldd r3, r0, s0, r1, r2
call l0
add r0, r0, r3
mov oC0, r0
ret
label l0
mul r0, r0, c9
ret`,
	"ps_3_0": `ps_3_0
dcl_texcoord v0.xyz
dcl_color v1
dcl vPos.xy
dcl vFace
dcl_2d s0
dcl_cube s1
defi i0, 3, 0, 1, 0
texld r0, v0, s0
texldl r1, v1, s1.wzyx
cmp r0, vFace, r0, r1
loop aL, i0
add r0, r0, v[aL]
endloop
mul r2.xy, vPos, c0
rep i0
if_gt r0.x, r2.y
break
endif
add r0, r0, c0
endrep
setp_gt p0, r0, c1
(p0.x) add_sat_pp r0, r0, -c2_abs
mov oC0, r0
mov oC1.xy, r1
mov oDepth, r0.x`,
}

// variant is a base with one thing changed.
type variant struct {
	rule     string // the one rule that it breaks; or of a rule that grants something, what is granted
	base     string
	old, new string          // of the text, replaced where it first stands; "@" in new marks the line at fault
	edit     func(*sm.Instr) // of the marked instruction, in the tokens
	mark     string          // the line at fault where it is not in new
	at       int             // the instruction at fault where a line does not tell; the program as a whole when nothing does
	warning  bool            // a breach that is a warning though the rule's severity is Error
}

// program makes the variant and gives the index of the instruction at fault.
func (v *variant) program(t *testing.T) (*sm.Program, int) {
	t.Helper()
	src := bases[v.base]
	if !strings.Contains(src, v.old) || v.old == "" {
		t.Fatalf("%q does not stand in the base", v.old)
	}
	src = strings.Replace(src, v.old, v.new, 1)
	at := v.at
	if at == 0 {
		at = -1
	}
	for n, line := range strings.Split(src, "\n") {
		if strings.HasPrefix(line, "@") || v.mark != "" && line == v.mark {
			at = n - 1
		}
	}
	p := assembleExact(t, strings.Replace(src, "@", "", 1))
	if v.edit != nil {
		v.edit(&p.Instrs[at])
		q, err := sm.ParseTokens(sm.Encode(p))
		if err != nil {
			t.Fatalf("the edited program does not parse: %v", err)
		}
		p = q
	}
	return p, at
}

// assembleExact keeps the text's order and masks, so that line n+1 is instruction n.
func assembleExact(t testing.TB, src string) *sm.Program {
	t.Helper()
	p, err := sm.Assemble(strings.Replace(src, "\n", "\n.exact\n", 1))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

func TestBasesAreClean(t *testing.T) {
	for name, src := range bases {
		t.Run(name, func(t *testing.T) {
			if found := Program(assembleExact(t, src)); len(found) != 0 {
				t.Errorf("findings: %+v", found)
			}
		})
	}
}

// TestVariants: every variant breaks the rule that it was made for, at the place that was changed, and no other.
func TestVariants(t *testing.T) {
	covered := map[string]int{}
	for i := range variants {
		v := &variants[i]
		covered[v.rule]++
		t.Run(fmt.Sprintf("%s/%d in %s", v.rule, covered[v.rule], v.base), func(t *testing.T) {
			p, at := v.program(t)
			r := rule.Find(v.rule)
			if r == nil {
				t.Fatal("there is no such rule")
			}
			found := Program(p)
			if r.Severity == rule.Grant {
				if len(found) != 0 {
					t.Errorf("findings: %+v", found)
				}
				return
			}
			want := Finding{Rule: v.rule, Severity: r.Severity, Instr: at}
			if v.warning {
				want.Severity = rule.Warning
			}
			if at >= 0 {
				want.Offset = p.Instrs[at].Offset
			}
			if len(found) != 1 {
				t.Fatalf("findings %+v, want one of %s\n%s", found, v.rule, sm.Print(p))
			}
			got := found[0]
			if got.Text == "" || strings.Contains(got.Text, "%!") {
				t.Errorf("the text is %q", got.Text)
			}
			got.Text, got.Register = "", ""
			if got != want {
				t.Errorf("finding %+v, want %+v\n%s", found[0], want, sm.Print(p))
			}
			if !r.Holds(p.Version) {
				t.Errorf("the table says that %s is no rule of %v", r.ID, p.Version)
			}
		})
	}
	for i := range rule.Rules {
		if id := rule.Rules[i].ID; covered[id] == 0 {
			t.Errorf("%s has no variant", id)
		}
	}
	t.Logf("%d variants for %d rules", len(variants), len(covered))
	if len(variants) < 150 {
		t.Errorf("only %d variants", len(variants))
	}
}
