package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"d3d9vk/spirv"
	"d3d9vk/translate"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
	"d3d9vk/translate/sm"
)

// spvFlags is what a module depends on beside its program.
type spvFlags struct {
	layout   string
	text     bool
	vs       string
	vertex   emit.VertexVariant
	planes   uint
	pixel    emit.PixelVariant
	switches bool
	first    uint
	stages   stages
}

func (f *spvFlags) register(flags *flag.FlagSet) {
	flags.BoolVar(&f.text, "S", false, "write text for people instead of a module; so does a name that ends in .spvasm")
	flags.StringVar(&f.layout, "layout", "uniform", "where the module finds what it binds: uniform, arena, or one of them changed by a JSON file with fields of emit.Layout, as in `uniform:FILE`")
	flags.BoolVar(&f.switches, "switches", false, "specialization constants that switch off what the other flags ask for")
	flags.UintVar(&f.first, "first-switch", 0, "`SpecId` of the first constant of -switches")
	flags.UintVar(&f.planes, "clip-planes", 0, "vertex shader: `number` of user clip planes, 0 to 6")
	flags.BoolVar(&f.vertex.Points, "points", false, "vertex shader: write PointSize")
	flags.BoolVar(&f.vertex.Offset, "offset", false, "vertex shader: add an offset to the position")
	flags.StringVar(&f.vs, "vs", "", "pixel shader: link its inputs to the outputs of the vertex shader in this `file`; without it input n has location n")
	flags.BoolVar(&f.pixel.AlphaTest, "alpha-test", false, "pixel shader: alpha test")
	flags.BoolVar(&f.pixel.Fog, "fog", false, "pixel shader below model 3: fog")
	flags.BoolVar(&f.pixel.Flat, "flat", false, "pixel shader: flat shading")
	flags.BoolVar(&f.pixel.PointSprite, "point-sprite", false, "pixel shader: texture coordinates from the point")
	flags.Var(&f.stages, "stage", "ps_1_x: `N:2d, N:cube or N:volume` texture of stage N, with :y, :z or :w behind it the divisor of its coordinates; may be given again")
}

// stages is the flag -stage.
type stages struct {
	value emit.Stages
	seen  [ir.MaxStages]bool
}

func (s *stages) String() string { return "" }

func (s *stages) Set(text string) error {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 || len(parts[0]) != 1 || parts[0][0] < '0' || int(parts[0][0]-'0') >= len(s.seen) {
		return fmt.Errorf("%q is not N:TYPE or N:TYPE:COMPONENT with N from 0 to %d", text, len(s.seen)-1)
	}
	n := int(parts[0][0] - '0')
	dim, ok := map[string]ir.Dim{"2d": ir.Dim2D, "cube": ir.DimCube, "volume": ir.DimVolume}[parts[1]]
	divisor := 0
	if len(parts) == 3 {
		divisor = strings.Index("xyzw", parts[2])
	}
	if !ok || divisor < 0 || len(parts) == 3 && (divisor == 0 || len(parts[2]) != 1) || s.seen[n] {
		return fmt.Errorf("%q: the type is 2d, cube or volume, the component y, z or w, and each stage is given once", text)
	}
	s.seen[n] = true
	s.value = s.value.With(n, dim, uint8(divisor))
	return nil
}

// runSpv writes the SPIR-V of each shader.
func runSpv(e *env, flags *flag.FlagSet, args []string) error {
	l := newLoader(e, flags)
	var f spvFlags
	f.register(flags)
	o := output{e: e}
	flags.StringVar(&o.path, "o", "-", "`file` for the module, or a folder; - is standard output")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	f.text = f.text || strings.HasSuffix(o.path, ".spvasm")
	o.binary = !f.text
	layout, err := f.settle()
	if err != nil {
		return err
	}
	var vs *translate.Program
	if f.vs != "" {
		if vs, err = vertexShader(e, l, f.vs); err != nil || vs == nil {
			return orFound(err)
		}
	}
	shaders, err := o.all(l, rest)
	if err != nil {
		return err
	}
	for _, s := range shaders {
		p, err := translate.Compile(sm.Encode(s.program))
		if err != nil {
			l.fail("%s", notTranslated(s, err))
			continue
		}
		words := f.module(p, vs, layout)
		data, ext := make([]byte, 0, 4*len(words)), ".spv"
		if f.text {
			text, err := spirv.Disassemble(words)
			if err != nil {
				return err
			}
			data, ext = []byte(text), ".spvasm"
		} else {
			for _, w := range words {
				data = binary.LittleEndian.AppendUint32(data, w)
			}
		}
		if err := o.write(s, data, ext); err != nil {
			return err
		}
	}
	return l.done()
}

// orFound is the error, or errFound where there is none: something was reported.
func orFound(err error) error {
	if err == nil {
		return errFound
	}
	return err
}

// settle checks the flags and gives the layout.
func (f *spvFlags) settle() (emit.Layout, error) {
	base, file, changed := strings.Cut(f.layout, ":")
	layout := emit.DynamicUniform
	switch base {
	case "uniform":
	case "arena":
		layout = emit.ArenaIndex
	default:
		return layout, fmt.Errorf("%w: -layout is uniform or arena, not %q", errUsage, base)
	}
	if changed {
		if err := changeLayout(&layout, file); err != nil {
			return layout, fmt.Errorf("%s: %w", file, err)
		}
	}
	const mostPlanes, mostIDs = 6, 1 << 31
	if f.planes > mostPlanes {
		return layout, fmt.Errorf("%w: -clip-planes is 0 to %d, not %d", errUsage, mostPlanes, f.planes)
	}
	if f.first >= mostIDs {
		return layout, fmt.Errorf("%w: -first-switch %d is no SpecId", errUsage, f.first)
	}
	f.vertex.ClipPlanes = uint8(f.planes)
	f.pixel.Stages = f.stages.value
	if f.switches {
		layout.Switches, layout.FirstSwitch = true, uint32(f.first)
	}
	return layout, nil
}

// changeLayout sets the fields of the layout that the JSON file gives.
func changeLayout(layout *emit.Layout, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	source := layout.Source
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(layout); err != nil {
		return err
	}
	if layout.Source != source {
		return errors.New("Source is chosen by the word before the file's name")
	}
	return layout.Check()
}

// module makes a program's module. Without a vertex shader each pixel input has a location of its own, and fog the one behind them.
func (f *spvFlags) module(p, vs *translate.Program, layout emit.Layout) []uint32 {
	if p.Shader.Stage == ir.Vertex {
		return p.Vertex(layout, f.vertex)
	}
	v := f.pixel
	v.Fog = v.Fog && p.Shader.Major < 3
	if vs != nil {
		v.Link = translate.Link(vs, p)
	} else {
		for i := range p.Shader.Inputs {
			v.Link.Loc[i] = uint8(i + 1)
		}
		v.Link.Fog = uint8(len(p.Shader.Inputs) + 1)
	}
	return p.Pixel(layout, v)
}

// vertexShader loads the shader of -vs: the first vertex shader in the file. nil without an error: what is wrong was reported.
func vertexShader(e *env, l *loader, file string) (*translate.Program, error) {
	of := *l
	of.choice = ""
	for _, s := range of.load(file, false) {
		if s.program.Version.Stage() != sm.Vertex {
			continue
		}
		p, err := translate.Compile(sm.Encode(s.program))
		if err != nil {
			of.fail("%s", notTranslated(s, err))
			return nil, nil
		}
		return p, nil
	}
	if !of.failed {
		return nil, fmt.Errorf("%s holds no vertex shader", file)
	}
	return nil, nil
}
