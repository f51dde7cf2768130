package spirv_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"d3d9vk/internal/spirvval"
	"d3d9vk/spirv"
)

// vertex builds a shader with a constant buffer that starts where a push constant says, a loop, a selection and a call.
func vertex(b *spirv.Builder) {
	b.Capability(spirv.CapabilityShader)
	block := b.BlockStruct([]spirv.ID{b.StridedArray(b.Vec(4), 256, 16)}, []uint32{0})
	b.DecorateMember(block, 0, spirv.DecorationNonWritable)
	buffer := b.Variable(spirv.StorageClassStorageBuffer, block)
	b.Decorate(buffer, spirv.DecorationDescriptorSet, 0)
	b.Decorate(buffer, spirv.DecorationBinding, 0)
	push := b.Variable(spirv.StorageClassPushConstant, b.BlockStruct([]spirv.ID{b.Int()}, []uint32{0}))
	in := b.Variable(spirv.StorageClassInput, b.Vec(4))
	b.Decorate(in, spirv.DecorationLocation, 0)
	b.Name(in, "v0")
	out := b.Variable(spirv.StorageClassOutput, b.Vec(4))
	b.Decorate(out, spirv.DecorationBuiltIn, uint32(spirv.BuiltInPosition))
	private := b.Variable(spirv.StorageClassPrivate, b.Vec(4))

	twice := b.BeginFunction(b.Vec(4), b.FunctionType(b.Vec(4), b.Vec(4)), 0)
	x := b.Parameter(b.Vec(4))
	b.ReturnValue(b.FAdd(b.Vec(4), x, x))
	b.EndFunction()

	main := b.BeginFunction(b.Void(), b.FunctionType(b.Void()), 0)
	b.EntryPoint(spirv.ExecutionModelVertex, main, "main")
	b.Name(main, "main")
	counter := b.Local(b.Int(), b.ConstI32(0))
	loop := b.Loop()
	i := b.Load(b.Int(), counter)
	sel := b.If(b.Compare(spirv.OpSGreaterThanEqual, 1, i, b.ConstI32(4)))
	b.Branch(loop.Merge)
	b.EndIf(sel)
	base := b.Load(b.Int(), b.AccessChain(b.Pointer(spirv.StorageClassPushConstant, b.Int()), push, b.ConstI32(0)))
	at := b.IAdd(b.Int(), base, i)
	c := b.Load(b.Vec(4), b.AccessChain(b.Pointer(spirv.StorageClassStorageBuffer, b.Vec(4)), buffer, b.ConstI32(0), at))
	v := b.Load(b.Vec(4), in)
	d := b.Dot(c, v)
	sel = b.If(b.Compare(spirv.OpFOrdLessThan, 1, d, b.ConstF32(0)))
	b.Store(private, b.Binary(spirv.OpVectorTimesScalar, b.Vec(4), c, d))
	b.Else(&sel)
	b.Store(private, b.Call(b.Vec(4), twice, v))
	b.EndIf(sel)
	b.BeginContinue(loop)
	b.Store(counter, b.IAdd(b.Int(), b.Load(b.Int(), counter), b.ConstI32(1)))
	b.EndLoop(loop)
	r := b.Load(b.Vec(4), private)
	xyz := b.Shuffle(b.Vec(3), r, r, 0, 1, 2)
	n := b.Ext(b.Vec(3), spirv.GLSLNormalize, xyz)
	b.Store(out, b.Insert(b.Vec(4), b.Extract(b.Float(), n, 1), b.Construct(b.Vec(4), n, b.ConstF32(1)), 2))
	b.Return()
	b.EndFunction()
}

