package mrt

import (
	"testing"

	"d3d9vk/diagnostic"
	"d3d9vk/internal/gpu"
)

// TestEachReasonIsTold: the constants of Diagnostics have one row each, with an id of the table of diagnostics.
func TestEachReasonIsTold(t *testing.T) {
	var told Diagnostics
	ids := map[string]bool{}
	check := func(reason Diagnostics, id string, slots int) {
		for n := range slots {
			if told.Has(reason, n) {
				t.Errorf("%s: its bit %x is another row's", id, reason<<n)
			}
			told |= reason << n
		}
		if diagnostic.Find(id) == nil || ids[id] {
			t.Errorf("%q is not in the table of diagnostics, or twice here", id)
		}
		ids[id] = true
	}
	for _, r := range slotTexts {
		check(r.reason, r.id, gpu.MaxTargets)
	}
	for _, r := range drawTexts {
		check(r.reason, r.id, 1)
	}
	if told != lastReason-1 {
		t.Errorf("bits with a row are %x, reasons %x", told, lastReason-1)
	}
}
