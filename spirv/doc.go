// Package spirv builds, prints and lightly checks SPIR-V 1.6 modules for Vulkan 1.3.
//
// A [Builder] keeps the logical sections of a module apart, so that a translator may declare a type, a
// constant, a decoration or a capability at the moment it needs one, and joins them at the end. Types and
// constants are unique by construction. [Disassemble] prints a module for golden files, [Check] finds the
// mistakes that a translator makes; spirv-val stays the judge.
//
// The package knows nothing of Direct3D, of shaders' meaning or of Vulkan's API, and imports nothing of this project.
// Names and numbers are those of the SPIR-V specification, version 1.6, and of the extended instruction set
// GLSL.std.450.
package spirv

// Header words of a module (SPIR-V Specification, "Physical Layout of a SPIR-V Module").
const (
	Magic       = 0x07230203
	Version1_6  = 0x00010600
	HeaderWords = 5

	// MaxBound is the universal limit on a module's id bound.
	MaxBound = 0x3FFFFF
)

// ID is the result of an instruction; 0 is no id.
type ID uint32

// Section is a logical part of a module; a module's instructions come in this order (SPIR-V Specification,
// "Logical Layout of a Module").
type Section uint8

// The sections in their order. Instructions of SectionAny may stand anywhere.
const (
	SectionAny Section = iota
	SectionCapability
	SectionExtension
	SectionImport
	SectionMemoryModel
	SectionEntryPoint
	SectionExecutionMode
	SectionSource
	SectionName
	SectionAnnotation
	SectionGlobal
	SectionFunction

	sectionCount = int(SectionFunction) + 1
)
