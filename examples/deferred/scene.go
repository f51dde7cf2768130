package main

import (
	"math"

	"d3d9vk/device"
	"d3d9vk/examples/internal/demo"
)

// The scene: a square of tiles with columns around a slowly turning ring, at night, with many lamps on their rounds. Lengths are
// metres; everything follows from the number of the frame.
const (
	far        = 100 // how far the camera sees
	fog        = far / 38.
	exposure   = 1.3
	lightCount = 48
	columns    = 12
	pebbles    = 14
)

// sky is c1 to c6 of the ambient pass.
var sky = [24]float32{
	0.012, 0.022, 0.060, 0, // overhead
	0.055, 0.050, 0.085, 0, // at the horizon
	0.020, 0.016, 0.012, 0, // from below
	0.48, 0.64, -0.60, 0, // direction to the moon
	0.16, 0.20, 0.30, 0, // the moon's light
	fog, 3.5, 2.2, 2.5,
}

// Colors of the walls; alpha is the strength of the highlight.
var (
	tileStone, tileJoint   = demo.Color{0.42, 0.44, 0.50, 1}, demo.Color{0.16, 0.15, 0.14, 0.1}
	brickStone, brickJoint = demo.Color{0.62, 0.50, 0.42, 1}, demo.Color{0.24, 0.22, 0.20, 0.1}
)

// Parts of the geometry.
const (
	ground = iota
	box
	ball
	lamp // a ball of few triangles, for bulbs and the reach of lights
	ring
)

// skin is the textures of a surface.
type skin struct{ albedo, bumps *device.Texture }

type scene struct {
	geometry             *demo.Geometry
	plain, tiles, bricks skin
}

type object struct {
	part     int
	world    demo.Matrix
	tint     demo.Color // alpha goes into the albedo target's
	material [4]float32 // strength of the highlight, gloss, glow
	skin     skin
	repeat   [2]float32
}

type light struct {
	position, color demo.Vec
	reach           float32
}

// moment is the scene at one frame.
type moment struct {
	camera  demo.Camera
	objects []object
	lights  []light
}

func loadScene(s *demo.Stage) (*scene, error) {
	sc := &scene{}
	var err error
	if sc.geometry, err = s.Geometry(demo.Ground(240), demo.Box(), demo.Sphere(36), demo.Sphere(16), demo.Torus(0.2, 72, 24)); err != nil {
		return nil, err
	}
	white := func(u, v float32) demo.Color { return demo.Color{1, 1, 1, 1} }
	even := func(u, v float32) float32 { return 0 }
	tiles, bricks := demo.Bricks(4, 4, 0.035, 0), demo.Bricks(3, 8, 0.06, 0.5)
	for _, want := range []struct {
		skin   *skin
		size   int
		albedo func(u, v float32) demo.Color
		height func(u, v float32) float32
	}{
		{&sc.plain, 4, white, even},
		{&sc.tiles, 256, stones(tiles, tileStone, tileJoint), relief(tiles, 0.012, 0.0015)},
		{&sc.bricks, 256, stones(bricks, brickStone, brickJoint), relief(bricks, 0.02, 0.001)},
	} {
		if want.skin.albedo, err = s.Texture(want.size, want.albedo); err != nil {
			return nil, err
		}
		if want.skin.bumps, err = s.Texture(want.size, demo.Bumps(want.height, 1/float32(want.size))); err != nil {
			return nil, err
		}
	}
	return sc, nil
}

// stones colors a wall; no two stones are alike.
func stones(wall func(u, v float32) (height, stone float32), stone, joint demo.Color) func(u, v float32) demo.Color {
	return func(u, v float32) (c demo.Color) {
		height, number := wall(u, v)
		for i := range c {
			c[i] = joint[i] + height*(stone[i]*(0.7+0.3*number)-joint[i])
		}
		return c
	}
}

// relief is the height of a wall: joints deep below the stones, whose faces are a little rough.
func relief(wall func(u, v float32) (height, stone float32), deep, rough float32) func(u, v float32) float32 {
	return func(u, v float32) float32 {
		height, number := wall(u, v)
		x, y := 2*math.Pi*float64(u), 2*math.Pi*float64(v)
		waves := math.Sin(5*x+float64(number)*9)*math.Sin(7*y) + 0.5*math.Sin(17*x)*math.Sin(13*y+float64(number)*5)
		return height * (deep + rough*float32(waves)*0.3)
	}
}

// around is a point on a circle around the middle; turn 1 is once around.
func around(turn, radius, height float32) demo.Vec {
	sin, cos := math.Sincos(2 * math.Pi * float64(turn))
	return demo.Vec{radius * float32(cos), height, radius * float32(sin)}
}

// hue is a bright color; hue 1 is once around the wheel.
func hue(h float32) demo.Vec {
	channel := func(shift float32) float32 {
		return 0.5 + 0.5*float32(math.Cos(2*math.Pi*float64(h-shift)))
	}
	return demo.Vec{channel(0), channel(1. / 3), channel(2. / 3)}
}

