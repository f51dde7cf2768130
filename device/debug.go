package device

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"d3d9vk/d3d9"
	"d3d9vk/diagnostic"
)

// debugging reports whether the options or the environment ask for the debug level.
func debugging(o *Options) bool {
	env := os.Getenv("D3D9VK_DEBUG")
	return o.Debug || env != "" && env != "0"
}

// maxTold is how many different diagnostics are remembered, so that a program that makes ever new ones costs bounded memory.
const maxTold = 1024

// toldKey is what makes a diagnostic another one: what it says and who called.
type toldKey struct{ id, place, text string }

// debugger remembers what was told, for the devices of one Direct3D object.
type debugger struct {
	mu     sync.Mutex
	told   map[toldKey]uint
	order  []toldKey
	capped uint // that were not told because there were too many different ones
}

// note counts a diagnostic. It reports how often it has come, and whether it is to be told: the first time. capped is true once, when
// there are too many different ones.
func (b *debugger) note(key toldKey) (count uint, tell, capped bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n, ok := b.told[key]; ok {
		b.told[key] = n + 1
		return n + 1, false, false
	}
	if len(b.order) >= maxTold {
		b.capped++
		return 1, false, b.capped == 1
	}
	b.told[key] = 1
	b.order = append(b.order, key)
	return 1, true, false
}

// report logs how often what was told has come, and forgets it.
func (b *debugger) report(log *slog.Logger) {
	b.mu.Lock()
	told, order, capped := b.told, b.order, b.capped
	b.told, b.order, b.capped = map[toldKey]uint{}, nil, 0
	b.mu.Unlock()
	for _, key := range order {
		if n := told[key]; n > 1 {
			log.Info("diagnostic repeated", "id", key.id, "place", key.place, "count", n, "text", key.text)
		}
	}
	if capped > 0 {
		log.Info("diagnostics not told", "count", capped)
	}
}

// place is the file and line that called into this package.
func place() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "d3d9vk/device.") || strings.HasSuffix(frame.File, "_test.go") {
			return fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
		if !more {
			return ""
		}
	}
}

// diagnose tells a diagnostic: to Options.Log and to Options.Diagnose. In debug mode it does so once for each place and state. It returns
// the diagnostic with its place and count.
func (d *Direct3D) diagnose(g Diagnostic) Diagnostic {
	if d.debug != nil {
		g.Place = place()
		count, tell, capped := d.debug.note(toldKey{g.ID, g.Place, g.Text})
		if capped {
			d.log.Warn("too many different diagnostics: further ones are counted only", "limit", maxTold)
		}
		if g.Count = count; !tell {
			return g
		}
	}
	d.log.LogAttrs(context.Background(), g.level(), "diagnostic", g.attributes()...)
	if d.options.Diagnose != nil {
		d.options.Diagnose(g)
	}
	return g
}

func (g *Diagnostic) level() slog.Level {
	switch {
	case strings.HasPrefix(g.Call, "Check"), g.Code == d3d9.ERR_NOTFOUND:
		return slog.LevelInfo // an answer
	case g.Code != 0:
		return slog.LevelError // a refused call; a shader that breaks a rule was made all the same, or the refusal follows
	case diagnostic.Find(g.ID).Severity == diagnostic.Info:
		return slog.LevelInfo
	}
	return slog.LevelWarn
}

func (g *Diagnostic) attributes() []slog.Attr {
	a := []slog.Attr{slog.String("id", g.ID)}
	for _, s := range [...]struct{ key, value string }{{"rule", g.Rule}, {"call", g.Call}, {"argument", g.Argument}, {"register", g.Register}, {"place", g.Place}} {
		if s.value != "" {
			a = append(a, slog.String(s.key, s.value))
		}
	}
	if g.Register != "" {
		a = append(a, slog.Int("instruction", g.Instruction))
	}
	if g.Code != 0 {
		a = append(a, slog.String("hresult", d3d9.HRESULTName(g.Code)))
	}
	return append(a, slog.String("text", g.Text))
}

// refusal is the diagnostic of an error that a call returns.
func refusal(err d3d9.Error) Diagnostic {
	g := Diagnostic{ID: "call-refused", Error: true, Slot: diagnostic.NoSlot, Code: err.Code(), Text: err.Error()}
	if e, ok := err.(*d3d9.CallError); ok {
		g.Call, g.Rule, g.Text = e.Call, e.Rule, e.Reason
		if argument, _, ok := strings.Cut(e.Reason, ": "); ok && !strings.ContainsAny(argument, " ,.()") {
			g.Argument = argument
		}
	}
	return g
}

// refuse hands an error on that an exported method returns, and tells it in debug mode.
func (d *Direct3D) refuse(err d3d9.Error) d3d9.Error {
	if err != nil && d.debug != nil {
		d.diagnose(refusal(err))
	}
	return err
}

// tell is refuse for a deferred call.
func (d *Direct3D) tell(err *d3d9.Error) { d.refuse(*err) }

// refuse and tell are the same for the methods of a device and of its objects. Every exported method with an error does one of them.
func (d *Device) refuse(err d3d9.Error) d3d9.Error {
	if err != nil {
		d.d3d.refuse(err)
	}
	return err
}

func (d *Device) tell(err *d3d9.Error) {
	d.refuse(*err)
}

// refuse is the device's, of an object that may be none.
func (o *object) refuse(err d3d9.Error) d3d9.Error {
	if o == nil || o.device == nil {
		return err
	}
	return o.device.refuse(err)
}

// drew hands the error of a draw on. The device's lock is held.
func (d *Device) drew(err d3d9.Error) d3d9.Error {
	if err != nil {
		d.drawRefused(err)
	}
	return err
}

// drawRefused remembers the error for Explain until the next draw that is not refused.
func (d *Device) drawRefused(err d3d9.Error) {
	d.refused = err
	d.dirty |= dirtyExplain
	if d.d3d.debug != nil {
		g := d.d3d.diagnose(refusal(err))
		d.explained = append([]Diagnostic{g}, d.explainState(g.Call)...)
	}
}

// examine is what each draw that was not refused does in debug mode. It sees to it that the next one does it too.
func (d *Device) examine(call string) {
	d.explained = d.explainState(call)
	d.dirty |= dirtyExplain
}

// explainState tells everything about a draw with the state of now.
func (d *Device) explainState(call string) []Diagnostic {
	draw := d.drawState()
	findings := draw.Findings()
	out := make([]Diagnostic, len(findings))
	for i, f := range findings {
		out[i] = d.d3d.diagnose(found(call, f))
	}
	return out
}

// Explain returns what there is to tell about the last draw: an error that refused it, and everything that it does not do although its
// author may think so. docs/diagnostics.md lists them all. With Options.Debug it is what that draw was told, with counts and places;
// without, it is found out now from the state as it is set now, and Count is 0.
func (d *Device) Explain() []Diagnostic {
	d.lock()
	defer d.unlock()
	if d.refs == 0 {
		return nil
	}
	if d.d3d.debug != nil {
		return slices.Clone(d.explained)
	}
	var out []Diagnostic
	call := ""
	if d.refused != nil {
		out = append(out, refusal(d.refused))
		call = out[0].Call
	}
	draw := d.drawState()
	for _, f := range draw.Findings() {
		out = append(out, found(call, f))
	}
	return out
}
