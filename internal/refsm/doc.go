// Package refsm interprets Direct3D 9 shader programs (vs_1_0..vs_3_sw, ps_1_0..ps_3_sw) slowly and plainly, as an oracle for what
// the translator's modules draw. Vertices run one at a time, pixels as quads of 2x2, texture reads go through samplers in plain Go.
//
// Every number is a Value: the float that this package computes, and how far from it a conforming implementation may be. Vulkan's table
// "Precision of Individual Operations" widens the bound at each operation. Where a result hangs on a comparison that rounding
// decides, the bound covers both results, or is infinite; where the flow of control hangs on one, the run is Ambiguous. Infinities
// and NaNs have no bound unless State.Specials is set. What the documents leave open has no bound either: registers
// that were never written, ps_1_4's alpha after phase, sines outside [-pi, pi].
//
// It is an independent oracle: it must know only parsed tokens (translate/sm), nothing of translate/ir, translate/emit or a driver.
//
// Not here: what lies between the stages and after them. The caller interpolates, and chooses what stands in for varyings that were not
// written (VertexOutput.Linked has the usual choice); colors are not clamped on their way in, and depth not on its way out; fog, alpha
// test and blending are the caller's. Opcode semantics: Microsoft Learn, "Vertex Shader Instructions", "Pixel Shader Instructions" and
// the pages of each; what they leave open follows Wine's tests.
package refsm
