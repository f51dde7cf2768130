package porttest

import (
	"fmt"

	"d3d9vk/caps"
	"d3d9vk/device"
)

// Verdict is what came of an entry.
type Verdict string

// The verdicts.
const (
	Passed  Verdict = "passed"
	Failed  Verdict = "failed"
	Known   Verdict = "known to fail" // and failed: Entry.Known
	Skipped Verdict = "skipped"       // there is no Vulkan device
)

// Result is what came of one entry.
type Result struct {
	Entry       Entry
	Adapter     string // its description; "" where no device was opened
	Skip        string // why nothing was drawn; "" where the scene was
	Err         error  // the scene's, or of opening the device; a *PanicError where the scene panicked
	Leak        string // what the scene left unreleased; no failure
	Targets     []*Target
	Diagnostics []*Diagnostic // in the order in which they were first heard
	Messages    []string      // of the validation layer; each is a failure

	d3d    *device.Direct3D // nil where no device was looked for
	mrt    []caps.Contrast  // with the profile full, about render targets
	others []caps.Contrast  // and the rest
	shared map[string]bool  // keys of the diagnostics that the profile full has too
}

// Diagnostic is what the device said in debug mode, from how many places and states.
type Diagnostic struct {
	device.Diagnostic // as it was said first
	Times             int
}

func (d *Diagnostic) key() string { return d.Call + "\x00" + d.Rule + "\x00" + d.Text }

func (r *Result) target(name string) *Target {
	for _, t := range r.Targets {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Failures says in sentences what is wrong: nothing where the entry passed.
func (r *Result) Failures() []string {
	var out []string
	if r.Err != nil {
		text := r.Err.Error()
		if p, ok := r.Err.(*PanicError); ok {
			text += "\n" + p.Stack
		}
		out = append(out, text)
	}
	for _, t := range r.Targets {
		if t.Failure != "" && (t.Got != nil || r.Err == nil) { // an error says why the rest was not compared
			out = append(out, fmt.Sprintf("target %q: %s", t.Name, t.Failure))
		}
	}
	for _, text := range r.Messages {
		out = append(out, "validation: "+text)
	}
	if len(out) == 0 && r.Skip == "" && r.Entry.Known != "" {
		out = append(out, fmt.Sprintf("it is known to fail (%s) but passes: delete Known", r.Entry.Known))
	}
	return out
}

// Verdict sums the failures up.
func (r *Result) Verdict() Verdict {
	switch wrong := r.Err != nil || len(r.Messages) != 0 || r.differs(); {
	case r.Skip != "":
		return Skipped
	case wrong && r.Entry.Known != "":
		return Known
	case wrong || r.Entry.Known != "":
		return Failed
	}
	return Passed
}

func (r *Result) differs() bool {
	for _, t := range r.Targets {
		if t.Failure != "" {
			return true
		}
	}
	return false
}

// notes are what a test logs without failing.
func (r *Result) notes() []string {
	if r.Leak != "" {
		return []string{r.Leak}
	}
	return nil
}

// Report is what came of a matrix.
type Report struct {
	Title     string
	Tolerance Tolerance
	Golden    string // folder of the expected pictures; "": those of the profile "full"
	Page      string // where Run wrote the page; "" where it did not
	Results   []*Result
}

// Result is that of the entry with the name, nil where there is none.
func (r *Report) Result(name string) *Result {
	for _, result := range r.Results {
		if result.Entry.name() == name {
			return result
		}
	}
	return nil
}

// Failed says whether an entry failed that is not known to.
func (r *Report) Failed() bool {
	for _, result := range r.Results {
		if result.Verdict() == Failed {
			return true
		}
	}
	return false
}

// Clean says whether every entry passed or was skipped.
func (r *Report) Clean() bool {
	for _, result := range r.Results {
		if v := result.Verdict(); v == Failed || v == Known {
			return false
		}
	}
	return true
}
