package reflection_test

import (
	"fmt"

	"d3d9vk/translate/reflection"
	"d3d9vk/translate/sm"
)

// What a pixel shader needs, and when it writes its second target.
func Example() {
	program, err := sm.Assemble(`
		ps_3_0
		dcl_texcoord1 v0.xy
		dcl_2d s2
		texld r0, v0, s2
		if b0
		  rep i1
		    mov oC1, c4
		  endrep
		endif
		mul oC0, r0, c0`)
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := reflection.Read(sm.Encode(program))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range info.Written {
		fmt.Println(w.Target, "is written:", w.When)
	}
	fmt.Printf("s%d is a %s texture; %d slots\n", info.Samplers[0].Register, info.Samplers[0].Dimension, info.Slots)
	// Output:
	// oC0 is written: always
	// oC1 is written: b0 && i1.x > 0
	// s2 is a 2d texture; 12 slots
}
