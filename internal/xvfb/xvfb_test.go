package xvfb_test

import (
	"image/color"
	"testing"

	"d3d9vk/internal/xvfb"
)

func TestAnEmptyScreenIsBlack(t *testing.T) {
	d := xvfb.Start(t, 80, 60)
	shot := d.Screenshot(t)
	if size := shot.Bounds().Size(); size.X != 80 || size.Y != 60 {
		t.Fatalf("the screen is %v, want 80x60", size)
	}
	if got := shot.NRGBAAt(79, 59); got != (color.NRGBA{A: 255}) {
		t.Errorf("the last pixel is %v", got)
	}
}
