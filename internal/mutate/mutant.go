package main

// mutant is one patch that breaks a rule in the product.
type mutant struct {
	rule     string
	file     string   // slash path in the module
	old, new string   // old is in the file exactly once
	tests    []string // package:pattern of top-level tests; sub-tests are chosen by the rule's id
}

// Where the rules' tests are.
var (
	findings = []string{"./translate/validate:TestRuleFindings"}
	programs = []string{"./translate/ir:TestWrittenSet"}
	modules  = []string{"./translate/emit:Test"}
	targets  = []string{"./mrt:Test"}
	pixels   = []string{"./internal/conformance:TestRules"}
	profiles = []string{"./internal/conformance:TestRulesProfile/."} // by profile, then by rule
)

// mutants has at least one patch for each rule of the output color registers, of multiple render targets and of the texture
// coordinate registers that the module keeps, and some for what every picture depends on.
var mutants = []mutant{
	// Output color registers.
	{"OC-1", "translate/validate/register.go", `return "OC-1", c.major >= 2`, `return "OC-1", c.major > 2`, findings},
	{"OC-1", "translate/emit/pixel.go", `e.layout.FirstColor+uint32(o.Semantic.Index))`, `e.layout.FirstColor+uint32(o.Semantic.Index)^1)`, pixels},
	{"OC-2", "mrt/mrt.go", `p.Blend[i].Mask = mask`, `p.Blend[bits.OnesCount8(attach&(bit-1))], p.Blend[i] = gpu.BlendState{Mask: mask}, gpu.BlendState{}`, targets},
	{"OC-2", "device/pass.go", `if p.colors[i], err = s.attachView(call, srgb); err != nil {`, `if p.colors[max(i-1, 0)], err = s.attachView(call, srgb); err != nil {`, pixels},
	{"OC-3", "mrt/mrt.go", `mask := t.Format.ImageMask(masks[i])`, `mask := t.Format.ImageMask(masks[0])`, targets},
	{"OC-3", "mrt/state.go", `uint8(rs[d3d9.RS_COLORWRITEENABLE2] & 15)`, `uint8(rs[d3d9.RS_COLORWRITEENABLE1] & 15)`, pixels},
	{"OC-4", "translate/emit/output.go", "case ir.OutPosition, ir.OutColor:\n\t\treturn b.ConstVec4(0, 0, 0, 1)", "case ir.OutPosition, ir.OutColor:\n\t\treturn b.ConstNull(b.Vec(4))", pixels},
	{"OC-4", "translate/emit/output.go", `z := e.b.Extract(e.b.Float(), e.fragCoord(), 2)`, `z := e.b.Extract(e.b.Float(), e.fragCoord(), 3)`, pixels},
	{"OC-5", "mrt/mrt.go", `case write&bit == 0:`, `case false:`, targets},
	{"OC-5", "mrt/mrt.go", `write := in.Written & (1<<gpu.MaxTargets - 1)`, `write := uint8(1<<gpu.MaxTargets - 1)`, pixels},
	{"OC-6", "translate/validate/write.go", "if c.in.Op != sm.OpMov {\n\t\tc.add(", "if c.in.Op != sm.OpMov && d.Index > 0 {\n\t\tc.add(", findings},
	{"OC-7", "translate/validate/write.go", `if out.colors&1 == 0 {`, `if out.colors&1 == 0 && !out.depth {`, findings},
	{"OC-8", "translate/validate/write.go", `s.Swizzle != sm.SwizzleXYZW || s.Mod != sm.ModNone`, `s.Swizzle != sm.SwizzleXYZW`, findings},
	{"OC-9", "translate/validate/write.go", `if d.Mask&maskXYZW != maskXYZW {`, `if d.Mask == 0 {`, findings},
	{"OC-9", "translate/validate/write.go", `c.addAs(rule.Warning, c.here(), "OC-9"`, `c.addAs(rule.Error, c.here(), "OC-9"`, findings},
	{"OC-10", "translate/validate/write.go", `for k := n + 1; k < len(out.color); k++ {`, `for k := n + 2; k < len(out.color); k++ {`, findings},
	{"OC-11", "translate/validate/write.go", `if c.out.colors&bit != 0 {`, `if c.out.colors&bit > 1 {`, findings},
	{"OC-12", "translate/validate/write.go", `case c.in.Predicated:`, `case c.in.Predicated && c.flow.dynamic():`, findings},
	{"OC-12", "translate/validate/flow.go", `f.blocks[i].broken = f.blocks[i].broken || dynamic`, `f.blocks[i].broken = f.blocks[i].broken && dynamic`, findings},
	{"OC-13", "translate/validate/write.go", "if c.major == 2 {\n\t\tc.plainColor(d, name)\n\t\tif", "if c.major == 2 {\n\t\tc.plainColor(d, name)\n\t}\n\tif c.major >= 2 {\n\t\tif", findings},
	{"OC-13", "translate/emit/register.go", "if mask != 0xF {\n\t\tv = e.merge(r.kind, e.get(r), v, mask)\n\t}\n\te.set(r, v)", "if mask != 0xF {\n\t\tv = e.merge(r.kind, e.get(r), v, mask)\n\t}\n\tif d.Obj.Kind == ir.Out && r.dirty && r.value != v && mask == 0xF {\n\t\treturn\n\t}\n\te.set(r, v)", pixels},
	{"OC-14", "translate/ir/path.go", "return v&c.yes == c.yes && v&c.no == 0", "return v&c.yes == c.yes", programs},
	{"OC-14", "translate/ir/written.go", `i[n][0] > 0`, `i[n][0] >= 0`, pixels},
	{"OC-14", "translate/ir/path.go", `p.live = k.entry.and(k.cond.negate())`, `p.live = k.entry`, programs},
	{"OC-14", "device/shader.go", `written = w.Eval(uint16(d.state.pixel.b[0]), (*[intConstants][4]int32)(d.state.pixel.i))`, `written = w.Maybe`, pixels},
	{"OC-15", "translate/validate/write.go", "if c.major == 2 {\n\t\tc.plainColor(d, name)", "if c.major >= 2 {\n\t\tc.plainColor(d, name)", findings},
	{"OC-15", "translate/emit/register.go", "\t\tif mask>>i&1 != 0 {\n\t\t\tfrom[i] = next\n\t\t\tnext++\n", "\t\tif mask>>i&1 != 0 {\n\t\t\tfrom[i] = next\n", pixels},
	{"OC-16", "translate/validate/write.go", `c.v >= sm.PS_2_X && c.flow.dynamic() {`, `c.v >= sm.PS_2_X && (c.flow.dynamic() || c.in.Predicated) {`, findings},
	{"OC-16", "translate/validate/write.go", `case sm.OpTex, sm.OpDsx, sm.OpDsy:`, `case sm.OpTex, sm.OpDsx:`, findings},

	// Multiple render targets.
	{"MRT-1", "mrt/mrt.go", `if attach&bit == 0 {`, `if attach&bit == 0 || i == 3 {`, targets},
	{"MRT-1", "device/pass.go", "\t\tif plan.Attached>>i&1 == 0 {\n", "\t\tif plan.Attached>>i&1 == 0 || i == 2 {\n", pixels},
	{"MRT-1", "mrt/mrt.go", "p.Feedback |= 1 << s\n\t\t\t\tp.Diagnostics |= slots(SampledTarget, bit)", "p.Diagnostics |= slots(SampledTarget, bit)", targets},
	{"MRT-2", "mrt/mrt.go", `p.Diagnostics |= BitDepthsDiffer`, `p.Diagnostics |= 0`, targets},
	{"MRT-2", "mrt/mrt.go", `if max(1, t.Samples) != p.Pass.Samples {`, `if max(1, t.Samples) != p.Pass.Samples || in.Targets[0].Format != nil && t.Format.Desc.BitsPerPixel != in.Targets[0].Format.Desc.BitsPerPixel {`, pixels},
	{"MRT-3", "mrt/mrt.go", `if t.Width != p.Pass.Width || t.Height != p.Pass.Height {`, `if t.Width < p.Pass.Width || t.Height < p.Pass.Height {`, targets},
	{"MRT-3", "device/pass.go", `Format: a.row, Width: a.width, Height: a.height,`, `Format: a.row, Width: a.width << a.level, Height: a.height << a.level,`, pixels},
	{"MRT-2", "mrt/period.go", `p.Refused |= p.Diagnostics & BitDepthsDiffer`, `p.Refused |= 0`, targets},
	{"MRT-4", "mrt/period.go", "\tif several && !l.PostPixelShaderBlending {\n", "\tif bound&2 != 0 && !l.PostPixelShaderBlending {\n", targets},
	{"MRT-5", "mrt/period.go", "\t\tmasks[i] = allChannels\n", "", targets},
	{"MRT-10", "mrt/period.go", `p.Refused |= MultisampledTargets`, `p.Refused |= 0`, targets},
	{"MRT-10", "mrt/mrt.go", `if max(1, t.Samples) != p.Pass.Samples {`, `if false {`, targets},
	{"MRT-10", "device/pass.go", `^uint16(d.state.render[d3d9.RS_MULTISAMPLEMASK]) &`, `0 &`, pixels},
	{"MRT-10", "device/pass.go", `s.store.multiSample >= d3d9.MULTISAMPLE_2_SAMPLES`, `s.store.samples > 1`, pixels},
	{"MRT-10", "device/block.go", `1 / float32(v.Width), -1 / float32(v.Height)`, `1 / float32(v.Width), 1 / float32(v.Height)`, pixels},
	{"MRT-11", "mrt/period.go", `if several && !(l.PostPixelShaderBlending && l.IndependentWriteMasks) {`, `if several && !l.PostPixelShaderBlending {`, targets},
	{"MRT-2", "device/pass.go", `if f.plan.Refused != 0 {`, `if f.plan.Refused != 0 && false {`, profiles},
	{"MRT-4", "device/pipeline.go", `!d.flush.plan.NoAlphaTest && `, ``, profiles},
	{"MRT-4", "mrt/state.go", `misc&d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING != 0`, `misc&d3d9.PMISCCAPS_MRTPOSTPIXELSHADERBLENDING >= 0`, profiles},
	{"MRT-5", "device/pipeline.go", `!d.flush.plan.NoFog && `, ``, profiles},
	{"MRT-11", "mrt/state.go", `misc&d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS != 0`, `misc&d3d9.PMISCCAPS_INDEPENDENTWRITEMASKS >= 0`, profiles},
	{"MRT-6", "mrt/blend.go", `d3d9.BLEND_INVSRCALPHA:    gpu.BlendOneMinusSrcAlpha,`, `d3d9.BLEND_INVSRCALPHA:    gpu.BlendOne,`, pixels},
	{"MRT-6", "mrt/mrt.go", `equations.of(t.Format)`, `equations.of(in.Targets[0].Format)`, targets},
	{"MRT-7", "translate/emit/pixel.go", `e.alphaTest(b.Extract(b.Float(), value, 3))`, `e.alphaTest(b.Extract(b.Float(), value, 0))`, pixels},
	{"MRT-7", "translate/emit/pixel.go", "if o.Semantic.Index == 0 {\n\t\t\t\tif v.AlphaTest {", "if o.Semantic.Index == 1 {\n\t\t\t\tif v.AlphaTest {", modules},
	{"MRT-8", "translate/emit/pixel.go", "\t\t\t\tif v.Fog {\n\t\t\t\t\tvalue = e.fog(value, v.Link.Fog)\n\t\t\t\t}\n\t\t\t}\n", "\t\t\t}\n\t\t\tif v.Fog {\n\t\t\t\tvalue = e.fog(value, v.Link.Fog)\n\t\t\t}\n", pixels},
	{"MRT-9", "translate/emit/pixel.go", "\t\t\tout := b.Variable(spirv.StorageClassOutput, b.Vec(4))\n", "\t\t\tvalue = b.FAdd(b.Vec(4), value, b.FMul(b.Vec(4), e.fragCoord(), b.ConstSplat(4, 1./512)))\n\t\t\tout := b.Variable(spirv.StorageClassOutput, b.Vec(4))\n", pixels},
	{"MRT-12", "caps/caps.go", `out.NumSimultaneousRTs = max(1, `, `out.NumSimultaneousRTs = max(0, `, []string{"./caps:Test"}},
	{"MRT-12", "caps/caps.go", `max(1, min(c.profile.MaxRenderTargets, c.gpu.Limits.MaxColorAttachments, gpu.MaxTargets))`, `c.gpu.Limits.MaxColorAttachments`, pixels},
	{"MRT-13", "mrt/step.go", `b.Enable != g.state.Enable {`, `false {`, targets},
	{"MRT-13", "mrt/step.go", `case d3d9.CMP_LESS, d3d9.CMP_GREATER, d3d9.CMP_NOTEQUAL:`, `case d3d9.CMP_NOTEQUAL:`, targets},
	{"MRT-13", "device/step.go", `f.further.kept = kept.image`, `f.further.kept = 0 * kept.image`, pixels},
	{"MRT-13", "device/step.go", `d.list.Add(gpu.OpQueryPause, 1)`, `d.list.Add(gpu.OpQueryPause, 0)`, pixels},

	// Texture coordinate registers.
	{"OT-1", "translate/validate/register.go", `t == sm.RegOutput && c.major < 3:`, `t == sm.RegOutput && c.major < 2:`, findings},
	{"OT-1", "translate/emit/link.go", "\t\tlocation++\n\t\tif o.Semantic == want {", "\t\tlocation++\n\t\tif o.Semantic.Usage == want.Usage && o.Semantic.Index == want.Index&3 {", pixels},
	{"OT-2", "translate/emit/pixel.go", "\tif fresh {\n\t\tif v.Flat", "\tif fresh {\n\t\tb.Decorate(id, spirv.DecorationNoPerspective)\n\t\tif v.Flat", pixels},
	{"OT-2", "translate/emit/pixel.go", `if v.Flat && in.Semantic.Usage == ir.UsageColor {`, `if in.Semantic.Usage == ir.UsageTexCoord {`, pixels},
	{"OT-3", "translate/emit/output.go", "return b.ConstVec4(0, 0, 0, 1)\n\t}\n\treturn b.ConstNull(b.Vec(4))\n}\n\n// startOutputs", "return b.ConstVec4(0, 0, 0, 1)\n\t}\n\treturn b.ConstSplat(4, 1)\n}\n\n// startOutputs", pixels},
	{"OT-5", "device/sampler.go", "case a == d3d9.TADDRESS_MIRROR, ", "case a == d3d9.TADDRESS_MIRROR && false, ", pixels},
	{"OT-5", "device/sampler.go", "desc.AddressV = addressMode(s[d3d9.SAMP_ADDRESSV]", "desc.AddressV = addressMode(s[d3d9.SAMP_ADDRESSW]", pixels},
	{"OT-6", "translate/emit/geometry.go", `b.Ext(t, spirv.GLSLRoundEven, b.FSub(t, value, first))`, `b.Ext(t, spirv.GLSLFloor, b.FSub(t, value, first))`, pixels},
	{"OT-4", "device/texturestage.go", `flags != count && count`, `count`, pixels},
	{"OT-6", "translate/emit/geometry.go", `return w.Of(o.Semantic.Index)`, `return w.Of(0)`, pixels},
	{"OT-6", "device/wrap.go", `return [3]uint32{p + 1, p + 2, 0}[k]`, `return [3]uint32{0, p + 1, p + 2}[k]`, []string{"./device:TestExpandedVertices"}},
	{"OT-7", "caps/caps.go", "MaxTextureRepeat:        maxTextureRepeat,", "MaxTextureRepeat:        maxTextureRepeat / 2,", pixels},
	{"OT-8", "device/stream.go", `decl.element(in.Semantic.Usage, in.Semantic.Index)`, `decl.element(in.Semantic.Usage, in.Reg)`, pixels},
	{"OT-8", "translate/emit/link.go", "return location\n\t\t}", "return location + 1\n\t\t}", modules},
	{"OT-9", "translate/sm/asmoperand.go", `if name == "ot" && v.Stage() == Vertex {`, `if name == "ot" && v.Stage() == Vertex && v.Major() < 3 {`, []string{"./translate/sm:TestOldOutputNames"}},
	{"OT-9", "translate/sm/register.go", `RegTexCrdOut: {prefix: "oT"},`, `RegTexCrdOut: {prefix: "o"},`, []string{"./translate/sm:TestOldOutputNames"}},

	// Rows of the semantics page about ps_1_x.
	{"texbem", "translate/emit/ps1.go", `v = b.FAdd(b.Vec(2), v, product(1, 2))`, `v = b.FAdd(b.Vec(2), v, product(1, 1))`, modules},
	{"texm3x3spec", "translate/emit/ps1.go", `f := b.FDiv(t, b.FAdd(t, along, along), square)`, `f := b.FAdd(t, along, along)`, modules},
	{"texdepth", "translate/ir/ps1tex.go", `[4]Src{y, b.literalPS1(1)}`, `[4]Src{y, y}`, modules},
	{"cnd", "translate/ir/ps1.go", `case in.Coissue && in.Dst.Mask&7 != 0:`, `case false:`, modules},
	{"coissue", "translate/ir/ps1.go", `second != nil && b.readsPS1(second, in.Dst)`, `second != nil && false`, modules},
	{"phase", "translate/ir/ps1.go", `p.alphas |= 1 << d.Index`, `p.alphas |= 0`, modules},

	// What every picture depends on.
	{"half-pixel", "device/raster.go", `half := float32(0.5)`, `half := float32(0)`, pixels},
	{"half-pixel", "translate/emit/pixel.go", `at := b.Ext(b.Vec(4), spirv.GLSLFloor, e.fragCoord())`, `at := e.fragCoord()`, pixels},
	{"buffers", "device/bufferstorage.go", `if b.locks > 0 || b.live.lastUse == 0 || d.completed(b.live.lastUse) {`, `if true {`, pixels},
	{"cull", "device/raster.go", "case d3d9.CULL_CW:\n\t\tcull = gpu.CullFront", "case d3d9.CULL_CW:\n\t\tcull = gpu.CullBack", pixels},
	{"stencil", "device/raster.go", "if rs[d3d9.RS_TWOSIDEDSTENCILMODE] != 0 {", "if false {", pixels},
}
