package main

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strings"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
)

// variant is a device that the sample is drawn on for comparison.
type variant struct {
	title, about string
	change       func(*device.Options)
}

// variants are the machine itself, without independentBlend, and as each graphics card of the caps profiles.
func variants() ([]variant, error) {
	out := []variant{
		{"full", "everything that the machine has: above A8R8G8B8 and A16B16G16R16F without green, below R32F and A2R10G10B10 without red", func(*device.Options) {}},
		{"without independentBlend", "Vulkan's feature, without which attachments of a pass blend alike", func(o *device.Options) {
			o.Disable = append(o.Disable, "IndependentBlend")
		}},
	}
	for _, name := range caps.Profiles()[1:] {
		p, err := caps.ProfileNamed(name)
		if err != nil {
			return nil, err
		}
		out = append(out, variant{name, p.About, func(o *device.Options) { o.Profile = &p }})
	}
	return out, nil
}

// columns of the contact sheet.
const columns = 4

// compare draws the frame on each of the variants and puts the pictures side by side.
func compare(s *demo.Stage, frame int) (*image.NRGBA, error) {
	all, err := variants()
	if err != nil {
		return nil, err
	}
	var tiles []demo.Tile
	for _, v := range all {
		t := demo.Tile{Title: v.title, Lines: []string{v.about}}
		var said []string
		m := &mrt{}
		shot, err := s.Elsewhere(m, frame, func(o *device.Options) {
			v.change(o)
			o.Diagnose = func(d device.Diagnostic) {
				line := fmt.Sprintf("%s [%s]", d.Text, d.Rule)
				if d.ID != "bit-depths-differ" && !slices.Contains(said, line) { // true of every picture: the formats are what the sample is about
					said = append(said, line)
				}
			}
		})
		t.Lines = append(t.Lines, fmt.Sprintf("render targets at once: %d", m.most))
		if f := m.forms; m.most == len(f) && len(tiles) > 0 {
			t.Lines = append(t.Lines, fmt.Sprintf("drawn to %v, %v, %v, %v", f[0].format, f[1].format, f[2].format, f[3].format))
		}
		if err != nil {
			why, _, _ := strings.Cut(err.Error(), "\n")
			t.Why = why
		} else {
			t.Image = shot
			if len(tiles) > 0 {
				t.Lines = append(t.Lines, likeness(tiles[0].Image, shot))
			}
		}
		t.Lines = append(t.Lines, said...)
		tiles = append(tiles, t)
	}
	return demo.Sheet(tiles, columns, s.Width, s.Height), nil
}

// likeness says how a picture differs from that of full.
func likeness(full, shot *image.NRGBA) string {
	switch {
	case full == nil:
		return "no picture of full to compare with"
	case bytes.Equal(full.Pix, shot.Pix):
		return "the same picture as full"
	}
	most := 0
	for i := range shot.Pix {
		d := int(full.Pix[i]) - int(shot.Pix[i])
		most = max(most, d, -d)
	}
	return fmt.Sprintf("differs from full by up to %d/255", most)
}

// model is the shader model to draw with: 3, or 2 where the caps have no more.
func model(s *demo.Stage) (name string, most int, err error) {
	c, failed := s.GetDeviceCaps()
	if failed != nil {
		return "", 0, failed
	}
	if c.PixelShaderVersion < d3d9.PSVersion(3, 0) || c.VertexShaderVersion < d3d9.VSVersion(3, 0) {
		return "2_0", int(c.NumSimultaneousRTs), nil
	}
	return "3_0", int(c.NumSimultaneousRTs), nil
}
