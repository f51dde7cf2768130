package drawbench

import (
	"bytes"
	"testing"
)

// The variants of one case must draw the same, or comparing their times means nothing.
func TestVariantsDrawTheSamePixels(t *testing.T) {
	l, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, same := range [][]Variant{{NoChange, NoChangeMulti}, {VertexPush, FourTargets}, {AllPipelines, AllPush, AllFlat}} {
		var want []byte
		for _, v := range same {
			if !l.Has(v) {
				t.Logf("the driver lacks variant %d", v)
				continue
			}
			d, got, err := l.Run(v, 20000)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.Trim(got, "\x00")) == 0 {
				t.Errorf("variant %d drew nothing", v)
			}
			if want == nil {
				want = got
			} else if !bytes.Equal(want, got) {
				t.Errorf("variant %d draws other pixels than %d", v, same[0])
			}
			t.Logf("variant %d: %v per draw", v, d/20000)
		}
	}
}
