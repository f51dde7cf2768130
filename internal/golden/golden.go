// Package golden compares what a test made with a file under testdata, and rewrites the file with `go test -update`.
//
// It knows nothing of Direct3D 9. Text is compared exactly; pictures within a tolerance that the caller states, and a
// picture that differs is left beside the expected one, with the difference, for a person to look at.
package golden

import (
	"bytes"
	"flag"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/orisano/pixelmatch"
)

var update = flag.Bool("update", false, "rewrite the golden files of the tests that run")

// Text compares got with testdata/name.
func Text(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, []byte(got))
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("golden: %v (run the test with -update to make it)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}

// Image compares got with testdata/name (a PNG): the sizes must be equal and no channel of any pixel may differ by more than
// tolerance (0..255).
func Image(t testing.TB, name string, got image.Image, tolerance int) {
	t.Helper()
	if want := picture(t, name, got); want != nil {
		compare(t, name, want, got, tolerance)
	}
}

// Means is Image for the means of blocks of block x block pixels: for pictures whose edges and texture levels may differ by a pixel
// from driver to driver.
func Means(t testing.TB, name string, got image.Image, block, tolerance int) {
	t.Helper()
	if want := picture(t, name, got); want != nil {
		compare(t, name, means(want, block), means(got, block), tolerance)
	}
}

// picture reads testdata/name; with -update it writes got there and returns nil.
func picture(t testing.TB, name string, got image.Image) image.Image {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, encode(t, got))
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("golden: %v (run the test with -update to make it)", err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("golden: %s: %v", path, err)
	}
	return want
}

// means is the picture with each whole or begun block of block x block pixels as one.
func means(m image.Image, block int) *image.NRGBA {
	in := toNRGBA(m)
	size := in.Rect.Size()
	out := image.NewNRGBA(image.Rect(0, 0, (size.X+block-1)/block, (size.Y+block-1)/block))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			var sum [4]int
			part := image.Rect(x*block, y*block, (x+1)*block, (y+1)*block).Intersect(in.Rect)
			for j := part.Min.Y; j < part.Max.Y; j++ {
				for i := part.Min.X; i < part.Max.X; i++ {
					for c := range sum {
						sum[c] += int(in.Pix[in.PixOffset(i, j)+c])
					}
				}
			}
			n := part.Dx() * part.Dy()
			for c := range sum {
				out.Pix[out.PixOffset(x, y)+c] = uint8((sum[c] + n/2) / n)
			}
		}
	}
	return out
}

// compare reports a difference and keeps both pictures.
func compare(t testing.TB, name string, want, got image.Image, tolerance int) {
	t.Helper()
	path := filepath.Join("testdata", name)
	most, pixels := Diff(want, got)
	if pixels < 0 {
		t.Errorf("%s is %v, the picture is %v", path, want.Bounds().Size(), got.Bounds().Size())
	} else if most > tolerance {
		t.Errorf("%s: %d pixels differ, by up to %d/255 (tolerance %d)", path, pixels, most, tolerance)
	} else {
		return
	}
	keep := filepath.Join(os.TempDir(), "d3d9vk-golden", filepath.Base(name))
	write(t, keep+".got.png", encode(t, got))
	var marked image.Image
	if _, err := pixelmatch.MatchPixel(want, got, pixelmatch.WriteTo(&marked)); err == nil && marked != nil {
		write(t, keep+".diff.png", encode(t, marked))
	}
	t.Logf("see %s.got.png", keep)
}

// Diff returns the largest difference of any channel (0..255) and the number of pixels that differ; -1 pixels when the sizes differ.
func Diff(a, b image.Image) (most, pixels int) {
	if a.Bounds().Size() != b.Bounds().Size() {
		return 255, -1
	}
	x, y := toNRGBA(a), toNRGBA(b)
	for i := 0; i < len(x.Pix); i += 4 {
		differs := false
		for c := range 4 {
			d := int(x.Pix[i+c]) - int(y.Pix[i+c])
			most = max(most, d, -d)
			differs = differs || d != 0
		}
		if differs {
			pixels++
		}
	}
	return most, pixels
}

func toNRGBA(m image.Image) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	if src, ok := m.(*image.NRGBA); ok { // draw.Draw would go through premultiplied alpha and lose bits
		for y := range out.Rect.Dy() {
			copy(out.Pix[y*out.Stride:][:out.Rect.Dx()*4], src.Pix[src.PixOffset(src.Rect.Min.X, src.Rect.Min.Y+y):])
		}
		return out
	}
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

func encode(t testing.TB, m image.Image) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := png.Encode(&buf, m); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
