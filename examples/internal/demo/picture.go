package demo

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"d3d9vk/device"
	"d3d9vk/picture"
)

// Picture is a PNG file to write.
type Picture struct {
	Name  string // of the file, without .png
	About string
	Image *image.NRGBA
}

// write writes the file to the folder, which exists, and its name and what it shows to out.
func (p Picture) write(folder string, out io.Writer) error {
	path := filepath.Join(folder, p.Name+".png")
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(file, p.Image); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s  %s\n", path, p.About)
	return nil
}

// Read makes a picture of a render target. Show turns what the target holds into what the picture shows; nil shows the color as
// it is, opaque.
func (s *Stage) Read(target *device.Surface, show func(Color) Color) (*image.NRGBA, error) {
	pixels, err := picture.Read(s.Device, target)
	if err != nil {
		return nil, err
	}
	return pixels.Image(show), nil
}
