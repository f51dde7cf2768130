package spirv

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRowsAreOrdered(t *testing.T) {
	if !slices.IsSortedFunc(rows, func(a, b Row) int { return int(a.Op) - int(b.Op) }) {
		t.Error("rows are not sorted")
	}
	for i := range rows {
		if got := Lookup(rows[i].Op); got != &rows[i] {
			t.Errorf("Lookup(%d) does not find %s", rows[i].Op, rows[i].Name)
		}
	}
	for _, op := range []Op{9, 511, 5382, 0xFFFF} {
		if Lookup(op) != nil {
			t.Errorf("Lookup(%d) finds a row", op)
		}
	}
}

// enumerants lists the values of each enumeration that operands name.
func enumerants() map[Kind][]uint32 {
	all := map[Kind][]uint32{
		KindCapability: keys(capabilityNames), KindSourceLanguage: keys(sourceLanguageNames),
		KindAddressingModel: keys(addressingModelNames), KindMemoryModel: keys(memoryModelNames),
		KindExecutionModel: keys(executionModelNames), KindExecutionMode: keys(executionModeNames),
		KindStorageClass: keys(storageClassNames), KindDim: keys(dimNames), KindImageFormat: keys(imageFormatNames),
		KindDecoration:      keys(decorationNames),
		KindFunctionControl: bits(functionControlNames), KindSelectionControl: bits(selectionControlNames),
		KindLoopControl: bits(loopControlNames), KindMemoryAccess: bits(memoryAccessNames),
		KindImageOperands: bits(imageOperandNames),
	}
	return all
}

func keys[E ~uint32](m map[E]string) (vs []uint32) {
	for v := range m {
		vs = append(vs, uint32(v))
	}
	slices.Sort(vs)
	return vs
}

func bits(names []maskName) []uint32 {
	vs := []uint32{0}
	for _, n := range names {
		vs = append(vs, n.bit)
	}
	return vs
}

// parameters are the words that an enumerant takes.
func parameters(k Kind, v uint32) []uint32 {
	switch k {
	case KindExecutionMode:
		switch ExecutionMode(v) {
		case ExecutionModeInvocations, ExecutionModeOutputVertices:
			return []uint32{1}
		case ExecutionModeLocalSize:
			return []uint32{1, 1, 1}
		case ExecutionModeDenormPreserve, ExecutionModeDenormFlushToZero, ExecutionModeSignedZeroInfNanPreserve,
			ExecutionModeRoundingModeRTE, ExecutionModeRoundingModeRTZ:
			return []uint32{32}
		}
	case KindDecoration:
		switch Decoration(v) {
		case DecorationSpecId, DecorationArrayStride, DecorationMatrixStride, DecorationBuiltIn, DecorationLocation,
			DecorationComponent, DecorationIndex, DecorationBinding, DecorationDescriptorSet, DecorationOffset:
			return []uint32{1}
		}
	case KindLoopControl:
		if LoopControl(v) == LoopControlDependencyLength {
			return []uint32{1}
		}
	case KindMemoryAccess:
		if MemoryAccess(v) == MemoryAccessAligned {
			return []uint32{16}
		}
	case KindImageOperands:
		switch ImageOperand(v) {
		case 0:
		case ImageOperandGrad:
			return []uint32{100, 101}
		default:
			return []uint32{100}
		}
	}
	return nil
}

// glslOperands is how many operands an instruction of GLSL.std.450 takes.
func glslOperands(v uint32) int {
	switch g := GLSL(v); g {
	case GLSLAtan2, GLSLPow, GLSLModf, GLSLFMin, GLSLUMin, GLSLSMin, GLSLFMax, GLSLUMax, GLSLSMax, GLSLStep, GLSLFrexp, GLSLLdexp,
		GLSLDistance, GLSLCross, GLSLReflect, GLSLInterpolateAtSample, GLSLInterpolateAtOffset, GLSLNMin, GLSLNMax:
		return 2
	case GLSLFClamp, GLSLUClamp, GLSLSClamp, GLSLFMix, GLSLIMix, GLSLSmoothStep, GLSLFma, GLSLFaceForward, GLSLRefract, GLSLNClamp:
		return 3
	}
	return 1
}

