package device

import (
	"context"
	"log/slog"

	"d3d9vk/diagnostic"
	"d3d9vk/mrt"
)

// Diagnostic is a breach of a rule by a shader, or a reason why a draw does less than its state seems to say. The call succeeded all
// the same, unless the device is strict.
type Diagnostic struct {
	ID          string // of a row of package diagnostic, for example "target-masked"
	Rule        string // for example "OC-6" or "OC-5, OC-14"; empty where no rule of the documents is
	Call        string // the method that found it
	Slot        int    // the render target, sampler or texture stage that it is about, or diagnostic.NoSlot
	Error       bool   // an error, which StrictErrors refuses; else a warning
	Instruction int    // of the shader
	Register    string // as printed, for example "oC1"
	Text        string
}

// diagnose hands a diagnostic to Options.Diagnose and logs it.
func (d *Device) diagnose(g Diagnostic) {
	d.log.Info("diagnostic", "id", g.ID, "call", g.Call, "rule", g.Rule, "instruction", g.Instruction, "register", g.Register, "text", g.Text)
	if d.diagnostics != nil {
		d.diagnostics(g)
	}
}

// heard reports whether diagnostics reach anybody.
func (d *Device) heard() bool {
	return d.diagnostics != nil || d.log.Enabled(context.Background(), slog.LevelInfo)
}

// explain diagnoses what the plan of a draw leaves out, when that differs from the draw before.
func (d *Device) explain(call string, in *mrt.Input, p *mrt.Plan) {
	if p.Diagnostics == d.flush.diagnosed {
		return
	}
	d.flush.diagnosed = p.Diagnostics
	if !d.heard() {
		return
	}
	for _, f := range p.Explain(in) {
		d.diagnose(Diagnostic{ID: f.ID, Rule: diagnostic.Find(f.ID).Rule(), Call: call, Slot: f.Slot, Text: f.Text})
	}
}