// fragment builds a shader with every kind of sampling, demote, a switch and a phi.
func fragment(b *spirv.Builder) {
	b.Capability(spirv.CapabilityShader)
	image := b.Image(spirv.Dim_2D)
	sampled := b.SampledImageType(image)
	texture := b.Variable(spirv.StorageClassUniformConstant, b.Array(sampled, 16))
	b.Decorate(texture, spirv.DecorationDescriptorSet, 1)
	b.Decorate(texture, spirv.DecorationBinding, 0)
	uv := b.Variable(spirv.StorageClassInput, b.Vec(2))
	b.Decorate(uv, spirv.DecorationLocation, 0)
	target := b.Variable(spirv.StorageClassOutput, b.Vec(4))
	b.Decorate(target, spirv.DecorationLocation, 0)
	kind := b.ConstU32(2)

	main := b.BeginFunction(b.Void(), b.FunctionType(b.Void()), 0)
	b.EntryPoint(spirv.ExecutionModelFragment, main, "main")
	b.ExecutionMode(main, spirv.ExecutionModeOriginUpperLeft)
	p := b.Load(b.Vec(2), uv)
	s := b.Load(sampled, b.AccessChain(b.Pointer(spirv.StorageClassUniformConstant, sampled), texture, b.ConstI32(3)))
	sum := b.ImageSample(s, p, spirv.ImageOperands{})
	add := func(v spirv.ID) { sum = b.FAdd(b.Vec(4), sum, v) }
	add(b.ImageSample(s, p, spirv.ImageOperands{Bias: b.ConstF32(1)}))
	add(b.ImageSample(s, p, spirv.ImageOperands{Lod: b.ConstF32(0)}))
	add(b.ImageSample(s, p, spirv.ImageOperands{GradX: b.Unary(spirv.OpDPdx, b.Vec(2), p), GradY: p}))
	sel := b.If(b.Any(b.Compare(spirv.OpFOrdLessThan, 4, sum, b.ConstSplat(4, 0))))
	b.Demote()
	b.EndIf(sel)
	one, two, merge := b.NewID(), b.NewID(), b.NewID()
	b.SelectionMerge(merge, spirv.SelectionControlFlatten)
	b.Switch(kind, one, spirv.Case{Value: 7, Label: two})
	b.Block(one)
	doubled := b.FMul(b.Vec(4), sum, b.ConstVec4(2, 2, 2, 1))
	b.Branch(merge)
	b.Block(two)
	b.Branch(merge)
	b.Block(merge)
	r := b.Phi(b.Vec(4), spirv.PhiSource{Value: doubled, Block: one}, spirv.PhiSource{Value: sum, Block: two})
	b.Store(target, b.Select(b.Vec(4), b.ConstBool(true), r, sum))
	b.Return()
	b.EndFunction()
}

func build(f func(*spirv.Builder)) []uint32 {
	b := spirv.NewBuilder()
	f(b)
	return b.Words()
}

func TestModulesAreValid(t *testing.T) {
	for name, f := range map[string]func(*spirv.Builder){"vertex": vertex, "fragment": fragment} {
		t.Run(name, func(t *testing.T) {
			words := build(f)
			if err := spirv.Check(words); err != nil {
				t.Error(err)
			}
			spirvval.Check(t, words)
			if t.Failed() {
				text, _ := spirv.Disassemble(words)
				t.Log(text)
			}
		})
	}
}

func TestResetGivesTheSameModule(t *testing.T) {
	b := spirv.NewBuilder()
	var got [3][]uint32
	for i := range got {
		b.Reset()
		fragment(b)
		got[i] = b.Words()
		b.Reset()
		vertex(b)
	}
	if diff := cmp.Diff(got[0], got[2]); diff != "" {
		t.Error(diff)
	}
}

func TestReusedBuilderAllocatesNothing(t *testing.T) {
	b := spirv.NewBuilder()
	var words []uint32
	if n := testing.AllocsPerRun(100, func() {
		b.Reset()
		fragment(b)
		words = b.AppendWords(words[:0])
	}); n != 0 {
		t.Errorf("a reused builder allocates %v times a module", n)
	}
}

