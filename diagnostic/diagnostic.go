// Package diagnostic is the one table of what the device and package mrt tell about calls and draws: id, severity, rules, meaning and
// what to do. It must not know how anything is found out; whoever finds something names it by these ids.
package diagnostic

//go:generate go run ./internal/gen -page ../docs/diagnostics.md

import (
	"fmt"
	"strings"
)

// Severity says how much a diagnostic matters.
type Severity uint8

const (
	Info    Severity = iota // what happens is defined and may well be meant
	Warning                 // something that was asked for does not happen, or not as it may seem
	Error                   // a call did nothing
)

// String gives "info", "warning" or "error".
func (s Severity) String() string {
	return [...]string{Info: "info", Warning: "warning", Error: "error"}[s]
}

// Row is one diagnostic.
type Row struct {
	ID       string // kebab-case; never changes and is never given again
	Severity Severity
	Rules    []string // ids of the rules that it is about, such as OC-5; none where no rule of the documents is
	Meaning  string   // one sentence
	Advice   string   // what to do, one sentence or two
}

// Rule is the ids of the rules, such as "OC-5, OC-14".
func (r *Row) Rule() string { return strings.Join(r.Rules, ", ") }

// Find gives the row of an id, nil when there is none.
func Find(id string) *Row { return byID[id] }

var byID = func() map[string]*Row {
	m := make(map[string]*Row, len(Rows))
	for i := range Rows {
		m[Rows[i].ID] = &Rows[i]
	}
	return m
}()

// NoSlot is the Slot of a Finding that is about no slot.
const NoSlot = -1

// Finding is a diagnostic that was found.
type Finding struct {
	ID   string // of a row of the table
	Slot int    // the render target, sampler, texture stage or register that it is about, or NoSlot
	Text string // one sentence with the names and numbers of this case
}

// Rule is the ids of the rules of its row; empty where there are none.
func (f Finding) Rule() string {
	if r := Find(f.ID); r != nil {
		return r.Rule()
	}
	return ""
}

// String is the id, the rules and the text, such as "target-masked [OC-3]: render target 1 is untouched ...".
func (f Finding) String() string {
	if rule := f.Rule(); rule != "" {
		return fmt.Sprintf("%s [%s]: %s", f.ID, rule, f.Text)
	}
	return f.ID + ": " + f.Text
}
