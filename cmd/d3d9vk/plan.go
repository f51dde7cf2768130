package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/explain"
	"d3d9vk/mrt"
	"d3d9vk/translate"
	"d3d9vk/translate/sm"
)

// description is the JSON file of a draw. Whatever is not in it is as on a new device.
type description struct {
	Profile      string                     // a caps profile's name or file; "" is full
	Disable      []string                   // features and abilities of formats to go without, as in D3D9VK_DISABLE
	Targets      []*surface                 // render targets 0 to 3; null is an empty slot
	DepthStencil *surface                   // nil for none
	States       map[string]json.RawMessage // render states by name without RS_: a number, true or false, or a constant's name
	VertexShader string                     // file, below the description's folder; "" for none
	VertexText   string                     // or assembly
	PixelShader  string
	PixelText    string
	B            []bool     // b0, b1 ... of the pixel shader
	I            [][4]int32 // i0, i1 ...
}

type surface struct {
	Format        string // without FMT_
	Width, Height uint32
	Samples       uint8 // 0 and 1 are one
}

// runPlan reads a description, plans its draw and prints that.
func runPlan(e *env, flags *flag.FlagSet, args []string) error {
	asJSON := flags.Bool("json", false, "print JSON")
	profile := flags.String("profile", "", "caps profile `NAME|FILE` instead of the description's")
	l := newLoader(e, flags)
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return fmt.Errorf("%w: one description is needed (- is standard input)", errUsage)
	}
	data, err := l.read(rest[0])
	if err != nil {
		return err
	}
	var desc description
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&desc); err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: something follows the description", rest[0])
	}
	if *profile != "" {
		desc.Profile = *profile
	}
	p := planner{desc: &desc, loader: l, folder: filepath.Dir(rest[0])}
	if err := p.plan(); err != nil {
		if errors.Is(err, errFound) {
			return err
		}
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	if *asJSON {
		return p.printJSON(e.out)
	}
	return p.print(e.out)
}

// planner turns a description into a draw with its plan.
type planner struct {
	desc    *description
	loader  *loader
	folder  string
	profile caps.Profile
	render  mrt.RenderStates
	draw    explain.Draw
}

func (p *planner) plan() error {
	var err error
	if p.profile = caps.Full(); p.desc.Profile != "" {
		if p.profile, err = caps.FindProfile(p.desc.Profile); err != nil {
			return fmt.Errorf("Profile: %w", err)
		}
	}
	adapter, err := caps.IdealAdapter(p.profile, p.desc.Disable)
	if err != nil {
		return fmt.Errorf("Disable: %w", err)
	}
	p.draw = explain.Draw{Render: &p.render, Fed: math.MaxUint16}
	p.draw.Input.Limits = mrt.LimitsOf(adapter)
	if err := p.surfaces(adapter); err != nil {
		return err
	}
	if err := p.states(); err != nil {
		return err
	}
	vs, err := p.shader("Vertex", p.desc.VertexShader, p.desc.VertexText, sm.Vertex)
	if err != nil {
		return err
	}
	ps, err := p.shader("Pixel", p.desc.PixelShader, p.desc.PixelText, sm.Pixel)
	switch {
	case err != nil:
		return err
	case ps == nil:
		return errors.New("PixelShader or PixelText is needed")
	case len(p.desc.B) > 16 || len(p.desc.I) > 16:
		return errors.New("B and I have at most 16 registers")
	}
	p.draw.Pixel = ps.Shader
	if vs != nil {
		p.draw.Vertex = vs.Shader
	}
	var b uint16
	for n, on := range p.desc.B {
		if on {
			b |= 1 << n
		}
	}
	var i [16][4]int32
	copy(i[:], p.desc.I)
	p.draw.Input.SetStates(&p.render, ps.Shader.Written.Eval(b, &i), ps.Shader.Major)
	mrt.Make(&p.draw.Input, &p.draw.Plan)
	return nil
}

