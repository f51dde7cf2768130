package golden

import (
	"image"
	"image/color"
	"testing"
)

func TestDiff(t *testing.T) {
	a := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	b := image.NewNRGBA(image.Rect(5, 5, 8, 7)) // equal size elsewhere: positions do not matter
	if most, pixels := Diff(a, b); most != 0 || pixels != 0 {
		t.Errorf("equal pictures: %d, %d", most, pixels)
	}
	b.SetNRGBA(6, 6, color.NRGBA{R: 9, A: 1})
	b.SetNRGBA(7, 6, color.NRGBA{B: 4})
	if most, pixels := Diff(a, b); most != 9 || pixels != 2 {
		t.Errorf("two pixels: got %d, %d, want 9, 2", most, pixels)
	}
	if _, pixels := Diff(a, image.NewNRGBA(image.Rect(0, 0, 2, 3))); pixels != -1 {
		t.Errorf("other size: %d pixels, want -1", pixels)
	}
}

func TestMeans(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	for i, v := range []uint8{0, 4, 9, 8, 12, 10} {
		m.SetNRGBA(i%3, i/3, color.NRGBA{R: v, A: 255})
	}
	got := means(m, 2)
	if got.Rect != image.Rect(0, 0, 2, 1) || got.NRGBAAt(0, 0) != (color.NRGBA{R: 6, A: 255}) || got.NRGBAAt(1, 0) != (color.NRGBA{R: 10, A: 255}) {
		t.Errorf("got %v in %v", got.Pix, got.Rect)
	}
}
