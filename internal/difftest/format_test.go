package difftest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"d3d9vk/internal/smgen"
	"d3d9vk/translate/sm"
)

// The files of a case's text, in the form of txtar.
const (
	shaderMark = "-- shader --\n"
	envMark    = "-- environment --\n"
)

// Format spells a case: the assembly, then the environment with one line for each of its fields.
func Format(c *smgen.Case) string {
	var b strings.Builder
	b.WriteString(shaderMark + sm.Print(c.Program) + envMark + "{\n")
	v := reflect.ValueOf(c.Env)
	for i := range v.NumField() {
		data, err := json.Marshal(v.Field(i).Interface())
		if err != nil {
			panic(err) // the generator puts no infinity or NaN here
		}
		end := ",\n"
		if i == v.NumField()-1 {
			end = "\n"
		}
		fmt.Fprintf(&b, "%q: %s%s", v.Type().Field(i).Name, data, end)
	}
	b.WriteString("}\n")
	return b.String()
}

// parse reads what Format wrote; text before the first mark is a comment.
func parse(text string) (*smgen.Case, error) {
	_, text, ok := strings.Cut(text, shaderMark)
	asm, env, ok2 := strings.Cut(text, envMark)
	if !ok || !ok2 {
		return nil, fmt.Errorf("a case has the parts %q and %q", shaderMark, envMark)
	}
	c := &smgen.Case{}
	var err error
	if c.Program, err = sm.Assemble(asm); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(env), &c.Env); err != nil {
		return nil, err
	}
	return c, nil
}
