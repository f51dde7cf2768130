package porttest

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

// runner draws a scene for one entry after the other.
type runner struct {
	matrix Matrix
	scene  Scene
	full   *Result       // of the entry that the others are compared with; nil before it was needed
	found  map[int]error // why there is no Vulkan device with the number, nil where there is one
	report *Report
}

func (m Matrix) newRunner(title string, scene Scene) *runner {
	if m.Width == 0 && m.Height == 0 {
		m.Width, m.Height = defaultSize, defaultSize
	}
	m.Update = m.Update || os.Getenv("D3D9VK_UPDATE") == "1"
	m.Require = m.Require || os.Getenv("D3D9VK_REQUIRE_GPU") == "1"
	return &runner{matrix: m, scene: scene, found: map[int]error{}, report: &Report{Title: title, Tolerance: m.Tolerance, Golden: m.Golden}}
}

// run draws the scene for the entry, compares, and adds the result to the report.
func (r *runner) run(e Entry) *Result {
	if r.full == nil {
		r.full = r.draw(Entry{})
		if r.matrix.Golden != "" && r.matrix.Update && r.full.Err == nil {
			r.full.Err = r.update()
		}
	}
	var result *Result
	if e.reference() {
		copied := *r.full
		result = &copied
		result.Entry = e
		result.Targets = nil
		for _, t := range r.full.Targets {
			fresh := *t
			result.Targets = append(result.Targets, &fresh)
		}
	} else {
		result = r.draw(e)
	}
	r.judge(result)
	r.report.Results = append(r.report.Results, result)
	return result
}

// update writes the golden files.
func (r *runner) update() error {
	for _, t := range r.full.Targets {
		if err := writePicture(r.matrix.Golden, t.Name, t.Got); err != nil {
			return err
		}
	}
	return nil
}

// draw opens the entry's device and draws the scene on it.
func (r *runner) draw(e Entry) *Result {
	result := &Result{Entry: e}
	options, err := e.options()
	if err != nil {
		result.Err = err
		return result
	}
	missing, looked := r.found[options.Adapter]
	if !looked {
		missing = adapterMissing(options.Adapter)
		r.found[options.Adapter] = missing
	}
	if missing != nil {
		if r.matrix.Require {
			result.Err = fmt.Errorf("a Vulkan device is required: %w", missing)
		} else {
			result.Skip = missing.Error()
		}
		return result
	}
	var heard listener
	options.Diagnose, options.Message = heard.diagnostic, heard.message
	stage, err := open(e, options, r.matrix.Width, r.matrix.Height, result)
	if err != nil {
		result.Err = err
		return result
	}
	result.Err = r.call(stage)
	if left := stage.close(); left != nil {
		result.Leak = left.Error()
	}
	heard.mu.Lock()
	defer heard.mu.Unlock()
	result.Diagnostics, result.Messages = heard.diagnostics, heard.messages
	return result
}

// adapterMissing says why there is no such Vulkan device, or nothing.
func adapterMissing(adapter int) error {
	d3d, err := device.CreateWith(d3d9.SDK_VERSION, device.Options{Adapter: adapter})
	if err != nil {
		return err
	}
	defer d3d.Release()
	if _, err := d3d.GetAdapterIdentifier(d3d9.ADAPTER_DEFAULT, 0); err != nil {
		return err
	}
	return nil
}

// PanicError is the error of a scene that panicked.
type PanicError struct {
	Value any    // of the panic
	Stack string // of the goroutine
}

// Error is the panic's value.
func (e *PanicError) Error() string { return fmt.Sprintf("the scene panicked: %v", e.Value) }

var errExit = errors.New("the scene ended its goroutine, as t.Fatal does; return an error instead")

// call calls the scene on a goroutine of its own, so that neither a panic nor t.Fatal of the test around it keeps the other entries from
// being drawn.
func (r *runner) call(stage *Stage) error {
	done := make(chan error, 1)
	go func() {
		err := errExit
		defer func() {
			if value := recover(); value != nil {
				err = &PanicError{Value: value, Stack: string(debug.Stack())}
			}
			done <- err
		}()
		err = r.scene(stage)
	}()
	return <-done
}

// close releases what the results have kept.
func (r *runner) close() {
	if r.full != nil && r.full.d3d != nil {
		r.full.d3d.Release()
	}
	for _, result := range r.report.Results {
		if result.d3d != nil && result.d3d != r.full.d3d {
			result.d3d.Release()
		}
	}
}

// judge compares the result's targets with the expected ones, and adds those that it lacks.
func (r *runner) judge(result *Result) {
	if result.Skip != "" {
		return
	}
	result.mrt, result.others = contrasts(r.full, result)
	result.shared = map[string]bool{}
	for _, d := range r.full.Diagnostics {
		result.shared[d.key()] = true
	}
	for _, t := range r.full.Targets {
		if result.target(t.Name) == nil {
			result.Targets = append(result.Targets, &Target{Name: t.Name, Format: t.Format})
		}
	}
	for _, t := range result.Targets {
		expected := r.full.target(t.Name)
		switch {
		case r.matrix.Golden != "":
			golden, err := readPicture(r.matrix.Golden, t.Name)
			if err != nil {
				t.compare(nil, err.Error(), r.matrix.Tolerance)
				continue
			}
			t.compare(golden, "", r.matrix.Tolerance)
		case expected != nil:
			t.compare(expected.Got, "", r.matrix.Tolerance)
		case r.full.Err != nil:
			t.compare(nil, "nothing to compare with: with the profile full the scene failed: "+r.full.Err.Error(), r.matrix.Tolerance)
		default:
			t.compare(nil, "nothing to compare with: with the profile full the scene compares no such target", r.matrix.Tolerance)
		}
	}
}

// listener hears what a device says, from any thread.
type listener struct {
	mu          sync.Mutex
	diagnostics []*Diagnostic
	messages    []string
}

func (l *listener) diagnostic(g device.Diagnostic) {
	l.mu.Lock()
	defer l.mu.Unlock()
	d := &Diagnostic{Diagnostic: g, Times: 1}
	for _, known := range l.diagnostics {
		if known.key() == d.key() {
			known.Times++
			return
		}
	}
	l.diagnostics = append(l.diagnostics, d)
}

func (l *listener) message(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.messages = append(l.messages, text)
}