// everyRow makes an instruction of every row and every enumerant; ids need not make sense.
func everyRow() []uint32 {
	words := []uint32{Magic, Version1_6, 0, 5000, 0,
		head(OpTypeInt, 4), 90, 32, 0,
		head(OpConstant, 4), 90, 91, 7}
	next := uint32(1000)
	names := enumerants()
	for i := range rows {
		row := &rows[i]
		variants := 1
		for _, k := range row.Operands {
			variants = max(variants, len(names[k]))
			if k == KindExtInst {
				variants = len(glslNames)
			}
		}
		for v := range variants {
			at := len(words)
			words = append(words, 0)
			for _, k := range row.Operands {
				if row.Op == OpExtInst && k == KindIDs {
					words = append(words, slices.Repeat([]uint32{91}, glslOperands(keys(glslNames)[v]))...)
					continue
				}
				switch k {
				case KindType:
					words = append(words, 90)
				case KindResult:
					words = append(words, next)
					next++
				case KindID, KindOptionalID:
					words = append(words, 91)
				case KindIDs:
					words = append(words, 91, 92)
				case KindLiteral:
					words = append(words, 32)
				case KindLiterals, KindValue:
					words = append(words, 3)
				case KindString, KindOptionalString:
					words = appendString(words, "a\"b\\c")
				case KindCases:
					words = append(words, 5, 91)
				case KindExtInst:
					words = append(words, keys(glslNames)[v])
				case KindSpecOp:
					words = append(words, uint32(OpIAdd), 91, 91)
				default:
					value := names[k][min(v, len(names[k])-1)]
					words = append(words, value)
					words = append(words, parameters(k, value)...)
				}
			}
			words[at] = head(row.Op, len(words)-at)
		}
	}
	return words
}

// withImport makes the OpExtInst of everyRow refer to the imported set.
func withImport(words []uint32) []uint32 {
	imported := slices.Clone(words[:HeaderWords])
	imported = append(imported, head(OpExtInstImport, 2+stringWords("GLSL.std.450")), 4999)
	imported = appendString(imported, "GLSL.std.450")
	for at := HeaderWords; at < len(words); {
		n := int(words[at] >> 16)
		inst := slices.Clone(words[at : at+n])
		switch Op(inst[0] & 0xFFFF) {
		case OpExtInst:
			inst[3] = 4999
		case OpExtInstImport: // another name would be refused
			inst = append([]uint32{head(OpExtInstImport, 2+stringWords("GLSL.std.450")), inst[1]}, appendString(nil, "GLSL.std.450")...)
		}
		imported = append(imported, inst...)
		at += n
	}
	return imported
}

// renumbered gives ids the number of their first appearance, so that two assemblies can be compared.
func renumbered(t *testing.T, words []uint32) []uint32 {
	t.Helper()
	words = slices.Clone(words)
	words[2], words[3] = 0, 0
	seen := map[uint32]uint32{}
	for at := HeaderWords; at < len(words); {
		inst, row, err := instruction(words, at)
		if err != nil || row == nil {
			t.Fatalf("word %d: %v", at, err)
		}
		ops, err := operands(nil, row, inst)
		if err != nil {
			t.Fatalf("%s: %v", row.Name, err)
		}
		for _, o := range ops {
			switch o.kind {
			case KindType, KindResult, KindID, KindOptionalID, KindIDs:
				for i, w := range o.words {
					if seen[w] == 0 {
						seen[w] = uint32(len(seen) + 1)
					}
					o.words[i] = seen[w]
				}
			case KindCases:
				for i := 1; i < len(o.words); i += 2 {
					if seen[o.words[i]] == 0 {
						seen[o.words[i]] = uint32(len(seen) + 1)
					}
					o.words[i] = seen[o.words[i]]
				}
			}
		}
		at += len(inst)
	}
	return words
}

// TestRowsAgreeWithTheAssembler prints every operation and enumerant and lets spirv-as read the text: names, numbers
// and operand kinds must be the specification's.
func TestRowsAgreeWithTheAssembler(t *testing.T) {
	as, err := exec.LookPath("spirv-as")
	if err != nil {
		if os.Getenv("D3D9VK_REQUIRE_GPU") == "1" {
			t.Fatal("spirv-as is missing (Debian package spirv-tools)")
		}
		t.Skip("spirv-as is missing (Debian package spirv-tools)")
	}
	words := withImport(everyRow())
	text, err := Disassemble(words)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "module.spv")
	cmd := exec.Command(as, "--target-env", "vulkan1.3", "-o", out, "-")
	cmd.Stdin = strings.NewReader(text)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, msg, numbered(text))
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	assembled := make([]uint32, len(data)/4)
	if err := binary.Read(bytes.NewReader(data), binary.LittleEndian, assembled); err != nil {
		t.Fatal(err)
	}
	want, got := renumbered(t, words), renumbered(t, assembled)
	for at := HeaderWords; at < len(want) && at < len(got); {
		n := int(want[at] >> 16)
		if at+n > len(got) || !slices.Equal(want[at:at+n], got[at:at+n]) {
			t.Fatalf("%v: words %v, spirv-as makes %v", Op(want[at]&0xFFFF), want[at:at+n], got[at:min(at+n, len(got))])
		}
		at += n
	}
	if len(want) != len(got) {
		t.Errorf("%d words, spirv-as makes %d", len(want), len(got))
	}
}

func numbered(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		b.WriteString(itoa(uint32(i+1)) + ": " + line + "\n")
	}
	return b.String()
}
