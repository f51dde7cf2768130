package porttest

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/picture"
)

func TestFloatsBecomePictures(t *testing.T) {
	nan := float32(math.NaN())
	p := &picture.Pixels{Width: 4, Height: 1, Format: d3d9.FMT_R32F, Colors: []picture.Color{{1, 1, 1, 1}, {9, 1, 1, 1}, {nan, 1, 1, 1}, {0, 1, 1, 1}}}
	got := newTarget("depth", p, 0, 2)
	want := []color.NRGBA{{128, 128, 128, 255}, {255, 255, 255, 255}, {255, 0, 255, 255}, {0, 0, 0, 255}}
	for x, c := range want {
		if at := got.Got.NRGBAAt(x, 0); at != c {
			t.Errorf("pixel %d is %v, want %v", x, at, c)
		}
	}
	if note := "the values 0 to 2 are shown as 0 to 255; 1 pixels have others, which are clamped; 1 pixels are no number (magenta)"; got.Note != note {
		t.Errorf("the note is %q", got.Note)
	}
	p = &picture.Pixels{Width: 1, Height: 1, Format: d3d9.FMT_G16R16F, Colors: []picture.Color{{-1, 1, 1, 1}}}
	if got := newTarget("motion", p, -1, 1).Got.NRGBAAt(0, 0); got != (color.NRGBA{0, 255, 0, 255}) {
		t.Errorf("two channels: %v", got)
	}
	p = &picture.Pixels{Width: 1, Height: 1, Format: d3d9.FMT_A8R8G8B8, Colors: []picture.Color{{1, 0, 0, 0.2}}}
	if got := newTarget("color", p, 0, 1); got.Note != "" || got.Got.NRGBAAt(0, 0) != (color.NRGBA{255, 0, 0, 51}) {
		t.Errorf("as it is stored: %v, %q", got.Got.NRGBAAt(0, 0), got.Note)
	}
}

func TestTolerance(t *testing.T) {
	expected := image.NewNRGBA(image.Rect(0, 0, 4, 1))
	got := image.NewNRGBA(expected.Rect)
	got.SetNRGBA(1, 0, color.NRGBA{G: 3})
	got.SetNRGBA(2, 0, color.NRGBA{A: 9})
	for _, c := range []struct {
		tolerance Tolerance
		pixels    int
		fits      bool
	}{
		{Tolerance{}, 2, false},
		{Tolerance{Channel: 3}, 1, false},
		{Tolerance{Channel: 3, Share: 0.25}, 1, true},
		{Tolerance{Channel: 9}, 0, true},
	} {
		target := &Target{Got: got}
		target.compare(expected, "", c.tolerance)
		if target.Pixels != c.pixels || target.Most != 9 || (target.Failure == "") != c.fits {
			t.Errorf("%v: %d pixels, by up to %d: %q", c.tolerance, target.Pixels, target.Most, target.Failure)
		}
	}
	m := marked(opaque(expected), opaque(got), 2)
	for x, red := range []bool{false, true, false, false} {
		r, g, _, _ := m.At(x, 0).RGBA()
		if (r > g) != red {
			t.Errorf("pixel %d is marked: %t", x, !red)
		}
	}
}

func TestEntryNames(t *testing.T) {
	for want, e := range map[string]Entry{
		"full": {}, "radeon-9700": {Profile: "radeon-9700"}, "without-A,without-B": {Disable: []string{"A", "B"}},
		"radeon-9700,without-A,adapter-1": {Profile: "radeon-9700", Disable: []string{"A"}, Adapter: 1}, "mine": {Name: "mine", Profile: "full"},
	} {
		if e.name() != want {
			t.Errorf("%+v is %q", e, e.name())
		}
	}
	if name := fileName("TestA/b:c"); strings.ContainsAny(name, "/:") {
		t.Errorf("%q is no name of a file", name)
	}
}
