// Package d3d9 is the nouns and numbers of Direct3D 9: its enumerations, flags, structs, result codes and formats, the
// tables that describe them, and what follows from them alone (flexible vertex formats, sizes, names).
//
// Names, fields and types are those of github.com/gonutz/d3d9, so that a program for it compiles with this package;
// constants are untyped for the same reason. The package must not know a device, a shader or Vulkan, and imports
// nothing of this module.
package d3d9

//go:generate go run ./internal/gen -out .
