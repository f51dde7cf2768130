package container_test

import (
	"fmt"

	"d3d9vk/translate/container"
	"d3d9vk/translate/sm"
)

// Every shader in a file of a program's own format.
func ExampleFind() {
	program, err := sm.Assemble("ps_2_0\nmov oC0, c0")
	if err != nil {
		fmt.Println(err)
		return
	}
	file := append([]byte("MYFORMAT 1.0\n"), sm.EncodeBytes(program)...)
	result, err := container.Find(file)
	if err != nil {
		fmt.Println(err) // what was found before is in the result
	}
	for _, s := range result.Shaders {
		fmt.Printf("offset %d: %v, %d bytes\n", s.Offset, sm.Version(s.Tokens()[0]), len(s.Code))
	}
	// Output: offset 13: ps_2_0, 20 bytes
}
