package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"d3d9vk/caps"
	"d3d9vk/d3d9"
	"d3d9vk/explain"
	"d3d9vk/mrt"
	"d3d9vk/translate"
	"d3d9vk/translate/sm"
)

// planHelp is the help of plan.
const planHelp = `
FILE describes the draw as JSON; - is standard input. Whatever it leaves out is as on a new device:

  "Profile":      "geforce-6"           a caps profile's name or file
  "Disable":      ["IndependentBlend"]  features and abilities of formats to go without, as in D3D9VK_DISABLE
  "Targets":      [{"Format": "A8R8G8B8", "Width": 640, "Height": 480, "Samples": 4}, null]
                                        render targets 0 to 3; null is an empty slot, without Samples there is one
  "DepthStencil": {"Format": "D24S8", "Width": 640, "Height": 480}
  "States":       {"ALPHABLENDENABLE": true, "SRCBLEND": "SRCALPHA", "COLORWRITEENABLE": "RED|GREEN"}
                                        render states
  "PixelShader":  "light.asm"           a file as d3d9vk info takes them, beside FILE; -shader chooses one of several.
                                        Or assembly: "PixelText": "ps_2_0\nmov oC0, c0\n"
  "VertexShader": "quad.asm"            the same, or "VertexText"; may be left out
  "B": [true], "I": [[4, 0, 1, 0]]      b0 and i0 of the pixel shader, and those that follow
`

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
		const most = 200 // it may quote any of the file
		return fmt.Errorf("%s:%d: %.*s (d3d9vk plan -h lists the fields)", rest[0], line(data, decoder, err), most, err.Error())
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

// line is where in a file the decoder met the error.
func line(data []byte, decoder *json.Decoder, err error) int {
	at := decoder.InputOffset()
	if syntax, wrong := (*json.SyntaxError)(nil), (*json.UnmarshalTypeError)(nil); errors.As(err, &syntax) {
		at = syntax.Offset
	} else if errors.As(err, &wrong) {
		at = wrong.Offset
	}
	return 1 + bytes.Count(data[:min(max(at, 0), int64(len(data)))], []byte("\n"))
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
	if p.draw.Input.Targets[0].Format == nil {
		return errors.New("Targets: target 0 is never empty; one of the format NULL stores nothing [MRT-1]")
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
		f, ok := d3d9.ConstantValue("FMT_" + strings.TrimPrefix(s.Format, "FMT_"))
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
	rows := map[string]*d3d9.StateDesc{}
	for n := range d3d9.RenderStates {
		r := &d3d9.RenderStates[n]
		rows[r.Name] = r
		p.render[r.State] = d3d9.DefaultRenderState(d3d9.RENDERSTATETYPE(r.State), p.desc.DepthStencil != nil)
	}
	for _, name := range slices.Sorted(maps.Keys(p.desc.States)) {
		r := rows["RS_"+strings.TrimPrefix(name, "RS_")]
		if r == nil {
			return fmt.Errorf("States: there is no render state %q", name)
		}
		v, err := stateValue(r, p.desc.States[name])
		if err != nil {
			return fmt.Errorf("States: %s: %w", name, err)
		}
		p.render[r.State] = v
	}
	return nil
}

// stateValue is a number, a truth value, or the names of the state's constants, with or without their prefix, such as "SRCALPHA" or
// "RED|GREEN".
func stateValue(r *d3d9.StateDesc, raw json.RawMessage) (uint32, error) {
	var number uint32
	if r.Kind != d3d9.KindFloat && json.Unmarshal(raw, &number) == nil {
		return number, nil
	}
	var float float32
	if r.Kind == d3d9.KindFloat && json.Unmarshal(raw, &float) == nil {
		return math.Float32bits(float), nil
	}
	var on bool
	if json.Unmarshal(raw, &on) == nil {
		if on {
			return 1, nil
		}
		return 0, nil
	}
	var names string
	if json.Unmarshal(raw, &names) == nil {
		if v, ok := stateNamed(r, names); ok {
			return v, nil
		}
	}
	switch {
	case r.Values != nil:
		var all []string
		for _, c := range r.Values.Constants {
			_, name, _ := strings.Cut(c.Name, "_")
			all = append(all, name)
		}
		return 0, fmt.Errorf("%s is no value of it: a number or %s", raw, strings.Join(all, ", "))
	case r.Kind == d3d9.KindBool:
		return 0, fmt.Errorf("%s is no value of it: true or false", raw)
	}
	return 0, fmt.Errorf("%s is no value of it: a number", raw)
}

// stateNamed is the value of a constant of the state, or of several with | between them where its bits are flags.
func stateNamed(r *d3d9.StateDesc, names string) (v uint32, ok bool) {
	if r.Kind == d3d9.KindBool {
		return map[string]uint32{"TRUE": 1}[names], names == "TRUE" || names == "FALSE"
	}
	words := []string{names}
	if r.Kind == d3d9.KindFlags {
		words = strings.Split(names, "|")
	}
	for _, word := range words {
		if r.Values == nil {
			return 0, false
		}
		n := slices.IndexFunc(r.Values.Constants, func(c d3d9.Constant) bool { return c.Name == word || strings.HasSuffix(c.Name, "_"+word) })
		if n < 0 {
			return 0, false
		}
		v |= uint32(r.Values.Constants[n].Value)
	}
	return v, true
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
