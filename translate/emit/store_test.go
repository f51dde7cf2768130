package emit_test

import (
	"math"
	"testing"

	"d3d9vk/translate/emit"
)

// TestStores: MRT-13, what becomes of colors whose images are not as the targets' formats.
func TestStores(t *testing.T) {
	const asm = "ps_3_0\ndcl_texcoord v0\nmov oC0, v0\nmov oC2, v0"
	run := func(s emit.Store, in vec) [2]vec {
		r := eval(t, asm, scene{inputs: []vec{in}, pixel: emit.PixelVariant{Stores: [emit.MaxColors]emit.Store{2: s}}})
		return [2]vec{r.outputs[0], r.outputs[2]}
	}
	for _, c := range []struct {
		name     string
		store    emit.Store
		in, want vec
	}{
		{"nothing", 0, vec{0.3, 2, -1, 0.7}, vec{0.3, 2, -1, 0.7}},
		{"alpha", emit.StoreAlpha, vec{0.3, 2, -1, 0.7}, vec{0.7, 0.7, 0.7, 0.7}},
		{"5551", emit.StoreUnorm([4]uint8{5, 5, 5, 1}), vec{0.33, 2, -1, 0.7}, vec{10. / 31, 1, 0, 1}},
		{"565", emit.StoreUnorm([4]uint8{5, 6, 5}), vec{0.5, 0.5, 1, 0.25}, vec{16. / 31, 32. / 63, 1, 0}},
		{"16", emit.StoreUnorm([4]uint8{16, 16, 16, 16}), vec{0.5, 1, 0, nan}, vec{32768. / 65535, 1, 0, 0}},
		{"alpha of 16", emit.StoreUnorm([4]uint8{16}) | emit.StoreAlpha, vec{0.3, 2, -1, 1}, vec{1, 1, 1, 1}},
		{"half", emit.StoreHalf, vec{1. / 3, -2049, 65519.996, 65520}, vec{0x1.554p-2, -2048, 65504, inf}},
		{"small halves", emit.StoreHalf, vec{0x1p-24, 0x1.8p-24, 0x1p-25, -0x1.ffcp-15}, vec{0x1p-24, 0x1p-23, 0, -0x1.ffcp-15}},
		{"no numbers", emit.StoreHalf, vec{inf, -inf, -70000, 0}, vec{inf, -inf, -inf, 0}},
	} {
		t.Run("MRT-13/"+c.name, func(t *testing.T) {
			got := run(c.store, c.in)
			expect(t, "oC0", got[0], c.in)
			expect(t, "oC2", got[1], c.want)
		})
	}
	if got := run(emit.StoreHalf, vec{nan, 1, 2, 3})[1][0]; !math.IsNaN(float64(got)) {
		t.Errorf("a NaN became %v", got)
	}
}
