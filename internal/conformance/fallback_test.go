package conformance

import (
	"log/slog"
	"os"
	"strings"
	"testing"

	"d3d9vk/device"
	"d3d9vk/internal/corpus"
)

// fallbacks are sets of optional features to go without. Each has another way, which draws the same pixels.
var fallbacks = []string{
	"DynamicBlend,DynamicRaster,MultiDraw,Robustness2,PushDescriptors,DepthClipEnable,DepthClamp",
	"IndependentBlend",
	"ArenaIndex,DynamicBlend,IndependentBlend",
	"ArenaIndex",
	"ArenaIndex,DynamicBlend",
	"DynamicBlend", "DynamicRaster", "MultiDraw", "Robustness2",
	"UniformConstants",
	"CustomBorderColor,MirrorClampToEdge,SamplerAnisotropy,TextureCompressionBC,GeometryShader,DualSrcBlend,OcclusionQueryPrecise",
}

// TestFallbacks proves the rules again, and runs some of the cases, without optional features. Without D3D9VK_SOAK=1 only the first
// sets are tried.
func TestFallbacks(t *testing.T) {
	var cases []corpus.Case
	var notes map[string]corpus.Notes
	t.Run("cases", func(t *testing.T) { cases, notes = corpus.ReadCases(t) }) // skipped without a corpus
	for _, names := range fallbacks[:max(sequences(len(fallbacks), 3), 1)] {
		t.Run(names, func(t *testing.T) {
			onDevice(t, device.Options{Disable: strings.Split(names, ",")})
			for name, test := range map[string]func(*testing.T){
				"OC": TestRulesOC, "OC-14": TestRulesStaticFlow, "MRT": TestRulesMRT, "rows": TestRulesRows, "OT": TestRulesOT, "raster": TestRulesRaster, "multisample": TestRulesMultisample,
				"StretchRect": TestStretchRect, "merges": TestRandomMerges,
			} {
				t.Run(name, test)
			}
			t.Run("cases", func(t *testing.T) {
				const every = 9
				if passed, later := runCases(t, cases, notes, every); passed+later < len(cases)/every && os.Getenv(corpus.EnvCases) == "" {
					t.Errorf("%d of every %dth case passed", passed, every)
				}
			})
		})
	}
}

// TestDebugMode proves rules again in debug mode, which changes no pixel.
func TestDebugMode(t *testing.T) {
	onDevice(t, device.Options{Debug: true, Log: slog.New(slog.DiscardHandler)})
	for name, test := range map[string]func(*testing.T){"OC": TestRulesOC, "OC-14": TestRulesStaticFlow, "MRT": TestRulesMRT} {
		t.Run(name, test)
	}
}