func (p *planner) surfaces(a *caps.Adapter) error {
	if n := int(a.NumSimultaneousRTs()); len(p.desc.Targets) > n {
		return fmt.Errorf("Targets: %d are more than NumSimultaneousRTs, %d [MRT-12]", len(p.desc.Targets), n)
	}
	describe := func(where string, s *surface, fits func(*caps.FormatRow) bool, what string) (mrt.Surface, error) {
		f, ok := d3d9.ConstantValue("FMT_" + s.Format)
		row, known := a.Format(d3d9.FORMAT(f))
		switch {
		case !ok:
			return mrt.Surface{}, fmt.Errorf("%s: Format: there is no format %q", where, s.Format)
		case !known || !fits(row):
			return mrt.Surface{}, fmt.Errorf("%s: Format: %s is no %s under profile %s", where, s.Format, what, p.profile.Name)
		case s.Width == 0 || s.Height == 0:
			return mrt.Surface{}, fmt.Errorf("%s: Width and Height are needed", where)
		case s.Samples > 16 || s.Samples&(s.Samples-1) != 0:
			return mrt.Surface{}, fmt.Errorf("%s: Samples: %d is none of 1, 2, 4, 8, 16", where, s.Samples)
		}
		return mrt.Surface{Format: row, Width: s.Width, Height: s.Height, Samples: max(1, s.Samples)}, nil
	}
	for n, s := range p.desc.Targets {
		if s == nil {
			continue
		}
		var err error
		if p.draw.Input.Targets[n], err = describe(fmt.Sprintf("Targets: %d", n), s, func(r *caps.FormatRow) bool { return r.Target }, "render target"); err != nil {
			return err
		}
	}
	if s := p.desc.DepthStencil; s != nil {
		var err error
		p.draw.Input.DepthStencil, err = describe("DepthStencil", s, func(r *caps.FormatRow) bool { return r.Depth }, "depth-stencil format")
		return err
	}
	return nil
}

// states sets the render states: those of a new device, then the description's.
func (p *planner) states() error {
	for n := range d3d9.RenderStates {
		r := &d3d9.RenderStates[n]
		p.render[r.State] = d3d9.DefaultRenderState(d3d9.RENDERSTATETYPE(r.State), p.desc.DepthStencil != nil)
		name := strings.TrimPrefix(r.Name, "RS_")
		raw, ok := p.desc.States[name]
		if !ok {
			continue
		}
		v, err := stateValue(r, raw)
		if err != nil {
			return fmt.Errorf("States: %s: %w", name, err)
		}
		p.render[r.State] = v
	}
	for name := range p.desc.States {
		if _, ok := d3d9.ConstantValue("RS_" + name); !ok {
			return fmt.Errorf("States: there is no render state %q", name)
		}
	}
	return nil
}

// stateValue is a number, a truth value, or the name of one of the state's constants without its prefix, such as SRCALPHA.
func stateValue(r *d3d9.StateDesc, raw json.RawMessage) (uint32, error) {
	var number uint32
	if json.Unmarshal(raw, &number) == nil {
		return number, nil
	}
	var on bool
	if json.Unmarshal(raw, &on) == nil {
		if on {
			return 1, nil
		}
		return 0, nil
	}
	var name string
	if json.Unmarshal(raw, &name) == nil && r.Values != nil {
		for _, c := range r.Values.Constants {
			if c.Name == name || strings.HasSuffix(c.Name, "_"+name) {
				return uint32(c.Value), nil
			}
		}
	}
	return 0, fmt.Errorf("%s is no value of it", raw)
}

// shader reads one from a file or from text; it is nil where there is neither.
func (p *planner) shader(what, file, text string, stage sm.Stage) (*translate.Program, error) {
	var found []*shader
	switch {
	case file != "" && text != "":
		return nil, fmt.Errorf("%sShader and %sText exclude one another", what, what)
	case text != "":
		found = p.loader.assemble(what+"Text", text, false)
	case file != "":
		if !filepath.IsAbs(file) {
			file = filepath.Join(p.folder, file)
		}
		found = p.loader.load(file, false)
	default:
		return nil, nil
	}
	switch {
	case p.loader.failed:
		return nil, errFound
	case len(found) != 1:
		return nil, fmt.Errorf("%sShader: %s holds %d shaders: -shader chooses one", what, file, len(found))
	case found[0].program.Version.Stage() != stage:
		return nil, fmt.Errorf("%sShader: %v is another stage's version", what, found[0].program.Version)
	}
	return translate.Compile(sm.Encode(found[0].program))
}