// at is the scene at a frame, sixty frames a second.
func (sc *scene) at(frame int, aspect float32) *moment {
	t := float32(frame) / 60
	m := &moment{camera: demo.Camera{
		Eye: around(0.04*t-5./24, 15.8, 6.8), At: demo.Vec{0, 1.3, 0},
		Fov: 0.85, Aspect: aspect, Near: 0.3, Far: far,
	}}
	m.objects = append(m.objects, object{
		part: ground, world: demo.Stretch(1, 1, 1), tint: demo.Color{1, 1, 1, 1},
		material: [4]float32{0.55, 0.45}, skin: sc.tiles, repeat: [2]float32{48, 48},
	})
	sc.middle(m, t)
	sc.columns(m)
	sc.pebbles(m)
	sc.lamps(m, t)
	return m
}

// middle is a pedestal with a ball and two rings that turn around it.
func (sc *scene) middle(m *moment, t float32) {
	center := demo.Vec{0, 3.1, 0}
	stone := object{part: box, tint: demo.Color{0.42, 0.44, 0.5, 1}, material: [4]float32{0.6, 0.5}, skin: sc.plain, repeat: [2]float32{1, 1}}
	for i, size := range []demo.Vec{{4.6, 0.35, 4.6}, {3.6, 0.35, 3.6}, {2.6, 0.35, 2.6}} {
		step := stone
		step.world = demo.Place(demo.Vec{0, 0.175 + 0.35*float32(i), 0}, 1, 0.3*float32(i), 0).Mul(demo.Stretch(size[0], size[1], size[2]))
		m.objects = append(m.objects, step)
	}
	m.objects = append(m.objects,
		object{part: ball, world: demo.Place(center, 0.95, 0, 0), tint: demo.Color{0.85, 0.88, 0.95, 1},
			material: [4]float32{1, 0.85}, skin: sc.plain, repeat: [2]float32{1, 1}},
		object{part: ring, world: demo.Place(center, 1.75, 0.5*t, 0.9*t+0.5), tint: demo.Color{1, 0.72, 0.32, 1},
			material: [4]float32{0.9, 0.6}, skin: sc.plain, repeat: [2]float32{1, 1}},
		object{part: ring, world: demo.Place(center, 2.45, 1-0.4*t, 1.9-0.6*t), tint: demo.Color{0.55, 0.75, 1, 1},
			material: [4]float32{0.9, 0.7}, skin: sc.plain, repeat: [2]float32{1, 1}},
	)
}

func (sc *scene) columns(m *moment) {
	for i := range columns {
		turn := float32(i) / columns
		foot, angle := around(turn, 10, 0), -2*math.Pi*turn
		for _, stone := range []struct{ width, height, bottom float32 }{{1.5, 0.5, 0}, {0.95, 4.4, 0.5}, {1.4, 0.4, 4.9}} {
			middle := foot.Add(demo.Vec{0, stone.bottom + stone.height/2, 0})
			m.objects = append(m.objects, object{
				part: box, world: demo.Place(middle, 1, angle, 0).Mul(demo.Stretch(stone.width, stone.height, stone.width)),
				tint: demo.Color{0.95, 0.9, 0.85, 1}, material: [4]float32{0.25, 0.25}, skin: sc.bricks,
				repeat: [2]float32{0.5 * stone.width, 0.25 * max(stone.height, 1)},
			})
		}
	}
}

// pebbles are balls of many colors, from dull to polished.
func (sc *scene) pebbles(m *moment) {
	for i := range pebbles {
		turn, shine := (float32(i)+0.5)/pebbles, float32(i)/(pebbles-1)
		size := 0.45 + 0.3*hue(float32(i) * 0.31)[0]
		color := hue(float32(i) * 0.37).Mul(0.6).Add(demo.Vec{0.3, 0.3, 0.3})
		m.objects = append(m.objects, object{
			part: ball, world: demo.Place(around(turn, 5.6+0.8*float32(i%2), size), size, 0, 0),
			tint: demo.Color{color[0], color[1], color[2], 1}, material: [4]float32{0.2 + 0.8*shine, shine},
			skin: sc.plain, repeat: [2]float32{1, 1},
		})
	}
}

// lamps are the lights, each with a glowing bulb: most on rounds over the tiles at their own height and speed, every third on its way up
// and down a column.
func (sc *scene) lamps(m *moment, t float32) {
	for i := range lightCount {
		n := float32(i)
		l := light{color: hue(n * 0.137).Mul(2.4), reach: 4.2}
		turn, direction := n/lightCount*3, float32(1-i%2*2)
		switch i % 3 {
		case 0:
			l.position = around(turn+direction*0.05*t, 3.6, 0.9+0.5*float32(math.Sin(float64(t+n))))
		case 1:
			l.position = around(turn+direction*0.03*t, 7.4, 0.7+0.3*float32(math.Sin(float64(1.3*t+2*n))))
		case 2:
			column := float32(i/3%columns) / columns
			l.position = around(column+0.012*direction, 9+2.2*float32(i/3/columns), 2.8+1.9*float32(math.Sin(float64(0.7*t+n))))
			l.reach = 5
		}
		m.lights = append(m.lights, l)
		color := hue(n * 0.137).Mul(0.75).Add(demo.Vec{0.25, 0.25, 0.25})
		m.objects = append(m.objects, object{
			part: lamp, world: demo.Place(l.position, 0.09, 0, 0), tint: demo.Color{color[0], color[1], color[2], 1},
			material: [4]float32{0, 0, 1}, skin: sc.plain, repeat: [2]float32{1, 1},
		})
	}
}