func TestTypesAndConstantsAreUnique(t *testing.T) {
	b := spirv.NewBuilder()
	same := func(what string, x, y spirv.ID) {
		t.Helper()
		if x != y {
			t.Errorf("%s: %d and %d", what, x, y)
		}
	}
	differ := func(what string, x, y spirv.ID) {
		t.Helper()
		if x == y {
			t.Errorf("%s: both %d", what, x)
		}
	}
	same("vec4", b.Vec(4), b.Vec(4))
	differ("vec3 and vec4", b.Vec(3), b.Vec(4))
	same("scalar", b.Vec(1), b.Float())
	same("pointer", b.Pointer(spirv.StorageClassInput, b.Vec(4)), b.Pointer(spirv.StorageClassInput, b.Vec(4)))
	differ("pointer classes", b.Pointer(spirv.StorageClassInput, b.Vec(4)), b.Pointer(spirv.StorageClassOutput, b.Vec(4)))
	same("constant vector", b.ConstVec4(1, 2, 3, 4), b.ConstVec4(1, 2, 3, 4))
	same("splat", b.ConstSplat(4, 2), b.ConstVec4(2, 2, 2, 2))
	differ("zero and negative zero", b.ConstF32(0), b.ConstF32(float32(math.Copysign(0, -1))))
	same("NaN", b.ConstF32(float32(math.NaN())), b.ConstF32(float32(math.NaN())))
	differ("int and uint", b.ConstI32(1), b.ConstU32(1))
	differ("structs", b.Struct(b.Float()), b.Struct(b.Float()))
	differ("strided arrays", b.StridedArray(b.Float(), 2, 4), b.StridedArray(b.Float(), 2, 16))
	same("array", b.Array(b.Float(), 2), b.Array(b.Float(), 2))
	same("function type", b.FunctionType(b.Void(), b.Float()), b.FunctionType(b.Void(), b.Float()))
	var ids []spirv.ID
	for i := range 5000 { // beyond the first table size
		ids = append(ids, b.ConstI32(int32(i*7919)))
	}
	for i, id := range ids {
		same("after growth", id, b.ConstI32(int32(i*7919)))
	}
}

func TestDisassemble(t *testing.T) {
	b := spirv.NewBuilder()
	b.Capability(spirv.CapabilityShader)
	in := b.Variable(spirv.StorageClassInput, b.Vec(4))
	b.Decorate(in, spirv.DecorationLocation, 3)
	b.Decorate(in, spirv.DecorationBuiltIn, uint32(spirv.BuiltInFragCoord))
	b.Name(in, "v0")
	b.ConstF32(float32(math.Inf(-1)))
	b.ConstF32(-0.5)
	b.ConstI32(-2)
	main := b.BeginFunction(b.Void(), b.FunctionType(b.Void()), spirv.FunctionControlInline|spirv.FunctionControlPure)
	b.EntryPoint(spirv.ExecutionModelFragment, main, "ma\"in")
	b.ExecutionMode(main, spirv.ExecutionModeOriginUpperLeft)
	v := b.Load(b.Vec(4), in)
	b.Ext(b.Vec(4), spirv.GLSLFract, b.FMul(b.Vec(4), v, v))
	b.Return()
	b.EndFunction()
	text, err := spirv.Disassemble(b.Words())
	if err != nil {
		t.Fatal(err)
	}
	want := `OpCapability Shader
%15 = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %11 "ma\"in" %v0
OpExecutionMode %11 OriginUpperLeft
OpName %v0 "v0"
OpDecorate %v0 Location 3
OpDecorate %v0 BuiltIn FragCoord
%float = OpTypeFloat 32
%v4float = OpTypeVector %float 4
%ptr_Input_v4float = OpTypePointer Input %v4float
%v0 = OpVariable %ptr_Input_v4float Input
%float_n0x1p128 = OpConstant %float -0x1p+128
%float_n0_5 = OpConstant %float -0.5
%int = OpTypeInt 32 1
%int_n2 = OpConstant %int -2
%void = OpTypeVoid
%fn_10 = OpTypeFunction %void
%11 = OpFunction %void Inline|Pure %fn_10
%12 = OpLabel
%13 = OpLoad %v4float %v0
%14 = OpFMul %v4float %13 %13
%16 = OpExtInst %v4float %15 Fract %14
OpReturn
OpFunctionEnd
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(text, "\n")); diff != "" {
		t.Error(diff)
	}
}
