package diagnostic

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	id, rule := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`), regexp.MustCompile(`^(OC|MRT|OT)-[1-9][0-9]*$`)
	for i := range Rows {
		r := &Rows[i]
		t.Run(r.ID, func(t *testing.T) {
			if !id.MatchString(r.ID) {
				t.Error("the id is not in kebab-case")
			}
			if Find(r.ID) != r || slices.IndexFunc(Rows, func(o Row) bool { return o.ID == r.ID }) != i {
				t.Error("the id stands twice")
			}
			for _, s := range []string{r.Meaning, r.Advice} {
				if !strings.HasSuffix(s, ".") || strings.ContainsAny(s, "|\n") {
					t.Errorf("%q is no sentence for a table", s)
				}
			}
			for _, s := range r.Rules {
				if !rule.MatchString(s) {
					t.Errorf("%q is no rule", s)
				}
			}
		})
	}
	if Find("no-such-id") != nil {
		t.Error("an id that is none is found")
	}
}

func TestSpelling(t *testing.T) {
	for s, want := range map[Severity]string{Info: "info", Warning: "warning", Error: "error"} {
		if s.String() != want {
			t.Errorf("%d is %q", s, s)
		}
	}
	for _, tt := range []struct {
		f    Finding
		want string
	}{
		{Finding{ID: "target-masked", Slot: 1, Text: "render target 1"}, "target-masked [OC-3]: render target 1"},
		{Finding{ID: "depth-too-small", Slot: NoSlot, Text: "it is"}, "depth-too-small: it is"},
	} {
		if got := tt.f.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
