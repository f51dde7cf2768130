package demo

import (
	"image"
	"image/color"
	"image/draw"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Tile is one picture of a contact sheet with what is written below it.
type Tile struct {
	Title string
	Image *image.NRGBA // nil where there is none: then Why is written in its place
	Why   string
	Lines []string // longer ones are broken
}

// Sizes of a sheet in pixels: of a character, of a line, and between tiles.
const (
	letter = 7
	line   = 15
	gap    = 12
)

var (
	paper    = color.NRGBA{250, 250, 248, 255}
	ink      = color.NRGBA{30, 30, 34, 255}
	softInk  = color.NRGBA{95, 95, 102, 255}
	emptiest = color.NRGBA{52, 40, 42, 255} // where there is no picture
	warning  = color.NRGBA{255, 190, 160, 255}
)

// Sheet puts the tiles into rows of columns; each picture is width x height.
func Sheet(tiles []Tile, columns, width, height int) *image.NRGBA {
	letters := width / letter
	below := 0 // lines under each picture
	for _, t := range tiles {
		below = max(below, 1+len(broken(t.Lines, letters)))
	}
	cellHeight := height + below*line + 2*gap
	rows := (len(tiles) + columns - 1) / columns
	out := image.NewNRGBA(image.Rect(0, 0, columns*(width+gap)+gap, rows*cellHeight+gap))
	draw.Draw(out, out.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	for i, t := range tiles {
		x, y := gap+i%columns*(width+gap), gap+i/columns*cellHeight
		place := image.Rect(x, y, x+width, y+height)
		if t.Image != nil {
			draw.Draw(out, place, t.Image, t.Image.Rect.Min, draw.Src)
		} else {
			draw.Draw(out, place, image.NewUniform(emptiest), image.Point{}, draw.Src)
			write(out, x+gap, y+gap, warning, broken([]string{"not drawn:", t.Why}, letters-2*gap/letter-1))
		}
		write(out, x, y+height+gap/2, ink, []string{t.Title})
		write(out, x, y+height+gap/2+line, softInk, broken(t.Lines, letters))
	}
	return out
}

// write draws lines from the point down.
func write(on *image.NRGBA, x, y int, c color.Color, lines []string) {
	d := font.Drawer{Dst: on, Src: image.NewUniform(c), Face: basicfont.Face7x13}
	for i, text := range lines {
		d.Dot = fixed.P(x, y+i*line+basicfont.Face7x13.Ascent)
		d.DrawString(text)
	}
}

// broken breaks lines at spaces, so that none but a long word has more letters.
func broken(lines []string, letters int) []string {
	var out []string
	for _, text := range lines {
		at := ""
		for _, word := range strings.Fields(text) {
			if at != "" && len(at)+1+len(word) > letters {
				out, at = append(out, at), ""
			}
			if at != "" {
				at += " "
			}
			at += word
		}
		out = append(out, at)
	}
	return out
}
