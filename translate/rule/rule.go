// Package rule is the one table of Direct3D 9's rules about shader programs: id, versions, severity, sentence and source. It knows
// nothing of how a breach is found: translate/validate reports breaches by these ids.
package rule

//go:generate go run ./internal/gen -page ../../docs/shaders.md

import "d3d9vk/translate/sm"

// Severity says how bad a breach is.
type Severity uint8

const (
	Warning Severity = iota // real programs do it, and what they get is defined
	Error                   // Microsoft's assembler and validator refuse it
	Grant                   // the rule allows something: there is no breach
)

// String gives "warning", "error" or "grant".
func (s Severity) String() string {
	switch s {
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "grant"
}

// Rule is one rule.
type Rule struct {
	ID       string   // "OC-6"; never changes and is never given again
	VS, PS   sm.Span  // the versions that it holds for
	Severity Severity // of its breaches, where the sentence names no other
	Text     string   // the sentence
	Source   string   // title of the page that says it
}

// Holds reports whether the rule is one of version v.
func (r *Rule) Holds(v sm.Version) bool { return r.VS.Has(v) || r.PS.Has(v) }

// Find gives the rule with an id, nil when there is none.
func Find(id string) *Rule { return byID[id] }

var byID = func() map[string]*Rule {
	m := make(map[string]*Rule, len(Rules))
	for i := range Rules {
		m[Rules[i].ID] = &Rules[i]
	}
	return m
}()
