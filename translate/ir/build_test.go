package ir

import (
	"errors"
	"strings"
	"testing"

	"d3d9vk/translate/sm"

	"github.com/google/go-cmp/cmp"
)

func assemble(t testing.TB, src string) *sm.Program {
	t.Helper()
	p, err := sm.Assemble(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

func build(t testing.TB, src string) *Shader {
	t.Helper()
	s, err := Build(assemble(t, src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return s
}

func TestWrittenSet(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
	}{
		{"OC-5/no write", "ps_2_0\nmov r0, c0", "always=0x0 maybe=0x0"},
		{"OC-5/only oC1", "ps_2_0\nmov oC1, c0", "always=0x2 maybe=0x2"},
		{"OC-14/boolean", "ps_3_0\nif b3\nmov oC1, c0\nendif\nmov oC0, c0", "always=0x1 maybe=0x3 0x2:b3"},
		{"OC-14/not", "ps_3_0\nif !b3\nmov oC1, c0\nendif", "always=0x0 maybe=0x2 0x2:!b3"},
		{"OC-14/else", "ps_3_0\nif b0\nmov oC0, c0\nelse\nmov oC1, c0\nendif", "always=0x0 maybe=0x3 0x1:b0 0x2:!b0"},
		{"OC-14/both branches", "ps_3_0\nif b0\nmov oC0, c0\nelse\nmov oC0, c1\nendif", "always=0x1 maybe=0x1"},
		{"OC-14/nested", "ps_3_0\nif b0\nif !b1\nrep i2\nmov oC0, c0\nendrep\nendif\nendif", "always=0x0 maybe=0x1 0x1:b0,!b1,i2"},
		{"OC-14/defb and defi", "ps_3_0\ndefb b0, false\ndefi i0, 0, 0, 0, 0\ndefi i1, 3, 0, 0, 0\nif b0\nmov oC0, c0\nelse\nmov oC1, c0\nendif\nrep i0\nmov oC2, c0\nendrep\nrep i1\nmov oC3, c0\nendrep",
			"always=0xa maybe=0xa"},
		{"OC-14/dynamic counts as written", "ps_3_0\nif b0\nif_gt c0.x, c1.x\nmov oC0, c0\nelse\nmov oC1, c0\nendif\nendif", "always=0x0 maybe=0x3 0x3:b0"},
		{"OC-14/predication counts as written", "ps_3_0\nsetp_gt p0, c0, c1\n(p0) mov oC0, c0", "always=0x1 maybe=0x1"},
		{"OC-14/static break", "ps_3_0\nrep i0\nmov oC0, c0\nif b0\nbreak\nendif\nmov oC1, c0\nendrep\nmov oC2, c0", "always=0x4 maybe=0x7 0x1:i0 0x2:!b0,i0"},
		{"OC-14/dynamic break", "ps_3_0\nrep i0\nbreak_gt c0.x, c1.x\nmov oC1, c0\nendrep", "always=0x0 maybe=0x2 0x2:i0"},
		{"OC-13/last write after a condition", "ps_3_0\nif b0\nmov oC0, c0\nendif\nmov oC0, c1", "always=0x1 maybe=0x1"},
		{"OC-14/call", "ps_3_0\nif b0\ncall l1\nendif\ncallnz l2, !b1\nret\nlabel l1\nmov oC0, c0\nret\nlabel l2\nmov oC1, c0\nret",
			"always=0x0 maybe=0x3 0x1:b0 0x2:!b1"},
		{"OC-14/callnz of a defb", "ps_3_0\ndefb b0, true\ndefb b1, false\ncallnz l1, b0\ncallnz l2, b1\nret\nlabel l1\nmov oC0, c0\nret\nlabel l2\nmov oC1, c0\nret",
			"always=0x1 maybe=0x1"},
		{"OC-14/callnz of a predicate counts as taken", "ps_3_0\nsetp_gt p0, c0, c1\ncallnz l1, p0.x\nret\nlabel l1\nmov oC0, c0\nret", "always=0x1 maybe=0x1"},
		{"OC-14/a label nobody calls", "ps_3_0\nmov oC0, c0\nret\nlabel l1\nmov oC1, c0\nret", "always=0x1 maybe=0x1"},
		{"OC-14/ret", "ps_3_0\nif b0\nret\nendif\nmov oC0, c0", "always=0x0 maybe=0x1 0x1:!b0"},
		{"OC-14/ret of a subroutine", "ps_3_0\ncall l0\nmov oC1, c0\nret\nlabel l0\nif b0\nret\nendif\nmov oC0, c0\nret", "always=0x2 maybe=0x3 0x1:!b0"},
		{"OC-14/ret out of a loop", "ps_3_0\nrep i0\nif b0\nret\nendif\nendrep\nmov oC0, c0", "always=0x0 maybe=0x1 0x1:!i0 0x1:!b0,i0"},
		{"OC-14/ret and break", "ps_3_0\nrep i0\nif b0\nbreak\nendif\nret\nendrep\nmov oC0, c0", "always=0x0 maybe=0x1 0x1:!i0 0x1:b0,i0"},
		{"OC-14/zero trips", "ps_3_0\ndefi i0, 0, 0, 0, 0\nrep i0\nret\nendrep\nmov oC0, c0", "always=0x1 maybe=0x1"},
		{"OC-14/dynamic ret", "ps_3_0\nif_gt c0.x, c1.x\nret\nendif\nmov oC0, c0", "always=0x1 maybe=0x1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, tt.src)
			if got := s.Written.String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestBuildText(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"ps_2_0", `ps_2_0
dcl t0.xy
dcl_pp v0
dcl_2d s3
def c1, 1, 0, 0, 0
texld r0, t0, s3
mad_sat r0.xyz, r0, c1.x, -v0
rsq r1.w, r0.xyzw
mov oC0, r0
mov oDepth, r1.w
`, `ps 2.0 temps=2 preds=0 slots=5 depth=true kills=false
in0 = v0.xy texcoord0
in1 = v0 color0
out0 = color reg 0 color0
out1 = depth reg 0.x depth0
sampler0 = s3 2d
imm0 = 3f800000 00000000 00000000 00000000
written always=0x1 maybe=0x1
  tex r0, in0, sampler0
  mad_sat r0.xyz, r0, imm0.x, -in1
  rsq r1.w, r0.w
  mov out0, r0
  mov out1.x, r1.w
`},
		{"vs_1_1 without dcl", "vs_1_1\nmov a0.x, v0.x\nm4x4 oPos, v0, c[a0.x+4]\nmov oFog, v3.z\nmov oT2.xy, v7\n",
			`vs 1.1 temps=0 preds=0 slots=7 depth=false kills=false
in0 = v0 position0
in1 = v3.z normal0
in2 = v7 texcoord0
out0 = position reg 0 position0
out1 = fog reg 1.x fog0
out2 = varying reg 2.xy texcoord2
const c used=256 relative=true
  mova_floor a.x, in0.x
  dp4 out0.x, in0, c[a.x+4]
  dp4 out0.y, in0, c[a.x+5]
  dp4 out0.z, in0, c[a.x+6]
  dp4 out0.w, in0, c[a.x+7]
  mov out1.x, in1.z
  mov out2.xy, in2
`},
		{"vs_3_0 packed outputs and relative definitions", `vs_3_0
dcl_position v0
dcl_position o0
dcl_texcoord3 o1.xyz
dcl_psize o1.w
def c2, 1, 2, 3, 4
sub r0, v0, c2
m3x3 r0.xyz, r0, c4
mova a0, v0
mov o1, c[a0.z]
loop aL, i1
mov o[aL], v[aL]
endloop
mov o0, r0
`, `vs 3.0 temps=2 preds=0 slots=13 depth=false kills=false
in0 = v0 position0
out0 = position reg 0 position0
out1 = varying reg 1.xyz texcoord3
out2 = pointsize reg 1.w psize0
imm0 = 3f800000 40000000 40400000 40800000
const c used=256 relative=true
const i used=2 relative=false
def c2 = [3f800000 40000000 40400000 40800000]
  add r0, in0, -imm0
  dp3 r1.x, r0, c4
  dp3 r1.y, r0, c5
  dp3 r1.z, r0, c6
  mov r0.xyz, r1
  mova a, in0
  mov out1.xyz, c[a.z+0]
  mov out2.w, c[a.z+0]
  loop i1
    mov out[aL+0], in[aL+0]
  endloop
  mov out0, r0
`},
		{"ps_3_0 packed inputs, predicates, sampler swizzle", `ps_3_0
dcl_texcoord v0.xy
dcl_texcoord1 v0.zw
dcl vPos.xy
dcl vFace
dcl_cube s1
setp_lt p0, vFace, c0
(!p0.y) texldl r0, v0, s1.wzyx
`, `ps 3.0 temps=3 preds=1 slots=3 depth=false kills=false
in0 = v0.xy texcoord0
in1 = v0.zw texcoord1
in2 = vPos0.xy position0
in3 = vFace1 position0
sampler0 = s1 cube
const c used=1 relative=false
  mov r1.xy, in0
  mov r1.zw, in1
  setp_lt p, in3, c0
  texl r2, r1, sampler0
  (!p.y) mov r0, r2.wzyx
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, tt.src)
			if diff := cmp.Diff(tt.want, s.String()); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			wellFormed(t, s)
		})
	}
}

func TestBuildErrors(t *testing.T) {
	for _, tt := range []struct {
		src   string
		instr int
		msg   string
	}{
		{"ps_2_0\nmov r32, c0", 0, "r32 is out of range"},
		{"ps_2_0\nmov r0, c224", 0, "c224 is out of range"},
		{"vs_2_0\nmov oPos, c256", 0, "c256 is out of range"},
		{"ps_2_0\ntexld r0, t0, s16", 0, "s16 is out of range"},
		{"vs_3_0\ntexldl r0, v0, s4", 0, "s4 is out of range"},
		{"ps_2_0\nmov r0, t8", 0, "not an input register"},
		{"ps_3_0\nmov r0, v10", 0, "not an input register"},
		{"ps_3_0\nmov r0, t0", 0, "not an input register"},
		{"ps_2_0\nmov oC4, c0", 0, "not a register to write"},
		{"vs_2_0\nmov oT8, c0", 0, "not a register to write"},
		{"vs_3_0\nmov o12, c0", 0, "not a register to write"},
		{"ps_2_0\nmov c0, c1", 0, "not a register to write"},
		{"vs_2_0\nadd a0, c0, c1", 0, "cannot write this register"},
		{"vs_2_0\nmova r0, c0", 0, "cannot write this register"},
		{"vs_2_0\nmov r0, c[r0.x]", 0, "not an address register"},
		{"vs_2_0\nmov r0, c[aL]", 0, "outside a loop"},
		{"vs_2_0\nmov r0, v[a0.x]", 0, "cannot be addressed relatively"},
		{"vs_2_x\nrep i0\nendloop", 1, "does not match"},
		{"vs_2_x\nif b0\nendrep", 1, "does not match"},
		{"vs_2_x\nelse", 0, "does not match"},
		{"vs_2_x\nif b0\nelse\nelse\nendif", 2, "does not match"},
		{"vs_2_x\nif b0", 0, "not closed"},
		{"vs_2_x\nbreak", 0, "outside a loop"},
		{"vs_2_x\nrep i16\nendrep", 0, "i16 is out of range"},
		{"vs_2_0\nmov r0, s0", 0, "not a register to read"},
		{"vs_2_x\n" + strings.Repeat("if b0\n", maxDepth+1), maxDepth, "deeper"},
		{"vs_2_0\ncall l3", 0, "l3 is not a label"},
		{"vs_2_0\ncallnz l3, b0", 0, "l3 is not a label"},
		{"vs_2_0\ncall l0\nret\nlabel l0\ncall l0\nret", 3, "l0 calls itself"},
		{"vs_2_0\ncall l0\nret\nlabel l0\ncall l1\nret\nlabel l1\ncall l0\nret", 6, "l0 calls itself"},
		{"vs_2_0\nret\nlabel l1\nret\nlabel l1\nret", 3, "l1 is defined again"},
		{"vs_2_x\nif b0\nlabel l0\nendif", 0, "not closed"},
		{"vs_2_x\nif b0\ncall l0\nendif\nret\nlabel l0\nendif\nret", 5, "does not match"},
		{"vs_2_x\nrep i0\ncall l0\nendrep\nret\nlabel l0\nbreak\nret", 5, "outside a loop"},
		{"vs_2_0\ncall l0\nret\nlabel l0\nmov r0, c[aL]\nret", 3, "outside a loop"},
		{"vs_3_0\ncall l0\nret\nlabel l0\ncall l1\nret\nlabel l1\ncall l2\nret\nlabel l2\ncall l3\nret\nlabel l3\ncall l4\nret\nlabel l4\nret", 12, "deeper than 4"},
	} {
		_, err := Build(assemble(t, tt.src))
		var e *ProgramError
		if !errors.As(err, &e) || e.Instr != tt.instr || !strings.Contains(e.Msg, tt.msg) {
			t.Errorf("%q: got %v, want instruction %d with %q", tt.src, err, tt.instr, tt.msg)
		}
	}
	if _, err := Build(&sm.Program{Version: 7}); err == nil {
		t.Error("an unknown version builds")
	}
	if _, err := Build(&sm.Program{Version: sm.PS_2_0, Instrs: []sm.Instr{{Op: sm.OpMov}, {Op: sm.OpDcl}}}); err == nil {
		t.Error("instructions without operands build")
	}
}

func FuzzBuild(f *testing.F) {
	for _, src := range []string{
		"ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nif b0\nrep i0\nbreak_gt v0.x, c0.x\nmov oC1.x, c1\nendrep\nendif\ntexld r0, v0, s0.wzyx\nmov oC0, r0",
		"vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_psize o1.w\nm4x4 o0, v0, c[a0.x+3]\nloop aL, i0\nmov o[aL], v[aL]\nendloop\nmov o1, c0",
		"vs_1_1\nmov a0.x, v0.x\nexpp r0, v1\nm3x2 oT0.xy, v0, c4\nmov oFog, r0",
		"ps_2_x\ndcl t0\nsetp_ge p0, t0, c0\n(!p0.x) mov r0, c1\ntexkill r0\nif p0.y\nmov oDepth, r0.x\nendif\nmov oC0, r0",
	} {
		f.Add(sm.EncodeBytes(assemble(f, src)))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		p, err := sm.Parse(code)
		if err != nil {
			return
		}
		s, err := Build(p)
		if err != nil {
			if s != nil {
				t.Fatal("a shader beside an error")
			}
			return
		}
		wellFormed(t, s)
		if s.String() == "" {
			t.Fatal("no text")
		}
	})
}
