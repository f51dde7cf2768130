package device

import (
	"context"
	"log/slog"

	"d3d9vk/diagnostic"
	"d3d9vk/mrt"
)

// Diagnostic is something that a device tells: a call that it refused, a breach of a rule by a shader, or a reason why a draw does less
// than its state seems to say. But for refused calls, and shaders where the device is strict, the call succeeded all the same.
type Diagnostic struct {
	ID          string // of a row of package diagnostic, for example "target-masked"
	Rule        string // for example "OC-6" or "OC-5, OC-14"; empty where no rule of the documents is
	Call        string // the method that found it; empty where Explain was called without Options.Debug
	Argument    string // of a refused call, where the reason is about one
	Code        int32  // of a refused call, for example d3d9.ERR_INVALIDCALL
	Error       bool   // a refused call, or a breach that StrictErrors refuses, also where the device is not strict; else a warning
	Slot        int    // the render target, sampler, texture stage or register that it is about, or diagnostic.NoSlot
	Instruction int    // of the shader
	Register    string // as printed, for example "oC1"
	Text        string
	Place       string // with Options.Debug: the file and line that called the device
	Count       uint   // with Options.Debug: how often it has come from this place in this state; 1 is the first time
}

// String is the call, the id, the rules, the text and the place, as far as there are such, for example
// "DrawPrimitive: target-masked [OC-3]: render target 1 is untouched ... (gbuffer.go:88)".
func (g Diagnostic) String() string {
	text := g.ID
	if g.Rule != "" {
		text += " [" + g.Rule + "]"
	}
	text += ": " + g.Text
	if g.Call != "" {
		text = g.Call + ": " + text
	}
	if g.Place != "" {
		text += " (" + g.Place + ")"
	}
	return text
}

// heard reports whether diagnostics reach anybody.
func (d *Device) heard() bool {
	return d.d3d.options.Diagnose != nil || d.log.Enabled(context.Background(), slog.LevelInfo)
}

// explain diagnoses what the plan of a draw leaves out, when that differs from the draw before. In debug mode every draw is examined
// instead.
func (d *Device) explain(call string, in *mrt.Input, p *mrt.Plan) {
	if p.Diagnostics == d.flush.diagnosed {
		return
	}
	d.flush.diagnosed = p.Diagnostics
	if d.d3d.debug != nil || !d.heard() {
		return
	}
	for _, f := range p.Explain(in) {
		d.d3d.diagnose(found(call, f))
	}
}

// found is what a call has found.
func found(call string, f diagnostic.Finding) Diagnostic {
	return Diagnostic{ID: f.ID, Rule: f.Rule(), Call: call, Slot: f.Slot, Text: f.Text}
}
