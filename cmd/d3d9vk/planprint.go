package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"d3d9vk/diagnostic"
	"d3d9vk/explain"
	"d3d9vk/internal/gpu"
	"d3d9vk/mrt"
)

// outcome is what plan prints, as -json has it.
type outcome struct {
	Profile       string
	Disabled      []string `json:",omitempty"`
	Refused       string   `json:",omitempty"` // why the draw is, with its rules
	Width, Height uint32   // of the render area
	Samples       uint8
	Depth         bool // the depth-stencil surface takes part
	AlphaTest     bool
	Fog           bool
	Targets       []targetOutcome
	Passes        [][]int // the targets that each pass writes
	Diagnostics   []diagnosticOutcome
}

type targetOutcome struct {
	Target  int
	Format  string
	Written string // the components that are stored, such as "xyzw"; empty for none
	Blend   string // "", or the equation's factors and operation
	SRGB    bool
}

type diagnosticOutcome struct {
	ID, Severity, Rules, Text, Advice string
}

func (p *planner) outcome() *outcome {
	in, plan := &p.draw.Input, &p.draw.Plan
	out := &outcome{
		Profile: p.profile.Name, Disabled: p.desc.Disable, Width: plan.Pass.Width, Height: plan.Pass.Height, Samples: plan.Pass.Samples, Depth: plan.Pass.Depth,
		AlphaTest: p.draw.TestsAlpha(), Fog: in.Fog && !plan.NoFog,
	}
	if plan.Refused != 0 {
		out.Refused = plan.Reason().String()
	}
	for n := range in.Targets {
		format := in.Targets[n].Format
		if format == nil {
			continue
		}
		t := targetOutcome{Target: n, Format: strings.TrimPrefix(format.Format.String(), "FMT_"), SRGB: plan.Pass.SRGB>>n&1 != 0}
		if plan.Written>>n&1 != 0 && plan.Refused == 0 {
			t.Written = explain.Components(p.draw.Mask(n) & format.Channels)
			if plan.Blended>>n&1 != 0 {
				t.Blend = equation(&in.Blend)
			}
		}
		out.Targets = append(out.Targets, t)
	}
	for s := range int(plan.Steps) {
		step := plan.Step(s)
		written := []int{}
		for n := range gpu.MaxTargets {
			if step.Pass.Attached>>n&1 != 0 && plan.Written>>n&1 != 0 {
				written = append(written, n)
			}
		}
		if plan.Refused == 0 {
			out.Passes = append(out.Passes, written)
		}
	}
	for _, f := range p.draw.Findings() {
		row := diagnostic.Find(f.ID)
		out.Diagnostics = append(out.Diagnostics, diagnosticOutcome{f.ID, row.Severity.String(), row.Rule(), f.Text, row.Advice})
	}
	return out
}

// equation spells alpha blending, such as "SRCALPHA ADD INVSRCALPHA".
func equation(b *mrt.Blend) string {
	short := func(s fmt.Stringer) string { return s.String()[strings.IndexByte(s.String(), '_')+1:] }
	text := fmt.Sprintf("%s %s %s", short(b.Src), short(b.Op), short(b.Dest))
	if b.Separate {
		text += fmt.Sprintf(", alpha %s %s %s", short(b.SrcAlpha), short(b.OpAlpha), short(b.DestAlpha))
	}
	return text
}

func (p *planner) printJSON(w io.Writer) error {
	text, err := json.MarshalIndent(p.outcome(), "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

func (p *planner) print(w io.Writer) error {
	o := p.outcome()
	var b strings.Builder
	fmt.Fprintf(&b, "profile %s, an adapter with everything", o.Profile)
	if len(o.Disabled) > 0 {
		fmt.Fprintf(&b, " but %s", strings.Join(o.Disabled, ", "))
	}
	b.WriteString("\n")
	if o.Refused != "" {
		fmt.Fprintf(&b, "the draw is refused: %s\n", o.Refused)
	}
	fmt.Fprintf(&b, "area %dx%d, %d samples, depth-stencil %s, alpha test %s, fog %s\n", o.Width, o.Height, o.Samples, onOff(o.Depth), onOff(o.AlphaTest), onOff(o.Fog))
	for _, t := range o.Targets {
		fmt.Fprintf(&b, "target %d  %-14s ", t.Target, t.Format)
		switch {
		case t.Written == "":
			b.WriteString("not written")
		default:
			fmt.Fprintf(&b, "oC%d -> %s", t.Target, t.Written)
		}
		if t.Blend != "" {
			b.WriteString(", blended " + t.Blend)
		}
		if t.SRGB && t.Written != "" {
			b.WriteString(", as sRGB")
		}
		b.WriteString("\n")
	}
	for i, targets := range o.Passes {
		fmt.Fprintf(&b, "pass %d of %d  writes ", i+1, len(o.Passes))
		if len(targets) == 0 {
			b.WriteString("no target")
		}
		for k, n := range targets {
			if k > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%d", n)
		}
		b.WriteString("\n")
	}
	for _, d := range o.Diagnostics {
		rules := ""
		if d.Rules != "" {
			rules = " [" + d.Rules + "]"
		}
		fmt.Fprintf(&b, "%s %s%s: %s\n    %s\n", d.Severity, d.ID, rules, d.Text, d.Advice)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
