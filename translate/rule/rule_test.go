package rule

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"d3d9vk/translate/sm"
)

func TestTable(t *testing.T) {
	id := regexp.MustCompile(`^[A-Z][A-Z0-9]*-[1-9][0-9]*$`)
	for i := range Rules {
		r := &Rules[i]
		t.Run(r.ID, func(t *testing.T) {
			if !id.MatchString(r.ID) || r.Text == "" || r.Source == "" || r.VS == (sm.Span{}) && r.PS == (sm.Span{}) {
				t.Errorf("row %d is incomplete", i)
			}
			if strings.ContainsAny(r.Text+r.Source, "|\n") || strings.HasSuffix(r.Text, ".") {
				t.Errorf("the sentence does not fit into a table: %q", r.Text)
			}
			if Find(r.ID) != r || slices.IndexFunc(Rules, func(o Rule) bool { return o.ID == r.ID }) != i {
				t.Error("the id stands twice")
			}
		})
	}
	if Find("OC-2") != nil {
		t.Error("OC-2 is a rule of draws")
	}
}

func TestSeverityNames(t *testing.T) {
	for s, want := range map[Severity]string{Warning: "warning", Error: "error", Grant: "grant"} {
		if s.String() != want {
			t.Errorf("%d is %q", s, s)
		}
	}
}
