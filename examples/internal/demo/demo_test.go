package demo

import (
	"flag"
	"image"
	"math"
	"reflect"
	"strings"
	"testing"

	"d3d9vk/device"
)

// nothing is a sample that draws nothing.
type nothing struct{}

func (nothing) Flags(*flag.FlagSet)                {}
func (nothing) Load(*Stage) error                  { return nil }
func (nothing) Resize(*Stage) error                { return nil }
func (nothing) Draw(*Stage, int) error             { return nil }
func (nothing) Pictures(*Stage) ([]Picture, error) { return nil, nil }

func TestFlags(t *testing.T) {
	var out strings.Builder
	o, err := parse("x", nothing{}, strings.Fields("-headless -frames 3 -out dir -size 64x48 -validate"), &out)
	if want := (Options{Headless: true, Frames: 3, Out: "dir", Width: 64, Height: 48, Validate: true}); err != nil || !reflect.DeepEqual(o, want) {
		t.Errorf("got %+v, %v", o, err)
	}
	for args, want := range map[string]string{
		"-size 64": "each 1 to 16383", "-size 0x5": "each 1 to 16383", "-size 5x16384": "each 1 to 16383", "-size 5x5x5": "each 1 to 16383",
		"-frames -1": "-frames is -1", "-frames x": "invalid value", "-no": "not defined", "word": `unexpected argument "word"`,
		"-out=": "-out is empty", "-size 0x0": "(x -h lists the flags)", "-headless -out /dev/null/folder": "-out: mkdir /dev/null",
	} {
		if err := Run("x", nothing{}, strings.Fields(args), &out, device.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if err := Run("x", nothing{}, []string{"-h"}, &out, device.Options{}); err != nil || !strings.Contains(out.String(), "-headless") {
		t.Errorf("help: %v: %s", err, out.String())
	}
}

func TestMeshesFaceOutwards(t *testing.T) {
	for name, m := range map[string]*Mesh{"box": Box(), "ball": Sphere(12), "ring": Torus(0.3, 16, 8), "ground": Ground(4)} {
		if len(m.Indices) == 0 || len(m.Indices)%3 != 0 {
			t.Errorf("%s has %d indices", name, len(m.Indices))
		}
		at := func(i uint16, field int) Vec { return Vec(m.Vertices[int(i)*vertexFloats+field:][:3]) }
		for i := 0; i < len(m.Indices); i += 3 {
			a, b, c := m.Indices[i], m.Indices[i+1], m.Indices[i+2]
			grows := Vec{} // the direction in which v grows
			for _, edge := range [][2]uint16{{a, b}, {a, c}} {
				dv := m.Vertices[int(edge[1])*vertexFloats+10] - m.Vertices[int(edge[0])*vertexFloats+10]
				grows = grows.Add(at(edge[1], 0).Sub(at(edge[0], 0)).Mul(dv))
			}
			if at(a, 3).Cross(at(a, 6)).Dot(grows) <= 0 {
				t.Fatalf("%s: v shrinks along normal x tangent in triangle %d", name, i/3)
			}
			// In a left-handed space the product points to who sees the corners clockwise.
			facing := at(b, 0).Sub(at(a, 0)).Cross(at(c, 0).Sub(at(a, 0)))
			for _, corner := range []uint16{a, b, c} {
				normal, tangent := at(corner, 3), at(corner, 6)
				if facing.Dot(normal) <= 0 {
					t.Fatalf("%s: triangle %d faces inwards", name, i/3)
				}
				if math.Abs(float64(normal.Dot(normal)-1)) > 1e-5 || math.Abs(float64(normal.Dot(tangent))) > 1e-5 {
					t.Fatalf("%s: vertex %d has normal %v and tangent %v", name, corner, normal, tangent)
				}
			}
		}
	}
}

func TestCameraSeesWhatItLooksAt(t *testing.T) {
	c := Camera{Eye: Vec{3, 4, 5}, At: Vec{-1, 0, 2}, Fov: 1, Aspect: 2, Near: 0.5, Far: 50}
	m := c.Projection().Mul(c.View())
	project := func(p Vec) (x, y, z float32) {
		var out [4]float32
		for i := range out {
			out[i] = m[i][0]*p[0] + m[i][1]*p[1] + m[i][2]*p[2] + m[i][3]
		}
		return out[0] / out[3], out[1] / out[3], out[2] / out[3]
	}
	near := func(got, want float32) bool { return math.Abs(float64(got-want)) < 1e-4 }
	axis, right, up := c.Rays()
	if x, y, z := project(c.Eye.Add(axis)); !near(x, 0) || !near(y, 0) || !near(z, 1) {
		t.Errorf("the middle of the far plane is at %v %v %v", x, y, z)
	}
	if x, y, _ := project(c.Eye.Add(axis).Add(right).Add(up)); !near(x, 1) || !near(y, 1) {
		t.Errorf("the corner of the far plane is at %v %v", x, y)
	}
	depth, p := c.Depth(), c.Eye.Add(axis.Mul(0.25))
	if d := depth[0]*p[0] + depth[1]*p[1] + depth[2]*p[2] + depth[3]; !near(d, 0.25) {
		t.Errorf("a quarter of the way is depth %v", d)
	}
}

func TestHalveTakesTheMean(t *testing.T) {
	got := halve([]Color{{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}}, 2)
	if len(got) != 1 || got[0] != (Color{0.25, 0.25, 0.25, 0.25}) {
		t.Errorf("got %v", got)
	}
}

func TestWriteSaysWhere(t *testing.T) {
	var out strings.Builder
	dir := t.TempDir()
	p := Picture{Name: "p", About: "all black", Image: image.NewNRGBA(image.Rect(0, 0, 2, 2))}
	if err := p.write(dir, &out); err != nil {
		t.Fatal(err)
	}
	if want := dir + "/p.png  all black\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if err := p.write("/dev/null/x", &out); err == nil {
		t.Error("a picture below a file")
	}
}

func TestSheet(t *testing.T) {
	red := image.NewNRGBA(image.Rect(0, 0, 70, 20))
	for i := range red.Pix {
		red.Pix[i] = []byte{255, 0, 0, 255}[i%4]
	}
	sheet := Sheet([]Tile{{Title: "one", Image: red, Lines: []string{"a line that is broken"}}, {Title: "two", Why: "none"}, {Title: "three"}}, 2, 70, 20)
	if want := image.Rect(0, 0, 2*(70+gap)+gap, 2*(20+4*line+2*gap)+gap); sheet.Rect != want {
		t.Errorf("the sheet is %v, want %v", sheet.Rect, want)
	}
	if at := sheet.NRGBAAt(gap+69, gap+19); at != red.NRGBAAt(0, 0) {
		t.Errorf("the first picture ends in %v", at)
	}
	if at := sheet.NRGBAAt(2*gap+70, gap); at != emptiest {
		t.Errorf("no picture is %v", at)
	}
	if got := broken([]string{"a line that is broken", "averylongword"}, 10); !reflect.DeepEqual(got, []string{"a line", "that is", "broken", "averylongword"}) {
		t.Errorf("broken: %q", got)
	}
}
